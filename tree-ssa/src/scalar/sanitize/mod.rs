//! Undefined behaviour that a program looks for itself (`-fsanitize=undefined -fsanitize-undefined-trap-on-error`).
//!
//! What the source shows the front end has checked already: shifts, divisions, subscripts. [`ubsan`] checks what GIMPLE
//! shows, soon after SSA form is built; mostly by calls of internal functions, which optimisation can compare and
//! remove. [`sanopt`] makes conditions and traps of those that are left, at the end. [`sancov`] is about no undefined behaviour: blocks say that they run.

pub mod sancov;
pub mod sanopt;
pub mod ubsan;

use crate::build::Cursor;
use crate::graph::cfg_edit::{edge_count, split_block};
use gimple::cfg::{Probability, edge_flag};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::stmt::StmtId;
use gimple::tree::Operand;

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
    let trap = f.create_block(block);
    Cursor::end(trap).like(f, before).trap(cx.unit, f);
    if f.loops.is_some() {
        f.block_info[trap].loop_father = LoopId::ROOT;
    }
    let edge = f.make_edge_unchecked(block, trap, edge_flag::TRUE_VALUE);
    f.edges[edge].probability = Probability::HARDLY;
    f.block_info[trap].count = edge_count(f, edge);
    let onwards = &mut f.edges[onwards];
    onwards.flags = onwards.flags & !edge_flag::FALLTHRU | edge_flag::FALSE_VALUE;
    onwards.probability = Probability::HARDLY.inverse();
}
