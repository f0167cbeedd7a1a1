//! What a condition says: of the names it compares, and of what these are computed from.
//!
//! ```text
//!   _1 = (unsigned int) a_2(D);
//!   _3 = _1 + 4294967293;
//!   if (_3 <= 5)                  _3 <= 5,  _1 + 4294967293 <= 5,  (unsigned int) a_2(D) + 4294967293 <= 5
//! ```
//!
//! Only what is on this side of a conversion, an addition of a number, a mask, a shift to the right or a truth operation
//! is looked at. Not all that could be said is: it is what GCC says, since each assertion takes a name.

use super::liveness::is_abnormal;
use super::{Assertion, Value};
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::ssa::SsaName;
use gimple::stmt::StmtKind;
use gimple::tree::Operand;
use gimple::types::TypeId;
use tree_ssa::analyses::ranges::{Kind, View};
use tree_ssa::graph::dominance::Dominators;

/// Truth operations, copies and conversions that a question goes through.
const DEPTH: u32 = 200;

/// Uses of a name that are looked at for what is computed from it.
const USES: usize = 100;

/// A comparison of two operands.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    pub code: TreeCode,
    pub left: Operand,
    pub right: Operand,
}

/// Collects what holds after a condition.
pub struct Conditions<'a> {
    view: View<'a>,
    tree: &'a Dominators,
    /// The block that ends with the condition.
    block: BlockId,
    /// What was found, in order.
    pub found: Vec<Assertion>,
}

/// A relation of a name with a number of its type.
#[derive(Clone, Copy)]
struct Fact {
    name: SsaName,
    code: TreeCode,
    number: i128,
}

impl<'a> Conditions<'a> {
    /// For what the condition at the end of a block says.
    pub fn new(view: View<'a>, tree: &'a Dominators, block: BlockId) -> Conditions<'a> {
        Conditions { view, tree, block, found: Vec::new() }
    }

    /// Adds what follows for a name in a comparison, if that holds, or if it fails.
    pub fn on_edge(&mut self, name: SsaName, comparison: Comparison, fails: bool) {
        if is_abnormal(self.view.f, Operand::Ssa(name)) {
            return;
        }
        let Some((code, value)) = self.relation(name, comparison, fails) else { return };
        self.related(name, comparison, fails);
        let Value::Number(number) = value else { return };
        let is_true = matches!((code, number), (TreeCode::Eq, 1) | (TreeCode::Ne, 0));
        let is_false = matches!((code, number), (TreeCode::Eq, 0) | (TreeCode::Ne, 1));
        if let Some((rhs_code, rhs)) = self.definition(name) {
            let bit = self.kind(name).is_some_and(|kind| kind.bits == 1);
            if is_true && rhs_code == TreeCode::BitAnd {
                rhs[..2].iter().for_each(|&op| self.is_zero(op, false, DEPTH));
            } else if is_false && rhs_code == TreeCode::BitIor && (bit || code == TreeCode::Eq) {
                rhs[..2].iter().for_each(|&op| self.is_zero(op, true, DEPTH));
            } else if (is_true || is_false) && rhs_code.is_comparison() {
                self.is_zero(Operand::Ssa(name), is_false, DEPTH);
            }
        }
        self.high_bits(Fact { name, code, number });
    }

    /// The relation a comparison says a name to be in; none that is always false.
    fn relation(
        &self,
        name: SsaName,
        Comparison { code, left, right }: Comparison,
        fails: bool,
    ) -> Option<(TreeCode, Value)> {
        let View { unit, f, .. } = self.view;
        let (code, value) = if right == Operand::Ssa(name) {
            (code.swap_comparison(), left)
        } else {
            (code, right)
        };
        let code = if fails { code.invert_comparison(false)? } else { code };
        let ty = unit.type_of(f, value);
        if !unit.types.is_integral(ty) && !unit.types.is_pointer(ty) {
            return None;
        }
        let value = unit.as_int(value).map_or(Value::Other(value), Value::Number);
        let kind = self.view.kind(ty).filter(|_| unit.types.is_integral(ty));
        let never = match (kind, value, code) {
            (Some(kind), Value::Number(number), TreeCode::Gt) => number == kind.max(),
            (Some(kind), Value::Number(number), TreeCode::Lt) => number == kind.min(),
            _ => false,
        };
        (!never).then_some((code, value))
    }

    /// Adds that a name is in a relation, and what follows for what it is computed from and what is computed from it.
    fn related(&mut self, name: SsaName, comparison: Comparison, fails: bool) {
        let Some((code, value)) = self.relation(name, comparison, fails) else { return };
        if let Value::Other(Operand::Ssa(other)) = value
            && let Some(bound) = self.overflow_bound(name, code, other)
        {
            let code = match code {
                TreeCode::Gt | TreeCode::Ge => TreeCode::Gt,
                _ => TreeCode::Le,
            };
            self.add(name, code, bound);
        }
        self.found.push(Assertion { name, unsigned: false, plus: 0, code, value });
        if let Value::Number(number) = value {
            self.follow(Fact { name, code, number });
        }
    }

    /// Adds what follows from a relation with a number.
    fn follow(&mut self, fact: Fact) {
        self.before_addition(fact);
        self.in_uses(fact);
        self.before_sum(fact);
        self.before_cast_from_unsigned(fact);
        self.before_shift(fact);
        self.before_conversion(fact);
        self.before_mask(fact);
    }

    fn add(&mut self, name: SsaName, code: TreeCode, number: i128) {
        let value = Value::Number(number);
        self.found.push(Assertion { name, unsigned: false, plus: 0, code, value });
    }

    /// Adds a relation of a name as an unsigned value, with a number added.
    fn add_sum(&mut self, name: SsaName, plus: i128, code: TreeCode, number: i128) {
        let unsigned = self.kind(name).is_some_and(|kind| kind.signed);
        let value = Value::Number(number);
        self.found.push(Assertion { name, unsigned, plus, code, value });
    }

    /// The operation a name is computed by.
    fn definition(&self, name: SsaName) -> Option<(TreeCode, [Operand; 3])> {
        let def = self.view.f.names[name].def.expand()?;
        match self.view.f.stmts[def].kind {
            StmtKind::Assign { code, rhs, .. } => Some((code, rhs)),
            _ => None,
        }
    }

    fn ty(&self, name: SsaName) -> TypeId {
        self.view.f.names[name].ty
    }

    fn kind(&self, name: SsaName) -> Option<Kind> {
        self.view.kind(self.ty(name))
    }

    /// The kind of a name that is an integer.
    fn integer(&self, name: SsaName) -> Option<Kind> {
        self.kind(name).filter(|kind| !kind.pointer)
    }

    fn number(&self, op: Operand) -> Option<i128> {
        self.view.unit.as_int(op)
    }

    /// Adds that an operand is zero, or is not, and what follows if it is a truth value.
    fn is_zero(&mut self, op: Operand, zero: bool, depth: u32) {
        let Some(name) = op.ssa() else { return };
        self.add(name, if zero { TreeCode::Eq } else { TreeCode::Ne }, 0);
        let Some((code, rhs)) = self.definition(name) else { return };
        let Some(depth) = depth.checked_sub(1) else { return };
        match code {
            code if code.is_comparison() => {
                let comparison = Comparison { code, left: rhs[0], right: rhs[1] };
                for side in [rhs[0], rhs[1]].into_iter().filter_map(Operand::ssa) {
                    self.related(side, comparison, zero);
                }
            }
            TreeCode::BitAnd | TreeCode::BitIor if zero == (code == TreeCode::BitIor) => {
                for side in [rhs[0], rhs[1]] {
                    if side.ssa().is_some_and(|side| self.view.f.has_single_use(side)) {
                        self.is_zero(side, zero, depth);
                    }
                }
            }
            TreeCode::BitNot if self.kind(name).is_some_and(|kind| kind.bits == 1) => {
                self.is_zero(rhs[0], !zero, depth);
            }
            TreeCode::Single => self.is_zero(rhs[0], zero, depth),
            TreeCode::Nop => {
                let from = rhs[0].ssa().and_then(|from| self.integer(from));
                if let (Some(from), Some(to)) = (from, self.kind(name))
                    && from.bits <= to.bits
                {
                    self.is_zero(rhs[0], zero, depth);
                }
            }
            _ => {}
        }
    }

    /// Of `a < a + c` without sign: the bound of `a` from which the sum wraps.
    fn overflow_bound(&self, name: SsaName, code: TreeCode, other: SsaName) -> Option<i128> {
        use TreeCode::{Ge, Gt, Le, Lt};
        let kind = self.integer(name).filter(|kind| !kind.signed)?;
        if !matches!(code, Lt | Le | Gt | Ge) {
            return None;
        }
        let added_to = |sum: SsaName, base: SsaName| {
            let (code, rhs) = self.definition(sum)?;
            let step = self.number(rhs[1]).filter(|&step| step != 0)?;
            (code == TreeCode::Plus && rhs[0] == Operand::Ssa(base)).then_some(step)
        };
        if let Some(step) = added_to(other, name) {
            return Some(kind.wrap(kind.max() - step));
        }
        added_to(name, other).map(|step| kind.wrap(kind.max() + step))
    }

    /// `(unsigned) a + c <= n`: bounds of the sum, and of what is added to.
    fn before_addition(&mut self, Fact { name, code, number }: Fact) {
        let kind = self.integer(name);
        if !matches!(code, TreeCode::Le | TreeCode::Gt) || kind.is_none_or(|kind| kind.signed) {
            return;
        }
        let mut definition = self.definition(name);
        let mut base = None;
        let mut plus = 0;
        if let Some((TreeCode::Plus, [left, right, _])) = definition {
            let (Some(left), Some(added)) = (left.ssa(), self.number(right)) else { return };
            (base, plus) = (Some(left), added);
            definition = self.definition(left);
        }
        if let Some((TreeCode::Nop, [from, ..])) = definition
            && let Some(from) = from.ssa()
            && let Some(signed) = self.integer(from).filter(|kind| kind.signed)
            && kind.is_some_and(|kind| kind.bits == signed.bits)
        {
            self.add_sum(from, plus, code, number);
        }
        if let Some(base) = base.filter(|&base| self.integer(base).is_some()) {
            self.add_sum(base, plus, code, number);
        }
    }

    /// What is computed from the name before the condition: `b = a + 1` where `a == 5`.
    fn in_uses(&mut self, Fact { name, code, number }: Fact) {
        let View { unit, f, .. } = self.view;
        if !matches!(code, TreeCode::Eq | TreeCode::Ne) {
            return;
        }
        for node in f.imm_uses(name).take(USES) {
            let StmtKind::Assign { lhs: Operand::Ssa(to), code: op, rhs } = f.stmts[node.stmt].kind
            else {
                continue;
            };
            if !self.tree.dominated_by(self.block, f.stmts[node.stmt].block) {
                continue;
            }
            let Some(kind) = self.kind(to) else { continue };
            let result = match (op, unit.as_int(rhs[1])) {
                (TreeCode::Plus, Some(added)) => number + added,
                (TreeCode::Minus, Some(taken)) => number - taken,
                (TreeCode::Nop, _) => {
                    let narrows = self.kind(name).is_none_or(|from| from.bits > kind.bits);
                    if code == TreeCode::Ne && narrows {
                        continue;
                    }
                    number
                }
                _ => continue,
            };
            self.add(to, code, kind.wrap(result));
        }
    }

    /// `b = a + c`: what `b` is equal to says what `a` is equal to.
    fn before_sum(&mut self, Fact { name, code, number }: Fact) {
        let Some((op, rhs)) = self.definition(name) else { return };
        let (Some(base), Some(step)) = (rhs[0].ssa(), self.number(rhs[1])) else { return };
        let Some(kind) = self.kind(base) else { return };
        let result = match op {
            TreeCode::Plus => number - step,
            TreeCode::Minus => number + step,
            _ => return,
        };
        if matches!(code, TreeCode::Eq | TreeCode::Ne) {
            self.add(base, code, kind.wrap(result));
        }
    }

    /// `a = (int) b` with an order of the signed value: an interval of the unsigned one, moved by half of its values.
    fn before_cast_from_unsigned(&mut self, Fact { name, code, number }: Fact) {
        use TreeCode::{Ge, Gt, Le, Lt};
        let (Some((TreeCode::Nop, rhs)), Some(kind)) = (self.definition(name), self.integer(name))
        else {
            return;
        };
        let Some(from) = rhs[0].ssa() else { return };
        let Some(source) = self.integer(from).filter(|source| !source.signed) else { return };
        if !kind.signed || source.bits != kind.bits {
            return;
        }
        let half = source.wrap(kind.min());
        let moved = source.wrap(half + number);
        match code {
            Le | Gt => self.add_sum(from, half, code, moved),
            Lt | Ge if number != kind.min() => {
                let code = if code == Lt { Le } else { Gt };
                self.add_sum(from, half, code, source.wrap(moved - 1));
            }
            _ => {}
        }
    }

    /// `b = a >> c`: an interval of `a`.
    fn before_shift(&mut self, Fact { name, code, number }: Fact) {
        let Some((TreeCode::Rshift, rhs)) = self.definition(name) else { return };
        let (Some(base), Some(count)) = (rhs[0].ssa(), self.number(rhs[1])) else { return };
        let (Some(kind), Some(of)) = (self.integer(base), self.integer(name)) else { return };
        let whole_mode = matches!(kind.bits, 8 | 16 | 32 | 64);
        if !whole_mode || of != kind || !(1..i128::from(kind.bits)).contains(&count) {
            return;
        }
        let low = kind.wrap(number << count);
        let mask = (1i128 << count) - 1;
        if low >> count != number {
            return;
        }
        match code {
            TreeCode::Eq | TreeCode::Ne => {
                let code = if code == TreeCode::Eq { TreeCode::Le } else { TreeCode::Gt };
                self.add_sum(base, kind.unsigned().wrap(-low), code, mask);
            }
            TreeCode::Lt | TreeCode::Ge if low != kind.min() => self.add(base, code, low),
            TreeCode::Le | TreeCode::Gt if low | mask != kind.max() => {
                self.add(base, code, low | mask);
            }
            _ => {}
        }
    }

    /// `b = (T) a` that changes no value: the same of `a`.
    fn before_conversion(&mut self, Fact { name, code, number }: Fact) {
        use TreeCode::{Eq, Ge, Gt, Le, Lt, Ne};
        let Some((TreeCode::Nop, rhs)) = self.definition(name) else { return };
        let Some(from) = rhs[0].ssa() else { return };
        let (Some(source), Some(kind)) = (self.integer(from), self.kind(name)) else { return };
        let keeps_order = match code {
            Eq | Ne => true,
            _ if source.signed == kind.signed => true,
            Le | Lt => source.signed,
            Ge | Gt => !source.signed,
            _ => false,
        };
        let fits = (source.min()..=source.max()).contains(&number);
        if keeps_order && fits && (kind.bits > source.bits || self.always_fits(from, kind)) {
            self.add(from, code, number);
        }
    }

    /// Whether all that is known of a name's values lies in a type.
    fn always_fits(&self, name: SsaName, kind: Kind) -> bool {
        let Some(parts) = self.view.f.value_ranges.get(&name) else { return false };
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
        first.0 >= kind.min() && last.1 <= kind.max()
    }

    /// `b = a & mask`, or the low bits of `a` as an unsigned value: an interval of `a` without sign.
    fn before_mask(&mut self, Fact { name, code, number }: Fact) {
        let (Some((op, rhs)), Some(kind)) = (self.definition(name), self.kind(name)) else {
            return;
        };
        let Some(base) = rhs[0].ssa() else { return };
        let Some(source) = self.integer(base) else { return };
        let mask = match (op, self.number(rhs[1])) {
            (TreeCode::BitAnd, Some(mask)) => mask,
            (TreeCode::Nop, _) if !kind.pointer && !kind.signed && source.bits > kind.bits => {
                kind.max()
            }
            _ => return,
        };
        if mask == 0 || source.bits == 1 && kind.signed {
            return;
        }
        let bits = source.unsigned();
        let masked = Masked {
            kind: bits,
            signed: kind.signed,
            mask: bits.wrap(mask),
            number: bits.wrap(number),
        };
        let Some((low, high)) = masked.interval(code) else { return };
        let size = bits.wrap(high - low);
        if size == bits.max() {
            return;
        }
        let converted = self.definition(base).filter(|&(code, _)| code == TreeCode::Nop);
        let converted = converted.and_then(|(_, rhs)| rhs[0].ssa());
        let same_size = |&from: &SsaName| self.integer(from).is_some_and(|it| it.bits == bits.bits);
        for name in [Some(base), converted.filter(same_size)].into_iter().flatten() {
            self.add_sum(name, bits.wrap(-low), TreeCode::Le, size);
        }
    }

    /// `b = a & mask` where the mask keeps all bits from one on: an interval of `a`.
    fn high_bits(&mut self, Fact { name, code, number }: Fact) {
        let Some((TreeCode::BitAnd, rhs)) = self.definition(name) else { return };
        let (Some(base), Some(mask)) = (rhs[0].ssa(), self.number(rhs[1])) else { return };
        let Some(kind) = self.integer(base) else { return };
        let low_bits = kind.unsigned().wrap(!mask);
        let is_high = low_bits & (low_bits + 1) == 0 && low_bits != 0 && mask != 0;
        if !is_high || kind.wrap(number & mask) != number {
            return;
        }
        let (low, high) = (number, number | low_bits);
        match code {
            TreeCode::Eq => {
                if low != kind.min() {
                    self.whether(base, TreeCode::Ge, low);
                }
                if low != kind.max() {
                    self.whether(base, TreeCode::Le, high);
                }
            }
            TreeCode::Ne if low == kind.min() => self.whether(base, TreeCode::Gt, high),
            TreeCode::Ne if high == kind.max() => self.whether(base, TreeCode::Lt, low),
            _ => {}
        }
    }

    /// Adds a relation with a number unless it is always false, and what follows from that.
    fn whether(&mut self, name: SsaName, code: TreeCode, number: i128) {
        let Some(kind) = self.kind(name) else { return };
        let end = if code == TreeCode::Gt { kind.max() } else { kind.min() };
        if matches!(code, TreeCode::Gt | TreeCode::Lt) && number == end {
            return;
        }
        self.add(name, code, number);
        self.follow(Fact { name, code, number });
    }
}

/// `a & mask` compared with a number, all as bits without sign.
struct Masked {
    kind: Kind,
    /// The comparison is one of signed values.
    signed: bool,
    mask: i128,
    number: i128,
}

impl Masked {
    /// The least and the greatest `a`, going up from one to the other modulo the count of values.
    fn interval(&self, code: TreeCode) -> Option<(i128, i128)> {
        let top = 1 << (self.kind.bits - 1);
        let mask_has_top = self.mask & top != 0;
        if self.signed && !mask_has_top && self.number & top != 0 {
            return None;
        }
        let half = if self.signed && mask_has_top { top } else { 0 };
        let rest = self.kind.max() & !self.mask;
        match code {
            TreeCode::Eq => Some((self.number & self.mask, self.number | rest)),
            TreeCode::Ne => {
                let halves = if mask_has_top { [0, top] } else { [0, 0] };
                halves.into_iter().find_map(|half| {
                    if self.number ^ half == 0 {
                        self.ordered(TreeCode::Gt, half)
                    } else if (self.number ^ half) | rest == self.kind.max() {
                        self.ordered(TreeCode::Lt, half)
                    } else {
                        None
                    }
                })
            }
            _ => self.ordered(code, half),
        }
    }

    /// The same for an order of values in which the upper half comes first if `half` is its first value. That bit is one of
    /// the mask then: with it changed, values are in the order of numbers.
    fn ordered(&self, code: TreeCode, half: i128) -> Option<(i128, i128)> {
        let number = self.number ^ half;
        let all = self.kind.max();
        let possible = number & self.mask == number;
        let (low, high) = match code {
            TreeCode::Ge if possible => (number, all),
            TreeCode::Ge | TreeCode::Gt => (self.next(number)?, all),
            TreeCode::Le if possible => (0, number),
            TreeCode::Lt if possible => (0, number.checked_sub(1).filter(|&last| last >= 0)?),
            TreeCode::Le | TreeCode::Lt => (0, self.next(number)? - 1),
            _ => return None,
        };
        let high = if low == 0 { high | all & !self.mask } else { high };
        Some((low ^ half, high ^ half))
    }

    /// The next greater value that has bits of the mask only.
    fn next(&self, number: i128) -> Option<i128> {
        let other = number & !self.mask;
        let from = 128 - other.leading_zeros();
        let free = |&bit: &u32| self.mask >> bit & 1 == 1 && number >> bit & 1 == 0;
        let bit = (from..self.kind.bits).find(free)?;
        Some((number >> bit | 1) << bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The interval holds each value for which the comparison does, and both its ends.
    #[test]
    fn intervals_of_masked_values_are_those_of_all_values() {
        use TreeCode::{Eq, Ge, Gt, Le, Lt, Ne};
        let kind = Kind { bits: 4, signed: false, pointer: false };
        let signed_kind = Kind { signed: true, ..kind };
        let mut some = 0;
        for (mask, number, signed) in
            (1..16).flat_map(|m| (0..16).flat_map(move |n| [(m, n, false), (m, n, true)]))
        {
            let value = |bits: i128| if signed { signed_kind.wrap(bits) } else { bits };
            for code in [Eq, Ne, Lt, Le, Gt, Ge] {
                let holds = |a: i128| {
                    let (left, right) = (value(a & mask), value(number));
                    match code {
                        Eq => left == right,
                        Ne => left != right,
                        Lt => left < right,
                        Le => left <= right,
                        Gt => left > right,
                        _ => left >= right,
                    }
                };
                let masked = Masked { kind, signed, mask, number };
                let Some((low, high)) = masked.interval(code) else { continue };
                let size = kind.wrap(high - low);
                let within = |a: i128| kind.wrap(a - low) <= size;
                let what = format!("a & {mask} {code:?} {number}, signed: {signed}");
                assert!((0..16).all(|a| !holds(a) || within(a)), "{what}: {low}, {high}");
                if (0..16).any(holds) {
                    assert!(holds(low) && holds(high), "{what}: {low}, {high}");
                }
                some += 1;
            }
        }
        assert!(some > 1500, "{some}");
    }
}
