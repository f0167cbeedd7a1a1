//! What a machine description says of an insn: the rows of the table that is made of it.

use crate::rtl::rtx::RtxId;

/// Most operands an insn has.
pub const MAX_OPERANDS: usize = 6;

/// An insn of the machine.
pub struct Insn {
    /// Its name, as dumps print it.
    pub name: &'static str,
    /// Its number.
    pub icode: i16,
    /// The number dumps show of it: that of the insn of which it is a case.
    pub shown: i16,
    /// How it is printed.
    pub output: Output,
    /// Most bytes it takes, where moves name no symbol.
    pub length: u32,
    /// What it costs: four for a simple instruction.
    pub cost: u32,
    /// What it costs if operand 1 is in memory.
    pub load_cost: u32,
    /// Whether the result is written before all inputs are read.
    pub early_clobber: bool,
    /// Whether it may change memory; where not, there is no need to look at its expression.
    pub may_write_memory: bool,
    /// What reload may make of its operands, in GCC's order. None if all are as good.
    pub constraints: &'static [Constraint],
}

/// What an operand may be.
pub struct Constraint {
    /// Its number here.
    pub operand: u8,
    /// The letters of each alternative: `=r`, `rJ`. The operand's kind stands in the first.
    pub alternatives: &'static [&'static str],
}

/// How an insn is printed.
pub enum Output {
    /// A text, perhaps of several instructions.
    Text(&'static [Piece]),
    /// A move: the instruction depends on the kinds of the operands.
    Move,
    /// Nothing.
    Nothing,
    /// A conditional branch.
    Branch,
    /// An unconditional jump.
    Jump,
    /// A call of what this operand is.
    Call(u8),
    /// A tail call of what this operand is.
    Sibcall(u8),
    /// The return from an interrupt.
    InterruptReturn,
}

/// A piece of the text of an insn.
pub enum Piece {
    /// As it stands.
    Plain(&'static str),
    /// An operand.
    Operand(u8),
    /// An operand, printed as the letter says.
    Modified(char, u8),
}

/// The operands of a recognised insn, by their numbers.
#[derive(Clone, Copy, Debug)]
pub struct Operands(pub [RtxId; MAX_OPERANDS]);

impl Operands {
    /// These, from number 0 on.
    #[inline]
    pub fn of(operands: &[RtxId]) -> Operands {
        let mut all = [RtxId::NONE; MAX_OPERANDS];
        all[..operands.len()].copy_from_slice(operands);
        Operands(all)
    }
}

impl std::ops::Index<usize> for Operands {
    type Output = RtxId;
    fn index(&self, i: usize) -> &RtxId {
        &self.0[i]
    }
}
