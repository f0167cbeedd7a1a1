//! Programs for words of 32 bits: those under `tests/rv32` end with 0, in each of the calling conventions, and where one half of
//! a program is the other compiler's.

use crate::support::{ScratchDir, compiler, project_dir, run, run_ok, words};
use rstest::rstest;
use std::path::Path;
use std::process::Command;

/// A GCC that has the library of RV32.
const BARE_GCC: &str = "riscv64-unknown-elf-gcc";
const EMULATOR: &str = "qemu-riscv32";
const LEVELS: [&str; 3] = ["-O0", "-O1", "-O2"];

fn require_tools() {
    for tool in [BARE_GCC, EMULATOR] {
        let there = Command::new(tool).arg("--version").output().is_ok_and(|o| o.status.success());
        assert!(there, "{tool} is needed and was not found: run tests/install-deps.sh");
    }
}

fn source(name: &str) -> String {
    project_dir("tests/rv32").join(name).display().to_string()
}

/// Compiles a program, or a half of one, to assembly.
fn compile(dir: &Path, machine: &[String], options: &[&str], name: &str) -> Result<(), String> {
    let mut command = compiler();
    command.extend_from_slice(machine);
    command.extend(words(options));
    command.extend(words(&["-w", "-S", &source(name), "-o", "x.s"]));
    run_ok(&command, dir).map(|_| ())
}

/// Links what was compiled with other sources and runs it; the program ends with 0.
fn runs(dir: &Path, machine: &[String], others: &[&str], how: &str) -> Result<(), String> {
    let start = ["-O1", "-w", "-ffreestanding", "-fno-tree-loop-distribute-patterns"];
    let mut command = vec![BARE_GCC.to_string()];
    command.extend_from_slice(machine);
    command.extend(words(&start));
    command.extend(words(&["-nostdlib", "-static", "-Wl,--no-relax", "x.s", &source("start.c")]));
    command.extend(words(others));
    command.extend(words(&["-lgcc", "-o", "x"]));
    run_ok(&command, dir)?;
    let finished = run(&words(&[EMULATOR, "./x"]), dir)?;
    match finished.succeeded() {
        true => Ok(()),
        false => Err(format!("{how}: {}", finished.describe())),
    }
}

#[rstest]
#[case("-march=rv32gc -mabi=ilp32d")]
#[case("-march=rv32imac -mabi=ilp32")]
#[case("-march=rv32imafc -mabi=ilp32f")]
#[case("-march=rv32i -mabi=ilp32")]
fn programs_run(#[case] machine: &str) {
    require_tools();
    let machine: Vec<String> = machine.split(' ').map(str::to_string).collect();
    let dir = ScratchDir::new().expect("a scratch directory");
    for name in ["long-long.c", "floats.c", "memory.c", "calls.c"] {
        for level in LEVELS {
            compile(dir.path(), &machine, &[level], name)
                .and_then(|()| runs(dir.path(), &machine, &[], &format!("{name} {level}")))
                .unwrap_or_else(|wrong| panic!("{}: {wrong}", machine.join(" ")));
        }
    }
}

#[rstest]
#[case("-march=rv32gc -mabi=ilp32d")]
#[case("-march=rv32imac -mabi=ilp32")]
#[case("-march=rv32imafc -mabi=ilp32f")]
fn calls_are_those_of_the_other_compiler(#[case] machine: &str) {
    require_tools();
    let machine: Vec<String> = machine.split(' ').map(str::to_string).collect();
    let dir = ScratchDir::new().expect("a scratch directory");
    for level in LEVELS {
        for (own, other) in [("-DCALLER", "-DCALLEE"), ("-DCALLEE", "-DCALLER")] {
            let how = format!("{own} {level}");
            compile(dir.path(), &machine, &[level, own], "calls.c")
                .and_then(|()| runs(dir.path(), &machine, &[other, &source("calls.c")], &how))
                .unwrap_or_else(|wrong| panic!("{}: {wrong}", machine.join(" ")));
        }
    }
}
