//! What a call may do besides computing its result: its ECF flags, from the declaration called, its builtin row or
//! the kind of internal function.

use gimple::builtins::{Builtin, Ecf};
use gimple::decl::DeclId;
use gimple::decl::Visibility;
use gimple::decl::flag;
use gimple::function::Function;
use gimple::options::Options;
use gimple::stmt::StmtFlags;
use gimple::stmt::{Call, Callee, InternalFn, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::tree::TreeKind;
use gimple::unit::Unit;

/// The flags of a declared function (`flags_from_decl_or_type`).
fn decl_flags(unit: &Unit, decl: gimple::decl::DeclId) -> Ecf {
    const MAP: [(u64, Ecf); 9] = [
        (flag::CONST, Ecf::CONST),
        (flag::PURE, Ecf::PURE),
        (flag::LOOPING, Ecf::LOOPING),
        (flag::NORETURN, Ecf::NORETURN),
        (flag::MALLOC, Ecf::MALLOC),
        (flag::NOTHROW, Ecf::NOTHROW),
        (flag::RETURNS_TWICE, Ecf::RETURNS_TWICE),
        (flag::LEAF, Ecf::LEAF),
        (flag::COLD, Ecf::COLD),
    ];
    let d = &unit.decls[decl];
    let said = MAP.iter().filter(|(bit, _)| d.has(*bit));
    let mut flags = said.fold(Ecf::NONE, |all, (_, flag)| all | *flag);
    if let Some(builtin) = d.builtin {
        flags |= builtin.info().flags;
    }
    flags | special_function_flags(unit, decl)
}

/// Functions known by name to return twice or never (`special_function_p`).
fn special_function_flags(unit: &Unit, decl: gimple::decl::DeclId) -> Ecf {
    let d = &unit.decls[decl];
    if !d.context.is_none() || !d.has(flag::PUBLIC) {
        return Ecf::NONE;
    }
    match unit.decl_name(decl).map(|name| name.trim_start_matches('_')) {
        Some("setjmp" | "sigsetjmp" | "savectx" | "vfork" | "getcontext") => Ecf::RETURNS_TWICE,
        _ => Ecf::NONE,
    }
}

/// The flags of a call (`gimple_call_flags`).
pub fn flags_of(unit: &Unit, call: &Call) -> Ecf {
    match call.callee {
        Callee::Decl(decl) => decl_flags(unit, decl),
        Callee::Pointer(_) => Ecf::NONE,
        Callee::Internal(function) => match function {
            InternalFn::VaArg => Ecf::NOTHROW | Ecf::LEAF,
            InternalFn::Unreachable => Ecf::NORETURN | Ecf::CONST | Ecf::LEAF | Ecf::NOTHROW,
            InternalFn::AbnormalDispatcher => Ecf::NORETURN,
            InternalFn::Fallthrough => Ecf::LEAF | Ecf::NOTHROW,
            function if function.is_check() => Ecf::LEAF | Ecf::NOTHROW,
            _ => Ecf::CONST | Ecf::LEAF | Ecf::NOTHROW,
        },
    }
}

/// The flags of a statement that is a call; none for any other.
pub fn call_flags(unit: &Unit, f: &Function, stmt: StmtId) -> Ecf {
    match &f.stmts[stmt].kind {
        StmtKind::Call(call) => flags_of(unit, call),
        _ => Ecf::NONE,
    }
}

/// Whether a call has no effect but its result: running forever is one.
pub fn has_no_side_effects(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    only_computes(call_flags(unit, f, stmt))
}

/// Whether what stands after a statement may not be reached although no edge leads elsewhere (`nonpure_call_p`).
pub fn may_not_return(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match f.stmts[stmt].kind {
        StmtKind::Call(_) => !has_no_side_effects(unit, f, stmt),
        StmtKind::Asm(_) => f.stmts[stmt].vdef.is_some(),
        _ => false,
    }
}

/// Whether a function with these flags has no effect but its result.
pub fn only_computes(flags: Ecf) -> bool {
    flags.intersects(Ecf::CONST | Ecf::PURE) && !flags.intersects(Ecf::LOOPING)
}

/// What a statement calls, where that is a builtin function.
pub fn builtin_at(unit: &Unit, f: &Function, stmt: StmtId) -> Option<Builtin> {
    match &f.stmts[stmt].kind {
        StmtKind::Call(call) => callee_builtin(unit, call),
        _ => None,
    }
}

/// As [`builtin_at`], for a call.
pub fn callee_builtin(unit: &Unit, call: &Call) -> Option<Builtin> {
    match call.callee {
        Callee::Decl(decl) => unit.decls[decl].builtin,
        _ => None,
    }
}

/// Whether a function is declared to be given no null pointer as an argument, counted from 0.
pub fn wants_nonnull(unit: &Unit, call: &Call, index: usize) -> bool {
    let Callee::Decl(decl) = call.callee else { return false };
    let decl = &unit.decls[decl];
    let number = index as u32 + 1;
    decl.has(flag::NONNULL)
        || decl.extra.as_ref().is_some_and(|extra| extra.nonnull.contains(&number))
}

/// Whether a statement does more than compute its result (`gimple_has_side_effects`).
pub fn has_side_effects(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    if f.stmts[stmt].has(StmtFlags::VOLATILE) {
        return true;
    }
    match &f.stmts[stmt].kind {
        StmtKind::Asm(asm) => asm.volatile,
        StmtKind::Call(_) => !crate::effects::call_effects::has_no_side_effects(unit, f, stmt),
        _ => false,
    }
}

/// The same, under these options.
pub fn binds_to_current_def(unit: &Unit, options: &Options, decl: DeclId) -> bool {
    let data = &unit.decls[decl];
    let hidden = data.extra.as_ref().is_some_and(|e| e.visibility != Visibility::Default);
    let public = data.has(flag::PUBLIC) && !hidden;
    let shared = options.pic > 0 && public && !data.has(flag::INLINE);
    data.flags & (flag::WEAK | flag::INTERPOSABLE) == 0 && !shared
}

/// Whether a statement only ends the life of a variable.
pub fn is_clobber(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match f.stmts[stmt].kind {
        StmtKind::Assign { rhs: [Operand::Tree(id), ..], .. } => {
            matches!(unit.trees.kind(id), TreeKind::Clobber(_))
        }
        _ => false,
    }
}
