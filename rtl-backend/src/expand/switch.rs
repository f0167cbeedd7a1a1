//! Switches: jump tables. What has no table is compared with one case after the other, where the pass `switchlower` was
//! left out.
//!
//! ```text
//! switch (x)                              x - 1 > 9 ? go to <L2>
//!   case 1: <L1>, case 2: <L3>, ...  =>   go to what stands in the table at x - 1
//!   default: <L2>
//! ```

use super::{Expander, Result};
use crate::rtl::code::Code;
use crate::rtl::function::InsnId;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::cfg::BlockId;
use gimple::decl::DeclId;
use gimple::stmt::{Case, Switch};
use tree_ssa::analyses::switch_clusters::{Entry, Limits, distance};
use tree_ssa::edit::cfg_edit::is_unreachable_block;

impl Expander<'_> {
    pub(super) fn switch(&mut self, switch: &Switch) -> Result<()> {
        let ty = self.unit.type_of(self.f, switch.index);
        let (index, mode) = self.scalar(switch.index)?;
        let unsigned = self.unit.types.is_unsigned(ty);
        let default_block = self.case_block(switch.cases[0].label);
        let default = self.block_label(default_block);
        let entries = self.case_entries(switch);
        if Limits::fits_table(&entries) && !self.em.f.rtx.is_multiword(mode) {
            let reached = !is_unreachable_block(self.unit, self.f, default_block);
            if !reached {
                self.block_marks.unreached.insert(default);
            }
            self.table_from((index, mode), &entries, reached.then_some(default));
        } else if Limits::fits_table(&entries) {
            let index = self.em.force_reg(mode, index);
            self.wide_table(index, mode, &entries, default);
        } else {
            for &entry in &entries {
                self.test_range(index, mode, unsigned, entry);
            }
            self.em.emit_jump(default);
        }
        Ok(())
    }

    fn case_block(&self, label: DeclId) -> BlockId {
        self.f.labels.block(label).expect("the labels of a switch stand in blocks")
    }

    /// The cases in order of value.
    fn case_entries(&self, switch: &Switch) -> Vec<Entry> {
        let value = |id| self.unit.consts.as_int(id).unwrap_or(0);
        let entry = |case: &Case| {
            let low = value(case.low);
            let high = if case.high.is_some() { value(case.high) } else { low };
            let comparisons = if high == low { 1 } else { 2 };
            Entry { low, high, target: self.case_block(case.label).0, comparisons }
        };
        let mut cases = switch.cases[1..].to_vec();
        cases.sort_by_key(|case| self.unit.case_range(case));
        cases.iter().map(entry).collect()
    }

    /// Goes to a case's block if the index is in its range.
    fn test_range(&mut self, index: RtxId, mode: Mode, unsigned: bool, case: Entry) {
        let label = self.block_label(BlockId(case.target));
        if case.low == case.high {
            let value = self.em.wide_int(mode, case.low);
            self.em.branch(Code::Eq, mode, index, value, label, None);
            return;
        }
        let (less, inside) = if unsigned { (Code::Ltu, Code::Leu) } else { (Code::Lt, Code::Le) };
        let skip = self.em.new_label();
        let bound = self.em.wide_int(mode, case.low);
        self.em.branch(less, mode, index, bound, skip, None);
        let bound = self.em.wide_int(mode, case.high);
        self.em.branch(inside, mode, index, bound, label, None);
        self.em.emit_label(skip);
    }

    /// Goes to what stands at an index in a table, whose first entry is that of the first case, or of 0 if that is near.
    fn table_from(
        &mut self,
        (index, mode): (RtxId, Mode),
        cases: &[Entry],
        default: Option<InsnId>,
    ) {
        const NEAR: std::ops::Range<i128> = 1..3;
        let (first, last) = (cases[0], cases[cases.len() - 1]);
        let low = if NEAR.contains(&first.low) { 0 } else { first.low };
        let index = if low == 0 {
            index
        } else {
            let base = self.em.wide_int(mode, low);
            self.em.binop(Code::Minus, mode, index, base)
        };
        if let Some(default) = default {
            let span = self.em.wide_int(mode, distance(low, last.high) as i128);
            self.em.branch(Code::Gtu, mode, index, span, default, None);
        }
        let gap = default.unwrap_or_else(|| self.block_label(BlockId(last.target)));
        // The labels are named from the last case to the first.
        let mut targets = vec![gap; distance(low, last.high) as usize + 1];
        let mut table = InsnId::NIL;
        for case in cases.iter().rev() {
            let label = self.block_label(BlockId(case.target));
            if !table.exists() {
                table = self.em.new_label();
            }
            let range = distance(low, case.low) as usize..=distance(low, case.high) as usize;
            targets[range].fill(label);
        }
        let unsigned = self.em.is_read_unsigned(index);
        let index = self.em.convert(index, mode, self.em.word_mode(), unsigned);
        self.em.table_jump(index, table, targets);
    }

    /// Goes to what stands at the index, a number of a double word, in a table of addresses.
    fn wide_table(&mut self, index: RtxId, mode: Mode, cases: &[Entry], default: InsnId) {
        let (low, high) = (cases[0].low, cases[cases.len() - 1].high);
        let base = self.em.wide_int(mode, low);
        let offset = self.em.binop(Code::Minus, mode, index, base);
        let offset = self.em.force_reg(mode, offset);
        let span = self.em.int(distance(low, high) as i64);
        self.em.branch(Code::Gtu, mode, offset, span, default, None);
        let offset = self.em.convert(offset, mode, self.em.word_mode(), true);
        let mut targets = Vec::new();
        for case in cases {
            let label = self.block_label(BlockId(case.target));
            targets.resize(distance(low, case.low) as usize, default);
            targets.resize(distance(low, case.high) as usize + 1, label);
        }
        let table = self.em.new_label();
        self.em.table_jump(offset, table, targets);
    }
}
