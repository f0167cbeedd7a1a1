//! Runs a compiler on a test and judges what it left: `gimlet check FILE…`.
//!
//! The verdicts and their wording are DejaGnu's, as GCC's own test suite has them:
//!
//! ```text
//! PASS: gcc.dg/fold.c (test for excess errors)
//! PASS: gcc.dg/fold.c scan-tree-dump-times optimized "return 0;" 1
//! ```
//!
//! `suite` knows with which options GCC's suites compile their tests, `run` compiles one test and judges it:
//! `messages` what the compiler said, `scan` and `objects` the files it left, `bodies` the assembly of whole
//! functions, `exact` dumps against expected ones. `probe` asks the compiler what it can do. `command` is the
//! command line, `summary` what it prints and the `.sum` file, `nearest` finds the lines that come closest to a
//! pattern without matching.
//!
//! Each test is compiled in a directory of its own by whatever compiler the [`CheckConfig`] names: holding our own
//! tests against GCC is one setting away.

mod bodies;
mod command;
mod exact;
mod messages;
mod nearest;
mod objects;
mod probe;
mod process;
mod run;
mod scan;
mod suite;
mod summary;

pub use command::check_command;
pub use process::{Finished, ScratchDir, run_with_timeout};
pub use run::{check_file, check_variation};
pub use suite::{Suite, Variation, suite_of};

use crate::directives::selector::Target;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// How tests are compiled and run.
#[derive(Debug, Clone)]
pub struct CheckConfig {
    /// The compiler and its first arguments.
    pub compiler: Vec<String>,
    /// What runs a program of the target; empty if the machine itself does.
    pub emulator: Vec<String>,
    /// Options for linking a program that is to run.
    pub link_options: Vec<String>,
    /// Options of tests that have no `dg-options` and belong to none of GCC's suites.
    pub default_options: Vec<String>,
    /// The machine compiled for.
    pub target: Target,
    /// For each compilation and each run.
    pub timeout: Duration,
    /// Passes that have a place in the compiler's table but do nothing, as `tree-vect`.
    pub missing_passes: Vec<String>,
    /// Where the files of each test are left; `None` to remove them.
    pub keep: Option<PathBuf>,
    /// Also run tests of suites that are not for this target or compiler.
    pub force: bool,
    /// Write what is there to where the expectation is, where both differ.
    pub bless: bool,
}

impl CheckConfig {
    /// Tests compiled with `compiler` for `target`, in the usual way.
    pub fn new(compiler: Vec<String>, target: Target) -> CheckConfig {
        CheckConfig {
            compiler,
            emulator: Vec::new(),
            link_options: Vec::new(),
            default_options: Vec::new(),
            target,
            timeout: Duration::from_secs(60),
            missing_passes: Vec::new(),
            keep: None,
            force: false,
            bless: false,
        }
    }

    /// The configuration with the compiler deciding what of the target depends on it.
    pub fn probing(mut self) -> CheckConfig {
        let prober = probe::CompilerProber::new(&self);
        self.target = self.target.with_prober(std::sync::Arc::new(prober));
        self
    }
}

/// DejaGnu's verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// As expected.
    Pass,
    /// Not as expected.
    Fail,
    /// Failed, as is known.
    XFail,
    /// Passed, though a failure was expected.
    XPass,
    /// There was nothing to judge.
    Unresolved,
    /// The test is not for this target.
    Unsupported,
    /// The test itself is wrong.
    Error,
}

impl Status {
    /// Is the test suite worse for it?
    pub fn is_bad(self) -> bool {
        matches!(self, Status::Fail | Status::XPass | Status::Unresolved | Status::Error)
    }

    /// The word in the summary.
    pub fn word(self) -> &'static str {
        match self {
            Status::Pass => "PASS",
            Status::Fail => "FAIL",
            Status::XFail => "XFAIL",
            Status::XPass => "XPASS",
            Status::Unresolved => "UNRESOLVED",
            Status::Unsupported => "UNSUPPORTED",
            Status::Error => "ERROR",
        }
    }

    fn judged(good: bool, xfail: bool) -> Status {
        match (good, xfail) {
            (true, false) => Status::Pass,
            (false, false) => Status::Fail,
            (true, true) => Status::XPass,
            (false, true) => Status::XFail,
        }
    }
}

/// One line of the summary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The verdict.
    pub status: Status,
    /// What was judged: the test's name and which check of it.
    pub name: String,
    /// For a bad verdict, what helps to understand it.
    pub detail: String,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.status.word(), self.name)
    }
}
