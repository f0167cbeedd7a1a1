//! Code motion on GIMPLE before SSA form: partial redundancies among lexical expressions, by data-flow analysis.
//!
//! ```text
//!   <bb 3>: x = a * b;                     <bb 3>: lcmtmp.1 = a * b; x = lcmtmp.1;
//!   <bb 4>: ;                        =>    <bb 4>: lcmtmp.1 = a * b;
//!   <bb 5>: y = a * b;                     <bb 5>: y = lcmtmp.1;
//! ```
//!
//! Pass `lexpre`, which GCC does not have, at any level of optimisation where `-ftree-lexical-pre=` names a way to decide:
//! [`morel_renvoise`] (`mr`), [`chow`], [`chen`], [`lcm`]. All start from the same [`expressions`], on the same
//! [`graph`], and [`insertion`] does what they decide. Pass `sinkassign` ([`sinking`]) is their mirror image for assignments.
//!
//! What holds for all: on no path of the graph is an expression computed more often than before, and on none that did not
//! compute it; one that may trap does not go before a call that may not return. Expressions are compared as written:
//! what is computed from a gimplifier's temporary, as the sum in `a * b + c`, is none, and copies are not looked through. That
//! is what SSA form is for. Functions that call `setjmp` or are jumped into from others are left alone: where a variable
//! keeps its value there, the backend decides for those of the program only.

pub mod chen;
pub mod chow;
pub mod expressions;
pub mod graph;
pub mod insertion;
pub mod lcm;
pub mod morel_renvoise;
pub mod placement;
mod report;
pub mod sinking;

use dumps::{put, putln};
use expressions::{Local, Universe};
use gimple::function::{Function, Prop};
use gimple::options::{LexicalPre, Options};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::unit::Unit;
use graph::FlowGraph;
use placement::Decision;
use std::fmt::Write;
use tree_ssa::analyses::dataflow::live;

/// Expressions times blocks that are still worked on: sets are dense.
const TABLE_LIMIT: usize = 1 << 28;

/// Whether the pass runs.
pub fn gate(options: &Options, _: &Function) -> bool {
    options.lexical_pre != LexicalPre::None
}

/// Why a function is left alone, if it is.
fn left_alone(f: &Function, facts: usize) -> Option<&'static str> {
    if f.calls_setjmp {
        Some("it calls setjmp")
    } else if f.has_nonlocal_label {
        Some("other functions jump into it")
    } else if facts.saturating_mul(f.blocks.len()) > TABLE_LIMIT {
        Some("there are too many facts for so many blocks")
    } else {
        None
    }
}

/// The decision of an algorithm.
pub fn decide(way: LexicalPre, graph: &FlowGraph, local: &Local) -> Decision {
    match way {
        LexicalPre::MorelRenvoise => morel_renvoise::decide(graph, local),
        LexicalPre::Chow => chow::decide(graph, local),
        LexicalPre::Chen => chen::decide(graph, local),
        LexicalPre::Lcm | LexicalPre::None => lcm::decide(graph, local),
    }
}

/// `lexpre` for the pass table.
pub const PASS: Pass = Pass::tree("lexpre", execute).gate(gate).requires(Prop::CFG).follows(&[(
    "sinkassign",
    "what was sunk is where it is wanted before redundancies are looked for",
)]);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let universe = Universe::find(cx.unit, f, cx.options);
    if universe.keys.is_empty() {
        return Todo::NONE;
    }
    if let Some(why) = left_alone(f, universe.keys.len()) {
        if cx.dump.enabled() {
            putln!(cx.dump, ";; left alone: {why}\n");
        }
        return Todo::NONE;
    }
    let graph = FlowGraph::of(f);
    let local = universe.local(cx.unit, f, &graph);
    let decision = decide(cx.options.lexical_pre, &graph, &local);
    if cx.dump.details() {
        let text = report::expressions(cx.unit, f, cx.options, &universe, &graph, &decision);
        put!(cx.dump, "{text}");
    }
    let done = insertion::apply(cx.unit, f, &universe, &graph, &local, &decision);
    cx.statistics.count("Expressions", universe.keys.len() as u64);
    cx.statistics.count("Insertions", done.insertions);
    cx.statistics.count("Deletions", done.deletions);
    cx.statistics.count("Kept in temporaries", done.kept);
    cx.statistics.count("Blocks made", done.blocks_made);
    if cx.statistics.wanted {
        let temporaries: Vec<_> = done.temporaries.into_iter().flatten().collect();
        cx.statistics.count("Temporaries", temporaries.len() as u64);
        cx.statistics.count("Live range length", live_length(cx.unit, f, &temporaries));
    }
    Todo::NONE
}

/// Before how many statements one of the variables is live, for each.
fn live_length(unit: &Unit, f: &Function, variables: &[gimple::decl::DeclId]) -> u64 {
    use tree_ssa::analyses::dataflow::bits;
    use tree_ssa::ssa::into_ssa::{for_each_register_def, for_each_register_use};
    let (_, numbers) = live::variables(unit, f);
    if variables.is_empty() || left_alone(f, numbers.len()).is_some() {
        return 0;
    }
    let problem = live::problem(unit, f, &numbers);
    let found = bits::solve(f, &problem, gimple::options::DataflowOrder::default());
    let mut length = 0;
    for block in f.block_iter() {
        let mut live: Vec<bool> = variables
            .iter()
            .map(|var| numbers.get(var).is_some_and(|&fact| found.at_end.contains(block, fact)))
            .collect();
        let mut count = live.iter().filter(|&&is| is).count() as u64;
        let place = |var| variables.binary_search(&var).ok();
        let mut stmt = f.blocks[block].stmts.last;
        while stmt.is_some() {
            let mut changes = Vec::new();
            for_each_register_def(unit, f, stmt, &mut |var| changes.push((place(var), false)));
            for_each_register_use(unit, f, stmt, &mut |var| changes.push((place(var), true)));
            for (index, is) in changes {
                if let Some(index) = index
                    && std::mem::replace(&mut live[index], is) != is
                {
                    count = if is { count + 1 } else { count - 1 };
                }
            }
            length += count;
            stmt = f.stmts[stmt].prev;
        }
    }
    length
}
