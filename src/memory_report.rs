//! `-fmem-report`, its second part: how large the unit's tables are at the end. The first, by activity, is
//! [`dumps::timing::TimeReport::memory_table`].

use dumps::putln;
use gimple::unit::Unit;
use std::fmt::Write;

/// The tables: their entries, and what those have without what they own.
pub fn tables(unit: &Unit) -> String {
    let mut text = format!("\n{:<36}{:>10}{:>12}\n", "Table of the unit", "entries", "bytes");
    let mut row = |name: &str, entries: usize, one: usize| {
        putln!(text, " {name:<35}{entries:>10}{:>12}", entries * one);
    };
    row("types", unit.types.len(), size_of::<gimple::types::Type>());
    row("declarations", unit.decls.len(), size_of::<gimple::decl::Decl>());
    row("trees", unit.trees.len(), size_of::<gimple::tree::TreeNode>());
    row("symbol table", unit.symtab().len(), size_of::<gimple::unit::SymtabNode>());
    text
}
