//! What is said of a call that prints more than fits: `-Wformat-overflow`, `-Wformat-truncation`.
//!
//! ```text
//! x.c:5:24: warning: ‘%s’ directive writing 5 bytes into a region of size 4 [-Wformat-overflow=]
//!     5 |   sprintf (d, "%s", "hello");
//!       |                ^~   ~~~~~~~
//! x.c:5:3: note: ‘sprintf’ output 6 bytes into a destination of size 4
//! ```

use super::call::Kind;
use super::count::{Count, INT_MAX, MOST_OF_ANY, Printed, UNKNOWN};
use super::directive::Directive;
use gimple::diagnostic::RichLocation;
use gimple::diagnostic::literal::{Characters, Span};
use gimple::location::Location;
use gimple::unit::Unit;

/// A call that warnings are about.
pub struct Warned<'u> {
    pub unit: &'u mut Unit,
    pub kind: Kind,
    /// What is called.
    pub name: &'u str,
    pub call: Location,
    /// The argument that is the format, and what it says.
    pub format_at: Location,
    pub format: &'u [u8],
    /// The level of the warning.
    pub level: u32,
    /// The bytes that may be written to.
    pub size: u64,
    pub value_used: bool,
}

/// A number of bytes in words.
fn bytes(count: u64) -> String {
    format!("{count} byte{}", if count == 1 { "" } else { "s" })
}

/// A size that is known, or between two numbers.
fn region(left: &Count) -> String {
    match left.min == left.max {
        true => format!("{}", left.max),
        false => format!("between {} and {}", left.min, left.max),
    }
}

impl Warned<'_> {
    /// Whether what a directive prints is to be warned of where so much is left (`should_warn_p`).
    fn is_doubtful(&self, left: &Count, printed: &Count) -> bool {
        if printed.max <= left.min {
            return false;
        }
        let fits = printed.likely <= left.min && printed.max > UNKNOWN;
        match (self.level, self.kind.is_bounded()) {
            (1, true) if self.value_used => printed.min > left.max,
            (1, _) => printed.likely > left.likely,
            (2, _) => !fits,
            _ => true,
        }
    }

    /// Warns of a directive that prints more than is left, if that is doubtful enough; whether a warning was shown.
    pub fn too_much(
        &mut self,
        part: &Directive,
        left: &Count,
        printed: &Count,
        argument: Location,
    ) -> bool {
        if self.level == 0 || !self.is_doubtful(left, printed) {
            return false;
        }
        let maybe = printed.min <= left.max
            && (left.min < printed.likely || printed.max < UNKNOWN && left.min < printed.max);
        let bounded = self.kind.is_bounded();
        let name = self.name;
        let mut span = self.span(part);
        if part.conversion.is_none() && left.max < part.length as u64 {
            // The first character that does not fit.
            span.caret += left.max as usize;
        }
        if part.length == 0 {
            let text = match (bounded, maybe) {
                (true, true) => {
                    format!("‘{name}’ output may be truncated before the last format character")
                }
                (true, false) => {
                    format!("‘{name}’ output truncated before the last format character")
                }
                (false, true) => {
                    format!("‘{name}’ may write a terminating nul past the end of the destination")
                }
                (false, false) => {
                    format!("‘{name}’ writing a terminating nul past the end of the destination")
                }
            };
            return self.warn_at(span, Location::UNKNOWN, &text);
        }
        let doing = match (bounded, maybe) {
            (true, true) => "output may be truncated writing",
            (true, false) => "output truncated writing",
            (false, _) => "writing",
        };
        let Count { min, likely, max, .. } = *printed;
        let amount = match max < MOST_OF_ANY {
            _ if min == max => bytes(min),
            true if min == 0 => format!("up to {max} bytes"),
            true => format!("between {min} and {max} bytes"),
            false if min == 0 => format!("likely {likely} or more bytes"),
            false => format!("{min} or more bytes"),
        };
        let directive = self.text(part);
        let region = region(left);
        let text =
            format!("‘{directive}’ directive {doing} {amount} into a region of size {region}");
        self.warn_at(span, argument, &text)
    }

    /// Warns of a directive that no library need be able to print; whether a warning was shown.
    pub fn too_long(&mut self, part: &Directive, printed: &Count, at: Location) -> bool {
        let Count { min, max, .. } = *printed;
        let doubtful = min >= 4096 || (4096..UNKNOWN).contains(&max);
        if self.level < 2 || !self.kind.to_string || !doubtful {
            return false;
        }
        let directive = self.text(part);
        let text = if min == max {
            format!(
                "‘{directive}’ directive output of {min} bytes exceeds minimum required size of 4095"
            )
        } else if min >= 4096 {
            format!(
                "‘{directive}’ directive output between {min} and {max} bytes exceeds minimum required size of 4095"
            )
        } else if !self.value_used {
            format!(
                "‘{directive}’ directive output between {min} and {max} bytes may exceed minimum required size of 4095"
            )
        } else {
            return false;
        };
        self.warn_at(self.span(part), at, &text)
    }

    /// Warns of a number of bytes that cannot be returned; whether a warning was shown.
    pub fn beyond_int_max(
        &mut self,
        part: &Directive,
        printed: &Count,
        total: &Count,
        at: Location,
    ) -> bool {
        let likely = part.length > 0 && total.likely > INT_MAX;
        let most = part.length > 0 && total.max > INT_MAX && total.max < UNKNOWN;
        if self.level == 0 || !(likely || self.level > 1 && most && printed.max < UNKNOWN) {
            return false;
        }
        let Count { min, max, .. } = *printed;
        let amount = match min == max {
            true => format!("of {min} bytes"),
            false => format!("between {min} and {max} bytes"),
        };
        let effect = if min > INT_MAX {
            "exceeds ‘INT_MAX’"
        } else if total.min > INT_MAX {
            "causes result to exceed ‘INT_MAX’"
        } else if self.kind.to_string && !(self.value_used && self.kind.is_bounded()) {
            "may cause result to exceed ‘INT_MAX’"
        } else {
            return false;
        };
        let text = format!("‘{}’ directive output {amount} {effect}", self.text(part));
        self.warn_at(self.span(part), at, &text)
    }

    /// Warns of a directive whose argument is a null pointer.
    pub fn null_argument(&mut self, part: &Directive, argument: Location) {
        let text = format!("‘{}’ directive argument is null", self.text(part));
        self.warn_at(self.span(part), argument, &text);
    }

    /// Warns of a width or a precision that no number holds. `from` and `at` are where in the directive that begins, and
    /// becomes too large.
    pub fn out_of_range(&mut self, part: &Directive, is_width: bool, from: usize, at: usize) {
        let what = if is_width { "width" } else { "precision" };
        let text = format!("‘{}’ directive {what} out of range", self.text(part));
        let end = part.offset + part.length - 1;
        // A precision is shown from its point on; GCC then counts the rest from there.
        let before = usize::from(!is_width);
        let [from, caret] = [from, at].map(|index| part.offset + index - before);
        let span = Span { from, caret, last: end - before };
        self.warn_at(span, Location::UNKNOWN, &text);
    }

    /// Notes what a warning takes for granted.
    pub fn explain(&mut self, printed: &Printed) {
        let Count { min, likely, max, .. } = printed.count;
        let mut texts = Vec::new();
        if min < likely && likely < max {
            texts.push(format!("assuming directive output of {}", bytes(likely)));
        }
        if let Some((low, high)) = printed.argument {
            texts.push(if low == high {
                format!("directive argument ‘{low}’")
            } else if printed.known {
                format!("directive argument in the range [{low}, {high}]")
            } else {
                format!("using the range [{low}, {high}] for directive argument")
            });
        }
        for text in texts {
            self.unit.diagnostics.note(self.format_at, text);
        }
    }

    /// Notes what a call that was warned of prints in all.
    pub fn sum_up(&mut self, total: &Count) {
        let Count { min, likely, max, .. } = *total;
        let amount = if min == max {
            bytes(min)
        } else if max < UNKNOWN {
            format!("between {min} and {max} bytes")
        } else if min < likely && likely < max {
            format!("{min} or more bytes (assuming {likely})")
        } else {
            format!("{min} or more bytes")
        };
        let into = match self.size < UNKNOWN {
            true => format!(" into a destination of size {}", self.size),
            false if self.kind.to_string => return,
            false => String::new(),
        };
        let text = format!("‘{}’ output {amount}{into}", self.name);
        self.unit.diagnostics.note(self.call, text);
    }

    /// Warns of the call.
    pub fn warn_of_call(&mut self, text: &str) {
        if self.level > 0 {
            self.unit.diagnostics.warning(self.kind.option(), self.call, text);
        }
    }

    /// A directive as it is written; a line that ends in it is indented as GCC does.
    fn text(&self, part: &Directive) -> String {
        let bytes = &self.format[part.offset..part.offset + part.length];
        String::from_utf8_lossy(bytes).replace('\n', "\n   ")
    }

    fn span(&self, part: &Directive) -> Span {
        let last = part.offset + part.length.saturating_sub(1);
        Span { from: part.offset, caret: part.offset, last }
    }

    /// Warns at characters of the format. Where it is not one literal on the spot the warning is at its first part, and a
    /// note shows the characters.
    fn warn_at(&mut self, span: Span, argument: Location, text: &str) -> bool {
        if self.level == 0 {
            return false;
        }
        let diagnostics = &mut self.unit.diagnostics;
        let with_argument = |at: Location| match argument.is_unknown() {
            true => RichLocation::from(at),
            false => RichLocation::from(at).with_range(argument, None),
        };
        let option = self.kind.option();
        let length = self.format.len();
        let places = match span.last < length {
            true => Characters::of(&diagnostics.sources, self.format_at, span.last),
            false => Characters::with_end(&diagnostics.sources, self.format_at, length),
        };
        let Some(places) = places else {
            return diagnostics.warning(option, with_argument(self.format_at), text);
        };
        let shown = places.range(&mut diagnostics.sources, span);
        if self.format_at.is_virtual() || !places.in_first_part(span) {
            let warned = diagnostics.warning(option, with_argument(self.format_at), text);
            if warned {
                diagnostics.note(shown, "format string is defined here");
            }
            return warned;
        }
        diagnostics.warning(option, with_argument(shown), text)
    }
}
