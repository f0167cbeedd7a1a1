//! Pass `phiopt`: φs that join the two arms of an empty conditional become straight-line code.
//!
//! ```text
//! <bb 2> :                              <bb 2> :
//! if (a_1 != b_2)                       _4 = a_1 != b_2;
//!   goto <bb 3>; else goto <bb 4>;  =>  x_3 = (int) _4;
//! <bb 3> :
//! <bb 4> :
//! # x_3 = PHI <0(2), 1(3)>
//! ```
//!
//! The arm must be empty but for what the transformation itself takes along. Done are: conditions that choose between 0
//! and 1 (or 0 and -1), `x == y ? x : y`, minimum and maximum, absolute value, as in GCC's `tree-ssa-phiopt.c`. The early
//! instance makes minima, maxima and absolute values only: from branches inlining and `ifcombine` learn more.

use crate::analyses;
use crate::build::Cursor;
use crate::graph::cfg_edit;
use gimple::cfg::{BlockId, EdgeId, edge_flag};
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::function::{Function, prop};
use gimple::location::Location;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::name_flag;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use std::fmt::Write;

/// A conditional with an empty arm, and the φ it decides.
struct Diamond {
    /// The block with the condition, the arm, the block with the φ.
    head: BlockId,
    arm: BlockId,
    join: BlockId,
    cond: StmtId,
    /// The edges into the join: straight from the head, and from the arm.
    direct: EdgeId,
    from_arm: EdgeId,
    /// Whether the arm is taken when the condition is true.
    arm_on_true: bool,
    code: TreeCode,
    lhs: Operand,
    rhs: Operand,
    phi: StmtId,
    /// The φ's arguments when the condition is true and when it is false.
    on_true: Operand,
    on_false: Operand,
}

/// `phiopt` for the pass table.
pub const PASS: Pass = Pass::tree("phiopt", execute)
    .gate(|options, _| options.on(Flag::SsaPhiopt))
    .requires(prop::CFG | prop::SSA)
    .follows(&[(
        "mergephi",
        "what one condition decides is one φ only where blocks have been merged",
    )]);

/// The instance among the early optimizations.
const EARLY: u32 = 1;

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut changed = false;
    let early = cx.pass.instance == EARLY;
    for &head in analyses::reverse_post_order(f).iter().rev() {
        while let Some(diamond) = find_diamond(f, head) {
            let done = cx.dbg_cnt(Counter::Phiopt)
                && (!early
                    && (conditional_replacement(cx, f, &diamond)
                        || value_replacement(cx, f, &diamond))
                    || minmax_replacement(cx, f, &diamond)
                    || abs_replacement(cx, f, &diamond));
            if !done {
                break;
            }
            changed = true;
        }
    }
    if changed { Todo::CLEANUP_CFG } else { Todo::NONE }
}

/// The shape this pass works on, headed by `head`; exactly one φ may tell the two ways apart.
fn find_diamond(f: &Function, head: BlockId) -> Option<Diamond> {
    if !f.is_live(head) {
        return None;
    }
    // Few branches have the shape: the graph is looked at before statements are.
    let (yes, no) = f.true_false_edges(head)?;
    let is_arm = |arm_edge: EdgeId, other: EdgeId| {
        let arm = f.edges[arm_edge].dst;
        let out = f.single_succ(arm)?;
        let fits = f.edges[out].dst == f.edges[other].dst
            && f.edges[out].flags & edge_flag::COMPLEX == 0
            && f.blocks[arm].phis.is_empty()
            && f.edges[out].dst != arm;
        fits.then_some((arm, out))
    };
    let (arm, from_arm, direct, arm_on_true) = match (is_arm(yes, no), is_arm(no, yes)) {
        (Some((arm, out)), _) => (arm, out, no, true),
        (_, Some((arm, out))) => (arm, out, yes, false),
        _ => return None,
    };
    let cond = f.last_stmt(head)?;
    let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[cond].kind else { return None };
    let join = f.edges[direct].dst;
    let mut differing = None;
    for phi in f.phis(join) {
        if f.phi_arg(phi, direct) == f.phi_arg(phi, from_arm) {
            continue;
        }
        if differing.is_some() {
            return None;
        }
        differing = Some(phi);
    }
    let phi = differing?;
    if f.names[f.phi(phi).result].flags & (name_flag::VIRTUAL | name_flag::ABNORMAL) != 0 {
        return None;
    }
    let (straight, around) = (f.phi_arg(phi, direct), f.phi_arg(phi, from_arm));
    let (on_true, on_false) = if arm_on_true { (around, straight) } else { (straight, around) };
    Some(Diamond {
        head,
        arm,
        join,
        cond,
        direct,
        from_arm,
        arm_on_true,
        code,
        lhs,
        rhs,
        phi,
        on_true,
        on_false,
    })
}

/// Whether nothing stands in the arm but predictions and nops. Others may come to it, too.
fn arm_is_empty(f: &Function, arm: BlockId) -> bool {
    f.block_stmts(arm)
        .all(|stmt| matches!(f.stmts[stmt].kind, StmtKind::Nop | StmtKind::Predict { .. }))
}

/// The only real statement of the arm, if there is exactly one.
fn only_stmt(f: &Function, arm: BlockId) -> Option<StmtId> {
    let mut found = None;
    for stmt in f.block_stmts(arm) {
        if matches!(f.stmts[stmt].kind, StmtKind::Nop | StmtKind::Predict { .. }) {
            continue;
        }
        if found.is_some() || matches!(f.stmts[stmt].kind, StmtKind::Label(_)) {
            return None;
        }
        found = Some(stmt);
    }
    found
}

/// Puts `lhs = code a, b` before the condition and returns `lhs`, a new name.
fn emit(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    d: &Diamond,
    ty: TypeId,
    code: TreeCode,
    args: [Operand; 2],
) -> Operand {
    let mut at = Cursor::before(d.cond).at(f.stmt_info[d.cond].loc);
    at.temporary(cx.unit, f, ty, code, args)
}

/// Gives the φ the new value for both ways and takes the condition out (`replace_phi_edge_with_variable`).
fn replace(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    d: &Diamond,
    value: Operand,
    what: &'static str,
) {
    let index = f.edges[d.direct].dst_idx as usize;
    f.set_phi_arg(d.phi, index, value);
    if let StmtKind::Phi(phi) = &mut f.stmts[d.phi].kind {
        phi.args[index].loc = Location::default();
    }
    f.remove_stmt(d.cond);
    if let Some(edge) = f.find_edge(d.head, d.arm) {
        f.remove_edge(edge);
    }
    let direct = &mut f.edges[d.direct];
    direct.flags &= !(edge_flag::TRUE_VALUE | edge_flag::FALSE_VALUE);
    direct.flags |= edge_flag::FALLTHRU;
    direct.probability = gimple::cfg::Probability::ALWAYS;
    debug_assert_eq!(f.edges[d.from_arm].src, d.arm);
    if f.blocks[d.arm].preds.is_empty() {
        cfg_edit::remove_block(cx.unit, f, d.arm);
    }
    cx.statistics.count(what, 1);
    if cx.dump.details() {
        // Errors of the dump's file wait in the dump manager.
        let _ = writeln!(
            cx.dump,
            "COND_EXPR in block {} and PHI in block {} converted to straightline code.",
            d.head.0, d.join.0
        );
    }
}

/// `c ? 1 : 0` is `c`, converted; `c ? 0 : 1` its inverse; with -1 in place of 1 the negative.
fn conditional_replacement(cx: &mut PassContext<'_>, f: &mut Function, d: &Diamond) -> bool {
    let result = f.phi(d.phi).result;
    let ty = f.names[result].ty;
    let types = &cx.unit.types;
    if !(types.is_integral(ty) || types.is_pointer(ty)) || !arm_is_empty(f, d.arm) {
        return false;
    }
    let (Some(yes), Some(no)) = (cx.unit.as_int(d.on_true), cx.unit.as_int(d.on_false)) else {
        return false;
    };
    let one = |v: i128| v == 1 || v == -1 && types.precision(ty) != Some(1);
    let (positive, unit) = match (yes, no) {
        (v, 0) if one(v) => (true, v),
        (0, v) if one(v) => (false, v),
        _ => return false,
    };
    if types.is_pointer(ty) {
        return false;
    }
    let operand_type = cx.unit.type_of(f, d.lhs);
    let honor_nans = cx.options.honor_nans()
        && !types.is_integral(operand_type)
        && !types.is_pointer(operand_type);
    let code = if positive {
        d.code
    } else {
        let trapping = cx.options.on(Flag::TrappingMath);
        match d.code.inverse_comparison(honor_nans, trapping) {
            Some(code) => code,
            None => return false,
        }
    };
    let boolean = cx.unit.common.bool_;
    let mut value = emit(cx, f, d, boolean, code, [d.lhs, d.rhs]);
    if !cx.unit.types.same_main(ty, boolean) || unit == -1 {
        value = emit(cx, f, d, ty, TreeCode::Nop, [value, Operand::None]);
    }
    if unit == -1 {
        value = emit(cx, f, d, ty, TreeCode::Negate, [value, Operand::None]);
    }
    replace(cx, f, d, value, "conditional replacement");
    true
}

/// `a == b ? a : b` is `b`, `a != b ? a : b` is `a`.
fn value_replacement(cx: &mut PassContext<'_>, f: &mut Function, d: &Diamond) -> bool {
    let ty = cx.unit.type_of(f, d.lhs);
    // A negative zero equals the other one and is not it.
    let integral = cx.unit.types.is_integral(ty) || cx.unit.types.is_pointer(ty);
    let (equal, different) = match d.code {
        TreeCode::Eq => (d.on_true, d.on_false),
        TreeCode::Ne => (d.on_false, d.on_true),
        _ => return false,
    };
    if !integral || !arm_is_empty(f, d.arm) {
        return false;
    }
    let pair = (equal, different);
    if pair != (d.lhs, d.rhs) && pair != (d.rhs, d.lhs) {
        return false;
    }
    replace(cx, f, d, different, "value replacement");
    true
}

/// `a < b ? a : b` is a minimum, and so on.
fn minmax_replacement(cx: &mut PassContext<'_>, f: &mut Function, d: &Diamond) -> bool {
    let ty = f.names[f.phi(d.phi).result].ty;
    let operand_type = cx.unit.type_of(f, d.lhs);
    let types = &cx.unit.types;
    if !types.is_integral(ty) || !types.same_main(ty, operand_type) || !arm_is_empty(f, d.arm) {
        return false;
    }
    let less = match d.code {
        TreeCode::Lt | TreeCode::Le => true,
        TreeCode::Gt | TreeCode::Ge => false,
        _ => return false,
    };
    let code = if d.on_true == d.lhs && d.on_false == d.rhs {
        if less { TreeCode::Min } else { TreeCode::Max }
    } else if d.on_true == d.rhs && d.on_false == d.lhs {
        if less { TreeCode::Max } else { TreeCode::Min }
    } else {
        return false;
    };
    // What the arm brings is first, constants last.
    let (arm, straight) =
        if d.arm_on_true { (d.on_true, d.on_false) } else { (d.on_false, d.on_true) };
    let args = if arm.constant().is_some() { [straight, arm] } else { [arm, straight] };
    let value = emit(cx, f, d, ty, code, args);
    replace(cx, f, d, value, "minmax replacement");
    true
}

/// `x < 0 ? -x : x` is `ABS_EXPR <x>`; the negation stands in the arm.
fn abs_replacement(cx: &mut PassContext<'_>, f: &mut Function, d: &Diamond) -> bool {
    let Some(stmt) = only_stmt(f, d.arm).filter(|_| f.single_pred(d.arm).is_some()) else {
        return false;
    };
    let StmtKind::Assign { lhs: Operand::Ssa(negated), code: TreeCode::Negate, rhs } =
        f.stmts[stmt].kind
    else {
        return false;
    };
    let Operand::Ssa(x) = rhs[0] else { return false };
    let (straight, around) =
        if d.arm_on_true { (d.on_false, d.on_true) } else { (d.on_true, d.on_false) };
    if straight != Operand::Ssa(x) || around != Operand::Ssa(negated) || d.lhs != Operand::Ssa(x) {
        return false;
    }
    let ty = f.names[x].ty;
    let types = &cx.unit.types;
    // Unsigned values have no sign; floats have two zeros, which an absolute value makes one.
    if !types.is_integral(ty) || types.is_unsigned(ty) || !cx.unit.is_zero(d.rhs) {
        return false;
    }
    let negated_when = if d.arm_on_true {
        d.code
    } else {
        match d.code.invert_comparison(false) {
            Some(code) => code,
            None => return false,
        }
    };
    let negative = match negated_when {
        TreeCode::Lt | TreeCode::Le => true,
        TreeCode::Gt | TreeCode::Ge => false,
        _ => return false,
    };
    if !negative || !f.has_single_use(negated) {
        return false;
    }
    let value = emit(cx, f, d, ty, TreeCode::Abs, [Operand::Ssa(x), Operand::None]);
    replace(cx, f, d, value, "abs replacement");
    true
}
