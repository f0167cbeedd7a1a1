//! Several declarations of one thing: what they say together, and whether they agree.

use super::Parser;
use super::attribute_table::is_of_type;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::symbol::Symbol;
use gimple::types::{TypeId, TypeKind};

impl Parser<'_> {
    /// Merges a new declaration into an older one of the same thing, and returns the older. Where they cannot be of
    /// the same thing, that is reported and the new one stands for itself. `defines`: it has a body or an initialiser.
    pub fn merge_decls(&mut self, old: DeclId, new: Decl, defines: bool) -> DeclId {
        let Some(name) = new.name else { return old };
        if self.cx.unit.decls[old].kind != new.kind {
            let text = format!("‘{}’ redeclared as different kind of symbol", self.text(name));
            self.error(new.loc, text);
            self.old_note(old, name, false);
            return self.cx.new_decl(new);
        }
        let Some(ty) = self.merged_type(old, &new, name) else {
            return self.cx.new_decl(new);
        };
        if !self.linkage_agrees(old, &new, name) {
            return self.cx.new_decl(new);
        }
        self.warn_of_redundancy(old, &new, defines);
        self.merge_into(old, new, ty);
        old
    }

    pub(super) fn old_note(&mut self, old: DeclId, name: Symbol, implicit: bool) {
        let (loc, ty) = (self.cx.unit.decls[old].loc, self.cx.unit.decls[old].ty);
        let what = if implicit {
            "implicit declaration"
        } else if self.is_defined(old) {
            "definition"
        } else {
            "declaration"
        };
        let text =
            format!("previous {what} of ‘{}’ with type {}", self.text(name), self.quoted_type(ty));
        self.note(loc, text);
    }

    /// Whether a function has had its body, or a variable its initialiser.
    pub fn is_defined(&self, decl: DeclId) -> bool {
        self.unit.defined.contains(&decl)
    }

    /// The type two declarations give together; `None` if they disagree.
    fn merged_type(&mut self, old: DeclId, new: &Decl, name: Symbol) -> Option<TypeId> {
        let old_type = self.cx.unit.decls[old].ty;
        if self.compatible_types(old_type, new.ty) {
            return Some(self.composite_type(old_type, new.ty));
        }
        if self.cx.unit.decls[old].builtin.is_some() && !self.unit.declared_builtins.contains(&old)
        {
            self.cx.unit.decls[old].builtin = None;
            return Some(new.ty);
        }
        if let Some(ty) = self.implicit_int_for_void(old_type, new) {
            return Some(ty);
        }
        let implicit = self.unit.implicit.contains(&old);
        let have = self.quoted_type(new.ty);
        let text = format!("conflicting types for ‘{}’; have {have}", self.text(name));
        let returns_void = match self.cx.unit.types.kind(new.ty) {
            TypeKind::Function { result, .. } => *result == self.cx.unit.common.void,
            _ => false,
        };
        if implicit && returns_void {
            self.pedwarn("", new.loc, text);
            self.old_note(old, name, true);
            return Some(new.ty);
        }
        self.error(new.loc, text);
        self.old_note(old, name, implicit);
        None
    }

    /// `void f ();` may be followed by a definition `f () { … }`, whose `int` goes without saying.
    fn implicit_int_for_void(&mut self, old_type: TypeId, new: &Decl) -> Option<TypeId> {
        let void = self.cx.unit.common.void;
        let TypeKind::Function { result: was, .. } = *self.cx.unit.types.kind(old_type) else {
            return None;
        };
        let TypeKind::Function { params, variadic, prototyped, .. } =
            self.cx.unit.types.kind(new.ty).clone()
        else {
            return None;
        };
        if was != void || !self.unit.result_defaults_to_int {
            return None;
        }
        let with_void = self.cx.unit.types.function_of(void, params, variadic, prototyped);
        if !self.compatible_types(old_type, with_void) {
            return None;
        }
        let name = new.name.map_or(String::new(), |name| self.text(name));
        self.pedwarn("", new.loc, format!("conflicting types for ‘{name}’"));
        Some(self.composite_type(old_type, with_void))
    }

    fn linkage_agrees(&mut self, old: DeclId, new: &Decl, name: Symbol) -> bool {
        let o = &self.cx.unit.decls[old];
        let (old_public, new_public) = (o.has(flag::PUBLIC), new.has(flag::PUBLIC));
        let text = self.text(name);
        let implicit = self.unit.implicit.contains(&old);
        if old_public && !new_public && !implicit {
            let is_builtin = self.cx.unit.decls[old].builtin.is_some()
                && !self.unit.declared_builtins.contains(&old);
            if !is_builtin && !self.is_replaceable_inline(old) {
                self.error(
                    new.loc,
                    format!("static declaration of ‘{text}’ follows non-static declaration"),
                );
                self.old_note(old, name, false);
                return false;
            }
        }
        if !old_public && new_public && new.kind == DeclKind::Var && !new.has(flag::EXTERNAL) {
            self.error(
                new.loc,
                format!("non-static declaration of ‘{text}’ follows static declaration"),
            );
            self.old_note(old, name, false);
            return false;
        }
        if self.cx.unit.decls[old].has(flag::THREAD_LOCAL) != new.has(flag::THREAD_LOCAL)
            && new.kind == DeclKind::Var
        {
            let (a, b) = if new.has(flag::THREAD_LOCAL) {
                ("thread-local", "non-thread-local")
            } else {
                ("non-thread-local", "thread-local")
            };
            self.error(new.loc, format!("{a} declaration of ‘{text}’ follows {b} declaration"));
            self.old_note(old, name, false);
            return false;
        }
        true
    }

    fn merge_into(&mut self, old: DeclId, new: Decl, ty: TypeId) {
        let defined = self.is_defined(old);
        let becomes_static = self.cx.unit.decls[old].has(flag::PUBLIC) && !new.has(flag::PUBLIC);
        let function = new.kind == DeclKind::Function;
        if function {
            self.unit.implicit.remove(&old);
            if self.cx.unit.decls[old].builtin.is_none() {
                self.note_merged_attributes(old, &new, ty);
            }
        }
        let o = &mut self.cx.unit.decls[old];
        o.ty = ty;
        if !defined {
            o.loc = new.loc;
        }
        let kept = flag::EXTERNAL | flag::PUBLIC | flag::STATIC;
        o.flags |= new.flags & !kept;
        if becomes_static {
            o.flags &= !(flag::PUBLIC | flag::ALWAYS_EMIT);
            o.builtin = None;
        }
        if !new.has(flag::EXTERNAL) {
            o.flags &= !flag::EXTERNAL;
            o.flags |= new.flags & flag::STATIC;
        }
        o.align = o.align.max(new.align);
        if let Some(extra) = new.extra {
            let target = o.extra_mut();
            if extra.assembler_name.is_some() {
                target.assembler_name = extra.assembler_name;
                target.assembler_name_given = extra.assembler_name_given;
            }
            target.section = extra.section.or(target.section);
            target.attributes = match (target.attributes, extra.attributes) {
                (Some(before), Some(now)) => {
                    let symbols = &mut self.cx.unit.symbols;
                    let text = merged_attributes(symbols.text(before), symbols.text(now));
                    Some(symbols.intern(&text))
                }
                // A type that was declared before keeps what it said of its parameters.
                (None, Some(now)) => {
                    let symbols = &mut self.cx.unit.symbols;
                    let text = merged_attributes("", symbols.text(now));
                    (!text.is_empty()).then(|| symbols.intern(&text))
                }
                (before, None) => before,
            };
            target.alias = extra.alias.or(target.alias);
            target.tls_model = extra.tls_model.or(target.tls_model);
            target.common = extra.common.or(target.common);
            target.stack_protector = extra.stack_protector.or(target.stack_protector);
            target.patchable = extra.patchable.or(target.patchable);
            target.zeroed = extra.zeroed.or(target.zeroed);
            target.no_sanitize |= extra.no_sanitize;
            if let Some(notices) = &extra.notices {
                target.notices.get_or_insert_default().merge(notices);
            }
            target.priority = extra.priority.or(target.priority);
            if extra.visibility != gimple::decl::Visibility::Default {
                target.visibility = extra.visibility;
            }
            target.visibility_given |= extra.visibility_given;
            target.nonnull.extend(extra.nonnull);
            target.written.extend(extra.written);
            if target.alloc_size.is_empty() {
                target.alloc_size = extra.alloc_size;
            }
            target.optimize.extend(extra.optimize);
        }
        if function {
            self.settle_inline(old);
            if self.cx.unit.decls[old].builtin.is_some() {
                self.unit.declared_builtins.insert(old);
            }
        }
    }

    /// The type of a function declared twice has the attributes of both declarations.
    fn note_merged_attributes(&mut self, old: DeclId, new: &Decl, ty: TypeId) {
        let text_of = |decl: &Decl| {
            let shown = decl.extra.as_ref().and_then(|extra| extra.attributes);
            shown.map_or(String::new(), |text| self.text(text))
        };
        let (_, mut names) = attribute_lists(&text_of(&self.cx.unit.decls[old]));
        let (_, now) = attribute_lists(&text_of(new));
        names.extend(now);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.cx.unit.types.note_attributes(ty, &names);
    }

    /// An inline definition other declarations made an external one is emitted.
    pub fn settle_inline(&mut self, decl: DeclId) {
        let d = &self.cx.unit.decls[decl];
        let emits = d.has(flag::ALWAYS_EMIT) && !self.is_gnu_inline(d);
        if emits && self.is_defined(decl) {
            self.cx.unit.decls[decl].flags &= !flag::EXTERNAL;
        }
    }
}

/// The attributes dumps show of a function declared twice; the type's `access` attribute is that of the first declaration.
fn merged_attributes(before: &str, now: &str) -> String {
    let (mut own, mut of_type) = attribute_lists(before);
    let (now_own, now_of_type) = attribute_lists(now);
    let (first, rest) = if own.len() < now_own.len() { (now_own, own) } else { (own, now_own) };
    own = first;
    for name in rest {
        if !own.contains(&name) {
            own.insert(0, name);
        }
    }
    for name in now_of_type {
        if !of_type.contains(&name) && !name.starts_with("access ") {
            of_type.insert(0, name);
        }
    }
    shown_attributes(&own, &of_type)
}

/// The lines dumps show of a function's attributes and of those of its type.
pub(super) fn shown_attributes(own: &[String], of_type: &[String]) -> String {
    let line = |list: &[String]| format!("__attribute__(({}))", list.join(", "));
    let lines: Vec<String> =
        [own, of_type].iter().filter(|list| !list.is_empty()).map(|list| line(list)).collect();
    lines.join("\n")
}

/// The attributes of a function itself, and those of its type, of the lines dumps show.
pub(super) fn attribute_lists(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut own, mut of_type) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let inner = line.strip_prefix("__attribute__((").and_then(|line| line.strip_suffix("))"));
        let mut depth = 0;
        let names: Vec<String> = inner
            .unwrap_or_default()
            .split(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                c == ',' && depth == 0
            })
            .map(|name| name.trim_start().to_string())
            .collect();
        match names.first() {
            Some(name) if is_of_type(name) => of_type = names,
            _ => own = names,
        }
    }
    (own, of_type)
}
