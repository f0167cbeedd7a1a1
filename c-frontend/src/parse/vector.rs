//! The vector builtins, which are syntax: `__builtin_shuffle`, `__builtin_shufflevector`, `__builtin_convertvector`.

use super::Parser;
use crate::generic::ExprId;
use crate::lex::TokenKind;
use crate::typeck::vector;

impl Parser<'_> {
    /// `__builtin_shuffle (a, mask)` or `__builtin_shuffle (a, b, mask)`.
    pub(super) fn shuffle(&mut self) -> ExprId {
        let loc = self.next().loc;
        self.expect(TokenKind::LeftParen);
        let args = self.argument_list();
        vector::build_shuffle(&mut self.cx, loc, &args)
    }

    /// `__builtin_shufflevector (a, b, indices...)`.
    pub(super) fn shufflevector(&mut self) -> ExprId {
        let loc = self.next().loc;
        self.expect(TokenKind::LeftParen);
        let args = self.argument_list();
        let args: Vec<ExprId> = args
            .into_iter()
            .enumerate()
            .map(|(index, arg)| if index < 2 { arg } else { self.fully_fold(arg) })
            .collect();
        vector::build_shufflevector(&mut self.cx, loc, &args)
    }

    /// `__builtin_convertvector (vector, type)`.
    pub(super) fn convertvector(&mut self) -> ExprId {
        let loc = self.next().loc;
        self.expect(TokenKind::LeftParen);
        let e = self.assignment_expression();
        let e = self.rvalue(e);
        self.expect(TokenKind::Comma);
        let ty_loc = self.loc();
        let ty = self.type_name();
        self.expect_or_skip(TokenKind::RightParen);
        vector::build_convertvector(&mut self.cx, loc, e, ty, ty_loc)
    }
}
