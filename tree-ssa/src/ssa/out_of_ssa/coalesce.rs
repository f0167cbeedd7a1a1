//! Coalescing: which SSA names share a partition.
//!
//! Candidates are the names a φ joins, those a copy joins, and, where variables stay apart, versions of one variable. Names
//! on abnormal edges must be joined, since nothing can be copied there. The others are tried in order of how often their
//! copies would run, which count twice on edges that would have to be split; two classes are joined if no member of one is
//! live where a member of the other is defined.

use super::classes::Classes;
use super::liveness::{Liveness, copied_names};
use super::phi_table::PhiTable;
use crate::edit::cfg_edit;
use gimple::cfg::NO_COUNT;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::ssa::{NameFlags, SsaName};
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// The frequency of the most frequent place.
const FREQUENT: u64 = 10_000;

/// A pair to be joined.
struct Candidate {
    weight: u64,
    order: u32,
    a: SsaName,
    b: SsaName,
}

/// Joins what can be joined, the most frequent copies first; with `apart`, no names of different variables.
pub fn coalesce(
    (unit, apart): (&Unit, bool),
    f: &Function,
    phis: &PhiTable,
    classes: &mut Classes,
    live: &mut Liveness<'_>,
) {
    let mut candidates = candidates(unit, f, phis, live);
    if apart {
        candidates.retain(|c| user_variable(unit, f, c.a) == user_variable(unit, f, c.b));
    }
    candidates.sort_unstable_by_key(|c| (std::cmp::Reverse(c.weight), c.order));
    for candidate in candidates {
        classes.join(f, candidate.a, candidate.b, live);
    }
    if apart {
        join_versions(f, classes, live);
    }
}

/// The variable of the program that a name is of; `NONE` for temporaries.
fn user_variable(unit: &Unit, f: &Function, name: SsaName) -> DeclId {
    let var = f.names[name].var;
    let hidden = var.is_none()
        || unit.decls[var].kind == DeclKind::Var && unit.decls[var].has(flag::IGNORED);
    if hidden { DeclId::NONE } else { var }
}

/// Whether names of two types can share a register: same kind, size, and sign where registers hold the value extended.
fn same_place(unit: &Unit, a: TypeId, b: TypeId) -> bool {
    if a == b {
        return true;
    }
    let types = &unit.types;
    match (types.precision(a), types.precision(b)) {
        (Some(p), Some(q)) => {
            p == q
                && types.size(a) == types.size(b)
                && (p >= 32 || types.is_unsigned(a) == types.is_unsigned(b))
        }
        (None, None) => match (types.kind(a), types.kind(b)) {
            (TypeKind::Real(x), TypeKind::Real(y)) => x == y,
            _ => types.same_main(a, b),
        },
        _ => false,
    }
}

/// How often control comes by, in parts of ten thousand of the most frequent place; what never happens counts a little.
fn frequency(count: u64, most: u64) -> u64 {
    if count == NO_COUNT {
        return FREQUENT;
    }
    let parts = u128::from(count) * u128::from(FREQUENT) + u128::from(most) / 2;
    (parts.checked_div(u128::from(most)).unwrap_or(0) as u64).clamp(1, FREQUENT)
}

/// The pairs that may be joined, in order of appearance.
fn candidates(unit: &Unit, f: &Function, phis: &PhiTable, live: &Liveness<'_>) -> Vec<Candidate> {
    // Each use is in one at most, and room that stays empty costs nothing.
    let mut may: Vec<Candidate> = Vec::with_capacity(f.uses.len());
    let mut known: FxHashMap<(SsaName, SsaName), usize> = FxHashMap::default();
    let mut offer = |weight, a: SsaName, b: SsaName| {
        if a == b || !same_place(unit, f.names[a].ty, f.names[b].ty) {
            return;
        }
        let (a, b) = (a.min(b), a.max(b));
        let index = *known.entry((a, b)).or_insert(may.len());
        match may.get_mut(index) {
            Some(candidate) => candidate.weight += weight,
            None => may.push(Candidate { weight, order: index as u32, a, b }),
        }
    };
    let most = f.block_iter().map(|block| f.block_info[block].count);
    let most = most.filter(|&count| count != NO_COUNT).max().unwrap_or(0);
    let mut rows = phis.rows().iter().peekable();
    for block in f.block_iter() {
        while let Some(row) = rows.next_if(|row| row.block == block) {
            let copied = phis.arguments(row).iter().zip(&f.blocks[block].preds);
            for (arg, &edge) in copied.filter(|(arg, _)| !arg.abnormal) {
                if let Some(name) = arg.name() {
                    let times = if f.is_critical(edge) { 2 } else { 1 };
                    let weight = frequency(cfg_edit::edge_count(f, edge), most);
                    offer(times * weight, row.result, name);
                }
            }
        }
        if live.copies_in(block) {
            let weight = frequency(f.block_info[block].count, most);
            for (a, b) in f.block_stmts(block).filter_map(|stmt| copied_names(f, stmt)) {
                offer(weight, a, b);
            }
        }
    }
    may
}

/// Joins versions of one variable, each with the one before: they share the variable's place unless optimisation has made
/// them overlap. What it holds before it is assigned is in its place, too.
fn join_versions(f: &Function, classes: &mut Classes, live: &mut Liveness<'_>) {
    let mut last: FxHashMap<DeclId, SsaName> = FxHashMap::default();
    for (name, data) in f.names.iter() {
        let skip =
            data.flags.intersects(NameFlags::RELEASED | NameFlags::VIRTUAL) || data.var.is_none();
        if skip {
            continue;
        }
        if let Some(previous) = last.insert(data.var, name) {
            classes.join(f, previous, name, live);
        }
    }
}
