//! Pass `ldist`: a loop is split into loops and calls of `memset`, `memcpy` and `memmove` (loop distribution).
//!
//! ```text
//!   <bb 3> : # i_1 = PHI <0(2), i_5(4)>           <bb 2> : _6 = (unsigned int) n_4(D);
//!   _2 = (long unsigned int) i_1;                 _7 = _6 + 4294967295;
//!   _3 = a_8(D) + _2;                             _9 = (sizetype) _7;
//!   *_3 = 0;                              =>      _10 = _9 + 1;
//!   i_5 = i_1 + 1;                                __builtin_memset (a_8(D), 0, _10);
//!   if (i_5 < n_4(D)) goto <bb 4>;
//! ```
//!
//! Kennedy and McKinley, "Loop distribution with arbitrary control flow" (1990). From each store of a loop, and each value
//! that is used after it, a partition is grown of all statements it needs (`graph`, `partition`). One that fills what it goes
//! over with one byte, or copies it, becomes a call (`calls`); a nest of loops that does nothing else is tried as a whole
//! first. Without `-ftree-loop-distribution` all partitions that are no calls stay together. Partitions that touch the same
//! memory stay together, and those between which order goes both ways. The first ones become copies of the loop, the last one
//! what is left of it (`rewrite`). A function that is itself called `memset`, `memcpy` or `memmove` is left alone: it would
//! call itself.
//!
//! Loops are divided before any is changed, and SSA form is updated twice for all of them. References to memory are compared in
//! pairs, of which a parameter bounds the number.

mod calls;
mod graph;
mod partition;
mod rewrite;

use crate::loops::unroll::body_in_dom_order;
use calls::Looking;
use dumps::Dump;
use dumps::putln;
use fixedbitset::FixedBitSet;
use gimple::cfg::BlockId;
use gimple::function::{Function, Prop};
use gimple::loops::LoopId;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::remark::RemarkKind;
use gimple::stmt::StmtId;
use gimple::unit::Unit;
use graph::{Control, Failure, Graph};
use partition::{Kind, Partition, Partitions};
use rewrite::{Plan, Rest};
use std::fmt::Write;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::cleanup::closed_form::close_again;
use tree_ssa::cleanup::preheader::has_loops_in_closed_form;
use tree_ssa::effects::call_effects::{has_side_effects, is_clobber};
use tree_ssa::graph::analyses;
use tree_ssa::graph::analyses::PostDominators;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::frontiers::Frontiers;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::order::{reverse_post_order, rpo_numbers};
use tree_ssa::profile::is_hot;
use tree_ssa::ssa::copy_blocks::can_copy;
use tree_ssa::ssa::update_ssa;

/// `ldist` for the pass table.
pub const PASS: Pass = Pass::tree("ldist", execute)
    .gate(|options, _| {
        options.on(Flag::TreeLoopDistributePatterns) || options.on(Flag::TreeLoopDistribution)
    })
    .requires(Prop::CFG_SSA)
    .follows(&[("loopinit", "calls are put into preheaders, and values leave loops through φs")]);

/// Statements partitions are grown from, of one loop.
const MOST_SEEDS: usize = 100;

/// Partitions from which on a loop is not split into ever more loops.
const MANY: usize = 4;

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !has_loops_in_closed_form(cx.unit, f) || is_one_of_them(cx.unit, f) {
        return Todo::NONE;
    }
    let tree = analyses::analysis::<Dominators>(f);
    let mut evolutions = Evolutions::default();
    let mut control = None;
    let mut plans: Vec<Plan> = Vec::new();
    for of in innermost(f) {
        plans.extend(divide_nest(cx, f, (&tree, &mut evolutions), of, &mut control));
    }
    if plans.is_empty() {
        return Todo::NONE;
    }
    let mut rest = Rest::default();
    for plan in plans {
        let (of, text) = (plan.of, what_becomes_of(f, &plan));
        rewrite::carry_out(cx, f, (&tree, &evolutions), plan, &mut rest);
        let loc = natural_loops::location(f, of);
        cx.remark(RemarkKind::Optimized, "loop", (f.decl, loc), text);
    }
    update_ssa::update(cx.unit, f, &mut Dump::off());
    rest.finish(cx, f);
    natural_loops::find_loops(f);
    update_ssa::mark_virtuals(f);
    update_ssa::update(cx.unit, f, &mut cx.dump);
    close_again(cx, f);
    Todo::CLEANUP_CFG
}

/// Loops that have no loop inside.
fn innermost(f: &Function) -> Vec<LoopId> {
    let Some(loops) = &f.loops else { return Vec::new() };
    loops.ids().filter(|&id| id != LoopId::ROOT && loops[id].inner.is_none()).collect()
}

/// Whether a function is one of those that loops are turned into calls of.
fn is_one_of_them(unit: &Unit, f: &Function) -> bool {
    let extra = unit.decls[f.decl].extra.as_ref();
    let given = extra.and_then(|extra| extra.assembler_name);
    let name = given.map(|name| unit.symbols.text(name)).or_else(|| unit.decl_name(f.decl));
    name.is_some_and(|name| matches!(name, "memset" | "memcpy" | "memmove"))
}

fn control_of(f: &mut Function) -> Control {
    let tree = analyses::analysis::<PostDominators>(f);
    let frontiers = Frontiers::new(f, &tree);
    let positions = rpo_numbers(f, &reverse_post_order(f).blocks);
    Control { tree, frontiers, positions }
}

/// Says what becomes of a loop.
fn what_becomes_of(f: &Function, plan: &Plan) -> String {
    let calls = plan.partitions.iter().filter(|partition| partition.is_call()).count();
    let loops = plan.partitions.len() - calls;
    let inner = f.loop_data(plan.of).is_some_and(|entry| entry.inner.is_some());
    let nest = if inner { " nest" } else { "" };
    let of = plan.of;
    format!("Loop{nest} {of} distributed: split to {loops} loops and {calls} library calls.")
}

/// The outermost loop of the nest around an innermost one that does nothing but go through the loops inside
/// (`prepare_perfect_loop_nest`); `None` where it is not known how often that goes round.
fn outermost(scev: &mut Scev<'_, '_>, innermost: LoopId) -> Option<LoopId> {
    let mut rounds = scev.latch_executions(innermost).known()?;
    scev.single_exit(innermost)?;
    let mut of = innermost;
    for _ in 0..2 {
        let f = scev.f;
        let outer = f.loop_data(of)?.outer;
        let Some(entry) = f.loop_data(outer).filter(|_| outer != LoopId::ROOT) else { break };
        let alone = entry.inner == of && f.loop_data(of).is_some_and(|entry| entry.next.is_none());
        if !alone
            || scev.single_exit(outer).is_none()
            || scev.state.exprs.varies_by_name(scev.unit, f, rounds, outer)
        {
            break;
        }
        let Some(more) = scev.latch_executions(outer).known() else { break };
        (rounds, of) = (more, outer);
    }
    Some(of)
}

/// Divides the nest around an innermost loop, or one of the loops inside.
fn divide_nest(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (tree, evolutions): (&Dominators, &mut Evolutions),
    innermost: LoopId,
    control: &mut Option<Control>,
) -> Option<Plan> {
    let patterns = cx.options.on(Flag::TreeLoopDistributePatterns);
    let header = f.header_of(innermost)?;
    let fast = is_hot(cx.unit, cx.options, f, header);
    if !fast && !patterns {
        return None;
    }
    let mut of = outermost(&mut Scev::new(cx, f, tree, evolutions), innermost)?;
    while of.is_some() {
        let body = body_in_dom_order(f, tree, of);
        let seeds = seeds(cx, f, of, &body)?;
        let control = control.get_or_insert_with(|| control_of(f));
        let whole = cx.options.on(Flag::TreeLoopDistribution)
            && f.header_of(of).is_some_and(|header| is_hot(cx.unit, cx.options, f, header));
        let mut scev = Scev::new(cx, f, tree, evolutions);
        let plan = Dividing { scev: &mut scev, of, patterns, whole }.divide(control, body, &seeds);
        if plan.is_some() {
            return plan;
        }
        let inner = f.loop_data(of)?.inner;
        if cx.dump.details() {
            let nest = if inner.is_some() { " nest" } else { "" };
            putln!(cx.dump, "Loop{nest} {of} not distributed.");
        }
        of = inner;
    }
    None
}

/// The statements a loop is there for: stores, and what computes something that is used later
/// (`find_seed_stmts_for_distribution`). `None` where it does something else that counts, or nothing, or cannot be copied.
fn seeds(cx: &PassContext<'_>, f: &Function, of: LoopId, body: &[BlockId]) -> Option<Vec<StmtId>> {
    let mut seeds = Vec::new();
    for &block in body {
        let phis = f.phis(block).filter(|&phi| !f.is_virtual_phi(phi));
        for stmt in phis.chain(f.block_stmts(block)) {
            if is_clobber(cx.unit, f, stmt) {
                continue;
            }
            if !f.is_phi(stmt) && has_side_effects(cx.unit, f, stmt) {
                return None;
            }
            if f.stmts[stmt].vdef.is_some() || graph::is_used_outside(f, of, stmt) {
                seeds.push(stmt);
            }
        }
    }
    let few = !seeds.is_empty() && seeds.len() <= MOST_SEEDS;
    (few && can_copy(f, body)).then_some(seeds)
}

/// A loop or nest that is divided.
struct Dividing<'a, 's, 'd> {
    scev: &'a mut Scev<'s, 'd>,
    of: LoopId,
    /// Whether calls are looked for, and whether what is no call may become several loops.
    patterns: bool,
    whole: bool,
}

impl Dividing<'_, '_, '_> {
    /// Divides the loop, if that is worth it (`distribute_loop`).
    fn divide(
        &mut self,
        control: &mut Control,
        body: Vec<BlockId>,
        seeds: &[StmtId],
    ) -> Option<Plan> {
        let of = self.of;
        let exit = self.scev.single_exit(of)?;
        let mut graph = match Graph::build(self.scev, control, of, body) {
            Ok(graph) => graph,
            Err(failure) => {
                let why = match failure {
                    Failure::Unknown => "failed to build the RDG",
                    Failure::TooMany => "too many memory references",
                };
                if self.scev.dump.details() {
                    putln!(self.scev.dump, "Loop {of} not distributed: {why}.");
                }
                return None;
            }
        };
        let oracle = Oracle::new(self.scev.unit, self.scev.options);
        let all = Vec::new();
        let mut work =
            Partitions { scev: &mut *self.scev, oracle: &oracle, graph: &mut graph, all };
        work.grow_from(seeds);
        let mut all = std::mem::take(&mut work.all);
        let in_all = self.classify(&oracle, &mut graph, &mut all);
        if !self.whole && !all.iter().any(Partition::is_call) {
            return None;
        }
        let mut work =
            Partitions { scev: &mut *self.scev, oracle: &oracle, graph: &mut graph, all };
        if !self.whole {
            work.merge_where("they are non-builtins", false, |it| !it.is_call());
        }
        work.merge_where("they have reductions", true, |it| it.is_reduction);
        work.merge_sharing();
        if in_all && work.all.last().is_some_and(Partition::is_call) {
            work.put_a_loop_last();
        }
        if work.all.len() > 1 {
            work.put_in_order();
        }
        let mut all = std::mem::take(&mut work.all);
        self.finalize(&mut all);
        if in_all && !self.keep_last(&mut all) {
            return None;
        }
        let work = Partitions { scev: &mut *self.scev, oracle: &oracle, graph: &mut graph, all };
        let count = work.all.len();
        let worth_it = if count == 1 { work.all[0].is_call() } else { !work.one_has_all() };
        let last = work.all.last().filter(|_| worth_it)?;
        // What is used later is computed by what is left of the loop.
        if !work.graph.used_later.is_subset(&last.stmts) {
            return None;
        }
        let partitions = work.all;
        self.show(&partitions);
        Some(Plan { of, exit, partitions, numbers: graph.numbers })
    }

    /// Finds what becomes of each partition; whether all of them compute something that is used later.
    fn classify(&mut self, oracle: &Oracle, graph: &mut Graph, all: &mut [Partition]) -> bool {
        let mut common = FixedBitSet::with_capacity(graph.stmts.len());
        common.insert_range(..);
        all.iter().for_each(|partition| common.intersect_with(&partition.stmts));
        let mut in_all = false;
        for partition in all {
            let mut later = partition.stmts.clone();
            later.intersect_with(&graph.used_later);
            in_all |= later.ones().any(|vertex| common[vertex]);
            partition.is_reduction = later.ones().any(|vertex| !common[vertex]);
            if !partition.is_reduction && self.patterns {
                let (scev, nest) = (&mut *self.scev, self.of);
                partition.kind = Looking { scev, oracle, graph, nest }.kind(partition);
            }
        }
        in_all
    }

    /// Keeps a loop from becoming many, and lets calls become one (`finalize_partitions`).
    fn finalize(&mut self, all: &mut Vec<Partition>) {
        let count = all.len();
        if count == 1 {
            return;
        }
        let same = all.iter().all(|partition| partition.sequential == all[0].sequential);
        let calls = all.iter().filter(|partition| partition.is_call()).count();
        let partly = all.iter().filter(|it| matches!(it.kind, Kind::PartlyFilled)).count();
        let loops = count - calls;
        let is_nest = self.scev.f.loop_data(self.of).is_some_and(|entry| entry.inner.is_some());
        let too_many = match is_nest {
            true => same && calls == 0 && (loops != 2 || partly != 1) || count >= MANY && loops > 1,
            false => same && calls == 0 || count >= MANY && loops > calls,
        };
        if too_many {
            partition::merge_all(self.scev, all, "there is no point to distribute loop");
        } else {
            calls::fuse_fills(self.scev, all);
        }
    }

    /// Lets the last partition stay a loop, since all compute something that is used later; `false` where that is of no use.
    fn keep_last(&self, all: &mut [Partition]) -> bool {
        let first_is_call = all.first().is_some_and(Partition::is_call);
        let Some(last) = all.last_mut() else { return false };
        if !self.whole && last.is_call() && !first_is_call {
            return false;
        }
        last.kind = Kind::Loop;
        true
    }

    fn show(&mut self, all: &[Partition]) {
        if self.scev.dump.details() {
            putln!(self.scev.dump, "distribute loop <{}> into partitions:", self.of);
            for partition in all {
                let numbers: Vec<String> =
                    partition.stmts.ones().map(|vertex| vertex.to_string()).collect();
                putln!(self.scev.dump, "  {}", numbers.join(", "));
            }
        }
    }
}
