//! Assignments, increments and decrements.

use super::{Gimplifier, Rhs, RhsKind};
use crate::generic::{ExprId, ExprKind, Incr};
use gimple::code::TreeCode;
use gimple::decl::{DeclKind, flag};
use gimple::location::Location;
use gimple::stmt::{Callee, Seq};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind, TypeSize};

impl Gimplifier<'_> {
    /// `to = from`. Returns the new value of `to` where it is wanted, for which `to` is read again.
    ///
    /// What `from` needs is evaluated before what `to` needs; a load or call itself is done last.
    pub(super) fn modify(
        &mut self,
        to: ExprId,
        from: ExprId,
        is_init: bool,
        want: bool,
        seq: &mut Seq,
    ) -> Operand {
        if let Some(value) = self.modify_reversed(to, from, seq) {
            return value;
        }
        let mut from = self.modified_source(to, from, seq);
        if matches!(self.kind(from), ExprKind::Constructor(_)) {
            from = self.initializer_of_memory(from);
        } else if let Some(ctor) = self.initializer_of_constant(to, from) {
            from = ctor;
        }
        let ty = self.ty(to);
        if self.cx.unit.types.size(ty) == Some(0) && !want && !self.is_empty_constructor(from) {
            self.stmt(from, seq);
            return self.place(to, seq);
        }
        match *self.kind(from) {
            ExprKind::Constructor(_) if !self.is_vector(self.ty(from)) => {
                return self.init_constructor(to, from, is_init, want, seq);
            }
            ExprKind::Cond(..) if !self.is_register_type(self.ty(from)) => {
                return self.assign_arms(to, from, is_init, seq);
            }
            ExprKind::Bind { .. } | ExprKind::List(_) => {
                let rhs = self.rhs(from, seq);
                let lhs = self.place(to, seq);
                return self.finish_modify(lhs, (rhs, Location::UNKNOWN), want, seq);
            }
            _ => {}
        }
        let from_expr = from;
        let rhs = self.source(from, ty, seq);
        // What the place needs is evaluated before the call, and control may come to what is after it another way.
        let outer = self.no_names;
        self.no_names |= matches!(&rhs.kind, RhsKind::Call(call, _) if self.calls_twice(call));
        let lhs = self.place(to, seq);
        self.no_names = outer;
        if let RhsKind::Single(from) = rhs.kind
            && self.is_variable(ty)
        {
            self.copy_variable(lhs, from, ty, seq);
            return lhs;
        }
        let rhs = self.choose_return_slot(lhs, rhs, is_init);
        let at = self.own_place(self.value_written(from_expr));
        self.finish_modify(lhs, (rhs, at), want, seq)
    }

    /// What an expression is but for conversions that do nothing: a call is not at the place of a cast of it.
    fn value_written(&self, mut e: ExprId) -> ExprId {
        while let ExprKind::Unary(TreeCode::Nop, inner) = *self.kind(e)
            && self.is_useless(self.ty(e), self.ty(inner))
        {
            e = inner;
        }
        e
    }

    /// An initialiser that lists what memory is to hold, where the storage order is not the target's.
    fn initializer_of_memory(&mut self, ctor: ExprId) -> ExprId {
        let lowered = crate::typeck::storage_order::lower_initializer(self.cx, ctor);
        if let Some(entry) = self.substituted.last_mut().filter(|entry| entry.1 == ctor) {
            entry.1 = lowered;
        }
        lowered
    }

    pub(super) fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.cx.unit.types.kind(ty), TypeKind::Vector { .. })
    }

    fn is_empty_constructor(&self, e: ExprId) -> bool {
        matches!(self.kind(e), ExprKind::Constructor(elements) if elements.is_empty())
    }

    /// What is really assigned: the initialiser of a slot or compound literal that nothing else needs, the last of
    /// expressions joined by commas.
    fn modified_source(&mut self, to: ExprId, mut from: ExprId, seq: &mut Seq) -> ExprId {
        loop {
            from = match *self.kind(from) {
                ExprKind::Compound(..) => self.compound(from, seq),
                ExprKind::Target(slot, init)
                    if init.is_some()
                        && !self.targets.contains(&slot)
                        && !self.is_void(self.ty(init)) =>
                {
                    init
                }
                ExprKind::CompoundLiteral(decl, _)
                    if !self.cx.unit.decls[decl].has(flag::ADDRESSABLE)
                        && self.cx.local_inits.contains_key(&decl) =>
                {
                    let init = self.cx.local_inits[&decl];
                    self.substituted.push((decl, init));
                    init
                }
                ExprKind::Unary(TreeCode::Nop, inner) | ExprKind::NonLvalue(inner)
                    if !self.is_register_type(self.ty(from))
                        && self.cx.unit.types.same_main(self.ty(to), self.ty(inner)) =>
                {
                    inner
                }
                ExprKind::Indirect(pointer) => match self.constant_offset(from, pointer) {
                    Some(reference) => reference,
                    None => return from,
                },
                _ => return from,
            }
        }
    }

    /// `*(p + c)` as `MEM[p + c]`, which what is assigned from may be (`gimple_fold_indirect_ref`); it has no place of its own.
    fn constant_offset(&mut self, e: ExprId, pointer: ExprId) -> Option<ExprId> {
        let sum = self.strip_pointer_nops(pointer);
        let ExprKind::Binary(TreeCode::PointerPlus, base, amount) = *self.kind(sum) else {
            return None;
        };
        // A large offset is a negative one.
        let amount = self.cx.int_value(amount)? as u64 as i64;
        let base = self.strip_pointer_nops(base);
        if let ExprKind::Addr(object) = *self.kind(base)
            && !matches!(self.kind(object), ExprKind::Decl(_))
        {
            return None;
        }
        if self.pointed_object(e, pointer).is_some() {
            return None;
        }
        let alias = self.ty(pointer);
        let expr = self.cx.exprs[e].clone();
        Some(self.cx.exprs.add(
            ExprKind::MemRef(base, amount, alias),
            expr.ty,
            Location::UNKNOWN,
            expr.flags,
        ))
    }

    /// The right-hand side, evaluated as far as is done before the left-hand side is.
    fn source(&mut self, from: ExprId, ty: TypeId, seq: &mut Seq) -> Rhs {
        let rhs = self.rhs(from, seq);
        if self.is_register_type(ty) {
            return rhs;
        }
        match rhs.kind {
            RhsKind::Op(..) => {
                let from_type = rhs.ty;
                let value = self.temp(rhs, seq);
                Rhs::single(value, from_type)
            }
            _ => rhs,
        }
    }

    /// Whether a call may build its result in the variable assigned to.
    fn choose_return_slot(&mut self, lhs: Operand, rhs: Rhs, is_init: bool) -> Rhs {
        let ty = rhs.ty;
        let RhsKind::Call(call, _) = rhs.kind else { return rhs };
        let slot = !matches!(call.callee, Callee::Internal(_))
            && self.cx.unit.returns_in_memory(ty)
            && self.may_use_slot(lhs, ty, is_init);
        if slot {
            self.mark_addressable(lhs);
        }
        Rhs { kind: RhsKind::Call(call, slot), ty }
    }

    fn may_use_slot(&self, lhs: Operand, ty: TypeId, is_init: bool) -> bool {
        let decls = &self.cx.unit.decls;
        match lhs {
            Operand::Decl(decl) if decls[decl].kind == DeclKind::Result => true,
            _ if self.is_register_type(ty) => false,
            Operand::Decl(decl) if decls[decl].has(flag::REGISTER) => false,
            _ if is_init => true,
            _ if self.cx.unit.types[ty].size == TypeSize::Variable => true,
            Operand::Decl(decl) => {
                decls[decl].flags & (flag::ADDRESSABLE | flag::STATIC | flag::EXTERNAL) == 0
            }
            _ => false,
        }
    }

    /// Emits the assignment; the right-hand side becomes a value first where the left-hand side is in memory.
    /// That stands at a place of its own, if it is known.
    fn finish_modify(
        &mut self,
        lhs: Operand,
        (mut rhs, at): (Rhs, Location),
        want: bool,
        seq: &mut Seq,
    ) -> Operand {
        if let Some(value) = self.assign_complex_part(lhs, &rhs, want, seq) {
            return value;
        }
        let in_register = match lhs {
            Operand::Ssa(_) => true,
            Operand::Decl(decl) => self.cx.unit.is_gimple_reg(decl),
            _ => false,
        };
        if !in_register && self.is_register_type(rhs.ty) {
            let ty = rhs.ty;
            let value = self.at(at, |this| this.as_val(rhs, seq));
            rhs = Rhs::single(value, ty);
        }
        let volatile = self.cx.unit.is_volatile_operand(lhs);
        if want && volatile {
            let ty = rhs.ty;
            let value = self.at(at, |this| this.temp(rhs, seq));
            self.assign(lhs, Rhs::single(value, ty), seq);
            return value;
        }
        // A call of a function stays where it is written.
        let at = match &rhs.kind {
            RhsKind::Call(call, _) if !matches!(call.callee, Callee::Internal(_)) => at,
            _ => Location::UNKNOWN,
        };
        self.at(at, |this| this.assign(lhs, rhs, seq));
        lhs
    }

    /// Setting one part of a complex register sets the whole (`gimplify_modify_expr_complex_part`).
    fn assign_complex_part(
        &mut self,
        lhs: Operand,
        rhs: &Rhs,
        want: bool,
        seq: &mut Seq,
    ) -> Option<Operand> {
        let Operand::Tree(id) = lhs else { return None };
        let (base, real) = match *self.cx.unit.trees.kind(id) {
            TreeKind::Realpart(base) => (base, true),
            TreeKind::Imagpart(base) => (base, false),
            _ => return None,
        };
        let Operand::Decl(decl) = base else { return None };
        if !self.cx.unit.is_gimple_reg(decl) {
            return None;
        }
        let part_type = self.cx.unit.trees[id].ty;
        let other = if real { TreeKind::Imagpart(base) } else { TreeKind::Realpart(base) };
        let value = self.as_val(rhs.clone(), seq);
        let other = Operand::Tree(self.cx.unit.trees.add(other, part_type));
        let other = self.temp(Rhs::single(other, part_type), seq);
        let ty = self.cx.unit.decls[decl].ty;
        let (re, im) = if real { (value, other) } else { (other, value) };
        self.assign(base, Rhs::binary(TreeCode::Complex, ty, re, im), seq);
        Some(if want { value } else { Operand::None })
    }

    /// An aggregate chosen by a condition is assigned in both arms.
    fn assign_arms(&mut self, to: ExprId, cond: ExprId, is_init: bool, seq: &mut Seq) -> Operand {
        let ExprKind::Cond(condition, a, b) = *self.kind(cond) else {
            return self.place(to, seq);
        };
        let place = self.place(to, seq);
        let target = self.operand_expr(place, to);
        let void = self.cx.unit.common.void;
        let (loc, flags) = (self.cx.exprs[cond].loc, self.cx.exprs[cond].flags);
        let flags = flags | crate::generic::expr_flag::SIDE_EFFECTS;
        let arm = |g: &mut Self, arm: ExprId| {
            if g.is_void(g.ty(arm)) {
                return arm;
            }
            let kind =
                if is_init { ExprKind::Init(target, arm) } else { ExprKind::Modify(target, arm) };
            g.cx.exprs.add(kind, void, loc, flags)
        };
        let (a, b) = (arm(self, a), arm(self, b));
        let whole = self.cx.exprs.add(ExprKind::Cond(condition, a, b), void, loc, flags);
        self.stmt(whole, seq);
        place
    }

    /// An expression for a place that is evaluated already: evaluating it again gives the same operand.
    pub(super) fn operand_expr(&mut self, place: Operand, like: ExprId) -> ExprId {
        let expr = self.cx.exprs[like].clone();
        if let Operand::Decl(decl) = place
            && !self.cx.unit.decls[decl].has(flag::HAS_VALUE_EXPR)
        {
            return self.cx.decl_expr(decl, expr.loc);
        }
        let copy = self.cx.exprs.add(ExprKind::Save(like), expr.ty, expr.loc, expr.flags);
        self.saved.insert(copy, place);
        copy
    }

    /// `++object`, `object--` and the like (`gimplify_self_mod_expr`): the amount is scaled already.
    pub(super) fn self_modify(&mut self, e: ExprId, want: bool, seq: &mut Seq) -> Rhs {
        let ty = self.ty(e);
        let ExprKind::Incr(incr, object, amount) = *self.kind(e) else {
            unreachable!("it is called for increments and decrements")
        };
        let minus = matches!(incr, Incr::PreDecrement | Incr::PostDecrement);
        let object_type = self.ty(object);
        let arith = self.arithmetic_type(object_type);
        // What is narrower than `int` keeps the old value even where only the new one counts.
        let postfix = matches!(incr, Incr::PostIncrement | Incr::PostDecrement)
            && (want || self.promotes(object_type));
        let reversed = self.reversed_place(object, seq);
        if let Some(place) = reversed {
            let old = self.load_reversed(place, seq);
            let old = self.temp(old, seq);
            let new = self.stepped(old, amount, arith, minus, object_type, seq);
            let new = self.as_val(new, seq);
            self.store_reversed(place, new, seq);
            return Rhs::single(if postfix { old } else { new }, ty);
        }
        let place = self.place(object, seq);
        let mut old = place;
        if postfix {
            let value = self.as_val(Rhs::single(place, object_type), seq);
            old = self.temp(Rhs::single(value, object_type), seq);
        }
        let new = self.stepped(old, amount, arith, minus, object_type, seq);
        // The new value of `++x` is calculated where that is written, and stored with the statement it is part of.
        let prefix = want && !postfix;
        let at = if prefix { self.stmt_loc } else { Location::UNKNOWN };
        let here = self.loc;
        let value = self.at(at, |this| this.finish_modify(place, (new, here), prefix, seq));
        let result = if postfix { old } else { value };
        Rhs::single(result, ty)
    }

    /// The type an increment is done in: narrow signed integers go through unsigned arithmetic.
    fn arithmetic_type(&mut self, ty: TypeId) -> TypeId {
        if !self.promotes(ty) || self.cx.unit.types.is_unsigned(ty) {
            return ty;
        }
        crate::fold::util::integer_like(self.cx, ty, true)
    }

    /// Whether the integer promotions change a type (`c_promoting_integer_type_p`).
    fn promotes(&self, ty: TypeId) -> bool {
        let types = &self.cx.unit.types;
        let int_bits = types.precision(self.cx.unit.common.int);
        match types.kind(ty) {
            TypeKind::Integer { precision, .. } => {
                Some(u32::from(*precision)) < int_bits
                    || Some(u32::from(*precision)) == int_bits && self.is_bitfield_type(ty)
            }
            TypeKind::Bool => true,
            _ => false,
        }
    }

    fn is_bitfield_type(&self, ty: TypeId) -> bool {
        self.cx.unit.types[ty].flags.0 & gimple::types::TypeFlags::BITFIELD != 0
    }

    /// The value after a step.
    fn stepped(
        &mut self,
        old: Operand,
        amount: ExprId,
        arith: TypeId,
        minus: bool,
        ty: TypeId,
        seq: &mut Seq,
    ) -> Rhs {
        if self.cx.unit.types.is_pointer(ty) {
            return self.stepped_pointer(old, amount, minus, ty, seq);
        }
        let left = self.as_val(Rhs::single(old, ty), seq);
        let converted = self.converted(arith, left);
        let left = self.as_val(converted, seq);
        let (mut code, mut step) =
            (if minus { TreeCode::Minus } else { TreeCode::Plus }, self.step(amount, arith, seq));
        if minus
            && let Operand::Const(id) = step
            && let Some(value) = self.cx.unit.consts.as_int(id)
            && self.cx.unit.types.is_integral(arith)
        {
            (code, step) = (TreeCode::Plus, self.cx.unit.int(arith, value.wrapping_neg()));
        }
        let sum = Rhs::binary(code, arith, left, step);
        if self.is_useless(ty, arith) {
            return Rhs { ty, ..sum };
        }
        let sum = self.as_val(sum, seq);
        self.converted(ty, sum)
    }

    fn step(&mut self, amount: ExprId, arith: TypeId, seq: &mut Seq) -> Operand {
        if let ExprKind::Const(id) = *self.kind(amount)
            && let Some(id) =
                gimple::fold_const::const_convert(&mut self.cx.unit, TreeCode::Nop, arith, id)
        {
            return Operand::Const(id);
        }
        let value = self.val(amount, seq);
        let converted = self.converted(arith, value);
        self.as_val(converted, seq)
    }

    fn stepped_pointer(
        &mut self,
        old: Operand,
        amount: ExprId,
        minus: bool,
        ty: TypeId,
        seq: &mut Seq,
    ) -> Rhs {
        let sizetype = self.cx.unit.common.sizetype;
        let left = self.as_val(Rhs::single(old, ty), seq);
        let mut step = self.step(amount, sizetype, seq);
        if minus {
            step = match self.cx.unit.as_int(step) {
                Some(value) => self.cx.unit.int(sizetype, -value),
                None => {
                    let negated = Rhs::unary(TreeCode::Negate, sizetype, step);
                    self.as_val(negated, seq)
                }
            };
        }
        Rhs::binary(TreeCode::PointerPlus, ty, left, step)
    }
}
