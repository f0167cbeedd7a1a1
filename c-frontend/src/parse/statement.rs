//! Statements.
//!
//! Each is added to the list at hand when it is complete. Conditions and jumps keep GCC's form: branches are blocks of
//! their own, and a `break` after what never ends is left out. Loops are in [`super::loops`].

use super::Parser;
use super::block::OpenBlock;
use super::function::LabelInfo;
use super::keyword::Keyword;
use crate::generic::{ExprId, ExprKind, expr_flag};
use crate::lex::{Token, TokenKind};
use crate::typeck::verify_sequence_points;
use gimple::code::TreeCode;
use gimple::constant::ConstId;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::location::Location;
use gimple::stmt::Predictor;
use gimple::symbol::Symbol;

/// An `if` whose `else` is still being read.
struct IfLink {
    loc: Location,
    /// Where the condition's parenthesis opens: there the branch is.
    open: Location,
    block: OpenBlock,
    cond: ExprId,
    then: ExprId,
    /// The block that its `else` is, where another `if` is all there is in it.
    arm: Option<(OpenBlock, Location)>,
}

impl Parser<'_> {
    /// Parses a compound statement in a scope of its own.
    pub fn compound_statement(&mut self) -> ExprId {
        let loc = self.loc();
        if !self.expect(TokenKind::LeftBrace) {
            return self.cx.error_expr(loc);
        }
        let block = self.begin_block(true);
        self.block_items();
        self.end_block(block, loc)
    }

    /// Parses a statement expression, its `{` next, its `(` taken: `({ int q = 3; q + a; })` becomes
    /// `TARGET_EXPR <tmp, { int q = 3; tmp = q + a; }>`. The `)` is left.
    pub fn statement_expression(&mut self) -> ExprId {
        let loc = self.loc();
        if self.function.is_none() || self.scopes.at_file_scope() {
            let open = self.previous().loc;
            self.error(open, "braced-group within expression allowed only inside a function");
            self.next();
            self.skip_block();
            return self.cx.error_expr(loc);
        }
        self.next();
        let effects = std::mem::take(&mut self.pending_effects);
        self.push_list();
        if let Some(list) = self.function_state().and_then(|function| function.lists.last_mut()) {
            list.is_value = true;
        }
        let block = self.begin_block(true);
        self.mark_statement_expression();
        self.block_items();
        let body = self.end_block(block, loc);
        self.add_stmt(body);
        let body = self.pop_list(loc);
        self.pending_effects = effects;
        self.value_of_block(body, loc)
    }

    /// Gives a statement expression the value of its last statement.
    fn value_of_block(&mut self, body: ExprId, loc: Location) -> ExprId {
        // Where the last statement stands: a slot of a list, or the body of a `Bind`.
        let mut path = vec![body];
        loop {
            let current = path[path.len() - 1];
            let inner = match &self.cx.exprs[current].kind {
                ExprKind::Bind { body, .. } => *body,
                ExprKind::List(stmts) => match stmts.last() {
                    Some(&last) => last,
                    None => return body,
                },
                ExprKind::TryFinally(inner, _) => *inner,
                _ => break,
            };
            path.push(inner);
        }
        let last = path[path.len() - 1];
        let ty = self.cx.type_of(last);
        if ty == self.cx.unit.common.void
            || self.cx.unit.types.main_variant(ty) == self.cx.unit.common.void
        {
            return body;
        }
        if self.cx.is_error(last) {
            return last;
        }
        // `({ e; })` is `e`, which need not be used.
        if let ExprKind::Bind { vars, body: only, .. } = &self.cx.exprs[body].kind
            && vars.is_empty()
            && *only == last
        {
            self.cx.exprs[last].flags |= expr_flag::NO_WARNING;
            self.cx.exprs.take_marks(last);
            return last;
        }
        let slot = self.cx.temporary(ty);
        let slot_expr = self.cx.decl_expr(slot, loc);
        let at = self.cx.exprs[last].loc;
        let init = self.statement_expr(ExprKind::Init(slot_expr, last), at);
        self.cx.exprs.move_marks(last, init);
        let parent = path[path.len() - 2];
        match &mut self.cx.exprs[parent].kind {
            ExprKind::Bind { body, .. } => *body = init,
            ExprKind::List(stmts) => {
                stmts.pop();
                stmts.push(init);
            }
            ExprKind::TryFinally(inner, _) => *inner = init,
            _ => {}
        }
        self.cx.expr(ExprKind::Target(slot, body), ty, loc, expr_flag::SIDE_EFFECTS)
    }

    /// Parses what stands in a block, and its `}`.
    pub fn block_items(&mut self) {
        let shadowed = self.function_state().map_or(0, |function| function.shadowed_labels.len());
        let mut after_statement = false;
        if self.at(TokenKind::RightBrace) {
            let end = self.loc();
            self.mark_statement(end);
        }
        while self.at_keyword(Keyword::Label) {
            self.local_labels();
        }
        loop {
            match self.peek().kind {
                TokenKind::RightBrace => break,
                TokenKind::Eof => {
                    self.syntax_error("expected declaration or statement");
                    break;
                }
                _ => {
                    let mark = self.taken;
                    after_statement = self.block_item(after_statement);
                    self.ensure_progress(mark);
                }
            }
        }
        self.accept(TokenKind::RightBrace);
        self.end_local_labels(shadowed);
    }

    /// Parses a declaration or statement; whether it was a statement, or one stands before it.
    fn block_item(&mut self, after_statement: bool) -> bool {
        if self.at_label() {
            self.label();
            return false;
        }
        let token = self.peek();
        let start = token.loc;
        match token.kind {
            TokenKind::Pragma => {
                self.pragma();
                return after_statement;
            }
            TokenKind::Semicolon => {
                self.mark_statement(token.loc);
                self.next();
                return true;
            }
            _ => {}
        }
        if self.keyword_of(token) == Some(Keyword::Extension) {
            let mut n = 1;
            while self.keyword_at(n) == Some(Keyword::Extension) {
                n += 1;
            }
            let after = self.peek_nth(n);
            let attributes = after.kind == TokenKind::LeftBracket
                && self.peek_nth(n + 1).kind == TokenKind::LeftBracket;
            if attributes
                || self.token_starts_declaration(after)
                || self.keyword_of(after) == Some(Keyword::StaticAssert)
            {
                let count = self.extension_prefix();
                self.declaration(super::declaration::Place::Block);
                self.extension -= count;
                self.warn_of_mixture(after_statement, start);
                return false;
            }
        } else if self.attributes_before_statement() {
            let attrs = self.attributes();
            if let Some(at) = attrs.fallthrough
                && self.accept(TokenKind::Semicolon)
            {
                if self.function.as_ref().is_some_and(|function| function.switches.is_empty()) {
                    self.error(at, "invalid use of attribute ‘fallthrough’");
                }
                self.marked_fall_through = true;
                return true;
            }
            if self.starts_declaration() {
                self.pending_attrs = Some(attrs);
                self.declaration(super::declaration::Place::Block);
                self.warn_of_mixture(after_statement, start);
                return false;
            }
            if self.at_label() {
                self.label();
                return false;
            }
        } else if self.starts_declaration() {
            self.declaration(super::declaration::Place::Block);
            self.warn_of_mixture(after_statement, start);
            return false;
        }
        self.statement_after_labels();
        true
    }

    /// Whether attributes come next that may belong to a statement (`__attribute__ ((fallthrough));`, `[[…]]`).
    fn attributes_before_statement(&mut self) -> bool {
        if self.at_standard_attributes() {
            return true;
        }
        if !self.at_keyword(Keyword::Attribute) {
            return false;
        }
        // `__attribute__ ((x)) ;` stands for a statement; anything else begins a declaration.
        let mut depth = 0u32;
        for n in 1..64 {
            match self.peek_nth(n).kind {
                TokenKind::LeftParen => depth += 1,
                TokenKind::RightParen => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return self.peek_nth(n + 1).kind == TokenKind::Semicolon;
                    }
                }
                TokenKind::Eof => return false,
                _ => {}
            }
        }
        false
    }

    fn keyword_at(&mut self, n: usize) -> Option<Keyword> {
        let token = self.peek_nth(n);
        self.keyword_of(token)
    }

    /// Whether a label comes next after `[[…]]`.
    fn label_after_attributes(&mut self) -> bool {
        if !self.at_standard_attributes() {
            return false;
        }
        let (mut n, mut depth) = (0, 0u32);
        loop {
            match self.peek_nth(n).kind {
                TokenKind::LeftBracket => depth += 1,
                TokenKind::RightBracket => depth = depth.saturating_sub(1),
                TokenKind::Eof => return false,
                _ if depth == 0 => break,
                _ => {}
            }
            n += 1;
        }
        let first = self.peek_nth(n);
        match self.keyword_of(first) {
            Some(Keyword::Case | Keyword::Default) => true,
            Some(_) => false,
            None => {
                first.kind == TokenKind::Identifier && self.peek_nth(n + 1).kind == TokenKind::Colon
            }
        }
    }

    pub(super) fn at_label(&mut self) -> bool {
        let token = self.peek();
        match self.keyword_of(token) {
            Some(Keyword::Case | Keyword::Default) => true,
            Some(_) => false,
            None => token.kind == TokenKind::Identifier && self.peek2().kind == TokenKind::Colon,
        }
    }

    /// C90 wants the declarations of a block before its statements.
    fn warn_of_mixture(&mut self, after_statement: bool, at: Location) {
        if after_statement {
            let text = "ISO C90 forbids mixed declarations and code";
            self.pedwarn_c90("declaration-after-statement", at, text);
        }
    }

    /// Parses `__label__ a, b;`.
    fn local_labels(&mut self) {
        self.next();
        loop {
            let token = self.peek();
            let Some(symbol) = self.identifier_of(token) else {
                self.syntax_error("expected identifier");
                break;
            };
            self.next();
            let decl = self.new_label(symbol, token.loc);
            self.scopes.current().vars.push(decl);
            let stmt = self.statement_expr(ExprKind::DeclStmt(decl), token.loc);
            self.add_stmt(stmt);
            if let Some(function) = self.function_state() {
                let info =
                    LabelInfo { decl, defined: false, used: false, declared: true, loc: token.loc };
                let old = function.labels.insert(symbol, info);
                function.shadowed_labels.push((symbol, old));
            }
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        if !self.expect(TokenKind::Semicolon) {
            self.skip_until(TokenKind::Semicolon);
        }
    }

    fn end_local_labels(&mut self, mark: usize) {
        let Some(function) = self.function.as_deref_mut() else { return };
        let mut undefined = Vec::new();
        for (symbol, old) in function.shadowed_labels.split_off(mark).into_iter().rev() {
            let info = match old {
                Some(old) => function.labels.insert(symbol, old),
                None => function.labels.remove(&symbol),
            };
            undefined
                .extend(info.filter(|info| !info.defined && info.used).map(|info| (symbol, info)));
        }
        for (symbol, info) in undefined {
            self.undefined_label(symbol, info.loc);
        }
    }

    /// Complains of a label that is used but not defined.
    pub fn undefined_label(&mut self, symbol: Symbol, loc: Location) {
        let name = self.cx.unit.symbols.text(symbol).to_string();
        self.error(loc, format!("label ‘{name}’ used but not defined"));
    }

    fn new_label(&mut self, symbol: Symbol, loc: Location) -> DeclId {
        let mut decl = Decl::new(DeclKind::Label, Some(symbol), self.cx.unit.common.void, loc);
        decl.context = self.cx.current_function;
        self.cx.new_decl(decl)
    }

    /// The label of a name, made on first sight; `used` where something refers to it.
    pub fn lookup_label(&mut self, symbol: Symbol, loc: Location, used: bool) -> DeclId {
        if let Some(info) =
            self.function_state().and_then(|function| function.labels.get_mut(&symbol))
        {
            if used && !info.used && !info.defined {
                info.loc = loc;
            }
            info.used |= used;
            let decl = info.decl;
            if used {
                self.cx.unit.decls[decl].flags |= flag::USED;
            }
            return decl;
        }
        // A function nested in a block sees what `__label__` declared there, unless it has a label of the name itself.
        if used {
            let outer = self.enclosing.iter_mut().rev();
            let mut known = outer.filter_map(|function| function.labels.get_mut(&symbol));
            if let Some(info) = known.find(|info| info.declared) {
                info.used = true;
                return info.decl;
            }
        }
        let decl = self.new_label(symbol, loc);
        self.cx.unit.decls[decl].set(flag::USED, used);
        if let Some(frame) = self.scopes.function_frame() {
            frame.vars.push(decl);
        }
        if let Some(function) = self.function_state() {
            function
                .labels
                .insert(symbol, LabelInfo { decl, defined: false, used, declared: false, loc });
        }
        decl
    }

    /// Parses a label: `name:`, `case …:` or `default:`.
    pub(super) fn label(&mut self) {
        let token = self.next();
        self.falls_into = self.is_fall_through_meant(token.loc) || self.marked_fall_through;
        match self.keyword_of(token) {
            Some(Keyword::Case) => self.case_label(token.loc),
            Some(_) => {
                if self.expect(TokenKind::Colon) {
                    self.attributes();
                }
                self.add_case(None, token.loc);
            }
            None => {
                self.next();
                let attrs = self.attributes();
                let Some(symbol) = token.symbol() else { return };
                let decl = self.lookup_label(symbol, token.loc, false);
                self.cx.unit.decls[decl].flags |=
                    attrs.decl_flags & (flag::UNUSED | flag::COLD | flag::HOT);
                self.cx.unit.decls[decl].set(flag::FALLEN_INTO, self.falls_into);
                let before = std::mem::replace(&mut self.cx.unit.decls[decl].loc, token.loc);
                let again = self
                    .function_state()
                    .and_then(|function| function.labels.get_mut(&symbol))
                    .is_some_and(|info| std::mem::replace(&mut info.defined, true));
                if again {
                    let name = self.cx.unit.symbols.text(symbol).to_string();
                    self.error(token.loc, format!("duplicate label ‘{name}’"));
                    let note = format!("previous definition of ‘{name}’ with type ‘void’");
                    self.note(before, note);
                    return;
                }
                self.note_label(decl);
                self.add_label(decl, token.loc);
            }
        }
    }

    fn case_label(&mut self, loc: Location) {
        let low = self.conditional_expression();
        let high = if self.accept(TokenKind::Ellipsis) {
            self.pedantic(loc, "range expressions in switch statements are non-standard");
            Some(self.conditional_expression())
        } else {
            None
        };
        if high.is_none() && !self.at(TokenKind::Colon) {
            self.syntax_error("expected ‘:’ or ‘...’");
        } else if self.expect(TokenKind::Colon) {
            self.attributes();
        }
        self.recovered();
        let low = self.case_value(low, loc);
        let high = high.map(|e| self.case_value(e, loc));
        match (low, high) {
            (Some(low), None) => self.add_case(Some((low, low)), loc),
            (Some(low), Some(Some(high))) => self.add_case(Some((low, high)), loc),
            _ => {}
        }
    }

    fn case_value(&mut self, e: ExprId, loc: Location) -> Option<i128> {
        if self.cx.is_error(e) {
            return None;
        }
        if !self.cx.unit.types.is_integral(self.cx.type_of(e)) {
            self.error(loc, "case label does not reduce to an integer constant");
            return None;
        }
        let value = self.folded_int(e);
        if value.is_none() {
            self.error(loc, "case label does not reduce to an integer constant");
        }
        value
    }

    /// Adds a `case` of an inclusive range, or `default`.
    fn add_case(&mut self, range: Option<(i128, i128)>, loc: Location) {
        let ty = self
            .function_state()
            .and_then(|function| function.switches.last())
            .map(|switch| switch.ty);
        let Some(ty) = ty else {
            let text = if range.is_some() {
                "case label not within a switch statement"
            } else {
                "‘default’ label not within a switch statement"
            };
            self.error(loc, text);
            return;
        };
        self.note_case(loc);
        let types = &self.cx.unit.types;
        let key = |value| types.order_key(ty, types.wrap(ty, value));
        let keys = range.map(|(low, high)| (key(low), key(high)));
        if keys.is_some_and(|(low, high)| low > high) {
            self.warning("", loc, "empty range specified");
            return;
        }
        let duplicate = self
            .function_state()
            .and_then(|function| function.switches.last_mut())
            .and_then(|switch| switch.add(keys, loc));
        if let Some(previous) = duplicate {
            match keys {
                None => {
                    self.error(loc, "multiple default labels in one switch");
                    self.note(previous, "this is the first default label");
                }
                Some((low, high)) => {
                    let text = if low == high {
                        "duplicate case value"
                    } else {
                        "duplicate (or overlapping) case value"
                    };
                    self.error(loc, text);
                    let note = if low == high {
                        "previously used here"
                    } else {
                        "this is the first entry overlapping that value"
                    };
                    self.note(previous, note);
                }
            }
            return;
        }
        let mut low_high = (ConstId::NONE, ConstId::NONE);
        if let (Some((low, high)), Some((low_key, high_key))) = (range, keys) {
            low_high.0 = self.cx.unit.int_id(ty, low);
            if low_key != high_key {
                low_high.1 = self.cx.unit.int_id(ty, high);
            }
        }
        let (low, high) = low_high;
        let label = self.cx.artificial_label(loc);
        self.cx.unit.decls[label].set(flag::FALLEN_INTO, self.falls_into);
        let stmt = self.statement_expr(ExprKind::Case { low, high, label }, loc);
        self.add_stmt(stmt);
    }

    pub(super) fn add_label(&mut self, label: DeclId, loc: Location) {
        let stmt = self.statement_expr(ExprKind::Label(label), loc);
        self.cx.exprs[stmt].flags |= expr_flag::HAS_LABEL;
        self.add_stmt(stmt);
    }

    fn add_goto(&mut self, label: DeclId, loc: Location) {
        let stmt = self.statement_expr(ExprKind::Goto(label), loc);
        self.add_stmt(stmt);
    }

    /// Parses the labels of a statement.
    pub(super) fn labels(&mut self) {
        while self.at_label() || self.label_after_attributes() {
            self.attributes();
            self.label();
        }
    }

    /// Parses a statement with its labels.
    pub fn statement(&mut self) {
        self.labels();
        // A declaration after a label stands for a statement.
        if self.starts_declaration() && !self.attributes_before_statement() {
            if self.at_keyword(Keyword::StaticAssert) {
                self.static_assert();
                return;
            }
            self.syntax_error("expected expression");
            self.skip_to_end_of_statement();
            return;
        }
        self.statement_after_labels();
    }

    fn statement_after_labels(&mut self) {
        if !self.enter() {
            return;
        }
        // A pragma is no statement: what it stands before is (`if (x)`, `#pragma …`, `f ();`).
        while self.at(TokenKind::Pragma) {
            self.pragma();
        }
        self.marked_fall_through = false;
        if self.at_attributes() {
            self.marked_fall_through = self.attributes().fallthrough.is_some();
        }
        let token = self.peek();
        if token.kind != TokenKind::LeftBrace {
            self.mark_statement(token.loc);
        }
        match token.kind {
            TokenKind::LeftBrace => {
                let stmt = self.compound_statement();
                self.add_stmt(stmt);
            }
            TokenKind::Semicolon => {
                self.next();
            }
            _ => {
                let handled = match self.keyword_of(token) {
                    Some(keyword) => self.keyword_statement(keyword, token),
                    None => false,
                };
                if !handled {
                    self.expression_statement();
                }
            }
        }
        self.leave();
    }

    /// Parses a statement that a keyword begins; `false` if it begins none.
    fn keyword_statement(&mut self, keyword: Keyword, token: Token) -> bool {
        match keyword {
            Keyword::If => self.if_statement(token.loc),
            Keyword::Switch => self.switch_statement(token.loc),
            Keyword::While => self.while_statement(token.loc),
            Keyword::Do => self.do_statement(token.loc),
            Keyword::For => self.for_statement(token.loc),
            Keyword::Goto => self.goto_statement(token.loc),
            Keyword::Continue | Keyword::Break => {
                self.next();
                self.leave_statement(keyword == Keyword::Continue, token.loc);
                self.end_of_statement();
            }
            Keyword::Return => self.return_statement(token.loc),
            Keyword::Asm => self.asm_statement(),
            Keyword::Else => {
                self.error(token.loc, "‘else’ without a previous ‘if’");
                self.next();
                self.statement();
            }
            _ => return false,
        }
        true
    }

    /// Takes the `;` of a statement.
    pub fn end_of_statement(&mut self) {
        if !self.expect(TokenKind::Semicolon) {
            self.skip_until(TokenKind::Semicolon);
        }
        self.recovered();
    }

    fn expression_statement(&mut self) {
        let loc = self.loc();
        let e = self.expression();
        if self.is_in_error() {
            self.skip_to_end_of_statement();
            return;
        }
        let e = self.expression_as_statement(e, loc);
        self.add_stmt(e);
        self.end_of_statement();
    }

    fn goto_statement(&mut self, loc: Location) {
        self.next();
        let token = self.peek();
        if let Some(symbol) = self.identifier_of(token) {
            self.next();
            let at = self.cx.input_location();
            let label = self.lookup_label(symbol, at, true);
            self.note_goto(label, loc);
            let predict = self.statement_expr(ExprKind::Predict(Predictor::Goto, false), loc);
            self.add_stmt(predict);
            self.add_goto(label, loc);
        } else if self.accept(TokenKind::Star) {
            let at = self.loc();
            let e = self.expression();
            let e = self.rvalue(e);
            if !self.cx.is_error(e) && !self.cx.unit.types.is_pointer(self.cx.type_of(e)) {
                self.error(at, "computed goto must be pointer type");
                self.end_of_statement();
                return;
            }
            let void_ptr = self.cx.unit.common.void_ptr;
            let e = self.convert(void_ptr, e, loc);
            let stmt = self.statement_expr(ExprKind::ComputedGoto(e), loc);
            self.add_stmt(stmt);
        } else {
            self.syntax_error("expected identifier or ‘*’");
        }
        self.end_of_statement();
    }

    fn leave_statement(&mut self, is_continue: bool, loc: Location) {
        // As in GCC nothing is left to be done after a return, a goto or a call that does not come back.
        let unreachable = self
            .function
            .as_deref()
            .and_then(|function| function.lists.last())
            .and_then(|list| list.stmts.last())
            .is_some_and(|&last| !self.may_fall_through(last));
        let Some(state) = self.function.as_deref_mut() else { return };
        let target = if is_continue {
            state.jumps.iter_mut().rev().find(|jump| !jump.is_switch)
        } else {
            state.jumps.last_mut()
        };
        let Some(target) = target else {
            let text = if is_continue {
                "continue statement not within a loop"
            } else {
                "break statement not within loop or switch"
            };
            self.error(loc, text);
            return;
        };
        if unreachable {
            return;
        }
        let slot = if is_continue { &mut target.continue_label } else { &mut target.break_label };
        let label = match *slot {
            Some(label) => label,
            None => {
                let label = self.cx.artificial_label(loc);
                *slot = Some(label);
                label
            }
        };
        if is_continue {
            let predict = self.statement_expr(ExprKind::Predict(Predictor::Continue, false), loc);
            self.add_stmt(predict);
        }
        self.add_jump(label, loc);
    }

    /// Whether control may reach what stands after a statement (`block_may_fallthru`). Jumps of loops, `break` and
    /// `continue` are taken for statements like any other.
    fn may_fall_through(&self, stmt: ExprId) -> bool {
        let mut work = vec![stmt];
        while let Some(stmt) = work.pop() {
            if stmt.is_none() {
                return true;
            }
            let expr = &self.cx.exprs[stmt];
            match &expr.kind {
                ExprKind::Goto(_) if expr.has(expr_flag::ARTIFICIAL) => return true,
                ExprKind::Goto(_) | ExprKind::ComputedGoto(_) | ExprKind::Return(_) => {}
                &ExprKind::Bind { body, .. } => work.push(body),
                ExprKind::List(stmts) => match stmts.last() {
                    Some(&last) => work.push(last),
                    None => return true,
                },
                &ExprKind::Cond(_, then, otherwise) => work.extend([then, otherwise]),
                &ExprKind::TryFinally(body, _) => work.push(body),
                &ExprKind::Modify(_, value)
                    if matches!(self.cx.exprs[value].kind, ExprKind::Call { .. }) =>
                {
                    work.push(value);
                }
                &ExprKind::Call { callee, .. } => {
                    let noreturn = crate::fold::util::called_function(&self.cx, callee)
                        .is_some_and(|decl| {
                            self.cx.unit.decls[decl].has(gimple::decl::flag::NORETURN)
                        });
                    if !noreturn {
                        return true;
                    }
                }
                _ => return true,
            }
        }
        false
    }

    /// A jump that no `goto` of the program's makes.
    pub(super) fn jump_expr(&mut self, label: DeclId, loc: Location) -> ExprId {
        let stmt = self.statement_expr(ExprKind::Goto(label), loc);
        self.cx.exprs[stmt].flags |= expr_flag::ARTIFICIAL;
        stmt
    }

    pub(super) fn add_jump(&mut self, label: DeclId, loc: Location) {
        let stmt = self.jump_expr(label, loc);
        self.add_stmt(stmt);
    }

    /// Parses `( expression )` as a truth value.
    pub(super) fn parenthesised_condition(&mut self) -> ExprId {
        let loc = self.loc();
        if !self.expect(TokenKind::LeftParen) {
            return self.cx.error_expr(loc);
        }
        let e = self.condition();
        self.expect_or_skip(TokenKind::RightParen);
        e
    }

    pub(super) fn condition(&mut self) -> ExprId {
        let loc = self.loc();
        let e = self.expression();
        let truth = self.truth_value(e, loc);
        verify_sequence_points(&mut self.cx, truth);
        self.fully_fold(truth)
    }

    /// Parses the body of a `do` or `switch` in a scope of its own.
    pub(super) fn substatement(&mut self) -> ExprId {
        let loc = self.loc();
        let scoped = self.has_block_scopes();
        let block = self.begin_block(scoped);
        self.statement();
        self.end_block(block, loc)
    }

    /// Whether loops and branches are blocks (C99).
    pub(super) fn has_block_scopes(&self) -> bool {
        self.cx.options.standard.year >= 1999
    }

    /// Parses an `if` with its branches. A chain of `else if` is as deep as it is long: it is read in a loop.
    fn if_statement(&mut self, loc: Location) {
        let mut loc = loc;
        let mut links: Vec<IfLink> = Vec::new();
        let mut otherwise = loop {
            let (link, has_else) = self.if_link(loc);
            links.push(link);
            if !has_else {
                break ExprId::NONE;
            }
            if !self.at_keyword(Keyword::If) {
                let keyword = self.previous();
                break self.branch("else", keyword);
            }
            loc = self.loc();
            let scoped = self.has_block_scopes();
            let arm = self.begin_block(scoped);
            self.mark_statement(loc);
            if let Some(last) = links.last_mut() {
                last.arm = Some((arm, loc));
            }
        };
        while let Some(IfLink { loc, open, block, cond, then, arm }) = links.pop() {
            self.unit.last_if_had_else = arm.is_some() || otherwise.is_some();
            if let Some((arm, loc)) = arm {
                otherwise = self.end_block(arm, loc);
            }
            let stmt = self.statement_expr(ExprKind::Cond(cond, then, otherwise), open);
            self.add_stmt(stmt);
            self.finish_statement_block(block, loc);
        }
    }

    /// Parses `if (cond) then`; whether `else` follows, which is taken.
    fn if_link(&mut self, loc: Location) -> (IfLink, bool) {
        let keyword = self.next();
        let scoped = self.has_block_scopes();
        let block = self.begin_block(scoped);
        let open = self.loc();
        let cond = self.parenthesised_condition();
        let nested = self.at_keyword(Keyword::If);
        let then = self.branch("if", keyword);
        let has_else = self.accept_keyword(Keyword::Else);
        if nested && !has_else && self.unit.last_if_had_else {
            let text = "suggest explicit braces to avoid ambiguous ‘else’";
            self.warning("dangling-else", open, text);
        }
        (IfLink { loc, open, block, cond, then, arm: None }, has_else)
    }

    pub(super) fn finish_statement_block(&mut self, block: OpenBlock, loc: Location) {
        let stmt = self.end_block(block, loc);
        self.add_stmt(stmt);
    }

    fn return_statement(&mut self, loc: Location) {
        self.next();
        if self.accept(TokenKind::Semicolon) {
            self.add_return(ExprId::NONE, loc);
            return;
        }
        let at = self.loc();
        let e = self.expression();
        if self.is_in_error() {
            self.skip_to_end_of_statement();
            return;
        }
        let named = matches!(self.cx.exprs[e].kind, ExprKind::Decl(_) | ExprKind::Const(_));
        let at = if named { at } else { self.cx.get(e).loc };
        self.add_return_value(e, at);
        self.end_of_statement();
    }

    /// Adds `return;`.
    pub fn add_return(&mut self, value: ExprId, loc: Location) {
        let void = self.cx.unit.common.void;
        let returns_value =
            self.function_state().is_some_and(|function| function.return_type != void);
        if value.is_none() && returns_value && self.cx.options.standard.year >= 1999 {
            let text = "‘return’ with no value, in function returning non-void";
            let asked = self.cx.unit.diagnostics.warnings.requested("return-type");
            if self.pedwarn(if asked { "return-type" } else { "" }, loc, text) {
                self.note_function();
            }
        }
        let stmt = self.statement_expr(ExprKind::Return(value), loc);
        self.add_stmt(stmt);
    }

    /// Warns of the address of something that is gone when the function has returned, which becomes a null pointer.
    fn without_local_address(&mut self, value: ExprId, at: Location) -> ExprId {
        let ty = self.cx.type_of(value);
        if !self.cx.unit.types.is_pointer(ty) {
            return value;
        }
        let mut e = value;
        while let ExprKind::Unary(TreeCode::Nop, inner)
        | ExprKind::NonLvalue(inner)
        | ExprKind::Binary(TreeCode::Plus | TreeCode::PointerPlus, inner, _) =
            self.cx.exprs[e].kind
        {
            e = inner;
        }
        let current = self.cx.current_function;
        if let ExprKind::LabelAddr(label) = self.cx.exprs[e].kind {
            if self.cx.unit.decls[label].context == current {
                self.warning("return-local-addr", at, "function returns address of label");
            }
            return value;
        }
        let ExprKind::Addr(object) = self.cx.exprs[e].kind else { return value };
        e = object;
        while let ExprKind::Component(base, _) | ExprKind::ArrayRef(base, _) = self.cx.exprs[e].kind
        {
            e = base;
        }
        let ExprKind::Decl(decl) = self.cx.exprs[e].kind else { return value };
        let decl = &self.cx.unit.decls[decl];
        let own = decl.context == current && matches!(decl.kind, DeclKind::Var | DeclKind::Parm);
        if !own || decl.is_global() {
            return value;
        }
        self.warning("return-local-addr", at, "function returns address of local variable");
        let null = self.cx.int_expr(ty, 0, at);
        let flags = self.cx.exprs[value].flags & expr_flag::SIDE_EFFECTS;
        self.cx.expr(ExprKind::Compound(value, null), ty, at, flags)
    }

    /// Notes where the function at hand was declared.
    fn note_function(&mut self) {
        let Some(function) = self.function.as_deref() else { return };
        let at = self.cx.unit.decls[function.decl].loc;
        self.note(at, "declared here");
    }

    /// Adds `return e;`.
    pub fn add_return_value(&mut self, e: ExprId, at: Location) {
        let void = self.cx.unit.common.void;
        let Some(function) = self.function.as_deref() else { return };
        let (result, ty) = (function.result, function.return_type);
        if self.cx.unit.types.main_variant(ty) == void {
            let value_type = self.cx.type_of(e);
            if self.cx.unit.types.main_variant(value_type) == void {
                let text = "ISO C forbids ‘return’ with expression, in function returning void";
                if self.extension == 0 && self.pedwarn("pedantic", at, text) {
                    self.note_function();
                }
            } else if !self.cx.is_error(e) {
                let text = "‘return’ with a value, in function returning void";
                let asked = self.cx.unit.diagnostics.warnings.requested("return-type");
                if self.pedwarn(if asked { "return-type" } else { "" }, at, text) {
                    self.note_function();
                }
            }
            let e = self.value_for_nobody(e, at);
            self.add_return(e, at);
            return;
        }
        verify_sequence_points(&mut self.cx, e);
        let value = self.convert_returned(ty, e, at);
        if self.cx.is_error(value) {
            return;
        }
        let value = self.without_local_address(value, at);
        let target = self.cx.decl_expr(result, at);
        let init = self.cx.expr(ExprKind::Init(target, value), ty, at, expr_flag::SIDE_EFFECTS);
        self.add_return(init, at);
    }
}
