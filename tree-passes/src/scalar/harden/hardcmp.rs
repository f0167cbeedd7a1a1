//! Pass `hardcmp`: comparisons whose result is a value are made again in reverse (`-fharden-compares`).
//!
//! ```text
//! _1 = a_2(D) < b_3(D);       =>    _1 = a_2(D) < b_3(D);
//!                                   __asm__("" : "=g" _7 : "0" a_2(D));
//!                                   __asm__("" : "=g" _8 : "0" b_3(D));
//!                                   _6 = _7 >= _8;
//!                                   if (_1 == _6)
//!                                     goto <bb 3>; [0.00%]    __builtin_trap ();
//!                                   else
//!                                     goto <bb 4>; [100.00%]
//! ```

use super::{comparison, detached, reverse, trap_from};
use dumps::putln;
use gimple::cfg::{BlockId, EdgeFlags, Probability};
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::types::TypeKind;
use std::fmt::Write;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::split_block;
use tree_ssa::edit::locals::duplicate_name;
use tree_ssa::ssa::update_ssa;

/// `hardcmp` for the pass table.
pub const PASS: Pass = Pass::tree("hardcmp", execute)
    .gate(|options, _| options.on(Flag::HardenCompares))
    .requires(Prop::CFG_SSA)
    .todo(Todo::UPDATE_SSA.union(Todo::CLEANUP_CFG))
    .follows(&[("hardcbr", "conditions made here are not made twice again")]);

/// The pass. Linear in the statements.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut changed = false;
    for block in f.block_order().into_iter().rev() {
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts.into_iter().rev() {
            changed |= repeat(cx, f, block, stmt);
        }
    }
    if changed {
        update_ssa::mark_virtuals(f);
    }
    Todo::NONE
}

/// Makes a comparison again, and compares what comes of both.
fn repeat(cx: &mut PassContext<'_>, f: &mut Function, block: BlockId, stmt: StmtId) -> bool {
    let Some((lhs, code, operands)) = comparison(f, stmt) else { return false };
    // Vectors are compared element by element by now.
    if matches!(cx.unit.types.kind(f.names[lhs].ty), TypeKind::Vector { .. }) {
        return false;
    }
    let Some(reversed) = reverse(cx, f, code, operands[0]) else { return false };
    let again = duplicate_name(cx.unit, f, lhs);
    let [first, again] = [lhs, again].map(Operand::Ssa);
    let check = Cursor::after(stmt).cond(cx.unit, f, TreeCode::Eq, [first, again]);
    let copies = detached(cx, f, check, operands);
    Cursor::before(check).assign(cx.unit, f, again, reversed, copies);
    let onwards = split_block(f, block, check);
    if cx.dump.enabled() {
        let rest = f.edges[onwards].dst.0;
        putln!(
            cx.dump,
            "Splitting block {} into {rest} before the conditional trap branch",
            block.0
        );
    }
    let trap = trap_from(cx, f, block, (EdgeFlags::TRUE_VALUE, Probability::NEVER), onwards);
    if cx.dump.enabled() {
        putln!(
            cx.dump,
            "Adding reversed compare to block {}, and trap to block {}",
            block.0,
            trap.0
        );
    }
    true
}
