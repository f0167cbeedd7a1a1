//! The registers of RV64GC: names, classes, who saves them, in which order they are handed out.

use crate::rtl::mode::Mode;

/// Hard registers by their ABI names. Numbers are GCC's: 0-31 general, 32-63 floating-point, 64 the argument
/// pointer and 65 the frame pointer (both replaced by `sp` or `s0` plus offset).
pub const NAMES: [&str; 66] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
    "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
    "t5", "t6", "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1",
    "fa2", "fa3", "fa4", "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8",
    "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11", "arg", "frame",
];

pub const ZERO: u32 = 0;
pub const RA: u32 = 1;
pub const SP: u32 = 2;
pub const TP: u32 = 4;
pub const T0: u32 = 5;
pub const T1: u32 = 6;
pub const S0: u32 = 8;
pub const S1: u32 = 9;
pub const A0: u32 = 10;
pub const A7: u32 = 17;
pub const S2: u32 = 18;
pub const T3: u32 = 28;
pub const T4: u32 = 29;
pub const FT0: u32 = 32;
pub const FA0: u32 = 42;
/// Pointer to the incoming stack arguments.
pub const ARG_POINTER: u32 = 64;
/// Pointer to the top of the locals.
pub const FRAME_POINTER: u32 = 65;
/// Number of registers the machine really has.
pub const NUM_HARD: usize = 64;

/// A register class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum RegClass {
    Gr,
    Fp,
}

impl RegClass {
    /// All registers of the class, a bit each.
    pub fn all(self) -> u64 {
        match self {
            RegClass::Gr => !FLOAT_REGISTERS,
            RegClass::Fp => FLOAT_REGISTERS,
        }
    }

    /// The class a value of `mode` lives in.
    #[inline]
    pub fn of_mode(mode: Mode) -> RegClass {
        if matches!(mode, Mode::SF | Mode::DF) { RegClass::Fp } else { RegClass::Gr }
    }

    /// The class of a hard register.
    #[inline]
    pub fn of_hard(reg: u32) -> RegClass {
        if (32..64).contains(&reg) { RegClass::Fp } else { RegClass::Gr }
    }

    /// The name in dumps.
    pub fn name(self) -> &'static str {
        match self {
            RegClass::Gr => "GR_REGS",
            RegClass::Fp => "FP_REGS",
        }
    }
}

/// The floating-point registers, a bit each.
pub const FLOAT_REGISTERS: u64 = 0xffff_ffff << 32;

/// Who saves which register across calls, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Convention {
    /// Calls may change them.
    pub used: u64,
    /// A function must leave them as it found them.
    pub saved: u64,
    /// The machine has them, and code may use them.
    pub present: u64,
    /// Floating-point registers hold `float` only.
    pub single: bool,
    /// General registers have 32 bits.
    pub narrow: bool,
}

impl Default for Convention {
    /// That of `lp64d`.
    fn default() -> Convention {
        Convention {
            used: 0xf003_fcff_f003_fce2,
            saved: 0x0ffc_0300_0ffc_0300,
            present: u64::MAX,
            single: false,
            narrow: false,
        }
    }
}

impl Convention {
    /// The convention of a machine whose floating-point registers have `width` bytes (0: it has none), of which calls pass and
    /// keep `passed`.
    pub fn of(width: u32, passed: u32) -> Convention {
        let mut convention = Convention { single: width == 4, ..Convention::default() };
        if width == 0 {
            convention.present &= !FLOAT_REGISTERS;
            convention.saved &= !FLOAT_REGISTERS;
            convention.used &= !FLOAT_REGISTERS;
        } else if passed == 0 {
            convention.saved &= !FLOAT_REGISTERS;
            convention.used |= FLOAT_REGISTERS;
        } else if passed < width {
            // Functions keep the lower half of these, of which nothing here makes use.
            convention.used |= FLOAT_REGISTERS;
        }
        convention
    }

    /// The convention of a machine with registers of 32 bits, of which it has the first 16 only where it is `embedded`;
    /// `ilp32e` has functions keep no others.
    #[must_use]
    pub fn narrow(mut self, embedded_machine: bool, embedded_abi: bool) -> Convention {
        const UPPER: u64 = 0xffff_0000;
        self.narrow = true;
        if embedded_machine {
            self.present &= !UPPER;
            self.used &= !UPPER;
        } else if embedded_abi {
            self.used |= UPPER;
        }
        if embedded_abi {
            self.saved &= !UPPER;
        }
        self
    }

    /// The convention in which calls may change `reg`, or leave it as it was.
    #[must_use]
    pub fn with(mut self, reg: u32, call_saved: bool) -> Convention {
        let bit = 1 << reg;
        (self.used, self.saved) = match call_saved {
            true => (self.used & !bit, self.saved | bit),
            false => (self.used | bit, self.saved & !bit),
        };
        self
    }

    /// The mode in which a register is saved.
    pub fn whole_mode(self, reg: u32) -> Mode {
        match RegClass::of_hard(reg) {
            RegClass::Gr if self.narrow => Mode::SI,
            RegClass::Gr => Mode::DI,
            RegClass::Fp if self.single => Mode::SF,
            RegClass::Fp => Mode::DF,
        }
    }

    /// Whether calls may change `reg`.
    #[inline]
    pub fn call_used(self, reg: u32) -> bool {
        reg < 64 && self.used >> reg & 1 != 0
    }

    /// Whether a function must leave `reg` as it found it.
    #[inline]
    pub fn call_saved(self, reg: u32) -> bool {
        reg < 64 && self.saved >> reg & 1 != 0
    }
}

/// The hard registers that the allocator never hands out, a bit each.
pub const FIXED: u64 = 0b11111;

/// Whether the allocator never hands out `reg`.
#[inline]
pub fn fixed(reg: u32) -> bool {
    matches!(reg, 0..=4 | 64 | 65)
}

/// Whether code can do without `reg`: it is no argument, no frame or return address, and no scratch register.
pub fn can_be_kept(reg: u32) -> bool {
    Convention::default().call_saved(reg) && reg != S0 || matches!(reg, 29..=31 | 33..=39 | 61..=63)
}

/// General registers in the order they are handed out: call-clobbered first, arguments from the last. `t0` is not among
/// them: addresses in the frame are made in it.
pub const GR_ORDER: [u32; 26] = [
    15, 14, 13, 12, 11, 10, 16, 17, 6, 28, 29, 30, 31, 7, // caller-saved
    8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, // callee-saved
];

/// Floating-point registers in the order they are handed out.
pub const FP_ORDER: [u32; 32] = [
    47, 46, 45, 44, 43, 42, 48, 49, 32, 33, 34, 35, 36, 37, 38, 39, 60, 61, 62,
    63, // caller-saved
    40, 41, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, // callee-saved
];

/// The allocation order of a class.
pub fn order(class: RegClass) -> &'static [u32] {
    match class {
        RegClass::Gr => &GR_ORDER,
        RegClass::Fp => &FP_ORDER,
    }
}

/// The number of the register a name or number in an `asm` clobber or `register … asm ("…")` means.
pub fn by_name(name: &str) -> Option<u32> {
    let name = name.trim_start_matches('%');
    if let Some(i) = NAMES.iter().take(NUM_HARD).position(|n| *n == name) {
        return Some(i as u32);
    }
    if name == "fp" {
        return Some(S0);
    }
    if let Some(n) = name.strip_prefix('x').and_then(|n| n.parse::<u32>().ok()) {
        return (n < 32).then_some(n);
    }
    if let Some(n) = name.strip_prefix('f').and_then(|n| n.parse::<u32>().ok()) {
        return (n < 32).then_some(n + 32);
    }
    name.parse::<u32>().ok().filter(|n| *n < 64)
}
