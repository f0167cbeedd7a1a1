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
use deps::{Graph, Kind, Scratch};
use dumps::{put, putln};
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use std::cmp::Ordering;
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
    let mut scratch = Scratch::default();
    for block in f.cfg.block_ids() {
        schedule_block(f, cx, block, &mut scratch);
    }
    cfg::build_graph(f);
}

fn schedule_block(f: &mut RtlFunction, cx: &mut RtlContext, block: u32, scratch: &mut Scratch) {
    let elements: Vec<InsnId> = f.block_elements(block).collect();
    let real: Vec<InsnId> = elements.iter().copied().filter(|&id| f.is_real(id)).collect();
    if real.is_empty() {
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
        rearrange(f, &elements, &real, &order);
    }
}

/// Links the insns of a block in a new order. A note stays after all insns that it stood after, but for those that build the
/// frame, which are nothing to it; those of the prologue's end and the epilogue's beginning go with these.
fn rearrange(f: &mut RtlFunction, elements: &[InsnId], real: &[InsnId], order: &[usize]) {
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
                continue;
            }
            // Nobody knows the variable's value any more.
            f.insn_mut(id).pattern = RtxId::NONE;
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
    let before = f.prev(elements[0]);
    elements.iter().for_each(|&id| f.unlink(id));
    let mut at = before;
    for id in chain {
        f.link_after(id, at);
        at = id;
    }
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

/// What is known of an insn while it waits.
struct Scheduler<'a> {
    graph: &'a Graph,
    units: &'a [Unit],
    /// The longest way to the end.
    priority: Vec<u32>,
    /// When it can be issued, as far as is known.
    tick: Vec<u32>,
    /// How many insns it still waits for.
    waits_for: Vec<u32>,
    last: Option<usize>,
}

impl Schedule {
    fn find(f: &RtlFunction, cx: &RtlContext, insns: &[InsnId], scratch: &mut Scratch) -> Schedule {
        let units: Vec<Unit> = insns.iter().map(|&id| unit_of(f, id)).collect();
        let graph = Graph::of(f, &cx.unit.alias_sets, insns, &units, scratch);
        let mut scheduler = Scheduler {
            graph: &graph,
            units: &units,
            priority: priorities(&graph, &units),
            tick: vec![0; insns.len()],
            waits_for: graph.waits_for.clone(),
            last: None,
        };
        let (order, cycles) = scheduler.run();
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

/// How long the way from each insn to the end of the block takes.
fn priorities(graph: &Graph, units: &[Unit]) -> Vec<u32> {
    let mut priority: Vec<u32> = units.iter().map(|unit| unit.latency()).collect();
    for at in (0..units.len()).rev() {
        let paths = graph.successors[at].iter().map(|dep| dep.cost + priority[dep.to as usize]);
        if let Some(longest) = paths.max() {
            priority[at] = longest;
        }
    }
    priority
}

impl Scheduler<'_> {
    fn run(&mut self) -> (Vec<usize>, Vec<u32>) {
        let count = self.units.len();
        let (mut order, mut cycles) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut ready: Vec<usize> = (0..count).filter(|&at| self.waits_for[at] == 0).collect();
        let mut free = Busy::default();
        let mut clock = 0;
        while !ready.is_empty() {
            let can_go = |at: usize| self.tick[at].max(free.since(self.units[at]));
            let best = (0..ready.len())
                .filter(|&index| can_go(ready[index]) <= clock)
                .min_by(|&a, &b| self.compare(ready[a], ready[b]));
            let Some(index) = best else {
                clock = ready.iter().map(|&at| can_go(at)).min().unwrap_or(clock + 1);
                continue;
            };
            let at = ready.swap_remove(index);
            order.push(at);
            cycles.push(clock);
            free.issue(self.units[at], clock);
            self.last = Some(at);
            for dep in &self.graph.successors[at] {
                let to = dep.to as usize;
                self.tick[to] = self.tick[to].max(clock + dep.cost);
                self.waits_for[to] -= 1;
                if self.waits_for[to] == 0 {
                    ready.push(to);
                }
            }
            if self.units[at].takes_cycle() {
                clock += 1;
            }
        }
        (order, cycles)
    }

    /// Which of two insns comes first.
    fn compare(&self, a: usize, b: usize) -> Ordering {
        let successors = |at: usize| self.graph.successors[at].len();
        self.priority[b]
            .cmp(&self.priority[a])
            .then_with(|| self.class(b).cmp(&self.class(a)))
            .then_with(|| successors(b).cmp(&successors(a)))
            .then_with(|| self.units[b].latency().cmp(&self.units[a].latency()))
            .then_with(|| a.cmp(&b))
    }

    /// How an insn depends on the last one issued: what does not, or waits no longer than a cycle, is liked best.
    fn class(&self, at: usize) -> u32 {
        let dep = self.last.and_then(|last| self.graph.between(last, at));
        match dep {
            Some(dep) if dep.cost != 1 => {
                if dep.kind == Kind::True {
                    1
                } else {
                    2
                }
            }
            _ => 3,
        }
    }
}
