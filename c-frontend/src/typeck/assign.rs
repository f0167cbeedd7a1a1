//! Assignment, and conversion as if by assignment: initialisers, arguments, returned values.

use super::{
    atomic, binary, convert, convert_and_check, refs, rvalue, spell, types, unary, vector,
};
use crate::context::Context;
use crate::fold::{self, util};
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::decl::DeclId;
use gimple::location::Location;
use gimple::options::Flag;
use gimple::types::{Quals, TypeId, TypeKind, TypeSize};

/// What a value is converted for, as complaints put it.
#[derive(Clone, Debug)]
pub enum Assigning {
    /// The place is where the value begins.
    Assign(Location),
    Init,
    Return,
    /// The number of the argument (from 1), the function called as it is named, and its declaration or `NONE`.
    Argument {
        number: usize,
        function: Option<String>,
        decl: DeclId,
    },
}

/// Whether an expression is a null pointer constant: an integer constant 0, or one cast to `void *`.
pub fn null_pointer_constant(cx: &Context, e: ExprId) -> bool {
    let ty = cx.type_of(e);
    let Some(id) = util::constant(cx, e) else { return false };
    let zero =
        matches!(cx.unit.consts[id].value, ConstValue::Int(0)) && !cx.unit.consts[id].overflow;
    zero && (util::integral(cx, ty)
        || cx
            .unit
            .types
            .pointee(ty)
            .is_some_and(|to| types::is_void(cx, to) && cx.unit.types[to].quals.is_empty()))
}

/// `e` converted to `ty` as by assignment, with the complaints that go with it.
pub fn convert_for_assignment(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    e: ExprId,
    context: &Assigning,
) -> ExprId {
    if cx.is_error(e) {
        return e;
    }
    let from = cx.type_of(e);
    if cx.unit.types.same_main(ty, from) && !types::is_array(cx, ty) {
        return e;
    }
    cx.warn_of_enum(loc, ty, from);
    if types::is_void(cx, from) {
        return cx.error_at(loc, "void value not ignored as it ought to be");
    }
    if cx.unit.types[from].size == TypeSize::Incomplete && types::is_record(cx, from) {
        return refs::incomplete_use(cx, loc, from);
    }
    if types::is_arithmetic(cx, ty) && types::is_arithmetic(cx, from) {
        let own = cx.get(e).loc;
        let at = match *context {
            Assigning::Assign(value) => value,
            _ => loc,
        };
        let at = [at, own].into_iter().find(|at| !at.is_unknown()).unwrap_or(loc);
        return convert_and_check(cx, at, ty, e);
    }
    if types::is_vector(cx, ty) && types::is_vector(cx, from) {
        let lax = cx.unit.types.size(ty) == cx.unit.types.size(from)
            && (types::compatible_unqualified(cx, ty, from)
                || vector::is_opaque(cx, from)
                || cx.options.on(Flag::LaxVectorConversions)
                || same_lanes(cx, ty, from));
        return if lax { convert(cx, ty, e) } else { incompatible(cx, loc, ty, e, context) };
    }
    if types::is_record(cx, ty) && types::compatible_unqualified(cx, ty, from) {
        return convert(cx, ty, e);
    }
    if types::is_transparent_union(cx, ty)
        && let Some(converted) = to_transparent_union(cx, loc, ty, e, context)
    {
        return converted;
    }
    let (to_pointer, from_pointer) = (cx.unit.types.is_pointer(ty), cx.unit.types.is_pointer(from));
    if to_pointer && from_pointer {
        pointer_to_pointer(cx, loc, ty, e, context);
        return convert(cx, ty, e);
    }
    if to_pointer && util::integral(cx, from) {
        if !null_pointer_constant(cx, e) {
            complain(cx, loc, "int-conversion", ty, e, context, Mismatch::MakesPointer);
        }
        return convert(cx, ty, e);
    }
    if util::is_bool(cx, ty) && from_pointer {
        return convert(cx, ty, e);
    }
    if util::integral(cx, ty) && from_pointer {
        complain(cx, loc, "int-conversion", ty, e, context, Mismatch::MakesInteger);
        return convert(cx, ty, e);
    }
    incompatible(cx, loc, ty, e, context)
}

/// Whether two vector types of one size have elements of one width, which may be converted implicitly with
/// `-flax-vector-conversions` only; GCC lets those through that differ in the sign of `char` alone.
fn same_lanes(cx: &Context, a: TypeId, b: TypeId) -> bool {
    match (cx.unit.types.element(a), cx.unit.types.element(b)) {
        (Some(x), Some(y)) => {
            cx.unit.types.size(x) == cx.unit.types.size(y)
                && util::integral(cx, x)
                && util::integral(cx, y)
        }
        _ => false,
    }
}

/// A value of a member's type as a transparent union.
fn to_transparent_union(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    e: ExprId,
    context: &Assigning,
) -> Option<ExprId> {
    let from = cx.type_of(e);
    let fields = cx.unit.types.fields(ty).to_vec();
    let usable = |cx: &mut Context, member: TypeId| {
        if types::compatible_unqualified(cx, member, from) {
            return true;
        }
        if !cx.unit.types.is_pointer(member) {
            return false;
        }
        if cx.unit.types.is_pointer(from) {
            let (p, q) =
                (types::unqualified_target(cx, member), types::unqualified_target(cx, from));
            return match (p, q) {
                (Some(p), Some(q)) => {
                    types::is_void(cx, p) || types::is_void(cx, q) || types::compatible(cx, p, q)
                }
                _ => false,
            };
        }
        null_pointer_constant(cx, e)
    };
    for field in fields {
        let member = cx.unit.types.field(field).ty;
        if !usable(cx, member) {
            continue;
        }
        let value = convert_for_assignment(cx, loc, member, e, context);
        let flags = cx.exprs[value].flags & (expr_flag::SIDE_EFFECTS | expr_flag::CONSTANT);
        let elements = vec![(gimple::tree::CtorIndex::Field(field), value)].into_boxed_slice();
        return Some(cx.expr(ExprKind::Constructor(elements), ty, loc, flags));
    }
    None
}

/// What is wrong with a conversion between pointers or of pointers and integers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mismatch {
    MakesPointer,
    MakesInteger,
    Incompatible,
    Discards(Quals),
    Signedness,
}

fn pointer_to_pointer(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId, context: &Assigning) {
    let from = cx.type_of(e);
    let (Some(left), Some(right)) = (cx.unit.types.pointee(ty), cx.unit.types.pointee(from)) else {
        return;
    };
    let (p, q) = (types::unqualified_target(cx, ty), types::unqualified_target(cx, from));
    let (Some(p), Some(q)) = (p, q) else { return };
    let same = types::compatible(cx, p, q);
    let void = types::is_plain_void(cx, left) || types::is_plain_void(cx, right);
    super::storage_order::check_pointers(cx, loc, ty, e, context);
    let atomic = |ty: TypeId| cx.unit.types[ty].quals.contains(Quals::ATOMIC);
    let differ_in_sign = util::integral(cx, p)
        && atomic(p) == atomic(q)
        && util::integral(cx, q)
        && util::standard_integer_like(cx, p, true) == util::standard_integer_like(cx, q, true);
    if !(void || same || differ_in_sign) {
        complain(cx, loc, "incompatible-pointer-types", ty, e, context, Mismatch::Incompatible);
        return;
    }
    if types::is_function(cx, left) || types::is_function(cx, right) {
        let gains = void && (types::is_void(cx, left) != types::is_void(cx, right));
        let null = null_pointer_constant(cx, e);
        if gains && !null && cx.unit.diagnostics.warnings.pedantic() {
            cx.pedwarn(
                "pedantic",
                loc,
                match context {
                    Assigning::Argument { number, function, .. } => {
                        let of = function.as_ref().map_or(String::new(), |f| format!(" of ‘{f}’"));
                        format!(
                            "ISO C forbids passing argument {number}{of} between function pointer and ‘void *’"
                        )
                    }
                    Assigning::Assign(_) => {
                        "ISO C forbids assignment between function pointer and ‘void *’".to_string()
                    }
                    Assigning::Init => {
                        "ISO C forbids initialization between function pointer and ‘void *’".to_string()
                    }
                    Assigning::Return => {
                        "ISO C forbids return between function pointer and ‘void *’".to_string()
                    }
                },
            );
        }
        return;
    }
    let lost = types::target_quals(cx, right)
        .without(types::target_quals(cx, left))
        .without(Quals::ATOMIC)
        .without(Quals::RESTRICT);
    if !lost.is_empty() {
        let option = match types::is_array(cx, right) {
            true => "discarded-array-qualifiers",
            false => "discarded-qualifiers",
        };
        complain(cx, loc, option, ty, e, context, Mismatch::Discards(lost));
    } else if !void && !same {
        complain(cx, loc, "pointer-sign", ty, e, context, Mismatch::Signedness);
    }
}

fn complain(
    cx: &mut Context,
    loc: Location,
    option: &str,
    ty: TypeId,
    e: ExprId,
    context: &Assigning,
    mismatch: Mismatch,
) {
    let from = cx.type_of(e);
    let (to_text, from_text) = (spell::quoted(cx, ty), spell::quoted(cx, from));
    let argument = |context: &Assigning| match context {
        Assigning::Argument { number, function, .. } => match function {
            Some(name) => format!("passing argument {number} of ‘{name}’"),
            None => format!("passing argument {number}"),
        },
        Assigning::Assign(_) => "assignment".to_string(),
        Assigning::Init => "initialization".to_string(),
        Assigning::Return => "return".to_string(),
    };
    let what = argument(context);
    let is_argument = matches!(context, Assigning::Argument { .. });
    let text = match mismatch {
        Mismatch::MakesPointer | Mismatch::MakesInteger => {
            let makes = if mismatch == Mismatch::MakesPointer {
                "makes pointer from integer without a cast"
            } else {
                "makes integer from pointer without a cast"
            };
            match context {
                Assigning::Argument { .. } => format!("{what} {makes}"),
                Assigning::Assign(_) => format!("assignment to {to_text} from {from_text} {makes}"),
                Assigning::Init => format!("initialization of {to_text} from {from_text} {makes}"),
                Assigning::Return => {
                    format!(
                        "returning {from_text} from a function with return type {to_text} {makes}"
                    )
                }
            }
        }
        Mismatch::Incompatible => match context {
            Assigning::Argument { .. } => format!("{what} from incompatible pointer type"),
            Assigning::Assign(_) => {
                format!("assignment to {to_text} from incompatible pointer type {from_text}")
            }
            Assigning::Init => {
                format!("initialization of {to_text} from incompatible pointer type {from_text}")
            }
            Assigning::Return => format!(
                "returning {from_text} from a function with incompatible return type {to_text}"
            ),
        },
        Mismatch::Discards(quals) => format!(
            "{what} discards ‘{}’ qualifier from pointer target type",
            spell::qualifiers(quals)
        ),
        Mismatch::Signedness => match context {
            Assigning::Argument { .. } => format!("pointer targets in {what} differ in signedness"),
            Assigning::Assign(_) => {
                format!(
                    "pointer targets in assignment from {from_text} to {to_text} differ in signedness"
                )
            }
            Assigning::Init => format!(
                "pointer targets in initialization of {to_text} from {from_text} differ in signedness"
            ),
            Assigning::Return => format!(
                "pointer targets in returning {from_text} from a function with return type {to_text} differ in signedness"
            ),
        },
    };
    if cx.pedwarn(option, loc, text) && is_argument {
        expected_note(cx, loc, ty, from, context);
    }
}

/// Says, where the function is declared, what its parameter is.
fn expected_note(cx: &mut Context, loc: Location, ty: TypeId, from: TypeId, context: &Assigning) {
    let Assigning::Argument { decl, number, .. } = *context else { return };
    if decl.is_none() {
        return;
    }
    let declared = cx.unit.decls[decl].loc;
    let parameter = cx.parameter_locations.get(&decl).and_then(|list| list.get(number - 1));
    let at = parameter.copied().unwrap_or(declared);
    let at = if declared == Location::BUILTIN { loc } else { at };
    if at.is_unknown() {
        return;
    }
    let text = format!(
        "expected {} but argument is of type {}",
        spell::quoted(cx, ty),
        spell::quoted(cx, from)
    );
    cx.note(at, text);
}

fn incompatible(
    cx: &mut Context,
    loc: Location,
    ty: TypeId,
    e: ExprId,
    context: &Assigning,
) -> ExprId {
    let from = cx.type_of(e);
    let at = cx.get(e).loc;
    let loc = if at.is_unknown() { loc } else { at };
    let (to_text, from_text) = (spell::quoted(cx, ty), spell::quoted(cx, from));
    let text = match context {
        Assigning::Argument { number, function, .. } => {
            let of = function.as_ref().map_or(String::new(), |name| format!(" of ‘{name}’"));
            format!("incompatible type for argument {number}{of}")
        }
        Assigning::Assign(_) => {
            format!("incompatible types when assigning to type {to_text} from type {from_text}")
        }
        Assigning::Init => {
            format!("incompatible types when initializing type {to_text} using type {from_text}")
        }
        Assigning::Return => {
            format!("incompatible types when returning type {from_text} but {to_text} was expected")
        }
    };
    cx.error(loc, text);
    expected_note(cx, loc, ty, from, context);
    cx.error_expr(loc)
}

/// Complains of a change to something read-only. `None` where the change is done all the same: to a lane of a vector.
pub fn readonly_error(cx: &mut Context, loc: Location, e: ExprId, use_: &str) -> Option<ExprId> {
    let what = match use_ {
        "increment" | "decrement" | "assignment" => format!("{use_} of"),
        other => other.to_string(),
    };
    let text = match cx.exprs[e].kind {
        ExprKind::Component(base, field) => {
            let name =
                cx.unit.types.field(field).name.map_or("", |name| cx.unit.symbols.text(name));
            if cx.exprs[base].has(expr_flag::READONLY) {
                format!("{what} member ‘{name}’ in read-only object")
            } else {
                format!("{what} read-only member ‘{name}’")
            }
        }
        ExprKind::Decl(decl) => {
            let kind = if cx.unit.decls[decl].kind == gimple::decl::DeclKind::Parm {
                "parameter"
            } else {
                "variable"
            };
            let name = cx.unit.decl_name(decl).unwrap_or("");
            format!("{what} read-only {kind} ‘{name}’")
        }
        _ => match spell::expr_text(cx, e) {
            Some(text) => format!("{what} read-only location ‘{text}’"),
            None => format!("{what} read-only location"),
        },
    };
    if is_lane(cx, e) {
        cx.warning("", cx.input_location(), text);
        return None;
    }
    Some(cx.error_at(loc, text))
}

/// Whether an object is an element of a vector.
fn is_lane(cx: &Context, e: ExprId) -> bool {
    let ExprKind::ArrayRef(base, _) = cx.exprs[e].kind else { return false };
    matches!(cx.exprs[base].kind, ExprKind::Unary(TreeCode::ViewConvert, _))
}

/// Whether a structure has members that must not be written.
fn has_readonly_members(cx: &Context, ty: TypeId) -> bool {
    let mut work = vec![ty];
    let mut seen = 0;
    while let Some(ty) = work.pop() {
        seen += 1;
        if seen > 10_000 {
            return false;
        }
        for &field in cx.unit.types.fields(ty) {
            let mut member = cx.unit.types.field(field).ty;
            if types::target_quals(cx, member).contains(Quals::CONST) {
                return true;
            }
            while let TypeKind::Array { element, .. } = *cx.unit.types.kind(member) {
                member = element;
            }
            if types::is_record(cx, member) {
                work.push(member);
            }
        }
    }
    false
}

/// `lhs = rhs`, or `lhs op= rhs` where there is an operator; the value begins at `value_loc`.
pub fn build_modify(
    cx: &mut Context,
    loc: Location,
    lhs: ExprId,
    op: Option<TreeCode>,
    (rhs, value_loc): (ExprId, Location),
) -> ExprId {
    if cx.is_error(lhs) || cx.is_error(rhs) {
        return cx.error_expr(loc);
    }
    if !rvalue::lvalue_p(cx, lhs) {
        return cx.error_at(loc, "lvalue required as left operand of assignment");
    }
    let ty = cx.type_of(lhs);
    if types::is_array(cx, ty) {
        return cx.error_at(loc, "assignment to expression with array type");
    }
    if types::is_void(cx, ty) {
        return refs::incomplete_use(cx, loc, ty);
    }
    if cx.unit.types[ty].size == TypeSize::Incomplete && types::is_record(cx, ty) {
        return refs::incomplete_use(cx, loc, ty);
    }
    // The value of an assignment is that of an unqualified type.
    let ty = cx.unit.types.qualified(ty, Quals::NONE);
    let readonly = cx.exprs[lhs].has(expr_flag::READONLY)
        || types::is_record(cx, ty) && has_readonly_members(cx, ty);
    let (mut lhs, mut value, mut first) = (lhs, rhs, None);
    if let Some(op) = op {
        if atomic::is_atomic(cx, lhs) && !readonly {
            lhs = fold::fully_fold_lvalue(cx, lhs);
            value = fold::fully_fold(cx, value, false);
            return atomic::update(cx, loc, lhs, op, value, false);
        }
        lhs = fold::fully_fold_lvalue(cx, lhs);
        lhs = unary::stabilize(cx, lhs);
        // What the operand does, it does before the rest.
        if cx.has_side_effects(rhs) && !matches!(cx.exprs[rhs].kind, ExprKind::Save(_)) {
            value = fold::save_expr(cx, rhs);
            first = Some(value);
        }
        value = binary::build_binary(cx, loc, op, lhs, value);
        if cx.is_error(value) {
            return value;
        }
    }
    if readonly && let Some(error) = readonly_error(cx, loc, lhs, "assignment") {
        return error;
    }
    let value = fold::fully_fold(cx, value, false);
    let stored = convert_for_assignment(cx, loc, ty, value, &Assigning::Assign(value_loc));
    if cx.is_error(stored) {
        return stored;
    }
    if atomic::is_atomic(cx, lhs) {
        return atomic::store(cx, loc, lhs, stored);
    }
    let mut flags = expr_flag::SIDE_EFFECTS;
    flags |= cx.exprs[lhs].flags & expr_flag::VOLATILE;
    let modify = cx.expr(ExprKind::Modify(lhs, stored), ty, loc, flags);
    match first {
        Some(first) => fold::build_compound(cx, loc, ty, first, modify),
        None => modify,
    }
}
