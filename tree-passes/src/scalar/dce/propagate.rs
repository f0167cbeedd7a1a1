//! From what is necessary to what that needs: definitions, stores, branches.

use super::Dce;
use dumps::putln;
use fixedbitset::FixedBitSet;
use gimple::builtins::Builtin;
use gimple::cfg::{BlockId, ENTRY};
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Callee, StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use smallvec::SmallVec;
use std::fmt::Write;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::may_be_aliased;
use tree_ssa::analyses::alias::walk::walk_aliased_vdefs;
use tree_ssa::dump_text;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::is_clobber;

/// What the walks from loads back to stores have cost.
#[derive(Default)]
pub struct Chains {
    /// Stores seen by walks that ask for every store.
    visited: FixedBitSet,
    total: usize,
    longest: usize,
    walks: usize,
    /// Too much: from now on every store is taken for needed.
    overflowed: bool,
}

impl Chains {
    /// Quadratic is fine for small functions, and what is linear in stores or loads for all.
    fn account(&mut self) {
        if self.total > 128 * 128 && self.total > 32 * self.longest && self.total > 32 * self.walks
        {
            self.overflowed = true;
            self.visited.clear();
        }
    }
}

/// What a statement reads from memory.
enum Reads {
    Nothing,
    /// A variable, or part of one, that no pointer points to.
    Variable(Operand),
    /// Anything, and these variables that no pointer points to.
    Anything(Vec<Operand>),
}

impl Dce {
    /// Marks what the marked statements need until nothing is left to mark (`propagate_necessity`).
    pub fn propagate(&mut self, cx: &mut PassContext<'_>, f: &Function) {
        if cx.dump.details() {
            putln!(cx.dump, "\nProcessing worklist:");
        }
        while let Some(stmt) = self.worklist.pop() {
            if cx.dump.details() {
                let text = dump_text::stmt(cx.unit, f, stmt);
                putln!(cx.dump, "processing: {text}\n");
            }
            let data = &f.stmts[stmt];
            if self.control.is_some() {
                self.live_blocks.insert(data.block.0 as usize);
                self.mark_control_dependences(cx, f, data.block, false);
            }
            match &data.kind {
                StmtKind::Phi(phi) => {
                    for arg in &phi.args {
                        // The address of an element may hold names.
                        self.operand(cx, f, arg.value);
                    }
                    if !f.names[phi.result].has(NameFlags::VIRTUAL) {
                        self.choices(cx, f, stmt);
                    }
                }
                _ if data.vuse.is_some() => self.memory_operands(cx, f, stmt),
                _ => self.operands(cx, f, stmt),
            }
        }
    }

    fn operand(&mut self, cx: &mut PassContext<'_>, f: &Function, op: Operand) {
        match op {
            Operand::Ssa(name) => self.mark_operand(cx, f, name),
            Operand::Tree(id) if cx.unit.trees.has_names(id) => {
                let mut names: SmallVec<[SsaName; 4]> = SmallVec::new();
                cx.unit.for_each_ssa(op, &mut |name| names.push(name));
                names.into_iter().for_each(|name| self.mark_operand(cx, f, name));
            }
            _ => {}
        }
    }

    fn operands(&mut self, cx: &mut PassContext<'_>, f: &Function, stmt: StmtId) {
        f.for_each_read(stmt, &mut |op| self.operand(cx, f, op));
        f.for_each_write(stmt, &mut |op| {
            if op.ssa().is_none() {
                self.operand(cx, f, op);
            }
        });
    }

    /// What decides which argument of a φ is chosen depends on the way control came.
    fn choices(&mut self, cx: &mut PassContext<'_>, f: &Function, stmt: StmtId) {
        if self.control.is_none() {
            return;
        }
        let phi = f.phi(stmt);
        if phi.args.windows(2).all(|pair| pair[0].value == pair[1].value) {
            return;
        }
        let block = f.stmts[stmt].block;
        for index in 0..phi.args.len() {
            let src = f.edges[f.blocks[block].preds[index]].src;
            if src == ENTRY {
                continue;
            }
            if self.immediate_post_dominator(src) != block {
                self.mark_last_stmt(cx, f, src);
            } else {
                self.mark_control_dependences(cx, f, src, true);
            }
        }
    }

    fn immediate_post_dominator(&self, block: BlockId) -> BlockId {
        self.control.as_ref().map_or(BlockId::NONE, |control| control.tree.idom(block))
    }

    fn memory_operands(&mut self, cx: &mut PassContext<'_>, f: &Function, stmt: StmtId) {
        if frees_what_is_allocated(cx.unit, f, stmt) {
            return;
        }
        self.operands(cx, f, stmt);
        if cx.options.optimize_debug {
            // All stores are necessary.
            return;
        }
        match reads(cx.unit, f, stmt) {
            Reads::Nothing => {}
            _ if self.chains.overflowed => self.mark_all_stores(cx, f, stmt),
            Reads::Variable(op) => self.mark_stores_to(cx, f, stmt, op),
            Reads::Anything(variables) => {
                self.mark_all_stores(cx, f, stmt);
                for op in variables {
                    self.mark_stores_to(cx, f, stmt, op);
                }
            }
        }
        self.chains.account();
    }

    /// Marks the stores that may have written `reference`, up to those that surely have
    /// (`mark_aliased_reaching_defs_necessary`).
    fn mark_stores_to(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        stmt: StmtId,
        reference: Operand,
    ) {
        let access = Access::of(cx.unit, f, reference);
        let vuse = f.stmts[stmt].vuse;
        let mut found = Vec::new();
        let unit = &*cx.unit;
        let cost = walk_aliased_vdefs(&self.oracle, unit, f, &access, vuse, &mut |def| {
            if !is_clobber(unit, f, def) {
                found.push(f.stmts[def].vdef);
            }
            !overwrites(unit, f, def, &access)
        });
        found.into_iter().for_each(|name| self.mark_operand(cx, f, name));
        self.chains.total += cost;
        self.chains.longest = self.chains.longest.max(cost);
        self.chains.walks += 1;
    }

    /// Marks all stores to memory that pointers may point to, back from a statement
    /// (`mark_all_reaching_defs_necessary`).
    fn mark_all_stores(&mut self, cx: &mut PassContext<'_>, f: &Function, stmt: StmtId) {
        self.chains.visited.grow(f.names.len());
        if self.chains.visited.contains(f.stmts[stmt].vuse.0 as usize) {
            return;
        }
        let mut stack = vec![f.stmts[stmt].vuse];
        while let Some(state) = stack.pop() {
            if self.chains.visited.put(state.0 as usize) {
                continue;
            }
            let Some(def) = f.names[state].def.expand() else { continue };
            if let StmtKind::Phi(phi) = &f.stmts[def].kind {
                for arg in phi.args.iter().filter_map(|arg| arg.value.ssa()) {
                    if !self.chains.visited.contains(arg.0 as usize) {
                        stack.push(arg);
                    }
                }
                continue;
            }
            stack.extend(f.stmts[def].vuse.expand());
            if !is_clobber(cx.unit, f, def) && self.may_be_read_through_pointers(cx.unit, f, def) {
                self.mark_operand(cx, f, state);
            }
        }
    }

    /// Whether a statement with a virtual definition stores what a pointer may point to.
    fn may_be_read_through_pointers(&self, unit: &Unit, f: &Function, def: StmtId) -> bool {
        match &f.stmts[def].kind {
            StmtKind::Assign { lhs, .. } => {
                self.chains.overflowed || may_be_aliased_operand(unit, *lhs)
            }
            StmtKind::Call(call) => {
                !call_effects::callee_builtin(unit, call).is_some_and(stores_nothing)
            }
            _ => true,
        }
    }
}

/// Whether a call frees what nothing but a library function's call has allocated: then it is needed only if the memory
/// is.
fn frees_what_is_allocated(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    let Some(pointer) = freed_pointer(unit, f, stmt) else { return false };
    let Some(def) = f.names[pointer].def.expand() else { return false };
    matches!(
        call_effects::builtin_at(unit, f, def),
        Some(Builtin::Malloc | Builtin::Calloc | Builtin::AlignedAlloc)
    )
}

/// The name a statement frees, if it is a call of `free`.
pub fn freed_pointer(unit: &Unit, f: &Function, stmt: StmtId) -> Option<SsaName> {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
    if call_effects::callee_builtin(unit, call) != Some(Builtin::Free) {
        return None;
    }
    call.args.first()?.ssa()
}

/// Library functions that have a virtual definition and store nothing a program reads.
fn stores_nothing(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Malloc
            | Builtin::Calloc
            | Builtin::AlignedAlloc
            | Builtin::Alloca
            | Builtin::AllocaWithAlign
            | Builtin::Free
    )
}

/// Whether pointers may point to what a reference is based on (`ref_may_be_aliased`).
fn may_be_aliased_operand(unit: &Unit, op: Operand) -> bool {
    match unit.trees.base_address(op) {
        Operand::Decl(var) => may_be_aliased(unit, var),
        _ => true,
    }
}

fn reads(unit: &Unit, f: &Function, stmt: StmtId) -> Reads {
    let load = |op: Operand| {
        if !unit.is_memory_operand(op) {
            Reads::Nothing
        } else if may_be_aliased_operand(unit, op) {
            Reads::Anything(Vec::new())
        } else {
            Reads::Variable(op)
        }
    };
    let unaliased =
        |op: &Operand| unit.is_memory_operand(*op) && !may_be_aliased_operand(unit, *op);
    match &f.stmts[stmt].kind {
        StmtKind::Assign { rhs, .. } => {
            let mut result = Reads::Nothing;
            for &op in rhs {
                match (load(op), &result) {
                    (Reads::Nothing, _) => {}
                    (read, Reads::Nothing) => result = read,
                    _ => result = Reads::Anything(rhs.iter().copied().filter(unaliased).collect()),
                }
            }
            result
        }
        StmtKind::Return(op) => load(*op),
        StmtKind::Call(call) => {
            if call_effects::callee_builtin(unit, call).is_some_and(only_writes)
                && !call.args.iter().any(|&arg| unit.is_memory_operand(arg))
            {
                return Reads::Nothing;
            }
            let mut variables: Vec<Operand> = call.args.iter().copied().filter(unaliased).collect();
            if let Callee::Pointer(op) = call.callee {
                variables.extend([op].into_iter().filter(unaliased));
            }
            Reads::Anything(variables)
        }
        StmtKind::Asm(asm) => Reads::Anything(
            asm.inputs
                .iter()
                .chain(&asm.outputs)
                .map(|operand| operand.value)
                .filter(unaliased)
                .collect(),
        ),
        _ if f.stmts[stmt].has(StmtFlags::VUSE) => Reads::Anything(Vec::new()),
        _ => Reads::Nothing,
    }
}

/// Library functions that read no memory but their arguments.
fn only_writes(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Memset
            | Builtin::Malloc
            | Builtin::AlignedAlloc
            | Builtin::Calloc
            | Builtin::Free
            | Builtin::VaEnd
            | Builtin::Alloca
            | Builtin::AllocaWithAlign
            | Builtin::StackSave
            | Builtin::StackRestore
            | Builtin::AssumeAligned
    )
}

/// Whether a store writes every bit of an access, so that no store before it matters to a load of it.
fn overwrites(unit: &Unit, f: &Function, stmt: StmtId, access: &Access) -> bool {
    let StmtKind::Assign { lhs, .. } = f.stmts[stmt].kind else { return false };
    if is_clobber(unit, f, stmt) {
        return false;
    }
    let written = Access::of(unit, f, lhs);
    written.base == access.base && written.is_exact() && written.covers(access)
}
