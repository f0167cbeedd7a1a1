//! Dominating cuts: blocks that no path through the function goes around.
//!
//! ```text
//! edges   2→3 2→4 3→4 4→5 4→6 5→6 6→exit      (if … ; if … ;)
//! cuts    2 4 6
//! ```
//! Nothing jumps over a cut in layout order, in either direction, and what stands between two cuts neither returns
//! nor ends otherwise. So control comes into a stretch between two cuts at the first and leaves it for the second: a
//! register that is live at the second and not referred to in between is live all through, which is known without a
//! look at the blocks of the stretch.

use crate::rtl::cfg::{Cfg, ENTRY, EXIT};

/// The cuts of a graph.
pub(crate) struct DominatingCuts {
    /// The first cut from each block on, the number of blocks if there is none.
    next: Vec<u32>,
}

impl DominatingCuts {
    /// Finds them in one walk over the edges.
    pub(crate) fn new(cfg: &Cfg) -> DominatingCuts {
        let count = cfg.blocks.len() as u32;
        // How many more paths go around each block than around the one before it.
        let mut around = vec![0i32; count as usize + 1];
        let mut go_around = |from: u32, to: u32| {
            if from < to {
                around[from as usize] += 1;
                around[to as usize] -= 1;
            }
        };
        for edge in &cfg.edges {
            let src = if edge.src == ENTRY { EXIT } else { edge.src };
            match edge.dst {
                EXIT => go_around(src + 1, count),
                dst if src < dst => go_around(src + 1, dst),
                // The blocks after the target, its source included: they are left backwards.
                dst => go_around(dst + 1, src + 1),
            }
        }
        for block in cfg.block_ids().filter(|&block| cfg.succ_edges(block).is_empty()) {
            go_around(block + 1, count);
        }
        let mut paths = 0;
        let mut next: Vec<u32> = Vec::with_capacity(count as usize + 1);
        for (block, change) in around.iter().enumerate() {
            paths += change;
            next.push(if paths == 0 && block >= 2 { block as u32 } else { count });
        }
        for block in (0..count as usize).rev() {
            next[block] = next[block].min(next[block + 1]);
        }
        DominatingCuts { next }
    }

    /// The first cut from `block` on; no block's number if there is none.
    #[inline]
    pub(crate) fn from(&self, block: u32) -> u32 {
        self.next[block as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::DominatingCuts;
    use crate::rtl::cfg::{Block, Cfg};

    fn cuts(blocks: usize, edges: &[(u32, u32)]) -> Vec<u32> {
        let cfg = Cfg::from_edges(vec![Block::default(); blocks], edges);
        let cuts = DominatingCuts::new(&cfg);
        (2..blocks as u32).filter(|&b| cuts.from(b) == b).collect()
    }

    #[test]
    fn joins_are_cuts_and_arms_are_not() {
        let edges = [(0, 2), (2, 3), (2, 4), (3, 4), (4, 5), (4, 6), (5, 6), (6, 1)];
        assert_eq!(cuts(7, &edges), [2, 4, 6]);
    }

    #[test]
    fn a_loop_has_no_cut_but_its_head() {
        let edges = [(0, 2), (2, 3), (3, 4), (4, 3), (4, 5), (5, 1)];
        assert_eq!(cuts(6, &edges), [2, 3, 5]);
    }

    #[test]
    fn after_a_return_or_a_dead_end_there_is_none() {
        assert_eq!(cuts(5, &[(0, 2), (2, 1), (2, 3), (3, 4), (4, 1)]), [2]);
        assert_eq!(cuts(5, &[(0, 2), (2, 3), (2, 4), (4, 1)]), [2]);
    }
}
