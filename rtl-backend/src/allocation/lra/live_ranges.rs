//! At which points of the function pseudos are live, and the insns that turn out to do nothing.
//!
//! ```text
//!   BB 2
//!    Insn 15: point = 5, n_alt = 0
//!    Insn 14: point = 7, n_alt = 0
//!  r78: [4..5]
//! ```
//! Blocks are walked backwards. A point is counted where a pseudo begins or ceases to be live, before an insn reads its
//! operands or after it has written its results.

use crate::machine::target::is_frame_base;
use dumps::{put, putln};
use std::fmt::Write;

use super::Lra;
use crate::allocation::edge_order::EdgeOrder;
use crate::allocation::report::{Range, compress};
use crate::rtl::code::Code;
use crate::rtl::df::{RefKind, visit_refs};
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, RegNote, RtlFunction};
use crate::rtl::rtx::{RtxId, flag};
use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

/// A reference to a pseudo: the whole, and whether it is to a part of it.
struct Reference {
    kind: RefKind,
    reg: u32,
    part: bool,
}

struct Walk<'a> {
    f: &'a RtlFunction,
    lra: &'a Lra<'a>,
    live: FixedBitSet,
    /// What has become live in the block; some of it is not live any more.
    begun: Vec<u32>,
    ranges: Vec<Vec<Range>>,
    point: u32,
    /// The insns that nobody needs.
    dead: Vec<InsnId>,
}

/// Walks over the function and tells of it. The answer is the insns that nobody needs.
pub(super) fn walk(f: &RtlFunction, lra: &Lra, out: &mut String) -> Vec<InsnId> {
    let mut walk = Walk::new(f, lra);
    let live_in = lra.allocation.live.live_in(f);
    for block in EdgeOrder::new(f).inverted_postorder() {
        putln!(out, "  BB {}", f.shown_block(block));
        for edge in f.cfg.succ_edges(block) {
            for &reg in &live_in[edge.dst as usize] {
                walk.begin(whole(f, reg).0);
            }
        }
        walk.block(block, Some(out));
    }
    walk.print(out);
    walk.dead
}

/// Walks over the blocks of these insns only: in no other is an insn that nobody needs.
pub(super) fn walk_around(f: &RtlFunction, lra: &Lra, indices: &[u32]) -> Vec<InsnId> {
    if indices.is_empty() {
        return Vec::new();
    }
    let mut walk = Walk::new(f, lra);
    let live = &lra.allocation.live;
    let mut last = None;
    for &index in indices {
        let block = f.insn(live.insns.insn(index)).block;
        if last.replace(block) == Some(block) {
            continue;
        }
        let [first, after] = [block, block + 1].map(|b| live.first_insns[b as usize]);
        for reg in (first..after).flat_map(|index| live.insns.refs(index)).map(|entry| entry.reg())
        {
            let is_in = |next: u32| live.is_live_at(reg, 2 * live.first_insns[next as usize]);
            if reg >= FIRST_PSEUDO && f.cfg.succs(block).any(is_in) {
                walk.begin(whole(f, reg).0);
            }
        }
        walk.block(block, None);
    }
    walk.dead
}

impl<'a> Walk<'a> {
    fn new(f: &'a RtlFunction, lra: &'a Lra) -> Walk<'a> {
        let regs = f.num_regs() as usize;
        let live = FixedBitSet::with_capacity(regs);
        let ranges = vec![Vec::new(); regs];
        Walk { f, lra, live, begun: Vec::new(), ranges, point: 0, dead: Vec::new() }
    }

    fn block(&mut self, block: u32, mut out: Option<&mut String>) {
        let lra = self.lra;
        let [first, after] =
            [block, block + 1].map(|b| lra.allocation.live.first_insns[b as usize]);
        for index in (first..after).rev() {
            let at = lra.allocation.live.insns.insn(index);
            self.insn(at, lra.alternatives[index as usize], out.as_deref_mut());
            for made in lra.reloads_for(index).iter().rev() {
                self.insn(made.insn, made.alternative, out.as_deref_mut());
            }
        }
        let mut any = false;
        for reg in std::mem::take(&mut self.begun) {
            any |= self.end(reg);
        }
        self.point += u32::from(any);
    }

    fn insn(&mut self, at: InsnId, alternative: i32, mut out: Option<&mut String>) {
        if let Some(out) = out.as_deref_mut() {
            let point = self.point;
            putln!(out, "   Insn {}: point = {point}, n_alt = {alternative}", at.0);
        }
        let mut refs: Vec<Reference> = Vec::new();
        visit_refs(self.f, at, &mut |kind, reg, _, _| {
            if reg >= FIRST_PSEUDO {
                let (reg, part) = whole(self.f, reg);
                refs.push(Reference { kind, reg, part });
            }
        });
        if self.is_dead(at, &refs) {
            if let Some(out) = out {
                putln!(out, "   Deleting dead insn {0}\ndeleting insn with uid = {0}.", at.0);
            }
            self.dead.push(at);
            return;
        }
        let mut changes = false;
        let defs = || refs.iter().filter(|entry| entry.kind != RefKind::Use);
        for entry in defs() {
            changes |= self.begin(entry.reg);
        }
        let is_early = |entry: &Reference| entry.kind == RefKind::EarlyDef;
        let mut dying: SmallVec<[u32; 4]> = SmallVec::new();
        for entry in defs().filter(|&entry| !entry.part && !is_early(entry)) {
            if self.end(entry.reg) {
                dying.push(entry.reg);
            }
        }
        self.point += u32::from(changes || !dying.is_empty());
        changes = false;
        for entry in refs.iter().filter(|entry| entry.kind == RefKind::Use) {
            // What is read and written goes on.
            changes |= self.begin(entry.reg) && !dying.contains(&entry.reg);
        }
        // What is read and written is live before, however early it is written.
        let is_read =
            |reg: u32| refs.iter().any(|entry| entry.kind == RefKind::Use && entry.reg == reg);
        let early = defs().filter(|&entry| !entry.part && is_early(entry));
        for entry in early.filter(|entry| !is_read(entry.reg)) {
            changes |= self.end(entry.reg);
        }
        self.point += u32::from(changes);
    }

    /// A pseudo is live here and before; whether it was not after.
    fn begin(&mut self, reg: u32) -> bool {
        if self.live.put(reg as usize) {
            return false;
        }
        self.begun.push(reg);
        let (ranges, point) = (&mut self.ranges[reg as usize], self.point);
        let goes_on = ranges.last().is_some_and(|r| r.finish == point || r.finish + 1 == point);
        if !goes_on {
            ranges.push(Range { start: point, finish: point });
        }
        true
    }

    /// A pseudo is not live before this; whether it was after.
    fn end(&mut self, reg: u32) -> bool {
        let was_live = self.live.contains(reg as usize);
        if was_live {
            self.live.set(reg as usize, false);
            if let Some(last) = self.ranges[reg as usize].last_mut() {
                last.finish = self.point;
            }
        }
        was_live
    }

    /// Whether an insn does nothing but set pseudos that nobody reads.
    fn is_dead(&self, at: InsnId, refs: &[Reference]) -> bool {
        let f = self.f;
        let Some(set) = f.single_set(at) else { return false };
        let written = f.rtx.as_reg(f.rtx.op(set, 0)).is_some_and(|reg| reg >= FIRST_PSEUDO);
        let needed = |entry: &Reference| {
            entry.kind != RefKind::Use && self.live.contains(entry.reg as usize)
        };
        written
            && f.insn(at).kind == InsnKind::Insn
            && !refs.iter().any(needed)
            && !f.notes(at).any(|note| matches!(note, RegNote::EhRegion(_)))
            && !may_trap(f, f.insn(at).pattern)
    }

    /// Writes the ranges, and what they are where points between which nothing changes are one.
    fn print(&mut self, out: &mut String) {
        self.print_ranges(out);
        let points = self.point;
        let fewer = compress(&mut self.ranges, points);
        let share = (100 * fewer).checked_div(points).unwrap_or(100);
        putln!(out, "Compressing live ranges: from {points} to {fewer} - {share}%");
        out.push_str("Ranges after the compression:\n");
        self.print_ranges(out);
    }

    fn print_ranges(&self, out: &mut String) {
        for (reg, ranges) in self.ranges.iter().enumerate().filter(|(_, ranges)| !ranges.is_empty())
        {
            put!(out, " r{reg}:");
            ranges.iter().rev().for_each(|range| put!(out, " [{}..{}]", range.start, range.finish));
            out.push('\n');
        }
    }
}

/// The pseudo of which a register is a word, and whether it is.
fn whole(f: &RtlFunction, reg: u32) -> (u32, bool) {
    match f.word_of.get(&reg) {
        Some(&(whole, _)) => (whole, true),
        None => (reg, false),
    }
}

/// Whether evaluating an expression may do more than yield a value.
fn may_trap(f: &RtlFunction, x: RtxId) -> bool {
    use Code::{AsmOperands, Call, Div, Mod, TrapIf, Udiv, Umod, UnspecVolatile};
    let r = &f.rtx;
    let mut traps = false;
    r.walk(x, &mut |x| {
        traps |= match r.code(x) {
            Code::Mem => {
                let flags = r.flags(x);
                flags & flag::V != 0 || flags & flag::C == 0 && address_may_trap(f, r.op(x, 0))
            }
            Div | Mod | Udiv | Umod => {
                r.mode(x).is_float() || r.as_int(r.op(x, 1)).is_none_or(|value| value == 0)
            }
            UnspecVolatile | AsmOperands | Call | TrapIf => true,
            Code::Reg | Code::ConstDouble | Code::Subreg | Code::Set | Code::Neg | Code::Abs => {
                false
            }
            _ => r.mode(x).is_float(),
        };
        !traps
    });
    traps
}

fn address_may_trap(f: &RtlFunction, address: RtxId) -> bool {
    let r = &f.rtx;
    match r.code(address) {
        Code::Reg => !is_frame_base(r.regno(address)),
        Code::Plus => r.as_int(r.op(address, 1)).is_none() || address_may_trap(f, r.op(address, 0)),
        Code::SymbolRef => r.symbol_info(r.symbol_of(address)).weak,
        _ => true,
    }
}
