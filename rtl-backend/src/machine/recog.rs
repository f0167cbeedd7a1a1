//! Recognising insns: from an expression to the insn of the machine that computes it.
//!
//! The target's description ([`crate::machine::riscv::description`]) is made of `machine/riscv.md`; who asks for insns asks
//! here, without naming a target.

use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, RtlFunction, UNRECOGNIZED};
use crate::rtl::rtx::{RtxArena, RtxId};

pub use crate::machine::riscv::description::{insn, nests, operands_of, recog};

/// Recognises the insn's pattern and keeps the answer in it; `false` where the machine has no such insn.
pub fn recog_insn(f: &mut RtlFunction, id: InsnId) -> bool {
    let pattern = f.insn(id).pattern;
    if is_unnumbered(&f.rtx, pattern) {
        f.set_icode(id, UNRECOGNIZED);
        return true;
    }
    match recog(&f.rtx, pattern) {
        Some((found, _)) => {
            f.set_icode(id, found.icode);
            true
        }
        None => false,
    }
}

/// What a recognised insn costs, by the machine description: four for a simple instruction.
pub fn cost(f: &RtlFunction, id: InsnId) -> u32 {
    let found = insn(f.insn(id).icode);
    let loads = || {
        let operands = operands_of(found.icode, &f.rtx, f.insn(id).pattern);
        operands.is_some_and(|operands| f.rtx.code(operands[1]) == Code::Mem)
    };
    if found.load_cost != found.cost && loads() { found.load_cost } else { found.cost }
}

/// Patterns that are no machine insn: `use`, `clobber`, `asm`.
pub fn is_unnumbered(r: &RtxArena, pattern: RtxId) -> bool {
    match r.code(pattern) {
        Code::Use | Code::Clobber => true,
        _ => asm_operands(r, pattern).is_some(),
    }
}

/// The `asm_operands` of an inline `asm`.
pub fn asm_operands(r: &RtxArena, pattern: RtxId) -> Option<RtxId> {
    match r.code(pattern) {
        Code::AsmOperands => Some(pattern),
        Code::Set => {
            let src = r.op(pattern, 1);
            (r.code(src) == Code::AsmOperands).then_some(src)
        }
        Code::Parallel => asm_operands(r, r.any_op(pattern, 0)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rtl::mode::Mode;

    #[test]
    fn operators_nest_as_in_insns() {
        assert!(nests(Code::SignExtend, Code::Plus), "a sign-extended sum is an insn");
        assert!(!nests(Code::Plus, Code::Plus), "a sum of sums is none");
        assert!(nests(Code::Plus, Code::Reg), "an operand need not be an operation");
        assert!(nests(Code::IfThenElse, Code::Ltu), "any comparison is a condition");
    }

    /// `(set (reg:DI) SOURCE)`, recognised: the name of the insn.
    fn name_of(f: &mut RtlFunction, source: RtxId) -> Option<&'static str> {
        let target = f.new_reg(Mode::DI);
        let set = f.rtx.gen_set(target, source);
        recog(&f.rtx, set).map(|(insn, _)| insn.name)
    }

    #[test]
    fn the_first_insn_that_matches_is_found() {
        let mut f = RtlFunction::new("f", 2);
        let [a, b] = [f.new_reg(Mode::SI), f.new_reg(Mode::SI)];
        let sum = f.rtx.gen_binary(Code::Plus, Mode::SI, a, b);
        let wide = f.rtx.gen_unary(Code::SignExtend, Mode::DI, sum);
        assert_eq!(name_of(&mut f, wide), Some("*addsi3_extended"));
        let zero_extended = f.rtx.gen_unary(Code::ZeroExtend, Mode::DI, sum);
        assert_eq!(name_of(&mut f, zero_extended), None);
        let [large, small] = [5000, 5].map(|value| f.rtx.const_int(value));
        for (count, name) in [(small, Some("*lshrsi3_zero_extend_2")), (large, None)] {
            let word = f.rtx.gen_unary(Code::ZeroExtend, Mode::DI, a);
            let shift = f.rtx.gen_binary(Code::Lshiftrt, Mode::DI, word, count);
            assert_eq!(name_of(&mut f, shift), name);
        }
    }

    #[test]
    fn an_insn_has_the_operands_it_was_found_with() {
        let mut f = RtlFunction::new("f", 2);
        let [target, a] = [f.new_reg(Mode::DI), f.new_reg(Mode::DI)];
        let two = f.rtx.const_int(2);
        let sum = f.rtx.gen_binary(Code::Plus, Mode::DI, a, two);
        let set = f.rtx.gen_set(target, sum);
        let (found, operands) = recog(&f.rtx, set).expect("an addition");
        assert_eq!(&operands.0[..3], [target, a, two]);
        let again = operands_of(found.icode, &f.rtx, set).expect("the same");
        assert_eq!(again.0, operands.0);
        assert!(operands_of(insn(9).icode, &f.rtx, set).is_none(), "a sum is no difference");
    }
}
