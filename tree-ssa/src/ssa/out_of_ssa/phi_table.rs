//! The φs of real names and what their edges bring, in two lists: every step out of SSA form asks for them again.
//!
//! ```text
//!   <bb 5>: # x_1 = PHI <x_2(3), 5(4), x_3(D)(6)>       row: x_1, bb 5       arguments: x_2   5   x_3(D), undefined
//! ```

use super::is_undefined;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::function::Function;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::PhiArg;
use gimple::tree::Operand;
use gimple::unit::Unit;

/// The φs in the order of the layout, and their arguments.
pub struct PhiTable {
    rows: Vec<Row>,
    arguments: Vec<Argument>,
}

/// A φ.
#[derive(Clone, Copy)]
pub struct Row {
    pub result: SsaName,
    pub block: BlockId,
    first: u32,
    count: u32,
}

/// What an edge brings to a φ.
#[derive(Clone, Copy)]
pub struct Argument {
    pub value: Operand,
    /// The edge is abnormal: nothing can be copied on it.
    pub abnormal: bool,
    /// A name without a defined value.
    pub undefined: bool,
}

impl Argument {
    /// What an edge brings that brings `value`.
    pub fn new(unit: &Unit, f: &Function, value: Operand, edge: EdgeId) -> Argument {
        Argument {
            value,
            abnormal: f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL),
            undefined: value.ssa().is_some_and(|name| is_undefined(unit, f, name)),
        }
    }

    /// The name, if there is one and it has a value.
    pub fn name(&self) -> Option<SsaName> {
        self.value.ssa().filter(|_| !self.undefined)
    }

    /// Whether it takes a copy: it is defined, and the edge admits one.
    pub fn is_copyable(&self) -> bool {
        !self.abnormal && !self.undefined && self.value.is_some()
    }
}

impl PhiTable {
    /// Looks at all φs. They must not change while the table is used.
    pub fn of(unit: &Unit, f: &Function) -> PhiTable {
        // Each φ defines a name and each argument is a use, but for constants; room that stays empty costs nothing.
        let mut table = PhiTable {
            rows: Vec::with_capacity(f.names.len()),
            arguments: Vec::with_capacity(f.uses.len()),
        };
        for block in f.block_iter() {
            for phi in f.phis(block).map(|stmt| f.phi(stmt)) {
                if f.names[phi.result].has(NameFlags::VIRTUAL) {
                    continue;
                }
                let first = table.arguments.len() as u32;
                let args = phi.args.iter().zip(&f.blocks[block].preds);
                let new = |arg: &PhiArg, edge| Argument::new(unit, f, arg.value, edge);
                table.arguments.extend(args.map(|(arg, &edge)| new(arg, edge)));
                let count = phi.args.len() as u32;
                table.rows.push(Row { result: phi.result, block, first, count });
            }
        }
        table
    }

    /// The φs, those of one block together.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// What the edges into its block bring to a φ, in their order.
    pub fn arguments(&self, row: &Row) -> &[Argument] {
        &self.arguments[row.first as usize..][..row.count as usize]
    }

    /// All arguments of all φs.
    pub fn all_arguments(&self) -> &[Argument] {
        &self.arguments
    }
}
