//! IPA pass `static-var`: which static variables of the unit a call may read or write (`ipa-reference`).
//!
//! ```text
//!   static int n, m;
//!   int f (void) { m++; return g (); }      a call of f reads and writes m, and what g does: not n
//!
//!   n = 1; f (); return n;              =>  n = 1; f (); return 1;
//! ```
//!
//! Of variables whose address is nowhere taken, statements name all that is done to them. What functions called do comes
//! from them: cycles of calls one after the other, those called first. Functions of other units may call back, unless
//! they say otherwise. A set that grows large is all. Linear in statements and calls.

use super::inline::node_name;
use super::whole_program::{When, find_flags};
use dumps::put;
use gimple::builtins::Ecf;
use gimple::call_graph::CallGraph;
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::static_vars::{StaticVars, Statics};
use gimple::stmt::{Call, Callee, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;
use tree_ssa::analyses::symbol_references::alias_targets;
use tree_ssa::effects::call_effects;
use tree_ssa::graph::components::components;

/// Sets with more variables are all.
const MANY: usize = 256;

/// `static-var` for the pass table.
pub const PASS: Pass = Pass::ipa("static-var", |cx, functions| execute(cx, functions))
    .gate(|options, _| options.on(Flag::IpaReference))
    .follows(&[("whole-program", "variables whose address is not taken are known")]);

/// What a function does by itself, and what it calls.
struct Node {
    reads: BTreeSet<u32>,
    writes: BTreeSet<u32>,
    reads_all: bool,
    writes_all: bool,
    callees: Vec<u32>,
}

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, functions: &mut [Function]) -> Todo {
    cx.unit.static_vars = StaticVars::default();
    if cx.options.optimize > 0 && cx.options.on(Flag::ToplevelReorder) {
        find_flags(cx, functions, When::Inlined);
    }
    let index = promotable(cx.unit, functions);
    if index.is_empty() && !cx.dump.enabled() {
        return Todo::NONE;
    }
    let by_name = CallGraph::with_names(functions, &cx.unit.folded);
    let nodes: Vec<Node> =
        functions.iter().map(|f| look_at(cx.unit, f, &index, &by_name)).collect();
    let leads_to = |node: u32| nodes[node as usize].callees.clone();
    let order = components(nodes.len(), 0..nodes.len() as u32, leads_to);
    let mut found: Vec<(Statics, Statics)> = vec![Default::default(); nodes.len()];
    let mut number = vec![0; nodes.len()];
    for (place, component) in order.iter().enumerate() {
        component.iter().for_each(|&node| number[node as usize] = place);
    }
    for component in order {
        let both = joined(&nodes, &component, &number, &found);
        for &node in &component {
            found[node as usize] = both.clone();
        }
    }
    if cx.dump.enabled() {
        say(cx, functions, &index, &nodes, &found);
    }
    let by_function = functions.iter().map(|f| f.decl).zip(found);
    cx.unit.static_vars = StaticVars { index, by_function: by_function.collect() };
    Todo::NONE
}

/// Numbers the variables that are named wherever something is done to them (`is_proper_for_analysis`).
fn promotable(unit: &Unit, functions: &[Function]) -> FxHashMap<DeclId, u32> {
    let mut index = FxHashMap::default();
    // What is done to them by another name is not seen here.
    let aliased = alias_targets(unit);
    for f in functions.iter().rev() {
        for_each_access(unit, f, &mut |var, _| {
            if unit.decls[var].name.is_some_and(|name| aliased.contains(&name)) {
                return;
            }
            let next = index.len() as u32;
            index.entry(var).or_insert(next);
        });
    }
    index
}

fn is_proper(unit: &Unit, var: DeclId) -> bool {
    const OTHERS: u64 = flag::PUBLIC
        | flag::EXTERNAL
        | flag::WEAK
        | flag::ADDRESSABLE
        | flag::READONLY
        | flag::VOLATILE
        | flag::HARD_REGISTER
        | flag::THREAD_LOCAL
        | flag::PRESERVED
        | flag::RETAIN;
    let data = &unit.decls[var];
    data.is_global()
        && data.flags & OTHERS == 0
        && data.extra.as_ref().is_none_or(|extra| extra.alias.is_none())
}

/// Calls `note` with each promotable variable that a function reads or writes, and whether it writes.
fn for_each_access(unit: &Unit, f: &Function, note: &mut dyn FnMut(DeclId, bool)) {
    if !f.properties.intersects(Prop::SSA) {
        return;
    }
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            let mut of = |op: Operand, write: bool| {
                if !unit.is_memory_operand(op) {
                    return;
                }
                if let Operand::Decl(var) = unit.trees.base_address(op)
                    && is_proper(unit, var)
                {
                    note(var, write);
                }
            };
            f.for_each_read(stmt, &mut |op| of(op, false));
            f.for_each_write(stmt, &mut |op| of(op, true));
        }
    }
}

fn look_at(unit: &Unit, f: &Function, index: &FxHashMap<DeclId, u32>, by_name: &CallGraph) -> Node {
    let mut node = Node {
        reads: BTreeSet::new(),
        writes: BTreeSet::new(),
        reads_all: false,
        writes_all: false,
        callees: Vec::new(),
    };
    // Of what is in no form to be looked at nothing is known.
    let unknown = !f.properties.intersects(Prop::SSA);
    (node.reads_all, node.writes_all) = (unknown, unknown);
    for_each_access(unit, f, &mut |var, write| {
        let set = if write { &mut node.writes } else { &mut node.reads };
        set.extend(index.get(&var));
    });
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            let StmtKind::Call(call) = &f.stmts[stmt].kind else { continue };
            match call.callee {
                Callee::Decl(decl) if is_known(unit, decl) && by_name.position(decl).is_some() => {
                    node.callees.extend(by_name.position(decl).map(|it| it as u32));
                }
                _ => other_call(unit, call, &mut node),
            }
        }
    }
    node.callees.sort_unstable();
    node.callees.dedup();
    node
}

/// Whether the body at hand is what a call of a function runs.
fn is_known(unit: &Unit, decl: DeclId) -> bool {
    let data = &unit.decls[decl];
    let shared = unit.interposable && data.has(flag::PUBLIC) && !data.has(flag::INLINE);
    data.flags & (flag::WEAK | flag::INTERPOSABLE) == 0 && !shared
}

/// A call of what is not in the unit (`read_write_all_from_decl`).
fn other_call(unit: &Unit, call: &Call, node: &mut Node) {
    let flags = call_effects::flags_of(unit, call);
    if flags.intersects(Ecf::LEAF | Ecf::CONST) {
        return;
    }
    node.reads_all = true;
    let ends = Ecf::NORETURN | Ecf::NOTHROW;
    node.writes_all |= !flags.intersects(Ecf::PURE) && !flags.contains(ends);
}

/// What functions that call each other do together.
fn joined(
    nodes: &[Node],
    component: &[u32],
    number: &[usize],
    found: &[(Statics, Statics)],
) -> (Statics, Statics) {
    let (mut reads, mut writes) = (Some(BTreeSet::new()), Some(BTreeSet::new()));
    for &member in component {
        let node = &nodes[member as usize];
        add(&mut reads, (!node.reads_all).then(|| node.reads.iter().copied()));
        add(&mut writes, (!node.writes_all).then(|| node.writes.iter().copied()));
        let own = number[member as usize];
        for &callee in node.callees.iter().filter(|&&callee| number[callee as usize] != own) {
            let (read, written) = &found[callee as usize];
            add(&mut reads, read.listed().map(|list| list.iter().copied()));
            add(&mut writes, written.listed().map(|list| list.iter().copied()));
        }
    }
    let kept = |set: Option<BTreeSet<u32>>| match set.filter(|set| set.len() <= MANY) {
        Some(set) => Statics::These(set.into_iter().collect::<Rc<[u32]>>()),
        None => Statics::All,
    };
    (kept(reads), kept(writes))
}

/// Adds variables to a set; `None` is all.
fn add(set: &mut Option<BTreeSet<u32>>, more: Option<impl Iterator<Item = u32>>) {
    match (&mut *set, more) {
        (Some(set), Some(more)) => set.extend(more),
        _ => *set = None,
    }
}

fn say(
    cx: &mut PassContext<'_>,
    functions: &[Function],
    index: &FxHashMap<DeclId, u32>,
    nodes: &[Node],
    found: &[(Statics, Statics)],
) {
    let mut vars: Vec<DeclId> = index.keys().copied().collect();
    vars.sort_unstable_by_key(|var| index[var]);
    let unit = &*cx.unit;
    let name = |var: u32| unit.decl_name(vars[var as usize]).unwrap_or_default();
    let list =
        |set: &BTreeSet<u32>| set.iter().fold(String::new(), |text, &var| text + name(var) + " ");
    let all = |set: &Statics| match set.listed() {
        Some(set) if set.len() < vars.len() || vars.is_empty() => {
            set.iter().fold(String::new(), |text, &var| text + name(var) + " ")
        }
        _ => "ALL".to_owned(),
    };
    let mut text = String::new();
    for var in 0..vars.len() as u32 {
        text += &format!("\nPromotable global:{} (uid={var})\n", name(var));
    }
    for (node, f) in nodes.iter().zip(functions).rev() {
        text += &format!("\nFunction name:{}:\n", node_name(unit, f.decl));
        text += &format!("  locals read: {}\n", list(&node.reads));
        text += &format!("  locals written: {}\n", list(&node.writes));
    }
    for (place, f) in functions.iter().enumerate() {
        let (node, (reads, writes)) = (&nodes[place], &found[place]);
        text += &format!("\nFunction name:{}:\n", node_name(unit, f.decl));
        text += &format!("    locals read: {}\n", list(&node.reads));
        text += &format!("    locals written: {}\n", list(&node.writes));
        text += &format!("  globals read: {}\n", all(reads));
        text += &format!("  globals written: {}\n", all(writes));
    }
    put!(cx.dump, "{text}");
}
