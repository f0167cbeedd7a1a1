//! Sets of names that share a place, as dominance-ordered classes of a union-find.
//!
//! Members are kept in the order of the dominator tree, so that whether a name interferes with a class takes a look at its
//! nearest dominating member, and at those that the name itself dominates: in a class without interference inside, a
//! member further up can only be live where the nearest is (Budimlić et al., "Fast Copy Coalescing and Live-Range
//! Identification", PLDI 2002).

use super::disjoint::Disjoint;
use super::liveness::Liveness;
use gimple::function::Function;
use gimple::ssa::SsaName;
use std::collections::BTreeSet;

/// Members that are looked through one by one where a class has no more.
const FEW: usize = 8;

/// Members a new member is compared with that it directly dominates; more count as interference.
const DOMINATED_LIMIT: usize = 32;

/// Position of a definition in dominance order, and the number of the name.
pub type Key = (u64, u32);

/// Classes of names that share a place.
pub struct Classes {
    sets: Disjoint,
    /// For each name, the nearest member of its class whose definition dominates its own.
    above: Vec<SsaName>,
    /// For each name, the members of its class before and after it in dominance order.
    neighbours: Vec<Neighbours>,
    /// By the name that stands for a class, the number of its list in `lists`, or [`ALONE`].
    list_of: Vec<u32>,
    lists: Vec<List>,
}

/// Of a class with one member, which has no list.
const ALONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Neighbours {
    before: SsaName,
    after: SsaName,
}

impl Neighbours {
    const NONE: Neighbours = Neighbours { before: SsaName::NONE, after: SsaName::NONE };
}

/// The members of a class in dominance order; from one to the next the neighbours lead.
struct List {
    first: SsaName,
    last: SsaName,
    count: usize,
    /// The keys of all members, to be searched. Empty as long as there are [`FEW`]: most classes never get more.
    keys: BTreeSet<Key>,
}

/// Where a name has its place in a class: members in front of it, and after it.
#[derive(Clone, Copy)]
struct Gap {
    /// The nearest one whose definition dominates the name's.
    above: SsaName,
    between: Neighbours,
}

impl Classes {
    /// Each of `count` names in a class of its own.
    pub fn new(count: usize) -> Classes {
        Classes {
            sets: Disjoint::new(count),
            above: vec![SsaName::NONE; count],
            neighbours: vec![Neighbours::NONE; count],
            list_of: vec![ALONE; count],
            // A class with a list has two members, and room that stays empty costs nothing.
            lists: Vec::with_capacity(count / 2),
        }
    }

    /// The name that stands for the class of a name.
    pub fn find(&mut self, name: SsaName) -> SsaName {
        self.sets.find(name)
    }

    fn list(&self, root: SsaName) -> Option<&List> {
        self.lists.get(self.list_of[root.0 as usize] as usize)
    }

    fn size(&self, root: SsaName) -> usize {
        self.list(root).map_or(1, |list| list.count)
    }

    /// The members of a class in dominance order.
    fn walk(&self, root: SsaName) -> impl Iterator<Item = SsaName> + '_ {
        let first = self.list(root).map_or(root, |list| list.first);
        std::iter::successors(first.expand(), |name| self.after(*name).expand())
    }

    /// The member after this one.
    fn after(&self, name: SsaName) -> SsaName {
        self.neighbours[name.0 as usize].after
    }

    /// The place of a name with this key in a class that it is no member of.
    fn gap(&self, root: SsaName, key: Key, live: &Liveness<'_>) -> Gap {
        let list = self.list(root);
        let last = list.map_or(root, |list| list.last);
        let after = match list.filter(|list| !list.keys.is_empty()) {
            // Most come in order.
            _ if last.is_some() && live.order_key(last) < key => None,
            Some(list) => list.keys.range(key..).next().map(|key| SsaName(key.1)),
            None => self.walk(root).find(|&member| live.order_key(member) > key),
        };
        let between = match after {
            Some(after) => Neighbours { before: self.neighbours[after.0 as usize].before, after },
            None => Neighbours { before: last, ..Neighbours::NONE },
        };
        let mut above = between.before;
        while above.is_some() && !live.dominates(above, SsaName(key.1)) {
            above = self.above[above.0 as usize];
        }
        Gap { above, between }
    }

    /// Makes room for names that are new in `f`.
    pub fn grow(&mut self, f: &Function) {
        let count = f.names.len().max(self.above.len());
        self.sets.grow(count);
        self.above.resize(count, SsaName::NONE);
        self.neighbours.resize(count, Neighbours::NONE);
        self.list_of.resize(count, ALONE);
    }

    /// The members of a name's class, in dominance order.
    pub fn members(&mut self, name: SsaName) -> Vec<SsaName> {
        let root = self.find(name);
        self.walk(root).collect()
    }

    /// Takes note that the definition of a name has moved within its block, from where its key was `old`.
    pub fn rekey(&mut self, name: SsaName, old: Key, live: &Liveness<'_>) {
        let root = self.find(name);
        let Some(list) = self.lists.get_mut(self.list_of[root.0 as usize] as usize) else { return };
        list.keys.remove(&old);
        list.count -= 1;
        let between = self.neighbours[name.0 as usize];
        self.connect(root, between.before, between.after);
        let key = live.order_key(name);
        let between = self.gap(root, key, live).between;
        self.put(root, key, between, live);
    }

    /// Joins two classes if they do not interfere; whether they are one now.
    pub fn join(&mut self, f: &Function, a: SsaName, b: SsaName, live: &mut Liveness<'_>) -> bool {
        let Some((large, small)) = self.larger_first(a, b) else { return true };
        if self.list(small).is_some() {
            let joined = !self.interfere(f, a, b, live);
            if joined {
                self.force(a, b, live);
            }
            return joined;
        }
        // One search for both, as most classes that are joined to another have one member.
        let key = live.order_key(small);
        let gap = self.gap(large, key, live);
        let joined = !self.interferes(f, small, gap, live);
        if joined {
            self.give_list(large);
            self.insert(large, key, gap, live);
            self.sets.join(large, small);
        }
        joined
    }

    /// The classes of two names, the larger first, if they are two.
    fn larger_first(&mut self, a: SsaName, b: SsaName) -> Option<(SsaName, SsaName)> {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            None
        } else if self.size(a) < self.size(b) {
            Some((b, a))
        } else {
            Some((a, b))
        }
    }

    /// Joins two classes.
    pub fn force(&mut self, a: SsaName, b: SsaName, live: &Liveness<'_>) {
        let Some((large, small)) = self.larger_first(a, b) else { return };
        self.give_list(large);
        let mut rest = self.walk(small).next();
        while let Some(name) = rest {
            rest = self.after(name).expand();
            let key = live.order_key(name);
            let gap = self.gap(large, key, live);
            self.insert(large, key, gap, live);
        }
        self.sets.join(large, small);
    }

    /// Makes the list of a class that has none, for more members.
    fn give_list(&mut self, root: SsaName) {
        if self.list_of[root.0 as usize] == ALONE {
            self.list_of[root.0 as usize] = self.lists.len() as u32;
            self.lists.push(List { first: root, last: root, count: 1, keys: BTreeSet::new() });
        }
    }

    /// Whether some member of one class is live together with one of the other. A class does not with itself.
    pub fn interfere(
        &mut self,
        f: &Function,
        a: SsaName,
        b: SsaName,
        live: &mut Liveness<'_>,
    ) -> bool {
        let Some((large, small)) = self.larger_first(a, b) else { return false };
        let meets = |key: Key, live: &mut Liveness<'_>| {
            let gap = self.gap(large, key, live);
            self.interferes(f, SsaName(key.1), gap, live)
        };
        self.walk(small).any(|name| meets(live.order_key(name), live))
    }

    /// Whether a name interferes with a member of a class that has no interference inside: then only the nearest member
    /// above can be live at the name.
    fn interferes(&self, f: &Function, name: SsaName, gap: Gap, live: &mut Liveness<'_>) -> bool {
        let Gap { above, between } = gap;
        if above.is_some()
            && (live.definition(above) == live.definition(name)
                || live.live_at_definition(f, above, name))
        {
            return true;
        }
        let mut count = 0;
        let mut below = between.after;
        while below.is_some() && live.dominates(name, below) {
            if count >= DOMINATED_LIMIT
                || live.definition(below) == live.definition(name)
                || live.live_at_definition(f, name, below)
            {
                return true;
            }
            count += 1;
            below = self.after(below);
        }
        false
    }

    fn insert(&mut self, root: SsaName, key: Key, gap: Gap, live: &Liveness<'_>) {
        let name = SsaName(key.1);
        self.above[name.0 as usize] = gap.above;
        let mut below = gap.between.after;
        while below.is_some() && live.dominates(name, below) {
            if self.above[below.0 as usize] == gap.above {
                self.above[below.0 as usize] = name;
            }
            below = self.after(below);
        }
        self.put(root, key, gap.between, live);
    }

    /// Makes a name a member of a class, between these two.
    fn put(&mut self, root: SsaName, key: Key, between: Neighbours, live: &Liveness<'_>) {
        let name = SsaName(key.1);
        self.connect(root, between.before, name);
        self.connect(root, name, between.after);
        let list = &mut self.lists[self.list_of[root.0 as usize] as usize];
        list.count += 1;
        if !list.keys.is_empty() {
            list.keys.insert(key);
        } else if list.count > FEW {
            let keys = self.walk(root).map(|member| live.order_key(member)).collect();
            self.lists[self.list_of[root.0 as usize] as usize].keys = keys;
        }
    }

    /// Lets two members of a class follow each other; `NONE` is the list's beginning or end.
    fn connect(&mut self, root: SsaName, before: SsaName, after: SsaName) {
        let list = self.list_of[root.0 as usize] as usize;
        match before.expand() {
            Some(before) => self.neighbours[before.0 as usize].after = after,
            None => self.lists[list].first = after,
        }
        match after.expand() {
            Some(after) => self.neighbours[after.0 as usize].before = before,
            None => self.lists[list].last = before,
        }
    }
}
