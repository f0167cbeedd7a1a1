//! Pass `fixup_cfg`: what IPA passes may have found out of functions is brought into the CFGs of their callers.
//!
//! ```text
//!   x_1 = f ();      // f does not return       f ();
//!   return x_1;                            =>
//! ```
//!
//! Calls that do not return end their blocks from the start; but a function may turn out not to (`local-pure-const`) when its
//! callers have their CFGs. As in GCC, a call of a leaf function that does not return (`abort`) is news each time, and has
//! the CFG cleaned up.
//!
//! Calls of functions that turned out to be `const` or `pure` lose their virtual operands, and the CFG is cleaned up where
//! such are called: after the passes over the unit that takes the preheaders away that loops were given. What is written to
//! variables that nothing reads (`whole-program`) goes.

use crate::edit::cfg_edit;
use crate::edit::late_names;
use crate::edit::locals::new_local;
use crate::effects::call_effects::call_flags;
use crate::ssa::update_ssa;
use gimple::builtins::Ecf;
use gimple::cfg::ENTRY;
use gimple::decl::flag;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::NameFlags;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;

/// `fixup_cfg` for the pass table.
pub const PASS: Pass = Pass::tree("fixup_cfg", execute).requires(Prop::CFG);

/// The instance after the passes over the unit.
const LATE: u32 = 3;

/// Brings a function up to date with what is known of those it calls and of the variables it writes
/// (`execute_fixup_cfg`).
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if cx.pass.instance == LATE {
        late_names::settle(cx.unit, f);
    }
    bring_up_to_date(cx, f, true)
}

/// The same for the inliner, which does so with every function: what is written to variables that nothing reads stays, as
/// other passes over the unit are still to find out about it.
pub fn fix_up_calls(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    bring_up_to_date(cx, f, false)
}

fn bring_up_to_date(cx: &mut PassContext<'_>, f: &mut Function, drops_writes: bool) -> Todo {
    let is_abort = |stmt| call_flags(cx.unit, f, stmt).contains(Ecf::LEAF | Ecf::NORETURN);
    // Nothing is executed after it: the other blocks need no look at their statements.
    let mut last = f.blocks.values().filter(|block| block.succs.is_empty());
    let aborts = last.any(|block| block.stmts.last.expand().is_some_and(is_abort));
    let mut todo = if aborts { Todo::CLEANUP_CFG } else { Todo::NONE };
    if !f.properties.intersects(Prop::SSA) {
        return todo;
    }
    let mut block = f.next_block(ENTRY);
    while block.is_some() {
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            let next = f.stmts[stmt].next;
            if drops_writes && writes_in_vain(cx, f, stmt) && drop_write(cx.unit, f, stmt) {
                stmt = next;
                continue;
            }
            todo |= fix_up_call(cx.unit, f, stmt);
            stmt = f.stmts[stmt].next;
        }
        block = f.next_block(block);
    }
    todo
}

/// Whether a statement writes a variable that nothing reads, and does nothing else that others see.
fn writes_in_vain(cx: &PassContext<'_>, f: &Function, stmt: StmtId) -> bool {
    let written = match &f.stmts[stmt].kind {
        StmtKind::Assign { lhs, .. } => *lhs,
        StmtKind::Call(call) => call.lhs,
        _ => return false,
    };
    matches!(written, Operand::Decl(_) | Operand::Tree(_))
        && !cx.options.optimize_debug
        && !f.stmts[stmt].has(StmtFlags::VOLATILE)
        && match cx.unit.trees.base_address(written) {
            Operand::Decl(var) => cx.unit.decls[var].has(flag::WRITE_ONLY),
            _ => false,
        }
}

/// Takes a write away; whether the statement is gone with it, which that of a call is not.
fn drop_write(unit: &mut Unit, f: &mut Function, stmt: StmtId) -> bool {
    if let StmtKind::Call(call) = &mut f.stmts[stmt].kind {
        call.lhs = Operand::None;
        f.update_stmt(unit, stmt);
        return false;
    }
    update_ssa::unlink_stmt_vdef(unit, f, stmt);
    f.remove_stmt(stmt);
    true
}

/// Brings a call up to date with what is known of the function.
fn fix_up_call(unit: &mut Unit, f: &mut Function, stmt: StmtId) -> Todo {
    let mut todo = Todo::NONE;
    let flags = call_flags(unit, f, stmt);
    if flags.intersects(Ecf::CONST | Ecf::PURE) {
        todo |= Todo::CLEANUP_CFG | Todo::UPDATE_SSA;
        update_ssa::update_stmt_without_vdef(unit, f, stmt);
    }
    if flags.intersects(Ecf::NORETURN) && end_block(unit, f, stmt) {
        todo |= Todo::CLEANUP_CFG;
    }
    todo
}

/// Lets a call that does not return end its block, and have no result; whether that is news. What leads on, the cleaning
/// of the CFG takes away.
fn end_block(unit: &mut Unit, f: &mut Function, stmt: StmtId) -> bool {
    let block = f.stmts[stmt].block;
    let on = f.stmts[stmt].next.is_some();
    if on {
        cfg_edit::split_block(f, block, stmt);
    }
    if let StmtKind::Call(call) = &mut f.stmts[stmt].kind
        && let Some(name) = call.lhs.ssa()
    {
        call.lhs = Operand::None;
        f.update_stmt(unit, stmt);
        // Its uses are after the call: until they are gone, any value will do.
        let var = new_local(unit, f, f.names[name].ty, None);
        let data = &mut f.names[name];
        (data.var, data.def) = (var, StmtId::NONE);
        data.flags |= NameFlags::DEFAULT_DEF;
        f.default_defs.insert(var, name);
    }
    on || !f.blocks[block].succs.is_empty()
}
