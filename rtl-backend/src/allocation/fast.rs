//! `ira` without optimisation: in which order pseudos get registers.
//!
//! ```text
//! (insn 18 (set (reg:SI 82) (plus:SI (reg:SI 80) (reg:SI 81))))       80: 1000 + 5000, 81: 5000 + 5000
//! ⇒
//! 81:r15 80:r14 82:r15
//! ```
//! Nothing is coloured: a pseudo takes the first register of its class that is free all along its range, and those come
//! first that are dearest in memory. What a reference costs there is what a load or store costs, unless the insn could
//! as well take the operand from memory; a copy from or to a hard register costs less, since one in a register may cost a
//! move. Of pseudos that cost the same, the one is first that a walk backwards over the function, and over the operands
//! of each insn, meets first. A pseudo of several words is one, and counts as often as it has words.

use crate::machine::insn::Output;
use crate::machine::recog;
use crate::machine::target::is_eliminable;
use crate::rtl::code::Code;
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, RtlFunction};
use crate::rtl::insn_table::InsnTable;
use crate::rtl::rtx::RtxId;
use fixedbitset::FixedBitSet;

/// What a load or store costs.
const ACCESS: u32 = 5;
/// A load or store less the move that a copy from or to a hard register may turn into.
const HARD_COPY: u32 = 3;
/// An operand that may be in memory.
const EITHER: u32 = 1;

/// What the references to a pseudo come to.
#[derive(Clone, Copy, Default)]
pub struct Total {
    pub cost: u32,
    pub count: u32,
    /// When the walk met it first, counted from 1.
    pub met: u32,
    /// How many calls are made through it.
    pub calls: u32,
    /// How many copies from the frame's address there are, and other insns that calculate with that.
    pub frame_copies: u32,
    pub frame_sums: u32,
    /// How many of them are copies from or to general registers, to or from others, and no copies, loads or stores.
    pub general: u32,
    pub float: u32,
    pub others: u32,
}

impl Total {
    /// Whether a real number is as well off in a general register: it comes from one, or goes to one, or it does nothing but
    /// go from one hard register to another.
    fn is_general(self) -> bool {
        self.others == 0 && 2 * self.count <= 2 * self.float + 8 * self.general
    }
}

/// What the walk finds out.
pub struct Order {
    /// The pseudos that insns refer to, dearest first.
    pub pseudos: Vec<u32>,
    /// What the references to each register come to, by its number.
    pub totals: Vec<Total>,
    /// By number: pseudos that are to be in general registers, whatever their mode.
    pub general: FixedBitSet,
}

struct Totals<'a> {
    f: &'a RtlFunction,
    /// By number, the pseudo that a register is, or a word of.
    whole: Vec<u32>,
    of: Vec<Total>,
    met: u32,
}

/// Finds the order. `parts`: the words of pseudos that have been taken apart, with these.
pub fn order(
    f: &RtlFunction,
    insns: &InsnTable,
    parts: impl Iterator<Item = (u32, u32, u8)>,
) -> Order {
    let mut whole: Vec<u32> = (0..f.num_regs()).collect();
    for (part, of, _) in parts {
        whole[part as usize] = of;
    }
    let mut totals = Totals { f, whole, of: vec![Total::default(); f.num_regs() as usize], met: 0 };
    for index in (0..insns.len()).rev() {
        totals.insn(insns.insn(index));
    }
    let of = totals.of;
    let mut general = FixedBitSet::with_capacity(of.len());
    let mut pseudos: Vec<u32> =
        (FIRST_PSEUDO..f.num_regs()).filter(|&reg| of[reg as usize].met != 0).collect();
    for &reg in &pseudos {
        // No insn copies more than a word between registers of both kinds.
        let fits = f.reg_mode(reg).size() <= f.rtx.word().size();
        general.set(reg as usize, fits && of[reg as usize].is_general());
    }
    pseudos.sort_by_key(|&reg| {
        let Total { cost, count, met, .. } = of[reg as usize];
        let words = f.reg_mode(reg).size().div_ceil(f.rtx.word().size()).max(1);
        let priority = u64::from(u32::BITS - count.leading_zeros()) * u64::from(cost * words);
        (std::cmp::Reverse(priority), met)
    });
    Order { pseudos, totals: of, general }
}

impl Totals<'_> {
    fn insn(&mut self, at: InsnId) {
        let insn = self.f.insn(at);
        let moves = insn.icode >= 0 && matches!(recog::insn(insn.icode).output, Output::Move);
        if moves {
            let [dst, src] = [0, 1].map(|i| self.f.rtx.op(insn.pattern, i));
            self.copy(dst, src);
            self.copy(src, dst);
        } else {
            self.expression(insn.pattern);
            self.frame_sum(insn.pattern);
        }
        if insn.kind == InsnKind::Call {
            self.call(insn.pattern);
        }
    }

    /// Notes the pseudos of a calculation with the frame's address.
    fn frame_sum(&mut self, pattern: RtxId) {
        let r = &self.f.rtx;
        if r.code(pattern) != Code::Set || r.code(r.op(pattern, 1)) != Code::Plus {
            return;
        }
        let (dst, sum) = (r.op(pattern, 0), r.op(pattern, 1));
        let operands = [dst, r.op(sum, 0), r.op(sum, 1)].map(|x| r.as_reg(x));
        if operands.iter().flatten().any(|&reg| is_eliminable(reg)) {
            for reg in operands.into_iter().flatten().filter(|&reg| reg >= FIRST_PSEUDO) {
                self.of[reg as usize].frame_sums += 1;
            }
        }
    }

    /// Notes the register that a call is made through.
    fn call(&mut self, pattern: RtxId) {
        let r = &self.f.rtx;
        r.walk(pattern, &mut |x| {
            if r.code(x) == Code::Call
                && let Some(reg) = r.as_reg(r.op(r.op(x, 0), 0)).filter(|&reg| reg >= FIRST_PSEUDO)
            {
                self.of[reg as usize].calls += 1;
            }
            true
        });
    }

    /// An operand that is copied from or to `other`.
    fn copy(&mut self, x: RtxId, other: RtxId) {
        self.operand(x, self.cost_of_copy(other));
        let r = &self.f.rtx;
        let reg = r.as_reg(if r.code(x) == Code::Subreg { r.op(x, 0) } else { x });
        if let Some(reg) = reg.filter(|&reg| reg >= FIRST_PSEUDO) {
            let total = &mut self.of[self.whole[reg as usize] as usize];
            total.others -= 1;
            match r.as_reg(other) {
                Some(hard) if is_eliminable(hard) => total.frame_copies += 1,
                Some(hard) if hard < 32 => total.general += 1,
                Some(hard) if hard < 64 => total.float += 1,
                _ => {}
            }
        }
    }

    /// What an operand costs that is copied from or to `other`.
    fn cost_of_copy(&self, other: RtxId) -> u32 {
        let r = &self.f.rtx;
        match r.code(other) {
            Code::Subreg => EITHER,
            Code::Reg if r.regno(other) >= FIRST_PSEUDO => EITHER,
            Code::Reg => HARD_COPY,
            _ if r.is_int(other, 0) => EITHER,
            _ => ACCESS,
        }
    }

    /// A whole operand that costs so much if it is a pseudo or a part of one.
    fn operand(&mut self, x: RtxId, cost: u32) {
        let r = &self.f.rtx;
        let inner = if r.code(x) == Code::Subreg { r.op(x, 0) } else { x };
        match r.as_reg(inner) {
            Some(reg) if reg >= FIRST_PSEUDO => self.refer(reg, cost),
            _ => self.expression(x),
        }
    }

    fn refer(&mut self, reg: u32, cost: u32) {
        let total = &mut self.of[self.whole[reg as usize] as usize];
        total.cost += cost;
        total.count += 1;
        total.others += 1;
        if total.met == 0 {
            self.met += 1;
            total.met = self.met;
        }
    }

    /// All pseudos within an expression.
    fn expression(&mut self, x: RtxId) {
        let r = &self.f.rtx;
        match r.code(x) {
            Code::Reg => {
                if r.regno(x) >= FIRST_PSEUDO {
                    self.refer(r.regno(x), ACCESS);
                }
            }
            Code::Set => {
                let (dst, src) = (r.op(x, 0), r.op(x, 1));
                self.expression(dst);
                if matches!(r.code(src), Code::SignExtend | Code::ZeroExtend) {
                    self.operand(r.op(src, 0), EITHER);
                } else {
                    self.expression(src);
                }
            }
            Code::Clobber => self.operand(r.op(x, 0), 0),
            _ => {
                for i in (0..r.num_ops(x)).rev() {
                    self.expression(self.f.rtx.any_op(x, i));
                }
            }
        }
    }
}
