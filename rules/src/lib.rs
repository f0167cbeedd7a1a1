//! The table of simplification rules, and what makes matchers of it.
//!
//! ```text
//! rule minus_plus: (minus (plus:c @x @y) @y) => @x
//!     if !float(type)
//! ```
//!
//! A rule says: what the pattern on the left computes, the template on the right computes as well, wherever the condition
//! holds. [`parse`] reads the table, [`check`] looks for mistakes a reader would miss, [`generate`] writes Rust functions
//! that find the first rule for an operation. They are generic over what they simplify: GIMPLE, GENERIC and RTL supply
//! what the functions ask. The tests prove the rules from the same table.
//!
//! # The language
//!
//! | written | matches |
//! |---|---|
//! | `@x` | anything; a second `@x` only the same |
//! | `#c` | a constant; its value is `c` in conditions and templates |
//! | `0`, `1`, `-1`, `7` | this number in any type; `-1` is all bits set |
//! | `(plus P Q)` | an operation; `(plus P Q)@s` gives it a name |
//! | `(plus:c P Q)` | with its operands in either order |
//! | `(plus:s P Q)` | where nothing else uses it, unless nothing new would be computed |
//! | `(plus:u P Q)` | where nothing else uses it |
//! | `(convert P)`, `(convert? P)` | a conversion of scalars; with or without one |
//! | `(nop P)`, `(nop? P)` | a conversion that changes no bit; with or without one |
//!
//! `for op in (lt gt) with inv in (ge le)` before the pattern says the rule once for each pair; `on gimple rtl` before
//! that, what it is for: GIMPLE and GENERIC if nothing is said. In a template an operation is written as in a pattern,
//! `{c + d}` is a constant computed from others, wrapped to its type, and `:type`, `:@x`, `:int`, `:truth` after an
//! operator or a constant, or `unsigned(@x)` and `signed(@x)` of these, say its type where it is not that of the operands
//! or neighbours; `(non_lvalue @x)` is `@x` as a value, which in GENERIC cannot be assigned to. Conditions are made of
//! `&&`, `||`, `!`, comparisons of numbers (which are false where one does not exist, such as the value of a vector), and
//! the questions listed in [`ast::Question`]. `//` begins a comment.
//!
//! The first rule of the table that applies wins.

pub mod ast;
pub mod check;
pub mod expand;
mod generate;
pub mod machine;
mod operators;
mod parse;

pub use ast::Rule;
pub use generate::generate;
pub use operators::{Operator, Shape, operator};
pub use parse::parse;

/// The files of the table, in the order in which rules are tried.
pub const TABLE: &[(&str, &str)] = &[
    ("arithmetic.rules", include_str!("../table/arithmetic.rules")),
    ("division.rules", include_str!("../table/division.rules")),
    ("bits.rules", include_str!("../table/bits.rules")),
    ("convert.rules", include_str!("../table/convert.rules")),
    ("compare.rules", include_str!("../table/compare.rules")),
];

/// All rules of the table.
///
/// # Panics
/// Where the table is wrong, with the place.
pub fn table() -> Vec<Rule> {
    let mut rules = Vec::new();
    for (file, text) in TABLE {
        match parse(file, text) {
            Ok(more) => rules.extend(more),
            Err(error) => panic!("{error}"),
        }
    }
    rules
}
