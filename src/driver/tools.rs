//! The programs that assemble and link: where they are found and how they are run.

use crate::cli::CommandLine;
use crate::driver::output::fatal;
use crate::driver::temporaries::{self, Temporary};
use dumps::complain;
use nix::sys::signal::Signal;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The target in the names of programs.
const PREFIXES: &[&str] = &["riscv64-linux-gnu-", "riscv64-unknown-linux-gnu-"];

/// A program of the target's binutils: beside `-B`, in `COMPILER_PATH`, on the search path.
pub fn find(line: &CommandLine, name: &str) -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).unwrap_or_default();
    let (own, path) = (variable("COMPILER_PATH"), variable("PATH"));
    for prefix in &line.prefixes {
        // A prefix is a directory, or the beginning of a name.
        let joined = [Path::new(prefix).join(name), PathBuf::from(format!("{prefix}{name}"))];
        if let Some(found) = joined.into_iter().find(|path| is_program(path)) {
            return Some(found);
        }
    }
    let plain = std::env::split_paths(&own).map(|dir| dir.join(name));
    plain.chain(with_prefixes(&path, name)).find(|path| is_program(path))
}

/// The GCC driver of the target, which knows where the C library and its own are.
pub fn gcc() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    with_prefixes(&path, "gcc").find(|path| is_program(path))
}

fn with_prefixes(path: &std::ffi::OsStr, name: &str) -> impl Iterator<Item = PathBuf> {
    let names: Vec<String> = PREFIXES.iter().map(|prefix| format!("{prefix}{name}")).collect();
    let dirs: Vec<PathBuf> = std::env::split_paths(path).collect();
    names
        .into_iter()
        .flat_map(move |name| dirs.iter().map(|dir| dir.join(&name)).collect::<Vec<_>>())
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

/// What to say when there is no such program.
pub fn missing(what: &str, program: &str) -> u8 {
    let names: Vec<String> = PREFIXES.iter().map(|prefix| format!("{prefix}{program}")).collect();
    fatal(&format!(
        "cannot {what}: neither {} nor the target’s gcc is installed (Debian: apt-get install \
         gcc-riscv64-linux-gnu, or binutils-riscv64-linux-gnu and libc6-dev-riscv64-cross); -S needs none",
        names.join(" nor ")
    ))
}

/// Runs a program that writes `output`, and shows it with `-v`; the exit status. If it fails, or a signal ends the run, no
/// output stays. `alone` if what it starts itself ends with it, and nothing of that reads the terminal.
pub fn execute(line: &CommandLine, mut command: Command, output: &Path, alone: bool) -> u8 {
    if line.verbose {
        show(line, &command);
    }
    // Devices stay.
    let ordinary = std::fs::metadata(output).map_or(true, |meta| meta.is_file());
    let unfinished = ordinary.then(|| Temporary::new(output.to_path_buf()));
    if alone {
        command.process_group(0);
    }
    let ended = command.spawn().and_then(|mut child| {
        temporaries::started(child.id(), alone);
        let status = child.wait();
        temporaries::ended();
        status
    });
    let program = command.get_program();
    match ended {
        Ok(status) if status.success() => {
            if let Some(output) = unfinished {
                output.keep();
            }
            0
        }
        Ok(status) => match status.signal().and_then(|signal| Signal::try_from(signal).ok()) {
            Some(signal) => {
                let program = Path::new(program).file_name().unwrap_or(program).to_string_lossy();
                fatal(&format!("{} signal terminated program {program}", description(signal)))
            }
            None => 1,
        },
        Err(error) => fatal(&format!("cannot execute {program:?}: {error}")),
    }
}

/// What the C library calls a signal.
fn description(signal: Signal) -> &'static str {
    match signal {
        Signal::SIGHUP => "Hangup",
        Signal::SIGINT => "Interrupt",
        Signal::SIGKILL => "Killed",
        Signal::SIGTERM => "Terminated",
        Signal::SIGSEGV => "Segmentation fault",
        Signal::SIGABRT => "Aborted",
        Signal::SIGBUS => "Bus error",
        Signal::SIGXFSZ => "File size limit exceeded",
        Signal::SIGXCPU => "CPU time limit exceeded",
        Signal::SIGPIPE => "Broken pipe",
        other => other.as_str(),
    }
}

/// Prints a command as `-v` does, with `-###` as a shell would read it.
pub fn show(line: &CommandLine, command: &Command) {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let quoted = |word: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,".contains(c);
        if !line.dry_run || (!word.is_empty() && word.chars().all(plain)) {
            word.to_string()
        } else {
            format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "\\$"))
        }
    };
    let text: String = words.map(|word| format!(" {}", quoted(&word.to_string_lossy()))).collect();
    complain!("{text}");
}
