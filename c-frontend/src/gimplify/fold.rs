//! What is folded in a statement as it is emitted: operands put into canonical order, constant operations done, operations
//! that change nothing removed (`maybe_fold_stmt`). Definitions of SSA names are not looked through.

use super::Gimplifier;
use gimple::code::TreeCode;
use gimple::constant::{Const, ConstValue};
use gimple::decl::{DeclKind, flag};
use gimple::fold_const::{self, is_zero};
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::{CtorIndex, Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};

impl Gimplifier<'_> {
    /// Folds a statement just emitted.
    pub(super) fn fold_stmt(&mut self, stmt: StmtId) {
        match self.f.stmts[stmt].kind {
            StmtKind::Assign { lhs, code, rhs: [a, b, c] } => {
                let ty = self.op_type(lhs);
                let (code, a, b) = self.ordered(code, a, b);
                let (code, a, b) = self.simplified(code, ty, a, b);
                if let StmtKind::Assign { code: slot, rhs, .. } = &mut self.f.stmts[stmt].kind {
                    (*slot, *rhs) = (code, [a, b, c]);
                }
            }
            StmtKind::Cond { code, lhs, rhs, .. } => {
                let (code, a, b) = self.ordered(code, lhs, rhs);
                if let StmtKind::Cond { code: slot, lhs, rhs, .. } = &mut self.f.stmts[stmt].kind {
                    (*slot, *lhs, *rhs) = (code, a, b);
                }
            }
            StmtKind::Call(ref call) => {
                if let (Callee::Internal(function), &[a, b]) = (call.callee, &call.args[..])
                    && function.is_commutative()
                    && self.should_swap(a, b)
                    && let StmtKind::Call(call) = &mut self.f.stmts[stmt].kind
                {
                    call.args.swap(0, 1);
                }
            }
            _ => {}
        }
    }

    /// Operands of commutative operations and comparisons in canonical order.
    fn ordered(&self, code: TreeCode, a: Operand, b: Operand) -> (TreeCode, Operand, Operand) {
        let swappable = code.is_commutative() || code.is_comparison();
        if swappable && self.should_swap(a, b) {
            (code.swap_comparison(), b, a)
        } else {
            (code, a, b)
        }
    }

    /// Constants last, addresses known at link time before them; SSA names after variables, newer ones after older ones; variables after anything else (`tree_swap_operands_p`).
    fn should_swap(&self, a: Operand, b: Operand) -> bool {
        let constant = |op: Operand| op.constant().is_some();
        if constant(b) {
            return false;
        }
        if constant(a) {
            return true;
        }
        match (self.is_static_address(a), self.is_static_address(b)) {
            (_, true) => return false,
            (true, _) => return true,
            _ => {}
        }
        match (a, b) {
            (Operand::Ssa(x), Operand::Ssa(y)) => x > y,
            (_, Operand::Ssa(_)) => false,
            (Operand::Ssa(_), _) => true,
            (_, Operand::Decl(_)) => false,
            (Operand::Decl(_), _) => true,
            _ => false,
        }
    }

    fn is_static_address(&self, op: Operand) -> bool {
        let unit = &self.cx.unit;
        let object = unit.addressed(op).filter(|&object| self.is_invariant_object(object));
        match object.map(|object| unit.trees.base_address(object)) {
            Some(Operand::Decl(decl)) => unit.decls[decl].is_global(),
            Some(Operand::Const(_)) => true,
            _ => false,
        }
    }

    /// An operation done as far as its operands alone tell.
    fn simplified(
        &mut self,
        code: TreeCode,
        ty: TypeId,
        a: Operand,
        b: Operand,
    ) -> (TreeCode, Operand, Operand) {
        let same = (code, a, b);
        if let Operand::Tree(id) = a
            && code == TreeCode::Single
        {
            let reference = self.canonical_reference(id, a);
            let value = self.constant_of(reference, ty).unwrap_or(reference);
            return (code, value, b);
        }
        if let (TreeCode::Single, Operand::Decl(_)) = (code, a) {
            return (code, self.constant_of(a, ty).unwrap_or(a), b);
        }
        let (Some(x), y) = (a.constant(), b.constant()) else {
            return self.without_identity(code, ty, a, b).unwrap_or(same);
        };
        let unit = &mut self.cx.unit;
        let folded = match (code.arity(), y) {
            (1, _) if matches!(code, TreeCode::Nop | TreeCode::Float | TreeCode::FixTrunc) => {
                fold_const::const_convert(unit, code, ty, x)
            }
            (1, _) if code != TreeCode::Single => fold_const::const_unop(unit, code, ty, x),
            (2, Some(y)) if code.is_comparison() => fold_const::const_compare(unit, code, ty, x, y),
            (2, Some(y)) => fold_const::const_binop(unit, code, ty, x, y),
            _ => None,
        };
        match folded {
            Some(id) => {
                let id = fold_const::drop_overflow(&mut self.cx.unit, id);
                (TreeCode::Single, Operand::Const(id), Operand::None)
            }
            None => same,
        }
    }

    /// `x + 0` and the like are `x`.
    fn without_identity(
        &mut self,
        code: TreeCode,
        ty: TypeId,
        a: Operand,
        b: Operand,
    ) -> Option<(TreeCode, Operand, Operand)> {
        use TreeCode::*;
        let y = b.constant()?;
        if !self.cx.unit.types.is_integral(ty) && !self.cx.unit.types.is_pointer(ty) {
            return None;
        }
        if code == Lrotate
            && let Some(count) = self.cx.unit.consts.as_int(y)
        {
            // Rotations by constants go to the right.
            let (width, of) = (self.cx.unit.types.precision(ty)?, self.op_type(b));
            let count = self.cx.unit.consts.int(of, i128::from(width) - count);
            return Some((Rrotate, a, Operand::Const(count)));
        }
        let zero = is_zero(&self.cx.unit, y);
        let one = fold_const::is_one(&self.cx.unit, y);
        let identity = match code {
            Plus | Minus | PointerPlus | BitIor | BitXor | Lshift | Rshift => zero,
            Mult | TruncDiv => one,
            BitAnd => fold_const::is_all_ones(&self.cx.unit, y),
            _ => false,
        };
        let from = self.op_type(a);
        if identity && self.is_useless(ty, from) {
            return Some((Single, a, Operand::None));
        }
        if zero && matches!(code, Mult | BitAnd) {
            let zero = self.zero(ty);
            return Some((Single, zero, Operand::None));
        }
        None
    }

    /// `*&x` is `x` where both have one type.
    fn canonical_reference(&self, id: gimple::tree::TreeId, op: Operand) -> Operand {
        let unit = &self.cx.unit;
        if let TreeKind::MemRef { base, offset: 0, alias_ptr } = *unit.trees.kind(id)
            && let Some(object) = unit.addressed(base)
        {
            let object_type = unit.type_of(&self.f, object);
            let ty = unit.trees[id].ty;
            let alias = unit.types.pointee(alias_ptr);
            if unit.types.same_main(object_type, ty)
                && alias.is_some_and(|alias| unit.types.same_main(alias, ty))
                && unit.trees[id].volatile == unit.is_volatile_operand(object)
            {
                return object;
            }
        }
        op
    }

    /// What a constant object holds where a reference reads it (`fold_const_aggregate_ref`).
    fn constant_of(&mut self, reference: Operand, ty: TypeId) -> Option<Operand> {
        if !self.is_register_type(ty) {
            return None;
        }
        let mut path = Vec::new();
        let mut op = reference;
        while let Operand::Tree(id) = op {
            match *self.cx.unit.trees.kind(id) {
                TreeKind::ComponentRef { base, field } => {
                    path.push(CtorIndex::Field(field));
                    op = base;
                }
                TreeKind::ArrayRef { base, index } => {
                    let index = u64::try_from(self.cx.unit.as_int(index)?).ok()?;
                    path.push(CtorIndex::Index(index));
                    op = base;
                }
                _ => return None,
            }
        }
        if let (Operand::Const(_), [step]) = (op, &path[..]) {
            let value = self.element(op, *step)?;
            return self.constant_value(value, ty);
        }
        let Operand::Decl(decl) = op else { return None };
        const CHANGES: u64 = flag::VOLATILE | flag::WEAK | flag::HAS_VALUE_EXPR;
        let d = &self.cx.unit.decls[decl];
        if d.kind != DeclKind::Var
            || !d.has(flag::READONLY | flag::STATIC)
            || d.flags & CHANGES != 0
        {
            return None;
        }
        let mut value = *self.cx.unit.initializers.get(&decl)?;
        for &step in path.iter().rev() {
            value = self.element(value, step)?;
        }
        self.constant_value(value, ty)
    }

    /// An element of a constant initialiser; one that is not given is zero.
    fn element(&mut self, value: Operand, step: CtorIndex) -> Option<Operand> {
        match value {
            Operand::Const(id) => {
                let CtorIndex::Index(index) = step else { return None };
                let constant = &self.cx.unit.consts[id];
                let ConstValue::String(bytes) = &constant.value else { return None };
                let types = &self.cx.unit.types;
                let (element, whole) = (types.element(constant.ty)?, types.size(constant.ty)?);
                let size = types.size(element).filter(|size| (1..=8).contains(size))?;
                let start = index.checked_mul(size)?;
                if start >= whole {
                    return None;
                }
                // What the literal does not give is zero; memory begins with the lowest byte.
                let given = bytes.iter().skip(usize::try_from(start).ok()?).take(size as usize);
                let number = given.rev().fold(0, |number, &byte| number << 8 | i128::from(byte));
                let number = types.wrap(element, number);
                Some(self.cx.unit.int(element, number))
            }
            Operand::Tree(id) => {
                let TreeKind::Constructor(elements) = self.cx.unit.trees.kind(id) else {
                    return None;
                };
                let found = elements.iter().find(|&&(at, _)| match (at, step) {
                    (CtorIndex::Range(low, high), CtorIndex::Index(index)) => {
                        (low..=high).contains(&index)
                    }
                    _ => at == step,
                });
                let types = &self.cx.unit.types;
                let of = types.kind(self.cx.unit.trees[id].ty);
                match found {
                    Some(&(_, value)) => Some(value),
                    None if matches!(of, TypeKind::Union { .. }) => {
                        let &[(_, given)] = &elements[..] else { return None };
                        self.other_member(given, step)
                    }
                    None => Some(Operand::None),
                }
            }
            _ => None,
        }
    }

    /// What a member of a union holds where another one is given an integer: its bytes, the lowest first.
    fn other_member(&mut self, given: Operand, step: CtorIndex) -> Option<Operand> {
        let CtorIndex::Field(field) = step else { return None };
        let number = self.cx.unit.as_int(given)?;
        let types = &self.cx.unit.types;
        let field = types.field(field);
        let (ty, whole) = (field.ty, types.size(self.op_type(given))?.min(16));
        let size = types.size(ty).filter(|&size| size <= whole && !field.is_bitfield)?;
        if types.is_integral(ty) {
            return Some(self.cx.unit.int(ty, types.wrap(ty, number)));
        }
        if !types.element(ty).is_some_and(|element| types.is_integral(element)) {
            return None;
        }
        let bytes = number.to_le_bytes()[..size as usize].to_vec();
        let value = Const { ty, value: ConstValue::String(bytes.into()), overflow: false };
        Some(Operand::Const(self.cx.unit.consts.intern(value)))
    }

    /// An initialiser as a value of a type: a constant, or zero where none is given.
    fn constant_value(&mut self, value: Operand, ty: TypeId) -> Option<Operand> {
        if value.is_none() {
            return Some(self.zero(ty));
        }
        let from = self.op_type(value);
        match value {
            Operand::Const(_) if !self.is_string(value) && self.is_useless(ty, from) => Some(value),
            Operand::Tree(_) if self.is_invariant(value) && self.is_useless(ty, from) => {
                Some(value)
            }
            _ => None,
        }
    }
}
