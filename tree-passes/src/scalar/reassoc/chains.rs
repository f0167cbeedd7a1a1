//! Trees of one operation as chains: operands on the right, the rest of the tree on the left.
//!
//! ```text
//!   _1 = a + b;           _1 = a + b;
//!   _2 = c + d;      =>   _4 = _1 + d;
//!   _3 = _1 + _2;         _3 = _4 + c;
//! ```

use super::operands::Entry;
use super::{Binary, Reassoc};
use dumps::putln;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::fold_const;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use std::fmt::Write;
use tree_ssa::dump_text;

/// What is to be negated.
enum Step {
    Value(Operand, StmtId),
    /// The sum of the last two results, beside this statement.
    Sum(StmtId),
}

impl Reassoc<'_, '_> {
    /// The operation of this code that computes an operand, if nothing else uses it and it is in the loop of the tree at
    /// `root` (`is_reassociable_op`).
    pub fn part(&self, op: Operand, code: TreeCode, root: StmtId) -> Option<(StmtId, Binary)> {
        let def = self.definition(op)?;
        let block = self.f.stmts[def].block.expand()?;
        let operation = self.binary(def).filter(|operation| operation.code == code)?;
        let father = self.f.loop_of(self.f.stmts[root].block);
        let fits = self.f.has_single_use(operation.lhs)
            && self.f.stmt_info[def].pad.is_none()
            && self.f.in_loop(block, father)
            && operation.args.iter().all(|&op| self.may_move(op));
        fits.then_some((def, operation))
    }

    /// Gathers the operands of the tree at a statement, which becomes a chain (`linearize_expr_tree`). Of a code that is
    /// not associative, only the operands on the right are meant.
    pub fn linearize(&mut self, root: StmtId, associative: bool, mark: bool) -> Vec<Entry> {
        let mut right = Vec::new();
        let mut list = Vec::new();
        let mut at = root;
        loop {
            if mark {
                self.visited.insert(at);
            }
            let Some(operation) = self.binary(at) else { break };
            let [left, other] = operation.args;
            let mut parts = [left, other].map(|op| self.part(op, operation.code, at).is_some());
            parts[1] &= associative;
            match parts {
                [false, _] if !associative => {
                    self.add(&mut list, other);
                    break;
                }
                [false, false] => {
                    let negated = self.add_factors(&mut list, operation.code, other);
                    self.add_factors(&mut list, operation.code, left);
                    if negated {
                        self.swap_operands(at);
                    }
                    break;
                }
                [false, true] => self.swap_operands(at),
                [true, true] => self.make_chain(at),
                [true, false] => {}
            }
            let Some(operation) = self.binary(at) else { break };
            right.push(operation.args[1]);
            match self.definition(operation.args[0]) {
                Some(next) => at = next,
                None => break,
            }
        }
        let code = self.binary(root).map_or(TreeCode::Plus, |it| it.code);
        for op in right.into_iter().rev() {
            self.add_factors(&mut list, code, op);
        }
        list
    }

    /// Adds an operand; of a product, that of a negated value as the value and -1 (`try_special_add_to_ops`). Whether it
    /// was one.
    fn add_factors(&mut self, list: &mut Vec<Entry>, code: TreeCode, op: Operand) -> bool {
        if code == TreeCode::Mult
            && op.ssa().is_some_and(|name| self.f.has_single_use(name))
            && let Some(def) = self.definition(op)
            && let StmtKind::Assign { code: TreeCode::Negate, rhs, .. } = self.f.stmts[def].kind
            && self.f.stmts[def].block.is_some()
        {
            let ty = self.cx.unit.type_of(self.f, op);
            let minus_one = Operand::Const(fold_const::splat(self.cx.unit, ty, -1));
            self.add(list, rhs[0]);
            self.add(list, minus_one);
            self.visited.insert(def);
            return true;
        }
        self.add(list, op);
        false
    }

    fn swap_operands(&mut self, stmt: StmtId) {
        self.say_stmt("swapping operands of ", stmt);
        if let StmtKind::Assign { rhs, .. } = &mut self.f.stmts[stmt].kind {
            rhs.swap(0, 1);
        }
        self.f.update_stmt(self.cx.unit, stmt);
        self.say_stmt(" is now ", stmt);
    }

    /// Moves operations from the right operand of a statement to the left until it is none (`linearize_expr`).
    fn make_chain(&mut self, stmt: StmtId) {
        while let Some(operation) = self.binary(stmt)
            && let Some((def, right)) = self.part(operation.args[1], operation.code, stmt)
        {
            let ty = self.f.names[operation.lhs].ty;
            let name = self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
            let sum = self.make(def, name, operation.code, [operation.args[0], right.args[1]]);
            self.insert_before(stmt, sum);
            if let StmtKind::Assign { rhs, .. } = &mut self.f.stmts[stmt].kind {
                (rhs[0], rhs[1]) = (Operand::Ssa(name), right.args[0]);
            }
            self.f.update_stmt(self.cx.unit, stmt);
            self.say_stmt("Linearized: ", stmt);
            self.f.remove_stmt(def);
            self.visited.insert(stmt);
            if let Some(left) = self.definition(operation.args[0]) {
                self.visited.insert(left);
            }
        }
    }

    /// Makes sums of negated values of differences that are part of sums (`break_up_subtract_bb`).
    pub fn break_up_differences(&mut self, block: BlockId) {
        for stmt in self.f.block_stmts(block).collect::<Vec<_>>() {
            let StmtKind::Assign { lhs: Operand::Ssa(lhs), code, rhs } = self.f.stmts[stmt].kind
            else {
                continue;
            };
            let movable = self.wraps(self.f.names[lhs].ty)
                && self.f.stmt_info[stmt].pad.is_none()
                && self.may_move(Operand::Ssa(lhs))
                && self.may_move(rhs[0]);
            if movable && code == TreeCode::Negate {
                self.negated.push(lhs);
            }
            if movable
                && code == TreeCode::Minus
                && self.may_move(rhs[1])
                && self.is_part_of_sum(stmt, lhs, rhs)
            {
                self.break_up(stmt, rhs);
            }
        }
    }

    /// Whether a difference has a sum for an operand, or is used in a sum, difference or product alone
    /// (`should_break_up_subtract`).
    fn is_part_of_sum(&self, stmt: StmtId, lhs: SsaName, rhs: [Operand; 3]) -> bool {
        if rhs[..2].iter().any(|&op| self.part(op, TreeCode::Plus, stmt).is_some()) {
            return true;
        }
        self.only_user(lhs).is_some_and(|user| match self.f.stmts[user].kind {
            StmtKind::Assign { code: TreeCode::Plus | TreeCode::Mult, .. } => true,
            StmtKind::Assign { code: TreeCode::Minus, rhs, .. } => rhs[0] == Operand::Ssa(lhs),
            _ => false,
        })
    }

    fn break_up(&mut self, stmt: StmtId, rhs: [Operand; 3]) {
        self.say_stmt("Breaking up subtract ", stmt);
        let negated = self.negate(rhs[1], stmt);
        if let StmtKind::Assign { code, rhs, .. } = &mut self.f.stmts[stmt].kind {
            (*code, rhs[1]) = (TreeCode::Plus, negated);
        }
        self.f.update_stmt(self.cx.unit, stmt);
    }

    /// The negative of a value, computed before a statement; of a sum nothing else uses, the sum of the negatives
    /// (`negate_value`).
    fn negate(&mut self, value: Operand, at: StmtId) -> Operand {
        let mut work = vec![Step::Value(value, at)];
        let mut results: Vec<Operand> = Vec::new();
        while let Some(step) = work.pop() {
            match step {
                Step::Value(op, at) => {
                    let def = self.definition(op).filter(|&def| self.is_only_sum(def));
                    if let Some(def) = def
                        && let Some(operation) = self.binary(def)
                    {
                        work.push(Step::Sum(def));
                        work.push(Step::Value(operation.args[1], def));
                        work.push(Step::Value(operation.args[0], def));
                        continue;
                    }
                    let negative = self.negative(op, at);
                    results.push(negative);
                }
                Step::Sum(def) => {
                    let (Some(b), Some(a)) = (results.pop(), results.pop()) else { break };
                    let ty = self.cx.unit.type_of(self.f, a);
                    let name = self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
                    let sum = self.make(def, name, TreeCode::Plus, [a, b]);
                    // It is to be looked at; what it takes the place of is not.
                    self.visited.remove(&sum);
                    self.visited.insert(def);
                    self.insert_before(def, sum);
                    results.push(Operand::Ssa(name));
                }
            }
        }
        results.pop().unwrap_or(value)
    }

    fn is_only_sum(&self, def: StmtId) -> bool {
        self.binary(def).is_some_and(|operation| {
            operation.code == TreeCode::Plus && self.f.has_single_use(operation.lhs)
        })
    }

    /// `-op`, computed before a statement; a constant and the negative of a negative are at hand.
    fn negative(&mut self, op: Operand, at: StmtId) -> Operand {
        let ty = self.cx.unit.type_of(self.f, op);
        if let Some(id) = op.constant()
            && let Some(folded) = fold_const::const_unop(self.cx.unit, TreeCode::Negate, ty, id)
        {
            return Operand::Const(folded);
        }
        let name = self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
        let negative = self.make(at, name, TreeCode::Negate, [op, Operand::None]);
        self.visited.remove(&negative);
        self.insert_before(at, negative);
        Operand::Ssa(name)
    }

    /// The assignment that is the only use of a name (`get_single_immediate_use`).
    fn only_user(&self, name: SsaName) -> Option<StmtId> {
        if !self.f.has_single_use(name) {
            return None;
        }
        let user = self.f.imm_uses(name).next()?.stmt;
        matches!(self.f.stmts[user].kind, StmtKind::Assign { .. }).then_some(user)
    }

    /// Makes differences of sums with negated values (`repropagate_negates`).
    pub fn restore_differences(&mut self) {
        let mut next = 0;
        while let Some(&name) = self.negated.get(next) {
            next += 1;
            self.restore_difference(name);
        }
    }

    fn restore_difference(&mut self, name: SsaName) {
        let Some(def) = self.f.names[name].def.expand() else { return };
        let StmtKind::Assign { lhs, code: TreeCode::Negate, rhs: [value, ..] } =
            self.f.stmts[def].kind
        else {
            return;
        };
        let Some(user) = self.only_user(name) else { return };
        if lhs != Operand::Ssa(name) || !self.may_move(value) {
            return;
        }
        let Some(operation) = self.binary(user) else { return };
        let negated = Operand::Ssa(name);
        let [a, b] = operation.args;
        let (code, args) = match operation.code {
            TreeCode::Plus => (TreeCode::Minus, [if a == negated { b } else { a }, value]),
            // `-value - b` is the negative of a sum, which may be part of another difference.
            TreeCode::Minus if a == negated => {
                let ty = self.f.names[name].ty;
                let sum = self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
                let stmt = self.make(def, sum, TreeCode::Plus, [value, b]);
                self.insert_before(user, stmt);
                self.negated.push(operation.lhs);
                (TreeCode::Negate, [Operand::Ssa(sum), Operand::None])
            }
            TreeCode::Minus => (TreeCode::Plus, [a, value]),
            _ => return,
        };
        if let StmtKind::Assign { code: old, rhs, .. } = &mut self.f.stmts[user].kind {
            (*old, *rhs) = (code, [args[0], args[1], Operand::None]);
        }
        self.f.update_stmt(self.cx.unit, user);
        if code == TreeCode::Negate {
            self.f.remove_stmt(def);
        }
    }

    /// Writes the operands of a list, where details are asked for.
    pub fn say_candidates(&mut self, counts: &[(u32, TreeCode, Operand)]) {
        if !self.cx.dump.details() {
            return;
        }
        putln!(self.cx.dump, "Candidates:");
        for &(count, code, op) in counts {
            let sign = if code == TreeCode::Mult { "*" } else { "/" };
            let text = dump_text::operand(self.cx.unit, self.f, op);
            putln!(self.cx.dump, "  {count} {sign}: {text}");
        }
    }
}
