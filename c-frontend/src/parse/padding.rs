//! `__builtin_clear_padding`: the bits of an object that no member of it uses become zero.
//!
//! ```text
//! struct s { char c; long l; };   __builtin_clear_padding (p)   →   p[1] = 0, p[2] = 0, … (as bytes)
//! ```
//!
//! `__builtin_speculation_safe_value` stands here too: a value, where the machine has no barrier for it.

use super::Parser;
use crate::generic::ExprId;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind, Types};

/// The largest object whose padding is written out; beyond that a loop were in order.
const LARGEST: u64 = 4096;

impl Parser<'_> {
    /// A call of `__builtin_clear_padding`.
    pub(super) fn clear_padding(&mut self, args: &[ExprId], loc: Location) -> ExprId {
        let &[arg] = args else {
            let what = if args.is_empty() { "few" } else { "many" };
            let text = format!("too {what} arguments to function ‘__builtin_clear_padding’");
            self.error(loc, text);
            return self.cx.error_expr(loc);
        };
        let pointer = self.rvalue(arg);
        let Some(object) = self.cx.unit.types.pointee(self.cx.type_of(pointer)) else {
            return self.wrong_padding(pointer, "does not have pointer type");
        };
        if self.has_no_size(object) {
            return self.discarded(pointer, loc);
        }
        let Some(size) = self.cx.unit.types.size(object) else {
            return self.wrong_padding(pointer, "points to incomplete type");
        };
        if size > LARGEST {
            let text = format!("‘__builtin_clear_padding’ of an object of {size} bytes");
            self.sorry(loc, text);
            return self.cx.error_expr(loc);
        }
        let padding = unused_bits(&self.cx.unit.types, object, size);
        let byte = self.cx.unit.common.of_letter(b'c', true);
        let bytes = self.cx.unit.types.pointer_to(byte);
        let start = self.convert(bytes, pointer, loc);
        let start = self.save_expr(start);
        let mut all = self.cast(loc, self.cx.unit.common.void, start);
        for (index, unused) in padding.into_iter().enumerate().filter(|entry| entry.1 != 0) {
            let index = self.cx.int_expr(self.cx.unit.common.int, index as i128, loc);
            let place = self.index(loc, start, index);
            let kept = self.cx.int_expr(self.cx.unit.common.int, i128::from(!unused), loc);
            let code = if unused == 0xff { TreeCode::Single } else { TreeCode::BitAnd };
            let cleared = self.assign(loc, place, code, (kept, loc));
            all = self.comma(loc, all, cleared);
        }
        self.discarded(all, loc)
    }

    /// Whether a type is an array, maybe of variable length, of elements without size.
    fn has_no_size(&self, mut ty: TypeId) -> bool {
        while let Some(element) = self.cx.unit.types.element(ty) {
            ty = element;
            if self.cx.unit.types.size(ty) == Some(0) {
                return true;
            }
        }
        false
    }

    fn wrong_padding(&mut self, pointer: ExprId, what: &str) -> ExprId {
        let at = self.cx.get(pointer).loc;
        if !self.cx.is_error(pointer) {
            let text = format!("argument 1 in call to function ‘__builtin_clear_padding’ {what}");
            self.error(at, text);
        }
        self.cx.error_expr(at)
    }

    /// A call of `__builtin_speculation_safe_value`: its first argument, after the second.
    pub(super) fn speculation_safe_value(&mut self, args: &[ExprId], loc: Location) -> ExprId {
        let what = match args.len() {
            0 => Some("few"),
            1 | 2 => None,
            _ => Some("many"),
        };
        if let Some(what) = what {
            let text =
                format!("too {what} arguments to function ‘__builtin_speculation_safe_value’");
            self.error(loc, text);
            return self.cx.error_expr(loc);
        }
        let value = self.rvalue(args[0]);
        let ty = self.cx.type_of(value);
        let types = &self.cx.unit.types;
        if !types.is_integral(ty) && !types.is_pointer(ty) {
            let text = format!(
                "operand type {} is incompatible with argument 1 of ‘__builtin_speculation_safe_value’",
                self.quoted_type(ty)
            );
            self.error(loc, text);
            return self.cx.error_expr(loc);
        }
        self.warning(
            "",
            loc,
            "this target does not define a speculation barrier; your program will still execute correctly, but \
             incorrect speculation may not be restricted",
        );
        match args.get(1) {
            Some(&instead) => {
                let instead = self.cast(loc, self.cx.unit.common.void, instead);
                self.comma(loc, instead, value)
            }
            None => value,
        }
    }
}

/// The bits of an object of a type, `size` bytes large, that no member uses.
pub fn unused_bits(types: &Types, ty: TypeId, size: u64) -> Vec<u8> {
    let mut padding = vec![0xff_u8; size as usize];
    use_bits(types, ty, 0, &mut padding);
    padding
}

/// Marks the bits that a value of a type at some place uses.
fn use_bits(types: &Types, ty: TypeId, at: u64, padding: &mut [u8]) {
    match types.kind(ty) {
        TypeKind::Record { .. } | TypeKind::Union { .. } => {
            for &field in types.fields(ty) {
                let field = types.field(field);
                if field.is_bitfield {
                    let first = at * 8 + field.bit_offset;
                    let reversed = types.is_reversed(ty);
                    for bit in first..first + field.bit_size {
                        let within = if reversed { 7 - bit % 8 } else { bit % 8 };
                        if let Some(byte) = padding.get_mut((bit / 8) as usize) {
                            *byte &= !(1 << within);
                        }
                    }
                } else {
                    use_bits(types, field.ty, at + field.byte_offset(), padding);
                }
            }
        }
        &TypeKind::Array { element, .. } => {
            let (Some(all), Some(step)) = (types.size(ty), types.size(element)) else { return };
            for index in 0..all.checked_div(step).unwrap_or(0) {
                use_bits(types, element, at + index * step, padding);
            }
        }
        _ => {
            let end = (at + types.size(ty).unwrap_or(0)).min(padding.len() as u64);
            if let Some(used) = padding.get_mut(at as usize..end as usize) {
                used.fill(0);
            }
        }
    }
}
