//! The control flow graph: basic blocks and edges.
//!
//! Block 0 is the entry, block 1 the exit; neither holds statements. Their order is `layout.rs`'s. An edge knows its
//! position in its source's successors and its destination's predecessors; a φ's argument is found by the latter. Removing
//! a predecessor moves the last one into its place, in the φs too. Every change of the graph raises
//! [`crate::function::Function::cfg_version`], by which analyses know whether they still hold.

use crate::edge_list::EdgeList;
use crate::flag_set::flag_set;
use crate::function::Function;
use crate::location::Location;
use crate::loops::LoopId;
use crate::stmt::{ScopeId, Seq, StmtId, StmtKind};

crate::entity! {
    /// A basic block; the number is the one dumps print.
    BlockId;
    /// An edge.
    EdgeId;
}

/// The entry block.
pub const ENTRY: BlockId = BlockId(0);
/// The exit block.
pub const EXIT: BlockId = BlockId(1);

flag_set! {
    /// Facts about an edge.
    pub struct EdgeFlags: u16 {
        /// Control falls through to the next block, without a condition.
        FALLTHRU = 1;
        /// Control comes by it in a way the statements do not show.
        ABNORMAL = 2;
        /// From a call that may jump or be jumped back to.
        ABNORMAL_CALL = 4;
        /// Taken by an exception.
        EH = 8;
        /// Stands for leaving the function or never leaving a loop; never taken.
        FAKE = 16;
        /// Closes a cycle, in the order of a depth-first search.
        DFS_BACK = 32;
        /// Taken if the condition holds.
        TRUE_VALUE = 64;
        /// Taken if the condition does not hold.
        FALSE_VALUE = 128;
        /// May be taken, as the running pass has found out.
        EXECUTABLE = 256;
        /// Part of a cycle with several entries.
        IRREDUCIBLE_LOOP = 512;
        /// Edges that can't be split or redirected.
        COMPLEX = EdgeFlags::ABNORMAL.0 | EdgeFlags::ABNORMAL_CALL.0 | EdgeFlags::EH.0;
    }
}

/// The scale of [`Probability`]: GCC's, since shares of shares are rounded to it, and counts show how.
pub const PROB_BASE: u32 = 1 << 27;

/// A branch probability: a fraction of [`PROB_BASE`], or unknown (`[INV]`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probability(pub u32);

impl Probability {
    /// Not known yet.
    pub const UNKNOWN: Probability = Probability(u32::MAX);
    pub const NEVER: Probability = Probability(0);
    pub const ALWAYS: Probability = Probability(PROB_BASE);
    /// Not quite one time in 2000 (`profile_probability::very_unlikely`).
    pub const HARDLY: Probability = Probability(PROB_BASE / 2000);
    /// Not quite one time in five (`profile_probability::unlikely`).
    pub const UNLIKELY: Probability = Probability(PROB_BASE / 5);
    /// Whether it is known.
    pub fn is_known(self) -> bool {
        self != Probability::UNKNOWN
    }
    /// That of the other way.
    pub fn inverse(self) -> Probability {
        if self.is_known() { Probability(PROB_BASE - self.0) } else { self }
    }
}

/// An edge.
#[derive(Clone, Debug)]
pub struct Edge {
    pub src: BlockId,
    pub dst: BlockId,
    /// Position among the source's successors.
    pub src_idx: u32,
    /// Position among the destination's predecessors, and of the argument in its φs.
    pub dst_idx: u32,
    pub flags: EdgeFlags,
    pub probability: Probability,
    /// Where the jump it stands for was, and in which lexical block (`goto_locus`).
    pub loc: Location,
    pub scope: ScopeId,
}

/// A basic block: what every walk over the graph reads. The rest is in [`BlockInfo`] and in the layout.
#[derive(Clone, Default, Debug)]
pub struct Block {
    pub phis: Seq,
    pub stmts: Seq,
    pub preds: EdgeList,
    pub succs: EdgeList,
}

/// What few passes ask of a block.
#[derive(Clone, Debug)]
pub struct BlockInfo {
    /// Execution count relative to the function's entry, in 1/2^14 of it; `NO_COUNT` if unknown.
    pub count: u64,
    /// The loop it belongs to, if loops are computed.
    pub loop_father: LoopId,
    /// Tells it from other blocks of its line, for debuggers and profilers; 0 if it is alone.
    pub discriminator: u32,
}

/// [`BlockInfo::count`] where it is not known.
pub const NO_COUNT: u64 = u64::MAX;

impl Default for BlockInfo {
    fn default() -> Self {
        BlockInfo { count: NO_COUNT, loop_father: LoopId::NONE, discriminator: 0 }
    }
}

impl Function {
    /// The edge from `src` to `dst`, if there is one (`find_edge`).
    pub fn find_edge(&self, src: BlockId, dst: BlockId) -> Option<EdgeId> {
        let (succs, preds) = (&self.blocks[src].succs, &self.blocks[dst].preds);
        if succs.len() <= preds.len() {
            succs.iter().copied().find(|&e| self.edges[e].dst == dst)
        } else {
            preds.iter().copied().find(|&e| self.edges[e].src == src)
        }
    }

    /// A new edge, without looking for an existing one (`unchecked_make_edge`). φs of `dst` get an empty argument.
    pub fn make_edge_unchecked(&mut self, src: BlockId, dst: BlockId, flags: EdgeFlags) -> EdgeId {
        let edge = Edge {
            src,
            dst,
            src_idx: self.blocks[src].succs.len() as u32,
            dst_idx: self.blocks[dst].preds.len() as u32,
            flags,
            probability: Probability::UNKNOWN,
            loc: Location::default(),
            scope: ScopeId::NONE,
        };
        let id = match self.free_edges.pop() {
            Some(id) => {
                self.edges[id] = edge;
                id
            }
            None => self.edges.push(edge),
        };
        self.blocks[src].succs.push(id);
        self.blocks[dst].preds.push(id);
        self.reserve_phi_args(dst);
        self.cfg_version += 1;
        id
    }

    /// The edge from `src` to `dst`: an existing one gets the flags added and `None` comes back (`make_edge`).
    pub fn make_edge(&mut self, src: BlockId, dst: BlockId, flags: EdgeFlags) -> Option<EdgeId> {
        if let Some(edge) = self.find_edge(src, dst) {
            self.edges[edge].flags |= flags;
            return None;
        }
        Some(self.make_edge_unchecked(src, dst, flags))
    }

    /// Removes an edge, the argument of the φs of its destination with it (`remove_edge`).
    pub fn remove_edge(&mut self, edge: EdgeId) {
        self.disconnect_dst(edge);
        self.disconnect_src(edge);
        self.free_edges.push(edge);
        self.cfg_version += 1;
    }

    fn disconnect_src(&mut self, edge: EdgeId) {
        let (src, index) = (self.edges[edge].src, self.edges[edge].src_idx as usize);
        self.blocks[src].succs.swap_remove(index);
        if let Some(&moved) = self.blocks[src].succs.get(index) {
            self.edges[moved].src_idx = index as u32;
        }
    }

    fn disconnect_dst(&mut self, edge: EdgeId) {
        let (dst, index) = (self.edges[edge].dst, self.edges[edge].dst_idx as usize);
        self.remove_phi_args(dst, index);
        self.blocks[dst].preds.swap_remove(index);
        if let Some(&moved) = self.blocks[dst].preds.get(index) {
            self.edges[moved].dst_idx = index as u32;
        }
    }

    /// Lets `edge` end in `dst` (`redirect_edge_succ`); φs lose and get (empty) arguments.
    pub fn redirect_edge_succ(&mut self, edge: EdgeId, dst: BlockId) {
        self.disconnect_dst(edge);
        self.edges[edge].dst = dst;
        self.edges[edge].dst_idx = self.blocks[dst].preds.len() as u32;
        self.blocks[dst].preds.push(edge);
        self.reserve_phi_args(dst);
        self.cfg_version += 1;
    }

    /// Lets `edge` start from `src` (`redirect_edge_pred`).
    pub fn redirect_edge_pred(&mut self, edge: EdgeId, src: BlockId) {
        self.disconnect_src(edge);
        self.edges[edge].src = src;
        self.edges[edge].src_idx = self.blocks[src].succs.len() as u32;
        self.blocks[src].succs.push(edge);
        self.cfg_version += 1;
    }

    /// The only successor edge, if there is exactly one.
    pub fn single_succ(&self, block: BlockId) -> Option<EdgeId> {
        match self.blocks[block].succs[..] {
            [edge] => Some(edge),
            _ => None,
        }
    }

    /// The only predecessor edge, if there is exactly one.
    pub fn single_pred(&self, block: BlockId) -> Option<EdgeId> {
        match self.blocks[block].preds[..] {
            [edge] => Some(edge),
            _ => None,
        }
    }

    /// Whether the edge leaves a block with several successors for one with several predecessors.
    pub fn is_critical(&self, edge: EdgeId) -> bool {
        let edge = &self.edges[edge];
        self.blocks[edge.src].succs.len() > 1 && self.blocks[edge.dst].preds.len() > 1
    }

    /// The edges taken when the condition that ends the block is true, and when it is false.
    pub fn true_false_edges(&self, block: BlockId) -> Option<(EdgeId, EdgeId)> {
        let [a, b] = self.blocks[block].succs[..] else { return None };
        if self.edges[a].flags.intersects(EdgeFlags::TRUE_VALUE) {
            Some((a, b))
        } else if self.edges[b].flags.intersects(EdgeFlags::TRUE_VALUE) {
            Some((b, a))
        } else {
            None
        }
    }

    /// The last statement of a block, if it has any.
    pub fn last_stmt(&self, block: BlockId) -> Option<StmtId> {
        self.blocks[block].stmts.last.expand()
    }

    /// The first statement after the block's labels (`gsi_after_labels`), if any.
    pub fn first_after_labels(&self, block: BlockId) -> Option<StmtId> {
        let mut stmt = self.blocks[block].stmts.first;
        while stmt.is_some() && matches!(self.stmts[stmt].kind, StmtKind::Label(_)) {
            stmt = self.stmts[stmt].next;
        }
        stmt.expand()
    }
}
