//! Programs with holes. A template is C in which `‹...›` stands for something to be chosen:
//!
//! * `‹a¦b¦c›`: one of several texts, in which there may be holes again; `‹?a›`: a text or nothing;
//! * `‹3..17›`: a number between two;
//! * `‹T:=a¦b¦c›`: nothing itself; the choice is what `$T` stands for from here on;
//! * `‹T::=a¦b¦c›`: a rule: each `$T` from here on is chosen anew, and may be within the rule itself;
//! * `‹repeat 2..9: ...›`: a text so many times, filled in anew each time;
//! * `‹expr: x, char y›`, `‹cond: ...›`: an expression or a condition over variables, which are `int` where no type is
//!   named and may have any value; `‹0..15: x›`: an expression with a value between two;
//! * `‹stmts: x, y›`: statements that change variables.
//!
//! `@name` is a name of this instance of the template, which begins with the line `// name` and defines `@run`.

use super::expr::{Exprs, INT, Int, Place};
use super::function;
use crate::random::Random;
use std::collections::HashMap;

const OPEN: char = '‹';
const CLOSE: char = '›';
const OR: char = '¦';

/// One expansion of a template.
pub struct Expander<'a> {
    pub random: &'a mut Random,
    /// What `@` adds to a name.
    pub suffix: String,
    bound: HashMap<String, Bound>,
    /// Names that generated statements have made so far.
    names: usize,
}

/// What a name of a template stands for.
enum Bound {
    Text(String),
    /// Choices, of which each use makes its own.
    Rule(String),
}

impl<'a> Expander<'a> {
    pub fn new(random: &'a mut Random, suffix: String) -> Expander<'a> {
        Expander { random, suffix, bound: HashMap::new(), names: 0 }
    }

    /// The text with its holes filled.
    pub fn expand(&mut self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find([OPEN, '@', '$']) {
            out += &rest[..at];
            rest = &rest[at..];
            if let Some(inside) = rest.strip_prefix(OPEN) {
                let end = closing(inside);
                out += &self.hole(&inside[..end]);
                rest = &inside[end + CLOSE.len_utf8()..];
                continue;
            }
            let name = identifier(&rest[1..]);
            out += &if rest.starts_with('@') {
                format!("{name}_{}", self.suffix)
            } else {
                match self.bound.get(name).unwrap_or_else(|| panic!("${name} is not bound")) {
                    Bound::Text(text) => text.clone(),
                    Bound::Rule(rule) => self.choose(&rule.clone()),
                }
            };
            rest = &rest[1 + name.len()..];
        }
        out + rest
    }

    fn hole(&mut self, inside: &str) -> String {
        if let Some((name, choices)) = inside.split_once(":=")
            && identifier(name.trim_end_matches(':')) == name.trim_end_matches(':')
        {
            let value = match name.strip_suffix(':') {
                Some(_) => Bound::Rule(choices.to_string()),
                None => Bound::Text(self.choose(choices)),
            };
            self.bound.insert(identifier(name).to_string(), value);
            return String::new();
        }
        if let Some((times, text)) = inside.strip_prefix("repeat ").and_then(|i| i.split_once(": "))
        {
            let (low, high) = range(times).unwrap_or_else(|| panic!("{times} is no range"));
            let times = low as usize + self.random.below((high - low + 1) as usize);
            return (0..times).map(|_| self.choose(text)).collect();
        }
        if let Some(text) = inside.strip_prefix('?') {
            return if self.random.one_in(2) { self.expand(text) } else { String::new() };
        }
        if let Some((kind, variables)) = inside.split_once(": ")
            && !inside.contains(OR)
        {
            let variables = self.expand(variables);
            if let Some(text) = self.code(kind, &variables) {
                return text;
            }
        }
        if let Some((low, high)) = range(inside) {
            return (low + self.random.below((high - low + 1) as usize) as i128).to_string();
        }
        self.choose(inside)
    }

    fn choose(&mut self, choices: &str) -> String {
        let mut all = Vec::new();
        let (mut depth, mut start) = (0, 0);
        for (at, c) in choices.char_indices() {
            match c {
                OPEN => depth += 1,
                CLOSE => depth -= 1,
                OR if depth == 0 => {
                    all.push(&choices[start..at]);
                    start = at + OR.len_utf8();
                }
                _ => {}
            }
        }
        all.push(&choices[start..]);
        let chosen = all[self.random.below(all.len())];
        self.expand(chosen)
    }

    /// Generated code over variables, if that is what is asked for.
    fn code(&mut self, kind: &str, variables: &str) -> Option<String> {
        let places: Vec<Place> = variables.split(", ").map(place).collect();
        if kind == "stmts" {
            return Some(function::statements(self.random, places, &mut self.names));
        }
        let depth = 1 + self.random.below(2);
        let mut exprs = Exprs { random: self.random, places: &places };
        match kind {
            "expr" => Some(exprs.any(depth).text),
            "cond" => Some(exprs.condition(depth)),
            _ => range(kind).map(|(low, high)| exprs.within(depth, low, high)),
        }
    }
}

/// A variable after its type, if that is not `int`.
fn place(text: &str) -> Place {
    match text.rsplit_once(' ') {
        Some((ty, name)) => Place::new(name, Int::find(ty)),
        None => Place::new(text, INT),
    }
}

fn range(text: &str) -> Option<(i128, i128)> {
    let (low, high) = text.split_once("..")?;
    Some((low.parse().ok()?, high.parse().ok()?))
}

fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// Where the hole that begins before `text` ends.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            OPEN => depth += 1,
            CLOSE if depth == 0 => return at,
            CLOSE => depth -= 1,
            _ => {}
        }
    }
    panic!("a hole is not closed: {text}");
}
