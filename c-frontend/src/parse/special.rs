//! Builtins that are syntax, or whose type depends on their arguments: `__builtin_va_arg`, `__builtin_offsetof`,
//! `__builtin_choose_expr`, the overflow builtins, classification of floats.

use super::Parser;
use super::declarator::TypeName;
use super::keyword::Keyword;
use crate::fold;
use crate::generic::{ExprId, ExprKind, expr_flag};
use crate::lex::TokenKind;
use crate::typeck;
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::constant::{Const, ConstValue};
use gimple::location::Location;
use gimple::types::TypeKind;

impl Parser<'_> {
    /// Parses a builtin that is a keyword; `None` if the keyword begins no expression.
    pub fn special_form(&mut self, keyword: Keyword) -> Option<ExprId> {
        let parse = match keyword {
            Keyword::BuiltinVaArg => Self::va_arg,
            Keyword::BuiltinOffsetof => Self::offsetof,
            Keyword::BuiltinChooseExpr => Self::choose_expr,
            Keyword::BuiltinTypesCompatible => Self::types_compatible,
            Keyword::BuiltinComplex => Self::builtin_complex,
            Keyword::BuiltinShuffle => Self::shuffle,
            Keyword::BuiltinShuffleVector => Self::shufflevector,
            Keyword::BuiltinConvertVector => Self::convertvector,
            Keyword::BuiltinTgmath => Self::tgmath,
            Keyword::BuiltinHasAttribute => Self::has_attribute,
            Keyword::BuiltinAssocBarrier => Self::assoc_barrier,
            Keyword::BuiltinCallWithStaticChain => Self::unsupported_builtin,
            _ => return None,
        };
        let loc = self.loc();
        if !self.enter() {
            return Some(self.cx.error_expr(loc));
        }
        let e = parse(self);
        self.leave();
        Some(e)
    }

    fn unsupported_builtin(&mut self) -> ExprId {
        let token = self.next();
        let text = self.spelling(token);
        self.sorry(token.loc, format!("‘{text}’"));
        if self.accept(TokenKind::LeftParen) {
            self.skip_until(TokenKind::RightParen);
        }
        self.cx.error_expr(token.loc)
    }

    /// `__builtin_assoc_barrier (value)`: the value, with whose operands nothing around is reassociated.
    fn assoc_barrier(&mut self) -> ExprId {
        let loc = self.next().loc;
        self.expect(TokenKind::LeftParen);
        let e = self.assignment_expression();
        self.mark_read(e);
        self.expect_or_skip(TokenKind::RightParen);
        let e = self.rvalue(e);
        let ty = self.cx.type_of(e);
        if self.cx.is_error(e) {
            return e;
        }
        if matches!(self.cx.unit.types.kind(ty), TypeKind::Void) {
            self.error(loc, "invalid use of void expression");
            return self.cx.error_expr(loc);
        }
        if !self.cx.unit.types.is_register_type(ty) {
            return e;
        }
        fold::fold_unary(&mut self.cx, loc, TreeCode::Paren, ty, e)
    }

    fn va_arg(&mut self) -> ExprId {
        let loc = self.next().loc;
        self.expect(TokenKind::LeftParen);
        let list = self.assignment_expression();
        self.mark_read(list);
        self.expect(TokenKind::Comma);
        let at = self.loc();
        let TypeName { ty, effects, .. } = self.full_type_name();
        self.expect_or_skip(TokenKind::RightParen);
        if self.cx.is_error(list) {
            return list;
        }
        if !self.is_va_list(list) {
            self.error(at, "first argument to ‘va_arg’ not of type ‘va_list’");
            return self.cx.error_expr(at);
        }
        if self.is_incomplete(ty) {
            let text = format!(
                "second argument to ‘va_arg’ is of incomplete type {}",
                self.quoted_type(ty)
            );
            self.error(at, text);
            return self.cx.error_expr(at);
        }
        let promoted = self.promoted(ty);
        if !self.cx.unit.types.same_main(promoted, ty) {
            let (narrow, wide) = (self.quoted_type(ty), self.quoted_type(promoted));
            self.warning(
                "",
                at,
                format!("{narrow} is promoted to {wide} when passed through ‘...’"),
            );
            self.note(at, format!("(so you should pass {wide} not {narrow} to ‘va_arg’)"));
            self.note(at, "if this code is reached, the program will abort");
        }
        let list = self.address_of(list, loc);
        let e = self.cx.expr(ExprKind::VaArg(list), ty, at, expr_flag::SIDE_EFFECTS);
        self.after_effects(&effects, e, loc)
    }

    /// Whether an expression is a `va_list`, or the pointer one is passed as.
    fn is_va_list(&self, e: ExprId) -> bool {
        let (types, list) = (&self.cx.unit.types, self.cx.unit.common.va_list);
        let ty = self.cx.type_of(e);
        types.same_main(ty, list)
            || matches!((types.element(list), types.pointee(ty)), (Some(a), Some(b)) if types.same_main(a, b))
    }

    /// `__builtin_offsetof (type, member)`: the address of the member of an object at zero.
    fn offsetof(&mut self) -> ExprId {
        let loc = self.next().loc;
        self.expect(TokenKind::LeftParen);
        let ty = self.type_name();
        self.expect(TokenKind::Comma);
        let pointer = self.cx.unit.types.pointer_to(ty);
        let null = self.cx.int_expr(pointer, 0, loc);
        let mut e = self.indirect(loc, null);
        let mut first = true;
        loop {
            if first || matches!(self.peek().kind, TokenKind::Dot | TokenKind::Arrow) {
                if !first && self.next().kind == TokenKind::Arrow {
                    // `a->b` is `a[0].b`.
                    let zero = self.cx.int_expr(self.cx.unit.common.int, 0, loc);
                    e = self.index(loc, e, zero);
                }
                let name_loc = self.loc();
                let Some(name) = self.identifier() else {
                    self.syntax_error("expected identifier");
                    break;
                };
                self.next();
                e = self.member(loc, e, name, name_loc);
            } else if self.at(TokenKind::LeftBracket) {
                let open = self.next().loc;
                let index = self.expression();
                self.expect_or_skip(TokenKind::RightBracket);
                e = self.index(open, e, index);
            } else {
                break;
            }
            first = false;
        }
        self.expect_or_skip(TokenKind::RightParen);
        if self.cx.is_error(e) {
            return e;
        }
        let e = self.offset_of(loc, e);
        self.cx.exprs[e].flags |= expr_flag::INTEGER_CONSTANT_EXPR;
        e
    }

    fn choose_expr(&mut self) -> ExprId {
        let loc = self.next().loc;
        self.expect(TokenKind::LeftParen);
        // The choice is made here: what `__builtin_constant_p` does not know now is not constant.
        let saved = std::mem::replace(&mut self.cx.folding.constant_p_now, true);
        let cond = self.assignment_expression();
        let cond = self.fully_fold(cond);
        self.cx.folding.constant_p_now = saved;
        self.expect(TokenKind::Comma);
        let value = self.folded_int(cond);
        self.cx.folding.inhibit_warnings += u32::from(value == Some(0));
        let then = self.assignment_expression();
        self.mark_read(then);
        self.cx.folding.inhibit_warnings -= u32::from(value == Some(0));
        self.expect(TokenKind::Comma);
        let skip = value.is_some_and(|value| value != 0);
        self.cx.folding.inhibit_warnings += u32::from(skip);
        let otherwise = self.assignment_expression();
        self.mark_read(otherwise);
        self.cx.folding.inhibit_warnings -= u32::from(skip);
        self.expect_or_skip(TokenKind::RightParen);
        match value {
            None => {
                self.error(loc, "first argument to ‘__builtin_choose_expr’ not a constant");
                self.cx.error_expr(loc)
            }
            Some(0) => otherwise,
            Some(_) => then,
        }
    }

    fn types_compatible(&mut self) -> ExprId {
        let loc = self.next().loc;
        self.expect(TokenKind::LeftParen);
        let a = self.type_name();
        self.expect(TokenKind::Comma);
        let b = self.type_name();
        self.expect_or_skip(TokenKind::RightParen);
        let types = &self.cx.unit.types;
        let (a, b) = (types.main_variant(a), types.main_variant(b));
        let same = self.compatible_types(a, b);
        let int = self.cx.unit.common.int;
        let e = self.cx.int_expr(int, same.into(), loc);
        self.cx.exprs[e].flags |= expr_flag::INTEGER_CONSTANT_EXPR;
        e
    }

    fn builtin_complex(&mut self) -> ExprId {
        let loc = self.next().loc;
        self.expect(TokenKind::LeftParen);
        let args = self.argument_list();
        let [re, im] = args[..] else {
            self.error(loc, "wrong number of arguments to ‘__builtin_complex’");
            return self.cx.error_expr(loc);
        };
        let part = self.cx.type_of(re);
        if !self.cx.unit.types.is_real(part) {
            self.error(loc, "‘__builtin_complex’ operand not of real binary floating-point type");
            return self.cx.error_expr(loc);
        }
        if !self.cx.unit.types.same_main(part, self.cx.type_of(im)) {
            self.error(loc, "‘__builtin_complex’ operands of different types");
            return self.cx.error_expr(loc);
        }
        let part = self.cx.unit.types.main_variant(part);
        let ty = self.complex_type(part);
        if let (ExprKind::Const(a), ExprKind::Const(b)) =
            (self.cx.exprs.kind(re), self.cx.exprs.kind(im))
        {
            let value = ConstValue::Complex(*a, *b);
            let id = self.cx.unit.consts.intern(Const { ty, value, overflow: false });
            return self.cx.const_expr(id, loc);
        }
        let flags = (self.cx.exprs[re].flags | self.cx.exprs[im].flags) & expr_flag::SIDE_EFFECTS;
        self.cx.expr(ExprKind::Binary(gimple::code::TreeCode::Complex, re, im), ty, loc, flags)
    }

    /// A call of a builtin whose result type depends on more than its declaration.
    pub fn special_call(
        &mut self,
        callee: ExprId,
        args: &[ExprId],
        loc: Location,
    ) -> Option<ExprId> {
        let ExprKind::Decl(decl) = *self.cx.exprs.kind(callee) else { return None };
        let builtin: Builtin = self.cx.unit.decls[decl].builtin?;
        if builtin == Builtin::VaStart && !self.check_va_start(args, loc)
            || !self.check_alloca(builtin, args)
        {
            return Some(self.cx.error_expr(loc));
        }
        // A program's own prototype says what is taken (`int signbit (double)`).
        if builtin.info().signature != "?" || self.is_prototyped(self.cx.unit.decls[decl].ty) {
            return None;
        }
        let common = self.cx.unit.common.clone();
        if !self.check_generic_call(builtin, args, loc) {
            return Some(self.cx.error_expr(loc));
        }
        let ty = match builtin {
            Builtin::AddOverflow
            | Builtin::SubOverflow
            | Builtin::MulOverflow
            | Builtin::AddOverflowP
            | Builtin::SubOverflowP
            | Builtin::MulOverflowP => common.bool_,
            _ if builtin.is_sync() || builtin.is_atomic() => {
                return Some(self.atomic_call(builtin, args, loc));
            }
            _ => common.int,
        };
        if args.iter().any(|&arg| self.cx.is_error(arg)) {
            return Some(self.cx.error_expr(loc));
        }
        if builtin == Builtin::SpeculationSafeValue {
            return Some(self.speculation_safe_value(args, loc));
        }
        if builtin == Builtin::ClearPadding {
            return Some(self.clear_padding(args, loc));
        }
        if ty == common.bool_ {
            if !self.check_overflow_arguments(builtin, args, loc) {
                return Some(self.cx.error_expr(loc));
            }
            let mut args = args.to_vec();
            for arg in &mut args[..2] {
                *arg = typeck::call::promoted_argument(&mut self.cx, loc, *arg, false);
            }
            return Some(self.generic_call(callee, args, ty, loc));
        }
        Some(self.generic_call(callee, args.to_vec(), ty, loc))
    }

    /// Whether the operands are integers and the last argument says what type the result has.
    fn check_overflow_arguments(
        &mut self,
        builtin: Builtin,
        args: &[ExprId],
        loc: Location,
    ) -> bool {
        let name = builtin.name();
        if args.len() != 3 {
            let few = if args.len() < 3 { "few" } else { "many" };
            self.error(loc, format!("too {few} arguments to function ‘__builtin_{name}’"));
            return false;
        }
        let only_asks = name.ends_with("_p");
        for (index, &arg) in args.iter().enumerate() {
            let (ty, types) = (self.cx.type_of(arg), &self.cx.unit.types);
            let last = index == 2;
            let (pointer, object) = match last && !only_asks {
                true => ("pointer to ", types.pointee(ty)),
                false => ("", Some(ty)),
            };
            let wrong = match object.map(|ty| types.kind(ty)) {
                Some(TypeKind::Enum { .. }) if last => Some("enumerated"),
                Some(TypeKind::Bool) if last => Some("boolean"),
                _ => None,
            };
            let number = index + 1;
            let text = if let Some(kind) = wrong {
                format!(
                    "argument {number} in call to function ‘__builtin_{name}’ has {pointer}{kind} type"
                )
            } else if !object.is_some_and(|ty| types.is_integral(ty)) {
                format!(
                    "argument {number} in call to function ‘__builtin_{name}’ does not have {pointer}integral type"
                )
            } else {
                continue;
            };
            self.error(self.cx.get(arg).loc, text);
            return false;
        }
        true
    }
}
