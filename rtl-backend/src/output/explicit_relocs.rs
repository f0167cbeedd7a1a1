//! `-mexplicit-relocs`: addresses relative to the program counter by the two instructions the assembler's macros stand for.
//!
//! ```text
//!     lla  a0,x            .LA0: auipc  a0,%pcrel_hi(x)
//!                                addi   a0,a0,%pcrel_lo(.LA0)
//!     fld  fa0,x,a5        .LA1: auipc  a5,%pcrel_hi(x)
//!                    =>          fld    fa0,%pcrel_lo(.LA1)(a5)
//!     sw   a1,x,a5         .LA2: auipc  a5,%pcrel_hi(x)
//!                                sw     a1,%pcrel_lo(.LA2)(a5)
//! ```
//! What is found through the global offset table stays `la`, as in GCC.

use dumps::put;
use std::fmt::Write;

/// The instructions for one that names a local symbol, with this number for its label; `None` where it names none.
fn expanded(instruction: &str, number: u32) -> Option<String> {
    let (mnemonic, operands) = instruction.strip_prefix('\t')?.trim_end().split_once('\t')?;
    let mut operands = operands.split(',');
    let (value, symbol, scratch) = (operands.next()?, operands.next()?, operands.next());
    let is_symbol = symbol.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '.'));
    if !is_symbol || symbol.ends_with(')') || operands.next().is_some() {
        return None;
    }
    let register = match (mnemonic, scratch) {
        ("lla", None) => value,
        ("lb" | "lbu" | "lh" | "lhu" | "lw" | "lwu" | "ld", None) => value,
        ("flw" | "fld" | "sb" | "sh" | "sw" | "sd" | "fsw" | "fsd", Some(scratch)) => scratch,
        _ => return None,
    };
    let mut text = format!("\t.LA{number}: auipc\t{register},%pcrel_hi({symbol})\n");
    match mnemonic {
        "lla" => put!(text, "\taddi\t{value},{register},%pcrel_lo(.LA{number})\n"),
        _ => put!(text, "\t{mnemonic}\t{value},%pcrel_lo(.LA{number})({register})\n"),
    }
    Some(text)
}

/// Rewrites the instruction that stands in `out` from `start` on, if it names a local symbol. `labels` counts.
pub fn rewrite(out: &mut String, start: usize, labels: &mut u32) {
    if let Some(text) = expanded(&out[start..], *labels) {
        out.truncate(start);
        out.push_str(&text);
        *labels += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(
        "\tlla\ta0,x+4\n",
        Some("\t.LA3: auipc\ta0,%pcrel_hi(x+4)\n\taddi\ta0,a0,%pcrel_lo(.LA3)\n")
    )]
    #[case(
        "\tlw\ta5,.LC0\n",
        Some("\t.LA3: auipc\ta5,%pcrel_hi(.LC0)\n\tlw\ta5,%pcrel_lo(.LA3)(a5)\n")
    )]
    #[case(
        "\tfld\tfa0,x,a4\n",
        Some("\t.LA3: auipc\ta4,%pcrel_hi(x)\n\tfld\tfa0,%pcrel_lo(.LA3)(a4)\n")
    )]
    #[case(
        "\tsd\tzero,x,a4\n",
        Some("\t.LA3: auipc\ta4,%pcrel_hi(x)\n\tsd\tzero,%pcrel_lo(.LA3)(a4)\n")
    )]
    #[case("\tsd\tra,8(sp)\n", None)]
    #[case("\tla\ta0,x\n", None)]
    #[case("\tmv\ta0,a1\n", None)]
    #[case("\taddw\ta0,a1,a2\n", None)]
    #[case("\tret\n", None)]
    fn macros_become_two_instructions(#[case] before: &str, #[case] after: Option<&str>) {
        assert_eq!(expanded(before, 3).as_deref(), after);
    }
}
