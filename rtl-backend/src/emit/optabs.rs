//! Insns as GCC's `expand` makes them: what one instruction would do stands apart, and passes put it together.
//!
//! ```text
//! a + b    =>   (set (reg:DI 81) (sign_extend:DI (mem:SI b)))      every operand is loaded on its own, into a whole
//!               (set (reg:SI 80) (subreg:SI (reg:DI 81) 0))        register
//!               (set (reg:SI 79) (plus:SI (reg:SI 82) (reg:SI 80)))
//!               (set (reg:DI 72 [ _1 ]) (sign_extend:DI (reg:SI 79)))
//! ```

use super::Emitter;
use crate::machine::target::abi::Piece;
use crate::machine::target::constants::integer_cost;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxId, flag};

/// A number that takes so many instructions is loaded from memory.
pub(super) const POOLED: usize = 4;

impl Emitter<'_> {
    /// Whether values of an integer mode are held in one register.
    pub(super) fn is_word(&self, mode: Mode) -> bool {
        mode.is_int() && !self.f.rtx.is_multiword(mode)
    }

    /// Whether an operation is emitted by [`Self::word_binop`].
    pub(super) fn is_left_apart(&self, code: Code, mode: Mode) -> bool {
        use Code::*;
        let arithmetic = matches!(code, Plus | Minus | Mult | Div | Udiv | Mod | Umod);
        let bitwise = matches!(code, And | Ior | Xor | Ashift | Ashiftrt | Lshiftrt);
        self.is_word(mode) && (arithmetic || bitwise)
    }

    /// `a code b` in an integer mode.
    pub(super) fn word_binop(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        use Code::*;
        let (code, b) = match (code, self.f.rtx.as_int(b)) {
            (Minus, Some(value)) if value != i64::MIN => {
                (Plus, self.int(mode.trunc_int(value.wrapping_neg())))
            }
            _ => (code, b),
        };
        if mode.size() < Mode::SI.size() {
            return self.narrow_operation(code, mode, a, b);
        }
        let target = self.target.take();
        let (a, b) = if code.is_commutative() { self.in_order(target, a, b) } else { (a, b) };
        match code {
            And | Ior | Xor if mode != self.word_mode() => {
                let (a, b) = (self.widened(a), self.widened(b));
                let wide = self.binop(code, self.word_mode(), a, b);
                return self.lowpart(mode, wide);
            }
            Mult | Div | Udiv | Mod | Umod => {
                if let Some(value) = self.f.rtx.as_int(b) {
                    if code == Mult && value > 0 && value & (value - 1) == 0 {
                        let count = self.int(i64::from(value.trailing_zeros()));
                        self.target = target;
                        return self.binop(Ashift, mode, a, count);
                    }
                    let (a, simple) = match code {
                        Mult => (a, self.multiple_of(mode, target, a, value)),
                        _ => {
                            let result = self.result_reg(mode, target);
                            let a = self.force_mode_reg(mode, a);
                            let target = if code == Udiv { Some(result) } else { target };
                            (a, self.quotient_of(code, mode, target, a, value))
                        }
                    };
                    if let Some(simple) = simple {
                        return simple;
                    }
                    self.target = target;
                    return self.word_operation(code, mode, a, b);
                }
                if code != Mult {
                    // A quotient's register is made before the operands are loaded. Only a shift is going to use it.
                    self.result_reg(mode, target);
                }
                let rest = matches!(code, Mod | Umod);
                let a = if rest { self.force_mode_reg(mode, a) } else { a };
                self.target = target;
                return self.word_operation(code, mode, a, b);
            }
            _ => {}
        }
        let b = match code {
            Ashift | Ashiftrt | Lshiftrt => self.shift_count(b, i64::from(mode.bits()) - 1),
            _ => b,
        };
        self.target = target;
        self.word_operation(code, mode, a, b)
    }

    /// The insn itself, once its operands are loaded.
    pub(super) fn word_operation(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        use Code::*;
        let target = self.target.take();
        if let Some(function) = self.word_function(code) {
            return self.by_function(function, code, mode, a, b);
        }
        let result = self.result_reg(mode, target);
        let same = a == b;
        let a = match code {
            Minus => self.reg_or_0(mode, a),
            Plus if self.is_virtual(a) && self.f.rtx.as_int(b).is_some() => a,
            _ => self.force_reg(mode, a),
        };
        let b = if same { a } else { b };
        let b = match code {
            Plus if self.is_virtual(a) && self.f.rtx.as_int(b).is_some() => b,
            Plus => self.arith_operand(mode, b),
            Ior | Xor | And => self.bits_operand(code, b),
            Ashift | Ashiftrt | Lshiftrt => b,
            _ => self.force_reg(mode, b),
        };
        let value = self.f.rtx.gen_binary(code, mode, a, b);
        self.emit_set(result, value);
        result
    }

    /// The operands of a commutative operation as GCC likes them: constants come last, parts of registers before them.
    pub(super) fn in_order(&self, target: Option<RtxId>, a: RtxId, b: RtxId) -> (RtxId, RtxId) {
        let rank = |x: RtxId| match self.f.rtx.code(x) {
            Code::ConstInt => -8,
            Code::Subreg => -3,
            Code::Reg | Code::Mem if self.f.rtx.flags(x) & flag::F != 0 => -1,
            _ => -2,
        };
        let is_reg = |x: RtxId| self.f.rtx.code(x) == Code::Reg;
        let swap = match rank(a).cmp(&rank(b)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => is_reg(b) && !is_reg(a) || target == Some(b),
        };
        if swap { (b, a) } else { (a, b) }
    }

    /// Bytes and halfwords are computed in `SI`.
    fn narrow_operation(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        use Code::*;
        self.target = None;
        let is_shift = matches!(code, Ashift | Ashiftrt | Lshiftrt);
        let extended = match code {
            Div | Mod | Ashiftrt => Some(false),
            Udiv | Umod | Lshiftrt => Some(true),
            _ => None,
        };
        let bitwise = matches!(code, And | Ior | Xor);
        let wider = if bitwise { self.word_mode() } else { Mode::SI };
        let widen = |em: &mut Self, x: RtxId| match extended {
            Some(unsigned) => em.convert(x, mode, wider, unsigned),
            None if em.f.rtx.as_int(x).is_some() => x,
            None => em.loosely_widened(mode, wider, x),
        };
        let a = widen(self, a);
        let b = if is_shift { b } else { widen(self, b) };
        let wide = self.binop(code, wider, a, b);
        self.lowpart(mode, wide)
    }

    /// A byte or halfword as part of a wider value, of which nothing more is known unless it was known before.
    fn loosely_widened(&mut self, mode: Mode, wider: Mode, x: RtxId) -> RtxId {
        // Part of a register is copied out of it, unless it is held extended.
        let part = self.f.rtx.code(x) == Code::Subreg && self.promoted_var(x).is_none();
        let x = if part { self.copy_to_reg(mode, x) } else { self.force_reg(mode, x) };
        let flags = self.f.rtx.flags(x);
        let low = self.lowpart(wider, x);
        if self.promoted_var(x).is_some() && self.f.rtx.code(low) == Code::Subreg {
            self.f.rtx.add_flags(low, flags);
        }
        low
    }

    /// A part of a register as the whole, the upper bits left as they are.
    fn widened(&mut self, x: RtxId) -> RtxId {
        if self.f.rtx.as_int(x).is_some() {
            return x;
        }
        let mode = self.mode_of(x);
        let x = match self.promoted_reg(x, false) {
            Some(_) if self.of_unsigned => self.copy_to_reg(mode, x),
            Some(reg) => return reg,
            None => self.force_reg(mode, x),
        };
        self.lowpart(self.word_mode(), x)
    }

    /// `Neg` or `Not`.
    pub(super) fn word_unop(&mut self, code: Code, mode: Mode, a: RtxId) -> RtxId {
        let target = self.target.take();
        if mode == self.word_mode() || mode == Mode::SI && code == Code::Neg {
            let result = self.result_reg(mode, target);
            let a = self.force_reg(mode, a);
            let value = self.f.rtx.gen_unary(code, mode, a);
            self.emit_set(result, value);
            return result;
        }
        let wider = if code == Code::Neg { Mode::SI } else { self.word_mode() };
        let a = if code == Code::Not {
            self.widened(a)
        } else {
            // A number without a sign is held otherwise than it is negated.
            let otherwise = self.promoted_reg(a, true).is_some();
            let a = if otherwise { self.copy_to_reg(mode, a) } else { self.force_reg(mode, a) };
            self.lowpart(wider, a)
        };
        let wide = self.emit_unary(code, wider, a);
        self.lowpart(mode, wide)
    }

    /// `(a ^ s) - s` with `s` the sign of `a` in all bits.
    pub(super) fn abs_by_sign(&mut self, mode: Mode, target: Option<RtxId>, a: RtxId) -> RtxId {
        let count = self.int(i64::from(mode.bits()) - 1);
        let sign = self.binop(Code::Ashiftrt, mode, a, count);
        self.target = target;
        let flipped = self.binop(Code::Xor, mode, sign, a);
        self.target = target;
        self.binop(Code::Minus, mode, flipped, sign)
    }

    /// A conversion between integers of a register each.
    pub(super) fn convert_integer(
        &mut self,
        x: RtxId,
        from: Mode,
        to: Mode,
        unsigned: bool,
    ) -> RtxId {
        let target = self.target.take();
        if to.size() < from.size() {
            let x = self.force_reg(from, x);
            return self.lowpart(to, x);
        }
        if let Some(reg) = self.promoted_reg(x, unsigned) {
            if to == self.word_mode() {
                return reg;
            }
            let part = self.f.rtx.gen_raw_subreg(to, reg, 0);
            self.f.rtx.add_flags(part, flag::S | if unsigned { flag::V } else { flag::U });
            return part;
        }
        let dst = self.result_reg(to, target);
        self.extend_into(dst, x, from, to, unsigned);
        dst
    }

    /// A value of which the register is not known any more to be extended from it.
    pub fn unpromoted(&mut self, x: RtxId) -> RtxId {
        if self.promoted_var(x).is_none() {
            return x;
        }
        let (inner, mode) = (self.f.rtx.op(x, 0), self.mode_of(x));
        let flags = self.f.rtx.flags(x) & !flag::S;
        let part = self.f.rtx.gen_raw_subreg(mode, inner, 0);
        self.f.rtx.add_flags(part, flags);
        part
    }

    /// `dst = src`, a load of less than a register: all of one is loaded, and its low part is the value.
    pub(super) fn load_narrow(&mut self, dst: RtxId, src: RtxId, mode: Mode) {
        let wide = self.new_reg(self.word_mode());
        let code = if mode == Mode::SI { Code::SignExtend } else { Code::ZeroExtend };
        let value = self.f.rtx.gen_unary(code, self.word_mode(), src);
        self.emit_set(wide, value);
        let low = self.lowpart(mode, wide);
        self.emit_set(dst, low);
    }

    /// An address and an offset, which is still to be shifted up. Where a constant is going to be added, one register does
    /// for both steps.
    pub fn pointer_sum(
        &mut self,
        base: RtxId,
        (offset, shift): (RtxId, u32),
        in_place: bool,
        goal: Option<RtxId>,
    ) -> RtxId {
        let word_mode = self.word_mode();
        let base = if self.is_virtual(base) { base } else { self.force_reg(word_mode, base) };
        let offset = self.force_reg(word_mode, offset);
        let count = self.int(i64::from(shift));
        let (target, offset) = if shift == 0 {
            (goal, offset)
        } else if in_place {
            let target = self.emit_binary(Code::Ashift, word_mode, offset, count);
            (Some(target), target)
        } else {
            (goal, self.emit_binary(Code::Ashift, word_mode, offset, count))
        };
        self.target = target;
        let sum = self.emit_binary(Code::Plus, word_mode, base, offset);
        self.mark_pointer(sum);
        sum
    }

    /// A pointer in a register of its own.
    pub fn copy_pointer(&mut self, x: RtxId) -> RtxId {
        let register = self.copy_to_reg(self.word_mode(), x);
        self.mark_pointer(register);
        register
    }

    /// Whether a part of a structure is passed as the word it is in: a place in the frame has room for all of it.
    pub(super) fn takes_whole_word(&self, mem: RtxId, piece: Piece) -> bool {
        let r = &self.f.rtx;
        let address = r.op(mem, 0);
        let base = if r.code(address) == Code::Plus { r.op(address, 0) } else { address };
        piece.mode == self.word_mode()
            && piece.size < piece.mode.size()
            && piece.offset.is_multiple_of(piece.mode.size().into())
            && r.mem_attrs(mem).align >= piece.mode.bits()
            && self.is_frame_base(base)
    }

    /// A copy between variables that share a register: nothing where it holds just them.
    pub fn keep_in_place(&mut self, x: RtxId) {
        let Some(x) = self.promoted_var(x) else { return };
        if self.f.rtx.code(x) == Code::Reg && !self.f.rtx.is_multiword(self.mode_of(x)) {
            self.emit_set(x, x);
        }
    }

    /// Whether a value is loaded into the register of an argument as it is: not what needs an addition, nor a number that is
    /// in memory.
    pub(super) fn is_simple_argument(&self, x: RtxId) -> bool {
        let extensions = self.f.rtx.extensions;
        let cost = self.f.rtx.as_int(x).map(|value| integer_cost(value, extensions));
        let pooled = cost.is_some_and(|cost| cost >= POOLED);
        !matches!(self.f.rtx.code(x), Code::ConstDouble | Code::Plus | Code::Const)
            && !self.is_virtual(x)
            && !pooled
    }

    /// What a store takes: constants come from a whole register.
    pub(super) fn word_to_store(&mut self, mode: Mode, src: RtxId) -> RtxId {
        if self.is_reg(src) && !self.is_virtual(src) {
            return src;
        }
        if self.f.rtx.as_int(src).is_some() && self.is_word(mode) {
            let value = self.pooled_number(mode, src).unwrap_or(src);
            let wide = self.new_reg(self.word_mode());
            self.emit_move(wide, value);
            let insn = self.f.last;
            self.f.retain_notes(insn, |_| false);
            return self.lowpart(mode, wide);
        }
        // The address of a constant in memory comes first.
        let in_pool = self.f.rtx.code(src) == Code::ConstDouble && self.f.rtx.double_bits(src) != 0;
        let value = if in_pool { self.pooled_float(mode, src) } else { src };
        let reg = self.copy_to_reg(mode, value);
        if self.is_mem(src) && self.f.rtx.flags(src) & flag::F != 0 {
            self.mark_pointer(reg);
        }
        reg
    }

    /// The operands of a comparison of integers in registers, but for constants.
    pub(super) fn loaded_comparands(&mut self, mode: Mode, a: RtxId, b: RtxId) -> [RtxId; 2] {
        [a, b].map(|x| match self.f.rtx.as_int(x) {
            Some(_) => x,
            None => self.force_reg(mode, x),
        })
    }

    /// An operand of a comparison, once it is loaded, extended to a word.
    pub(super) fn comparand(&mut self, mode: Mode, unsigned: bool, x: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        if let Some(value) = self.f.rtx.as_int(x) {
            let narrow = if unsigned { value as u64 & mode.mask() } else { value as u64 };
            return self.int(word_mode.trunc_int(narrow as i64));
        }
        if mode == word_mode {
            return x;
        }
        if let Some(reg) = self.promoted_reg(x, unsigned) {
            return self.copy_to_reg(word_mode, reg);
        }
        let code = if unsigned { Code::ZeroExtend } else { Code::SignExtend };
        let value = self.f.rtx.gen_unary(code, word_mode, x);
        let wide = self.new_reg(word_mode);
        self.emit_set(wide, value);
        wide
    }

    /// `a code b` as a number of half a register, as comparisons give it.
    pub(super) fn emit_scc(&mut self, code: Code, a: RtxId, b: RtxId) -> RtxId {
        self.emit_binary(code, Mode::SI, a, b)
    }

    /// A comparison of numbers that are not integers: a flag that is not zero, or is.
    pub(super) fn float_comparison(
        &mut self,
        code: Code,
        mode: Mode,
        a: RtxId,
        b: RtxId,
        target: Option<RtxId>,
    ) -> RtxId {
        let (a, b) = (self.force_reg(mode, a), self.force_reg(mode, b));
        let half = self.flag_reg(target);
        let (test, flag, other) = self.float_test(code, mode, a, b);
        if !self.f.rtx.is_int(other, 0) {
            return self.int_flag_into(Some(half), test, flag, other);
        }
        if self.word_mode() == Mode::SI {
            self.target = Some(half);
            return self.emit_binary(test, Mode::SI, flag, other);
        }
        let wide = self.emit_binary(test, self.word_mode(), flag, other);
        let low = self.lowpart(Mode::SI, wide);
        self.emit_set(half, low);
        half
    }

    /// Whether a comparison asks for a sign.
    pub(super) fn is_sign_test(&self, code: Code, b: RtxId) -> bool {
        matches!(code, Code::Lt | Code::Ge) && self.f.rtx.is_int(b, 0)
    }

    /// `a < 0` or `a >= 0`: the sign, shifted down.
    pub(super) fn sign_flag(&mut self, code: Code, mode: Mode, a: RtxId) -> RtxId {
        let (mode, a) = if mode.size() < Mode::SI.size() {
            (Mode::SI, self.convert(a, mode, Mode::SI, false))
        } else {
            (mode, a)
        };
        let a = self.force_reg(mode, a);
        let a = if code == Code::Ge { self.unop(Code::Not, mode, a) } else { a };
        let count = self.int(i64::from(mode.bits()) - 1);
        self.binop(Code::Lshiftrt, mode, a, count)
    }

    /// The result of a comparison in the mode it is wanted in.
    pub(super) fn flag_in_mode(&mut self, flag: RtxId, out: Mode) -> RtxId {
        let target = self.target.take();
        let mode = self.mode_of(flag);
        if mode == out || self.f.rtx.as_int(flag).is_some() {
            return flag;
        }
        if out == self.word_mode() {
            self.target = target;
            return self.convert(flag, mode, out, false);
        }
        let low = self.lowpart(out, flag);
        let dst = self.result_reg(out, target);
        self.emit_set(dst, low);
        dst
    }
}
