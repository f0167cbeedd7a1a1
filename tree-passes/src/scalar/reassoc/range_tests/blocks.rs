//! Conditions of blocks one after the other that lead to a common block.
//!
//! ```text
//!   <bb 2> :                                        <bb 2> :
//!   if (c_2(D) == 97) goto <bb 5>;                  _4 = c_2(D) + 159;
//!   else goto <bb 3>;                               _5 = _4 <= 1;
//!   <bb 3> :                                  =>    if (_5 != 0) goto <bb 5>; else goto <bb 3>;
//!   if (c_2(D) == 98) goto <bb 5>;                  <bb 3> :
//!   else goto <bb 4>;                               if (0 != 0) goto <bb 5>; else goto <bb 4>;
//! ```
//!
//! Each block but the first only computes what it asks for, and the common block's φs do not tell from which one control
//! comes. The last block may end in what is the φ's argument there, instead of a condition: `_3 = (int) _2` or
//! `_2 = x_1 == 5`, with 0 or 1 from the others. After GCC's `maybe_optimize_range_tests`.
//!
//! Where a condition becomes constant, what the block after it computes is computed always. Sums there that may overflow
//! are made sums that wrap, where they are still used: what overflows has no value, and later passes draw conclusions
//! from there being none. GCC 12.2 leaves them as they are.

use super::{Reassoc, Term};
use crate::loops::lim::rewrite::{may_overflow, to_defined_overflow};
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::operand_equal::operand_equal;
use gimple::options::Flag;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use rustc_hash::FxHashMap;
use tree_ssa::analyses::trap::may_trap;
use tree_ssa::effects::call_effects::has_side_effects;

/// Blocks of conditions: from the first to the last, and the one they have in common.
#[derive(Clone, Copy)]
struct Chain {
    first: BlockId,
    last: BlockId,
    common: BlockId,
}

/// The terms of a block.
#[derive(Clone, Copy)]
struct Part {
    block: BlockId,
    /// What the block's terms are computed for; none if the condition itself is the term.
    op: Operand,
    /// The first of its terms, and the end of them.
    terms: (usize, usize),
}

/// How a block hangs together with another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// Both lead to the common block alike.
    Direct,
    /// One does so through an empty block.
    Swapped,
}

const CONDITION: EdgeFlags = EdgeFlags::TRUE_VALUE.union(EdgeFlags::FALSE_VALUE);

impl Reassoc<'_, '_> {
    /// Makes one test of those of blocks around this one, if they are any.
    pub fn join_blocks(&mut self, block: BlockId) {
        let Some(last) = self.f.last_stmt(block) else { return };
        if self.visited.contains(&last) {
            return;
        }
        let Some(chain) = self.chain(block, last) else { return };
        let Some((parts, terms)) = self.collect(chain) else { return };
        if let Some(terms) = self.join(terms, Some(chain.first)) {
            self.put_into_blocks(&parts, &terms);
        }
    }

    /// The blocks around one that are a chain.
    fn chain(&self, block: BlockId, last: StmtId) -> Option<Chain> {
        let is_condition = self.is_condition(last);
        let mut common = None;
        if is_condition {
            if self.f.blocks[block].succs.len() != 2 {
                return None;
            }
        } else {
            self.final_test(last)?;
            common = self.f.single_succ(block).map(|edge| self.f.edges[edge].dst);
        }
        if self.may_throw(last) {
            return None;
        }
        // Any block of the chain may be the one that is looked at first.
        let mut first = block;
        while let Some(edge) = self.f.single_pred(first) {
            let pred = self.f.edges[edge].src;
            match self.fits(pred, first, common, true) {
                Some((found, _)) if self.only_computes(first) => {
                    common = Some(found);
                    first = pred;
                }
                _ => break,
            }
        }
        if first == block {
            if !is_condition {
                return None;
            }
            common = Some(self.common_after(block)?);
        }
        let common = common?;
        let mut last = block;
        while let [a, b] = self.f.blocks[last].succs[..] {
            let dst = |edge: EdgeId| self.f.edges[edge].dst;
            let next = if dst(a) != common { dst(a) } else { dst(b) };
            if next == common
                || self.f.single_pred(next).is_none()
                || self.fits(next, last, Some(common), false).is_none()
                || !self.only_computes(next)
            {
                break;
            }
            last = next;
        }
        (first != last).then_some(Chain { first, last, common })
    }

    /// The block that a condition and one of the blocks after it have in common.
    fn common_after(&self, block: BlockId) -> Option<BlockId> {
        let mut common = None;
        for &edge in &self.f.blocks[block].succs {
            let next = self.f.edges[edge].dst;
            if !self.f.edges[edge].flags.intersects(CONDITION) || next == block {
                return None;
            }
            let Some(last) = self.f.last_stmt(next) else { continue };
            if self.f.single_pred(next).is_none() {
                continue;
            }
            if self.is_condition(last) && self.f.blocks[next].succs.len() == 2 {
                common = self.fits(block, next, None, true).map(|(found, _)| found);
                if common.is_some() {
                    break;
                }
            } else if self.final_test(last).is_some()
                && let Some(leave) = self.f.single_succ(next)
                && let after = self.f.edges[leave].dst
                && self.f.find_edge(block, after).is_some()
            {
                common = Some(after).filter(|&after| after != block);
            }
        }
        common
    }

    fn is_condition(&self, stmt: StmtId) -> bool {
        matches!(self.f.stmts[stmt].kind, StmtKind::Cond { .. })
    }

    fn may_throw(&self, stmt: StmtId) -> bool {
        let operands = match self.f.stmts[stmt].kind {
            StmtKind::Assign { code, rhs, .. } => (code, rhs),
            StmtKind::Cond { code, lhs, rhs, .. } => (code, [lhs, rhs, Operand::None]),
            _ => return true,
        };
        self.f.stmt_info[stmt].pad.is_some()
            || self.cx.options.on(Flag::NonCallExceptions)
                && may_trap(self.cx.unit, self.f, operands.0, operands.1)
    }

    /// The result of a block's last statement that is the argument of a φ after it and used nowhere else: a conversion of
    /// a truth value, or a comparison (`final_range_test_p`).
    fn final_test(&self, stmt: StmtId) -> Option<SsaName> {
        let StmtKind::Assign { lhs: Operand::Ssa(lhs), code, rhs } = self.f.stmts[stmt].kind else {
            return None;
        };
        let block = self.f.stmts[stmt].block;
        let edge = self.f.single_succ(block)?;
        if self.f.edges[edge].flags.intersects(EdgeFlags::COMPLEX) {
            return None;
        }
        let ty = self.f.names[lhs].ty;
        let tested = match code {
            TreeCode::Nop => {
                let from = rhs[0].ssa()?;
                let of_truth = self.is_bool(self.f.names[from].ty);
                if !self.cx.unit.types.is_integral(ty) || !of_truth {
                    return None;
                }
                from
            }
            _ if code.is_comparison() && self.is_bool(ty) => lhs,
            _ => return None,
        };
        let user = self.f.imm_uses(lhs).next()?.stmt;
        let only_phi = self.f.has_single_use(lhs)
            && self.f.is_phi(user)
            && self.f.stmts[user].block == self.f.edges[edge].dst;
        let def = self.f.names[tested].def.expand()?;
        let father = self.f.loop_of(block);
        (only_phi && self.f.in_loop(self.f.stmts[def].block, father)).then_some(lhs)
    }

    /// Whether a block is part of a chain beside another: before it if `backward`, else after it. The block they have in
    /// common, which is looked for if it is not known (`suitable_cond_bb`).
    fn fits(
        &self,
        block: BlockId,
        beside: BlockId,
        common: Option<BlockId>,
        backward: bool,
    ) -> Option<(BlockId, Fit)> {
        let stmt = self.f.last_stmt(block)?;
        let is_condition = self.is_condition(stmt);
        let result = if is_condition || backward { None } else { self.final_test(stmt) };
        if beside == block
            || !is_condition && result.is_none()
            || self.visited.contains(&stmt)
            || self.may_throw(stmt)
            || common == Some(block)
        {
            return None;
        }
        let common = match is_condition {
            true => self.common_of(block, beside, common, backward)?,
            false => {
                let edge = self.f.single_succ(block)?;
                Some(self.f.edges[edge].dst).filter(|&dst| Some(dst) == common)?
            }
        };
        let own = self.f.find_edge(block, common)?;
        let other = self.f.find_edge(beside, common)?;
        if self.same_arguments(own, other, (block, beside), result) {
            return Some((common, Fit::Direct));
        }
        // From the last block the way may go through an empty one.
        let last = if backward { beside } else { block };
        let through = |edge: EdgeId| self.through_empty_block(last, edge, common);
        let ends = |block| self.f.last_stmt(block).is_some_and(|last| self.is_condition(last));
        if !is_condition || !ends(beside) {
            return None;
        }
        let (own, other) = if backward { (own, through(other)?) } else { (through(own)?, other) };
        self.same_arguments(own, other, (block, beside), result).then_some((common, Fit::Swapped))
    }

    /// The edge into the common block from the empty block that the other edge of a condition leads to.
    fn through_empty_block(&self, block: BlockId, edge: EdgeId, common: BlockId) -> Option<EdgeId> {
        let succs = &self.f.blocks[block].succs;
        let between = succs.iter().copied().find(|&other| other != edge)?;
        let empty = self.f.edges[between].dst;
        let leave = self.f.single_succ(empty)?;
        let label = |stmt| matches!(self.f.stmts[stmt].kind, StmtKind::Label(_) | StmtKind::Nop);
        let passes = self.f.edges[leave].dst == common
            && self.f.edges[leave].flags == EdgeFlags::FALLTHRU
            && self.f.single_pred(empty).is_some()
            && self.f.blocks[empty].phis.is_empty()
            && self.f.block_stmts(empty).all(label);
        passes.then_some(leave)
    }

    /// The block other than `beside` to which a condition leads, where the block beside it leads as well.
    fn common_of(
        &self,
        block: BlockId,
        beside: BlockId,
        mut common: Option<BlockId>,
        backward: bool,
    ) -> Option<BlockId> {
        let [a, b] = self.f.blocks[block].succs[..] else { return None };
        let mut seen = false;
        for edge in [a, b] {
            let (dst, flags) = (self.f.edges[edge].dst, self.f.edges[edge].flags);
            if !flags.intersects(CONDITION) {
                return None;
            }
            if dst == beside {
                if backward {
                    continue;
                }
                return None;
            }
            if dst == block {
                return None;
            }
            if common.is_none() {
                let succs = &self.f.blocks[beside].succs;
                if succs.iter().any(|&edge| !self.f.edges[edge].flags.intersects(CONDITION)) {
                    return None;
                }
                let leads = succs.iter().any(|&edge| self.f.edges[edge].dst == dst);
                common = Some(dst).filter(|_| leads);
                common?;
            }
            if Some(dst) == common {
                seen = true;
            } else if backward {
                return None;
            }
        }
        common.filter(|_| seen)
    }

    /// Whether φs do not tell two edges, but that one of them brings the last test's result and the other 0 or 1.
    fn same_arguments(
        &self,
        own: EdgeId,
        other: EdgeId,
        (_, beside): (BlockId, BlockId),
        result: Option<SsaName>,
    ) -> bool {
        let is_condition = result.is_none();
        let last = self.f.last_stmt(beside);
        let tested = last.filter(|&last| !self.is_condition(last)).map(|last| &self.f.stmts[last]);
        let truth = |op: Operand| matches!(self.cx.unit.as_int(op), Some(0 | 1));
        let common = self.f.edges[own].dst;
        self.f.phis(common).all(|phi| {
            let (a, b) = (self.f.phi_arg(phi, own), self.f.phi_arg(phi, other));
            operand_equal(self.cx.unit, a, b)
                || !is_condition && a.ssa() == result && truth(b)
                || is_condition
                    && truth(a)
                    && tested.is_some_and(|stmt| b.ssa().is_some() && stmt.kind.lhs() == b)
        })
    }

    /// Whether a block only computes what itself uses (`no_side_effect_bb`).
    fn only_computes(&self, block: BlockId) -> bool {
        let Some(last) = self.f.last_stmt(block) else { return false };
        self.f.blocks[block].phis.is_empty()
            && self.f.block_stmts(block).all(|stmt| {
                if has_side_effects(self.cx.unit, self.f, stmt) {
                    return false;
                }
                if stmt == last {
                    return true;
                }
                let StmtKind::Assign { lhs: Operand::Ssa(lhs), code, rhs } =
                    self.f.stmts[stmt].kind
                else {
                    return false;
                };
                !may_trap(self.cx.unit, self.f, code, rhs)
                    && self.f.imm_uses(lhs).all(|node| self.f.stmts[node.stmt].block == block)
            })
    }

    /// The terms of a chain, from the last block to the first.
    fn collect(&mut self, chain: Chain) -> Option<(Vec<Part>, Vec<Term>)> {
        let (mut parts, mut terms) = (Vec::new(), Vec::new());
        let mut block = chain.last;
        loop {
            let stmt = self.f.last_stmt(block)?;
            let mut edge = self.f.find_edge(block, chain.common)?;
            let before = self.f.single_pred(block).map(|edge| self.f.edges[edge].src);
            if block == chain.last
                && self.is_condition(stmt)
                && let Some((_, Fit::Swapped)) = self.fits(before?, block, Some(chain.common), true)
            {
                let succs = &self.f.blocks[block].succs;
                edge = succs.iter().copied().find(|&other| other != edge)?;
            }
            self.visited.insert(stmt);
            let start = terms.len();
            let op = match self.f.stmts[stmt].kind {
                StmtKind::Cond { .. } => self.add_condition(stmt, edge, &mut terms),
                _ => self.add_final(stmt, chain, &mut terms)?,
            };
            parts.push(Part { block, op, terms: (start, terms.len()) });
            if block == chain.first {
                return Some((parts, terms));
            }
            block = before?;
        }
    }

    /// Adds the terms of the last statement of a chain, which is no condition; what they are computed for.
    fn add_final(&mut self, stmt: StmtId, chain: Chain, terms: &mut Vec<Term>) -> Option<Operand> {
        let (code, [value, _]) = self.comparison_at(stmt)?;
        let lhs = self.f.stmts[stmt].kind.lhs();
        let phi = self.f.imm_uses(lhs.ssa()?).next()?.stmt;
        let first = self.f.find_edge(chain.first, chain.common)?;
        let or = self.cx.unit.as_int(self.f.phi_arg(phi, first)) != Some(0);
        let op = if code == TreeCode::Nop { value } else { lhs };
        let block = chain.last;
        let name = op.ssa()?;
        if !self.add_parts(op, or, block, terms) && self.f.has_single_use(name) {
            terms.push(Term::new(op, or, block));
        }
        Some(op)
    }

    /// Adds the terms of a condition: itself, or what the value that is not to be zero is joined from.
    fn add_condition(&mut self, stmt: StmtId, edge: EdgeId, terms: &mut Vec<Term>) -> Operand {
        let block = self.f.stmts[stmt].block;
        let StmtKind::Cond { code, lhs, rhs, .. } = self.f.stmts[stmt].kind else {
            return Operand::None;
        };
        let Operand::Ssa(name) = lhs else { return Operand::None };
        if !self.cx.unit.types.is_integral(self.f.names[name].ty) {
            return Operand::None;
        }
        let yes = self.f.edges[edge].flags.intersects(EdgeFlags::TRUE_VALUE);
        let is_bool = self.is_bool(self.cx.unit.type_of(self.f, rhs));
        if matches!(code, TreeCode::Eq | TreeCode::Ne)
            && is_bool
            && self.cx.unit.as_int(rhs) == Some(0)
            && self.add_parts(lhs, yes != (code == TreeCode::Eq), block, terms)
        {
            return lhs;
        }
        terms.push(Term::new(Operand::None, yes, block));
        Operand::None
    }

    /// Adds the operands of a tree of `|` or `&` that nothing else uses; whether there is one (`get_ops`).
    fn add_parts(&mut self, op: Operand, or: bool, block: BlockId, terms: &mut Vec<Term>) -> bool {
        let code = if or { TreeCode::BitIor } else { TreeCode::BitAnd };
        let mut work = vec![(op, true)];
        while let Some((op, is_root)) = work.pop() {
            let Operand::Ssa(name) = op else { continue };
            match self.joined(op, code, block) {
                Some((def, args)) => {
                    self.visited.insert(def);
                    work.extend([(args[1], false), (args[0], false)]);
                }
                None if is_root => return false,
                None if self.f.has_single_use(name) => {
                    terms.push(Term::new(op, or, block));
                }
                None => {}
            }
        }
        true
    }

    /// The operation of a tree that computes an operand, in the loop of a block.
    fn joined(
        &self,
        op: Operand,
        code: TreeCode,
        block: BlockId,
    ) -> Option<(StmtId, [Operand; 2])> {
        let at = self.f.last_stmt(block)?;
        let (def, operation) = self.part(op, code, at)?;
        Some((def, operation.args))
    }

    /// Lets the blocks ask what the terms are now.
    fn put_into_blocks(&mut self, parts: &[Part], terms: &[Term]) {
        let mut furthest = 0;
        // Trees first: which name has one use is to be as it was when they were looked at.
        for (index, part) in parts.iter().enumerate() {
            if part.op.is_some() && part.terms.0 < part.terms.1 {
                furthest = index;
                self.put_into_tree(*part, terms);
            }
        }
        for (index, part) in parts.iter().enumerate() {
            if part.op.is_some() || part.terms.0 == part.terms.1 {
                continue;
            }
            let Some(stmt) = self.f.last_stmt(part.block) else { continue };
            let bool_ = self.cx.unit.common.bool_;
            let value = match terms[part.terms.0].op {
                Operand::None => continue,
                op @ Operand::Ssa(_) => op,
                op => {
                    self.cleanup = true;
                    let truth = self.cx.unit.as_int(op) != Some(0);
                    self.cx.unit.int(bool_, truth.into())
                }
            };
            furthest = furthest.max(index);
            let no = self.cx.unit.int(bool_, 0);
            self.set_condition(stmt, TreeCode::Ne, [value, no]);
        }
        // These are run now where they were not: what was known of their results may have followed from conditions.
        for part in &parts[..furthest] {
            self.make_unconditional(part.block);
        }
    }

    fn make_unconditional(&mut self, block: BlockId) {
        for stmt in self.f.block_stmts(block).collect::<Vec<_>>() {
            self.f.reset_flow_sensitive_info(stmt);
            let used = match self.f.stmts[stmt].kind.lhs() {
                Operand::Ssa(name) => !self.f.has_zero_uses(name),
                _ => false,
            };
            if !used || !may_overflow(self.cx, self.f, stmt) {
                continue;
            }
            let after = self.f.stmts[stmt].next.expand();
            let number = self.places.number(stmt);
            self.f.unlink_stmt(stmt);
            for made in to_defined_overflow(self.cx, self.f, stmt) {
                match after {
                    Some(after) => self.f.insert_before(after, made),
                    None => self.f.append_to_block(block, made),
                }
                self.places.set(made, number);
            }
        }
    }

    /// Makes a condition another.
    pub fn set_condition(&mut self, stmt: StmtId, new: TreeCode, operands: [Operand; 2]) {
        if let StmtKind::Cond { code, lhs, rhs, .. } = &mut self.f.stmts[stmt].kind {
            (*code, *lhs, *rhs) = (new, operands[0], operands[1]);
        }
        self.f.update_stmt(self.cx.unit, stmt);
    }

    /// Computes the tree of a part of its terms as they are now, and lets what used it use that.
    fn put_into_tree(&mut self, part: Part, terms: &[Term]) {
        let terms = &terms[part.terms.0..part.terms.1];
        let Some(&first) = terms.first() else { return };
        let code = if first.or { TreeCode::BitIor } else { TreeCode::BitAnd };
        let new = match self.joined(part.op, code, part.block) {
            Some(_) => self.rebuilt(part.op, code, part.block, terms),
            None => first.op,
        };
        let Operand::Ssa(old) = part.op else { return };
        if new == part.op {
            return;
        }
        for stmt in self.f.use_stmts(old) {
            if let StmtKind::Assign { lhs: Operand::Ssa(lhs), .. } = self.f.stmts[stmt].kind {
                self.convert_anew(stmt, lhs, new);
            } else {
                let replaced = &mut |name| (name == old).then_some(new);
                self.f.replace_in_stmt(self.cx.unit, stmt, replaced);
            }
        }
    }

    /// Lets the φ after a conversion take another one, of another value.
    fn convert_anew(&mut self, stmt: StmtId, lhs: SsaName, value: Operand) {
        let ty = self.f.names[lhs].ty;
        let mut stmts = Vec::new();
        let rhs = match self.cx.unit.as_int(value) {
            Some(number) => [self.cx.unit.int(ty, number), Operand::None, Operand::None],
            None => [value, Operand::None, Operand::None],
        };
        let code = if value.ssa().is_some() { TreeCode::Nop } else { TreeCode::Single };
        let new = self.compute(ty, code, rhs, &mut stmts);
        self.insert_all(&stmts, stmt, false);
        self.visited.extend(stmts);
        for user in self.f.use_stmts(lhs) {
            let replaced = &mut |name| (name == lhs).then_some(new);
            self.f.replace_in_stmt(self.cx.unit, user, replaced);
        }
    }

    /// The value of a tree whose terms may have changed (`update_ops`).
    fn rebuilt(&mut self, op: Operand, code: TreeCode, block: BlockId, terms: &[Term]) -> Operand {
        let now: FxHashMap<Operand, Operand> =
            terms.iter().map(|term| (term.origin, term.op)).collect();
        // An operation is entered, and left when its operands have been: trees may be deep.
        let mut work = vec![(op, None)];
        let mut values: Vec<Operand> = Vec::new();
        while let Some((op, entered)) = work.pop() {
            if let Some((def, args)) = entered {
                let (Some(b), Some(a)) = (values.pop(), values.pop()) else { break };
                let same = [a, b] == args || [b, a] == args;
                let value = if same { op } else { self.operation_before(def, code, [a, b]) };
                values.push(value);
                continue;
            }
            match self.joined(op, code, block).filter(|_| !now.contains_key(&op)) {
                Some((def, args)) => {
                    work.push((op, Some((def, args))));
                    work.extend([(args[1], None), (args[0], None)]);
                }
                None => values.push(now.get(&op).copied().unwrap_or(op)),
            }
        }
        values.pop().unwrap_or(op)
    }

    fn operation_before(&mut self, at: StmtId, code: TreeCode, args: [Operand; 2]) -> Operand {
        let Some(ty) = self.binary(at).map(|operation| self.f.names[operation.lhs].ty) else {
            return Operand::None;
        };
        let mut stmts = Vec::new();
        let value = self.compute(ty, code, [args[0], args[1], Operand::None], &mut stmts);
        self.insert_all(&stmts, at, false);
        self.visited.extend(stmts);
        value
    }
}
