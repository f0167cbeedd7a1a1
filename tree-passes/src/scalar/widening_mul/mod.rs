//! Pass `widening_mul`: multiplications become what the machine has for them.
//!
//! ```text
//! _1 = (__int128 unsigned) x_3(D);
//! _2 = (__int128 unsigned) y_4(D);
//! _5 = _1 * _2;                       =>     _5 = x_3(D) w* y_4(D);
//! ```
//!
//! `widen` finds products of two words that are one word each in truth, `fma` those that are added to something.
//! Linear in the function.

mod fma;
mod widen;

use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use tree_ssa::graph::analyses;

/// `widening_mul` for the pass table.
pub const PASS: Pass = Pass::tree("widening_mul", execute)
    .gate(|options, _| options.optimize >= 2)
    .requires(Prop::CFG_SSA)
    .follows(&[("veclower2", "products of vectors are products of their lanes by then")]);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let fuses = cx.unit.target.fused_multiply_add && cx.options.contracts();
    let (mut widened, mut fused) = (0u64, 0u64);
    // What is fused away may be the statement that comes next, so it stays until its block is done.
    let mut dead = Vec::new();
    for &block in analyses::reverse_post_order(f).iter() {
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            let next = f.stmts[stmt].next;
            if widen::convert(cx, f, stmt) {
                widened += 1;
            } else if fuses {
                fused += fma::convert(cx, f, stmt, &mut dead);
            }
            stmt = next;
        }
        dead.drain(..).rev().for_each(|stmt| f.remove_stmt(stmt));
    }
    cx.statistics.count("widening multiplications inserted", widened);
    cx.statistics.count("fused multiply-adds inserted", fused);
    Todo::NONE
}
