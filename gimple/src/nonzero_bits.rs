//! Which bits of integer names may be set, as passes have found (`SSA_NAME_RANGE_INFO`'s nonzero bits).
//!
//! What is kept of a name holds wherever the name is defined, on whatever way control came there: a pass that changes
//! what a name holds forgets it. Little is known of most names, so the table reaches as far as the last one of which
//! something is.

use crate::entity::EntityRef;
use crate::ssa::SsaName;

/// The bits by name; a bit that is not in there is 0 in the name's value. Types of more than 64 bits have no entries.
#[derive(Clone, Default, Debug)]
pub struct NonzeroBits(Vec<u64>);

impl NonzeroBits {
    /// Where nothing is known.
    pub const ALL: u64 = u64::MAX;

    /// The bits of a name that may be set.
    pub fn get(&self, name: SsaName) -> u64 {
        self.0.get(name.index()).copied().unwrap_or(Self::ALL)
    }

    /// Notes the bits of a name that may be set.
    pub fn set(&mut self, name: SsaName, bits: u64) {
        if name.index() >= self.0.len() {
            if bits == Self::ALL {
                return;
            }
            self.0.resize(name.index() + 1, Self::ALL);
        }
        self.0[name.index()] = bits;
    }

    /// Closes the holes that names leave which are not kept.
    pub fn retain(&mut self, keep: impl Fn(SsaName) -> bool) {
        let mut index = 0;
        self.0.retain(|_| {
            index += 1;
            keep(SsaName::new(index - 1))
        });
    }

    /// Forgets what is known of a name: it is about to hold something else.
    pub fn forget(&mut self, name: SsaName) {
        self.set(name, Self::ALL);
    }
}
