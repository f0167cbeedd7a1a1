//! What is printed: each answer that is no proof, and a table by pass; or everything as JSON.

use super::prover::Record;
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

/// Answers by pass, and why some are not known.
#[derive(Default)]
pub struct Table {
    /// In the order in which the passes were first seen.
    rows: Vec<(String, Row)>,
    reasons: BTreeMap<String, u32>,
}

impl Table {
    pub fn add(&mut self, records: &[Record]) {
        for Record { pass, answer, .. } in records {
            let known = self.rows.iter().position(|(name, _)| name == pass);
            let index = known.unwrap_or_else(|| {
                self.rows.push((pass.clone(), Row::default()));
                self.rows.len() - 1
            });
            let row = &mut self.rows[index].1;
            match answer {
                Answer::Proved => row.proved += 1,
                Answer::ProvedFor(_) => row.bounded += 1,
                Answer::Refuted(_) => row.refuted += 1,
                Answer::Unknown(why) => {
                    row.unknown += 1;
                    *self.reasons.entry(why.clone()).or_default() += 1;
                }
            }
        }
    }

    pub fn text(&self) -> String {
        let mut out = format!(
            "{:<16} {:>8} {:>8} {:>8} {:>8} {:>8}\n",
            "pass", "changes", "proved", "bounded", "refuted", "unknown"
        );
        let mut all = Row::default();
        let mut line = |name: &str, row: &Row| {
            let Row { proved, bounded, refuted, unknown } = row;
            let changes = proved + bounded + refuted + unknown;
            putln!(
                out,
                "{name:<16} {changes:>8} {proved:>8} {bounded:>8} {refuted:>8} {unknown:>8}"
            );
        };
        for (pass, row) in &self.rows {
            line(pass, row);
            all.proved += row.proved;
            all.bounded += row.bounded;
            all.refuted += row.refuted;
            all.unknown += row.unknown;
        }
        line("all", &all);
        for (why, count) in &self.reasons {
            putln!(out, "unknown: {count} {why}");
        }
        out
    }
}

/// An answer, and what is known beside it.
pub fn answer(record: &Record) -> String {
    let Record { file, function, pass, answer, .. } = record;
    let mut out = format!("{file}: {function}: {pass}: {answer}\n");
    match record.emulated {
        Some(true) => out.push_str("    compiled and run, both differ as well\n"),
        Some(false) => out.push_str("    compiled and run, both do the same\n"),
        None => {}
    }
    for fact in &record.given {
        putln!(out, "    given: {fact}");
    }
    if let Some(change) = &record.change {
        putln!(out, "    {change}");
    }
    if let Some(reduced) = &record.reduced {
        putln!(out, "the same in less:\n{}", reduced.trim_end());
    }
    out
}

/// The answers that are no proof, as text.
pub fn answers(records: &[Record]) -> String {
    let is_open =
        |record: &&Record| !matches!(record.answer, Answer::Proved | Answer::ProvedFor(_));
    records.iter().filter(is_open).map(answer).collect()
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

/// A record as a JSON object.
pub fn object(record: &Record) -> String {
    let Record { file, function, pass, answer, loops, seconds, .. } = record;
    let (file, function, pass) = (quoted(file), quoted(function), quoted(pass));
    let (word, text) = (quoted(answer.word()), quoted(&answer.to_string()));
    let mut out = format!(
        "  {{\"file\": {file}, \"function\": {function}, \"pass\": {pass}, \"answer\": {word}, \
         \"text\": {text}, \"loops\": {loops}, \"seconds\": {seconds:.3}"
    );
    if let Some(emulated) = record.emulated {
        put!(out, ", \"differs when run\": {emulated}");
    }
    for (key, value) in [("change", &record.change), ("reduced", &record.reduced)] {
        if let Some(value) = value {
            put!(out, ", \"{key}\": {}", quoted(value));
        }
    }
    if !record.given.is_empty() {
        let given: Vec<String> = record.given.iter().map(|fact| quoted(fact)).collect();
        put!(out, ", \"given\": [{}]", given.join(", "));
    }
    out.push('}');
    out
}
