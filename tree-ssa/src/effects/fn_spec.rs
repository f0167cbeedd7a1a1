//! What library functions do with the memory their arguments point to, in GCC's notation (`fn spec`).
//!
//! The first letter says what is returned: `1` the first argument, `m` fresh memory, `.` anything. The second what
//! happens to memory that no argument points to: `c` is neither read nor written, `C` but for `errno` being set. Then
//! follow two letters an argument: `r` what it points to is read, `o` written, `w` both, `1` copied to where the first
//! argument points; `x` it is not looked at. A capital letter says that only what it points to itself is meant,
//! not what that points to. The second of the two is the argument that gives the number of bytes, or `t` for those of
//! the type.
//!
//! ```text
//!   memcpy  1cO313    returns the first argument; as many bytes as the third says are copied there from the second
//! ```

use crate::effects::call_effects;
use gimple::builtins::Ecf;
use gimple::stmt::Call;
use gimple::unit::Unit;

/// What is known of a function.
#[derive(Clone, Copy, Debug)]
pub struct FnSpec(&'static str);

/// What a function does with an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgSpec {
    letter: u8,
    size: u8,
}

/// How many bytes are accessed through an argument, at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgSize {
    Unknown,
    /// As many as this argument says.
    Argument(usize),
    /// Those of the type it points to.
    Pointee,
}

impl FnSpec {
    /// Of what a call calls.
    pub fn of(unit: &Unit, call: &Call, math_errno: bool) -> FnSpec {
        let Some(builtin) = call_effects::callee_builtin(unit, call) else { return FnSpec("") };
        let spec = builtin.info().spec;
        let sets_errno = || call_effects::flags_of(unit, call).intersects(Ecf::MATH_ERRNO);
        if spec.is_empty() && math_errno && sets_errno() {
            return FnSpec(".C");
        }
        FnSpec(spec)
    }

    /// Whether anything is known.
    pub fn is_known(self) -> bool {
        !self.0.is_empty()
    }

    fn letter(self, index: usize) -> u8 {
        self.0.as_bytes().get(index).copied().unwrap_or(b'.')
    }

    /// The argument it returns.
    pub fn returned_argument(self) -> Option<usize> {
        match self.letter(0) {
            digit @ b'1'..=b'4' => Some(usize::from(digit - b'1')),
            _ => None,
        }
    }

    /// Whether it returns memory that nothing else points to.
    pub fn returns_fresh_memory(self) -> bool {
        self.letter(0) == b'm'
    }

    /// Whether it may touch memory that no argument points to, `errno` aside.
    pub fn touches_global_memory(self) -> bool {
        !matches!(self.letter(1), b'c' | b'C')
    }

    /// Whether it may set `errno`.
    pub fn may_set_errno(self) -> bool {
        self.letter(1) == b'C'
    }

    /// What it does with an argument.
    pub fn argument(self, index: usize) -> ArgSpec {
        ArgSpec { letter: self.letter(2 + 2 * index), size: self.letter(3 + 2 * index) }
    }
}

impl ArgSpec {
    /// Whether it is looked at.
    pub fn is_used(self) -> bool {
        !matches!(self.letter, b'x' | b'X')
    }

    /// Whether only the object it points to is accessed, not what that points to.
    pub fn is_direct(self) -> bool {
        matches!(self.letter, b'R' | b'O' | b'W' | b'1'..=b'9')
    }

    /// Whether what it points to is copied to where another argument points.
    pub fn is_copied(self) -> bool {
        self.letter.is_ascii_digit()
    }

    /// Whether it is kept nowhere.
    pub fn stays(self) -> bool {
        matches!(self.letter, b'r' | b'R' | b'o' | b'O' | b'w' | b'W' | b'1'..=b'9')
    }

    /// Whether what it points to may be read.
    pub fn may_be_read(self) -> bool {
        !matches!(self.letter, b'o' | b'O' | b'x' | b'X')
    }

    /// Whether what it points to may be written.
    pub fn may_be_written(self) -> bool {
        !matches!(self.letter, b'r' | b'R' | b'x' | b'X' | b'1'..=b'9')
    }

    /// How many bytes are accessed, at most.
    pub fn size(self) -> ArgSize {
        match self.size {
            digit @ b'1'..=b'9' => ArgSize::Argument(usize::from(digit - b'1')),
            b't' => ArgSize::Pointee,
            _ => ArgSize::Unknown,
        }
    }
}
