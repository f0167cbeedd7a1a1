//! `gimlet prove FILE.c`: each function is held against what each tree pass makes of it, for all inputs
//! ([`gimlet_prove`](prove)).
//!
//! ```text
//! x.c: f: forwprop1: refuted (not confirmed by running): what was defined is undefined
//! ```
//!
//! The passes are ours, those of another compiler (`--compiler`), or whatever made two dumps (`--before`, `--after`).

mod asked;
mod confirm;
mod counted;
mod dumps_read;
mod emulate;
mod instrument;
mod keep;
mod prover;
mod reduce;
mod report;
mod session;
#[cfg(test)]
mod tests;

use crate::cli::CommandLine;
use crate::compile::Translation;
use crate::driver::output::print;
use asked::{Asked, USAGE};
use dumps::complain;
use dumps::usage::misused;
use prover::Prover;
use session::Session;
use std::ffi::OsString;

/// With `-fchecking=3` what a pass makes of a function is proved at once; what is refuted is an error of the compiler.
pub fn watch(translation: &mut Translation<'_>) {
    if translation.line.options.checking < 3 || translation.manager.observer.is_some() {
        return;
    }
    let mut prover = Prover::of(translation.line);
    translation.manager.observer = Some(Box::new(move |module, position, pass| {
        let before = prover.records.len();
        prover.after_pass(module, position, pass);
        let new = prover.records.len() > before;
        prover.last_refuted().filter(|_| new).map_or(Ok(()), Err)
    }));
}

/// Runs the command; the answer is the exit status.
pub fn run(words: &[OsString]) -> u8 {
    let mut texts = words.iter().map(|word| word.to_string_lossy().into_owned());
    let mut asked = Asked::default();
    let mut given: Vec<String> = vec!["-S".to_string()];
    while let Some(word) = texts.next() {
        if word == "-h" || word == "--help" {
            return print(USAGE).map_or(1, |()| 0);
        }
        match asked.take(&word, &mut texts) {
            Ok(true) => {}
            Ok(false) => given.push(word),
            Err(what) => return trouble(&what),
        }
    }
    let line = CommandLine::parse(given.iter().map(OsString::from));
    line.errors.iter().for_each(|error| complain!("gimlet: error: {error}"));
    line.sorries.iter().for_each(|word| complain!("gimlet: sorry, unimplemented: {word}"));
    if !line.errors.is_empty() || !line.sorries.is_empty() {
        return 2;
    }
    if let Some(what) = asked.contradiction(line.inputs.len()) {
        complain!("{}", misused("prove", what, USAGE));
        return 2;
    }
    Session::new(line, given, asked).run()
}

fn trouble(what: &str) -> u8 {
    complain!("gimlet prove: {what}");
    2
}
