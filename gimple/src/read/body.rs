//! Bodies of functions out of a dump, GCC's or ours, for a unit whose types and variables come from the C file.
//!
//! Of a dump only the functions count: what stands between `;; Function f (…)` and the function's head is what the pass
//! has to say of its work. The head itself says nothing that the C file has not said; of it the names of parameters are
//! taken, which the unit knows by their order.

use super::declared::Declared;
use super::lexer::Lexer;
use super::{ReadError, Reader, Result};
use crate::decl::{DeclId, DeclKind, flag};
use crate::diagnostic::Diagnostics;
use crate::function::Function;
use crate::symbol::Interner;
use crate::types::{ArrayDomain, TypeId, TypeKind};
use crate::unit::{Module, Unit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use std::mem;

/// Static variables and labels, by the function that declares them.
type Owned = FxHashMap<DeclId, Vec<DeclId>>;

/// A function's place in a dump.
pub(super) struct Section<'t> {
    pub name: &'t str,
    /// What the head says before the name: the type of the result.
    pub result: &'t str,
    /// The name by which the assembler knows it, if a line says so.
    pub assembler_name: Option<&'t str>,
    /// The head's text, from the function's name on.
    pub head: &'t str,
    /// The line of the brace that opens the body, from zero.
    pub line: usize,
    /// The body with its braces.
    pub body: &'t str,
}

/// Replaces the bodies of functions by those of a dump; the functions it has, in its order. They have no virtual operands
/// yet. Where the dump shows a function more than once, the last time counts.
pub fn read_bodies(text: &str, module: &mut Module) -> Result<Vec<DeclId>> {
    let Module { unit, functions } = module;
    let spare = Unit::new(unit.target.clone(), Interner::new(), Diagnostics::captured());
    let mut reader = Reader::new("", mem::replace(unit, spare));
    let read = reader.bodies(&sections(text), functions);
    *unit = reader.unit;
    read
}

/// Cuts a dump into functions. Each has its own lines, so that an error can name one.
fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections = Vec::new();
    let mut name = None;
    let mut assembler_name = None;
    let mut head_start = 0;
    let mut open: Option<(usize, usize)> = None;
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let bare = line.trim_end();
        if let Some(rest) = bare.strip_prefix(";; Function ") {
            let mut words = rest.split(' ');
            name = words.next();
            assembler_name = words.next().map(|word| word.trim_matches(['(', ',', ')']));
            open = None;
        } else if bare.is_empty() && open.is_none() {
            head_start = at + line.len();
        } else if bare == "{" && open.is_none() {
            open = Some((at, number));
        } else if bare.len() > 1 && bare.starts_with('}') {
            // After the members of a structure without a name, in the head or in what a pass says.
            open = None;
        } else if bare == "}"
            && let Some((start, line_number)) = open.take()
        {
            let head = &text[head_start..start];
            let called = name.or_else(|| name_in(head));
            let place = called.and_then(|name| Some((name, head.find(&format!("{name} ("))?)));
            if let Some((name, place)) = place {
                let result = head[..place].rsplit('\n').next().unwrap_or("");
                let head = &head[place + name.len()..];
                let body = &text[start..at + line.len()];
                let line = line_number;
                sections.push(Section { name, result, assembler_name, head, line, body });
            }
            head_start = at + line.len();
        }
        at += line.len();
    }
    sections
}

/// The function's name in a head that no line announces: what stands before the first parenthesis of its last line.
fn name_in(head: &str) -> Option<&str> {
    let last = head.trim_end().rsplit('\n').next()?;
    last.split(" (").next()?.rsplit([' ', '*']).next().filter(|name| !name.is_empty())
}

/// The names of the parameters in ` (int a, struct s * p)`.
fn parameter_names(head: &str) -> Vec<&str> {
    let list = head.trim().trim_start_matches('(').trim_end_matches(')');
    let mut names = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in list.char_indices().chain([(list.len(), ',')]) {
        match c {
            '(' | '<' | '{' | '[' => depth += 1,
            ')' | '>' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                let one = list[start..at].trim();
                names.extend(one.rsplit([' ', '*']).next().filter(|name| !name.is_empty()));
                start = at + 1;
            }
            _ => {}
        }
    }
    names
}

impl Section<'_> {
    pub(super) fn error(&self, text: String) -> ReadError {
        ReadError { line: self.line as u32 + 1, column: 1, text }
    }
}

impl<'t> Reader<'t> {
    /// Reads all of them in the place of the functions that have their names.
    fn bodies(
        &mut self,
        sections: &[Section<'t>],
        functions: &mut Vec<Function>,
    ) -> Result<Vec<DeclId>> {
        self.common_names();
        self.tag_names();
        self.field_names();
        self.keep_numbers(sections);
        let owned = self.names_of_the_file();
        self.domains = self
            .unit
            .array_bounds
            .iter()
            .map(|(&index, &bound)| (bound, index))
            .map(|(bound, index)| (bound, ArrayDomain::Variable(index)))
            .collect();
        let name = |(index, function): (usize, &Function)| {
            Some((self.unit.decl_name(function.decl)?.to_string(), index))
        };
        let by_name: FxHashMap<String, usize> =
            functions.iter().enumerate().filter_map(name).collect();
        let by_symbol = self.nested_by_symbol(functions);
        let made = self.declare_made(sections, &by_name, functions)?;
        let mut positions = Vec::new();
        for section in sections {
            let nested = section.assembler_name.and_then(|symbol| by_symbol.get(symbol));
            let named = || by_name.get(section.name).or_else(|| made.get(section.name));
            let Some(&position) = nested.or_else(named) else {
                let text = format!("the C file defines no function ‘{}’", section.name);
                return Err(section.error(text));
            };
            positions.push(position);
        }
        let last: FxHashMap<usize, usize> =
            positions.iter().enumerate().map(|(index, &position)| (position, index)).collect();
        let mut read = Vec::new();
        for (index, section) in sections.iter().enumerate() {
            let position = positions[index];
            if last[&position] != index {
                continue;
            }
            self.lexer = Lexer::new(section.body);
            let place =
                |error: ReadError| ReadError { line: error.line + section.line as u32, ..error };
            self.body_of(&functions[position], section, &owned).map_err(place)?;
            let function = self.functions.pop().expect("a body that was read");
            read.push(function.decl);
            functions[position] = function;
        }
        Ok(read)
    }

    /// Nested functions by what the assembler calls them, `inner.0`: several may be called `inner`.
    fn nested_by_symbol(&self, functions: &[Function]) -> FxHashMap<String, usize> {
        let symbol = |(index, function): (usize, &Function)| {
            let decl = &self.unit.decls[function.decl];
            decl.context.expand()?;
            let symbol = decl.extra.as_ref()?.assembler_name?;
            Some((self.unit.symbols.text(symbol).to_string(), index))
        };
        functions.iter().enumerate().filter_map(symbol).collect()
    }

    /// Leaves the numbers free by which the dump shows what has no name, so that it is shown by them again.
    fn keep_numbers(&mut self, sections: &[Section<'t>]) {
        let number = |(at, _): (usize, &str), text: &str| {
            let digits = &text[at + 2..];
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            digits[..end].parse::<u32>().ok()
        };
        let all = sections.iter().flat_map(|section| {
            section.body.match_indices("D.").filter_map(|found| number(found, section.body))
        });
        if let Some(greatest) = all.max() {
            self.leave_free(DeclId(greatest));
        }
    }

    /// Reads a body for a function that the C file defines.
    fn body_of(&mut self, old: &Function, section: &Section<'t>, owned: &Owned) -> Result<()> {
        self.advance()?;
        self.begin(old.decl, old.funcdef_no, true);
        self.scope.text = section.body;
        self.scope.origin = self.origins.get(&old.decl).copied().unwrap_or(old.decl);
        self.names_in_scope(self.scope.origin, owned);
        self.f.options = old.options.clone();
        self.f.params = old.params.clone();
        self.f.result = old.result;
        self.f.static_chain = old.static_chain;
        let names = parameter_names(section.head);
        for (&param, name) in old.params.iter().zip(names) {
            self.enter_local(name, param);
        }
        self.scope.locals.insert("<retval>".to_string(), old.result);
        self.scope.declared = Declared::of(&self.unit, old);
        self.scope.old_locals = self.scope.declared.variables.clone();
        self.scope.temporaries = old.names.iter().map(|(_, data)| data.ty).collect();
        self.plain_body()
    }

    /// The local variable that the C file declares by this name and type, once.
    pub(super) fn old_local(&mut self, name: &str, ty: TypeId, flags: u64) -> Option<DeclId> {
        let number = unnamed(name);
        let is = |id: &DeclId| {
            let decl = &self.unit.decls[*id];
            let own = match number {
                Some(number) => decl.name.is_none() && *id == number,
                None => decl.name.is_some_and(|own| self.unit.symbols.text(own) == name),
            };
            let types = &self.unit.types;
            let qualified = types[decl.ty].quals == types[ty].quals;
            let register = (decl.flags ^ flags) & flag::REGISTER == 0;
            let fits = own && qualified && register;
            fits && decl.kind == DeclKind::Var && self.same_shape(decl.ty, ty)
        };
        let named = |id: &DeclId| is(id) && self.unit.decls[*id].ty == ty;
        let locals = &self.scope.old_locals;
        let at = locals.iter().position(named).or_else(|| locals.iter().position(is))?;
        Some(self.scope.old_locals.remove(at))
    }

    /// `struct s` and its like; of two that are called the same, the one of the outermost scope, which comes first.
    fn tag_names(&mut self) {
        for index in 0..self.unit.types.len() as u32 {
            let ty = TypeId(index);
            let node = &self.unit.types[ty];
            let (keyword, tag) = match node.kind {
                TypeKind::Record { tag, .. } => ("struct", tag),
                TypeKind::Union { tag, .. } => ("union", tag),
                TypeKind::Enum { tag, .. } => ("enum", tag),
                _ => continue,
            };
            if !node.quals.is_empty() {
                continue;
            }
            // GCC prints a structure's typedef name after the keyword as well.
            for name in [tag, node.name].into_iter().flatten() {
                let spelled = format!("{keyword} {}", self.unit.symbols.text(name));
                self.type_names.entry(spelled).or_insert(ty);
                if keyword == "enum" {
                    // Of an enumeration dumps show the name alone.
                    let bare = self.unit.symbols.text(name).to_string();
                    self.type_names.entry(bare).or_insert(ty);
                }
            }
        }
    }

    /// The members of all structures and unions.
    fn field_names(&mut self) {
        for index in 0..self.unit.types.len() as u32 {
            let ty = TypeId(index);
            if self.unit.types.main_variant(ty) != ty {
                continue;
            }
            let types = &self.unit.types;
            for &id in types.fields(ty).iter().chain(types.bit_units(ty)) {
                let field = self.unit.types.field(id);
                let name = match field.name {
                    Some(name) => self.unit.symbols.text(name).to_string(),
                    None => format!("D.{}", field.uid),
                };
                self.fields.insert((ty, name), id);
            }
        }
    }

    /// Enters variables and functions of the file, and the static variables of all functions where nothing of the file has
    /// the name, as one function may have been inlined into another. Static variables and labels by function.
    fn names_of_the_file(&mut self) -> Owned {
        let mut owned = Owned::default();
        let mut like_versions = FxHashSet::default();
        for index in 0..self.unit.decls.len() as u32 {
            let id = DeclId(index);
            let decl = &self.unit.decls[id];
            let global = decl.context.is_none();
            let Some(name) = decl.name else { continue };
            let text = self.unit.symbols.text(name);
            if text.ends_with(|c: char| c.is_ascii_digit()) && text.contains('_') {
                like_versions.insert(text.to_string());
            }
            match decl.kind {
                DeclKind::Function | DeclKind::Const => {}
                DeclKind::Var if global || decl.has(flag::STATIC) => {}
                DeclKind::Var => {
                    self.automatic.entry(text.to_string()).or_default().push(id);
                    continue;
                }
                DeclKind::Label => {
                    owned.entry(decl.context).or_default().push(id);
                    continue;
                }
                _ => continue,
            }
            if !global && decl.kind == DeclKind::Var {
                self.statics.entry(text.to_string()).or_default().push(id);
            }
            if !global {
                owned.entry(decl.context).or_default().push(id);
            }
            // `*.LC0` is the text of an access to the constant `.LC0`, too; the star is none of its name.
            let name = self.unit.symbols.text(name).trim_start_matches('*').to_string();
            match self.globals.entry(name) {
                Entry::Occupied(mut entry) if global => {
                    entry.insert(id);
                }
                Entry::Occupied(entry) => {
                    let nested = decl.kind == DeclKind::Function;
                    if nested && self.unit.decls[*entry.get()].kind == DeclKind::Function {
                        self.ambiguous.insert(entry.key().clone());
                    }
                }
                Entry::Vacant(entry) => {
                    entry.insert(id);
                }
            }
        }
        self.like_versions = Some(like_versions);
        owned
    }

    /// Enters what the function declares, and after that what those declare in which it is nested.
    fn names_in_scope(&mut self, function: DeclId, owned: &Owned) {
        let mut function = function;
        while function.is_some() {
            for &id in owned.get(&function).into_iter().flatten() {
                let decl = &self.unit.decls[id];
                let name = decl.name.map_or("", |name| self.unit.symbols.text(name));
                let names = match decl.kind {
                    DeclKind::Label => &mut self.scope.labels,
                    _ => &mut self.scope.statics,
                };
                names.entry(name.to_string()).or_insert(id);
            }
            function = self.unit.decls[function].context;
        }
    }

    /// The first type without any name of a kind, for a dump that shows nothing else of it.
    pub(super) fn first_unnamed(&mut self, is_kind: fn(&TypeKind) -> bool) -> Result<TypeId> {
        let types = &self.unit.types;
        let unnamed = |ty: &TypeId| types[*ty].name.is_none() && is_kind(&types[*ty].kind);
        match (0..types.len() as u32).map(TypeId).find(unnamed) {
            Some(ty) => Ok(ty),
            None => self.error("the C file has no such type without a name"),
        }
    }

    /// The structure or union without a name that has the members that are listed after `struct`: `{ int a; int b[4]; }`.
    pub(super) fn anonymous_record(&mut self, is_union: bool) -> Result<TypeId> {
        self.expect("{")?;
        let mut members = Vec::new();
        while !self.is("}") {
            let base = self.ty()?;
            let name = self.ident()?;
            let ty = self.dimensions(base)?;
            self.expect(";")?;
            members.push((name, ty));
        }
        self.expect("}")?;
        let types = &self.unit.types;
        let matches = |ty: &TypeId| {
            let kind = match types[*ty].kind {
                TypeKind::Record { tag: None, .. } => !is_union,
                TypeKind::Union { tag: None, .. } => is_union,
                _ => false,
            };
            let fields = types.fields(*ty);
            let same = |(id, (name, ty)): (&_, &(&str, TypeId))| {
                let field = types.field(*id);
                let own = field.name.map(|own| self.unit.symbols.text(own));
                own.is_none_or(|own| own == *name) && self.same_shape(field.ty, *ty)
            };
            kind && fields.len() == members.len() && fields.iter().zip(&members).all(same)
        };
        match (0..types.len() as u32).map(TypeId).find(matches) {
            Some(ty) => Ok(ty),
            None => self.error("the C file has no such structure without a name"),
        }
    }
}

/// The number of a declaration without a name, `D.12`.
pub(super) fn unnamed(name: &str) -> Option<DeclId> {
    name.strip_prefix("D.").and_then(|uid| uid.parse().ok()).map(DeclId)
}
