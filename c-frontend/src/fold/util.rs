//! What the folders ask about expressions.

use crate::context::Context;
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::code::TreeCode;
use gimple::constant::ConstId;
use gimple::decl::{DeclKind, flag};
use gimple::fold_const;
use gimple::options::Flag;
use gimple::types::{TypeId, TypeKind};

/// Deepest nesting the recursive questions look into; beyond, the answer is the safe one.
pub const MAX_DEPTH: u32 = 64;

/// The constant an expression is, if it is one.
pub fn constant(cx: &Context, e: ExprId) -> Option<ConstId> {
    match cx.exprs[e].kind {
        ExprKind::Const(id) => Some(id),
        _ => None,
    }
}

/// The operation and operand of a unary expression.
pub fn unary(cx: &Context, e: ExprId) -> Option<(TreeCode, ExprId)> {
    match cx.exprs[e].kind {
        ExprKind::Unary(code, a) => Some((code, a)),
        _ => None,
    }
}

/// The operation and operands of a binary expression.
pub fn binary(cx: &Context, e: ExprId) -> Option<(TreeCode, ExprId, ExprId)> {
    match cx.exprs[e].kind {
        ExprKind::Binary(code, a, b) => Some((code, a, b)),
        _ => None,
    }
}

/// The operand of an integral or pointer conversion (`CONVERT_EXPR_P`).
pub fn converted(cx: &Context, e: ExprId) -> Option<ExprId> {
    match cx.exprs[e].kind {
        ExprKind::Unary(TreeCode::Nop, a) => Some(a),
        _ => None,
    }
}

/// Whether an integer constant is zero, overflowed or not.
pub fn is_int_zero(cx: &Context, e: ExprId) -> bool {
    cx.int_value(e) == Some(0)
}

/// Whether a constant is zero (`integer_zerop`; of complex constants, both parts).
pub fn is_zero(cx: &Context, e: ExprId) -> bool {
    constant(cx, e).is_some_and(|id| fold_const::is_zero(&cx.unit, id))
}

/// Whether a constant is one.
pub fn is_one(cx: &Context, e: ExprId) -> bool {
    constant(cx, e).is_some_and(|id| fold_const::is_one(&cx.unit, id))
}

/// Whether an integer constant has all bits set.
pub fn is_all_ones(cx: &Context, e: ExprId) -> bool {
    constant(cx, e).is_some_and(|id| fold_const::is_all_ones(&cx.unit, id))
}

/// Whether a constant has overflowed.
pub fn overflowed(cx: &Context, e: ExprId) -> bool {
    constant(cx, e).is_some_and(|id| cx.unit.consts[id].overflow)
}

/// Whether a type is `_Bool`, or a boolean of the compiler's.
pub fn is_bool(cx: &Context, ty: TypeId) -> bool {
    matches!(cx.unit.types.kind(ty), TypeKind::Bool)
}

/// Whether a type is integral.
pub fn integral(cx: &Context, ty: TypeId) -> bool {
    cx.unit.types.is_integral(ty)
}

/// Whether a type is real, or complex or vector of real.
pub fn is_float(cx: &Context, ty: TypeId) -> bool {
    match *cx.unit.types.kind(ty) {
        TypeKind::Real(_) => true,
        TypeKind::Complex(part) => is_float(cx, part),
        TypeKind::Vector { element, .. } => is_float(cx, element),
        _ => false,
    }
}

/// Whether a type is an integral type or a vector or complex of one (`ANY_INTEGRAL_TYPE_P`).
pub fn any_integral(cx: &Context, ty: TypeId) -> bool {
    match *cx.unit.types.kind(ty) {
        TypeKind::Complex(part) => integral(cx, part),
        TypeKind::Vector { element, .. } => integral(cx, element),
        _ => integral(cx, ty),
    }
}

/// Precision in bits of an integral or pointer type; 0 for others.
pub fn precision(cx: &Context, ty: TypeId) -> u32 {
    cx.unit.types.precision(ty).unwrap_or(0)
}

/// Bits of the mode values of a type are held in: its size.
pub fn mode_bits(cx: &Context, ty: TypeId) -> u32 {
    cx.unit.types.size(ty).map_or(0, |size| (size * 8).min(u64::from(u32::MAX)) as u32)
}

/// Whether a type is unsigned.
pub fn unsigned(cx: &Context, ty: TypeId) -> bool {
    cx.unit.types.is_unsigned(ty)
}

/// Whether overflow in a type wraps (`TYPE_OVERFLOW_WRAPS`).
pub fn overflow_wraps(cx: &Context, ty: TypeId) -> bool {
    let ty = element_or_self(cx, ty);
    if cx.unit.types.is_pointer(ty) {
        return cx.options.on(Flag::WrapvPointer);
    }
    any_integral(cx, ty) && (unsigned(cx, ty) || cx.options.on(Flag::Wrapv))
}

/// Whether overflow in a type is undefined (`TYPE_OVERFLOW_UNDEFINED`).
pub fn overflow_undefined(cx: &Context, ty: TypeId) -> bool {
    let ty = element_or_self(cx, ty);
    if cx.unit.types.is_pointer(ty) {
        return !cx.options.on(Flag::WrapvPointer);
    }
    any_integral(cx, ty)
        && !unsigned(cx, ty)
        && !cx.options.on(Flag::Wrapv)
        && !cx.options.on(Flag::Trapv)
}

fn element_or_self(cx: &Context, ty: TypeId) -> TypeId {
    match *cx.unit.types.kind(ty) {
        TypeKind::Complex(part) => part,
        TypeKind::Vector { element, .. } => element,
        _ => ty,
    }
}

/// Whether NaNs have to be reckoned with in a type.
pub fn honor_nans(cx: &Context, ty: TypeId) -> bool {
    is_float(cx, ty) && cx.options.honor_nans()
}

/// Whether zeros of a type have a sign to be kept.
pub fn honor_signed_zeros(cx: &Context, ty: TypeId) -> bool {
    is_float(cx, ty) && cx.options.on(Flag::SignedZeros)
}

/// Whether a conversion between two types changes no bit (`tree_nop_conversion`).
pub fn nop_conversion(cx: &Context, outer: TypeId, inner: TypeId) -> bool {
    let types = &cx.unit.types;
    let simple = |ty| types.is_integral(ty) || types.is_pointer(ty);
    if simple(outer) && simple(inner) {
        return types.precision(outer) == types.precision(inner)
            && types.size(outer) == types.size(inner);
    }
    types.same_main(outer, inner)
        || real_format(cx, outer).is_some_and(|f| Some(f) == real_format(cx, inner))
}

fn real_format(cx: &Context, ty: TypeId) -> Option<gimple::types::RealFormat> {
    fold_const::format_of(&cx.unit, ty)
}

/// Whether such a conversion also keeps sign and pointerness (`tree_sign_nop_conversion`).
pub fn sign_nop_conversion(cx: &Context, outer: TypeId, inner: TypeId) -> bool {
    let types = &cx.unit.types;
    nop_conversion(cx, outer, inner)
        && types.is_unsigned(outer) == types.is_unsigned(inner)
        && types.is_pointer(outer) == types.is_pointer(inner)
}

/// The expression below conversions that change no bit (`STRIP_NOPS`).
pub fn strip_nops(cx: &Context, mut e: ExprId) -> ExprId {
    loop {
        let inner = match cx.exprs[e].kind {
            ExprKind::Unary(TreeCode::Nop, inner) | ExprKind::NonLvalue(inner) => inner,
            _ => return e,
        };
        if !nop_conversion(cx, cx.type_of(e), cx.type_of(inner)) {
            return e;
        }
        e = inner;
    }
}

/// The expression below conversions that change neither bits nor sign (`STRIP_SIGN_NOPS`).
pub fn strip_sign_nops(cx: &Context, mut e: ExprId) -> ExprId {
    loop {
        let inner = match cx.exprs[e].kind {
            ExprKind::Unary(TreeCode::Nop, inner) | ExprKind::NonLvalue(inner) => inner,
            _ => return e,
        };
        if !sign_nop_conversion(cx, cx.type_of(e), cx.type_of(inner)) {
            return e;
        }
        e = inner;
    }
}

/// The expression below conversions to the type it has already (`STRIP_TYPE_NOPS`).
pub fn strip_type_nops(cx: &Context, mut e: ExprId) -> ExprId {
    loop {
        let inner = match cx.exprs[e].kind {
            ExprKind::Unary(TreeCode::Nop, inner) | ExprKind::NonLvalue(inner) => inner,
            _ => return e,
        };
        if cx.type_of(e) != cx.type_of(inner) {
            return e;
        }
        e = inner;
    }
}

/// Whether an expression yields a truth value (`truth_value_p`).
pub fn truth_value_p(cx: &Context, e: ExprId) -> bool {
    match cx.exprs[e].kind {
        ExprKind::Binary(code, _, _) => is_truth_code(code),
        ExprKind::Unary(code, _) => code == TreeCode::TruthNot,
        _ => false,
    }
}

/// Whether an operation yields a truth value.
pub fn is_truth_code(code: TreeCode) -> bool {
    code.is_comparison()
        || (TreeCode::TruthAnd..=TreeCode::TruthOrIf).contains(&code)
        || code == TreeCode::TruthNot
}

/// Whether an expression is a comparison.
pub fn is_comparison(cx: &Context, e: ExprId) -> bool {
    matches!(cx.exprs[e].kind, ExprKind::Binary(code, _, _) if code.is_comparison())
}

/// Whether operands of a commutative operation are in the wrong order (`tree_swap_operands_p`): constants come last,
/// then declarations.
pub fn swap_operands_p(cx: &Context, a: ExprId, b: ExprId) -> bool {
    if constant(cx, b).is_some() {
        return false;
    }
    if constant(cx, a).is_some() {
        return true;
    }
    let (a, b) = (strip_nops(cx, a), strip_nops(cx, b));
    if cx.exprs[b].has(expr_flag::CONSTANT) {
        return false;
    }
    if cx.exprs[a].has(expr_flag::CONSTANT) {
        return true;
    }
    let is_decl = |e: ExprId| matches!(cx.exprs[e].kind, ExprKind::Decl(_));
    !is_decl(b) && is_decl(a)
}

/// Whether two expressions yield the same value and may be evaluated once instead of twice (`operand_equal_p`).
pub fn operand_equal(cx: &Context, a: ExprId, b: ExprId) -> bool {
    equal(cx, a, b, false, 0)
}

/// Whether two expressions name the same object (`operand_equal_p` with `OEP_ADDRESS_OF`).
pub fn same_object(cx: &Context, a: ExprId, b: ExprId) -> bool {
    equal(cx, a, b, true, 0)
}

fn both_constants(cx: &Context, a: ExprId, b: ExprId) -> bool {
    matches!((&cx.exprs[a].kind, &cx.exprs[b].kind), (ExprKind::Const(_), ExprKind::Const(_)))
}

/// Whether the types agree in sign, width and in whether they are those of pointers or of real numbers.
fn same_shape(cx: &Context, a: ExprId, b: ExprId) -> bool {
    let types = &cx.unit.types;
    let shape = |e| {
        let ty = cx.type_of(e);
        (types.is_unsigned(ty), types.is_pointer(ty), types.precision(ty), is_float(cx, ty))
    };
    shape(a) == shape(b)
}

fn equal(cx: &Context, a: ExprId, b: ExprId, object: bool, depth: u32) -> bool {
    if depth > MAX_DEPTH {
        return false;
    }
    // Below the conversions the signs may be others: with (unsigned char) c, c is one number only as long as nothing
    // extends it.
    if !object && !both_constants(cx, a, b) && !same_shape(cx, a, b) {
        return false;
    }
    let (a, b) = if object { (a, b) } else { (strip_nops(cx, a), strip_nops(cx, b)) };
    if a == b {
        return object
            || !cx.has_side_effects(a)
            || matches!(cx.exprs[a].kind, ExprKind::Save(_) | ExprKind::Error);
    }
    let (x, y) = (&cx.exprs[a], &cx.exprs[b]);
    if !object {
        if both_constants(cx, a, b) {
            return equal_constants(cx, a, b);
        }
        if !same_shape(cx, a, b) || (x.flags | y.flags) & expr_flag::SIDE_EFFECTS != 0 {
            return false;
        }
    }
    let value = |a, b| equal(cx, a, b, false, depth + 1);
    let place = |a, b| equal(cx, a, b, true, depth + 1);
    match (&x.kind, &y.kind) {
        (ExprKind::Const(x), ExprKind::Const(y)) => x == y,
        (ExprKind::Decl(x), ExprKind::Decl(y)) => x == y,
        (&ExprKind::Unary(code, x), &ExprKind::Unary(other, y)) => {
            code == other && if object { place(x, y) } else { value(x, y) }
        }
        (&ExprKind::Binary(code, a0, a1), &ExprKind::Binary(other, b0, b1)) => {
            (code == other && value(a0, b0) && value(a1, b1))
                || (code == other && code.is_commutative() && value(a0, b1) && value(a1, b0))
                || (code.is_comparison()
                    && code.swap_comparison() == other
                    && value(a0, b1)
                    && value(a1, b0))
        }
        (&ExprKind::Addr(x), &ExprKind::Addr(y)) => place(x, y),
        (&ExprKind::Indirect(x), &ExprKind::Indirect(y)) => {
            value(x, y) && (object || same_size(cx, a, b))
        }
        (&ExprKind::MemRef(x, i, _), &ExprKind::MemRef(y, j, _)) => {
            i == j && value(x, y) && (object || same_size(cx, a, b))
        }
        (&ExprKind::Component(x, f), &ExprKind::Component(y, g)) => f == g && place(x, y),
        (&ExprKind::ArrayRef(x, i), &ExprKind::ArrayRef(y, j)) => place(x, y) && value(i, j),
        (&ExprKind::BitFieldRef(x, s, p), &ExprKind::BitFieldRef(y, t, q)) => {
            (s, p) == (t, q) && place(x, y)
        }
        (ExprKind::Ternary(code, x), ExprKind::Ternary(other, y)) => {
            code == other && x.iter().zip(y).all(|(&x, &y)| value(x, y))
        }
        (&ExprKind::ConvertVector(x), &ExprKind::ConvertVector(y)) => value(x, y),
        (&ExprKind::Cond(a0, a1, a2), &ExprKind::Cond(b0, b1, b2)) => {
            a1.is_some()
                && a2.is_some()
                && b1.is_some()
                && b2.is_some()
                && value(a0, b0)
                && value(a1, b1)
                && value(a2, b2)
        }
        (ExprKind::Call { callee: f, args: x }, ExprKind::Call { callee: g, args: y }) => {
            value(*f, *g)
                && is_const_call(cx, *f)
                && x.len() == y.len()
                && x.iter().zip(y).all(|(&x, &y)| value(x, y))
        }
        _ => false,
    }
}

fn same_size(cx: &Context, a: ExprId, b: ExprId) -> bool {
    let types = &cx.unit.types;
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    types.same_main(x, y) || (types.size(x).is_some() && types.size(x) == types.size(y))
}

fn equal_constants(cx: &Context, a: ExprId, b: ExprId) -> bool {
    let (Some(x), Some(y)) = (constant(cx, a), constant(cx, b)) else { return false };
    let (x, y) = (&cx.unit.consts[x], &cx.unit.consts[y]);
    let signs = unsigned(cx, x.ty) == unsigned(cx, y.ty);
    !x.overflow
        && !y.overflow
        && x.value == y.value
        && signs
        && cx.unit.types.size(x.ty) == cx.unit.types.size(y.ty)
}

/// Whether a call through `callee` reads nothing but its arguments.
pub fn is_const_call(cx: &Context, callee: ExprId) -> bool {
    called_function(cx, callee).is_some_and(|decl| {
        let decl = &cx.unit.decls[decl];
        decl.has(flag::CONST)
            || decl.builtin.is_some_and(|b| b.info().flags.intersects(gimple::builtins::Ecf::CONST))
    })
}

/// The function a callee operand names, conversions of its address aside.
pub fn called_function(cx: &Context, callee: ExprId) -> Option<gimple::decl::DeclId> {
    let callee = strip_nops(cx, callee);
    let object = match cx.exprs[callee].kind {
        ExprKind::Addr(object) => object,
        _ => return None,
    };
    match cx.exprs[object].kind {
        ExprKind::Decl(decl) if cx.unit.decls[decl].kind == DeclKind::Function => Some(decl),
        _ => None,
    }
}

/// Whether the value of an expression is known not to be negative (`tree_expr_nonnegative_p`).
pub fn nonnegative(cx: &Context, e: ExprId) -> bool {
    nonnegative_to(cx, e, 0)
}

fn nonnegative_to(cx: &Context, e: ExprId, depth: u32) -> bool {
    let ty = cx.type_of(e);
    if integral(cx, ty) && unsigned(cx, ty) {
        return true;
    }
    if depth > MAX_DEPTH {
        return false;
    }
    let below = |e| nonnegative_to(cx, e, depth + 1);
    match cx.exprs[e].kind {
        ExprKind::Const(id) => match cx.unit.consts[id].value {
            gimple::constant::ConstValue::Int(value) => value >= 0,
            gimple::constant::ConstValue::Real(bits) => bits.0 >> 127 == 0,
            _ => false,
        },
        ExprKind::Unary(TreeCode::Abs, _) => !overflow_wraps(cx, ty),
        ExprKind::Unary(TreeCode::Nop | TreeCode::Float, a) => {
            let inner = cx.type_of(a);
            if integral(cx, inner) && integral(cx, ty) {
                precision(cx, inner) < precision(cx, ty) && unsigned(cx, inner)
                    || precision(cx, inner) <= precision(cx, ty) && !unsigned(cx, inner) && below(a)
            } else {
                is_float(cx, ty) && (unsigned(cx, inner) || below(a))
            }
        }
        ExprKind::Unary(TreeCode::FixTrunc, a) => below(a),
        ExprKind::Binary(code, a, b) => match code {
            TreeCode::BitAnd | TreeCode::Max => below(a) || below(b),
            TreeCode::BitIor
            | TreeCode::BitXor
            | TreeCode::Min
            | TreeCode::Rdiv
            | TreeCode::TruncDiv => below(a) && below(b),
            TreeCode::TruncMod | TreeCode::Rshift => below(a),
            TreeCode::Plus if is_float(cx, ty) => below(a) && below(b),
            TreeCode::Mult if is_float(cx, ty) || !overflow_wraps(cx, ty) => {
                operand_equal(cx, a, b) || below(a) && below(b)
            }
            _ => is_truth_code(code),
        },
        ExprKind::Cond(_, a, b) => a.is_some() && b.is_some() && below(a) && below(b),
        ExprKind::Compound(_, b) | ExprKind::Modify(_, b) => below(b),
        _ => false,
    }
}

/// Whether an expression is simple enough to be evaluated twice or unconditionally (`simple_operand_p`).
pub fn simple_operand(cx: &Context, e: ExprId) -> bool {
    let e = strip_nops(cx, e);
    match cx.exprs[e].kind {
        ExprKind::Const(_) => true,
        ExprKind::Decl(decl) => {
            let d = &cx.unit.decls[decl];
            !d.has(flag::ADDRESSABLE)
                && !d.has(flag::VOLATILE)
                && !d.has(flag::STATIC)
                && !d.has(flag::EXTERNAL)
                && d.kind != DeclKind::Function
        }
        _ => false,
    }
}

/// The integral type as wide as a type, with a sign (`unsigned_type_for`, `signed_type_for`): one without a name, unless
/// the type itself has the sign.
pub fn integer_like(cx: &mut Context, ty: TypeId, unsigned: bool) -> TypeId {
    if cx.unit.types.is_integral(ty) && cx.unit.types.is_unsigned(ty) == unsigned {
        return ty;
    }
    let bits = precision(cx, ty).clamp(1, 128);
    cx.unit.types.nonstandard_integer(bits as u16, unsigned)
}

/// The standard type as wide as an integral type, with a sign (`c_common_signed_or_unsigned_type`).
pub fn standard_integer_like(cx: &mut Context, ty: TypeId, unsigned: bool) -> TypeId {
    let c = &cx.unit.common;
    let main = cx.unit.types.main_variant(ty);
    // Plain `char` is never the answer.
    if [c.char_, c.schar, c.uchar].contains(&main) {
        return if unsigned { c.uchar } else { c.schar };
    }
    for (signed, other) in [
        (c.int, c.uint),
        (c.short, c.ushort),
        (c.long, c.ulong),
        (c.llong, c.ullong),
        (c.int128, c.uint128),
        (c.ssizetype, c.sizetype),
    ] {
        if main == signed || main == other {
            return if unsigned { other } else { signed };
        }
    }
    if !cx.unit.types.is_integral(ty) || cx.unit.types.is_unsigned(ty) == unsigned {
        return ty;
    }
    let bits = precision(cx, ty);
    integer_of(cx, bits, unsigned)
}

/// The standard integer type of a precision, or one of that precision (`type_for_size`).
pub fn integer_of(cx: &mut Context, bits: u32, unsigned: bool) -> TypeId {
    let c = &cx.unit.common;
    for (signed, other) in [
        (c.int, c.uint),
        (c.schar, c.uchar),
        (c.short, c.ushort),
        (c.long, c.ulong),
        (c.llong, c.ullong),
        (c.int128, c.uint128),
    ] {
        if precision(cx, signed) == bits {
            return if unsigned { other } else { signed };
        }
    }
    cx.unit.types.nonstandard_integer(bits.clamp(1, 128) as u16, unsigned)
}

/// The type of the integers of as many bits as the mode of `ty` has (`type_for_mode (TYPE_MODE (ty))`).
pub fn integer_of_mode(cx: &mut Context, ty: TypeId, unsigned: bool) -> TypeId {
    let bits = mode_bits(cx, ty);
    integer_of(cx, bits, unsigned)
}

/// `log2` of an integer constant that is a power of two, as an unsigned number of its type.
pub fn exact_log2(cx: &Context, e: ExprId) -> Option<u32> {
    let value = cx.int_value(e)?;
    let bits = precision(cx, cx.type_of(e));
    let mask = if bits >= 128 { u128::MAX } else { (1 << bits) - 1 };
    let value = value as u128 & mask;
    value.is_power_of_two().then(|| value.trailing_zeros())
}

/// Largest and smallest value of an integral type (of 128-bit unsigned types, as bit patterns).
pub fn bounds(cx: &Context, ty: TypeId) -> (i128, i128) {
    let bits = precision(cx, ty).clamp(1, 128);
    match (unsigned(cx, ty), bits) {
        (true, 128) => (0, -1),
        (true, _) => (0, (1 << bits) - 1),
        (false, 128) => (i128::MIN, i128::MAX),
        (false, _) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
    }
}
