//! Passes `esra` and `sra`: scalar replacement of aggregates (`tree-sra.c`).
//!
//! ```text
//!   struct s x;                                x$a_4 = i_2(D);
//!   x.a = i_2(D);                              x$b_5 = 7;
//!   x.b = 7;                       =>          y$a_6 = x$a_4;
//!   y = x;                                     _3 = y$a_6;
//!   _3 = y.a;
//! ```
//!
//! Of each local aggregate whose address nobody has, all accesses are collected. Those of the same bits are one, and what
//! lies within another is its child: an object becomes trees of accesses (`access`). Where one aggregate is assigned to
//! another, the trees lend each other their parts (`propagate`), so that a part read on one side has a place on the
//! other. A part of register type that is read and written gets a variable of its own. Then statements are rewritten
//! (`modify`): accesses of such parts name the variable; where the whole object is read, they are first stored back, and
//! where it is written, loaded again. What is stored into memory that nobody reads any more is left for dead stores.
//!
//! Constants of the compiler's own that aggregates are initialised with are taken apart likewise, so that the copy can go.
//!
//! Regions that are accessed at a variable place stay in memory with all that overlaps them; an object
//! with accesses that overlap in part stays as it is, as does one whose address is taken.

mod access;
mod modify;
mod propagate;
mod report;
mod scan;

use access::Forest;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::types::{Quals, TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use std::fmt::Write;
use tree_ssa::ssa::{address_taken, update_ssa};

/// Words of a copied aggregate up to which all its members are made registers (`MOVE_RATIO`), when optimizing for speed
/// and for size.
const WORDS_FOR_SPEED: u64 = 4;
const WORDS_FOR_SIZE: u64 = 3;

/// `esra` for the pass table.
pub const EARLY: Pass = Pass::tree("esra", execute)
    .gate(|options, _| options.on(Flag::TreeSra))
    .requires(Prop::CFG_SSA);

/// `sra` for the pass table.
pub const LATE: Pass = Pass::tree("sra", execute_late)
    .gate(|options, _| options.on(Flag::TreeSra))
    .requires(Prop::CFG_SSA);

/// What takes variables apart whose addresses nothing takes any more since their use was lowered, as that of lists of
/// arguments.
fn execute_late(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    address_taken::execute(cx, f) | execute(cx, f)
}

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    // What a longjmp finds in a variable it must find in memory.
    if f.calls_setjmp || f.has_nonlocal_label {
        return Todo::NONE;
    }
    let candidates = candidates(cx, f);
    if candidates.is_empty() {
        return Todo::NONE;
    }
    let (scan, candidates) = scan::scan(cx, f, &candidates);
    let mut forest = Forest::build(cx, f, &candidates, &scan);
    propagate::run(cx.unit, f, &mut forest);
    scalarize_copied(cx, f, &candidates, &scan, &mut forest);
    let mut any = false;
    for &var in &candidates {
        any |= forest.choose(cx, f, var);
    }
    if any {
        if modify::run(cx.unit, cx.options, f, &forest, &candidates, &mut cx.dump) {
            update_ssa::mark_virtuals(f);
        }
        for &var in forest.replacements() {
            update_ssa::mark_symbol(f, var);
        }
        update_ssa::update(cx.unit, f, &mut cx.dump);
    }
    Todo::NONE
}

/// The aggregates that live in the function alone and whose address is not taken, in order of declaration.
fn candidates(cx: &mut PassContext<'_>, f: &Function) -> Vec<DeclId> {
    let mut found = Vec::new();
    for &var in f.params.iter().chain(f.locals.iter().rev()) {
        let why_not = rejected(cx.unit, var);
        if why_not.is_none() {
            found.push(var);
        }
        if cx.dump.details() {
            let name = tree_ssa::dump_text::decl(cx.unit, f, var);
            let uid = var.0;
            let _ = match why_not {
                Some(why) => writeln!(cx.dump, "Rejected ({uid}): {why}: {name}"),
                None => writeln!(cx.dump, "Candidate ({uid}): {name}"),
            };
        }
    }
    found.sort_unstable();
    found
}

/// Whether an object holds values though no statement here writes it: a parameter, or a constant that the compiler put into
/// memory.
fn comes_initialized(unit: &Unit, var: DeclId) -> bool {
    unit.decls[var].kind == DeclKind::Parm || is_constant(unit, var)
}

/// Whether an object is a constant of the compiler's own (`*.LC0`).
fn is_constant(unit: &Unit, var: DeclId) -> bool {
    unit.decls[var].has(flag::CONST_POOL)
}

/// Why a variable stays whole.
fn rejected(unit: &Unit, var: DeclId) -> Option<&'static str> {
    let decl = &unit.decls[var];
    let ty = decl.ty;
    if !unit.types.is_aggregate(ty) {
        return Some("not aggregate");
    }
    let in_memory = flag::ADDRESSABLE | flag::HAS_VALUE_EXPR | flag::VIRTUAL | flag::HARD_REGISTER;
    if !matches!(decl.kind, DeclKind::Var | DeclKind::Parm)
        || decl.is_global() && !is_constant(unit, var)
        || decl.flags & in_memory != 0
    {
        return Some("needs to live in memory and escapes or global");
    }
    if decl.has(flag::VOLATILE) || unit.types[ty].quals.contains(Quals::VOLATILE) {
        return Some("is volatile");
    }
    match unit.types.bits(ty) {
        None => return Some("type size not fixed"),
        Some(0) => return Some("type size is zero"),
        Some(_) => {}
    }
    precludes(unit, ty).then_some("type has parts that are volatile or begin within a byte")
}

/// Whether some part of a type must not be split off, whatever accesses there are.
fn precludes(unit: &Unit, ty: TypeId) -> bool {
    match unit.types.kind(ty) {
        TypeKind::Record { fields, .. } | TypeKind::Union { fields, .. } => {
            fields.iter().any(|&id| {
                let field = unit.types.field(id);
                let within_byte =
                    unit.types.is_aggregate(field.ty) && !field.bit_offset.is_multiple_of(8);
                within_byte
                    || unit.types[field.ty].quals.contains(Quals::VOLATILE)
                    || precludes(unit, field.ty)
            })
        }
        TypeKind::Array { element, .. } => {
            unit.types[*element].quals.contains(Quals::VOLATILE) || precludes(unit, *element)
        }
        _ => false,
    }
}

/// Gives all members of small aggregates that are copied from an access of their own, so that the copy can go.
fn scalarize_copied(
    cx: &mut PassContext<'_>,
    f: &Function,
    candidates: &[DeclId],
    scan: &scan::Scan,
    forest: &mut Forest,
) {
    let words = if cx.options.optimize_size { WORDS_FOR_SIZE } else { WORDS_FOR_SPEED };
    let limit = words * u64::from(cx.unit.target.word_bits / 8);
    let copied: FxHashSet<DeclId> =
        scan.copied_from.difference(&scan.used_whole).copied().collect();
    for &var in candidates {
        if !copied.contains(&var) || !forest.has(var) || cx.unit.decls[var].kind != DeclKind::Var {
            continue;
        }
        let small = cx.unit.types.size(cx.unit.decls[var].ty).is_some_and(|size| size <= limit);
        if cx.dump.details() {
            let name = tree_ssa::dump_text::decl(cx.unit, f, var);
            let uid = var.0;
            let _ = match small {
                true => {
                    writeln!(cx.dump, "Will attempt to totally scalarize {name} (UID: {uid}): ")
                }
                false => writeln!(cx.dump, "Too big to totally scalarize: {name} (UID: {uid})"),
            };
        }
        if small {
            forest.scalarize_totally(cx.unit, f, var);
        }
    }
}
