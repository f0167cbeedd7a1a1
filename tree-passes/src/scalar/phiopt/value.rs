//! Conditions that decide nothing: on one path the value is what it would be on the other (`value_replacement`).
//!
//! ```text
//!   if (a_1 == b_2) …   # _3 = PHI <a_1(2), b_2(3)>      =>   _3 = b_2;
//!   if (p_1 != 0B)                                        =>   _3 = p_1;
//!     _2 = &p_1->first;
//!   # _3 = PHI <_2(3), 0B(2)>
//!   if (a_1 != 0)                                         =>   _2 = b_3 + a_1;
//!     _2 = b_3 + a_1;                                          _4 = _2;
//!   # _4 = PHI <_2(3), b_3(2)>
//! ```

use super::{Decided, Triangle, does_nothing, is_plain, move_up, replace_phi};
use dumps::putln;
use gimple::cfg::Probability;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::dump_text;
use tree_ssa::fold::gimple_fold::address::base_and_offset;

/// Statements in an arm that compute an operand of the last.
const PREPARATIONS: usize = 3;

/// What came of a φ.
pub enum Outcome {
    Nothing,
    /// It has one value on both paths now; the condition is still there.
    Reduced,
    /// The condition has gone.
    Gone,
}

/// Gives a φ the value that it has whatever the condition says.
pub fn replace_value(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    t: &Triangle,
    phi: StmtId,
) -> Outcome {
    let mut decided = t.decided(f, phi);
    let scalar = cx.unit.types.is_integral(decided.ty) || cx.unit.types.is_pointer(decided.ty);
    if decided.straight == decided.around || !scalar || !is_plain(f, f.phi(phi).result) {
        return Outcome::Nothing;
    }
    let as_written = decided.around;
    let arm_is_empty = look_through_arm(cx.unit, f, t, &mut decided);
    let [yes, no] = t.by_truth(decided.straight, decided.around);
    let Some(equal_when) = compared(cx.unit, f, t, [yes, no]) else {
        return Outcome::Nothing;
    };
    if let Some(equal_when) = equal_when {
        let value = if equal_when { no } else { yes };
        if arm_is_empty && t.only_phi(f) == Some(phi) {
            replace_phi(cx, f, t, phi, value, "value replacement");
            return Outcome::Gone;
        }
        if value == decided.around && value != as_written {
            return Outcome::Nothing;
        }
        // Others that come to the arm may not know the value from straight ahead.
        if value != as_written && f.blocks[t.arm].preds.len() > 1 {
            return Outcome::Nothing;
        }
        reduce(cx, f, t, phi, value);
        return Outcome::Reduced;
    }
    decided.around = as_written;
    if combine(cx, f, t, &decided) { Outcome::Gone } else { Outcome::Nothing }
}

/// Whether the arm has nothing in it but addresses of first members, as which the φ's argument is taken then: those are
/// where what they are members of is.
fn look_through_arm(unit: &mut Unit, f: &Function, t: &Triangle, decided: &mut Decided) -> bool {
    let mut empty = true;
    for stmt in f.block_stmts(t.arm) {
        if does_nothing(f, stmt) {
            continue;
        }
        match f.stmts[stmt].kind {
            StmtKind::Assign { lhs, code: TreeCode::Single, rhs: [address, ..] }
                if lhs == decided.around =>
            {
                match pointer_at(unit, f, address) {
                    Some(pointer) => decided.around = pointer,
                    None => empty = false,
                }
            }
            _ => empty = false,
        }
    }
    empty
}

/// The pointer whose value an address of a first member is.
fn pointer_at(unit: &mut Unit, f: &Function, address: Operand) -> Option<Operand> {
    let object = unit.addressed(address)?;
    let (pointer, offset) = base_and_offset(unit, f, object)?;
    (offset == 0 && pointer.ssa().is_some()).then_some(pointer)
}

/// Whether the two values are what the condition compares: then they are equal where it is true (`Some(true)`), or where
/// it is false. `None` at all if the condition is no comparison for equality.
fn compared(unit: &Unit, f: &Function, t: &Triangle, values: [Operand; 2]) -> Option<Option<bool>> {
    // A null pointer is one of whatever type.
    let one = |a: Operand, b: Operand| a == b || unit.is_zero(a) && unit.is_zero(b);
    let [x, y] = values;
    let same = |a: Operand, b: Operand| one(x, a) && one(y, b) || one(x, b) && one(y, a);
    let equal_when = match t.code {
        TreeCode::Eq => true,
        TreeCode::Ne => false,
        _ => return None,
    };
    if same(t.lhs, t.rhs) {
        return Some(Some(equal_when));
    }
    // `if ((a == b & …) != 0)`: where it is true, they are equal.
    let both = t.code == TreeCode::Ne && unit.is_zero(t.rhs);
    let defining = |op: Operand| {
        let def = f.names[op.ssa()?].def.expand()?;
        match f.stmts[def].kind {
            StmtKind::Assign { code, rhs, .. } => Some((code, rhs)),
            _ => None,
        }
    };
    let equal = |op: Operand| matches!(defining(op), Some((TreeCode::Eq, [a, b, _])) if same(a, b));
    Some(match defining(t.lhs).filter(|_| both) {
        Some((TreeCode::BitAnd, [a, b, _])) if equal(a) || equal(b) => Some(true),
        _ => None,
    })
}

fn reduce(cx: &mut PassContext<'_>, f: &mut Function, t: &Triangle, phi: StmtId, value: Operand) {
    for edge in [t.direct, t.from_arm] {
        let index = f.edges[edge].dst_idx as usize;
        f.set_phi_arg(phi, index, value);
    }
    cx.statistics.count("value replacement", 1);
    if cx.dump.details() {
        let text = |op| dump_text::operand(cx.unit, f, op);
        let (result, value) = (text(Operand::Ssa(f.phi(phi).result)), text(value));
        let block = t.head.0;
        putln!(cx.dump, "PHI {result} reduced for COND_EXPR in block {block} to {value}.");
    }
}

/// `(a != 0) ? b + a : b` is `b + a`, and so on with what else leaves the other operand as it is, or comes out itself. The
/// operation does there what it does with the number, so that it may be done always.
fn combine(cx: &mut PassContext<'_>, f: &mut Function, t: &Triangle, decided: &Decided) -> bool {
    // The arm is gone through where the comparison with the number fails.
    let unequal_arm =
        matches!((t.code, t.arm_on_true), (TreeCode::Ne, true) | (TreeCode::Eq, false));
    let (Some(number), true, Some(into_arm)) =
        (cx.unit.as_int(t.rhs), unequal_arm, f.single_pred(t.arm))
    else {
        return false;
    };
    if t.only_phi(f) != Some(decided.phi) {
        return false;
    }
    let Some((stmts, prepared, number)) = prepared(cx.unit, f, t, number) else { return false };
    let Some(&stmt) = stmts.last() else { return false };
    let StmtKind::Assign { lhs, code, rhs: [a, b, _] } = f.stmts[stmt].kind else { return false };
    if lhs != decided.around || code.arity() != 2 {
        return false;
    }
    let numbers = (number, cx.unit.types.wrap(decided.ty, -1));
    let keeps = |other, right| decided.straight == other && is_neutral(code, numbers, right);
    let itself = cx.unit.as_int(decided.straight) == Some(number);
    let fits = b == prepared && (keeps(a, true) || itself && is_absorbing(code, numbers, true))
        || a == prepared && (keeps(b, false) || itself && is_absorbing(code, numbers, false));
    if !fits || dear_and_rare(f.edges[into_arm].probability, code) {
        return false;
    }
    for stmt in stmts {
        move_up(f, t, stmt);
    }
    replace_phi(cx, f, t, decided.phi, lhs, "value replacement");
    true
}

/// The statements of the arm, the operand of the last that the others compute of what is compared, and what they compute of
/// the number.
fn prepared(
    unit: &Unit,
    f: &Function,
    t: &Triangle,
    number: i128,
) -> Option<(Vec<StmtId>, Operand, i128)> {
    let mut stmts = Vec::new();
    for stmt in f.block_stmts(t.arm).filter(|&stmt| !does_nothing(f, stmt)) {
        if stmts.len() > PREPARATIONS {
            return None;
        }
        stmts.push(stmt);
    }
    let (mut operand, mut value) = (t.lhs, number);
    for &stmt in stmts.split_last()?.1 {
        let StmtKind::Assign { lhs: Operand::Ssa(lhs), code, rhs } = f.stmts[stmt].kind else {
            return None;
        };
        let ty = f.names[lhs].ty;
        if rhs[0] != operand || !f.has_single_use(lhs) || !unit.types.is_integral(ty) {
            return None;
        }
        let exact = match code {
            TreeCode::Nop if unit.types.is_integral(unit.type_of(f, rhs[0])) => {
                unit.types.wrap(ty, value)
            }
            TreeCode::Plus => value.checked_add(unit.as_int(rhs[1])?)?,
            TreeCode::Mult => value.checked_mul(unit.as_int(rhs[1])?)?,
            TreeCode::BitAnd => value & unit.as_int(rhs[1])?,
            TreeCode::BitIor => value | unit.as_int(rhs[1])?,
            TreeCode::BitXor => value ^ unit.as_int(rhs[1])?,
            _ => return None,
        };
        let wrapped = unit.types.wrap(ty, exact);
        if wrapped != exact && !unit.types.is_unsigned(ty) {
            return None;
        }
        (operand, value) = (Operand::Ssa(lhs), wrapped);
    }
    Some((stmts, operand, value))
}

/// Whether an operation takes so long that it is better gone around where it is seldom done.
fn dear_and_rare(probability: Probability, code: TreeCode) -> bool {
    let rare = probability.is_known() && probability.0 < Probability::ALWAYS.0 / 2;
    rare && matches!(code, TreeCode::TruncDiv | TreeCode::TruncMod | TreeCode::ExactDiv)
}

/// Whether an operation with a number leaves the other operand as it is (`neutral_element_p`). With the number comes that
/// of its type with all bits set.
fn is_neutral(code: TreeCode, (number, ones): (i128, i128), right: bool) -> bool {
    use TreeCode::{
        BitAnd, BitIor, BitXor, ExactDiv, Lrotate, Lshift, Minus, Mult, Plus, PointerPlus, Rrotate,
        Rshift, TruncDiv,
    };
    match code {
        Plus | BitIor | BitXor => number == 0,
        Lrotate | Rrotate | Lshift | Rshift | Minus | PointerPlus => right && number == 0,
        Mult => number == 1,
        TruncDiv | ExactDiv => right && number == 1,
        BitAnd => number == ones,
        _ => false,
    }
}

/// Whether an operation with a number has that number for a result (`absorbing_element_p`).
fn is_absorbing(code: TreeCode, (number, ones): (i128, i128), right: bool) -> bool {
    use TreeCode::{BitAnd, BitIor, Lrotate, Mult, Rrotate};
    match code {
        BitIor => number == ones,
        Mult | BitAnd => number == 0,
        // A shift, which GCC takes too, may be by more bits than there are.
        Lrotate | Rrotate => !right && number == 0,
        _ => false,
    }
}
