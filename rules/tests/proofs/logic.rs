//! Bit vectors and truth values, calculated or written for a solver: what a rule means is said once, for both.

use std::fmt::Write;

/// Operations of two bit vectors of one width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bin {
    Add,
    Sub,
    Mul,
    Sdiv,
    Udiv,
    Srem,
    Urem,
    And,
    Or,
    Xor,
    Shl,
    Lshr,
    Ashr,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cmp {
    Eq,
    Ult,
    Slt,
}

/// Something that calculates with bit vectors.
pub trait Logic {
    type Bits: Clone;
    type Truth: Clone;

    fn width(&self, a: &Self::Bits) -> u32;
    fn literal(&mut self, width: u32, value: i128) -> Self::Bits;
    /// A value that may be any; the same for the same number.
    fn variable(&mut self, index: usize, width: u32) -> Self::Bits;
    fn bin(&mut self, op: Bin, a: &Self::Bits, b: &Self::Bits) -> Self::Bits;
    /// As wide as said: cut off, or extended with zeros or the sign.
    fn resize(&mut self, a: &Self::Bits, width: u32, signed: bool) -> Self::Bits;
    fn cmp(&mut self, op: Cmp, a: &Self::Bits, b: &Self::Bits) -> Self::Truth;
    fn truth(&mut self, value: bool) -> Self::Truth;
    fn and(&mut self, a: &Self::Truth, b: &Self::Truth) -> Self::Truth;
    fn or(&mut self, a: &Self::Truth, b: &Self::Truth) -> Self::Truth;
    fn not(&mut self, a: &Self::Truth) -> Self::Truth;
    fn select(&mut self, which: &Self::Truth, a: &Self::Bits, b: &Self::Bits) -> Self::Bits;
}

/// Calculates with the values given.
pub struct Calculator {
    /// The values of the variables, and of how many bits they turned out to be.
    pub values: Vec<u128>,
    pub widths: Vec<u32>,
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

fn signed((value, width): (u128, u32)) -> i128 {
    ((value << (128 - width)) as i128) >> (128 - width)
}

impl Logic for Calculator {
    type Bits = (u128, u32);
    type Truth = bool;

    fn width(&self, a: &Self::Bits) -> u32 {
        a.1
    }

    fn literal(&mut self, width: u32, value: i128) -> Self::Bits {
        (value as u128 & mask(width), width)
    }

    fn variable(&mut self, index: usize, width: u32) -> Self::Bits {
        if self.widths.len() <= index {
            self.widths.resize(index + 1, 0);
        }
        self.widths[index] = width;
        (self.values.get(index).copied().unwrap_or(0) & mask(width), width)
    }

    fn bin(&mut self, op: Bin, a: &Self::Bits, b: &Self::Bits) -> Self::Bits {
        let (x, y, width) = (a.0, b.0, a.1);
        let (sx, sy) = (signed(*a), signed(*b));
        let far = y >= u128::from(width);
        let value = match op {
            Bin::Add => x.wrapping_add(y),
            Bin::Sub => x.wrapping_sub(y),
            Bin::Mul => x.wrapping_mul(y),
            Bin::Sdiv if y == 0 => {
                if sx < 0 {
                    1
                } else {
                    u128::MAX
                }
            }
            Bin::Sdiv => sx.wrapping_div(sy) as u128,
            Bin::Udiv => x.checked_div(y).unwrap_or(u128::MAX),
            Bin::Srem if y == 0 => x,
            Bin::Srem => sx.wrapping_rem(sy) as u128,
            Bin::Urem => x.checked_rem(y).unwrap_or(x),
            Bin::And => x & y,
            Bin::Or => x | y,
            Bin::Xor => x ^ y,
            Bin::Shl if far => 0,
            Bin::Shl => x << y,
            Bin::Lshr if far => 0,
            Bin::Lshr => x >> y,
            Bin::Ashr if far => (sx >> 127) as u128,
            Bin::Ashr => (sx >> y) as u128,
        };
        (value & mask(width), width)
    }

    fn resize(&mut self, a: &Self::Bits, width: u32, sign: bool) -> Self::Bits {
        let value = if sign { signed(*a) as u128 } else { a.0 };
        (value & mask(width), width)
    }

    fn cmp(&mut self, op: Cmp, a: &Self::Bits, b: &Self::Bits) -> bool {
        match op {
            Cmp::Eq => a.0 == b.0,
            Cmp::Ult => a.0 < b.0,
            Cmp::Slt => signed(*a) < signed(*b),
        }
    }

    fn truth(&mut self, value: bool) -> bool {
        value
    }

    fn and(&mut self, a: &bool, b: &bool) -> bool {
        *a && *b
    }

    fn or(&mut self, a: &bool, b: &bool) -> bool {
        *a || *b
    }

    fn not(&mut self, a: &bool) -> bool {
        !a
    }

    fn select(&mut self, which: &bool, a: &Self::Bits, b: &Self::Bits) -> Self::Bits {
        if *which { *a } else { *b }
    }
}

/// Writes SMT-LIB: every result gets a name.
#[derive(Default)]
pub struct Writer {
    pub text: String,
    names: usize,
    variables: usize,
}

impl Writer {
    fn define(&mut self, sort: &str, term: &str) -> String {
        self.names += 1;
        let name = format!("t{}", self.names);
        let _ = writeln!(self.text, "(define-fun {name} () {sort} {term})");
        name
    }

    fn define_bits(&mut self, width: u32, term: &str) -> (String, u32) {
        (self.define(&format!("(_ BitVec {width})"), term), width)
    }
}

impl Logic for Writer {
    type Bits = (String, u32);
    type Truth = String;

    fn width(&self, a: &Self::Bits) -> u32 {
        a.1
    }

    fn literal(&mut self, width: u32, value: i128) -> Self::Bits {
        let digits: String = (0..width)
            .rev()
            .map(|bit| if value >> bit.min(127) & 1 == 1 { '1' } else { '0' })
            .collect();
        (format!("#b{digits}"), width)
    }

    fn variable(&mut self, index: usize, width: u32) -> Self::Bits {
        if index >= self.variables {
            self.variables = index + 1;
            let _ = writeln!(self.text, "(declare-const v{index} (_ BitVec {width}))");
        }
        (format!("v{index}"), width)
    }

    fn bin(&mut self, op: Bin, a: &Self::Bits, b: &Self::Bits) -> Self::Bits {
        let name = match op {
            Bin::Add => "bvadd",
            Bin::Sub => "bvsub",
            Bin::Mul => "bvmul",
            Bin::Sdiv => "bvsdiv",
            Bin::Udiv => "bvudiv",
            Bin::Srem => "bvsrem",
            Bin::Urem => "bvurem",
            Bin::And => "bvand",
            Bin::Or => "bvor",
            Bin::Xor => "bvxor",
            Bin::Shl => "bvshl",
            Bin::Lshr => "bvlshr",
            Bin::Ashr => "bvashr",
        };
        self.define_bits(a.1, &format!("({name} {} {})", a.0, b.0))
    }

    fn resize(&mut self, a: &Self::Bits, width: u32, signed: bool) -> Self::Bits {
        if width == a.1 {
            return a.clone();
        }
        let term = if width < a.1 {
            format!("((_ extract {} 0) {})", width - 1, a.0)
        } else {
            let how = if signed { "sign_extend" } else { "zero_extend" };
            format!("((_ {how} {}) {})", width - a.1, a.0)
        };
        self.define_bits(width, &term)
    }

    fn cmp(&mut self, op: Cmp, a: &Self::Bits, b: &Self::Bits) -> String {
        let name = match op {
            Cmp::Eq => "=",
            Cmp::Ult => "bvult",
            Cmp::Slt => "bvslt",
        };
        self.define("Bool", &format!("({name} {} {})", a.0, b.0))
    }

    fn truth(&mut self, value: bool) -> String {
        value.to_string()
    }

    fn and(&mut self, a: &String, b: &String) -> String {
        match (a.as_str(), b.as_str()) {
            ("true", _) => b.clone(),
            (_, "true") => a.clone(),
            _ => self.define("Bool", &format!("(and {a} {b})")),
        }
    }

    fn or(&mut self, a: &String, b: &String) -> String {
        match (a.as_str(), b.as_str()) {
            ("false", _) => b.clone(),
            (_, "false") => a.clone(),
            _ => self.define("Bool", &format!("(or {a} {b})")),
        }
    }

    fn not(&mut self, a: &String) -> String {
        self.define("Bool", &format!("(not {a})"))
    }

    fn select(&mut self, which: &String, a: &Self::Bits, b: &Self::Bits) -> Self::Bits {
        self.define_bits(a.1, &format!("(ite {which} {} {})", a.0, b.0))
    }
}
