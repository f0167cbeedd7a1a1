//! What the branches taken say of comparisons further down (predicated values).
//!
//! A comparison of two values leaves some of four outcomes possible: the first is less, they are equal, it is greater,
//! they are unordered. After a branch `if (a < b)` only the first is left, and in its other arm all but the first. One
//! entry a branch then answers every comparison of the two values, whichever way round it is written.

use super::home;
use super::near_table::{Mark, NearTable};
use super::reference::operand_words;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::tree::Operand;
use tree_ssa::graph::dominance::Dominators;

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const UNORDERED: u8 = 8;

/// Facts about one pair of values that are tried, latest first.
const MAX_FACTS: usize = 16;

/// A fact about a pair of values.
struct Fact {
    /// The block from which on it holds, in what that dominates.
    block: BlockId,
    /// The outcomes that are possible there.
    possible: u8,
    /// The number of the fact recorded before about the same pair, or [`NO_FACT`].
    before: u32,
}

const NO_FACT: u32 = u32::MAX;

/// What is known of pairs of values.
pub struct Facts {
    /// The number of the latest fact about each pair.
    latest: NearTable<[Operand; 2], u32>,
    facts: Vec<Fact>,
}

impl Facts {
    /// Nothing known, in a function of so many names.
    pub fn new(names: usize) -> Facts {
        Facts { latest: NearTable::new(names), facts: Vec::new() }
    }

    /// How much is known now.
    pub fn mark(&self) -> (usize, Mark) {
        (self.facts.len(), self.latest.mark())
    }

    /// Forgets what has come since.
    pub fn go_back(&mut self, (facts, latest): (usize, Mark)) {
        self.facts.truncate(facts);
        self.latest.go_back(latest, |pair| home(pair));
    }

    /// Records that below `block` the comparison has this truth. `nans`: whether the values may be unordered.
    pub fn record(
        &mut self,
        block: BlockId,
        code: TreeCode,
        ops: [Operand; 2],
        truth: bool,
        nans: bool,
    ) {
        let Some(outcomes) = outcomes(code) else { return };
        let all = LESS | EQUAL | GREATER | if nans { UNORDERED } else { 0 };
        let (ops, outcomes) = ordered(ops, outcomes);
        let possible = if truth { outcomes } else { !outcomes } & all;
        let before = self.latest.get(home(&ops), &ops).copied().unwrap_or(NO_FACT);
        self.latest.set(home(&ops), ops, self.facts.len() as u32);
        self.facts.push(Fact { block, possible, before });
    }

    /// The truth of a comparison in `block`, if what has been recorded decides it. At most [`MAX_FACTS`] facts are looked
    /// at.
    pub fn truth(
        &self,
        tree: &Dominators,
        block: BlockId,
        code: TreeCode,
        ops: [Operand; 2],
    ) -> Option<bool> {
        let (ops, outcomes) = ordered(ops, outcomes(code)?);
        let mut at = *self.latest.get(home(&ops), &ops)?;
        for _ in 0..MAX_FACTS {
            let &Fact { block: home, possible, before } = self.facts.get(at as usize)?;
            if possible & !outcomes == 0 && tree.dominated_by(block, home) {
                return Some(true);
            }
            if possible & outcomes == 0 && tree.dominated_by(block, home) {
                return Some(false);
            }
            at = before;
        }
        None
    }
}

/// The outcomes in which a comparison is true.
fn outcomes(code: TreeCode) -> Option<u8> {
    use TreeCode::*;
    Some(match code {
        Lt => LESS,
        Le => LESS | EQUAL,
        Gt => GREATER,
        Ge => GREATER | EQUAL,
        Eq => EQUAL,
        Ne => LESS | GREATER | UNORDERED,
        Unlt => LESS | UNORDERED,
        Unle => LESS | EQUAL | UNORDERED,
        Ungt => GREATER | UNORDERED,
        Unge => GREATER | EQUAL | UNORDERED,
        Uneq => EQUAL | UNORDERED,
        Ltgt => LESS | GREATER,
        Ordered => LESS | EQUAL | GREATER,
        Unordered => UNORDERED,
        _ => return None,
    })
}

/// The pair of operands in the order in which it is kept, with the outcomes as seen from there.
fn ordered(ops: [Operand; 2], outcomes: u8) -> ([Operand; 2], u8) {
    let [a, b] = ops;
    if operand_words(a) <= operand_words(b) {
        return (ops, outcomes);
    }
    let mirrored = outcomes & (EQUAL | UNORDERED)
        | if outcomes & LESS != 0 { GREATER } else { 0 }
        | if outcomes & GREATER != 0 { LESS } else { 0 };
    ([b, a], mirrored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gimple::cfg::{ENTRY, EXIT, EdgeFlags};
    use gimple::decl::DeclId;
    use gimple::function::Function;
    use gimple::ssa::SsaName;
    use rstest::rstest;
    use tree_ssa::graph::dominance::Direction;

    const A: Operand = Operand::Ssa(SsaName(1));
    const B: Operand = Operand::Ssa(SsaName(2));

    fn after(code: TreeCode, truth: bool, nans: bool) -> Facts {
        let mut facts = Facts::new(3);
        facts.record(BlockId(3), code, [A, B], truth, nans);
        facts
    }

    fn tree() -> Dominators {
        let mut f = Function::new(DeclId::NONE, 0);
        f.init_cfg();
        let mut last = ENTRY;
        for _ in 2..5 {
            let block = f.create_block(last);
            f.make_edge(last, block, EdgeFlags::FALLTHRU);
            last = block;
        }
        f.make_edge(last, EXIT, EdgeFlags::FALLTHRU);
        Dominators::compute(&f, Direction::Dominators)
    }

    #[rstest]
    #[case::itself(TreeCode::Lt, true, false, TreeCode::Lt, [A, B], Some(true))]
    #[case::inverse(TreeCode::Lt, true, false, TreeCode::Ge, [A, B], Some(false))]
    #[case::weaker(TreeCode::Lt, true, false, TreeCode::Ne, [A, B], Some(true))]
    #[case::other_way_round(TreeCode::Lt, true, false, TreeCode::Gt, [B, A], Some(true))]
    #[case::other_arm(TreeCode::Lt, false, false, TreeCode::Eq, [A, B], None)]
    #[case::other_arm_inverse(TreeCode::Lt, false, false, TreeCode::Ge, [A, B], Some(true))]
    #[case::not_less_may_be_unordered(TreeCode::Lt, false, true, TreeCode::Ge, [A, B], None)]
    #[case::less_is_ordered(TreeCode::Lt, true, true, TreeCode::Ordered, [A, B], Some(true))]
    #[case::other_values(TreeCode::Lt, true, false, TreeCode::Lt, [A, A], None)]
    fn a_branch_decides(
        #[case] code: TreeCode,
        #[case] truth: bool,
        #[case] nans: bool,
        #[case] asked: TreeCode,
        #[case] ops: [Operand; 2],
        #[case] expected: Option<bool>,
    ) {
        assert_eq!(after(code, truth, nans).truth(&tree(), BlockId(4), asked, ops), expected);
    }

    #[test]
    fn a_fact_holds_only_below_its_block() {
        let facts = after(TreeCode::Lt, true, false);
        assert_eq!(facts.truth(&tree(), BlockId(2), TreeCode::Lt, [A, B]), None);
    }
}
