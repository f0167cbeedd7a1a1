//! Machine modes: the size and kind of a value as the machine sees it.
//!
//! The names are those of the RTL chapter of GCC's internals manual: `QI` is a byte, `SI` four, `DI` eight, `TI`
//! sixteen; `SF`, `DF`, `TF` are binary32, binary64 and binary128; `BLK` is memory of any size; `VOID` is the mode
//! of constants and of what has no value; `CC` is there for completeness of the dump syntax.

use std::fmt;

/// A machine mode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Mode {
    VOID,
    BLK,
    CC,
    QI,
    HI,
    SI,
    DI,
    TI,
    SF,
    DF,
    TF,
}

/// Number of modes, the length of tables indexed by one.
pub const NUM_MODES: usize = 11;

impl Mode {
    /// The name a dump prints after the colon.
    pub fn name(self) -> &'static str {
        ["VOID", "BLK", "CC", "QI", "HI", "SI", "DI", "TI", "SF", "DF", "TF"][self as usize]
    }

    /// Size of a value in bytes; 0 where the mode does not say.
    #[inline]
    pub fn size(self) -> u32 {
        [0, 0, 4, 1, 2, 4, 8, 16, 4, 8, 16][self as usize]
    }

    /// Size in bits.
    #[inline]
    pub fn bits(self) -> u32 {
        self.size() * 8
    }

    /// Natural alignment in bytes.
    #[inline]
    pub fn align(self) -> u32 {
        self.size().max(1)
    }

    /// Whether this is an integer mode.
    #[inline]
    pub fn is_int(self) -> bool {
        (Mode::QI..=Mode::TI).contains(&self)
    }

    /// Whether this is an integer mode of fewer bits than another.
    #[inline]
    pub fn is_narrower_int(self, other: Mode) -> bool {
        self.is_int() && self.size() < other.size()
    }

    /// Whether this is a floating-point mode.
    #[inline]
    pub fn is_float(self) -> bool {
        (Mode::SF..=Mode::TF).contains(&self)
    }

    /// The integer mode of `size` bytes, if there is one.
    pub fn int_of_size(size: u64) -> Option<Mode> {
        match size {
            1 => Some(Mode::QI),
            2 => Some(Mode::HI),
            4 => Some(Mode::SI),
            8 => Some(Mode::DI),
            16 => Some(Mode::TI),
            _ => None,
        }
    }

    /// The floating-point mode of `size` bytes, if there is one.
    pub fn float_of_size(size: u64) -> Option<Mode> {
        match size {
            4 => Some(Mode::SF),
            8 => Some(Mode::DF),
            16 => Some(Mode::TF),
            _ => None,
        }
    }

    /// The mode of this name, as machine-description patterns spell it.
    pub fn from_name(name: &str) -> Option<Mode> {
        use Mode::*;
        [DI, SI, DF, SF, TI, HI, QI, TF, VOID, BLK, CC].into_iter().find(|m| m.name() == name)
    }

    /// `value` cut to this integer mode and sign-extended, the canonical form of a `const_int`.
    #[inline]
    pub fn trunc_int(self, value: i64) -> i64 {
        match self {
            Mode::QI => value as i8 as i64,
            Mode::HI => value as i16 as i64,
            Mode::SI => value as i32 as i64,
            _ => value,
        }
    }

    /// All ones in this mode's bits (64 bits at most).
    #[inline]
    pub fn mask(self) -> u64 {
        match self {
            Mode::QI => 0xff,
            Mode::HI => 0xffff,
            Mode::SI | Mode::SF => 0xffff_ffff,
            _ => u64::MAX,
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
