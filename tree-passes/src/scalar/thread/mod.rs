//! Passes `ethread`, `thread` and `threadfull`: jump threading, found backwards from branches.
//!
//! ```text
//!   if (a_3(D) != 0) goto <bb 3>;                 if (a_3(D) != 0) goto <bb 3>;
//!   else goto <bb 4>;                             else goto <bb 6>;
//!   <bb 3> : g (1);                               <bb 3> : g (1);
//!   <bb 4> :                               =>     <bb 4> :
//!   if (a_3(D) != 0) goto <bb 5>;                 if (a_3(D) != 0) goto <bb 5>;
//!   else goto <bb 6>;                             else goto <bb 6>;
//! ```
//!
//! From each branch, paths are followed back (`search`) until what the branch tests is known along them, by the
//! arguments of φs, by branches taken and by what is computed (`path_ranges`). A path that is worth it (`profit`) is
//! noted (`registry`); when all are found, each is copied, and the edge it begins with goes to the copy, which has one
//! way out. SSA form is updated afterwards. `ethread` looks for what makes code smaller; `thread` and `threadfull` for
//! what makes it faster; `threadfull` knows what the ranger says where a path begins, and how names compare on it
//! (`relations`).
//!
//! A path has at most ten blocks. What the search may look at is bounded in all, so that it is linear.

pub(crate) mod path_ranges;
mod profile;
mod profit;
pub mod registry;
mod relations;
mod search;

use gimple::cfg::BlockId;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use registry::Registry;
use search::Search;
use tree_ssa::analyses::ranges::View;
use tree_ssa::analyses::ranges::ranger::Ranger;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;

/// What a threading pass is out for.
#[derive(Clone, Copy)]
pub struct Flavour {
    /// Code may grow.
    pub for_speed: bool,
    /// The passes over loops have run: loops need not keep their form.
    pub loops_done: bool,
    /// What is known of names where a path begins counts, and how names compare along it.
    pub full: bool,
}

/// `ethread` for the pass table.
pub const EARLY: Pass = Pass::tree("ethread", early)
    .gate(|options, _| options.on(Flag::ThreadJumps))
    .requires(Prop::CFG_SSA)
    .todo(Todo::CLEANUP_CFG.union(Todo::UPDATE_SSA));

/// `thread` for the pass table.
pub const THREAD: Pass = Pass::tree("thread", for_speed)
    .gate(|options, _| options.on(Flag::ThreadJumps) && options.on(Flag::ExpensiveOptimizations))
    .requires(Prop::CFG_SSA)
    .todo(Todo::UPDATE_SSA);

/// `threadfull` for the pass table.
pub const FULL: Pass = Pass::tree("threadfull", with_ranger)
    .gate(|options, _| options.on(Flag::ThreadJumps) && options.on(Flag::ExpensiveOptimizations))
    .requires(Prop::CFG_SSA)
    .todo(Todo::UPDATE_SSA);

/// Threads jumps where that makes the way shorter, even if code grows.
fn for_speed(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    fast(cx, f, false)
}

/// The same, asking the ranger about what paths begin with.
fn with_ranger(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    fast(cx, f, true)
}

fn fast(cx: &mut PassContext<'_>, f: &mut Function, full: bool) -> Todo {
    simplify_loops(cx.unit, f, &mut cx.dump);
    // After the passes over loops their form does not matter any more.
    let loops_done = cx.pass.instance > 1;
    match run(cx, f, Flavour { for_speed: true, loops_done, full }) {
        true => Todo::CLEANUP_CFG,
        false => Todo::NONE,
    }
}

/// Threads jumps where code does not grow.
fn early(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    natural_loops::ensure_loops(f);
    natural_loops::dump_loops(f, &mut cx.dump);
    run(cx, f, Flavour { for_speed: false, loops_done: false, full: false });
    Todo::NONE
}

fn run(cx: &mut PassContext<'_>, f: &mut Function, flavour: Flavour) -> bool {
    let branches: Vec<BlockId> =
        f.block_iter().filter(|&block| f.blocks[block].succs.len() > 1).collect();
    if branches.is_empty() {
        return false;
    }
    let tree = analyses::analysis::<Dominators>(f);
    let mut registry = Registry::default();
    let ranger = flavour.full.then(|| {
        let view = View { unit: cx.unit, f, options: cx.options };
        Ranger::new(view, &tree)
    });
    Search::new(cx, f, &tree, flavour, ranger, &mut registry).all(branches);
    let changed = registry.thread_all(cx, f);
    if registry.threaded > 0 {
        cx.statistics.count("Jumps threaded", registry.threaded.into());
    }
    changed
}
