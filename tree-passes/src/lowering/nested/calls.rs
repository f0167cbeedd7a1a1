//! Calls of nested functions, and their addresses.
//!
//! ```text
//! f = inner;         D.1 = __builtin_adjust_trampoline (&FRAME.0.inner);
//!                    D.2 = (int (*) (int)) D.1;
//!                    f = D.2;
//! inner (3);         inner (3); [static-chain: &FRAME.0]
//! ```
//!
//! A function that needs nothing of those around it is called without a chain, and has no trampoline. Handing on a chain
//! makes a caller need one itself: the calls are gone over until no more functions need one. Without optimisation every
//! nested function has its chain, so that a debugger can follow it.

use super::{Lowering, Step};
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::decl::{DeclKind, flag};
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::{CtorIndex, Operand, TreeId, TreeKind, TreeNode};

impl Lowering<'_> {
    /// Gives calls their chains and addresses their trampolines.
    pub(super) fn resolve_calls(&mut self, optimize: bool) {
        if !optimize {
            let has_inner: Vec<bool> =
                (0..self.functions.len()).map(|index| self.outer.contains(&Some(index))).collect();
            for index in self.order.clone() {
                if has_inner[index] {
                    self.frame(index);
                }
                if self.outer[index].is_some() {
                    self.chain_parameter(index);
                }
            }
        }
        // A chain kept in the frame for inner functions has to come in.
        for index in 0..self.info.len() {
            let kept = self.known_frame(index).is_some_and(|frame| frame.chain.is_some());
            self.info[index].takes_chain |= kept;
        }
        loop {
            let before = self.chain_count();
            for index in self.order.clone() {
                self.walk(index, Step::Addresses);
                self.walk(index, Step::Calls);
            }
            if self.chain_count() == before {
                break;
            }
        }
    }

    fn chain_count(&self) -> usize {
        self.info.iter().filter(|info| info.takes_chain).count()
    }

    /// The chain of a direct call of a nested function.
    pub(super) fn call(&mut self, index: usize, stmt: StmtId) {
        let StmtKind::Call(call) = &self.functions[index].stmts[stmt].kind else { return };
        let Callee::Decl(callee) = call.callee else { return };
        if call.chain.is_some() {
            return;
        }
        let Some(&function) = self.by_decl.get(&callee) else { return };
        let Some(target) = self.outer[function].filter(|_| self.info[function].takes_chain) else {
            return;
        };
        let chain = self.static_chain(index, target);
        if let StmtKind::Call(call) = &mut self.functions[index].stmts[stmt].kind {
            call.chain = chain;
        }
    }

    /// Puts trampolines in the place of nested functions' addresses. A direct call is no address.
    pub(super) fn function_addresses(&mut self, index: usize, stmt: StmtId) {
        if let StmtKind::Call(call) = &self.functions[index].stmts[stmt].kind {
            let mut call = call.clone();
            for op in &mut call.args {
                *op = self.function_address(index, *op);
            }
            self.functions[index].stmts[stmt].kind = StmtKind::Call(call);
            return;
        }
        let mut reads = Vec::new();
        self.functions[index].for_each_read(stmt, &mut |op| reads.push(op));
        let new: Vec<Operand> = reads.iter().map(|&op| self.function_address(index, op)).collect();
        if new == reads {
            return;
        }
        self.functions[index].map_operands(stmt, &mut |op, written| {
            let known = reads.iter().position(|&read| read == op);
            known.filter(|_| !written).map_or(op, |at| new[at])
        });
    }

    fn function_address(&mut self, index: usize, op: Operand) -> Operand {
        let Operand::Tree(id) = op else { return op };
        match *self.unit.trees.kind(id) {
            TreeKind::Addr(Operand::Decl(decl))
                if self.unit.decls[decl].kind == DeclKind::Function =>
            {
                self.trampoline(index, id, decl).unwrap_or(op)
            }
            TreeKind::Constructor(ref elements) => {
                let elements = elements.clone();
                let new: Box<[(CtorIndex, Operand)]> = elements
                    .iter()
                    .map(|&(at, op)| (at, self.function_address(index, op)))
                    .collect();
                if new == elements { op } else { self.with_kind(id, TreeKind::Constructor(new)) }
            }
            TreeKind::Expr { code, args } => {
                let new = args.map(|op| self.function_address(index, op));
                if new == args {
                    op
                } else {
                    self.with_kind(id, TreeKind::Expr { code, args: new })
                }
            }
            _ => op,
        }
    }

    fn with_kind(&mut self, id: TreeId, kind: TreeKind) -> Operand {
        let node = TreeNode { kind, ..self.unit.trees[id].clone() };
        Operand::Tree(self.unit.trees.add_node(node))
    }

    fn trampoline(
        &mut self,
        index: usize,
        id: TreeId,
        callee: gimple::decl::DeclId,
    ) -> Option<Operand> {
        let function = *self.by_decl.get(&callee)?;
        let target = self.outer[function].filter(|_| self.info[function].takes_chain)?;
        let field = self.trampoline_field(target, callee);
        let place = self.frame_field(index, target, field);
        self.unit.decls[callee].flags |= flag::ADDRESSABLE;
        let (field_type, void_ptr) = (self.unit.types.field(field).ty, self.unit.common.void_ptr);
        let address = self.address_value(index, place, field_type);
        let call = self.builtin_call(Builtin::AdjustTrampoline, vec![address]);
        let adjusted = self.called(index, call, void_ptr);
        let ty = self.unit.trees[id].ty;
        Some(self.loaded(index, TreeCode::Nop, adjusted, ty))
    }
}
