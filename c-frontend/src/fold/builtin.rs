//! Folding calls of builtin functions on GENERIC: what is known without optimising the function around the call.

use super::build::{build1, build2};
use super::classify;
use super::util::*;
use super::{
    fold_binary, fold_convert, fold_unary, int_const, non_lvalue, omit_one_operand, save_expr,
};
use crate::context::Context;
use crate::generic::{ExprId, ExprKind, expr_flag};
use TreeCode::*;
use gimple::builtins::{Builtin, Family};
use gimple::code::TreeCode;
use gimple::constant::{Const, ConstValue, RealBits};
use gimple::decl::DeclId;
use gimple::fold_call;
use gimple::fold_const;
use gimple::fold_string::{self, Argument, Known};
use gimple::known_bytes;
use gimple::location::Location;
use gimple::options::Flag;
use gimple::types::{ArrayDomain, TypeId, TypeKind};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Quad;

/// What a call of a builtin folds to, in its result type `ty`; the arguments are converted and folded. What is to be
/// constant is folded as far as initialisers are.
pub fn fold_builtin_call(
    cx: &mut Context,
    loc: Location,
    function: DeclId,
    ty: TypeId,
    args: &[ExprId],
) -> Option<ExprId> {
    let builtin = cx.unit.decls[function].builtin?;
    let saved = super::enter_initializer(cx, cx.folding.require_constant);
    let known: Option<Vec<_>> = args.iter().map(|&arg| constant(cx, arg)).collect();
    let known = known
        .and_then(|known| fold_call::fold_call(&mut cx.unit, &cx.options, builtin, ty, &known));
    if known.is_none()
        && let Some(folded) = fold_strings(cx, loc, builtin, ty, args)
    {
        super::leave_initializer(cx, saved);
        return Some(folded);
    }
    let folded = match *args {
        _ if known.is_some() => known.map(|id| cx.const_expr(id, loc)),
        [] => fold_constant_function(cx, loc, builtin, ty),
        [a] => fold_one(cx, loc, builtin, ty, a),
        [a, b] => fold_two(cx, loc, builtin, function, ty, [a, b]),
        [a, b, c] => fold_three(cx, loc, builtin, [a, b, c]),
        [a, b, c, d, e, x] if builtin == Builtin::Fpclassify => {
            classify::fold_fpclassify(cx, loc, ty, [a, b, c, d, e], x)
        }
        _ => None,
    };
    super::leave_initializer(cx, saved);
    let folded = folded?;
    let folded = fold_convert(cx, loc, ty, folded);
    cx.exprs[folded].flags |= expr_flag::NO_WARNING;
    Some(folded)
}

pub(super) fn real(cx: &mut Context, loc: Location, ty: TypeId, value: Quad) -> Option<ExprId> {
    let format = fold_const::format_of(&cx.unit, ty)?;
    let bits = fold_const::round_to_format(format, RealBits::from_quad(value));
    let id = cx.unit.consts.real(ty, bits);
    Some(cx.const_expr(id, loc))
}

/// A call of a string function whose strings are literals. What else its arguments do is done as well.
fn fold_strings(
    cx: &mut Context,
    loc: Location,
    builtin: Builtin,
    ty: TypeId,
    args: &[ExprId],
) -> Option<ExprId> {
    if !fold_string::is_foldable(builtin) {
        return None;
    }
    let argument = |&arg: &ExprId| Argument {
        bytes: string_at(cx, arg).map(<[u8]>::to_vec).or_else(|| variable_at(cx, arg)),
        int: cx.int_value(arg),
    };
    let known: Vec<Argument> = args.iter().map(argument).collect();
    let found = fold_string::fold_string_call(builtin, &known)?;
    if let Known::Place(offset) = found {
        let (pointer, sizetype) = (cx.type_of(args[0]), cx.unit.common.sizetype);
        let offset = int_const(cx, loc, sizetype, offset as i128);
        let place = fold_binary(cx, loc, PointerPlus, pointer, args[0], offset);
        return Some(fold_convert(cx, loc, ty, place));
    }
    let value = if let Known::Int(value) = found { value } else { 0 };
    let mut result = int_const(cx, loc, ty, value);
    for &arg in args {
        result = omit_one_operand(cx, loc, ty, result, arg);
    }
    cx.exprs[result].flags |= expr_flag::NO_WARNING;
    Some(result)
}

fn fold_constant_function(
    cx: &mut Context,
    loc: Location,
    builtin: Builtin,
    ty: TypeId,
) -> Option<ExprId> {
    if matches!(builtin.family(), Family::Inf | Family::HugeVal) {
        return real(cx, loc, ty, Quad::INFINITY);
    }
    let position =
        cx.unit.diagnostics.sources.position(cx.unit.diagnostics.sources.expansion_point(loc));
    match builtin {
        Builtin::Line => Some(int_const(cx, loc, ty, position.line.into())),
        Builtin::File => {
            let file = position.file.to_string();
            Some(string_literal(cx, loc, ty, &file))
        }
        Builtin::Function => {
            let name = match cx.current_function.expand() {
                Some(function) => cx.unit.decl_name(function).unwrap_or_default().to_string(),
                None => String::new(),
            };
            Some(string_literal(cx, loc, ty, &name))
        }
        _ => None,
    }
}

/// A pointer of type `ty` to a string.
fn string_literal(cx: &mut Context, loc: Location, ty: TypeId, text: &str) -> ExprId {
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    let char_ = cx.unit.common.char_;
    let array = cx.unit.types.array_of(char_, ArrayDomain::Count(bytes.len() as u64));
    let value = ConstValue::String(bytes.into());
    let id = cx.unit.consts.intern(Const { ty: array, value, overflow: false });
    let string = cx.const_expr(id, loc);
    super::build_addr(cx, loc, ty, string)
}

/// The bytes of the string an argument points to, from there on.
fn string_at(cx: &Context, e: ExprId) -> Option<&[u8]> {
    let (object, offset) = super::address::address_offset(cx, e)?;
    let id = constant(cx, object)?;
    let ConstValue::String(bytes) = &cx.unit.consts[id].value else { return None };
    let element = cx.unit.types.element(cx.type_of(object))?;
    if cx.unit.types.size(element) != Some(1) {
        return None;
    }
    bytes.get(usize::try_from(offset).ok()?..)
}

/// The bytes of the variable that never changes an argument points into, from there on.
fn variable_at(cx: &Context, e: ExprId) -> Option<Vec<u8>> {
    let (object, offset) = super::address::address_offset(cx, e)?;
    match cx.exprs[object].kind {
        ExprKind::Decl(var) => {
            let part = matches!(cx.exprs[strip_nops(cx, e)].kind, ExprKind::Addr(_));
            let known = part || known_bytes::is_plain_array(&cx.unit, var);
            known.then(|| known_bytes::bytes_from(&cx.unit, var, offset)).flatten()
        }
        _ => None,
    }
}

/// The bytes that a pointer is known to lead to, up to the end of the object, and the object: a literal of narrow characters
/// or a variable that never changes.
pub fn known_string(cx: &Context, e: ExprId) -> Option<(Vec<u8>, ExprId)> {
    let (object, _) = super::address::address_offset(cx, e)?;
    let bytes = string_at(cx, e).map(<[u8]>::to_vec).or_else(|| variable_at(cx, e))?;
    Some((bytes, object))
}

fn c_string(cx: &Context, e: ExprId) -> Option<&[u8]> {
    let bytes = string_at(cx, e)?;
    let end = bytes.iter().position(|&b| b == 0)?;
    Some(&bytes[..end])
}

fn fold_one(
    cx: &mut Context,
    loc: Location,
    builtin: Builtin,
    ty: TypeId,
    a: ExprId,
) -> Option<ExprId> {
    match builtin {
        Builtin::ConstantP => return fold_constant_p(cx, loc, ty, a),
        Builtin::Isnormal if cx.unit.types.is_real(cx.type_of(a)) => {
            return classify::fold_isnormal(cx, loc, ty, a);
        }
        Builtin::IsinfSign if cx.unit.types.is_real(cx.type_of(a)) => {
            return classify::fold_isinf_sign(cx, loc, ty, a);
        }
        Builtin::ClassifyType => {
            let class = type_class(cx, cx.type_of(a));
            return Some(int_const(cx, loc, ty, class));
        }
        Builtin::Abs | Builtin::Labs | Builtin::Llabs | Builtin::Imaxabs => {
            let a = fold_convert(cx, loc, ty, a);
            return Some(fold_unary(cx, loc, Abs, ty, a));
        }
        Builtin::Isascii => {
            let masked = low_bits(cx, loc, a, !0x7f);
            let zero = int_const(cx, loc, cx.type_of(a), 0);
            return Some(fold_binary(cx, loc, Eq, ty, masked, zero));
        }
        Builtin::Toascii => return Some(low_bits(cx, loc, a, 0x7f)),
        Builtin::Isdigit => {
            let uint = cx.unit.common.uint;
            let a = fold_convert(cx, loc, uint, a);
            let zero = cx.options.code.exec_charset.byte('0').unwrap_or(b'0');
            let (zero, nine) = (int_const(cx, loc, uint, zero.into()), int_const(cx, loc, uint, 9));
            let offset = fold_binary(cx, loc, Minus, uint, a, zero);
            return Some(fold_binary(cx, loc, Le, ty, offset, nine));
        }
        _ => {}
    }
    if is_float(cx, cx.type_of(a)) {
        return fold_real_function(cx, loc, builtin, ty, a);
    }
    let signaling = match builtin.family() {
        Family::Nan => false,
        Family::Nans => true,
        _ => return None,
    };
    let text = c_string(cx, a)?.to_vec();
    let id = fold_call::nan_of_text(&mut cx.unit, signaling, ty, &text)?;
    Some(cx.const_expr(id, loc))
}

fn low_bits(cx: &mut Context, loc: Location, a: ExprId, mask: i128) -> ExprId {
    let ty = cx.type_of(a);
    let mask = int_const(cx, loc, ty, mask);
    fold_binary(cx, loc, BitAnd, ty, a, mask)
}

/// `__builtin_constant_p`: 1 for constants and string literals, 0 for what can never become one, else left for later.
fn fold_constant_p(cx: &mut Context, loc: Location, ty: TypeId, a: ExprId) -> Option<ExprId> {
    let stripped = strip_nops(cx, a);
    let known = match cx.exprs[stripped].kind {
        ExprKind::Const(id) => !matches!(cx.unit.consts[id].value, ConstValue::String(_)),
        ExprKind::Addr(object) => match cx.exprs[object].kind {
            ExprKind::Const(_) => true,
            ExprKind::ArrayRef(base, index) => {
                constant(cx, base).is_some() && is_int_zero(cx, index)
            }
            _ => false,
        },
        _ => false,
    };
    if known {
        return Some(int_const(cx, loc, ty, 1));
    }
    let of = cx.type_of(stripped);
    let hopeless = cx.has_side_effects(stripped)
        || cx.unit.types.is_aggregate(of)
        || cx.unit.types.is_pointer(of)
        || cx.current_function.is_none()
        || cx.folding.initializer
        || cx.folding.constant_p_now
        || cx.options.optimize == 0;
    hopeless.then(|| int_const(cx, loc, ty, 0))
}

/// GCC's number of a type's class, as `__builtin_classify_type` has it.
fn type_class(cx: &Context, ty: TypeId) -> i128 {
    match cx.unit.types.kind(ty) {
        TypeKind::Void => 0,
        TypeKind::Integer { .. } | TypeKind::Enum { .. } | TypeKind::Bool => 1,
        TypeKind::Pointer(_) => 5,
        TypeKind::Real(_) => 8,
        TypeKind::Complex(_) => 9,
        TypeKind::Function { .. } => 10,
        TypeKind::Record { .. } => 12,
        TypeKind::Union { .. } => 13,
        TypeKind::Array { .. } => 5,
        TypeKind::Vector { .. } => -1,
    }
}

pub(super) fn real_value(cx: &Context, e: ExprId) -> Option<Quad> {
    let id = constant(cx, e)?;
    cx.unit.consts.as_real(id).map(RealBits::quad)
}

/// The largest finite value of a real type.
pub(super) fn largest(cx: &mut Context, loc: Location, ty: TypeId) -> Option<ExprId> {
    use gimple::types::RealFormat;
    use rustc_apfloat::FloatConvert;
    use rustc_apfloat::ieee::{Double, Half, Single};
    let mut inexact = false;
    let value: Quad = match fold_const::format_of(&cx.unit, ty)? {
        RealFormat::Half => Half::largest().convert(&mut inexact).value,
        RealFormat::Single => Single::largest().convert(&mut inexact).value,
        RealFormat::Double => Double::largest().convert(&mut inexact).value,
        RealFormat::Quad => Quad::largest(),
    };
    real(cx, loc, ty, value)
}

fn fold_real_function(
    cx: &mut Context,
    loc: Location,
    builtin: Builtin,
    ty: TypeId,
    a: ExprId,
) -> Option<ExprId> {
    let of = cx.type_of(a);
    if let TypeKind::Complex(part) = *cx.unit.types.kind(of) {
        return match builtin.family() {
            Family::Creal => Some(fold_unary(cx, loc, Realpart, part, a)),
            Family::Cimag => Some(fold_unary(cx, loc, Imagpart, part, a)),
            Family::Conj => Some(fold_unary(cx, loc, Conj, of, a)),
            _ => None,
        };
    }
    match builtin.family() {
        Family::Fabs => {
            let a = fold_convert(cx, loc, ty, a);
            Some(fold_unary(cx, loc, Abs, ty, a))
        }
        Family::Isnan => {
            if cx.options.on(Flag::FiniteMathOnly) {
                let zero = int_const(cx, loc, ty, 0);
                return Some(omit_one_operand(cx, loc, ty, zero, a));
            }
            let local = simple_operand(cx, a);
            let a = if local { a } else { save_expr(cx, a) };
            Some(fold_binary(cx, loc, Unordered, ty, a, a))
        }
        Family::Isinf => magnitude_above(cx, loc, ty, a, Unle),
        Family::Isfinite | Family::Finite => magnitude_above(cx, loc, ty, a, Ungt),
        _ => None,
    }
}

/// `!(fabs (a) code largest)`: what `isinf` and `isfinite` are.
fn magnitude_above(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    a: ExprId,
    code: TreeCode,
) -> Option<ExprId> {
    let of = cx.type_of(a);
    let magnitude = fold_unary(cx, loc, Abs, of, a);
    let largest = largest(cx, loc, of)?;
    let comparison = fold_binary(cx, loc, code, ty, magnitude, largest);
    Some(build1(cx, loc, TruthNot, ty, comparison))
}

fn fold_two(
    cx: &mut Context,
    loc: Location,
    builtin: Builtin,
    function: DeclId,
    ty: TypeId,
    [a, b]: [ExprId; 2],
) -> Option<ExprId> {
    match builtin {
        Builtin::Expect => return fold_expect(cx, loc, function, ty, a, b),
        // Nothing is evaluated for its size: of what does something, nothing is known.
        Builtin::ObjectSize | Builtin::DynamicObjectSize if cx.has_side_effects(a) => {
            let kind = cx.int_value(b).filter(|kind| (0..4).contains(kind))?;
            return Some(int_const(cx, loc, ty, if kind < 2 { -1 } else { 0 }));
        }
        Builtin::AtomicAlwaysLockFree | Builtin::AtomicIsLockFree => {
            return fold_lock_free(cx, loc, builtin, ty, a, b);
        }
        Builtin::Isgreater => return unordered_comparison(cx, loc, ty, Unle, a, b),
        Builtin::Isgreaterequal => return unordered_comparison(cx, loc, ty, Unlt, a, b),
        Builtin::Isless => return unordered_comparison(cx, loc, ty, Unge, a, b),
        Builtin::Islessequal => return unordered_comparison(cx, loc, ty, Ungt, a, b),
        Builtin::Islessgreater => return unordered_comparison(cx, loc, ty, Uneq, a, b),
        Builtin::Isunordered => {
            let (a, b) = common_real(cx, loc, a, b)?;
            return Some(fold_binary(cx, loc, Unordered, ty, a, b));
        }
        _ => {}
    }
    if matches!(builtin.family(), Family::Pow | Family::Powi) {
        return fold_power(cx, loc, ty, a, b);
    }
    let (x, y) = (real_value(cx, a)?, real_value(cx, b)?);
    if builtin.family() != Family::Copysign {
        return None;
    }
    let id = cx.unit.consts.real(ty, RealBits::from_quad(x.copy_sign(y)));
    Some(cx.const_expr(id, loc))
}

/// A power that is the base, one over it, or 1.
fn fold_power(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    base: ExprId,
    exponent: ExprId,
) -> Option<ExprId> {
    let whole = |value: Quad| [0, 1, -1].into_iter().find(|&n| value == Quad::from_i128(n).value);
    let exponent = match cx.int_value(exponent) {
        Some(number) => number,
        None => whole(real_value(cx, exponent)?)?,
    };
    let one = cx.unit.consts.real(ty, RealBits::from_f64(1.0));
    let one = cx.const_expr(one, loc);
    match exponent {
        0 => Some(omit_one_operand(cx, loc, ty, one, base)),
        1 => Some(non_lvalue(cx, loc, base)),
        // One over zero is an exception.
        -1 if real_value(cx, base).is_none() => Some(fold_binary(cx, loc, Rdiv, ty, one, base)),
        _ => None,
    }
}

/// Whether objects of a size are read and changed by single instructions: those of a word or half of it. What is at a
/// place that the library knows better is its to say, unless any place is meant.
fn fold_lock_free(
    cx: &mut Context,
    loc: Location,
    builtin: Builtin,
    ty: TypeId,
    size: ExprId,
    place: ExprId,
) -> Option<ExprId> {
    let size = cx.int_value(size)?;
    let bytes = i128::from(cx.unit.target.word_bits / 8);
    let free = size == bytes || size == bytes / 2;
    let always = builtin == Builtin::AtomicAlwaysLockFree;
    let known = always || free && is_int_zero(cx, strip_nops(cx, place));
    if !known {
        return None;
    }
    let answer = int_const(cx, loc, ty, free.into());
    Some(omit_one_operand(cx, loc, ty, answer, place))
}

/// The operands of a type-generic comparison in their common real type.
fn common_real(cx: &mut Context, loc: Location, a: ExprId, b: ExprId) -> Option<(ExprId, ExprId)> {
    let (x, y) = (cx.type_of(a), cx.type_of(b));
    let rank = |ty| if cx.unit.types.is_real(ty) { mode_bits(cx, ty) } else { 0 };
    let common = if rank(x) >= rank(y) { x } else { y };
    if rank(common) == 0 {
        return None;
    }
    Some((fold_convert(cx, loc, common, a), fold_convert(cx, loc, common, b)))
}

/// The opposite of `a code b`: comparisons that raise nothing for quiet NaNs.
fn unordered_comparison(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    code: TreeCode,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let (a, b) = common_real(cx, loc, a, b)?;
    let comparison = fold_binary(cx, loc, code, ty, a, b);
    Some(fold_unary(cx, loc, TruthNot, ty, comparison))
}

/// `__builtin_expect`: of a constant the constant; of `x && y` the logic of both expectations.
fn fold_expect(
    cx: &mut Context,
    loc: Location,
    function: DeclId,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    let mut inner = a;
    while let Some(below) = converted(cx, inner) {
        inner = below;
    }
    // A truth value that was made a `_Bool` is the truth value; one the program compares with 0 is a comparison.
    if let Some((Ne, x, zero)) = binary(cx, inner)
        && matches!(cx.unit.types.kind(cx.type_of(inner)), TypeKind::Bool)
        && is_int_zero(cx, zero)
        && truth_value_p(cx, x)
    {
        inner = x;
    }
    if let Some((code @ (TruthAndIf | TruthOrIf), x, y)) = binary(cx, inner) {
        // What is expected is computed once, before either operand.
        let b = save_expr(cx, b);
        let (x, y) = (expectation(cx, loc, function, x, b), expectation(cx, loc, function, y, b));
        let int = cx.unit.common.int;
        let folded = build2(cx, loc, code, int, x, y);
        return Some(fold_convert(cx, loc, ty, folded));
    }
    if constant(cx, inner).is_some() {
        return Some(fold_convert(cx, loc, ty, a));
    }
    None
}

/// `__builtin_expect (e, b) != 0`.
fn expectation(cx: &mut Context, loc: Location, function: DeclId, e: ExprId, b: ExprId) -> ExprId {
    let long = cx.type_of(b);
    let value = fold_convert(cx, loc, long, e);
    let call = match fold_expect(cx, loc, function, long, value, b) {
        Some(folded) => folded,
        None => build_call(cx, loc, function, long, vec![value, b]),
    };
    let (int, zero) = (cx.unit.common.int, int_const(cx, loc, long, 0));
    build2(cx, loc, Ne, int, call, zero)
}

/// A call of a builtin function, folded.
pub fn builtin_call(
    cx: &mut Context,
    loc: Location,
    function: DeclId,
    ty: TypeId,
    args: Vec<ExprId>,
) -> ExprId {
    match fold_builtin_call(cx, loc, function, ty, &args) {
        Some(folded) => folded,
        None => build_call(cx, loc, function, ty, args),
    }
}

/// A call of a function, with arguments of the types it takes.
pub fn build_call(
    cx: &mut Context,
    loc: Location,
    function: DeclId,
    ty: TypeId,
    args: Vec<ExprId>,
) -> ExprId {
    let object = cx.decl_expr(function, loc);
    let pointer = cx.unit.types.pointer_to(cx.unit.decls[function].ty);
    let callee = super::build_addr(cx, loc, pointer, object);
    let mut flags = expr_flag::SIDE_EFFECTS;
    if is_const_call(cx, callee) && !args.iter().any(|&arg| cx.has_side_effects(arg)) {
        flags = 0;
    }
    cx.expr(ExprKind::Call { callee, args: args.into_boxed_slice() }, ty, loc, flags)
}

fn fold_three(
    cx: &mut Context,
    loc: Location,
    builtin: Builtin,
    [a, b, c]: [ExprId; 3],
) -> Option<ExprId> {
    if let Some(folded) = super::overflow::fold_overflow(cx, loc, builtin, [a, b, c]) {
        return Some(folded);
    }
    match builtin {
        Builtin::ExpectWithProbability if constant(cx, a).is_some() => Some(a),
        _ => None,
    }
}
