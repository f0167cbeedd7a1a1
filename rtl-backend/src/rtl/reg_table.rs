//! The registers of a function: hard registers, virtual ones, pseudos.
//!
//! All references to a register in its own mode share its entry here; a [leaf](crate::rtl::leaf) names it. What passes ask
//! for at every reference, the number and the mode, stands in arrays of its own, which stay in the caches where nodes
//! among those of the expressions would not.

use crate::rtl::code::Code;
use crate::rtl::function::LAST_VIRTUAL;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{Node, RtxId};

/// What few ask for.
#[derive(Clone, Copy)]
pub(crate) struct Details {
    /// [`crate::rtl::rtx::flag`] bits.
    pub(crate) flags: u16,
    /// What a dump calls it, `u32::MAX` if nothing.
    pub(crate) name: u32,
}

/// All registers of a function.
#[derive(Default)]
pub(crate) struct RegTable {
    modes: Vec<Mode>,
    /// The register itself, or the hard register it has been given.
    numbers: Vec<u32>,
    details: Vec<Details>,
}

impl RegTable {
    /// Number of registers.
    pub(crate) fn len(&self) -> usize {
        self.modes.len()
    }

    /// Makes room for this many more.
    pub(crate) fn reserve(&mut self, regs: usize) {
        self.modes.reserve(regs);
        self.numbers.reserve(regs);
        self.details.reserve(regs);
    }

    /// A new register.
    pub(crate) fn push(&mut self, mode: Mode) -> RtxId {
        let regno = self.modes.len() as u32;
        self.modes.push(mode);
        self.numbers.push(regno);
        self.details.push(Details { flags: 0, name: u32::MAX });
        RtxId::of_reg(regno)
    }

    /// The mode of register `r`.
    #[inline]
    pub(crate) fn mode(&self, r: u32) -> Mode {
        self.modes[r as usize]
    }

    /// Gives a register that has been made without one its mode.
    pub(crate) fn set_mode(&mut self, r: u32, mode: Mode) {
        self.modes[r as usize] = mode;
    }

    /// The number a reference to register `r` has now.
    #[inline]
    pub(crate) fn number(&self, r: u32) -> u32 {
        self.numbers[r as usize]
    }

    /// Lets `r` stand for `other`: a virtual register for the real one, a pseudo for its hard register.
    pub(crate) fn replace(&mut self, r: u32, other: u32) {
        self.numbers[r as usize] = other;
    }

    pub(crate) fn details(&self, r: u32) -> &Details {
        &self.details[r as usize]
    }

    pub(crate) fn details_mut(&mut self, r: u32) -> &mut Details {
        &mut self.details[r as usize]
    }

    /// The node a reference would have if it was none of a leaf.
    pub(crate) fn node(&self, r: u32) -> Node {
        let &Details { flags, name } = self.details(r);
        let number = self.number(r);
        let original = if r > LAST_VIRTUAL && number != r { r } else { u32::MAX };
        Node { code: Code::Reg, mode: self.mode(r), flags, a: number, b: name, c: original }
    }
}
