//! Arithmetic on integers and floats.

use super::Emitter;
use crate::rtl::cfg::PROB_MAX;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxId, flag};
use gimple::builtins::Builtin;

/// How well a probability is known that nothing speaks for (`profile_quality` in notes).
const GUESSED: u32 = 4;

impl Emitter<'_> {
    /// `a code b` in `mode`. Shift counts are operands of any integer mode whose low bits count. Integer results
    /// narrower than a word have undefined upper bits unless they come back as a promoted subreg.
    pub fn binop(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        let target = self.target.take();
        let [a, b] = [a, b].map(|x| self.canonical(mode, x));
        if let Some(folded) = self.fold_binop(code, mode, a, b) {
            return folded;
        }
        let is_int = self.is_word(mode);
        if is_int && code.is_commutative() && self.f.rtx.as_int(a).is_some() {
            self.target = target;
            return self.binop(code, mode, b, a);
        }
        match mode {
            _ if self.is_left_apart(code, mode) => {
                self.target = target;
                self.word_binop(code, mode, a, b)
            }
            _ if self.is_by_library(mode) => self.soft_binop(code, mode, a, b),
            Mode::SF | Mode::DF => self.float_binop(code, mode, target, a, b),
            _ if mode == self.pair_mode() => self.pair_binop(code, target, a, b),
            _ if code.is_comparison() => self.store_flag(code, mode, a, b, mode),
            _ => {
                self.target = target;
                self.min_max(code, mode, a, b)
            }
        }
    }

    /// A number as a register of 32 bits holds it: by its sign in all upper bits.
    fn canonical(&mut self, mode: Mode, x: RtxId) -> RtxId {
        match self.f.rtx.as_int(x) {
            Some(value) if self.word_mode() == Mode::SI && mode.is_int() => {
                self.int(mode.trunc_int(value))
            }
            _ => x,
        }
    }

    /// What `a code b` is where constants decide it.
    fn fold_binop(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> Option<RtxId> {
        use Code::*;
        if !self.is_word(mode) {
            return None;
        }
        if let (Some(x), Some(y)) = (self.f.rtx.as_int(a), self.f.rtx.as_int(b)) {
            return crate::rtl::simplify::fold_int(code, mode, x, y).map(|v| self.int(v));
        }
        if let Some(y) = self.f.rtx.as_int(b) {
            let same = match code {
                Plus | Minus | Ior | Xor | Ashift | Ashiftrt | Lshiftrt => y == 0,
                Mult | Div | Udiv => y == 1,
                And => mode.trunc_int(y) == -1,
                _ => false,
            };
            let in_memory = self.f.rtx.code(a) == Code::Mem;
            if same && (self.is_reg(a) || in_memory) {
                return Some(a);
            }
            if y == 0 && matches!(code, Mult | And) {
                return Some(b);
            }
        }
        None
    }

    fn float_binop(
        &mut self,
        code: Code,
        mode: Mode,
        target: Option<RtxId>,
        a: RtxId,
        b: RtxId,
    ) -> RtxId {
        if code == Code::Div && !self.unit.options.machine.float_divides {
            return self.soft_binop(code, mode, a, b);
        }
        if matches!(code, Code::Smin | Code::Smax) {
            return self.float_min_max(code == Code::Smax, mode, a, b);
        }
        let swap = matches!(code, Code::Plus | Code::Mult);
        let (a, b) = if swap { self.in_order(target, a, b) } else { (a, b) };
        let result = self.result_reg(mode, target);
        let same = a == b;
        let a = self.force_reg(mode, a);
        let b = if same { a } else { self.force_reg(mode, b) };
        let value = self.f.rtx.gen_binary(code, mode, a, b);
        self.emit_set(result, value);
        result
    }

    /// The second operand of an operation on bits: a number that its insn takes, or a register.
    pub(super) fn bits_operand(&mut self, code: Code, x: RtxId) -> RtxId {
        let taken =
            self.f.rtx.as_int(x).is_some() && self.have_insn_with(code, self.word_mode(), x);
        if taken { x } else { self.force_reg(self.word_mode(), x) }
    }

    /// A shift count: a constant within range, or a `QI` register.
    pub(crate) fn shift_count(&mut self, count: RtxId, max: i64) -> RtxId {
        if let Some(value) = self.f.rtx.as_int(count) {
            return self.int(value & max);
        }
        let mode = self.mode_of(count);
        let reg = self.force_reg(mode, count);
        let low = self.lowpart(Mode::QI, reg);
        // A count that is held otherwise than the operation is done gets a register of its own.
        if self.promoted_reg(reg, !self.of_unsigned).is_some() {
            return self.copy_to_reg(Mode::QI, low);
        }
        low
    }

    /// The library's function for what the machine cannot multiply or divide itself.
    pub(super) fn word_function(&self, code: Code) -> Option<&'static str> {
        use Code::*;
        let machine = &self.unit.options.machine;
        match code {
            Mult if machine.multiplies => None,
            Div | Udiv | Mod | Umod if machine.divides => None,
            Mult | Div | Udiv | Mod | Umod => Some(integer_function(code, self.word_mode())),
            _ => None,
        }
    }

    /// `a code b` by a function of words.
    pub(super) fn by_function(
        &mut self,
        function: &str,
        code: Code,
        mode: Mode,
        a: RtxId,
        b: RtxId,
    ) -> RtxId {
        let word_mode = self.word_mode();
        let unsigned = matches!(code, Code::Udiv | Code::Umod);
        let [a, b] = [a, b].map(|x| (self.convert(x, mode, word_mode, unsigned), word_mode));
        let result = self.const_libcall(function, word_mode, &[a, b]);
        if mode == word_mode { result } else { self.lowpart(mode, result) }
    }

    /// Minimum and maximum: an insn where there is one for words, else a comparison and a branch.
    fn min_max(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        let target = self.target.take();
        if !self.have_insn(code, word_mode) {
            return self.min_max_by_branch(code, mode, target, a, b);
        }
        let unsigned = matches!(code, Code::Umin | Code::Umax) && mode != Mode::SI;
        let wa = self.convert(a, mode, word_mode, unsigned);
        let wb = self.convert(b, mode, word_mode, unsigned);
        let (wa, wb) = (self.force_reg(word_mode, wa), self.force_reg(word_mode, wb));
        let result = self.emit_binary(code, word_mode, wa, wb);
        self.var_value(result, mode, unsigned)
    }

    /// `result = a; if (! (result code b)) result = b;`, where comparisons with 1 and -1 are written as those with 0.
    fn min_max_by_branch(
        &mut self,
        code: Code,
        mode: Mode,
        target: Option<RtxId>,
        a: RtxId,
        b: RtxId,
    ) -> RtxId {
        let result = self.result_reg(mode, target);
        let (a, b) = if result == b { (b, a) } else { (a, b) };
        let constant = self.f.rtx.as_int(b);
        // What is part of a register is copied, as GCC does.
        let stays = constant.is_some() || self.f.rtx.code(b) == Code::Reg;
        let b = if stays { b } else { self.copy_to_reg(mode, b) };
        let (compare, bound) = match (code, constant) {
            (Code::Smax, Some(1)) => (Code::Gt, self.int(0)),
            (Code::Umax, Some(1)) => (Code::Ne, self.int(0)),
            (Code::Smin, Some(1)) => (Code::Le, self.int(0)),
            (Code::Umin, Some(1)) => (Code::Leu, self.int(0)),
            (Code::Smax, Some(-1)) => (Code::Ge, self.int(0)),
            (Code::Smin, Some(-1)) => (Code::Lt, self.int(0)),
            (Code::Smax, _) => (Code::Ge, b),
            (Code::Umax, _) => (Code::Geu, b),
            (Code::Smin, _) => (Code::Le, b),
            _ => (Code::Leu, b),
        };
        if result != a {
            self.emit_move(result, a);
        }
        let done = self.new_label();
        // Either is as likely, which is a guess.
        let even = (self.f.optimize > 0).then_some(PROB_MAX / 2 * 8 + GUESSED);
        self.branch(compare, mode, result, bound, done, even);
        self.emit_move(result, b);
        self.emit_label(done);
        result
    }

    /// The larger of `-a` and `a`.
    fn abs_by_max(&mut self, a: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        let a = self.force_reg(word_mode, a);
        let negated = self.emit_unary(Code::Neg, word_mode, a);
        self.emit_binary(Code::Smax, word_mode, negated, a)
    }

    /// `Neg`, `Not`, `Abs` or `Sqrt` of `a`.
    pub fn unop(&mut self, code: Code, mode: Mode, a: RtxId) -> RtxId {
        use Code::*;
        let target = self.target.take();
        match mode {
            _ if matches!(code, Neg | Not) && self.is_word(mode) => {
                self.target = target;
                self.word_unop(code, mode, a)
            }
            _ if code == Abs && mode == self.word_mode() && self.have_insn(Smax, mode) => {
                self.abs_by_max(a)
            }
            _ if code == Abs && self.is_word(mode) && mode.size() >= Mode::SI.size() => {
                self.abs_by_sign(mode, target, a)
            }
            _ if self.is_by_library(mode)
                || code == Sqrt && !self.unit.options.machine.float_divides =>
            {
                self.soft_unop(code, mode, a)
            }
            Mode::SF | Mode::DF => {
                let a = self.force_reg(mode, a);
                self.target = target;
                self.emit_unary(code, mode, a)
            }
            _ if mode == self.pair_mode() => self.pair_unop(code, target, a),
            _ => {
                debug_assert_eq!(code, Abs);
                let wide = self.convert(a, mode, Mode::SI, false);
                let result = self.abs_by_sign(Mode::SI, None, wide);
                self.lowpart(mode, result)
            }
        }
    }

    /// `a * b + c`, rounded once; `negate_product` and `negate_addend` give the other three forms.
    pub fn fma(
        &mut self,
        mode: Mode,
        a: RtxId,
        b: RtxId,
        c: RtxId,
        negate_product: bool,
        negate_addend: bool,
    ) -> RtxId {
        if self.is_by_library(mode) {
            let [a, c] = [(a, negate_product), (c, negate_addend)]
                .map(|(x, negate)| if negate { self.unop(Code::Neg, mode, x) } else { x });
            let function = match mode {
                Mode::SF => Builtin::Fmaf,
                Mode::DF => Builtin::Fma,
                _ => Builtin::Fmal,
            };
            return self.libcall(function.name(), mode, &[(a, mode), (b, mode), (c, mode)]);
        }
        let mut a = self.force_reg(mode, a);
        let b = self.force_reg(mode, b);
        let mut c = self.force_reg(mode, c);
        if negate_product {
            a = self.f.rtx.gen_unary(Code::Neg, mode, a);
        }
        if negate_addend {
            c = self.f.rtx.gen_unary(Code::Neg, mode, c);
        }
        let dst = self.new_reg(mode);
        let src = self.f.rtx.gen_ternary(Code::Fma, mode, a, b, c);
        self.emit_set(dst, src);
        dst
    }

    /// `fmin (a, b)`, or `fmax`: a number if one of the two is a NaN.
    pub fn float_min_max(&mut self, max: bool, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        let a = self.force_reg(mode, a);
        let b = self.force_reg(mode, b);
        let which = self.int(max.into());
        let number = crate::machine::target::description::UNSPEC_MIN_MAX;
        let src = self.f.rtx.gen_vector(Code::Unspec, mode, &[a, b, which], number);
        let dst = self.new_reg(mode);
        self.emit_set(dst, src);
        dst
    }

    /// `copysign (a, b)`.
    pub fn copysign(&mut self, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        if self.is_by_library(mode) {
            return self.soft_copysign(mode, a, b);
        }
        let a = self.force_reg(mode, a);
        let b = self.force_reg(mode, b);
        let dst = self.new_reg(mode);
        let src = self.f.rtx.gen_vector(
            Code::Unspec,
            mode,
            &[a, b],
            crate::machine::target::description::UNSPEC_COPYSIGN,
        );
        self.emit_set(dst, src);
        dst
    }

    /// Marks a result as a pointer for dumps.
    pub fn mark_pointer(&mut self, x: RtxId) {
        if self.f.rtx.code(x) == Code::Reg {
            self.f.rtx.add_flags(x, flag::F);
        }
    }
}

/// The library's function for a product, quotient or rest of integers.
pub(super) fn integer_function(code: Code, mode: Mode) -> &'static str {
    use Code::*;
    match (code, mode) {
        (Mult, Mode::SI) => "__mulsi3",
        (Mult, Mode::DI) => "__muldi3",
        (Mult, _) => "__multi3",
        (Div, Mode::SI) => "__divsi3",
        (Div, Mode::DI) => "__divdi3",
        (Div, _) => "__divti3",
        (Udiv, Mode::SI) => "__udivsi3",
        (Udiv, Mode::DI) => "__udivdi3",
        (Udiv, _) => "__udivti3",
        (Mod, Mode::SI) => "__modsi3",
        (Mod, Mode::DI) => "__moddi3",
        (Mod, _) => "__modti3",
        (_, Mode::SI) => "__umodsi3",
        (_, Mode::DI) => "__umoddi3",
        _ => "__umodti3",
    }
}
