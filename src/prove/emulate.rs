//! A counterexample is compiled and run: each body in the place of the function, with the passes that come after the one
//! in question, and the same caller, under an emulator of the machine.
//!
//! What the machine does not show is no less a fault: a rotation by too much is right where the machine takes the count
//! modulo the width.

use super::confirm;
use super::prover::Trial;
use crate::cli::{CommandLine, Input};
use crate::compile::{Outcome, Translation};
use crate::read_back;
use crate::services::services;
use gimple::function::{Prop, StartWith};
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a program runs at most.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether the two bodies, compiled, do not do the same; nothing where they cannot be compiled or run.
pub fn differs(line: &CommandLine, input: &Input, trial: &Trial, program: &str) -> Option<bool> {
    let text = confirm::with_caller(input, &trial.caller)?;
    let folder = std::env::temp_dir().join(format!("gimlet-emulate-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let shown = trial.bodies.each_ref().map(|body| {
        let compiled = || assembly(line, input, &text, (body, &trial.pass));
        let assembly = catch_unwind(AssertUnwindSafe(compiled)).ok()??;
        run(&folder, &assembly, program)
    });
    // What is left over is no reason to fail.
    let _ = std::fs::remove_dir_all(&folder);
    let [before, after] = shown;
    Some(before? != after?)
}

/// The assembly of a program with a body as it is after a pass.
fn assembly(
    line: &CommandLine,
    input: &Input,
    text: &str,
    (body, pass): (&str, &str),
) -> Option<String> {
    let input = Input { text: Some(text.to_string()), ..input.clone() };
    let mut translation = Translation::parse(line, &input, Vec::new()).ok()?;
    let manager = &translation.manager;
    // A dump of no pass of ours may be of any.
    let own = manager.find(pass).or_else(|| manager.find("ssa"));
    let row = read_back::row_after(manager, own, pass).ok()?;
    let next = manager.table()[row].full_name();
    // The body has been through all that makes SSA form.
    let ssa = manager.find("ssa")?;
    let rows = &manager.table()[..=ssa];
    let done = rows.iter().fold(Prop::SSA, |all, row| all | row.pass.provided);
    let module = &mut translation.module;
    let read = gimple::read::read_bodies(body, module).ok()?;
    for function in module.functions.iter_mut().filter(|f| read.contains(&f.decl)) {
        function.properties |= done;
        read_back::complete(&mut module.unit, function);
        (services().verify_tree)(&module.unit, function).ok()?;
        function.start_with = StartWith::Pass(next.clone());
    }
    match translation.assembly() {
        Outcome::Assembly(text) => Some(text),
        _ => None,
    }
}

/// What a program prints, and how it ends.
fn run(folder: &Path, assembly: &str, program: &str) -> Option<(Vec<u8>, Option<i32>)> {
    let [source, linked, out] = ["x.s", "x", "out"].map(|name| folder.join(name));
    std::fs::write(&source, assembly).ok()?;
    link(&source, &linked)?;
    let mut process = Command::new(program)
        .arg(&linked)
        .stdin(Stdio::null())
        .stdout(File::create(&out).ok()?)
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = process.try_wait().ok()? {
            break status;
        }
        if start.elapsed() > PATIENCE {
            process.kill().ok()?;
            process.wait().ok()?;
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    Some((std::fs::read(&out).ok()?, status.code()))
}

fn link(source: &PathBuf, linked: &PathBuf) -> Option<()> {
    let own = std::env::current_exe().ok()?;
    let status = Command::new(own)
        .arg("-static")
        // What other functions of the file need is not needed here.
        .arg("-Wl,--unresolved-symbols=ignore-all")
        .arg(source)
        .arg("-o")
        .arg(linked)
        .arg("-lm")
        .stderr(Stdio::null())
        .status();
    status.ok()?.success().then_some(())
}
