//! What the whole-program tests share: which compiler they test, the tools they need, how they walk
//! through a folder of test files on all processors and report what failed.
//!
//! `GIMLET_CC=COMMAND` runs them with another compiler: with the reference GCC they show that a test
//! asks for the right thing. `GIMLET_TEST=TEXT` picks the test files whose path contains TEXT.

use dumps::check::CheckConfig;
pub use dumps::check::{Finished, ScratchDir, run_with_timeout};
use dumps::directives::selector::Target;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

pub const CROSS_GCC: &str = "riscv64-linux-gnu-gcc";
pub const EMULATOR: &str = "qemu-riscv64";
const TRIPLET: &str = "riscv64-unknown-linux-gnu";
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// The compiler under test and its first arguments.
pub fn compiler() -> Vec<String> {
    match std::env::var("GIMLET_CC") {
        Ok(command) => command.split_whitespace().map(str::to_string).collect(),
        Err(_) => vec![env!("CARGO_BIN_EXE_gimlet").to_string(), "-fchecking".to_string()],
    }
}

/// Is it Gimlet that is tested, with what only Gimlet has?
pub fn testing_gimlet() -> bool {
    std::env::var_os("GIMLET_CC").is_none()
}

/// How DejaGnu-style tests are compiled and run.
pub fn check_config() -> CheckConfig {
    let mut config = CheckConfig::new(compiler(), Target::lp64_linux(TRIPLET));
    config.emulator = vec![EMULATOR.to_string()];
    config.link_options = vec!["-static".to_string()];
    config.timeout = TIMEOUT;
    config
}

/// Fails clearly when the assembler, the linker or the emulator is not there.
pub fn require_tools() {
    for tool in [CROSS_GCC, EMULATOR] {
        let there = Command::new(tool).arg("--version").output().is_ok_and(|o| o.status.success());
        assert!(there, "{tool} is needed and was not found: run tests/install-deps.sh");
    }
}

/// A folder of the project.
pub fn project_dir(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

/// All files under `dir` with one of these extensions, sorted, picked by `GIMLET_TEST`.
pub fn test_files(dir: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let wanted = std::env::var("GIMLET_TEST").unwrap_or_default();
    let mut files = Vec::new();
    let mut folders = vec![dir.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder)
            .unwrap_or_else(|e| panic!("cannot read {}: {e}", folder.display()));
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| extensions.iter().any(|x| e == *x))
                && path.to_string_lossy().contains(&wanted)
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Runs `test` on every file, on all processors, and fails with everything that went wrong.
pub fn for_each_file(files: &[PathBuf], test: impl Fn(&Path) -> Result<(), String> + Sync) {
    let picked = std::env::var_os("GIMLET_TEST").is_some();
    assert!(picked || !files.is_empty(), "there are no test files");
    let tested = |file: &PathBuf| test(file).map_err(|e| format!("{}: {e}", file.display()));
    let failures = failures_of(files, tested);
    let (bad, all) = (failures.len(), files.len());
    assert!(failures.is_empty(), "{bad} of {all} files failed\n{}", failures.join("\n"));
}

/// Runs `test` on every item, on all processors; everything that went wrong, sorted.
pub fn failures_of<T: Sync>(
    items: &[T],
    test: impl Fn(&T) -> Result<(), String> + Sync,
) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(message) = test(item) {
                        failures.lock().expect("no worker panics").push(message);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no worker panics");
    failures.sort();
    failures
}

/// Runs a command in `dir`; an error message with its output if it cannot be run or fails.
pub fn run(words: &[String], dir: &Path) -> Result<Finished, String> {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).current_dir(dir);
    run_with_timeout(&mut command, TIMEOUT, dir).map_err(|e| format!("{}: {e}", words.join(" ")))
}

/// As [`run`], for a command that must succeed.
pub fn run_ok(words: &[String], dir: &Path) -> Result<Finished, String> {
    let finished = run(words, dir)?;
    if finished.succeeded() {
        return Ok(finished);
    }
    Err(format!("{}\n{}\n{}", words.join(" "), finished.describe(), finished.output))
}

/// The words of a command line.
pub fn words<S: Into<String> + Clone>(parts: &[S]) -> Vec<String> {
    parts.iter().cloned().map(Into::into).collect()
}

/// Runs a command in a shell that finds the compiler by its name; what it prints.
pub fn shell(command: &str, dir: &Path) -> String {
    let own = Path::new(env!("CARGO_BIN_EXE_gimlet")).parent().expect("a folder").to_path_buf();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .env("PATH", format!("{}:{path}", own.display()))
        .current_dir(dir)
        .output()
        .expect("a shell");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
