//! Undefined behaviour that a program looks for itself (`-fsanitize=undefined -fsanitize-undefined-trap-on-error`).
//!
//! What the source shows the front end has checked already: shifts, divisions, subscripts. [`ubsan`] checks what GIMPLE
//! shows, soon after SSA form is built; mostly by calls of internal functions, which optimisation can compare and
//! remove. [`sanopt`] makes conditions and traps of those that are left, at the end. [`sancov`] is about no undefined behaviour: blocks say that they run.

pub mod sancov;
pub mod sanopt;
pub mod ubsan;

use crate::scalar::harden::trap_from;
use gimple::cfg::{EdgeFlags, NO_COUNT, Probability};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::edge_count;
use tree_ssa::edit::cfg_edit::split_block;

/// Lets the program end before a statement where `a code b`.
fn trap_if(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    before: StmtId,
    code: TreeCode,
    operands: [Operand; 2],
) {
    let block = f.stmts[before].block;
    let check = Cursor::before(before).like(f, before).cond(cx.unit, f, code, operands);
    let onwards = split_block(f, block, check);
    let rarely = (EdgeFlags::TRUE_VALUE, Probability::HARDLY);
    let trap = trap_from(cx, f, block, rarely, onwards);
    if let Some(stmt) = f.last_stmt(trap) {
        f.stmt_info[stmt] = f.stmt_info[before];
    }
    let taken = f.single_pred(trap).map(|edge| edge_count(f, edge));
    f.block_info[trap].count = taken.unwrap_or(NO_COUNT);
}
