//! DejaGnu test directives: the `{ dg-… }` comments of a test file, read and evaluated.
//!
//! A test says what to do with itself:
//!
//! ```c
//! /* { dg-do compile } */
//! /* { dg-options "-O2 -fdump-tree-optimized" } */
//! int f (int a) { return a - a; }
//! /* { dg-final { scan-tree-dump-times "return 0;" 1 "optimized" } } */
//! ```
//!
//! [`read_test`] makes a [`Test`] of it: which action, with which options, which messages on which
//! lines, which checks afterwards — with target selectors already decided. As in DejaGnu a directive
//! stands on one line, between `{` and the last `}` of it. The directives are those of GCC's
//! internals manual, "Test Directives"; what a check means is in [`crate::check`].

pub mod effective_targets;
mod reader;
pub mod selector;
pub mod tcl;

use crate::tcl_regex::Regex;
pub(crate) use reader::at_lines;
pub use reader::{Surroundings, directive_on, read_test, read_test_in};
pub use selector::Target;
use tcl::Word;

/// How far a test goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// `-E`
    Preprocess,
    /// `-S`
    Compile,
    /// `-c`
    Assemble,
    /// Make a program.
    Link,
    /// Make a program and run it.
    Run,
}

impl Action {
    /// The word of `dg-do`.
    pub fn word(self) -> &'static str {
        match self {
            Action::Preprocess => "preprocess",
            Action::Compile => "compile",
            Action::Assemble => "assemble",
            Action::Link => "link",
            Action::Run => "run",
        }
    }

    /// What the word of `dg-do` means.
    pub fn from_word(word: &str) -> Option<Action> {
        [Action::Preprocess, Action::Compile, Action::Assemble, Action::Link, Action::Run]
            .into_iter()
            .find(|action| action.word() == word)
    }
}

/// What kind of message a directive expects, or forbids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageKind {
    /// `dg-error`
    Error,
    /// `dg-warning`, and the directives that are like it with another prefix.
    Warning,
    /// `dg-bogus`: the message must not appear.
    Bogus,
}

/// A message that some line of the compiler's output is to match.
pub struct ExpectedMessage {
    /// Which directive.
    pub kind: MessageKind,
    /// The line of the source it is reported on; `None` for any.
    pub line: Option<i64>,
    /// Matches whole lines of the output that the message is on, with the line break before them.
    pub regex: Regex,
    /// The directive's comment.
    pub comment: String,
    /// It is known to fail.
    pub xfail: bool,
    /// The line the directive stands on.
    pub directive_line: u32,
}

/// A check after the compilation: the command's name and arguments.
#[derive(Debug, Clone)]
pub struct FinalCheck {
    /// The words of the command.
    pub words: Vec<Word>,
    /// The line the directive stands on.
    pub line: u32,
}

/// A pattern of the output, wherever it is (`dg-regexp`).
pub struct FreeRegexp {
    /// The line of the directive.
    pub line: u32,
    /// The pattern as written.
    pub text: String,
    /// The pattern, with `^` and `$` at lines.
    pub regex: Regex,
}

/// A condition on the options, of `dg-xfail-if`: decided when the first result is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlagCondition {
    /// Sets of options one of which must be given.
    pub include: String,
    /// Sets of options none of which may be.
    pub exclude: String,
}

/// A test file, understood.
pub struct Test {
    /// What to do.
    pub action: Action,
    /// Why the test does not apply to the target, if it does not.
    pub unsupported: Option<String>,
    /// Running the program is known to fail.
    pub xfail_action: bool,
    /// `dg-xfail-if`: the first result is known to be a failure.
    pub xfail_first: Option<FlagCondition>,
    /// The program is expected to exit with a status other than 0.
    pub should_fail: bool,
    /// The compiler is expected to break (`dg-ice`).
    pub expect_ice: bool,
    /// Compiler options.
    pub options: Vec<String>,
    /// The options of the test itself, without those of the suite's list.
    pub own_options: Vec<String>,
    /// Options for linking.
    pub link_options: Vec<String>,
    /// Further sources beside the test.
    pub additional_sources: Vec<String>,
    /// Variables of the compiler's environment.
    pub compiler_environment: Vec<(String, String)>,
    /// Variables of the program's environment.
    pub target_environment: Vec<(String, String)>,
    /// Messages.
    pub messages: Vec<ExpectedMessage>,
    /// Patterns of output lines to ignore.
    pub prune: Vec<Regex>,
    /// Patterns of output that must appear.
    pub regexps: Vec<FreeRegexp>,
    /// Blocks of output that must appear, line by line.
    pub multiline: Vec<MultilineOutput>,
    /// `dg-excess-errors`: other messages are expected, too.
    pub excess_errors: bool,
    /// A pattern of the program's output, and whether not to see it is known.
    pub output: Option<(String, bool)>,
    /// `dg-final` checks.
    pub finals: Vec<FinalCheck>,
    /// The directive that could not be understood, with what is wrong with it: the line, and the text.
    pub errors: Vec<(u32, String)>,
    /// Seconds for the compilation and the run, if not the usual.
    pub timeout: Option<f64>,
    /// A factor on the usual time.
    pub timeout_factor: f64,
    /// Blank lines may be in the output.
    pub blank_lines_allowed: bool,
    /// Numbers in the margin of quoted source are written `NN`.
    pub nn_line_numbers: bool,
    notes_expected: bool,
}

/// What stands between `dg-begin-multiline-output` and `dg-end-multiline-output`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MultilineOutput {
    /// The first and the last line of the text in the test file.
    pub first_line: u32,
    /// See `first_line`.
    pub last_line: u32,
    /// The expected lines.
    pub lines: Vec<String>,
    /// It is known not to appear.
    pub xfail: bool,
}

impl Test {
    /// Are `note:` lines part of what the test judges?
    pub fn judges_notes(&self) -> bool {
        self.notes_expected
    }
}

#[cfg(test)]
mod tests;
