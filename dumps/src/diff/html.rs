//! Differences as a page: two columns, and in lines that were changed the words that were.

use super::script::Step;
use crate::putln;
use std::fmt::Write;

const HEAD: &str = "\
<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>gimlet diff</title>
<style>
:root { color-scheme: light dark; --ground: #fbfbfa; --text: #1d1f21; --faint: #63676b; --edge: #d4d4ce;
  --removed: #fbe0de; --added: #dff3df; --gone: #f2b3ae; --new: #aedfae; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #17191c; --text: #dcdfe3; --faint: #949ba3; --edge: #363b41;
    --removed: #47211f; --added: #1d3a22; --gone: #7d3430; --new: #2d6a37; }
}
body { margin: 0 auto; max-width: 110em; padding: 1em; background: var(--ground); color: var(--text); font: 14px/1.4 system-ui, sans-serif; }
h2 { font-size: 15px; margin: 1.5em 0 .3em; overflow-wrap: anywhere; }
h2 + h2 { margin-top: 0; }
h3 { font: 12px ui-monospace, monospace; color: var(--faint); margin: 1em 0 .2em; }
div { overflow-x: auto; border: 1px solid var(--edge); border-radius: 5px; }
table { border-collapse: collapse; width: 100%; font: 12px/1.45 ui-monospace, \"DejaVu Sans Mono\", monospace; }
td { white-space: pre; padding: 0 8px; width: 50%; vertical-align: top; }
td + td { border-left: 1px solid var(--edge); }
td.removed { background: var(--removed); } td.added { background: var(--added); }
td b { font-weight: inherit; border-radius: 2px; } td.removed b { background: var(--gone); } td.added b { background: var(--new); }
</style>
</head>
<body>
";
const END: &str = "</body>\n</html>\n";

/// The whole page around what was shown.
pub(super) fn page(shown: &str) -> String {
    let shown = if shown.is_empty() { "<p>There is no difference.</p>\n" } else { shown };
    format!("{HEAD}{shown}{END}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// The name of one side.
pub(super) fn heading(text: &str) -> String {
    format!("<h2>{}</h2>", escaped(text))
}

/// What is said about a pass or function.
pub(super) fn note(text: &str) -> String {
    format!("<p>{}</p>\n", escaped(text))
}

/// A table that is text.
pub(super) fn table(text: &str) -> String {
    format!("<div><table><tr><td>{}</td></tr></table></div>\n", escaped(text))
}

/// A hunk: lines that were taken away stand beside those that came for them.
pub(super) fn hunk(head: &str, a: &[String], b: &[String], steps: &[Step], out: &mut String) {
    putln!(out, "<h3>{}</h3>\n<div><table>", escaped(head));
    let mut at = 0;
    while at < steps.len() {
        if let Step::Both(i, j) = steps[at] {
            putln!(out, "<tr><td>{}</td><td>{}</td></tr>", escaped(&a[i]), escaped(&b[j]));
            at += 1;
            continue;
        }
        let changed = steps[at..].iter().take_while(|s| !matches!(s, Step::Both(..))).count();
        let run = &steps[at..at + changed];
        let left =
            run.iter().filter_map(|s| if let Step::OnlyA(i) = s { Some(&a[*i]) } else { None });
        let right =
            run.iter().filter_map(|s| if let Step::OnlyB(j) = s { Some(&b[*j]) } else { None });
        let (left, right): (Vec<_>, Vec<_>) = (left.collect(), right.collect());
        for row in 0..left.len().max(right.len()) {
            let (was, is) = match (left.get(row), right.get(row)) {
                (Some(was), Some(is)) => marked(was, is),
                (was, is) => (
                    was.map(|l| escaped(l)).unwrap_or_default(),
                    is.map(|l| escaped(l)).unwrap_or_default(),
                ),
            };
            let class = |there: bool, class: &str| {
                if there { format!(" class=\"{class}\"") } else { String::new() }
            };
            let (removed, added) =
                (class(row < left.len(), "removed"), class(row < right.len(), "added"));
            putln!(out, "<tr><td{removed}>{was}</td><td{added}>{is}</td></tr>");
        }
        at += changed;
    }
    out.push_str("</table></div>\n");
}

/// Both lines, with what is between their common beginning and end marked; words stay whole.
fn marked(was: &str, is: &str) -> (String, String) {
    let (x, y) = (words(was), words(is));
    let start = x.iter().zip(&y).take_while(|(a, b)| a == b).count();
    let end = x[start..].iter().rev().zip(y[start..].iter().rev()).take_while(|(a, b)| a == b);
    let end = end.count();
    let line = |words: &[&str]| {
        let part = |range: &[&str]| escaped(&range.concat());
        let middle = part(&words[start..words.len() - end]);
        let middle = if middle.is_empty() { middle } else { format!("<b>{middle}</b>") };
        format!("{}{middle}{}", part(&words[..start]), part(&words[words.len() - end..]))
    };
    (line(&x), line(&y))
}

/// A line as words and what stands between them.
fn words(line: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        found.push(&rest[..length]);
        rest = &rest[length..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_that_were_changed_are_marked() {
        let (was, is) = marked("  x_1 = a < 10;", "  x_1 = a < 20 + y;");
        assert_eq!(was, "  x_1 = a &lt; <b>10</b>;");
        assert_eq!(is, "  x_1 = a &lt; <b>20 + y</b>;");
        assert_eq!(marked("a b", "a").0, "a<b> b</b>");
    }

    #[test]
    fn lines_without_a_counterpart_have_rows_of_their_own() {
        let lines = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        let (a, b) = (lines("one"), lines("1 2 3"));
        let steps = [Step::OnlyA(0), Step::OnlyB(0), Step::OnlyB(1), Step::OnlyB(2)];
        for (a, b, steps) in [
            (&a, &b, &steps[..]),
            (&b, &a, &[Step::OnlyA(0), Step::OnlyA(1), Step::OnlyA(2), Step::OnlyB(0)]),
        ] {
            let mut out = String::new();
            hunk("f", a, b, steps, &mut out);
            assert_eq!(out.matches("<tr>").count(), 3, "{out}");
            assert!(out.contains(">2<") && out.contains(">3<"), "{out}");
        }
    }
}
