//! Functions that passes made of others and that only the dump knows: `f.part.0`, `f.constprop`, `f.isra`. Their heads say
//! what types they have; the rest they have from the function whose name theirs begins with.

use super::body::Section;
use super::lexer::{Lexer, Tok};
use super::{Reader, Result};
use crate::decl::{DeclId, DeclKind, flag};
use crate::function::Function;
use crate::types::TypeKind;
use rustc_hash::FxHashMap;
use std::mem;

impl<'t> Reader<'t> {
    /// Declares those that the dump shows, and makes an empty function of each; where they are, by name.
    pub(super) fn declare_made(
        &mut self,
        sections: &[Section<'t>],
        by_name: &FxHashMap<String, usize>,
        functions: &mut Vec<Function>,
    ) -> Result<FxHashMap<&'t str, usize>> {
        let mut places = FxHashMap::default();
        let mut called: FxHashMap<&str, Option<&str>> = FxHashMap::default();
        for section in sections {
            let name = section.name;
            let base = name.match_indices('.').find_map(|(at, _)| by_name.get(&name[..at]));
            let Some(&base) = base.filter(|_| !by_name.contains_key(name)) else { continue };
            let assembler_name = section.assembler_name;
            if *called.entry(name).or_insert(assembler_name) != assembler_name {
                return Err(section.error(format!("there are two functions ‘{name}’")));
            }
            if places.contains_key(name) {
                continue;
            }
            let place = |error: super::ReadError| section.error(error.text);
            let function = self.declare_one(section, &functions[base]).map_err(place)?;
            places.insert(name, functions.len());
            functions.push(function);
        }
        Ok(places)
    }

    fn declare_one(&mut self, section: &Section<'t>, base: &Function) -> Result<Function> {
        self.lexer = Lexer::new(section.result);
        self.advance()?;
        let result = self.ty()?;
        self.lexer = Lexer::new(section.head);
        self.advance()?;
        let params = self.parameters()?;
        let types = params.iter().map(|(ty, _)| *ty).collect();
        let variadic = self.unit.types.is_variadic(self.unit.decls[base.decl].ty);
        let ty = self.unit.types.function_of(result, types, variadic, true);
        let decl = self.add_decl(DeclKind::Function, Some(section.name), ty);
        self.unit.decls[decl].set(flag::STATIC | flag::ARTIFICIAL, true);
        self.unit.append_symtab_node(decl, true);
        self.made.insert(section.name.to_string(), decl);
        self.origins.insert(decl, base.decl);
        self.begin(decl, base.funcdef_no, true);
        for (ty, name) in params {
            let param = self.local(DeclKind::Parm, name, ty);
            self.f.params.push(param);
        }
        if result != self.unit.common.void {
            self.f.result = self.add_decl(DeclKind::Result, None, result);
        }
        self.f.options = base.options.clone();
        self.f.start = base.start;
        self.f.end = base.end;
        Ok(mem::replace(&mut self.f, Function::new(DeclId::NONE, 0)))
    }

    /// A function that a call names and that the dump does not show, as it was made meanwhile; how long the rest of its
    /// name is.
    fn not_shown(&mut self, name: &str) -> Option<(usize, DeclId)> {
        let base = self.global(name)?;
        let rest = self.lexer.called()?;
        let kinds = ["part.", "isra.", "constprop."];
        let made = kinds.iter().any(|kind| rest.starts_with(kind));
        let TypeKind::Function { result, .. } = *self.unit.types.kind(self.unit.decls[base].ty)
        else {
            return None;
        };
        if !made || !self.scope.plain {
            return None;
        }
        let whole = format!("{name}.{rest}");
        let ty = self.unit.types.function_of(result, Vec::new(), false, false);
        let decl = self.add_decl(DeclKind::Function, Some(&whole), ty);
        self.unit.decls[decl].set(flag::STATIC | flag::ARTIFICIAL, true);
        self.made.insert(whole, decl);
        Some((rest.len(), decl))
    }

    /// The function that a name begins and what follows it completes, `.part.0`.
    pub(super) fn made_function(&mut self, name: &str) -> Result<Option<DeclId>> {
        if self.tok != Tok::Punct(".") {
            return Ok(None);
        }
        let follows = |(made, decl): (&String, &DeclId)| {
            let rest = made.strip_prefix(name)?.strip_prefix('.')?;
            self.lexer.goes_on_with(rest).then_some((rest.len(), *decl))
        };
        let (length, decl) = match self.made.iter().filter_map(follows).max() {
            Some(found) => found,
            None => match self.not_shown(name) {
                Some(found) => found,
                None => return Ok(None),
            },
        };
        self.lexer.skip(length);
        self.advance()?;
        Ok(Some(decl))
    }
}
