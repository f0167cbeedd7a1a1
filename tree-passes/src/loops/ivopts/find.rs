//! What grows by the same in each iteration of a loop.

use super::{Invariants, Iv, Work};
use gimple::builtins::Builtin;
use gimple::cfg::{BlockId, EdgeId, NO_COUNT};
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::simplify::Subject;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Callee, StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use tree_ssa::analyses::scev::Scev;
use tree_ssa::analyses::scev::expr::{ExprId, Node};
use tree_ssa::analyses::sums::{bits_of, expression, is_simple, object, sum_of};
use tree_ssa::effects::call_effects;
use tree_ssa::profile::is_hot;

impl Work {
    pub(super) fn new(
        cx: &PassContext<'_>,
        f: &Function,
        of: LoopId,
        body: Vec<BlockId>,
        (entry, latch): (EdgeId, EdgeId),
    ) -> Work {
        let mut places = FxHashMap::default();
        let mut calls = false;
        for &block in &body {
            for (place, stmt) in f.block_stmts(block).enumerate() {
                places.insert(stmt, place as u32 + 1);
                calls |= is_real_call(cx.unit, f, stmt);
            }
        }
        let known = |block: BlockId| f.block_info[block].count;
        let greatest_count = f.block_iter().map(known).filter(|&count| count != NO_COUNT).max();
        let header = f.edges[entry].dst;
        let for_speed = body.iter().any(|&block| is_hot(cx.unit, cx.options, f, block))
            && is_hot(cx.unit, cx.options, f, header);
        Work {
            of,
            body,
            entry,
            latch,
            places,
            ivs: BTreeMap::new(),
            invariant_values: FxHashMap::default(),
            groups: Vec::new(),
            candidates: Vec::new(),
            ways: Vec::new(),
            invariants: Invariants::default(),
            niters: FxHashMap::default(),
            expressions: FxHashMap::default(),
            consider_all: false,
            registers: 0,
            calls,
            rounds: 1,
            for_speed,
            greatest_count: greatest_count.unwrap_or(0),
            greatest_frequency: 0,
        }
    }

    /// The block all of the loop is entered by.
    pub(super) fn header(&self, f: &Function) -> BlockId {
        f.edges[self.entry].dst
    }

    /// Finds the induction variables.
    pub(super) fn find_ivs(&mut self, s: &mut Scev<'_, '_>) {
        let header = self.header(s.f);
        for phi in s.f.phis(header) {
            self.find_biv(s, phi);
        }
        for index in 0..self.body.len() {
            let block = self.body[index];
            for stmt in s.f.block_stmts(block) {
                self.find_giv(s, block, stmt);
            }
        }
        self.mark_bivs(s);
    }

    /// Whether a name may be an induction variable.
    fn is_countable(&self, s: &Scev<'_, '_>, name: SsaName) -> bool {
        let data = &s.f.names[name];
        !data.flags.intersects(NameFlags::VIRTUAL | NameFlags::ABNORMAL)
            && bits_of(s.unit, data.ty).is_some()
    }

    fn find_biv(&mut self, s: &mut Scev<'_, '_>, phi: StmtId) {
        let name = s.f.phi(phi).result;
        if !self.is_countable(s, name) {
            return;
        }
        let ty = s.f.names[name].ty;
        let id = s.leaf(Operand::Ssa(name));
        let Some(found) = s.simple_iv(self.of, self.of, id, true) else { return };
        let initial = s.f.phi_arg(phi, self.entry);
        let initial = s.leaf(initial);
        let base = s.expand(initial);
        if let Some(iv) = make(s, base, found.step, ty) {
            self.ivs.insert(name, Iv { no_overflow: found.no_overflow, ..iv });
        }
    }

    fn find_giv(&mut self, s: &mut Scev<'_, '_>, block: BlockId, stmt: StmtId) {
        let StmtKind::Assign { lhs: Operand::Ssa(name), .. } = s.f.stmts[stmt].kind else { return };
        if !self.is_countable(s, name) || s.f.stmts[stmt].has(StmtFlags::VUSE) {
            return;
        }
        let ty = s.f.names[name].ty;
        let id = s.leaf(Operand::Ssa(name));
        let at = s.f.loop_of(block);
        let Some(found) = s.simple_iv(self.of, at, id, true) else { return };
        let base = s.expand(found.base);
        if s.folder().as_int(found.step) == Some(0) {
            if is_usable(s, base) {
                self.invariant_values.insert(name, base);
            }
        } else if let Some(iv) = make(s, base, found.step, ty) {
            self.ivs.insert(name, Iv { no_overflow: found.no_overflow, ..iv });
        }
    }

    /// What a φ of the header gets from the latch is the variable after it is increased.
    fn mark_bivs(&mut self, s: &Scev<'_, '_>) {
        for phi in s.f.phis(self.header(s.f)) {
            let result = s.f.phi(phi).result;
            let Some(next) = s.f.phi_arg(phi, self.latch).ssa() else { continue };
            let block = s.defining_block(next);
            let inner = block.is_none_or(|block| s.f.loop_of(block) != self.of);
            if inner || !self.ivs.contains_key(&result) || !self.ivs.contains_key(&next) {
                continue;
            }
            for name in [result, next] {
                if let Some(iv) = self.ivs.get_mut(&name) {
                    iv.biv = true;
                }
            }
        }
    }

    /// Notes that a name which does not change is used; by what is no induction variable, if `elsewhere`.
    pub(super) fn note_invariant(&mut self, f: &Function, name: SsaName, elsewhere: bool) {
        let data = &f.names[name];
        let inside = data.def.expand().is_some_and(|def| f.in_loop(f.stmts[def].block, self.of));
        if inside || data.has(NameFlags::VIRTUAL) {
            return;
        }
        let number = self.invariants.names.len() as u32 + 1;
        let entry = self.invariants.names.entry(name).or_insert((number, false));
        entry.1 |= elsewhere;
    }
}

/// Whether a statement is a call that changes registers.
fn is_real_call(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    let cheap = call_effects::callee_builtin(unit, call).is_some_and(Builtin::is_cheap);
    !cheap && !matches!(call.callee, Callee::Internal(_))
}

/// An induction variable with its object, if it grows and its parts can be computed before the loop.
pub(super) fn make(s: &mut Scev<'_, '_>, base: ExprId, step: ExprId, ty: TypeId) -> Option<Iv> {
    if s.folder().as_int(step) == Some(0) || !is_usable(s, base) || !is_usable(s, step) {
        return None;
    }
    let bits = bits_of(s.unit, ty)?;
    let mut folder = s.folder();
    let step_type = folder.step_type(ty);
    let step = folder.convert(step_type, step);
    let base = folder.convert(ty, base);
    let sum = sum_of(&mut folder, base, bits)?;
    sum_of(&mut folder, step, bits)?;
    let base = if is_part_of_variable(&mut folder, base) {
        expression(&mut folder, &sum, ty)
    } else {
        base
    };
    let object = object(&folder, &sum).filter(|_| bits == 64);
    Some(Iv { base, step, ty, object, biv: false, no_overflow: false, addresses: false })
}

/// Whether an expression is the address of a part of a variable, which is written as a sum.
fn is_part_of_variable(
    folder: &mut tree_ssa::analyses::scev::fold::Folder<'_>,
    id: ExprId,
) -> bool {
    let object = folder.unit.addressed(folder.exprs.operand(id));
    object.is_some_and(|object| object.decl().is_none()) && folder.pointer(folder.exprs.ty(id))
}

/// Whether an expression can be computed before the loop: all of its names are there, none is such that must stay in its
/// place, and nothing in it can trap.
fn is_usable(s: &Scev<'_, '_>, id: ExprId) -> bool {
    let exprs = &s.state.exprs;
    if id == ExprId::UNKNOWN || id.is_none() || exprs.has_chrec(id) {
        return false;
    }
    let out_of_place = NameFlags::ABNORMAL | NameFlags::RELEASED | NameFlags::VIRTUAL;
    if exprs.any_name(s.unit, id, &mut |name| s.f.names[name].flags.intersects(out_of_place)) {
        return false;
    }
    let mut harmless = true;
    exprs.walk(id, &mut |part| {
        harmless &= match exprs.node(part) {
            Node::Leaf(op) => !matches!(op, Operand::Decl(_)),
            Node::Operation { code, .. } => is_simple(code),
            _ => false,
        };
        harmless
    });
    harmless
}
