//! Diagnostics in GCC's words and layout.
//!
//! ```text
//! In file included from x.c:1:
//! x.h: In function ‘f’:
//! x.h:3:10: warning: implicit declaration of function ‘g’ [-Wimplicit-function-declaration]
//!     3 |   return g();
//!       |          ^
//! ```
//!
//! Messages are written with the quotes ‘ ’; the sink turns them into ' where the locale has none,
//! and makes what they enclose bold where colour is wanted. [`Diagnostics`] owns the [`SourceMap`],
//! so that whoever can report can also say where.

pub mod literal;
mod show_locus;
mod value;
mod warnings;

pub use value::{Collector, Diagnostic, Place};
pub use warnings::{Treatment, Warnings};

use crate::location::{Location, SourceMap};
use show_locus::FileCache;
use std::io::Write;

/// How many steps of a chain of inclusions are shown.
const MOST_INCLUSIONS: usize = 256;

/// What a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `fatal error:`; nothing more is compiled.
    Fatal,
    /// `error:`
    Error,
    /// `warning:`
    Warning,
    /// `note:`, which belongs to the diagnostic before it.
    Note,
    /// `sorry, unimplemented:`; an error of the compiler's incompleteness.
    Sorry,
    /// `internal compiler error:`
    Ice,
}

impl Kind {
    fn text(self) -> &'static str {
        match self {
            Kind::Fatal => "fatal error: ",
            Kind::Error => "error: ",
            Kind::Warning => "warning: ",
            Kind::Note => "note: ",
            Kind::Sorry => "sorry, unimplemented: ",
            Kind::Ice => "internal compiler error: ",
        }
    }

    fn color(self) -> &'static str {
        match self {
            Kind::Warning => "01;35",
            Kind::Note => "01;36",
            _ => "01;31",
        }
    }
}

/// A further range to underline, or what to call one.
#[derive(Clone, Debug)]
pub struct LabelledRange {
    /// The range: a token's location, or a ranged location.
    pub location: Location,
    /// Text under the range, such as a type.
    pub label: Option<String>,
}

/// A proposed edit of the source, shown below the caret.
#[derive(Clone, Debug)]
pub enum FixIt {
    /// Text to be inserted before the token.
    InsertBefore(Location, String),
    /// Text to be inserted after the end of the token or range.
    InsertAfter(Location, String),
    /// The token or range is to be replaced; by nothing if the text is empty.
    Replace(Location, String),
}

/// A place with all that is to be shown about it.
#[derive(Clone, Debug, Default)]
pub struct RichLocation {
    /// Where the caret goes.
    pub location: Location,
    /// Text under the caret's range.
    pub label: Option<String>,
    /// Ranges underlined besides.
    pub ranges: Vec<LabelledRange>,
    /// Proposed edits.
    pub fixits: Vec<FixIt>,
    /// How much is shown of the place.
    pub extent: Extent,
    /// Whether characters that are not printable ASCII are shown by their numbers (`<U+001B>`).
    pub escaped: bool,
}

/// How much is shown of a diagnostic's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Extent {
    /// The token or range.
    #[default]
    Token,
    /// Only the first column.
    Point,
    /// No column at all.
    Line,
}

impl From<Location> for RichLocation {
    fn from(location: Location) -> RichLocation {
        RichLocation { location, ..RichLocation::default() }
    }
}

impl RichLocation {
    /// A place of which only the first column is shown.
    pub fn point(location: Location) -> RichLocation {
        RichLocation { location, extent: Extent::Point, ..RichLocation::default() }
    }

    /// A place of which only the line is known.
    pub fn line(location: Location) -> RichLocation {
        RichLocation { location, extent: Extent::Line, ..RichLocation::default() }
    }

    /// A place whose line may have characters that a terminal must not be sent.
    pub fn escaped(location: Location) -> RichLocation {
        RichLocation { location, escaped: true, ..RichLocation::default() }
    }

    /// Underlines another range.
    #[must_use]
    pub fn with_range(mut self, location: Location, label: Option<String>) -> RichLocation {
        self.ranges.push(LabelledRange { location, label });
        self
    }

    /// Names the caret's range.
    #[must_use]
    pub fn with_label(mut self, label: impl Into<String>) -> RichLocation {
        self.label = Some(label.into());
        self
    }

    /// Proposes an edit.
    #[must_use]
    pub fn with_fixit(mut self, fixit: FixIt) -> RichLocation {
        self.fixits.push(fixit);
        self
    }
}

/// How diagnostics look, and when they end the compilation.
#[derive(Clone, Debug)]
pub struct DiagnosticOptions {
    /// The name that diagnostics without a place begin with.
    pub program: String,
    /// `-fdiagnostics-color`.
    pub color: bool,
    /// Whether the locale's character set is UTF-8.
    pub utf8: bool,
    /// `-fdiagnostics-show-caret`.
    pub show_caret: bool,
    /// `-fdiagnostics-show-line-numbers`.
    pub show_line_numbers: bool,
    /// `-fdiagnostics-show-option`.
    pub show_option: bool,
    /// `-fshow-column`.
    pub show_column: bool,
    /// `-ftabstop=`.
    pub tabstop: u32,
    /// `-fmax-errors=`, 0 for no limit.
    pub max_errors: u32,
    /// `-Wfatal-errors`.
    pub fatal_errors: bool,
}

impl Default for DiagnosticOptions {
    fn default() -> Self {
        DiagnosticOptions {
            program: "gimlet".to_string(),
            color: false,
            utf8: true,
            show_caret: true,
            show_line_numbers: true,
            show_option: true,
            show_column: true,
            tabstop: 8,
            max_errors: 0,
            fatal_errors: false,
        }
    }
}

impl DiagnosticOptions {
    /// The options that GCC takes from its environment: the locale's character set.
    pub fn from_environment() -> Self {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG"));
        let locale = locale.unwrap_or_default().to_ascii_lowercase();
        let utf8 = locale.ends_with("utf-8") || locale.ends_with("utf8");
        DiagnosticOptions { utf8, ..DiagnosticOptions::default() }
    }

    /// Takes a `-f…` option (without the `-f`) about diagnostics; false if it is not one.
    pub fn set_option(&mut self, text: &str) -> bool {
        let (name, on) = text.strip_prefix("no-").map_or((text, true), |name| (name, false));
        let number = |prefix| name.strip_prefix(prefix).and_then(|n: &str| n.parse().ok());
        match name {
            "diagnostics-plain-output" => {
                self.show_caret = false;
                self.color = false;
            }
            "diagnostics-show-caret" => self.show_caret = on,
            "diagnostics-show-line-numbers" => self.show_line_numbers = on,
            "diagnostics-show-option" => self.show_option = on,
            "show-column" => self.show_column = on,
            "diagnostics-color" => self.color = on,
            "diagnostics-color=always" => self.color = true,
            "diagnostics-color=never" | "diagnostics-color=auto" => self.color = false,
            _ => match (number("max-errors="), number("tabstop=")) {
                (Some(limit), _) => self.max_errors = limit,
                (_, Some(width)) => self.tabstop = u32::clamp(width, 1, 100),
                _ => return false,
            },
        }
        true
    }
}

enum Output {
    Stderr,
    Buffer,
    Values(Collector),
}

/// The sink of all diagnostics of a translation unit.
pub struct Diagnostics {
    /// The files, for anyone who has a location.
    pub sources: SourceMap,
    /// How diagnostics look.
    pub options: DiagnosticOptions,
    /// Which warnings are shown.
    pub warnings: Warnings,
    text: Vec<u8>,
    output: Output,
    files: FileCache,
    errors: u32,
    warning_count: u32,
    promoted: u32,
    fatal: bool,
    function: Option<String>,
    shown_function: Option<String>,
    shown_stretch: Option<(usize, usize, usize)>,
    shown_location: Location,
    /// Whether lines are shown with characters escaped.
    escaped: bool,
}

impl Diagnostics {
    /// A sink that writes to the standard error stream.
    pub fn new(options: DiagnosticOptions, warnings: Warnings) -> Diagnostics {
        Diagnostics {
            sources: SourceMap::new(),
            options,
            warnings,
            text: Vec::new(),
            output: Output::Stderr,
            files: FileCache::default(),
            errors: 0,
            warning_count: 0,
            promoted: 0,
            fatal: false,
            function: None,
            shown_function: None,
            shown_stretch: None,
            shown_location: Location::UNKNOWN,
            escaped: false,
        }
    }

    /// A sink that keeps its text for [`Self::take_text`].
    pub fn captured() -> Diagnostics {
        let mut sink = Diagnostics::new(DiagnosticOptions::default(), Warnings::default());
        sink.output = Output::Buffer;
        sink
    }

    /// Keeps diagnostics as values from now on instead of showing them.
    pub fn collect_in(&mut self, collector: Collector) {
        self.output = Output::Values(collector);
    }

    /// What a captured sink has gathered since the last call.
    pub fn take_text(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.text)).into_owned()
    }

    /// Names the function that what follows is about; `None` outside of functions.
    pub fn set_function(&mut self, name: Option<&str>) {
        self.function = name.map(str::to_string);
    }

    /// Number of errors, including fatal ones, `sorry`s and warnings made errors.
    pub fn error_count(&self) -> u32 {
        self.errors
    }

    /// Number of warnings that stayed warnings.
    pub fn warning_count(&self) -> u32 {
        self.warning_count
    }

    /// Whether the compilation is to stop at once.
    pub fn is_fatal(&self) -> bool {
        self.fatal
    }

    /// An error.
    pub fn error(&mut self, at: impl Into<RichLocation>, text: impl AsRef<str>) {
        self.report(Kind::Error, "", &at.into(), text.as_ref());
    }

    /// A warning that `-Wname` controls; `name` may be empty. Returns whether it was shown, so that
    /// notes can follow.
    pub fn warning(
        &mut self,
        name: &str,
        at: impl Into<RichLocation>,
        text: impl AsRef<str>,
    ) -> bool {
        self.warn(name, at.into(), text.as_ref(), false)
    }

    /// What the standard requires a diagnostic for: a warning, or an error under
    /// `-pedantic-errors`. Returns whether it was shown.
    pub fn pedwarn(
        &mut self,
        name: &str,
        at: impl Into<RichLocation>,
        text: impl AsRef<str>,
    ) -> bool {
        self.warn(name, at.into(), text.as_ref(), self.warnings.pedantic_errors())
    }

    /// A note on the diagnostic before.
    pub fn note(&mut self, at: impl Into<RichLocation>, text: impl AsRef<str>) {
        if !self.warnings.inhibited() || self.errors > 0 {
            self.report(Kind::Note, "", &at.into(), text.as_ref());
        }
    }

    /// Something that is valid but not supported.
    pub fn sorry(&mut self, at: impl Into<RichLocation>, text: impl AsRef<str>) {
        self.report(Kind::Sorry, "", &at.into(), text.as_ref());
    }

    /// An error after which nothing is compiled.
    pub fn fatal(&mut self, at: impl Into<RichLocation>, text: impl AsRef<str>) {
        self.report(Kind::Fatal, "", &at.into(), text.as_ref());
    }

    fn warn(&mut self, name: &str, at: RichLocation, text: &str, as_error: bool) -> bool {
        if !self.warnings.system_headers() && self.sources.in_system_header(at.location) {
            return false;
        }
        let kind = match self.warnings.treatment(name, at.location, &self.sources) {
            Treatment::Ignored => return false,
            Treatment::Warning if !as_error => Kind::Warning,
            Treatment::Warning => Kind::Error,
            Treatment::Error => {
                self.promoted += 1;
                return self.report(Kind::Error, &format!("error={name}"), &at, text);
            }
        };
        self.report(kind, name, &at, text)
    }

    /// Shows a diagnostic. `option` is what stands in `[-W…]`, or empty.
    fn report(&mut self, kind: Kind, option: &str, at: &RichLocation, text: &str) -> bool {
        if self.fatal {
            return false;
        }
        if self.too_many_errors(kind) {
            return false;
        }
        self.collect(kind, option, at, text);
        self.inclusion_chain(at.location);
        self.function_header(at.location);
        self.headline(kind, option, at, text);
        self.source_lines(kind, at);
        if kind != Kind::Note {
            self.macro_trace(at.location);
        }
        self.count(kind);
        self.flush();
        true
    }

    /// Puts a diagnostic to the values that are kept.
    fn collect(&self, kind: Kind, option: &str, at: &RichLocation, text: &str) {
        let Output::Values(collector) = &self.output else { return };
        let position = self.sources.spelling_position(at.location);
        let place = (!position.file.is_empty()).then(|| Place {
            file: position.file.to_string(),
            line: position.line,
            column: match at.extent {
                Extent::Line => 0,
                _ if position.column == 0 => 0,
                _ => self.display_column(at.location, position.column),
            },
        });
        collector.add(Diagnostic {
            kind,
            option: option.to_string(),
            place,
            text: text.to_string(),
            function: self.function.clone(),
            notes: Vec::new(),
        });
    }

    fn too_many_errors(&mut self, kind: Kind) -> bool {
        let limit = self.options.max_errors;
        if kind == Kind::Note || limit == 0 || self.errors < limit {
            return false;
        }
        self.terminate(&format!(" due to -fmax-errors={limit}"));
        true
    }

    fn count(&mut self, kind: Kind) {
        match kind {
            Kind::Note => {}
            Kind::Warning => self.warning_count += 1,
            Kind::Fatal => {
                self.errors += 1;
                self.terminate("");
            }
            Kind::Error | Kind::Sorry | Kind::Ice => {
                self.errors += 1;
                if self.options.fatal_errors {
                    self.terminate(" due to -Wfatal-errors");
                }
            }
        }
    }

    fn terminate(&mut self, reason: &str) {
        self.text.extend(format!("compilation terminated{reason}.\n").bytes());
        self.fatal = true;
        self.flush();
    }

    /// Says at the end of a translation unit that warnings counted as errors.
    pub fn finish(&mut self) {
        if self.promoted > 0 {
            let which = if self.warnings.all_as_errors() { "all" } else { "some" };
            let program = self.bold(&format!("{}:", self.options.program));
            let text = format!("{program} {which} warnings being treated as errors\n");
            self.text.extend(text.bytes());
            self.promoted = 0;
            self.flush();
        }
    }

    fn flush(&mut self) {
        if matches!(self.output, Output::Stderr) {
            // There is no one left to tell if this fails.
            let _ = std::io::stderr().lock().write_all(&self.text);
        }
        if !matches!(self.output, Output::Buffer) {
            self.text.clear();
        }
    }

    fn paint(&self, color: &str, text: &str) -> String {
        if self.options.color && !text.is_empty() {
            format!("\x1b[{color}m\x1b[K{text}\x1b[m\x1b[K")
        } else {
            text.to_string()
        }
    }

    fn bold(&self, text: &str) -> String {
        self.paint("01", text)
    }

    /// Puts the quotes of a message as the locale and colours have them.
    fn quoted(&self, text: &str) -> String {
        let (open, close) = if self.options.utf8 { ("‘", "’") } else { ("'", "'") };
        let mut result = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('‘') {
            let (inner, after) = after.split_once('’').unwrap_or((after, ""));
            result.push_str(before);
            result.push_str(open);
            result.push_str(&self.bold(inner));
            result.push_str(close);
            rest = after;
        }
        result.push_str(&rest.replace('’', close));
        result
    }

    fn inclusion_chain(&mut self, location: Location) {
        if location.is_unknown() {
            return;
        }
        let stretch = self.sources.stretch(location);
        if self.shown_stretch.replace(stretch) == Some(stretch) {
            return;
        }
        let mut place = self.sources.included_from(self.sources.spelling_point(location));
        let mut lead = "In file included from ";
        let mut lines = Vec::new();
        while let Some(at) = place.filter(|_| lines.len() < MOST_INCLUSIONS) {
            let position = self.sources.position(at);
            let shown = self.bold(&format!("{}:{}", position.file, position.line));
            lines.push(format!("{lead}{shown}"));
            lead = "                 from ";
            place = self.sources.included_from(at);
        }
        if !lines.is_empty() {
            self.text.extend(format!("{}:\n", lines.join(",\n")).bytes());
        }
    }

    fn function_header(&mut self, location: Location) {
        if self.shown_function == self.function {
            return;
        }
        self.shown_function.clone_from(&self.function);
        let file = self.sources.spelling_position(location).file;
        let file = if file.is_empty() { &self.options.program } else { file };
        let lead = self.bold(&format!("{file}:"));
        let what = match &self.function {
            Some(name) => self.quoted(&format!("In function ‘{name}’:")),
            None => "At top level:".to_string(),
        };
        self.text.extend(format!("{lead} {what}\n").bytes());
    }

    /// The prefix `file:line:col:` of a location.
    fn prefix(&self, at: &RichLocation) -> String {
        let location = at.location;
        let show_column = self.options.show_column && at.extent != Extent::Line;
        let position = self.sources.spelling_position(location);
        let text = if position.file.is_empty() {
            format!("{}:", self.options.program)
        } else if position.line == 0 {
            format!("{}:", position.file)
        } else if !show_column || position.column == 0 {
            format!("{}:{}:", position.file, position.line)
        } else {
            let column = self.display_column(location, position.column);
            format!("{}:{}:{column}:", position.file, position.line)
        };
        self.bold(&text)
    }

    fn headline(&mut self, kind: Kind, option: &str, at: &RichLocation, text: &str) {
        let mut line = self.prefix(at);
        line.push(' ');
        line.push_str(&self.paint(kind.color(), kind.text()));
        line.push_str(&self.quoted(text));
        if self.options.show_option && !option.is_empty() && option != "error=" {
            let option = self.paint(kind.color(), &format!("-W{option}"));
            line.push_str(&format!(" [{option}]"));
        } else if option == "error=" {
            line.push_str(&format!(" [{}]", self.paint(kind.color(), "-Werror")));
        }
        line.push('\n');
        self.text.extend(line.bytes());
    }

    /// Says through which macros a diagnosed token came about.
    fn macro_trace(&mut self, location: Location) {
        let mut steps = Vec::new();
        let mut place = self.sources.caret(location);
        while let Some(step) = self.sources.expansion(place) {
            let name = step.name.to_string();
            let definition = self.sources.definition_point(step.definition);
            let expansion = self.sources.definition_point(step.expansion);
            steps.push((name, definition, expansion));
            let spelling = self.sources.caret(step.spelling);
            place =
                if spelling.is_virtual() { spelling } else { self.sources.caret(step.expansion) };
        }
        let shown_line = self.sources.spelling_position(location).line;
        for (index, (name, definition, expansion)) in steps.into_iter().enumerate() {
            let position = self.sources.spelling_position(definition);
            if position.system_header || position.line == 0 {
                continue;
            }
            if index == 0 && position.line != shown_line {
                self.note(definition, format!("in definition of macro ‘{name}’"));
            } else {
                self.note(expansion, format!("in expansion of macro ‘{name}’"));
            }
        }
    }
}

#[cfg(test)]
mod tests;
