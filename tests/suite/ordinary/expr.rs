//! Expressions without undefined behaviour: each is generated with the interval its value lies in, so that an operation
//! is only used where it cannot overflow, divide by zero or shift too far, and looks as people write it otherwise.

use crate::random::Random;

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Int {
    pub name: &'static str,
    pub bits: u32,
    pub signed: bool,
}

const fn int(name: &'static str, bits: u32, signed: bool) -> Int {
    Int { name, bits, signed }
}

pub const INT: Int = int("int", 32, true);
const UNSIGNED: Int = int("unsigned", 32, false);
pub const LONG: Int = int("long", 64, true);
const UNSIGNED_LONG: Int = int("unsigned long", 64, false);
/// The types of scalars. Plain `char` is unsigned on RISC-V.
pub const INTS: [Int; 10] = [
    INT,
    UNSIGNED,
    LONG,
    UNSIGNED_LONG,
    int("char", 8, false),
    int("signed char", 8, true),
    int("unsigned char", 8, false),
    int("short", 16, true),
    int("unsigned short", 16, false),
    int("_Bool", 1, false),
];

impl Int {
    pub fn find(name: &str) -> Int {
        INTS.into_iter().find(|ty| ty.name == name).unwrap_or_else(|| panic!("no type {name}"))
    }

    pub fn min(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    pub fn max(self) -> i128 {
        if self.signed { (1 << (self.bits - 1)) - 1 } else { (1 << self.bits) - 1 }
    }

    fn promoted(self) -> Int {
        if self.bits < 32 { INT } else { self }
    }

    fn common(self, other: Int) -> Int {
        let (a, b) = (self.promoted(), other.promoted());
        match a.bits.cmp(&b.bits) {
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Equal if a.signed => b,
            std::cmp::Ordering::Equal => a,
        }
    }

    fn unsigned(self) -> Int {
        if self.bits > 32 { UNSIGNED_LONG } else { UNSIGNED }
    }
}

/// Something with a value: a variable, an element, a member.
#[derive(Clone, Debug)]
pub struct Place {
    pub text: String,
    pub ty: Int,
    /// What it never leaves.
    pub low: i128,
    pub high: i128,
    pub assignable: bool,
}

impl Place {
    /// A place that may have any value of its type.
    pub fn new(text: &str, ty: Int) -> Place {
        Place { text: text.into(), ty, low: ty.min(), high: ty.max(), assignable: true }
    }

    pub fn bounded(text: &str, ty: Int, low: i128, high: i128) -> Place {
        Place { text: text.into(), ty, low, high, assignable: true }
    }

    pub fn fixed(mut self) -> Place {
        self.assignable = false;
        self
    }
}

/// An expression; `text` can stand anywhere.
#[derive(Clone, Debug)]
pub struct Expr {
    pub text: String,
    pub ty: Int,
    pub low: i128,
    pub high: i128,
}

impl Expr {
    fn fits(&self, ty: Int) -> bool {
        ty.min() <= self.low && self.high <= ty.max()
    }

    /// Its value after conversion to a type.
    fn converted(&self, ty: Int) -> (i128, i128) {
        if ty.bits == 1 {
            return (0, 1);
        }
        if self.fits(ty) { (self.low, self.high) } else { (ty.min(), ty.max()) }
    }
}

/// Makes expressions over places.
pub struct Exprs<'a> {
    pub random: &'a mut Random,
    pub places: &'a [Place],
}

const INTERESTING: [i128; 24] = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    10,
    15,
    16,
    31,
    32,
    63,
    64,
    100,
    127,
    128,
    255,
    256,
    1000,
    32767,
    65535,
    0x7fff_ffff,
];

impl Exprs<'_> {
    fn constant(&mut self) -> Expr {
        let mut value = self.random.pick(&INTERESTING);
        if self.random.one_in(4) {
            value = -value;
        }
        literal(value)
    }

    fn leaf(&mut self) -> Expr {
        if self.places.is_empty() || self.random.one_in(4) {
            return self.constant();
        }
        let place = &self.places[self.random.below(self.places.len())];
        Expr { text: place.text.clone(), ty: place.ty, low: place.low, high: place.high }
    }

    /// Any expression.
    pub fn any(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return self.leaf();
        }
        match self.random.below(16) {
            0 | 1 => self.leaf(),
            2..=5 => self.sum(depth - 1),
            6 => self.product(depth - 1),
            7 => self.quotient(depth - 1),
            8..=10 => self.bitwise(depth - 1),
            11 => self.shift(depth - 1),
            12 => self.choice(depth - 1),
            13 => self.cast(depth - 1),
            14 => self.unary(depth - 1),
            _ => {
                let text = self.condition(depth - 1);
                Expr { text: format!("({text})"), ty: INT, low: 0, high: 1 }
            }
        }
    }

    /// An expression of small magnitude, so that what is done with it cannot overflow.
    fn small(&mut self, depth: usize, limit: i128) -> Expr {
        let e = self.any(depth);
        if -limit <= e.low && e.high <= limit {
            return e;
        }
        if self.random.one_in(2) {
            let mask = [limit, 255, 127, 63, 1023][self.random.below(5)]
                .min((limit + 1).next_power_of_two_below());
            return Expr { text: format!("({} & {mask})", e.text), ty: INT, low: 0, high: mask }
                .typed(e.ty.promoted());
        }
        let modulus = [10, 7, 100, 97, 32, 1000][self.random.below(6)].min(limit.max(2));
        let low = if e.low < 0 { 1 - modulus } else { 0 };
        Expr { text: format!("({} % {modulus})", e.text), ty: INT, low, high: modulus - 1 }
            .typed(e.ty.promoted())
    }

    fn sum(&mut self, depth: usize) -> Expr {
        let minus = self.random.one_in(2);
        let (mut a, mut b) = (self.any(depth), self.any(depth));
        for _ in 0..2 {
            let ty = a.ty.common(b.ty);
            let (x, y) = (a.converted(ty), b.converted(ty));
            let (low, high) = if minus { (x.0 - y.1, x.1 - y.0) } else { (x.0 + y.0, x.1 + y.1) };
            let text = format!("({} {} {})", a.text, if minus { "-" } else { "+" }, b.text);
            if let Some(e) = result(text, ty, low, high) {
                return e;
            }
            match self.random.below(3) {
                0 => {
                    let ty = ty.unsigned();
                    let op = if minus { "-" } else { "+" };
                    let text = format!("(({}) {} {op} {})", ty.name, a.text, b.text);
                    return Expr { text, ty, low: ty.min(), high: ty.max() };
                }
                _ => {
                    a = self.small(depth, 100_000);
                    b = self.small(depth, 100_000);
                }
            }
        }
        self.leaf()
    }

    fn product(&mut self, depth: usize) -> Expr {
        let a = self.small(depth, 30_000);
        let b = if self.random.one_in(2) { self.constant() } else { self.small(depth, 30_000) };
        let ty = a.ty.common(b.ty);
        let (x, y) = (a.converted(ty), b.converted(ty));
        let all = [
            x.0.checked_mul(y.0),
            x.0.checked_mul(y.1),
            x.1.checked_mul(y.0),
            x.1.checked_mul(y.1),
        ];
        let all = all.map(|p| p.unwrap_or(i128::MAX));
        let (low, high) = (
            all.into_iter().fold(i128::MAX, i128::min),
            all.into_iter().fold(i128::MIN, i128::max),
        );
        result(format!("({} * {})", a.text, b.text), ty, low, high).unwrap_or(a)
    }

    fn quotient(&mut self, depth: usize) -> Expr {
        let a = self.any(depth);
        let a_ty = a.ty.promoted();
        if self.random.one_in(2) {
            let by = self.random.pick(&[
                1, 2, 3, 5, 7, 8, 10, 16, 60, 100, 127, 255, 256, 1000, -1, -2, -3, -8, -10,
            ]);
            if (by > 0 || a_ty.signed) && !(by == -1 && a.low == a_ty.min()) {
                return self.divided(a, by);
            }
        }
        let b = self.any(depth);
        // Never zero, and minus one only where nothing overflows.
        let b = if b.low > 0 && b.fits(b.ty.promoted()) {
            b
        } else if self.random.one_in(2) {
            let ty = b.ty.promoted();
            Expr { text: format!("(({} & 15) + 1)", b.text), ty, low: 1, high: 16 }
        } else {
            let ty = b.ty.promoted();
            Expr { text: format!("({} | 1)", b.text), ty, low: ty.min(), high: ty.max() }
        };
        let ty = a.ty.common(b.ty);
        let x = a.converted(ty);
        if ty.signed && x.0 == ty.min() && b.low < 0 {
            return a;
        }
        let remainder = self.random.one_in(2);
        let most = x.0.abs().max(x.1.abs());
        let low = if x.0 < 0 || (ty.signed && b.low < 0) { -most } else { 0 };
        let op = if remainder { "%" } else { "/" };
        Expr {
            text: format!("({} {op} {})", a.text, b.text),
            ty,
            low: low.max(ty.min()),
            high: most.min(ty.max()),
        }
    }

    fn divided(&mut self, a: Expr, by: i128) -> Expr {
        let ty = a.ty.promoted();
        if self.random.one_in(2) {
            let (p, q) = (a.low / by, a.high / by);
            return Expr {
                text: format!("({} / {by})", a.text),
                ty,
                low: p.min(q).min(0),
                high: p.max(q).max(0),
            };
        }
        let most = by.abs() - 1;
        let low = if a.low < 0 { -most } else { 0 };
        Expr { text: format!("({} % {by})", a.text), ty, low, high: most }
    }

    fn bitwise(&mut self, depth: usize) -> Expr {
        let (a, b) = (self.any(depth), self.any(depth));
        let ty = a.ty.common(b.ty);
        let (x, y) = (a.converted(ty), b.converted(ty));
        let op = self.random.pick(&["&", "|", "^", "&", "|"]);
        let most = x.1.max(y.1).max(-x.0).max(-y.0).max(1) as u128;
        let most = (most + 1).next_power_of_two() as i128 - 1;
        let low = if x.0 < 0 || y.0 < 0 { -most - 1 } else { 0 };
        let (low, high) = match op {
            "&" if x.0 >= 0 => (0, x.1),
            "&" if y.0 >= 0 => (0, y.1),
            _ => (low.max(ty.min()), most.min(ty.max())),
        };
        Expr { text: format!("({} {op} {})", a.text, b.text), ty, low, high }
    }

    fn shift(&mut self, depth: usize) -> Expr {
        let a = self.any(depth);
        let ty = a.ty.promoted();
        let by = if self.random.one_in(2) {
            self.random.below(ty.bits as usize).to_string()
        } else {
            format!("({} & {})", self.any(depth).text, self.random.pick(&[7, 15, 31]))
        };
        if self.random.one_in(2) {
            let low = a.low.min(0);
            return Expr { text: format!("({} >> {by})", a.text), ty, low, high: a.high.max(0) };
        }
        let ty = ty.unsigned();
        let text = format!("(({}) {} << {by})", ty.name, a.text);
        Expr { text, ty, low: 0, high: ty.max() }
    }

    fn choice(&mut self, depth: usize) -> Expr {
        let condition = self.condition(depth);
        let (a, b) = (self.any(depth), self.any(depth));
        let ty = a.ty.common(b.ty);
        let (x, y) = (a.converted(ty), b.converted(ty));
        let text = format!("({condition} ? {} : {})", a.text, b.text);
        Expr { text, ty, low: x.0.min(y.0), high: x.1.max(y.1) }
    }

    fn cast(&mut self, depth: usize) -> Expr {
        let a = self.any(depth);
        let ty = self.random.pick(&INTS);
        let (low, high) = a.converted(ty);
        Expr { text: format!("(({}) {})", ty.name, a.text), ty, low, high }
    }

    fn unary(&mut self, depth: usize) -> Expr {
        let a = self.any(depth);
        let ty = a.ty.promoted();
        let x = a.converted(ty);
        match self.random.below(3) {
            0 => {
                let (low, high) = if ty.signed { (!x.1, !x.0) } else { (0, ty.max()) };
                Expr { text: format!("(~{})", a.text), ty, low, high }
            }
            1 => Expr { text: format!("(!{})", a.text), ty: INT, low: 0, high: 1 },
            _ => result(format!("(- {})", a.text), ty, -x.1, -x.0).unwrap_or(a),
        }
    }

    /// A condition, without parentheses where C needs none around the operands of `?:`, in `if` and in `while`.
    pub fn condition(&mut self, depth: usize) -> String {
        if depth > 0 && self.random.one_in(3) {
            let op = self.random.pick(&["&&", "||"]);
            let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
            let not = self.random.pick(&["", "", "!"]);
            return format!("{not}({a} {op} {b})");
        }
        let a = self.any(depth.min(1));
        match self.random.below(8) {
            0 => a.text,
            1 => format!("!{}", a.text),
            2 => format!("({} & {})", a.text, 1 << self.random.below(8)),
            _ => {
                let op = self.random.pick(&["==", "!=", "<", "<=", ">", ">="]);
                let b =
                    if self.random.one_in(2) { self.constant() } else { self.any(depth.min(1)) };
                format!("({} {op} {})", a.text, b.text)
            }
        }
    }

    /// An expression whose value lies between two bounds.
    pub fn within(&mut self, depth: usize, low: i128, high: i128) -> String {
        let e = self.any(depth);
        if low <= e.low && e.high <= high {
            return e.text;
        }
        let span = high - low + 1;
        if low == 0 && span.count_ones() == 1 && span <= 1 << 31 {
            return format!("({} & {high})", e.text);
        }
        // All of a type's values: the conversion sees to it.
        if span > 1 << 32 {
            return e.text;
        }
        if span == 1 << 32 {
            return format!("({}) {}", if low < 0 { "int" } else { "unsigned" }, e.text);
        }
        let ty = e.ty.unsigned();
        match low {
            0 => format!("(({}) {} % {span})", ty.name, e.text),
            _ => format!("((long) (({}) {} % {span}) - {})", ty.name, e.text, -low),
        }
    }
}

trait PowerBelow {
    fn next_power_of_two_below(self) -> i128;
}

impl PowerBelow for i128 {
    /// One less than the largest power of two that is not greater.
    fn next_power_of_two_below(self) -> i128 {
        (1 << (127 - self.leading_zeros())) - 1
    }
}

impl Expr {
    fn typed(mut self, ty: Int) -> Expr {
        self.ty = ty;
        self
    }
}

/// The result of an operation, unless it may overflow.
fn result(text: String, ty: Int, low: i128, high: i128) -> Option<Expr> {
    if !ty.signed && (low < 0 || high > ty.max()) {
        return Some(Expr { text, ty, low: 0, high: ty.max() });
    }
    (ty.min() <= low && high <= ty.max()).then_some(Expr { text, ty, low, high })
}

fn literal(value: i128) -> Expr {
    let text = if value < 0 { format!("({value})") } else { value.to_string() };
    Expr { text, ty: INT, low: value, high: value }
}
