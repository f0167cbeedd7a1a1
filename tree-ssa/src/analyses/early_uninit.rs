//! Pass `early_uninit`: warns of variables that are used before they have a value.
//!
//! ```text
//! int f (void) { int a; return a; }        warning: ‘a’ is used uninitialized
//! ```
//!
//! In SSA form such a use is one of a name that no statement defines. Where control always passes, the variable is used
//! uninitialised; elsewhere it may be, which is said without optimisation only: with it, many such uses are about to be
//! seen never to happen. φs are not looked at, nor what is in memory. Each variable is named once.

use crate::graph::analyses::PostDominators;
use crate::graph::analyses::analysis;
use gimple::cfg::ENTRY;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;

/// `early_uninit` for the pass table.
pub const PASS: Pass = Pass::tree("early_uninit", execute)
    .gate(|options, _| options.warn_uninitialized)
    .requires(Prop::CFG_SSA);

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let warnings = &cx.unit.diagnostics.warnings;
    let itself = warnings.enabled("init-self");
    let surely = warnings.requested("uninitialized");
    let perhaps = warnings.requested("maybe-uninitialized") && cx.options.optimize == 0;
    // Few functions have such names at all.
    if !surely && !perhaps || !f.default_defs.values().any(|&name| undefined(cx.unit, f, name)) {
        return Todo::NONE;
    }
    let tree = analysis::<PostDominators>(f);
    let start = f.single_succ(ENTRY).map(|edge| f.edges[edge].dst);
    for block in f.block_order() {
        let always =
            tree.contains(block) && start.is_some_and(|start| tree.dominated_by(start, block));
        let wanted = if always { surely } else { perhaps };
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts {
            if !itself && let Some(var) = initialised_by_itself(cx.unit, f, stmt) {
                cx.unit.decls[var].flags |= flag::SAID_UNINITIALIZED;
                continue;
            }
            if !wanted {
                continue;
            }
            let mut used: Vec<SsaName> = Vec::new();
            f.for_each_used_name(cx.unit, stmt, &mut |name| used.push(name));
            for name in used {
                let var = f.names[name].var;
                if undefined(cx.unit, f, name) {
                    warn(cx.unit, f, stmt, var, always);
                }
            }
        }
    }
    Todo::NONE
}

/// Whether a name is that of a variable's value before it has one.
pub(super) fn undefined(unit: &Unit, f: &Function, name: SsaName) -> bool {
    let data = &f.names[name];
    data.has(NameFlags::DEFAULT_DEF)
        && data.var.is_some()
        && unit.decls[data.var].kind == DeclKind::Var
        && unit.decls[data.var].flags
            & (flag::VIRTUAL | flag::ARTIFICIAL | flag::HARD_REGISTER | flag::STATIC)
            == 0
        && unit.decls[data.var].name.is_some()
}

/// The variable of `int a = a;`, which says that nothing is to be said (but with `-Winit-self`).
fn initialised_by_itself(unit: &Unit, f: &Function, stmt: StmtId) -> Option<DeclId> {
    let StmtKind::Assign { lhs: Operand::Ssa(to), code: TreeCode::Single, rhs } =
        &f.stmts[stmt].kind
    else {
        return None;
    };
    let Operand::Ssa(from) = rhs[0] else { return None };
    let var = f.names[from].var;
    (undefined(unit, f, from) && f.names[*to].var == var).then_some(var)
}

/// Names a variable, once, that is used uninitialised by a statement, or perhaps.
pub(super) fn warn(unit: &mut Unit, f: &Function, stmt: StmtId, var: DeclId, always: bool) {
    if unit.decls[var].has(flag::SAID_UNINITIALIZED) {
        return;
    }
    unit.decls[var].flags |= flag::SAID_UNINITIALIZED;
    let function = unit.decl_name(f.decl).map(str::to_string);
    unit.diagnostics.set_function(function.as_deref());
    let name = unit.decl_name(var).unwrap_or_default().to_string();
    let (loc, declared) = (f.stmt_info[stmt].loc, unit.decls[var].loc);
    // Pragmas count where the token is written, in a macro's definition too.
    let sources = &unit.diagnostics.sources;
    let at = sources.spelling_point(if loc.is_unknown() { declared } else { loc });
    let before = unit.diagnostics.error_count() + unit.diagnostics.warning_count();
    if always {
        unit.diagnostics.warning("uninitialized", at, format!("‘{name}’ is used uninitialized"));
    } else {
        let text = format!("‘{name}’ may be used uninitialized");
        unit.diagnostics.warning("maybe-uninitialized", at, text);
    }
    if unit.diagnostics.error_count() + unit.diagnostics.warning_count() > before {
        unit.diagnostics.note(declared, format!("‘{name}’ was declared here"));
    }
}
