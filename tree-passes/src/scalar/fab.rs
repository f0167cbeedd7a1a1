//! Pass `fab`: what calls of builtin functions come to when nothing more will be found out about their arguments.
//!
//! ```text
//!   _1 = __builtin_constant_p (n_2(D));
//!   if (_1 != 0)                              =>    goto <bb 4>;
//!     goto <bb 3>; else goto <bb 4>;
//! ```
//!
//! Stack memory is not given back where the function ends anyway, or where more of it is given back next:
//!
//! ```text
//!   saved_stack.1_2 = __builtin_stack_save ();
//!   …                                              =>    saved_stack.1_2 = 0B;  …
//!   __builtin_stack_restore (saved_stack.1_2);           GIMPLE_NOP
//!   return _5;                                           return _5;
//! ```
//!
//! A condition one of whose ways is never gone is known:
//!
//! ```text
//!   if (n_2(D) < 0)                                =>    if (0 != 0)
//!     goto <bb 3>; else goto <bb 4>;                       goto <bb 3>; else goto <bb 4>;
//!   <bb 3>:
//!   __builtin_unreachable ();
//! ```
//!
//! Lists of arguments that are pointers are copied by assignments, and have no end of their own:
//!
//! ```text
//!   __builtin_va_copy (&b, a.0_1);                 =>    b = a.0_1;
//!   __builtin_va_end (&b);                         =>    GIMPLE_NOP
//! ```
//!
//! A pointer whose alignment was assumed is itself by now:
//!
//! ```text
//!   q_2 = __builtin_assume_aligned (p_1(D), 16);   =>    q_2 = p_1(D);
//! ```
//!
//! `__builtin_constant_p` of what is no constant by now is 0. That is put in the place of its result at once, so that code
//! which was written for constants only goes before anybody expands it.

use dumps::putln;
use gimple::builtins::Builtin;
use gimple::cfg::{BlockId, EXIT, EdgeFlags};
use gimple::code::TreeCode;
use gimple::decl::flag;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::dump_text;
use tree_ssa::edit::cfg_edit::is_unreachable_block;
use tree_ssa::effects::call_effects;
use tree_ssa::fold::gimple_fold::fold_stmt_inplace;
use tree_ssa::ssa::update_ssa;

/// `fab` for the pass table.
pub const PASS: Pass = Pass::tree("fab", execute)
    .requires(Prop::CFG_SSA)
    .follows(&[("objsz", "what is not known of an object's size by then is not known at all")]);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut changed = false;
    for block in f.block_order() {
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts {
            changed |= settle(cx, f, stmt);
            match builtin_of(cx.unit, f, stmt) {
                Some(Builtin::StackRestore) => drop_restore(cx, f, block, stmt),
                Some(Builtin::VaEnd | Builtin::VaCopy) => simplify_list(cx, f, stmt),
                Some(Builtin::AssumeAligned) => forget_alignment(cx, f, stmt),
                _ => {}
            }
        }
        changed |= is_unreachable_block(cx.unit, f, block) && never_enter(cx.unit, f, block);
    }
    if changed { Todo::CLEANUP_CFG } else { Todo::NONE }
}

/// Replaces the result of a call of `__builtin_constant_p`.
fn settle(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) -> bool {
    if builtin_of(cx.unit, f, stmt) != Some(Builtin::ConstantP) {
        return false;
    }
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    let (lhs, arg) = (call.lhs, call.args.first().copied().unwrap_or_default());
    let Operand::Ssa(name) = lhs else {
        return false;
    };
    let ty = f.names[name].ty;
    let value = cx.unit.int(ty, arg.constant().is_some().into());
    let users = f.use_stmts(name);
    f.replace_uses_by(cx.unit, name, value);
    for user in users {
        fold_stmt_inplace(cx.unit, f, cx.options, user);
    }
    f.remove_stmt(stmt);
    true
}

/// Of lists of arguments that are pointers, a copy is an assignment, and the end is nothing (`optimize_stdarg_builtin`).
fn simplify_list(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return };
    let Some(&list) = call.args.first() else { return };
    let pointer = cx.unit.types.pointee(cx.unit.type_of(f, list));
    let Some(ty) = pointer.filter(|&ty| cx.unit.types.is_pointer(ty)) else { return };
    let kind = match call.args.get(1) {
        None => StmtKind::Nop,
        Some(&source) => {
            let place = cx.unit.addressed(list).unwrap_or_else(|| {
                let alias_ptr = cx.unit.types.pointer_to(ty);
                let kind = TreeKind::MemRef { base: list, offset: 0, alias_ptr };
                Operand::Tree(cx.unit.trees.add(kind, ty))
            });
            StmtKind::copy(place, source)
        }
    };
    simplify(cx, f, stmt, kind);
}

/// What was to be found out from an assumed alignment has been: the pointer is itself.
fn forget_alignment(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return };
    let Some(&pointer) = call.args.first() else { return };
    let kind = match call.lhs {
        Operand::None => StmtKind::Nop,
        lhs => StmtKind::copy(lhs, pointer),
    };
    simplify(cx, f, stmt, kind);
}

/// Puts something simpler in a call's place, and says so.
fn simplify(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId, kind: StmtKind) {
    let before = cx.dump.details().then(|| dump_text::stmt(cx.unit, f, stmt));
    become_of(cx.unit, f, stmt, kind);
    if let Some(before) = before {
        let after = dump_text::stmt(cx.unit, f, stmt);
        putln!(cx.dump, "Simplified\n  {before}\nto\n  {after}\n");
    }
}

fn become_of(unit: &mut Unit, f: &mut Function, stmt: StmtId, kind: StmtKind) {
    f.stmts[stmt].kind = kind;
    update_ssa::update_stmt_without_vdef(unit, f, stmt);
}

/// Decides the conditions that lead to a block that is never reached (`optimize_unreachable`). A label whose address is
/// taken keeps its block.
fn never_enter(unit: &mut Unit, f: &mut Function, block: BlockId) -> bool {
    let forced = f.block_stmts(block).any(|stmt| match f.stmts[stmt].kind {
        StmtKind::Label(label) => {
            unit.decls[label].flags & (flag::FORCED_LABEL | flag::NONLOCAL) != 0
        }
        _ => false,
    });
    if forced {
        return false;
    }
    let mut changed = false;
    let preds = f.blocks[block].preds.to_vec();
    for edge in preds {
        let (from, flags) = (f.edges[edge].src, f.edges[edge].flags);
        let Some(last) = f.last_stmt(from) else { continue };
        let StmtKind::Cond { code, lhs, rhs, .. } = &mut f.stmts[last].kind else { continue };
        let truth = i128::from(!flags.intersects(EdgeFlags::TRUE_VALUE));
        let bool_ = unit.common.bool_;
        (*code, *lhs, *rhs) = (TreeCode::Ne, unit.int(bool_, truth), unit.int(bool_, 0));
        f.update_stmt(unit, last);
        changed = true;
    }
    changed
}

/// The builtin function a statement calls.
fn builtin_of(unit: &Unit, f: &Function, stmt: StmtId) -> Option<Builtin> {
    match &f.stmts[stmt].kind {
        StmtKind::Call(call) => call_effects::callee_builtin(unit, call),
        _ => None,
    }
}

/// Makes nothing of a call that gives back stack memory, and zero of what noted where the stack was, if nothing that
/// follows could tell (`optimize_stack_restore`).
fn drop_restore(cx: &mut PassContext<'_>, f: &mut Function, block: BlockId, restore: StmtId) {
    let StmtKind::Call(call) = &f.stmts[restore].kind else { return };
    let Some(&saved @ Operand::Ssa(name)) = call.args.first() else { return };
    if !nobody_allocates_after(cx.unit, f, block, restore) {
        return;
    }
    let save = f.names[name].def.expand().filter(|&save| {
        f.has_single_use(name) && builtin_of(cx.unit, f, save) == Some(Builtin::StackSave)
    });
    if let Some(save) = save {
        let zero = cx.unit.int(f.names[name].ty, 0);
        become_of(cx.unit, f, save, StmtKind::copy(saved, zero));
    }
    simplify(cx, f, restore, StmtKind::Nop);
}

/// Whether no stack memory is taken after a statement until the function ends or more is given back.
fn nobody_allocates_after(unit: &Unit, f: &Function, block: BlockId, stmt: StmtId) -> bool {
    let mut next = f.stmts[stmt].next;
    while next.is_some() {
        match &f.stmts[next].kind {
            StmtKind::Asm(_) => return false,
            StmtKind::Call(_) => match builtin_of(unit, f, next) {
                Some(Builtin::StackRestore) => return true,
                None
                | Some(
                    Builtin::Alloca | Builtin::AllocaWithAlign | Builtin::AllocaWithAlignAndMax,
                ) => {
                    return false;
                }
                Some(_) => {}
            },
            _ => {}
        }
        next = f.stmts[next].next;
    }
    f.blocks[block].succs.iter().all(|&edge| f.edges[edge].dst == EXIT)
}
