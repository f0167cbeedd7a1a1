//! Diagnostics as values, for who calls the compiler from a program.
//!
//! ```text
//! x.c:3:10: warning: unused variable ‘a’ [-Wunused-variable]
//!     ⇒  Diagnostic { kind: Warning, option: "unused-variable", place: x.c, 3, 10,
//!                     text: "unused variable ‘a’", function: f, notes: none }
//! ```
//! A [`Collector`] is shared by who reports and who reads; what goes into it is not written to the standard error stream.

use super::Kind;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Where something is in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file's name as it was spelled.
    pub file: String,
    /// The line, 0 if unknown.
    pub line: u32,
    /// The column as it is shown, 0 if unknown.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.file)?;
        for number in [self.line, self.column].into_iter().take_while(|&number| number != 0) {
            write!(out, ":{number}")?;
        }
        Ok(())
    }
}

/// A diagnostic and the notes that belong to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What it is.
    pub kind: Kind,
    /// The warning's option without `-W`, or `error=` and that where it was made an error; else empty.
    pub option: String,
    /// Where it is, if it has a place.
    pub place: Option<Place>,
    /// The message, with the quotes ‘ ’.
    pub text: String,
    /// The function it is about.
    pub function: Option<String>,
    /// Its notes, which have none of their own.
    pub notes: Vec<Diagnostic>,
}

impl Diagnostic {
    /// Something that is said of no place.
    pub fn without_place(kind: Kind, text: impl Into<String>) -> Diagnostic {
        Diagnostic {
            kind,
            option: String::new(),
            place: None,
            text: text.into(),
            function: None,
            notes: Vec::new(),
        }
    }

    /// Something that is said of a place.
    pub fn at(place: Place, kind: Kind, text: impl Into<String>) -> Diagnostic {
        Diagnostic { place: Some(place), ..Diagnostic::without_place(kind, text) }
    }

    /// Whether it keeps the unit from being compiled.
    pub fn is_error(&self) -> bool {
        !matches!(self.kind, Kind::Warning | Kind::Note)
    }
}

/// The message as it is shown, without the lines of the source; below it the notes.
impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(out, "{place}: ")?,
            None => out.write_str("gimlet: ")?,
        }
        write!(out, "{}{}", self.kind.text(), self.text)?;
        if !self.option.is_empty() {
            write!(out, " [-W{}]", self.option)?;
        }
        self.notes.iter().try_for_each(|note| write!(out, "\n{note}"))
    }
}

/// Where diagnostics are kept until somebody takes them.
#[derive(Clone, Default, Debug)]
pub struct Collector {
    kept: Arc<Mutex<Vec<Diagnostic>>>,
}

impl Collector {
    /// Keeps a diagnostic; a note is put to the one before it.
    pub fn add(&self, diagnostic: Diagnostic) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.last_mut() {
            Some(last) if diagnostic.kind == Kind::Note => last.notes.push(diagnostic),
            _ => kept.push(diagnostic),
        }
    }

    /// What was kept since the last call.
    pub fn take(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
