//! Pass `profile_estimate`: how probable branches are, and how often blocks run, guessed from how programs are written.
//!
//! ```text
//!   <bb 2> :                            <bb 2> [local count: 1073741824]:
//!   if (p_1(D) == 0B)                   if (p_1(D) == 0B)
//!     goto <bb 3>; [INV]                  goto <bb 3>; [0.00%]
//!   else                           =>   else
//!     goto <bb 4>; [INV]                  goto <bb 4>; [100.00%]
//!
//!   <bb 3> :                            <bb 3> [count: 0]:
//!   abort ();                           abort ();
//! ```
//!
//! `unlikely` finds what hardly ever runs; `heuristics` and `loops` collect what speaks for each way,
//! `predictions` combines it, and `frequencies` makes counts of the probabilities (Ball and Larus, "Branch prediction
//! for free", 1993; Wu and Larus, "Static branch frequency and program profile analysis", 1994). A count of 0 is certain:
//! it prints as `[count: 0]`, where guesses are `[local count: N]`. Near-linear: walks along paths to a place have a budget,
//! and loops nested deeper than `frequencies::DEEPEST` are not looked at for themselves.

pub mod cold;
mod compared;
pub mod coverage;
mod expected;
pub mod frequencies;
mod heuristics;
mod loops;
mod paths;
mod predictions;
pub mod sreal;
pub mod strip_hints;
pub mod unlikely;

use crate::analyses::niter::claims::claim_loops;
use crate::cleanup::preheader::simplify_loops;
use crate::edit::cfg_edit::edge_count;
use crate::graph::analyses;
use crate::graph::analyses::PostDominators;
use crate::graph::dominance::Dominators;
use crate::graph::natural_loops;
use gimple::cfg::{BlockId, ENTRY, EdgeId, NO_COUNT};
use gimple::decl::flag;
use gimple::function::{Function, Prop};
use gimple::options::{Flag, Options};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::unit::{Frequency, Unit};
use paths::Paths;
use predictions::Predictions;

/// Blocks that walks along paths may look at, for each block of the function.
const WALKS: usize = 32;

/// Blocks that run less often than the function's entry by more than this factor are cold
/// (`--param hot-bb-frequency-fraction`).
const COLD_FRACTION: u64 = 1000;

/// `profile_estimate` for the pass table.
pub const PASS: Pass = Pass::tree("profile_estimate", execute)
    .gate(|options, _| options.on(Flag::GuessBranchProbability))
    .requires(Prop::CFG_SSA);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    simplify_loops(cx.unit, f, &mut cx.dump);
    natural_loops::record_exits(f);
    unlikely::mark(cx.unit, f);
    let dominators = analyses::analysis::<Dominators>(f);
    let post_dominators = analyses::analysis::<PostDominators>(f);
    claim_loops(cx, f, &dominators);
    let mut paths = Paths {
        f,
        dominators: &dominators,
        post_dominators: &post_dominators,
        predictions: Predictions::new(f),
        budget: WALKS * f.blocks.len(),
    };
    heuristics::returns(cx.unit, &mut paths);
    heuristics::calls_and_hints(cx.unit, &mut paths);
    loops::predict(cx, &mut paths);
    let blocks = f.block_order();
    for &block in &blocks {
        heuristics::of_block(cx.unit, &mut paths, block);
    }
    let mut predictions = paths.predictions;
    for &block in &blocks {
        predictions.combine(f, block, &mut cx.dump);
    }
    frequencies::estimate(f, &mut cx.dump);
    note_frequency(cx.unit, f);
    Todo::NONE
}

/// Notes how often a function runs by its attributes and name (`compute_function_frequency`).
pub fn note_frequency(unit: &mut Unit, f: &Function) {
    const ONCE: u64 = flag::NORETURN | flag::CONSTRUCTOR | flag::DESTRUCTOR;
    let data = &unit.decls[f.decl];
    let frequency = if data.has(flag::COLD) || f.block_info[ENTRY].count == 0 {
        Frequency::Unlikely
    } else if data.has(flag::HOT) {
        Frequency::Hot
    } else if data.flags & ONCE != 0 || unit.decl_name(f.decl) == Some("main") {
        Frequency::Once
    } else {
        Frequency::Normal
    };
    unit.set_frequency(f.decl, frequency);
}

/// Computes the counts of a function anew from the probabilities of its edges (`rebuild_frequencies`).
pub fn rebuild_frequencies(f: &mut Function, dump: &mut dumps::Dump<'_>) {
    natural_loops::ensure_loops(f);
    frequencies::estimate(f, dump);
}

/// Whether a block runs often enough to be made fast rather than small (`optimize_bb_for_speed_p`).
pub fn is_hot(unit: &Unit, options: &Options, f: &Function, block: BlockId) -> bool {
    !options.optimize_size && is_hot_count(unit, f, f.block_info[block].count)
}

/// Whether an edge is taken often enough for that (`optimize_edge_for_speed_p`).
pub fn is_hot_edge(unit: &Unit, options: &Options, f: &Function, edge: EdgeId) -> bool {
    !options.optimize_size && is_hot_count(unit, f, edge_count(f, edge))
}

/// Whether so many executions are often: a thousandth of the function's, but two thirds where that runs only once.
fn is_hot_count(unit: &Unit, f: &Function, count: u64) -> bool {
    let entry = f.block_info[ENTRY].count;
    if count == NO_COUNT || entry == NO_COUNT {
        return true;
    }
    match unit.frequency(f.decl) {
        Frequency::Unlikely => false,
        Frequency::Hot => true,
        Frequency::Once if count.saturating_mul(3) < entry.saturating_mul(2) => false,
        Frequency::Once | Frequency::Normal => count.saturating_mul(COLD_FRACTION) >= entry,
    }
}
