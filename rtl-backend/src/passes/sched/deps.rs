//! What has to stay in order in a block: what reads a register after what writes it, writes after reads, and memory.

use super::memory::Reference;
use crate::expand::alias_sets::AliasNumbers;
use crate::machine::recog;
use crate::machine::riscv::pipeline::Unit;
use crate::machine::riscv::regs::{NUM_HARD, SP, ZERO};
use crate::rtl::code::Code;
use crate::rtl::df::{RefKind, visit_refs};
use crate::rtl::function::{InsnId, InsnKind, RtlFunction};
use crate::rtl::rtx::{RtxId, flag};

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
    pub successors: Vec<Vec<Dep>>,
    pub waits_for: Vec<u32>,
}

/// The insns that a register or memory was last read or written by.
#[derive(Default, Clone)]
struct Last {
    writers: Vec<u32>,
    /// Those after the last writer that leave no value.
    clobbers: Vec<u32>,
    readers: Vec<u32>,
}

struct Builder<'a> {
    f: &'a RtlFunction,
    sets: &'a AliasNumbers,
    /// Of the insn at hand: what it comes after, and why.
    before: Vec<(u32, Kind)>,
    /// Where an insn stands in that list, and for which insn that was noted.
    noted: Vec<(u32, u32)>,
    registers: Vec<Last>,
    /// How many values registers have had.
    values: Vec<u32>,
    reads: Vec<(u32, Reference)>,
    writes: Vec<(u32, Reference)>,
    /// The insn that all references to memory come after.
    fence: Option<u32>,
    /// The insn that all come after.
    barrier: Option<u32>,
}

impl Graph {
    /// The order to be kept by some insns in a row.
    pub fn of(f: &RtlFunction, sets: &AliasNumbers, insns: &[InsnId], units: &[Unit]) -> Graph {
        let mut builder = Builder {
            f,
            sets,
            before: Vec::new(),
            noted: vec![(u32::MAX, 0); insns.len()],
            registers: vec![Last::default(); NUM_HARD + 2],
            values: vec![0; NUM_HARD + 2],
            reads: Vec::new(),
            writes: Vec::new(),
            fence: None,
            barrier: None,
        };
        let mut graph =
            Graph { successors: vec![Vec::new(); insns.len()], waits_for: vec![0; insns.len()] };
        let tail = tail_start(f, insns);
        for (at, &id) in insns.iter().enumerate() {
            builder.insn(at as u32, id);
            if at == tail {
                // What the block ends with comes after all else.
                (0..at as u32).for_each(|before| builder.add(at as u32, before, Kind::Anti));
            } else if at > tail {
                builder.add(at as u32, at as u32 - 1, Kind::Anti);
            }
            for &(from, kind) in &builder.before {
                let cost = cost(kind, units[from as usize], units[at]);
                graph.successors[from as usize].push(Dep { to: at as u32, kind, cost });
                graph.waits_for[at] += 1;
            }
            builder.before.clear();
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
        if before == at {
            return;
        }
        let (of, place) = self.noted[before as usize];
        if of == at {
            let known = &mut self.before[place as usize].1;
            *known = kind.max(*known);
            return;
        }
        self.noted[before as usize] = (at, self.before.len() as u32);
        self.before.push((before, kind));
    }

    fn insn(&mut self, at: u32, id: InsnId) {
        if let Some(barrier) = self.barrier {
            self.add(at, barrier, Kind::Anti);
        }
        let insn = self.f.insn(id);
        let is_call = insn.kind == InsnKind::Call;
        let (mut reads, mut writes, mut clobbers) = (Vec::new(), Vec::new(), Vec::new());
        visit_refs(self.f, id, &mut |kind, reg, count, _| {
            let list = match kind {
                RefKind::Use => &mut reads,
                RefKind::Clobber => &mut clobbers,
                RefKind::Def | RefKind::EarlyDef => &mut writes,
            };
            list.extend((reg..reg + count).filter(|&reg| reg != ZERO));
        });
        if is_call {
            let convention = self.f.convention;
            let kept = |reg: u32| self.f.kept >> reg & 1 != 0;
            let changed = |reg: &u32| convention.call_used(*reg) && *reg != SP || kept(*reg);
            clobbers.extend((1..NUM_HARD as u32).filter(changed));
            reads.extend((1..NUM_HARD as u32).filter(|&reg| reg == SP || kept(reg)));
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
        let Some(last) = self.registers.get_mut(reg as usize) else { return };
        last.readers.push(at);
        let before: Vec<u32> = last.writers.iter().chain(&last.clobbers).copied().collect();
        before.into_iter().for_each(|writer| self.add(at, writer, Kind::True));
    }

    fn write(&mut self, at: u32, reg: u32) {
        let Some(last) = self.registers.get_mut(reg as usize) else { return };
        let last = std::mem::take(last);
        let before = last.writers.iter().chain(&last.clobbers);
        before.for_each(|&writer| self.add(at, writer, Kind::Output));
        last.readers.iter().for_each(|&reader| self.add(at, reader, Kind::Anti));
        self.registers[reg as usize].writers.push(at);
        self.values[reg as usize] += 1;
    }

    /// Clobbers need not stay in order among themselves.
    fn clobber(&mut self, at: u32, reg: u32) {
        let Some(last) = self.registers.get(reg as usize) else { return };
        if last.readers.len() >= MOST_PENDING || last.clobbers.len() >= MOST_PENDING {
            return self.write(at, reg);
        }
        let last = last.clone();
        last.writers.iter().for_each(|&writer| self.add(at, writer, Kind::Output));
        last.readers.iter().for_each(|&reader| self.add(at, reader, Kind::Anti));
        self.registers[reg as usize].clobbers.push(at);
        self.values[reg as usize] += 1;
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
                let writes: Vec<u32> = self.writes.iter().map(|&(write, _)| write).collect();
                writes.into_iter().for_each(|write| self.add(at, write, Kind::Output));
            }
            _ => {}
        }
        let r = &self.f.rtx;
        let mut found: Vec<(RtxId, bool)> = Vec::new();
        let mut written: Vec<RtxId> = Vec::new();
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
        if self.reads.len() + self.writes.len() > MOST_PENDING {
            self.flush(at);
        }
    }

    fn reference(&mut self, at: u32, mem: RtxId, is_write: bool) {
        let reference = Reference::of(self.f, mem, &self.values);
        let writes: Vec<u32> = self.meeting(&self.writes, &reference);
        let kind = if is_write { Kind::Output } else { Kind::True };
        writes.into_iter().for_each(|write| self.add(at, write, kind));
        let volatile = self.f.rtx.flags(mem) & flag::V != 0;
        if is_write || volatile {
            let reads: Vec<u32> = self.meeting(&self.reads, &reference);
            reads.into_iter().for_each(|read| self.add(at, read, Kind::Anti));
        }
        if is_write {
            self.writes.push((at, reference));
        } else {
            self.reads.push((at, reference));
        }
    }

    fn meeting(&self, list: &[(u32, Reference)], reference: &Reference) -> Vec<u32> {
        let meets = list.iter().filter(|(_, other)| other.conflicts(reference, self.sets));
        meets.map(|&(at, _)| at).collect()
    }

    /// All references to memory before an insn stay before it, and all later ones after it.
    fn flush(&mut self, at: u32) {
        let reads = std::mem::take(&mut self.reads);
        let writes = std::mem::take(&mut self.writes);
        if let Some(fence) = self.fence {
            self.add(at, fence, Kind::Anti);
        }
        for (before, _) in reads.into_iter().chain(writes) {
            self.add(at, before, Kind::Anti);
        }
        self.fence = Some(at);
    }
}
