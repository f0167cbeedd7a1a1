//! Makes the copies that have been decided on, and brings calls up to date.
//!
//! ```text
//!   f (7, n)   with f.constprop.0 for a = 7   =>   f.constprop.0 (n)
//! ```
//!
//! Bodies are copied before any call is changed: what they call is found by the statements of the original. Linear in
//! what there is afterwards.

use super::graph::{EdgeId, Graph, NodeId};
use crate::inline;
use crate::modref;
use crate::version::{self, Specialized};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::pass::{PassContext, Todo};
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use tree_ssa::ssa::update_ssa;

/// Makes the copies, after the functions.
pub fn execute(cx: &mut PassContext<'_>, graph: &Graph, functions: &mut Vec<Function>) {
    let mut made: Vec<Specialized> = Vec::new();
    let copies = || graph.nodes.iter().filter(|(_, node)| node.original.is_some());
    for (_, node) in copies() {
        let f = &functions[node.function as usize];
        made.push(version::specialize(cx, f, node.decl, (&node.dropped, &node.known)));
    }
    for ((id, _), copy) in copies().zip(&mut made) {
        for (edge, callee) in redirected(graph, id) {
            let stmt = graph.sites[graph.edges[edge].site].stmt;
            if let Some(&stmt) = copy.calls.get(&stmt) {
                redirect(cx, &mut copy.function, stmt, graph, callee);
            }
        }
    }
    for (index, f) in functions.iter_mut().enumerate() {
        let changed = redirected(graph, NodeId(index as u32));
        for &(edge, callee) in &changed {
            let stmt = graph.sites[graph.edges[edge].site].stmt;
            redirect(cx, f, stmt, graph, callee);
            let to = &graph.nodes[callee];
            inline::redirect_with(cx.unit, f.decl, stmt, (to.decl, &to.dropped));
        }
        if !changed.is_empty() {
            cx.unit.calls.rebuild(f);
        }
    }
    let next = functions.iter().map(|f| f.funcdef_no + 1).max().unwrap_or(0);
    for (number, ((_, node), copy)) in (next..).zip(copies().zip(made)) {
        let mut f = copy.function;
        f.funcdef_no = number;
        let original = functions[node.function as usize].decl;
        modref::keep_effects(cx.unit, original, f.decl, &node.dropped);
        settle(cx, &mut f);
        functions.push(f);
    }
}

/// The calls of a function that call something else than they did.
fn redirected(graph: &Graph, node: NodeId) -> Vec<(EdgeId, NodeId)> {
    let callees = graph.nodes[node].callees.iter();
    let changed = callees.filter_map(|&edge| {
        let it = &graph.edges[edge];
        (it.callee != graph.sites[it.site].callee).then_some((edge, it.callee))
    });
    changed.collect()
}

fn redirect(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    stmt: StmtId,
    graph: &Graph,
    callee: NodeId,
) {
    let to = &graph.nodes[callee];
    let fntype = cx.unit.decls[to.decl].ty;
    let StmtKind::Call(call) = &mut f.stmts[stmt].kind else { return };
    call.callee = Callee::Decl(to.decl);
    if to.dropped.contains(&true) {
        let mut index = 0;
        call.args.retain(|_| {
            index += 1;
            !to.dropped.get(index - 1).is_some_and(|&dropped| dropped)
        });
        call.fntype = fntype;
    }
    f.update_stmt(cx.unit, stmt);
}

/// Calls a function by name that was found where a constant points to.
fn call_loaded_directly(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return };
    let Callee::Pointer(Operand::Ssa(name)) = call.callee else { return };
    let Some(def) = f.stmts.get(f.names[name].def) else { return };
    let StmtKind::Assign { code: TreeCode::Single, rhs, .. } = def.kind else { return };
    if cx.unit.addressed(rhs[0]).is_none() {
        return;
    }
    if let StmtKind::Call(call) = &mut f.stmts[stmt].kind {
        call.callee = Callee::Pointer(rhs[0]);
        inline::copy::fold_copied(cx, f, stmt);
    }
}

/// Whether it is known where a statement at the end of a block leads.
fn is_decided(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match f.stmts.get(stmt).map(|stmt| &stmt.kind) {
        Some(StmtKind::Cond { lhs, rhs, .. }) => {
            unit.as_int(*lhs).is_some() && unit.as_int(*rhs).is_some()
        }
        Some(StmtKind::Switch(switch)) => unit.as_int(switch.index).is_some(),
        _ => false,
    }
}

/// Folds what has constants now, and drops what is not reached with them.
fn settle(cx: &mut PassContext<'_>, f: &mut Function) {
    let order = f.block_order();
    let stmts = |f: &Function| -> Vec<StmtId> {
        order.iter().flat_map(|&block| f.block_stmts(block)).collect()
    };
    inline::copy::fold_all(cx, f);
    for stmt in stmts(f) {
        call_loaded_directly(cx, f, stmt);
    }
    let decided = order.iter().any(|&block| is_decided(cx.unit, f, f.blocks[block].stmts.last));
    inline::finish(cx, f);
    let services = cx.services;
    let more = if decided { (services.cleanup_cfg)(cx, f) } else { Todo::NONE };
    if more.intersects(Todo::UPDATE_SSA | Todo::UPDATE_SSA_ONLY_VIRTUALS)
        || update_ssa::is_needed(f)
    {
        (services.update_ssa)(cx, f, more);
    }
    (services.update_address_taken)(cx, f);
    if update_ssa::is_needed(f) {
        (services.update_ssa)(cx, f, Todo::UPDATE_SSA);
    }
    inline::renew_summary(cx, f);
    cx.unit.calls.rebuild(f);
}
