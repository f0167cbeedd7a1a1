//! The graph the constraints are solved on: a node for each variable, with its set, the constraints to be looked at when
//! that grows, and edges to the nodes that include it.

use super::constraints::{Constraint, Form};
use super::equivalence::Equivalence;
use super::numbers::{Numbers, add_within};
use super::turns::Turns;
use super::variables::{ANYTHING, ESCAPED, INTEGER, STORED_ANYTHING, Variables, var_flag};

const NONE: u32 = u32::MAX;

/// The graph. Nodes from `count` on stand for what is read or written through the variables, and are there only until
/// cycles through these have been found.
pub struct Graph {
    pub count: u32,
    /// The node that stands for a node.
    pub rep: Vec<u32>,
    pub succs: Vec<Numbers>,
    pub sets: Vec<Numbers>,
    /// What of the sets has been propagated.
    pub propagated: Vec<Numbers>,
    pub complex: Vec<Vec<Constraint>>,
    /// The node that all a node points to is in a cycle with.
    pub cycle_with: Vec<u32>,
    /// The nodes whose turn has come, or comes.
    pub turns: Turns,
    /// Whether nodes or edges are others than when they were put in order last.
    pub reshaped: bool,
    pub counts: Counts,
}

/// What `-stats` prints.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    pub unified_before: u32,
    pub unified_later: u32,
    pub iterations: u32,
    pub edges: u32,
}

impl Graph {
    /// Rewrites the constraints for variables with the same label, makes these one, and builds the graph.
    pub fn new(vars: &Variables, constraints: &[Constraint], equal: &Equivalence) -> Graph {
        let count = vars.len();
        let (nodes, both) = (count as usize, 2 * count as usize);
        let mut graph = Graph {
            count,
            rep: (0..both as u32).collect(),
            succs: empty(both),
            sets: empty(nodes),
            propagated: empty(nodes),
            complex: empty(nodes),
            cycle_with: vec![NONE; nodes],
            turns: Turns::new(count),
            reshaped: true,
            counts: Counts::default(),
        };
        let mut classes = Classes {
            first: vec![NONE; equal.labels as usize],
            pointer: vec![NONE; equal.labels as usize],
            pointed_to: vec![0; nodes],
        };
        let rewritten = graph.rewrite(constraints, equal, &mut classes);
        graph.add_edges(vars, &rewritten, equal);
        graph.add_complex(vars, &rewritten);
        graph.unite_pointed_to(&classes);
        graph.find_cycles();
        for node in 0..nodes {
            graph.succs[node].truncate(count);
        }
        graph.succs.truncate(nodes);
        graph
    }

    /// The node that stands for a node.
    pub fn find(&mut self, node: u32) -> u32 {
        let root = self.found(node);
        let mut at = node;
        while self.rep[at as usize] != root {
            at = std::mem::replace(&mut self.rep[at as usize], root);
        }
        root
    }

    /// As [`Graph::find`], for who can only look.
    pub fn found(&self, mut node: u32) -> u32 {
        while self.rep[node as usize] != node {
            node = self.rep[node as usize];
        }
        node
    }

    fn unite(&mut self, to: u32, from: u32) -> bool {
        if to == from || self.rep[from as usize] == to {
            return false;
        }
        self.rep[from as usize] = to;
        true
    }

    /// Variables of one label that nothing points to are one from now on; constraints on what is empty go.
    fn rewrite(
        &mut self,
        constraints: &[Constraint],
        equal: &Equivalence,
        classes: &mut Classes,
    ) -> Vec<Constraint> {
        let mut kept = Vec::with_capacity(constraints.len());
        for constraint in constraints {
            let (lhs, rhs) = (constraint.lhs.var, constraint.rhs.var);
            let label = |var: u32| equal.label[equal.leader[var as usize] as usize];
            let (left, right) = (label(lhs), label(rhs));
            if left == 0 || right == 0 {
                continue;
            }
            let mut new = *constraint;
            new.lhs.var = self.equivalent(lhs, left, equal, classes);
            new.rhs.var = self.equivalent(rhs, right, equal, classes);
            kept.push(new);
        }
        kept
    }

    fn equivalent(
        &mut self,
        var: u32,
        label: u32,
        equal: &Equivalence,
        classes: &mut Classes,
    ) -> u32 {
        let label_index = label as usize;
        if equal.address_taken[var as usize] {
            classes.pointed_to[var as usize] = label;
            if classes.pointer[label_index] == NONE {
                classes.pointer[label_index] = var;
            }
            return var;
        }
        match classes.first[label_index] {
            NONE => {
                classes.first[label_index] = var;
                classes.pointer[label_index] = var;
                var
            }
            first => {
                self.counts.unified_before += u32::from(self.unite(first, var));
                first
            }
        }
    }

    fn add_edges(&mut self, vars: &Variables, constraints: &[Constraint], equal: &Equivalence) {
        for Constraint { lhs, rhs } in constraints {
            // Rewritten constraints name variables that stand for themselves.
            let (to, from) = (lhs.var, rhs.var);
            let plain = lhs.offset == 0 && rhs.offset == 0;
            match (lhs.form, rhs.form) {
                (Form::Deref, Form::Scalar) if plain => {
                    self.add_edge(self.count + to, from);
                }
                (Form::Deref, _) => {}
                (_, Form::Deref) if plain => {
                    self.add_edge(to, self.count + from);
                }
                (_, Form::Deref) => {}
                (_, Form::Address) => {
                    self.sets[to as usize].insert(rhs.var);
                }
                _ if plain && to > ANYTHING && to != from => {
                    self.add_edge(to, from);
                }
                _ => {}
            }
        }
        let stored = self.find(STORED_ANYTHING);
        for var in INTEGER + 1..self.count {
            if !equal.direct[var as usize] && vars[var].has(var_flag::MAY_HAVE_POINTERS) {
                let to = self.find(var);
                self.add_edge(to, stored);
            }
        }
        let escaped = self.find(ESCAPED);
        self.add_edge(escaped, stored);
    }

    /// Adds an edge; says whether that was needed. What goes to the escaped anyway, and to somebody who includes them,
    /// needs no way of its own.
    pub fn add_edge(&mut self, to: u32, from: u32) -> bool {
        if to == from || self.succs[from as usize].contains(to) {
            return false;
        }
        if to < self.count {
            let escaped = self.find(ESCAPED);
            let target = self.find(to);
            if self.succs[from as usize].contains(escaped)
                && self.sets[target as usize].contains(ESCAPED)
            {
                return false;
            }
        }
        self.succs[from as usize].insert(to);
        self.reshaped = true;
        if from < self.count && self.cycle_with[from as usize] != NONE {
            self.turns.look_at(from);
        }
        self.counts.edges += u32::from(to < self.count && from < self.count);
        true
    }

    /// Hands the constraints that depend on what a set holds to the node of that set.
    fn add_complex(&mut self, vars: &Variables, constraints: &[Constraint]) {
        for constraint in constraints {
            let (lhs, rhs) = (constraint.lhs, constraint.rhs);
            let home = match (lhs.form, rhs.form) {
                (Form::Deref, _) => lhs.var,
                (_, Form::Deref) if !vars[lhs.var].has(var_flag::SPECIAL) => rhs.var,
                (_, Form::Scalar) if lhs.var > ANYTHING && (lhs.offset != 0 || rhs.offset != 0) => {
                    rhs.var
                }
                _ => continue,
            };
            self.complex[home as usize].push(*constraint);
        }
        for list in self.complex.iter_mut().filter(|list| list.len() > 1) {
            list.sort_unstable();
            list.dedup();
        }
    }

    /// Variables that something points to and that have the same set share it, now that who points to them is written
    /// down.
    fn unite_pointed_to(&mut self, classes: &Classes) {
        for var in 1..self.count {
            let label = classes.pointed_to[var as usize];
            if label == 0 || classes.pointer[label as usize] == NONE {
                continue;
            }
            let to = self.find(classes.pointer[label as usize]);
            let from = self.find(var);
            if self.unite(to, from) {
                self.merge(to, var, false);
            }
        }
    }

    /// Gives a node what another has that has become one with it.
    pub fn merge(&mut self, to: u32, from: u32, solving: bool) {
        let (a, b) = (to as usize, from as usize);
        self.reshaped = true;
        if solving {
            self.counts.unified_later += 1;
        } else {
            self.counts.unified_before += 1;
        }
        if self.cycle_with[a] == NONE && self.cycle_with[b] != NONE {
            self.cycle_with[a] = self.cycle_with[b];
            self.turns.look_at(to);
        }
        let succs = std::mem::take(&mut self.succs[b]);
        // What the one holds has not gone the other's ways yet.
        let mut more = self.succs[a].add(&succs);
        more |= self.merge_complex(to, from);
        more |= add_within(&mut self.sets, to, from);
        self.sets[b] = Numbers::default();
        self.propagated[b] = Numbers::default();
        if self.counts.iterations > 0 {
            self.propagated[a] = Numbers::default();
        }
        if solving && (self.turns.take(from) | more) {
            self.turns.changed(to);
        }
        self.succs[a].remove(to);
    }

    fn merge_complex(&mut self, to: u32, from: u32) -> bool {
        let mut moved = std::mem::take(&mut self.complex[from as usize]);
        if moved.is_empty() {
            return false;
        }
        for constraint in &mut moved {
            match (constraint.lhs.form, constraint.rhs.form) {
                (Form::Deref, Form::Scalar | Form::Address) => constraint.lhs.var = to,
                _ => constraint.rhs.var = to,
            }
        }
        let list = &mut self.complex[to as usize];
        let before = list.len();
        list.append(&mut moved);
        list.sort_unstable();
        list.dedup();
        list.len() != before
    }

    /// Makes nodes in cycles one (Nuutila's algorithm), and notes cycles through what variables point to: all of that is
    /// in the cycle when it is known.
    fn find_cycles(&mut self) {
        let nodes = 2 * self.count as usize;
        let mut search = Search {
            visited: vec![false; nodes],
            deleted: vec![false; nodes],
            low: vec![0; nodes],
            next: 0,
            stack: Vec::new(),
            path: Vec::new(),
            pending: Vec::new(),
        };
        for start in 0..nodes as u32 - 1 {
            // What leads nowhere is in no cycle.
            let leads = !self.succs[start as usize].is_empty();
            if leads && !search.visited[start as usize] && self.find(start) == start {
                self.search_from(&mut search, start);
            }
        }
    }

    fn search_from(&mut self, search: &mut Search, start: u32) {
        search.enter(self, start);
        while let Some(step) = search.path.last_mut() {
            let node = step.node;
            if let Some(child) = step.child.take() {
                let child = self.find(child);
                let low = search.low[child as usize].min(search.low[node as usize]);
                search.low[node as usize] = low;
            }
            if step.at < search.pending.len() {
                let target = search.pending[step.at];
                step.at += 1;
                let target = self.find(target);
                if search.deleted[target as usize] || self.succs[target as usize].is_empty() {
                    continue;
                }
                step.child = Some(target);
                if !search.visited[target as usize] {
                    search.enter(self, target);
                }
                continue;
            }
            search.pending.truncate(step.first);
            let mine = step.number;
            search.path.pop();
            self.leave(search, node, mine);
        }
    }

    /// A node all of whose successors have been looked at: if it leads a cycle, that is made one.
    fn leave(&mut self, search: &mut Search, node: u32, mine: u32) {
        if search.low[node as usize] != mine {
            return search.stack.push(node);
        }
        search.deleted[node as usize] = true;
        let alone = search.stack.iter().rposition(|&other| search.low[other as usize] < mine);
        let mut cycle = search.stack.split_off(alone.map_or(0, |last| last + 1));
        if cycle.is_empty() {
            return;
        }
        cycle.push(node);
        cycle.sort_unstable();
        let lowest = cycle[0];
        for &member in &cycle {
            if member >= self.count {
                self.unite(lowest, member);
                self.cycle_with[(member - self.count) as usize] = lowest;
            } else if self.unite(lowest, member) {
                self.merge(lowest, member, false);
            }
        }
    }
}

/// As many of something as there are nodes, with nothing in it.
fn empty<T: Default>(nodes: usize) -> Vec<T> {
    std::iter::repeat_with(T::default).take(nodes).collect()
}

/// The variables found for the labels.
struct Classes {
    /// The first that nothing points to.
    first: Vec<u32>,
    /// The one to stand for all.
    pointer: Vec<u32>,
    /// The labels of variables that something points to.
    pointed_to: Vec<u32>,
}

/// A search for cycles.
struct Search {
    visited: Vec<bool>,
    deleted: Vec<bool>,
    /// The first node of the search that is known to be in a node's cycle.
    low: Vec<u32>,
    next: u32,
    stack: Vec<u32>,
    path: Vec<Step>,
    /// The successors of the nodes on the path.
    pending: Vec<u32>,
}

struct Step {
    node: u32,
    number: u32,
    /// Where its successors begin among those pending, and which is next.
    first: usize,
    at: usize,
    child: Option<u32>,
}

impl Search {
    fn enter(&mut self, graph: &Graph, node: u32) {
        self.visited[node as usize] = true;
        let number = self.next;
        self.low[node as usize] = number;
        self.next += 1;
        let first = self.pending.len();
        self.pending.extend(graph.succs[node as usize].iter());
        self.path.push(Step { node, number, first, at: first, child: None });
    }
}
