//! Partitions of a loop's statements, and which of them go together.
//!
//! ```text
//!   a[i] = 0;          {a[i] = 0}       memset
//!   b[i] = c[i] + 1;   {b[i] = …}       a loop
//! ```
//!
//! A partition is grown from what a loop is there for: a store, or a value that is used after it. Partitions are merged that
//! touch the same memory, and those between which order goes both ways; the others are put in order.

use super::calls::Pattern;
use super::graph::Graph;
use dumps::putln;
use fixedbitset::FixedBitSet;
use gimple::stmt::StmtId;
use std::fmt::Write;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::nest_ref::Order;
use tree_ssa::analyses::scev::Scev;

/// What becomes of a partition.
pub enum Kind {
    Loop,
    /// A loop of which the innermost one alone could be a call.
    PartlyFilled,
    Call(Pattern),
}

/// Statements that are executed together.
pub struct Partition {
    pub stmts: FixedBitSet,
    pub references: Vec<usize>,
    pub kind: Kind,
    /// It computes something that is used after the loop, and that not all partitions compute.
    pub is_reduction: bool,
    /// Its iterations could not be executed in any order.
    pub sequential: bool,
}

/// Which way the order between two partitions goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    None,
    Forth,
    Back,
    Both,
}

impl Partition {
    pub fn is_call(&self) -> bool {
        matches!(self.kind, Kind::Call(_))
    }

    fn absorb(&mut self, other: Partition) {
        self.kind = Kind::Loop;
        self.sequential |= other.sequential;
        self.stmts.union_with(&other.stmts);
        self.is_reduction |= other.is_reduction;
        self.references.extend(other.references);
        self.references.sort_unstable();
        self.references.dedup();
    }
}

/// All partitions of a loop, and what they are about.
pub struct Partitions<'a, 's, 'd> {
    pub scev: &'a mut Scev<'s, 'd>,
    pub oracle: &'a Oracle,
    pub graph: &'a mut Graph,
    pub all: Vec<Partition>,
}

impl Partitions<'_, '_, '_> {
    /// Grows partitions from statements, but from those that another one needs (`rdg_build_partitions`).
    pub fn grow_from(&mut self, seeds: &[StmtId]) {
        let mut done = FixedBitSet::with_capacity(self.graph.stmts.len());
        for seed in seeds {
            let Some(&vertex) = self.graph.numbers.get(seed) else { continue };
            self.say(&|| format!("ldist asked to generate code for vertex {vertex}"));
            if done[vertex] {
                continue;
            }
            let partition = self.grow(vertex);
            done.union_with(&partition.stmts);
            self.say(&|| {
                let kind = if partition.sequential { "sequent" } else { "parallel" };
                let numbers: Vec<String> =
                    partition.stmts.ones().map(|vertex| vertex.to_string()).collect();
                format!("ldist creates useful {kind} partition:\n  {}", numbers.join(", "))
            });
            self.all.push(partition);
        }
    }

    fn say(&mut self, text: &dyn Fn() -> String) {
        if self.scev.dump.details() {
            putln!(self.scev.dump, "{}", text());
        }
    }

    /// Grows a partition from a statement (`build_rdg_partition_for_vertex`).
    fn grow(&mut self, vertex: usize) -> Partition {
        let stmts = self.graph.all_needed(vertex);
        let references: Vec<usize> =
            stmts.ones().flat_map(|vertex| self.graph.references_of(vertex).to_vec()).collect();
        let unknown = references.iter().any(|&index| self.graph.references[index].at.is_none());
        let sequential = unknown || self.has_cycle(&references, &references);
        let (kind, is_reduction) = (Kind::Loop, false);
        Partition { stmts, references, kind, is_reduction, sequential }
    }

    /// Whether an iteration needs what an earlier one stored, among references of one group and another
    /// (`data_dep_in_cycle_p`).
    fn has_cycle(&mut self, ones: &[usize], others: &[usize]) -> bool {
        for &one in ones {
            for &other in others {
                let (first, second, _) = self.graph.in_order(one, other);
                if first != second && self.is_ordered(first, second) {
                    match self.graph.order(self.scev, self.oracle, first, second) {
                        Order::Apart | Order::Unknown => {}
                        Order::Mixed | Order::Second(std::cmp::Ordering::Less) => return true,
                        Order::Second(_) => {}
                    }
                }
            }
        }
        false
    }

    /// Whether one of two references writes.
    fn is_ordered(&self, one: usize, other: usize) -> bool {
        self.graph.references[one].writes || self.graph.references[other].writes
    }

    /// Merges one partition into another, and lets the last one take its place (`partition_merge_into`).
    fn merge(&mut self, into: usize, from: usize, why: &str, check: bool) {
        let from = self.all.swap_remove(from);
        self.join(into, from, why, check);
    }

    fn join(&mut self, into: usize, from: Partition, why: &str, check: bool) {
        self.say(&|| format!("Fuse partitions because {why}:"));
        let references = self.all[into].references.clone();
        let parallel = !self.all[into].sequential && !from.sequential;
        let cycle = check && parallel && self.has_cycle(&references, &from.references);
        let whole = &mut self.all[into];
        whole.sequential |= cycle;
        whole.absorb(from);
    }

    /// Lets the first partition that is no call come last.
    pub fn put_a_loop_last(&mut self) {
        if let Some(index) = self.all.iter().position(|partition| !partition.is_call()) {
            let partition = self.all.swap_remove(index);
            self.all.push(partition);
        }
    }

    /// Merges all partitions of a kind into the first of them.
    pub fn merge_where(&mut self, why: &str, check: bool, like: impl Fn(&Partition) -> bool) {
        let Some(into) = self.all.iter().position(&like) else { return };
        let mut next = into + 1;
        while next < self.all.len() {
            if like(&self.all[next]) {
                self.merge(into, next, why, check);
            } else {
                next += 1;
            }
        }
    }

    /// Merges partitions that load or store the same, or in the same places, into those before that are to be loops.
    pub fn merge_sharing(&mut self) {
        let mut into = 0;
        while into < self.all.len() {
            if !matches!(self.all[into].kind, Kind::Loop) {
                into += 1;
                continue;
            }
            let before = self.all.len();
            let mut other = into + 1;
            while other < self.all.len() {
                if self.share(into, other) {
                    self.merge(into, other, "they have shared memory refs", true);
                } else {
                    other += 1;
                }
            }
            into += usize::from(self.all.len() == before);
        }
    }

    /// Whether two partitions have a load or a store in common, or touch memory in the same way (`share_memory_accesses`).
    fn share(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|index| &self.all[index].references);
        let references = &self.graph.references;
        one.iter().any(|&a| {
            other.iter().any(|&b| {
                references[a].vertex == references[b].vertex
                    || match (&references[a].at, &references[b].at) {
                        (Some(x), Some(y)) => {
                            let alike =
                                x.whole.same_terms(&y.whole) && x.whole.apart(&y.whole) == 0;
                            alike && x.steps == y.steps
                        }
                        _ => false,
                    }
            })
        })
    }

    /// Merges partitions between which order goes in circles, and puts the others in order (`merge_dep_scc_partitions`).
    pub fn put_in_order(&mut self) {
        let count = self.all.len();
        let (mut forth, mut back) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for one in 0..count {
            for other in one + 1..count {
                let way = self.way(one, other);
                if matches!(way, Way::Forth | Way::Both) {
                    forth[one].push(other);
                    back[other].push(one);
                }
                if matches!(way, Way::Back | Way::Both) {
                    forth[other].push(one);
                    back[one].push(other);
                }
            }
        }
        // The youngest edge comes first.
        forth.iter_mut().chain(&mut back).for_each(|edges| edges.reverse());
        let (order, _) = walk(&back, 0..count);
        let (post, components) = walk(&forth, order.into_iter().rev());
        let mut slots: Vec<Option<Partition>> = self.all.drain(..).map(Some).collect();
        let mut firsts: Vec<(usize, usize)> = Vec::new();
        for component in 0..components.iter().max().map_or(0, |&last| last + 1) {
            let mut members = (0..count).filter(|&index| components[index] == component);
            let Some(first) = members.next() else { continue };
            self.all.extend(slots[first].take());
            let into = self.all.len() - 1;
            for member in members {
                if let Some(from) = slots[member].take() {
                    self.join(into, from, "they are in the same dependence scc", false);
                    self.all[into].sequential = true;
                }
            }
            let place = post.iter().position(|&it| it == first).unwrap_or(0);
            firsts.push((place, into));
        }
        firsts.sort_by_key(|&(place, _)| std::cmp::Reverse(place));
        let mut merged: Vec<Option<Partition>> = self.all.drain(..).map(Some).collect();
        self.all = firsts.iter().filter_map(|&(_, index)| merged[index].take()).collect();
    }

    /// Which way the order between two partitions goes; what is computed for later comes last.
    fn way(&mut self, one: usize, other: usize) -> Way {
        let mut way = match (self.all[one].is_reduction, self.all[other].is_reduction) {
            (true, _) => Way::Back,
            (_, true) => Way::Forth,
            _ => Way::None,
        };
        let [ones, others] = [one, other].map(|index| self.all[index].references.clone());
        for &a in &ones {
            for &b in &others {
                if !self.is_ordered(a, b) {
                    continue;
                }
                let (first, second, swapped) = self.graph.in_order(a, b);
                let order = self.graph.order(self.scev, self.oracle, first, second);
                let this = match order {
                    Order::Apart => continue,
                    Order::Mixed | Order::Unknown => return Way::Both,
                    Order::Second(order) if order.is_lt() != swapped => Way::Back,
                    Order::Second(_) => Way::Forth,
                };
                if way == Way::None {
                    way = this;
                } else if way != this {
                    return Way::Both;
                }
            }
        }
        way
    }

    /// Whether one partition has all loads and stores.
    pub fn one_has_all(&self) -> bool {
        let of = |stmts: &mut dyn Iterator<Item = usize>| -> usize {
            stmts.map(|vertex| self.graph.references_of(vertex).len()).sum()
        };
        let whole = of(&mut (0..self.graph.stmts.len()));
        self.all.iter().any(|partition| of(&mut partition.stmts.ones()) == whole)
    }
}

/// Merges all partitions into the first.
pub fn merge_all(scev: &mut Scev<'_, '_>, all: &mut Vec<Partition>, why: &str) {
    for partition in all.split_off(1) {
        if scev.dump.details() {
            putln!(scev.dump, "Fuse partitions because {why}:");
        }
        all[0].absorb(partition);
    }
}

/// Walks a graph in depth from nodes in the order given: the nodes as they are left, and which walk found each.
fn walk(edges: &[Vec<usize>], from: impl Iterator<Item = usize>) -> (Vec<usize>, Vec<usize>) {
    const NEW: usize = usize::MAX;
    let (mut post, mut found_by) = (Vec::new(), vec![NEW; edges.len()]);
    let mut walks = 0;
    for root in from {
        if found_by[root] != NEW {
            continue;
        }
        found_by[root] = walks;
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.last_mut() {
            match edges[*node].get(*next) {
                Some(&to) => {
                    *next += 1;
                    if found_by[to] == NEW {
                        found_by[to] = walks;
                        stack.push((to, 0));
                    }
                }
                None => {
                    post.push(*node);
                    stack.pop();
                }
            }
        }
        walks += 1;
    }
    (post, found_by)
}
