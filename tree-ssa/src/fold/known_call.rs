//! Calls of builtin functions all whose arguments have turned out to be constants or known strings.
//!
//! ```text
//!   x_1 = 2.0e+0;
//!   _2 = sqrt (x_1);          =>    _2 = 1.41421356e+0;
//!   _3 = strlen (&"abc"[0]);  =>    _3 = 3;
//! ```

use crate::effects::call_effects;
use crate::fold::fold_builtins::string_constant;
use crate::fold::gimple_fold::address::Root;
use crate::fold::gimple_fold::address::root_and_offset;
use gimple::builtins::{Builtin, Ecf};
use gimple::constant::{ConstId, ConstValue};
use gimple::fold_call::fold_call;
use gimple::fold_string::{Argument, Known, fold_string_call, is_foldable};
use gimple::function::Function;
use gimple::known_bytes;
use gimple::options::Options;
use gimple::ssa::SsaName;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeKind;
use gimple::unit::Unit;

/// The value of a call's result, if `known` tells what names among its arguments are.
pub fn value_of_call(
    unit: &mut Unit,
    f: &Function,
    options: &Options,
    known: &dyn Fn(SsaName) -> Option<Operand>,
    stmt: StmtId,
) -> Option<Operand> {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
    if call.lhs.is_none() {
        return None;
    }
    let Callee::Decl(callee) = call.callee else { return None };
    let builtin = call_effects::callee_builtin(unit, call)?;
    // What it may be declared as is not always what it is.
    let ty = unit.type_of(f, call.lhs);
    let TypeKind::Function { result, .. } = *unit.types.kind(unit.decls[callee].ty) else {
        return None;
    };
    if !unit.types.same_main(result, ty) {
        return None;
    }
    let mut args = call.args.clone();
    for arg in &mut args {
        *arg = match *arg {
            Operand::Ssa(name) => known(name)?,
            other => other,
        };
        if arg.constant().is_none() && unit.addressed(*arg).is_none() {
            return None;
        }
    }
    if builtin == Builtin::ConstantP {
        return matches!(args[..], [Operand::Const(_)]).then(|| unit.int(ty, 1));
    }
    if is_foldable(builtin) {
        let strings: Vec<Argument> = args.iter().map(|&arg| argument(unit, arg)).collect();
        return match fold_string_call(builtin, &strings)? {
            Known::Int(value) => Some(unit.int(ty, value)),
            Known::Null => Some(unit.int(ty, 0)),
            // A new address would have to be made for each of the propagator's visits.
            Known::Place(_) => None,
        };
    }
    let constants: Option<Vec<ConstId>> = args.iter().map(|arg| arg.constant()).collect();
    fold_call(unit, options, builtin, ty, &constants?).map(Operand::Const)
}

/// Puts the value of a call in its place if its arguments tell that, as they are written, and it does nothing else.
pub fn fold_known_call(unit: &mut Unit, f: &mut Function, options: &Options, stmt: StmtId) -> bool {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    let (lhs, computes) =
        (call.lhs, call_effects::only_computes(call_effects::flags_of(unit, call)));
    if lhs.ssa().is_none() || !computes {
        return false;
    }
    let Some(value) = value_of_call(unit, f, options, &|_| None, stmt) else { return false };
    f.stmts[stmt].kind = StmtKind::copy(lhs, value);
    true
}

fn argument(unit: &Unit, op: Operand) -> Argument {
    let bytes = string_constant(unit, op).and_then(|(id, offset)| match &unit.consts[id].value {
        ConstValue::String(bytes) => bytes.get(offset..).map(<[u8]>::to_vec),
        _ => None,
    });
    let bytes = bytes.or_else(|| {
        let object = unit.addressed(op)?;
        let moved = |id| matches!(unit.trees.kind(id), TreeKind::MemRef { offset: 1.., .. });
        match root_and_offset(unit, object)? {
            (Root::Object(Operand::Decl(var)), _)
                if object.tree().is_some_and(moved) && !known_bytes::is_plain_array(unit, var) =>
            {
                None
            }
            (Root::Object(Operand::Decl(var)), offset) => {
                known_bytes::bytes_from(unit, var, offset.into())
            }
            _ => None,
        }
    });
    Argument { bytes, int: unit.as_int(op) }
}

/// Whether a call does nothing beyond giving the constant it is known to give: a mathematical function is folded where it
/// would not set `errno` only.
pub fn is_settled_by(unit: &Unit, f: &Function, stmt: StmtId, value: Operand) -> bool {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    let errno_only = call_effects::callee_builtin(unit, call)
        .is_some_and(|builtin| builtin.info().flags.intersects(Ecf::MATH_ERRNO));
    errno_only && value.constant().is_some()
}
