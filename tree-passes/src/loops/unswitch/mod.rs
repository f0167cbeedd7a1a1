//! Pass `unswitch`: a condition in a loop that is the same in all iterations is tested before it, and each answer has a loop of
//! its own.
//!
//! ```text
//!   <bb 3> : # i_1 = PHI <0(2), i_2(5)>          <bb 2> : if (p_3(D) != 0) goto <bb 6>; else goto <bb 7>;
//!   if (p_3(D) != 0) goto <bb 4>; else ...  =>   <bb 6> : a loop in which the test is 1 != 0
//!   ...                                          <bb 7> : a loop in which it is 0 != 0
//! ```
//!
//! Allen and Cocke, "A catalogue of optimizing transformations" (1971). The first such condition of an innermost loop is
//! taken, then in each of the two loops the first that can still be reached in it, and so on, as deep as a parameter allows:
//! the whole tree of conditions is planned on the loop as it is (`plan`). Then the loop is copied for each leaf but one,
//! always from the original, and what the conditions are there is put in. SSA form is updated once for all loops. Small
//! loops are taken only, so that the cost is linear. Of a loop with another one inside that an invariant condition may skip,
//! the condition moves before it (`guard`).

mod guard;
mod plan;

use crate::loops::unroll::unloop::settle;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, NO_COUNT, PROB_BASE, Probability};
use gimple::function::{Function, Prop};
use gimple::loops::{LoopId, Loops};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::remark::RemarkKind;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use plan::{Plan, Version};
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::cleanup::closed_form::close_again;
use tree_ssa::cleanup::preheader::has_loops_in_closed_form;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::count_in_copy;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::saved_phi_args;
use tree_ssa::edit::cfg_edit::split_edge;
use tree_ssa::effects::size::statement_size;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::loop_body;
use tree_ssa::graph::natural_loops::preheader_edge;
use tree_ssa::profile::is_hot;
use tree_ssa::ssa::copy_blocks::Copies;
use tree_ssa::ssa::copy_blocks::add_phi_arguments;
use tree_ssa::ssa::copy_blocks::copy_blocks;
use tree_ssa::ssa::update_ssa;

/// `unswitch` for the pass table.
pub const PASS: Pass = Pass::tree("unswitch", execute)
    .gate(|options, _| options.on(Flag::UnswitchLoops))
    .requires(Prop::CFG_SSA)
    .follows(&[("loopinit", "tests are put into preheaders, and values leave loops through φs")]);

/// Instructions of a loop that is copied (`--param max-unswitch-insns`).
const MOST_INSNS: i64 = 50;

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !has_loops_in_closed_form(cx.unit, f) {
        return Todo::NONE;
    }
    let tree = analyses::analysis::<Dominators>(f);
    let mut evolutions = Evolutions::default();
    let mut plans: Vec<(LoopId, Plan)> = Vec::new();
    let mut guarded: Vec<(LoopId, EdgeId)> = Vec::new();
    for of in f.loops.as_ref().map(Loops::postorder).unwrap_or_default() {
        if of == LoopId::ROOT || !is_worth_it(cx, f, (&tree, &mut evolutions), of) {
            continue;
        }
        let inner = f.loop_data(of).map_or(LoopId::NONE, |entry| entry.inner);
        if inner.is_none() {
            let plan = plan::plan(cx, f, of);
            plans.extend(plan.changes().then_some((of, plan)));
        } else if plans.iter().all(|(other, _)| *other != inner) {
            let mut scev = Scev::new(cx, f, &tree, &mut evolutions);
            if guard::may_have_guards(&mut scev, of) {
                guarded.extend(scev.single_exit(of).map(|exit| (of, exit)));
            }
        }
    }
    let hoisted = guard::hoist(cx, f, &guarded);
    if plans.is_empty() && !hoisted {
        return Todo::NONE;
    }
    for (of, plan) in &plans {
        if let Some(entry) = preheader_edge(f, *of) {
            let mut copying = Copying::of(cx, f, *of);
            copying.carry_out(plan, entry, PROB_BASE);
        }
    }
    natural_loops::find_loops(f);
    update_ssa::update(cx.unit, f, &mut cx.dump);
    close_again(cx, f);
    Todo::CLEANUP_CFG
}

/// Whether a loop goes round often enough, and is small enough, to be copied.
fn is_worth_it(
    cx: &mut PassContext<'_>,
    f: &Function,
    (tree, evolutions): (&Dominators, &mut Evolutions),
    of: LoopId,
) -> bool {
    let Some(header) = f.header_of(of) else { return false };
    let why = if !is_hot(cx.unit, cx.options, f, header) {
        "Not unswitching cold loops"
    } else {
        let mut scev = Scev::new(cx, f, tree, evolutions);
        let estimate = scev.estimated_iterations(of).or_else(|| scev.likely_max_iterations(of));
        if estimate.is_some_and(|estimate| estimate <= 1) {
            "Not unswitching, loop is not expected to iterate"
        } else if is_too_big(cx, f, of) {
            "Not unswitching, loop too big"
        } else {
            return true;
        }
    };
    let loc = natural_loops::location(f, of);
    cx.remark(RemarkKind::Note, "loop", (f.decl, loc), why.to_owned());
    false
}

/// Whether an innermost loop has more instructions than copies may have.
fn is_too_big(cx: &PassContext<'_>, f: &Function, of: LoopId) -> bool {
    if f.loop_data(of).is_some_and(|entry| entry.inner.is_some()) {
        return false;
    }
    let most = cx.options.param("max-unswitch-insns").unwrap_or(MOST_INSNS);
    let body = loop_body(f, of);
    let stmts = body.iter().flat_map(|&block| f.block_stmts(block));
    stmts.map(|stmt| statement_size(cx.unit, f, stmt)).sum::<i64>() > most
}

/// A loop that is copied.
struct Copying<'a, 'd> {
    cx: &'a mut PassContext<'d>,
    f: &'a mut Function,
    of: LoopId,
    header: BlockId,
    body: Vec<BlockId>,
    /// How often the blocks were executed.
    counts: Vec<u64>,
    cases: SwitchCases,
}

impl<'a, 'd> Copying<'a, 'd> {
    fn of(cx: &'a mut PassContext<'d>, f: &'a mut Function, of: LoopId) -> Copying<'a, 'd> {
        let header = f.header_of(of).unwrap_or(BlockId::NONE);
        let body = loop_body(f, of);
        let counts = body.iter().map(|&block| f.block_info[block].count).collect();
        Copying { cx, f, of, header, body, counts, cases: SwitchCases::default() }
    }

    /// Lets what comes by an edge, which is the only one out of its block, go on to the loop or to copies of it; of
    /// [`PROB_BASE`], how much of what comes to the whole comes here. What the loop itself becomes is done last.
    fn carry_out(&mut self, plan: &Plan, entry: EdgeId, share: u32) {
        match plan {
            Plan::Loop { version, original: true } => {
                self.settle(version, None);
                self.scale(None, share);
            }
            Plan::Loop { version, original: false } => self.copy(version, entry, share),
            Plan::Test { test, yes, no } => {
                let [to_yes, to_no] = self.branch(*test, entry);
                let part = self.likelihood(*test);
                let rest = part.inverse();
                let of_share = |part: Probability| {
                    (u64::from(share) * u64::from(part.0) / u64::from(PROB_BASE)) as u32
                };
                self.carry_out(no, to_no, of_share(rest));
                self.carry_out(yes, to_yes, of_share(part));
            }
        }
    }

    /// How likely a condition holds.
    fn likelihood(&self, test: StmtId) -> Probability {
        let succs = &self.f.blocks[self.f.stmts[test].block].succs;
        let is_true = |edge: &&EdgeId| self.f.edges[**edge].flags.intersects(EdgeFlags::TRUE_VALUE);
        let known = succs.iter().find(is_true).map(|&edge| self.f.edges[edge].probability);
        known.filter(|known| known.is_known()).unwrap_or(Probability(PROB_BASE / 2))
    }

    /// Puts a test before the loop; the edges to it if it holds and if it does not.
    fn branch(&mut self, test: StmtId, entry: EdgeId) -> [EdgeId; 2] {
        let loc = natural_loops::location(self.f, self.of);
        let text = tree_ssa::dump_text::stmt(self.cx.unit, self.f, test);
        let text = text.lines().next().unwrap_or_default().to_owned();
        let text = format!("Unswitching loop on condition: {text}");
        self.cx.remark(RemarkKind::Optimized, "loop", (self.f.decl, loc), text);
        let likely = self.likelihood(test);
        let (unit, f) = (&mut *self.cx.unit, &mut *self.f);
        let before = f.edges[entry].src;
        let outer = f.loop_of(before);
        let arguments = saved_phi_args(f, entry);
        let yes = split_edge(unit, f, entry, &mut self.cases);
        let no = f.create_block(yes);
        for block in [yes, no] {
            f.block_info[block].loop_father = outer;
        }
        let to_no = f.make_edge_unchecked(before, no, EdgeFlags::FALSE_VALUE);
        let onwards = f.make_edge_unchecked(no, self.header, EdgeFlags::FALLTHRU);
        f.edges[onwards].probability = Probability::ALWAYS;
        let phis: Vec<StmtId> = f.phis(self.header).collect();
        for (phi, argument) in phis.into_iter().zip(&arguments) {
            f.add_phi_arg(phi, onwards, argument.value, argument.loc);
        }
        if let (StmtKind::Cond { code, lhs, rhs, .. }, Some(to_yes)) =
            (&f.stmts[test].kind, f.find_edge(before, yes))
        {
            let (code, operands): (_, [Operand; 2]) = (*code, [*lhs, *rhs]);
            f.edges[to_yes].flags = EdgeFlags::TRUE_VALUE;
            f.edges[to_yes].probability = likely;
            f.edges[to_no].probability = likely.inverse();
            Cursor::end(before).like(f, test).cond(unit, f, code, operands);
        }
        let whole = f.block_info[before].count;
        if whole != NO_COUNT {
            let part = count_in_copy(whole, likely.0.into(), PROB_BASE.into());
            f.block_info[yes].count = part;
            f.block_info[no].count = whole.saturating_sub(part);
        }
        let inner = f.single_succ(yes).unwrap_or(entry);
        [inner, onwards]
    }

    /// Makes a copy of the loop, which is entered by an edge instead of it.
    fn copy(&mut self, version: &Version, entry: EdgeId, share: u32) {
        let (unit, f) = (&mut *self.cx.unit, &mut *self.f);
        let latch = f.loop_data(self.of).map_or(self.header, |entry| entry.latch);
        let made = copy_blocks(unit, f, &self.body, latch, &mut self.cases);
        let outer = f.loop_of(f.edges[entry].src);
        for &block in &made.blocks {
            f.block_info[block].loop_father = outer;
        }
        add_phi_arguments(f, &made);
        let arguments = saved_phi_args(f, entry);
        let header = made.copy_of(self.header).unwrap_or(self.header);
        if let Some(moved) = redirect_edge_and_branch(unit, f, entry, header, &mut self.cases) {
            let phis: Vec<StmtId> = f.phis(header).collect();
            for (phi, argument) in phis.into_iter().zip(&arguments) {
                f.add_phi_arg(phi, moved, argument.value, argument.loc);
            }
        }
        self.settle(version, Some(&made));
        self.scale(Some(&made), share);
    }

    /// Puts in what the conditions are, in a copy of the loop or in itself.
    fn settle(&mut self, version: &Version, made: Option<&Copies>) {
        for &(test, holds) in version {
            let block = self.f.stmts[test].block;
            let block = made.map_or(Some(block), |made| made.copy_of(block));
            if let Some(test) = block.and_then(|block| self.f.last_stmt(block)) {
                settle(self.cx.unit, self.f, test, holds);
            }
        }
    }

    /// Says how often the blocks of a copy are executed, or those of the loop itself.
    fn scale(&mut self, made: Option<&Copies>, share: u32) {
        let blocks = made.map_or(&self.body, |made| &made.blocks);
        for (&block, &count) in blocks.iter().zip(&self.counts) {
            if count != NO_COUNT {
                let part = count_in_copy(count, share.into(), PROB_BASE.into());
                self.f.block_info[block].count = part;
            }
        }
    }
}
