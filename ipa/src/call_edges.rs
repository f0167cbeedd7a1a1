//! Passes `*build_cgraph_edges`, `*rebuild_cgraph_edges` and `*remove_cgraph_callee_edges`: who calls whom is noted.
//!
//! ```text
//!   f calls g twice and stores &h;  g is optimised:   g has two callers, h's address is taken
//! ```
//!
//! What a unit refers to and does not define, and the static variables of functions, get their numbers in the symbol table
//! when all functions are lowered, in the order in which they turned out to be needed; what passes call that nobody called
//! before, after all others.
//!
//! While a function is optimised its own calls do not count: they are noted again when that is done. Linear in the
//! function.

use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::{SymtabNode, Unit};
use rustc_hash::FxHashMap;
use tree_ssa::analyses::symbol_references::{functions_in, functions_in_data};

/// `*build_cgraph_edges` for the pass table.
pub const BUILD: Pass = Pass::tree("*build_cgraph_edges", build).requires(Prop::CFG);
/// `*rebuild_cgraph_edges` for the pass table.
pub const REBUILD: Pass = Pass::tree("*rebuild_cgraph_edges", rebuild).requires(Prop::CFG);
/// `*remove_cgraph_callee_edges` for the pass table.
pub const REMOVE: Pass = Pass::tree("*remove_cgraph_callee_edges", remove);

/// Notes what a function calls for the first time, and what it refers to otherwise.
pub fn build(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let (mut referred, mut externals) = (Vec::new(), Vec::new());
    let unit = &mut *cx.unit;
    if unit.calls.is_new() {
        note_unit(unit);
    }
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            f.for_each_read(stmt, &mut |op| functions_in(unit, op, &mut referred));
            note_externals(unit, f, stmt, &mut externals);
        }
    }
    if !externals.is_empty() {
        unit.calls.without_node.insert(f.decl, externals);
    }
    for decl in referred {
        unit.calls.take_address(decl);
    }
    unit.calls.rebuild(f);
    Todo::NONE
}

/// Notes what a function calls by now.
pub fn rebuild(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let unit = &mut *cx.unit;
    unit.calls.rebuild(f);
    for callee in unit.calls.callees(f.decl).to_vec() {
        if unit.symtab_node(callee).is_none() {
            unit.append_symtab_node(callee, false);
        }
    }
    Todo::NONE
}

/// Forgets what a function calls.
pub fn remove(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    cx.unit.calls.remove(f.decl);
    Todo::NONE
}

/// Notes the functions that initialisers of static variables refer to, and those that have other names.
fn note_unit(unit: &mut Unit) {
    let mut referred = Vec::new();
    functions_in_data(unit, &mut referred);
    for decl in referred {
        unit.calls.take_address(decl);
    }
}

/// Notes what a statement refers to that others define: what it calls, what it writes, what it reads.
fn note_externals(unit: &Unit, f: &Function, stmt: StmtId, found: &mut Vec<DeclId>) {
    let mut note = |decl: DeclId| {
        if !is_numbered(unit, decl) && found.last() != Some(&decl) {
            found.push(decl);
        }
    };
    if let StmtKind::Call(call) = &f.stmts[stmt].kind
        && let Callee::Decl(callee) = call.callee
    {
        note(callee);
    }
    f.for_each_write(stmt, &mut |op| externals_in(unit, op, &mut note));
    f.for_each_read(stmt, &mut |op| externals_in(unit, op, &mut note));
}

fn externals_in(unit: &Unit, op: Operand, note: &mut dyn FnMut(DeclId)) {
    match op {
        Operand::Decl(decl) => {
            let data = &unit.decls[decl];
            let variable = data.kind == DeclKind::Var
                && (data.has(flag::EXTERNAL) || unit.symtab_node(decl).is_some())
                && !data.has(flag::HARD_REGISTER);
            if variable || data.kind == DeclKind::Function {
                note(decl);
            }
        }
        Operand::Tree(id) => {
            unit.trees.for_each_operand(id, |inner| externals_in(unit, inner, note));
        }
        _ => {}
    }
}

fn is_numbered(unit: &Unit, decl: DeclId) -> bool {
    unit.symtab_node(decl).is_some_and(SymtabNode::is_numbered)
}

/// Gives what functions and initialisers refer to its numbers, and static variables of functions that nothing refers to,
/// after all that their function refers to, the last first.
pub fn number_symbols(unit: &mut Unit) {
    let mut own: FxHashMap<DeclId, Vec<DeclId>> = FxHashMap::default();
    for node in unit.symtab().iter().rev().filter(|node| !node.is_numbered()) {
        own.entry(unit.decls[node.decl].context).or_default().push(node.decl);
    }
    for decl in std::mem::take(&mut unit.analysis_order) {
        let mut found = unit.calls.without_node.remove(&decl).unwrap_or_default();
        if let Some(&value) = unit.initializers.get(&decl) {
            externals_in(unit, value, &mut |decl| found.push(decl));
        }
        found.extend(own.remove(&decl).into_iter().flatten());
        found.into_iter().for_each(|decl| unit.number_symbol(decl));
    }
    // What belongs to functions that nothing needs.
    let rest = unit.symtab().iter().filter(|node| !node.is_numbered()).map(|node| node.decl);
    let rest: Vec<DeclId> = rest.collect();
    rest.into_iter().for_each(|decl| unit.number_symbol(decl));
    unit.sort_symtab();
}
