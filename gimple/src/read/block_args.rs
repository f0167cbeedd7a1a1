//! Block arguments: `<bb 3> (x_1, y_2) :` and `goto <bb 3> (0, y_3);`, which become φs.
//!
//! A condition both of whose arms lead to one block, with other arguments each, is two edges between the same blocks, which
//! the CFG does not have: the second gets a block of its own.

use super::graph::Shown;
use super::{Reader, Result};
use crate::aside::Aside;
use crate::cfg::{BlockId, EXIT, EdgeFlags, Probability};
use crate::location::Location;
use crate::ssa::{SsaName, UseId};
use crate::stmt::{Phi, PhiArg, PhiArgs, StmtKind};
use crate::tree::Operand;
use crate::types::TypeId;
use rustc_hash::FxHashMap;

impl Reader<'_> {
    /// The parameters after a block's name.
    pub(super) fn block_parameters(&mut self, block: BlockId) -> Result<()> {
        if !self.eat("(")? {
            return Ok(());
        }
        let mut names = Vec::new();
        while !self.is(")") {
            names.push(self.ssa_operand()?);
            if !self.eat(",")? {
                break;
            }
        }
        self.expect(")")?;
        self.scope.parameters.push((block, names));
        Ok(())
    }

    /// The arguments after the block of a jump.
    pub(super) fn jump_arguments(&mut self) -> Result<Vec<Operand>> {
        let mut values = Vec::new();
        if self.eat("(")? {
            while !self.is(")") {
                values.push(self.operand(None)?);
                if !self.eat(",")? {
                    break;
                }
            }
            self.expect(")")?;
        }
        Ok(values)
    }

    /// `;; args <bb 3> (i_2)`, after `args`: what an edge brings that no jump shows.
    pub(super) fn hidden_arguments(&mut self, src: BlockId) -> Result<()> {
        self.expect("<")?;
        self.expect_word("bb")?;
        let dst = BlockId(self.index()?);
        self.expect(">")?;
        let args = self.jump_arguments()?;
        self.scope.arguments.insert((src, dst), args);
        Ok(())
    }

    /// Gives the second of two jumps from a condition to one block a block of its own.
    pub(super) fn separate_arms(&mut self, shown: &mut Vec<Shown>) {
        let mut first: FxHashMap<(BlockId, BlockId), EdgeFlags> = FxHashMap::default();
        let mut made = Vec::new();
        for jump in shown.iter_mut().filter(|jump| jump.flags.is_none()) {
            let kind = first.entry((jump.src, jump.dst)).or_insert(jump.kind);
            let arms = EdgeFlags::TRUE_VALUE | EdgeFlags::FALSE_VALUE;
            if *kind == jump.kind || !(*kind | jump.kind).contains(arms) {
                continue;
            }
            let block = self.f.create_block(self.f.prev_block(EXIT));
            made.push(Shown {
                src: block,
                dst: jump.dst,
                flags: None,
                kind: EdgeFlags::FALLTHRU,
                probability: Probability::ALWAYS,
                args: std::mem::take(&mut jump.args),
            });
            jump.dst = block;
        }
        shown.append(&mut made);
    }

    /// Makes φs of parameters and arguments, when the edges are known.
    pub(super) fn phis_of_parameters(&mut self, shown: &[Shown]) -> Result<()> {
        let mut arguments = std::mem::take(&mut self.scope.arguments);
        for jump in shown.iter().filter(|jump| !jump.args.is_empty()) {
            arguments.insert((jump.src, jump.dst), jump.args.clone());
        }
        for (block, names) in std::mem::take(&mut self.scope.parameters) {
            let sources: Vec<BlockId> =
                self.f.blocks[block].preds.iter().map(|&edge| self.f.edges[edge].src).collect();
            for (index, &result) in names.iter().enumerate() {
                let ty = self.f.names[result].ty;
                let mut args = PhiArgs::with_capacity(sources.len());
                for &src in &sources {
                    let given = arguments.get(&(src, block)).filter(|a| a.len() == names.len());
                    let Some(given) = given else {
                        let (src, dst) = (src.0, block.0);
                        return self.error(format!("jump {src} -> {dst} has too few arguments"));
                    };
                    let value = given[index];
                    let value = self.as_type(value, ty);
                    args.push(PhiArg { value, loc: Location::UNKNOWN, use_node: UseId::NONE });
                }
                self.add_phi(block, result, args);
            }
        }
        Ok(())
    }

    fn add_phi(&mut self, block: BlockId, result: SsaName, args: PhiArgs) {
        let kind = StmtKind::Phi(Aside::new(Phi { result, args }));
        let stmt = self.f.new_stmt(kind, Location::UNKNOWN);
        self.f.append_to_block(block, stmt);
    }

    /// A plain dump's integer, read before its type was known.
    fn as_type(&mut self, value: Operand, ty: TypeId) -> Operand {
        match value {
            Operand::Const(id) if self.unit.consts[id].ty != ty && self.scope.plain => {
                match self.unit.consts.as_int(id) {
                    Some(number) => self.unit.int(ty, number),
                    None => value,
                }
            }
            _ => value,
        }
    }
}
