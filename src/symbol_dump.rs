//! The dump `cgraph`: the symbol table behind the front end.
//!
//! ```text
//! f/0 (f)
//!   Type: function definition analyzed
//!   Visibility: public
//!   Called by:
//!   Calls: g/1
//! ```
//!
//! It says of each symbol what the passes go by; GCC says more, of what it keeps beside.

use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::stmt::{Callee, StmtKind};
use gimple::unit::{Module, Unit};
use std::fmt::Write;

/// The text of the dump.
pub fn text(module: &Module) -> String {
    let unit = &module.unit;
    let mut calls: Vec<(DeclId, DeclId)> = Vec::new();
    for f in &module.functions {
        calls.extend(callees(f).into_iter().map(|callee| (f.decl, callee)));
    }
    let mut out = "Initial Symbol table:\n\n".to_string();
    for node in unit.symtab().iter().rev() {
        let data = &unit.decls[node.decl];
        let name = unit.decl_name(node.decl).unwrap_or("");
        let function = data.kind == DeclKind::Function;
        let kind = if function { "function" } else { "variable" };
        let state = if node.definition { " definition analyzed" } else { "" };
        let words =
            [(flag::EXTERNAL, " external"), (flag::PUBLIC, " public"), (flag::WEAK, " weak")];
        let seen: String =
            words.iter().filter(|word| data.has(word.0)).map(|word| word.1).collect();
        // Text can always be written to a string.
        let _ = write!(
            out,
            "{name}/{} ({name})\n  Type: {kind}{state}\n  Visibility:{seen}\n",
            node.order
        );
        if function {
            let listed = |pairs: &mut dyn Iterator<Item = DeclId>| {
                pairs.map(|decl| format!(" {}", symbol(unit, decl))).collect::<String>()
            };
            let called_by =
                listed(&mut calls.iter().filter(|call| call.1 == node.decl).map(|call| call.0));
            let called =
                listed(&mut calls.iter().filter(|call| call.0 == node.decl).map(|call| call.1));
            let _ = writeln!(out, "  Called by:{called_by}\n  Calls:{called}");
        }
    }
    out
}

fn symbol(unit: &Unit, decl: DeclId) -> String {
    let order = unit.symtab_node(decl).map_or(0, |node| node.order);
    format!("{}/{order}", unit.decl_name(decl).unwrap_or(""))
}

/// The functions that are called by name, each once.
fn callees(f: &Function) -> Vec<DeclId> {
    let mut found = Vec::new();
    for (_, stmt) in f.stmts.iter() {
        if let StmtKind::Call(call) = &stmt.kind
            && let Callee::Decl(decl) = call.callee
            && !found.contains(&decl)
        {
            found.push(decl);
        }
    }
    found
}
