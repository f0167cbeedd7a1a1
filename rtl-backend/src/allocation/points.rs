//! Sets of program points, for asking quickly whether a stretch of them is free.
//!
//! A bit a point, and above it levels of summaries: a bit a word of the level below that says whether the word has any bit.
//! Adding a stretch takes time in its words; asking for one looks at two words a level. A hard register's stretches are
//! disjoint, so filling its set takes no more than its size.

/// A set of points.
#[derive(Clone, Default)]
pub struct PointSet {
    /// The points' bits, then the summaries, each level a 64th of the one before.
    levels: Vec<Vec<u64>>,
}

/// The bits from `from` on, or up to and including `to`, of a word.
fn from(bit: u32) -> u64 {
    u64::MAX << (bit % 64)
}

fn up_to(bit: u32) -> u64 {
    u64::MAX >> (63 - bit % 64)
}

impl PointSet {
    /// Adds the points from `start` up to, not including, `end`; all points are less than `points`.
    pub fn add(&mut self, start: u32, end: u32, points: u32) {
        if start >= end {
            return;
        }
        if self.levels.is_empty() {
            self.allocate(points);
        }
        let (mut first, mut last) = (start, end - 1);
        for level in &mut self.levels {
            let (low, high) = ((first / 64) as usize, (last / 64) as usize);
            if low == high {
                let before = level[low];
                level[low] = before | from(first) & up_to(last);
                if before != 0 {
                    // The summaries say so already.
                    return;
                }
            } else {
                level[low] |= from(first);
                level[low + 1..high].fill(u64::MAX);
                level[high] |= up_to(last);
            }
            (first, last) = (first / 64, last / 64);
        }
    }

    fn allocate(&mut self, points: u32) {
        let mut bits = points.max(1);
        loop {
            let words = bits.div_ceil(64);
            self.levels.push(vec![0; words as usize]);
            if words == 1 {
                return;
            }
            bits = words;
        }
    }

    /// Whether no point from `start` up to, not including, `end` is in the set.
    pub fn is_free(&self, start: u32, end: u32) -> bool {
        if start >= end || self.levels.is_empty() {
            return true;
        }
        let (mut first, mut last) = (start, end - 1);
        for level in &self.levels {
            let (low, high) = (first / 64, last / 64);
            if low == high {
                return level[low as usize] & from(first) & up_to(last) == 0;
            }
            if level[low as usize] & from(first) != 0 || level[high as usize] & up_to(last) != 0 {
                return false;
            }
            if low + 1 == high {
                return true;
            }
            // The words in between, by their bits in the level above.
            (first, last) = (low + 1, high - 1);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::PointSet;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_stretch_is_free_where_none_of_its_points_has_been_added(
            added in prop::collection::vec((0u32..9000, 0u32..300), 0..6),
            asked in prop::collection::vec((0u32..9000, 0u32..5000), 1..20),
        ) {
            const POINTS: u32 = 15000;
            let mut set = PointSet::default();
            let mut plain = vec![false; POINTS as usize];
            for (start, length) in added {
                set.add(start, start + length, POINTS);
                plain[start as usize..(start + length) as usize].fill(true);
            }
            for (start, length) in asked {
                let free = plain[start as usize..(start + length) as usize].iter().all(|p| !p);
                prop_assert_eq!(set.is_free(start, start + length), free);
            }
        }
    }
}
