//! What is answered of a function and a pass.

use gimple::decl::DeclId;
use std::fmt;

/// An input, and what differs for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counterexample {
    /// What differs.
    pub what: String,
    /// The statement it is about, after the pass.
    pub after: String,
    /// Inputs by name.
    pub inputs: Vec<(String, String)>,
    /// The arguments, as bits, in order of the parameters.
    pub arguments: Vec<u128>,
    /// Bytes of memory that matter, by address.
    pub memory: Vec<(u64, u8)>,
    /// Numbers of objects that are not the program's, with their sizes, where these matter.
    pub sizes: Vec<(u64, u64)>,
    /// Numbers of objects of the program, with the variables that they are.
    pub named: Vec<(u64, Option<DeclId>)>,
    /// Whether the pass is right if what overflows or is shifted too far has some value.
    pub undefined_only: bool,
    /// Where it goes round more often than it was followed, though it had ended before: for how many iterations it is proved.
    /// Only a run shows whether it goes on for good.
    pub goes_on: Option<u32>,
    /// Whether a run has shown it; nothing where it could not be tried.
    pub confirmed: Option<bool>,
}

/// What is known of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The function does what it did, for every input.
    Proved,
    /// It does, for every input for which no loop goes round more often.
    ProvedFor(u32),
    /// It does not.
    Refuted(Box<Counterexample>),
    /// Nobody knows, and why.
    Unknown(String),
}

impl Answer {
    /// The kind of answer, in one word.
    pub fn word(&self) -> &'static str {
        match self {
            Answer::Proved => "proved",
            Answer::ProvedFor(_) => "proved for iterations",
            Answer::Refuted(_) => "refuted",
            Answer::Unknown(_) => "unknown",
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Proved => out.write_str("proved"),
            Answer::ProvedFor(count) => write!(out, "proved for {count} iterations"),
            Answer::Unknown(why) => write!(out, "unknown ({why})"),
            Answer::Refuted(example) => {
                let shown = example.confirmed == Some(true);
                let how = if shown { "" } else { " (not confirmed by running)" };
                let only = if example.undefined_only { "undefined behaviour only: " } else { "" };
                write!(out, "refuted{how}: {only}{}", example.what)?;
                for (name, value) in &example.inputs {
                    write!(out, "\n    {name} = {value}")?;
                }
                if !example.after.is_empty() {
                    write!(out, "\n    after: {}", example.after)?;
                }
                Ok(())
            }
        }
    }
}
