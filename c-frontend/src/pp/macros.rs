//! Macro definitions: `#define`, `#undef`, and what is kept of them.

use super::{Event, Preprocessor};
use crate::lex::{Token, TokenKind, flag};
use gimple::diagnostic::RichLocation;
use gimple::location::{Location, NameId};
use gimple::symbol::Symbol;

/// A definition; it stays, even when the name is defined anew or no longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(crate) struct MacroId(pub u32);

/// Macros that are computed when they are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    Line,
    File,
    BaseFile,
    FileName,
    IncludeLevel,
    Counter,
    Date,
    Time,
    Timestamp,
    Pragma,
    HasInclude,
    HasIncludeNext,
    HasAttribute,
    HasFunction,
}

#[derive(Clone, Debug)]
pub(crate) struct Macro {
    pub name: Symbol,
    pub name_id: Option<NameId>,
    pub loc: Location,
    pub params: Box<[Symbol]>,
    pub body: Box<[Token]>,
    pub function_like: bool,
    /// The last parameter takes all further arguments.
    pub variadic: bool,
    pub builtin: Option<Builtin>,
    /// Its context is on the stack.
    pub disabled: bool,
    /// It was expanded, or asked for.
    pub used: bool,
}

/// What an identifier is to the preprocessor.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Node {
    /// The macro's number plus one.
    pub definition: u32,
    /// `#pragma GCC poison`
    pub poisoned: bool,
    /// Its use is to be looked at: poisoned, or `__VA_ARGS__` or `__VA_OPT__`.
    pub diagnosed: bool,
}

impl Preprocessor<'_> {
    /// The macro that a name stands for.
    #[inline]
    pub(crate) fn macro_of(&self, name: Symbol) -> Option<MacroId> {
        let node = self.nodes.get(name.0 as usize)?;
        node.definition.checked_sub(1).map(MacroId)
    }

    /// The names that are macros, in the order in which they were first seen.
    pub(crate) fn macros(&self) -> impl Iterator<Item = Symbol> {
        let is_macro =
            |(index, node): (usize, &Node)| (node.definition > 0).then_some(Symbol(index as u32));
        self.nodes.iter().enumerate().filter_map(is_macro)
    }

    pub(super) fn node_mut(&mut self, name: Symbol) -> &mut Node {
        let index = name.0 as usize;
        if self.nodes.len() <= index {
            self.nodes.resize(index + 1 + index / 2, Node::default());
        }
        &mut self.nodes[index]
    }

    pub(super) fn set_macro(&mut self, name: Symbol, id: Option<MacroId>) {
        self.node_mut(name).definition = id.map_or(0, |id| id.0 + 1);
    }

    /// Reports a poisoned name, or a name that belongs in variadic macros.
    pub(super) fn diagnose_identifier(&mut self, token: &Token) {
        let name = Symbol(token.value);
        let text = self.shared.symbols.text(name).to_string();
        if self.nodes[name.0 as usize].poisoned {
            self.shared.diag.error(
                RichLocation::point(token.loc),
                format!("attempt to use poisoned \"{text}\""),
            );
        } else if name == self.names.va_args {
            let message = "__VA_ARGS__ can only appear in the expansion of a C99 variadic macro";
            self.shared.diag.pedwarn("", RichLocation::point(token.loc), message);
        } else if name == self.names.va_opt {
            let message = "__VA_OPT__ can only appear in the expansion of a C++20 variadic macro";
            self.shared.diag.pedwarn("", RichLocation::point(token.loc), message);
        }
    }

    /// The name after `#define`, `#undef`, `#ifdef`: an identifier that can be defined.
    pub(super) fn macro_name(&mut self, directive: &str, defining: bool) -> Option<Token> {
        let token = self.lex();
        let Some(name) = token.symbol() else {
            let text = if token.kind == TokenKind::Eof {
                format!("no macro name given in #{directive} directive")
            } else {
                "macro names must be identifiers".to_string()
            };
            self.error(text);
            return None;
        };
        if defining && name == self.names.defined {
            self.error("\"defined\" cannot be used as a macro name");
            return None;
        }
        if defining && (name == self.names.va_opt || name == self.names.has_include) {
            let text = self.shared.symbols.text(name);
            let text = format!("\"{text}\" cannot be used as a macro name");
            self.error(text);
            return None;
        }
        if self.nodes.get(name.0 as usize).is_some_and(|node| node.poisoned) {
            return None;
        }
        Some(token)
    }

    /// `#define`, after the word.
    pub(super) fn define(&mut self) {
        let Some(name) = self.macro_name("define", true) else { return };
        let symbol = Symbol(name.value);
        let Some(definition) = self.definition(symbol, name.loc) else { return };
        if let Some(old) = self.macro_of(symbol) {
            self.warn_of_unused(old);
        }
        if let Some(old) = self.macro_of(symbol)
            && self.redefinition_differs(old, &definition)
        {
            let text = format!("\"{}\" redefined", self.shared.symbols.text(symbol));
            let old = &self.macros[old.0 as usize];
            let (old_at, builtin) = (old.loc, old.builtin.is_some());
            let option = if builtin { "builtin-macro-redefined" } else { "" };
            let at = RichLocation::line(name.loc);
            if self.shared.diag.pedwarn(option, at, text) && !builtin {
                let text = "this is the location of the previous definition";
                self.shared.diag.note(RichLocation::line(old_at), text);
            }
        }
        let id = self.add_macro(definition);
        self.set_macro(symbol, Some(id));
        self.event(|_| Event::Define(symbol, id));
    }

    pub(super) fn add_macro(&mut self, definition: Macro) -> MacroId {
        self.macros.push(definition);
        MacroId(self.macros.len() as u32 - 1)
    }

    fn warn_builtin(&mut self, name: Symbol, at: Location, what: &str) {
        let builtin = self.macro_of(name).is_some_and(|id| {
            let old = &self.macros[id.0 as usize];
            old.builtin.is_some() && self.names.is_reserved(name)
        });
        if builtin {
            let text = format!("{what} \"{}\"", self.shared.symbols.text(name));
            let at = RichLocation::line(at);
            self.shared.diag.warning("builtin-macro-redefined", at, text);
        }
    }

    fn redefinition_differs(&self, old: MacroId, new: &Macro) -> bool {
        let old = &self.macros[old.0 as usize];
        if old.builtin.is_some() {
            return true;
        }
        let same_token = |(index, (a, b)): (usize, (&Token, &Token))| {
            let flags = flag::PASTE | flag::STRINGIFY | flag::DIGRAPH;
            let space = (a.flags ^ b.flags) & flag::SPACE == 0 || index == 0;
            let same_text = || self.text_of(a) == self.text_of(b);
            a.kind == b.kind
                && space
                && (a.flags ^ b.flags) & flags == 0
                && if a.kind.is_literal() { same_text() } else { a.value == b.value }
        };
        old.function_like != new.function_like
            || old.variadic != new.variadic
            || old.params != new.params
            || old.body.len() != new.body.len()
            || !old.body.iter().zip(&*new.body).enumerate().all(same_token)
    }

    /// Parameters and body of a macro, after its name.
    fn definition(&mut self, name: Symbol, loc: Location) -> Option<Macro> {
        let mut definition = Macro {
            name,
            name_id: None,
            loc,
            params: Box::default(),
            body: Box::default(),
            function_like: false,
            variadic: false,
            builtin: None,
            disabled: false,
            used: false,
        };
        let mut first = self.lex_body();
        let mut named_variadic = false;
        if first.kind == TokenKind::LeftParen && !first.has(flag::SPACE) {
            definition.function_like = true;
            named_variadic = self.parameters(&mut definition)?;
            // The body's first token may be `__VA_ARGS__` already.
            self.mark_va_args(!definition.variadic || named_variadic, !definition.variadic);
            first = self.lex_body();
        } else if first.kind != TokenKind::Eof && !first.has(flag::SPACE) {
            self.missing_space(&first);
        }
        let va_args = definition.variadic && !named_variadic;
        self.mark_va_args(!va_args, !definition.variadic);
        let body = self.body(&definition, first);
        self.mark_va_args(true, true);
        definition.body = body?.into_boxed_slice();
        Some(definition)
    }

    /// Says whether uses of `__VA_ARGS__` and `__VA_OPT__` are reported.
    fn mark_va_args(&mut self, args: bool, opt: bool) {
        let (va_args, va_opt) = (self.names.va_args, self.names.va_opt);
        self.node_mut(va_args).diagnosed = args;
        self.node_mut(va_opt).diagnosed = opt;
    }

    /// A token of a definition; comments kept by `-C` count as white space.
    fn lex_body(&mut self) -> Token {
        // Mistakes in the body are reported at the token before it.
        let last = self.last;
        let mut space = 0;
        loop {
            let mut token = self.lex();
            self.last = last;
            if token.kind == TokenKind::Comment {
                space = flag::SPACE;
                continue;
            }
            token.flags |= space;
            return token;
        }
    }

    fn missing_space(&mut self, first: &Token) {
        let at = self.last;
        let basic = !matches!(first.kind, TokenKind::Other);
        if self.options.standard.year >= 1999 {
            let text = "ISO C99 requires whitespace after the macro name";
            self.shared.diag.pedwarn("", at, text);
        } else if basic {
            self.shared.diag.warning("", at, "missing whitespace after the macro name");
        }
    }

    /// The parameter list, after the `(`. Returns whether the variadic parameter has a name.
    fn parameters(&mut self, definition: &mut Macro) -> Option<bool> {
        let mut params: Vec<Symbol> = Vec::new();
        let mut named = false;
        let mut after_name = false;
        let mut trailing_comma = false;
        let mut seen = rustc_hash::FxHashSet::default();
        loop {
            let token = self.lex_param();
            match token.kind {
                TokenKind::Identifier if !after_name => {
                    let name = Symbol(token.value);
                    if !seen.insert(name) {
                        let text = self.shared.symbols.text(name);
                        let text = format!("duplicate macro parameter \"{text}\"");
                        self.error(text);
                        return None;
                    }
                    params.push(name);
                    (after_name, trailing_comma) = (true, false);
                }
                TokenKind::Comma if after_name => (after_name, trailing_comma) = (false, true),
                TokenKind::RightParen if after_name || !trailing_comma => break,
                TokenKind::Ellipsis => {
                    definition.variadic = true;
                    named = after_name;
                    if !named {
                        params.push(self.names.va_args);
                    }
                    self.pedantic_variadic(named, token.loc);
                    let close = self.lex_param();
                    if close.kind != TokenKind::RightParen {
                        let text = "expected ')' after \"...\"";
                        self.error(text);
                        return None;
                    }
                    break;
                }
                _ => {
                    let text = self.parameter_mistake(&token, after_name);
                    self.error(text);
                    return None;
                }
            }
        }
        definition.params = params.into_boxed_slice();
        Some(named)
    }

    /// A token of a parameter list, where `__VA_ARGS__` is reported.
    fn lex_param(&mut self) -> Token {
        self.mark_va_args(true, true);
        let token = self.lex_body();
        self.last = token.loc;
        token
    }

    fn parameter_mistake(&self, token: &Token, after_name: bool) -> String {
        let spelled = self.text_of(token);
        match (token.kind, after_name) {
            (TokenKind::Eof, true) => "expected ')' before end of line".into(),
            (TokenKind::Eof, false) => "expected parameter name before end of line".into(),
            (_, true) => format!("expected ',' or ')', found \"{spelled}\""),
            (_, false) => format!("expected parameter name, found \"{spelled}\""),
        }
    }

    fn pedantic_variadic(&mut self, named: bool, at: Location) {
        if !self.shared.diag.warnings.pedantic() {
            return;
        }
        let at = RichLocation::point(at);
        if named {
            let text = "ISO C does not permit named variadic macros";
            self.shared.diag.pedwarn("variadic-macros", at, text);
        } else if self.options.standard.year < 1999 {
            let text = "anonymous variadic macros were introduced in C99";
            self.shared.diag.pedwarn("variadic-macros", at, text);
        }
    }

    /// The replacement list, whose first token is given.
    fn body(&mut self, definition: &Macro, first: Token) -> Option<Vec<Token>> {
        let mut body: Vec<Token> = Vec::new();
        let mut token = first;
        let mut vaopt = VaOpt::default();
        let params: rustc_hash::FxHashMap<Symbol, u32> = definition
            .params
            .iter()
            .enumerate()
            .map(|(index, &name)| (name, index as u32))
            .collect();
        while token.kind != TokenKind::Eof {
            if let Some(&index) = token.symbol().and_then(|name| params.get(&name)) {
                token = Token { kind: TokenKind::Parameter, value: index, ..token };
            }
            let is_va_opt = definition.variadic && token.is_symbol(self.names.va_opt);
            if let Some(text) = vaopt.track(&token, is_va_opt) {
                self.error(text);
                return None;
            }
            let stringified = token.kind == TokenKind::Parameter || is_va_opt;
            if let Some(hash) = body.last_mut()
                && hash.kind == TokenKind::Hash
                && definition.function_like
            {
                if !stringified {
                    let text = "'#' is not followed by a macro parameter";
                    self.error(text);
                    return None;
                }
                token.flags =
                    (token.flags & !flag::SPACE) | (hash.flags & flag::SPACE) | flag::STRINGIFY;
                *hash = token;
            } else if token.kind == TokenKind::HashHash {
                self.paste_operator(&mut body)?;
                token = self.lex_body();
                if token.kind == TokenKind::Eof {
                    let text = "'##' cannot appear at either end of a macro expansion";
                    self.error(text);
                    return None;
                }
                continue;
            } else {
                body.push(token);
            }
            token = self.lex_body();
        }
        self.check_body_end(definition, &mut body, &vaopt)?;
        Some(body)
    }

    fn paste_operator(&mut self, body: &mut [Token]) -> Option<()> {
        let Some(last) = body.last_mut() else {
            let text = "'##' cannot appear at either end of a macro expansion";
            self.error(text);
            return None;
        };
        last.flags |= flag::PASTE;
        Some(())
    }

    fn check_body_end(
        &mut self,
        definition: &Macro,
        body: &mut [Token],
        vaopt: &VaOpt,
    ) -> Option<()> {
        if let Some(last) = body.last()
            && last.kind == TokenKind::Hash
            && definition.function_like
        {
            let text = "'#' is not followed by a macro parameter";
            self.error(text);
            return None;
        }
        if vaopt.open() {
            self.error("unterminated __VA_OPT__");
            return None;
        }
        if let Some(first) = body.first_mut() {
            // White space before the body is no part of it.
            first.flags &= !flag::SPACE;
        }
        for token in body {
            token.flags &= !(flag::LINE_START | flag::NO_EXPAND);
        }
        Some(())
    }

    /// `#undef`, after the word.
    pub(super) fn undef(&mut self) {
        let Some(name) = self.macro_name("undef", true) else { return };
        let symbol = Symbol(name.value);
        self.event(|_| Event::Undef(symbol, name.loc));
        if let Some(old) = self.macro_of(symbol) {
            self.warn_of_unused(old);
            self.warn_builtin(symbol, name.loc, "undefining");
            self.set_macro(symbol, None);
        }
        self.check_end("undef");
    }
}

/// Follows `__VA_OPT__ ( … )` through a macro's body.
#[derive(Default)]
struct VaOpt {
    expecting: bool,
    depth: u32,
}

impl VaOpt {
    fn open(&self) -> bool {
        self.expecting || self.depth > 0
    }

    /// Returns what is wrong with the token here.
    fn track(&mut self, token: &Token, is_va_opt: bool) -> Option<&'static str> {
        if self.expecting {
            self.expecting = false;
            if token.kind != TokenKind::LeftParen {
                return Some("__VA_OPT__ must be followed by an open parenthesis");
            }
            self.depth = 1;
        } else if is_va_opt {
            if self.depth > 0 {
                return Some("__VA_OPT__ may not appear in a __VA_OPT__");
            }
            self.expecting = true;
        } else if self.depth > 0 {
            match token.kind {
                TokenKind::LeftParen => self.depth += 1,
                TokenKind::RightParen => self.depth -= 1,
                _ => {}
            }
        }
        None
    }
}
