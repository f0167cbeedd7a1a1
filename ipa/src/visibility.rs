//! IPA pass `visibility`: what others may see of the unit, and the form GCC's analysis of variables gives their initial
//! values.
//!
//! ```text
//! static const void *table[2] = {(const void *) &x, (const void *) "text"};
//!   =>
//! static const void *table[2] = {&x, "text"};
//!
//! int twice (int x) { return x * 2; }       with -fwhole-program:  static
//! ```
//!
//! With `-fwhole-program` there is nobody else but the startup code, which calls `main`, and the libraries. A conversion
//! between pointers says nothing about an address (`canonicalize_constructor_val`). Linear in symbols and values.

use super::{call_edges, inline, remove_symbols, symbol_text};
use dumps::putln;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::tree::{Operand, TreeId, TreeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use std::fmt::Write;
use tree_ssa::analyses::symbol_references;

/// How deep constructors in one another are followed.
const MAX_DEPTH: u32 = 256;

/// `visibility` for the pass table.
pub const PASS: Pass = Pass::ipa("visibility", |cx, functions| execute(cx, functions));

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, functions: &[Function]) -> Todo {
    let unit = &mut *cx.unit;
    call_edges::number_symbols(unit);
    if cx.options.on(Flag::WholeProgram) {
        hide_all(unit);
    }
    let values: Vec<(DeclId, TreeId)> = unit
        .initializers
        .iter()
        .filter(|&(&decl, _)| unit.decls[decl].is_global())
        .filter_map(|(&decl, &value)| Some((decl, value.tree()?)))
        .collect();
    // In any order: each value is looked at by itself.
    for (decl, value) in values {
        let new = canonical(unit, value, 0);
        if new != Operand::Tree(value) {
            unit.initializers.insert(decl, new);
        }
    }
    say_who_sees_what(cx, functions);
    remove_symbols::say_gone(cx, &[], &[]);
    symbol_text::say(cx, functions);
    Todo::NONE
}

/// The functions that calls by name in the unit reach and nothing else.
pub(super) fn local_functions(
    unit: &Unit,
    functions: &[Function],
    keep_static: bool,
) -> FxHashSet<DeclId> {
    let mut referred = Vec::new();
    let mut there = FxHashSet::default();
    for f in symbol_references::reached_functions(unit, functions, keep_static) {
        symbol_references::addresses_taken(unit, f, &mut referred);
        there.insert(f.decl);
    }
    symbol_references::functions_in_data(unit, &mut referred);
    let elsewhere =
        |decl: DeclId| unit.is_kept(decl, keep_static) || unit.decls[decl].has(flag::EXTERNAL);
    there.retain(|&decl| !elsewhere(decl));
    referred.iter().for_each(|decl| {
        there.remove(decl);
    });
    there
}

/// Says of what is defined how others see it: functions that are local, and what is visible.
pub(super) fn say_who_sees_what(cx: &mut PassContext<'_>, functions: &[Function]) {
    if !cx.dump.enabled() {
        return;
    }
    let unit = &*cx.unit;
    let local = local_functions(unit, functions, !cx.options.on(Flag::ToplevelReorder));
    let is_function = |decl: DeclId| unit.decls[decl].kind == DeclKind::Function;
    let is_visible = |decl: DeclId| {
        let data = &unit.decls[decl];
        data.has(flag::PUBLIC) && !data.has(flag::EXTERNAL)
    };
    let list = |title: &str, wanted: &dyn Fn(DeclId) -> bool| {
        let nodes = unit.symtab().iter().rev().filter(|node| node.definition && wanted(node.decl));
        let names: String =
            nodes.map(|node| format!(" {}", inline::node_name(unit, node.decl))).collect();
        format!("\n\nMarking {title}:{names}\n")
    };
    let lists = [
        list("local functions", &|decl| local.contains(&decl)),
        list("externally visible functions", &|decl| is_function(decl) && is_visible(decl)),
        list("externally visible variables", &|decl| !is_function(decl) && is_visible(decl)),
    ];
    let text = lists.concat();
    putln!(cx.dump, "{}", &text[1..]);
}

/// Makes symbols local but those that the startup code, the linker or a library looks for.
fn hide_all(unit: &mut Unit) {
    const ELSEWHERE: u64 = flag::EXTERNAL | flag::WEAK | flag::PRESERVED | flag::RETAIN;
    let nodes = unit.symtab().iter().filter(|node| node.definition).map(|node| node.decl);
    let hidden: Vec<DeclId> = nodes
        .filter(|&decl| {
            let data = &unit.decls[decl];
            let builtin = data.builtin.is_some();
            let alias = data.extra.as_ref().is_some_and(|extra| extra.alias.is_some());
            let main = unit.decl_name(decl) == Some("main");
            data.flags & ELSEWHERE == 0 && !builtin && !alias && !main
        })
        .collect();
    for decl in hidden {
        unit.decls[decl].set(flag::PUBLIC, false);
    }
}

fn canonical(unit: &mut Unit, value: TreeId, depth: u32) -> Operand {
    let same = Operand::Tree(value);
    match unit.trees.kind(value) {
        TreeKind::Constructor(elements) if depth < MAX_DEPTH => {
            let old = elements.clone();
            let new: Box<[_]> = old
                .iter()
                .map(|&(at, element)| match element {
                    Operand::Tree(id) => (at, canonical(unit, id, depth + 1)),
                    _ => (at, element),
                })
                .collect();
            if new == old {
                return same;
            }
            let ty = unit.trees[value].ty;
            Operand::Tree(unit.trees.add(TreeKind::Constructor(new), ty))
        }
        &TreeKind::Expr { code: code @ TreeCode::PointerPlus, args: [base, offset] } => {
            match base.tree().and_then(|base| address(unit, base)) {
                Some(new) if new != base => {
                    let ty = unit.trees[value].ty;
                    let kind = TreeKind::Expr { code, args: [new, offset] };
                    Operand::Tree(unit.trees.add(kind, ty))
                }
                _ => same,
            }
        }
        TreeKind::Expr { .. } => address(unit, value).unwrap_or(same),
        _ => same,
    }
}

/// The address below conversions between pointers.
fn address(unit: &Unit, value: TreeId) -> Option<Operand> {
    let mut op = Operand::Tree(value);
    while let Operand::Tree(id) = op
        && unit.types.is_pointer(unit.trees[id].ty)
    {
        match unit.trees.kind(id) {
            TreeKind::Addr(_) => return Some(op),
            TreeKind::Expr { code: TreeCode::Nop, args } => op = args[0],
            _ => return None,
        }
    }
    None
}
