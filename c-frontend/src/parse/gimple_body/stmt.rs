//! Statements of GIMPLE.

use super::expr::single;
use super::{Body, Jump, Label, PendingPhi};
use crate::lex::TokenKind;
use crate::parse::Parser;
use crate::parse::keyword::Keyword;
use gimple::aside::Aside;
use gimple::cfg::{EdgeFlags, Probability};
use gimple::constant::ConstId;
use gimple::decl::{Decl, DeclId, DeclKind};
use gimple::location::Location;
use gimple::stmt::{Call, Callee, Case, InternalFn, Phi, Seq, StmtId, StmtKind, Switch, TryKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};

/// Where a jump goes.
enum Target {
    Label(DeclId),
    Block(u32, Probability, Location),
}

impl Parser<'_> {
    pub(super) fn gimple_statement(&mut self, body: &mut Body) {
        let token = self.peek();
        match token.kind {
            TokenKind::Semicolon => {
                self.next();
                return;
            }
            TokenKind::LeftBrace => return self.gimple_block(body),
            TokenKind::Identifier => {}
            _ => return self.gimple_expression(body),
        }
        match self.keyword_of(token) {
            Some(Keyword::If) => self.gimple_if(body),
            Some(Keyword::Switch) => self.gimple_switch(body),
            Some(Keyword::Goto) => self.gimple_goto(body),
            Some(Keyword::Return) => self.gimple_return(body),
            Some(_) => self.gimple_expression(body),
            None => self.gimple_word(body, token.symbol().unwrap_or(Symbol::NONE)),
        }
    }

    /// A statement that begins with an identifier: a label, the head of a block, `try`, or an assignment or call.
    fn gimple_word(&mut self, body: &mut Body, symbol: Symbol) {
        let text = self.text(symbol);
        if text == "try" && self.peek2().kind == TokenKind::LeftBrace {
            self.gimple_try(body);
        } else if text == "__BB" && self.peek2().kind == TokenKind::LeftParen {
            self.gimple_block_head(body);
        } else if self.peek2().kind == TokenKind::Colon {
            self.gimple_label(body, symbol);
        } else {
            self.gimple_expression(body);
        }
    }

    /// `__BB(2,guessed_local(12)):`.
    fn gimple_block_head(&mut self, body: &mut Body) {
        let loc = self.next().loc;
        self.next();
        let e = self.primary_expression();
        let number = self.folded_int(e).and_then(|number| u32::try_from(number).ok());
        let mut count = None;
        while self.accept(TokenKind::Comma) {
            let token = self.next();
            let word = self.spelling(token);
            if word == "loop_header" {
                self.expect(TokenKind::LeftParen);
                self.skip_until(TokenKind::RightParen);
            } else {
                count = self.count_of(&word);
            }
        }
        self.expect_or_skip(TokenKind::RightParen);
        self.expect(TokenKind::Colon);
        if !body.has_blocks() {
            self.error(loc, "stray basic block");
            return;
        }
        self.gimple_begin_block(body, number.unwrap_or(0), loc);
        if let Some((count, _)) = count
            && body.block.is_some()
        {
            body.f.block_info[body.block].count = count;
        }
    }

    /// `name:`.
    fn gimple_label(&mut self, body: &mut Body, symbol: Symbol) {
        let loc = self.next().loc;
        self.next();
        let decl = self.gimple_label_of(body, symbol, loc);
        self.cx.unit.decls[decl].loc = loc;
        let Some(label) = body.labels.get_mut(&symbol) else { return };
        if std::mem::replace(&mut label.defined, true) {
            let text = self.text(symbol);
            self.error(loc, format!("duplicate label ‘{text}’"));
            return;
        }
        body.emit(StmtKind::Label(decl));
        if body.block.is_some() {
            let block = body.block;
            body.f.labels.place(decl, block);
        }
    }

    /// The label of a name, made on first sight.
    fn gimple_label_of(&mut self, body: &mut Body, symbol: Symbol, loc: Location) -> DeclId {
        if let Some(label) = body.labels.get(&symbol) {
            return label.decl;
        }
        let mut decl = Decl::new(DeclKind::Label, Some(symbol), self.cx.unit.common.void, loc);
        decl.context = body.f.decl;
        let decl = self.cx.new_decl(decl);
        body.labels.insert(symbol, Label { decl, defined: false, loc });
        body.label_order.push(symbol);
        decl
    }

    /// What stands after `goto`: a label, or `__BB3(precise(12))`.
    fn gimple_target(&mut self, body: &mut Body) -> Option<Target> {
        let token = self.peek();
        let Some(symbol) = self.identifier_of(token) else {
            self.syntax_error("expected label");
            return None;
        };
        self.next();
        let text = self.text(symbol);
        let number = text.strip_prefix("__BB").and_then(|digits| digits.parse::<u32>().ok());
        let Some(number) = number else {
            return Some(Target::Label(self.gimple_label_of(body, symbol, token.loc)));
        };
        let mut probability = Probability::UNKNOWN;
        if self.accept(TokenKind::LeftParen) {
            let word = self.next();
            let word = self.spelling(word);
            if let Some((value, _)) = self.count_of(&word) {
                probability = Self::scaled_probability(value);
            }
            self.expect_or_skip(TokenKind::RightParen);
        }
        Some(Target::Block(number, probability, token.loc))
    }

    fn gimple_goto(&mut self, body: &mut Body) {
        self.next();
        match self.gimple_target(body) {
            Some(Target::Label(label)) => {
                body.emit(StmtKind::Goto(Operand::Decl(label)));
            }
            Some(target) => self.add_gimple_jump(body, &target, EdgeFlags::FALLTHRU),
            None => return,
        }
        self.expect(TokenKind::Semicolon);
    }

    fn add_gimple_jump(&mut self, body: &mut Body, target: &Target, flags: EdgeFlags) {
        let &Target::Block(dst, probability, loc) = target else { return };
        if body.block.is_none() {
            self.error(loc, "jump to a basic block from no basic block");
            return;
        }
        body.jumps.push(Jump { src: body.block, dst, flags, probability, loc });
    }

    fn gimple_if(&mut self, body: &mut Body) {
        self.next();
        self.expect(TokenKind::LeftParen);
        let Some((code, lhs, rhs)) = self.gimple_condition(body) else { return };
        self.expect_or_skip(TokenKind::RightParen);
        let Some(then) = self.gimple_branch(body) else { return };
        if !self.expect_keyword(Keyword::Else, "else") {
            return;
        }
        let Some(otherwise) = self.gimple_branch(body) else { return };
        let label = |target: &Target| match target {
            Target::Label(label) => *label,
            Target::Block(..) => DeclId::NONE,
        };
        let (true_label, false_label) = (label(&then), label(&otherwise));
        body.emit(StmtKind::Cond { code, lhs, rhs, true_label, false_label });
        self.add_gimple_jump(body, &then, EdgeFlags::TRUE_VALUE);
        self.add_gimple_jump(body, &otherwise, EdgeFlags::FALSE_VALUE);
    }

    /// `goto label;`.
    fn gimple_branch(&mut self, body: &mut Body) -> Option<Target> {
        if !self.accept_keyword(Keyword::Goto) {
            self.syntax_error("expected goto expression");
            return None;
        }
        let target = self.gimple_target(body)?;
        self.expect(TokenKind::Semicolon).then_some(target)
    }

    /// `switch (a) { default: L1; case 2: L2; }`.
    fn gimple_switch(&mut self, body: &mut Body) {
        self.next();
        self.expect(TokenKind::LeftParen);
        let Some(index) = self.gimple_operand(body, None) else { return };
        self.expect_or_skip(TokenKind::RightParen);
        self.expect(TokenKind::LeftBrace);
        let ty = self.gimple_type(body, index);
        let (mut default, mut cases) = (None, Vec::new());
        while !matches!(self.peek().kind, TokenKind::RightBrace | TokenKind::Eof) {
            let Some(case) = self.gimple_case(body, ty) else { return };
            if case.low.is_none() {
                default = Some(case);
            } else {
                cases.push(case);
            }
        }
        let at = self.next().loc;
        let Some(default) = default else {
            self.error(at, "missing default label");
            return;
        };
        cases.sort_by_key(|case| self.cx.unit.case_range(case));
        cases.insert(0, default);
        body.emit(StmtKind::Switch(Aside::new(Switch { index, cases })));
    }

    fn gimple_case(&mut self, body: &mut Body, ty: TypeId) -> Option<Case> {
        let (mut low, mut high) = (ConstId::NONE, ConstId::NONE);
        if self.accept_keyword(Keyword::Case) {
            low = self.gimple_operand(body, Some(ty))?.constant()?;
            if self.accept(TokenKind::Ellipsis) {
                high = self.gimple_operand(body, Some(ty))?.constant()?;
            }
        } else if !self.accept_keyword(Keyword::Default) {
            self.syntax_error("expected case label");
            return None;
        }
        self.expect(TokenKind::Colon);
        self.accept_keyword(Keyword::Goto);
        let at = self.loc();
        let label = match self.gimple_target(body)? {
            Target::Label(label) => label,
            Target::Block(..) => {
                self.error(at, "expected label");
                return None;
            }
        };
        self.expect(TokenKind::Semicolon);
        Some(Case { low, high, label })
    }

    fn gimple_return(&mut self, body: &mut Body) {
        self.next();
        let mut value = Operand::None;
        if !self.at(TokenKind::Semicolon) {
            let ty = match self.cx.unit.types.kind(self.cx.unit.decls[body.f.decl].ty) {
                TypeKind::Function { result, .. } => *result,
                _ => self.cx.unit.common.int,
            };
            let Some(op) = self.gimple_operand(body, Some(ty)) else { return };
            value = op;
        }
        body.emit(StmtKind::Return(value));
        self.expect(TokenKind::Semicolon);
    }

    /// `try { … } finally { … }`, perhaps with `else { … }` for exceptions; `try { … } catch { … }`.
    fn gimple_try(&mut self, body: &mut Body) {
        let loc = self.next().loc;
        let outer = std::mem::take(&mut body.seq);
        self.gimple_block(body);
        let inner = std::mem::take(&mut body.seq);
        let token = self.peek();
        let mut kind = match self.spelling(token).as_str() {
            "finally" => TryKind::Finally,
            "catch" => TryKind::Catch,
            _ => {
                self.syntax_error("expected finally or catch");
                body.seq = outer;
                return;
            }
        };
        self.next();
        self.gimple_block(body);
        let cleanup = std::mem::take(&mut body.seq);
        if kind == TryKind::Finally && self.accept_keyword(Keyword::Else) {
            self.gimple_block(body);
            kind = TryKind::FinallyElse(std::mem::take(&mut body.seq));
        }
        body.seq = outer;
        if self.holds_try(body, cleanup) || self.holds_try(body, kind.otherwise()) {
            self.sorry(loc, "‘try’ in what runs on the way out of another");
        }
        body.emit(StmtKind::Try { body: inner, cleanup, kind });
    }

    fn holds_try(&self, body: &Body, seq: Seq) -> bool {
        body.f.seq_iter(seq).any(|stmt| matches!(body.f.stmts[stmt].kind, StmtKind::Try { .. }))
    }

    /// An assignment or a call.
    fn gimple_expression(&mut self, body: &mut Body) {
        let loc = self.loc();
        let Some(lhs) = self.gimple_operand(body, None) else { return };
        if self.at(TokenKind::LeftParen) {
            self.gimple_call(body, Operand::None, lhs, loc);
        } else if !self.accept(TokenKind::Equal) {
            self.syntax_error("expected ‘=’");
            return;
        } else {
            self.gimple_assignment(body, lhs);
        }
        if !self.is_in_error() {
            self.expect(TokenKind::Semicolon);
        }
    }

    fn gimple_assignment(&mut self, body: &mut Body, lhs: Operand) {
        let token = self.peek();
        if token.kind == TokenKind::Dot {
            self.gimple_internal_call(body, lhs);
            return;
        }
        if token.kind == TokenKind::Identifier
            && self.keyword_of(token).is_none()
            && self.spelling(token) == "__PHI"
        {
            self.gimple_phi(body, lhs);
            return;
        }
        let ty = self.gimple_type(body, lhs);
        let Some((code, mut rhs)) = self.gimple_rhs(body, ty) else { return };
        if self.at(TokenKind::LeftParen) && (code, rhs) == single(rhs[0]) {
            self.gimple_call(body, lhs, rhs[0], token.loc);
            return;
        }
        // What is a constant of another type is one of the type assigned to.
        if let (gimple::code::TreeCode::Single, Operand::Const(id)) = (code, rhs[0])
            && self.cx.unit.types.is_pointer(ty)
            && let Some(value) = self.cx.unit.consts.as_int(id)
        {
            rhs[0] = self.cx.unit.int(ty, value);
        }
        let stmt = body.emit(StmtKind::Assign { lhs, code, rhs });
        body.define(lhs, stmt);
    }

    /// `__PHI (__BB2: a_1, __BB3: 0)`.
    fn gimple_phi(&mut self, body: &mut Body, lhs: Operand) {
        let loc = self.next().loc;
        self.expect(TokenKind::LeftParen);
        let ty = self.gimple_type(body, lhs);
        let mut args = Vec::new();
        loop {
            let token = self.next();
            let text = self.spelling(token);
            let Some(source) = text.strip_prefix("__BB").and_then(|n| n.parse().ok()) else {
                self.error(token.loc, "invalid source block specification");
                self.suppress_errors();
                return;
            };
            self.expect(TokenKind::Colon);
            let loc = self.loc();
            let Some(value) = self.gimple_operand(body, Some(ty)) else { return };
            if matches!(value, Operand::Decl(_)) {
                self.error(loc, "argument of ‘__PHI’ is no SSA name");
            }
            args.push((source, value));
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect_or_skip(TokenKind::RightParen);
        let Operand::Ssa(result) = lhs else {
            self.error(loc, "result of ‘__PHI’ is no SSA name");
            return;
        };
        if body.block.is_none() || !body.specs.ssa {
            self.error(loc, "‘__PHI’ outside a function in SSA form");
            return;
        }
        let phi = Phi { result, args: Default::default() };
        let stmt: StmtId = body.emit(StmtKind::Phi(Aside::new(phi)));
        body.define(lhs, stmt);
        body.phis.push(PendingPhi { phi: stmt, args, loc });
    }

    /// `.FUNCTION (arguments)`, of those that compute a value from values alone.
    fn gimple_internal_call(&mut self, body: &mut Body, lhs: Operand) {
        self.next();
        let token = self.next();
        let name = self.spelling(token);
        let function = InternalFn::find(&name);
        let Some((function, count)) = function.and_then(|it| Some((it, it.operands()?))) else {
            self.sorry(token.loc, format!("internal function ‘{name}’ in ‘__GIMPLE’ bodies"));
            self.suppress_errors();
            return;
        };
        self.expect(TokenKind::LeftParen);
        let Some(args) = self.gimple_arguments(body, &[]) else { return };
        if args.len() != count {
            self.error(token.loc, format!("wrong number of arguments to ‘{name}’"));
            self.suppress_errors();
            return;
        }
        let ty = self.gimple_type(body, lhs);
        let params = args.iter().map(|&arg| self.gimple_type(body, arg)).collect();
        let fntype = self.cx.unit.types.function_of(ty, params, false, true);
        let callee = Callee::Internal(function);
        let call = Call { lhs, callee, fntype, args, chain: Operand::None };
        let stmt = body.emit(StmtKind::Call(Aside::new(call)));
        body.define(lhs, stmt);
    }

    /// Arguments up to the closing parenthesis.
    fn gimple_arguments(&mut self, body: &mut Body, params: &[TypeId]) -> Option<Vec<Operand>> {
        let mut args = Vec::new();
        while !matches!(self.peek().kind, TokenKind::RightParen | TokenKind::Eof) {
            let hint = params.get(args.len()).copied();
            args.push(self.gimple_operand(body, hint)?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect_or_skip(TokenKind::RightParen);
        Some(args)
    }

    /// `callee (arguments)`.
    fn gimple_call(&mut self, body: &mut Body, lhs: Operand, callee: Operand, loc: Location) {
        self.next();
        let target = match callee {
            Operand::Decl(decl) if self.cx.unit.decls[decl].kind == DeclKind::Function => {
                Callee::Decl(decl)
            }
            _ => Callee::Pointer(callee),
        };
        let of = self.gimple_type(body, callee);
        let types = &self.cx.unit.types;
        let fntype = match target {
            Callee::Decl(_) => of,
            _ => types.pointee(of).unwrap_or(of),
        };
        let params = match types.kind(fntype) {
            TypeKind::Function { params, .. } => params.clone(),
            _ => {
                self.error(loc, "called object is not a function or function pointer");
                self.suppress_errors();
                return;
            }
        };
        let Some(args) = self.gimple_arguments(body, &params) else { return };
        if self.at(TokenKind::Arrow) || self.at(TokenKind::Dot) {
            let at = self.loc();
            self.error(at, "dereference of non-pointer");
            self.suppress_errors();
            return;
        }
        let call = Call { lhs, callee: target, fntype, args, chain: Operand::None };
        let stmt = body.emit(StmtKind::Call(Aside::new(call)));
        body.define(lhs, stmt);
    }
}
