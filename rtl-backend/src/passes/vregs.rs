//! `vregs`: virtual registers become frame and argument pointer, and every insn is recognised.
//!
//! ```text
//! (insn 7 4 8 2 (set (mem/c:SI (plus:DI (reg/f:DI 67 virtual-stack-vars) (const_int -4))) (reg:SI 72)) -1
//! ⇒
//! (insn 7 4 8 2 (set (mem/c:SI (plus:DI (reg/f:DI 65 frame) (const_int -4))) (reg:SI 72)) 136 {*movsi_internal}
//! ```
//! All references to a register share its entry, so that one store each replaces them.

use crate::machine::recog::recog_insn;
use crate::machine::target::STACK_POINTER_REGNUM;
use crate::machine::target::frame::REAL_REGISTERS;
use crate::rtl::code::Code;
use crate::rtl::function::{InsnKind, RtlFunction, VIRTUAL_STACK_DYNAMIC};
use crate::state::{self, RtlContext};
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};

/// `vregs` for the pass table.
pub const PASS: Pass = Pass::rtl("vregs", execute).requires(Prop::RTL);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| {
        run(&mut state.rtl, rtl);
        state.recognized = true;
    })
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, cx: &mut RtlContext) {
    f.decide_on_frame_pointer(cx.unit.options.omit_frame_pointer);
    // The outgoing arguments stay at the bottom of the stack; what alloca gives starts above them.
    let outgoing = f.frame.outgoing_args;
    if f.frame.calls_alloca {
        replace_dynamic(f, outgoing);
    }
    for (virtual_reg, real) in REAL_REGISTERS {
        f.rtx.regs.replace(virtual_reg, real);
    }
    let mut at = f.first;
    while at.exists() {
        if f.is_real(at) && !recog_insn(f, at) {
            let mut text = String::new();
            crate::rtl::print::print_insn(f, at, &mut text);
            panic!("vregs: unrecognizable insn in {}: {text}", f.name);
        }
        at = f.next(at);
    }
}

/// `(set x virtual-stack-dynamic)` becomes `(set x (plus sp outgoing))`.
fn replace_dynamic(f: &mut RtlFunction, outgoing: i64) {
    let sp = f.reg(STACK_POINTER_REGNUM);
    let dynamic = f.reg(VIRTUAL_STACK_DYNAMIC);
    let offset = f.rtx.const_int(outgoing);
    let mut at = f.first;
    while at.exists() {
        let pattern = f.insn(at).pattern;
        if f.insn(at).kind == InsnKind::Insn
            && f.rtx.code(pattern) == Code::Set
            && f.rtx.op(pattern, 1) == dynamic
        {
            let word = f.rtx.word();
            let sum = f.rtx.gen_binary(Code::Plus, word, sp, offset);
            f.rtx.set_op(pattern, 1, sum);
        }
        at = f.next(at);
    }
}
