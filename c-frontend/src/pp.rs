//! The preprocessor: translation phases 1 to 4, token by token.
//!
//! The parser pulls tokens with [`Preprocessor::next_token`]; `-E` pulls the same tokens through
//! `output`. Tokens come from a stack of files (`Buffer`) and, above it, a stack of macro
//! `contexts`: the body of the macro being expanded, its arguments, what `##` made. A
//! macro is disabled while its context is on the stack; its name met there loses the right to be
//! expanded for good (C17 6.10.3.4), as in the algorithm of Dave Prosser's that cpplib follows too.
//!
//! No recursion here depends on the input's depth, except for macro calls nested in macro
//! arguments, which has a limit; so have the depth of inclusions and the number of tokens that
//! macros make.

mod assertion;
mod builtin;
mod conditional;
mod dependencies;
mod directive;
mod expand;
mod expression;
mod files;
mod macros;
mod options;
mod output;
mod pragma;

pub use builtin::optimization_macros;
pub use dependencies::{DependencyOptions, DependencyTarget};
pub use files::SearchDir;
pub use options::{DumpMacros, MacroOption, PpOptions};
pub use output::preprocess_to;

use crate::lex::lexer::{LexOptions, Lexer, Shared};
use crate::lex::{Literals, Spelling, Token, TokenKind, flag};
use conditional::Conditional;
use expand::Context;
use files::Files;
use gimple::diagnostic::{Diagnostics, RichLocation};
use gimple::location::{HeaderKind, Location};
use gimple::macro_log::MacroEvent;
use gimple::symbol::{Interner, Symbol};
use macros::{Macro, MacroId, Node};
use std::sync::Arc;

/// A file that is being read.
pub(crate) struct Buffer {
    lexer: Lexer,
    /// The conditionals that are open in this file.
    conditionals: Vec<Conditional>,
    guard: conditional::Guard,
    /// The file in the table of files; none for built-in text.
    file: Option<usize>,
    /// The directory of the file, where `"…"` is looked for first.
    directory: String,
    /// Where in the search path it was found, for `#include_next`.
    found_in: Option<usize>,
    kind: HeaderKind,
}

/// Something that `-E` shows besides tokens; kept until the token after it is asked for.
pub(crate) enum Event {
    /// A file is entered (its name, start, kind of header).
    Enter(Location),
    /// The includer is returned to.
    Leave(Location),
    /// A `#line` or linemarker took effect.
    Rename(Location),
    /// The next token begins a line.
    Line(Location),
    /// `#define` and `#undef`, for `-dD`.
    Define(Symbol, MacroId),
    Undef(Symbol, Location),
    /// A directive that is handed on as text.
    Directive(String, Location),
}

/// The state of preprocessing one translation unit.
pub struct Preprocessor<'a> {
    /// Diagnostics, identifiers, literals.
    pub shared: Shared<'a>,
    pub(crate) options: PpOptions,
    buffers: Vec<Buffer>,
    files: Files,
    contexts: Vec<Context>,
    /// Token vectors to be used again.
    pool: Vec<Vec<Token>>,
    macros: Vec<Macro>,
    nodes: Vec<Node>,
    names: builtin::Names,
    /// Tokens given back, the last one first.
    pending: Vec<Token>,
    /// What `-E` is to show before the token that is read next; none unless preprocessing only.
    events: Option<Vec<Event>>,
    /// The answers each predicate has been asserted with.
    assertions: rustc_hash::FxHashMap<Symbol, Vec<String>>,
    pushed_macros: rustc_hash::FxHashMap<Symbol, Vec<u32>>,
    counter: u32,
    /// Tokens made by macros so far.
    expanded: u64,
    /// The token that a file gave last: where most mistakes are reported.
    last: Location,
    /// Inclusions that nested too deep.
    too_deep: u32,
    /// Depth of macro calls within macro arguments.
    depth: u32,
    /// Greater than zero: macros are not expanded.
    prevent_expansion: u32,
    in_directive: bool,
    /// The first token of a line was read since the parser last got a token.
    line_begun: bool,
    /// What is no token of C is handed on.
    pub(crate) keeps_strays: bool,
    /// Macro arguments are collected, or an opening parenthesis is looked for.
    parsing_args: ParsingArgs,
    dependencies: dependencies::Dependencies,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ParsingArgs {
    No,
    LookingForParenthesis,
    Collecting,
}

/// What is said of a character that is no token of C.
pub(crate) fn stray_text(token: &Token, literals: &Literals) -> String {
    match (token.kind, char::from_u32(token.value)) {
        (TokenKind::Unterminated, _) => {
            let double = literals.bytes(token.value).contains(&b'"');
            format!("missing terminating {} character", if double { '"' } else { '\'' })
        }
        (_, Some(c)) if c.is_ascii_graphic() => format!("stray ‘{c}’ in program"),
        (_, Some(c)) => {
            let first = c.encode_utf8(&mut [0; 4]).as_bytes()[0];
            format!("stray ‘\\{first:o}’ in program")
        }
        (_, None) => format!("stray ‘\\{:o}’ in program", token.value & 0xff),
    }
}

/// How deep macro calls may be nested in macro arguments.
const MAX_CALL_DEPTH: u32 = 2_000;
/// How many tokens macros may make.
const MAX_EXPANDED: u64 = 1 << 25;
/// How many bytes a token made by `##` or `#` may have.
const MAX_SPELLING: usize = 1 << 20;
/// How many inclusions that nest too deep are reported.
const MOST_TOO_DEEP: u32 = 16;

impl<'a> Preprocessor<'a> {
    /// Begins a translation unit whose main file is `path`, `-` for the standard input. A file that
    /// cannot be read is reported, and the unit is empty then.
    pub fn new(
        diag: &'a mut Box<Diagnostics>,
        symbols: &'a mut Interner,
        mut options: PpOptions,
        path: &str,
    ) -> Preprocessor<'a> {
        files::without_duplicates(&mut options.quote_dirs);
        files::without_duplicates(&mut options.dirs);
        let text = files::read_main(path, options.input_charset);
        let mut pp = Preprocessor::unstarted(diag, symbols, options);
        match text {
            Ok(text) => pp.start(if path == "-" { "<stdin>" } else { path }, text),
            Err(error) => {
                let text = format!("{path}: {}", files::reason(&error));
                pp.shared.diag.fatal(Location::UNKNOWN, text);
            }
        }
        pp
    }

    /// Begins a translation unit whose main file is called `name` and has this text.
    pub fn from_text(
        diag: &'a mut Box<Diagnostics>,
        symbols: &'a mut Interner,
        options: PpOptions,
        name: &str,
        text: &[u8],
    ) -> Preprocessor<'a> {
        let mut pp = Preprocessor::unstarted(diag, symbols, options);
        pp.start(name, files::with_line_end(text.to_vec()));
        pp
    }

    fn unstarted(
        diag: &'a mut Box<Diagnostics>,
        symbols: &'a mut Interner,
        options: PpOptions,
    ) -> Preprocessor<'a> {
        let names = builtin::Names::new(symbols);
        let mut lex_options = LexOptions::new(options.standard);
        lex_options.trigraphs = options.trigraphs.unwrap_or(lex_options.trigraphs);
        lex_options.dollars = options.dollars && !options.assembler;
        lex_options.open_quotes = options.assembler;
        lex_options.check_comments = diag.warnings.enabled("comment");
        lex_options.keep_comments = options.keep_comments && options.preprocess_only;
        let events = options.preprocess_only.then(Vec::new);
        diag.sources.macro_log = (options.keep_macros && !options.preprocess_only).then(Vec::new);
        let shared = Shared {
            diag,
            symbols,
            literals: Literals::default(),
            options: lex_options,
            scratch: Vec::new(),
        };
        Preprocessor {
            shared,
            options,
            buffers: Vec::new(),
            files: Files::default(),
            contexts: Vec::new(),
            pool: Vec::new(),
            macros: Vec::new(),
            nodes: Vec::new(),
            names,
            pending: Vec::new(),
            events,
            assertions: rustc_hash::FxHashMap::default(),
            pushed_macros: rustc_hash::FxHashMap::default(),
            counter: 0,
            expanded: 0,
            last: Location::UNKNOWN,
            too_deep: 0,
            depth: 0,
            prevent_expansion: 0,
            in_directive: false,
            line_begun: false,
            keeps_strays: false,
            parsing_args: ParsingArgs::No,
            dependencies: dependencies::Dependencies::default(),
        }
    }

    /// Stacks the main file, the files of `-include` and the predefined macros, and reads the
    /// latter.
    fn start(&mut self, name: &str, text: Arc<[u8]>) {
        self.dependencies.main(name);
        self.files.main_name = name.to_string();
        let directory = files::directory_of(name).to_string();
        self.define_builtins();
        let builtin = builtin::predefined_text(&self.options);
        let command = self.options.command_line_text();
        let Some(main) = self.push_text(name, text, Location::UNKNOWN, HeaderKind::User) else {
            return;
        };
        self.buffers[main].directory = directory;
        let Some(main) = self.buffers.pop() else { return };
        self.read_quietly("<built-in>", builtin);
        self.predefine_assertions();
        self.read_quietly("<command-line>", command);
        if !self.read_includes() {
            self.event(|_| Event::Rename(main.lexer.here()));
        }
        // Tokens of `-include` files come before those of the main file.
        self.buffers.insert(0, main);
    }

    /// Reads text that holds directives only.
    fn read_quietly(&mut self, name: &str, text: String) {
        let text = files::with_line_end(text.into_bytes());
        if self.push_text(name, text, Location::UNKNOWN, HeaderKind::User).is_none() {
            return;
        }
        let here = self.buffers.last().map(|buffer| buffer.lexer.here()).unwrap_or_default();
        self.event(|_| Event::Rename(here));
        while !self.buffers.is_empty() {
            self.lex();
        }
    }

    /// The next token for the parser. After the last one, and after a fatal error, it is `Eof`
    /// for ever.
    ///
    /// Tokens that begin a line are flagged so, those a macro at the beginning of a line expanded to as well. What is no
    /// token of C is reported and left out unless it is asked for.
    pub fn next_token(&mut self) -> Token {
        loop {
            let mut token = self.get();
            match token.kind {
                TokenKind::Padding | TokenKind::Comment => {}
                TokenKind::Other | TokenKind::Unterminated if self.keeps_strays => return token,
                TokenKind::Other | TokenKind::Unterminated => {
                    let text = stray_text(&token, &self.shared.literals);
                    self.shared.diag.error(RichLocation::escaped(token.loc), text);
                }
                TokenKind::Eof => {
                    return Token::new(TokenKind::Eof, token.loc);
                }
                _ => {
                    token.flags &= !flag::LINE_START;
                    if std::mem::take(&mut self.line_begun) {
                        token.flags |= flag::LINE_START;
                    }
                    return token;
                }
            }
            if self.shared.diag.is_fatal() {
                return Token::new(TokenKind::Eof, token.loc);
            }
        }
    }

    /// The bytes of a token as it is spelled.
    pub fn spelling(&self, token: &Token) -> Spelling<'_> {
        token.spelling(self.shared.symbols, &self.shared.literals)
    }

    /// The spelling of a number, character constant or string literal.
    pub fn literal(&self, token: &Token) -> &[u8] {
        if token.kind.is_literal() { self.shared.literals.bytes(token.value) } else { &[] }
    }

    fn text_of(&self, token: &Token) -> String {
        let mut bytes = Vec::new();
        self.spelling(token).append_to(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn event(&mut self, make: impl FnOnce(&Self) -> Event) {
        let kept = self.shared.diag.sources.macro_log.is_some();
        if self.events.is_none() && !kept {
            return;
        }
        let event = make(self);
        if let Some(step) = self.macro_event(&event)
            && let Some(log) = &mut self.shared.diag.sources.macro_log
        {
            log.push(step);
        }
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    /// What debuggers are told of an event.
    fn macro_event(&self, event: &Event) -> Option<MacroEvent> {
        Some(match *event {
            Event::Enter(at) => MacroEvent::Enter(at),
            Event::Leave(_) => MacroEvent::Leave,
            Event::Define(_, id) => {
                MacroEvent::Define(self.macros[id.0 as usize].loc, self.definition_text(id))
            }
            Event::Undef(name, at) => {
                MacroEvent::Undef(at, self.shared.symbols.text(name).to_string())
            }
            Event::Rename(_) | Event::Line(_) | Event::Directive(..) => return None,
        })
    }

    /// The next token after macro expansion, with padding.
    pub(crate) fn get(&mut self) -> Token {
        loop {
            let mut token = match self.next_in_context() {
                Some(token) => token,
                None => self.lex(),
            };
            if token.kind != TokenKind::Identifier {
                return token;
            }
            let Some(id) = self.macro_of(Symbol(token.value)) else { return token };
            if token.has(flag::NO_EXPAND) || self.options.preprocessed {
                return token;
            }
            if self.macros[id.0 as usize].disabled {
                token.flags |= flag::NO_EXPAND;
                return token;
            }
            if self.prevent_expansion > 0 {
                return token;
            }
            if !self.enter_macro(token, id) {
                return token;
            }
            if !self.in_directive {
                return padding(token.flags & flag::SPACE, true, token.loc);
            }
        }
    }

    /// The next token of the files: directives are carried out, macros not expanded.
    pub(crate) fn lex(&mut self) -> Token {
        loop {
            if self.shared.diag.is_fatal() {
                self.abandon();
            }
            let mut token = match self.pending.pop() {
                Some(token) => token,
                None => {
                    let Some(buffer) = self.buffers.last_mut() else {
                        return Token::new(TokenKind::Eof, self.end_location());
                    };
                    buffer.lexer.next(&mut self.shared)
                }
            };
            self.last = token.loc;
            if token.kind == TokenKind::Eof {
                if self.in_directive {
                    return token;
                }
                if !self.leave_file() {
                    return Token::new(TokenKind::Eof, self.end_location());
                }
                continue;
            }
            if self.in_directive {
                return self.checked(token);
            }
            if token.has(flag::LINE_START) {
                if token.kind == TokenKind::Hash
                    && self.parsing_args != ParsingArgs::LookingForParenthesis
                {
                    match self.directive(token) {
                        Some(token) => return token,
                        None => continue,
                    }
                }
                if self.parsing_args == ParsingArgs::Collecting {
                    token.flags |= flag::SPACE;
                } else if self.parsing_args == ParsingArgs::No {
                    self.line_begun = true;
                    self.event(|_| Event::Line(token.loc));
                }
            }
            if let Some(buffer) = self.buffers.last_mut() {
                buffer.guard.saw_token();
            }
            return self.checked(token);
        }
    }

    /// Reports a mistake at the token that was read last.
    fn error(&mut self, text: impl AsRef<str>) {
        self.shared.diag.error(self.last, text);
    }

    /// Reports identifiers that may not be used here.
    #[inline]
    fn checked(&mut self, token: Token) -> Token {
        if token.kind == TokenKind::Identifier
            && self.nodes.get(token.value as usize).is_some_and(|node| node.diagnosed)
        {
            self.diagnose_identifier(&token);
        }
        token
    }

    /// Gives a token back that [`Self::lex`] returned.
    fn unlex(&mut self, token: Token) {
        self.pending.push(token);
    }

    /// Ends all reading after a fatal error.
    fn abandon(&mut self) {
        self.pending.clear();
        if let Some(buffer) = self.buffers.first_mut() {
            buffer.conditionals.clear();
            buffer.lexer.stop();
        }
        self.buffers.truncate(1);
    }

    fn end_location(&self) -> Location {
        self.files.end
    }
}

/// A token that says where white space was.
fn padding(space: u8, has_source: bool, loc: Location) -> Token {
    Token { kind: TokenKind::Padding, flags: space, loc, value: u32::from(has_source) }
}

#[cfg(test)]
mod tests;
mod unused;
