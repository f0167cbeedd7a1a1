//! Addresses: constants added to them, and what is known when they are compared. Trees that are conditions.
//!
//! ```text
//!   &a + 4        =>   &MEM[&a + 4B]
//!   &a == &b      =>   0
//!   MIN_EXPR <&a[1], &a[2]>   =>   &a[1]
//! ```

use super::{Expr, Simplifier};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::operand_equal::operand_equal;
use gimple::options::Flag;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use std::cmp::Ordering;

impl Simplifier<'_> {
    /// What can be said of an operation that no rule of the table knows.
    pub(super) fn address_rules(&mut self, expr: &Expr) -> Option<Expr> {
        let [a, b, _] = expr.ops;
        match expr.code {
            TreeCode::PointerPlus => {
                let object = self.unit.addressed(a)?;
                let offset = i64::try_from(self.signed_offset(b)?).ok()?;
                self.address_plus(expr.ty, a, object, offset)
            }
            TreeCode::PointerDiff => {
                let between = self.distance(a, b)?;
                Some(Expr::value(expr.ty, self.constant(expr.ty, between)))
            }
            TreeCode::Eq | TreeCode::Ne => self.address_comparison(expr.code, expr.ty, a, b),
            TreeCode::Lt | TreeCode::Le | TreeCode::Gt | TreeCode::Ge => {
                let holds = holds_between(expr.code, self.order_within_object(a, b)?);
                Some(Expr::value(expr.ty, self.constant(expr.ty, holds.into())))
            }
            TreeCode::Min | TreeCode::Max => {
                let first = self.order_within_object(a, b)?.is_le() == (expr.code == TreeCode::Min);
                Some(Expr::value(expr.ty, if first { a } else { b }))
            }
            _ => None,
        }
    }

    fn signed_offset(&self, op: Operand) -> Option<i128> {
        let value = self.int(op)?;
        let signed = self.unit.types.wrap(self.unit.common.ssizetype, value);
        Some(signed)
    }

    /// `&MEM[&object + offset]`.
    fn address_plus(
        &mut self,
        ty: TypeId,
        address: Operand,
        object: Operand,
        offset: i64,
    ) -> Option<Expr> {
        let (base, start) = match object {
            Operand::Decl(_) => (address, 0i64),
            Operand::Tree(id) => match *self.unit.trees.kind(id) {
                TreeKind::MemRef { base, offset, .. } => (base, offset),
                // What part of an object is pointed to is asked for by `__builtin_object_size`.
                _ => return None,
            },
            _ => return None,
        };
        let total = start.checked_add(offset)?;
        // The place is one of what the address it is reckoned from points to.
        let of = self.unit.type_of(self.f, address);
        let pointee = self.unit.types.pointee(of)?;
        let kind = TreeKind::MemRef { base, offset: total, alias_ptr: self.unit.common.void_ptr };
        let place = Operand::Tree(self.unit.trees.add(kind, pointee));
        let address = Operand::Tree(self.unit.trees.add(TreeKind::Addr(place), of));
        Some(Expr::value(ty, address))
    }

    /// `&x == &y`, `&x == 0`.
    fn address_comparison(
        &mut self,
        code: TreeCode,
        ty: TypeId,
        a: Operand,
        b: Operand,
    ) -> Option<Expr> {
        if !matches!(code, TreeCode::Eq | TreeCode::Ne) {
            return None;
        }
        let start =
            |op: Operand| self.unit.addressed(op).and_then(|it| root_and_offset(self.unit, it));
        let first_member =
            start(a) == Some((Root::Pointer(b), 0)) || start(b) == Some((Root::Pointer(a), 0));
        let equal = |this: &mut Self, same: bool| {
            let holds = i128::from(same == (code == TreeCode::Eq));
            Some(Expr::value(ty, this.constant(ty, holds)))
        };
        if first_member {
            return equal(self, true);
        }
        let x = self.unit.addressed(a)?;
        if self.is_zero(b) {
            return if self.is_surely_an_object(x) { equal(self, false) } else { None };
        }
        let y = self.unit.addressed(b)?;
        if operand_equal(self.unit, x, y) {
            return equal(self, true);
        }
        if let (Operand::Decl(p), Operand::Decl(q)) = (x, y) {
            let local = |d| !self.unit.decls[d].is_global();
            return if local(p) || local(q) { equal(self, false) } else { None };
        }
        // Two places in one object.
        let (one, offset) = root_and_offset(self.unit, x)?;
        let (other, further) = root_and_offset(self.unit, y)?;
        if one == other { equal(self, offset == further) } else { None }
    }

    /// How many bytes lie between two places in one object (`ptr_difference_const`).
    fn distance(&self, a: Operand, b: Operand) -> Option<i128> {
        if self.unit.addressed(a).is_none() && self.unit.addressed(b).is_none() {
            return None;
        }
        let place = |op: Operand| match self.unit.addressed(op) {
            Some(object) => root_and_offset(self.unit, object),
            None => Some((Root::Pointer(op), 0)),
        };
        let ((one, offset), (other, further)) = (place(a)?, place(b)?);
        (one == other).then(|| i128::from(offset) - i128::from(further))
    }

    /// How two addresses within one object lie to each other.
    fn order_within_object(&self, a: Operand, b: Operand) -> Option<Ordering> {
        let (x, y) = (self.unit.addressed(a)?, self.unit.addressed(b)?);
        let (one, offset) = root_and_offset(self.unit, x)?;
        let (other, further) = root_and_offset(self.unit, y)?;
        // No pointer is moved beyond the end of the address space.
        let in_order = match one {
            Root::Object(_) => true,
            Root::Pointer(_) => !self.options.on(Flag::WrapvPointer),
        };
        (one == other && in_order).then(|| offset.cmp(&further))
    }

    /// Whether a reference is to (the start of) an object that cannot be at address 0.
    fn is_surely_an_object(&self, place: Operand) -> bool {
        let moved = |id| matches!(self.unit.trees.kind(id), TreeKind::MemRef { .. });
        let exact = !place.tree().is_some_and(moved);
        exact
            && match self.unit.trees.base_address(place) {
                Operand::Decl(decl) => !self.unit.decls[decl].has(gimple::decl::flag::WEAK),
                // A string.
                Operand::Const(_) => true,
                _ => false,
            }
    }
}

/// Whether a comparison holds between two values that lie so.
fn holds_between(code: TreeCode, order: Ordering) -> bool {
    match code {
        TreeCode::Lt => order.is_lt(),
        TreeCode::Le => order.is_le(),
        TreeCode::Gt => order.is_gt(),
        _ => order.is_ge(),
    }
}

/// `&object + offset` as `&MEM[base + offset]`, where the base is simple.
pub fn moved_address(
    unit: &mut Unit,
    f: &Function,
    object: Operand,
    ty: TypeId,
    by: Operand,
) -> Option<Operand> {
    let by = unit.as_distance(by)?;
    let (base, offset) = base_and_offset(unit, f, object)?;
    let kind =
        TreeKind::MemRef { base, offset: offset.checked_add(by)?, alias_ptr: unit.common.void_ptr };
    let pointee = unit.types.pointee(ty)?;
    Some(Operand::Tree(unit.trees.add(kind, pointee)))
}

/// The pointer an object is at a constant number of bytes from, and that number
/// (`get_addr_base_and_unit_offset`).
pub fn base_and_offset(unit: &mut Unit, f: &Function, object: Operand) -> Option<(Operand, i64)> {
    let (root, offset) = root_and_offset(unit, object)?;
    let base = match root {
        Root::Pointer(pointer) => pointer,
        Root::Object(object) => {
            let ty = unit.type_of(f, object);
            unit.address_of(object, ty)
        }
    };
    Some((base, offset))
}

/// What the innermost part of a reference is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Root {
    /// A variable or a string.
    Object(Operand),
    /// What this pointer leads to.
    Pointer(Operand),
}

/// The innermost part of a reference, and how many bytes into it the reference begins, where that is a constant.
pub fn root_and_offset(unit: &Unit, object: Operand) -> Option<(Root, i64)> {
    let (mut op, mut offset) = (object, 0i64);
    while let Operand::Tree(id) = op {
        match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, field } => {
                let field = unit.types.field(field);
                if field.is_bitfield || !field.bit_offset.is_multiple_of(8) {
                    return None;
                }
                offset = offset.checked_add(field.byte_offset() as i64)?;
                op = base;
            }
            TreeKind::ArrayRef { base, index } => {
                let index = i64::try_from(unit.as_int(index)?).ok()?;
                let size = i64::try_from(unit.types.size(unit.trees[id].ty)?).ok()?;
                offset = offset.checked_add(index.checked_mul(size)?)?;
                op = base;
            }
            TreeKind::ViewConvert(base) | TreeKind::Realpart(base) => op = base,
            TreeKind::Imagpart(base) => {
                offset = offset.checked_add(unit.types.size(unit.trees[id].ty)? as i64)?;
                op = base;
            }
            TreeKind::MemRef { base, offset: more, .. } => {
                offset = offset.checked_add(more)?;
                match unit.addressed(base) {
                    Some(inner) => op = inner,
                    None => return Some((Root::Pointer(base), offset)),
                }
            }
            _ => return None,
        }
    }
    matches!(op, Operand::Decl(_) | Operand::Const(_)).then_some((Root::Object(op), offset))
}
