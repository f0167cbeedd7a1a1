//! References to memory and addresses.
//!
//! A reference is a chain of component, array and other parts over a base. The base is evaluated first (a pointer that is
//! gone through becomes a register), then the indices, from the base outwards.

use super::{Gimplifier, Rhs, RhsKind};
use crate::generic::{ExprId, ExprKind, expr_flag};
use crate::typeck::storage_order::is_reversed;
use gimple::code::TreeCode;
use gimple::stmt::Seq;
use gimple::tree::{Operand, TreeKind, TreeNode};
use gimple::types::{TypeId, TypeKind};

impl Gimplifier<'_> {
    /// A reference as an operand: the object itself, not its value. The base need not be in memory.
    pub(super) fn reference(&mut self, e: ExprId, seq: &mut Seq) -> Operand {
        let mut chain = Vec::new();
        let mut base = e;
        while let Some(inner) = self.part_of(base) {
            chain.push(base);
            base = inner;
        }
        let varying: Vec<Option<(Operand, u32)>> =
            chain.iter().rev().map(|&part| self.varying(part, seq)).collect();
        let mut op = self.base(base, seq);
        if let (Operand::Ssa(_), [.., lane, view]) = (op, &chain[..])
            && matches!(self.kind(*lane), ExprKind::ArrayRef(..))
            && matches!(self.kind(*view), ExprKind::Unary(TreeCode::ViewConvert, _))
        {
            op = self.addressable_copy(op, seq);
        }
        for (part, varying) in chain.into_iter().rev().zip(varying) {
            op = self.part(part, op, varying, seq);
        }
        op
    }

    /// What of a part's place is known at run time only, in units: a field's offset, or the size of an array's elements.
    fn varying(&mut self, part: ExprId, seq: &mut Seq) -> Option<(Operand, u32)> {
        match *self.kind(part) {
            ExprKind::Component(_, field) => self.field_offset(field, seq),
            ExprKind::ArrayRef(..) => self.element_size(self.ty(part), seq),
            _ => None,
        }
    }

    /// A variable in memory with the value of a register: a vector whose lanes are picked by an index.
    fn addressable_copy(&mut self, value: Operand, seq: &mut Seq) -> Operand {
        let ty = self.op_type(value);
        let copy = self.variable(ty);
        self.cx.unit.decls[copy].set(gimple::decl::flag::NOT_GIMPLE_REG, true);
        self.assign(Operand::Decl(copy), Rhs::single(value, ty), seq);
        Operand::Decl(copy)
    }

    /// What an expression is a part of, where it is one.
    fn part_of(&self, e: ExprId) -> Option<ExprId> {
        match *self.kind(e) {
            ExprKind::Component(base, _)
            | ExprKind::ArrayRef(base, _)
            | ExprKind::BitFieldRef(base, ..) => Some(base),
            // What is seen as another type is the value, not the bytes in the other order.
            ExprKind::Unary(TreeCode::ViewConvert, inner) if is_reversed(self.cx, inner) => None,
            ExprKind::Unary(
                TreeCode::Realpart | TreeCode::Imagpart | TreeCode::ViewConvert,
                base,
            ) => Some(base),
            _ => None,
        }
    }

    /// One step of a chain.
    fn part(
        &mut self,
        e: ExprId,
        base: Operand,
        varying: Option<(Operand, u32)>,
        seq: &mut Seq,
    ) -> Operand {
        let kind = match (self.kind(e), varying) {
            (&ExprKind::Component(_, field), Some((offset, unit))) => {
                TreeKind::PlacedComponentRef { base, field, offset, unit }
            }
            (&ExprKind::ArrayRef(_, index), Some((size, unit))) => {
                let index = self.val(index, seq);
                TreeKind::SizedArrayRef { base, index, size, unit }
            }
            _ => self.fixed_part(e, base, seq),
        };
        let (ty, volatile) = (self.ty(e), self.cx.exprs[e].has(expr_flag::VOLATILE));
        let kind = self.full_width(kind, ty);
        let id = self.cx.unit.trees.add_node(TreeNode { kind, ty, volatile });
        self.cx.unit.trees.set_place(id, self.cx.exprs[e].loc);
        Operand::Tree(id)
    }

    /// One step of a chain, at a place known beforehand.
    fn fixed_part(&mut self, e: ExprId, base: Operand, seq: &mut Seq) -> TreeKind {
        match *self.kind(e) {
            ExprKind::Component(_, field) => TreeKind::ComponentRef { base, field },
            ExprKind::ArrayRef(_, index) => {
                let index = self.val(index, seq);
                self.vector_lane(base, index).unwrap_or(TreeKind::ArrayRef { base, index })
            }
            ExprKind::BitFieldRef(_, size, pos) => TreeKind::BitFieldRef { base, size, pos },
            ExprKind::Unary(TreeCode::Realpart, _) => TreeKind::Realpart(base),
            ExprKind::Unary(TreeCode::Imagpart, _) => TreeKind::Imagpart(base),
            _ => TreeKind::ViewConvert(base),
        }
    }

    /// A lane of a vector at a constant index, `VIEW_CONVERT_EXPR<int[4]>(v)[2]`, as a reference to bits.
    fn vector_lane(&self, base: Operand, index: Operand) -> Option<TreeKind> {
        let Operand::Tree(id) = base else { return None };
        let TreeKind::ViewConvert(vector) = *self.cx.unit.trees.kind(id) else { return None };
        let (element, lanes) = self.cx.unit.types.lanes(self.op_type(vector))?;
        let index = self.cx.unit.as_int(index)?;
        if !(0..i128::from(lanes)).contains(&index) || lanes == 1 {
            return None;
        }
        let size = 8 * self.cx.unit.types.size(element)?;
        let pos = index as u64 * size;
        Some(TreeKind::BitFieldRef { base: vector, size: u32::try_from(size).ok()?, pos })
    }

    /// A bit-field reference to all of an object is that object seen as an integer.
    fn full_width(&self, kind: TreeKind, ty: TypeId) -> TreeKind {
        if let TreeKind::BitFieldRef { base, size, pos: 0 } = kind {
            let base_type = self.op_type(base);
            let bits = self.cx.unit.types.size(base_type).map(|bytes| bytes * 8);
            if bits == Some(size.into()) && self.cx.unit.types.precision(ty) == Some(size) {
                return TreeKind::ViewConvert(base);
            }
        }
        kind
    }

    /// The base of a reference, as something a part can be taken of.
    fn base(&mut self, e: ExprId, seq: &mut Seq) -> Operand {
        match *self.kind(e) {
            ExprKind::Indirect(pointer) => self.indirect(e, pointer, seq),
            ExprKind::MemRef(pointer, offset, alias_ptr) => {
                let base = self.val(pointer, seq);
                let base = match base {
                    Operand::Const(_) => {
                        let ty = self.op_type(base);
                        self.temp(Rhs::single(base, ty), seq)
                    }
                    _ => base,
                };
                self.mem_ref(e, base, offset, alias_ptr)
            }
            ExprKind::Unary(TreeCode::Nop, inner) if !self.is_register_type(self.ty(e)) => {
                self.reference(inner, seq)
            }
            _ => {
                let rhs = self.rhs(e, seq);
                match rhs.kind {
                    RhsKind::Single(op) if self.is_object(op) => op,
                    _ => self.temp(rhs, seq),
                }
            }
        }
    }

    /// `*pointer`.
    fn indirect(&mut self, e: ExprId, pointer: ExprId, seq: &mut Seq) -> Operand {
        let alias_ptr = self.ty(pointer);
        if let Some(object) = self.pointed_object(e, pointer) {
            return self.reference(object, seq);
        }
        let base = self.reg(pointer, seq);
        self.mem_ref(e, base, 0, alias_ptr)
    }

    /// The object a pointer is known to point to, where it is the address of one of the type wanted, or of one that begins
    /// with one (`fold_indirect_ref`).
    pub(super) fn pointed_object(&mut self, e: ExprId, pointer: ExprId) -> Option<ExprId> {
        let ty = self.ty(e);
        let (pointer, offset) = self.without_offset(pointer);
        let ExprKind::Addr(object) = *self.kind(pointer) else {
            return self.first_element(pointer, ty).filter(|_| offset == 0);
        };
        let object_type = self.ty(object);
        if object_type == ty {
            return (offset == 0).then_some(object);
        }
        match *self.cx.unit.types.kind(object_type) {
            TypeKind::Array { element, .. } if element == ty => {
                let size = i128::from(self.cx.unit.types.size(ty)?);
                if size == 0 || offset < 0 || offset % size != 0 {
                    return None;
                }
                Some(self.element_expr(object, offset / size, e))
            }
            TypeKind::Complex(part) if part == ty && offset == 0 => {
                let loc = self.cx.exprs[e].loc;
                let kind = ExprKind::Unary(TreeCode::Realpart, object);
                Some(self.cx.exprs.add(kind, ty, loc, self.cx.exprs[e].flags))
            }
            _ => None,
        }
    }

    /// A pointer without the constant that is added to it, and that.
    fn without_offset(&self, pointer: ExprId) -> (ExprId, i128) {
        let pointer = self.strip_pointer_nops(pointer);
        if let ExprKind::Binary(TreeCode::PointerPlus, base, amount) = *self.kind(pointer)
            && let Some(amount) = self.cx.int_value(amount)
        {
            return (self.strip_pointer_nops(base), amount);
        }
        (pointer, 0)
    }

    /// The lane of a vector that a pointer into the vector points to: to be read, as a reference to bits is no place to
    /// write to.
    pub(super) fn pointed_lane(&mut self, e: ExprId, pointer: ExprId) -> Option<ExprId> {
        let (ty, flags) = (self.ty(e), self.cx.exprs[e].flags);
        let (pointer, offset) = self.without_offset(pointer);
        let ExprKind::Addr(vector) = *self.kind(pointer) else { return None };
        let (element, lanes) = self.cx.unit.types.lanes(self.ty(vector))?;
        let size = i128::from(self.cx.unit.types.size(ty)?);
        let within = offset >= 0 && size != 0 && offset / size < i128::from(lanes);
        if element != ty || !within || flags & expr_flag::VOLATILE != 0 {
            return None;
        }
        let kind = ExprKind::BitFieldRef(vector, 8 * size as u32, 8 * offset as u64);
        Some(self.cx.exprs.add(kind, ty, self.cx.exprs[e].loc, flags))
    }

    /// `(*pointer)[0]`, where the pointer is one to an array of the type wanted.
    fn first_element(&mut self, pointer: ExprId, ty: TypeId) -> Option<ExprId> {
        let array = self.cx.unit.types.pointee(self.ty(pointer))?;
        match *self.cx.unit.types.kind(array) {
            TypeKind::Array { element, .. } if element == ty => {
                let loc = self.cx.exprs[pointer].loc;
                let whole = self.cx.exprs.add(ExprKind::Indirect(pointer), array, loc, 0);
                Some(self.element_expr(whole, 0, pointer))
            }
            _ => None,
        }
    }

    fn element_expr(&mut self, array: ExprId, index: i128, like: ExprId) -> ExprId {
        let expr = self.cx.exprs[like].clone();
        let ty = self.cx.unit.types.element(self.ty(array)).unwrap_or(expr.ty);
        let sizetype = self.cx.unit.common.sizetype;
        let index = self.cx.int_expr(sizetype, index, expr.loc);
        let flags = expr.flags & (expr_flag::VOLATILE | expr_flag::SIDE_EFFECTS);
        self.cx.exprs.add(ExprKind::ArrayRef(array, index), ty, expr.loc, flags)
    }

    pub(super) fn strip_pointer_nops(&self, mut e: ExprId) -> ExprId {
        while let ExprKind::Unary(TreeCode::Nop, inner) | ExprKind::NonLvalue(inner) = *self.kind(e)
        {
            if !self.is_nop_conversion(self.ty(e), self.ty(inner)) {
                break;
            }
            e = inner;
        }
        e
    }

    fn mem_ref(&mut self, e: ExprId, base: Operand, offset: i64, alias_ptr: TypeId) -> Operand {
        let node = TreeNode {
            kind: TreeKind::MemRef { base, offset, alias_ptr },
            ty: self.ty(e),
            volatile: self.cx.exprs[e].has(expr_flag::VOLATILE),
        };
        let id = self.cx.unit.trees.add_node(node);
        self.cx.unit.trees.set_place(id, self.cx.exprs[e].loc);
        Operand::Tree(id)
    }

    /// Whether an operand is an object rather than a value: a declaration, a reference, a string, or a register that parts
    /// are taken of.
    fn is_object(&self, op: Operand) -> bool {
        match op {
            Operand::Decl(_) => true,
            Operand::Const(_) => self.is_string(op),
            Operand::Tree(id) => !matches!(
                self.cx.unit.trees.kind(id),
                TreeKind::Addr(_) | TreeKind::Constructor(_) | TreeKind::Expr { .. }
            ),
            Operand::Ssa(_) => {
                let ty = self.op_type(op);
                matches!(
                    self.cx.unit.types.kind(ty),
                    TypeKind::Complex(_) | TypeKind::Vector { .. }
                )
            }
            Operand::None => false,
        }
    }

    /// The object an expression designates, or a temporary with its value (`is_gimple_lvalue`).
    pub(super) fn place(&mut self, e: ExprId, seq: &mut Seq) -> Operand {
        let loc = self.loc;
        if !self.cx.exprs[e].loc.is_unknown() {
            self.loc = self.cx.exprs[e].loc;
        }
        let op = self.place_inner(e, seq);
        self.loc = loc;
        op
    }

    fn place_inner(&mut self, e: ExprId, seq: &mut Seq) -> Operand {
        if self.part_of(e).is_some()
            || matches!(self.kind(e), ExprKind::Indirect(_) | ExprKind::MemRef(..))
        {
            return self.reference(e, seq);
        }
        match *self.kind(e) {
            ExprKind::CompoundLiteral(decl, stmt) => self.compound_literal(decl, stmt, seq),
            ExprKind::Compound(..) => {
                let last = self.compound(e, seq);
                self.place(last, seq)
            }
            ExprKind::Modify(to, from) | ExprKind::Init(to, from) => {
                let is_init = matches!(self.kind(e), ExprKind::Init(..));
                self.modify(to, from, is_init, true, seq)
            }
            ExprKind::NonLvalue(inner) => self.place(inner, seq),
            _ => {
                let rhs = self.rhs(e, seq);
                match rhs.kind {
                    RhsKind::Single(op) if self.is_object(op) => op,
                    _ => self.temp_variable(rhs, seq),
                }
            }
        }
    }

    /// `&object`.
    pub(super) fn address(&mut self, e: ExprId, object: ExprId, seq: &mut Seq) -> Rhs {
        let ty = self.ty(e);
        match *self.kind(object) {
            // `&*p` is `p`.
            ExprKind::Indirect(pointer) => {
                let rhs = self.rhs(pointer, seq);
                if self.is_useless(ty, rhs.ty) {
                    return Rhs { ty, ..rhs };
                }
                let value = self.as_val(rhs, seq);
                return self.converted(ty, value);
            }
            ExprKind::LabelAddr(_) => return self.rhs(object, seq),
            _ => {}
        }
        let place = self.place(object, seq);
        let rhs = self.address_of_operand(place, ty);
        if let RhsKind::Single(Operand::Tree(id)) = rhs.kind
            && matches!(self.cx.unit.trees.kind(id), TreeKind::Addr(_))
        {
            self.cx.unit.trees.set_place(id, self.cx.exprs[e].loc);
        }
        rhs
    }

    /// The address of a place.
    pub(super) fn address_of_operand(&mut self, place: Operand, ty: TypeId) -> Rhs {
        if let Operand::Tree(id) = place
            && let TreeKind::MemRef { base, offset: 0, .. } = *self.cx.unit.trees.kind(id)
        {
            return self.converted(ty, base);
        }
        self.mark_addressable(place);
        let id = self.cx.unit.trees.add(TreeKind::Addr(place), ty);
        Rhs::single(Operand::Tree(id), ty)
    }

    /// The variable an object is part of cannot be a register.
    pub(super) fn mark_addressable(&mut self, place: Operand) {
        if let Operand::Decl(decl) = self.cx.unit.trees.base_address(place)
            && self.cx.unit.decls[decl].kind != gimple::decl::DeclKind::Function
            && self.cx.unit.decls[decl].kind != gimple::decl::DeclKind::Label
        {
            self.cx.unit.decls[decl].set(gimple::decl::flag::ADDRESSABLE, true);
        }
    }
}
