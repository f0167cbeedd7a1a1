//! The ledger: what Gimlet does with each attribute, builtin, pragma and option that GCC documents.
//!
//! Each table the compiler itself works from says it of every entry, so the ledger cannot drift from the compiler.
//! `gimlet --ledger` prints it, `docs/LEDGER.md` holds what it prints, and a test holds the one against the other and
//! looks for the tests that are named.

/// What becomes of one thing a program or command line may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Support {
    /// Done as GCC does it; the test, a path from the project's root, has a result that depends on it.
    Implemented(&'static str),
    /// Done as far as the test shows; what is not done.
    Partly(&'static str, &'static str),
    /// Read and without effect; why no program's meaning depends on it here.
    Harmless(&'static str),
    /// Called: the library has a function of that name.
    Library,
    /// Refused with a diagnostic.
    Refused,
}

/// A line of the ledger.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: String,
    pub support: Support,
}

/// What one table holds.
pub struct Section {
    pub title: &'static str,
    pub entries: Vec<Entry>,
}

/// The sections as Markdown, a table each after a line that counts.
pub fn markdown(sections: &[Section]) -> String {
    let mut text = String::from(
        "# Ledger\n\nWhat Gimlet does with what GCC 12 documents for C and its machine. Made by `gimlet --ledger` from the \
         tables the\ncompiler works from; a test keeps it true.\n",
    );
    for section in sections {
        let count = |of: fn(&Support) -> bool| {
            section.entries.iter().filter(|entry| of(&entry.support)).count()
        };
        let called = match count(|support| matches!(support, Support::Library)) {
            0 => String::new(),
            called => format!(" {called} called,"),
        };
        text += &format!(
            "\n## {}\n\n{} implemented,{called} {} without effect, {} refused.\n\n| | |\n|---|---|\n",
            section.title,
            count(|support| { matches!(support, Support::Implemented(_) | Support::Partly(..)) }),
            count(|support| matches!(support, Support::Harmless(_))),
            count(|support| matches!(support, Support::Refused)),
        );
        for Entry { name, support } in &section.entries {
            let what = match support {
                Support::Implemented(test) => format!("implemented: `{test}`"),
                Support::Partly(test, missing) => format!("implemented: `{test}`; {missing}"),
                Support::Harmless(why) => format!("without effect: {why}"),
                Support::Library => "called: the library's function".to_string(),
                Support::Refused => "refused".to_string(),
            };
            text += &format!("| `{name}` | {what} |\n");
        }
    }
    text
}
