//! What `malloc` gives: blocks with bytes between them that belong to nobody.
//!
//! ```text
//! malloc (12)     ⇒   12 bytes that may be used, at least 16 that may not
//! free (p)        ⇒   the block is nobody's; it is given again when others of its size have been freed after it
//! ```
//! A byte tells for each byte of the heap whether a block has it, so an access past a block or to what was freed is found
//! wherever it lands.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::fmt;

/// Bytes after a block that nobody has, at least.
const GAP: usize = 16;
/// Freed blocks of a size that wait before the first of them is given again.
const WAITING: usize = 16;

/// A block: where its room begins, how large that is, and how much of it was asked for.
#[derive(Clone, Copy)]
struct Block {
    start: usize,
    room: usize,
    size: usize,
}

/// Where an access to the heap is that goes to no block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeapPlace {
    /// In what was freed.
    Freed {
        /// The block's size.
        size: u64,
    },
    /// So many bytes past the end of a block.
    Past {
        /// The distance from the block's end to the first byte that is not the block's.
        by: u64,
        /// The block's size.
        size: u64,
    },
}

impl fmt::Display for HeapPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapPlace::Freed { size } => write!(f, ", in a block of {size} bytes that was freed"),
            HeapPlace::Past { by, size } => {
                write!(f, ", {by} bytes past the end of a block of {size} bytes")
            }
        }
    }
}

/// The heap; offsets count from its first byte.
pub(super) struct Heap {
    pub bytes: Vec<u8>,
    /// Whether a block has the byte.
    owned: Vec<bool>,
    limit: usize,
    /// Blocks in use by the offset that was given for them, and those that wait.
    blocks: FxHashMap<usize, Block>,
    freed: FxHashMap<usize, Block>,
    /// Offsets of freed blocks by their room, first freed first.
    waiting: FxHashMap<usize, VecDeque<usize>>,
}

impl Heap {
    pub fn new(limit: usize) -> Heap {
        Heap {
            bytes: Vec::new(),
            owned: Vec::new(),
            limit,
            blocks: FxHashMap::default(),
            freed: FxHashMap::default(),
            waiting: FxHashMap::default(),
        }
    }

    /// Whether a range within the heap is a block's.
    #[inline]
    pub fn owns(&self, start: usize, size: usize) -> bool {
        self.owned[start..start + size].iter().all(|&owned| owned)
    }

    /// The end of a block's bytes from an offset on.
    pub fn end_of_block(&self, start: usize) -> usize {
        let tail = self.owned.get(start..).unwrap_or_default();
        tail.iter().position(|&owned| !owned).map_or(self.owned.len(), |length| start + length)
    }

    /// A new block at a multiple of an alignment. `None` where there is no room.
    pub fn allocate(&mut self, size: usize, align: usize) -> Option<usize> {
        let extra = if align > 16 { align } else { 0 };
        let room = size.checked_add(extra + GAP)?.checked_next_multiple_of(16)?;
        let start = match self.again(room) {
            Some(start) => start,
            None => {
                let start = self.bytes.len();
                let end = start.checked_add(room).filter(|&end| end <= self.limit)?;
                self.bytes.resize(end, 0);
                self.owned.resize(end, false);
                start
            }
        };
        let at = start.next_multiple_of(align.max(1));
        self.owned[at..at + size].fill(true);
        self.blocks.insert(at, Block { start, room, size });
        Some(at)
    }

    /// The block of a room that was freed longest ago.
    fn again(&mut self, room: usize) -> Option<usize> {
        let waiting = self.waiting.get_mut(&room).filter(|list| list.len() > WAITING)?;
        let at = waiting.pop_front()?;
        self.freed.remove(&at).map(|block| block.start)
    }

    /// Frees a block; false where none was given so.
    pub fn release(&mut self, at: usize) -> bool {
        let Some(block) = self.blocks.remove(&at) else { return false };
        self.owned[at..at + block.size].fill(false);
        self.freed.insert(at, block);
        self.waiting.entry(block.room).or_default().push_back(at);
        true
    }

    /// The size that was asked for.
    pub fn size(&self, at: usize) -> Option<usize> {
        self.blocks.get(&at).map(|block| block.size)
    }

    /// What is known of an access that goes to no block.
    #[cold]
    pub fn place(&self, start: usize, size: usize) -> Option<HeapPlace> {
        let tail = self.owned.get(start..start.checked_add(size)?.min(self.owned.len()))?;
        let first = start + tail.iter().position(|&owned| !owned).unwrap_or(tail.len());
        let before = |(&at, block): (&usize, &Block)| {
            let past = first.checked_sub(at + block.size)?;
            (first < block.start + block.room).then_some((past as u64, block.size as u64))
        };
        if let Some((by, size)) = self.blocks.iter().find_map(before) {
            return Some(HeapPlace::Past { by, size });
        }
        let within = |(&at, block): (&usize, &Block)| {
            (at..at + block.size).contains(&first).then_some(block.size as u64)
        };
        self.freed.iter().find_map(within).map(|size| HeapPlace::Freed { size })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_gaps_and_rest_when_freed() {
        let mut heap = Heap::new(1 << 16);
        let first = heap.allocate(12, 1).expect("there is room");
        assert!(heap.owns(first, 12) && !heap.owns(first, 13));
        assert_eq!(heap.place(first + 8, 8), Some(HeapPlace::Past { by: 0, size: 12 }));
        assert_eq!(heap.place(first + 16, 4), Some(HeapPlace::Past { by: 4, size: 12 }));
        assert!(heap.release(first) && !heap.release(first));
        assert_eq!(heap.place(first, 4), Some(HeapPlace::Freed { size: 12 }));
        assert_ne!(heap.allocate(12, 1), Some(first));
        let aligned = heap.allocate(5, 64).expect("there is room");
        assert!(aligned.is_multiple_of(64) && heap.size(aligned) == Some(5));
        assert!(heap.release(aligned));
        assert_eq!(heap.allocate(1 << 16, 1), None);
    }
}
