//! What is compared of items before their bodies are (`equals_wpa`): attributes, parameters, what they refer to.

use super::compare::function_types;
use super::items::{Item, Items, Kind, Reference, is_pooled};
use crate::inline::binds_to_current_def;
use gimple::decl::{DeclId, WrittenAttribute, flag};
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::types::{Quals, TypeId};
use gimple::types_compatible::types_compatible;
use gimple::unit::Unit;
use std::sync::Arc;

/// What functions must have in common to be one.
const FACTS: u64 = flag::WEAK
    | flag::ALWAYS_INLINE
    | flag::NOINLINE
    | flag::NORETURN
    | flag::CONST
    | flag::PURE
    | flag::LOOPING
    | flag::MALLOC
    | flag::NOTHROW
    | flag::RETURNS_TWICE
    | flag::LEAF
    | flag::COLD
    | flag::HOT
    | flag::RETURNS_NONNULL
    | flag::NOCLONE
    | flag::NONNULL
    | flag::NOIPA
    | flag::INTERPOSABLE
    | flag::NO_INSTRUMENT
    | flag::NO_PROFILE;

/// Why two items are surely not equal, if they are not; and where GCC finds that out.
pub fn difference(
    cx: &PassContext<'_>,
    functions: &[Function],
    items: &Items,
    (a, b): (&Item, &Item),
) -> Option<(&'static str, &'static str)> {
    if a.references.len() != b.references.len() {
        return Some(("different number of references", "equals_wpa"));
    }
    let found = match (a.kind, b.kind) {
        (Kind::Function(x), Kind::Function(y)) => of_functions(cx, &functions[x], &functions[y]),
        (Kind::Variable, Kind::Variable) => of_variables(cx.unit, a.decl, b.decl),
        _ => Some(("types are different", "equals_wpa")),
    };
    found.or_else(|| {
        let same = |(p, q): (&_, &_)| references_agree(cx.unit, items, p, q);
        let all = a.references.iter().zip(&b.references).all(same);
        (!all).then_some(("different references", "compare_symbol_references"))
    })
}

/// Whether two references may lead to equal things.
fn references_agree(unit: &Unit, items: &Items, a: &Reference, b: &Reference) -> bool {
    a.address == b.address
        && (a.to == b.to
            || is_pooled(unit, a.to) && is_pooled(unit, b.to)
            || items.by_decl.contains_key(&a.to) && items.by_decl.contains_key(&b.to))
}

fn of_functions(
    cx: &PassContext<'_>,
    f: &Function,
    g: &Function,
) -> Option<(&'static str, &'static str)> {
    const HERE: &str = "equals_wpa";
    let unit = &*cx.unit;
    let (p, q) = (&unit.decls[f.decl], &unit.decls[g.decl]);
    let options = match (&f.options, &g.options) {
        (Some(x), Some(y)) => Arc::ptr_eq(x, y),
        (x, y) => x.is_none() && y.is_none(),
    };
    if !options {
        return Some(("optimization flags are different", HERE));
    }
    let binds = |f: &Function| binds_to_current_def(cx, f.decl);
    if p.flags & FACTS != q.flags & FACTS || binds(f) != binds(g) {
        return Some(("decl_or_type flags are different", HERE));
    }
    if f.params.len() != g.params.len()
        || unit.types.is_variadic(p.ty) != unit.types.is_variadic(q.ty)
    {
        return Some(("Mismatched number of parameters", HERE));
    }
    for (&x, &y) in f.params.iter().zip(&g.params) {
        let (x, y) = (unit.decls[x].ty, unit.decls[y].ty);
        if !types_compatible(unit, x, y) {
            return Some(("parameter types are not compatible", HERE));
        }
        let restrict = |ty: TypeId| unit.types[ty].quals.contains(Quals::RESTRICT);
        if unit.types.is_pointer(x) && restrict(x) != restrict(y) {
            return Some(("restrict flags are different", "compatible_types_p"));
        }
    }
    if !function_types(unit, p.ty, q.ty) {
        return Some(("result types are different", HERE));
    }
    let says = |decl: DeclId| attributes(unit, decl);
    (says(f.decl) != says(g.decl) || kept_apart(unit, f.decl) != kept_apart(unit, g.decl))
        .then_some(("different decl attributes", HERE))
}

fn of_variables(unit: &Unit, a: DeclId, b: DeclId) -> Option<(&'static str, &'static str)> {
    let section = |decl: DeclId| unit.decls[decl].extra.as_ref()?.section;
    let size = |decl: DeclId| unit.types.size(unit.decls[decl].ty);
    if size(a) != size(b) {
        return Some(("size mismatch", "equals_wpa"));
    }
    (section(a) != section(b)).then_some(("user section mismatch", "equals_wpa"))
}

/// The attributes as written, in an order of their own.
fn attributes(unit: &Unit, decl: DeclId) -> Vec<&WrittenAttribute> {
    let extra = unit.decls[decl].extra.as_ref();
    let mut all: Vec<_> = extra.iter().flat_map(|extra| &extra.written).collect();
    all.sort_by_key(|attribute| attribute.name);
    all
}

/// What is said of where a function goes and what is done at its ends.
fn kept_apart(unit: &Unit, decl: DeclId) -> impl PartialEq {
    let data = &unit.decls[decl];
    let extra = data.extra.as_ref();
    let of_extra = extra.map(|extra| {
        let ends = (extra.stack_protector, extra.zeroed, extra.patchable);
        (extra.section, extra.visibility, ends, extra.nonnull.clone())
    });
    (data.align, of_extra.unwrap_or_default())
}
