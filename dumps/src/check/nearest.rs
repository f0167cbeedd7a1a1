//! The lines of a text that come closest to a pattern without matching: what one looks at first when a scan fails.

use crate::put;
use crate::tcl_regex::Regex;
use rustc_hash::FxHashSet;
use std::fmt::Write;

const MOST_SHOWN: usize = 4;
/// A line that shares less than this part of the pattern's pieces is no help.
const LEAST_SHARE: f64 = 0.2;

/// How a detail names the pattern.
pub(super) fn wanted(pattern: &str) -> String {
    format!("wanted: {}", pattern.replace('\n', "\\n"))
}

/// What the pattern says literally: its escapes, classes and operators left out.
fn literal_part(pattern: &str) -> String {
    let mut out = String::new();
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(c) if c.is_ascii_alphanumeric() => out.push(' '),
                Some(c) => out.push(c),
                None => {}
            },
            '[' => {
                let mut first = true;
                for c in chars.by_ref() {
                    if c == ']' && !first {
                        break;
                    }
                    first = first && c == '^';
                }
                out.push(' ');
            }
            '(' | ')' | '|' | '*' | '+' | '?' | '.' | '^' | '$' | '{' | '}' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Pairs of neighbouring characters, blanks left out.
fn pairs(text: &str) -> FxHashSet<(char, char)> {
    let solid: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    solid.windows(2).map(|w| (w[0], w[1])).collect()
}

/// The lines closest to the pattern, best first, with their numbers; nothing if none is near.
pub(super) fn lines(pattern: &str, text: &str) -> String {
    let literal = pairs(&literal_part(pattern));
    if literal.is_empty() {
        return String::new();
    }
    let mut ranked: Vec<(f64, usize, &str)> = Vec::new();
    let mut seen = FxHashSet::default();
    for (i, line) in text.lines().enumerate() {
        let own = pairs(line);
        let common = own.iter().filter(|pair| literal.contains(pair)).count() as f64;
        let share = common / literal.len() as f64;
        // Of two lines with the same share the shorter one is nearer.
        let score = share - own.len() as f64 * 1e-4;
        if share >= LEAST_SHARE && seen.insert(line) {
            ranked.push((score, i + 1, line));
        }
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut shown = String::new();
    for (_, number, line) in ranked.iter().take(MOST_SHOWN) {
        put!(shown, "\n{number:>6}: {line}");
    }
    if shown.is_empty() { shown } else { format!("\nclosest lines:{shown}") }
}

/// The lines where matches begin.
pub(super) fn matches(regex: &Regex, text: &str) -> String {
    let found = regex.find_all(text).unwrap_or_default();
    let mut shown = String::new();
    for (from, _) in found.iter().take(MOST_SHOWN * 2) {
        let number = text[..*from].matches('\n').count() + 1;
        put!(shown, "\n{number:>6}: {}", text.lines().nth(number - 1).unwrap_or(""));
    }
    if found.len() > MOST_SHOWN * 2 {
        put!(shown, "\n        … {} more", found.len() - MOST_SHOWN * 2);
    }
    if shown.is_empty() { shown } else { format!("\nfound at:{shown}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn near_lines_come_first() {
        let text = "int f ()\n{\n  x_1 = a_2 + 4;\n  goto out;\n  y_3 = a_2 * 4;\n}\n";
        expect![[r"

            closest lines:
                 3: x_1 = a_2 + 4;
                 5: y_3 = a_2 * 4;"]]
        .assert_eq(&lines(r"x_\d+ = a_\d+ \+ 5;", text).replace(":   ", ": "));
        assert_eq!(lines("(.*)", text), "");
        assert_eq!(lines("zebra", text), "");
    }

    #[test]
    fn matches_are_shown_where_they_are() {
        let regex = Regex::new("b").unwrap();
        assert_eq!(matches(&regex, "a\nxb\nb\n"), "\nfound at:\n     2: xb\n     3: b");
    }
}
