//! Which blocks every entry into a loop runs, and which loops are worth moving out of.

use gimple::cfg::{BlockId, EdgeFlags, NO_COUNT};
use gimple::function::Function;
use gimple::loops::{LoopId, Loops};
use gimple::pass::PassContext;
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::effects::call_effects;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops::preheader_edge;

/// Says no loop.
pub const NONE: LoopId = LoopId::ROOT;

/// For each block, the outermost loop in which it runs whenever the header does; [`NONE`] if there is none
/// (`fill_always_executed_in`).
pub fn always_executed_in(
    cx: &mut PassContext<'_>,
    f: &Function,
    tree: &Dominators,
    table: &Loops,
) -> Vec<LoopId> {
    let mut executed = vec![NONE; f.blocks.len()];
    let mut evolutions = Evolutions::default();
    for number in table.preorder().into_iter().skip(1) {
        let entry = &table[number];
        if executed[entry.header.0 as usize] != NONE || entry.latch.is_none() {
            continue;
        }
        let mut block = last_executed(cx, f, tree, table, number, &mut evolutions);
        loop {
            executed[block.0 as usize] = number;
            if cx.wants_remarks() {
                let text = format!("BB {} is always executed in loop {}", block.0, number.0);
                cx.plain_note("loop", f.decl, text);
            }
            if block == entry.header {
                break;
            }
            block = tree.idom(block);
        }
    }
    executed
}

/// The last of the blocks each iteration of a loop passes before it can be left or may stop in a call.
///
/// Blocks are taken in order of dominance; one that dominates the latch comes after all others below the same block.
fn last_executed(
    cx: &mut PassContext<'_>,
    f: &Function,
    tree: &Dominators,
    table: &Loops,
    number: LoopId,
    evolutions: &mut Evolutions,
) -> BlockId {
    let entry = &table[number];
    let mut inside = number;
    let mut last = entry.header;
    let mut work = vec![entry.header];
    while let Some(block) = work.pop() {
        if !table.is_within(f.loop_of(block), inside) {
            if !Scev::new(cx, f, tree, evolutions).is_finite(inside) {
                break;
            }
            inside = f.loop_of(block);
        }
        if tree.dominated_by(entry.latch, block) {
            last = block;
        }
        let leaves = |&edge: &gimple::cfg::EdgeId| {
            let edge = &f.edges[edge];
            !f.in_loop(edge.dst, number) || edge.flags.intersects(EdgeFlags::IRREDUCIBLE_LOOP)
        };
        if f.block_stmts(block).any(|stmt| call_effects::may_not_return(cx.unit, f, stmt))
            || f.blocks[block].succs.iter().any(leaves)
        {
            break;
        }
        let own = f.loop_of(block);
        if table[own].header == block {
            inside = own;
        }
        let first = work.len();
        let mut dominating = None;
        for child in tree.children(block).filter(|&child| f.in_loop(child, number)) {
            if tree.dominated_by(entry.latch, child) {
                dominating = Some(work.len());
            }
            work.push(child);
        }
        if let Some(dominating) = dominating {
            work.swap(first, dominating);
        }
    }
    last
}

/// How often loops are entered, compared with what is around them.
pub struct Heat {
    /// For each loop, that of the loops around it and itself which is entered least often.
    coldest: Vec<LoopId>,
    /// The next loop around it that is entered more often; [`NONE`] if there is none.
    hotter: Vec<LoopId>,
}

impl Heat {
    /// Compares the preheaders of loops (`fill_coldest_and_hotter_out_loop`).
    pub fn of(cx: &mut PassContext<'_>, f: &Function, table: &Loops) -> Heat {
        let mut heat =
            Heat { coldest: vec![NONE; table.count()], hotter: vec![NONE; table.count()] };
        for number in table.preorder().into_iter().skip(1) {
            let outer = table[number].outer;
            let mut coldest = if outer == NONE { number } else { heat.coldest[outer.0 as usize] };
            let inherited = if outer == NONE { NONE } else { heat.hotter[outer.0 as usize] };
            let Some(before) = preheader_edge(f, number).map(|edge| f.edges[edge].src) else {
                heat.coldest[number.0 as usize] = coldest;
                continue;
            };
            if colder_than_preheader(f, before, coldest) {
                coldest = number;
            }
            heat.coldest[number.0 as usize] = coldest;
            if inherited != NONE && colder_than_preheader(f, before, inherited) {
                heat.hotter[number.0 as usize] = inherited;
            }
            if outer != NONE && colder_than_preheader(f, before, outer) {
                heat.hotter[number.0 as usize] = outer;
            }
            if cx.wants_remarks() {
                let hotter = match heat.hotter[number.0 as usize] {
                    NONE => "NULL".to_owned(),
                    hotter => hotter.0.to_string(),
                };
                let text = format!(
                    "loop {}'s coldest_outermost_loop is {}, hotter_than_inner_loop is {hotter}",
                    number.0, coldest.0
                );
                cx.plain_note("loop", f.decl, text);
            }
        }
        heat
    }

    /// The loop a statement in `block` of loop `own` had best leave, if it can leave all up to `outermost`; `None` where
    /// it is executed less often than the loop is entered (`get_coldest_out_loop`).
    pub fn best_to_leave(
        &self,
        f: &Function,
        table: &Loops,
        outermost: LoopId,
        own: LoopId,
        block: BlockId,
    ) -> Option<LoopId> {
        if colder_than_preheader(f, block, own) {
            return None;
        }
        let depth = |number: LoopId| table[number].depth;
        let coldest = self.coldest[own.0 as usize];
        if depth(coldest) >= depth(outermost) {
            return Some(coldest);
        }
        match self.hotter[own.0 as usize] {
            NONE => Some(outermost),
            hotter if depth(hotter) < depth(outermost) => Some(outermost),
            hotter => table.at_depth(own, depth(hotter) + 1),
        }
    }
}

/// Whether a block is executed less often than a loop is entered.
fn colder_than_preheader(f: &Function, block: BlockId, number: LoopId) -> bool {
    let before = preheader_edge(f, number).map(|edge| f.edges[edge].src);
    let count = f.block_info[block].count;
    before.is_some_and(|before| {
        let entered = f.block_info[before].count;
        count != NO_COUNT && entered != NO_COUNT && count < entered
    })
}
