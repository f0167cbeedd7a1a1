//! Preheaders: where a loop is entered from.

use crate::cleanup::closed_form::close_loops;
use crate::cleanup::latches;
use crate::edit::cfg_edit::SwitchCases;
use crate::edit::cfg_edit::make_forwarder_block;
use crate::edit::cfg_edit::split_edge;
use crate::graph::analyses;
use crate::graph::dominance::Dominators;
use crate::graph::natural_loops;
use crate::graph::natural_loops::ends;
use crate::graph::natural_loops::record_exits;
use dumps::Dump;
use dumps::putln;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::function::Function;
use gimple::loops::{LoopId, Loops};
use gimple::unit::Unit;
use std::fmt::Write;

/// Prepares the loops between `loopinit` and `loopdone` for a pass over them: they are simple, and their exits are known.
/// Says whether there are any, and what they compute leaves them through φs.
pub fn has_loops_in_closed_form(unit: &mut Unit, f: &mut Function) -> bool {
    simplify_loops(unit, f, &mut Dump::off());
    record_exits(f);
    f.loops.as_ref().is_some_and(|loops| loops.any() && loops.closed_form)
}

/// Gives every loop one latch, and a preheader and a latch that lead nowhere else (`loop_optimizer_init` with
/// `LOOPS_NORMAL`). Lists the loops where dumps are written.
pub fn simplify_loops(unit: &mut Unit, f: &mut Function, dump: &mut Dump<'_>) {
    // Between `loopinit` and `loopdone` loops are listed once.
    let mut silent = Dump::off();
    let listed = f.loops.as_ref().is_some_and(|loops| loops.simple_latches);
    let dump = if listed { &mut silent } else { dump };
    natural_loops::ensure_loops(f);
    if !f.loops.as_ref().is_some_and(Loops::any) {
        return natural_loops::dump_loops(f, dump);
    }
    let version = f.cfg_version;
    let tree = analyses::analysis::<Dominators>(f);
    if latches::disambiguate(unit, f, &tree, dump) {
        natural_loops::find_loops(f);
    }
    let mut cases = SwitchCases::default();
    let ids = f.loops.as_ref().map(Loops::preorder).unwrap_or_default();
    for &id in ids.iter().skip(1) {
        if let Some((header, latch)) = ends(f, id)
            && create_preheader(unit, f, id, header, latch, &mut cases)
        {
            putln!(dump, "Created preheader block for loop {}", id.0);
        }
    }
    for &id in ids.iter().skip(1) {
        let Some((header, latch)) = ends(f, id) else { continue };
        if latch != header && f.blocks[latch].succs.len() == 1 {
            continue;
        }
        if let Some(edge) = f.find_edge(latch, header)
            && !f.edges[edge].flags.intersects(EdgeFlags::COMPLEX)
        {
            split_edge(unit, f, edge, &mut cases);
        }
    }
    if f.cfg_version != version {
        // The loops are the same: the blocks that are new have been given theirs.
        let version = f.cfg_version;
        f.loops.iter_mut().for_each(|loops| loops.version = version);
        if f.loops.as_ref().is_some_and(|loops| loops.closed_form) {
            // What comes from one loop to a new preheader leaves that loop by the edge to it.
            close_loops(unit, f, &mut Dump::off());
        }
    }
    natural_loops::dump_loops(f, dump);
}

/// Makes a block before a loop's header where what enters it comes from several places, or from one that goes elsewhere
/// as well (`create_preheader`); whether one was made.
fn create_preheader(
    unit: &mut Unit,
    f: &mut Function,
    id: LoopId,
    header: BlockId,
    latch: BlockId,
    cases: &mut SwitchCases,
) -> bool {
    let entries: Vec<EdgeId> =
        f.blocks[header].preds.iter().copied().filter(|&e| f.edges[e].src != latch).collect();
    let leads_only_here = |edge: EdgeId| f.blocks[f.edges[edge].src].succs.len() == 1;
    let only_here = entries.iter().copied().rev().find(|&edge| leads_only_here(edge));
    let Some(back) = f.find_edge(latch, header) else { return false };
    if entries.is_empty()
        || entries.iter().any(|&e| f.edges[e].flags.intersects(EdgeFlags::COMPLEX))
    {
        return false;
    }
    let falls_back = f.edges[back].flags.intersects(EdgeFlags::FALLTHRU);
    let only_here = only_here.map(|edge| f.edges[edge].src);
    let made = if let [only] = entries[..] {
        if f.edges[only].src != gimple::cfg::ENTRY && only_here.is_some() {
            return false;
        }
        split_edge(unit, f, only, cases)
    } else {
        let between = make_forwarder_block(unit, f, header, cases, &|_, edge| edge != back);
        let (before, inside) = (f.edges[between].src, f.edges[between].dst);
        let latch = f.edges[back].src;
        let Some(entry) = f.loop_data_mut(id) else { return false };
        (entry.header, entry.latch) = (inside, latch);
        let outer = entry.outer;
        // The header may have been the latch of loops around.
        let mut around = outer;
        while let Some(entry) = f.loop_data_mut(around) {
            if entry.latch == before {
                entry.latch = inside;
            }
            around = entry.outer;
        }
        f.block_info[inside].loop_father = id;
        f.block_info[before].loop_father = outer;
        before
    };
    if falls_back {
        let first = f.edges[f.blocks[made].preds[0]].src;
        f.move_block_after(made, only_here.unwrap_or(first));
    }
    true
}
