//! Types as diagnostics name them: in C's syntax.

use super::Parser;
use gimple::types::{ArrayDomain, Quals, TypeId, TypeKind};

impl Parser<'_> {
    /// A type in C's syntax, in quotes, and what a typedef name stands for: `‘T’ {aka ‘int’}`.
    pub fn quoted_type(&self, ty: TypeId) -> String {
        let text = self.type_text(ty);
        let types = &self.cx.unit.types;
        let main = types.main_variant(ty);
        if types[ty].name.is_some() && types[ty].name != types[main].name {
            let quals = types[ty].quals;
            let unnamed = self.type_text(main);
            let plain = if quals.is_empty() { unnamed } else { format!("{} {unnamed}", qualifiers(quals)) };
            if plain != text {
                return format!("‘{text}’ {{aka ‘{plain}’}}");
            }
        }
        format!("‘{text}’")
    }

    /// A type in C's syntax: `int (*)(char)`, `struct s`, `T` for a typedef name.
    pub fn type_text(&self, ty: TypeId) -> String {
        // The declarator grows around the place of the name; the base comes in front.
        let types = &self.cx.unit.types;
        let mut declarator = String::new();
        let mut pointer_last = false;
        let mut ty = ty;
        loop {
            let quals = qualifiers(types[ty].quals);
            match types.kind(ty) {
                &TypeKind::Pointer(to) if types[ty].name.is_none() => {
                    let space = if quals.is_empty() || declarator.is_empty() { "" } else { " " };
                    let quals = if quals.is_empty() { String::new() } else { format!(" {quals}") };
                    declarator = format!("*{}{space}{declarator}", quals.trim_end());
                    pointer_last = true;
                    ty = to;
                }
                &TypeKind::Array { element, domain } => {
                    if pointer_last {
                        declarator = format!("({declarator})");
                    }
                    let count = if let ArrayDomain::Count(count) = domain { count.to_string() } else { String::new() };
                    declarator = format!("{declarator}[{count}]");
                    pointer_last = false;
                    ty = element;
                }
                TypeKind::Function { result, params, variadic, prototyped } if types[ty].name.is_none() => {
                    if pointer_last {
                        declarator = format!("({declarator})");
                    }
                    let mut list: Vec<String> = params.iter().take(64).map(|&p| self.type_text(p)).collect();
                    if *variadic {
                        list.push("...".to_string());
                    }
                    if list.is_empty() && *prototyped {
                        list.push("void".to_string());
                    }
                    declarator = format!("{declarator}({})", list.join(", "));
                    pointer_last = false;
                    ty = *result;
                }
                _ => break,
            }
            if declarator.len() > 4096 {
                break;
            }
        }
        let base = self.base_text(ty);
        match declarator.chars().next() {
            None => base,
            Some('[') => format!("{base}{declarator}"),
            Some('(') if !declarator.starts_with("(*") => format!("{base}{declarator}"),
            Some(_) => format!("{base} {declarator}"),
        }
    }

    fn base_text(&self, ty: TypeId) -> String {
        let types = &self.cx.unit.types;
        let entry = &types[ty];
        let quals = qualifiers(entry.quals);
        let name = match (entry.name, &entry.kind) {
            (Some(name), _) => self.cx.unit.symbols.text(name).to_string(),
            (None, TypeKind::Record { tag, .. }) => self.tag_text("struct", *tag),
            (None, TypeKind::Union { tag, .. }) => self.tag_text("union", *tag),
            (None, TypeKind::Enum { tag, .. }) => self.tag_text("enum", *tag),
            (None, &TypeKind::Integer { precision, unsigned }) => {
                format!("{}:{precision}", if unsigned { "unsigned int" } else { "int" })
            }
            (None, &TypeKind::Vector { element, lanes }) => {
                format!("__vector({lanes}) {}", self.base_text(element))
            }
            (None, &TypeKind::Complex(part)) => format!("_Complex {}", self.base_text(part)),
            (None, _) => "<anonymous>".to_string(),
        };
        if quals.is_empty() { name } else { format!("{quals} {name}") }
    }

    fn tag_text(&self, keyword: &str, tag: Option<gimple::symbol::Symbol>) -> String {
        match tag {
            Some(tag) => format!("{keyword} {}", self.cx.unit.symbols.text(tag)),
            None => format!("{keyword} <anonymous>"),
        }
    }
}

/// Qualifiers in the order GCC prints them.
fn qualifiers(quals: Quals) -> String {
    let mut words = Vec::new();
    for (qualifier, word) in [
        (Quals::ATOMIC, "_Atomic"),
        (Quals::CONST, "const"),
        (Quals::VOLATILE, "volatile"),
        (Quals::RESTRICT, "restrict"),
    ] {
        if quals.has(qualifier) {
            words.push(word);
        }
    }
    words.join(" ")
}
