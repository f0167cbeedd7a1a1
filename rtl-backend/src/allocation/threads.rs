//! In which order pseudos choose their registers: those that are joined by copies, or by an insn that reads one of them for the
//! last time and writes the other, are a thread, as long as no two of them are live at once. Threads come in the order of how
//! often they are referred to.
//!
//! ```text
//! (set (reg 76) (mem (reg 75)))                     thread r76 r78 (4 references), then r75, r77:
//! (set (reg 78) (plus (reg 76) (const_int 1)))        =>  r76:a5 r78:a5 r75:a4
//! (set (mem (reg 75)) (reg 78))
//! ```
//! This is the order in which GCC takes what can be coloured off its stack.

use crate::allocation::live::LiveRanges;
use crate::allocation::points::PointSet;
use crate::rtl::code::Code;
use crate::rtl::df::{Ref, RefKind};
use crate::rtl::function::{FIRST_PSEUDO, RtlFunction};
use crate::rtl::insn_table::traits;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How often the most frequent block runs, as frequencies are counted.
const MOST: f32 = 1000.0;

/// What a link counts that is no copy.
const SHUFFLE: u32 = 8;

/// Two registers that would best be one, and how often that would help.
#[derive(Clone, Copy)]
pub struct Link {
    pub from: u32,
    pub to: u32,
    pub weight: u32,
    /// Whether it is a copy, which would go.
    pub copy: bool,
}

/// How often each block runs, at most [`MOST`]; where size matters all count the same.
pub fn frequencies(f: &RtlFunction) -> Vec<u32> {
    if f.optimize_size {
        return vec![MOST as u32; f.cfg.blocks.len()];
    }
    let of = |block: u32| f.cfg.block(block).frequency;
    let most = f.cfg.block_ids().map(of).fold(0.0, f32::max);
    let mut frequencies = vec![1; f.cfg.blocks.len()];
    for block in f.cfg.block_ids() {
        let share = if most > 0.0 { of(block) / most } else { 0.0 };
        frequencies[block as usize] = ((share * MOST) as u32).max(1);
    }
    frequencies
}

/// The links of a function, of copies and of insns that an operand dies in.
pub fn links(f: &RtlFunction, live: &LiveRanges) -> Vec<Link> {
    let frequencies = frequencies(f);
    let mut links = Vec::new();
    for block in f.cfg.block_ids() {
        let weight = frequencies[block as usize];
        let [first, after] = [block, block + 1].map(|b| live.first_insns[b as usize]);
        for index in first..after {
            link_insn(f, live, index, weight, &mut links);
        }
    }
    links
}

fn link_insn(f: &RtlFunction, live: &LiveRanges, index: u32, weight: u32, links: &mut Vec<Link>) {
    if live.insns.has(index, traits::CALL) || !live.insns.has(index, traits::RECOGNIZED) {
        return;
    }
    let copy = live.insns.has(index, traits::COPY);
    let refs = live.insns.refs(index);
    let mut written = refs.iter().filter(|entry| entry.kind() == RefKind::Def);
    let (Some(to), None) = (written.next().map(|entry| entry.reg()), written.next()) else {
        return;
    };
    for read in refs.iter().filter(|entry| entry.kind() == RefKind::Use) {
        let from = read.reg();
        let is_new = from != to && (from >= FIRST_PSEUDO || to >= FIRST_PSEUDO);
        if is_new && (copy || dies(live, from, index) && is_operand(f, live, from, index)) {
            let weight = if copy { weight } else { (weight / SHUFFLE).max(1) };
            links.push(Link { from, to, weight, copy });
        }
    }
}

/// Whether an insn reads a register itself, and not only memory at the address in it.
fn is_operand(f: &RtlFunction, live: &LiveRanges, reg: u32, index: u32) -> bool {
    let mut found = false;
    f.rtx.walk(f.insn(live.insns.insn(index)).pattern, &mut |x| {
        let code = f.rtx.code(x);
        found |= code == Code::Reg && f.rtx.regno(x) == reg;
        code != Code::Mem
    });
    found
}

/// Whether an insn is the last to read what is in a register.
fn dies(live: &LiveRanges, reg: u32, index: u32) -> bool {
    let end = 2 * index + 1;
    let segments = live.of(reg);
    let at = segments.partition_point(|s| s.end < end);
    segments.get(at).is_some_and(|s| s.end == end)
}

/// How often each register is referred to, and its number in the order in which the insns refer to them, the last first.
fn references(f: &RtlFunction, live: &LiveRanges) -> (Vec<u32>, Vec<u32>) {
    let frequencies = frequencies(f);
    let regs = f.num_regs() as usize;
    let (mut counts, mut numbers) = (vec![0u32; regs], vec![u32::MAX; regs]);
    let mut next = 0;
    for block in f.cfg.block_ids().rev() {
        let weight = frequencies[block as usize];
        let [first, after] = [block, block + 1].map(|b| live.first_insns[b as usize]);
        for index in (first..after).rev() {
            let refs = live.insns.refs(index);
            let mut see = |reg: u32| {
                let reg = reg as usize;
                counts[reg] = counts[reg].saturating_add(weight);
                if numbers[reg] == u32::MAX {
                    numbers[reg] = next;
                    next += 1;
                }
            };
            let is_use = |entry: &&Ref| entry.kind() == RefKind::Use;
            refs.iter().filter(|entry| !is_use(entry)).for_each(|entry| see(entry.reg()));
            if live.insns.has(index, traits::STORE) {
                refs.iter().filter(is_use).for_each(|entry| see(entry.reg()));
            } else {
                refs.iter().rev().filter(is_use).for_each(|entry| see(entry.reg()));
            }
        }
    }
    (counts, numbers)
}

/// Threads while they are put together.
struct Threads<'a> {
    live: &'a LiveRanges,
    /// The thread a register is in.
    thread: Vec<u32>,
    /// The register at the head of each thread.
    head: Vec<u32>,
    /// How many registers are in each thread, which is known by one of them.
    size: Vec<u32>,
    /// The register after each in its thread, round and round.
    next: Vec<u32>,
    /// Where one of them is live, of threads that have been joined: ends of stretches by their starts.
    stretches: FxHashMap<u32, BTreeMap<u32, u32>>,
}

impl Threads<'_> {
    fn head_of(&self, reg: u32) -> u32 {
        self.head[self.thread[reg as usize] as usize]
    }

    /// Joins the threads of two registers, if no register of one is live where one of the other is. The smaller one is looked
    /// at, and the head of the first becomes that of all.
    fn join(&mut self, first: u32, second: u32) {
        let (a, b) = (self.thread[first as usize], self.thread[second as usize]);
        if a == b {
            return;
        }
        let size = |thread: u32| self.size[thread as usize];
        let (small, large) = if size(a) < size(b) { (a, b) } else { (b, a) };
        self.note_stretches(large);
        if self.members(small).any(|reg| self.meets(reg, large)) {
            return;
        }
        self.head[large as usize] = self.head[a as usize];
        self.stretches.remove(&small);
        let all = self.stretches.entry(large).or_default();
        let mut reg = small;
        loop {
            self.thread[reg as usize] = large;
            all.extend(self.live.of(reg).iter().map(|s| (s.start, s.end)));
            reg = self.next[reg as usize];
            if reg == small {
                break;
            }
        }
        self.size[large as usize] += self.size[small as usize];
        // One round of all.
        self.next.swap(small as usize, large as usize);
    }

    /// The registers of a thread.
    fn members(&self, thread: u32) -> impl Iterator<Item = u32> + '_ {
        let next = move |&reg: &u32| Some(self.next[reg as usize]).filter(|&next| next != thread);
        std::iter::successors(Some(thread), next)
    }

    /// Notes where a thread of one register is live.
    fn note_stretches(&mut self, thread: u32) {
        if self.size[thread as usize] == 1 {
            let stretches = self.live.of(thread).iter().map(|s| (s.start, s.end));
            self.stretches.insert(thread, stretches.collect());
        }
    }

    /// Whether a register is live where one of a thread is.
    fn meets(&self, reg: u32, thread: u32) -> bool {
        let Some(stretches) = self.stretches.get(&thread) else { return false };
        self.live
            .of(reg)
            .iter()
            .any(|s| stretches.range(..s.end).next_back().is_some_and(|(_, &end)| end > s.start))
    }
}

/// The pseudos of a function in the order in which they choose.
pub fn order(f: &RtlFunction, live: &LiveRanges, links: &[Link]) -> Vec<u32> {
    let (counts, numbers) = references(f, live);
    let regs = f.num_regs();
    let mut threads = Threads {
        live,
        thread: (0..regs).collect(),
        head: (0..regs).collect(),
        size: vec![1; regs as usize],
        next: (0..regs).collect(),
        stretches: FxHashMap::default(),
    };
    let mut sorted: Vec<&Link> =
        links.iter().filter(|l| l.from >= FIRST_PSEUDO && l.to >= FIRST_PSEUDO).collect();
    sorted.sort_by_key(|link| Reverse(link.weight));
    for link in sorted {
        let from_first = numbers[link.from as usize] < numbers[link.to as usize];
        let (first, second) = if from_first { (link.from, link.to) } else { (link.to, link.from) };
        threads.join(first, second);
    }
    let mut together = vec![0u32; regs as usize];
    for reg in FIRST_PSEUDO..regs {
        let sum = &mut together[threads.head_of(reg) as usize];
        *sum = sum.saturating_add(counts[reg as usize]);
    }
    let meets_wish = meets_wish(f, live, links);
    let mut order: Vec<u32> = (FIRST_PSEUDO..regs).filter(|&r| !live.of(r).is_empty()).collect();
    order.sort_by_cached_key(|&reg| {
        let head = threads.head_of(reg) as usize;
        let own = reg as usize;
        let frequency = (Reverse(together[head]), numbers[head], Reverse(counts[own]));
        (frequency, !meets_wish[own], numbers[own])
    });
    order
}

/// Whether each pseudo is live where another one is that is copied to or from a hard register. Those that are such themselves
/// are left out.
fn meets_wish(f: &RtlFunction, live: &LiveRanges, links: &[Link]) -> Vec<bool> {
    let regs = f.num_regs();
    let mut prefers = vec![false; regs as usize];
    for link in links {
        for (pseudo, hard) in [(link.from, link.to), (link.to, link.from)] {
            prefers[pseudo as usize] |= link.copy && pseudo >= FIRST_PSEUDO && hard < FIRST_PSEUDO;
        }
    }
    let mut points = PointSet::default();
    for reg in (FIRST_PSEUDO..regs).filter(|&reg| prefers[reg as usize]) {
        live.of(reg).iter().for_each(|s| points.add(s.start, s.end, live.points()));
    }
    let meets = |reg: u32| live.of(reg).iter().any(|s| !points.is_free(s.start, s.end));
    (0..regs).map(|reg| reg >= FIRST_PSEUDO && !prefers[reg as usize] && meets(reg)).collect()
}
