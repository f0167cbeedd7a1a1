//! Floating-point constants in the text of dumps: in decimal, and exactly in hexadecimal, `1.5e+0 [0x0.cp+1]`.
//!
//! What is no number, and what is wider than a `double`, is written by its bits.

use crate::rtl::mode::Mode;
use gimple::constant::RealBits;

/// The text of a constant of `mode` by its bits in the target's format.
pub fn text(mode: Mode, bits: u128) -> String {
    let value = match mode {
        Mode::SF => f64::from(f32::from_bits(bits as u32)),
        Mode::DF => f64::from_bits(bits as u64),
        _ => return format!("{bits:#x}"),
    };
    if !value.is_finite() {
        return format!("{bits:#x}");
    }
    let mut decimal = String::new();
    gimple::print::write_real(&mut decimal, RealBits::from_f64(value));
    format!("{decimal} [{}]", hexadecimal(value))
}

/// A number as a fraction that begins with its first bit, and a power of two.
fn hexadecimal(value: f64) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let magnitude = value.abs().to_bits();
    if magnitude == 0 {
        return format!("{sign}0x0.0p+0");
    }
    let (biased, fraction) = ((magnitude >> 52) as i32, magnitude & ((1 << 52) - 1));
    let (significand, exponent) =
        if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    let shift = significand.leading_zeros();
    let digits = format!("{:016x}", significand << shift);
    let digits = digits.trim_end_matches('0');
    format!("{sign}0x0.{digits}p{:+}", exponent + 64 - shift as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_twice() {
        assert_eq!(text(Mode::DF, u128::from(1.5f64.to_bits())), "1.5e+0 [0x0.cp+1]");
        assert_eq!(text(Mode::SF, u128::from(4.0f32.to_bits())), "4.0e+0 [0x0.8p+3]");
        assert_eq!(text(Mode::DF, 0), "0.0 [0x0.0p+0]");
    }
}
