//! DejaGnu test directives: the `{ dg-… }` comments of a test file, read and evaluated.
//!
//! A test says what to do with itself:
//!
//! ```c
//! /* { dg-do compile } */
//! /* { dg-options "-O2 -fdump-tree-optimized" } */
//! int f (int a) { return a - a; }
//! /* { dg-final { scan-tree-dump-times "return 0;" 1 "optimized" } } */
//! ```
//!
//! [`read_test`] makes a [`Test`] of it: which action, with which options, which messages on which
//! lines, which checks afterwards — with target selectors already decided. As in DejaGnu a directive
//! stands on one line, between `{` and the last `}` of it. The directives are those of GCC's
//! internals manual, "Test Directives"; what a check means is in [`crate::check`].

pub mod selector;
pub mod tcl;

use crate::tcl_regex::Regex;
use rustc_hash::FxHashMap;
pub use selector::Target;
use selector::Verdict;
use tcl::{Word, shell_words, words};

/// How far a test goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// `-E`
    Preprocess,
    /// `-S`
    Compile,
    /// `-c`
    Assemble,
    /// Make a program.
    Link,
    /// Make a program and run it.
    Run,
}

/// What kind of message a directive expects, or forbids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageKind {
    /// `dg-error`
    Error,
    /// `dg-warning`, and the directives that are like it with another prefix.
    Warning,
    /// `dg-bogus`: the message must not appear.
    Bogus,
}

/// A message that some line of the compiler's output is to match.
pub struct ExpectedMessage {
    /// Which directive.
    pub kind: MessageKind,
    /// The line of the source it is reported on; `None` for any.
    pub line: Option<u32>,
    /// Matches what follows the line number.
    pub regex: Regex,
    /// The directive's comment.
    pub comment: String,
    /// It is known to fail.
    pub xfail: bool,
}

/// A check after the compilation: the command's name and arguments.
#[derive(Debug, Clone)]
pub struct FinalCheck {
    /// The words, the selector left out.
    pub words: Vec<Word>,
    /// It is known to fail.
    pub xfail: bool,
}

/// A test file, understood.
pub struct Test {
    /// What to do.
    pub action: Action,
    /// Why the test does not apply to the target, if it does not.
    pub unsupported: Option<String>,
    /// The last action (the run, or the compilation) is known to fail.
    pub xfail_action: bool,
    /// `dg-xfail-if`: the compilation is known to fail.
    pub xfail_compile: bool,
    /// The program is expected to exit with a status other than 0.
    pub should_fail: bool,
    /// Compiler options.
    pub options: Vec<String>,
    /// Further sources beside the test.
    pub additional_sources: Vec<String>,
    /// Messages.
    pub messages: Vec<ExpectedMessage>,
    /// Patterns of output lines to ignore.
    pub prune: Vec<Regex>,
    /// Blocks of output that must appear, line by line.
    pub multiline: Vec<MultilineOutput>,
    /// `dg-excess-errors`: other messages are expected, too.
    pub excess_errors: bool,
    /// Patterns of the program's output.
    pub output: Vec<(String, bool)>,
    /// `dg-final` checks.
    pub finals: Vec<FinalCheck>,
    /// Directives that could not be understood.
    pub errors: Vec<String>,
    notes_expected: bool,
}

/// What stands between `dg-begin-multiline-output` and `dg-end-multiline-output`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MultilineOutput {
    /// The lines of the test file it stands on.
    pub first_line: u32,
    /// See `first_line`.
    pub last_line: u32,
    /// The expected lines.
    pub lines: Vec<String>,
}

impl Test {
    /// Are `note:` lines part of what the test judges?
    pub fn judges_notes(&self) -> bool {
        self.notes_expected
    }
}

/// Finds the directive on a line: its name and its arguments.
fn directive_on(line: &str) -> Option<(&str, &str)> {
    let mut from = 0;
    while let Some(i) = line[from..].find('{') {
        let inner = &line[from + i + 1..];
        let body = inner.trim_start_matches([' ', '\t']);
        from += i + 1;
        if body.len() == inner.len() || !body.starts_with("dg-") {
            continue;
        }
        let name_len = body
            .find(|c: char| !(c.is_ascii_lowercase() || c == '-'))
            .filter(|&n| body[n..].starts_with([' ', '\t']))?;
        let (name, rest) = body.split_at(name_len);
        // The last ` }` of the line closes the directive.
        let close =
            rest.rmatch_indices('}').map(|(i, _)| i).find(|&i| rest[..i].ends_with([' ', '\t']))?;
        return Some((name, rest[..close].trim()));
    }
    None
}

/// Reads the directives of a test. `default_options` apply where no `dg-options` does.
pub fn read_test(source: &str, target: &Target, default_options: &[String]) -> Test {
    let mut reader = Reader {
        target,
        test: Test {
            action: Action::Compile,
            unsupported: None,
            xfail_action: false,
            xfail_compile: false,
            should_fail: false,
            options: Vec::new(),
            additional_sources: Vec::new(),
            messages: Vec::new(),
            prune: Vec::new(),
            multiline: Vec::new(),
            excess_errors: false,
            output: Vec::new(),
            finals: Vec::new(),
            errors: Vec::new(),
            notes_expected: false,
        },
        options: None,
        additional: Vec::new(),
        default_options,
        lines: FxHashMap::default(),
        multiline_start: None,
    };
    let source_lines: Vec<&str> = source.lines().collect();
    reader.collect_line_names(&source_lines);
    for (i, line) in source_lines.iter().enumerate() {
        let Some((name, arguments)) = directive_on(line) else { continue };
        let number = i as u32 + 1;
        let result =
            words(arguments).and_then(|args| reader.directive(name, &args, number, &source_lines));
        if let Err(message) = result {
            reader.test.errors.push(format!("{message} for \"{name} {number} {arguments}\""));
        }
    }
    reader.test.options = reader.all_options();
    reader.test
}

struct Reader<'a> {
    target: &'a Target,
    test: Test,
    options: Option<Vec<String>>,
    additional: Vec<String>,
    default_options: &'a [String],
    /// `dg-line` names.
    lines: FxHashMap<String, u32>,
    multiline_start: Option<u32>,
}

/// Argument `i`, or an error.
fn argument(args: &[Word], i: usize) -> Result<&str, String> {
    args.get(i).map(|w| w.text.as_str()).ok_or_else(|| "too few arguments".to_string())
}

impl Reader<'_> {
    fn all_options(&self) -> Vec<String> {
        let base = self.options.as_deref().unwrap_or(self.default_options);
        base.iter().chain(&self.additional).cloned().collect()
    }

    fn collect_line_names(&mut self, lines: &[&str]) {
        for (i, line) in lines.iter().enumerate() {
            if let Some(("dg-line", name)) = directive_on(line) {
                self.lines.insert(name.to_string(), i as u32 + 1);
            }
        }
    }

    /// The verdict of an optional selector.
    fn verdict(&self, selector: Option<&Word>) -> Result<Verdict, String> {
        match selector {
            Some(w) if !w.text.trim().is_empty() => {
                self.target.verdict(&w.text, &self.all_options())
            }
            _ => Ok(Verdict::Apply),
        }
    }

    fn skip(&mut self, why: String) {
        self.test.unsupported.get_or_insert(why);
    }

    fn directive(
        &mut self,
        name: &str,
        args: &[Word],
        line: u32,
        source: &[&str],
    ) -> Result<(), String> {
        match name {
            "dg-do" => self.set_action(args)?,
            "dg-options" => {
                if self.verdict(args.get(1))? == Verdict::Apply {
                    self.options = Some(shell_words(argument(args, 0)?));
                }
            }
            "dg-additional-options" => {
                if self.verdict(args.get(1))? == Verdict::Apply {
                    self.additional.extend(shell_words(argument(args, 0)?));
                }
            }
            "dg-additional-sources" => {
                if self.verdict(args.get(1))? == Verdict::Apply {
                    let sources = argument(args, 0)?.split_whitespace();
                    self.test.additional_sources.extend(sources.map(str::to_string));
                }
            }
            "dg-error" => self.message(MessageKind::Error, "(fatal )?error:", args, line)?,
            "dg-warning" => self.message(MessageKind::Warning, "warning:", args, line)?,
            "dg-optimized" => self.message(MessageKind::Warning, "optimized:", args, line)?,
            "dg-missed" => self.message(MessageKind::Warning, "missed:", args, line)?,
            "dg-message" => self.message(MessageKind::Warning, "", args, line)?,
            "dg-bogus" => self.message(MessageKind::Bogus, "", args, line)?,
            "dg-note" => {
                self.test.notes_expected = true;
                self.message(MessageKind::Warning, "note:", args, line)?;
            }
            "dg-prune-output" => {
                let regex = Regex::new(argument(args, 0)?).map_err(|e| e.to_string())?;
                self.test.prune.push(regex);
            }
            "dg-excess-errors" => {
                self.test.excess_errors |= self.verdict(args.get(1))? != Verdict::Skip;
            }
            "dg-output" => match self.verdict(args.get(1))? {
                Verdict::Skip => {}
                v => {
                    let pattern = argument(args, 0)?.to_string();
                    self.test.output.push((pattern, v == Verdict::ExpectFail));
                }
            },
            "dg-final" => self.add_finals(argument(args, 0)?)?,
            "dg-skip-if" => {
                if self.condition_and_flags(args)? {
                    self.skip(argument(args, 0)?.to_string());
                }
            }
            "dg-xfail-if" => self.test.xfail_compile |= self.condition_and_flags(args)?,
            "dg-xfail-run-if" => self.test.xfail_action |= self.condition_and_flags(args)?,
            "dg-shouldfail" => {
                self.test.should_fail |= args.len() < 2 || self.condition_and_flags(args)?;
            }
            "dg-begin-multiline-output" => self.multiline_start = Some(line),
            "dg-end-multiline-output" => self.end_multiline(line, source)?,
            _ => return self.requirement_or_ignored(name, args),
        }
        Ok(())
    }

    fn requirement_or_ignored(&mut self, name: &str, args: &[Word]) -> Result<(), String> {
        match name {
            "dg-require-effective-target" => {
                let property = argument(args, 0)?;
                let applies = self.verdict(args.get(1))? == Verdict::Apply;
                if applies && !self.target.has(property) {
                    self.skip(format!("requires {property}"));
                }
            }
            "dg-require-profiling"
            | "dg-require-dll"
            | "dg-require-linker-plugin"
            | "dg-require-stack-check"
            | "dg-require-iconv"
            | "dg-lto-do"
            | "dg-ice"
            | "dg-regexp"
            | "dg-locus"
            | "dg-set-compiler-env-var"
            | "dg-set-target-env-var"
            | "dg-final-use"
            | "dg-final-use-not-autofdo" => {
                self.skip(format!("{name} is not supported"));
            }
            // Facilities every GNU/Linux target has, and what only concerns DejaGnu itself.
            "dg-require-weak"
            | "dg-require-weak-override"
            | "dg-require-visibility"
            | "dg-require-alias"
            | "dg-require-ifunc"
            | "dg-require-named-sections"
            | "dg-require-fork"
            | "dg-require-mkfifo"
            | "dg-require-cxa-atexit"
            | "dg-require-ascii-locale"
            | "dg-require-host-local"
            | "dg-require-dot"
            | "dg-require-stack-size"
            | "dg-require-gc-sections"
            | "dg-require-symver"
            | "dg-add-options"
            | "dg-line"
            | "dg-timeout"
            | "dg-timeout-factor"
            | "dg-allow-blank-lines-in-output"
            | "dg-keep-saved-temps"
            | "dg-extra-ld-options"
            | "dg-suppress-ld-options"
            | "dg-lto-options"
            | "dg-do-what-default"
            | "dg-enable-nn-line-numbers"
            | "dg-check-dot" => {}
            _ => return Err("unknown directive".into()),
        }
        Ok(())
    }

    fn set_action(&mut self, args: &[Word]) -> Result<(), String> {
        let action = match argument(args, 0)? {
            "preprocess" => Action::Preprocess,
            "compile" => Action::Compile,
            "assemble" => Action::Assemble,
            "link" => Action::Link,
            "run" => Action::Run,
            other => return Err(format!("{other}: not a valid dg-do keyword")),
        };
        match self.verdict(args.get(1))? {
            // A `dg-do` that does not apply leaves an earlier one in force.
            Verdict::Skip => {
                self.test.unsupported.get_or_insert("dg-do selector".into());
                return Ok(());
            }
            Verdict::ExpectFail => self.test.xfail_action = true,
            Verdict::Apply => {}
        }
        if self.test.unsupported.as_deref() == Some("dg-do selector") {
            self.test.unsupported = None;
        }
        self.test.action = action;
        Ok(())
    }

    /// `message { targets } { options that must be there } { options that must not }`
    fn condition_and_flags(&self, args: &[Word]) -> Result<bool, String> {
        let options = self.all_options();
        if !self.target.holds(argument(args, 1)?, &options)? {
            return Ok(false);
        }
        let given = |list: &Word| -> Result<bool, String> {
            // A list element may hold several options that must all be there.
            for set in words(&list.text)? {
                let all = set
                    .text
                    .split_whitespace()
                    .all(|pattern| options.iter().any(|o| tcl::glob_match(pattern, o)));
                if set.text == "*" || all && !set.text.trim().is_empty() {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        let included = match args.get(2) {
            Some(list) if !list.text.trim().is_empty() => given(list)?,
            _ => true,
        };
        let excluded = match args.get(3) {
            Some(list) => given(list)?,
            None => false,
        };
        Ok(included && !excluded)
    }

    fn message(
        &mut self,
        kind: MessageKind,
        prefix: &str,
        args: &[Word],
        line: u32,
    ) -> Result<(), String> {
        let pattern = argument(args, 0)?;
        let mut comment = args.get(1).map_or(String::new(), |w| w.text.clone());
        let verdict = self.verdict(args.get(2))?;
        if verdict == Verdict::Skip {
            return Ok(());
        }
        let on_line = match args.get(3) {
            Some(w) => self.absolute_line(&w.text, line)?,
            None => Some(line),
        };
        if on_line.is_some_and(|l| l != line) {
            comment = format!("{comment} at line {line}");
        }
        let regex = message_regex(pattern, prefix, on_line)?;
        self.test.messages.push(ExpectedMessage {
            kind,
            line: on_line,
            regex,
            comment,
            xfail: verdict == Verdict::ExpectFail,
        });
        Ok(())
    }

    /// `7`, `.`, `.+1`, `.-2`, a `dg-line` name; 0 means anywhere.
    fn absolute_line(&self, text: &str, here: u32) -> Result<Option<u32>, String> {
        let relative = |rest: &str| -> Option<u32> {
            match rest.parse::<i64>() {
                Ok(offset) => u32::try_from(i64::from(here) + offset).ok(),
                Err(_) => rest.is_empty().then_some(here),
            }
        };
        let line = match text.strip_prefix('.') {
            Some(rest) => relative(rest),
            None => text.parse().ok().or_else(|| self.lines.get(text).copied()),
        };
        match line {
            Some(0) => Ok(None),
            Some(line) => Ok(Some(line)),
            None => Err(format!("line {text} is not defined")),
        }
    }

    fn add_finals(&mut self, script: &str) -> Result<(), String> {
        for mut command in tcl::commands(script)? {
            let is_selector = |w: &Word| {
                let text = w.text.trim_start();
                w.braced && (text.starts_with("target ") || text.starts_with("xfail "))
            };
            let selector = command.iter().position(is_selector).map(|i| command.remove(i));
            match self.verdict(selector.as_ref())? {
                Verdict::Skip => {}
                v => self
                    .test
                    .finals
                    .push(FinalCheck { words: command, xfail: v == Verdict::ExpectFail }),
            }
        }
        Ok(())
    }

    fn end_multiline(&mut self, line: u32, source: &[&str]) -> Result<(), String> {
        let start = self.multiline_start.take().ok_or("no dg-begin-multiline-output")?;
        let lines = source[start as usize..line as usize - 1].iter();
        self.test.multiline.push(MultilineOutput {
            first_line: start,
            last_line: line,
            lines: lines.map(|l| l.trim_end().to_string()).collect(),
        });
        Ok(())
    }
}

/// What must follow `:LINE:` in the output: a column, the kind of message, and the pattern.
fn message_regex(pattern: &str, prefix: &str, line: Option<u32>) -> Result<Regex, String> {
    let digits = pattern.chars().take_while(char::is_ascii_digit).count();
    let (column, pattern) = if let Some(rest) = pattern.strip_prefix("-:") {
        (String::new(), rest)
    } else if digits > 0 && pattern[digits..].starts_with(':') {
        (format!("{}: ", &pattern[..digits]), &pattern[digits + 1..])
    } else if line.is_none() {
        (String::new(), pattern)
    } else {
        ("[0-9]+: ".to_string(), pattern)
    };
    // An option group at the front of the pattern must stay at the front.
    Regex::new(&format!("{column}{prefix}[^\n]*({pattern})")).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests;
