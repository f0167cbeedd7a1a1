//! `asm`: statements, at file scope, and the names it gives to declarations.

use super::Parser;
use super::keyword::Keyword;
use crate::generic::{AsmArg, AsmExpr, ExprId, ExprKind};
use crate::lex::TokenKind;
use gimple::location::Location;
use gimple::stmt::constraint_is_memory_only;
use gimple::symbol::Symbol;

impl Parser<'_> {
    /// Parses `( "string" )` after `asm`: the text, if that is what stands there.
    fn parenthesised_string(&mut self) -> Option<Symbol> {
        if !self.expect(TokenKind::LeftParen) {
            return None;
        }
        let text = self.asm_string();
        if !self.expect(TokenKind::RightParen) {
            self.skip_until(TokenKind::RightParen);
        }
        text
    }

    fn asm_string(&mut self) -> Option<Symbol> {
        if !self.peek().kind.is_string() {
            self.syntax_error("expected string literal");
            return None;
        }
        let loc = self.loc();
        let e = self.untranslated(|parser| parser.string_literal());
        match self.string_text(e) {
            Some(text) => Some(self.cx.unit.symbols.intern(&text)),
            None => {
                self.error(loc, "wide string literal in ‘asm’");
                None
            }
        }
    }

    /// Parses the name an `asm` gives to a declaration, if there is one.
    pub fn asm_name(&mut self) -> Option<Symbol> {
        if !self.accept_keyword(Keyword::Asm) {
            return None;
        }
        self.parenthesised_string()
    }

    /// Parses `asm ("…");` at file scope.
    pub fn file_scope_asm(&mut self) {
        self.next();
        while matches!(self.keyword(), Some(Keyword::Volatile | Keyword::Inline | Keyword::Goto)) {
            self.next();
        }
        if let Some(text) = self.parenthesised_string() {
            let text = self.cx.unit.symbols.text(text).to_string();
            let order = self.unit.next_order;
            self.unit.next_order += 1;
            self.cx.unit.toplevel_asm.push((order, text));
        }
        if !self.expect(TokenKind::Semicolon) {
            self.skip_until(TokenKind::Semicolon);
        }
    }

    /// Parses an `asm` statement.
    pub fn asm_statement(&mut self) {
        let loc = self.next().loc;
        let (mut volatile, mut inline, mut goto) = (None, None, None);
        loop {
            let slot = match self.keyword() {
                Some(Keyword::Volatile) => &mut volatile,
                Some(Keyword::Inline) => &mut inline,
                Some(Keyword::Goto) => &mut goto,
                _ => break,
            };
            let token = self.next();
            if let Some(first) = slot.replace(token.loc) {
                let text = format!("duplicate ‘asm’ qualifier ‘{}’", self.spelling(token));
                self.error(token.loc, text);
                self.note(first, "first seen here");
            }
        }
        let (volatile, inline, goto) = (volatile.is_some(), inline.is_some(), goto.is_some());
        if !self.expect(TokenKind::LeftParen) {
            self.skip_to_end_of_statement();
            return;
        }
        let Some(template) = self.asm_string() else {
            self.skip_to_end_of_statement();
            return;
        };
        let mut asm = AsmExpr {
            template,
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
            labels: Vec::new(),
            volatile,
            basic: self.at(TokenKind::RightParen),
            inline,
        };
        let closed = asm.basic || self.at(TokenKind::Colon) || self.at(TokenKind::Scope);
        self.asm_sections(&mut asm, goto);
        if !closed {
            self.syntax_error("expected ‘:’ or ‘)’");
        }
        if !self.expect(TokenKind::RightParen) {
            self.skip_to_end_of_statement();
            return;
        }
        // Without outputs it is there for what else it does.
        asm.volatile |= asm.basic || asm.outputs.is_empty() || goto;
        self.check_asm(&mut asm, loc);
        self.resolve_operand_names(&mut asm, loc);
        let stmt = self.statement_expr(ExprKind::Asm(Box::new(asm)), loc);
        self.add_stmt(stmt);
        self.end_of_statement();
    }

    fn asm_sections(&mut self, asm: &mut AsmExpr, goto: bool) {
        let mut section = 0;
        while section < 4 {
            if self.accept(TokenKind::Colon) {
                section += 1;
            } else if self.accept(TokenKind::Scope) {
                section += 2;
            } else {
                break;
            }
            if matches!(
                self.peek().kind,
                TokenKind::Colon | TokenKind::Scope | TokenKind::RightParen
            ) {
                continue;
            }
            match section {
                1 => asm.outputs = self.asm_operands(None),
                2 => asm.inputs = self.asm_operands(Some(&asm.outputs)),
                3 => asm.clobbers = self.asm_clobbers(),
                4 if goto => self.asm_labels(asm),
                _ => break,
            }
        }
    }

    /// Parses the outputs, or the inputs after given outputs.
    fn asm_operands(&mut self, outputs: Option<&[AsmArg]>) -> Vec<AsmArg> {
        let mut operands = Vec::new();
        loop {
            let mut name = None;
            if self.accept(TokenKind::LeftBracket) {
                let token = self.next();
                name = token.symbol();
                if name.is_none() {
                    self.syntax_error("expected identifier");
                }
                self.expect_or_skip(TokenKind::RightBracket);
            }
            let Some(mut constraint) = self.asm_string() else { return operands };
            if let Some(outputs) = outputs {
                constraint = self.matching_by_number(constraint, outputs);
            }
            if !self.expect(TokenKind::LeftParen) {
                return operands;
            }
            let mut value = self.expression();
            self.mark_read(value);
            if outputs.is_some() {
                value = self.asm_input(value, constraint);
            }
            self.expect_or_skip(TokenKind::RightParen);
            operands.push(AsmArg { name, constraint, value });
            if !self.accept(TokenKind::Comma) {
                return operands;
            }
        }
    }

    /// A constraint of an input in which `[name]` has become the number of the output of that name.
    fn matching_by_number(&mut self, constraint: Symbol, outputs: &[AsmArg]) -> Symbol {
        let text = self.cx.unit.symbols.text(constraint).to_string();
        let Some((before, named)) = text.split_once('[') else { return constraint };
        let loc = self.loc();
        let Some((name, after)) = named.split_once(']') else {
            self.error(loc, "missing close brace for named operand");
            return constraint;
        };
        let symbols = &self.cx.unit.symbols;
        let is_meant = |output: &AsmArg| output.name.is_some_and(|it| symbols.text(it) == name);
        let Some(number) = outputs.iter().position(is_meant) else {
            self.error(loc, format!("undefined named operand ‘{name}’"));
            return constraint;
        };
        self.cx.unit.symbols.intern(&format!("{before}{number}{after}"))
    }

    /// The value of an input: memory operands stay objects.
    fn asm_input(&mut self, value: ExprId, constraint: Symbol) -> ExprId {
        let text = self.cx.unit.symbols.text(constraint);
        if constraint_is_memory_only(text) {
            self.mark_addressable(value);
            return value;
        }
        let value = self.rvalue(value);
        self.fully_fold(value)
    }

    fn asm_clobbers(&mut self) -> Vec<Symbol> {
        let mut clobbers = Vec::new();
        while let Some(text) = self.asm_string() {
            clobbers.push(text);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        clobbers
    }

    fn asm_labels(&mut self, asm: &mut AsmExpr) {
        loop {
            let token = self.peek();
            let Some(symbol) = self.identifier_of(token) else {
                self.syntax_error("expected identifier");
                return;
            };
            self.next();
            let label = self.lookup_label(symbol, token.loc, true);
            asm.labels.push(label);
            if !self.accept(TokenKind::Comma) {
                return;
            }
        }
    }

    /// Replaces the names of operands and labels in the template, `%[name]` and `%l[name]`, by their numbers: outputs,
    /// inputs, outputs that are read too once more, labels (`resolve_asm_operand_names`).
    fn resolve_operand_names(&mut self, asm: &mut AsmExpr, loc: Location) {
        let template = self.cx.unit.symbols.text(asm.template).to_string();
        let named = asm.outputs.iter().chain(&asm.inputs).any(|operand| operand.name.is_some());
        if asm.basic || !(named || template.contains('[')) {
            return;
        }
        let text = |symbol| self.cx.unit.symbols.text(symbol).to_string();
        let operands = asm.outputs.iter().chain(&asm.inputs);
        let mut names: Vec<Option<String>> =
            operands.map(|operand| operand.name.map(text)).collect();
        let mut given = rustc_hash::FxHashSet::default();
        let twice = names.iter().flatten().find(|name| !given.insert(name.as_str()));
        if let Some(name) = twice {
            self.error(loc, format!("duplicate ‘asm’ operand name ‘{name}’"));
            return;
        }
        let read_too = asm.outputs.iter().filter(|out| text(out.constraint).contains('+')).count();
        names.resize(names.len() + read_too, None);
        let labels = asm.labels.iter();
        names.extend(labels.map(|&label| self.cx.unit.decl_name(label).map(str::to_string)));
        let (mut resolved, mut rest) = (String::new(), template.as_str());
        while let Some(percent) = rest.find('%') {
            let (before, after) = rest.split_at(percent + 1);
            resolved.push_str(before);
            rest = after;
            if let Some(after) = rest.strip_prefix('%') {
                resolved.push('%');
                rest = after;
                continue;
            }
            let letter = rest.chars().next().filter(char::is_ascii_alphabetic);
            let named = &rest[letter.map_or(0, char::len_utf8)..];
            let Some((name, after)) =
                named.strip_prefix('[').and_then(|named| named.split_once(']'))
            else {
                continue;
            };
            let Some(number) = names.iter().position(|known| known.as_deref() == Some(name)) else {
                self.error(loc, format!("undefined named operand ‘{name}’"));
                return;
            };
            resolved.extend(letter);
            resolved.push_str(&number.to_string());
            rest = after;
        }
        resolved.push_str(rest);
        asm.template = self.cx.unit.symbols.intern(&resolved);
    }

    fn check_asm(&mut self, asm: &mut AsmExpr, loc: Location) {
        for index in 0..asm.outputs.len() {
            let AsmArg { constraint, value, .. } = asm.outputs[index];
            let text = self.cx.unit.symbols.text(constraint).to_string();
            if !text.contains(['=', '+']) {
                self.error(loc, "output operand constraint lacks ‘=’");
            }
            if self.cx.is_error(value) {
                continue;
            }
            let value = self.asm_output(value, loc);
            asm.outputs[index].value = value;
            if constraint_is_memory_only(&text) {
                self.mark_addressable(value);
            }
        }
    }
}
