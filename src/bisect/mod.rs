//! `gimlet bisect FILE… [-- TEST]`: which change of which pass makes a program wrong.
//!
//! Every run of a pass over a function has a number. Half of the runs are left out, or the program is looked at half
//! way; as that goes right or wrong, the other half is halved. What is left is one run. If its pass asks
//! [debug counters](gimple::debug_counter) about its changes, they are halved next:
//!
//! ```text
//! x.c: goes wrong in pass ‘pre’ of function ‘f’ (run 143 of 310)
//! by its change 3: -fdbg-cnt=fre:1-3 is wrong, -fdbg-cnt=fre:1-2 is not
//! ```
//!
//! Without a test the interpreter runs the program as it is after a run, and holds it against what it does as it was
//! gimplified. With one the program is built, leaving out all later runs that `-O0` could do without, and the test is
//! run: status 0 is right. [`probe`] makes one such trial.

mod probe;
#[cfg(test)]
mod tests;

use crate::cli::{CommandLine, Input, Language};
use dumps::complain;
use gimple::debug_counter::Counter;
use gimple::pass::Registration;
use probe::{Built, Limits, Test, attempt};
use std::ffi::OsString;
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
    /// The counter, and the first change that is wrong.
    change: Option<(&'static str, u64)>,
    before: String,
    after: String,
}

/// Runs the command; the answer is the exit status.
pub fn run(words: &[OsString]) -> u8 {
    let texts: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let end = texts.iter().position(|word| word == "--").unwrap_or(texts.len());
    let (given, test) = (&texts[..end], texts.get(end + 1..).unwrap_or_default());
    if given.is_empty() || given.iter().any(|word| word == "-h" || word == "--help") {
        print!("{USAGE}");
        return if given.is_empty() { 2 } else { 0 };
    }
    if test.is_empty() && end < texts.len() {
        complain!("gimlet bisect: there is no test behind ‘--’\n{USAGE}");
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
    match (Search { line, test, passes: Vec::new }).culprit() {
        Ok(Some(culprit)) => {
            print!("{}", culprit.report());
            0
        }
        Ok(None) => {
            println!("nothing is wrong after any pass");
            1
        }
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
            return Err(
                "the interpreter runs one file; several need a test behind ‘--’".to_string()
            );
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
            culprit.change = Some((counter.name(), change));
            limits[index].counter = Some((counter, change - 1));
            culprit.before = self.text_behind(&inputs[index], &limits[index], run)?;
            limits[index].counter = Some((counter, change));
            culprit.after = self.text_behind(&inputs[index], &limits[index], run)?;
            return Ok(culprit);
        }
        culprit.before = self.text_before(&inputs[index], run)?;
        culprit.after = self.text_behind(&inputs[index], &Limits::first(run), run)?;
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
    fn text_behind(&self, input: &Input, limits: &Limits, run: u64) -> Result<String, String> {
        let limits = Limits { watched: run, ..limits.clone() };
        Ok(self.attempt(input, &limits)?.behind)
    }

    fn text_before(&self, input: &Input, run: u64) -> Result<String, String> {
        Ok(self.attempt(input, &Limits { watched: run, ..Limits::first(run) })?.before)
    }

    /// Whether the program is right if of each file the first so many runs are made.
    fn is_right(&self, inputs: &[Input], limits: &[Limits]) -> Result<bool, String> {
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
        let status = Command::new(&words[0]).args(&words[1..]).status();
        let status = status.map_err(|error| format!("cannot run {}: {error}", words[0]))?;
        Ok(status.success())
    }
}

/// Trouble that was noted on the way.
fn stop_at(failure: &mut Option<String>) -> Result<(), String> {
    failure.take().map_or(Ok(()), Err)
}

/// The least number above `right` that is not right, where `wrong` is not.
fn first_wrong(mut right: u64, mut wrong: u64, mut is_right: impl FnMut(u64) -> bool) -> u64 {
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
        match self.change {
            Some((name, change)) => text.push_str(&format!(
                "by its change {change}: -fdbg-cnt={name}:1-{change} is wrong, {} is not\n",
                if change > 1 {
                    format!("-fdbg-cnt={name}:1-{}", change - 1)
                } else {
                    format!("-fdbg-cnt={name}:0")
                }
            )),
            None => text.push_str("its changes are not counted one by one\n"),
        }
        text + &format!("\n;; before\n\n{}\n;; after\n\n{}", self.before, self.after)
    }
}
