//! `check-function-bodies`: the assembly of whole functions against what stands in comments of the test.
//!
//! A block of comment lines with a prefix begins with a label, `** f:`; the lines below are expressions for lines of
//! the function, `...` for any number of lines, and `(`, `|`, `)` on lines of their own for alternatives. The
//! terminator, `*/` unless the directive names another, ends the block.

use super::run::TestRun;
use super::{Status, nearest};
use crate::compare::unified_diff;
use crate::directives::FinalCheck;
use crate::directives::selector::Verdict;
use crate::directives::tcl::Word;
use crate::tcl_regex::Regex;
use rustc_hash::FxHashMap;

/// An expected body.
struct Block {
    name: String,
    verdict: Verdict,
    /// The expression that the function's lines together match.
    pattern: String,
    /// The lines of the test, from the one after the label to the one before the terminator, counted from 0.
    lines: std::ops::Range<usize>,
    written: Vec<String>,
}

/// The functions of an assembly file: name, and lines without labels' and directives' noise.
fn functions(assembly: &str) -> FxHashMap<&str, Vec<&str>> {
    let mut found = FxHashMap::default();
    let mut current: Option<(&str, Vec<&str>)> = None;
    for line in assembly.lines() {
        let label = line.strip_suffix(':').filter(|name| {
            name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && name.len() > 1
                && !name.contains(char::is_whitespace)
        });
        if let Some(name) = label {
            current = Some((name, Vec::new()));
            continue;
        }
        let Some((name, lines)) = &mut current else { continue };
        let text = line.trim_start();
        if text.starts_with(".size") {
            found.insert(*name, std::mem::take(lines));
            current = None;
        } else if !(text.starts_with('.') || text.starts_with("//") || text.starts_with('@')) {
            lines.push(line);
        }
    }
    found
}

/// The expected bodies in a test.
fn blocks(run: &TestRun<'_>, prefix: &str, terminator: &str) -> Result<Vec<Block>, String> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for (i, line) in run.source.lines().enumerate() {
        if let Some(rest) = line.strip_prefix(prefix) {
            let rest = rest.trim();
            match &mut open {
                None => open = Some(begin(run, rest, i)?),
                Some(block) => {
                    match rest {
                        "(" => block.pattern.push_str("(?:"),
                        "|" | ")" => block.pattern.push_str(rest),
                        "..." => block.pattern.push_str(".*"),
                        _ => block.pattern.push_str(&format!("\t{rest}\n")),
                    }
                    block.written.push(rest.to_string());
                }
            }
        } else if line.starts_with(terminator)
            && let Some(mut block) = open.take()
        {
            block.lines.end = i;
            found.push(block);
        }
    }
    match (open, found.is_empty()) {
        (Some(_), _) => Err(format!("check-function-bodies: missing \"{terminator}\"")),
        (None, true) => Err("check-function-bodies: no matches found".into()),
        _ => Ok(found),
    }
}

/// A block by its first line: `f:`, or `f: { target … }`.
fn begin(run: &TestRun<'_>, text: &str, at: usize) -> Result<Block, String> {
    let mut label = text;
    let mut verdict = Verdict::Apply;
    if let Some(inner) = text.strip_suffix('}')
        && let Some(open) = inner.find('{')
    {
        label = inner[..open].trim_end();
        verdict = run.config.target.verdict(&inner[open + 1..], &run.test.options)?;
    }
    let name = label.strip_suffix(':').filter(|name| !name.contains(char::is_whitespace));
    let Some(name) = name.filter(|name| !name.is_empty()) else {
        let line = at + 1;
        return Err(format!("check-function-bodies: line {line} does not have a function label"));
    };
    let (name, lines) = (name.to_string(), at + 1..at + 1);
    Ok(Block { name, verdict, pattern: String::new(), lines, written: Vec::new() })
}

/// Judges the functions of a test.
pub(super) fn check(run: &mut TestRun<'_>, check: &FinalCheck) -> Result<(), String> {
    let args: &[Word] = &check.words[1..];
    if args.len() < 2 {
        return Err("too few arguments to check-function-bodies".into());
    }
    if args.len() > 4 {
        return Err("too many arguments to check-function-bodies".into());
    }
    let required = args.get(2).map_or("", |w| w.text.as_str());
    let given = |flag: &str| run.test.options.iter().any(|o| o == flag);
    if let Some(word) = required.split_whitespace().find(|w| ["target", "xfail"].contains(w)) {
        return Err(format!("misplaced {word} in check-function-bodies"));
    }
    if !required.split_whitespace().all(given) {
        return Ok(());
    }
    let Some(all_xfail) = run.selected(args.get(3))? else { return Ok(()) };
    let (prefix, terminator) = (args[0].text.as_str(), args[1].text.as_str());
    let terminator = if terminator.is_empty() { "*/" } else { terminator };
    let stem = run.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let assembly = std::fs::read_to_string(run.scratch.path().join(format!("{stem}.s"))).ok();
    let bodies = assembly.as_deref().map(functions);
    let mut wrong = Vec::new();
    for block in blocks(run, prefix, terminator)? {
        if block.verdict == Verdict::Skip {
            continue;
        }
        let xfail = all_xfail || block.verdict == Verdict::ExpectFail;
        let name = format!("{}check-function-bodies {}", run.spaced_name(), block.name);
        let place = run.place(check.line);
        let Some(bodies) = &bodies else {
            run.record(Status::Unresolved, name, || format!("{place}\n{stem}.s does not exist"));
            continue;
        };
        let lines = bodies.get(block.name.as_str());
        let body: String = lines.into_iter().flatten().map(|l| format!("{l}\n")).collect();
        let regex = Regex::new(&format!("^(?:{})$", block.pattern)).map_err(|e| e.to_string())?;
        let good = lines.is_some() && regex.is_match(&body).map_err(|e| e.to_string())?;
        run.judge(good, xfail, name, || format!("{place}{}", explain(&block, lines)));
        // What is expected of a function that is not there stays: it may have been renamed.
        if !good && !xfail && lines.is_some() {
            let actual = lines.into_iter().flatten().map(|l| format!("{prefix}{l}"));
            wrong.push((block.lines, actual.collect::<Vec<_>>()));
        }
    }
    if run.config.bless && bodies.is_some() && !wrong.is_empty() {
        bless(run, wrong)?;
    }
    Ok(())
}

/// How the function differs from its description.
fn explain(block: &Block, lines: Option<&Vec<&str>>) -> String {
    let Some(lines) = lines else { return format!("\nthere is no function {}", block.name) };
    let actual: Vec<String> = lines.iter().map(|l| l.trim().to_string()).collect();
    format!("\n{}\n{}", nearest::wanted(&block.pattern), unified_diff(&block.written, &actual))
}

/// Writes the bodies that are there to where the expected ones stand.
fn bless(
    run: &TestRun<'_>,
    wrong: Vec<(std::ops::Range<usize>, Vec<String>)>,
) -> Result<(), String> {
    let mut lines: Vec<String> = run.source.split('\n').map(str::to_string).collect();
    for (range, actual) in wrong.into_iter().rev() {
        // A literal line must match as an expression.
        let escaped = actual.iter().map(|line| {
            let special = |c: char| "\\()[]{}.*+?^$|".contains(c);
            let (head, tail) = line.split_at(line.find('\t').unwrap_or(0));
            let tail: String = tail
                .chars()
                .flat_map(|c| special(c).then_some('\\').into_iter().chain([c]))
                .collect();
            format!("{head}{tail}")
        });
        lines.splice(range, escaped.collect::<Vec<_>>());
    }
    std::fs::write(run.path, lines.join("\n"))
        .map_err(|e| format!("cannot write {}: {e}", run.path.display()))
}
