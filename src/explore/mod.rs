//! `gimlet explore FILE.c -o PAGE.html`: one page on which to follow a program through all passes.
//!
//! ```text
//! source │ 005t.original │ 015t.cfg │ 3 │ 021t.ssa │ … │ 253r.expand │ … │ assembly
//! ```
//!
//! The file is compiled once. [`record`] keeps, function by function, what each pass leaves of it: as lines that are
//! stored once, and steps from one pass's lines to the next's. [`blocks`] reads the graph off the lines and finds out
//! which block is which after a renumbering. [`json`] writes it all into the page, whose other parts are the files
//! `page.*` beside this one. The page needs nothing from anywhere else.

mod assembly;
mod blocks;
pub(crate) mod json;
mod record;

use crate::cli::{CommandLine, Input};
use crate::compile::{Outcome, Translation};
use crate::driver::output;
use dumps::complain;
use record::Recording;
use std::cell::RefCell;
use std::ffi::OsString;
use std::rc::Rc;

const USAGE: &str = "\
Usage: gimlet explore [--function=NAME]... [COMPILER OPTION]... FILE.c [-o PAGE.html]
Write a page on which a program can be followed through all passes, in any browser.

      --function=NAME    only this function; may be given several times
  -o PAGE.html           the page (default: FILE.html)
  -h, --help             print this
";

/// Runs the command; the answer is the exit status.
pub fn run(words: &[OsString]) -> u8 {
    if words.iter().any(|word| word == "-h" || word == "--help") {
        print!("{USAGE}");
        return 0;
    }
    let mut wanted = Vec::new();
    let mut rest: Vec<OsString> = vec!["-S".into()];
    for word in words {
        match word.to_string_lossy().strip_prefix("--function=") {
            Some(name) => wanted.push(name.to_string()),
            None => rest.push(word.clone()),
        }
    }
    let given: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let own_debug = !given.iter().any(|word| word.starts_with("-g") && word != "-g0");
    if own_debug {
        // Assembly says which lines it is for; the page shows the lines, and no directives.
        rest.push("-g1".into());
    }
    let line = CommandLine::parse(rest);
    for error in &line.errors {
        complain!("gimlet: error: {error}");
    }
    for option in &line.sorries {
        complain!("gimlet: sorry, unimplemented: {option}");
    }
    if !line.errors.is_empty() || !line.sorries.is_empty() {
        return 1;
    }
    let [input] = &line.inputs[..] else {
        complain!("gimlet explore: one file is explored, not {}\n{USAGE}", line.inputs.len());
        return 2;
    };
    let page = match page(&line, input, wanted, &given.join(" "), own_debug) {
        Ok(page) => page,
        Err(status) => return status,
    };
    let base = crate::dependencies::without_suffix(input.name.rsplit('/').next().unwrap_or("page"));
    let name = line.output.clone().unwrap_or_else(|| format!("{base}.html"));
    if output::same_file(&input.name, &name) {
        return output::fatal(&format!("input file ‘{name}’ is the same as output file"));
    }
    output::write(&name, page.as_bytes())
}

/// Compiles a file and makes its page; otherwise the exit status, whose reason has been said.
fn page(
    line: &CommandLine,
    input: &Input,
    wanted: Vec<String>,
    given: &str,
    own_debug: bool,
) -> Result<String, u8> {
    let source = std::fs::read(&input.name)
        .map_err(|error| output::fatal(&format!("{}: {}", input.name, output::reason(&error))))?;
    let recording = Rc::new(RefCell::new(Recording::new(&input.name, wanted)));
    let text = record(line, input, &recording)?;
    let mut recording = recording.borrow_mut();
    assembly::add(&mut recording, &text, own_debug);
    if recording.functions.is_empty() {
        return Err(output::fatal("no function of that name was compiled"));
    }
    let source = String::from_utf8_lossy(&source);
    let lines: Vec<String> = if recording.source == input.name {
        source.lines().map(str::to_string).collect()
    } else {
        // The file that linemarkers name, if it is there still; otherwise what was compiled of it.
        match std::fs::read(&recording.source) {
            Ok(text) => String::from_utf8_lossy(&text).lines().map(str::to_string).collect(),
            Err(_) => record::marked_lines(&source, &recording.source),
        }
    };
    Ok(json::page(&recording, given, &lines))
}

/// Compiles a file, and records what each pass leaves; its assembly.
fn record(
    line: &CommandLine,
    input: &Input,
    recording: &Rc<RefCell<Recording>>,
) -> Result<String, u8> {
    let mut translation = Translation::parse_with(line, input, Vec::new(), |manager| {
        if let Some(original) = manager.find("original") {
            manager.dumps.keep_in_memory(original);
        }
    })?;
    let manager = &mut translation.manager;
    {
        let mut recording = recording.borrow_mut();
        recording.name_passes(manager.table());
        recording.choose_source(&translation.module);
        let original = manager.find("original").and_then(|pass| manager.dumps.kept(pass));
        recording.original(original.unwrap_or_default());
        recording.module(&translation.module, None, "gimple");
    }
    let seen = Rc::clone(recording);
    manager.observer = Some(Box::new(move |module, position, pass| {
        seen.borrow_mut().module(module, position, pass);
        Ok(())
    }));
    let outcome = translation.assembly();
    recording.borrow_mut().remarks(&translation.module.unit);
    recording.borrow_mut().places(&translation.module.unit);
    match outcome {
        Outcome::Assembly(text) => Ok(text),
        Outcome::Failed(status) => Err(status),
        Outcome::Done | Outcome::Text(_) => Err(1),
    }
}
