//! Pass `sccp`: what a loop computes and is used after it, computed there from the number of its iterations (final value
//! replacement).
//!
//! ```text
//!   <bb 3> : # s_1 = PHI <0(2), s_2(3)>            <bb 3> : # s_1 = PHI <0(2), s_2(3)>
//!   # i_3 = PHI <0(2), i_4(3)>                     # i_3 = PHI <0(2), i_4(3)>
//!   s_2 = s_1 + 3;                                 s_2 = s_1 + 3;
//!   i_4 = i_3 + 1;                          =>     i_4 = i_3 + 1;
//!   if (i_4 < n_5(D)) ...                          if (i_4 < n_5(D)) ...
//!   <bb 4> : # s_6 = PHI <s_2(3)>                  <bb 4> : s_6 = n_5(D) * 3;
//! ```
//!
//! Only loops with one exit are looked at, inner ones first. An expression that divides, but by powers of two, is left alone:
//! who writes a loop of subtractions knows that there are few. What nothing uses any more, the whole loop perhaps, goes with
//! the next elimination of dead code.

use crate::loops::lim::rewrite;
use dumps::Dump;
use dumps::{put, putln};
use gimple::cfg::EdgeId;
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::loops::{LoopId, Loops};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::NameFlags;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::analyses::scev::emit;
use tree_ssa::analyses::scev::expr::{ExprId, Exprs, Node};
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::cleanup::preheader::has_loops_in_closed_form;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::split_edge;
use tree_ssa::edit::locals;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::record_exits;

/// `sccp` for the pass table.
pub const PASS: Pass = Pass::tree("sccp", execute)
    .gate(|options, _| options.on(Flag::TreeScevCprop))
    .requires(Prop::CFG_SSA)
    .follows(&[("loopinit", "values leave loops through φs")]);

/// Leaves and operations of an expression that is looked at for what it costs.
const LARGEST: usize = 200;

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !has_loops_in_closed_form(cx.unit, f) {
        return Todo::NONE;
    }
    split_shared_exits(cx, f);
    let tree = analyses::analysis::<Dominators>(f);
    let mut evolutions = Evolutions::default();
    let mut any = false;
    for of in f.loops.as_ref().map(Loops::postorder).unwrap_or_default() {
        if of != LoopId::ROOT {
            any |= Finals { cx, f, tree: &tree, evolutions: &mut evolutions, of }.replace();
        }
    }
    if any { Todo::CLEANUP_CFG | Todo::UPDATE_SSA } else { Todo::NONE }
}

/// Gives the exit of a loop whose number of iterations is known a block of its own.
fn split_shared_exits(cx: &mut PassContext<'_>, f: &mut Function) {
    let tree = analyses::analysis::<Dominators>(f);
    let mut evolutions = Evolutions::default();
    let mut shared = Vec::new();
    for of in f.loops.as_ref().map(Loops::postorder).unwrap_or_default() {
        let mut silent = Dump::off();
        let (unit, options, state) = (&mut *cx.unit, cx.options, &mut evolutions);
        let mut scev = Scev { unit, f, options, dump: &mut silent, tree: &tree, state };
        let exit = if of == LoopId::ROOT { None } else { scev.single_exit(of) };
        let Some(exit) = exit.filter(|&exit| f.single_pred(f.edges[exit].dst).is_none()) else {
            continue;
        };
        if scev.latch_executions(of) != ExprId::UNKNOWN {
            shared.push(exit);
        }
    }
    if shared.is_empty() {
        return;
    }
    for exit in shared {
        split_exit(cx.unit, f, exit);
    }
    natural_loops::find_loops(f);
    record_exits(f);
}

/// Splits an exit; what leaves the loop by it does so through φs of the new block (`split_loop_exit_edge`).
fn split_exit(unit: &mut Unit, f: &mut Function, exit: EdgeId) {
    let block = split_edge(unit, f, exit, &mut SwitchCases::default());
    let (Some(before), Some(after)) = (f.single_pred(block), f.single_succ(block)) else { return };
    let phis: Vec<StmtId> = f.phis(f.edges[after].dst).collect();
    for phi in phis {
        let Some(name) = f.phi_arg(phi, after).ssa() else { continue };
        let position = f.blocks[f.edges[after].dst].preds.iter().position(|&edge| edge == after);
        let loc = position.map(|at| f.phi(phi).args[at].loc).unwrap_or_default();
        let new = locals::duplicate_name(unit, f, name);
        let closing = f.create_phi(new, block);
        f.add_phi_arg(closing, before, Operand::Ssa(name), loc);
        f.add_phi_arg(phi, after, Operand::Ssa(new), loc);
    }
}

/// A loop whose final values are replaced.
struct Finals<'a, 'd> {
    cx: &'a mut PassContext<'d>,
    f: &'a mut Function,
    tree: &'a Dominators,
    evolutions: &'a mut Evolutions,
    of: LoopId,
}

impl<'d> Finals<'_, 'd> {
    fn scev(&mut self) -> Scev<'_, 'd> {
        Scev::new(self.cx, self.f, self.tree, self.evolutions)
    }

    /// Replaces the values that leave the loop where that is worth it; whether any was.
    fn replace(&mut self) -> bool {
        let of = self.of;
        let Some(exit) = self.scev().single_exit(of) else { return false };
        if self.scev().latch_executions(of) == ExprId::UNKNOWN {
            return false;
        }
        let after = self.f.edges[exit].dst;
        if self.f.single_pred(after).is_none() {
            return false;
        }
        let depth = self.f.loop_depth(after);
        let left = self.f.loops.as_ref().and_then(|loops| loops.at_depth(of, depth + 1));
        let Some(left) = left else { return false };
        let mut at = Cursor::start(after);
        let mut any = false;
        let phis: Vec<StmtId> = self.f.phis(after).collect();
        for phi in phis {
            any |= self.replace_phi(phi, (exit, left), &mut at);
        }
        any
    }

    fn replace_phi(
        &mut self,
        phi: StmtId,
        (exit, left): (EdgeId, LoopId),
        at: &mut Cursor,
    ) -> bool {
        let result = self.f.phi(phi).result;
        let ty = self.f.names[result].ty;
        let integral = self.cx.unit.types.is_integral(ty) || self.cx.unit.types.is_pointer(ty);
        if self.f.names[result].has(NameFlags::VIRTUAL) || !integral {
            return false;
        }
        let value = self.f.phi_arg(phi, exit);
        let mut folded = false;
        let of = self.of;
        let mut scev = self.scev();
        let id = scev.leaf(value);
        let id = scev.in_loop(left, of, id, &mut folded);
        let id = if id == ExprId::UNKNOWN { id } else { scev.overall_effect(left, id) };
        let usable = id != ExprId::UNKNOWN && self.is_usable(id, left);
        if self.cx.dump.enabled() && usable || self.cx.dump.details() {
            let text = tree_ssa::dump_text::stmt(self.cx.unit, self.f, phi);
            let text = text.trim_start_matches("# ");
            match usable {
                true => {
                    let value = self.scev().text(id);
                    put!(self.cx.dump, "\nfinal value replacement:\n  {text}\n with expr: {value}");
                }
                false => putln!(self.cx.dump, "not replacing:\n  {text}\n"),
            }
        }
        if !usable {
            return false;
        }
        let loc = self.f.phi(phi).args[0].loc;
        self.f.detach_stmt(phi);
        let made = self.compute(id, ty, folded, at);
        let stmt = at.at(loc).assign(self.cx.unit, self.f, Operand::Ssa(result), made.0, made.1);
        *at = at.moved_after(stmt);
        if self.cx.dump.enabled() {
            let text = tree_ssa::dump_text::stmt(self.cx.unit, self.f, stmt);
            putln!(self.cx.dump, "\n final stmt:\n  {text}\n");
        }
        true
    }

    /// Whether an expression may be computed after the loop, and is cheap enough for that.
    fn is_usable(&self, id: ExprId, left: LoopId) -> bool {
        let (exprs, f, unit) = (&self.evolutions.exprs, &*self.f, &*self.cx.unit);
        let out_of_place = NameFlags::ABNORMAL | NameFlags::RELEASED | NameFlags::VIRTUAL;
        !exprs.has_chrec(id)
            && !exprs.varies_by_name(unit, f, id, left)
            && !exprs.any_name(unit, id, &mut |name| f.names[name].flags.intersects(out_of_place))
            && !is_expensive(unit, exprs, id, &mut { LARGEST })
    }

    /// Makes the statements that compute an expression; what is left to be assigned.
    fn compute(
        &mut self,
        id: ExprId,
        ty: TypeId,
        folded: bool,
        at: &mut Cursor,
    ) -> (TreeCode, [Operand; 3]) {
        let exprs = &self.evolutions.exprs;
        let found = emit::right_side_in_order(self.cx.unit, self.f, exprs, id);
        let (mut stmts, mut code, mut rhs) = found.expect("what is usable can be computed");
        let types = &self.cx.unit.types;
        let wraps = types.is_unsigned(ty) || self.cx.options.on(Flag::Wrapv);
        // A product may overflow though what it is added to does not: nothing may be concluded from its operands, unless it
        // is the value itself. (GCC leaves it signed unless casts were folded.)
        let multiplies = stmts.iter().any(|&stmt| is_product(self.f, stmt));
        let rewrite_all = (folded || multiplies) && types.is_integral(ty) && !wraps;
        if rewrite_all && code != TreeCode::Single {
            let name = emit::assign(self.f, ty, code, rhs, &mut stmts);
            (code, rhs) = (TreeCode::Single, [name, Operand::None, Operand::None]);
        }
        for stmt in stmts {
            if rewrite_all && has_undefined_overflow(self.f, stmt) {
                let made = rewrite::to_defined_overflow(self.cx, self.f, stmt);
                made.into_iter().for_each(|stmt| at.put(self.cx.unit, self.f, stmt));
            } else {
                at.put(self.cx.unit, self.f, stmt);
            }
        }
        (code, rhs)
    }
}

fn is_product(f: &Function, stmt: StmtId) -> bool {
    matches!(f.stmts[stmt].kind, StmtKind::Assign { code: TreeCode::Mult, .. })
}

/// Whether a statement computes what might overflow (`arith_code_with_undefined_signed_overflow`).
fn has_undefined_overflow(f: &Function, stmt: StmtId) -> bool {
    let StmtKind::Assign { code, .. } = f.stmts[stmt].kind else { return false };
    matches!(
        code,
        TreeCode::Plus | TreeCode::Minus | TreeCode::Mult | TreeCode::Negate | TreeCode::Abs
    )
}

/// Whether an expression takes too long to compute, or cannot be (`expression_expensive_p`).
fn is_expensive(unit: &Unit, exprs: &Exprs, id: ExprId, left: &mut usize) -> bool {
    if *left == 0 {
        return true;
    }
    *left -= 1;
    let (code, [a, b, c]) = match exprs.node(id) {
        Node::Leaf(_) => return false,
        Node::Operation { code, ops, .. } => (code, ops),
        Node::Unknown | Node::Chrec { .. } | Node::Popcount { .. } => return true,
    };
    let is_power_of_two =
        |id: ExprId| unit.as_int(exprs.operand(id)).is_some_and(|by| by > 0 && by & (by - 1) == 0);
    let is_expression = |id: ExprId| exprs.operation(id).is_some();
    let allowed = match code {
        TreeCode::TruncDiv | TreeCode::TruncMod | TreeCode::ExactDiv => is_power_of_two(b),
        TreeCode::Cond => {
            let test = exprs.operation(a);
            test.is_some_and(|(code, _)| code.is_comparison())
                && !(is_expression(b) && is_expression(c))
        }
        TreeCode::TruthAnd | TreeCode::TruthOr | TreeCode::TruthNot => false,
        _ => true,
    };
    let parts = [a, b, c].into_iter().filter(|part| part.is_some());
    !allowed || parts.into_iter().any(|part| is_expensive(unit, exprs, part, left))
}
