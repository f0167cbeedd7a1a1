//! `sprintf` and its like: how many characters their formats print, which is what they return.
//!
//! ```text
//!   _3 = sprintf (&buf, "%s=%u", "ab", 7);          sprintf (&buf, "%s=%u", "ab", 7);
//!                                            =>     _3 = 4;
//!   _5 = snprintf (0B, 0, "abc");                   _5 = 3;
//!   _6 = sprintf (&buf, "%d", i_2);                 the same; _6 is 1 to 11
//! ```
//!
//! That is so if no directive prints 4096 characters or more, which the library need not be able to, and if what is written
//! does not leave the object.

use super::Strlen;
use super::format::{self, Amount, Conversion, Count, Directive, UNBOUNDED};
use super::info::{Index, Info};
use dumps::putln;
use gimple::builtins::Builtin;
use gimple::function::Function;
use gimple::options::Flag;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeKind;
use std::fmt::Write;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Base;
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::fold::fold_builtins::fold_call;
use tree_ssa::fold::fold_builtins::string_at;
use tree_ssa::object_size;
use tree_ssa::ssa::update_ssa::unlink_stmt_vdef;

/// What each directive can be relied on to print at most.
const MOST_OF_ONE: u64 = 4095;

/// What sizes are that nothing is known of.
const NO_SIZE: u64 = i64::MAX as u64;

/// A call that prints to memory.
struct Printing {
    /// How many bytes there are to be written to.
    size: u64,
    /// The size is an argument; what does not fit is not written.
    bounded: bool,
    /// The size is 0: the number is asked for only.
    nothing: bool,
    /// The size is not one that the library refuses.
    accepted: bool,
    /// Where the format is among the arguments.
    format: usize,
}

/// What is done with a call after the walk.
pub enum Afterwards {
    Fold,
    /// It is nothing but its value.
    Replace(Operand),
    /// It is nothing, and its value is not asked for.
    Remove,
}

impl Strlen<'_, '_, '_> {
    /// Looks at what a call prints (`handle_printf_call`).
    pub fn printed(&mut self, f: &mut Function, stmt: StmtId, builtin: Builtin, call: &Call) {
        if !self.cx.options.on(Flag::PrintfReturnValue) || self.may_throw(f, stmt) {
            return;
        }
        let Some(printing) = self.printing(f, stmt, builtin, call) else { return };
        let Some(format) = string_at(self.cx.unit, call.args[printing.format]) else { return };
        self.say_printing(f, stmt, call, &printing, &format);
        let Some(parts) = format::directives(&format) else { return };
        let mut arguments = call.args[printing.format + 1..].iter().copied();
        let mut total = Count::exactly(0);
        let mut reliable = true;
        for (number, part) in (1..).zip(&parts) {
            let Some(count) = self.count(f, stmt, part, &mut arguments, &format, number) else {
                return;
            };
            reliable &=
                count.min <= MOST_OF_ONE && (count.max == UNBOUNDED || count.max <= MOST_OF_ONE);
            total = total.plus(count);
            if self.cx.dump.details() {
                putln!(self.cx.dump, "    Result: {} ({})", count.text(), total.text());
            }
        }
        if self.cx.dump.details() {
            let (number, end) = (parts.len() + 1, format.len());
            putln!(self.cx.dump, "  Directive {number} at offset {end}: \"\", length = 1");
        }
        self.use_count(f, stmt, call, &printing, reliable.then_some(total));
    }

    /// What kind of call it is, if its arguments are of the kinds they are to be.
    fn printing(
        &mut self,
        f: &Function,
        stmt: StmtId,
        builtin: Builtin,
        call: &Call,
    ) -> Option<Printing> {
        let (limit, object, format) = match builtin {
            Builtin::Sprintf => (None, None, 1),
            Builtin::Snprintf => (Some(1), None, 2),
            Builtin::SprintfChk => (None, Some(2), 3),
            Builtin::SnprintfChk => (Some(1), Some(3), 4),
            _ => return None,
        };
        let pointer = |at: usize| {
            let ty = self.cx.unit.type_of(f, *call.args.get(at)?);
            self.cx.unit.types.is_pointer(ty).then_some(())
        };
        pointer(0)?;
        pointer(format)?;
        let lhs = call.lhs.ssa().map(|lhs| self.cx.unit.types.main_variant(f.names[lhs].ty));
        if call.lhs.is_some() && lhs != Some(self.cx.unit.common.int) {
            return None;
        }
        let size = object.map(|at: usize| self.cx.unit.as_int(call.args[at]));
        let size = match size {
            Some(size) => size.and_then(|size| u64::try_from(size).ok()).unwrap_or(UNBOUNDED),
            None => object_size::size_of(self.cx.unit, f, call.args[0], 1).unwrap_or(UNBOUNDED),
        };
        let size = if size == UNBOUNDED { NO_SIZE } else { size };
        let unbounded = Printing { size, bounded: false, nothing: false, accepted: true, format };
        let Some(limit) = limit else { return Some(unbounded) };
        let limit = self.most(f, stmt, call.args[limit])?;
        let size = match limit {
            0 => NO_SIZE,
            limit if limit > NO_SIZE => limit,
            limit => limit.min(size),
        };
        let accepted = limit <= i32::MAX as u64;
        Some(Printing { size, bounded: true, nothing: limit == 0, accepted, format })
    }

    /// The greatest value of an unsigned operand.
    fn most(&mut self, f: &Function, stmt: StmtId, op: Operand) -> Option<u64> {
        let (_, high) = self.bounds(f, op, stmt)?;
        u64::try_from(high).ok().or(Some(u64::MAX))
    }

    fn say_printing(
        &mut self,
        f: &Function,
        stmt: StmtId,
        call: &Call,
        printing: &Printing,
        format: &[u8],
    ) {
        if !self.cx.dump.details() {
            return;
        }
        let name = match call.callee {
            Callee::Decl(decl) => self.cx.unit.decl_name(decl).unwrap_or_default(),
            _ => "",
        };
        let place = self.cx.unit.diagnostics.sources.position(f.stmt_info[stmt].loc);
        let (file, line) = (place.file, place.line);
        let format = String::from_utf8_lossy(format);
        let size = printing.size;
        let text = format!("{file}:{line}: {name}: objsize = {size}, fmtstr = \"{format}\"");
        putln!(self.cx.dump, "{text}");
    }

    /// How many characters a directive prints.
    fn count(
        &mut self,
        f: &Function,
        stmt: StmtId,
        part: &Directive,
        arguments: &mut dyn Iterator<Item = Operand>,
        format: &[u8],
        number: usize,
    ) -> Option<Count> {
        let mut notes = String::new();
        let text = String::from_utf8_lossy(&format[part.offset..part.offset + part.length]);
        let count = match &part.conversion {
            None => {
                let _ = write!(notes, ", length = {}", part.length);
                Some(Count::exactly(part.length as u64))
            }
            Some(conversion) => {
                let mut amount = |amount: Option<Amount>, what: &str| match amount {
                    None => Some(None),
                    Some(Amount::Number(number)) => Some(Some(number)),
                    Some(Amount::Argument) => {
                        let number = self.cx.unit.as_int(arguments.next()?)?;
                        let _ = write!(notes, ", {what} = {number}");
                        u64::try_from(number).ok().map(Some)
                    }
                };
                let width = amount(conversion.width, "width")?;
                let precision = amount(conversion.precision, "precision")?;
                let arg = if conversion.letter == b'%' { None } else { Some(arguments.next()?) };
                let count = self.converted(f, stmt, conversion, precision, arg);
                count.map(|count| count.widened(width.unwrap_or(0)))
            }
        }?;
        if self.cx.dump.details() {
            let at = part.offset;
            putln!(self.cx.dump, "  Directive {number} at offset {at}: \"{text}\"{notes}");
        }
        Some(count)
    }

    fn converted(
        &mut self,
        f: &Function,
        stmt: StmtId,
        conversion: &Conversion,
        precision: Option<u64>,
        arg: Option<Operand>,
    ) -> Option<Count> {
        let Some(arg) = arg else { return Some(Count::exactly(1)) };
        let types = &self.cx.unit.types;
        let ty = self.cx.unit.type_of(f, arg);
        match conversion.letter {
            b'c' if !conversion.unusual && types.is_integral(ty) => Some(Count::exactly(1)),
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' if types.is_integral(ty) => {
                self.integer(f, stmt, conversion, precision, arg)
            }
            b's' if !conversion.unusual && types.is_pointer(ty) => {
                self.string(f, stmt, precision, arg)
            }
            _ if types.main_variant(ty) == self.cx.unit.common.double => {
                format::float(conversion, precision)
            }
            _ => None,
        }
    }

    /// An integer: of an argument that may not be of the type the letter says, its value in that type.
    fn integer(
        &mut self,
        f: &Function,
        stmt: StmtId,
        conversion: &Conversion,
        precision: Option<u64>,
        arg: Operand,
    ) -> Option<Count> {
        let bits = 8 * conversion.size? as u32;
        let (least, greatest) = match conversion.is_signed() {
            true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            false => (0, (1i128 << bits) - 1),
        };
        if let Some(value) = self.cx.unit.as_int(arg) {
            let value = value & ((1i128 << bits) - 1);
            let value = if value > greatest { value - (1i128 << bits) } else { value };
            return Some(format::number(conversion, precision, (value, value), true));
        }
        let (low, high) = self.bounds(f, arg, stmt)?;
        let fits = low >= least && high <= greatest;
        let range = if fits { (low, high) } else { (least, greatest) };
        let known = fits && range != (least, greatest);
        Some(format::number(conversion, precision, range, known))
    }

    /// A string: as much as the precision says, if it is longer.
    fn string(
        &mut self,
        f: &Function,
        stmt: StmtId,
        precision: Option<u64>,
        arg: Operand,
    ) -> Option<Count> {
        if self.cx.unit.is_zero(arg) {
            return None;
        }
        let count = match self.known_length(f, stmt, arg) {
            Some((low, high)) => Count { min: low, likely: high, max: high, unlikely: high },
            None => {
                let min = self.least_length(f, arg);
                match self.array_around(f, arg).and_then(|size| size.checked_sub(1)) {
                    Some(max) if max >= min => Count { min, likely: max, max, unlikely: max },
                    _ => Count { min, likely: min, max: UNBOUNDED, unlikely: NO_SIZE },
                }
            }
        };
        let Some(most) = precision else { return Some(count) };
        let likely = if count.max == UNBOUNDED { most } else { count.likely.min(most) };
        let (max, unlikely) = (count.max.min(most), count.unlikely.min(most));
        Some(Count { min: count.min.min(most), likely, max, unlikely })
    }

    /// The least and the greatest length a string is known to have.
    fn known_length(&mut self, f: &Function, stmt: StmtId, arg: Operand) -> Option<(u64, u64)> {
        let index = match self.index_of(f, arg) {
            Some(Index::Literal(length)) => return Some((length, length)),
            Some(Index::String(index)) => index,
            None => return self.one_of_literals(f, arg),
        };
        let length = self.strings.get(index)?.length()?.clone();
        if let Some(known) = length.as_known() {
            return Some((known, known));
        }
        let (low, high) = self.bounds(f, Operand::Ssa(length.as_name()?), stmt)?;
        let bounded = high <= i64::MAX.into();
        bounded.then_some((u64::try_from(low).ok()?, u64::try_from(high).ok()?))
    }

    /// How many characters a string has at least, of which the end is not known.
    fn least_length(&mut self, f: &Function, arg: Operand) -> u64 {
        match self.index_of(f, arg) {
            Some(Index::String(index)) => {
                self.strings.get(index).and_then(Info::known).unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// The least and the greatest length of the literals that a φ chooses from.
    fn one_of_literals(&self, f: &Function, arg: Operand) -> Option<(u64, u64)> {
        let def = f.names[arg.ssa()?].def.expand().filter(|&def| f.is_phi(def))?;
        let args = &f.phi(def).args;
        let length = |value: Operand| Some(string_at(self.cx.unit, value)?.len() as u64);
        let lengths: Option<Vec<u64>> = args.iter().map(|arg| length(arg.value)).collect();
        let lengths = lengths?;
        Some((*lengths.iter().min()?, *lengths.iter().max()?))
    }

    /// The size of what is left of the variable that a string must end in: an array of characters.
    fn array_around(&self, f: &Function, arg: Operand) -> Option<u64> {
        let unit = &*self.cx.unit;
        let access = Access::of(unit, f, unit.addressed(arg)?);
        let Base::Decl(decl) = access.base else { return None };
        let ty = unit.type_of(f, Operand::Decl(decl));
        let TypeKind::Array { element, .. } = *unit.types.kind(ty) else { return None };
        let whole = access.offset == 0 || unit.types.size(element) == Some(1);
        let before = u64::try_from(access.offset / 8).ok().filter(|_| whole)?;
        unit.types.size(ty)?.checked_sub(before)
    }

    /// Makes use of what a call prints (`try_substitute_return_value`). `total` is nothing if one directive may print too
    /// much for the count to be relied on.
    fn use_count(
        &mut self,
        f: &mut Function,
        stmt: StmtId,
        call: &Call,
        printing: &Printing,
        total: Option<Count>,
    ) {
        let int_max = i32::MAX as u64;
        let total = total.filter(|total| total.max < int_max && printing.accepted);
        let (low, high) = total.map_or((0, 0), |total| (total.min, total.unlikely));
        let safe = total.is_some() && high < int_max && (printing.bounded || high < printing.size);
        let lhs = call.lhs.ssa();
        if safe && low == high {
            self.substitute(f, stmt, call, printing, low);
            return;
        }
        let Some(lhs) = lhs else { return };
        if safe {
            f.value_ranges.entry(lhs).or_insert_with(|| vec![(low.into(), high.into())]);
        }
        if self.cx.dump.details() {
            let what = if safe { "Setting" } else { "Discarding" };
            let within = match (low < printing.size, high < printing.size) {
                (true, true) => "in",
                (true, false) => "potentially out-of",
                _ => "out-of",
            };
            let values =
                if low == high { format!(" {low}") } else { format!(" range [{low}, {high}]") };
            putln!(self.cx.dump, "  {what} {within}-bounds return value{values}.");
        }
    }

    /// Puts the number in the place of the value that is returned, or of the call if it writes nothing.
    fn substitute(
        &mut self,
        f: &mut Function,
        stmt: StmtId,
        call: &Call,
        printing: &Printing,
        value: u64,
    ) {
        if printing.nothing && call.lhs.is_none() {
            if self.cx.dump.details() {
                putln!(self.cx.dump, "  Removing call statement.");
            }
            self.afterwards.push((stmt, Afterwards::Remove));
            return;
        }
        let number = self.cx.unit.int(self.cx.unit.common.int, value.into());
        let replaced = printing.nothing && call.lhs.is_some();
        let what = if replaced { "statement" } else { "return value" };
        if self.cx.dump.details() {
            putln!(self.cx.dump, "  Substituting {value} for {what}.");
        }
        let Operand::Ssa(lhs) = call.lhs else { return };
        if replaced {
            self.afterwards.push((stmt, Afterwards::Replace(number)));
            return;
        }
        if let StmtKind::Call(call) = &mut f.stmts[stmt].kind {
            call.lhs = Operand::None;
        }
        f.update_stmt(self.cx.unit, stmt);
        Cursor::after(stmt).like(f, stmt).copy(self.cx.unit, f, Operand::Ssa(lhs), number);
        self.afterwards.push((stmt, Afterwards::Fold));
    }

    /// What was left until the walk had seen the calls as they are.
    pub fn finish_printed(&mut self, f: &mut Function) {
        for (stmt, what) in std::mem::take(&mut self.afterwards) {
            match what {
                Afterwards::Fold => {
                    fold_call(self.cx.unit, f, self.cx.options, stmt);
                    f.update_stmt(self.cx.unit, stmt);
                }
                Afterwards::Remove => self.remove_store(f, stmt),
                Afterwards::Replace(number) => {
                    let lhs = f.stmts[stmt].kind.lhs();
                    let defined = f.stmts[stmt].vdef;
                    unlink_stmt_vdef(self.cx.unit, f, stmt);
                    f.set_vuse(stmt, SsaName::NONE);
                    f.stmts[stmt].vdef = SsaName::NONE;
                    edit::replace(self.cx.unit, f, stmt, StmtKind::copy(lhs, number));
                    if defined.is_some() {
                        f.release_ssa_name(defined);
                    }
                }
            }
        }
    }
}
