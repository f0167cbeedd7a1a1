//! Makes the table of insns and the functions that recognise them of the machine description.

use rules::machine;
use std::{env, fs, path::Path};

const DESCRIPTION: &str = "machine/riscv.md";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={DESCRIPTION}");
    let text = fs::read_to_string(DESCRIPTION).expect("the machine description can be read");
    let description = machine::parse(DESCRIPTION, &text).unwrap_or_else(|error| panic!("{error}"));
    let out = env::var_os("OUT_DIR").expect("cargo says where output goes");
    fs::write(Path::new(&out).join("riscv.rs"), machine::generate(&description))
        .expect("a directory to write to");
}
