//! IPA pass `single-use`: static variables that one function alone uses.
//!
//! ```text
//!   static int count;                 Variable count/0 is used by single function
//!   int next (void) { return ++count; }
//! ```
//!
//! What only the initialisers of such variables refer to is used by the same function. As in GCC nothing is made of that:
//! the pass is for who reads its dump, and does nothing without one. Linear in statements and initialisers.

use super::inline::node_name;
use dumps::put;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// `single-use` for the pass table.
pub const PASS: Pass = Pass::ipa("single-use", |cx, functions| execute(cx, functions))
    .follows(&[("inline", "what is inlined uses what it did in another function")]);

/// Who uses a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum User {
    One(DeclId),
    Many,
}

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, functions: &mut [Function]) -> Todo {
    if !cx.dump.enabled() {
        return Todo::NONE;
    }
    let users = users(cx.unit, functions);
    let nodes = cx.unit.symtab().iter().rev();
    let single = nodes.filter(|node| {
        node.definition
            && cx.unit.decls[node.decl].kind == DeclKind::Var
            && matches!(users.get(&node.decl), Some(User::One(_)))
    });
    let line = |decl| format!("Variable {} is used by single function\n", node_name(cx.unit, decl));
    let text: String = single.map(|node| line(node.decl)).collect();
    put!(cx.dump, "{text}");
    Todo::NONE
}

/// Who uses each variable that only the unit knows.
fn users(unit: &Unit, functions: &[Function]) -> FxHashMap<DeclId, User> {
    let mut users: FxHashMap<DeclId, User> = FxHashMap::default();
    let mut work: Vec<(DeclId, User)> = Vec::new();
    for f in functions {
        let mut note =
            |op: Operand| variables_in(unit, op, &mut |var| work.push((var, User::One(f.decl))));
        for block in f.block_order() {
            for stmt in f.block_stmts(block) {
                f.for_each_read(stmt, &mut note);
                f.for_each_write(stmt, &mut note);
            }
            f.phis(block).for_each(|phi| f.phi(phi).args.iter().for_each(|arg| note(arg.value)));
        }
    }
    for node in unit.symtab() {
        let data = &unit.decls[node.decl];
        let seen = data.flags & (flag::PUBLIC | flag::EXTERNAL | flag::PRESERVED) != 0;
        if data.kind == DeclKind::Var && seen {
            work.push((node.decl, User::Many));
        }
    }
    while let Some((var, user)) = work.pop() {
        let met = match users.get(&var) {
            None => user,
            Some(&old) if old == user => continue,
            Some(User::Many) => continue,
            Some(_) => User::Many,
        };
        users.insert(var, met);
        if let Some(&value) = unit.initializers.get(&var) {
            variables_in(unit, value, &mut |inner| work.push((inner, met)));
        }
    }
    users
}

/// Calls `note` with each static variable that an operand names.
fn variables_in(unit: &Unit, op: Operand, note: &mut dyn FnMut(DeclId)) {
    match op {
        Operand::Decl(decl) => {
            let data = &unit.decls[decl];
            if data.kind == DeclKind::Var && data.is_global() {
                note(decl);
            }
        }
        Operand::Tree(id) => {
            unit.trees.for_each_operand(id, |inner| variables_in(unit, inner, note));
        }
        _ => {}
    }
}
