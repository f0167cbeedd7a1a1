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
    /// Puts the numbers of pairs into the lists of their names, of which they come in order; `names` is how many names there
    /// are.
    pub fn new(names: usize, pairs: &[(SsaName, u32)]) -> ByName {
        let mut starts = vec![0u32; names + 1];
        for &(name, _) in pairs {
            starts[name.0 as usize] += 1;
        }
        // Where each list ends; filled from the end, each place becomes that where it begins.
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut numbers = vec![0; pairs.len()];
        for &(name, number) in pairs.iter().rev() {
            let start = &mut starts[name.0 as usize];
            *start -= 1;
            numbers[*start as usize] = number;
        }
        ByName { starts, numbers }
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
        let pairs = [(2, 3), (5, 1), (2, 7), (2, 7)];
        let table = ByName::new(7, &pairs.map(|(name, number)| (SsaName(name), number)));
        let has = |name, bounds| {
            table.list(SsaName(name)).is_some_and(|list| table.any_within(list, bounds))
        };
        assert!(has(2, (3, 3)) && has(2, (4, 7)) && has(5, (0, 1)));
        assert!(!has(2, (4, 6)) && !has(2, (8, 9)) && !has(5, (2, 9)));
        assert!([0, 1, 3, 4, 6, 7, 100].iter().all(|&name| table.list(SsaName(name)).is_none()));
    }
}
