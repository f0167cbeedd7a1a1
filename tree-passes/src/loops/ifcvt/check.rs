//! Whether a loop can do without the branches in it (`if_convertible_loop_p`).
//!
//! What is executed under a condition will be executed always. It must not trap then: what it reads must be read, or be within
//! an array, in each iteration, and what it writes must be written in each.

use super::predicate::{Predicate, Predicates, Shape, either};
use super::say;
use crate::loops::lim::rewrite::may_overflow;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::decl::flag;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::operand_equal::operand_equal;
use gimple::options::Flag;
use gimple::pass::PassContext;
use gimple::ssa::NameFlags;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{ArrayDomain, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::analyses::trap::{may_trap, reference_may_trap};
use tree_ssa::effects::call_effects::{
    binds_to_current_def, builtin_at, flags_of, has_side_effects,
};
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops::exits;

/// Blocks of a loop: where their paths meet is looked for from each of them.
const MOST_BLOCKS: usize = 500;
/// References whose places are not found that are compared with each other.
const MOST_UNPLACED: usize = 50;

/// A loop that can do without branches.
pub(super) struct Convertible {
    /// Its blocks, each after those that lead to it.
    pub body: Vec<BlockId>,
    /// The block by which it is left.
    pub last: BlockId,
    pub predicates: Predicates,
    /// It has stores under conditions, or φs of many values.
    pub needs_version: bool,
    pub has_conditional_stores: bool,
    pub may_overflow: bool,
}

/// The blocks of a loop, nearest to the header first, but each after all that lead to it
/// (`get_loop_body_in_if_conv_order`); nothing where there is no such order.
fn body_in_order(f: &Function, of: LoopId, header: BlockId) -> Option<Vec<BlockId>> {
    let mut near = vec![header];
    let mut place: FxHashMap<BlockId, usize> = FxHashMap::default();
    place.insert(header, 0);
    let mut at = 0;
    while let Some(&block) = near.get(at) {
        at += 1;
        for &edge in &f.blocks[block].succs {
            let dst = f.edges[edge].dst;
            if f.in_loop(dst, of) && !place.contains_key(&dst) {
                place.insert(dst, near.len());
                near.push(dst);
            }
        }
    }
    // The list is gone through again and again, each time taking what can be taken.
    let mut waiting: FxHashMap<BlockId, usize> = FxHashMap::default();
    let mut ready: BinaryHeap<Reverse<(usize, usize)>> = BinaryHeap::new();
    ready.push(Reverse((0, 0)));
    let mut body = Vec::with_capacity(near.len());
    while let Some(Reverse((round, index))) = ready.pop() {
        let block = near[index];
        body.push(block);
        for &edge in &f.blocks[block].succs {
            let dst = f.edges[edge].dst;
            let Some(&next) = place.get(&dst).filter(|_| dst != header) else { continue };
            let left = waiting.entry(dst).or_insert(f.blocks[dst].preds.len());
            *left -= 1;
            if *left == 0 {
                ready.push(Reverse((round + usize::from(next < index), next)));
            }
        }
    }
    (body.len() == near.len()).then_some(body)
}

/// Looks whether a loop can do without branches.
pub(super) fn check(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (tree, evolutions): (&Dominators, &mut Evolutions),
    of: LoopId,
) -> Option<Convertible> {
    let entry = f.loop_data(of)?;
    let (header, latch) = (entry.header, entry.latch.expand()?);
    let [exit] = exits(f, of)[..] else { return None };
    if f.blocks[header].succs.iter().any(|&edge| f.leaves_loop(edge, of)) {
        return None;
    }
    let whole: Vec<BlockId> = tree_ssa::graph::natural_loops::loop_body(f, of);
    let references = references(cx, f, &whole).filter(|_| whole.len() <= MOST_BLOCKS)?;
    let body = body_in_order(f, of, header)?;
    let last = f.edges[exit].src;
    let shape = Shape { of, tree, body: &body, header, latch, last };
    if !blocks_fit(cx, f, &shape) {
        return None;
    }
    let predicates = Predicates::find(cx, f, &shape);
    let mut checking = Checking {
        cx,
        f,
        shape: &shape,
        predicates: &predicates,
        evolutions,
        places: Places::default(),
        conditional_stores: false,
        may_overflow: false,
    };
    checking.note_references(&references);
    let fits = checking.statements_fit();
    let (stores, overflow) = (checking.conditional_stores, checking.may_overflow);
    if !fits {
        predicates.discard(f, &body);
        return None;
    }
    let many = phis_of_many_values(cx, f, &shape);
    if cx.dump.enabled() {
        say(cx, "Applying if-conversion".to_owned());
    }
    Some(Convertible {
        body,
        last,
        predicates,
        needs_version: stores || many,
        has_conditional_stores: stores,
        may_overflow: overflow,
    })
}

/// The statements of a loop that refer to memory; nothing where it does more to memory than that
/// (`find_data_references_in_loop`).
fn references(cx: &PassContext<'_>, f: &Function, body: &[BlockId]) -> Option<Vec<StmtId>> {
    let mut found = Vec::new();
    for &block in body {
        for stmt in f.block_stmts(block) {
            match &f.stmts[stmt].kind {
                StmtKind::Call(call) => {
                    use gimple::builtins::Ecf;
                    if !flags_of(cx.unit, call).intersects(Ecf::CONST | Ecf::PURE) {
                        return None;
                    }
                }
                StmtKind::Asm(asm) if asm.volatile || f.stmts[stmt].has(StmtFlags::VUSE) => {
                    return None;
                }
                StmtKind::Assign { .. } if f.stmts[stmt].has(StmtFlags::VUSE) => found.push(stmt),
                _ => {}
            }
        }
    }
    Some(found)
}

/// Whether the blocks of a loop, without what is in them, can be joined (`if_convertible_bb_p`).
fn blocks_fit(cx: &mut PassContext<'_>, f: &Function, shape: &Shape<'_>) -> bool {
    let mut after_exit = false;
    for &block in shape.body {
        if cx.dump.details() {
            say(cx, format!("----------[{}]-------------", block.0));
        }
        if f.blocks[block].succs.len() > 2 {
            return false;
        }
        let why = match after_exit {
            true if block != shape.latch => "basic block after exit bb but before latch",
            true if f.last_stmt(block).is_some() => "non empty basic block after exit bb",
            true if !shape.tree.dominated_by(block, shape.last) => {
                "latch is not dominated by exit_block"
            }
            _ => "",
        };
        if !why.is_empty() {
            if cx.dump.details() {
                say(cx, why.to_owned());
            }
            return false;
        }
        after_exit |= block == shape.last;
    }
    let plain = |stmt: StmtId| {
        matches!(
            f.stmts[stmt].kind,
            StmtKind::Label(_)
                | StmtKind::Assign { .. }
                | StmtKind::Call(_)
                | StmtKind::Cond { .. }
        )
    };
    let abnormal = |&block: &BlockId| {
        let edges = f.blocks[block].succs.iter().chain(&f.blocks[block].preds);
        edges
            .into_iter()
            .any(|&edge| f.edges[edge].flags.intersects(gimple::cfg::EdgeFlags::COMPLEX))
    };
    shape.body.iter().all(|&block| f.block_stmts(block).all(plain))
        && !shape.body.iter().any(abnormal)
}

/// Whether any block but the header chooses among more than two values, none of which comes from one place only
/// (`if_convertible_phi_p`).
fn phis_of_many_values(cx: &mut PassContext<'_>, f: &Function, shape: &Shape<'_>) -> bool {
    let mut many = false;
    for &block in shape.body {
        for phi in f.phis(block) {
            if cx.dump.details() {
                let text = tree_ssa::dump_text::stmt(cx.unit, f, phi);
                say(cx, format!("-------------------------\n{}", text.trim_start_matches("# ")));
            }
            let args = &f.phi(phi).args;
            many |= block != shape.header && args.len() > 2 && !is_of_two_values(cx, f, phi);
        }
    }
    many
}

/// Whether a φ has two values, one of which comes by one edge, which is not critical
/// (`phi_convertible_by_degenerating_args`).
fn is_of_two_values(cx: &PassContext<'_>, f: &Function, phi: StmtId) -> bool {
    let args = &f.phi(phi).args;
    let first = args[0].value;
    let same = |value: Operand, other: Operand| operand_equal(cx.unit, value, other);
    let Some(second) = args.iter().map(|arg| arg.value).find(|&value| !same(value, first)) else {
        return false;
    };
    let (mut counts, mut places) = ([0, 0], [0, 0]);
    for (place, arg) in args.iter().enumerate() {
        let which = match arg.value {
            value if same(value, first) => 0,
            value if same(value, second) => 1,
            _ => return false,
        };
        counts[which] += 1;
        places[which] = place;
    }
    let Some(alone) = counts.iter().position(|&count| count == 1) else { return false };
    let edge = f.blocks[f.stmts[phi].block].preds[places[alone]];
    f.blocks[f.edges[edge].src].succs.len() == 1
}

/// Under which conditions a place is accessed, and written (`struct ifc_dr`).
#[derive(Default)]
struct Places {
    by_address: FxHashMap<(ExprId, i64), usize>,
    /// References whose address is not known, by themselves.
    unplaced: Vec<(Operand, usize)>,
    of_stmt: FxHashMap<StmtId, usize>,
    accessed: Vec<[Predicate; 2]>,
    /// What is written in some iteration of each.
    written: FxHashSet<Operand>,
}

struct Checking<'a, 'd> {
    cx: &'a mut PassContext<'d>,
    f: &'a Function,
    shape: &'a Shape<'a>,
    predicates: &'a Predicates,
    evolutions: &'a mut Evolutions,
    places: Places,
    conditional_stores: bool,
    may_overflow: bool,
}

impl<'d> Checking<'_, 'd> {
    fn scev(&mut self) -> Scev<'_, 'd> {
        Scev::new(self.cx, self.f, self.shape.tree, self.evolutions)
    }

    /// Notes under which conditions what is accessed is
    /// (`hash_memrefs_baserefs_and_store_DRs_read_written_info`).
    fn note_references(&mut self, stmts: &[StmtId]) {
        for &stmt in stmts {
            let StmtKind::Assign { lhs, rhs, .. } = self.f.stmts[stmt].kind else { continue };
            for (op, writes) in [(lhs, true), (rhs[0], false)] {
                if !self.cx.unit.is_memory_operand(op) {
                    continue;
                }
                let place = self.place(stmt, op);
                self.places.of_stmt.entry(stmt).or_insert(place);
                let condition = self.predicates.of(self.f.stmts[stmt].block).clone();
                let first = usize::from(!writes);
                for which in first..2 {
                    let known = self.places.accessed[place][which].clone();
                    // What is one of several conditions stays that, unless it is always so.
                    if condition == Predicate::True || !matches!(known, Predicate::Or(..)) {
                        self.places.accessed[place][which] =
                            either(self.cx, self.f, condition.clone(), known);
                    }
                }
                let base = self.cx.unit.trees.base_address(op);
                if writes && condition == Predicate::True {
                    self.places.written.insert(base);
                }
            }
        }
    }

    /// The number of the place that is accessed.
    fn place(&mut self, stmt: StmtId, op: Operand) -> usize {
        let mut part = op;
        while let Some(id) = part.tree()
            && let TreeKind::ComponentRef { base, .. }
            | TreeKind::Realpart(base)
            | TreeKind::Imagpart(base) = *self.cx.unit.trees.kind(id)
        {
            part = base;
        }
        let of = self.shape.of;
        let new = self.places.accessed.len();
        let found = match self.scev().data_ref(of, stmt, op) {
            Some(known) if part == op => {
                *self.places.by_address.entry((known.base, known.step)).or_insert(new)
            }
            _ => {
                let unit = &*self.cx.unit;
                let list = &mut self.places.unplaced;
                let known = list.iter().find(|entry| operand_equal(unit, entry.0, part));
                let found = known.map_or(new, |entry| entry.1);
                if found == new && list.len() < MOST_UNPLACED {
                    list.push((part, new));
                }
                found
            }
        };
        if found == new {
            self.places.accessed.push([Predicate::False, Predicate::False]);
        }
        found
    }

    fn statements_fit(&mut self) -> bool {
        for &block in self.shape.body {
            if self.shape.is_always_executed(block) {
                continue;
            }
            for stmt in self.f.block_stmts(block) {
                if !self.statement_fits(stmt) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether a statement can be executed always (`if_convertible_stmt_p`).
    fn statement_fits(&mut self, stmt: StmtId) -> bool {
        match &self.f.stmts[stmt].kind {
            StmtKind::Assign { .. } => self.assignment_fits(stmt),
            StmtKind::Call(call) => {
                use gimple::builtins::Ecf;
                let flags = flags_of(self.cx.unit, call);
                flags.intersects(Ecf::CONST)
                    && !flags.intersects(Ecf::LOOPING)
                    && builtin_at(self.cx.unit, self.f, stmt).is_some()
            }
            _ => true,
        }
    }

    fn assignment_fits(&mut self, stmt: StmtId) -> bool {
        let StmtKind::Assign { lhs, code, rhs } = self.f.stmts[stmt].kind else { return false };
        if self.cx.dump.details() {
            let text = tree_ssa::dump_text::stmt(self.cx.unit, self.f, stmt);
            say(self.cx, format!("-------------------------\n{text}"));
        }
        let unit = &*self.cx.unit;
        let ty = unit.type_of(self.f, lhs);
        if !unit.types.is_register_type(ty) {
            return false;
        }
        let abnormal = |name| self.f.names[name].has(NameFlags::ABNORMAL);
        if has_side_effects(unit, self.f, stmt) || lhs.ssa().is_some_and(abnormal) {
            if self.cx.dump.details() {
                say(self.cx, "stmt not suitable for ifcvt".to_owned());
            }
            return false;
        }
        let reads = code == TreeCode::Single && unit.is_memory_operand(rhs[0]);
        let operation = code != TreeCode::Single && self.operation_may_trap(code, rhs);
        let memory = reads && reference_may_trap(unit, self.f, rhs[0])
            || unit.is_memory_operand(lhs) && reference_may_trap(unit, self.f, lhs);
        if operation || memory && !self.never_traps(stmt) {
            if self.cx.dump.details() {
                say(self.cx, "tree could trap...".to_owned());
            }
            return false;
        }
        self.may_overflow |= may_overflow(self.cx, self.f, stmt);
        self.conditional_stores |= self.f.stmts[stmt].vdef.is_some();
        true
    }

    /// Whether an operation traps for some operands; floating point does only where anybody looks.
    fn operation_may_trap(&self, code: TreeCode, rhs: [Operand; 3]) -> bool {
        let ty = self.cx.unit.type_of(self.f, rhs[0]);
        let looked_at = self.cx.options.on(Flag::TrappingMath);
        may_trap(self.cx.unit, self.f, code, rhs) && (looked_at || !self.cx.unit.types.is_real(ty))
    }

    /// Whether what a statement accesses can be accessed in each iteration (`ifcvt_memrefs_wont_trap`).
    fn never_traps(&mut self, stmt: StmtId) -> bool {
        let StmtKind::Assign { lhs, rhs, .. } = self.f.stmts[stmt].kind else { return false };
        let Some(&place) = self.places.of_stmt.get(&stmt) else { return false };
        let [written, accessed] =
            [0, 1].map(|which| self.places.accessed[place][which] == Predicate::True);
        if written {
            return true;
        }
        let writes = self.cx.unit.is_memory_operand(lhs);
        let reference = if writes { lhs } else { rhs[0] };
        if !accessed && !self.is_within_arrays(reference) {
            return false;
        }
        if !writes {
            return true;
        }
        let base = self.cx.unit.trees.base_address(lhs);
        let writable = base.decl().is_some_and(|decl| {
            binds_to_current_def(self.cx.unit, self.cx.options, decl)
                && !self.cx.unit.decls[decl].has(flag::READONLY)
        });
        (writable || self.places.written.contains(&base))
            && self.cx.options.on(Flag::AllowStoreDataRaces)
    }

    /// Whether all indices of a reference are within their arrays (`ref_within_array_bound`).
    fn is_within_arrays(&mut self, reference: Operand) -> bool {
        let mut at = reference;
        while let Some(id) = at.tree() {
            at = match *self.cx.unit.trees.kind(id) {
                TreeKind::ArrayRef { base, index } => {
                    if !self.is_within(base, index) {
                        return false;
                    }
                    base
                }
                TreeKind::ComponentRef { base, .. }
                | TreeKind::Realpart(base)
                | TreeKind::Imagpart(base) => base,
                _ => return false,
            };
        }
        at.decl().is_some()
    }

    /// Whether an index is within its array in all iterations.
    fn is_within(&mut self, array: Operand, index: Operand) -> bool {
        let unit = &*self.cx.unit;
        let ty = unit.type_of(self.f, array);
        let TypeKind::Array { domain: ArrayDomain::Count(count), .. } = *unit.types.kind(ty) else {
            return false;
        };
        let last = i128::from(count) - 1;
        if let Some(index) = unit.as_int(index) {
            return (0..=last).contains(&index);
        }
        let (Some(name), of) = (index.ssa(), self.shape.of) else { return false };
        let mut scev = self.scev();
        let evolution = scev.evolution_of(of, name);
        let evolution = scev.instantiate_parameters(of, evolution);
        let Some((around, base, step)) = scev.state.exprs.chrec(evolution) else { return false };
        let [base, step] = [base, step].map(|id| {
            let op = scev.state.exprs.operand(id);
            scev.unit.as_int(op)
        });
        let (Some(base), Some(step)) = (base, step) else { return false };
        let Some(times) = scev.max_iterations(of) else { return false };
        let room = if step < 0 { base } else { last - base };
        around == of
            && (0..=last).contains(&base)
            && step != 0
            && times <= room.div_euclid(step.abs())
    }
}
