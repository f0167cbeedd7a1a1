//! Sessions: the compiler for who calls it from a program.
//!
//! Nothing is written to the standard error stream: diagnostics come back as values, those of what failed with the error
//! ([`Error::Failed`]), others when they are asked for ([`Unit::diagnostics`]).
//!
//! ```
//! use gimlet::gimple::diagnostic::Kind;
//! use gimlet::session::{Error, Session};
//!
//! # fn main() -> Result<(), Error> {
//! let mut session = Session::new(["-O2", "-Wall"])?;
//! let unit = session.read("f.c", "int f (int a) { int b; return a; }")?;
//! let said = unit.diagnostics();
//! assert_eq!((said[0].kind, said[0].option.as_str()), (Kind::Warning, "unused-variable"));
//! assert_eq!(said[0].place.as_ref().map(|place| (place.line, place.column)), Some((1, 21)));
//!
//! let Err(Error::Failed { diagnostics, .. }) = session.read("g.c", "int g (void) { return x; }") else {
//!     panic!("there is no x")
//! };
//! assert_eq!(diagnostics[0].text, "‘x’ undeclared (first use in this function)");
//! assert_eq!(diagnostics[0].notes.len(), 1);
//! # Ok(())
//! # }
//! ```

use crate::cli::{CommandLine, Input, Language};
use crate::compile::{Outcome, Translation};
use dumps::DumpFlags;
use gimple::diagnostic::{Collector, Diagnostic};
use gimple::function::Function;
use gimple::interp::{self, InterpError, Limits};
use gimple::pass::{DynamicPass, Hook, Listener, Registration};
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
    /// What the command would end with, and why.
    Failed { status: u8, diagnostics: Vec<Diagnostic> },
    /// The interpreter could not go on: what went wrong, where, and the calls that led there.
    Interpreter(InterpError),
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Options(texts) => out.write_str(&texts.join("; ")),
            Error::NoSuchName(name) => write!(out, "there is no ‘{name}’"),
            Error::Failed { status, diagnostics } => {
                write!(out, "compilation failed with status {status}")?;
                diagnostics.iter().try_for_each(|diagnostic| write!(out, "\n{diagnostic}"))
            }
            Error::Interpreter(error) => out.write_str(&error.report()),
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
        let mut line = CommandLine::parse(words);
        line.collector = Some(Collector::default());
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
        let translation = Translation::parse(&self.line, &input, passes)
            .map_err(|status| failed(&self.line, Outcome::Failed(status)))?;
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
            Err(outcome) => Err(failed(self.translation.line, outcome)),
        }
    }

    /// Lets somebody hear of the passes that are yet to run.
    pub fn listen(&mut self, listener: impl Listener + 'static) {
        self.translation.manager.listeners.push(Box::new(listener));
    }

    /// What has been said of the unit since this was last asked.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        said(self.translation.line)
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
            Err(error) => Err(Error::Interpreter(error)),
        }
    }

    /// Runs all passes that are left, completes the dumps, and gives the unit's assembly.
    pub fn assembly(mut self) -> Result<String, Error> {
        self.translation.manager.stop_after = None;
        let line = self.translation.line;
        match self.translation.assembly() {
            Outcome::Assembly(text) if self.translation.finish() => Ok(text),
            Outcome::Assembly(_) => Err(failed(line, Outcome::Done)),
            outcome => Err(failed(line, outcome)),
        }
    }
}

fn said(line: &CommandLine) -> Vec<Diagnostic> {
    line.collector.as_ref().map(Collector::take).unwrap_or_default()
}

fn failed(line: &CommandLine, outcome: Outcome) -> Error {
    let status = match outcome {
        Outcome::Failed(status) => status,
        Outcome::Done | Outcome::Text(_) | Outcome::Assembly(_) => 1,
    };
    Error::Failed { status, diagnostics: said(line) }
}
