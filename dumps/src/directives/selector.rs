//! Target selectors: `{ target lp64 }`, `{ xfail { ! { int128 || *-*-linux* } } }`.
//!
//! A selector names triplets by glob pattern, or properties of the target ("effective targets"), and combines them by
//! `!`, `&&` and `||` in braces. The rules, which tell a list of triplets from a property by the word alone, are those
//! of GCC's extension of DejaGnu. Properties that the compiler decides are asked of a [`Prober`]; the rest is
//! [`super::effective_targets`].

use super::effective_targets;
use super::tcl::{Word, glob_match, words};
use std::fmt;
use std::sync::Arc;

/// Decides properties by trying the compiler under test.
pub trait Prober: fmt::Debug + Send + Sync {
    /// Does the property hold? `None` if the compiler has no say in it.
    fn decide(&self, property: &str) -> Option<bool>;
}

/// The machine that tests are compiled for.
#[derive(Debug, Clone)]
pub struct Target {
    triplet: String,
    properties: Vec<String>,
    prober: Option<Arc<dyn Prober>>,
}

/// Selectors nested deeper than this are refused.
const MAX_DEPTH: u32 = 50;

impl Target {
    /// A little-endian GNU/Linux target whose `long` and pointers have 64 bits.
    pub fn lp64_linux(triplet: impl Into<String>) -> Target {
        Target { triplet: triplet.into(), properties: Vec::new(), prober: None }
    }

    /// The same target with one more property, for what only its backend knows.
    pub fn with_property(mut self, name: &str) -> Target {
        self.properties.push(name.to_string());
        self
    }

    /// The same target, with a compiler that decides some of its properties.
    pub fn with_prober(mut self, prober: Arc<dyn Prober>) -> Target {
        self.prober = Some(prober);
        self
    }

    /// The target's name: machine, vendor, system.
    pub fn triplet(&self) -> &str {
        &self.triplet
    }

    /// Does the target have the property? `None` if no target could: the name is not known.
    pub fn property(&self, name: &str) -> Option<bool> {
        if self.properties.iter().any(|p| p == name) {
            return Some(true);
        }
        let known = effective_targets::holds(name)?;
        Some(self.prober.as_ref().and_then(|prober| prober.decide(name)).unwrap_or(known))
    }

    /// Does the target have the property?
    pub fn has(&self, property: &str) -> bool {
        self.property(property) == Some(true)
    }

    /// Evaluates the selector of a directive, given the options the test is compiled with.
    pub fn verdict(&self, selector: &str, options: &[String]) -> Result<Verdict, String> {
        self.verdict_nested(selector, options, 0)
    }

    /// Is the condition true, as what follows `target` in a selector?
    pub fn holds(&self, condition: &str, options: &[String]) -> Result<bool, String> {
        let selector = format!("target {}", quoted(condition));
        Ok(self.simple(&selector, options, 0)? == Verdict::Apply)
    }

    fn verdict_nested(
        &self,
        selector: &str,
        options: &[String],
        depth: u32,
    ) -> Result<Verdict, String> {
        let selector = selector.trim();
        // `target A xfail B`: failures are expected where A holds and B does too.
        if let (Some(_), Some(at)) = (keyword(selector, "target"), selector.find(" xfail ")) {
            return match self.simple(selector[..at].trim(), options, depth)? {
                Verdict::Skip => Ok(Verdict::Skip),
                _ => self.simple(selector[at..].trim(), options, depth),
            };
        }
        self.simple(selector, options, depth)
    }

    /// `target X` or `xfail X`.
    fn simple(&self, selector: &str, options: &[String], depth: u32) -> Result<Verdict, String> {
        if depth > MAX_DEPTH {
            return Err("target selector nested too deeply".into());
        }
        let selector = selector.trim();
        let error = || format!("syntax error in target selector \"{selector}\"");
        let (rest, yes, no) = if let Some(rest) = keyword(selector, "target") {
            (rest.trim(), Verdict::Apply, Verdict::Skip)
        } else if let Some(rest) = keyword(selector, "xfail") {
            (rest.trim(), Verdict::ExpectFail, Verdict::Apply)
        } else {
            return Err(error());
        };
        let holds = if let Some(holds) = self.property(rest) {
            holds
        } else if rest.starts_with('{') && rest.ends_with('}') {
            let list = words(rest)?;
            let inner = list.first().map_or("", |w| w.text.as_str());
            self.expression(inner, options, depth + 1)?
        } else {
            let mut any = false;
            let triplets = words(rest)?;
            if triplets.is_empty() {
                return Err(error());
            }
            for triplet in triplets.iter().map(|w| w.text.as_str()) {
                if triplet != "native" && triplet.split('-').filter(|p| !p.is_empty()).count() < 3 {
                    return Err(error());
                }
                any |= glob_match(triplet, &self.triplet);
            }
            any
        };
        Ok(if holds { yes } else { no })
    }

    fn expression(&self, text: &str, options: &[String], depth: u32) -> Result<bool, String> {
        let list = words(text)?;
        let operand = |w: &Word| {
            let selector = format!("target {}", quoted(&w.text));
            Ok::<bool, String>(
                self.verdict_nested(&selector, options, depth + 1)? == Verdict::Apply,
            )
        };
        let conditional = |patterns: &[Word], excluded: bool| {
            let list = patterns.iter().map(|p| quoted(&p.text)).collect::<Vec<_>>().join(" ");
            if excluded {
                flags_match("*", &list, options)
            } else {
                flags_match(&list, "", options)
            }
        };
        match list.as_slice() {
            [key, patterns @ ..] if key.text == "any-opts" && !patterns.is_empty() => {
                conditional(patterns, false)
            }
            [key, patterns @ ..] if key.text == "no-opts" && !patterns.is_empty() => {
                conditional(patterns, true)
            }
            [not, a] if not.text == "!" => Ok(!operand(a)?),
            [a, op, b] if op.text == "&&" => Ok(operand(a)? && operand(b)?),
            [a, op, b] if op.text == "||" => Ok(operand(a)? || operand(b)?),
            _ => {
                let joined = list.iter().map(|w| w.text.trim()).collect::<Vec<_>>().join(" ");
                let selector = format!("target {joined}");
                Ok(self.verdict_nested(&selector, options, depth + 1)? == Verdict::Apply)
            }
        }
    }
}

/// Are the options `{ include… }` given and those of `{ exclude… }` not? Each element of the lists is a set of patterns
/// that must all match; an empty element matches when it includes and does not when it excludes.
pub fn flags_match(include: &str, exclude: &str, options: &[String]) -> Result<bool, String> {
    let given = format!(" toolname {} ", options.join(" "));
    let all = |set: &str| {
        set.split_ascii_whitespace().all(|pattern| glob_match(&format!("* {pattern} *"), &given))
    };
    let include = words(include)?;
    let included = include.is_empty() || include.iter().any(|set| all(&set.text));
    let first = words(exclude)?.into_iter().find(|set| all(&set.text));
    let excluded = first.is_some_and(|set| !set.text.trim().is_empty());
    Ok(included && !excluded)
}

/// A text as one element of a list.
fn quoted(text: &str) -> String {
    let plain =
        !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || "{}\"".contains(c));
    if plain { text.to_string() } else { format!("{{{text}}}") }
}

/// What a selector means for the directive it stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The directive applies.
    Apply,
    /// It does not.
    Skip,
    /// It applies, and what it checks is known to fail.
    ExpectFail,
}

/// What follows `key` and a blank.
fn keyword<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.strip_prefix(key).filter(|rest| rest.starts_with(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("target *-*-*", Verdict::Apply)]
    #[case("target i?86-*-* x86_64-*-*", Verdict::Skip)]
    #[case("target *-*-linux* *-*-gnu*", Verdict::Apply)]
    #[case("target lp64", Verdict::Apply)]
    #[case("target ia32", Verdict::Skip)]
    #[case("target { ! lp64 }", Verdict::Skip)]
    #[case("target { int32plus && { ! ia32 } }", Verdict::Apply)]
    #[case("target { { i?86-*-* x86_64-*-* } && lp64 }", Verdict::Skip)]
    #[case("target { ! { *-*-darwin* hppa*-*-hpux* } }", Verdict::Apply)]
    #[case("xfail *-*-*", Verdict::ExpectFail)]
    #[case("xfail { ! vect_int }", Verdict::ExpectFail)]
    #[case("target lp64 xfail { vect_int }", Verdict::Apply)]
    #[case("target lp64 xfail *-*-*", Verdict::ExpectFail)]
    #[case("target { ! lp64 } xfail *-*-*", Verdict::Skip)]
    #[case("target { no-opts \"-O0\" }", Verdict::Apply)]
    #[case("target { no-opts \"-O0\" \"-O2\" }", Verdict::Skip)]
    #[case("xfail { any-opts \"-O2\" \"-O3\" }", Verdict::ExpectFail)]
    #[case("xfail { any-opts \"-O1\" {-O2 -g} }", Verdict::Apply)]
    #[case("target { { lp64 } || { ia32 } }", Verdict::Apply)]
    #[case("target { *-*-linux* }", Verdict::Apply)]
    #[case("target \"*-*-*\"", Verdict::Apply)]
    fn evaluates(#[case] selector: &str, #[case] expected: Verdict) {
        let target = Target::lp64_linux("mmix-knuth-linux-gnu");
        assert_eq!(target.verdict(selector, &["-O2".into()]), Ok(expected));
    }

    #[test]
    fn nonsense_is_an_error() {
        let target = Target::lp64_linux("mmix-knuth-linux-gnu");
        assert!(target.verdict("sometimes", &[]).is_err());
        assert!(target.verdict("target lp46", &[]).is_err());
        let deep = format!("target {}lp64{}", "{ ! ".repeat(1000), " }".repeat(1000));
        assert!(target.verdict(&deep, &[]).is_err());
    }

    #[derive(Debug)]
    struct NoFloat;

    impl Prober for NoFloat {
        fn decide(&self, property: &str) -> Option<bool> {
            (property == "hard_float").then_some(false)
        }
    }

    #[test]
    fn the_compiler_has_the_last_word() {
        let target = Target::lp64_linux("mmix-knuth-linux-gnu");
        assert!(target.has("hard_float"));
        let target = target.with_prober(Arc::new(NoFloat));
        assert!(!target.has("hard_float"));
        assert!(target.has("lp64"));
    }
}
