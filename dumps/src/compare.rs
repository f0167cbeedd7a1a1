//! A dump held against a reference dump, function by function.
//!
//! What names an object only by a number of the compiler's own choosing is renumbered in order of first
//! appearance before the comparison: `D.1234` becomes `D.#0`. SSA versions, block numbers and the names
//! of temporaries are not: they must be the same. Blank lines and blanks at the ends of lines do not
//! count. The header `;; Function f (f, funcdef_no=0, decl_uid=1488, …)` only separates.

use crate::{put, putln};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// How a kind of dump marks where a function begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// `;; Function f (…)` lines.
    Headers,
    /// A declarator, then `{` … `}` at the left margin: the dumps `gimple` and `nested`.
    Bodies,
}

impl Layout {
    /// The layout of a pass's dump.
    pub fn of_pass(pass: &str) -> Layout {
        if matches!(pass, "gimple" | "nested") { Layout::Bodies } else { Layout::Headers }
    }
}

/// A function's name, and its part of a dump after normalisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionDump {
    /// The name.
    pub name: String,
    /// The normalised lines.
    pub lines: Vec<String>,
}

/// Cuts a dump into functions.
pub fn functions(text: &str, layout: Layout) -> Vec<FunctionDump> {
    match layout {
        Layout::Headers => by_headers(text),
        Layout::Bodies => by_bodies(text),
    }
}

/// The functions in which two dumps differ, each as a unified diff; empty if they are the same.
pub fn differences(reference: &str, other: &str, layout: Layout) -> Vec<String> {
    let reference = functions(reference, layout);
    let other = functions(other, layout);
    let by_name: FxHashMap<&str, &FunctionDump> =
        other.iter().map(|f| (f.name.as_str(), f)).collect();
    let mut found = Vec::new();
    for wanted in &reference {
        match by_name.get(wanted.name.as_str()) {
            None => found.push(format!("function {}: no dump\n", wanted.name)),
            Some(got) if got.lines != wanted.lines => {
                let diff = unified_diff(&wanted.lines, &got.lines);
                found.push(format!("function {}:\n{diff}", wanted.name));
            }
            Some(_) => {}
        }
    }
    let known: FxHashMap<&str, ()> = reference.iter().map(|f| (f.name.as_str(), ())).collect();
    for extra in other.iter().filter(|f| !known.contains_key(f.name.as_str())) {
        found.push(format!("function {}: not in the reference\n", extra.name));
    }
    found
}

fn by_headers(text: &str) -> Vec<FunctionDump> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        let header = line.strip_prefix(";; Function ").and_then(|r| r.split_once(" ("));
        if let Some((name, _)) = header {
            found.push((name.to_string(), Vec::new()));
        } else if let Some((_, lines)) = found.last_mut() {
            lines.push(line);
        }
    }
    found.into_iter().map(|(name, lines)| normal(name, &lines)).collect()
}

fn by_bodies(text: &str) -> Vec<FunctionDump> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if lines[at] == "{" && at > 0 {
            let end = (at..lines.len()).find(|&i| lines[i] == "}").unwrap_or(lines.len() - 1);
            let declarator = lines[at - 1];
            found.push(normal(declared_name(declarator).to_string(), &lines[at - 1..=end]));
            at = end;
        }
        at += 1;
    }
    found
}

/// The name before the first ` (` of a declarator.
fn declared_name(declarator: &str) -> &str {
    let before = declarator.split_once(" (").map_or(declarator, |(b, _)| b);
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let start = before.rfind(|c| !is_name(c)).map_or(0, |i| i + 1);
    &before[start..]
}

fn normal(name: String, lines: &[&str]) -> FunctionDump {
    let mut numbers = FxHashMap::default();
    let lines = lines
        .iter()
        .map(|l| renumber(l.trim_end(), &mut numbers))
        .filter(|l| !l.is_empty())
        .collect();
    FunctionDump { name, lines }
}

/// Replaces each `D.1234` by `D.#n`.
fn renumber(line: &str, numbers: &mut FxHashMap<String, usize>) -> String {
    let mut result = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(i) = rest.find("D.") {
        let before = rest[..i].chars().next_back().or_else(|| result.chars().next_back());
        let in_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let after = &rest[i + 2..];
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        result.push_str(&rest[..i + 2]);
        rest = after;
        if digits > 0 && !in_word {
            let next = numbers.len();
            let n = *numbers.entry(after[..digits].to_string()).or_insert(next);
            put!(result, "#{n}");
            rest = &after[digits..];
        }
    }
    result + rest
}

/// The differing part of two texts with a line of context around it, at most `MAX_SHOWN` lines.
///
/// Dumps that differ mostly do so from one place on, so the longest common start and end are cut off
/// and only what lies between is compared line by line.
pub fn unified_diff(reference: &[String], other: &[String]) -> String {
    let start = reference.iter().zip(other).take_while(|(a, b)| a == b).count();
    let end = reference[start..]
        .iter()
        .rev()
        .zip(other[start..].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (a, b) = (&reference[start..reference.len() - end], &other[start..other.len() - end]);
    let mut lines = Vec::new();
    if start > 0 {
        lines.push(format!(" {}", reference[start - 1]));
    }
    lines.extend(edit_script(&a[..a.len().min(MAX_COMPARED)], &b[..b.len().min(MAX_COMPARED)]));
    if end > 0 {
        lines.push(format!(" {}", reference[reference.len() - end]));
    }
    let mut text = format!("@@ -{},{} +{},{} @@\n", start + 1, a.len(), start + 1, b.len());
    for line in lines.iter().take(MAX_SHOWN) {
        text.push_str(line);
        text.push('\n');
    }
    if lines.len() > MAX_SHOWN {
        putln!(text, "… {} lines more", lines.len() - MAX_SHOWN);
    }
    text
}

const MAX_SHOWN: usize = 60;
/// The table of common subsequences is this many lines on a side at most.
const MAX_COMPARED: usize = 400;

/// Lines taken away (`-`), added (`+`) and common, by longest common subsequence. Quadratic.
pub fn edit_script(a: &[String], b: &[String]) -> Vec<String> {
    let width = b.len() + 1;
    let mut common = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i * width + j] = if a[i] == b[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut lines = Vec::new();
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            lines.push(format!(" {}", a[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == b.len()
            || i < a.len() && common[(i + 1) * width + j] >= common[i * width + j + 1]
        {
            lines.push(format!("-{}", a[i]));
            i += 1;
        } else {
            lines.push(format!("+{}", b[j]));
            j += 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    const REFERENCE: &str = "
;; Function f (f, funcdef_no=0, decl_uid=1488, cgraph_uid=1, symbol_order=1)

int f (int a)
{
  int D.1499;

  <bb 2> :
  D.1499 = a + 1;
  ID.7 = D.1500;
  return D.1499;
}
";

    #[test]
    fn uids_do_not_count() {
        let other = REFERENCE.replace("1499", "77").replace("1500", "9").replace("1488", "1");
        assert_eq!(differences(REFERENCE, &other, Layout::Headers), Vec::<String>::new());
        let swapped = REFERENCE.replace("D.1500", "D.1499");
        assert_eq!(differences(REFERENCE, &swapped, Layout::Headers).len(), 1);
        let word = REFERENCE.replace("ID.7", "ID.8");
        assert_eq!(differences(REFERENCE, &word, Layout::Headers).len(), 1);
    }

    #[test]
    fn a_difference_is_a_small_diff() {
        let other = REFERENCE.replace("a + 1", "a + 2");
        let found = differences(REFERENCE, &other, Layout::Headers).concat();
        expect![[r#"
            function f:
            @@ -5,1 +5,1 @@
               <bb 2> :
            -  D.#0 = a + 1;
            +  D.#0 = a + 2;
               ID.7 = D.#1;
        "#]]
        .assert_eq(&found);
    }

    #[test]
    fn gimple_dumps_are_cut_at_bodies() {
        let text = "__attribute__((noinline))\nint * f (int a)\n{\n  x;\n}\n\n\nvoid g ()\n{\n}\n";
        let names: Vec<_> = functions(text, Layout::Bodies).into_iter().map(|f| f.name).collect();
        assert_eq!(names, ["f", "g"]);
        let only_f = text.split("\n\n\n").next().unwrap();
        assert_eq!(differences(text, only_f, Layout::Bodies), ["function g: no dump\n"]);
        assert_eq!(differences(only_f, text, Layout::Bodies).len(), 1);
    }
}
