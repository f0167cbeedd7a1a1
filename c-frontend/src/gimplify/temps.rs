//! Temporaries and assignments to them.
//!
//! A formal temporary takes the value of a sub-expression: an SSA name where the type allows it. It is called after the
//! variable it copies (`g.0_1 = g`), with a number from one counter for the whole unit. Temporaries that are assigned on
//! several paths, and those of aggregates, are variables.

use super::{Gimplifier, Rhs, RhsKind};
use gimple::aside::Aside;
use gimple::builtins::Ecf;
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::decl::{DeclId, flag};
use gimple::location::Location;
use gimple::stmt::{Call, Callee, Seq, StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;

impl Gimplifier<'_> {
    /// `g.4` for `g`, and for `g.3`: a name nothing else in the unit has (`create_tmp_var_name`).
    pub(super) fn numbered_name(&mut self, prefix: &str) -> Symbol {
        let number = self.cx.unit.next_tmp;
        self.cx.unit.next_tmp += 1;
        let stem = strip_suffix(prefix);
        self.cx.unit.symbols.intern(&format!("{stem}.{number}"))
    }

    /// The name a temporary for a right-hand side is made from, if it has one (`get_name`).
    fn name_of(&self, rhs: &Rhs) -> Option<Symbol> {
        match rhs.kind {
            RhsKind::Single(op) => self.name_of_operand(op),
            RhsKind::Op(TreeCode::Nop, [a, ..]) => {
                let ty = self.op_type(a);
                if self.is_nop_conversion(rhs.ty, ty) { self.name_of_operand(a) } else { None }
            }
            _ => None,
        }
    }

    fn name_of_operand(&self, op: Operand) -> Option<Symbol> {
        match op {
            Operand::Decl(decl) => self.cx.unit.decls[decl].name,
            Operand::Ssa(name) => self.f.names[name].ident.expand(),
            Operand::Tree(id) => match *self.cx.unit.trees.kind(id) {
                TreeKind::Addr(object @ Operand::Decl(_)) => self.name_of_operand(object),
                _ => None,
            },
            _ => None,
        }
    }

    /// A value for a right-hand side: itself, or a formal temporary that it is assigned to.
    pub(super) fn as_val(&mut self, rhs: Rhs, seq: &mut Seq) -> Operand {
        if let RhsKind::Single(op) = rhs.kind
            && self.is_val(op)
        {
            return op;
        }
        self.temp(rhs, seq)
    }

    /// A new temporary that holds a right-hand side (`get_formal_tmp_var`, `get_initialized_tmp_var`). What is read is read
    /// where it is written.
    pub(super) fn temp(&mut self, rhs: Rhs, seq: &mut Seq) -> Operand {
        let place = match rhs.kind {
            RhsKind::Single(Operand::Tree(id)) => self.cx.unit.trees.place(id),
            _ => Location::UNKNOWN,
        };
        self.move_addresses(&rhs);
        self.at(place, |this| this.temp_here(rhs, seq))
    }

    /// A call whose value a temporary takes is gone over twice, and the second time the addresses it passes are taken for
    /// arguments as they are: they move to the call.
    fn move_addresses(&mut self, rhs: &Rhs) {
        let RhsKind::Call(call, _) = &rhs.kind else { return };
        for &arg in &call.args {
            if let Operand::Tree(id) = arg
                && matches!(self.cx.unit.trees.kind(id), TreeKind::Addr(_))
            {
                self.cx.unit.trees.set_place(id, self.loc);
            }
        }
    }

    fn temp_here(&mut self, rhs: Rhs, seq: &mut Seq) -> Operand {
        if self.is_void(rhs.ty) {
            // Already diagnosed: a void value is used.
            self.emit_discarded(rhs, seq);
            return self.zero(self.cx.unit.common.int);
        }
        if self.no_names || !self.is_register_type(rhs.ty) {
            return self.temp_variable(rhs, seq);
        }
        let ident = match self.name_of(&rhs) {
            Some(name) => {
                let text = self.cx.unit.symbols.text(name).to_string();
                self.numbered_name(&text)
            }
            None => Symbol::NONE,
        };
        let ty = self.cx.unit.types.main_variant(rhs.ty);
        let name = self.f.make_temp_ssa_name(ty, ident, gimple::stmt::StmtId::NONE);
        self.assign(Operand::Ssa(name), rhs, seq);
        Operand::Ssa(name)
    }

    /// A new temporary variable that holds a right-hand side: what `SAVE_EXPR` and aggregates need.
    pub(super) fn temp_variable(&mut self, rhs: Rhs, seq: &mut Seq) -> Operand {
        let name = self.name_of(&rhs);
        let ty = self.cx.unit.types.main_variant(rhs.ty);
        if self.is_variable(rhs.ty) {
            return self.variable_length_temp(rhs, seq);
        }
        let decl = match name {
            Some(name) => {
                let text = self.cx.unit.symbols.text(name).to_string();
                self.named_variable(ty, &text)
            }
            None => self.variable(ty),
        };
        let rhs = self.with_return_slot(rhs, decl);
        self.assign(Operand::Decl(decl), rhs, seq);
        Operand::Decl(decl)
    }

    /// A value returned in memory goes straight into a variable made for it, whose address is thereby taken; internal
    /// functions return none.
    pub(super) fn with_return_slot(&mut self, mut rhs: Rhs, decl: DeclId) -> Rhs {
        if let RhsKind::Call(call, slot) = &mut rhs.kind
            && !matches!(call.callee, Callee::Internal(_))
            && self.cx.unit.returns_in_memory(rhs.ty)
        {
            *slot = true;
            self.cx.unit.decls[decl].set(flag::ADDRESSABLE, true);
        }
        rhs
    }

    /// A temporary variable without a name (`create_tmp_var`).
    pub(super) fn variable(&mut self, ty: TypeId) -> DeclId {
        let decl = self.cx.temporary(ty);
        self.temps.push(decl);
        decl
    }

    /// A temporary variable `prefix.N`.
    pub(super) fn named_variable(&mut self, ty: TypeId, prefix: &str) -> DeclId {
        let name = self.numbered_name(prefix);
        let decl = self.variable(ty);
        self.cx.unit.decls[decl].name = Some(name);
        decl
    }

    /// Zero of a scalar type.
    pub(super) fn zero(&mut self, ty: TypeId) -> Operand {
        Operand::Const(gimple::fold_const::zero(&mut self.cx.unit, ty))
    }

    /// Assigns a right-hand side that is fit for `lhs`.
    pub(super) fn assign(&mut self, lhs: Operand, rhs: Rhs, seq: &mut Seq) -> StmtId {
        let stmt = match rhs.kind {
            RhsKind::Call(mut call, slot) => {
                if !self.lhs_is_dead(&call, rhs.ty) {
                    call.lhs = lhs;
                } else if let Operand::Ssa(name) = lhs {
                    // The name stays without a value: nothing after the call is reached.
                    let nop = self.emit(seq, StmtKind::Nop);
                    self.f.names[name].def = nop;
                }
                self.emit_call(call, slot, seq)
            }
            RhsKind::Single(op) => {
                let rhs = [op, Operand::None, Operand::None];
                self.emit(seq, StmtKind::Assign { lhs, code: TreeCode::Single, rhs })
            }
            RhsKind::Op(code, args) => self.emit(seq, StmtKind::Assign { lhs, code, rhs: args }),
        };
        if let Operand::Ssa(name) = lhs
            && self.f.names[name].def.is_none()
        {
            self.f.names[name].def = stmt;
        }
        self.fold_stmt(stmt);
        stmt
    }

    /// A call that does not return has no use for its result, if that needs no memory of its own.
    fn lhs_is_dead(&self, call: &Call, ty: TypeId) -> bool {
        matches!(call.callee, Callee::Decl(decl) if self.is_noreturn(decl))
            && self.cx.unit.types.size(ty).is_some()
            && self.is_register_type(ty)
    }

    /// Whether a function is known not to return.
    pub(super) fn is_noreturn(&self, decl: DeclId) -> bool {
        let d = &self.cx.unit.decls[decl];
        d.has(flag::NORETURN)
            || d.builtin.is_some_and(|builtin| builtin.info().flags.intersects(Ecf::NORETURN))
    }

    /// Appends a call statement.
    pub(super) fn emit_call(&mut self, call: Aside<Call>, slot: bool, seq: &mut Seq) -> StmtId {
        self.notice_special_call(&call);
        let stmt = self.emit(seq, StmtKind::Call(call));
        if slot {
            self.f.stmts[stmt].flags |= StmtFlags::RETURN_SLOT;
        }
        stmt
    }

    /// Evaluates a right-hand side whose value nobody wants.
    pub(super) fn emit_discarded(&mut self, rhs: Rhs, seq: &mut Seq) {
        if let RhsKind::Call(call, _) = rhs.kind {
            let stmt = self.emit_call(call, false, seq);
            self.fold_stmt(stmt);
        }
    }

    /// Whether a constant operand is a string literal, which is an object in memory.
    pub(super) fn is_string(&self, op: Operand) -> bool {
        op.constant()
            .is_some_and(|id| matches!(self.cx.unit.consts[id].value, ConstValue::String(_)))
    }
}

/// A name without a `.12` at its end.
fn strip_suffix(name: &str) -> &str {
    let bytes = name.as_bytes();
    for back in 2..8 {
        if bytes.len() > back && bytes[bytes.len() - back] == b'.' {
            return &name[..bytes.len() - back];
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::strip_suffix;
    use rstest::rstest;

    #[rstest]
    #[case("g.4", "g")]
    #[case("iftmp.123", "iftmp")]
    #[case("g", "g")]
    #[case("x.1234567", "x.1234567")]
    fn suffixes(#[case] name: &str, #[case] stem: &str) {
        assert_eq!(strip_suffix(name), stem);
    }
}
