//! Sizes that are known when the program runs (`__builtin_dynamic_object_size`).
//!
//! ```text
//!   p_5 = __builtin_malloc (n_3(D));         _10 = n_3(D);   p_5 = __builtin_malloc (n_3(D));
//!   p_7 = p_5 + _1;                    =>    _12 = MAX_EXPR <_1, _10>;   _11 = _12 - _1;   p_7 = p_5 + _1;
//!   # p_8 = PHI <p_5(3), p_7(2)>             # _13 = PHI <_10(3), _11(2)>
//! ```
//!
//! Beside each pointer goes what is left after it, and where that is another number the whole object's size. In a cycle the
//! φ's names are handed out before it is known what it joins; if that turns out to be nothing, so is all that counted on it.

use super::fixed::Mode;
use super::part::{self, Whole};
use super::source::{self, Source, Step};
use crate::dump_text;
use crate::edit::Cursor;
use crate::fold::gimple_fold::should_swap_operands;
use dumps::putln;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::StmtId;
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::types_compatible::useless_type_conversion;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Definitions a pointer is followed back over.
const MAX_DEPTH: u32 = 256;

/// What is left of an object after a pointer, and all of it.
#[derive(Clone, Copy, PartialEq)]
struct Sizes {
    size: Operand,
    whole: Operand,
}

/// A calculation.
#[derive(Clone)]
enum Expr {
    Number(u64),
    /// An operand of some integer type.
    Value(Operand),
    Operation(TreeCode, Box<[Expr; 2]>),
}

impl Expr {
    fn of(code: TreeCode, a: Expr, b: Expr) -> Expr {
        use TreeCode::{Max, Min, Minus, Mult, Plus};
        match (code, &a, &b) {
            (_, Expr::Number(a), Expr::Number(b)) => Expr::Number(match code {
                Max => *a.max(b),
                Min => *a.min(b),
                Plus => a.wrapping_add(*b),
                Minus => a.wrapping_sub(*b),
                _ => a.wrapping_mul(*b),
            }),
            (Plus | Minus, _, Expr::Number(0)) | (Mult, _, Expr::Number(1)) => a,
            (Plus, Expr::Number(0), _) => b,
            (Minus, _, Expr::Number(n)) => {
                let n = Expr::Number(n.wrapping_neg());
                Expr::Operation(Plus, Box::new([a, n]))
            }
            _ => Expr::Operation(code, Box::new([a, b])),
        }
    }

    fn for_each_operand(&self, found: &mut dyn FnMut(Operand)) {
        match self {
            Expr::Number(_) => {}
            Expr::Value(op) => found(*op),
            Expr::Operation(_, parts) => parts.iter().for_each(|part| part.for_each_operand(found)),
        }
    }
}

/// How a size is got.
enum Value {
    Calculated(Expr),
    /// By a φ beside the pointer's.
    Joined(SmallVec<[Operand; 4]>),
    /// By the condition that chooses the pointer.
    Chosen([Operand; 3]),
}

impl Value {
    fn for_each_operand(&self, found: &mut dyn FnMut(Operand)) {
        match self {
            Value::Calculated(expr) => expr.for_each_operand(found),
            Value::Joined(args) => args.iter().for_each(|&op| found(op)),
            Value::Chosen([_, a, b]) => [a, b].into_iter().for_each(|&op| found(op)),
        }
    }
}

/// A name that a size gets, beside the definition of a pointer.
struct Definition {
    pointer: SsaName,
    name: SsaName,
    value: Value,
}

enum State {
    /// Being looked at, with the names that have been handed out.
    Open(Option<Sizes>),
    Found(Option<Sizes>),
}

struct Search<'a, 'b> {
    cx: &'a mut PassContext<'b>,
    f: &'a mut Function,
    mode: Mode,
    depth: u32,
    states: FxHashMap<SsaName, State>,
    visited: BTreeSet<SsaName>,
    definitions: Vec<Definition>,
    /// The names made for sizes, and the pointers they belong to.
    names: Vec<SsaName>,
    calculated: FxHashSet<SsaName>,
}

/// What is left of an object after a pointer when the program runs, calculated before.
pub fn size_of(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    pointer: Operand,
    mode: Mode,
) -> Option<Operand> {
    let mut search = Search {
        cx,
        f,
        mode,
        depth: 0,
        states: FxHashMap::default(),
        visited: BTreeSet::new(),
        definitions: Vec::new(),
        names: Vec::new(),
        calculated: FxHashSet::default(),
    };
    let Operand::Ssa(name) = pointer else {
        let sizes = search.address(pointer)?;
        return search.constant(&sizes.0);
    };
    search.say(&format!("Computing {} for", mode.words(true)), name, ":");
    search.visit(name);
    search.forget_unknown();
    search.say_sizes();
    let found = search.found(name);
    if found.is_none() {
        search.say("", name, ": Retrying as __builtin_object_size");
    }
    search.emit();
    found.map(|sizes| sizes.size)
}

impl Search<'_, '_> {
    fn say(&mut self, before: &str, name: SsaName, after: &str) {
        if self.cx.dump.details() {
            let name = dump_text::name(self.cx.unit, self.f, name);
            let space = if before.is_empty() { "" } else { " " };
            putln!(self.cx.dump, "{before}{space}{name}{after}");
        }
    }

    fn say_sizes(&mut self) {
        let words = self.mode.words(true);
        for name in self.visited.clone() {
            if let Some(sizes) = self.found(name)
                && self.cx.dump.details()
            {
                let size = dump_text::operand(self.cx.unit, self.f, sizes.size);
                self.say("", name, &format!(": {words} {size}"));
            }
        }
    }

    fn found(&self, name: SsaName) -> Option<Sizes> {
        match self.states.get(&name) {
            Some(State::Found(sizes)) => *sizes,
            _ => None,
        }
    }

    fn new_name(&mut self) -> Operand {
        let ty = self.cx.unit.common.sizetype;
        let name = self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
        self.names.push(name);
        Operand::Ssa(name)
    }

    /// The recursion is bounded by [`MAX_DEPTH`].
    fn visit(&mut self, name: SsaName) -> Option<Sizes> {
        match self.states.get(&name) {
            Some(State::Found(sizes)) => return *sizes,
            Some(State::Open(handed_out)) => {
                let handed_out = *handed_out;
                self.say("Found a dependency loop at", name, "");
                return Some(handed_out.unwrap_or_else(|| {
                    let whole = self.new_name();
                    let sizes = Sizes { size: self.new_name(), whole };
                    self.states.insert(name, State::Open(Some(sizes)));
                    sizes
                }));
            }
            None => {}
        }
        self.visited.insert(name);
        self.say("Visiting use-def links for", name, "");
        self.states.insert(name, State::Open(None));
        self.depth += 1;
        let fixed = self.depth > MAX_DEPTH || self.f.names[name].has(NameFlags::ABNORMAL);
        let found = if fixed { None } else { self.definition(name) };
        self.depth -= 1;
        if self.counts_on_calculated(name) {
            self.say("Need to reexamine", name, "");
        }
        self.states.insert(name, State::Found(found));
        found
    }

    /// Whether what a pointer is moved from has sizes that are yet to be calculated.
    fn counts_on_calculated(&self, name: SsaName) -> bool {
        let (Source::Copy(Operand::Ssa(from)) | Source::Moved(Operand::Ssa(from), _)) =
            source::of(self.cx.unit, self.f, name)
        else {
            return false;
        };
        matches!(self.states.get(&from), Some(State::Open(Some(_))))
            || self.calculated.contains(&from)
    }

    fn definition(&mut self, name: SsaName) -> Option<Sizes> {
        match source::of(self.cx.unit, self.f, name) {
            Source::Copy(op) => self.pointer(name, op),
            Source::Moved(op, step) => {
                let sizes = self.pointer(name, op)?;
                let by = match step {
                    Step::By(by) => Expr::Number(by as u64),
                    Step::Of(op) => Expr::Value(op),
                };
                let moved = self.moved(sizes, by);
                Some(Sizes { size: self.named(name, moved), whole: sizes.whole })
            }
            Source::Choice([condition, a, b]) => {
                let (a, b) = (self.pointer(name, a)?, self.pointer(name, b)?);
                let same = a.size == a.whole && b.size == b.whole;
                let mut choose = |a, b| self.define(name, Value::Chosen([condition, a, b]));
                let whole = choose(a.whole, b.whole);
                let size = if same { whole } else { choose(a.size, b.size) };
                Some(Sizes { size, whole })
            }
            Source::Joined => self.joined(name),
            Source::Fresh(a, b) => {
                let one = |op: Operand| match self.cx.unit.as_int(op) {
                    Some(number) => Expr::Number(number as u64),
                    None => Expr::Value(op),
                };
                let bytes =
                    if b.is_none() { one(a) } else { Expr::of(TreeCode::Mult, one(a), one(b)) };
                let size = self.named(name, bytes);
                Some(Sizes { size, whole: size })
            }
            Source::Unknown => None,
        }
    }

    fn joined(&mut self, name: SsaName) -> Option<Sizes> {
        let phi = self.f.names[name].def;
        let args: SmallVec<[Operand; 4]> =
            self.f.phi(phi).args.iter().map(|arg| arg.value).collect();
        let (mut sizes, mut wholes) = (SmallVec::new(), SmallVec::new());
        for arg in args {
            let of_arg = self.pointer(name, arg)?;
            sizes.push(of_arg.size);
            wholes.push(of_arg.whole);
        }
        let handed_out = match self.states.get(&name) {
            Some(State::Open(handed_out)) => *handed_out,
            _ => None,
        };
        if let Some(names) = handed_out {
            for (op, args) in [(names.whole, wholes), (names.size, sizes)] {
                let value = Value::Joined(args);
                let definition = op.ssa().map(|own| Definition { pointer: name, name: own, value });
                self.definitions.extend(definition);
            }
            return Some(names);
        }
        let same = sizes == wholes;
        let whole = self.define(name, Value::Joined(wholes));
        let size = if same { whole } else { self.define(name, Value::Joined(sizes)) };
        Some(Sizes { size, whole })
    }

    fn define(&mut self, pointer: SsaName, value: Value) -> Operand {
        let op = self.new_name();
        self.calculated.insert(pointer);
        self.definitions.extend(op.ssa().map(|name| Definition { pointer, name, value }));
        op
    }

    /// A number, or a name for what is calculated.
    fn named(&mut self, pointer: SsaName, expr: Expr) -> Operand {
        if let Some(number) = self.constant(&expr) {
            return number;
        }
        match expr {
            Expr::Value(op @ Operand::Ssa(name))
                if self.f.names[name].ty == self.cx.unit.common.sizetype =>
            {
                op
            }
            _ => self.define(pointer, Value::Calculated(expr)),
        }
    }

    fn constant(&mut self, expr: &Expr) -> Option<Operand> {
        match expr {
            Expr::Number(number) => {
                Some(self.cx.unit.int(self.cx.unit.common.sizetype, i128::from(*number)))
            }
            _ => None,
        }
    }

    fn value(&self, op: Operand) -> Expr {
        self.cx.unit.as_int(op).map_or(Expr::Value(op), |number| Expr::Number(number as u64))
    }

    /// What is left so many bytes further on: back to the start of the object the way is known.
    fn moved(&self, sizes: Sizes, by: Expr) -> Expr {
        use TreeCode::{Max, Minus, Plus};
        let size = self.value(sizes.size);
        if sizes.size != sizes.whole {
            let whole = Expr::of(Max, self.value(sizes.whole), size.clone());
            let before = Expr::of(Minus, whole.clone(), size.clone());
            let at = Expr::of(Plus, before, by.clone());
            let reached = Expr::of(Max, whole.clone(), at);
            let left = Expr::of(Plus, reached, Expr::of(Minus, size, whole));
            return Expr::of(Minus, left, by);
        }
        match by {
            Expr::Number(0) => size,
            Expr::Number(by) if by > i64::MAX as u64 => Expr::Number(0),
            _ => Expr::of(Minus, Expr::of(Max, size, by.clone()), by),
        }
    }

    /// The sizes of what a name or address points to, for a pointer.
    fn pointer(&mut self, user: SsaName, op: Operand) -> Option<Sizes> {
        if let Operand::Ssa(name) = op {
            return self.visit(name);
        }
        let (size, whole) = self.address(op)?;
        let same = matches!((&size, &whole), (Expr::Number(a), Expr::Number(b)) if a == b);
        let whole = self.named(user, whole);
        let size = if same { whole } else { self.named(user, size) };
        Some(Sizes { size, whole })
    }

    /// What is left of an object after an address, and all of it.
    fn address(&mut self, op: Operand) -> Option<(Expr, Expr)> {
        let place = self.cx.unit.addressed(op)?;
        let whole = part::whole(self.cx.unit, place)?;
        let (object, known) = match whole {
            Whole::Object(size) => (Some((Expr::Number(size), Expr::Number(size))), Some(size)),
            Whole::Pointer(pointer, by) => (self.pointed(pointer, by), None),
        };
        let base = self.cx.unit.trees.base_address(place);
        if self.mode.of_part()
            && let Some((part, size)) = part::of(self.cx.unit, self.f, place, known)
        {
            let left = self.left(Expr::Number(size), place, part)?;
            let left = match object {
                Some((object, _)) if known.is_none() => {
                    let after = self.left(object, place, base)?;
                    Expr::of(TreeCode::Min, left, after)
                }
                _ => left,
            };
            return Some((left, Expr::Number(size)));
        }
        let (size, whole) = object?;
        Some((self.left(size, place, base)?, whole))
    }

    fn pointed(&mut self, pointer: Operand, by: i64) -> Option<(Expr, Expr)> {
        let sizes = self.visit(pointer.ssa()?)?;
        Some((self.moved(sizes, Expr::Number(by as u64)), self.value(sizes.whole)))
    }

    /// What is left of so many bytes after a place in what begins with `from`.
    fn left(&self, size: Expr, place: Operand, from: Operand) -> Option<Expr> {
        let by = self.offset(place, from)?;
        Some(match by {
            Expr::Number(0) => size,
            Expr::Number(by) if by > i64::MAX as u64 => Expr::Number(0),
            _ => Expr::of(TreeCode::Minus, Expr::of(TreeCode::Max, size, by.clone()), by),
        })
    }

    /// The bytes from the start of `from` to a place within.
    fn offset(&self, place: Operand, from: Operand) -> Option<Expr> {
        let (unit, mut op) = (&*self.cx.unit, place);
        let mut sum = Expr::Number(0);
        while op != from {
            let id = op.tree()?;
            let more = match *unit.trees.kind(id) {
                TreeKind::ComponentRef { field, .. } => {
                    let field = unit.types.field(field);
                    let whole = !field.is_bitfield && field.bit_offset.is_multiple_of(8);
                    Expr::Number(whole.then(|| field.byte_offset())?)
                }
                TreeKind::ArrayRef { index, .. } => {
                    let size = unit.types.size(unit.trees[id].ty)?;
                    Expr::of(TreeCode::Mult, self.value(index), Expr::Number(size))
                }
                TreeKind::MemRef { offset, .. } => Expr::Number(offset as u64),
                TreeKind::ViewConvert(_) | TreeKind::Realpart(_) | TreeKind::Addr(_) => {
                    Expr::Number(0)
                }
                TreeKind::Imagpart(_) => Expr::Number(unit.types.size(unit.trees[id].ty)?),
                _ => return None,
            };
            sum = Expr::of(TreeCode::Plus, sum, more);
            op = unit.trees.base(id);
        }
        Some(sum)
    }

    /// Takes back the names of sizes that nothing is known of, and of those that are made of them.
    fn forget_unknown(&mut self) {
        let mut defined: FxHashSet<SsaName> = self.definitions.iter().map(|d| d.name).collect();
        let own: FxHashSet<SsaName> = self.names.iter().copied().collect();
        loop {
            let before = self.definitions.len();
            self.definitions.retain(|definition| {
                let mut known = true;
                definition.value.for_each_operand(&mut |op| {
                    known &= op.ssa().is_none_or(|n| !own.contains(&n) || defined.contains(&n));
                });
                if !known {
                    defined.remove(&definition.name);
                }
                known
            });
            if self.definitions.len() == before {
                break;
            }
        }
        let known =
            |op: Operand| op.ssa().is_none_or(|n| !own.contains(&n) || defined.contains(&n));
        for state in self.states.values_mut() {
            if let State::Found(Some(sizes)) = state
                && !(known(sizes.size) && known(sizes.whole))
            {
                *state = State::Found(None);
            }
        }
        for name in std::mem::take(&mut self.names) {
            if !defined.contains(&name) {
                self.f.release_ssa_name(name);
            }
        }
    }

    /// Makes the statements that define the sizes, beside the definitions of the pointers in order of these.
    fn emit(&mut self) {
        let mut definitions = std::mem::take(&mut self.definitions);
        definitions.sort_by_key(|definition| definition.pointer);
        for Definition { pointer, name, value } in definitions {
            let at = self.f.names[pointer].def;
            match value {
                Value::Calculated(expr) => {
                    self.calculate(at, &expr, Some(name));
                }
                Value::Joined(args) => {
                    let phi = self.f.create_phi(name, self.f.stmts[at].block);
                    for (index, arg) in args.into_iter().enumerate() {
                        self.f.set_phi_arg(phi, index, arg);
                    }
                }
                Value::Chosen(rhs) => self.assign(at, name, TreeCode::Cond, rhs),
            }
        }
    }

    fn assign(&mut self, before: StmtId, lhs: SsaName, code: TreeCode, rhs: [Operand; 3]) {
        Cursor::before(before).assign(self.cx.unit, self.f, Operand::Ssa(lhs), code, rhs);
    }

    /// Calculates an expression before a statement, into `name` if that is given. The recursion goes as deep as one address
    /// is nested.
    fn calculate(&mut self, at: StmtId, expr: &Expr, name: Option<SsaName>) -> Operand {
        let (code, mut rhs) = match expr {
            Expr::Number(_) => return self.constant(expr).unwrap_or_default(),
            &Expr::Value(op) => {
                let (from, to) = (self.cx.unit.type_of(self.f, op), self.cx.unit.common.sizetype);
                let same = useless_type_conversion(self.cx.unit, to, from);
                if same && name.is_none() {
                    return op;
                }
                let code = if same { TreeCode::Single } else { TreeCode::Nop };
                (code, [op, Operand::None, Operand::None])
            }
            Expr::Operation(code, parts) => {
                let a = self.calculate(at, &parts[0], None);
                let b = self.calculate(at, &parts[1], None);
                (*code, [a, b, Operand::None])
            }
        };
        if code.is_commutative() && should_swap_operands(self.cx.unit, rhs[0], rhs[1]) {
            rhs.swap(0, 1);
        }
        let name = name.or_else(|| self.new_name().ssa());
        name.map_or(Operand::None, |name| {
            self.assign(at, name, code, rhs);
            Operand::Ssa(name)
        })
    }
}
