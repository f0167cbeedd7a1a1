//! Which string a pointer or a reference leads to.
//!
//! ```text
//!   p_2 = q_1 + 3;      q_1 begins with 5 characters that are not NUL: p_2 with 2, and is related to q_1
//!   a[2]                the string at byte 2 of a, or the rest of the one before
//!   &"abc"[1]           a literal of length 2
//! ```

use super::Strlen;
use super::info::{Index, Info};
use super::length::Length;
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use std::cmp::Ordering;
use tree_ssa::analyses::ranges::{Query, View};
use tree_ssa::fold::fold_builtins::string_at;
use tree_ssa::fold::gimple_fold::address::Root;
use tree_ssa::fold::gimple_fold::address::root_and_offset;
use tree_ssa::fold::gimple_fold::may_be_constant;

/// Definitions a pointer is followed back over.
const MOST_STEPS: usize = 5;

/// Copies of a pointer that are looked at.
const MOST_COPIES: usize = 16;

impl Strlen<'_, '_, '_> {
    /// The string an operand points to (`get_stridx`).
    pub fn index_of(&mut self, f: &Function, pointer: Operand) -> Option<Index> {
        if let Operand::Ssa(name) = pointer {
            return match self.strings.of_name(name) {
                Some(index) => Some(index),
                None => self.index_of_sum(f, name).map(Index::String),
            };
        }
        let object = self.cx.unit.addressed(pointer)?;
        if let Some((index, _)) = self.index_at(f, object, Some(pointer)) {
            return Some(Index::String(index));
        }
        literal_length(self.cx.unit, pointer).map(Index::Literal)
    }

    /// The string of a pointer that is computed from that of another string and constants.
    fn index_of_sum(&mut self, f: &Function, name: SsaName) -> Option<u32> {
        let (mut at, mut offset) = (name, 0u64);
        for _ in 0..MOST_STEPS {
            let def = f.names[at].def.expand()?;
            let StmtKind::Assign { code: TreeCode::PointerPlus, rhs, .. } = f.stmts[def].kind
            else {
                return None;
            };
            let (Operand::Ssa(base), Some(more)) = (rhs[0], self.cx.unit.as_int(rhs[1])) else {
                return None;
            };
            let more = self.cx.unit.types.wrap(self.cx.unit.common.ssizetype, more);
            offset = offset.checked_add(u64::try_from(more).ok()?)?;
            if let Some(Index::String(index)) = self.strings.of_name(base)
                && self.strings.get(index).is_some()
                && self.compare_known(index, offset).is_ge()
            {
                return self.index_plus(f, index, offset, Operand::Ssa(name));
            }
            at = base;
        }
        None
    }

    /// The string that begins so many characters into another, which a pointer points to (`get_stridx_plus_constant`).
    fn index_plus(
        &mut self,
        f: &Function,
        base: u32,
        offset: u64,
        pointer: Operand,
    ) -> Option<u32> {
        if is_abnormal(f, pointer) {
            return None;
        }
        let left = self.strings.get(base)?.known()?.checked_sub(offset)?;
        let Info { full, first, prev, next, .. } = *self.strings.get(base)?;
        let alone = (first, prev, next) == (0, 0, 0);
        let mut before = if alone { base } else { self.strings.first_related(base)? };
        self.strings.get(before)?.known()?;
        while let Some(next) = self.strings.next_related(before) {
            match self.strings.get(next).and_then(Info::known).map(|chars| chars.cmp(&left)) {
                Some(Ordering::Greater) => before = next,
                Some(Ordering::Equal) => {
                    self.set_index(pointer, next);
                    return Some(next);
                }
                _ => break,
            }
        }
        let index = self.new_index(f, pointer)?;
        let mut info = Info::new(pointer, Some(Length::known(left)), full);
        let follower = self.strings.get(before).map_or(0, |before| before.next);
        if let Some(next) = self.strings.get_mut(follower) {
            next.prev = index;
            info.next = follower;
        }
        let ends = info.is_empty();
        self.link_after(before, &mut info, index, ends.then_some(pointer));
        self.strings.set(index, info);
        Some(index)
    }

    /// Relates a string to the one it is the next end of, whose NUL `end` points to if that is known.
    fn link_after(&mut self, before: u32, info: &mut Info, index: u32, end: Option<Operand>) {
        let Some(earlier) = self.strings.get_mut(before) else { return };
        if earlier.first == 0 {
            earlier.first = before;
        }
        earlier.next = index;
        if earlier.end.is_none() {
            earlier.end = end.unwrap_or(Operand::None);
        }
        if info.end.is_none() {
            info.end = earlier.end;
        }
        info.prev = before;
        info.first = earlier.first;
        info.writable = earlier.writable;
    }

    /// Notes that a pointer leads to a string, unless something is known of it already.
    fn set_index(&mut self, pointer: Operand, index: u32) {
        match pointer {
            Operand::Ssa(name) => self.strings.set_name(name, Index::String(index)),
            _ => {
                let object = self.cx.unit.addressed(pointer);
                if let Some(place) = object.and_then(|it| place_of(self.cx.unit, it)) {
                    self.strings.set_place(place, index);
                }
            }
        }
    }

    /// A number for the string a pointer leads to (`new_stridx`).
    pub fn new_index(&mut self, f: &Function, pointer: Operand) -> Option<u32> {
        match pointer {
            Operand::Ssa(name) => {
                if is_abnormal(f, pointer) {
                    return None;
                }
                let index = self.strings.fresh()?;
                self.strings.set_name(name, Index::String(index));
                Some(index)
            }
            _ => self.new_index_at(self.cx.unit.addressed(pointer)?),
        }
    }

    /// A number for the string at a reference to a variable (`new_addr_stridx`).
    fn new_index_at(&mut self, object: Operand) -> Option<u32> {
        let place = place_of(self.cx.unit, object)?;
        let index = self.strings.fresh()?;
        self.strings.set_place(place, index).then_some(index)
    }

    /// The string a reference to a variable is in, and how far (`get_addr_stridx`): with a pointer, the one that begins
    /// there.
    pub fn index_at(
        &mut self,
        f: &Function,
        object: Operand,
        pointer: Option<Operand>,
    ) -> Option<(u32, u64)> {
        let (index, distance) = self.string_near(object)?;
        if distance == 0 {
            return Some((index, 0));
        }
        if self.strings.get(index).is_none() || self.compare_known(index, distance).is_lt() {
            return None;
        }
        match pointer {
            None => Some((index, distance)),
            Some(pointer) => self.index_plus(f, index, distance, pointer).map(|index| (index, 0)),
        }
    }

    /// The string that begins at a reference to a variable, or the last before it, and how far before.
    fn string_near(&self, object: Operand) -> Option<(u32, u64)> {
        let place = place_of(self.cx.unit, object)?;
        match self.strings.at_place(place) {
            Some(index) => Some((index, 0)),
            None => self.strings.last_before(place),
        }
    }

    /// The string a statement's reference to a variable is in, where ranges of lengths count, and how far.
    pub fn index_within(
        &mut self,
        f: &Function,
        object: Operand,
        at: StmtId,
    ) -> Option<(u32, u64)> {
        let (index, distance) = self.string_near(object)?;
        let within = distance == 0 || self.compare(f, index, distance, at).is_ge();
        within.then_some((index, distance))
    }

    /// How the number of characters a string begins with, if it is a known number, lies to another; less where nothing is known.
    pub fn compare_known(&self, index: u32, offset: u64) -> Ordering {
        self.strings.get(index).and_then(Info::known).map_or(Ordering::Less, |n| n.cmp(&offset))
    }

    /// The same, where ranges of lengths count (`compare_nonzero_chars`).
    pub fn compare(&mut self, f: &Function, index: u32, offset: u64, at: StmtId) -> Ordering {
        let Some(length) = self.strings.get(index).and_then(|info| info.nonzero.clone()) else {
            return Ordering::Less;
        };
        let Some(name) = length.as_name() else { return self.compare_known(index, offset) };
        let Some((low, high)) = self.bounds(f, Operand::Ssa(name), at) else {
            return Ordering::Less;
        };
        match low.cmp(&offset.into()) {
            Ordering::Greater => Ordering::Greater,
            order if low == high => order,
            _ => Ordering::Less,
        }
    }

    /// The least and the greatest value of an operand where a statement uses it.
    pub fn bounds(&mut self, f: &Function, op: Operand, at: StmtId) -> Option<(i128, i128)> {
        let view = View { unit: self.cx.unit, f, options: self.cx.options };
        let range = self.ranger.range_of(view, op, at)?;
        (!range.is_empty()).then(|| range.bounds())
    }

    /// Whether an operand is known not to be 0 where a statement uses it.
    pub fn is_nonzero(&mut self, f: &Function, op: Operand, at: StmtId) -> bool {
        let view = View { unit: self.cx.unit, f, options: self.cx.options };
        let range = self.ranger.range_of(view, op, at);
        range.is_some_and(|range| !range.is_empty() && !range.contains(0))
    }

    /// Notes of pointers that are copied to another that they lead to the same string (`find_equal_ptrs`).
    pub fn find_equal_pointers(&mut self, f: &Function, pointer: Operand, index: u32) {
        let mut at = pointer;
        for _ in 0..MOST_COPIES {
            let Operand::Ssa(name) = at else { return };
            let Some(def) = f.names[name].def.expand() else { return };
            let StmtKind::Assign { code, rhs, .. } = f.stmts[def].kind else { return };
            if !matches!(code, TreeCode::Single | TreeCode::Nop) {
                return;
            }
            at = rhs[0];
            match at {
                Operand::Ssa(name) => {
                    let known = self.strings.of_name(name).is_some();
                    if known || !self.cx.unit.types.is_pointer(f.names[name].ty) {
                        return;
                    }
                    self.strings.set_name(name, Index::String(index));
                }
                _ => {
                    if self.cx.unit.addressed(at).is_some() {
                        self.set_index(at, index);
                    }
                    return;
                }
            }
        }
    }

    /// Notes that a pointer, which nothing is known of, leads to the NUL of a string, if it is said of which
    /// (`zero_length_string`); the number of the empty string there.
    pub fn empty_string(&mut self, f: &Function, pointer: SsaName, of: Option<u32>) -> Option<u32> {
        let end = Operand::Ssa(pointer);
        if is_abnormal(f, end) {
            return None;
        }
        let mut before = of;
        if let Some(of) = of {
            let related = self.strings.related(of);
            if related.is_empty() {
                let info = self.strings.get_mut(of)?;
                (info.first, info.prev, info.next) = (0, 0, 0);
            }
            for &one in &related {
                if self.strings.get(one).is_some_and(|info| info.end.is_none())
                    && let Some(info) = self.strings.get_mut(one)
                {
                    info.end = end;
                }
            }
            let last = related.last().copied().unwrap_or(of);
            if !related.is_empty() && self.strings.get(last)?.is_empty() {
                self.strings.get_mut(last)?.next = 0;
                self.strings.set_name(pointer, Index::String(last));
                return Some(last);
            }
            before = Some(last);
        }
        let index = self.new_index(f, end)?;
        let mut info = Info::new(end, Some(Length::known(0)), true);
        info.end = end;
        if let Some(before) = before {
            self.link_after(before, &mut info, index, Some(end));
        }
        self.strings.set(index, info);
        Some(index)
    }
}

/// Whether an operand is a name that must stay as it is.
pub fn is_abnormal(f: &Function, op: Operand) -> bool {
    op.ssa().is_some_and(|name| f.names[name].has(NameFlags::ABNORMAL))
}

/// The byte of a variable that a reference begins at, if that is known.
fn place_of(unit: &Unit, object: Operand) -> Option<(DeclId, i64)> {
    match root_and_offset(unit, object)? {
        (Root::Object(Operand::Decl(var)), offset) => Some((var, offset)),
        _ => None,
    }
}

/// The length of the string an address leads to, if that is a literal, or a variable that never changes.
pub fn literal_length(unit: &Unit, address: Operand) -> Option<u64> {
    Some(text_of(unit, address)?.len() as u64)
}

/// The string an address leads to, if that is a literal, or a variable that never changes.
pub fn text_of(unit: &Unit, address: Operand) -> Option<Vec<u8>> {
    if let Some(text) = string_at(unit, address) {
        return Some(text);
    }
    let object = unit.addressed(address)?;
    let (Root::Object(Operand::Decl(var)), offset) = root_and_offset(unit, object)? else {
        return None;
    };
    let Operand::Const(initial) = *unit.initializers.get(&var)? else { return None };
    let ConstValue::String(bytes) = &unit.consts[initial].value else { return None };
    let element = unit.types.element(unit.decls[var].ty)?;
    let size = unit.types.size(unit.decls[var].ty)?;
    if !may_be_constant(unit, Operand::Decl(var)) || unit.types.size(element) != Some(1) {
        return None;
    }
    let offset = usize::try_from(offset).ok()?;
    let rest = bytes.get(offset..)?;
    // What the text leaves of the array is filled with NULs.
    let end = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
    ((offset + end) < size as usize).then(|| rest[..end].to_vec())
}

/// Whether a type is one of characters.
pub fn is_char(unit: &Unit, ty: TypeId) -> bool {
    let common = &unit.common;
    [common.char_, common.schar, common.uchar].iter().any(|&it| unit.types.same_main(ty, it))
}

/// The base and the offset of a dereference of a name.
pub fn dereference(unit: &Unit, reference: Operand) -> Option<(SsaName, i64)> {
    match *unit.trees.kind(reference.tree()?) {
        TreeKind::MemRef { base: Operand::Ssa(name), offset, .. } => Some((name, offset)),
        _ => None,
    }
}

/// The element type of an array, or a type itself.
pub fn stored_type(unit: &Unit, ty: TypeId) -> TypeId {
    unit.types.element(ty).unwrap_or(ty)
}
