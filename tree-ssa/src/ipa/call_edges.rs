//! Passes `*build_cgraph_edges`, `*rebuild_cgraph_edges` and `*remove_cgraph_callee_edges`: who calls whom is noted.
//!
//! ```text
//!   f calls g twice and stores &h;  g is optimised:   g has two callers, h's address is taken
//! ```
//!
//! While a function is optimised its own calls do not count: they are noted again when that is done. Linear in the
//! function.

use crate::ipa::remove_symbols::functions_in;
use gimple::decl::{Decl, DeclId, DeclKind};
use gimple::function::{Function, prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::symbol::Symbol;
use gimple::unit::Unit;
use rustc_hash::FxHashSet;

/// `*build_cgraph_edges` for the pass table.
pub const BUILD: Pass = Pass::tree("*build_cgraph_edges", build).requires(prop::CFG);
/// `*rebuild_cgraph_edges` for the pass table.
pub const REBUILD: Pass = Pass::tree("*rebuild_cgraph_edges", rebuild).requires(prop::CFG);
/// `*remove_cgraph_callee_edges` for the pass table.
pub const REMOVE: Pass = Pass::tree("*remove_cgraph_callee_edges", remove);

/// Notes what a function calls for the first time, and what it refers to otherwise.
pub fn build(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut referred: Vec<DeclId> = Vec::new();
    let unit = &mut *cx.unit;
    if unit.calls.is_new() {
        note_unit(unit);
    }
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            f.for_each_read(stmt, &mut |op| functions_in(unit, op, &mut referred));
        }
    }
    for decl in referred {
        unit.calls.take_address(decl);
    }
    unit.calls.rebuild(f);
    Todo::NONE
}

/// Notes what a function calls by now.
pub fn rebuild(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    cx.unit.calls.rebuild(f);
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
    for &value in unit.initializers.values() {
        functions_in(unit, value, &mut referred);
    }
    let extras = unit.decls.values().filter_map(|decl| decl.extra.as_deref());
    let aliased: FxHashSet<Symbol> = extras.filter_map(|extra| extra.alias).collect();
    if !aliased.is_empty() {
        let named = |decl: &Decl| decl.name.is_some_and(|name| aliased.contains(&name));
        let functions =
            unit.decls.iter().filter(|(_, decl)| decl.kind == DeclKind::Function && named(decl));
        referred.extend(functions.map(|(id, _)| id));
    }
    for decl in referred {
        unit.calls.take_address(decl);
    }
}
