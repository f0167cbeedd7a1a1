//! The checks of `dg-final`: scans of dumps, of assembly and of files.

use super::{Outcome, Status};
use crate::directives::FinalCheck;
use crate::directives::tcl::{Word, glob_match};
use crate::tcl_regex::Regex;
use std::fs;
use std::path::Path;

/// What a scan does with the number of matches.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Some,
    None,
    Times,
}

/// Where a scan looks.
enum Subject {
    /// A dump of the kind with this letter; the word is `tree`, `rtl`, `ipa`, `lang`.
    Dump(&'static str),
    Assembler,
    File,
    /// Assembly, for a symbol being hidden.
    Hidden,
}

/// Evaluates a check on the files in `dir` that the compilation of `source` left. What is not a scan
/// (`cleanup-…`) has no outcome.
pub(super) fn evaluate(
    check: &FinalCheck,
    test_name: &str,
    source: &Path,
    dir: &Path,
) -> Option<Outcome> {
    let [command, args @ ..] = check.words.as_slice() else { return None };
    let command = command.text.as_str();
    if command.starts_with("cleanup-") || command == "remove-build-file" {
        return None;
    }
    let outcome = |status, what: String, detail: String| {
        Some(Outcome { status, name: format!("{test_name} {what}"), detail })
    };
    let Some((subject, mode)) = classify(command) else {
        return outcome(Status::Unsupported, command.to_string(), String::new());
    };
    let scan = match Scan::new(command, &subject, mode, args) {
        Ok(scan) => scan,
        Err(e) => return outcome(Status::Error, format!("{command}: {e}"), String::new()),
    };
    let text = match scan.text(&subject, source, dir) {
        Ok(text) => text,
        Err(e) => return outcome(Status::Unresolved, scan.what, e),
    };
    match scan.count(&text) {
        Err(e) => outcome(Status::Error, format!("{}: {e}", scan.what), String::new()),
        Ok(n) => {
            let good = match mode {
                Mode::Some => n > 0,
                Mode::None => n == 0,
                Mode::Times => Some(n) == scan.times,
            };
            let status = Status::judged(good, check.xfail);
            let detail = match status {
                s if !s.is_bad() => String::new(),
                _ => format!("pattern found {n} times"),
            };
            outcome(status, scan.what, detail)
        }
    }
}

/// Splits the name of a scan: `scan-tree-dump-dem-not` into where it looks and what it wants.
fn classify(command: &str) -> Option<(Subject, Mode)> {
    let rest = command.strip_prefix("scan-")?;
    let (rest, mode) = if let Some(r) = rest.strip_suffix("-times") {
        (r, Mode::Times)
    } else if let Some(r) = rest.strip_suffix("-not") {
        (r, Mode::None)
    } else {
        (rest, Mode::Some)
    };
    let subject = match rest.strip_suffix("-dem").unwrap_or(rest) {
        "tree-dump" => Subject::Dump("tree"),
        "rtl-dump" => Subject::Dump("rtl"),
        "ipa-dump" => Subject::Dump("ipa"),
        "lang-dump" => Subject::Dump("lang"),
        "assembler" => Subject::Assembler,
        "file" => Subject::File,
        "hidden" => Subject::Hidden,
        "not-hidden" => return Some((Subject::Hidden, Mode::None)),
        _ => return None,
    };
    Some((subject, mode))
}

/// A scan with its arguments.
struct Scan {
    regex: Regex,
    times: Option<usize>,
    /// The pass of a dump, or the name of a file.
    place: String,
    /// The check as DejaGnu prints it.
    what: String,
}

impl Scan {
    fn new(command: &str, subject: &Subject, mode: Mode, args: &[Word]) -> Result<Scan, String> {
        let mut args = args.iter().map(|w| w.text.as_str());
        let mut next = || args.next().ok_or("too few arguments");
        let file = if matches!(subject, Subject::File) { next()? } else { "" };
        let written = next()?;
        let pattern = match subject {
            Subject::Hidden => format!("hidden[ \t_]*{written}"),
            _ => written.to_string(),
        };
        let times = match mode {
            Mode::Times => Some(next()?.parse().map_err(|_| "the count is not a number")?),
            _ => None,
        };
        let place = match subject {
            Subject::Dump(_) => next()?,
            _ => file,
        };
        let printable = printable(&pattern);
        let count = times.map_or(String::new(), |n| format!(" {n}"));
        let what = match subject {
            Subject::Dump(_) => format!("{command} {place} \"{printable}\"{count}"),
            _ => format!("{command} {printable}{count}"),
        };
        let regex = Regex::new(&pattern).map_err(|e| e.to_string())?;
        Ok(Scan { regex, times, place: place.to_string(), what })
    }

    /// `regexp -inline -all` lists a match and each of its groups: DejaGnu counts them all.
    fn count(&self, text: &str) -> Result<usize, String> {
        if self.times.is_none() {
            return self.regex.is_match(text).map(usize::from).map_err(|e| e.to_string());
        }
        let n = self.regex.count(text).map_err(|e| e.to_string())?;
        Ok(n * (1 + self.regex.groups()))
    }

    fn text(&self, subject: &Subject, source: &Path, dir: &Path) -> Result<String, String> {
        let base = source.file_name().unwrap_or_default().to_string_lossy();
        let stem = source.file_stem().unwrap_or_default().to_string_lossy();
        let name = match subject {
            Subject::Dump(kind) => {
                let letter = &kind[..1];
                let pattern = format!("{base}.[0-9][0-9][0-9]{letter}.{}", self.place);
                single_match(dir, &pattern)?
            }
            Subject::Assembler | Subject::Hidden => format!("{stem}.s"),
            Subject::File => self.place.clone(),
        };
        let bytes = fs::read(dir.join(&name)).map_err(|_| format!("{name} does not exist"))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The one file of `dir` whose name matches.
fn single_match(dir: &Path, pattern: &str) -> Result<String, String> {
    let entries = fs::read_dir(dir).map_err(|e| e.to_string())?;
    let mut names = entries
        .filter_map(|e| e.ok()?.file_name().into_string().ok())
        .filter(|n| glob_match(pattern, n));
    match (names.next(), names.next()) {
        (Some(name), None) => Ok(name),
        (None, _) => Err("dump file does not exist".into()),
        _ => Err("multiple dump files found".into()),
    }
}

/// The pattern with its control characters made visible, as DejaGnu prints it.
fn printable(pattern: &str) -> String {
    pattern.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::ScratchDir;
    use crate::directives::tcl::words;
    use rstest::rstest;

    #[rstest]
    #[case(r#"scan-tree-dump "x_\[0-9\]" "fre1""#, r#"PASS: t scan-tree-dump fre1 "x_[0-9]""#)]
    #[case(r#"scan-tree-dump-not "x" "fre1""#, r#"FAIL: t scan-tree-dump-not fre1 "x""#)]
    #[case(r#"scan-tree-dump-times "x" 2 "fre1""#, r#"PASS: t scan-tree-dump-times fre1 "x" 2"#)]
    #[case(
        r#"scan-tree-dump-times "(x)" 2 "fre1""#,
        r#"FAIL: t scan-tree-dump-times fre1 "(x)" 2"#
    )]
    #[case(r#"scan-tree-dump "x" "fre2""#, r#"UNRESOLVED: t scan-tree-dump fre2 "x""#)]
    #[case(r#"scan-tree-dump "x" "fre*""#, r#"PASS: t scan-tree-dump fre* "x""#)]
    #[case(r#"scan-assembler "\tret""#, r"PASS: t scan-assembler \tret")]
    #[case(r#"scan-assembler-times "ret" 3"#, "FAIL: t scan-assembler-times ret 3")]
    #[case(r#"scan-tree-dump "(" "fre1""#, "ERROR: t scan-tree-dump: parentheses () not balanced")]
    #[case(r#"scan-tree-dump "x""#, "ERROR: t scan-tree-dump: too few arguments")]
    #[case(r#"gdb-test 1"#, "UNSUPPORTED: t gdb-test")]
    fn scans(#[case] check: &str, #[case] expected: &str) {
        let dir = ScratchDir::new().unwrap();
        fs::write(dir.path().join("a.c.039t.fre1"), "x_1 = x_2;\n").unwrap();
        fs::write(dir.path().join("a.s"), "f:\n\tret\n").unwrap();
        let check = FinalCheck { words: words(check).unwrap(), xfail: false };
        let outcome = evaluate(&check, "t", Path::new("q/a.c"), dir.path()).unwrap();
        assert_eq!(outcome.to_string(), expected);
    }
}
