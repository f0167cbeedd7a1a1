//! Sizes that are numbers: pointers are followed back through copies, steps and φs, once, and again as long as what was
//! found of a pointer in a cycle grows (or, of the smallest size, falls).
//!
//! ```text
//!   # p_3 = PHI <&big(2), p_9(3)>     big has 20 bytes: p_3 20, p_9 19
//!   p_9 = p_3 + 1;                    at least: 0, as nothing says how often p_9 is reached
//! ```

use super::part::{self, Whole};
use super::source::{self, Source, Step};
use crate::dump_text;
use crate::graph::components::components;
use dumps::putln;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Definitions a pointer is followed back over.
const MAX_DEPTH: u32 = 256;

/// What is asked: the largest size of the whole object, of the innermost part, the smallest of either.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Mode(pub u8);

impl Mode {
    /// Whether the part counts.
    pub fn of_part(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether the answer may be too small, and not too large.
    pub fn smallest(self) -> bool {
        self.0 & 2 != 0
    }

    /// The size that says nothing.
    pub fn unknown(self) -> u64 {
        if self.smallest() { 0 } else { u64::MAX }
    }

    /// What a size is before anything is known.
    fn initial(self) -> u64 {
        !self.unknown()
    }

    fn better(self, a: u64, b: u64) -> u64 {
        if self.smallest() { a.min(b) } else { a.max(b) }
    }

    /// The same question of the whole object.
    fn of_object(self) -> Mode {
        Mode(self.0 & 2)
    }

    /// How GCC names it.
    pub fn words(self, dynamic: bool) -> String {
        let most = if self.smallest() { "minimum" } else { "maximum" };
        let dynamic = if dynamic { "dynamic " } else { "" };
        let part = if self.of_part() { "sub" } else { "" };
        format!("{most} {dynamic}{part}object size")
    }
}

/// Bytes from where a pointer points to the end of the object, and the bytes of all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes {
    pub size: u64,
    pub whole: u64,
}

impl Bytes {
    fn all(size: u64) -> Bytes {
        Bytes { size, whole: size }
    }

    /// The same, so many bytes further on. Back to the start of the object the way is known.
    fn moved(self, by: i64) -> Bytes {
        let whole = self.whole.max(self.size);
        let at = i128::from(whole - self.size) + i128::from(by);
        let size = match u64::try_from(at) {
            Ok(at) => whole.saturating_sub(at),
            Err(_) => 0,
        };
        Bytes { size, whole: self.whole }
    }
}

#[derive(Clone, Copy)]
struct Known {
    bytes: Bytes,
    settled: bool,
}

/// What is known of the pointers of a function.
#[derive(Default)]
pub struct Sizes {
    by_mode: [FxHashMap<SsaName, Known>; 4],
    /// What is said about it, if somebody listens.
    pub log: Option<String>,
}

impl Sizes {
    /// Nothing is known yet; whether somebody listens.
    pub fn new(logged: bool) -> Sizes {
        Sizes { log: logged.then(String::new), ..Sizes::default() }
    }

    /// The bytes from where a pointer points to the end of its object, if anything is known of them.
    pub fn of(&mut self, unit: &Unit, f: &Function, pointer: Operand, mode: Mode) -> Option<u64> {
        let size = match pointer {
            Operand::Ssa(name) => self.of_name(unit, f, name, mode, 0).size,
            _ => Search::new(self, unit, f, mode, 0).address(pointer, None)?.size,
        };
        (size != mode.unknown()).then_some(size)
    }

    fn of_name(
        &mut self,
        unit: &Unit,
        f: &Function,
        name: SsaName,
        mode: Mode,
        depth: u32,
    ) -> Bytes {
        if let Some(known) = self.settled(name, mode) {
            return known;
        }
        if let Some(log) = &mut self.log {
            putln!(log, "Computing {} for {}:", mode.words(false), dump_text::name(unit, f, name));
        }
        let mut search = Search::new(self, unit, f, mode, depth);
        search.run(name);
        self.settled(name, mode).unwrap_or(Bytes::all(mode.unknown()))
    }

    fn settled(&self, name: SsaName, mode: Mode) -> Option<Bytes> {
        let known = self.by_mode[usize::from(mode.0)].get(&name)?;
        known.settled.then_some(known.bytes)
    }
}

struct Search<'a> {
    sizes: &'a mut Sizes,
    unit: &'a Unit,
    f: &'a Function,
    mode: Mode,
    depth: u32,
    /// The names met, and those in cycles that are to be looked at again.
    visited: BTreeSet<SsaName>,
    again: BTreeSet<SsaName>,
    /// Whether names are followed: not when they are looked at again.
    first: bool,
    changed: bool,
}

impl<'a> Search<'a> {
    fn new(
        sizes: &'a mut Sizes,
        unit: &'a Unit,
        f: &'a Function,
        mode: Mode,
        depth: u32,
    ) -> Search<'a> {
        let (visited, again) = (BTreeSet::new(), BTreeSet::new());
        Search { sizes, unit, f, mode, depth, visited, again, first: true, changed: false }
    }

    fn run(&mut self, name: SsaName) {
        self.visit(name);
        if self.mode.smallest() {
            self.give_up_on_growing();
        }
        self.first = false;
        loop {
            self.changed = false;
            let names: Vec<SsaName> = self.again.iter().copied().collect();
            for name in names {
                if self.again.contains(&name) {
                    self.look_at(name);
                    self.say("Reexamining", name);
                }
            }
            if !self.changed {
                break;
            }
        }
        for name in std::mem::take(&mut self.again) {
            self.table().entry(name).and_modify(|known| known.settled = true);
        }
        if self.sizes.log.is_some() {
            self.say_sizes();
        }
    }

    /// The table of the names.
    fn table(&mut self) -> &mut FxHashMap<SsaName, Known> {
        &mut self.sizes.by_mode[usize::from(self.mode.0)]
    }

    fn bytes(&self, name: SsaName) -> Bytes {
        let known = self.sizes.by_mode[usize::from(self.mode.0)].get(&name);
        known.map_or(Bytes::all(self.mode.unknown()), |known| known.bytes)
    }

    fn say(&mut self, what: &str, name: SsaName) {
        if let Some(log) = &mut self.sizes.log {
            putln!(log, "{what} {}", dump_text::name(self.unit, self.f, name));
        }
    }

    fn say_sizes(&mut self) {
        for name in std::mem::take(&mut self.visited) {
            let size = self.bytes(name).size;
            if size != self.mode.unknown()
                && let Some(log) = &mut self.sizes.log
            {
                let name = dump_text::name(self.unit, self.f, name);
                putln!(log, "{name}: {} {size}", self.mode.words(false));
            }
        }
    }

    /// Finds out about a name for the first time. The recursion is bounded by [`MAX_DEPTH`].
    fn visit(&mut self, name: SsaName) {
        if self.sizes.settled(name, self.mode).is_some() {
            return;
        }
        if !self.visited.insert(name) {
            self.again.insert(name);
            return self.say("Found a dependency loop at", name);
        }
        let bytes = Bytes::all(self.mode.initial());
        self.table().insert(name, Known { bytes, settled: false });
        self.look_at(name);
    }

    /// Finds out about a name by what it is made of, which may have to be looked at again.
    fn look_at(&mut self, name: SsaName) {
        self.say("Visiting use-def links for", name);
        self.depth += 1;
        let again = match source::of(self.unit, self.f, name) {
            _ if self.depth > MAX_DEPTH => self.merge(name, None),
            Source::Copy(op) => self.merge_operand(name, op),
            Source::Moved(op, step) => self.merge_moved(name, op, step),
            Source::Choice([_, a, b]) => {
                let first = self.merge_operand(name, a);
                let second = self.merge_operand(name, b);
                first | second
            }
            Source::Joined => self.merge_arguments(name),
            Source::Fresh(a, b) => {
                let size = self.allocated(a, b).map(Bytes::all);
                self.merge(name, size)
            }
            Source::Unknown => self.merge(name, None),
        };
        self.depth -= 1;
        if again && self.bytes(name).size != self.mode.unknown() {
            self.again.insert(name);
            self.say("Need to reexamine", name);
        } else {
            self.settle(name);
        }
    }

    fn settle(&mut self, name: SsaName) {
        self.again.remove(&name);
        self.table().entry(name).and_modify(|known| known.settled = true);
    }

    /// A name may have these sizes, too. Never to be looked at again for that.
    fn merge(&mut self, name: SsaName, bytes: Option<Bytes>) -> bool {
        let bytes = bytes.unwrap_or(Bytes::all(self.mode.unknown()));
        let (mode, old) = (self.mode, self.bytes(name));
        let new = Bytes {
            size: mode.better(old.size, bytes.size),
            whole: mode.better(old.whole, bytes.whole),
        };
        self.changed |= new != old;
        self.table().entry(name).and_modify(|known| known.bytes = new);
        false
    }

    fn merge_arguments(&mut self, name: SsaName) -> bool {
        let f = self.f;
        let mut again = false;
        for arg in &f.phi(f.names[name].def).args {
            if self.bytes(name).size == self.mode.unknown() {
                break;
            }
            again |= self.merge_operand(name, arg.value);
        }
        again
    }

    fn merge_operand(&mut self, name: SsaName, op: Operand) -> bool {
        if let Operand::Ssa(other) = op {
            self.follow(other);
            let bytes = self.bytes(other);
            self.merge(name, Some(bytes));
            return self.again.contains(&other);
        }
        let bytes = self.address(op, Some(name));
        self.merge(name, bytes)
    }

    fn merge_moved(&mut self, name: SsaName, op: Operand, step: Step) -> bool {
        let Step::By(by) = step else { return self.merge(name, None) };
        let (bytes, again) = match op {
            Operand::Ssa(other) => {
                self.follow(other);
                (Some(self.bytes(other)), self.again.contains(&other))
            }
            _ => (self.address(op, Some(name)), false),
        };
        let unknown = self.mode.unknown();
        self.merge(name, bytes.filter(|bytes| bytes.size != unknown).map(|bytes| bytes.moved(by)));
        again
    }

    fn follow(&mut self, name: SsaName) {
        if self.first {
            self.visit(name);
        }
    }

    fn allocated(&self, a: Operand, b: Operand) -> Option<u64> {
        let number = |op| u64::try_from(self.unit.as_int(op)?).ok();
        let size = number(a)?;
        if b.is_none() { Some(size) } else { size.checked_mul(number(b)?) }
    }

    /// What is left of an object after an address. What a name that the address holds points to is found out for `user`, if
    /// there is one.
    fn address(&mut self, op: Operand, user: Option<SsaName>) -> Option<Bytes> {
        let (unit, f) = (self.unit, self.f);
        let place = unit.addressed(op)?;
        let whole = match part::whole(unit, place)? {
            Whole::Object(size) => Some(Bytes::all(size)),
            Whole::Pointer(pointer, by) => self.pointed(pointer, user).map(|bytes| bytes.moved(by)),
        };
        let size = whole.map(|bytes| bytes.size);
        let start = |place| part::offset(unit, place);
        if self.mode.of_part()
            && let Some((part, of_part)) = part::of(unit, f, place, size)
        {
            let left = of_part.saturating_sub(start(place)?.checked_sub(start(part)?)?);
            let rest = match (part::whole(unit, place)?, size) {
                (Whole::Pointer(_, by), Some(size)) => {
                    size.saturating_sub(start(place)?.checked_sub(u64::try_from(by).ok()?)?)
                }
                _ => left,
            };
            return Some(Bytes { size: left.min(rest), whole: of_part });
        }
        let whole = whole?;
        let base = match part::whole(unit, place)? {
            Whole::Pointer(_, by) => by,
            Whole::Object(_) => 0,
        };
        let by = i64::try_from(start(place)?).ok()?.checked_sub(base)?;
        Some(Bytes { size: whole.moved(by).size, whole: whole.whole })
    }

    fn pointed(&mut self, pointer: Operand, user: Option<SsaName>) -> Option<Bytes> {
        let Operand::Ssa(name) = pointer else { return None };
        let mode = self.mode;
        let bytes = if mode.of_part() || user.is_none() {
            let (unit, f) = (self.unit, self.f);
            self.sizes.of_name(unit, f, name, mode.of_object(), self.depth)
        } else {
            self.follow(name);
            self.sizes.settled(name, mode)?
        };
        (bytes.size != mode.unknown()).then_some(bytes)
    }

    /// A pointer that moves on in a cycle may have moved on by any number of bytes.
    fn give_up_on_growing(&mut self) {
        let names: Vec<SsaName> = self.again.iter().copied().collect();
        if names.is_empty() {
            return;
        }
        let leads_to = |node: u32| {
            let name = names[node as usize];
            let mut found = Vec::new();
            let mut add = |op: Operand| {
                let place = op.ssa().and_then(|name| names.binary_search(&name).ok());
                found.extend(place.map(|place| place as u32));
            };
            match source::of(self.unit, self.f, name) {
                Source::Copy(op) | Source::Moved(op, _) => add(op),
                Source::Choice([_, a, b]) => [a, b].into_iter().for_each(add),
                Source::Joined => {
                    let phi = self.f.phi(self.f.names[name].def);
                    phi.args.iter().for_each(|arg| add(arg.value));
                }
                Source::Fresh(..) | Source::Unknown => {}
            }
            found
        };
        let moves = |node: &u32| {
            let source = source::of(self.unit, self.f, names[*node as usize]);
            matches!(source, Source::Moved(_, Step::By(by)) if by != 0)
        };
        let cycles = components(names.len(), 0..names.len() as u32, leads_to);
        let growing = cycles.iter().filter(|cycle| cycle.iter().any(moves));
        // A name alone is in a cycle only with itself, which no pointer is.
        let growing: Vec<u32> =
            growing.filter(|cycle| cycle.len() > 1).flatten().copied().collect();
        for node in growing {
            self.merge(names[node as usize], None);
            self.settle(names[node as usize]);
        }
    }
}
