//! Pass `split-paths`: where two paths through a loop join just before its end, the end is copied, so that each path has its own.
//!
//! ```text
//!   <bb 4> : foo ();                         <bb 4> : foo ();
//!            goto <bb 6>;                             if (x_1 > 255) goto <bb 7>;
//!   <bb 5> : x_2 = x_1 >> 1;           =>
//!   <bb 6> : # x_3 = PHI <x_1(4), x_2(5)>    <bb 5> : x_2 = x_1 >> 1;
//!            if (x_3 > 255) goto <bb 7>;              if (x_2 > 255) goto <bb 7>;
//! ```
//!
//! What is known on one path can simplify what comes after the join then: superblocks (Hwu et al., "The superblock: an
//! effective technique for VLIW and superscalar compilation", 1993) of two paths. The join must be the only block that leads
//! to the latch, end in a condition, and close an `if` with or without `else`. It is copied only if something in it may
//! become simpler, and if what it closes is not the kind of choice that a machine makes without jumping.
//!
//! Each loop has one join; a join is looked at with its two predecessors. The whole is linear in the function, but for the
//! uses of a few names.

use dumps::putln;
use gimple::cfg::{BlockId, NO_COUNT};
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::loops::Loops;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use std::fmt::Write;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::edge_count;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::saved_phi_args;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::profile::is_hot;
use tree_ssa::ssa::copy_blocks::Copies;
use tree_ssa::ssa::copy_blocks::add_phi_arguments;
use tree_ssa::ssa::copy_blocks::can_copy;
use tree_ssa::ssa::copy_blocks::copy_blocks;
use tree_ssa::ssa::update_ssa;

/// `split-paths` for the pass table.
pub const PASS: Pass = Pass::tree("split-paths", execute)
    .gate(|options, _| options.on(Flag::SplitPaths))
    .requires(Prop::CFG_SSA);

/// A block of so many statements is not copied (`--param max-jump-thread-duplication-stmts`).
const MOST_STMTS: i64 = 15;

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !analyses::is_cyclic(f) {
        return Todo::NONE;
    }
    simplify_loops(cx.unit, f, &mut cx.dump);
    // Nothing but joins and their copies changes, and of those no other loop asks.
    let tree = analyses::analysis::<Dominators>(f);
    let mut cases = SwitchCases::default();
    let mut changed = false;
    for id in f.loops.as_ref().map(Loops::postorder).unwrap_or_default() {
        let Some(entry) = f.loop_data(id).filter(|entry| entry.outer.is_some()) else { continue };
        let (header, latch) = (entry.header, entry.latch);
        if latch.is_none() || !is_hot(cx.unit, cx.options, f, header) {
            continue;
        }
        let Some(diamond) = Diamond::before(cx, f, &tree, latch) else { continue };
        match diamond.why_not(cx, f, &tree, header) {
            None => {
                let join = diamond.join.0;
                putln!(cx.dump, "Duplicating join block {join} into predecessor paths");
                diamond.split(cx, f, &mut cases);
                changed = true;
            }
            Some(why) if cx.dump.details() && !why.is_empty() => {
                putln!(cx.dump, "Block {} {why}.", diamond.join.0);
            }
            Some(_) => {}
        }
    }
    if !changed {
        return Todo::NONE;
    }
    update_ssa::update(cx.unit, f, &mut cx.dump);
    Todo::CLEANUP_CFG
}

/// Two ways from a condition to a join before a latch. One may be empty: it leads from the condition to the join at once.
struct Diamond {
    test: BlockId,
    ways: [BlockId; 2],
    join: BlockId,
}

impl Diamond {
    /// The ways that join before a latch (`find_block_to_duplicate_for_splitting_paths`).
    fn before(
        cx: &PassContext<'_>,
        f: &Function,
        tree: &Dominators,
        latch: BlockId,
    ) -> Option<Diamond> {
        let join = f.edges[f.single_pred(latch)?].src;
        let ([one, two], [_, _]) = (&f.blocks[join].preds[..], &f.blocks[join].succs[..]) else {
            return None;
        };
        let ways = [*one, *two].map(|edge| f.edges[edge].src);
        condition(f, join)?;
        let test = tree.idom(join).expand()?;
        condition(f, test)?;
        let leads_on = |way: BlockId| {
            way == test || f.find_edge(test, way).is_some() && f.single_succ(way).is_some()
        };
        let fits = ways.into_iter().all(leads_on)
            && ways[0] != ways[1]
            && can_copy(f, &[join])
            && is_hot(cx.unit, cx.options, f, join);
        fits.then_some(Diamond { test, ways, join })
    }

    /// Why the join is not copied, in words for the dump (`is_feasible_trace`).
    fn why_not(
        &self,
        cx: &PassContext<'_>,
        f: &Function,
        tree: &Dominators,
        header: BlockId,
    ) -> Option<&'static str> {
        if self.is_choice(f) {
            return Some("appears to be a join point for if-convertable diamond");
        }
        if self.is_half_a_choice(f) {
            return Some("appears to be a join point for if-convertable half-diamond");
        }
        if self.is_choice_of_compared(f) {
            return Some("appears to be optimized to a join point for if-convertable half-diamond");
        }
        if !self.joined_value_is_useful(f, tree, header) && !self.test_is_useful(f) {
            return Some(
                "is a join that does not expose CSE/DCE/jump-thread opportunities when duplicated",
            );
        }
        let most = cx.options.param("max-jump-thread-duplication-stmts").unwrap_or(MOST_STMTS);
        (real_stmts(f, self.join).count() as i64 >= most).then_some("")
    }

    /// The statements of a way; none if it is the condition itself.
    fn size(&self, f: &Function, way: BlockId) -> usize {
        if way == self.test { 0 } else { real_stmts(f, way).count() }
    }

    /// What a way consists of: one simple assignment.
    fn only_value(&self, f: &Function, way: BlockId) -> Option<Operand> {
        if way == self.test {
            return None;
        }
        let mut stmts = real_stmts(f, way);
        let (Some(only), None) = (stmts.next(), stmts.next()) else { return None };
        match f.stmts[only].kind {
            StmtKind::Assign { lhs, code, .. } if is_one_insn(code) => Some(lhs),
            _ => None,
        }
    }

    /// Whether both paths only compute a value, of which one is chosen.
    fn is_choice(&self, f: &Function) -> bool {
        let (Some(a), Some(b)) =
            (self.only_value(f, self.ways[0]), self.only_value(f, self.ways[1]))
        else {
            return false;
        };
        f.phis(self.join).any(|phi| self.has_arguments(f, phi, [a, b]))
    }

    /// Whether one way only computes a value, and the other nothing.
    fn is_half_a_choice(&self, f: &Function) -> bool {
        let value = match self.ways.map(|way| self.size(f, way)) {
            [1, 0] => self.only_value(f, self.ways[0]),
            [0, 1] => self.only_value(f, self.ways[1]),
            _ => None,
        };
        let is_chosen = |value| {
            let takes = |phi| f.phi(phi).args.iter().any(|arg| arg.value == value);
            f.phis(self.join).any(takes)
        };
        value.is_some_and(is_chosen)
    }

    /// Whether nothing is done on either path, and one of the values that are compared is chosen: the least or the greatest.
    fn is_choice_of_compared(&self, f: &Function) -> bool {
        let [one, two] = self.ways;
        let (before, between) = if one == self.test { (one, two) } else { (two, one) };
        let comes_from = f.single_pred(between).is_some_and(|edge| f.edges[edge].src == before);
        if !comes_from || self.size(f, between) > 0 {
            return false;
        }
        let Some(test) = condition(f, before) else { return false };
        let StmtKind::Cond { lhs, rhs, .. } = f.stmts[test].kind else { return false };
        f.phis(self.join).any(|phi| self.has_arguments(f, phi, [lhs, rhs]))
    }

    /// Whether a φ of the join has these two arguments, in any order.
    fn has_arguments(&self, f: &Function, phi: StmtId, [a, b]: [Operand; 2]) -> bool {
        match &f.phi(phi).args[..] {
            [x, y] => (x.value, y.value) == (a, b) || (x.value, y.value) == (b, a),
            _ => false,
        }
    }

    /// Whether knowing which way was taken says more of a value that is joined: it is used in the join, or it becomes a value
    /// that an iteration begins with, is the same as before on one path, and is asked for before the join.
    fn joined_value_is_useful(&self, f: &Function, tree: &Dominators, header: BlockId) -> bool {
        f.phis(self.join).any(|phi| {
            f.imm_uses(f.phi(phi).result).any(|node| {
                let user = node.stmt;
                let block = f.stmts[user].block;
                if block == self.join {
                    return true;
                }
                if !f.is_phi(user) || block != header || f.is_virtual_phi(user) {
                    return false;
                }
                let carried = f.phi(user).result;
                let unchanged =
                    f.phi(phi).args.iter().any(|arg| arg.value == Operand::Ssa(carried));
                unchanged && self.is_used_before(f, tree, carried)
            })
        })
    }

    fn is_used_before(&self, f: &Function, tree: &Dominators, name: SsaName) -> bool {
        f.imm_uses(name).any(|node| {
            let block = f.stmts[node.stmt].block;
            block != self.join && tree.contains(block) && tree.dominated_by(self.join, block)
        })
    }

    /// Whether the condition compares for equality what is used in the join: on one path it is known there.
    fn test_is_useful(&self, f: &Function) -> bool {
        let Some(test) = condition(f, self.test) else { return false };
        let StmtKind::Cond { code: TreeCode::Eq | TreeCode::Ne, lhs, rhs, .. } = f.stmts[test].kind
        else {
            return false;
        };
        let used_in_join = |op: Operand| {
            op.ssa().is_some_and(|name| {
                f.imm_uses(name).any(|node| f.stmts[node.stmt].block == self.join)
            })
        };
        used_in_join(lhs) || used_in_join(rhs)
    }

    /// Gives one path a join of its own (`transform_duplicate`).
    fn split(&self, cx: &mut PassContext<'_>, f: &mut Function, cases: &mut SwitchCases) {
        let [one, two] = self.ways;
        let way = if f.single_succ(one).is_some() { one } else { two };
        let Some(edge) = f.find_edge(way, self.join) else { return };
        let (whole, part) = (f.block_info[self.join].count, edge_count(f, edge));
        let arguments = saved_phi_args(f, edge);
        let made: Copies = copy_blocks(cx.unit, f, &[self.join], self.join, cases);
        let copy = made.blocks[0];
        if whole != NO_COUNT && part != NO_COUNT {
            f.block_info[copy].count = part.min(whole);
            f.block_info[self.join].count = whole - part.min(whole);
        }
        if let Some(moved) = redirect_edge_and_branch(cx.unit, f, edge, copy, cases) {
            let phis: Vec<StmtId> = f.phis(copy).collect();
            for (phi, argument) in phis.into_iter().zip(&arguments) {
                f.add_phi_arg(phi, moved, argument.value, argument.loc);
            }
        }
        add_phi_arguments(f, &made);
    }
}

/// The condition a block ends in.
fn condition(f: &Function, block: BlockId) -> Option<StmtId> {
    f.last_stmt(block).filter(|&stmt| matches!(f.stmts[stmt].kind, StmtKind::Cond { .. }))
}

/// The statements of a block but for its labels.
fn real_stmts(f: &Function, block: BlockId) -> impl Iterator<Item = StmtId> + '_ {
    f.block_stmts(block).filter(|&stmt| !matches!(f.stmts[stmt].kind, StmtKind::Label(_)))
}

/// Whether an operation is likely one instruction, so that it may be done beforehand (`poor_ifcvt_candidate_code`).
fn is_one_insn(code: TreeCode) -> bool {
    !matches!(code, TreeCode::Min | TreeCode::Max | TreeCode::Abs | TreeCode::Cond)
}
