//! The loop tree of a function (`struct loops`); found by the tree passes, kept with the function.
//!
//! A loop is named by its number, which dumps print; loop 0 is the function itself. The numbers of loops that are gone are
//! not used again. Whether one loop is inside another is asked for each block of many a walk, so loops know which stretch
//! of a preorder is theirs; while loops are being added, their places in the tree answer instead.

use crate::cfg::{BlockId, ENTRY, EXIT, EdgeId};
use crate::entity::{EntityRef, EntityVec};
use crate::function::Function;
use crate::ssa::UseNode;
use std::ops::{Index, IndexMut};

crate::entity! {
    /// A loop.
    LoopId;
}

impl LoopId {
    /// The function itself, the loop around all others.
    pub const ROOT: LoopId = LoopId(0);
}

impl Default for LoopId {
    /// The function itself.
    fn default() -> LoopId {
        LoopId::ROOT
    }
}

impl std::fmt::Display for LoopId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A natural loop. The root's header is the entry, its latch the exit.
#[derive(Clone, Debug)]
pub struct Loop {
    pub header: BlockId,
    /// The only latch, or `NONE` where there are several.
    pub latch: BlockId,
    /// The loop around this one; `NONE` for the root.
    pub outer: LoopId,
    /// The first loop inside, and the next one beside this.
    pub inner: LoopId,
    pub next: LoopId,
    pub depth: u32,
    /// The edges that leave the loop, last block of the layout first, where they are recorded.
    pub exits: Vec<EdgeId>,
    pub live: bool,
    /// The loop's place in a preorder, and the first place after the loops inside.
    span: (u32, u32),
}

impl Loop {
    /// A loop that has no place in the tree yet.
    pub fn new(header: BlockId, latch: BlockId) -> Loop {
        Loop {
            header,
            latch,
            outer: LoopId::NONE,
            inner: LoopId::NONE,
            next: LoopId::NONE,
            depth: 0,
            exits: Vec::new(),
            live: true,
            span: (0, 0),
        }
    }

    /// The place of a loop that is gone.
    pub fn gone() -> Loop {
        Loop { live: false, ..Loop::new(BlockId::NONE, BlockId::NONE) }
    }
}

/// All loops of a function.
#[derive(Clone, Debug)]
pub struct Loops {
    table: EntityVec<LoopId, Loop>,
    /// The `cfg_version` the tree was made for.
    pub version: u32,
    /// Latches and preheaders are kept simple: a latch is not merged with its header.
    pub simple_latches: bool,
    /// The `cfg_version` exits were recorded for.
    pub exits_version: Option<u32>,
    /// What loops compute leaves them through φs only (`LOOP_CLOSED_SSA`).
    pub closed_form: bool,
    /// Whether the spans are those of the tree as it is.
    numbered: bool,
}

impl Loops {
    /// The function alone, with places for as many loops in all, none of which is there.
    pub fn with_places(count: usize) -> Loops {
        let mut table = EntityVec::with_capacity(count.max(1));
        table.push(Loop::new(ENTRY, EXIT));
        while table.len() < count {
            table.push(Loop::gone());
        }
        Loops {
            table,
            version: 0,
            simple_latches: false,
            exits_version: None,
            closed_form: false,
            numbered: false,
        }
    }

    /// How many loops there are or were, the function itself included.
    pub fn count(&self) -> usize {
        self.table.len()
    }

    /// Whether there is or was a loop beside the function itself.
    pub fn any(&self) -> bool {
        self.table.len() > 1
    }

    /// A loop, unless it is none.
    pub fn get(&self, id: LoopId) -> Option<&Loop> {
        self.table.get(id)
    }

    /// The loops there are, the root first.
    pub fn ids(&self) -> impl Iterator<Item = LoopId> + '_ {
        self.table.iter().filter(|(_, entry)| entry.live).map(|(id, _)| id)
    }

    /// All loops but the root, in order of their numbers, those that are gone included.
    pub fn iter(&self) -> impl Iterator<Item = (LoopId, &Loop)> {
        self.table.iter().skip(1)
    }

    /// The same, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Loop> {
        self.table.values_mut()
    }

    /// Puts a loop into its place inside another, in front of its siblings. A number that is new makes room for itself.
    pub fn insert(&mut self, id: LoopId, mut entry: Loop, outer: LoopId) {
        while self.table.len() <= id.index() {
            self.table.push(Loop::gone());
        }
        entry.outer = outer;
        entry.depth = self[outer].depth + 1;
        entry.next = std::mem::replace(&mut self[outer].inner, id);
        self[id] = entry;
        self.numbered = false;
    }

    /// The number the next loop gets.
    pub fn next_id(&self) -> LoopId {
        self.table.next_key()
    }

    /// Whether loop `inner` is `outer` or inside it.
    pub fn is_within(&self, inner: LoopId, outer: LoopId) -> bool {
        let (Some(a), Some(b)) = (self.get(inner), self.get(outer)) else { return false };
        if self.numbered {
            return (b.span.0..b.span.1).contains(&a.span.0);
        }
        self.at_depth(inner, b.depth) == Some(outer)
    }

    /// The loop of a certain depth that a loop is in, or is itself (`superloop_at_depth`).
    pub fn at_depth(&self, id: LoopId, depth: u32) -> Option<LoopId> {
        let mut at = id;
        while let Some(entry) = self.get(at) {
            if entry.depth <= depth {
                return (entry.depth == depth).then_some(at);
            }
            at = entry.outer;
        }
        None
    }

    /// The innermost loop that two are in (`find_common_loop`).
    pub fn common(&self, a: LoopId, b: LoopId) -> LoopId {
        let (mut a, mut b) = (a, b);
        while a != b {
            let (Some(x), Some(y)) = (self.get(a), self.get(b)) else { return LoopId::NONE };
            if x.depth >= y.depth {
                a = x.outer;
            } else {
                b = y.outer;
            }
        }
        a
    }

    /// The loops that are left, each before those inside it, newest sibling first; the root comes first.
    pub fn preorder(&self) -> Vec<LoopId> {
        if self.table.len() <= 1 {
            return self.table.keys().collect();
        }
        let mut result = Vec::with_capacity(self.table.len());
        let mut stack = Vec::with_capacity(self.table.len() + 1);
        stack.push(LoopId::ROOT);
        while let Some(id) = stack.pop() {
            let Some(entry) = self.get(id) else { continue };
            if entry.live {
                result.push(id);
            }
            stack.push(entry.next);
            stack.push(entry.inner);
        }
        result
    }

    /// The loops that are left, each after those inside it, newest sibling first; the root comes last
    /// (`LI_FROM_INNERMOST`).
    pub fn postorder(&self) -> Vec<LoopId> {
        // Backward, that is: each before those inside it, oldest sibling first.
        let mut result = Vec::with_capacity(self.table.len());
        let mut stack = vec![LoopId::ROOT];
        while let Some(id) = stack.pop() {
            let Some(entry) = self.get(id) else { continue };
            if entry.live {
                result.push(id);
            }
            let mut inner = entry.inner;
            while let Some(next) = self.get(inner) {
                stack.push(inner);
                inner = next.next;
            }
        }
        result.reverse();
        result
    }

    /// Finds the spans of the loops, now that the tree is whole.
    pub fn number(&mut self) {
        let order = self.preorder();
        for (place, &id) in order.iter().enumerate() {
            self[id].span = (place as u32, place as u32 + 1);
        }
        for &id in order.iter().skip(1).rev() {
            let (outer, end) = (self[id].outer, self[id].span.1);
            let own = &mut self[outer].span.1;
            *own = end.max(*own);
        }
        self.numbered = true;
    }
}

impl Default for Loops {
    /// The function alone.
    fn default() -> Loops {
        Loops::with_places(1)
    }
}

impl Index<LoopId> for Loops {
    type Output = Loop;
    fn index(&self, id: LoopId) -> &Loop {
        &self.table[id]
    }
}

impl IndexMut<LoopId> for Loops {
    fn index_mut(&mut self, id: LoopId) -> &mut Loop {
        &mut self.table[id]
    }
}

impl Function {
    /// The innermost loop a block is in, as it was when loops were last found; `NONE` where they never were.
    pub fn loop_of(&self, block: BlockId) -> LoopId {
        self.block_info[block].loop_father
    }

    /// A loop, where loops are known.
    pub fn loop_data(&self, id: LoopId) -> Option<&Loop> {
        self.loops.as_ref()?.get(id)
    }

    /// The same, to be changed.
    pub fn loop_data_mut(&mut self, id: LoopId) -> Option<&mut Loop> {
        self.loops.as_mut().filter(|loops| loops.get(id).is_some()).map(|loops| &mut loops[id])
    }

    /// The header of a loop, where loops are known.
    pub fn header_of(&self, id: LoopId) -> Option<BlockId> {
        self.loop_data(id).map(|entry| entry.header)
    }

    /// How many loops are around a block.
    pub fn loop_depth(&self, block: BlockId) -> u32 {
        self.loop_data(self.loop_of(block)).map_or(0, |entry| entry.depth)
    }

    /// Whether a block is in a loop or one inside it (`flow_bb_inside_loop_p`).
    pub fn in_loop(&self, block: BlockId, id: LoopId) -> bool {
        self.loops.as_ref().is_some_and(|loops| loops.is_within(self.loop_of(block), id))
    }

    /// Whether an edge leads out of a loop (`loop_exit_edge_p`).
    pub fn leaves_loop(&self, edge: EdgeId, id: LoopId) -> bool {
        self.in_loop(self.edges[edge].src, id) && !self.in_loop(self.edges[edge].dst, id)
    }

    /// The block in which a name is used: that of the statement, for a φ the one its argument comes from.
    pub fn block_of_use(&self, node: &UseNode) -> BlockId {
        let block = self.stmts[node.stmt].block;
        if self.is_phi(node.stmt) {
            self.edges[self.blocks[block].preds[node.slot as usize]].src
        } else {
            block
        }
    }

    /// The innermost loop two blocks are in.
    pub fn common_loop(&self, a: BlockId, b: BlockId) -> LoopId {
        let common = |loops: &Loops| loops.common(self.loop_of(a), self.loop_of(b));
        self.loops.as_ref().map_or(LoopId::NONE, common)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Loop 1 holds 2, which holds 3, and 4; loop 5 stands beside it, and 6 is gone.
    fn nest() -> Loops {
        let mut loops = Loops::with_places(7);
        for (id, outer) in [(1, 0), (2, 1), (3, 2), (4, 1), (5, 0)] {
            loops.insert(LoopId(id), Loop::new(BlockId(id), BlockId::NONE), LoopId(outer));
        }
        loops
    }

    #[test]
    fn numbers_and_places_say_the_same() {
        let loops = nest();
        let mut numbered = loops.clone();
        numbered.number();
        for inner in (0..6).map(LoopId) {
            for outer in (0..6).map(LoopId) {
                assert_eq!(loops.is_within(inner, outer), numbered.is_within(inner, outer));
            }
        }
        assert!(
            numbered.is_within(LoopId(3), LoopId(1)) && !numbered.is_within(LoopId(5), LoopId(1))
        );
    }

    #[test]
    fn loops_around_are_found() {
        let loops = nest();
        assert_eq!(loops.common(LoopId(3), LoopId(4)), LoopId(1));
        assert_eq!(loops.common(LoopId(3), LoopId(5)), LoopId::ROOT);
        assert_eq!(loops.at_depth(LoopId(3), 1), Some(LoopId(1)));
        assert_eq!(loops.at_depth(LoopId(4), 3), None);
    }

    #[test]
    fn walks_take_the_newest_sibling_first() {
        let loops = nest();
        assert_eq!(loops.preorder(), [0, 5, 1, 4, 2, 3].map(LoopId));
        assert_eq!(loops.postorder(), [5, 4, 3, 2, 1, 0].map(LoopId));
    }
}
