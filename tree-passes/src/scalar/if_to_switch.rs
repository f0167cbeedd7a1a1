//! Pass `iftoswitch`: a chain of conditions on one variable becomes a switch.
//!
//! ```text
//! if (x_2(D) == 1) goto <bb 3>; else goto <bb 4>;
//! <bb 4> : if (x_2(D) == 2) goto <bb 5>; else …   =>   switch (x_2(D)) <default: <L16>, case 1: <L11>,
//! …                                                            case 2: <L12>, …, case 9: <L15>>
//! if (x_2(D) == 9) goto <bb 11>; else goto <bb 12>;
//! ```
//!
//! Each condition of the chain but the first does nothing else, and is reached only when the one before does not hold. What
//! it tests is a range of one variable, found by going back through conversions and additions of constants. The ranges
//! must not overlap; and a jump table or a test of bits must come of it, else comparisons are as good. Linear, but for
//! the choice of tables.

use dumps::DumpFlags;
use dumps::putln;
use gimple::aside::Aside;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::constant::ConstId;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::print;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Case, StmtId, StmtKind, Switch};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use tree_ssa::analyses::switch_clusters::{self, Entry, Group, Kind, Limits, say_groups};
use tree_ssa::analyses::trap::may_trap;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::graph::analyses;

/// Definitions gone through from a condition to the variable it is about.
const STEPS: usize = 16;
/// Shortest chain that is looked at.
const SHORTEST: usize = 3;

/// `iftoswitch` for the pass table.
pub const PASS: Pass = Pass::tree("iftoswitch", execute)
    .gate(|options, _| {
        options.optimize > 1 && (options.on(Flag::JumpTables) || options.on(Flag::BitTests))
    })
    .requires(Prop::CFG_SSA)
    .todo(Todo::UPDATE_SSA)
    .follows(&[("phiopt", "what needs no jump is none by then")]);

/// A variable is in a range, bounds included.
#[derive(Clone, Copy)]
struct Range {
    name: SsaName,
    low: i128,
    high: i128,
}

/// A condition: where it leads when the variable is in one of the ranges, and when it is not.
struct Condition {
    block: BlockId,
    stmt: StmtId,
    ranges: Vec<Range>,
    inside: EdgeId,
    outside: EdgeId,
}

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut conditions: FxHashMap<BlockId, Condition> = FxHashMap::default();
    for block in f.block_order() {
        if let Some(condition) = condition_of(cx.unit, f, block) {
            conditions.insert(block, condition);
        }
    }
    let mut chains = Vec::new();
    if conditions.len() >= SHORTEST {
        chains = chains_among(f, &mut conditions);
        chains.retain(|chain| is_worth_it(cx, f, chain));
    }
    for chain in &chains {
        convert(cx, f, chain);
    }
    if chains.is_empty() { Todo::NONE } else { Todo::CLEANUP_CFG }
}

/// The condition that ends a block, if the block does nothing else that is seen outside.
fn condition_of(unit: &Unit, f: &Function, block: BlockId) -> Option<Condition> {
    let stmt = f.last_stmt(block)?;
    let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[stmt].kind else { return None };
    let (on_true, on_false) = f.true_false_edges(block)?;
    if !only_decides(unit, f, block, stmt) {
        return None;
    }
    let (ranges, inside) = match either(unit, f, code, lhs, rhs) {
        Some(parts) => {
            let ranges = parts.map(|part| range_of(unit, f, TreeCode::Ne, part, 0));
            let [Some((first, true)), Some((second, true))] = ranges else { return None };
            (vec![first, second], true)
        }
        None => {
            let Operand::Ssa(name) = lhs else { return None };
            let (range, inside) = range_of(unit, f, code, name, unit.as_int(rhs)?)?;
            (vec![range], inside)
        }
    };
    if ranges.iter().any(|range| range.name != ranges[0].name) {
        return None;
    }
    let (inside, outside) = if inside { (on_true, on_false) } else { (on_false, on_true) };
    Some(Condition { block, stmt, ranges, inside, outside })
}

/// The two truths of which a condition wants one.
fn either(
    unit: &Unit,
    f: &Function,
    code: TreeCode,
    lhs: Operand,
    rhs: Operand,
) -> Option<[SsaName; 2]> {
    let def = f.names[lhs.ssa()?].def.expand()?;
    if code != TreeCode::Ne || !unit.is_zero(rhs) {
        return None;
    }
    match f.stmts[def].kind {
        StmtKind::Assign {
            code: TreeCode::BitIor,
            rhs: [Operand::Ssa(a), Operand::Ssa(b), _],
            ..
        } => Some([a, b]),
        _ => None,
    }
}

/// Whether all a block does is to compute what its condition wants.
fn only_decides(unit: &Unit, f: &Function, block: BlockId, last: StmtId) -> bool {
    f.blocks[block].phis.is_empty()
        && f.block_stmts(block).all(|stmt| {
            if stmt == last {
                return true;
            }
            match f.stmts[stmt].kind {
                StmtKind::Label(_) | StmtKind::Nop | StmtKind::Predict { .. } => true,
                StmtKind::Assign { lhs: Operand::Ssa(name), code, rhs } => {
                    !has_side_effects(unit, f, stmt)
                        && !may_trap(unit, f, code, rhs)
                        && f.imm_uses(name).all(|node| f.stmts[node.stmt].block == block)
                }
                _ => false,
            }
        })
}

/// The least and the greatest value of an integral type.
pub(crate) fn limits_of(unit: &Unit, ty: TypeId) -> Option<(i128, i128)> {
    let bits = unit.types.precision(ty).filter(|_| unit.types.is_integral(ty))?;
    match (bits, unit.types.is_unsigned(ty)) {
        (1..=64, true) => Some((0, (1 << bits) - 1)),
        (1..=64, false) => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        _ => None,
    }
}

/// The range that a comparison of a name with a number is about, of a name as far back as it can be said of; and whether
/// the comparison holds inside the range.
fn range_of(
    unit: &Unit,
    f: &Function,
    code: TreeCode,
    name: SsaName,
    number: i128,
) -> Option<(Range, bool)> {
    let (mut code, mut name, mut number) = (code, name, number);
    let mut truth = true;
    // A truth value that is tested: the comparison it comes from.
    for _ in 0..STEPS {
        let ty = f.names[name].ty;
        let boolean = unit.types.precision(ty) == Some(1) && matches!(number, 0 | 1);
        let Some(def) = f.names[name].def.expand().filter(|_| boolean) else { break };
        let StmtKind::Assign { code: inner, rhs: [Operand::Ssa(a), b, _], .. } = f.stmts[def].kind
        else {
            break;
        };
        let (true, Some(b)) = (inner.is_comparison(), unit.as_int(b)) else { break };
        match code {
            TreeCode::Ne => truth ^= number == 1,
            TreeCode::Eq => truth ^= number == 0,
            _ => break,
        }
        (code, name, number) = (inner, a, b);
    }
    let (least, greatest) = limits_of(unit, f.names[name].ty)?;
    let (low, high, inside) = match code {
        TreeCode::Eq => (number, number, true),
        TreeCode::Ne => (number, number, false),
        TreeCode::Lt => (least, number.checked_sub(1)?, true),
        TreeCode::Le => (least, number, true),
        TreeCode::Gt => (number.checked_add(1)?, greatest, true),
        TreeCode::Ge => (number, greatest, true),
        _ => return None,
    };
    if low > high {
        return None;
    }
    let mut found = (Range { name, low, high }, inside == truth);
    for _ in 0..STEPS {
        match one_back(unit, f, found.0) {
            Some((range, inverted)) => found = (range, found.1 ^ inverted),
            None => break,
        }
    }
    Some(found)
}

/// What the range of a name says of the name it is computed from; and whether it is the values outside that are meant.
fn one_back(unit: &Unit, f: &Function, range: Range) -> Option<(Range, bool)> {
    let def = f.names[range.name].def.expand()?;
    let StmtKind::Assign { code, rhs: [Operand::Ssa(name), number, _], .. } = f.stmts[def].kind
    else {
        return None;
    };
    if f.names[name].has(NameFlags::ABNORMAL) {
        return None;
    }
    let (from, to) = (f.names[name].ty, f.names[range.name].ty);
    let (least, greatest) = limits_of(unit, from)?;
    match code {
        TreeCode::Single => Some((Range { name, ..range }, false)),
        TreeCode::Plus | TreeCode::Minus => {
            let number = unit.as_int(number)?;
            let by = if code == TreeCode::Plus { -number } else { number };
            let (low, high) = (range.low + by, range.high + by);
            if unit.types.is_unsigned(from) {
                around(Range { name, low, high }, least, greatest)
            } else {
                // Values beyond the ends would be overflow.
                (low >= least && high <= greatest).then_some((Range { name, low, high }, false))
            }
        }
        TreeCode::Nop => {
            let (narrow, wide) = (unit.types.precision(from)?, unit.types.precision(to)?);
            if narrow == wide {
                return around(Range { name, ..range }, least, greatest);
            }
            let fits = narrow < wide && range.low >= least && range.high <= greatest;
            fits.then_some((Range { name, ..range }, false))
        }
        _ => None,
    }
}

/// A range of numbers that wrap: one that goes beyond an end is what lies between its two parts, inverted.
fn around(range: Range, least: i128, greatest: i128) -> Option<(Range, bool)> {
    let size = greatest - least + 1;
    let wrap = |value: i128| (value - least).rem_euclid(size) + least;
    let (low, high) = (wrap(range.low), wrap(range.high));
    if low <= high {
        return Some((Range { low, high, ..range }, false));
    }
    (high + 1 < low).then_some((Range { low: high + 1, high: low - 1, ..range }, true))
}

/// The chains, each from its first condition to its last.
fn chains_among(
    f: &mut Function,
    conditions: &mut FxHashMap<BlockId, Condition>,
) -> Vec<Vec<Condition>> {
    let order = analyses::reverse_post_order(f);
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    let mut chains = Vec::new();
    for &last in order.iter().rev() {
        if !seen.insert(last) || !conditions.contains_key(&last) {
            continue;
        }
        let mut blocks = vec![last];
        let mut block = last;
        while let Some(edge) = f.single_pred(block) {
            let before = f.edges[edge].src;
            let (Some(one), Some(other)) = (conditions.get(&block), conditions.get(&before)) else {
                break;
            };
            if one.ranges[0].name != other.ranges[0].name || other.outside != edge {
                break;
            }
            blocks.push(before);
            seen.insert(before);
            block = before;
        }
        if blocks.len() >= SHORTEST {
            chains.push(blocks.iter().rev().filter_map(|block| conditions.remove(block)).collect());
        }
    }
    chains
}

/// Whether a chain's ranges do not overlap, and bits or a table tell them apart.
fn is_worth_it(cx: &mut PassContext<'_>, f: &Function, chain: &[Condition]) -> bool {
    let entry = |condition: &Condition, range: &Range| {
        let target = f.edges[condition.inside].dst;
        let forwards = !real_phis(f, target).is_empty();
        (Entry { low: range.low, high: range.high, target: target.0, comparisons: 2 }, forwards)
    };
    let mut entries: Vec<(Entry, bool)> = chain
        .iter()
        .flat_map(|condition| condition.ranges.iter().map(move |range| (condition, range)))
        .map(|(condition, range)| entry(condition, range))
        .collect();
    entries.sort_by_key(|entry| entry.0.low);
    if entries.windows(2).any(|pair| pair[1].0.low <= pair[0].0.high) {
        return false;
    }
    entries.dedup_by(|next, last| {
        let joined =
            !last.1 && !next.1 && last.0.target == next.0.target && last.0.high + 1 == next.0.low;
        if joined {
            last.0.high = next.0.high;
        }
        joined
    });
    let entries: Vec<Entry> = entries.into_iter().map(|entry| entry.0).collect();
    let simple: Vec<Group> =
        (0..entries.len()).map(|at| Group { from: at, to: at + 1, kind: Kind::Simple }).collect();
    say_groups(cx, "Canonical GIMPLE case clusters", &entries, &simple);
    let limits = Limits {
        word: cx.unit.target.pointer_size * 8,
        jump_tables: cx.options.on(Flag::JumpTables),
        bit_tests: cx.options.on(Flag::BitTests),
        growth: Limits::growth(cx.options.optimize_size),
    };
    let tables = switch_clusters::jump_tables(limits, &entries, 0, entries.len());
    let mut found = tables.len() < entries.len();
    if found {
        say_groups(cx, "JT can be built", &entries, &tables);
    } else {
        let bits = switch_clusters::bit_tests(limits, &entries);
        found = bits.len() < entries.len();
        if found {
            say_groups(cx, "BT can be built", &entries, &bits);
        }
    }
    if found && cx.dump.flags().intersects(DumpFlags::OPTIMIZED | DumpFlags::DETAILS) {
        let place = cx.unit.diagnostics.sources.position(f.stmt_info[chain[0].stmt].loc);
        let place = format!("{}:{}:{}", place.file, place.line, place.column);
        let count = chain.len();
        putln!(
            cx.dump,
            "{place}: optimized: Condition chain with {count} BBs transformed into a switch statement."
        );
    }
    found
}

/// The φs of a block that are not of memory.
fn real_phis(f: &Function, block: BlockId) -> Vec<StmtId> {
    let real = |&phi: &StmtId| !f.is_virtual_phi(phi);
    f.phis(block).filter(real).collect()
}

/// Puts a switch in place of the first condition and removes the others.
fn convert(cx: &mut PassContext<'_>, f: &mut Function, chain: &[Condition]) {
    let (first, last) = (&chain[0], &chain[chain.len() - 1]);
    let name = first.ranges[0].name;
    let ty = f.names[name].ty;
    let default = f.edges[last.outside].dst;
    let default_args = cfg_edit::saved_phi_args(f, last.outside);
    let mut cases = Vec::new();
    let mut switch_cases = SwitchCases::default();
    for (index, condition) in chain.iter().enumerate() {
        let target = f.edges[condition.inside].dst;
        let args = cfg_edit::saved_phi_args(f, condition.inside);
        // Other values for φs come by an edge of their own.
        let case_block = match real_phis(f, target).is_empty() {
            true => target,
            false => cfg_edit::split_edge(cx.unit, f, condition.inside, &mut switch_cases),
        };
        for range in &condition.ranges {
            let label = cfg_edit::block_label(cx.unit, f, case_block);
            let low = cx.unit.int_id(ty, range.low);
            let high = match range.high == range.low {
                true => ConstId::NONE,
                false => cx.unit.int_id(ty, range.high),
            };
            cases.push((range.low, Case { low, high, label }));
        }
        if index == 0 {
            for edge in f.blocks[first.block].succs.clone() {
                f.remove_edge(edge);
            }
        } else {
            if cx.dump.enabled() {
                putln!(cx.dump, "Removing basic block {}", condition.block.0);
            }
            cfg_edit::remove_block(cx.unit, f, condition.block);
        }
        if let Some(edge) = f.make_edge(first.block, case_block, EdgeFlags::NONE) {
            fill(f, edge, if case_block == target { &args } else { &[] });
        }
    }
    if let Some(edge) = f.make_edge(first.block, default, EdgeFlags::NONE) {
        fill(f, edge, &default_args);
    }
    cases.sort_by_key(|case| case.0);
    let label = cfg_edit::block_label(cx.unit, f, default);
    let mut all = vec![Case { low: ConstId::NONE, high: ConstId::NONE, label }];
    all.extend(cases.into_iter().map(|case| case.1));
    f.remove_stmt(first.stmt);
    let kind = StmtKind::Switch(Aside::new(Switch { index: Operand::Ssa(name), cases: all }));
    let switch = Cursor::end(first.block).make(cx.unit, f, kind);
    if cx.dump.enabled() {
        let text = print::stmt_text(cx.unit, f, switch, DumpFlags::NONE);
        putln!(cx.dump, "Expanded into a new gimple STMT: {text}\n");
    }
}

/// Gives the φs of an edge's block the values that another edge brought.
fn fill(f: &mut Function, edge: EdgeId, args: &[gimple::stmt::PhiArg]) {
    let phis: Vec<StmtId> = f.phis(f.edges[edge].dst).collect();
    for (phi, arg) in phis.into_iter().zip(args) {
        f.add_phi_arg(phi, edge, arg.value, arg.loc);
    }
}
