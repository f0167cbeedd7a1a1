//! `ce1`: a branch that only chooses between two numbers that are neighbours becomes a comparison and an addition.
//!
//! ```text
//!     (jump_insn (if_then_else (eq (reg a) 0) L1))
//!     (set (reg x) (const_int 2))                         (set (reg t) (ne (reg a) (const_int 0)))
//!     (jump L2)                                      =>   (set (reg x) (plus (reg t) (const_int 1)))
//! L1: (set (reg x) (const_int 1))
//! L2:
//! ```
//! Of GCC's if-conversion this is `noce_try_store_flag_constants`, with its words.

use super::jump;
use crate::machine::recog::recog_insn;
use crate::machine::target::constants::simm12;
use crate::rtl::cfg::{self, EXIT};
use crate::rtl::code::Code;
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, LocId, NoteKind, RtlFunction};
use crate::rtl::jumps;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use crate::state::{self, RtlContext};
use dumps::{put, putln};
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use std::fmt::Write;

/// `ce1` for the pass table.
pub const PASS: Pass = Pass::rtl("ce1", execute)
    .gate(|options, _| options.optimize > 0 && options.on(Flag::IfConversion))
    .requires(Prop::RTL)
    .follows(&[("cse1", "what is compared and what is chosen are seen as they are")]);

/// A branch around two assignments of numbers to one register.
struct Choice {
    test: u32,
    then: u32,
    /// The block of the other number; none where that is assigned before the branch.
    otherwise: Option<u32>,
    join: u32,
    jump: InsnId,
    /// The assignments where the branch is not taken, and where it is.
    falls: InsnId,
    taken: InsnId,
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| run(&mut state.rtl, rtl))
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, cx: &mut RtlContext) {
    cfg::build_graph(f);
    let (mut searched, mut converted) = (0, 0);
    let mut tests: Vec<u32> = f.cfg.block_ids().collect();
    tests.retain(|&block| f.is_cond_jump(f.cfg.block(block).end));
    for test in tests {
        searched += 1;
        let Some(choice) = find(f, test) else { continue };
        if !convert(f, &choice) {
            continue;
        }
        converted += 1;
        if let Some(out) = cx.dump.as_deref_mut() {
            let (then, join) = (choice.then, choice.join);
            match choice.otherwise {
                Some(otherwise) => put!(
                    out,
                    "\nIF-THEN-ELSE-JOIN block found, pass 1, test {test}, then {then}, else {otherwise}, join {join}\n"
                ),
                None => put!(
                    out,
                    "\nIF-THEN-JOIN block found, pass 1, test {test}, then {then}, join {join}\n"
                ),
            }
            putln!(out, "if-conversion succeeded through noce_try_store_flag_constants");
        }
    }
    if converted > 0 {
        jump::clean_up(f);
    }
    if let Some(out) = cx.dump.as_deref_mut() {
        putln!(out, "\n{searched} possible IF blocks searched.\n{converted} IF blocks converted.");
        putln!(out, "{converted} true changes made.\n");
    }
}

/// The insns of a block.
fn insns(f: &RtlFunction, block: u32) -> Vec<InsnId> {
    f.block_elements(block).filter(|&id| f.is_real(id)).collect()
}

/// The assignment of a number to a pseudo that is all a block does, jumps aside.
fn only_assignment(f: &RtlFunction, block: u32) -> Option<InsnId> {
    let all = insns(f, block);
    let (&first, rest) = all.split_first()?;
    let plain = rest.iter().all(|&id| f.is_simple_jump(id)) && rest.len() < 2;
    (plain && assigned(f, first).is_some()).then_some(first)
}

/// The pseudo that an insn assigns a number to, and the number.
fn assigned(f: &RtlFunction, id: InsnId) -> Option<(RtxId, i64)> {
    let insn = f.insn(id);
    let r = &f.rtx;
    if insn.kind != InsnKind::Insn || r.code(insn.pattern) != Code::Set {
        return None;
    }
    let (dst, src) = (r.op(insn.pattern, 0), r.op(insn.pattern, 1));
    let pseudo = r.as_reg(dst).is_some_and(|reg| reg >= FIRST_PSEUDO) && r.mode(dst) == r.word();
    Some((dst, r.as_int(src)?)).filter(|_| pseudo)
}

fn find(f: &RtlFunction, test: u32) -> Option<Choice> {
    let jump = f.cfg.block(test).end;
    let edges = f.cfg.succ_edges(test);
    let then = edges.iter().find(|edge| edge.fallthru)?.dst;
    let target = edges.iter().find(|edge| !edge.fallthru)?.dst;
    if then == target || then == EXIT || target == EXIT || f.cfg.single_pred(then) != Some(test) {
        return None;
    }
    let falls = only_assignment(f, then)?;
    let join = f.cfg.single_succ(then)?;
    if join == EXIT || join == test {
        return None;
    }
    if join == target {
        let taken = assigned_before(f, test, falls)?;
        return Some(Choice { test, then, otherwise: None, join, jump, falls, taken });
    }
    let both = f.cfg.single_pred(target) == Some(test) && f.cfg.single_succ(target) == Some(join);
    let taken = only_assignment(f, target).filter(|_| both)?;
    Some(Choice { test, then, otherwise: Some(target), join, jump, falls, taken })
}

/// The assignment of a number, before the branch that a block ends with, to the register that another one assigns to; nothing
/// between refers to it.
fn assigned_before(f: &RtlFunction, test: u32, falls: InsnId) -> Option<InsnId> {
    let (register, _) = assigned(f, falls)?;
    for id in insns(f, test).into_iter().rev() {
        if assigned(f, id).is_some_and(|(dst, _)| f.rtx.as_reg(dst) == f.rtx.as_reg(register)) {
            return Some(id);
        }
        let mut mentioned = f.insn(id).kind == InsnKind::Call;
        f.rtx.walk(f.insn(id).pattern, &mut |x| {
            mentioned |= f.rtx.as_reg(x).is_some() && f.rtx.as_reg(x) == f.rtx.as_reg(register);
            true
        });
        if mentioned {
            return None;
        }
    }
    None
}

/// Puts the comparison and the addition in the branch's place, if there are insns for them.
fn convert(f: &mut RtlFunction, choice: &Choice) -> bool {
    let Some((register, falls)) = assigned(f, choice.falls) else { return false };
    let Some((other, taken)) = assigned(f, choice.taken) else { return false };
    if f.rtx.as_reg(register) != f.rtx.as_reg(other) {
        return false;
    }
    let least = falls.min(taken);
    if falls.abs_diff(taken) != 1 || !simm12(least) {
        return false;
    }
    let Some((code, a, b)) = condition(f, choice.jump) else { return false };
    let code = if taken > falls { code } else { code.reverse_condition() };
    let loc = f.insn(choice.falls).loc;
    let before = f.prev(choice.jump);
    let Some(flag) = emit_flag(f, code, a, b, choice.jump, loc) else {
        // What has been tried goes.
        while f.prev(choice.jump) != before {
            let tried = f.prev(choice.jump);
            f.unlink(tried);
        }
        return false;
    };
    let word = f.rtx.word();
    let least = f.rtx.const_int(least);
    let sum = match f.rtx.is_int(least, 0) {
        true => flag,
        false => f.rtx.gen_binary(Code::Plus, word, flag, least),
    };
    emit(f, register, sum, choice.jump, loc);
    forget_binds(f, choice);
    f.delete_insn(choice.falls);
    f.delete_insn(choice.taken);
    jumps::delete_jump(f, choice.jump);
    true
}

/// Of what the two paths have told debuggers nobody knows which holds any more.
fn forget_binds(f: &mut RtlFunction, choice: &Choice) {
    for block in [Some(choice.then), choice.otherwise].into_iter().flatten() {
        for id in binds(f, block) {
            f.insn_mut(id).pattern = RtxId::NONE;
            f.unlink(id);
            f.link_before(id, choice.jump);
            f.insn_mut(id).block = choice.test;
        }
    }
}

/// The binds of a block.
fn binds(f: &RtlFunction, block: u32) -> Vec<InsnId> {
    let mut found: Vec<InsnId> = f.block_elements(block).collect();
    found.retain(|&id| f.insn(id).kind == InsnKind::Note(NoteKind::Bind));
    found
}

/// When a branch is taken.
fn condition(f: &RtlFunction, jump: InsnId) -> Option<(Code, RtxId, RtxId)> {
    let r = &f.rtx;
    let choice = r.op(f.insn(jump).pattern, 1);
    let condition = r.op(choice, 0);
    if r.code(choice) != Code::IfThenElse || !r.code(condition).is_comparison() {
        return None;
    }
    let (a, b) = (r.op(condition, 0), r.op(condition, 1));
    let code = match r.code(r.op(choice, 1)) {
        Code::LabelRef => r.code(condition),
        _ => r.code(condition).reverse_condition(),
    };
    let is_word = |x: RtxId| r.code(x) == Code::Reg && r.mode(x) == r.word();
    (is_word(a) && (is_word(b) || r.as_int(b).is_some())).then_some((code, a, b))
}

fn emit(f: &mut RtlFunction, dst: RtxId, src: RtxId, before: InsnId, loc: LocId) -> bool {
    let pattern = f.rtx.gen_set(dst, src);
    let id = f.make_insn(InsnKind::Insn, pattern, loc);
    f.link_before(id, before);
    f.insn_mut(id).block = f.insn(before).block;
    recog_insn(f, id);
    f.insn(id).icode >= 0
}

/// `a code b` as a number in a register, where one insn compares, after a subtraction perhaps.
fn emit_flag(
    f: &mut RtlFunction,
    code: Code,
    a: RtxId,
    b: RtxId,
    before: InsnId,
    loc: LocId,
) -> Option<RtxId> {
    let word: Mode = f.rtx.word();
    let zero = f.rtx.const_int(0);
    let (a, b) = match code {
        Code::Eq | Code::Ne if !f.rtx.is_int(b, 0) => {
            let difference = f.new_reg(word);
            let value = match f.rtx.as_int(b) {
                Some(number) => {
                    let negated = f.rtx.const_int(number.wrapping_neg());
                    f.rtx.gen_binary(Code::Plus, word, a, negated)
                }
                None => f.rtx.gen_binary(Code::Minus, word, a, b),
            };
            if !emit(f, difference, value, before, loc) {
                return None;
            }
            (difference, zero)
        }
        Code::Eq | Code::Ne | Code::Lt | Code::Ltu | Code::Gt | Code::Gtu => (a, b),
        _ => return None,
    };
    let flag = f.new_reg(word);
    let value = f.rtx.gen_binary(code, word, a, b);
    emit(f, flag, value, before, loc).then_some(flag)
}
