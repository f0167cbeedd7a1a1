//! `gimlet bisect FILE… [-- TEST]`: which change of which pass makes a program wrong.
//!
//! Every run of a pass over a function has a number. Half of the runs are left out, or the program is looked at half
//! way; as that goes right or wrong, the other half is halved. What is left is one run. If its pass asks
//! [debug counters](gimple::debug_counter) about its changes, they are halved next:
//!
//! ```text
//! x.c: goes wrong in pass ‘pre’ of function ‘f’ (run 143 of 310)
//! by change 2 of 5 it makes there: -fdbg-cnt=fre:1-3 is wrong, -fdbg-cnt=fre:1-2 is not
//! ```
//!
//! and a diff of the function, with that change and without.
//!
//! Without a test the interpreter runs the program as it is after a run, and holds it against what it does as it was
//! gimplified. With one the program is built, leaving out all later runs that `-O0` could do without, and the test is
//! run: status 0 is right. [`probe`] makes one such trial.

mod probe;
#[cfg(test)]
pub mod tests;

use crate::cli::{CommandLine, Input, Language};
use crate::driver::output::print;
use dumps::complain;
use dumps::usage::misused;
use gimple::debug_counter::Counter;
use gimple::pass::Registration;
use probe::{Built, Limits, Test, attempt};
use std::cell::Cell;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::Command;

const USAGE: &str = "\
Usage: gimlet bisect [COMPILER OPTION]... FILE.c... [-- TEST [ARGUMENT]...]
Find the pass, the function and the change that make a program wrong. With TEST, the program is built
(as a.out, or as -o says) with more and more passes, and TEST is run: status 0 says that it is right.
Without, the interpreter runs FILE.c after its passes and compares with the program as it was written.

Exit status: 0 if a culprit was found, 1 if nothing is wrong, 2 for trouble.
";

/// Passes of one's own that take part: tests plant faults with them.
type OwnPasses = fn() -> Vec<Registration>;

/// What is searched.
struct Search {
    line: CommandLine,
    test: Test,
    passes: OwnPasses,
    progress: Progress,
}

/// What is said of the search while it goes on, on a terminal.
#[derive(Default)]
struct Progress {
    shown: bool,
    trials: Cell<u32>,
}

impl Progress {
    /// A trial begins.
    fn step(&self, limits: &[Limits]) {
        self.trials.set(self.trials.get() + 1);
        if !self.shown {
            return;
        }
        let of_file = |limits: &Limits| match (limits.runs, limits.counter) {
            (_, Some((counter, changes))) => format!("{changes} changes of {}", counter.name()),
            (u64::MAX, _) => "all passes".to_string(),
            (runs, _) => format!("{runs} runs of passes"),
        };
        let what: Vec<String> = limits.iter().map(of_file).collect();
        dumps::put::to_stderr(&format!("\r\x1b[Ktrial {}: {}", self.trials.get(), what.join(", ")));
    }

    /// Nothing more is tried.
    fn end(&self) {
        if self.shown && self.trials.get() > 0 {
            dumps::put::to_stderr("\r\x1b[K");
        }
    }
}

/// The first change of a counter that is wrong.
#[derive(Debug, PartialEq, Eq)]
pub struct Change {
    pub counter: &'static str,
    /// Which one it is in the whole file.
    pub number: u64,
    /// Which one it is of those that the run made, and how many these are.
    pub within: u64,
    pub made: u64,
}

impl Change {
    /// Which it is, and how to have it and to do without it.
    pub fn words(&self) -> String {
        let Change { counter, number, within, made } = self;
        let before = match number {
            1 => "0".to_string(),
            _ => format!("1-{}", number - 1),
        };
        format!(
            "by change {within} of {made} it makes there: -fdbg-cnt={counter}:1-{number} is wrong, \
             -fdbg-cnt={counter}:{before} is not"
        )
    }
}

/// A run of a pass that makes the difference.
#[derive(Debug, PartialEq, Eq)]
struct Culprit {
    file: String,
    /// Its number, and how many there are.
    run: u64,
    runs: u64,
    pass: String,
    function: String,
    change: Option<Change>,
    before: String,
    after: String,
}

/// Runs the command; the answer is the exit status.
pub fn run(words: &[OsString]) -> u8 {
    let texts: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let end = texts.iter().position(|word| word == "--").unwrap_or(texts.len());
    let (given, test) = (&texts[..end], texts.get(end + 1..).unwrap_or_default());
    if given.is_empty() || given.iter().any(|word| word == "-h" || word == "--help") {
        return print(USAGE).err().unwrap_or(if given.is_empty() { 2 } else { 0 });
    }
    if test.is_empty() && end < texts.len() {
        complain!("{}", misused("bisect", "there is no test after ‘--’", USAGE));
        return 2;
    }
    let line = CommandLine::parse(given.iter().map(OsString::from));
    line.errors.iter().for_each(|error| complain!("gimlet: error: {error}"));
    line.sorries.iter().for_each(|word| complain!("gimlet: sorry, unimplemented: {word}"));
    if !line.errors.is_empty() || !line.sorries.is_empty() {
        return 2;
    }
    let test = if test.is_empty() {
        Test::Interpreter
    } else {
        Test::Command { words: test.to_vec(), given: given.to_vec() }
    };
    let progress = Progress { shown: std::io::stderr().is_terminal(), ..Progress::default() };
    let search = Search { line, test, passes: Vec::new, progress };
    let found = search.culprit();
    search.progress.end();
    match found {
        Ok(Some(culprit)) => print(&culprit.report()).err().unwrap_or(0),
        Ok(None) => print("nothing is wrong after any pass\n").err().unwrap_or(1),
        Err(text) => {
            complain!("gimlet bisect: {text}");
            2
        }
    }
}

impl Search {
    /// The files that are compiled.
    fn inputs(&self) -> Vec<Input> {
        let compiled = |input: &&Input| {
            matches!(input.language, Language::C | Language::PreprocessedC | Language::Gimple)
        };
        self.line.inputs.iter().filter(compiled).cloned().collect()
    }

    /// The culprit, if anything is wrong.
    fn culprit(&self) -> Result<Option<Culprit>, String> {
        let inputs = self.inputs();
        if inputs.is_empty() {
            return Err("there is no file to compile".to_string());
        }
        if inputs.len() > 1 && matches!(self.test, Test::Interpreter) {
            return Err("the interpreter runs one file; several need a test after ‘--’".to_string());
        }
        // All runs are made in the files before, none in those after it.
        let full = vec![Limits::all(); inputs.len()];
        if self.is_right(&inputs, &full)? {
            return Ok(None);
        }
        let none = vec![Limits::first(0); inputs.len()];
        if !self.is_right(&inputs, &none)? {
            let what = match self.test {
                Test::Interpreter => "the program is wrong before any pass",
                Test::Command { .. } => "the test fails whatever passes are left out",
            };
            return Err(what.to_string());
        }
        let mut limits = none;
        for index in 0..inputs.len() {
            limits[index] = Limits::all();
            if !self.is_right(&inputs, &limits)? {
                return self.within(&inputs, index, limits).map(Some);
            }
        }
        Err("the test does not give the same answer twice".to_string())
    }

    /// The culprit in the file at `index`.
    fn within(
        &self,
        inputs: &[Input],
        index: usize,
        mut limits: Vec<Limits>,
    ) -> Result<Culprit, String> {
        let all = self.attempt(&inputs[index], &Limits::all())?;
        let runs = all.log.len() as u64;
        let mut failure = None;
        let run = first_wrong(0, runs, |run| {
            limits[index] = Limits::first(run);
            self.noting(&mut failure, inputs, &limits)
        });
        stop_at(&mut failure)?;
        let entry = &all.log[run as usize - 1];
        let mut culprit = Culprit {
            file: inputs[index].name.clone(),
            run,
            runs,
            pass: entry.pass.clone(),
            function: entry.function.clone(),
            change: None,
            before: String::new(),
            after: String::new(),
        };
        limits[index] = Limits::first(run);
        for &counter in Counter::ALL {
            let (from, to) = (entry.before[counter as usize], entry.after[counter as usize]);
            limits[index].counter = Some((counter, from));
            if from == to || !self.is_right(inputs, &limits)? {
                continue;
            }
            let change = first_wrong(from, to, |change| {
                limits[index].counter = Some((counter, change));
                self.noting(&mut failure, inputs, &limits)
            });
            stop_at(&mut failure)?;
            culprit.change = Some(Change {
                counter: counter.name(),
                number: change,
                within: change - from,
                made: to - from,
            });
            limits[index].counter = Some((counter, change - 1));
            culprit.before = self.text_after(&inputs[index], &limits[index], run)?;
            limits[index].counter = Some((counter, change));
            culprit.after = self.text_after(&inputs[index], &limits[index], run)?;
            return Ok(culprit);
        }
        culprit.before = self.text_before(&inputs[index], run)?;
        culprit.after = self.text_after(&inputs[index], &Limits::first(run), run)?;
        Ok(culprit)
    }

    /// Whether it is right; trouble is noted, and counts as right.
    fn noting(&self, failure: &mut Option<String>, inputs: &[Input], limits: &[Limits]) -> bool {
        self.is_right(inputs, limits).unwrap_or_else(|text| {
            failure.get_or_insert(text);
            true
        })
    }

    fn attempt(&self, input: &Input, limits: &Limits) -> Result<Built, String> {
        attempt(&self.line, input, limits, &self.test, self.passes)
    }

    /// What the culprit's function looks like after a run.
    fn text_after(&self, input: &Input, limits: &Limits, run: u64) -> Result<String, String> {
        let limits = Limits { watched: run, ..limits.clone() };
        Ok(self.attempt(input, &limits)?.after)
    }

    fn text_before(&self, input: &Input, run: u64) -> Result<String, String> {
        Ok(self.attempt(input, &Limits { watched: run, ..Limits::first(run) })?.before)
    }

    /// Whether the program is right if of each file the first so many runs are made.
    fn is_right(&self, inputs: &[Input], limits: &[Limits]) -> Result<bool, String> {
        self.progress.step(limits);
        let mut assembled = Vec::new();
        for (input, limits) in inputs.iter().zip(limits) {
            let built = self.attempt(input, limits)?;
            match (&self.test, built.right) {
                (Test::Interpreter, right) => return Ok(right),
                // The compiler broke down.
                (Test::Command { .. }, false) => return Ok(false),
                (Test::Command { .. }, true) => {
                    assembled.push((input.name.clone(), built.assembly))
                }
            }
        }
        let Test::Command { words, given } = &self.test else { return Ok(true) };
        probe::link(&assembled, given, self.line.output.as_deref())?;
        // What the test prints is no part of the report.
        let status = Command::new(&words[0]).args(&words[1..]).stdout(std::io::stderr()).status();
        let status = status.map_err(|error| format!("cannot run {}: {error}", words[0]))?;
        Ok(status.success())
    }
}

/// Trouble that was noted on the way.
fn stop_at(failure: &mut Option<String>) -> Result<(), String> {
    failure.take().map_or(Ok(()), Err)
}

/// The least number above `right` that is not right, where `wrong` is not.
pub fn first_wrong(mut right: u64, mut wrong: u64, mut is_right: impl FnMut(u64) -> bool) -> u64 {
    while wrong - right > 1 {
        let middle = right + (wrong - right) / 2;
        if is_right(middle) {
            right = middle;
        } else {
            wrong = middle;
        }
    }
    wrong
}

impl Culprit {
    fn report(&self) -> String {
        let Culprit { file, run, runs, pass, function, .. } = self;
        let place = if function.is_empty() {
            String::new()
        } else {
            format!(" of function ‘{function}’")
        };
        let mut text =
            format!("{file}: goes wrong in pass ‘{pass}’{place} (run {run} of {runs})\n");
        match &self.change {
            Some(change) => {
                text.push_str(&change.words());
                text.push('\n');
            }
            None => text.push_str("its changes are not counted one by one\n"),
        }
        let what = if function.is_empty() {
            "all functions".to_string()
        } else {
            format!("function {function}")
        };
        let shown = dumps::diff::unified(&what, &self.before, &self.after);
        if shown.is_empty() {
            return text
                + "\nthe text of the function is the same; what differs is what a pass notes beside it\n";
        }
        text + "\n" + &shown
    }
}
