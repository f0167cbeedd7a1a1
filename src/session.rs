//! Sessions: the compiler for who calls it from a program.

use crate::cli::{CommandLine, Input, Language};
use crate::compile::{Outcome, Translation};
use dumps::DumpFlags;
use gimple::function::Function;
use gimple::interp::{self, Limits};
use gimple::pass::{DynamicPass, Hook, Registration};
use gimple::unit::Module;
use std::ffi::OsString;
use std::fmt;

/// Why something was not done.
#[derive(Debug)]
pub enum Error {
    /// The options are wrong, or name what Gimlet has not.
    Options(Vec<String>),
    /// There is no pass, or no function, of that name.
    NoSuchName(String),
    /// With this exit status; diagnostics have said why, on the standard error.
    Failed(u8),
    /// The interpreter could not go on.
    Interpreter(String),
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Options(texts) => out.write_str(&texts.join("; ")),
            Error::NoSuchName(name) => write!(out, "there is no ‘{name}’"),
            Error::Failed(status) => write!(out, "compilation failed with status {status}"),
            Error::Interpreter(text) => out.write_str(text),
        }
    }
}

impl std::error::Error for Error {}

/// Options, as on a command line, and passes that are to run beside Gimlet's.
pub struct Session {
    line: CommandLine,
    passes: Vec<Registration>,
}

impl Session {
    /// A session with these options, spelled as for the command.
    pub fn new<W: Into<OsString>>(words: impl IntoIterator<Item = W>) -> Result<Session, Error> {
        let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
        let line = CommandLine::parse(words);
        let wrong: Vec<String> = line.errors.iter().chain(&line.sorries).cloned().collect();
        if wrong.is_empty() {
            Ok(Session { line, passes: Vec::new() })
        } else {
            Err(Error::Options(wrong))
        }
    }

    /// Puts a pass beside the one called `reference` (without instance number; `instance` 0 is every one). It goes into
    /// the next unit that is read; that it has a place is seen then.
    pub fn register(
        &mut self,
        reference: &str,
        instance: u32,
        hook: Hook,
        pass: impl DynamicPass + 'static,
    ) {
        let reference = reference.to_string();
        self.passes.push(Registration { pass: Box::new(pass), reference, instance, hook });
    }

    /// Reads C, or GIMPLE where the name ends in `.gimple`. The name stands in diagnostics and before the names of dumps.
    pub fn read(&mut self, name: &str, text: &str) -> Result<Unit<'_>, Error> {
        self.parse(name, Some(text.to_string()))
    }

    /// Reads a file.
    pub fn open(&mut self, path: &str) -> Result<Unit<'_>, Error> {
        self.parse(path, None)
    }

    fn parse(&mut self, name: &str, text: Option<String>) -> Result<Unit<'_>, Error> {
        let language = match name.rsplit('.').next() {
            Some("gimple") => Language::Gimple,
            Some("i") => Language::PreprocessedC,
            _ => Language::C,
        };
        let input = Input { name: name.to_string(), language, text };
        let passes = std::mem::take(&mut self.passes);
        let translation = Translation::parse(&self.line, &input, passes).map_err(Error::Failed)?;
        Ok(Unit { translation })
    }
}

/// A translation unit on its way through the passes.
pub struct Unit<'a> {
    translation: Translation<'a>,
}

impl Unit<'_> {
    /// Runs the passes up to one, by its full name (`fre1`); none if it is past already.
    pub fn run_to(&mut self, pass: &str) -> Result<(), Error> {
        if self.translation.manager.find(pass).is_none() {
            return Err(Error::NoSuchName(pass.to_string()));
        }
        match self.translation.run_up_to(Some(pass)) {
            Ok(()) => Ok(()),
            Err(outcome) => Err(failed(outcome)),
        }
    }

    /// A function's text as dumps show it.
    pub fn text(&self, function: &str) -> Option<String> {
        let mut text = String::new();
        let unit = &self.translation.module.unit;
        gimple::print::dump_function(&mut text, unit, self.function(function)?, DumpFlags::NONE);
        Some(text)
    }

    /// A function as it is now.
    pub fn function(&self, name: &str) -> Option<&Function> {
        let Module { unit, functions } = &self.translation.module;
        functions.iter().find(|f| unit.decl_name(f.decl) == Some(name))
    }

    /// The functions, and what they share.
    pub fn module(&mut self) -> &mut Module {
        &mut self.translation.module
    }

    /// Runs the program as it is now: its exit status and what it printed. `arguments` begin with the program's name.
    pub fn interpret(&self, arguments: &[String]) -> Result<(i32, Vec<u8>), Error> {
        let mut output = Vec::new();
        let module = &self.translation.module;
        let status = interp::run(module, arguments, &mut output, Limits::default());
        match status {
            Ok(status) => Ok((status.0, output)),
            Err(error) => Err(Error::Interpreter(error.to_string())),
        }
    }

    /// Runs all passes that are left, completes the dumps, and gives the unit's assembly.
    pub fn assembly(mut self) -> Result<String, Error> {
        self.translation.manager.stop_after = None;
        match self.translation.assembly() {
            Outcome::Assembly(text) if self.translation.finish() => Ok(text),
            Outcome::Assembly(_) => Err(Error::Failed(1)),
            outcome => Err(failed(outcome)),
        }
    }
}

fn failed(outcome: Outcome) -> Error {
    match outcome {
        Outcome::Failed(status) => Error::Failed(status),
        Outcome::Done | Outcome::Text(_) | Outcome::Assembly(_) => Error::Failed(1),
    }
}
