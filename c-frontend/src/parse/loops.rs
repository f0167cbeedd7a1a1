//! Loops, lowered to labels and jumps as they are parsed, the condition at the end:
//!
//! ```text
//! while (c) s;              goto continue; top: s; continue: if (c) goto top; else goto break; break:
//! for (a; c; b) s;          a; goto entry; top: s; continue: b; entry: if (c) goto top; else goto break; break:
//! do s; while (c);          top: s; continue: if (c) goto top; else goto break; break:
//! ```
//!
//! Labels of `break` and `continue` exist only where something jumps to them.

use super::Parser;
use super::function::JumpTargets;
use super::keyword::Keyword;
use crate::generic::{ExprId, ExprKind};
use crate::lex::TokenKind;
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::location::Location;

impl Parser<'_> {
    fn push_loop(&mut self) {
        if let Some(function) = self.function_state() {
            function.jumps.push(JumpTargets::default());
        }
    }

    pub(super) fn while_statement(&mut self, loc: Location) {
        let keyword = self.next();
        let scoped = self.has_block_scopes();
        let block = self.begin_block(scoped);
        // As in GCC, the jump to the condition is where its parenthesis is.
        let entry = self.loc();
        let cond = self.parenthesised_condition();
        self.push_loop();
        let body = self.loop_body(|parser| parser.guarded_body("while", keyword));
        self.finish_loop(Loop { cond, body, step: ExprId::NONE, cond_first: true, loc: entry });
        self.finish_statement_block(block, loc);
    }

    pub(super) fn do_statement(&mut self, loc: Location) {
        self.next();
        let scoped = self.has_block_scopes();
        let block = self.begin_block(scoped);
        self.push_loop();
        if self.at(TokenKind::Semicolon) {
            let at = self.loc();
            self.warning("empty-body", at, "suggest braces around empty body in ‘do’ statement");
        }
        let body = self.loop_body(|parser| parser.substatement());
        let cond = if self.expect_keyword(Keyword::While, "while") {
            self.parenthesised_condition()
        } else {
            self.cx.error_expr(loc)
        };
        if !self.expect(TokenKind::Semicolon) {
            self.skip_until(TokenKind::Semicolon);
        }
        self.finish_loop(Loop { cond, body, step: ExprId::NONE, cond_first: false, loc });
        self.finish_statement_block(block, loc);
    }

    pub(super) fn for_statement(&mut self, loc: Location) {
        let keyword = self.next();
        let scoped = self.has_block_scopes();
        let block = self.begin_block(scoped);
        if !self.expect(TokenKind::LeftParen) {
            self.skip_until(TokenKind::RightParen);
        }
        self.for_init(loc);
        let mut cond = ExprId::NONE;
        if !self.at(TokenKind::Semicolon) {
            cond = self.condition();
        }
        if !self.expect(TokenKind::Semicolon) {
            self.skip_until(TokenKind::Semicolon);
        }
        let mut step = ExprId::NONE;
        if !self.at(TokenKind::RightParen) {
            let at = self.loc();
            let e = self.expression();
            step = self.expression_as_statement(e, at);
        }
        if !self.expect(TokenKind::RightParen) {
            self.skip_until(TokenKind::RightParen);
        }
        self.push_loop();
        let body = self.loop_body(|parser| parser.guarded_body("for", keyword));
        self.finish_loop(Loop { cond, body, step, cond_first: true, loc });
        self.finish_statement_block(block, loc);
    }

    /// Parses the body of a loop. A mere semicolon is no statement to debuggers.
    fn loop_body(&mut self, parse: impl FnOnce(&mut Self) -> ExprId) -> ExprId {
        let empty = self.at(TokenKind::Semicolon);
        let body = parse(self);
        if empty {
            self.cx.exprs.take_marks(body);
        }
        body
    }

    fn for_init(&mut self, statement: Location) {
        if self.accept(TokenKind::Semicolon) {
            return;
        }
        let mut count = 0;
        if self.at_keyword(Keyword::Extension) && {
            let after = self.peek2();
            self.token_starts_declaration(after)
        } {
            count = self.extension_prefix();
        }
        if self.starts_declaration() || self.at_standard_attributes() {
            if self.cx.options.standard.year < 1999 {
                let text = "‘for’ loop initial declarations are only allowed in C99 or C11 mode";
                self.error(statement, text);
                let note = "use option ‘-std=c99’, ‘-std=gnu99’, ‘-std=c11’ or ‘-std=gnu11’ to compile your code";
                self.note(statement, note);
            }
            self.unit.for_statement = statement;
            self.declaration(super::declaration::Place::ForInit);
            self.extension -= count;
            return;
        }
        let e = self.expression();
        let e = self.expression_as_statement(e, statement);
        self.add_stmt(e);
        if !self.expect(TokenKind::Semicolon) {
            self.skip_until(TokenKind::Semicolon);
        }
    }

    /// Adds a loop whose parts have been parsed.
    fn finish_loop(&mut self, parts: Loop) {
        let Loop { cond, body, step, cond_first, loc } = parts;
        let step = if self.is_idle(step) { ExprId::NONE } else { step };
        let place = |parser: &Self, e: ExprId| match e.expand() {
            Some(e) if !parser.cx.exprs[e].loc.is_unknown() => parser.cx.exprs[e].loc,
            _ => loc,
        };
        let (cond_place, step_place) = (place(self, cond), place(self, step));
        if self.cx.exprs.marks(body).is_some_and(|marks| marks.before.len() > 1)
            && matches!(self.cx.exprs.kind(body), ExprKind::List(stmts) if stmts.is_empty())
        {
            // As in GCC, nothing is left of several empty statements.
            self.cx.exprs.take_marks(body);
        }
        let mut jumps =
            self.function_state().and_then(|function| function.jumps.pop()).unwrap_or_default();
        let known = if cond.is_none() {
            Some(true)
        } else {
            self.cx.int_value(cond).map(|value| value != 0)
        };
        if known == Some(false) {
            if cond_first {
                let label = self.target(&mut jumps.break_label, loc);
                self.add_jump(label, loc);
            }
            if !cond_first && self.is_idle(body) {
                // `do {} while (0)` stays as a statement that does nothing.
                let void = self.cx.unit.common.void;
                let nothing = self.cx.expr(ExprKind::Empty, void, loc, 0);
                self.add_stmt(nothing);
            } else {
                self.add_stmt(body);
            }
            self.finish_jump(jumps.continue_label, loc);
            if step.is_some() {
                self.mark_statement(step_place);
                self.add_stmt(step);
            }
            self.mark_statement(cond_place);
            self.finish_jump(jumps.break_label, loc);
            return;
        }
        let top = self.cx.artificial_label(loc);
        let mut entry = None;
        // An unconditional jump back is where the body starts.
        let start = self.start_of(body);
        let mut exit = self.jump_expr(top, if start.is_unknown() { loc } else { start });
        if known.is_none() {
            if cond_first {
                let label = if step.is_some() {
                    let label = self.cx.artificial_label(loc);
                    entry = Some(label);
                    label
                } else {
                    self.target(&mut jumps.continue_label, loc)
                };
                self.add_jump(label, loc);
            }
            let out = self.target(&mut jumps.break_label, loc);
            // The jumps are the branch's own.
            exit = self.jump_expr(top, Location::UNKNOWN);
            let leave = self.jump_expr(out, Location::UNKNOWN);
            // The branch stands where its condition does.
            let at = self.cx.exprs[cond].loc;
            exit = self.branch_on(cond, exit, leave, at);
        }
        self.add_label(top, loc);
        if self.is_idle(body) {
            // Of an empty block debuggers know the end.
            let marks = self.cx.exprs.take_marks(body);
            marks.before.into_iter().for_each(|place| self.mark_statement(place));
        } else {
            self.add_stmt(body);
        }
        self.finish_jump(jumps.continue_label, loc);
        if step.is_some() {
            self.mark_statement(step_place);
            self.add_stmt(step);
        }
        self.finish_jump(entry, loc);
        self.mark_statement(cond_place);
        self.add_stmt(exit);
        self.finish_jump(jumps.break_label, loc);
    }

    /// `if (cond) a; else b;`, with a negation taken out by exchanging the arms.
    fn branch_on(&mut self, cond: ExprId, a: ExprId, b: ExprId, loc: Location) -> ExprId {
        match self.cx.exprs[cond].kind {
            ExprKind::Unary(TreeCode::TruthNot, inner) => {
                self.statement_expr(ExprKind::Cond(inner, b, a), loc)
            }
            _ => self.statement_expr(ExprKind::Cond(cond, a, b), loc),
        }
    }

    /// Whether a body has no statement that does anything.
    fn is_idle(&self, body: ExprId) -> bool {
        if body.is_none() {
            return true;
        }
        let mut pending = vec![body];
        while let Some(stmt) = pending.pop() {
            match self.cx.exprs.kind(stmt) {
                ExprKind::List(stmts) => pending.extend(stmts),
                ExprKind::Empty => {}
                _ if self.cx.has_side_effects(stmt) => return false,
                _ => {}
            }
        }
        true
    }

    /// Where the first statement of a list is.
    fn start_of(&self, mut body: ExprId) -> Location {
        while let ExprKind::List(stmts) = self.cx.exprs.kind(body)
            && let Some(&first) = stmts.first()
        {
            body = first;
        }
        if matches!(self.cx.exprs.kind(body), ExprKind::List(_)) {
            return Location::UNKNOWN;
        }
        self.cx.exprs[body].loc
    }

    fn target(&mut self, slot: &mut Option<DeclId>, loc: Location) -> DeclId {
        *slot.get_or_insert_with(|| self.cx.artificial_label(loc))
    }

    fn finish_jump(&mut self, label: Option<DeclId>, loc: Location) {
        if let Some(label) = label {
            self.add_label(label, loc);
        }
    }
}

/// The parts of a loop; an absent condition is true, an absent step nothing.
struct Loop {
    cond: ExprId,
    body: ExprId,
    step: ExprId,
    cond_first: bool,
    loc: Location,
}
