//! Solving the constraints: sets flow along the edges, in topological order, until nothing changes; what a set gains may
//! bring new edges (Pearce, Kelly and Hankin, "Efficient field-sensitive pointer analysis for C", 2004).

use super::constraints::{Constraint, Form, UNKNOWN};
use super::graph::Graph;
use super::numbers::{Cursor, Numbers, add_within};
use super::variables::{ANYTHING, ESCAPED, NO_VARIABLE, STORED_ANYTHING, Variables, var_flag};

/// Solves; the sets are those of the nodes afterwards.
pub fn solve(vars: &Variables, graph: &mut Graph) {
    for node in 1..graph.count {
        if !graph.sets[node as usize].is_empty() && !graph.is_idle(node) {
            graph.turns.changed(node);
        }
    }
    let mut visited = vec![0; graph.count as usize];
    let mut order = Vec::new();
    while graph.is_unfinished() {
        graph.counts.iterations += 1;
        // While no edge comes, the order stays what it is.
        let reshaped = std::mem::take(&mut graph.reshaped);
        if reshaped {
            graph.topological_order(&mut visited, &mut order);
        }
        graph.turns.begin(&order, reshaped);
        while let Some(node) = graph.turns.next(&order) {
            if graph.find(node) != node {
                continue;
            }
            if graph.unite_cycle(node) && graph.find(node) != node {
                continue;
            }
            if graph.turns.take(node) {
                graph.propagate(vars, node);
            }
        }
    }
}

impl Graph {
    /// Whether nothing depends on what a node includes. What it gains needs no turn: an edge added later takes along all
    /// there is.
    fn is_idle(&self, node: u32) -> bool {
        self.succs[node as usize].is_empty() && self.complex[node as usize].is_empty()
    }

    /// Whether something depends on what a node has gained. Forgets that others have grown.
    fn is_unfinished(&mut self) -> bool {
        let Graph { turns, succs, complex, .. } = self;
        turns.another_round(|node| {
            succs[node as usize].is_empty() && complex[node as usize].is_empty()
        })
    }

    /// The nodes that others depend on, each after those it leads to, by edges or by copies with an offset. All of them,
    /// whether they have grown or not: where an edge is not needed any more is told by what has been propagated before.
    /// `visited` has the turn in which a node was met last.
    fn topological_order(&self, visited: &mut [u32], order: &mut Vec<u32>) {
        let turn = self.counts.iterations;
        order.clear();
        let mut path: Vec<(u32, Cursor, usize)> = Vec::new();
        for start in 0..self.count {
            if self.is_idle(start) || visited[start as usize] == turn {
                continue;
            }
            visited[start as usize] = turn;
            path.push((start, self.succs[start as usize].start(), 0));
            while let Some((node, edge, copy)) = path.last_mut() {
                let next = self.succs[*node as usize].next(edge);
                let Some(next) = next.or_else(|| self.next_copy(*node, copy)) else {
                    order.push(*node);
                    path.pop();
                    continue;
                };
                if std::mem::replace(&mut visited[next as usize], turn) != turn
                    && !self.is_idle(next)
                {
                    path.push((next, self.succs[next as usize].start(), 0));
                }
            }
        }
    }

    /// What a node is copied to with an offset, from the constraint at a place on, which is stepped past it.
    fn next_copy(&self, node: u32, place: &mut usize) -> Option<u32> {
        let constraints = self.complex[node as usize].get(*place..)?;
        let direct = |it: &Constraint| it.lhs.form == Form::Scalar && it.rhs.form == Form::Scalar;
        let found = constraints.iter().position(direct)?;
        *place += found + 1;
        Some(self.found(constraints[found].lhs.var))
    }

    /// If all that a node points to is in one cycle with something, makes it one. Says whether it is.
    fn unite_cycle(&mut self, node: u32) -> bool {
        let with = self.cycle_with[node as usize];
        if with == u32::MAX || self.sets[node as usize].is_empty() {
            return false;
        }
        let to = self.find(with);
        let alone = |&member: &u32| self.rep[member as usize] == member && member != to;
        let members: Vec<u32> = self.sets[node as usize].iter().filter(alone).collect();
        for &member in &members {
            self.rep[member as usize] = to;
        }
        for member in members {
            self.merge(to, member, true);
        }
        true
    }

    /// Looks at what a set has gained.
    fn propagate(&mut self, vars: &Variables, node: u32) {
        let index = node as usize;
        let gained = if self.sets[index].contains(ANYTHING) {
            if self.propagated[index].contains(ANYTHING) {
                return;
            }
            let anything = self.find(ANYTHING);
            self.sets[anything as usize].clone()
        } else {
            self.sets[index].without(&self.propagated[index])
        };
        if gained.is_empty() {
            return;
        }
        self.propagated[index].add(&gained);
        let mut delta = Delta { gained, expanded: None };
        let mut complex = std::mem::take(&mut self.complex[index]);
        for constraint in &mut complex {
            constraint.lhs.var = self.find(constraint.lhs.var);
            constraint.rhs.var = self.find(constraint.rhs.var);
            match (constraint.lhs.form, constraint.rhs.form) {
                (Form::Deref, _) => self.store(vars, constraint, &mut delta),
                (_, Form::Deref) => {
                    if !vars[constraint.lhs.var].has(var_flag::SPECIAL) {
                        self.load(vars, constraint, &mut delta);
                    }
                }
                _ => self.copy_with_offset(vars, constraint, &mut delta),
            }
        }
        self.complex[index] = complex;
        let escaped = self.find(ESCAPED);
        let mut succs = std::mem::take(&mut self.succs[index]);
        let mut united = Vec::new();
        for succ in succs.iter() {
            let to = self.find(succ);
            if to != succ {
                united.push((succ, to));
            }
            if to == node {
                continue;
            }
            let set = &mut self.sets[to as usize];
            let more = if node == escaped { set.insert(ESCAPED) } else { set.add(&delta.gained) };
            if more {
                self.turns.changed(to);
            }
        }
        self.reshaped |= !united.is_empty();
        for (succ, to) in united {
            succs.remove(succ);
            succs.insert(to);
        }
        self.succs[index] = succs;
    }

    /// `x = y + offset`.
    fn copy_with_offset(&mut self, vars: &Variables, constraint: &Constraint, delta: &mut Delta) {
        let to = constraint.lhs.var as usize;
        let set = &mut self.sets[to];
        let more = if delta.gained.contains(ANYTHING) {
            set.insert(ANYTHING)
        } else if constraint.rhs.offset == UNKNOWN {
            set.add(delta.with_all_fields(vars))
        } else {
            let mut more = false;
            for object in delta.gained.iter() {
                for field in vars.shifted(object, constraint.rhs.offset) {
                    more |= set.insert(field);
                }
            }
            more
        };
        if more {
            self.turns.changed(constraint.lhs.var);
        }
    }

    /// `x = *(y + offset)`.
    fn load(&mut self, vars: &Variables, constraint: &Constraint, delta: &mut Delta) {
        let to = constraint.lhs.var;
        let mut more = false;
        if delta.gained.contains(ANYTHING) {
            more = self.sets[to as usize].insert(ANYTHING);
        } else {
            let (objects, offset) = delta.accessed(vars, constraint.rhs.offset);
            for object in objects.iter() {
                for field in vars.shifted(object, offset) {
                    let from = self.find(field);
                    if vars[from].has(var_flag::SPECIAL) {
                        more |= add_within(&mut self.sets, to, from);
                    } else if field == ESCAPED {
                        more |= self.sets[to as usize].insert(ESCAPED);
                    } else if vars[field].has(var_flag::MAY_HAVE_POINTERS)
                        && self.add_edge(to, from)
                    {
                        more |= add_within(&mut self.sets, to, from);
                    }
                }
            }
        }
        if more {
            self.turns.changed(to);
        }
    }

    /// `*(x + offset) = y`.
    fn store(&mut self, vars: &Variables, constraint: &Constraint, delta: &mut Delta) {
        let from = constraint.rhs.var;
        if delta.gained.contains(ANYTHING) {
            let stored = self.find(STORED_ANYTHING);
            return self.flow(stored, from);
        }
        let (objects, offset) = delta.accessed(vars, constraint.lhs.offset);
        let mut escaped = false;
        for object in objects.iter() {
            for field in vars.shifted(object, offset) {
                if !vars[field].has(var_flag::MAY_HAVE_POINTERS) {
                    continue;
                }
                if vars[field].has(var_flag::GLOBAL) && !std::mem::replace(&mut escaped, true) {
                    let to = self.find(ESCAPED);
                    self.flow(to, from);
                }
                if vars[field].has(var_flag::SPECIAL) {
                    break;
                }
                let to = self.find(field);
                self.flow(to, from);
            }
        }
    }

    /// Makes one node include another from now on.
    fn flow(&mut self, to: u32, from: u32) {
        if !self.add_edge(to, from) {
            return;
        }
        let more = if self.sets[from as usize].contains(ANYTHING) {
            let anything = self.find(ANYTHING);
            add_within(&mut self.sets, to, anything)
        } else {
            add_within(&mut self.sets, to, from)
        };
        if more {
            self.turns.changed(to);
        }
    }
}

/// What a set has gained.
struct Delta {
    gained: Numbers,
    /// The same with all fields of the objects.
    expanded: Option<Numbers>,
}

impl Delta {
    fn with_all_fields(&mut self, vars: &Variables) -> &Numbers {
        let gained = &self.gained;
        self.expanded.get_or_insert_with(|| {
            let mut all = Numbers::default();
            for object in gained.iter() {
                let var = &vars[object];
                if !var.has(var_flag::FULL) && !all.contains(var.head) {
                    vars.from(var.head).for_each(|field| {
                        all.insert(field);
                    });
                }
            }
            all.add(gained);
            all
        })
    }

    /// The objects that are accessed, and at which offset: where that is not known, all fields.
    fn accessed(&mut self, vars: &Variables, offset: i64) -> (&Numbers, i64) {
        match offset {
            UNKNOWN => (self.with_all_fields(vars), 0),
            _ => (&self.gained, offset),
        }
    }
}

/// What is returned escapes, but for local variables: they are no more.
pub fn escape_returned(vars: &Variables, graph: &mut Graph, returned: u32) {
    let outlives = |&object: &u32| vars[object].flags & (var_flag::GLOBAL | var_flag::HEAP) != 0;
    let escaped = graph.find(ESCAPED) as usize;
    let mut work = Vec::new();
    let mut at = returned;
    while at != NO_VARIABLE {
        work.push(at);
        at = vars[at].next;
    }
    while let Some(var) = work.pop() {
        let node = graph.find(var) as usize;
        let new = graph.sets[node].without(&graph.sets[escaped]);
        for object in new.iter().filter(outlives) {
            graph.sets[escaped].insert(object);
            work.push(object);
        }
    }
}
