//! What `combine` begins with: extensions go of which nobody reads more than what is extended.
//!
//! ```text
//! (set (reg:DI 90) (sign_extend:DI (subreg:HI (reg:DI 89) 0)))        (set (reg:DI 90) (reg:DI 89))
//! (set (reg:DI 92) (ior:DI (reg:DI 90) (reg:DI 91)))             ⇒    (set (reg:DI 92) (ior:DI (reg:DI 90) (reg:DI 91)))
//! (set (mem:HI (reg:DI 83)) (subreg:HI (reg:DI 92) 0))                (set (mem:HI (reg:DI 83)) (subreg:HI (reg:DI 92) 0))
//! ```
//! Values narrower than a word are computed in whole registers and extended after each operation. What readers want of a
//! register follows from what is wanted of the values they compute: the low bits of a sum depend on the low bits of its
//! operands only. Insns are looked at from the last to the first, and again where a loop's beginning reads what its end
//! computes, until nothing more is wanted. What a mask leaves that only one insn reads is an extension, too.

use crate::machine::recog::recog_insn;
use crate::rtl::code::Code;
use crate::rtl::df::{RefKind, visit_refs};
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, RegNote, RtlFunction};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxArena, RtxId, flag};
use crate::rtl::simplify;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

/// The bits of a register.
const WORD: u32 = 64;

/// Most rounds: more than that are needed by loops nested very deep only, and nothing is done then.
const MAX_ROUNDS: usize = 5;

/// Puts copies in the place of extensions that make no difference to anybody.
pub fn drop_unread(f: &mut RtlFunction) {
    extend_by_masks(f);
    let candidates: Vec<InsnId> = f.chain().filter(|id| extension(f, *id).is_some()).collect();
    if candidates.is_empty() {
        return;
    }
    let Some(wanted) = Wanted::of(f) else { return };
    let mut dropped = FixedBitSet::with_capacity(f.num_regs() as usize);
    for id in candidates {
        let Some(Extension { reg, value, bits }) = extension(f, id) else { continue };
        if u32::from(wanted.bits[reg as usize]) > bits {
            continue;
        }
        let before = f.insn(id).pattern;
        let copy = f.rtx.gen_set(f.rtx.op(before, 0), value);
        f.set_pattern(id, copy);
        if recog_insn(f, id) {
            dropped.insert(reg as usize);
        } else {
            f.set_pattern(id, before);
        }
    }
    if !dropped.is_clear() {
        f.extended.difference_with(&dropped);
        f.narrow_vars.retain(|&reg, _| !dropped.contains(reg as usize));
        forget_promotions(f, &dropped);
    }
}

/// A number in a register that is all ones in a narrower mode, and nothing above.
#[derive(Clone, Copy)]
struct Mask {
    narrow: Mode,
    sets: u32,
    reads: u32,
}

/// Makes extensions of `x & mask`, where the number of the mask is in a register that nothing else reads.
fn extend_by_masks(f: &mut RtlFunction) {
    let mut masks: FxHashMap<u32, Mask> = FxHashMap::default();
    for id in f.chain().filter(|&id| f.is_real(id)) {
        if let Some((reg, narrow)) = mask(f, id) {
            masks.insert(reg, Mask { narrow, sets: 0, reads: 0 });
        }
    }
    if masks.is_empty() {
        return;
    }
    let insns: Vec<InsnId> = f.chain().filter(|&id| f.is_real(id)).collect();
    for &id in &insns {
        visit_refs(f, id, &mut |kind, reg, _, _| {
            if let Some(mask) = masks.get_mut(&reg) {
                match kind {
                    RefKind::Use => mask.reads += 1,
                    _ => mask.sets += 1,
                }
            }
        });
    }
    masks.retain(|_, mask| (mask.sets, mask.reads) == (1, 1));
    for id in insns {
        extend_by_mask(f, id, &masks);
    }
}

/// The register that an insn sets to a mask, and the mode of what the mask leaves.
fn mask(f: &RtlFunction, id: InsnId) -> Option<(u32, Mode)> {
    let value = f.notes(id).find_map(|note| match note {
        RegNote::Equal(value) => f.rtx.as_int(value),
        _ => None,
    })?;
    let set = f.single_set(id)?;
    let reg = f.rtx.as_reg(f.rtx.op(set, 0)).filter(|&reg| reg >= FIRST_PSEUDO)?;
    match value {
        0xffff => Some((reg, Mode::HI)),
        0xffff_ffff if f.rtx.word() == Mode::DI => Some((reg, Mode::SI)),
        _ => None,
    }
}

fn extend_by_mask(f: &mut RtlFunction, id: InsnId, masks: &FxHashMap<u32, Mask>) {
    let pattern = f.insn(id).pattern;
    let is_set = f.insn(id).kind == InsnKind::Insn && f.rtx.code(pattern) == Code::Set;
    let value = if is_set { f.rtx.op(pattern, 1) } else { return };
    let word = f.rtx.word();
    if f.rtx.code(value) != Code::And || f.rtx.mode(value) != word {
        return;
    }
    let by = f.rtx.as_reg(f.rtx.op(value, 1)).and_then(|reg| masks.get(&reg));
    let Some(&Mask { narrow, .. }) = by else { return };
    let Some(low) = simplify::lowpart(f, narrow, f.rtx.op(value, 0)) else { return };
    let extended = f.rtx.gen_unary(Code::ZeroExtend, word, low);
    let new = f.rtx.gen_set(f.rtx.op(pattern, 0), extended);
    f.set_pattern(id, new);
    if !recog_insn(f, id) {
        f.set_pattern(id, pattern);
        recog_insn(f, id);
    }
}

/// A register that is set to the low `bits` of another, `value`, extended.
struct Extension {
    reg: u32,
    value: RtxId,
    bits: u32,
}

fn extension(f: &RtlFunction, id: InsnId) -> Option<Extension> {
    if f.insn(id).kind != InsnKind::Insn || f.insn(id).icode < 0 {
        return None;
    }
    let (r, pattern) = (&f.rtx, f.insn(id).pattern);
    if r.code(pattern) != Code::Set {
        return None;
    }
    let (dst, src) = (r.op(pattern, 0), r.op(pattern, 1));
    if !matches!(r.code(src), Code::SignExtend | Code::ZeroExtend) || r.mode(dst) != r.word() {
        return None;
    }
    let reg = r.as_reg(dst).filter(|reg| *reg >= FIRST_PSEUDO)?;
    let narrow = r.op(src, 0);
    let low = r.code(narrow) == Code::Subreg && r.subreg_byte(narrow) == 0;
    let value = low.then(|| r.op(narrow, 0))?;
    let whole = r.as_reg(value)? >= FIRST_PSEUDO && r.mode(value) == r.word();
    (whole && r.mode(narrow).is_int()).then(|| Extension {
        reg,
        value,
        bits: r.mode(narrow).bits(),
    })
}

/// How many low bits of each register are read.
struct Wanted {
    bits: Vec<u8>,
    /// The registers whose definitions have been looked at in this round.
    defined: FixedBitSet,
    /// Whether a definition has been looked at before a reader that wants more.
    again: bool,
}

impl Wanted {
    /// `None` if that would take long to find out.
    fn of(f: &RtlFunction) -> Option<Wanted> {
        let regs = f.num_regs() as usize;
        let defined = FixedBitSet::with_capacity(regs);
        let mut wanted = Wanted { bits: vec![0; regs], defined, again: false };
        wanted.bits[..FIRST_PSEUDO as usize].fill(WORD as u8);
        for _ in 0..MAX_ROUNDS {
            wanted.again = false;
            wanted.defined.clear();
            for id in f.chain_backwards().filter(|id| f.is_real(*id)) {
                wanted.pattern(&f.rtx, f.insn(id).pattern);
                if f.insn(id).kind == InsnKind::Call {
                    f.call_usage(id).iter().for_each(|usage| wanted.read_whole(&f.rtx, *usage));
                }
            }
            if !wanted.again {
                return Some(wanted);
            }
        }
        None
    }

    fn pattern(&mut self, r: &RtxArena, x: RtxId) {
        match r.code(x) {
            Code::Set => self.set(r, r.op(x, 0), r.op(x, 1)),
            Code::Parallel => r.each_op(x, &mut |item| self.pattern(r, item)),
            _ => self.read_whole(r, x),
        }
    }

    fn set(&mut self, r: &RtxArena, dst: RtxId, src: RtxId) {
        let bits = match r.code(dst) {
            Code::Reg if r.mode(dst) == r.word() => {
                self.defined.insert(r.regno(dst) as usize);
                u32::from(self.bits[r.regno(dst) as usize])
            }
            Code::Reg | Code::Subreg => WORD,
            _ => {
                self.read_whole(r, dst);
                WORD.min(r.mode(dst).bits())
            }
        };
        self.read(r, src, if r.mode(dst).is_int() { bits } else { WORD });
    }

    /// The low `bits` of `x` are read.
    #[inline]
    fn read(&mut self, r: &RtxArena, x: RtxId, bits: u32) {
        match r.as_reg(x) {
            Some(reg) if r.mode(x) == r.word() => {
                self.read_reg(reg, bits.min(r.word().bits()));
            }
            _ if x.is_leaf() => self.read_whole(r, x),
            _ => self.read_operation(r, x, bits),
        }
    }

    fn read_operation(&mut self, r: &RtxArena, x: RtxId, bits: u32) {
        use Code::*;
        let (code, mode) = (r.code(x), r.mode(x));
        let bits = if mode.is_int() { bits.min(mode.bits()) } else { WORD };
        let constant = |index| r.as_int(r.op(x, index)).filter(|n| (0..WORD as i64).contains(n));
        match code {
            Reg => self.read_reg(r.regno(x), bits),
            Subreg if r.subreg_byte(x) == 0 && r.mode(r.op(x, 0)) == r.word() && mode.is_int() => {
                self.read(r, r.op(x, 0), bits);
            }
            SignExtend | ZeroExtend if mode.is_int() => self.read(r, r.op(x, 0), bits),
            Plus | Minus | Mult | Neg | Not | Ior | Xor if mode.is_int() => {
                r.each_op(x, &mut |op| self.read(r, op, bits));
            }
            And => {
                let mask = r.as_int(r.op(x, 1)).unwrap_or(-1) as u64;
                self.read(r, r.op(x, 0), bits.min(WORD - mask.leading_zeros()));
                self.read(r, r.op(x, 1), bits);
            }
            Ashift => {
                let shift = constant(1).map_or(0, |n| n as u32);
                self.read(r, r.op(x, 0), bits.saturating_sub(shift));
                self.read_whole(r, r.op(x, 1));
            }
            Lshiftrt | Ashiftrt => {
                self.read(r, r.op(x, 0), constant(1).map_or(WORD, |n| bits + n as u32));
                self.read_whole(r, r.op(x, 1));
            }
            // An insn may look at all of a register of which the expression has a part only.
            _ => self.read_whole(r, x),
        }
    }

    fn read_whole(&mut self, r: &RtxArena, x: RtxId) {
        r.walk(x, &mut |x| {
            if let Some(reg) = r.as_reg(x) {
                self.read_reg(reg, WORD);
            }
            true
        });
    }

    fn read_reg(&mut self, reg: u32, bits: u32) {
        let wanted = &mut self.bits[reg as usize];
        if u32::from(*wanted) < bits {
            *wanted = bits as u8;
            self.again |= self.defined.contains(reg as usize);
        }
    }
}

/// Parts of these registers do not tell their other bits any more.
fn forget_promotions(f: &mut RtlFunction, regs: &FixedBitSet) {
    let mut index = 0;
    while let Some(x) = f.rtx.reg_node(index) {
        if f.rtx.code(x) == Code::Subreg
            && let Some(reg) = f.rtx.as_reg(f.rtx.op(x, 0))
            && regs.contains(reg as usize)
        {
            f.rtx.clear_flags(x, flag::S | flag::U | flag::V);
        }
        index += 1;
    }
}
