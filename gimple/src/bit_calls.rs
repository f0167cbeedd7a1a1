//! What a comparison of the number of ones, or of the place of a bit, with a number says of the argument.
//!
//! ```text
//!   __builtin_ctz (x) >= 3        (x & 7) == 0
//!   __builtin_clz (x) == 0        x, as a number with a sign, is less than 0
//! ```

use crate::builtins::Family;
use crate::code::TreeCode;

/// What is said of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// Nothing: the comparison holds, or not, whatever it is.
    Truth(bool),
    /// It compares so with a number.
    Argument(TreeCode, i128),
    /// With a sign it compares so with 0.
    Sign(TreeCode),
    /// So many of its lowest bits compare so with a number.
    Lowest { bits: i128, code: TreeCode, number: i128 },
    /// So many of its lowest bits are 0 and it is not; or, if not, the opposite.
    OnlyAbove { bits: i128, holds: bool },
}

/// What `function (x) code number` says of an argument of so many bits; functions are undefined for 0 as they are in C.
pub fn compared(family: Family, bits: i128, code: TreeCode, number: i128) -> Option<Said> {
    // As `==` and `!=`, or as whether the result is greater than a number.
    let (test, number) = match code {
        TreeCode::Eq | TreeCode::Ne | TreeCode::Gt | TreeCode::Le => (code, number),
        TreeCode::Ge => (TreeCode::Gt, number - 1),
        TreeCode::Lt => (TreeCode::Le, number - 1),
        _ => return None,
    };
    let is_zero = match test {
        TreeCode::Eq | TreeCode::Le => TreeCode::Eq,
        _ => TreeCode::Ne,
    };
    match family {
        Family::Popcount | Family::Ffs if number == 0 => Some(Said::Argument(is_zero, 0)),
        Family::Clz => leading_zeros(bits, test, number),
        Family::Ctz => Some(lowest_bit(bits, test, number)),
        Family::Ffs => Some(first_bit(bits, test, number)),
        _ => None,
    }
}

fn leading_zeros(bits: i128, test: TreeCode, number: i128) -> Option<Said> {
    let negative = match test {
        TreeCode::Eq => TreeCode::Lt,
        TreeCode::Ne => TreeCode::Ge,
        _ => return None,
    };
    match number {
        0 => Some(Said::Sign(negative)),
        _ if number == bits - 1 => Some(Said::Argument(test, 1)),
        _ => None,
    }
}

/// `ctz (x) == n` and `ctz (x) > n`.
fn lowest_bit(bits: i128, test: TreeCode, number: i128) -> Said {
    if matches!(test, TreeCode::Eq | TreeCode::Ne) {
        return match (0..bits).contains(&number) {
            true => Said::Lowest { bits: number + 1, code: test, number: 1 << number },
            false => Said::Truth(test == TreeCode::Ne),
        };
    }
    let greater = test == TreeCode::Gt;
    match number + 1 {
        below if below <= 0 => Said::Truth(greater),
        below if below >= bits => Said::Truth(!greater),
        below => {
            let code = if greater { TreeCode::Eq } else { TreeCode::Ne };
            Said::Lowest { bits: below, code, number: 0 }
        }
    }
}

/// `ffs (x) == n` and `ffs (x) > n` for a number that is not zero.
fn first_bit(bits: i128, test: TreeCode, number: i128) -> Said {
    if matches!(test, TreeCode::Eq | TreeCode::Ne) {
        return match (0..=bits).contains(&number) {
            true => Said::Lowest { bits: number, code: test, number: 1 << (number - 1) },
            false => Said::Truth(test == TreeCode::Ne),
        };
    }
    let greater = test == TreeCode::Gt;
    match number {
        _ if number < 0 => Said::Truth(greater),
        _ if number >= bits => Said::Truth(!greater),
        _ => Said::OnlyAbove { bits: number, holds: greater },
    }
}

#[cfg(test)]
mod tests {
    use super::{Said, compared};
    use crate::builtins::Family;
    use crate::code::TreeCode;

    /// Whether what is said of a number of eight bits holds.
    fn holds(said: Said, x: u8) -> bool {
        let compare = |code: TreeCode, a: i128, b: i128| match code {
            TreeCode::Eq => a == b,
            TreeCode::Ne => a != b,
            TreeCode::Lt => a < b,
            _ => a >= b,
        };
        let low = |bits: i128| i128::from(x) & ((1 << bits) - 1);
        match said {
            Said::Truth(value) => value,
            Said::Argument(code, number) => compare(code, x.into(), number),
            Said::Sign(code) => compare(code, (x as i8).into(), 0),
            Said::Lowest { bits, code, number } => compare(code, low(bits), number),
            Said::OnlyAbove { bits, holds } => (low(bits) == 0 && x != 0) == holds,
        }
    }

    #[test]
    fn what_is_said_is_what_the_comparison_says() {
        let codes =
            [TreeCode::Eq, TreeCode::Ne, TreeCode::Lt, TreeCode::Le, TreeCode::Gt, TreeCode::Ge];
        let families = [Family::Popcount, Family::Ffs, Family::Clz, Family::Ctz];
        for (family, code) in families.into_iter().flat_map(|it| codes.map(|code| (it, code))) {
            for (number, x) in (-2..12).flat_map(|number| (0..=255u8).map(move |x| (number, x))) {
                let result: i128 = match family {
                    Family::Popcount => x.count_ones().into(),
                    Family::Ffs if x == 0 => 0,
                    Family::Ffs => i128::from(x.trailing_zeros()) + 1,
                    _ if x == 0 => continue,
                    Family::Clz => x.leading_zeros().into(),
                    _ => x.trailing_zeros().into(),
                };
                let expected = match code {
                    TreeCode::Eq => result == number,
                    TreeCode::Ne => result != number,
                    TreeCode::Lt => result < number,
                    TreeCode::Le => result <= number,
                    TreeCode::Gt => result > number,
                    _ => result >= number,
                };
                if let Some(said) = compared(family, 8, code, number) {
                    assert_eq!(holds(said, x), expected, "{family:?} {code:?} {number} {x}");
                }
            }
        }
    }
}
