//! A pass: masks that change nothing are copies.
//!
//! ```text
//! _1 = x_3(D) & 15;        _1 = x_3(D) & 15;
//! _2 = _1 & 255;       =>  _2 = _1;
//! ```

use gimlet::gimple::code::TreeCode;
use gimlet::gimple::function::{Function, Prop};
use gimlet::gimple::pass::{DynamicPass, Pass, PassContext, Todo};
use gimlet::gimple::stmt::StmtKind;
use gimlet::gimple::tree::Operand;
use std::fmt::Write;

/// The pass.
pub struct RedundantMasks {
    /// How many masks it may remove, if not all.
    pub limit: Option<usize>,
}

impl DynamicPass for RedundantMasks {
    fn describe(&self) -> Pass {
        Pass::of_user("masks").requires(Prop::CFG_SSA)
    }

    fn execute(&mut self, cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
        let mut removed = 0;
        for block in f.block_order() {
            for stmt in f.block_stmts(block).collect::<Vec<_>>() {
                let StmtKind::Assign { lhs, code: TreeCode::BitAnd, rhs } = f.stmts[stmt].kind
                else {
                    continue;
                };
                let Operand::Ssa(masked) = rhs[0] else { continue };
                let Some(def) = f.names[masked].def.expand() else { continue };
                let StmtKind::Assign { code: TreeCode::BitAnd, rhs: inner, .. } = f.stmts[def].kind
                else {
                    continue;
                };
                let masks = (cx.unit.as_int(inner[1]), cx.unit.as_int(rhs[1]));
                if let (Some(inner), Some(outer)) = masks
                    && inner & !outer == 0
                    && self.limit.is_none_or(|limit| removed < limit)
                {
                    let rhs = [rhs[0], Operand::None, Operand::None];
                    f.stmts[stmt].kind = StmtKind::Assign { lhs, code: TreeCode::Single, rhs };
                    f.update_stmt(cx.unit, stmt);
                    removed += 1;
                }
            }
        }
        let _ = writeln!(cx.dump, "{removed} masks removed");
        Todo::NONE
    }
}
