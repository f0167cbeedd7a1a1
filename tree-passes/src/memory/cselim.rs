//! Pass `cselim`: stores in the arms of a condition move after it, so that the arms may become empty.
//!
//! ```text
//! <bb 2> :                           <bb 2> :
//! *p_3(D) = 1;                       *p_3(D) = 1;
//! if (a_5(D) != 0)                   if (a_5(D) != 0)
//!   goto <bb 3>; else goto <bb 4>;     goto <bb 4>; else goto <bb 3>;
//! <bb 3> :                      =>   <bb 3> :
//! *p_3(D) = a_5(D);                  cstore_8 = MEM <int> [(void *)p_3(D)];
//! <bb 4> :                           <bb 4> :
//!                                    # cstore_7 = PHI <cstore_8(3), a_5(D)(2)>
//!                                    MEM <int> [(void *)p_3(D)] = cstore_7;
//! ```
//!
//! A store that is the only thing in its arm may be done on both paths, with what was there before on the other, if the
//! same memory has been written on every path here and nobody has had the chance to free it or to see it in between, or if
//! it belongs to a variable whose address nobody has. Stores to the same place in both arms, after which nothing in the
//! arms touches what they store, become one. Linear: memory accesses of an arm that are compared are limited.

use crate::scalar::forwprop::address::with_alias_type;
use dumps::put;
use gimple::cfg::{BlockId, ENTRY, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::decl::flag;
use gimple::function::{Function, Prop};
use gimple::operand_equal::operand_equal;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::NameFlags;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::trap::reference_may_trap;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::dump_text;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit;
use tree_ssa::effects::call_effects::is_clobber;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dom_walk::{self, DomWalker, Reach, Step};
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::order;
use tree_ssa::ssa::update_ssa;

/// Accesses of an arm that are compared with one another.
const ACCESSES: usize = 24;
/// Stores that are moved out of a pair of arms (`--param max-stores-to-sink`).
const STORES: usize = 2;

/// `cselim` for the pass table.
pub const PASS: Pass = Pass::tree("cselim", execute)
    .gate(|options, _| options.on(Flag::TreeCselim))
    .requires(Prop::CFG_SSA)
    .follows(&[("dse", "a store that nobody sees needs no moving")]);

/// A store in an arm.
struct Store {
    stmt: StmtId,
    place: Operand,
    value: Operand,
}

struct Cselim {
    oracle: Oracle,
    /// Stores to memory that has been written before on every path.
    safe: FxHashSet<StmtId>,
    /// Loads to be put on edges.
    pending: FxHashMap<EdgeId, Vec<StmtId>>,
    changed: bool,
}

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    simplify_loops(cx.unit, f, &mut cx.dump);
    let safe = stores_done_before(cx.unit, f);
    let oracle = Oracle::new(cx.unit, cx.options);
    let mut pass = Cselim { oracle, safe, pending: FxHashMap::default(), changed: false };
    for &block in order::single_preds_first(f).iter().rev() {
        pass.look_at(cx, f, block);
    }
    if !pass.changed {
        return Todo::NONE;
    }
    cfg_edit::commit_edge_insertions(cx.unit, f, pass.pending);
    update_ssa::mark_virtuals(f);
    Todo::CLEANUP_CFG | Todo::UPDATE_SSA
}

impl Cselim {
    fn look_at(&mut self, cx: &mut PassContext<'_>, f: &mut Function, block: BlockId) {
        if f.true_false_edges(block).is_none() {
            return;
        }
        let &[one, two] = &f.blocks[block].succs[..] else { return };
        let (a, b) = (f.edges[one].dst, f.edges[two].dst);
        let out = |f: &Function, arm| {
            let plain = |&edge: &EdgeId| !f.edges[edge].flags.intersects(EdgeFlags::COMPLEX);
            f.single_succ(arm).filter(plain)
        };
        let (to, other) = (out(f, a), out(f, b));
        let joins = |f: &Function, edge: Option<EdgeId>, dst| {
            edge.is_some_and(|edge| f.edges[edge].dst == dst) && f.blocks[dst].preds.len() == 2
        };
        if let Some(edge) = to.filter(|_| joins(f, to, b)) {
            self.store_always(cx, f, block, edge, two);
        } else if let Some(edge) = other.filter(|_| joins(f, other, a)) {
            self.store_always(cx, f, block, edge, one);
        } else if let (Some(x), Some(y)) = (to, other)
            && a != b
            && joins(f, other, f.edges[x].dst)
        {
            self.store_after(cx, f, x, y);
        }
    }

    /// A store in an arm is done on the way around it as well (`cond_store_replacement`).
    fn store_always(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        head: BlockId,
        from_arm: EdgeId,
        around: EdgeId,
    ) {
        let (arm, join) = (f.edges[from_arm].src, f.edges[from_arm].dst);
        if f.single_pred(arm).is_none_or(|edge| f.edges[edge].src != head)
            || !f.blocks[arm].phis.is_empty()
        {
            return;
        }
        let Some(store) = only_stmt(f, arm).and_then(|stmt| store(cx.unit, f, stmt)) else {
            return;
        };
        if !self.safe.contains(&store.stmt)
            && (!is_unshared(cx.unit, store.place) || reference_may_trap(cx.unit, f, store.place))
        {
            return;
        }
        let ty = cx.unit.types.main_variant(cx.unit.type_of(f, store.place));
        let loc = f.stmt_info[store.stmt].loc;
        remove_store(cx.unit, f, store.stmt);
        // On the way around there may have been an object of another type.
        let any = cx.unit.common.void_ptr;
        let place = with_alias_type(cx.unit, f, store.place, any);
        let ident = cx.unit.symbols.intern("cstore");
        let before = f.make_temp_ssa_name(ty, ident, StmtId::NONE);
        let load = Cursor::nowhere().at(loc).copy(cx.unit, f, Operand::Ssa(before), place);
        self.pending.entry(around).or_default().push(load);
        let value = f.make_temp_ssa_name(ty, ident, StmtId::NONE);
        let phi = f.create_phi(value, join);
        f.add_phi_arg(phi, from_arm, store.value, loc);
        f.add_phi_arg(phi, around, Operand::Ssa(before), loc);
        let new = Cursor::start(join).copy(cx.unit, f, place, Operand::Ssa(value));
        cx.statistics.count("conditional store replacement", 1);
        self.changed = true;
        if cx.dump.details() {
            let text = dump_text::stmt(cx.unit, f, new);
            put!(
                cx.dump,
                "\nConditional store replacement happened!\nReplaced the store with a load.\n\
                 Inserted a new PHI statement in joint block:\n# .MEM = VDEF <.MEM>\n{text}\n"
            );
        }
    }

    /// Stores to the same places in both arms are done where the arms join (`cond_if_else_store_replacement`).
    fn store_after(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        one: EdgeId,
        other: EdgeId,
    ) {
        let (a, b) = (f.edges[one].src, f.edges[other].src);
        let (Some(first), Some(second)) = (accesses(f, a), accesses(f, b)) else { return };
        let single = only_stmt(f, a).is_some() && only_stmt(f, b).is_some();
        let vectorizes = [Flag::TreeLoopVectorize, Flag::TreeSlpVectorize];
        if !single && !vectorizes.iter().any(|&flag| cx.options.on(flag)) {
            return;
        }
        let mut pairs = Vec::new();
        for store_a in first.iter().filter_map(|&stmt| store(cx.unit, f, stmt)) {
            let twin = second
                .iter()
                .filter_map(|&stmt| store(cx.unit, f, stmt))
                .find(|store_b| operand_equal(cx.unit, store_a.place, store_b.place));
            if let Some(store_b) = twin {
                pairs.push((store_a, store_b));
            }
        }
        if pairs.is_empty() || pairs.len() > STORES {
            return;
        }
        let depends = |stmts: &[StmtId]| self.depends(cx.unit, f, stmts);
        if !single && (depends(&first) || depends(&second)) {
            return;
        }
        let join = f.edges[one].dst;
        for (x, y) in pairs {
            let ty = cx.unit.types.main_variant(cx.unit.type_of(f, x.place));
            let locs = [x.stmt, y.stmt].map(|stmt| f.stmt_info[stmt].loc);
            remove_store(cx.unit, f, x.stmt);
            remove_store(cx.unit, f, y.stmt);
            let ident = cx.unit.symbols.intern("cstore");
            let value = f.make_temp_ssa_name(ty, ident, StmtId::NONE);
            let phi = f.create_phi(value, join);
            f.add_phi_arg(phi, one, x.value, locs[0]);
            f.add_phi_arg(phi, other, y.value, locs[1]);
            Cursor::start(join).copy(cx.unit, f, x.place, Operand::Ssa(value));
        }
        self.changed = true;
    }

    /// Whether, among a block's accesses, a store comes before an access of what it stores.
    fn depends(&self, unit: &Unit, f: &Function, stmts: &[StmtId]) -> bool {
        stmts.iter().enumerate().any(|(index, &before)| {
            let StmtKind::Assign { lhs, .. } = f.stmts[before].kind else { return true };
            f.stmts[before].vdef.is_some() && {
                let written = self.oracle.access(unit, f, lhs);
                stmts[index + 1..].iter().any(|&after| {
                    self.oracle.stmt_may_use(unit, f, after, &written)
                        || f.stmts[after].vdef.is_some()
                            && self.may_overwrite(unit, f, after, &written)
                })
            }
        })
    }

    fn may_overwrite(&self, unit: &Unit, f: &Function, stmt: StmtId, written: &Access) -> bool {
        let StmtKind::Assign { lhs, .. } = f.stmts[stmt].kind else { return true };
        self.oracle.may_alias(unit, f, &self.oracle.access(unit, f, lhs), written, false)
    }
}

/// The statements of a block that access memory, in order; `None` if one is no assignment, is volatile, or there are many.
fn accesses(f: &Function, block: BlockId) -> Option<Vec<StmtId>> {
    let mut found = Vec::new();
    for stmt in f.block_stmts(block) {
        let data = &f.stmts[stmt];
        if data.has(StmtFlags::VOLATILE) {
            return None;
        }
        if data.vuse.is_none() {
            if matches!(data.kind, StmtKind::Asm(_)) {
                return None;
            }
            continue;
        }
        if !matches!(data.kind, StmtKind::Assign { .. }) || found.len() == ACCESSES {
            return None;
        }
        found.push(stmt);
    }
    Some(found)
}

/// A statement that stores a register.
fn store(unit: &Unit, f: &Function, stmt: StmtId) -> Option<Store> {
    let StmtKind::Assign { lhs: place, code: TreeCode::Single, rhs } = f.stmts[stmt].kind else {
        return None;
    };
    let data = &f.stmts[stmt];
    let abnormal = rhs[0].ssa().is_some_and(|name| f.names[name].has(NameFlags::ABNORMAL));
    let register = matches!(unit.trees.base_address(place),
        Operand::Decl(var) if unit.decls[var].has(flag::HARD_REGISTER));
    let fits = data.vdef.is_some()
        && !register
        && !data.has(StmtFlags::VOLATILE)
        && !abnormal
        && !is_clobber(unit, f, stmt)
        && unit.types.is_register_type(unit.type_of(f, place));
    fits.then_some(Store { stmt, place, value: rhs[0] })
}

/// The only statement of a block but for labels before it.
fn only_stmt(f: &Function, block: BlockId) -> Option<StmtId> {
    let mut stmts = f.block_stmts(block).filter(|&stmt| {
        !matches!(f.stmts[stmt].kind, StmtKind::Label(_) | StmtKind::Nop | StmtKind::Predict { .. })
    });
    stmts.next().filter(|_| stmts.next().is_none())
}

fn remove_store(unit: &mut Unit, f: &mut Function, stmt: StmtId) {
    update_ssa::unlink_stmt_vdef(unit, f, stmt);
    f.remove_stmt(stmt);
}

/// Whether a reference is to a variable of this activation that nobody has the address of.
fn is_unshared(unit: &Unit, reference: Operand) -> bool {
    match unit.trees.base_address(reference) {
        Operand::Decl(var) => {
            let decl = &unit.decls[var];
            let elsewhere = flag::ADDRESSABLE | flag::HARD_REGISTER | flag::BY_REFERENCE;
            !decl.is_global() && decl.flags & elsewhere == 0
        }
        _ => false,
    }
}

/// The stores to memory that a statement on every path to them has written, since when nothing may have freed it or let
/// another thread in; for variables that nobody has the address of, what has been read counts as well.
fn stores_done_before(unit: &Unit, f: &mut Function) -> FxHashSet<StmtId> {
    let tree = analyses::analysis::<Dominators>(f);
    let blocks = f.blocks.len();
    let mut walker = Done {
        unit,
        seen: FxHashMap::default(),
        phase: 0,
        visited: vec![false; blocks],
        open: vec![false; blocks],
        safe: FxHashSet::default(),
    };
    dom_walk::walk(f, &tree, ENTRY, Reach::All, &mut walker);
    walker.safe
}

/// What is accessed, spelt out from the outside in, with its size: equal for equal references.
type Key = Box<[u64]>;

struct Done<'a> {
    unit: &'a Unit,
    /// The last block that accessed something, and in which phase.
    seen: FxHashMap<Key, (BlockId, u32)>,
    /// A new phase begins where memory may have been freed, or be seen by others.
    phase: u32,
    visited: Vec<bool>,
    /// The blocks around the present one in the dominator tree.
    open: Vec<bool>,
    safe: FxHashSet<StmtId>,
}

impl Done<'_> {
    fn key(&self, f: &Function, reference: Operand) -> Option<Key> {
        let trees = &self.unit.trees;
        let size =
            self.unit.types.size(self.unit.type_of(f, reference)).filter(|&size| size > 0)?;
        let mut key = vec![size];
        let mut op = reference;
        loop {
            op = match op {
                Operand::Decl(var) => {
                    key.extend([0, u64::from(var.0)]);
                    return (key.len() > 3).then(|| key.into());
                }
                Operand::Tree(id) => match *trees.kind(id) {
                    TreeKind::ComponentRef { base, field } => {
                        key.extend([1, u64::from(field.0)]);
                        base
                    }
                    TreeKind::ArrayRef { base, index: Operand::Ssa(index) } => {
                        key.extend([2, u64::from(index.0)]);
                        base
                    }
                    TreeKind::ArrayRef { base, index } => {
                        key.extend([3, self.unit.as_int(index)? as u64]);
                        base
                    }
                    TreeKind::MemRef { base: Operand::Ssa(pointer), offset, .. } => {
                        key.extend([4, u64::from(pointer.0), offset as u64]);
                        return Some(key.into());
                    }
                    TreeKind::MemRef { base, offset, .. } => {
                        key.extend([5, offset as u64]);
                        self.unit.addressed(base)?
                    }
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    fn note(
        &mut self,
        f: &Function,
        (stmt, block): (StmtId, BlockId),
        reference: Operand,
        store: bool,
    ) {
        if !store && !is_unshared(self.unit, reference) {
            return;
        }
        let Some(key) = self.key(f, reference) else { return };
        let (phase, open) = (self.phase, &self.open);
        match self.seen.get(&key) {
            Some(&(at, when)) if when >= phase && open[at.0 as usize] => {
                if store {
                    self.safe.insert(stmt);
                }
            }
            _ => {
                self.seen.insert(key, (block, phase));
            }
        }
    }
}

impl DomWalker for Done<'_> {
    fn before_dom_children(&mut self, f: &mut Function, block: BlockId) -> Step {
        let before = |&edge: &EdgeId| self.visited[f.edges[edge].src.0 as usize];
        if !f.blocks[block].preds.iter().all(before) {
            self.phase += 1;
        }
        self.visited[block.0 as usize] = true;
        self.open[block.0 as usize] = true;
        for stmt in f.block_stmts(block) {
            let data = &f.stmts[stmt];
            match data.kind {
                StmtKind::Asm(_) | StmtKind::Call(_) => {
                    self.phase += u32::from(data.vdef.is_some());
                }
                StmtKind::Assign { lhs, code: TreeCode::Single, rhs }
                    if !data.has(StmtFlags::VOLATILE) =>
                {
                    self.note(f, (stmt, block), lhs, true);
                    self.note(f, (stmt, block), rhs[0], false);
                }
                _ => {}
            }
        }
        Step::Continue
    }

    fn after_dom_children(&mut self, _: &mut Function, block: BlockId) {
        self.open[block.0 as usize] = false;
    }
}
