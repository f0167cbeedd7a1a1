//! What becomes of each builtin function: the part of the ledger that the table of builtins makes.
//!
//! A row of the ledger stands for a family. A builtin of which the table says no more is called by its library name; one
//! that no library has must say more, which a test sees to.

use super::Family;
use crate::ledger::{Entry, Section, Support};

/// The builtins' section of the ledger; `keywords` are the builtins that are no functions, with what is done with them.
pub fn ledger(keywords: &[(&'static str, Support)]) -> Section {
    let full = |name: &str| match name.starts_with("__") {
        true => name.to_string(),
        false => format!("__builtin_{name}"),
    };
    let mut entries: Vec<Entry> = Family::all()
        .map(|family| Entry { name: full(family.name()), support: family.info().support })
        .chain(keywords.iter().map(|&(name, support)| Entry { name: name.to_string(), support }))
        .collect();
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    Section { title: "Builtins", entries }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::Builtin;

    #[test]
    fn what_no_library_has_is_tested_or_refused() {
        let called = |family: &Family| matches!(family.info().support, Support::Library);
        let open = Builtin::all().filter(|builtin| !builtin.info().library);
        // The library functions among those whose plain names are no builtins.
        let is_library = |family: &Family| match family {
            Family::Clog10 | Family::Nearbyint | Family::Putc | Family::PutcUnlocked => true,
            Family::AtomicFeraiseexcept => true,
            _ => family.name().starts_with("fe"),
        };
        let open: Vec<Family> =
            open.map(Builtin::family).filter(called).filter(|family| !is_library(family)).collect();
        assert!(open.is_empty(), "{open:?}");
    }
}
