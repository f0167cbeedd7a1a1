//! What the ways say that lead to the parts accessed: fields and elements, and the types they are of.
//!
//! ```text
//!   p->b[i].x = 1;   q->b[j].y = 2;     x and y are different fields, wherever p, q, i and j lead
//!   p->a.i = 1;      q->j = 2;          *q is the whole of an object or the part `a` of one like *p: i and j differ
//! ```
//!
//! The first holds of two references to one object, the second of two objects if types mean what C says of them.

use super::reference::Access;
use super::types::AliasSets;
use gimple::function::Function;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{FieldId, TypeId, TypeKind};
use gimple::unit::Unit;
use smallvec::SmallVec;

/// A step from an object to a part of it.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Step {
    Field(FieldId),
    /// The index, and the size of the elements.
    Element(Operand, u64),
    /// Another way to look at it.
    Other,
}

/// The way to what a reference accesses.
pub struct Path {
    /// The innermost object named: a variable or what a pointer points to.
    object: Operand,
    /// The type it is taken to have.
    ty: TypeId,
    /// The steps in order, each with the reference that ends with it and its type.
    steps: SmallVec<[(Step, Operand, TypeId); 4]>,
}

impl Path {
    /// The way a reference names; `None` for accesses that have no reference.
    pub fn of(unit: &Unit, f: &Function, reference: Operand) -> Option<Path> {
        let (mut op, mut steps) = (reference, SmallVec::new());
        loop {
            let ty = unit.type_of(f, op);
            let (step, base) = match op {
                Operand::Decl(_) => break,
                Operand::Tree(id) => match *unit.trees.kind(id) {
                    TreeKind::MemRef { .. } => break,
                    TreeKind::ComponentRef { base, field } => (Step::Field(field), base),
                    TreeKind::ArrayRef { base, index } => {
                        (Step::Element(index, unit.types.size(ty)?), base)
                    }
                    TreeKind::BitFieldRef { base, .. }
                    | TreeKind::ViewConvert(base)
                    | TreeKind::Realpart(base)
                    | TreeKind::Imagpart(base) => (Step::Other, base),
                    _ => return None,
                },
                _ => return None,
            };
            steps.push((step, op, ty));
            op = base;
        }
        steps.reverse();
        Some(Path { object: op, ty: unit.type_of(f, op), steps })
    }

    /// Bytes of the object that `MEM` skips.
    fn start(&self, unit: &Unit) -> i64 {
        match self.object {
            Operand::Tree(id) => match *unit.trees.kind(id) {
                TreeKind::MemRef { offset, .. } => offset,
                _ => 0,
            },
            _ => 0,
        }
    }

    /// The type before a step.
    fn outer(&self, step: usize) -> TypeId {
        if step == 0 { self.ty } else { self.steps[step - 1].2 }
    }

    /// Whether an object is taken for what its pointer says it is.
    fn is_as_named(&self, unit: &Unit) -> bool {
        let named = match self.object {
            Operand::Tree(id) => match *unit.trees.kind(id) {
                TreeKind::MemRef { alias_ptr, .. } => unit.types.pointee(alias_ptr),
                _ => None,
            },
            _ => Some(self.ty),
        };
        named.is_some_and(|ty| unit.types.same_main(ty, self.ty))
            && unit.types.size(self.ty).is_some_and(|size| size > 0)
    }

    /// Whether that holds, and a part is named or the whole of a record, and no array of unknown length is entered.
    fn is_plain(&self, unit: &Unit) -> bool {
        let sized = |&(step, _, ty): &(Step, Operand, TypeId)| {
            step != Step::Other && unit.types.size(ty).is_some_and(|size| size > 0)
        };
        self.is_as_named(unit) && is_record(unit, self.ty) && self.steps.iter().all(sized)
    }

    /// Whether that holds, and the object has no parts.
    fn is_scalar(&self, unit: &Unit) -> bool {
        self.is_as_named(unit) && self.steps.is_empty() && !has_parts(unit, self.ty)
    }
}

fn is_record(unit: &Unit, ty: TypeId) -> bool {
    matches!(unit.types.kind(ty), TypeKind::Record { .. } | TypeKind::Union { .. })
}

fn has_parts(unit: &Unit, ty: TypeId) -> bool {
    let types = &unit.types;
    types.is_aggregate(ty)
        || matches!(types.kind(ty), TypeKind::Vector { .. } | TypeKind::Complex { .. })
}

/// The size of a type, of an array that of its elements: part of an array may be taken for a whole one.
fn size_of_one(unit: &Unit, mut ty: TypeId) -> Option<u64> {
    while let TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } =
        *unit.types.kind(ty)
    {
        ty = element;
    }
    unit.types.size(ty)
}

/// Whether two paths from the same object, or from objects that are the same or do not overlap at all, lead to different
/// parts (`nonoverlapping_refs_since_match_p`).
pub fn part(unit: &Unit, a: &Path, b: &Path) -> bool {
    a.start(unit) == b.start(unit)
        && unit.types.same_main(a.ty, b.ty)
        && steps_part(unit, a, 0, b, 0)
}

fn steps_part(unit: &Unit, a: &Path, from: usize, b: &Path, start: usize) -> bool {
    for (index, (x, y)) in a.steps[from..].iter().zip(&b.steps[start..]).enumerate() {
        match (x.0, y.0) {
            (Step::Field(x), Step::Field(y)) if x == y => {}
            (Step::Field(x), Step::Field(y)) => {
                let (p, q) = (a.outer(from + index), b.outer(start + index));
                let both_bits = unit.types.field(x).is_bitfield && unit.types.field(y).is_bitfield;
                return unit.types.same_main(p, q)
                    && matches!(unit.types.kind(p), TypeKind::Record { .. })
                    && !both_bits;
            }
            (Step::Element(x, size), Step::Element(y, other)) if size == other => {
                match (unit.as_int(x), unit.as_int(y)) {
                    (Some(x), Some(y)) if x != y => return true,
                    _ => {}
                }
            }
            _ => return false,
        }
    }
    false
}

/// Whether accesses of two objects may touch, going by the types on the paths to them (`indirect_refs_may_alias_p`,
/// `aliasing_component_refs_p`).
pub fn may_touch(sets: &mut AliasSets, unit: &Unit, f: &Function, a: &Access, b: &Access) -> bool {
    if a.base_ty.is_none()
        || b.base_ty.is_none()
        || a.ty.is_none()
        || b.ty.is_none()
        || sets.is_free(unit, a.base_ty)
        || sets.is_free(unit, b.base_ty)
    {
        return true;
    }
    if !sets.conflict(unit, a.base_ty, b.base_ty) {
        return false;
    }
    let has_steps = |access: &Access| {
        access
            .reference
            .tree()
            .is_some_and(|id| !matches!(unit.trees.kind(id), TreeKind::MemRef { .. }))
    };
    if !has_steps(a) && !has_steps(b) {
        return true;
    }
    let (Some(p), Some(q)) = (Path::of(unit, f, a.reference), Path::of(unit, f, b.reference))
    else {
        return true;
    };
    match (p.is_plain(unit), q.is_plain(unit)) {
        (true, true) => {}
        (true, false) if q.is_scalar(unit) => return may_be_in(sets, unit, q.ty, (a, &p)),
        (false, true) if p.is_scalar(unit) => return may_be_in(sets, unit, p.ty, (b, &q)),
        _ => return true,
    }
    if unit.types.same_main(p.ty, q.ty) {
        let (x, y) = (from_object(unit, f, a, &p, 0), from_object(unit, f, b, &q, 0));
        return x.overlaps(&y) && !steps_part(unit, &p, 0, &q, 0);
    }
    if let Some(answer) = within(unit, f, (a, &p), (b, &q)) {
        return answer;
    }
    if let Some(answer) = within(unit, f, (b, &q), (a, &p)) {
        return answer;
    }
    // One way may still go on where the other ends: then what is accessed there holds the other's object.
    let size = |ty| unit.types.size(ty);
    let goes_on = |sets: &mut AliasSets, end: &Access, object: TypeId| {
        size(end.ty) >= size(object) && sets.holds(unit, end.ty, object)
    };
    goes_on(sets, b, p.ty) || goes_on(sets, a, q.ty)
}

/// Whether an object without parts may be what lies on the way of an access, or is accessed there.
fn may_be_in(
    sets: &mut AliasSets,
    unit: &Unit,
    scalar: TypeId,
    (access, path): (&Access, &Path),
) -> bool {
    let Some(wanted) = unit.types.size(scalar) else { return true };
    for &(_, _, ty) in path.steps.iter().rev() {
        match size_of_one(unit, ty) {
            None => return true,
            Some(size) if size > wanted => break,
            Some(size) if size == wanted && sets.conflict(unit, ty, scalar) => return true,
            Some(_) => {}
        }
    }
    has_parts(unit, access.ty)
        && size_of_one(unit, access.ty).is_none_or(|size| size >= wanted)
        && sets.holds(unit, access.ty, scalar)
}

/// Looks for an object like that of the first on the way of the second, from the outside: there the two objects are one,
/// or have nothing in common.
fn within(
    unit: &Unit,
    f: &Function,
    (a, p): (&Access, &Path),
    (b, q): (&Access, &Path),
) -> Option<bool> {
    let wanted = unit.types.size(p.ty)?;
    for step in (0..q.steps.len()).rev() {
        let (_, _, ty) = q.steps[step];
        if unit.types.size(ty)? > wanted {
            return None;
        }
        if !unit.types.same_main(ty, p.ty) {
            continue;
        }
        let (x, y) = (from_object(unit, f, a, p, 0), from_object(unit, f, b, q, step + 1));
        return Some(x.overlaps(&y) && !steps_part(unit, p, 0, q, step + 1));
    }
    None
}

/// An access, its place counted from the object after a number of steps of its way.
fn from_object(unit: &Unit, f: &Function, access: &Access, path: &Path, steps: usize) -> Access {
    let object = if steps == 0 { path.object } else { path.steps[steps - 1].1 };
    let start = Access::of(unit, f, object).offset;
    Access { offset: access.offset.saturating_sub(start), ..*access }
}
