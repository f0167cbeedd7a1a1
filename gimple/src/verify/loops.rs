//! The loop verifier: the tree is a tree with right depths; each block belongs to the innermost loop whose header
//! dominates it among those around it; a header dominates its loop; a latch is a predecessor of the header inside the
//! loop; exits that are recorded are those there are. In loop-closed form no name is used outside the loop it is computed
//! in. Loops made for another state of the CFG are not looked at: whoever needs them makes them anew.

use super::dominance::Dominance;
use super::{Entity, Report, Verdict};
use crate::cfg::{BlockId, EdgeId};
use crate::function::Function;
use crate::loops::{LoopId, Loops};
use crate::ssa::{NameFlags, UseNode};
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
        let father = f.loop_of(block);
        let problem = match loops.get(father).filter(|l| l.live) {
            None => format!("block belongs to loop {}, which is none", father.0),
            Some(l) if !dominance.dominates(l.header, block) => {
                format!("header of loop {} does not dominate it", father.0)
            }
            Some(_) => continue,
        };
        r.add(Entity::Block(block), problem);
    }
    if !r.errors.is_empty() {
        return r.finish();
    }
    for (number, l) in loops.iter().filter(|(_, l)| l.live) {
        if !dominance.reachable(l.header) {
            r.add(Entity::Loop(number), "loop header is unreachable");
            continue;
        }
        if f.loop_of(l.header) != number {
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
    if loops.exits_version == Some(f.cfg_version) {
        exits(&mut r, loops);
    }
    if loops.closed_form {
        closed_form(&mut r, loops);
    }
    r.finish()
}

/// That each loop has its exits recorded, and nothing else.
fn exits(r: &mut Report<'_>, loops: &Loops) {
    let f = r.f;
    let recorded = loops.ids().flat_map(|id| loops[id].exits.iter().map(move |&edge| (id, edge)));
    let mut recorded: Vec<(LoopId, EdgeId)> = recorded.collect();
    let mut there_are = Vec::new();
    for block in f.block_order() {
        for &edge in &f.blocks[block].succs {
            let mut left = f.loop_of(block);
            while left != LoopId::ROOT && !loops.is_within(f.loop_of(f.edges[edge].dst), left) {
                there_are.push((left, edge));
                left = loops[left].outer;
            }
        }
    }
    recorded.sort_unstable();
    there_are.sort_unstable();
    if recorded != there_are {
        r.add(Entity::Function, "exits of loops are not those recorded");
    }
}

/// That what is computed in a loop is used in it only.
fn closed_form(r: &mut Report<'_>, loops: &Loops) {
    let f = r.f;
    for (name, data) in f.names.iter() {
        let apart = NameFlags::RELEASED | NameFlags::VIRTUAL | NameFlags::ABNORMAL;
        let block = data.def.expand().and_then(|def| f.stmts[def].block.expand());
        let Some(block) = block.filter(|_| !data.flags.intersects(apart)) else { continue };
        let home = f.loop_of(block);
        let inside = |node: &UseNode| loops.is_within(f.loop_of(f.block_of_use(node)), home);
        if !f.imm_uses(name).all(inside) {
            r.add(Entity::Name(name), format!("name is used outside of loop {home}"));
        }
    }
}

/// Depths and links of the tree. Returns whether loop numbers can be trusted.
fn tree(r: &mut Report<'_>, loops: &Loops) -> bool {
    for number in loops.ids() {
        let l = &loops[number];
        let ok = match loops.get(l.outer) {
            None => number == LoopId::ROOT && l.depth == 0,
            Some(outer) => outer.live && number != LoopId::ROOT && l.depth == outer.depth + 1,
        };
        if !ok {
            r.add(Entity::Loop(number), "wrong place in the loop tree");
        }
        if !r.f.is_live(l.header) {
            r.add(Entity::Loop(number), "loop header was removed");
        }
    }
    r.errors.is_empty()
}
