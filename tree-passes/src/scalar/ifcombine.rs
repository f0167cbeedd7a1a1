//! Pass `ifcombine`: two conditions one after the other become one, where a single test answers both.
//!
//! ```text
//! <bb 2> :                                       <bb 2> :
//! _1 = x_4(D) & 1;                               _8 = x_4(D) & 5;
//! if (_1 != 0) goto <bb 3>; else goto <bb 5>;    if (_8 == 5)
//! <bb 3> :                                  =>     goto <bb 4>; else goto <bb 5>;
//! _2 = x_4(D) & 4;
//! if (_2 != 0) goto <bb 4>; else goto <bb 5>;
//! ```
//!
//! The first condition leads to the second or to a block where the second leads as well, with the same arguments for φs
//! (`a && b`, `a || b`). The block of the second only computes, as it is always run afterwards. Done are tests of single
//! bits, tests of any of some bits, comparisons of the same operands or of one operand with constants, and what the table
//! of rules has. The machine has no use for `a & b` of two conditions that share nothing (`LOGICAL_OP_NON_SHORT_CIRCUIT`):
//! that is made under `--param logical-op-non-short-circuit=1` only. First conditions come first,
//! so that chains collapse. Linear in statements and φ arguments.

use super::if_to_switch::limits_of;
use dumps::DumpFlags;
use dumps::putln;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, PROB_BASE, Probability};
use gimple::code::{MergedComparison, TreeCode};
use gimple::function::{Function, Prop};
use gimple::options::{Flag, Options};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::print;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::analyses::trap::may_trap;
use tree_ssa::dump_text;
use tree_ssa::edit::Cursor;
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::fold::gimple_fold;
use tree_ssa::fold::gimple_fold::Expr;
use tree_ssa::fold::gimple_fold::Simplifier;
use tree_ssa::graph::order;

/// Copies and conversions gone through from a test to the shift it is about.
const STEPS: usize = 16;

/// `ifcombine` for the pass table.
pub const PASS: Pass = Pass::tree("ifcombine", execute)
    .requires(Prop::CFG_SSA)
    .follows(&[("dce", "a block that computes what nobody uses is no bare condition")]);

/// A block's condition.
struct Condition {
    block: BlockId,
    stmt: StmtId,
    code: TreeCode,
    lhs: Operand,
    rhs: Operand,
    /// The edges taken when it holds and when not.
    yes: EdgeId,
    no: EdgeId,
}

/// What two conditions say together: `inner && outer`, each inverted first if so said, and the whole.
#[derive(Clone, Copy)]
struct Form {
    inner: bool,
    outer: bool,
    result: bool,
}

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut changed = false;
    for block in order::single_preds_first(f) {
        changed |= combine_with_outer(cx, f, block);
    }
    if changed { Todo::CLEANUP_CFG } else { Todo::NONE }
}

fn condition(f: &Function, block: BlockId) -> Option<Condition> {
    let (yes, no) = f.true_false_edges(block)?;
    let stmt = f.last_stmt(block)?;
    let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[stmt].kind else { return None };
    Some(Condition { block, stmt, code, lhs, rhs, yes, no })
}

/// Makes a block's condition answer that of the block before it as well.
fn combine_with_outer(cx: &mut PassContext<'_>, f: &mut Function, block: BlockId) -> bool {
    let Some(enter) = f.single_pred(block) else { return false };
    let (Some(inner), Some(outer)) = (condition(f, block), condition(f, f.edges[enter].src)) else {
        return false;
    };
    let (then, other) = (f.edges[inner.yes].dst, f.edges[inner.no].dst);
    if then == other || !only_computes(cx, f, block) {
        return false;
    }
    let form = form_of(f, &inner, &outer, then, other, block).or_else(|| {
        // An arm that is empty leads to the other, where the outer condition may lead as well.
        if forwards_to(f, other, then) {
            form_of(f, &inner, &outer, other, then, other)
        } else if forwards_to(f, then, other) {
            form_of(f, &inner, &outer, other, then, then)
        } else {
            None
        }
    });
    let Some(form) = form else { return false };
    let done = test_both_bits(cx, f, &inner, &outer, form)
        || test_any_bits(cx, f, &inner, &outer, form)
        || compare_once(cx, f, &inner, &outer, form)
        || compare_by_rule(cx, f, &inner, &outer, form)
        || ask_both(cx, f, &inner, &outer, form);
    if done {
        let always = cx.unit.int(cx.unit.common.bool_, (!form.outer).into());
        let expr = Expr::value(cx.unit.common.bool_, always);
        gimple_fold::replace_with(cx.unit, f, outer.stmt, &expr);
        f.update_stmt(cx.unit, outer.stmt);
        update_profile(f, &inner, &outer);
    }
    done
}

/// How the conditions hang together, if they do: φs after `then` and `other` must not tell `from` from the outer block.
fn form_of(
    f: &Function,
    inner: &Condition,
    outer: &Condition,
    then: BlockId,
    other: BlockId,
    from: BlockId,
) -> Option<Form> {
    let (yes, no) = (f.edges[outer.yes].dst, f.edges[outer.no].dst);
    let same = |dst| from != dst && same_phi_args(f, outer.block, from, dst);
    let form = |inner, outer, result| Some(Form { inner, outer, result });
    if (yes, no) == (inner.block, other) && same(other) {
        form(false, false, false)
    } else if (yes, no) == (other, inner.block) && same(other) {
        form(false, true, false)
    } else if (yes, no) == (then, inner.block) && same(then) {
        form(true, true, true)
    } else if (yes, no) == (inner.block, then) && same(then) {
        form(true, false, true)
    } else {
        None
    }
}

fn same_phi_args(f: &Function, a: BlockId, b: BlockId, dst: BlockId) -> bool {
    let (Some(a), Some(b)) = (f.find_edge(a, dst), f.find_edge(b, dst)) else { return false };
    !(f.edges[a].flags | f.edges[b].flags).intersects(EdgeFlags::COMPLEX)
        && f.phis(dst).all(|phi| f.phi_arg(phi, a) == f.phi_arg(phi, b))
}

/// Whether a block does nothing and leads to another.
fn forwards_to(f: &Function, block: BlockId, to: BlockId) -> bool {
    let label = |stmt| matches!(f.stmts[stmt].kind, StmtKind::Label(_) | StmtKind::Nop);
    f.single_succ(block).is_some_and(|edge| f.edges[edge].dst == to)
        && f.blocks[block].phis.is_empty()
        && f.block_stmts(block).all(label)
}

/// Whether a block may as well be run when it would not be (`bb_no_side_effects_p`).
fn only_computes(cx: &PassContext<'_>, f: &Function, block: BlockId) -> bool {
    let unit = &*cx.unit;
    let silent = |op| !cx.options.on(Flag::TrappingMath) && unit.types.is_real(unit.type_of(f, op));
    f.blocks[block].phis.is_empty()
        && f.block_stmts(block).all(|stmt| {
            let data = &f.stmts[stmt];
            if data.flags.intersects(StmtFlags::VUSE | StmtFlags::VDEF | StmtFlags::VOLATILE) {
                return false;
            }
            match data.kind {
                StmtKind::Label(_) | StmtKind::Nop | StmtKind::Predict { .. } => true,
                StmtKind::Assign { code, rhs, .. } => {
                    !has_side_effects(unit, f, stmt) && !may_trap(unit, f, code, rhs)
                }
                // Floats that are equal or not may be asked without a trap.
                StmtKind::Cond { code: TreeCode::Eq | TreeCode::Ne, .. } => true,
                StmtKind::Cond { code, lhs, rhs, .. } => {
                    silent(lhs) || !may_trap(unit, f, code, [lhs, rhs, Operand::None])
                }
                _ => false,
            }
        })
}

/// Whether an operand is a name whose life may not be made longer: through abnormal edges it shares its place with others.
fn is_bound(f: &Function, op: Operand) -> bool {
    op.ssa().is_some_and(|name| f.names[name].has(NameFlags::ABNORMAL))
}

fn definition(f: &Function, op: Operand) -> Option<(TreeCode, [Operand; 3])> {
    let def = f.names[op.ssa()?].def.expand()?;
    match f.stmts[def].kind {
        StmtKind::Assign { code, rhs, .. } => Some((code, rhs)),
        _ => None,
    }
}

/// What a conversion that drops bits or keeps them all is made from.
fn before_narrowing(unit: &Unit, f: &Function, op: Operand) -> Option<Operand> {
    let (code, [from @ Operand::Ssa(_), ..]) = definition(f, op)? else { return None };
    let bits = |op| {
        let ty = unit.type_of(f, op);
        unit.types.precision(ty).filter(|_| unit.types.is_integral(ty))
    };
    (code == TreeCode::Nop && bits(op)? <= bits(from)?).then_some(from)
}

/// What is tested when a name is: where it comes from, if only the test needs the conversion.
fn tested(unit: &Unit, f: &Function, op: Operand) -> Operand {
    match op {
        Operand::Ssa(name) if f.has_single_use(name) => before_narrowing(unit, f, op).unwrap_or(op),
        _ => op,
    }
}

/// The operands of the `and` that a condition compares with zero: for not being that, or, inverted, for being that.
fn masked(
    unit: &Unit,
    f: &Function,
    condition: &Condition,
    inverted: bool,
) -> Option<(Operand, Operand)> {
    let wanted = if inverted { TreeCode::Eq } else { TreeCode::Ne };
    if condition.code != wanted || unit.as_int(condition.rhs) != Some(0) {
        return None;
    }
    match definition(f, condition.lhs)? {
        (TreeCode::BitAnd, [a, b, _]) => Some((a, b)),
        _ => None,
    }
}

/// The name and the number of the bit that a condition wants to be one (zero if inverted).
fn single_bit(
    unit: &mut Unit,
    f: &Function,
    condition: &Condition,
    inverted: bool,
) -> Option<(SsaName, Operand)> {
    let (a @ Operand::Ssa(name), b) = masked(unit, f, condition, inverted)? else { return None };
    let int = unit.common.int;
    match unit.as_int(b) {
        Some(1) => {
            let mut at = a;
            for _ in 0..STEPS {
                match definition(f, at) {
                    Some((TreeCode::Single, [from @ Operand::Ssa(_), ..])) => at = from,
                    _ => match before_narrowing(unit, f, at) {
                        Some(from) => at = from,
                        None => break,
                    },
                }
            }
            match definition(f, at) {
                Some((TreeCode::Rshift, [Operand::Ssa(shifted), bit, _])) => Some((shifted, bit)),
                _ => Some((tested(unit, f, a).ssa()?, unit.int(int, 0))),
            }
        }
        Some(mask) => {
            let width = unit.types.precision(f.names[name].ty).filter(|&width| width <= 64)?;
            let mask = mask & ((1 << width) - 1);
            let bit = i128::from(mask.trailing_zeros());
            (mask.count_ones() == 1).then(|| (name, unit.int(int, bit)))
        }
        None => {
            let one_shifted = |op| match definition(f, op) {
                Some((TreeCode::Lshift, [one, bit, _])) if unit.as_int(one) == Some(1) => Some(bit),
                _ => None,
            };
            one_shifted(a)
                .and_then(|bit| Some((b.ssa()?, bit)))
                .or_else(|| one_shifted(b).map(|bit| (name, bit)))
        }
    }
}

/// The operands of `and` that a condition wants to be zero (other than zero, if not inverted).
fn any_bits(
    unit: &Unit,
    f: &Function,
    condition: &Condition,
    inverted: bool,
) -> Option<(Operand, Operand)> {
    let (name, bits) = masked(unit, f, condition, inverted)?;
    Some((tested(unit, f, name), bits))
}

/// Computes before a statement what is not there already.
fn compute(
    unit: &mut Unit,
    f: &mut Function,
    options: &Options,
    at: StmtId,
    (ty, code): (TypeId, TreeCode),
    [a, b]: [Operand; 2],
) -> Operand {
    Cursor::before(at).fold((unit, options), f, ty, code, [a, b])
}

/// Makes the inner condition what is to be asked from now on.
fn ask(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    inner: &Condition,
    code: TreeCode,
    ops: [Operand; 2],
) {
    let bool_ = cx.unit.common.bool_;
    let ops = [ops[0], ops[1], Operand::None];
    let mut found = Simplifier::new(cx.unit, f, cx.options, &|_| None).simplify(code, bool_, ops);
    found = found.filter(|expr| {
        expr.code.is_comparison()
            || expr.code == TreeCode::Single && expr.ops[0].constant().is_some()
    });
    let expr = found.unwrap_or(Expr { code, ty: bool_, ops });
    gimple_fold::replace_with(cx.unit, f, inner.stmt, &expr);
    f.update_stmt(cx.unit, inner.stmt);
}

/// `x & 1 << a` and `x & 1 << b` is `x & T == T`, with `T` the two bits.
fn test_both_bits(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    inner: &Condition,
    outer: &Condition,
    form: Form,
) -> bool {
    let (Some((name, bit)), Some((other, outer_bit))) =
        (single_bit(cx.unit, f, inner, form.inner), single_bit(cx.unit, f, outer, form.outer))
    else {
        return false;
    };
    if name != other || [Operand::Ssa(name), bit, outer_bit].iter().any(|&op| is_bound(f, op)) {
        return false;
    }
    let ty = f.names[name].ty;
    let one = cx.unit.int(ty, 1);
    let mut make = |code, ops| compute(cx.unit, f, cx.options, inner.stmt, (ty, code), ops);
    let a = make(TreeCode::Lshift, [one, bit]);
    let b = make(TreeCode::Lshift, [one, outer_bit]);
    let both = make(TreeCode::BitIor, [a, b]);
    let found = make(TreeCode::BitAnd, [Operand::Ssa(name), both]);
    ask(cx, f, inner, if form.result { TreeCode::Ne } else { TreeCode::Eq }, [found, both]);
    if cx.dump.details() {
        let text = |op| dump_text::operand(cx.unit, f, op);
        let (name, a, b) = (text(Operand::Ssa(name)), text(bit), text(outer_bit));
        putln!(cx.dump, "optimizing double bit test to {name} & T == T");
        putln!(cx.dump, "with temporary T = (1 << {a}) | (1 << {b})");
    }
    true
}

/// A value and the types it is converted to, one after the other.
struct Converted {
    value: Operand,
    types: Vec<TypeId>,
}

impl Converted {
    fn new(value: Operand, types: &[TypeId]) -> Converted {
        Converted { value, types: types.to_vec() }
    }

    /// Whether it is a name but for conversions that keep all bits; then the name.
    fn name(&self, unit: &Unit, f: &Function) -> Option<SsaName> {
        let bits = |ty| unit.types.precision(ty);
        let own = bits(unit.type_of(f, self.value));
        self.value.ssa().filter(|_| self.types.iter().all(|&ty| bits(ty) == own))
    }

    fn make(&self, cx: &mut PassContext<'_>, f: &mut Function, at: StmtId) -> Operand {
        let mut value = self.value;
        for &ty in &self.types {
            if !cx.unit.types.same_main(ty, cx.unit.type_of(f, value)) {
                let what = (ty, TreeCode::Nop);
                value = compute(cx.unit, f, cx.options, at, what, [value, Operand::None]);
            }
        }
        value
    }

    /// As it is written, without making it: its last conversion over the value before that.
    fn text(&self, unit: &Unit, f: &Function, made: Operand) -> String {
        match definition(f, made) {
            Some((TreeCode::Nop, [from, ..])) if made != self.value => {
                let ty = print::type_text(unit, unit.type_of(f, made), DumpFlags::NONE);
                format!("({ty}) {}", dump_text::operand(unit, f, from))
            }
            _ => dump_text::operand(unit, f, made),
        }
    }
}

/// `(x & a) != 0` or `(x & b) != 0` is `(x & (a | b)) != 0`.
fn test_any_bits(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    inner: &Condition,
    outer: &Condition,
    form: Form,
) -> bool {
    let (Some((name, bits)), Some((other, more))) =
        (any_bits(cx.unit, f, inner, !form.inner), any_bits(cx.unit, f, outer, !form.outer))
    else {
        return false;
    };
    // What both have is tested.
    let (name, bits, more) = if name == other {
        (name, bits, more)
    } else if bits == more {
        (bits, name, other)
    } else if name == more {
        (name, bits, other)
    } else if bits == other {
        (bits, name, more)
    } else {
        return false;
    };
    let of = |op| cx.unit.type_of(f, op);
    let precision =
        |op| cx.unit.types.precision(of(op)).filter(|_| cx.unit.types.is_integral(of(op)));
    let (Some(_), Some(a), Some(b)) = (precision(name), precision(bits), precision(more)) else {
        return false;
    };
    if [name, bits, more].iter().any(|&op| is_bound(f, op)) {
        return false;
    }
    let (bits_type, more_type) = (of(bits), of(more));
    let bits_type = unsigned_of(cx.unit, bits_type, a);
    let more_type = unsigned_of(cx.unit, more_type, b);
    let ty = if a >= b { bits_type } else { more_type };
    let parts = [Converted::new(bits, &[bits_type, ty]), Converted::new(more, &[more_type, ty])];
    let first = match (parts[0].name(cx.unit, f), parts[1].name(cx.unit, f)) {
        (Some(x), Some(y)) => usize::from(x > y),
        (Some(_), None) => usize::from(more.constant().is_none()),
        _ => 0,
    };
    let mut made = [Operand::None; 2];
    made[first] = parts[first].make(cx, f, inner.stmt);
    made[1 - first] = parts[1 - first].make(cx, f, inner.stmt);
    let ops = [made[first], made[1 - first]];
    let all = compute(cx.unit, f, cx.options, inner.stmt, (ty, TreeCode::BitIor), ops);
    let whole = Converted::new(name, &[ty]);
    let converted = whole.make(cx, f, inner.stmt);
    let found =
        compute(cx.unit, f, cx.options, inner.stmt, (ty, TreeCode::BitAnd), [converted, all]);
    let zero = cx.unit.int(ty, 0);
    ask(cx, f, inner, if form.result { TreeCode::Ne } else { TreeCode::Eq }, [found, zero]);
    if cx.dump.details() {
        let name = whole.text(cx.unit, f, converted);
        let [a, b] = [0, 1].map(|part: usize| parts[part].text(cx.unit, f, made[part]));
        putln!(cx.dump, "optimizing bits or bits test to {name} & T != 0");
        putln!(cx.dump, "with temporary T = {a} | {b}");
    }
    true
}

/// The type without sign of as many bits.
fn unsigned_of(unit: &mut Unit, ty: TypeId, bits: u32) -> TypeId {
    if unit.types.is_unsigned(ty) {
        return unit.types.main_variant(ty);
    }
    super::switch_conversion::unsigned_of(unit, bits as u16)
}

/// Two comparisons of the same operands, or of one with constants.
fn compare_once(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    inner: &Condition,
    outer: &Condition,
    form: Form,
) -> bool {
    let ty = cx.unit.type_of(f, inner.lhs);
    let real = cx.unit.types.is_real(ty);
    if !real && !cx.unit.types.is_integral(ty) && !cx.unit.types.is_pointer(ty) {
        return false;
    }
    let nans = real && cx.options.honor_nans();
    let trapping = cx.options.on(Flag::TrappingMath);
    let as_said = |code: TreeCode, inverted: bool| {
        if inverted { code.inverse_comparison(nans, trapping) } else { Some(code) }
    };
    let (Some(code), Some(outer_code)) =
        (as_said(inner.code, form.inner), as_said(outer.code, form.outer))
    else {
        return false;
    };
    let pair = (inner.lhs, inner.rhs);
    let merged = if pair == (outer.lhs, outer.rhs) {
        code.merged_comparison(outer_code, true, nans, trapping).map(|merged| (merged, inner.rhs))
    } else if pair == (outer.rhs, outer.lhs) {
        let outer_code = outer_code.swap_comparison();
        code.merged_comparison(outer_code, true, nans, trapping).map(|merged| (merged, inner.rhs))
    } else if inner.lhs == outer.lhs {
        with_constants(cx.unit, ty, (code, inner.rhs), (outer_code, outer.rhs))
    } else {
        None
    };
    let Some((mut merged, rhs)) = merged else { return false };
    if is_bound(f, inner.lhs) || is_bound(f, rhs) {
        return false;
    }
    if form.result {
        merged = match merged {
            MergedComparison::Decided(truth) => MergedComparison::Decided(!truth),
            MergedComparison::One(code) => match code.inverse_comparison(nans, trapping) {
                Some(code) => MergedComparison::One(code),
                None => return false,
            },
        };
    }
    match merged {
        MergedComparison::One(code) => ask(cx, f, inner, code, [inner.lhs, rhs]),
        MergedComparison::Decided(truth) => {
            let int = cx.unit.common.int;
            let (truth, zero) = (cx.unit.int(int, truth.into()), cx.unit.int(int, 0));
            ask(cx, f, inner, TreeCode::Ne, [truth, zero]);
        }
    }
    say_merged(cx, f, inner);
    true
}

/// What is said of an inverted condition where `inverted`.
fn comparison_of(
    cx: &PassContext<'_>,
    f: &Function,
    condition: &Condition,
    inverted: bool,
) -> Option<(TreeCode, [Operand; 3])> {
    let code = code_of(cx, f, (condition.code, condition.lhs), inverted)?;
    Some((code, [condition.lhs, condition.rhs, Operand::None]))
}

/// A comparison of an operand, or what it is not where `inverted`.
fn code_of(
    cx: &PassContext<'_>,
    f: &Function,
    (code, operand): (TreeCode, Operand),
    inverted: bool,
) -> Option<TreeCode> {
    if !inverted {
        return Some(code);
    }
    let ty = cx.unit.type_of(f, operand);
    let nans = cx.unit.types.is_real(ty) && cx.options.honor_nans();
    code.inverse_comparison(nans, cx.options.on(Flag::TrappingMath))
}

/// One comparison that a rule of the table makes of both (`maybe_fold_comparisons_from_match_pd`).
fn compare_by_rule(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    inner: &Condition,
    outer: &Condition,
    form: Form,
) -> bool {
    let (Some((first, a)), Some((second, b))) =
        (comparison_of(cx, f, inner, form.inner), comparison_of(cx, f, outer, form.outer))
    else {
        return false;
    };
    let bool_ = cx.unit.common.bool_;
    let mut simplifier = Simplifier::new(cx.unit, f, cx.options, &|_| None).making();
    let Some(merged) = simplifier.both_hold(bool_, (first, a), (second, b)) else { return false };
    let merged = match merged.as_value().and_then(|op| cx.unit.as_int(op)) {
        Some(truth) => {
            let int = cx.unit.common.int;
            let (truth, zero) = (cx.unit.int(int, (truth != 0) as i128), cx.unit.int(int, 0));
            (if form.result { TreeCode::Eq } else { TreeCode::Ne }, [truth, zero])
        }
        None => {
            let code = code_of(cx, f, (merged.code, merged.ops[0]), form.result);
            let Some(code) = code else { return false };
            (code, [merged.ops[0], merged.ops[1]])
        }
    };
    if merged.1.iter().any(|&op| is_bound(f, op)) {
        return false;
    }
    ask(cx, f, inner, merged.0, merged.1);
    say_merged(cx, f, inner);
    true
}

fn is_label(f: &Function, stmt: StmtId) -> bool {
    matches!(f.stmts[stmt].kind, StmtKind::Label(_))
}

fn say_merged(cx: &mut PassContext<'_>, f: &Function, inner: &Condition) {
    if cx.dump.details()
        && let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[inner.stmt].kind
        && let Some(symbol) = code.symbol()
    {
        let text = |op| dump_text::operand(cx.unit, f, op);
        let (lhs, rhs) = (text(lhs), text(rhs));
        putln!(cx.dump, "optimizing two comparisons to {lhs} {symbol} {rhs}");
    }
}

/// Computes both conditions and asks whether both hold, where that is said to be cheap and nothing else is computed
/// between them.
fn ask_both(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    inner: &Condition,
    outer: &Condition,
    form: Form,
) -> bool {
    if cx.options.param("logical-op-non-short-circuit") != Some(1)
        || f.block_stmts(inner.block).find(|&stmt| !is_label(f, stmt)) != Some(inner.stmt)
    {
        return false;
    }
    let (Some((first, a)), Some((second, b))) =
        (comparison_of(cx, f, inner, form.inner), comparison_of(cx, f, outer, form.outer))
    else {
        return false;
    };
    if a.iter().chain(&b).any(|&op| is_bound(f, op)) {
        return false;
    }
    let bool_ = cx.unit.common.bool_;
    let value = |f: &mut Function, code, ops| {
        let mut at = Cursor::before(inner.stmt).like(f, inner.stmt);
        at.temporary(cx.unit, f, bool_, code, ops)
    };
    let first = value(f, first, [a[0], a[1]]);
    let second = value(f, second, [b[0], b[1]]);
    let both = value(f, TreeCode::BitAnd, [first, second]);
    let zero = cx.unit.int(bool_, 0);
    let code = if form.result { TreeCode::Eq } else { TreeCode::Ne };
    ask(cx, f, inner, code, [both, zero]);
    say_merged(cx, f, inner);
    true
}

/// The comparison with a constant that holds where both do: that for the numbers which both allow.
pub fn with_constants(
    unit: &mut Unit,
    ty: TypeId,
    a: (TreeCode, Operand),
    b: (TreeCode, Operand),
) -> Option<(MergedComparison, Operand)> {
    let (least, greatest) = limits_of(unit, ty)?;
    // Two numbers at the end that are left out are a range: `reassoc` finds those.
    if a.0 == TreeCode::Ne && b.0 == TreeCode::Ne && a.1 != b.1 {
        return None;
    }
    let allowed = |(code, number): (TreeCode, Operand)| {
        let number = unit.as_int(number)?;
        Some(match code {
            TreeCode::Eq => vec![(number, number)],
            TreeCode::Ne => vec![(least, number - 1), (number + 1, greatest)],
            TreeCode::Lt => vec![(least, number - 1)],
            TreeCode::Le => vec![(least, number)],
            TreeCode::Gt => vec![(number + 1, greatest)],
            TreeCode::Ge => vec![(number, greatest)],
            _ => return None,
        })
    };
    let (a, b) = (allowed(a)?, allowed(b)?);
    let mut both: Vec<(i128, i128)> = a
        .iter()
        .flat_map(|a| b.iter().map(move |b| (a.0.max(b.0), a.1.min(b.1))))
        .filter(|(low, high)| low <= high)
        .collect();
    both.sort_unstable();
    both.dedup_by(|next, last| {
        let joined = last.1 + 1 >= next.0;
        if joined {
            last.1 = last.1.max(next.1);
        }
        joined
    });
    let one = |code| MergedComparison::One(code);
    let (merged, number) = match both[..] {
        [] => (MergedComparison::Decided(false), 0),
        [(low, high)] if low == least && high == greatest => (MergedComparison::Decided(true), 0),
        [(low, high)] if low == high => (one(TreeCode::Eq), low),
        [(low, high)] if low == least => (one(TreeCode::Le), high),
        [(low, high)] if high == greatest => (one(TreeCode::Ge), low),
        [(low, a), (b, high)] if low == least && high == greatest && a + 2 == b => {
            (one(TreeCode::Ne), a + 1)
        }
        _ => return None,
    };
    Some((merged, unit.int(ty, number)))
}

/// The way around the inner condition is taken through it from now on (`update_profile_after_ifcombine`).
fn update_profile(f: &mut Function, inner: &Condition, outer: &Condition) {
    let (into, around) = match f.edges[outer.yes].dst == inner.block {
        true => (outer.yes, outer.no),
        false => (outer.no, outer.yes),
    };
    let joins = f.edges[inner.yes].dst == f.edges[around].dst;
    let (taken, other) = if joins { (inner.yes, inner.no) } else { (inner.no, inner.yes) };
    f.block_info[inner.block].count = f.block_info[outer.block].count;
    let [to_inner, past, mut joined] = [into, around, taken].map(|edge| f.edges[edge].probability);
    if to_inner.is_known() && past.is_known() && joined.is_known() {
        if joined != Probability::ALWAYS {
            let base = u64::from(PROB_BASE);
            let both = (u64::from(to_inner.0) * u64::from(joined.0) + base / 2) / base;
            joined = Probability((u64::from(past.0) + both).min(base) as u32);
        }
        f.edges[taken].probability = joined;
        f.edges[other].probability = Probability(PROB_BASE - joined.0);
    } else {
        f.edges[taken].probability = Probability::UNKNOWN;
        f.edges[other].probability = Probability::UNKNOWN;
    }
    f.edges[into].probability = Probability::ALWAYS;
    f.edges[around].probability = Probability::NEVER;
}
