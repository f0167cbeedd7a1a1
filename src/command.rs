//! The command `gimlet`: its subcommands, and what every run needs. [`crate::driver`] is the compiler driver.
//!
//! All work is done in one thread with a large stack: the limits of nesting are set to what it holds.

use crate::{bisect, cli, driver, explore, motion, pass_table};
use c_frontend::suggest::did_you_mean;
use dumps::DumpKind;
use dumps::check::{CheckConfig, check_command};
use dumps::complain;
use dumps::diff::{DiffConfig, diff_command};
use dumps::directives::Target;
use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
use std::ffi::OsString;
use std::panic;
use std::path::Path;
use std::process::ExitCode;

/// Exit status of an internal compiler error, as GCC's.
const INTERNAL_ERROR: u8 = 4;

/// What the command does with this process's arguments.
pub fn main() -> ExitCode {
    allocator::keep_pages();
    start_log();
    panic::set_hook(Box::new(|info| {
        let (pass, function) = gimple::pass_manager::current_pass();
        let place = info.location().map(|at| format!("{}:{}", at.file(), at.line()));
        complain!(
            "gimlet: internal compiler error: {}\nduring pass: {}\nin function: {}\nat: {}",
            crate::plugin::panic_text(info.payload()),
            if pass.is_empty() { "(front end)" } else { &pass },
            if function.is_empty() { "(none)" } else { &function },
            place.unwrap_or_default(),
        );
    }));
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    if words.first().is_some_and(|word| word == "check") {
        return check(&words[1..]);
    }
    if words.first().is_some_and(|word| word == "diff") {
        return diff(&words[1..]);
    }
    if let Some(text) = words.first().and_then(|word| misspelt(&word.to_string_lossy())) {
        complain!("gimlet: error: {text}");
        return ExitCode::from(2);
    }
    let work = move || match words.first() {
        Some(word) if word == "bisect" => bisect::run(&words[1..]),
        Some(word) if word == "explore" => explore::run(&words[1..]),
        Some(word) if word == "motion" => motion::run(&words[1..]),
        #[cfg(feature = "prove")]
        Some(word) if word == "prove" => crate::prove::run(&words[1..]),
        _ => driver::run(cli::CommandLine::parse(words)),
    };
    driver::temporaries::handle_signals();
    let thread = std::thread::Builder::new().stack_size(stack_size()).spawn(work);
    match thread.map(|thread| thread.join()) {
        Ok(Ok(status)) => ExitCode::from(status),
        Ok(Err(_)) => ExitCode::from(INTERNAL_ERROR),
        Err(error) => {
            complain!("gimlet: fatal error: cannot start: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Stack of the thread that compiles, of which only what is used is ever touched: an eighth of the memory that may be
/// mapped where that is limited, with which the depth of programs is.
fn stack_size() -> usize {
    const LEAST: usize = 8 << 20;
    let usual = c_frontend::limits::USUAL_STACK;
    let limit = getrlimit(Resource::RLIMIT_AS).map_or(RLIM_INFINITY, |(soft, _)| soft);
    let size = ((limit / 8) as usize).clamp(LEAST, usual);
    c_frontend::limits::set_stack(size);
    size
}

/// Words as text, as the subcommands take them.
fn texts(words: &[OsString]) -> Vec<String> {
    words.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

/// What is said where the first word is neither an option nor a file, and nearly a subcommand.
fn misspelt(word: &str) -> Option<String> {
    let known = crate::manual::COMMANDS.iter().map(|command| command.0);
    let plain = word.starts_with(|c: char| c.is_ascii_alphabetic()) && !word.contains(['.', '/']);
    if !plain || known.clone().any(|name| name == word) || Path::new(word).exists() {
        return None;
    }
    let name = match word {
        "help" | "version" | "man" | "ledger" | "completions" => format!("--{word}"),
        _ => did_you_mean(word, known)?.to_string(),
    };
    Some(format!("there is no command and no file ‘{word}’; did you mean ‘{name}’?"))
}

/// The command that this program is.
fn own_command() -> Vec<String> {
    let path = std::env::current_exe().map(|path| path.to_string_lossy().into_owned());
    vec![path.unwrap_or_else(|_| "gimlet".to_string())]
}

/// What a subcommand ends with.
fn ended(name: &str, result: std::io::Result<i32>) -> ExitCode {
    match result {
        Ok(status) => ExitCode::from(status as u8),
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::from(2),
        Err(error) => {
            complain!("gimlet {name}: {error}");
            ExitCode::from(2)
        }
    }
}

/// `gimlet diff A B`: two sets of dumps held against each other.
fn diff(words: &[OsString]) -> ExitCode {
    let table = pass_table::table();
    let passes = table.iter().map(dumped_name).collect();
    let missing = table.iter().filter(|row| row.pass.is_missing()).map(dumped_name).collect();
    let config = DiffConfig { compiler: own_command(), passes, missing };
    ended("diff", diff_command(&texts(words), config, &mut std::io::stdout()))
}

/// A pass as `gimlet diff --passes=` names it: `ccp1`, `rtl:expand`, `ipa:inline`.
fn dumped_name(row: &gimple::pass::PassEntry) -> String {
    match row.pass.kind {
        DumpKind::Tree => row.full_name(),
        kind => format!("{}:{}", kind.word(), row.full_name()),
    }
}

/// `gimlet check FILE…`: judges tests by their DejaGnu directives.
fn check(words: &[OsString]) -> ExitCode {
    let target = Target::lp64_linux(rtl_backend::target().triplet).with_property("rv64");
    let mut config = CheckConfig::new(own_command(), target);
    config.emulator = ["qemu-riscv64", "-L", "/usr/riscv64-linux-gnu"].map(str::to_string).into();
    config.missing_passes = missing_passes();
    ended("check", check_command(&texts(words), config, &mut std::io::stdout()))
}

/// The rows of the pass table that only keep a place, as `tree-vect`.
fn missing_passes() -> Vec<String> {
    let table = pass_table::table();
    let missing = table.iter().filter(|row| row.pass.is_missing());
    missing.map(|row| format!("{}-{}", row.pass.kind.word(), row.full_name())).collect()
}

/// Internal logging, off unless `GIMLET_LOG` names a level.
fn start_log() {
    let Some(level) = std::env::var("GIMLET_LOG").ok().and_then(|level| level.parse().ok()) else {
        return;
    };
    let level: tracing::Level = level;
    let subscriber =
        tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).finish();
    if tracing::subscriber::set_global_default(subscriber).is_err() {
        complain!("gimlet: warning: logging could not be started");
    }
}
