//! How a group is written: in pieces as large as can be stored at once.

use super::group::Group;
use super::value::{self, Form};
use super::{Chain, Store};
use gimple::function::Function;
use gimple::tree::Operand;

/// Bits that are stored at once.
const WORD: i64 = 64;

/// A piece.
pub struct Piece {
    pub pos: i64,
    pub size: i64,
    /// The stores that write some of it, by position.
    pub stores: Vec<usize>,
    /// It is what one store writes, which stays as it is.
    pub original: bool,
}

/// The pieces of a group, and statements before and after, with loads and operations.
pub struct Split {
    pub pieces: Vec<Piece>,
    pub before: usize,
    pub after: usize,
}

/// Splits a group into as few stores as its alignment allows (`split_group`). If `cleared`, the first store clears everything
/// and stays, and what is zero is not written again.
pub fn split(f: &Function, chain: &Chain, group: &Group, cleared: bool) -> Split {
    let mut splitter = Splitter { chain, group, cleared, pieces: Vec::new() };
    if cleared {
        let all = vec![group.stores[0]];
        let (pos, size) = (group.start, group.end - group.start);
        splitter.pieces.push(Piece { pos, size, stores: all, original: true });
    }
    splitter.run();
    let pieces = splitter.pieces;
    let (before, after) = statements(f, chain, group, &pieces);
    Split { pieces, before, after }
}

struct Splitter<'a> {
    chain: &'a Chain,
    group: &'a Group,
    cleared: bool,
    pieces: Vec<Piece>,
}

impl Splitter<'_> {
    fn run(&mut self) {
        let (mut pos, end) = self.group.region;
        while pos < end {
            if self.group.aligned.is_bytewise() && self.is_written(pos, 1).is_none() {
                pos += 8;
                continue;
            }
            let mut size = self.aligned_size(pos);
            if let Some(whole) = self.original_at(pos, size) {
                self.push(pos, whole, true);
                pos += whole;
                continue;
            }
            while size > end - pos {
                size /= 2;
            }
            let Some((first, last)) = self.is_written(pos, size / 8) else {
                pos += size;
                continue;
            };
            while 8 * (last + 1) <= size / 2 {
                size /= 2;
            }
            if 8 * first >= size / 2 {
                // The first half is not written: what follows is aligned otherwise.
                pos += size / 2;
                continue;
            }
            self.push(pos, size, false);
            pos += size;
        }
    }

    /// The first and the last byte of so many that something is to be written to.
    fn is_written(&self, pos: i64, bytes: i64) -> Option<(i64, i64)> {
        let start = ((pos - self.group.region.0) / 8) as usize;
        let written = |&at: &i64| {
            let byte = start + at as usize;
            self.group.unwritten[byte] != 0xff && (!self.cleared || self.group.bytes[byte] != 0)
        };
        let first = (0..bytes).find(written)?;
        (0..bytes).rfind(written).map(|last| (first, last))
    }

    /// How much can be stored at once from a bit on, and loaded where it comes from.
    fn aligned_size(&self, pos: i64) -> i64 {
        let mut size = WORD.min(self.group.aligned.of(pos) as i64);
        let first = &self.chain.stores[self.group.stores[0]];
        for (source, known) in first.value.sources.iter().zip(self.group.loads) {
            if let (Some(load), Some(known)) = (source.load(), known) {
                let from = pos - first.place.pos + load.place.pos;
                size = size.min(known.of(from) as i64);
            }
        }
        size
    }

    /// The stores that write some of a stretch.
    fn stores_in(&self, pos: i64, size: i64) -> Vec<usize> {
        let within = |&&index: &&usize| {
            let place = &self.chain.stores[index].place;
            place.pos < pos + size && place.end() > pos
        };
        let skipped = usize::from(self.cleared);
        self.group.stores[skipped..].iter().filter(within).copied().collect()
    }

    fn only_store_in(&self, pos: i64, size: i64) -> Option<&Store> {
        match self.stores_in(pos, size)[..] {
            [only] => Some(&self.chain.stores[only]),
            _ => None,
        }
    }

    /// The size of the one store there is, if it can stay as it is: nothing else writes any of it.
    fn original_at(&self, pos: i64, size: i64) -> Option<i64> {
        let end = (self.only_store_in(pos, size)?.place.end() + 7) / 8 * 8;
        let store = self.only_store_in(pos, end - pos)?;
        (store.place.pos >= pos).then_some(end - pos)
    }

    fn push(&mut self, pos: i64, size: i64, whole: bool) {
        let stores = self.stores_in(pos, size);
        let original = match stores[..] {
            [only] => {
                let place = &self.chain.stores[only].place;
                whole || place.pos >= pos && place.end() <= pos + size
            }
            _ => false,
        };
        self.pieces.push(Piece { pos, size, stores, original });
    }
}

/// Statements that the stores of a group take, and those that the pieces take.
fn statements(f: &Function, chain: &Chain, group: &Group, pieces: &[Piece]) -> (usize, usize) {
    let stores = || group.stores.iter().map(|&index| &chain.stores[index]);
    let first = &chain.stores[group.stores[0]];
    let operation = usize::from(matches!(first.value.form, Form::Bits(_)));
    let each = 1 + first.value.sources.iter().filter_map(|it| it.load()).count() + operation;
    let inversions = |store: &Store| {
        let [a, b] = store.value.sources.each_ref().map(|it| it.load().is_some_and(|l| l.inverted));
        [store.value.inverted, a, b]
    };
    let count = |all: [bool; 3]| all.iter().filter(|&&one| one).count();
    let before =
        each * group.stores.len() + stores().map(|it| count(inversions(it))).sum::<usize>();
    let kept = |store: &Store| value::kept(f, &store.value, store.rhs);
    let mut after: usize = stores().map(kept).sum();
    for piece in pieces {
        if piece.original && after > 0 {
            after = after.saturating_sub(kept(&chain.stores[piece.stores[0]]));
        }
        let mut inverted = [false; 3];
        for &index in &piece.stores {
            let own = inversions(&chain.stores[index]);
            inverted.iter_mut().zip(own).for_each(|(all, one)| *all |= one);
        }
        after += each + count(inverted);
    }
    (before, after)
}

/// Whether the first store of a group clears all of it.
pub fn is_cleared_first(chain: &Chain, group: &Group) -> bool {
    let first = &chain.stores[group.stores[0]];
    first.value.form == Form::Constant
        && matches!(first.rhs, Operand::Tree(_))
        && (first.place.pos, first.place.end()) == (group.start, group.end)
        && first.place.is_bytes()
}
