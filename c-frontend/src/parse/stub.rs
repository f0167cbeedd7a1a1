//! Stand-ins until they are there; to be deleted by whoever writes the real ones.
//! From expr.rs: expression, assignment_expression, conditional_expression, constant_expression (= conditional, folded), string_literal
//! (adjacent literals as one Const String). There for expr.rs: statement_expression (at `{`, leaves `)`), braced_initializer(ty), type_name,
//! starts_type_name, builtin_decl(name), implicitly_declare(name, loc), save_expr, quoted_type(ty), function_name_decl(symbol).
//! The rest here becomes actions.rs over typeck.
use super::Parser;
use crate::generic::{ExprId, ExprKind};
use crate::lex::TokenKind;
use gimple::location::Location;
use gimple::symbol::Symbol;
use gimple::types::TypeId;

impl Parser<'_> {
    pub fn expression(&mut self) -> ExprId { self.assignment_expression() }
    pub fn conditional_expression(&mut self) -> ExprId { self.assignment_expression() }
    pub fn assignment_expression(&mut self) -> ExprId {
        let t = self.next();
        match t.kind {
            TokenKind::Number => { let v: i128 = self.spelling(t).parse().unwrap_or(0); let int = self.cx.unit.common.int; self.cx.int_expr(int, v, t.loc) }
            _ => self.cx.error_expr(t.loc),
        }
    }
    pub fn string_literal(&mut self) -> ExprId { self.assignment_expression() }
    pub fn constant_expression(&mut self) -> ExprId { self.conditional_expression() }
    pub fn folded_int(&self, e: ExprId) -> Option<i128> { self.cx.int_value(e) }
    pub fn fully_fold(&mut self, e: ExprId) -> ExprId { e }
    pub fn rvalue(&mut self, e: ExprId) -> ExprId { e }
    pub fn truth_value(&mut self, e: ExprId, _: Location) -> ExprId { e }
    pub fn convert(&mut self, _: TypeId, e: ExprId, _: Location) -> ExprId { e }
    pub fn expression_as_statement(&mut self, e: ExprId, _: Location) -> ExprId { e }
    pub fn switch_quantity(&mut self, e: ExprId, _: Location) -> ExprId { e }
    pub fn convert_returned(&mut self, _: TypeId, e: ExprId, _: Location) -> ExprId { e }
    pub fn convert_initial_value(&mut self, _: TypeId, e: ExprId, _: Location) -> ExprId { e }
    pub fn compatible_types(&self, a: TypeId, b: TypeId) -> bool { self.cx.unit.types.same_main(a, b) }
    pub fn composite_type(&mut self, a: TypeId, _b: TypeId) -> TypeId { a }
    pub fn mark_addressable(&mut self, _: ExprId) {}
    pub fn asm_output(&mut self, e: ExprId, _: Location) -> ExprId { e }
    pub fn address_of(&mut self, e: ExprId, loc: Location) -> ExprId { let t = self.cx.type_of(e); let p = self.cx.unit.types.pointer_to(t); self.cx.expr(ExprKind::Addr(e), p, loc, 0) }
    pub fn call(&mut self, callee: ExprId, _: Vec<ExprId>, _: Location) -> ExprId { callee }
    pub fn zero_of(&mut self, ty: TypeId, loc: Location) -> ExprId { self.cx.int_expr(ty, 0, loc) }
}
