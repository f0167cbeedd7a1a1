//! `-M`, `-MD` and their kin: which files the rules for make are written to, and what their targets are called.

use crate::cli::{CommandLine, Input, Stage};
use dumps::complain;
use std::io::Write;

/// Where the rule goes that takes the place of the preprocessed text (`-M`, `-MM`).
pub enum Instead {
    /// To the output.
    Output,
    /// It has been written to a file of its own.
    File,
}

/// `DEPENDENCIES_OUTPUT`, `SUNPRO_DEPENDENCIES`: file, perhaps a target; the rule is added to the file.
pub struct Environment {
    file: String,
    target: Option<String>,
    pub user_only: bool,
}

/// What the environment asks for.
pub fn environment() -> Option<Environment> {
    for (variable, user_only) in [("DEPENDENCIES_OUTPUT", true), ("SUNPRO_DEPENDENCIES", false)] {
        if let Ok(value) = std::env::var(variable) {
            let mut words = value.split(' ').map(str::to_string);
            let file = words.next().unwrap_or_default();
            return Some(Environment { file, target: words.next(), user_only });
        }
    }
    None
}

/// The same, where the command line asks for no rule.
pub fn environment_alone(line: &CommandLine) -> Option<Environment> {
    if only_rule(line) || beside_output(line) { None } else { environment() }
}

fn has(line: &CommandLine, options: &[&str]) -> bool {
    line.preprocessor.iter().any(|(option, _)| options.contains(&option.as_str()))
}

fn only_rule(line: &CommandLine) -> bool {
    has(line, &["-M", "-MM"])
}

fn beside_output(line: &CommandLine) -> bool {
    has(line, &["-MD", "-MMD", "cc1-MD", "cc1-MMD"])
}

/// Refuses details of a rule when none is asked for.
pub fn check(line: &CommandLine) -> Result<(), u8> {
    if only_rule(line) || beside_output(line) || environment().is_some() {
        return Ok(());
    }
    if !has(line, &["-MF", "-MT", "-MQ", "-MP", "-MG"]) {
        return Ok(());
    }
    complain!("gimlet: error: to generate dependencies you must specify either ‘-M’ or ‘-MM’");
    if has(line, &["-MG"]) {
        complain!("gimlet: error: ‘-MG’ may only be used with ‘-M’ or ‘-MM’");
    }
    Err(1)
}

/// The target that the driver names: the output, where the rule comes beside it.
pub fn target_of_driver(line: &CommandLine) -> Option<String> {
    if !only_rule(line) && !beside_output(line) {
        return environment()?.target;
    }
    let compiling = line.stage != Stage::Preprocess;
    if compiling && has(line, &["-MD", "-MMD"]) { line.output.clone() } else { None }
}

/// Whether there is a rule and no text, and where it went.
pub fn instead_of_text(line: &CommandLine) -> Option<Instead> {
    let to_file = beside_output(line) || has(line, &["-MF"]);
    only_rule(line).then_some(if to_file { Instead::File } else { Instead::Output })
}

/// Writes the rule to the file that it is to be in, if any.
pub fn write(line: &CommandLine, input: &Input, rule: &str) -> Result<(), u8> {
    let given = line.preprocessor.iter().rev().find(|(option, _)| option == "-MF");
    let name = match (given, beside_output(line)) {
        (Some((_, name)), _) => name.clone(),
        (None, true) => match &line.output {
            Some(output) => with_suffix(output, "d"),
            None => format!("{}.d", auxiliary_base(line, input)),
        },
        (None, false) if only_rule(line) => return Ok(()),
        (None, false) => return add_for_environment(rule),
    };
    if name == "-" {
        return crate::driver::output::print(rule);
    }
    crate::driver::output::write_whole(&name, rule.as_bytes())
        .map_err(|error| failed(&name, &error))
}

fn add_for_environment(rule: &str) -> Result<(), u8> {
    let Some(Environment { file, .. }) = environment() else { return Ok(()) };
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(&file);
    let written = opened.and_then(|mut opened| opened.write_all(rule.as_bytes()));
    written.map_err(|error| failed(&file, &error))
}

fn failed(name: &str, error: &std::io::Error) -> u8 {
    let reason = crate::driver::output::reason(error);
    complain!("gimlet: fatal error: opening dependency file {name}: {reason}");
    complain!("compilation terminated.");
    1
}

/// The name of files beside the output, without suffix, where no output is named: a program's, which is called
/// `a.out`, begin with its name.
fn auxiliary_base(line: &CommandLine, input: &Input) -> String {
    let directory = line.dumpdir.as_deref();
    let prefix = directory.unwrap_or(if links(line) { "a-" } else { "" });
    let base = input.name.rsplit('/').next().unwrap_or_default();
    format!("{prefix}{}", without_suffix(base))
}

/// Whether the command line ends in a program; `-M` beside `-MD` changes nothing in names.
fn links(line: &CommandLine) -> bool {
    line.stage == Stage::Link || (only_rule(line) && !line.stage_given)
}

/// The name without its last suffix.
pub fn without_suffix(name: &str) -> &str {
    match name.rfind('.') {
        Some(dot) if dot > 0 && !name[dot..].contains('/') => &name[..dot],
        _ => name,
    }
}

fn with_suffix(name: &str, suffix: &str) -> String {
    format!("{}.{suffix}", without_suffix(name))
}
