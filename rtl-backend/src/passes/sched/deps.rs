//! What has to stay in order in a block: what reads a register after what writes it, writes after reads, and memory.

use super::memory::Reference;
use crate::asm::alias_numbers::AliasNumbers;
use crate::machine::recog;
use crate::machine::target::pipeline::Unit;
use crate::machine::target::{NUM_HARD, STACK_POINTER_REGNUM, ZERO_REGNUM};
use crate::rtl::code::Code;
use crate::rtl::df::{RefKind, visit_refs};
use crate::rtl::function::{InsnId, InsnKind, RtlFunction};
use crate::rtl::rtx::{RtxId, flag};
use smallvec::SmallVec;

/// References to memory that are remembered one by one.
const MOST_PENDING: usize = 32;

/// Why an insn has to come after another one; the strongest counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// It writes what the other one reads.
    Anti,
    /// It writes what the other one writes.
    Output,
    /// It reads what the other one writes.
    True,
}

/// An insn that has to come later, why, and by how many cycles.
#[derive(Clone, Copy, Debug)]
pub struct Dep {
    pub to: u32,
    pub kind: Kind,
    pub cost: u32,
}

/// The order that has to be kept.
pub struct Graph {
    pub successors: Vec<SmallVec<[Dep; 4]>>,
    pub waits_for: Vec<u32>,
}

/// The insns that a register was last read or written by.
#[derive(Default)]
struct Last {
    writers: SmallVec<[u32; 2]>,
    /// Those after the last writer that leave no value.
    clobbers: SmallVec<[u32; 2]>,
    readers: SmallVec<[u32; 4]>,
}

impl Last {
    fn clear(&mut self) {
        self.writers.clear();
        self.clobbers.clear();
        self.readers.clear();
    }
}

/// What an insn comes after.
#[derive(Default)]
struct Before {
    /// Of the insn at hand: what it comes after, and why.
    list: Vec<(u32, Kind)>,
    /// Where an insn stands in that list, and for which insn that was noted.
    noted: Vec<(u32, u32)>,
}

impl Before {
    /// The insn `at` comes after another one.
    fn add(&mut self, at: u32, before: u32, kind: Kind) {
        if before == at {
            return;
        }
        let (of, place) = self.noted[before as usize];
        if of == at {
            let known = &mut self.list[place as usize].1;
            *known = kind.max(*known);
            return;
        }
        self.noted[before as usize] = (at, self.list.len() as u32);
        self.list.push((before, kind));
    }
}

/// What is kept from one block to the next, with nothing in it but room.
#[derive(Default)]
pub struct Scratch {
    before: Before,
    registers: Vec<Last>,
    /// How many values registers have had.
    values: Vec<u32>,
    /// The registers that have been read or written.
    touched: Vec<u32>,
    reads: Vec<(u32, Reference)>,
    writes: Vec<(u32, Reference)>,
}

impl Scratch {
    fn begin(&mut self, insns: usize) {
        self.registers.resize_with(NUM_HARD + 2, Last::default);
        self.values.resize(NUM_HARD + 2, 0);
        for reg in self.touched.drain(..) {
            self.registers[reg as usize].clear();
            self.values[reg as usize] = 0;
        }
        self.before.noted.clear();
        self.before.noted.resize(insns, (u32::MAX, 0));
        self.reads.clear();
        self.writes.clear();
    }

    /// What is known of a register, if it is one that counts.
    fn register(&mut self, reg: u32) -> Option<&mut Last> {
        let last = self.registers.get_mut(reg as usize)?;
        if last.writers.is_empty() && last.clobbers.is_empty() && last.readers.is_empty() {
            self.touched.push(reg);
        }
        Some(last)
    }
}

struct Builder<'a> {
    f: &'a RtlFunction,
    sets: &'a AliasNumbers,
    scratch: &'a mut Scratch,
    /// The insn that all references to memory come after.
    fence: Option<u32>,
    /// The insn that all come after.
    barrier: Option<u32>,
}

impl Graph {
    /// The order to be kept by some insns in a row.
    pub fn of(
        f: &RtlFunction,
        sets: &AliasNumbers,
        insns: &[InsnId],
        units: &[Unit],
        scratch: &mut Scratch,
    ) -> Graph {
        scratch.begin(insns.len());
        let mut builder = Builder { f, sets, scratch, fence: None, barrier: None };
        let mut graph = Graph {
            successors: vec![SmallVec::new(); insns.len()],
            waits_for: vec![0; insns.len()],
        };
        let tail = tail_start(f, insns);
        for (at, &id) in insns.iter().enumerate() {
            builder.insn(at as u32, id);
            if at == tail {
                // What the block ends with comes after all else.
                (0..at as u32).for_each(|before| builder.add(at as u32, before, Kind::Anti));
            } else if at > tail {
                builder.add(at as u32, at as u32 - 1, Kind::Anti);
            }
            for &(from, kind) in &builder.scratch.before.list {
                let cost = cost(kind, units[from as usize], units[at]);
                graph.successors[from as usize].push(Dep { to: at as u32, kind, cost });
                graph.waits_for[at] += 1;
            }
            builder.scratch.before.list.clear();
        }
        graph
    }

    /// What keeps one insn after another.
    pub fn between(&self, from: usize, to: usize) -> Option<&Dep> {
        let list = &self.successors[from];
        let at = list.partition_point(|dep| (dep.to as usize) < to);
        list.get(at).filter(|dep| dep.to as usize == to)
    }
}

/// How many cycles after one insn another one can be issued.
fn cost(kind: Kind, from: Unit, to: Unit) -> u32 {
    if to == Unit::Nothing {
        return 0;
    }
    match kind {
        Kind::Anti => 0,
        Kind::Output => from.latency().saturating_sub(to.latency()).max(1),
        Kind::True => from.latency(),
    }
}

/// Where the jumps, calls and uses begin that a block ends with.
fn tail_start(f: &RtlFunction, insns: &[InsnId]) -> usize {
    let stays = |id: InsnId| {
        let insn = f.insn(id);
        let is_use = matches!(f.rtx.code(insn.pattern), Code::Use | Code::Clobber);
        insn.kind != InsnKind::Insn || is_use
    };
    insns.len() - insns.iter().rev().take_while(|&&id| stays(id)).count()
}

impl Builder<'_> {
    /// The insn `at` comes after another one.
    fn add(&mut self, at: u32, before: u32, kind: Kind) {
        self.scratch.before.add(at, before, kind);
    }

    fn insn(&mut self, at: u32, id: InsnId) {
        if let Some(barrier) = self.barrier {
            self.add(at, barrier, Kind::Anti);
        }
        let insn = self.f.insn(id);
        let is_call = insn.kind == InsnKind::Call;
        type Registers = SmallVec<[u32; 8]>;
        let mut reads = Registers::new();
        let (mut writes, mut clobbers) = (Registers::new(), Registers::new());
        visit_refs(self.f, id, &mut |kind, reg, count, _| {
            let list = match kind {
                RefKind::Use => &mut reads,
                RefKind::Clobber => &mut clobbers,
                RefKind::Def | RefKind::EarlyDef => &mut writes,
            };
            list.extend((reg..reg + count).filter(|&reg| reg != ZERO_REGNUM));
        });
        if is_call {
            let convention = self.f.convention;
            let kept = |reg: u32| self.f.kept >> reg & 1 != 0;
            let changed = |reg: &u32| {
                convention.call_used(*reg) && *reg != STACK_POINTER_REGNUM || kept(*reg)
            };
            clobbers.extend((1..NUM_HARD as u32).filter(changed));
            reads.extend(
                (1..NUM_HARD as u32).filter(|&reg| reg == STACK_POINTER_REGNUM || kept(reg)),
            );
        }
        self.memory(at, id, insn.kind);
        for reg in reads {
            self.read(at, reg);
        }
        clobbers.sort_unstable();
        clobbers.dedup();
        for reg in clobbers.into_iter().filter(|reg| !writes.contains(reg)) {
            self.clobber(at, reg);
        }
        writes.into_iter().for_each(|reg| self.write(at, reg));
        if is_call && self.f.calls_setjmp || !is_call && self.is_barrier(insn.pattern) {
            (0..at).for_each(|before| self.add(at, before, Kind::Anti));
            self.barrier = Some(at);
        }
    }

    fn read(&mut self, at: u32, reg: u32) {
        let Some(last) = self.scratch.register(reg) else { return };
        last.readers.push(at);
        let Scratch { before, registers, .. } = &mut *self.scratch;
        let last = &registers[reg as usize];
        for &writer in last.writers.iter().chain(&last.clobbers) {
            before.add(at, writer, Kind::True);
        }
    }

    fn write(&mut self, at: u32, reg: u32) {
        if self.scratch.register(reg).is_none() {
            return;
        }
        let Scratch { before, registers, values, .. } = &mut *self.scratch;
        let last = &mut registers[reg as usize];
        for &writer in last.writers.iter().chain(&last.clobbers) {
            before.add(at, writer, Kind::Output);
        }
        last.readers.iter().for_each(|&reader| before.add(at, reader, Kind::Anti));
        last.clear();
        last.writers.push(at);
        values[reg as usize] += 1;
    }

    /// Clobbers need not stay in order among themselves.
    fn clobber(&mut self, at: u32, reg: u32) {
        let Some(last) = self.scratch.register(reg) else { return };
        if last.readers.len() >= MOST_PENDING || last.clobbers.len() >= MOST_PENDING {
            return self.write(at, reg);
        }
        let Scratch { before, registers, values, .. } = &mut *self.scratch;
        let last = &mut registers[reg as usize];
        last.writers.iter().for_each(|&writer| before.add(at, writer, Kind::Output));
        last.readers.iter().for_each(|&reader| before.add(at, reader, Kind::Anti));
        last.clobbers.push(at);
        values[reg as usize] += 1;
    }

    /// Whether nothing may go over an insn: an `asm`, and what is volatile.
    fn is_barrier(&self, pattern: RtxId) -> bool {
        let r = &self.f.rtx;
        let mut volatile = recog::asm_operands(r, pattern).is_some();
        r.walk(pattern, &mut |x| {
            volatile |=
                matches!(r.code(x), Code::UnspecVolatile | Code::AsmOperands | Code::TrapIf);
            true
        });
        volatile
    }

    fn memory(&mut self, at: u32, id: InsnId, kind: InsnKind) {
        match kind {
            InsnKind::Call => return self.flush(at),
            InsnKind::Jump => {
                // What is written has to be there for whoever is jumped to.
                let Scratch { before, writes, .. } = &mut *self.scratch;
                writes.iter().for_each(|&(write, _)| before.add(at, write, Kind::Output));
            }
            _ => {}
        }
        let r = &self.f.rtx;
        let mut found: SmallVec<[(RtxId, bool); 2]> = SmallVec::new();
        let mut written: SmallVec<[RtxId; 2]> = SmallVec::new();
        let mut everything = false;
        r.walk(self.f.insn(id).pattern, &mut |x| {
            match r.code(x) {
                Code::Set | Code::Clobber if r.code(r.op(x, 0)) == Code::Mem => {
                    written.push(r.op(x, 0));
                }
                Code::Mem => {
                    everything |= r.code(r.op(x, 0)) == Code::Scratch;
                    let is_write = written.contains(&x);
                    found.push((x, is_write));
                }
                _ => {}
            }
            true
        });
        if everything {
            return self.flush(at);
        }
        if found.is_empty() {
            return;
        }
        if let Some(fence) = self.fence {
            self.add(at, fence, Kind::Anti);
        }
        for (mem, is_write) in found {
            self.reference(at, mem, is_write);
        }
        if self.scratch.reads.len() + self.scratch.writes.len() > MOST_PENDING {
            self.flush(at);
        }
    }

    fn reference(&mut self, at: u32, mem: RtxId, is_write: bool) {
        let reference = Reference::of(self.f, mem, &self.scratch.values);
        let Scratch { before, reads, writes, .. } = &mut *self.scratch;
        let mut meet = |list: &[(u32, Reference)], kind| {
            let meets = list.iter().filter(|(_, other)| other.conflicts(&reference, self.sets));
            meets.for_each(|&(other, _)| before.add(at, other, kind));
        };
        meet(writes, if is_write { Kind::Output } else { Kind::True });
        let volatile = self.f.rtx.flags(mem) & flag::V != 0;
        if is_write || volatile {
            meet(reads, Kind::Anti);
        }
        let list = if is_write { writes } else { reads };
        list.push((at, reference));
    }

    /// All references to memory before an insn stay before it, and all later ones after it.
    fn flush(&mut self, at: u32) {
        if let Some(fence) = self.fence {
            self.add(at, fence, Kind::Anti);
        }
        let Scratch { before, reads, writes, .. } = &mut *self.scratch;
        for (other, _) in reads.drain(..).chain(writes.drain(..)) {
            before.add(at, other, Kind::Anti);
        }
        self.fence = Some(at);
    }
}
