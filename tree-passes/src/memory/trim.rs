//! Stores that are dead in part: what is overwritten before anybody reads it, at the begin or the end of them, is not stored
//! in the first place.
//!
//! ```text
//!   memset (&a, 0, 32);              memset (&MEM <char> [(void *)&a + 12B], 0, 20);
//!   a.head = 1;    (12 bytes)   =>   a.head = 1;
//!   s = {};                          MEM <char[24]> [(struct s *)&s + 8B] = {};
//!   s.first = p;                     s.first = p;
//!   c = __complex__ (0, 1);          REALPART_EXPR <c> = 0;
//!   IMAGPART_EXPR <c> = 2;           IMAGPART_EXPR <c> = 2;
//! ```

use gimple::code::TreeCode;
use gimple::constant::{ConstId, ConstValue};
use gimple::function::Function;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{ArrayDomain, TypeId};
use gimple::unit::Unit;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Base;
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::fold::gimple_fold::address::base_and_offset;

/// Bytes a store may have for each to be kept track of (`--param dse-max-object-size`).
const MOST_BYTES: usize = 256;
const WORDS: usize = MOST_BYTES / 64;

/// The bytes of a store that nothing found so far has overwritten.
#[derive(Clone, Copy, Debug)]
pub struct LiveBytes {
    /// The first bit of the store.
    start: i64,
    size: usize,
    words: [u64; WORDS],
}

impl LiveBytes {
    /// All bytes of a store, if it is of whole ones and of few enough.
    pub fn of(access: &Access) -> Option<LiveBytes> {
        let (from, to) = bytes(access)?;
        let size = usize::try_from(to.checked_sub(from)?).ok()?;
        let words = (1..=MOST_BYTES).contains(&size).then(|| range(0, size))?;
        Some(LiveBytes { start: access.offset, size, words })
    }

    /// The part of the store that an access of the same object is of.
    fn part(&self, access: &Access) -> Option<[u64; WORDS]> {
        let (from, to) = bytes(access)?;
        let place = |byte: i64| (byte - self.start / 8).clamp(0, self.size as i64) as usize;
        Some(range(place(from), place(to)))
    }

    /// Takes away what another store overwrites; whether nothing is left.
    pub fn overwrite(&mut self, written: &Access) -> bool {
        if let Some(part) = self.part(written) {
            self.words.iter_mut().zip(part).for_each(|(word, part)| *word &= !part);
        }
        self.words == [0; WORDS]
    }

    /// Whether an access of the same object may read one of them.
    pub fn may_be_read(&self, read: &Access) -> bool {
        let live =
            |part: [u64; WORDS]| self.words.iter().zip(part).any(|(word, part)| word & part != 0);
        self.part(read).is_none_or(live)
    }

    /// How many bytes at the begin and at the end are not live.
    fn trims(&self) -> (i64, i64) {
        let all = 0..self.size;
        let is_live = |byte: &usize| self.words[byte / 64] >> (byte % 64) & 1 != 0;
        let first = all.clone().find(is_live).unwrap_or(0);
        let last = all.rev().find(is_live).unwrap_or(self.size - 1);
        (first as i64, (self.size - 1 - last) as i64)
    }
}

/// The first byte of an access and the first after it, if it is of whole bytes that are known.
fn bytes(access: &Access) -> Option<(i64, i64)> {
    let size = access.size.filter(|_| access.is_exact() && access.offset >= 0)?;
    let end = access.offset.checked_add(size)?;
    (size > 0 && access.offset % 8 == 0 && size % 8 == 0).then_some((access.offset / 8, end / 8))
}

/// The bits `from..to`.
fn range(from: usize, to: usize) -> [u64; WORDS] {
    let below = |end: usize, word: usize| match end.saturating_sub(64 * word) {
        0 => 0,
        count if count >= 64 => u64::MAX,
        count => (1 << count) - 1,
    };
    std::array::from_fn(|word| below(to, word) & !below(from, word))
}

/// How much of a store can go at its begin and its end.
pub fn trims(
    unit: &Unit,
    f: &Function,
    stmt: StmtId,
    access: &Access,
    live: &LiveBytes,
) -> (i64, i64) {
    let (head, mut tail) = live.trims();
    let object = match (access.base, &f.stmts[stmt].kind) {
        (Base::Decl(var), _) => unit.types.size(unit.decls[var].ty),
        // Library functions access characters.
        (_, StmtKind::Call(_)) => Some(1),
        _ => None,
    };
    // What is out of bounds is to be warned about.
    if object.is_some_and(|size| size < live.size as u64) {
        tail = 0;
    }
    (head, tail)
}

/// Makes a store smaller; whether that could be done.
pub fn trim(unit: &mut Unit, f: &mut Function, stmt: StmtId, (head, tail): (i64, i64)) -> bool {
    match &f.stmts[stmt].kind {
        StmtKind::Assign { rhs, .. } => match complex_parts(unit, rhs[0]) {
            Some(parts) => trim_complex(unit, f, stmt, parts, (head, tail)),
            None => trim_constructor(unit, f, stmt, head, tail),
        },
        StmtKind::Call(call) => {
            let (size, source) = (call.args[2], call.args[1]);
            let copies = unit.types.is_pointer(unit.type_of(f, source));
            let Some(bytes) = unit.as_int(size) else { return false };
            let ty = unit.type_of(f, size);
            let left = unit.int(ty, bytes - i128::from(head + tail));
            if head > 0 {
                advance(unit, f, stmt, 0, head);
            }
            if head > 0 && copies {
                advance(unit, f, stmt, 1, head);
            }
            set_argument(unit, f, stmt, 2, left);
            true
        }
        _ => false,
    }
}

/// The parts of a complex constant.
fn complex_parts(unit: &Unit, value: Operand) -> Option<[ConstId; 2]> {
    match unit.consts[value.constant()?].value {
        ConstValue::Complex(real, imaginary) => Some([real, imaginary]),
        _ => None,
    }
}

/// Of a complex constant only the part is stored that is read.
fn trim_complex(
    unit: &mut Unit,
    f: &mut Function,
    stmt: StmtId,
    [real, imaginary]: [ConstId; 2],
    (head, tail): (i64, i64),
) -> bool {
    let StmtKind::Assign { lhs, code: TreeCode::Single, .. } = f.stmts[stmt].kind else {
        return false;
    };
    let size = unit.types.size(unit.type_of(f, lhs)).unwrap_or(u64::MAX);
    let half = i64::try_from(size / 2).unwrap_or(i64::MAX);
    let (kind, part) = if head >= half {
        (TreeKind::Imagpart(lhs), imaginary)
    } else if tail >= half {
        (TreeKind::Realpart(lhs), real)
    } else {
        return false;
    };
    let lhs = Operand::Tree(unit.trees.add(kind, unit.consts[part].ty));
    edit::replace(unit, f, stmt, StmtKind::copy(lhs, Operand::Const(part)));
    true
}

/// `object = {}` clears characters only that are after the first ones and before the last.
fn trim_constructor(unit: &mut Unit, f: &mut Function, stmt: StmtId, head: i64, tail: i64) -> bool {
    let StmtKind::Assign { lhs, code: TreeCode::Single, rhs } = f.stmts[stmt].kind else {
        return false;
    };
    let is_empty = rhs[0].tree().is_some_and(|id| match unit.trees.kind(id) {
        TreeKind::Constructor(elements) => elements.is_empty(),
        _ => false,
    });
    let ty = unit.type_of(f, lhs);
    let Some(size) = unit.types.size(ty).filter(|_| is_empty) else { return false };
    let Some((base, offset)) = base_and_offset(unit, f, lhs) else { return false };
    if unit.addressed(base).is_none() {
        return false;
    }
    let alias_ptr = alias_pointer(unit, f, lhs);
    let byte = unit.common.char_;
    let count = size - (head + tail) as u64;
    let of_bytes = unit.types.array_of(byte, ArrayDomain::Count(count));
    let kind = TreeKind::MemRef { base, offset: offset + head, alias_ptr };
    let lhs = Operand::Tree(unit.trees.add(kind, of_bytes));
    let nothing = Operand::Tree(unit.trees.add(TreeKind::Constructor(Box::new([])), of_bytes));
    edit::replace(unit, f, stmt, StmtKind::copy(lhs, nothing));
    true
}

/// The pointer type by which what a reference is to may alias (`reference_alias_ptr_type`).
fn alias_pointer(unit: &mut Unit, f: &Function, reference: Operand) -> TypeId {
    let mut op = reference;
    while let Operand::Tree(id) = op {
        op = match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, .. } | TreeKind::ArrayRef { base, .. } => base,
            TreeKind::MemRef { alias_ptr, .. } => {
                let pointee = unit.types.pointee(alias_ptr).unwrap_or(TypeId::NONE);
                if !unit.types.same_main(pointee, unit.trees[id].ty) {
                    return alias_ptr;
                }
                break;
            }
            _ => break,
        };
    }
    let ty = unit.type_of(f, reference);
    let main = unit.types.main_variant(ty);
    unit.types.pointer_to(main)
}

/// Moves a pointer argument by so many bytes. What the call returns, its first argument, is as it was.
fn advance(unit: &mut Unit, f: &mut Function, stmt: StmtId, index: usize, by: i64) {
    let StmtKind::Call(call) = &mut f.stmts[stmt].kind else { return };
    let argument = call.args[index];
    if index == 0 && call.lhs.is_some() {
        let lhs = std::mem::replace(&mut call.lhs, Operand::None);
        f.update_stmt(unit, stmt);
        Cursor::after(stmt).like(f, stmt).copy(unit, f, lhs, argument);
    }
    let ty = unit.type_of(f, argument);
    let object = unit.addressed(argument);
    let moved = match object.and_then(|object| base_and_offset(unit, f, object)) {
        Some((base, offset)) => {
            let (byte, alias_ptr) = (unit.common.char_, unit.common.void_ptr);
            let kind = TreeKind::MemRef { base, offset: offset + by, alias_ptr };
            let place = Operand::Tree(unit.trees.add(kind, byte));
            unit.address_of(place, byte)
        }
        None => {
            let sizetype = unit.common.sizetype;
            let by = unit.int(sizetype, by.into());
            let mut at = Cursor::before(stmt).like(f, stmt);
            at.temporary(unit, f, ty, TreeCode::PointerPlus, [argument, by])
        }
    };
    set_argument(unit, f, stmt, index, moved);
}

fn set_argument(unit: &Unit, f: &mut Function, stmt: StmtId, index: usize, value: Operand) {
    if let StmtKind::Call(call) = &mut f.stmts[stmt].kind {
        call.args[index] = value;
    }
    f.update_stmt(unit, stmt);
}
