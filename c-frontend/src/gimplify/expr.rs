//! Expressions as right-hand sides and values.

use super::{Gimplifier, Rhs, RhsKind};
use crate::generic::{ExprId, ExprKind};
use crate::typeck::storage_order::is_reversed;
use gimple::aside::Aside;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::location::Location;
use gimple::stmt::{Call, Callee, InternalFn, Seq};
use gimple::tree::{CtorIndex, Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};

impl Gimplifier<'_> {
    /// The expression as a value (`is_gimple_val`).
    pub(super) fn val(&mut self, e: ExprId, seq: &mut Seq) -> Operand {
        let rhs = self.rhs(e, seq);
        self.at(self.own_place(e), |this| this.as_val(rhs, seq))
    }

    /// The place of an expression. Variables and constants have none, nor has a conversion that nobody wrote of them.
    pub(super) fn own_place(&self, mut e: ExprId) -> Location {
        let loc = self.cx.exprs[e].loc;
        loop {
            match *self.kind(e) {
                ExprKind::Decl(_) | ExprKind::Const(_) => return Location::UNKNOWN,
                ExprKind::Unary(TreeCode::Nop | TreeCode::Float | TreeCode::FixTrunc, inner)
                    if self.cx.exprs[inner].loc == loc =>
                {
                    e = inner;
                }
                _ => return loc,
            }
        }
    }

    /// Does something at a place, if there is one: a temporary is assigned to where its expression stands.
    pub(super) fn at<R>(&mut self, loc: Location, work: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.loc;
        if !loc.is_unknown() {
            self.loc = loc;
        }
        let result = work(self);
        self.loc = outer;
        result
    }

    /// The expression as a register: a pointer to go through.
    pub(super) fn reg(&mut self, e: ExprId, seq: &mut Seq) -> Operand {
        let rhs = self.rhs(e, seq);
        match rhs.kind {
            RhsKind::Single(op @ (Operand::Ssa(_) | Operand::Decl(_))) if self.is_val(op) => op,
            _ => self.at(self.own_place(e), |this| this.temp(rhs, seq)),
        }
    }

    /// The expression as a right-hand side (`is_gimple_reg_rhs_or_call`): what it needs is evaluated, it is not.
    pub(super) fn rhs(&mut self, e: ExprId, seq: &mut Seq) -> Rhs {
        if !self.enter() {
            let zero = self.zero(self.cx.unit.common.int);
            return Rhs::single(zero, self.ty(e));
        }
        let place = self.own_place(e);
        let rhs = self.at(place, |this| this.rhs_inner(e, seq));
        self.leave();
        rhs
    }

    fn rhs_inner(&mut self, e: ExprId, seq: &mut Seq) -> Rhs {
        let ty = self.ty(e);
        match *self.kind(e) {
            ExprKind::Error => Rhs::single(self.zero(self.cx.unit.common.int), ty),
            ExprKind::Const(id) => {
                // That a calculation overflowed has been said.
                let id = gimple::fold_const::drop_overflow(&mut self.cx.unit, id);
                Rhs::single(Operand::Const(id), ty)
            }
            ExprKind::Decl(decl) => Rhs::single(self.variable_operand(decl), ty),
            ExprKind::Unary(code, a) => self.unary(e, code, a, seq),
            ExprKind::Binary(code, ..) if is_truth(code) => self.truth_value(e, seq),
            ExprKind::Binary(..) => self.binary_chain(e, seq),
            ExprKind::Cond(..) => self.cond_value(e, seq),
            ExprKind::Ternary(code, args) => {
                let args = args.map(|arg| self.val(arg, seq));
                Rhs { kind: RhsKind::Op(code, args), ty }
            }
            ExprKind::ConvertVector(a) => self.convert_vector(ty, a, seq),
            ExprKind::Addr(object) => self.address(e, object, seq),
            ExprKind::Indirect(pointer) => {
                let lane = self.pointed_lane(e, pointer);
                Rhs::single(self.reference(lane.unwrap_or(e), seq), ty)
            }
            ExprKind::MemRef(..)
            | ExprKind::Component(..)
            | ExprKind::ArrayRef(..)
            | ExprKind::BitFieldRef(..) => self.reference_value(e, ty, seq),
            ExprKind::Modify(to, from) | ExprKind::Init(to, from) => {
                let is_init = matches!(self.kind(e), ExprKind::Init(..));
                let value = self.modify(to, from, is_init, true, seq);
                Rhs::single(value, ty)
            }
            ExprKind::Incr(..) => self.self_modify(e, true, seq),
            ExprKind::Compound(..) => {
                let last = self.compound(e, seq);
                self.rhs(last, seq)
            }
            ExprKind::Call { .. } => self.call(e, seq),
            ExprKind::Save(inner) => {
                let value = self.save(e, inner, seq);
                Rhs::single(value, ty)
            }
            ExprKind::Target(slot, init) => {
                self.target(slot, init, seq);
                Rhs::single(self.variable_operand(slot), ty)
            }
            ExprKind::CompoundLiteral(decl, stmt) => {
                self.compound_literal_value(decl, stmt, ty, seq)
            }
            ExprKind::Constructor(_) => self.constructor_value(e, seq),
            ExprKind::VaArg(list) => self.va_arg(ty, list, seq),
            ExprKind::Internal(function, ref operands) => {
                let operands = operands.clone();
                self.internal_call(ty, function, &operands, seq)
            }
            ExprKind::NonLvalue(inner) => self.rhs(inner, seq),
            ExprKind::LabelAddr(label) => {
                let op = self.label_address(label, ty);
                Rhs::single(op, ty)
            }
            _ => self.statement_value(e, seq),
        }
    }

    /// What a reference reads.
    fn reference_value(&mut self, e: ExprId, ty: TypeId, seq: &mut Seq) -> Rhs {
        match self.reversed_place(e, seq) {
            Some(place) => self.load_reversed(place, seq),
            None => Rhs::single(self.reference(e, seq), ty),
        }
    }

    /// A variable, or what stands for it.
    pub(super) fn variable_operand(&mut self, decl: DeclId) -> Operand {
        if self.cx.unit.decls[decl].has(flag::HAS_VALUE_EXPR)
            && let Some(&value) = self.cx.unit.initializers.get(&decl)
        {
            return value;
        }
        Operand::Decl(decl)
    }

    fn unary(&mut self, e: ExprId, code: TreeCode, a: ExprId, seq: &mut Seq) -> Rhs {
        let ty = self.ty(e);
        match code {
            TreeCode::Nop => self.conversion(ty, a, seq),
            TreeCode::ViewConvert
                if self.is_register_type(ty) && self.is_useless(ty, self.ty(a)) =>
            {
                self.conversion(ty, a, seq)
            }
            TreeCode::TruthNot => self.truth_value(e, seq),
            TreeCode::ViewConvert if is_reversed(self.cx, a) => {
                let value = self.val(a, seq);
                let view = self.cx.unit.trees.add(TreeKind::ViewConvert(value), ty);
                Rhs::single(Operand::Tree(view), ty)
            }
            TreeCode::Realpart | TreeCode::Imagpart | TreeCode::ViewConvert => {
                self.reference_value(e, ty, seq)
            }
            _ => {
                let value = self.val(a, seq);
                Rhs::unary(code, ty, value)
            }
        }
    }

    /// A binary operation; long chains to the left (`a + b + …`) are not recursed into.
    fn binary_chain(&mut self, e: ExprId, seq: &mut Seq) -> Rhs {
        let mut spine = Vec::new();
        let mut leftmost = e;
        let outer = self.loc;
        let mut inherited = outer;
        while let ExprKind::Binary(code, a, b) = *self.kind(leftmost)
            && !is_truth(code)
        {
            let at = self.cx.exprs[leftmost].loc;
            inherited = if at.is_unknown() { inherited } else { at };
            spine.push((code, self.ty(leftmost), b, inherited));
            leftmost = a;
        }
        self.loc = inherited;
        let mut rhs = self.rhs(leftmost, seq);
        let mut left_at = self.own_place(leftmost);
        for (code, ty, b, at) in spine.into_iter().rev() {
            self.loc = at;
            let left = self.at(left_at, |this| this.as_val(rhs, seq));
            left_at = at;
            let b = self.shift_count(code, b);
            let right = self.val(b, seq);
            rhs = Rhs::binary(code, ty, left, right);
        }
        self.loc = outer;
        rhs
    }

    /// Numbers of bits to shift by are `int`s or `unsigned int`s; others are converted (`c_gimplify_expr`).
    fn shift_count(&mut self, code: TreeCode, count: ExprId) -> ExprId {
        use TreeCode::{Lrotate, Lshift, Rrotate, Rshift};
        let (types, uint) = (&self.cx.unit.types, self.cx.unit.common.uint);
        let ty = self.cx.exprs[count].ty;
        let shift = matches!(code, Lshift | Rshift | Lrotate | Rrotate);
        if !shift || !types.is_integral(ty) || types.precision(ty) == types.precision(uint) {
            return count;
        }
        let converted = crate::typeck::convert::convert(self.cx, uint, count);
        if converted != count {
            // That is done where the shift is.
            self.cx.exprs[converted].loc = Location::UNKNOWN;
        }
        converted
    }

    /// Evaluates all but the last of expressions joined by commas, which it returns.
    pub(super) fn compound(&mut self, mut e: ExprId, seq: &mut Seq) -> ExprId {
        while let ExprKind::Compound(first, second) = *self.kind(e) {
            self.stmt(first, seq);
            e = second;
        }
        e
    }

    /// `SAVE_EXPR`: evaluated where it is met first.
    pub(super) fn save(&mut self, e: ExprId, inner: ExprId, seq: &mut Seq) -> Operand {
        if let Some(&value) = self.saved.get(&e) {
            return value;
        }
        if self.is_void(self.ty(inner)) {
            self.saved.insert(e, Operand::None);
            self.stmt(inner, seq);
            return Operand::None;
        }
        let mut rhs = self.rhs(inner, seq);
        rhs.ty = self.ty(e);
        let value = self.temp_variable(rhs, seq);
        self.saved.insert(e, value);
        value
    }

    /// `TARGET_EXPR`: the slot is declared and initialised where it is met first.
    pub(super) fn target(&mut self, slot: DeclId, init: ExprId, seq: &mut Seq) {
        if init.is_none() || !self.targets.insert(slot) {
            return;
        }
        if self.is_variable_length(slot) {
            let ty = self.cx.unit.decls[slot].ty;
            self.type_sizes(ty, seq);
            self.variable_length_decl(slot, seq);
        } else {
            self.declare_temporary(slot);
        }
        if self.is_void(self.ty(init)) {
            self.stmt(init, seq);
        } else {
            let to = self.cx.decl_expr(slot, self.loc);
            self.modify(to, init, true, false, seq);
        }
    }

    /// Declares a variable that no bind statement does.
    pub(super) fn declare_temporary(&mut self, decl: DeclId) {
        if self.bound.insert(decl) {
            self.temps.push(decl);
        }
    }

    /// A compound literal as a value: its initialiser, where that is one itself and the object is not needed.
    fn compound_literal_value(
        &mut self,
        decl: DeclId,
        stmt: ExprId,
        ty: TypeId,
        seq: &mut Seq,
    ) -> Rhs {
        let d = &self.cx.unit.decls[decl];
        let init = self.cx.local_inits.get(&decl).copied();
        if d.flags & (flag::ADDRESSABLE | flag::VOLATILE | flag::STATIC) == 0
            && let Some(init) = init
            && matches!(self.kind(init), ExprKind::Const(_))
            && self.is_register_type(ty)
        {
            self.substituted.push((decl, init));
            return self.rhs(init, seq);
        }
        let op = self.compound_literal(decl, stmt, seq);
        Rhs::single(op, ty)
    }

    /// The object of a compound literal, initialised here.
    pub(super) fn compound_literal(
        &mut self,
        decl: DeclId,
        stmt: ExprId,
        seq: &mut Seq,
    ) -> Operand {
        if !self.bound.contains(&decl) && !self.cx.unit.decls[decl].has(flag::STATIC) {
            self.declare_temporary(decl);
        }
        if stmt.is_some() {
            self.stmt(stmt, seq);
        }
        Operand::Decl(decl)
    }

    /// A constructor outside an assignment: a constant, a vector of values, or a temporary that is initialised.
    fn constructor_value(&mut self, e: ExprId, seq: &mut Seq) -> Rhs {
        let ty = self.ty(e);
        if matches!(self.cx.unit.types.kind(ty), TypeKind::Vector { .. }) {
            return self.vector_constructor(e, seq);
        }
        let decl = self.variable(ty);
        let to = self.cx.decl_expr(decl, self.loc);
        self.modify(to, e, true, false, seq);
        Rhs::single(Operand::Decl(decl), ty)
    }

    /// A vector of values.
    pub(super) fn vector_constructor(&mut self, e: ExprId, seq: &mut Seq) -> Rhs {
        let ty = self.ty(e);
        let ExprKind::Constructor(elements) = self.kind(e).clone() else {
            return self.rhs(e, seq);
        };
        let values: Vec<Operand> =
            elements.iter().map(|&(_, value)| self.val(value, seq)).collect();
        let lanes = match *self.cx.unit.types.kind(ty) {
            TypeKind::Vector { lanes, .. } => lanes as usize,
            _ => values.len(),
        };
        let constants: Option<Vec<_>> = values.iter().map(|op| op.constant()).collect();
        if let Some(mut constants) = constants
            && let Some(element) = self.cx.unit.types.element(ty)
        {
            let zero = gimple::fold_const::zero(&mut self.cx.unit, element);
            constants.resize(lanes, zero);
            let value = gimple::constant::ConstValue::Vector(constants.into());
            let constant = gimple::constant::Const { ty, value, overflow: false };
            let id = self.cx.unit.consts.intern(constant);
            return Rhs::single(Operand::Const(id), ty);
        }
        let elements = values.into_iter().map(|value| (CtorIndex::None, value)).collect();
        let id = self.cx.unit.trees.add(TreeKind::Constructor(elements), ty);
        Rhs::single(Operand::Tree(id), ty)
    }

    /// `__builtin_convertvector`: an internal function until vectors are lowered.
    fn convert_vector(&mut self, ty: TypeId, a: ExprId, seq: &mut Seq) -> Rhs {
        let from = self.ty(a);
        let value = self.val(a, seq);
        let call = Call {
            lhs: Operand::None,
            callee: Callee::Internal(InternalFn::VecConvert),
            fntype: self.cx.unit.types.function_of(ty, vec![from], false, true),
            args: vec![value],
            chain: Operand::None,
        };
        Rhs { kind: RhsKind::Call(Aside::new(call), false), ty }
    }

    /// `va_arg`: an internal function until the pass `stdarg`; its other arguments only carry types.
    fn va_arg(&mut self, ty: TypeId, list: ExprId, seq: &mut Seq) -> Rhs {
        let list_type = self.ty(list);
        let list = self.val(list, seq);
        let pointer = self.cx.unit.types.pointer_to(ty);
        let tag = self.zero(pointer);
        let list_tag = self.zero(list_type);
        let mut params = vec![list_type, pointer, list_type];
        let mut args = vec![list, tag, list_tag];
        if self.is_variable(ty) {
            params.push(self.cx.unit.common.sizetype);
            args.push(self.byte_size(ty, seq));
        }
        let fntype = self.cx.unit.types.function_of(ty, params, false, true);
        let call = Call {
            lhs: Operand::None,
            callee: Callee::Internal(InternalFn::VaArg),
            fntype,
            args,
            chain: Operand::None,
        };
        Rhs { kind: RhsKind::Call(Aside::new(call), false), ty }
    }

    /// A call of an internal function.
    fn internal_call(
        &mut self,
        ty: TypeId,
        function: InternalFn,
        operands: &[ExprId],
        seq: &mut Seq,
    ) -> Rhs {
        let params = operands.iter().map(|&operand| self.ty(operand)).collect();
        let fntype = self.cx.unit.types.function_of(ty, params, false, true);
        let args = operands.iter().map(|&operand| self.val(operand, seq)).collect();
        let callee = Callee::Internal(function);
        let call = Call { lhs: Operand::None, callee, fntype, args, chain: Operand::None };
        Rhs { kind: RhsKind::Call(Aside::new(call), false), ty }
    }

    fn label_address(&mut self, label: DeclId, ty: TypeId) -> Operand {
        self.cx.unit.decls[label].set(flag::FORCED_LABEL, true);
        self.f.has_forced_label = true;
        let address = self.cx.unit.trees.add(TreeKind::Addr(Operand::Decl(label)), ty);
        self.cx.unit.trees.set_place(address, self.loc);
        Operand::Tree(address)
    }

    /// A statement whose last expression is a value.
    fn statement_value(&mut self, e: ExprId, seq: &mut Seq) -> Rhs {
        let ty = self.ty(e);
        if self.is_void(ty) {
            self.stmt(e, seq);
            return Rhs::single(self.zero(self.cx.unit.common.int), self.cx.unit.common.int);
        }
        let slot = self.named_variable(ty, "retval");
        let whole = self.assign_last(e, slot);
        self.stmt(whole, seq);
        Rhs::single(Operand::Decl(slot), ty)
    }

    /// The statement with its last expression assigned to `slot`.
    fn assign_last(&mut self, e: ExprId, slot: DeclId) -> ExprId {
        let expr = self.cx.exprs[e].clone();
        let void = self.cx.unit.common.void;
        let kind = match expr.kind {
            ExprKind::Bind { vars, body, scope } => {
                ExprKind::Bind { vars, body: self.assign_last(body, slot), scope }
            }
            ExprKind::List(mut stmts) => {
                if let Some(last) = stmts.pop() {
                    stmts.push(self.assign_last(last, slot));
                }
                ExprKind::List(stmts)
            }
            ExprKind::TryFinally(body, cleanup) => {
                ExprKind::TryFinally(self.assign_last(body, slot), cleanup)
            }
            _ if self.is_void(expr.ty) => return e,
            _ => {
                let to = self.cx.decl_expr(slot, expr.loc);
                ExprKind::Init(to, e)
            }
        };
        let flags = expr.flags | crate::generic::expr_flag::SIDE_EFFECTS;
        let whole = self.cx.exprs.add(kind, void, expr.loc, flags);
        self.cx.exprs.move_marks(e, whole);
        whole
    }
}

/// Whether a code yields a truth value: comparisons and the logical operators.
pub(super) fn is_truth(code: TreeCode) -> bool {
    use TreeCode::*;
    code.is_comparison()
        || matches!(code, TruthAnd | TruthOr | TruthXor | TruthAndIf | TruthOrIf | TruthNot)
}
