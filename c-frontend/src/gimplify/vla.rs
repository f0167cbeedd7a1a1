//! Types whose size is known at run time only, and variables of such types.
//!
//! ```text
//! char v[n];        saved_stack.2 = __builtin_stack_save ();
//!                   n.0 = n;
//!                   …
//!                   D.1505 = (sizetype) n.0;
//!                   v.1 = __builtin_alloca_with_align (D.1505, 8);
//! ```
//!
//! Of a structure with an array of variable size in it, the places of the fields after that are evaluated as well, and
//! references name them; so do references to elements of variable size:
//!
//! ```text
//! struct { int a[n]; char c; } s;     _4 = D.1507 /[ex] 4;
//! s.c = 1;                            s.1->c{off: _4 * 4} = 1;
//! int m[n][n + 1];                    _7 = D.1519 /[ex] 4;
//! m[i][j] = 2;                        (*m.2)[i]{lb: 0 sz: _7 * 4}[j] = 2;
//! ```

use super::{Gimplifier, Rhs, RhsKind};
use crate::context::FieldOffset;
use crate::fold::{fold_binary, fold_convert};
use crate::generic::{ExprId, ExprKind};
use gimple::aside::Aside;
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::location::Location;
use gimple::stmt::{Call, Callee, Seq, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{ArrayDomain, FieldId, TypeId, TypeKind, TypeSize};

/// A step of the evaluation of a type's sizes.
enum Sizing {
    Begin(TypeId),
    Field(FieldId),
    End(TypeId),
}

impl Gimplifier<'_> {
    pub(super) fn is_variable(&self, ty: TypeId) -> bool {
        self.cx.unit.types[ty].size == TypeSize::Variable
    }

    /// Evaluates the sizes of a type and of those it is made of, where it is met first (`gimplify_type_sizes`). What a
    /// pointer points to has a declaration of its own for that.
    pub(super) fn type_sizes(&mut self, ty: TypeId, seq: &mut Seq) {
        let mut pending = vec![Sizing::Begin(ty)];
        while let Some(step) = pending.pop() {
            match step {
                Sizing::Begin(ty) => self.begin_type(ty, &mut pending),
                Sizing::Field(field) => {
                    self.evaluate_field(field, seq);
                    pending.push(Sizing::Begin(self.cx.unit.types.field(field).ty));
                }
                Sizing::End(ty) => self.evaluate_type(ty, seq),
            }
        }
    }

    /// What is to be evaluated for a type: the parts first.
    fn begin_type(&mut self, ty: TypeId, pending: &mut Vec<Sizing>) {
        let types = &self.cx.unit.types;
        match types.kind(ty) {
            TypeKind::Array { element, .. } if self.is_variable(ty) && self.sized.insert(ty) => {
                pending.extend([Sizing::End(ty), Sizing::Begin(*element)]);
            }
            TypeKind::Record { fields, .. } | TypeKind::Union { fields, .. }
                if self.is_variable(ty) && self.sized.insert(types.main_variant(ty)) =>
            {
                pending.push(Sizing::End(types.main_variant(ty)));
                pending.extend(fields.iter().rev().map(|&field| Sizing::Field(field)));
            }
            _ => {}
        }
    }

    /// Where a field is, and how large, as far as that varies.
    fn evaluate_field(&mut self, field: FieldId, seq: &mut Seq) {
        if let Some(&FieldOffset { bytes, .. }) = self.cx.field_offsets.get(&field) {
            let sizetype = self.cx.unit.common.sizetype;
            let temp = self.size_temp(bytes, sizetype, seq);
            self.field_offsets.insert(field, temp);
        }
        let ty = self.cx.unit.types.field(field).ty;
        if self.is_variable(ty) {
            self.size_pair(ty, seq);
        }
    }

    /// The place of a field after something of variable size, in units, with the unit.
    pub(super) fn field_offset(&mut self, field: FieldId, seq: &mut Seq) -> Option<(Operand, u32)> {
        let &FieldOffset { bytes, unit } = self.cx.field_offsets.get(&field)?;
        let offset = match self.field_offsets.get(&field) {
            Some(&temp) => Operand::Decl(temp),
            None => self.val(bytes, seq),
        };
        Some((self.in_units(offset, unit, seq), unit))
    }

    /// The size of an array's elements of variable size, in units, with the unit.
    pub(super) fn element_size(
        &mut self,
        element: TypeId,
        seq: &mut Seq,
    ) -> Option<(Operand, u32)> {
        if !self.is_variable(element) {
            return None;
        }
        let size = self.byte_size(element, seq);
        let unit = self.cx.unit.types.align(element);
        Some((self.in_units(size, unit, seq), unit))
    }

    fn in_units(&mut self, bytes: Operand, unit: u32, seq: &mut Seq) -> Operand {
        let sizetype = self.cx.unit.common.sizetype;
        if unit == 1 {
            return bytes;
        }
        let by = self.cx.unit.int(sizetype, unit.into());
        self.temp(Rhs::binary(TreeCode::ExactDiv, sizetype, bytes, by), seq)
    }

    /// The size of a type of variable size in bytes, evaluated before or now.
    pub(super) fn byte_size(&mut self, ty: TypeId, seq: &mut Seq) -> Operand {
        let main = self.cx.unit.types.main_variant(ty);
        if let Some(&temp) = self.byte_sizes.get(&ty).or_else(|| self.byte_sizes.get(&main)) {
            return Operand::Decl(temp);
        }
        let sizetype = self.cx.unit.common.sizetype;
        let size = self.size_expr(ty, sizetype, 1);
        self.val(size, seq)
    }

    fn saved_bound(&self, mut e: ExprId) -> Option<ExprId> {
        loop {
            match *self.kind(e) {
                ExprKind::Save(_) => return Some(e),
                ExprKind::Unary(_, inner) => e = inner,
                _ => return None,
            }
        }
    }

    fn count_expr(&self, ty: TypeId) -> Option<ExprId> {
        let types = &self.cx.unit.types;
        let known = self.cx.variable_sizes.get(&ty);
        known.or_else(|| self.cx.variable_sizes.get(&types.main_variant(ty))).copied()
    }

    /// Highest index, size in bits, size in bytes.
    fn evaluate_type(&mut self, ty: TypeId, seq: &mut Seq) {
        let sizetype = self.cx.unit.common.sizetype;
        if let TypeKind::Array { domain: ArrayDomain::Variable(number), .. } =
            *self.cx.unit.types.kind(ty)
            && let Some(count) = self.count_expr(ty)
        {
            let highest = self.highest_index(count);
            let bound = self.size_temp(highest, sizetype, seq);
            // Debuggers would ask for it.
            self.cx.unit.decls[bound].set(flag::IGNORED, false);
            self.cx.unit.array_bounds.insert(number, bound);
        }
        let bytes = self.size_pair(ty, seq);
        self.byte_sizes.insert(ty, bytes);
    }

    /// `(sizetype) ((long) n + -1)`.
    fn highest_index(&mut self, count: ExprId) -> ExprId {
        let (sizetype, long) = (self.cx.unit.common.sizetype, self.cx.unit.common.long);
        let saved = self.saved_bound(count).unwrap_or(count);
        let loc = Location::UNKNOWN;
        // The bound is widened where it is written; what is only a variable has no place.
        let at = match *self.kind(saved) {
            ExprKind::Save(bound) if !matches!(self.kind(bound), ExprKind::Decl(_)) => {
                self.cx.get(bound).loc
            }
            _ => loc,
        };
        let wide = self.cx.exprs.add(ExprKind::Unary(TreeCode::Nop, saved), long, at, 0);
        let minus_one = self.cx.int_expr(long, -1, loc);
        let sum = ExprKind::Binary(TreeCode::Plus, wide, minus_one);
        let sum = self.cx.exprs.add(sum, long, loc, 0);
        self.convert_expr(sizetype, sum)
    }

    fn convert_expr(&mut self, ty: TypeId, e: ExprId) -> ExprId {
        self.cx.exprs.add(ExprKind::Unary(TreeCode::Nop, e), ty, Location::UNKNOWN, 0)
    }

    /// The size of a type in bits and bytes, in temporaries; returns the latter.
    pub(super) fn size_pair(&mut self, ty: TypeId, seq: &mut Seq) -> DeclId {
        let (sizetype, bitsizetype) = (self.cx.unit.common.sizetype, self.cx.bitsizetype());
        let bits = self.size_expr(ty, bitsizetype, 8);
        self.size_temp(bits, bitsizetype, seq);
        let bytes = self.size_expr(ty, sizetype, 1);
        self.size_temp(bytes, sizetype, seq)
    }

    /// The product of the bounds and the size of the innermost element.
    fn size_expr(&mut self, ty: TypeId, size_type: TypeId, unit: i128) -> ExprId {
        let sizetype = self.cx.unit.common.sizetype;
        let mut counts = Vec::new();
        let mut scale = unit;
        let mut inner = ty;
        while let TypeKind::Array { element, domain } = *self.cx.unit.types.kind(inner) {
            match domain {
                ArrayDomain::Count(n) => scale *= i128::from(n),
                ArrayDomain::Variable(_) => counts.extend(self.count_expr(inner)),
                ArrayDomain::Unknown => scale = 0,
            }
            inner = element;
        }
        let loc = Location::UNKNOWN;
        if let Some(&record) = self.cx.record_sizes.get(&self.cx.unit.types.main_variant(inner)) {
            let mut size = if size_type == sizetype { record.bytes } else { record.bits };
            let scale = self.cx.int_expr(size_type, scale / unit, loc);
            size = fold_binary(self.cx, loc, TreeCode::Mult, size_type, size, scale);
            for count in counts.into_iter().rev() {
                let count = fold_convert(self.cx, loc, sizetype, count);
                let count = fold_convert(self.cx, loc, size_type, count);
                size = fold_binary(self.cx, loc, TreeCode::Mult, size_type, size, count);
            }
            return size;
        }
        scale *= i128::from(self.cx.unit.types.size(inner).unwrap_or(1));
        let mut product = ExprId::NONE;
        for count in counts.into_iter().rev() {
            let count = self.convert_expr(sizetype, count);
            let factor =
                if size_type == sizetype { count } else { self.convert_expr(size_type, count) };
            product =
                if product.is_none() { factor } else { self.product(product, factor, size_type) };
        }
        let scale_expr = self.cx.int_expr(size_type, scale, Location::UNKNOWN);
        if product.is_none() {
            scale_expr
        } else if scale == 1 {
            product
        } else {
            self.product(product, scale_expr, size_type)
        }
    }

    fn product(&mut self, a: ExprId, b: ExprId, ty: TypeId) -> ExprId {
        self.cx.exprs.add(ExprKind::Binary(TreeCode::Mult, a, b), ty, Location::UNKNOWN, 0)
    }

    /// A size in a variable of its own (`gimplify_one_sizepos`).
    fn size_temp(&mut self, size: ExprId, ty: TypeId, seq: &mut Seq) -> DeclId {
        let value = self.val(size, seq);
        if let Operand::Decl(saved) = value {
            return saved;
        }
        let temp = self.variable(ty);
        self.assign(Operand::Decl(temp), Rhs::single(value, ty), seq);
        temp
    }

    /// Declares a variable of variable size: it stands for what a pointer to stack memory points to
    /// (`gimplify_vla_decl`).
    pub(super) fn variable_length_decl(&mut self, decl: DeclId, seq: &mut Seq) {
        let ty = self.cx.unit.decls[decl].ty;
        let size = self.size_pair(ty, seq);
        let pointer_type = self.cx.unit.types.pointer_to(ty);
        let name = self.cx.unit.decl_name(decl).map(str::to_string);
        let pointer = match name {
            Some(name) => self.named_variable(pointer_type, &name),
            None => self.variable(pointer_type),
        };
        self.cx.unit.decls[pointer].set(flag::IGNORED, false);
        let value =
            TreeKind::MemRef { base: Operand::Decl(pointer), offset: 0, alias_ptr: pointer_type };
        let value = Operand::Tree(self.cx.unit.trees.add(value, ty));
        self.cx.unit.decls[decl].set(flag::HAS_VALUE_EXPR, true);
        self.cx.unit.initializers.insert(decl, value);
        let align = self.cx.unit.decls[decl].align.max(self.cx.unit.types.align(ty));
        let sizetype = self.cx.unit.common.size_t;
        let align = self.cx.unit.int(sizetype, i128::from(align) * 8);
        let call = self.builtin_call(Builtin::AllocaWithAlign, vec![Operand::Decl(size), align]);
        let void_ptr = self.cx.unit.common.void_ptr;
        let rhs = Rhs { kind: RhsKind::Call(call, false), ty: void_ptr };
        let stmt = self.assign(Operand::Decl(pointer), rhs, seq);
        self.f.stmts[stmt].flags |= gimple::stmt::StmtFlags::ALLOCA_FOR_VAR;
        self.save_stack = true;
    }

    /// A value of variable size in stack memory of its own.
    pub(super) fn variable_length_temp(&mut self, rhs: Rhs, seq: &mut Seq) -> Operand {
        let ty = rhs.ty;
        let decl = self.cx.temporary(ty);
        self.variable_length_decl(decl, seq);
        let place = self.variable_operand(decl);
        if let RhsKind::Single(from) = rhs.kind {
            self.copy_variable(place, from, ty, seq);
        } else {
            let rhs = self.with_return_slot(rhs, decl);
            self.assign(place, rhs, seq);
        }
        place
    }

    /// Copies an object of variable size (`gimplify_modify_expr_to_memcpy`).
    pub(super) fn copy_variable(&mut self, to: Operand, from: Operand, ty: TypeId, seq: &mut Seq) {
        let pointer = self.cx.unit.types.pointer_to(ty);
        let size = self.byte_size(ty, seq);
        let [to, from] = [to, from].map(|object| {
            let address = self.address_of_operand(object, pointer);
            self.as_val(address, seq)
        });
        let call = self.builtin_call(Builtin::Memcpy, vec![to, from, size]);
        self.emit(seq, StmtKind::Call(call));
    }

    /// An argument of variable size says what that is (`maybe_with_size_expr`).
    pub(super) fn with_size(&mut self, object: Operand, ty: TypeId, seq: &mut Seq) -> Operand {
        let size = self.byte_size(ty, seq);
        Operand::Tree(self.cx.unit.trees.add(TreeKind::WithSize { object, size }, ty))
    }

    /// `saved_stack.N = __builtin_stack_save ()` and its counterpart.
    pub(super) fn stack_save_restore(&mut self) -> (StmtId, StmtId) {
        let void_ptr = self.cx.unit.common.void_ptr;
        let saved = self.named_variable(void_ptr, "saved_stack");
        let mut save = self.builtin_call(Builtin::StackSave, Vec::new());
        save.lhs = Operand::Decl(saved);
        let save = self.new_stmt(StmtKind::Call(save));
        let restore = self.builtin_call(Builtin::StackRestore, vec![Operand::Decl(saved)]);
        let restore = self.new_stmt(StmtKind::Call(restore));
        self.f.stmt_info[restore].loc = gimple::location::Location::UNKNOWN;
        (save, restore)
    }

    /// A call of a builtin function the program does not name.
    fn builtin_call(&mut self, builtin: Builtin, args: Vec<Operand>) -> Aside<Call> {
        let decl = self.builtin_function(builtin);
        let fntype = self.cx.unit.decls[decl].ty;
        Aside::new(Call {
            lhs: Operand::None,
            callee: Callee::Decl(decl),
            fntype,
            args,
            chain: Operand::None,
        })
    }

    fn builtin_function(&mut self, builtin: Builtin) -> DeclId {
        let common = &self.cx.unit.common;
        let (void, void_ptr, size_t) = (common.void, common.void_ptr, common.size_t);
        let unit = &mut self.cx.unit;
        match builtin {
            Builtin::StackSave => unit.implicit_builtin(builtin, void_ptr, &[], false),
            Builtin::Memcpy => {
                let from = unit.common.const_void_ptr;
                unit.implicit_builtin(builtin, void_ptr, &[void_ptr, from, size_t], false)
            }
            Builtin::StackRestore => unit.implicit_builtin(builtin, void, &[void_ptr], false),
            _ => unit.implicit_builtin(builtin, void_ptr, &[size_t, size_t], false),
        }
    }

    /// Whether a variable needs stack memory of a size known at run time only.
    pub(super) fn is_variable_length(&self, decl: DeclId) -> bool {
        let d = &self.cx.unit.decls[decl];
        d.flags & (flag::STATIC | flag::EXTERNAL) == 0 && self.is_variable(d.ty)
    }
}
