//! `c ? a : b`, `a, b`, and casts.

use super::{casts, conversion, convert, pointer, rvalue, types};
use crate::context::Context;
use crate::fold::{self, build_cond, fold_build_cond, util};
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{Quals, TypeId, TypeKind};

/// `c ? a : b`; `c` is a truth value.
pub fn build_conditional(
    cx: &mut Context,
    loc: Location,
    c: ExprId,
    a: ExprId,
    b: ExprId,
) -> ExprId {
    if [c, a, b].iter().any(|&e| cx.is_error(e)) {
        return cx.error_expr(loc);
    }
    let value = |cx: &mut Context, e: ExprId| {
        if types::is_void(cx, cx.type_of(e)) { e } else { rvalue::operand(cx, e) }
    };
    let (a, b) = (value(cx, a), value(cx, b));
    let Some(result) = result_type(cx, loc, a, b) else { return cx.error_expr(loc) };
    if types::is_arithmetic(cx, result) {
        let from = [cx.type_of(a), cx.type_of(b)];
        let reason = "to match other result of conditional";
        conversion::warn_of_promotion(cx, loc, result, &from, reason);
    }
    let (a, b) = folded_if_signs_differ(cx, result, a, b);
    let mut arm = |e: ExprId| {
        if types::is_void(cx, result) && types::is_void(cx, cx.type_of(e)) {
            e
        } else {
            super::convert_and_check(cx, loc, result, e)
        }
    };
    let (a, b) = (arm(a), arm(b));
    if cx.is_error(a) || cx.is_error(b) {
        return cx.error_expr(loc);
    }
    if [c, a, b].iter().all(|&e| util::constant(cx, e).is_some()) {
        let e = fold_build_cond(cx, loc, result, c, a, b);
        let ice = expr_flag::INTEGER_CONSTANT_EXPR;
        if [a, b].iter().all(|&arm| cx.exprs[arm].has(ice)) {
            cx.exprs[e].flags |= ice;
        }
        return e;
    }
    build_cond(cx, loc, result, c, a, b)
}

/// Arms of which one becomes unsigned because the other one is are folded here, as GCC does to see whether to warn: they are
/// not looked into when the whole is converted.
fn folded_if_signs_differ(
    cx: &mut Context,
    result: TypeId,
    a: ExprId,
    b: ExprId,
) -> (ExprId, ExprId) {
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    let differ = [x, y, result].iter().all(|&ty| util::integral(cx, ty))
        && util::unsigned(cx, result)
        && util::unsigned(cx, x) != util::unsigned(cx, y);
    if !differ {
        return (a, b);
    }
    (super::fully_fold(cx, a, false), super::fully_fold(cx, b, false))
}

/// Warns where an arm that may be negative becomes unsigned because the other one is. `at`: where the arms begin.
pub fn warn_sign_of_arms(cx: &mut Context, arms: [ExprId; 2], at: [Location; 2]) {
    let types = arms.map(|arm| cx.type_of(arm));
    if cx.folding.inhibit_warnings > 0
        || !types.iter().all(|&ty| util::integral(cx, ty))
        || !cx.unit.diagnostics.warnings.requested("sign-compare")
    {
        return;
    }
    let [first, second] = types.map(|ty| util::unsigned(cx, ty));
    let common = types::common_type(cx, types[0], types[1]);
    if first == second || !util::unsigned(cx, common) {
        return;
    }
    let signed = usize::from(first);
    let operand = rvalue::operand(cx, arms[signed]);
    let folded = super::fully_fold(cx, operand, false);
    if util::nonnegative(cx, folded) {
        return;
    }
    let text = format!(
        "operand of ‘?:’ changes signedness from {} to {} due to unsignedness of other operand",
        super::spell::quoted(cx, types[signed]),
        super::spell::quoted(cx, types[1 - signed])
    );
    cx.warning("sign-compare", at[signed], text);
}

/// The type of a conditional with arms `a` and `b`; complains where they do not go together.
fn result_type(cx: &mut Context, loc: Location, a: ExprId, b: ExprId) -> Option<TypeId> {
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    if cx.unit.types.same_main(x, y) {
        return Some(if x == y { x } else { cx.unit.types.main_variant(x) });
    }
    if types::is_arithmetic(cx, x) && types::is_arithmetic(cx, y) {
        return Some(types::common_type(cx, x, y));
    }
    if types::is_void(cx, x) || types::is_void(cx, y) {
        if !types::is_void(cx, x) || !types::is_void(cx, y) {
            let text = "ISO C forbids conditional expr with only one void side";
            if cx.unit.diagnostics.warnings.pedantic() {
                cx.pedwarn("pedantic", loc, text);
            }
        }
        return Some(cx.unit.common.void);
    }
    let pointers = (cx.unit.types.is_pointer(x), cx.unit.types.is_pointer(y));
    match pointers {
        (true, true) => return Some(pointer_type(cx, loc, a, b)),
        (true, false) if util::integral(cx, y) => {
            mixed(cx, loc, b);
            return Some(x);
        }
        (false, true) if util::integral(cx, x) => {
            mixed(cx, loc, a);
            return Some(y);
        }
        _ => {}
    }
    if types::compatible_unqualified(cx, x, y) {
        return Some(cx.unit.types.main_variant(x));
    }
    cx.error(loc, "type mismatch in conditional expression");
    None
}

fn mixed(cx: &mut Context, loc: Location, integer: ExprId) {
    if !super::assign::null_pointer_constant(cx, integer) {
        cx.pedwarn("", loc, "pointer/integer type mismatch in conditional expression");
    }
}

fn pointer_type(cx: &mut Context, loc: Location, a: ExprId, b: ExprId) -> TypeId {
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    let same = match (types::unqualified_target(cx, x), types::unqualified_target(cx, y)) {
        (Some(p), Some(q)) => types::compatible(cx, p, q),
        _ => false,
    };
    if same {
        return types::common_pointer_type(cx, x, y);
    }
    if super::assign::null_pointer_constant(cx, a) {
        return y;
    }
    if super::assign::null_pointer_constant(cx, b) {
        return x;
    }
    let (Some(p), Some(q)) = (cx.unit.types.pointee(x), cx.unit.types.pointee(y)) else { return x };
    // Arrays are qualified as their elements are from C2X on only.
    let of_target = |cx: &Context, ty: TypeId| match cx.options.standard.year <= 2017 {
        true => cx.unit.types[ty].quals,
        false => types::target_quals(cx, ty),
    };
    let quals = of_target(cx, p).union(of_target(cx, q)).without(Quals::ATOMIC);
    if types::is_plain_void(cx, p) || types::is_plain_void(cx, q) {
        return pointer::void_pointer(cx, quals);
    }
    cx.pedwarn("", loc, "pointer type mismatch in conditional expression");
    pointer::void_pointer(cx, quals)
}

/// `a, b`.
pub fn build_compound(cx: &mut Context, loc: Location, a: ExprId, b: ExprId) -> ExprId {
    if cx.is_error(a) || cx.is_error(b) {
        return cx.error_expr(loc);
    }
    super::unused_value::warn_of_discarded(cx, a, loc);
    if !cx.has_side_effects(a) {
        // `(void) a, b` and `(void) a, (void) b, c` say that nothing is meant to happen.
        let last = match cx.exprs[a].kind {
            ExprKind::Compound(_, last) => last,
            _ => a,
        };
        let void_cast = matches!(cx.exprs[last].kind, ExprKind::Unary(TreeCode::Nop, _))
            && types::is_void(cx, cx.type_of(a));
        if !void_cast && !cx.exprs[a].has(expr_flag::NO_WARNING) {
            let text = "left-hand operand of comma expression has no effect";
            cx.warning("unused-value", loc, text);
        }
    } else {
        super::unused_value::warn_of_unused_value(cx, a, loc);
    }
    let ty = cx.type_of(b);
    fold::build_compound(cx, loc, ty, a, b)
}

/// `(ty) e`.
pub fn build_cast(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId) -> ExprId {
    if cx.is_error(e) {
        return e;
    }
    let ty = types::value_type(cx, ty);
    match cx.unit.types.kind(ty) {
        TypeKind::Array { .. } => return cx.error_at(loc, "cast specifies array type"),
        TypeKind::Function { .. } => return cx.error_at(loc, "cast specifies function type"),
        _ => {}
    }
    let e = if types::is_void(cx, ty) {
        e
    } else {
        rvalue::default_function_array_conversion(cx, loc, e)
    };
    if cx.is_error(e) {
        return e;
    }
    let from = cx.type_of(e);
    if types::is_record(cx, ty) {
        return cast_to_record(cx, loc, ty, e);
    }
    if types::is_void(cx, ty) {
        return fold::build1(cx, loc, TreeCode::Nop, ty, e);
    }
    if types::is_void(cx, from) {
        return cx.error_at(loc, "void value not ignored as it ought to be");
    }
    if types::is_record(cx, from) {
        let text = match cx.unit.types.kind(ty) {
            TypeKind::Pointer(_) => "cannot convert to a pointer type",
            TypeKind::Real(_) => "aggregate value used where a floating-point was expected",
            TypeKind::Complex(_) => "aggregate value used where a complex was expected",
            _ => "aggregate value used where an integer was expected",
        };
        let at = cx.input_location();
        return cx.error_at(at, text);
    }
    casts::warn_of_cast(cx, loc, ty, e);
    let value = convert(cx, ty, e);
    finish_cast(cx, loc, ty, e, value)
}

/// A cast does not overflow, and its result is no lvalue.
fn finish_cast(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    e: ExprId,
    mut value: ExprId,
) -> ExprId {
    if cx.is_error(value) {
        return value;
    }
    if util::overflowed(cx, value)
        && !util::overflowed(cx, e)
        && cx.int_value(e).is_some()
        && let Some(id) = util::constant(cx, value)
    {
        let id = gimple::fold_const::drop_overflow(&mut cx.unit, id);
        value = cx.const_expr(id, loc);
    }
    let arithmetic_constant = util::constant(cx, e).is_some_and(|id| {
        !matches!(cx.unit.consts[id].value, gimple::constant::ConstValue::String(_))
    });
    if util::integral(cx, ty)
        && util::constant(cx, value).is_some()
        && arithmetic_constant
        && (cx.exprs[e].has(expr_flag::INTEGER_CONSTANT_EXPR)
            || cx.unit.types.is_real(cx.type_of(e)))
    {
        cx.exprs[value].flags |= expr_flag::INTEGER_CONSTANT_EXPR;
    }
    if rvalue::lvalue_p(cx, value) {
        return fold::non_lvalue(cx, loc, value);
    }
    // What has been cast is where the cast is; an assignment of a constant, folded to its value, is no comma somebody wrote.
    let stays = |kind: &ExprKind| {
        matches!(kind, ExprKind::Decl(_) | ExprKind::Const(_) | ExprKind::Compound(..))
    };
    if !stays(&cx.exprs[value].kind) {
        cx.exprs[value].loc = loc;
    }
    value
}

fn cast_to_record(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId) -> ExprId {
    let from = cx.type_of(e);
    if cx.unit.types.same_main(ty, from) {
        if cx.unit.diagnostics.warnings.pedantic() {
            cx.pedwarn("pedantic", loc, "ISO C forbids casting nonscalar to the same type");
        }
        return convert(cx, ty, e);
    }
    if !matches!(cx.unit.types.kind(ty), TypeKind::Union { .. }) {
        let at = cx.input_location();
        return cx.error_at(at, "conversion to non-scalar type requested");
    }
    let fields = cx.unit.types.fields(ty).to_vec();
    let found = fields
        .into_iter()
        .find(|&field| types::compatible_unqualified(cx, cx.unit.types.field(field).ty, from));
    let Some(field) = found else {
        return cx.error_at(loc, "cast to union type from type not present in union");
    };
    if cx.unit.diagnostics.warnings.pedantic() {
        cx.pedwarn("pedantic", loc, "ISO C forbids casts to union type");
    }
    let flags = cx.exprs[e].flags & (expr_flag::SIDE_EFFECTS | expr_flag::CONSTANT);
    let elements = vec![(gimple::tree::CtorIndex::Field(field), e)].into_boxed_slice();
    cx.expr(ExprKind::Constructor(elements), ty, loc, flags)
}
