//! Block moves and clears.

use super::Emitter;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::builtins::Builtin;

/// Most loads and stores a block operation is opened up into.
const MAX_PIECES: i64 = 16;

impl Emitter<'_> {
    /// Copies `size` bytes between `BLK` references that do not overlap (or are the same).
    pub fn block_move(&mut self, dst: RtxId, src: RtxId, size: i64) {
        if size <= 0 {
            return;
        }
        let align = self.f.rtx.mem_attrs(dst).align.min(self.f.rtx.mem_attrs(src).align);
        if self.piece_count(size, align) > MAX_PIECES {
            let (to, from) = (self.address_of(dst), self.address_of(src));
            let count = self.int(size);
            self.libcall(
                Builtin::Memcpy.name(),
                Mode::VOID,
                &[(to, Mode::DI), (from, Mode::DI), (count, Mode::DI)],
            );
            return;
        }
        let (dst, src) = (self.steady_block(dst, size), self.steady_block(src, size));
        for (offset, mode) in pieces(size, align) {
            let from = self.adjust_address(src, mode, offset);
            let to = self.adjust_address(dst, mode, offset);
            let reg = self.new_reg(mode);
            self.emit_set(reg, from);
            self.emit_set(to, reg);
        }
    }

    /// Sets `size` bytes of a `BLK` reference to zero.
    pub fn block_clear(&mut self, dst: RtxId, size: i64) {
        if size <= 0 {
            return;
        }
        let align = self.f.rtx.mem_attrs(dst).align;
        if self.piece_count(size, align) > MAX_PIECES {
            let to = self.address_of(dst);
            let (zero, count) = (self.int(0), self.int(size));
            self.libcall(
                Builtin::Memset.name(),
                Mode::VOID,
                &[(to, Mode::DI), (zero, Mode::SI), (count, Mode::DI)],
            );
            return;
        }
        let dst = self.steady_block(dst, size);
        let zero = self.int(0);
        for (offset, mode) in pieces(size, align) {
            let to = self.adjust_address(dst, mode, offset);
            self.emit_set(to, zero);
        }
    }

    /// The reference with an address that every offset up to `size` can be added to without an insn.
    fn steady_block(&mut self, mem: RtxId, size: i64) -> RtxId {
        let address = self.f.rtx.op(mem, 0);
        let last = self.plus_constant(address, size - 1);
        let steady = match self.f.rtx.code(last) {
            crate::rtl::code::Code::Plus => {
                let (base, offset) = (self.f.rtx.op(last, 0), self.f.rtx.op(last, 1));
                self.is_reg(base)
                    && self.f.rtx.as_int(offset).is_some_and(|v| self.is_virtual(base) || v < 2048)
            }
            _ => true,
        };
        if steady {
            return mem;
        }
        let address = self.address_of(mem);
        self.f.rtx.replace_address(mem, address)
    }

    fn piece_count(&self, size: i64, align: u32) -> i64 {
        let unit = unit_size(align);
        size / unit + (size % unit).count_ones() as i64
    }
}

/// Bytes of the widest access alignment allows.
fn unit_size(align: u32) -> i64 {
    (align as i64 / 8).clamp(1, 8)
}

/// Offsets and modes that cover `size` bytes with aligned accesses.
fn pieces(size: i64, align: u32) -> impl Iterator<Item = (i64, Mode)> {
    let mut unit = unit_size(align);
    let mut offset = 0;
    std::iter::from_fn(move || {
        if offset >= size {
            return None;
        }
        while offset + unit > size {
            unit /= 2;
        }
        let at = offset;
        offset += unit;
        Some((at, Mode::int_of_size(unit as u64)?))
    })
}
