//! Reads a format: `%`, flags, width, precision, length modifier and letter, one conversion after the other.

use super::compare::{self, Argument, Taker, Wanted};
use super::place::{Shown, Text, warn};
use super::table::{Base, Conversion, Family, Length, Std};
use crate::context::Context;
use gimple::diagnostic::literal::Span;
use gimple::location::Location;

/// How the arguments are numbered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbering {
    Unknown,
    /// One after the other.
    InOrder,
    /// By `%1$d`.
    ByNumber,
}

/// What a format does with the arguments of a call.
pub(super) struct Reader<'a> {
    cx: &'a mut Context,
    family: &'static Family,
    text: &'a Text,
    /// Where things are said of the call as a whole: the line.
    call: Location,
    /// The arguments that the format speaks of, and the number of the first; `None` where there are none to be held against it.
    arguments: Option<(usize, &'a [Argument])>,
    at: usize,
    next: usize,
    numbering: Numbering,
    /// How often each argument was named.
    named: Vec<u32>,
    said_numbers_are_new: bool,
}

/// How the reading of a format went.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Complete,
    /// Arguments are left.
    ArgumentsLeft,
}

/// A length modifier as it was read.
#[derive(Clone, Copy)]
struct LengthRead {
    text: &'static str,
    kind: Length,
    std: Std,
}

/// What was read of a conversion; places are indices.
struct Directive {
    /// The `%`.
    start: usize,
    flags: Vec<u8>,
    /// What arguments give: the width, the precision.
    stars: Vec<Star>,
    /// What messages repeat begins here.
    from: usize,
    length_at: usize,
    length: LengthRead,
    letter: u8,
    /// The letter, or the last character of a set.
    caret: usize,
}

impl Default for Directive {
    fn default() -> Directive {
        let length = LengthRead { text: "", kind: Length::None, std: Std::C90 };
        let (flags, stars) = (Vec::new(), Vec::new());
        Directive { start: 0, flags, stars, from: 0, length_at: 0, length, letter: 0, caret: 0 }
    }
}

/// A width or a precision that an argument gives.
struct Star {
    taker: Taker,
    from: usize,
    end: usize,
    argument: Taken,
}

impl Star {
    fn wanted(&self, directive: &Directive) -> Wanted {
        Wanted {
            taker: self.taker,
            base: Base::Int,
            pointers: 0,
            any_char: false,
            writes: false,
            argument: self.argument,
            directive: directive.start,
            from: self.from,
            caret: self.end - 1,
            end: self.end,
            last: directive.caret,
            length_at: directive.length_at,
            letter: directive.letter,
        }
    }
}

/// The rest of a format is not read: something in it makes no sense.
struct Senseless;

impl<'a> Reader<'a> {
    pub fn new(
        cx: &'a mut Context,
        family: &'static Family,
        text: &'a Text,
        call: Location,
        arguments: Option<(usize, &'a [Argument])>,
    ) -> Reader<'a> {
        let count = arguments.map_or(0, |(_, all)| all.len());
        Reader {
            cx,
            family,
            text,
            call,
            arguments,
            at: 0,
            next: 0,
            numbering: Numbering::Unknown,
            named: vec![0; count],
            said_numbers_are_new: false,
        }
    }

    /// Reads all of it.
    pub fn read(mut self) -> End {
        while let Some(length) = self.rest().iter().position(|&byte| byte == b'%') {
            self.at += length + 1;
            if self.at == self.text.bytes.len() {
                self.warn_here(self.at - 1, "spurious trailing ‘%’ in format");
            } else if self.peek() == Some(b'%') && !self.family.percent_is_conversion {
                self.at += 1;
            } else if self.conversion().is_err() {
                return End::Complete;
            }
        }
        match self.numbering {
            Numbering::ByNumber => self.check_named(),
            _ if self.next < self.count() => return End::ArgumentsLeft,
            _ => {}
        }
        End::Complete
    }

    fn rest(&self) -> &[u8] {
        &self.text.bytes[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.bytes.get(self.at).copied()
    }

    fn count(&self) -> usize {
        self.arguments.map_or(0, |(_, all)| all.len())
    }

    fn warn_here(&mut self, at: usize, message: impl Into<String>) {
        warn(self.cx, "format=", self.text, Span::one(at), message.into(), Shown::default());
    }

    fn warn_of_whole(&mut self, message: impl AsRef<str>) {
        self.cx.warning("format=", self.text.at, message);
    }

    /// The standard that lacks something, if one does that is to be heeded.
    fn lacks(&self, std: Std) -> Option<&'static str> {
        if !self.cx.unit.diagnostics.warnings.pedantic() {
            return None;
        }
        let here = match self.cx.options.standard.year {
            2018.. => Std::C2x,
            1999.. => Std::C99,
            1994.. => Std::C94,
            _ => Std::C90,
        };
        let std = match std {
            Std::LongLong if self.cx.unit.diagnostics.warnings.refused("long-long") => Std::C90,
            Std::LongLong => Std::C99,
            std => std,
        };
        let name = match std {
            Std::Extension => "ISO C",
            Std::C2x => "ISO C17",
            _ => "ISO C90",
        };
        (std > here).then_some(name)
    }

    /// Reads one conversion, after its `%`.
    fn conversion(&mut self) -> Result<(), Senseless> {
        let start = self.at - 1;
        let named = if self.family.arguments { self.leading_number()? } else { None };
        let mut directive = self.before_letter(start)?;
        let Some(row) = self.letter(&mut directive) else { return Ok(()) };
        self.check_row(&directive, row);
        directive.caret = self.skip_set(row, directive.caret);
        if directive.flags.contains(&b'*') {
            return Ok(());
        }
        let mut all: Vec<Wanted> =
            directive.stars.iter().map(|star| star.wanted(&directive)).collect();
        if let Some(pointers) = row.pointers {
            let argument = match named {
                Some(taken) => taken,
                None if self.numbering == Numbering::ByNumber => {
                    self.warn_of_whole("missing $ operand number in format");
                    return Err(Senseless);
                }
                None => self.take_next(),
            };
            let Some(base) = self.base(&directive, row) else { return Ok(()) };
            let allocates = directive.flags.contains(&b'm') && row.flags.contains('m');
            all.push(Wanted {
                taker: Taker::Conversion,
                base: if pointers == 0 { compare::promoted(base) } else { base },
                pointers: pointers + usize::from(allocates),
                any_char: row.has('c'),
                writes: row.has('W'),
                argument,
                directive: directive.start,
                from: directive.from,
                caret: directive.caret,
                end: directive.caret + 1,
                last: directive.caret,
                length_at: directive.length_at,
                letter: directive.letter,
            });
        }
        if self.arguments.is_some() {
            for wanted in &all {
                compare::check(self.cx, self.call, self.family, self.text, wanted);
            }
        }
        Ok(())
    }

    /// Reads what stands before the letter.
    fn before_letter(&mut self, start: usize) -> Result<Directive, Senseless> {
        let mut directive = Directive { start, ..Directive::default() };
        self.flags(&mut directive);
        self.width(&mut directive)?;
        self.precision(&mut directive)?;
        directive.from = self.at;
        if self.family.allocates && self.peek() == Some(b'm') {
            self.at += 1;
            directive.flags.push(b'm');
        }
        directive.length_at = self.at;
        self.length(&mut directive);
        self.modifiers(&mut directive);
        Ok(directive)
    }

    /// Reads the letter; `None` where there is none that is known.
    fn letter(&mut self, directive: &mut Directive) -> Option<&'static Conversion> {
        let letter = self.peek();
        let Some(letter) =
            letter.filter(|&letter| letter != b'%' || self.family.percent_is_conversion)
        else {
            self.warn_here(self.at - 1, "conversion lacks type at end of format");
            return None;
        };
        (directive.letter, directive.caret) = (letter, self.at);
        self.at += 1;
        let row = self.family.conversion(letter);
        if row.is_none() {
            let shown = match letter {
                b' '..=b'~' => char::from(letter).to_string(),
                _ => format!("\\x{letter:02x}"),
            };
            let text = format!("unknown conversion type character ‘{shown}’ in format");
            self.warn_here(directive.caret, text);
        }
        row
    }

    /// What a conversion takes with its length modifier.
    fn base(&mut self, directive: &Directive, row: &Conversion) -> Option<Base> {
        let (length, letter) = (directive.length, char::from(directive.letter));
        let Some((std, base)) = row.argument(length.kind) else {
            let text = format!(
                "use of ‘{}’ length modifier with ‘{letter}’ type character has either no effect or undefined behavior",
                length.text
            );
            self.warn_here(directive.caret, text);
            return None;
        };
        if std > row.std.max(length.std)
            && let Some(name) = self.lacks(std)
        {
            let kind = self.family.name;
            let text =
                format!("{name} does not support the ‘%{}{letter}’ {kind} format", length.text);
            self.warn_here(directive.caret, text);
        }
        Some(base)
    }

    /// Takes the next argument in order.
    fn take_next(&mut self) -> Taken {
        self.numbering = Numbering::InOrder;
        let (first, all) = self.arguments?;
        let argument = *all.get(self.next)?;
        self.next += 1;
        Some((first + self.next - 1, argument))
    }

    /// Reads `1$` after a `%`.
    fn leading_number(&mut self) -> Result<Option<Taken>, Senseless> {
        let needed = self.numbering == Numbering::ByNumber;
        if needed && !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.warn_of_whole("missing $ operand number in format");
            return Err(Senseless);
        }
        self.number(needed)
    }

    /// Reads `1$`, or nothing.
    fn number(&mut self, needed: bool) -> Result<Option<Taken>, Senseless> {
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 || self.rest().get(digits) != Some(&b'$') {
            if !needed {
                return Ok(None);
            }
            self.cx.warning("format=", self.call, "missing $ operand number in format");
            return Err(Senseless);
        }
        if self.numbering == Numbering::InOrder {
            let text = "‘$’operand number used after format without operand number";
            self.cx.warning("format=", self.call, text);
            return Err(Senseless);
        }
        let text = String::from_utf8_lossy(&self.rest()[..digits]).into_owned();
        self.at += digits + 1;
        if self.cx.unit.diagnostics.warnings.pedantic() && !self.said_numbers_are_new {
            self.said_numbers_are_new = true;
            let text = "ISO C does not support %n$ operand number formats";
            self.cx.warning("format=", self.call, text);
        }
        self.numbering = Numbering::ByNumber;
        let number = text.parse::<usize>().ok().filter(|&number| number > 0);
        let Some((first, all)) = self.arguments else { return Ok(Some(None)) };
        let Some(argument) = number.and_then(|number| Some((number, *all.get(number - 1)?))) else {
            self.cx.warning("format=", self.call, "operand number out of range in format");
            return Err(Senseless);
        };
        let (number, argument) = argument;
        self.named[number - 1] += 1;
        if self.named[number - 1] == 2 && self.family.allocates {
            let text = format!(
                "format argument {number} used more than once in {} format",
                self.family.name
            );
            self.cx.warning("format=", self.call, text);
        }
        Ok(Some(Some((first + number - 1, argument))))
    }

    fn flags(&mut self, directive: &mut Directive) {
        while let Some(letter) =
            self.peek().filter(|letter| self.family.flag_letters.as_bytes().contains(letter))
        {
            if directive.flags.contains(&letter) {
                let name = self.family.flag(letter).map_or("", |flag| flag.name);
                self.warn_here(self.at, format!("repeated {name} in format"));
            } else {
                directive.flags.push(letter);
            }
            self.at += 1;
        }
    }

    /// Reads what gives a number: digits, or the argument that a star stands for.
    fn amount(
        &mut self,
        directive: &mut Directive,
        taker: Taker,
        from: usize,
    ) -> Result<usize, Senseless> {
        if self.family.star && self.peek() == Some(b'*') {
            self.at += 1;
            let after = self.at;
            let argument = match self.numbering {
                Numbering::InOrder => self.take_next(),
                numbering => match self.number(numbering == Numbering::ByNumber)? {
                    Some(argument) => argument,
                    None => self.take_next(),
                },
            };
            let from = if self.at > after && taker == Taker::Precision { after } else { from };
            directive.stars.push(Star { taker, from, end: self.at, argument });
            return Ok(1);
        }
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let zero = digits > 0 && self.rest()[..digits].iter().all(|&byte| byte == b'0');
        if zero && taker == Taker::Width && self.family.no_zero_width {
            self.warn_of_whole(format!("zero width in {} format", self.family.name));
        }
        self.at += digits;
        Ok(digits)
    }

    fn width(&mut self, directive: &mut Directive) -> Result<(), Senseless> {
        let from = self.at;
        if self.amount(directive, Taker::Width, from)? > 0 {
            directive.flags.push(b'w');
        }
        Ok(())
    }

    fn precision(&mut self, directive: &mut Directive) -> Result<(), Senseless> {
        if self.family.has_precision && self.peek() == Some(b'.') {
            let from = self.at;
            self.at += 1;
            directive.flags.push(b'p');
            self.amount(directive, Taker::Precision, from)?;
        }
        Ok(())
    }

    fn length(&mut self, directive: &mut Directive) {
        let rest = self.rest();
        let found = self.family.lengths.iter().find(|row| rest.starts_with(row.0.as_bytes()));
        let Some(&(text, kind, std)) = found else { return };
        self.at += text.len();
        directive.flags.push(b'L');
        directive.length = LengthRead { text, kind, std };
        if let Some(name) = self.lacks(std) {
            let kind = self.family.name;
            self.warn_of_whole(format!(
                "{name} does not support the ‘{text}’ {kind} length modifier"
            ));
        }
    }

    fn modifiers(&mut self, directive: &mut Directive) {
        while let Some(letter) =
            self.peek().filter(|letter| self.family.modifiers.as_bytes().contains(letter))
        {
            directive.flags.push(letter);
            self.at += 1;
        }
    }

    /// Whether the flags are any that the conversion may have.
    fn check_row(&mut self, directive: &Directive, row: &Conversion) {
        let kind = self.family.name;
        let (letter, caret) = (char::from(directive.letter), directive.caret);
        if let Some(name) = self.lacks(row.std) {
            self.warn_here(caret, format!("{name} does not support the ‘%{letter}’ {kind} format"));
        }
        let mut allowed = Vec::new();
        for &given in &directive.flags {
            // Length modifiers are checked by the types they give.
            let Some(flag) = self.family.flag(given) else { continue };
            if given == b'L' {
                allowed.push(given);
                continue;
            }
            if !row.flags.as_bytes().contains(&given) {
                let text = format!("{} used with ‘%{letter}’ {kind} format", flag.name);
                self.warn_here(caret, text);
                continue;
            }
            allowed.push(given);
            if let Some(name) = self.lacks(flag.std) {
                let whole = self.family.whole_name(flag);
                self.warn_of_whole(format!("{name} does not support {whole}"));
            }
            if given == b'O'
                && row.has('o')
                && let Some(name) = self.lacks(Std::Extension)
            {
                let text = format!(
                    "{name} does not support the 'O' modifier with the ‘%{letter}’ {kind} format"
                );
                self.warn_of_whole(text);
            }
        }
        self.check_pairs(&allowed, row, letter);
        self.check_year(&allowed, row, letter);
    }

    fn check_pairs(&mut self, given: &[u8], row: &Conversion, letter: char) {
        let kind = self.family.name;
        for pair in self.family.pairs {
            let applies = given.contains(&pair.first)
                && given.contains(&pair.second)
                && pair.mark.is_none_or(|mark| row.has(mark));
            let name = |flag| self.family.flag(flag).map_or("", |flag| flag.name);
            let (first, second) = (name(pair.first), name(pair.second));
            let text = match (pair.ignored, pair.mark) {
                _ if !applies => continue,
                (true, Some(_)) => {
                    format!("{first} ignored with {second} and ‘%{letter}’ {kind} format")
                }
                (true, None) => format!("{first} ignored with {second} in {kind} format"),
                (false, _) => format!("use of {first} and {second} together in {kind} format"),
            };
            self.warn_of_whole(text);
        }
    }

    fn check_year(&mut self, given: &[u8], row: &Conversion, letter: char) {
        let somewhere = row.has('3') || (row.has('4') && given.contains(&b'E'));
        if somewhere || row.has('2') || row.has('4') {
            let tail = if somewhere { " in some locales" } else { "" };
            let text = format!("‘%{letter}’ yields only last 2 digits of year{tail}");
            self.cx.warning("format-y2k", self.text.at, text);
        }
    }

    /// Reads the set after `[`; where the conversion ends.
    fn skip_set(&mut self, row: &Conversion, caret: usize) -> usize {
        if !row.has('[') {
            return caret;
        }
        if self.peek() == Some(b'^') {
            self.at += 1;
        }
        // A bracket that comes first is a character like others.
        let first = usize::from(self.peek() == Some(b']'));
        match self.rest().iter().skip(first).position(|&byte| byte == b']') {
            Some(length) => {
                self.at += first + length + 1;
                self.at - 2
            }
            None => {
                self.at = self.text.bytes.len();
                self.warn_here(self.at - 1, "no closing ‘]’ for ‘%[’ format");
                self.at - 1
            }
        }
    }

    /// Whether arguments before the last one named have no name.
    fn check_named(&mut self) {
        let Some(last) = self.named.iter().rposition(|&times| times > 0) else { return };
        let mut gap = false;
        for index in 0..last {
            let pointer = self.arguments.is_some_and(|(_, all)| {
                let ty = self.cx.type_of(all[index].value);
                self.cx.unit.types.is_pointer(ty)
            });
            if self.named[index] > 0 {
                continue;
            }
            if self.family.allocates && pointer {
                gap = true;
                continue;
            }
            let text = format!(
                "format argument {} unused before used argument {} in ‘$’-style format",
                index + 1,
                last + 1
            );
            self.warn_of_whole(text);
        }
        if gap || last + 1 < self.count() {
            let text = "unused arguments in ‘$’-style format";
            self.cx.warning("format-extra-args", self.text.at, text);
        }
    }
}

/// An argument that is taken, with its number from one; `None` where there is none.
type Taken = Option<(usize, Argument)>;
