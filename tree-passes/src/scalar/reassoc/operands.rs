//! The operands of a tree in a list, and what neighbours in it do to one another.

use super::{Binary, Reassoc};
use crate::scalar::ifcombine::with_constants;
use gimple::code::{MergedComparison, TreeCode};
use gimple::fold_const;
use gimple::options::Flag;
use gimple::stmt::{StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::TypeId;
use std::cmp::Reverse;

/// Operands after one that it is compared with.
const NEAR: usize = 64;

/// An operand (`operand_entry`).
#[derive(Clone, Copy)]
pub struct Entry {
    pub op: Operand,
    pub rank: i64,
    id: u32,
    /// What computes it and stands in no block yet.
    pub to_insert: Option<StmtId>,
}

impl Reassoc<'_, '_> {
    /// Adds an operand to a list.
    pub fn add(&mut self, list: &mut Vec<Entry>, op: Operand) {
        let rank = self.ranks.of_operand(self.cx, self.f, op);
        self.entries += 1;
        list.push(Entry { op, rank, id: self.entries, to_insert: None });
    }

    /// Sorts by rank, the highest first (`sort_by_operand_rank`): constants come last, integers after others; of the same
    /// rank, what is defined later comes first, and the same names are together.
    pub fn sort(&self, list: &mut [Entry]) {
        list.sort_by_cached_key(|entry| {
            let name = entry.op.ssa();
            let def = name.and_then(|name| self.f.names[name].def.expand());
            let block = def.map_or(-1, |def| self.ranks.of_block(self.f.stmts[def].block));
            let number = def.map_or(0, |def| self.places.number(def));
            let version = name.map_or(0, |name| name.0);
            let class = if name.is_some() { 0 } else { self.class(entry.op) };
            (
                Reverse(entry.rank),
                class,
                Reverse(block),
                Reverse(number),
                Reverse(version),
                Reverse(entry.id),
            )
        });
    }

    /// Constants of which most can be made come last.
    fn class(&self, op: Operand) -> u8 {
        let unit = &*self.cx.unit;
        let ty = unit.type_of(self.f, op);
        let Some(id) = op.constant() else { return 0 };
        if unit.types.is_integral(ty) {
            return 3;
        }
        if !unit.types.is_real(ty) {
            return 0;
        }
        let minus_one = gimple::constant::RealBits::from_f64(-1.0);
        let one = fold_const::is_one(unit, id) || unit.consts.as_real(id) == Some(minus_one);
        if one { 2 } else { 1 }
    }

    /// Lets neighbours merge until none do (`optimize_ops_list`).
    pub fn simplify(&mut self, code: TreeCode, list: &mut Vec<Entry>) {
        loop {
            while self.merge_constants(code, list) {}
            if list.len() == 1 || self.apply_constant(code, list) {
                return;
            }
            let mut changed = false;
            let mut index = 0;
            let mut last = None;
            while index < list.len() {
                if self.cancel_complement(code, list, index) {
                    return;
                }
                if self.cancel_same(code, list, index, last) {
                    if list.len() == 1 {
                        return;
                    }
                    index = index.saturating_sub(1);
                    (changed, last) = (true, None);
                } else if self.cancel_negative(code, list, index)
                    || self.merge_comparison(code, list, index)
                {
                    (changed, last) = (true, None);
                } else {
                    last = Some(list[index].op);
                    index += 1;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn merge_constants(&mut self, code: TreeCode, list: &mut Vec<Entry>) -> bool {
        let [.., a, b] = list.as_slice() else { return false };
        let (Some(x), Some(y)) = (a.op.constant(), b.op.constant()) else { return false };
        let ty = self.cx.unit.consts[x].ty;
        if !self.cx.unit.types.same_main(ty, self.cx.unit.consts[y].ty) {
            return false;
        }
        let Some(folded) = fold_const::const_binop(self.cx.unit, code, ty, x, y) else {
            return false;
        };
        self.say("Merging constants", &[]);
        list.truncate(list.len() - 2);
        self.add(list, Operand::Const(folded));
        true
    }

    /// What a constant at the end does to the other operands: nothing, so that it goes, or it alone counts
    /// (`eliminate_using_constants`). Whether it alone is left.
    fn apply_constant(&mut self, code: TreeCode, list: &mut Vec<Entry>) -> bool {
        let Some(&last) = list.last() else { return true };
        let Some(id) = last.op.constant() else { return false };
        let unit = &*self.cx.unit;
        let ty = unit.consts[id].ty;
        let integral = unit.types.is_integral(unit.types.element(ty).unwrap_or(ty));
        let zero = fold_const::is_zero(unit, id);
        let ones = integral && fold_const::is_all_ones(unit, id);
        let one = fold_const::is_one(unit, id);
        use TreeCode::*;
        let (alone, superfluous, sign) = match code {
            BitAnd => (zero, ones, if zero { "& 0" } else { "& -1" }),
            BitIor => (ones, zero, if ones { "| -1" } else { "| 0" }),
            Mult => {
                // Times zero is zero where there are neither NaNs nor signs of zero.
                let nothing = zero && (integral || !self.cx.options.honor_nans());
                (nothing, one, if nothing { "* 0" } else { "* 1" })
            }
            BitXor | Plus => (false, zero, "[|^+] 0"),
            _ => return false,
        };
        if alone {
            self.say(&format!("Found {sign}, removing all other ops"), &[]);
            *list = vec![last];
        } else if superfluous {
            self.say(&format!("Found {sign}, removing"), &[]);
            list.pop();
        }
        list.len() == 1
    }

    /// What a name is computed from by an operation of one operand, sign changes passed over (`get_unary_op`).
    fn operand_of(&self, op: Operand, code: TreeCode) -> Option<Operand> {
        let mut def = self.definition(op)?;
        if let Some(inner) = self.under_sign_change(op)
            && inner.ssa().is_some()
        {
            def = self.definition(inner)?;
        }
        match self.f.stmts[def].kind {
            StmtKind::Assign { code: found, rhs, .. } if found == code => Some(rhs[0]),
            _ => None,
        }
    }

    /// What a conversion that changes no bit converts.
    fn under_sign_change(&self, op: Operand) -> Option<Operand> {
        let def = self.definition(op)?;
        let StmtKind::Assign { lhs, code: TreeCode::Nop, rhs } = self.f.stmts[def].kind else {
            return None;
        };
        let unit = &*self.cx.unit;
        let [to, from] = [lhs, rhs[0]].map(|op| unit.type_of(self.f, op));
        let integral = unit.types.is_integral(to) && unit.types.is_integral(from);
        let same = integral && unit.types.precision(to) == unit.types.precision(from);
        same.then_some(rhs[0])
    }

    /// Whether two operands have the same bits (`ops_equal_values_p`).
    fn equal_bits(&self, a: Operand, b: Operand) -> bool {
        let x = self.under_sign_change(a).unwrap_or(a);
        let y = self.under_sign_change(b).unwrap_or(b);
        a == b || x == b || a == y || x == y
    }

    /// `x & ~x` and `x | ~x` are constants, whatever else there is (`eliminate_not_pairs`).
    fn cancel_complement(&mut self, code: TreeCode, list: &mut Vec<Entry>, index: usize) -> bool {
        let (sign, value) = match code {
            TreeCode::BitAnd => ("% & ~% -> 0", 0),
            TreeCode::BitIor => ("% | ~% -> -1", -1),
            _ => return false,
        };
        let entry = list[index];
        let Some(inner) = self.operand_of(entry.op, TreeCode::BitNot) else { return false };
        let near = list.iter().skip(index + 1).take(NEAR);
        let mut near = near.take_while(|other| other.rank >= entry.rank - 1);
        if !near.any(|other| other.op == inner) {
            return false;
        }
        self.say(&format!("Equivalence: {sign}"), &[inner, inner]);
        let ty = self.cx.unit.type_of(self.f, inner);
        let constant = Operand::Const(fold_const::splat(self.cx.unit, ty, value));
        list.clear();
        self.add(list, constant);
        true
    }

    /// Of two of the same one is enough, or they cancel (`eliminate_duplicate_pair`).
    fn cancel_same(
        &mut self,
        code: TreeCode,
        list: &mut Vec<Entry>,
        index: usize,
        last: Option<Operand>,
    ) -> bool {
        let op = list[index].op;
        if last != Some(op) {
            return false;
        }
        use TreeCode::*;
        match code {
            Max | Min | BitIor | BitAnd => {
                self.say("Equivalence: % [&|minmax] % -> %;", &[op, op, op]);
                list.remove(index);
            }
            BitXor => {
                self.say("Equivalence: % ^ % -> nothing", &[op, op]);
                list.drain(index - 1..=index);
                if list.is_empty() {
                    let ty = self.cx.unit.type_of(self.f, op);
                    let zero = Operand::Const(fold_const::zero(self.cx.unit, ty));
                    self.add(list, zero);
                }
            }
            _ => return false,
        }
        true
    }

    /// `x + -x` and `x + ~x` are constants (`eliminate_plus_minus_pair`).
    fn cancel_negative(&mut self, code: TreeCode, list: &mut Vec<Entry>, index: usize) -> bool {
        let entry = list[index];
        if code != TreeCode::Plus || entry.op.ssa().is_none() {
            return false;
        }
        let negated = self.operand_of(entry.op, TreeCode::Negate);
        let inverted = self.operand_of(entry.op, TreeCode::BitNot);
        if negated.is_none() && inverted.is_none() {
            return false;
        }
        for other in index + 1..list.len().min(index + 1 + NEAR) {
            if list[other].rank < entry.rank - 1 {
                break;
            }
            let op = list[other].op;
            let same = |value: Option<Operand>| value.filter(|&value| self.equal_bits(op, value));
            let (line, value, number) = match (same(negated), same(inverted)) {
                (Some(value), _) => ("Equivalence: % + -% -> 0", value, 0),
                (_, Some(value)) => ("Equivalence: % + ~% -> -1", value, -1),
                _ => continue,
            };
            self.say(line, &[value, op]);
            let ty = self.cx.unit.type_of(self.f, op);
            let constant = Operand::Const(fold_const::splat(self.cx.unit, ty, number));
            list.remove(other);
            self.add(list, constant);
            list.remove(index);
            return true;
        }
        let is_negation = self.definition(entry.op).is_some_and(|def| {
            matches!(self.f.stmts[def].kind, StmtKind::Assign { code: TreeCode::Negate, .. })
        });
        if is_negation && let Operand::Ssa(name) = entry.op {
            self.negated.push(name);
        }
        false
    }

    /// Two comparisons that are one (`eliminate_redundant_comparison`).
    fn merge_comparison(&mut self, code: TreeCode, list: &mut Vec<Entry>, index: usize) -> bool {
        let entry = list[index];
        if !matches!(code, TreeCode::BitAnd | TreeCode::BitIor) {
            return false;
        }
        let Some(one) = self.comparison(entry.op) else { return false };
        let ty = self.cx.unit.type_of(self.f, entry.op);
        for other in index + 1..list.len().min(index + 1 + NEAR) {
            let op = list[other].op;
            let Some(two) = self.comparison(op) else { continue };
            let Some((merged, rhs)) = self.merged(one, two, code == TreeCode::BitAnd) else {
                continue;
            };
            let merged = match merged {
                MergedComparison::One(code) if code == one.code && rhs == one.args[1] => entry.op,
                MergedComparison::One(code) => {
                    self.compared(entry.op, code, [one.args[0], rhs], ty)
                }
                MergedComparison::Decided(truth) => self.cx.unit.int(ty, truth.into()),
            };
            let sign = if code == TreeCode::BitAnd { "&" } else { "|" };
            self.say(&format!("Equivalence: % {sign} % -> %"), &[entry.op, op, merged]);
            list.remove(other);
            if merged.constant().is_some() {
                list.remove(index);
                self.add(list, merged);
            } else {
                list[index].op = merged;
            }
            return true;
        }
        false
    }

    /// The one comparison, of the first one's left operand, that holds where both do, or where one does.
    fn merged(
        &mut self,
        one: Binary,
        two: Binary,
        and: bool,
    ) -> Option<(MergedComparison, Operand)> {
        let ty = self.cx.unit.type_of(self.f, one.args[0]);
        let nans = self.cx.unit.types.is_real(ty) && self.cx.options.honor_nans();
        let trapping = self.cx.options.on(Flag::TrappingMath);
        let other = if one.args == two.args {
            two.code
        } else if one.args == [two.args[1], two.args[0]] {
            two.code.swap_comparison()
        } else if one.args[0] == two.args[0] && self.cx.unit.types.is_integral(ty) {
            // What holds where one does fails where both fail.
            let turned = |code: TreeCode| {
                if and { Some(code) } else { code.inverse_comparison(nans, trapping) }
            };
            let pair = [(one.code, one.args[1]), (two.code, two.args[1])];
            let [a, b] = pair.map(|(code, number)| Some((turned(code)?, number)));
            let (merged, number) = with_constants(self.cx.unit, ty, a?, b?)?;
            let merged = match merged {
                MergedComparison::One(code) => MergedComparison::One(turned(code)?),
                MergedComparison::Decided(truth) => MergedComparison::Decided(truth == and),
            };
            return Some((merged, number));
        } else {
            return None;
        };
        let merged = one.code.merged_comparison(other, and, nans, trapping)?;
        Some((merged, one.args[1]))
    }

    fn comparison(&self, op: Operand) -> Option<Binary> {
        let operation = self.binary(self.definition(op)?)?;
        let integral = self.cx.unit.types.is_integral(self.f.names[operation.lhs].ty);
        let movable = operation.args.iter().all(|&op| self.may_move(op));
        (operation.code.is_comparison() && integral && movable).then_some(operation)
    }

    /// A comparison, put where its operands are known.
    fn compared(
        &mut self,
        like: Operand,
        code: TreeCode,
        args: [Operand; 2],
        ty: TypeId,
    ) -> Operand {
        let Some(def) = self.definition(like) else { return like };
        let name = self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
        let stmt = self.make(def, name, code, args);
        self.insert_after_operands(stmt, args);
        Operand::Ssa(name)
    }

    /// Sums of the same operand become products (`transform_add_to_multiply`).
    pub fn add_to_multiply(&mut self, root: StmtId, list: &mut Vec<Entry>) -> bool {
        let Some(first) = list.first() else { return false };
        let ty = self.cx.unit.type_of(self.f, first.op);
        let types = &self.cx.unit.types;
        let real = types.is_real(ty) && self.cx.options.on(Flag::UnsafeMath);
        if !types.is_integral(ty) && !real {
            return false;
        }
        let runs: Vec<(Operand, usize)> = list
            .chunk_by(|a, b| a.op == b.op)
            .filter(|run| run.len() > 1)
            .map(|run| (run[0].op, run.len()))
            .collect();
        if runs.is_empty() {
            return false;
        }
        let alone = list.chunk_by(|a, b| a.op == b.op).filter(|run| run.len() == 1);
        let mut kept: Vec<Entry> = alone.map(|run| run[0]).collect();
        for (op, count) in runs.into_iter().rev() {
            let ty = self.cx.unit.type_of(self.f, op);
            let count = self.cx.unit.types.wrap(ty, count as i128);
            let times = Operand::Const(fold_const::splat(self.cx.unit, ty, count));
            let name = self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
            let product = self.make(root, name, TreeCode::Mult, [op, times]);
            self.add(&mut kept, Operand::Ssa(name));
            if let Some(entry) = kept.last_mut() {
                // It ranks lowest of what is no constant, so that it is made next to one.
                entry.rank = 1;
                entry.to_insert = Some(product);
            }
        }
        *list = kept;
        true
    }
}
