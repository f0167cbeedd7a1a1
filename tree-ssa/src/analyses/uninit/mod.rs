//! Pass `uninit`: warns of variables that may be used before they have a value, once optimisation has shown what happens.
//!
//! ```text
//! # x_1 = PHI <x_2(D)(2), 1(3)>
//! if (n_5 > 0) goto <bb 5>; …
//! <bb 5>:
//! g (x_1);                          warning: ‘x’ may be used uninitialized
//! ```
//!
//! A φ that takes an undefined value on an edge hands it on where control comes by that edge. The ways on from there are
//! followed (`paths`), with what the branches on them say: a use that no possible way reaches is guarded, as in
//! `if (c) x = 1; … if (c) use (x);`. What is used by itself was named by `early_uninit` where it surely is. Each variable is
//! named once. Work is limited for each function; where the limit is reached nothing more is said.

mod facts;
mod paths;

use super::early_uninit::{undefined, warn};
use crate::graph::analyses::PostDominators;
use crate::graph::analyses::analysis;
use gimple::cfg::{ENTRY, EdgeId};
use gimple::function::{Function, Prop};
use gimple::options::Options;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashSet;

/// `uninit` for the pass table.
pub const PASS: Pass = Pass::tree("uninit", execute).gate(wanted).requires(Prop::CFG_SSA);

fn wanted(options: &Options, _: &Function) -> bool {
    options.warn_uninitialized
}

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    // Few functions have such names at all.
    let names: Vec<SsaName> =
        f.default_defs.values().copied().filter(|&name| undefined(cx.unit, f, name)).collect();
    if names.is_empty() || !cx.unit.diagnostics.warnings.enabled("maybe-uninitialized") {
        return Todo::NONE;
    }
    warn_of_direct_uses(cx.unit, f, &names);
    let origins = origins(f, &names);
    if origins.is_empty() {
        return Todo::NONE;
    }
    let used = paths::feasible_uses(cx.unit, f, &origins);
    warn_of_joined_uses(cx.unit, f, &names, &used);
    Todo::NONE
}

/// Uses of undefined values themselves, where control does not always pass.
fn warn_of_direct_uses(unit: &mut Unit, f: &mut Function, names: &[SsaName]) {
    let tree = analysis::<PostDominators>(f);
    let start = f.single_succ(ENTRY).map(|edge| f.edges[edge].dst);
    for block in f.block_order() {
        let always =
            tree.contains(block) && start.is_some_and(|start| tree.dominated_by(start, block));
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts {
            let mut used = None;
            f.for_each_used_name(unit, stmt, &mut |name| {
                if f.names[name].has(NameFlags::DEFAULT_DEF) && names.contains(&name) {
                    used.get_or_insert(name);
                }
            });
            if let Some(name) = used.filter(|_| !always) {
                warn(unit, f, stmt, f.names[name].var, false);
            }
        }
    }
}

/// The edges by which undefined values come to φs, with the φs.
fn origins(f: &Function, names: &[SsaName]) -> Vec<(StmtId, EdgeId)> {
    let mut origins = Vec::new();
    for block in f.block_order() {
        for phi in f.phis(block) {
            if f.is_virtual_phi(phi) || f.names[f.phi(phi).result].has(NameFlags::ABNORMAL) {
                continue;
            }
            for &edge in &f.blocks[block].preds {
                if matches!(f.phi_arg(phi, edge), Operand::Ssa(name) if names.contains(&name)) {
                    origins.push((phi, edge));
                }
            }
        }
    }
    origins
}

/// Warns, φ by φ, of the first of its uses that an undefined value reaches.
fn warn_of_joined_uses(
    unit: &mut Unit,
    f: &Function,
    names: &[SsaName],
    used: &FxHashSet<(SsaName, StmtId)>,
) {
    if used.is_empty() {
        return;
    }
    for block in f.block_order() {
        let phis: Vec<StmtId> = f.phis(block).collect();
        for phi in phis {
            let result = f.phi(phi).result;
            let stmt = f
                .imm_uses(result)
                .map(|node| node.stmt)
                .find(|&stmt| used.contains(&(result, stmt)));
            let Some(stmt) = stmt else { continue };
            // The variable is that of what comes undefined, or of the φ.
            let argument =
                f.blocks[block].preds.iter().find_map(|&edge| match f.phi_arg(phi, edge) {
                    Operand::Ssa(name) if names.contains(&name) => Some(name),
                    _ => None,
                });
            let var = f.names[argument.unwrap_or(result)].var;
            if var.is_some() && unit.decls[var].name.is_some() {
                warn(unit, f, stmt, var, false);
            }
        }
    }
}
