//! What a function does at its start for the sake of those nested in it, and its declarations.

use super::{Lowering, Step};
use gimple::aside::Aside;
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::stmt::{Seq, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::FieldId;

impl Lowering<'_> {
    /// Lays out the frame, fills it at the function's start, and declares what was made for it.
    pub(super) fn finish(&mut self, index: usize) {
        self.at = StmtId::NONE;
        let base = self.lay_out(index);
        if self.info[index].refers_to_field && base.is_some() {
            self.walk(index, Step::Fold);
            self.at = StmtId::NONE;
        }
        let mut start = Seq::EMPTY;
        if let Some(base) = base {
            let zero = self.unit.common.int;
            let zero = self.unit.int(zero, 0);
            let call = self.builtin_call(Builtin::DwarfCfa, vec![zero]);
            let void_ptr = self.unit.common.void_ptr;
            let value = self.called(index, call, void_ptr);
            let parameters = self.parameters(index);
            self.set_field(index, base, value);
            for (field, value) in parameters {
                self.set_field(index, field, value);
            }
            self.keep_chain(index);
            self.trampolines(index);
            for stmt in std::mem::take(&mut self.before) {
                self.functions[index].seq_push(&mut start, stmt);
            }
        }
        let temps = std::mem::take(&mut self.info[index].temps);
        let frame = self.known_frame(index).map(|frame| frame.decl);
        let f = &mut self.functions[index];
        let bind = f.body.first;
        let StmtKind::Bind { vars, body, .. } = &mut f.stmts[bind].kind else { return };
        vars.splice(0..0, temps);
        vars.extend(frame);
        let old = *body;
        f.seq_append(&mut start, old);
        if let StmtKind::Bind { body, .. } = &mut f.stmts[bind].kind {
            *body = start;
        }
    }

    fn set_field(&mut self, index: usize, field: FieldId, value: Operand) {
        let frame = Operand::Decl(self.frame_decl(index));
        let place = self.component(frame, field);
        let stmt = self.assignment(index, place, TreeCode::Single, value);
        self.before.push(stmt);
    }

    /// Parameters that inner functions use are copied, or their addresses are.
    fn parameters(&mut self, index: usize) -> Vec<(FieldId, Operand)> {
        let mut values = Vec::new();
        if !self.info[index].parameter_in_frame {
            return values;
        }
        for param in self.functions[index].params.clone() {
            let Some(&field) = self.frame(index).variables.get(&param) else { continue };
            let value = if self.in_frame_by_pointer(param) {
                let ty = self.unit.decls[param].ty;
                self.unit.address_of(Operand::Decl(param), ty)
            } else if self.unit.is_gimple_reg(param) {
                Operand::Decl(param)
            } else {
                let ty = self.unit.decls[param].ty;
                self.loaded(index, TreeCode::Single, Operand::Decl(param), ty)
            };
            values.push((field, value));
        }
        values
    }

    /// The chain is kept for functions further in.
    fn keep_chain(&mut self, index: usize) {
        if let Some(field) = self.frame(index).chain {
            let chain = self.chain_parameter(index);
            self.set_field(index, field, Operand::Decl(chain));
        }
    }

    fn trampolines(&mut self, index: usize) {
        for inner in 0..self.functions.len() {
            let callee = self.functions[inner].decl;
            if self.outer[inner] != Some(index) {
                continue;
            }
            let Some(&field) = self.frame(index).trampolines.get(&callee) else { continue };
            let frame = Operand::Decl(self.frame_decl(index));
            let place = self.component(frame, field);
            let field_type = self.unit.types.field(field).ty;
            let place = self.unit.address_of(place, field_type);
            let callee_type = self.unit.decls[callee].ty;
            let function = self.unit.address_of(Operand::Decl(callee), callee_type);
            let chain = self.static_chain(index, index);
            let call = self.builtin_call(Builtin::InitTrampoline, vec![place, function, chain]);
            let stmt = self.new_stmt(index, StmtKind::Call(Aside::new(call)));
            self.before.push(stmt);
        }
    }
}
