//! `-Wshadow`: declarations that hide others, and its narrower kinds.
//!
//! ```text
//! int a;
//! void f (int b)
//! {
//!   int a;             declaration of ‘a’ shadows a global declaration
//!   { long b; }        declaration of ‘b’ shadows a parameter
//! }
//! ```
//!
//! `-Wshadow=local` leaves what is at file scope out, `-Wshadow=compatible-local` looks at objects of the same type only.

use super::Parser;
use crate::scope::{Binding, Entry, Meaning};
use gimple::decl::{DeclKind, flag};
use gimple::location::Location;
use gimple::symbol::Symbol;
use gimple::types::{TypeId, TypeKind};

/// What is declared.
#[derive(Clone, Copy)]
pub(super) struct Hiding {
    pub name: Symbol,
    pub loc: Location,
    pub ty: TypeId,
}

/// How what is hidden was declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hidden {
    Parameter,
    Global,
    Local,
    /// Something that was wrong.
    Unknown,
}

impl Parser<'_> {
    /// Warns of what a declaration that is about to be bound hides (`warn_if_shadowing`).
    pub(super) fn warn_of_shadowing(&mut self, new: Hiding) {
        if self.scopes.at_file_scope() {
            return;
        }
        let warnings = &self.cx.unit.diagnostics.warnings;
        let all = warnings.enabled("shadow");
        if !all
            && !["shadow=local", "shadow=compatible-local"]
                .iter()
                .any(|kind| warnings.enabled(kind))
        {
            return;
        }
        let Some((old, hidden)) = self.hidden_by(new) else { return };
        let text = self.text(new.name);
        let what = match hidden {
            Hidden::Parameter => "a parameter",
            Hidden::Global => "a global declaration",
            Hidden::Local => "a previous local",
            Hidden::Unknown => {
                let text = format!("declaration of ‘{text}’ shadows previous non-variable");
                self.warning("shadow", new.loc, text);
                return;
            }
        };
        let option = if all || hidden == Hidden::Global {
            "shadow"
        } else if self.type_of_entry(&old).is_some_and(|ty| self.compatible_types(ty, new.ty)) {
            "shadow=compatible-local"
        } else {
            "shadow=local"
        };
        if self.warning(option, new.loc, format!("declaration of ‘{text}’ shadows {what}")) {
            self.note(old.loc, "shadowed declaration is here");
        }
    }

    /// The innermost declaration that is worth mentioning.
    fn hidden_by(&self, new: Hiding) -> Option<(Entry, Hidden)> {
        let function = self.is_function_or_pointer(new.ty);
        let diagnostics = &self.cx.unit.diagnostics;
        for (old, at_file) in self.scopes.bindings(new.name) {
            let reported = diagnostics.warnings.system_headers()
                || !diagnostics.sources.in_system_header(old.loc);
            if !reported {
                continue;
            }
            let hidden = match old.meaning {
                Meaning::Ordinary(Binding::Error) => Hidden::Unknown,
                Meaning::Ordinary(Binding::Decl(id)) => {
                    let decl = &self.cx.unit.decls[id];
                    let global = at_file || decl.has(flag::PUBLIC);
                    match decl.kind {
                        DeclKind::Parm => Hidden::Parameter,
                        // A variable may be called as a function is, if nobody could mean to call it.
                        DeclKind::Function if global && !function => continue,
                        _ if global => Hidden::Global,
                        _ => Hidden::Local,
                    }
                }
                _ if at_file => Hidden::Global,
                _ => Hidden::Local,
            };
            return Some((*old, hidden));
        }
        None
    }

    fn type_of_entry(&self, entry: &Entry) -> Option<TypeId> {
        match entry.meaning {
            Meaning::Ordinary(Binding::Decl(id)) => Some(self.cx.unit.decls[id].ty),
            Meaning::Ordinary(Binding::Typedef(ty)) => Some(ty),
            Meaning::Ordinary(Binding::Enumerator(id)) => Some(self.cx.unit.consts[id].ty),
            _ => None,
        }
    }

    fn is_function_or_pointer(&self, ty: TypeId) -> bool {
        let types = &self.cx.unit.types;
        let target = types.pointee(ty).unwrap_or(ty);
        matches!(types.kind(target), TypeKind::Function { .. })
    }
}
