//! Pass `phiprop`: loads through a pointer that is one of several addresses become loads on the paths that choose it.
//!
//! ```text
//! <bb 3> :                          <bb 3> :
//!                                   _6 = b;
//! <bb 4> :                    =>    <bb 4> :
//! # p_1 = PHI <&a(2), &b(3)>        # p_1 = PHI <&a(5), &b(3)>
//! _4 = *p_1;                        # _4 = PHI <_5(5), _6(3)>
//! ```
//!
//! What is loaded may become a register then: `a` need not be in memory any more. The load must be done whenever the
//! pointer is chosen, and see memory as it is on the paths there. A pointer chosen among pointers that have been loaded
//! through already takes what was loaded. Linear in φ arguments and uses.

use dumps::putln;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use tree_ssa::dump_text;
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit;
use tree_ssa::fold::gimple_fold;
use tree_ssa::graph::analyses;
use tree_ssa::graph::analyses::PostDominators;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::ssa::update_ssa;

/// Copies gone through to an address.
const COPIES: usize = 16;
/// Uses of a state of memory that are looked at.
const USES: usize = 64;

/// `phiprop` for the pass table.
pub const PASS: Pass = Pass::tree("phiprop", execute)
    .gate(|options, _| options.on(Flag::TreePhiprop))
    .requires(Prop::CFG_SSA)
    .todo(Todo::UPDATE_SSA);

/// What was loaded through a pointer, and the state of memory then.
#[derive(Clone, Copy)]
struct Loaded {
    value: SsaName,
    memory: SsaName,
}

struct Phiprop<'a> {
    dominators: &'a Dominators,
    post: &'a Dominators,
    loaded: FxHashMap<SsaName, Loaded>,
    /// Loads to be put on edges.
    pending: FxHashMap<EdgeId, Vec<StmtId>>,
}

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let chooses = |&phi: &StmtId| {
        may_be_loaded_through(cx.unit, f, f.phi(phi).result)
            && f.phi(phi).args.iter().all(|arg| source(cx.unit, f, arg.value, |_| false).is_some())
    };
    if !f.block_iter().any(|block| f.phis(block).any(|phi| chooses(&phi))) {
        return Todo::NONE;
    }
    let dominators = analyses::analysis::<Dominators>(f);
    let post = analyses::analysis::<PostDominators>(f);
    let mut pass = Phiprop {
        dominators: &dominators,
        post: &post,
        loaded: FxHashMap::default(),
        pending: FxHashMap::default(),
    };
    for &block in dominators.preorder() {
        let abnormal = |&edge: &EdgeId| f.edges[edge].flags.intersects(EdgeFlags::COMPLEX);
        if f.blocks[block].preds.iter().any(abnormal) {
            continue;
        }
        for phi in f.phis(block).collect::<Vec<_>>() {
            pass.look_at(cx, f, block, phi);
        }
    }
    let pending = pass.pending;
    if !pending.is_empty() {
        cfg_edit::commit_edge_insertions(cx.unit, f, pending);
        update_ssa::mark_virtuals(f);
    }
    Todo::NONE
}

/// Whether a name is a pointer to something that a register holds.
fn may_be_loaded_through(unit: &Unit, f: &Function, name: SsaName) -> bool {
    let pointee = unit.types.pointee(f.names[name].ty);
    pointee.is_some_and(|pointee| unit.types.is_register_type(pointee))
}

/// The address that a value is a copy of, or a name on the way there at which to stop.
fn source(
    unit: &Unit,
    f: &Function,
    value: Operand,
    stop: impl Fn(SsaName) -> bool,
) -> Option<Operand> {
    let mut op = value;
    for _ in 0..COPIES {
        let Operand::Ssa(name) = op else { break };
        if stop(name) {
            return Some(op);
        }
        let def = f.names[name].def.expand()?;
        let StmtKind::Assign { code: TreeCode::Single, rhs, .. } = f.stmts[def].kind else {
            return None;
        };
        op = rhs[0];
    }
    unit.addressed(op).map(|_| op)
}

impl Phiprop<'_> {
    fn look_at(&mut self, cx: &mut PassContext<'_>, f: &mut Function, block: BlockId, phi: StmtId) {
        let pointer = f.phi(phi).result;
        if !may_be_loaded_through(cx.unit, f, pointer) {
            return;
        }
        let mut ty = None;
        for index in 0..f.phi(phi).args.len() {
            let arg = f.phi(phi).args[index].value;
            match self.source(cx.unit, f, arg) {
                Some(Operand::Ssa(name)) => {
                    let value = f.names[self.loaded[&name].value].ty;
                    if ty.is_some_and(|ty| !cx.unit.types.same_main(ty, value))
                        || !self.still_holds(f, name, block)
                    {
                        return;
                    }
                    ty = Some(value);
                }
                Some(_) => {}
                None => return,
            }
        }
        self.replace_loads(cx, f, (block, phi), pointer, ty);
    }

    /// The address that an argument is a copy of, or a pointer that has been loaded through.
    fn source(&self, unit: &Unit, f: &Function, arg: Operand) -> Option<Operand> {
        source(unit, f, arg, |name| self.loaded.contains_key(&name))
    }

    /// Whether memory is as it was when a pointer was loaded through, on entry to a block.
    fn still_holds(&self, f: &Function, pointer: SsaName, block: BlockId) -> bool {
        let memory = self.loaded[&pointer].memory;
        let mut seen = 0;
        f.imm_uses(memory).all(|node| {
            seen += 1;
            let user = &f.stmts[node.stmt];
            let changes = f.is_phi(node.stmt) || user.vdef.is_some();
            // What changes it must come after the block.
            seen <= USES && (!changes || self.dominators.dominated_by(user.block, block))
        })
    }

    /// Replaces the loads through a φ's result that are done in any case.
    fn replace_loads(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        (block, phi): (BlockId, StmtId),
        pointer: SsaName,
        ty: Option<TypeId>,
    ) {
        let mut ty = ty;
        let mut value: Option<SsaName> = None;
        for stmt in f.use_stmts(pointer) {
            let Some((result, reference)) = self.load(cx.unit, f, stmt, block, pointer) else {
                continue;
            };
            let own = f.names[result].ty;
            if ty.is_some_and(|ty| !cx.unit.types.same_main(ty, own)) {
                continue;
            }
            match value {
                None => {
                    let memory = f.stmts[stmt].vuse;
                    self.insert_phi(cx, f, (block, phi), stmt, (result, reference));
                    self.loaded.insert(pointer, Loaded { value: result, memory });
                    value = Some(result);
                    ty = Some(own);
                }
                Some(value) => {
                    f.set_vuse(stmt, SsaName::NONE);
                    edit::set_value(cx.unit, f, stmt, Operand::Ssa(value));
                }
            }
        }
    }

    /// The name that a statement loads through the pointer, and the reference, if the load may as well be done on the
    /// edges into the block.
    fn load(
        &self,
        unit: &Unit,
        f: &Function,
        stmt: StmtId,
        block: BlockId,
        pointer: SsaName,
    ) -> Option<(SsaName, Operand)> {
        let StmtKind::Assign { lhs: Operand::Ssa(result), code: TreeCode::Single, rhs } =
            f.stmts[stmt].kind
        else {
            return None;
        };
        let TreeKind::MemRef { base: Operand::Ssa(base), offset: 0, .. } =
            *unit.trees.kind(rhs[0].tree()?)
        else {
            return None;
        };
        let data = &f.stmts[stmt];
        if base != pointer
            || data.has(StmtFlags::VOLATILE)
            || f.names[result].has(NameFlags::ABNORMAL)
            || !self.post.dominated_by(block, data.block)
        {
            return None;
        }
        let changed = f.names[data.vuse.expand()?].def.expand();
        let before = changed.is_none_or(|def| {
            let at = f.stmts[def].block;
            at != block && self.dominators.dominated_by(block, at)
        });
        before.then_some((result, rhs[0]))
    }

    /// Makes the result of a load that of a φ over loads on the edges.
    fn insert_phi(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        (block, phi): (BlockId, StmtId),
        load: StmtId,
        (result, reference): (SsaName, Operand),
    ) {
        if cx.dump.details() {
            let text = dump_text::stmt(cx.unit, f, load);
            putln!(cx.dump, "Inserting PHI for result of load {text}");
        }
        f.detach_stmt(load);
        let new = f.create_phi(result, block);
        for index in 0..f.blocks[block].preds.len() {
            let edge = f.blocks[block].preds[index];
            let arg = f.phi_arg(phi, edge);
            let value = match self.source(cx.unit, f, arg) {
                Some(Operand::Ssa(name)) => {
                    let value = self.loaded[&name].value;
                    self.say(
                        cx,
                        f,
                        arg,
                        &format!("reusing PHI result {}", dump_text::name(cx.unit, f, value)),
                    );
                    value
                }
                _ => self.load_on(cx, f, edge, arg, reference),
            };
            f.add_phi_arg(new, edge, Operand::Ssa(value), Location::UNKNOWN);
        }
        if cx.dump.details() {
            let text = dump_text::stmt(cx.unit, f, new);
            putln!(cx.dump, "{text}");
        }
    }

    /// Makes a load for an edge.
    fn load_on(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        edge: EdgeId,
        arg: Operand,
        reference: Operand,
    ) -> SsaName {
        let ty = cx.unit.types.main_variant(cx.unit.type_of(f, reference));
        let name = f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
        let address = self.source(cx.unit, f, arg).filter(|&op| {
            let mut names = false;
            cx.unit.for_each_ssa(op, &mut |_| names = true);
            !names
        });
        let address = address.unwrap_or(arg);
        let from = cx.unit.replace_ssa(reference, &mut |_| Some(address));
        let stmt = Cursor::nowhere().copy(cx.unit, f, Operand::Ssa(name), from);
        gimple_fold::fold_stmt_inplace(cx.unit, f, cx.options, stmt);
        let text = dump_text::stmt(cx.unit, f, stmt);
        self.say(cx, f, arg, &format!("inserting load {text}"));
        self.pending.entry(edge).or_default().push(stmt);
        name
    }

    fn say(&self, cx: &mut PassContext<'_>, f: &Function, arg: Operand, what: &str) {
        if cx.dump.details() {
            let arg = dump_text::operand(cx.unit, f, arg);
            putln!(cx.dump, "  for edge defining {arg} {what}");
        }
    }
}
