//! Pass `stdarg`: arguments of variadic functions are taken from where the list points (`expand_ifn_va_arg`).
//!
//! ```text
//!   <bb 2> :                              <bb 2> :
//!   _1 = .VA_ARG (&ap, 0B, 0B);           <bb 3> :
//!   _2 = _1 + 1;                    =>    _10 = ap;
//!                                         _11 = _10 + 8;
//!                                         ap = _11;
//!                                         _1 = MEM[(int *)_10];
//!                                         <bb 4> :
//!                                         _2 = _1 + 1;
//! ```
//!
//! A list is a pointer to the next argument's slot: eight bytes or as many as the argument has, at an address that is a
//! multiple of the argument's alignment up to sixteen. What is larger than sixteen bytes is passed by reference. Arguments
//! whose size is known at run time only are left to `expand`.
//!
//! `lower_vaarg` does the same where `stdarg` does not run: without optimisation, and in what `-Og` runs.
//!
//! GCC also finds here how many registers a function has to save. All are saved here whatever comes of it, so that
//! this pass does not look.

use dumps::put;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{Call, Callee, InternalFn, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::split_block;
use tree_ssa::edit::locals::new_local;
use tree_ssa::ssa::update_ssa;

/// The strictest alignment of an argument.
const STRICTEST: i64 = 16;

/// `stdarg` for the pass table.
pub const PASS: Pass =
    Pass::tree("stdarg", execute).requires(Prop::CFG_SSA).todo(Todo::REMOVE_UNUSED_LOCALS);

/// `lower_vaarg` for the pass table: it runs over functions in which arguments are still to be taken.
pub const LOWER_VAARG: Pass = Pass::tree("lower_vaarg", execute)
    .gate(|options, f| (options.optimize == 0 || options.optimize_debug) && takes_arguments(f))
    .requires(Prop::CFG_SSA);

/// Whether a call takes a variadic argument.
fn takes_arguments(f: &Function) -> bool {
    f.has_cfg()
        && f.block_order()
            .into_iter()
            .any(|block| f.block_stmts(block).any(|stmt| is_lowered(f, stmt)))
}

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let calls: Vec<(BlockId, StmtId)> = f
        .block_order()
        .into_iter()
        .flat_map(|block| f.block_stmts(block).map(move |stmt| (block, stmt)))
        .filter(|&(_, stmt)| is_lowered(f, stmt))
        .collect();
    if calls.is_empty() {
        return Todo::NONE;
    }
    // What is after a call moves to a block of its own, with the other calls in it.
    let mut moved: Option<(BlockId, BlockId)> = None;
    for (block, stmt) in calls {
        let at = moved.filter(|&(from, _)| from == block).map_or(block, |(_, to)| to);
        let mut lowering = Lowering { unit: cx.unit, f, stmt, to: BlockId::NONE };
        let (taken, rest) = lowering.lower(at);
        moved = Some((block, rest));
        put!(
            cx.dump,
            "Predictions for bb {0}\n1 edges in bb {0} predicted to even probabilities\n",
            taken.0
        );
    }
    update_ssa::mark_virtuals(f);
    Todo::UPDATE_SSA
}

/// Whether a statement takes an argument whose size is known.
fn is_lowered(f: &Function, stmt: StmtId) -> bool {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    matches!(call.callee, Callee::Internal(InternalFn::VaArg)) && call.args.len() == 3
}

struct Lowering<'a> {
    unit: &'a mut Unit,
    f: &'a mut Function,
    /// The call.
    stmt: StmtId,
    /// The block for what comes in its place.
    to: BlockId,
}

impl Lowering<'_> {
    /// Puts what takes the argument into a block of its own in place of the call in `block`. Returns that block, and the one
    /// with what was after the call.
    fn lower(&mut self, block: BlockId) -> (BlockId, BlockId) {
        let before = split_block(self.f, block, self.stmt);
        self.to = self.f.edges[before].dst;
        let rest = {
            let after = split_block(self.f, self.to, StmtId::NONE);
            let rest = self.f.edges[after].dst;
            debug_assert!(self.f.blocks[self.to].stmts.first.is_none());
            rest
        };
        let StmtKind::Call(call) = self.f.stmts[self.stmt].kind.clone() else {
            return (self.to, rest);
        };
        // The name of the result gets another definition.
        if let StmtKind::Call(own) = &mut self.f.stmts[self.stmt].kind {
            own.lhs = Operand::None;
        }
        let declared = self.f.locals.len();
        self.take(&call);
        // As the gimplifier declares temporaries: the first is shown first.
        self.f.locals[declared..].reverse();
        update_ssa::unlink_stmt_vdef(self.unit, self.f, self.stmt);
        self.f.remove_stmt(self.stmt);
        (self.to, rest)
    }

    /// Takes the argument, and moves the list on (`std_gimplify_va_arg_expr`).
    fn take(&mut self, call: &Call) {
        let address = self.unit.type_of(self.f, call.args[2]);
        let list_type = self.unit.types.pointee(address).unwrap_or(address);
        let skipped = self.unit.types.pointee(self.unit.type_of(self.f, call.args[1]));
        let ty = skipped.unwrap_or(list_type);
        let bytes = self.unit.types.size(ty).unwrap_or(0) as i64;
        // Each argument takes whole words, and more than two are passed by reference.
        let word = i64::from(self.unit.target.word_bits / 8);
        let by_reference = bytes > 2 * word;
        let passed = if by_reference { self.unit.types.pointer_to(ty) } else { ty };
        let passed_bytes = if by_reference { word } else { bytes };

        let list = self.list(call.args[0], list_type);
        let slot = self.variable(list_type);
        self.assign(slot, TreeCode::Single, [list, Operand::None]);
        let align = i64::from(self.unit.types.align(passed)).clamp(word, STRICTEST);
        if align > word && bytes > 0 {
            let up = self.unit.int(self.unit.common.sizetype, (align - 1).into());
            self.assign(slot, TreeCode::PointerPlus, [slot, up]);
            let mask = self.unit.int(list_type, (-align).into());
            self.assign(slot, TreeCode::BitAnd, [slot, mask]);
        }
        let step = (passed_bytes + word - 1) / word * word;
        let next = match step {
            0 => slot,
            _ => {
                let next = self.variable(list_type);
                let step = self.unit.int(self.unit.common.sizetype, step.into());
                self.assign(next, TreeCode::PointerPlus, [slot, step]);
                next
            }
        };
        self.assign(list, TreeCode::Single, [next, Operand::None]);
        if call.lhs.is_none() {
            return;
        }
        let mut value = self.dereferenced(slot, passed);
        if by_reference {
            let pointer = self.variable(passed);
            self.assign(pointer, TreeCode::Single, [value, Operand::None]);
            value = self.dereferenced(pointer, ty);
        }
        self.assign(call.lhs, TreeCode::Single, [value, Operand::None]);
    }

    /// The list itself, whose address the call has been given.
    fn list(&mut self, address: Operand, ty: TypeId) -> Operand {
        match self.unit.addressed(address) {
            Some(object) => object,
            None => self.dereferenced(address, ty),
        }
    }

    fn dereferenced(&mut self, pointer: Operand, ty: TypeId) -> Operand {
        let alias_ptr = self.unit.types.pointer_to(ty);
        let kind = TreeKind::MemRef { base: pointer, offset: 0, alias_ptr };
        Operand::Tree(self.unit.trees.add(kind, ty))
    }

    /// A new variable, which is a register.
    fn variable(&mut self, ty: TypeId) -> Operand {
        let var: DeclId = new_local(self.unit, self.f, ty, None);
        update_ssa::mark_symbol(self.f, var);
        Operand::Decl(var)
    }

    fn assign(&mut self, lhs: Operand, code: TreeCode, rhs: [Operand; 2]) {
        let mut at = Cursor::end(self.to).like(self.f, self.stmt);
        at.assign(self.unit, self.f, lhs, code, rhs);
    }
}
