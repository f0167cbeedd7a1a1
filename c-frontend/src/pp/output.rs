//! The text of `-E`: tokens as the source had them, line markers, definitions.
//!
//! ```text
//! # 1 "x.c"
//! # 1 "x.h" 1
//! int x;
//! # 2 "x.c" 2
//! ```

use super::macros::MacroId;
use super::{DumpMacros, Event, PpOptions, Preprocessor};
use crate::lex::{Spelling, Token, TokenKind, flag};
use gimple::diagnostic::Diagnostics;
use gimple::location::{HeaderKind, Location};
use gimple::symbol::{Interner, Symbol};

/// Jumps over more lines than this are line markers, not empty lines.
const MOST_EMPTY_LINES: u32 = 8;

/// Preprocesses a file as `-E` does; returns the text, and the rule of `-M…`.
pub fn preprocess_to(
    diag: &mut Box<Diagnostics>,
    symbols: &mut Interner,
    mut options: PpOptions,
    path: &str,
) -> (Vec<u8>, String) {
    options.preprocess_only = true;
    let pp = Preprocessor::new(diag, symbols, options, path);
    print(pp)
}

/// Reads everything and prints it.
pub(super) fn print(pp: Preprocessor) -> (Vec<u8>, String) {
    let mut printer = Printer {
        markers: !pp.options.no_line_markers,
        adjusts: !pp.options.no_line_markers && !pp.options.assembler,
        dump: pp.options.dump_macros,
        pp,
        out: Vec::new(),
        line: 1,
        file: String::new(),
        printed: false,
        previous: None,
        source: None,
        system_token: false,
    };
    if !printer.pp.shared.diag.is_fatal() {
        printer.begin();
        printer.run();
    }
    if printer.dump == DumpMacros::Only {
        printer.out.clear();
        printer.all_macros();
    }
    let rule = printer.pp.dependency_rule();
    (printer.out, rule)
}

struct Printer<'a> {
    pp: Preprocessor<'a>,
    out: Vec<u8>,
    markers: bool,
    /// Tokens in the midst of a line that stand on another line of the source are put on theirs:
    /// not in assembly, where lines are statements.
    adjusts: bool,
    dump: DumpMacros,
    /// The line of the source that is printed now.
    line: u32,
    file: String,
    /// Something stands on the line already.
    printed: bool,
    previous: Option<Token>,
    /// The padding that says whether white space comes before the next token.
    source: Option<Token>,
    /// The last token was spelled in a system header.
    system_token: bool,
}

impl Printer<'_> {
    fn begin(&mut self) {
        let main = self.pp.files.main_name.clone();
        self.marker(0, &main, HeaderKind::User, "");
    }

    fn run(&mut self) {
        let mut after_padding = false;
        let mut in_pragma = false;
        loop {
            let token = self.pp.get();
            self.events();
            match token.kind {
                TokenKind::Padding => {
                    after_padding = true;
                    let weak = match self.source {
                        None => true,
                        Some(source) => !source.has(flag::SPACE) && token.value == 0,
                    };
                    if weak {
                        self.source = Some(token).filter(|token| token.value != 0);
                    }
                    continue;
                }
                TokenKind::Eof => break,
                TokenKind::Pragma => {
                    self.begin_pragma(&token);
                    in_pragma = true;
                    after_padding = false;
                    continue;
                }
                TokenKind::PragmaEnd => {
                    self.end_pragma(&token);
                    in_pragma = false;
                    continue;
                }
                _ => {}
            }
            if in_pragma {
                self.source = None;
                if token.has(flag::SPACE) || self.previous.is_none() {
                    self.out.push(b' ');
                }
                self.previous = Some(token);
            } else {
                let marked = self.space_before(&token, after_padding);
                self.source = None;
                self.previous = Some(token);
                if !marked {
                    self.mark_system_header(&token);
                }
            }
            after_padding = false;
            self.pp.spelling(&token).append_to(&mut self.out);
            if matches!(token.kind, TokenKind::Comment) || token.kind.is_string() {
                let lines = self.pp.literal(&token).iter().filter(|&&b| b == b'\n').count();
                self.line += lines as u32;
            }
            self.printed = true;
        }
        if self.printed {
            self.out.push(b'\n');
        }
    }

    /// One blank, if the source has white space here or the tokens would run into each other.
    /// Returns whether a line marker has been put there.
    fn space_before(&mut self, token: &Token, after_padding: bool) -> bool {
        if (after_padding || token.has(flag::SPACE)) && self.is_on_other_line(token) {
            let marked = self.line_change(token.loc);
            self.out.push(b' ');
            return marked;
        }
        let space = if after_padding {
            self.source.unwrap_or(*token).has(flag::SPACE)
                || self.previous.is_some_and(|previous| self.would_paste(&previous, token))
                || (self.previous.is_none() && token.kind == TokenKind::Hash)
        } else {
            token.has(flag::SPACE)
        };
        if space {
            self.out.push(b' ');
        }
        false
    }

    /// A line marker where tokens of a system header's macros begin or end.
    fn mark_system_header(&mut self, token: &Token) {
        let system = self.pp.shared.diag.sources.in_system_header(token.loc);
        let predefined = self.pp.shared.diag.sources.is_predefined(token.loc);
        if self.markers && system != self.system_token && !predefined {
            self.line_change(token.loc);
            self.system_token = system;
        }
    }

    /// Whether a token in the midst of a line comes from another line: out of macro arguments.
    fn is_on_other_line(&self, token: &Token) -> bool {
        self.adjusts && self.pp.shared.diag.sources.position(token.loc).line != self.line
    }

    /// Whether two tokens next to each other would be read as something else.
    fn would_paste(&self, left: &Token, right: &Token) -> bool {
        use TokenKind::*;
        let first = match right.kind {
            Identifier => b'a',
            Number => self.pp.literal(right).first().copied().unwrap_or(b'0'),
            kind if kind.is_literal() => b'"',
            _ => match self.pp.spelling(right) {
                Spelling::Text(text) => text.first().copied().unwrap_or(b' '),
                Spelling::Char(c) => c as u8,
                Spelling::Byte(_) => b' ',
            },
        };
        let word = matches!(right.kind, Identifier | Number);
        match left.kind {
            Greater => matches!(first, b'>' | b'='),
            Less => matches!(first, b'<' | b'=' | b'%' | b':'),
            Plus => matches!(first, b'+' | b'='),
            Minus => matches!(first, b'-' | b'=' | b'>'),
            Slash => matches!(first, b'/' | b'*' | b'='),
            And => matches!(first, b'&' | b'='),
            Or => matches!(first, b'|' | b'='),
            Colon => matches!(first, b':' | b'>'),
            Percent => matches!(first, b'=' | b':' | b'>'),
            Equal | Not | Star | Xor | ShiftLeft | ShiftRight => first == b'=',
            Arrow => first == b'*',
            Dot => matches!(first, b'.' | b'%') || right.kind == Number,
            Hash => matches!(first, b'#' | b'%'),
            Identifier => word || right.kind.is_char() || right.kind.is_string(),
            Number => word || matches!(first, b'.' | b'+' | b'-') || right.kind.is_char(),
            Other => left.value == u32::from(b'\\') && right.kind == Identifier,
            _ => false,
        }
    }

    fn events(&mut self) {
        let Some(events) = &mut self.pp.events else { return };
        if events.is_empty() {
            return;
        }
        for event in std::mem::take(events) {
            match event {
                Event::Enter(at) => self.file_change(at, "1"),
                Event::Leave(at) => self.file_change(at, "2"),
                Event::Rename(at) => self.file_change(at, ""),
                Event::Line(at) => {
                    self.line_change(at);
                }
                Event::Define(name, id) => self.definition(name, id),
                Event::Undef(name, at) => self.undefinition(name, at),
                Event::Directive(text, at) => self.directive_text(&text, at),
            }
        }
    }

    fn file_change(&mut self, at: Location, flag: &str) {
        if flag == "1"
            && let Some(from) = self.pp.shared.diag.sources.included_from(at)
            && !self.file.starts_with('<')
        {
            self.go_to_line(from);
        }
        let line = self.line_of(at);
        let file = self.pp.shared.diag.sources.position(at).file.to_string();
        let kind = self.pp.shared.diag.sources.header_kind(at);
        self.marker(line, &file, kind, flag);
        self.previous = None;
        self.source = None;
    }

    fn end_line(&mut self) {
        if self.printed {
            self.out.push(b'\n');
            self.line += 1;
            self.printed = false;
        }
    }

    fn marker(&mut self, line: u32, file: &str, kind: HeaderKind, flag: &str) {
        self.end_line();
        self.file = file.to_string();
        self.line = line;
        if !self.markers {
            return;
        }
        let quoted = super::files::quoted(file);
        let mut text = format!("# {line} \"{quoted}\"");
        if !flag.is_empty() {
            text.push(' ');
            text.push_str(flag);
        }
        match kind {
            HeaderKind::User => {}
            HeaderKind::System => text.push_str(" 3"),
            HeaderKind::SystemExternC => text.push_str(" 3 4"),
        }
        text.push('\n');
        self.out.extend(text.bytes());
    }

    /// Gets to a line of the source, by empty lines or a line marker; returns whether by the latter.
    fn go_to_line(&mut self, at: Location) -> bool {
        self.end_line();
        let line = self.line_of(at);
        if self.markers && (line < self.line || line - self.line >= MOST_EMPTY_LINES) {
            let (file, kind) = (self.file.clone(), self.pp.shared.diag.sources.header_kind(at));
            self.marker(line, &file, kind, "");
            return true;
        }
        if self.markers {
            self.out.extend(std::iter::repeat_n(b'\n', (line - self.line) as usize));
        }
        self.line = line;
        false
    }

    /// The line of a place; built-in text has none.
    fn line_of(&self, at: Location) -> u32 {
        let position = self.pp.shared.diag.sources.position(at);
        let special = position.file.starts_with('<') && position.file != "<stdin>";
        if special { 0 } else { position.line }
    }

    /// A token begins a line: it is put in its column.
    fn line_change(&mut self, at: Location) -> bool {
        let marked = self.go_to_line(at);
        self.previous = None;
        self.source = None;
        let column = self.pp.shared.diag.sources.position(at).column;
        let spaces = column.saturating_sub(2).min(4096);
        self.out.extend(std::iter::repeat_n(b' ', spaces as usize));
        self.printed = true;
        marked
    }

    fn begin_pragma(&mut self, token: &Token) {
        self.go_to_line(token.loc);
        self.out.extend_from_slice(b"#pragma");
        self.printed = true;
        self.previous = None;
    }

    fn end_pragma(&mut self, token: &Token) {
        self.end_line();
        if !token.has(flag::LINE_START) {
            // It stood in the midst of a line, which goes on.
            self.go_to_line(token.loc);
        }
        self.previous = None;
        self.source = None;
    }

    fn directive_text(&mut self, text: &str, at: Location) {
        self.go_to_line(at);
        self.out.extend(text.bytes());
        self.out.push(b'\n');
        self.line += 1;
    }

    fn definition(&mut self, name: Symbol, id: MacroId) {
        let at = self.pp.macros[id.0 as usize].loc;
        let text = match self.dump {
            DumpMacros::Definitions => self.pp.definition_text(id),
            DumpMacros::Names => self.pp.shared.symbols.text(name).to_string(),
            _ => return,
        };
        self.go_to_line(at);
        self.out.extend(format!("#define {text}\n").bytes());
        self.line += 1;
    }

    fn undefinition(&mut self, name: Symbol, at: Location) {
        if matches!(self.dump, DumpMacros::Definitions | DumpMacros::Names) {
            let text = format!("#undef {}", self.pp.shared.symbols.text(name));
            self.directive_text(&text, at);
        }
    }

    /// `-dM`: all macros, in the order of their definition.
    fn all_macros(&mut self) {
        let mut ids: Vec<u32> =
            self.pp.nodes.iter().filter_map(|node| node.definition.checked_sub(1)).collect();
        ids.sort_unstable();
        for id in ids {
            if self.pp.macros[id as usize].builtin.is_none() {
                let text = self.pp.definition_text(MacroId(id));
                self.out.extend(format!("#define {text}\n").bytes());
            }
        }
    }
}

impl Preprocessor<'_> {
    /// A definition as `-dM` prints it.
    pub(super) fn definition_text(&self, id: MacroId) -> String {
        let definition = &self.macros[id.0 as usize];
        let name = |symbol: Symbol| self.shared.symbols.text(symbol);
        let mut text = Vec::from(name(definition.name));
        if definition.function_like {
            let mut params: Vec<String> =
                definition.params.iter().map(|&param| name(param).to_string()).collect();
            if definition.variadic
                && let Some(last) = params.last_mut()
            {
                *last = if *last == "__VA_ARGS__" { "...".into() } else { format!("{last}...") };
            }
            text.extend(format!("({})", params.join(",")).bytes());
        }
        text.push(b' ');
        for (index, token) in definition.body.iter().enumerate() {
            if token.has(flag::SPACE) && index > 0 {
                text.push(b' ');
            }
            if token.has(flag::STRINGIFY) {
                text.push(b'#');
            }
            if token.kind == TokenKind::Parameter {
                text.extend(name(definition.params[token.value as usize]).bytes());
            } else {
                self.spelling(token).append_to(&mut text);
            }
            if token.has(flag::PASTE) {
                text.extend_from_slice(b" ##");
            }
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}
