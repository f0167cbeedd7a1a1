//! `reload`: hard registers for pseudos, spill code for the rest, frame offsets for frame references.
//!
//! ```text
//! (set (reg:DI 80) (plus:DI (reg:DI 78) (reg:DI 79)))             78 in a5, 79 and 80 in memory
//! ⇒
//! (set (reg:DI 30 t5 [79]) (mem:DI (plus:DI (reg:DI 2 sp) (const_int 24))))
//! (set (reg:DI 30 t5 [80]) (plus:DI (reg:DI 15 a5 [78]) (reg:DI 30 t5 [79])))
//! (set (mem:DI (plus:DI (reg:DI 2 sp) (const_int 16))) (reg:DI 30 t5 [80]))
//! ```
//! The allocator has set scratch registers aside wherever they may be needed: two for operands (three for the
//! floating-point ones) and one for addresses beyond 12 bits. No instruction needs more, so there is nothing to
//! iterate and nothing to fail. Within a block a scratch register that still holds a value is used again. A constant that
//! one insn makes (`li`, `lui`), and that nothing changes, is made again where it is read, and has no slot.

use crate::allocation::frame_refs::{FrameOperand, collect, reads_frame_base};
use crate::allocation::ira::{Allocation, Place, Scratch};
use crate::allocation::{check_allocation, lra, notes};
use crate::machine::recog::{self, recog_insn};
use crate::machine::target::constants::{build_integer, lui_operand, simm12};
use crate::machine::target::frame;
use crate::machine::target::{
    FRAME_POINTER_REGNUM, RETURN_ADDR_REGNUM, RegClass, STACK_POINTER_REGNUM,
};
use crate::rtl::code::Code;
use crate::rtl::df::{Ref, RefKind};
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, LocId, NoteKind, RtlFunction};
use crate::rtl::insn_table::traits;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, flag};
use crate::rtl::summary::DataFlow;
use crate::state::{self, RtlContext};
use dumps::putln;
use fixedbitset::FixedBitSet;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt::Write;

/// `reload` for the pass table.
pub const PASS: Pass =
    Pass::rtl("reload", execute).requires(Prop::RTL).follows(&[("ira", "the allocation")]);

/// What is left to do when all registers have been replaced.
pub struct Moves {
    /// The insns that may be moves of a register to itself.
    insns: Vec<InsnId>,
    /// A hard register has come into use.
    more_live: bool,
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut failure = None;
    let checking = cx.options.checking > 0;
    state::run(cx, f, |state, rtl| {
        let allocation = state.left.take::<Allocation>().expect("ira has run");
        match run(&mut state.rtl, &allocation, rtl) {
            Ok(moves) => {
                // Moves of a register to itself say which pseudo has become which.
                state.misallocated =
                    if checking { check_allocation::check(&state.rtl).err() } else { None };
                delete_noop_moves(&mut state.rtl, &moves, rtl);
            }
            Err(what) => failure = Some(what),
        }
    });
    if let Some(what) = failure {
        let loc = cx.unit.decls[f.decl].loc;
        let name = cx.unit.decl_name(f.decl).map(str::to_string);
        cx.unit.diagnostics.set_function(name.as_deref());
        cx.unit.diagnostics.error(loc, what);
        return Todo::DISCARD_FUNCTION;
    }
    Todo::NONE
}

/// Runs the pass. Afterwards no pseudo and neither of registers 64 and 65 is left.
pub fn run(
    f: &mut RtlFunction,
    allocation: &Allocation,
    cx: &mut RtlContext,
) -> Result<Moves, String> {
    let mut more_live = false;
    if f.optimize == 0 {
        notes::remove(f);
        let hard = |place: &Place| if let Place::Hard(hard) = place { 1 << hard } else { 0 };
        let given = allocation.places.iter().fold(0, |all, place| all | hard(place));
        more_live = given & !f.shown.ever_live != 0;
        f.shown.ever_live |= given;
        if f.shown.data_flow == DataFlow::Asked {
            f.shown.data_flow = DataFlow::Unasked;
        }
        // GCC ends the chain in a note of its own here.
        let kind = InsnKind::Note(NoteKind::Deleted);
        let note = f.make_insn(kind, RtxId::NONE, LocId::UNKNOWN);
        f.link_after(note, f.last);
        f.insn_mut(note).block = 0;
        if let Some(insns) = lra::run(f, allocation, cx, assign_hard_regs) {
            f.reload_completed = true;
            return Ok(Moves { insns, more_live });
        }
    }
    assign_hard_regs(f, &allocation.places);
    let mut spiller = Spiller::new(f, allocation);
    spiller.run()?;
    let Spiller { written, addressing, mut moves, slots, .. } = spiller;
    if let Some(mut locals) = f.locals.take() {
        for register in locals.address_registers() {
            if let Some(slot) = slots.get(register as usize).and_then(|slot| slot.expand()) {
                locals.set_slot(register, slot);
            }
        }
        f.locals = Some(locals);
    }
    frame::layout(f, written);
    eliminate_frame_references(f, &addressing, allocation, &mut moves);
    f.reload_completed = true;
    Ok(Moves { insns: moves, more_live })
}

/// Removes moves of a register to itself, of the insns that [`run`] says may be some. Without optimisation they leave no
/// trace but in the dump.
pub fn delete_noop_moves(f: &mut RtlFunction, moves: &Moves, cx: &mut RtlContext) {
    let mut out = cx.dump.as_deref_mut().filter(|_| f.optimize == 0);
    for &at in &moves.insns {
        if f.insn(at).kind == InsnKind::Insn && is_noop_move(f, f.insn(at).pattern) {
            if f.optimize == 0 {
                f.unlink(at);
            }
            f.delete_noop_move(at);
            if let Some(out) = out.as_deref_mut() {
                putln!(out, "deleting insn with uid = {}.", at.0);
            }
        }
    }
    if let Some(out) = out {
        lra::print_rescans(f, moves.more_live, out);
    }
}

fn is_noop_move(f: &RtlFunction, pattern: RtxId) -> bool {
    f.rtx.code(pattern) == Code::Set && {
        let (dst, src) = (f.rtx.op(pattern, 0), f.rtx.op(pattern, 1));
        f.rtx.as_reg(dst).is_some()
            && f.rtx.as_reg(dst) == f.rtx.as_reg(src)
            && f.rtx.mode(dst) == f.rtx.mode(src)
    }
}

/// Gives every pseudo its register, and turns subregs of hard registers into registers.
fn assign_hard_regs(f: &mut RtlFunction, places: &[Place]) {
    let assign = |f: &mut RtlFunction, x: RtxId| {
        if let Some(regno) = f.rtx.as_reg(x).filter(|r| *r >= FIRST_PSEUDO)
            && let Some(Place::Hard(hard)) = places.get(regno as usize)
        {
            f.rtx.assign_hard_reg(x, *hard as u32);
        }
    };
    for regno in FIRST_PSEUDO..f.num_regs() {
        assign(f, f.reg(regno));
    }
    let mut index = 0;
    while let Some(x) = f.rtx.reg_node(index) {
        index += 1;
        if f.rtx.code(x) != Code::Subreg {
            // Half of a pseudo of two words once, or a hard register anyway.
            assign(f, x);
            continue;
        }
        let inner = f.rtx.op(x, 0);
        assign(f, inner);
        if f.rtx.as_reg(inner).is_some_and(|r| r < 64) {
            let mode = f.rtx.mode(x);
            let word = f.rtx.subreg_byte(x) / f.rtx.word().size();
            let mut node = f.rtx.node(inner);
            node.mode = mode;
            node.flags = 0;
            node.a += word;
            *f.rtx.node_mut(x) = node;
        }
    }
}

/// The spilled pseudos whose only definition is one insn that loads a constant, with the constant.
fn spilled_constants(f: &RtlFunction, allocation: &Allocation) -> FxHashMap<u32, RtxId> {
    let spilled = |reg: u32| {
        reg >= FIRST_PSEUDO && allocation.places.get(reg as usize) == Some(&Place::Memory)
    };
    let mut found: FxHashMap<u32, Option<RtxId>> = FxHashMap::default();
    for index in 0..allocation.live.insns.len() {
        for entry in allocation.live.insns.refs(index) {
            let reg = entry.reg();
            if entry.kind() == RefKind::Use || !spilled(reg) {
                continue;
            }
            let constant = loaded_constant(f, allocation.live.insns.insn(index), reg);
            found.entry(reg).and_modify(|known| *known = None).or_insert(constant);
        }
    }
    found.into_iter().filter_map(|(reg, constant)| Some((reg, constant?))).collect()
}

/// The constant that an insn loads into a pseudo, if that is all it does.
fn loaded_constant(f: &RtlFunction, at: InsnId, reg: u32) -> Option<RtxId> {
    let pattern = f.insn(at).pattern;
    if f.insn(at).kind != InsnKind::Insn || f.rtx.code(pattern) != Code::Set {
        return None;
    }
    let (dst, src) = (f.rtx.op(pattern, 0), f.rtx.op(pattern, 1));
    let value = f.rtx.as_int(src)?;
    let is_one_insn = simm12(value) || lui_operand(value);
    (f.rtx.as_reg(dst) == Some(reg) && is_one_insn).then_some(src)
}

struct Spiller<'a> {
    f: &'a mut RtlFunction,
    allocation: &'a Allocation,
    places: &'a [Place],
    scratch: Scratch,
    /// The frame slot of each spilled pseudo in its own mode, none before it has one. Empty if nothing is spilled.
    slots: Vec<RtxId>,
    /// The spilled pseudos that are constants which one insn makes.
    constants: FxHashMap<u32, RtxId>,
    /// What the operand scratch registers hold, general ones first.
    holds: [Option<u32>; 6],
    /// The hard registers that the function writes, a bit each.
    written: u64,
    /// The insn that is being looked at.
    index: u32,
    /// The insns that may address the frame, in order: those that read the stack pointer or what stands for it, and
    /// those that refer to slots.
    addressing: Vec<Addressing>,
    /// The pseudos whose slot an insn on that list refers to in its own mode.
    listed: FixedBitSet,
    /// The insns that may be moves of a register to itself.
    moves: Vec<InsnId>,
}

/// A spilled pseudo of an insn.
#[derive(Clone, Copy)]
struct Operand {
    reg: u32,
    used: bool,
    defined: bool,
    early: bool,
    hard: u32,
}

impl<'a> Spiller<'a> {
    fn new(f: &'a mut RtlFunction, allocation: &'a Allocation) -> Spiller<'a> {
        let spills = allocation.places.contains(&Place::Memory);
        let slots = vec![RtxId::NONE; if spills { f.num_regs() as usize } else { 0 }];
        let constants = match spills && f.optimize > 0 {
            true => spilled_constants(f, allocation),
            false => FxHashMap::default(),
        };
        Spiller {
            f,
            allocation,
            places: &allocation.places,
            scratch: allocation.scratch,
            slots,
            constants,
            holds: [None; 6],
            written: 0,
            index: 0,
            addressing: Vec::new(),
            listed: FixedBitSet::new(),
            moves: Vec::new(),
        }
    }

    fn run(&mut self) -> Result<(), String> {
        let insns = &self.allocation.live.insns;
        for index in 0..insns.len() {
            let at = insns.insn(index);
            if insns.has(index, traits::BEHIND_LABEL) {
                self.holds = [None; 6];
            }
            if insns.has(index, traits::COPY) && self.is_between_equals(insns.refs(index)) {
                self.moves.push(at);
            }
            self.insn(index, insns.has(index, traits::FIRST_FRAME_REF))?;
            if insns.has(index, traits::CALL) {
                self.holds = [None; 6];
                let is_tail_call = u16::from(self.f.insn(at).flags) & flag::J != 0;
                self.written |= if is_tail_call { 0 } else { 1 << RETURN_ADDR_REGNUM };
            }
        }
        Ok(())
    }

    /// Notes the hard registers a reference writes; whether it is to what frame addresses are made of.
    fn note_hard(&mut self, entry: Ref) -> bool {
        if entry.kind() == RefKind::Use {
            return reads_frame_base(entry);
        }
        for reg in entry.regs() {
            match self.places.get(reg as usize) {
                _ if reg < 64 => self.written |= 1 << reg,
                Some(Place::Hard(hard)) => self.written |= 1 << hard,
                _ => {}
            }
        }
        false
    }

    /// Whether what is read and what is written are one hard register, or may be in one scratch register.
    fn is_between_equals(&self, refs: &[Ref]) -> bool {
        let place = |entry: &Ref| match entry.reg() {
            hard if hard < 64 => Some(Place::Hard(hard as u8)),
            reg => self.places.get(reg as usize).copied(),
        };
        matches!(refs, [read, written] if place(read) == place(written))
    }

    fn is_spilled(&self, regno: u32) -> bool {
        regno >= FIRST_PSEUDO && self.places.get(regno as usize) == Some(&Place::Memory)
    }

    /// Spills what the insn refers to. `first` says that it has a frame reference, and through an expression of its own.
    fn insn(&mut self, index: u32, first: bool) -> Result<(), String> {
        let insns = &self.allocation.live.insns;
        let (at, refs) = (insns.insn(index), insns.refs(index));
        self.index = index;
        if let [only] = refs
            && self.f.rtx.code(self.f.insn(at).pattern) == Code::Clobber
            && self.is_spilled(only.reg())
            && self.f.rtx.is_multiword(self.f.reg_mode(only.reg()))
        {
            // That it holds nothing is of no use to its slots.
            self.f.delete_insn(at);
            return Ok(());
        }
        let mut operands: SmallVec<[Operand; 4]> = SmallVec::new();
        let mut addresses = false;
        for &entry in refs {
            addresses |= self.note_hard(entry);
            let reg = entry.reg();
            if !self.is_spilled(reg) {
                continue;
            }
            let known = operands.iter().position(|o| o.reg == reg);
            let index = known.unwrap_or_else(|| {
                operands.push(Operand { reg, used: false, defined: false, early: false, hard: 0 });
                operands.len() - 1
            });
            let operand = &mut operands[index];
            match entry.kind() {
                RefKind::Use => operand.used = true,
                RefKind::Def => operand.defined = true,
                RefKind::EarlyDef | RefKind::Clobber => {
                    operand.defined = true;
                    operand.early = true;
                }
            }
        }
        if let [operand] = operands[..]
            && let Some(&constant) = self.constants.get(&operand.reg)
            && (operand.defined || self.takes_constant(at, operand.reg, constant))
        {
            if operand.defined {
                self.f.delete_insn(at);
            }
            return Ok(());
        }
        let in_memory = if operands.is_empty() { None } else { self.memory_operand(at, &operands) };
        if operands.is_empty() || in_memory.is_some() {
            let first_of_slot = in_memory.is_some_and(|mode| self.list_slot(operands[0].reg, mode));
            if addresses || in_memory.is_some() {
                self.addressing.push(Addressing { at, index, first: first || first_of_slot });
            }
            return Ok(());
        }
        self.choose(at, &mut operands)?;
        for o in operands.iter().filter(|o| o.used) {
            self.load(at, *o);
        }
        if addresses {
            self.addressing.push(Addressing { at, index, first });
        }
        let pattern = self.f.insn(at).pattern;
        self.substitute(pattern, &operands);
        let mut stores: SmallVec<[Addressing; 2]> = SmallVec::new();
        for o in operands.iter().filter(|o| o.defined) {
            self.forget(o.reg);
            self.note(o.hard, Some(o.reg));
            self.written |= 1 << o.hard;
            stores.push(self.store(at, *o));
        }
        // Each has been put right after the insn.
        self.addressing.extend(stores.into_iter().rev());
        if recog::asm_operands(&self.f.rtx, pattern).is_some() {
            self.holds = [None; 6];
        }
        Ok(())
    }

    /// A copy of a constant is made a move of it; whether the insn is one.
    fn takes_constant(&mut self, at: InsnId, reg: u32, constant: RtxId) -> bool {
        let pattern = self.f.insn(at).pattern;
        let is_copy = self.f.rtx.code(pattern) == Code::Set
            && self.f.rtx.as_reg(self.f.rtx.op(pattern, 0)).is_some()
            && self.f.rtx.as_reg(self.f.rtx.op(pattern, 1)) == Some(reg);
        if is_copy {
            self.f.rtx.set_op(pattern, 1, constant);
            recog_insn(self.f, at);
        }
        is_copy
    }

    /// A move or extension takes the slot itself as its operand, if it can; the answer is in which mode.
    fn memory_operand(&mut self, at: InsnId, operands: &[Operand]) -> Option<Mode> {
        let pattern = self.f.insn(at).pattern;
        if operands.len() != 1 || self.f.rtx.code(pattern) != Code::Set {
            return None;
        }
        let operand = operands[0];
        if self.constants.contains_key(&operand.reg) {
            return None;
        }
        let old_code = self.f.insn(at).icode;
        let (dst, src) = (self.f.rtx.op(pattern, 0), self.f.rtx.op(pattern, 1));
        let (holder, index, x) = if operand.defined && !operand.used {
            (pattern, 0, dst)
        } else if operand.used && !operand.defined && self.held(operand.reg).is_none() {
            match self.f.rtx.code(src) {
                Code::SignExtend | Code::ZeroExtend => (src, 0, self.f.rtx.op(src, 0)),
                _ => (pattern, 1, src),
            }
        } else {
            return None;
        };
        if self.spilled_reg(x) != Some(operand.reg) {
            return None;
        }
        let mode = self.f.rtx.mode(x);
        let mem = self.slot_mem(operand.reg, mode);
        self.f.rtx.set_op(holder, index, mem);
        if recog_insn(self.f, at) {
            if operand.defined {
                self.forget(operand.reg);
            }
            return Some(mode);
        }
        self.f.rtx.set_op(holder, index, x);
        self.f.insn_mut(at).icode = old_code;
        None
    }

    fn spilled_reg(&self, x: RtxId) -> Option<u32> {
        let x = if self.f.rtx.code(x) == Code::Subreg { self.f.rtx.op(x, 0) } else { x };
        self.f.rtx.as_reg(x).filter(|r| self.is_spilled(*r))
    }

    /// Gives each operand a scratch register of its class.
    fn choose(&self, at: InsnId, operands: &mut [Operand]) -> Result<(), String> {
        let asm = recog::asm_operands(&self.f.rtx, self.f.insn(at).pattern).is_some();
        let mut taken: SmallVec<[u32; 4]> = SmallVec::new();
        for pass in 0..2 {
            for i in 0..operands.len() {
                let o = operands[i];
                if (o.used || o.early) != (pass == 0) {
                    continue;
                }
                let pool = self.pool(o.reg);
                let free = |h: &u32| !taken.contains(h);
                let hard = if pass == 0 {
                    self.held(o.reg)
                        .filter(free)
                        .or_else(|| {
                            pool.iter().copied().find(|h| free(h) && self.held_by(*h).is_none())
                        })
                        .or_else(|| pool.iter().copied().find(free))
                } else {
                    // Written after everything has been read: any will do that no other result takes.
                    pool.iter()
                        .copied()
                        .find(|h| !operands[..i].iter().any(|p| p.defined && p.hard == *h))
                };
                let Some(hard) = hard else {
                    let what = if asm {
                        "'asm' operand has impossible constraints"
                    } else {
                        "unable to find a register to spill"
                    };
                    return Err(what.into());
                };
                taken.push(hard);
                operands[i].hard = hard;
            }
        }
        Ok(())
    }

    /// The operand scratch registers for a pseudo's class.
    fn pool(&self, reg: u32) -> &[u32] {
        let (scratch, count) = match RegClass::of_mode(self.f.reg_mode(reg)) {
            RegClass::Gr => (&self.scratch.gpr, 2),
            RegClass::Fp => (&self.scratch.fpr, 3),
        };
        scratch.as_ref().map_or(&[], |registers| &registers[..count])
    }

    fn scratch_index(&self, hard: u32) -> Option<usize> {
        let find = |s: Option<[u32; 3]>| s.and_then(|s| s.iter().position(|r| *r == hard));
        find(self.scratch.gpr).or_else(|| find(self.scratch.fpr).map(|i| i + 3))
    }

    /// The scratch register that holds `reg` now.
    fn held(&self, reg: u32) -> Option<u32> {
        let i = self.holds.iter().position(|h| *h == Some(reg))?;
        if i < 3 { self.scratch.gpr.map(|s| s[i]) } else { self.scratch.fpr.map(|s| s[i - 3]) }
    }

    fn held_by(&self, hard: u32) -> Option<u32> {
        self.holds[self.scratch_index(hard)?]
    }

    fn note(&mut self, hard: u32, reg: Option<u32>) {
        if let Some(i) = self.scratch_index(hard) {
            self.holds[i] = reg;
        }
    }

    fn forget(&mut self, reg: u32) {
        for h in &mut self.holds {
            if *h == Some(reg) {
                *h = None;
            }
        }
    }

    /// An insn goes on the list that refers to the slot of `reg` in this mode; whether none is there yet that has the same
    /// expression.
    fn list_slot(&mut self, reg: u32, mode: Mode) -> bool {
        self.listed.grow(self.slots.len());
        mode != self.f.reg_mode(reg) || !self.listed.put(reg as usize)
    }

    /// The stack slot of `reg` as a reference of `mode`. All references in its own mode are one.
    fn slot_mem(&mut self, reg: u32, mode: Mode) -> RtxId {
        let own_mode = self.f.reg_mode(reg);
        let slot = match self.slots[reg as usize].expand() {
            Some(slot) => slot,
            None => {
                let offset = self.f.assign_stack_local(8, 8);
                let base = self.f.reg(FRAME_POINTER_REGNUM);
                let offset = self.f.rtx.const_int(offset);
                let address = self.f.rtx.gen_binary(Code::Plus, self.f.rtx.word(), base, offset);
                let slot = self.mem_at(address, reg, own_mode);
                self.slots[reg as usize] = slot;
                slot
            }
        };
        if mode == own_mode {
            return slot;
        }
        let address = self.f.rtx.op(slot, 0);
        self.mem_at(address, reg, mode)
    }

    fn mem_at(&mut self, address: RtxId, reg: u32, mode: Mode) -> RtxId {
        let attrs = MemAttrs { align: 64, base: reg, ..MemAttrs::of_mode(mode) };
        let mem = self.f.rtx.gen_mem(mode, address, attrs);
        self.f.rtx.add_flags(mem, flag::C);
        mem
    }

    /// A node of the hard register that stands for the pseudo.
    fn hard_node(&mut self, o: Operand, mode: Mode) -> RtxId {
        let mut node = self.f.rtx.node(RtxId::of_reg(o.reg));
        node.c = o.reg;
        node.a = o.hard;
        node.mode = mode;
        self.f.rtx.push(node)
    }

    fn load(&mut self, at: InsnId, o: Operand) {
        if self.held(o.reg) == Some(o.hard) {
            return;
        }
        let mode = self.f.reg_mode(o.reg);
        let constant = self.constants.get(&o.reg).copied();
        let src = constant.unwrap_or_else(|| self.slot_mem(o.reg, mode));
        let dst = self.hard_node(o, mode);
        let pattern = self.f.rtx.gen_set(dst, src);
        let insn = self.f.emit_insn_before(pattern, at);
        recog_insn(self.f, insn);
        if constant.is_none() {
            let first = self.list_slot(o.reg, mode);
            self.addressing.push(Addressing { at: insn, index: self.index, first });
        }
        self.written |= 1 << o.hard;
        self.note(o.hard, Some(o.reg));
    }

    fn store(&mut self, at: InsnId, o: Operand) -> Addressing {
        let mode = self.f.reg_mode(o.reg);
        let (src, dst) = (self.hard_node(o, mode), self.slot_mem(o.reg, mode));
        let pattern = self.f.rtx.gen_set(dst, src);
        let insn = self.f.emit_insn_after(pattern, at);
        recog_insn(self.f, insn);
        Addressing { at: insn, index: self.index, first: self.list_slot(o.reg, mode) }
    }

    /// Replaces the spilled pseudos within `x` by their scratch registers. Nodes of pseudos are shared, so the
    /// expressions above them are changed, not they themselves.
    fn substitute(&mut self, x: RtxId, operands: &[Operand]) {
        for i in 0..self.f.rtx.num_ops(x) {
            let child = self.f.rtx.any_op(x, i);
            match self.spilled_reg(child) {
                Some(reg) => {
                    if let Some(&o) = operands.iter().find(|o| o.reg == reg) {
                        let mode = self.f.rtx.mode(child);
                        let node = self.hard_node(o, mode);
                        self.f.rtx.set_any_op(x, i, node);
                    }
                }
                None => self.substitute(child, operands),
            }
        }
        if self.f.rtx.code(x) == Code::AsmOperands {
            for i in 0..self.f.rtx.asm_info(x).results.len() {
                let result = self.f.rtx.asm_info(x).results[i];
                if let Some(reg) = self.spilled_reg(result)
                    && let Some(&o) = operands.iter().find(|o| o.reg == reg)
                {
                    let mode = self.f.rtx.mode(result);
                    let node = self.hard_node(o, mode);
                    self.f.rtx.asm_info_mut(x).results[i] = node;
                }
            }
        }
    }
}

/// An insn that may address the frame.
#[derive(Clone, Copy)]
struct Addressing {
    at: InsnId,
    /// The number of the insn of the allocation it is, or is for.
    index: u32,
    /// It does so through an expression that no insn before it holds.
    first: bool,
}

/// Replaces registers 64 and 65 by stack or hard frame pointer plus offset, in the insns that address the frame.
fn eliminate_frame_references(
    f: &mut RtlFunction,
    addressing: &[Addressing],
    allocation: &Allocation,
    moves: &mut Vec<InsnId>,
) {
    let mut found = Vec::new();
    // Once a reference is far, expressions may be left as they are for the next insn that holds them.
    let mut any_far = false;
    let mut temporaries = 0;
    for &place in addressing {
        let at = place.at;
        if !place.first && !any_far {
            continue;
        }
        found.clear();
        collect(f, f.insn(at).pattern, &mut found);
        if !found.is_empty() {
            any_far |= eliminate_in_insn(f, place, &mut found, allocation, &mut temporaries);
            // What added an offset of zero to a register may be a move by now.
            if is_noop_move(f, f.insn(at).pattern) {
                moves.push(at);
            }
        }
    }
}

/// Replaces the frame references found in an insn; whether one of them is far.
fn eliminate_in_insn(
    f: &mut RtlFunction,
    place: Addressing,
    found: &mut Vec<FrameOperand>,
    allocation: &Allocation,
    temporaries: &mut u32,
) -> bool {
    let (at, scratch) = (place.at, allocation.scratch);
    let is_far = |operand: &FrameOperand| {
        operand.regno == STACK_POINTER_REGNUM
            || !simm12(frame::eliminate(f, operand.regno, operand.offset).1)
    };
    let any_far = found.iter().any(is_far);
    if any_far {
        // What becomes of a far reference holds here only: other insns may share it. A near one is the same for all.
        let pattern = f.rtx.deep_copy(f.insn(at).pattern);
        f.insn_mut(at).pattern = pattern;
        found.clear();
        collect(f, pattern, found);
    }
    for &mut FrameOperand { parent, index, regno, offset } in found {
        let (base, offset) = if regno == STACK_POINTER_REGNUM {
            (regno, offset)
        } else {
            frame::eliminate(f, regno, offset)
        };
        let base_node = f.reg(base);
        if f.rtx.code(parent) == Code::Plus && !sum_stands_alone(f, parent) {
            add_to_frame(f, place, parent, (base_node, offset), allocation, temporaries);
            continue;
        }
        let replacement = if simm12(offset) {
            sum_node(f, base_node, offset)
        } else if f.rtx.code(parent) == Code::Set
            && index == 1
            && f.rtx.as_reg(f.rtx.op(parent, 0)).is_some_and(|dst| dst != base)
        {
            // The destination itself can hold the upper part, unless it is what is added to.
            let dst = f.rtx.op(parent, 0);
            far_address(f, at, dst, base_node, offset)
        } else {
            let hard = scratch.gpr.map_or(crate::machine::target::PROLOGUE_TEMP_REGNUM, |s| s[2]);
            let temp = f.rtx.gen_reg(f.rtx.word(), hard);
            far_address(f, at, temp, base_node, offset)
        };
        f.rtx.set_any_op(parent, index, replacement);
    }
    if !recog_insn(f, at) {
        let mut text = String::new();
        crate::rtl::print::print_insn(f, at, &mut text);
        panic!("reload: unrecognizable insn in {}: {text}", f.name);
    }
    any_far
}

/// Whether what is added to the first operand of a sum is a number.
fn sum_stands_alone(f: &RtlFunction, sum: RtxId) -> bool {
    f.rtx.as_int(f.rtx.op(sum, 1)).is_some()
}

/// A hard register that stands for one of the pseudos that reload makes.
fn temporary(f: &mut RtlFunction, hard: u32, temporaries: &mut u32) -> RtxId {
    // GCC counts from two after the last one.
    const SPARE: u32 = 2;
    let temp = f.rtx.gen_reg(f.rtx.word(), hard);
    let mut node = f.rtx.node(temp);
    node.c = f.num_regs() + SPARE + *temporaries;
    *temporaries += 1;
    f.rtx.push(node)
}

/// `dst = frame + reg`: the register is added to what the frame is found from, and the offset to the sum.
fn add_to_frame(
    f: &mut RtlFunction,
    place: Addressing,
    sum: RtxId,
    (base, offset): (RtxId, i64),
    allocation: &Allocation,
    temporaries: &mut u32,
) {
    let (at, scratch) = (place.at, allocation.scratch);
    let emit = |f: &mut RtlFunction, dst: RtxId, src: RtxId| {
        let pattern = f.rtx.gen_set(dst, src);
        let insn = f.emit_insn_before(pattern, at);
        recog_insn(f, insn);
    };
    let (from, to) = (f.rtx.op(sum, 1), f.rtx.op(f.insn(at).pattern, 0));
    let free = match (f.rtx.as_reg(from), f.rtx.as_reg(to)) {
        (Some(from), Some(to)) => allocation.free_before(place.index, from, to),
        _ => None,
    };
    if offset == 0 {
        f.rtx.set_op(sum, 0, base);
    } else if let Some(free) = free.filter(|_| simm12(offset)) {
        // The offset is added to the register, and what the frame is found from to that.
        let temp = temporary(f, free, temporaries);
        let number = f.rtx.const_int(offset);
        let value = f.rtx.gen_binary(Code::Plus, f.rtx.word(), from, number);
        emit(f, temp, value);
        f.rtx.set_op(sum, 0, temp);
        f.rtx.set_op(sum, 1, base);
    } else if simm12(offset) {
        let dst = f.rtx.op(f.insn(at).pattern, 0);
        let value = f.rtx.gen_binary(Code::Plus, f.rtx.word(), base, f.rtx.op(sum, 1));
        emit(f, dst, value);
        let offset = f.rtx.const_int(offset);
        f.rtx.set_op(sum, 0, dst);
        f.rtx.set_op(sum, 1, offset);
    } else {
        let hard = scratch.gpr.map_or(crate::machine::target::PROLOGUE_TEMP_REGNUM, |s| s[2]);
        let temp = f.rtx.gen_reg(f.rtx.word(), hard);
        let address = far_address(f, at, temp, base, offset);
        emit(f, temp, address);
        f.rtx.set_op(sum, 0, temp);
    }
}

fn sum_node(f: &mut RtlFunction, base: RtxId, offset: i64) -> RtxId {
    if offset == 0 {
        return base;
    }
    let offset = f.rtx.const_int(offset);
    f.rtx.gen_binary(Code::Plus, f.rtx.word(), base, offset)
}

/// Emits insns before `at` that leave the upper part of `base + offset` in `temp`; the answer is `temp` plus the rest.
fn far_address(f: &mut RtlFunction, at: InsnId, temp: RtxId, base: RtxId, offset: i64) -> RtxId {
    let low = (offset << 52) >> 52;
    let high = f.rtx.word().trunc_int(offset - low);
    let emit = |f: &mut RtlFunction, src: RtxId| {
        let pattern = f.rtx.gen_set(temp, src);
        let insn = f.emit_insn_before(pattern, at);
        recog_insn(f, insn);
    };
    if lui_operand(high) {
        let value = f.rtx.const_int(high);
        emit(f, value);
    } else {
        for (i, step) in build_integer(high, f.rtx.extensions).iter().enumerate() {
            let value = f.rtx.const_int(step.value);
            let src =
                if i == 0 { value } else { f.rtx.gen_binary(step.code, f.rtx.word(), temp, value) };
            emit(f, src);
        }
    }
    let sum = f.rtx.gen_binary(Code::Plus, f.rtx.word(), temp, base);
    emit(f, sum);
    sum_node(f, temp, low)
}
