//! Code hoisting: what all paths after a branch need and some compute at once is computed before the branch.

use super::Pre;
use super::sets::Bits;
use dumps::putln;
use gimple::cfg::BlockId;
use gimple::loops::LoopId;
use std::fmt::Write;
use std::rc::Rc;

impl Pre<'_> {
    /// Computes at the end of a branching block what is anticipated there and available after an edge of its.
    pub(super) fn hoist_to(&mut self, block: BlockId) {
        let succs = self.f.blocks[block].succs.clone();
        let has_other_ways = |&edge| self.f.blocks[self.f.edges[edge].dst].preds.len() != 1;
        if succs.len() < 2 || succs.iter().any(has_other_ways) || self.ends_otherwise(block) {
            return;
        }
        let antic = Rc::clone(&self.sets(block).antic_in);
        let father = self.f.loop_of(block);
        // What is available after the loop only would be moved across it.
        let stays = |dst: BlockId| father == LoopId::ROOT || self.f.in_loop(dst, father);
        let after: Vec<BlockId> =
            succs.iter().map(|&edge| self.f.edges[edge].dst).filter(|&dst| stays(dst)).collect();
        let mut wanted = Bits::default();
        for number in antic.values.iter() {
            let value = super::ValueId::variable(number);
            if !self.is_available(block, value)
                && after.iter().any(|&dst| self.is_available(dst, value))
            {
                wanted.insert(number);
            }
        }
        if wanted.is_empty() {
            return;
        }
        for expr in antic.sorted(&self.all, &wanted) {
            let value = self.all.value(expr);
            let text = if self.details { self.text(expr) } else { String::new() };
            if self.is_available(block, value) {
                if self.details {
                    putln!(
                        self.dump,
                        "Already inserted expression for {text} ({:04})",
                        value.number()
                    );
                }
                continue;
            }
            self.counts.hoisted += 1;
            if self.details {
                putln!(
                    self.dump,
                    "Inserting expression in block {} for code hoisting: {text} ({:04})",
                    block.0,
                    value.number()
                );
            }
            let ty = self.all.ty(expr);
            self.build(block, expr, ty, 0);
        }
    }
}
