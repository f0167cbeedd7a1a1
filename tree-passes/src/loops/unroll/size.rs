//! How large a loop is, and how much of that goes when it is unrolled (`tree_estimate_loop_size`).
//!
//! ```text
//!   if (i_1 != 3)                2  decided in the copies, and in the last iteration
//!   a[i_1] = k_4(D);             1
//!   i_5 = i_1 + 1;               1  a constant in each copy            size: 4-3, last_iteration: 2-2
//! ```

use dumps::putln;
use gimple::builtins::{Builtin, Ecf};
use gimple::cfg::{BlockId, EdgeId};
use gimple::loops::LoopId;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use rustc_hash::FxHashSet;
use std::fmt::Write;
use tree_ssa::analyses::scev::Scev;
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::effects::size::statement_size;
use tree_ssa::fold::gimple_fold::may_be_constant;
use tree_ssa::graph::natural_loops::loop_body;

/// The size of a loop.
#[derive(Clone, Copy, Default)]
pub struct Size {
    /// Instructions of an iteration, and how many of them go in copies.
    pub overall: i64,
    eliminated: i64,
    /// The same of the last iteration: what comes after the exit is not executed.
    last: i64,
    last_eliminated: i64,
    /// Something that is not a constant yet becomes one.
    pub constant_iv: bool,
    pub pure_calls: i64,
    pub other_calls: i64,
    /// Statements on the way that is taken most often that are no calls, and branches there.
    pub not_calls: i64,
    pub branches: i64,
}

impl Size {
    /// The size of so many copies and the last iteration; a third is taken to go by what is made of them then
    /// (`estimated_unrolled_size`).
    pub fn unrolled(&self, times: i64) -> i64 {
        let copies = times * (self.overall - self.eliminated);
        ((copies + self.last - self.last_eliminated) * 2 / 3).max(1)
    }
}

/// What a loop's size is estimated for.
#[derive(Clone, Copy)]
pub struct Asked {
    pub of: LoopId,
    /// The exit that is not taken in the copies.
    pub exit: Option<EdgeId>,
    /// The edge, back into the loop, that is not taken in the last iteration.
    pub cancelled: Option<EdgeId>,
    /// Loops larger than this are not asked for.
    pub limit: i64,
}

/// What happens to a statement.
#[derive(Default)]
struct Fate {
    /// In all copies and the last iteration, in copies only, in the last iteration only.
    always: bool,
    in_copies: bool,
    in_last: bool,
}

/// The size of a loop, unless it is too large.
pub fn estimate(scev: &mut Scev<'_, '_>, asked: &Asked) -> Option<Size> {
    let mut size = Size::default();
    say(scev, || format!("Estimating sizes for loop {}", asked.of));
    for block in loop_body(scev.f, asked.of) {
        let after_exit = asked.cancelled.is_some_and(|edge| {
            let src = scev.f.edges[edge].src;
            src != block && scev.tree.dominated_by(block, src)
        });
        say(scev, || format!(" BB: {}, after_exit: {}", block.0, u8::from(after_exit)));
        for stmt in scev.f.block_stmts(block) {
            if matches!(scev.f.stmts[stmt].kind, StmtKind::Label(_)) && !scev.dump.details() {
                continue;
            }
            let count = statement_size(scev.unit, scev.f, stmt);
            if scev.dump.details() {
                let line = scev.statement_line(stmt);
                say(scev, || format!("  size: {count:3} {line}"));
            }
            let fate = fate(scev, asked, block, stmt, &mut size);
            size.overall += count;
            size.eliminated += if fate.always || fate.in_copies { count } else { 0 };
            if !after_exit {
                size.last += count;
                size.last_eliminated += if fate.always || fate.in_last { count } else { 0 };
            }
            if size.overall * 3 / 2 - size.eliminated - size.last_eliminated > asked.limit {
                return None;
            }
        }
    }
    for block in hot_path(scev, asked.of) {
        count_on_path(scev, asked, block, &mut size);
    }
    let Size { overall, eliminated, last, last_eliminated, .. } = size;
    say(scev, || format!("size: {overall}-{eliminated}, last_iteration: {last}-{last_eliminated}"));
    Some(size)
}

fn say(scev: &mut Scev<'_, '_>, text: impl FnOnce() -> String) {
    if scev.dump.details() {
        putln!(scev.dump, "{}", text());
    }
}

fn fate(
    scev: &mut Scev<'_, '_>,
    asked: &Asked,
    block: BlockId,
    stmt: StmtId,
    size: &mut Size,
) -> Fate {
    let mut fate = Fate::default();
    if has_side_effects(scev.unit, scev.f, stmt) {
        return fate;
    }
    let ends = |scev: &Scev<'_, '_>, edge: Option<EdgeId>| {
        edge.is_some_and(|edge| scev.f.edges[edge].src == block)
            && scev.f.last_stmt(block) == Some(stmt)
    };
    if ends(scev, asked.exit) {
        say(scev, || "   Exit condition will be eliminated in peeled copies.".to_owned());
        fate.in_copies = true;
    }
    if ends(scev, asked.cancelled) {
        say(scev, || "   Exit condition will be eliminated in last copy.".to_owned());
        fate.in_last = true;
    }
    let f = scev.f;
    let why = match &f.stmts[stmt].kind {
        StmtKind::Assign { lhs, .. } if becomes_constant(scev, *lhs, stmt, asked.of) => {
            "Induction variable computation will be folded away."
        }
        StmtKind::Assign { lhs, rhs, .. }
            if lhs.ssa().is_some()
                && rhs[2].is_none()
                && becomes_constant(scev, rhs[0], stmt, asked.of)
                && (rhs[1].is_none() || becomes_constant(scev, rhs[1], stmt, asked.of)) =>
        {
            size.constant_iv = true;
            "Constant expression will be folded away."
        }
        StmtKind::Cond { lhs, rhs, .. }
            if (!is_invariant(scev, *lhs) || !is_invariant(scev, *rhs))
                && becomes_constant(scev, *lhs, stmt, asked.of)
                && becomes_constant(scev, *rhs, stmt, asked.of) =>
        {
            "Constant conditional."
        }
        StmtKind::Switch(switch)
            if !is_invariant(scev, switch.index)
                && becomes_constant(scev, switch.index, stmt, asked.of) =>
        {
            "Constant conditional."
        }
        _ => return fate,
    };
    say(scev, || format!("   {why}"));
    fate.always = true;
    fate
}

/// Whether an operand is a constant or an address that is one (`is_gimple_min_invariant`).
fn is_invariant(scev: &Scev<'_, '_>, op: Operand) -> bool {
    op.constant().is_some() || scev.unit.addressed(op).is_some()
}

/// Whether an operand of a statement is a constant in each copy of a loop (`constant_after_peeling`).
fn becomes_constant(scev: &mut Scev<'_, '_>, op: Operand, stmt: StmtId, of: LoopId) -> bool {
    if op.constant().is_some() {
        return true;
    }
    let part_of = op.tree().and_then(|id| scev.unit.trees.part_of(id));
    let name = match part_of.unwrap_or(op) {
        Operand::Ssa(name) => name,
        _ => return may_be_constant(scev.unit, op) && has_constant_indices(scev, op, stmt, of),
    };
    if scev.f.loop_of(scev.f.stmts[stmt].block) != of {
        return false;
    }
    let found = scev.evolution_of(of, name);
    found != ExprId::UNKNOWN && !scev.state.exprs.has_symbols(found)
}

/// Whether a reference is to a part of an object by constant indices only.
fn has_constant_indices(scev: &mut Scev<'_, '_>, op: Operand, stmt: StmtId, of: LoopId) -> bool {
    let mut at = op;
    while let Operand::Tree(id) = at
        && let Some(base) = scev.unit.trees.part_of(id)
    {
        if let TreeKind::ArrayRef { index, .. } | TreeKind::SizedArrayRef { index, .. } =
            *scev.unit.trees.kind(id)
            && (index.tree().is_some() || !becomes_constant(scev, index, stmt, of))
        {
            return false;
        }
        at = base;
    }
    // What is read through an address is another object's business.
    matches!(at, Operand::Decl(_) | Operand::Const(_))
}

/// The blocks that a loop goes through if it always takes the likeliest way (`get_loop_hot_path`).
fn hot_path(scev: &Scev<'_, '_>, of: LoopId) -> Vec<BlockId> {
    let f = scev.f;
    let Some(header) = f.header_of(of) else { return Vec::new() };
    let (mut path, mut block) = (Vec::new(), header);
    let mut visited = FxHashSet::default();
    loop {
        path.push(block);
        visited.insert(block);
        let mut best: Option<EdgeId> = None;
        for &edge in &f.blocks[block].succs {
            let likelier =
                best.is_none_or(|best| f.edges[edge].probability.0 > f.edges[best].probability.0);
            if likelier && !f.leaves_loop(edge, of) && !visited.contains(&f.edges[edge].dst) {
                best = Some(edge);
            }
        }
        match best.map(|edge| f.edges[edge].dst) {
            Some(next) if next != header => block = next,
            _ => return path,
        }
    }
}

fn count_on_path(scev: &mut Scev<'_, '_>, asked: &Asked, block: BlockId, size: &mut Size) {
    let f = scev.f;
    let is_exit = asked.exit.is_some_and(|exit| f.edges[exit].src == block);
    for stmt in f.block_stmts(block) {
        let varies = match &f.stmts[stmt].kind {
            StmtKind::Label(_) => continue,
            StmtKind::Call(call) => {
                let flags = call_effects::flags_of(scev.unit, call);
                let cheap =
                    call_effects::builtin_at(scev.unit, f, stmt).is_some_and(Builtin::is_cheap);
                if cheap || matches!(call.callee, Callee::Internal(_)) {
                    size.not_calls += 1;
                } else if flags.intersects(Ecf::PURE | Ecf::CONST) {
                    size.pure_calls += 1;
                    size.branches += 1;
                } else {
                    size.other_calls += 1;
                    size.branches += 1;
                }
                continue;
            }
            StmtKind::Cond { lhs, rhs, .. } => {
                !becomes_constant(scev, *lhs, stmt, asked.of)
                    || !becomes_constant(scev, *rhs, stmt, asked.of)
            }
            StmtKind::Switch(switch) => !becomes_constant(scev, switch.index, stmt, asked.of),
            _ => false,
        };
        size.not_calls += 1;
        size.branches += i64::from(varies && !is_exit);
    }
}
