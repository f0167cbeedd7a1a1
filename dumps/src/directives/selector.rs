//! Target selectors: `{ target lp64 }`, `{ xfail { ! { int128 || *-*-linux* } } }`.
//!
//! A selector names triplets by glob pattern, or properties of the target ("effective targets"), and
//! combines them by `!`, `&&` and `||` in braces. DejaGnu finds a property out by compiling a probe;
//! here the [`Target`] knows.

use super::tcl::{Word, glob_match, words};

/// The machine that tests are compiled for.
#[derive(Debug, Clone)]
pub struct Target {
    triplet: String,
    properties: Vec<String>,
}

/// What hosted GNU/Linux with 64-bit pointers has, on any machine without vector instructions.
const LP64_LINUX: &[&str] = &[
    "c",
    "lp64",
    "le",
    "int32",
    "int32plus",
    "size20plus",
    "size32plus",
    "ptr32plus",
    "ptr_eq_long",
    "int128",
    "__int128",
    "double64",
    "double64plus",
    "large_double",
    "large_long_double",
    "float32",
    "float64",
    "float128",
    "float32x",
    "float64x",
    "float32_runtime",
    "float64_runtime",
    "float128_runtime",
    "float32x_runtime",
    "float64x_runtime",
    "inf",
    "inff",
    "hard_float",
    "fenv",
    "fenv_exceptions",
    "c99_runtime",
    "stdint_types",
    "inttypes_types",
    "inttypes_types_mbig",
    "stdint_types_mbig_endian",
    "wchar",
    "wchar_t_char16_t_compatible",
    "label_values",
    "trampolines",
    "indirect_jumps",
    "indirect_calls",
    "nonlocal_goto",
    "untyped_assembly",
    "alloca",
    "signal",
    "mmap",
    "freorder",
    "fpic",
    "fpie",
    "pie",
    "nonpic",
    "shared",
    "tls",
    "tls_native",
    "tls_runtime",
    "pthread",
    "pthread_h",
    "tgmath_h",
    "scheduling",
    "return_address",
    "branch_cost",
    "fstack_protector",
    "exceptions",
    "exceptions_enabled",
    "global_constructor",
    "non_strict_prototype",
    "builtin_eh_return",
    "pcc_bitfield_type_matters",
    "static",
    "named_sections",
    "large_return_values",
    "function_pointers",
    "gas",
    "gld",
    "elf",
    "string_merging",
    "hostedlib",
    "move_by_pieces",
    "ifunc",
    "symver",
    "setjmp",
    "posix_memalign",
    "trapping",
    "stdio_h",
];

impl Target {
    /// A little-endian GNU/Linux target whose `long` and pointers have 64 bits.
    pub fn lp64_linux(triplet: impl Into<String>) -> Target {
        let properties = LP64_LINUX.iter().map(|p| (*p).to_string()).collect();
        Target { triplet: triplet.into(), properties }
    }

    /// The same target with one more property, for what only its backend knows.
    pub fn with_property(mut self, name: &str) -> Target {
        self.properties.push(name.to_string());
        self
    }

    /// Does the target have the property?
    pub fn has(&self, property: &str) -> bool {
        self.properties.iter().any(|p| p == property)
    }

    /// Does a triplet pattern, or `native`, fit?
    fn fits(&self, pattern: &str) -> bool {
        glob_match(pattern, &self.triplet)
    }

    /// Evaluates the selector of a directive, given the options the test is compiled with.
    pub fn verdict(&self, selector: &str, options: &[String]) -> Result<Verdict, String> {
        let selector = selector.trim();
        if let Some(rest) = keyword(selector, "target") {
            // `target A xfail B`: fails are expected where A holds and B does too.
            if let Some(at) = top_level_xfail(rest) {
                return if self.holds(&rest[..at], options)? {
                    self.verdict(&rest[at..], options)
                } else {
                    Ok(Verdict::Skip)
                };
            }
            return Ok(if self.holds(rest, options)? { Verdict::Apply } else { Verdict::Skip });
        }
        if let Some(rest) = keyword(selector, "xfail") {
            let fails = self.holds(rest, options)?;
            return Ok(if fails { Verdict::ExpectFail } else { Verdict::Apply });
        }
        Err(format!("syntax error in target selector \"{selector}\""))
    }

    /// Is the condition after `target` or `xfail` true?
    pub fn holds(&self, condition: &str, options: &[String]) -> Result<bool, String> {
        self.holds_nested(condition, options, 0)
    }

    fn holds_nested(&self, text: &str, options: &[String], depth: u32) -> Result<bool, String> {
        let text = text.trim();
        if depth > 50 {
            return Err("target selector nested too deeply".into());
        }
        if is_property(text) {
            return Ok(self.has(text));
        }
        let list = words(text)?;
        if let [Word { text, braced: true }] = list.as_slice() {
            return self.expression(text, options, depth + 1);
        }
        Ok(list.iter().any(|w| self.fits(&w.text) || is_property(&w.text) && self.has(&w.text)))
    }

    fn expression(&self, text: &str, options: &[String], depth: u32) -> Result<bool, String> {
        let list = words(text)?;
        let operand = |w: &Word| {
            let list = if w.braced { format!("{{{}}}", w.text) } else { w.text.clone() };
            self.holds_nested(&list, options, depth + 1)
        };
        let has_option = |patterns: &[Word]| {
            patterns
                .iter()
                .any(|p| p.text.is_empty() || options.iter().any(|o| glob_match(&p.text, o)))
        };
        match list.as_slice() {
            [key, patterns @ ..] if key.text == "any-opts" => Ok(has_option(patterns)),
            [key, patterns @ ..] if key.text == "no-opts" => Ok(!has_option(patterns)),
            [not, a] if not.text == "!" => Ok(!operand(a)?),
            [a, op, b] if op.text == "&&" => Ok(operand(a)? && operand(b)?),
            [a, op, b] if op.text == "||" => Ok(operand(a)? || operand(b)?),
            _ => self.holds_nested(text, options, depth + 1),
        }
    }
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

fn is_property(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '+'))
}

/// The place of the word `xfail` outside braces.
fn top_level_xfail(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (i, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            'x' if depth == 0
                && text[..i].ends_with(char::is_whitespace)
                && keyword(&text[i..], "xfail").is_some() =>
            {
                return Some(i);
            }
            _ => {}
        }
    }
    None
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
    #[case("xfail { any-opts \"-O2\" \"-O3\" }", Verdict::ExpectFail)]
    #[case("target { { lp64 } || { ia32 } }", Verdict::Apply)]
    fn evaluates(#[case] selector: &str, #[case] expected: Verdict) {
        let target = Target::lp64_linux("mmix-knuth-linux-gnu");
        assert_eq!(target.verdict(selector, &["-O2".into()]), Ok(expected));
    }

    #[test]
    fn nonsense_is_an_error() {
        let target = Target::lp64_linux("mmix-knuth-linux-gnu");
        assert!(target.verdict("sometimes", &[]).is_err());
        let deep = format!("target {}{}", "{ ! ".repeat(1000), "}".repeat(1000));
        assert!(target.verdict(&deep, &[]).is_err());
    }
}
