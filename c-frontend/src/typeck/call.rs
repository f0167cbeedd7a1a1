//! Function calls: arguments converted to the parameters, or promoted.

use super::assign::{Assigning, convert_for_assignment};
use super::{check_call, conversion, convert, refs, restrict, rvalue, spell, types};
use crate::context::Context;
use crate::fold::{self, util};
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::builtins::{Builtin, Ecf};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::location::Location;
use gimple::types::{Quals, TypeId, TypeKind, TypeSize};

/// What is known of the function a call calls.
struct Callee {
    /// The declaration called by name, or `NONE`.
    decl: DeclId,
    /// What the function is called in complaints.
    name: Option<String>,
    result: TypeId,
    params: Vec<TypeId>,
    variadic: bool,
    prototyped: bool,
}

/// `callee (args)`; the arguments are values (arrays have decayed), `places` where they are written, or empty.
pub fn build_call(
    cx: &mut Context,
    loc: Location,
    callee: ExprId,
    args: &[ExprId],
    places: &[Location],
) -> ExprId {
    if cx.is_error(callee) || args.iter().any(|&arg| cx.is_error(arg)) {
        return cx.error_expr(loc);
    }
    let is_const = util::constant(cx, callee).is_some();
    let name = spell::expr_text(cx, callee).filter(|_| !is_const);
    let pointer = rvalue::default_function_array_conversion(cx, loc, callee);
    if cx.is_error(pointer) {
        return pointer;
    }
    let function = cx.unit.types.pointee(cx.type_of(pointer));
    let kind = function.map(|ty| cx.unit.types.kind(ty).clone());
    let Some(TypeKind::Function { result, params, variadic, prototyped }) = kind else {
        return not_callable(cx, loc, callee, name);
    };
    let pointer = fold::fully_fold(cx, pointer, false);
    let decl = util::called_function(cx, pointer).unwrap_or(DeclId::NONE);
    let name = if decl.is_some() { cx.unit.decl_name(decl).map(str::to_string) } else { name };
    let info = Callee { decl, name, result, params, variadic, prototyped };
    let Some(args) = convert_arguments(cx, loc, &info, args) else { return cx.error_expr(loc) };
    check_call::check(cx, loc, check_call::declaration(cx, decl, callee), &args, places);
    restrict::warn_of_arguments(cx, decl.expand(), &info.params, &args);
    let result = cx.unit.types.qualified(info.result, Quals::NONE);
    if cx.unit.types[result].size == TypeSize::Incomplete && types::is_record(cx, result) {
        return refs::incomplete_use(cx, loc, result);
    }
    if decl.is_some()
        && let Some(folded) = fold::fold_builtin_call(cx, loc, decl, result, &args)
    {
        return folded;
    }
    let flags = call_flags(cx, decl, &args);
    cx.expr(ExprKind::Call { callee: pointer, args: args.into_boxed_slice() }, result, loc, flags)
}

fn not_callable(cx: &mut Context, loc: Location, callee: ExprId, name: Option<String>) -> ExprId {
    let Some(name) = name else {
        return cx.error_at(loc, "called object is not a function or function pointer");
    };
    let error =
        cx.error_at(loc, format!("called object ‘{name}’ is not a function or function pointer"));
    if let ExprKind::Decl(decl) = cx.exprs[callee].kind {
        let at = cx.unit.decls[decl].loc;
        cx.note(at, "declared here");
    }
    error
}

/// A call has side effects unless it is of a `const` or `pure` function and its arguments have none.
fn call_flags(cx: &Context, decl: DeclId, args: &[ExprId]) -> u16 {
    let harmless = decl.is_some() && {
        let d = &cx.unit.decls[decl];
        let declared = d.flags & (flag::CONST | flag::PURE) != 0 && !d.has(flag::NORETURN);
        let known = d.builtin.is_some_and(|builtin| {
            let flags = builtin.info().flags;
            flags.intersects(Ecf::CONST | Ecf::PURE) && !flags.intersects(Ecf::NORETURN)
        });
        declared || known
    };
    if harmless && !args.iter().any(|&arg| cx.has_side_effects(arg)) {
        0
    } else {
        expr_flag::SIDE_EFFECTS
    }
}

fn convert_arguments(
    cx: &mut Context,
    loc: Location,
    callee: &Callee,
    args: &[ExprId],
) -> Option<Vec<ExprId>> {
    let generic = callee.decl.is_some()
        && !callee.prototyped
        && cx.unit.decls[callee.decl]
            .builtin
            .is_some_and(|builtin| builtin.info().signature == "?");
    let of = callee.name.as_ref().map_or(String::new(), |name| format!(" ‘{name}’"));
    let count = callee.params.len();
    if callee.prototyped && !generic {
        let complaint = if args.len() > count && !callee.variadic {
            Some("too many")
        } else if args.len() < count {
            Some("too few")
        } else {
            None
        };
        if let Some(complaint) = complaint {
            cx.error(loc, format!("{complaint} arguments to function{of}"));
            declared_here(cx, callee.decl);
            return None;
        }
    }
    let mut converted = Vec::with_capacity(args.len());
    let mut failed = false;
    for (index, &arg) in args.iter().enumerate() {
        let value = argument(cx, loc, callee, index, arg, generic);
        failed |= cx.is_error(value);
        converted.push(value);
    }
    (!failed).then_some(converted)
}

fn declared_here(cx: &mut Context, decl: DeclId) {
    if decl.is_none() {
        return;
    }
    let at = cx.unit.decls[decl].loc;
    if !at.is_unknown() && at != Location::BUILTIN {
        cx.note(at, "declared here");
    }
}

fn argument(
    cx: &mut Context,
    loc: Location,
    callee: &Callee,
    index: usize,
    arg: ExprId,
    generic: bool,
) -> ExprId {
    let at = cx.get(arg).loc;
    let at = if at.is_unknown() { loc } else { at };
    if takes_list_by_reference(cx, callee.decl, index) {
        return va_list_reference(cx, at, arg);
    }
    let arg = rvalue::default_function_array_conversion(cx, at, arg);
    let arg = fold::fully_fold(cx, arg, false);
    let ty = cx.type_of(arg);
    let Some(param) = callee.params.get(index).copied().filter(|_| !generic) else {
        return promoted_argument(cx, at, arg, generic);
    };
    if types::is_void(cx, ty) {
        return cx.error_at(at, "invalid use of void expression");
    }
    if cx.unit.types[param].size == TypeSize::Incomplete && types::is_record(cx, param) {
        return cx.error_at(at, format!("type of formal parameter {} is incomplete", index + 1));
    }
    let context =
        Assigning::Argument { number: index + 1, function: callee.name.clone(), decl: callee.decl };
    convert_for_assignment(cx, at, param, arg, &context)
}

/// Whether an argument of a builtin is a `va_list` that the builtin changes.
fn takes_list_by_reference(cx: &Context, decl: DeclId, index: usize) -> bool {
    let builtin = decl.expand().and_then(|decl| cx.unit.decls[decl].builtin);
    match builtin {
        Some(Builtin::VaStart | Builtin::VaEnd | Builtin::VaCopy) => index == 0,
        _ => false,
    }
}

/// A `va_list` passed by reference.
fn va_list_reference(cx: &mut Context, loc: Location, arg: ExprId) -> ExprId {
    let list = cx.unit.common.va_list;
    let address = refs::build_address(cx, loc, arg);
    if cx.is_error(address) || !cx.unit.types.same_main(cx.type_of(arg), list) {
        return address;
    }
    let (pointer, reference) = (cx.unit.types.pointer_to(list), cx.unit.types.reference_to(list));
    let address = fold::fold_convert(cx, loc, pointer, address);
    fold::build1(cx, loc, TreeCode::Nop, reference, address)
}

/// The default argument promotions.
pub fn promoted_argument(cx: &mut Context, loc: Location, arg: ExprId, generic: bool) -> ExprId {
    let ty = cx.type_of(arg);
    if types::is_void(cx, ty) {
        return cx.error_at(loc, "invalid use of void expression");
    }
    if types::is_record(cx, ty) && cx.unit.types[ty].size == TypeSize::Incomplete {
        return refs::incomplete_use(cx, loc, ty);
    }
    let main = cx.unit.types.main_variant(ty);
    if generic {
        return arg;
    }
    if main == cx.unit.common.float {
        let double = cx.unit.common.double;
        let reason = "when passing argument to function";
        conversion::warn_of_promotion(cx, loc, double, &[ty], reason);
        return convert(cx, double, arg);
    }
    rvalue::default_conversion(cx, arg)
}
