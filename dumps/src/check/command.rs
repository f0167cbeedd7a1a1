//! The subcommand `gimlet check [OPTION…] FILE…`.

use super::{CheckConfig, Outcome, Status, check_file};
use crate::directives::tcl::shell_words;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

const USAGE: &str = "\
Usage: gimlet check [OPTION]... FILE...
Compile each test FILE as its DejaGnu directives say and judge the result.

  -v, --verbose              print every verdict, not only unexpected ones
  --cc=COMMAND               compile with COMMAND instead of gimlet
  --default-options=OPTIONS  for tests without dg-options
  --emulator=COMMAND         run programs with COMMAND
  --timeout=SECONDS          for each compilation and run (default 60)
  -j N                       run N tests at once
";

struct Arguments {
    config: CheckConfig,
    verbose: bool,
    jobs: usize,
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
            writeln!(out, "gimlet check: {message}\n{USAGE}")?;
            return Ok(2);
        }
    };
    let outcomes = run_all(&arguments);
    report(&outcomes, arguments.verbose, out)?;
    Ok(i32::from(outcomes.iter().flatten().any(|o| o.status.is_bad())))
}

fn parse(args: &[String], defaults: CheckConfig) -> Result<Option<Arguments>, String> {
    let jobs = thread::available_parallelism().map_or(1, usize::from);
    let mut parsed = Arguments { config: defaults, verbose: false, jobs, files: Vec::new() };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let number = |text: &str| match text.parse::<u32>() {
            Ok(n) if n > 0 => Ok(n),
            _ => Err(format!("‘{text}’ is not a positive number")),
        };
        if arg == "-v" || arg == "--verbose" {
            parsed.verbose = true;
        } else if arg == "-h" || arg == "--help" {
            return Ok(None);
        } else if let Some(n) = arg.strip_prefix("-j") {
            let n = if n.is_empty() { args.next().map_or("", |s| s.as_str()) } else { n };
            parsed.jobs = number(n)? as usize;
        } else if let Some(command) = arg.strip_prefix("--cc=") {
            parsed.config.compiler = shell_words(command);
        } else if let Some(options) = arg.strip_prefix("--default-options=") {
            parsed.config.default_options = shell_words(options);
        } else if let Some(command) = arg.strip_prefix("--emulator=") {
            parsed.config.emulator = shell_words(command);
        } else if let Some(seconds) = arg.strip_prefix("--timeout=") {
            parsed.config.timeout = Duration::from_secs(number(seconds)?.into());
        } else if arg.starts_with('-') {
            return Err(format!("unknown option ‘{arg}’"));
        } else {
            parsed.files.push(arg.into());
        }
    }
    if parsed.files.is_empty() { Err("no test files".into()) } else { Ok(Some(parsed)) }
}

/// The outcomes of each file, in the order of the files.
fn run_all(arguments: &Arguments) -> Vec<Vec<Outcome>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![Vec::new(); arguments.files.len()]);
    thread::scope(|scope| {
        for _ in 0..arguments.jobs.min(arguments.files.len()) {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = arguments.files.get(i) else { return };
                    let outcomes = check_file(file, &arguments.config);
                    if let Ok(mut all) = results.lock() {
                        all[i] = outcomes;
                    }
                }
            });
        }
    });
    results.into_inner().unwrap_or_default()
}

fn report(outcomes: &[Vec<Outcome>], verbose: bool, out: &mut dyn Write) -> io::Result<()> {
    for outcome in outcomes.iter().flatten() {
        if verbose || outcome.status.is_bad() {
            writeln!(out, "{outcome}")?;
            for line in outcome.detail.lines().take(40) {
                writeln!(out, "    {line}")?;
            }
        }
    }
    let kinds = [
        (Status::Pass, "expected passes"),
        (Status::Fail, "unexpected failures"),
        (Status::XPass, "unexpected successes"),
        (Status::XFail, "expected failures"),
        (Status::Unresolved, "unresolved testcases"),
        (Status::Unsupported, "unsupported tests"),
        (Status::Error, "errors"),
    ];
    for (status, words) in kinds {
        let n = outcomes.iter().flatten().filter(|o| o.status == status).count();
        if n > 0 {
            writeln!(out, "# of {words:<24}{n}")?;
        }
    }
    Ok(())
}
