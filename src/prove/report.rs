//! What is printed: each answer that is no proof, and a table by pass; or everything as JSON.

use super::Record;
use dumps::{put, putln};
use prove::Answer;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Answers of a pass.
#[derive(Default)]
struct Row {
    proved: u32,
    bounded: u32,
    refuted: u32,
    unknown: u32,
}

/// The answers as text.
pub fn text(file: &str, records: &[Record]) -> String {
    let mut out = String::new();
    let mut order: Vec<&str> = Vec::new();
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let mut reasons: BTreeMap<&str, u32> = BTreeMap::new();
    for record in records {
        let Record { function, pass, answer, .. } = record;
        if !matches!(answer, Answer::Proved | Answer::ProvedFor(_)) {
            putln!(out, "{file}: {function}: {pass}: {answer}");
        }
        if !rows.contains_key(pass.as_str()) {
            order.push(pass);
        }
        let row = rows.entry(pass).or_default();
        match answer {
            Answer::Proved => row.proved += 1,
            Answer::ProvedFor(_) => row.bounded += 1,
            Answer::Refuted(_) => row.refuted += 1,
            Answer::Unknown(why) => {
                row.unknown += 1;
                *reasons.entry(why).or_default() += 1;
            }
        }
    }
    let head = format!(
        "{:<16} {:>8} {:>8} {:>8} {:>8} {:>8}\n",
        "pass", "changes", "proved", "bounded", "refuted", "unknown"
    );
    out.push_str(&head);
    let mut all = Row::default();
    let mut line = |name: &str, row: &Row| {
        let Row { proved, bounded, refuted, unknown } = row;
        let changes = proved + bounded + refuted + unknown;
        putln!(out, "{name:<16} {changes:>8} {proved:>8} {bounded:>8} {refuted:>8} {unknown:>8}");
    };
    for pass in order {
        let row = &rows[pass];
        line(pass, row);
        all.proved += row.proved;
        all.bounded += row.bounded;
        all.refuted += row.refuted;
        all.unknown += row.unknown;
    }
    line("all", &all);
    for (why, count) in reasons {
        putln!(out, "unknown: {count} {why}");
    }
    out
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if u32::from(c) < 32 => {
                put!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The answers as JSON: a list of objects.
pub fn json(file: &str, records: &[Record]) -> String {
    let object = |record: &Record| {
        let Record { function, pass, answer, loops, seconds, .. } = record;
        let (file, function, pass) = (quoted(file), quoted(function), quoted(pass));
        let (word, text) = (quoted(answer.word()), quoted(&answer.to_string()));
        format!(
            "  {{\"file\": {file}, \"function\": {function}, \"pass\": {pass}, \"answer\": {word}, \
             \"text\": {text}, \"loops\": {loops}, \"seconds\": {seconds:.3}}}"
        )
    };
    let all: Vec<String> = records.iter().map(object).collect();
    format!("[\n{}\n]\n", all.join(",\n"))
}
