//! Pass `ubsan`: checks of undefined behaviour that GIMPLE shows.
//!
//! ```text
//! _1 = a_2(D) + b_3(D);     =>    _1 = .UBSAN_CHECK_ADD (a_2(D), b_3(D));
//!
//! _4 = *p_5(D);             =>    .UBSAN_NULL (p_5(D), 0B, 4);
//!                                 _6 = __builtin_object_size (p_5(D), 0);
//!                                 .UBSAN_OBJECT_SIZE (p_5(D), 4, _6, 0);
//!                                 _4 = *p_5(D);
//!
//! q_7 = p_5(D) + i_8(D);    =>    .UBSAN_PTR (p_5(D), i_8(D));
//!                                 q_7 = p_5(D) + i_8(D);
//! ```
//! A `_Bool` is loaded as the byte it is in memory, and that may not be above 1. Arguments that may not be null or zero are
//! compared where they are passed, results where they are returned.

use super::trap_if;
use gimple::aside::Aside;
use gimple::builtins::{Builtin, Family};
use gimple::code::TreeCode;
use gimple::decl::flag;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::sanitize::Sanitize;
use gimple::stmt::{Call, Callee, InternalFn, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use tree_ssa::analyses::alias::Access;
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::reference::bit_field;
use tree_ssa::effects::call_effects;
use tree_ssa::ssa::update_ssa;

/// `ubsan` for the pass table.
pub const PASS: Pass = Pass::tree("ubsan", execute)
    .gate(|options, _| options.code.sanitize.intersects(SHOWN))
    .requires(Prop::CFG_SSA)
    .todo(Todo::UPDATE_SSA);

/// What GIMPLE shows.
const SHOWN: Sanitize = Sanitize::NULL
    .union(Sanitize::ALIGNMENT)
    .union(Sanitize::SIGNED_OVERFLOW)
    .union(Sanitize::BOOL)
    .union(Sanitize::NONNULL_ATTRIBUTE)
    .union(Sanitize::RETURNS_NONNULL_ATTRIBUTE)
    .union(Sanitize::OBJECT_SIZE)
    .union(Sanitize::POINTER_OVERFLOW)
    .union(Sanitize::BUILTIN);

/// The kinds of access that the second argument of `.UBSAN_NULL` tells apart.
mod access {
    pub const LOAD: i128 = 0;
    pub const STORE: i128 = 1;
    pub const MEMBER: i128 = 3;
    /// Of no access: only where something would be is asked.
    pub const ADDRESS: i128 = 4;
}

/// The pass. Linear in the statements.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let asked = cx.unit.sanitized(cx.options, f.decl);
    let before = f.stmts.len();
    for block in f.block_order() {
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts {
            look_at(cx, f, stmt, asked);
        }
    }
    // Arithmetic is replaced where it is; other checks are statements that memory passes through.
    if f.stmts.len() > before {
        update_ssa::mark_virtuals(f);
    }
    Todo::NONE
}

fn look_at(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId, asked: Sanitize) {
    if is_clobber(cx.unit, f, stmt) {
        return;
    }
    if asked.contains(Sanitize::SIGNED_OVERFLOW) {
        check_overflow(cx, f, stmt);
    }
    let references = references(cx, f, stmt);
    if asked.intersects(Sanitize::NULL | Sanitize::ALIGNMENT) {
        for &(reference, kind) in &references {
            check_pointer(cx, f, stmt, asked, reference, kind);
        }
    }
    if asked.contains(Sanitize::BOOL) {
        check_truth_value(cx, f, stmt);
    }
    if asked.contains(Sanitize::NONNULL_ATTRIBUTE) {
        check_arguments(cx, f, stmt);
    }
    if asked.contains(Sanitize::RETURNS_NONNULL_ATTRIBUTE) {
        check_result(cx, f, stmt);
    }
    if asked.contains(Sanitize::OBJECT_SIZE) {
        for &(reference, kind) in references.iter().filter(|found| found.1 != access::ADDRESS) {
            check_extent(cx, f, stmt, reference, kind);
        }
    }
    if asked.contains(Sanitize::POINTER_OVERFLOW) {
        check_sum(cx, f, stmt);
    }
    if asked.contains(Sanitize::BUILTIN) {
        check_bits(cx, f, stmt);
    }
}

/// Whether a statement only says that a variable's life ends.
fn is_clobber(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match f.stmts[stmt].kind {
        StmtKind::Assign { rhs: [Operand::Tree(id), ..], .. } => {
            matches!(unit.trees.kind(id), TreeKind::Clobber(_))
        }
        _ => false,
    }
}

/// What a statement reads and writes in memory, and how.
fn references(cx: &PassContext<'_>, f: &Function, stmt: StmtId) -> Vec<(Operand, i128)> {
    let memory = |op: Operand| matches!(op, Operand::Tree(_)) && cx.unit.is_memory_operand(op);
    let mut found = Vec::new();
    let lhs = f.stmts[stmt].kind.lhs();
    if memory(lhs) {
        found.push((lhs, access::STORE));
    }
    match &f.stmts[stmt].kind {
        StmtKind::Assign { code: TreeCode::Single, rhs, .. } => {
            let (read, kind) = match cx.unit.addressed(rhs[0]) {
                Some(object) => (object, access::ADDRESS),
                None => (rhs[0], access::LOAD),
            };
            if memory(read) {
                found.push((read, kind));
            }
        }
        StmtKind::Call(call) => {
            found.extend(call.args.iter().filter(|&&op| memory(op)).map(|&op| (op, access::LOAD)));
        }
        _ => {}
    }
    found
}

/// Makes a call of an internal function before a statement.
fn call_before(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    stmt: StmtId,
    function: InternalFn,
    args: Vec<Operand>,
) {
    let void = cx.unit.common.void;
    let call = internal(cx, f, Operand::None, void, function, args);
    Cursor::before(stmt).like(f, stmt).make(cx.unit, f, call);
}

fn internal(
    cx: &mut PassContext<'_>,
    f: &Function,
    lhs: Operand,
    ty: TypeId,
    function: InternalFn,
    args: Vec<Operand>,
) -> StmtKind {
    let params = args.iter().map(|&arg| cx.unit.type_of(f, arg)).collect();
    let fntype = cx.unit.types.function_of(ty, params, false, true);
    let callee = Callee::Internal(function);
    StmtKind::Call(Aside::new(Call { lhs, callee, fntype, args, chain: Operand::None }))
}

/// Signed arithmetic becomes arithmetic that ends the program on overflow.
fn check_overflow(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    let StmtKind::Assign { lhs, code, rhs } = f.stmts[stmt].kind else { return };
    let ty = cx.unit.type_of(f, lhs);
    let types = &cx.unit.types;
    let whole = types.bits(ty) == types.precision(ty).map(i64::from);
    let wraps = types.is_unsigned(ty) || cx.options.on(Flag::Wrapv);
    if !types.is_integral(ty) || wraps || !whole {
        return;
    }
    let zero = cx.unit.int(ty, 0);
    let (function, args) = match code {
        TreeCode::Plus => (InternalFn::UbsanCheckAdd, vec![rhs[0], rhs[1]]),
        TreeCode::Minus => (InternalFn::UbsanCheckSub, vec![rhs[0], rhs[1]]),
        TreeCode::Mult => (InternalFn::UbsanCheckMul, vec![rhs[0], rhs[1]]),
        TreeCode::Negate | TreeCode::Abs => (InternalFn::UbsanCheckSub, vec![zero, rhs[0]]),
        _ => return,
    };
    if code == TreeCode::Abs {
        // The absolute value of the negated number is the same; the negation is checked.
        let negated = f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
        let call = internal(cx, f, Operand::Ssa(negated), ty, function, args);
        Cursor::before(stmt).like(f, stmt).make(cx.unit, f, call);
        edit::set_rhs(cx.unit, f, stmt, TreeCode::Abs, [Operand::Ssa(negated)]);
        return;
    }
    let call = internal(cx, f, lhs, ty, function, args);
    edit::replace(cx.unit, f, stmt, call);
}

/// The pointer that a reference goes through first, the bytes from there to what is read there, and that.
fn pointer_of(cx: &PassContext<'_>, reference: Operand) -> Option<(Operand, i64, Operand)> {
    let base = cx.unit.trees.base_address(reference);
    let Operand::Tree(id) = base else { return None };
    match *cx.unit.trees.kind(id) {
        TreeKind::MemRef { base: pointer @ Operand::Ssa(_), offset, .. } => {
            Some((pointer, offset, base))
        }
        _ => None,
    }
}

/// Checks that a pointer is not null, and aligned.
fn check_pointer(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    stmt: StmtId,
    asked: Sanitize,
    reference: Operand,
    kind: i128,
) {
    let Some((pointer, _, base)) = pointer_of(cx, reference) else { return };
    let ty = cx.unit.type_of(f, base);
    let mut align = 0;
    if asked.contains(Sanitize::ALIGNMENT) && cx.unit.types.align(ty) > 1 {
        align = cx.unit.types.align(ty);
    }
    if !asked.contains(Sanitize::NULL) && align == 0 {
        return;
    }
    let record = matches!(cx.unit.types.kind(ty), TypeKind::Record { .. } | TypeKind::Union { .. });
    let kind = if record && base != reference { access::MEMBER } else { kind };
    let of = cx.unit.types.pointer_to(ty);
    let long = cx.unit.common.ulong;
    let args = vec![pointer, cx.unit.int(of, kind), cx.unit.int(long, align.into())];
    call_before(cx, f, stmt, InternalFn::UbsanNull, args);
}

/// A `_Bool` that is loaded is 0 or 1.
fn check_truth_value(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    let StmtKind::Assign { lhs: lhs @ Operand::Ssa(_), code: TreeCode::Single, rhs } =
        f.stmts[stmt].kind
    else {
        return;
    };
    let source = rhs[0];
    let ty = cx.unit.type_of(f, source);
    if !matches!(cx.unit.types.kind(ty), TypeKind::Bool)
        || !cx.unit.is_memory_operand(source)
        || bit_field(cx.unit, source).is_some()
    {
        return;
    }
    let state = f.stmts[stmt].vuse;
    let mut at = Cursor::before(stmt).like(f, stmt).reading(state);
    let pointer = match pointer_of(cx, source) {
        Some((pointer, 0, base)) if base == source => pointer,
        _ => cx.unit.take_address(source, ty),
    };
    let (alias_ptr, byte) = (cx.unit.types.pointer_to(ty), cx.unit.common.uchar);
    let base = at.temporary(cx.unit, f, alias_ptr, TreeCode::Single, [pointer]);
    let kind = TreeKind::MemRef { base, offset: 0, alias_ptr };
    let place = Operand::Tree(cx.unit.trees.add(kind, byte));
    let value = at.temporary(cx.unit, f, byte, TreeCode::Single, [place]);
    let one = cx.unit.int(byte, 1);
    trap_if(cx, f, stmt, TreeCode::Gt, [value, one]);
    edit::replace(cx.unit, f, stmt, StmtKind::assign(lhs, TreeCode::Nop, [value]));
}

/// Arguments that may not be null are not.
fn check_arguments(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return };
    let call = call.clone();
    for (index, &arg) in call.args.iter().enumerate() {
        let ty = cx.unit.type_of(f, arg);
        let surely = cx.unit.addressed(arg).is_some();
        if !surely
            && cx.unit.types.is_pointer(ty)
            && call_effects::wants_nonnull(cx.unit, &call, index)
        {
            let null = cx.unit.int(ty, 0);
            trap_if(cx, f, stmt, TreeCode::Eq, [arg, null]);
        }
    }
}

/// A function that returns no null pointer returns none.
fn check_result(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    let StmtKind::Return(value) = f.stmts[stmt].kind else { return };
    if value.is_none() || !cx.unit.decls[f.decl].has(flag::RETURNS_NONNULL) {
        return;
    }
    let ty = cx.unit.type_of(f, value);
    if cx.unit.types.is_pointer(ty) {
        let null = cx.unit.int(ty, 0);
        trap_if(cx, f, stmt, TreeCode::Eq, [value, null]);
    }
}

/// Checks that a reference stays within the object, if it turns out how large that is.
fn check_extent(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    stmt: StmtId,
    reference: Operand,
    kind: i128,
) {
    let ty = cx.unit.type_of(f, reference);
    let Some(size) = cx.unit.types.size(ty).filter(|&size| size > 0) else { return };
    if bit_field(cx.unit, reference).is_some() {
        return;
    }
    let sizetype = cx.unit.common.sizetype;
    let from = Access::of(cx.unit, f, reference);
    let base = cx.unit.trees.base_address(reference);
    let mut at = Cursor::before(stmt).like(f, stmt);
    let (start, whole) = match (pointer_of(cx, reference), base) {
        (Some((pointer, ..)), _) => {
            let ulong = cx.unit.common.ulong;
            let (void_ptr, int) = (cx.unit.common.void_ptr, cx.unit.common.int);
            let params = [void_ptr, int];
            let callee = cx.unit.implicit_builtin(Builtin::ObjectSize, ulong, &params, false);
            let name = Operand::Ssa(f.make_temp_ssa_name(ulong, Symbol::NONE, StmtId::NONE));
            let zero = cx.unit.int(int, 0);
            at.call(cx.unit, f, name, callee, vec![pointer, zero]);
            (pointer, name)
        }
        (None, Operand::Decl(decl)) if !from.is_exact() => {
            let object = cx.unit.decls[decl].ty;
            let Some(whole) = cx.unit.types.size(object) else { return };
            let start = cx.unit.take_address(base, object);
            (start, cx.unit.int(sizetype, whole.into()))
        }
        _ => return,
    };
    let (place, end) = if from.is_exact() && from.offset >= 0 {
        let end = i128::from(from.offset / 8) + i128::from(size);
        (start, cx.unit.int(sizetype, end))
    } else {
        let address = cx.unit.take_address(reference, ty);
        let pointer = cx.unit.types.pointer_to(ty);
        let place = at.temporary(cx.unit, f, pointer, TreeCode::Single, [address]);
        let [upper, lower] =
            [place, start].map(|op| at.temporary(cx.unit, f, sizetype, TreeCode::Nop, [op]));
        let offset = at.temporary(cx.unit, f, sizetype, TreeCode::Minus, [upper, lower]);
        let size = cx.unit.int(sizetype, size.into());
        (place, at.temporary(cx.unit, f, sizetype, TreeCode::Plus, [offset, size]))
    };
    let kind = cx.unit.int(cx.unit.common.int, kind);
    call_before(cx, f, stmt, InternalFn::UbsanObjectSize, vec![place, end, whole, kind]);
}

/// A pointer does not wrap when something is added.
fn check_sum(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    let StmtKind::Assign { code: TreeCode::PointerPlus, rhs, .. } = f.stmts[stmt].kind else {
        return;
    };
    if !cx.unit.is_zero(rhs[1]) {
        call_before(cx, f, stmt, InternalFn::UbsanPtr, vec![rhs[0], rhs[1]]);
    }
}

/// The zeros before or after the bits of 0 are not counted.
fn check_bits(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    let family = call_effects::builtin_at(cx.unit, f, stmt).map(|builtin| builtin.family());
    if !matches!(family, Some(Family::Clz | Family::Ctz)) {
        return;
    }
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return };
    let Some(&arg) = call.args.first() else { return };
    let ty = cx.unit.type_of(f, arg);
    let zero = cx.unit.int(ty, 0);
    trap_if(cx, f, stmt, TreeCode::Eq, [arg, zero]);
}
