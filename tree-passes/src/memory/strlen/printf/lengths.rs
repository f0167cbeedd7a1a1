//! Between which numbers the length of a string is (`get_range_strlen_dynamic`).
//!
//! ```text
//!   # p_3 = PHI <"ab", &any>         at least 2 of what is known; no bound
//!   s.name, char name[8]             0 to 7 if it ends in its member, else to the end of s
//! ```

use super::super::Strlen;
use super::super::info::Index;
use super::super::lookup::literal_length;
use super::count::UNBOUNDED;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use tree_ssa::fold::gimple_fold::address::{Root, root_and_offset};
use tree_ssa::object_size;

/// How many φs are looked at (`ssa-name-def-chain-limit`).
const MOST_PHIS: i64 = 512;

/// The greatest length by the arrays that strings are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    None,
    /// None yet; it is asked for.
    Asked,
    Is(u64),
}

/// Lengths of strings. [`UNBOUNDED`] stands for a number that has no bound.
#[derive(Clone, Copy, Debug)]
pub struct Lengths {
    min: Option<u64>,
    max: Option<u64>,
    bound: Bound,
}

impl Lengths {
    fn new(bound: Bound) -> Lengths {
        Lengths { min: None, max: None, bound }
    }

    /// The least length that is known.
    pub fn min(&self) -> u64 {
        self.min.unwrap_or(0)
    }

    /// The greatest length that can be relied on; nothing where nothing is known of any of the strings.
    pub fn max(&self) -> Option<u64> {
        self.max
    }

    /// The greatest length if strings end in their arrays.
    pub fn bound(&self) -> u64 {
        match self.bound {
            Bound::Is(bound) => bound,
            Bound::None | Bound::Asked => UNBOUNDED,
        }
    }

    fn set(&mut self, min: u64, max: u64, bound: Option<u64>) {
        (self.min, self.max) = (Some(min), Some(max));
        if let Some(bound) = bound {
            self.bound = Bound::Is(bound);
        }
    }

    /// Takes another argument of a φ in.
    fn join(&mut self, other: Lengths) {
        let unbounded = other.max == Some(UNBOUNDED);
        let nothing =
            other.min.is_none() || other.min == Some(0) && other.bound() == UNBOUNDED && unbounded;
        if nothing {
            self.max = Some(UNBOUNDED);
            return;
        }
        let min = other.min.unwrap_or(0);
        self.min = Some(self.min.map_or(min, |known| known.min(min)));
        self.max = match (self.max, other.max) {
            (Some(known), Some(more)) => Some(known.max(more)),
            (Some(known), None) => Some(known),
            (None, more) => more,
        };
        self.bound = match (self.bound, other.bound) {
            (Bound::Is(known), Bound::Is(more)) if more > known && more != UNBOUNDED => other.bound,
            (Bound::Is(_), _) => self.bound,
            _ => other.bound,
        };
    }

    /// Takes another string in: its length, or how long it is at most by its array and by all of the variable it is in.
    fn include(&mut self, length: Length) {
        let (min, tight, max) = match length {
            Length::Exact(length) => (length, None, length),
            Length::Array { tight, max } => (0, Some(tight), max),
        };
        let least = tight.map_or(min, |_| 0);
        self.min = Some(self.min.map_or(least, |known| known.min(least)));
        let bound = tight.unwrap_or(min);
        self.bound = match self.bound {
            Bound::Is(known) => Bound::Is(known.max(bound)),
            Bound::None if tight.is_none() => Bound::None,
            Bound::None | Bound::Asked => Bound::Is(bound),
        };
        self.max = Some(self.max.map_or(max, |known| known.max(max)));
    }
}

/// What is known of one string.
enum Length {
    Exact(u64),
    /// It is in an array that holds at most `tight`, in a variable that holds `max` from there on.
    Array {
        tight: u64,
        max: u64,
    },
}

/// What is followed back from a use to definitions.
struct Chain {
    visited: FxHashSet<SsaName>,
    left: i64,
}

impl Strlen<'_, '_, '_> {
    /// The lengths of the strings that a pointer may lead to.
    pub fn lengths(&mut self, f: &Function, stmt: StmtId, pointer: Operand) -> Lengths {
        let left = self.cx.options.param("ssa-name-def-chain-limit").unwrap_or(MOST_PHIS);
        let mut chain = Chain { visited: FxHashSet::default(), left };
        let mut lengths = Lengths::new(Bound::Asked);
        if !self.lengths_of(f, stmt, pointer, &mut lengths, &mut chain) {
            (lengths.min, lengths.max) = (Some(0), Some(UNBOUNDED));
        }
        lengths
    }

    /// Adds what is known of what a pointer leads to; whether that is all there is to it.
    fn lengths_of(
        &mut self,
        f: &Function,
        stmt: StmtId,
        pointer: Operand,
        lengths: &mut Lengths,
        chain: &mut Chain,
    ) -> bool {
        match self.index_of(f, pointer) {
            Some(Index::Literal(length)) => {
                lengths.set(length, length, Some(length));
                true
            }
            Some(Index::String(index)) => self.lengths_of_string(f, stmt, index, lengths),
            None => {
                let phi = pointer.ssa().and_then(|name| f.names[name].def.expand());
                match (pointer, phi.filter(|&def| f.is_phi(def))) {
                    (Operand::Ssa(name), Some(phi)) => {
                        self.lengths_of_phi(f, name, phi, lengths, chain)
                    }
                    _ => {
                        let mut visited = FxHashSet::default();
                        include_arrays(self.cx.unit, f, pointer, lengths, &mut visited);
                        true
                    }
                }
            }
        }
    }

    fn lengths_of_phi(
        &mut self,
        f: &Function,
        name: SsaName,
        phi: StmtId,
        lengths: &mut Lengths,
        chain: &mut Chain,
    ) -> bool {
        if !chain.visited.insert(name) {
            return true;
        }
        if chain.left == 0 {
            return false;
        }
        chain.left -= 1;
        for at in 0..f.phi(phi).args.len() {
            let arg = f.phi(phi).args[at].value;
            if arg == Operand::Ssa(name) {
                continue;
            }
            let mut one = Lengths::new(Bound::None);
            if self.lengths_of(f, phi, arg, &mut one, chain) {
                lengths.join(one);
            } else {
                lengths.max = Some(UNBOUNDED);
            }
        }
        true
    }

    /// Of a string something is known of.
    fn lengths_of_string(
        &mut self,
        f: &Function,
        stmt: StmtId,
        index: u32,
        lengths: &mut Lengths,
    ) -> bool {
        let Some(info) = self.strings.get(index).cloned() else { return false };
        let Some(nonzero) = &info.nonzero else {
            lengths.set(0, UNBOUNDED, None);
            return true;
        };
        let named = nonzero.as_name();
        let range = named.and_then(|name| {
            let (low, high) = self.bounds(f, Operand::Ssa(name), stmt)?;
            let bounded = (low, high) != (0, u64::MAX.into());
            bounded.then_some((u64::try_from(low).ok()?, u64::try_from(high).ok()?))
        });
        if info.full {
            match (nonzero.as_known(), range) {
                (Some(known), _) => lengths.set(known, known, Some(known)),
                (None, Some((low, high))) => {
                    let left = object_size::size_of(self.cx.unit, f, info.start, 1);
                    let bound = left.filter(|&left| left > 0).map(|left| high.min(left - 1));
                    lengths.set(low, high, Some(bound.unwrap_or(high)));
                }
                (None, None) => lengths.set(0, UNBOUNDED, None),
            }
            return true;
        }
        let min = nonzero.as_known().or(range.map(|range| range.0)).unwrap_or(0);
        match self.room_in_array(f, info.start) {
            Some(room) => lengths.set(min, room, Some(room)),
            None => lengths.set(min, UNBOUNDED, None),
        }
        true
    }

    /// The longest string from a place in a variable that is an array.
    fn room_in_array(&self, f: &Function, start: Operand) -> Option<u64> {
        let unit = &*self.cx.unit;
        let (Root::Object(var @ Operand::Decl(_)), offset) =
            root_and_offset(unit, unit.addressed(start)?)?
        else {
            return None;
        };
        let ty = unit.type_of(f, var);
        let array = matches!(unit.types.kind(ty), TypeKind::Array { .. });
        unit.types.size(ty).filter(|_| array)?.checked_sub(u64::try_from(offset).ok()? + 1)
    }
}

/// Adds what is known of a pointer by literals and arrays alone; whether anything is (`get_range_strlen`).
fn include_arrays(
    unit: &Unit,
    f: &Function,
    pointer: Operand,
    lengths: &mut Lengths,
    visited: &mut FxHashSet<SsaName>,
) -> bool {
    let mut pointer = pointer;
    while let Operand::Ssa(name) = pointer {
        if !visited.insert(name) {
            return true;
        }
        let Some(def) = f.names[name].def.expand() else { return false };
        if f.is_phi(def) {
            for arg in &f.phi(def).args {
                if arg.value != pointer && !include_arrays(unit, f, arg.value, lengths, visited) {
                    lengths.max = Some(UNBOUNDED);
                }
            }
            return true;
        }
        match f.stmts[def].kind {
            StmtKind::Assign { code: TreeCode::Single | TreeCode::Nop, rhs, .. } => {
                pointer = rhs[0]
            }
            _ => return false,
        }
    }
    let length = match literal_length(unit, pointer) {
        Some(length) => Some(Length::Exact(length)),
        None => unit.addressed(pointer).and_then(|object| in_array(unit, f, object)),
    };
    let Some(length) = length else { return false };
    lengths.include(length);
    true
}

/// How long a string can be that begins at an object, by the type of that.
fn in_array(unit: &Unit, f: &Function, object: Operand) -> Option<Length> {
    let whole = |op: Operand| unit.types.size(unit.type_of(f, op))?.checked_sub(1);
    let Operand::Tree(id) = object else {
        let Operand::Decl(_) = object else { return None };
        let array = matches!(unit.types.kind(unit.type_of(f, object)), TypeKind::Array { .. });
        let max = whole(object).filter(|_| array)?;
        return Some(Length::Array { tight: max, max });
    };
    let array = match *unit.trees.kind(id) {
        TreeKind::ArrayRef { base, index } => {
            let member = base
                .tree()
                .filter(|&base| matches!(unit.trees.kind(base), TreeKind::ComponentRef { .. }));
            let beyond = |index: i128| {
                let ty = unit.type_of(f, base);
                let size = unit.types.element(ty).and_then(|element| unit.types.size(element));
                let all = unit.types.size(ty).zip(size);
                all.is_some_and(|(all, size)| index * i128::from(size) >= i128::from(all))
            };
            if member.is_some() && unit.as_int(index).is_some_and(beyond) {
                return None;
            }
            base
        }
        TreeKind::ComponentRef { .. } => object,
        TreeKind::MemRef { base, offset, .. } => {
            let var = unit.addressed(base).filter(|var| var.decl().is_some())?;
            unit.types.element(unit.type_of(f, object))?;
            let max = whole(var)?.checked_sub(u64::try_from(offset).ok()?)?;
            return Some(Length::Array { tight: max, max });
        }
        _ => return None,
    };
    let innermost = innermost_array(unit, unit.type_of(f, array))?;
    let tight = unit.types.size(innermost)?.checked_sub(1)?;
    let around = match root_and_offset(unit, array) {
        Some((Root::Object(var @ Operand::Decl(_)), offset)) => {
            whole(var).and_then(|all| all.checked_sub(u64::try_from(offset).ok()?))
        }
        Some(_) => None,
        None => whole(unit.trees.base_address(array))
            .filter(|_| unit.trees.base_address(array).decl().is_some()),
    };
    Some(Length::Array { tight, max: around.unwrap_or(UNBOUNDED) })
}

/// The array of integers within arrays.
fn innermost_array(unit: &Unit, ty: TypeId) -> Option<TypeId> {
    let element_of = |array: TypeId| match *unit.types.kind(array) {
        TypeKind::Array { element, .. } => Some(element),
        _ => None,
    };
    let (mut array, mut element) = (ty, element_of(ty)?);
    while let Some(inner) = element_of(element) {
        (array, element) = (element, inner);
    }
    unit.types.is_integral(element).then_some(array)
}
