//! Labels, jumps, the function's start and end.

use super::Emitter;
use crate::machine::target::description::UNSPECV_EH_RETURN;
use crate::machine::target::{EH_STACK_ADJUST, NONLOCAL_GOTO_REGNUMS, STATIC_CHAIN};
use crate::machine::target::{HARD_FRAME_POINTER_REGNUM, STACK_POINTER_REGNUM};
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, JumpTable, LocId, NoteKind, RtlFunction};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{MemAttrs, RtxId, flag};

impl Emitter<'_> {
    /// A new label, not yet placed.
    pub fn new_label(&mut self) -> InsnId {
        let number = self.unit.new_label();
        let id = self.f.make_insn(InsnKind::Label, RtxId::NONE, LocId::UNKNOWN);
        self.f.insn_mut(id).label = number;
        id
    }

    /// Places a label here.
    pub fn emit_label(&mut self, label: InsnId) {
        debug_assert!(!self.f.prev(label).exists() && self.f.first != label, "label placed twice");
        let last = self.f.last;
        self.f.link_after(label, last);
    }

    /// `goto label`.
    pub fn emit_jump(&mut self, label: InsnId) {
        let pc = self.f.rtx.pc();
        let target = self.f.rtx.jump_target(label.0);
        let pattern = self.f.rtx.gen_set(pc, target);
        self.emit_jump_insn(pattern, label);
        self.emit_barrier();
    }

    /// Whether control does not get here anyway.
    pub fn after_barrier(&self) -> bool {
        self.f.last.exists() && self.f.insn(self.f.last).kind == InsnKind::Barrier
    }

    /// Appends a jump insn to `label`, counting the use.
    pub(crate) fn emit_jump_insn(&mut self, pattern: RtxId, label: InsnId) -> InsnId {
        let id = self.emit(InsnKind::Jump, pattern);
        self.f.insn_mut(id).label = label.0;
        if label.exists() {
            self.f.use_label(label);
        }
        id
    }

    /// Control does not get here: after unconditional jumps and calls that do not return.
    pub fn emit_barrier(&mut self) {
        self.emit(InsnKind::Barrier, RtxId::NONE);
    }

    /// The address of a label (`&&label`), to be kept.
    pub fn label_address(&mut self, label: InsnId) -> RtxId {
        if !self.f.forced_labels.contains(&label) {
            self.f.forced_labels.push(label);
            self.f.use_label(label);
        }
        self.f.rtx.label_ref(label.0)
    }

    /// `goto *address`.
    pub fn indirect_jump(&mut self, address: RtxId) {
        let address = self.force_mode_reg(self.word_mode(), address);
        let pc = self.f.rtx.pc();
        let pattern = self.f.rtx.gen_set(pc, address);
        self.emit_jump_insn(pattern, InsnId::NIL);
        self.emit_barrier();
    }

    /// Jumps into another activation of a function: its frame and stack pointers become the machine's.
    pub fn nonlocal_jump(&mut self, label: RtxId, frame: RtxId, stack: RtxId) {
        let [first, second, third] = NONLOCAL_GOTO_REGNUMS;
        let [label_reg, frame_reg, stack_reg] = [(first, label), (second, frame), (third, stack)]
            .map(|(reg, value)| {
                let value = self.force_reg(self.word_mode(), value);
                let reg = self.f.reg(reg);
                (reg, value)
            });
        for (reg, value) in [label_reg, frame_reg, stack_reg] {
            self.emit_set(reg, value);
        }
        self.emit_blockage();
        let (sp, fp) = (self.f.reg(STACK_POINTER_REGNUM), self.f.reg(HARD_FRAME_POINTER_REGNUM));
        self.emit_set(sp, stack_reg.0);
        self.emit_set(fp, frame_reg.0);
        for reg in [sp, fp] {
            let pattern = self.f.rtx.gen_unary(Code::Use, Mode::VOID, reg);
            self.emit(InsnKind::Insn, pattern);
        }
        let pc = self.f.rtx.pc();
        let pattern = self.f.rtx.gen_set(pc, label_reg.0);
        self.emit_jump_insn(pattern, InsnId::NIL);
        self.emit_barrier();
    }

    /// Takes the frame down, moves the stack pointer by `offset` and goes where the slot of the return address says.
    pub fn eh_return(&mut self, offset: RtxId) {
        self.f.frame.calls_eh_return = true;
        let reg = self.f.reg(EH_STACK_ADJUST);
        self.emit_set(reg, offset);
        self.emit_volatile(&[reg], UNSPECV_EH_RETURN);
        self.emit_barrier();
    }

    /// Keeps the frame and stack pointers in memory.
    pub fn save_frame(&mut self, frame: RtxId, stack: RtxId) {
        self.f.frame.frame_pointer_needed = true;
        let fp = self.f.reg(HARD_FRAME_POINTER_REGNUM);
        self.emit_move(frame, fp);
        self.save_stack_pointer(stack);
    }

    /// Keeps the stack pointer in memory.
    pub fn save_stack_pointer(&mut self, stack: RtxId) {
        let sp = self.f.reg(STACK_POINTER_REGNUM);
        self.emit_move(stack, sp);
    }

    /// The static chain as it came, in a pseudo-register.
    pub fn receive_chain(&mut self) -> RtxId {
        self.f.frame.static_chain = true;
        let chain = self.f.reg(STATIC_CHAIN);
        let value = self.new_named_reg(self.word_mode(), "", false, true);
        self.emit_set(value, chain);
        value
    }

    /// Jumps to `targets[index]`; `index` is a `DI` value known to be in range. The label of the table has been made: its
    /// address is loaded for each sum.
    pub fn table_jump(&mut self, index: RtxId, table: InsnId, targets: Vec<InsnId>) {
        let two = self.int(2);
        let scaled = self.binop(Code::Ashift, self.word_mode(), index, two);
        let slot = self.table_sum(scaled, table);
        self.mark_pointer(slot);
        let entry = self.mem_attrs(Mode::SI, slot, MemAttrs::of_mode(Mode::SI), flag::U | flag::C);
        let offset = self.copy_to_reg(Mode::SI, entry);
        let offset = self.convert(offset, Mode::SI, self.word_mode(), false);
        let address = self.table_sum(offset, table);
        let pc = self.f.rtx.pc();
        let set = self.f.rtx.gen_set(pc, address);
        let label = self.f.rtx.label_ref(table.0);
        let used = self.f.rtx.gen_unary(Code::Use, Mode::VOID, label);
        let pattern = self.f.rtx.gen_parallel(&[set, used]);
        self.emit_jump_insn(pattern, table);
        self.place_table(table, targets);
    }

    /// An offset and the address of a table.
    fn table_sum(&mut self, offset: RtxId, table: InsnId) -> RtxId {
        let word_mode = self.word_mode();
        let sum = self.new_reg(word_mode);
        let label = self.f.rtx.label_ref(table.0);
        let base = self.new_reg(word_mode);
        self.emit_set(base, label);
        self.f.use_label(table);
        let value = self.f.rtx.gen_binary(Code::Plus, word_mode, offset, base);
        self.emit_set(sum, value);
        sum
    }

    /// The table itself.
    fn place_table(&mut self, table: InsnId, targets: Vec<InsnId>) {
        for t in &targets {
            self.f.use_label(*t);
        }
        self.emit_label(table);
        self.emit(InsnKind::JumpTable, RtxId::NONE);
        self.emit_barrier();
        self.f.jump_tables.insert(table, JumpTable { targets });
    }

    /// Marks where the parameters have arrived and the body begins.
    pub fn note_function_beg(&mut self) {
        self.emit(InsnKind::Note(NoteKind::FunctionBeg), RtxId::NONE);
    }

    /// Marks the function's start, as GCC does, with a note that means nothing.
    pub fn note_start(&mut self) {
        let kind = InsnKind::Note(NoteKind::Deleted);
        let note = self.f.make_insn(kind, RtxId::NONE, LocId::UNKNOWN);
        self.f.link_after(note, self.f.last);
    }

    /// Puts the note of the first block where the function starts, once the parameters have been received.
    pub fn note_first_block(&mut self) {
        let kind = InsnKind::Note(NoteKind::BasicBlock);
        let note = self.f.make_insn(kind, RtxId::NONE, LocId::UNKNOWN);
        self.f.link_after(note, self.f.first);
    }

    /// A block begins with a label that has been placed.
    pub fn note_block_after(&mut self, label: InsnId) {
        let kind = InsnKind::Note(NoteKind::BasicBlock);
        let note = self.f.make_insn(kind, RtxId::NONE, LocId::UNKNOWN);
        self.f.link_after(note, label);
    }

    /// A block begins with an insn that is there already.
    pub fn note_block_before(&mut self, insn: InsnId) {
        let kind = InsnKind::Note(NoteKind::BasicBlock);
        let note = self.f.make_insn(kind, RtxId::NONE, LocId::UNKNOWN);
        self.f.link_before(note, insn);
    }

    /// Leaves out as many uids as GCC gives to insns that it throws away again.
    pub(crate) fn skip_uids(&mut self, count: u32) {
        if let Some(stamps) = &mut self.f.stamps {
            stamps.skip(count);
        }
    }

    /// A block begins here, unless nothing of it comes.
    pub fn note_block(&mut self) {
        let kind = InsnKind::Note(NoteKind::BasicBlock);
        let note = self.f.make_insn(kind, RtxId::NONE, LocId::UNKNOWN);
        self.f.link_after(note, self.f.last);
    }

    /// An insn that keeps memory accesses from moving across it.
    pub fn emit_blockage(&mut self) {
        let zero = self.int(0);
        let pattern = self.f.rtx.gen_vector(
            Code::UnspecVolatile,
            Mode::VOID,
            &[zero],
            crate::machine::target::description::UNSPECV_BLOCKAGE,
        );
        self.emit(InsnKind::Insn, pattern);
    }

    /// `__builtin_trap ()`.
    pub fn emit_trap(&mut self) {
        let always = self.int(1);
        let pattern = self.f.rtx.gen_unary(Code::TrapIf, Mode::VOID, always);
        self.emit(InsnKind::Insn, pattern);
        self.emit_barrier();
    }

    /// An atomic fence, of the whole memory (`fence iorw,iorw`).
    pub fn emit_fence(&mut self) {
        let one = self.int(1);
        let pattern = self.f.rtx.gen_vector(
            Code::UnspecVolatile,
            Mode::VOID,
            &[one],
            crate::machine::target::description::UNSPECV_FENCE,
        );
        self.emit(InsnKind::Insn, pattern);
    }

    /// A copy from or to a register that is a variable of all functions: it stays where it is.
    pub fn move_global_register(&mut self, mode: Mode, to: RtxId, from: RtxId) {
        let number = crate::machine::target::description::UNSPECV_GLOBAL_REGISTER;
        let source = self.f.rtx.gen_vector(Code::UnspecVolatile, mode, &[from], number);
        let pattern = self.f.rtx.gen_set(to, source);
        self.emit(InsnKind::Insn, pattern);
    }

    /// An `unspec_volatile` that gives nothing.
    pub fn emit_volatile(&mut self, items: &[RtxId], number: u32) {
        let pattern = self.f.rtx.gen_vector(Code::UnspecVolatile, Mode::VOID, items, number);
        self.emit(InsnKind::Insn, pattern);
    }

    /// Ends the function: builds blocks and edges.
    pub fn finish(self) {
        finish_function(self.f);
    }
}

fn finish_function(f: &mut RtlFunction) {
    crate::rtl::cfg::build_graph(f);
}
