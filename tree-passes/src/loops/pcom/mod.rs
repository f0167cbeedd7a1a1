//! Pass `pcom`: what a loop has loaded, stored or computed in an iteration is kept in registers for later ones that want the
//! same (predictive commoning).
//!
//! ```text
//!   <bb 3> : # i_1 = PHI <0(2), i_2(4)>         <bb 2> : _9 = a[0];
//!   _3 = a[i_1];                                <bb 3> : # i_1 = PHI <0(2), i_2(4)>
//!   i_2 = i_1 + 1;                                       # a_I_lsm0_8 = PHI <_9(2), _4(4)>
//!   _4 = a[i_2];                          =>    i_2 = i_1 + 1;
//!   _5 = _3 + _4;                               _4 = a[i_2];
//!                                               _5 = a_I_lsm0_8 + _4;
//! ```
//!
//! O'Brien, "Predictive commoning: a method of optimizing loops containing references to consecutive array elements" (1990),
//! as Dvořák has it in GCC. The references of an innermost loop are divided into components that have nothing to do with each
//! other (`references`). Those of a component that come to the same places one after the other are chains (`chains`): the
//! first loads or stores what the others load some iterations later, or the last one overwrites what the others have
//! stored. Operations on what chains load become chains, too (`combine`). Then the later references take what registers keep
//! (`rewrite`), and stores that are overwritten go; those that the loop has not come to overwriting when it ends are made
//! up for after it. Registers would be copied from one to the next at the end of each iteration, so the loop is unrolled as
//! often as makes each of them come round to itself.
//!
//! Loops are looked at first, then all are changed, and SSA form is updated once. The cost is linear in the loops' statements
//! and quadratic in the references of a loop, of which there are as many as a parameter allows.

pub(crate) mod chains;
mod combine;
mod references;
mod report;
mod rewrite;

use crate::loops::unroll::by_factor::{self, Factor};
use crate::loops::unroll::unloop::remove_exits;
use chains::{Chain, Kind, can_be_computed, chains_of, prepare};
use combine::combine;
use gimple::cfg::EdgeId;
use gimple::function::{Function, Prop};
use gimple::loops::{LoopId, Loops};
use gimple::options::{Flag, Options};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::SsaName;
use references::{components, is_suitable};
use rewrite::{Ends, Rewriting, name_by_registers};
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::cleanup::closed_form::close_again;
use tree_ssa::cleanup::preheader::has_loops_in_closed_form;
use tree_ssa::effects::size::statement_size;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::loop_body;
use tree_ssa::graph::natural_loops::preheader_edge;
use tree_ssa::profile::is_hot;
use tree_ssa::ssa::copy_blocks::can_copy;
use tree_ssa::ssa::update_ssa;

/// `pcom` for the pass table.
pub const PASS: Pass = Pass::tree("pcom", execute)
    .gate(|options, _| options.on(Flag::PredictiveCommoning) || comes_with_vectors(options))
    .requires(Prop::CFG_SSA)
    .follows(&[("loopinit", "values are loaded in preheaders, and leave loops through φs")]);

/// Copies of an unrolled loop's body, and their instructions (`--param max-unroll-times`, `max-unrolled-insns`).
const MOST_TIMES: i64 = 8;
const MOST_INSNS: i64 = 200;

/// Vectorizing loops brings the pass along, without unrolling, unless its own option is given.
fn comes_with_vectors(options: &Options) -> bool {
    options.on(Flag::TreeLoopVectorize) && !options.given(Flag::PredictiveCommoning)
}

/// What is to be done with a loop.
struct Plan {
    of: LoopId,
    chains: Vec<Chain>,
    unrolled: Option<Factor>,
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !has_loops_in_closed_form(cx.unit, f) {
        return Todo::NONE;
    }
    let tree = analyses::analysis::<Dominators>(f);
    let mut evolutions = Evolutions::default();
    let mut plans: Vec<Plan> = Vec::new();
    for of in f.loops.as_ref().map(Loops::postorder).unwrap_or_default() {
        let innermost = f.loop_data(of).is_some_and(|entry| entry.inner.is_none());
        let hot = f.header_of(of).is_some_and(|header| is_hot(cx.unit, cx.options, f, header));
        if of != LoopId::ROOT && innermost && hot {
            let mut scev = Scev::new(cx, f, &tree, &mut evolutions);
            plans.extend(look_at(&mut scev, of));
        }
    }
    if plans.is_empty() {
        return Todo::NONE;
    }
    let mut unused = Vec::new();
    let mut carried: Vec<Vec<SsaName>> = Vec::new();
    for plan in &plans {
        let mut names = Vec::new();
        unused.extend(carry_out(cx, f, (&tree, &evolutions), (plan, &mut names)));
        carried.push(names);
    }
    remove_exits(cx, f, &unused);
    natural_loops::find_loops(f);
    update_ssa::update(cx.unit, f, &mut cx.dump);
    for (plan, carried) in plans.iter().zip(&carried).filter(|(plan, _)| plan.unrolled.is_some()) {
        if let Some(latch) = f.loop_data(plan.of).map(|entry| entry.latch) {
            name_by_registers(f, latch, carried);
        }
    }
    close_again(cx, f);
    Todo::CLEANUP_CFG
}

/// Looks for what can be kept in registers in a loop (`tree_predictive_commoning_loop`).
fn look_at(scev: &mut Scev<'_, '_>, of: LoopId) -> Option<Plan> {
    report::say(scev, || format!("Processing loop {of}"));
    preheader_edge(scev.f, of)?;
    let Some(memory) = references::find(scev, of) else {
        report::say(scev, || "Cannot analyze data dependencies".to_owned());
        return None;
    };
    let stores_may_go = scev.single_exit(of).is_some();
    let mut components = components(scev, &memory.references, stores_may_go);
    if components.is_empty() {
        return None;
    }
    report::components(scev, &memory, &components);
    components.retain_mut(|component| is_suitable(scev, of, &memory.references, component));
    let mut chains: Vec<Chain> = Vec::new();
    for component in &mut components {
        chains.extend(chains_of(scev, of, &memory, component));
    }
    chains.retain_mut(|chain| prepare(scev, of, chain));
    if chains.is_empty() {
        report::say(scev, || "Predictive commoning failed: no suitable chains".to_owned());
        return None;
    }
    combine(scev, &memory, &mut chains);
    report::chains(scev, &chains);
    let unrolled = unrolled(scev, of, &chains);
    let text = match &unrolled {
        Some(factor) => format!("Unrolling {} times.", factor.times),
        None => "Executing predictive commoning without unrolling.".to_owned(),
    };
    report::say(scev, || text);
    Some(Plan { of, chains, unrolled })
}

/// How a loop is to be unrolled: as often as there are registers, for each chain (`determine_unroll_factor`).
fn unrolled(scev: &mut Scev<'_, '_>, of: LoopId, chains: &[Chain]) -> Option<Factor> {
    if !scev.options.on(Flag::PredictiveCommoning) {
        return None;
    }
    let most = scev.options.param("max-unroll-times").unwrap_or(MOST_TIMES);
    let mut times: usize = 1;
    for chain in chains.iter().filter(|chain| !chain.combined) {
        if chain.kind == Kind::Stores {
            return None;
        }
        let registers = chain.length + usize::from(chain.used_after);
        let common = least_multiple(times, registers.max(1));
        if common as i64 <= most {
            times = common;
        }
    }
    let exit = scev.single_exit(of)?;
    let rounds = scev.latch_executions(of);
    let body = loop_body(scev.f, of);
    let sizes = body.iter().flat_map(|&block| scev.f.block_stmts(block));
    let size: i64 = sizes.map(|stmt| statement_size(scev.unit, scev.f, stmt)).sum();
    let limit = scev.options.param("max-unrolled-insns").unwrap_or(MOST_INSNS);
    let few = scev.folder().as_int(rounds).is_some_and(|rounds| rounds < times as i128);
    let possible = times > 1
        && !few
        && size * times as i64 <= limit
        && can_copy(scev.f, &body)
        && can_be_computed(scev, of, rounds)
        && scev.dominates_latch(scev.f.edges[exit].src, of)
        && scev.f.loop_of(scev.f.edges[exit].src) == of;
    possible.then_some(Factor { of, times, rounds, exit })
}

fn least_multiple(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// Does what was planned; exits that are not taken any more.
fn carry_out(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (tree, evolutions): (&Dominators, &Evolutions),
    (plan, carried): (&Plan, &mut Vec<SsaName>),
) -> Vec<EdgeId> {
    let Some(header) = f.header_of(plan.of) else { return Vec::new() };
    if let Some(factor) = &plan.unrolled {
        return by_factor::unroll(cx, f, (tree, evolutions), factor, &mut |cx, f, entry, back| {
            let ends = Ends { header, entry, back, exit: None };
            Rewriting { cx, f, evolutions, ends, carried }.rewrite(&plan.chains);
        });
    }
    let latch = f.loop_data(plan.of).map(|entry| entry.latch);
    let back = latch.and_then(|latch| f.find_edge(latch, header));
    let (Some(entry), Some(back)) = (preheader_edge(f, plan.of), back) else { return Vec::new() };
    let exits = f.loop_data(plan.of).map(|entry| entry.exits.clone()).unwrap_or_default();
    let exit = if let [exit] = exits[..] { Some(exit) } else { None };
    let ends = Ends { header, entry, back, exit };
    Rewriting { cx, f, evolutions, ends, carried }.rewrite(&plan.chains);
    Vec::new()
}
