//! Folding of expressions.
//!
//! ```text
//! (sign_extend:DI (subreg:SI (plus:DI a b) 0))   ⇒   (sign_extend:DI (plus:SI (subreg:SI a 0) (subreg:SI b 0)))
//! (ne (lt:DI a b) (const_int 0))                 ⇒   (lt a b)
//! ```
//! [`rebuild`] is what passes call after putting new operands into an expression: it makes the node anew in its
//! simplest form. What is known of registers ([`Facts`]) takes part. Operations on integers follow the rules of the table
//! (`table`); here are extensions, low parts, symbols with offsets and what is particular to conditions.

mod table;

use crate::machine::target::predicates::register_of;
use crate::rtl::code::Code;
use crate::rtl::function::{FIRST_PSEUDO, RtlFunction};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxArena, RtxId};

/// What holds of a pseudo wherever it is read.
#[derive(Clone, Copy)]
struct Fact {
    /// The register is this many of its low bits sign-extended; 64 says nothing.
    signed: u8,
    /// Bits from this one up are zero; 64 says nothing.
    bits: u8,
}

impl Fact {
    const UNKNOWN: Fact = Fact { signed: 64, bits: 64 };
    /// What holds of a register nothing has been said of yet.
    const ANYTHING: Fact = Fact { signed: 0, bits: 0 };

    /// The same of a register that is kept extended from so many bits, by zeros or by their sign.
    fn extended(self, bits: u8, unsigned: bool) -> Fact {
        match unsigned {
            true => Fact { bits: self.bits.min(bits), signed: self.signed.min(bits + 1) },
            false => Fact { signed: self.signed.min(bits), ..self },
        }
    }

    /// What holds of a register with both values.
    fn meet(self, other: Fact) -> Fact {
        Fact { signed: self.signed.max(other.signed), bits: self.bits.max(other.bits) }
    }
}

/// What holds of each pseudo wherever it is read.
#[derive(Clone, Default)]
pub struct Facts {
    regs: Vec<Fact>,
}

/// Derives [`Facts`] from all definitions. A fact is only used once it has been proved: what the definitions say on their
/// own is known as they come in; then they are gone through once more in their order, which finds all there is to find
/// but for loops, and for code that does not stand in the order it runs in.
pub struct FactsBuilder {
    /// What holds whatever the plain definitions say.
    at_most: Vec<Fact>,
    /// What holds by the definitions below, where nothing is known of what they read.
    first: Vec<Fact>,
    /// The plain definitions of which more may hold by what they read: register and source.
    definitions: Vec<(u32, RtxId)>,
}

impl FactsBuilder {
    /// Nothing is said yet of this many registers.
    pub fn new(regs: usize) -> FactsBuilder {
        let mut at_most = vec![Fact::ANYTHING; regs];
        at_most[..FIRST_PSEUDO as usize].fill(Fact::UNKNOWN);
        FactsBuilder { at_most, first: vec![Fact::ANYTHING; regs], definitions: Vec::new() }
    }

    /// The register is set to `src`.
    pub fn define(&mut self, r: &RtxArena, reg: u32, src: RtxId) {
        let fact = Facts::default().of(r, src);
        if depends_on_operands(r, src) {
            let first = &mut self.first[reg as usize];
            *first = first.meet(fact);
            self.definitions.push((reg, src));
        } else {
            let at_most = &mut self.at_most[reg as usize];
            *at_most = at_most.meet(fact);
        }
    }

    /// The register is set to anything.
    pub fn set_unknown(&mut self, reg: u32) {
        self.at_most[reg as usize] = Fact::UNKNOWN;
    }

    /// The facts, all definitions being known, and the registers that are kept extended.
    pub fn finish(self, f: &RtlFunction) -> Facts {
        let r = &f.rtx;
        let both = self.at_most.iter().zip(&self.first);
        let mut facts = Facts { regs: both.map(|(a, b)| a.meet(*b)).collect() };
        let kept = |reg: usize, fact: Fact| match f.narrow_vars.get(&(reg as u32)) {
            Some(&(bits, unsigned)) => fact.extended(bits, unsigned),
            None if f.extended.contains(reg) => fact.extended(32, false),
            None => fact,
        };
        for reg in f.extended.ones().chain(f.narrow_vars.keys().map(|&reg| reg as usize)) {
            facts.regs[reg] = kept(reg, facts.regs[reg]);
        }
        let mut to_come = vec![0u32; facts.regs.len()];
        self.definitions.iter().for_each(|(reg, _)| to_come[*reg as usize] += 1);
        let mut regs = self.at_most;
        for (reg, src) in self.definitions {
            let reg = reg as usize;
            regs[reg] = regs[reg].meet(facts.of(r, src));
            to_come[reg] -= 1;
            if to_come[reg] == 0 {
                facts.regs[reg] = kept(reg, regs[reg]);
            }
        }
        facts
    }
}

/// Whether what [`Facts::of`] says of an expression depends on what holds of its operands.
fn depends_on_operands(r: &RtxArena, x: RtxId) -> bool {
    use Code::*;
    match r.code(x) {
        Reg | And | Ior | Xor | Not | Ashift | Ashiftrt | Lshiftrt => true,
        SignExtend | ZeroExtend => r.code(r.op(x, 0)) != Mem,
        _ => false,
    }
}

impl Facts {
    fn reg(&self, reg: u32) -> Fact {
        self.regs.get(reg as usize).copied().unwrap_or(Fact::UNKNOWN)
    }

    /// Nothing is known of the register any more.
    pub fn forget(&mut self, reg: u32) {
        if let Some(fact) = self.regs.get_mut(reg as usize) {
            *fact = Fact::UNKNOWN;
        }
    }

    /// The register is set to `x`, and to nothing else.
    pub fn refine(&mut self, r: &RtxArena, reg: u32, x: RtxId) {
        let more = self.of(r, x);
        if let Some(fact) = self.regs.get_mut(reg as usize) {
            fact.signed = fact.signed.min(more.signed);
            fact.bits = fact.bits.min(more.bits);
        }
    }

    /// What holds of an integer expression's value, in the bits of its mode.
    fn of(&self, r: &RtxArena, x: RtxId) -> Fact {
        let inner = || self.of(r, r.op(x, 0));
        let shift = || r.as_int(r.op(x, 1));
        let own = match r.code(x) {
            Code::Reg if r.mode(x) == r.word() => self.reg(r.regno(x)),
            Code::ConstInt => {
                let value = r.int_value(x);
                let copies = if value < 0 { value.leading_ones() } else { value.leading_zeros() };
                let bits = 64 - value.leading_zeros();
                return Fact { signed: (65 - copies) as u8, bits: bits as u8 };
            }
            Code::SignExtend if r.mode(x).is_int() => match inner() {
                // A sign that is known not to be set.
                inner if inner.bits < bits(r, r.op(x, 0)) => inner,
                inner => Fact { bits: 64, ..inner },
            },
            Code::ZeroExtend => Fact { signed: 64, ..inner() },
            Code::Subreg if is_lowpart(r, x) => inner(),
            Code::And => {
                let (a, b) = (inner(), self.of(r, r.op(x, 1)));
                Fact { bits: a.bits.min(b.bits), ..a.meet(b) }
            }
            Code::Ior | Code::Xor => inner().meet(self.of(r, r.op(x, 1))),
            Code::Not => Fact { bits: 64, ..inner() },
            Code::Ashiftrt => {
                let shift = shift().unwrap_or(0) as u8;
                Fact { signed: inner().signed.saturating_sub(shift).max(1), bits: 64 }
            }
            Code::Lshiftrt => match shift() {
                Some(n) => Fact { signed: 64, bits: inner().bits.saturating_sub(n as u8) },
                None => Fact::UNKNOWN,
            },
            Code::Ashift => match shift() {
                Some(n) => Fact { signed: 64, bits: (inner().bits as i64 + n).min(64) as u8 },
                None => Fact::UNKNOWN,
            },
            code if code.is_comparison() => Fact { signed: 64, bits: 1 },
            _ => Fact::UNKNOWN,
        };
        let most = bits(r, x);
        let bits = own.bits.min(most);
        Fact { signed: own.signed.min(bits + 1).min(most), bits }
    }

    /// The integer expression is this many of its low bits sign-extended, in the bits of its mode.
    fn signed(&self, r: &RtxArena, x: RtxId) -> u8 {
        self.of(r, x).signed
    }

    /// Bits from this one up are zero in the integer expression, of the bits of its mode.
    fn width(&self, r: &RtxArena, x: RtxId) -> u8 {
        self.of(r, x).bits
    }

    /// The value whose low part `a` is, where that is `a` extended by `code` to a word.
    pub fn extended_already(&self, r: &RtxArena, code: Code, a: RtxId) -> Option<RtxId> {
        if r.code(a) != Code::Subreg || r.subreg_byte(a) != 0 {
            return None;
        }
        let (narrow, inner) = (r.mode(a).bits() as u8, r.op(a, 0));
        let fits = r.mode(inner) == r.word()
            && match code {
                Code::SignExtend => self.signed(r, inner) <= narrow,
                Code::ZeroExtend => self.width(r, inner) <= narrow,
                _ => false,
            };
        fits.then_some(inner)
    }
}

/// The bits of an integer expression's mode; a number's are a word's.
fn bits(r: &RtxArena, x: RtxId) -> u8 {
    let mode = r.mode(x);
    if mode.is_int() { mode.bits().min(64) as u8 } else { 64 }
}

/// Whether `x` is the low part of a word.
fn is_lowpart(r: &RtxArena, x: RtxId) -> bool {
    r.subreg_byte(x) == 0 && r.mode(r.op(x, 0)) == r.word() && r.mode(x).is_int()
}

/// The node `x` with operands `ops`, in its simplest form. `x` itself is not changed.
pub fn rebuild(f: &mut RtlFunction, facts: &Facts, x: RtxId, ops: &[RtxId]) -> RtxId {
    let (code, mode) = (f.rtx.code(x), f.rtx.mode(x));
    let simpler = match code {
        Code::SignExtend | Code::ZeroExtend => extension(f, facts, code, mode, ops[0]),
        Code::Neg | Code::Not => table::simplify(f, facts, code, mode, [ops[0], ops[0]]),
        Code::Plus
        | Code::Minus
        | Code::Mult
        | Code::And
        | Code::Ior
        | Code::Xor
        | Code::Ashift
        | Code::Ashiftrt
        | Code::Lshiftrt => binary(f, facts, code, mode, ops[0], ops[1]),
        _ if code.is_comparison() => comparison(f, facts, code, mode, ops[0], ops[1]),
        Code::Subreg => {
            let byte = f.rtx.subreg_byte(x);
            if byte == 0 && f.rtx.code(ops[0]) != Code::Reg {
                lowpart(f, mode, ops[0])
            } else {
                None
            }
        }
        _ => None,
    };
    if let Some(simpler) = simpler {
        return simpler;
    }
    let copy = f.rtx.shallow_copy(x);
    let swapped = code.is_commutative()
        && !code.is_comparison()
        && is_register(f, ops[0])
        && is_operation(f, ops[1]);
    for (i, op) in ops.iter().enumerate() {
        f.rtx.set_any_op(copy, if swapped { 1 - i } else { i }, *op);
    }
    copy
}

/// Whether `x` is an operation on integers, which is the first operand where it may be.
fn is_operation(f: &RtlFunction, x: RtxId) -> bool {
    let code = f.rtx.code(x);
    f.rtx.mode(x).is_int() && code.arity() > 0 && !matches!(code, Code::Subreg | Code::Mem)
}

/// Whether an operation of this code on words is left as it is by [`rebuild`] where neither operand is a number.
pub fn folds_with_numbers_only(code: Code) -> bool {
    use Code::*;
    matches!(code, Plus | Minus | Mult | And | Ior | Xor | Ashift)
}

/// An operation with two operands in its simplest form.
fn operation(
    f: &mut RtlFunction,
    facts: &Facts,
    code: Code,
    mode: Mode,
    a: RtxId,
    b: RtxId,
) -> RtxId {
    let simpler = if code.is_comparison() {
        comparison(f, facts, code, mode, a, b)
    } else {
        binary(f, facts, code, mode, a, b)
    };
    simpler.unwrap_or_else(|| f.rtx.gen_binary(code, mode, a, b))
}

/// Operations one of whose operands at least is a number; that is the second one then.
fn binary(
    f: &mut RtlFunction,
    facts: &Facts,
    code: Code,
    mode: Mode,
    a: RtxId,
    b: RtxId,
) -> Option<RtxId> {
    if mode.is_float() {
        return None;
    }
    if let (Some(x), Some(y)) = (f.rtx.as_int(a), f.rtx.as_int(b)) {
        return fold_int(code, mode, x, y).map(|v| f.rtx.const_int(v));
    }
    if code.is_commutative() && f.rtx.as_int(a).is_some() {
        return Some(operation(f, facts, code, mode, b, a));
    }
    let value = f.rtx.as_int(b)?;
    if code == Code::Xor && value == 1 && f.rtx.mode(a) == mode {
        let inner = f.rtx.code(a);
        if inner.is_comparison() && !f.rtx.mode(f.rtx.op(a, 0)).is_float() {
            let (x, y) = (f.rtx.op(a, 0), f.rtx.op(a, 1));
            return Some(f.rtx.gen_binary(inner.reverse_condition(), mode, x, y));
        }
    }
    let simpler = table::simplify(f, facts, code, mode, [a, b]);
    if simpler.is_none() && code == Code::Plus {
        return symbol_plus(f, mode, a, value);
    }
    simpler
}

/// A place at a distance from a symbol.
fn symbol_plus(f: &mut RtlFunction, mode: Mode, a: RtxId, value: i64) -> Option<RtxId> {
    match f.rtx.code(a) {
        Code::SymbolRef => {
            let value = f.rtx.const_int(value);
            let sum = f.rtx.gen_binary(Code::Plus, mode, a, value);
            Some(f.rtx.gen_unary(Code::Const, mode, sum))
        }
        Code::Const => {
            let sum = f.rtx.op(a, 0);
            let (base, inner) = (f.rtx.op(sum, 0), f.rtx.as_int(f.rtx.op(sum, 1))?);
            let total = inner.wrapping_add(value);
            if total == 0 {
                return Some(base);
            }
            let total = f.rtx.const_int(total);
            let sum = f.rtx.gen_binary(Code::Plus, mode, base, total);
            Some(f.rtx.gen_unary(Code::Const, mode, sum))
        }
        _ => None,
    }
}

fn extension(
    f: &mut RtlFunction,
    facts: &Facts,
    code: Code,
    mode: Mode,
    a: RtxId,
) -> Option<RtxId> {
    if mode != f.rtx.word() {
        return None;
    }
    if let Some(value) = f.rtx.as_int(a) {
        // The narrow mode is gone with the constant: it is as its definition had it, sign-extended.
        return (code == Code::SignExtend || value >= 0).then(|| f.rtx.const_int(value));
    }
    // What a comparison gives is a number of any width.
    let value = if f.rtx.code(a) == Code::Subreg { f.rtx.op(a, 0) } else { a };
    let compares = f.rtx.code(value).is_comparison();
    if compares {
        let (test, x, y) = (f.rtx.code(value), f.rtx.op(value, 0), f.rtx.op(value, 1));
        return Some(f.rtx.gen_binary(test, mode, x, y));
    }
    if let operation @ (Code::And | Code::Ior | Code::Xor) = f.rtx.code(a) {
        // Of what is extended already the bits are those of the whole.
        let wide = |x: RtxId| match f.rtx.as_int(x) {
            Some(value) => (code == Code::SignExtend || value >= 0).then_some(x),
            None => facts.extended_already(&f.rtx, code, x),
        };
        let (x, y) = (wide(f.rtx.op(a, 0))?, wide(f.rtx.op(a, 1))?);
        return Some(f.rtx.gen_binary(operation, mode, x, y));
    }
    facts.extended_already(&f.rtx, code, a)
}

/// Whether [`lowpart`] of an operation of this code is the same operation on low parts, if anything.
pub fn lowpart_keeps(code: Code) -> bool {
    use Code::*;
    matches!(code, Plus | Minus | Mult | Ashift)
}

/// `(subreg:MODE x 0)` of an expression, pushed inwards; `None` where that has no simple form.
pub fn lowpart(f: &mut RtlFunction, mode: Mode, x: RtxId) -> Option<RtxId> {
    let old = f.rtx.mode(x);
    match f.rtx.code(x) {
        Code::ConstInt => {
            let value = mode.trunc_int(f.rtx.int_value(x));
            Some(f.rtx.const_int(value))
        }
        _ if old == mode => Some(x),
        Code::Reg => {
            // Views across register classes are moves, not operands.
            (old.is_int() && mode.is_int()).then(|| f.rtx.gen_raw_subreg(mode, x, 0))
        }
        Code::Subreg => {
            let (inner, byte) = (f.rtx.op(x, 0), f.rtx.subreg_byte(x));
            if f.rtx.mode(inner) == mode && byte == 0 {
                return Some(inner);
            }
            let inner_mode = f.rtx.mode(inner);
            // More bits than there are may be any.
            let low = mode.size() <= old.size() || byte == 0 && !f.rtx.is_multiword(inner_mode);
            (inner_mode.is_int() && mode.is_int() && low)
                .then(|| f.rtx.gen_raw_subreg(mode, inner, byte))
        }
        Code::SignExtend | Code::ZeroExtend => {
            let inner = f.rtx.op(x, 0);
            let inner_mode = f.rtx.mode(inner);
            if mode == inner_mode {
                Some(inner)
            } else if mode.size() < inner_mode.size() {
                lowpart(f, mode, inner)
            } else {
                None
            }
        }
        // Two's-complement arithmetic: the low part of the result depends on the low parts alone.
        code @ (Code::Plus | Code::Minus | Code::Mult) if old == Mode::DI && mode == Mode::SI => {
            let (a, b) = (f.rtx.op(x, 0), f.rtx.op(x, 1));
            let (a, b) = (lowpart(f, mode, a)?, lowpart(f, mode, b)?);
            Some(f.rtx.gen_binary(code, mode, a, b))
        }
        Code::Ashift if old == Mode::DI && mode == Mode::SI => {
            let (a, count) = (f.rtx.op(x, 0), f.rtx.op(x, 1));
            f.rtx.as_int(count).filter(|n| *n < 32)?;
            let a = lowpart(f, mode, a)?;
            Some(f.rtx.gen_binary(Code::Ashift, mode, a, count))
        }
        Code::And if old == Mode::DI => {
            let mask = f.rtx.as_int(f.rtx.op(x, 1))?;
            let a = f.rtx.op(x, 0);
            if mask as u64 & mode.mask() == mode.mask() { lowpart(f, mode, a) } else { None }
        }
        code if code.is_comparison() && old.is_int() && mode.is_int() => {
            let (a, b) = (f.rtx.op(x, 0), f.rtx.op(x, 1));
            Some(f.rtx.gen_binary(code, mode, a, b))
        }
        _ => None,
    }
}

fn comparison(
    f: &mut RtlFunction,
    facts: &Facts,
    code: Code,
    mode: Mode,
    a: RtxId,
    b: RtxId,
) -> Option<RtxId> {
    if let (Some(x), Some(y)) = (f.rtx.as_int(a), f.rtx.as_int(b)) {
        // As a condition of a branch this would need the branch to go; as a value it is a constant.
        return (mode == f.rtx.word()).then(|| f.rtx.const_int(compare_int(code, x, y) as i64));
    }
    if !matches!(code, Code::Eq | Code::Ne) || !f.rtx.is_int(b, 0) {
        return None;
    }
    let inner = f.rtx.code(a);
    if !inner.is_comparison() {
        return table::simplify(f, facts, code, mode, [a, b]);
    }
    let (x, y) = (f.rtx.op(a, 0), f.rtx.op(a, 1));
    if f.rtx.mode(x).is_float() {
        // As a value; a branch tests a register.
        let same = code == Code::Ne && mode == f.rtx.word();
        return same.then(|| f.rtx.gen_binary(inner, mode, x, y));
    }
    let test = if code == Code::Ne { inner } else { inner.reverse_condition() };
    Some(f.rtx.gen_binary(test, mode, x, y))
}

/// Whether `x` is a register or the low part of one.
pub fn is_register(f: &RtlFunction, x: RtxId) -> bool {
    register_of(&f.rtx, x).is_some()
}

/// `a code b` of `const_int`s of `mode`; `None` where it is undefined or no integer operation.
pub fn fold_int(code: Code, mode: Mode, a: i64, b: i64) -> Option<i64> {
    use Code::*;
    let (a, b) = (mode.trunc_int(a), mode.trunc_int(b));
    let (ua, ub) = (a as u64 & mode.mask(), b as u64 & mode.mask());
    let shift = b as u64 & (mode.bits().max(32) as u64 - 1);
    let value = match code {
        Plus => a.wrapping_add(b),
        Minus => a.wrapping_sub(b),
        Mult => a.wrapping_mul(b),
        And => a & b,
        Ior => a | b,
        Xor => a ^ b,
        Ashift => a.wrapping_shl(shift as u32),
        Ashiftrt => a >> shift,
        Lshiftrt => (ua >> shift) as i64,
        Div if b != 0 => a.wrapping_div(b),
        Mod if b != 0 => a.wrapping_rem(b),
        Udiv if ub != 0 => (ua / ub) as i64,
        Umod if ub != 0 => (ua % ub) as i64,
        Smin => a.min(b),
        Smax => a.max(b),
        Umin => ua.min(ub) as i64,
        Umax => ua.max(ub) as i64,
        _ if code.is_comparison() => {
            let unsigned = code.unsigned_condition() == code && !matches!(code, Eq | Ne);
            if unsigned {
                compare_int(code, ua as i64, ub as i64) as i64
            } else {
                compare_int(code, a, b) as i64
            }
        }
        _ => return None,
    };
    Some(mode.trunc_int(value))
}

/// Whether `a code b` holds for words.
pub fn compare_int(code: Code, a: i64, b: i64) -> bool {
    use Code::*;
    let (ua, ub) = (a as u64, b as u64);
    match code {
        Eq => a == b,
        Ne => a != b,
        Lt => a < b,
        Le => a <= b,
        Gt => a > b,
        Ge => a >= b,
        Ltu => ua < ub,
        Leu => ua <= ub,
        Gtu => ua > ub,
        _ => ua >= ub,
    }
}
