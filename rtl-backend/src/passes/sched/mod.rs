//! `sched2`: the insns of a block in the order in which a machine that issues one a cycle waits least.
//!
//! ```text
//!     addi  sp,sp,-16             addi  sp,sp,-16
//!     sd    ra,8(sp)        =>    li    a0,0
//!     li    a0,0                  sd    ra,8(sp)
//!     call  exit                  call  exit
//! ```
//! A list scheduler as GCC's: of the insns that nothing has to be waited for, the one from which the way to the end of the block
//! takes longest comes first. What has to stay in order (`deps`) is known from registers and memory; how long a result
//! takes the machine says (`machine::target::pipeline`).

mod deps;
mod memory;

use crate::machine::target::pipeline::{Busy, Unit, unit_of};
use crate::rtl::cfg;
use crate::rtl::function::{InsnId, InsnKind, NoteKind, RtlFunction};
use crate::rtl::rtx::{RtxId, flag};
use crate::rtl::slim;
use crate::state::{self, RtlContext};
use deps::{Dep, Graph, Kind, Scratch};
use dumps::{put, putln};
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use std::fmt::Write;

/// Most insns that are looked at together.
const WINDOW: usize = 256;

/// `sched2` for the pass table.
pub const PASS: Pass = Pass::rtl("sched2", execute)
    .gate(|options, _| options.on(Flag::ScheduleInsns2))
    .requires(Prop::RTL)
    .follows(&[
        ("bbro", "blocks stand where they will be"),
        ("pro_and_epilogue", "insns that build the frame, too"),
    ]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| run(&mut state.rtl, rtl))
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, cx: &mut RtlContext) {
    cfg::build_graph(f);
    let mut scratch = Scratch::new(f);
    let mut block_insns = BlockInsns::default();
    for block in f.cfg.block_ids() {
        block_insns.read(f, block);
        schedule_block(f, cx, block, &block_insns, &mut scratch);
    }
    cfg::build_graph(f);
}

/// What a block consists of, and the insns of that.
#[derive(Default)]
struct BlockInsns {
    elements: Vec<InsnId>,
    real: Vec<InsnId>,
}

impl BlockInsns {
    fn read(&mut self, f: &RtlFunction, block: u32) {
        self.elements.clear();
        self.elements.extend(f.block_elements(block));
        self.real.clear();
        self.real.extend(self.elements.iter().copied().filter(|&id| f.is_real(id)));
    }
}

fn schedule_block(
    f: &mut RtlFunction,
    cx: &mut RtlContext,
    block: u32,
    BlockInsns { elements, real }: &BlockInsns,
    scratch: &mut Scratch,
) {
    if real.len() < 2 && cx.dump.is_none() {
        return;
    }
    let mut order: Vec<usize> = Vec::with_capacity(real.len());
    for (index, window) in real.chunks(WINDOW).enumerate() {
        let schedule = Schedule::find(f, cx, window, scratch);
        let first = index * WINDOW;
        if let Some(out) = cx.dump.as_deref_mut() {
            schedule.print(f, block, window, out);
        }
        order.extend(schedule.order.iter().map(|&at| first + at));
    }
    if order.iter().enumerate().any(|(place, &at)| place != at) {
        rearrange(f, block, elements, real, &order);
    }
}

/// Links the insns of a block in a new order. A note stays after all insns that it stood after, but for those that build the
/// frame, which are nothing to it; those of the prologue's end and the epilogue's beginning go with these.
fn rearrange(
    f: &mut RtlFunction,
    block: u32,
    elements: &[InsnId],
    real: &[InsnId],
    order: &[usize],
) {
    let mut place = vec![0usize; real.len()];
    for (at, &old) in order.iter().enumerate() {
        place[old] = at;
    }
    let in_frame = |f: &RtlFunction, id: InsnId| f.insn(id).flags & flag::F as u8 != 0;
    // Notes, and how many insns of the new order come before them.
    let mut notes: Vec<(usize, InsnId)> = Vec::new();
    let (mut after_all, mut after_frame, mut seen) = (0usize, 0usize, 0usize);
    for &id in elements {
        if f.is_real(id) {
            let last = if in_frame(f, id) { &mut after_frame } else { &mut after_all };
            *last = (*last).max(place[seen] + 1);
            seen += 1;
            continue;
        }
        let after = match f.insn(id).kind {
            InsnKind::Note(NoteKind::PrologueEnd) => after_frame,
            InsnKind::Note(NoteKind::EpilogueBeg) => {
                let frame = (seen..real.len()).filter(|&old| in_frame(f, real[old]));
                frame.map(|old| place[old]).min().unwrap_or(after_all)
            }
            _ => after_all,
        };
        // Nothing leaves its window.
        let start = (seen / WINDOW * WINDOW).min(after);
        let is_bind = matches!(f.insn(id).kind, InsnKind::Note(NoteKind::Bind | NoteKind::Moved));
        if is_bind && is_overtaken(f, id, seen, &order[start..after], real) {
            if f.insn(id).kind == InsnKind::Note(NoteKind::Moved) {
                f.unlink(id);
                continue;
            }
            // Nobody knows the variable's value any more.
            f.set_pattern(id, RtxId::NONE);
        }
        notes.push((after, id));
    }
    notes.sort_by_key(|&(after, _)| after);
    let mut chain: Vec<InsnId> = Vec::with_capacity(elements.len());
    let mut next = notes.into_iter().peekable();
    for (at, &old) in order.iter().enumerate() {
        while let Some((_, id)) = next.next_if(|&(after, _)| after <= at) {
            chain.push(id);
        }
        chain.push(real[old]);
    }
    chain.extend(next.map(|(_, id)| id));
    f.reorder_block(block, &chain);
}

/// Whether something that came later and sets what a variable is bound to comes before the bind now.
fn is_overtaken(
    f: &RtlFunction,
    bind: InsnId,
    seen: usize,
    before: &[usize],
    real: &[InsnId],
) -> bool {
    let named = f.registers_of(f.insn(bind).pattern);
    !named.is_empty()
        && before.iter().filter(|&&old| old >= seen).any(|&old| f.sets_any(real[old], &named))
}

/// The order of some insns, and the cycles they are issued in.
struct Schedule {
    order: Vec<usize>,
    cycles: Vec<u32>,
    units: Vec<Unit>,
}

/// Insns that are put in order.
struct Scheduler<'a> {
    graph: &'a Graph,
    waiting: Vec<Waiting>,
    last: Option<usize>,
}

/// What is known of an insn while it waits.
#[derive(Clone, Copy)]
struct Waiting {
    unit: Unit,
    /// What says which insn comes first: the one of which this is greatest. From the high bits on the longest way to the end,
    /// the class, the number of successors, the time it takes, and what is the greater the earlier it stands.
    rank: u64,
    /// When it can be issued, as far as is known.
    tick: u32,
    /// How many insns it still waits for.
    waits_for: u32,
}

/// Where parts of a rank stand.
const PRIORITY_SHIFT: u32 = 32;
const CLASS_SHIFT: u32 = 24;
const SUCCESSORS_SHIFT: u32 = 16;
const LATENCY_SHIFT: u32 = 8;
const _: () = assert!(WINDOW == 1 << LATENCY_SHIFT);

/// How an insn depends on the last one issued: what does not, or waits no longer than a cycle, is liked best.
const FREE_CLASS: u64 = 3;

/// The class of an insn that depends on the last one in some way.
fn class(dep: Dep) -> u64 {
    match (dep.cost, dep.kind) {
        (1, _) => FREE_CLASS,
        (_, Kind::True) => 1,
        _ => 2,
    }
}

impl Schedule {
    fn find(f: &RtlFunction, cx: &RtlContext, insns: &[InsnId], scratch: &mut Scratch) -> Schedule {
        let units: Vec<Unit> = insns.iter().map(|&id| unit_of(f, id)).collect();
        let graph = Graph::of(f, &cx.unit.alias_sets, insns, &units, scratch);
        let (order, cycles) = Scheduler::new(&graph, &units).run();
        Schedule { order, cycles, units }
    }

    fn print(&self, f: &RtlFunction, block: u32, insns: &[InsnId], out: &mut String) {
        let line = ";;   ======================================================";
        let (first, last) = (insns[0].0, insns[insns.len() - 1].0);
        putln!(out, "{line}\n;;   -- basic block {block} from {first} to {last} -- after reload");
        putln!(out, "{line}\n");
        for (&at, cycle) in self.order.iter().zip(&self.cycles) {
            let text = slim::pattern(f, insns[at]);
            let id = insns[at].0;
            putln!(out, ";;\t{cycle:3}--> b{:3}: i{id:4} {text:<40}:{}", 0, self.units[at].name());
        }
        let time = self.cycles.last().copied().unwrap_or(0);
        put!(out, ";;\tReady list (final):  \n;;   total time = {time}\n");
        let ends = [0, self.order.len() - 1].map(|at| insns[self.order[at]].0);
        put!(out, ";;   new head = {}\n;;   new tail = {}\n\n", ends[0], ends[1]);
    }
}

impl Scheduler<'_> {
    fn new<'a>(graph: &'a Graph, units: &[Unit]) -> Scheduler<'a> {
        let none = Waiting { unit: Unit::Nothing, rank: 0, tick: 0, waits_for: 0 };
        let mut waiting = vec![none; units.len()];
        for (at, &unit) in units.iter().enumerate().rev() {
            // How long the way to the end of the block takes.
            let ways = graph.successors(at);
            let count = ways.len() as u64;
            let priority = |to: u32| waiting[to as usize].rank >> PRIORITY_SHIFT;
            let longest = ways.map(|dep| u64::from(dep.cost) + priority(dep.to)).max();
            let latency = u64::from(unit.latency());
            let rank = longest.unwrap_or(latency) << PRIORITY_SHIFT
                | FREE_CLASS << CLASS_SHIFT
                | count << SUCCESSORS_SHIFT
                | latency << LATENCY_SHIFT
                | (WINDOW - 1 - at) as u64;
            waiting[at] = Waiting { unit, rank, tick: 0, waits_for: graph.waits_for[at] };
        }
        Scheduler { graph, waiting, last: None }
    }

    fn run(&mut self) -> (Vec<usize>, Vec<u32>) {
        let count = self.waiting.len();
        let (mut order, mut cycles) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut ready: Vec<usize> = Vec::with_capacity(count);
        ready.extend((0..count).filter(|&at| self.waiting[at].waits_for == 0));
        let mut free = Busy::default();
        let mut clock = 0;
        while !ready.is_empty() {
            let can_go = |insn: &Waiting| insn.tick.max(free.since(insn.unit));
            let mut best: Option<(u64, usize)> = None;
            for (index, &at) in ready.iter().enumerate() {
                let insn = &self.waiting[at];
                if can_go(insn) <= clock && best.is_none_or(|(rank, _)| insn.rank > rank) {
                    best = Some((insn.rank, index));
                }
            }
            let Some((_, index)) = best else {
                let next = ready.iter().map(|&at| can_go(&self.waiting[at])).min();
                clock = next.unwrap_or(clock + 1);
                continue;
            };
            let at = ready.swap_remove(index);
            let unit = self.waiting[at].unit;
            order.push(at);
            cycles.push(clock);
            free.issue(unit, clock);
            self.issue(at, clock, &mut ready);
            if unit.takes_cycle() {
                clock += 1;
            }
        }
        (order, cycles)
    }

    /// What depends on the last insn but one is as good as all else again; what waits for this one alone is ready.
    fn issue(&mut self, at: usize, clock: u32, ready: &mut Vec<usize>) {
        if let Some(last) = self.last.replace(at) {
            for dep in self.graph.successors(last) {
                self.waiting[dep.to as usize].rank |= FREE_CLASS << CLASS_SHIFT;
            }
        }
        for dep in self.graph.successors(at) {
            let insn = &mut self.waiting[dep.to as usize];
            insn.rank ^= (FREE_CLASS ^ class(dep)) << CLASS_SHIFT;
            insn.tick = insn.tick.max(clock + dep.cost);
            insn.waits_for -= 1;
            if insn.waits_for == 0 {
                ready.push(dep.to as usize);
            }
        }
    }
}
