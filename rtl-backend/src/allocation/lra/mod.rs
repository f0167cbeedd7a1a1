//! Reload without optimisation, as the local register allocator of GCC does it, in rounds that its dump tells of.
//!
//! ```text
//!          alt=0,overall=9,losers=1,rld_nregs=1
//!          Choosing alt 0 in insn 12:  (0) =r  (1) r  (2) r {adddi3}
//!       Creating newreg=81, assigning class GR_REGS to r81
//!    12: r78:DI=r81:DI+frame:DI
//!     Inserting insn reload before:
//!    25: r81:DI=r77:DI-0x10
//! ```
//! Of each insn the cheapest alternative is chosen ([`alternatives`]) by what the machine description says of its operands
//! ([`constraints`]). An operand that is no register where there has to be one is made in a new pseudo before the insn;
//! these get what is free there. Insns whose results nobody reads go ([`live_ranges`]). The frame's registers are replaced
//! at the end ([`eliminate`]).
//!
//! This is for functions all of whose pseudos have got registers, and whose frame is within reach of offsets. Of others
//! [`run`] makes nothing, and [`super::reload`] spills.

mod alternatives;
mod constraints;
mod eliminate;
mod live_ranges;
mod report;

pub(super) use report::print_rescans;

use dumps::putln;
use smallvec::SmallVec;
use std::fmt::Write;

use crate::allocation::ira::{Allocation, Place};
use crate::allocation::notes;
use crate::machine::recog;
use crate::machine::target::frame;
use crate::machine::target::{RETURN_ADDR_REGNUM, is_eliminable};
use crate::rtl::code::Code;
use crate::rtl::df::RefKind;
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, RtlFunction};
use crate::rtl::insn_table::traits;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxId, flag};
use crate::state::RtlContext;
use alternatives::{Choice, Chooser, MAX_OPERANDS, print_choice};
use constraints::{Class, Known, Letters, Operand, is_simple_copy, never_given};
use report::References;

/// Which alternative an insn has where none has been chosen.
const UNKNOWN: i32 = -1;
/// Of a copy that needs no reload whatever the alternatives.
const SIMPLE: i32 = -2;

type Operands<'a> = SmallVec<[Operand<'a>; 8]>;

/// An insn that makes an operand of another one.
struct Reload {
    /// The number of the other.
    index: u32,
    insn: InsnId,
    /// What it sets, and how often that is referred to.
    reg: u32,
    alternative: i32,
}

struct Lra<'a> {
    allocation: &'a Allocation,
    /// The places of all pseudos, those made for reloads included.
    places: Vec<Place>,
    /// The first of those.
    first_new: u32,
    pic: bool,
    /// By the insns' numbers.
    alternatives: Vec<i32>,
    /// In the order of the insns they are for.
    reloads: Vec<Reload>,
}

/// Reloads the function, if it is one for this; the insns that may be copies of a register to itself. `assign` gives all
/// pseudos their places.
pub(super) fn run(
    f: &mut RtlFunction,
    allocation: &Allocation,
    cx: &mut RtlContext,
    assign: impl FnOnce(&mut RtlFunction, &[Place]),
) -> Option<Vec<InsnId>> {
    if allocation.places.contains(&Place::Memory) {
        return None;
    }
    let mut lra = Lra::new(f, allocation, cx.unit.options.pic);
    let insns = &allocation.live.insns;
    frame::layout(f, lra.written(f));
    let in_frame = eliminate::near_references(f, insns)?;
    if !lra.asms_fit(f) {
        return None;
    }
    let mut out = cx.dump.as_deref_mut();
    let shown = out.is_some();
    let sums = eliminate::update_offsets(f, insns, &in_frame, shown);
    let mut references = out.is_some().then(|| References::of(f));
    if out.is_some() {
        notes::add(f, &allocation.live);
    }
    lra.local(f, &sums, references.as_mut(), out.as_deref_mut());
    if out.is_some() {
        notes::remove(f);
    }
    lra.live_ranges(f, references.as_mut(), out.as_deref_mut());
    lra.assign(f, out.as_deref_mut());
    if let (Some(out), Some(references)) = (out, references) {
        report::heading("Undoing inheritance", 1, out);
        report::heading("Local", 2, out);
        eliminate::print_spilling(f, out);
        eliminate::print_spilling(f, out);
        eliminate::print_table(f, true, out);
        references.print(out);
    }
    assign(f, &lra.places);
    for reload in &lra.reloads {
        recog::recog_insn(f, reload.insn);
    }
    let of_holders = in_frame.iter().map(|(index, _)| *index).filter(|_| shown);
    for index in of_holders.chain(sums) {
        eliminate::replace(f, insns.insn(index));
    }
    // Insns share references, and the first that does may be gone by now.
    for at in (0..insns.len()).filter(|_| shown).map(|index| insns.insn(index)) {
        if eliminate::refers(f, at) {
            eliminate::replace(f, at);
        }
    }
    let is_copy = |&index: &u32| insns.has(index, traits::COPY | traits::FIRST_FRAME_REF);
    Some((0..insns.len()).filter(is_copy).map(|index| insns.insn(index)).collect())
}

impl<'a> Lra<'a> {
    fn new(f: &RtlFunction, allocation: &'a Allocation, pic: bool) -> Lra<'a> {
        Lra {
            allocation,
            places: allocation.places.clone(),
            first_new: f.num_regs(),
            pic,
            alternatives: vec![UNKNOWN; allocation.live.insns.len() as usize],
            reloads: Vec::new(),
        }
    }

    /// The insns that make operands of this one.
    fn reloads_for(&self, index: u32) -> &[Reload] {
        let first = self.reloads.partition_point(|reload| reload.index < index);
        let after = self.reloads.partition_point(|reload| reload.index <= index);
        &self.reloads[first..after]
    }

    /// The hard registers that the function writes, a bit each.
    fn written(&self, f: &RtlFunction) -> u64 {
        let insns = &self.allocation.live.insns;
        let mut written = 0;
        for index in 0..insns.len() {
            let defs = insns.refs(index).iter().filter(|entry| entry.kind() != RefKind::Use);
            for reg in defs.flat_map(|entry| entry.regs()) {
                written |= self.hard(reg).filter(|&hard| hard < 64).map_or(0, |hard| 1 << hard);
            }
            if insns.has(index, traits::CALL) {
                let is_tail_call = u16::from(f.insn(insns.insn(index)).flags) & flag::J != 0;
                written |= if is_tail_call { 0 } else { 1 << RETURN_ADDR_REGNUM };
            }
        }
        written
    }

    fn hard(&self, reg: u32) -> Option<u32> {
        match self.places.get(reg as usize) {
            _ if reg < FIRST_PSEUDO => Some(reg),
            Some(&Place::Hard(hard)) => Some(u32::from(hard)),
            _ => None,
        }
    }

    fn known<'f>(&self, f: &'f RtlFunction) -> Known<'f> {
        let kept = never_given(eliminate::base(f));
        Known { f, kept, pic: self.pic, first_new: self.first_new }
    }

    /// An operand as the alternatives see it.
    fn operand<'t>(
        &self,
        f: &RtlFunction,
        x: RtxId,
        mode: Mode,
        letters: Letters<'t>,
    ) -> Operand<'t> {
        let inner = if f.rtx.code(x) == Code::Subreg { f.rtx.op(x, 0) } else { x };
        let base = eliminate::base(f);
        let register = f.rtx.as_reg(inner).map(|reg| match reg {
            reg if is_eliminable(reg) => base,
            reg => reg,
        });
        let hard = register.and_then(|reg| self.hard(reg));
        let own = f.rtx.mode(x);
        let mode = if own == Mode::VOID { mode } else { own };
        Operand { x, letters, kind: letters.kind(), mode, reg: register, hard }
    }

    /// The operands of an insn in GCC's order; none if nothing is said of them.
    fn operands<'f>(&self, f: &'f RtlFunction, at: InsnId) -> Operands<'f> {
        let insn = f.insn(at);
        if insn.icode < 0 {
            return self.asm_operands(f, at);
        }
        let description = recog::insn(insn.icode);
        if description.constraints.is_empty() {
            return Operands::new();
        }
        let Some(all) = recog::operands_of(insn.icode, &f.rtx, insn.pattern) else {
            return self.sum_operands(f, at);
        };
        let first = f.rtx.mode(all[0]);
        let rows = description.constraints.iter();
        rows.map(|row| {
            let letters = Letters::Table(row.alternatives);
            self.operand(f, all[row.operand as usize], first, letters)
        })
        .collect()
    }

    /// Those of an insn that has got a sum for an operand.
    fn sum_operands<'f>(&self, f: &'f RtlFunction, at: InsnId) -> Operands<'f> {
        let pattern = f.insn(at).pattern;
        let rows = recog::insn(f.insn(at).icode).constraints;
        let (to, sum) = (f.rtx.op(pattern, 0), f.rtx.op(pattern, 1));
        let all = [to, f.rtx.op(sum, 0), f.rtx.op(sum, 1)];
        let all = all.into_iter().zip(rows);
        all.map(|(x, row)| self.operand(f, x, f.rtx.word(), Letters::Table(row.alternatives)))
            .collect()
    }

    fn asm_operands<'f>(&self, f: &'f RtlFunction, at: InsnId) -> Operands<'f> {
        let Some(asm) = recog::asm_operands(&f.rtx, f.insn(at).pattern) else {
            return Operands::new();
        };
        let info = f.rtx.asm_info(asm);
        let outputs = info.results.iter().zip(&info.outputs);
        let inputs = info.operands.iter().zip(&info.inputs);
        let word = f.rtx.word();
        let rows = outputs.chain(inputs);
        rows.map(|(&x, letters)| self.operand(f, x, word, Letters::Text(letters))).collect()
    }

    /// Whether every `asm` takes its operands as they are.
    fn asms_fit(&self, f: &RtlFunction) -> bool {
        let insns = &self.allocation.live.insns;
        let all = (0..insns.len()).filter(|&index| !insns.has(index, traits::RECOGNIZED));
        all.map(|index| insns.insn(index)).all(|at| {
            let mut operands = self.asm_operands(f, at);
            let count = operands.len();
            if count > MAX_OPERANDS {
                return false;
            }
            let choice = Chooser::new(self.known(f), None, None).choose(&mut operands);
            count == 0 || choice.is_some_and(|choice| choice.wins.count_ones() as usize == count)
        })
    }

    /// The first round: chooses alternatives, and makes what operands have to be made.
    fn local(
        &mut self,
        f: &mut RtlFunction,
        sums: &[u32],
        mut references: Option<&mut References>,
        mut out: Option<&mut String>,
    ) {
        if let Some(out) = out.as_deref_mut() {
            report::heading("Local", 1, out);
            eliminate::print_spilling(f, out);
            eliminate::print_table(f, false, out);
        }
        let insns = &self.allocation.live.insns;
        let mut sums = sums.iter().copied().peekable();
        for index in 0..insns.len() {
            let has_sum = sums.next_if_eq(&index).is_some();
            if !has_sum && out.is_none() {
                // The allocator has given registers that fit.
                continue;
            }
            let at = insns.insn(index);
            let (alternative, choice) = self.choose(f, at, out.as_deref_mut());
            self.alternatives[index as usize] = alternative;
            if has_sum && choice.is_some_and(|choice| choice.wins >> 1 & 1 == 0) {
                self.reload_sum(f, index, references.as_deref_mut(), out.as_deref_mut());
            }
        }
        if let Some(out) = out {
            eliminate::print_spilling(f, out);
        }
    }

    /// Chooses an alternative of an insn, and says which.
    fn choose(
        &self,
        f: &RtlFunction,
        at: InsnId,
        mut out: Option<&mut String>,
    ) -> (i32, Option<Choice>) {
        let set = f.single_set(at);
        let known = self.known(f);
        if let Some(set) = set
            && f.insn(at).kind == InsnKind::Insn
        {
            let class = |x: RtxId| {
                let letters = Letters::Table(&[]);
                // A word of a pseudo is a part of it.
                let reg = f.rtx.as_reg(x).filter(|reg| !f.word_of.contains_key(reg));
                let operand = reg.is_some().then(|| self.operand(f, x, f.rtx.mode(x), letters));
                operand.map_or(Class::None, |operand| known.class_of(&operand))
            };
            let (to, from) = (f.rtx.op(set, 0), f.rtx.op(set, 1));
            if is_simple_copy(f, f.rtx.mode(from), class(from), class(to)) {
                return (SIMPLE, None);
            }
        }
        let mut operands = self.operands(f, at);
        if operands.is_empty() {
            return (UNKNOWN, None);
        }
        let copied = set.map(|set| f.rtx.op(set, 1));
        let chooser = Chooser::new(known, out.as_deref_mut(), copied);
        let Some(choice) = chooser.choose(&mut operands) else { return (UNKNOWN, None) };
        if let Some(out) = out {
            let icode = f.insn(at).icode;
            let name = (icode >= 0).then(|| recog::insn(icode).name);
            print_choice(&choice, &operands, (at.0, name), out);
        }
        (choice.alternative as i32, Some(choice))
    }

    /// Makes the first operand of a sum with the frame in a register of its own.
    fn reload_sum(
        &mut self,
        f: &mut RtlFunction,
        index: u32,
        references: Option<&mut References>,
        mut out: Option<&mut String>,
    ) {
        // GCC has made two by now that nothing refers to.
        const SPARE: u32 = 2;
        let word = f.rtx.word();
        while f.num_regs() < self.first_new + SPARE {
            f.new_reg(word);
        }
        let at = self.allocation.live.insns.insn(index);
        let sum = f.rtx.op(f.insn(at).pattern, 1);
        let value = f.rtx.op(sum, 0);
        if let Some(references) = references
            && let Some(reg) = f.rtx.as_reg(f.rtx.op(value, 0))
        {
            references.forget_use(reg, at);
        }
        let new = f.new_reg(word);
        let reg = f.rtx.regno(new);
        f.rtx.set_op(sum, 0, new);
        let pattern = f.rtx.gen_set(new, value);
        let insn = f.emit_insn_before(pattern, at);
        recog::recog_insn(f, insn);
        if let Some(out) = out.as_deref_mut() {
            let class = Class::General.name();
            putln!(out, "      Creating newreg={reg}, assigning class {class} to r{reg}");
            crate::rtl::slim::print_insn(f, at, out);
            out.push_str("    Inserting insn reload before:\n");
            crate::rtl::slim::print_insn(f, insn, out);
            out.push('\n');
        }
        self.places.resize(f.num_regs() as usize, Place::Unused);
        let (alternative, _) = self.choose(f, insn, out);
        self.reloads.push(Reload { index, insn, reg, alternative });
    }

    /// Tells where pseudos are live, and deletes the insns that set what nobody reads.
    fn live_ranges(
        &self,
        f: &mut RtlFunction,
        mut references: Option<&mut References>,
        mut out: Option<&mut String>,
    ) {
        if let Some(out) = out.as_deref_mut() {
            report::heading("Inheritance", 1, out);
            report::print_extended_blocks(f, out);
            report::heading("Pseudo live ranges", 1, out);
        }
        let has_pseudos = self.places.iter().any(|&place| place != Place::Unused);
        if !has_pseudos {
            return;
        }
        let dead = match out {
            Some(out) => live_ranges::walk(f, self, out),
            None => live_ranges::walk_around(f, self, &self.unread(f)),
        };
        for at in dead {
            if let Some(references) = references.as_deref_mut() {
                references.forget(at);
            }
            f.delete_insn(at);
        }
    }

    /// The insns, by their numbers, that set a pseudo that is not live after them.
    fn unread(&self, f: &RtlFunction) -> Vec<u32> {
        let live = &self.allocation.live;
        let sets_unread = |&index: &u32| {
            let mut refs = live.insns.refs(index).iter();
            let found = refs.any(|entry| {
                let reg = entry.reg();
                entry.kind() == RefKind::Def
                    && reg >= FIRST_PSEUDO
                    && !live.is_live_at(reg, 2 * index + 2)
            });
            found && f.single_set(live.insns.insn(index)).is_some()
        };
        (0..live.insns.len()).filter(sets_unread).collect()
    }

    /// Gives the pseudos made for reloads registers.
    fn assign(&mut self, f: &RtlFunction, mut out: Option<&mut String>) {
        if let Some(out) = out.as_deref_mut() {
            report::heading("Assignment", 1, out);
        }
        // Each is written once and read once.
        let often = 2 * 1000;
        for reload in &self.reloads {
            let reg = reload.reg;
            let at = self.allocation.live.insns.insn(reload.index);
            let value = f.rtx.op(f.insn(reload.insn).pattern, 1);
            let from = f.rtx.as_reg(f.rtx.op(value, 0)).and_then(|reg| self.hard(reg));
            let to = f.rtx.as_reg(f.rtx.op(f.insn(at).pattern, 0)).and_then(|reg| self.hard(reg));
            let (from, to) = (from.unwrap_or(0), to.unwrap_or(0));
            let free = self.allocation.free_before(reload.index, from, to);
            let hard = free.or(self.allocation.scratch.gpr.map(|scratch| scratch[2]));
            let hard = hard.unwrap_or(crate::machine::target::PROLOGUE_TEMP_REGNUM);
            self.places[reg as usize] = Place::Hard(hard as u8);
            if let Some(out) = out.as_deref_mut() {
                let class = Class::General.name();
                putln!(
                    out,
                    "\t Assigning to {reg} (cl={class}, orig={reg}, freq={often}, tfirst={reg}, tfreq={often})..."
                );
                putln!(out, "\t   Assign {hard} to reload r{reg} (freq={often})");
            }
        }
    }
}
