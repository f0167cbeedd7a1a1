//! Takes each input as far as asked: preprocessed text, assembly, object, program, or its run in the interpreter.
//!
//! Assembling and linking are left to the target's binutils, and to its GCC driver if installed, which knows where the
//! C library is. What is written appears whole or not at all: see `output`.

mod assemble;
mod compare_debug;
mod link;
pub mod output;
mod queries;
pub mod temporaries;
mod tools;

use crate::cli::{CommandLine, Input, Language, SaveTemps, Stage};
use crate::compile::Outcome;
use crate::dependencies::without_suffix;
use crate::preprocess::preprocess;
use dumps::complain;
use nix::sys::resource::{UsageWho, getrusage};
use output::fatal;
use std::path::{Path, PathBuf};
use temporaries::Temporary;

/// Does what the command line asks; the answer is the exit status.
pub fn run(line: CommandLine) -> u8 {
    for error in &line.errors {
        complain!("gimlet: error: {error}");
    }
    let nothing_to_do = line.inputs.is_empty() && !line.links_something;
    if let Some(request) = &line.request
        && line.errors.is_empty()
    {
        return queries::answer(&line, request);
    }
    if line.verbose {
        dumps::put::to_stderr(&queries::verbose_header());
    }
    if nothing_to_do {
        let asked = line.verbose && line.errors.is_empty();
        return if asked { 0 } else { fatal("no input files") };
    }
    for note in &line.notes {
        complain!("gimlet: warning: {note}");
    }
    for option in &line.sorries {
        complain!("gimlet: sorry, unimplemented: {option}");
    }
    if !line.errors.is_empty() || !line.sorries.is_empty() {
        return 1;
    }
    if let Some(text) = refused(&line) {
        return fatal(&text);
    }
    Job { outputs: vec![None; line.inputs.len()], line, temporaries: Vec::new() }.all()
}

/// Why nothing at all is done, if so.
fn refused(line: &CommandLine) -> Option<String> {
    let compiled = line.inputs.iter().filter(|input| input.language != Language::Linker);
    let several = compiled.count() > 1;
    if several && line.output.is_some() && line.stage < Stage::Link && !line.ends_at_pass() {
        return Some("cannot specify ‘-o’ with ‘-c’, ‘-S’ or ‘-E’ with multiple files".to_string());
    }
    let same =
        |output: &str| line.inputs.iter().find(|input| output::same_file(&input.name, output));
    let output = line.output.as_deref()?;
    let input = same(output)?;
    Some(format!("input file ‘{}’ is the same as output file", input.name))
}

struct Job {
    line: CommandLine,
    /// What is to be linked of each input.
    outputs: Vec<Option<PathBuf>>,
    temporaries: Vec<Temporary>,
}

impl Job {
    fn all(&mut self) -> u8 {
        let mut worst = 0;
        for index in 0..self.line.inputs.len() {
            worst = worst.max(self.input(index));
        }
        let nothing = !self.line.inputs.is_empty()
            && self.line.inputs.iter().all(|input| input.language == Language::Header);
        if worst == 0 && self.line.stage == Stage::Link && !nothing && !self.line.ends_at_pass() {
            worst = self.timed("collect2", |job| link::link(&job.line, &job.outputs));
        }
        worst
    }

    fn input(&mut self, index: usize) -> u8 {
        let mut input = self.line.inputs[index].clone();
        if input.language == Language::StandardInput {
            if self.line.stage != Stage::Preprocess {
                complain!("gimlet: error: -E or -x required when input is from standard input");
                return 1;
            }
            input.language = Language::C;
        }
        match input.language {
            Language::Linker => self.for_linker(index, &input),
            Language::Assembler | Language::AssemblerWithCpp => self.assembler(index, &input),
            Language::Cplusplus => fatal(&format!(
                "cannot execute ‘cc1plus’: {} is C++, and gimlet compiles C",
                input.name
            )),
            Language::Header if self.line.stage > Stage::SyntaxOnly => self.header(&input),
            _ => self.compiled(index, &input),
        }
    }

    /// A header to be precompiled is checked. What is written in its place is never read: whoever includes the header gets
    /// the header itself, here as in GCC, which passes over a precompiled one that is not its own.
    fn header(&mut self, input: &Input) -> u8 {
        let name = self.line.output.clone().unwrap_or_else(|| format!("{}.gch", input.name));
        if output::same_file(&name, &input.name) {
            return fatal(&format!("input file ‘{name}’ is the same as output file"));
        }
        let stage = std::mem::replace(&mut self.line.stage, Stage::SyntaxOnly);
        let outcome = self.timed_compile(input);
        self.line.stage = stage;
        match outcome {
            Outcome::Failed(status) => status,
            _ => output::write(&name, b"checked by gimlet, which reads the header itself\n"),
        }
    }

    fn for_linker(&mut self, index: usize, input: &Input) -> u8 {
        if self.line.stage == Stage::Link {
            self.outputs[index] = Some(PathBuf::from(&input.name));
            return 0;
        }
        let unused = "linker input file unused because linking not done";
        complain!("gimlet: warning: {}: {unused}", input.name);
        match std::fs::metadata(&input.name) {
            Ok(_) => 0,
            Err(error) => {
                let reason = output::reason(&error);
                complain!("gimlet: error: {}: linker input file not found: {reason}", input.name);
                1
            }
        }
    }

    /// Assembly, which may want preprocessing.
    fn assembler(&mut self, index: usize, input: &Input) -> u8 {
        let plain = input.language == Language::Assembler;
        let only_text = self.line.stage <= Stage::Assembly;
        if plain {
            // Nothing is left to preprocess or to compile.
            return if only_text { 0 } else { self.assemble(index, input, Path::new(&input.name)) };
        }
        if self.line.dry_run {
            complain!(" cc1 -E -lang-asm {}", input.name);
            let source = PathBuf::from("/tmp/x.s");
            return if only_text { 0 } else { self.assemble(index, input, &source) };
        }
        let text = match preprocess(&self.line, input) {
            Outcome::Text(text) => text,
            Outcome::Failed(status) => return status,
            _ => return 0,
        };
        if only_text {
            let output = self.line.output.clone().unwrap_or_else(|| "-".to_string());
            return output::write(&output, &text);
        }
        let source = match self.intermediate(input, "s", &text) {
            Ok(source) => source,
            Err(status) => return status,
        };
        self.assemble(index, input, &source)
    }

    fn compiled(&mut self, index: usize, input: &Input) -> u8 {
        if self.line.dry_run {
            complain!(" cc1 -quiet {}", input.name);
            return self.assembly(index, input, "");
        }
        let outcome = self.timed_compile(input);
        match outcome {
            Outcome::Failed(status) => status,
            Outcome::Done => 0,
            Outcome::Text(text) => output::write(&self.output_name(input), &text),
            Outcome::Assembly(text) => match self.save_preprocessed(input) {
                0 => self.assembly(index, input, &text),
                status => status,
            },
        }
    }

    fn timed_compile(&mut self, input: &Input) -> Outcome {
        let before = seconds();
        let outcome = self.compile(input);
        if self.line.time_stages {
            complain!("{}", spent("cc1", before));
        }
        outcome
    }

    /// The output's name: `-o`, or the input's with another suffix, in the current directory.
    fn output_name(&self, input: &Input) -> String {
        if let Some(output) = &self.line.output {
            return output.clone();
        }
        let suffix = match self.line.stage {
            Stage::Assembly => "s",
            Stage::Object | Stage::Link => "o",
            Stage::Preprocess | Stage::SyntaxOnly => return "-".to_string(),
        };
        let base = input.name.rsplit('/').next().unwrap_or("-");
        format!("{}.{suffix}", without_suffix(base))
    }

    fn assembly(&mut self, index: usize, input: &Input, text: &str) -> u8 {
        if self.line.stage <= Stage::Assembly {
            let name = self.output_name(input);
            if output::same_file(&name, &input.name) {
                return fatal(&format!("input file ‘{name}’ is the same as output file"));
            }
            if self.line.dry_run {
                return 0;
            }
            return output::write(&name, text.as_bytes());
        }
        match self.intermediate(input, "s", text.as_bytes()) {
            Ok(source) => self.assemble(index, input, &source),
            Err(status) => status,
        }
    }

    /// Assembles a source into the output or, if it is to be linked, into a file in between.
    fn assemble(&mut self, index: usize, input: &Input, source: &Path) -> u8 {
        let object = match (self.line.stage, self.line.save_temps) {
            (Stage::Object, _) => PathBuf::from(self.output_name(input)),
            (_, Some(place)) => PathBuf::from(format!("{}.o", self.saved_base(input, place))),
            (_, None) if self.line.dry_run => PathBuf::from("/tmp/x.o"),
            (_, None) => match self.temporary("o") {
                Ok(path) => path,
                Err(status) => return status,
            },
        };
        if output::same_file(&object.to_string_lossy(), &input.name) {
            return fatal(&format!("input file ‘{}’ is the same as output file", input.name));
        }
        let ours = !matches!(input.language, Language::Assembler | Language::AssemblerWithCpp);
        self.outputs[index] = Some(object.clone());
        self.timed("as", |job| assemble::assemble(&job.line, source, &object, ours))
    }

    fn temporary(&mut self, suffix: &str) -> Result<PathBuf, u8> {
        match Temporary::create(suffix) {
            Ok(temporary) => {
                let path = temporary.path().to_path_buf();
                self.temporaries.push(temporary);
                Ok(path)
            }
            Err(error) => {
                let reason = output::reason(&error);
                Err(fatal(&format!("cannot create a temporary file: {reason}")))
            }
        }
    }

    /// A file between two stages: a temporary one, or one that `-save-temps` leaves.
    fn intermediate(&mut self, input: &Input, suffix: &str, bytes: &[u8]) -> Result<PathBuf, u8> {
        let path = match self.line.save_temps {
            Some(place) => PathBuf::from(format!("{}.{suffix}", self.saved_base(input, place))),
            None if self.line.dry_run => PathBuf::from(format!("/tmp/x.{suffix}")),
            None => self.temporary(suffix)?,
        };
        if self.line.dry_run {
            return Ok(path);
        }
        let name = path.to_string_lossy();
        if output::same_file(&name, &input.name) {
            return Err(fatal(&format!("input file ‘{name}’ is the same as output file")));
        }
        match output::write(&name, bytes) {
            0 => Ok(path),
            status => Err(status),
        }
    }

    /// `-save-temps` leaves the preprocessed text too.
    fn save_preprocessed(&mut self, input: &Input) -> u8 {
        if self.line.save_temps.is_none()
            || matches!(input.language, Language::PreprocessedC | Language::Gimple)
        {
            return 0;
        }
        // Warnings were given when the text was compiled, the rule for make was written.
        self.line.diagnostics.push("w".to_string());
        let rules = |option: &str| option.starts_with("-M") || option.starts_with("cc1-M");
        let (kept, without): (Vec<_>, Vec<_>) =
            self.line.preprocessor.drain(..).partition(|(option, _)| rules(option));
        self.line.preprocessor = without;
        let outcome = preprocess(&self.line, input);
        self.line.diagnostics.pop();
        self.line.preprocessor.extend(kept);
        match outcome {
            Outcome::Text(text) => match self.intermediate(input, "i", &text) {
                Ok(_) => 0,
                Err(status) => status,
            },
            Outcome::Failed(status) => status,
            _ => 0,
        }
    }

    /// The names of files that `-save-temps` leaves, without suffix: a program's begin with its name.
    fn saved_base(&self, input: &Input, place: SaveTemps) -> String {
        let base = |name: &str| without_suffix(name.rsplit('/').next().unwrap_or(name)).to_string();
        let own = base(&input.name);
        let directory = |name: &str| match (place, name.rfind('/')) {
            (SaveTemps::BesideOutput, Some(slash)) => name[..=slash].to_string(),
            _ => String::new(),
        };
        match (&self.line.output, self.line.stage) {
            _ if self.line.dumpdir.is_some() => {
                format!("{}{own}", self.line.dumpdir.as_deref().unwrap_or_default())
            }
            (None, Stage::Link) => format!("a-{own}"),
            (Some(output), Stage::Link) => format!("{}{}-{own}", directory(output), base(output)),
            (Some(output), _) => format!("{}{}", directory(output), base(output)),
            (None, _) => own,
        }
    }

    /// Runs a stage, and says with `-time` how long it took.
    fn timed(&mut self, name: &str, stage: impl FnOnce(&mut Job) -> u8) -> u8 {
        let before = seconds();
        let status = stage(self);
        if self.line.time_stages {
            complain!("{}", spent(name, before));
        }
        status
    }
}

/// User's and system's seconds of this process and its children so far.
fn seconds() -> (f64, f64) {
    let mut sum = (0.0, 0.0);
    for who in [UsageWho::RUSAGE_SELF, UsageWho::RUSAGE_CHILDREN] {
        if let Ok(usage) = getrusage(who) {
            let (user, system) = (usage.user_time(), usage.system_time());
            sum.0 += user.tv_sec() as f64 + user.tv_usec() as f64 / 1e6;
            sum.1 += system.tv_sec() as f64 + system.tv_usec() as f64 / 1e6;
        }
    }
    sum
}

fn spent(name: &str, before: (f64, f64)) -> String {
    let now = seconds();
    format!("# {name} {:.2} {:.2}", now.0 - before.0, now.1 - before.1)
}
