//! Whether two references to memory may be to the same bytes.
//!
//! ```text
//! (mem (plus (reg a5) (const_int 8)) S4)   (mem (plus (reg a5) (const_int 12)) S4)    no: beside each other
//! (mem (symbol a))                         (mem (symbol b))                           no: two objects
//! (mem (reg a4) [1 S4])                    (mem (reg a5) [2 S8])                      no, where types say so
//! ```

use crate::asm::alias_numbers::AliasNumbers;
use crate::machine::target::{HARD_FRAME_POINTER_REGNUM, STACK_POINTER_REGNUM};
use crate::rtl::code::Code;
use crate::rtl::function::RtlFunction;
use crate::rtl::rtx::{RtxId, flag, symbol_flag};

/// What an address starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    /// A register, and which of its values in the block.
    Register(u32, u32),
    /// A symbol, by its number, and what others may be within it.
    Symbol(u32, Shares),
    Unknown,
}

/// With what a symbol may share memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shares {
    /// It is an object.
    Nothing,
    /// It is a section's anchor, which objects are addressed from.
    Section,
    /// It is an alias, or may be defined as one elsewhere.
    Anything,
}

/// A reference to memory.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    base: Base,
    offset: i64,
    /// In bytes, if known.
    size: Option<u64>,
    alias: u32,
    volatile: bool,
    constant: bool,
}

impl Reference {
    /// The reference `mem`, where registers have had so many values in the block.
    pub fn of(f: &RtlFunction, mem: RtxId, values: &[u32]) -> Reference {
        let r = &f.rtx;
        let address = r.op(mem, 0);
        let (base, offset) = match r.code(address) {
            Code::Const => split(f, r.op(address, 0)),
            Code::Plus | Code::LoSum => split(f, address),
            _ => (address, 0),
        };
        let base = match r.code(base) {
            Code::Reg => {
                let reg = r.regno(base);
                Base::Register(reg, values.get(reg as usize).copied().unwrap_or(0))
            }
            Code::SymbolRef => {
                let id = r.symbol_of(base);
                let info = r.symbol_info(id);
                let shares = if info.weak || info.is_alias {
                    Shares::Anything
                } else if info.flags & symbol_flag::ANCHOR != 0 {
                    Shares::Section
                } else {
                    Shares::Nothing
                };
                Base::Symbol(id.0, shares)
            }
            _ => Base::Unknown,
        };
        let attrs = r.mem_attrs(mem);
        let flags = r.flags(mem);
        let mode = r.mode(mem);
        let size = if mode.size() > 0 { Some(u64::from(mode.size())) } else { attrs.size };
        Reference {
            base,
            offset,
            size,
            alias: attrs.alias,
            volatile: flags & flag::V != 0,
            constant: flags & flag::U != 0,
        }
    }

    /// Whether two of which one at least writes have to stay in order.
    pub fn conflicts(&self, other: &Reference, sets: &AliasNumbers) -> bool {
        if self.volatile && other.volatile {
            return true;
        }
        if self.constant || other.constant {
            return false;
        }
        match (self.base, other.base) {
            (Base::Unknown, _) | (_, Base::Unknown) => {}
            (a, b) if a == b => return self.overlaps(other),
            (Base::Symbol(_, Shares::Anything), Base::Symbol(..))
            | (Base::Symbol(..), Base::Symbol(_, Shares::Anything)) => {}
            (Base::Symbol(_, shares), Base::Symbol(_, other)) => return shares != other,
            (Base::Symbol(..), Base::Register(STACK_POINTER_REGNUM, _))
            | (Base::Register(STACK_POINTER_REGNUM, _), Base::Symbol(..)) => return false,
            // What is in the frame may share its place with what another pointer leads to, whatever their types.
            (Base::Register(STACK_POINTER_REGNUM | HARD_FRAME_POINTER_REGNUM, _), _)
            | (_, Base::Register(STACK_POINTER_REGNUM | HARD_FRAME_POINTER_REGNUM, _)) => {
                return self.alias == other.alias
                    || !(sets.is_frame(self.alias) || sets.is_frame(other.alias));
            }
            _ => {}
        }
        sets.may_conflict(self.alias, other.alias)
    }

    fn overlaps(&self, other: &Reference) -> bool {
        let (Some(size), Some(other_size)) = (self.size, other.size) else { return true };
        let end = |offset: i64, size: u64| offset.saturating_add_unsigned(size);
        self.offset < end(other.offset, other_size) && other.offset < end(self.offset, size)
    }
}

/// `base + constant`.
fn split(f: &RtlFunction, sum: RtxId) -> (RtxId, i64) {
    let r = &f.rtx;
    match (r.code(sum), r.as_int(r.op(sum, 1))) {
        (Code::Plus, Some(offset)) => (r.op(sum, 0), offset),
        _ => (sum, 0),
    }
}
