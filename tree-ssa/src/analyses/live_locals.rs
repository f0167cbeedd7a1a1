//! Which of a function's variables in memory may hold something at a place.
//!
//! A variable is dead before it is first named, and from where its life ends (`x ={v} {CLOBBER(eol)}`) until it is named
//! again: its address may be used after a place where it is named, but not beyond the end of its life. The variables that
//! may be alive on entry to each block are found going forward over the CFG until nothing changes.

use crate::effects::call_effects::is_clobber;
use crate::graph::analyses;
use fixedbitset::FixedBitSet;
use gimple::cfg::BlockId;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// Bits that the sets of all blocks may take together; beyond that nothing is found out.
const LARGEST: usize = 1 << 26;

/// What is alive on entry to the blocks of a function.
pub struct LiveLocals {
    numbers: FxHashMap<DeclId, usize>,
    on_entry: Vec<FixedBitSet>,
}

impl LiveLocals {
    /// Finds where `variables` may be alive. `None` for a function that is too large to ask this of.
    pub fn compute(unit: &Unit, f: &mut Function, variables: &[DeclId]) -> Option<LiveLocals> {
        if variables.len().saturating_mul(f.blocks.len()) > LARGEST {
            return None;
        }
        let numbers = variables.iter().enumerate().map(|(index, &var)| (var, index)).collect();
        let on_entry = vec![FixedBitSet::with_capacity(variables.len()); f.blocks.len()];
        let mut live = LiveLocals { numbers, on_entry };
        let order = analyses::reverse_post_order(f);
        let mut changed = true;
        while changed {
            changed = false;
            for &block in order.iter() {
                let mut set = live.on_entry[block.0 as usize].clone();
                live.through(unit, f, block, None, &mut set);
                for &edge in &f.blocks[block].succs {
                    let entry = &mut live.on_entry[f.edges[edge].dst.0 as usize];
                    if !set.is_subset(entry) {
                        entry.union_with(&set);
                        changed = true;
                    }
                }
            }
        }
        Some(live)
    }

    /// Whether a variable of those asked about may be alive before a statement.
    pub fn before(&self, unit: &Unit, f: &Function, stmt: StmtId) -> bool {
        let block = f.stmts[stmt].block;
        let mut set = self.on_entry[block.0 as usize].clone();
        self.through(unit, f, block, Some(stmt), &mut set);
        !set.is_clear()
    }

    /// What becomes of a set through the φs and statements of a block, to `until`.
    fn through(
        &self,
        unit: &Unit,
        f: &Function,
        block: BlockId,
        until: Option<StmtId>,
        set: &mut FixedBitSet,
    ) {
        for phi in f.phis(block) {
            f.phi(phi).args.iter().for_each(|arg| self.name(unit, arg.value, set));
        }
        for stmt in f.block_stmts(block) {
            if Some(stmt) == until {
                return;
            }
            match f.stmts[stmt].kind {
                StmtKind::Assign { lhs: Operand::Decl(var), .. } if is_clobber(unit, f, stmt) => {
                    if let Some(&number) = self.numbers.get(&var) {
                        set.remove(number);
                    }
                }
                _ => {
                    f.for_each_read(stmt, &mut |op| self.name(unit, op, set));
                    f.for_each_write(stmt, &mut |op| self.name(unit, op, set));
                }
            }
        }
    }

    /// Adds the variables an operand names.
    fn name(&self, unit: &Unit, op: Operand, set: &mut FixedBitSet) {
        match op {
            Operand::Decl(var) => {
                if let Some(&number) = self.numbers.get(&var) {
                    set.insert(number);
                }
            }
            Operand::Tree(id) => match *unit.trees.kind(id) {
                TreeKind::Addr(object) => self.name(unit, unit.trees.base_address(object), set),
                _ => {
                    // The base of a reference, and addresses in its indices and in constructors.
                    unit.trees.for_each_operand(id, |inner| self.name(unit, inner, set));
                }
            },
            _ => {}
        }
    }
}
