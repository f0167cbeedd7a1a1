//! What the formats of `printf`, `scanf` and `strftime` may hold: the tables of C's library section and of glibc's manual.

/// The standard that first has something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Std {
    C90,
    C94,
    C99,
    /// `long long`: of C99, and of C90 where `-Wno-long-long` allows it.
    LongLong,
    C2x,
    /// No standard has it.
    Extension,
}

/// A length modifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    None,
    Hh,
    H,
    L,
    Ll,
    BigL,
    Z,
    T,
    J,
    /// `H`, `D` and `DD`: decimal floating point, which the targets do not have.
    Decimal,
}

/// What an argument is, or points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    Void,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Size,
    SignedSize,
    PtrDiff,
    UnsignedPtrDiff,
    IntMax,
    UnsignedIntMax,
    WideInt,
    WideChar,
    Float,
    Double,
    LongDouble,
}

/// The types a conversion takes, by length modifier.
pub type Types = &'static [(Length, Std, Base)];

/// Conversions that are alike.
pub struct Conversion {
    pub letters: &'static str,
    pub std: Std,
    /// How many times the argument points; `None` where there is none.
    pub pointers: Option<usize>,
    pub types: Types,
    /// The flags they may have: `w` is a width, `p` a precision.
    pub flags: &'static str,
    /// `W` writes through its argument, `R` reads a string; `c` takes any kind of `char`; `i`: a precision makes `0` idle;
    /// `[` is followed by a set of characters; `2`, `3`, `4`: two digits of a year, always, in some locales, with `E`;
    /// `o`: a standard has no `O` with it.
    pub marks: &'static str,
}

/// A flag, a width or a precision.
pub struct Flag {
    pub letter: u8,
    pub name: &'static str,
    pub std: Std,
}

/// Two flags that do not go together.
pub struct Pair {
    pub first: u8,
    pub second: u8,
    /// Whether the first is ignored; else the two must not meet.
    pub ignored: bool,
    /// The mark a conversion must have for it.
    pub mark: Option<char>,
}

/// A family of functions with formats of one kind.
pub struct Family {
    /// As messages name it.
    pub name: &'static str,
    /// As they name it where they speak of its flags.
    pub plain: &'static str,
    pub conversions: &'static [Conversion],
    pub flags: &'static [Flag],
    pub pairs: &'static [Pair],
    pub lengths: &'static [(&'static str, Length, Std)],
    /// What stands at the beginning, in any order.
    pub flag_letters: &'static str,
    /// `E` and `O` of `strftime`.
    pub modifiers: &'static str,
    /// `m` of `scanf`, which allocates.
    pub allocates: bool,
    /// Arguments may give width and precision.
    pub star: bool,
    pub has_precision: bool,
    /// Arguments are named (`%1$d`), and there are arguments at all.
    pub arguments: bool,
    /// A width of zero is a fault.
    pub no_zero_width: bool,
    /// `%%` is a conversion like others.
    pub percent_is_conversion: bool,
}

use Base::*;
use Std::{C2x, C90, C94, C99, Extension};

const SIGNED: Types = &[
    (Length::None, C90, Int),
    (Length::Hh, C99, SignedChar),
    (Length::H, C90, Short),
    (Length::L, C90, Long),
    (Length::Ll, Std::LongLong, LongLong),
    (Length::BigL, Extension, LongLong),
    (Length::Z, C99, SignedSize),
    (Length::T, C99, PtrDiff),
    (Length::J, C99, IntMax),
];
const UNSIGNED: Types = &[
    (Length::None, C90, UnsignedInt),
    (Length::Hh, C99, UnsignedChar),
    (Length::H, C90, UnsignedShort),
    (Length::L, C90, UnsignedLong),
    (Length::Ll, Std::LongLong, UnsignedLongLong),
    (Length::BigL, Extension, UnsignedLongLong),
    (Length::Z, C99, Size),
    (Length::T, C99, UnsignedPtrDiff),
    (Length::J, C99, UnsignedIntMax),
];
const COUNT: Types = &[
    (Length::None, C90, Int),
    (Length::Hh, C99, SignedChar),
    (Length::H, C90, Short),
    (Length::L, C90, Long),
    (Length::Ll, Std::LongLong, LongLong),
    (Length::Z, C99, SignedSize),
    (Length::T, C99, PtrDiff),
    (Length::J, C99, IntMax),
];
const REAL: Types =
    &[(Length::None, C90, Double), (Length::L, C99, Double), (Length::BigL, C90, LongDouble)];
const REAL_READ: Types =
    &[(Length::None, C90, Float), (Length::L, C90, Double), (Length::BigL, C90, LongDouble)];
const CHARACTER: Types = &[(Length::None, C90, Int), (Length::L, C94, WideInt)];
const TEXT: Types = &[(Length::None, C90, Char), (Length::L, C94, WideChar)];
const WIDE_CHARACTER: Types = &[(Length::None, Extension, WideInt)];
const WIDE_TEXT: Types = &[(Length::None, Extension, WideChar)];
const ADDRESS: Types = &[(Length::None, C90, Void)];
const NOTHING: Types = &[];

const fn row(
    letters: &'static str,
    std: Std,
    pointers: usize,
    types: Types,
    flags: &'static str,
    marks: &'static str,
) -> Conversion {
    Conversion { letters, std, pointers: Some(pointers), types, flags, marks }
}

const fn alone(
    letters: &'static str,
    std: Std,
    flags: &'static str,
    marks: &'static str,
) -> Conversion {
    Conversion { letters, std, pointers: None, types: NOTHING, flags, marks }
}

const fn flag(letter: u8, name: &'static str, std: Std) -> Flag {
    Flag { letter, name, std }
}

const fn ignored(first: u8, second: u8, mark: Option<char>) -> Pair {
    Pair { first, second, ignored: true, mark }
}

const fn apart(first: u8, second: u8) -> Pair {
    Pair { first, second, ignored: false, mark: None }
}

const LENGTHS: &[(&str, Length, Std)] = &[
    ("hh", Length::Hh, C99),
    ("h", Length::H, C90),
    ("ll", Length::Ll, Std::LongLong),
    ("l", Length::L, C90),
    ("q", Length::Ll, Extension),
    ("L", Length::BigL, C90),
    ("z", Length::Z, C99),
    ("Z", Length::Z, Extension),
    ("t", Length::T, C99),
    ("j", Length::J, C99),
    ("H", Length::Decimal, C2x),
    ("DD", Length::Decimal, C2x),
    ("D", Length::Decimal, C2x),
];

pub static PRINTF: Family = Family {
    name: "gnu_printf",
    plain: "printf",
    conversions: &[
        row("di", C90, 0, SIGNED, "-wp0 +'I", "i"),
        row("oxX", C90, 0, UNSIGNED, "-wp0#", "i"),
        row("u", C90, 0, UNSIGNED, "-wp0'I", "i"),
        row("fgG", C90, 0, REAL, "-wp0 +#'I", ""),
        row("eE", C90, 0, REAL, "-wp0 +#I", ""),
        row("c", C90, 0, CHARACTER, "-w", ""),
        row("s", C90, 1, TEXT, "-wp", "cR"),
        row("p", C90, 1, ADDRESS, "-w", "c"),
        row("n", C90, 1, COUNT, "", "W"),
        row("F", C99, 0, REAL, "-wp0 +#'I", ""),
        row("aA", C99, 0, REAL, "-wp0 +#", ""),
        row("C", Extension, 0, WIDE_CHARACTER, "-w", ""),
        row("S", Extension, 1, WIDE_TEXT, "-wp", "R"),
        alone("m", Extension, "-wp", ""),
        row("b", C2x, 0, UNSIGNED, "-wp0#", "i"),
        row("B", Extension, 0, UNSIGNED, "-wp0#", "i"),
    ],
    flags: &[
        flag(b' ', "' ' flag", C90),
        flag(b'+', "'+' flag", C90),
        flag(b'#', "'#' flag", C90),
        flag(b'0', "'0' flag", C90),
        flag(b'-', "'-' flag", C90),
        flag(b'\'', "''' flag", Extension),
        flag(b'I', "'I' flag", Extension),
        flag(b'w', "field width", C90),
        flag(b'p', "precision", C90),
    ],
    pairs: &[ignored(b' ', b'+', None), ignored(b'0', b'-', None), ignored(b'0', b'p', Some('i'))],
    lengths: LENGTHS,
    flag_letters: " +#0-'I",
    modifiers: "",
    allocates: false,
    star: true,
    has_precision: true,
    arguments: true,
    no_zero_width: false,
    percent_is_conversion: false,
};

pub static SCANF: Family = Family {
    name: "gnu_scanf",
    plain: "scanf",
    conversions: &[
        row("di", C90, 1, SIGNED, "*w'I", "W"),
        row("u", C90, 1, UNSIGNED, "*w'I", "W"),
        row("oxX", C90, 1, UNSIGNED, "*w", "W"),
        row("efgEG", C90, 1, REAL_READ, "*w'", "W"),
        row("c", C90, 1, TEXT, "*mw", "cW"),
        row("s", C90, 1, TEXT, "*mw", "cW"),
        row("[", C90, 1, TEXT, "*mw", "cW["),
        row("p", C90, 2, ADDRESS, "*w", "W"),
        row("n", C90, 1, COUNT, "", "W"),
        row("F", C99, 1, REAL_READ, "*w'", "W"),
        row("aA", C99, 1, REAL_READ, "*w'", "W"),
        row("C", Extension, 1, WIDE_TEXT, "*mw", "W"),
        row("S", Extension, 1, WIDE_TEXT, "*mw", "W"),
        row("b", C2x, 1, UNSIGNED, "*w", "W"),
    ],
    flags: &[
        flag(b'*', "assignment suppression", C90),
        flag(b'm', "'m' flag", Extension),
        flag(b'w', "field width", C90),
        flag(b'L', "length modifier", C90),
        flag(b'\'', "''' flag", Extension),
        flag(b'I', "'I' flag", Extension),
    ],
    pairs: &[apart(b'*', b'L')],
    lengths: LENGTHS,
    flag_letters: "*'I",
    modifiers: "",
    allocates: true,
    star: false,
    has_precision: false,
    arguments: true,
    no_zero_width: true,
    percent_is_conversion: false,
};

pub static STRFTIME: Family = Family {
    name: "gnu_strftime",
    plain: "strftime",
    conversions: &[
        alone("ABZab", C90, "^#", ""),
        alone("cx", C90, "E", "3"),
        alone("HIMSUWdmw", C90, "-_0Ow", ""),
        alone("j", C90, "-_0Ow", "o"),
        alone("p", C90, "#", ""),
        alone("X", C90, "E", ""),
        alone("y", C90, "EO-_0w", "4"),
        alone("Y", C90, "-_0EOw", "o"),
        alone("%", C90, "", ""),
        alone("C", C99, "-_0EOw", "o"),
        alone("D", C99, "", "2"),
        alone("eVu", C99, "-_0Ow", ""),
        alone("FRTnrt", C99, "", ""),
        alone("g", C99, "O-_0w", "2o"),
        alone("G", C99, "-_0Ow", "o"),
        alone("h", C99, "^#", ""),
        alone("z", C99, "O", "o"),
        alone("kls", Extension, "-_0Ow", ""),
        alone("P", Extension, "", ""),
    ],
    flags: &[
        flag(b'_', "'_' flag", Extension),
        flag(b'-', "'-' flag", Extension),
        flag(b'^', "'^' flag", Extension),
        flag(b'#', "'#' flag", Extension),
        flag(b'0', "'0' flag", Extension),
        flag(b'w', "field width", Extension),
        flag(b'E', "'E' modifier", C99),
        flag(b'O', "'O' modifier", C99),
    ],
    pairs: &[
        apart(b'E', b'O'),
        apart(b'_', b'-'),
        apart(b'_', b'0'),
        apart(b'-', b'0'),
        apart(b'^', b'#'),
    ],
    lengths: &[],
    flag_letters: "_-^#0",
    modifiers: "EO",
    allocates: false,
    star: false,
    has_precision: false,
    arguments: false,
    no_zero_width: false,
    percent_is_conversion: true,
};

impl Family {
    /// The conversion of a letter.
    pub fn conversion(&self, letter: u8) -> Option<&'static Conversion> {
        self.conversions.iter().find(|row| row.letters.as_bytes().contains(&letter))
    }

    /// A flag by its letter.
    pub fn flag(&self, letter: u8) -> Option<&'static Flag> {
        self.flags.iter().find(|flag| flag.letter == letter)
    }

    /// A flag as what standards have or have not: `the '#' printf flag`.
    pub fn whole_name(&self, flag: &Flag) -> String {
        match flag.name.split_once("' ") {
            Some((letter, what)) => format!("the {letter}' {} {what}", self.plain),
            None => format!("{} in {} format", flag.name, self.plain),
        }
    }
}

impl Conversion {
    /// What it takes with a length modifier.
    pub fn argument(&self, length: Length) -> Option<(Std, Base)> {
        self.types.iter().find(|row| row.0 == length).map(|&(_, std, base)| (std, base))
    }

    pub fn has(&self, mark: char) -> bool {
        self.marks.contains(mark)
    }
}

impl Base {
    /// The name of a typedef the standard gives the type by.
    pub fn typedef(self) -> Option<&'static str> {
        Some(match self {
            Size => "size_t",
            SignedSize => "signed size_t",
            PtrDiff => "ptrdiff_t",
            UnsignedPtrDiff => "unsigned ptrdiff_t",
            IntMax => "intmax_t",
            UnsignedIntMax => "uintmax_t",
            WideInt => "wint_t",
            WideChar => "wchar_t",
            _ => return None,
        })
    }
}
