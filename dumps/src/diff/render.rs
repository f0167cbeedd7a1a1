//! Differences as text: unified or side by side, with or without colour.

use super::html;
use super::script::Step;
use crate::putln;
use std::fmt::Write;

/// How differences are shown.
#[derive(Debug, Clone, Default)]
pub(super) struct Style {
    /// Lines of context.
    pub context: usize,
    /// With the escape sequences of a terminal.
    pub colour: bool,
    /// Two columns in so many characters.
    pub side_by_side: Option<usize>,
    /// As parts of a page.
    pub html: bool,
}

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const CYAN: &str = "\x1b[36m";
const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

impl Style {
    fn coloured(&self, colour: &str, text: &str) -> String {
        if self.colour { format!("{colour}{text}{PLAIN}") } else { text.to_string() }
    }

    /// A line that names what is compared.
    pub(super) fn heading(&self, text: &str) -> String {
        if self.html {
            return html::heading(text);
        }
        self.coloured(BOLD, text)
    }

    /// A line that says something about what is compared.
    pub(super) fn note(&self, text: &str) -> String {
        if self.html { html::note(text) } else { format!("{text}\n") }
    }

    /// The steps with changes and their surroundings, under a line that says where they are.
    pub(super) fn show(&self, name: &str, a: &[String], b: &[String], all: &[Step]) -> String {
        let mut out = String::new();
        for hunk in hunks(all, self.context) {
            let (before, steps) = (&all[..hunk.start], &all[hunk]);
            let (from_a, count_a) = extent(before, steps, |step| match step {
                Step::Both(i, _) | Step::OnlyA(i) => Some(i),
                Step::OnlyB(_) => None,
            });
            let (from_b, count_b) = extent(before, steps, |step| match step {
                Step::Both(_, j) | Step::OnlyB(j) => Some(j),
                Step::OnlyA(_) => None,
            });
            let head = format!("@@ -{from_a},{count_a} +{from_b},{count_b} @@ {name}");
            if self.html {
                html::hunk(head.trim_end(), a, b, steps, &mut out);
                continue;
            }
            out.push_str(&self.coloured(CYAN, head.trim_end()));
            out.push('\n');
            match self.side_by_side {
                None => self.unified(a, b, steps, &mut out),
                Some(width) => self.columns(a, b, steps, width, &mut out),
            }
        }
        out
    }

    fn unified(&self, a: &[String], b: &[String], steps: &[Step], out: &mut String) {
        for step in steps {
            let line = match *step {
                Step::Both(i, _) => format!(" {}", a[i]),
                Step::OnlyA(i) => self.coloured(RED, &format!("-{}", a[i])),
                Step::OnlyB(j) => self.coloured(GREEN, &format!("+{}", b[j])),
            };
            out.push_str(&line);
            out.push('\n');
        }
    }

    fn columns(&self, a: &[String], b: &[String], steps: &[Step], width: usize, out: &mut String) {
        let column = width.saturating_sub(3).max(20) / 2;
        let fit = |text: &str| {
            let text = text.replace('\t', "    ");
            let cut: String = text.chars().take(column).collect();
            let fill = column - cut.chars().count();
            cut + &" ".repeat(fill)
        };
        let mut at = 0;
        while at < steps.len() {
            if let Step::Both(i, j) = steps[at] {
                putln!(out, "{}   {}", fit(&a[i]), fit(&b[j]).trim_end());
                at += 1;
                continue;
            }
            // Lines that were taken away stand beside those that came for them.
            let changed = steps[at..].iter().take_while(|s| !matches!(s, Step::Both(..))).count();
            let run = &steps[at..at + changed];
            let left =
                run.iter().filter_map(|s| if let Step::OnlyA(i) = s { Some(*i) } else { None });
            let right =
                run.iter().filter_map(|s| if let Step::OnlyB(j) = s { Some(*j) } else { None });
            let (left, right): (Vec<_>, Vec<_>) = (left.collect(), right.collect());
            for row in 0..left.len().max(right.len()) {
                let text = |lines: &[String], ids: &[usize]| ids.get(row).map(|i| fit(&lines[*i]));
                let (l, r) = (text(a, &left), text(b, &right));
                let mark = match (&l, &r) {
                    (Some(_), Some(_)) => '|',
                    (Some(_), None) => '<',
                    _ => '>',
                };
                let l = l.unwrap_or_else(|| " ".repeat(column));
                let r = r.unwrap_or_default();
                let (l, r) = (self.coloured(RED, &l), self.coloured(GREEN, r.trim_end()));
                putln!(out, "{l} {mark} {r}");
            }
            at += changed;
        }
    }
}

/// The runs of steps to show: changes with `context` steps around them, joined where they touch.
fn hunks(steps: &[Step], context: usize) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        if matches!(step, Step::Both(..)) {
            continue;
        }
        let (from, to) = (i.saturating_sub(context), (i + context + 1).min(steps.len()));
        match found.last_mut() {
            Some(last) if last.end >= from => last.end = to,
            _ => found.push(from..to),
        }
    }
    found
}

/// The first line of a side that a hunk shows, counted from 1, and how many it shows. If none: the line before.
fn extent(before: &[Step], hunk: &[Step], line: impl Fn(Step) -> Option<usize>) -> (usize, usize) {
    let count = |steps: &[Step]| steps.iter().filter(|step| line(**step).is_some()).count();
    let shown = count(hunk);
    (count(before) + usize::from(shown > 0), shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::script::steps;
    use expect_test::expect;

    fn shown(style: &Style) -> String {
        let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
        let (a, b) = (lines("1\n2\n3\n4\n5\n6\n7"), lines("1\n2\n3\nx\n5\n6\n7\n8"));
        style.show("f", &a, &b, &steps(&a, &b))
    }

    #[test]
    fn unified_with_context() {
        let style = Style { context: 1, ..Style::default() };
        expect![[r"
            @@ -3,3 +3,3 @@ f
             3
            -4
            +x
             5
            @@ -7,1 +7,2 @@ f
             7
            +8
        "]]
        .assert_eq(&shown(&style));
    }

    #[test]
    fn side_by_side() {
        let style = Style { side_by_side: Some(23), ..Style::default() };
        expect![[r"
            @@ -4,1 +4,1 @@ f
            4          | x
            @@ -7,0 +8,1 @@ f
                       > 8
        "]]
        .assert_eq(&shown(&style));
    }

    #[test]
    fn in_colour() {
        let style = Style { colour: true, ..Style::default() };
        assert!(shown(&style).contains("\x1b[31m-4\x1b[0m\n\x1b[32m+x\x1b[0m\n"));
    }
}
