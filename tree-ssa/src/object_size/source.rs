//! What a pointer is made of, as far as sizes of objects are concerned.

use crate::effects::call_effects;
use crate::effects::fn_spec::FnSpec;
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, Callee, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;

/// How far a pointer is moved.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    By(i64),
    Of(Operand),
}

/// What a pointer is.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// Another pointer, or an address.
    Copy(Operand),
    /// A pointer some bytes from another.
    Moved(Operand, Step),
    /// One of two, by a condition.
    Choice([Operand; 3]),
    /// The result of the φ that defines it.
    Joined,
    /// Memory that is allocated there, so many times so many bytes; the second may be missing.
    Fresh(Operand, Operand),
    Unknown,
}

/// What the definition of a pointer says it is.
pub fn of(unit: &Unit, f: &Function, name: SsaName) -> Source {
    let Some(def) = f.names[name].def.expand() else { return Source::Unknown };
    match &f.stmts[def].kind {
        StmtKind::Phi(_) => Source::Joined,
        &StmtKind::Assign { code, rhs, .. } => match code {
            TreeCode::Single => copied(unit, rhs[0]),
            TreeCode::Nop if unit.types.is_pointer(unit.type_of(f, rhs[0])) => Source::Copy(rhs[0]),
            TreeCode::PointerPlus => Source::Moved(
                rhs[0],
                unit.as_int(rhs[1]).map_or(Step::Of(rhs[1]), |by| {
                    Step::By(unit.types.wrap(unit.common.ssizetype, by) as i64)
                }),
            ),
            TreeCode::Cond => Source::Choice(rhs),
            _ => Source::Unknown,
        },
        StmtKind::Call(call) => returned(unit, call),
        _ => Source::Unknown,
    }
}

fn copied(unit: &Unit, op: Operand) -> Source {
    match op {
        Operand::Ssa(_) => Source::Copy(op),
        _ => match unit.addressed(op).and_then(Operand::tree).map(|id| unit.trees.kind(id)) {
            Some(&TreeKind::MemRef { base, offset, .. }) => Source::Moved(base, Step::By(offset)),
            _ if unit.addressed(op).is_some() => Source::Copy(op),
            _ => Source::Unknown,
        },
    }
}

/// What a function returns a pointer to.
fn returned(unit: &Unit, call: &Call) -> Source {
    if let Some(&pointer) =
        FnSpec::of(unit, call, false).returned_argument().and_then(|index| call.args.get(index))
    {
        return Source::Copy(pointer);
    }
    let argument = |index: usize| call.args.get(index).copied().unwrap_or(Operand::None);
    let fresh = |a: usize, b: Option<usize>| match argument(a) {
        Operand::None => Source::Unknown,
        size => Source::Fresh(size, b.map_or(Operand::None, argument)),
    };
    if let Callee::Decl(decl) = call.callee
        && let Some(extra) = &unit.decls[decl].extra
        && let [first, ref more @ ..] = extra.alloc_size[..]
    {
        let position = |index: u32| (index as usize).wrapping_sub(1);
        return fresh(position(first), more.first().map(|&second| position(second)));
    }
    match call_effects::callee_builtin(unit, call) {
        Some(
            Builtin::Malloc
            | Builtin::Alloca
            | Builtin::AllocaWithAlign
            | Builtin::AllocaWithAlignAndMax,
        ) => fresh(0, None),
        Some(Builtin::Realloc | Builtin::AlignedAlloc) => fresh(1, None),
        Some(Builtin::Calloc) => fresh(0, Some(1)),
        Some(Builtin::AssumeAligned) => Source::Copy(argument(0)),
        _ => Source::Unknown,
    }
}
