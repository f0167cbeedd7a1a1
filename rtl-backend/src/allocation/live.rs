//! Live ranges as lists of program-point segments.
//!
//! Every insn has two points: at the even one it reads, at the odd one it writes. A register is live in half-open
//! segments of points. Registers local to a block cost one walk of the block; for the others a walk up the CFG from
//! each upward-exposed use finds the blocks they are live in (Boissinot et al., "Computing liveness sets for SSA-form
//! programs", 2011). No set over registers × blocks is ever built. From a dominating cut (`dominating_cuts.rs`) the walk goes to the first
//! cut after the next reference in one step.
//!
//! A register live in very many blocks would still make the total quadratic, so the walk gives up after
//! `MAX_BLOCKS` blocks and takes instead the hull of all references in layout order, widened to every retreating
//! edge's span it touches. That is conservative: control can leave the hull with the register live only over a
//! retreating edge that crosses its border, and there is none.

use bumpalo::Bump;

use crate::allocation::dominating_cuts::DominatingCuts;
use crate::allocation::frame_refs::{FirstHolders, reads_frame_base};
use crate::machine::target::fixed;
use crate::rtl::df::RefKind;
use crate::rtl::function::{FIRST_PSEUDO, InsnId, RtlFunction};
use crate::rtl::group::Groups;
use crate::rtl::insn_table::{InsnTable, traits};

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
    /// The insns, in order; insn `i` reads at `2 i` and writes at `2 i + 1`.
    pub insns: InsnTable,
    /// The number of each block's first insn, by block, and the number of insns.
    pub first_insns: Vec<u32>,
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

    /// One more than the last point.
    pub fn points(&self) -> u32 {
        2 * self.insns.len()
    }

    /// Whether `regno` is live across a call.
    pub fn crosses_call(&self, regno: u32) -> bool {
        self.of(regno).iter().any(|s| {
            let i = self.calls.partition_point(|c| c + 2 <= s.start);
            self.calls.get(i).is_some_and(|c| c + 1 < s.end)
        })
    }

    /// Whether `regno` is live at a point.
    pub fn is_live_at(&self, regno: u32, point: u32) -> bool {
        let segments = self.of(regno);
        let after = segments.partition_point(|segment| segment.end <= point);
        segments.get(after).is_some_and(|segment| segment.start <= point)
    }

    /// The pseudos that are live at the beginning of each block.
    pub fn live_in(&self, f: &RtlFunction) -> Vec<Vec<u32>> {
        let first = &self.first_insns;
        let mut live_in = vec![Vec::new(); f.cfg.blocks.len()];
        for reg in FIRST_PSEUDO..(self.starts.len() as u32 - 1) {
            for segment in self.of(reg) {
                let mut block = first.partition_point(|&insn| 2 * insn < segment.start);
                while block < live_in.len() && 2 * first[block] < segment.end {
                    if block >= 2 {
                        live_in[block].push(reg);
                    }
                    block += 1;
                }
            }
        }
        live_in
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

/// What the walk up the CFG looks at in a block, together.
#[derive(Clone, Copy)]
struct BlockState {
    /// Its points.
    start: u32,
    end: u32,
    /// The last register found to be live out of it.
    live_out_of: u32,
    /// The last register it was found to refer to.
    refers: u32,
}

struct Builder<'a> {
    f: &'a RtlFunction,
    insns: InsnTable,
    blocks: &'a mut [BlockState],
    found: Vec<(u32, Segment)>,
    calls: Vec<u32>,
    frame_refs: FirstHolders,
}

/// Computes the live ranges. The CFG must be up to date.
pub fn compute(f: &RtlFunction) -> LiveRanges {
    let scratch = Bump::new();
    let none = BlockState { start: 0, end: 0, live_out_of: u32::MAX, refers: u32::MAX };
    let mut b = Builder {
        f,
        insns: InsnTable::with_room_for(f),
        blocks: scratch.alloc_slice_fill_copy(f.cfg.blocks.len(), none),
        found: Vec::with_capacity(f.max_uid() as usize),
        calls: Vec::new(),
        frame_refs: FirstHolders::default(),
    };
    b.number_insns();
    let (exposed, defined) = b.block_refs();
    let live_out = b.walk_up(&exposed, &defined);
    b.scan_blocks(&live_out);
    b.finish()
}

/// The block after the last one before `block` that is in one of the lists, which are in order.
fn after_last_before(lists: [&[BlockRef]; 2], block: u32) -> u32 {
    let after = |list: &[BlockRef]| {
        let before = list.partition_point(|e| e.block < block);
        before.checked_sub(1).map_or(2, |last| list[last].block + 1)
    };
    after(lists[0]).max(after(lists[1]))
}

/// What the walk over the CFG leaves for the scan of each block.
struct LiveOut {
    /// Registers live out of a block that refers to them, by block.
    refs: Groups<BlockRef>,
    /// Registers whose range has been approximated.
    approximate: Vec<bool>,
}

impl Builder<'_> {
    fn number_insns(&mut self) {
        for b in self.f.cfg.block_ids() {
            self.blocks[b as usize].start = 2 * self.insns.len();
            let block = self.f.cfg.block(b);
            let mut at = block.head;
            loop {
                if let Some(index) = self.insns.see(self.f, at) {
                    self.look_at_insn(index, at);
                }
                if at == block.end {
                    break;
                }
                at = self.f.next(at);
            }
            self.blocks[b as usize].end = 2 * self.insns.len();
        }
    }

    /// Notes a call, and a reference to the frame that `reload` will have to look at: now the expression is at hand.
    fn look_at_insn(&mut self, index: u32, at: InsnId) {
        if self.insns.has(index, traits::CALL) {
            self.calls.push(2 * index);
        }
        let mut refs = self.insns.refs(index).iter();
        if refs.any(|&entry| reads_frame_base(entry)) && self.frame_refs.is_first(self.f, at) {
            self.insns.note(index, traits::FIRST_FRAME_REF);
        }
    }

    /// Registers read in a block before being written there, and registers written in a block.
    fn block_refs(&self) -> (Vec<BlockRef>, Vec<BlockRef>) {
        let regs = self.f.num_regs() as usize;
        let mut last_def = vec![0u32; regs];
        let mut last_use = vec![0u32; regs];
        let (mut exposed, mut defined) = (Vec::new(), Vec::new());
        for block in self.f.cfg.block_ids() {
            let BlockState { start, end, .. } = self.blocks[block as usize];
            for &entry in (start / 2..end / 2).flat_map(|i| self.insns.refs(i)) {
                for reg in entry.regs().filter(|reg| !fixed(*reg)) {
                    let r = reg as usize;
                    if entry.kind() == RefKind::Use {
                        if last_def[r] != block && last_use[r] != block {
                            last_use[r] = block;
                            exposed.push(BlockRef { reg, block });
                        }
                    } else if last_def[r] != block {
                        last_def[r] = block;
                        defined.push(BlockRef { reg, block });
                    }
                }
            }
        }
        (exposed, defined)
    }

    /// Finds the blocks each exposed register is live out of. Blocks without a reference get their segment at once.
    fn walk_up(&mut self, exposed: &[BlockRef], defined: &[BlockRef]) -> LiveOut {
        let regs = self.f.num_regs() as usize;
        let exposed = Groups::new(exposed, regs, |e| e.reg);
        let defined = Groups::new(defined, regs, |d| d.reg);
        let spans = self.retreating_spans();
        let cuts = DominatingCuts::new(&self.f.cfg);
        let mut approximate = vec![false; regs];
        let mut refs = Vec::new();
        let mut work = Vec::new();
        for reg in (0..regs as u32).filter(|&reg| !exposed.of(reg).is_empty()) {
            for e in exposed.of(reg).iter().chain(defined.of(reg)) {
                self.blocks[e.block as usize].refers = reg;
            }
            work.extend(exposed.of(reg).iter().map(|e| e.block));
            let (refs_before, found_before) = (refs.len(), self.found.len());
            let mut visited = 0;
            while let Some(block) = work.pop() {
                // From a cut back to the first one after what refers to the register it is live all the way.
                let mut stretch = block..block;
                if cuts.from(block) == block && self.blocks[block as usize - 1].refers != reg {
                    let lists = [exposed.of(reg), defined.of(reg)];
                    stretch.start = cuts.from(after_last_before(lists, block));
                }
                if !stretch.is_empty() {
                    let [first, last] = [stretch.start as usize, stretch.end as usize - 1];
                    let (start, end) = (self.blocks[first].start, self.blocks[last].end);
                    self.found.push((reg, Segment { start, end }));
                    visited += stretch.len();
                    work.push(stretch.start);
                }
                for pred in self.f.cfg.preds(block) {
                    let state = &mut self.blocks[pred as usize];
                    if pred < 2 || stretch.contains(&pred) || state.live_out_of == reg {
                        continue;
                    }
                    state.live_out_of = reg;
                    visited += 1;
                    if state.refers == reg {
                        // A block that reads it is on the list already, if it does so before writing it.
                        refs.push(BlockRef { reg, block: pred });
                    } else {
                        self.found.push((reg, Segment { start: state.start, end: state.end }));
                        work.push(pred);
                    }
                }
                if visited > MAX_BLOCKS && reg >= FIRST_PSEUDO {
                    work.clear();
                    refs.truncate(refs_before);
                    self.found.truncate(found_before);
                    approximate[reg as usize] = true;
                    let blocks = exposed.of(reg).iter().chain(defined.of(reg)).map(|e| e.block);
                    let hull = self.hull(blocks, &spans);
                    self.found.push((reg, hull));
                }
            }
        }
        LiveOut { refs: Groups::new(&refs, self.blocks.len(), |e| e.block), approximate }
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
                start: self.blocks[e.dst as usize].start,
                end: self.blocks[e.src as usize].end,
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
            hull.start = hull.start.min(self.blocks[block as usize].start);
            hull.end = hull.end.max(self.blocks[block as usize].end);
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
        let ranged = |reg: &u32| !fixed(*reg) && !live_out.approximate[*reg as usize];
        for block in self.f.cfg.block_ids() {
            let BlockState { start, end, .. } = self.blocks[block as usize];
            for e in live_out.refs.of(block) {
                open[e.reg as usize] = end.max(1);
                touched.push(e.reg);
            }
            for i in (start / 2..end / 2).rev() {
                for &entry in self.insns.refs(i) {
                    let from = match entry.kind() {
                        RefKind::Use => continue,
                        RefKind::Def => 2 * i + 1,
                        RefKind::EarlyDef | RefKind::Clobber => 2 * i,
                    };
                    for reg in entry.regs().filter(ranged) {
                        let to = std::mem::take(&mut open[reg as usize]).max(2 * i + 2);
                        self.found.push((reg, Segment { start: from, end: to }));
                    }
                }
                for &entry in self.insns.refs(i).iter().filter(|r| r.kind() == RefKind::Use) {
                    for reg in entry.regs().filter(ranged) {
                        if open[reg as usize] == 0 {
                            open[reg as usize] = 2 * i + 1;
                            touched.push(reg);
                        }
                    }
                }
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
    fn finish(self) -> LiveRanges {
        let regs = self.f.num_regs() as usize;
        let mut found = Groups::new(&self.found, regs, |(reg, _)| *reg);
        let mut segments: Vec<Segment> = Vec::with_capacity(self.found.len());
        let mut starts = Vec::with_capacity(regs + 1);
        for reg in 0..regs as u32 {
            let first = segments.len();
            starts.push(first as u32);
            let own = found.of_mut(reg);
            own.sort_unstable();
            for &(_, segment) in own.iter() {
                match segments[first..].last_mut() {
                    Some(last) if segment.start <= last.end => last.end = last.end.max(segment.end),
                    _ => segments.push(segment),
                }
            }
        }
        starts.push(segments.len() as u32);
        let mut first_insns: Vec<u32> = self.blocks.iter().map(|block| block.start / 2).collect();
        first_insns.push(self.insns.len());
        LiveRanges { insns: self.insns, first_insns, segments, starts, calls: self.calls }
    }
}
