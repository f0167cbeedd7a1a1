//! Value numbering within loops, or other regions entered by one edge, without iterating: what a pass that has changed a few
//! of them wants (`do_rpo_vn` on a region).
//!
//! ```text
//!   <bb 3> : # i_1 = PHI <0(2), i_5(4)>        # i_1 = PHI <0(2), i_5(4)>
//!   # j_2 = PHI <0(3)>                         _4 = a[0];
//!   _4 = a[j_2];                        =>     _7 = a[1];
//!   j_3 = j_2 + 1;                             ...
//!   _7 = a[j_3];
//! ```
//!
//! The regions are gone through one after the other. What is computed elsewhere is a value of its own, so each costs what is
//! in it: the tables are made once, and what a loop has left in them is taken back.

use super::eliminate::{Place, eliminate_in_region};
use super::iteration::Mark;
use super::{Numbering, Reader};
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::tree::Operand;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops::loop_body;
use tree_ssa::graph::natural_loops::preheader_edge;
use tree_ssa::graph::order::{mark_dfs_back_edges, rpo_numbers};

/// Blocks entered by one edge.
pub struct EnteredRegion {
    pub entry: EdgeId,
    pub blocks: Vec<BlockId>,
}

/// Eliminates redundancies within each of the loops.
pub fn eliminate_in_loops(cx: &mut PassContext<'_>, f: &mut Function, loops: &[LoopId]) {
    let region =
        |&id| Some(EnteredRegion { entry: preheader_edge(f, id)?, blocks: loop_body(f, id) });
    let regions = loops.iter().filter_map(region).collect();
    eliminate_in_regions(cx, f, regions);
}

/// Eliminates redundancies within each of the regions. Linear in what they have, and in the blocks of the function.
pub fn eliminate_in_regions(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    regions: Vec<EnteredRegion>,
) {
    if regions.is_empty() {
        return;
    }
    mark_dfs_back_edges(f);
    let tree = analyses::analysis::<Dominators>(f);
    let order = analyses::reverse_post_order(f);
    let order = rpo_numbers(f, &order);
    let mut numbering = Numbering::new(f, true);
    numbering.all_from_elsewhere(f);
    numbering.regional = true;
    let mut leaders = Vec::new();
    for EnteredRegion { entry, mut blocks } in regions {
        // GCC makes a variable that stands for unknown values, by the counter that numbers names.
        cx.unit.next_tmp += 1;
        blocks.sort_by_key(|block| order[block.0 as usize]);
        let names = computed_in(f, &blocks);
        numbering.number_region(cx, f, &tree, (&blocks, &names), entry);
        numbering.hold_names(f);
        leaders.resize(f.names.len(), SsaName::NONE);
        let place = Place { tree: &tree, order: &order, head: f.edges[entry].dst, only: true };
        eliminate_in_region(cx, f, &numbering, &names, &place, &mut leaders);
        numbering.held_names().into_iter().for_each(|name| f.release_ssa_name(name));
        numbering.forget_region(f, &blocks, &names);
    }
}

/// The names that blocks compute.
fn computed_in(f: &Function, blocks: &[BlockId]) -> Vec<SsaName> {
    let mut names = Vec::new();
    for &block in blocks {
        for stmt in f.phis(block).chain(f.block_stmts(block)) {
            f.for_each_write(stmt, &mut |op| names.extend(op.ssa()));
            if f.stmts[stmt].vdef.is_some() {
                names.push(f.stmts[stmt].vdef);
            }
        }
    }
    names
}

impl Numbering {
    /// Lets every name be a value of its own.
    fn all_from_elsewhere(&mut self, f: &Function) {
        for (name, _) in f.names.iter() {
            self.values[name.0 as usize] = Operand::Ssa(name);
        }
    }

    fn number_region(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        tree: &Dominators,
        (blocks, names): (&[BlockId], &[SsaName]),
        entry: EdgeId,
    ) {
        for name in self.values.len()..f.names.len() {
            self.values.push(Operand::Ssa(SsaName(name as u32)));
            self.origins.push(SsaName::NONE);
        }
        for &name in names {
            self.values[name.0 as usize] = Operand::None;
        }
        for (at, &block) in blocks.iter().enumerate() {
            self.place[block.0 as usize] = at as u32;
        }
        let oracle = Oracle::new(cx.unit, cx.options);
        let details = cx.dump.details();
        let (unit, options) = (&mut *cx.unit, cx.options);
        let dump = &mut cx.dump;
        let mut reader = Reader { unit, f, options, oracle: &oracle, tree, dump, details };
        let mut path = self.path(reader.f, blocks, true);
        self.iterate(&mut reader, &mut path, &[entry]);
        if details {
            self.report(&mut reader, blocks);
        }
        for &block in blocks {
            for index in 0..f.blocks[block].succs.len() {
                let edge = f.blocks[block].succs[index];
                let reached = self.executable[edge.0 as usize];
                let flags = &mut f.edges[edge].flags;
                flags.remove(EdgeFlags::EXECUTABLE);
                *flags |= if reached { EdgeFlags::EXECUTABLE } else { EdgeFlags::NONE };
            }
        }
    }

    /// Lets the tables be as they were before a region was numbered.
    fn forget_region(&mut self, f: &Function, blocks: &[BlockId], names: &[SsaName]) {
        self.go_back(Mark::default());
        self.views.clear();
        self.visits = 0;
        for &name in names {
            self.values[name.0 as usize] = Operand::Ssa(name);
            self.origins[name.0 as usize] = SsaName::NONE;
        }
        for &block in blocks {
            self.place[block.0 as usize] = u32::MAX;
            self.passed[block.0 as usize] = false;
            self.visits_of[block.0 as usize] = 0;
            let around = f.blocks[block].preds.iter().chain(&f.blocks[block].succs);
            around.for_each(|edge| self.executable[edge.0 as usize] = false);
        }
    }
}
