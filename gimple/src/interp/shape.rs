//! How values of a type are kept in slots and in memory.

use super::ErrorKind;
use crate::types::{RealFormat, TypeId, TypeKind, TypeSize, Types};

/// Extension of an integer to 64 bits by its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Norm {
    /// 64 minus the precision.
    pub shift: u8,
    pub unsigned: bool,
}

impl Norm {
    /// The extension of a type of `bits` (1 to 64) bits.
    pub fn new(bits: u32, unsigned: bool) -> Norm {
        Norm { shift: (64 - bits.clamp(1, 64)) as u8, unsigned }
    }

    #[inline]
    pub fn apply(self, value: u64) -> u64 {
        if self.unsigned {
            value << self.shift >> self.shift
        } else {
            ((value << self.shift) as i64 >> self.shift) as u64
        }
    }

    /// That a value which was loaded is one of the type.
    pub fn expect(self, value: u64) -> Result<(), ErrorKind> {
        if self.apply(value) == value {
            return Ok(());
        }
        let bits = self.bits();
        Err(ErrorKind::FalseClaim(format!("{value:#x} is no value of a type of {bits} bits")))
    }

    /// The value of a parameter. Callers may not know of conversions to the types that C has (no prototype); of others, which
    /// passes make, they pass values.
    pub fn received(self, value: u64) -> Result<u64, ErrorKind> {
        if !matches!(self.bits(), 1 | 8 | 16 | 32 | 64) {
            self.expect(value)?;
        }
        Ok(self.apply(value))
    }

    pub fn bits(self) -> u32 {
        64 - u32::from(self.shift)
    }
}

/// The way a type is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// An integer, boolean or pointer of at most 64 bits: one slot, extended; `bytes` in memory.
    Int {
        norm: Norm,
        bytes: u8,
    },
    Single,
    Double,
    /// A register value kept as its bytes: 128-bit integers, other reals, complex, vectors.
    Wide {
        bytes: u32,
    },
    /// Always in memory.
    Aggregate {
        bytes: u64,
    },
    /// `void`, functions, and what has no constant size.
    None,
}

impl Shape {
    pub fn of(types: &Types, ty: TypeId) -> Shape {
        let TypeSize::Const(size) = types[ty].size else { return Shape::None };
        match *types.kind(ty) {
            TypeKind::Bool
            | TypeKind::Integer { .. }
            | TypeKind::Enum { .. }
            | TypeKind::Pointer(_) => {
                let bits = types.precision(ty).unwrap_or(64);
                if bits > 64 {
                    return Shape::Wide { bytes: 16 };
                }
                let norm = Norm::new(bits, types.is_unsigned(ty));
                Shape::Int { norm, bytes: size.clamp(1, 8) as u8 }
            }
            TypeKind::Real(RealFormat::Single) => Shape::Single,
            TypeKind::Real(RealFormat::Double) => Shape::Double,
            TypeKind::Real(_) | TypeKind::Complex(_) | TypeKind::Vector { .. } => {
                Shape::Wide { bytes: size as u32 }
            }
            TypeKind::Record { .. } | TypeKind::Union { .. } | TypeKind::Array { .. } => {
                Shape::Aggregate { bytes: size }
            }
            TypeKind::Void | TypeKind::Function { .. } => Shape::None,
        }
    }

    /// Slots a register of the shape takes.
    pub fn slots(self) -> u32 {
        match self {
            Shape::Wide { bytes } => bytes.div_ceil(8).max(1),
            _ => 1,
        }
    }

    /// Bytes in memory.
    pub fn bytes(self) -> u64 {
        match self {
            Shape::Int { bytes, .. } => bytes.into(),
            Shape::Single => 4,
            Shape::Double => 8,
            Shape::Wide { bytes } => bytes.into(),
            Shape::Aggregate { bytes } => bytes,
            Shape::None => 0,
        }
    }

    /// Whether values are kept in one slot as arithmetic wants them.
    pub fn is_narrow(self) -> bool {
        matches!(self, Shape::Int { .. } | Shape::Single | Shape::Double)
    }
}
