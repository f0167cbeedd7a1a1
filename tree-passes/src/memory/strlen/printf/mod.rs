//! `printf` and its like: how many bytes their formats print, which is what they return, and whether those fit.
//!
//! ```text
//!   _3 = sprintf (&buf, "%s=%u", "ab", 7);          sprintf (&buf, "%s=%u", "ab", 7);
//!                                            =>     _3 = 4;
//!   _5 = snprintf (0B, 0, "abc");                   _5 = 3;
//!   _6 = sprintf (&buf, "%d", i_2);                 the same; _6 is 1 to 11
//! ```
//!
//! What is returned is known if no directive prints 4096 characters or more, which the library need not be able to, and if
//! what is written does not leave the object. Warnings (`warn`) are given whether or not anything is made of it; without
//! optimisation a pass of its own gives them (`pass`). Formats are taken apart in `directive`; what one directive prints
//! is found out in `integer`, `float` (`decimal`) and `text` (`lengths`), as numbers of bytes (`count`); what is made of it
//! is in `outcome`.

mod call;
mod count;
mod decimal;
mod directive;
mod float;
mod integer;
mod lengths;
mod outcome;
mod overlap;
pub mod pass;
mod text;
mod warn;

use super::Strlen;
use super::lookup::text_of;
use call::Kind;
use count::{Bounds, Count, INT_MAX, MOST_OF_ANY, Printed, UNBOUNDED, UNKNOWN};
use directive::{Amount, Directive};
use dumps::{put, putln};
use gimple::function::Function;
use gimple::location::Location;
use gimple::options::Flag;
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::tree::Operand;
use overlap::{Alias, Origin};
use std::fmt::Write;
use text::Argument;

use tree_ssa::object_size;
use warn::Warned;

/// What each directive can be relied on to print at most.
const MOST_OF_ONE: u64 = 4095;

/// The size of the largest object.
const LARGEST: u64 = i64::MAX as u64;

/// A call that prints, as it is in the program.
struct Site<'f> {
    f: &'f Function,
    stmt: StmtId,
    call: &'f Call,
    kind: Kind,
    /// What is called.
    name: String,
    /// What the format says, if that is known, and where it is.
    format: Vec<u8>,
    format_at: Location,
    /// The level of the warning.
    level: u32,
    /// Where what is printed to comes from, if overlaps are warned of.
    origin: Option<Origin>,
}

/// What is known of what it prints.
struct Printing {
    /// How many bytes there are to be written to.
    size: u64,
    /// The number is asked for only: nothing is written.
    nothing: bool,
    /// What it returns can be relied on: it writes to memory, no directive may fail or print too much, and the size is not
    /// one that the library refuses.
    reliable: bool,
    /// There is a floating-point number, which the rounding mode has a say in.
    floating: bool,
    /// The bytes that are printed, in the end with the null character.
    total: Count,
    /// A warning was given.
    warned: bool,
    /// Strings in the object that is written to.
    aliases: Vec<Alias>,
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
    /// Looks at a call that may print (`handle_printf_call`); whether it does.
    pub fn call_that_prints(&mut self, f: &mut Function, stmt: StmtId) -> bool {
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
        let Some(kind) = Kind::of(self.cx.unit, call) else { return false };
        let call = (**call).clone();
        let optimize = self.cx.options.optimize > 0;
        let name = kind.option().trim_end_matches('=');
        let level = self.cx.unit.diagnostics.warnings.level(name, 1);
        let warnings = &self.cx.unit.diagnostics.warnings;
        let overlaps = kind.to_string && warnings.enabled("restrict");
        let useful = level > 0 || overlaps || kind.to_string && optimize;
        if !useful && !self.cx.dump.enabled() {
            return true;
        }
        if let Some(printing) = self.counted(f, stmt, &call, kind, level)
            && optimize
            && self.cx.options.on(Flag::PrintfReturnValue)
            && !(printing.floating && self.cx.options.on(Flag::RoundingMath))
        {
            self.use_count(f, stmt, &call, kind.is_bounded(), &printing);
        }
        true
    }

    /// Counts what a call prints and warns of what does not fit; nothing if there is a directive of which nothing is known.
    fn counted(
        &mut self,
        f: &Function,
        stmt: StmtId,
        call: &Call,
        kind: Kind,
        level: u32,
    ) -> Option<Printing> {
        let unit = &mut *self.cx.unit;
        let is_pointer = |at: usize| unit.types.is_pointer(unit.type_of(f, call.args[at]));
        if !is_pointer(kind.format) || kind.to_string && !is_pointer(0) {
            return None;
        }
        if level > 0 || unit.diagnostics.warnings.enabled("restrict") {
            let function = unit.decl_name(f.decl).map(str::to_string);
            unit.diagnostics.set_function(function.as_deref());
        }
        let name = match call.callee {
            Callee::Decl(decl) => unit.decl_name(decl).unwrap_or_default().to_string(),
            _ => String::new(),
        };
        let operand = call.args[kind.format];
        let place = operand.tree().map_or(Location::UNKNOWN, |tree| unit.trees.place(tree));
        let sources = &unit.diagnostics.sources;
        let format_at = match place.is_unknown() {
            true => sources.extent(f.stmt_info[stmt].loc),
            false => place,
        };
        let text = text_of(unit, operand);
        let (is_null, format) = (unit.is_zero(operand), text.clone().unwrap_or_default());
        let overlaps = kind.to_string && unit.diagnostics.warnings.enabled("restrict");
        let origin = if overlaps { overlap::origin(unit, f, call.args[0]) } else { None };
        let site = Site { f, stmt, call, kind, name, format, format_at, level, origin };
        let mut printing = self.destination(&site)?;
        if is_null && kind.builtin.is_some() {
            self.warn_of_call(&site, "null format string");
        }
        text?;
        if self.cx.dump.enabled() {
            let place = self.cx.unit.diagnostics.sources.position(f.stmt_info[stmt].loc);
            let (file, line, name, size) = (place.file, place.line, &site.name, printing.size);
            let format = String::from_utf8_lossy(&site.format);
            let text = format!("{file}:{line}: {name}: objsize = {size}, fmtstr = \"{format}\"");
            putln!(self.cx.dump, "{text}");
        }
        self.directives(&site, &mut printing).then_some(printing)
    }

    /// How much a call may write to, by its arguments; nothing where it may not write at all.
    fn destination(&mut self, site: &Site) -> Option<Printing> {
        let Site { f, call, kind, .. } = *site;
        let mut printing = Printing {
            size: UNKNOWN,
            nothing: false,
            reliable: kind.to_string,
            floating: false,
            total: Count::exactly(0),
            warned: false,
            aliases: Vec::new(),
        };
        if !kind.to_string {
            return Some(printing);
        }
        let unit = &*self.cx.unit;
        let object = kind.object.and_then(|at| unit.as_int(*call.args.get(at)?));
        let object = object.map_or(UNBOUNDED, |size| size as u64);
        let (limit, constant) = match kind.limit {
            Some(at) => self.limit(site, call.args[at], &mut printing),
            None => (object_size::size_of(unit, f, call.args[0], 1).unwrap_or(UNKNOWN), true),
        };
        if kind.is_bounded() && limit == 0 {
            printing.nothing = constant;
            return Some(printing);
        }
        if self.cx.unit.is_zero(call.args[0]) {
            self.warn_of_call(site, "null destination pointer");
            return None;
        }
        printing.size = limit.min(object);
        let written = kind.object.is_none()
            || !self.cx.unit.diagnostics.warnings.enabled("stringop-overflow");
        if kind.is_bounded() && limit < LARGEST && object < limit && written {
            let text = format!(
                "specified bound {limit} exceeds the size {object} of the destination object"
            );
            self.warn_of_call(site, &text);
        }
        Some(printing)
    }

    /// The bound that an argument sets, and whether it is constant.
    fn limit(&mut self, site: &Site, bound: Operand, printing: &mut Printing) -> (u64, bool) {
        if let Some(bound) = self.cx.unit.as_int(bound) {
            let bound = bound as u64;
            let text = if bound > LARGEST {
                format!("specified bound {bound} exceeds maximum object size {LARGEST}")
            } else {
                format!("specified bound {bound} exceeds ‘INT_MAX’")
            };
            if bound > INT_MAX {
                printing.reliable = false;
                let written = bound <= LARGEST
                    || site.kind.object.is_none()
                    || !self.cx.unit.diagnostics.warnings.enabled("stringop-overflow");
                if written {
                    self.warn_of_call(site, &text);
                }
            }
            return (bound, true);
        }
        let Some((low, high)) = self.bounds(site.f, bound, site.stmt) else {
            return (UNBOUNDED, false);
        };
        let (low, high) = (low as u64, high as u64);
        if low > INT_MAX {
            let text = format!("specified bound range [{low}, {high}] exceeds ‘INT_MAX’");
            self.warn_of_call(site, &text);
        }
        printing.reliable &= high <= INT_MAX;
        (if site.level < 2 { high } else { low }, false)
    }

    /// Counts what the directives of a format print (`compute_format_length`); whether all of them could be counted.
    fn directives(&mut self, site: &Site, printing: &mut Printing) -> bool {
        let end = site.format.len();
        let mut arguments = site.kind.first.and_then(|first| site.call.args.get(first..));
        let (mut at, mut number) = (0, 1);
        while at < end {
            let Some(part) = directive::directive(&site.format, at) else { return false };
            at += part.length;
            if !self.one_directive(site, printing, &part, &mut arguments, number) {
                return false;
            }
            number += 1;
        }
        let part = Directive { offset: end, length: 0, conversion: None };
        let counted = self.one_directive(site, printing, &part, &mut arguments, number);
        if let Some(origin) = &site.origin
            && counted
        {
            let aliases = std::mem::take(&mut printing.aliases);
            let warned = self.warned(site, printing.size);
            let first = site.call.args[0];
            let shown = overlap::warn(warned, origin, first, &aliases, &mut printing.total);
            printing.warned |= shown;
        }
        counted
    }

    /// Counts what one directive prints and warns of it (`format_directive`); whether that could be done.
    fn one_directive(
        &mut self,
        site: &Site,
        printing: &mut Printing,
        part: &Directive,
        arguments: &mut Option<&[Operand]>,
        number: usize,
    ) -> bool {
        let (mut one, argument) = match &part.conversion {
            None => {
                let length = part.length.max(1) as u64;
                if self.cx.dump.enabled() {
                    let (at, text) = (part.offset, site.text(part));
                    putln!(
                        self.cx.dump,
                        "  Directive {number} at offset {at}: \"{text}\", length = {length}"
                    );
                }
                (Printed::exactly(length), Operand::None)
            }
            Some(conversion) => {
                let what = self.argument(site, part, conversion, arguments, number);
                let left = arguments.map_or(0, <[Operand]>::len);
                printing.nothing &= conversion.letter != b'n';
                printing.floating |= b"aAeEfFgG".contains(&conversion.letter);
                let one = self.converted(site, &what);
                self.note_alias(site, printing, &what, site.call.args.len() - left, &one);
                (one, what.operand.unwrap_or(Operand::None))
            }
        };
        if printing.total.min >= UNKNOWN {
            return false;
        }
        if !one.known && one.count.max > MOST_OF_ANY {
            (one.count.max, printing.total.max) = (UNBOUNDED, UNBOUNDED);
            if one.count.min > MOST_OF_ANY {
                return true;
            }
        }
        let at = argument.tree().map_or(Location::UNKNOWN, |tree| self.cx.unit.trees.place(tree));
        let at = self.cx.unit.diagnostics.sources.extent(at);
        if one.null {
            self.warned(site, printing.size).null_argument(part, at);
            return false;
        }
        let left = printing.total.left_of(printing.size);
        let mut warned = printing.warned
            || self.warned(site, printing.size).too_much(part, &left, &one.count, at);
        printing.total.add(&one.count);
        printing.reliable &= one.count.max <= MOST_OF_ONE && !one.fails;
        let mut warning = self.warned(site, printing.size);
        warned = warned
            || warning.too_long(part, &one.count, at)
            || warning.beyond_int_max(part, &one.count, &printing.total, at);
        if warned {
            warning.explain(&one);
            if part.length == 0 {
                warning.sum_up(&printing.total);
            }
        }
        printing.warned |= warned;
        if self.cx.dump.enabled() && part.length > 0 {
            putln!(self.cx.dump, "    Result: {} ({})", one.count.text(), printing.total.text());
        }
        true
    }

    /// Notes a string that is in the object that is written to, as argument `number`.
    fn note_alias(
        &mut self,
        site: &Site,
        printing: &mut Printing,
        what: &Argument,
        number: usize,
        one: &Printed,
    ) {
        let (Some(destination), Some(string)) = (&site.origin, what.operand) else { return };
        if !matches!(what.conversion.letter, b's' | b'S') {
            return;
        }
        if let Some(string) = overlap::origin(self.cx.unit, site.f, string) {
            let alias = Alias::of(destination, &string, number, what.precision, one.count);
            printing.aliases.extend(alias);
        }
    }

    /// Takes the arguments of a conversion.
    fn argument<'p>(
        &mut self,
        site: &Site,
        part: &Directive,
        conversion: &'p directive::Conversion,
        arguments: &mut Option<&[Operand]>,
        number: usize,
    ) -> Argument<'p> {
        let mut next = || {
            let (&first, rest) = arguments.as_ref()?.split_first()?;
            *arguments = Some(rest);
            Some(first)
        };
        let mut notes = String::new();
        let mut bounds = [Bounds::NONE; 2];
        for (at, amount) in [conversion.width, conversion.precision].into_iter().enumerate() {
            let what = ["width", "precision"][at];
            bounds[at] = match amount {
                None => Bounds::NONE,
                Some(Amount::Number(number)) => Bounds::exactly(number),
                Some(Amount::TooLarge { from, at: digit }) => {
                    self.warned(site, UNKNOWN).out_of_range(part, at == 0, from, digit);
                    Bounds::exactly(i64::MAX)
                }
                Some(Amount::Argument) => {
                    let bounds = self.amount(site, next(), at == 0);
                    let Bounds { low, high } = bounds;
                    // GCC leaves the comma out between those of a precision.
                    let comma = if at == 0 { ", " } else { "" };
                    match low == high {
                        true => put!(notes, ", {what} = {low}"),
                        false => put!(notes, ", {what} in range [{low}{comma}{high}]"),
                    }
                    bounds
                }
            };
        }
        let operand = if conversion.letter == b'%' { None } else { next() };
        if self.cx.dump.enabled() {
            let (at, text) = (part.offset, site.text(part));
            putln!(self.cx.dump, "  Directive {number} at offset {at}: \"{text}\"{notes}");
        }
        let [width, precision] = bounds;
        Argument { conversion, width, precision, operand }
    }

    /// The range of a width or precision that is an argument.
    fn amount(&mut self, site: &Site, operand: Option<Operand>, is_width: bool) -> Bounds {
        let int = |op: Operand| self.cx.unit.types.is_integral(self.cx.unit.type_of(site.f, op));
        let Some(operand) = operand.filter(|&operand| int(operand)) else {
            let high = i64::from(i32::MAX);
            return match is_width {
                true => Bounds { low: 0, high: high + 1 },
                false => Bounds { low: -1, high },
            };
        };
        let any = (i32::MIN.into(), i32::MAX.into());
        let (low, high) = self.int_range(site, operand).unwrap_or(any);
        match (is_width, low < 0) {
            (true, true) if low == high => Bounds::exactly(-low),
            (true, true) => Bounds { low: 0, high: high.max(-low) },
            (false, _) => Bounds { low: low.max(-1), high },
            _ => Bounds { low, high },
        }
    }

    /// The range of an argument that is an `int`, if that is not just its type's (`get_int_range`).
    fn int_range(&mut self, site: &Site, operand: Operand) -> Option<(i64, i64)> {
        let own = self.type_of_argument(self.cx.unit.type_of(site.f, operand))?;
        if own.bits > 32 {
            return None;
        }
        let (low, high) = match self.cx.unit.as_int(operand) {
            Some(number) => (number, number),
            None => {
                let range = self.bounds(site.f, operand, site.stmt)?;
                (range.0 < range.1 && range != own.range()).then_some(range)?
            }
        };
        Some((low as i64, high as i64))
    }

    fn warned<'w>(&'w mut self, site: &'w Site, size: u64) -> Warned<'w> {
        Warned {
            kind: site.kind,
            name: &site.name,
            call: self.cx.unit.diagnostics.sources.extent(site.f.stmt_info[site.stmt].loc),
            format_at: site.format_at,
            format: &site.format,
            level: site.level,
            size,
            value_used: site.call.lhs.is_some(),
            unit: self.cx.unit,
        }
    }

    fn warn_of_call(&mut self, site: &Site, text: &str) {
        self.warned(site, UNKNOWN).warn_of_call(text);
    }
}

impl Site<'_> {
    /// A directive as it is written.
    fn text(&self, part: &Directive) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.format[part.offset..part.offset + part.length])
    }
}
