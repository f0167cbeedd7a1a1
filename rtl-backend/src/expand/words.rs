//! What there is code for where words have 32 bits: so far functions that return numbers and call others, without
//! arguments. The front end and the tree passes know such machines in full; the rest is refused here, by name.
//!
//! ```text
//! int f (void) { g (); return 3; }   =>   (call …) (set (reg:SI 72) (const_int 3)) (set (reg/i:SI a0) (reg:SI 72))
//! int f (int x) { return x; }        =>   sorry, unimplemented: a parameter on RV32
//! ```

use super::{Expander, Result, Unsupported};
use gimple::constant::ConstValue;
use gimple::options::{Flag, StackProtector};
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};

impl Expander<'_> {
    /// Refuses what has no code on the machine because its words are narrow.
    pub(super) fn check_words(&self) -> Result<()> {
        if self.em.unit.options.machine.isa.wide {
            return Ok(());
        }
        let loc = self.unit.decls[self.f.decl].loc;
        if let Some(what) = self.unsuited_frame() {
            return Err(Unsupported { what: format!("{what} on RV32"), loc });
        }
        for block in self.f.block_order() {
            for stmt in self.f.block_stmts(block) {
                if let Some(what) = self.unsuited_statement(stmt) {
                    let loc = self.f.stmt_info[stmt].loc;
                    return Err(Unsupported { what: format!("{what} on RV32"), loc });
                }
            }
        }
        Ok(())
    }

    /// What of the function's frame needs words of 64 bits.
    fn unsuited_frame(&self) -> Option<&'static str> {
        let f = self.f;
        let options = self.options;
        if !f.params.is_empty() || self.unit.types.is_variadic(self.unit.decls[f.decl].ty) {
            return Some("a parameter");
        }
        if self.result_type != self.unit.common.void && !self.is_word(self.result_type) {
            return Some("a value that is no number of a word");
        }
        if self.options.optimize == 0 && f.scopes.values().any(|scope| !scope.vars.is_empty()) {
            return Some("a local variable");
        }
        let watched = [Flag::Profile, Flag::StackCheck].into_iter().any(|flag| options.on(flag));
        if watched || options.code.stack_protector != StackProtector::Off {
            return Some("a function that is watched");
        }
        None
    }

    /// What of a statement needs words of 64 bits.
    fn unsuited_statement(&self, stmt: StmtId) -> Option<&'static str> {
        match &self.f.stmts[stmt].kind {
            StmtKind::Nop
            | StmtKind::BeginStmt
            | StmtKind::Label(_)
            | StmtKind::Predict { .. }
            | StmtKind::Return(Operand::None) => None,
            StmtKind::Assign { lhs, rhs, .. } => {
                let suited = self.is_name(*lhs) && self.is_simple(rhs[0]) && rhs[1].is_none();
                (!suited).then_some("an operation")
            }
            StmtKind::Return(value) => {
                (!self.is_simple(*value)).then_some("a value that is no number of a word")
            }
            StmtKind::Call(call) => self.unsuited_call(call),
            _ => Some("a statement of this kind"),
        }
    }

    fn unsuited_call(&self, call: &Call) -> Option<&'static str> {
        let Callee::Decl(callee) = call.callee else { return Some("a call through a pointer") };
        if self.unit.decls[callee].builtin.is_some() || !self.em.unit.options.plt {
            return Some("a call of this kind");
        }
        if !call.args.is_empty() || call.chain.is_some() {
            return Some("an argument");
        }
        let suited = match self.unit.types.kind(call.fntype) {
            TypeKind::Function { result, .. } if *result == self.unit.common.void => true,
            TypeKind::Function { result, .. } => self.is_word(*result),
            _ => false,
        };
        let kept = call.lhs.is_none() || self.is_name(call.lhs);
        (!suited || !kept).then_some("a value that is no number of a word")
    }

    /// Whether a value is a constant or name that takes a word.
    fn is_simple(&self, value: Operand) -> bool {
        match value {
            Operand::Const(constant) => {
                let constant = &self.unit.consts[constant];
                matches!(constant.value, ConstValue::Int(_)) && self.is_word(constant.ty)
            }
            _ => self.is_name(value),
        }
    }

    fn is_name(&self, value: Operand) -> bool {
        matches!(value, Operand::Ssa(name) if self.is_word(self.f.names[name].ty))
    }

    /// Whether a value of the type is an integer or address of as many bits as a register.
    fn is_word(&self, ty: TypeId) -> bool {
        let types = &self.unit.types;
        (types.is_integral(ty) || types.is_pointer(ty)) && types.size(ty) == Some(4)
    }
}
