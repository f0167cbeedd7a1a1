//! The loads and stores of a block, and the stores among them that lie side by side.
//!
//! ```text
//!   p_1->b = 2;
//!   _3 = q_2->a;            store 1, load 2, store 3, and after the call of `f` another segment
//!   p_1->a = _3;            group of stores: 3, 1
//!   f ();
//!   p_1->c = 4;
//! ```
//!
//! What else touches memory (calls, volatile accesses, copies of aggregates) ends a segment; nothing is moved from one segment
//! to another.

use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::ssa::NameFlags;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tree_ssa::fold::place::Place;

/// A load or a store of a scalar.
pub struct Ref {
    pub stmt: StmtId,
    pub reference: Operand,
    pub store: bool,
    pub segment: u32,
    /// Where the statement is in the block, counted from 1.
    pub order: u32,
    /// Where what takes its place will be.
    pub moved: u32,
    /// Where in memory, for what can become part of a vector.
    pub place: Option<Place>,
}

/// What is in a block.
pub struct Refs {
    /// In the order of the block.
    pub all: Vec<Ref>,
    /// The references of statements.
    pub of: FxHashMap<StmtId, usize>,
    /// Where statements are in the block, counted from 1.
    pub order: FxHashMap<StmtId, u32>,
    /// The statement at a place.
    pub stmts: Vec<StmtId>,
}

/// What stores of one group have in common.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    segment: u32,
    base: Operand,
    terms: SmallVec<[(Operand, u64); 1]>,
}

impl Refs {
    pub fn of_block(unit: &mut Unit, f: &Function, block: BlockId) -> Refs {
        let mut refs = Refs {
            all: Vec::new(),
            of: FxHashMap::default(),
            order: FxHashMap::default(),
            stmts: f.block_stmts(block).collect(),
        };
        let mut segment = 0;
        for (stmt, order) in f.block_stmts(block).zip(1..) {
            refs.order.insert(stmt, order);
            if f.stmts[stmt].vuse.is_none() {
                continue;
            }
            let Some((reference, store)) = scalar_access(unit, f, stmt) else {
                segment += 1;
                continue;
            };
            let place = place_of(unit, f, stmt, reference);
            refs.of.insert(stmt, refs.all.len());
            refs.all.push(Ref { stmt, reference, store, segment, order, moved: order, place });
        }
        refs
    }

    /// Groups of two stores or more that are side by side, from low to high addresses.
    pub fn store_groups(&self, unit: &Unit, f: &Function) -> Vec<Vec<usize>> {
        let mut buckets: Vec<(Key, Vec<(i64, usize)>)> = Vec::new();
        let mut known: FxHashMap<(u32, Operand), SmallVec<[usize; 1]>> = FxHashMap::default();
        for (index, it) in self.all.iter().enumerate() {
            let Some(place) = it.place.as_ref().filter(|_| it.store) else { continue };
            let base = base_of(unit, place);
            let at = known.entry((it.segment, base)).or_default();
            let same = |&&bucket: &&usize| buckets[bucket].0.terms == place.base.terms;
            let bucket = match at.iter().find(same) {
                Some(&bucket) => bucket,
                None => {
                    at.push(buckets.len());
                    let terms = place.base.terms.clone();
                    buckets.push((Key { segment: it.segment, base, terms }, Vec::new()));
                    buckets.len() - 1
                }
            };
            buckets[bucket].1.push((place.pos, index));
        }
        buckets.sort_by_key(|(key, _)| (key.segment, rank(key.base)));
        let mut groups = Vec::new();
        for (_, mut stores) in buckets {
            stores.sort_unstable();
            let mut group: Vec<usize> = Vec::new();
            for (_, index) in stores {
                if group.last().is_some_and(|&last| !self.adjacent(unit, f, last, index)) {
                    groups.push(std::mem::take(&mut group));
                }
                group.push(index);
            }
            groups.push(group);
        }
        groups.retain(|group| group.len() > 1);
        groups
    }

    /// Whether a reference to the same kind of value begins where another ends.
    pub fn adjacent(&self, unit: &Unit, f: &Function, first: usize, second: usize) -> bool {
        self.same_kind(unit, f, first, second)
            && match (&self.all[first].place, &self.all[second].place) {
                (Some(x), Some(y)) => x.end() == y.pos,
                _ => false,
            }
    }

    /// Whether two references are to values of one type in one object and segment.
    pub fn same_kind(&self, unit: &Unit, f: &Function, first: usize, second: usize) -> bool {
        let (a, b) = (&self.all[first], &self.all[second]);
        let (Some(x), Some(y)) = (&a.place, &b.place) else { return false };
        let [s, t] = [a, b].map(|it| unit.type_of(f, it.reference));
        a.segment == b.segment
            && base_of(unit, x) == base_of(unit, y)
            && x.base.terms == y.base.terms
            && useless_type_conversion(unit, s, t)
            && useless_type_conversion(unit, t, s)
    }
}

/// The variable or pointer that a place is counted from.
fn base_of(unit: &Unit, place: &Place) -> Operand {
    unit.addressed(place.base.pointer).unwrap_or(place.base.pointer)
}

/// The order of what is stored to: pointers, then variables, each by their numbers.
fn rank(base: Operand) -> (u8, u32) {
    match base {
        Operand::Ssa(name) => (0, name.0),
        Operand::Decl(decl) => (1, decl.0),
        _ => (2, 0),
    }
}

/// The only reference to memory of a statement that does nothing but load or store a scalar, and whether it stores.
fn scalar_access(unit: &Unit, f: &Function, stmt: StmtId) -> Option<(Operand, bool)> {
    let data = &f.stmts[stmt];
    let StmtKind::Assign { lhs, code: TreeCode::Single, rhs, .. } = data.kind else { return None };
    if data.has(StmtFlags::VOLATILE) {
        return None;
    }
    let (reference, store) = match (unit.is_memory_operand(lhs), unit.is_memory_operand(rhs[0])) {
        (true, false) => (lhs, true),
        (false, true) => (rhs[0], false),
        _ => return None,
    };
    let scalar = !unit.types.is_aggregate(unit.type_of(f, reference));
    (scalar && !unit.is_volatile_operand(reference)).then_some((reference, store))
}

/// Where a load or store is that may become part of a vector: of an integer or a pointer that is all of its bytes, and of
/// what may be moved.
fn place_of(unit: &mut Unit, f: &Function, stmt: StmtId, reference: Operand) -> Option<Place> {
    let ty = unit.type_of(f, reference);
    vector_element(unit, ty)?;
    let StmtKind::Assign { lhs, rhs, .. } = f.stmts[stmt].kind else { return None };
    let value = if lhs == reference { rhs[0] } else { lhs };
    let movable = match value {
        Operand::Ssa(name) => !f.names[name].has(NameFlags::ABNORMAL),
        Operand::Const(_) => true,
        _ => false,
    };
    let place = Place::of(unit, f, reference).filter(|_| movable)?;
    let pinned = |op: Operand| op.ssa().is_some_and(|name| f.names[name].has(NameFlags::ABNORMAL));
    if pinned(place.base.pointer) || place.base.terms.iter().any(|&(index, _)| pinned(index)) {
        return None;
    }
    let whole = Some(place.size) == unit.types.size(ty).map(|size| 8 * size as i64);
    (place.is_bytes() && whole).then_some(place)
}

/// What vectors of a scalar type are made of: integers that are all of their bytes.
pub fn vector_element(unit: &mut Unit, ty: TypeId) -> Option<TypeId> {
    let bits = unit.types.bits(ty).filter(|bits| [8, 16, 32, 64].contains(bits))?;
    Some(match *unit.types.kind(ty) {
        TypeKind::Bool => unit.types.nonstandard_integer(8, true),
        TypeKind::Integer { precision, .. } if i64::from(precision) == bits => {
            unit.types.main_variant(ty)
        }
        TypeKind::Enum { precision, .. } if i64::from(precision) == bits => {
            let unsigned = unit.types.is_unsigned(ty);
            match (bits, unsigned) {
                (32, true) => unit.common.uint,
                (32, false) => unit.common.int,
                _ => unit.types.nonstandard_integer(bits as u16, unsigned),
            }
        }
        TypeKind::Pointer(_) => unit.types.main_variant(unit.common.size_t),
        _ => return None,
    })
}
