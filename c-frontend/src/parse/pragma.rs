//! The pragmas the preprocessor leaves to the parser: `pack`, `weak`, `redefine_extname`, `GCC visibility`.

use super::Parser;
use crate::lex::{Token, TokenKind};
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::location::Location;
use gimple::symbol::Symbol;

/// The pragmas, or families of them, that the parser knows; others may stand anywhere, as white space may.
const KNOWN: [&str; 8] =
    ["GCC", "STDC", "message", "omp", "pack", "redefine_extname", "scalar_storage_order", "weak"];

impl Parser<'_> {
    /// Reads a pragma whose first token is `token`: what nobody knows is reported and dropped.
    #[cold]
    pub(super) fn fill_pragma(&mut self, token: Token) {
        let mut tokens = vec![token];
        loop {
            let unit = &mut self.cx.unit;
            let token = self.pp.next_token(&mut unit.symbols, &mut unit.diagnostics);
            tokens.push(token);
            if matches!(token.kind, TokenKind::Eof | TokenKind::PragmaEnd) {
                break;
            }
        }
        let name = self.spelling(tokens[1]);
        if KNOWN.contains(&name.as_str()) {
            self.ahead.extend(tokens);
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
                let order = self.next();
                if self.spelling(order) == "big-endian" || self.spelling(order) == "big" {
                    self.sorry(order.loc, "‘#pragma scalar_storage_order’ other than the target’s");
                }
            }
            _ => {}
        }
        self.skip_pragma();
    }

    fn pragma_pack(&mut self, loc: Location) {
        if !self.pragma_token(TokenKind::LeftParen) {
            self.warning("pragmas", loc, "missing ‘(’ after ‘#pragma pack’ - ignored");
            return;
        }
        let token = self.peek();
        match token.symbol() {
            None if token.kind == TokenKind::RightParen => {
                self.unit.pack = self.cx.options.code.pack_struct;
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

    /// A declaration is weak, as a pragma before or behind it says.
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

    fn pragma_redefine_extname(&mut self, loc: Location) {
        let old = self.next().symbol();
        let new = self.peek().symbol();
        match (old, new) {
            (Some(old), Some(new)) => {
                self.unit.renamed.insert(old, new);
            }
            _ => {
                self.warning("pragmas", loc, "malformed ‘#pragma redefine_extname’, ignored");
            }
        }
    }
}
