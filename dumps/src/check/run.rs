//! One test, compiled in one way and judged.

use super::process::{Finished, ScratchDir, run_with_timeout};
use super::suite::{Suite, Variation, suite_of};
use super::{CheckConfig, Outcome, Status, bodies, exact, nearest, objects, scan};
use crate::directives::{Action, FinalCheck, MessageKind, Surroundings, Test, read_test_in};
use crate::tcl_regex::Regex;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Runs one test in all the ways its suite has.
pub fn check_file(path: &Path, config: &CheckConfig) -> Vec<Outcome> {
    let suite = suite_of(path, &config.target);
    let all = suite.variations.iter();
    all.flat_map(|variation| check_variation(path, &suite, variation, config)).collect()
}

/// Runs one test in one way.
pub fn check_variation(
    path: &Path,
    suite: &Suite,
    variation: &Variation,
    config: &CheckConfig,
) -> Vec<Outcome> {
    let name = test_name(suite, variation);
    let alone = |status, detail: String| vec![Outcome { status, name: name.clone(), detail }];
    if let Some(gate) = suite.gate.as_ref().filter(|_| !config.force) {
        return alone(Status::Unsupported, gate.clone());
    }
    let source = match std::fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(e) => return alone(Status::Error, format!("cannot read {}: {e}", path.display())),
    };
    let test = read(&source, path, suite, variation, config);
    if let Some((line, error)) = test.errors.first() {
        let detail = format!("{}:{line}", path.display());
        return vec![Outcome { status: Status::Error, name: format!("{name}: {error}"), detail }];
    }
    if let Some(why) = &test.unsupported {
        return alone(Status::Unsupported, why.clone());
    }
    let scratch = match directory(config, &name) {
        Ok(dir) => dir,
        Err(e) => return alone(Status::Error, format!("cannot make a directory: {e}")),
    };
    let mut run = TestRun {
        name,
        path,
        source: &source,
        test: &test,
        config,
        scratch,
        outcomes: Vec::new(),
        judged_one: false,
    };
    run.whole_test();
    run.outcomes
}

/// The name in the summary.
pub(super) fn test_name(suite: &Suite, variation: &Variation) -> String {
    match variation.flags.as_str() {
        "" => suite.name.clone(),
        flags => format!("{} {flags}", suite.name),
    }
}

/// Reads a test of a suite.
pub(super) fn read(
    source: &str,
    path: &Path,
    suite: &Suite,
    variation: &Variation,
    config: &CheckConfig,
) -> Test {
    let in_suite = !suite.source_dir.as_os_str().is_empty();
    let source_dir = suite.source_dir.display().to_string();
    let folder = Path::new(&suite.name).parent().map_or(String::new(), |p| p.display().to_string());
    let file = path.display().to_string();
    read_test_in(
        source,
        &Surroundings {
            target: &config.target,
            suite_options: &variation.options(),
            default_options: if in_suite {
                &suite.default_options
            } else {
                &config.default_options
            },
            default_action: suite.default_action,
            variables: &[("srcdir", &source_dir), ("subdir", &folder), ("prog", &file)],
        },
    )
}

/// Where a test is compiled.
fn directory(config: &CheckConfig, name: &str) -> std::io::Result<ScratchDir> {
    match &config.keep {
        None => ScratchDir::new(),
        Some(dir) => {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-+=".contains(c);
            let tail = name.trim_end().trim_start_matches(['.', '/']);
            let plain: String = tail.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
            ScratchDir::kept(&dir.join(plain))
        }
    }
}

/// A test while it runs.
pub(super) struct TestRun<'a> {
    pub name: String,
    pub path: &'a Path,
    pub source: &'a str,
    pub test: &'a Test,
    pub config: &'a CheckConfig,
    pub scratch: ScratchDir,
    pub outcomes: Vec<Outcome>,
    /// A result was recorded that `dg-xfail-if` could have been about.
    pub judged_one: bool,
}

impl TestRun<'_> {
    /// The name as it stands before a check's: with a blank more if it has options.
    pub(super) fn spaced_name(&self) -> String {
        if self.name.contains(' ') { format!("{}  ", self.name) } else { format!("{} ", self.name) }
    }

    pub(super) fn record(&mut self, status: Status, name: String, detail: impl FnOnce() -> String) {
        let detail = if status.is_bad() { detail() } else { String::new() };
        self.outcomes.push(Outcome { status, name, detail });
    }

    /// Records a result that `dg-xfail-if` may be about.
    pub(super) fn judge(
        &mut self,
        good: bool,
        xfail: bool,
        name: String,
        detail: impl FnOnce() -> String,
    ) {
        let xfail = self.first_is_xfail() | xfail;
        self.record(Status::judged(good, xfail), name, detail);
    }

    pub(super) fn fail(&mut self, name: String, detail: impl FnOnce() -> String) {
        self.judge(false, false, name, detail);
    }

    /// As `judge`, for what a directive on a line of the test asks.
    pub(super) fn judge_at(
        &mut self,
        line: u32,
        good: bool,
        xfail: bool,
        name: String,
        detail: impl FnOnce() -> String,
    ) {
        let place = self.place(line);
        self.judge(good, xfail, name, || format!("{place}\n{}", detail()));
    }

    /// As `judge_at`, but what is known to fail by its own directive leaves `dg-xfail-if` for another result.
    pub(super) fn judge_known(
        &mut self,
        line: u32,
        good: bool,
        xfail: bool,
        name: String,
        detail: impl FnOnce() -> String,
    ) {
        if !xfail {
            return self.judge_at(line, good, xfail, name, detail);
        }
        let place = self.place(line);
        self.record(Status::judged(good, true), name, || format!("{place}\n{}", detail()));
    }

    /// The directive a result is about, and the options.
    pub(super) fn place(&self, line: u32) -> String {
        let directive =
            self.source.lines().nth((line as usize).saturating_sub(1)).unwrap_or("").trim();
        let options = self.test.options.join(" ");
        format!("{}:{line}: {directive}\noptions: {options}", self.path.display())
    }

    fn whole_test(&mut self) {
        let output_file = self.scratch.path().join(self.output_name());
        let compiled = match self.compile(&output_file) {
            Ok(finished) => finished,
            Err(e) => {
                let name = format!("{} (test for excess errors)", self.name);
                return self.fail(name, || e);
            }
        };
        let mut output = compiled.output.clone();
        if !compiled.succeeded() && output.trim().is_empty() {
            output = format!("{}\n", compiled.describe());
        } else if compiled.status.is_none() {
            output.push_str("timed out\n");
        }
        let text = self.judge_messages(&output);
        let excess = self.prune(text);
        let name = format!("{} (test for excess errors)", self.name);
        let options = self.test.options.join(" ");
        let xfail = self.test.excess_errors;
        self.judge(excess.is_empty(), xfail, name, || format!("options: {options}\n{excess}"));
        if self.test.action == Action::Run {
            if output_file.exists() {
                self.execute(&output_file);
            } else {
                let name = format!("{} compilation failed to produce executable", self.name);
                self.record(Status::Unresolved, name, String::new);
            }
        }
        let test = self.test;
        for check in &test.finals {
            if let Err(error) = self.evaluate(check, &output_file) {
                let name = format!("{}: error executing dg-final: {error}", self.name);
                let place = self.place(check.line);
                self.record(Status::Error, name, || place);
                break;
            }
        }
        if let Err(error) = exact::compare(self) {
            let name = format!("{}: {error}", self.name);
            self.record(Status::Error, name, String::new);
        }
    }

    /// One command of a `dg-final`.
    fn evaluate(&mut self, check: &FinalCheck, output_file: &Path) -> Result<(), String> {
        let command = check.words.first().map_or("", |w| w.text.as_str());
        if command.starts_with("cleanup-") || command == "remove-build-file" {
            return Ok(());
        }
        if command == "check-function-bodies" {
            return bodies::check(self, check);
        }
        if scan::evaluate(self, check)? || objects::evaluate(self, check, output_file)? {
            return Ok(());
        }
        Err(format!("invalid command name \"{command}\""))
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
        let test = self.test;
        let mut command = Command::new(program);
        command.args(leading).arg(&source);
        command.args(test.additional_sources.iter().map(|s| beside.join(s)));
        command.args(["-fdiagnostics-plain-output", "-dumpbase", ""]).args(&test.options);
        let lto = test.options.iter().any(|o| o.starts_with("-flto"));
        let mut required: Vec<&str> =
            test.finals.iter().flat_map(|check| required_options(check, lto)).collect();
        required.dedup();
        command.args(required);
        match test.action {
            Action::Preprocess => command.arg("-E"),
            Action::Compile => command.arg("-S"),
            Action::Assemble => command.arg("-c"),
            Action::Link | Action::Run => {
                command.args(&test.link_options).args(&self.config.link_options).arg("-lm")
            }
        };
        command.arg("-o").arg(output.file_name().unwrap_or_default());
        command.envs(test.compiler_environment.iter().map(|(k, v)| (k, v)));
        command.current_dir(self.scratch.path()).env("LC_ALL", "C").env("LANG", "C");
        command.env_remove("GCC_COLORS");
        run_with_timeout(&mut command, self.time_limit(), self.scratch.path())
            .map_err(|e| format!("cannot run {program}: {e}"))
    }

    fn time_limit(&self) -> Duration {
        let usual = self.config.timeout.as_secs_f64();
        let seconds = self.test.timeout.unwrap_or(usual) * self.test.timeout_factor;
        Duration::try_from_secs_f64(seconds).unwrap_or(self.config.timeout)
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
        command.envs(self.test.target_environment.iter().map(|(k, v)| (k, v)));
        let run = run_with_timeout(&mut command, self.time_limit(), self.scratch.path());
        let test = self.test;
        let (good, output, how) = match run {
            Ok(f) => (f.succeeded() != test.should_fail, f.output.clone(), f.describe()),
            Err(e) => (false, String::new(), format!("cannot run it: {e}")),
        };
        let options = test.options.join(" ");
        let name = format!("{} execution test", self.name);
        self.judge(good, test.xfail_action, name, || {
            format!("options: {options}\n{how}\n{output}")
        });
        let Some((pattern, xfail)) = test.output.as_ref().filter(|_| good) else { return };
        let matched = Regex::new(pattern).and_then(|re| re.is_match(&output)) == Ok(true);
        let name = format!("{} output pattern test", self.name);
        self.judge(matched, *xfail, name, || {
            format!("{}\noutput was:\n{output}", nearest::wanted(pattern))
        });
    }

    /// Does the test expect errors? Then it leaves no files.
    pub(super) fn expects_errors(&self) -> bool {
        self.test.messages.iter().any(|m| m.kind == MessageKind::Error)
    }
}

/// The options without which a check has nothing to look at, or something that confuses it.
fn required_options(check: &FinalCheck, lto: bool) -> Vec<&'static str> {
    let command = check.words.first().map_or("", |w| w.text.as_str());
    let mut options = Vec::new();
    if lto && (command.starts_with("scan-assembler") || command.starts_with("scan-rtl-dump")) {
        options.push("-ffat-lto-objects");
    }
    if matches!(command, "scan-assembler" | "scan-assembler-not" | "scan-assembler-times") {
        options.push("-fno-ident");
    }
    if command.starts_with("scan-ada-spec") {
        options.push("-fdump-ada-spec");
    }
    options
}
