//! Macro expansion: contexts, arguments, `#` and `##`.
//!
//! A context is a run of tokens that is read before the file goes on. Where a context begins and
//! ends, and around arguments, padding tokens keep track of white space, for `-E` and for `#`.

use super::macros::{Macro, MacroId};
use super::{MAX_CALL_DEPTH, MAX_EXPANDED, MAX_SPELLING, ParsingArgs, Preprocessor, padding};
use crate::lex::lexer::Lexer;
use crate::lex::{Token, TokenKind, flag};
use gimple::diagnostic::RichLocation;
use gimple::location::Location;
use gimple::symbol::Symbol;

/// A run of tokens that is read before the file goes on.
pub(crate) struct Context {
    /// The macro that is disabled while the context lasts.
    owner: Option<MacroId>,
    tokens: Tokens,
    next: usize,
}

enum Tokens {
    /// The body of a macro; its tokens have consecutive virtual locations from this one on.
    Body(MacroId, Location),
    /// Tokens of its own, from the pool.
    Own(Vec<Token>),
    One(Token),
    /// An argument that is expanded on its own: after it is `Eof` for ever.
    Argument(Vec<Token>),
}

/// An argument of a macro call.
#[derive(Clone, Copy, Default)]
struct Argument {
    /// Where it is in the tokens of all arguments.
    start: usize,
    end: usize,
    /// Where its expansion is in the expanded tokens, if it has been expanded.
    expanded: Option<(usize, usize)>,
    /// It was left out, with the comma before it.
    omitted: bool,
}

/// The arguments of a macro call.
struct Arguments {
    tokens: Vec<Token>,
    expanded: Vec<Token>,
    list: Vec<Argument>,
}

impl Preprocessor<'_> {
    /// The next token of the innermost context; none if only files are left.
    pub(super) fn next_in_context(&mut self) -> Option<Token> {
        loop {
            let context = self.contexts.last_mut()?;
            let token = match &context.tokens {
                Tokens::Own(tokens) => tokens.get(context.next).copied(),
                Tokens::Body(id, base) => {
                    let body = &self.macros[id.0 as usize].body;
                    body.get(context.next)
                        .map(|&token| Token { loc: base.following(context.next as u32), ..token })
                }
                Tokens::One(token) => (context.next == 0).then_some(*token),
                Tokens::Argument(tokens) => match tokens.get(context.next) {
                    Some(&token) => Some(token),
                    None => return Some(Token::new(TokenKind::Eof, Location::UNKNOWN)),
                },
            };
            match token {
                Some(token) if token.has(flag::PASTE) => {
                    context.next += 1;
                    self.paste_all(token);
                }
                Some(token) => {
                    context.next += 1;
                    return Some(token);
                }
                None => {
                    self.pop_context();
                    if !self.in_directive {
                        return Some(padding(0, false, Location::UNKNOWN));
                    }
                }
            }
        }
    }

    fn pop_context(&mut self) {
        let Some(context) = self.contexts.pop() else { return };
        if let Some(id) = context.owner {
            self.macros[id.0 as usize].disabled = false;
        }
        if let Tokens::Own(tokens) | Tokens::Argument(tokens) = context.tokens {
            self.recycle(tokens);
        }
    }

    fn fresh_tokens(&mut self) -> Vec<Token> {
        self.pool.pop().unwrap_or_default()
    }

    fn recycle(&mut self, mut tokens: Vec<Token>) {
        if self.pool.len() < 32 {
            tokens.clear();
            self.pool.push(tokens);
        }
    }

    pub(super) fn push_one(&mut self, token: Token) {
        self.contexts.push(Context { owner: None, tokens: Tokens::One(token), next: 0 });
    }

    pub(super) fn push_tokens(&mut self, tokens: Vec<Token>) {
        self.contexts.push(Context { owner: None, tokens: Tokens::Own(tokens), next: 0 });
    }

    /// Gives a token back that [`Self::get`] returned, without its being expanded again.
    pub(super) fn unget(&mut self, token: Token) {
        match self.contexts.last_mut() {
            None => self.unlex(token),
            Some(context) if context.next > 0 => context.next -= 1,
            Some(_) => self.push_one(token),
        }
    }

    /// Counts tokens that a macro made; false if they are too many.
    fn count_expanded(&mut self, tokens: usize, at: Location) -> bool {
        self.expanded += tokens as u64 + 1;
        if self.expanded <= MAX_EXPANDED {
            return true;
        }
        if !self.shared.diag.is_fatal() {
            self.shared.diag.fatal(at, format!("macros made more than {MAX_EXPANDED} tokens"));
        }
        self.drop_contexts();
        false
    }

    /// Ends all expansion after a fatal error.
    pub(super) fn drop_contexts(&mut self) {
        while self.contexts.last().is_some_and(|top| !matches!(top.tokens, Tokens::Argument(_))) {
            self.pop_context();
        }
    }

    fn begin_virtual(&mut self, id: MacroId, at: Location) {
        let definition = &mut self.macros[id.0 as usize];
        let sources = &mut self.shared.diag.sources;
        let name = *definition
            .name_id
            .get_or_insert_with(|| sources.name_id(self.shared.symbols.text(definition.name)));
        sources.begin_expansion(name, at);
    }

    /// Expands the macro whose name has been read. False if it stays as it is: a function-like
    /// macro without arguments.
    pub(super) fn enter_macro(&mut self, name: Token, id: MacroId) -> bool {
        let definition = &self.macros[id.0 as usize];
        if let Some(builtin) = definition.builtin {
            return self.expand_builtin(builtin, &name);
        }
        if !definition.function_like {
            self.macros[id.0 as usize].used = true;
            self.push_body(id, name.loc);
            return true;
        }
        let Some(mut arguments) = self.call_arguments(&name, id) else { return false };
        self.macros[id.0 as usize].used = true;
        if self.macros[id.0 as usize].params.is_empty() {
            self.push_body(id, name.loc);
        } else {
            self.replace_arguments(&name, id, &mut arguments);
        }
        self.recycle(arguments.tokens);
        self.recycle(arguments.expanded);
        true
    }

    fn push_body(&mut self, id: MacroId, at: Location) {
        let length = self.macros[id.0 as usize].body.len();
        if !self.count_expanded(length, at) {
            return;
        }
        self.begin_virtual(id, at);
        let sources = &mut self.shared.diag.sources;
        let mut base = at;
        for (index, token) in self.macros[id.0 as usize].body.iter().enumerate() {
            let loc = sources.add_macro_token(token.loc, token.loc);
            if index == 0 {
                base = loc;
            }
        }
        self.macros[id.0 as usize].disabled = true;
        self.contexts.push(Context { owner: Some(id), tokens: Tokens::Body(id, base), next: 0 });
    }

    /// Reads the arguments of a function-like macro, if there are any.
    fn call_arguments(&mut self, name: &Token, id: MacroId) -> Option<Arguments> {
        let outer = self.parsing_args;
        self.prevent_expansion += 1;
        self.parsing_args = ParsingArgs::LookingForParenthesis;
        let mut space = None;
        let next = loop {
            let token = self.get();
            match token.kind {
                TokenKind::Padding => merge_padding(&mut space, token),
                TokenKind::Comment => {}
                _ => break token,
            }
        };
        let arguments = if next.kind == TokenKind::LeftParen {
            self.parsing_args = ParsingArgs::Collecting;
            self.collect(name, id)
        } else {
            // The name stands for itself; what was read is read again.
            if next.kind != TokenKind::Eof {
                self.unget(next);
            }
            if let Some(space) = space {
                self.push_one(space);
            }
            None
        };
        self.prevent_expansion -= 1;
        self.parsing_args = outer;
        arguments
    }

    fn collect(&mut self, name: &Token, id: MacroId) -> Option<Arguments> {
        let (params, variadic) = {
            let definition = &self.macros[id.0 as usize];
            (definition.params.len(), definition.variadic)
        };
        let mut arguments = Arguments {
            tokens: self.fresh_tokens(),
            expanded: self.fresh_tokens(),
            list: Vec::with_capacity(params),
        };
        let (mut start, mut depth, mut in_pragma) = (0, 0u32, false);
        loop {
            let token = self.get();
            match token.kind {
                TokenKind::Padding if arguments.tokens.len() == start => continue,
                TokenKind::Comment => continue,
                TokenKind::LeftParen => depth += 1,
                TokenKind::RightParen if depth == 0 => break,
                TokenKind::RightParen => depth -= 1,
                TokenKind::Comma
                    if depth == 0 && !(variadic && arguments.list.len() + 1 >= params) =>
                {
                    arguments.end_argument(&mut start);
                    continue;
                }
                TokenKind::Pragma => in_pragma = true,
                TokenKind::PragmaEnd if in_pragma => in_pragma = false,
                TokenKind::Eof | TokenKind::PragmaEnd => {
                    if token.kind == TokenKind::PragmaEnd {
                        self.unget(token);
                    }
                    let text = self.shared.symbols.text(self.macros[id.0 as usize].name);
                    let text = format!("unterminated argument list invoking macro \"{text}\"");
                    if token.kind == TokenKind::Eof && !self.in_directive {
                        self.last = self.files.end;
                    }
                    self.error(text);
                    return None;
                }
                _ => {}
            }
            arguments.tokens.push(token);
            if !self.count_argument_token(arguments.tokens.len(), name.loc) {
                return None;
            }
        }
        arguments.end_argument(&mut start);
        self.arguments_fit(id, &mut arguments).then_some(arguments)
    }

    fn count_argument_token(&mut self, tokens: usize, at: Location) -> bool {
        tokens as u64 <= MAX_EXPANDED || self.count_expanded(tokens, at)
    }

    /// Checks the number of arguments.
    fn arguments_fit(&mut self, id: MacroId, arguments: &mut Arguments) -> bool {
        let definition = &self.macros[id.0 as usize];
        let (params, variadic) = (definition.params.len(), definition.variadic);
        let list = &mut arguments.list;
        let single_empty = list.len() == 1 && list[0].start == list[0].end;
        if params == 0 && single_empty {
            list.clear();
        }
        let given = list.len();
        let strict = !self.options.standard.gnu;
        if given == params
            || (variadic && given + 1 == params)
            || (given < params && single_empty && params == 1)
        {
            if given < params && self.shared.diag.warnings.pedantic() && variadic {
                let text =
                    "ISO C99 requires at least one argument for the \"...\" in a variadic macro";
                self.shared.diag.pedwarn("", self.last, text);
            }
            let omitted = variadic && (given < params || (given == 1 && single_empty && !strict));
            list.resize(params, Argument::default());
            if omitted && let Some(last) = list.last_mut() {
                *last = Argument { omitted: true, ..Argument::default() };
            }
            return true;
        }
        let text = self.shared.symbols.text(definition.name);
        let text = if given < params {
            format!("macro \"{text}\" requires {params} arguments, but only {given} given")
        } else {
            format!("macro \"{text}\" passed {given} arguments, but takes just {params}")
        };
        let defined_at = definition.loc;
        let name = self.shared.symbols.text(definition.name);
        let note = format!("macro \"{name}\" defined here");
        self.error(text);
        self.shared.diag.note(RichLocation::line(defined_at), note);
        false
    }

    /// Puts the arguments into the body, and the result onto the contexts.
    fn replace_arguments(&mut self, name: &Token, id: MacroId, arguments: &mut Arguments) {
        self.expand_arguments(name, id, arguments);
        self.begin_virtual(id, name.loc);
        let mut result = self.fresh_tokens();
        let body = std::mem::take(&mut self.macros[id.0 as usize].body);
        let variadic = self.macros[id.0 as usize].variadic;
        let mut replacement = Replacement {
            pp: self,
            arguments,
            variadic,
            out: &mut result,
            at: name.loc,
            last_pasted: false,
        };
        let fits = replacement.run(&body);
        self.macros[id.0 as usize].body = body;
        if fits {
            self.macros[id.0 as usize].disabled = true;
            let tokens = Tokens::Own(result);
            self.contexts.push(Context { owner: Some(id), tokens, next: 0 });
        }
    }

    /// Expands the arguments that the body wants expanded.
    fn expand_arguments(&mut self, name: &Token, id: MacroId, arguments: &mut Arguments) {
        let body = &self.macros[id.0 as usize].body;
        let mut wanted = vec![false; arguments.list.len()];
        let mut pasted = false;
        let mut va_opt = false;
        for token in body {
            if token.kind == TokenKind::Parameter
                && !token.has(flag::STRINGIFY | flag::PASTE)
                && !pasted
            {
                wanted[token.value as usize] = true;
            }
            va_opt |= token.is_symbol(self.names.va_opt);
            pasted = token.has(flag::PASTE);
        }
        if va_opt && let Some(last) = wanted.last_mut() {
            *last = true;
        }
        for (index, wanted) in wanted.into_iter().enumerate() {
            if wanted {
                self.expand_argument(name, index, arguments);
            }
        }
    }

    fn expand_argument(&mut self, name: &Token, index: usize, arguments: &mut Arguments) {
        let Argument { start, end, .. } = arguments.list[index];
        let from = arguments.expanded.len();
        if self.is_plain(&arguments.tokens[start..end]) {
            arguments.expanded.extend_from_slice(&arguments.tokens[start..end]);
            arguments.list[index].expanded = Some((from, arguments.expanded.len()));
            return;
        }
        let deepest = crate::limits::depth(MAX_CALL_DEPTH);
        if self.depth >= deepest {
            let text = format!("macro calls nested more than {deepest} deep in arguments");
            self.shared.diag.fatal(name.loc, text);
            arguments.list[index].expanded = Some((from, from));
            return;
        }
        self.depth += 1;
        let (prevented, parsing) = (self.prevent_expansion, self.parsing_args);
        self.prevent_expansion = 0;
        self.parsing_args = ParsingArgs::No;
        let mut tokens = self.fresh_tokens();
        tokens.extend_from_slice(&arguments.tokens[start..end]);
        let tokens = Tokens::Argument(tokens);
        self.contexts.push(Context { owner: None, tokens, next: 0 });
        loop {
            let token = self.get();
            if token.kind == TokenKind::Eof {
                break;
            }
            arguments.expanded.push(token);
        }
        self.drop_contexts();
        self.pop_context();
        (self.prevent_expansion, self.parsing_args) = (prevented, parsing);
        self.depth -= 1;
        arguments.list[index].expanded = Some((from, arguments.expanded.len()));
    }

    /// Whether nothing in the tokens can be expanded.
    fn is_plain(&self, tokens: &[Token]) -> bool {
        tokens.iter().all(|token| {
            token.kind != TokenKind::Identifier || self.macro_of(Symbol(token.value)).is_none()
        })
    }

    /// Carries out `##` after `left`, and after what comes of it, and puts the result first.
    fn paste_all(&mut self, left: Token) {
        let mut left = left;
        let flags = left.flags & (flag::SPACE | flag::LINE_START);
        while left.has(flag::PASTE) {
            let Some(right) = self.paste_operand() else { break };
            match self.paste(&left, &right) {
                Some(token) => left = Token { flags: right.flags & flag::PASTE, ..token },
                None => {
                    self.unget(right);
                    break;
                }
            }
        }
        let kept = left.flags & (flag::NO_EXPAND | flag::DIGRAPH | flag::EXTENDED);
        let loc = left.loc;
        self.push_one(Token { flags: flags | kept, loc, ..left });
    }

    /// The token on the right of `##`, from the innermost context.
    fn paste_operand(&mut self) -> Option<Token> {
        loop {
            let context = self.contexts.last_mut()?;
            let index = context.next;
            let token = match &context.tokens {
                Tokens::Own(tokens) => *tokens.get(index)?,
                Tokens::Body(id, base) => {
                    let token = *self.macros[id.0 as usize].body.get(index)?;
                    Token { loc: base.following(index as u32), ..token }
                }
                Tokens::One(_) | Tokens::Argument(_) => return None,
            };
            context.next += 1;
            if token.kind != TokenKind::Padding {
                return Some(token);
            }
        }
    }

    fn paste(&mut self, left: &Token, right: &Token) -> Option<Token> {
        let mut text = std::mem::take(&mut self.shared.scratch);
        text.clear();
        self.spelling(left).append_to(&mut text);
        // `/` pasted to `/` or `*` begins no comment.
        if left.kind == TokenKind::Slash && right.kind != TokenKind::Equal {
            text.push(b' ');
        }
        let length = text.len();
        self.spelling(right).append_to(&mut text);
        if !self.fits(text.len(), left.loc) {
            return None;
        }
        let words = |kind| matches!(kind, TokenKind::Identifier | TokenKind::Number);
        if left.kind == TokenKind::Identifier
            && words(right.kind)
            && text[length..].iter().all(|&b| b.is_ascii_alphanumeric() || b == b'_')
            && let Ok(name) = std::str::from_utf8(&text)
        {
            let value = self.shared.symbols.intern(name).0;
            self.shared.scratch = text;
            return Some(Token { kind: TokenKind::Identifier, flags: 0, loc: left.loc, value });
        }
        let mut lexer = Lexer::of_bytes(text.clone(), left.loc, &self.shared);
        self.shared.scratch = text;
        let silent = lexer.is_one_token(&mut self.shared);
        if let Some(token) = silent {
            return Some(self.checked(Token { loc: left.loc, ..token }));
        }
        if self.options.assembler {
            return None;
        }
        let (a, b) = (self.text_of(left), self.text_of(right));
        let text = format!("pasting \"{a}\" and \"{b}\" does not give a valid preprocessing token");
        self.shared.diag.error(left.loc, text);
        None
    }

    /// Whether a spelling is not too long; that is fatal.
    fn fits(&mut self, length: usize, at: Location) -> bool {
        if length > MAX_SPELLING {
            let text = format!("a macro made a token of more than {MAX_SPELLING} bytes");
            self.shared.diag.fatal(at, text);
        }
        length <= MAX_SPELLING
    }

    /// The string literal that `#` makes of tokens.
    fn stringify(&mut self, tokens: &[Token], at: Location) -> Token {
        let mut text = vec![b'"'];
        let mut spelling = Vec::new();
        let mut source: Option<Token> = None;
        let mut backslashes = 0;
        for token in tokens {
            if token.kind == TokenKind::Padding {
                let weak = source.is_none_or(|s| !s.has(flag::SPACE) && token.value == 0);
                if weak {
                    source = Some(*token).filter(|token| token.value != 0);
                }
                continue;
            }
            if text.len() > 1 && source.unwrap_or(*token).has(flag::SPACE) {
                text.push(b' ');
            }
            source = None;
            spelling.clear();
            self.spelling(token).append_to(&mut spelling);
            if !self.fits(text.len() + spelling.len(), at) {
                break;
            }
            let quoted = token.kind.is_string() || token.kind.is_char();
            for &byte in &spelling {
                if (quoted && matches!(byte, b'\\' | b'"'))
                    || (byte == b'"' && token.kind.is_literal())
                {
                    text.push(b'\\');
                }
                if byte == b'\n' {
                    text.extend_from_slice(b"\\n");
                } else {
                    text.push(byte);
                }
            }
            let stray = token.kind == TokenKind::Other && token.value == u32::from(b'\\');
            backslashes = if stray { backslashes + 1 } else { 0 };
        }
        if backslashes % 2 == 1 {
            let message = "invalid string literal, ignoring final '\\'";
            self.shared.diag.warning("", RichLocation::point(at), message);
            text.pop();
        }
        text.push(b'"');
        let value = self.shared.literals.add(&text);
        Token { kind: TokenKind::String, flags: 0, loc: at, value }
    }
}

/// Of two paddings in a row, the one that says more about white space.
fn merge_padding(space: &mut Option<Token>, token: Token) {
    let replace = match space {
        None => true,
        Some(kept) => !kept.has(flag::SPACE) && token.value == 0,
    };
    if replace {
        *space = Some(token);
    }
}

impl Arguments {
    /// Ends the argument at hand, without white space at its end.
    fn end_argument(&mut self, start: &mut usize) {
        let mut end = self.tokens.len();
        while end > *start && self.tokens[end - 1].kind == TokenKind::Padding {
            end -= 1;
        }
        self.tokens.truncate(end);
        self.list.push(Argument { start: *start, end, expanded: None, omitted: false });
        *start = end;
    }
}

/// The making of a macro's replacement.
struct Replacement<'p, 'a, 'o> {
    pp: &'p mut Preprocessor<'a>,
    arguments: &'o Arguments,
    variadic: bool,
    out: &'o mut Vec<Token>,
    at: Location,
    /// `##` stands before the token at hand.
    last_pasted: bool,
}

impl Replacement<'_, '_, '_> {
    /// False if the result is too large.
    fn run(&mut self, body: &[Token]) -> bool {
        let mut index = 0;
        // The `__VA_OPT__` group at hand: its token, where its result begins, the depth of
        // parentheses, and whether `##` stands before it.
        let mut group: Option<(Token, usize, u32, bool)> = None;
        while let Some(&token) = body.get(index) {
            index += 1;
            if self.variadic && token.is_symbol(self.pp.names.va_opt) {
                if self.has_variadic_tokens() {
                    if !self.last_pasted && !token.has(flag::STRINGIFY) {
                        self.out.push(padding(token.flags & flag::SPACE, true, token.loc));
                    }
                    group = Some((token, self.out.len(), 0, self.last_pasted));
                    index += 1;
                    self.last_pasted = false;
                } else {
                    index = self.skip_group(&token, body, index);
                }
                continue;
            }
            if let Some((opening, start, depth, pasted)) = &mut group {
                if token.kind == TokenKind::RightParen && *depth == 0 {
                    let (opening, start, pasted) = (*opening, *start, *pasted);
                    group = None;
                    self.end_group(&opening, &token, start, pasted);
                    continue;
                }
                match token.kind {
                    TokenKind::LeftParen => *depth += 1,
                    TokenKind::RightParen => *depth -= 1,
                    _ => {}
                }
            }
            let fits = if token.kind == TokenKind::Parameter {
                self.parameter(&token, index == 1)
            } else {
                let loc = self.pp.shared.diag.sources.add_macro_token(token.loc, token.loc);
                self.out.push(Token { loc, ..token });
                self.pp.count_expanded(1, self.at)
            };
            if !fits {
                return false;
            }
            self.last_pasted = token.has(flag::PASTE);
        }
        true
    }

    /// The location of what `#` makes: as if spelled where the file was read last.
    fn stringified_at(&mut self, operand: &Token) -> Location {
        let last = self.pp.last;
        self.pp.shared.diag.sources.add_macro_token(last, operand.loc)
    }

    fn has_variadic_tokens(&self) -> bool {
        self.arguments.list.last().and_then(|last| last.expanded).is_some_and(|(start, end)| {
            self.arguments.expanded[start..end].iter().any(|t| t.kind != TokenKind::Padding)
        })
    }

    /// Leaves a group out; it is a placemarker then. Returns the index after it.
    fn skip_group(&mut self, opening: &Token, body: &[Token], mut index: usize) -> usize {
        let mut depth = 0u32;
        let mut flags = 0;
        while let Some(token) = body.get(index) {
            index += 1;
            match token.kind {
                TokenKind::LeftParen => depth += 1,
                TokenKind::RightParen => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                flags = token.flags;
                break;
            }
        }
        if opening.has(flag::STRINGIFY) {
            let loc = self.stringified_at(opening);
            let literal = self.pp.stringify(&[], loc);
            let kept = (opening.flags & flag::SPACE) | (flags & flag::PASTE);
            self.out.push(Token { flags: kept, ..literal });
        } else {
            if self.last_pasted && flags & flag::PASTE == 0 {
                self.unpaste();
            }
            self.out.push(padding(opening.flags & flag::SPACE, true, opening.loc));
        }
        self.last_pasted = flags & flag::PASTE != 0;
        index
    }

    fn end_group(&mut self, opening: &Token, closing: &Token, start: usize, pasted: bool) {
        if opening.has(flag::STRINGIFY) {
            let loc = self.stringified_at(opening);
            let literal = self.pp.stringify(&self.out[start..], loc);
            self.out.truncate(start);
            let flags = (opening.flags & flag::SPACE) | (closing.flags & flag::PASTE);
            self.out.push(Token { flags, ..literal });
        } else {
            let pastes = closing.has(flag::PASTE);
            let space = opening.flags & flag::SPACE;
            let is_token = |token: &Token| token.kind != TokenKind::Padding;
            let last = self.out[start..].iter().rposition(is_token);
            let first = self.out[start..].iter_mut().find(|token| is_token(token));
            match first {
                Some(first) if !pasted => first.flags = (first.flags & !flag::SPACE) | space,
                Some(_) => {}
                // A placemarker.
                None => {
                    if pasted && !pastes {
                        self.unpaste();
                    }
                    self.out.push(padding(space, true, opening.loc));
                }
            }
            if !pastes {
                self.out.push(padding(0, false, closing.loc));
            } else if let Some(last) = last {
                self.out.truncate(start + last + 1);
                self.out[start + last].flags |= flag::PASTE;
            }
        }
        self.last_pasted = closing.has(flag::PASTE);
    }

    /// Takes back the `##` after the last token: there is nothing on its right.
    fn unpaste(&mut self) {
        if let Some(last) = self.out.iter_mut().rev().find(|t| t.kind != TokenKind::Padding) {
            last.flags &= !flag::PASTE;
        }
    }

    /// A parameter of the body; `first` if nothing stands before it.
    fn parameter(&mut self, token: &Token, first: bool) -> bool {
        let index = token.value as usize;
        let argument = self.arguments.list[index];
        let raw = &self.arguments.tokens[argument.start..argument.end];
        let is_variadic = self.variadic && index + 1 == self.arguments.list.len();
        let directive = self.pp.in_directive;
        let source = padding(token.flags & flag::SPACE, true, token.loc);
        if token.has(flag::STRINGIFY) {
            let loc = self.stringified_at(token);
            let literal = self.pp.stringify(raw, loc);
            if !directive && !first && !self.last_pasted {
                self.out.push(source);
            }
            self.out.push(Token { flags: token.flags & flag::PASTE, ..literal });
            if !directive && !token.has(flag::PASTE) {
                self.out.push(padding(0, false, token.loc));
            }
            return self.pp.count_expanded(1, self.at);
        }
        let tokens = match argument.expanded {
            Some((start, end)) if !token.has(flag::PASTE) && !self.last_pasted => {
                &self.arguments.expanded[start..end]
            }
            _ => raw,
        };
        if !directive && !first && !self.last_pasted {
            self.out.push(source);
        }
        if !self.pp.count_expanded(tokens.len(), self.at) {
            return false;
        }
        if tokens.is_empty() || argument.omitted {
            self.nothing(token, is_variadic, argument.omitted);
        } else {
            self.copy(token, tokens, is_variadic);
        }
        if !directive && !token.has(flag::PASTE) {
            self.out.push(padding(0, false, token.loc));
        }
        true
    }

    /// An empty argument. Pasted to a comma, an omitted variadic one takes the comma with it.
    fn nothing(&mut self, token: &Token, is_variadic: bool, omitted: bool) {
        if !self.last_pasted {
            if token.has(flag::PASTE) {
                // A placemarker on the left of `##`: the right operand stands for itself.
                self.out.push(padding(0, false, token.loc));
            }
            return;
        }
        let comma = self.out.last().is_some_and(|last| last.kind == TokenKind::Comma);
        if is_variadic && comma && omitted {
            self.out.pop();
        } else if !token.has(flag::PASTE) {
            self.unpaste();
        }
    }

    fn copy(&mut self, token: &Token, tokens: &[Token], is_variadic: bool) {
        if self.last_pasted && is_variadic {
            // `, ## __VA_ARGS__` pastes nothing.
            if let Some(last) = self.out.last_mut().filter(|t| t.kind == TokenKind::Comma) {
                last.flags &= !flag::PASTE;
            }
        }
        let sources = &mut self.pp.shared.diag.sources;
        for &given in tokens {
            if given.kind == TokenKind::Padding {
                self.out.push(given);
                continue;
            }
            let loc = sources.add_macro_token(given.loc, token.loc);
            let flags = given.flags & !(flag::PASTE | flag::LINE_START);
            self.out.push(Token { flags, loc, ..given });
        }
        if token.has(flag::PASTE)
            && let Some(last) = self.out.last_mut()
        {
            last.flags |= flag::PASTE;
        }
    }
}

impl Macro {
    /// A macro that stands for one token, the value of a predefined macro.
    pub(super) fn constant(name: Symbol, value: Token) -> Macro {
        let computed = Macro::computed(name, super::macros::Builtin::Line);
        Macro { body: Box::new([value]), builtin: None, ..computed }
    }

    /// A macro that is computed.
    pub(super) fn computed(name: Symbol, builtin: super::macros::Builtin) -> Macro {
        Macro {
            name,
            name_id: None,
            loc: Location::BUILTIN,
            params: Box::default(),
            body: Box::default(),
            function_like: false,
            variadic: false,
            builtin: Some(builtin),
            disabled: false,
            used: false,
        }
    }
}
