//! Expressions as dumps write them.

use super::expr::{ExprId, Exprs, Node};
use crate::dump_text;
use dumps::DumpFlags;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::print;
use gimple::unit::Unit;

/// What shows expressions of a function.
#[derive(Clone, Copy)]
pub struct Show<'a> {
    pub unit: &'a Unit,
    pub f: &'a Function,
    pub exprs: &'a Exprs,
}

impl Show<'_> {
    /// An expression; nothing where there is none yet.
    pub fn text(self, id: ExprId) -> String {
        let mut out = String::new();
        if id.is_some() {
            self.write(id, &mut out);
        }
        out
    }

    fn write(self, id: ExprId, out: &mut String) {
        match self.exprs.node(id) {
            Node::Unknown => out.push_str("scev_not_known"),
            Node::Leaf(op) => out.push_str(&dump_text::operand(self.unit, self.f, op)),
            Node::Chrec { around, base, step } => {
                out.push('{');
                self.write(base, out);
                out.push_str(", +, ");
                self.write(step, out);
                out.push_str(&format!("}}_{around}"));
            }
            Node::Popcount { of, .. } => {
                let ty = self.exprs.ty(of);
                let long = self.unit.types.precision(ty).is_some_and(|bits| bits > 32);
                out.push_str(if long { "__builtin_popcountl (" } else { "__builtin_popcount (" });
                self.write(of, out);
                out.push(')');
            }
            Node::Operation { code, ty, ops: [a, b, c] } => match code {
                TreeCode::Cond => {
                    self.nested(a, code, out);
                    out.push_str(" ? ");
                    self.write(b, out);
                    out.push_str(" : ");
                    self.write(c, out);
                }
                TreeCode::Nop | TreeCode::Float | TreeCode::FixTrunc => {
                    out.push_str(&format!(
                        "({}) ",
                        print::type_text(self.unit, ty, DumpFlags::NONE)
                    ));
                    self.nested_below(a, code, out);
                }
                _ => match code.symbol() {
                    Some(symbol) if b.is_none() => {
                        out.push_str(symbol);
                        self.nested_below(a, code, out);
                    }
                    Some(symbol) => {
                        self.nested(a, code, out);
                        out.push_str(&format!(" {symbol} "));
                        self.nested(b, code, out);
                    }
                    None => {
                        out.push_str(&format!("{} <", code.name()));
                        self.write(a, out);
                        if b.is_some() {
                            out.push_str(", ");
                            self.write(b, out);
                        }
                        out.push('>');
                    }
                },
            },
        }
    }

    /// An operand of an operation with two: in parentheses unless it binds tighter.
    fn nested(self, id: ExprId, code: TreeCode, out: &mut String) {
        self.in_parentheses(id, self.priority(id) <= print::priority(code), out);
    }

    /// The operand of an operation with one.
    fn nested_below(self, id: ExprId, code: TreeCode, out: &mut String) {
        self.in_parentheses(id, self.priority(id) < print::priority(code), out);
    }

    fn in_parentheses(self, id: ExprId, wanted: bool, out: &mut String) {
        if wanted {
            out.push('(');
        }
        self.write(id, out);
        if wanted {
            out.push(')');
        }
    }

    fn priority(self, id: ExprId) -> u8 {
        match self.exprs.node(id) {
            Node::Operation { code, .. } => print::priority(code),
            _ => u8::MAX,
        }
    }
}
