//! Pass `cdce`: a function that is called only for the sake of `errno` is called only for arguments that set it, and a
//! square root is left to the machine for others.
//!
//! ```text
//!   log (x_2(D));              DCE_COND_LB.1_3 = x_2(D);   DCE_COND_LB_TEST.2_4 = DCE_COND_LB.1_3 u> 0.0;
//!                              if (DCE_COND_LB_TEST.2_4 != 0)
//!                                goto <bb 3>; [99.95%]
//!                      =>      else
//!                                goto <bb 4>; [0.05%]
//!
//!                              <bb 4>:
//!                              log (x_2(D));
//! ```
//!
//! The comparisons hold for NaNs, too, of which no function complains.

use dumps::putln;
use gimple::aside::Aside;
use gimple::builtins::{Family, kind};
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, PROB_BASE, Probability};
use gimple::code::TreeCode;
use gimple::constant::RealBits;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::remark::RemarkKind;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, Callee, InternalFn, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::{RealFormat, TypeId, TypeKind};
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::dump_text;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::count_of_preds;
use tree_ssa::edit::cfg_edit::edge_count;
use tree_ssa::edit::cfg_edit::split_block;
use tree_ssa::edit::locals;
use tree_ssa::edit::locals::new_local;
use tree_ssa::effects::call_effects;
use tree_ssa::profile::is_hot;
use tree_ssa::ssa::update_ssa;

/// `cdce` for the pass table.
pub const PASS: Pass = Pass::tree("cdce", execute)
    .gate(|options, _| options.on(Flag::TreeBuiltinCallDce))
    .requires(Prop::CFG_SSA)
    .follows(&[("dce", "calls whose results nobody needs have lost them")]);

/// Bases of powers up to this have exponents that cannot overflow.
const MAX_BASE: f64 = 256.0;

/// What an argument is compared with, such that no error can come of it if that is true.
#[derive(Clone, Copy)]
struct Test {
    op: Operand,
    code: TreeCode,
    limit: f64,
    kind: TestKind,
}

/// What a test is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TestKind {
    Lower,
    Upper,
    /// An integer that a base was converted from.
    Integer,
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if f.call_kinds & kind::RANGE == 0 {
        return Todo::NONE;
    }
    let mut calls = Vec::new();
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            if f.stmts[stmt].vdef.is_none() || !is_hot(cx.unit, cx.options, f, block) {
                continue;
            }
            if tests(cx.unit, f, stmt).is_none() {
                continue;
            }
            calls.push(stmt);
            if cx.dump.details() {
                let text = dump_text::stmt(cx.unit, f, stmt);
                putln!(cx.dump, "Found conditional dead call: {text}\n");
            }
        }
    }
    if calls.is_empty() {
        return Todo::NONE;
    }
    for stmt in calls {
        // An argument may be the result of a call that has been wrapped meanwhile.
        let Some(tests) = tests(cx.unit, f, stmt) else { continue };
        let text = "function call is shrink-wrapped into error conditions.".to_owned();
        cx.remark_of(RemarkKind::Note, "optall", (f, stmt), text);
        wrap(cx.unit, f, stmt, &tests);
    }
    // What memory is after a call depends on whether it is made.
    update_ssa::mark_virtuals(f);
    Todo::UPDATE_SSA
}

/// What must hold for a call not to set `errno`, if nothing else depends on it, or on its result only what the machine can
/// do.
fn tests(unit: &Unit, f: &Function, stmt: StmtId) -> Option<Vec<Test>> {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
    let builtin = call_effects::callee_builtin(unit, call)?;
    if builtin.kind() & kind::RANGE == 0 {
        return None;
    }
    let family = builtin.family();
    let used = call.lhs.is_some();
    let ty = unit.type_of(f, *call.args.first()?);
    let format = match *unit.types.kind(ty) {
        TypeKind::Real(format) => format,
        _ => return None,
    };
    let machine = matches!(format, RealFormat::Single | RealFormat::Double);
    if used && !(family == Family::Sqrt && machine && call.lhs.ssa().is_some()) {
        return None;
    }
    if family == Family::Pow {
        return power_tests(unit, f, call);
    }
    Some(domain(family, format == RealFormat::Single, call.args[0]))
}

/// The arguments of a function that do not set `errno`.
fn domain(family: Family, single: bool, op: Operand) -> Vec<Test> {
    use TreeCode::{Unge, Ungt, Unle, Unlt};
    let pick = |a: f64, b: f64| if single { a } else { b };
    let (lower, upper) = match family {
        Family::Acos | Family::Asin => (Some((Unge, -1.0)), Some((Unle, 1.0))),
        Family::Acosh => (Some((Unge, 1.0)), None),
        Family::Atanh => (Some((Ungt, -1.0)), Some((Unlt, 1.0))),
        Family::Cosh | Family::Sinh => {
            let most = pick(89.0, 710.0);
            (Some((Ungt, -most)), Some((Unlt, most)))
        }
        Family::Log | Family::Log2 | Family::Log10 => (Some((Ungt, 0.0)), None),
        Family::Log1p => (Some((Ungt, -1.0)), None),
        Family::Exp | Family::Expm1 => (None, Some((Unlt, pick(88.0, 709.0)))),
        Family::Exp2 => (None, Some((Unlt, pick(128.0, 1024.0)))),
        Family::Exp10 | Family::Pow10 => (None, Some((Unlt, pick(38.0, 308.0)))),
        _ => (Some((Unge, 0.0)), None),
    };
    let test = |kind, (code, limit)| Test { op, code, limit, kind };
    let lower = lower.map(|bound| test(TestKind::Lower, bound));
    let upper = upper.map(|bound| test(TestKind::Upper, bound));
    lower.into_iter().chain(upper).collect()
}

/// Of powers: of small constants, and of small integers that are positive.
fn power_tests(unit: &Unit, f: &Function, call: &Call) -> Option<Vec<Test>> {
    let &[base, exponent] = &call.args[..] else { return None };
    exponent.ssa()?;
    let upper = |code, limit| Test { op: exponent, code, limit, kind: TestKind::Upper };
    if let Some(id) = base.constant() {
        let base = unit.consts.as_real(id)?.to_f64();
        return (base > 1.0 && base <= MAX_BASE).then(|| vec![upper(TreeCode::Unlt, 127.0)]);
    }
    let def = f.names[base.ssa()?].def.expand()?;
    let StmtKind::Assign { code: TreeCode::Float, rhs, .. } = f.stmts[def].kind else {
        return None;
    };
    let op = Operand::Ssa(rhs[0].ssa()?);
    let bits = unit.types.precision(unit.type_of(f, op))?;
    let most = match bits {
        0..=8 => 128.0,
        9..=16 => 64.0,
        17..=32 => 32.0,
        _ => return None,
    };
    let positive = Test { op, code: TreeCode::Gt, limit: 0.0, kind: TestKind::Integer };
    Some(vec![upper(TreeCode::Unle, most), positive])
}

/// Puts a call after tests (`shrink_wrap_one_built_in_call_with_conds`). The first stands before the call; each further one
/// stands before those there are, and goes on to them if it holds.
fn wrap(unit: &mut Unit, f: &mut Function, call: StmtId, tests: &[Test]) {
    let conditions: Vec<Condition> =
        tests.iter().map(|test| Condition::make(unit, f, call, test)).collect();
    let Some((innermost, outer)) = conditions.split_first() else { return };
    let guard = f.stmts[call].block;
    innermost.put_before(unit, f, call);
    let after = split_block(f, guard, call);
    let join = f.edges[after].dst;
    let fails = split_block(f, guard, innermost.branch);
    let slow = f.edges[fails].dst;
    set_edge(f, fails, EdgeFlags::FALSE_VALUE, Probability::HARDLY.0);
    let result = match &f.stmts[call].kind {
        StmtKind::Call(call) => call.lhs.ssa(),
        _ => None,
    };
    let holds = match result {
        Some(result) => root_of_machine(unit, f, (call, result), guard, join),
        None => f.make_edge_unchecked(guard, join, EdgeFlags::NONE),
    };
    set_edge(f, holds, EdgeFlags::TRUE_VALUE, PROB_BASE - Probability::HARDLY.0);
    let mut first = innermost.stmts[0];
    for condition in outer {
        condition.put_before(unit, f, first);
        first = condition.stmts[0];
        let holds = split_block(f, guard, condition.branch);
        set_edge(f, holds, EdgeFlags::TRUE_VALUE, PROB_BASE - Probability::HARDLY.0);
        let fails = f.make_edge_unchecked(guard, slow, EdgeFlags::NONE);
        set_edge(f, fails, EdgeFlags::FALSE_VALUE, Probability::HARDLY.0);
        let inner = f.edges[holds].dst;
        f.block_info[inner].count = edge_count(f, holds);
    }
    // What the last test goes on to is made by now.
    let fast = f.edges[holds].dst;
    if fast != join {
        f.block_info[fast].count = edge_count(f, holds);
    }
    f.block_info[slow].count = count_of_preds(f, slow);
}

fn set_edge(f: &mut Function, edge: EdgeId, flag: EdgeFlags, probability: u32) {
    f.edges[edge].flags = flag;
    f.edges[edge].probability = Probability(probability);
}

/// The statements of a test, the branch last.
struct Condition {
    stmts: Vec<StmtId>,
    branch: StmtId,
}

impl Condition {
    /// Makes the statements of a test, in no block yet.
    fn make(unit: &mut Unit, f: &mut Function, call: StmtId, test: &Test) -> Condition {
        let ty = unit.type_of(f, test.op);
        let name = match test.kind {
            TestKind::Lower => "DCE_COND_LB",
            TestKind::Upper => "DCE_COND_UB",
            TestKind::Integer => "DCE_COND1",
        };
        let mut stmts = Vec::new();
        let mut define =
            |unit: &mut Unit, f: &mut Function, ty: TypeId, name: &str, code, rhs: [Operand; 2]| {
                let var = new_local(unit, f, ty, Some(name));
                let value = Operand::Ssa(f.make_ssa_name(unit, var, StmtId::NONE));
                stmts.push(f.new_stmt_at(call, StmtKind::assign(value, code, rhs)));
                value
            };
        let value = define(unit, f, ty, name, TreeCode::Single, [test.op, Operand::None]);
        let (code, lhs, rhs) = if test.kind == TestKind::Integer {
            let limit = unit.int(ty, test.limit as i128);
            (test.code, value, limit)
        } else {
            let limit = Operand::Const(unit.consts.real(ty, RealBits::from_f64(test.limit)));
            let (bool_, test_name) = (unit.common.bool_, format!("{name}_TEST"));
            let holds = define(unit, f, bool_, &test_name, test.code, [value, limit]);
            (TreeCode::Ne, holds, unit.int(bool_, 0))
        };
        let branch = f.new_stmt_at(call, StmtKind::cond(code, [lhs, rhs]));
        stmts.push(branch);
        Condition { stmts, branch }
    }

    fn put_before(&self, unit: &Unit, f: &mut Function, at: StmtId) {
        for &stmt in &self.stmts {
            Cursor::before(at).put(unit, f, stmt);
        }
    }
}

/// A block that computes a root by the machine where `guard` finds that possible, and a φ of it with what the function
/// returns. Returns the edge into the block.
fn root_of_machine(
    unit: &mut Unit,
    f: &mut Function,
    (call, result): (StmtId, SsaName),
    guard: BlockId,
    join: BlockId,
) -> EdgeId {
    let from_function = locals::duplicate_name(unit, f, result);
    let joined = locals::duplicate_name(unit, f, result);
    f.replace_uses_by(unit, result, Operand::Ssa(joined));
    let ty = f.names[result].ty;
    let fntype = unit.types.function_of(ty, vec![ty], false, true);
    let StmtKind::Call(data) = &mut f.stmts[call].kind else { unreachable!("it calls sqrt") };
    data.lhs = Operand::Ssa(from_function);
    let root = Call {
        lhs: Operand::Ssa(result),
        callee: Callee::Internal(InternalFn::Sqrt),
        fntype,
        args: data.args.clone(),
        chain: Operand::None,
    };
    f.update_stmt(unit, call);
    let block = f.create_block(guard);
    f.block_info[block].loop_father = f.block_info[guard].loop_father;
    let root = StmtKind::Call(Aside::new(root));
    Cursor::end(block).like(f, call).make(unit, f, root);
    let onwards = f.make_edge_unchecked(block, join, EdgeFlags::FALLTHRU);
    f.edges[onwards].probability = Probability::ALWAYS;
    let phi = f.create_phi(joined, join);
    let slow = f.blocks[join].preds[0];
    f.add_phi_arg(phi, slow, Operand::Ssa(from_function), Default::default());
    f.add_phi_arg(phi, onwards, Operand::Ssa(result), Default::default());
    f.make_edge_unchecked(guard, block, EdgeFlags::NONE)
}
