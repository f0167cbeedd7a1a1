//! Which object an address leads into, and which part of it counts.
//!
//! ```text
//!   struct { int a; char b[10]; char d[6]; } s;     &s.b[2]: of the object 22 bytes are left, of the part 8
//!   &p_1->d[1]: what p_1 points to may go on after its last member, which then is no part
//! ```

use crate::fold::gimple_fold::address::root_and_offset;
use gimple::constant::ConstValue;
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{ArrayDomain, FieldId, TypeId, TypeKind};
use gimple::unit::Unit;

/// The innermost thing that a reference begins with.
#[derive(Clone, Copy)]
pub enum Whole {
    /// An object of so many bytes.
    Object(u64),
    /// What a pointer leads to, which is not a constant address, and how many bytes after that.
    Pointer(Operand, i64),
}

/// The object a reference is in, if its size is known or can be found out.
pub fn whole(unit: &Unit, place: Operand) -> Option<Whole> {
    match unit.trees.base_address(place) {
        Operand::Decl(decl) if may_be_extended(unit, decl) => None,
        Operand::Decl(decl) => unit.types.size(unit.decls[decl].ty).map(Whole::Object),
        Operand::Const(id) if matches!(unit.consts[id].value, ConstValue::String(_)) => {
            unit.types.size(unit.consts[id].ty).map(Whole::Object)
        }
        Operand::Tree(id) => match *unit.trees.kind(id) {
            TreeKind::MemRef { base: base @ Operand::Ssa(_), offset, .. } => {
                Some(Whole::Pointer(base, offset))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether an initialiser may make an object longer than its type: a structure that ends in an array without bounds.
fn may_be_extended(unit: &Unit, decl: DeclId) -> bool {
    let TypeKind::Record { fields, .. } = unit.types.kind(unit.decls[decl].ty) else {
        return false;
    };
    fields.last().is_some_and(|&field| {
        let ty = unit.types.field(field).ty;
        matches!(unit.types.kind(ty), TypeKind::Array { domain: ArrayDomain::Unknown, .. })
    }) && (unit.initializers.contains_key(&decl) || unit.decls[decl].has(flag::EXTERNAL))
}

/// The innermost member or array that holds a place, with its size; nothing where that is the whole object, or may
/// be longer than it says.
pub fn of(unit: &Unit, f: &Function, place: Operand, whole: Option<u64>) -> Option<(Operand, u64)> {
    let base = unit.trees.base_address(place);
    let mut part = place;
    while part != base && !is_part(unit, part) {
        part = unit.trees.base(part.tree()?);
    }
    if let Some(TreeKind::ArrayRef { base, .. }) = part.tree().map(|id| unit.trees.kind(id)) {
        part = *base;
    }
    let size = unit.types.size(unit.type_of(f, part))?;
    if part == base || whole.is_some_and(|whole| size > whole) {
        return None;
    }
    let of_pointer = matches!(base, Operand::Tree(_));
    (!of_pointer || !may_go_on(unit, f, part, base)).then_some((part, size))
}

fn is_part(unit: &Unit, op: Operand) -> bool {
    op.tree().is_some_and(|id| {
        matches!(
            unit.trees.kind(id),
            TreeKind::ComponentRef { .. }
                | TreeKind::ArrayRef { .. }
                | TreeKind::BitFieldRef { .. }
                | TreeKind::Realpart(_)
                | TreeKind::Imagpart(_)
        )
    })
}

/// Whether a part of what a pointer leads to ends it, so that it may be longer in memory than its type says: an array,
/// or what ends in one.
fn may_go_on(unit: &Unit, f: &Function, mut part: Operand, base: Operand) -> bool {
    while part != base {
        let Operand::Tree(id) = part else { return false };
        match *unit.trees.kind(id) {
            TreeKind::ArrayRef { base: array, index } => {
                let last = last_index(unit, unit.type_of(f, array));
                if last.is_some() && unit.as_int(index).is_some_and(|index| Some(index) != last) {
                    return false;
                }
                part = array;
            }
            TreeKind::ComponentRef { base: record, field } => {
                let holds_more = matches!(
                    unit.types.kind(unit.trees[id].ty),
                    TypeKind::Array { .. } | TypeKind::Record { .. } | TypeKind::Union { .. }
                );
                if !holds_more || !is_last(unit, f, record, field) {
                    return false;
                }
                part = record;
            }
            TreeKind::Realpart(_) => return false,
            _ => part = unit.trees.base(id),
        }
    }
    true
}

fn last_index(unit: &Unit, array: TypeId) -> Option<i128> {
    match *unit.types.kind(array) {
        TypeKind::Array { domain: ArrayDomain::Count(count), .. } => Some(i128::from(count) - 1),
        _ => None,
    }
}

/// Whether nothing stands after a member.
fn is_last(unit: &Unit, f: &Function, record: Operand, field: FieldId) -> bool {
    match unit.types.kind(unit.type_of(f, record)) {
        TypeKind::Record { fields, .. } => fields.last() == Some(&field),
        _ => true,
    }
}

/// Bytes from the start of a reference's base.
pub fn offset(unit: &Unit, place: Operand) -> Option<u64> {
    let (_, offset) = root_and_offset(unit, place)?;
    u64::try_from(offset).ok()
}
