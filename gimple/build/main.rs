//! Makes matchers of the table of simplification rules, and enums and rows of the table of builtin functions.

mod builtins;

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/builtins");
    let out = env::var_os("OUT_DIR").expect("cargo says where output goes");
    let write = |name: &str, text: String| {
        fs::write(Path::new(&out).join(name), text).expect("a directory to write to");
    };
    write("rules.rs", rules::generate(&rules::table()));
    write("builtins.rs", builtins::generate(Path::new("src/builtins")));
}
