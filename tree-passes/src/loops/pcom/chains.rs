//! Chains: references of a component that come to the same places one after the other.
//!
//! ```text
//!   a[i + 2]   distance 0, the root        loads what a[i + 1] loads an iteration later,
//!   a[i + 1]   distance 1                  and a[i] two iterations later
//!   a[i]       distance 2
//! ```

use super::references::{Component, Memory, Reference};
use gimple::cfg::EdgeId;
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::ssa::NameFlags;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use tree_ssa::analyses::data_ref::DataRef;
use tree_ssa::analyses::scev::Scev;
use tree_ssa::analyses::scev::emit;
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::analyses::trap::reference_may_trap;
use tree_ssa::fold::place::alias_pointer;
use tree_ssa::graph::natural_loops::preheader_edge;

/// A chain is so many iterations long at most.
const MOST_DISTANCE: i64 = 8;

/// What the references of a chain do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Loads,
    /// The root stores what the others load.
    StoreLoads,
    /// Several store: what the last one stores stays.
    Stores,
    /// An operation on what two chains of loads load; whether it takes the second first.
    Combination {
        parts: [usize; 2],
        code: TreeCode,
        swapped: bool,
    },
}

/// A reference of a chain, or what stands for one.
#[derive(Clone)]
pub struct Link {
    pub stmt: StmtId,
    pub what: What,
    /// What is loaded, stored or computed.
    pub value: Operand,
    pub writes: bool,
    pub offset: i64,
    pub distance: usize,
    pub number: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum What {
    Place(Operand),
    /// A φ that has the value of a link an iteration before (`looparound ref`).
    Carried,
    Combined,
}

/// Where a value is in memory before or after the loop.
#[derive(Clone, Copy)]
pub struct Spot {
    pub base: ExprId,
    pub offset: i64,
    pub ty: TypeId,
    pub alias_ptr: TypeId,
}

/// A value that an iteration would have left for the first ones.
#[derive(Clone)]
pub enum Start {
    Memory(Spot),
    Value(Operand),
    Operation {
        code: TreeCode,
        ty: TypeId,
        of: Box<[Start; 2]>,
    },
    /// No value is needed.
    None,
}

/// A chain; its root comes first.
#[derive(Clone)]
pub struct Chain {
    pub kind: Kind,
    pub links: Vec<Link>,
    pub root: Option<DataRef>,
    pub ty: TypeId,
    /// The greatest distance.
    pub length: usize,
    /// Whether something so far from the root comes after it in an iteration.
    pub used_after: bool,
    /// All are executed in each iteration.
    pub always: bool,
    /// It is part of a combination.
    pub combined: bool,
    /// What the root had so many iterations before the first, the oldest first.
    pub starts: Vec<Start>,
    /// Where what stores left undone is to be stored after the loop, by distance.
    pub ends: Vec<Spot>,
}

impl Chain {
    fn of(root: &Reference, link: Link) -> Chain {
        let kind = if root.writes { Kind::StoreLoads } else { Kind::Loads };
        Chain {
            kind,
            links: vec![link],
            root: root.at.clone(),
            ty: root.ty,
            length: 0,
            used_after: false,
            always: root.always,
            combined: false,
            starts: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Adds a reference that comes later to where the root is (`add_ref_to_chain`).
    fn add(&mut self, reference: &Reference, mut link: Link) {
        let Ok(distance) = usize::try_from(link.offset - self.links[0].offset) else { return };
        link.distance = distance;
        if reference.writes {
            self.kind = Kind::Stores;
        }
        if distance >= self.length {
            (self.length, self.used_after) = (distance, false);
        }
        if self.kind != Kind::Stores
            && distance == self.length
            && link.number > self.links[0].number
        {
            self.used_after = true;
        }
        self.always &= reference.always;
        self.links.push(link);
    }

    /// How many registers the chain takes.
    pub fn registers(&self) -> usize {
        self.length + usize::from(self.used_after || self.length == 0)
    }
}

/// The chains of a component that consist of more than the root (`determine_roots_comp`).
pub fn chains_of(
    scev: &mut Scev<'_, '_>,
    of: LoopId,
    memory: &Memory,
    component: &mut Component,
) -> Vec<Chain> {
    let references = &memory.references;
    let moves = |index: usize| references[index].at.as_ref().is_some_and(|at| at.step != 0);
    if !moves(component.members[0].reference) {
        return Vec::new();
    }
    component.members.sort_by_key(|member| (member.offset, member.number));
    let stores_may_go = component.stores_may_go && loads_follow_stores(references, component);
    let mut found: Vec<Chain> = Vec::new();
    for member in &component.members {
        let reference = &references[member.reference];
        let link = Link {
            stmt: reference.stmt,
            what: What::Place(reference.place),
            value: reference.value,
            writes: reference.writes,
            offset: member.offset,
            distance: 0,
            number: member.number,
        };
        match found.last_mut() {
            Some(chain)
                if !(reference.writes && (chain.kind == Kind::Loads || !stores_may_go))
                    && member.offset - chain.links[0].offset < MOST_DISTANCE =>
            {
                chain.add(reference, link);
            }
            _ => found.push(Chain::of(reference, link)),
        }
    }
    found.retain(|chain| chain.links.len() > 1);
    for chain in found.iter_mut().filter(|chain| chain.kind != Kind::Stores) {
        add_carried(scev, of, memory, chain);
    }
    found
}

/// Whether each load of a component follows a store to the same place in its iteration.
fn loads_follow_stores(references: &[Reference], component: &Component) -> bool {
    let mut stored = None;
    component.members.iter().all(|member| {
        if references[member.reference].writes {
            stored = Some(member.offset);
        }
        stored == Some(member.offset)
    })
}

/// Adds the φs that already carry what a reference of the chain had to the next iteration (`add_looparound_copies`).
fn add_carried(scev: &mut Scev<'_, '_>, of: LoopId, memory: &Memory, chain: &mut Chain) {
    let mut carried: Vec<Link> = Vec::new();
    for index in 0..chain.links.len() {
        let link = &chain.links[index];
        let distance = link.distance + 1;
        if let Some(phi) = carrying_phi(scev, of, memory, (chain, index)) {
            let value = Operand::Ssa(scev.f.phi(phi).result);
            let (stmt, what) = (phi, What::Carried);
            carried.push(Link { stmt, what, value, writes: false, distance, ..link.clone() });
        }
    }
    for link in carried {
        if link.distance >= chain.length {
            (chain.length, chain.used_after) = (link.distance, false);
        }
        let at = chain.links.partition_point(|other| other.distance <= link.distance);
        chain.links.insert(at, link);
    }
}

/// The φ at the head of a loop that has the value of a link in the next iteration, and in the first one what is in memory then
/// (`find_looparound_phi`).
fn carrying_phi(
    scev: &mut Scev<'_, '_>,
    of: LoopId,
    memory: &Memory,
    (chain, index): (&Chain, usize),
) -> Option<StmtId> {
    let link = &chain.links[index];
    let name = link.value.ssa()?;
    let header = scev.f.header_of(of)?;
    let entry = preheader_edge(scev.f, of)?;
    let back = scev.f.find_edge(scev.latch(of)?, header)?;
    let is_carrying = |&phi: &StmtId| {
        let data = scev.f.phi(phi);
        !scev.f.names[data.result].flags.intersects(NameFlags::VIRTUAL | NameFlags::ABNORMAL)
            && scev.f.phi_arg(phi, back) == Operand::Ssa(name)
    };
    let mut users = scev.f.imm_uses(name).map(|node| node.stmt);
    let phi = users.find(|user| {
        scev.f.is_phi(*user) && scev.f.stmts[*user].block == header && is_carrying(user)
    })?;
    let load = scev.f.names[scev.f.phi_arg(phi, entry).ssa()?].def.expand()?;
    let StmtKind::Assign { code: TreeCode::Single, rhs: [place, ..], .. } = scev.f.stmts[load].kind
    else {
        return None;
    };
    let state = state_before(scev, memory, header, entry)?;
    if !scev.unit.is_memory_operand(place) || scev.f.stmts[load].vuse != state {
        return None;
    }
    // As seen from the loop.
    let before = scev.data_ref(of, link.stmt, place)?;
    let (base, offset) = scev.address_in(&before, None, 0);
    let steps = -1 - i64::try_from(link.distance).ok()?;
    let wanted = scev.address_in(chain.root.as_ref()?, None, steps);
    (before.step == 0 && (base, offset) == wanted).then_some(phi)
}

/// The state of memory before a loop.
fn state_before(
    scev: &Scev<'_, '_>,
    memory: &Memory,
    header: gimple::cfg::BlockId,
    entry: EdgeId,
) -> Option<gimple::ssa::SsaName> {
    match scev.f.phis(header).find(|&phi| scev.f.is_virtual_phi(phi)) {
        Some(phi) => scev.f.phi_arg(phi, entry).ssa(),
        None => memory.references.first().map(|first| scev.f.stmts[first.stmt].vuse),
    }
}

/// Whether the references of two chains are at the same distances from their roots.
pub fn same_distances(a: &Chain, b: &Chain) -> bool {
    a.links.len() == b.links.len()
        && a.length == b.length
        && a.links.iter().zip(&b.links).all(|(x, y)| x.distance == y.distance)
}

/// Finds what a chain begins with, and where it ends if it stores; whether that is possible (`prepare_initializers_chain`,
/// `prepare_finalizers_chain`).
pub fn prepare(scev: &mut Scev<'_, '_>, of: LoopId, chain: &mut Chain) -> bool {
    let Some(root) = chain.root.clone() else { return false };
    let What::Place(place) = chain.links[0].what else { return false };
    let alias_ptr = alias_pointer(scev.unit, scev.f, place);
    let stores = chain.kind == Kind::Stores;
    for distance in (0..chain.length as i64).rev() {
        // What the first iteration stores itself is not in need of a value before it.
        let is_stored = |link: &Link| link.writes && link.distance as i64 == distance;
        if stores && chain.links.iter().any(is_stored) {
            chain.starts.push(Start::None);
            continue;
        }
        let before = if stores { distance } else { distance + 1 };
        let (base, offset) = scev.address_in(&root, None, -before);
        let spot = Spot { base, offset, ty: chain.ty, alias_ptr };
        if !can_be_computed(scev, of, base) || !chain.always && may_trap(scev, &spot) {
            return false;
        }
        chain.starts.push(Start::Memory(spot));
    }
    for link in chain.links.iter().filter(|link| link.what == What::Carried) {
        if let Some(value) = carried_before(scev, of, link.stmt) {
            chain.starts[chain.length - link.distance] = Start::Value(value);
        }
    }
    !stores || prepare_ends(scev, of, chain, &root, alias_ptr)
}

fn carried_before(scev: &Scev<'_, '_>, of: LoopId, phi: StmtId) -> Option<Operand> {
    Some(scev.f.phi_arg(phi, preheader_edge(scev.f, of)?))
}

/// A location that is stored to in later iterations alone is stored to after the loop: all must be sure to be executed.
fn prepare_ends(
    scev: &mut Scev<'_, '_>,
    of: LoopId,
    chain: &mut Chain,
    root: &DataRef,
    alias_ptr: TypeId,
) -> bool {
    let rounds = scev.latch_executions(of);
    if !chain.always || !can_be_computed(scev, of, rounds) {
        return false;
    }
    for distance in 0..chain.length as i64 {
        let (base, offset) = scev.address_in(root, Some(rounds), -distance);
        if !can_be_computed(scev, of, base) {
            return false;
        }
        chain.ends.push(Spot { base, offset, ty: chain.ty, alias_ptr });
    }
    true
}

/// Whether statements outside the loop can compute an expression.
pub fn can_be_computed(scev: &Scev<'_, '_>, of: LoopId, id: ExprId) -> bool {
    let (exprs, unit, f) = (&scev.state.exprs, &*scev.unit, scev.f);
    let out_of_place = NameFlags::ABNORMAL | NameFlags::RELEASED | NameFlags::VIRTUAL;
    id != ExprId::UNKNOWN
        && emit::is_computable(exprs, id)
        && !exprs.varies_by_name(unit, f, id, of)
        && !exprs.any_name(unit, id, &mut |name| f.names[name].flags.intersects(out_of_place))
}

fn may_trap(scev: &mut Scev<'_, '_>, spot: &Spot) -> bool {
    let base = scev.state.exprs.operand(spot.base);
    let place = memory_at(scev.unit, spot, base);
    base.is_none() || reference_may_trap(scev.unit, scev.f, place)
}

/// A reference to a spot, by the operand that its base is.
pub fn memory_at(unit: &mut gimple::unit::Unit, spot: &Spot, base: Operand) -> Operand {
    let &Spot { offset, ty, alias_ptr, .. } = spot;
    Operand::Tree(unit.trees.add(TreeKind::MemRef { base, offset, alias_ptr }, ty))
}
