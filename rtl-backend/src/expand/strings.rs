//! The string literals of a unit that code or data refer to, each with its `.LC` label.

use crate::output::unit::Unit as AsmUnit;
use gimple::constant::ConstId;
use rustc_hash::FxHashMap;

/// Literals in order of first use.
#[derive(Default)]
pub struct Strings {
    labels: FxHashMap<ConstId, u32>,
    fresh: Vec<(ConstId, u32)>,
}

impl Strings {
    /// The `.LC` number of a literal, given on first sight.
    pub fn label(&mut self, id: ConstId, asm: &mut AsmUnit) -> u32 {
        *self.labels.entry(id).or_insert_with(|| {
            let label = asm.new_constant_label();
            self.fresh.push((id, label));
            label
        })
    }

    /// The literals that were not yet written out.
    pub fn take_fresh(&mut self) -> Vec<(ConstId, u32)> {
        std::mem::take(&mut self.fresh)
    }
}
