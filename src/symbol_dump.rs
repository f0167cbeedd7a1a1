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
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The text of the dump.
pub fn text(module: &Module) -> String {
    let unit = &module.unit;
    let mut called: HashMap<DeclId, Vec<DeclId>> = HashMap::new();
    let mut callers: HashMap<DeclId, Vec<DeclId>> = HashMap::new();
    for f in &module.functions {
        let callees = callees(f);
        for &callee in &callees {
            callers.entry(callee).or_default().push(f.decl);
        }
        called.insert(f.decl, callees);
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
            let listed = |by: &HashMap<DeclId, Vec<DeclId>>| {
                let found = by.get(&node.decl).map_or(&[][..], Vec::as_slice);
                found.iter().map(|&decl| format!(" {}", symbol(unit, decl))).collect::<String>()
            };
            let (called_by, called) = (listed(&callers), listed(&called));
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
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (_, stmt) in f.stmts.iter() {
        if let StmtKind::Call(call) = &stmt.kind
            && let Callee::Decl(decl) = call.callee
            && seen.insert(decl)
        {
            found.push(decl);
        }
    }
    found
}
