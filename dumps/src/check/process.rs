//! Child processes with a time limit, and directories that vanish.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A new directory that is removed with everything in it when dropped, unless it is to be kept.
#[derive(Debug)]
pub struct ScratchDir {
    path: PathBuf,
    kept: bool,
}

impl ScratchDir {
    /// Makes one under the system's directory for temporary files.
    pub fn new() -> io::Result<ScratchDir> {
        ScratchDir::below(&std::env::temp_dir())
    }

    /// Makes one under a directory.
    pub fn below(directory: &Path) -> io::Result<ScratchDir> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        loop {
            let n = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = directory.join(format!("gimlet-check-{}-{n}", std::process::id()));
            match fs::create_dir(&path) {
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(e),
                Ok(()) => return Ok(ScratchDir { path, kept: false }),
            }
        }
    }

    /// Makes one that stays, empty.
    pub fn kept(path: &Path) -> io::Result<ScratchDir> {
        if path.exists() {
            fs::remove_dir_all(path)?;
        }
        fs::create_dir_all(path)?;
        let path = fs::canonicalize(path)?;
        Ok(ScratchDir { path, kept: true })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ScratchDir {
    fn drop(&mut self) {
        if self.kept {
            return;
        }
        // A directory that cannot be removed is litter, not an error.
        drop(fs::remove_dir_all(&self.path));
    }
}

/// How a process ended, and what it wrote to standard output and standard error together.
#[derive(Debug, Clone)]
pub struct Finished {
    /// `None` if it was stopped because its time was over.
    pub status: Option<ExitStatus>,
    /// Both outputs, in the order they were written.
    pub output: String,
}

impl Finished {
    /// Did it end with status 0?
    pub fn succeeded(&self) -> bool {
        self.status.is_some_and(|s| s.success())
    }

    /// `exit status: 1`, `signal: 11 (SIGSEGV)`, `timed out`.
    pub fn describe(&self) -> String {
        self.status.map_or("timed out".into(), |s| s.to_string())
    }
}

/// Runs a command to its end, or kills it after `timeout`. The output passes through a file in `dir`,
/// so that no amount of it can block the process.
pub fn run_with_timeout(
    command: &mut Command,
    timeout: Duration,
    dir: &Path,
) -> io::Result<Finished> {
    let log = dir.join(".output");
    let file = File::create(&log)?;
    command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
    let mut child = command.spawn()?;
    let pid = Pid::from_raw(child.id() as i32);
    let (ended, end) = mpsc::channel();
    let status = thread::scope(|scope| {
        scope.spawn(move || ended.send(child.wait()));
        match end.recv_timeout(timeout) {
            Ok(status) => status.map(Some),
            Err(_) => {
                // It may have ended just now: then there is nobody to stop.
                let _ = kill(pid, Signal::SIGKILL);
                Ok(None)
            }
        }
    })?;
    let output = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    fs::remove_file(&log)?;
    Ok(Finished { status, output })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_does_not_end_is_stopped() {
        let dir = ScratchDir::new().unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", "echo before; echo err >&2; sleep 60"]);
        let f = run_with_timeout(&mut command, Duration::from_millis(300), dir.path()).unwrap();
        assert_eq!((f.describe().as_str(), f.output.as_str()), ("timed out", "before\nerr\n"));
    }

    #[test]
    fn a_scratch_directory_vanishes() {
        let dir = ScratchDir::new().unwrap();
        let path = dir.path().to_owned();
        fs::write(path.join("x"), "").unwrap();
        drop(dir);
        assert!(!path.exists());
    }
}
