//! Questions that need no input: `--version`, `-dumpmachine`, `-print-file-name=` and the like.
//!
//! Build systems know a compiler by these words. Where libraries and programs are, the target's GCC driver knows, which
//! links for Gimlet; without it the answers are those of a GCC that has found nothing.

use super::output::{fatal, print};
use super::tools;
use crate::cli::{CommandLine, Request};
use crate::search_path::own_headers;
use dumps::complain;
use std::process::Command;

/// The version whose dumps Gimlet's are held against.
const GCC_VERSION: &str = "12.2.0";

/// What `--help` prints.
const HELP: &str = include_str!("../help.txt");

/// Answers a question; the exit status.
pub fn answer(line: &CommandLine, request: &Request) -> u8 {
    let triplet = programs_triplet();
    let text = match request {
        Request::Version => version(),
        Request::Help => HELP.to_string(),
        Request::OptionHelp(classes) => crate::option_help::page(line, classes),
        Request::DumpMachine => format!("{triplet}\n"),
        Request::DumpVersion => {
            format!("{}\n", GCC_VERSION.split('.').next().unwrap_or(GCC_VERSION))
        }
        Request::DumpFullVersion => format!("{GCC_VERSION}\n"),
        Request::Completion(prefix) => crate::ledger::completions(prefix),
        Request::Ledger => crate::ledger::text(),
        Request::Manual => crate::manual::man(HELP),
        Request::Completions(shell) => match crate::manual::completions(shell) {
            Some(text) => text,
            None => {
                complain!(
                    "gimlet: error: there are completions for bash, zsh and fish, not for ‘{shell}’"
                );
                return 1;
            }
        },
        Request::Print(question) => match place(line, question, triplet) {
            Ok(text) => text,
            Err(status) => return status,
        },
    };
    match print(&text) {
        Ok(()) => 0,
        Err(status) => status,
    }
}

/// The text of `--version`: tools look for the first line's form, and for the Foundation's name.
fn version() -> String {
    format!(
        "gimlet (GCC) {GCC_VERSION}\nGimlet {}, which compiles as GCC {GCC_VERSION} of the Free Software Foundation does, for {}.\n\
         This is free software; there is NO warranty; not even for MERCHANTABILITY or FITNESS FOR A PARTICULAR \
         PURPOSE.\n\n",
        env!("CARGO_PKG_VERSION"),
        programs_triplet()
    )
}

/// What `-v` says first.
pub fn verbose_header() -> String {
    format!(
        "Using built-in specs.\nCOLLECT_GCC={}\nTarget: {}\nThread model: posix\ngcc version {GCC_VERSION} (Gimlet {}) \n",
        std::env::args().next().unwrap_or_default(),
        programs_triplet(),
        env!("CARGO_PKG_VERSION")
    )
}

fn programs_triplet() -> &'static str {
    rtl_backend::target().triplet
}

/// `-print-…` and `-dumpspecs`.
fn place(line: &CommandLine, question: &str, triplet: &str) -> Result<String, u8> {
    if question == "-print-file-name=include" {
        return Ok(format!("{}\n", own_headers(triplet)));
    }
    if question == "-print-prog-name=cc1" {
        let own = std::env::current_exe().map(|path| path.to_string_lossy().into_owned());
        return Ok(format!("{}\n", own.unwrap_or_else(|_| "gimlet".to_string())));
    }
    match tools::gcc() {
        Some(gcc) => asked_of_gcc(line, Command::new(gcc), question),
        None => without_gcc(line, question, triplet),
    }
}

fn asked_of_gcc(line: &CommandLine, mut gcc: Command, question: &str) -> Result<String, u8> {
    let choosing = |option: &&String| option.starts_with("arch=") || option.starts_with("abi=");
    gcc.args(line.options.machine.iter().filter(choosing).map(|option| format!("-m{option}")));
    gcc.args(line.prefixes.iter().map(|prefix| format!("-B{prefix}")));
    gcc.args(line.sysroot.iter().map(|root| format!("--sysroot={root}")));
    let answer = gcc.arg(question).output();
    let answer = answer.map_err(|error| fatal(&format!("cannot execute {gcc:?}: {error}")))?;
    if answer.status.success() {
        return Ok(String::from_utf8_lossy(&answer.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&answer.stderr);
    let said = said.lines().next().and_then(|line| line.split_once("error: "));
    match said {
        Some((_, text)) => complain!("gimlet: error: {text}"),
        None => complain!("gimlet: error: unrecognized command-line option ‘{question}’"),
    }
    Err(1)
}

fn without_gcc(line: &CommandLine, question: &str, triplet: &str) -> Result<String, u8> {
    if let Some(name) = question.strip_prefix("-print-file-name=") {
        return Ok(format!("{name}\n"));
    }
    if let Some(name) = question.strip_prefix("-print-prog-name=") {
        let found = tools::find(line, name).map(|path| path.to_string_lossy().into_owned());
        return Ok(format!("{}\n", found.unwrap_or_else(|| name.to_string())));
    }
    Ok(match question {
        "-print-libgcc-file-name" => "libgcc.a\n".to_string(),
        "-print-multi-lib" => ".;\n".to_string(),
        "-print-multi-directory" | "-print-multi-os-directory" => ".\n".to_string(),
        "-print-multiarch" => format!("{triplet}\n"),
        "-print-sysroot" => format!("{}\n", line.sysroot.as_deref().unwrap_or("/")),
        "-print-search-dirs" => "install: /\nprograms: =\nlibraries: =\n".to_string(),
        _ => {
            complain!(
                "gimlet: error: ‘{question}’ is answered by the target’s gcc, which is not installed"
            );
            return Err(1);
        }
    })
}
