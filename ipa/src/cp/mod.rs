//! IPA pass `cp`: constants that calls pass become known in the functions called.
//!
//! ```text
//!   static int f (int a, int n)                 int f.constprop (int n)
//!   { return a > 0 ? n * a : n; }               { return n * 3; }
//!                                        =>
//!   _1 = f (3, x);                              _1 = f.constprop (x);
//!   _2 = f (3, y);                              _2 = f.constprop (y);
//! ```
//!
//! What a call passes is put in terms of what the caller is passed itself (`jump`). From callers to those they call, each
//! parameter gets the constants it may be, the bits that may be set, and a range (`lattice`, `propagate`). Where all calls
//! of a function that nobody else can call pass the same, a copy with that constant is called instead; with
//! `-fipa-cp-clone` so it is where only some do, if what that saves is worth its size (`decide`). Copies are made when all
//! is decided (`materialize`); bits and ranges are noted of the parameters that stay (`facts`).
//!
//! Functions that may be replaced by another unit's, or be called by others, may be passed anything. Linear in the unit,
//! as a parameter has at most so many constants.

mod decide;
mod facts;
mod graph;
mod jump;
mod lattice;
mod materialize;
mod propagate;
mod report;

use crate::remove_symbols::{self, InlineDefinitions};
use dumps::Dump;
use dumps::putln;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::options::{Flag, Options};
use gimple::pass::{Pass, PassContext, Todo};
pub use graph::is_versionable;
use graph::{Graph, NodeId};
pub use jump::is_constant_everywhere;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// `cp` for the pass table.
pub const PASS: Pass = Pass::ipa("cp", execute)
    .gate(|options, _| options.optimize > 0 && options.on(Flag::IpaCp))
    .follows(&[("local-fnsummary", "sizes and times of the functions")])
    .transforms();

/// GCC's parameters that programs are compiled with, as they are called there.
struct Limits {
    /// The most constants of a parameter (`ipa-cp-value-list-size`).
    values: i64,
    /// What a copy must be worth (`ipa-cp-eval-threshold`).
    threshold: i64,
    /// By how much, in percent, units may grow that have some size (`ipa-cp-unit-growth`, `ipa-cp-large-unit-insns`).
    growth: i64,
    large_unit: i64,
}

impl Limits {
    fn of(options: &Options) -> Limits {
        let given = |name: &str| options.params.iter().rev().find(|it| it.0 == name).map(|it| it.1);
        Limits {
            values: given("ipa-cp-value-list-size").unwrap_or(8),
            threshold: given("ipa-cp-eval-threshold").unwrap_or(500),
            growth: given("ipa-cp-unit-growth").unwrap_or(10),
            large_unit: given("ipa-cp-large-unit-insns").unwrap_or(16000),
        }
    }
}

/// The pass at work.
struct Propagation<'a> {
    graph: Graph,
    functions: &'a [Function],
    by_decl: FxHashMap<DeclId, NodeId>,
    limits: Limits,
}

impl<'a> Propagation<'a> {
    /// The options a function is optimised by.
    fn options<'o>(&self, cx: &PassContext<'o>, node: NodeId) -> &'o Options
    where
        'a: 'o,
    {
        let functions: &'a [Function] = self.functions;
        let f = &functions[self.graph.nodes[node].function as usize];
        f.options.as_deref().unwrap_or(cx.options)
    }
}

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, functions: &mut Vec<Function>) -> Todo {
    let mut graph = Graph::new(cx, functions);
    if graph.nodes.values().all(|node| node.params.is_empty()) && !cx.dump.enabled() {
        return Todo::NONE;
    }
    graph.look_at_arguments(cx, functions);
    let by_decl = graph.nodes.iter().map(|(id, node)| (node.decl, id)).collect();
    let mut work = Propagation { graph, functions, by_decl, limits: Limits::of(cx.options) };
    work.say_structures(cx);
    work.prepare(cx);
    work.propagate(cx);
    work.say_lattices(cx);
    work.decide(cx);
    let graph = work.graph;
    facts::say_bits(cx, &graph);
    if cx.dump.enabled() {
        putln!(cx.dump, "\nIPA constant propagation end");
    }
    let copies = graph.nodes.len() > functions.len();
    if copies {
        // What is said of each step would drown what the pass says.
        let dump = std::mem::replace(&mut cx.dump, Dump::off());
        materialize::execute(cx, &graph, functions);
        cx.dump = dump;
    }
    report::say_symbols(cx, &graph, functions);
    facts::note(cx, &graph, functions);
    if copies {
        let dump = std::mem::replace(&mut cx.dump, Dump::off());
        remove_symbols::remove(cx, functions, InlineDefinitions::Stay);
        cx.dump = dump;
    }
    Todo::NONE
}
