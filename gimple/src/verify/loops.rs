//! The loop verifier: the tree is a tree with right depths; each block belongs to the innermost loop whose header
//! dominates it among those around it; a header dominates its loop; a latch is a predecessor of the header inside the
//! loop. Loops made for another state of the CFG are not looked at: whoever needs them makes them anew.

use super::dominance::Dominance;
use super::{Entity, Report, Verdict};
use crate::cfg::BlockId;
use crate::function::Function;
use crate::loops::Loops;
use crate::unit::Unit;

/// Checks the loop tree, if there is a valid one.
pub fn verify_loops(unit: &Unit, f: &Function) -> Verdict {
    let mut r = Report::new(unit, f);
    let Some(loops) = f.loops.as_ref().filter(|loops| loops.version == f.cfg_version) else {
        return Ok(());
    };
    if !tree(&mut r, loops) {
        return r.finish();
    }
    let dominance = Dominance::new(f);
    for &block in &dominance.order {
        let father = f.block_info[block].loop_father;
        if loops.table.get(father as usize).is_none_or(|l| !l.live) {
            r.add(Entity::Block(block), format!("block belongs to loop {father}, which is none"));
        } else if !dominance.dominates(loops.table[father as usize].header, block) {
            r.add(Entity::Block(block), format!("header of loop {father} does not dominate it"));
        }
    }
    if !r.errors.is_empty() {
        return r.finish();
    }
    for (number, l) in loops.table.iter().enumerate().skip(1).filter(|(_, l)| l.live) {
        let number = number as u32;
        if !dominance.reachable(l.header) {
            r.add(Entity::Loop(number), "loop header is unreachable");
            continue;
        }
        if f.block_info[l.header].loop_father != number {
            r.add(Entity::Loop(number), "loop header belongs to another loop");
        }
        let latches: Vec<BlockId> = f.blocks[l.header]
            .preds
            .iter()
            .map(|&edge| f.edges[edge].src)
            .filter(|&src| dominance.reachable(src) && dominance.dominates(l.header, src))
            .collect();
        match latches[..] {
            [] => r.add(Entity::Loop(number), "loop without a way back"),
            [latch] if l.latch != latch => {
                r.add(Entity::Loop(number), format!("latch is <bb {}>", latch.0));
            }
            _ => {}
        }
    }
    r.finish()
}

/// Depths and links of the tree. Returns whether loop numbers can be trusted.
fn tree(r: &mut Report<'_>, loops: &Loops) -> bool {
    for (number, l) in loops.table.iter().enumerate().filter(|(_, l)| l.live) {
        let number = number as u32;
        let ok = match loops.table.get(l.outer as usize) {
            None => number == 0 && l.depth == 0,
            Some(outer) => outer.live && number != 0 && l.depth == outer.depth + 1,
        };
        if !ok {
            r.add(Entity::Loop(number), "wrong place in the loop tree");
        }
        if !r.f.is_live(l.header) {
            r.add(Entity::Loop(number), "loop header was removed");
        }
    }
    r.errors.is_empty() && !loops.table.is_empty()
}
