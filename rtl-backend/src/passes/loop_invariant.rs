//! `loop2_invariant`: what a loop computes the same each time is computed before it.
//!
//! ```text
//!     .L3:                                      lla a4,table
//!         lla a4,table              ⇒       .L3:
//!         add a5,a4,a5                          add a5,a4,a5
//! ```
//! An insn moves if it sets a pseudo nothing else sets, of constants, symbols, read-only memory and registers that are
//! themselves invariant. It moves out of all loops that have one entry edge which is the fall-through from the block
//! before (or an unconditional jump) and no more invariants than there are registers to spare. Loops nest as the CFG
//! says; each insn is looked at once.

use crate::pipeline;
use gimple::function::prop;
use gimple::pass::{Pass, optimizing};
use rustc_hash::FxHashMap;

use super::PassContext;
use crate::machine::riscv::regs::RegClass;
use crate::rtl::cfg;
use crate::rtl::code::Code;
use crate::rtl::df::{has_side_effects, visit_defs};
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, RtlFunction};
use crate::rtl::rtx::{RtxId, flag};

/// Registers a loop may spend on invariants, without and with a call in it.
const BUDGET: u32 = 10;
const BUDGET_WITH_CALLS: u32 = 7;

/// Deepest nest an insn climbs.
const MAX_DEPTH: usize = 8;

/// Most loops climbed to see whether one is in another.
const MAX_CLIMB: usize = 64;

/// `loop2_invariant` for the pass table.
pub const PASS: Pass = Pass::rtl("loop2_invariant", pipeline::loop_invariant)
    .gate(optimizing)
    .requires(prop::RTL)
    .follows(&[("vregs", "an invariant is moved as an insn that is recognised")]);

/// Runs the pass.
pub fn run(f: &mut RtlFunction, _cx: &mut PassContext) {
    if !f.cfg.goes_back {
        return;
    }
    let mut m = Mover::new(f);
    let blocks: Vec<u32> =
        m.f.cfg.block_ids().filter(|b| m.f.cfg.block(*b).loop_depth > 0).collect();
    for block in blocks {
        let (mut at, end) = (m.f.cfg.block(block).head, m.f.cfg.block(block).end);
        loop {
            let next = m.f.next(at);
            let last = at == end;
            m.consider(at, block);
            if last {
                break;
            }
            at = next;
        }
    }
    cfg::build(f);
}

/// What is known of a loop.
#[derive(Clone, Copy)]
struct Loop {
    /// Where insns may be put that run once before it: behind this element. `NIL`: nowhere.
    preheader: InsnId,
    budget: [u32; 2],
}

struct Mover<'a> {
    f: &'a mut RtlFunction,
    loops: FxHashMap<u32, Loop>,
    /// The last insn moved behind each place.
    tails: FxHashMap<InsnId, InsnId>,
    writes: Vec<u32>,
    /// The block of each register's only definition.
    defined_in: Vec<u32>,
}

impl<'a> Mover<'a> {
    fn new(f: &'a mut RtlFunction) -> Mover<'a> {
        let regs = f.num_regs() as usize;
        let mut writes = vec![0; regs];
        let mut defined_in = vec![0; regs];
        let mut calls: FxHashMap<u32, ()> = FxHashMap::default();
        for id in f.chain() {
            if !f.is_real(id) {
                continue;
            }
            let block = f.insn(id).block;
            visit_defs(f, id, &mut |_, reg, count, _| {
                for reg in (reg..reg + count).map(|r| r as usize) {
                    writes[reg] += 1;
                    defined_in[reg] = block;
                }
            });
            if f.insn(id).kind == InsnKind::Call {
                let mut header = f.cfg.block(block).loop_header;
                for _ in 0..MAX_DEPTH {
                    if header == 0 || calls.insert(header, ()).is_some() {
                        break;
                    }
                    header = outer_loop(f, header);
                }
            }
        }
        let mut m = Mover {
            f,
            loops: FxHashMap::default(),
            tails: FxHashMap::default(),
            writes,
            defined_in,
        };
        let headers: Vec<u32> =
            m.f.cfg.block_ids().filter(|b| m.f.cfg.block(*b).loop_header == *b).collect();
        for header in headers {
            let preheader = m.preheader(header);
            let budget = if calls.contains_key(&header) { BUDGET_WITH_CALLS } else { BUDGET };
            m.loops.insert(header, Loop { preheader, budget: [budget, budget] });
        }
        m
    }

    /// The element behind which code runs exactly when the loop is entered.
    fn preheader(&self, header: u32) -> InsnId {
        if self.f.cfg.block(header).irreducible {
            return InsnId::NIL;
        }
        let mut entry = None;
        for pred in self.f.cfg.preds(header) {
            match self.inside(pred, header) {
                Some(true) => continue,
                Some(false) => {}
                None => return InsnId::NIL,
            }
            if entry.is_some() || pred == cfg::ENTRY {
                return InsnId::NIL;
            }
            entry = Some(pred);
        }
        let Some(entry) = entry else { return InsnId::NIL };
        let end = self.f.cfg.block(entry).end;
        if self.f.insn(end).kind != InsnKind::Jump {
            return end;
        }
        if self.f.is_simple_jump(end) {
            return self.f.prev(end);
        }
        // A branch that falls into the loop: between the two, which only the fall-through passes.
        if entry + 1 == header && self.f.is_cond_jump(end) { end } else { InsnId::NIL }
    }

    /// Whether `block` is in the loop of `header`; `None` if that would take long to find out.
    fn inside(&self, block: u32, header: u32) -> Option<bool> {
        let depth = self.f.cfg.block(header).loop_depth;
        let mut at = self.f.cfg.block(block).loop_header;
        for _ in 0..MAX_CLIMB {
            if at == header {
                return Some(true);
            }
            if at == 0 || self.f.cfg.block(at).loop_depth <= depth {
                return Some(false);
            }
            at = outer_loop(self.f, at);
        }
        None
    }

    fn consider(&mut self, at: InsnId, block: u32) {
        if self.f.insn(at).kind != InsnKind::Insn
            || self.f.insn(at).icode < 0
            || has_side_effects(self.f, at)
        {
            return;
        }
        let pattern = self.f.insn(at).pattern;
        if self.f.rtx.code(pattern) != Code::Set {
            return;
        }
        let (dst, src) = (self.f.rtx.op(pattern, 0), self.f.rtx.op(pattern, 1));
        let Some(reg) = self.f.rtx.as_reg(dst).filter(|r| *r >= FIRST_PSEUDO) else { return };
        if self.writes[reg as usize] != 1
            || matches!(self.f.rtx.code(src), Code::Reg | Code::Subreg)
        {
            return;
        }
        let class = RegClass::of_mode(self.f.reg_mode(reg)) as usize;
        let mut best = None;
        let mut passed = Vec::new();
        let mut header = self.f.cfg.block(block).loop_header;
        for _ in 0..MAX_DEPTH {
            let Some(l) = self.loops.get(&header).copied() else { break };
            if l.budget[class] == 0 || !self.is_invariant(src, header) {
                break;
            }
            passed.push(header);
            if l.preheader.exists() {
                best = Some((l.preheader, passed.len()));
            }
            header = outer_loop(self.f, header);
        }
        let Some((place, count)) = best else { return };
        for header in &passed[..count] {
            if let Some(l) = self.loops.get_mut(header) {
                l.budget[class] -= 1;
            }
        }
        self.move_to(at, reg, place);
    }

    fn move_to(&mut self, at: InsnId, reg: u32, place: InsnId) {
        self.f.unlink(at);
        // What goes to the same place later goes behind this one: the order of definitions is kept.
        let behind = self.tails.insert(place, at).unwrap_or(place);
        self.f.link_after(at, behind);
        self.defined_in[reg as usize] = self.f.insn(place).block;
    }

    /// Whether `src` has the same value whenever the loop of `header` computes it, and may be computed before.
    fn is_invariant(&self, src: RtxId, header: u32) -> bool {
        let mut fine = true;
        self.f.rtx.walk(src, &mut |x| {
            match self.f.rtx.code(x) {
                Code::Reg => {
                    let reg = self.f.rtx.regno(x);
                    fine &= matches!(reg, 64 | 65)
                        || reg >= FIRST_PSEUDO
                            && self.writes[reg as usize] == 1
                            && self.inside(self.defined_in[reg as usize], header) == Some(false);
                }
                Code::Mem => {
                    // Only what cannot trap and never changes.
                    let constant = self.f.rtx.flags(x) & (flag::U | flag::V) == flag::U;
                    fine &= constant && self.f.rtx.flags(x) & flag::C != 0;
                }
                Code::Div | Code::Udiv | Code::Mod | Code::Umod => {}
                Code::Unspec | Code::UnspecVolatile | Code::AsmOperands | Code::Call => {
                    fine = false
                }
                _ => {}
            }
            fine
        });
        fine
    }
}

/// The header of the loop around the loop of `header`; 0 if there is none.
fn outer_loop(f: &RtlFunction, header: u32) -> u32 {
    f.cfg.block(header).outer_header
}
