//! Writing outputs: as a whole or not at all, and never over an input; what cannot be written is said.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Says why the whole run cannot go on; the exit status.
pub fn fatal(text: &str) -> u8 {
    eprintln!("gimlet: fatal error: {text}\ncompilation terminated.");
    1
}

/// The reason of an error in the C library's words.
pub fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}

/// Prints to the standard output; an exit status if that fails.
pub fn print(text: &str) -> Result<(), u8> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| fatal(&format!("when writing output to : {}", reason(&error))))
}

/// Writes an output; the exit status.
pub fn write(name: &str, bytes: &[u8]) -> u8 {
    match write_whole(name, bytes) {
        Ok(()) => 0,
        Err(error) => fatal(&format!("cannot write ‘{name}’: {}", reason(&error))),
    }
}

/// Writes a file as a whole; `-` is the standard output.
fn write_whole(name: &str, bytes: &[u8]) -> std::io::Result<()> {
    if name == "-" {
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)?;
        return out.flush();
    }
    let target = Path::new(name);
    // Devices and the like are written in place.
    let ordinary = std::fs::metadata(target).map_or(true, |meta| meta.is_file());
    if !ordinary {
        return std::fs::write(target, bytes);
    }
    let mut temporary = target.as_os_str().to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = PathBuf::from(temporary);
    let result =
        std::fs::write(&temporary, bytes).and_then(|()| std::fs::rename(&temporary, target));
    if result.is_err() {
        // Nothing may be there to be removed.
        let _ = std::fs::remove_file(&temporary);
    }
    result
}

/// Whether two names are those of one file; devices are not meant.
pub fn same_file(a: &str, b: &str) -> bool {
    let identity = |name: &str| {
        let path = std::fs::canonicalize(name).ok()?;
        path.is_file().then_some(path)
    };
    a != "-" && b != "-" && identity(a).is_some_and(|a| Some(a) == identity(b))
}
