//! Comparisons of strings and memory, and searches whose result is only compared.
//!
//! ```text
//!   _1 = memcmp (p_2, q_3, 16);           _1 = __builtin_memcmp_eq (p_2, q_3, 16);
//!   if (_1 == 0)                    =>    if (_1 == 0)
//!   _4 = strcmp (&a, "abc");              _4 = __builtin_strcmp_eq (&a, "abc", 4);
//!   if (_4 != 0)                          if (_4 != 0)
//!   _5 = strstr (s_6, "abc");             _7 = strncmp (s_6, "abc", 3);
//!   if (_5 == s_6)                        if (_7 == 0)
//! ```
//!
//! What is only held against 0 needs not tell which is greater, so that whole words can be compared; of an array that
//! is larger than a literal, as many bytes can be read. Strings of different lengths differ.

use super::Strlen;
use super::info::Index;
use gimple::builtins::Builtin;
use gimple::claims::Claim;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{ArrayDomain, TypeId, TypeKind};
use gimple::unit::Unit;
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::fold::fold_memory::alignment_of;
use tree_ssa::fold::gimple_fold::memory_constant;

/// What is known of an argument: between which bounds its length lies, or how large the array is it is in.
#[derive(Clone, Copy)]
struct Extent {
    length: Option<(u64, Option<u64>)>,
    size: Option<u64>,
}

impl Strlen<'_, '_, '_> {
    /// `memcmp` (`handle_builtin_memcmp`).
    pub fn memcmp(&mut self, f: &mut Function, stmt: StmtId, call: &Call) {
        let Operand::Ssa(lhs) = call.lhs else { return };
        if !is_held_against_zero(self.cx.unit, f, lhs) {
            return;
        }
        let &[a, b, size] = &call.args[..] else { return };
        let bytes = self.cx.unit.as_int(size).and_then(|bytes| u32::try_from(bytes).ok());
        if let Some(bytes) = bytes
            && bytes.is_power_of_two()
            && bytes <= self.cx.unit.target.word_bits / 8
            && [a, b].iter().all(|&op| {
                !self.cx.unit.target.strict_alignment || alignment_of(self.cx.unit, f, op) >= bytes
            })
        {
            return self.compare_words(f, stmt, lhs, [a, b], bytes);
        }
        let common = &self.cx.unit.common;
        let (int, from, size_t) = (common.int, common.const_void_ptr, common.size_t);
        let callee = self.library(Builtin::MemcmpEq, int, &[from, from, size_t]);
        self.call_instead(f, stmt, callee, vec![a, b, size]);
    }

    /// Loads what is compared as numbers.
    fn compare_words(
        &mut self,
        f: &mut Function,
        stmt: StmtId,
        lhs: SsaName,
        pointers: [Operand; 2],
        bytes: u32,
    ) {
        let state = f.stmts[stmt].vuse;
        let mut at = Cursor::before(stmt).like(f, stmt).reading(state);
        let unit = &mut *self.cx.unit;
        let ty = unit.types.nonstandard_integer(bytes as u16 * 8, true);
        let byte = unit.common.char_;
        let alias_ptr = unit.types.ref_all_pointer_to(byte);
        let mut loaded = [Operand::None; 2];
        for (value, base) in loaded.iter_mut().zip(pointers) {
            let memory = TreeKind::MemRef { base, offset: 0, alias_ptr };
            let memory = Operand::Tree(unit.trees.add(memory, ty));
            *value = match memory_constant(unit, f, memory) {
                Some(constant) => constant,
                None => {
                    let name = f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
                    at.copy(unit, f, Operand::Ssa(name), memory);
                    Operand::Ssa(name)
                }
            };
        }
        let bool_ = unit.common.bool_;
        let differ = at.temporary(unit, f, bool_, TreeCode::Ne, loaded);
        debug_assert!(f.names[lhs].ty != bool_, "the result of a comparison is a number");
        f.set_vuse(stmt, SsaName::NONE);
        edit::set_rhs(unit, f, stmt, TreeCode::Nop, [differ]);
    }

    /// `strcmp` and `strncmp` (`handle_builtin_string_cmp`).
    pub fn strcmp(&mut self, f: &mut Function, stmt: StmtId, call: &Call) {
        let Operand::Ssa(lhs) = call.lhs else { return };
        let (a, b) = (call.args[0], call.args[1]);
        let bound = match call.args.get(2) {
            None => None,
            Some(&bound) => {
                match self.cx.unit.as_int(bound).and_then(|it| u64::try_from(it).ok()) {
                    Some(bound) if bound <= i64::MAX as u64 => Some(bound),
                    _ => return,
                }
            }
        };
        let (x, y) = (self.extent(f, a, stmt), self.extent(f, b, stmt));
        match are_equal(x, y, bound) {
            Some(true) => {
                let zero = self.cx.unit.int(f.names[lhs].ty, 0);
                self.claims.push(Claim::Value(lhs, zero));
                return self.set_value(f, stmt, zero);
            }
            Some(false) => return self.note_nonzero(f, lhs),
            None => {}
        }
        let exact = |it: Extent| it.length.filter(|&(low, high)| Some(low) == high);
        let lengths = [exact(x), exact(y)].map(|it| it.map(|(length, _)| length + 1));
        let sizes = [x.size, y.size];
        let all_known = (0..2).all(|at| lengths[at].is_some() || sizes[at].is_some());
        let Some(mut compared) = lengths.iter().flatten().copied().min().filter(|_| all_known)
        else {
            return;
        };
        compared = bound.map_or(compared, |bound| compared.min(bound));
        let room = (0..2).filter(|&at| lengths[at].is_none()).find_map(|at| sizes[at]);
        if room.is_some_and(|room| compared >= room) || !is_held_against_zero(self.cx.unit, f, lhs)
        {
            return;
        }
        let common = &self.cx.unit.common;
        let (int, string, size_t) = (common.int, common.const_char_ptr, common.size_t);
        let builtin = if bound.is_none() { Builtin::StrcmpEq } else { Builtin::StrncmpEq };
        let callee = self.library(builtin, int, &[string, string, size_t]);
        let compared = self.cx.unit.int(size_t, compared.into());
        self.call_instead(f, stmt, callee, vec![a, b, compared]);
    }

    /// What is known of the length of a string, or of the array it is in (`get_len_or_size`).
    fn extent(&mut self, f: &Function, pointer: Operand, at: StmtId) -> Extent {
        let index = self.index_of(f, pointer);
        let length = match index {
            Some(Index::Literal(length)) => Some((length, Some(length))),
            Some(Index::String(index)) => self.bounds_of_length(f, index, at),
            None => None,
        };
        let size = match length {
            None => array_size(self.cx.unit, f, pointer),
            Some(_) => None,
        };
        Extent { length, size }
    }

    /// Between which numbers the length of a string lies; without the upper one, if no NUL is known to follow.
    pub fn bounds_of_length(
        &mut self,
        f: &Function,
        index: u32,
        at: StmtId,
    ) -> Option<(u64, Option<u64>)> {
        let info = self.strings.get(index)?;
        let (nonzero, full) = (info.nonzero.clone()?, info.full);
        let (low, high) = match (nonzero.as_known(), nonzero.as_name()) {
            (Some(known), _) => (known, known),
            (None, Some(name)) => {
                let (low, high) = self.bounds(f, Operand::Ssa(name), at)?;
                (u64::try_from(low).ok()?, u64::try_from(high).ok()?)
            }
            (None, None) => return None,
        };
        Some((low, full.then_some(high)))
    }

    /// `strstr` whose result is only held against where the search began (`fold_strstr_to_strncmp`).
    pub fn strstr(&mut self, f: &mut Function, stmt: StmtId, call: &Call) {
        let (Operand::Ssa(lhs), text, part) = (call.lhs, call.args[0], call.args[1]) else {
            return;
        };
        if text.ssa().is_none() || !f.has_single_use(lhs) {
            return;
        }
        let Some(user) = f.imm_uses(lhs).next().map(|node| node.stmt) else { return };
        let compares = |code: TreeCode, [x, y]: [Operand; 2]| {
            matches!(code, TreeCode::Eq | TreeCode::Ne)
                && [(x, y), (y, x)].contains(&(call.lhs, text))
        };
        let simple = match f.stmts[user].kind {
            StmtKind::Assign { code, rhs, .. } => compares(code, [rhs[0], rhs[1]]),
            StmtKind::Cond { code, lhs, rhs, .. } => compares(code, [lhs, rhs]),
            _ => false,
        };
        let from = self.index_of(f, part);
        let Some(length) = self.length_of(f, from).filter(|_| simple) else { return };
        let common = &self.cx.unit.common;
        let (int, string, size_t) = (common.int, common.const_char_ptr, common.size_t);
        let strncmp = self.library(Builtin::Strncmp, int, &[string, string, size_t]);
        let mut at = Cursor::before(stmt).like(f, stmt);
        let unit = &mut *self.cx.unit;
        let length = length.compute(unit, f, &mut at);
        let order = Operand::Ssa(f.make_temp_ssa_name(int, Symbol::NONE, StmtId::NONE));
        let kind = StmtKind::call(unit, order, strncmp, vec![text, part, length]);
        edit::replace(unit, f, stmt, kind);
        let zero = unit.int(int, 0);
        match &mut f.stmts[user].kind {
            StmtKind::Assign { rhs, .. } => (rhs[0], rhs[1]) = (order, zero),
            StmtKind::Cond { lhs, rhs, .. } => (*lhs, *rhs) = (order, zero),
            _ => {}
        }
        f.update_stmt(unit, user);
        f.release_ssa_name(lhs);
    }
}

/// Whether two strings are known to be equal, or not to be (`strxcmp_eqz_result`).
fn are_equal(x: Extent, y: Extent, bound: Option<u64>) -> Option<bool> {
    let bound = bound.unwrap_or(u64::MAX);
    let clamp =
        |it: Extent| it.length.map(|(low, high)| (low.min(bound), high.map(|h| h.min(bound))));
    let (a, b) = (clamp(x), clamp(y));
    if let (Some((_, Some(0))), Some((_, Some(0)))) = (a, b) {
        return Some(true);
    }
    if bound == 0 {
        return Some(true);
    }
    let too_long = |size: Option<u64>, length: Option<(u64, Option<u64>)>| match (size, length) {
        (Some(size), Some((low, _))) => low < bound && low >= size || low > size,
        _ => false,
    };
    if a.is_none() && too_long(x.size, b) || b.is_none() && too_long(y.size, a) {
        return Some(false);
    }
    let shorter = |one: Option<(u64, Option<u64>)>, other: Option<(u64, Option<u64>)>| matches!((one, other), (Some((_, Some(high))), Some((low, _))) if high < low);
    (shorter(a, b) || shorter(b, a)).then_some(false)
}

/// Whether a number is held against 0 only, for equality (`use_in_zero_equality`).
fn is_held_against_zero(unit: &Unit, f: &Function, name: SsaName) -> bool {
    let mut uses = f.imm_uses(name).peekable();
    let equality = |code: TreeCode, other: Operand| {
        matches!(code, TreeCode::Eq | TreeCode::Ne) && unit.is_zero(other)
    };
    uses.peek().is_some()
        && uses.all(|node| match f.stmts[node.stmt].kind {
            StmtKind::Cond { code, rhs, .. } => equality(code, rhs),
            StmtKind::Assign { code: TreeCode::Cond, rhs, .. } => match rhs[0] {
                Operand::Tree(id) => match *unit.trees.kind(id) {
                    TreeKind::Expr { code, args } => {
                        equality(code, args[1])
                            && rhs[1] != Operand::Ssa(name)
                            && rhs[2] != Operand::Ssa(name)
                    }
                    _ => false,
                },
                _ => false,
            },
            StmtKind::Assign { code, rhs, .. } => equality(code, rhs[1]),
            _ => false,
        })
}

/// The bytes of the array of characters an address is of; nothing of one that may be longer than it is declared.
fn array_size(unit: &Unit, f: &Function, pointer: Operand) -> Option<u64> {
    let object = unit.addressed(pointer)?;
    let ends = |ty: TypeId| match *unit.types.kind(ty) {
        TypeKind::Array { domain: ArrayDomain::Count(_), .. } => unit.types.size(ty),
        _ => None,
    };
    match object {
        Operand::Decl(var) => ends(unit.decls[var].ty),
        Operand::Tree(id) => match *unit.trees.kind(id) {
            // A member that others follow.
            TreeKind::ComponentRef { base, field } => {
                let TypeKind::Record { fields, .. } = unit.types.kind(unit.type_of(f, base)) else {
                    return None;
                };
                let last = fields.last() == Some(&field);
                ends(unit.types.field(field).ty).filter(|_| !last)
            }
            _ => None,
        },
        _ => None,
    }
}
