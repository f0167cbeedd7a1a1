//! What is known to be in memory that a call is given: in structures passed by value, and where pointers point to
//! (aggregate jump functions, `ipa_determine_known_aggregate_parts`).
//!
//! ```text
//!   s.n = 4;
//!   s.f = g;            parameter 0, by reference: bits 0 on are 4, bits 64 on are &g
//!   h (&s);
//! ```
//!
//! Stores above the call are looked at, the closest first, as long as none may have stored something else; [`ParamLoads`]
//! bounds how many.

use super::cp::is_constant_everywhere;
use super::param_loads::{ParamLoads, Part};
use super::summary::Passed;
use gimple::code::TreeCode;
use gimple::decl::DeclKind;
use gimple::function::Function;
use gimple::stmt::{Call, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use smallvec::SmallVec;
use std::sync::Arc;
use tree_ssa::analyses::alias::{Access, Base};
use tree_ssa::fold::gimple_fold::scalar_in;

/// So many parts are known of an argument (`--param ipa-max-agg-items`).
const MAX_PARTS: usize = 16;

/// A part of what is passed for a parameter, and what is in it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PassedPart {
    pub param: u32,
    pub part: Part,
    pub value: Passed,
}

/// Those of a call.
pub type PassedParts = Option<Arc<[PassedPart]>>;

/// The constant in a part of what is passed for a parameter, for which itself `passed` is.
pub fn constant_in(
    unit: &Unit,
    parts: &PassedParts,
    passed: Passed,
    (param, part): (u32, Part),
) -> Option<Operand> {
    let mut known = parts.iter().flat_map(|parts| parts.iter());
    if let Some(found) = known.find(|it| it.param == param && it.part == part) {
        return match found.value {
            Passed::Constant(value) => Some(value),
            _ => None,
        };
    }
    let Passed::Constant(pointer) = passed else { return None };
    let object = unit.addressed(pointer).filter(|_| part.by_ref)?;
    let Operand::Decl(var) = object else { return None };
    if unit.decls[var].kind != DeclKind::Var {
        return None;
    }
    scalar_in(unit, var, u64::try_from(part.offset).ok()?)
}

/// Looks for what is known of a call's arguments.
pub fn find(
    unit: &Unit,
    f: &Function,
    loads: &mut ParamLoads<'_>,
    (stmt, call): (StmtId, &Call),
) -> PassedParts {
    let mut all: Vec<PassedPart> = Vec::new();
    for (index, &arg) in call.args.iter().enumerate() {
        if let Some(memory) = memory_of(unit, f, loads, arg) {
            parts_of(unit, f, loads, (stmt, index as u32), &memory, &mut all);
        }
    }
    if all.is_empty() { None } else { Some(all.into()) }
}

/// The memory that an argument is, or points to.
struct Memory {
    access: Access,
    by_ref: bool,
}

fn memory_of(unit: &Unit, f: &Function, loads: &ParamLoads<'_>, arg: Operand) -> Option<Memory> {
    let access = match arg {
        Operand::Ssa(name) => {
            let pointee = unit.types.pointee(f.names[name].ty)?;
            let size = i64::try_from(unit.types.size(pointee)?).ok()?;
            let plain = Access::from_pointer(unit, f, arg, Some(size));
            let itself = plain.base == Base::Pointer(arg) && plain.offset == 0;
            return itself.then_some(Memory { access: plain, by_ref: true });
        }
        _ if unit.is_memory_operand(arg) => loads.oracle.access(unit, f, arg),
        _ => {
            let object = unit.addressed(arg)?;
            let base = unit.trees.base_address(object).decl()?;
            if unit.decls[base].kind != DeclKind::Var {
                return None;
            }
            loads.oracle.access(unit, f, object)
        }
    };
    let by_ref = !unit.is_memory_operand(arg);
    let known = access.is_exact() && !access.volatile && matches!(access.base, Base::Decl(_));
    known.then_some(Memory { access, by_ref })
}

fn parts_of(
    unit: &Unit,
    f: &Function,
    loads: &mut ParamLoads<'_>,
    (call, param): (StmtId, u32),
    memory: &Memory,
    all: &mut Vec<PassedPart>,
) {
    let Memory { access, by_ref } = memory;
    // All that has been stored, what is not known as well.
    let mut stored: SmallVec<[(i64, i64); MAX_PARTS]> = SmallVec::new();
    let mut state = f.stmts[call].vuse.expand();
    while let Some(def) = state.map(|name| f.names[name].def).filter(|def| def.is_some()) {
        if loads.stores_left == 0 || stored.len() == MAX_PARTS {
            return;
        }
        loads.stores_left -= 1;
        let data = &f.stmts[def];
        if matches!(data.kind, StmtKind::Phi(_)) {
            return;
        }
        state = data.vuse.expand();
        if !loads.oracle.stmt_may_clobber(unit, f, def, access, true) {
            continue;
        }
        let StmtKind::Assign { lhs, code, rhs } = data.kind else { return };
        let place = loads.oracle.access(unit, f, lhs);
        let Some(size) = place.size.filter(|_| place.is_exact()) else { return };
        if place.base != access.base
            || place.volatile
            || place.offset < access.offset
            || !unit.types.is_register_type(unit.type_of(f, lhs))
        {
            return;
        }
        let from = place.offset - access.offset;
        let overlaps = |&(start, length): &(i64, i64)| from < start + length && start < from + size;
        if stored.iter().any(overlaps) {
            continue;
        }
        stored.push((from, size));
        let value = if code == TreeCode::Single {
            value(unit, loads, def, rhs[0])
        } else {
            Passed::Unknown
        };
        if value != Passed::Unknown {
            let part = Part { offset: from, by_ref: *by_ref };
            all.push(PassedPart { param, part, value });
        }
    }
}

/// What is stored.
fn value(unit: &Unit, loads: &mut ParamLoads<'_>, store: StmtId, op: Operand) -> Passed {
    if is_constant_everywhere(unit, op) {
        return Passed::Constant(op);
    }
    match loads.unmodified_source(store, op) {
        Some((index, None)) => Passed::Parameter { index, preserved: false },
        Some((index, Some(part))) => Passed::Loaded { index, part },
        None => Passed::Unknown,
    }
}

/// What is known of the arguments of a call in a copy of a function, in terms of what the function around it gets: `args` are
/// the call's, `outer` and `outer_parts` those the copy was made for.
pub fn passed_on(
    parts: &PassedParts,
    args: &[Passed],
    outer: &dyn Fn(u32) -> Passed,
    outer_parts: &PassedParts,
) -> PassedParts {
    let of_outer = |param: u32, part: Part| {
        let mut known = outer_parts.iter().flat_map(|parts| parts.iter());
        known.find(|it| it.param == param && it.part == part).map(|it| it.value)
    };
    let mut all: Vec<PassedPart> = Vec::new();
    for it in parts.iter().flat_map(|parts| parts.iter()) {
        let value = match it.value {
            Passed::Parameter { index, .. } => outer(index).at(0, false),
            Passed::Loaded { index, part } => match of_outer(index, part) {
                Some(value) => value,
                None => loaded(outer(index), part),
            },
            value => value,
        };
        if value != Passed::Unknown {
            all.push(PassedPart { value, ..*it });
        }
    }
    for (param, &arg) in args.iter().enumerate() {
        let param = param as u32;
        let own = parts.iter().flat_map(|parts| parts.iter()).any(|it| it.param == param);
        let (index, by) = match arg {
            Passed::Parameter { index, preserved: true } => (index, 0),
            Passed::Ancestor { index, offset, preserved: true } => (index, offset),
            _ => continue,
        };
        if own {
            continue;
        }
        let outer = outer_parts.iter().flat_map(|parts| parts.iter());
        for it in outer.filter(|it| it.param == index && it.part.by_ref && it.part.offset >= by) {
            let part = Part { offset: it.part.offset - by, by_ref: true };
            all.push(PassedPart { param, part, value: it.value });
        }
    }
    if all.is_empty() { None } else { Some(all.into()) }
}

/// What is loaded from a part of what a function is passed, in terms of what the function around it is passed.
pub fn loaded(passed: Passed, part: Part) -> Passed {
    match passed {
        Passed::Parameter { index, preserved } if preserved && part.by_ref => {
            Passed::Loaded { index, part }
        }
        Passed::Ancestor { index, offset, preserved: true } if part.by_ref => {
            let offset = part.offset.checked_add(offset);
            offset.map_or(Passed::Unknown, |offset| Passed::Loaded {
                index,
                part: Part { offset, by_ref: true },
            })
        }
        _ => Passed::Unknown,
    }
}
