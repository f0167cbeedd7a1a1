//! Calls.

use super::{Gimplifier, Rhs, RhsKind};
use crate::generic::{ExprId, ExprKind, expr_flag};
use gimple::aside::Aside;
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::sanitize::Sanitize;
use gimple::stmt::{Call, Callee, Seq};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};

impl Gimplifier<'_> {
    /// A call as a right-hand side: the function's address and the arguments are evaluated, in this order.
    pub(super) fn call(&mut self, e: ExprId, seq: &mut Seq) -> Rhs {
        let ty = self.ty(e);
        let ExprKind::Call { callee, args } = self.kind(e).clone() else {
            return Rhs::single(self.zero(self.cx.unit.common.int), ty);
        };
        if self.cx.exprs[e].has(expr_flag::ALLOCA_FOR_VAR) {
            self.save_stack = true;
        }
        let fntype = self.function_type(callee, ty);
        let target = match self.called_function(callee) {
            Some(decl) => Callee::Decl(decl),
            None => match self.val(callee, seq) {
                Operand::Tree(id) => match self.cx.unit.addressed(Operand::Tree(id)) {
                    Some(Operand::Decl(decl)) => Callee::Decl(decl),
                    _ => Callee::Pointer(Operand::Tree(id)),
                },
                pointer => Callee::Pointer(pointer),
            },
        };
        let target = self.unreachable_or_trap(target);
        let builtin = self.builtin_of(target);
        let twice = matches!(target, Callee::Decl(decl) if self.returns_twice(decl));
        let mut operands = Vec::with_capacity(args.len());
        for (index, &arg) in args.iter().enumerate() {
            if builtin == Some(Builtin::VaStart) && index == 1 {
                // The parameter's name has been checked; it says nothing any more.
                operands.push(self.zero(self.cx.unit.common.int));
                continue;
            }
            if index + 1 == args.len() && self.is_arg_pack(arg) {
                let int = self.cx.unit.common.int;
                let pack = self.cx.unit.trees.add(TreeKind::VaArgPack, int);
                operands.push(Operand::Tree(pack));
                continue;
            }
            // An argument is at the call's place; what it is made of keeps its own.
            self.cx.exprs[arg].loc = self.loc;
            let mut operand = self.argument(arg, seq);
            if twice && let Operand::Ssa(_) = operand {
                // Control comes back to the call by ways that no name's definition is on.
                let rhs = Rhs::single(operand, self.op_type(operand));
                operand = self.temp_variable(rhs, seq);
            }
            operands.push(operand);
        }
        let call = Call {
            lhs: Operand::None,
            callee: target,
            fntype,
            args: operands,
            chain: Operand::None,
        };
        Rhs { kind: RhsKind::Call(Aside::new(call), false), ty }
    }

    /// What is called where a program says that it does not get there: with `-fsanitize=unreachable`, a trap.
    fn unreachable_or_trap(&mut self, target: Callee) -> Callee {
        if self.builtin_of(target) != Some(Builtin::Unreachable) {
            return target;
        }
        let asked = self.cx.unit.sanitized(&self.cx.options, self.f.decl);
        if !asked.contains(Sanitize::UNREACHABLE) {
            return target;
        }
        let void = self.cx.unit.common.void;
        Callee::Decl(self.cx.unit.implicit_builtin(Builtin::Trap, void, &[], false))
    }

    /// Whether an argument is `__builtin_va_arg_pack ()`, in a function whose calls have something for it to stand for.
    fn is_arg_pack(&self, arg: ExprId) -> bool {
        let function = self.cx.unit.decls[self.f.decl].ty;
        let variadic = self.cx.unit.types.is_variadic(function);
        matches!(*self.kind(arg), ExprKind::Call { callee, .. }
            if variadic && self.called_builtin(callee) == Some(Builtin::VaArgPack))
    }

    /// An argument: a value, or an object of aggregate type.
    fn argument(&mut self, arg: ExprId, seq: &mut Seq) -> Operand {
        let ty = self.ty(arg);
        if self.is_register_type(ty) || self.is_void(ty) {
            // It is evaluated where the call is.
            let rhs = self.rhs(arg, seq);
            return self.as_val(rhs, seq);
        }
        if let ExprKind::Target(slot, init) = *self.kind(arg)
            && init.is_some()
            && !self.targets.contains(&slot)
            && !self.is_void(self.ty(init))
        {
            return self.place(init, seq);
        }
        let place = self.place(arg, seq);
        if self.is_variable(ty) { self.with_size(place, ty, seq) } else { place }
    }

    /// The type of the function called; a generic builtin's is made to yield what the call does.
    fn function_type(&mut self, callee: ExprId, ty: TypeId) -> TypeId {
        let pointer = self.ty(callee);
        let fntype = self.cx.unit.types.pointee(pointer).unwrap_or(pointer);
        match *self.cx.unit.types.kind(fntype) {
            TypeKind::Function { result, .. }
                if !self.is_register_type(result) || self.is_useless(ty, result) =>
            {
                fntype
            }
            _ => self.cx.unit.types.function_of(ty, Vec::new(), false, false),
        }
    }

    /// The function called directly.
    pub(super) fn called_function(&self, mut callee: ExprId) -> Option<DeclId> {
        loop {
            match *self.kind(callee) {
                ExprKind::Addr(inner) | ExprKind::NonLvalue(inner) => callee = inner,
                ExprKind::Unary(TreeCode::Nop, inner)
                    if self.cx.unit.types.is_pointer(self.ty(inner)) =>
                {
                    callee = inner;
                }
                ExprKind::Decl(decl) if self.cx.unit.decls[decl].kind == DeclKind::Function => {
                    return Some(decl);
                }
                _ => return None,
            }
        }
    }

    /// The builtin function called directly.
    pub(super) fn called_builtin(&self, callee: ExprId) -> Option<Builtin> {
        self.builtin_of(Callee::Decl(self.called_function(callee)?))
    }

    fn builtin_of(&self, callee: Callee) -> Option<Builtin> {
        match callee {
            Callee::Decl(decl) => self.cx.unit.decls[decl].builtin,
            _ => None,
        }
    }

    /// Calls that say something about the whole function (`notice_special_calls`).
    pub(super) fn notice_special_call(&mut self, call: &Call) {
        let Callee::Decl(decl) = call.callee else { return };
        match self.builtin_of(call.callee) {
            Some(Builtin::Alloca | Builtin::AllocaWithAlign | Builtin::AllocaWithAlignAndMax) => {
                self.f.calls_alloca = true;
            }
            Some(Builtin::Setjmp) => self.f.calls_setjmp = true,
            _ => {}
        }
        self.f.calls_setjmp |= self.returns_twice(decl);
    }

    /// Whether a call may return a second time.
    pub(super) fn calls_twice(&self, call: &Call) -> bool {
        matches!(call.callee, Callee::Decl(decl) if self.returns_twice(decl))
    }

    /// Whether a function may return a second time, by what is said of it or by its name.
    fn returns_twice(&self, decl: DeclId) -> bool {
        let d = &self.cx.unit.decls[decl];
        let name = self.cx.unit.decl_name(decl).map(|name| name.trim_start_matches('_'));
        let twice_by_name = d.has(flag::PUBLIC)
            && d.context.is_none()
            && matches!(name, Some("setjmp" | "sigsetjmp" | "savectx" | "vfork" | "getcontext"));
        d.has(flag::RETURNS_TWICE) || twice_by_name
    }
}
