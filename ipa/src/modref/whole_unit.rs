//! Pass `modref` over the unit: what functions do that call each other in a circle.
//!
//! ```text
//!   void odd (int *p, int n)  { if (n) even (p, n - 1); else *p = 1; }       of `even` nothing was known, so `odd`
//!   void even (int *p, int n) { if (n) odd (p, n - 1); else g = 2; }         might have done anything: it does not
//! ```
//!
//! `modref1` has left open what calls of functions do that it did not know ([`Pending`]). Here they do nothing at first, and
//! what they turn out to do is added until nothing changes: components of the graph of such calls one after the other,
//! those called first. Places may move and grow around a circle so often only, and flags can only be lost, so that it ends
//! soon. Linear in the calls, but for that.

use super::escapes::{deref_flags, passed};
use super::report::Log;
use crate::inline::node_name;
use gimple::call_graph::CallGraph;
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::modref::{AccessTree, ArgFlags, Effects, Insertion, Modref, Pending, PendingCall, Via};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use tree_ssa::graph::components::components;

/// `modref` for the pass table.
pub const PASS: Pass = Pass::ipa("modref", |cx, functions| execute(cx, functions))
    .gate(|options, _| options.on(Flag::IpaModref) || options.optimize == 0)
    .follows(&[("inline", "what is inlined is called no more")])
    .transforms();

/// The functions of which something is open.
struct Graph {
    nodes: Vec<Node>,
    index: FxHashMap<DeclId, u32>,
}

struct Node {
    decl: DeclId,
    /// Nothing once it is settled.
    open: Option<Box<Pending>>,
}

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, functions: &mut [Function]) -> Todo {
    if !cx.options.on(Flag::IpaModref) {
        say_unknown(cx, functions);
        return Todo::NONE;
    }
    let mut graph = Graph::of(cx.unit);
    let leads_to = |node: u32| graph.callees(cx.unit, node);
    let order = 0..graph.nodes.len() as u32;
    for component in components(graph.nodes.len(), order, leads_to) {
        let rounds = graph.solve(cx.unit, &component);
        if cx.dump.enabled() {
            let text = said_of(cx.unit, &graph, &component, rounds);
            super::write(cx, &text);
        }
        for &node in &component {
            let Node { decl, open } = &mut graph.nodes[node as usize];
            if let Some(open) = open.take() {
                settle(cx.unit, *decl, open.effects);
            }
        }
    }
    if cx.dump.enabled() {
        say_results(cx, functions);
    }
    Todo::NONE
}

/// Without optimisation the pass only looks by, and knows nothing of any function.
fn say_unknown(cx: &mut PassContext<'_>, functions: &[Function]) {
    if !cx.dump.enabled() {
        return;
    }
    let bodies = || functions.iter().rev().filter(|f| f.has_cfg());
    let said = bodies().map(|f| {
        let name = node_name(cx.unit, f.decl);
        format!("\n\nmodref analyzing '{name}' (ipa=1)\n")
    });
    let text: String = said.collect();
    super::write(cx, &text);
    for f in bodies() {
        (cx.services.dump_tree)(cx, f);
    }
}

impl Graph {
    fn of(unit: &mut Unit) -> Graph {
        let open = |(&decl, known): (&DeclId, &mut Modref)| {
            Some(Node { decl, open: Some(known.pending.take()?) })
        };
        let mut nodes: Vec<Node> = unit.modref.iter_mut().filter_map(open).collect();
        nodes.sort_unstable_by_key(|node| node.decl);
        let index = nodes.iter().zip(0..).map(|(node, place)| (node.decl, place)).collect();
        Graph { nodes, index }
    }

    fn callees(&self, unit: &Unit, node: u32) -> Vec<u32> {
        let calls = self.nodes[node as usize].open.iter().flat_map(|open| &open.calls);
        calls
            .filter_map(|call| self.index.get(&unit.ultimate_alias_target(call.callee)).copied())
            .collect()
    }

    /// Adds to functions that call each other what they do; returns how often that was looked at.
    fn solve(&mut self, unit: &Unit, component: &[u32]) -> u32 {
        let mut how = Insertion::default();
        let mut rounds = 0;
        loop {
            let mut changed = false;
            for &node in component {
                changed |= self.add_calls(unit, node, &mut how);
            }
            rounds += 1;
            if !changed {
                return rounds;
            }
            how.adjusts = true;
            how.said.clear();
        }
    }

    fn add_calls(&mut self, unit: &Unit, node: u32, how: &mut Insertion) -> bool {
        let Some(mut own) = self.nodes[node as usize].open.take() else { return false };
        let mut changed = false;
        for call in &own.calls {
            let target = unit.ultimate_alias_target(call.callee);
            let place = self.index.get(&target);
            if place == Some(&node) {
                let same = own.effects.clone();
                changed |= add_call(&mut own.effects, call, Some(&same), how);
                continue;
            }
            let open = place.and_then(|&place| self.nodes[place as usize].open.as_deref());
            let known = open.map(|open| &open.effects).or_else(|| {
                let known = unit.modref.get(&target).filter(|known| known.tracked);
                known.map(|known| &known.effects)
            });
            changed |= add_call(&mut own.effects, call, known, how);
        }
        self.nodes[node as usize].open = Some(own);
        changed
    }
}

/// Adds what a call does; whether that is news. `known`: what the function called does, if anything is known of that.
fn add_call(
    own: &mut Effects,
    call: &PendingCall,
    known: Option<&Effects>,
    how: &mut Insertion,
) -> bool {
    let before = (own.writes_errno, own.side_effects, own.nondeterministic);
    let mut changed = false;
    let every = AccessTree::EVERY;
    if let Some(map) = &call.map {
        changed |= own.loads.merge(known.map_or(&every, |known| &known.loads), map, how);
        if !call.ignores_stores {
            changed |= own.stores.merge(known.map_or(&every, |known| &known.stores), map, how);
            own.writes_errno |= known.is_none_or(|known| known.writes_errno);
            own.nondeterministic |= known.is_none_or(|known| known.nondeterministic);
        }
        own.side_effects |= known.is_none_or(|known| known.side_effects);
    }
    for escape in &call.escapes {
        let flags = known.map_or(ArgFlags::NONE, |known| known.of_argument(escape.arg));
        let flags = if escape.direct { flags } else { deref_flags(flags, call.ignores_stores) };
        let flags = passed(flags, call.ignores_stores).union(escape.least);
        let place = match escape.param {
            Via::Param(index) => own.arguments.get_mut(index as usize),
            _ => Some(&mut own.chain),
        };
        if let Some(place) = place {
            let new = place.merged(flags);
            changed |= std::mem::replace(place, new) != new;
        }
    }
    changed || before != (own.writes_errno, own.side_effects, own.nondeterministic)
}

/// Keeps what a function has turned out to do.
fn settle(unit: &mut Unit, decl: DeclId, mut effects: Effects) {
    let news = super::without_implied(super::implied_flags(unit, decl));
    for flags in effects.arguments.iter_mut().chain([&mut effects.chain]) {
        *flags = news(*flags);
    }
    let Some(known) = unit.modref.get_mut(&decl) else { return };
    let mut known = std::mem::take(known);
    known.effects = effects;
    known.finalize();
    known.tracked = super::is_useful(unit, decl, &known);
    unit.modref.insert(decl, known);
}

/// What is said of functions that call each other.
fn said_of(unit: &Unit, graph: &Graph, component: &[u32], rounds: u32) -> String {
    let mut text = "\n\nStart of SCC component\n".to_owned();
    for &node in component {
        let Node { decl, open } = &graph.nodes[node as usize];
        text += &format!("  Processing {}\n", node_name(unit, *decl));
        for call in open.iter().flat_map(|open| &open.calls) {
            text += &format!("    Call to {}\n", node_name(unit, call.callee));
        }
    }
    text + &format!("Propagation finished in {rounds} iterations\n")
}

/// Says what is known of all functions, those called first.
fn say_results(cx: &mut PassContext<'_>, functions: &[Function]) {
    let mut log = Log::new(cx.unit, true);
    let graph = CallGraph::with_names(functions, &cx.unit.folded);
    let callees = |node: u32| graph.callees(node as usize).map(|callee| callee as u32).collect();
    let order = components(functions.len(), 0..functions.len() as u32, callees);
    for index in order.into_iter().flatten().map(|index| index as usize) {
        let decl = functions[index].decl;
        log.say(|| format!("Propagated modref for {}", node_name(cx.unit, decl)));
        for (flag, text) in [(flag::CONST, " (const)"), (flag::PURE, " (pure)")] {
            log.say(|| if cx.unit.decls[decl].has(flag) { text.to_owned() } else { String::new() });
        }
        log.say(|| "\n".to_owned());
        match cx.unit.modref.get(&decl).filter(|known| known.tracked) {
            Some(known) => log.summary(cx.unit, known),
            None => log.say(|| "  Not tracked\n".to_owned()),
        }
    }
    let text = log.close(cx.unit);
    super::write(cx, &text);
}
