//! Passes `tailr` and `tailc`: calls after which a function only returns.
//!
//! ```text
//! <bb 2> :                                 <bb 2> :
//! if (n_5(D) <= 1)                         # n_5 = PHI <n_9(D)(0), _1(4)>
//!   goto <bb 3>; else goto <bb 4>;         # mult_acc_10 = PHI <1(0), mult_acc_11(4)>
//! <bb 4> :                                 if (n_5 <= 1)
//! _1 = n_5(D) + -1;                   =>     goto <bb 3>; else goto <bb 4>;
//! _2 = fact (_1);                          <bb 3> :
//! _7 = _2 * n_5(D);                        return mult_acc_10;
//! <bb 5> :                                 <bb 4> :
//! # _3 = PHI <1(3), _7(4)>                 _1 = n_5 + -1;
//! return _3;                               mult_acc_11 = mult_acc_10 * n_5;
//!                                          goto <bb 2>;
//! ```
//!
//! A function that calls itself last becomes a loop: its parameters get φs. What is added to the call's value or multiplied
//! with it on the way to the return is collected in accumulators from the outside in, where the recursion computed it from
//! the inside out: so not for floating-point numbers, unless they may be taken to be associative, nor where overflow
//! traps. Each value returned otherwise is multiplied with the one and added to the other. `tailc` marks the other
//! calls that come last (`[tail call]`) for `expand`.
//!
//! A call that might use a variable of this activation is none of these, unless the variable's life has ended; nor is one
//! in a function that may be returned to in another way. `find` looks for the calls, `eliminate` makes the loop. Linear,
//! but for chains of joins between call and return, which are followed for `find::LONGEST` blocks.

mod eliminate;
mod find;

use dumps::putln;
use gimple::builtins::Builtin;
use gimple::cfg::{EXIT, EdgeId};
use gimple::debug_counter::Counter;
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Prop};
use gimple::options::{Flag, Options};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::SsaName;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::dump_text;
use tree_ssa::effects::call_effects::builtin_at;
use tree_ssa::ssa::update_ssa;

/// `tailr` for the pass table.
pub const TAILR: Pass = Pass::tree("tailr", eliminate_recursion)
    .gate(gate)
    .requires(Prop::CFG_SSA)
    .follows(&[("cddce", "what stands between a call and the return is needed there")]);

/// `tailc` for the pass table.
pub const TAILC: Pass = Pass::tree("tailc", mark_calls)
    .gate(gate)
    .requires(Prop::CFG_SSA)
    .follows(&[("tailr", "recursion is a loop by then")]);

fn gate(options: &Options, _: &Function) -> bool {
    options.on(Flag::OptimizeSiblingCalls)
}

/// An operation that a recursive call's value goes through on its way to the return.
#[derive(Clone, Copy)]
struct Step {
    /// Whether `value` is multiplied with, else added.
    multiply: bool,
    value: Operand,
    ty: TypeId,
    /// Whether it is the negative of `value` that is added.
    negated: bool,
}

/// A call after which the function returns.
struct TailCall {
    call: StmtId,
    /// The function calls itself.
    recursion: bool,
    /// What is added to the call's value, made of these steps from first to last; and what it is multiplied with.
    add: Vec<Step>,
    mult: Vec<Step>,
}

/// The accumulators' φs, once they are there.
#[derive(Clone, Copy, Default)]
struct Accumulators {
    add: Option<SsaName>,
    mult: Option<SsaName>,
}

/// Pass `tailr`.
pub fn eliminate_recursion(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    optimize(cx, f, false)
}

/// Pass `tailc`.
pub fn mark_calls(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    optimize(cx, f, true)
}

fn optimize(cx: &mut PassContext<'_>, f: &mut Function, mark: bool) -> Todo {
    let variadic = cx.unit.types.is_variadic(cx.unit.decls[f.decl].ty);
    // A jump back into the function, from a callee even, finds its variables as they were.
    if variadic || f.calls_setjmp || f.has_nonlocal_label {
        return Todo::NONE;
    }
    let calls = find::tail_calls(cx, f, mark && may_mark(cx.unit, f));
    let varying = eliminate::varying_parameters(f, &calls);
    let accumulators = prepare(cx.unit, f, &calls, &varying);
    let accumulates = accumulators.add.is_some() || accumulators.mult.is_some();
    let mut changed = false;
    for call in &calls {
        if call.recursion {
            eliminate::to_loop(cx, f, call, accumulators, &varying);
            changed = true;
        } else if !accumulates && cx.dbg_cnt(Counter::TailCall) {
            // Where there are accumulators, something is still to be done after the call.
            f.stmts[call.call].flags |= StmtFlags::TAIL_CALL;
            if cx.dump.details() {
                let text = dump_text::stmt(cx.unit, f, call.call);
                let block = f.stmts[call.call].block;
                putln!(cx.dump, "Found tail call {text}\n in bb {}", block.0);
            }
        }
    }
    if !changed {
        return Todo::NONE;
    }
    if accumulates {
        let returns: Vec<StmtId> =
            f.blocks[EXIT].preds.iter().filter_map(|&edge| returning(f, edge)).collect();
        for stmt in returns {
            eliminate::adjust_return(cx.unit, f, stmt, accumulators);
        }
    }
    update_ssa::mark_virtuals(f);
    // What pointers point to was found out for the parameters of one activation.
    tree_ssa::analyses::alias::forget(f);
    Todo::CLEANUP_CFG | Todo::UPDATE_SSA_ONLY_VIRTUALS
}

/// The return statement after which an edge goes to the exit.
fn returning(f: &Function, edge: EdgeId) -> Option<StmtId> {
    let last = f.last_stmt(f.edges[edge].src)?;
    matches!(f.stmts[last].kind, StmtKind::Return(_)).then_some(last)
}

/// Whether the function's frame may be gone when what it calls last runs.
fn may_mark(unit: &Unit, f: &Function) -> bool {
    let reserves = |stmt| builtin_at(unit, f, stmt).is_some_and(Builtin::is_alloca);
    // A call of `alloca` may be dead by now.
    let grows = f.calls_alloca && f.block_iter().any(|b| f.block_stmts(b).any(reserves));
    !grows && f.params.iter().all(|&param| !unit.decls[param].has(flag::ADDRESSABLE))
}

/// Gives the function a block to jump back to, with φs for parameters and accumulators.
fn prepare(
    unit: &mut Unit,
    f: &mut Function,
    calls: &[TailCall],
    varying: &[DeclId],
) -> Accumulators {
    let mut accumulators = Accumulators::default();
    let mut header = None;
    for call in calls.iter().filter(|call| call.recursion) {
        let header = *header.get_or_insert_with(|| eliminate::make_header(unit, f, varying));
        if !call.add.is_empty() && accumulators.add.is_none() {
            accumulators.add = Some(eliminate::make_accumulator(unit, f, header, "add_acc", 0));
        }
        if !call.mult.is_empty() && accumulators.mult.is_none() {
            accumulators.mult = Some(eliminate::make_accumulator(unit, f, header, "mult_acc", 1));
        }
    }
    accumulators
}
