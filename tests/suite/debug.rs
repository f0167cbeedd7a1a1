//! Programs that a debugger looks into: each begins with what is typed and what gdb answers.
//!
//! ```c
//! /* gdb
//!    > break here
//!    > continue
//!    > print x
//!    $1 = 5
//! */
//! ```
//! A breakpoint is set where a comment of this text stands at the end of a line. What no answer stands below may answer
//! anything; addresses are written `0xADDR`. With `-Og` the answer is the same, or says that a value was optimised out,
//! wherever the program stops in the same lines as without optimisation.

use crate::support::{
    CROSS_GCC, EMULATOR, Finished, ScratchDir, compiler, for_each_file, project_dir, require_tools,
    run_ok, run_with_timeout, test_files, words,
};
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const DEBUGGER: &str = "gdb-multiarch";
const TIMEOUT: Duration = Duration::from_secs(30);
/// What gdb prints between commands.
const MARK: &str = "@@@";

/// A command and the answer that is expected, if any is.
struct Step {
    command: String,
    answer: String,
}

/// What was answered to each command, and the line in which the program then stood.
struct Answer {
    text: String,
    line: String,
}

/// The commands at the start of a program; breakpoints by the comments that name their lines.
fn script(source: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let lines = source.lines().skip(1).take_while(|line| !line.starts_with("*/"));
    for line in lines.map(|line| line.get(3..).unwrap_or("")) {
        if let Some(command) = line.strip_prefix("> ") {
            let command = with_lines(command, source);
            steps.push(Step { command, answer: String::new() });
        } else if let Some(step) = steps.last_mut() {
            step.answer += &format!("{line}\n");
        }
    }
    steps
}

/// A `break` with the number of the line that a comment names.
fn with_lines(command: &str, source: &str) -> String {
    let Some((word, place)) = command.split_once(' ') else { return command.to_string() };
    if !matches!(word, "break" | "tbreak") {
        return command.to_string();
    }
    let (place, condition) = place.split_once(" if ").unwrap_or((place, ""));
    let comment = format!("/* {place} */");
    let line = source.lines().position(|line| line.ends_with(&comment));
    let place = line.map_or(place.to_string(), |line| (line + 1).to_string());
    let condition = if condition.is_empty() { "" } else { &format!(" if {condition}") };
    format!("{word} {place}{condition}")
}

/// Builds the program and runs the commands.
fn session(file: &Path, options: [&str; 2], steps: &[Step]) -> Result<Vec<Answer>, String> {
    let scratch = ScratchDir::new().map_err(|error| error.to_string())?;
    let dir = scratch.path();
    let name = file.file_name().map_or("", |name| name.to_str().unwrap_or(""));
    fs::copy(file, dir.join(name)).map_err(|error| error.to_string())?;
    let mut compile = compiler();
    compile.extend(words(&[options[0], options[1], "-w", "-c", name, "-o", "x.o"]));
    run_ok(&compile, dir)?;
    run_ok(&words(&[CROSS_GCC, "-static", "x.o", "-o", "x"]), dir)?;
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let port = free.map_err(|error| error.to_string())?.port().to_string();
    let mut program = Command::new(EMULATOR);
    program.args(["-g", &port, "./x"]).current_dir(dir).stderr(std::process::Stdio::null());
    let mut program = program.spawn().map_err(|error| error.to_string())?;
    let mut text = String::from("set sysroot\nset confirm off\nset width 0\nfile x\n");
    text += &format!("target remote :{port}\necho \\n{MARK}\\n\n");
    for step in steps {
        text += &format!("{}\necho \\n{MARK}\\n\n", step.command);
        text += &format!("frame\necho \\n{MARK}\\n\n");
    }
    fs::write(dir.join("commands"), text).map_err(|error| error.to_string())?;
    let finished = debug(dir);
    let ended = program.kill().and_then(|()| program.wait());
    ended.map_err(|error| error.to_string())?;
    Ok(answers(&finished?.output))
}

/// Runs gdb, which goes on after commands that fail.
fn debug(dir: &Path) -> Result<Finished, String> {
    let commands = fs::read_to_string(dir.join("commands")).map_err(|error| error.to_string())?;
    let mut command = Command::new(DEBUGGER);
    command.args(["-q", "-nx", "-batch"]).current_dir(dir);
    for line in commands.lines() {
        command.args(["-ex", line]);
    }
    run_with_timeout(&mut command, TIMEOUT, dir).map_err(|error| error.to_string())
}

fn answers(output: &str) -> Vec<Answer> {
    let output = without_addresses(output);
    let mut parts = output.split(MARK).map(str::trim).skip(1);
    let mut answers = Vec::new();
    while let (Some(text), Some(frame)) = (parts.next(), parts.next()) {
        let line = frame.rsplit_once(".c:").map_or("", |(_, rest)| rest);
        let line = line.split_whitespace().next().unwrap_or("").to_string();
        answers.push(Answer { text: format!("{text}\n"), line });
    }
    answers
}

/// Hexadecimal numbers of more than two digits are addresses.
fn without_addresses(text: &str) -> String {
    let mut parts = text.split("0x");
    let mut out = parts.next().unwrap_or("").to_string();
    for part in parts {
        let digits = part.find(|c: char| !matches!(c, '0'..='9' | 'a'..='f'));
        let (digits, rest) = part.split_at(digits.unwrap_or(part.len()));
        out += "0x";
        out += if digits.len() > 2 { "ADDR" } else { digits };
        out += rest;
    }
    out
}

/// A value without its number in gdb's history.
fn value(text: &str) -> &str {
    match text.split_once(" = ") {
        Some((number, value)) if number.starts_with('$') => value,
        _ => text,
    }
}

fn check(file: &Path) -> Result<(), String> {
    let source = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let steps = script(&source);
    let plain = session(file, ["-O0", "-g3"], &steps)?;
    let optimized = session(file, ["-Og", "-g2"], &steps)?;
    if plain.len() != steps.len() {
        return Err(format!("{} of {} commands were answered", plain.len(), steps.len()));
    }
    let mut same = true;
    for (index, step) in steps.iter().enumerate() {
        let (command, answer) = (&step.command, &plain[index]);
        if !step.answer.is_empty() && step.answer.trim_end() != answer.text.trim_end() {
            let (wanted, got) = (&step.answer, &answer.text);
            return Err(format!("-O0: {command}\nexpected:\n{wanted}answered:\n{got}"));
        }
        let Some(other) = optimized.get(index) else { break };
        same &= answer.line == other.line;
        let right = value(&answer.text) == value(&other.text);
        let unknown = ["optimized out", "No symbol", "no such vector element", "isn't an lvalue"];
        let unknown = unknown.iter().any(|text| other.text.contains(text));
        if same && command.starts_with("print") && !right && !unknown {
            let (wanted, got) = (&answer.text, &other.text);
            return Err(format!("-Og: {command}\nright:\n{wanted}answered:\n{got}"));
        }
    }
    Ok(())
}

#[test]
fn debuggers_see_the_program() {
    require_tools();
    let there = Command::new(DEBUGGER).arg("--version").output().is_ok_and(|o| o.status.success());
    assert!(there, "{DEBUGGER} is needed and was not found: run tests/install-deps.sh");
    for_each_file(&test_files(&project_dir("tests/debug"), &["c"]), check);
}
