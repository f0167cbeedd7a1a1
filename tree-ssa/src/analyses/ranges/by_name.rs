//! Numbers in order, by the name they belong to: one table for all names.

use gimple::ssa::SsaName;

/// A list of numbers for each name.
#[derive(Default)]
pub struct ByName {
    /// Where the list of each name begins; one more at the end.
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

/// The place of a list in the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct List(u32, u32);

impl ByName {
    /// Sorts pairs of names and numbers into lists; `names` is how many names there are.
    pub fn new(names: usize, mut pairs: Vec<(SsaName, u32)>) -> ByName {
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = Vec::with_capacity(names + 1);
        for (place, pair) in pairs.iter().enumerate() {
            starts.resize((pair.0.0 as usize + 1).max(starts.len()), place as u32);
        }
        starts.resize(names + 1, pairs.len() as u32);
        ByName { starts, numbers: pairs.into_iter().map(|pair| pair.1).collect() }
    }

    /// The list of a name, unless it is empty.
    pub fn list(&self, name: SsaName) -> Option<List> {
        let index = name.0 as usize;
        let bounds = self.starts.get(index..index + 2)?;
        (bounds[0] < bounds[1]).then_some(List(bounds[0], bounds[1]))
    }

    /// Whether a list has a number within bounds.
    pub fn any_within(&self, list: List, (first, last): (u32, u32)) -> bool {
        let numbers = self.numbers.get(list.0 as usize..list.1 as usize).unwrap_or_default();
        let at = numbers.partition_point(|&number| number < first);
        numbers.get(at).is_some_and(|&number| number <= last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_found_by_name() {
        let pairs = [(2, 7), (5, 1), (2, 3), (2, 7)];
        let table = ByName::new(7, pairs.map(|(name, number)| (SsaName(name), number)).to_vec());
        let has = |name, bounds| {
            table.list(SsaName(name)).is_some_and(|list| table.any_within(list, bounds))
        };
        assert!(has(2, (3, 3)) && has(2, (4, 7)) && has(5, (0, 1)));
        assert!(!has(2, (4, 6)) && !has(2, (8, 9)) && !has(5, (2, 9)));
        assert!([0, 1, 3, 4, 6, 7, 100].iter().all(|&name| table.list(SsaName(name)).is_none()));
    }
}
