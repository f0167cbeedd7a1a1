//! From objects to values: decay of arrays and functions, integral promotions, what is an lvalue.

use super::{refs, spell, types};
use crate::context::Context;
use crate::fold::{self, util};
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::code::TreeCode;
use gimple::decl::{DeclKind, flag};
use gimple::location::Location;
use gimple::types::{FieldId, Quals, TypeId, TypeKind};

/// An array as the address of its first element, a function as its address; anything else as it is.
pub fn default_function_array_conversion(cx: &mut Context, loc: Location, e: ExprId) -> ExprId {
    if cx.is_error(e) {
        return e;
    }
    let ty = cx.type_of(e);
    match *cx.unit.types.kind(ty) {
        TypeKind::Array { .. } | TypeKind::Function { .. } => decayed(cx, loc, e),
        TypeKind::Void => e,
        _ if super::atomic::is_atomic(cx, e) => super::atomic::load(cx, loc, e),
        // A value has no qualifiers.
        _ if !cx.unit.types[ty].quals.is_empty() => {
            let plain = cx.unit.types.qualified(ty, gimple::types::Quals::NONE);
            fold::fold_convert(cx, loc, plain, e)
        }
        _ => e,
    }
}

/// As [`default_function_array_conversion`], but other values keep the qualifiers of the object they are read from.
fn decayed(cx: &mut Context, loc: Location, e: ExprId) -> ExprId {
    match *cx.unit.types.kind(cx.type_of(e)) {
        TypeKind::Array { element, .. } => array_to_pointer(cx, loc, e, element),
        TypeKind::Function { .. } => refs::build_address(cx, loc, e),
        _ => e,
    }
}

/// An operand of an arithmetic operator: its value, promoted.
pub fn operand(cx: &mut Context, e: ExprId) -> ExprId {
    let loc = cx.get(e).loc;
    let e = default_function_array_conversion(cx, loc, e);
    default_conversion(cx, e)
}

fn array_to_pointer(cx: &mut Context, loc: Location, e: ExprId, element: TypeId) -> ExprId {
    use gimple::types::Quals;
    let mut quals = cx.unit.types[cx.type_of(e)].quals;
    if cx.exprs[e].has(expr_flag::READONLY) && util::constant(cx, e).is_none() {
        quals = quals.union(Quals::CONST);
    }
    if cx.exprs[e].has(expr_flag::VOLATILE) {
        quals = quals.union(Quals::VOLATILE);
    }
    let element = types::with_quals(cx, element, quals);
    let pointer = cx.unit.types.pointer_to(element);
    match cx.exprs[e].kind {
        ExprKind::Indirect(inner) => fold::fold_convert(cx, loc, pointer, inner),
        ExprKind::Compound(first, value) => {
            let value = array_to_pointer(cx, loc, value, element);
            let ty = cx.type_of(value);
            fold::build_compound(cx, loc, ty, first, value)
        }
        _ => {
            let address = refs::build_address(cx, loc, e);
            if cx.is_error(address) {
                return address;
            }
            fold::build1(cx, loc, TreeCode::Nop, pointer, address)
        }
    }
}

/// The bit-field an expression is, if it is one.
pub fn bit_field(cx: &Context, e: ExprId) -> Option<FieldId> {
    match cx.exprs[e].kind {
        ExprKind::Component(_, field) if cx.unit.types.field(field).is_bitfield => Some(field),
        _ => None,
    }
}

/// The integral promotions: `char`, `short`, `_Bool`, narrow bit-fields and enumerations become `int`.
pub fn perform_integral_promotions(cx: &mut Context, e: ExprId) -> ExprId {
    let ty = cx.type_of(e);
    let int = cx.unit.common.int;
    let int_bits = util::precision(cx, int);
    let bits = util::precision(cx, ty);
    match cx.unit.types.kind(ty) {
        TypeKind::Enum { .. } => {
            let unsigned = bits >= int_bits && util::unsigned(cx, ty);
            let to = util::integer_of(cx, bits.max(int_bits), unsigned);
            super::convert(cx, to, e)
        }
        TypeKind::Bool => super::convert(cx, int, e),
        TypeKind::Integer { .. } => {
            if let Some(field) = bit_field(cx, e)
                && cx.unit.types.field(field).bit_size < u64::from(int_bits)
            {
                return super::convert(cx, int, e);
            }
            if bits < int_bits {
                return super::convert(cx, int, e);
            }
            e
        }
        _ => e,
    }
}

/// Promotions for an operand of an arithmetic operator (`default_conversion`).
pub fn default_conversion(cx: &mut Context, e: ExprId) -> ExprId {
    if cx.is_error(e) {
        return e;
    }
    let loc = cx.get(e).loc;
    let e = decayed(cx, loc, e);
    let ty = cx.type_of(e);
    if util::integral(cx, ty) {
        return perform_integral_promotions(cx, e);
    }
    if types::is_void(cx, ty) {
        return cx.error_at(loc, "void value not ignored as it ought to be");
    }
    e
}

/// Whether an expression names an object (`lvalue_p`).
pub fn lvalue_p(cx: &Context, mut e: ExprId) -> bool {
    loop {
        match cx.exprs[e].kind {
            ExprKind::Component(base, _)
            | ExprKind::Unary(TreeCode::Realpart | TreeCode::Imagpart, base) => e = base,
            // A compound literal after what is evaluated for its type.
            ExprKind::Compound(_, literal) if cx.exprs[e].has(expr_flag::ARTIFICIAL) => e = literal,
            ExprKind::CompoundLiteral(..)
            | ExprKind::Indirect(_)
            | ExprKind::ArrayRef(..)
            | ExprKind::MemRef(..)
            | ExprKind::Error => {
                return !types::is_function(cx, cx.type_of(e));
            }
            ExprKind::Const(_) => return types::is_array(cx, cx.type_of(e)),
            ExprKind::Decl(decl) => {
                return matches!(
                    cx.unit.decls[decl].kind,
                    DeclKind::Var | DeclKind::Parm | DeclKind::Result
                );
            }
            _ => return false,
        }
    }
}

/// Lets the object an expression names have its address taken; `false`, with a diagnostic, where it must not
/// (`c_mark_addressable`).
pub fn mark_addressable(cx: &mut Context, loc: Location, e: ExprId) -> bool {
    mark(cx, loc, e, false)
}

/// As [`mark_addressable`], for the array of a subscript expression.
pub fn mark_indexed(cx: &mut Context, loc: Location, e: ExprId) -> bool {
    mark(cx, loc, e, true)
}

fn mark(cx: &mut Context, loc: Location, mut e: ExprId, indexed: bool) -> bool {
    loop {
        match cx.exprs[e].kind {
            ExprKind::Component(base, field) => {
                let field = cx.unit.types.field(field);
                if field.is_bitfield {
                    let name = field.name.map_or("", |name| cx.unit.symbols.text(name)).to_string();
                    cx.error(loc, format!("cannot take address of bit-field ‘{name}’"));
                    return false;
                }
                e = base;
            }
            ExprKind::ArrayRef(base, _)
            | ExprKind::Unary(
                TreeCode::Realpart | TreeCode::Imagpart | TreeCode::ViewConvert,
                base,
            ) => e = base,
            ExprKind::Compound(_, literal) if cx.exprs[e].has(expr_flag::ARTIFICIAL) => e = literal,
            ExprKind::CompoundLiteral(decl, _) => {
                cx.unit.decls[decl].flags |= flag::ADDRESSABLE;
                return true;
            }
            ExprKind::Decl(decl) => {
                let d = &mut cx.unit.decls[decl];
                // Accesses of an atomic object are calls with its address, which are inlined.
                let atomic = cx.unit.types[d.ty].quals.contains(Quals::ATOMIC);
                if d.has(flag::REGISTER) && !d.has(flag::ADDRESSABLE) && !indexed && !atomic {
                    let global = d.is_global();
                    let name = spell::expr_text(cx, e).unwrap_or_default();
                    let text = if global {
                        format!("address of global register variable ‘{name}’ requested")
                    } else {
                        format!("address of register variable ‘{name}’ requested")
                    };
                    let at = cx.input_location();
                    cx.error(at, text);
                    return false;
                }
                cx.unit.decls[decl].flags |= flag::ADDRESSABLE;
                return true;
            }
            _ => return true,
        }
    }
}
