//! The stack at run time: what `alloca` and arrays of variable size take of it, and give back.
//!
//! ```text
//! p = alloca (n);   =>   (set (reg:DI 75) (plus:DI (reg:DI 73 [ n ]) (const_int 15)))
//!                        (set (reg:DI 76) (and:DI (reg:DI 75) (const_int -16)))
//!                        (set (reg:DI 2 sp) (minus:DI (reg:DI 2 sp) (reg:DI 76)))
//!                        (set (reg/f:DI 77) (reg:DI 68 virtual-stack-dynamic))
//! ```

use super::Emitter;
use crate::machine::target::STACK_POINTER_REGNUM;
use crate::rtl::code::Code;
use crate::rtl::function::VIRTUAL_STACK_DYNAMIC;
use crate::rtl::rtx::{MemAttrs, RtxId, flag};

impl Emitter<'_> {
    /// Reserves `size` (a `DI` value) bytes of stack; the answer is their address, aligned to `align` bytes.
    /// With `probing`, every page of it is touched before the next one comes into reach (`-fstack-clash-protection`). The
    /// program ends where the stack would go below `limit`.
    pub fn allocate_dynamic(
        &mut self,
        size: RtxId,
        align: u32,
        probing: bool,
        limit: Option<RtxId>,
    ) -> RtxId {
        let word_mode = self.word_mode();
        self.f.frame.calls_alloca = true;
        let extra = align.max(16) as i64 - 16;
        let slack = self.int(extra + 15);
        let padded = self.binop(Code::Plus, word_mode, size, slack);
        let mask = self.int(-16);
        let rounded = self.binop(Code::And, word_mode, padded, mask);
        let rounded = self.force_reg(word_mode, rounded);
        let sp = self.f.reg(STACK_POINTER_REGNUM);
        if let Some(limit) = limit {
            let available = self.binop(Code::Minus, word_mode, sp, limit);
            let available = self.force_reg(word_mode, available);
            let enough = self.new_label();
            self.branch(Code::Geu, word_mode, available, rounded, enough, None);
            self.emit_trap();
            self.emit_label(enough);
        }
        if probing {
            self.lower_stack_by_pages(rounded);
        } else {
            let lowered = self.f.rtx.gen_binary(Code::Minus, word_mode, sp, rounded);
            self.emit_set(sp, lowered);
        }
        let base = self.f.reg(VIRTUAL_STACK_DYNAMIC);
        let address = self.new_named_reg(word_mode, "", false, true);
        self.emit_set(address, base);
        if align <= 16 {
            return address;
        }
        let up = self.int(align as i64 - 1);
        let address = self.binop(Code::Plus, word_mode, address, up);
        let mask = self.int(-(align as i64));
        self.binop(Code::And, word_mode, address, mask)
    }

    /// Lowers the stack pointer by `size` bytes, a page at a time, with a store to each; the rest likewise.
    fn lower_stack_by_pages(&mut self, size: RtxId) {
        let word_mode = self.word_mode();
        const PAGE: i64 = 4096;
        let sp = self.f.reg(STACK_POINTER_REGNUM);
        let (again, whole, done) = (self.new_label(), self.new_label(), self.new_label());
        let mask = self.int(-PAGE);
        let pages = self.binop(Code::And, word_mode, size, mask);
        let last = self.binop(Code::Minus, word_mode, sp, pages);
        let last = self.force_reg(word_mode, last);
        self.emit_label(again);
        self.branch(Code::Eq, word_mode, sp, last, whole, None);
        let page = self.int(PAGE);
        let page = self.force_reg(word_mode, page);
        let lowered = self.f.rtx.gen_binary(Code::Minus, word_mode, sp, page);
        self.emit_set(sp, lowered);
        self.probe(page);
        self.emit_jump(again);
        self.emit_label(whole);
        let rest = self.binop(Code::Minus, word_mode, size, pages);
        let rest = self.force_reg(word_mode, rest);
        let lowered = self.f.rtx.gen_binary(Code::Minus, word_mode, sp, rest);
        self.emit_set(sp, lowered);
        let zero = self.int(0);
        self.branch(Code::Eq, word_mode, rest, zero, done, None);
        self.probe(rest);
        self.emit_label(done);
    }

    /// Stores a zero into the last word of the `above` bytes above the stack pointer.
    fn probe(&mut self, above: RtxId) {
        let word_mode = self.word_mode();
        let sp = self.f.reg(STACK_POINTER_REGNUM);
        let end = self.binop(Code::Plus, word_mode, sp, above);
        let at = self.plus_constant(end, -i64::from(self.word_mode().size()));
        let word = self.mem_attrs(word_mode, at, MemAttrs::of_mode(word_mode), flag::V);
        let zero = self.int(0);
        self.emit_move(word, zero);
    }

    /// The stack pointer, to be restored with [`Self::restore_stack`].
    pub fn save_stack(&mut self) -> RtxId {
        self.f.frame.calls_alloca = true;
        let sp = self.f.reg(STACK_POINTER_REGNUM);
        let saved = self.new_reg(self.word_mode());
        self.emit_set(saved, sp);
        saved
    }

    /// Frees what was allocated since [`Self::save_stack`].
    pub fn restore_stack(&mut self, saved: RtxId) {
        let saved = self.force_mode_reg(self.word_mode(), saved);
        let sp = self.f.reg(STACK_POINTER_REGNUM);
        self.emit_blockage();
        self.emit_set(sp, saved);
    }
}
