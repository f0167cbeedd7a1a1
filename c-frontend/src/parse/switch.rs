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
        if let Some((_, &(end, previous))) = self.ranges.range(..=low).next_back()
            && end >= low
        {
            return Some(previous);
        }
        if let Some((_, &(_, previous))) = self.ranges.range(low..=high).next() {
            return Some(previous);
        }
        self.ranges.insert(low, (high, loc));
        None
    }
}

/// A case, or a range of cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaseRange {
    pub low: i128,
    pub high: i128,
    pub loc: Location,
}

impl SwitchCases {
    /// Whether there is a `default`.
    pub fn has_default(&self) -> bool {
        self.default.is_some()
    }

    /// The cases in the order of their values.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = CaseRange> {
        self.ranges.iter().map(|(&low, &(high, loc))| CaseRange { low, high, loc })
    }

    /// The case a value has.
    pub fn find(&self, value: i128) -> Option<CaseRange> {
        let (&low, &(high, loc)) = self.ranges.range(..=value).next_back()?;
        (high >= value).then_some(CaseRange { low, high, loc })
    }

    /// Leaves the cases from `min` to `max`; returns what is to be said of the others, in the order GCC says it.
    pub fn clip(&mut self, min: i128, max: i128) -> Vec<(Location, &'static str)> {
        let mut said = Vec::new();
        let mut below: Vec<CaseRange> = self.iter().take_while(|case| case.low < min).collect();
        if let Some(case) = below.last().copied().filter(|case| case.high >= min) {
            below.pop();
            said.push((
                case.loc,
                "lower value in case label range less than minimum value for type",
            ));
            self.ranges.remove(&case.low);
            self.ranges.insert(min, (case.high, case.loc));
        }
        for case in below.into_iter().rev() {
            self.ranges.remove(&case.low);
            said.push((case.loc, "case label value is less than minimum value for type"));
        }
        if let Some((_, (high, loc))) = self.ranges.range_mut(..=max).next_back()
            && *high > max
        {
            *high = max;
            said.push((*loc, "upper value in case label range exceeds maximum value for type"));
        }
        let above: Vec<CaseRange> = self.iter().rev().take_while(|case| case.low > max).collect();
        for case in above.into_iter().rev() {
            self.ranges.remove(&case.low);
            said.push((case.loc, "case label value exceeds maximum value for type"));
        }
        said
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

    #[test]
    fn cases_beyond_a_type_are_taken_away() {
        let mut cases = SwitchCases::new(TypeId(0));
        let here = Location::BUILTIN;
        for range in [(-9, -8), (-3, 4), (250, 300), (400, 400)] {
            assert!(cases.add(Some(range), here).is_none());
        }
        assert_eq!(cases.clip(0, 255).len(), 4);
        let left: Vec<(i128, i128)> = cases.iter().map(|case| (case.low, case.high)).collect();
        assert_eq!(left, [(0, 4), (250, 255)]);
        assert!(cases.find(3).is_some() && cases.find(5).is_none());
    }
}
