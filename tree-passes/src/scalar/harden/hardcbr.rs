//! Pass `hardcbr`: conditional jumps are checked on both paths (`-fharden-conditional-branches`).
//!
//! ```text
//! if (a_3(D) < b_4(D))          =>    if (a_3(D) < b_4(D))
//!   goto <bb 3>; else …                 goto <bb 6>; else …
//!                                     <bb 6>:
//!                                     __asm__("" : "=g" _11 : "0" a_3(D));
//!                                     __asm__("" : "=g" _12 : "0" b_4(D));
//!                                     if (_11 >= _12)
//!                                       goto <bb 7>; [0.00%]    __builtin_trap ();
//!                                     else
//!                                       goto <bb 3>; [100.00%]
//! ```

use super::{detached, reverse, trap_from};
use dumps::putln;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, Probability};
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::StmtKind;
use gimple::tree::Operand;
use std::fmt::Write;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::split_edge;
use tree_ssa::ssa::update_ssa;

/// `hardcbr` for the pass table.
pub const PASS: Pass = Pass::tree("hardcbr", execute)
    .gate(|options, _| options.on(Flag::HardenConditionalBranches))
    .requires(Prop::CFG_SSA)
    .todo(Todo::UPDATE_SSA.union(Todo::CLEANUP_CFG));

/// The pass. Linear in the blocks.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut changed = false;
    for block in f.block_order().into_iter().rev() {
        let Some(last) = f.last_stmt(block) else { continue };
        let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[last].kind else { continue };
        let Some(reversed) = reverse(cx, f, code, lhs) else { continue };
        for edge in f.blocks[block].succs.iter().copied().collect::<Vec<_>>() {
            check(cx, f, (block, edge), reversed, [lhs, rhs]);
        }
        changed = true;
    }
    if changed {
        update_ssa::mark_virtuals(f);
    }
    Todo::NONE
}

/// Checks on one path from a condition that it should have been taken.
fn check(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (from, edge): (BlockId, EdgeId),
    reversed: TreeCode,
    operands: [Operand; 2],
) {
    let was_true = f.edges[edge].flags.intersects(EdgeFlags::TRUE_VALUE);
    let to = f.edges[edge].dst;
    let block = split_edge(cx.unit, f, edge, &mut SwitchCases::default());
    let cond = Cursor::end(block).cond(cx.unit, f, reversed, operands);
    let copies = detached(cx, f, cond, operands);
    if let StmtKind::Cond { lhs, rhs, .. } = &mut f.stmts[cond].kind {
        [*lhs, *rhs] = copies;
    }
    f.update_stmt(cx.unit, cond);
    let onwards = f.find_edge(block, to).expect("the edge was split");
    let when = if was_true { EdgeFlags::TRUE_VALUE } else { EdgeFlags::FALSE_VALUE };
    let trap = trap_from(cx, f, block, (when, Probability::NEVER), onwards);
    if cx.dump.enabled() {
        let (from, to, block, trap) = (from.0, to.0, block.0, trap.0);
        putln!(
            cx.dump,
            "Splitting edge {from}->{to} into block {block}\n\
             Adding reversed compare to block {block}, and trap to block {trap}"
        );
    }
}
