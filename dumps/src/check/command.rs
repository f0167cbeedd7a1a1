//! The subcommand `gimlet check [OPTION…] FILE|DIR…`.

use super::run::{check_variation, read, test_name};
use super::suite::{Suite, Variation, suite_of};
use super::summary::{Progress, report, write_sum};
use super::{CheckConfig, Outcome};
use crate::directives::tcl::shell_words;
use crate::usage::misused;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

const USAGE: &str = "\
Usage: gimlet check [OPTION]... FILE|DIR...
Compile each test FILE, or each test below DIR, as its DejaGnu directives say and judge the result.

  -v, --verbose              print every verdict, not only unexpected ones
      --list                 print the tests, what is done with them and their options
      --compiler=COMMAND     compile with COMMAND instead of gimlet
      --sum=FILE             write all verdicts to FILE, as DejaGnu's .sum
      --keep=DIR             leave the files of each test in a folder below DIR
      --bless                write what is there to where the expectation is: the files
                             of NAME.dumps, and the bodies of check-function-bodies
      --force                also run tests of suites that are not for this target
      --default-options=OPTIONS  for tests without dg-options outside GCC's suites
      --emulator=COMMAND     run programs with COMMAND
      --timeout=SECONDS      for each compilation and run (default 60)
      --files-from=FILE      also run the tests that FILE lists, one a line
  -j N                       run N tests at once
  -h, --help                 print this

Options that take a value also take it as the next word. A test in a folder of GCC's test suite
(gcc.dg, c-c++-common, gcc.target, gcc.c-torture) is compiled with that folder's options,
in all the ways its script lists. Exit status: 0 if every verdict was as expected, 1 if not, 2
for wrong usage.
";

struct Arguments {
    config: CheckConfig,
    verbose: bool,
    list: bool,
    jobs: usize,
    sum: Option<PathBuf>,
    files: Vec<PathBuf>,
}

/// Runs `gimlet check` with `args` (what follows `check`); `defaults` name the compiler and the target.
/// The result is the exit status: 0 if every verdict was as expected, 1 if not, 2 for wrong usage.
pub fn check_command(
    args: &[String],
    defaults: CheckConfig,
    out: &mut (dyn Write + Send),
) -> io::Result<i32> {
    let arguments = match parse(args, defaults) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            out.write_all(USAGE.as_bytes())?;
            return Ok(0);
        }
        Err(message) => {
            eprintln!("{}", misused("check", &message, USAGE));
            return Ok(2);
        }
    };
    let jobs = jobs(&arguments);
    if arguments.list {
        list(&jobs, &arguments.config, out)?;
        return Ok(0);
    }
    let outcomes = run_all(&jobs, &arguments);
    report(&outcomes, arguments.verbose, out)?;
    if let Some(path) = &arguments.sum {
        let config = &arguments.config;
        write_sum(path, &outcomes, config.target.triplet(), &config.compiler)?;
    }
    Ok(i32::from(outcomes.iter().flatten().any(|o| o.status.is_bad())))
}

fn parse(args: &[String], defaults: CheckConfig) -> Result<Option<Arguments>, String> {
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    let mut parsed = Arguments {
        config: defaults,
        verbose: false,
        list: false,
        jobs,
        sum: None,
        files: Vec::new(),
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let (name, value) = match arg.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_string())),
            _ => (arg.as_str(), None),
        };
        if !takes_value(name) {
            match name {
                "-v" | "--verbose" => parsed.verbose = true,
                "--list" => parsed.list = true,
                "--bless" => parsed.config.bless = true,
                "--force" => parsed.config.force = true,
                "-h" | "--help" => return Ok(None),
                _ if name.starts_with("-j") && name.len() > 2 => parsed.jobs = number(&name[2..])?,
                _ if name.starts_with('-') => return Err(format!("unknown option ‘{arg}’")),
                _ => add_file(Path::new(arg), &mut parsed.files)?,
            }
            continue;
        }
        let value = value
            .or_else(|| args.next().cloned())
            .ok_or_else(|| format!("‘{name}’ needs a value"))?;
        let config = &mut parsed.config;
        match name {
            "-j" => parsed.jobs = number(&value)?,
            "--compiler" | "--cc" => {
                config.compiler = shell_words(&value);
                // What Gimlet lacks says nothing about another compiler.
                config.missing_passes.clear();
            }
            "--default-options" => config.default_options = shell_words(&value),
            "--emulator" => config.emulator = shell_words(&value),
            "--timeout" => config.timeout = Duration::from_secs(number(&value)? as u64),
            "--keep" => config.keep = Some(value.into()),
            "--sum" => parsed.sum = Some(value.into()),
            _ => {
                let list = std::fs::read_to_string(&value)
                    .map_err(|e| format!("cannot read ‘{value}’: {e}"))?;
                for line in list.lines().filter(|line| !line.trim().is_empty()) {
                    add_file(Path::new(line), &mut parsed.files)?;
                }
            }
        }
    }
    if parsed.files.is_empty() {
        return Err("no test files".into());
    }
    parsed.config = parsed.config.probing();
    Ok(Some(parsed))
}

fn takes_value(option: &str) -> bool {
    matches!(
        option,
        "-j" | "--compiler"
            | "--cc"
            | "--default-options"
            | "--emulator"
            | "--timeout"
            | "--keep"
            | "--sum"
            | "--files-from"
    )
}

fn number(text: &str) -> Result<usize, String> {
    match text.parse::<u32>() {
        Ok(n) if n > 0 => Ok(n as usize),
        _ => Err(format!("‘{text}’ is not a positive number")),
    }
}

/// A file, or the tests below a folder, in order of their names.
fn add_file(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    let error = |e: io::Error| format!("cannot read ‘{}’: {e}", path.display());
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(path).map_err(error)? {
        entries.push(entry.map_err(error)?.path());
    }
    entries.sort();
    for entry in entries {
        let is_test =
            entry.extension().is_some_and(|e| ["c", "i", "S", "gimple"].iter().any(|x| e == *x));
        if entry.is_dir() || is_test {
            add_file(&entry, files)?;
        }
    }
    Ok(())
}

/// A test, compiled in one way.
struct Job {
    path: PathBuf,
    suite: Suite,
    variation: Variation,
}

fn jobs(arguments: &Arguments) -> Vec<Job> {
    let mut jobs = Vec::new();
    for path in &arguments.files {
        let suite = suite_of(path, &arguments.config.target);
        // A closed suite says so once.
        let closed = suite.gate.is_some() && !arguments.config.force;
        let most = if closed { 1 } else { usize::MAX };
        for variation in suite.variations.iter().take(most) {
            let (path, suite) = (path.clone(), suite.clone());
            jobs.push(Job { path, suite, variation: variation.clone() });
        }
    }
    jobs
}

fn list(jobs: &[Job], config: &CheckConfig, out: &mut dyn Write) -> io::Result<()> {
    for job in jobs {
        let name = test_name(&job.suite, &job.variation);
        let source = std::fs::read(&job.path).unwrap_or_default();
        let source = String::from_utf8_lossy(&source);
        let test = read(&source, &job.path, &job.suite, &job.variation, config);
        let gate = job.suite.gate.as_ref().filter(|_| !config.force);
        let what = match (gate.or(test.unsupported.as_ref()), test.errors.first()) {
            (Some(why), _) => format!("unsupported: {why}"),
            (None, Some((line, error))) => format!("error on line {line}: {error}"),
            (None, None) => format!("{} {}", test.action.word(), test.options.join(" ")),
        };
        writeln!(out, "{}: {}", name.trim_end(), what.trim_end())?;
    }
    Ok(())
}

/// The outcomes of each job, in the order of the jobs.
fn run_all(jobs: &[Job], arguments: &Arguments) -> Vec<Vec<Outcome>> {
    let next = AtomicUsize::new(0);
    let progress = Progress::new(jobs.len());
    let results = Mutex::new((vec![Vec::new(); jobs.len()], 0, 0));
    thread::scope(|scope| {
        for _ in 0..arguments.jobs.min(jobs.len()) {
            scope.spawn(|| {
                while let Some((i, job)) = {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    jobs.get(i).map(|job| (i, job))
                } {
                    let config = &arguments.config;
                    let outcomes = check_variation(&job.path, &job.suite, &job.variation, config);
                    if let Ok(mut all) = results.lock() {
                        all.1 += 1;
                        all.2 += outcomes.iter().filter(|o| o.status.is_bad()).count();
                        all.0[i] = outcomes;
                        progress.show(all.1, all.2);
                    }
                }
            });
        }
    });
    progress.end();
    results.into_inner().map(|all| all.0).unwrap_or_default()
}
