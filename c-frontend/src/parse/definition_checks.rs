//! What is doubtful about how functions are declared and defined: `-Wstrict-prototypes`, `-Wmissing-prototypes`,
//! `-Wmissing-declarations`, `-Wold-style-definition`, `-Wmain`, `-Wredundant-decls`,
//! `-Wnested-externs`.
//!
//! ```text
//! int f () { return 1; }         function declaration isn’t a prototype, old-style function definition
//! int g (void) { return 1; }     no previous prototype for ‘g’
//! void main (void) { }           return type of ‘main’ is not ‘int’
//! int h (void), h (void);        redundant redeclaration of ‘h’
//! ```

use super::Parser;
use super::declarator::Parameters;
use super::specs::{DeclSpecs, Storage};
use crate::scope::{Binding, Meaning};
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::location::Location;
use gimple::symbol::Symbol;
use gimple::types::{TypeId, TypeKind};

/// What was known of a function before its definition.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    Nothing,
    /// Something that is no function.
    Other,
    Function {
        prototyped: bool,
        builtin: bool,
        called: bool,
        implicit: bool,
    },
}

impl Known {
    /// Whether no declaration gave the types of the parameters.
    fn lacks_prototype(self) -> bool {
        match self {
            Known::Nothing => true,
            Known::Other => false,
            Known::Function { prototyped, builtin, .. } => !prototyped && !builtin,
        }
    }
}

impl Parser<'_> {
    /// What the innermost scope knows of a function that is about to be defined.
    pub(super) fn known_before(&self, name: Symbol) -> Known {
        match self.scopes.lookup_current(name).map(|entry| entry.meaning) {
            None => Known::Nothing,
            Some(Meaning::Ordinary(Binding::Decl(id)))
                if self.cx.unit.decls[id].kind == DeclKind::Function =>
            {
                let decl = &self.cx.unit.decls[id];
                Known::Function {
                    prototyped: self.is_prototyped(decl.ty),
                    builtin: decl.builtin.is_some(),
                    called: self.unit.mentioned.contains(&id),
                    implicit: self.unit.implicit.contains(&id),
                }
            }
            Some(_) => Known::Other,
        }
    }

    /// `()` declares a function without saying what it takes.
    pub(super) fn warn_of_no_prototype(&mut self) {
        let at = self.cx.input_location();
        self.warning("strict-prototypes", at, "function declaration isn’t a prototype");
    }

    /// Warns of a function whose definition begins.
    pub(super) fn warn_of_definition(
        &mut self,
        decl: DeclId,
        name: Symbol,
        specs: &DeclSpecs,
        known: Known,
    ) {
        let d = &self.cx.unit.decls[decl];
        let (loc, ty) = (d.loc, d.ty);
        let is_main = self.cx.unit.symbols.text(name) == "main";
        // It is what the definition says itself that counts.
        let public = specs.storage != Some(Storage::Static) && !d.has(flag::NESTED);
        let wanted = public && !is_main && !specs.inline;
        // Builtins whose names are reserved are declared from the beginning.
        if d.builtin.is_some() && self.cx.unit.symbols.text(name).starts_with("__") {
            return;
        }
        let text = self.text(name);
        let enabled = |name| self.cx.unit.diagnostics.warnings.enabled(name);
        let (prototypes, declarations) =
            (enabled("missing-prototypes"), enabled("missing-declarations"));
        let used = match known {
            Known::Function { called: true, prototyped, implicit, .. } => {
                Some((prototyped, implicit))
            }
            _ => None,
        };
        let (option, text) =
            if enabled("strict-prototypes") && !self.is_prototyped(ty) && known.lacks_prototype() {
                ("strict-prototypes", "function declaration isn’t a prototype".to_string())
            } else if prototypes && wanted && known.lacks_prototype() {
                ("missing-prototypes", format!("no previous prototype for ‘{text}’"))
            } else if prototypes && used.is_some_and(|(prototyped, _)| !prototyped) {
                let text = format!("‘{text}’ was used with no prototype before its definition");
                ("missing-prototypes", text)
            } else if declarations && wanted && known == Known::Nothing {
                ("missing-declarations", format!("no previous declaration for ‘{text}’"))
            } else if declarations && used.is_some_and(|(_, implicit)| implicit) {
                let text = format!("‘{text}’ was used with no declaration before its definition");
                ("missing-declarations", text)
            } else {
                return;
            };
        self.warning(option, loc, text);
    }

    /// What a program's `main` returns and takes is settled.
    pub(super) fn warn_of_main(&mut self, decl: DeclId, name: Symbol) {
        if self.cx.unit.symbols.text(name) != "main" || !self.checks_main() {
            return;
        }
        let (loc, ty) = (self.cx.unit.decls[decl].loc, self.cx.unit.decls[decl].ty);
        let TypeKind::Function { result, params, variadic, .. } =
            self.cx.unit.types.kind(ty).clone()
        else {
            return;
        };
        let int = self.cx.unit.common.int;
        let say = |parser: &mut Self, text: &str| {
            parser.pedwarn("main", loc, text);
        };
        if self.cx.unit.types.main_variant(result) != int {
            say(self, "return type of ‘main’ is not ‘int’");
        }
        for (index, &param) in params.iter().take(3).enumerate() {
            let text = match index {
                0 if self.cx.unit.types.main_variant(param) == int => continue,
                0 => "first argument of ‘main’ should be ‘int’",
                _ if self.is_string_list(param) => continue,
                1 => "second argument of ‘main’ should be ‘char **’",
                _ => "third argument of ‘main’ should probably be ‘char **’",
            };
            say(self, text);
        }
        if params.len() == 1 || params.len() > 3 {
            say(self, "‘main’ takes only zero or two arguments");
        }
        if variadic {
            say(self, "‘main’ declared as variadic function");
        }
        if !self.cx.unit.decls[decl].has(flag::PUBLIC) {
            say(self, "‘main’ is normally a non-static function");
        }
    }

    /// What `main` must not be declared as.
    pub(super) fn check_main_specifiers(&mut self, name: Symbol, loc: Location, specs: &DeclSpecs) {
        if self.cx.unit.symbols.text(name) != "main"
            || !self.scopes.at_file_scope()
            || !self.cx.options.on(gimple::options::Flag::Hosted)
        {
            return;
        }
        if specs.inline {
            self.pedwarn("", loc, "cannot inline function ‘main’");
        }
        if specs.noreturn {
            self.pedwarn("", loc, "‘main’ declared ‘_Noreturn’");
        }
    }

    fn checks_main(&self) -> bool {
        self.cx.options.on(gimple::options::Flag::Hosted)
            && self.cx.unit.diagnostics.warnings.requested("main")
    }

    fn is_string_list(&self, ty: TypeId) -> bool {
        let types = &self.cx.unit.types;
        types
            .pointee(ty)
            .and_then(|to| types.pointee(to))
            .is_some_and(|to| types.main_variant(to) == self.cx.unit.common.char_)
    }

    /// A variable called `main` that other units see.
    pub(super) fn warn_of_variable_main(&mut self, decl: &Decl, name: Symbol) {
        if decl.has(flag::PUBLIC) && self.cx.unit.symbols.text(name) == "main" && self.checks_main()
        {
            self.warning("main", decl.loc, "‘main’ is usually a function");
        }
    }

    /// Warns of a definition that gives no types of parameters; those without a declaration are `int`.
    pub(super) fn warn_of_old_style(&mut self, function: DeclId, params: &Parameters) {
        if params.prototyped {
            return;
        }
        let loc = self.cx.unit.decls[function].loc;
        let text = "old-style function definition";
        if self.cx.options.standard.year > 2017 {
            self.pedwarn("old-style-definition", loc, text);
        } else if self.cx.unit.diagnostics.warnings.requested("old-style-definition") {
            self.warning("old-style-definition", loc, text);
        }
        let option = match self.cx.options.standard.year >= 1999 {
            true => "implicit-int",
            false => "missing-parameter-type",
        };
        for name in std::mem::take(&mut self.unit.implicit_parameters) {
            let text = format!("type of ‘{}’ defaults to ‘int’", self.text(name));
            self.warning(option, loc, text);
        }
    }

    /// A declaration in a function of something outside it.
    pub(super) fn warn_of_nested_extern(&mut self, name: Symbol, loc: Location) {
        let text = format!("nested extern declaration of ‘{}’", self.text(name));
        self.warning("nested-externs", loc, text);
    }

    /// Warns of a declaration that says nothing new of `old`; `defines`: it has a body or an initialiser.
    pub(super) fn warn_of_redundancy(&mut self, old: DeclId, new: &Decl, defines: bool) {
        if !self.cx.unit.diagnostics.warnings.enabled("redundant-decls") {
            return;
        }
        let before = &self.cx.unit.decls[old];
        let first_definition = defines && !self.is_defined(old);
        // What was declared by being called says nothing of its own.
        let undeclared_builtin =
            before.builtin.is_some() && new.builtin.is_none() && self.unit.implicit.contains(&old);
        let variable_after_extern =
            new.kind == DeclKind::Var && before.has(flag::EXTERNAL) && !new.has(flag::EXTERNAL);
        if first_definition || undeclared_builtin || variable_after_extern {
            return;
        }
        let Some(name) = new.name else { return };
        let text = format!("redundant redeclaration of ‘{}’", self.text(name));
        if self.warning("redundant-decls", new.loc, text) {
            let implicit = self.unit.implicit.contains(&old);
            self.old_note(old, name, implicit);
        }
    }
}
