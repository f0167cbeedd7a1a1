//! Runs the tests that reach a mutant until one fails.
//!
//! Limits are in processor time: on a busy machine a test takes longer, but does not compute more.

use crate::processor_time::processor_time;
use crate::{LIST, RECORD, VARIABLE};
use std::collections::BTreeSet;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
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
    /// The processor time that it takes without a mutant.
    time: Duration,
    /// The mutants that it reaches.
    reached: BTreeSet<usize>,
}

/// How a test ended.
#[derive(PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    /// It took three times the processor time that it takes without a mutant and [`GRACE`] more, or none for [`IDLE`].
    TimedOut,
    /// Another test was the first to notice.
    Stopped,
}

/// What a test may take with a mutant beyond three times what it takes without.
const GRACE: Duration = Duration::from_secs(20);

/// How long a test may stand still before it counts as one that does not end.
const IDLE: Duration = Duration::from_secs(120);

/// The tests with their times and the mutants they reach, in the copy.
const RECORDED: &str = "recorded.txt";

/// The verdicts, in the copy.
const RESULT: &str = "result.txt";

/// Runs the tests with each of the mutants in the list of the copy. What an earlier run found out stands.
pub fn run(copy: &Path, choice: &Choice) -> Result<(), String> {
    let list = fs::read_to_string(copy.join(LIST)).map_err(|error| format!("{LIST}: {error}"))?;
    let programs = build(copy)?;
    let mut tests = match fs::read_to_string(copy.join(RECORDED)) {
        Ok(text) => recorded(&text, &programs, choice),
        Err(_) => record(copy, &programs, choice)?,
    };
    tests.sort_by_key(|test| test.time);
    let before = fs::read_to_string(copy.join(RESULT)).unwrap_or_default();
    let mut results = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(copy.join(RESULT))
        .map_err(|error| error.to_string())?;
    let (mut noticed, mut all) = (0, 0);
    for line in list.lines() {
        let Some(number) = line.split_once(' ').and_then(|(number, _)| number.parse().ok()) else {
            continue;
        };
        all += 1;
        let verdict = |text: &str| Some(text.strip_prefix(line)?.strip_prefix(": ")?.to_string());
        if let Some(verdict) = before.lines().find_map(verdict) {
            noticed += usize::from(verdict.starts_with("noticed"));
            continue;
        }
        let reaching: Vec<&Test> =
            tests.iter().filter(|test| test.reached.contains(&number)).collect();
        let by = first_to_notice(&reaching, number)?;
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
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    }
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let found = Mutex::new(Vec::new());
    in_parallel(names.len(), |at| {
        let (program, name) = &names[at];
        let path = folder.join(at.to_string());
        let mut command = command(program, name);
        command.env_remove(VARIABLE).env(RECORD, &path);
        let ended = command
            .spawn()
            .map_err(|error| error.to_string())
            .and_then(|mut child| watch(&mut child, None, &|| false));
        if let Ok((Outcome::Passed, time)) = ended {
            let reached = fs::read_to_string(&path).unwrap_or_default();
            let reached = reached.lines().filter_map(|line| line.parse().ok()).collect();
            let test = Test { program, name: name.clone(), time, reached };
            found.lock().unwrap_or_else(PoisonError::into_inner).push(test);
        } else {
            eprintln!("{}::{name} fails without a mutant: it is left out", program.name);
        }
    });
    let tests = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let text: String = tests.iter().map(Test::line).collect();
    fs::write(copy.join(RECORDED), text).map_err(|error| error.to_string())?;
    Ok(tests)
}

impl Test<'_> {
    /// `PROGRAM NAME MILLISECONDS MUTANT…`
    fn line(&self) -> String {
        let reached: String = self.reached.iter().map(|number| format!(" {number}")).collect();
        format!("{} {} {}{reached}\n", self.program.name, self.name, self.time.as_millis())
    }
}

/// What [`record`] has written.
fn recorded<'p>(text: &str, programs: &'p [Program], choice: &Choice) -> Vec<Test<'p>> {
    let test = |line: &str| {
        let mut words = line.split(' ');
        let program = words.next()?;
        let program = programs.iter().find(|other| other.name == program)?;
        let name = words.next()?.to_string();
        let time = Duration::from_millis(words.next()?.parse().ok()?);
        let reached = words.filter_map(|word| word.parse().ok()).collect();
        choice.takes(&name).then_some(Test { program, name, time, reached })
    };
    text.lines().filter_map(test).collect()
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
    let limit = test.time * 3 + GRACE;
    Ok(watch(&mut child, Some(limit), taken)?.0)
}

/// Waits for the end of a test, or ends it: at the limit, when it stands still, or when `taken` says that it is not asked
/// for any more. How it ended, and the processor time it took.
fn watch(
    child: &mut Child,
    limit: Option<Duration>,
    taken: &dyn Fn() -> bool,
) -> Result<(Outcome, Duration), String> {
    let (mut time, mut advanced) = (Duration::ZERO, Instant::now());
    let mut round = 0_u64;
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            let outcome = if status.success() { Outcome::Passed } else { Outcome::Failed };
            return Ok((outcome, time));
        }
        round += 1;
        if round % 8 == 1 {
            let now = processor_time(child.id());
            if now > time {
                (time, advanced) = (now, Instant::now());
            }
        }
        let late = limit.is_some_and(|limit| time > limit) || advanced.elapsed() > IDLE;
        if late || taken() {
            // What the test started goes with it.
            let group = format!("-{}", child.id());
            let killed = Command::new("kill").args(["-KILL", "--", &group]).status();
            killed.and_then(|_| child.wait()).map_err(|error| error.to_string())?;
            return Ok((if late { Outcome::TimedOut } else { Outcome::Stopped }, time));
        }
        thread::sleep(Duration::from_millis(10));
    }
}
