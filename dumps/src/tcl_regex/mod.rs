//! Tcl's "advanced regular expressions" (AREs), as DejaGnu's `scan-…` and `dg-error` patterns use them.
//!
//! The syntax and the meaning are those of Tcl's `re_syntax` manual page. No regex crate has the
//! meaning: of the matches that begin leftmost Tcl takes the *longest*, or the shortest if the
//! expression as a whole prefers that, whatever the order of alternatives; `.` and `[^x]` match a
//! newline unless the expression begins with `(?n)`; there are lookahead and back references.
//!
//! `parse` turns the text into a program, `search` runs it: a simulation of all threads at once,
//! linear in the text, for everything except back references, which need backtracking.
//!
//! ```
//! # use gimlet_dumps as dumps;
//! use dumps::tcl_regex::Regex;
//! let re = Regex::new(r"(?n)_\d+ = .*;$").unwrap();
//! assert_eq!(re.count("  _1 = a;\n  _2 = b;\n"), Ok(2));
//! ```

mod parse;
mod search;

use std::fmt;

/// A compiled expression.
pub struct Regex {
    program: Vec<Inst>,
    /// Number of `(…)` groups.
    groups: usize,
    /// The whole expression prefers the shortest match.
    shortest: bool,
    has_backref: bool,
    /// For each ASCII character whether a match can begin with it; `None` if a match can be empty
    /// or begin with a constraint that looks around.
    first: Option<Box<[bool; 128]>>,
}

/// Why an expression could not be compiled or matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegexError(String);

impl fmt::Display for RegexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RegexError {}

/// A set of characters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct CharSet {
    ranges: Vec<(char, char)>,
    negated: bool,
}

impl CharSet {
    fn contains(&self, c: char) -> bool {
        self.ranges.iter().any(|&(lo, hi)| lo <= c && c <= hi) != self.negated
    }
}

/// A place without width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    TextStart,
    TextEnd,
    LineStart,
    LineEnd,
    WordStart,
    WordEnd,
    WordEdge,
    NotWordEdge,
}

/// An instruction of the matching program; `usize`s are instruction numbers.
#[derive(Debug, Clone)]
pub(crate) enum Inst {
    Char(char),
    /// The character or its counterpart in the other case.
    CharNoCase(char),
    Any,
    AnyButNewline,
    Set(Box<CharSet>),
    At(Place),
    /// Both ways; the first is preferred when backtracking.
    Split(usize, usize),
    Jump(usize),
    /// Continue at the second target if what starts at the next instruction matches here (or not).
    Look {
        ahead: bool,
        next: usize,
    },
    Save(usize),
    BackRef(usize),
    Match,
}

impl Regex {
    /// Compiles an expression.
    pub fn new(pattern: &str) -> Result<Regex, RegexError> {
        let parsed = parse::parse(pattern)?;
        let first = parse::first_characters(&parsed.program);
        Ok(Regex {
            has_backref: parsed.program.iter().any(|i| matches!(i, Inst::BackRef(_))),
            program: parsed.program,
            groups: parsed.groups,
            shortest: parsed.shortest,
            first,
        })
    }

    /// Number of parenthesised groups that capture.
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// Does it match anywhere?
    pub fn is_match(&self, text: &str) -> Result<bool, RegexError> {
        Ok(self.find_at(text, 0)?.is_some())
    }

    /// The leftmost match at or after byte `start`: its first byte and the byte after its last.
    pub fn find_at(&self, text: &str, start: usize) -> Result<Option<(usize, usize)>, RegexError> {
        search::find(self, text, start)
    }

    /// All matches, from left to right, that do not overlap.
    pub fn find_all(&self, text: &str) -> Result<Vec<(usize, usize)>, RegexError> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some((lo, hi)) = self.find_at(text, at)? {
            found.push((lo, hi));
            at = hi;
            if lo == hi {
                match text[hi..].chars().next() {
                    Some(c) => at += c.len_utf8(),
                    None => break,
                }
            }
            if at >= text.len() {
                break;
            }
        }
        Ok(found)
    }

    /// Number of matches that do not overlap.
    pub fn count(&self, text: &str) -> Result<usize, RegexError> {
        Ok(self.find_all(text)?.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    // Every row was checked against `regexp -inline -all -indices` of tclsh 8.6.
    #[rstest]
    #[case("a|ab", "xab", &[(1, 3)])]
    #[case("a*?b|c", "aabc", &[(0, 3), (3, 4)])]
    #[case("a+?", "aaa", &[(0, 1), (1, 2), (2, 3)])]
    #[case("x.*?y", "x1yx2y", &[(0, 3), (3, 6)])]
    #[case("x.*y", "x1y\nx2y", &[(0, 7)])]
    #[case("(?n)x.*y", "x1y\nx2y", &[(0, 3), (4, 7)])]
    #[case("(?n)^b$", "a\nb\nc", &[(2, 3)])]
    #[case("^b", "a\nb", &[])]
    #[case("[^a]b", "\nb", &[(0, 2)])]
    #[case("(?n)[^a]b", "\nb", &[])]
    #[case(r"\mfoo\M", "foo foobar xfoo foo", &[(0, 3), (16, 19)])]
    #[case(r"\yfoo\y", "foo-foo", &[(0, 3), (4, 7)])]
    #[case(r"\d+(?= bytes)", "12 bits 34 bytes", &[(8, 10)])]
    #[case(r"a(?!b)", "abac", &[(2, 3)])]
    #[case(r"(a|b)\1", "abba", &[(1, 3)])]
    #[case(r"(?:(a)b|ac)x\1", "acxa", &[])]
    #[case(r"x{2,3}", "xxxxx", &[(0, 3), (3, 5)])]
    #[case(r"if {a}", "if {a}", &[(0, 6)])]
    #[case(r"[]a]+", "]a[", &[(0, 2)])]
    #[case(r"[[:digit:]_x-z]+", "12_yq", &[(0, 4)])]
    #[case(r"[\w.]+", "a.b-c", &[(0, 3), (4, 5)])]
    #[case(r"\$L\[1\]", "$L[1]", &[(0, 5)])]
    #[case("(?i)AbC", "xabc", &[(1, 4)])]
    #[case("(?q)a.b", "axba.b", &[(3, 6)])]
    #[case("***=a.b", "axba.b", &[(3, 6)])]
    #[case("", "ab", &[(0, 0), (1, 1)])]
    #[case(r"(ab?)*c", "abaabcac", &[(0, 6), (6, 8)])]
    #[case(r"\Aab", "ab\nab", &[(0, 2)])]
    #[case(r"ab\Z", "ab\nab", &[(3, 5)])]
    #[case(r"(?:a|b){2}", "aba", &[(0, 2)])]
    #[case(r"\x41\u0042\t", "AB\t", &[(0, 3)])]
    #[case(r"(?n)(\n|^)\s*goto", "goto\n goto", &[(0, 4), (4, 10)])]
    #[case(r"=.=", "=‘=", &[(0, 5)])]
    #[case(r"(?s)a", "a", &[(0, 1)])]
    #[case("(?x)a b # c\n d", "abd", &[(0, 3)])]
    #[case(r"(ab??)(b*)", "abb", &[(0, 1)])]
    fn matches(#[case] re: &str, #[case] text: &str, #[case] expected: &[(usize, usize)]) {
        assert_eq!(Regex::new(re).unwrap().find_all(text).unwrap(), expected);
    }

    #[rstest]
    #[case("a**")]
    #[case("*a")]
    #[case("(a")]
    #[case("[a")]
    #[case("a{2")]
    #[case("[z-a]")]
    #[case("a)")]
    #[case(r"\2(a)")]
    #[case("(a{255}){255}")]
    fn rejects(#[case] re: &str) {
        assert!(Regex::new(re).is_err());
    }

    #[test]
    fn nesting_is_limited() {
        let deep = "(".repeat(100_000) + &")".repeat(100_000);
        assert!(Regex::new(&deep).is_err());
    }

    #[test]
    fn a_search_is_linear() {
        let text = "ab".repeat(100_000);
        let re = Regex::new("a.*b.*c").unwrap();
        assert_eq!(re.count(&text), Ok(0));
        let backtracking = Regex::new(r"(a*)*\1c").unwrap();
        assert!(backtracking.is_match(&"a".repeat(64)).is_err());
    }
}
