//! How the cases of a switch are told apart: which neighbours go into one jump table or one test of bits.
//!
//! ```text
//! case 97, 101, 105, 111, 117 to one block     1 << (x - 97) & (1 << 0 | 1 << 4 | 1 << 8 | 1 << 14 | 1 << 20)
//! case 1, 2, 3, 4, 5 to five blocks            a table of five addresses
//! ```
//!
//! Both are found by dynamic programming over the sorted cases: the least number of groups that cover the first `i` of them.
//! A group of bits spans no more than a word, so that only so many cases before `i` matter. Tables may be of any size;
//! beyond `EXACT` cases they are taken greedily instead, so that the time stays linear.

use dumps::{put, putln};
use gimple::pass::PassContext;
use std::fmt::Write;

/// Of so many cases, tables are chosen so that there are fewest; of more, the first fits.
const EXACT: usize = 512;
/// Cases from which on a table is worth its load and its jump (`case_values_threshold`).
const TABLE_MINIMUM: usize = 5;
/// Blocks that one word may be tested for.
const MOST_TARGETS: usize = 3;

/// A case or a range of cases. Entries are in order of the index's type: what lies between two of them is a difference of
/// unsigned numbers of 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub low: i128,
    pub high: i128,
    /// A number for where it leads.
    pub target: u32,
    /// How many comparisons it stands for.
    pub comparisons: u32,
}

/// Neighbouring entries that are told apart together, by their places: from the first to before the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    pub from: usize,
    pub to: usize,
    pub kind: Kind,
}

/// How entries are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// By comparisons.
    Simple,
    JumpTable,
    BitTest,
}

/// What the machine and the options allow.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bits of a word.
    pub word: u32,
    pub jump_tables: bool,
    pub bit_tests: bool,
    /// Places that a table may have, in hundredths of the comparisons it saves (`jump-table-max-growth-ratio-for-…`).
    pub growth: u64,
}

impl Limits {
    /// The growth of tables GCC allows where speed counts, and where size does.
    pub fn growth(for_size: bool) -> u64 {
        if for_size { 300 } else { 800 }
    }

    /// Whether a switch of these cases may have a table: none is larger than any limit allows.
    pub fn fits_table(entries: &[Entry]) -> bool {
        let limits =
            Limits { word: 64, jump_tables: true, bit_tests: false, growth: Limits::growth(false) };
        let comparisons = entries.iter().map(|entry| u64::from(entry.comparisons)).sum();
        entries.len() >= TABLE_MINIMUM && fits_table(limits, entries, comparisons)
    }
}

/// The number of values from the first entry's least to the last one's greatest, if it fits.
fn range(entries: &[Entry]) -> Option<u64> {
    let (first, last) = (entries.first()?, entries.last()?);
    u64::try_from(distance(first.low, last.high)).ok()?.checked_add(1)
}

/// How far it is from a value to a later one.
pub fn distance(low: i128, high: i128) -> u128 {
    high.wrapping_sub(low) as u128
}

/// The number of different targets, counted up to one more than a word may be tested for.
fn targets(entries: &[Entry]) -> usize {
    let mut seen: Vec<u32> = Vec::with_capacity(MOST_TARGETS + 1);
    for entry in entries {
        if seen.len() <= MOST_TARGETS && !seen.contains(&entry.target) {
            seen.push(entry.target);
        }
    }
    seen.len()
}

/// Whether so many cases to so many blocks are worth a test of bits.
pub fn bits_pay(cases: usize, targets: usize) -> bool {
    matches!((targets, cases), (1, 3..) | (2, 5..) | (3, 6..))
}

fn fits_word(limits: Limits, entries: &[Entry]) -> bool {
    entries.len() == 1
        || range(entries).is_some_and(|range| range < limits.word.into())
            && targets(entries) <= MOST_TARGETS
}

/// Whether a table has no more places than so many comparisons allow.
fn fits_table(limits: Limits, entries: &[Entry], comparisons: u64) -> bool {
    let places = range(entries).and_then(|range| range.checked_mul(100));
    entries.len() == 1 || places.is_some_and(|places| places <= limits.growth * comparisons)
}

/// The least number of groups, each of which `fits`, as the place where the last group of the first `i` entries begins.
/// Of equally many, those with fewer entries outside of tables. Groups span at most `reach` entries.
fn fewest(
    count: usize,
    reach: usize,
    minimum: usize,
    fits: &dyn Fn(usize, usize) -> bool,
) -> Option<Vec<usize>> {
    #[derive(Clone, Copy)]
    struct Best {
        groups: usize,
        start: usize,
        outside: usize,
    }
    let none = Best { groups: usize::MAX, start: 0, outside: usize::MAX };
    let mut best = vec![Best { groups: 0, start: 0, outside: 0 }];
    for end in 1..=count {
        let mut found = none;
        let first = end.saturating_sub(reach);
        for (start, before) in best.iter().enumerate().skip(first) {
            let small = if end - start < minimum { end - start } else { 0 };
            let (groups, outside) = (before.groups + 1, before.outside + small);
            let better = groups < found.groups || groups == found.groups && outside < found.outside;
            if better && fits(start, end) {
                found = Best { groups, start, outside };
            }
        }
        best.push(found);
    }
    let whole = best[count].groups < count;
    whole.then(|| best.into_iter().map(|best| best.start).collect())
}

/// Cuts entries into groups at the places found.
fn cut(
    starts: &[usize],
    offset: usize,
    kind: Kind,
    pays: &dyn Fn(usize, usize) -> bool,
) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut end = starts.len() - 1;
    while end > 0 {
        let start = starts[end];
        if pays(start, end) {
            groups.push(Group { from: offset + start, to: offset + end, kind });
        } else {
            groups.extend((start..end).rev().map(|i| simple(offset + i)));
        }
        end = start;
    }
    groups.reverse();
    groups
}

fn simple(at: usize) -> Group {
    Group { from: at, to: at + 1, kind: Kind::Simple }
}

/// Groups sorted entries for tests of bits.
pub fn bit_tests(limits: Limits, entries: &[Entry]) -> Vec<Group> {
    let starts = match limits.bit_tests {
        true => fewest(entries.len(), limits.word as usize, 0, &|start, end| {
            fits_word(limits, &entries[start..end])
        }),
        false => None,
    };
    match starts {
        None => (0..entries.len()).map(simple).collect(),
        Some(starts) => cut(&starts, 0, Kind::BitTest, &|from, to| {
            to - from > 1 && bits_pay(to - from, targets(&entries[from..to]))
        }),
    }
}

/// Groups the entries from one place to another for jump tables.
pub fn jump_tables(limits: Limits, all: &[Entry], from: usize, to: usize) -> Vec<Group> {
    let entries = &all[from..to];
    // What the entries before each stand for together.
    let mut before = vec![0];
    for entry in entries {
        before.push(before[before.len() - 1] + u64::from(entry.comparisons));
    }
    let fits = |start: usize, end: usize| {
        fits_table(limits, &entries[start..end], before[end] - before[start])
    };
    let starts = match limits.jump_tables {
        true if entries.len() <= EXACT => fewest(entries.len(), EXACT, TABLE_MINIMUM, &fits),
        true => Some(first_fit(entries.len(), &fits)),
        false => None,
    };
    match starts {
        None => (from..to).map(simple).collect(),
        Some(starts) => {
            cut(&starts, from, Kind::JumpTable, &|start, end| end - start >= TABLE_MINIMUM)
        }
    }
}

/// Tables taken from the left, each as far as it goes.
fn first_fit(count: usize, fits: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut starts = vec![0];
    let mut start = 0;
    for end in 1..=count {
        if !fits(start, end) {
            start = end - 1;
        }
        starts.push(start);
    }
    starts
}

/// Groups sorted entries: what bits tell apart first, tables among what is left.
pub fn groups(limits: Limits, entries: &[Entry]) -> Vec<Group> {
    let mut result = Vec::new();
    let mut left = 0;
    for group in bit_tests(limits, entries) {
        if group.kind == Kind::BitTest {
            result.append(&mut jump_tables(limits, entries, left, group.from));
            result.push(group);
            left = group.to;
        }
    }
    result.append(&mut jump_tables(limits, entries, left, entries.len()));
    result
}

/// Lists groups of cases in the dump.
pub fn say_groups(cx: &mut PassContext<'_>, what: &str, entries: &[Entry], groups: &[Group]) {
    if !cx.dump.enabled() {
        return;
    }
    let details = cx.dump.details();
    let mut text = format!(";; {what}: ");
    for group in groups {
        let part = &entries[group.from..group.to];
        let (low, high) = (part[0].low, part[part.len() - 1].high);
        let word = match group.kind {
            Kind::Simple if low == high => {
                put!(text, "{low} ");
                continue;
            }
            Kind::Simple => {
                put!(text, "{low}-{high} ");
                continue;
            }
            Kind::JumpTable => "JT",
            Kind::BitTest => "BT",
        };
        text.push_str(word);
        if details {
            let values: u128 = part.iter().map(|entry| distance(entry.low, entry.high) + 1).sum();
            let comparisons: u32 = part.iter().map(|entry| entry.comparisons).sum();
            let range = distance(low, high) + 1;
            let density = 100.0 * f64::from(comparisons) / range as f64;
            put!(
                text,
                "(values:{values} comparisons:{comparisons} range:{range} density: {density:.2}%)"
            );
        }
        put!(text, ":{low}-{high} ");
    }
    putln!(cx.dump, "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPEED: Limits = Limits { word: 64, jump_tables: true, bit_tests: true, growth: 800 };

    fn cases(values: &[(i128, u32)]) -> Vec<Entry> {
        values
            .iter()
            .map(|&(low, target)| Entry { low, high: low, target, comparisons: 1 })
            .collect()
    }

    fn kinds(entries: &[Entry]) -> Vec<(usize, usize, Kind)> {
        groups(SPEED, entries).iter().map(|g| (g.from, g.to, g.kind)).collect()
    }

    #[test]
    fn vowels_are_bits() {
        let vowels = cases(&[(97, 0), (101, 0), (105, 0), (111, 0), (117, 0)]);
        assert_eq!(kinds(&vowels), [(0, 5, Kind::BitTest)]);
    }

    #[test]
    fn many_targets_are_a_table() {
        let dense = cases(&[(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)]);
        assert_eq!(kinds(&dense), [(0, 5, Kind::JumpTable)]);
        assert!(kinds(&dense[..4]).iter().all(|group| group.2 == Kind::Simple));
    }

    #[test]
    fn a_word_has_64_bits() {
        let wide = cases(&[(0, 0), (30, 0), (63, 0)]);
        assert_eq!(kinds(&wide[..]).len(), 3);
        let fits = cases(&[(0, 0), (30, 0), (62, 0)]);
        assert_eq!(kinds(&fits), [(0, 3, Kind::BitTest)]);
    }

    #[test]
    fn far_apart_is_apart() {
        let ends = cases(&[(i128::from(i64::MIN), 0), (0, 1), (i128::from(i64::MAX), 2)]);
        assert!(kinds(&ends).iter().all(|group| group.2 == Kind::Simple));
    }

    #[test]
    fn many_cases_take_linear_time() {
        let values: Vec<(i128, u32)> = (0..100_000).map(|i| (3 * i, i as u32)).collect();
        assert_eq!(kinds(&cases(&values)).len(), 1);
    }
}
