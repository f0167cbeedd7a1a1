//! `switch` statements, and what is doubtful about their cases: `-Wswitch`, `-Wswitch-enum`, `-Wswitch-default`, `-Wswitch-bool`,
//! `-Wswitch-outside-range`.
//!
//! ```text
//! enum e { A, B } x;
//! switch (x)             enumeration value ‘B’ not handled in switch
//!   {
//!   case A: …
//!   case 7: …            case value ‘7’ not in enumerated type ‘enum e’
//!   }
//! ```

use super::Parser;
use super::function::JumpTargets;
use super::switch::SwitchCases;
use crate::generic::{ExprId, ExprKind};
use crate::lex::TokenKind;
use gimple::code::TreeCode;
use gimple::location::Location;
use gimple::types::{Enumerator, TypeId, TypeKind};
use rustc_hash::FxHashSet;

/// The quantity a `switch` switches on.
#[derive(Clone, Copy)]
pub(super) struct Quantity {
    pub cond: ExprId,
    /// The type before the integer promotions.
    pub own_type: TypeId,
    /// It is a truth value, and no cast says that a number is meant.
    pub is_truth: bool,
}

impl Parser<'_> {
    /// Parses a `switch` statement.
    pub(super) fn switch_statement(&mut self, loc: Location) {
        self.next();
        let scoped = self.has_block_scopes();
        let block = self.begin_block(scoped);
        let mut cond = self.cx.error_expr(loc);
        let mut at = loc;
        let mut is_cast = false;
        if self.expect(TokenKind::LeftParen) {
            at = self.loc();
            let second = self.peek2();
            is_cast = self.at(TokenKind::LeftParen) && self.token_starts_type_name(second);
            cond = self.expression();
            self.expect_or_skip(TokenKind::RightParen);
        }
        let is_truth = self.is_truth_value(cond);
        let declared = self.declared_enumeration(cond);
        let (cond, own_type) = self.switch_quantity(cond, at);
        let is_bool = matches!(self.cx.unit.types.kind(own_type), TypeKind::Bool);
        let is_truth = is_bool || is_truth && !is_cast;
        let ty = self.cx.type_of(cond);
        let ty = self.cx.unit.types.main_variant(ty);
        if let Some(function) = self.function_state() {
            function.switches.push(SwitchCases::new(ty));
            function.jumps.push(JumpTargets { is_switch: true, ..JumpTargets::default() });
        }
        self.open_switch(loc);
        self.push_list();
        let body = self.substatement();
        self.add_stmt(body);
        self.close_switch();
        let cases = self.function_state().and_then(|function| function.switches.pop());
        if let Some(cases) = cases {
            let own_type = declared.unwrap_or(own_type);
            self.warn_of_switch(loc, Quantity { cond, own_type, is_truth }, cases);
        }
        let popped = self.function_state().and_then(|function| function.jumps.pop());
        if let Some(label) = popped.and_then(|jump| jump.break_label) {
            self.add_label(label, loc);
        }
        let body = self.pop_list(loc);
        let stmt = self.statement_expr(ExprKind::Switch { cond, own_type, body }, loc);
        self.add_stmt(stmt);
        self.finish_statement_block(block, loc);
    }

    /// The enumeration that a bit-field was declared with.
    fn declared_enumeration(&self, e: ExprId) -> Option<TypeId> {
        let field = crate::typeck::rvalue::bit_field(&self.cx, e)?;
        let declared = self.cx.unit.types.field(field).declared_type;
        matches!(self.cx.unit.types.kind(declared), TypeKind::Enum { .. }).then_some(declared)
    }

    /// Whether an expression is a truth value by what it is.
    pub(super) fn is_truth_value(&self, mut e: ExprId) -> bool {
        while let ExprKind::Compound(_, last) = self.cx.exprs[e].kind {
            e = last;
        }
        match self.cx.exprs[e].kind {
            ExprKind::Binary(code, ..) => {
                code.is_comparison() || crate::fold::util::is_truth_code(code)
            }
            ExprKind::Unary(TreeCode::TruthNot, _) => true,
            _ => false,
        }
    }

    /// Warns of a `switch` at `loc` whose body has been parsed (`c_do_switch_warnings`).
    pub(super) fn warn_of_switch(&mut self, loc: Location, quantity: Quantity, cases: SwitchCases) {
        let mut cases = cases;
        let ty = quantity.own_type;
        let outside = self.drop_impossible_cases(ty, quantity.cond, &mut cases);
        if !cases.has_default() {
            self.warning("switch-default", loc, "switch missing default case");
        }
        if quantity.is_truth {
            self.warn_of_truth_switch(loc, outside, &cases);
        }
        let TypeKind::Enum { values, .. } = self.cx.unit.types.kind(ty) else { return };
        let warnings = &self.cx.unit.diagnostics.warnings;
        if values.is_empty() || !warnings.enabled("switch") && !warnings.enabled("switch-enum") {
            return;
        }
        let values = values.clone();
        self.warn_of_unhandled(loc, quantity, &cases, &values);
        self.warn_of_foreign_cases(ty, &cases, &values);
    }

    /// Takes away the cases that the type before the promotions cannot have; whether there were some.
    fn drop_impossible_cases(&mut self, ty: TypeId, cond: ExprId, cases: &mut SwitchCases) -> bool {
        let wide = self.cx.type_of(cond);
        if ty == wide || !self.cx.unit.types.is_integral(ty) || self.cx.is_error(cond) {
            return false;
        }
        let (bounds, wide_bounds) =
            (crate::fold::util::bounds(&self.cx, ty), crate::fold::util::bounds(&self.cx, wide));
        if bounds == wide_bounds {
            return false;
        }
        let impossible = cases.clip(bounds.0, bounds.1);
        for &(at, text) in &impossible {
            self.warning("switch-outside-range", at, text);
        }
        !impossible.is_empty()
    }

    fn warn_of_truth_switch(&mut self, loc: Location, outside: bool, cases: &SwitchCases) {
        let low = cases.iter().next().map(|case| case.low);
        let high = cases.iter().next_back().map(|case| case.high);
        let beyond = low.is_some_and(|low| low < 0) || high.is_some_and(|high| high > 1);
        let superfluous = cases.has_default() && low == Some(0) && high == Some(1);
        if outside || beyond || superfluous {
            self.warning("switch-bool", loc, "switch condition has boolean value");
        }
    }

    fn warn_of_unhandled(
        &mut self,
        loc: Location,
        quantity: Quantity,
        cases: &SwitchCases,
        values: &[Enumerator],
    ) {
        let plain = !cases.has_default() && self.cx.unit.diagnostics.warnings.enabled("switch");
        let option = if plain { "switch" } else { "switch-enum" };
        let known = self.cx.int_value(quantity.cond);
        for value in values {
            if cases.find(value.value).is_some() || known.is_some_and(|known| known != value.value)
            {
                continue;
            }
            let text =
                format!("enumeration value ‘{}’ not handled in switch", self.text(value.name));
            self.warning(option, loc, text);
        }
    }

    fn warn_of_foreign_cases(&mut self, ty: TypeId, cases: &SwitchCases, values: &[Enumerator]) {
        let known: FxHashSet<i128> = values.iter().map(|value| value.value).collect();
        let enabled = self.cx.unit.diagnostics.warnings.enabled("switch");
        let option = if enabled { "switch" } else { "switch-enum" };
        let anonymous = matches!(self.cx.unit.types.kind(ty), TypeKind::Enum { tag: None, .. })
            && self.cx.unit.types[ty].name.is_none();
        let of = if anonymous { String::new() } else { format!(" {}", self.quoted_type(ty)) };
        for case in cases.iter() {
            let ends = [Some(case.low), Some(case.high).filter(|&high| high != case.low)];
            for value in ends.into_iter().flatten().filter(|value| !known.contains(value)) {
                let text = format!("case value ‘{value}’ not in enumerated type{of}");
                self.warning(option, case.loc, text);
            }
        }
    }
}
