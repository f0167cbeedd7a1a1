//! Values that are looked up in a word.
//!
//! ```text
//!   _1 = c_7(D) == 43;                        _7 = (unsigned int) c_7(D);
//!   _2 = c_7(D) == 49;                        _8 = _7 + 4294967253;
//!   _3 = c_7(D) == 82;                  =>    _9 = _8 > 39;
//!   _4 = _1 | _2;                             if (_9 != 0) goto <bb 4>; else goto <bb 3>;
//!   _5 = _4 | _3;                             <bb 3> :
//!                                             _10 = (unsigned int) c_7(D);
//!                                             _11 = _10 + 4294967253;
//!                                             _12 = (int) _11;
//!                                             _13 = 549755813953 >> _12;
//!                                             _14 = _13 & 1;
//!                                             _15 = _14 == 0;
//!                                             <bb 4> :
//!                                             # _16 = PHI <_15(3), 1(2)>
//!                                             _5 = ~_16;
//! ```
//!
//! A word may not be shifted by more than it has bits. No block is split while statements are looked at: until then the
//! two are joined by `|`, and after that the branch is made.

use super::{NEAR, Reassoc, Test, Tests};
use gimple::cfg::{EdgeFlags, NO_COUNT, PROB_BASE, Probability};
use gimple::code::TreeCode;
use gimple::nonzero_bits::NonzeroBits;
use gimple::range_test::Range;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use tree_ssa::analyses::int_cost::counts_from_zero;
use tree_ssa::analyses::scev::emit::{self, emit};
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::scaled;
use tree_ssa::edit::cfg_edit::split_block;

/// A set of values: those whose bits are set, counted from `low`.
#[derive(Clone, Copy)]
struct Bits {
    exp: ExprId,
    low: i128,
    mask: u64,
}

/// The lowest bits, so many.
fn ones(count: u32) -> u64 {
    if count >= u64::BITS { u64::MAX } else { (1 << count) - 1 }
}

impl Reassoc<'_, '_> {
    /// Lets ranges that are left out be looked up in a word, where there are enough (`optimize_range_tests_to_bit_test`).
    pub fn test_bits(&mut self, tests: &mut Tests) -> bool {
        let mut changed = false;
        for at in tests.first..tests.tests.len().saturating_sub(1) {
            let test = tests.tests[at];
            if test.exp.is_none() || test.range.inside || self.is_parameter(tests.term(at).op) {
                continue;
            }
            let Some(mut bits) = self.bits_of(test, None) else { continue };
            let Some(name) = self.exprs.name(bits.exp) else { continue };
            let mut others = Vec::new();
            for other in at + 1..tests.tests.len().min(at + NEAR) {
                let candidate = tests.tests[other];
                if candidate.exp.is_some()
                    && !candidate.range.inside
                    && candidate.range.low.is_some()
                    && let Some(more) = self.bits_of(candidate, Some(bits.low))
                    && more.exp == bits.exp
                {
                    bits.mask |= more.mask;
                    others.push(other);
                }
            }
            let fits = self.all_in_word(name, &mut bits);
            if others.len() >= if fits { 1 } else { 2 } {
                changed |= self.test_bits_of(tests, at, &others, bits, fits);
            }
        }
        changed
    }

    /// Bits of a word.
    fn word_bits(&self) -> u32 {
        self.cx.unit.target.word_bits
    }

    /// The values a test is about, counted from the first of them or from `from` (`extract_bit_test_mask`).
    fn bits_of(&self, test: Test, from: Option<i128>) -> Option<Bits> {
        let Test { exp, range, .. } = test;
        let ty = self.exprs.ty(exp);
        let domain = self.domain(ty).filter(|domain| !domain.pointer)?;
        let (least, greatest) = domain.bounds();
        let low = range.low.unwrap_or(least);
        let high = match from {
            None => range.high?,
            Some(_) => range.high.unwrap_or(greatest),
        };
        let count =
            u32::try_from(high - low + 1).ok().filter(|&count| count <= self.word_bits())?;
        let mut found = Bits { exp, low, mask: ones(count) };
        let mut span = count;
        if let Some((TreeCode::BitAnd, [inner, mask, _])) = self.exprs.operation(exp)
            && let Some(mask) = self.cx.unit.as_int(self.exprs.operand(mask))
            && let free = !mask & ((1 << domain.bits) - 1)
            && free.count_ones() == 1
            && free < i128::from(self.word_bits() - count)
        {
            // The bit that is masked may be set.
            found.mask |= found.mask << free;
            found.exp = inner;
            span += free as u32;
            if let Some((TreeCode::Plus, [value, bias, _])) = self.exprs.operation(inner)
                && let Some(bias) = self.cx.unit.as_int(self.exprs.operand(bias))
                && low == 0
            {
                let value = self.under_conversion(value);
                let bias = self.cx.unit.types.wrap(self.exprs.ty(value), -bias);
                (found.exp, found.low) = (value, bias);
            }
        }
        let Some(from) = from else { return Some(found) };
        let above = found.low - from;
        if !(0..=i128::from(self.word_bits() - span)).contains(&above) {
            return None;
        }
        Some(Bits { low: from, mask: found.mask << above, ..found })
    }

    /// What a conversion that keeps all bits converts.
    fn under_conversion(&self, exp: ExprId) -> ExprId {
        let bits = |exp| self.cx.unit.types.precision(self.exprs.ty(exp));
        self.exprs.converted(exp).filter(|&inner| bits(inner) == bits(exp)).unwrap_or(exp)
    }

    /// Whether all values a name can have are bits of a word; they are counted from the least of them then.
    fn all_in_word(&self, name: SsaName, bits: &mut Bits) -> bool {
        let known = self.f.nonzero_bits.get(name);
        if known == NonzeroBits::ALL || known >= u64::from(self.word_bits()) {
            return false;
        }
        let by = u32::try_from(bits.low.unsigned_abs()).unwrap_or(self.word_bits());
        let moved =
            if bits.low > 0 { bits.mask.checked_shl(by) } else { bits.mask.checked_shr(by) };
        bits.mask = moved.unwrap_or(0);
        bits.low = 0;
        true
    }

    fn test_bits_of(
        &mut self,
        tests: &mut Tests,
        at: usize,
        others: &[usize],
        mut bits: Bits,
        fits: bool,
    ) -> bool {
        // The name may have none of the values.
        let Some(highest) = bits.mask.checked_ilog2() else { return false };
        let high = bits.low + i128::from(highest);
        if bits.low > 0
            && high < i128::from(self.word_bits())
            && counts_from_zero(&self.cx.unit.target, bits.low as u32, [bits.mask].into_iter())
        {
            bits.mask <<= bits.low;
            bits.low = 0;
        }
        let term = *tests.term(at);
        let ty = self.term_type(&term);
        let outside = if fits {
            None
        } else {
            let range = Range { inside: false, low: Some(bits.low), high: Some(high) };
            let Some(outside) = self.range_check(bits.exp, range) else { return false };
            if self.exprs.operation(outside).is_none() {
                return false;
            }
            Some(outside)
        };
        let Some(missing) = self.missing_bit(bits) else { return false };
        let mut stmts = Vec::new();
        let mut make = |this: &mut Self, condition| {
            let wanted = this.folder().convert(ty, condition);
            emit(this.cx.unit, this.f, &this.exprs, wanted, &mut stmts).and_then(Operand::ssa)
        };
        let entry = match outside {
            Some(outside) => match make(self, outside) {
                Some(entry) => Some(entry),
                None => return false,
            },
            None => None,
        };
        let Some(missing) = make(self, missing) else { return false };
        // They are not to be looked at again: what they are part of is no tree yet.
        let defs = entry.into_iter().chain([missing]).map(|name| self.f.names[name].def);
        self.visited.extend(defs);
        let mut all = Operand::Ssa(missing);
        if let Some(entry) = entry {
            let rhs = [Operand::Ssa(entry), all, Operand::None];
            all = emit::assign(self.f, ty, TreeCode::BitIor, rhs, &mut stmts);
        }
        let exp = self.folder().leaf(all);
        let range = Range { inside: false, low: Some(0), high: Some(0) };
        let done = self.replace(tests, at, others, (exp, range), stmts);
        if done {
            self.branches.extend(entry);
        }
        done
    }

    /// The condition that the bit of a value is not set.
    fn missing_bit(&mut self, bits: Bits) -> Option<ExprId> {
        let (int, word) = (self.cx.unit.common.int, self.cx.unit.common.ulong);
        let ty: TypeId = self.exprs.ty(bits.exp);
        let mut folder = self.folder();
        let unsigned = folder.unsigned_type(ty);
        let mut value = folder.convert(unsigned, bits.exp);
        if bits.low != 0 {
            let low = folder.number(unsigned, bits.low);
            value = folder.binary(TreeCode::Minus, unsigned, value, low);
        }
        let by = folder.convert(int, value);
        let (mask, one) = (folder.number(word, bits.mask.into()), folder.number(word, 1));
        let shifted = folder.binary(TreeCode::Rshift, word, mask, by);
        let bit = folder.binary(TreeCode::BitAnd, word, shifted, one);
        let zero = folder.number(word, 0);
        let missing = folder.compare(TreeCode::Eq, bit, zero);
        self.exprs.operation(missing).map(|_| missing)
    }

    /// Makes branches of the `|` after tests whether a word may be shifted (`branch_fixup`).
    pub fn make_branches(&mut self) {
        for name in std::mem::take(&mut self.branches) {
            self.make_branch(name);
        }
    }

    fn make_branch(&mut self, entry: SsaName) {
        let Some(def) = self.f.names[entry].def.expand() else { return };
        let Some(user) = self.f.imm_uses(entry).next().map(|node| node.stmt) else { return };
        let StmtKind::Assign { lhs: Operand::Ssa(lhs), code: TreeCode::BitIor, rhs: [a, b, _] } =
            self.f.stmts[user].kind
        else {
            return;
        };
        let other = if a == Operand::Ssa(entry) { b } else { a };
        let block = self.f.stmts[def].block;
        let into = split_block(self.f, block, def);
        let lookup = self.f.edges[into].dst;
        let leave = split_block(self.f, lookup, user);
        let merge = self.f.edges[leave].dst;
        let ty = self.f.names[entry].ty;
        let (zero, one) = (self.cx.unit.int(ty, 0), self.cx.unit.int(self.f.names[lhs].ty, 1));
        let loc = self.f.stmt_info[user].loc;
        let mut at = Cursor::after(def).like(self.f, user);
        at.cond(self.cx.unit, self.f, TreeCode::Ne, [Operand::Ssa(entry), zero]);
        let skip = self.f.make_edge_unchecked(block, merge, EdgeFlags::TRUE_VALUE);
        let even = Probability(PROB_BASE / 2);
        self.f.edges[skip].probability = even;
        self.f.edges[into].flags = EdgeFlags::FALSE_VALUE;
        self.f.edges[into].probability = even.inverse();
        let count = self.f.block_info[block].count;
        if count != NO_COUNT {
            let skipped = scaled(count, even.0.into(), PROB_BASE.into());
            self.f.block_info[lookup].count = count.saturating_sub(skipped);
        }
        self.f.detach_stmt(user);
        let phi = self.f.create_phi(lhs, merge);
        self.f.add_phi_arg(phi, skip, one, loc);
        self.f.add_phi_arg(phi, leave, other, loc);
    }

    /// `_N = code rhs…`, in no block yet.
    pub fn compute(
        &mut self,
        ty: TypeId,
        code: TreeCode,
        rhs: [Operand; 3],
        stmts: &mut Vec<StmtId>,
    ) -> Operand {
        emit::assign(self.f, ty, code, rhs, stmts)
    }
}
