//! Leaves: registers and small integers are no nodes, an [`RtxId`] itself names them.
//!
//! ```text
//! 0 i              node i of the arena
//! 1 0 r            register r, as the table of registers has it
//! 1 1 v + 2^29     the integer v, from -2^29 to 2^29 - 2
//! ```
//! As in Lisp systems, whose pointers are tagged so that a small number needs no cell. All bits set is
//! [`RtxId::NONE`], which leaves the greatest integer out; greater ones have nodes.

use crate::rtl::rtx::RtxId;

const REG: u32 = 1 << 31;
const INT: u32 = 3 << 30;
/// What is added to an integer.
const BIAS: i64 = 1 << 29;

/// What an [`RtxId`] says by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leaf {
    /// Nothing: it is the index of a node.
    None,
    /// It is the register of this number.
    Reg(u32),
    /// It is this integer.
    Int(i64),
}

impl RtxId {
    /// The register, in its own mode.
    #[inline]
    pub(crate) const fn of_reg(regno: u32) -> RtxId {
        debug_assert!(regno < 1 << 30);
        RtxId(REG | regno)
    }

    /// The integer, if it is small enough.
    #[inline]
    pub(crate) fn of_int(value: i64) -> Option<RtxId> {
        (-BIAS..BIAS - 1).contains(&value).then(|| RtxId(INT | (value + BIAS) as u32))
    }

    /// Whether this is the index of no node.
    #[inline]
    pub(crate) fn is_leaf(self) -> bool {
        self.0 >= REG
    }

    /// What this says by itself.
    #[inline]
    pub(crate) fn leaf(self) -> Leaf {
        if self.0 < REG {
            Leaf::None
        } else if self.0 < INT {
            Leaf::Reg(self.0 & !REG)
        } else {
            Leaf::Int(i64::from(self.0 & !INT) - BIAS)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BIAS, Leaf, RtxId};

    #[test]
    fn leaves_come_back() {
        assert_eq!(RtxId(17).leaf(), Leaf::None);
        assert_eq!(RtxId::of_reg(66).leaf(), Leaf::Reg(66));
        for value in [-BIAS, -2048, -1, 0, 1, BIAS - 2] {
            let x = RtxId::of_int(value).expect("a small integer");
            assert!(x.is_some() && x.leaf() == Leaf::Int(value), "{value}");
        }
        assert_eq!(RtxId::of_int(BIAS - 1), None);
        assert_eq!(RtxId::of_int(-BIAS - 1), None);
    }
}
