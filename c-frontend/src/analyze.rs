//! Which functions are gimplified, and in which order (`analyze_functions`).
//!
//! Names the compiler makes (`iftmp.0`, `C.1`) are numbered over the whole unit, so the order shows. As in GCC the unit is
//! parsed first. Then a stack of what is needed is worked off: at first everything visible outside, the oldest on top;
//! each function, once gimplified, pushes the functions it calls, and what else it refers to; an alias (or `ifunc`), what
//! it stands for (or is resolved by). Static functions nothing reaches are never gimplified; code that control cannot come
//! to reaches nothing.
//!
//! Functions nested in another are gimplified with it, and then no longer nested: whoever calls says how. From there on
//! they are functions like others, and needed where something refers to them.

mod reachability;

use crate::context::{Context, FunctionDef};
use crate::gimplify::{GimplifiedNest, gimplify_nest};
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::options::Flag;
use gimple::stmt::{Callee, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::unit::Unit;
use reachability::reachable_stmts;
use rustc_hash::{FxHashMap, FxHashSet};

/// What is done with functions once they are gimplified.
pub trait Gimplified {
    /// Sees every function when it is done.
    fn function(&mut self, cx: &mut Context, function: &Function);
    /// Makes functions nested in one another functions like others; they come back in any order.
    fn unnest(&mut self, cx: &mut Context, nest: GimplifiedNest) -> Vec<Function>;
}

/// Gimplifies the functions of a parsed unit that are needed. The result is in the symbol table's order.
pub fn analyze_functions(
    cx: &mut Context,
    definitions: Vec<FunctionDef>,
    then: &mut dyn Gimplified,
) -> Vec<Function> {
    let mut bodies: FxHashMap<DeclId, FunctionDef> =
        definitions.into_iter().map(|definition| (definition.decl, definition)).collect();
    let symbols: Vec<DeclId> =
        cx.unit.symtab().iter().filter(|node| node.definition).map(|node| node.decl).collect();
    let reorder = cx.options.on(Flag::ToplevelReorder) && !cx.unit.has_rtl_bodies;
    let needed = |cx: &Context, decl| is_needed(&cx.unit, decl, reorder);
    let mut queue = Queue::default();
    symbols.iter().rev().filter(|&&decl| needed(cx, decl)).for_each(|&decl| queue.push(decl));
    cx.unit.visible_aliases().for_each(|decl| queue.push(decl));
    let by_name: FxHashMap<Symbol, DeclId> =
        symbols.iter().filter_map(|&decl| Some((cx.unit.decls[decl].name?, decl))).collect();
    let mut functions = Vec::new();
    let mut order = Vec::new();
    // Functions that were nested, until something is found to refer to them.
    let mut unnested: FxHashMap<DeclId, Function> = FxHashMap::default();
    // Nested functions that are needed, and whose outer functions have not been gimplified yet.
    let mut early: FxHashSet<DeclId> = FxHashSet::default();
    while let Some(decl) = queue.stack.pop() {
        let target = cx.unit.alias_target(decl);
        if let Some(&target) = target.and_then(|target| by_name.get(&target)) {
            queue.push(target);
        }
        if let Some(definition) = bodies.remove(&decl) {
            cx.current_function = decl;
            let nest =
                gimplify_nest(cx, definition, &mut |cx, function| then.function(cx, function));
            for function in then.unnest(cx, nest) {
                if early.remove(&function.decl) {
                    queue.stack.push(function.decl);
                }
                unnested.insert(function.decl, function);
            }
        }
        if let Some(function) = unnested.remove(&decl) {
            push_references(&cx.unit, &function, &mut queue);
            functions.push(function);
            order.push(decl);
        } else if let Some(&value) = cx.unit.initializers.get(&decl) {
            note(&cx.unit, value, &mut |decl| queue.push(decl));
            order.push(decl);
        } else if cx.unit.decls[decl].has(flag::NESTED) {
            early.insert(decl);
        }
    }
    cx.unit.analysis_order = order;
    cx.current_function = DeclId::NONE;
    functions.sort_by_key(|function| cx.unit.symtab_node(function.decl).map(|node| node.order));
    functions
}

/// Whether a definition is needed although nothing may refer to it (`needed_p`).
fn is_needed(unit: &Unit, decl: DeclId, reorder: bool) -> bool {
    let data = &unit.decls[decl];
    if data.flags & (flag::PRESERVED | flag::CONSTRUCTOR | flag::DESTRUCTOR) != 0 {
        return true;
    }
    if data.flags & (flag::EXTERNAL | flag::NESTED) != 0 {
        return false;
    }
    let inline = data.kind == DeclKind::Function && data.has(flag::INLINE);
    let volatile = data.kind == DeclKind::Var && data.has(flag::VOLATILE);
    data.has(flag::PUBLIC) || volatile || !(reorder || inline)
}

/// Pushes what the statements refer to that control can come to.
fn push_references(unit: &Unit, f: &Function, queue: &mut Queue) {
    let mut callees = Vec::new();
    let mut references = Vec::new();
    for stmt in reachable_stmts(unit, f) {
        if let StmtKind::Call(call) = &f.stmts[stmt].kind
            && let Callee::Decl(decl) = call.callee
        {
            callees.push(decl);
        }
        f.for_each_read(stmt, &mut |op| note(unit, op, &mut |decl| references.push(decl)));
        f.for_each_write(stmt, &mut |op| note(unit, op, &mut |decl| references.push(decl)));
    }
    // The first callee ends up on top of the callees, the last reference on top of all.
    callees.into_iter().rev().chain(references).for_each(|decl| queue.push(decl));
}

/// Notes the functions and static variables an operand names.
fn note(unit: &Unit, op: Operand, found: &mut dyn FnMut(DeclId)) {
    match op {
        Operand::Decl(decl) if unit.decls[decl].is_global() => found(decl),
        Operand::Tree(id) => unit.trees.for_each_operand(id, |inner| note(unit, inner, found)),
        _ => {}
    }
}

/// What is needed and has not been looked at. Each thing is put on it once: what waits keeps its place when something else
/// turns out to need it.
#[derive(Default)]
struct Queue {
    stack: Vec<DeclId>,
    seen: FxHashSet<DeclId>,
}

impl Queue {
    fn push(&mut self, decl: DeclId) {
        if self.seen.insert(decl) {
            self.stack.push(decl);
        }
    }
}
