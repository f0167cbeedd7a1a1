//! What was refuted is kept: the file, both bodies, the caller and the answer, in a folder of its own.

use super::prover::Record;
use crate::cli::Input;
use std::path::{Path, PathBuf};

/// Keeps a fault in a folder within one.
pub fn keep(within: &str, input: &Input, record: &Record) -> Result<(), String> {
    let stem = Path::new(&input.name).file_stem().unwrap_or_default().to_string_lossy();
    let folder = fresh(Path::new(within), &format!("{stem}-{}-{}", record.function, record.pass))?;
    let write = |name: &str, text: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    let text = match &input.text {
        Some(text) => text.clone().into_bytes(),
        None => std::fs::read(&input.name).map_err(|error| format!("{}: {error}", input.name))?,
    };
    write("x.c", &text)?;
    if let Some(trial) = &record.trial {
        // The pass is known by the name of the second.
        write("x.before", trial.bodies[0].as_bytes())?;
        write(&format!("x.{}", record.pass), trial.bodies[1].as_bytes())?;
        write("caller.c", trial.caller.as_bytes())?;
    }
    if let Some(reduced) = &record.reduced {
        write("reduced.c", reduced.as_bytes())?;
    }
    write("answer", super::report::answer(record).as_bytes())
}

/// A folder that was not there before.
fn fresh(within: &Path, name: &str) -> Result<PathBuf, String> {
    let said = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(within).map_err(|error| said(within, error))?;
    for number in 1.. {
        let path = match number {
            1 => within.join(name),
            _ => within.join(format!("{name}-{number}")),
        };
        match std::fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(said(&path, error)),
        }
    }
    Err(format!("{}: no folder is free", within.display()))
}
