//! Minima and maxima (`minmax_replacement`).
//!
//! ```text
//!   if (a_1 < b_2) …    # _3 = PHI <a_1(2), b_2(3)>      =>   _3 = MIN_EXPR <a_1, b_2>;
//!   if (a_1 <= 255) …   # _3 = PHI <a_1(2), 255(3)>      =>   _3 = MIN_EXPR <a_1, 255>;
//!   if (a_1 <= 255)                                           b_4 = MAX_EXPR <a_1, 0>;
//!     b_4 = MAX_EXPR <a_1, 0>;                           =>   _3 = MIN_EXPR <b_4, 255>;
//!   # _3 = PHI <b_4(3), 255(2)>
//! ```

use super::{Decided, Triangle, move_up, replace_phi};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use tree_ssa::analyses::ranges::Kind;
use tree_ssa::fold::gimple_fold::Expr;
use tree_ssa::fold::gimple_fold::build_before;

/// An operand of the comparison, and the number it might as well be compared with: `x < 6` is `x <= 5`.
#[derive(Clone, Copy)]
struct Side {
    value: Operand,
    other: Operand,
}

impl Side {
    fn is(self, op: Operand) -> bool {
        op == self.value || self.other.is_some() && op == self.other
    }
}

/// The two sides of a comparison by order.
struct Ordered {
    /// What is smaller where the condition holds.
    smaller: Side,
    larger: Side,
}

/// Replaces what a condition decides if that is the smaller or the larger of what it compares.
pub fn replace(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    t: &Triangle,
    decided: &Decided,
) -> bool {
    let types = &cx.unit.types;
    if !types.is_integral(decided.ty) && !types.is_pointer(decided.ty) {
        return false;
    }
    let t = &unsigned_test(cx.unit, f, t, decided).unwrap_or(*t);
    let types = &cx.unit.types;
    if !types.same_main(decided.ty, cx.unit.type_of(f, t.lhs)) {
        return false;
    }
    let Some(ordered) = Ordered::of(cx.unit, f, t) else { return false };
    let [yes, no] = t.by_truth(decided.straight, decided.around);
    let (code, taken_along) = if t.arm_is_empty(f) {
        let code = if ordered.smaller.is(yes) && ordered.larger.is(no) {
            TreeCode::Min
        } else if ordered.smaller.is(no) && ordered.larger.is(yes) {
            TreeCode::Max
        } else {
            return false;
        };
        (code, None)
    } else {
        match ordered.of_bounded(cx.unit, f, t, decided) {
            Some((code, stmt)) => (code, Some(stmt)),
            None => return false,
        }
    };
    if let Some(stmt) = taken_along {
        move_up(f, t, stmt);
    }
    // What the arm brings is first, constants last.
    let mut ops = [decided.around, decided.straight, Operand::None];
    if ops[0].constant().is_some() {
        ops.swap(0, 1);
    }
    let expr = Expr { code, ty: decided.ty, ops };
    let value = build_before(cx.unit, f, cx.options, t.cond, expr);
    replace_phi(cx, f, t, decided.phi, value, "minmax replacement");
    true
}

/// A test of the sign of a number that has none as a comparison of it: `(int) x < 0` is `x > 0x7fffffff`.
fn unsigned_test(
    unit: &mut Unit,
    f: &Function,
    t: &Triangle,
    decided: &Decided,
) -> Option<Triangle> {
    let def = f.names[t.lhs.ssa()?].def.expand().filter(|_| unit.is_zero(t.rhs))?;
    let StmtKind::Assign { code: TreeCode::Nop, rhs: [number, ..], .. } = f.stmts[def].kind else {
        return None;
    };
    let (signed, ty) = (unit.type_of(f, t.lhs), unit.type_of(f, number));
    let (Some(from), Some(to)) = (Kind::of(unit, signed), Kind::of(unit, ty)) else { return None };
    let code = match t.code {
        TreeCode::Lt => TreeCode::Gt,
        TreeCode::Ge => TreeCode::Le,
        _ => return None,
    };
    let same = unit.types.same_main(decided.ty, ty) && number.ssa().is_some();
    let same = same && from.bits == to.bits && from.signed && !to.signed && !to.pointer;
    same.then(|| Triangle { code, lhs: number, rhs: unit.int(ty, from.max()), ..*t })
}

impl Ordered {
    /// The sides of a comparison of order, or of one with the least or the greatest number, which is one.
    fn of(unit: &mut Unit, f: &Function, t: &Triangle) -> Option<Ordered> {
        let ty = unit.type_of(f, t.lhs);
        let kind = Kind::of(unit, ty)?;
        let (least, greatest) = (kind.min(), kind.max());
        let (mut code, mut rhs) = (t.code, t.rhs);
        let number = unit.as_int(rhs).filter(|_| unit.types.is_integral(ty));
        if let (TreeCode::Eq | TreeCode::Ne, Some(number)) = (code, number) {
            let equal = code == TreeCode::Eq;
            if number == least {
                code = if equal { TreeCode::Lt } else { TreeCode::Ge };
                rhs = unit.int(ty, number + 1);
            } else if number == greatest {
                code = if equal { TreeCode::Gt } else { TreeCode::Le };
                rhs = unit.int(ty, number - 1);
            }
        }
        let step = match code {
            TreeCode::Lt | TreeCode::Ge => -1,
            TreeCode::Le | TreeCode::Gt => 1,
            _ => return None,
        };
        let next = unit.as_int(rhs).filter(|_| unit.types.is_integral(ty)).map(|it| it + step);
        let other = match next.filter(|next| (least..=greatest).contains(next)) {
            Some(next) => unit.int(ty, next),
            None => Operand::None,
        };
        let (left, right) =
            (Side { value: t.lhs, other: Operand::None }, Side { value: rhs, other });
        Some(match code {
            TreeCode::Lt | TreeCode::Le => Ordered { smaller: left, larger: right },
            _ => Ordered { smaller: right, larger: left },
        })
    }

    /// A minimum of what is compared and a bound in the arm, and a maximum with the other side then, or the other way
    /// round. The bound must not be beyond that side.
    fn of_bounded(
        &self,
        unit: &Unit,
        f: &Function,
        t: &Triangle,
        decided: &Decided,
    ) -> Option<(TreeCode, StmtId)> {
        f.single_pred(t.arm)?;
        let stmt = t.only_stmt(f)?;
        let StmtKind::Assign { lhs, code: inner, rhs } = f.stmts[stmt].kind else { return None };
        if lhs != decided.around {
            return None;
        }
        // What is smaller in the arm, and what is larger there.
        let (below, above) = match t.arm_on_true {
            true => (self.smaller, self.larger),
            false => (self.larger, self.smaller),
        };
        let (code, bounded, limit) = match inner {
            TreeCode::Max if above.is(decided.straight) => (TreeCode::Min, below, above),
            TreeCode::Min if below.is(decided.straight) => (TreeCode::Max, above, below),
            _ => return None,
        };
        let bound = if bounded.is(rhs[0]) {
            rhs[1]
        } else if bounded.is(rhs[1]) {
            rhs[0]
        } else {
            return None;
        };
        let within = match (unit.as_int(bound), unit.as_int(limit.value)) {
            (Some(bound), Some(limit)) if code == TreeCode::Min => bound <= limit,
            (Some(bound), Some(limit)) => bound >= limit,
            _ => bound == limit.value,
        };
        within.then_some((code, stmt))
    }
}
