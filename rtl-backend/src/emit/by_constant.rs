//! Multiplication and division by a constant, as GCC builds them of shifts and additions. With optimisation each step has a
//! register of its own.
//!
//! ```text
//! x * 10   =>   (set (reg:SI 85) (reg:SI 83))
//!               (set (reg:SI 86) (ashift:SI (reg:SI 85) (const_int 2)))
//!               (set (reg:SI 85) (reg:SI 86))                              REG_EQUAL x * 4
//!               (set (reg:SI 85) (plus:SI (reg:SI 85) (reg:SI 83)))        REG_EQUAL x * 5
//!               (set (reg:SI 87) (ashift:SI (reg:SI 85) (const_int 1)))
//!               (set (reg:SI 85) (reg:SI 87))                              REG_EQUAL x * 10
//! ```

use super::Emitter;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;

/// A step from one multiple of a number to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// Twice as much, so many times.
    Shift(u32),
    /// The number itself, shifted, more or less.
    Add(u32),
    Sub(u32),
    /// What there is, shifted, and itself again, or less itself.
    AddFactor(u32),
    SubFactor(u32),
}

impl Step {
    /// Instructions it takes.
    fn cost(self) -> usize {
        match self {
            Step::Shift(_) | Step::Add(0) | Step::Sub(0) => 1,
            _ => 2,
        }
    }
}

/// Most instructions that are better than a multiplication.
const MOST_STEPS: usize = 4;

/// The cheapest way to `t` times a number, if it takes no more than `limit` instructions.
fn synthesize(t: i64, limit: usize) -> Option<Vec<Step>> {
    if t == 1 {
        return Some(Vec::new());
    }
    let mut best: Option<(usize, Vec<Step>)> = None;
    let mut offer = |rest: i64, step: Step| {
        let most = best.as_ref().map_or(limit, |(cost, _)| cost - 1);
        let Some(left) = most.checked_sub(step.cost()) else { return };
        if let Some(mut steps) = synthesize(rest, left) {
            steps.push(step);
            best = Some((steps.iter().map(|step| step.cost()).sum(), steps));
        }
    };
    if t <= 0 || limit == 0 {
        return None;
    }
    if t & 1 == 0 {
        let count = t.trailing_zeros();
        offer(t >> count, Step::Shift(count));
    } else if t & 3 == 3 && t != 3 {
        offer(t.checked_add(1)?, Step::Sub(0));
    } else {
        offer(t - 1, Step::Add(0));
    }
    for m in (2..=(t - 1).ilog2()).rev() {
        let (more, less) = ((1 << m) + 1, (1 << m) - 1);
        if t % more == 0 && t > more {
            offer(t / more, Step::AddFactor(m));
            break;
        }
        if t % less == 0 && t > less {
            offer(t / less, Step::SubFactor(m));
            break;
        }
    }
    best.map(|(_, steps)| steps)
}

impl Emitter<'_> {
    /// `a * value`, where that is better than multiplying.
    pub(super) fn multiple_of(
        &mut self,
        mode: Mode,
        target: Option<RtxId>,
        a: RtxId,
        value: i64,
    ) -> Option<RtxId> {
        let over = value.checked_neg()?.checked_add(1)?;
        let steps = if value < -1 && over & (over - 1) == 0 {
            vec![Step::Sub(over.trailing_zeros())]
        } else if value > 2 {
            synthesize(value, MOST_STEPS)?
        } else {
            return None;
        };
        let a = self.force_mode_reg(mode, a);
        let mut sum = self.new_reg(mode);
        self.emit_set(sum, a);
        let mut factor: i64 = 1;
        for (index, &step) in steps.iter().enumerate() {
            let last = index + 1 == steps.len();
            // A register of its own for each step, where passes look for equal values.
            let apart = self.f.optimize > 0;
            let result = match target {
                Some(_) if last => self.result_reg(mode, target),
                _ if apart => self.new_reg(mode),
                _ => sum,
            };
            let (code, x, y, shift) = match step {
                Step::Shift(count) => {
                    let shifted = self.shifted(mode, sum, count);
                    if apart {
                        sum = shifted;
                    } else {
                        self.emit_set(sum, shifted);
                    }
                    factor <<= count;
                    self.note_multiple(mode, a, factor);
                    continue;
                }
                Step::Add(count) => (Code::Plus, sum, a, count),
                Step::Sub(count) => (Code::Minus, sum, a, count),
                Step::AddFactor(count) => (Code::Plus, sum, sum, count),
                Step::SubFactor(count) => (Code::Minus, sum, sum, count),
            };
            let (x, y) = match step {
                Step::SubFactor(_) => (self.shifted(mode, x, shift), y),
                _ => (x, self.shifted(mode, y, shift)),
            };
            let value = self.f.rtx.gen_binary(code, mode, x, y);
            self.emit_set(result, value);
            sum = result;
            factor = match step {
                Step::Add(count) => factor + (1 << count),
                Step::Sub(count) => factor - (1 << count),
                Step::AddFactor(count) => factor + (factor << count),
                _ => (factor << shift) - factor,
            };
            self.note_multiple(mode, a, factor);
        }
        Some(sum)
    }

    fn shifted(&mut self, mode: Mode, x: RtxId, count: u32) -> RtxId {
        if count == 0 {
            return x;
        }
        let count = self.int(i64::from(count));
        self.target = None;
        self.emit_binary(Code::Ashift, mode, x, count)
    }

    fn note_multiple(&mut self, mode: Mode, a: RtxId, factor: i64) {
        let factor = self.int(factor);
        let product = self.f.rtx.gen_binary(Code::Mult, mode, a, factor);
        let insn = self.f.last;
        self.note_equal(insn, product);
    }

    /// `a / value` or the rest of it, where the divisor is a power of two.
    pub(super) fn quotient_of(
        &mut self,
        code: Code,
        mode: Mode,
        target: Option<RtxId>,
        a: RtxId,
        value: i64,
    ) -> Option<RtxId> {
        use Code::*;
        let unsigned_value = value as u64 & mode.mask();
        if !unsigned_value.is_power_of_two() {
            return None;
        }
        let log = i64::from(unsigned_value.trailing_zeros());
        let bits = i64::from(mode.bits());
        if matches!(code, Div | Mod) && (log == 0 || log >= bits - 1) {
            return None;
        }
        match code {
            Udiv => {
                let count = self.int(log);
                self.target = target;
                let result = self.binop(Lshiftrt, mode, a, count);
                self.note_quotient(code, mode, a, value);
                Some(result)
            }
            Umod => {
                let mask = self.int(mode.trunc_int(unsigned_value.wrapping_sub(1) as i64));
                self.target = target;
                Some(self.binop(And, mode, a, mask))
            }
            Div => {
                self.skip_uids(if log == 1 { 2 } else { 4 });
                let (top, down) = (self.int(bits - 1), self.int(bits - log));
                let bias = if log == 1 {
                    self.binop(Lshiftrt, mode, a, top)
                } else {
                    let sign = self.binop(Ashiftrt, mode, a, top);
                    if mode == self.word_mode() {
                        let mask = self.int(value.wrapping_sub(1));
                        self.binop(And, mode, sign, mask)
                    } else {
                        self.binop(Lshiftrt, mode, sign, down)
                    }
                };
                let sum = self.binop(Plus, mode, bias, a);
                let count = self.int(log);
                self.target = target;
                let result = self.binop(Ashiftrt, mode, sum, count);
                self.note_quotient(code, mode, a, value);
                Some(result)
            }
            _ => {
                self.skip_uids(2);
                let (top, down) = (self.int(bits - 1), self.int(bits - log));
                let sign = self.binop(Ashiftrt, mode, a, top);
                let bias = self.binop(Lshiftrt, mode, sign, down);
                let sum = self.binop(Plus, mode, a, bias);
                let mask = self.int(value.wrapping_sub(1));
                let rest = self.binop(And, mode, sum, mask);
                self.target = target;
                Some(self.binop(Minus, mode, rest, bias))
            }
        }
    }

    fn note_quotient(&mut self, code: Code, mode: Mode, a: RtxId, value: i64) {
        let value = self.int(value);
        let quotient = self.f.rtx.gen_binary(code, mode, a, value);
        let insn = self.f.last;
        self.note_equal(insn, quotient);
    }
}
