//! `__builtin_setjmp` becomes a label that `__builtin_longjmp` comes back to (`lower_builtin_setjmp`).
//!
//! ```text
//! D.1 = __builtin_setjmp (&buf);     __builtin_setjmp_setup (&buf, &<D.2>);
//!                                    D.1 = 0;
//!                                    goto <D.3>;
//!                                    <D.2>: [non-local]
//!                                    __builtin_setjmp_receiver (&<D.2>);
//!                                    D.1 = 1;
//!                                    <D.3>:
//! ```

use crate::lowering::gimple_low::artificial_label;
use gimple::aside::Aside;
use gimple::builtins::Builtin;
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::stmt::{Call, Callee, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use tree_ssa::edit::locals::new_local;

/// Whether a call is one of `__builtin_setjmp`.
pub(crate) fn is_setjmp(unit: &Unit, call: &Call) -> bool {
    match call.callee {
        Callee::Decl(decl) => unit.decls[decl].builtin == Some(Builtin::Setjmp),
        _ => false,
    }
}

/// The statements a call becomes.
pub(crate) fn lower(unit: &mut Unit, f: &mut Function, stmt: StmtId) -> Vec<StmtId> {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return vec![stmt] };
    let (lhs, buffer) = (call.lhs, call.args.first().copied().unwrap_or_default());
    let loc = f.stmt_info[stmt].loc;
    let after = artificial_label(unit, f, loc);
    let back = artificial_label(unit, f, loc);
    unit.decls[back].flags |= flag::NONLOCAL | flag::FORCED_LABEL;
    f.has_nonlocal_label = true;
    // A name has one definition: the two values meet in a variable.
    let value = match lhs {
        Operand::Ssa(name) => Operand::Decl(new_local(unit, f, f.names[name].ty, None)),
        place => place,
    };
    let void = unit.common.void;
    let address = unit.address_of(Operand::Decl(back), void);
    let mut out = vec![call_of(unit, f, stmt, Builtin::SetjmpSetup, vec![buffer, address])];
    out.extend(set_to(unit, f, stmt, value, 0));
    out.push(f.new_stmt_at(stmt, StmtKind::Goto(Operand::Decl(after))));
    out.push(f.new_stmt_at(stmt, StmtKind::Label(back)));
    out.push(call_of(unit, f, stmt, Builtin::SetjmpReceiver, vec![address]));
    out.extend(set_to(unit, f, stmt, value, 1));
    out.push(f.new_stmt_at(stmt, StmtKind::Label(after)));
    if let Operand::Ssa(name) = lhs {
        let copy = f.new_stmt_at(stmt, StmtKind::copy(lhs, value));
        f.names[name].def = copy;
        out.push(copy);
    }
    out
}

fn set_to(
    unit: &mut Unit,
    f: &mut Function,
    like: StmtId,
    lhs: Operand,
    value: i128,
) -> Option<StmtId> {
    if lhs.is_none() {
        return None;
    }
    let ty = unit.type_of(f, lhs);
    Some(f.new_stmt_at(like, StmtKind::copy(lhs, unit.int(ty, value))))
}

fn call_of(
    unit: &mut Unit,
    f: &mut Function,
    like: StmtId,
    builtin: Builtin,
    args: Vec<Operand>,
) -> StmtId {
    let (void, void_ptr) = (unit.common.void, unit.common.void_ptr);
    let decl: DeclId = unit.implicit_builtin(builtin, void, &vec![void_ptr; args.len()], false);
    let fntype = unit.decls[decl].ty;
    let callee = Callee::Decl(decl);
    let call = Call { lhs: Operand::None, callee, fntype, args, chain: Operand::None };
    f.new_stmt_at(like, StmtKind::Call(Aside::new(call)))
}
