//! Comparisons as values and as branches.

use super::Emitter;
use crate::machine::target::constants::integer_cost;
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, RegNote};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;

impl Emitter<'_> {
    /// `a code b` (operands of `mode`) as 0 or 1 of integer mode `out`.
    pub fn store_flag(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId, out: Mode) -> RtxId {
        let (word_mode, pair_mode) = (self.word_mode(), self.pair_mode());
        let target = self.target.take();
        let wide = match mode {
            _ if self.is_by_library(mode) => {
                let (code, value) = self.soft_compare(code, mode, a, b);
                match code {
                    None => value,
                    Some(code) => {
                        let zero = self.int(0);
                        self.store_flag(code, Mode::SI, value, zero, word_mode)
                    }
                }
            }
            Mode::SF | Mode::DF => {
                self.float_comparison(code, mode, a, b, target.filter(|_| out == Mode::SI))
            }
            _ if mode == pair_mode => self.pair_flag(code, a, b),
            _ if self.is_sign_test(code, b) => {
                self.skip_bounds(code, mode, b);
                let sign = self.sign_flag(code, mode, a);
                return self.lowpart(out, sign);
            }
            _ => self.word_flag(code, mode, a, b, target.filter(|_| out == Mode::SI)),
        };
        self.target = target;
        match out {
            _ if out == pair_mode => {
                let from = self.mode_of(wide);
                let wide = if from == Mode::SI {
                    self.convert(wide, from, word_mode, false)
                } else {
                    wide
                };
                self.convert(wide, word_mode, pair_mode, true)
            }
            _ => self.flag_in_mode(wide, out),
        }
    }

    /// The code and the operands of a comparison as words are compared: a constant comes second.
    fn canonical_comparison(
        &mut self,
        code: Code,
        mode: Mode,
        a: RtxId,
        b: RtxId,
    ) -> (Code, RtxId, RtxId) {
        let (code, a, b) = if self.f.rtx.as_int(a).is_some() && self.f.rtx.as_int(b).is_none() {
            (code.swap_condition(), b, a)
        } else {
            (code, a, b)
        };
        self.skip_bounds(code, mode, b);
        (code, a, b)
    }

    /// Both operands extended to a word so that comparing words compares them.
    fn word_comparands(
        &mut self,
        code: Code,
        mode: Mode,
        a: RtxId,
        b: RtxId,
    ) -> (Code, RtxId, RtxId) {
        let (code, a, b) = self.canonical_comparison(code, mode, a, b);
        let unsigned = is_unsigned_byte(mode, code);
        let [a, b] = self.loaded_comparands(mode, a, b);
        let a = self.comparand(mode, unsigned, a);
        let b = self.comparand(mode, unsigned, b);
        (code, a, b)
    }

    /// A comparison of integers as a value. The register of the result is made after those the operands are loaded into and
    /// before those they are extended into; `target` is it, if it is there already.
    fn word_flag(
        &mut self,
        code: Code,
        mode: Mode,
        a: RtxId,
        b: RtxId,
        target: Option<RtxId>,
    ) -> RtxId {
        let (code, a, b) = self.canonical_comparison(code, mode, a, b);
        let unsigned = is_unsigned_byte(mode, code);
        let [a, b] = self.loaded_comparands(mode, a, b);
        let result = self.flag_reg(target);
        let a = self.comparand(mode, unsigned, a);
        let differ = matches!(code, Code::Eq | Code::Ne) && !self.f.rtx.is_int(b, 0);
        let both_known = self.f.rtx.as_int(a).is_some() && self.f.rtx.as_int(b).is_some();
        let word_mode = self.word_mode();
        if !differ || both_known {
            let mut b = self.comparand(mode, unsigned, b);
            if mode != word_mode && !both_known {
                // As GCC, which extends numbers as it does what is in registers.
                b = self.reg_or_0(word_mode, b);
            }
            return self.int_flag_into(Some(result), code, a, b);
        }
        let a = self.force_reg(word_mode, a);
        let difference = self.new_reg(word_mode);
        let b = self.comparand(mode, unsigned, b);
        let b = self.force_reg(word_mode, b);
        self.target = Some(difference);
        let difference = self.binop(Code::Minus, word_mode, a, b);
        let zero = self.int(0);
        self.target = Some(result);
        self.emit_scc(code, difference, zero)
    }

    /// The register of half a word that a comparison's value goes into.
    pub(super) fn flag_reg(&mut self, target: Option<RtxId>) -> RtxId {
        let target = target.filter(|_| self.f.optimize == 0);
        self.result_reg(Mode::SI, target)
    }

    pub(super) fn int_flag(&mut self, code: Code, a: RtxId, b: RtxId) -> RtxId {
        self.int_flag_into(None, code, a, b)
    }

    /// `a code b` of words, in a register if one is given.
    pub(super) fn int_flag_into(
        &mut self,
        result: Option<RtxId>,
        code: Code,
        a: RtxId,
        b: RtxId,
    ) -> RtxId {
        let word_mode = self.word_mode();
        use Code::*;
        if let (Some(x), Some(y)) = (self.f.rtx.as_int(a), self.f.rtx.as_int(b)) {
            return self.int(crate::rtl::simplify::compare_int(code, x, y) as i64);
        }
        let value = self.f.rtx.as_int(b);
        match code {
            Eq | Ne => {
                let difference = match value {
                    Some(0) => self.force_reg(word_mode, a),
                    _ => {
                        let a = self.force_reg(word_mode, a);
                        let b = self.force_reg(word_mode, b);
                        self.binop(Minus, word_mode, a, b)
                    }
                };
                let zero = self.int(0);
                self.target = result;
                self.emit_scc(code, difference, zero)
            }
            Lt | Ltu => {
                let a = self.force_reg(word_mode, a);
                let b = match value {
                    Some(-2048..=2047) => b,
                    _ => self.force_reg(word_mode, b),
                };
                self.target = result;
                self.emit_scc(code, a, b)
            }
            Gt | Gtu if value.is_none_or(|value| value == 0) => {
                let a = self.force_reg(word_mode, a);
                let b = self.reg_or_0(word_mode, b);
                self.target = result;
                self.emit_scc(code, a, b)
            }
            Le | Leu if value.is_some_and(|value| takes_number(code, value)) => {
                let a = self.force_reg(word_mode, a);
                self.target = result;
                self.emit_scc(code, a, b)
            }
            Le | Leu if value.is_some_and(|value| !is_greatest(code, word_mode, value)) => {
                let below = if code == Le { Lt } else { Ltu };
                let next = value.map_or(0, |value| word_mode.trunc_int(value.wrapping_add(1)));
                let next = self.int(next);
                self.int_flag_into(result, below, a, next)
            }
            Le | Leu if value.is_some() => {
                let b = self.force_reg(word_mode, b);
                self.int_flag_into(result, code, a, b)
            }
            _ => {
                let opposite = self.int_flag(code.reverse_condition(), a, b);
                self.flip(result, opposite)
            }
        }
    }

    /// `!x` of a 0 or 1, in a register if one is given.
    fn flip(&mut self, result: Option<RtxId>, x: RtxId) -> RtxId {
        let one = self.int(1);
        let mode = self.mode_of(x);
        self.target = result;
        match self.is_reg(x) {
            true => self.emit_binary(Code::Xor, mode, x, one),
            false => self.binop(Code::Xor, mode, x, one),
        }
    }

    fn float_flag(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        use Code::*;
        let a = self.force_reg(mode, a);
        let b = self.force_reg(mode, b);
        match code {
            Eq | Lt | Le | Gt | Ge => self.emit_binary(code, word_mode, a, b),
            Ne => {
                let equal = self.emit_binary(Eq, word_mode, a, b);
                self.flip(None, equal)
            }
            Unlt | Unle | Ungt | Unge => {
                let ordered = self.quiet_opposite(code, mode, a, b);
                self.flip(None, ordered)
            }
            Ordered => {
                let x = self.emit_binary(Eq, word_mode, a, a);
                let y = self.emit_binary(Eq, word_mode, b, b);
                self.binop(And, word_mode, x, y)
            }
            Unordered => {
                let ordered = self.float_flag(Ordered, mode, a, b);
                self.flip(None, ordered)
            }
            Ltgt => {
                let less = self.emit_binary(Lt, word_mode, a, b);
                let more = self.emit_binary(Lt, word_mode, b, a);
                self.binop(Ior, word_mode, less, more)
            }
            _ => {
                debug_assert_eq!(code, Uneq);
                let (equal, ordered) = self.equal_and_ordered(mode, a, b);
                let differ = self.binop(Xor, word_mode, equal, ordered);
                self.flip(None, differ)
            }
        }
    }

    /// `a == b`, and whether neither is a NaN: these are the same where `a` and `b` are equal or unordered.
    fn equal_and_ordered(&mut self, mode: Mode, a: RtxId, b: RtxId) -> (RtxId, RtxId) {
        let (a, b) = (self.force_reg(mode, a), self.force_reg(mode, b));
        let ordered = self.float_flag(Code::Ordered, mode, a, b);
        (self.emit_binary(Code::Eq, self.word_mode(), a, b), ordered)
    }

    /// The opposite of `Unlt`, `Unle`, `Ungt` or `Unge`. Comparing for order raises the invalid flag for NaNs, which
    /// these must not: the flags are put back.
    fn quiet_opposite(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        let (a, b) = (self.force_reg(mode, a), self.force_reg(mode, b));
        let (strict, a, b) = match code {
            Code::Unlt => (false, b, a),
            Code::Unle => (true, b, a),
            Code::Ungt => (false, a, b),
            _ => (true, a, b),
        };
        let which = self.int(strict.into());
        let items = [a, b, which];
        let number = crate::machine::target::description::UNSPEC_QUIET_COMPARE;
        let source = self.f.rtx.gen_vector(Code::Unspec, word_mode, &items, number);
        let (flag, scratch) = (self.new_reg(word_mode), self.new_reg(word_mode));
        let set = self.f.rtx.gen_set(flag, source);
        let clobber = self.f.rtx.gen_unary(Code::Clobber, Mode::VOID, scratch);
        let pattern = self.f.rtx.gen_parallel(&[set, clobber]);
        self.emit(InsnKind::Insn, pattern);
        flag
    }

    /// `if (a code b) goto label`. `probability` is what a `REG_BR_PROB` note holds.
    pub fn branch(
        &mut self,
        code: Code,
        mode: Mode,
        a: RtxId,
        b: RtxId,
        label: InsnId,
        probability: Option<u32>,
    ) {
        let zero = self.int(0);
        match mode {
            _ if self.is_by_library(mode) => {
                let (code, value) = self.soft_compare(code, mode, a, b);
                match code {
                    Some(code) => self.branch(code, Mode::SI, value, zero, label, probability),
                    None => self.word_branch(Code::Ne, value, zero, label, probability),
                }
            }
            Mode::SF | Mode::DF => {
                let (test, flag, other) = self.float_test(code, mode, a, b);
                self.word_branch(test, flag, other, label, probability);
            }
            _ if mode == self.pair_mode() => {
                if self.word_mode() == Mode::SI {
                    self.branch_by_words(code, a, b, label, probability);
                } else if matches!(code, Code::Eq | Code::Ne) {
                    let difference = self.pair_difference(a, b);
                    self.word_branch(code, difference, zero, label, probability);
                } else {
                    let flag = self.pair_flag(code, a, b);
                    self.word_branch(Code::Ne, flag, zero, label, probability);
                }
            }
            _ => {
                let whole = self
                    .promoted_var(a)
                    .filter(|_| matches!(code, Code::Eq | Code::Ne) && self.f.rtx.is_int(b, 0));
                let (code, a, b) = match whole {
                    Some(whole) => (code, whole, b),
                    None => self.word_comparands(code, mode, a, b),
                };
                self.word_branch(code, a, b, label, probability);
            }
        }
    }

    /// `if (a code b) goto label` for pairs, as GCC compares them: the upper words, and the lower ones where these are the
    /// same.
    fn branch_by_words(
        &mut self,
        code: Code,
        a: RtxId,
        b: RtxId,
        label: InsnId,
        probability: Option<u32>,
    ) {
        use Code::*;
        let (word_mode, mode) = (self.word_mode(), self.pair_mode());
        if self.is_sign_test(code, b) {
            let (high, zero) = (self.word(a, mode, 1), self.int(0));
            return self.word_branch(code, high, zero, label, probability);
        }
        if matches!(code, Eq | Ne) && self.f.rtx.is_int(b, 0) {
            let (either, zero) = (self.pair_difference(a, b), self.int(0));
            return self.word_branch(code, either, zero, label, probability);
        }
        let words = |em: &mut Self, index| {
            let [x, y] = [a, b].map(|x| em.word(x, mode, index));
            (em.force_reg(word_mode, x), em.reg_or_0(word_mode, y))
        };
        if code == Ne {
            for index in [0, 1] {
                let (x, y) = words(self, index);
                self.word_branch(code, x, y, label, probability);
            }
            return;
        }
        let skip = self.new_label();
        match code {
            Eq => {
                let (a0, b0) = words(self, 0);
                self.word_branch(Ne, a0, b0, skip, None);
                let (a1, b1) = words(self, 1);
                self.word_branch(code, a1, b1, label, probability);
            }
            _ => {
                // What the upper words say if they differ is without equality.
                let strict = match code {
                    Le => Lt,
                    Leu => Ltu,
                    Ge => Gt,
                    Geu => Gtu,
                    code => code,
                };
                let (a1, b1) = words(self, 1);
                self.word_branch(strict, a1, b1, label, None);
                self.word_branch(Ne, a1, b1, skip, None);
                let (a0, b0) = words(self, 0);
                self.word_branch(code.unsigned_condition(), a0, b0, label, probability);
            }
        }
        self.emit_label(skip);
    }

    /// The comparison of words that says whether `a code b`: a negated comparison is the branch's to negate.
    pub(super) fn float_test(
        &mut self,
        code: Code,
        mode: Mode,
        a: RtxId,
        b: RtxId,
    ) -> (Code, RtxId, RtxId) {
        let zero = self.int(0);
        match code {
            Code::Ne => (Code::Eq, self.float_flag(Code::Eq, mode, a, b), zero),
            Code::Unordered => (Code::Eq, self.float_flag(Code::Ordered, mode, a, b), zero),
            Code::Unlt | Code::Unle | Code::Ungt | Code::Unge => {
                (Code::Eq, self.quiet_opposite(code, mode, a, b), zero)
            }
            Code::Uneq => {
                let (equal, ordered) = self.equal_and_ordered(mode, a, b);
                (Code::Eq, equal, ordered)
            }
            _ => (Code::Ne, self.float_flag(code, mode, a, b), zero),
        }
    }

    fn word_branch(
        &mut self,
        code: Code,
        a: RtxId,
        b: RtxId,
        label: InsnId,
        probability: Option<u32>,
    ) {
        use Code::*;
        if let (Some(x), Some(y)) = (self.f.rtx.as_int(a), self.f.rtx.as_int(b)) {
            if crate::rtl::simplify::compare_int(code, x, y) {
                self.emit_jump(label);
            }
            return;
        }
        let extensions = self.f.rtx.extensions;
        // Comparisons with the neighbours of zero are comparisons with zero.
        let cheaper = self.f.rtx.as_int(b).and_then(|c| cheaper_bound(code, c, extensions));
        let (code, b) = match cheaper {
            Some((code, bound)) if self.word_mode().trunc_int(bound) == bound => {
                (code, self.int(bound))
            }
            _ => (code, b),
        };
        let a = self.force_reg(self.word_mode(), a);
        let b = self.reg_or_0(self.word_mode(), b);
        let condition = self.f.rtx.gen_binary(code, Mode::VOID, a, b);
        let target = self.f.rtx.jump_target(label.0);
        let pc = self.f.rtx.pc();
        let choice = self.f.rtx.gen_ternary(IfThenElse, Mode::VOID, condition, target, pc);
        let pattern = self.f.rtx.gen_set(pc, choice);
        let insn = self.emit_jump_insn(pattern, label);
        if let Some(p) = probability {
            self.f.add_note(insn, RegNote::BrProb(p));
        }
    }
}

impl Emitter<'_> {
    /// GCC tries out how the constant of a comparison for order would be loaded, and how its neighbour.
    fn skip_bounds(&mut self, code: Code, mode: Mode, b: RtxId) {
        let Some(value) = self.f.rtx.as_int(b) else { return };
        let value = mode.trunc_int(value);
        let neighbour = match code {
            Code::Gt | Code::Gtu | Code::Le | Code::Leu => value.wrapping_add(1),
            Code::Ge | Code::Geu | Code::Lt | Code::Ltu => value.wrapping_sub(1),
            _ => return,
        };
        let unsigned = code.unsigned_condition() == code;
        let (least, most) = match unsigned {
            true => (0, -1),
            false => (-1 << (mode.bits().min(64) - 1), !(-1 << (mode.bits().min(64) - 1))),
        };
        let up = matches!(code, Code::Gt | Code::Gtu | Code::Le | Code::Leu);
        if value == if up { most } else { least } {
            return;
        }
        let extensions = self.f.rtx.extensions;
        let (own, other) = (integer_cost(value, extensions), integer_cost(neighbour, extensions));
        self.skip_uids((own + other) as u32);
        for _ in 2..own + other {
            self.new_reg(self.word_mode());
        }
    }
}

/// Whether a number can be what something is compared with as less or equal (`sle_operand`, `sleu_operand`).
fn takes_number(code: Code, value: i64) -> bool {
    matches!(value, -2049..=2046) && (code == Code::Le || value != -1)
}

/// Whether no number of a mode is greater.
fn is_greatest(code: Code, mode: Mode, value: i64) -> bool {
    let greatest = mode.mask() as i64;
    value == if code == Code::Le { (mode.mask() >> 1) as i64 } else { mode.trunc_int(greatest) }
}

/// Whether the operands of a comparison are bytes without a sign.
fn is_unsigned_byte(mode: Mode, code: Code) -> bool {
    mode == Mode::QI && code.unsigned_condition() == code
}

/// A comparison with a neighbour of a constant that says the same, if that is easier to load.
fn cheaper_bound(code: Code, value: i64, extensions: u32) -> Option<(Code, i64)> {
    use Code::*;
    let (other, bound) = match code {
        Leu => (Ltu, value.checked_add(1)?),
        Gtu => (Geu, value.checked_add(1)?),
        Le => (Lt, value.checked_add(1)?),
        Gt => (Ge, value.checked_add(1)?),
        Ltu => (Leu, value.checked_sub(1)?),
        Geu => (Gtu, value.checked_sub(1)?),
        Lt => (Le, value.checked_sub(1)?),
        Ge => (Gt, value.checked_sub(1)?),
        _ => return None,
    };
    let cost = |number| integer_cost(number, extensions);
    let cheaper = cost(bound) < cost(value) && (bound < 0) == (value < 0);
    cheaper.then_some((other, bound))
}
