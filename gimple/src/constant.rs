//! Constants, interned: equal constants of one type have equal ids.

use crate::entity::EntityVec;
use crate::types::TypeId;
use rustc_apfloat::ieee::{Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert};
use rustc_hash::FxHashMap;

crate::entity! {
    /// A constant.
    ConstId;
}

/// A real value, kept as the bits of a binary128, which holds every value of the narrower formats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RealBits(pub u128);

impl RealBits {
    /// Whether its sign is set, and it is a number.
    pub fn has_sign(self) -> bool {
        let number = self.quad();
        number.is_negative() && !number.is_nan()
    }
    /// The value as a number to calculate with.
    pub fn quad(self) -> Quad {
        Quad::from_bits(self.0)
    }
    /// From a number.
    pub fn from_quad(value: Quad) -> RealBits {
        RealBits(value.to_bits())
    }
    /// From a host double.
    pub fn from_f64(value: f64) -> RealBits {
        let mut inexact = false;
        RealBits(
            Double::from_bits(value.to_bits().into()).convert(&mut inexact).value.to_bits_quad(),
        )
    }
    /// The value rounded to a host double.
    pub fn to_f64(self) -> f64 {
        f64::from_bits(self.double_bits())
    }
    /// A NaN with what a narrower format holds of its digits, signalling if it was; `None` of a number.
    fn narrow_nan(self, exponent_bits: u32, fraction_bits: u32) -> Option<u128> {
        if !self.quad().is_nan() {
            return None;
        }
        let digits = (self.0 & ((1 << 112) - 1)) >> (112 - fraction_bits);
        // It must not become an infinity.
        let digits = if digits == 0 { 1 << (fraction_bits - 1) } else { digits };
        let exponent = ((1 << exponent_bits) - 1) << fraction_bits;
        Some(self.0 >> 127 << (exponent_bits + fraction_bits) | exponent | digits)
    }
    /// The bits of the value rounded to binary64.
    pub fn double_bits(self) -> u64 {
        if let Some(bits) = self.narrow_nan(11, 52) {
            return bits as u64;
        }
        let mut inexact = false;
        match self.nan_bits(11, 52) {
            Some(bits) => bits as u64,
            None => {
                let value: Double = self.quad().convert(&mut inexact).value;
                value.to_bits() as u64
            }
        }
    }
    /// The bits of the value rounded to binary32.
    pub fn single_bits(self) -> u32 {
        if let Some(bits) = self.narrow_nan(8, 23) {
            return bits as u32;
        }
        let mut inexact = false;
        match self.nan_bits(8, 23) {
            Some(bits) => bits as u32,
            None => {
                let value: Single = self.quad().convert(&mut inexact).value;
                value.to_bits() as u32
            }
        }
    }
    /// The bits of the value rounded to binary16.
    pub fn half_bits(self) -> u16 {
        if let Some(bits) = self.narrow_nan(5, 10) {
            return bits as u16;
        }
        let mut inexact = false;
        match self.nan_bits(5, 10) {
            Some(bits) => bits as u16,
            None => {
                let value: Half = self.quad().convert(&mut inexact).value;
                value.to_bits() as u16
            }
        }
    }
    /// Whether the sign is set.
    pub fn is_negative(self) -> bool {
        self.0 >> 127 == 1
    }
    /// Whether it is a signaling NaN: not zero after the exponent, and the first bit there clear.
    pub fn is_signaling_nan(self) -> bool {
        let fraction = self.0 & ((1 << 112) - 1);
        (self.0 >> 112) & 0x7fff == 0x7fff && fraction != 0 && fraction >> 111 == 0
    }
    /// The bits of a NaN in a narrower format: it stays as quiet or signaling as it is.
    fn nan_bits(self, exponent: u32, fraction: u32) -> Option<u128> {
        if !self.quad().is_nan() {
            return None;
        }
        let kept = (self.0 & ((1 << 112) - 1)) >> (112 - fraction);
        let kept = if kept == 0 { 1 << (fraction - 2) } else { kept };
        let sign = self.0 >> 127;
        Some(sign << (exponent + fraction) | ((1 << exponent) - 1) << fraction | kept)
    }
    /// From the bits of a binary32.
    pub fn from_single_bits(bits: u32) -> RealBits {
        let mut inexact = false;
        RealBits(Single::from_bits(bits.into()).convert(&mut inexact).value.to_bits_quad())
    }
}

/// Names the destination of a conversion that ends in quad bits.
trait QuadBits {
    fn to_bits_quad(self) -> u128;
}

impl QuadBits for Quad {
    fn to_bits_quad(self) -> u128 {
        self.to_bits()
    }
}

/// The value of a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstValue {
    /// Extended to 128 bits by the type's sign (`unsigned __int128` as its bit pattern).
    Int(i128),
    Real(RealBits),
    Complex(ConstId, ConstId),
    Vector(Box<[ConstId]>),
    /// The bytes of a string literal, terminator included; the type is an array type.
    String(Box<[u8]>),
}

/// A constant and its type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Const {
    pub ty: TypeId,
    pub value: ConstValue,
    /// The calculation it comes from overflowed (`TREE_OVERFLOW`; prints as `(OVF)`).
    pub overflow: bool,
}

/// All constants of a unit.
#[derive(Default)]
pub struct Consts {
    table: EntityVec<ConstId, Const>,
    ids: FxHashMap<Const, ConstId>,
    ints: FxHashMap<(TypeId, i128), ConstId>,
}

impl Consts {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// An integer constant; `value` must already fit the type (see `Types::wrap`).
    pub fn int(&mut self, ty: TypeId, value: i128) -> ConstId {
        if let Some(&id) = self.ints.get(&(ty, value)) {
            return id;
        }
        let id = self.table.push(Const { ty, value: ConstValue::Int(value), overflow: false });
        self.ints.insert((ty, value), id);
        id
    }

    /// Any constant.
    pub fn intern(&mut self, constant: Const) -> ConstId {
        if let (ConstValue::Int(value), false) = (&constant.value, constant.overflow) {
            return self.int(constant.ty, *value);
        }
        if let Some(&id) = self.ids.get(&constant) {
            return id;
        }
        let id = self.table.push(constant.clone());
        self.ids.insert(constant, id);
        id
    }

    /// A real constant.
    pub fn real(&mut self, ty: TypeId, value: RealBits) -> ConstId {
        self.intern(Const { ty, value: ConstValue::Real(value), overflow: false })
    }

    /// The value, if it is an integer.
    pub fn as_int(&self, id: ConstId) -> Option<i128> {
        match self.table[id].value {
            ConstValue::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The value, if it is real.
    pub fn as_real(&self, id: ConstId) -> Option<RealBits> {
        match self.table[id].value {
            ConstValue::Real(value) => Some(value),
            _ => None,
        }
    }
}

impl std::ops::Index<ConstId> for Consts {
    type Output = Const;
    fn index(&self, id: ConstId) -> &Const {
        &self.table[id]
    }
}
