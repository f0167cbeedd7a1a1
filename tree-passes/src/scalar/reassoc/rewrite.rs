//! A list of operands put back into the statements of its tree.
//!
//! ```text
//!   list: c, b, a                  _1 = b + a;    where a and b were known when _1 was
//!   _1 = a + c;               =>   _2 = _1 + c;
//!   _2 = _1 + b;
//! ```

use super::Reassoc;
use super::operands::Entry;
use gimple::code::TreeCode;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;

/// A statement of a chain, the operand that becomes its right one, and whether its result is another value than before, so
/// that it must have another name.
struct Level {
    stmt: StmtId,
    changed: bool,
}

impl Reassoc<'_, '_> {
    /// Computes the operands of a list, the last two first, in the chain that ends in `root`, and returns the name of the
    /// result (`rewrite_expr_tree`). With `apart` that is a new name; `fewer` says that operands have gone.
    pub fn rewrite(&mut self, root: StmtId, list: &[Entry], apart: bool, fewer: bool) -> SsaName {
        let last = list.len() - 2;
        let code = self.binary(root).map_or(TreeCode::Plus, |it| it.code);
        let mut levels = vec![Level { stmt: root, changed: apart }];
        while levels.len() <= last {
            let index = levels.len() - 1;
            let Some(operation) = self.binary(levels[index].stmt) else { break };
            let changed =
                levels[index].changed || list[index].op != operation.args[1] || index == 0 && fewer;
            let Some(stmt) = self.definition(operation.args[0]) else { break };
            levels.push(Level { stmt, changed });
        }
        let mut result = Operand::None;
        for index in (0..=last).rev() {
            let Level { stmt, changed } = levels[index];
            let entry = list[index];
            let args =
                if index == last { [entry.op, list[index + 1].op] } else { [result, entry.op] };
            let needed = if index == last { &list[index..] } else { &list[index..=index] };
            for stmt_needed in needed.iter().filter_map(|entry| entry.to_insert) {
                self.insert_before_use(stmt, stmt_needed);
            }
            result = self.rewrite_level(stmt, code, args, (index, index == last), changed);
        }
        result.ssa().or(self.binary(root).map(|it| it.lhs)).unwrap_or(SsaName::NONE)
    }

    /// Lets one statement of a chain compute `args`, or a new one where its name must not mean another value.
    fn rewrite_level(
        &mut self,
        stmt: StmtId,
        code: TreeCode,
        args: [Operand; 2],
        (index, deepest): (usize, bool),
        changed: bool,
    ) -> Operand {
        let Some(old) = self.binary(stmt) else { return Operand::None };
        if old.args == args {
            return Operand::Ssa(old.lhs);
        }
        self.say_stmt("Transforming ", stmt);
        let swapped = old.args == [args[1], args[0]];
        let anew = changed || deepest && index > 0 && !swapped;
        let (lhs, now) = if anew {
            let ty = self.f.names[old.lhs].ty;
            let name = self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
            let new = self.make(stmt, name, code, args);
            self.insert_where_known(stmt, new, args);
            (name, new)
        } else {
            if let StmtKind::Assign { rhs, .. } = &mut self.f.stmts[stmt].kind {
                (rhs[0], rhs[1]) = (args[0], args[1]);
            }
            self.f.update_stmt(self.cx.unit, stmt);
            (old.lhs, stmt)
        };
        if deepest && !args.contains(&old.args[0]) {
            self.remove_unused_chain(old.args[0]);
        }
        self.say_stmt(" into ", now);
        Operand::Ssa(lhs)
    }

    /// Of the last three operands, lets the two that are known first be combined first, or those of one rank; what the
    /// loop carries comes last (`swap_ops_for_binary_stmt`).
    pub fn pair_last(&self, list: &mut [Entry], root: StmtId) {
        let first = list.len() - 3;
        let ranks = [0, 1, 2].map(|index| list[first + index].rank);
        let carried = [0, 1, 2].map(|index| self.is_carried(root, list[first + index].op));
        if ranks[0] == ranks[1] && ranks[1] != ranks[2] || carried == [false, false, true] {
            list.swap(first, first + 2);
        } else if ranks[0] == ranks[2] && ranks[1] != ranks[2] || carried == [false, true, false] {
            list.swap(first, first + 1);
        }
    }

    /// Whether an operand is a φ that takes the result of a statement (`is_phi_for_stmt`).
    fn is_carried(&self, stmt: StmtId, op: Operand) -> bool {
        let Some(result) = self.binary(stmt).map(|it| it.lhs) else { return false };
        self.definition(op).filter(|&def| self.f.is_phi(def)).is_some_and(|phi| {
            self.f.phi(phi).args.iter().any(|argument| argument.value == Operand::Ssa(result))
        })
    }
}
