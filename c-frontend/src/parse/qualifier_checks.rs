//! Qualifiers that say nothing: `-Wduplicate-decl-specifier`, `-Wignored-qualifiers`.
//!
//! ```text
//! const const int a;        duplicate ‘const’ declaration specifier
//! const int f (void);       type qualifiers ignored on function return type
//! ```

use super::Parser;
use super::specs::DeclSpecs;
use crate::lex::Token;
use gimple::location::Location;
use gimple::types::{Quals, TypeId};

/// The qualifiers written in one place so far, and where.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenQualifiers(Vec<(Quals, Location)>);

impl WrittenQualifiers {
    /// The first of them.
    fn first(&self) -> Option<Location> {
        self.0.first().map(|&(_, loc)| loc)
    }
}

impl Parser<'_> {
    /// Takes a qualifier at `token` into account; one that a macro stands for may well be there twice.
    pub(super) fn note_qualifier(
        &mut self,
        written: &mut WrittenQualifiers,
        quals: Quals,
        token: Token,
    ) {
        if let Some(known) = written.0.iter_mut().find(|known| known.0 == quals) {
            let before = std::mem::replace(&mut known.1, token.loc);
            let sources = &self.cx.unit.diagnostics.sources;
            if self.cx.options.standard.year < 1999 && self.cx.unit.diagnostics.warnings.pedantic()
            {
                let text = format!("duplicate ‘{}’", self.spelling(token));
                self.pedwarn("pedantic", token.loc, text);
            } else if sources.expansion(before).is_none() && sources.expansion(token.loc).is_none()
            {
                let text = format!("duplicate ‘{}’ declaration specifier", self.spelling(token));
                self.warning("duplicate-decl-specifier", token.loc, text);
            }
            return;
        }
        // There are four at most.
        written.0.push((quals, token.loc));
    }

    /// The value a function returns is a copy, whatever the qualifiers of its type say.
    pub(super) fn warn_of_qualified_result(
        &mut self,
        result: TypeId,
        specs: &DeclSpecs,
        loc: Location,
        defined: bool,
    ) {
        if self.cx.unit.types[result].quals.is_empty() {
            return;
        }
        let at = specs.written_qualifiers.first().or(specs.typedef_loc).unwrap_or(loc);
        // Since C11 they are no part of the function's type.
        if defined
            && self.cx.options.standard.year < 2011
            && self.cx.unit.types.main_variant(result) == self.cx.unit.common.void
        {
            self.pedwarn("", at, "function definition has qualified void return type");
            return;
        }
        self.warning("ignored-qualifiers", at, "type qualifiers ignored on function return type");
    }
}
