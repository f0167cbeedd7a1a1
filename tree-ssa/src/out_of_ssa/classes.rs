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
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Members a new member is compared with that it directly dominates; more count as interference.
const DOMINATED_LIMIT: usize = 32;

/// Position of a definition in dominance order.
pub type Key = (u32, u32, u32);

/// Classes of names that share a place.
pub struct Classes {
    sets: Disjoint,
    /// For each name, the nearest member of its class whose definition dominates its own.
    above: Vec<SsaName>,
    members: FxHashMap<SsaName, Members>,
}

/// The members of a class in dominance order.
type Members = BTreeMap<Key, SsaName>;

impl Classes {
    /// Each of `count` names in a class of its own.
    pub fn new(count: usize) -> Classes {
        Classes {
            sets: Disjoint::new(count),
            above: vec![SsaName::NONE; count],
            members: FxHashMap::default(),
        }
    }

    /// The name that stands for the class of a name.
    pub fn find(&mut self, name: SsaName) -> SsaName {
        self.sets.find(name)
    }

    fn take_members(&mut self, f: &Function, root: SsaName, live: &Liveness<'_>) -> Members {
        self.members
            .remove(&root)
            .unwrap_or_else(|| BTreeMap::from([(live.order_key(f, root), root)]))
    }

    /// Makes room for names that are new in `f`.
    pub fn grow(&mut self, f: &Function) {
        self.sets.grow(f.names.len());
        self.above.resize(f.names.len().max(self.above.len()), SsaName::NONE);
    }

    /// The members of a name's class, in dominance order.
    pub fn members(&mut self, name: SsaName) -> Vec<SsaName> {
        let root = self.find(name);
        match self.members.get(&root) {
            Some(members) => members.values().copied().collect(),
            None => vec![root],
        }
    }

    /// Takes note that the definition of a name has moved within its block, from where its key was `old`.
    pub fn rekey(&mut self, f: &Function, name: SsaName, old: Key, live: &Liveness<'_>) {
        let root = self.find(name);
        if let Some(members) = self.members.get_mut(&root) {
            members.remove(&old);
            members.insert(live.order_key(f, name), name);
        }
    }

    /// Joins two classes if they do not interfere; whether they are one now.
    pub fn join(&mut self, f: &Function, a: SsaName, b: SsaName, live: &mut Liveness<'_>) -> bool {
        let joined = !self.interfere(f, a, b, live);
        if joined {
            self.force(f, a, b, live);
        }
        joined
    }

    /// Joins two classes.
    pub fn force(&mut self, f: &Function, a: SsaName, b: SsaName, live: &Liveness<'_>) {
        let (mut a, mut b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        let mut large = self.take_members(f, a, live);
        let mut small = self.take_members(f, b, live);
        if large.len() < small.len() {
            std::mem::swap(&mut large, &mut small);
            std::mem::swap(&mut a, &mut b);
        }
        for (key, name) in small {
            self.insert(f, &mut large, key, name, live);
        }
        self.sets.join(a, b);
        self.members.insert(a, large);
    }

    /// Whether some member of one class is live together with one of the other. A class does not with itself.
    pub fn interfere(
        &mut self,
        f: &Function,
        a: SsaName,
        b: SsaName,
        live: &mut Liveness<'_>,
    ) -> bool {
        let (mut a, mut b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        let mut large = self.take_members(f, a, live);
        let mut small = self.take_members(f, b, live);
        if large.len() < small.len() {
            std::mem::swap(&mut large, &mut small);
            std::mem::swap(&mut a, &mut b);
        }
        let meet = small.iter().any(|(&key, &name)| self.interferes(f, name, key, &large, live));
        self.members.insert(a, large);
        self.members.insert(b, small);
        meet
    }

    /// The nearest member whose definition dominates that of `name`.
    fn nearest_above(
        &self,
        f: &Function,
        name: SsaName,
        key: Key,
        class: &Members,
        live: &Liveness<'_>,
    ) -> SsaName {
        let Some((_, &before)) = class.range(..key).next_back() else { return SsaName::NONE };
        let mut member = before;
        while member.is_some() && !live.dominates(f, member, name) {
            member = self.above[member.0 as usize];
        }
        member
    }

    /// Whether `name` interferes with a member of a class that has no interference inside: then only the nearest
    /// member above can be live at `name`.
    fn interferes(
        &self,
        f: &Function,
        name: SsaName,
        key: Key,
        class: &Members,
        live: &mut Liveness<'_>,
    ) -> bool {
        let above = self.nearest_above(f, name, key, class, live);
        if above.is_some()
            && (live.definition(f, above) == live.definition(f, name)
                || live.live_at_definition(f, above, name))
        {
            return true;
        }
        for (count, (_, &below)) in class.range(key..).enumerate() {
            if !live.dominates(f, name, below) {
                break;
            }
            let meet = count >= DOMINATED_LIMIT
                || live.definition(f, below) == live.definition(f, name)
                || live.live_at_definition(f, name, below);
            if meet {
                return true;
            }
        }
        false
    }

    fn insert(
        &mut self,
        f: &Function,
        class: &mut Members,
        key: Key,
        name: SsaName,
        live: &Liveness<'_>,
    ) {
        let above = self.nearest_above(f, name, key, class, live);
        self.above[name.0 as usize] = above;
        for (_, &below) in class.range(key..) {
            if !live.dominates(f, name, below) {
                break;
            }
            if self.above[below.0 as usize] == above {
                self.above[below.0 as usize] = name;
            }
        }
        class.insert(key, name);
    }
}
