//! The references to memory in a loop, and which of them have to do with each other.
//!
//! References that may touch the same memory are in one component (`split_data_refs_to_components`). What cannot be followed
//! from iteration to iteration, and whatever may touch that, is in none. Pairs are compared, of no more references than
//! `--param loop-max-datarefs-for-datadeps` allows.

use crate::loops::unroll::body_in_dom_order;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::ssa::NameFlags;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use rustc_hash::FxHashMap;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::data_ref::{DataRef, Dependence};
use tree_ssa::analyses::scev::Scev;
use tree_ssa::effects::call_effects::has_side_effects;

/// References of one loop that are compared (`--param loop-max-datarefs-for-datadeps`).
const MOST_REFERENCES: i64 = 1000;

/// A load or store of a loop.
#[derive(Clone)]
pub struct Reference {
    pub stmt: StmtId,
    pub place: Operand,
    /// What is loaded, or stored.
    pub value: Operand,
    pub writes: bool,
    pub ty: TypeId,
    /// How it moves, if that is known, and a register can hold what is there.
    pub at: Option<DataRef>,
    /// It is executed in each iteration, the last one included.
    pub always: bool,
}

/// References that may touch the same memory.
#[derive(Default)]
pub struct Component {
    pub members: Vec<Member>,
    /// Whether a store may be left to a later one.
    pub stores_may_go: bool,
}

/// A reference of a component.
#[derive(Clone, Copy)]
pub struct Member {
    /// Its place among the loop's references, and in the component.
    pub reference: usize,
    pub number: usize,
    /// So many iterations later it is where the first of the component is now.
    pub offset: i64,
}

/// What a loop does with memory.
pub struct Memory {
    pub references: Vec<Reference>,
    /// The order in which the loop's statements are executed.
    pub positions: FxHashMap<StmtId, usize>,
}

/// Finds a loop's references; `None` where it touches memory in other ways.
pub fn find(scev: &mut Scev<'_, '_>, of: LoopId) -> Option<Memory> {
    let mut memory = Memory { references: Vec::new(), positions: FxHashMap::default() };
    let most = scev.options.param("loop-max-datarefs-for-datadeps").unwrap_or(MOST_REFERENCES);
    let exits: Vec<BlockId> =
        scev.exits(of).to_vec().iter().map(|&e| scev.f.edges[e].src).collect();
    for block in body_in_dom_order(scev.f, scev.tree, of) {
        let always = scev.dominates_latch(block, of)
            && exits.iter().all(|&exit| scev.tree.dominated_by(exit, block));
        for stmt in scev.f.block_stmts(block) {
            memory.positions.insert(stmt, memory.positions.len());
            if has_side_effects(scev.unit, scev.f, stmt) {
                return None;
            }
            let data = &scev.f.stmts[stmt];
            if !data.has(StmtFlags::VUSE) && data.vdef.is_none() {
                continue;
            }
            add(scev, &mut memory.references, (of, stmt), always)?;
            if memory.references.len() as i64 > most {
                return None;
            }
        }
    }
    Some(memory)
}

/// Adds what a statement reads and writes.
fn add(
    scev: &mut Scev<'_, '_>,
    found: &mut Vec<Reference>,
    (of, stmt): (LoopId, StmtId),
    always: bool,
) -> Option<()> {
    let StmtKind::Assign { lhs, code: TreeCode::Single, rhs: [rhs, ..] } = scev.f.stmts[stmt].kind
    else {
        return None;
    };
    let sides = [(lhs, rhs, true), (rhs, lhs, false)];
    for (place, value, writes) in sides {
        if !scev.unit.is_memory_operand(place) {
            continue;
        }
        let ty = scev.unit.type_of(scev.f, place);
        let in_register = scev.unit.types.is_register_type(ty)
            && is_register_value(scev, value)
            && is_aligned(scev, place, ty);
        let at = if in_register { scev.data_ref(of, stmt, place) } else { None };
        found.push(Reference { stmt, place, value, writes, ty, at, always });
    }
    Some(())
}

/// Whether a place is aligned as its type says: parts of packed structures may not be.
fn is_aligned(scev: &Scev<'_, '_>, place: Operand, ty: TypeId) -> bool {
    let unit = &*scev.unit;
    let mut at = place;
    while let Operand::Tree(id) = at {
        at = match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, .. } => {
                if unit.types.align(unit.type_of(scev.f, base)) < unit.types.align(ty) {
                    return false;
                }
                base
            }
            TreeKind::ArrayRef { base, .. } => base,
            _ => return true,
        };
    }
    true
}

/// Whether a register can hold a value, and hold it longer.
fn is_register_value(scev: &Scev<'_, '_>, value: Operand) -> bool {
    match value {
        Operand::Ssa(name) => !scev.f.names[name].has(NameFlags::ABNORMAL),
        _ => value.constant().is_some() || scev.unit.addressed(value).is_some(),
    }
}

/// Divides references into components, the last one first.
pub fn components(
    scev: &mut Scev<'_, '_>,
    references: &[Reference],
    stores_may_go: bool,
) -> Vec<Component> {
    let count = references.len();
    let mut sets = Sets::new(count);
    let mut keep_stores = vec![false; count];
    for (index, reference) in references.iter().enumerate() {
        if reference.at.is_none() {
            let bad = sets.bad();
            sets.merge(bad, index);
        }
    }
    let oracle = Oracle::new(scev.unit, scev.options);
    for a in 0..count {
        for b in a + 1..count {
            if may_meet(scev, &oracle, &references[a], &references[b]) {
                join(scev, &mut sets, &mut keep_stores, references, (a, b));
            }
        }
    }
    let bad = sets.find(count);
    let mut kept = vec![false; count + 1];
    for (index, _) in keep_stores.iter().enumerate().filter(|(_, keep)| **keep) {
        kept[sets.find(index)] = true;
    }
    let mut components: Vec<Component> = (0..=count).map(|_| Component::default()).collect();
    for index in 0..count {
        let set = sets.find(index);
        let component = &mut components[set];
        component.stores_may_go = stores_may_go && !kept[set];
        let number = component.members.len();
        component.members.push(Member { reference: index, number, offset: 0 });
    }
    components[bad].members.clear();
    components.retain(|component| !component.members.is_empty());
    components.reverse();
    components
}

fn may_meet(scev: &mut Scev<'_, '_>, oracle: &Oracle, a: &Reference, b: &Reference) -> bool {
    match (&a.at, &b.at) {
        (Some(x), Some(y)) => scev.dependence(oracle, x, y) != Dependence::None,
        _ => true,
    }
}

/// Lets two references that may meet be in one component, unless one of them only reads: where it is not known when they
/// meet, that one is given up then, and stores of the other must not go.
fn join(
    scev: &Scev<'_, '_>,
    sets: &mut Sets,
    keep_stores: &mut [bool],
    references: &[Reference],
    (a, b): (usize, usize),
) {
    let bad = sets.bad();
    let bad = sets.find(bad);
    let (x, y) = (sets.find(a), sets.find(b));
    if x == y {
        return;
    }
    let distance = offset(scev, &references[a], &references[b]);
    match (references[a].writes, references[b].writes) {
        (false, false) if x == bad || y == bad || distance.is_none() => {}
        (false, true) if y != bad && (x == bad || distance.is_none()) => {
            keep_stores[b] = true;
            sets.merge(bad, a);
        }
        (true, false) if x != bad && (y == bad || distance.is_none()) => {
            keep_stores[a] = true;
            sets.merge(bad, b);
        }
        (true, true) if x != bad && y != bad && distance.is_none() => {
            sets.merge(bad, a);
            sets.merge(bad, b);
        }
        _ => sets.merge(a, b),
    }
}

/// After how many iterations the second is where the first is now (`determine_offset`).
pub fn offset(scev: &Scev<'_, '_>, a: &Reference, b: &Reference) -> Option<i64> {
    let same = useless_type_conversion(scev.unit, a.ty, b.ty)
        && useless_type_conversion(scev.unit, b.ty, a.ty);
    match (&a.at, &b.at) {
        (Some(x), Some(y)) if same => x.iterations_before(y),
        _ => None,
    }
}

/// Whether chains can be made of a component: each reference is executed once in an iteration, and is a known number of
/// iterations from the others (`suitable_component_p`). Finds the numbers.
pub fn is_suitable(
    scev: &mut Scev<'_, '_>,
    of: LoopId,
    references: &[Reference],
    component: &mut Component,
) -> bool {
    let first = component.members[0].reference;
    component.members.iter_mut().all(|member| {
        let reference = &references[member.reference];
        let block = scev.f.stmts[reference.stmt].block;
        let distance = offset(scev, &references[first], reference);
        member.offset = distance.unwrap_or(0);
        distance.is_some() && scev.f.loop_of(block) == of && scev.dominates_latch(block, of)
    })
}

/// Sets of references; the last one holds those that are given up.
struct Sets {
    up: Vec<usize>,
    sizes: Vec<usize>,
}

impl Sets {
    fn new(count: usize) -> Sets {
        Sets { up: (0..=count).collect(), sizes: vec![1; count + 1] }
    }

    fn bad(&self) -> usize {
        self.up.len() - 1
    }

    fn find(&mut self, mut at: usize) -> usize {
        while self.up[at] != at {
            self.up[at] = self.up[self.up[at]];
            at = self.up[at];
        }
        at
    }

    fn merge(&mut self, a: usize, b: usize) {
        let (mut a, mut b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        if self.sizes[a] < self.sizes[b] {
            std::mem::swap(&mut a, &mut b);
        }
        self.sizes[a] += self.sizes[b];
        self.up[b] = a;
    }
}
