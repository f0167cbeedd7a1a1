//! References to memory in a loop, by where they are in each iteration, and whether one may touch what another does.
//!
//! ```text
//!   _2 = (long unsigned int) i_1;        base &a + 8, step 4, size 4
//!   _3 = _2 * 4;
//!   _4 = &a + _3;
//!   *_4 = 0;                             where i_1 is {2, +, 1}_1
//! ```
//!
//! Two references that move by the same step and are a multiple of it apart have a distance: so many iterations later one is
//! where the other is now. What is at no distance may still be apart, if no pointer leads to both objects.

use crate::analyses::alias::Oracle;
use crate::analyses::alias::reference::Access;
use crate::analyses::scev::Scev;
use crate::analyses::scev::expr::ExprId;
use crate::analyses::scev::fold::Folder;
use crate::analyses::sums::{Sum, expression, object, sum_of};
use gimple::code::TreeCode;
use gimple::decl::flag;
use gimple::loops::LoopId;
use gimple::simplify::Subject;
use gimple::stmt::StmtId;
use gimple::tree::{Operand, TreeKind};

/// A reference to memory that moves by the same number of bytes in each iteration (`data_reference`).
#[derive(Clone)]
pub struct DataRef {
    pub stmt: StmtId,
    /// The address in the first iteration.
    pub base: ExprId,
    pub step: i64,
    /// How many bytes are read or written.
    pub size: u64,
    /// The address as a sum, and the pointer in it.
    sum: Sum,
    object: Option<Operand>,
}

/// What two references have to do with each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dependence {
    /// They never touch the same memory.
    None,
    /// In an iteration the second is where the first is as many iterations later.
    Distance(i64),
    Unknown,
}

/// Where a place begins, and by how much it moves.
struct Place {
    base: ExprId,
    step: u64,
}

impl DataRef {
    /// How many iterations before another reference this one is at the same place; not known where they never are.
    pub fn iterations_before(&self, other: &DataRef) -> Option<i64> {
        if !self.sum.same_terms(&other.sum) || self.step != other.step {
            return None;
        }
        let apart = self.sum.signed(self.sum.constant.wrapping_sub(other.sum.constant));
        match (self.step, apart) {
            (0, 0) => Some(0),
            _ if apart.checked_rem(self.step)? == 0 => apart.checked_div(self.step),
            _ => None,
        }
    }

    /// The same in the loop around, in which its address begins at `base` and moves by `step`.
    pub(super) fn outside(
        &self,
        folder: &mut Folder<'_>,
        base: ExprId,
        step: i64,
    ) -> Option<DataRef> {
        base.known()?;
        let sum = sum_of(folder, base, 64)?;
        let object = object(folder, &sum).map(|id| folder.exprs.operand(id));
        Some(DataRef { base, step, sum, object, ..*self })
    }

    /// The same so many bytes later.
    pub fn moved(&self, folder: &mut Folder<'_>, by: i64) -> Option<DataRef> {
        let ty = folder.exprs.ty(self.base);
        let mut sum = self.sum.clone();
        sum.add_constant(by as u64);
        let base = expression(folder, &sum, ty);
        Some(DataRef { base, sum, ..*self })
    }

    /// Whether another reference begins a constant apart from this one.
    pub fn same_terms(&self, other: &DataRef) -> bool {
        self.sum.same_terms(&other.sum)
    }

    /// How many bytes after this one another begins that has the same terms.
    pub fn apart(&self, other: &DataRef) -> i128 {
        self.sum.signed(other.sum.constant.wrapping_sub(self.sum.constant)).into()
    }

    /// The object or pointer it is based on.
    pub fn object(&self) -> Option<Operand> {
        self.object
    }

    /// Whether another reference moves along with this one and is always beside it: another element, or another part of each.
    fn never_meets(&self, other: &DataRef) -> bool {
        if !self.sum.same_terms(&other.sum) || self.step != other.step {
            return false;
        }
        let apart = self.sum.signed(other.sum.constant.wrapping_sub(self.sum.constant));
        let (size, other_size) = (i128::from(self.size), i128::from(other.size));
        match i128::from(self.step.unsigned_abs()) {
            0 => i128::from(apart) >= size || -i128::from(apart) >= other_size,
            step => {
                let distance = i128::from(apart).rem_euclid(step);
                distance >= size && distance + other_size <= step
            }
        }
    }
}

impl Scev<'_, '_> {
    /// A reference of a statement in a loop, if it moves by a constant.
    pub fn data_ref(&mut self, of: LoopId, stmt: StmtId, reference: Operand) -> Option<DataRef> {
        if !self.unit.is_memory_operand(reference) || self.unit.is_volatile_operand(reference) {
            return None;
        }
        let ty = self.unit.type_of(self.f, reference);
        let size = self.unit.types.size(ty).filter(|&size| size > 0)?;
        let mut rest = Sum::zero(64);
        let Place { base, step } = self.place(of, stmt, reference, &mut rest)?;
        let pointer = self.state.exprs.ty(base);
        let size_t = self.unit.common.size_t;
        let mut folder = self.folder();
        if !folder.pointer(pointer) {
            return None;
        }
        let mut sum = sum_of(&mut folder, base, 64)?;
        let mut address = base;
        if !rest.is_zero() {
            let by = expression(&mut folder, &rest, size_t);
            address = folder.plus(pointer, address, by);
            sum.add(&rest, 1);
        }
        let object = object(&folder, &sum).map(|id| folder.exprs.operand(id));
        let step = step as i64;
        address.known()?;
        Some(DataRef { stmt, base: address, step, size, sum, object })
    }

    /// The object or pointer a reference is based on; what is added to it goes to `rest`.
    fn place(
        &mut self,
        of: LoopId,
        stmt: StmtId,
        reference: Operand,
        rest: &mut Sum,
    ) -> Option<Place> {
        let mut op = reference;
        let mut step = 0u64;
        loop {
            let id = match op {
                Operand::Decl(decl) => {
                    let data = &self.unit.decls[decl];
                    if data.has(flag::HARD_REGISTER) || self.unit.is_gimple_reg(decl) {
                        return None;
                    }
                    let address = self.unit.address_of(op, data.ty);
                    return Some(Place { base: self.leaf(address), step });
                }
                Operand::Tree(id) => id,
                _ => return None,
            };
            if self.unit.types.is_reversed(self.unit.trees[id].ty) {
                return None;
            }
            op = match *self.unit.trees.kind(id) {
                TreeKind::ComponentRef { base, field } => {
                    let data = self.unit.types.field(field);
                    if data.is_bitfield || !data.bit_offset.is_multiple_of(8) {
                        return None;
                    }
                    rest.add_constant(data.bit_offset / 8);
                    base
                }
                TreeKind::ArrayRef { base, index } => {
                    let size = self.unit.types.size(self.unit.trees[id].ty)?;
                    let index = self.index(of, stmt, index)?;
                    let first = sum_of(&mut self.folder(), index.base, 64)?;
                    rest.add(&first, size);
                    step = step.wrapping_add(index.step.wrapping_mul(size));
                    base
                }
                TreeKind::MemRef { base, offset, .. } => {
                    rest.add_constant(offset as u64);
                    match self.unit.addressed(base) {
                        Some(object) => object,
                        None => {
                            let pointer = self.moving(of, stmt, base)?;
                            step = step.wrapping_add(pointer.step);
                            return Some(Place { base: pointer.base, step });
                        }
                    }
                }
                _ => return None,
            };
        }
    }

    /// A pointer or index, as it is used by a statement.
    fn moving(&mut self, of: LoopId, stmt: StmtId, op: Operand) -> Option<Place> {
        let used = self.f.loop_of(self.f.stmts[stmt].block);
        let id = self.leaf(op);
        let found = self.simple_iv(of, used, id, false)?;
        if self.state.exprs.has_chrec(found.base) {
            return None;
        }
        let base = self.expand(found.base);
        let step = self.folder().as_int(found.step)?;
        Some(Place { base, step: step as u64 })
    }

    /// An index as a size.
    fn index(&mut self, of: LoopId, stmt: StmtId, index: Operand) -> Option<Place> {
        let size_t = self.unit.common.size_t;
        let id = self.leaf(index);
        let Place { base, step } = self.moving(of, stmt, index)?;
        if step == 0 {
            let base = self.folder().convert(size_t, base);
            return Some(Place { base, step });
        }
        let ty = self.state.exprs.ty(base);
        let step = self.folder().number(ty, i128::from(step as i64));
        let evolution = self.recurrence(of, base, step);
        let wide = self.chrec_convert(size_t, evolution, stmt, Some(id));
        let (around, base, step) = self.affine(wide)?;
        let step = self.folder().as_int(step).filter(|_| around == of)?;
        Some(Place { base, step: step as u64 })
    }

    /// Whether two references in a loop may touch the same memory, in whichever iterations
    /// (`compute_affine_dependence`).
    pub fn dependence(&mut self, oracle: &Oracle, a: &DataRef, b: &DataRef) -> Dependence {
        if a.sum.same_terms(&b.sum) && a.step == b.step && a.size == b.size && a.step != 0 {
            let apart = a.sum.signed(b.sum.constant.wrapping_sub(a.sum.constant));
            if let (Some(0), Some(distance)) =
                (apart.checked_rem(a.step), apart.checked_div(a.step))
            {
                return Dependence::Distance(distance);
            }
            return if a.never_meets(b) { Dependence::None } else { Dependence::Unknown };
        }
        if a.never_meets(b) {
            return Dependence::None;
        }
        let (Some(x), Some(y)) = (a.object, b.object) else { return Dependence::Unknown };
        let [x, y] = [x, y].map(|pointer| Access::around(self.unit, self.f, pointer));
        match oracle.may_alias(self.unit, self.f, &x, &y, false) {
            true => Dependence::Unknown,
            false => Dependence::None,
        }
    }

    /// Where a reference is in an iteration, which may be one before the first: so many after one that is counted by an
    /// expression, if any. An address, and how many bytes after it.
    pub fn address_in(
        &mut self,
        reference: &DataRef,
        counted: Option<ExprId>,
        more: i64,
    ) -> (ExprId, i64) {
        let size_t = self.unit.common.size_t;
        let ty = self.state.exprs.ty(reference.base);
        let mut sum = reference.sum.clone();
        sum.add_constant(reference.step.wrapping_mul(more) as u64);
        let mut folder = self.folder();
        if let Some(counted) = counted {
            let wide = folder.convert(size_t, counted);
            if let Some(counted) = sum_of(&mut folder, wide, 64) {
                sum.add(&counted, reference.step as u64);
            }
        }
        let offset = sum.signed(sum.constant);
        sum.constant = 0;
        (expression(&mut folder, &sum, ty), offset)
    }

    /// The address of the lowest byte that a reference touches in so many iterations and the first.
    pub fn lowest_address(&mut self, reference: &DataRef, more: ExprId) -> ExprId {
        if reference.step >= 0 {
            return reference.base;
        }
        let size_t = self.unit.common.size_t;
        let ty = self.state.exprs.ty(reference.base);
        let step = i128::from(reference.step as u64);
        let mut folder = self.folder();
        let step = folder.number(size_t, step);
        let by = folder.binary(TreeCode::Mult, size_t, more, step);
        let sum = folder.plus(ty, reference.base, by);
        match sum_of(&mut folder, sum, 64) {
            Some(sum) => expression(&mut folder, &sum, ty),
            None => sum,
        }
    }
}
