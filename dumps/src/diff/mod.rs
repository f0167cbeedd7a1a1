//! Dumps held against each other by structure: `gimlet diff A B`.
//!
//! A and B are two dumps, or two sets of them (`sets`): Gimlet's or GCC's, tree, IPA or RTL, or assembly. Each dump
//! is cut into functions (`cut`), which are matched by name. Two functions are the same *exactly* if their text is,
//! apart from numbers that the compiler chose for itself (`exact`), or *up to renaming* if SSA versions, blocks,
//! uids, pseudo registers and labels of one correspond one to one to those of the other (`rename`). What differs is
//! shown as a diff of lines in the names of A (`script`, `render`, `html`). `reference` runs two compilers and counts the
//! functions they agree on, pass by pass; `given` runs one compiler's passes on the other's dumps, one at a time.

mod command;
mod cut;
mod exact;
mod given;
mod html;
mod reference;
mod rename;
mod render;
mod script;
mod sets;

pub use command::{DiffConfig, diff_command};
pub use cut::functions;
pub use script::{Step, steps};

/// The lines in which two texts differ, each hunk with three lines around it and under a line that names `what`; empty
/// if the texts are equal.
pub fn unified(what: &str, before: &str, after: &str) -> String {
    let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<String>>();
    let (before, after) = (lines(before), lines(after));
    let style = render::Style { context: 3, ..render::Style::default() };
    style.show(what, &before, &after, &steps(&before, &after))
}

/// The functions of the dump or assembly that stands in `file_name`, each as the lines that must be the same for two dumps
/// to agree exactly.
pub fn normal_functions(file_name: &str, text: &str) -> Vec<Body> {
    let kind = cut::kind_of(file_name, text);
    let normal = |body: Body| Body { lines: exact::normal(&body, kind), name: body.name };
    functions(text, kind).into_iter().map(normal).collect()
}

/// What a dump is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// GIMPLE, function by function, or IPA.
    Tree,
    /// The dump `gimple`, which has no headers.
    Gimple,
    /// RTL.
    Rtl,
    /// The compiler's output.
    Assembly,
}

/// A function's name and the lines of its dump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// The name; empty for what stands in front of all functions.
    pub name: String,
    /// The lines, as written.
    pub lines: Vec<String>,
}
