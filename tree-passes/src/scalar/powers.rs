//! Powers by few multiplications.
//!
//! ```text
//!   x to the 15:   _1 = x * x;  _2 = x * _1;  _3 = _2 * _2;  _4 = _2 * _3;  _5 = _3 * _4;      (2, 3, 6, 9, 15)
//! ```

/// For each odd power from 3 on the larger power of the two it is made of; the other is the rest. Even ones are squares.
/// Which splits need the fewest products is known by search only (Knuth, "The Art of Computer Programming", 4.6.3).
const PARTS_OF_ODD: [u8; 127] = [
    2, 3, 4, 6, 6, 10, 9, 16, 16, 12, 13, 17, 18, 24, 26, 17, 19, 33, 26, 25, 40, 27, 44, 32, 34,
    29, 44, 31, 34, 60, 36, 64, 34, 46, 37, 65, 50, 48, 69, 49, 43, 51, 58, 64, 47, 59, 76, 65, 66,
    67, 66, 70, 74, 104, 74, 64, 69, 78, 68, 61, 80, 75, 68, 65, 128, 129, 90, 73, 131, 94, 88,
    128, 98, 132, 121, 102, 124, 132, 106, 97, 160, 99, 134, 86, 95, 160, 100, 113, 98, 107, 122,
    111, 102, 126, 150, 128, 130, 133, 195, 128, 123, 164, 138, 145, 146, 109, 149, 200, 146, 170,
    157, 128, 130, 182, 132, 200, 132, 158, 206, 240, 162, 147, 152, 166, 214, 138, 153,
];

/// Bits of a large odd power that are multiplied in at once.
const WINDOW: u64 = 7;

/// The two powers that a power, at least 2, is the product of: the one to be computed first is the first.
pub fn parts(power: u64) -> (u64, u64) {
    if power.is_multiple_of(2) {
        return (power / 2, power / 2);
    }
    let second = match PARTS_OF_ODD.get((power / 2) as usize - 1) {
        Some(&part) => part.into(),
        None => power & WINDOW,
    };
    (power - second, second)
}

#[cfg(test)]
mod tests {
    use super::parts;

    /// Parts are smaller than what they make up.
    #[test]
    fn parts_make_up_the_power() {
        for power in (2..2000).chain([u64::MAX, u64::MAX / 2, 1 << 40]) {
            let (a, b) = parts(power);
            assert!(a > 0 && b > 0 && a.checked_add(b) == Some(power), "{power}: {a}, {b}");
        }
    }
}
