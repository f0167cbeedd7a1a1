//! `-Wparentheses`: operators one within the other that are easily misread.

use super::Parser;
use gimple::code::TreeCode;
use gimple::location::Location;

/// The operator an operand was made by, if it is not in parentheses, and where it is.
pub(super) type Made = Option<(TreeCode, Location)>;

/// What to say of an operand of an operator.
fn suggestion(code: TreeCode, inner: TreeCode) -> Option<String> {
    use TreeCode::*;
    let symbol = code.symbol().unwrap_or_default();
    let inside = inner.symbol().unwrap_or_default();
    let arithmetic = matches!(inner, Plus | Minus);
    let comparison = format!("suggest parentheses around comparison in operand of ‘{symbol}’");
    let mixed = format!("suggest parentheses around arithmetic in operand of ‘{symbol}’");
    match code {
        Lshift | Rshift if arithmetic => {
            Some(format!("suggest parentheses around ‘{inside}’ inside ‘{symbol}’"))
        }
        TruthOrIf if inner == TruthAndIf => {
            Some("suggest parentheses around ‘&&’ within ‘||’".to_string())
        }
        BitIor if arithmetic || matches!(inner, BitAnd | BitXor) => Some(mixed),
        BitXor if arithmetic || inner == BitAnd => Some(mixed),
        BitAnd if arithmetic => {
            Some(format!("suggest parentheses around ‘{inside}’ in operand of ‘&’"))
        }
        BitIor | BitXor | BitAnd | Eq | Ne if inner.is_comparison() => Some(comparison),
        Lt | Le | Gt | Ge if inner.is_comparison() && !matches!(inner, Eq | Ne) => {
            Some("comparisons like ‘X<=Y<=Z’ do not have their mathematical meaning".to_string())
        }
        _ => None,
    }
}

impl Parser<'_> {
    /// Warns of operands that should be in parentheses, for clarity.
    pub(super) fn warn_about_parentheses(&mut self, code: TreeCode, left: Made, right: Made) {
        for (inner, loc) in [left, right].into_iter().flatten() {
            if let Some(text) = suggestion(code, inner) {
                // One remark about each operator is enough.
                self.warning("parentheses", loc, text);
                return;
            }
        }
    }
}
