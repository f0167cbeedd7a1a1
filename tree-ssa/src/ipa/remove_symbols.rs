//! IPA pass `remove_symbols`: functions nothing can reach any more are dropped.
//!
//! ```text
//! static int twice (int x) { return x + x; }     (inlined everywhere)   =>   (gone)
//! ```
//!
//! What is visible outside stays, what its aliases stand for, and what a reached function or any variable's initialiser
//! refers to. Definitions for inlining only (`extern inline` of GNU C) go in any case: their code is elsewhere. Linear in
//! statements and initialisers.

use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{Callee, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// `remove_symbols` for the pass table.
pub const PASS: Pass = Pass::ipa("remove_symbols", execute);

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, functions: &mut Vec<Function>) -> Todo {
    let unit = &*cx.unit;
    let position: FxHashMap<DeclId, usize> =
        functions.iter().enumerate().map(|(index, f)| (f.decl, index)).collect();
    let keep_static = !cx.options.on(Flag::ToplevelReorder);
    let mut work: Vec<DeclId> =
        functions.iter().map(|f| f.decl).filter(|&decl| is_root(unit, decl, keep_static)).collect();
    work.extend(unit.visible_aliases());
    work.extend(unit.folded.keys().filter(|&&name| is_root(unit, name, keep_static)));
    for value in unit.initializers.values() {
        functions_in(unit, *value, &mut work);
    }
    let targets = alias_targets(unit);
    let mut by_name: FxHashMap<Symbol, Vec<DeclId>> = FxHashMap::default();
    for decl in functions.iter().map(|f| f.decl) {
        if let Some(name) = unit.decls[decl].name.filter(|name| targets.contains(name)) {
            by_name.entry(name).or_default().push(decl);
        }
    }
    let mut reached = vec![false; functions.len()];
    let mut names = FxHashSet::default();
    while let Some(name) = work.pop() {
        let decl = unit.home(name);
        if decl != name {
            names.insert(name);
        }
        if let Some(&index) = position.get(&decl)
            && !std::mem::replace(&mut reached[index], true)
        {
            referenced(unit, &functions[index], &mut work);
        }
        if let Some(target) = unit.alias_target(decl) {
            work.extend(by_name.remove(&target).into_iter().flatten());
        }
    }
    let is_needed =
        |name: &DeclId| names.contains(name) || unit.decls[*name].kind != DeclKind::Function;
    let folded = unit.folded.iter().filter(|(name, _)| is_needed(name));
    let folded = folded.map(|(&name, &home)| (name, home)).collect();
    cx.unit.folded = folded;
    let unit = &*cx.unit;
    let mut stays = reached.into_iter();
    let mut gone = Vec::new();
    functions.retain(|f| {
        let stays = stays.next() == Some(true) && !is_elsewhere(unit, f.decl);
        if !stays {
            gone.push(f.decl);
        }
        stays
    });
    if cx.dump.enabled() {
        gone.reverse();
        let names: String =
            gone.iter().map(|&decl| format!(" {}", super::inline::node_name(unit, decl))).collect();
        // Errors of the dump's file wait in the dump manager.
        let _ = writeln!(cx.dump, "\nReclaiming functions:{names}");
    }
    Todo::NONE
}

/// The code of a function defined for inlining only is in another unit.
fn is_elsewhere(unit: &Unit, decl: DeclId) -> bool {
    unit.decls[decl].has(flag::EXTERNAL)
}

/// Whether a function is needed whatever the unit calls.
pub fn is_root(unit: &Unit, decl: DeclId, keep_static: bool) -> bool {
    let data = &unit.decls[decl];
    let visible = data.has(flag::PUBLIC) && !data.has(flag::EXTERNAL);
    let kept = data.flags & (flag::PRESERVED | flag::CONSTRUCTOR | flag::DESTRUCTOR) != 0;
    visible || kept || keep_static && !data.has(flag::INLINE)
}

/// The functions a function refers to.
fn referenced(unit: &Unit, f: &Function, work: &mut Vec<DeclId>) {
    addresses_taken(unit, f, work);
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            if let StmtKind::Call(call) = &f.stmts[stmt].kind
                && let Callee::Decl(decl) = call.callee
            {
                work.push(decl);
            }
        }
    }
}

/// The functions a function refers to otherwise than by calling them.
pub fn addresses_taken(unit: &Unit, f: &Function, work: &mut Vec<DeclId>) {
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            f.for_each_read(stmt, &mut |op| functions_in(unit, op, work));
            f.for_each_write(stmt, &mut |op| functions_in(unit, op, work));
        }
        for phi in f.phis(block) {
            f.phi(phi).args.iter().for_each(|arg| functions_in(unit, arg.value, work));
        }
    }
}

/// The names that the program's aliases stand for.
pub(super) fn alias_targets(unit: &Unit) -> FxHashSet<Symbol> {
    unit.decls.keys().filter_map(|decl| unit.alias_target(decl)).collect()
}

/// Appends the functions that initialisers of static variables refer to, and those that have other names.
pub fn functions_in_data(unit: &Unit, work: &mut Vec<DeclId>) {
    for &value in unit.initializers.values() {
        functions_in(unit, value, work);
    }
    let targets = alias_targets(unit);
    if targets.is_empty() {
        return;
    }
    let named = |decl: &Decl| decl.name.is_some_and(|name| targets.contains(&name));
    let functions =
        unit.decls.iter().filter(|(_, decl)| decl.kind == DeclKind::Function && named(decl));
    work.extend(functions.map(|(id, _)| id));
}

/// Appends the functions an operand refers to.
pub fn functions_in(unit: &Unit, op: Operand, work: &mut Vec<DeclId>) {
    match op {
        Operand::Decl(decl) if unit.decls[decl].kind == DeclKind::Function => work.push(decl),
        Operand::Tree(id) => {
            unit.trees.for_each_operand(id, |inner| functions_in(unit, inner, work))
        }
        _ => {}
    }
}
