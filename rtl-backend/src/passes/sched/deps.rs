//! What has to stay in order in a block: what reads a register after what writes it, writes after reads, and memory.

use super::memory::Reference;
use crate::asm::alias_numbers::AliasNumbers;
use crate::machine::target::pipeline::Unit;
use crate::machine::target::{NUM_HARD, STACK_POINTER_REGNUM, ZERO_REGNUM};
use crate::rtl::code::Code;
use crate::rtl::df::{RefKind, visit_refs};
use crate::rtl::function::{InsnId, InsnKind, RtlFunction};
use crate::rtl::group::Groups;
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
    /// What has to come later than each insn, in order.
    successors: Groups<(u32, Dep)>,
    /// How many insns each waits for.
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

    fn extend(&mut self, other: &Last) {
        self.writers.extend_from_slice(&other.writers);
        self.clobbers.extend_from_slice(&other.clobbers);
        self.readers.extend_from_slice(&other.readers);
    }

    fn read(&mut self, at: u32, before: &mut Before) {
        self.readers.push(at);
        for &writer in self.writers.iter().chain(&self.clobbers) {
            before.add(at, writer, Kind::True);
        }
    }

    fn write(&mut self, at: u32, before: &mut Before) {
        for &writer in self.writers.iter().chain(&self.clobbers) {
            before.add(at, writer, Kind::Output);
        }
        self.readers.iter().for_each(|&reader| before.add(at, reader, Kind::Anti));
        self.clear();
        self.writers.push(at);
    }

    /// Clobbers need not stay in order among themselves.
    fn clobber(&mut self, at: u32, before: &mut Before) {
        if self.readers.len() >= MOST_PENDING || self.clobbers.len() >= MOST_PENDING {
            return self.write(at, before);
        }
        self.writers.iter().for_each(|&writer| before.add(at, writer, Kind::Output));
        self.readers.iter().for_each(|&reader| before.add(at, reader, Kind::Anti));
        self.clobbers.push(at);
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
pub struct Scratch {
    before: Before,
    registers: Vec<Last>,
    /// How many values registers have had.
    values: Vec<u32>,
    /// The registers that insns have named, also as a set.
    named: Vec<u32>,
    is_named: u128,
    /// The registers that calls change, a bit each.
    changed_by_calls: u64,
    /// What is known of those of them that no insn has named: it is the same of all.
    unnamed: Last,
    unnamed_values: u32,
    deps: Vec<(u32, Dep)>,
    reads: Vec<(u32, Reference)>,
    writes: Vec<(u32, Reference)>,
}

impl Scratch {
    /// For the blocks of a function.
    pub fn new(f: &RtlFunction) -> Scratch {
        let kept = |reg: u32| f.kept >> reg & 1 != 0;
        let changed =
            |reg: &u32| f.convention.call_used(*reg) && *reg != STACK_POINTER_REGNUM || kept(*reg);
        let changed_by_calls = (1..NUM_HARD as u32).filter(changed).map(|reg| 1 << reg).sum();
        let mut registers = Vec::new();
        registers.resize_with(NUM_HARD + 2, Last::default);
        Scratch {
            before: Before::default(),
            registers,
            values: vec![0; NUM_HARD + 2],
            named: Vec::new(),
            is_named: 0,
            changed_by_calls,
            unnamed: Last::default(),
            unnamed_values: 0,
            deps: Vec::new(),
            reads: Vec::new(),
            writes: Vec::new(),
        }
    }

    fn begin(&mut self, insns: usize) {
        self.named.clear();
        self.is_named = 0;
        self.unnamed.clear();
        self.unnamed_values = 0;
        self.before.noted.clear();
        self.before.noted.resize(insns, (u32::MAX, 0));
        self.deps.clear();
        self.reads.clear();
        self.writes.clear();
    }

    /// An insn names a register: what is known of it is its own from now on. `false` of a register that does not count.
    fn name(&mut self, reg: u32) -> bool {
        let Some(last) = self.registers.get_mut(reg as usize) else { return false };
        if self.is_named >> reg & 1 == 0 {
            self.is_named |= 1 << reg;
            self.named.push(reg);
            let changed = u128::from(self.changed_by_calls) >> reg & 1 != 0;
            last.clear();
            self.values[reg as usize] = 0;
            if changed && self.unnamed_values != 0 {
                last.extend(&self.unnamed);
                self.values[reg as usize] = self.unnamed_values;
            }
        }
        true
    }

    fn read(&mut self, at: u32, reg: u32) {
        if self.name(reg) {
            self.registers[reg as usize].read(at, &mut self.before);
        }
    }

    fn write(&mut self, at: u32, reg: u32) {
        if self.name(reg) {
            self.registers[reg as usize].write(at, &mut self.before);
            self.values[reg as usize] += 1;
        }
    }

    fn clobber(&mut self, at: u32, reg: u32) {
        if self.name(reg) {
            self.registers[reg as usize].clobber(at, &mut self.before);
            self.values[reg as usize] += 1;
        }
    }

    /// A call changes registers, other than those that it says it writes.
    fn call(&mut self, at: u32, writes: &[u32]) {
        for &reg in writes {
            self.name(reg);
        }
        self.unnamed.clobber(at, &mut self.before);
        self.unnamed_values += 1;
        for index in 0..self.named.len() {
            let reg = self.named[index];
            if u128::from(self.changed_by_calls) >> reg & 1 != 0 && !writes.contains(&reg) {
                self.clobber(at, reg);
            }
        }
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
        let mut waits_for = vec![0; insns.len()];
        let tail = tail_start(f, insns);
        for (at, &id) in insns.iter().enumerate() {
            builder.insn(at as u32, id);
            if at == tail {
                // What the block ends with comes after all else.
                (0..at as u32).for_each(|before| builder.add(at as u32, before, Kind::Anti));
            } else if at > tail {
                builder.add(at as u32, at as u32 - 1, Kind::Anti);
            }
            let Scratch { before, deps, .. } = &mut *builder.scratch;
            waits_for[at] = before.list.len() as u32;
            deps.extend(before.list.drain(..).map(|(from, kind)| {
                let cost = cost(kind, units[from as usize], units[at]);
                (from, Dep { to: at as u32, kind, cost })
            }));
        }
        let successors = Groups::new(&builder.scratch.deps, insns.len(), |&(from, _)| from);
        Graph { successors, waits_for }
    }

    /// What has to come later than an insn.
    pub fn successors(&self, from: usize) -> impl ExactSizeIterator<Item = Dep> + '_ {
        self.successors.of(from as u32).iter().map(|&(_, dep)| dep)
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
        let (mut writes, mut clobbers) = (Registers::new(), Registers::new());
        let scratch = &mut *self.scratch;
        // What is read comes first.
        visit_refs(self.f, id, &mut |kind, reg, count, _| {
            for reg in (reg..reg + count).filter(|&reg| reg != ZERO_REGNUM) {
                match kind {
                    RefKind::Use => scratch.read(at, reg),
                    RefKind::Clobber => clobbers.push(reg),
                    RefKind::Def | RefKind::EarlyDef => writes.push(reg),
                }
            }
        });
        if is_call {
            self.scratch.read(at, STACK_POINTER_REGNUM);
            let kept = (1..NUM_HARD as u32).filter(|&reg| self.f.kept >> reg & 1 != 0);
            if self.f.kept != 0 {
                kept.filter(|&reg| reg != STACK_POINTER_REGNUM)
                    .for_each(|reg| self.scratch.read(at, reg));
            }
        }
        let is_barrier = self.memory(at, id, insn.kind);
        if is_call {
            self.scratch.call(at, &writes);
            let changed = self.scratch.changed_by_calls;
            clobbers.retain(|reg| changed.checked_shr(*reg).is_none_or(|bits| bits & 1 == 0));
        }
        clobbers.sort_unstable();
        clobbers.dedup();
        for reg in clobbers.into_iter().filter(|reg| !writes.contains(reg)) {
            self.scratch.clobber(at, reg);
        }
        writes.into_iter().for_each(|reg| self.scratch.write(at, reg));
        if is_call && self.f.calls_setjmp || is_barrier {
            (0..at).for_each(|before| self.add(at, before, Kind::Anti));
            self.barrier = Some(at);
        }
    }

    /// Notes what an insn has to do with memory. The answer is whether nothing may go over it: an `asm`, and what is
    /// volatile.
    fn memory(&mut self, at: u32, id: InsnId, kind: InsnKind) -> bool {
        match kind {
            InsnKind::Call => {
                self.flush(at);
                return false;
            }
            InsnKind::Jump => {
                // What is written has to be there for whoever is jumped to.
                let Scratch { before, writes, .. } = &mut *self.scratch;
                writes.iter().for_each(|&(write, _)| before.add(at, write, Kind::Output));
            }
            _ => {}
        }
        let r = &self.f.rtx;
        let pattern = self.f.insn(id).pattern;
        if r.code(pattern) == Code::Set
            && r.op(pattern, 0).is_leaf()
            && r.is_shallow(r.op(pattern, 1))
        {
            return false;
        }
        let mut found: SmallVec<[(RtxId, bool); 2]> = SmallVec::new();
        let mut written: SmallVec<[RtxId; 2]> = SmallVec::new();
        let (mut everything, mut is_barrier) = (false, false);
        r.walk(pattern, &mut |x| {
            match r.code(x) {
                Code::Set | Code::Clobber if r.code(r.op(x, 0)) == Code::Mem => {
                    written.push(r.op(x, 0));
                }
                Code::Mem => {
                    everything |= r.code(r.op(x, 0)) == Code::Scratch;
                    let is_write = written.contains(&x);
                    found.push((x, is_write));
                }
                Code::UnspecVolatile | Code::AsmOperands | Code::TrapIf => is_barrier = true,
                _ => {}
            }
            true
        });
        if everything {
            self.flush(at);
            return is_barrier;
        }
        if found.is_empty() {
            return is_barrier;
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
        is_barrier
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
