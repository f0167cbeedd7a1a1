//! What is put around a function's body: the stack protector, and the call that counts it for profiles (`-pg`).
//!
//! The protector's word stands above all locals, next to the saved registers. It is set on entry and looked at before
//! the function returns: what has written past the end of an array has changed it.

use super::{Expander, Result};
use crate::machine::target::REGISTER_NAMES;
use crate::machine::target::constants::simm12;
use crate::machine::target::machine_options::Guard;
use crate::rtl::code::Code;
use crate::rtl::rtx::{MemAttrs, RtxId, flag as rtx_flag, symbol_flag};
use gimple::builtins::Builtin;
use gimple::decl::{DeclId, flag};
use gimple::options::{Flag, StackProtector};
use gimple::stmt::{Callee, StmtKind};
use gimple::types::{TypeId, TypeKind};

/// Arrays of characters of this many bytes are what `-fstack-protector` looks for (`--param ssp-buffer-size`).
const BUFFER_SIZE: u64 = 8;

impl Expander<'_> {
    /// Makes room for the protector's word, before anything else gets a place.
    pub(super) fn place_guard(&mut self) -> Result<()> {
        if self.needs_guard() {
            let word_mode = self.em.word_mode();
            let slot = self.em.stack_local(word_mode.size().into(), word_mode.size(), "");
            let mem = self.em.adjust_address(slot, word_mode, 0);
            self.em.f.rtx.add_flags(mem, rtx_flag::V);
            self.guard = Some(mem);
            self.place_buffers()?;
        }
        Ok(())
    }

    /// Gives arrays the places next to the word: what runs past their ends reaches it before anything else.
    fn place_buffers(&mut self) -> Result<()> {
        for index in 0..self.f.locals.len() {
            let decl = self.f.locals[index];
            let data = &self.unit.decls[decl];
            let sized = self.unit.types.size(data.ty).is_some();
            if sized && !data.is_global() && self.holds_buffer(data.ty, true) {
                self.home(decl)?;
            }
        }
        Ok(())
    }

    pub(super) fn set_guard(&mut self) {
        if let Some(slot) = self.guard {
            let value = self.guard_value();
            self.em.emit_move(slot, value);
        }
    }

    /// Ends the program where the word is not what it was.
    pub(super) fn check_guard(&mut self) {
        let Some(slot) = self.guard else { return };
        let found = self.em.copy_to_reg(self.em.word_mode(), slot);
        let value = self.guard_value();
        let intact = self.em.new_label();
        self.em.branch(Code::Eq, self.em.word_mode(), found, value, intact, None);
        self.em.libcall_void("__stack_chk_fail", &[], true);
        self.em.emit_label(intact);
    }

    /// The value the word is to have, in a register.
    fn guard_value(&mut self) -> RtxId {
        let word_mode = self.em.word_mode();
        let address = match self.em.unit.options.machine.guard.clone() {
            Guard::Global => {
                let symbol =
                    self.em.symbol("__stack_chk_guard", symbol_flag::EXTERNAL, "var_decl", false);
                self.em.force_mode_reg(word_mode, symbol)
            }
            Guard::Register(name, offset) => {
                let regno =
                    REGISTER_NAMES.iter().position(|other| *other == name).unwrap_or(0) as u32;
                let base = self.em.f.reg(regno);
                let address = self.em.plus_constant(base, offset);
                match simm12(offset) {
                    true => address,
                    false => self.em.force_mode_reg(word_mode, address),
                }
            }
        };
        let mem = self.em.mem_attrs(word_mode, address, MemAttrs::of_mode(word_mode), rtx_flag::V);
        self.em.copy_to_reg(word_mode, mem)
    }

    fn needs_guard(&self) -> bool {
        let how = self.options.code.stack_protector;
        let extra = self.unit.decls[self.f.decl].extra.as_ref();
        let asked = extra.and_then(|extra| extra.stack_protector);
        match how {
            _ if asked == Some(false) => false,
            StackProtector::Off => false,
            StackProtector::All => true,
            _ if asked == Some(true) => true,
            StackProtector::Explicit => false,
            StackProtector::Buffers => self.allocates() || self.has_buffer(false),
            StackProtector::Strong => self.allocates() || self.has_buffer(true),
        }
    }

    /// Whether a local has, or is, an array to look after: any (and any whose address is taken), or one of characters.
    fn has_buffer(&self, strong: bool) -> bool {
        self.f.locals.iter().any(|&decl| {
            let data = &self.unit.decls[decl];
            let local = !data.is_global();
            local && (strong && data.has(flag::ADDRESSABLE) || self.holds_buffer(data.ty, strong))
        })
    }

    fn holds_buffer(&self, ty: TypeId, any: bool) -> bool {
        let types = &self.unit.types;
        match *types.kind(ty) {
            TypeKind::Array { element, .. } => {
                let characters = types.is_integral(element) && types.size(element) == Some(1);
                let large = types.size(ty).is_none_or(|size| size >= BUFFER_SIZE);
                any || characters && large || self.holds_buffer(element, any)
            }
            TypeKind::Record { .. } | TypeKind::Union { .. } => {
                types.fields(ty).iter().any(|&field| self.holds_buffer(types.field(field).ty, any))
            }
            _ => false,
        }
    }

    /// Whether the function makes room on the stack at run time.
    fn allocates(&self) -> bool {
        self.f.block_order().iter().any(|&block| {
            self.f.block_stmts(block).any(|stmt| match &self.f.stmts[stmt].kind {
                StmtKind::Call(call) => match call.callee {
                    Callee::Decl(decl) => self.is_alloca(decl),
                    _ => false,
                },
                _ => false,
            })
        })
    }

    fn is_alloca(&self, decl: DeclId) -> bool {
        self.unit.decls[decl].builtin.is_some_and(Builtin::is_alloca)
    }

    /// `-pg`: the function says who called it.
    pub(super) fn count_entry(&mut self) {
        let counted = self.options.on(Flag::Profile);
        if !counted || self.unit.decls[self.f.decl].has(flag::NO_INSTRUMENT) {
            return;
        }
        let caller = self.return_address();
        let caller = self.em.force_mode_reg(self.em.word_mode(), caller);
        self.em.libcall_void("_mcount", &[caller], false);
    }
}
