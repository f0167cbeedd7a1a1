//! Coalescing: which SSA names share a partition.
//!
//! Candidates are the names a φ joins, those a copy joins, and versions of one variable. Names on abnormal edges must be
//! joined, since nothing can be copied there. The others are tried in order of how often their copy would run; two
//! classes are joined if no member of one is live where a member of the other is defined. Members are kept in dominance
//! order, so that only a member's nearest dominating member of the other class has to be looked at, and those it
//! directly dominates.

use super::is_undefined;
use super::liveness::Liveness;
use crate::dominance::{Direction, Dominators};
use gimple::cfg::{NO_COUNT, edge_flag};
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::ssa::{SsaName, name_flag};
use gimple::stmt::StmtKind;
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Members a new member is compared with that it directly dominates; more count as interference.
const DOMINATED_LIMIT: usize = 32;

/// Position of a definition in dominance order.
type Key = (u32, u32, u32);

/// Classes of names that share a place.
pub struct Classes {
    parent: Vec<SsaName>,
    /// For each name, the nearest member of its class whose definition dominates its own.
    above: Vec<SsaName>,
    members: FxHashMap<SsaName, Members>,
}

/// The members of a class in dominance order.
type Members = BTreeMap<Key, SsaName>;

impl Classes {
    fn new(count: usize) -> Classes {
        Classes {
            parent: (0..count as u32).map(SsaName).collect(),
            above: vec![SsaName::NONE; count],
            members: FxHashMap::default(),
        }
    }

    /// The name that stands for the class of a name.
    pub fn find(&mut self, name: SsaName) -> SsaName {
        let mut root = name;
        while self.parent[root.0 as usize] != root {
            root = self.parent[root.0 as usize];
        }
        let mut at = name;
        while at != root {
            at = std::mem::replace(&mut self.parent[at.0 as usize], root);
        }
        root
    }

    fn take_members(&mut self, root: SsaName, live: &Liveness<'_>) -> Members {
        self.members.remove(&root).unwrap_or_else(|| BTreeMap::from([(live.order_key(root), root)]))
    }

    /// Joins two classes; unless `force`, only if they do not interfere.
    fn join(&mut self, a: SsaName, b: SsaName, live: &mut Liveness<'_>, force: bool) {
        let (mut a, mut b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        let mut large = self.take_members(a, live);
        let mut small = self.take_members(b, live);
        if large.len() < small.len() {
            std::mem::swap(&mut large, &mut small);
            std::mem::swap(&mut a, &mut b);
        }
        let meet =
            !force && small.iter().any(|(&key, &name)| self.interferes(name, key, &large, live));
        if meet {
            self.members.insert(b, small);
        } else {
            for (key, name) in small {
                self.insert(&mut large, key, name, live);
            }
            self.parent[b.0 as usize] = a;
        }
        self.members.insert(a, large);
    }

    /// The nearest member whose definition dominates that of `name`.
    fn nearest_above(
        &self,
        name: SsaName,
        key: Key,
        class: &Members,
        live: &Liveness<'_>,
    ) -> SsaName {
        let Some((_, &before)) = class.range(..key).next_back() else { return SsaName::NONE };
        let mut member = before;
        while member.is_some() && !live.dominates(member, name) {
            member = self.above[member.0 as usize];
        }
        member
    }

    /// Whether `name` interferes with a member of a class that has no interference inside: then only the nearest
    /// member above can be live at `name`.
    fn interferes(
        &self,
        name: SsaName,
        key: Key,
        class: &Members,
        live: &mut Liveness<'_>,
    ) -> bool {
        let above = self.nearest_above(name, key, class, live);
        if above.is_some()
            && (live.definition(above) == live.definition(name)
                || live.live_at_definition(above, name))
        {
            return true;
        }
        for (count, (_, &below)) in class.range(key..).enumerate() {
            if !live.dominates(name, below) {
                break;
            }
            let meet = count >= DOMINATED_LIMIT
                || live.definition(below) == live.definition(name)
                || live.live_at_definition(name, below);
            if meet {
                return true;
            }
        }
        false
    }

    fn insert(&mut self, class: &mut Members, key: Key, name: SsaName, live: &Liveness<'_>) {
        let above = self.nearest_above(name, key, class, live);
        self.above[name.0 as usize] = above;
        for (_, &below) in class.range(key..) {
            if !live.dominates(name, below) {
                break;
            }
            if self.above[below.0 as usize] == above {
                self.above[below.0 as usize] = name;
            }
        }
        class.insert(key, name);
    }
}

/// A pair to be joined.
struct Candidate {
    weight: u64,
    order: u32,
    a: SsaName,
    b: SsaName,
}

/// Joins what can be joined.
pub fn coalesce(unit: &Unit, f: &Function) -> Classes {
    let dom = Dominators::compute(f, Direction::Dominators);
    let mut live = Liveness::new(f, &dom);
    let mut classes = Classes::new(f.names.len());
    let (must, mut candidates) = candidates(unit, f);
    for (a, b) in must {
        classes.join(a, b, &mut live, true);
    }
    candidates.sort_by_key(|c| (std::cmp::Reverse(c.weight), c.order));
    for candidate in candidates {
        classes.join(candidate.a, candidate.b, &mut live, false);
    }
    for (a, b) in same_variable(unit, f) {
        classes.join(a, b, &mut live, false);
    }
    classes
}

/// Whether names of two types can share a register: same kind, size, and sign where registers hold the value extended.
fn same_place(unit: &Unit, a: TypeId, b: TypeId) -> bool {
    if a == b {
        return true;
    }
    let types = &unit.types;
    match (types.precision(a), types.precision(b)) {
        (Some(p), Some(q)) => {
            p == q
                && types.size(a) == types.size(b)
                && (p >= 32 || types.is_unsigned(a) == types.is_unsigned(b))
        }
        (None, None) => match (types.kind(a), types.kind(b)) {
            (TypeKind::Real(x), TypeKind::Real(y)) => x == y,
            _ => types.same_main(a, b),
        },
        _ => false,
    }
}

/// The pairs that must be joined, and those that may be, in order of appearance.
fn candidates(unit: &Unit, f: &Function) -> (Vec<(SsaName, SsaName)>, Vec<Candidate>) {
    let mut must = Vec::new();
    let mut may: Vec<Candidate> = Vec::new();
    let mut offer = |weight, a: SsaName, b: SsaName| {
        if a != b && same_place(unit, f.names[a].ty, f.names[b].ty) {
            may.push(Candidate { weight, order: may.len() as u32, a, b });
        }
    };
    for block in f.block_order() {
        let weight = match f.blocks[block].count {
            NO_COUNT => 1,
            count => count,
        };
        for phi in f.phis(block) {
            let result = f.phi(phi).result;
            if f.names[result].has(name_flag::VIRTUAL) {
                continue;
            }
            for (index, arg) in f.phi(phi).args.iter().enumerate() {
                let Operand::Ssa(name) = arg.value else { continue };
                let edge = f.blocks[block].preds[index];
                if f.edges[edge].flags & edge_flag::ABNORMAL != 0 {
                    must.push((result, name));
                } else if !is_undefined(unit, f, name) {
                    offer(weight, result, name);
                }
            }
        }
        for stmt in f.block_stmts(block) {
            if let StmtKind::Assign { lhs: Operand::Ssa(a), code: TreeCode::Single, rhs } =
                f.stmts[stmt].kind
                && let Operand::Ssa(b) = rhs[0]
            {
                offer(weight, a, b);
            }
        }
    }
    (must, may)
}

/// Versions of one variable, each with the one before: they share the variable's place unless optimisation has made
/// them overlap.
fn same_variable(unit: &Unit, f: &Function) -> Vec<(SsaName, SsaName)> {
    let mut last: FxHashMap<DeclId, SsaName> = FxHashMap::default();
    let mut pairs = Vec::new();
    for (name, data) in f.names.iter() {
        let skip = data.flags & (name_flag::RELEASED | name_flag::VIRTUAL) != 0
            || data.var.is_none()
            || is_undefined(unit, f, name);
        if skip {
            continue;
        }
        if let Some(previous) = last.insert(data.var, name) {
            pairs.push((previous, name));
        }
    }
    pairs
}
