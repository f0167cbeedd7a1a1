//! Sets of dumps: a file, the dumps in a folder, or those whose names begin alike.

use super::Kind;
use super::cut::{dump_name, kind_of};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Which dump of a set it is. Ordered as the passes are.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// The source file; empty if the set is of one.
    pub base: String,
    /// The number in the name; GCC and Gimlet agree on it.
    pub number: String,
    /// `ccp1`, `rtl:expand`, `asm`.
    pub pass: String,
}

/// A dump that has been read.
#[derive(Debug)]
pub(super) struct Dump {
    pub path: PathBuf,
    pub kind: Kind,
    pub text: String,
}

/// The dumps of a set.
pub(super) type Set = BTreeMap<Key, Dump>;

/// What the name of a dump says: which one it is. `None` if it is no dump's name.
pub(super) fn key_of(file_name: &str) -> Option<Key> {
    if let Some(base) = file_name.strip_suffix(".s") {
        let (base, pass) = (format!("{base}.c"), "asm".to_string());
        return Some(Key { base, number: "~".into(), pass });
    }
    let (base, letter, pass) = dump_name(file_name)?;
    let number = file_name[base.len() + 1..].split('.').next().unwrap_or_default().to_string();
    let pass = match letter {
        'r' => format!("rtl:{pass}"),
        'i' => format!("ipa:{pass}"),
        _ => pass.to_string(),
    };
    Some(Key { base: base.to_string(), number, pass })
}

fn read(path: &Path) -> io::Result<Dump> {
    let bytes =
        fs::read(path).map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", path.display())))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(Dump { path: path.to_path_buf(), kind: kind_of(&name, &text), text })
}

/// Reads the set that `path` names.
pub(super) fn load(path: &Path) -> io::Result<Set> {
    let mut set = Set::new();
    if path.is_file() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let (number, pass) = (String::new(), String::new());
        let key = key_of(&name).unwrap_or(Key { base: String::new(), number, pass });
        set.insert(key, read(path)?);
        return Ok(set);
    }
    let (folder, prefix) = if path.is_dir() {
        (path.to_path_buf(), String::new())
    } else {
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let prefix = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (folder.to_path_buf(), prefix)
    };
    let entries = fs::read_dir(&folder)
        .map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", folder.display())))?;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with(&prefix) || !entry.path().is_file() {
            continue;
        }
        if let Some(key) = key_of(&name) {
            set.insert(key, read(&entry.path())?);
        }
    }
    if set.is_empty() {
        let message = format!("{}: there are no dumps", path.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    Ok(set)
}

/// Makes the sets comparable: two files are held against each other whatever their names, and where each set is of one
/// source, the source does not count.
pub(super) fn align(a: &mut Set, b: &mut Set) {
    if a.len() == 1 && b.len() == 1 {
        let key = a.keys().next().cloned();
        let dump = std::mem::take(b).into_values().next();
        if let (Some(key), Some(dump)) = (key, dump) {
            b.insert(key, dump);
        }
    }
    let single = |set: &Set| {
        let first = set.keys().next().map(|key| &key.base);
        set.keys().all(|key| Some(&key.base) == first)
    };
    if single(a) && single(b) {
        for set in [a, b] {
            let dumps = std::mem::take(set).into_iter();
            *set = dumps.map(|(key, dump)| (Key { base: String::new(), ..key }, dump)).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("x.c.034t.ccp1", "x.c", "ccp1")]
    #[case("x.c.253r.expand", "x.c", "rtl:expand")]
    #[case("x.c.000i.cgraph", "x.c", "ipa:cgraph")]
    #[case("x.s", "x.c", "asm")]
    fn keys(#[case] name: &str, #[case] base: &str, #[case] pass: &str) {
        let key = key_of(name).unwrap();
        assert_eq!((key.base.as_str(), key.pass.as_str()), (base, pass));
    }
}
