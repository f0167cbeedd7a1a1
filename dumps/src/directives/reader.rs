//! From the text of a test file to a [`Test`]: one directive after the other, as DejaGnu evaluates them.

use super::selector::{Target, Verdict, flags_match};
use super::tcl::{self, Variables, Word, words};
use super::{
    Action, ExpectedMessage, FinalCheck, FlagCondition, FreeRegexp, MessageKind, MultilineOutput,
    Test, effective_targets,
};
use crate::tcl_regex::Regex;
use rustc_hash::FxHashMap;

/// What a test inherits from the suite it belongs to.
pub struct Surroundings<'a> {
    /// The machine.
    pub target: &'a Target,
    /// The options that the suite compiles all its tests with.
    pub suite_options: &'a [String],
    /// Options where there is no `dg-options`.
    pub default_options: &'a [String],
    /// What to do where there is no `dg-do`.
    pub default_action: Action,
    /// Variables that directives may refer to.
    pub variables: Variables<'a>,
}

/// Reads the directives of a test. `default_options` apply where no `dg-options` does.
pub fn read_test(source: &str, target: &Target, default_options: &[String]) -> Test {
    read_test_in(
        source,
        &Surroundings {
            target,
            suite_options: &[],
            default_options,
            default_action: Action::Compile,
            variables: &[],
        },
    )
}

/// Reads the directives of a test that belongs to a suite. Evaluation ends at the first that is wrong.
pub fn read_test_in(source: &str, around: &Surroundings<'_>) -> Test {
    let mut reader = Reader {
        around,
        test: empty_test(around.default_action),
        selected: None,
        lines: FxHashMap::default(),
        multiline_start: None,
    };
    reader.test.own_options = around.default_options.to_vec();
    let source_lines: Vec<&str> = source.lines().collect();
    for (i, line) in source_lines.iter().enumerate() {
        let Some((name, arguments)) = directive_on(line) else { continue };
        let number = i as u32 + 1;
        let result = tcl::command(arguments, around.variables)
            .and_then(|args| reader.directive(name, &args, number, &source_lines));
        if let Err(message) = result {
            let text = format!("{message} for \" {name} {number} {arguments} \"");
            reader.test.errors.push((number, text));
            break;
        }
    }
    let mut test = reader.test;
    if reader.selected == Some(false) {
        test.unsupported.get_or_insert_with(|| "not for this target".into());
    } else {
        test.unsupported = None;
    }
    test.options = around.suite_options.iter().chain(&test.own_options).cloned().collect();
    test
}

fn empty_test(action: Action) -> Test {
    Test {
        action,
        unsupported: None,
        xfail_action: false,
        xfail_first: None,
        should_fail: false,
        expect_ice: false,
        options: Vec::new(),
        own_options: Vec::new(),
        link_options: Vec::new(),
        additional_sources: Vec::new(),
        compiler_environment: Vec::new(),
        target_environment: Vec::new(),
        messages: Vec::new(),
        prune: Vec::new(),
        regexps: Vec::new(),
        multiline: Vec::new(),
        excess_errors: false,
        output: None,
        finals: Vec::new(),
        errors: Vec::new(),
        timeout: None,
        timeout_factor: 1.0,
        blank_lines_allowed: false,
        nn_line_numbers: false,
        notes_expected: false,
    }
}

/// Finds the directive on a line: its name and its arguments.
pub fn directive_on(line: &str) -> Option<(&str, &str)> {
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
            .filter(|&n| body[n..].starts_with([' ', '\t']));
        let Some(name_len) = name_len else { continue };
        let (name, rest) = body.split_at(name_len);
        // The last ` }` of the line closes the directive.
        let close = rest
            .rmatch_indices('}')
            .map(|(i, _)| i)
            .find(|&i| rest[..i].ends_with([' ', '\t']) && i > 1)?;
        return Some((name, rest[..close].trim()));
    }
    None
}

struct Reader<'a> {
    around: &'a Surroundings<'a>,
    test: Test,
    /// Is the test for this target? `None` until something said so.
    selected: Option<bool>,
    /// `dg-line` names.
    lines: FxHashMap<String, u32>,
    multiline_start: Option<u32>,
}

/// Argument `i`, or nothing, as Tcl's `lindex` has it.
fn argument(args: &[Word], i: usize) -> &str {
    args.get(i).map_or("", |w| w.text.as_str())
}

impl Reader<'_> {
    fn target(&self) -> &Target {
        self.around.target
    }

    fn all_options(&self) -> Vec<String> {
        self.around.suite_options.iter().chain(&self.test.own_options).cloned().collect()
    }

    /// The verdict of an optional selector.
    fn verdict(&self, selector: Option<&Word>) -> Result<Verdict, String> {
        match selector {
            Some(w) => self.target().verdict(&w.text, &self.all_options()),
            None => Ok(Verdict::Apply),
        }
    }

    /// As `verdict`, for a directive that knows no expected failure.
    fn applies(&self, args: &[Word], line: u32) -> Result<bool, String> {
        let is_xfail = args.get(1).is_some_and(|w| w.text.trim_start().starts_with("xfail "));
        if is_xfail {
            return Err(format!("{line}: `xfail' not allowed here"));
        }
        Ok(self.verdict(args.get(1))? == Verdict::Apply)
    }

    fn skip(&mut self, why: String) {
        if self.selected != Some(false) {
            self.test.unsupported = Some(why);
        }
        self.selected = Some(false);
    }

    fn skipped(&self) -> bool {
        self.selected == Some(false)
    }

    fn directive(
        &mut self,
        name: &str,
        args: &[Word],
        line: u32,
        source: &[&str],
    ) -> Result<(), String> {
        let at_most = |most: usize| {
            if args.len() > most { Err(format!("{line}: too many arguments")) } else { Ok(()) }
        };
        match name {
            "dg-do" => at_most(2).and_then(|()| self.set_action(args, line))?,
            "dg-options" | "dg-additional-options" => {
                at_most(2)?;
                if self.applies(args, line)? {
                    if name == "dg-options" {
                        self.test.own_options.clear();
                    }
                    let given = words(argument(args, 0))?;
                    self.test.own_options.extend(given.into_iter().map(|w| w.text));
                }
            }
            "dg-additional-sources" => {
                let sources = argument(args, 0).split_whitespace();
                self.test.additional_sources = sources.map(str::to_string).collect();
            }
            "dg-error" => self.message(MessageKind::Error, "(fatal )?error:", args, line)?,
            "dg-warning" => self.message(MessageKind::Warning, "warning:", args, line)?,
            "dg-optimized" => self.message(MessageKind::Warning, "optimized:", args, line)?,
            "dg-missed" => self.message(MessageKind::Warning, "missed:", args, line)?,
            "dg-message" => self.message(MessageKind::Warning, "", args, line)?,
            "dg-bogus" => self.message(MessageKind::Bogus, "", args, line)?,
            "dg-locus" => self.locus(args, line)?,
            "dg-note" => {
                self.test.notes_expected = true;
                self.message(MessageKind::Warning, "note:", args, line)?;
            }
            "dg-regexp" => {
                let text = argument(args, 0).to_string();
                let regex = Regex::new(&at_lines(&text)).map_err(|e| e.to_string())?;
                self.test.regexps.push(FreeRegexp { line, text, regex });
            }
            "dg-prune-output" => {
                if args.len() != 1 {
                    return Err(format!("{}: need one argument", argument(args, 0)));
                }
                let whole = format!("(^|\n)[^\n]*{}[^\n]*", argument(args, 0));
                self.test.prune.push(Regex::new(&whole).map_err(|e| e.to_string())?);
            }
            "dg-excess-errors" => {
                at_most(2)?;
                let verdict = self.verdict(args.get(1))?;
                let applies = match args.get(1) {
                    Some(w) if w.text.trim_start().starts_with("xfail ") => {
                        verdict == Verdict::ExpectFail
                    }
                    _ => verdict != Verdict::Skip,
                };
                self.test.excess_errors |= applies;
            }
            "dg-output" => at_most(2).and_then(|()| self.program_output(args))?,
            "dg-final" => at_most(1).and_then(|()| self.add_finals(argument(args, 0), line))?,
            "dg-line" => self.name_line(argument(args, 0), line)?,
            "dg-begin-multiline-output" => {
                if let Some(open) = self.multiline_start.replace(line) {
                    return Err(format!("{open}: unterminated dg-begin-multiline-output"));
                }
            }
            "dg-end-multiline-output" => self.end_multiline(args, line, source)?,
            _ if name.starts_with("dg-require-") => return self.requirement(name, args),
            _ => return self.condition_or_setting(name, args, line),
        }
        Ok(())
    }

    /// Directives with a condition on target and options, and those that set something.
    fn condition_or_setting(&mut self, name: &str, args: &[Word], line: u32) -> Result<(), String> {
        match name {
            "dg-skip-if" | "dg-xfail-if" | "dg-xfail-run-if" => {
                if !(2..=4).contains(&args.len()) {
                    return Err(format!("{name}: need 2, 3, or 4 arguments"));
                }
                if self.skipped() || !self.target().holds(argument(args, 1), &self.all_options())? {
                    return Ok(());
                }
                let matches = self.flags(args)?;
                match name {
                    "dg-xfail-if" => {
                        let (include, exclude) = (argument(args, 2), argument(args, 3));
                        self.test.xfail_first = Some(FlagCondition {
                            include: include.to_string(),
                            exclude: exclude.to_string(),
                        });
                    }
                    "dg-skip-if" if matches => {
                        let why = argument(args, 0);
                        self.skip(if why.is_empty() { name } else { why }.to_string());
                    }
                    "dg-xfail-run-if" if matches => {
                        self.selected = Some(true);
                        self.test.xfail_action = true;
                    }
                    _ => {}
                }
            }
            "dg-shouldfail" | "dg-ice" if !self.skipped() => {
                let applies = args.len() < 2
                    || self.target().holds(argument(args, 1), &self.all_options())?
                        && self.flags(args)?;
                if name == "dg-ice" {
                    self.test.expect_ice |= applies;
                } else {
                    self.test.should_fail |= applies;
                }
            }
            "dg-shouldfail" | "dg-ice" => {}
            "dg-add-options" => self.add_options(args)?,
            "dg-timeout" | "dg-timeout-factor" => {
                if self.verdict(args.get(1))? == Verdict::Apply {
                    let number: f64 = argument(args, 0)
                        .parse()
                        .ok()
                        .filter(|n: &f64| n.is_finite() && *n > 0.0)
                        .ok_or_else(|| format!("{name}: expected a number"))?;
                    if name == "dg-timeout" {
                        self.test.timeout = Some(number);
                    } else {
                        self.test.timeout_factor = number;
                    }
                }
            }
            "dg-set-compiler-env-var" | "dg-set-target-env-var" => {
                if args.len() != 2 {
                    return Err(format!("{name}: need two arguments"));
                }
                let pair = (argument(args, 0).to_string(), argument(args, 1).to_string());
                if name == "dg-set-compiler-env-var" {
                    self.test.compiler_environment.push(pair);
                } else {
                    self.test.target_environment.push(pair);
                }
            }
            "dg-extra-ld-options" => {
                if self.verdict(args.get(1))? == Verdict::Apply {
                    let given = words(argument(args, 0))?;
                    self.test.link_options.extend(given.into_iter().map(|w| w.text));
                }
            }
            "dg-allow-blank-lines-in-output" => self.test.blank_lines_allowed = true,
            "dg-enable-nn-line-numbers" => self.test.nn_line_numbers = true,
            "dg-function-on-line" => self.function_on_line(args, line),
            // What only concerns files that DejaGnu would clean up or copy, and what each test of a
            // suite with several steps says about the other steps.
            "dg-keep-saved-temps" | "dg-additional-files" => {}
            "dg-lto-do"
            | "dg-lto-options"
            | "dg-suppress-ld-options"
            | "dg-final-use"
            | "dg-final-use-not-autofdo"
            | "dg-final-use-autofdo"
            | "dg-final-generate"
            | "dg-lto-warning" => {
                self.skip(format!("{name}: tests of several steps are not run"));
            }
            _ => {
                let given: String = args.iter().map(|w| format!(" {}", w.text)).collect();
                return Err(format!("unknown dg option: {name} {line}{given}"));
            }
        }
        Ok(())
    }

    fn add_options(&mut self, features: &[Word]) -> Result<(), String> {
        for feature in features {
            let options = effective_targets::added_options(&feature.text)
                .ok_or_else(|| format!("Unrecognized option type: {}", feature.text))?;
            self.test.own_options.extend(options.iter().map(|o| (*o).to_string()));
        }
        Ok(())
    }

    /// `dg-require-…`: facilities as effective targets, under the names that the directives have.
    fn requirement(&mut self, name: &str, args: &[Word]) -> Result<(), String> {
        let facility = name.strip_prefix("dg-require-").unwrap_or(name);
        let holds = match facility {
            "effective-target" => {
                if args.is_empty() || args.len() > 2 {
                    return Err(
                        "syntax error, need a single effective-target keyword with optional selector"
                            .into(),
                    );
                }
                if self.skipped() || self.verdict(args.get(1))? == Verdict::Skip {
                    return Ok(());
                }
                let property = argument(args, 0);
                self.target()
                    .property(property)
                    .ok_or_else(|| format!("unknown effective target keyword `{property}'"))?
            }
            "alias" | "ifunc" | "symver" | "profiling" | "visibility" | "iconv" => {
                self.target().property(facility).unwrap_or(true)
            }
            "linker-plugin" => self.target().has("lto"),
            "dll" => false,
            "weak" | "weak-override" | "named-sections" | "gc-sections" | "cxa-atexit"
            | "stack-size" | "stack-check" | "fork" | "mkfifo" | "ascii-locale" | "host-local" => {
                true
            }
            "dot" => false,
            _ => return Err(format!("unknown dg option: {name}")),
        };
        if !holds {
            self.skip(format!("requires {}", args.first().map_or(facility, |w| w.text.as_str())));
        }
        Ok(())
    }

    fn set_action(&mut self, args: &[Word], line: u32) -> Result<(), String> {
        let Some(mut action) = Action::from_word(argument(args, 0)) else {
            return Err(format!("{line}: syntax error"));
        };
        if args.len() < 2 {
            (self.selected, self.test.xfail_action) = (Some(true), false);
        } else {
            let is_xfail = argument(args, 1).trim_start().starts_with("xfail ");
            match self.verdict(args.get(1))? {
                Verdict::Apply if is_xfail => {}
                Verdict::Apply => self.selected = Some(true),
                // A `dg-do` that does not apply leaves an earlier one in force.
                Verdict::Skip if self.selected == Some(true) => action = self.test.action,
                Verdict::Skip => self.selected = Some(false),
                Verdict::ExpectFail => self.test.xfail_action = true,
            }
        }
        self.test.action = action;
        Ok(())
    }

    /// `message { targets } { options that must be there } { options that must not }`: the options.
    fn flags(&self, args: &[Word]) -> Result<bool, String> {
        flags_match(argument(args, 2), argument(args, 3), &self.all_options())
    }

    fn program_output(&mut self, args: &[Word]) -> Result<(), String> {
        let verdict = self.verdict(args.get(1))?;
        if verdict != Verdict::Skip {
            let (text, xfail) = self.test.output.get_or_insert_default();
            text.push_str(argument(args, 0));
            *xfail |= verdict == Verdict::ExpectFail;
        }
        Ok(())
    }

    fn message(
        &mut self,
        kind: MessageKind,
        prefix: &str,
        args: &[Word],
        line: u32,
    ) -> Result<(), String> {
        let on_line = self.line_of(args, line)?;
        self.add_message(kind, args, line, on_line, |pattern| {
            let digits = pattern.chars().take_while(char::is_ascii_digit).count();
            if let Some(rest) = pattern.strip_prefix("-:") {
                format!("{prefix}[^\n]*{rest}")
            } else if digits > 0 && pattern[digits..].starts_with(':') {
                let (column, rest) = pattern.split_at(digits + 1);
                format!("{column} {prefix}[^\n]*{rest}")
            } else if on_line.is_none() {
                format!("{prefix}[^\n]*{pattern}")
            } else {
                format!("[0-9]+: {prefix}[^\n]*{pattern}")
            }
        })
    }

    /// `dg-locus`: a place without a message.
    fn locus(&mut self, args: &[Word], line: u32) -> Result<(), String> {
        let on_line = self.line_of(args, line)?;
        self.add_message(MessageKind::Warning, args, line, on_line, str::to_string)
    }

    fn line_of(&self, args: &[Word], line: u32) -> Result<Option<i64>, String> {
        args.get(3).map_or(Ok(Some(line.into())), |w| self.absolute_line(&w.text, line))
    }

    fn add_message(
        &mut self,
        kind: MessageKind,
        args: &[Word],
        directive_line: u32,
        line: Option<i64>,
        pattern: impl Fn(&str) -> String,
    ) -> Result<(), String> {
        if args.len() > 4 {
            return Err(format!("{directive_line}: too many arguments"));
        }
        let mut comment = argument(args, 1).to_string();
        if args.len() == 4 && line != Some(directive_line.into()) {
            comment = format!("{comment} at line {directive_line}");
        }
        let verdict = self.verdict(args.get(2))?;
        if verdict == Verdict::Skip {
            return Ok(());
        }
        let mark = line.map_or(String::new(), |l| format!(":{l}:"));
        let pattern = pattern(argument(args, 0));
        let whole = format!("(^|\n)([^\n]+{mark}[^\n]*({pattern})[^\n]*\n?)+");
        let regex = Regex::new(&whole).map_err(|e| e.to_string())?;
        let xfail = verdict == Verdict::ExpectFail;
        self.test.messages.push(ExpectedMessage {
            kind,
            line,
            regex,
            comment,
            xfail,
            directive_line,
        });
        Ok(())
    }

    /// `7`, `.`, `.+1`, `.-2`, a `dg-line` name; 0 means anywhere.
    fn absolute_line(&self, text: &str, here: u32) -> Result<Option<i64>, String> {
        let text = text.trim();
        let here = i64::from(here);
        let relative = |rest: &str| match rest.parse::<i64>() {
            Ok(offset) => Some(here.saturating_add(offset)),
            Err(_) => rest.is_empty().then_some(here),
        };
        let is_name = text.starts_with(|c: char| c.is_ascii_alphabetic());
        let line = match text.strip_prefix('.') {
            Some(rest) => relative(rest),
            None if is_name => match self.lines.get(text) {
                Some(line) => Some(i64::from(*line)),
                None => {
                    return Err(format!("dg-line var {text} used at line {here}, but not defined"));
                }
            },
            None => text.parse().ok(),
        };
        match line {
            Some(0) => Ok(None),
            Some(line) => Ok(Some(line)),
            None => Err(format!("{text}: not a line")),
        }
    }

    fn name_line(&mut self, name: &str, line: u32) -> Result<(), String> {
        match self.lines.insert(name.to_string(), line) {
            Some(before) => Err(format!(
                "dg-line var {name} defined at line {line}, but previously defined at line {before}"
            )),
            None => Ok(()),
        }
    }

    /// The script of a `dg-final`. A backslash before a brace only keeps DejaGnu from counting it.
    fn add_finals(&mut self, script: &str, line: u32) -> Result<(), String> {
        let script = script.replace("\\{", "{").replace("\\}", "}");
        for words in tcl::commands(&script, self.around.variables)? {
            self.test.finals.push(FinalCheck { words, line });
        }
        Ok(())
    }

    /// `dg-function-on-line`: the assembly notes the line after the function's label.
    fn function_on_line(&mut self, args: &[Word], here: u32) {
        let line = match argument(args, 2) {
            "" | "." => here.to_string(),
            other => other.to_string(),
        };
        let symbol = argument(args, 0);
        let pattern = format!(
            "{symbol}:[^\\t]*(\\t.(fnstart|frame|mask|file)[^\\t]*)*\\t[^:]+:{line}(:[0-9]+)?\\n"
        );
        let braced = |text: String| Word { text, braced: true };
        let mut words = vec![braced("scan-assembler".into()), braced(pattern)];
        words.extend(args.get(1).cloned());
        self.test.finals.push(FinalCheck { words, line: here });
    }

    fn end_multiline(&mut self, args: &[Word], line: u32, source: &[&str]) -> Result<(), String> {
        let Some(start) = self.multiline_start.take() else {
            return Err(format!(
                "{line}: dg-end-multiline-output without dg-begin-multiline-output"
            ));
        };
        if args.len() > 2 {
            return Err(format!("{line}: too many arguments"));
        }
        let verdict = self.verdict(args.get(1))?;
        if verdict == Verdict::Skip {
            return Ok(());
        }
        let lines = source[start as usize..line as usize - 1].iter();
        self.test.multiline.push(MultilineOutput {
            first_line: start + 1,
            last_line: line - 1,
            lines: lines.map(|l| (*l).to_string()).collect(),
            xfail: verdict == Verdict::ExpectFail,
        });
        Ok(())
    }
}

/// The expression with `^` and `$` matching at lines, as Tcl's `-line` makes it.
pub(crate) fn at_lines(pattern: &str) -> String {
    if pattern.starts_with("(?") && !pattern.starts_with("(?:") || pattern.starts_with("***") {
        pattern.to_string()
    } else {
        format!("(?n){pattern}")
    }
}
