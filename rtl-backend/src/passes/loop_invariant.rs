//! `loop2_invariant`: what a loop computes the same each time is computed before it.
//!
//! ```text
//!     .L3:                                      lla a4,table
//!         lla a4,table              ⇒       .L3:
//!         add a5,a4,a5                          add a5,a4,a5
//! ```
//! An insn may move if it sets a pseudo nothing else sets, of constants, symbols, read-only memory and registers that the
//! loop does not set or that other such insns set. Loops that have one entry edge which is the fall-through from the block
//! before (or an unconditional jump), or entries that can be led to a label of their own, are gone through from the
//! innermost on; what has moved out of one is looked at again for the one around it. Those move that gain most, as long as
//! any gains something: what the insns that compute the same value cost, without what the register costs that it is kept in.
//! That is nothing while there are more registers than the loop needs for values that it uses and does not change, and the
//! price of a copy when they run short; when there are none, what storing a value and reading it back costs. Of insns that compute the same the first moves, and readers of the others read its register.

use crate::state::{self, RtlContext};
use fixedbitset::FixedBitSet;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo, optimizing};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

use crate::asm::AsmUnit;
use crate::machine::recog;
use crate::machine::target::{self, RegClass, is_eliminable};
use crate::rtl::cfg;
use crate::rtl::code::Code;
use crate::rtl::df::{RefKind, has_side_effects, visit_defs, visit_refs};
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, LocId, NoteKind, RegNote, RtlFunction};
use crate::rtl::jumps;
use crate::rtl::rtx::{RtxId, flag};

/// Registers kept free for what a loop computes.
const RESERVED: u32 = 3;

/// Registers a loop is taken to need besides those it reads: the stack, frame and argument pointers and two that change.
const ASSUMED: u32 = 6;

/// What a register costs where they run short: a copy.
const COPY_COST: u32 = 4;

/// What a register costs where there is none, for speed and for size (`target_spill_cost`).
const SPILL_COST: u32 = 68;
const SPILL_SIZE: u32 = 44;

/// Up to as many loops the allocator makes the best of each on its own, and a register costs half.
const MAX_REGIONS: usize = 100;

/// Most insns that are looked at for what one of them is computed from.
const MAX_CHAIN: usize = 16;

/// Most values that are chosen for one loop.
const MAX_CHOSEN: usize = 64;

/// Deepest nest an insn climbs.
const MAX_DEPTH: usize = 8;

/// Most insns that may set what an invariant is computed from.
const MAX_DEFINITIONS: u32 = 16;

/// Most elements that are gone back to find a barrier.
const MAX_DISTANCE: usize = 512;

/// Most loops climbed to see whether one is in another.
const MAX_CLIMB: usize = 64;

/// `loop2_invariant` for the pass table.
pub const PASS: Pass = Pass::rtl("loop2_invariant", execute)
    .gate(optimizing)
    .requires(Prop::RTL)
    .follows(&[("vregs", "an invariant is moved as an insn that is recognised")]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| run(&mut state.rtl, rtl))
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, cx: &mut RtlContext) {
    if !f.cfg.goes_back {
        return;
    }
    cfg::complete(f);
    let mut m = Mover::new(f, cx.unit);
    for header in std::mem::take(&mut m.order) {
        m.lighten(header);
    }
    m.finish();
}

/// What is known of a loop.
#[derive(Clone)]
struct Loop {
    /// Insns that are to run once before it are put before this element. `NIL`: nowhere.
    marker: InsnId,
    /// Several ways lead into it, all of which can be led to one place before it.
    can_join: bool,
    /// How many registers it reads and does not set.
    inputs: u32,
    calls: bool,
    blocks: Vec<u32>,
}

/// An insn that may move out of some loop.
struct Candidate {
    insn: InsnId,
    reg: u32,
    src: RtxId,
    /// Where it stands now. `NOWHERE`: it was not needed.
    block: u32,
}

const NOWHERE: u32 = u32::MAX;

/// What a loop computes the same each time.
struct Invariant {
    candidate: usize,
    /// What it computes, of registers of first invariants.
    value: RtxId,
    /// The first one that computes the same; its own number if none does before.
    same: usize,
    /// What it and all that compute the same cost.
    cost: u32,
    /// Of which other ones it is computed.
    parts: Vec<usize>,
    moves: bool,
}

/// What a loop refers to, loops within it included.
#[derive(Default)]
struct LoopRegs {
    /// Each pseudo that is read or written, and how.
    refs: FxHashMap<u32, u8>,
    /// How many pseudos are read and not written.
    inputs: u32,
    calls: bool,
}

const READ: u8 = 1;
const WRITTEN: u8 = 2;

impl LoopRegs {
    fn add(&mut self, reg: u32, how: u8) {
        let known = self.refs.entry(reg).or_default();
        let (before, after) = (*known, *known | how);
        *known = after;
        match (before == READ, after == READ) {
            (false, true) => self.inputs += 1,
            (true, false) => self.inputs -= 1,
            _ => {}
        }
    }

    /// Adds what a loop within this one refers to. Of the two tables the smaller one is gone through.
    fn add_inner(&mut self, mut inner: LoopRegs) {
        self.calls |= inner.calls;
        if inner.refs.len() > self.refs.len() {
            std::mem::swap(&mut self.refs, &mut inner.refs);
            self.inputs = inner.inputs;
        }
        for (reg, how) in inner.refs {
            self.add(reg, how);
        }
    }
}

/// What registers cost in a loop.
struct Pressure {
    /// As many as the machine has.
    available: u32,
    /// As many as the loop needs.
    used: u32,
    /// As many as what moves out of it needs.
    new: u32,
    spill: u32,
    halves: bool,
}

impl Pressure {
    fn of_loop(f: &RtlFunction, l: &Loop, loops: usize) -> Pressure {
        let usable = |reg: &&u32| {
            let reg = **reg;
            !l.calls || f.convention.call_saved(reg) && !f.convention.call_used(reg)
        };
        let available = target::order(RegClass::Gr).iter().filter(usable).count() as u32;
        let spill = if f.optimize_size { SPILL_SIZE } else { SPILL_COST };
        let halves = !f.optimize_size && loops <= MAX_REGIONS;
        Pressure { available, used: l.inputs + ASSUMED, new: 0, spill, halves }
    }

    /// What `new` registers cost (`estimate_reg_pressure_cost`).
    fn cost(&self, new: u32) -> u32 {
        let all = self.used + new;
        let one = if all + RESERVED <= self.available {
            0
        } else if all <= self.available {
            COPY_COST
        } else {
            self.spill
        };
        if self.halves { one * new / 2 } else { one * new }
    }

    /// What `more` registers cost.
    fn cost_of(&self, more: u32) -> u32 {
        self.cost(self.new + more).saturating_sub(self.cost(self.new))
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
    unit: &'a mut AsmUnit,
    loops: FxHashMap<u32, Loop>,
    /// The headers, inner loops first.
    order: Vec<u32>,
    /// The markers before loops.
    markers: Vec<InsnId>,
    candidates: Vec<Candidate>,
    /// The candidates that stand, or once stood, in each block.
    by_block: FxHashMap<u32, Vec<usize>>,
    definitions: Definitions,
    /// Registers whose insns were not needed, and those that have the same value.
    renamed: FxHashMap<u32, u32>,
}

impl<'a> Mover<'a> {
    fn new(f: &'a mut RtlFunction, unit: &'a mut AsmUnit) -> Mover<'a> {
        let regs = f.num_regs() as usize;
        let mut all = Vec::new();
        let mut uses: FxHashMap<u32, LoopRegs> = FxHashMap::default();
        for id in f.chain() {
            if !f.is_real(id) {
                continue;
            }
            let block = f.insn(id).block;
            let header = f.cfg.block(block).loop_header;
            let of_loop = &mut (header != 0).then(|| uses.entry(header).or_default());
            let Some(of_loop) = of_loop else {
                visit_defs(f, id, &mut |_, reg, count, _| {
                    all.extend((reg..reg + count).map(|reg| (reg, block)));
                });
                continue;
            };
            visit_refs(f, id, &mut |kind, reg, count, _| {
                for reg in reg..reg + count {
                    if kind != RefKind::Use {
                        all.push((reg, block));
                    }
                    if reg >= FIRST_PSEUDO {
                        of_loop.add(reg, if kind == RefKind::Use { READ } else { WRITTEN });
                    }
                }
            });
            // What has no effect is not taken for a call here, whatever registers it changes.
            let flags = u16::from(f.insn(id).flags);
            let plain = flags & (flag::U | flag::I) != 0 && flags & flag::C == 0;
            of_loop.calls |= f.insn(id).kind == InsnKind::Call && !plain;
        }
        let definitions = Definitions::new(regs, &all);
        let (loops, order, markers) = Default::default();
        let (candidates, by_block, renamed) = Default::default();
        let mut m =
            Mover { f, unit, loops, order, markers, candidates, by_block, definitions, renamed };
        m.find_loops(uses);
        m.find_candidates();
        m
    }

    /// The loops, inner ones first: what they refer to, the loops around them do.
    fn find_loops(&mut self, mut uses: FxHashMap<u32, LoopRegs>) {
        let mut headers: Vec<u32> =
            self.f.cfg.block_ids().filter(|b| self.f.cfg.block(*b).loop_header == *b).collect();
        headers.sort_by_key(|header| std::cmp::Reverse(self.f.cfg.block(*header).loop_depth));
        for &header in &headers {
            let own = uses.remove(&header).unwrap_or_default();
            let place = self.preheader(header);
            let can_join = !place.exists() && self.can_join(header);
            let marker = if place.exists() { self.mark(place) } else { InsnId::NIL };
            let (inputs, calls) = (own.inputs, own.calls);
            self.loops.insert(header, Loop { marker, can_join, inputs, calls, blocks: Vec::new() });
            let around = outer_loop(self.f, header);
            if around != 0 {
                uses.entry(around).or_default().add_inner(own);
            }
        }
        self.order = headers;
        for block in self.f.cfg.block_ids() {
            let mut header = self.f.cfg.block(block).loop_header;
            for _ in 0..MAX_DEPTH {
                let Some(l) = self.loops.get_mut(&header) else { break };
                l.blocks.push(block);
                header = outer_loop(self.f, header);
            }
        }
    }

    /// Puts a marker after an element, which may move away itself.
    fn mark(&mut self, place: InsnId) -> InsnId {
        let marker =
            self.f.make_insn(InsnKind::Note(NoteKind::Deleted), RtxId::NONE, LocId::UNKNOWN);
        self.f.link_after(marker, place);
        self.markers.push(marker);
        marker
    }

    /// The insns of loops that may move.
    fn find_candidates(&mut self) {
        let insns: Vec<InsnId> = self.f.chain().collect();
        for insn in insns {
            let block = self.f.insn(insn).block;
            if self.f.insn(insn).kind != InsnKind::Insn
                || self.f.insn(insn).icode < 0
                || self.f.cfg.block(block).loop_depth == 0
                || has_side_effects(self.f, insn)
            {
                continue;
            }
            let pattern = self.f.insn(insn).pattern;
            if self.f.rtx.code(pattern) != Code::Set {
                continue;
            }
            let (dst, src) = (self.f.rtx.op(pattern, 0), self.f.rtx.op(pattern, 1));
            let Some(reg) = self.f.rtx.as_reg(dst).filter(|r| *r >= FIRST_PSEUDO) else { continue };
            if self.definitions.count(reg) != 1
                || matches!(self.f.rtx.code(src), Code::Reg | Code::Subreg)
            {
                continue;
            }
            self.by_block.entry(block).or_default().push(self.candidates.len());
            self.candidates.push(Candidate { insn, reg, src, block });
        }
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

    /// Leads all paths into a loop to a label after which insns may be put: before the loop, or where that is in the
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
                jumps::redirect_jump(self.f, end, label);
            }
        }
        let marker = self.mark(label);
        if let Some(l) = self.loops.get_mut(&header) {
            (l.marker, l.can_join) = (marker, false);
        }
        marker
    }

    /// Puts a jump to a label after an element, and a barrier.
    fn jump_after(&mut self, at: InsnId, label: InsnId) -> InsnId {
        let jump = jumps::make_jump(self.f, label, LocId::UNKNOWN);
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

    /// Moves what gains most out of a loop.
    fn lighten(&mut self, header: u32) {
        let l = &self.loops[&header];
        if !l.marker.exists() && !l.can_join {
            return;
        }
        let mut all = self.invariants(header);
        self.choose(&mut all, header);
        if !all.iter().any(|inv| inv.moves) {
            return;
        }
        let marker = match self.loops[&header].marker {
            marker if marker.exists() => marker,
            _ => self.join(header),
        };
        for (number, inv) in all.iter().enumerate() {
            if !all[inv.same].moves {
                continue;
            }
            if inv.same == number {
                self.move_to(inv.candidate, marker);
            } else {
                let first = self.candidates[all[inv.same].candidate].reg;
                let again = &mut self.candidates[inv.candidate];
                again.block = NOWHERE;
                self.f.delete_insn(again.insn);
                self.renamed.insert(again.reg, first);
            }
        }
    }

    /// What a loop computes the same each time, in order.
    fn invariants(&mut self, header: u32) -> Vec<Invariant> {
        let (mut all, mut firsts) = (Vec::<Invariant>::new(), FxHashMap::<u64, usize>::default());
        // The invariant that sets a register, and the registers of those that are the first's again.
        let (mut setters, mut again) = (FxHashMap::default(), FxHashMap::default());
        for block in self.loops[&header].blocks.clone() {
            for candidate in self.by_block.get(&block).cloned().unwrap_or_default() {
                let Candidate { insn, reg, src, block: here } = self.candidates[candidate];
                if here != block {
                    continue;
                }
                self.substitute(src);
                let Some(parts) = self.parts(src, header, &setters) else { continue };
                let value = match parts.iter().any(|&part: &usize| all[part].same != part) {
                    true => {
                        let copy = self.f.rtx.deep_copy(src);
                        put(self.f, &again, copy);
                        copy
                    }
                    false => src,
                };
                let mut parts: Vec<usize> = parts.iter().map(|&part| all[part].same).collect();
                parts.dedup();
                // A constant costs what a copy does, anything else that and what computes it.
                let cost = match self.f.rtx.as_int(src) {
                    Some(_) => COPY_COST,
                    None => COPY_COST + recog::cost(self.f, insn),
                };
                let number = all.len();
                let first = *firsts.entry(self.hash(value)).or_insert(number);
                let mode = |inv: &Invariant| self.f.reg_mode(self.candidates[inv.candidate].reg);
                let mut same = number;
                if let Some(first_inv) = all.get_mut(first)
                    && mode(first_inv) == self.f.reg_mode(reg)
                    && self.f.rtx.equal(first_inv.value, value)
                {
                    same = first;
                    first_inv.cost += cost;
                    again.insert(reg, self.candidates[first_inv.candidate].reg);
                }
                setters.insert(reg, number);
                all.push(Invariant { candidate, value, same, cost, parts, moves: false });
            }
        }
        all
    }

    /// Chooses what moves out of a loop: what gains most first.
    fn choose(&self, all: &mut [Invariant], header: u32) {
        let mut pressure = Pressure::of_loop(self.f, &self.loops[&header], self.loops.len());
        // What moving each saves, and the registers that it needs.
        let mut known: Vec<Option<(u32, u32)>> = (0..all.len())
            .map(|number| (all[number].same == number).then(|| self.worth(all, number)).flatten())
            .collect();
        for _ in 0..MAX_CHOSEN {
            let mut best = None;
            for (number, worth) in known.iter().enumerate() {
                let Some((saved, regs)) = *worth else { continue };
                let gain = i64::from(saved) - i64::from(pressure.cost_of(regs));
                if gain > best.map_or(0, |(most, _, _)| most) {
                    best = Some((gain, number, regs));
                }
            }
            let Some((_, number, regs)) = best else { return };
            pressure.new += regs;
            let mut whole = vec![number];
            while let Some(number) = whole.pop() {
                let inv = &mut all[number];
                if !inv.moves {
                    inv.moves = true;
                    whole.extend(&inv.parts);
                }
            }
            for (number, worth) in known.iter_mut().enumerate() {
                if all[number].moves {
                    *worth = None;
                } else if all[number].same == number && !all[number].parts.is_empty() {
                    *worth = self.worth(all, number);
                }
            }
        }
    }

    /// What moving an invariant and all that it is computed of saves, and how many registers that needs.
    fn worth(&self, all: &[Invariant], number: usize) -> Option<(u32, u32)> {
        let mut chain = vec![number];
        let (mut saved, mut next) = (0, 0);
        while let Some(&part) = chain.get(next) {
            next += 1;
            let inv = &all[part];
            saved += inv.cost;
            for &part in &inv.parts {
                if !all[part].moves && !chain.contains(&part) {
                    if chain.len() == MAX_CHAIN {
                        return None;
                    }
                    chain.push(part);
                }
            }
        }
        Some((saved, chain.len() as u32))
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

    /// Removes the markers and makes the CFG anew.
    fn finish(&mut self) {
        for marker in std::mem::take(&mut self.markers) {
            self.f.unlink(marker);
        }
        self.rename();
        cfg::build_graph(self.f);
    }

    /// Lets everything read the registers that are left.
    fn rename(&mut self) {
        if self.renamed.is_empty() {
            return;
        }
        put_everywhere(self.f, &self.renamed);
    }

    /// Puts the registers that are left in for those that are not set any more, in the operands of `x`.
    fn substitute(&mut self, x: RtxId) {
        if !self.renamed.is_empty() {
            put(self.f, &self.renamed, x);
        }
    }

    /// Puts a candidate before a marker: the order of definitions is kept.
    fn move_to(&mut self, candidate: usize, marker: InsnId) {
        let Candidate { insn, reg, .. } = self.candidates[candidate];
        self.f.unlink(insn);
        self.f.link_after(insn, self.f.prev(marker));
        let block = self.f.insn(marker).block;
        self.f.insn_mut(insn).block = block;
        self.definitions.moved(reg, block);
        self.candidates[candidate].block = block;
        self.by_block.entry(block).or_default().push(candidate);
    }

    /// Whether no insn of the loop of `header` sets a register, and some insn does.
    fn is_set_outside(&self, reg: u32, header: u32) -> bool {
        (1..=MAX_DEFINITIONS).contains(&self.definitions.count(reg))
            && self.definitions.of(reg).iter().all(|&b| self.inside(b, header) == Some(false))
    }

    /// Of which invariants `src` is computed, if it has the same value whenever the loop of `header` computes it and may be
    /// computed before.
    fn parts(
        &self,
        src: RtxId,
        header: u32,
        setters: &FxHashMap<u32, usize>,
    ) -> Option<Vec<usize>> {
        let (mut fine, mut parts) = (true, Vec::new());
        self.f.rtx.walk(src, &mut |x| {
            match self.f.rtx.code(x) {
                Code::Reg => {
                    let reg = self.f.rtx.regno(x);
                    match setters.get(&reg) {
                        Some(&number) => parts.push(number),
                        None => {
                            fine &= is_eliminable(reg)
                                || reg >= FIRST_PSEUDO && self.is_set_outside(reg, header);
                        }
                    }
                }
                Code::Mem => {
                    // Only what cannot trap and never changes.
                    let constant = self.f.rtx.flags(x) & (flag::U | flag::V) == flag::U;
                    fine &= constant && self.f.rtx.flags(x) & flag::C != 0;
                }
                Code::Unspec | Code::UnspecVolatile | Code::AsmOperands | Code::Call => {
                    fine = false
                }
                _ => {}
            }
            fine
        });
        fine.then_some(parts)
    }
}

/// Lets all insns read other registers than some.
pub(super) fn put_everywhere(f: &mut RtlFunction, others: &FxHashMap<u32, u32>) {
    let insns: Vec<InsnId> = f.chain().filter(|id| f.is_real(*id)).collect();
    let mut renamed = FixedBitSet::with_capacity(f.num_regs() as usize);
    renamed.extend(others.keys().map(|&reg| reg as usize));
    for id in insns {
        let pattern = f.insn(id).pattern;
        let mut named = false;
        f.rtx.walk(pattern, &mut |x| {
            named |= f.rtx.as_reg(x).is_some_and(|reg| renamed.contains(reg as usize));
            !named
        });
        if named {
            put(f, others, pattern);
        }
        if f.insn(id).kind == InsnKind::Call {
            for usage in f.call_usage(id).to_vec() {
                put(f, others, usage);
            }
        }
        for note in f.notes(id).collect::<Vec<_>>() {
            if let RegNote::Equal(value) = note {
                put(f, others, value);
            }
        }
    }
}

/// Puts other registers in for some, in the operands of `x`.
fn put(f: &mut RtlFunction, others: &FxHashMap<u32, u32>, x: RtxId) {
    for index in 0..f.rtx.num_ops(x) {
        let op = f.rtx.any_op(x, index);
        match f.rtx.as_reg(op) {
            Some(reg) => {
                // A register may have been put in that is not set any more either.
                let mut same = reg;
                while let Some(&other) = others.get(&same) {
                    same = other;
                }
                if same != reg {
                    let same = f.reg(same);
                    f.rtx.set_any_op(x, index, same);
                }
            }
            None => put(f, others, op),
        }
    }
}

/// The header of the loop around the loop of `header`; 0 if there is none.
fn outer_loop(f: &RtlFunction, header: u32) -> u32 {
    f.cfg.block(header).outer_header
}
