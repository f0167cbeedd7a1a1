//! Jumps to labels of functions around.
//!
//! ```text
//! goto out;          D.1 = &CHAIN.1->__nl_goto_buf;
//!                    __builtin_nonlocal_goto (&<D.2>, D.1);
//!
//! out:               goto out;
//!                    <D.2>: [non-local]
//!                    out:
//! ```
//!
//! The label may be jumped to in the ordinary way, too: the jump from inside arrives at one of its own.

use super::Lowering;
use gimple::aside::Aside;
use gimple::builtins::Builtin;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::location::Location;
use gimple::stmt::{Callee, Seq, StmtId, StmtKind, TryKind};
use gimple::tree::Operand;
use gimple::unit::Unit;

impl Lowering<'_> {
    /// Turns a jump to a label around into a call.
    pub(super) fn goto(&mut self, index: usize, stmt: StmtId) {
        let StmtKind::Goto(Operand::Decl(label)) = self.functions[index].stmts[stmt].kind else {
            return;
        };
        if self.unit.decls[label].kind != DeclKind::Label {
            return;
        }
        let Some(owner) = self.owner(label).filter(|&owner| owner != index) else { return };
        let receiver = self.receiver_label(owner, label);
        let field = self.goto_field(owner);
        let buffer = self.frame_field(index, owner, field);
        let buffer_type = self.unit.types.field(field).ty;
        let buffer = self.address_value(index, buffer, buffer_type);
        let void = self.unit.common.void;
        let target = self.unit.address_of(Operand::Decl(receiver), void);
        let call = self.builtin_call(Builtin::NonlocalGoto, vec![target, buffer]);
        self.functions[index].stmts[stmt].kind = StmtKind::Call(Aside::new(call));
    }

    fn receiver_label(&mut self, owner: usize, label: DeclId) -> DeclId {
        if let Some(&receiver) = self.info[owner].receivers.get(&label) {
            return receiver;
        }
        let void = self.unit.common.void;
        let mut decl = Decl::new(DeclKind::Label, None, void, Location::UNKNOWN);
        decl.flags = flag::ARTIFICIAL | flag::IGNORED | flag::NONLOCAL;
        decl.context = self.functions[owner].decl;
        let receiver = self.unit.decls.push(decl);
        self.info[owner].receivers.insert(label, receiver);
        receiver
    }

    /// Puts the label that receives jumps from inside before the one they are meant for.
    pub(super) fn receiver(&mut self, index: usize, stmt: StmtId, previous: StmtId) {
        let StmtKind::Label(label) = self.functions[index].stmts[stmt].kind else { return };
        let Some(&receiver) = self.info[index].receivers.get(&label) else { return };
        if previous.is_none() || may_fall_through(self.unit, &self.functions[index], previous) {
            let around = self.new_stmt(index, StmtKind::Goto(Operand::Decl(label)));
            self.before.push(around);
        }
        let receiver = self.new_stmt(index, StmtKind::Label(receiver));
        self.before.push(receiver);
    }
}

/// Whether control may go on after a statement (`gimple_stmt_may_fallthru`).
fn may_fall_through(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    let sequence =
        |seq: Seq| f.last_but_markers(seq).is_none_or(|last| may_fall_through(unit, f, last));
    match &f.stmts[stmt].kind {
        StmtKind::Goto(_) | StmtKind::Return(_) | StmtKind::Switch(_) | StmtKind::Cond { .. } => {
            false
        }
        StmtKind::Bind { body, .. } => sequence(*body),
        StmtKind::Try { body, cleanup, kind: TryKind::Finally | TryKind::FinallyElse(_) } => {
            sequence(*body) && sequence(*cleanup)
        }
        StmtKind::Try { body, cleanup, kind: TryKind::Catch } => {
            sequence(*body) || sequence(*cleanup)
        }
        StmtKind::Call(call) => match call.callee {
            Callee::Decl(decl) => {
                !unit.decls[decl].has(flag::NORETURN)
                    && unit.decls[decl].builtin.is_none_or(|builtin| {
                        !builtin.info().flags.intersects(gimple::builtins::Ecf::NORETURN)
                    })
            }
            _ => true,
        },
        _ => true,
    }
}
