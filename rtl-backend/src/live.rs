//! Live ranges as lists of program-point segments.
//!
//! Every insn has two points: at the even one it reads, at the odd one it writes. A register is live in half-open
//! segments of points. Registers local to a block cost one walk of the block; for the others a walk up the CFG from
//! each upward-exposed use finds the blocks they are live in (Boissinot et al., "Computing liveness sets for SSA-form
//! programs", 2011). No set over registers × blocks is ever built.
//!
//! A register live in very many blocks would still make the total quadratic, so the walk gives up after
//! [`MAX_BLOCKS`] blocks and takes instead the hull of all references in layout order, widened to every retreating
//! edge's span it touches. That is conservative: control can leave the hull with the register live only over a
//! retreating edge that crosses its border, and there is none.

use bumpalo::Bump;

use crate::df::{RefKind, visit_refs};
use crate::function::{FIRST_PSEUDO, InsnId, InsnKind, RtlFunction};
use crate::riscv::regs::fixed;

/// Blocks a register's walk visits before its range is approximated.
const MAX_BLOCKS: usize = 1024;

/// A half-open range of program points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Segment {
    pub start: u32,
    pub end: u32,
}

/// The live ranges of all registers of a function.
pub struct LiveRanges {
    /// The insns that have points, in order; insn `i` reads at `2 i` and writes at `2 i + 1`.
    pub insns: Vec<InsnId>,
    /// Segments of all registers, those of one register together and in order.
    segments: Vec<Segment>,
    /// Start of each register's segments.
    starts: Vec<u32>,
    /// Read points of calls, in order.
    pub calls: Vec<u32>,
}

impl LiveRanges {
    /// The segments of `regno`.
    pub fn of(&self, regno: u32) -> &[Segment] {
        let r = regno as usize;
        &self.segments[self.starts[r] as usize..self.starts[r + 1] as usize]
    }

    /// Whether `regno` is live across a call.
    pub fn crosses_call(&self, regno: u32) -> bool {
        self.of(regno).iter().any(|s| {
            let i = self.calls.partition_point(|c| c + 2 <= s.start);
            self.calls.get(i).is_some_and(|c| c + 1 < s.end)
        })
    }

    /// Total number of points `regno` is live at.
    pub fn length(&self, regno: u32) -> u32 {
        self.of(regno).iter().map(|s| s.end - s.start).sum()
    }
}

/// A register whose value enters or leaves a block.
#[derive(Clone, Copy)]
struct BlockRef {
    reg: u32,
    block: u32,
}

struct Builder<'a> {
    f: &'a RtlFunction,
    insns: Vec<InsnId>,
    /// First point of each block, indexed by block; one more for the end.
    block_start: &'a mut [u32],
    block_end: &'a mut [u32],
    found: Vec<(u32, Segment)>,
    calls: Vec<u32>,
}

/// Computes the live ranges. The CFG must be up to date.
pub fn compute(f: &RtlFunction) -> LiveRanges {
    let scratch = Bump::new();
    let blocks = f.cfg.blocks.len();
    let mut b = Builder {
        f,
        insns: Vec::with_capacity(f.max_uid() as usize),
        block_start: scratch.alloc_slice_fill_copy(blocks + 1, 0),
        block_end: scratch.alloc_slice_fill_copy(blocks + 1, 0),
        found: Vec::with_capacity(f.max_uid() as usize),
        calls: Vec::new(),
    };
    b.number_insns();
    let (exposed, defined) = b.block_refs();
    let live_out = b.walk_up(&scratch, exposed, defined);
    b.scan_blocks(&live_out);
    b.finish()
}

/// What the walk over the CFG leaves for the scan of each block.
struct LiveOut {
    /// Registers live out of a block that refers to them, sorted by block.
    refs: Vec<BlockRef>,
    /// Registers whose range has been approximated.
    approximate: Vec<bool>,
}

impl Builder<'_> {
    fn number_insns(&mut self) {
        for b in self.f.cfg.block_ids() {
            self.block_start[b as usize] = 2 * self.insns.len() as u32;
            let block = self.f.cfg.block(b);
            let mut at = block.head;
            loop {
                if self.f.is_real(at) {
                    if self.f.insn(at).kind == InsnKind::Call {
                        self.calls.push(2 * self.insns.len() as u32);
                    }
                    self.insns.push(at);
                }
                if at == block.end {
                    break;
                }
                at = self.f.next(at);
            }
            self.block_end[b as usize] = 2 * self.insns.len() as u32;
        }
    }

    /// Registers read in a block before being written there, and registers written in a block.
    fn block_refs(&self) -> (Vec<BlockRef>, Vec<BlockRef>) {
        let regs = self.f.num_regs() as usize;
        let mut last_def = vec![0u32; regs];
        let mut last_use = vec![0u32; regs];
        let (mut exposed, mut defined) = (Vec::new(), Vec::new());
        for block in self.f.cfg.block_ids() {
            let range = self.block_start[block as usize] / 2..self.block_end[block as usize] / 2;
            for i in range {
                visit_refs(self.f, self.insns[i as usize], &mut |kind, reg, count, _| {
                    for reg in reg..reg + count {
                        if fixed(reg) {
                            continue;
                        }
                        let r = reg as usize;
                        if kind == RefKind::Use {
                            if last_def[r] != block && last_use[r] != block {
                                last_use[r] = block;
                                exposed.push(BlockRef { reg, block });
                            }
                        } else if last_def[r] != block {
                            last_def[r] = block;
                            defined.push(BlockRef { reg, block });
                        }
                    }
                });
            }
        }
        (exposed, defined)
    }

    /// Finds the blocks each exposed register is live out of. Blocks without a reference get their segment at once.
    fn walk_up(
        &mut self,
        scratch: &Bump,
        mut exposed: Vec<BlockRef>,
        defined: Vec<BlockRef>,
    ) -> LiveOut {
        let blocks = self.f.cfg.blocks.len();
        let regs = self.f.num_regs() as usize;
        exposed.sort_unstable_by_key(|e| (e.reg, e.block));
        let is_global = scratch.alloc_slice_fill_copy(regs, false);
        for e in &exposed {
            is_global[e.reg as usize] = true;
        }
        let mut defined: Vec<BlockRef> =
            defined.into_iter().filter(|d| is_global[d.reg as usize]).collect();
        defined.sort_unstable_by_key(|d| (d.reg, d.block));
        let live_out_of = scratch.alloc_slice_fill_copy(blocks, u32::MAX);
        let refers = scratch.alloc_slice_fill_copy(blocks, u32::MAX);
        let spans = self.retreating_spans();
        let mut out = LiveOut { refs: Vec::new(), approximate: vec![false; regs] };
        let mut work = Vec::new();
        let (mut i, mut d) = (0, 0);
        while i < exposed.len() {
            let reg = exposed[i].reg;
            let first_use = i;
            while i < exposed.len() && exposed[i].reg == reg {
                refers[exposed[i].block as usize] = reg;
                work.push(exposed[i].block);
                i += 1;
            }
            while d < defined.len() && defined[d].reg < reg {
                d += 1;
            }
            let first_def = d;
            while d < defined.len() && defined[d].reg == reg {
                refers[defined[d].block as usize] = reg;
                d += 1;
            }
            let (refs_before, found_before) = (out.refs.len(), self.found.len());
            let mut visited = 0;
            while let Some(block) = work.pop() {
                for pred in self.f.cfg.preds(block) {
                    let p = pred as usize;
                    if pred < 2 || live_out_of[p] == reg {
                        continue;
                    }
                    live_out_of[p] = reg;
                    visited += 1;
                    if refers[p] == reg {
                        out.refs.push(BlockRef { reg, block: pred });
                    } else {
                        let segment =
                            Segment { start: self.block_start[p], end: self.block_end[p] };
                        self.found.push((reg, segment));
                    }
                    // A block that reads it is on the list already, if it does so before writing it.
                    if refers[p] != reg {
                        work.push(pred);
                    }
                }
                if visited > MAX_BLOCKS && reg >= FIRST_PSEUDO {
                    work.clear();
                    out.refs.truncate(refs_before);
                    self.found.truncate(found_before);
                    out.approximate[reg as usize] = true;
                    let blocks =
                        exposed[first_use..i].iter().chain(&defined[first_def..d]).map(|e| e.block);
                    let hull = self.hull(blocks, &spans);
                    self.found.push((reg, hull));
                }
            }
        }
        out.refs.sort_unstable_by_key(|e| (e.block, e.reg));
        out
    }

    /// Spans of points between the target and the source of retreating edges, overlapping ones united.
    fn retreating_spans(&self) -> Vec<Segment> {
        let mut spans: Vec<Segment> = self
            .f
            .cfg
            .edges
            .iter()
            .filter(|e| e.dst <= e.src && e.dst >= 2)
            .map(|e| Segment {
                start: self.block_start[e.dst as usize],
                end: self.block_end[e.src as usize],
            })
            .collect();
        spans.sort_unstable();
        let mut united: Vec<Segment> = Vec::new();
        for span in spans {
            match united.last_mut() {
                Some(last) if span.start < last.end => last.end = last.end.max(span.end),
                _ => united.push(span),
            }
        }
        united
    }

    /// The hull of these blocks in layout order, widened to the retreating spans it touches.
    fn hull(&self, blocks: impl Iterator<Item = u32>, spans: &[Segment]) -> Segment {
        let mut hull = Segment { start: u32::MAX, end: 0 };
        for block in blocks {
            hull.start = hull.start.min(self.block_start[block as usize]);
            hull.end = hull.end.max(self.block_end[block as usize]);
        }
        let first = spans.partition_point(|s| s.end <= hull.start);
        if let Some(span) = spans.get(first).filter(|s| s.start < hull.end) {
            hull.start = hull.start.min(span.start);
        }
        let last = spans.partition_point(|s| s.start < hull.end);
        if let Some(span) = last.checked_sub(1).map(|i| spans[i]).filter(|s| s.end > hull.start) {
            hull.end = hull.end.max(span.end);
        }
        hull
    }

    /// Scans each block backwards and cuts the segments of what is referred to there.
    fn scan_blocks(&mut self, live_out: &LiveOut) {
        let regs = self.f.num_regs() as usize;
        // Where the segment now open ends; 0 if the register is dead.
        let mut open = vec![0u32; regs];
        let mut touched: Vec<u32> = Vec::new();
        let mut out_index = 0;
        for block in self.f.cfg.block_ids() {
            let (start, end) = (self.block_start[block as usize], self.block_end[block as usize]);
            while let Some(e) = live_out.refs.get(out_index).filter(|e| e.block == block) {
                open[e.reg as usize] = end.max(1);
                touched.push(e.reg);
                out_index += 1;
            }
            for i in (start / 2..end / 2).rev() {
                let found = &mut self.found;
                let f = self.f;
                let mut def = |reg: u32, from: u32, open: &mut [u32]| {
                    if fixed(reg) || live_out.approximate[reg as usize] {
                        return;
                    }
                    let to = std::mem::take(&mut open[reg as usize]).max(2 * i + 2);
                    found.push((reg, Segment { start: from, end: to }));
                };
                visit_refs(f, self.insns[i as usize], &mut |kind, reg, count, _| {
                    for reg in reg..reg + count {
                        match kind {
                            RefKind::Use => {}
                            RefKind::Def => def(reg, 2 * i + 1, &mut open),
                            RefKind::EarlyDef | RefKind::Clobber => def(reg, 2 * i, &mut open),
                        }
                    }
                });
                visit_refs(f, self.insns[i as usize], &mut |kind, reg, count, _| {
                    for reg in reg..reg + count {
                        if kind == RefKind::Use
                            && open[reg as usize] == 0
                            && !fixed(reg)
                            && !live_out.approximate[reg as usize]
                        {
                            open[reg as usize] = 2 * i + 1;
                            touched.push(reg);
                        }
                    }
                });
            }
            for reg in touched.drain(..) {
                let to = std::mem::take(&mut open[reg as usize]);
                if to > start {
                    self.found.push((reg, Segment { start, end: to }));
                }
            }
        }
    }

    /// Groups the segments by register, in order, joining those that touch.
    fn finish(mut self) -> LiveRanges {
        let regs = self.f.num_regs() as usize;
        self.found.sort_unstable();
        let mut segments: Vec<Segment> = Vec::with_capacity(self.found.len());
        let mut starts = Vec::with_capacity(regs + 1);
        let mut next = 0;
        for reg in 0..regs as u32 {
            let first = segments.len();
            starts.push(first as u32);
            while let Some(&(r, segment)) = self.found.get(next).filter(|(r, _)| *r == reg) {
                debug_assert_eq!(r, reg);
                match segments[first..].last_mut() {
                    Some(last) if segment.start <= last.end => last.end = last.end.max(segment.end),
                    _ => segments.push(segment),
                }
                next += 1;
            }
        }
        starts.push(segments.len() as u32);
        LiveRanges { insns: self.insns, segments, starts, calls: self.calls }
    }
}
