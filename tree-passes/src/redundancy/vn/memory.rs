//! What memory holds, found by following its states back (`vn_reference_lookup`).
//!
//! ```text
//!   *p_1 = 5; *q_2 = x_3 (elsewhere); _4 = *p_1;         _4 is 5
//!   __builtin_memset (&s, 1, 8); s.a = 0; _5 = s.all;    _5 is put together from what both have written
//!   t = s; _6 = t.x;                                     _6 is what s.x is before the copy
//!   _7 = *p_1; *q_2 = _7; _8 = *p_1;                     _8 is _7, whether q_2 is p_1 or not
//! ```
//!
//! A store that may write what is asked for ends the search, unless it says what it has written there: constants are
//! collected bit by bit until all bits are known, and a copy moves the search to where it copies from.

use super::reference::{access, exact_key};
use super::{Key, Numbering, Reader};
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::fold_const::constant_bytes;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Base;
use tree_ssa::analyses::alias::walk::Visit;
use tree_ssa::analyses::alias::walk::Walk;
use tree_ssa::analyses::alignment;
use tree_ssa::effects::call_effects;
use tree_ssa::fold::gimple_fold::constant_of_bits;
use tree_ssa::fold::gimple_fold::variable_constant;

/// Stores a load is followed back over.
const WALK_BUDGET: u32 = 100;
/// Copies a load is followed through.
const MAX_COPIES: u32 = 8;
/// The longest access put together from constants, in bits.
const MAX_BITS: usize = 512;

/// Bits of an access that are known.
struct Collected {
    first: i64,
    bits: usize,
    data: [u8; MAX_BITS / 8],
    known: [u8; MAX_BITS / 8],
    left: usize,
}

impl Collected {
    fn new(access: &Access) -> Option<Collected> {
        let bits = usize::try_from(access.size.filter(|_| access.is_exact())?).ok()?;
        let zero = [0; MAX_BITS / 8];
        (0 < bits && bits <= MAX_BITS).then_some(Collected {
            first: access.offset,
            bits,
            data: zero,
            known: zero,
            left: bits,
        })
    }

    /// Asks for the bits of a mask only: the others count as known.
    fn ask_only(&mut self, mask: i128) {
        for bit in (0..self.bits).filter(|bit| mask >> bit & 1 == 0) {
            self.known[bit / 8] |= 1 << (bit % 8);
            self.left -= 1;
        }
    }

    fn is_empty(&self) -> bool {
        self.left == self.bits
    }

    /// Whether all that an earlier store has written of the access has been overwritten since.
    fn shadows(&self, written: &Access) -> bool {
        let from = written.offset.max(self.first);
        let end = written.size.and_then(|size| written.offset.checked_add(size));
        let to = end.unwrap_or(i64::MAX).min(self.first + self.bits as i64);
        (from..to).all(|bit| {
            let target = (bit - self.first) as usize;
            self.known[target / 8] & 1 << (target % 8) != 0
        })
    }

    /// Adds what an earlier store has written, where nothing later has.
    fn add(&mut self, written: &Access, byte: impl Fn(usize) -> Option<u8>) -> Option<()> {
        let from = written.offset.max(self.first);
        let size = written.size?;
        let to = written.offset.checked_add(size)?.min(self.first + self.bits as i64);
        for bit in from..to {
            let source = (bit - written.offset) as usize;
            let value = byte(source / 8)? >> (source % 8) & 1;
            let target = (bit - self.first) as usize;
            let mask = 1 << (target % 8);
            if self.known[target / 8] & mask == 0 {
                self.known[target / 8] |= mask;
                self.data[target / 8] |= value << (target % 8);
                self.left -= 1;
            }
        }
        Some(())
    }

    /// The same for a constant that has been written.
    fn add_constant(&mut self, unit: &Unit, written: &Access, value: Operand) -> Option<()> {
        let bytes = constant_bytes(unit, value.constant()?)?;
        self.add(written, |index| bytes.get(index).copied())
    }
}

/// How far a search has come: the state it reached, and what it has put together of the value.
struct Progress {
    reached: Cell<SsaName>,
    collected: RefCell<Option<Collected>>,
    /// The store that the search is for, where it is for what a store finds in its place.
    later: Option<Access>,
}

impl Progress {
    fn new(state: SsaName, collected: Option<Collected>) -> Progress {
        Progress { reached: Cell::new(state), collected: RefCell::new(collected), later: None }
    }
}

/// Where a search has come to.
enum Reached {
    Value(Operand),
    /// All bits are collected.
    Bits,
    /// What is asked for is what another place held in an earlier state.
    Elsewhere(Access, SsaName),
}

/// What a store says of what it has written.
enum Written {
    Nothing,
    /// The access reads just this.
    Value(Operand),
    /// Constants have been collected; there may be more to find.
    Part,
    Copy(Access),
}

impl Numbering {
    /// What a place holds in a state as a type, if that is known, and the earliest state found in which it holds the same.
    pub(super) fn lookup(
        &mut self,
        r: &mut Reader<'_, '_>,
        place: u32,
        access: &Access,
        ty: TypeId,
        vuse: SsaName,
    ) -> (Option<Operand>, SsaName) {
        self.lookup_for(r, place, (access, None), ty, vuse)
    }

    /// What is in the place of a store, `later`, before it. What has come there as a type by which less may be read than after
    /// the store does not count (see [`keeps_type`](tree_ssa::analyses::alias::Oracle::keeps_type)).
    pub(super) fn lookup_stored(
        &mut self,
        r: &mut Reader<'_, '_>,
        place: u32,
        later: &Access,
        ty: TypeId,
        vuse: SsaName,
    ) -> Option<Operand> {
        // Whatever types say of the stores between.
        let access = Access { ty: TypeId::NONE, base_ty: TypeId::NONE, ..*later };
        self.lookup_for(r, place, (&access, Some(*later)), ty, vuse).0
    }

    fn lookup_for(
        &mut self,
        r: &mut Reader<'_, '_>,
        place: u32,
        (access, later): (&Access, Option<Access>),
        ty: TypeId,
        vuse: SsaName,
    ) -> (Option<Operand>, SsaName) {
        let mut budget = WALK_BUDGET;
        let (mut place, mut access, mut state) = (place, *access, vuse);
        let mut first_reached = SsaName::NONE;
        for _ in 0..MAX_COPIES {
            let progress = Progress { later, ..Progress::new(state, Collected::new(&access)) };
            let found = self.search(r, place, &access, &mut budget, &progress);
            if first_reached.is_none() {
                first_reached = progress.reached.get();
            }
            match found {
                None => return (None, first_reached),
                Some(Reached::Value(value)) => return (Some(value), first_reached),
                Some(Reached::Bits) => {
                    let value = progress
                        .collected
                        .into_inner()
                        .and_then(|bits| constant_of_bits(r.unit, ty, &bits.data, bits.bits));
                    return (value, first_reached);
                }
                Some(Reached::Elsewhere(source, before)) => {
                    let collected = progress.collected.into_inner().filter(|bits| !bits.is_empty());
                    if let Some(mut bits) = collected {
                        // What has not been overwritten since the copy is as in the original.
                        let value = initial_constant(r.unit, r.f, &source, ty);
                        let all = value.and_then(|op| bits.add_constant(r.unit, &access, op));
                        let value =
                            all.and_then(|()| constant_of_bits(r.unit, ty, &bits.data, bits.bits));
                        return (value, first_reached);
                    }
                    if let Some(value) = initial_constant(r.unit, r.f, &source, ty) {
                        return (Some(value), first_reached);
                    }
                    let Some(key) = exact_key(r.unit, &source, ty) else {
                        return (None, first_reached);
                    };
                    place = self.place_of_key(r.unit, ty, &key);
                    (access, state) = (source, before);
                }
            }
        }
        (None, first_reached)
    }

    /// What some of the bits that a statement has loaded are, where the others are not known: `load & mask`.
    pub(super) fn masked(
        &mut self,
        r: &mut Reader<'_, '_>,
        code: TreeCode,
        ops: [Operand; 3],
    ) -> Option<Operand> {
        let (TreeCode::BitAnd, Operand::Ssa(name)) = (code, ops[0]) else { return None };
        let mask = r.unit.as_int(ops[1])?;
        let load = r.f.names[name].def.expand()?;
        let StmtKind::Assign { code: TreeCode::Single, rhs: [op, ..], .. } = r.f.stmts[load].kind
        else {
            return None;
        };
        let vuse = r.f.stmts[load].vuse.expand()?;
        let ty = r.f.names[name].ty;
        let whole = r.unit.types.precision(ty).map(i64::from) == r.unit.types.bits(ty);
        if !whole || !r.unit.is_memory_operand(op) || r.f.stmts[load].has(StmtFlags::VOLATILE) {
            return None;
        }
        let access = access(self, r.oracle, r.unit, r.f, op);
        let mut asked = Collected::new(&access).filter(|asked| asked.bits <= 128)?;
        asked.ask_only(mask);
        if asked.left == 0 || asked.is_empty() {
            return None;
        }
        let place = self.place(r.unit, ty, op, &access);
        let progress = Progress::new(vuse, Some(asked));
        let mut budget = WALK_BUDGET;
        match self.search(r, place, &access, &mut budget, &progress)? {
            Reached::Bits => {
                let bits = progress.collected.into_inner()?;
                constant_of_bits(r.unit, ty, &bits.data, bits.bits)
            }
            _ => None,
        }
    }

    /// Looks back from the state that is reached for what a place holds.
    fn search(
        &self,
        r: &Reader<'_, '_>,
        place: u32,
        access: &Access,
        budget: &mut u32,
        progress: &Progress,
    ) -> Option<Reached> {
        let (f, unit) = (r.f, &*r.unit);
        let Progress { reached, collected, later } = progress;
        let is_whole = || collected.borrow().as_ref().is_none_or(Collected::is_empty);
        let mut walk = Walk { oracle: r.oracle, unit, f, tree: r.tree, access, budget };
        walk.non_aliased(
            reached.get(),
            &mut |state| {
                let known = self.known(&Key::Load(place, self.state(state)));
                let further =
                    if self.is_elsewhere(f, state) { Visit::Stop } else { Visit::Continue };
                if is_whole() {
                    reached.set(state);
                    return known.map_or(further, |value| Visit::Found(Reached::Value(value)));
                }
                // What is not written later is as it was here.
                let mut collected = collected.borrow_mut();
                if let (Some(known), Some(all)) = (known, collected.as_mut())
                    && all.add_constant(unit, access, known).is_some()
                    && all.left == 0
                {
                    return Visit::Found(Reached::Bits);
                }
                further
            },
            &mut |store, _| {
                let vdef = f.stmts[store].vdef;
                if self.state(vdef) != vdef {
                    // It writes what is there already.
                    return Visit::Continue;
                }
                if later.is_some_and(|later| !self.gives_type(r, store, &later)) {
                    return Visit::Stop;
                }
                if is_whole()
                    && let Some(value) = self.rewritten(r, store, place, access)
                {
                    return Visit::Found(Reached::Value(value));
                }
                let mut collected = collected.borrow_mut();
                match self.written(r, store, access, collected.as_mut()) {
                    Written::Nothing => Visit::Stop,
                    Written::Value(value) => {
                        reached.set(f.stmts[store].vdef);
                        Visit::Found(Reached::Value(value))
                    }
                    Written::Part if collected.as_ref().is_some_and(|all| all.left == 0) => {
                        Visit::Found(Reached::Bits)
                    }
                    Written::Part => Visit::Continue,
                    Written::Copy(source) => match f.stmts[store].vuse.expand() {
                        Some(before) => Visit::Found(Reached::Elsewhere(source, before)),
                        None => Visit::Stop,
                    },
                }
            },
        )
    }

    /// Whether all that may be read after a later store of the same value may be after this one.
    fn gives_type(&self, r: &Reader<'_, '_>, store: StmtId, later: &Access) -> bool {
        let StmtKind::Assign { lhs, .. } = r.f.stmts[store].kind else { return true };
        let written = access(self, r.oracle, r.unit, r.f, lhs);
        r.oracle.keeps_type(r.unit, &written, later)
    }

    /// What a place is known to hold before a store, if the store writes just that: it is the same place, or another one, but
    /// no part of both, as each is aligned to its size.
    fn rewritten(
        &self,
        r: &Reader<'_, '_>,
        store: StmtId,
        place: u32,
        wanted: &Access,
    ) -> Option<Operand> {
        let (unit, f) = (&*r.unit, r.f);
        let StmtKind::Assign { lhs, code: TreeCode::Single, rhs: [value, ..] } =
            f.stmts[store].kind
        else {
            return None;
        };
        if f.stmts[store].has(StmtFlags::VOLATILE) || wanted.reference.is_none() {
            return None;
        }
        // What a part of a union is accessed as counts, not what it may alias.
        let read = unit.type_of(f, wanted.reference);
        let known = self.known(&Key::Load(place, self.state(f.stmts[store].vuse)))?;
        let stored = unit.type_of(f, lhs);
        let same_type = unit.types.is_register_type(stored)
            && useless_type_conversion(unit, stored, read)
            && useless_type_conversion(unit, read, stored);
        let size = u64::try_from(wanted.size?).ok()?;
        let whole = |place: Operand| {
            let known = alignment::of(unit, f, r.options, place).at(0);
            place.is_some() && size > 0 && known.is_multiple_of(size)
        };
        (same_type && known == self.value_of(value) && whole(wanted.reference) && whole(lhs))
            .then_some(known)
    }

    /// What a statement that may write an access says of it.
    fn written(
        &self,
        r: &Reader<'_, '_>,
        store: StmtId,
        wanted: &Access,
        collected: Option<&mut Collected>,
    ) -> Written {
        let (unit, f) = (&*r.unit, r.f);
        if f.stmts[store].has(StmtFlags::VOLATILE) {
            return Written::Nothing;
        }
        match &f.stmts[store].kind {
            StmtKind::Assign { lhs, code: TreeCode::Single, rhs: [value, ..] } => {
                let written = access(self, r.oracle, unit, f, *lhs);
                if written.base != wanted.base || !written.is_exact() {
                    return Written::Nothing;
                }
                self.assigned(r, &written, *value, wanted, collected)
            }
            StmtKind::Call(call) if call.lhs.is_none() || call.lhs.ssa().is_some() => {
                self.written_by_call(unit, f, call, wanted, collected)
            }
            _ => Written::Nothing,
        }
    }

    fn assigned(
        &self,
        r: &Reader<'_, '_>,
        written: &Access,
        value: Operand,
        wanted: &Access,
        collected: Option<&mut Collected>,
    ) -> Written {
        let (unit, f) = (&*r.unit, r.f);
        let Some(collected) = collected else { return Written::Nothing };
        let value = self.value_of(value);
        let added = match value {
            Operand::Const(_) => collected.add_constant(unit, written, value),
            Operand::Tree(id) => match unit.trees.kind(id) {
                TreeKind::Constructor(elements) if elements.is_empty() => {
                    collected.add(written, |_| Some(0))
                }
                TreeKind::Constructor(_) | TreeKind::Clobber(_) => None,
                _ if unit.is_memory_operand(value) => {
                    return self.copied(r, written, value, wanted);
                }
                _ => None,
            },
            Operand::Decl(_) if unit.is_memory_operand(value) => {
                return self.copied(r, written, value, wanted);
            }
            _ => None,
        };
        if added.is_some() || !collected.is_empty() && collected.shadows(written) {
            return Written::Part;
        }
        match self.part_of_composite(unit, f, written, value, wanted) {
            Some(part) if collected.is_empty() => Written::Value(part),
            _ => Written::Nothing,
        }
    }

    /// The part that an access reads of a complex number or vector put together from parts.
    fn part_of_composite(
        &self,
        unit: &Unit,
        f: &Function,
        written: &Access,
        value: Operand,
        wanted: &Access,
    ) -> Option<Operand> {
        let Operand::Ssa(name) = value else { return None };
        let StmtKind::Assign { code, rhs, .. } = f.stmts[f.names[name].def.expand()?].kind else {
            return None;
        };
        let parts: SmallVec<[Operand; 4]> = match (code, rhs[0]) {
            (TreeCode::Complex, _) => [rhs[0], rhs[1]].into_iter().collect(),
            (TreeCode::Single, Operand::Tree(id)) => match unit.trees.kind(id) {
                TreeKind::Constructor(elements) => elements.iter().map(|part| part.1).collect(),
                _ => return None,
            },
            _ => return None,
        };
        let size = unit.types.bits(unit.type_of(f, *parts.first()?))?;
        let whole = size.checked_mul(parts.len() as i64) == written.size;
        let place = wanted.offset.checked_sub(written.offset)?;
        if !whole || wanted.size != Some(size) || !wanted.is_exact() || place % size != 0 {
            return None;
        }
        let part = self.value_of(*parts.get(usize::try_from(place / size).ok()?)?);
        matches!(part, Operand::Ssa(_) | Operand::Const(_)).then_some(part)
    }

    /// The place that a copy has filled an access from.
    fn copied(
        &self,
        r: &Reader<'_, '_>,
        written: &Access,
        value: Operand,
        wanted: &Access,
    ) -> Written {
        let source = access(self, r.oracle, r.unit, r.f, value);
        let sized = source.is_exact() && source.size == written.size && !source.volatile;
        if !sized {
            return Written::Nothing;
        }
        moved(written, &source, wanted).map_or(Written::Nothing, Written::Copy)
    }

    fn written_by_call(
        &self,
        unit: &Unit,
        f: &Function,
        call: &Call,
        wanted: &Access,
        collected: Option<&mut Collected>,
    ) -> Written {
        let (Some(builtin), [to, what, size, ..], Some(collected)) =
            (call_effects::callee_builtin(unit, call), &call.args[..], collected)
        else {
            return Written::Nothing;
        };
        let Some(size) = unit.as_int(self.value_of(*size)).and_then(|n| i64::try_from(n).ok())
        else {
            return Written::Nothing;
        };
        let written = self.pointed_to(unit, f, *to, size);
        if written.base != wanted.base || !written.is_exact() {
            return Written::Nothing;
        }
        match builtin {
            Builtin::Memset | Builtin::MemsetChk => {
                let Some(byte) = unit.as_int(self.value_of(*what)) else { return Written::Nothing };
                match collected.add(&written, |_| Some(byte as u8)) {
                    Some(()) => Written::Part,
                    None => Written::Nothing,
                }
            }
            Builtin::Memcpy
            | Builtin::Memmove
            | Builtin::Mempcpy
            | Builtin::MemcpyChk
            | Builtin::MemmoveChk
            | Builtin::MempcpyChk
                if collected.is_empty() =>
            {
                let source = self.pointed_to(unit, f, *what, size);
                moved(&written, &source, wanted).map_or(Written::Nothing, Written::Copy)
            }
            _ => Written::Nothing,
        }
    }

    /// So many bytes from where a pointer points.
    fn pointed_to(&self, unit: &Unit, f: &Function, pointer: Operand, size: i64) -> Access {
        let mut access = Access::from_pointer(unit, f, self.value_of(pointer), Some(size));
        if let Base::Pointer(base) = access.base {
            let mut bits = access.offset;
            let (base, exact) = super::reference::resolve(self, unit, f, base, &mut bits);
            if exact && access.is_exact() {
                (access.base, access.offset) = (base, bits);
            }
        }
        access
    }
}

/// An access within what was written, as one within what it was copied from.
fn moved(written: &Access, source: &Access, wanted: &Access) -> Option<Access> {
    if !written.covers(wanted) || source.base == Base::Unknown || !source.is_exact() {
        return None;
    }
    let offset = source.offset.checked_add(wanted.offset - written.offset)?;
    Some(Access {
        base: source.base,
        offset,
        reference: Operand::None,
        ty: TypeId::NONE,
        base_ty: TypeId::NONE,
        ..*wanted
    })
}

/// The constant a variable that never changes holds where an access reads it.
fn initial_constant(unit: &mut Unit, f: &Function, access: &Access, ty: TypeId) -> Option<Operand> {
    let Base::Decl(var) = access.base else { return None };
    let size = access.size?;
    if access.offset < 0 || access.offset % 8 != 0 || unit.types.bits(ty) != Some(size) {
        return None;
    }
    variable_constant(unit, f, var, ty, (access.offset, size))
}
