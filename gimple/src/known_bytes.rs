//! The bytes that a variable which never changes holds.
//!
//! ```text
//!   const struct { char n, a[4]; } x = { 1, "ab" };        =>    1 'a' 'b' 0 0
//! ```

use crate::constant::ConstValue;
use crate::decl::{DeclId, flag};
use crate::fold_const::constant_bytes;
use crate::tree::{CtorIndex, Operand, TreeKind};
use crate::types::TypeId;
use crate::unit::Unit;

/// Bytes of an object that are looked at.
const MOST_BYTES: u64 = 4096;

/// Whether what a variable holds is what it was initialised with, here as in every other unit.
pub fn never_changes(unit: &Unit, var: DeclId) -> bool {
    let decl = &unit.decls[var];
    decl.has(flag::READONLY)
        && !decl.has(flag::VOLATILE)
        && decl.flags & (flag::WEAK | flag::INTERPOSABLE) == 0
        && decl.is_global()
}

/// The bytes of a variable that never changes, from one on to its end, where all of them are known.
pub fn bytes_from(unit: &Unit, var: DeclId, first: i128) -> Option<Vec<u8>> {
    let initializer = *unit.initializers.get(&var).filter(|_| never_changes(unit, var))?;
    let ty = unit.decls[var].ty;
    let size = unit.types.size(ty).filter(|&size| size <= MOST_BYTES)?;
    let mut bytes = vec![0; size as usize];
    fill(unit, initializer, ty, 0, &mut bytes)?;
    Some(bytes.get(usize::try_from(first).ok()?..)?.to_vec())
}

/// Whether what lies in a variable is one array of numbers: of others, GCC knows bytes only where the place is written as
/// that of a part, not as so many bytes further on.
pub fn is_plain_array(unit: &Unit, var: DeclId) -> bool {
    let element = unit.types.element(unit.decls[var].ty);
    element.is_some_and(|element| !unit.types.is_aggregate(element))
}

/// Puts what an initialiser of an object of a type at a byte says in its place. The recursion is as deep as the type.
fn fill(unit: &Unit, value: Operand, ty: TypeId, at: u64, bytes: &mut Vec<u8>) -> Option<()> {
    let elements = match value {
        Operand::Const(id) => {
            let own = constant_bytes(unit, id)?;
            // A string may have its terminator left out, or be shorter than its array.
            let room = match (&unit.consts[id].value, unit.types.size(ty)) {
                (ConstValue::String(_), Some(size)) => usize::try_from(size).ok()?,
                _ => own.len(),
            };
            put(bytes, at, &own[..own.len().min(room)]);
            return Some(());
        }
        Operand::Tree(id) => match unit.trees.kind(id) {
            TreeKind::Constructor(elements) => elements,
            _ => return None,
        },
        _ => return None,
    };
    for &(index, value) in elements {
        match index {
            CtorIndex::Field(field) => {
                let field = unit.types.field(field);
                if field.is_bitfield {
                    return None;
                }
                fill(unit, value, field.ty, at.checked_add(field.byte_offset())?, bytes)?;
            }
            CtorIndex::Index(index) => {
                element(unit, value, ty, (at, index), bytes)?;
            }
            CtorIndex::Range(first, last) => {
                if last - first >= MOST_BYTES {
                    return None;
                }
                for index in first..=last {
                    element(unit, value, ty, (at, index), bytes)?;
                }
            }
            CtorIndex::None => return None,
        }
    }
    Some(())
}

fn element(
    unit: &Unit,
    value: Operand,
    array: TypeId,
    (at, index): (u64, u64),
    bytes: &mut Vec<u8>,
) -> Option<()> {
    let element = unit.types.element(array)?;
    let at = unit.types.size(element)?.checked_mul(index)?.checked_add(at)?;
    if at > MOST_BYTES {
        return None;
    }
    fill(unit, value, element, at, bytes)
}

/// A flexible array makes an object larger than its type.
fn put(bytes: &mut Vec<u8>, at: u64, part: &[u8]) {
    let at = at as usize;
    if bytes.len() < at + part.len() {
        bytes.resize(at + part.len(), 0);
    }
    bytes[at..at + part.len()].copy_from_slice(part);
}
