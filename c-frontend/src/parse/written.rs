//! How expressions were written, and what is said of operators by that: `-Wlogical-not-parentheses`, `-Waddress` of string
//! literals, `-Wtautological-compare`, `-Wenum-compare`, `-Wenum-conversion`, `-Warray-compare`.
//!
//! Expressions are converted and folded as they are built, so that some of this can only be told where the operator is
//! parsed.

use super::Parser;
use super::sizeof_checks::SizeofOperand;
use crate::fold::util;
use crate::generic::{ExprId, ExprKind};
use crate::typeck::{spell, types};
use gimple::code::TreeCode;
use gimple::diagnostic::{FixIt, RichLocation};
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

/// What an expression was outermost when it was written; parentheses hide that.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) enum Written {
    #[default]
    Plain,
    Operator(TreeCode, Location),
    StringLiteral,
    Sizeof(SizeofOperand),
    /// An enumeration constant, which is an `int`; of this enumeration.
    Enumerator(TypeId),
}

impl Written {
    /// The operator, if that is what it is.
    pub(super) fn operator(self) -> Option<(TreeCode, Location)> {
        match self {
            Written::Operator(code, loc) => Some((code, loc)),
            _ => None,
        }
    }
}

/// An operand of a binary operator: how it was written, and what it is before it decays or is promoted.
#[derive(Clone, Copy)]
pub(super) struct WrittenOperand {
    pub e: ExprId,
    pub written: Written,
}

impl Parser<'_> {
    /// Warns of a constant of one enumeration that is assigned to another.
    pub(super) fn warn_of_enumerator(&mut self, ty: TypeId, written: Written, loc: Location) {
        if let Written::Enumerator(from) = written {
            self.cx.warn_of_enum(loc, ty, from);
        }
    }

    /// As [`Self::warn_of_enumerator`], of the arguments of a call.
    pub(super) fn warn_of_enumerators(&mut self, callee: ExprId, args: &[ExprId]) {
        let written = std::mem::take(&mut self.written_arguments.enumerators);
        if written.is_empty() {
            return;
        }
        let types = &self.cx.unit.types;
        let ty = self.cx.type_of(callee);
        let function = types.pointee(ty).unwrap_or(ty);
        let TypeKind::Function { params, .. } = types.kind(function).clone() else { return };
        for (index, written) in written {
            if let (Some(&param), Some(&arg)) = (params.get(index), args.get(index)) {
                self.warn_of_enumerator(param, written, self.cx.get(arg).loc);
            }
        }
    }

    /// What is doubtful about `a code b`, which has just been built.
    pub(super) fn warn_of_operator(
        &mut self,
        loc: Location,
        code: TreeCode,
        a: WrittenOperand,
        b: WrittenOperand,
    ) {
        if !code.is_comparison() || self.cx.is_error(a.e) || self.cx.is_error(b.e) {
            return;
        }
        let enabled = |parser: &Self, name| parser.cx.unit.diagnostics.warnings.enabled(name);
        if enabled(self, "tautological-compare") {
            self.warn_of_tautology(loc, code, a.e, b.e);
        }
        if enabled(self, "logical-not-parentheses") {
            self.warn_of_negated_operand(loc, code, a, b);
        }
        self.warn_of_string_comparison(loc, code, a, b);
        let (x, y) = (self.cx.type_of(a.e), self.cx.type_of(b.e));
        if enabled(self, "array-compare")
            && types::is_array(&self.cx, x)
            && types::is_array(&self.cx, y)
        {
            self.warn_of_array_comparison(loc, code, a.e, b.e);
        }
        let is_enum = |parser: &Self, ty: TypeId| {
            matches!(parser.cx.unit.types.kind(ty), TypeKind::Enum { .. })
        };
        if is_enum(self, x) && is_enum(self, y) && !self.cx.unit.types.same_main(x, y) {
            let (x, y) = (spell::quoted(&self.cx, x), spell::quoted(&self.cx, y));
            self.warning("enum-compare", loc, format!("comparison between {x} and {y}"));
        }
    }

    /// `!a == b` is hardly meant, unless `a` or `b` is a truth value.
    fn warn_of_negated_operand(
        &mut self,
        loc: Location,
        code: TreeCode,
        a: WrittenOperand,
        b: WrittenOperand,
    ) {
        let negation = |operand: WrittenOperand| {
            operand.written.operator().filter(|op| op.0 == TreeCode::TruthNot)
        };
        let Some((_, at)) = negation(a) else { return };
        if negation(b).is_some() || util::is_bool(&self.cx, self.cx.type_of(b.e)) {
            return;
        }
        let other = util::strip_nops(&self.cx, b.e);
        if util::truth_value_p(&self.cx, other)
            || matches!(code, TreeCode::Eq | TreeCode::Ne) && util::is_int_zero(&self.cx, b.e)
            || self.negates_truth_value(a.e)
        {
            return;
        }
        let text = "logical not is only applied to the left hand side of comparison";
        if self.warning("logical-not-parentheses", loc, text) {
            let end = self.cx.get(a.e).loc;
            let end = if end.is_unknown() { at } else { end };
            let note = "add parentheses around left hand side expression to silence this warning";
            let place = RichLocation::from(at)
                .with_fixit(FixIt::InsertBefore(at, "(".to_string()))
                .with_fixit(FixIt::InsertAfter(end, ")".to_string()));
            self.note(place, note);
        }
    }

    /// Whether `!e` stands for a test of a truth value: `!!x`, or `!b` of a `_Bool`.
    fn negates_truth_value(&self, e: ExprId) -> bool {
        match self.cx.exprs[e].kind {
            ExprKind::Binary(TreeCode::Ne, _, zero) => util::is_int_zero(&self.cx, zero),
            ExprKind::Binary(TreeCode::Eq, inner, zero) if util::is_int_zero(&self.cx, zero) => {
                let mut inner = inner;
                while let ExprKind::Unary(TreeCode::Nop, below) = self.cx.exprs[inner].kind {
                    inner = below;
                }
                util::is_bool(&self.cx, self.cx.type_of(inner))
            }
            _ => false,
        }
    }

    fn warn_of_string_comparison(
        &mut self,
        loc: Location,
        code: TreeCode,
        a: WrittenOperand,
        b: WrittenOperand,
    ) {
        let literals = [a, b].map(|operand| operand.written == Written::StringLiteral);
        let null = [a, b]
            .map(|operand| util::is_int_zero(&self.cx, util::strip_nops(&self.cx, operand.e)));
        let equality = matches!(code, TreeCode::Eq | TreeCode::Ne);
        let doubtful = match equality {
            true => literals[0] && !null[1] || literals[1] && !null[0],
            false => literals[0] || literals[1],
        };
        if doubtful {
            let text = "comparison with string literal results in unspecified behavior";
            self.warning("address", loc, text);
        }
    }

    fn warn_of_array_comparison(&mut self, loc: Location, code: TreeCode, a: ExprId, b: ExprId) {
        if !self.warning("array-compare", loc, "comparison between two arrays") {
            return;
        }
        if let (Some(x), Some(y)) = (spell::expr_text(&self.cx, a), spell::expr_text(&self.cx, b)) {
            let symbol = code.symbol().unwrap_or_default();
            let text = format!("use ‘&{x}[0] {symbol} &{y}[0]’ to compare the addresses");
            self.note(loc, text);
        }
    }

    fn is_from_macro(&self, loc: Location) -> bool {
        self.cx.unit.diagnostics.sources.expansion(loc).is_some()
    }

    /// Comparisons that give the same whatever the operands are; those of macros test for features.
    fn warn_of_tautology(&mut self, loc: Location, code: TreeCode, a: ExprId, b: ExprId) {
        let places = [loc, self.cx.get(a).loc, self.cx.get(b).loc];
        if places.into_iter().any(|place| self.is_from_macro(place)) {
            return;
        }
        self.warn_of_masked_comparison(loc, code, a, b);
        let excluded = |parser: &Self, e: ExprId| {
            let cx = &parser.cx;
            let ty = cx.type_of(e);
            cx.exprs[e].has(crate::generic::expr_flag::CONSTANT)
                || matches!(
                    cx.exprs[e].kind,
                    ExprKind::Unary(TreeCode::Nop | TreeCode::Float | TreeCode::FixTrunc, _)
                        | ExprKind::NonLvalue(_)
                )
                || types::is_complex(cx, ty)
                || cx.unit.types.is_real(ty)
                || cx.unit.types.element(ty).is_some_and(|part| cx.unit.types.is_real(part))
        };
        if excluded(self, a) || excluded(self, b) || !util::operand_equal(&self.cx, a, b) {
            return;
        }
        if self.has_constant_index(a) {
            return;
        }
        let truth = matches!(code, TreeCode::Eq | TreeCode::Le | TreeCode::Ge);
        let text = format!("self-comparison always evaluates to {truth}");
        self.warning("tautological-compare", loc, text);
    }

    /// Whether a reference subscripts with a constant: such come from macros.
    fn has_constant_index(&self, mut e: ExprId) -> bool {
        loop {
            e = match self.cx.exprs[e].kind {
                ExprKind::ArrayRef(_, index) if self.cx.int_value(index).is_some() => return true,
                ExprKind::ArrayRef(inner, _)
                | ExprKind::Component(inner, _)
                | ExprKind::Indirect(inner)
                | ExprKind::Addr(inner)
                | ExprKind::Unary(_, inner) => inner,
                ExprKind::Binary(_, a, b) => {
                    if self.has_constant_index(b) {
                        return true;
                    }
                    a
                }
                _ => return false,
            }
        }
    }

    /// `(x & 4) == 3` and `(x | 4) == 3` never hold.
    fn warn_of_masked_comparison(&mut self, loc: Location, code: TreeCode, a: ExprId, b: ExprId) {
        if !matches!(code, TreeCode::Eq | TreeCode::Ne) {
            return;
        }
        let masked = |parser: &Self, e: ExprId| match parser.cx.exprs[e].kind {
            ExprKind::Binary(op @ (TreeCode::BitAnd | TreeCode::BitIor), x, y) => {
                parser.cx.int_value(y).or_else(|| parser.cx.int_value(x)).map(|mask| (op, mask))
            }
            _ => None,
        };
        let (found, value) = match (masked(self, a), masked(self, b)) {
            (Some(found), _) => (found, self.cx.int_value(b)),
            (None, Some(found)) => (found, self.cx.int_value(a)),
            _ => return,
        };
        let ((op, mask), Some(value)) = (found, value) else { return };
        let width = [a, b].map(|e| util::precision(&self.cx, self.cx.type_of(e)));
        let bits = width[0].max(width[1]).min(127);
        let kept = (1i128 << bits) - 1;
        let possible = if op == TreeCode::BitAnd { mask & value } else { mask | value };
        if possible & kept == value & kept {
            return;
        }
        let truth = code == TreeCode::Ne;
        let text = format!("bitwise comparison always evaluates to {truth}");
        self.warning("tautological-compare", loc, text);
    }
}
