//! How two names compare at the end of a path, by a branch on it that has compared them.
//!
//! ```text
//!   <bb 2> : if (a_1 > b_2) goto <bb 3>;           on 2->3->4:   a_1 >= b_2 holds
//!   <bb 3> : ...
//!   <bb 4> : if (a_1 >= b_2) ...
//! ```

use gimple::cfg::{BlockId, EdgeFlags};
use gimple::code::TreeCode;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use tree_ssa::analyses::ranges::View;
use tree_ssa::analyses::ranges::edges::defining_block;

/// Ways in which two values can compare, as bits.
const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;

/// Whether the condition at the end of a path, which has its last block first, holds or not; `None` if that is not known.
pub fn holds(view: View<'_>, path: &[BlockId], cond: StmtId) -> Option<bool> {
    let (code, left, right) = compared(view, cond)?;
    let wanted = ways(code)?;
    for position in 1..path.len() {
        let (block, next) = (path[position], path[position - 1]);
        // A definition on the path is another value than the one tested before it.
        let later = &path[..position];
        let defined = |name| defining_block(view, name).is_some_and(|block| later.contains(&block));
        if defined(left) || defined(right) {
            return None;
        }
        if let Some(known) = known_by(view, block, next, (left, right)) {
            if known & !wanted == 0 {
                return Some(true);
            }
            if known & wanted == 0 {
                return Some(false);
            }
        }
    }
    None
}

/// What the branch from a block to the next says of two names.
fn known_by(
    view: View<'_>,
    block: BlockId,
    next: BlockId,
    names: (SsaName, SsaName),
) -> Option<u8> {
    let (code, left, right) = compared(view, view.f.last_stmt(block)?)?;
    let said = ways(code)?;
    let edge = view.f.find_edge(block, next)?;
    // Both ways may lead there.
    if view.f.blocks[block].succs.iter().filter(|&&e| view.f.edges[e].dst == next).count() != 1 {
        return None;
    }
    let taken = view.f.edges[edge].flags.intersects(EdgeFlags::TRUE_VALUE);
    let said = if taken { said } else { !said & (LESS | EQUAL | GREATER) };
    if (left, right) == names {
        Some(said)
    } else if (right, left) == names {
        let swapped = (said & LESS) << 2 | (said & GREATER) >> 2;
        Some(said & EQUAL | swapped)
    } else {
        None
    }
}

/// The two names of integers or pointers that a condition compares.
fn compared(view: View<'_>, cond: StmtId) -> Option<(TreeCode, SsaName, SsaName)> {
    let StmtKind::Cond { code, lhs, rhs, .. } = view.f.stmts[cond].kind else { return None };
    let (left, right) = (lhs.ssa()?, rhs.ssa()?);
    view.kind_of(Operand::Ssa(left))?;
    Some((code, left, right))
}

fn ways(code: TreeCode) -> Option<u8> {
    Some(match code {
        TreeCode::Lt => LESS,
        TreeCode::Le => LESS | EQUAL,
        TreeCode::Gt => GREATER,
        TreeCode::Ge => GREATER | EQUAL,
        TreeCode::Eq => EQUAL,
        TreeCode::Ne => LESS | GREATER,
        _ => return None,
    })
}
