//! Expressions: a precedence parser over the semantic actions of [`crate::typeck`].
//!
//! Binary operators are parsed with a stack of operands and operators, so that a chain of ten thousand of them does not
//! nest; everything in brackets, casts, unary operators and conditionals nest, and are counted ([`Parser::enter`]).
//! Names and literals are in [`super::primary`], the builtins that look like calls in [`super::special`].

use super::Parser;
use super::declarator::TypeName;
use super::keyword::Keyword;
use super::sizeof_checks::{SizeofOperand, WrittenArguments};
use super::written::{Written, WrittenOperand};
use crate::generic::{ExprId, ExprKind, Incr, expr_flag};
use crate::lex::{Token, TokenKind};
use crate::typeck::{self, UnaryOp, format};
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::TypeKind;

/// Precedence of `||`, the lowest of the binary operators.
const LOWEST: u8 = 1;

/// The operator a token is, and how tightly it binds.
fn binary_operator(kind: TokenKind) -> Option<(TreeCode, u8)> {
    Some(match kind {
        TokenKind::OrOr => (TreeCode::TruthOrIf, 1),
        TokenKind::AndAnd => (TreeCode::TruthAndIf, 2),
        TokenKind::Or => (TreeCode::BitIor, 3),
        TokenKind::Xor => (TreeCode::BitXor, 4),
        TokenKind::And => (TreeCode::BitAnd, 5),
        TokenKind::EqualEqual => (TreeCode::Eq, 6),
        TokenKind::NotEqual => (TreeCode::Ne, 6),
        TokenKind::Less => (TreeCode::Lt, 7),
        TokenKind::Greater => (TreeCode::Gt, 7),
        TokenKind::LessEqual => (TreeCode::Le, 7),
        TokenKind::GreaterEqual => (TreeCode::Ge, 7),
        TokenKind::ShiftLeft => (TreeCode::Lshift, 8),
        TokenKind::ShiftRight => (TreeCode::Rshift, 8),
        TokenKind::Plus => (TreeCode::Plus, 9),
        TokenKind::Minus => (TreeCode::Minus, 9),
        TokenKind::Star => (TreeCode::Mult, 10),
        TokenKind::Slash => (TreeCode::TruncDiv, 10),
        TokenKind::Percent => (TreeCode::TruncMod, 10),
        _ => return None,
    })
}

/// The operator of a compound assignment; `Single` for the plain one.
fn assignment_operator(kind: TokenKind) -> Option<TreeCode> {
    Some(match kind {
        TokenKind::Equal => TreeCode::Single,
        TokenKind::PlusEqual => TreeCode::Plus,
        TokenKind::MinusEqual => TreeCode::Minus,
        TokenKind::StarEqual => TreeCode::Mult,
        TokenKind::SlashEqual => TreeCode::TruncDiv,
        TokenKind::PercentEqual => TreeCode::TruncMod,
        TokenKind::AndEqual => TreeCode::BitAnd,
        TokenKind::OrEqual => TreeCode::BitIor,
        TokenKind::XorEqual => TreeCode::BitXor,
        TokenKind::ShiftLeftEqual => TreeCode::Lshift,
        TokenKind::ShiftRightEqual => TreeCode::Rshift,
        _ => return None,
    })
}

/// An operand waiting for what binds more tightly on its right.
struct Pending {
    left: ExprId,
    /// Where the left operand becomes a value: where it starts, or the operator before it.
    left_loc: Location,
    code: TreeCode,
    precedence: u8,
    loc: Location,
    /// How the left operand was written.
    written: Written,
    /// The right operand is not evaluated whatever happens (`0 && …`).
    skips: bool,
}

impl Parser<'_> {
    /// Parses an expression with commas.
    pub fn expression(&mut self) -> ExprId {
        let start = self.loc();
        let mut e = self.assignment_expression();
        if self.at(TokenKind::Comma) {
            e = self.rvalue_at(start, e);
        }
        while self.at(TokenKind::Comma) {
            let loc = self.next().loc;
            let start = self.loc();
            let right = self.assignment_expression();
            let right = if self.stays_array(right) { right } else { self.rvalue_at(start, right) };
            e = self.comma(loc, e, right);
            self.written = Written::Plain;
        }
        e
    }

    /// Whether an expression is an array that is no lvalue: in C90 such arrays are no pointers.
    fn stays_array(&self, e: ExprId) -> bool {
        let array = matches!(self.cx.unit.types.kind(self.cx.type_of(e)), TypeKind::Array { .. });
        array && self.cx.options.standard.year < 1999 && !crate::typeck::lvalue_p(&self.cx, e)
    }

    /// Parses an assignment expression.
    pub fn assignment_expression(&mut self) -> ExprId {
        // `a = b = c` nests to the right: parsed with a stack, assigned from the end.
        let mut targets: Vec<(ExprId, TreeCode, Location, Location)> = Vec::new();
        let mut e = loop {
            let e = self.conditional_expression();
            let token = self.peek();
            match assignment_operator(token.kind) {
                Some(code) => {
                    self.next();
                    targets.push((e, code, token.loc, self.loc()));
                }
                None => break e,
            }
        };
        while let Some((target, code, loc, start)) = targets.pop() {
            let value = self.rvalue_at(start, e);
            if code == TreeCode::Single {
                let ty = self.cx.type_of(target);
                self.warn_of_enumerator(ty, self.written, loc);
            }
            e = self.assign(loc, target, code, (value, start));
            self.written = Written::Plain;
            // Only `=` may be a mistyped `==`.
            if code != TreeCode::Single && matches!(self.cx.exprs[e].kind, ExprKind::Modify(..)) {
                self.cx.exprs[e].flags |= expr_flag::NO_WARNING;
            }
        }
        e
    }

    /// Parses an expression that must be constant; it is folded.
    pub fn constant_expression(&mut self) -> ExprId {
        let e = self.conditional_expression();
        let e = self.rvalue(e);
        self.fully_fold(e)
    }

    /// Parses a conditional expression.
    pub fn conditional_expression(&mut self) -> ExprId {
        let start = self.loc();
        let cond = self.binary_expression();
        if !self.at(TokenKind::Question) {
            return cond;
        }
        if !self.enter() {
            return cond;
        }
        let e = self.conditional_tail(cond, start);
        self.leave();
        e
    }

    fn conditional_tail(&mut self, cond: ExprId, start: Location) -> ExprId {
        let question = self.next().loc;
        let mut starts = [if self.at(TokenKind::Colon) { start } else { self.loc() }; 2];
        let (cond, then, same) = if self.at(TokenKind::Colon) {
            // `a ?: b` evaluates `a` once.
            let colon = self.loc();
            self.pedantic(colon, "ISO C forbids omitting the middle term of a ‘?:’ expression");
            let value = self.rvalue_at(start, cond);
            let saved = self.save_expr(value);
            (self.truth_value(saved, question), saved, true)
        } else {
            let value = self.rvalue_at(start, cond);
            let cond = self.truth_value(value, question);
            let never = self.folded_int(cond) == Some(0);
            self.cx.folding.inhibit_warnings += u32::from(never);
            let then = self.expression();
            self.cx.folding.inhibit_warnings -= u32::from(never);
            (cond, then, false)
        };
        let then = if same { then } else { self.rvalue_at(starts[0], then) };
        let colon = self.loc();
        if !self.expect(TokenKind::Colon) {
            return self.cx.error_expr(question);
        }
        let never = self.folded_int(cond).is_some_and(|value| value != 0);
        self.cx.folding.inhibit_warnings += u32::from(never);
        starts[1] = self.loc();
        let otherwise = self.conditional_expression();
        self.cx.folding.inhibit_warnings -= u32::from(never);
        let otherwise = self.rvalue_at(starts[1], otherwise);
        self.written = Written::Plain;
        crate::typeck::warn_sign_of_arms(&mut self.cx, [then, otherwise], starts);
        self.conditional(colon, cond, then, otherwise)
    }

    /// Parses operators between unary expressions, by precedence.
    fn binary_expression(&mut self) -> ExprId {
        let mut stack: Vec<Pending> = Vec::new();
        let start = self.loc();
        let mut operand = self.cast_expression();
        loop {
            let token = self.peek();
            let operator = binary_operator(token.kind);
            let precedence = operator.map_or(LOWEST - 1, |(_, precedence)| precedence);
            while stack.last().is_some_and(|pending| pending.precedence >= precedence) {
                if let Some(pending) = stack.pop() {
                    operand = self.reduce(pending, operand);
                }
            }
            let Some((code, precedence)) = operator else { return operand };
            self.next();
            let left_loc = stack.last().map_or(start, |pending| pending.loc);
            let (left, skips) = self.left_operand(code, operand, left_loc);
            self.cx.folding.inhibit_warnings += u32::from(skips);
            let (written, loc) = (self.written, token.loc);
            stack.push(Pending { left, left_loc, code, precedence, loc, written, skips });
            operand = self.cast_expression();
        }
    }

    /// The left operand as the operator takes it. Of `&&` and `||` it is a truth value, which may decide that the right
    /// one is not evaluated.
    fn left_operand(&mut self, code: TreeCode, e: ExprId, loc: Location) -> (ExprId, bool) {
        if !matches!(code, TreeCode::TruthAndIf | TreeCode::TruthOrIf) {
            return (e, false);
        }
        let value = self.rvalue_at(loc, e);
        let truth = self.truth_value(value, loc);
        let deciding = i128::from(code == TreeCode::TruthOrIf);
        // Only what is constant throughout is worth folding at each step of a long chain.
        let constant = self.cx.exprs[truth].has(expr_flag::CONSTANT);
        (truth, constant && self.folded_int(truth) == Some(deciding))
    }

    fn reduce(&mut self, pending: Pending, right: ExprId) -> ExprId {
        let Pending { left, left_loc, code, loc, skips, written, .. } = pending;
        self.cx.folding.inhibit_warnings -= u32::from(skips);
        let operands = [
            WrittenOperand { e: left, written },
            WrittenOperand { e: right, written: self.written },
        ];
        self.written = Written::Operator(code, loc);
        if matches!(code, TreeCode::TruthAndIf | TreeCode::TruthOrIf) {
            let right = self.rvalue_at(loc, right);
            let right = self.truth_value(right, loc);
            self.warn_about_parentheses(code, operands);
            return self.binary(loc, code, left, right);
        }
        if code == TreeCode::TruncDiv {
            self.warn_of_sizeof_division(loc, operands[0], operands[1]);
        }
        let left = self.rvalue_at(left_loc, left);
        let right = self.rvalue_at(loc, right);
        let result = self.binary(loc, code, left, right);
        self.warn_about_parentheses(code, operands);
        self.warn_of_operator(loc, code, operands[0], operands[1]);
        result
    }

    /// Parses a cast, a compound literal, or a unary expression.
    pub fn cast_expression(&mut self) -> ExprId {
        let open = self.peek();
        if open.kind != TokenKind::LeftParen {
            return self.unary_expression();
        }
        let token = self.peek2();
        if !self.token_starts_type_name(token) {
            return self.unary_expression();
        }
        if !self.enter() {
            return self.cx.error_expr(open.loc);
        }
        self.next();
        let name = self.full_type_name();
        self.expect_or_skip(TokenKind::RightParen);
        let e = if self.at(TokenKind::LeftBrace) {
            let literal = self.compound_literal(&name, open.loc);
            self.postfix_tail(literal, open.loc)
        } else {
            let start = self.loc();
            let operand = self.cast_expression();
            let operand = self.rvalue_at(start, operand);
            self.written = Written::Plain;
            let e = self.cast(open.loc, name.ty, operand);
            self.after_effects(&name.effects, e, open.loc)
        };
        self.leave();
        e
    }

    /// Parses a unary expression.
    pub fn unary_expression(&mut self) -> ExprId {
        let token = self.peek();
        if self.prefix_operator(token) {
            if !self.enter() {
                return self.cx.error_expr(token.loc);
            }
            let e = self.prefix_expression(token);
            self.written = match token.kind {
                TokenKind::Not => Written::Operator(TreeCode::TruthNot, token.loc),
                _ => self.last_sizeof.take().map_or(Written::Plain, Written::Sizeof),
            };
            self.leave();
            return e;
        }
        self.postfix_expression()
    }

    fn prefix_operator(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::PlusPlus
            | TokenKind::MinusMinus
            | TokenKind::And
            | TokenKind::AndAnd
            | TokenKind::Star
            | TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::Tilde
            | TokenKind::Not => true,
            _ => matches!(
                self.keyword_of(token),
                Some(
                    Keyword::Sizeof
                        | Keyword::Alignof
                        | Keyword::Extension
                        | Keyword::Real
                        | Keyword::Imag
                )
            ),
        }
    }

    fn prefix_expression(&mut self, token: Token) -> ExprId {
        let loc = token.loc;
        match token.kind {
            TokenKind::PlusPlus | TokenKind::MinusMinus => {
                self.next();
                let operand = self.cast_expression();
                let incr = if token.kind == TokenKind::PlusPlus {
                    Incr::PreIncrement
                } else {
                    Incr::PreDecrement
                };
                self.increment(loc, incr, operand)
            }
            TokenKind::And => {
                self.next();
                let operand = self.cast_expression();
                self.address_of(operand, loc)
            }
            TokenKind::AndAnd => {
                self.next();
                self.label_address(loc)
            }
            TokenKind::Star => {
                self.next();
                let start = self.loc();
                let operand = self.cast_expression();
                let operand = self.rvalue_at(start, operand);
                self.indirect(loc, operand)
            }
            TokenKind::Plus => self.arithmetic_prefix(UnaryOp::Plus),
            TokenKind::Minus => self.arithmetic_prefix(UnaryOp::Minus),
            TokenKind::Tilde => self.arithmetic_prefix(UnaryOp::Complement),
            TokenKind::Not => self.arithmetic_prefix(UnaryOp::Not),
            _ => self.keyword_prefix(token),
        }
    }

    fn arithmetic_prefix(&mut self, op: UnaryOp) -> ExprId {
        let loc = self.next().loc;
        let start = self.loc();
        let operand = self.cast_expression();
        let operand = self.rvalue_at(start, operand);
        self.unary(loc, op, operand)
    }

    fn keyword_prefix(&mut self, token: Token) -> ExprId {
        let loc = token.loc;
        match self.keyword_of(token) {
            Some(Keyword::Sizeof) => self.sizeof_expression(),
            Some(Keyword::Alignof) => self.alignof_expression(),
            Some(Keyword::Extension) => {
                self.next();
                self.extension += 1;
                let e = self.cast_expression();
                self.extension -= 1;
                e
            }
            keyword => {
                self.next();
                let operand = self.cast_expression();
                let op = if keyword == Some(Keyword::Real) { UnaryOp::Real } else { UnaryOp::Imag };
                self.unary(loc, op, operand)
            }
        }
    }

    /// Parses `sizeof`, of a type or an expression that is not evaluated.
    fn sizeof_expression(&mut self) -> ExprId {
        let loc = self.next().loc;
        self.cx.folding.inhibit_warnings += 1;
        let (start, at) = (self.loc(), self.operand_start());
        let (TypeName { ty, effects, .. }, operand) = self.sizeof_operand();
        self.cx.folding.inhibit_warnings -= 1;
        if let Some(e) = operand
            && self.is_bit_field(e)
        {
            return self.cx.error_at(start, "‘sizeof’ applied to a bit-field");
        }
        let at = if operand.is_some() { start } else { at };
        let at = if at.is_unknown() { loc } else { at };
        if let Some(e) = operand {
            self.warn_of_array_parameter(e, at);
        }
        let size = self.size_of(at, ty, operand);
        self.last_sizeof = Some(SizeofOperand::of(ty, operand, at));
        match typeck::size::is_variable(&self.cx, ty) {
            true => self.after_effects(&effects, size, loc),
            false => size,
        }
    }

    fn alignof_expression(&mut self) -> ExprId {
        let loc = self.next().loc;
        self.cx.folding.inhibit_warnings += 1;
        let at = self.operand_start();
        let (name, operand) = self.sizeof_operand();
        self.cx.folding.inhibit_warnings -= 1;
        self.align_of(if operand.is_some() { loc } else { at }, name.ty, operand)
    }

    /// Where the operand of `sizeof` begins, within its parenthesis if it has one.
    fn operand_start(&mut self) -> Location {
        if self.at(TokenKind::LeftParen) { self.peek2().loc } else { self.loc() }
    }

    /// The type in question, and the expression it is of.
    fn sizeof_operand(&mut self) -> (TypeName, Option<ExprId>) {
        if self.at(TokenKind::LeftParen) {
            let token = self.peek2();
            if self.token_starts_type_name(token) {
                let open = self.next().loc;
                let name = self.full_type_name();
                self.expect_or_skip(TokenKind::RightParen);
                if self.at(TokenKind::LeftBrace) {
                    let literal = self.compound_literal(&name, open);
                    let e = self.postfix_tail(literal, open);
                    return (TypeName::plain(self.cx.type_of(e)), Some(e));
                }
                return (name, None);
            }
        }
        let e = self.unary_expression();
        self.mark_read(e);
        (TypeName::plain(self.cx.type_of(e)), Some(e))
    }

    /// Parses `&&label`.
    fn label_address(&mut self, loc: Location) -> ExprId {
        let at = self.cx.input_location();
        self.pedantic(at, "taking the address of a label is non-standard");
        match self.identifier() {
            Some(name) => {
                self.next();
                if self.function.is_none() {
                    self.error(loc, "label referenced outside of any function");
                    return self.cx.error_expr(loc);
                }
                let label = self.lookup_label(name, at, true);
                self.label_address_expr(label, loc)
            }
            None => {
                self.syntax_error("expected identifier");
                self.cx.error_expr(loc)
            }
        }
    }

    /// Parses a primary expression and what follows it.
    pub fn postfix_expression(&mut self) -> ExprId {
        let first = self.peek();
        let e = self.primary_expression();
        let start = if first.kind == TokenKind::LeftParen { self.cx.get(e).loc } else { first.loc };
        let literal = first.kind.is_string();
        let whole = self.postfix_tail(e, start);
        let enumerator = self.last_enumerator.take().map(Written::Enumerator);
        self.written = match self.written {
            Written::Enumerator(_) if first.kind == TokenKind::LeftParen && whole == e => {
                self.written
            }
            _ if whole == e && first.kind == TokenKind::Identifier && enumerator.is_some() => {
                enumerator.unwrap_or_default()
            }
            Written::Sizeof(operand) if first.kind == TokenKind::LeftParen && whole == e => {
                Written::Sizeof(operand.in_parentheses())
            }
            _ if literal && whole == e => Written::StringLiteral,
            _ => Written::Plain,
        };
        whole
    }

    /// Parses subscripts, calls, members, increments; `start` is where the expression begins, which is where calls are.
    pub fn postfix_tail(&mut self, mut e: ExprId, start: Location) -> ExprId {
        loop {
            let token = self.peek();
            e = match token.kind {
                TokenKind::LeftBracket => {
                    self.next();
                    let index = self.bracketed(TokenKind::RightBracket);
                    self.index(token.loc, e, index)
                }
                TokenKind::LeftParen => self.call_tail(e, start),
                TokenKind::Dot | TokenKind::Arrow => self.member_tail(e),
                TokenKind::PlusPlus | TokenKind::MinusMinus => {
                    self.next();
                    let incr = if token.kind == TokenKind::PlusPlus {
                        Incr::PostIncrement
                    } else {
                        Incr::PostDecrement
                    };
                    self.increment(token.loc, incr, e)
                }
                _ => return e,
            };
        }
    }

    /// An expression up to a closing bracket, which is taken.
    fn bracketed(&mut self, close: TokenKind) -> ExprId {
        let loc = self.loc();
        if !self.enter() {
            return self.cx.error_expr(loc);
        }
        let e = self.expression();
        self.expect_or_skip(close);
        self.leave();
        e
    }

    fn call_tail(&mut self, callee: ExprId, start: Location) -> ExprId {
        self.next();
        let mut places = Vec::new();
        let kept = self.cx.unit.diagnostics.sources.extents.len();
        let args = self.placed_arguments(&mut places);
        if !places.is_empty() {
            let end = self.previous().loc;
            // A call among the arguments is at the place of this one once it is a statement.
            let within = self.cx.unit.diagnostics.sources.extents.len() > kept;
            format::keep_places(&mut self.cx, callee, (start, end), &places, within);
        }
        self.warn_of_lengths(callee, &args, start);
        self.warn_of_absolute_value(callee, &args, start);
        self.warn_of_enumerators(callee, &args);
        if let Some(special) = self.special_call(callee, &args, start) {
            return special;
        }
        self.placed_call(callee, args, &places, start)
    }

    /// Arguments up to the closing parenthesis, which is taken.
    pub fn argument_list(&mut self) -> Vec<ExprId> {
        self.placed_arguments(&mut Vec::new())
    }

    /// The same, and all of the source that each is, where warnings show it.
    fn placed_arguments(&mut self, places: &mut Vec<Location>) -> Vec<ExprId> {
        let mut args = Vec::new();
        if self.accept(TokenKind::RightParen) || !self.enter() {
            return args;
        }
        let shown = format::are_shown(&self.cx);
        let mut arguments = WrittenArguments::default();
        loop {
            let (literal, start) = (self.at_literal(), self.loc());
            let e = self.assignment_expression();
            if matches!(self.cx.exprs[e].kind, ExprKind::Const(_)) {
                // A constant has no place of its own.
                self.cx.exprs[e].loc = start;
            }
            let zero = literal && self.cx.int_value(e) == Some(0);
            arguments.note(args.len(), self.written, zero);
            args.push(self.rvalue(e));
            if shown {
                let (own, last) = (self.cx.get(e).loc, self.previous().loc);
                let caret = if own.is_unknown() { start } else { own };
                places.push(self.cx.unit.diagnostics.sources.ranged(caret, start, last));
            }
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.written_arguments = arguments;
        self.expect_or_skip(TokenKind::RightParen);
        self.leave();
        args
    }

    fn member_tail(&mut self, e: ExprId) -> ExprId {
        let operator = self.next();
        let name_loc = self.loc();
        let Some(name) = self.identifier() else {
            self.syntax_error("expected identifier");
            return self.cx.error_expr(name_loc);
        };
        self.next();
        let object = if operator.kind == TokenKind::Arrow {
            let pointer = self.rvalue(e);
            self.indirect_member(operator.loc, pointer)
        } else {
            e
        };
        self.member(operator.loc, object, name, name_loc)
    }
}
