//! `gimlet explore FILE.c -o PAGE.html`: one page on which to follow a program through all passes.
//!
//! ```text
//! source │ 005t.original │ 015t.cfg │ 3 │ 021t.ssa │ … │ 253r.expand │ … │ assembly
//! ```
//!
//! The file is compiled once; once more for each set of options it is held against (`--versus=`), and for each set of
//! dump modifiers (`--with=`). [`record`] keeps, function by function, what each pass leaves of it: as lines that are
//! stored once, and steps from one pass's lines to the next's. [`blocks`] reads the graph off the lines and finds out
//! which block is which after a renumbering. [`json`] writes it all into the page, [`pack`]ed if it is much; the other
//! parts of the page are the files `page*.*` beside this one. The page needs nothing from anywhere else. [`serve`] gives
//! it to a browser, anew whenever the file is saved.

mod assembly;
mod blocks;
pub(crate) mod json;
mod pack;
mod record;
mod serve;

use crate::cli::{CommandLine, Input};
use crate::compile::{Outcome, Translation};
use crate::driver::output;
use dumps::complain;
use dumps::usage::misused;
use record::Recording;
use std::cell::RefCell;
use std::ffi::OsString;
use std::rc::Rc;

const USAGE: &str = "\
Usage: gimlet explore [--function=NAME]... [COMPILER OPTION]... FILE.c [-o PAGE.html]
Write a page on which a program can be followed through all passes, in any browser.

      --function=NAME    only this function; may be given several times
      --versus=OPTIONS   compile with these options, too, after the others; to be put beside
      --with=MODIFIERS   record dumps with these modifiers, too: details, vops-uid, …
      --serve            serve the page to a browser here, anew whenever the file is saved
      --port=N           at this port of 127.0.0.1 (default: any that is free)
  -o PAGE.html           the page (default: FILE.html)
  -h, --help             print this
";

/// A compilation that is recorded.
struct Variant {
    /// What it is called; the first is not.
    name: String,
    /// Options after those of all.
    words: Vec<OsString>,
    /// Dumps are taken as passes write them.
    dumps: bool,
}

/// What is asked for.
struct Request {
    wanted: Vec<String>,
    variants: Vec<Variant>,
    /// The port, if the page is to be served.
    serve: Option<u16>,
    /// What the compiler is given.
    rest: Vec<OsString>,
    own_debug: bool,
}

/// Runs the command; the answer is the exit status.
pub fn run(words: &[OsString]) -> u8 {
    if words.iter().any(|word| word == "-h" || word == "--help") {
        return output::print(USAGE).err().unwrap_or(0);
    }
    let request = match requested(words) {
        Ok(request) => request,
        Err(text) => {
            complain!("{}", misused("explore", &text, USAGE));
            return 2;
        }
    };
    let line = CommandLine::parse(request.rest.clone());
    if let Err(status) = accepted(&line) {
        return status;
    }
    let [input] = &line.inputs[..] else {
        let reason = format!("one file is explored, not {}", line.inputs.len());
        complain!("{}", misused("explore", &reason, USAGE));
        return 2;
    };
    if let Some(port) = request.serve {
        return serve::serve(&input.name, words, port);
    }
    let page = match page(&request, input, &options_among(words, &input.name)) {
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

/// The words that say how to compile: neither the file, nor where the page goes.
fn options_among(words: &[OsString], file: &str) -> String {
    let mut options: Vec<String> = Vec::new();
    let mut words = words.iter().map(|word| word.to_string_lossy());
    while let Some(word) = words.next() {
        if word == "-o" {
            let _the_page = words.next();
        } else if word != file && !word.starts_with("-o") {
            options.push(word.into_owned());
        }
    }
    options.join(" ")
}

/// What the words ask for.
fn requested(words: &[OsString]) -> Result<Request, String> {
    let first = Variant { name: String::new(), words: Vec::new(), dumps: false };
    let debugs = |word: &OsString| {
        let word = word.to_string_lossy();
        word.starts_with("-g") && word != "-g0"
    };
    let own_debug = !words.iter().any(debugs);
    let mut request = Request {
        wanted: Vec::new(),
        variants: vec![first],
        serve: None,
        rest: vec!["-S".into(), "-fdump-statistics".into()],
        own_debug,
    };
    let mut port = None;
    for word in words {
        let text = word.to_string_lossy();
        if let Some(name) = text.strip_prefix("--function=") {
            request.wanted.push(name.to_string());
        } else if let Some(options) = text.strip_prefix("--versus=") {
            let words = options.split_whitespace().map(OsString::from).collect();
            request.variants.push(Variant { name: options.to_string(), words, dumps: false });
        } else if let Some(modifiers) = text.strip_prefix("--with=") {
            let is_plain = |c: char| c.is_ascii_lowercase() || matches!(c, '-' | ',');
            let elsewhere = |word: &str| matches!(word, "graph" | "stdout" | "stderr");
            if modifiers.is_empty()
                || !modifiers.chars().all(is_plain)
                || modifiers.split(['-', ',']).any(elsewhere)
            {
                // With a name after them they would be written to a file, and graphs are files of their own.
                return Err(format!("‘{modifiers}’ are no modifiers of dumps"));
            }
            let modifiers = modifiers.trim_start_matches('-').replace(',', "-");
            let words = ["-fdump-tree-all-lineno-", "-fdump-rtl-all-"];
            let words = words.map(|word| OsString::from(format!("{word}{modifiers}")));
            let name = format!("-{modifiers}");
            request.variants.push(Variant { name, words: words.into(), dumps: true });
        } else if text == "--serve" {
            request.serve.get_or_insert(0);
        } else if let Some(number) = text.strip_prefix("--port=") {
            let number: u16 = number.parse().map_err(|_| format!("‘{number}’ is not a port"))?;
            port = Some(number);
        } else {
            request.rest.push(word.clone());
        }
    }
    match (port, &mut request.serve) {
        (Some(_), None) => return Err("--port is for --serve".to_string()),
        (Some(port), Some(serve)) => *serve = port,
        (None, _) => {}
    }
    if own_debug {
        // Assembly says which lines it is for; the page shows the lines, and no directives.
        request.rest.push("-g1".into());
    }
    Ok(request)
}

/// Whether the compiler takes a line; otherwise the exit status, whose reason has been said.
fn accepted(line: &CommandLine) -> Result<(), u8> {
    for error in &line.errors {
        complain!("gimlet: error: {error}");
    }
    for option in &line.sorries {
        complain!("gimlet: sorry, unimplemented: {option}");
    }
    if line.errors.is_empty() && line.sorries.is_empty() { Ok(()) } else { Err(1) }
}

/// Compiles a file in all the ways asked for and makes its page; otherwise the exit status, whose reason has been said.
fn page(request: &Request, input: &Input, given: &str) -> Result<String, u8> {
    let source = std::fs::read(&input.name)
        .map_err(|error| output::fatal(&format!("{}: {}", input.name, output::reason(&error))))?;
    let recording = Rc::new(RefCell::new(Recording::new(&input.name, request.wanted.clone())));
    for variant in &request.variants {
        let words = request.rest.iter().chain(&variant.words).cloned();
        let line = CommandLine::parse(words);
        accepted(&line)?;
        let text = record(&line, input, variant, &recording)?;
        assembly::add(&mut recording.borrow_mut(), &text, request.own_debug);
    }
    let recording = recording.borrow();
    if recording.functions.is_empty() {
        return Err(output::fatal("no function of that name was compiled"));
    }
    let source = String::from_utf8_lossy(&source);
    let mut lines: Vec<String> = if recording.source == input.name {
        source.lines().map(str::to_string).collect()
    } else {
        // The file that linemarkers name, if it is there still; otherwise what was compiled of it.
        match std::fs::read(&recording.source) {
            Ok(text) => String::from_utf8_lossy(&text).lines().map(str::to_string).collect(),
            Err(_) => record::marked_lines(&source, &recording.source),
        }
    };
    recording.keep_what_is_near(&mut lines);
    Ok(json::page(&recording, given, &lines))
}

/// Compiles a file, and records what each pass leaves; its assembly.
fn record(
    line: &CommandLine,
    input: &Input,
    variant: &Variant,
    recording: &Rc<RefCell<Recording>>,
) -> Result<String, u8> {
    let mut translation = Translation::parse_with(line, input, Vec::new(), |manager| {
        for row in 0..manager.table().len() {
            let entry = &manager.table()[row];
            let dumped = !entry.pass.is_missing() && !entry.pass.name.starts_with('*');
            if variant.dumps && dumped || matches!(entry.pass.name, "original" | "statistics") {
                manager.dumps.keep_in_memory(row);
            }
        }
    })?;
    let manager = &mut translation.manager;
    {
        let mut recording = recording.borrow_mut();
        recording.begin(&variant.name, manager.table());
        recording.choose_source(&translation.module);
        if !variant.dumps {
            let original = manager.find("original").and_then(|pass| manager.dumps.kept(pass));
            recording.original(original.unwrap_or_default());
            recording.module(&translation.module, None, "gimple");
        }
    }
    if !variant.dumps {
        let seen = Rc::clone(recording);
        manager.observer = Some(Box::new(move |module, position, pass| {
            seen.borrow_mut().module(module, position, pass);
            Ok(())
        }));
    }
    let outcome = translation.assembly();
    let (manager, mut recording) = (&translation.manager, recording.borrow_mut());
    let statistics = manager.find("statistics").and_then(|row| manager.dumps.kept(row));
    recording.statistics(statistics.unwrap_or_default(), manager.table());
    for (row, entry) in manager.table().iter().enumerate().filter(|_| variant.dumps) {
        recording.dump(entry, manager.dumps.kept(row).unwrap_or_default());
    }
    recording.remarks(&translation.module.unit);
    recording.places(&translation.module.unit);
    match outcome {
        Outcome::Assembly(text) => Ok(text),
        Outcome::Failed(status) => Err(status),
        Outcome::Done | Outcome::Text(_) => Err(1),
    }
}
