//! What an identifier that is not declared may have been meant to be.

use super::Parser;
use crate::scope::Binding;
use crate::suggest::Nearest;
use gimple::builtins::Builtin;
use gimple::decl::DeclKind;
use gimple::symbol::Symbol;

/// What the identifier stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sought {
    /// Any name.
    Name,
    /// The name of a function, or a pointer to one.
    Function,
    /// A typedef name.
    Type,
}

/// Keywords that begin a declaration, which a misspelt type name may have been meant to be.
const DECLARING: &[&str] = &[
    "auto", "char", "const", "double", "enum", "extern", "float", "inline", "int", "long",
    "register", "restrict", "short", "signed", "static", "struct", "typedef", "typeof", "union",
    "unsigned", "void", "volatile",
];

impl Parser<'_> {
    /// `; did you mean ‘name’?`, or nothing.
    pub(super) fn suggestion(&self, symbol: Symbol, sought: Sought) -> String {
        let goal = self.cx.unit.symbols.text(symbol);
        let mut nearest = Nearest::new(goal);
        let reserved = goal.starts_with('_');
        for (candidate, binding) in self.scopes.visible() {
            let text = self.cx.unit.symbols.text(candidate);
            if (reserved || !is_reserved(text)) && self.is_sought(binding, sought) {
                nearest.consider(text);
            }
        }
        if sought == Sought::Type {
            DECLARING.iter().for_each(|keyword| nearest.consider(keyword));
        } else if reserved {
            consider_builtins(&mut nearest);
        }
        nearest.found().map_or(String::new(), |found| format!("; did you mean ‘{found}’?"))
    }

    fn is_sought(&self, binding: Binding, sought: Sought) -> bool {
        match (binding, sought) {
            (Binding::Error, _) => false,
            (Binding::Typedef(_), Sought::Type) => true,
            (_, Sought::Type) => false,
            (Binding::Decl(decl), _) if self.unit.implicit.contains(&decl) => false,
            (_, Sought::Name) => true,
            (Binding::Decl(id), Sought::Function) => {
                let (decl, types) = (&self.cx.unit.decls[id], &self.cx.unit.types);
                decl.kind == DeclKind::Function
                    || types.pointee(decl.ty).is_some_and(|to| {
                        matches!(types.kind(to), gimple::types::TypeKind::Function { .. })
                    })
            }
            _ => false,
        }
    }
}

/// Shows the builtins by the names they always have. Functions of the library are only meant where they are declared.
fn consider_builtins(nearest: &mut Nearest<'_>) {
    for builtin in Builtin::all().filter(|builtin| !builtin.name().starts_with("__")) {
        nearest.consider(&format!("__builtin_{}", builtin.name()));
    }
}

/// Whether a name is reserved for the implementation.
fn is_reserved(name: &str) -> bool {
    let second = name.as_bytes().get(1);
    name.starts_with('_') && second.is_some_and(|&c| c == b'_' || c.is_ascii_uppercase())
}
