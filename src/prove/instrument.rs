//! What a trial sees beside results and memory: bodies are changed to say so while they run.
//!
//! ```text
//!   a_3 ={v} *p_2(D);                    gimlet_event (1);
//!                                        a_3 ={v} *p_2(D);
//!   asm ("x %0" : "=r" out_2);     =>    out_2 = gimlet_asm_int (2);
//!   _6 = a_4(D) + b_5(D);                _6 = .UBSAN_CHECK_ADD (a_4(D), b_5(D));
//! ```
//!
//! The functions called are the caller's ([`HELPERS`]): they print what happened. What an asm yields is a number that
//! depends on how many came before. Overflow and counts of shifts are looked at where undefined behaviour is all that is
//! wrong.

use gimple::aside::Aside;
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::location::Location;
use gimple::stmt::{Asm, Call, Callee, InternalFn, StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::{Module, Unit};

/// The functions that changed bodies call, in C.
pub const HELPERS: &str = "\
static int gimlet_count;
__attribute__ ((noipa)) void gimlet_event (int what)
{
  __builtin_printf (\"event %d \", what);
}
__attribute__ ((noipa)) int gimlet_asm_int (int what)
{
  gimlet_event (what);
  return 1000003 * ++gimlet_count;
}
__attribute__ ((noipa)) long gimlet_asm_long (int what)
{
  gimlet_event (what);
  return 1000000000039 * ++gimlet_count;
}
";

/// What the helpers are told.
const VOLATILE: i128 = 1;
const ASM: i128 = 2;

/// The helpers of a module.
struct Helpers {
    event: DeclId,
    of_int: DeclId,
    of_long: DeclId,
}

/// Changes the body of a function. Nothing where it does something that cannot be shown.
pub fn instrument(module: &mut Module, function: DeclId, overflow: bool) -> Option<()> {
    let named = |name: &str| {
        let mut all = module.functions.iter().map(|f| f.decl);
        all.find(|&decl| module.unit.decl_name(decl) == Some(name))
    };
    let helpers = Helpers {
        event: named("gimlet_event")?,
        of_int: named("gimlet_asm_int")?,
        of_long: named("gimlet_asm_long")?,
    };
    let Module { unit, functions } = module;
    let f = functions.iter_mut().find(|f| f.decl == function)?;
    for block in f.block_order() {
        for stmt in f.block_stmts(block).collect::<Vec<_>>() {
            statement(unit, f, stmt, &helpers, overflow)?;
        }
    }
    Some(())
}

fn statement(
    unit: &mut Unit,
    f: &mut Function,
    stmt: StmtId,
    helpers: &Helpers,
    overflow: bool,
) -> Option<()> {
    if let StmtKind::Asm(asm) = &f.stmts[stmt].kind {
        let asm = (**asm).clone();
        return replace_asm(unit, f, stmt, &asm, helpers);
    }
    if f.stmts[stmt].has(StmtFlags::VOLATILE) {
        put_call(unit, f, stmt, Operand::None, (helpers.event, VOLATILE));
    }
    if let StmtKind::Assign { lhs, code, rhs } = f.stmts[stmt].kind
        && overflow
    {
        if let Some(kind) = checked(unit, f, lhs, code, [rhs[0], rhs[1]]) {
            f.stmts[stmt].kind = kind;
        } else if let Some(kind) = count_check(unit, f, lhs, code, rhs[1]) {
            let check = f.new_stmt(kind, Location::UNKNOWN);
            f.insert_before(stmt, check);
        }
    }
    Some(())
}

/// A check that a number is not shifted or rotated too far.
fn count_check(
    unit: &mut Unit,
    f: &Function,
    lhs: Operand,
    code: TreeCode,
    count: Operand,
) -> Option<StmtKind> {
    let shifts = [TreeCode::Lshift, TreeCode::Rshift, TreeCode::Lrotate, TreeCode::Rrotate];
    let ty = unit.type_of(f, lhs);
    let width = unit.types.precision(ty).filter(|_| unit.types.is_integral(ty))?;
    if !shifts.contains(&code) {
        return None;
    }
    let (null, last) = (unit.int(unit.common.void_ptr, 0), unit.type_of(f, count));
    let last = unit.int(last, i128::from(width) - 1);
    let callee = Callee::Internal(InternalFn::UbsanBounds);
    let (fntype, args) = (TypeId::NONE, vec![null, count, last]);
    let call = Call { lhs: Operand::None, callee, fntype, args, chain: Operand::None };
    Some(StmtKind::Call(Aside::new(call)))
}

/// A call of a helper with a number, before a statement.
fn put_call(
    unit: &mut Unit,
    f: &mut Function,
    at: StmtId,
    lhs: Operand,
    (helper, what): (DeclId, i128),
) {
    let int = unit.common.int;
    let number = unit.int(int, what);
    let call = StmtKind::call(unit, lhs, helper, vec![number]);
    let call = f.new_stmt(call, Location::UNKNOWN);
    f.insert_before(at, call);
    if let Operand::Ssa(name) = lhs {
        f.names[name].def = call;
    }
}

/// An asm happens, and yields numbers.
fn replace_asm(
    unit: &mut Unit,
    f: &mut Function,
    stmt: StmtId,
    asm: &Asm,
    helpers: &Helpers,
) -> Option<()> {
    if !asm.labels.is_empty() {
        return None;
    }
    if asm.outputs.is_empty() {
        put_call(unit, f, stmt, Operand::None, (helpers.event, ASM));
    }
    for output in &asm.outputs {
        let ty = unit.type_of(f, output.value);
        let helper = helper_of(unit, ty, helpers)?;
        put_call(unit, f, stmt, output.value, (helper, ASM));
    }
    f.stmts[stmt].kind = StmtKind::Nop;
    Some(())
}

/// The helper that yields a number of a type.
fn helper_of(unit: &Unit, ty: TypeId, helpers: &Helpers) -> Option<DeclId> {
    match unit.types.precision(ty).filter(|_| unit.types.is_integral(ty)) {
        Some(32) => Some(helpers.of_int),
        Some(64) => Some(helpers.of_long),
        _ => None,
    }
}

/// Arithmetic that ends the program where it overflows, in the place of such as must not.
fn checked(
    unit: &mut Unit,
    f: &Function,
    lhs: Operand,
    code: TreeCode,
    args: [Operand; 2],
) -> Option<StmtKind> {
    let ty = unit.type_of(f, lhs);
    let (function, args) = match code {
        TreeCode::Plus => (InternalFn::UbsanCheckAdd, args),
        TreeCode::Minus => (InternalFn::UbsanCheckSub, args),
        TreeCode::Mult => (InternalFn::UbsanCheckMul, args),
        TreeCode::Negate => (InternalFn::UbsanCheckSub, [unit.int(ty, 0), args[0]]),
        _ => return None,
    };
    let undefined = unit.types.is_integral(ty) && !unit.types.is_unsigned(ty);
    let callee = Callee::Internal(function);
    let fntype = TypeId::NONE;
    let call = Call { lhs, callee, fntype, args: args.to_vec(), chain: Operand::None };
    undefined.then(|| StmtKind::Call(Aside::new(call)))
}
