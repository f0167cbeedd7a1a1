//! Statements that are simpler because of what their operands can be.

use dumps::{put, putln};
use gimple::builtins::Builtin;
use gimple::cfg::{EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::constant::ConstId;
use gimple::fold_const;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::ssa::NameFlags;
use gimple::stmt::{Case, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::analyses::ranges::inverse::inverted;
use tree_ssa::analyses::ranges::ops::{compare, shared_bits};
use tree_ssa::analyses::ranges::ranger::Ranger;
use tree_ssa::analyses::ranges::{Kind, Query, Range, View, fold};
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::effects::call_effects::builtin_at;
use tree_ssa::fold::gimple_fold::fold_stmt_with_sources;
use tree_ssa::fold::substitute::fold_predicate;
use tree_ssa::ssa::update_ssa::unlink_stmt_vdef;

/// What simplification goes by.
pub struct Folder<'a, 'c, 't> {
    pub cx: &'a mut PassContext<'c>,
    pub ranger: &'a mut Ranger<'t>,
    /// Edges of switches that no value leads to are added to these.
    pub cut: &'a mut Vec<EdgeId>,
    /// Whether ranges have been found by an earlier pass.
    pub again: bool,
}

/// Simplifies a statement; whether it has changed.
pub fn simplify(folder: &mut Folder<'_, '_, '_>, f: &mut Function, stmt: StmtId) -> bool {
    use TreeCode::*;
    match f.stmts[stmt].kind {
        StmtKind::Assign { lhs, code, rhs } => {
            if !folder.cx.unit.types.is_integral(folder.cx.unit.type_of(f, rhs[0])) {
                return false;
            }
            let mut at = Assignment { folder, f, stmt, lhs, rhs };
            match code {
                _ if at.two_values(code) => true,
                Eq | Ne => at.truth(code),
                TruncDiv | TruncMod => at.divide(code),
                Abs => at.absolute(),
                BitAnd | BitIor => at.bits(code),
                Nop => at.conversion(),
                Plus => at.extended_sum(),
                Min | Max => at.least_or_greatest(code),
                Rshift => at.shift(),
                _ => false,
            }
        }
        StmtKind::Cond { .. } => condition(folder, f, stmt),
        StmtKind::Call(_) => copy_of_nothing(folder, f, stmt),
        StmtKind::Switch(_) => switch(folder, f, stmt),
        _ => false,
    }
}

/// A copy of memory of which only a size of zero is possible, as others are larger than objects can be
/// (`size_must_be_zero_p`): there is nothing to copy.
fn copy_of_nothing(folder: &mut Folder<'_, '_, '_>, f: &mut Function, stmt: StmtId) -> bool {
    let unit = &mut *folder.cx.unit;
    let copies = matches!(
        builtin_at(unit, f, stmt),
        Some(Builtin::Memcpy | Builtin::Memmove | Builtin::Mempcpy)
    );
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    let (lhs, &[to, _, size]) = (call.lhs, &call.args[..]) else { return false };
    let view = View { unit, f, options: folder.cx.options };
    let range = match size {
        Operand::Ssa(_) if copies => folder.ranger.range_of(view, size, stmt),
        _ => None,
    };
    let zero = range.is_some_and(|range| {
        let kind = range.kind();
        let possible = Range::between(kind, 0, kind.max() / 2);
        range.intersect(&possible).singleton() == Some(0)
    });
    if !zero {
        return false;
    }
    unlink_stmt_vdef(unit, f, stmt);
    let nothing = StmtKind::Nop;
    f.stmts[stmt].kind = if lhs.is_some() { StmtKind::copy(lhs, to) } else { nothing };
    f.update_stmt(unit, stmt);
    true
}

struct Assignment<'a, 'b, 'c, 't> {
    folder: &'a mut Folder<'b, 'c, 't>,
    f: &'a mut Function,
    stmt: StmtId,
    lhs: Operand,
    rhs: [Operand; 3],
}

impl Assignment<'_, '_, '_, '_> {
    fn type_of(&self, op: Operand) -> TypeId {
        self.folder.cx.unit.type_of(self.f, op)
    }

    fn range(&mut self, op: Operand) -> Option<Range> {
        let view = View { unit: self.folder.cx.unit, f: self.f, options: self.folder.cx.options };
        let range = self.folder.ranger.range_of(view, op, self.stmt)?;
        (!range.is_empty()).then_some(range)
    }

    fn set(&mut self, code: TreeCode, rhs: [Operand; 3]) -> bool {
        edit::set_rhs(self.folder.cx.unit, self.f, self.stmt, code, rhs);
        true
    }

    fn copy(&mut self, op: Operand) -> bool {
        self.set(TreeCode::Single, [op, Operand::None, Operand::None])
    }

    fn fold(&mut self) {
        fold_stmt_with_sources(self.folder.cx.unit, self.f, self.folder.cx.options, self.stmt);
    }

    /// An operation on a constant and something that has two values, whose result is tested only: `a + 15` becomes
    /// `a == 0 ? 15 : 16`, as the test may know which of the two it is.
    fn two_values(&mut self, code: TreeCode) -> bool {
        let ([a, b, _], Some(name)) = (self.rhs, self.lhs.ssa()) else { return false };
        let (op, first) = match [a, b].map(|op| self.folder.cx.unit.as_int(op)) {
            [Some(_), None] if b.ssa().is_some() => (b, false),
            [None, Some(_)] if a.ssa().is_some() => (a, true),
            _ => return false,
        };
        if !is_binary(code) || !self.is_tested_only() {
            return false;
        }
        let Some(range) = self.range(op) else { return false };
        let [low, high] = match *range.parts() {
            [(low, high)] if high - low == 1 => [low, high],
            [(low, l), (h, high)] if low == l && high == h => [low, high],
            _ => return false,
        };
        let (unit, ty) = (&mut *self.folder.cx.unit, self.f.names[name].ty);
        let with = |unit: &mut Unit, value: i128| {
            let value = Some(value);
            let (x, y) = if first { (value, unit.as_int(b)) } else { (unit.as_int(a), value) };
            fold_const::int_binop(unit, code, ty, x?, y?)
        };
        let (Some(then), Some(otherwise)) = (with(unit, low), with(unit, high)) else {
            return false;
        };
        let of = unit.type_of(self.f, op);
        let low = unit.int(of, low);
        let test = TreeKind::Expr { code: TreeCode::Eq, args: [op, low] };
        let test = Operand::Tree(unit.trees.add(test, unit.common.bool_));
        let (then, otherwise) = (unit.int(ty, then), unit.int(ty, otherwise));
        self.set(TreeCode::Cond, [test, then, otherwise]);
        self.fold();
        true
    }

    /// Whether the result is used once, in a test.
    fn is_tested_only(&self) -> bool {
        let mut uses = self.lhs.ssa().into_iter().flat_map(|name| self.f.imm_uses(name));
        let user = uses.next().map(|node| &self.f.stmts[node.stmt].kind);
        matches!(user, Some(StmtKind::Cond { .. })) && uses.next().is_none()
    }

    /// `a == b` and `a != b` of what is 0 or 1.
    fn truth(&mut self, code: TreeCode) -> bool {
        let [a, mut b, _] = self.rhs;
        let (Some(kind), Some(x)) = (self.kind(a), self.range(a)) else { return false };
        let Some(y) = self.range(b) else { return false };
        let boolean = |range: &Range, op: Operand| match op {
            Operand::Ssa(_) => kind.bits == 1 || range.parts() == [(0, 1)],
            _ => matches!(range.singleton(), Some(0 | 1)),
        };
        if !boolean(&x, a) || !boolean(&y, b) {
            return false;
        }
        let ty = self.type_of(a);
        if code == TreeCode::Eq {
            let Some(value) = self.folder.cx.unit.as_int(b) else { return false };
            b = self.folder.cx.unit.int(ty, kind.wrap(value ^ 1));
        }
        let result = self.type_of(self.lhs);
        let converts = !useless_type_conversion(self.folder.cx.unit, result, ty);
        let wide = self.kind(self.lhs).is_some_and(|kind| kind.bits > 1);
        if converts && kind.signed && kind.bits == 1 && wide {
            return false;
        }
        if self.folder.cx.unit.is_zero(b) {
            let code = if converts { TreeCode::Nop } else { TreeCode::Single };
            self.set(code, [a, Operand::None, Operand::None]);
        } else if converts {
            let (unit, mut at) = (&*self.folder.cx.unit, Cursor::before(self.stmt));
            let name = at.temporary(unit, self.f, ty, TreeCode::BitXor, [a, b]);
            self.set(TreeCode::Nop, [name, Operand::None, Operand::None]);
        } else {
            self.set(TreeCode::BitXor, [a, b, Operand::None]);
        }
        self.fold();
        true
    }

    fn kind(&self, op: Operand) -> Option<Kind> {
        Kind::of(self.folder.cx.unit, self.type_of(op))
    }

    /// Division of what is not negative by a power of two; a remainder that changes nothing.
    fn divide(&mut self, code: TreeCode) -> bool {
        let [a, b, _] = self.rhs;
        let (Some(x), Some(y)) = (self.range(a), self.range(b)) else { return false };
        if code == TreeCode::TruncMod && !y.is_full() && y.bounds().0 > 0 {
            let most = y.bounds().0 - 1;
            let (low, high) = x.bounds();
            if !x.is_full() && low >= -most && high <= most {
                return self.copy(a);
            }
        }
        let power = self.folder.cx.unit.as_int(b).filter(|&by| by > 0 && by & (by - 1) == 0);
        let Some(by) = power.filter(|_| a.ssa().is_some() && x.bounds().0 >= 0) else {
            return false;
        };
        let ty = self.type_of(a);
        let unit = &mut *self.folder.cx.unit;
        if code == TreeCode::TruncDiv {
            let count = unit.int(unit.common.int, by.trailing_zeros().into());
            self.set(TreeCode::Rshift, [a, count, Operand::None]);
        } else {
            let mask = unit.int(ty, by - 1);
            self.set(TreeCode::BitAnd, [a, mask, Operand::None]);
        }
        self.fold();
        true
    }

    fn absolute(&mut self) -> bool {
        let a = self.rhs[0];
        let Some(x) = self.range(a).filter(|_| a.ssa().is_some()) else { return false };
        let (low, high) = x.bounds();
        if high <= 0 {
            self.set(TreeCode::Negate, [a, Operand::None, Operand::None]);
        } else if low >= 0 {
            self.copy(a);
        } else {
            return false;
        }
        self.fold();
        true
    }

    /// Masks that clear nothing, or leave nothing but what is set.
    fn bits(&mut self, code: TreeCode) -> bool {
        let [a, b, _] = self.rhs;
        let (Some(x), Some(y)) = (self.range(a), self.range(b)) else { return false };
        let (Some(x), Some(y)) = (interval(&x), interval(&y)) else { return false };
        let Some(kind) = self.kind(a) else { return false };
        let ((set_a, may_a), (set_b, may_b)) = (shared_bits(kind, x), shared_bits(kind, y));
        let and = code == TreeCode::BitAnd;
        // What one may have, the other has for sure.
        if may_a & !set_b == 0 {
            self.copy(if and { a } else { b })
        } else if may_b & !set_a == 0 {
            self.copy(if and { b } else { a })
        } else {
            false
        }
    }

    fn least_or_greatest(&mut self, code: TreeCode) -> bool {
        let [a, b, _] = self.rhs;
        let (Some(x), Some(y)) = (self.range(a), self.range(b)) else { return false };
        let first_is_less = compare(TreeCode::Le, &x, &y).or_else(|| compare(TreeCode::Lt, &x, &y));
        match first_is_less {
            Some(less) => self.copy(if less == (code == TreeCode::Min) { a } else { b }),
            None => false,
        }
    }

    /// Shifts of what is nothing but signs.
    fn shift(&mut self) -> bool {
        let a = self.rhs[0];
        let signed = self.kind(a).is_some_and(|kind| kind.signed);
        let Some(x) = self.range(a).filter(|_| signed) else { return false };
        let (low, high) = x.bounds();
        low >= -1 && high <= 0 && self.copy(a)
    }

    /// Of two conversions in a row the first goes where it changes no value, or nothing that the second keeps.
    fn conversion(&mut self) -> bool {
        let Some(middle) = self.rhs[0].ssa() else { return false };
        let Some(def) = self.f.names[middle].def.expand() else { return false };
        let StmtKind::Assign { code: TreeCode::Nop, rhs: [inner, ..], .. } = self.f.stmts[def].kind
        else {
            return false;
        };
        let Some(name) = inner.ssa().filter(|&name| !self.f.names[name].has(NameFlags::ABNORMAL))
        else {
            return false;
        };
        let kinds = (self.kind(inner), self.kind(self.rhs[0]), self.kind(self.lhs));
        let (Some(from), Some(through), Some(to)) = kinds else { return false };
        let integral = |op| self.folder.cx.unit.types.is_integral(self.type_of(op));
        if !integral(inner) || !integral(self.lhs) {
            return false;
        }
        let view = View { unit: self.folder.cx.unit, f: self.f, options: self.folder.cx.options };
        let range = self.folder.ranger.range_of_name(view, name, from, self.stmt);
        let (low, high) = range.bounds();
        let unchanged = through.min() <= low && high <= through.max();
        if range.is_empty() || !unchanged && through.bits < to.bits {
            return false;
        }
        self.set(TreeCode::Nop, [inner, Operand::None, Operand::None]);
        self.fold();
        true
    }
}

impl Assignment<'_, '_, '_, '_> {
    /// `(T) x + c` is `(T) (x + c)` where the narrower sum cannot overflow and nothing else needs `(T) x`.
    fn extended_sum(&mut self) -> bool {
        let [Operand::Ssa(extended), constant, _] = self.rhs else { return false };
        let Some(by) = self.folder.cx.unit.as_int(constant).filter(|_| self.folder.again) else {
            return false;
        };
        let f = &*self.f;
        let Some(def) = f.names[extended].def.expand() else { return false };
        let StmtKind::Assign { code: TreeCode::Nop, rhs: [Operand::Ssa(inner), ..], .. } =
            f.stmts[def].kind
        else {
            return false;
        };
        let unit = &*self.folder.cx.unit;
        let is_integer = |op| matches!(unit.types.kind(self.type_of(op)), TypeKind::Integer { .. });
        let (Some(from), Some(to)) = (self.kind(Operand::Ssa(inner)), self.kind(self.lhs)) else {
            return false;
        };
        if !f.has_single_use(extended)
            || f.names[inner].has(NameFlags::ABNORMAL)
            || !is_integer(Operand::Ssa(inner))
            || !is_integer(self.lhs)
            || from.bits >= to.bits
            || by < from.min()
            || by > from.max()
        {
            return false;
        }
        let view = View { unit, f, options: self.folder.cx.options };
        let range = self.folder.ranger.at_definition(view, inner, from);
        let Some((low, high)) = interval(&range) else { return false };
        if low + by < from.min() || high + by > from.max() {
            return false;
        }
        let ty = self.f.names[inner].ty;
        let constant = self.folder.cx.unit.int(ty, by);
        let (unit, mut at) = (&*self.folder.cx.unit, Cursor::before(self.stmt));
        let sum = [Operand::Ssa(inner), constant];
        let sum = at.temporary(unit, self.f, unit.types.main_variant(ty), TreeCode::Plus, sum);
        if let Some(name) = sum.ssa() {
            let def = self.f.names[name].def;
            fold_stmt_with_sources(self.folder.cx.unit, self.f, self.folder.cx.options, def);
        }
        self.set(TreeCode::Nop, [sum, Operand::None, Operand::None])
    }
}

/// Whether an operation on integers has two operands of their kind, and such a result (`tcc_binary`).
fn is_binary(code: TreeCode) -> bool {
    use TreeCode::*;
    matches!(
        code,
        Plus | Minus
            | Mult
            | TruncDiv
            | TruncMod
            | BitAnd
            | BitIor
            | BitXor
            | Lshift
            | Rshift
            | Min
            | Max
    )
}

/// The bounds of a range that is not everything, nor everything but an interval (`range_int_cst_p`).
fn interval(range: &Range) -> Option<(i128, i128)> {
    let (low, high) = range.bounds();
    let kind = range.kind();
    let all = low == kind.min() && high == kind.max();
    (!range.is_empty() && !all).then_some((low, high))
}

/// Decides a condition, or makes it simpler.
fn condition(folder: &mut Folder<'_, '_, '_>, f: &mut Function, stmt: StmtId) -> bool {
    let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[stmt].kind else { return false };
    if lhs.ssa().is_none() && rhs.ssa().is_none() {
        return false;
    }
    let view = View { unit: folder.cx.unit, f, options: folder.cx.options };
    let known = fold::range_of_stmt(view, folder.ranger, stmt);
    if let Some(holds) = known.and_then(|range| range.as_truth()) {
        decide(folder, f, stmt, holds);
        return true;
    }
    relation(folder, f, stmt, code, lhs, rhs) || of_converted(folder, f, stmt, lhs, rhs)
}

fn set_condition(
    folder: &mut Folder<'_, '_, '_>,
    f: &mut Function,
    stmt: StmtId,
    test: (TreeCode, Operand, Operand),
) {
    if let StmtKind::Cond { code, lhs, rhs, .. } = &mut f.stmts[stmt].kind {
        (*code, *lhs, *rhs) = test;
    }
    f.update_stmt(folder.cx.unit, stmt);
}

fn decide(folder: &mut Folder<'_, '_, '_>, f: &mut Function, stmt: StmtId, holds: bool) {
    fold_predicate(folder.cx, f, stmt, holds);
    let not_taken = if holds { EdgeFlags::FALSE_VALUE } else { EdgeFlags::TRUE_VALUE };
    let block = f.stmts[stmt].block;
    for &edge in &f.blocks[block].succs {
        if f.edges[edge].flags.intersects(not_taken) {
            let view = View { unit: folder.cx.unit, f, options: folder.cx.options };
            folder.ranger.kill_edge(view, edge);
        }
    }
}

fn condition_text(folder: &Folder<'_, '_, '_>, f: &Function, stmt: StmtId) -> String {
    tree_ssa::dump_text::stmt(folder.cx.unit, f, stmt)
        .lines()
        .next()
        .unwrap_or_default()
        .to_string()
}

/// A comparison that holds for one value only, or for all but one.
fn relation(
    folder: &mut Folder<'_, '_, '_>,
    f: &mut Function,
    stmt: StmtId,
    code: TreeCode,
    lhs: Operand,
    rhs: Operand,
) -> bool {
    let (Some(name), Some(value)) = (lhs.ssa(), folder.cx.unit.as_int(rhs)) else { return false };
    let ty = f.names[name].ty;
    let ordered = matches!(code, TreeCode::Lt | TreeCode::Le | TreeCode::Gt | TreeCode::Ge);
    if !ordered || !folder.cx.unit.types.is_integral(ty) {
        return false;
    }
    let Some(kind) = Kind::of(folder.cx.unit, ty) else { return false };
    let view = View { unit: folder.cx.unit, f, options: folder.cx.options };
    let range = folder.ranger.range_of_name(view, name, kind, stmt);
    if range.is_empty() || range.is_full() {
        return false;
    }
    let only = |code: TreeCode| {
        let (low, high) = match code {
            TreeCode::Lt => (kind.min(), value - 1),
            TreeCode::Le => (kind.min(), value),
            TreeCode::Gt => (value + 1, kind.max()),
            _ => (value, kind.max()),
        };
        let (low, high) = (low.max(range.bounds().0), high.min(range.bounds().1));
        (low == high).then_some(low)
    };
    let found = match (only(code), inverted(code).and_then(only)) {
        (Some(value), _) => (TreeCode::Eq, value),
        (None, Some(value)) => (TreeCode::Ne, value),
        _ => return false,
    };
    let before = condition_text(folder, f, stmt);
    let constant = folder.cx.unit.int(ty, found.1);
    set_condition(folder, f, stmt, (found.0, lhs, constant));
    if folder.cx.dump.enabled() {
        let after = condition_text(folder, f, stmt);
        put!(folder.cx.dump, "Simplified relational {before}\n into {after}\n\n");
    }
    true
}

/// A comparison of what has been converted, whose value is the same before.
fn of_converted(
    folder: &mut Folder<'_, '_, '_>,
    f: &mut Function,
    stmt: StmtId,
    lhs: Operand,
    rhs: Operand,
) -> bool {
    let (Some(name), Some(value)) = (lhs.ssa(), folder.cx.unit.as_int(rhs)) else { return false };
    let StmtKind::Cond { code, .. } = f.stmts[stmt].kind else { return false };
    let Some(def) = f.names[name].def.expand() else { return false };
    let StmtKind::Assign { code: TreeCode::Nop, rhs: [inner, ..], .. } = f.stmts[def].kind else {
        return false;
    };
    let Some(source) = inner.ssa().filter(|&name| !f.names[name].has(NameFlags::ABNORMAL)) else {
        return false;
    };
    let (from, to) = (f.names[source].ty, f.names[name].ty);
    let types = &folder.cx.unit.types;
    if !types.is_integral(from) || !types.is_integral(to) {
        return false;
    }
    let kinds = (Kind::of(folder.cx.unit, from), Kind::of(folder.cx.unit, to));
    let (Some(from_kind), Some(to_kind)) = kinds else { return false };
    // Comparisons are made on no operand that is wider than a word (`BITS_PER_WORD`).
    if from_kind.bits > to_kind.bits && from_kind.bits > folder.cx.unit.target.word_bits {
        return false;
    }
    let view = View { unit: folder.cx.unit, f, options: folder.cx.options };
    let range = folder.ranger.at_definition(view, source, from_kind);
    let Some((low, high)) = interval(&range) else { return false };
    let fits = to_kind.min() <= low
        && high <= to_kind.max()
        && (from_kind.min()..=from_kind.max()).contains(&value);
    if fits {
        let constant = folder.cx.unit.int(from, value);
        set_condition(folder, f, stmt, (code, inner, constant));
    }
    fits
}

/// The case that began with a value, and the bounds it is to have.
type Trim = (ConstId, (i128, i128));

/// Gives cases the bounds of what is left of them: of two for each part of a range at most.
fn set_bounds(unit: &mut Unit, cases: &mut [Case], trims: &[Trim]) {
    for case in cases {
        if let Some((_, (low, high))) = trims.iter().find(|(first, _)| *first == case.low) {
            let ty = unit.consts[case.low].ty;
            case.low = unit.int_id(ty, *low);
            case.high = if low == high { ConstId::NONE } else { unit.int_id(ty, *high) };
        }
    }
}

/// Drops the cases of a switch that its index does not have, whole or in part, and the default if the cases are all there is.
fn switch(folder: &mut Folder<'_, '_, '_>, f: &mut Function, stmt: StmtId) -> bool {
    let StmtKind::Switch(data) = &f.stmts[stmt].kind else { return false };
    let view = View { unit: folder.cx.unit, f, options: folder.cx.options };
    let Some(range) = folder.ranger.range_of(view, data.index, stmt) else { return false };
    if range.is_empty() || range.is_full() || data.index.ssa().is_none() {
        return false;
    }
    let bounds = |case: &Case| {
        let low = view.unit.consts.as_int(case.low)?;
        let high = case.high.expand().map_or(Some(low), |high| view.unit.consts.as_int(high))?;
        Some(Range::between(range.kind(), low, high))
    };
    let meets =
        |case: &&Case| bounds(case).is_none_or(|values| !values.intersect(&range).is_empty());
    let mut kept: Vec<Case> = data.cases[1..].iter().filter(meets).copied().collect();
    let trims: Vec<Trim> = kept
        .iter()
        .filter_map(|case| {
            let own = bounds(case)?;
            let left = own.intersect(&range);
            (left.parts().len() == 1 && left != own).then(|| (case.low, left.bounds()))
        })
        .collect();
    let covered = kept
        .iter()
        .filter_map(bounds)
        .fold(range.clone(), |left, values| left.intersect(&values.complement()));
    let mut default = data.cases[0];
    if kept.len() + 1 == data.cases.len() && !covered.is_empty() && trims.is_empty() {
        return false;
    }
    if covered.is_empty() && !kept.is_empty() {
        // The first case takes the default's place.
        default = Case { label: kept.remove(0).label, ..default };
    }
    kept.insert(0, default);
    let block = f.stmts[stmt].block;
    let leads_to = |dst| kept.iter().any(|case| f.labels.block(case.label) == Some(dst));
    let unneeded: Vec<_> =
        f.blocks[block].succs.iter().copied().filter(|&e| !leads_to(f.edges[e].dst)).collect();
    for &edge in &unneeded {
        folder.ranger.kill_edge(view, edge);
        if folder.cx.dump.details() {
            putln!(folder.cx.dump, "removing unreachable case label");
        }
    }
    folder.cut.extend(unneeded);
    set_bounds(folder.cx.unit, &mut kept, &trims);
    if let StmtKind::Switch(data) = &mut f.stmts[stmt].kind {
        data.cases = kept;
    }
    true
}
