//! Runs the tests that reach a mutant until one fails.

use crate::{LIST, RECORD, VARIABLE};
use std::collections::BTreeSet;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// Which tests are run, by the beginnings of their names.
#[derive(Default)]
pub struct Choice {
    /// Those alone, if there are any.
    pub only: Vec<String>,
    pub skip: Vec<String>,
}

impl Choice {
    fn takes(&self, name: &str) -> bool {
        let begins = |prefixes: &[String]| prefixes.iter().any(|prefix| name.starts_with(prefix));
        (self.only.is_empty() || begins(&self.only)) && !begins(&self.skip)
    }
}

/// A program of tests.
struct Program {
    name: String,
    path: PathBuf,
    /// The folder of its crate, where Cargo runs it.
    folder: PathBuf,
}

/// One test.
struct Test<'p> {
    program: &'p Program,
    name: String,
    /// How long it takes without a mutant.
    time: Duration,
    /// The mutants that it reaches.
    reached: BTreeSet<usize>,
}

/// How a test ended.
#[derive(PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    /// It took three times as long as without a mutant, and a minute.
    TimedOut,
    /// Another test was the first to notice.
    Stopped,
}

/// Runs the tests with each of the mutants in the list of the copy.
pub fn run(copy: &Path, choice: &Choice) -> Result<(), String> {
    let list = fs::read_to_string(copy.join(LIST)).map_err(|error| format!("{LIST}: {error}"))?;
    let programs = build(copy)?;
    let mut tests = record(copy, &programs, choice)?;
    tests.sort_by_key(|test| test.time);
    let mut results =
        fs::File::create(copy.join("result.txt")).map_err(|error| error.to_string())?;
    let (mut noticed, mut all) = (0, 0);
    for line in list.lines() {
        let Some(number) = line.split_once(' ').and_then(|(number, _)| number.parse().ok()) else {
            continue;
        };
        let reaching: Vec<&Test> =
            tests.iter().filter(|test| test.reached.contains(&number)).collect();
        let by = first_to_notice(&reaching, number)?;
        all += 1;
        noticed += usize::from(by.is_some());
        let verdict = match by {
            Some(test) => format!("noticed by {test}"),
            None => format!("SURVIVES {} tests that reach it", reaching.len()),
        };
        println!("{line}: {verdict}");
        writeln!(results, "{line}: {verdict}").map_err(|error| error.to_string())?;
    }
    println!("{noticed} of {all} noticed");
    Ok(())
}

/// Makes the programs of the tests.
fn build(copy: &Path) -> Result<Vec<Program>, String> {
    let output = Command::new("cargo")
        .args(["test", "--workspace", "--no-run"])
        .current_dir(copy)
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let messages = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(messages.into_owned());
    }
    // `Executable unittests src/lib.rs (target/debug/deps/gimlet_gimple-0123)`
    let paths = messages.lines().filter(|line| line.trim_start().starts_with("Executable"));
    let paths = paths.filter_map(|line| line.rsplit_once('(')?.1.strip_suffix(')'));
    let program = |path: &str| {
        let path = copy.join(path);
        let name = path.file_name()?.to_str()?.rsplit_once('-')?.0.to_string();
        let folder = copy.join(name.trim_start_matches("gimlet_").replace('_', "-"));
        let folder = if folder.is_dir() { folder } else { copy.to_path_buf() };
        Some(Program { name, path, folder })
    };
    Ok(paths.filter_map(program).collect())
}

/// Runs each test once without a mutant.
fn record<'p>(
    copy: &Path,
    programs: &'p [Program],
    choice: &Choice,
) -> Result<Vec<Test<'p>>, String> {
    let mut names = Vec::new();
    for program in programs {
        let output = Command::new(&program.path)
            .args(["--list", "--format", "terse"])
            .output()
            .map_err(|error| format!("{}: {error}", program.path.display()))?;
        let listed = String::from_utf8_lossy(&output.stdout).into_owned();
        let listed = listed.lines().filter_map(|line| line.strip_suffix(": test"));
        let taken = listed.filter(|name| choice.takes(name));
        names.extend(taken.map(|name| (program, name.to_string())));
    }
    let folder = copy.join("reached");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let found = Mutex::new(Vec::new());
    in_parallel(names.len(), |at| {
        let (program, name) = &names[at];
        let path = folder.join(at.to_string());
        let mut command = command(program, name);
        command.env_remove(VARIABLE).env(RECORD, &path);
        let start = Instant::now();
        if command.status().is_ok_and(|status| status.success()) {
            let reached = fs::read_to_string(&path).unwrap_or_default();
            let reached = reached.lines().filter_map(|line| line.parse().ok()).collect();
            let test = Test { program, name: name.clone(), time: start.elapsed(), reached };
            found.lock().unwrap_or_else(PoisonError::into_inner).push(test);
        } else {
            eprintln!("{}::{name} fails without a mutant: it is left out", program.name);
        }
    });
    Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Calls `work` for the numbers below `count`, on all processors, in their order.
fn in_parallel(count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let processors = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..processors {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        break;
                    }
                    work(at);
                }
            });
        }
    });
}

/// The command that runs one test.
fn command(program: &Program, name: &str) -> Command {
    let mut command = Command::new(&program.path);
    command.args(["--exact", name]).current_dir(&program.folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    command
}

/// The first of some tests that notices a mutant.
fn first_to_notice(tests: &[&Test], number: usize) -> Result<Option<String>, String> {
    let first = Mutex::new(None);
    let taken = || first.lock().unwrap_or_else(PoisonError::into_inner).is_some();
    in_parallel(tests.len(), |at| {
        if taken() {
            return;
        }
        let test = tests[at];
        let text = match one(test, number, &taken) {
            Ok(Outcome::Passed | Outcome::Stopped) => return,
            Ok(Outcome::Failed) => Ok(format!("{}::{}", test.program.name, test.name)),
            Ok(Outcome::TimedOut) => {
                Ok(format!("{}::{} (it does not end)", test.program.name, test.name))
            }
            Err(text) => Err(text),
        };
        first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(text);
    });
    first.into_inner().unwrap_or_else(PoisonError::into_inner).transpose()
}

/// Runs a test with a mutant.
fn one(test: &Test, number: usize, taken: &dyn Fn() -> bool) -> Result<Outcome, String> {
    let mut command = command(test.program, &test.name);
    command.env(VARIABLE, number.to_string()).env_remove(RECORD);
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let limit = test.time * 3 + Duration::from_secs(60);
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok(if status.success() { Outcome::Passed } else { Outcome::Failed });
        }
        let late = start.elapsed() > limit;
        if late || taken() {
            // What the test started goes with it.
            let group = format!("-{}", child.id());
            let killed = Command::new("kill").args(["-KILL", "--", &group]).status();
            killed.and_then(|_| child.wait()).map_err(|error| error.to_string())?;
            return Ok(if late { Outcome::TimedOut } else { Outcome::Stopped });
        }
        thread::sleep(Duration::from_millis(10));
    }
}
