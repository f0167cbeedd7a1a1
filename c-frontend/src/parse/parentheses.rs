//! `-Wparentheses`: operators one within the other that are easily misread.

use super::Parser;
use super::written::WrittenOperand;
use crate::fold::util;
use gimple::code::TreeCode;

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
    pub(super) fn warn_about_parentheses(&mut self, code: TreeCode, operands: [WrittenOperand; 2]) {
        for (inner, loc) in operands.into_iter().filter_map(|operand| operand.written.operator()) {
            if let Some(text) = suggestion(code, inner) {
                // One remark about each operator is enough.
                self.warning("parentheses", loc, text);
                return;
            }
        }
        let [left, right] = operands;
        if matches!(code, TreeCode::BitAnd | TreeCode::BitIor)
            && let Some((TreeCode::TruthNot, loc)) = left.written.operator()
        {
            let truth = util::is_bool(&self.cx, self.cx.type_of(right.e))
                || util::truth_value_p(&self.cx, util::strip_nops(&self.cx, right.e))
                || right
                    .written
                    .operator()
                    .is_some_and(|(code, _)| code.is_comparison() || util::is_truth_code(code));
            if !truth {
                let symbol = code.symbol().unwrap_or_default();
                let text = format!(
                    "suggest parentheses around operand of ‘!’ or change ‘{symbol}’ to ‘{symbol}{symbol}’ or ‘!’ to ‘~’"
                );
                self.warning("parentheses", loc, text);
            }
        }
    }
}
