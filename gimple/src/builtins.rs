//! The builtin functions: one table with their names, types and attributes.

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

impl Builtin {
    /// The row of the table.
    pub fn info(self) -> &'static BuiltinInfo {
        &BUILTINS[usize::from(self.0)]
    }

    /// The library's name.
    pub fn name(self) -> &'static str {
        self.info().name
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
