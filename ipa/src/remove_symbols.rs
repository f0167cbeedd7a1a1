//! IPA pass `remove_symbols`: functions and variables nothing can reach any more are dropped.
//!
//! ```text
//! static int twice (int x) { return x + x; }     (inlined everywhere)   =>   (gone)
//! static int (*const table[]) (int) = { twice }; (used nowhere)         =>   (gone)
//! ```
//!
//! What is visible outside stays, what its aliases stand for, and what a reached function or a reached variable's
//! initialiser refers to. Definitions for inlining only (`inline` of C, `extern inline` of GNU C) go once pass `inline` has
//! seen them: their code is elsewhere. All variables stay where symbols are to keep the order of the source, but for those
//! of inline functions that nobody calls. Linear in statements and initialisers.

use super::symbol_text;
use dumps::{put, putln};
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::analyses::symbol_references::{Reached, is_elsewhere, roots, stays_in_order};

/// `remove_symbols` for the pass table.
pub const PASS: Pass = Pass::ipa("remove_symbols", execute);

/// What becomes of definitions for inlining only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum InlineDefinitions {
    Stay,
    Go,
}

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, functions: &mut Vec<Function>) -> Todo {
    remove(cx, functions, InlineDefinitions::Stay);
    symbol_text::say(cx, functions);
    Todo::NONE
}

/// Shows what will go, if anything does.
pub(super) fn say_unreached(cx: &mut PassContext<'_>, functions: &[Function]) {
    let keep_static = !cx.options.on(Flag::ToplevelReorder) || cx.unit.has_rtl_bodies;
    let unit = &*cx.unit;
    let reached = Reached::from(unit, functions, roots(unit, functions, keep_static));
    let gone = functions.iter().zip(&reached.functions).filter(|(_, reached)| !**reached);
    let gone: Vec<DeclId> = gone.map(|(f, _)| f.decl).collect();
    let variables = unreached_variables(unit, &reached, keep_static);
    say_gone(cx, &gone, &variables);
}

/// Shows what has gone, the last first.
pub(super) fn say_gone(cx: &mut PassContext<'_>, functions: &[DeclId], variables: &[DeclId]) {
    if !cx.dump.enabled() {
        return;
    }
    let names = |gone: &[DeclId]| -> String {
        let name = |&decl| format!(" {}", super::inline::node_name(cx.unit, decl));
        gone.iter().rev().map(name).collect()
    };
    let (functions, variables) = (names(functions), names(variables));
    put!(cx.dump, "\nReclaiming functions:{functions}\nReclaiming variables:{variables}\n");
    putln!(cx.dump, "Clearing address taken flags:");
}

/// Drops what cannot be reached.
pub fn remove(
    cx: &mut PassContext<'_>,
    functions: &mut Vec<Function>,
    definitions: InlineDefinitions,
) {
    let go = definitions == InlineDefinitions::Go;
    let keep_static = !cx.options.on(Flag::ToplevelReorder) || cx.unit.has_rtl_bodies;
    let reached = Reached::from(cx.unit, functions, roots(cx.unit, functions, keep_static));
    let is_needed = |name: &DeclId| {
        reached.names.contains(name) || cx.unit.decls[*name].kind != DeclKind::Function
    };
    let folded = cx.unit.folded.iter().filter(|(name, _)| is_needed(name));
    let folded = folded.map(|(&name, &home)| (name, home)).collect();
    cx.unit.folded = folded;
    let unit = &*cx.unit;
    let mut stays = reached.functions.iter();
    let mut gone = Vec::new();
    functions.retain(|f| {
        let stays = stays.next() == Some(&true) && !(go && is_elsewhere(unit, f.decl));
        if !stays {
            gone.push(f.decl);
        }
        stays
    });
    let variables = unreached_variables(unit, &reached, keep_static);
    say_gone(cx, &gone, &variables);
    for decl in variables {
        if let Some(node) = cx.unit.symtab_node_mut(decl) {
            node.definition = false;
        }
    }
}

/// The variables that are defined and not reached.
fn unreached_variables(unit: &Unit, reached: &Reached, keep_static: bool) -> Vec<DeclId> {
    let unreached = |decl: DeclId| {
        let data = &unit.decls[decl];
        let other = data.kind != DeclKind::Var || data.has(flag::HARD_REGISTER);
        let kept = keep_static && stays_in_order(unit, decl);
        !(kept || other || reached.variables.contains(&decl))
    };
    let nodes = unit.symtab().iter().filter(|node| node.definition && unreached(node.decl));
    nodes.map(|node| node.decl).collect()
}
