//! The dump of `ira` without optimisation: what pseudos cost where, at which points of the program they are live, and
//! which registers they got.
//!
//! ```text
//!     a0 (r74,l0) best GR_REGS, allocno GR_REGS
//!   a0(r74,l0) costs: SIBCALL_REGS:2000 JALR_REGS:2000 GR_REGS:2000 MEM:6000
//!    Insn 63(l0): point = 4
//!  a0(r74): [3..4]
//! ```
//! Points are counted along a walk backwards over each block; those where nothing begins after something has ended are one
//! afterwards. Nothing but the dump needs any of this.

use dumps::{put, putln};
use std::fmt::Write;

use crate::allocation::edge_order::EdgeOrder;
use crate::allocation::fast::{Order, Total};
use crate::allocation::ira::Place;
use crate::allocation::live::LiveRanges;
use crate::rtl::df::RefKind;
use crate::rtl::function::RtlFunction;
use crate::rtl::summary::{self, DEFERRED};
use crate::rtl::worklist;

/// How often a function runs, in GCC's measure.
const RUNS: u32 = 1000;
/// A move between general registers, and one between a general and a floating-point register.
const MOVE: u32 = 2;
const CROSSING_MOVE: u32 = 20;

/// A stretch of points at which a pseudo is live, both ends included.
#[derive(Clone, Copy)]
pub(super) struct Range {
    pub start: u32,
    pub finish: u32,
}

/// The classes of registers a pseudo may be in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    General,
    /// General registers that a call may be made through.
    Call,
    Float,
    Memory,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Class::General => "GR_REGS",
            Class::Call => "JALR_REGS",
            Class::Float => "FP_REGS",
            Class::Memory => "NO_REGS",
        }
    }
}

/// What is told of each pseudo.
pub struct Report<'a> {
    f: &'a RtlFunction,
    live: &'a LiveRanges,
    order: &'a Order,
    places: &'a [Place],
    /// The pseudos by their allocnos' numbers.
    pseudos: Vec<u32>,
    /// The allocnos' ranges, in the order of the walk.
    ranges: Vec<Vec<Range>>,
}

impl<'a> Report<'a> {
    /// A report of an allocation.
    pub fn new(
        f: &'a RtlFunction,
        live: &'a LiveRanges,
        order: &'a Order,
        places: &'a [Place],
    ) -> Report<'a> {
        let mut pseudos = order.pseudos.clone();
        pseudos.sort_by_key(|&reg| order.totals[reg as usize].met);
        let ranges = vec![Vec::new(); pseudos.len()];
        Report { f, live, order, places, pseudos, ranges }
    }

    fn total(&self, reg: u32) -> Total {
        self.order.totals[reg as usize]
    }

    fn class(&self, reg: u32) -> Class {
        let total = self.total(reg);
        if !self.is_general(reg) {
            Class::Float
        } else if total.calls > 0 {
            Class::Call
        } else if self.general_cost(total) > self.memory_cost(total) {
            Class::Memory
        } else {
            Class::General
        }
    }

    fn is_general(&self, reg: u32) -> bool {
        !self.f.reg_mode(reg).is_float() || self.order.general.contains(reg as usize)
    }

    fn general_cost(&self, total: Total) -> u32 {
        let crossing = total.float + total.frame_copies + total.frame_sums;
        RUNS * (MOVE * total.general + CROSSING_MOVE * crossing)
    }

    fn memory_cost(&self, total: Total) -> u32 {
        let copies = total.general + total.float + total.frame_copies;
        RUNS * (total.cost + MOVE * copies + CROSSING_MOVE * total.frame_sums)
    }

    /// What it costs to keep a pseudo in its class.
    fn cost(&self, reg: u32) -> u32 {
        let total = self.total(reg);
        match self.class(reg) {
            Class::Float => RUNS * MOVE * total.float,
            Class::Call => self.general_cost(total),
            Class::General => self.general_cost(total),
            Class::Memory => self.memory_cost(total),
        }
    }

    /// Writes all of it.
    pub fn print(mut self, out: &mut String) {
        let edges = EdgeOrder::new(self.f);
        putln!(out, "{DEFERRED}df_analyze called");
        worklist::print(self.f, out);
        edges.print(out);
        putln!(out, "Building IRA IR");
        summary::print_calls(self.f, out);
        put!(out, "{DEFERRED}df_analyze called\n\nPass 0 for finding pseudo/allocno costs\n\n");
        self.print_classes(out);
        self.print_costs(out);
        let points = self.find_ranges(&edges.walk(), out);
        self.print_ranges(out);
        let fewer = compress(&mut self.ranges, points);
        putln!(
            out,
            "Compressing live ranges: from {points} to {fewer} - {}%\nRanges after the compression:",
            100 * fewer / points.max(1)
        );
        self.print_ranges(out);
        let ranges: usize = self.ranges.iter().map(Vec::len).sum();
        putln!(
            out,
            "  regions=1, blocks={}, points={fewer}\n    allocnos={} (big 0), copies=0, conflicts=0, ranges={ranges}",
            self.f.cfg.blocks.len(),
            self.pseudos.len()
        );
        self.print_disposition(out);
    }

    fn print_classes(&self, out: &mut String) {
        let mut numbers = vec![0; self.f.num_regs() as usize];
        self.pseudos.iter().enumerate().for_each(|(i, &reg)| numbers[reg as usize] = i);
        let mut sorted = self.pseudos.clone();
        sorted.sort_unstable_by_key(|&reg| std::cmp::Reverse(reg));
        for reg in sorted {
            let class = self.class(reg);
            let name = class.name();
            let other = if class == Class::Call { "GR_REGS" } else { "NO_REGS" };
            putln!(out, "    r{reg}: preferred {name}, alternative {other}, allocno {name}");
            let number = numbers[reg as usize];
            putln!(out, "    a{number} (r{reg},l0) best {name}, allocno {name}");
        }
        out.push('\n');
    }

    fn print_costs(&self, out: &mut String) {
        for (number, &reg) in self.pseudos.iter().enumerate() {
            let total = self.total(reg);
            put!(out, "  a{number}(r{reg},l0) costs:");
            let memory = self.memory_cost(total);
            if self.is_general(reg) {
                let general = self.general_cost(total);
                let all = general + RUNS * MOVE * total.calls;
                putln!(
                    out,
                    " SIBCALL_REGS:{general} JALR_REGS:{general} GR_REGS:{all} MEM:{memory}"
                );
            } else {
                // In a general register it is as well off as in memory, but for the moves.
                let call = RUNS * MOVE * total.count;
                let general = memory * 3 / 4 + RUNS * 17 * total.count / 4;
                let float = self.cost(reg);
                putln!(
                    out,
                    " SIBCALL_REGS:{call} JALR_REGS:{call} GR_REGS:{general} FP_REGS:{float} ALL_REGS:{general} MEM:{memory}"
                );
            }
        }
        out.push('\n');
    }

    /// Finds at which points pseudos are live, counted along the walk over these blocks. The answer is how many there are.
    fn find_ranges(&mut self, walk: &[u32], out: &mut String) -> u32 {
        let mut numbers = vec![usize::MAX; self.f.num_regs() as usize];
        self.pseudos.iter().enumerate().for_each(|(i, &reg)| numbers[reg as usize] = i);
        let live_in = self.live.live_in(self.f);
        let mut open = Open::new(&mut self.ranges, numbers);
        let mut point = 0;
        for &block in walk {
            for edge in self.f.cfg.succ_edges(block) {
                live_in[edge.dst as usize].iter().for_each(|&reg| open.begin(reg, point));
            }
            let [first, after] = [block, block + 1].map(|b| self.live.first_insns[b as usize]);
            for index in (first..after).rev() {
                putln!(out, "   Insn {}(l0): point = {point}", self.live.insns.insn(index).0);
                let refs = self.live.insns.refs(index);
                let defs = || refs.iter().filter(|entry| entry.kind() != RefKind::Use);
                defs().for_each(|entry| open.begin(entry.reg(), point));
                defs().for_each(|entry| open.end(entry.reg(), point));
                let uses = refs.iter().filter(|entry| entry.kind() == RefKind::Use);
                uses.for_each(|entry| open.begin(entry.reg(), point + 1));
                point += 2;
            }
            open.end_all(point);
            point += 1;
        }
        point
    }

    fn print_ranges(&self, out: &mut String) {
        for (number, &reg) in self.pseudos.iter().enumerate() {
            put!(out, " a{number}(r{reg}):");
            for range in self.ranges[number].iter().rev() {
                put!(out, " [{}..{}]", range.start, range.finish);
            }
            out.push('\n');
        }
    }

    fn print_disposition(&self, out: &mut String) {
        out.push_str("Disposition:");
        let mut sorted: Vec<(u32, usize)> =
            self.pseudos.iter().enumerate().map(|(number, &reg)| (reg, number)).collect();
        sorted.sort_unstable();
        let (mut in_registers, mut in_memory) = (0, 0);
        for (i, &(reg, number)) in sorted.iter().enumerate() {
            if i % 4 == 0 {
                out.push('\n');
            }
            put!(out, " {number:4}:r{reg:<4}l0  ");
            match self.places[reg as usize] {
                Place::Hard(hard) => {
                    put!(out, " {hard:3}");
                    in_registers += self.cost(reg);
                }
                _ => {
                    out.push_str(" mem");
                    in_memory += self.memory_cost(self.total(reg));
                }
            }
        }
        let all = in_registers + in_memory;
        put!(out, "\n+++Costs: overall {all}, reg {in_registers}, mem {in_memory}");
        out.push_str(", ld 0, st 0, move 0\n+++       move loops 0, new jumps 0\n");
    }
}

/// Makes one of points between which nothing changes; how many are left of so many.
pub(super) fn compress(all: &mut [Vec<Range>], points: u32) -> u32 {
    // A range that ends with the walk ends after its last point.
    let count = points as usize + 1;
    let (mut born, mut dead) = (vec![false; count], vec![false; count]);
    for range in all.iter().flatten() {
        born[range.start as usize] = true;
        dead[range.finish as usize] = true;
    }
    let mut map = vec![0; count];
    let (mut last, mut next) = ((false, false), 0u32);
    for point in 0..count {
        let now = (born[point], dead[point]);
        if now == (false, false) {
            continue;
        }
        let same = now == last && now.0 != now.1;
        next += u32::from(!same);
        map[point] = next - 1;
        last = now;
    }
    for ranges in all {
        for range in ranges.iter_mut() {
            range.start = map[range.start as usize];
            range.finish = map[range.finish as usize];
        }
        // Two that meet now are one.
        ranges.dedup_by(|next, range| {
            let meets = next.start <= range.finish + 1;
            if meets {
                range.finish = next.finish;
            }
            meets
        });
    }
    next
}

/// The pseudos that are live during the walk.
struct Open<'a> {
    ranges: &'a mut [Vec<Range>],
    live: Vec<usize>,
    /// Where in that list each allocno is, if it is there.
    places: Vec<usize>,
    numbers: Vec<usize>,
}

impl<'a> Open<'a> {
    fn new(ranges: &'a mut [Vec<Range>], numbers: Vec<usize>) -> Open<'a> {
        let places = vec![0; ranges.len()];
        Open { ranges, live: Vec::new(), places, numbers }
    }

    fn is_live(&self, number: usize) -> bool {
        self.live.get(self.places[number]) == Some(&number)
    }

    /// `reg` is live from here on.
    fn begin(&mut self, reg: u32, point: u32) {
        let number = self.numbers[reg as usize];
        if number == usize::MAX || self.is_live(number) {
            return;
        }
        self.places[number] = self.live.len();
        self.live.push(number);
        let ranges = &mut self.ranges[number];
        let goes_on = ranges.last().is_some_and(|r| r.finish == point || r.finish + 1 == point);
        if !goes_on {
            ranges.push(Range { start: point, finish: point });
        }
    }

    /// `reg` is live up to here.
    fn end(&mut self, reg: u32, point: u32) {
        let number = self.numbers[reg as usize];
        if number != usize::MAX && self.is_live(number) {
            let at = self.places[number];
            self.live.swap_remove(at);
            if let Some(&moved) = self.live.get(at) {
                self.places[moved] = at;
            }
            self.finish(number, point);
        }
    }

    fn end_all(&mut self, point: u32) {
        for number in std::mem::take(&mut self.live) {
            self.finish(number, point);
        }
    }

    fn finish(&mut self, number: usize, point: u32) {
        if let Some(last) = self.ranges[number].last_mut() {
            last.finish = point;
        }
    }
}
