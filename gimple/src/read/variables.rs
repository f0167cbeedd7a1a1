//! Which variable a name of a plain dump means. Variables of different scopes, or of functions that were inlined, may have
//! one name; what the dump makes of it tells most of them apart, and where it does not, the dump is not read.

use super::lexer::Tok;
use super::{Reader, Result};
use crate::decl::{DeclId, flag};
use crate::types::{TypeId, TypeKind};
use rustc_hash::FxHashSet;

/// What only arithmetic types have.
const OPERATORS: [&str; 16] =
    ["==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"];

impl Reader<'_> {
    /// Enters a variable under its name.
    pub(super) fn enter_local(&mut self, name: &str, decl: DeclId) {
        if let Some(before) = self.scope.locals.insert(name.to_string(), decl)
            && before != decl
        {
            let twins = self.scope.twins.entry(name.to_string()).or_insert_with(|| vec![before]);
            twins.push(decl);
        }
    }

    /// The local variable that a name in the text means, by what follows it.
    pub(super) fn local_variable(&mut self, name: &str) -> Result<Option<DeclId>> {
        let Some(twins) = self.scope.twins.get(name) else {
            return Ok(self.scope.locals.get(name).copied());
        };
        let types = &self.unit.types;
        let wanted: fn(&TypeKind) -> bool = match self.tok {
            Tok::Punct(".") => {
                |kind| matches!(kind, TypeKind::Record { .. } | TypeKind::Union { .. })
            }
            Tok::Punct("[") => {
                |kind| matches!(kind, TypeKind::Array { .. } | TypeKind::Vector { .. })
            }
            Tok::Punct(text) if OPERATORS.contains(&text) => |kind| {
                !matches!(
                    kind,
                    TypeKind::Record { .. } | TypeKind::Union { .. } | TypeKind::Array { .. }
                )
            },
            _ => |_| true,
        };
        let mut fitting =
            twins.iter().filter(|decl| wanted(types.kind(self.unit.decls[**decl].ty)));
        match (fitting.next(), fitting.next()) {
            (Some(&only), None) => Ok(Some(only)),
            _ => match self.pair(name) {
                Some((in_memory, _)) => Ok(Some(in_memory)),
                None => self.ambiguous(name),
            },
        }
    }

    /// Of two variables of one name and type of which one has versions, the other is what the bare name means: it is in
    /// memory.
    fn pair(&self, name: &str) -> Option<(DeclId, DeclId)> {
        let [first, second] = self.scope.twins.get(name)?[..] else { return None };
        let own = |decl: DeclId| self.unit.types.main_variant(self.unit.decls[decl].ty);
        let text = self.scope.text;
        let versions = self.scope.versioned.get_or_init(|| versioned(text)).contains(name);
        let in_memory = |decl: DeclId| self.unit.decls[decl].has(flag::ADDRESSABLE);
        let swapped = in_memory(second) && !in_memory(first);
        let pair = if swapped { (second, first) } else { (first, second) };
        (versions && own(first) == own(second)).then_some(pair)
    }

    /// The variable of which `x_1` is a version. Versions of one type are like those of one variable; what has a value from
    /// the beginning is a parameter.
    pub(super) fn variable_of_version(
        &mut self,
        stem: &str,
        default: bool,
    ) -> Result<Option<DeclId>> {
        let named = |decl: &DeclId| self.unit.decl_name(*decl) == Some(stem);
        if default && let Some(&param) = self.f.params.iter().find(|decl| named(decl)) {
            return Ok(Some(param));
        }
        if let Some((_, versions)) = self.pair(stem) {
            return Ok(Some(versions));
        }
        let Some(twins) = self.scope.twins.get(stem) else {
            return Ok(self.scope.locals.get(stem).copied());
        };
        let types = &self.unit.types;
        let decls = &self.unit.decls;
        let register = |decl: &&DeclId| types.is_register_type(decls[**decl].ty);
        let own = |decl: &DeclId| -> TypeId { types.main_variant(decls[*decl].ty) };
        let mut registers = twins.iter().filter(register);
        match registers.next() {
            Some(first) if registers.all(|other| own(other) == own(first)) => Ok(Some(*first)),
            Some(_) => self.ambiguous(stem),
            None => Ok(None),
        }
    }

    fn ambiguous<T>(&self, name: &str) -> Result<T> {
        self.error(format!("which of the variables ‘{name}’ is meant?"))
    }
}

/// The names of which a body has versions, `x` of `x_1`. One walk over the text.
fn versioned(text: &str) -> FxHashSet<&str> {
    let part = |c: char| c.is_alphanumeric() || "_.$".contains(c);
    let stem = |word| {
        let (stem, version): (&str, &str) = str::rsplit_once(word, '_')?;
        version.starts_with(|c: char| c.is_ascii_digit()).then_some(stem)
    };
    text.split(|c| !part(c)).filter_map(stem).collect()
}
