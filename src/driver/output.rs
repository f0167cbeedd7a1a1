//! Writing outputs: as a whole or not at all, and never over an input; what cannot be written is said.

use crate::driver::temporaries::Temporary;
use dumps::complain;
use std::fs::{File, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Says why the whole run cannot go on; the exit status.
pub fn fatal(text: &str) -> u8 {
    complain!("gimlet: fatal error: {text}\ncompilation terminated.");
    1
}

/// The reason of an error in the C library's words.
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}

/// Prints to the standard output; an exit status if that fails. Who closes a pipe has read enough.
pub fn print(text: &str) -> Result<(), u8> {
    match to_stdout(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(fatal(&format!("when writing output to : {}", reason(&error)))),
        Ok(()) => Ok(()),
    }
}

/// Writes an output; the exit status.
pub fn write(name: &str, bytes: &[u8]) -> u8 {
    match write_whole(name, bytes) {
        Ok(()) => 0,
        Err(error) if name == "-" && error.kind() == ErrorKind::BrokenPipe => 0,
        Err(error) => fatal(&format!("cannot write ‘{name}’: {}", reason(&error))),
    }
}

/// Writes a file as a whole; `-` is the standard output.
pub fn write_whole(name: &str, bytes: &[u8]) -> std::io::Result<()> {
    if name == "-" {
        return to_stdout(bytes);
    }
    // What a link leads to is written, and the link stays; what is open already stays open.
    let given = Path::new(name);
    let open_already = given.starts_with("/dev") || given.starts_with("/proc");
    let target = &if open_already { given.to_path_buf() } else { end_of_links(given) };
    match File::options().write(true).open(target) {
        Ok(mut old) if open_already => {
            if old.metadata()?.is_file() {
                old.set_len(0)?;
            }
            old.write_all(bytes)
        }
        Ok(old) => replace(target, old, bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let new = beside(target)?;
            finish(new, target, bytes, None)
        }
        Err(error) => Err(error),
    }
}

/// The file that a name leads to by symbolic links; it need not exist.
fn end_of_links(name: &Path) -> PathBuf {
    // As many as the system follows.
    const MOST: usize = 40;
    let mut target = name.to_path_buf();
    for _ in 0..MOST {
        let Ok(next) = std::fs::read_link(&target) else { break };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}

/// Writes in the place of a file that may be written: as a whole, unless that would show. A file of several names, or of
/// another owner, stays the file it is, as does one in a folder that takes no new files; devices and the like do, too.
fn replace(target: &Path, old: File, bytes: &[u8]) -> std::io::Result<()> {
    let meta = old.metadata()?;
    let own = |new: &File| {
        let new = new.metadata();
        new.is_ok_and(|new| new.uid() == meta.uid() && new.gid() == meta.gid())
    };
    if meta.is_file()
        && meta.nlink() == 1
        && let Ok(new) = beside(target)
        && own(&new.1)
    {
        return finish(new, target, bytes, Some(meta.permissions()));
    }
    if !meta.is_file() {
        return (&old).write_all(bytes);
    }
    let unfinished = Temporary::new(target.to_path_buf());
    old.set_len(0)?;
    (&old).write_all(bytes)?;
    unfinished.keep();
    Ok(())
}

/// A new file in the folder of another.
fn beside(target: &Path) -> std::io::Result<(Temporary, File)> {
    let folder = target.parent().unwrap_or(Path::new(""));
    for number in 0.. {
        let name = folder.join(format!(".cc{:x}-{number}", std::process::id()));
        match File::options().write(true).create_new(true).open(&name) {
            Ok(file) => return Ok((Temporary::new(name), file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Fills a new file, and gives it the name that it is to have.
fn finish(
    (new, mut file): (Temporary, File),
    target: &Path,
    bytes: &[u8],
    mode: Option<Permissions>,
) -> std::io::Result<()> {
    file.write_all(bytes)?;
    if let Some(mode) = mode {
        file.set_permissions(mode)?;
    }
    std::fs::rename(new.path(), target)?;
    new.keep();
    Ok(())
}

/// The standard output was closed when the program began. What is there now is the library's, and takes everything.
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// Notes whether there is a standard output; to be called before the library's own preparations.
pub fn note_stdout() {
    let closed = nix::sys::stat::fstat(std::io::stdout()).is_err();
    STDOUT_CLOSED.store(closed, Ordering::Relaxed);
}

fn to_stdout(bytes: &[u8]) -> std::io::Result<()> {
    if STDOUT_CLOSED.load(Ordering::Relaxed) {
        return Err(nix::errno::Errno::EBADF.into());
    }
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Whether two names are those of one file; devices are not meant.
pub fn same_file(a: &str, b: &str) -> bool {
    let identity = |name: &str| {
        let path = std::fs::canonicalize(name).ok()?;
        path.is_file().then_some(path)
    };
    a != "-" && b != "-" && identity(a).is_some_and(|a| Some(a) == identity(b))
}
