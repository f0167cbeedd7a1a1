//! The type of a version of which several variables could be, by what it is joined with: versions that φs and arithmetic
//! put together have one type, and one of them may be put together with what says its own.
//!
//! ```text
//! unsigned char v;  unsigned int v;  unsigned int _7;
//! v_2 = 0;                          either
//! # v_3 = PHI <v_2(2), v_4(3)>      v_2, v_3 and v_4 are alike
//! v_4 = v_3 | _7;                   as _7 is
//! ```

use super::Reader;
use super::variables::{STEPS, Wanted};
use crate::types::TypeId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Operators whose operands and result have one type.
const ALIKE: [&str; 8] = ["+", "-", "*", "/", "%", "&", "|", "^"];
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

impl<'t> Reader<'t> {
    /// What one of `types` the versions have that are joined with this one.
    pub(super) fn type_of_class(
        &mut self,
        stem: &str,
        version: u32,
        types: &[TypeId],
    ) -> Option<TypeId> {
        let first = format!("{stem}_{version}");
        if let Some(&known) = self.scope.classes.get(&first) {
            return known;
        }
        // While its own definitions are looked at, nothing more is known.
        self.scope.classes.insert(first.clone(), None);
        let mut class = FxHashSet::default();
        let mut pending = vec![first];
        let mut found = None;
        while let Some(name) = pending.pop() {
            if !class.insert(name.clone()) {
                continue;
            }
            let number = name.rsplit_once('_').and_then(|(_, number)| number.parse().ok());
            if let Some(number) = number
                && let Wanted::Type(ty) = self.given_to(stem, number, STEPS)
            {
                let same = |own: &TypeId| self.unit.types.same_main(*own, ty);
                found = found.or(types.iter().copied().find(same));
            }
            let lines = self.scope.mentions.get_or_init(|| mentions(self.scope.text));
            for line in lines.get(name.as_str()).into_iter().flatten() {
                for word in joined_with(line, &name) {
                    if word.rsplit_once('_').is_some_and(|(own, _)| own == stem) {
                        pending.push(word.to_string());
                    } else if let Some(ty) = self.type_of_named(word) {
                        found = found.or(types
                            .iter()
                            .copied()
                            .find(|own| self.unit.types.same_main(*own, ty)));
                    }
                }
            }
        }
        for name in class {
            self.scope.classes.insert(name, found);
        }
        found
    }

    /// The type of a version or variable that has been declared under a name of its own.
    fn type_of_named(&self, word: &str) -> Option<TypeId> {
        if let Some((stem, version)) = word.rsplit_once('_')
            && let Ok(version) = version.parse::<u32>()
        {
            if stem.is_empty() || stem.contains('.') {
                let name = self.f.names.get(crate::ssa::SsaName(version))?;
                return Some(name.ty).filter(|ty| ty.is_some());
            }
            let alone = !self.scope.twins.contains_key(stem);
            let decl = self.scope.locals.get(stem).filter(|_| alone)?;
            return Some(self.unit.decls[*decl].ty);
        }
        let alone = !self.scope.twins.contains_key(word);
        let decl = self.scope.locals.get(word).filter(|_| alone)?;
        Some(self.unit.decls[*decl].ty)
    }
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || "_.$".contains(c)
}

/// The lines that name each version.
fn mentions(text: &str) -> FxHashMap<&str, Vec<&str>> {
    let mut lines: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for line in text.lines() {
        for word in line.split(|c| !is_part(c)) {
            let version = word.rsplit_once('_').is_some_and(|(stem, version)| {
                !stem.is_empty()
                    && !version.is_empty()
                    && version.bytes().all(|b| b.is_ascii_digit())
            });
            if version {
                let lines = lines.entry(word).or_default();
                if lines.last() != Some(&line) {
                    lines.push(line);
                }
            }
        }
    }
    lines
}

/// What a line says has the type of the version `name`, which it names.
fn joined_with<'l>(line: &'l str, name: &str) -> Vec<&'l str> {
    let line = line.trim();
    if let Some(phi) = line.strip_prefix("# ")
        && let Some((result, arguments)) = phi.split_once(" = PHI <")
    {
        let plain = |word: &'l str| word.trim().split('(').next().unwrap_or("");
        return arguments.split(',').chain([result]).map(plain).collect();
    }
    if let Some(condition) = line.strip_prefix("if (") {
        return operands(condition.trim_end_matches(')'), &COMPARISONS);
    }
    let Some((result, value)) = line.split_once(" = ") else { return Vec::new() };
    let value = value.trim_end_matches(';').trim_start_matches(['-', '~']);
    let mut words = operands(value, &ALIKE);
    if let Some((left, _)) = value.split_once(" << ").or_else(|| value.split_once(" >> "))
        && words.is_empty()
    {
        words.push(without_mark(left));
    }
    if !words.is_empty() {
        words.push(without_mark(result));
    }
    // Of what is only after a shift or within a reference, the line says nothing.
    if words.contains(&name) { words } else { Vec::new() }
}

/// The operands of `a OPERATOR b`, or `a` alone; nothing if they are no names.
fn operands<'l>(text: &'l str, operators: &[&str]) -> Vec<&'l str> {
    let words: Vec<&str> = text.split(' ').collect();
    let named = |word: &&str| without_mark(word).chars().all(is_part);
    match words[..] {
        [one] if named(&one) => vec![without_mark(one)],
        [a, operator, b] if operators.contains(&operator) => {
            [a, b].into_iter().filter(named).map(without_mark).collect()
        }
        _ => Vec::new(),
    }
}

/// `x_1` of `x_1(D)`.
fn without_mark(word: &str) -> &str {
    word.strip_suffix("(D)").or_else(|| word.strip_suffix("(ab)")).unwrap_or(word)
}
