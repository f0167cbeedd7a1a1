//! A function that only calls another (`create_wrapper`).
//!
//! ```text
//! int g (int y)
//! {
//!   retval.0_2 = f (y_1(D));
//!   return retval.0_2;
//! }
//! ```

use crate::ipa::inline;
use crate::ipa::split::{append, temporary};
use crate::loops::natural_loops::find_loops;
use crate::lowering::cfg_build::new_local;
use crate::ssa::{into_ssa, update_ssa};
use gimple::aside::Aside;
use gimple::cfg::{ENTRY, EXIT, Probability, edge_flag};
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Scope};
use gimple::pass::PassContext;
use gimple::stmt::{Call, Callee, ScopeId, StmtId, StmtKind, stmt_flag};
use gimple::tree::Operand;

/// Gives a function another body: a call of `target` with the same arguments.
pub fn make(cx: &mut PassContext<'_>, old: &Function, target: DeclId, number: u32) -> Function {
    let mut f = Function::new(old.decl, number);
    into_ssa::create_vop(cx.unit, &mut f);
    f.init_cfg();
    f.properties = old.properties;
    (f.start, f.end) = (old.start, old.end);
    f.options = old.options.clone();
    f.params = old.params.clone();
    f.result = old.result;
    f.count_quality = old.count_quality;
    f.scopes.push(Scope::within(ScopeId::NONE));
    for &param in &f.params {
        cx.unit.decls[param].set(flag::ADDRESSABLE | flag::NOT_GIMPLE_REG, false);
    }
    let args: Vec<Operand> =
        f.params.clone().into_iter().map(|param| passed(cx, &mut f, param)).collect();
    let block = f.create_block(ENTRY);
    let ty = cx.unit.returned_type(f.decl).unwrap_or(cx.unit.common.void);
    let in_memory = !cx.unit.types.is_register_type(ty);
    let lhs = match ty {
        _ if ty == cx.unit.common.void => Operand::None,
        _ if in_memory && cx.unit.returns_in_memory(ty) => Operand::Decl(f.result),
        _ if in_memory => temporary(cx.unit, &mut f, ty),
        _ => {
            let var = new_local(cx.unit, &mut f, ty, Some("retval"));
            Operand::Ssa(f.make_ssa_name(cx.unit, var, StmtId::NONE))
        }
    };
    let callee = Callee::Decl(target);
    let call = Call { lhs, callee, fntype: cx.unit.decls[target].ty, args, chain: Operand::None };
    let call = append(cx.unit, &mut f, block, StmtKind::Call(Aside::new(call)));
    if lhs == Operand::Decl(f.result) {
        f.stmts[call].flags |= stmt_flag::RETURN_SLOT;
    }
    let count = old.block_info[ENTRY].count;
    let into = f.make_edge_unchecked(ENTRY, block, edge_flag::FALLTHRU);
    f.edges[into].probability = Probability::ALWAYS;
    if !cx.unit.decls[old.decl].has(flag::NORETURN) {
        append(cx.unit, &mut f, block, StmtKind::Return(lhs));
        let out = f.make_edge_unchecked(block, EXIT, 0);
        f.edges[out].probability = Probability::ALWAYS;
    }
    for block in [ENTRY, block, EXIT] {
        f.block_info[block].count = count;
    }
    update_ssa::mark_virtuals(&mut f);
    find_loops(&mut f);
    update_ssa::update(cx.unit, &mut f, &mut cx.dump);
    inline::summarize(cx, &mut f);
    cx.unit.calls.rebuild(&f);
    f
}

/// A parameter as an argument.
fn passed(cx: &mut PassContext<'_>, f: &mut Function, param: DeclId) -> Operand {
    match cx.unit.is_gimple_reg(param) {
        true => Operand::Ssa(f.default_def(cx.unit, param)),
        false => Operand::Decl(param),
    }
}
