//! Simplification of RTL by the rules of the table (`rules/table`).
//!
//! ```text
//! (plus:DI (plus:DI x (const_int 3)) (const_int 4))        ⇒   (plus:DI x (const_int 7))         plus_plus_constants
//! (and:DI (lshiftrt:DI x (const_int 60)) (const_int 31))   ⇒   (lshiftrt:DI x (const_int 60))    and_keeps_all
//! ```
//! RTL has no types. Whether operands have a sign is said by the code of an operation, so the rules see all words of an
//! expression as what its outermost operation takes them for; an operation inside that takes them for the other is a
//! value like any other. The words of an expression are all of one mode, and overflow wraps around.

use super::{Facts, operation};
use crate::rtl::code::Code;
use crate::rtl::function::RtlFunction;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::code::TreeCode;
use gimple::simplify::{Expr, Subject, simplify_rtl};

/// What takes the place of a type.
#[derive(Clone, Copy, PartialEq)]
struct Word {
    mode: Mode,
    signed: bool,
}

/// An expression as the rules see it.
struct Words<'a> {
    f: &'a mut RtlFunction,
    facts: &'a Facts,
    /// The words it is about.
    word: Word,
}

/// What the first rule that applies makes of an operation; `b` repeats `a` where there is but one operand.
pub(super) fn simplify(
    f: &mut RtlFunction,
    facts: &Facts,
    code: Code,
    mode: Mode,
    [a, b]: [RtxId; 2],
) -> Option<RtxId> {
    let operand = if f.rtx.as_int(a).is_some() { b } else { a };
    let word = Word { mode: f.rtx.mode(operand), signed: has_sign(code) };
    if !word.mode.is_int() || word.mode.bits() > 64 {
        return None;
    }
    let ty = Word { mode, ..word };
    let operation = Expr { code: tree_code(code, word.signed)?, ty, ops: [a, b, Words::NONE] };
    let mut words = Words { f, facts, word };
    let simpler = simplify_rtl(&mut words, &operation)?;
    words.build(simpler.code, simpler.ty, simpler.ops)
}

/// Whether an operation takes its operands to have a sign.
fn has_sign(code: Code) -> bool {
    matches!(code, Code::Ashiftrt | Code::Lt | Code::Le | Code::Gt | Code::Ge)
}

/// Codes of operations in both forms, for operands without and with a sign.
const CODES: [(TreeCode, Code, Code); 16] = [
    (TreeCode::Plus, Code::Plus, Code::Plus),
    (TreeCode::Minus, Code::Minus, Code::Minus),
    (TreeCode::Mult, Code::Mult, Code::Mult),
    (TreeCode::Negate, Code::Neg, Code::Neg),
    (TreeCode::BitNot, Code::Not, Code::Not),
    (TreeCode::BitAnd, Code::And, Code::And),
    (TreeCode::BitIor, Code::Ior, Code::Ior),
    (TreeCode::BitXor, Code::Xor, Code::Xor),
    (TreeCode::Lshift, Code::Ashift, Code::Ashift),
    (TreeCode::Rshift, Code::Lshiftrt, Code::Ashiftrt),
    (TreeCode::Eq, Code::Eq, Code::Eq),
    (TreeCode::Ne, Code::Ne, Code::Ne),
    (TreeCode::Lt, Code::Ltu, Code::Lt),
    (TreeCode::Le, Code::Leu, Code::Le),
    (TreeCode::Gt, Code::Gtu, Code::Gt),
    (TreeCode::Ge, Code::Geu, Code::Ge),
];

fn tree_code(code: Code, signed: bool) -> Option<TreeCode> {
    let own = |row: &&(TreeCode, Code, Code)| code == if signed { row.2 } else { row.1 };
    CODES.iter().find(own).map(|row| row.0)
}

fn rtl_code(code: TreeCode, signed: bool) -> Option<Code> {
    let row = CODES.iter().find(|row| row.0 == code)?;
    Some(if signed { row.2 } else { row.1 })
}

impl Subject for Words<'_> {
    type Value = RtxId;
    type Type = Word;

    const NONE: RtxId = RtxId::of_reg(0);

    /// Comparisons inside have operands of a mode of their own and are left alone.
    fn definition(&self, value: RtxId) -> Option<Expr<RtxId, Word>> {
        let r = &self.f.rtx;
        let code = r.code(value);
        if value.is_leaf() || r.mode(value) != self.word.mode || code.is_comparison() {
            return None;
        }
        let code = tree_code(code, self.word.signed)?;
        let a = r.op(value, 0);
        let b = if code.arity() > 1 { r.op(value, 1) } else { Self::NONE };
        Some(Expr { code, ty: self.word, ops: [a, b, Self::NONE] })
    }

    fn equal(&self, a: RtxId, b: RtxId) -> bool {
        let r = &self.f.rtx;
        match (r.as_reg(a), r.as_int(a)) {
            (Some(reg), _) => r.as_reg(b) == Some(reg) && r.mode(a) == r.mode(b),
            (_, Some(number)) => r.as_int(b) == Some(number),
            _ => false,
        }
    }

    /// Whether a combination of insns is worth it is not for the rules to say.
    fn single_use(&self, _: RtxId) -> bool {
        true
    }

    fn used_once(&self, _: RtxId) -> bool {
        true
    }

    fn type_of(&self, value: RtxId) -> Word {
        match self.f.rtx.mode(value) {
            Mode::VOID => self.word,
            mode => Word { mode, ..self.word },
        }
    }

    fn is_constant(&self, value: RtxId) -> bool {
        self.f.rtx.as_int(value).is_some()
    }

    fn int(&self, value: RtxId) -> Option<i128> {
        self.wrap(self.word, self.f.rtx.as_int(value).map(i128::from))
    }

    fn is_zero(&self, value: RtxId) -> bool {
        self.int(value) == Some(0)
    }

    fn is_one(&self, value: RtxId) -> bool {
        self.int(value) == Some(1)
    }

    fn is_all_ones(&self, value: RtxId) -> bool {
        let number = self.f.rtx.as_int(value);
        number.is_some_and(|number| self.word.mode.trunc_int(number) == -1)
    }

    fn is_real(&self, _: RtxId, _: u64) -> bool {
        false
    }

    fn possible_bits(&self, value: RtxId) -> Option<i128> {
        let known = (1 << self.facts.width(&self.f.rtx, value)) - 1;
        self.wrap(self.word, Some(known))
    }

    fn integral(&self, ty: Word) -> bool {
        ty.mode.is_int()
    }

    fn float(&self, _: Word) -> bool {
        false
    }

    fn real(&self, _: Word) -> bool {
        false
    }

    fn pointer(&self, _: Word) -> bool {
        false
    }

    fn unsigned(&self, ty: Word) -> bool {
        !ty.signed
    }

    fn wraps(&self, _: Word) -> bool {
        true
    }

    fn undefined(&self, _: Word) -> bool {
        false
    }

    fn same(&self, to: Word, from: Word) -> bool {
        to == from
    }

    fn whole(&self, _: Word) -> bool {
        true
    }

    fn nans(&self, _: Word) -> bool {
        false
    }

    fn signed_zeros(&self, _: Word) -> bool {
        false
    }

    fn trapping(&self) -> bool {
        false
    }

    fn snans(&self, _: Word) -> bool {
        false
    }

    fn rounding(&self) -> bool {
        false
    }

    fn bits(&self, ty: Word) -> Option<i128> {
        Some(ty.mode.bits().into())
    }

    fn wrap(&self, ty: Word, number: Option<i128>) -> Option<i128> {
        let number = ty.mode.trunc_int(number? as i64);
        Some(if ty.signed { number.into() } else { (number as u64 & ty.mode.mask()).into() })
    }

    fn int_type(&self) -> Word {
        self.word
    }

    fn truth_type(&self) -> Word {
        self.word
    }

    fn integer_type(&mut self, like: Word, unsigned: bool) -> Word {
        Word { signed: !unsigned, ..like }
    }

    fn constant(&mut self, ty: Word, number: i128) -> RtxId {
        self.f.rtx.const_int(ty.mode.trunc_int(number as i64))
    }

    fn conversion(&self, _: Word, _: Word) -> TreeCode {
        TreeCode::Nop
    }

    fn build(&mut self, code: TreeCode, ty: Word, [a, b, _]: [RtxId; 3]) -> Option<RtxId> {
        if code == TreeCode::Single {
            return Some(a);
        }
        let code = rtl_code(code, ty.signed)?;
        Some(match code.arity() {
            1 => self.f.rtx.gen_unary(code, ty.mode, a),
            _ => operation(self.f, self.facts, code, ty.mode, a, b),
        })
    }

    fn applied(&mut self, rule: &'static str) {
        if let Some(applied) = &mut self.f.rules_applied {
            applied.push(rule);
        }
    }
}
