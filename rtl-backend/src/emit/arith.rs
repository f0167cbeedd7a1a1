//! Arithmetic on integers and floats.

use super::Emitter;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxId, flag};
use gimple::builtins::Builtin;

impl Emitter<'_> {
    /// `a code b` in `mode`. Shift counts are operands of any integer mode whose low bits count. Integer results
    /// narrower than a word have undefined upper bits unless they come back as a promoted subreg.
    pub fn binop(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        let target = self.target.take();
        if let Some(folded) = self.fold_binop(code, mode, a, b) {
            return folded;
        }
        let is_int = mode.is_int() && mode != Mode::TI;
        if is_int && code.is_commutative() && self.f.rtx.as_int(a).is_some() {
            self.target = target;
            return self.binop(code, mode, b, a);
        }
        match mode {
            _ if self.plain && self.is_left_apart(code, mode) => {
                self.target = target;
                self.plain_binop(code, mode, a, b)
            }
            _ if self.is_by_library(mode) => self.soft_binop(code, mode, a, b),
            Mode::SF | Mode::DF => self.float_binop(code, mode, target, a, b),
            Mode::TI => self.ti_binop(code, a, b),
            Mode::DI => self.di_binop(code, a, b),
            Mode::SI => self.si_binop(code, a, b),
            _ => self.narrow_binop(code, mode, a, b),
        }
    }

    /// What `a code b` is where constants decide it.
    fn fold_binop(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> Option<RtxId> {
        use Code::*;
        if !mode.is_int() || mode == Mode::TI {
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
            let in_memory = self.is_plain() && self.f.rtx.code(a) == Code::Mem;
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
        let swap = self.plain && matches!(code, Code::Plus | Code::Mult);
        let (a, b) = if swap { self.in_order(target, a, b) } else { (a, b) };
        let result = self.result_reg(mode, target);
        let a = self.force_reg(mode, a);
        let b = self.force_reg(mode, b);
        let value = self.f.rtx.gen_binary(code, mode, a, b);
        self.emit_set(result, value);
        result
    }

    fn di_binop(&mut self, code: Code, a: RtxId, b: RtxId) -> RtxId {
        use Code::*;
        match code {
            Plus if self.is_virtual(a) && self.f.rtx.as_int(b).is_some() => {
                self.emit_binary(code, Mode::DI, a, b)
            }
            Plus => {
                let a = self.force_reg(Mode::DI, a);
                let b = self.arith_operand(Mode::DI, b);
                self.emit_binary(code, Mode::DI, a, b)
            }
            Ior | Xor => {
                let a = self.force_reg(Mode::DI, a);
                let b = self.bits_operand(code, b);
                self.emit_binary(code, Mode::DI, a, b)
            }
            And => self.and_di(a, b),
            Minus => {
                if let Some(value) = self.f.rtx.as_int(b)
                    && value != i64::MIN
                {
                    let negated = self.int(-value);
                    return self.binop(Plus, Mode::DI, a, negated);
                }
                let a = self.reg_or_0(Mode::DI, a);
                let b = self.force_reg(Mode::DI, b);
                if self.f.rtx.is_int(a, 0) {
                    return self.emit_unary(Neg, Mode::DI, b);
                }
                self.emit_binary(Minus, Mode::DI, a, b)
            }
            Mult | Div | Udiv | Mod | Umod => {
                if let Some(value) = self.f.rtx.as_int(b)
                    && let Some(cheap) = self.by_constant(code, Mode::DI, a, value)
                {
                    return cheap;
                }
                if let Some(function) = self.word_function(code) {
                    return self.by_function(function, code, Mode::DI, a, b);
                }
                let a = self.force_reg(Mode::DI, a);
                let b = self.force_reg(Mode::DI, b);
                self.emit_binary(code, Mode::DI, a, b)
            }
            Ashift | Ashiftrt | Lshiftrt => {
                let a = self.force_reg(Mode::DI, a);
                let count = self.shift_count(b, 63);
                self.emit_binary(code, Mode::DI, a, count)
            }
            Smin | Smax | Umin | Umax => self.min_max(code, Mode::DI, a, b),
            _ => {
                debug_assert!(code.is_comparison(), "no DI operation {code:?}");
                self.store_flag(code, Mode::DI, a, b, Mode::DI)
            }
        }
    }

    fn and_di(&mut self, a: RtxId, b: RtxId) -> RtxId {
        if let Some(value @ (0xffff | 0xffff_ffff)) = self.f.rtx.as_int(b) {
            let narrow = if value == 0xffff { Mode::HI } else { Mode::SI };
            let a = self.force_reg(Mode::DI, a);
            let low = self.lowpart(narrow, a);
            return self.emit_unary(Code::ZeroExtend, Mode::DI, low);
        }
        let a = self.force_reg(Mode::DI, a);
        let b = self.bits_operand(Code::And, b);
        self.emit_binary(Code::And, Mode::DI, a, b)
    }

    /// The second operand of an operation on bits: a number that its insn takes, or a register.
    fn bits_operand(&mut self, code: Code, x: RtxId) -> RtxId {
        let taken = self.f.rtx.as_int(x).is_some() && self.have_insn_with(code, Mode::DI, x);
        if taken { x } else { self.force_reg(Mode::DI, x) }
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
        if self.plain && self.promoted_reg(reg, !self.of_unsigned).is_some() {
            return self.copy_to_reg(Mode::QI, low);
        }
        low
    }

    /// `SI` arithmetic: the `w` instructions give a sign-extended result.
    fn si_binop(&mut self, code: Code, a: RtxId, b: RtxId) -> RtxId {
        use Code::*;
        match code {
            And | Ior | Xor => return self.si_logical(code, a, b),
            Smin | Smax | Umin | Umax => return self.min_max(code, Mode::SI, a, b),
            Minus => {
                if let Some(value) = self.f.rtx.as_int(b) {
                    let negated = self.int((value as i32).wrapping_neg() as i64);
                    return self.binop(Plus, Mode::SI, a, negated);
                }
                if self.f.rtx.is_int(a, 0) {
                    return self.unop(Neg, Mode::SI, b);
                }
            }
            Mult | Div | Udiv | Mod | Umod => {
                if let Some(value) = self.f.rtx.as_int(b)
                    && let Some(cheap) = self.by_constant(code, Mode::SI, a, value)
                {
                    return cheap;
                }
                if let Some(function) = self.word_function(code) {
                    return self.by_function(function, code, Mode::SI, a, b);
                }
            }
            _ if code.is_comparison() => return self.store_flag(code, Mode::SI, a, b, Mode::SI),
            _ => {}
        }
        let a = self.force_reg(Mode::SI, a);
        let b = match code {
            Plus => self.arith_operand(Mode::SI, b),
            Ashift | Ashiftrt | Lshiftrt => self.shift_count(b, 31),
            _ => self.force_reg(Mode::SI, b),
        };
        let value = self.f.rtx.gen_binary(code, Mode::SI, a, b);
        self.emit_extended(value)
    }

    /// The library's function for what the machine cannot multiply or divide itself.
    pub(super) fn word_function(&self, code: Code) -> Option<&'static str> {
        use Code::*;
        let machine = &self.unit.options.machine;
        match code {
            Mult if !machine.multiplies => Some("__muldi3"),
            Div if !machine.divides => Some("__divdi3"),
            Udiv if !machine.divides => Some("__udivdi3"),
            Mod if !machine.divides => Some("__moddi3"),
            Umod if !machine.divides => Some("__umoddi3"),
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
        let unsigned = matches!(code, Code::Udiv | Code::Umod);
        let [a, b] = [a, b].map(|x| (self.convert(x, mode, Mode::DI, unsigned), Mode::DI));
        let result = self.libcall(function, Mode::DI, &[a, b]);
        if mode == Mode::DI { result } else { self.lowpart(mode, result) }
    }

    /// `(set (reg:DI) (sign_extend:DI value:SI))`, as a promoted subreg.
    pub(super) fn emit_extended(&mut self, value: RtxId) -> RtxId {
        let wide = self.emit_unary(Code::SignExtend, Mode::DI, value);
        self.promoted_subreg(wide, Mode::SI, false)
    }

    /// Bitwise operations work on whole registers; of sign-extended operands the result is sign-extended.
    fn si_logical(&mut self, code: Code, a: RtxId, b: RtxId) -> RtxId {
        let a = self.force_reg(Mode::SI, a);
        let promoted =
            |em: &Self, x| em.promoted_reg(x, false).is_some() || em.f.rtx.as_int(x).is_some();
        let b = if self.f.rtx.as_int(b).is_some() { b } else { self.force_reg(Mode::SI, b) };
        let nonneg_mask = code == Code::And && self.f.rtx.as_int(b).is_some_and(|v| v >= 0);
        let both = nonneg_mask || promoted(self, a) && promoted(self, b);
        let (wa, wb) = (self.lowpart(Mode::DI, a), self.lowpart(Mode::DI, b));
        let wide = self.binop(code, Mode::DI, wa, wb);
        if both {
            self.promoted_subreg(wide, Mode::SI, false)
        } else {
            self.lowpart(Mode::SI, wide)
        }
    }

    /// Bytes and halfwords are computed in `SI`.
    fn narrow_binop(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        use Code::*;
        if code.is_comparison() {
            return self.store_flag(code, mode, a, b, mode);
        }
        if matches!(code, Smin | Smax | Umin | Umax) && self.have_insn(code, Mode::DI) {
            return self.min_max(code, mode, a, b);
        }
        let extend = match code {
            Div | Mod | Ashiftrt | Smin | Smax => Some(false),
            Udiv | Umod | Lshiftrt | Umin | Umax => Some(true),
            _ => None,
        };
        let is_shift = matches!(code, Ashift | Ashiftrt | Lshiftrt);
        let widen = |em: &mut Self, x: RtxId| match extend {
            Some(unsigned) => em.convert(x, mode, Mode::SI, unsigned),
            None if em.f.rtx.as_int(x).is_some() => x,
            None => {
                let x = em.force_reg(mode, x);
                em.lowpart(Mode::SI, x)
            }
        };
        let wa = widen(self, a);
        let wb = if is_shift { b } else { widen(self, b) };
        let wide = self.binop(code, Mode::SI, wa, wb);
        self.narrow_lowpart(mode, wide)
    }

    /// The low part of a promoted `SI` value without claiming promotion.
    pub(crate) fn narrow_lowpart(&mut self, mode: Mode, x: RtxId) -> RtxId {
        self.lowpart(mode, x)
    }

    /// Multiplication and division by a constant that shifts and additions do better.
    fn by_constant(&mut self, code: Code, mode: Mode, a: RtxId, value: i64) -> Option<RtxId> {
        use Code::*;
        let bits = mode.bits() as i64;
        let unsigned_value = value as u64 & mode.mask();
        let log = unsigned_value.is_power_of_two().then(|| unsigned_value.trailing_zeros() as i64);
        match code {
            Mult => {
                if let Some(log) = log {
                    let log = self.int(log);
                    return Some(self.binop(Ashift, mode, a, log));
                }
                if let Some(product) = self.by_shifted_sum(mode, a, unsigned_value) {
                    return Some(product);
                }
                let (next, prev) = (unsigned_value.wrapping_sub(1), unsigned_value.wrapping_add(1));
                let (near, op) = if next.is_power_of_two() {
                    (next, Plus)
                } else if prev.is_power_of_two() && prev <= mode.mask() {
                    (prev, Minus)
                } else {
                    return None;
                };
                let a = self.force_reg(mode, a);
                let log = self.int(near.trailing_zeros() as i64);
                let shifted = self.binop(Ashift, mode, a, log);
                Some(self.binop(op, mode, shifted, a))
            }
            Udiv => {
                let log = self.int(log?);
                Some(self.binop(Lshiftrt, mode, a, log))
            }
            Umod => {
                log?;
                let mask = self.int(mode.trunc_int(unsigned_value.wrapping_sub(1) as i64));
                Some(self.binop(And, mode, a, mask))
            }
            Div | Mod => {
                let log = log.filter(|l| *l > 0 && *l < bits - 1)?;
                let a = self.force_reg(mode, a);
                // bias = a < 0 ? 2^log - 1 : 0
                let top = self.int(bits - 1);
                let sign = if log == 1 { a } else { self.binop(Ashiftrt, mode, a, top) };
                let down = self.int(bits - log);
                let bias = self.binop(Lshiftrt, mode, sign, down);
                let sum = self.binop(Plus, mode, a, bias);
                if code == Div {
                    let log = self.int(log);
                    return Some(self.binop(Ashiftrt, mode, sum, log));
                }
                let mask = self.int(value.wrapping_sub(1));
                let rest = self.binop(And, mode, sum, mask);
                Some(self.binop(Minus, mode, rest, bias))
            }
            _ => None,
        }
    }

    /// `a` times three, five or nine, shifted: a sum with itself shifted is one insn.
    fn by_shifted_sum(&mut self, mode: Mode, a: RtxId, value: u64) -> Option<RtxId> {
        let log = value.trailing_zeros();
        let factor = value >> log;
        if mode != Mode::DI || !matches!(factor, 3 | 5 | 9) || !self.have_shifted_sum() {
            return None;
        }
        let a = self.force_reg(mode, a);
        let (up, log) = (self.int((factor - 1).trailing_zeros().into()), self.int(log.into()));
        let shifted = self.f.rtx.gen_binary(Code::Ashift, mode, a, up);
        let sum = self.emit_binary(Code::Plus, mode, shifted, a);
        Some(self.binop(Code::Ashift, mode, sum, log))
    }

    /// Minimum and maximum without a branch: `b ^ ((a ^ b) & -(a < b))`.
    fn min_max(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        use Code::*;
        let unsigned = matches!(code, Umin | Umax) && mode != Mode::SI;
        let compare = match code {
            Smin => Lt,
            Smax => Gt,
            Umin => Ltu,
            _ => Gtu,
        };
        let wa = self.convert(a, mode, Mode::DI, unsigned);
        let wb = self.convert(b, mode, Mode::DI, unsigned);
        if self.have_insn(code, Mode::DI) {
            let (wa, wb) = (self.force_reg(Mode::DI, wa), self.force_reg(Mode::DI, wb));
            let result = self.emit_binary(code, Mode::DI, wa, wb);
            return self.promoted_subreg(result, mode, unsigned);
        }
        let less = self.store_flag(compare, Mode::DI, wa, wb, Mode::DI);
        let mask = self.unop(Neg, Mode::DI, less);
        let differ = self.binop(Xor, Mode::DI, wa, wb);
        let picked = self.binop(And, Mode::DI, differ, mask);
        let result = self.binop(Xor, Mode::DI, picked, wb);
        if mode == Mode::SI {
            self.promoted_subreg(result, mode, false)
        } else {
            self.lowpart(mode, result)
        }
    }

    /// The larger of `-a` and `a`.
    fn abs_by_max(&mut self, a: RtxId) -> RtxId {
        let a = self.force_reg(Mode::DI, a);
        let negated = self.emit_unary(Code::Neg, Mode::DI, a);
        self.emit_binary(Code::Smax, Mode::DI, negated, a)
    }

    /// `Neg`, `Not`, `Abs` or `Sqrt` of `a`.
    pub fn unop(&mut self, code: Code, mode: Mode, a: RtxId) -> RtxId {
        use Code::*;
        let target = self.target.take();
        match mode {
            _ if self.plain && matches!(code, Neg | Not) && self.is_word(mode) => {
                self.target = target;
                self.plain_unop(code, mode, a)
            }
            Mode::DI if self.plain && code == Abs && self.have_insn(Smax, mode) => {
                self.abs_by_max(a)
            }
            _ if self.plain && code == Abs && matches!(mode, Mode::SI | Mode::DI) => {
                self.plain_abs(mode, target, a)
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
            Mode::TI => self.ti_unop(code, a),
            _ => match code {
                Neg if mode == Mode::DI => {
                    let a = self.force_reg(mode, a);
                    self.emit_unary(Neg, mode, a)
                }
                Neg => {
                    let a = self.force_reg(mode, a);
                    let a = self.lowpart(Mode::SI, a);
                    let value = self.f.rtx.gen_unary(Neg, Mode::SI, a);
                    let result = self.emit_extended(value);
                    if mode == Mode::SI { result } else { self.narrow_lowpart(mode, result) }
                }
                Not => {
                    let a = self.force_reg(mode, a);
                    let promoted = mode == Mode::SI && self.promoted_reg(a, false).is_some();
                    let wide = self.lowpart(Mode::DI, a);
                    let result = self.emit_unary(Not, Mode::DI, wide);
                    if promoted {
                        self.promoted_subreg(result, mode, false)
                    } else {
                        self.lowpart(mode, result)
                    }
                }
                _ => {
                    debug_assert_eq!(code, Abs);
                    if mode == Mode::DI && self.have_insn(Smax, mode) {
                        return self.abs_by_max(a);
                    }
                    // (a ^ s) - s with s = a >> 63
                    let wide = self.convert(a, mode, Mode::DI, false);
                    let count = self.int(63);
                    let sign = self.binop(Ashiftrt, Mode::DI, wide, count);
                    let flipped = self.binop(Xor, Mode::DI, wide, sign);
                    if mode == Mode::DI {
                        return self.binop(Minus, mode, flipped, sign);
                    }
                    let (flipped, sign) =
                        (self.lowpart(Mode::SI, flipped), self.lowpart(Mode::SI, sign));
                    let result = self.binop(Minus, Mode::SI, flipped, sign);
                    self.narrow_lowpart(mode, result)
                }
            },
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
        let number = crate::machine::riscv::description::UNSPEC_MIN_MAX;
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
            crate::machine::riscv::description::UNSPEC_COPYSIGN,
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
