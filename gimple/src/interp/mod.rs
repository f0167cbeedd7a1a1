//! The interpreter: runs a whole program from the result of any tree pass, before or after the CFG is built, before or
//! after SSA. It is the oracle that tells a wrong pass from a wrong backend: a program must do the same at every pass.
//!
//! A function is translated on its first call into a compact list of `code::Op`s over 64-bit slots (one or more an
//! SSA name or register variable) and then run by one loop with explicit frames, so that deep recursion of the program
//! costs no host stack. Memory is byte-accurate with the target's layout: three regions (globals, heap, stack) of a
//! flat 64-bit address space; every access is checked against its region. Arithmetic is the machine's where C leaves
//! it undefined: two's complement wraps, shift counts are masked, division by zero gives all ones.
//!
//! * Registers: a value of up to 8 bytes is kept in one slot, extended by its type's sign; wider values (128-bit
//!   integers, binary128, complex, vectors) are kept as their bytes.
//! * SSA names that occur in abnormal φs share the slot of their variable, as out-of-SSA must coalesce them; so values
//!   survive `longjmp` as they would in a register or stack slot.
//! * Variadic arguments lie in an area of 8-byte slots (16-byte alignment for what wants it, larger than 16 bytes by
//!   reference): what a `va_list` that is a plain pointer expects, lowered or not.
//!
//! What is not supported says so when it is reached: [`ErrorKind::Unsupported`].

mod check;
#[cfg(test)]
mod check_tests;
mod code;
mod compile;
mod compile_assign;
mod compile_call;
mod compile_check;
mod compile_memory;
mod compile_op;
mod globals;
mod heap;
mod jumps;
mod libc;
mod machine;
mod memory;
mod run;
mod shade;
mod shape;
#[cfg(test)]
mod tests;
mod value;

pub use heap::HeapPlace;
pub use shade::Decision;

use crate::claims::Claimed;
use crate::unit::Module;
use dumps::put;
use std::fmt;
use std::fmt::Write as _;
use std::io::Write;

/// What a run may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Operations executed (about one a statement).
    pub steps: u64,
    /// Bytes of stack.
    pub stack: usize,
    /// Bytes of heap.
    pub heap: usize,
    /// Calls in progress.
    pub depth: usize,
    /// Whether a value that nothing was written to may decide something.
    pub uninitialized: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: u64::MAX,
            stack: 64 << 20,
            heap: 1 << 30,
            depth: 4_000_000,
            uninitialized: true,
        }
    }
}

/// What a run has evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Operations that were assigned.
    pub operations: u64,
    /// Copies and loads: whatever else was assigned.
    pub copies: u64,
}

/// How the program ended: its exit status, or 128 plus the signal that killed it, as a shell reports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExitCode(pub i32);

impl ExitCode {
    /// Killed by `abort`.
    pub const ABORT: ExitCode = ExitCode(134);
    /// Killed by `__builtin_trap`.
    pub const TRAP: ExitCode = ExitCode(133);
}

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// Something the interpreter does not do.
    Unsupported(String),
    /// An access outside any object.
    Fault {
        address: u64,
        size: u64,
        write: bool,
        /// Which block of the heap it has missed, if one.
        heap: Option<HeapPlace>,
    },
    StepLimit,
    StackOverflow,
    OutOfMemory,
    /// `__builtin_unreachable`, or the end of a function without a return, was reached.
    Unreachable,
    /// A value that nothing was written to has decided something.
    Uninitialized(Decision),
    /// A check that `-fsanitize=` asks for has found undefined behaviour: the program ends as by `__builtin_trap`.
    CheckFailed,
    /// A call that cannot be made: no such function, or through what is no function's address.
    BadCall(String),
    /// The output could not be written.
    Output,
    /// The program has no `main`.
    NoMain,
    /// Something a pass claims does not hold.
    FalseClaim(String),
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::Unsupported(what) => write!(f, "unsupported: {what}"),
            ErrorKind::Fault { address, size, write, heap } => {
                let way = if *write { "write" } else { "read" };
                write!(f, "invalid {way} of {size} bytes at {address:#x}")?;
                heap.map_or(Ok(()), |place| place.fmt(f))
            }
            ErrorKind::StepLimit => f.write_str("step limit reached"),
            ErrorKind::StackOverflow => f.write_str("stack overflow"),
            ErrorKind::OutOfMemory => f.write_str("out of memory"),
            ErrorKind::Unreachable => f.write_str("unreachable code reached"),
            ErrorKind::Uninitialized(decision) => {
                write!(f, "use of an uninitialized value: {decision}")
            }
            ErrorKind::CheckFailed => f.write_str("undefined behaviour found"),
            ErrorKind::BadCall(what) => write!(f, "bad call: {what}"),
            ErrorKind::Output => f.write_str("cannot write output"),
            ErrorKind::NoMain => f.write_str("no function main"),
            ErrorKind::FalseClaim(what) => f.write_str(what),
        }
    }
}

/// An error and where it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InterpError {
    pub kind: ErrorKind,
    /// The function that was running.
    pub function: String,
    /// The number of its block, where it has blocks.
    pub block: Option<u32>,
    /// The statement as dumps print it.
    pub statement: String,
    /// The calls in progress, that of the function first, `main` last.
    pub calls: Box<[Call]>,
}

/// A function that was running, and where in the source it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub function: String,
    /// File, line and column, where they are known.
    pub place: Option<String>,
}

/// So many calls are shown of each end of a long chain.
const CALLS_SHOWN: usize = 12;

impl InterpError {
    /// The error as users see it: the place in the source, and below it the calls that led there.
    ///
    /// ```text
    /// x.c:3:12: runtime error: invalid read of 4 bytes at 0x0 in function f: D.8 = *p;
    ///     #0 f x.c:3:12
    ///     #1 main x.c:7:3
    /// ```
    pub fn report(&self) -> String {
        let place = self.calls.first().and_then(|call| call.place.as_deref());
        let mut out = match place {
            Some(place) => format!("{place}: runtime error: {self}"),
            None => format!("gimlet: interpreter: {self}"),
        };
        let left_out = self.calls.len().saturating_sub(2 * CALLS_SHOWN);
        for (number, call) in self.calls.iter().enumerate() {
            if left_out > 0 && number == CALLS_SHOWN {
                put!(out, "\n    ... {left_out} more calls");
            }
            if left_out == 0 || number < CALLS_SHOWN || number >= CALLS_SHOWN + left_out {
                let place = call.place.as_deref().unwrap_or("(unknown place)");
                put!(out, "\n    #{number} {} {place}", call.function);
            }
        }
        out
    }
}

impl fmt::Display for InterpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        if !self.function.is_empty() {
            write!(f, " in function {}", self.function)?;
        }
        if let Some(block) = self.block {
            write!(f, ", <bb {block}>")?;
        }
        if !self.statement.is_empty() {
            write!(f, ": {}", self.statement)?;
        }
        Ok(())
    }
}

impl std::error::Error for InterpError {}

/// Runs a program. `args` are those of `main`, the program's name first; standard output goes to `out`.
pub fn run(
    module: &Module,
    args: &[String],
    out: &mut dyn Write,
    limits: Limits,
) -> Result<ExitCode, InterpError> {
    machine::Machine::new(module, machine::Bodies::of(module), out, limits).run_program(args)
}

/// As [`run`], with functions that something is claimed of as they were then, and checks what is claimed. The first claim
/// that does not hold ends the run ([`ErrorKind::FalseClaim`]).
pub fn run_checked(
    module: &Module,
    claimed: &[&Claimed],
    args: &[String],
    out: &mut dyn Write,
    limits: Limits,
) -> Result<ExitCode, InterpError> {
    let bodies = machine::Bodies::with_claims(module, claimed);
    let mut machine = machine::Machine::new(module, bodies, out, limits);
    machine.memory.begin_watch();
    machine.run_program(args)
}

/// As [`run`], and counts what is evaluated.
pub fn run_counted(
    module: &Module,
    args: &[String],
    out: &mut dyn Write,
    limits: Limits,
) -> (Result<ExitCode, InterpError>, Counts) {
    let mut counts = Counts::default();
    let bodies = machine::Bodies::of(module);
    let mut machine = machine::Machine::new(module, bodies, out, limits);
    machine.counts = Some(&mut counts);
    let status = machine.run_program(args);
    (status, counts)
}
