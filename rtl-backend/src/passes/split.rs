//! `split5`, without optimisation: extensions of registers become the shifts they are.
//!
//! ```text
//! (set (reg:DI 15 a5) (sign_extend:DI (reg:HI 14 a4)))
//! ⇒
//! (set (reg:SI 15 a5) (ashift:SI (reg:SI 14 a4) (const_int 16)))
//! (set (reg:SI 15 a5) (ashiftrt:SI (reg:SI 15 a5) (const_int 16)))
//! ```

use crate::machine::recog::{self, recog_insn};
use crate::machine::target::DESCRIPTION_FILE;
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, RtlFunction};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use crate::state::{self, RtlContext};
use dumps::putln;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo, not_optimizing};
use std::fmt::Write;

/// `split5` for the pass table.
pub const PASS: Pass = Pass::rtl("split5", execute)
    .gate(not_optimizing)
    .requires(Prop::RTL)
    .follows(&[("reload", "operands that are not in memory are registers")]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| run(&mut state.rtl, rtl))
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, cx: &mut RtlContext) {
    let mut at = f.first;
    while at.exists() {
        let next = f.next(at);
        if f.insn(at).kind == InsnKind::Insn
            && is_several(f, at)
            && let Some(shifts) = shifts_of(f, f.insn(at).pattern)
        {
            if let Some(out) = cx.dump.as_deref_mut() {
                let (number, line) = shifts.splitter;
                putln!(out, "Splitting with gen_split_{number} ({DESCRIPTION_FILE}:{line})");
                (0..2).for_each(|_| putln!(out, "deleting insn with uid = {}.", at.0));
            }
            split(f, at, &shifts);
        }
        at = next;
    }
}

/// Whether an insn is of several instructions.
fn is_several(f: &RtlFunction, at: InsnId) -> bool {
    let icode = f.insn(at).icode;
    icode >= 0 && recog::insn(icode).length > 4
}

/// What an extension is made of: the shift back, the mode of both, how far, the hard registers. And what splits it in GCC: a
/// number and a line of the description.
struct Shifts {
    splitter: (u32, u32),
    back: Code,
    mode: Mode,
    count: i64,
    to: RtxId,
    from: RtxId,
}

fn shifts_of(f: &RtlFunction, pattern: RtxId) -> Option<Shifts> {
    let r = &f.rtx;
    if r.code(pattern) != Code::Set {
        return None;
    }
    let (dst, src) = (r.op(pattern, 0), r.op(pattern, 1));
    let signed = match r.code(src) {
        Code::SignExtend => true,
        Code::ZeroExtend => false,
        _ => return None,
    };
    let from = r.op(src, 0);
    let (to, from) = (r.as_reg(dst)?, r.as_reg(from).map(|_| from)?);
    debug_assert!(to < 64);
    let (back, mode) = match (r.mode(from), signed) {
        (Mode::QI | Mode::HI, true) => (Code::Ashiftrt, Mode::SI),
        (Mode::HI | Mode::SI, false) => (Code::Lshiftrt, r.word()),
        _ => return None,
    };
    let count = 8 * (mode.size() as i64 - r.mode(from).size() as i64);
    let splitter = match (r.mode(from), signed, r.mode(dst)) {
        (Mode::SI, ..) => (1, 1312),
        (_, false, Mode::SI) => (2, 1337),
        (_, false, _) => (3, 1337),
        (Mode::QI, true, Mode::HI) => (4, 1393),
        (Mode::QI, true, Mode::SI) => (5, 1393),
        (Mode::QI, true, _) => (6, 1393),
        (_, true, Mode::SI) => (8, 1393),
        (_, true, _) => (9, 1393),
    };
    Some(Shifts { splitter, back, mode, count, to: dst, from })
}

fn split(f: &mut RtlFunction, at: InsnId, shifts: &Shifts) {
    let Shifts { back, mode, count, to, from, .. } = *shifts;
    let in_mode = |f: &mut RtlFunction, x: RtxId| {
        if f.rtx.mode(x) == mode {
            return x;
        }
        let mut node = f.rtx.node(x);
        node.mode = mode;
        f.rtx.push(node)
    };
    let (to, from, count) = (in_mode(f, to), in_mode(f, from), f.rtx.const_int(count));
    let up = f.rtx.gen_binary(Code::Ashift, mode, from, count);
    let first = f.rtx.gen_set(to, up);
    let first = f.emit_insn_before(first, at);
    let down = f.rtx.gen_binary(back, mode, to, count);
    let pattern = f.rtx.gen_set(to, down);
    let second = f.emit_insn_before(pattern, at);
    f.unlink(at);
    for insn in [first, second] {
        recog_insn(f, insn);
    }
}
