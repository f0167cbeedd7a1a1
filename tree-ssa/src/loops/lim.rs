//! Pass `lim`: moves loop-invariant computations out of loops.
//!
//! ```text
//! <bb 3> :                               <bb 5> :   (preheader)
//! # i_1 = PHI <0(2), i_4(3)>             _2 = k_3(D) * 7;
//! _2 = k_3(D) * 7;                  =>
//! ...                                    <bb 3> :
//! if (i_4 < n_5(D)) goto <bb 3>;         ...
//! ```
//!
//! For each statement the outermost loop is found in which all its operands are invariant; a load must not be touched by
//! a store of that loop. What is expensive moves to that loop's preheader, together with the cheap computations it needs.
//! What may trap moves only out of a loop each of whose iterations begins with it. Linear in statements and depth of
//! nesting; questions about stores are limited.

use crate::analyses;
use crate::dump_text;
use crate::graph::cfg_edit::{SwitchCases, insert_on_edge};
use crate::graph::dominance::{Direction, Dominators};
use crate::loops::natural_loops;
use crate::loops::preheader::{preheader_edge, simplify_loops};
use crate::memory::alias::{Access, Base, Oracle};
use dumps::Dump;
use gimple::cfg::{BlockId, EdgeId};
use gimple::claims::{self, Claim};
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::decl::flag;
use gimple::function::{Function, prop};
use gimple::loops::Loops;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{SsaName, name_flag};
use gimple::stmt::{StmtId, StmtKind, stmt_flag};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt::Write;

/// The cost from which on a statement is worth moving (`--param lim-expensive`).
const EXPENSIVE: u32 = 20;
/// Stores of a loop that a load is compared with.
const MAX_STORES: usize = 64;
/// Questions about loads and stores in one function.
const MAX_QUERIES: u32 = 20_000;

/// The instance that stands between `loopinit` and `loopdone`.
const AMONG_LOOP_PASSES: u32 = 4;

/// `lim` for the pass table.
pub const PASS: Pass = Pass::tree("lim", execute)
    .gate(|options, _| options.on(Flag::TreeLoopIm))
    .requires(prop::CFG | prop::SSA)
    .follows(&[("ch", "behind a copied header it is known that the body runs")]);

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    // The loop passes, among which is the last instance, list their loops once, and clean up once.
    let alone = cx.pass.instance < AMONG_LOOP_PASSES;
    let mut silent = Dump::off();
    simplify_loops(cx.unit, f, if alone { &mut cx.dump } else { &mut silent });
    let Some(table) = f.loops.clone().filter(|loops| loops.table.len() > 1) else {
        return Todo::NONE;
    };
    let tree = analyses::take_dominators(f, Direction::Dominators);
    let mut lim = Lim {
        oracle: Oracle::new(cx.options),
        stores: stores_of_loops(f, &table),
        begins_iteration: always_executed(f, &tree, &table),
        table,
        facts: FxHashMap::default(),
        queries: 0,
    };
    let order = analyses::reverse_post_order(f);
    for &block in order.iter() {
        for stmt in f.block_stmts(block) {
            lim.statement(cx, f, stmt);
        }
    }
    cx.claim(f, |_, f| lim.claims(f));
    lim.move_statements(cx, f, &order);
    analyses::keep_dominators(f, tree);
    if alone { Todo::NONE } else { Todo::CLEANUP_CFG }
}

/// What is known of a statement in a loop.
struct Facts {
    /// The outermost loop it is invariant in.
    invariant_in: u32,
    cost: u32,
    /// Definitions in loops that it needs.
    needs: Vec<StmtId>,
    /// The loop it leaves.
    leaves: Option<u32>,
}

struct Lim {
    oracle: Oracle,
    table: Loops,
    /// The statements of each loop, inner ones included, that have a virtual definition; `None` where they are many.
    stores: Vec<Option<Vec<StmtId>>>,
    /// Whether every iteration of a block's loop runs it before anything can leave the loop.
    begins_iteration: Vec<bool>,
    facts: FxHashMap<StmtId, Facts>,
    queries: u32,
}

/// How freely a statement may move.
#[derive(PartialEq)]
enum Freedom {
    None,
    /// Only where it would have been executed anyway.
    IfExecuted,
    Free,
}

impl Lim {
    fn depth(&self, number: u32) -> u32 {
        self.table.table[number as usize].depth
    }

    /// The loop around `number` (or itself) at a depth.
    fn at_depth(&self, mut number: u32, depth: u32) -> u32 {
        while self.depth(number) > depth {
            number = self.table.table[number as usize].outer;
        }
        number
    }

    /// That what may move does not change in the loops it may leave.
    fn claims(&self, f: &Function) -> Vec<Claim> {
        let names = claims::computed_names(f);
        names
            .filter_map(|name| {
                let facts = self.facts.get(&f.names[name].def)?;
                let header = self.table.table[facts.invariant_in as usize].header;
                Some(Claim::Invariant(name, header))
            })
            .collect()
    }

    /// Finds out how far a statement can move (`determine_max_movement`).
    fn statement(&mut self, cx: &mut PassContext<'_>, f: &Function, stmt: StmtId) {
        let unit = &*cx.unit;
        let block = f.stmts[stmt].block;
        let own = f.block_info[block].loop_father;
        if own == 0 || own as usize >= self.table.table.len() {
            return;
        }
        let freedom = freedom(unit, f, stmt);
        if freedom == Freedom::None {
            return;
        }
        let mut level = self.at_depth(own, 1);
        if freedom == Freedom::IfExecuted {
            if !self.begins_iteration[block.0 as usize] {
                return;
            }
            level = own;
        }
        let mut cost = stmt_cost(unit, f, stmt);
        let mut needs = Vec::new();
        let mut names: SmallVec<[SsaName; 4]> = SmallVec::new();
        f.for_each_read(stmt, &mut |op| unit.for_each_ssa(op, &mut |name| names.push(name)));
        for name in names {
            let Some(def) = f.names[name].def.expand() else { continue };
            let Some(outermost) = self.invariant_level(f, own, def) else { return };
            if self.depth(outermost) > self.depth(level) {
                level = outermost;
            }
            if let Some(facts) = self.facts.get(&def) {
                cost += if f.has_single_use(name) { facts.cost } else { 0 };
                needs.push(def);
            }
        }
        if f.stmts[stmt].vuse.is_some() {
            match self.untouched_level(unit, f, stmt, own, level) {
                Some(outermost) => level = outermost,
                None => return,
            }
        }
        self.facts.insert(stmt, Facts { invariant_in: level, cost, needs, leaves: None });
        if cost >= EXPENSIVE && cx.dbg_cnt(Counter::Lim) {
            self.leave(f, stmt, level);
        }
    }

    /// The outermost loop around a use in loop `own` in which a definition is invariant.
    fn invariant_level(&self, f: &Function, own: u32, def: StmtId) -> Option<u32> {
        let home = f.block_info[f.stmts[def].block].loop_father;
        let mut common = self.common_loop(own, home);
        if let Some(facts) = self.facts.get(&def) {
            let around = self.table.table[facts.invariant_in as usize].outer;
            common = self.common_loop(common, around);
        }
        (common != own).then(|| self.at_depth(own, self.depth(common) + 1))
    }

    fn common_loop(&self, mut a: u32, mut b: u32) -> u32 {
        while a != b {
            if self.depth(a) >= self.depth(b) {
                a = self.table.table[a as usize].outer;
            } else {
                b = self.table.table[b as usize].outer;
            }
        }
        a
    }

    /// The outermost loop from `level` inwards to `own` no store of which touches what a load reads.
    fn untouched_level(
        &mut self,
        unit: &Unit,
        f: &Function,
        stmt: StmtId,
        own: u32,
        level: u32,
    ) -> Option<u32> {
        let StmtKind::Assign { rhs, .. } = f.stmts[stmt].kind else { return None };
        let access = Access::of(unit, f, rhs[0]);
        for depth in self.depth(level)..=self.depth(own) {
            let number = self.at_depth(own, depth);
            let Some(stores) = &self.stores[number as usize] else { continue };
            self.queries += stores.len() as u32;
            let touched = self.queries >= MAX_QUERIES
                || access.base == Base::Unknown
                || stores
                    .iter()
                    .any(|&store| self.oracle.stmt_may_clobber(unit, f, store, &access, true));
            if !touched {
                return Some(number);
            }
        }
        None
    }

    /// Lets a statement leave a loop, and what it needs and is in that loop (`set_level`).
    fn leave(&mut self, f: &Function, stmt: StmtId, level: u32) {
        let mut work = vec![stmt];
        while let Some(stmt) = work.pop() {
            let Some(facts) = self.facts.get(&stmt) else { continue };
            let home = f.block_info[f.stmts[stmt].block].loop_father;
            let already = facts.leaves.is_some_and(|l| self.depth(l) <= self.depth(level));
            if already || !natural_loops::nested_in(&self.table, home, level) {
                continue;
            }
            work.extend_from_slice(&facts.needs);
            if let Some(facts) = self.facts.get_mut(&stmt) {
                facts.leaves = Some(level);
            }
        }
    }

    /// Moves what leaves a loop to the loop's preheader, definitions before uses (`move_computations`).
    fn move_statements(&mut self, cx: &mut PassContext<'_>, f: &mut Function, order: &[BlockId]) {
        let mut cases = SwitchCases::default();
        let mut edges: FxHashMap<u32, Option<EdgeId>> = FxHashMap::default();
        let mut batches: Vec<(u32, Vec<StmtId>)> = Vec::new();
        for &block in order {
            for stmt in f.block_stmts(block).collect::<Vec<_>>() {
                let Some(level) = self.facts.get(&stmt).and_then(|facts| facts.leaves) else {
                    continue;
                };
                match batches.iter_mut().find(|batch| batch.0 == level) {
                    Some(batch) => batch.1.push(stmt),
                    None => batches.push((level, vec![stmt])),
                }
            }
        }
        // Outer loops first: what inner preheaders get may use it.
        batches.sort_by_key(|batch| self.depth(batch.0));
        for (level, stmts) in &batches {
            let edge = *edges.entry(*level).or_insert_with(|| preheader_edge(f, *level));
            let Some(edge) = edge else { return };
            for &stmt in stmts {
                self.say(cx, f, stmt, *level);
                f.unlink_stmt(stmt);
                take_state_on_entry(f, stmt, edge);
            }
            let into = insert_on_edge(cx.unit, f, edge, stmts, &mut cases);
            if f.edges[edge].dst == into {
                // The edge was split: what comes next goes behind.
                edges.insert(*level, f.single_succ(into));
            }
        }
    }

    fn say(&self, cx: &mut PassContext<'_>, f: &Function, stmt: StmtId, level: u32) {
        if cx.dump.details() {
            let text = dump_text::stmt(cx.unit, f, stmt);
            let cost = self.facts.get(&stmt).map_or(0, |facts| facts.cost);
            // Errors of the dump's file wait in the dump manager.
            let _ =
                writeln!(cx.dump, "Moving statement\n{text}\n(cost {cost}) out of loop {level}.\n");
        }
    }
}

/// A load moved to the entry of a loop reads the memory as it is there.
fn take_state_on_entry(f: &mut Function, stmt: StmtId, entry: EdgeId) {
    if f.stmts[stmt].vuse.is_none() {
        return;
    }
    let header = f.edges[entry].dst;
    let state = f.phis(header).find_map(|phi| {
        let virtual_ = f.is_virtual_phi(phi);
        virtual_.then(|| f.phi_arg(phi, entry).ssa()).flatten()
    });
    if let Some(state) = state {
        f.set_vuse(stmt, state);
    }
}

/// Whether and how a statement may move (`movement_possibility`).
fn freedom(unit: &Unit, f: &Function, stmt: StmtId) -> Freedom {
    let data = &f.stmts[stmt];
    let StmtKind::Assign { lhs: Operand::Ssa(name), code, rhs } = data.kind else {
        return Freedom::None;
    };
    let abnormal = |name: SsaName| f.names[name].has(name_flag::ABNORMAL);
    let mut bound = abnormal(name);
    rhs.iter().for_each(|&op| unit.for_each_ssa(op, &mut |used| bound |= abnormal(used)));
    if bound || data.flags & (stmt_flag::VOLATILE | stmt_flag::VDEF) != 0 {
        return Freedom::None;
    }
    if may_trap(unit, f, code, rhs) { Freedom::IfExecuted } else { Freedom::Free }
}

/// Whether evaluating an assignment's right-hand side may trap (`gimple_could_trap_p`).
pub fn may_trap(unit: &Unit, f: &Function, code: TreeCode, rhs: [Operand; 3]) -> bool {
    let ty = unit.type_of(f, rhs[0]);
    match code {
        TreeCode::Single => unit.is_memory_operand(rhs[0]) && reference_may_trap(unit, f, rhs[0]),
        TreeCode::TruncDiv | TreeCode::ExactDiv | TreeCode::TruncMod => {
            unit.as_int(rhs[1]).is_none_or(|divisor| divisor == 0)
        }
        TreeCode::Plus | TreeCode::Minus | TreeCode::Mult | TreeCode::Negate | TreeCode::Abs
            if unit.overflow_traps(ty) =>
        {
            true
        }
        _ => !(unit.types.is_integral(ty) || unit.types.is_pointer(ty)),
    }
}

/// Whether reading a reference may trap: through a pointer, outside an array, or of what may not be there at all.
pub fn reference_may_trap(unit: &Unit, f: &Function, op: Operand) -> bool {
    let mut at = op;
    while let Operand::Tree(id) = at {
        at = match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, .. }
            | TreeKind::Realpart(base)
            | TreeKind::Imagpart(base) => base,
            _ => {
                let access = Access::of(unit, f, op);
                let Base::Decl(var) = access.base else { return true };
                if may_be_missing(unit, Operand::Decl(var)) {
                    return true;
                }
                let bits = unit.types.bits(unit.decls[var].ty);
                return !access.is_exact()
                    || access.offset < 0
                    || access.size.zip(bits).is_none_or(|(size, all)| access.offset + size > all);
            }
        };
    }
    may_be_missing(unit, at)
}

/// Whether an object is declared weak and defined nowhere in the unit.
fn may_be_missing(unit: &Unit, op: Operand) -> bool {
    let Operand::Decl(var) = op else { return false };
    let decl = &unit.decls[var];
    decl.has(flag::WEAK) && decl.has(flag::EXTERNAL)
}

/// What a statement costs (`stmt_cost`).
fn stmt_cost(unit: &Unit, f: &Function, stmt: StmtId) -> u32 {
    let StmtKind::Assign { code, rhs, .. } = f.stmts[stmt].kind else { return 1 };
    use TreeCode::*;
    match code {
        Single if unit.is_memory_operand(rhs[0]) => EXPENSIVE,
        Single => u32::from(unit.addressed(rhs[0]).is_some()),
        Mult | WidenMult | MultHighpart | TruncDiv | ExactDiv | TruncMod | Rdiv | Lshift
        | Rshift | Lrotate | Rrotate | DotProd => EXPENSIVE,
        _ if unit.types.is_real(unit.type_of(f, rhs[0])) => EXPENSIVE,
        _ => 1,
    }
}

/// The stores of each loop, those of inner ones included.
fn stores_of_loops(f: &Function, table: &Loops) -> Vec<Option<Vec<StmtId>>> {
    let mut stores: Vec<Option<Vec<StmtId>>> = vec![Some(Vec::new()); table.table.len()];
    for block in f.block_order() {
        for stmt in f.block_stmts(block).filter(|&stmt| f.stmts[stmt].vdef.is_some()) {
            let mut number = f.block_info[block].loop_father;
            while let Some(list) = stores.get_mut(number as usize) {
                match list {
                    Some(all) if all.len() < MAX_STORES => all.push(stmt),
                    // All loops around have many, too.
                    Some(_) => *list = None,
                    None => break,
                }
                number = table.table[number as usize].outer;
            }
        }
    }
    // A loop around one with many stores has many.
    for number in natural_loops::preorder(table).into_iter().skip(1).rev() {
        let number = number as usize;
        let outer = table.table[number].outer as usize;
        if stores[number].is_none() && outer < stores.len() {
            stores[outer] = None;
        }
    }
    stores
}

/// For each block, whether every iteration of its innermost loop runs it before the loop can be left or a call may not
/// return (`fill_always_executed_in`).
fn always_executed(f: &Function, tree: &Dominators, table: &Loops) -> Vec<bool> {
    let mut always = vec![false; f.blocks.len()];
    for (number, entry) in table.table.iter().enumerate().skip(1).filter(|(_, l)| l.live) {
        let mut block = entry.header;
        loop {
            if f.block_info[block].loop_father != number as u32 {
                break;
            }
            always[block.0 as usize] = true;
            let leaves = f.blocks[block]
                .succs
                .iter()
                .any(|&edge| !natural_loops::in_loop(f, f.edges[edge].dst, number as u32));
            let stops = f.block_stmts(block).any(|stmt| {
                matches!(f.stmts[stmt].kind, StmtKind::Call(_) | StmtKind::Asm(_))
                    && f.stmts[stmt].vdef.is_some()
            });
            // Only straight on: behind a branch there may be another way out.
            let Some(next) = f.single_succ(block).map(|edge| f.edges[edge].dst) else { break };
            if leaves || stops || next == entry.header || !tree.dominated_by(next, block) {
                break;
            }
            block = next;
        }
    }
    always
}
