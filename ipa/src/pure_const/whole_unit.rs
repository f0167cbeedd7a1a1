//! IPA pass `pure-const`: what functions that call one another do not do.
//!
//! ```text
//! static int odd (int n);                             even calls odd and odd even, and neither does more:
//! static int even (int n)                             both are `const`, and may go on without end
//! { return n == 0 ? 1 : odd (n - 1); }
//! static int odd (int n)
//! { return n == 0 ? 0 : even (n - 1); }
//! ```
//!
//! The early passes look at one function at a time, those called first. Here calls within the unit are left open, and
//! cycles of them decided together: what any of them does, all do (`propagate_pure_const`). Callers are brought up to date
//! by `fixup_cfg`, which comes next to each of them. Which functions return fresh memory is found out as well. Linear in
//! statements and calls.

use super::{Effects, State, known_before, may_loop_forever, of_operands, of_statement, tell};
use crate::malloc_like;
use gimple::call_graph::CallGraph;
use gimple::cfg::ENTRY;
use gimple::decl::flag;
use gimple::function::Function;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{Callee, StmtId, StmtKind};
use tree_ssa::graph::components::components;

/// `pure-const` for the pass table.
pub const PASS: Pass = Pass::ipa("pure-const", |cx, functions| execute(cx, functions))
    .gate(|options, _| options.on(Flag::IpaPureConst) && !options.code.coverage.arcs)
    .follows(&[("inline", "calls that are left are those that will be made")]);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, functions: &mut [Function]) -> Todo {
    propagate(cx, functions);
    malloc_like::propagate(cx, functions);
    Todo::NONE
}

/// A function: what it does by itself, and what it calls of the unit.
struct Node {
    effects: Effects,
    callees: Vec<u32>,
}

fn propagate(cx: &mut PassContext<'_>, functions: &mut [Function]) {
    let by_name = CallGraph::with_names(functions, &cx.unit.folded);
    let is_open: Vec<bool> = functions.iter().map(|f| is_open(cx, f)).collect();
    let ends: Vec<bool> = functions.iter().map(|f| ends_program(cx, f)).collect();
    if !is_open.contains(&true) && !ends.contains(&true) {
        return;
    }
    let nodes: Vec<Node> = (0..functions.len())
        .map(|place| look_at(cx, functions, place, &by_name, &is_open))
        .collect();
    let leads_to = |node: u32| nodes[node as usize].callees.clone();
    let order = components(nodes.len(), 0..nodes.len() as u32, leads_to);
    let mut found: Vec<Effects> = nodes.iter().map(|node| node.effects).collect();
    for component in order {
        let mut all = Effects { state: State::Const, looping: component.len() > 1 };
        for &member in &component {
            let node = &nodes[member as usize];
            all.join(node.effects.state, node.effects.looping);
            // Members of the component have not been told yet, and say here what they do by themselves.
            let callees = node.callees.iter().map(|&callee| found[callee as usize]);
            callees.for_each(|effects| all.join(effects.state, effects.looping));
        }
        if all.state != State::Neither {
            for &member in &component {
                let f = &mut functions[member as usize];
                all.looping = all.looping || is_open[member as usize] && may_loop_forever(cx, f);
            }
        }
        for &member in &component {
            let f = &functions[member as usize];
            if is_open[member as usize] && all.state != State::Neither {
                tell(cx, f, &all);
            } else if ends[member as usize]
                && let Some((state, looping)) = known_before(cx, f.decl)
            {
                tell(cx, f, &Effects { state, looping });
            }
            found[member as usize] = all;
        }
    }
}

/// Whether a function does not return, which nobody has told yet what follows from: what it does, nothing after a call sees.
fn ends_program(cx: &PassContext<'_>, f: &Function) -> bool {
    const KNOWN: u64 = flag::CONST | flag::PURE | flag::RETURNS_TWICE;
    let flags = cx.unit.decls[f.decl].flags;
    malloc_like::may_be_told(cx, f) && flags & KNOWN == 0 && flags & flag::NORETURN != 0
}

/// Whether more is to be found out of a function: the body at hand is the one that calls run, and nothing is known of it.
fn is_open(cx: &PassContext<'_>, f: &Function) -> bool {
    const KNOWN: u64 = flag::CONST | flag::PURE | flag::NORETURN | flag::RETURNS_TWICE;
    malloc_like::may_be_told(cx, f) && cx.unit.decls[f.decl].flags & KNOWN == 0
}

/// What a function does, calls of open ones left out.
fn look_at(
    cx: &PassContext<'_>,
    functions: &[Function],
    place: usize,
    by_name: &CallGraph,
    is_open: &[bool],
) -> Node {
    if !is_open[place] {
        let effects = Effects { state: State::Neither, looping: true };
        return Node { effects, callees: Vec::new() };
    }
    let f = &functions[place];
    // What traps throws then, and does not come back.
    let throws = cx.options.on(Flag::NonCallExceptions);
    let mut effects = Effects { state: State::Const, looping: throws };
    let mut callees = Vec::new();
    let mut block = f.next_block(ENTRY);
    while block.is_some() && effects.state != State::Neither {
        for stmt in f.block_stmts(block) {
            match open_callee(f, stmt, by_name, is_open) {
                Some(callee) => {
                    of_operands(cx.unit, f, stmt, &mut effects, &mut |_| {});
                    // One that calls itself may do so without end.
                    effects.looping |= callee == place;
                    callees.push(callee as u32);
                }
                None => of_statement(cx, f, stmt, &mut effects, &mut |_| {}),
            }
        }
        block = f.next_block(block);
    }
    callees.sort_unstable();
    callees.dedup();
    Node { effects, callees }
}

/// The function that a statement calls, if more is to be found out of it.
fn open_callee(f: &Function, stmt: StmtId, by_name: &CallGraph, is_open: &[bool]) -> Option<usize> {
    match &f.stmts[stmt].kind {
        StmtKind::Call(call) => match call.callee {
            Callee::Decl(decl) => by_name.position(decl).filter(|&place| is_open[place]),
            _ => None,
        },
        _ => None,
    }
}
