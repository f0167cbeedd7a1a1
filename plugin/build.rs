//! Says what a plugin must be built from: this source, these libraries and this compiler, as Rust's layouts
//! hold for those alone.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// Where the source of what goes between the compiler and a plugin is.
const SOURCES: [&str; 5] = ["rules", "gimple", "tree-ssa", "dumps", "plugin"];

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package"));
    let root = here.parent().expect("the package is in the project");
    let mut hasher = DefaultHasher::new();
    for folder in SOURCES {
        println!("cargo::rerun-if-changed=../{folder}");
        hash_sources(&root.join(folder), &mut hasher)?;
    }
    // The versions of the libraries whose types go to and fro are exact there.
    println!("cargo::rerun-if-changed=../Cargo.toml");
    fs::read(root.join("Cargo.toml"))?.hash(&mut hasher);
    let compiler = env::var_os("RUSTC").expect("cargo names the compiler");
    let version = Command::new(compiler).arg("--version").output()?.stdout;
    let version = String::from_utf8_lossy(&version);
    println!("cargo::rustc-env=GIMLET_BUILD={:016x}, {}", hasher.finish(), version.trim());
    Ok(())
}

/// Takes in the source files of a folder and those below it, in order of their names.
fn hash_sources(folder: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    for path in paths {
        if path.is_dir() {
            hash_sources(&path, hasher)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "rs" || extension == "rules")
        {
            path.file_name().hash(hasher);
            fs::read(&path)?.hash(hasher);
        }
    }
    Ok(())
}
