//! In what order functions go through the passes after those over the unit (`ipa_reverse_postorder`).
//!
//! ```text
//!   main calls f and g; f is inlined in g and called by main:     g f main   or   f g main
//! ```
//!
//! GCC finds it while copies are nodes of the call graph still: the calls within a copy are its own, made when it was. Where
//! several orders have callees first, the one found goes by which call was made last. Linear in nodes and calls.

use super::graph::{Graph, NodeId};
use gimple::decl::DeclId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// The functions that stay, each after those it calls, as far as calls are not recursive.
pub fn callees_first(unit: &Unit, graph: &Graph, keep_static: bool) -> Vec<DeclId> {
    let (orders, callers) = callers(unit, graph);
    let mut roots: Vec<usize> = (0..orders.len()).collect();
    roots.sort_by_key(|&root| Reverse(orders[root]));
    let own = |index: usize| {
        let id = NodeId(index as u32);
        (index < graph.nodes.len() && graph.is_there(id)).then(|| graph.nodes[id].decl)
    };
    let is_entry = |&root: &usize| {
        own(root).is_some_and(|decl| {
            unit.is_kept(decl, keep_static) && !unit.calls.is_address_taken(decl)
        })
    };
    let entries: Vec<usize> = roots.iter().copied().filter(is_entry).collect();
    let mut seen = vec![false; orders.len()];
    let mut callers_first = Vec::with_capacity(orders.len());
    for root in entries.into_iter().chain(roots) {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut stack = vec![(root, callers[root].iter())];
        while let Some((node, rest)) = stack.last_mut() {
            let Some(&caller) = rest.next() else {
                callers_first.push(*node);
                stack.pop();
                continue;
            };
            if !std::mem::replace(&mut seen[caller], true) {
                stack.push((caller, callers[caller].iter()));
            }
        }
    }
    callers_first.into_iter().rev().filter_map(own).collect()
}

/// The places of all nodes in the symbol table, and who calls them, the last call first. Functions of other units come after
/// the nodes of the graph.
fn callers(unit: &Unit, graph: &Graph) -> (Vec<u32>, Vec<Vec<usize>>) {
    let is_there = |node: NodeId| graph.is_there(graph.nodes[node].root);
    let mut orders: Vec<u32> = graph.nodes.values().map(|node| node.order).collect();
    let mut callers: Vec<Vec<usize>> = Vec::with_capacity(orders.len());
    for (id, node) in graph.nodes.iter() {
        let caller = |call| graph.calls[call].caller;
        callers.push(match node.inlined_for.expand() {
            Some(call) => vec![caller(call).0 as usize],
            None => graph
                .callers(id)
                .map(caller)
                .filter(|&node| is_there(node))
                .map(|node| node.0 as usize)
                .collect(),
        });
    }
    let mut others: FxHashMap<DeclId, usize> = FxHashMap::default();
    for call in graph.calls.values().rev() {
        let Some(decl) = call.decl.filter(|_| call.callee.is_none() && is_there(call.caller))
        else {
            continue;
        };
        let callee = *others.entry(decl).or_insert_with(|| {
            orders.push(unit.symtab_node(decl).map_or(0, |node| node.order));
            callers.push(Vec::new());
            callers.len() - 1
        });
        callers[callee].push(call.caller.0 as usize);
    }
    (orders, callers)
}
