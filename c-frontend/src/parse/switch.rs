//! The cases of a switch statement: which values are taken already.

use gimple::location::Location;
use gimple::types::TypeId;
use std::collections::BTreeMap;

/// The cases of the switch being parsed.
pub struct SwitchCases {
    /// The type of the quantity switched on.
    pub ty: TypeId,
    /// Ranges by their low ends, with their high ends, as `Types::order_key` orders them; they do not overlap.
    ranges: BTreeMap<i128, (i128, Location)>,
    default: Option<Location>,
}

impl SwitchCases {
    /// No cases yet.
    pub fn new(ty: TypeId) -> SwitchCases {
        SwitchCases { ty, ranges: BTreeMap::new(), default: None }
    }

    /// Adds a range, or the default. Where it was taken before, nothing is added, and where that was is returned.
    pub fn add(&mut self, range: Option<(i128, i128)>, loc: Location) -> Option<Location> {
        let Some((low, high)) = range else {
            let previous = self.default;
            self.default.get_or_insert(loc);
            return previous;
        };
        if let Some((_, &(end, previous))) = self.ranges.range(..=high).next_back()
            && end >= low
        {
            return Some(previous);
        }
        self.ranges.insert(low, (high, loc));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_ranges_are_found() {
        let mut cases = SwitchCases::new(TypeId(0));
        let here = Location::BUILTIN;
        assert!(cases.add(Some((5, 9)), here).is_none());
        assert!(cases.add(Some((1, 4)), here).is_none());
        assert!(cases.add(Some((10, 10)), here).is_none());
        assert!(cases.add(Some((0, 20)), here).is_some());
        assert!(cases.add(Some((9, 9)), here).is_some());
        assert!(cases.add(Some((-3, 1)), here).is_some());
        assert!(cases.add(None, here).is_none());
        assert!(cases.add(None, here).is_some());
    }
}
