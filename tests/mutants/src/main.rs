//! Plants small faults (mutants) in a copy of the project and asks which of them the tests notice.
//!
//! All mutants stand in one build: each is a branch on a variable of the environment, so that one compilation serves for
//! all of them. A mutant that no test notices is a test that is missing, or a condition that can go.
//!
//! ```text
//! git clone . /some/copy
//! cargo run -p mutants -- plant /some/copy --seed 1 --count 150
//! cargo run -p mutants -- run /some/copy
//! ```
//!
//! `plant` draws the sample over all crates, writes it to `mutants.txt` in the copy and leaves out what does not compile.
//! `run` makes the tests' programs and runs each test without a mutant, which records the mutants that the test reaches and
//! the processor time it takes (`recorded.txt`). Then it runs for one mutant after another the tests that reach it, the
//! quick ones first, until one fails. `--only PREFIX` restricts the tests to those whose names begin so, `--skip PREFIX`
//! leaves such out. The result is written to `result.txt`, a line a mutant. A run that was interrupted continues where it
//! stopped.

mod plant;
mod processor_time;
mod run;
mod sites;

use std::path::PathBuf;
use std::process::ExitCode;

/// The variable that switches a mutant on, by its number.
pub const VARIABLE: &str = "GIMLET_MUTANT";

/// The variable that names the file a run records the mutants it reaches in.
pub const RECORD: &str = "GIMLET_MUTANTS_REACHED";

/// The list of the planted mutants, in the copy.
pub const LIST: &str = "mutants.txt";

/// What the command line asks for.
struct Arguments {
    command: String,
    copy: PathBuf,
    seed: u64,
    count: usize,
    choice: run::Choice,
}

fn arguments() -> Option<Arguments> {
    let mut words = std::env::args().skip(1);
    let (command, copy) = (words.next()?, PathBuf::from(words.next()?));
    let mut parsed =
        Arguments { command, copy, seed: 1, count: 150, choice: run::Choice::default() };
    while let Some(word) = words.next() {
        let value = words.next()?;
        match word.as_str() {
            "--seed" => parsed.seed = value.parse().ok()?,
            "--count" => parsed.count = value.parse().ok()?,
            "--only" => parsed.choice.only.push(value),
            "--skip" => parsed.choice.skip.push(value),
            _ => return None,
        }
    }
    Some(parsed)
}

fn main() -> ExitCode {
    let Some(arguments) = arguments() else {
        eprintln!(
            "usage: mutants plant COPY [--seed N] [--count N]\n       mutants run COPY [--only PREFIX]… [--skip PREFIX]…"
        );
        return ExitCode::from(2);
    };
    let done = match arguments.command.as_str() {
        "plant" => plant::plant(&arguments.copy, arguments.seed, arguments.count),
        "run" => run::run(&arguments.copy, &arguments.choice),
        other => Err(format!("unknown command `{other}`")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("mutants: {text}");
            ExitCode::FAILURE
        }
    }
}
