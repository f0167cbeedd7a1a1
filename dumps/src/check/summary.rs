//! What a run prints, and its `.sum` file, as DejaGnu writes both.

use super::{Outcome, Status};
use crate::{put, putln};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::Command;

/// Lines of a detail that are shown.
const MOST_DETAIL: usize = 40;

/// Prints the verdicts, all or the unexpected ones, and the counts.
pub(super) fn report(
    outcomes: &[Vec<Outcome>],
    verbose: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    for outcome in outcomes.iter().flatten() {
        if verbose || outcome.status.is_bad() {
            writeln!(out, "{outcome}")?;
            for line in outcome.detail.lines().take(MOST_DETAIL) {
                writeln!(out, "    {line}")?;
            }
        }
    }
    out.write_all(counts(outcomes).as_bytes())
}

/// How many there are of each verdict.
fn counts(outcomes: &[Vec<Outcome>]) -> String {
    let kinds = [
        (Status::Pass, "expected passes"),
        (Status::Fail, "unexpected failures"),
        (Status::XPass, "unexpected successes"),
        (Status::XFail, "expected failures"),
        (Status::Unresolved, "unresolved testcases"),
        (Status::Unsupported, "unsupported tests"),
        (Status::Error, "errors"),
    ];
    let mut text = String::new();
    for (status, words) in kinds {
        let n = outcomes.iter().flatten().filter(|o| o.status == status).count();
        if n > 0 {
            // DejaGnu fills up with tabs to the third stop.
            let tabs = if words.len() + 5 < 24 { "\t\t" } else { "\t" };
            putln!(text, "# of {words}{tabs}{n}");
        }
    }
    text
}

/// Writes the summary to a file.
pub(super) fn write_sum(
    path: &Path,
    outcomes: &[Vec<Outcome>],
    triplet: &str,
    compiler: &[String],
) -> io::Result<()> {
    let mut text = format!(
        "Test run by {} on {}\nTarget is {triplet}\nHost   is {}\n\n\t\t=== gcc tests ===\n\n\
         Schedule of variations:\n    gimlet-check\n\nRunning target gimlet-check\n",
        std::env::var("USER").unwrap_or_else(|_| "gimlet".into()),
        first_line("date", &[]),
        std::env::consts::ARCH,
    );
    for outcome in outcomes.iter().flatten() {
        putln!(text, "{outcome}");
    }
    put!(text, "\n\t\t=== gcc Summary ===\n\n{}", counts(outcomes));
    if let Some((program, leading)) = compiler.split_first() {
        let mut arguments: Vec<&str> = leading.iter().map(String::as_str).collect();
        arguments.push("--version");
        putln!(text, "{program}  {}\n", first_line(program, &arguments));
    }
    std::fs::write(path, text)
}

/// The first line that a command prints.
fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).env("LC_ALL", "C").output();
    let text = output.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
    text.lines().next().unwrap_or_default().to_string()
}

/// A bar on the terminal that says how far the run is.
pub(super) struct Progress {
    all: usize,
    shown: bool,
}

impl Progress {
    const WIDTH: usize = 30;

    pub(super) fn new(all: usize) -> Progress {
        Progress { all, shown: io::stderr().is_terminal() && all > 1 }
    }

    /// `done` tests are; `bad` of their verdicts are unexpected.
    pub(super) fn show(&self, done: usize, bad: usize) {
        if !self.shown {
            return;
        }
        let filled = Self::WIDTH * done / self.all.max(1);
        let bar = "#".repeat(filled) + &".".repeat(Self::WIDTH - filled);
        let mut err = io::stderr().lock();
        // A terminal that cannot be written to misses a bar.
        put!(err, "\r[{bar}] {done}/{} tests, {bad} unexpected", self.all);
        let _ = err.flush();
    }

    /// Clears the bar away.
    pub(super) fn end(&self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(status: Status) -> Outcome {
        Outcome { status, name: "a.c (test for excess errors)".into(), detail: "why".into() }
    }

    #[test]
    fn a_summary_is_laid_out_as_dejagnu_does() {
        let all = vec![vec![outcome(Status::Pass), outcome(Status::Fail)]];
        let mut out = Vec::new();
        report(&all, false, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(
            text,
            "FAIL: a.c (test for excess errors)\n    why\n# of expected passes\t\t1\n# of unexpected failures\t1\n"
        );
    }
}
