//! Doing what has been decided: bodies are copied into the functions (`inline_transform`).
//!
//! A function is walked once, through what is copied into it as well. A body is taken of a function as it was before anything
//! was copied into it, when it is first needed or just before that, and kept until its last copy is made: functions come
//! before those they call, so that few bodies are kept at a time. Of a function that goes, nothing is left but its body.

use super::graph::{CallId, Graph, NodeId};
use crate::inline::body::Body;
use crate::inline::{copy, finish, take_over_options};
use crate::summary::Passed;
use gimple::cfg::{ENTRY, EXIT};
use gimple::decl::DeclId;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{PassContext, Todo};
use gimple::stmt::{Callee, StmtId, StmtKind};
use rustc_hash::FxHashMap;
use tree_ssa::cleanup::fixup_cfg;
use tree_ssa::edit::cfg_edit::count_in_copy;
use tree_ssa::profile;
use tree_ssa::ssa::update_ssa;

/// The bodies that are still needed.
struct Bodies {
    kept: Vec<Option<Body>>,
    /// How many copies are still to be made of each function.
    wanted: Vec<u32>,
    /// Whether functions that are not there any more go.
    they_go: bool,
}

impl Bodies {
    fn take(
        &mut self,
        cx: &PassContext<'_>,
        graph: &Graph,
        functions: &mut [Function],
        index: usize,
    ) -> Body {
        if let Some(body) = self.kept[index].take() {
            return body;
        }
        let body = body_of(cx, graph, &functions[index], index);
        if self.they_go && !graph.is_there(NodeId(index as u32)) {
            empty(&mut functions[index]);
        }
        body
    }
}

/// Drops what a function consists of, which is about to go itself.
fn empty(f: &mut Function) {
    *f = Function::new(f.decl, f.funcdef_no);
}

/// Whether all of a function has been dropped.
pub fn is_empty(f: &Function) -> bool {
    f.properties == Prop::NONE
}

/// The body of a function at a position. Where the function stays, too, GCC sets a copy aside, which has the variables the
/// other way round.
fn body_of(cx: &PassContext<'_>, graph: &Graph, f: &Function, index: usize) -> Body {
    let mut body = Body::of_copyable(cx.unit, f);
    if graph.is_there(NodeId(index as u32)) {
        body.locals.reverse();
    }
    body
}

/// Copies all bodies. Linear in what the functions are afterwards. Where functions go that are not there any more, those are
/// empty then.
pub fn execute(cx: &mut PassContext<'_>, graph: &Graph, functions: &mut [Function], they_go: bool) {
    let kept = functions.iter().map(|_| None).collect();
    let mut bodies = Bodies { kept, wanted: vec![0; functions.len()], they_go };
    for (id, node) in graph.nodes.iter() {
        if node.root != id {
            bodies.wanted[node.function as usize] += 1;
        }
    }
    for (index, f) in functions.iter_mut().enumerate().filter(|_| they_go) {
        if bodies.wanted[index] == 0 && !graph.is_there(NodeId(index as u32)) {
            empty(f);
        }
    }
    for &index in graph.callees_first.iter().rev() {
        let node = NodeId(index as u32);
        let data = &graph.nodes[node];
        if !graph.is_there(node) {
            continue;
        }
        let any = data.callees.iter().any(|&call| graph.calls[call].is_inlined);
        if !any {
            fix_up(cx, &mut functions[index]);
            functions[index].give_back_room();
            continue;
        }
        if bodies.wanted[index] > 0 && bodies.kept[index].is_none() {
            bodies.kept[index] = Some(body_of(cx, graph, &functions[index], index));
        }
        into_function(cx, graph, functions, node, &mut bodies);
        clean_up(cx, &mut functions[index]);
        functions[index].give_back_room();
    }
}

/// The calls of a node that are inlined, by statement, and those never made.
fn sites(graph: &Graph, node: NodeId) -> (FxHashMap<StmtId, CallId>, Vec<StmtId>) {
    let calls = || graph.nodes[node].callees.iter().map(|&id| (id, &graph.calls[id]));
    let inlined = calls().filter(|it| it.1.is_inlined).map(|(id, call)| (call.stmt, id)).collect();
    (inlined, calls().filter(|it| it.1.is_unreachable).map(|it| it.1.stmt).collect())
}

fn into_function(
    cx: &mut PassContext<'_>,
    graph: &Graph,
    functions: &mut [Function],
    root: NodeId,
    bodies: &mut Bodies,
) {
    let into = graph.nodes[root].function as usize;
    let (mut waiting, _) = sites(graph, root);
    let mut block = functions[into].next_block(ENTRY);
    while block.is_some() && !waiting.is_empty() {
        let f = &functions[into];
        let mut found: Vec<StmtId> =
            f.block_stmts(block).filter(|stmt| waiting.contains_key(stmt)).collect();
        found.reverse();
        for stmt in found {
            let Some(call) = waiting.remove(&stmt) else { continue };
            if functions[into].stmts[stmt].block != block {
                continue;
            }
            let copied = graph.calls[call].callee;
            let index = graph.nodes[copied].function as usize;
            let body = bodies.take(cx, graph, functions, index);
            name_target(cx, &mut functions[into], stmt, graph.calls[call].decl);
            let (within, never_made) = sites(graph, copied);
            let f = &mut functions[into];
            let calls = copy::inline_call(cx, f, stmt, &body, &never_made);
            take_over_options(cx.options, f, &body);
            let named = found_in_memory(graph, copied);
            for (old, new) in &calls {
                name_target(cx, f, *new, named.get(old).copied());
            }
            let known = calls.iter().filter_map(|(old, new)| Some((*new, *within.get(old)?)));
            waiting.extend(known);
            bodies.wanted[index] = bodies.wanted[index].saturating_sub(1);
            if bodies.wanted[index] > 0 {
                bodies.kept[index] = Some(body);
            }
        }
        block = functions[into].next_block(block);
    }
}

/// A call that goes through a pointer names the function that was found out.
fn name_target(cx: &PassContext<'_>, f: &mut Function, stmt: StmtId, target: Option<DeclId>) {
    let Some(target) = target else { return };
    if let StmtKind::Call(call) = &mut f.stmts[stmt].kind
        && matches!(call.callee, Callee::Pointer(_))
    {
        call.callee = Callee::Decl(target);
        f.update_stmt(cx.unit, stmt);
    }
}

/// The calls of a copy that are not inlined, whose functions were found where what is passed points to.
fn found_in_memory(graph: &Graph, node: NodeId) -> FxHashMap<StmtId, DeclId> {
    let calls = graph.nodes[node].callees.iter().map(|&id| &graph.calls[id]);
    let found = calls.filter(|it| !it.is_inlined && matches!(it.pointer, Passed::Loaded { .. }));
    found.filter_map(|it| Some((it.stmt, it.decl?))).collect()
}

/// Brings a function in which nothing is inlined up to date with what is known of those it calls.
fn fix_up(cx: &mut PassContext<'_>, f: &mut Function) {
    if !f.properties.intersects(Prop::SSA) {
        return;
    }
    let todo = fixup_cfg::fix_up_calls(cx, f);
    let services = cx.services;
    let more = match todo.intersects(Todo::CLEANUP_CFG) {
        true => (services.cleanup_cfg)(cx, f),
        false => Todo::NONE,
    };
    if update_ssa::is_needed(f) {
        (services.update_ssa)(cx, f, todo | more | Todo::UPDATE_SSA_ONLY_VIRTUALS);
    }
}

fn clean_up(cx: &mut PassContext<'_>, f: &mut Function) {
    fixup_cfg::fix_up_calls(cx, f);
    finish(cx, f);
    let services = cx.services;
    let more = (services.cleanup_cfg)(cx, f);
    if more.intersects(Todo::UPDATE_SSA | Todo::UPDATE_SSA_ONLY_VIRTUALS)
        || update_ssa::is_needed(f)
    {
        (services.update_ssa)(cx, f, more);
    }
    (services.update_address_taken)(cx, f);
    if update_ssa::is_needed(f) {
        (services.update_ssa)(cx, f, Todo::UPDATE_SSA);
    }
    (services.remove_unused_locals)(cx, f);
    if cx.options.on(Flag::GuessBranchProbability) && f.loops.is_some() {
        let entered = f.block_info[ENTRY].count;
        profile::rebuild_frequencies(f, &mut cx.dump);
        scale_counts(f, entered);
    }
}

/// Makes counts relative to how often the function was entered before anything was copied into it: what calls it goes by that
/// (GCC does so in `fixup_cfg3`).
fn scale_counts(f: &mut Function, entered: u64) {
    let now = f.block_info[ENTRY].count;
    for block in f.block_order().into_iter().chain([EXIT]) {
        f.block_info[block].count = count_in_copy(f.block_info[block].count, entered, now);
    }
    f.block_info[ENTRY].count = entered;
}
