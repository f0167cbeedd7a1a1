//! Types whose size is known at run time only, and variables of such types.
//!
//! ```text
//! char v[n];        saved_stack.2 = __builtin_stack_save ();
//!                   n.0 = n;
//!                   …
//!                   D.1505 = (sizetype) n.0;
//!                   v.1 = __builtin_alloca_with_align (D.1505, 8);
//! ```

use super::{Gimplifier, Rhs, RhsKind};
use crate::generic::{ExprId, ExprKind};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::location::Location;
use gimple::stmt::{Call, Callee, Seq, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{ArrayDomain, Type, TypeId, TypeKind, TypeSize};

impl Gimplifier<'_> {
    fn is_variable(&self, ty: TypeId) -> bool {
        self.cx.unit.types[ty].size == TypeSize::Variable
    }

    /// Evaluates the sizes of a type and of those it is made of, where it is met first (`gimplify_type_sizes`).
    pub(super) fn type_sizes(&mut self, ty: TypeId, seq: &mut Seq) {
        let mut pending = vec![ty];
        let mut order = Vec::new();
        while let Some(ty) = pending.pop() {
            match self.cx.unit.types.kind(ty) {
                TypeKind::Pointer(to) if self.has_variable_part(*to) => pending.push(*to),
                TypeKind::Array { element, .. }
                    if self.is_variable(ty) && !self.sized.contains(&ty) =>
                {
                    order.push(ty);
                    pending.push(*element);
                    self.sized.insert(ty);
                }
                _ => {}
            }
        }
        // What has been declared with the type may share its sizes: bounds first, from the inside out.
        for &ty in &order {
            self.evaluate_bound(ty, seq);
        }
        for ty in order.into_iter().rev() {
            self.evaluate_type(ty, seq);
        }
    }

    fn has_variable_part(&self, ty: TypeId) -> bool {
        match self.cx.unit.types.kind(ty) {
            TypeKind::Array { .. } => self.is_variable(ty),
            TypeKind::Pointer(_) => true,
            _ => false,
        }
    }

    /// The saved number of elements, `n.0 = n`.
    fn evaluate_bound(&mut self, ty: TypeId, seq: &mut Seq) {
        if let Some(count) = self.count_expr(ty)
            && let Some(saved) = self.saved_bound(count)
        {
            self.val(saved, seq);
        }
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
            self.cx.unit.array_bounds.insert(number, bound);
        }
        self.size_pair(ty, seq);
    }

    /// `(sizetype) ((long) n + -1)`.
    fn highest_index(&mut self, count: ExprId) -> ExprId {
        let (sizetype, long) = (self.cx.unit.common.sizetype, self.cx.unit.common.long);
        let saved = self.saved_bound(count).unwrap_or(count);
        let loc = Location::UNKNOWN;
        let wide = self.convert_expr(long, saved);
        let minus_one = self.cx.int_expr(long, -1, loc);
        let sum = ExprKind::Binary(TreeCode::Plus, wide, minus_one);
        let sum = self.cx.exprs.add(sum, long, loc, 0);
        self.convert_expr(sizetype, sum)
    }

    fn convert_expr(&mut self, ty: TypeId, e: ExprId) -> ExprId {
        self.cx.exprs.add(ExprKind::Unary(TreeCode::Nop, e), ty, Location::UNKNOWN, 0)
    }

    /// The size of a type in bits and bytes, in temporaries; returns the latter.
    fn size_pair(&mut self, ty: TypeId, seq: &mut Seq) -> DeclId {
        let (sizetype, bitsizetype) = (self.cx.unit.common.sizetype, self.bitsizetype());
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

    /// The type sizes in bits are counted in, `bitsizetype`.
    fn bitsizetype(&mut self) -> TypeId {
        if let Some(ty) = self.cx.bitsizetype {
            return ty;
        }
        let name = self.cx.unit.symbols.intern("bitsizetype");
        let wide = self.cx.unit.types[self.cx.unit.common.uint128].clone();
        let ty =
            self.cx.unit.types.add(Type { name: Some(name), main_variant: TypeId::NONE, ..wide });
        self.cx.bitsizetype = Some(ty);
        ty
    }

    /// A size in a variable of its own (`gimplify_one_sizepos`).
    fn size_temp(&mut self, size: ExprId, ty: TypeId, seq: &mut Seq) -> DeclId {
        let value = self.val(size, seq);
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
        let value =
            TreeKind::MemRef { base: Operand::Decl(pointer), offset: 0, alias_ptr: pointer_type };
        let value = Operand::Tree(self.cx.unit.trees.add(value, ty));
        self.cx.unit.decls[decl].set(flag::HAS_VALUE_EXPR, true);
        self.cx.unit.initializers.insert(decl, value);
        let align = self.cx.unit.decls[decl].align.max(self.cx.unit.types.align(ty));
        let sizetype = self.cx.unit.common.size_t;
        let align = self.cx.unit.int(sizetype, i128::from(align) * 8);
        let call = self.builtin_call("alloca_with_align", vec![Operand::Decl(size), align]);
        let void_ptr = self.cx.unit.common.void_ptr;
        let rhs = Rhs { kind: RhsKind::Call(call, false), ty: void_ptr };
        let stmt = self.assign(Operand::Decl(pointer), rhs, seq);
        self.f.stmts[stmt].flags |= gimple::stmt::stmt_flag::ALLOCA_FOR_VAR;
        self.save_stack = true;
    }

    /// `saved_stack.N = __builtin_stack_save ()` and its counterpart.
    pub(super) fn stack_save_restore(&mut self) -> (StmtId, StmtId) {
        let void_ptr = self.cx.unit.common.void_ptr;
        let saved = self.named_variable(void_ptr, "saved_stack");
        let mut save = self.builtin_call("stack_save", Vec::new());
        save.lhs = Operand::Decl(saved);
        let save = self.new_stmt(StmtKind::Call(save));
        let restore = self.builtin_call("stack_restore", vec![Operand::Decl(saved)]);
        let restore = self.new_stmt(StmtKind::Call(restore));
        (save, restore)
    }

    /// A call of a builtin function the program does not name.
    fn builtin_call(&mut self, name: &str, args: Vec<Operand>) -> Box<Call> {
        let decl = self.builtin_function(name);
        let fntype = self.cx.unit.decls[decl].ty;
        Box::new(Call {
            lhs: Operand::None,
            callee: Callee::Decl(decl),
            fntype,
            args,
            chain: Operand::None,
        })
    }

    fn builtin_function(&mut self, name: &str) -> DeclId {
        let common = &self.cx.unit.common;
        let (void, void_ptr, size_t) = (common.void, common.void_ptr, common.size_t);
        let unit = &mut self.cx.unit;
        match name {
            "stack_save" => unit.implicit_builtin(name, void_ptr, &[], false),
            "stack_restore" => unit.implicit_builtin(name, void, &[void_ptr], false),
            _ => unit.implicit_builtin(name, void_ptr, &[size_t, size_t], false),
        }
    }

    /// Whether a variable needs stack memory of a size known at run time only.
    pub(super) fn is_variable_length(&self, decl: DeclId) -> bool {
        let d = &self.cx.unit.decls[decl];
        d.flags & (flag::STATIC | flag::EXTERNAL) == 0 && self.is_variable(d.ty)
    }
}
