//! The C library's functions and GCC's builtins that programs call, by name.

mod builtins;
pub(super) mod complex;
mod files;
mod format;
mod math;
mod scan;
mod stdio;
mod stdlib;
mod string;

use super::machine::{Jump, Machine, Stop};
use super::shape::Shape;
use crate::builtins::Builtin;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Quad;
use rustc_hash::FxHashMap;

/// What `stdin`, `stdout` and `stderr` point to.
pub(super) const STDIN: u64 = 0x300_0000_0000;
pub(super) const STDOUT: u64 = STDIN + 0x100;
pub(super) const STDERR: u64 = STDIN + 0x200;

/// The outcome of a library function: the bits of its value.
pub(super) type Outcome = Result<u128, Stop>;

/// How a library function is called.
#[derive(Clone, Copy)]
pub(super) enum Native {
    Plain(fn(&mut Machine<'_>, &[Value]) -> Outcome),
    SetJump,
    /// The first half of `__builtin_setjmp`: the jump arrives at a label.
    SetJumpToLabel,
    Jump(Jump),
}

/// An argument: the bits in its slots. Aggregates come as their address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub bits: u128,
    pub shape: Shape,
}

impl Value {
    /// The value as a double, whatever real it is.
    pub fn f64(self) -> f64 {
        match self.shape {
            Shape::Single => f32::from_bits(self.bits as u32).into(),
            Shape::Wide { .. } => super::value::quad_to_f64(Quad::from_bits(self.bits)),
            _ => f64::from_bits(self.bits as u64),
        }
    }

    /// The value as a quad.
    pub fn quad(self) -> Quad {
        match self.shape {
            Shape::Wide { .. } => Quad::from_bits(self.bits),
            _ => super::value::quad_from_f64(self.f64()),
        }
    }
}

/// Access to arguments by position; missing ones are zero.
pub(super) trait Args {
    fn value(&self, index: usize) -> Value;
    fn word(&self, index: usize) -> u64 {
        self.value(index).bits as u64
    }
    fn int(&self, index: usize) -> i32 {
        self.word(index) as i32
    }
    fn f64(&self, index: usize) -> f64 {
        self.value(index).f64()
    }
}

impl Args for [Value] {
    fn value(&self, index: usize) -> Value {
        self.get(index).copied().unwrap_or(Value { bits: 0, shape: Shape::None })
    }
}

/// What the library remembers.
#[derive(Default)]
pub(super) struct State {
    /// `strtok`'s place.
    token: u64,
    errno: u64,
    /// The last 34 values of `random`.
    random: Vec<u32>,
    files: files::Files,
    /// `_exit` was called: nothing registered is run.
    pub quick_exit: bool,
    /// Addresses of tables made on demand.
    tables: FxHashMap<&'static str, u64>,
}

/// A signed result.
pub(super) fn signed(value: i64) -> Outcome {
    Ok(value as u64 as u128)
}

/// Whether a builtin makes its value of those of its arguments and does nothing else: what has no value leads to what has none.
pub(super) fn is_operation(builtin: Builtin) -> bool {
    builtins::is_operation(builtin)
}

/// The function of a name, with or without `__builtin_`.
pub(super) fn find(name: &str) -> Option<Native> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    match plain {
        "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" => return Some(Native::SetJump),
        "setjmp_setup" => return Some(Native::SetJumpToLabel),
        "nonlocal_goto" => return Some(Native::Jump(Jump::Nonlocal)),
        "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" => {
            return Some(Native::Jump(Jump::Long));
        }
        _ => {}
    }
    string::find(plain)
        .or_else(|| stdio::find(plain))
        .or_else(|| files::find(plain))
        .or_else(|| stdlib::find(plain))
        .or_else(|| builtins::find(plain))
        .or_else(|| math::find(plain))
        .or_else(|| complex::find(plain))
        .map(Native::Plain)
}
