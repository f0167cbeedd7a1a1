//! The control flow graph: basic blocks and edges.
//!
//! Block 0 is the entry, block 1 the exit; neither holds statements. An edge knows its position in its source's
//! successors and its destination's predecessors; a φ's argument is found by the latter. Removing a predecessor moves
//! the last one into its place, in the φs too. Every change of the graph raises [`crate::function::Function::cfg_version`],
//! by which analyses know whether they still hold.

use crate::entity::EntityVec;
use crate::function::Function;
use crate::location::Location;
use crate::stmt::{ScopeId, Seq, StmtId, StmtKind};
use smallvec::SmallVec;

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

/// Facts about an edge, as bits.
pub mod edge_flag {
    pub const FALLTHRU: u16 = 1;
    pub const ABNORMAL: u16 = 2;
    pub const ABNORMAL_CALL: u16 = 4;
    pub const EH: u16 = 8;
    pub const FAKE: u16 = 16;
    pub const DFS_BACK: u16 = 32;
    pub const TRUE_VALUE: u16 = 64;
    pub const FALSE_VALUE: u16 = 128;
    pub const EXECUTABLE: u16 = 256;
    pub const IRREDUCIBLE_LOOP: u16 = 512;
    /// Edges that can't be split or redirected.
    pub const COMPLEX: u16 = ABNORMAL | ABNORMAL_CALL | EH;
}

/// The scale of [`Probability`].
pub const PROB_BASE: u32 = 1 << 29;

/// A branch probability: a fraction of [`PROB_BASE`], or unknown (`[INV]`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probability(pub u32);

impl Probability {
    /// Not known yet.
    pub const UNKNOWN: Probability = Probability(u32::MAX);
    pub const NEVER: Probability = Probability(0);
    pub const ALWAYS: Probability = Probability(PROB_BASE);
    /// Whether it is known.
    pub fn is_known(self) -> bool {
        self != Probability::UNKNOWN
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
    /// Bits of [`edge_flag`].
    pub flags: u16,
    pub probability: Probability,
    /// Where the jump it stands for was, and in which lexical block (`goto_locus`).
    pub loc: Location,
    pub scope: ScopeId,
}

/// The edges into or out of a block. Few blocks have more than four: those lists stand in the block itself, so that a
/// walk over the graph of a large function does not miss the cache once more for every block.
pub type EdgeList = SmallVec<[EdgeId; 4]>;

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    pub phis: Seq,
    pub stmts: Seq,
    pub preds: EdgeList,
    pub succs: EdgeList,
    /// Neighbours in the layout (`prev_bb`, `next_bb`).
    pub prev: BlockId,
    pub next: BlockId,
    /// The loop it belongs to, if loops are computed.
    pub loop_father: u32,
    /// Execution count relative to the function's entry, in 1/2^14 of it; `NO_COUNT` if unknown.
    pub count: u64,
    /// Removed blocks keep their index.
    pub live: bool,
}

/// [`Block::count`] where it is not known.
pub const NO_COUNT: u64 = u64::MAX;

impl Default for Block {
    fn default() -> Self {
        Block {
            phis: Seq::EMPTY,
            stmts: Seq::EMPTY,
            preds: EdgeList::new(),
            succs: EdgeList::new(),
            prev: BlockId::NONE,
            next: BlockId::NONE,
            loop_father: u32::MAX,
            count: NO_COUNT,
            live: true,
        }
    }
}

impl Function {
    /// Makes the entry and exit blocks; the body moves into blocks afterwards.
    pub fn init_cfg(&mut self) {
        self.blocks.clear();
        self.edges.clear();
        self.blocks.push(Block { next: EXIT, ..Block::default() });
        self.blocks.push(Block { prev: ENTRY, ..Block::default() });
        self.cfg_version += 1;
    }

    /// Whether the function has a CFG.
    pub fn has_cfg(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// A new, empty block, placed after `after` in the layout; takes the next free number.
    pub fn create_block(&mut self, after: BlockId) -> BlockId {
        let next = self.blocks[after].next;
        let block = self.blocks.push(Block { prev: after, next, ..Block::default() });
        self.blocks[after].next = block;
        if next.is_some() {
            self.blocks[next].prev = block;
        }
        self.cfg_version += 1;
        block
    }

    /// Moves `block` behind `after` in the layout.
    pub fn move_block_after(&mut self, block: BlockId, after: BlockId) {
        if block == after || self.blocks[after].next == block {
            return;
        }
        self.unchain_block(block);
        let next = self.blocks[after].next;
        self.blocks[block].prev = after;
        self.blocks[block].next = next;
        self.blocks[after].next = block;
        if next.is_some() {
            self.blocks[next].prev = block;
        }
    }

    fn unchain_block(&mut self, block: BlockId) {
        let (prev, next) = (self.blocks[block].prev, self.blocks[block].next);
        if prev.is_some() {
            self.blocks[prev].next = next;
        }
        if next.is_some() {
            self.blocks[next].prev = prev;
        }
    }

    /// The blocks in layout order, entry and exit left out (`FOR_EACH_BB_FN`).
    pub fn block_order(&self) -> Vec<BlockId> {
        let mut order = Vec::with_capacity(self.blocks.len());
        let mut block = self.blocks[ENTRY].next;
        while block != EXIT && block.is_some() {
            order.push(block);
            block = self.blocks[block].next;
        }
        order
    }

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
    pub fn make_edge_unchecked(&mut self, src: BlockId, dst: BlockId, flags: u16) -> EdgeId {
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
    pub fn make_edge(&mut self, src: BlockId, dst: BlockId, flags: u16) -> Option<EdgeId> {
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

    /// Takes a block without statements and edges out of the function (`expunge_block`).
    pub fn expunge_block(&mut self, block: BlockId) {
        debug_assert!(self.blocks[block].preds.is_empty() && self.blocks[block].succs.is_empty());
        self.unchain_block(block);
        self.blocks[block].live = false;
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
        if self.edges[a].flags & edge_flag::TRUE_VALUE != 0 {
            Some((a, b))
        } else if self.edges[b].flags & edge_flag::TRUE_VALUE != 0 {
            Some((b, a))
        } else {
            None
        }
    }

    /// The last statement of a block, if it has any.
    pub fn last_stmt(&self, block: BlockId) -> Option<StmtId> {
        self.blocks[block].stmts.last.expand()
    }

    /// The first statement behind the block's labels (`gsi_after_labels`), if any.
    pub fn first_after_labels(&self, block: BlockId) -> Option<StmtId> {
        let mut stmt = self.blocks[block].stmts.first;
        while stmt.is_some() && matches!(self.stmts[stmt].kind, StmtKind::Label(_)) {
            stmt = self.stmts[stmt].next;
        }
        stmt.expand()
    }

    /// Whether the numbers of the blocks are those of the layout already, with none left out.
    fn blocks_are_compact(&self) -> bool {
        let mut number = EXIT.0;
        let mut block = self.blocks[ENTRY].next;
        while block != EXIT {
            number += 1;
            if block.0 != number {
                return false;
            }
            block = self.blocks[block].next;
        }
        number as usize + 1 == self.blocks.len()
    }

    /// Renumbers the blocks in layout order and forgets the removed ones (`compact_blocks`).
    pub fn compact_blocks(&mut self) {
        if self.blocks_are_compact() {
            return;
        }
        let mut map = vec![BlockId::NONE; self.blocks.len()];
        let mut table = EntityVec::with_capacity(self.blocks.len());
        let order: Vec<BlockId> = [ENTRY, EXIT].into_iter().chain(self.block_order()).collect();
        for &block in &order {
            map[block.0 as usize] = table.push(std::mem::take(&mut self.blocks[block]));
        }
        let renamed = |block: BlockId| if block.is_some() { map[block.0 as usize] } else { block };
        self.blocks = table;
        for block in self.blocks.keys() {
            let data = &mut self.blocks[block];
            data.prev = renamed(data.prev);
            data.next = renamed(data.next);
            for index in 0..self.blocks[block].succs.len() {
                let edge = self.blocks[block].succs[index];
                self.edges[edge].src = renamed(self.edges[edge].src);
                self.edges[edge].dst = renamed(self.edges[edge].dst);
            }
            for seq in [self.blocks[block].phis, self.blocks[block].stmts] {
                let mut stmt = seq.first;
                while stmt.is_some() {
                    self.stmts[stmt].block = block;
                    stmt = self.stmts[stmt].next;
                }
            }
        }
        self.label_block.renumber(renamed);
        self.cfg_version += 1;
    }
}
