//! Before a place for the prologue is looked for: what a function does first, most of all putting its arguments where calls
//! leave them alone, goes down to where it is needed (`prepare_shrink_wrap`).
//!
//! ```text
//!     mv    s0,a0                       beq   a0,zero,.L2
//!     beq   s0,zero,.L2        =>       mv    s0,a0
//!     call  f                           call  f
//! ```
//! An insn moves if its register is live into one successor only; where that can be reached on another path, too, the edge gets
//! a block of its own, at most one edge of a function. Linear in insns, for each time round that liveness takes.

use crate::asm::AsmUnit;
use crate::machine::recog::recog_insn;
use crate::machine::target::{FP_RETURN, GP_RETURN, fixed};
use crate::rtl::cfg::{self, EXIT};
use crate::rtl::code::Code;
use crate::rtl::df::{RefKind, visit_defs, visit_refs};
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, LocId, NoteKind, RtlFunction};
use crate::rtl::jumps;
use crate::rtl::rtx::RtxId;

/// The block that holds the first insn of a function.
const FIRST: u32 = 2;

/// Sets of hard registers.
type Regs = u128;

fn bit(reg: u32) -> Regs {
    if reg < FIRST_PSEUDO { 1 << reg } else { 0 }
}

/// Moves what can be moved out of the first block. The graph must be up to date, and is afterwards.
pub fn prepare(f: &mut RtlFunction, unit: &mut AsmUnit) {
    if f.cfg.block_ids().is_empty() {
        return;
    }
    let elements: Vec<InsnId> = f.block_elements(FIRST).filter(|&id| f.is_real(id)).collect();
    let calls = elements.iter().any(|&id| f.insn(id).kind == InsnKind::Call);
    if calls || !elements.iter().any(|&id| movable(f, id).is_some()) {
        return;
    }
    if elements.last().is_some_and(|&id| f.insn(id).kind == InsnKind::Jump) {
        propagate_copies(f, &elements);
    }
    let mut sinking = Sinking { live: Liveness::of(f), split: None, f };
    if sinking.run(&elements, unit) {
        cfg::build_graph(f);
    }
}

/// What is read of registers that are copies of others is read of those (`copyprop_hardreg_forward`).
fn propagate_copies(f: &mut RtlFunction, elements: &[InsnId]) {
    let mut copies: Vec<(u32, u32)> = Vec::new();
    for &id in elements {
        for &(to, from) in &copies {
            if let Some(pattern) = reading(f, f.insn(id).pattern, to, from) {
                let before = f.insn(id).pattern;
                f.set_pattern(id, pattern);
                if !recog_insn(f, id) {
                    f.set_pattern(id, before);
                    recog_insn(f, id);
                }
            }
        }
        visit_defs(f, id, &mut |_, reg, count, _| {
            let changed = reg..reg + count;
            copies.retain(|(to, from)| !changed.contains(to) && !changed.contains(from));
        });
        copies.extend(copy(f, id));
    }
}

/// The registers of an insn that copies one general register to another.
fn copy(f: &RtlFunction, id: InsnId) -> Option<(u32, u32)> {
    let r = &f.rtx;
    let pattern = f.insn(id).pattern;
    let (to, from) = match r.code(pattern) {
        Code::Set => (r.op(pattern, 0), r.op(pattern, 1)),
        _ => return None,
    };
    let word = |x| r.code(x) == Code::Reg && r.mode(x) == r.word() && (5..32).contains(&r.regno(x));
    (word(to) && word(from)).then(|| (r.regno(to), r.regno(from)))
}

/// An expression with one register read in place of another; nothing where that is not read.
fn reading(f: &mut RtlFunction, x: RtxId, to: u32, from: u32) -> Option<RtxId> {
    let r = &f.rtx;
    let first = match r.code(x) {
        Code::Reg => {
            let it = r.regno(x) == to && !r.is_multiword(r.mode(x)) && !r.mode(x).is_float();
            let mode = r.mode(x);
            return it.then(|| f.rtx.gen_reg(mode, from));
        }
        Code::Set if r.code(r.op(x, 0)) == Code::Reg => 1,
        Code::Set | Code::Mem | Code::IfThenElse => 0,
        code if code.arity() > 0 && !matches!(code, Code::Clobber | Code::Use) => 0,
        _ => return None,
    };
    let mut new = None;
    for index in first..r.num_ops(x) {
        let op = f.rtx.any_op(x, index);
        if let Some(op) = reading(f, op, to, from) {
            let copy = *new.get_or_insert_with(|| f.rtx.shallow_copy(x));
            f.rtx.set_any_op(copy, index, op);
        }
    }
    new
}

/// The register that an insn sets and those it is computed from, if it can stand elsewhere: it does nothing else, and looks at
/// no memory and one register at most.
fn movable(f: &RtlFunction, id: InsnId) -> Option<(u32, Regs)> {
    let (insn, r) = (f.insn(id), &f.rtx);
    if insn.kind != InsnKind::Insn || r.code(insn.pattern) != Code::Set {
        return None;
    }
    let (to, from) = (r.op(insn.pattern, 0), r.op(insn.pattern, 1));
    if r.code(to) != Code::Reg || r.is_multiword(r.mode(to)) || fixed(r.regno(to)) {
        return None;
    }
    let (mut read, mut plain) = (0, true);
    r.walk(from, &mut |x| {
        plain &= match r.code(x) {
            Code::Reg => {
                let first = read == 0 && !r.is_multiword(r.mode(x));
                read |= bit(r.regno(x));
                first
            }
            Code::ConstInt | Code::SymbolRef | Code::Const | Code::High | Code::LoSum => true,
            Code::Plus | Code::Ashift | Code::Ashiftrt | Code::Lshiftrt => true,
            Code::And | Code::Ior | Code::Xor | Code::SignExtend | Code::ZeroExtend => true,
            _ => false,
        };
        plain
    });
    plain.then(|| (r.regno(to), read))
}

/// What blocks do with hard registers.
struct Liveness {
    /// Registers whose values are needed where a block begins.
    live_in: Vec<Regs>,
    /// Registers that a block reads, and those that it sets or may set.
    uses: Vec<Regs>,
    defs: Vec<Regs>,
}

impl Liveness {
    fn of(f: &RtlFunction) -> Liveness {
        let n = f.cfg.blocks.len();
        let mut live = Liveness { live_in: vec![0; n], uses: vec![0; n], defs: vec![0; n] };
        let mut set = vec![0; n];
        let mut needed = vec![0; n];
        for block in f.cfg.block_ids() {
            let b = block as usize;
            for id in f.block_elements(block).filter(|&id| f.is_real(id)) {
                visit_refs(f, id, &mut |kind, reg, count, _| {
                    for bit in (reg..reg + count).map(bit) {
                        if kind == RefKind::Use {
                            live.uses[b] |= bit;
                            needed[b] |= bit & !set[b];
                        } else {
                            live.defs[b] |= bit;
                            set[b] |= bit;
                        }
                    }
                });
                if f.insn(id).kind == InsnKind::Call {
                    live.defs[b] = Regs::MAX;
                }
            }
        }
        // What a function may give back.
        live.live_in[EXIT as usize] =
            [GP_RETURN, GP_RETURN + 1, FP_RETURN, FP_RETURN + 1].map(bit).iter().sum();
        let mut work: Vec<u32> = f.cfg.block_ids().collect();
        let mut waits = vec![true; n];
        while let Some(block) = work.pop() {
            let b = block as usize;
            waits[b] = false;
            let out = f.cfg.succs(block).fold(0, |out, next| out | live.live_in[next as usize]);
            let now = needed[b] | out & !set[b];
            if now != live.live_in[b] {
                live.live_in[b] = now;
                for pred in f.cfg.preds(block).filter(|&pred| pred >= FIRST) {
                    if !std::mem::replace(&mut waits[pred as usize], true) {
                        work.push(pred);
                    }
                }
            }
        }
        live
    }

    /// An insn that sets a register from others now stands in a block.
    fn put(&mut self, block: u32, to: u32, read: Regs) {
        let b = block as usize;
        self.live_in[b] = self.live_in[b] & !bit(to) | read;
        self.uses[b] |= read;
        self.defs[b] |= bit(to);
    }
}

/// The block made on an edge.
struct Split {
    dst: u32,
    /// Insns go after this element.
    after: InsnId,
    live_in: Regs,
}

struct Sinking<'a> {
    f: &'a mut RtlFunction,
    live: Liveness,
    split: Option<Split>,
}

impl Sinking<'_> {
    /// Goes through the first block from its end. Says whether anything has moved.
    fn run(&mut self, elements: &[InsnId], unit: &mut AsmUnit) -> bool {
        let (mut used, mut set) = (0, 0);
        let mut moved = false;
        for &id in elements.iter().rev() {
            if let Some((to, read)) = movable(self.f, id)
                && set & (read | bit(to)) == 0
                && used & bit(to) == 0
                && let Some(after) = self.place(to, read, unit)
            {
                self.f.unlink(id);
                self.f.link_after(id, after);
                moved = true;
                continue;
            }
            visit_refs(self.f, id, &mut |kind, reg, count, _| {
                for bit in (reg..reg + count).map(bit) {
                    match kind {
                        RefKind::Use => used |= bit,
                        _ => set |= bit,
                    }
                }
            });
        }
        moved
    }

    /// The element an insn goes after that sets a register, and notes it there.
    fn place(&mut self, to: u32, read: Regs, unit: &mut AsmUnit) -> Option<InsnId> {
        let next = self.only_live(FIRST, to)?;
        if let Some(split) = self.split.as_mut().filter(|split| split.dst == next) {
            split.live_in = split.live_in & !bit(to) | read;
            return Some(split.after);
        }
        if self.f.cfg.preds(next).count() == 2 {
            return self.split_edge(next, to, read, unit);
        }
        let mut block = next;
        loop {
            let b = block as usize;
            let stays =
                self.live.uses[b] & bit(to) != 0 || self.live.defs[b] & (bit(to) | read) != 0;
            let further = if stays { None } else { self.only_live(block, to) };
            match further.filter(|&next| self.f.cfg.preds(next).count() == 1) {
                Some(next) => {
                    self.live.live_in[b] = self.live.live_in[b] & !bit(to) | read;
                    block = next;
                }
                None => {
                    self.live.put(block, to, read);
                    let is_head =
                        |id: &InsnId| self.f.insn(*id).kind == InsnKind::Note(NoteKind::BasicBlock);
                    return self.f.block_elements(block).find(is_head);
                }
            }
        }
    }

    /// The only successor that a register is live into, if at most one other edge leads there.
    fn only_live(&self, block: u32, reg: u32) -> Option<u32> {
        let is_live = |next: &u32| {
            let split = self.split.as_ref().filter(|split| block == FIRST && split.dst == *next);
            let live = split.map_or(self.live.live_in[*next as usize], |split| split.live_in);
            live & bit(reg) != 0
        };
        let mut live = self.f.cfg.succs(block).filter(is_live);
        let next = live.next()?;
        let alone = live.next().is_none() && next != EXIT && next != FIRST;
        (alone && self.f.cfg.preds(next).count() <= 2).then_some(next)
    }

    /// Makes a place on the edge to a block, if it is the first one.
    fn split_edge(&mut self, dst: u32, to: u32, read: Regs, unit: &mut AsmUnit) -> Option<InsnId> {
        let f = &mut *self.f;
        let end = f.cfg.block(FIRST).end;
        let edges = f.cfg.succ_edges(FIRST);
        if self.split.is_some() || edges.len() != 2 || !f.is_cond_jump(end) {
            return None;
        }
        let falls = edges.iter().any(|edge| edge.dst == dst && edge.fallthru);
        let after = if falls {
            end
        } else {
            // What stands before the block must not fall into what comes between.
            let head = f.cfg.block(dst).head;
            let before = f.prev(head);
            if !before.exists() || f.insn(before).kind != InsnKind::Barrier {
                return None;
            }
            let label = f.make_insn(InsnKind::Label, RtxId::NONE, LocId::UNKNOWN);
            f.insn_mut(label).label = unit.new_label();
            f.link_after(label, before);
            jumps::redirect_jump(f, end, label);
            label
        };
        let out = f.cfg.succs(FIRST).fold(0, |out, next| out | self.live.live_in[next as usize]);
        let live_in = (out & self.live.live_in[dst as usize]) & !bit(to) | read;
        self.split = Some(Split { dst, after, live_in });
        Some(after)
    }
}
