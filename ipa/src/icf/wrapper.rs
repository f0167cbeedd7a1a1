//! A function that only calls another (`create_wrapper`).
//!
//! ```text
//! int g (int y)
//! {
//!   retval.0_4 = f (y_2(D));
//!   return retval.0_4;
//! }
//! ```

use crate::inline;
use crate::split::{append, temporary};
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, Probability};
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Scope};
use gimple::pass::PassContext;
use gimple::stmt::{ScopeId, StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use tree_ssa::edit;
use tree_ssa::edit::locals::new_local;
use tree_ssa::graph::natural_loops::find_loops;
use tree_ssa::ssa::{into_ssa, update_ssa};

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
    let block = f.create_block(ENTRY);
    let ty = cx.unit.returned_type(f.decl).unwrap_or(cx.unit.common.void);
    let in_memory = !cx.unit.types.is_register_type(ty);
    let returns = !cx.unit.decls[old.decl].has(flag::NORETURN);
    let value = (returns && !in_memory).then(|| new_local(cx.unit, &mut f, ty, Some("retval")));
    let touches_memory = !cx.unit.decls[target].has(flag::CONST);
    if touches_memory {
        f.default_def(cx.unit, f.vop);
    }
    let args = passed(cx, &mut f, block);
    let lhs = match value {
        _ if !in_memory || !returns || ty == cx.unit.common.void => Operand::None,
        _ if cx.unit.returns_in_memory(ty) => Operand::Decl(f.result),
        _ => temporary(cx.unit, &mut f, ty),
    };
    let call = StmtKind::call(cx.unit, lhs, target, args);
    let call = append(cx.unit, &mut f, block, call);
    if lhs == Operand::Decl(f.result) {
        f.stmts[call].flags |= StmtFlags::RETURN_SLOT;
    }
    let count = old.block_info[ENTRY].count;
    let into = f.make_edge_unchecked(ENTRY, block, EdgeFlags::FALLTHRU);
    f.edges[into].probability = Probability::ALWAYS;
    if returns {
        append(cx.unit, &mut f, block, StmtKind::Return(lhs));
        let out = f.make_edge_unchecked(block, EXIT, EdgeFlags::NONE);
        f.edges[out].probability = Probability::ALWAYS;
    }
    for block in [ENTRY, block, EXIT] {
        f.block_info[block].count = count;
    }
    // Names are handed out as statements use and define them: what the call does to memory comes before what it returns.
    if let Some(var) = value.filter(|_| !touches_memory) {
        returned(cx, &mut f, call, var);
    }
    update_ssa::mark_virtuals(&mut f);
    find_loops(&mut f);
    update_ssa::update(cx.unit, &mut f, &mut cx.dump);
    if let Some(var) = value.filter(|_| touches_memory) {
        returned(cx, &mut f, call, var);
    }
    inline::summarize(cx, &mut f);
    cx.unit.calls.rebuild(&f);
    f
}

/// Lets the function return what the call does, in a name of the variable's.
fn returned(cx: &PassContext<'_>, f: &mut Function, call: StmtId, var: DeclId) {
    let value = Operand::Ssa(f.make_ssa_name(cx.unit, var, StmtId::NONE));
    let last = f.stmts[call].next;
    if let StmtKind::Call(call) = &mut f.stmts[call].kind {
        call.lhs = value;
    }
    f.update_stmt(cx.unit, call);
    edit::replace(cx.unit, f, last, StmtKind::Return(value));
}

/// The parameters as arguments. Those in memory that fit into a register, as they are volatile, are loaded first.
fn passed(cx: &mut PassContext<'_>, f: &mut Function, block: BlockId) -> Vec<Operand> {
    let params = f.params.clone();
    let mut args: Vec<Operand> = params.iter().map(|&param| Operand::Decl(param)).collect();
    for (&param, arg) in params.iter().zip(&mut args) {
        let ty = cx.unit.decls[param].ty;
        if cx.unit.is_gimple_reg(param) || !cx.unit.types.is_register_type(ty) {
            continue;
        }
        let plain = cx.unit.types.main_variant(ty);
        let var = new_local(cx.unit, f, plain, Some("arg"));
        f.default_def(cx.unit, f.vop);
        let lhs = Operand::Ssa(f.make_ssa_name(cx.unit, var, StmtId::NONE));
        append(cx.unit, f, block, StmtKind::copy(lhs, *arg));
        *arg = lhs;
    }
    for (&param, arg) in params.iter().zip(&mut args) {
        if cx.unit.is_gimple_reg(param) {
            *arg = Operand::Ssa(f.default_def(cx.unit, param));
        }
    }
    args
}
