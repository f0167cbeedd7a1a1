//! What is known where a dominator walk is: expressions that have been computed, and what names are equal to.
//!
//! ```text
//!   _1 = a_2(D) + 5;                 a_2(D) + 5 is available as _1
//!   if (b_3(D) == 0) goto <bb 3>;    in <bb 3>: b_3(D) is 0; b_3(D) == 0 and b_3(D) >= 0 are true, b_3(D) != 0 is false
//! ```
//!
//! Both tables are undone, last entry first, when the walk leaves the blocks they are about.

use crate::redundancy::vn::reference::{
    RefKey, canonical_type, exact_key, operand_words, serialize,
};
use crate::redundancy::vn::word_table::WordTable;
use dumps::Dump;
use dumps::{put, putln};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use smallvec::smallvec;
use std::fmt::Write;
use tree_ssa::analyses::alias::Base;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::alias::reference::pointed_to;
use tree_ssa::analyses::alias::walk::Visit;
use tree_ssa::analyses::alias::walk::Walk;
use tree_ssa::fold::is_invariant;
use tree_ssa::graph::dominance::Dominators;

/// Stores that one search for an earlier load looks at (`--param sccvn-max-alias-queries-per-access`).
const ALIAS_QUERIES: u32 = 1000;

/// First words of keys; those of accesses to known bits are smaller.
const OPERATION: u64 = 11;
const REFERENCE: u64 = 12;
const CALL: u64 = 13;
const PHI: u64 = 14;

/// A function that is looked at, and how its memory is asked about.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub unit: &'a Unit,
    pub f: &'a Function,
    pub tree: &'a Dominators,
    pub oracle: &'a Oracle,
}

/// What is looked for.
pub struct Wanted {
    /// The expression.
    pub key: RefKey,
    /// The state of memory it reads.
    pub state: SsaName,
    /// What is loaded, if the same load from an earlier state will do.
    pub load: Operand,
}

/// What an expression is available as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Available {
    pub value: Operand,
    pub state: SsaName,
    /// The reference that has been read or written.
    pub reference: Operand,
}

const NOTHING: Available =
    Available { value: Operand::None, state: SsaName::NONE, reference: Operand::None };

/// How much was known at some point of the walk.
#[derive(Clone, Copy)]
pub struct Mark {
    values: usize,
    expressions: usize,
}

/// What is known.
#[derive(Default)]
pub struct Known {
    /// What each name is equal to.
    values: Vec<Operand>,
    changed_values: Vec<(SsaName, Operand)>,
    keys: WordTable,
    /// By the number of a key.
    expressions: Vec<Available>,
    changed_expressions: Vec<(u32, Available)>,
    /// How dumps show what is to be undone.
    copy_texts: Vec<String>,
    texts: Vec<String>,
}

impl Known {
    /// What a name is known to be.
    pub fn value(&self, name: SsaName) -> Option<Operand> {
        self.values.get(name.0 as usize).copied().filter(|value| value.is_some())
    }

    /// What an operand is known to be, or the operand itself.
    pub fn value_of(&self, op: Operand) -> Operand {
        op.ssa().and_then(|name| self.value(name)).unwrap_or(op)
    }

    /// Says what a name is wherever it is used.
    pub fn set_value(&mut self, name: SsaName, value: Operand) {
        let index = name.0 as usize;
        if self.values.len() <= index {
            self.values.resize(index + 1, Operand::None);
        }
        self.values[index] = value;
    }

    /// Says what a name is until this is undone.
    pub fn equate(
        &mut self,
        (unit, f): (&Unit, &Function),
        dump: &mut Dump<'_>,
        name: SsaName,
        value: Operand,
    ) {
        let value = self.value_of(value);
        if dump.details() {
            let text = tree_ssa::dump_text::name(unit, f, name);
            let text = format!("COPY {text} = {}", tree_ssa::dump_text::operand(unit, f, value));
            putln!(dump, "0>>> {text}");
            self.copy_texts.push(text);
        }
        self.changed_values.push((name, self.value(name).unwrap_or(Operand::None)));
        self.set_value(name, value);
    }

    /// How much is known now.
    pub fn mark(&self) -> Mark {
        Mark { values: self.changed_values.len(), expressions: self.changed_expressions.len() }
    }

    /// Forgets what has become known since.
    pub fn undo(&mut self, mark: Mark, dump: &mut Dump<'_>) {
        while self.changed_expressions.len() > mark.expressions
            && let Some((number, before)) = self.changed_expressions.pop()
        {
            self.expressions[number as usize] = before;
            if let Some(text) = self.texts.pop() {
                putln!(dump, "<<<< {text}");
            }
        }
        while self.changed_values.len() > mark.values
            && let Some((name, before)) = self.changed_values.pop()
        {
            self.values[name.0 as usize] = before;
            if let Some(text) = self.copy_texts.pop() {
                putln!(dump, "<<<< {text}");
            }
        }
    }

    /// Notes a comparison that is known to be true or false, unless something is known of it already.
    pub fn record_condition(
        &mut self,
        (unit, f): (&Unit, &Function),
        dump: &mut Dump<'_>,
        (code, a, b): (TreeCode, Operand, Operand),
        truth: Operand,
    ) {
        let key = comparison_key(unit, &|op| op, code, a, b);
        let number = self.number(&key);
        if self.expressions[number as usize] != NOTHING {
            return;
        }
        if dump.details() {
            let side = |op| tree_ssa::dump_text::operand(unit, f, op);
            let truth = i32::from(!unit.is_zero(truth));
            let text = format!("STMT {truth} = {} {} {}", side(a), code.name(), side(b));
            putln!(dump, "1>>> {text}");
            self.texts.push(text);
        }
        self.set(number, Available { value: truth, ..NOTHING });
    }

    /// Whether a comparison is known to be true or false.
    pub fn condition(&self, unit: &Unit, code: TreeCode, a: Operand, b: Operand) -> Option<bool> {
        let number = self.keys.find(&comparison_key(unit, &|op| op, code, a, b))?;
        let entry = self.expressions.get(number as usize).filter(|entry| **entry != NOTHING)?;
        unit.as_int(self.value_of(entry.value)).map(|truth| truth != 0)
    }

    /// What an expression is available as, if it is.
    pub fn find(&self, at: Place<'_>, wanted: &Wanted) -> Option<Available> {
        let number = self.keys.find(&wanted.key)?;
        let entry = self.expressions.get(number as usize).filter(|entry| **entry != NOTHING)?;
        let holds = entry.state == wanted.state || reaches(at, wanted, entry.state);
        holds.then(|| Available { value: self.value_of(entry.value), ..*entry })
    }

    /// Makes an expression available until this is undone. `text` shows it in dumps.
    pub fn insert(&mut self, key: &[u64], new: Available, text: Option<String>) {
        let number = self.number(key);
        self.set(number, new);
        self.texts.extend(text);
    }

    fn number(&mut self, key: &[u64]) -> u32 {
        let number = self.keys.number(key);
        if self.expressions.len() <= number as usize {
            self.expressions.resize(number as usize + 1, NOTHING);
        }
        number
    }

    fn set(&mut self, number: u32, new: Available) {
        let before = std::mem::replace(&mut self.expressions[number as usize], new);
        self.changed_expressions.push((number, before));
    }
}

/// Whether nothing between an earlier state of memory and the one a load reads has written what it reads.
fn reaches(at: Place<'_>, wanted: &Wanted, earlier: SsaName) -> bool {
    if wanted.load.is_none() || earlier.is_none() || wanted.state.is_none() {
        return false;
    }
    let access = at.oracle.access(at.unit, at.f, wanted.load);
    let budget = &mut ALIAS_QUERIES.clone();
    let Place { oracle, unit, f, tree, .. } = at;
    Walk { oracle, unit, f, tree, access: &access, budget }
        .non_aliased(
            wanted.state,
            &mut |state| if state == earlier { Visit::Found(()) } else { Visit::Continue },
            &mut |_, _| Visit::Stop,
        )
        .is_some()
}

/// The key of a comparison.
pub fn comparison_key(
    unit: &Unit,
    value: &impl Fn(Operand) -> Operand,
    code: TreeCode,
    a: Operand,
    b: Operand,
) -> RefKey {
    operation_key(unit, value, code, unit.common.bool_, [a, b, Operand::None])
}

fn operation_key(
    unit: &Unit,
    value: &impl Fn(Operand) -> Operand,
    code: TreeCode,
    ty: TypeId,
    mut ops: [Operand; 3],
) -> RefKey {
    ops = ops.map(value);
    if code.is_commutative() && operand_words(ops[0]) > operand_words(ops[1]) {
        ops.swap(0, 1);
    }
    let ty = u64::from(canonical_type(unit, ty).0);
    let mut words: RefKey = smallvec![OPERATION, code as u64, ty];
    for &op in &ops[..code.arity()] {
        serialize(value, unit, op, &mut words);
    }
    words
}

/// The key of a reference that is read as a value of a type: by the bits it is of, if they are known.
pub fn reference_key(
    at: Place<'_>,
    value: &impl Fn(Operand) -> Operand,
    ty: TypeId,
    reference: Operand,
) -> RefKey {
    let unit = at.unit;
    let mut access = at.oracle.access(unit, at.f, reference);
    if let Base::Pointer(pointer) = access.base
        && let known = value(pointer)
        && known != pointer
    {
        let (base, more) = pointed_to(unit, at.f, known);
        match more.and_then(|more| access.offset.checked_add(more)) {
            Some(offset) => (access.base, access.offset) = (base, offset),
            None => access.base = Base::Unknown,
        }
    }
    if let Some(key) = exact_key(unit, &access, ty) {
        return RefKey::from_slice(&key);
    }
    let mut words: RefKey = smallvec![REFERENCE, u64::from(canonical_type(unit, ty).0)];
    serialize(value, unit, reference, &mut words);
    words
}

/// The key of what is read from memory, or of a part of a register.
fn single_key(
    at: Place<'_>,
    value: &impl Fn(Operand) -> Operand,
    ty: TypeId,
    source: Operand,
) -> RefKey {
    if at.unit.is_memory_operand(source) {
        return reference_key(at, value, ty, source);
    }
    let mut words: RefKey = smallvec![REFERENCE, u64::from(canonical_type(at.unit, ty).0)];
    serialize(value, at.unit, source, &mut words);
    words
}

/// What to look for to find what a statement computes, its operands being what `value` says; nothing for copies, which
/// are no expressions.
pub fn wanted(at: Place<'_>, stmt: StmtId, value: &impl Fn(Operand) -> Operand) -> Option<Wanted> {
    let Place { unit, f, .. } = at;
    let vuse = f.stmts[stmt].vuse;
    let state = match vuse.expand() {
        Some(name) => value(Operand::Ssa(name)).ssa().unwrap_or(vuse),
        None => SsaName::NONE,
    };
    let (key, load) = match &f.stmts[stmt].kind {
        &StmtKind::Assign { lhs, code: TreeCode::Single, rhs } => {
            let source = rhs[0];
            if source.ssa().is_some() || is_invariant(unit, source) {
                return None;
            }
            let load = if lhs.ssa().is_some() && vuse.is_some() { source } else { Operand::None };
            (single_key(at, value, unit.type_of(f, lhs), source), load)
        }
        &StmtKind::Assign { lhs, code, rhs } => {
            (operation_key(unit, value, code, unit.type_of(f, lhs), rhs), Operand::None)
        }
        &StmtKind::Cond { code, lhs, rhs, .. } => {
            (comparison_key(unit, value, code, lhs, rhs), Operand::None)
        }
        StmtKind::Call(call) => {
            let ty = u64::from(canonical_type(unit, unit.type_of(f, call.lhs)).0);
            let mut words: RefKey = smallvec![CALL, ty];
            match call.callee {
                Callee::Decl(decl) => words.push(operand_words(Operand::Decl(decl))),
                Callee::Pointer(pointer) => serialize(value, unit, pointer, &mut words),
                Callee::Internal(function) => words.push((function as u64) << 3 | 7),
            }
            words.push(operand_words(value(call.chain)));
            for &arg in &call.args {
                serialize(value, unit, arg, &mut words);
            }
            (words, Operand::None)
        }
        StmtKind::Phi(phi) => {
            let ty = canonical_type(unit, f.names[phi.result].ty);
            let block = f.stmts[stmt].block;
            let mut words: RefKey = smallvec![PHI, u64::from(block.0), u64::from(ty.0)];
            for arg in &phi.args {
                serialize(value, unit, arg.value, &mut words);
            }
            (words, Operand::None)
        }
        _ => return None,
    };
    Some(Wanted { key, state, load })
}

/// What a statement computes, as dumps of the tables show it.
pub fn text(unit: &Unit, f: &Function, stmt: StmtId) -> String {
    let op = |op| tree_ssa::dump_text::operand(unit, f, op);
    let (lhs, mut text) = match &f.stmts[stmt].kind {
        &StmtKind::Assign { lhs, code, rhs } => {
            let text = match (code, code.arity()) {
                (TreeCode::Single, _) => op(rhs[0]),
                (_, 1) => format!("{} {}", code.name(), op(rhs[0])),
                (_, 2) => format!("{} {} {}", op(rhs[0]), code.name(), op(rhs[1])),
                _ => format!("{} <{}, {}, {}>", code.name(), op(rhs[0]), op(rhs[1]), op(rhs[2])),
            };
            (lhs, text)
        }
        &StmtKind::Cond { code, lhs, rhs, .. } => {
            (Operand::None, format!("{} {} {}", op(lhs), code.name(), op(rhs)))
        }
        StmtKind::Switch(switch) => (Operand::None, op(switch.index)),
        StmtKind::Call(call) => {
            let args: Vec<String> = call.args.iter().map(|&arg| op(arg)).collect();
            let callee = match call.callee {
                Callee::Decl(decl) => tree_ssa::dump_text::decl(unit, f, decl),
                Callee::Pointer(pointer) => op(pointer),
                Callee::Internal(function) => format!(".{}", function.name()),
            };
            (call.lhs, format!("{callee} ({})", args.join(", ")))
        }
        StmtKind::Phi(phi) => {
            let args: Vec<String> = phi.args.iter().map(|arg| op(arg.value)).collect();
            (Operand::Ssa(phi.result), format!("PHI <{}>", args.join(", ")))
        }
        _ => (Operand::None, String::new()),
    };
    if lhs.is_some() {
        text = format!("{} = {text}", op(lhs));
    }
    with_state(unit, f, format!("STMT {text}"), f.stmts[stmt].vuse)
}

/// A text and the state of memory it is about.
pub fn with_state(unit: &Unit, f: &Function, mut text: String, state: SsaName) -> String {
    if let Some(state) = state.expand() {
        put!(text, " with {}", tree_ssa::dump_text::name(unit, f, state));
    }
    text
}
