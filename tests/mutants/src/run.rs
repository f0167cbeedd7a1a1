//! Runs the tests for one mutant after another until one fails.

use crate::{LIST, VARIABLE};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// A program of tests.
struct Program {
    /// The crate it belongs to.
    package: String,
    name: String,
    path: PathBuf,
    /// How long it takes without a mutant.
    time: Duration,
}

/// How a run ended.
#[derive(PartialEq, Eq)]
enum Outcome {
    Passed,
    /// The first test that failed.
    Failed(String),
    /// It took three times as long as without a mutant, and a minute.
    TimedOut,
}

/// Runs the tests with each of the mutants in the list of the copy.
pub fn run(copy: &Path, only: &[String]) -> Result<(), String> {
    let list = fs::read_to_string(copy.join(LIST)).map_err(|error| format!("{LIST}: {error}"))?;
    let mut programs = build(copy)?;
    for program in &mut programs {
        let start = Instant::now();
        if let Outcome::Failed(test) = one(copy, program, None, only)? {
            return Err(format!("{} fails without a mutant: {test}", program.name));
        }
        program.time = start.elapsed();
    }
    programs.sort_by_key(|program| program.time);
    let mut results =
        fs::File::create(copy.join("result.txt")).map_err(|error| error.to_string())?;
    let (mut noticed, mut all) = (0, 0);
    for line in list.lines() {
        let Some((number, place)) = line.split_once(' ') else { continue };
        let by = first_failure(copy, &programs, number, place, only)?;
        all += 1;
        noticed += usize::from(by.is_some());
        let verdict = by.map_or("SURVIVES".to_string(), |test| format!("noticed by {test}"));
        println!("{line}: {verdict}");
        writeln!(results, "{line}: {verdict}").map_err(|error| error.to_string())?;
    }
    println!("{noticed} of {all} noticed");
    Ok(())
}

/// The first test that notices a mutant: those of its own crate are asked first, then the quick ones.
fn first_failure(
    copy: &Path,
    programs: &[Program],
    number: &str,
    place: &str,
    only: &[String],
) -> Result<Option<String>, String> {
    let own = |program: &&Program| place.starts_with(&format!("{}/", program.package));
    let others = |program: &&Program| !place.starts_with(&format!("{}/", program.package));
    for program in programs.iter().filter(own).chain(programs.iter().filter(others)) {
        match one(copy, program, Some(number), only)? {
            Outcome::Passed => {}
            Outcome::Failed(test) => return Ok(Some(format!("{}::{test}", program.name))),
            Outcome::TimedOut => return Ok(Some(format!("{} (it does not end)", program.name))),
        }
    }
    Ok(None)
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
        let package = name.trim_start_matches("gimlet_").replace('_', "-");
        Some(Program { package, name, path, time: Duration::ZERO })
    };
    Ok(paths.filter_map(program).collect())
}

/// Runs a program until a test fails.
fn one(
    copy: &Path,
    program: &Program,
    mutant: Option<&str>,
    only: &[String],
) -> Result<Outcome, String> {
    let mut command = Command::new(&program.path);
    if program.name == "suite" {
        command.args(only);
    }
    // Cargo runs the tests of a crate in its folder.
    let folder = copy.join(&program.package);
    command.current_dir(if folder.is_dir() { &folder } else { copy });
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    match mutant {
        Some(number) => command.env(VARIABLE, number),
        None => command.env_remove(VARIABLE),
    };
    let mut child =
        command.spawn().map_err(|error| format!("{}: {error}", program.path.display()))?;
    let stdout = child.stdout.take().ok_or("no output")?;
    let reader = thread::spawn(move || {
        let failed = |line: String| {
            line.strip_prefix("test ")?.strip_suffix(" ... FAILED").map(str::to_string)
        };
        BufReader::new(stdout).lines().map_while(Result::ok).find_map(failed)
    });
    let limit = mutant.map(|_| program.time * 3 + Duration::from_secs(60));
    let start = Instant::now();
    while !reader.is_finished() {
        if limit.is_some_and(|limit| start.elapsed() > limit) {
            stop(&mut child)?;
            return Ok(Outcome::TimedOut);
        }
        thread::sleep(Duration::from_millis(20));
    }
    match reader.join().map_err(|_| "a reader failed")? {
        Some(test) => {
            stop(&mut child)?;
            Ok(Outcome::Failed(test))
        }
        None => match child.wait().map_err(|error| error.to_string())?.success() {
            true => Ok(Outcome::Passed),
            false => Ok(Outcome::Failed("it ends badly".to_string())),
        },
    }
}

fn stop(child: &mut Child) -> Result<(), String> {
    child.kill().and_then(|()| child.wait()).map(|_| ()).map_err(|error| error.to_string())
}
