//! Loop-closed form: what a loop computes and others use leaves it through a φ (`rewrite_into_loop_closed_ssa`).
//!
//! ```text
//!   <bb 3> : i_1 = PHI <0(2), i_2(3)>           <bb 3> : i_1 = PHI <0(2), i_2(3)>
//!   i_2 = i_1 + 1;                              i_2 = i_1 + 1;
//!   if (i_2 < n_3(D)) ...              =>       if (i_2 < n_3(D)) ...
//!   <bb 4> : return i_2;                        <bb 4> : i_4 = PHI <i_2(3)>
//!                                               return i_4;
//! ```
//!
//! From each use outside the loop the blocks are followed back to the loop's exits; the update of SSA form does the
//! rest. The walks have a budget: names beyond it keep their form, on which nothing relies.

use crate::loops::loop_iterations::exits;
use crate::loops::natural_loops::in_loop;
use crate::ssa::update_ssa;
use dumps::Dump;
use gimple::cfg::{BlockId, ENTRY, edge_flag};
use gimple::function::Function;
use gimple::location::Location;
use gimple::ssa::{SsaName, name_flag};
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Blocks that walks may go through, for each block and name of the function.
const BUDGET: usize = 20;

/// Brings a function whose loops are known into loop-closed form.
pub fn close_loops(unit: &mut Unit, f: &mut Function, dump: &mut Dump<'_>) {
    let count = f.loops.as_ref().map_or(0, |loops| loops.table.len());
    if count <= 1 {
        return;
    }
    let exit_blocks: Vec<BTreeSet<BlockId>> = (0..count as u32)
        .map(|number| {
            let edges = if number == 0 { Vec::new() } else { exits(f, number) };
            edges.into_iter().map(|edge| f.edges[edge].dst).collect()
        })
        .collect();
    let mut budget = BUDGET * (f.blocks.len() + f.names.len());
    for number in 1..f.names.len() as u32 {
        let name = SsaName(number);
        let uses = uses_outside(f, name);
        if uses.is_empty() {
            continue;
        }
        for exit in live_exits(f, name, uses, &exit_blocks, &mut budget) {
            let phi = add_phi(unit, f, name, exit);
            if dump.details() {
                let text = crate::dump_text::stmt(unit, f, phi);
                // Errors of the dump's file wait in the dump manager.
                let _ = writeln!(dump, ";; Created LCSSA PHI: {text}");
            }
        }
    }
    update_ssa::update(unit, f, dump);
}

/// The loop a name is computed in; 0 if that is the function.
fn home(f: &Function, name: SsaName) -> u32 {
    let data = &f.names[name];
    if data.flags & (name_flag::RELEASED | name_flag::VIRTUAL | name_flag::ABNORMAL) != 0 {
        return 0;
    }
    let block = data.def.expand().and_then(|def| f.stmts[def].block.expand());
    block.map_or(0, |block| f.block_info[block].loop_father)
}

/// The blocks outside its loop in which a name is used: for a φ the one its argument comes from.
fn uses_outside(f: &Function, name: SsaName) -> Vec<BlockId> {
    let number = home(f, name);
    if number == 0 || number == u32::MAX {
        return Vec::new();
    }
    let place = |node: &gimple::ssa::UseNode| {
        let block = f.stmts[node.stmt].block;
        if f.is_phi(node.stmt) {
            f.edges[f.blocks[block].preds[node.slot as usize]].src
        } else {
            block
        }
    };
    f.imm_uses(name).map(place).filter(|&block| !in_loop(f, block, number)).collect()
}

/// The exits of its loop, and of those around it, by which a name comes to its uses; in order of their numbers.
fn live_exits(
    f: &Function,
    name: SsaName,
    uses: Vec<BlockId>,
    exit_blocks: &[BTreeSet<BlockId>],
    budget: &mut usize,
) -> BTreeSet<BlockId> {
    let number = home(f, name);
    let mut visited: FxHashSet<BlockId> = uses.iter().copied().collect();
    let mut work: Vec<BlockId> = visited.iter().copied().collect();
    while let Some(block) = work.pop() {
        if *budget == 0 {
            return BTreeSet::new();
        }
        *budget -= 1;
        for &edge in &f.blocks[block].preds {
            let src = f.edges[edge].src;
            if src != ENTRY && !in_loop(f, src, number) && visited.insert(src) {
                work.push(src);
            }
        }
    }
    let mut live = BTreeSet::new();
    let mut at = number;
    while let Some(entry) = f.loops.as_ref().and_then(|loops| loops.table.get(at as usize)) {
        let exits = &exit_blocks[at as usize];
        live.extend(exits.iter().filter(|block| visited.contains(block)));
        at = entry.outer;
    }
    let plain = |block: &BlockId| {
        f.blocks[*block].preds.iter().all(|&e| f.edges[e].flags & edge_flag::COMPLEX == 0)
    };
    live.retain(plain);
    live
}

fn add_phi(unit: &Unit, f: &mut Function, name: SsaName, block: BlockId) -> StmtId {
    let new = update_ssa::duplicate_name(unit, f, name);
    let phi = f.create_phi(new, block);
    update_ssa::register_new_name(f, new, name);
    for edge in f.blocks[block].preds.clone() {
        f.add_phi_arg(phi, edge, Operand::Ssa(name), Location::UNKNOWN);
    }
    phi
}
