//! Arithmetic on numbers that the machine has no registers for: `long double`, and what `-march=` leaves out.
//!
//! Such a number is held as an integer of its size is, and computed with by functions of the library (`__adddf3`); what
//! its sign decides is done on the word that has the sign.

use super::Emitter;
use super::convert::suffix;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::builtins::Builtin;

impl Emitter<'_> {
    /// Whether a number in one register is held in a general one.
    pub(crate) fn is_soft(&self, mode: Mode) -> bool {
        matches!(mode, Mode::SF | Mode::DF) && mode.size() > self.unit.options.machine.float_width
    }

    /// Whether arithmetic of `mode` is the library's.
    pub(crate) fn is_by_library(&self, mode: Mode) -> bool {
        mode == Mode::TF || self.is_soft(mode)
    }

    /// The mode of the register, or the memory, that holds a value of `mode`.
    pub(crate) fn held(&self, mode: Mode) -> Mode {
        match mode {
            Mode::SF if self.is_soft(mode) => Mode::SI,
            Mode::DF if self.is_soft(mode) => Mode::DI,
            _ => mode,
        }
    }

    /// The words of a number, the one with its sign last; what lies above the bits of a `float` is not specified.
    fn number_words(&mut self, mode: Mode, x: RtxId) -> Vec<RtxId> {
        let x = self.force_mode_reg(mode, x);
        let (held, word_mode) = (self.held(mode), self.word_mode());
        if self.f.rtx.is_multiword(held) {
            let count = held.size() / word_mode.size();
            return (0..count).map(|index| self.word(x, held, index)).collect();
        }
        vec![if mode == Mode::SF { self.lowpart(word_mode, x) } else { x }]
    }

    /// The number of these words.
    fn number_of(&mut self, mode: Mode, words: &[RtxId]) -> RtxId {
        let held = self.held(mode);
        match (mode, words) {
            _ if self.f.rtx.is_multiword(held) => self.joined(held, words),
            (Mode::SF, _) => {
                let low = self.force_reg(self.word_mode(), words[0]);
                self.lowpart(Mode::SI, low)
            }
            _ => words[0],
        }
    }

    /// The bit of the sign in the last word, and the bits beside it.
    fn sign_and_rest(&mut self, mode: Mode) -> (RtxId, RtxId) {
        let narrow = mode == Mode::SF || self.word_mode() == Mode::SI;
        let sign = if narrow { i64::from(i32::MIN) } else { i64::MIN };
        (self.int(sign), self.int(!sign))
    }

    pub(super) fn soft_binop(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        let what = match code {
            Code::Smin | Code::Smax => return self.soft_min_max(code, mode, a, b),
            Code::Plus => "add",
            Code::Minus => "sub",
            Code::Mult => "mul",
            Code::Div => "div",
            _ => {
                debug_assert!(code.is_comparison(), "no {mode:?} operation {code:?}");
                let flag = self.store_flag(code, mode, a, b, Mode::SI);
                return self.convert(flag, Mode::SI, mode, false);
            }
        };
        let name = format!("__{what}{}3", suffix(mode));
        self.const_libcall(&name, mode, &[(a, mode), (b, mode)])
    }

    /// The lesser or greater of two numbers, word by word: `b ^ ((a ^ b) & -(a < b))`.
    fn soft_min_max(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        let (a, b) = (self.force_mode_reg(mode, a), self.force_mode_reg(mode, b));
        let compare = if code == Code::Smin { Code::Lt } else { Code::Gt };
        let flag = self.store_flag(compare, mode, a, b, word_mode);
        let mask = self.unop(Code::Neg, word_mode, flag);
        let (a, b) = (self.number_words(mode, a), self.number_words(mode, b));
        let mut words = Vec::new();
        for (x, y) in a.into_iter().zip(b) {
            let differ = self.binop(Code::Xor, word_mode, x, y);
            let picked = self.binop(Code::And, word_mode, differ, mask);
            words.push(self.binop(Code::Xor, word_mode, picked, y));
        }
        self.number_of(mode, &words)
    }

    pub(super) fn soft_unop(&mut self, code: Code, mode: Mode, a: RtxId) -> RtxId {
        if code == Code::Sqrt {
            let function = match mode {
                Mode::SF => Builtin::Sqrtf,
                Mode::DF => Builtin::Sqrt,
                _ => Builtin::Sqrtl,
            };
            return self.libcall(function.name(), mode, &[(a, mode)]);
        }
        let mut words = self.number_words(mode, a);
        let (sign, rest) = self.sign_and_rest(mode);
        let last = words.pop().expect("a number has words");
        words.push(match code {
            Code::Neg => self.binop(Code::Xor, self.word_mode(), last, sign),
            _ => {
                debug_assert_eq!(code, Code::Abs);
                self.binop(Code::And, self.word_mode(), last, rest)
            }
        });
        self.number_of(mode, &words)
    }

    /// `copysign (a, b)`.
    pub(super) fn soft_copysign(&mut self, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        let (mut words, other) = (self.number_words(mode, a), self.number_words(mode, b));
        let (sign, rest) = self.sign_and_rest(mode);
        let (last, other) = words.pop().zip(other.last().copied()).expect("a number has words");
        let magnitude = self.binop(Code::And, word_mode, last, rest);
        let sign = self.binop(Code::And, word_mode, other, sign);
        words.push(self.binop(Code::Ior, word_mode, magnitude, sign));
        self.number_of(mode, &words)
    }

    /// Compares two numbers: the code to compare the answer with zero by, or `None` if it is a 0/1 word.
    pub(super) fn soft_compare(
        &mut self,
        code: Code,
        mode: Mode,
        a: RtxId,
        b: RtxId,
    ) -> (Option<Code>, RtxId) {
        use Code::*;
        let (what, test) = match code {
            Eq => ("eq", Eq),
            Ne => ("ne", Ne),
            Lt => ("lt", Lt),
            Le => ("le", Le),
            Gt => ("gt", Gt),
            Ge => ("ge", Ge),
            Unordered => ("unord", Ne),
            Ordered => ("unord", Eq),
            _ => return (None, self.soft_quiet_flag(code, mode, a, b)),
        };
        let name = format!("__{what}{}2", suffix(mode));
        (Some(test), self.const_libcall(&name, Mode::SI, &[(a, mode), (b, mode)]))
    }

    /// A comparison that is not for order, as 0 or 1: it raises no invalid flag for a quiet NaN. The library's functions
    /// for order do, so that zeros are compared in the place of operands that are unordered.
    fn soft_quiet_flag(&mut self, code: Code, mode: Mode, a: RtxId, b: RtxId) -> RtxId {
        let word_mode = self.word_mode();
        use Code::*;
        let (a, b) = (self.force_mode_reg(mode, a), self.force_mode_reg(mode, b));
        let unordered = self.store_flag(Unordered, mode, a, b, word_mode);
        let one = self.int(1);
        let test = match code {
            Unlt => Lt,
            Unle => Le,
            Ungt => Gt,
            Unge => Ge,
            _ => {
                let equal = self.store_flag(Eq, mode, a, b, word_mode);
                let either = self.binop(Ior, word_mode, equal, unordered);
                return if code == Ltgt { self.binop(Xor, word_mode, either, one) } else { either };
            }
        };
        let mask = self.binop(Minus, word_mode, unordered, one);
        let [a, b] = [a, b].map(|x| {
            let words = self.number_words(mode, x);
            let words: Vec<RtxId> =
                words.into_iter().map(|word| self.binop(And, word_mode, word, mask)).collect();
            self.number_of(mode, &words)
        });
        let ordered = self.store_flag(test, mode, a, b, word_mode);
        self.binop(Ior, word_mode, unordered, ordered)
    }
}
