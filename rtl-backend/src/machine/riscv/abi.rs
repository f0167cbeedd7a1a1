//! The RISC-V psABI's calling conventions (`lp64d`, `lp64f`, `lp64`, and with words of 32 bits `ilp32d` …), over a neutral
//! description of C types.
//!
//! Follows "RISC-V ELF psABI specification", chapter "Procedure Calling Convention": eight integer registers
//! `a0`-`a7`, eight floating-point registers `fa0`-`fa7`, aggregates up to two words in registers, those flattening
//! to one or two scalars with a float among them in floating-point registers, larger ones by reference. `lp64f` has no
//! floating-point registers for `double`, `lp64` has none at all: what would go there is passed as integers are.

use super::machine_options::MachineOptions;
use super::regs::{A0, FA0};
use crate::rtl::mode::Mode;

/// A C type as far as calls are concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AbiType {
    /// `void`, and empty aggregates: nothing is passed.
    Void,
    /// Integers, enumerations, booleans, pointers.
    Int { size: u32, unsigned: bool },
    /// `float`, `double`, `long double`.
    Float { size: u32 },
    /// Structures, unions, arrays, complex numbers.
    Aggregate {
        size: u64,
        align: u32,
        /// Every scalar the aggregate consists of, in order, arrays and nested structures opened up; `None` if it is
        /// or holds a union. More than two may be cut to three.
        fields: Option<Vec<AbiField>>,
    },
}

/// A scalar of a flattened aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbiField {
    pub offset: u64,
    pub size: u32,
    pub float: bool,
}

impl AbiType {
    /// The type's mode, `BLK` for aggregates.
    pub fn mode(&self) -> Mode {
        match *self {
            AbiType::Void => Mode::VOID,
            AbiType::Int { size, .. } => Mode::int_of_size(size as u64).unwrap_or(Mode::BLK),
            AbiType::Float { size } => Mode::float_of_size(size as u64).unwrap_or(Mode::BLK),
            AbiType::Aggregate { .. } => Mode::BLK,
        }
    }

    /// Size in bytes.
    pub fn size(&self) -> u64 {
        match *self {
            AbiType::Void => 0,
            AbiType::Int { size, .. } | AbiType::Float { size } => size as u64,
            AbiType::Aggregate { size, .. } => size,
        }
    }

    /// An aggregate whose size is known at run time only: always passed and returned by reference.
    pub fn variable(align: u32) -> AbiType {
        AbiType::Aggregate { size: u64::MAX, align, fields: None }
    }

    /// Size in bytes, where it is a constant.
    pub fn known_size(&self) -> Option<u64> {
        Some(self.size()).filter(|&size| size != u64::MAX)
    }

    /// Alignment in bytes.
    pub fn align(&self) -> u32 {
        match *self {
            AbiType::Void => 1,
            AbiType::Int { size, .. } | AbiType::Float { size } => size,
            AbiType::Aggregate { align, .. } => align,
        }
    }

    /// Whether the type is an unsigned integer.
    pub fn is_unsigned(&self) -> bool {
        matches!(self, AbiType::Int { unsigned: true, .. })
    }

    /// Whether the type is passed as bytes in memory rather than as a scalar.
    pub fn is_aggregate(&self) -> bool {
        matches!(self, AbiType::Aggregate { .. })
    }
}

/// Where a piece of an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A hard register.
    Reg(u32),
    /// Bytes from the stack pointer at the call.
    Stack(i64),
}

/// A piece of an argument or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub place: Place,
    /// Mode of the register or slot: `DI`, `SF` or `DF`; in flattened aggregates the field's own mode.
    pub mode: Mode,
    /// Offset of the piece in the value.
    pub offset: u64,
    /// Bytes of the value in this piece.
    pub size: u32,
}

/// Where an argument or value is.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ArgLocation {
    pub pieces: Vec<Piece>,
    /// The pieces hold the address of the value.
    pub by_reference: bool,
}

/// Hands out registers and stack slots to arguments in order.
#[derive(Clone, Debug)]
pub struct ArgState {
    /// Bytes of the largest number passed in a floating-point register; 0: none is.
    pub float_width: u32,
    /// The mode of general registers.
    pub word: Mode,
    /// How many of them hold arguments.
    pub registers: u32,
    /// Integer registers used.
    pub gprs: u32,
    /// Floating-point registers used.
    pub fprs: u32,
    /// Bytes of stack used.
    pub stack: i64,
}

/// Argument registers, and how many of them there are in `ilp32e`.
const NUM_ARG_REGS: u32 = 8;
const NUM_EMBEDDED_REGS: u32 = 6;

impl ArgState {
    /// All is free yet.
    pub fn new(float_width: u32) -> ArgState {
        ArgState {
            float_width,
            word: Mode::DI,
            registers: NUM_ARG_REGS,
            gprs: 0,
            fprs: 0,
            stack: 0,
        }
    }

    /// Where arguments go by the options of the machine, before the first of them.
    pub fn of(machine: &MachineOptions) -> ArgState {
        let word = machine.isa.word();
        let registers = if machine.embedded { NUM_EMBEDDED_REGS } else { NUM_ARG_REGS };
        ArgState { word, registers, ..ArgState::new(machine.float_arguments) }
    }

    /// The place of the next argument; `named` is false after a prototype's `...`.
    pub fn next(&mut self, ty: &AbiType, named: bool) -> ArgLocation {
        match ty {
            AbiType::Void => ArgLocation::default(),
            AbiType::Aggregate { size: 0, align, .. } => {
                // Nothing is passed, but what comes next on the stack is where it would be after something.
                if *align >= 16 {
                    self.stack = (self.stack + 15) & -16;
                }
                ArgLocation::default()
            }
            AbiType::Float { size }
                if *size <= self.float_width && named && self.fprs < NUM_ARG_REGS =>
            {
                let mode = ty.mode();
                let piece =
                    Piece { place: Place::Reg(FA0 + self.fprs), mode, offset: 0, size: *size };
                self.fprs += 1;
                ArgLocation { pieces: vec![piece], by_reference: false }
            }
            // However large alignment makes it: what counts are the scalars.
            AbiType::Aggregate { fields: Some(fields), size, .. } if named => {
                match self.flattened(fields, *size) {
                    Some(pieces) => ArgLocation { pieces, by_reference: false },
                    None => self.integer(ty, named),
                }
            }
            _ => self.integer(ty, named),
        }
    }

    /// One or two fields with a float among them, if registers for both are left.
    fn flattened(&mut self, fields: &[AbiField], whole: u64) -> Option<Vec<Piece>> {
        if fields.is_empty() || fields.len() > 2 || !fields.iter().any(|f| f.float) {
            return None;
        }
        if fields.iter().any(|f| f.size > if f.float { self.float_width } else { self.word.size() })
        {
            return None;
        }
        let floats = fields.iter().filter(|f| f.float).count() as u32;
        let ints = fields.len() as u32 - floats;
        if self.fprs + floats > NUM_ARG_REGS || self.gprs + ints > self.registers {
            return None;
        }
        let pieces = fields
            .iter()
            .map(|field| {
                let (place, mode) = if field.float {
                    self.fprs += 1;
                    (FA0 + self.fprs - 1, Mode::float_of_size(field.size as u64))
                } else {
                    self.gprs += 1;
                    (A0 + self.gprs - 1, Mode::int_of_size(field.size as u64))
                };
                let mode = mode.unwrap_or(self.word);
                // A bit-field's integer may be wider than what a packed structure has left for it.
                let size = (whole - field.offset).min(field.size.into()) as u32;
                Piece { place: Place::Reg(place), mode, offset: field.offset, size }
            })
            .collect();
        Some(pieces)
    }

    /// The integer convention: registers, then the stack; more than two words by reference.
    fn integer(&mut self, ty: &AbiType, named: bool) -> ArgLocation {
        let (size, width) = (ty.size(), self.word.size());
        let pair = 2 * u64::from(width);
        if size > pair {
            let pieces = vec![self.word(0, width)];
            return ArgLocation { pieces, by_reference: true };
        }
        let aligned = u64::from(ty.align()) >= pair;
        if !named && aligned && self.gprs < self.registers {
            // An aligned pair; an odd register is left out.
            self.gprs += self.gprs & 1;
        }
        if aligned && self.gprs >= self.registers {
            let pair = pair as i64;
            self.stack = (self.stack + pair - 1) & -pair;
        }
        let mut pieces = vec![self.word(0, size.min(width.into()) as u32)];
        if size > width.into() {
            pieces.push(self.word(width.into(), size as u32 - width));
        }
        ArgLocation { pieces, by_reference: false }
    }

    fn word(&mut self, offset: u64, size: u32) -> Piece {
        let place = if self.gprs < self.registers {
            self.gprs += 1;
            Place::Reg(A0 + self.gprs - 1)
        } else {
            let width = i64::from(self.word.size());
            self.stack += width;
            Place::Stack(self.stack - width)
        };
        Piece { place, mode: self.word, offset, size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn int(size: u32) -> AbiType {
        AbiType::Int { size, unsigned: false }
    }

    fn aggregate(size: u64, align: u32, fields: &[(u64, u32, bool)]) -> AbiType {
        let fields =
            fields.iter().map(|&(offset, size, float)| AbiField { offset, size, float }).collect();
        AbiType::Aggregate { size, align, fields: Some(fields) }
    }

    fn places(types: &[AbiType], named: usize, float_width: u32) -> String {
        let mut state = ArgState::new(float_width);
        let mut out = Vec::new();
        for (i, ty) in types.iter().enumerate() {
            let location = state.next(ty, i < named);
            let mut text: Vec<String> = location
                .pieces
                .iter()
                .map(|p| match p.place {
                    Place::Reg(r) => crate::machine::riscv::regs::NAMES[r as usize].to_string(),
                    Place::Stack(o) => format!("{o}(sp)"),
                })
                .collect();
            if location.by_reference {
                text.push("ref".into());
            }
            out.push(text.join("+"));
        }
        out.join(" ")
    }

    // Each row was checked against what GCC's caller does with such a prototype.
    #[rstest]
    #[case(vec![int(4), AbiType::Float { size: 8 }, int(8)], 3, "a0 fa0 a1")]
    #[case(vec![int(4), AbiType::Float { size: 8 }], 1, "a0 a1")]
    #[case(vec![int(4), AbiType::Float { size: 16 }], 2, "a0 a1+a2")]
    #[case(vec![int(4), AbiType::Float { size: 16 }], 1, "a0 a2+a3")]
    #[case(vec![aggregate(16, 8, &[(0, 4, false), (8, 8, true)])], 1, "a0+fa0")]
    #[case(vec![aggregate(8, 4, &[(0, 4, true), (4, 4, true)])], 1, "fa0+fa1")]
    #[case(vec![aggregate(12, 4, &[(0, 4, true), (4, 4, true), (8, 4, true)])], 1, "a0+a1")]
    #[case(vec![aggregate(24, 8, &[(0, 8, false), (8, 8, false), (16, 8, false)])], 1, "a0+ref")]
    #[case(vec![aggregate(32, 16, &[(0, 8, false), (16, 4, true)])], 1, "a0+fa0")]
    #[case(vec![aggregate(32, 32, &[(0, 8, true)])], 1, "fa0")]
    #[case(vec![int(8); 9], 9, "a0 a1 a2 a3 a4 a5 a6 a7 0(sp)")]
    #[case([vec![int(8); 7], vec![int(16)]].concat(), 8, "a0 a1 a2 a3 a4 a5 a6 a7+0(sp)")]
    #[case([vec![int(8); 9], vec![int(16)]].concat(), 10, "a0 a1 a2 a3 a4 a5 a6 a7 0(sp) 16(sp)+24(sp)")]
    #[case([vec![int(8); 9], vec![aggregate(0, 32, &[]), int(8)]].concat(), 11, "a0 a1 a2 a3 a4 a5 a6 a7 0(sp)  16(sp)")]
    fn arguments(#[case] types: Vec<AbiType>, #[case] named: usize, #[case] expected: &str) {
        assert_eq!(places(&types, named, 8), expected);
    }

    // Each row was checked against what GCC's caller does with `-mabi=lp64f` and `-mabi=lp64`.
    #[rstest]
    #[case(vec![int(4), AbiType::Float { size: 8 }, AbiType::Float { size: 4 }], "a0 a1 fa0", "a0 a1 a2")]
    #[case(vec![aggregate(8, 4, &[(0, 4, true), (4, 4, true)])], "fa0+fa1", "a0")]
    #[case(vec![aggregate(16, 8, &[(0, 4, true), (8, 8, true)])], "a0+a1", "a0+a1")]
    #[case(vec![aggregate(16, 8, &[(0, 8, false), (8, 4, true)])], "a0+fa0", "a0+a1")]
    fn arguments_without_wide_float_registers(
        #[case] types: Vec<AbiType>,
        #[case] single: &str,
        #[case] none: &str,
    ) {
        let named = types.len();
        assert_eq!(places(&types, named, 4), single);
        assert_eq!(places(&types, named, 0), none);
    }
}
