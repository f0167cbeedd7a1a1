//! What an alternative of an insn makes of an operand: the letters of the machine description.
//!
//! ```text
//! (set (mem:SI (reg:DI 80)) (const_int 0))        =r,r,r,m  and  r,T,m,rJ
//!   alternative 0: `=r` wants a general register, memory is none
//!   alternative 3: `m` fits, and of `rJ` the number zero
//! ```
//! The letters are GCC's of this target, and those that any `asm` may use.

use crate::machine::target::constants::{is_loadable, lui_operand, simm12};
use crate::machine::target::predicates::is_memory;
use crate::machine::target::{NUM_HARD, STACK_POINTER_REGNUM, fixed};
use crate::rtl::code::Code;
use crate::rtl::function::RtlFunction;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxId, symbol_flag};

/// A class of hard registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    None,
    /// Registers a tail call may go through.
    Sibcall,
    /// Registers a call may go through.
    Jalr,
    General,
    Float,
    All,
}

impl Class {
    pub fn name(self) -> &'static str {
        match self {
            Class::None => "NO_REGS",
            Class::Sibcall => "SIBCALL_REGS",
            Class::Jalr => "JALR_REGS",
            Class::General => "GR_REGS",
            Class::Float => "FP_REGS",
            Class::All => "ALL_REGS",
        }
    }

    /// Its registers, a bit each.
    pub fn regs(self) -> u64 {
        match self {
            Class::None => 0,
            Class::Sibcall => 0xf003_fcc0,
            Class::Jalr => 0xffff_ffc0,
            Class::General => 0xffff_ffff,
            Class::Float => 0xffff_ffff << 32,
            Class::All => u64::MAX,
        }
    }

    /// The smallest class a hard register is in.
    pub fn of_hard(hard: u32) -> Class {
        let holds = |class: &Class| class.regs() >> hard & 1 != 0;
        [Class::Sibcall, Class::Jalr, Class::General]
            .into_iter()
            .find(holds)
            .unwrap_or(Class::Float)
    }

    pub fn contains(self, other: Class) -> bool {
        other.regs() & !self.regs() == 0
    }

    fn with(self, other: Class) -> Class {
        let both = self.regs() | other.regs();
        let all = [Class::None, Class::Sibcall, Class::Jalr, Class::General, Class::Float];
        all.into_iter().find(|class| class.regs() == both).unwrap_or(Class::All)
    }
}

/// Whether an insn reads or writes an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    In,
    Out,
    InOut,
}

/// The letters of an operand, alternative by alternative.
#[derive(Clone, Copy)]
pub(super) enum Letters<'a> {
    Table(&'static [&'static str]),
    Text(&'a str),
}

impl<'a> Letters<'a> {
    pub fn of(self, alternative: usize) -> &'a str {
        match self {
            Letters::Table(all) => all.get(alternative).copied().unwrap_or(""),
            Letters::Text(text) => text.split(',').nth(alternative).unwrap_or(""),
        }
    }

    pub fn count(self) -> usize {
        match self {
            Letters::Table(all) => all.len(),
            Letters::Text(text) => text.split(',').count(),
        }
    }

    pub fn kind(self) -> Kind {
        match self.of(0).as_bytes().first() {
            Some(b'=') => Kind::Out,
            Some(b'+') => Kind::InOut,
            _ => Kind::In,
        }
    }
}

/// An operand of an insn.
#[derive(Clone, Copy)]
pub(super) struct Operand<'a> {
    pub x: RtxId,
    pub letters: Letters<'a>,
    pub kind: Kind,
    pub mode: Mode,
    /// The register it is or a part of which it is: a pseudo's number, or what stands for the frame already.
    pub reg: Option<u32>,
    /// The hard register it is in.
    pub hard: Option<u32>,
}

/// What some letters say of an operand.
#[derive(Clone, Copy)]
pub(super) struct Fit {
    /// It is one of what they ask for.
    pub wins: bool,
    /// It is the same as this operand before it, which it has to be.
    pub matches: Option<usize>,
    /// It could be after a reload.
    pub reloads: bool,
    /// It may be in a register of this class, or, of those, of one that costs more.
    pub class: Class,
    pub costly: Class,
    /// It may be memory.
    pub memory: bool,
    pub early: bool,
}

/// Whether a call of the symbol goes through the table of procedures of other objects.
fn is_plt_symbol(f: &RtlFunction, x: RtxId, pic: bool) -> bool {
    if f.rtx.code(x) != Code::SymbolRef {
        return false;
    }
    let info = f.rtx.symbol_info(f.rtx.symbol_of(x));
    pic && (info.flags & symbol_flag::LOCAL == 0 || info.weak)
}

pub(super) fn is_constant(f: &RtlFunction, x: RtxId) -> bool {
    use Code::{Const, ConstDouble, ConstInt, High, LabelRef, SymbolRef};
    matches!(f.rtx.code(x), ConstInt | ConstDouble | SymbolRef | LabelRef | Const | High)
}

/// How many hard registers a value takes.
pub(super) fn words(f: &RtlFunction, mode: Mode) -> u32 {
    mode.size().div_ceil(f.rtx.word().size()).max(1)
}

/// Whether the registers from `hard` on that hold a value are all in a class.
pub(super) fn holds(f: &RtlFunction, class: Class, mode: Mode, hard: u32) -> bool {
    (hard..hard + words(f, mode)).all(|hard| hard < 64 && class.regs() >> hard & 1 != 0)
}

/// The registers of a class that may hold values of a mode.
pub(super) fn usable(class: Class, mode: Mode) -> u64 {
    let regs = class.regs();
    if mode.is_float() { regs } else { regs & !Class::Float.regs() }
}

/// What is known of the function for looking at operands.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub f: &'a RtlFunction,
    /// Registers that no reload may be in.
    pub kept: u64,
    /// Code is independent of its place: what other units define is reached indirectly.
    pub pic: bool,
    /// Pseudos from this one on have been made for reloads; they are to be in general registers.
    pub first_new: u32,
}

impl Known<'_> {
    /// The class a register is known to be in.
    pub fn class_of(&self, operand: &Operand) -> Class {
        match (operand.hard, operand.reg) {
            (Some(hard), _) => Class::of_hard(hard),
            (None, Some(reg)) if reg >= self.first_new => Class::General,
            _ => Class::None,
        }
    }

    /// Whether a register is in a class, or can be.
    pub fn is_in_class(&self, operand: &Operand, class: Class) -> bool {
        let own = self.class_of(operand);
        match operand.hard {
            _ if class == Class::None => own == Class::None,
            Some(hard) => class.regs() >> hard & 1 != 0,
            None => own != Class::None && own.regs() & class.regs() & !self.kept != 0,
        }
    }

    /// What the letters of an alternative say of an operand.
    pub fn fit(&self, operands: &[Operand], number: usize, letters: &str) -> Fit {
        let operand = &operands[number];
        let mut fit = Fit {
            wins: false,
            matches: None,
            reloads: false,
            class: Class::None,
            costly: Class::None,
            memory: false,
            early: false,
        };
        let mut takes_registers = false;
        let mut costly = false;
        for letter in letters.chars() {
            match letter {
                '&' => fit.early = true,
                '#' => break,
                '0'..='9' => {
                    let other = letter as usize - '0' as usize;
                    let same = other < number && self.is_same(&operands[other], operand);
                    fit.matches = same.then_some(other);
                }
                _ => takes_registers |= self.letter(operand, letter, costly, &mut fit),
            }
            costly = letter == '*';
        }
        fit.reloads |= takes_registers && fit.class.regs() & !self.kept != 0;
        fit
    }

    /// Whether two operands are the same after the allocation.
    fn is_same(&self, one: &Operand, other: &Operand) -> bool {
        let in_register = one.hard.is_some() && one.hard == other.hard;
        in_register || self.f.rtx.equal(one.x, other.x)
    }

    /// Looks at one letter; whether it names registers.
    fn letter(&self, operand: &Operand, letter: char, costly: bool, fit: &mut Fit) -> bool {
        let (f, x) = (self.f, operand.x);
        let r = &f.rtx;
        let is_int = |test: fn(i64) -> bool| r.as_int(x).is_some_and(test);
        let class = match letter {
            'r' => Class::General,
            'f' => Class::Float,
            'l' => Class::Jalr,
            'j' => Class::Sibcall,
            'm' | 'o' | 'A' => {
                let plain =
                    letter != 'A' || r.code(x) == Code::Mem && r.as_reg(r.op(x, 0)).is_some();
                fit.wins |= is_memory(r, x) && plain;
                fit.reloads |= is_constant(f, x) || r.code(x) == Code::Mem || operand.reg.is_some();
                fit.memory = true;
                return false;
            }
            _ => {
                fit.wins |= match letter {
                    'I' => is_int(simm12),
                    'J' => is_int(|value| value == 0),
                    'K' => is_int(|value| (0..32).contains(&value)),
                    'L' => is_int(lui_operand),
                    'G' => r.code(x) == Code::ConstDouble && r.double_bits(x) == 0,
                    'T' => {
                        let made = |value| is_loadable(value, r.extensions);
                        is_constant(f, x) && r.as_int(x).is_none_or(made)
                    }
                    'S' => r.code(x) == Code::SymbolRef && !is_plt_symbol(f, x, self.pic),
                    'U' => is_plt_symbol(f, x, self.pic),
                    'i' => is_constant(f, x),
                    'n' => r.as_int(x).is_some() || r.code(x) == Code::ConstDouble,
                    's' => is_constant(f, x) && r.as_int(x).is_none(),
                    'X' => true,
                    'g' => is_constant(f, x) || is_memory(r, x),
                    _ => false,
                };
                if letter != 'g' {
                    return false;
                }
                Class::General
            }
        };
        fit.class = fit.class.with(class);
        if costly {
            fit.costly = fit.costly.with(class);
        }
        fit.wins |= match (operand.reg, operand.hard) {
            (Some(_), Some(hard)) => holds(f, fit.class, operand.mode, hard),
            (Some(_), None) => self.is_in_class(operand, fit.class),
            _ => false,
        };
        true
    }
}

/// Whether copying a register to another never needs a reload, whatever the alternatives say.
pub(super) fn is_simple_copy(f: &RtlFunction, mode: Mode, from: Class, to: Class) -> bool {
    if from == Class::None || to == Class::None {
        return false;
    }
    let crosses =
        matches!((from, to), (Class::Float, Class::General) | (Class::General, Class::Float));
    let parts = f.rtx.is_multiword(mode) && (from == Class::Float) != (to == Class::Float);
    !crosses && !parts
}

/// The registers that are never handed out: those the allocator never gives, and what the frame is found from.
pub(super) fn never_given(base: u32) -> u64 {
    (0..NUM_HARD as u32)
        .filter(|&reg| fixed(reg))
        .fold(1 << base | 1 << STACK_POINTER_REGNUM, |all, reg| all | 1 << reg)
}
