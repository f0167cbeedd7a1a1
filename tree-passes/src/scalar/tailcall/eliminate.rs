//! Makes a loop of a function that calls itself last.

use super::{Accumulators, Step, TailCall};
use dumps::putln;
use gimple::cfg::{BlockId, ENTRY, EXIT, NO_COUNT};
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::fold_const;
use gimple::function::Function;
use gimple::location::Location;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::dump_text;
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::split_edge;
use tree_ssa::edit::locals::duplicate_name;

/// Makes the block that the calls will jump to the first of the function, with a φ for each parameter that varies. What
/// the names of these parameters on entry were are the φs' results now.
pub fn make_header(unit: &mut Unit, f: &mut Function, varying: &[DeclId]) -> BlockId {
    let entry = f.single_succ(ENTRY).expect("the entry has one successor");
    let mut header = f.edges[entry].dst;
    if f.blocks[header].preds.len() > 1 || !f.blocks[header].phis.is_empty() {
        header = split_edge(unit, f, entry, &mut SwitchCases::default());
    }
    let entry = f.single_succ(ENTRY).expect("the entry has one successor");
    for &param in varying {
        let name = f.default_def(unit, param);
        f.names[name].flags.remove(NameFlags::DEFAULT_DEF);
        f.default_defs.remove(&param);
        let incoming = f.default_def(unit, param);
        let phi = f.create_phi(name, header);
        let loc = unit.decls[param].loc;
        f.add_phi_arg(phi, entry, Operand::Ssa(incoming), loc);
    }
    header
}

/// The parameters that are used and that a call gives another value than the one they have.
pub fn varying_parameters(f: &Function, calls: &[TailCall]) -> Vec<DeclId> {
    let mut varies = vec![false; f.params.len()];
    for call in calls.iter().filter(|call| call.recursion) {
        let StmtKind::Call(call) = &f.stmts[call.call].kind else { continue };
        for ((&param, &arg), varies) in f.params.iter().zip(&call.args).zip(&mut varies) {
            let own = f.default_defs.get(&param).copied();
            *varies |= own.is_some_and(|name| arg != Operand::Ssa(name));
        }
    }
    f.params.iter().copied().zip(varies).filter(|&(_, varies)| varies).map(|p| p.0).collect()
}

/// Gives a block a φ for an accumulator, which begins with a number.
pub fn make_accumulator(
    unit: &mut Unit,
    f: &mut Function,
    header: BlockId,
    label: &str,
    start: i128,
) -> SsaName {
    let result = unit.decls[f.result].ty;
    let ty = if unit.types.is_pointer(result) { unit.common.sizetype } else { result };
    let ident = unit.symbols.intern(label);
    let name = f.make_temp_ssa_name(ty, ident, StmtId::NONE);
    let phi = f.create_phi(name, header);
    let start = number(unit, ty, start);
    let entry = f.single_succ(ENTRY).expect("the entry has one successor");
    f.add_phi_arg(phi, entry, start, Location::UNKNOWN);
    name
}

/// A small number of a type, floating-point, complex and vector types included.
fn number(unit: &mut Unit, ty: TypeId, value: i128) -> Operand {
    Operand::Const(fold_const::splat(unit, ty, value))
}

/// Lets a recursive call jump to the start of the function.
pub fn to_loop(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tail: &TailCall,
    acc: Accumulators,
    varying: &[DeclId],
) {
    let (call, block) = (tail.call, f.stmts[tail.call].block);
    if cx.dump.details() {
        let text = dump_text::stmt(cx.unit, f, call);
        putln!(cx.dump, "Eliminated tail recursion in bb {} : {text}\n", block.0);
    }
    let mut at = f.blocks[block].stmts.last;
    while at != call {
        let stmt = at;
        at = f.stmts[stmt].prev;
        // The return tells how the block ends.
        if !matches!(f.stmts[stmt].kind, StmtKind::Return(_)) {
            f.remove_stmt(stmt);
        }
    }
    let entry = f.single_succ(ENTRY).expect("the entry has one successor");
    let header = f.edges[entry].dst;
    let out = f.single_succ(block).expect("a last call's block has one successor");
    take_from_profile(f, out);
    let back = redirect_edge_and_branch(cx.unit, f, out, header, &mut SwitchCases::default())
        .expect("an edge to a return can be led elsewhere");
    let loc = f.stmt_info[call].loc;
    let args = match &f.stmts[call].kind {
        StmtKind::Call(call) => call.args.clone(),
        other => unreachable!("not a call: {other:?}"),
    };
    let mut phis = f.phis(header).collect::<Vec<_>>().into_iter();
    let mut varying = varying.iter().peekable();
    for (param, arg) in f.params.clone().into_iter().zip(args) {
        if varying.next_if_eq(&&param).is_some() {
            let phi = phis.next().expect("each parameter that varies has a φ");
            f.add_phi_arg(phi, back, arg, loc);
        }
    }
    let (add, mult) = accumulate(cx.unit, f, tail, acc);
    for (name, value) in [(acc.add, add), (acc.mult, mult)] {
        if let (Some(name), Some(value)) = (name, value) {
            f.add_phi_arg(f.names[name].def, back, Operand::Ssa(value), Location::UNKNOWN);
        }
    }
    f.remove_stmt(call);
}

/// The function is entered, and its end reached, so much less often as the edge is taken.
fn take_from_profile(f: &mut Function, edge: gimple::cfg::EdgeId) {
    let entered = f.block_info[ENTRY].count;
    let mut count = f.block_info[f.edges[edge].src].count;
    if count == NO_COUNT || entered == NO_COUNT {
        return;
    }
    if count >= entered {
        count = entered - entered / 8;
    }
    let dst = f.edges[edge].dst;
    for block in [EXIT, ENTRY].into_iter().chain((dst != EXIT).then_some(dst)) {
        let left = &mut f.block_info[block].count;
        if *left != NO_COUNT {
            *left = left.saturating_sub(count);
        }
    }
}

/// Computes before the call what the accumulators are in the next round.
fn accumulate(
    unit: &mut Unit,
    f: &mut Function,
    tail: &TailCall,
    acc: Accumulators,
) -> (Option<SsaName>, Option<SsaName>) {
    let mult = evaluate(unit, f, tail.call, &tail.mult);
    let add = evaluate(unit, f, tail.call, &tail.add);
    let mut next = (acc.add, acc.mult);
    if let (Some(mut add), Some(sum)) = (add, acc.add) {
        if let Some(factor) = acc.mult {
            add = match unit.as_int(add) {
                Some(1) => Operand::Ssa(factor),
                _ => adjusted(unit, f, tail.call, ("acc_tmp", TreeCode::Mult), factor, add),
            };
        }
        next.0 = Some(update(unit, f, tail.call, TreeCode::Plus, sum, add));
    }
    if let (Some(mult), Some(factor)) = (mult, acc.mult) {
        next.1 = Some(update(unit, f, tail.call, TreeCode::Mult, factor, mult));
    }
    next
}

/// What steps make, from first to last, computed before a statement.
fn evaluate(unit: &mut Unit, f: &mut Function, at: StmtId, steps: &[Step]) -> Option<Operand> {
    let mut value: Option<(Operand, TypeId)> = None;
    let mut steps = steps.iter().copied().peekable();
    while let Some(mut step) = steps.next() {
        let minus_one = |step: &Step| step.multiply && step.value.is_none();
        if value.is_none() && step.negated && step.value.is_some() {
            // The negative of a negative.
            if steps.next_if(|next| minus_one(next)).is_some() {
                step.negated = false;
            }
        } else if value.is_none() && !step.multiply && steps.next_if(minus_one).is_some() {
            step.negated = true;
        }
        let negative = step.value.is_none();
        let operand = match (negative, step.negated) {
            (true, _) => number(unit, step.ty, -1),
            (false, false) => step.value,
            (false, true) => {
                combine(unit, f, at, TreeCode::Negate, step.ty, [step.value, Operand::None])
            }
        };
        value = Some(match value {
            None => (operand, step.ty),
            Some((sum, ty)) => {
                let sum = converted(unit, f, at, sum, ty, step.ty);
                let code = if step.multiply { TreeCode::Mult } else { TreeCode::Plus };
                (combine(unit, f, at, code, step.ty, [sum, operand]), step.ty)
            }
        });
    }
    value.map(|(value, _)| value)
}

/// An operation before a statement, done at once where it can be.
fn combine(
    unit: &mut Unit,
    f: &mut Function,
    at: StmtId,
    code: TreeCode,
    ty: TypeId,
    args: [Operand; 2],
) -> Operand {
    let known = match args {
        [Operand::Const(a), Operand::Const(b)] => fold_const::const_binop(unit, code, ty, a, b),
        [Operand::Const(a), Operand::None] => fold_const::const_unop(unit, code, ty, a),
        _ => None,
    };
    if let Some(id) = known {
        return Operand::Const(id);
    }
    match (code, args[1].constant()) {
        (TreeCode::Mult, Some(id)) if fold_const::is_one(unit, id) => return args[0],
        (TreeCode::Mult, Some(_)) if unit.as_int(args[1]) == Some(-1) => {
            return combine(unit, f, at, TreeCode::Negate, ty, [args[0], Operand::None]);
        }
        _ => {}
    }
    Cursor::before(at).temporary(unit, f, ty, code, args)
}

fn converted(
    unit: &mut Unit,
    f: &mut Function,
    at: StmtId,
    op: Operand,
    from: TypeId,
    to: TypeId,
) -> Operand {
    if useless_type_conversion(unit, to, from) && useless_type_conversion(unit, from, to) {
        return op;
    }
    combine(unit, f, at, TreeCode::Nop, to, [op, Operand::None])
}

/// A name for `accumulator code value`, of the function's result's type, computed before a statement.
fn adjusted(
    unit: &mut Unit,
    f: &mut Function,
    at: StmtId,
    (label, code): (&str, TreeCode),
    accumulator: SsaName,
    value: Operand,
) -> Operand {
    let result = unit.decls[f.result].ty;
    let ident = unit.symbols.intern(label);
    let name = f.make_temp_ssa_name(result, ident, StmtId::NONE);
    let (own, ty) = (f.names[accumulator].ty, unit.type_of(f, value));
    let (code, args) = if unit.types.is_pointer(result) {
        (TreeCode::PointerPlus, [value, Operand::Ssa(accumulator)])
    } else {
        operands(unit, f, at, code, [(Operand::Ssa(accumulator), own), (value, ty)], result)
    };
    let name = Operand::Ssa(name);
    Cursor::before(at).assign(unit, f, name, code, args);
    name
}

/// A new value of an accumulator, computed after a statement.
fn update(
    unit: &mut Unit,
    f: &mut Function,
    at: StmtId,
    code: TreeCode,
    accumulator: SsaName,
    value: Operand,
) -> SsaName {
    let name = duplicate_name(unit, f, accumulator);
    let (own, ty) = (f.names[accumulator].ty, unit.type_of(f, value));
    let (code, args) =
        operands(unit, f, at, code, [(Operand::Ssa(accumulator), own), (value, ty)], own);
    Cursor::after(at).assign(unit, f, Operand::Ssa(name), code, args);
    name
}

/// The right-hand side for `accumulator code value`: where the types differ, the operation is one of the value's type.
fn operands(
    unit: &mut Unit,
    f: &mut Function,
    at: StmtId,
    code: TreeCode,
    [(accumulator, own), (value, ty)]: [(Operand, TypeId); 2],
    result: TypeId,
) -> (TreeCode, [Operand; 2]) {
    if useless_type_conversion(unit, own, ty) && useless_type_conversion(unit, ty, own) {
        return (code, [accumulator, value]);
    }
    let accumulator = converted(unit, f, at, accumulator, own, ty);
    let value = Cursor::before(at).temporary(unit, f, ty, code, [accumulator, value]);
    debug_assert_eq!(result, unit.types.main_variant(result));
    (TreeCode::Nop, [value, Operand::None])
}

/// Lets a return give back what the accumulators make of its value.
pub fn adjust_return(unit: &mut Unit, f: &mut Function, stmt: StmtId, acc: Accumulators) {
    let StmtKind::Return(mut value) = f.stmts[stmt].kind else { return };
    if value.is_none() {
        return;
    }
    if let Some(factor) = acc.mult {
        value = adjusted(unit, f, stmt, ("mul_tmp", TreeCode::Mult), factor, value);
    }
    if let Some(sum) = acc.add {
        value = adjusted(unit, f, stmt, ("acc_tmp", TreeCode::Plus), sum, value);
    }
    edit::replace(unit, f, stmt, StmtKind::Return(value));
}
