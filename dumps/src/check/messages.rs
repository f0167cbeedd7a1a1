//! What the compiler said: expected messages are taken out of it, harmless ones are dropped, the rest is excess.

use crate::directives::selector::flags_match;
use crate::directives::{ExpectedMessage, MessageKind, MultilineOutput, at_lines};
use crate::tcl_regex::Regex;

use super::run::TestRun;

/// Takes what a message matches out of `text`; false if nothing does.
pub(super) fn take_message(message: &ExpectedMessage, text: &mut String) -> bool {
    // A match begins with the line break before the first line that shows the number.
    let mut at = match message.line {
        None => 0,
        Some(line) => {
            let mark = format!(":{line}:");
            match text.find(&mark) {
                None => return false,
                Some(found) => text[..found].rfind('\n').unwrap_or(0),
            }
        }
    };
    let mut result = String::new();
    let mut copied = 0;
    while let Ok(Some((from, to))) = message.regex.find_at(text, at) {
        result.push_str(&text[copied..from]);
        result.push('\n');
        copied = to;
        at = to;
        if from == to || at >= text.len() {
            break;
        }
    }
    if copied == 0 {
        return false;
    }
    result.push_str(&text[copied..]);
    *text = result.trim_start().to_string();
    true
}

/// Removes the first match of the pattern, which is taken with `^` and `$` at lines.
fn remove_first(regex: &Regex, text: &mut String) -> bool {
    match regex.find_at(text, 0) {
        Ok(Some((from, to))) => {
            text.replace_range(from..to, "");
            true
        }
        _ => false,
    }
}

/// Removes all matches.
fn remove_all(regex: &Regex, text: &mut String) {
    let Ok(found) = regex.find_all(text) else { return };
    for (from, to) in found.into_iter().rev() {
        text.replace_range(from..to, "");
    }
}

/// Lines that accompany messages without being one.
fn accompanies(line: &str, notes_too: bool) -> bool {
    let rest = line.trim_start_matches(' ');
    let indented = rest.len() < line.len();
    let in_something = |line: &str| {
        let Some(what) = line.strip_prefix("n ") else { return false };
        let kinds = ["function", "member", "lambda function", "static member function", "program"];
        kinds.iter().any(|kind| what.starts_with(kind))
    };
    let has = |part: &str| line.contains(part);
    line.strip_prefix('I').is_some_and(in_something)
        || line.match_indices(": ").any(|(i, _)| {
            let rest = &line[i + 2..];
            rest.strip_prefix(['i', 'I']).is_some_and(in_something)
        })
        || has("At top level:")
        || has("At global scope:")
        || line.starts_with("    inlined from ")
        || has(": error: ld returned ")
        || has(": recompiling")
        // What looks for the dump tells such a pass apart.
        || has(": there is no such pass in this compiler yet")
        || has(": relinking")
        || line.starts_with("compilation terminated.")
        || line.starts_with("Please submit") && has("instructions")
        || indented && (rest.starts_with("from ") || rest.starts_with("included from "))
        || line.starts_with("In file included from ")
        || notes_too && has(": note: ")
        || has(": Assembler messages:")
        || has("linker input file unused since linking not done")
        || has("file path prefix ") && has(" never used")
        || has(": warning:") && has("requires executable stack")
        || has("lto") && has(": warning: using serial compilation of ")
}

/// Margins of quoted source with `NN` for the number.
fn hide_margins(text: &str) -> String {
    let hidden = text.lines().map(|line| {
        let rest = line.trim_start_matches(' ');
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match rest[digits..].strip_prefix(" |") {
            Some(after) if digits > 0 => format!("   NN |{after}"),
            _ => line.to_string(),
        }
    });
    hidden.collect::<Vec<_>>().join("\n") + "\n"
}

/// The pattern of a block of lines. A line that ends in `^` or `~` is an underline and stands as it is; others quote
/// the source and may end in directives. The first block of all has lost the blanks it began with.
fn block_pattern(block: &MultilineOutput, first: bool) -> String {
    let mut pattern = String::new();
    for line in &block.lines {
        for c in line.chars() {
            if "^()[]{}.\\?+*|".contains(c) {
                pattern.push('\\');
            }
            pattern.push(c);
        }
        if !line.is_empty() && !line.ends_with(['^', '~']) {
            pattern.push_str("[^\\n\\r]*");
        }
        pattern.push('\n');
    }
    if first { format!("\\s*{}", pattern.trim_start()) } else { pattern }
}

impl TestRun<'_> {
    /// Judges every expected message; what is left of the output is excess.
    pub(super) fn judge_messages(&mut self, output: &str) -> String {
        let mut text = output.to_string();
        if let Some(ice) = internal_error(&text) {
            let name = format!("{} ({ice})", self.name);
            if self.test.expect_ice {
                self.record(super::Status::XFail, name, String::new);
                text = without_internal_error(&text);
            } else {
                self.fail(name, || output.to_string());
            }
        } else if self.test.expect_ice {
            let name = format!("{} (internal compiler error)", self.name);
            self.record(super::Status::XPass, name, String::new);
        }
        let test = self.test;
        for message in &test.messages {
            let found = take_message(message, &mut text);
            let (good, kind) = match message.kind {
                MessageKind::Error => (found, "errors"),
                MessageKind::Warning => (found, "warnings"),
                MessageKind::Bogus => (!found, "bogus messages"),
            };
            let line = message.line.map_or(String::new(), |l| l.to_string());
            let what = format!("{} {} (test for {kind}, line {line})", self.name, message.comment);
            self.judge_known(message.directive_line, good, message.xfail, what, || {
                near_line(output, message.line)
            });
        }
        text
    }

    /// Drops what accompanies messages without being one, and judges blocks and free patterns.
    pub(super) fn prune(&mut self, mut text: String) -> String {
        let test = self.test;
        let blank = text.matches("\n\n").count();
        if blank > 0 && !test.blank_lines_allowed {
            let what = format!("{}{blank} blank line(s) in output", self.spaced_name());
            self.fail(what, || text.clone());
        }
        for regexp in &test.regexps {
            let found = remove_first(&regexp.regex, &mut text);
            let how = if found { "was found" } else { "not found" };
            let shown = regexp.text.replace('\n', "\\n");
            let what =
                format!("{}dg-regexp {} {how}: \"{shown}\"", self.spaced_name(), regexp.line);
            self.judge_at(regexp.line, found, false, what, || text.clone());
        }
        let notes_too = !test.judges_notes();
        text = text
            .split('\n')
            .filter(|line| !accompanies(line, notes_too))
            .collect::<Vec<_>>()
            .join("\n");
        if test.nn_line_numbers {
            text = hide_margins(&text);
        }
        for (i, block) in test.multiline.iter().enumerate() {
            let pattern = block_pattern(block, i == 0);
            let regex = Regex::new(&at_lines(&pattern));
            let found = regex.is_ok_and(|regex| remove_first(&regex, &mut text));
            let how = if found { "was found" } else { "not found" };
            let shown = pattern.replace('\n', "\\n");
            let what = format!(
                "{}expected multiline pattern lines {}-{} {how}: \"{shown}\"",
                self.spaced_name(),
                block.first_line,
                block.last_line
            );
            self.judge_known(block.first_line, found, block.xfail, what, || text.clone());
        }
        for pattern in &test.prune {
            remove_all(pattern, &mut text);
        }
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        lines.join("\n")
    }

    /// Is the first result of the test known to be a failure? Asked once.
    pub(super) fn first_is_xfail(&mut self) -> bool {
        if std::mem::replace(&mut self.judged_one, true) {
            return false;
        }
        self.test.xfail_first.as_ref().is_some_and(|condition| {
            flags_match(&condition.include, &condition.exclude, &self.test.options) == Ok(true)
        })
    }
}

/// The text from `internal compiler error` to the end of its line.
fn internal_error(text: &str) -> Option<&str> {
    let at = text.find("nternal compiler error")?.checked_sub(1)?;
    let line = text.get(at..)?.lines().next()?;
    line.starts_with(['i', 'I']).then_some(line)
}

/// The output without the report of an internal error.
fn without_internal_error(text: &str) -> String {
    let Some(at) = text.find(": internal compiler error:") else { return text.to_string() };
    let from = text[..at].rfind('\n').unwrap_or(0);
    let to = text[at..].find("\nSee ").map_or(text.len(), |i| at + i + 1);
    let to = text[to..].find('\n').map_or(text.len(), |i| to + i);
    format!("{}{}", &text[..from], &text[to..])
}

/// The messages on or next to a line of the source; all if there are none.
fn near_line(output: &str, line: Option<i64>) -> String {
    let Some(line) = line else { return output.to_string() };
    let marks = [line.saturating_sub(1), line, line.saturating_add(1)].map(|l| format!(":{l}:"));
    let near: Vec<&str> =
        output.lines().filter(|text| marks.iter().any(|mark| text.contains(mark))).collect();
    if near.is_empty() {
        let all = output.lines().count();
        return format!("no message near line {line}, {all} lines of output\n{output}");
    }
    near.join("\n")
}
