//! Preheaders: where a loop is entered from.

use crate::analyses;
use crate::graph::cfg_edit::{SwitchCases, redirect_edge_and_branch, split_edge};
use crate::graph::dominance::{Direction, Dominators};
use crate::loops::natural_loops;
use crate::ssa::update_ssa;
use dumps::Dump;
use gimple::cfg::{BlockId, EdgeId, edge_flag};
use gimple::function::Function;
use gimple::ssa::name_flag;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use std::fmt::Write;

/// The only edge into a loop from outside, made where there are several.
pub fn preheader_edge(
    unit: &mut Unit,
    f: &mut Function,
    tree: &Dominators,
    number: u32,
    cases: &mut SwitchCases,
) -> Option<EdgeId> {
    let header = f.loops.as_ref()?.table.get(number as usize)?.header;
    let enters = |f: &Function, edge: EdgeId| {
        let src = f.edges[edge].src;
        !(natural_loops::in_loop(f, src, number)
            || tree.contains(src) && tree.dominated_by(src, header))
    };
    let entries: Vec<EdgeId> =
        f.blocks[header].preds.iter().copied().filter(|&edge| enters(f, edge)).collect();
    if entries.iter().any(|&edge| f.edges[edge].flags & edge_flag::COMPLEX != 0) {
        return None;
    }
    match entries[..] {
        [] => None,
        [only] if f.edges[only].src == gimple::cfg::ENTRY => {
            let middle = split_edge(unit, f, only, cases);
            f.block_info[middle].loop_father = 0;
            f.single_succ(middle)
        }
        [only] => Some(only),
        _ => make_preheader(unit, f, header, &entries, cases),
    }
}

/// Gives every loop a preheader that leads nowhere else, and a latch that does (`loop_optimizer_init` with `LOOPS_NORMAL`).
/// Loops with several latches keep them. Lists the loops where dumps are written.
pub fn simplify_loops(unit: &mut Unit, f: &mut Function, dump: &mut Dump<'_>) {
    natural_loops::ensure_loops(f);
    let count = f.loops.as_ref().map_or(0, |loops| loops.table.len());
    if count <= 1 {
        return natural_loops::dump_loops(f, dump);
    }
    let mut cases = SwitchCases::default();
    let tree = analyses::take_dominators(f, Direction::Dominators);
    let numbers = f.loops.as_ref().map(natural_loops::preorder).unwrap_or_default();
    for &number in numbers.iter().skip(1) {
        let before = f.blocks.len();
        if let Some(edge) = preheader_edge(unit, f, &tree, number, &mut cases)
            && f.blocks[f.edges[edge].src].succs.len() > 1
        {
            split_edge(unit, f, edge, &mut cases);
        }
        if f.blocks.len() > before {
            let _ = writeln!(dump, "Created preheader block for loop {number}");
        }
    }
    for &number in numbers.iter().skip(1) {
        let Some(entry) = f.loops.as_ref().and_then(|loops| loops.table.get(number as usize))
        else {
            break;
        };
        let (header, latch) = (entry.header, entry.latch);
        if latch.is_none() || latch != header && f.blocks[latch].succs.len() == 1 {
            continue;
        }
        if let Some(edge) = f.find_edge(latch, header)
            && f.edges[edge].flags & edge_flag::COMPLEX == 0
        {
            split_edge(unit, f, edge, &mut cases);
        }
    }
    natural_loops::ensure_loops(f);
    natural_loops::dump_loops(f, dump);
}

/// Lets several edges into a header meet in a new block before it.
fn make_preheader(
    unit: &mut Unit,
    f: &mut Function,
    header: BlockId,
    entries: &[EdgeId],
    cases: &mut SwitchCases,
) -> Option<EdgeId> {
    let after = f.edges[entries[0]].src;
    let phis: Vec<StmtId> = f.phis(header).collect();
    let block = f.create_block(after);
    let father = f.block_info[after].loop_father;
    f.block_info[block].loop_father = father;
    let arguments: Vec<Vec<gimple::stmt::PhiArg>> = phis
        .iter()
        .map(|&phi| entries.iter().map(|&e| f.phi(phi).args[f.edges[e].dst_idx as usize]).collect())
        .collect();
    for &edge in entries {
        redirect_edge_and_branch(unit, f, edge, block, cases)?;
    }
    let into = f.make_edge_unchecked(block, header, edge_flag::FALLTHRU);
    f.edges[into].probability = gimple::cfg::Probability::ALWAYS;
    for (&phi, arguments) in phis.iter().zip(arguments) {
        let first = arguments[0];
        let mut value = first.value;
        if arguments.iter().any(|arg| arg.value != first.value) {
            let result = f.phi(phi).result;
            let name = update_ssa::duplicate_name(unit, f, result);
            if f.names[result].has(name_flag::VIRTUAL) {
                f.names[name].flags |= name_flag::VIRTUAL;
            }
            let new = f.create_phi(name, block);
            for (&edge, arg) in entries.iter().zip(&arguments) {
                f.add_phi_arg(new, edge, arg.value, arg.loc);
            }
            value = Operand::Ssa(name);
        }
        f.add_phi_arg(phi, into, value, first.loc);
    }
    Some(into)
}
