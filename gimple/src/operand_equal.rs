//! Whether two operands are the same expression.

use crate::tree::{Operand, TreeKind};
use crate::types::TypeId;
use crate::types_compatible::useless_type_conversion;
use crate::unit::Unit;
use smallvec::SmallVec;

/// What an operand is compared for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    /// What is there.
    Value,
    /// Where it is.
    Address,
}

/// Whether two operands are the same expression (`operand_equal_p`): of places, that the same bytes are accessed, as the
/// same type; of addresses, that they are the same. Without regard to volatility.
pub fn operand_equal(unit: &Unit, a: Operand, b: Operand) -> bool {
    if matches!((a, b), (Operand::Const(_), Operand::Const(_))) {
        return a == b;
    }
    let mut work: SmallVec<[(Operand, Operand, For); 8]> = SmallVec::new();
    work.push((a, b, For::Value));
    while let Some((a, b, purpose)) = work.pop() {
        let (Operand::Tree(x), Operand::Tree(y)) = (a, b) else {
            if a != b && !same_number(unit, a, b) {
                return false;
            }
            continue;
        };
        if x == y {
            continue;
        }
        let (p, q) = (unit.trees.kind(x), unit.trees.kind(y));
        let (of_p, of_q) = (unit.trees[x].ty, unit.trees[y].ty);
        if !same_operator(p, q) || !same_access(unit, p, q, (of_p, of_q), purpose) {
            return false;
        }
        let below = if matches!(p, TreeKind::Addr(_)) { For::Address } else { purpose };
        let mut left: SmallVec<[Operand; 4]> = SmallVec::new();
        unit.trees.for_each_operand(x, |op| left.push(op));
        let mut left = left.into_iter();
        unit.trees.for_each_operand(y, |op| work.extend(left.next().map(|it| (it, op, below))));
    }
    true
}

/// Whether two operands are one integer, maybe of two types: an index is the same element then.
fn same_number(unit: &Unit, a: Operand, b: Operand) -> bool {
    unit.as_int(a).is_some_and(|number| unit.as_int(b) == Some(number))
}

/// Whether two nodes do the same with their operands, types apart.
pub fn same_operator(p: &TreeKind, q: &TreeKind) -> bool {
    match (p, q) {
        (TreeKind::MemRef { offset: o, .. }, TreeKind::MemRef { offset: r, .. }) => o == r,
        (TreeKind::ComponentRef { field: f, .. }, TreeKind::ComponentRef { field: g, .. }) => {
            f == g
        }
        (
            TreeKind::PlacedComponentRef { field: f, unit: u, .. },
            TreeKind::PlacedComponentRef { field: g, unit: v, .. },
        ) => f == g && u == v,
        (TreeKind::SizedArrayRef { unit: u, .. }, TreeKind::SizedArrayRef { unit: v, .. }) => {
            u == v
        }
        (
            TreeKind::BitFieldRef { size: s, pos: o, .. },
            TreeKind::BitFieldRef { size: t, pos: r, .. },
        ) => s == t && o == r,
        (
            TreeKind::TargetMemRef { step: s, offset: o, .. },
            TreeKind::TargetMemRef { step: t, offset: r, .. },
        ) => s == t && o == r,
        (TreeKind::Expr { code: c, .. }, TreeKind::Expr { code: d, .. }) => c == d,
        (TreeKind::Constructor(c), TreeKind::Constructor(d)) => {
            c.len() == d.len() && c.iter().zip(d.iter()).all(|(e, f)| e.0 == f.0)
        }
        (c, d) => std::mem::discriminant(c) == std::mem::discriminant(d),
    }
}

/// Whether two nodes with the same operator access memory alike, or give values of the same type.
fn same_access(
    unit: &Unit,
    p: &TreeKind,
    q: &TreeKind,
    (of_p, of_q): (TypeId, TypeId),
    purpose: For,
) -> bool {
    let variant = |ty: TypeId| unit.types.main_variant(ty);
    match (p, q) {
        (
            TreeKind::MemRef { alias_ptr: a, .. } | TreeKind::TargetMemRef { alias_ptr: a, .. },
            TreeKind::MemRef { alias_ptr: b, .. } | TreeKind::TargetMemRef { alias_ptr: b, .. },
        ) => {
            let pointee = |ptr: TypeId| unit.types.pointee(ptr).map(variant);
            purpose == For::Address
                || same_type(unit, of_p, of_q) && (a == b || pointee(*a) == pointee(*b))
        }
        // Rows of another length are other places.
        (TreeKind::ArrayRef { .. }, TreeKind::ArrayRef { .. }) => {
            unit.types.size(of_p) == unit.types.size(of_q)
        }
        (TreeKind::BitFieldRef { .. }, TreeKind::BitFieldRef { .. }) => {
            purpose == For::Address || same_type(unit, of_p, of_q)
        }
        (TreeKind::Expr { .. }, _)
        | (TreeKind::ViewConvert(_), _)
        | (TreeKind::Constructor(_), _) => same_type(unit, of_p, of_q),
        _ => true,
    }
}

fn same_type(unit: &Unit, a: TypeId, b: TypeId) -> bool {
    unit.types.same_main(a, b)
        || useless_type_conversion(unit, a, b) && useless_type_conversion(unit, b, a)
}
