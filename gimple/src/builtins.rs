//! The builtin functions: one table with their names, types and attributes.

use crate::fold_call::stem;
use crate::types::Quals;
use std::iter::Peekable;
use std::str::Bytes;

/// What a call of a builtin may do, as bits.
pub mod ecf {
    pub const NOTHROW: u16 = 1;
    pub const LEAF: u16 = 2;
    pub const CONST: u16 = 4;
    pub const PURE: u16 = 8;
    pub const NORETURN: u16 = 16;
    pub const MALLOC: u16 = 32;
    pub const COLD: u16 = 64;
    pub const RETURNS_TWICE: u16 = 128;
    /// Sets `errno` on bad arguments, and is const where that does not matter (`-fno-math-errno`).
    pub const MATH_ERRNO: u16 = 256;
    /// The type has attributes: `nonnull`, `format`, `alloc_size`.
    pub const TYPE_ATTRIBUTES: u16 = 512;
    /// With `CONST` or `PURE`: may not return, so that no call may go that is not made again.
    pub const LOOPING: u16 = 1024;
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

    /// The functions of [`SINCOS`], without the suffix of the type.
    pub const SINCOS_STEMS: [&str; 6] = ["sin", "cos", "cexpi", "pow", "powi", "cabs"];
    /// The functions of [`RANGE`], without the suffix of the type.
    pub const RANGE_STEMS: [&str; 17] = [
        "acos", "acosh", "asin", "atanh", "cosh", "exp", "exp10", "exp2", "expm1", "log", "log10",
        "log1p", "log2", "pow", "pow10", "sinh", "sqrt",
    ];
}

/// A builtin function: its position in [`BUILTINS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Builtin(pub u16);

/// A row of the table.
pub struct BuiltinInfo {
    /// The library's name; `__builtin_` before it names the builtin itself.
    pub name: &'static str,
    /// Result and parameter types, one letter group each; `.` ends a variadic list. See [`crate::builtin_data`].
    pub signature: &'static str,
    /// Bits of [`ecf`].
    pub flags: u16,
    /// Whether the plain name, too, is the builtin (unless `-fno-builtin`).
    pub library: bool,
}

pub use crate::builtin_data::BUILTINS;

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
    /// Reads one type: prefixes, a letter, stars.
    fn read(letters: &mut Peekable<Bytes<'_>>) -> SignaturePart {
        let mut part = SignaturePart {
            quals: Quals::NONE,
            unsigned: false,
            complex: false,
            letter: b'i',
            pointers: 0,
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
        }
        part
    }
}

impl Builtin {
    /// The row of the table.
    pub fn info(self) -> &'static BuiltinInfo {
        &BUILTINS[usize::from(self.0)]
    }

    /// The library's name.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Whether a function whose type has attributes is declared not to take null for a pointer (`nonnull`): nearly all are.
    pub fn takes_no_null(self, parameter: usize) -> bool {
        let pointer = Signature::read(self.info().signature)
            .and_then(|signature| Some(signature.params.get(parameter)?.pointers > 0));
        if pointer != Some(true) {
            return false;
        }
        let plain = self.name().trim_start_matches("__").trim_end_matches("_chk");
        match plain {
            "realloc" | "strfmon" | "strftime" | "gettext" | "dgettext" | "dcgettext" => false,
            "snprintf" | "vsnprintf" => parameter > 0,
            _ => !plain.ends_with("_overflow") && !plain.starts_with("exec"),
        }
    }

    /// Bits of [`kind`].
    pub fn kind(self) -> u8 {
        const FLOATING: &[u8] = b"dfeXghjkq";
        let info = self.info();
        if matches!(info.name, "object_size" | "dynamic_object_size") {
            return kind::OBJECT_SIZE;
        }
        if !info.signature.bytes().next().is_some_and(|letter| FLOATING.contains(&letter)) {
            return 0;
        }
        let among = |stems: &[&str]| stem(info.name, stems).is_some();
        let sincos = if among(&kind::SINCOS_STEMS) { kind::SINCOS } else { 0 };
        let range = if among(&kind::RANGE_STEMS) { kind::RANGE } else { 0 };
        sincos | range
    }

    /// All builtins, by name.
    pub fn all() -> impl Iterator<Item = Builtin> {
        (0..BUILTINS.len() as u16).map(Builtin)
    }

    /// The builtin of a name without `__builtin_`. The table is sorted by name.
    pub fn find(name: &str) -> Option<Builtin> {
        BUILTINS.binary_search_by(|row| row.name.cmp(name)).ok().map(|i| Builtin(i as u16))
    }
}
