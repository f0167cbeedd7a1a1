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

/// Members a new member is compared with that it directly dominates; more count as interference.
const DOMINATED_LIMIT: usize = 32;

/// Position of a definition in dominance order; the last of the three numbers is the name's.
pub type Key = (u32, u32, u32);

/// Classes of names that share a place.
pub struct Classes {
    sets: Disjoint,
    /// For each name, the nearest member of its class whose definition dominates its own.
    above: Vec<SsaName>,
    /// By the name that stands for a class, the number of its list in `lists`, or [`ALONE`].
    list_of: Vec<u32>,
    lists: Vec<BTreeSet<Key>>,
}

/// Of a class with one member, which has no list.
const ALONE: u32 = u32::MAX;

/// The members of a class in dominance order.
enum Members<'a> {
    One(Key),
    Many(&'a BTreeSet<Key>),
}

impl Members<'_> {
    /// The last one before a key.
    fn before(&self, key: Key) -> Option<SsaName> {
        match self {
            Members::One(own) => (*own < key).then_some(SsaName(own.2)),
            Members::Many(keys) => keys.range(..key).next_back().map(|own| SsaName(own.2)),
        }
    }

    /// Those from a key on, until `visit` says it has seen enough.
    fn visit_from(&self, key: Key, visit: &mut dyn FnMut(SsaName) -> bool) {
        match self {
            Members::One(own) if *own < key => {}
            Members::One(own) => {
                visit(SsaName(own.2));
            }
            Members::Many(keys) => {
                let _ = keys.range(key..).try_for_each(|own| visit(SsaName(own.2)).then_some(()));
            }
        }
    }
}

impl Classes {
    /// Each of `count` names in a class of its own.
    pub fn new(count: usize) -> Classes {
        Classes {
            sets: Disjoint::new(count),
            above: vec![SsaName::NONE; count],
            list_of: vec![ALONE; count],
            lists: Vec::new(),
        }
    }

    /// The name that stands for the class of a name.
    pub fn find(&mut self, name: SsaName) -> SsaName {
        self.sets.find(name)
    }

    fn members_of(&self, root: SsaName, live: &Liveness<'_>) -> Members<'_> {
        match self.lists.get(self.list_of[root.0 as usize] as usize) {
            Some(list) => Members::Many(list),
            None => Members::One(live.order_key(root)),
        }
    }

    fn size(&self, root: SsaName) -> usize {
        self.lists.get(self.list_of[root.0 as usize] as usize).map_or(1, BTreeSet::len)
    }

    /// Makes room for names that are new in `f`.
    pub fn grow(&mut self, f: &Function) {
        let count = f.names.len().max(self.above.len());
        self.sets.grow(count);
        self.above.resize(count, SsaName::NONE);
        self.list_of.resize(count, ALONE);
    }

    /// The members of a name's class, in dominance order.
    pub fn members(&mut self, name: SsaName) -> Vec<SsaName> {
        let root = self.find(name);
        match self.lists.get(self.list_of[root.0 as usize] as usize) {
            Some(list) => list.iter().map(|key| SsaName(key.2)).collect(),
            None => vec![root],
        }
    }

    /// Takes note that the definition of a name has moved within its block, from where its key was `old`.
    pub fn rekey(&mut self, name: SsaName, old: Key, live: &Liveness<'_>) {
        let root = self.find(name);
        if let Some(list) = self.lists.get_mut(self.list_of[root.0 as usize] as usize) {
            list.remove(&old);
            list.insert(live.order_key(name));
        }
    }

    /// Joins two classes if they do not interfere; whether they are one now.
    pub fn join(&mut self, f: &Function, a: SsaName, b: SsaName, live: &mut Liveness<'_>) -> bool {
        let joined = !self.interfere(f, a, b, live);
        if joined {
            self.force(a, b, live);
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
        if self.list_of[large.0 as usize] == ALONE {
            self.list_of[large.0 as usize] = self.lists.len() as u32;
            self.lists.push(BTreeSet::from([live.order_key(large)]));
        }
        match self.lists.get_mut(self.list_of[small.0 as usize] as usize) {
            Some(list) => {
                for key in std::mem::take(list) {
                    self.insert(large, key, live);
                }
            }
            None => self.insert(large, live.order_key(small), live),
        }
        self.sets.join(large, small);
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
        match self.members_of(small, live) {
            Members::One(key) => self.interferes(f, key, large, live),
            Members::Many(keys) => keys.iter().any(|&key| self.interferes(f, key, large, live)),
        }
    }

    /// The nearest member of a class whose definition dominates that of a name.
    fn nearest_above(&self, key: Key, class: &Members<'_>, live: &Liveness<'_>) -> SsaName {
        let mut member = class.before(key).unwrap_or(SsaName::NONE);
        while member.is_some() && !live.dominates(member, SsaName(key.2)) {
            member = self.above[member.0 as usize];
        }
        member
    }

    /// Whether a name interferes with a member of a class that has no interference inside: then only the nearest member
    /// above can be live at the name.
    fn interferes(&self, f: &Function, key: Key, root: SsaName, live: &mut Liveness<'_>) -> bool {
        let name = SsaName(key.2);
        let class = self.members_of(root, live);
        let above = self.nearest_above(key, &class, live);
        if above.is_some()
            && (live.definition(above) == live.definition(name)
                || live.live_at_definition(f, above, name))
        {
            return true;
        }
        let mut meet = false;
        let mut count = 0;
        class.visit_from(key, &mut |below| {
            if !live.dominates(name, below) {
                return false;
            }
            meet = count >= DOMINATED_LIMIT
                || live.definition(below) == live.definition(name)
                || live.live_at_definition(f, name, below);
            count += 1;
            !meet
        });
        meet
    }

    fn insert(&mut self, root: SsaName, key: Key, live: &Liveness<'_>) {
        let name = SsaName(key.2);
        let list = self.list_of[root.0 as usize] as usize;
        let class = Members::Many(&self.lists[list]);
        let above = self.nearest_above(key, &class, live);
        self.above[name.0 as usize] = above;
        for below in self.lists[list].range(key..).map(|key| SsaName(key.2)) {
            if !live.dominates(name, below) {
                break;
            }
            if self.above[below.0 as usize] == above {
                self.above[below.0 as usize] = name;
            }
        }
        self.lists[list].insert(key);
    }
}
