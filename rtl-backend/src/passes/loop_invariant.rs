//! `loop2_invariant`: what a loop computes the same each time is computed before it.
//!
//! ```text
//!     .L3:                                      lla a4,table
//!         lla a4,table              ⇒       .L3:
//!         add a5,a4,a5                          add a5,a4,a5
//! ```
//! An insn moves if it sets a pseudo nothing else sets, of constants, symbols, read-only memory and registers that the loop
//! does not set. It moves out of all loops that have one entry edge which is the fall-through from the block
//! before (or an unconditional jump), or entries that can be led to a label of their own, and registers to spare: as many as the machine has, without those of values the
//! loop uses and does not change, and a few for what it computes. What is computed there already is not computed again:
//! readers of the second register read the first. Loops nest as the CFG says; each insn is looked at once.

use crate::pipeline;
use fixedbitset::FixedBitSet;
use gimple::function::Prop;
use gimple::pass::{Pass, optimizing};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

use super::{PassContext, jump};
use crate::machine::riscv::regs::{self, RegClass};
use crate::output::unit::Unit;
use crate::rtl::cfg;
use crate::rtl::code::Code;
use crate::rtl::df::{RefKind, has_side_effects, visit_refs};
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, LocId, RegNote, RtlFunction};
use crate::rtl::rtx::{RtxId, flag};

/// Registers kept free for what a loop computes.
const RESERVED: u32 = 5;

/// Deepest nest an insn climbs.
const MAX_DEPTH: usize = 8;

/// Most insns that may set what an invariant is computed from.
const MAX_DEFINITIONS: u32 = 16;

/// Most elements that are gone back to find a barrier.
const MAX_DISTANCE: usize = 512;

/// Most loops climbed to see whether one is in another.
const MAX_CLIMB: usize = 64;

/// `loop2_invariant` for the pass table.
pub const PASS: Pass = Pass::rtl("loop2_invariant", pipeline::loop_invariant)
    .gate(optimizing)
    .requires(Prop::RTL)
    .follows(&[("vregs", "an invariant is moved as an insn that is recognised")]);

/// Runs the pass.
pub fn run(f: &mut RtlFunction, cx: &mut PassContext) {
    if !f.cfg.goes_back {
        return;
    }
    let mut m = Mover::new(f, cx.unit);
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
    m.rename();
    cfg::build(f);
}

/// What is known of a loop.
#[derive(Clone, Copy)]
struct Loop {
    /// Where insns may be put that run once before it: after this element. `NIL`: nowhere.
    preheader: InsnId,
    /// Several ways lead into it, all of which can be led to one place before it.
    can_join: bool,
    /// Registers to spare, by class.
    budget: [u32; 2],
}

/// An insn that has been moved.
#[derive(Clone, Copy)]
struct Moved {
    src: RtxId,
    reg: u32,
}

/// What a loop refers to, loops within it included.
#[derive(Default)]
struct LoopRegs {
    /// Each pseudo that is read or written, and how.
    refs: FxHashMap<u32, u8>,
    /// How many pseudos of each class are read and not written.
    inputs: [u32; 2],
    calls: bool,
}

const READ: u8 = 1;
const WRITTEN: u8 = 2;

impl LoopRegs {
    fn add(&mut self, f: &RtlFunction, reg: u32, how: u8) {
        let known = self.refs.entry(reg).or_default();
        let (before, after) = (*known, *known | how);
        *known = after;
        if (before == READ) != (after == READ) {
            let class = RegClass::of_mode(f.reg_mode(reg)) as usize;
            self.inputs[class] = match after {
                READ => self.inputs[class] + 1,
                _ => self.inputs[class] - 1,
            };
        }
    }

    /// Adds what a loop within this one refers to. Of the two tables the smaller one is gone through.
    fn add_inner(&mut self, f: &RtlFunction, mut inner: LoopRegs) {
        self.calls |= inner.calls;
        if inner.refs.len() > self.refs.len() {
            std::mem::swap(&mut self.refs, &mut inner.refs);
            self.inputs = inner.inputs;
        }
        for (reg, how) in inner.refs {
            self.add(f, reg, how);
        }
    }

    /// The registers of each class that neither what comes into the loop nor what it computes needs.
    fn to_spare(&self, f: &RtlFunction) -> [u32; 2] {
        let mut free = [RegClass::Gr, RegClass::Fp].map(|class| {
            let usable = |reg: &&u32| {
                let reg = **reg;
                !self.calls || f.convention.call_saved(reg) && !f.convention.call_used(reg)
            };
            (regs::order(class).iter().filter(usable).count() as u32).saturating_sub(RESERVED)
        });
        for (free, inputs) in free.iter_mut().zip(self.inputs) {
            *free = free.saturating_sub(inputs);
        }
        free
    }
}

/// The blocks of the insns that set each register.
struct Definitions {
    /// Where those of each register begin, and at the end their number.
    start: Vec<u32>,
    blocks: Vec<u32>,
}

impl Definitions {
    /// Of registers and blocks.
    fn new(regs: usize, all: &[(u32, u32)]) -> Definitions {
        let mut start = vec![0; regs + 1];
        for &(reg, _) in all {
            start[reg as usize + 1] += 1;
        }
        for reg in 0..regs {
            start[reg + 1] += start[reg];
        }
        let (mut next, mut blocks) = (start.clone(), vec![0; all.len()]);
        for &(reg, block) in all {
            let at = &mut next[reg as usize];
            blocks[*at as usize] = block;
            *at += 1;
        }
        Definitions { start, blocks }
    }

    fn count(&self, reg: u32) -> u32 {
        self.start[reg as usize + 1] - self.start[reg as usize]
    }

    fn of(&self, reg: u32) -> &[u32] {
        &self.blocks[self.start[reg as usize] as usize..self.start[reg as usize + 1] as usize]
    }

    /// The only definition of a register stands in another block now.
    fn moved(&mut self, reg: u32, to: u32) {
        self.blocks[self.start[reg as usize] as usize] = to;
    }
}

struct Mover<'a> {
    f: &'a mut RtlFunction,
    unit: &'a mut Unit,
    loops: FxHashMap<u32, Loop>,
    /// The loops whose preheader is after an element.
    places: FxHashMap<InsnId, Vec<u32>>,
    /// The last insn moved after each place.
    tails: FxHashMap<InsnId, InsnId>,
    definitions: Definitions,
    /// What has been moved, by its place and the hash of what it computes.
    moved: FxHashMap<(InsnId, u64), Moved>,
    /// The registers that moved insns set.
    placed: FixedBitSet,
    /// Registers whose insns were not needed, and those that have the same value.
    renamed: FxHashMap<u32, u32>,
}

impl<'a> Mover<'a> {
    fn new(f: &'a mut RtlFunction, unit: &'a mut Unit) -> Mover<'a> {
        let regs = f.num_regs() as usize;
        let mut all = Vec::new();
        let mut uses: FxHashMap<u32, LoopRegs> = FxHashMap::default();
        for id in f.chain() {
            if !f.is_real(id) {
                continue;
            }
            let block = f.insn(id).block;
            let header = f.cfg.block(block).loop_header;
            let mut of_loop = (header != 0).then(|| uses.entry(header).or_default());
            visit_refs(f, id, &mut |kind, reg, count, _| {
                for reg in reg..reg + count {
                    if kind != RefKind::Use {
                        all.push((reg, block));
                    }
                    if reg >= FIRST_PSEUDO
                        && let Some(l) = &mut of_loop
                    {
                        l.add(f, reg, if kind == RefKind::Use { READ } else { WRITTEN });
                    }
                }
            });
            if f.insn(id).kind == InsnKind::Call
                && let Some(l) = of_loop
            {
                l.calls = true;
            }
        }
        let (moved, renamed) = Default::default();
        let (loops, places, tails) = Default::default();
        let placed = FixedBitSet::with_capacity(regs);
        let definitions = Definitions::new(regs, &all);
        let mut m = Mover { f, unit, loops, places, tails, definitions, moved, placed, renamed };
        let mut headers: Vec<u32> =
            m.f.cfg.block_ids().filter(|b| m.f.cfg.block(*b).loop_header == *b).collect();
        // Inner loops first: what they refer to, the loops around them do.
        headers.sort_by_key(|header| std::cmp::Reverse(m.f.cfg.block(*header).loop_depth));
        for header in headers {
            let own = uses.remove(&header).unwrap_or_default();
            let preheader = m.preheader(header);
            let can_join = !preheader.exists() && m.can_join(header);
            m.loops.insert(header, Loop { preheader, can_join, budget: own.to_spare(m.f) });
            if preheader.exists() {
                m.places.entry(preheader).or_default().push(header);
            }
            let around = outer_loop(m.f, header);
            if around != 0 {
                uses.entry(around).or_default().add_inner(m.f, own);
            }
        }
        m
    }

    /// The element after which code runs exactly when the loop is entered.
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

    /// Whether what enters a loop jumps to its header, or falls into it from before, and there is room for a place that
    /// it can be led to.
    fn can_join(&self, header: u32) -> bool {
        let block = self.f.cfg.block(header);
        if block.irreducible || self.f.insn(block.head).kind != InsnKind::Label {
            return false;
        }
        let plain = |pred| {
            let end = self.f.cfg.block(pred).end;
            let is_jump = self.f.insn(end).kind == InsnKind::Jump;
            let plain = !is_jump || self.f.is_simple_jump(end) || self.f.is_cond_jump(end);
            pred != cfg::ENTRY && plain && self.inside(pred, header).is_some()
        };
        self.f.cfg.preds(header).all(plain)
            && (!self.is_continued(header) || self.barrier_before(header).is_some())
    }

    /// Whether something within a loop falls into its header.
    fn is_continued(&self, header: u32) -> bool {
        self.f.cfg.preds(header).any(|pred| {
            let end = self.f.cfg.block(pred).end;
            let jumps = self.f.insn(end).kind == InsnKind::Jump && self.f.is_simple_jump(end);
            pred + 1 == header && !jumps && self.inside(pred, header) == Some(true)
        })
    }

    /// The nearest barrier before a loop's header: what is put after it is in nobody's way.
    fn barrier_before(&self, header: u32) -> Option<InsnId> {
        let mut at = self.f.cfg.block(header).head;
        for _ in 0..MAX_DISTANCE {
            at = self.f.prev(at);
            if !at.exists() {
                return None;
            }
            if self.f.insn(at).kind == InsnKind::Barrier {
                return Some(at);
            }
        }
        None
    }

    /// Leads all ways into a loop to a label after which insns may be put: before the loop, or where that is in the
    /// loop's own way, elsewhere with a jump back.
    fn join(&mut self, header: u32) -> InsnId {
        let head = self.f.cfg.block(header).head;
        let label = self.f.make_insn(InsnKind::Label, RtxId::NONE, LocId::UNKNOWN);
        self.f.insn_mut(label).label = self.unit.new_label();
        let barrier = if self.is_continued(header) { self.barrier_before(header) } else { None };
        let before = barrier.unwrap_or_else(|| self.f.prev(head));
        self.f.link_after(label, before);
        let jump = barrier.map(|_| self.jump_after(label, head));
        let preds: Vec<u32> = self.f.cfg.preds(header).collect();
        for pred in preds {
            if self.inside(pred, header) != Some(false) {
                continue;
            }
            // What is put there belongs to the loops around, as what leads there does.
            self.f.insn_mut(label).block = pred;
            if let Some(jump) = jump {
                self.f.insn_mut(jump).block = pred;
            }
            let end = self.f.cfg.block(pred).end;
            if self.f.insn(end).kind != InsnKind::Jump {
                continue;
            }
            // The header may have several labels.
            let target = self.f.jump_target(end);
            if target.exists() && self.f.insn(target).block == header {
                jump::redirect(self.f, end, label);
            }
        }
        if let Some(l) = self.loops.get_mut(&header) {
            (l.preheader, l.can_join) = (label, false);
        }
        label
    }

    /// Puts a jump to a label after an element, and a barrier.
    fn jump_after(&mut self, at: InsnId, label: InsnId) -> InsnId {
        let jump = jump::make_jump(self.f, label, LocId::UNKNOWN);
        self.f.link_after(jump, at);
        let barrier = self.f.make_insn(InsnKind::Barrier, RtxId::NONE, LocId::UNKNOWN);
        self.f.link_after(barrier, jump);
        jump
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
        // Where a preheader stands after its loop, what has been put there is met again: others have been put after it, or
        // read its register by now, so it stays.
        if self.placed.contains(reg as usize)
            || self.definitions.count(reg) != 1
            || matches!(self.f.rtx.code(src), Code::Reg | Code::Subreg)
        {
            return;
        }
        self.substitute(src);
        let key = self.hash(src);
        let class = RegClass::of_mode(self.f.reg_mode(reg)) as usize;
        let mut best = None;
        let mut passed = Vec::new();
        let mut header = self.f.cfg.block(block).loop_header;
        for _ in 0..MAX_DEPTH {
            let Some(l) = self.loops.get(&header).copied() else { break };
            if !self.is_invariant(src, header) {
                break;
            }
            if let Some(same) = self.moved.get(&(l.preheader, key)).copied()
                && self.f.reg_mode(same.reg) == self.f.reg_mode(reg)
                && self.f.rtx.equal(same.src, src)
            {
                self.f.delete_insn(at);
                self.renamed.insert(reg, same.reg);
                return;
            }
            if l.budget[class] == 0 {
                break;
            }
            passed.push(header);
            if l.preheader.exists() || l.can_join {
                best = Some((header, passed.len()));
            }
            header = outer_loop(self.f, header);
        }
        let Some((out_of, count)) = best else { return };
        let place = match self.loops[&out_of] {
            Loop { preheader, .. } if preheader.exists() => preheader,
            _ => self.join(out_of),
        };
        for header in &passed[..count] {
            if let Some(l) = self.loops.get_mut(header) {
                l.budget[class] -= 1;
            }
        }
        self.move_to(at, reg, place);
        self.moved.insert((place, key), Moved { src, reg });
    }

    /// A hash of an expression.
    fn hash(&self, x: RtxId) -> u64 {
        let mut h = FxHasher::default();
        self.f.rtx.walk(x, &mut |x| {
            self.f.rtx.hash_node(x, &mut h);
            if let Some(reg) = self.f.rtx.as_reg(x) {
                h.write_u32(reg);
            }
            true
        });
        h.finish()
    }

    /// Lets everything read the registers that are left.
    fn rename(&mut self) {
        if self.renamed.is_empty() {
            return;
        }
        let insns: Vec<InsnId> = self.f.chain().filter(|id| self.f.is_real(*id)).collect();
        for id in insns {
            self.substitute(self.f.insn(id).pattern);
            if self.f.insn(id).kind == InsnKind::Call {
                for usage in self.f.call_usage(id).to_vec() {
                    self.substitute(usage);
                }
            }
            for note in self.f.notes(id).collect::<Vec<_>>() {
                if let RegNote::Equal(value) = note {
                    self.substitute(value);
                }
            }
        }
    }

    /// Puts the registers that are left in for those that are not set any more, in the operands of `x`.
    fn substitute(&mut self, x: RtxId) {
        if self.renamed.is_empty() {
            return;
        }
        for index in 0..self.f.rtx.num_ops(x) {
            let op = self.f.rtx.any_op(x, index);
            match self.f.rtx.as_reg(op) {
                Some(reg) => {
                    if let Some(&same) = self.renamed.get(&reg) {
                        let same = self.f.reg(same);
                        self.f.rtx.set_any_op(x, index, same);
                    }
                }
                None => self.substitute(op),
            }
        }
    }

    fn move_to(&mut self, at: InsnId, reg: u32, place: InsnId) {
        self.leave_place(at);
        self.f.unlink(at);
        // What goes to the same place later goes after this one: the order of definitions is kept.
        let last = self.tails.insert(place, at).unwrap_or(place);
        self.f.link_after(at, last);
        self.definitions.moved(reg, self.f.insn(place).block);
        self.placed.insert(reg as usize);
    }

    /// What is to run before a loop does not follow the insn it is put after, which moves out of a loop around that one.
    fn leave_place(&mut self, at: InsnId) {
        let Some(headers) = self.places.remove(&at) else { return };
        let place = self.tails.get(&at).copied().unwrap_or_else(|| self.f.prev(at));
        for header in &headers {
            if let Some(l) = self.loops.get_mut(header) {
                l.preheader = place;
            }
        }
        self.places.entry(place).or_default().extend(headers);
    }

    /// Whether no insn of the loop of `header` sets a register, and some insn does.
    fn is_set_outside(&self, reg: u32, header: u32) -> bool {
        (1..=MAX_DEFINITIONS).contains(&self.definitions.count(reg))
            && self.definitions.of(reg).iter().all(|&b| self.inside(b, header) == Some(false))
    }

    /// Whether `src` has the same value whenever the loop of `header` computes it, and may be computed before.
    fn is_invariant(&self, src: RtxId, header: u32) -> bool {
        let mut fine = true;
        self.f.rtx.walk(src, &mut |x| {
            match self.f.rtx.code(x) {
                Code::Reg => {
                    let reg = self.f.rtx.regno(x);
                    fine &= matches!(reg, 64 | 65)
                        || reg >= FIRST_PSEUDO && self.is_set_outside(reg, header);
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
