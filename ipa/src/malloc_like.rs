//! Which functions return fresh memory, as `malloc` does: part of the passes `local-pure-const` and `pure-const`.
//!
//! ```text
//! static void *get (size_t n)       what is returned comes from `malloc`, and nothing else has been done with it
//! { void *p = malloc (n); if (!p) abort (); return p; }
//! ```
//!
//! Of functions in cycles it is assumed until one returns something else. Linear in uses of what is returned.

use super::inline::{binds_to_current_def, node_name};
use dumps::putln;
use gimple::builtins::Ecf;
use gimple::cfg::EXIT;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use tree_ssa::effects::call_effects;

/// Finds that out for functions that call each other, and notes it.
pub fn propagate(cx: &mut PassContext<'_>, functions: &[Function]) {
    let mut callers: FxHashMap<DeclId, Vec<DeclId>> = FxHashMap::default();
    let mut good: FxHashSet<DeclId> = FxHashSet::default();
    let mut sources: Vec<(DeclId, Vec<DeclId>)> = Vec::new();
    for f in functions.iter().filter(|f| may_be_told(cx, f)) {
        if let Some(callees) = sources_of_result(cx, f) {
            good.insert(f.decl);
            sources.push((f.decl, callees));
        }
    }
    say_states(cx, functions, &good, "MALLOC LATTICE Initial:", "malloc_top");
    let mut bad: Vec<DeclId> = Vec::new();
    for (caller, callees) in sources {
        for callee in callees {
            let target = cx.unit.ultimate_alias_target(callee);
            let fresh = cx.unit.decls[callee].has(flag::MALLOC);
            if !fresh && !good.contains(&target) {
                bad.push(caller);
            } else if !fresh {
                callers.entry(target).or_default().push(caller);
            }
        }
    }
    while let Some(decl) = bad.pop() {
        if good.remove(&decl) {
            bad.extend(callers.remove(&decl).into_iter().flatten());
        }
    }
    for f in functions.iter().rev().filter(|f| good.contains(&f.decl)) {
        cx.unit.decls[f.decl].set(flag::MALLOC, true);
        if cx.dump.details() {
            let name = node_name(cx.unit, f.decl);
            putln!(cx.dump, "Function {name} found to be malloc");
        }
    }
    say_states(cx, functions, &good, "MALLOC LATTICE after propagation:", "malloc");
    let names: Vec<DeclId> =
        cx.unit.folded.iter().filter(|name| good.contains(name.1)).map(|name| *name.0).collect();
    for name in names {
        cx.unit.decls[name].set(flag::MALLOC, true);
    }
}

fn say_states(
    cx: &mut PassContext<'_>,
    functions: &[Function],
    good: &FxHashSet<DeclId>,
    title: &str,
    state: &str,
) {
    if !cx.dump.details() {
        return;
    }
    putln!(cx.dump, "{title}");
    for f in functions.iter().rev() {
        let state = if good.contains(&f.decl) { state } else { "malloc_bottom" };
        putln!(cx.dump, "{}: {state}", node_name(cx.unit, f.decl));
    }
}

/// Whether the body at hand is the one calls run.
pub(super) fn may_be_told(cx: &PassContext<'_>, f: &Function) -> bool {
    const APART: u64 = flag::NOIPA | flag::NAKED | flag::NESTED;
    cx.unit.decls[f.decl].flags & APART == 0
        && f.properties.intersects(Prop::SSA)
        && binds_to_current_def(cx, f.decl)
}

/// Whether a function surely returns fresh memory: it comes from functions that are known for that.
pub fn is_malloc_like(cx: &PassContext<'_>, f: &Function) -> bool {
    sources_of_result(cx, f).is_some_and(|callees| {
        callees.iter().all(|&callee| cx.unit.decls[callee].has(flag::MALLOC))
    })
}

/// The functions whose results a function returns, if it returns nothing else but null pointers and does nothing with them
/// but comparing them with null (`malloc_candidate_p`).
fn sources_of_result(cx: &PassContext<'_>, f: &Function) -> Option<Vec<DeclId>> {
    let unit = &*cx.unit;
    let result = unit.decls.get(f.result)?;
    if !unit.types.is_pointer(result.ty) || !cx.options.on(Flag::DeleteNullPointerChecks) {
        return None;
    }
    let (mut sources, mut any) = (Vec::new(), false);
    let (mut work, mut seen, mut joined) = (Vec::new(), FxHashSet::default(), Vec::new());
    for &edge in &f.blocks[EXIT].preds {
        let last = f.blocks[f.edges[edge].src].stmts.last;
        let StmtKind::Return(value) = f.stmts.get(last)?.kind else { return None };
        note(unit, value, &mut work)?;
    }
    while let Some(name) = work.pop() {
        if !seen.insert(name) {
            continue;
        }
        for stmt in f.use_stmts(name) {
            match &f.stmts[stmt].kind {
                StmtKind::Phi(phi) => joined.push(phi.result),
                _ if is_harmless(unit, f, stmt) => {}
                _ => return None,
            }
        }
        let def = f.names[name].def.expand()?;
        match &f.stmts[def].kind {
            StmtKind::Phi(phi) => {
                phi.args.iter().try_for_each(|arg| note(unit, arg.value, &mut work))?;
            }
            StmtKind::Call(call) => {
                any = true;
                match call.callee {
                    Callee::Decl(callee) => {
                        let known = call_effects::flags_of(unit, call).intersects(Ecf::MALLOC);
                        if !known || unit.decls[callee].builtin.is_none() {
                            sources.push(callee);
                        }
                    }
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    // What it may be one of is nothing but returned, too.
    (any && joined.iter().all(|name| seen.contains(name))).then_some(sources)
}

/// Notes the name that is returned, if it is one; a null pointer is fine as well.
fn note(unit: &Unit, value: Operand, work: &mut Vec<SsaName>) -> Option<()> {
    match value {
        Operand::Ssa(name) => work.push(name),
        _ if unit.is_zero(value) => {}
        _ => return None,
    }
    Some(())
}

/// Whether a use of fresh memory's address leaves it fresh.
fn is_harmless(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match &f.stmts[stmt].kind {
        StmtKind::Cond { code, rhs, .. } => {
            matches!(code, TreeCode::Eq | TreeCode::Ne) && unit.is_zero(*rhs)
        }
        StmtKind::Assign { code, rhs, .. } => {
            matches!(code, TreeCode::Eq | TreeCode::Ne) && unit.is_zero(rhs[1])
        }
        StmtKind::Return(_) => true,
        _ => false,
    }
}
