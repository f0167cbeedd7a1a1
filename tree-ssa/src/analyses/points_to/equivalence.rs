//! Which variables will have the same set, found before anything is solved (Hardekopf and Lin, "Exploiting Pointer and
//! Location Equivalence to Optimize Pointer Analysis", SAS 2007: the algorithm HU).
//!
//! ```text
//!   q = &x    q is {x}                              q, r and s are one variable afterwards
//!   r = q     r is what q is
//!   s = r     s is what r is
//!   t = *q    t is something of its own
//! ```
//!
//! Nodes are variables and, after them, what is read through these. What a node includes is found by following the
//! constraints backward, over cycles made one node. A node that may get more while the constraints are solved includes
//! something of its own.

use super::constraints::{Constraint, Form};
use super::numbers::Numbers;
use super::variables::{ANYTHING, Variables, var_flag};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// What is known of the nodes.
pub struct Equivalence {
    /// The node that stands for the cycle a node is in.
    pub leader: Vec<u32>,
    /// What tells the set of a leader from others; 0: it is empty.
    pub label: Vec<u32>,
    /// How many labels there are.
    pub labels: u32,
    /// Whether no more comes to a node than the constraints say beforehand.
    pub direct: Vec<bool>,
    /// Whether something points to a variable.
    pub address_taken: Vec<bool>,
}

/// Words a set may take here; nodes with larger ones are taken to be different.
const LARGEST: usize = 64;

/// Lists of numbers, one for each node.
struct Lists {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn of(nodes: usize, pairs: &[(u32, u32)]) -> Lists {
        let mut start = vec![0u32; nodes + 1];
        for &(node, _) in pairs {
            start[node as usize] += 1;
        }
        // Where each list ends; filled from the end, each place becomes that where it starts.
        let mut end = 0;
        for at in &mut start {
            end += *at;
            *at = end;
        }
        let mut items = vec![0; pairs.len()];
        for &(node, item) in pairs.iter().rev() {
            start[node as usize] -= 1;
            items[start[node as usize] as usize] = item;
        }
        Lists { start, items }
    }

    fn range(&self, node: u32) -> std::ops::Range<usize> {
        self.start[node as usize] as usize..self.start[node as usize + 1] as usize
    }

    fn get(&self, node: u32) -> &[u32] {
        &self.items[self.range(node)]
    }
}

/// The edges of the graph backward.
struct Backward {
    /// Where a node's set comes from.
    explicit: Lists,
    /// As before; and the nodes whose being one cycle with it makes them one.
    all: Lists,
    /// What is put into a variable's set.
    pointees: Lists,
}

/// Finds the labels.
pub fn find(vars: &Variables, constraints: &[Constraint]) -> Equivalence {
    let count = vars.len() as usize;
    let mut result = Equivalence {
        leader: (0..2 * count as u32).collect(),
        label: vec![0; 2 * count],
        labels: 1,
        direct: vec![false; 2 * count],
        address_taken: vec![false; count],
    };
    for var in 1..count {
        result.direct[var] = !vars[var as u32].has(var_flag::SPECIAL);
    }
    let graph = result.graph(vars, constraints);
    let members = result.condense(count, &graph);
    result.number(count, &graph, &members);
    result
}

/// The sets that have labels.
struct Labels {
    /// By label.
    sets: Vec<Numbers>,
    /// The label met last of the sets with a hash.
    known: FxHashMap<u64, u32>,
}

impl Equivalence {
    fn graph(&mut self, vars: &Variables, constraints: &[Constraint]) -> Backward {
        let count = vars.len();
        let room = || Vec::with_capacity(constraints.len());
        let (mut explicit, mut all, mut pointees) = (room(), room(), room());
        for Constraint { lhs, rhs } in constraints {
            let plain = lhs.offset == 0 && rhs.offset == 0;
            match (lhs.form, rhs.form) {
                (Form::Deref, Form::Scalar) if plain => explicit.push((count + lhs.var, rhs.var)),
                (Form::Deref, _) => {}
                (_, Form::Deref) if plain => explicit.push((lhs.var, count + rhs.var)),
                (_, Form::Deref) => self.direct[lhs.var as usize] = false,
                (_, Form::Address) => {
                    pointees.push((lhs.var, rhs.var));
                    all.push((count + lhs.var, rhs.var));
                    self.address_taken[rhs.var as usize] = true;
                    self.direct[rhs.var as usize] = false;
                    let object = &vars[rhs.var];
                    if !object.has(var_flag::FULL) {
                        for field in vars.from(object.head) {
                            self.direct[field as usize] = false;
                        }
                    }
                }
                _ if plain && lhs.var > ANYTHING && lhs.var != rhs.var => {
                    explicit.push((lhs.var, rhs.var));
                    all.push((count + lhs.var, count + rhs.var));
                }
                _ if rhs.offset != 0 => self.direct[lhs.var as usize] = false,
                _ => {}
            }
        }
        all.extend_from_slice(&explicit);
        let nodes = 2 * count as usize;
        Backward {
            explicit: Lists::of(nodes, &explicit),
            all: Lists::of(nodes, &all),
            pointees: Lists::of(nodes, &pointees),
        }
    }

    /// Makes the nodes of each cycle one. Returns the nodes that each leader stands for besides itself.
    fn condense(&mut self, count: usize, graph: &Backward) -> Lists {
        let nodes = 2 * count;
        let (mut order, mut next) = (vec![0u32; nodes], 1u32);
        let mut low = vec![0u32; nodes];
        let mut finished = vec![false; nodes];
        let (mut path, mut component) = (Vec::new(), Vec::new());
        let mut members = Vec::new();
        for start in 1..count as u32 {
            // What has no edges is a cycle of its own.
            if order[start as usize] != 0 || graph.all.range(start).is_empty() {
                continue;
            }
            path.push((start, graph.all.range(start)));
            (order[start as usize], low[start as usize]) = (next, next);
            next += 1;
            component.push(start);
            while let Some((node, edges)) = path.last_mut() {
                let node = *node;
                if let Some(edge) = edges.next() {
                    let other = graph.all.items[edge];
                    if graph.all.range(other).is_empty() {
                        continue;
                    }
                    if order[other as usize] == 0 {
                        (order[other as usize], low[other as usize]) = (next, next);
                        next += 1;
                        component.push(other);
                        path.push((other, graph.all.range(other)));
                    } else if !finished[other as usize] {
                        low[node as usize] = low[node as usize].min(order[other as usize]);
                    }
                    continue;
                }
                path.pop();
                if let Some((parent, _)) = path.last() {
                    low[*parent as usize] = low[*parent as usize].min(low[node as usize]);
                }
                if low[node as usize] != order[node as usize] {
                    continue;
                }
                while let Some(member) = component.pop() {
                    finished[member as usize] = true;
                    self.leader[member as usize] = node;
                    if member == node {
                        break;
                    }
                    self.direct[node as usize] &= self.direct[member as usize];
                    members.push((node, member));
                }
            }
        }
        Lists::of(nodes, &members)
    }

    /// Gives each leader its label, those it includes first.
    fn number(&mut self, count: usize, graph: &Backward, members: &Lists) {
        let mut labels = Labels { sets: vec![Numbers::default()], known: FxHashMap::default() };
        let mut visited = vec![false; 2 * count];
        let mut path: Vec<(u32, bool)> = Vec::new();
        for start in 1..count {
            if !visited[self.leader[start] as usize] {
                path.push((self.leader[start], false));
            }
            while let Some((node, ready)) = path.pop() {
                if ready {
                    self.label_node(count, node, (graph, members), &mut labels);
                    continue;
                }
                if visited[node as usize] {
                    continue;
                }
                visited[node as usize] = true;
                path.push((node, true));
                for &member in std::iter::once(&node).chain(members.get(node)) {
                    let sources = graph.explicit.get(member).iter();
                    let leaders = sources.map(|&source| self.leader[source as usize]);
                    path.extend(leaders.filter(|&at| !visited[at as usize]).map(|at| (at, false)));
                }
            }
        }
    }

    fn label_node(
        &mut self,
        count: usize,
        node: u32,
        (graph, members): (&Backward, &Lists),
        Labels { sets, known }: &mut Labels,
    ) {
        let mut own = Numbers::default();
        // The only label met so far: its set need not be looked at if it stays the only one.
        let mut only = 0;
        for &member in std::iter::once(&node).chain(members.get(node)) {
            for &object in graph.pointees.get(member) {
                own.insert(object);
            }
            for &source in graph.explicit.get(member) {
                let source = self.leader[source as usize];
                let label = self.label[source as usize];
                if source == node || label == 0 || label == only {
                    continue;
                }
                if only == 0 && own.is_empty() {
                    only = label;
                } else {
                    own.add(&sets[label as usize]);
                }
            }
        }
        let direct = self.direct[node as usize];
        if direct && own.is_empty() {
            self.label[node as usize] = only;
            return;
        }
        own.add(&sets[only as usize]);
        let too_large = own.weight() > LARGEST;
        if too_large {
            own = Numbers::default();
        }
        if !direct || too_large {
            own.insert(count as u32 + node);
        }
        let new = sets.len() as u32;
        let label = known.entry(FxBuildHasher.hash_one(&own)).or_insert(new);
        if *label == new || sets[*label as usize] != own {
            *label = new;
            sets.push(own);
        }
        self.label[node as usize] = *label;
        self.labels = sets.len() as u32;
    }
}
