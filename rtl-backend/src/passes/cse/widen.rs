//! What `cse1` begins with: values narrower than a word are kept in whole registers.
//!
//! ```text
//! (set (reg:SI 80) (subreg:SI (reg:DI 81) 0))                  (set (reg:DI 90) (reg:DI 81))
//! (set (reg:SI 79) (plus:SI (reg:SI 82) (reg:SI 80)))    ⇒     (set (reg:DI 91) (sign_extend:DI (plus:SI … (subreg:SI (reg:DI 90) 0))))
//! (set (reg:DI 72) (sign_extend:DI (reg:SI 79)))               (set (reg:DI 72) (sign_extend:DI (subreg:SI (reg:DI 91) 0)))
//! ```
//! `expand` leaves an operation apart from the extension of its result. The instructions extend whatever they compute, so
//! that nothing is lost by saying so; and what is known of a whole register the passes can use: `combine` drops extensions
//! of what is extended, `cse1` finds equal values whatever part of them is read. Registers that something else than plain
//! insns refers to, inline assembly above all, stay as they are.

use crate::machine::recog::recog_insn;
use crate::rtl::code::Code;
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, RegNote, RtlFunction};
use crate::rtl::rtx::{RtxArena, RtxId};
use fixedbitset::FixedBitSet;

/// Does it.
pub(super) fn run(f: &mut RtlFunction) {
    let (count, word) = (f.num_regs(), f.rtx.word());
    let mut narrow = FixedBitSet::with_capacity(count as usize);
    narrow.extend(
        (FIRST_PSEUDO..count)
            .map(|reg| reg as usize)
            .filter(|&reg| f.reg_mode(reg as u32).is_narrower_int(word)),
    );
    if narrow.is_clear() {
        return;
    }
    // Only insns that refer to such registers matter.
    let mut referring = Vec::new();
    for id in f.chain().filter(|&id| f.is_real(id)) {
        let insn = f.insn(id);
        if insn.kind == InsnKind::Call {
            f.call_usage(id).iter().for_each(|&usage| keep_all(&f.rtx, &mut narrow, usage));
        }
        if !refers_to(&f.rtx, &narrow, insn.pattern) {
            continue;
        }
        referring.push(id);
        if insn.icode >= 0 && f.rtx.code(insn.pattern) == Code::Set {
            let (dst, src) = (f.rtx.op(insn.pattern, 0), f.rtx.op(insn.pattern, 1));
            keep_destination(&f.rtx, &mut narrow, dst, src);
            keep_operands(&f.rtx, &mut narrow, src);
        } else {
            keep_all(&f.rtx, &mut narrow, insn.pattern);
        }
    }
    let mut widener = Widener { wide: vec![RtxId::NONE; count as usize], f };
    for reg in narrow.ones() {
        let wide = widener.f.new_reg(word);
        let name = widener.f.rtx.reg_name(widener.f.reg(reg as u32)).map(|name| name.name);
        if let Some(name) = name {
            widener.f.rtx.set_reg_name(widener.f.rtx.regno(wide), name, 0);
        }
        widener.wide[reg] = wide;
    }
    for at in referring {
        widener.insn(at);
    }
}

/// Whether an expression names one of these registers.
fn refers_to(r: &RtxArena, regs: &FixedBitSet, x: RtxId) -> bool {
    let mut found = false;
    r.walk(x, &mut |x| {
        found |= r.as_reg(x).is_some_and(|reg| regs.contains(reg as usize));
        !found
    });
    found
}

/// No register of an expression is to be widened.
fn keep_all(r: &RtxArena, narrow: &mut FixedBitSet, x: RtxId) {
    r.walk(x, &mut |x| {
        if let Some(reg) = r.as_reg(x) {
            narrow.set(reg as usize, false);
        }
        true
    });
}

/// What is set is widened if it is set whole, to what can be.
fn keep_destination(r: &RtxArena, narrow: &mut FixedBitSet, dst: RtxId, src: RtxId) {
    match r.code(dst) {
        Code::Reg if is_extended(r, src) => {}
        Code::Mem => keep_operands(r, narrow, dst),
        _ => keep_all(r, narrow, dst),
    }
}

/// Operands that are no part of an integer stay as they are.
fn keep_operands(r: &RtxArena, narrow: &mut FixedBitSet, x: RtxId) {
    r.walk(x, &mut |x| match r.code(x) {
        Code::Subreg if r.subreg_byte(x) != 0 || !r.mode(x).is_int() => {
            keep_all(r, narrow, x);
            false
        }
        Code::Unspec | Code::UnspecVolatile | Code::AsmOperands => {
            keep_all(r, narrow, x);
            false
        }
        _ => true,
    });
}

/// Whether a value that is narrower than a word is extended by the insn that makes it, or is a copy.
fn is_extended(r: &RtxArena, x: RtxId) -> bool {
    use Code::*;
    match r.code(x) {
        ConstInt | Mem | Plus | Minus | Mult | Neg | Ashift | Ashiftrt | Lshiftrt | Div | Udiv
        | Mod | Umod | Fix | UnsignedFix | SignExtend | ZeroExtend => true,
        Reg => r.regno(x) >= FIRST_PSEUDO,
        Subreg => {
            let inner = r.op(x, 0);
            r.subreg_byte(x) == 0
                && r.as_reg(inner).is_some_and(|reg| reg >= FIRST_PSEUDO)
                && r.mode(inner).is_int()
                && !r.is_multiword(r.mode(inner))
        }
        code => code.is_comparison(),
    }
}

struct Widener<'f> {
    f: &'f mut RtlFunction,
    /// The whole register of each narrow one.
    wide: Vec<RtxId>,
}

impl Widener<'_> {
    fn insn(&mut self, at: InsnId) {
        let (kind, pattern) = (self.f.insn(at).kind, self.f.insn(at).pattern);
        if !matches!(kind, InsnKind::Insn | InsnKind::Jump) || self.f.rtx.code(pattern) != Code::Set
        {
            return;
        }
        let (dst, src) = (self.f.rtx.op(pattern, 0), self.f.rtx.op(pattern, 1));
        let read = self.widened(src);
        let target = self.wide_of(dst);
        let address = match self.f.rtx.code(dst) {
            Code::Mem => self.widened(dst),
            _ => None,
        };
        if read.is_none() && target.is_none() && address.is_none() {
            return;
        }
        let value = read.unwrap_or(src);
        let new = match target {
            Some(target) => {
                let value = match self.step(at, value) {
                    Some(step) => step,
                    None => self.extended(value),
                };
                self.f.rtx.gen_set(target, value)
            }
            None => self.f.rtx.gen_set(address.unwrap_or(dst), value),
        };
        self.f.set_pattern(at, new);
        if recog_insn(self.f, at) {
            // What a note says is equal may name narrow registers.
            let constant = self.f.equal_constant(at);
            self.f.retain_notes(at, |note| match note {
                RegNote::Equal(value) => constant == Some(value),
                _ => true,
            });
            return;
        }
        self.f.set_pattern(at, pattern);
        self.narrow(at, target);
    }

    /// The whole register of a narrow one.
    fn wide_of(&self, x: RtxId) -> Option<RtxId> {
        let reg = self.f.rtx.as_reg(x)?;
        self.wide.get(reg as usize).copied().filter(|&wide| wide != RtxId::NONE)
    }

    /// `x` with parts of whole registers in the place of narrow ones, if it has such.
    fn widened(&mut self, x: RtxId) -> Option<RtxId> {
        let mode = self.f.rtx.mode(x);
        match self.f.rtx.code(x) {
            Code::Reg => {
                let wide = self.wide_of(x)?;
                return Some(self.f.rtx.gen_raw_subreg(mode, wide, 0));
            }
            Code::Subreg => {
                let inner = self.f.rtx.op(x, 0);
                if let Some(wide) = self.wide_of(inner) {
                    let whole = mode == self.f.rtx.word();
                    return Some(if whole {
                        wide
                    } else {
                        self.f.rtx.gen_raw_subreg(mode, wide, 0)
                    });
                }
            }
            _ => {}
        }
        let mut copy = RtxId::NONE;
        for i in 0..self.f.rtx.num_ops(x) {
            let op = self.f.rtx.any_op(x, i);
            if let Some(new) = self.widened(op) {
                if copy == RtxId::NONE {
                    copy = self.f.rtx.shallow_copy(x);
                }
                self.f.rtx.set_any_op(copy, i, new);
            }
        }
        (copy != RtxId::NONE).then_some(copy)
    }

    /// The sum that ends the making of a number, in whole registers, if it is the same there.
    fn step(&mut self, at: InsnId, x: RtxId) -> Option<RtxId> {
        let r = &self.f.rtx;
        let whole = r.as_int(self.f.equal_constant(at)?)?;
        if r.code(x) != Code::Plus || r.code(r.op(x, 0)) != Code::Subreg {
            return None;
        }
        let (before, more) = (r.op(r.op(x, 0), 0), r.op(x, 1));
        let same = i32::try_from(whole.checked_sub(r.as_int(more)?)?).is_ok();
        (same && r.mode(before) == r.word())
            .then(|| self.f.rtx.gen_binary(Code::Plus, self.f.rtx.word(), before, more))
    }

    /// A narrow value in a whole register.
    fn extended(&mut self, x: RtxId) -> RtxId {
        let r = &mut self.f.rtx;
        let word = r.word();
        match r.code(x) {
            Code::ConstInt => x,
            // Of what is copied, all.
            Code::Reg => r.gen_raw_subreg(word, x, 0),
            Code::Subreg if r.mode(r.op(x, 0)) == word => r.op(x, 0),
            Code::Subreg => {
                let inner = r.op(x, 0);
                r.gen_raw_subreg(word, inner, 0)
            }
            code @ (Code::SignExtend | Code::ZeroExtend) => {
                let inner = r.op(x, 0);
                r.gen_unary(code, word, inner)
            }
            code if code.is_comparison() => {
                let (a, b) = (r.op(x, 0), r.op(x, 1));
                r.gen_binary(code, word, a, b)
            }
            _ => r.gen_unary(Code::SignExtend, word, x),
        }
    }

    /// An insn that takes no parts of registers is given narrow ones, and gives one.
    fn narrow(&mut self, at: InsnId, target: Option<RtxId>) {
        let pattern = self.f.insn(at).pattern;
        let mut read = Vec::new();
        let (dst, src) = (self.f.rtx.op(pattern, 0), self.f.rtx.op(pattern, 1));
        let from = if self.f.rtx.code(dst) == Code::Mem { pattern } else { src };
        self.f.rtx.walk(from, &mut |x| {
            if self.wide_of(x).is_some() && !read.contains(&x) {
                read.push(x);
            }
            true
        });
        for x in read {
            if let Some(wide) = self.wide_of(x) {
                let part = self.f.rtx.gen_raw_subreg(self.f.rtx.mode(x), wide, 0);
                let copy = self.f.rtx.gen_set(x, part);
                let copy = self.f.emit_insn_before(copy, at);
                recog_insn(self.f, copy);
            }
        }
        if let Some(wide) = target {
            let whole = self.f.rtx.gen_raw_subreg(self.f.rtx.word(), dst, 0);
            let copy = self.f.rtx.gen_set(wide, whole);
            let copy = self.f.emit_insn_after(copy, at);
            recog_insn(self.f, copy);
        }
        debug_assert!(recog_insn(self.f, at));
    }
}
