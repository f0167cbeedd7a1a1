//! Copies of blocks, with names of their own (`copy_bbs`).
//!
//! ```text
//!   <bb 3> :                          <bb 7> :
//!   # x_1 = PHI <...>                 # x_8 = PHI <>         registered as further definitions of x_1 and _2
//!   _2 = x_1 + 1;             =>      _9 = x_1 + 1;
//!   if (_2 > n_3(D)) ...              if (_2 > n_3(D)) ...   uses are renamed by the update of SSA form
//! ```

use crate::edit::cfg_edit::SwitchCases;
use crate::edit::cfg_edit::redirect_edge_and_branch;
use crate::edit::locals;
use crate::ssa::update_ssa;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::debug_stmts::DebugPlace;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// Copied blocks and their originals.
#[derive(Default)]
pub struct Copies {
    /// In the order of the originals.
    pub blocks: Vec<BlockId>,
    copies: FxHashMap<BlockId, BlockId>,
    originals: FxHashMap<BlockId, BlockId>,
}

impl Copies {
    /// The copy of a block.
    pub fn copy_of(&self, block: BlockId) -> Option<BlockId> {
        self.copies.get(&block).copied()
    }

    /// What a block is the copy of.
    pub fn original_of(&self, block: BlockId) -> Option<BlockId> {
        self.originals.get(&block).copied()
    }
}

/// Whether blocks can be copied: control neither arrives nor leaves in ways that cannot be redirected.
pub fn can_copy(f: &Function, blocks: &[BlockId]) -> bool {
    let plain = |edge: &EdgeId| !f.edges[*edge].flags.intersects(EdgeFlags::COMPLEX);
    blocks.iter().all(|&block| {
        f.blocks[block].succs.iter().all(plain) && f.blocks[block].preds.iter().all(plain)
    })
}

/// Copies blocks, after `after` in the layout. Edges between them become edges between the copies, others are doubled;
/// φs get their arguments by [`add_phi_arguments`], when the edges are where they are to be.
pub fn copy_blocks(
    unit: &mut Unit,
    f: &mut Function,
    blocks: &[BlockId],
    mut after: BlockId,
    cases: &mut SwitchCases,
) -> Copies {
    let mut made = Copies::default();
    for &block in blocks {
        let copy = copy_block(unit, f, block, after);
        made.blocks.push(copy);
        made.copies.insert(block, copy);
        made.originals.insert(copy, block);
        after = copy;
    }
    for &copy in &made.blocks {
        for edge in f.blocks[copy].succs.clone() {
            if let Some(inner) = made.copy_of(f.edges[edge].dst) {
                redirect_edge_and_branch(unit, f, edge, inner, cases);
            }
        }
    }
    made
}

/// Copies one block, after `after` in the layout, with its edges; φs they lead to lack arguments for them.
pub fn copy_block(unit: &mut Unit, f: &mut Function, block: BlockId, after: BlockId) -> BlockId {
    let copy = f.create_block(after);
    f.block_info[copy] = f.block_info[block].clone();
    copy_statements(unit, f, block, copy);
    for edge in f.blocks[block].succs.clone() {
        let old = f.edges[edge].clone();
        let new = f.make_edge_unchecked(copy, old.dst, old.flags);
        f.edges[new].probability = old.probability;
        (f.edges[new].loc, f.edges[new].scope) = (old.loc, old.scope);
    }
    copy
}

fn copy_statements(unit: &mut Unit, f: &mut Function, block: BlockId, copy: BlockId) {
    f.settle_debug(unit);
    let mut phi = f.blocks[block].phis.first;
    while phi.is_some() {
        let result = f.phi(phi).result;
        let name = locals::duplicate_name(unit, f, result);
        f.create_phi(name, copy);
        update_ssa::register_new_name(f, name, result);
        phi = f.stmts[phi].next;
    }
    let mut stmt = f.blocks[block].stmts.first;
    while stmt.is_some() {
        if !matches!(f.stmts[stmt].kind, StmtKind::Label(_)) {
            f.copy_debug(unit, DebugPlace::Before(stmt), DebugPlace::AtEnd(copy));
            copy_statement(unit, f, stmt, copy);
        }
        stmt = f.stmts[stmt].next;
    }
    f.copy_debug(unit, DebugPlace::AtEnd(block), DebugPlace::AtEnd(copy));
}

/// Copies a statement to the end of a block: what it defines gets new names, the virtual one first.
fn copy_statement(unit: &Unit, f: &mut Function, stmt: StmtId, to: BlockId) {
    let old = f.stmts[stmt].clone();
    let new = f.new_stmt_at(stmt, old.kind);
    f.stmts[new].flags = old.flags.without(StmtFlags::PASSING);
    f.stmts[new].vuse = old.vuse;
    if old.vdef.is_some() {
        f.stmts[new].vdef = new_definition(unit, f, old.vdef);
    }
    let mut written: Vec<SsaName> = Vec::new();
    f.for_each_write(new, &mut |op| written.extend(op.ssa()));
    for name in written {
        let copy = Operand::Ssa(new_definition(unit, f, name));
        f.map_operands(new, &mut |op, write| {
            if write && op == Operand::Ssa(name) { copy } else { op }
        });
    }
    f.append_to_block(to, new);
    f.update_stmt(unit, new);
}

fn new_definition(unit: &Unit, f: &mut Function, old: SsaName) -> SsaName {
    let name = locals::duplicate_name(unit, f, old);
    update_ssa::register_new_name(f, name, old);
    name
}

/// Gives φs the arguments that the copies' edges bring: those of the originals' edges (`add_phi_args_after_copy`).
pub fn add_phi_arguments(f: &mut Function, made: &Copies) {
    for &copy in &made.blocks {
        for edge in f.blocks[copy].succs.clone() {
            let dst = f.edges[edge].dst;
            if f.blocks[dst].phis.is_empty() {
                continue;
            }
            let from = made.original_of(copy).unwrap_or(copy);
            let to = made.original_of(dst).unwrap_or(dst);
            let Some(original) = f.find_edge(from, to) else { continue };
            let phis: Vec<(StmtId, StmtId)> = f.phis(to).zip(f.phis(dst)).collect();
            let index = f.edges[original].dst_idx as usize;
            for (phi, own) in phis {
                let argument = f.phi(phi).args[index];
                f.add_phi_arg(own, edge, argument.value, argument.loc);
            }
        }
    }
}
