//! `--reduce`: a file is made smaller as long as the same is refuted in it.
//!
//! A program is seen as *pieces*: declarations, functions, statements, each with the pieces in its braces. Groups of the
//! outermost are left out first, half of them, then smaller groups; then single pieces at any depth, or of a piece what
//! stands around its braces. Each trial is a run of the command, so that a compiler that breaks down does no harm.

use super::prover::Record;
use super::session::Session;
use crate::cli::Input;
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};

/// Trials at most.
const MOST_TRIALS: u32 = 600;

/// A smaller file in which the same is refuted; nothing where none was found.
pub fn reduced(session: &Session, input: &Input, record: &Record) -> Option<String> {
    let text = match &input.text {
        Some(text) => text.clone(),
        None => String::from_utf8_lossy(&std::fs::read(&input.name).ok()?).into_owned(),
    };
    let folder = std::env::temp_dir().join(format!("gimlet-reduce-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let path = folder.join("x.c");
    let mut wanted = Kind::of(&record.answer.to_string());
    let mut trials = 0;
    let smaller = smaller(&text, &mut |text| {
        trials += 1;
        if trials > MOST_TRIALS {
            return false;
        }
        let found = answers(session, input, record, (text, &path));
        let Some(found) = found.filter(|found| found.serves(wanted)) else { return false };
        wanted = found;
        true
    });
    // What is left over is no reason to fail.
    let _ = std::fs::remove_dir_all(&folder);
    (smaller.len() < text.len()).then_some(smaller)
}

/// What kind of refutation an answer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kind {
    confirmed: bool,
    undefined_only: bool,
}

impl Kind {
    fn of(answer: &str) -> Kind {
        let (how, what) = answer.split_once(": ").unwrap_or((answer, ""));
        Kind {
            confirmed: how == "refuted",
            undefined_only: what.starts_with("undefined behaviour only"),
        }
    }

    /// Whether it shows what the other does, or more.
    fn serves(self, wanted: Kind) -> bool {
        self.undefined_only == wanted.undefined_only && self.confirmed >= wanted.confirmed
    }
}

/// What is answered about the same function and pass in another text.
fn answers(
    session: &Session,
    input: &Input,
    record: &Record,
    (text, path): (&str, &Path),
) -> Option<Kind> {
    std::fs::write(path, text).ok()?;
    let mut words = session.words_for(input);
    words.retain(|word| *word != input.name);
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(["prove", "--json", "--quick"]);
    command.args(["--function", &record.function, "--pass", &record.pass]);
    if let Some(compiler) = &session.asked.compiler {
        command.args(["--compiler", compiler]);
    }
    let timeout = session.asked.config(&session.line).solver.timeout.as_secs_f64();
    command.arg(format!("--timeout={timeout}")).args(words).arg("-w").arg(path);
    let output = command.stderr(Stdio::null()).output().ok()?;
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = output.lines().find(|line| line.contains("\"answer\": \"refuted\""))?;
    let (_, text) = line.split_once("\"text\": \"")?;
    Some(Kind::of(text))
}

/// A piece of a program, and what stands in its last braces.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Piece {
    all: Range<usize>,
    inner: Option<Range<usize>>,
}

/// A smaller text for which something holds.
fn smaller(text: &str, holds: &mut dyn FnMut(&str) -> bool) -> String {
    let mut text = text.to_string();
    let mut size = pieces(&text, 0..text.len()).len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        loop {
            let outer = pieces(&text, 0..text.len());
            let Some(group) = outer.get(at..outer.len().min(at + size)) else { break };
            let (Some(first), Some(last)) = (group.first(), group.last()) else { break };
            let rest = without(&text, first.all.start..last.all.end);
            if holds(&rest) {
                text = rest;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    loop {
        let before = text.len();
        let mut at = 0;
        while let Some(piece) = at_any_depth(&text).get(at).cloned() {
            let bare = piece.inner.map(|inner| {
                let mut bare = text.clone();
                bare.replace_range(piece.all.clone(), &text[inner]);
                bare
            });
            let tries = [Some(without(&text, piece.all.clone())), bare];
            match tries.into_iter().flatten().find(|smaller| holds(smaller)) {
                Some(smaller) => text = smaller,
                None => at += 1,
            }
        }
        if text.len() == before {
            return text;
        }
    }
}

fn without(text: &str, range: Range<usize>) -> String {
    let rest = &text[range.end..];
    let rest = if range.start == 0 { rest.trim_start() } else { rest };
    format!("{}{rest}", &text[..range.start])
}

/// All pieces, each before those in it.
fn at_any_depth(text: &str) -> Vec<Piece> {
    let mut all = Vec::new();
    let mut left = Vec::from([Range { start: 0, end: text.len() }]);
    while let Some(range) = left.pop() {
        for piece in pieces(text, range) {
            left.extend(piece.inner.clone());
            all.push(piece);
        }
    }
    all.sort_by_key(|piece| (piece.all.start, usize::MAX - piece.all.end));
    all
}

/// The pieces of a part of a text: up to a semicolon, or a brace after which no declaration goes on.
fn pieces(text: &str, range: Range<usize>) -> Vec<Piece> {
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let (mut at, mut start) = (range.start, range.start);
    let (mut braces, mut parentheses) = (0_u32, 0_u32);
    let (mut open, mut inner) = (0, None);
    let mut has_parameters = false;
    while at < range.end {
        let next = after_token(bytes, at).min(range.end);
        let mut ends = false;
        match bytes[at] {
            b'(' => {
                parentheses += 1;
                has_parameters |= braces == 0;
            }
            b')' => parentheses = parentheses.saturating_sub(1),
            b'{' => {
                if braces == 0 {
                    open = next;
                }
                braces += 1;
            }
            b'}' => {
                braces = braces.saturating_sub(1);
                if braces == 0 {
                    inner = Some(open..at);
                    let head = text[start..open].trim_start();
                    let is_record = !has_parameters && !is_statement(head);
                    ends = !is_record && !head.starts_with("do");
                }
            }
            b';' => ends = braces == 0 && parentheses == 0,
            b'#' => ends = text[start..at].trim().is_empty(),
            _ => {}
        }
        if ends {
            all.push(Piece { all: start..next, inner: inner.take() });
            (start, has_parameters) = (next, false);
        }
        at = next;
    }
    if !text[start..range.end].trim().is_empty() {
        all.push(Piece { all: start..range.end, inner });
    }
    all
}

/// Whether a piece that has braces and no parentheses before them is a statement.
fn is_statement(head: &str) -> bool {
    head.starts_with('{') || head.starts_with("else") || head.starts_with("do")
}

/// Where what begins at a position ends: a string, a comment, a line of the preprocessor, or a character.
fn after_token(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let up_to = |end: &[u8], from: usize| {
        let found = rest[from..].windows(end.len()).position(|part| part == end);
        found.map_or(bytes.len(), |found| at + from + found + end.len())
    };
    match rest {
        [b'/', b'*', ..] => up_to(b"*/", 2),
        [b'/', b'/', ..] | [b'#', ..] => up_to(b"\n", 1),
        [quote @ (b'"' | b'\''), ..] => {
            let mut end = 1;
            while end < rest.len() && rest[end] != *quote {
                end += if rest[end] == b'\\' { 2 } else { 1 };
            }
            at + end + 1
        }
        _ => at + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_declarations_and_statements() {
        let text = "#define N 1\nstruct s { int a; } x;\nint f (int a)\n{\n  if (a) { a = \";}\"[0]; }\n  return a;\n}\nint y;\n";
        let outer: Vec<&str> =
            pieces(text, 0..text.len()).into_iter().map(|piece| text[piece.all].trim()).collect();
        assert_eq!(outer.len(), 4, "{outer:?}");
        assert!(outer[1].ends_with("x;") && outer[2].starts_with("int f") && outer[3] == "int y;");
        assert_eq!(at_any_depth(text).len(), 8);
    }

    #[test]
    fn what_is_not_needed_goes() {
        let text = "int a;\nint b;\nint f (void)\n{\n  int c;\n  while (1) { need (); c++; }\n}\n";
        let least = smaller(text, &mut |text| text.contains("need") && text.contains("int f"));
        assert_eq!(least.split_whitespace().collect::<String>(), "intf(void){need();}");
    }
}
