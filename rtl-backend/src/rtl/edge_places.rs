//! Where edges are in the source.

use crate::rtl::function::{InsnId, Loc};
use rustc_hash::FxHashMap;

/// The places of edges, by the last element of the block they leave. An edge without one is not here.
#[derive(Clone, Debug, Default)]
pub struct EdgePlaces {
    /// Of edges that jumps take, by the jump.
    pub jumps: FxHashMap<InsnId, Loc>,
    /// Of edges along which control falls.
    pub falls: FxHashMap<InsnId, Loc>,
}

impl EdgePlaces {
    /// The same with other numbers for the insns.
    #[must_use]
    pub fn renamed(self, new_of: impl Fn(InsnId) -> InsnId) -> EdgePlaces {
        let rename = |map: FxHashMap<InsnId, Loc>| -> FxHashMap<InsnId, Loc> {
            map.into_iter().map(|(id, loc)| (new_of(id), loc)).collect()
        };
        EdgePlaces { jumps: rename(self.jumps), falls: rename(self.falls) }
    }
}
