//! Copies of memory of a known size that are assignments (`gimple_fold_builtin_memory_op`).
//!
//! ```text
//!   memcpy (&x, &y, 4);          _1 = MEM <unsigned int> [(char * {ref-all})&y];
//!                                MEM <unsigned int> [(char * {ref-all})&x] = _1;
//!                         =>
//!   memcpy (&s, p, 12);          MEM <unsigned char[12]> [(char * {ref-all})&s]
//!                                  = MEM <unsigned char[12]> [(char * {ref-all})p];
//! ```
//!
//! What fits a register and is aligned for it goes through one. Otherwise one of the two must be a variable, or a member of
//! one, of just that size: it may become a register itself, or be taken apart, once its address is not passed any more. What
//! may overlap is copied as a whole through a register only; where it is known not to, `memmove` is `memcpy`.

use crate::analyses::address_bits;
use crate::edit::Cursor;
use crate::edit::locals::new_local;
use crate::fold::gimple_fold::address::Root;
use crate::fold::gimple_fold::address::root_and_offset;
use crate::fold::gimple_fold::memory_constant;
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::{Function, Prop};
use gimple::stmt::{Call, StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{ArrayDomain, TypeId, TypeKind};
use gimple::unit::Unit;

/// Definitions a pointer is followed back over to the object it points into.
const MAX_STEPS: usize = 4;

/// A copy as an assignment.
struct Copied {
    to: Operand,
    from: Operand,
    ty: TypeId,
    /// It goes through a register.
    in_register: bool,
}

/// Turns a call that copies memory into assignments, in the order in which they are returned; the call itself is one of
/// them. Virtual operands, if there are any, stay right.
pub(super) fn fold(
    unit: &mut Unit,
    f: &mut Function,
    builtin: Builtin,
    stmt: StmtId,
) -> Option<Vec<StmtId>> {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
    let (lhs, args) = (call.lhs, call.args.clone());
    let &[to, from, size] = &args[..] else { return None };
    let copied = assignment(unit, f, builtin, (to, from, size))?;
    let mut list = Vec::new();
    let mut value = copied.from;
    if copied.in_register {
        match memory_constant(unit, f, copied.from) {
            Some(constant) => value = constant,
            None => {
                let load = load(unit, f, &copied, stmt);
                list.push(load);
                if let StmtKind::Assign { lhs, .. } = f.stmts[load].kind {
                    value = lhs;
                }
            }
        }
    }
    f.stmts[stmt].kind = StmtKind::copy(copied.to, value);
    f.stmts[stmt].flags.remove(StmtFlags::RETURN_SLOT | StmtFlags::TAIL_CALL);
    list.push(stmt);
    if lhs.is_some() {
        let (code, more) = match builtin {
            Builtin::Mempcpy => (TreeCode::PointerPlus, size),
            _ => (TreeCode::Single, Operand::None),
        };
        list.push(f.new_stmt_at(stmt, StmtKind::assign(lhs, code, [to, more])));
    }
    Some(list)
}

/// As `fold`, for a call in a block of a function in SSA form; whether it is done.
pub fn fold_in_block(unit: &mut Unit, f: &mut Function, builtin: Builtin, stmt: StmtId) -> bool {
    let Some(list) = fold(unit, f, builtin, stmt) else { return false };
    put_in_block(unit, f, stmt, &list);
    true
}

/// Puts statements that are to stand for one, and are the one itself and others, before and after it.
pub(super) fn put_in_block(unit: &Unit, f: &mut Function, stmt: StmtId, list: &[StmtId]) {
    let mut after = false;
    for &new in list {
        match (new == stmt, after) {
            (true, _) => after = true,
            (_, true) => f.insert_after(stmt, new),
            (_, false) => f.insert_before(stmt, new),
        }
        f.update_stmt(unit, new);
    }
}

/// Whether a call of `memmove` may be one of `memcpy`: what it reads is never written, or lies elsewhere.
pub(super) fn is_apart(unit: &Unit, f: &Function, args: &[Operand]) -> bool {
    let &[to, from, size] = args else { return false };
    let Some((source, start)) = place_of(unit, f, from) else { return false };
    if is_readonly(unit, source) {
        return true;
    }
    let Some((target, begin)) = place_of(unit, f, to) else { return false };
    let object = |root| match root {
        Root::Object(Operand::Decl(decl)) => unit.alias_target(decl).is_none().then_some(decl),
        _ => None,
    };
    match (object(target), object(source)) {
        (Some(a), Some(b)) if a != b => true,
        _ if target == source => {
            unit.as_int(size).is_some_and(|size| i128::from(begin.abs_diff(start)) >= size.max(0))
        }
        _ => false,
    }
}

fn is_readonly(unit: &Unit, root: Root) -> bool {
    match root {
        Root::Object(Operand::Const(_)) => true,
        Root::Object(Operand::Decl(decl)) => {
            unit.decls[decl].has(flag::READONLY | flag::STATIC)
                && !unit.decls[decl].has(flag::VOLATILE)
        }
        _ => false,
    }
}

/// What a pointer points into, and where, by what it is computed from.
fn place_of(unit: &Unit, f: &Function, pointer: Operand) -> Option<(Root, i64)> {
    let (mut op, mut offset) = (pointer, 0i64);
    for _ in 0..MAX_STEPS {
        if let Some(object) = unit.addressed(op) {
            let (root, start) = root_and_offset(unit, object)?;
            return Some((root, start.checked_add(offset)?));
        }
        let Operand::Ssa(name) = op else { break };
        let Some(def) = f.names[name].def.expand() else { break };
        match f.stmts[def].kind {
            StmtKind::Assign { code: TreeCode::Single, rhs, .. }
                if rhs[0].ssa().is_some() || unit.addressed(rhs[0]).is_some() =>
            {
                op = rhs[0];
            }
            StmtKind::Assign { code: TreeCode::PointerPlus, rhs, .. } => {
                let Some(more) = unit.as_int(rhs[1]) else { break };
                let more = unit.types.wrap(unit.common.ssizetype, more);
                offset = offset.checked_add(i64::try_from(more).ok()?)?;
                op = rhs[0];
            }
            _ => break,
        }
    }
    Some((Root::Pointer(op), offset))
}

/// The assignment that copies as much, if one does.
fn assignment(
    unit: &mut Unit,
    f: &Function,
    builtin: Builtin,
    (to, from, size): (Operand, Operand, Operand),
) -> Option<Copied> {
    let length = u64::try_from(unit.as_int(size)?).ok().filter(|&length| length > 0)?;
    let aligned = |unit: &Unit, align: u32| {
        !unit.target.strict_alignment
            || alignment_of(unit, f, to) >= align && alignment_of(unit, f, from) >= align
    };
    let (ty, in_register) = if length.is_power_of_two()
        && length <= u64::from(unit.target.word_bits / 8)
        && aligned(unit, length as u32)
        && !is_literal(unit, from)
    {
        (unit.types.nonstandard_integer(length as u16 * 8, true), true)
    } else {
        if builtin == Builtin::Memmove && !is_apart(unit, f, &[to, from, size]) {
            return None;
        }
        let natural = whole_variable(unit, f, to, length)
            .filter(|&ty| fits(unit, f, ty, (to, from)))
            .or_else(|| {
                whole_variable(unit, f, from, length).filter(|&ty| fits(unit, f, ty, (from, to)))
            })?;
        if unit.types.is_register_type(natural) {
            if !aligned(unit, unit.types.align(natural)) {
                return None;
            }
            (as_bits(unit, natural), true)
        } else {
            let byte = unit.common.uchar;
            (unit.types.array_of(byte, ArrayDomain::Count(length)), false)
        }
    };
    let to = memory_at(unit, f, to, ty);
    let from = memory_at(unit, f, from, ty);
    Some(Copied { to, from, ty, in_register })
}

/// Whether an address is one within a literal: what copies from it tells of its length, which an integer would not.
fn is_literal(unit: &Unit, address: Operand) -> bool {
    let object = unit.addressed(address);
    object.is_some_and(|object| matches!(unit.trees.base_address(object), Operand::Const(_)))
}

/// The type of what an address is of, if that is a variable or part of one, as large as what is copied: of an array of
/// another size, its elements count.
fn whole_variable(unit: &Unit, f: &Function, address: Operand, length: u64) -> Option<TypeId> {
    let object = unit.addressed(address)?;
    let Operand::Decl(_) = unit.trees.base_address(object) else { return None };
    let mut ty = unit.type_of(f, object);
    if let &TypeKind::Array { element, .. } = unit.types.kind(ty)
        && unit.types.size(ty) != Some(length)
    {
        ty = element;
    }
    (unit.types.size(ty) == Some(length)).then_some(ty)
}

/// Whether memory may be accessed as a type at a variable of that type and at the other place.
fn fits(unit: &Unit, f: &Function, ty: TypeId, (own, other): (Operand, Operand)) -> bool {
    let align = unit.types.align(ty);
    alignment_of(unit, f, own) >= align
        && (unit.types.is_register_type(ty) || alignment_of(unit, f, other) >= align)
}

/// A register type that keeps all bits: what computes with floating point may not.
fn as_bits(unit: &mut Unit, ty: TypeId) -> TypeId {
    match *unit.types.kind(ty) {
        TypeKind::Complex(part) => {
            let part = as_bits(unit, part);
            unit.types.complex_of(part)
        }
        TypeKind::Real(_) | TypeKind::Bool | TypeKind::Enum { .. } => {
            let bits = unit.types.size(ty).unwrap_or(0) * 8;
            unit.types.nonstandard_integer(bits as u16, true)
        }
        _ => ty,
    }
}

/// By what a pointer is known to be a multiple, in bytes: as the variable is aligned that it points into, or by what `ccp`
/// found of the pointer's bits.
pub fn alignment_of(unit: &Unit, f: &Function, pointer: Operand) -> u32 {
    let of_name = |name| f.nonzero_bits.get(name).trailing_zeros().min(16);
    if let Some(name) = pointer.ssa() {
        return 1 << of_name(name);
    }
    let lowered = f.properties.intersects(Prop::CFG);
    // Where aggregates of this function begin is settled once bodies have been copied (`adjust_alignment`).
    let settled = f.properties.intersects(Prop::INLINED);
    let of_object = |decl: DeclId| {
        let (own, data) = (address_bits::alignment_of(unit, decl, lowered), &unit.decls[decl]);
        let local = data.kind == DeclKind::Var && !data.is_global();
        match settled && local && unit.types.is_aggregate(data.ty) {
            true => own.max(unit.target.constant_alignment),
            false => own,
        }
    };
    if let Some(bits) = address_bits::low_bits(unit, pointer, &of_object) {
        return 1 << (bits.value | bits.mask).trailing_zeros().min(16);
    }
    let place = unit.addressed(pointer).and_then(|object| root_and_offset(unit, object));
    match place {
        Some((Root::Pointer(Operand::Ssa(name)), offset)) => {
            1 << of_name(name).min(offset.trailing_zeros())
        }
        _ => 1,
    }
}

/// `MEM <ty> [(char * {ref-all})pointer]`.
fn memory_at(unit: &mut Unit, f: &Function, pointer: Operand, ty: TypeId) -> Operand {
    let place = unit.addressed(pointer).and_then(|object| root_and_offset(unit, object));
    let (base, offset) = match place {
        Some((Root::Object(object), offset)) => {
            let of = unit.type_of(f, object);
            (unit.address_of(object, of), offset)
        }
        Some((Root::Pointer(pointer), offset)) => (pointer, offset),
        None => (pointer, 0),
    };
    let byte = unit.common.char_;
    let alias_ptr = unit.types.ref_all_pointer_to(byte);
    Operand::Tree(unit.trees.add(TreeKind::MemRef { base, offset, alias_ptr }, ty))
}

/// The statement that reads what is copied, for a place before the call.
fn load(unit: &mut Unit, f: &mut Function, copied: &Copied, stmt: StmtId) -> StmtId {
    let in_ssa = f.properties.intersects(Prop::SSA);
    let lhs = match in_ssa {
        true => Operand::Ssa(f.make_temp_ssa_name(copied.ty, Symbol::NONE, StmtId::NONE)),
        false => Operand::Decl(new_local(unit, f, copied.ty, None)),
    };
    if !in_ssa {
        return f.new_stmt_at(stmt, StmtKind::copy(lhs, copied.from));
    }
    let mut at = Cursor::nowhere().like(f, stmt).reading(f.stmts[stmt].vuse);
    at.copy(unit, f, lhs, copied.from)
}

/// Whether a call is of a function that copies memory.
pub fn copies_memory(builtin: Builtin, call: &Call) -> bool {
    matches!(builtin, Builtin::Memcpy | Builtin::Memmove | Builtin::Mempcpy) && call.args.len() == 3
}
