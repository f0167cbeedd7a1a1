//! Scans of dumps, of assembly and of files: `scan-tree-dump-times` and its family.

use super::nearest;
use super::run::TestRun;
use super::{Outcome, Status};
use crate::directives::FinalCheck;
use crate::directives::selector::Verdict;
use crate::directives::tcl::{Word, glob_match};
use crate::tcl_regex::Regex;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a scan does with the number of matches.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Some,
    None,
    Times,
}

/// Where a scan looks.
#[derive(Clone, Copy, PartialEq)]
enum Subject {
    /// A dump: `tree`, `rtl`, `ipa`, `lang`, and what follows the number in its name.
    Dump(&'static str, &'static str),
    Assembler,
    /// A file of that name, which is the first argument.
    File,
    /// Assembly, for a symbol being hidden.
    Hidden,
    /// The file of `-fstack-usage`.
    StackUsage,
    /// The symbols of the object or program.
    Symbols,
}

/// What a scan is, by its name.
#[derive(Clone, Copy)]
struct Kind {
    subject: Subject,
    mode: Mode,
    /// C++ names are shown as the source has them.
    demangled: bool,
}

/// Splits the name of a scan: `scan-tree-dump-dem-not` into where it looks and what it wants.
fn classify(command: &str) -> Option<Kind> {
    let rest = command.strip_prefix("scan-")?;
    if rest == "not-hidden" {
        return Some(Kind { subject: Subject::Hidden, mode: Mode::None, demangled: false });
    }
    let (rest, mode) = if let Some(r) = rest.strip_suffix("-times") {
        (r, Mode::Times)
    } else if let Some(r) = rest.strip_suffix("-not") {
        (r, Mode::None)
    } else {
        (rest, Mode::Some)
    };
    let (place, demangled) = match rest.strip_suffix("-dem") {
        Some(place) => (place, true),
        None => (rest, false),
    };
    let subject = match place {
        "tree-dump" => Subject::Dump("tree", "t"),
        "rtl-dump" => Subject::Dump("rtl", "r"),
        "ipa-dump" => Subject::Dump("ipa", "i"),
        "lang-dump" => Subject::Dump("lang", "l"),
        "assembler" => Subject::Assembler,
        "file" => Subject::File,
        "hidden" => Subject::Hidden,
        "stack-usage" => Subject::StackUsage,
        "symbol" => Subject::Symbols,
        _ => return None,
    };
    let possible = match subject {
        Subject::Dump(..) => !(demangled && mode == Mode::Times),
        Subject::Assembler => !(demangled && mode == Mode::Times),
        Subject::File => !demangled,
        _ => !demangled && mode != Mode::Times,
    };
    possible.then_some(Kind { subject, mode, demangled })
}

/// A scan with its arguments.
struct Scan<'a> {
    kind: Kind,
    pattern: String,
    regex: Regex,
    times: Option<usize>,
    /// The pass of a dump, or the name of a file.
    place: &'a str,
    selector: Option<&'a Word>,
    /// The check as DejaGnu prints it.
    what: String,
}

impl<'a> Scan<'a> {
    fn new(command: &str, kind: Kind, args: &'a [Word]) -> Result<Scan<'a>, String> {
        let Kind { subject, mode, .. } = kind;
        let file = usize::from(subject == Subject::File);
        let count = usize::from(mode == Mode::Times);
        let pass = usize::from(matches!(subject, Subject::Dump(..)));
        let needed = file + 1 + count + pass;
        if args.len() < needed {
            return Err(format!("{command}: too few arguments"));
        }
        if args.len() > needed + 1 {
            return Err(format!("{command}: too many arguments"));
        }
        let written = args[file].text.as_str();
        let pattern = match subject {
            Subject::Hidden => format!("hidden[ \t_]*{written}"),
            _ => written.to_string(),
        };
        let times = if count == 1 { args[file + 1].text.as_str() } else { "" };
        let place = match subject {
            Subject::Dump(..) => args[needed - 1].text.as_str(),
            _ => args[0].text.as_str(),
        };
        let shown = printable(&pattern);
        let after = if count == 1 { format!(" {times}") } else { String::new() };
        let what = match subject {
            Subject::Dump(..) => {
                format!("{command} {place} \"{shown}\"{after}")
            }
            Subject::Symbols => format!("  {command} {written}"),
            _ => format!("{command} {shown}{after}"),
        };
        let regex = Regex::new(&pattern)
            .map_err(|e| format!("couldn't compile regular expression pattern: {e}"))?;
        let times = (count == 1).then(|| times.trim().parse().unwrap_or(usize::MAX));
        Ok(Scan { kind, pattern, regex, times, place, selector: args.get(needed), what })
    }

    /// `regexp -inline -all` lists a match and each of its groups: DejaGnu counts them all.
    fn count(&self, text: &str) -> Result<usize, String> {
        if self.times.is_none() {
            return self.regex.is_match(text).map(usize::from).map_err(|e| e.to_string());
        }
        let n = self.regex.count(text).map_err(|e| e.to_string())?;
        Ok(n * (1 + self.regex.groups()))
    }

    /// The name of the file that is scanned.
    fn file_name(&self, source: &Path, dir: &Path) -> Result<String, String> {
        let base = source.file_name().unwrap_or_default().to_string_lossy();
        let stem = source.file_stem().unwrap_or_default().to_string_lossy();
        match self.kind.subject {
            Subject::Dump(_, letter) => {
                single_match(dir, &format!("{base}.[0-9][0-9][0-9]{letter}.{}", self.place))
            }
            Subject::Assembler | Subject::Hidden => Ok(format!("{stem}.s")),
            Subject::StackUsage => Ok(format!("{stem}.su")),
            Subject::File => Ok(self.place.to_string()),
            Subject::Symbols => ["exe", "o"]
                .iter()
                .map(|suffix| format!("{stem}.{suffix}"))
                .find(|name| dir.join(name).exists())
                .ok_or_else(|| "there is neither object nor program".to_string()),
        }
    }

    fn text(&self, path: &Path, triplet: &str) -> Result<String, String> {
        let missing = || format!("{} does not exist", path.display());
        if self.kind.subject == Subject::Symbols {
            return output_of("nm", path, triplet);
        }
        if self.kind.demangled {
            return output_of("c++filt", path, triplet);
        }
        let bytes = fs::read(path).map_err(|_| missing())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// What one of the binary utilities makes of a file. Those that begin with `c` read it as text.
pub(super) fn output_of(tool: &str, path: &Path, triplet: &str) -> Result<String, String> {
    let machine = triplet.split('-').next().unwrap_or_default();
    let names = [format!("{machine}-linux-gnu-{tool}"), tool.to_string()];
    let names = if tool == "c++filt" { &names[1..] } else { &names[..] };
    for name in names {
        let mut command = Command::new(name);
        if tool == "c++filt" {
            let file =
                fs::File::open(path).map_err(|_| format!("{} does not exist", path.display()))?;
            command.stdin(file);
        } else {
            command.stdin(Stdio::null()).arg(path);
        }
        if let Ok(output) = command.output() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
    }
    Err(format!("{tool} is not installed"))
}

/// Evaluates a scan on the files that the compilation left. False if the check is none.
pub(super) fn evaluate(run: &mut TestRun<'_>, check: &FinalCheck) -> Result<bool, String> {
    let [command, args @ ..] = check.words.as_slice() else { return Ok(true) };
    let Some(kind) = classify(&command.text) else { return Ok(false) };
    let scan = Scan::new(&command.text, kind, args)?;
    let Some(xfail) = run.selected(scan.selector)? else { return Ok(true) };
    let name = format!("{}{}", run.spaced_name(), scan.what);
    let place = run.place(check.line);
    let file = scan.file_name(run.path, run.scratch.path());
    let path = file.map(|file| run.scratch.path().join(file));
    let text = path
        .as_ref()
        .map_err(Clone::clone)
        .and_then(|path| scan.text(path, run.config.target.triplet()));
    let text = match text {
        Ok(text) => text,
        Err(why) => {
            let why = why_nothing(run, &scan, &why);
            run.outcomes.push(Outcome {
                status: Status::Unresolved,
                name,
                detail: format!("{place}\n{why}"),
            });
            return Ok(true);
        }
    };
    let n = scan.count(&text)?;
    let good = match kind.mode {
        Mode::Some => n > 0,
        Mode::None => n == 0,
        Mode::Times => Some(n) == scan.times,
    };
    run.judge(good, xfail, name, || {
        let file = path.map(|p| p.display().to_string()).unwrap_or_default();
        format!("{place}\nin: {file}{}", explain(&scan, n, &text))
    });
    Ok(true)
}

/// Why there is nothing to scan: a pass that the compiler lacks, one that wrote nothing, no compilation.
fn why_nothing(run: &TestRun<'_>, scan: &Scan<'_>, why: &str) -> String {
    let Subject::Dump(kind, _) = scan.kind.subject else { return why.to_string() };
    let pass = scan.place;
    let lacking = run.config.missing_passes.iter().any(|missing| {
        missing.strip_prefix(kind).and_then(|m| m.strip_prefix('-')).is_some_and(|missing| {
            missing == pass || missing.trim_end_matches(|c: char| c.is_ascii_digit()) == pass
        })
    });
    if lacking {
        return format!("Gimlet has no pass {pass}");
    }
    let asked = format!("-fdump-{kind}-");
    if !run.test.options.iter().any(|o| o.starts_with(&asked) || o.starts_with("-d")) {
        return format!("{why}: no option asks for it");
    }
    format!("{why}: {pass} did not run, or wrote nothing")
}

/// What a failed scan found instead.
fn explain(scan: &Scan<'_>, found: usize, text: &str) -> String {
    let wanted = nearest::wanted(&scan.pattern);
    match scan.kind.mode {
        Mode::Some => {
            let closest = nearest::lines(&scan.pattern, text);
            format!("\n{wanted}\nfound nowhere{closest}")
        }
        Mode::None => format!("\n{wanted}, nowhere{}", nearest::matches(&scan.regex, text)),
        Mode::Times => {
            let times = scan.times.unwrap_or_default();
            let shown = if found > 0 {
                nearest::matches(&scan.regex, text)
            } else {
                nearest::lines(&scan.pattern, text)
            };
            format!("\n{wanted}, {times} times\nfound {found} times{shown}")
        }
    }
}

impl TestRun<'_> {
    /// Evaluates the selector of a check: `None` if the check does not apply, or whether it is known to fail.
    pub(super) fn selected(&self, selector: Option<&Word>) -> Result<Option<bool>, String> {
        let Some(selector) = selector else { return Ok(Some(false)) };
        Ok(match self.config.target.verdict(&selector.text, &self.test.options)? {
            Verdict::Skip => None,
            Verdict::Apply => Some(false),
            Verdict::ExpectFail => Some(true),
        })
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
pub(super) fn printable(pattern: &str) -> String {
    pattern.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

#[cfg(test)]
mod tests;
