//! What passes have found of the values of integer names: which bits may be set, and the ranges they are in
//! (`SSA_NAME_RANGE_INFO`).
//!
//! What is kept of a name holds wherever the name is defined, on whatever way control came there: a pass that changes
//! what a name holds forgets it. Little is known of most names, so the table reaches as far as the last one of which
//! something is. What `evrp` and `vrp1` note, `vrp2` knows, and dumps show it (`-alias`).

use crate::entity::EntityRef;
use crate::ssa::SsaName;
use rustc_hash::FxHashMap;

/// The bits by name; a bit that is not in there is 0 in the name's value. Types of more than 64 bits have no entries.
#[derive(Clone, Default, Debug)]
pub struct NonzeroBits {
    bits: Vec<u64>,
    ranges: FxHashMap<SsaName, NotedRange>,
}

/// The interval a value is in, or is not in, and the bits that may be set by that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotedRange {
    pub outside: bool,
    pub low: i128,
    pub high: i128,
    pub bits: u64,
}

/// All that is known of a name.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    bits: u64,
    range: Option<NotedRange>,
}

impl NonzeroBits {
    /// Where nothing is known.
    pub const ALL: u64 = u64::MAX;

    /// The bits of a name that may be set.
    pub fn get(&self, name: SsaName) -> u64 {
        self.bits.get(name.index()).copied().unwrap_or(Self::ALL)
    }

    /// Notes the bits of a name that may be set.
    pub fn set(&mut self, name: SsaName, bits: u64) {
        if name.index() >= self.bits.len() {
            if bits == Self::ALL {
                return;
            }
            self.bits.resize(name.index() + 1, Self::ALL);
        }
        self.bits[name.index()] = bits;
    }

    /// The range of a name, as far as one has been noted.
    pub fn range(&self, name: SsaName) -> Option<NotedRange> {
        self.ranges.get(&name).copied()
    }

    /// Notes the range of a name.
    pub fn set_range(&mut self, name: SsaName, range: NotedRange) {
        self.ranges.insert(name, range);
    }

    /// All that is known of a name, for another one that holds the same.
    pub fn known(&self, name: SsaName) -> Known {
        Known { bits: self.get(name), range: self.range(name) }
    }

    /// Notes of a name what is known of another one.
    pub fn put(&mut self, name: SsaName, known: Known) {
        self.forget(name);
        self.set(name, known.bits);
        if let Some(range) = known.range {
            self.set_range(name, range);
        }
    }

    /// Closes the holes that names leave which are not kept; `new` is the number of one that is.
    pub fn retain(&mut self, keep: impl Fn(SsaName) -> bool, new: impl Fn(SsaName) -> SsaName) {
        let mut index = 0;
        self.bits.retain(|_| {
            index += 1;
            keep(SsaName::new(index - 1))
        });
        let kept = self.ranges.drain().filter(|(name, _)| keep(*name));
        self.ranges = kept.map(|(name, range)| (new(name), range)).collect();
    }

    /// Forgets what is known of a name: it is about to hold something else.
    pub fn forget(&mut self, name: SsaName) {
        self.set(name, Self::ALL);
        self.ranges.remove(&name);
    }
}
