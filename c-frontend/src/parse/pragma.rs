//! The pragmas the preprocessor leaves to the parser: `pack`, `weak`, `redefine_extname`, `GCC visibility`,
//! `GCC optimize` and the like.

use super::Parser;
use crate::layout::default_pack;
use crate::lex::{Token, TokenKind};
use crate::pp::stray_text;
use gimple::decl::{Decl, DeclId, DeclKind, Visibility, flag};
use gimple::diagnostic::{RichLocation, Treatment};
use gimple::ledger::{Entry, Section, Support};
use gimple::location::Location;
use gimple::symbol::Symbol;

const fn does(test: &'static str) -> Support {
    Support::Implemented(test)
}

const RUN: Support = does("tests/run/pragmas.c");
const TEXT: Support = does("tests/diagnostics/preprocessor.txt");
const HINT: Support = Support::Harmless("allows more to be made of a loop, and nothing is");

/// The pragmas, the preprocessor's among them, and what the ledger says of them.
#[rustfmt::skip]
const PRAGMAS: &[(&str, Support)] = &[
    ("GCC dependency", Support::Harmless("the age of files is not looked at")),
    ("GCC diagnostic", does("tests/diagnostics/preprocessor.txt")),
    ("GCC error", TEXT), ("GCC ivdep", HINT),
    ("GCC optimize", does("tests/passes/optimized/pragma-optimize.c")),
    ("GCC poison", TEXT),
    ("GCC pop_options", does("tests/passes/optimized/pragma-optimize.c")),
    ("GCC push_options", does("tests/passes/optimized/pragma-optimize.c")),
    ("GCC reset_options", does("tests/passes/optimized/pragma-optimize.c")),
    ("GCC system_header", TEXT),
    ("GCC target", Support::Refused),
    ("GCC unroll", HINT),
    ("GCC visibility", does("tests/passes/assembly/pragma-visibility.c")),
    ("GCC warning", TEXT),
    ("STDC", Support::Harmless("GCC has no use for it either")),
    ("message", TEXT), ("omp", Support::Harmless("-fopenmp is refused, and without it GCC ignores it")),
    ("once", RUN), ("pack", does("tests/run/pragma-pack.c")), ("pop_macro", RUN),
    ("push_macro", RUN), ("redefine_extname", RUN), ("scalar_storage_order", does("tests/run/storage-order.c")),
    ("weak", does("tests/passes/assembly/weak.c")),
];

/// What the ledger says of pragmas.
pub fn ledger() -> Section {
    let row =
        |&(name, support): &(&str, Support)| Entry { name: format!("#pragma {name}"), support };
    Section { title: "Pragmas", entries: PRAGMAS.iter().map(row).collect() }
}

/// Whether a pragma that begins with this word may be one of the parser's; others may stand anywhere, as white space may.
fn is_known(word: &str) -> bool {
    PRAGMAS.iter().any(|row| row.0.split(' ').next() == Some(word))
}

impl Parser<'_> {
    /// Reads a pragma whose first token is `token`: what nobody knows is reported and dropped.
    #[cold]
    pub(super) fn fill_pragma(&mut self, token: Token) {
        let mut tokens = vec![token];
        self.pp.keep_strays(true);
        loop {
            let unit = &mut self.cx.unit;
            let token = self.pp.next_token(&mut unit.symbols, &mut unit.diagnostics);
            tokens.push(token);
            if matches!(token.kind, TokenKind::Eof | TokenKind::PragmaEnd) {
                break;
            }
        }
        self.pp.keep_strays(false);
        let name = self.spelling(tokens[1]);
        if is_known(&name) {
            for token in tokens {
                if matches!(token.kind, TokenKind::Other | TokenKind::Unterminated) {
                    let text = stray_text(&token, self.pp.literals());
                    self.cx.unit.diagnostics.error(RichLocation::escaped(token.loc), text);
                } else {
                    self.ahead.push_back(token);
                }
            }
            return;
        }
        self.cx.line_start = token.loc;
        self.warning("unknown-pragmas", tokens[1].loc, format!("ignoring ‘#pragma {name}’"));
        self.ahead.extend(tokens.pop().filter(|last| last.kind == TokenKind::Eof));
    }

    /// Parses a pragma, its end included.
    pub fn pragma(&mut self) {
        self.next();
        let token = self.peek();
        let name = self.spelling(token);
        match name.as_str() {
            "pack" => {
                self.next();
                self.pragma_pack(token.loc);
            }
            "weak" => {
                self.next();
                self.pragma_weak(token.loc);
            }
            "redefine_extname" => {
                self.next();
                self.pragma_redefine_extname(token.loc);
            }
            "scalar_storage_order" => {
                self.next();
                self.pragma_storage_order(token.loc);
            }
            "message" => {
                self.next();
                self.pragma_message(token.loc);
            }
            "GCC" => {
                self.next();
                self.gcc_pragma(token.loc);
            }
            _ => {}
        }
        self.skip_pragma();
    }

    /// `#pragma GCC …`, after the word.
    fn gcc_pragma(&mut self, loc: Location) {
        let token = self.peek();
        let word = self.spelling(token);
        match word.as_str() {
            "visibility" => {
                self.next();
                self.pragma_visibility(loc);
            }
            "optimize" => {
                self.next();
                self.pragma_optimize(loc);
            }
            "target" => {
                let text = "‘#pragma GCC target’ is not supported for this machine";
                self.warning("pragmas", loc, text);
            }
            "push_options" => {
                let words = self.unit.optimize.clone();
                self.unit.optimize_stack.push(words);
            }
            "pop_options" => match self.unit.optimize_stack.pop() {
                Some(words) => {
                    self.unit.optimize = words;
                    self.tell_optimization();
                }
                None => {
                    let text = "‘#pragma GCC pop_options’ without a corresponding ‘#pragma GCC push_options’";
                    self.warning("pragmas", loc, text);
                }
            },
            "reset_options" => {
                self.unit.optimize.clear();
                self.tell_optimization();
            }
            "diagnostic" => {
                self.next();
                self.pragma_diagnostic(token.loc);
            }
            _ => {}
        }
    }

    /// `#pragma GCC diagnostic push`, `pop`, or a treatment with the warning it is for.
    fn pragma_diagnostic(&mut self, loc: Location) {
        let token = self.peek();
        let warnings = &mut self.cx.unit.diagnostics.warnings;
        let word = match token.symbol() {
            Some(symbol) => self.cx.unit.symbols.text(symbol),
            None => {
                let text = "missing ‘error’, ‘warning’, ‘ignored’, ‘push’, ‘pop’, or ‘ignored_attributes’ after \
                    ‘#pragma GCC diagnostic’";
                let end = loc.offset_by("diagnostic".len() as u32);
                let at = if token.kind == TokenKind::PragmaEnd { end } else { token.loc };
                self.warning("pragmas", at, text);
                return;
            }
        };
        let treatment = match word {
            "push" => return warnings.pragma_push(),
            "pop" => return warnings.pragma_pop(token.loc),
            "error" => Some(Treatment::Error),
            "warning" => Some(Treatment::Warning),
            "ignored" => Some(Treatment::Ignored),
            "ignored_attributes" => None,
            _ => {
                let text = "expected ‘error’, ‘warning’, ‘ignored’, ‘push’, ‘pop’, ‘ignored_attributes’ after \
                    ‘#pragma GCC diagnostic’";
                self.warning("pragmas", token.loc, text);
                return;
            }
        };
        self.next();
        let option = self.peek();
        let (Some(treatment), TokenKind::String) = (treatment, option.kind) else {
            if treatment.is_some() {
                let end = token.loc.offset_by(self.spelling(token).len() as u32);
                let at = if option.kind == TokenKind::PragmaEnd { end } else { option.loc };
                let text = "missing option after ‘#pragma GCC diagnostic’ kind";
                self.warning("pragmas", at, text);
            }
            return;
        };
        let spelling = self.spelling(option);
        let name = spelling.trim_matches('"');
        self.cx.checks_conversions = None;
        let warnings = &mut self.cx.unit.diagnostics.warnings;
        let known = match name.strip_prefix("-W") {
            Some(name) => warnings.pragma_set(token.loc, name, treatment),
            None => false,
        };
        if !known {
            let text = "unknown option after ‘#pragma GCC diagnostic’ kind";
            self.warning("pragmas", option.loc, text);
        }
    }

    fn pragma_message(&mut self, loc: Location) {
        self.pragma_token(TokenKind::LeftParen);
        let mut text = String::new();
        while self.peek().kind == TokenKind::String {
            let token = self.next();
            text.push_str(self.spelling(token).trim_matches('"'));
        }
        self.note(loc, format!("‘#pragma message: {text}’"));
    }

    fn pragma_visibility(&mut self, loc: Location) {
        let action = self.peek();
        match self.spelling(action).as_str() {
            "pop" => {
                if self.unit.visibilities.pop().is_none() {
                    let text = "no matching push for ‘#pragma GCC visibility pop’";
                    self.warning("pragmas", loc, text);
                }
            }
            "push" => {
                self.next();
                if !self.pragma_token(TokenKind::LeftParen) {
                    let text = "missing ‘(’ after ‘#pragma GCC visibility push’ - ignored";
                    self.warning("pragmas", loc, text);
                    return;
                }
                let word = self.next();
                let visibility = match self.spelling(word).as_str() {
                    "default" => Visibility::Default,
                    "hidden" => Visibility::Hidden,
                    "protected" => Visibility::Protected,
                    "internal" => Visibility::Internal,
                    _ => {
                        let text = "‘#pragma GCC visibility push()’ must specify ‘default’, ‘internal’, ‘hidden’ or ‘protected’";
                        self.error(loc, text);
                        return;
                    }
                };
                self.unit.visibilities.push(visibility);
            }
            _ => {
                let text = "‘#pragma GCC visibility’ must be followed by ‘push’ or ‘pop’";
                self.warning("pragmas", loc, text);
            }
        }
    }

    fn pragma_optimize(&mut self, loc: Location) {
        let bracketed = self.pragma_token(TokenKind::LeftParen);
        loop {
            let token = self.peek();
            if token.kind != TokenKind::String {
                self.warning("pragmas", loc, "‘#pragma GCC optimize’ is not a string");
                return;
            }
            self.next();
            let text = self.spelling(token);
            for word in text.trim_matches('"').split(',').filter(|word| !word.is_empty()) {
                let word = self.cx.unit.symbols.intern(word);
                self.unit.optimize.push(word);
            }
            if !bracketed || !self.pragma_token(TokenKind::Comma) {
                break;
            }
        }
        self.tell_optimization();
    }

    /// Lets the macros that tell of optimisation say what the pragmas in force say.
    fn tell_optimization(&mut self) {
        let unit = &mut self.cx.unit;
        let words = self.unit.optimize.iter().map(|&word| unit.symbols.text(word));
        let macros = crate::pp::optimization_macros(&self.cx.options.with_attribute(words));
        self.pp.redefine(&mut unit.symbols, &mut unit.diagnostics, &macros);
    }

    /// What the pragmas in force say of a declaration that does not say it itself.
    pub(super) fn apply_pragmas(&mut self, decl: &mut Decl) {
        let function = decl.kind == DeclKind::Function;
        if let Some(&visibility) = self.unit.visibilities.last()
            && decl.has(flag::PUBLIC)
            && (function || decl.kind == DeclKind::Var)
        {
            let extra = decl.extra_mut();
            if !extra.visibility_given {
                (extra.visibility, extra.visibility_given) = (visibility, true);
            }
        }
        if function && !self.unit.optimize.is_empty() {
            // What the function says itself comes last, and holds.
            let own = std::mem::replace(&mut decl.extra_mut().optimize, self.unit.optimize.clone());
            decl.extra_mut().optimize.extend(own);
        }
    }

    fn pragma_pack(&mut self, loc: Location) {
        if !self.pragma_token(TokenKind::LeftParen) {
            self.warning("pragmas", loc, "missing ‘(’ after ‘#pragma pack’ - ignored");
            return;
        }
        let token = self.peek();
        match token.symbol() {
            None if token.kind == TokenKind::RightParen => {
                self.unit.pack = default_pack(self.cx.options.code.pack_struct);
            }
            None => {
                if let Some(pack) = self.pragma_alignment(token) {
                    self.unit.pack = pack;
                }
            }
            Some(symbol) => {
                self.next();
                let action = self.cx.unit.symbols.text(symbol).to_string();
                self.pragma_pack_action(&action, loc);
            }
        }
    }

    fn pragma_pack_action(&mut self, action: &str, loc: Location) {
        let (mut id, mut pack) = (None, None);
        while self.pragma_token(TokenKind::Comma) {
            let token = self.peek();
            match token.symbol() {
                Some(symbol) => {
                    self.next();
                    id = Some(symbol);
                }
                None => pack = self.pragma_alignment(token),
            }
        }
        match action {
            "push" => {
                let old = self.unit.pack;
                self.unit.pack_stack.push((id, old));
                self.unit.pack = pack.unwrap_or(old);
            }
            "pop" => self.pragma_pop(id, loc),
            _ => {
                let text = format!("unknown action ‘{action}’ for ‘#pragma pack’ - ignored");
                self.warning("pragmas", loc, text);
            }
        }
    }

    fn pragma_pop(&mut self, id: Option<Symbol>, loc: Location) {
        let stack = &mut self.unit.pack_stack;
        let index = match id {
            Some(_) => stack.iter().rposition(|entry| entry.0 == id),
            None => stack.len().checked_sub(1),
        };
        match index {
            Some(index) => {
                self.unit.pack = stack[index].1;
                stack.truncate(index);
            }
            None => {
                let text = "#pragma pack (pop) encountered without matching #pragma pack (push)";
                self.warning("pragmas", loc, text);
            }
        }
    }

    fn pragma_token(&mut self, kind: TokenKind) -> bool {
        self.accept(kind)
    }

    fn pragma_alignment(&mut self, token: Token) -> Option<u32> {
        self.next();
        match self.spelling(token).parse::<u32>() {
            Ok(0) => Some(0),
            Ok(value) if value.is_power_of_two() && value <= 16 => Some(value),
            _ => {
                let text = "alignment must be a small power of two, not ‘".to_string()
                    + &self.spelling(token)
                    + "’";
                self.warning("pragmas", token.loc, text);
                None
            }
        }
    }

    fn pragma_weak(&mut self, loc: Location) {
        let Some(symbol) = self.peek().symbol() else {
            self.warning("pragmas", loc, "malformed ‘#pragma weak’, ignored");
            return;
        };
        self.next();
        let mut alias = None;
        if self.accept(TokenKind::Equal) {
            alias = self.peek().symbol();
        }
        match self.scopes.externals.get(&symbol) {
            Some(&decl) => self.make_weak(decl, alias),
            None => self.unit.weak.push((symbol, alias)),
        }
    }

    /// A declaration is weak, as a pragma before or after it says.
    pub(super) fn make_weak(&mut self, decl: DeclId, alias: Option<Symbol>) {
        let data = &mut self.cx.unit.decls[decl];
        data.flags |= flag::WEAK;
        if alias.is_some() {
            data.extra_mut().alias = alias;
            data.flags &= !flag::EXTERNAL;
            data.set(flag::STATIC, data.kind == DeclKind::Var);
            self.add_to_symtab(decl, true);
        }
    }

    /// What a pragma said of a name that is declared now.
    pub(super) fn apply_pending_weak(&mut self, name: Symbol, decl: DeclId) {
        if let Some(index) = self.unit.weak.iter().position(|entry| entry.0 == name) {
            let (_, alias) = self.unit.weak.remove(index);
            self.make_weak(decl, alias);
        }
    }

    /// What has been declared is renamed, unless it has another name already or is no other unit's business.
    fn rename_declared(&mut self, decl: DeclId, new: Symbol, loc: Location) {
        let declared = &mut self.cx.unit.decls[decl];
        if !declared.has(flag::PUBLIC) {
            return;
        }
        let extra = declared.extra_mut();
        if extra.assembler_name_given && extra.assembler_name != Some(new) {
            let text = "‘#pragma redefine_extname’ ignored due to conflict with previous rename";
            self.warning("pragmas", loc, text);
            return;
        }
        extra.assembler_name = Some(new);
        extra.assembler_name_given = true;
    }

    fn pragma_redefine_extname(&mut self, loc: Location) {
        let old = self.next().symbol();
        let new = self.peek().symbol();
        match (old, new) {
            (Some(old), Some(new)) => match self.scopes.externals.get(&old) {
                Some(&decl) => self.rename_declared(decl, new, loc),
                None => {
                    self.unit.renamed.insert(old, new);
                }
            },
            _ => {
                self.warning("pragmas", loc, "malformed ‘#pragma redefine_extname’, ignored");
            }
        }
    }
}
