//! Files that are gone when the run ends, however it ends: temporary ones, and outputs that were not finished.
//!
//! A signal's handler may do little: it finds the files' names, and the program that runs for this one, in places that
//! stay where they are, removes the files and ends the program.

use nix::errno::Errno;
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, kill, raise, sigaction};
use nix::sys::wait::waitpid;
use nix::unistd::{Pid, unlink};
use std::ffi::{CStr, CString, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

/// Signals by which a user or the system ends a run.
const ENDING: [Signal; 3] = [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP];

/// The names of files to be removed. Names are never freed: a handler may be reading them.
static FILES: [AtomicPtr<c_char>; 1024] = [const { AtomicPtr::new(null_mut()) }; 1024];

/// What runs for this program, as `kill` takes it (a process, or a group as a negative number); 0: nothing.
static STARTED: AtomicI32 = AtomicI32::new(0);

/// A file that is removed when this goes, or when a signal ends the run.
pub struct Temporary {
    path: PathBuf,
    place: Option<usize>,
}

impl Temporary {
    /// Looks after a file, which need not exist.
    pub fn new(path: PathBuf) -> Temporary {
        let name = CString::new(path.as_os_str().as_bytes()).map_or(null_mut(), CString::into_raw);
        let free = |place: &AtomicPtr<c_char>| {
            place.compare_exchange(null_mut(), name, Ordering::SeqCst, Ordering::SeqCst).is_ok()
        };
        let place = FILES.iter().position(free);
        Temporary { path, place }
    }

    /// Makes an empty file of a new name in the folder for temporary files.
    pub fn create(suffix: &str) -> std::io::Result<Temporary> {
        let folder = directory();
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let mut number = since.map_or(0, |time| time.as_nanos() as u64);
        loop {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let name = format!("cc{:x}-{:08x}.{suffix}", std::process::id(), number >> 32);
            let temporary = Temporary::new(folder.join(name));
            let mut options = std::fs::OpenOptions::new();
            match options.write(true).create_new(true).mode(0o600).open(&temporary.path) {
                Ok(_) => return Ok(temporary),
                // It is another's.
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                    temporary.keep();
                }
                Err(error) => return Err(error),
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file stays.
    pub fn keep(mut self) {
        self.forget();
        self.path = PathBuf::new();
    }

    fn forget(&mut self) {
        if let Some(place) = self.place.take() {
            FILES[place].store(null_mut(), Ordering::SeqCst);
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.path.as_os_str().is_empty() {
            // A leftover temporary file is no reason to fail.
            let _ = std::fs::remove_file(&self.path);
        }
        self.forget();
    }
}

/// The folder for temporary files: the first that can be used of those that variables name and the system has.
fn directory() -> PathBuf {
    let named = ["TMPDIR", "TMP", "TEMP"].into_iter().filter_map(std::env::var_os);
    let usual = ["/tmp", "/var/tmp", "/usr/tmp"].map(Into::into);
    let usable = |path: &PathBuf| {
        use nix::unistd::{AccessFlags, access};
        let all = AccessFlags::R_OK | AccessFlags::W_OK | AccessFlags::X_OK;
        path.is_dir() && access(path, all).is_ok()
    };
    let found = named.chain(usual).map(PathBuf::from).find(usable);
    found.unwrap_or_else(|| PathBuf::from("."))
}

/// A program has been started, a group of processes or one; it ends with this one.
pub fn started(id: u32, group: bool) {
    let id = id as i32;
    STARTED.store(if group { -id } else { id }, Ordering::SeqCst);
}

/// The program that was started has ended.
pub fn ended() {
    STARTED.store(0, Ordering::SeqCst);
}

/// Ends what was started, removes the files, and then this program as the signal would have without a handler, which it
/// has no longer.
extern "C" fn end(signal: c_int) {
    let started = STARTED.load(Ordering::SeqCst);
    if started != 0 {
        let started = Pid::from_raw(started);
        // It may have ended by itself.
        if kill(started, Signal::SIGTERM).is_ok() {
            while waitpid(started, None) == Err(Errno::EINTR) {}
        }
    }
    for place in &FILES {
        let name = place.load(Ordering::SeqCst);
        if !name.is_null() {
            // SAFETY: names are never freed.
            #[allow(unsafe_code)]
            let name = unsafe { CStr::from_ptr(name) };
            // It may not be there yet.
            let _ = unlink(name);
        }
    }
    if let Ok(signal) = Signal::try_from(signal) {
        let _ = raise(signal);
    }
}

/// The write that went too far fails, which is said.
extern "C" fn file_too_large(_: c_int) {}

/// Handles the signals that end a run. One that is ignored, as `nohup` has it, stays so.
pub fn handle_signals() {
    let install = |signal, handler, flags| {
        let action = SigAction::new(SigHandler::Handler(handler), flags, SigSet::empty());
        // SAFETY: the handlers do nothing that is not allowed in one: they read atomics, and make system calls.
        #[allow(unsafe_code)]
        let old = unsafe { sigaction(signal, &action) };
        if let Ok(old) = old
            && matches!(old.handler(), SigHandler::SigIgn)
        {
            // SAFETY: as it was.
            #[allow(unsafe_code)]
            let _ = unsafe { sigaction(signal, &old) };
        }
    };
    for signal in ENDING {
        install(signal, end, SaFlags::SA_RESETHAND | SaFlags::SA_RESTART);
    }
    install(Signal::SIGXFSZ, file_too_large, SaFlags::SA_RESTART);
}
