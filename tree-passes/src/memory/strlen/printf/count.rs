//! How many bytes are printed: between a least and a greatest number, and likely so many.
//!
//! ```text
//!   %d of an int              1, likely 1, at most 11
//!   %d of 10 to 100           2, likely 3, at most 3
//!   %f of a double            3, likely 8, at most 317, in some locales 322
//! ```

/// The greatest value of a signed word: what is not known is that, or [`UNBOUNDED`].
pub const UNKNOWN: u64 = i64::MAX as u64;

/// Stands for a number that is not bounded.
pub const UNBOUNDED: u64 = u64::MAX;

/// The greatest number of bytes a call can return.
pub const INT_MAX: u64 = i32::MAX as u64;

/// The most bytes that one directive can print: `INT_MAX` and the digits of the greatest `long double`.
pub const MOST_OF_ANY: u64 = INT_MAX + 4932 + 2;

/// The bytes of the longest character in any locale (`MB_LEN_MAX` as GCC has it for every target).
pub const LONGEST_CHARACTER: u64 = 6;

/// Numbers of bytes: at least, likely, at most, and at most in unlikely locales.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Count {
    pub min: u64,
    pub likely: u64,
    pub max: u64,
    pub unlikely: u64,
}

impl Count {
    pub fn exactly(count: u64) -> Count {
        Count { min: count, likely: count, max: count, unlikely: count }
    }

    /// As GCC prints it: what is not bounded is -1.
    pub fn text(&self) -> String {
        let Count { min, likely, max, unlikely } = *self;
        format!("{min}, {likely}, {}, {}", max as i64, unlikely as i64)
    }

    /// Adds what one directive prints (the middle of `format_directive`).
    pub fn add(&mut self, one: &Count) {
        if self.max < UNKNOWN && one.max < UNKNOWN {
            self.max += one.max;
        }
        self.unlikely = self.unlikely.saturating_add(one.max.max(one.unlikely));
        self.min = self.min.saturating_add(one.min);
        self.likely = self.likely.saturating_add(one.likely);
    }

    /// How many of `size` bytes are left after that (`bytes_remaining`).
    pub fn left_of(&self, size: u64) -> Count {
        if size >= UNKNOWN {
            return Count::exactly(size);
        }
        let left = |printed: u64| size.saturating_sub(printed);
        let likely = left(self.likely);
        let min = if self.max < UNKNOWN { left(self.max) } else { likely };
        Count { min, likely, max: left(self.min), unlikely: left(self.unlikely) }
    }
}

/// The range of a width or a precision; -1 stands for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub low: i64,
    pub high: i64,
}

impl Bounds {
    /// There is none.
    pub const NONE: Bounds = Bounds { low: -1, high: -1 };

    pub fn exactly(value: i64) -> Bounds {
        Bounds { low: value, high: value }
    }

    pub fn is_exact(self) -> bool {
        self.low == self.high
    }
}

/// What a directive prints.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    pub count: Count,
    /// The count comes from the value or the range of the argument, not from its type alone.
    pub known: bool,
    /// It may fail.
    pub fails: bool,
    /// The argument is a null pointer.
    pub null: bool,
    /// The range of the argument that messages tell.
    pub argument: Option<(i128, i128)>,
}

impl Printed {
    pub fn of(count: Count, known: bool) -> Printed {
        Printed { count, known, fails: false, null: false, argument: None }
    }

    pub fn exactly(count: u64) -> Printed {
        Printed::of(Count::exactly(count), true)
    }

    /// Nothing is known.
    pub fn unknown() -> Printed {
        Printed::of(Count::exactly(UNKNOWN), false)
    }

    /// In so many columns, or digits, at least (`adjust_for_width_or_precision`). `digits` is how many digits the type of
    /// the argument takes at most and what may stand before them, for level 2 of the warning.
    pub fn widened(mut self, by: Bounds, level: u32, digits: Option<(u64, u64)>) -> Printed {
        let count = &mut self.count;
        let mut raised = false;
        if let Ok(low) = u64::try_from(by.low) {
            raised = count.min < low;
            count.min = count.min.max(low);
            count.likely = count.likely.max(count.min);
        } else if by.low == i32::MIN.into() && by.high == i32::MAX.into() {
            self.known = false;
        }
        if by.high > 0 && count.max < by.high as u64 {
            count.max = by.high as u64;
            self.known = raised;
        }
        match digits.filter(|_| level > 1) {
            Some((digits, before)) => {
                let within = by.low < digits as i64 && (digits as i64) < by.high;
                if within && count.likely < digits {
                    count.likely = digits + before;
                }
            }
            None if count.likely < count.min.max(1) => {
                let some = count.max > 0 && (count.max < UNKNOWN || level > 1);
                count.likely = if count.min > 0 { count.min } else { u64::from(some) };
            }
            None => {}
        }
        count.unlikely = count.unlikely.max(count.max);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left() {
        let printed = Count { min: 2, likely: 3, max: 9, unlikely: 12 };
        assert_eq!(printed.left_of(10), Count { min: 1, likely: 7, max: 8, unlikely: 0 });
        assert_eq!(printed.left_of(UNKNOWN), Count::exactly(UNKNOWN));
        let endless = Count { min: 2, likely: 3, max: UNBOUNDED, unlikely: UNKNOWN };
        assert_eq!(endless.left_of(10), Count { min: 7, likely: 7, max: 8, unlikely: 0 });
    }

    #[test]
    fn sums_that_have_no_bound() {
        let mut sum = Count::exactly(3);
        sum.max = UNBOUNDED;
        sum.add(&Count::exactly(4));
        assert_eq!((sum.min, sum.max), (7, UNBOUNDED));
    }

    #[test]
    fn columns() {
        let two = Bounds { low: 0, high: 2 };
        let wide = Printed::exactly(1).widened(two, 1, None);
        assert_eq!(wide.count, Count { min: 1, likely: 1, max: 2, unlikely: 2 });
        assert!(!wide.known);
        assert!(Printed::exactly(1).widened(Bounds::exactly(5), 1, None).known);
    }
}
