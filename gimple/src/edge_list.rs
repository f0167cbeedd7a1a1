//! The edges into or out of a block.
//!
//! Few blocks have more than three: those lists stand in the block itself, in sixteen bytes, so that a walk over the graph
//! of a large function neither misses the cache once more for every block nor reads much memory. Longer lists stand
//! elsewhere; a list that became long stays there.

use crate::cfg::EdgeId;
use std::ops::{Deref, Index};

/// As many edges as fit beside their number.
const FEW: usize = 3;

/// A list of edges; reading it is reading a slice.
#[derive(Clone, Debug)]
pub struct EdgeList(Place);

#[derive(Clone, Debug)]
enum Place {
    Here { len: u8, edges: [EdgeId; FEW] },
    Elsewhere(Box<Long>),
}

/// A list that is too long to stand in its block. Boxed, the vector takes eight bytes there instead of twenty-four.
#[derive(Clone, Debug)]
struct Long {
    edges: Vec<EdgeId>,
}

impl EdgeList {
    /// The empty list.
    pub const EMPTY: EdgeList = EdgeList(Place::Here { len: 0, edges: [EdgeId::NONE; FEW] });

    /// Appends an edge.
    pub fn push(&mut self, edge: EdgeId) {
        match &mut self.0 {
            Place::Here { len, edges } if usize::from(*len) < FEW => {
                edges[usize::from(*len)] = edge;
                *len += 1;
            }
            Place::Here { edges, .. } => {
                let mut long = Vec::with_capacity(2 * FEW + 2);
                long.extend_from_slice(edges);
                long.push(edge);
                self.0 = Place::Elsewhere(Box::new(Long { edges: long }));
            }
            Place::Elsewhere(long) => long.edges.push(edge),
        }
    }

    /// Takes out the edge at a position, which the last one fills.
    pub fn swap_remove(&mut self, index: usize) -> EdgeId {
        match &mut self.0 {
            Place::Here { len, edges } => {
                let last = usize::from(*len) - 1;
                edges[..=last].swap(index, last);
                *len -= 1;
                edges[last]
            }
            Place::Elsewhere(long) => long.edges.swap_remove(index),
        }
    }
}

impl Default for EdgeList {
    fn default() -> Self {
        EdgeList::EMPTY
    }
}

impl Deref for EdgeList {
    type Target = [EdgeId];
    #[inline]
    fn deref(&self) -> &[EdgeId] {
        match &self.0 {
            Place::Here { len, edges } => &edges[..usize::from(*len)],
            Place::Elsewhere(long) => &long.edges,
        }
    }
}

impl<I: std::slice::SliceIndex<[EdgeId]>> Index<I> for EdgeList {
    type Output = I::Output;
    #[inline]
    fn index(&self, index: I) -> &I::Output {
        &(**self)[index]
    }
}

impl<'a> IntoIterator for &'a EdgeList {
    type Item = &'a EdgeId;
    type IntoIter = std::slice::Iter<'a, EdgeId>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The edges of a list that is not needed any more: a copy, while the graph changes.
pub struct IntoIter {
    list: EdgeList,
    next: usize,
}

impl Iterator for IntoIter {
    type Item = EdgeId;
    fn next(&mut self) -> Option<EdgeId> {
        let edge = self.list.get(self.next).copied();
        self.next += 1;
        edge
    }
}

impl IntoIterator for EdgeList {
    type Item = EdgeId;
    type IntoIter = IntoIter;
    fn into_iter(self) -> IntoIter {
        IntoIter { list: self, next: 0 }
    }
}

impl FromIterator<EdgeId> for EdgeList {
    fn from_iter<I: IntoIterator<Item = EdgeId>>(edges: I) -> Self {
        let mut list = EdgeList::EMPTY;
        edges.into_iter().for_each(|edge| list.push(edge));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::EdgeList;
    use crate::cfg::EdgeId;
    use proptest::prelude::*;

    #[test]
    fn is_small() {
        assert_eq!(size_of::<EdgeList>(), 16);
    }

    proptest! {
        /// Whatever is appended and taken out, the list is what a vector would be.
        #[test]
        fn agrees_with_a_vector(steps in prop::collection::vec((any::<bool>(), 0u32..9), 0..60)) {
            let (mut list, mut vector) = (EdgeList::default(), Vec::new());
            for (append, number) in steps {
                if append || vector.is_empty() {
                    list.push(EdgeId(number));
                    vector.push(EdgeId(number));
                } else {
                    let index = number as usize % vector.len();
                    prop_assert_eq!(list.swap_remove(index), vector.swap_remove(index));
                }
                prop_assert_eq!(&list[..], &vector[..]);
            }
            let again: EdgeList = vector.iter().copied().collect();
            prop_assert_eq!(&again[..], &list[..]);
            prop_assert_eq!(again.into_iter().collect::<Vec<_>>(), vector);
        }
    }
}
