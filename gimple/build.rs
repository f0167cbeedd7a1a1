//! Makes matchers of the table of simplification rules.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var_os("OUT_DIR").expect("cargo says where output goes");
    let text = rules::generate(&rules::table());
    fs::write(Path::new(&out).join("rules.rs"), text).expect("a directory to write to");
}
