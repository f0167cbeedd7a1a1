//! Folding: the simplifications GCC makes on GENERIC, in fold-const and by the patterns of match.pd.
//!
//! [`fold_unary`], [`fold_binary`] and `fold_cond` build an expression of operands that are folded already, and
//! simplify at the top; [`fully_fold`] folds a whole tree from its leaves up, as is done with every full expression.
//! What is folded here decides what the gimplifier sees and so the text of every later dump: the order of operands, the
//! form of comparisons (`i < 10` is `i <= 9`), constants moved together, conversions merged.
//!
//! Simplifications call each other. They end because each makes the expression smaller or more canonical; a limit on
//! their nesting makes sure of it, and of the stack.

pub mod address;
pub mod associate;
pub mod binary;
mod bit_calls;
pub mod bitfield;
pub mod bitmerge;
pub mod bits;
pub mod build;
pub mod builtin;
mod classify;
pub mod compare;
pub mod cond;
mod constant_part;
pub mod fully;
pub mod muldiv;
pub mod negate;
pub mod overflow;
pub mod range;
mod simplify;
pub mod truth;
pub mod unary;
pub mod util;
mod vector;

pub use build::{build_addr, build_array, build_bit_field_ref, build_component, build_cond};
pub use build::{build_compound, build_indirect_ref, build1, build2};
pub use builtin::{builtin_call, fold_builtin_call, known_string};
pub use fully::{fully_fold, fully_fold_lvalue};

/// The unsigned integer type as wide as a type.
pub fn unsigned_type_for(cx: &mut Context, ty: TypeId) -> TypeId {
    util::integer_like(cx, ty, true)
}

use crate::context::Context;
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::code::TreeCode;
use gimple::constant::ConstId;
use gimple::fold_const::{self, Folding};
use gimple::location::Location;
use gimple::options::Flag;
use gimple::types::{TypeId, TypeKind};

/// How deep simplifications may call each other.
const MAX_NESTING: u32 = 128;

/// What folding and the semantic actions need to know of where they are.
#[derive(Default)]
pub struct FoldState {
    nesting: u32,
    /// Within the initialiser of an object with static storage: floating-point exceptions do not matter, since nothing
    /// is evaluated at run time.
    pub initializer: bool,
    /// `__builtin_constant_p` is decided at once: the value is asked for before anything is optimised.
    pub constant_p_now: bool,
    /// The initialiser of an object with static storage is being parsed.
    pub require_constant: bool,
    /// Positive where nothing is evaluated (`sizeof`, `0 && …`): warnings about values are off.
    pub inhibit_warnings: u32,
    /// Builtin functions that folding calls, though the program does not name them.
    pub functions: rustc_hash::FxHashMap<gimple::builtins::Builtin, gimple::decl::DeclId>,
}

/// How much care constant folding takes of the floating-point environment here.
pub fn mode(cx: &Context) -> Folding {
    if cx.folding.initializer {
        return Folding::INITIALIZER;
    }
    Folding { trapping_math: cx.options.on(Flag::TrappingMath), ..cx.unit.folding }
}

/// Goes on folding as in the initialiser of a static object, if `initializer` says so; what [`leave_initializer`] wants
/// to know afterwards.
fn enter_initializer(cx: &mut Context, initializer: bool) -> (bool, Folding) {
    let saved = (cx.folding.initializer, cx.unit.folding);
    if initializer {
        cx.folding.initializer = true;
        cx.unit.folding = Folding::INITIALIZER;
    }
    saved
}

fn leave_initializer(cx: &mut Context, saved: (bool, Folding)) {
    (cx.folding.initializer, cx.unit.folding) = saved;
}

/// Whether the directions of rounding, which may change at run time, have to be reckoned with in a type.
fn honor_rounding(cx: &Context, ty: TypeId) -> bool {
    cx.unit.folding.rounding_math && util::is_float(cx, ty)
}

/// Whether signaling NaNs have to be reckoned with in a type.
fn honor_signaling_nans(cx: &Context, ty: TypeId) -> bool {
    cx.unit.folding.signaling_nans && util::is_float(cx, ty)
}

/// Counts nested simplifications; `None` when there are too many.
fn nested(cx: &mut Context, f: impl FnOnce(&mut Context) -> Option<ExprId>) -> Option<ExprId> {
    if cx.folding.nesting >= MAX_NESTING {
        return None;
    }
    cx.folding.nesting += 1;
    let result = f(cx);
    cx.folding.nesting -= 1;
    result
}

/// `code a`, folded (`fold_build1`).
pub fn fold_unary(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
) -> ExprId {
    match nested(cx, |cx| unary::try_unary(cx, loc, code, ty, a)) {
        Some(folded) => folded,
        None => build1(cx, loc, code, ty, a),
    }
}

/// `a code b`, folded (`fold_build2`).
pub fn fold_binary(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> ExprId {
    match nested(cx, |cx| binary::try_binary(cx, loc, code, ty, a, b)) {
        Some(folded) => folded,
        None => build2(cx, loc, code, ty, a, b),
    }
}

/// What `a code b` folds to, if it does (`fold_binary`).
pub fn try_fold_binary(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    a: ExprId,
    b: ExprId,
) -> Option<ExprId> {
    nested(cx, |cx| binary::try_binary(cx, loc, code, ty, a, b))
}

/// `c ? a : b`, folded (`fold_build3`).
pub fn fold_build_cond(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    c: ExprId,
    a: ExprId,
    b: ExprId,
) -> ExprId {
    match nested(cx, |cx| cond::try_cond(cx, loc, ty, c, a, b)) {
        Some(folded) => folded,
        None => build_cond(cx, loc, ty, c, a, b),
    }
}

/// An operation of three operands, folded; only `Cond` simplifies.
pub fn fold_ternary(
    cx: &mut Context,
    loc: Location,
    code: TreeCode,
    ty: TypeId,
    [a, b, c]: [ExprId; 3],
) -> ExprId {
    debug_assert!(code == TreeCode::Cond);
    fold_build_cond(cx, loc, ty, a, b, c)
}

/// Integer constant of a scalar type (real types too), as an expression.
pub fn int_const(cx: &mut Context, loc: Location, ty: TypeId, value: i128) -> ExprId {
    let id = fold_const::splat(&mut cx.unit, ty, value);
    cx.const_expr(id, loc)
}

/// `a code b` on integer constants (`const_binop`).
pub fn const_int_binop(
    cx: &mut Context,
    code: TreeCode,
    ty: TypeId,
    a: ConstId,
    b: ConstId,
) -> Option<ConstId> {
    let folding = mode(cx);
    fold_const::const_binop_in(&mut cx.unit, folding, code, ty, a, b)
}

/// `value`, with `omitted` evaluated before it if that does something (`omit_one_operand`).
pub fn omit_one_operand(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    value: ExprId,
    omitted: ExprId,
) -> ExprId {
    let value = fold_convert(cx, loc, ty, value);
    if cx.has_side_effects(omitted) {
        let omitted = ignored_result(cx, omitted);
        return build_compound(cx, loc, ty, omitted, value);
    }
    non_lvalue(cx, loc, value)
}

/// `value`, with two operands evaluated before it if they do something.
pub fn omit_two_operands(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    value: ExprId,
    first: ExprId,
    second: ExprId,
) -> ExprId {
    let mut value = fold_convert(cx, loc, ty, value);
    for omitted in [second, first] {
        if cx.has_side_effects(omitted) {
            value = build_compound(cx, loc, ty, omitted, value);
        }
    }
    non_lvalue(cx, loc, value)
}

/// `value` marked as no lvalue, where it could be taken for one.
pub fn non_lvalue(cx: &mut Context, loc: Location, value: ExprId) -> ExprId {
    let maybe = matches!(
        cx.exprs[value].kind,
        ExprKind::Decl(_)
            | ExprKind::Component(..)
            | ExprKind::Indirect(_)
            | ExprKind::MemRef(..)
            | ExprKind::ArrayRef(..)
            | ExprKind::BitFieldRef(..)
            | ExprKind::CompoundLiteral(..)
            | ExprKind::Save(_)
            | ExprKind::Target(..)
            | ExprKind::Modify(..)
            | ExprKind::Cond(..)
            | ExprKind::Unary(TreeCode::Realpart | TreeCode::Imagpart, _)
    );
    if !maybe {
        return value;
    }
    let (ty, flags) = (cx.type_of(value), cx.exprs[value].flags & expr_flag::SIDE_EFFECTS);
    cx.expr(ExprKind::NonLvalue(value), ty, loc, flags)
}

/// What has to be evaluated of an expression whose value is not used (`fold_ignored_result`).
pub fn ignored_result(cx: &mut Context, mut e: ExprId) -> ExprId {
    if !cx.has_side_effects(e) {
        let (loc, ty) = (cx.get(e).loc, cx.unit.common.int);
        return int_const(cx, loc, ty, 0);
    }
    loop {
        e = match cx.exprs[e].kind {
            ExprKind::Unary(TreeCode::Realpart | TreeCode::Imagpart, _) => return e,
            ExprKind::Unary(_, a) | ExprKind::NonLvalue(a) => a,
            ExprKind::Binary(code, a, b)
                if !matches!(code, TreeCode::TruthAndIf | TreeCode::TruthOrIf) =>
            {
                match (cx.has_side_effects(a), cx.has_side_effects(b)) {
                    (true, false) => a,
                    (false, true) => b,
                    _ => return e,
                }
            }
            ExprKind::Compound(a, b) if !cx.has_side_effects(b) => a,
            _ => return e,
        };
        if !cx.has_side_effects(e) {
            let (loc, ty) = (cx.get(e).loc, cx.unit.common.int);
            return int_const(cx, loc, ty, 0);
        }
    }
}

/// `e` converted to `ty`, folded, without C's rules and warnings (`fold_convert`).
pub fn fold_convert(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId) -> ExprId {
    let from = cx.type_of(e);
    if from == ty || matches!(cx.exprs[e].kind, ExprKind::Error) {
        return e;
    }
    let types = &cx.unit.types;
    let simple = |ty| types.is_integral(ty) || types.is_pointer(ty);
    let code = match (types.kind(ty), types.kind(from)) {
        (TypeKind::Void, _) => {
            let e = ignored_result(cx, e);
            return fold_unary(cx, loc, TreeCode::Nop, ty, e);
        }
        (&TypeKind::Complex(part), &TypeKind::Complex(inner)) => {
            return convert_complex(cx, loc, ty, part, inner, e);
        }
        (_, &TypeKind::Complex(inner)) => {
            let re = fold_unary(cx, loc, TreeCode::Realpart, inner, e);
            return fold_convert(cx, loc, ty, re);
        }
        (&TypeKind::Complex(part), _) => {
            let re = fold_convert(cx, loc, part, e);
            let im = int_const(cx, loc, part, 0);
            return fold_binary(cx, loc, TreeCode::Complex, ty, re, im);
        }
        (TypeKind::Real(_), TypeKind::Real(_)) => TreeCode::Nop,
        (TypeKind::Real(_), _) if simple(from) => TreeCode::Float,
        (_, TypeKind::Real(_)) if simple(ty) => TreeCode::FixTrunc,
        _ if simple(ty) && simple(from) => TreeCode::Nop,
        _ if types.same_main(ty, from) => TreeCode::Nop,
        _ => TreeCode::ViewConvert,
    };
    fold_unary(cx, loc, code, ty, e)
}

fn convert_complex(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    part: TypeId,
    inner: TypeId,
    e: ExprId,
) -> ExprId {
    if cx.unit.types.same_main(part, inner) {
        return fold_unary(cx, loc, TreeCode::Nop, ty, e);
    }
    if let ExprKind::Binary(TreeCode::Complex, re, im) = cx.exprs[e].kind {
        let (re, im) = (fold_convert(cx, loc, part, re), fold_convert(cx, loc, part, im));
        return fold_binary(cx, loc, TreeCode::Complex, ty, re, im);
    }
    let saved = save_expr(cx, e);
    let re = fold_unary(cx, loc, TreeCode::Realpart, inner, saved);
    let im = fold_unary(cx, loc, TreeCode::Imagpart, inner, saved);
    let (re, im) = (fold_convert(cx, loc, part, re), fold_convert(cx, loc, part, im));
    fold_binary(cx, loc, TreeCode::Complex, ty, re, im)
}

/// An expression that may occur more than once and is evaluated once (`save_expr`): `e` itself where that makes no
/// difference.
pub fn save_expr(cx: &mut Context, e: ExprId) -> ExprId {
    let mut inner = e;
    // Conversions and operations with constants are repeated rather than saved.
    loop {
        match cx.exprs[inner].kind {
            ExprKind::Const(_) | ExprKind::Save(_) | ExprKind::Error => return e,
            ExprKind::Decl(_)
                if cx.exprs[inner].has(expr_flag::READONLY) && !cx.has_side_effects(inner) =>
            {
                return e;
            }
            ExprKind::Unary(_, a) | ExprKind::NonLvalue(a) => inner = a,
            ExprKind::Binary(_, a, b)
                if !cx.has_side_effects(b) && cx.exprs[b].has(expr_flag::CONSTANT) =>
            {
                inner = a;
            }
            _ => break,
        }
        if cx.exprs[e].has(expr_flag::CONSTANT) && !cx.has_side_effects(e) {
            return e;
        }
    }
    if cx.exprs[e].has(expr_flag::CONSTANT) && !cx.has_side_effects(e) {
        return e;
    }
    let (ty, loc) = (cx.type_of(e), cx.get(e).loc);
    cx.expr(ExprKind::Save(e), ty, loc, expr_flag::SIDE_EFFECTS)
}

#[cfg(test)]
mod tests;
