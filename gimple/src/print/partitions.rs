//! A function that out-of-SSA has given partitions, as it will be: partitions for variables, copies for φs.
//!
//! ```text
//!   int i.0;
//!   <bb 3> :
//!   i.1 = i.0 + 1;
//!   i.0 = i.1;
//!   if (i.1 <= 9)
//! ```

use super::{Flags, Printer};
use crate::cfg::BlockId;
use crate::function::Function;
use crate::partitions::{PartitionId, Place};
use crate::ssa::SsaName;
use crate::unit::Unit;

/// A function with partitions, without its φs. One without partitions prints as it is.
pub fn dump_out_of_ssa(out: &mut String, unit: &Unit, function: &Function, flags: Flags) {
    let mut printer = Printer::new(out, unit, Some(function), flags);
    printer.partitions = function.partitions.is_some();
    printer.function(function);
}

impl Printer<'_> {
    /// The partition a name prints by.
    pub(super) fn partition(&self, name: SsaName) -> Option<PartitionId> {
        if !self.partitions {
            return None;
        }
        self.function?.partitions.as_ref()?.of(name).expand()
    }

    /// `i.3`; `_.3` for one without a variable.
    pub(super) fn partition_name(&mut self, id: PartitionId) {
        let parts = self.function.and_then(|f| f.partitions.as_ref());
        let var = parts.and_then(|parts| parts.table[id].var.expand());
        match var.and_then(|var| self.unit.decls[var].name) {
            Some(symbol) => self.symbol(symbol),
            None => self.text("_"),
        }
        self.number(format_args!(".{}", id.0));
    }

    /// The lines that declare the partitions; whether there is any.
    pub(super) fn partition_declarations(&mut self, f: &Function) -> bool {
        let Some(parts) = &f.partitions else { return false };
        for (id, partition) in parts.table.iter() {
            self.text("  ");
            self.type_name(partition.ty);
            self.text(" ");
            self.partition_name(id);
            self.text(";\n");
        }
        !parts.table.is_empty()
    }

    /// The copies at the end of a block.
    pub(super) fn partition_copies(&mut self, f: &Function, block: BlockId) {
        let parts = f.partitions.as_ref();
        for copy in parts.and_then(|parts| parts.copies.get(&block)).map_or(&[][..], Vec::as_slice)
        {
            self.text("  ");
            self.place(copy.dst);
            self.text(" = ");
            self.place(copy.src);
            self.text(";\n");
        }
    }

    fn place(&mut self, place: Place) {
        match place {
            Place::Partition(id) => self.partition_name(id),
            Place::SavedOf(id) => {
                self.text("saved.");
                self.number(id.0);
            }
            Place::Value(value) => self.operand(value),
        }
    }
}
