//! What registers an insn reads and writes.
//!
//! One walk ([`visit_refs`]) is the only place that knows; liveness, the allocator, dead-code elimination and the
//! checkers all see insns through it.

use crate::machine::recog;
use crate::rtl::code::Code;
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, RtlFunction};
use crate::rtl::leaf::Leaf;
use crate::rtl::rtx::RtxId;

/// How a register is referred to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefKind {
    /// Read.
    Use,
    /// Written, after all reads.
    Def,
    /// Written, perhaps before some reads.
    EarlyDef,
    /// Left with no defined value.
    Clobber,
}

/// Calls `visit (kind, regno, registers, node)` for each reference in the insn: reads first, then writes. A hard register
/// of two words says 2 registers. What calls clobber by convention is not visited: see `RtlFunction::convention`.
pub fn visit_refs(f: &RtlFunction, id: InsnId, visit: &mut impl FnMut(RefKind, u32, u32, RtxId)) {
    let insn = f.insn(id);
    match f.rtx.code(insn.pattern) {
        Code::Set => uses_of_set(f, insn.pattern, visit),
        _ => uses(f, insn.pattern, visit),
    }
    if insn.kind == InsnKind::Call {
        for &u in f.call_usage(id) {
            if f.rtx.code(u) == Code::Use {
                uses(f, f.rtx.op(u, 0), visit);
            }
        }
    }
    visit_defs(f, id, visit);
}

/// As [`visit_refs`], of what is written only: what is read need not be looked at.
pub fn visit_defs(f: &RtlFunction, id: InsnId, visit: &mut impl FnMut(RefKind, u32, u32, RtxId)) {
    let insn = f.insn(id);
    let early = if insn.icode >= 0 {
        recog::insn(insn.icode).early_clobber
    } else {
        recog::asm_operands(&f.rtx, insn.pattern).is_some()
    };
    defs(f, insn.pattern, early, visit);
}

/// A reference as an [`InsnTable`](crate::rtl::insn_table::InsnTable) keeps it: register, whether it is a pair, and how.
#[derive(Clone, Copy)]
pub struct Ref(u32);

impl Ref {
    /// The reference [`visit_refs`] visits.
    pub fn new(kind: RefKind, reg: u32, count: u32) -> Ref {
        Ref(reg << 3 | (count - 1) << 2 | kind as u32)
    }

    /// The same reference to another register.
    pub fn of(self, reg: u32) -> Ref {
        Ref(reg << 3 | self.0 & 7)
    }

    /// How the register is referred to.
    #[inline]
    pub fn kind(self) -> RefKind {
        match self.0 & 3 {
            0 => RefKind::Use,
            1 => RefKind::Def,
            2 => RefKind::EarlyDef,
            _ => RefKind::Clobber,
        }
    }

    /// The register's number.
    #[inline]
    pub fn reg(self) -> u32 {
        self.0 >> 3
    }

    /// The register's number, and that of the next one if it is a pair.
    #[inline]
    pub fn regs(self) -> std::ops::Range<u32> {
        self.reg()..self.reg() + 1 + (self.0 >> 2 & 1)
    }
}

/// Visits a reference to a register.
#[inline(always)]
fn visit_reg(
    f: &RtlFunction,
    kind: RefKind,
    x: RtxId,
    visit: &mut impl FnMut(RefKind, u32, u32, RtxId),
) {
    let reg = f.rtx.regno(x);
    let is_pair = reg < FIRST_PSEUDO && f.rtx.is_multiword(f.rtx.mode(x));
    visit(kind, reg, if is_pair { 2 } else { 1 }, x);
}

/// Visits what `x` reads. Most operands are leaves, which need no call of their own.
#[inline(always)]
fn uses(f: &RtlFunction, x: RtxId, visit: &mut impl FnMut(RefKind, u32, u32, RtxId)) {
    match x.leaf() {
        Leaf::Reg(_) => visit_reg(f, RefKind::Use, x, visit),
        Leaf::Int(_) => {}
        Leaf::None => uses_within(f, x, visit),
    }
}

fn uses_within(f: &RtlFunction, x: RtxId, visit: &mut impl FnMut(RefKind, u32, u32, RtxId)) {
    let code = f.rtx.code(x);
    if code.arity() > 0 && !matches!(code, Code::Set | Code::Clobber) {
        f.rtx.each_op(x, &mut |op| uses(f, op, visit));
    } else {
        other_uses(f, x, visit);
    }
}

/// Visits what a `set` reads.
#[inline]
fn uses_of_set(f: &RtlFunction, set: RtxId, visit: &mut impl FnMut(RefKind, u32, u32, RtxId)) {
    let dst = f.rtx.op(set, 0);
    if !dst.is_leaf() {
        uses_of_place(f, dst, visit);
    }
    uses(f, f.rtx.op(set, 1), visit);
}

/// Visits what is read to write a place that is no register of a mode of its own.
fn uses_of_place(f: &RtlFunction, dst: RtxId, visit: &mut impl FnMut(RefKind, u32, u32, RtxId)) {
    let r = &f.rtx;
    match r.code(dst) {
        Code::Reg => {}
        Code::Subreg => {
            // Storing one word of several keeps the others.
            let inner = r.op(dst, 0);
            if r.is_multiword(r.mode(inner)) && !r.is_multiword(r.mode(dst)) {
                uses(f, inner, visit);
            }
        }
        _ => uses(f, dst, visit),
    }
}

/// Visits what is read by what is no operation.
#[inline(never)]
fn other_uses(f: &RtlFunction, x: RtxId, visit: &mut impl FnMut(RefKind, u32, u32, RtxId)) {
    let r = &f.rtx;
    match r.code(x) {
        Code::Reg => visit_reg(f, RefKind::Use, x, visit),
        Code::Set => uses_of_set(f, x, visit),
        Code::Clobber => {
            let dst = r.op(x, 0);
            if r.code(dst) == Code::Mem {
                uses(f, r.op(dst, 0), visit);
            }
        }
        Code::Parallel => {
            let first_asm = recog::asm_operands(r, x);
            for (i, &item) in r.items(x).iter().enumerate() {
                // The operands of an asm are shared by all its outputs.
                if i > 0 && first_asm.is_some() && r.code(item) == Code::Set {
                    let dst = r.op(item, 0);
                    if r.code(dst) == Code::Mem {
                        uses(f, dst, visit);
                    }
                } else {
                    uses(f, item, visit);
                }
            }
        }
        _ => r.each_op(x, &mut |op| uses(f, op, visit)),
    }
}

/// Visits what an insn writes.
#[inline]
fn defs(
    f: &RtlFunction,
    pattern: RtxId,
    early: bool,
    visit: &mut impl FnMut(RefKind, u32, u32, RtxId),
) {
    match f.rtx.code(pattern) {
        Code::Set if matches!(f.rtx.op(pattern, 0).leaf(), Leaf::Reg(_)) => {
            let kind = if early { RefKind::EarlyDef } else { RefKind::Def };
            visit_reg(f, kind, f.rtx.op(pattern, 0), visit);
        }
        Code::Set | Code::Clobber => written(f, pattern, early, visit),
        Code::Parallel => {
            for &item in f.rtx.items(pattern) {
                if matches!(f.rtx.code(item), Code::Set | Code::Clobber) {
                    written(f, item, early, visit);
                }
            }
        }
        _ => {}
    }
}

/// Visits what a `set` or a `clobber` writes.
fn written(
    f: &RtlFunction,
    x: RtxId,
    early: bool,
    visit: &mut impl FnMut(RefKind, u32, u32, RtxId),
) {
    let r = &f.rtx;
    let mut dst = r.op(x, 0);
    if r.code(dst) == Code::Subreg {
        dst = r.op(dst, 0);
    }
    if r.code(dst) == Code::Reg {
        // A scratch register is written before the inputs are read.
        let kind = match r.code(x) {
            Code::Clobber if !f.insn_is_call_pattern(x) => RefKind::Clobber,
            _ if early => RefKind::EarlyDef,
            _ => RefKind::Def,
        };
        visit_reg(f, kind, dst, visit);
    }
}

impl RtlFunction {
    /// Whether a clobber is the return address of a call rather than a scratch register.
    fn insn_is_call_pattern(&self, clobber: RtxId) -> bool {
        self.rtx.as_reg(self.rtx.op(clobber, 0)) == Some(crate::machine::target::RETURN_ADDR_REGNUM)
    }
}

/// Whether the insn does more than set registers: stores, calls, jumps, volatile reads, `asm volatile`.
pub fn has_side_effects(f: &RtlFunction, id: InsnId) -> bool {
    let insn = f.insn(id);
    if insn.kind != InsnKind::Insn {
        return true;
    }
    let r = &f.rtx;
    let mut effects = false;
    r.walk(insn.pattern, &mut |x| {
        match r.code(x) {
            Code::Set => {
                let mut dst = r.op(x, 0);
                if r.code(dst) == Code::Subreg {
                    dst = r.op(dst, 0);
                }
                effects |= r.code(dst) != Code::Reg
                    || (r.regno(dst) < 66 && !matches!(r.regno(dst), 5..=63 | 1));
            }
            Code::UnspecVolatile | Code::TrapIf | Code::Use => effects = true,
            Code::Mem | Code::AsmOperands => effects |= r.flags(x) & crate::rtl::rtx::flag::V != 0,
            Code::Clobber => effects |= r.code(r.op(x, 0)) == Code::Mem,
            _ => {}
        }
        !effects
    });
    effects || r.code(insn.pattern) == Code::ConstInt
}
