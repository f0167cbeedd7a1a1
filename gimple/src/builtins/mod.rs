//! The builtin functions: one table with what is known of each.
//!
//! A row of `*.builtins` in this folder is a builtin, and adding a builtin is adding a row. The build script makes
//! [`Builtin`] and [`Family`] of them. The columns:
//!
//! * **name**: the library's; `__builtin_` before it names the builtin itself. An indented row belongs to the family of the
//!   row above that is not indented: it does the same to values of another type or size, and what is known of a family
//!   stands in that row.
//! * **signature**: the result type, then the parameters. `v` void, `b` `_Bool`, `c` char, `s` short, `i` int, `l` long,
//!   `L` long long, `o` whatever has 64 bits, `n` `__int128`, `f` float, `d` double, `e` long double, `z` `size_t`, `Z` `ssize_t`, `a` `va_list`
//!   (`A`: a reference to one), `w` wide `wint_t`, `u` before an integer makes it unsigned, `X` before a real makes it
//!   complex, `*` after a type makes a pointer to it, `K` before one makes it const, `V` volatile; `q` `_Float128`,
//!   `g` `_Float32`, `h` `_Float64`, `j` `_Float32x`, `k` `_Float64x`; `.` at the end is `...`; `?` alone is an unprototyped
//!   or type-generic function which the front end treats by itself.
//! * **attributes**: the words of [`Ecf`] (`const`, `pure`, `errno` and `malloc` imply `nothrow` and `leaf`), and `library`
//!   where the plain name, too, is the builtin (unless `-fno-builtin`); `-` where there are none.
//! * **facts**: `id=` the variant where it is not the name in camel case; `checks=` the function that does the same without
//!   checking sizes; `null=` how many of the first parameters may be null although the type has attributes; `spec=` GCC's
//!   "fn spec" (see `tree_ssa::effects::fn_spec`); `points-to=` a [`PointsTo`], and after `:` how many arguments that needs;
//!   `cost=` a [`Cost`]; `kind=` the words of [`kind`]; what becomes of it: `test=` the test that shows it folded or
//!   expanded, `refused`, or neither where the library has it.

pub mod ledger;

use crate::flag_set::flag_set;
use crate::ledger::Support;
use crate::types::{CommonTypes, Quals, TypeId};
use std::iter::Peekable;
use std::str::Bytes;

include!(concat!(env!("OUT_DIR"), "/builtins.rs"));

flag_set! {
    /// What a call may do and may not.
    pub struct Ecf: u16 {
        /// It throws no exception.
        NOTHROW = 1;
        /// It calls nothing of this unit.
        LEAF = 2;
        /// It reads no memory, and does nothing but compute its result.
        CONST = 4;
        /// It writes no memory.
        PURE = 8;
        /// It does not return.
        NORETURN = 16;
        /// It returns memory that nothing else points to.
        MALLOC = 32;
        /// It is hardly ever called.
        COLD = 64;
        /// It may return more than once, as `setjmp` does.
        RETURNS_TWICE = 128;
        /// It sets `errno` on bad arguments, and is const where that does not matter (`-fno-math-errno`).
        MATH_ERRNO = 256;
        /// Its type has attributes: `nonnull`, `format`, `alloc_size`.
        TYPE_ATTRIBUTES = 512;
        /// With `CONST` or `PURE`: it may not return, so that no call may go that is not made again.
        LOOPING = 1024;
    }
}

/// What passes look for calls of, as bits.
pub mod kind {
    /// The size of the object a pointer points into.
    pub const OBJECT_SIZE: u8 = 1;
    /// Any function, the result going to memory.
    pub const TO_MEMORY: u8 = 2;
    /// What is computed together with something else, or as products and roots.
    pub const SINCOS: u8 = 4;
    /// What sets `errno` for some arguments that can be told beforehand.
    pub const RANGE: u8 = 8;
}

/// A row of the table.
#[derive(Debug)]
pub struct BuiltinInfo {
    pub id: Builtin,
    /// The library's name; `__builtin_` before it names the builtin itself.
    pub name: &'static str,
    /// Result and parameter types, one letter group each; `.` ends a variadic list.
    pub signature: &'static str,
    pub flags: Ecf,
    /// Whether the plain name, too, is the builtin (unless `-fno-builtin`).
    pub library: bool,
    pub family: Family,
    /// The function that does the same without checking sizes.
    pub checks: Option<Builtin>,
    /// How many of the first parameters may be null although the type has attributes.
    pub may_be_null: u8,
    /// What it does with the memory its arguments point to, in GCC's notation; empty where nothing is known.
    pub spec: &'static str,
    pub points_to: PointsTo,
    /// How many arguments a call has that does what `points_to` says; calls without a declaration may pass fewer.
    pub least_arguments: u8,
}

/// What is known of all members of a family.
#[derive(Debug)]
pub struct FamilyInfo {
    /// The member it is named after.
    pub head: Builtin,
    pub cost: Cost,
    /// What becomes of calls.
    pub support: Support,
    /// Bits of [`kind`].
    pub kind: u8,
}

/// What becomes of a call in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Nothing, or a move.
    Free,
    /// An instruction or two.
    Cheap,
    /// A call, or about as much.
    Call,
}

/// What a call does to pointers, besides which nothing escapes in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointsTo {
    /// No more than the declaration says.
    Unknown,
    /// No pointer is made, read or written.
    Nothing,
    /// What the second argument points to is copied to where the first points, which is returned.
    Copy,
    /// As `Copy`, but what is returned is what follows the copy.
    CopyPast,
    /// What the first argument points to is copied to where the second points.
    CopyBack,
    /// What the first argument points to is filled with the second.
    Fill,
    /// Returns memory of the function's frame.
    Stack,
    /// The address of fresh memory is stored where the first argument points.
    HeapByAddress,
    /// Returns the first argument.
    Same,
    /// Returns fresh memory with what the first argument points to.
    Duplicate,
    /// As `Duplicate`, or the first argument itself.
    Reallocate,
    /// Returns null or a pointer into what the first argument points to.
    Within,
    /// Reads what the first argument points to.
    Read,
    /// Reads what the first two arguments point to.
    ReadTwo,
    /// The list that the first argument is begins.
    VaStart,
    /// Returns from the function with what it is passed.
    Return,
}

/// One type of a builtin's signature, as read.
#[derive(Clone, Copy, Debug)]
pub struct SignaturePart {
    /// Qualifiers of the base type.
    pub quals: Quals,
    pub unsigned: bool,
    pub complex: bool,
    /// The base type's letter, for [`crate::types::CommonTypes::of_letter`].
    pub letter: u8,
    /// How many pointers lead to it.
    pub pointers: u32,
    /// Whether what a pointer to a pointer points to is `const`.
    pub to_const_pointer: bool,
}

impl CommonTypes {
    /// The type a letter of a builtin's signature stands for (see the head of this file).
    pub fn of_letter(&self, letter: u8, unsigned: bool) -> TypeId {
        match (letter, unsigned) {
            (b'v', _) => self.void,
            (b'b', _) => self.bool_,
            (b'c', false) => self.char_,
            (b'c', true) => self.uchar,
            (b's', false) => self.short,
            (b's', true) => self.ushort,
            (b'i', true) | (b'w', _) => self.uint,
            (b'l', false) => self.long,
            (b'l', true) => self.ulong,
            (b'L', false) => self.llong,
            (b'L', true) => self.ullong,
            (b'o', false) => self.int64,
            (b'o', true) => self.uint64,
            (b'n', false) => self.int128,
            (b'n', true) => self.uint128,
            (b'f', _) => self.float,
            (b'd', _) => self.double,
            (b'e', _) => self.long_double,
            (b'g', _) => self.float32,
            (b'h', _) => self.float64,
            (b'j', _) => self.float32x,
            (b'k', _) => self.float64x,
            (b'q', _) => self.float128,
            (b'z', _) => self.size_t,
            (b'Z', _) => self.ptrdiff_t,
            (b'a' | b'A', _) => self.va_list,
            _ => self.int,
        }
    }
}

/// A builtin's signature, as read.
pub struct Signature {
    pub result: SignaturePart,
    pub params: Vec<SignaturePart>,
    pub variadic: bool,
}

impl Signature {
    /// Reads a signature of the table; nothing of one that is type-generic or unprototyped.
    pub fn read(text: &str) -> Option<Signature> {
        if text == "?" {
            return None;
        }
        let mut letters = text.strip_suffix('.').unwrap_or(text).bytes().peekable();
        let result = SignaturePart::read(&mut letters);
        let mut params = Vec::new();
        while letters.peek().is_some() {
            params.push(SignaturePart::read(&mut letters));
        }
        Some(Signature { result, params, variadic: text.ends_with('.') })
    }
}

impl SignaturePart {
    /// Reads one type: prefixes, a letter, stars; `*K*` is a pointer to a `const` pointer.
    fn read(letters: &mut Peekable<Bytes<'_>>) -> SignaturePart {
        let mut part = SignaturePart {
            quals: Quals::NONE,
            unsigned: false,
            complex: false,
            letter: b'i',
            pointers: 0,
            to_const_pointer: false,
        };
        for letter in letters.by_ref() {
            match letter {
                b'K' => part.quals = part.quals.union(Quals::CONST),
                b'V' => part.quals = part.quals.union(Quals::VOLATILE),
                b'u' => part.unsigned = true,
                b'X' => part.complex = true,
                _ => {
                    part.letter = letter;
                    break;
                }
            }
        }
        // A reference to a `va_list` is a pointer to one.
        part.pointers = u32::from(part.letter == b'A');
        while letters.next_if_eq(&b'*').is_some() {
            part.pointers += 1;
            let mut ahead = letters.clone();
            if ahead.next() == Some(b'K') && ahead.next() == Some(b'*') {
                part.to_const_pointer = true;
                letters.next();
            }
        }
        part
    }
}

impl Builtin {
    /// The row of the table.
    pub fn info(self) -> &'static BuiltinInfo {
        &BUILTINS[self as usize]
    }

    /// The library's name.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Those that do the same to values of any type or size.
    pub fn family(self) -> Family {
        self.info().family
    }

    /// What its name has after the family's: `f` in `sinf`, `l` in `clzl`, `_4` in `__atomic_load_4`.
    pub fn suffix(self) -> &'static str {
        self.name().strip_prefix(self.family().name()).unwrap_or("")
    }

    /// Its family, if it is the member for `float`, `double` or `long double`, not one of a `_FloatN`.
    pub fn standard_family(self) -> Option<Family> {
        let float_n = |letter: u8| b"qghjk".contains(&letter);
        (!self.info().signature.bytes().any(float_n)).then(|| self.family())
    }

    /// The function that does the same without checking sizes: `memcpy` of `__memcpy_chk`, itself of most.
    pub fn unchecked(self) -> Builtin {
        self.info().checks.unwrap_or(self)
    }

    /// Whether a function whose type has attributes is declared not to take null for a pointer (`nonnull`): nearly all are.
    pub fn takes_no_null(self, parameter: usize) -> bool {
        let info = self.info();
        let pointer = Signature::read(info.signature)
            .and_then(|signature| Some(signature.params.get(parameter)?.pointers > 0));
        pointer == Some(true) && parameter >= usize::from(info.may_be_null)
    }

    /// Bits of [`kind`].
    pub fn kind(self) -> u8 {
        self.family().info().kind
    }

    /// Whether it becomes nothing, or a move (`is_simple_builtin`).
    pub fn is_free(self) -> bool {
        self.family().info().cost == Cost::Free
    }

    /// Whether it becomes a few instructions at most (`is_inexpensive_builtin`).
    pub fn is_cheap(self) -> bool {
        self.family().info().cost != Cost::Call
    }

    /// Whether it is one of the older atomic functions, which take no memory model (`__sync_fetch_and_add`).
    pub fn is_sync(self) -> bool {
        self.name().starts_with("__sync_")
    }

    /// Whether it is an atomic function that takes a memory model (`__atomic_fetch_add`).
    pub fn is_atomic(self) -> bool {
        self.name().starts_with("__atomic_")
    }

    /// Whether it allocates in the function's frame.
    pub fn is_alloca(self) -> bool {
        matches!(self, Builtin::Alloca | Builtin::AllocaWithAlign | Builtin::AllocaWithAlignAndMax)
    }

    /// Whether programs that call it are refused.
    pub fn is_refused(self) -> bool {
        matches!(self.family().info().support, Support::Refused)
    }

    /// The one that reverses the bytes of an integer of so many bits.
    pub fn bswap(bits: u64) -> Option<Builtin> {
        match bits {
            16 => Some(Builtin::Bswap16),
            32 => Some(Builtin::Bswap32),
            64 => Some(Builtin::Bswap64),
            128 => Some(Builtin::Bswap128),
            _ => None,
        }
    }

    /// All builtins, by name.
    pub fn all() -> impl Iterator<Item = Builtin> {
        BUILTINS.iter().map(|row| row.id)
    }

    /// The builtin of a name without `__builtin_`. The table is sorted by name.
    pub fn find(name: &str) -> Option<Builtin> {
        BUILTINS.binary_search_by(|row| row.name.cmp(name)).ok().map(|index| BUILTINS[index].id)
    }
}

impl Family {
    /// What is known of all members.
    pub fn info(self) -> &'static FamilyInfo {
        &FAMILIES[self as usize]
    }

    /// The member whose name ends so: `f` for `float`, `l` for `long double`, nothing for `double`.
    pub fn member(self, suffix: &str) -> Option<Builtin> {
        Builtin::find(&format!("{}{suffix}", self.name()))
            .filter(|builtin| builtin.family() == self)
    }

    /// The name of the member it is named after.
    pub fn name(self) -> &'static str {
        self.info().head.name()
    }

    /// All families, by name.
    pub fn all() -> impl Iterator<Item = Family> {
        FAMILIES.iter().map(|row| row.head.family())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_where_their_variants_say() {
        for (index, row) in BUILTINS.iter().enumerate() {
            assert_eq!(row.id as usize, index, "{}", row.name);
            assert_eq!(Builtin::find(row.name), Some(row.id));
        }
        for (index, family) in Family::all().enumerate() {
            assert_eq!(family as usize, index);
        }
    }

    #[test]
    fn families_are_by_type_and_size() {
        let family = |name: &str| Builtin::find(name).map(Builtin::family);
        assert_eq!(family("floorl"), Some(Family::Floor));
        assert_eq!(family("roundf128"), Some(Family::Round));
        assert_eq!(family("ffsimax"), Some(Family::Ffs));
        assert_eq!(family("__atomic_load_8"), Some(Family::AtomicLoad));
        assert_eq!(family("putc_unlocked"), Some(Family::PutcUnlocked));
    }

    #[test]
    fn a_function_that_checks_does_what_the_other_does() {
        assert_eq!(Builtin::MemcpyChk.unchecked(), Builtin::Memcpy);
        assert_eq!(Builtin::MemcpyChk.info().spec, Builtin::Memcpy.info().spec);
        assert_eq!(Builtin::MempcpyChk.info().points_to, PointsTo::CopyPast);
        assert_eq!(Builtin::Strcpy.unchecked(), Builtin::Strcpy);
    }

    #[test]
    fn costs_and_null_are_as_the_table_says() {
        assert!(Builtin::ReturnAddress.is_cheap() && Builtin::ReturnAddress.is_free());
        assert!(
            Builtin::Ctzll.is_cheap() && !Builtin::Ctzll.is_free() && !Builtin::Memcpy.is_cheap()
        );
        assert!(Builtin::Memcpy.takes_no_null(1) && !Builtin::Memcpy.takes_no_null(2));
        assert!(!Builtin::Snprintf.takes_no_null(0) && Builtin::Snprintf.takes_no_null(2));
        assert!(!Builtin::Realloc.takes_no_null(0));
    }
}
