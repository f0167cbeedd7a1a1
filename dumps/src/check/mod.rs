//! Runs a compiler on a test and judges what it left behind: `gimlet check FILE…`.
//!
//! The verdicts and their wording are DejaGnu's:
//!
//! ```text
//! PASS: fold.c (test for excess errors)
//! PASS: fold.c scan-tree-dump-times optimized "return 0;" 1
//! ```
//!
//! Each test is compiled in a directory of its own with the dump names GCC's test suite uses
//! (`-dumpbase ""`), by whatever compiler the [`CheckConfig`] names: holding our own tests against GCC
//! is one setting away.

mod command;
mod process;
mod scan;

pub use command::check_command;
pub use process::{Finished, ScratchDir, run_with_timeout};

use crate::directives::selector::Target;
use crate::directives::{Action, ExpectedMessage, MessageKind, Test, read_test};
use crate::tcl_regex::Regex;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
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
    /// Options of tests that have no `dg-options`.
    pub default_options: Vec<String>,
    /// The machine compiled for.
    pub target: Target,
    /// For each compilation and each run.
    pub timeout: Duration,
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
        let word = match self.status {
            Status::Pass => "PASS",
            Status::Fail => "FAIL",
            Status::XFail => "XFAIL",
            Status::XPass => "XPASS",
            Status::Unresolved => "UNRESOLVED",
            Status::Unsupported => "UNSUPPORTED",
            Status::Error => "ERROR",
        };
        write!(f, "{word}: {}", self.name)
    }
}

/// Runs one test.
pub fn check_file(path: &Path, config: &CheckConfig) -> Vec<Outcome> {
    let name = path.display().to_string();
    let failed = |status, detail: String| vec![Outcome { status, name: name.clone(), detail }];
    let source = match std::fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(e) => return failed(Status::Error, format!("cannot read {name}: {e}")),
    };
    let test = read_test(&source, &config.target, &config.default_options);
    if let Some(why) = &test.unsupported {
        return failed(Status::Unsupported, why.clone());
    }
    let scratch = match ScratchDir::new() {
        Ok(dir) => dir,
        Err(e) => return failed(Status::Error, format!("cannot make a directory: {e}")),
    };
    let mut run = TestRun { name, path, test: &test, config, scratch, outcomes: Vec::new() };
    for error in &test.errors {
        run.outcomes.push(Outcome {
            status: Status::Error,
            name: format!("{}: {error}", run.name),
            detail: String::new(),
        });
    }
    run.whole_test();
    run.outcomes
}

/// A test while it runs.
struct TestRun<'a> {
    name: String,
    path: &'a Path,
    test: &'a Test,
    config: &'a CheckConfig,
    scratch: ScratchDir,
    outcomes: Vec<Outcome>,
}

impl TestRun<'_> {
    fn judge(&mut self, good: bool, xfail: bool, what: &str, detail: impl FnOnce() -> String) {
        let status = Status::judged(good, xfail);
        let detail = if status.is_bad() { detail() } else { String::new() };
        self.outcomes.push(Outcome { status, name: format!("{} {what}", self.name), detail });
    }

    fn whole_test(&mut self) {
        let output_file = self.scratch.path().join(self.output_name());
        let finished = match self.compile(&output_file) {
            Ok(finished) => finished,
            Err(e) => {
                self.judge(false, false, "(test for excess errors)", || e);
                return;
            }
        };
        let status_ok = finished.succeeded();
        let text = self.judge_messages(&finished);
        let excess = self.prune(&text);
        let compiled = output_file.exists() || self.test.action == Action::Compile;
        let xfail = self.test.excess_errors
            || self.test.xfail_compile
            || (self.test.xfail_action && self.test.action != Action::Run);
        // A failure nobody said a word about is an excess error, too.
        let silent_failure = !status_ok
            && excess.is_empty()
            && !self.test.messages.iter().any(|m| m.kind == MessageKind::Error);
        let clean = excess.is_empty() && !silent_failure;
        self.judge(clean, xfail, "(test for excess errors)", || {
            let how = if silent_failure { finished.describe() } else { String::new() };
            format!("{}{how}", excess.join("\n"))
        });
        if self.test.action == Action::Run {
            if compiled && status_ok {
                self.execute(&output_file);
            } else {
                self.outcomes.push(Outcome {
                    status: Status::Unresolved,
                    name: format!("{} compilation failed to produce executable", self.name),
                    detail: String::new(),
                });
            }
        }
        for check in &self.test.finals {
            let (path, dir) = (self.path, self.scratch.path());
            let found = scan::evaluate(check, &self.name, path, dir);
            self.outcomes.extend(found);
        }
    }

    fn output_name(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let suffix = match self.test.action {
            Action::Preprocess => "i",
            Action::Compile => "s",
            Action::Assemble => "o",
            Action::Link | Action::Run => "exe",
        };
        format!("{stem}.{suffix}")
    }

    fn compile(&self, output: &Path) -> Result<Finished, String> {
        let source = std::path::absolute(self.path).map_err(|e| e.to_string())?;
        let beside = source.parent().map(PathBuf::from).unwrap_or_default();
        let [program, leading @ ..] = self.config.compiler.as_slice() else {
            return Err("no compiler given".into());
        };
        let mut command = Command::new(program);
        command.args(leading).arg(&source);
        command.args(self.test.additional_sources.iter().map(|s| beside.join(s)));
        command.args(["-fdiagnostics-plain-output", "-dumpbase", ""]).args(&self.test.options);
        match self.test.action {
            Action::Preprocess => command.arg("-E"),
            Action::Compile => command.arg("-S"),
            Action::Assemble => command.arg("-c"),
            Action::Link | Action::Run => command.args(&self.config.link_options),
        };
        command.arg("-o").arg(output).arg("-I").arg(&beside);
        command.current_dir(self.scratch.path()).env("LC_ALL", "C");
        run_with_timeout(&mut command, self.config.timeout, self.scratch.path())
            .map_err(|e| format!("cannot run {program}: {e}"))
    }

    /// Judges every expected message; what is left of the output is excess.
    fn judge_messages(&mut self, finished: &Finished) -> Vec<String> {
        let mut lines: Vec<String> =
            finished.output.lines().map(|l| l.trim_end().to_string()).collect();
        if finished.output.contains("nternal compiler error") {
            let text = format!("{} (internal compiler error)", self.name);
            let status = Status::judged(false, self.test.xfail_compile);
            self.outcomes.push(Outcome { status, name: text, detail: finished.output.clone() });
        }
        for block in &self.test.multiline {
            let range = format!("{}-{}", block.first_line, block.last_line);
            let found = find_block(&lines, &block.lines);
            if let Some(at) = found {
                lines.drain(at..at + block.lines.len());
            }
            let what = format!("expected multiline pattern lines {range}");
            self.judge(found.is_some(), false, &what, || block.lines.join("\n"));
        }
        for message in &self.test.messages {
            let found = take_message(message, &mut lines);
            let (good, kind) = match message.kind {
                MessageKind::Error => (found, "errors"),
                MessageKind::Warning => (found, "warnings"),
                MessageKind::Bogus => (!found, "bogus messages"),
            };
            let line = message.line.map_or(String::new(), |l| format!(", line {l}"));
            let what = format!("{} (test for {kind}{line})", message.comment);
            self.judge(good, message.xfail, &what, || finished.output.clone());
        }
        lines
    }

    /// Drops what accompanies messages without being one.
    fn prune(&self, lines: &[String]) -> Vec<String> {
        let accompanies = |line: &str| {
            line.is_empty()
                || line.contains(": In function ")
                || line.contains("At top level:")
                || line.starts_with("In function ")
                || line.starts_with("    inlined from ")
                || line.trim_start().starts_with("In file included from ")
                || line.trim_start().starts_with("from ")
                || line.contains(" ld returned ")
                || (line.contains(": note: ") && !self.test.judges_notes())
                || line.starts_with("compilation terminated.")
                || line.contains("linker input file unused since linking not done")
                || line.contains("requires executable stack")
                || line.contains("all warnings being treated as errors")
        };
        let pruned = |line: &str| self.test.prune.iter().any(|re| re.is_match(line) == Ok(true));
        lines.iter().filter(|l| !accompanies(l) && !pruned(l)).cloned().collect()
    }

    fn execute(&mut self, program: &Path) {
        let mut command = match self.config.emulator.as_slice() {
            [] => Command::new(program),
            [emulator, leading @ ..] => {
                let mut command = Command::new(emulator);
                command.args(leading).arg(program);
                command
            }
        };
        command.current_dir(self.scratch.path());
        let run = run_with_timeout(&mut command, self.config.timeout, self.scratch.path());
        let (good, output, how) = match run {
            Ok(f) => (f.succeeded() != self.test.should_fail, f.output.clone(), f.describe()),
            Err(e) => (false, String::new(), format!("cannot run it: {e}")),
        };
        let xfail = self.test.xfail_action;
        self.judge(good, xfail, "execution test", || format!("{how}\n{output}"));
        if self.test.output.is_empty() {
            return;
        }
        let pattern: String = self.test.output.iter().map(|(p, _)| p.as_str()).collect();
        let xfail = self.test.output.iter().any(|(_, xfail)| *xfail);
        let good = Regex::new(&pattern).and_then(|re| re.is_match(&output)) == Ok(true);
        self.judge(good, xfail, "output pattern test", || output.clone());
    }
}

/// The first place where `block` stands in `lines`. A quoted source line may end in a directive.
fn find_block(lines: &[String], block: &[String]) -> Option<usize> {
    if block.is_empty() {
        return None;
    }
    let same = |(line, wanted): (&String, &String)| {
        line.strip_prefix(wanted.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.contains("{ dg-"))
    };
    lines.windows(block.len()).position(|window| window.iter().zip(block).all(same))
}

/// Takes the lines that a message matches out of `lines`; false if there are none. A message that is
/// not tied to a line of the source may extend over several lines.
fn take_message(message: &ExpectedMessage, lines: &mut Vec<String>) -> bool {
    let before = lines.len();
    lines.retain(|line| !message_matches(message, line));
    if lines.len() < before || message.line.is_some() {
        return lines.len() < before;
    }
    let text = lines.join("\n");
    let Ok(Some((lo, hi))) = message.regex.find_at(&text, 0) else { return false };
    let line_of = |byte: usize| text[..byte].matches('\n').count();
    lines.drain(line_of(lo)..=line_of(hi));
    true
}

fn message_matches(message: &ExpectedMessage, line: &str) -> bool {
    let matches = |text: &str| message.regex.is_match(text) == Ok(true);
    let Some(number) = message.line else { return matches(line) };
    let mark = format!(":{number}:");
    line.match_indices(&mark).any(|(i, _)| i > 0 && matches(&line[i + mark.len()..]))
}
