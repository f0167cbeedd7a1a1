//! The verifier of RTL: what must hold of a function after every pass, `-fchecking`.
//!
//! The chain is linked both ways. From `vregs` on every insn is one of the machine's, and where it has been recognised,
//! it still matches the pattern it was recognised as: this is what compares the modes of operands and, once registers
//! are hard ones, their classes. Jumps go to labels of the chain, which count them. Control does not run into a barrier.
//! A graph that passes take for that of the chain is. After `reload` only registers are left that the machine has.

use crate::machine::recog;
use crate::machine::target::{NUM_HARD, RegClass};
use crate::rtl::cfg::{Cfg, of_chain};
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, NoteKind, RtlFunction};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use rustc_hash::FxHashSet;

/// Checks a function, whose insns have to be the machine's if `vregs` has run.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(f: &RtlFunction, after_vregs: bool) -> Result<(), String> {
    let mut chain = FxHashSet::default();
    links(f, &mut chain)?;
    graph(f)?;
    chain.extend(f.parked.iter().flat_map(|parked| parked.between()));
    for at in f.chain() {
        let wrong = match f.insn(at).kind {
            InsnKind::Insn | InsnKind::Jump | InsnKind::Call => {
                recognized(f, at, after_vregs).or_else(|| modes(f, at)).or_else(|| registers(f, at))
            }
            InsnKind::Barrier => barrier(f, at),
            InsnKind::Label | InsnKind::JumpTable | InsnKind::Note(_) => None,
        };
        let wrong = wrong.or_else(|| jump(f, at, &chain));
        if let Some(what) = wrong {
            let mut text = String::new();
            crate::rtl::print::print_insn(f, at, &mut text);
            return Err(format!("{what}: {text}"));
        }
    }
    Ok(())
}

fn links(f: &RtlFunction, chain: &mut FxHashSet<InsnId>) -> Result<(), String> {
    let mut at = f.first;
    while at.exists() {
        let next = f.next(at);
        if next.exists() && f.prev(next) != at {
            return Err(format!("insn {} does not link back to {}", next.0, at.0));
        }
        if !next.exists() && f.last != at {
            return Err(format!("the chain ends at {}, not at {}", at.0, f.last.0));
        }
        if !chain.insert(at) {
            return Err(format!("insn {} is in the chain twice", at.0));
        }
        at = next;
    }
    Ok(())
}

/// A graph that is taken for that of the chain is.
fn graph(f: &RtlFunction) -> Result<(), String> {
    if !f.graph_is_current || f.parked.is_some() {
        return Ok(());
    }
    let ends = |cfg: &Cfg| -> Vec<(InsnId, InsnId)> {
        cfg.blocks.iter().map(|block| (block.head, block.end)).collect()
    };
    let edges = |cfg: &Cfg| -> Vec<(u32, u32, bool, u32)> {
        let edges = cfg.edges.iter();
        edges.map(|edge| (edge.src, edge.dst, edge.fallthru, edge.probability)).collect()
    };
    let found = of_chain(f).ok_or("blocks do not stand in order")?;
    if ends(&f.cfg) != ends(&found) || edges(&f.cfg) != edges(&found) {
        return Err("the graph is not that of the chain".to_string());
    }
    Ok(())
}

/// Every insn matches the pattern it carries, or some pattern where it carries none yet.
fn recognized(f: &RtlFunction, at: InsnId, after_vregs: bool) -> Option<String> {
    let insn = f.insn(at);
    if recog::is_unnumbered(&f.rtx, insn.pattern) {
        return None;
    }
    if insn.icode < 0 {
        let known = !after_vregs || recog::recog(&f.rtx, insn.pattern).is_some();
        return (!known).then(|| "the machine has no such insn".to_string());
    }
    let matches = recog::operands_of(insn.icode, &f.rtx, insn.pattern).is_some();
    (!matches).then(|| format!("no longer matches ‘{}’", recog::insn(insn.icode).name))
}

/// Both sides of a set have one mode (the results of one `asm` share its node, and have modes of their own), and what calculates with two operands has them of its own.
fn modes(f: &RtlFunction, at: InsnId) -> Option<String> {
    let r = &f.rtx;
    let mut wrong = None;
    r.walk(f.insn(at).pattern, &mut |x| {
        let own = match r.code(x) {
            Code::Set if r.code(r.op(x, 1)) == Code::AsmOperands => return true,
            Code::Set => r.mode(r.op(x, 0)),
            Code::Plus | Code::Minus | Code::Mult | Code::And | Code::Ior | Code::Xor => r.mode(x),
            _ => return true,
        };
        let operands = if r.code(x) == Code::Set { 1..2 } else { 0..2 };
        for index in operands {
            let mode = r.mode(r.op(x, index));
            if mode != own && own != Mode::VOID && mode != Mode::VOID {
                wrong = Some(format!("an operand of mode {mode:?} where {own:?} is wanted"));
            }
        }
        true
    });
    wrong
}

/// After `reload` every register is one the machine has, a pair within one class.
fn registers(f: &RtlFunction, at: InsnId) -> Option<String> {
    if !f.reload_completed {
        return None;
    }
    let mut wrong = None;
    f.rtx.walk(f.insn(at).pattern, &mut |x: RtxId| {
        if f.rtx.code(x) == Code::Reg {
            let first = f.rtx.regno(x);
            let last = first + u32::from(f.rtx.is_multiword(f.rtx.mode(x)));
            if last as usize >= NUM_HARD {
                wrong = Some(format!("register {first} after reload"));
            } else if RegClass::of_hard(first) != RegClass::of_hard(last) {
                wrong = Some(format!("a pair of registers from {first} on"));
            }
        }
        true
    });
    wrong
}

/// A jump's label is in the chain, and counts its jumps.
fn jump(f: &RtlFunction, at: InsnId, chain: &FxHashSet<InsnId>) -> Option<String> {
    if f.insn(at).kind != InsnKind::Jump {
        return None;
    }
    let target = f.jump_target(at);
    if !target.exists() {
        return None;
    }
    if !chain.contains(&target) || f.insn(target).kind != InsnKind::Label {
        return Some(format!("jumps to {}, which is no label of the chain", target.0));
    }
    (f.label_uses(target) == 0).then(|| format!("jumps to {}, which nothing uses", target.0))
}

/// What stands before a barrier does not go on. Of a block with nothing but a barrier in it, which is what
/// `__builtin_unreachable ()` leaves, nothing is known: whatever leads there is never taken.
fn barrier(f: &RtlFunction, at: InsnId) -> Option<String> {
    let mut before = f.prev(at);
    while before.exists() && matches!(f.insn(before).kind, InsnKind::Note(_)) {
        if f.insn(before).kind == InsnKind::Note(NoteKind::BasicBlock) {
            return None;
        }
        before = f.prev(before);
    }
    if !before.exists() {
        return None;
    }
    let runs_into = match f.insn(before).kind {
        InsnKind::Label => f.label_uses(before) > 0,
        _ => false,
    };
    runs_into.then(|| format!("control runs into it from {}", before.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::recog::recog_insn;
    use crate::rtl::function::LocId;

    /// A function that adds two registers.
    fn adding() -> (RtlFunction, InsnId) {
        let mut f = RtlFunction::new("f", 1);
        let (a, b) = (f.reg(10), f.reg(11));
        let sum = f.rtx.gen_binary(Code::Plus, Mode::DI, a, b);
        let set = f.rtx.gen_set(a, sum);
        let at = f.make_insn(InsnKind::Insn, set, LocId::UNKNOWN);
        f.link_after(at, f.last);
        assert!(recog_insn(&mut f, at));
        (f, at)
    }

    #[test]
    fn what_the_machine_has_is_right() {
        assert_eq!(verify(&adding().0, true), Ok(()));
    }

    #[test]
    fn an_insn_that_was_changed_is_found() {
        let (mut f, at) = adding();
        let pattern = f.insn(at).pattern;
        let number = f.rtx.const_int(1 << 40);
        let sum = f.rtx.op(pattern, 1);
        f.rtx.set_op(sum, 1, number);
        let wrong = verify(&f, true).expect_err("no such immediate");
        assert!(wrong.starts_with("no longer matches ‘"), "{wrong}");
        f.insn_mut(at).icode = crate::rtl::function::UNRECOGNIZED;
        let wrong = verify(&f, true).expect_err("no such insn");
        assert!(wrong.starts_with("the machine has no such insn"), "{wrong}");
        assert_eq!(verify(&f, false), Ok(()));
    }

    #[test]
    fn pseudos_after_reload_and_wrong_modes_are_found() {
        let (mut f, at) = adding();
        let (a, pseudo) = (f.reg(10), f.new_reg(Mode::DI));
        f.insn_mut(at).pattern = f.rtx.gen_set(a, pseudo);
        assert!(recog_insn(&mut f, at));
        assert_eq!(verify(&f, true), Ok(()));
        f.reload_completed = true;
        assert!(verify(&f, true).expect_err("a pseudo").contains("after reload"));
        let (mut f, at) = adding();
        let narrow = f.new_reg(Mode::SI);
        let pattern = f.insn(at).pattern;
        f.rtx.set_op(f.rtx.op(pattern, 1), 1, narrow);
        assert!(verify(&f, true).is_err());
    }
}
