//! The order in which variables are written where it need not be that of the source: GCC's, on which programs rely that
//! collect variables in sections of their own.
//!
//! GCC writes variables last first. With section anchors it first puts them into a block for each section: those that code
//! accesses in that order, then the others; and writes the blocks by the names of their sections.

use super::varasm::{AsmFile, DataKind, DataObject};
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::options::{Flag, Options};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};

/// The static variables that functions access in memory, in the order in which they are first met.
#[derive(Default)]
pub struct Accessed {
    order: Vec<DeclId>,
    seen: FxHashSet<DeclId>,
}

impl Accessed {
    /// Adds those of a function.
    pub fn note(&mut self, unit: &Unit, f: &Function) {
        for block in f.block_order() {
            for stmt in f.block_stmts(block) {
                f.for_each_read(stmt, &mut |op| self.access(unit, op));
                f.for_each_write(stmt, &mut |op| self.access(unit, op));
            }
        }
    }

    fn access(&mut self, unit: &Unit, op: Operand) {
        if !unit.is_memory_operand(op) {
            return;
        }
        let decl = match unit.trees.base_address(op) {
            Operand::Decl(decl) => decl,
            Operand::Tree(id) => match *unit.trees.kind(id) {
                TreeKind::MemRef { base, .. } => match unit.addressed(base) {
                    Some(Operand::Decl(decl)) => decl,
                    _ => return,
                },
                _ => return,
            },
            _ => return,
        };
        if unit.decls[decl].is_global() && self.seen.insert(decl) {
            self.order.push(decl);
        }
    }
}

/// Brings variables, which are in the order of the source, into the order in which they are written.
pub fn arrange(
    unit: &Unit,
    options: &Options,
    file: &AsmFile,
    accessed: &Accessed,
    variables: &mut [(DeclId, DataObject)],
) {
    variables.reverse();
    if !options.on(Flag::SectionAnchors) || options.on(Flag::DataSections) {
        return;
    }
    let ranks: FxHashMap<DeclId, usize> =
        accessed.order.iter().enumerate().map(|(rank, &decl)| (decl, rank)).collect();
    variables.sort_by_cached_key(|(decl, object)| {
        let section = file.section_of(object);
        let rank = ranks.get(decl).filter(|_| has_anchor(unit, *decl, &section));
        (block_of(object, section), rank.copied().unwrap_or(usize::MAX))
    });
}

/// Whether code gets at a variable by way of its section's anchor.
fn has_anchor(unit: &Unit, decl: DeclId, section: &str) -> bool {
    let small = [".sdata", ".sbss", ".srodata"].iter().any(|name| section.starts_with(name));
    !small && unit.decls[decl].flags & (flag::THREAD_LOCAL | flag::WEAK) == 0
}

/// What blocks are sorted by: what is in none, then sections without a name of their own by what they are for, then names.
fn block_of(object: &DataObject, section: String) -> (u8, String) {
    match (object.kind, section.as_str()) {
        (DataKind::Common, _) => (0, String::new()),
        (_, ".rodata") => (1, String::new()),
        (_, ".data") => (2, String::new()),
        (_, ".bss") => (3, String::new()),
        _ => (4, section),
    }
}
