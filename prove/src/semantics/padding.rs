//! Bits of an aggregate that belong to no member: what a copy leaves there is undefined.
//!
//! ```text
//!   struct T { int a; long b; } x, y;
//!
//!   x = y;        =>        x.a = y.a;  x.b = y.b;         the four bytes between them are not copied any more
//! ```

use super::{Role, Run, Value};
use crate::terms::Op;
use gimple::types::{ArrayDomain, TypeId, TypeKind, Types};

impl Run<'_> {
    /// The bytes of an aggregate as a copy before the pass leaves them.
    pub fn without_padding(&mut self, value: Value, ty: TypeId) -> Value {
        let width = self.terms.width(value.bits);
        if self.role != Role::Before || width == 0 {
            return value;
        }
        let mut used = vec![false; width as usize];
        mark(&self.unit.types, ty, 0, &mut used);
        if used.iter().all(|&used| used) {
            return value;
        }
        let mut mask = None;
        for byte in used.chunks(8) {
            let bits = byte.iter().rev().fold(0, |bits, &used| bits << 1 | u128::from(!used));
            let byte = self.terms.constant(byte.len() as u32, bits);
            mask = Some(match mask {
                None => byte,
                Some(low) => self.terms.concat(byte, low),
            });
        }
        let Some(mask) = mask else { return value };
        Value { bits: value.bits, undef: self.terms.binary(Op::BitOr, value.undef, mask) }
    }
}

/// Marks the bits that an object of a type uses from a bit on.
fn mark(types: &Types, ty: TypeId, from: u64, used: &mut [bool]) {
    match *types.kind(ty) {
        TypeKind::Record { .. } | TypeKind::Union { .. } => {
            for &field in types.fields(ty) {
                let field = types.field(field);
                let at = from + field.bit_offset;
                if field.is_bitfield {
                    mark_bits(at, field.bit_size, used);
                } else {
                    mark(types, field.ty, at, used);
                }
            }
        }
        TypeKind::Array { element, domain: ArrayDomain::Count(count), .. } => {
            let Some(size) = types.size(element).filter(|&size| size > 0) else { return };
            for index in 0..count.min(used.len() as u64) {
                mark(types, element, from + index * size * 8, used);
            }
        }
        _ => mark_bits(from, types.size(ty).unwrap_or(0) * 8, used),
    }
}

fn mark_bits(from: u64, count: u64, used: &mut [bool]) {
    let end = (from + count).min(used.len() as u64);
    if from < end {
        used[from as usize..end as usize].fill(true);
    }
}
