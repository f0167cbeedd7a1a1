//! The range of what a statement computes, from the ranges of its operands.

use super::inverse::is_comparison;
use super::ops::{self, Overflow};
use super::range::{Kind, Range};
use super::{Query, View};
use crate::effects::call_effects;
use gimple::builtins::{Builtin, Ecf, Family};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeKind;
use gimple::unit::Unit;

/// The range of a constant, an address of an object, or of anything that is not looked into.
pub fn range_of_invariant(view: View<'_>, op: Operand, kind: Kind) -> Range {
    if let Some(value) = view.unit.as_int(op) {
        return Range::constant(kind, value);
    }
    let nonnull = kind.pointer
        && view.options.on(Flag::DeleteNullPointerChecks)
        && view.unit.addressed(op).is_some_and(|object| is_object(view, object));
    if nonnull { Range::nonzero(kind) } else { Range::full(kind) }
}

/// Whether a reference is to (a part of) something declared that has an address other than null.
fn is_object(view: View<'_>, reference: Operand) -> bool {
    match view.unit.trees.base_address(reference) {
        Operand::Decl(decl) => !view.unit.decls[decl].has(flag::WEAK),
        Operand::Const(_) => true,
        _ => false,
    }
}

/// What a name that no statement defines is: variables that are not set have no value; of some parameters it is known
/// that they are not null, or in a range.
pub fn range_on_function_entry(view: View<'_>, name: SsaName, kind: Kind) -> Range {
    let data = &view.f.names[name];
    if !data.has(NameFlags::DEFAULT_DEF) || data.var.is_none() {
        return Range::full(kind);
    }
    match view.unit.decls[data.var].kind {
        DeclKind::Var => Range::empty(kind),
        DeclKind::Parm if kind.pointer && is_nonnull_parameter(view, data.var) => {
            Range::nonzero(kind)
        }
        DeclKind::Parm if kind.pointer && data.has(NameFlags::NONNULL) => Range::nonzero(kind),
        DeclKind::Parm => match view.f.param_ranges.get(&data.var) {
            Some(parts) => Range::of_parts(kind, parts.iter().copied()),
            None => Range::full(kind),
        },
        _ => Range::full(kind),
    }
}

/// Whether a parameter is the static chain, or declared not to be null.
fn is_nonnull_parameter(view: View<'_>, param: DeclId) -> bool {
    view.f.static_chain == param
        || view.options.on(Flag::DeleteNullPointerChecks)
            && is_declared_nonnull(view.unit, view.f, param)
}

/// Whether a parameter is declared not to be null.
pub fn is_declared_nonnull(unit: &Unit, f: &Function, param: DeclId) -> bool {
    let decl = &unit.decls[f.decl];
    let Some(index) = f.params.iter().position(|&p| p == param) else { return false };
    let named =
        decl.extra.as_ref().is_some_and(|extra| extra.nonnull.contains(&(index as u32 + 1)));
    named || decl.has(flag::NONNULL)
}

/// The range of what a statement computes, or of the truth of a condition; `None` where that has no ranges.
pub fn range_of_stmt(view: View<'_>, query: &mut dyn Query, stmt: StmtId) -> Option<Range> {
    match &view.f.stmts[stmt].kind {
        &StmtKind::Assign { lhs, code, rhs } => {
            let kind = view.kind_of(lhs)?;
            Some(
                assignment(view, query, stmt, kind, code, rhs).unwrap_or_else(|| Range::full(kind)),
            )
        }
        &StmtKind::Cond { code, lhs, rhs, .. } => {
            Some(Range::truth(Kind::BOOL, truth(view, query, stmt, code, lhs, rhs)))
        }
        StmtKind::Call(call) => {
            let kind = view.kind_of(call.lhs)?;
            Some(of_call(view, call, kind).unwrap_or_else(|| Range::full(kind)))
        }
        _ => None,
    }
}

/// Whether a comparison is known to hold.
fn truth(
    view: View<'_>,
    query: &mut dyn Query,
    stmt: StmtId,
    code: TreeCode,
    a: Operand,
    b: Operand,
) -> Option<bool> {
    let (left, right) = (query.range_of(view, a, stmt)?, query.range_of(view, b, stmt)?);
    if a == b && a.ssa().is_some() {
        return match code {
            TreeCode::Eq | TreeCode::Le | TreeCode::Ge => Some(true),
            TreeCode::Ne | TreeCode::Lt | TreeCode::Gt => Some(false),
            _ => None,
        };
    }
    ops::compare(code, &left, &right)
}

fn assignment(
    view: View<'_>,
    query: &mut dyn Query,
    stmt: StmtId,
    kind: Kind,
    code: TreeCode,
    rhs: [Operand; 3],
) -> Option<Range> {
    use TreeCode::*;
    if code == Single && view.unit.is_memory_operand(rhs[0]) {
        return None;
    }
    if code == Single && view.unit.addressed(rhs[0]).is_some() {
        return Some(address(view, query, stmt, rhs[0], kind));
    }
    if is_comparison(code) {
        return Some(Range::truth(kind, truth(view, query, stmt, code, rhs[0], rhs[1])));
    }
    if code == Cond {
        return choice(view, query, stmt, rhs);
    }
    let a = query.range_of(view, rhs[0], stmt)?;
    match code {
        Single | Nop | Paren | TruthNot | Absu => {
            Some(ops::unary(code, kind, &a, view.overflow(a.kind())))
        }
        Negate | BitNot | Abs if a.kind() == kind => {
            Some(ops::unary(code, kind, &a, view.overflow(kind)))
        }
        PointerPlus => {
            let offset = query.range_of(view, rhs[1], stmt)?;
            Some(ops::pointer_plus(&a, &offset, view.overflow(kind)))
        }
        Plus | Minus | Mult | TruncDiv | ExactDiv | TruncMod | Min | Max | Lshift | Rshift
        | BitAnd | BitIor | BitXor
            if a.kind() == kind =>
        {
            let b = query.range_of(view, rhs[1], stmt)?;
            let shift = matches!(code, Lshift | Rshift);
            if !shift && b.kind() != kind {
                return None;
            }
            if rhs[0] == rhs[1] && rhs[0].ssa().is_some() && matches!(code, Minus | BitXor) {
                return Some(Range::constant(kind, 0));
            }
            Some(ops::binary(code, &a, &b, view.overflow(kind)))
        }
        _ => None,
    }
}

/// `condition ? a : b`.
fn choice(
    view: View<'_>,
    query: &mut dyn Query,
    stmt: StmtId,
    [condition, a, b]: [Operand; 3],
) -> Option<Range> {
    let holds = match condition {
        Operand::Tree(tree) => match view.unit.trees.kind(tree) {
            &TreeKind::Expr { code, args } if is_comparison(code) => {
                truth(view, query, stmt, code, args[0], args[1])
            }
            _ => None,
        },
        _ => query.range_of(view, condition, stmt).and_then(|range| range.as_truth()),
    };
    let (a, b) = (query.range_of(view, a, stmt)?, query.range_of(view, b, stmt)?);
    Some(match holds {
        Some(true) => a,
        Some(false) => b,
        None => a.union(&b),
    })
}

/// The address of something that is reached by a pointer: null at most where the pointer is and nothing is added.
fn address(view: View<'_>, query: &mut dyn Query, stmt: StmtId, op: Operand, kind: Kind) -> Range {
    let known = range_of_invariant(view, op, kind);
    let Some(object) = view.unit.addressed(op) else { return known };
    let Operand::Tree(base) = view.unit.trees.base_address(object) else { return known };
    let &TreeKind::MemRef { base: pointer, .. } = view.unit.trees.kind(base) else { return known };
    if pointer.ssa().is_none() || view.overflow(kind) != Overflow::Undefined {
        return known;
    }
    let Some(range) = query.range_of(view, pointer, stmt) else { return known };
    match constant_offset(view, object) {
        // What begins where the pointer points to has all that is known of the pointer.
        Some(0) => range,
        Some(_) => Range::nonzero(kind),
        None if !range.is_empty() && !range.contains(0) => Range::nonzero(kind),
        None => Range::full(kind),
    }
}

/// The bytes from what a reference is based on to it, if they are a constant.
fn constant_offset(view: View<'_>, mut reference: Operand) -> Option<i128> {
    let mut offset = 0i128;
    while let Operand::Tree(tree) = reference {
        match *view.unit.trees.kind(tree) {
            TreeKind::MemRef { base, offset: more, .. } => {
                return base.ssa().and(offset.checked_add(more.into()));
            }
            TreeKind::ComponentRef { base, field } => {
                offset += i128::from(view.unit.types.field(field).byte_offset());
                reference = base;
            }
            TreeKind::ArrayRef { base, index } => {
                let size = view.unit.types.size(view.unit.type_of(view.f, reference))?;
                offset += view.unit.as_int(index)?.checked_mul(size.into())?;
                reference = base;
            }
            _ => return None,
        }
    }
    None
}

/// What is known of the results of functions.
fn of_call(view: View<'_>, call: &Call, kind: Kind) -> Option<Range> {
    if kind.pointer {
        return never_null(view, call).then(|| Range::nonzero(kind));
    }
    let builtin = call_effects::callee_builtin(view.unit, call)?;
    let argument = call.args.first().copied()?;
    let bits = || {
        let ty = view.unit.type_of(view.f, argument);
        view.unit.types.precision(ty).map(i128::from)
    };
    match builtin.family() {
        Family::Ffs | Family::Popcount => Some(Range::between(kind, 0, bits()?)),
        Family::Parity => Some(Range::between(kind, 0, 1)),
        Family::ConstantP if argument.constant().is_some() => Some(Range::constant(kind, 1)),
        Family::ConstantP => {
            let late = view.f.properties.intersects(Prop::INLINED);
            late.then(|| Range::constant(kind, 0))
        }
        // Of zero the number of zeros is not defined.
        Family::Clz | Family::Ctz | Family::Clrsb => Some(Range::between(kind, 0, bits()? - 1)),
        Family::Strlen | Family::Strnlen => {
            let result = Kind::of(view.unit, view.unit.type_of(view.f, call.lhs))?;
            // The largest object is smaller than half of memory, and there is a byte at the end of a string.
            let largest = Kind { signed: true, ..result }.max() - 2;
            let room = bytes_of_array(view.unit, argument).map_or(largest, |bytes| bytes - 1);
            Some(Range::between(kind, 0, largest.min(room)))
        }
        _ => None,
    }
}

/// The bytes of the array an address is of.
fn bytes_of_array(unit: &Unit, address: Operand) -> Option<i128> {
    let Operand::Decl(array) = unit.addressed(address)? else { return None };
    let ty = unit.decls[array].ty;
    let bytes = unit.types.bits(ty).filter(|&bits| bits > 0)? / 8;
    matches!(unit.types.kind(ty), TypeKind::Array { .. }).then_some(i128::from(bytes))
}

/// Whether a function is declared never to return a null pointer.
fn never_null(view: View<'_>, call: &Call) -> bool {
    let Callee::Decl(decl) = call.callee else { return false };
    let allocates = matches!(
        call_effects::callee_builtin(view.unit, call),
        Some(Builtin::Alloca | Builtin::AllocaWithAlign | Builtin::AllocaWithAlignAndMax)
    );
    view.options.on(Flag::DeleteNullPointerChecks)
        && (allocates || view.unit.decls[decl].has(flag::RETURNS_NONNULL))
}

/// Whether a pointer cannot be null once a statement has been executed: it is dereferenced, or passed where null must not
/// be.
pub fn proves_nonnull(view: View<'_>, stmt: StmtId, pointer: Operand) -> bool {
    let passed = || match &view.f.stmts[stmt].kind {
        StmtKind::Call(call) => {
            view.options.on(Flag::DeleteNullPointerChecks)
                && call.args.contains(&pointer)
                && takes_no_null(view.unit, call, pointer)
        }
        _ => false,
    };
    dereferences(view, stmt, pointer) || passed()
}

/// Whether a statement reads or writes what a pointer points to, which therefore is not null.
pub fn dereferences(view: View<'_>, stmt: StmtId, pointer: Operand) -> bool {
    if !view.options.on(Flag::DeleteNullPointerChecks) {
        return false;
    }
    let through = |op: Operand| match view.unit.trees.base_address(op) {
        Operand::Tree(base) => match *view.unit.trees.kind(base) {
            TreeKind::MemRef { base, .. } | TreeKind::TargetMemRef { base, .. } => base == pointer,
            _ => false,
        },
        _ => false,
    };
    match &view.f.stmts[stmt].kind {
        &StmtKind::Assign { lhs, code: TreeCode::Single, rhs } => {
            let clobbers = crate::effects::call_effects::is_clobber(view.unit, view.f, stmt);
            !clobbers && [lhs, rhs[0]].into_iter().any(|op| reads_memory(view, op) && through(op))
        }
        StmtKind::Call(call) => {
            let written = reads_memory(view, call.lhs) && through(call.lhs);
            written || call.args.iter().any(|&arg| reads_memory(view, arg) && through(arg))
        }
        _ => false,
    }
}

/// Whether a function is declared not to be called with null for one of the parameters an argument stands for.
fn takes_no_null(unit: &Unit, call: &Call, argument: Operand) -> bool {
    let Callee::Decl(callee) = call.callee else { return false };
    let decl = &unit.decls[callee];
    let mut passed = (0..call.args.len()).filter(|&index| call.args[index] == argument);
    if let Some(builtin) = decl.builtin
        && builtin.info().flags.intersects(Ecf::TYPE_ATTRIBUTES)
    {
        return passed.any(|index| builtin.takes_no_null(index));
    }
    let named = decl.extra.as_ref().map(|extra| &extra.nonnull);
    decl.has(flag::NONNULL)
        || passed.any(|index| named.is_some_and(|list| list.contains(&(index as u32 + 1))))
}

/// Whether an operand is an object in memory, and one with a size.
fn reads_memory(view: View<'_>, op: Operand) -> bool {
    op.tree().is_some()
        && view.unit.is_memory_operand(op)
        && !matches!(view.unit.types.kind(view.unit.type_of(view.f, op)), TypeKind::Void)
        && view.unit.types.size(view.unit.type_of(view.f, op)) != Some(0)
}
