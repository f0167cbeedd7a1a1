//! The set of candidates that costs least, found greedily.
//!
//! It begins with as few candidates as express all uses, and is improved by one candidate more, of whose company those go that
//! are not needed then; or by one candidate less. This is done twice, beginning with the variables of the program and without
//! them, and the cheaper result is taken.

use super::{Kind, Price, Way, Work};
use gimple::target::Registers;
use std::collections::{BTreeMap, BTreeSet};
use tree_ssa::analyses::scev::Scev;

/// Sets of up to so many candidates are gone through for one that is not needed, whenever one is added.
const PRUNED: usize = 10;

/// A candidate for each group.
pub(super) struct Chosen {
    pub of_group: Vec<usize>,
    /// All of them, in their order.
    pub candidates: Vec<usize>,
}

/// A group that changes from one candidate to another.
#[derive(Clone, Copy)]
struct Change {
    group: usize,
    from: Option<usize>,
    to: Option<usize>,
}

/// A set of candidates, and which group is expressed by which.
pub(super) struct Set<'a> {
    work: &'a Work,
    registers: Registers,
    pub of_group: Vec<Option<usize>>,
    /// Groups that are considered so far, and how many of them nothing expresses.
    upto: usize,
    missing: usize,
    /// Candidates with the number of groups they express.
    used: BTreeMap<usize, u32>,
    /// Invariants by how many need them.
    variables: Counts,
    expressions: Counts,
    pub use_price: Price,
    pub candidate_cost: i64,
}

impl Work {
    /// Chooses candidates, if all groups can be expressed.
    pub(super) fn choose(&self, s: &mut Scev<'_, '_>) -> Option<Chosen> {
        let with = self.choose_from(s, true);
        let without = self.choose_from(s, false);
        let price = |set: &Option<Set<'_>>| set.as_ref().and_then(Set::price);
        self.say_finals(s, price(&with), price(&without));
        let best = match (with, without) {
            (Some(a), Some(b)) => Some(if a.price() <= b.price() { a } else { b }),
            (a, b) => a.or(b),
        }?;
        let of_group: Vec<usize> = best.of_group.iter().copied().collect::<Option<_>>()?;
        Some(Chosen { of_group, candidates: best.used.keys().copied().collect() })
    }

    fn choose_from(&self, s: &mut Scev<'_, '_>, originals: bool) -> Option<Set<'_>> {
        let mut set = Set::new(self, s.unit.target.registers);
        for group in 0..self.groups.len() {
            if !set.add_group(group, originals) {
                self.say_failed(s);
                return None;
            }
        }
        self.say_set(s, "Initial set of candidates", &set);
        let mut may_replace = true;
        while set.improve(&mut may_replace) {
            self.say_set(s, "Improved to", &set);
        }
        Some(set)
    }

    pub(super) fn way(&self, group: usize, candidate: usize) -> Option<&Way> {
        let ways = &self.ways[group];
        ways.binary_search_by_key(&candidate, |way| way.0).ok().map(|at| &ways[at].1)
    }

    /// What so many values in registers cost.
    pub(super) fn pressure(&self, of: Registers, invariants: usize, candidates: usize) -> i64 {
        let Registers { available, clobbered, reserved, cost, spill_cost } = of;
        let available = i64::from(if self.calls { available - clobbered } else { available });
        let candidates = candidates as i64;
        let new = invariants as i64 + candidates;
        let needed = new + i64::from(self.registers);
        let registers = if needed + i64::from(reserved) < available {
            new
        } else if needed <= available {
            cost * needed
        } else if candidates <= available {
            cost * available + spill_cost * (needed - available)
        } else {
            cost * available
                + 2 * spill_cost * (candidates - available)
                + spill_cost * (needed - candidates)
        };
        registers + candidates
    }

    /// Whether a way of a group is cheaper than another, or as cheap with a cheaper candidate.
    fn is_cheaper(&self, group: usize, a: usize, b: Option<usize>) -> bool {
        let Some(own) = self.way(group, a) else { return false };
        let Some((b, other)) = b.and_then(|b| Some((b, self.way(group, b)?))) else { return true };
        let cost = |candidate: usize| self.candidates[candidate].cost;
        (own.price, cost(a)) < (other.price, cost(b))
    }
}

/// How often each of some numbers is needed.
#[derive(Default)]
struct Counts {
    uses: Vec<u32>,
    /// How many numbers are needed at all.
    needed: usize,
}

impl Counts {
    /// Counts what is needed once more or less.
    fn count(&mut self, numbers: &BTreeSet<u32>, more: bool) {
        for &number in numbers {
            let index = number as usize;
            if index >= self.uses.len() {
                self.uses.resize(index + 1, 0);
            }
            let uses = &mut self.uses[index];
            if more {
                self.needed += usize::from(*uses == 0);
                *uses += 1;
            } else {
                *uses -= 1;
                self.needed -= usize::from(*uses == 0);
            }
        }
    }

    /// The numbers that are needed, in order.
    fn numbers(&self) -> Vec<u32> {
        (0..self.uses.len() as u32).filter(|&number| self.uses[number as usize] > 0).collect()
    }
}

impl<'a> Set<'a> {
    fn new(work: &'a Work, registers: Registers) -> Set<'a> {
        Set {
            work,
            registers,
            of_group: vec![None; work.groups.len()],
            upto: 0,
            missing: 0,
            used: BTreeMap::new(),
            variables: Counts::default(),
            expressions: Counts::default(),
            use_price: Price::default(),
            candidate_cost: 0,
        }
    }

    /// What it costs; nothing that could be paid where a group is not expressed.
    pub fn price(&self) -> Option<Price> {
        let cost = self.use_price.cost + self.candidate_cost + self.register_cost();
        (self.missing == 0).then_some(Price { cost, ..self.use_price })
    }

    pub fn register_cost(&self) -> i64 {
        let invariants = self.variables.needed + self.expressions.needed;
        self.work.pressure(self.registers, invariants, self.used.len())
    }

    /// The candidates in their order.
    pub fn candidates(&self) -> impl Iterator<Item = usize> + '_ {
        self.used.keys().copied()
    }

    pub fn needed(&self) -> (Vec<u32>, Vec<u32>) {
        (self.variables.numbers(), self.expressions.numbers())
    }

    /// Lets a group be expressed by a candidate, or not at all.
    fn set(&mut self, group: usize, to: Option<usize>) {
        let from = self.of_group[group];
        if from == to {
            return;
        }
        if let Some(old) = from {
            self.apply(group, old, false);
        }
        if let Some(new) = to {
            self.apply(group, new, true);
        }
        self.of_group[group] = to;
    }

    fn apply(&mut self, group: usize, candidate: usize, more: bool) {
        let work = self.work;
        let Some(way) = work.way(group, candidate) else { return };
        let sign = if more { 1 } else { -1 };
        let uses = self.used.entry(candidate).or_insert(0);
        let changes = if more { *uses == 0 } else { *uses == 1 };
        *uses = if more { *uses + 1 } else { *uses - 1 };
        if changes {
            let data = &work.candidates[candidate];
            self.candidate_cost += sign * data.cost;
            self.variables.count(&data.needs.variables, more);
            self.expressions.count(&data.needs.expressions, more);
            if !more {
                self.used.remove(&candidate);
            }
        }
        self.use_price.cost += sign * way.price.cost;
        self.use_price.complexity += sign * way.price.complexity;
        self.variables.count(&way.needs.variables, more);
        self.expressions.count(&way.needs.expressions, more);
        if more {
            self.missing -= 1;
        } else {
            self.missing += 1;
        }
    }

    fn commit(&mut self, changes: &[Change], forward: bool) {
        if forward {
            changes.iter().for_each(|change| self.set(change.group, change.to));
        } else {
            changes.iter().rev().for_each(|change| self.set(change.group, change.from));
        }
    }

    /// Takes in a group and finds a candidate for it, of the program or of no object; whether there is any.
    fn add_group(&mut self, group: usize, originals: bool) -> bool {
        let work = self.work;
        self.upto += 1;
        self.missing += 1;
        let mut present = None;
        for candidate in self.used.keys().copied() {
            if work.is_cheaper(group, candidate, present) {
                present = Some(candidate);
            }
        }
        if present.is_none() {
            let important = (0..work.candidates.len()).filter(|&it| work.candidates[it].important);
            for candidate in important {
                if work.is_cheaper(group, candidate, present) {
                    present = Some(candidate);
                }
            }
        }
        self.set(group, present);
        let mut best = self.price();
        let mut changes =
            present.map(|to| vec![Change { group, from: None, to: Some(to) }]).unwrap_or_default();
        self.set(group, None);
        let wanted = |candidate: usize| {
            let data = &work.candidates[candidate];
            if originals { data.names.is_some() } else { data.iv.object.is_none() }
        };
        for &candidate in work.groups[group].related.iter().filter(|&&index| wanted(index)) {
            self.try_candidate((group, candidate), &mut best, &mut changes);
        }
        if best.is_none() {
            for &(candidate, _) in &work.ways[group] {
                self.try_candidate((group, candidate), &mut best, &mut changes);
            }
        }
        self.commit(&changes, true);
        best.is_some()
    }

    fn try_candidate(
        &mut self,
        (group, candidate): (usize, usize),
        best: &mut Option<Price>,
        changes: &mut Vec<Change>,
    ) {
        if self.used.contains_key(&candidate) || self.work.way(group, candidate).is_none() {
            return;
        }
        self.set(group, Some(candidate));
        let (price, mut tried) = self.extend(candidate, true);
        self.set(group, None);
        if is_less(price, *best) {
            *best = price;
            tried.insert(0, Change { group, from: None, to: Some(candidate) });
            *changes = tried;
        }
    }

    /// What the set would cost with one more candidate, expressing all that it can, or all that it expresses better.
    fn extend(&mut self, candidate: usize, all: bool) -> (Option<Price>, Vec<Change>) {
        let mut changes = Vec::new();
        for group in 0..self.upto {
            let from = self.of_group[group];
            if from == Some(candidate) || self.work.way(group, candidate).is_none() {
                continue;
            }
            if !all && !self.is_better(group, from, candidate) {
                continue;
            }
            changes.push(Change { group, from, to: Some(candidate) });
        }
        self.commit(&changes, true);
        let price = self.price();
        self.commit(&changes, false);
        (price, changes)
    }

    /// Whether a candidate expresses a group for less, or for as much with fewer invariants.
    fn is_better(&mut self, group: usize, from: Option<usize>, to: usize) -> bool {
        let invariants = |set: &Set<'_>| set.variables.needed + set.expressions.needed;
        let before = invariants(self);
        self.set(group, Some(to));
        let after = invariants(self);
        self.set(group, from);
        if after > before {
            return false;
        }
        let dearer = from.is_some_and(|from| self.work.is_cheaper(group, from, Some(to)));
        self.work.is_cheaper(group, to, from) || after < before && !dearer
    }

    /// What the set would cost without a candidate.
    fn narrow(&mut self, without: usize, start: Option<usize>) -> Option<(Price, Vec<Change>)> {
        let work = self.work;
        let mut changes = Vec::new();
        for group in 0..self.upto {
            if self.of_group[group] != Some(without) {
                continue;
            }
            let mut best = self.price();
            let mut new = start.filter(|&start| work.way(group, start).is_some());
            let others: Vec<usize> = self.used.keys().copied().collect();
            for candidate in others {
                if candidate == without
                    || Some(candidate) == start
                    || !work.consider_all && !work.groups[group].related.contains(&candidate)
                    || work.way(group, candidate).is_none()
                {
                    continue;
                }
                self.set(group, Some(candidate));
                let price = self.price();
                if is_less(price, best) {
                    best = price;
                    new = Some(candidate);
                }
            }
            self.set(group, Some(without));
            changes.push(Change { group, from: Some(without), to: Some(new?) });
        }
        self.commit(&changes, true);
        let price = self.price();
        self.commit(&changes, false);
        price.map(|price| (price, changes))
    }

    /// Takes candidates out for as long as that makes the set cheaper; `kept` stays.
    fn prune(&mut self, kept: Option<usize>) -> (Option<Price>, Vec<Change>) {
        let mut all: Vec<Change> = Vec::new();
        loop {
            let mut best = self.price();
            let mut changes = None;
            let candidates: Vec<usize> = self.used.keys().copied().collect();
            for candidate in candidates.into_iter().filter(|&it| Some(it) != kept) {
                if let Some((price, tried)) = self.narrow(candidate, kept)
                    && is_less(Some(price), best)
                {
                    best = Some(price);
                    changes = Some(tried);
                }
            }
            let Some(changes) = changes else {
                self.commit(&all, false);
                return (best, all);
            };
            self.commit(&changes, true);
            all.extend(changes);
        }
    }

    /// Makes the set cheaper, if a step does.
    fn improve(&mut self, may_replace: &mut bool) -> bool {
        let mut best = self.price();
        let mut changes = Vec::new();
        for candidate in 0..self.work.candidates.len() {
            if self.used.contains_key(&candidate) {
                continue;
            }
            let (mut price, mut tried) = self.extend(candidate, false);
            if tried.is_empty() {
                continue;
            }
            self.commit(&tried, true);
            let few = self.used.len() <= PRUNED;
            let pruned = few.then(|| self.prune(Some(candidate)));
            self.commit(&tried, false);
            if let Some((cheaper, more)) = pruned {
                price = cheaper;
                tried.extend(more);
            }
            if is_less(price, best) {
                best = price;
                changes = tried;
            }
        }
        if changes.is_empty() {
            changes = self.prune(None).1;
        }
        if changes.is_empty() && std::mem::replace(may_replace, false) {
            changes = self.replace();
        }
        self.commit(&changes, true);
        !changes.is_empty()
    }

    /// Gives what a candidate expresses to those that express it best each, where that makes the set cheaper in the end.
    fn replace(&mut self) -> Vec<Change> {
        let work = self.work;
        let original = self.price();
        let candidates: Vec<(usize, u32)> =
            self.used.iter().map(|(&candidate, &uses)| (candidate, uses)).collect();
        for (candidate, uses) in candidates {
            if uses == 1 || self.used.len() > PRUNED {
                continue;
            }
            let mut changes = Vec::new();
            for group in (0..self.upto).filter(|&group| self.of_group[group] == Some(candidate)) {
                let mut best = candidate;
                for &(other, _) in &work.ways[group] {
                    if work.is_cheaper(group, other, Some(best)) {
                        best = other;
                    }
                }
                if best != candidate {
                    changes.push(Change { group, from: Some(candidate), to: Some(best) });
                }
            }
            if changes.is_empty() {
                continue;
            }
            self.commit(&changes, true);
            let (price, more) = self.prune(None);
            self.commit(&changes, false);
            if is_less(price, original) {
                changes.extend(more);
                return changes;
            }
        }
        Vec::new()
    }
}

/// Whether a price is less than another; nothing is dearer than what cannot be paid.
fn is_less(a: Option<Price>, b: Option<Price>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a < b,
        (a, b) => a.is_some() && b.is_none(),
    }
}

/// What a group is, for the dump.
pub(super) const fn kind_text(kind: Kind) -> &'static str {
    match kind {
        Kind::Generic => "GENERIC",
        Kind::Address => "REFERENCE ADDRESS",
        Kind::Compare => "COMPARE",
    }
}
