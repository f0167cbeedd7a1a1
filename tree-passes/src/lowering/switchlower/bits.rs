//! Tests of bits: one word for each place that cases of a group lead to, looked up at the index.
//!
//! ```text
//!   case 1: case 5: case 9: goto <L0>;  case 2: case 8: goto <L6>;
//!
//!   _13 = 1 << a_3(D);    if ((_13 & 546) != 0) goto <L0>;    if ((_13 & 260) != 0) goto <L6>;
//! ```

use super::{Lowering, share_of};
use gimple::cfg::{BlockId, Probability};
use gimple::code::TreeCode;
use gimple::stmt::StmtId;
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::TypeId;
use tree_ssa::analyses::int_cost::counts_from_zero;
use tree_ssa::analyses::switch_clusters::{Entry, Group, distance};
use tree_ssa::edit::cfg_edit::edge_count;

/// How likely it is that an index is in no group where there is only one (`profile_probability::unlikely`).
const OUTSIDE: Probability = Probability::UNLIKELY;

/// A place, and the bits of the values that lead there.
struct Test {
    target: BlockId,
    bits: u64,
}

impl Lowering<'_, '_> {
    /// Tests which of the cases of a group fits (`bit_test_cluster::emit`).
    pub fn bits(&mut self, group: Group, block: BlockId) {
        let entries = self.entries[group.from..group.to].to_vec();
        let (first, high) = (entries[0].low, entries[entries.len() - 1].high);
        let range = distance(first, high) as u64 + 1;
        // A word holds small values as they are.
        let word = i128::from(self.cx.unit.target.word_bits);
        let mut low = first;
        let mut tests = tests_of(&entries, low);
        let masks = tests.iter().map(|test| test.bits);
        if first > 0 && high < word && counts_from_zero(&self.cx.unit.target, first as u32, masks) {
            low = 0;
            tests.iter_mut().for_each(|test| test.bits <<= first);
        }
        // Control goes on to the default.
        let default = self.default;
        let onwards = self.f.make_edge_unchecked(block, default, gimple::cfg::EdgeFlags::FALLTHRU);
        self.f.edges[onwards].probability = Probability::ALWAYS;
        let (index, ty) = if self.groups.len() == 1 {
            self.index_from(block, low)
        } else {
            self.index_within(block, low)
        };
        let mut block = block;
        if self.groups.len() == 1 {
            let span = self.cx.unit.int(ty, high.wrapping_sub(low));
            let outside = (TreeCode::Gt, index, span);
            block = self.branch_by_name(block, outside, default, OUTSIDE);
        }
        let long = self.word_type();
        let mut bit = None;
        if tests.len() > 1 {
            bit = Some(self.shifted(block, index, ty, long));
        }
        let mut left = range;
        for test in &tests {
            let zero = self.cx.unit.int(long, 0);
            let value = self.cx.unit.int(long, i128::from(test.bits));
            let found = match bit {
                Some(bit) => self.operation(block, long, TreeCode::BitAnd, [bit, value]),
                None => {
                    let index = self.narrowed(block, index, ty);
                    let low = self.operation(block, long, TreeCode::Rshift, [value, index]);
                    let one = self.cx.unit.int(long, 1);
                    self.operation(block, long, TreeCode::BitAnd, [low, one])
                }
            };
            let count = u64::from(test.bits.count_ones());
            let likely = share_of(count, left);
            left -= count;
            block = self.branch_by_name(block, (TreeCode::Ne, found, zero), test.target, likely);
        }
    }

    fn word_type(&mut self) -> TypeId {
        self.cx.unit.common.ulong
    }

    /// The index counted from a value, in its own type: a comparison before has told that it does not overflow.
    fn index_within(&mut self, block: BlockId, low: i128) -> (Operand, TypeId) {
        if low == 0 {
            return (self.index, self.ty);
        }
        let (ty, index) = (self.ty, self.index);
        if !self.cx.unit.types.is_unsigned(ty) {
            return self.index_from(block, low);
        }
        let less = self.constant(low.wrapping_neg());
        (self.operation(block, ty, TreeCode::Plus, [index, less]), ty)
    }

    /// An index as a count of bits.
    fn narrowed(&mut self, block: BlockId, index: Operand, ty: TypeId) -> Operand {
        let uint = self.cx.unit.common.uint;
        let bits = |ty| self.cx.unit.types.precision(ty);
        if bits(ty) == bits(uint) {
            return index;
        }
        self.operation(block, uint, TreeCode::Nop, [index, Operand::None])
    }

    /// `1 << index`.
    fn shifted(&mut self, block: BlockId, index: Operand, ty: TypeId, long: TypeId) -> Operand {
        let name = self.f.make_temp_ssa_name(long, Symbol::NONE, StmtId::NONE);
        let index = self.narrowed(block, index, ty);
        let one = self.cx.unit.int(long, 1);
        self.define(block, name, TreeCode::Lshift, [one, index])
    }

    /// As [`Lowering::branch`], by a name for the condition, with counts of how often control goes on.
    fn branch_by_name(
        &mut self,
        block: BlockId,
        (code, lhs, rhs): (TreeCode, Operand, Operand),
        target: BlockId,
        probability: Probability,
    ) -> BlockId {
        let bool_ = self.cx.unit.common.bool_;
        let known = self.f.block_info[block].count != gimple::cfg::NO_COUNT;
        let probability = if known { probability } else { Probability::UNKNOWN };
        let holds = self.operation(block, bool_, code, [lhs, rhs]);
        let no = self.cx.unit.int(bool_, 0);
        let rest = self.branch(block, (TreeCode::Ne, holds, no), target, probability);
        let edge = self.f.blocks[rest].preds[0];
        self.f.edges[edge].probability = probability.inverse();
        self.f.block_info[rest].count = edge_count(self.f, edge);
        rest
    }
}

/// The words to be looked at, those with most bits first.
fn tests_of(entries: &[Entry], low: i128) -> Vec<Test> {
    let mut tests: Vec<Test> = Vec::new();
    for entry in entries {
        let count = distance(entry.low, entry.high) as u32 + 1;
        let bits = (u64::MAX >> (64 - count)) << distance(low, entry.low);
        let target = BlockId(entry.target);
        match tests.iter_mut().find(|test| test.target == target) {
            Some(test) => test.bits |= bits,
            None => tests.push(Test { target, bits }),
        }
    }
    tests.sort_by_key(|test| std::cmp::Reverse(test.bits.count_ones()));
    tests
}
