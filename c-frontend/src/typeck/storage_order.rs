//! Structures whose scalars are stored with their bytes in the order that is not the target's (`scalar_storage_order`).
//!
//! In GENERIC references to such scalars look like others; the gimplifier reads and writes them with their bytes reversed,
//! and initialisers are rewritten here so that what they list is what memory holds. No pass sees a reversed reference.
//!
//! ```text
//! struct { int i; unsigned a : 4, b : 12; } s = { 1, 2, 3 };    →    { 0x1000000, 0x0320 }
//! ```

use super::assign::{Assigning, null_pointer_constant};
use super::{spell, types};
use crate::context::Context;
use crate::fold::{self, util};
use crate::generic::{ExprId, ExprKind};
use crate::layout::bit_units::unit_of;
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::constant::{Const, ConstValue};
use gimple::location::Location;
use gimple::tree::CtorIndex;
use gimple::types::{FieldId, TypeId, TypeKind};
use rustc_hash::FxHashMap;

/// Whether an object of a type, being part of something reversed, has its bytes in the other order: scalars but pointers
/// and vectors.
pub fn has_order(cx: &Context, ty: TypeId) -> bool {
    let types = &cx.unit.types;
    types.is_register_type(ty)
        && !types.is_pointer(ty)
        && !matches!(types.kind(ty), TypeKind::Vector { .. })
}

/// Whether a reference is to a scalar with its bytes in the other order (`reverse_storage_order_for_component_p`).
pub fn is_reversed(cx: &Context, e: ExprId) -> bool {
    if !has_order(cx, cx.type_of(e)) {
        return false;
    }
    let part = match cx.exprs[e].kind {
        ExprKind::Unary(TreeCode::Realpart | TreeCode::Imagpart, whole) => whole,
        _ => e,
    };
    match cx.exprs[part].kind {
        ExprKind::Component(base, _) | ExprKind::ArrayRef(base, _) => {
            cx.unit.types.is_reversed(cx.type_of(base))
        }
        _ => false,
    }
}

/// Whether the address of an object may be taken, as far as its storage order is concerned.
pub fn may_take_address(cx: &mut Context, loc: Location, e: ExprId) -> bool {
    if is_reversed(cx, e)
        && matches!(cx.exprs[e].kind, ExprKind::Component(..) | ExprKind::ArrayRef(..))
    {
        cx.error(loc, "cannot take address of scalar with reverse storage order");
        return false;
    }
    let ty = cx.type_of(e);
    if types::is_array(cx, ty)
        && cx.unit.types.is_reversed(ty)
        && matches!(cx.exprs[e].kind, ExprKind::Component(..) | ExprKind::ArrayRef(..))
    {
        let text = "address of array with reverse scalar storage order requested";
        cx.warning("scalar-storage-order", loc, text);
    }
    true
}

/// Warns of a pointer that is converted to one through which scalars are seen in the other order.
pub fn check_pointers(cx: &mut Context, loc: Location, ty: TypeId, e: ExprId, context: &Assigning) {
    let from = cx.type_of(e);
    let (Some(left), Some(right)) = (cx.unit.types.pointee(ty), cx.unit.types.pointee(from)) else {
        return;
    };
    if cx.unit.types.is_reversed(left) == cx.unit.types.is_reversed(right)
        || null_pointer_constant(cx, e)
    {
        return;
    }
    let (to_text, from_text) = (spell::quoted(cx, ty), spell::quoted(cx, from));
    let text = match context {
        Assigning::Argument { number, function, decl } => {
            // What builtins do with memory does not depend on it.
            if decl.is_some() && cx.unit.decls[*decl].builtin.is_some() {
                return;
            }
            let of = function.as_ref().map_or(String::new(), |f| format!(" of ‘{f}’"));
            format!("passing argument {number}{of} from incompatible scalar storage order")
        }
        Assigning::Assign(_) | Assigning::Init if is_fresh_memory(cx, e) => return,
        Assigning::Assign(_) => {
            format!(
                "assignment to {to_text} from pointer type {from_text} with incompatible scalar storage order"
            )
        }
        Assigning::Init => format!(
            "initialization of {to_text} from pointer type {from_text} with incompatible scalar storage order"
        ),
        Assigning::Return => format!(
            "returning {from_text} from pointer type with incompatible scalar storage order {to_text}"
        ),
    };
    cx.warning("scalar-storage-order", loc, text);
}

/// Whether a pointer is what `malloc` or a function like it returns.
fn is_fresh_memory(cx: &Context, e: ExprId) -> bool {
    let ExprKind::Call { callee, .. } = cx.exprs[util::strip_nops(cx, e)].kind else {
        return false;
    };
    util::called_function(cx, callee).is_some_and(|function| {
        let d = &cx.unit.decls[function];
        d.has(gimple::decl::flag::MALLOC)
            || d.builtin.is_some_and(|b| b.info().flags.intersects(gimple::builtins::Ecf::MALLOC))
    })
}

/// The value of a scalar's type whose bytes are those of a value in reverse.
pub fn swapped(cx: &mut Context, loc: Location, value: ExprId) -> ExprId {
    let ty = cx.unit.types.main_variant(cx.type_of(value));
    if let TypeKind::Complex(part) = *cx.unit.types.kind(ty) {
        let whole = fold::save_expr(cx, value);
        let [re, im] = [TreeCode::Realpart, TreeCode::Imagpart].map(|code| {
            let part = fold::fold_unary(cx, loc, code, part, whole);
            swapped(cx, loc, part)
        });
        return fold::fold_binary(cx, loc, TreeCode::Complex, ty, re, im);
    }
    let size = cx.unit.types.size(ty).unwrap_or(1);
    if size == 1 {
        return value;
    }
    let bits = util::integer_of(cx, 8 * size as u32, true);
    let is_real = cx.unit.types.is_real(ty);
    let raw = match is_real {
        true => fold::fold_unary(cx, loc, TreeCode::ViewConvert, bits, value),
        false => fold::fold_convert(cx, loc, bits, value),
    };
    let Some(builtin) = Builtin::bswap(8 * size) else { return value };
    let function = cx.unit.implicit_builtin(builtin, bits, &[bits], false);
    let call = fold::builtin_call(cx, loc, function, bits, vec![raw]);
    if is_real {
        return fold::fold_unary(cx, loc, TreeCode::ViewConvert, ty, call);
    }
    // Bytes overflow nothing.
    let back = fold::fold_convert(cx, loc, ty, call);
    match cx.exprs[back].kind {
        ExprKind::Const(id) => {
            let id = gimple::fold_const::drop_overflow(&mut cx.unit, id);
            cx.const_expr(id, loc)
        }
        _ => back,
    }
}

/// The bit-fields of an initialiser that share a unit.
struct Shared {
    unit: FieldId,
    /// Each bit-field's value as an unsigned integer of its width.
    parts: Vec<(FieldId, ExprId)>,
}

/// An initialiser that lists what memory holds: scalars of reversed structures with their bytes in reverse, their
/// bit-fields put together.
pub fn lower_initializer(cx: &mut Context, init: ExprId) -> ExprId {
    let reversed = cx.unit.types.is_reversed(cx.type_of(init));
    lower(cx, init, reversed)
}

fn lower(cx: &mut Context, init: ExprId, reversed: bool) -> ExprId {
    let expr = cx.exprs[init].clone();
    let elements = match expr.kind {
        ExprKind::Constructor(elements) => elements,
        ExprKind::Const(id) if reversed => return wide_string(cx, init, id),
        _ => return init,
    };
    let mut changed = false;
    let mut lowered = Vec::with_capacity(elements.len());
    let mut shared: Vec<Shared> = Vec::new();
    let mut places: FxHashMap<FieldId, usize> = FxHashMap::default();
    for &(index, value) in elements.iter() {
        let ty = match index {
            CtorIndex::Field(field) => cx.unit.types.field(field).ty,
            _ => cx.type_of(value),
        };
        if !cx.unit.types.is_register_type(ty) {
            let inner = reversed && types::is_array(cx, expr.ty) || cx.unit.types.is_reversed(ty);
            let inner = lower(cx, value, inner);
            changed |= inner != value;
            lowered.push((index, inner));
            continue;
        }
        if !reversed || !has_order(cx, ty) {
            lowered.push((index, value));
            continue;
        }
        changed = true;
        if let CtorIndex::Field(field) = index
            && cx.unit.types.field(field).is_bitfield
            && let Some(unit) = unit_of(&cx.unit.types, field)
        {
            let place = *places.entry(unit).or_insert_with(|| {
                lowered.push((CtorIndex::Field(unit), ExprId::NONE));
                shared.push(Shared { unit, parts: Vec::new() });
                lowered.len() - 1
            });
            debug_assert!(lowered[place].1.is_none());
            if let Some(entry) = shared.iter_mut().rfind(|entry| entry.unit == unit) {
                entry.parts.push((field, value));
            }
            continue;
        }
        lowered.push((index, swapped(cx, expr.loc, value)));
    }
    if !changed {
        return init;
    }
    for entry in shared {
        let at = places[&entry.unit];
        lowered[at].1 = unit_value(cx, expr.loc, &entry);
    }
    cx.expr(ExprKind::Constructor(lowered.into()), expr.ty, expr.loc, expr.flags)
}

/// The characters of a wide string in the other order.
fn wide_string(cx: &mut Context, init: ExprId, id: gimple::constant::ConstId) -> ExprId {
    let constant = cx.unit.consts[id].clone();
    let ConstValue::String(bytes) = &constant.value else { return init };
    let element = cx.unit.types.element(constant.ty).and_then(|ty| cx.unit.types.size(ty));
    let size = element.unwrap_or(1) as usize;
    if size <= 1 {
        return init;
    }
    let bytes: Vec<u8> = bytes.chunks(size).flat_map(|unit| unit.iter().rev().copied()).collect();
    let value = ConstValue::String(bytes.into());
    let id = cx.unit.consts.intern(Const { value, ..constant });
    cx.const_expr(id, cx.exprs[init].loc)
}

/// What a unit holds, given the values of its bit-fields.
fn unit_value(cx: &mut Context, loc: Location, shared: &Shared) -> ExprId {
    let unit = cx.unit.types.field(shared.unit);
    let (ty, start, bits) = (unit.ty, unit.bit_offset, unit.bit_size);
    if types::is_array(cx, ty) {
        return unit_bytes(cx, loc, shared);
    }
    let mut whole = fold::int_const(cx, loc, ty, 0);
    for &(field, value) in &shared.parts {
        let data = cx.unit.types.field(field);
        let shift = bits - (data.bit_offset - start) - data.bit_size;
        let value = as_unsigned(cx, loc, field, value, ty);
        let count = fold::int_const(cx, loc, cx.unit.common.int, shift.into());
        let value = fold::fold_binary(cx, loc, TreeCode::Lshift, ty, value, count);
        whole = fold::fold_binary(cx, loc, TreeCode::BitIor, ty, whole, value);
    }
    swapped(cx, loc, whole)
}

/// A bit-field's value as an unsigned integer of a type.
fn as_unsigned(
    cx: &mut Context,
    loc: Location,
    field: FieldId,
    value: ExprId,
    ty: TypeId,
) -> ExprId {
    let width = cx.unit.types.field(field).bit_size as u16;
    let narrow = cx.unit.types.nonstandard_integer(width, true);
    let value = fold::fold_convert(cx, loc, narrow, value);
    fold::fold_convert(cx, loc, ty, value)
}

/// A unit that is an array of bytes: each is put together from what reaches into it.
fn unit_bytes(cx: &mut Context, loc: Location, shared: &Shared) -> ExprId {
    let unit = cx.unit.types.field(shared.unit);
    let (ty, start, count) = (unit.ty, unit.bit_offset, unit.bit_size / 8);
    let (byte, wide) = (cx.unit.common.uchar, cx.unit.common.uint128);
    let int = cx.unit.common.int;
    let mut bytes: Vec<Option<ExprId>> = vec![None; count as usize];
    for &(field, value) in &shared.parts {
        let data = cx.unit.types.field(field);
        let first = data.bit_offset - start;
        let end = first + data.bit_size;
        let value = as_unsigned(cx, loc, field, value, wide);
        let value = fold::save_expr(cx, value);
        for index in first / 8..end.div_ceil(8) {
            // How far the field's last bit is from the byte's.
            let distance = end as i128 - (index as i128 + 1) * 8;
            let code = if distance >= 0 { TreeCode::Rshift } else { TreeCode::Lshift };
            let distance = fold::int_const(cx, loc, int, distance.abs());
            let part = fold::fold_binary(cx, loc, code, wide, value, distance);
            let part = fold::fold_convert(cx, loc, byte, part);
            let slot = &mut bytes[index as usize];
            *slot = Some(match *slot {
                Some(other) => fold::fold_binary(cx, loc, TreeCode::BitIor, byte, other, part),
                None => part,
            });
        }
    }
    let elements: Vec<_> = bytes
        .into_iter()
        .enumerate()
        .filter_map(|(index, byte)| Some((CtorIndex::Index(index as u64), byte?)))
        .collect();
    let flags = elements.iter().fold(0, |flags, &(_, value)| flags | cx.exprs[value].flags)
        & crate::generic::expr_flag::SIDE_EFFECTS;
    cx.expr(ExprKind::Constructor(elements.into()), ty, loc, flags)
}
