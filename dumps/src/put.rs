//! [`put!`](crate::put!) and [`putln!`](crate::putln!): `write!` and `writeln!` where nothing can fail;
//! [`complain!`](crate::complain!): where nobody is left to be told.
//!
//! ```
//! # use gimlet_dumps::putln;
//! use std::fmt::Write;
//! let mut text = String::new();
//! putln!(text, "Iterations: {}", 1);
//! assert_eq!(text, "Iterations: 1\n");
//! ```
//!
//! A string takes all that is written to it, and a [`Dump`](crate::Dump) never fails: errors of its file wait in the
//! dump manager.

/// Writes to a string or dump, as `write!` does.
#[macro_export]
macro_rules! put {
    ($to:expr, $($text:tt)*) => {{
        let _ = write!($to, $($text)*);
    }};
}

/// Writes a line to a string or dump, as `writeln!` does.
#[macro_export]
macro_rules! putln {
    ($to:expr $(, $($text:tt)*)?) => {{
        let _ = writeln!($to $(, $($text)*)?);
    }};
}

/// Writes a line to the standard error stream, as `eprintln!` does; where that cannot be written to, it is lost.
#[macro_export]
macro_rules! complain {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

/// Writes to the standard error stream; where that cannot be written to, it is lost.
pub fn to_stderr(text: &str) {
    use std::io::Write as _;
    let _ = std::io::stderr().write_all(text.as_bytes());
}
