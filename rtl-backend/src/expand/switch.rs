//! Switches: a balanced tree of comparisons over cases, jump tables and tests of bits.
//!
//! ```text
//! switch (x)                              x - 97 > 20 ? go to <L2>
//!   case 97, 101, 105, 111, 117: <L1>  =>  mask >> (x - 97) & 1 ? go to <L1>
//!   default: <L2>                          go to <L2>
//! ```

use super::{Expander, Result};
use crate::rtl::code::Code;
use crate::rtl::function::InsnId;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::cfg::BlockId;
use gimple::decl::DeclId;
use gimple::options::Flag;
use gimple::stmt::{Case, Switch};
use tree_ssa::lowering::switch_clusters::{Entry, Group, Kind, Limits, groups};

/// Sorted cases, each with the number of the block it leads to, and how they are told apart.
struct Plan {
    entries: Vec<Entry>,
    groups: Vec<Group>,
}

impl Plan {
    fn of(&self, group: Group) -> &[Entry] {
        &self.entries[group.from..group.to]
    }

    fn high(&self, group: Group) -> i128 {
        self.entries[group.to - 1].high
    }
}

impl Expander<'_> {
    pub(super) fn switch(&mut self, switch: &Switch) -> Result<()> {
        let ty = self.unit.type_of(self.f, switch.index);
        let (index, mode) = self.scalar(switch.index)?;
        let unsigned = self.unit.types.is_unsigned(ty);
        let default = self.case_block(switch.cases[0].label);
        let entries = self.case_entries(switch, default);
        let (index, mode) = if mode == Mode::TI {
            (index, mode)
        } else {
            let wide = self.em.convert(index, mode, Mode::DI, unsigned);
            (self.em.force_reg(Mode::DI, wide), Mode::DI)
        };
        let limits = Limits {
            word: 64,
            jump_tables: self.options.on(Flag::JumpTables) && mode == Mode::DI,
            bit_tests: self.options.on(Flag::BitTests) && mode == Mode::DI,
            growth: Limits::growth(self.options.optimize_size),
        };
        let groups = groups(limits, &entries);
        self.decide(index, mode, unsigned, &Plan { entries, groups }, default);
        Ok(())
    }

    fn case_block(&self, label: DeclId) -> BlockId {
        self.f.labels.block(label).expect("the labels of a switch stand in blocks")
    }

    /// The cases in order of value, neighbours with one target joined, those that go to the default left out.
    fn case_entries(&self, switch: &Switch, default: BlockId) -> Vec<Entry> {
        let value = |id| self.unit.consts.as_int(id).unwrap_or(0);
        let entry = |case: &Case| {
            let low = value(case.low);
            let high = if case.high.is_some() { value(case.high) } else { low };
            let comparisons = if high == low { 1 } else { 2 };
            Entry { low, high, target: self.case_block(case.label).0, comparisons }
        };
        let mut entries: Vec<Entry> = Vec::with_capacity(switch.cases.len() - 1);
        let elsewhere = |entry: &Entry| entry.target != default.0;
        entries.extend(switch.cases[1..].iter().map(entry).filter(elsewhere));
        entries.sort_by_key(|entry| entry.low);
        entries.dedup_by(|next, last| {
            let joined = last.target == next.target && last.high + 1 == next.low;
            if joined {
                last.high = next.high;
                last.comparisons = 2;
            }
            joined
        });
        entries
    }

    /// A balanced decision tree over the groups. Its depth is logarithmic, and it is walked with a stack of its own.
    fn decide(&mut self, index: RtxId, mode: Mode, unsigned: bool, plan: &Plan, default: BlockId) {
        let default_label = self.block_label(default);
        let (less, greater) = if unsigned { (Code::Ltu, Code::Gtu) } else { (Code::Lt, Code::Gt) };
        let mut work: Vec<(usize, usize, Option<InsnId>)> = vec![(0, plan.groups.len(), None)];
        while let Some((from, to, label)) = work.pop() {
            if let Some(label) = label {
                self.em.emit_label(label);
            }
            if from == to {
                self.em.emit_jump(default_label);
                continue;
            }
            if to - from <= 2 {
                for &group in &plan.groups[from..to] {
                    let entries = plan.of(group);
                    match group.kind {
                        Kind::Simple => {
                            self.test_range(index, mode, (less, greater), entries[0]);
                        }
                        Kind::JumpTable => self.jump_table(index, entries, default_label),
                        Kind::BitTest => self.bit_test(index, entries, default_label),
                    }
                }
                self.em.emit_jump(default_label);
                continue;
            }
            let middle = from + (to - from) / 2;
            let right = self.em.new_label();
            let bound = self.em.wide_int(mode, plan.high(plan.groups[middle - 1]));
            self.em.branch(greater, mode, index, bound, right, None);
            work.push((middle, to, Some(right)));
            work.push((from, middle, None));
        }
    }

    /// Goes to a case's block if the index is in its range.
    fn test_range(&mut self, index: RtxId, mode: Mode, (less, greater): (Code, Code), case: Entry) {
        let label = self.block_label(BlockId(case.target));
        if case.low == case.high {
            let value = self.em.wide_int(mode, case.low);
            self.em.branch(Code::Eq, mode, index, value, label, None);
            return;
        }
        let skip = self.em.new_label();
        let bound = self.em.wide_int(mode, case.low);
        self.em.branch(less, mode, index, bound, skip, None);
        let bound = self.em.wide_int(mode, case.high);
        let inside = if greater == Code::Gtu { Code::Leu } else { Code::Le };
        self.em.branch(inside, mode, index, bound, label, None);
        self.em.emit_label(skip);
    }

    /// Counts the index from the first case; where it is beyond the last, goes on behind what follows, at the label.
    fn offset_within(&mut self, index: RtxId, cases: &[Entry]) -> (RtxId, InsnId) {
        let (low, high) = (cases[0].low, cases[cases.len() - 1].high);
        let skip = self.em.new_label();
        let base = self.em.wide_int(Mode::DI, low);
        let offset = self.em.binop(Code::Minus, Mode::DI, index, base);
        let offset = self.em.force_reg(Mode::DI, offset);
        let span = self.em.int((high - low) as i64);
        self.em.branch(Code::Gtu, Mode::DI, offset, span, skip, None);
        (offset, skip)
    }

    fn jump_table(&mut self, index: RtxId, cases: &[Entry], default: InsnId) {
        let (offset, skip) = self.offset_within(index, cases);
        let mut next = cases[0].low;
        let mut targets = Vec::new();
        for case in cases {
            let label = self.block_label(BlockId(case.target));
            targets.extend((next..case.low).map(|_| default));
            targets.extend((case.low..=case.high).map(|_| label));
            next = case.high + 1;
        }
        self.em.table_jump(offset, targets);
        self.em.emit_label(skip);
    }

    /// Looks the index up in a word for each target, those with most cases first.
    fn bit_test(&mut self, index: RtxId, cases: &[Entry], default: InsnId) {
        let (offset, skip) = self.offset_within(index, cases);
        let mut words: Vec<(u32, u64)> = Vec::new();
        for case in cases {
            let from = (case.low - cases[0].low) as u32;
            let count = (case.high - case.low + 1) as u32;
            let bits = (u64::MAX >> (64 - count)) << from;
            match words.iter_mut().find(|word| word.0 == case.target) {
                Some(word) => word.1 |= bits,
                None => words.push((case.target, bits)),
            }
        }
        words.sort_by_key(|word| std::cmp::Reverse(word.1.count_ones()));
        let one = self.em.int(1);
        let zero = self.em.int(0);
        let bit = match words[..] {
            [_] => None,
            _ => Some(self.em.binop(Code::Ashift, Mode::DI, one, offset)),
        };
        for (target, word) in words {
            let label = self.block_label(BlockId(target));
            let mask = self.em.int(word as i64);
            let mask = self.em.force_reg(Mode::DI, mask);
            let tested = match bit {
                Some(bit) => self.em.binop(Code::And, Mode::DI, bit, mask),
                None => {
                    let low = self.em.binop(Code::Lshiftrt, Mode::DI, mask, offset);
                    self.em.binop(Code::And, Mode::DI, low, one)
                }
            };
            let tested = self.em.force_reg(Mode::DI, tested);
            self.em.branch(Code::Ne, Mode::DI, tested, zero, label, None);
        }
        self.em.emit_jump(default);
        self.em.emit_label(skip);
    }
}
