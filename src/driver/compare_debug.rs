//! `-fcompare-debug[=OPTIONS]`: each input is compiled a second time with other options, by default with debugging
//! information where there was none and without it where there was, and the insns that become assembly must be the same.

use super::{Job, Outcome};
use crate::cli::{CommandLine, Input};
use crate::compile;
use dumps::complain;
use std::path::Path;

/// The options of the second compilation where none are named.
const TOGGLE: &str = "-gtoggle";

impl Job {
    /// Compiles an input; with `-fcompare-debug` twice.
    pub(super) fn compile(&mut self, input: &Input) -> Outcome {
        let Some(options) = self.line.compare_debug.clone() else {
            return compile::compile(&self.line, input);
        };
        let (first, second) = match (self.temporary("gkd"), self.temporary("gk.gkd")) {
            (Ok(first), Ok(second)) => (first, second),
            (Err(status), _) | (_, Err(status)) => return Outcome::Failed(status),
        };
        self.line.dump_options.push(insns_to(&first));
        let outcome = compile::compile(&self.line, input);
        self.line.dump_options.pop();
        if !matches!(outcome, Outcome::Assembly(_)) {
            return outcome;
        }
        // The first time has written the dumps, said what there is to say, and made the rule for make.
        let quiet = |word: &&String| {
            let leaves =
                ["-fdump-", "-fcompare-debug", "-d", "-M", "-fopt-info", "-ftime-", "-fmem-"];
            !leaves.iter().any(|start| word.starts_with(start)) && *word != "-v"
        };
        let mut words: Vec<String> = self.line.words.iter().filter(quiet).cloned().collect();
        let more = if options.is_empty() { TOGGLE } else { &options };
        words.extend(more.split(' ').map(str::to_string));
        words.push("-w".to_string());
        let mut again = CommandLine::parse(words.into_iter().map(Into::into));
        again.dump_options.push(insns_to(&second));
        if let Outcome::Failed(status) = compile::compile(&again, input) {
            return Outcome::Failed(status);
        }
        match difference(&first, &second) {
            None => outcome,
            Some(what) => {
                let name = &input.name;
                complain!("gimlet: error: {name}: ‘-fcompare-debug’ failure{what}");
                Outcome::Failed(1)
            }
        }
    }
}

fn insns_to(file: &Path) -> String {
    format!("-fdump-final-insns={}", file.display())
}

/// What two dumps differ in.
fn difference(first: &Path, second: &Path) -> Option<&'static str> {
    // A unit without functions leaves no dump.
    let read = |file: &Path| std::fs::read(file).unwrap_or_default();
    let (first, second) = (read(first), read(second));
    match first.len() == second.len() {
        false => Some(" (length)"),
        true => (first != second).then_some(""),
    }
}
