//! The command line, in GCC's spelling.
//!
//! `words` splits the line into options with their arguments; here is what flags (`-f`, `-m`, `-W`, `-O`, `-std`) mean.
//! What is wrong is said with GCC's words, `gimlet: error: …`.

mod params;
mod response_files;
mod words;

use crate::opt_info::OptInfo;
use crate::option_table;
use crate::option_words::{self, Problems};
use crate::plugin::Requests;
use dumps::DumpOptions;
use dumps::complain;
use gimple::debug_counter::DebugCounters;
use gimple::diagnostic::{Collector, Diagnostic, Kind, Warnings};
use gimple::option_row::{Verdict, judge};
use gimple::options::{BlockOrder, Choice, Flag, Options, Standard};

/// How far a compilation goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// `-E`, and `-M`, `-MM`.
    Preprocess,
    /// `-fsyntax-only`.
    SyntaxOnly,
    /// `-S`.
    Assembly,
    /// `-c`.
    Object,
    /// Neither: a program.
    Link,
}

/// The language of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    C,
    /// `.i`, `cpp-output`.
    PreprocessedC,
    /// `.gimple`.
    Gimple,
    /// `.h`, `c-header`: to be compiled, it is precompiled: checked, that is.
    Header,
    /// `.s`
    Assembler,
    /// `.S`
    AssemblerWithCpp,
    /// `-` without `-x`: C, if it is to be preprocessed only.
    StandardInput,
    /// Nothing of ours.
    Cplusplus,
    /// All else: for the linker.
    Linker,
}

/// An input file.
#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    pub language: Language,
    /// What it holds, where that is not to be read from a file.
    pub text: Option<String>,
}

/// A request that needs no input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    Version,
    Help,
    /// `--help=`: the classes of options.
    OptionHelp(String),
    DumpMachine,
    DumpVersion,
    DumpFullVersion,
    /// `--completion=`: the options that begin so.
    Completion(String),
    /// `-print-…`, `-dumpspecs`, as given.
    Print(String),
    Ledger,
    /// `--man`
    Manual,
    /// `--completions=SHELL`
    Completions(String),
}

/// What the linker gets, in the order of the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkItem {
    /// The input with this index, or what was made of it.
    Input(usize),
    /// An option as given.
    Word(String),
}

/// Where `-save-temps` leaves its files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SaveTemps {
    Here,
    BesideOutput,
}

/// Everything the command line says.
pub struct CommandLine {
    pub request: Option<Request>,
    pub verbose: bool,
    pub stage: Stage,
    /// One of `-c`, `-S`, `-E`, `-fsyntax-only` was given.
    pub stage_given: bool,
    pub inputs: Vec<Input>,
    pub output: Option<String>,
    pub dumpdir: Option<String>,
    pub dumpbase: Option<String>,
    pub dumpbase_ext: Option<String>,
    pub options: Options,
    /// `-fdump-…`, `-fdisable-…`, `-fenable-…` in order.
    pub dump_options: Vec<String>,
    /// `-I`, `-D`, `-include`, `-M…` and the like, for the preprocessor, in order: option and argument.
    pub preprocessor: Vec<(String, String)>,
    /// `-W…` without the dash, in order.
    pub warnings: Vec<String>,
    /// `-fdiagnostics-…` and their like, without `-f`.
    pub diagnostics: Vec<String>,
    /// Inputs and options for the linker, in order.
    pub link: Vec<LinkItem>,
    /// There is something to link even without inputs: `-l`, `-Wl,`.
    pub links_something: bool,
    /// `-Wa,`, `-Xassembler`
    pub assembler: Vec<String>,
    /// `-Wp,`, `-Xpreprocessor`, until all else has been read.
    for_preprocessor: Vec<Vec<String>>,
    /// An option among these whose argument has yet to come.
    open_preprocessor: Vec<String>,
    pub sysroot: Option<String>,
    /// `-B`
    pub prefixes: Vec<String>,
    pub save_temps: Option<SaveTemps>,
    /// `-###`
    pub dry_run: bool,
    /// `-time`
    pub time_stages: bool,
    /// `-g`, for what is assembly already.
    pub debugs_assembly: bool,
    pub time_report: bool,
    /// `-Q`: `--help=` shows options with their states; what is compiled, its time.
    pub states: bool,
    /// `-fmem-report`.
    pub memory_report: bool,
    /// `-fcompare-debug[=OPTIONS]`: the options of a second compilation, empty for the usual ones.
    pub compare_debug: Option<String>,
    /// The line itself, without the program's name.
    pub words: Vec<String>,
    /// `-ftime-trace[=FILE]`: the file, empty for the usual name.
    pub time_trace: Option<String>,
    /// `-fdbg-cnt=`
    pub debug_counters: DebugCounters,
    /// `-fdbg-cnt-list`
    pub list_counters: bool,
    /// `-fopt-info`
    pub opt_info: Vec<OptInfo>,
    /// `-fbody-from=`: a dump that has the functions' bodies.
    pub body_from: Option<String>,
    /// `-fstart-pass=`, `-fstop-pass=`: the passes that run.
    pub start_pass: Option<String>,
    pub stop_pass: Option<String>,
    /// `-fplugin=`, `-fplugin-arg-`
    pub plugins: Requests,
    /// `--interpret[=PASS]`: run the program from the result of a pass.
    pub interpret: Option<Option<String>>,
    /// `--emit-gimple[=PASS]`: print the whole module after a pass, as a `.gimple` file.
    pub emit_gimple: Option<Option<String>>,
    /// What follows `--` after `--interpret`: the program's own arguments.
    pub program_args: Vec<String>,
    pub errors: Vec<String>,
    /// Warnings about the line itself.
    pub notes: Vec<String>,
    /// Options GCC has and Gimlet has not.
    pub sorries: Vec<String>,
    /// Where diagnostics go instead of the standard error stream.
    pub collector: Option<Collector>,
}

impl CommandLine {
    /// Says something of the compilation as a whole.
    pub fn complain(&self, kind: Kind, text: impl Into<String>) {
        self.report(Diagnostic::without_place(kind, text));
    }

    /// Shows a diagnostic, or keeps it where they are kept.
    pub fn report(&self, diagnostic: Diagnostic) {
        match &self.collector {
            Some(collector) => collector.add(diagnostic),
            None => complain!("{diagnostic}"),
        }
    }

    fn empty(options: Options) -> CommandLine {
        CommandLine {
            request: None,
            verbose: false,
            stage: Stage::Link,
            stage_given: false,
            inputs: Vec::new(),
            output: None,
            dumpdir: None,
            dumpbase: None,
            dumpbase_ext: None,
            options,
            dump_options: Vec::new(),
            preprocessor: Vec::new(),
            warnings: Vec::new(),
            diagnostics: Vec::new(),
            link: Vec::new(),
            links_something: false,
            assembler: Vec::new(),
            for_preprocessor: Vec::new(),
            open_preprocessor: Vec::new(),
            sysroot: None,
            prefixes: Vec::new(),
            save_temps: None,
            dry_run: false,
            time_stages: false,
            debugs_assembly: false,
            time_report: false,
            states: false,
            memory_report: false,
            compare_debug: None,
            words: Vec::new(),
            time_trace: None,
            debug_counters: DebugCounters::default(),
            list_counters: false,
            opt_info: Vec::new(),
            body_from: None,
            start_pass: None,
            stop_pass: None,
            plugins: Requests::default(),
            interpret: None,
            emit_gimple: None,
            program_args: Vec::new(),
            errors: Vec::new(),
            notes: Vec::new(),
            sorries: Vec::new(),
            collector: None,
        }
    }

    /// Whether the run ends with a pass's result: in the interpreter, or as text.
    pub fn ends_at_pass(&self) -> bool {
        self.interpret.is_some() || self.emit_gimple.is_some()
    }

    fn prefixed(&mut self, word: &str) {
        if DumpOptions::is_dump_option(word) && !word.starts_with("-fdump-analyzer") {
            self.options.dumping = true;
            self.dump_options.push(word.to_string());
        } else if let Some(name) = word.strip_prefix("-f") {
            self.flag(name);
        } else if let Some(name) = word.strip_prefix("-W") {
            match name {
                "" => self.warning("extra"),
                "pedantic" => self.pedantic(1),
                _ => self.warning(name),
            }
        } else if let Some(name) = word.strip_prefix("-m") {
            self.machine(name);
        } else if let Some(name) = word.strip_prefix("-std=") {
            self.standard(name);
        } else if let Some(level) = word.strip_prefix("-O") {
            if !matches!(level, "" | "s" | "z" | "g" | "fast") && level.parse::<u32>().is_err() {
                self.errors.push(
                    "argument to ‘-O’ should be a non-negative integer, ‘g’, ‘s’, ‘z’ or ‘fast’"
                        .to_string(),
                );
            }
        } else if let Some(letters) = word.strip_prefix("-d") {
            self.letters(letters);
        } else if let Some(name) = word.strip_prefix("-g") {
            self.debug(name);
        } else {
            self.unrecognized(word);
        }
    }

    /// `-dLETTERS`.
    fn letters(&mut self, letters: &str) {
        for letter in letters.chars() {
            match letter {
                'M' | 'D' | 'N' | 'I' | 'U' => {
                    self.preprocessor.push(("-d".to_string(), letter.to_string()));
                }
                'a' => {
                    self.options.dumping = true;
                    self.dump_options.push("-fdump-rtl-all".to_string());
                }
                'p' => self.options.code.annotations.patterns = true,
                'P' => {
                    self.options.code.annotations.patterns = true;
                    self.options.code.annotations.rtl = true;
                }
                'A' => self.options.code.annotations.debug = true,
                // How the compiler ends, and how it shows itself parsing.
                'H' | 'y' => {}
                'x' => self.errors.push(format!("sorry, unimplemented: ‘-d{letter}’")),
                _ => complain!("gimlet: warning: unrecognized gcc debugging option: {letter}"),
            }
        }
    }

    fn flag(&mut self, name: &str) {
        if let Some(rest) = name.strip_prefix("opt-info") {
            match OptInfo::read(rest) {
                Ok(info) => self.opt_info.push(info),
                Err(word) => {
                    complain!("gimlet: warning: unknown option ‘{word}’ in ‘-f{name}’");
                    self.unrecognized(&format!("-f{name}"));
                }
            }
            return;
        }
        if let Some(file) = name.strip_prefix("time-trace")
            && (file.is_empty() || file.starts_with('='))
        {
            self.time_trace = Some(file.trim_start_matches('=').to_string());
            return;
        }
        if let Some(path) = name.strip_prefix("plugin=") {
            return self.errors.extend(self.plugins.add(path).err());
        }
        if let Some(argument) = name.strip_prefix("plugin-arg-") {
            return self.errors.extend(self.plugins.argument(argument).err());
        }
        if option_table::NO_CHANGE.contains(&name) {
            return;
        }
        let verdict = judge(option_table::FLAGS, "-f", name);
        if verdict == Verdict::Unknown {
            return self.unrecognized(&format!("-f{name}"));
        }
        if !self.judged(verdict, &format!("-f{name}")) {
            return;
        }
        let mut problems = Problems::default();
        if !option_words::flag(&mut self.options, name, &mut problems) {
            self.known_flag(name);
        }
        self.errors.append(&mut problems.errors);
        self.sorries.append(&mut problems.sorries);
    }

    /// Arcs are counted, and notes say to which lines they belong.
    fn coverage(&mut self) {
        self.options.code.coverage.arcs = true;
        self.options.code.coverage.notes = true;
    }

    /// Notes what the table says against a word; whether it is to be acted on.
    fn judged(&mut self, verdict: Verdict, word: &str) -> bool {
        match verdict {
            Verdict::Take | Verdict::Unknown => return true,
            Verdict::Sorry => self.sorries.push(word.to_string()),
            Verdict::Errors(texts) => self.errors.extend(texts),
        }
        false
    }

    fn known_flag(&mut self, name: &str) {
        let (bare, on) = name.strip_prefix("no-").map_or((name, true), |bare| (bare, false));
        match bare {
            "pic" | "PIC" => self.options.pic = if on { 1 + i8::from(bare == "PIC") } else { 0 },
            "pie" | "PIE" => self.options.pic = if on { -1 - i8::from(bare == "PIE") } else { 0 },
            "unsigned-char" => self.options.unsigned_char = Some(on),
            "signed-char" => self.options.unsigned_char = Some(!on),
            "checking" => self.options.checking = on.into(),
            _ if bare.starts_with("checking=") && on => {
                // That it is a number the table has seen to.
                self.options.checking = bare["checking=".len()..].parse().unwrap_or(u8::MAX);
            }
            "handle-exceptions" => {
                let text = "‘-fhandle-exceptions’ has been renamed ‘-fexceptions’ (and is now on by default)";
                self.notes.push(text.to_string());
                self.options.set_by_name("exceptions", on);
            }
            "time-report" => self.time_report = on,
            "mem-report" => self.memory_report = on,
            "var-tracking-assignments" => self.options.code.debug.binds = Some(on),
            "var-tracking" => {
                self.options.code.debug.binds = (!on).then_some(false);
            }
            "compare-debug" => self.compare_debug = on.then(String::new),
            _ if bare.starts_with("compare-debug=") && on => {
                // An empty value is the same as `-fno-compare-debug`.
                let options = &bare["compare-debug=".len()..];
                self.compare_debug = (!options.is_empty()).then(|| options.to_string());
            }
            "verbose-asm" => self.options.code.annotations.source = on,
            "dbg-cnt-list" => self.list_counters = on,
            _ if bare.starts_with("dbg-cnt=") && on => {
                let words = &bare["dbg-cnt=".len()..];
                match self.debug_counters.set(words) {
                    Ok(elsewhere) => {
                        for name in elsewhere {
                            complain!("gimlet: warning: no pass here counts ‘{name}’");
                        }
                    }
                    Err(error) => self.errors.push(error),
                }
            }
            "syntax-only" => {
                self.stage = self.stage.min_with(Stage::SyntaxOnly);
                self.stage_given = true;
            }
            "preprocessed" | "directives-only" | "extended-identifiers" | "tabstop" => {
                self.preprocessor.push((format!("-f{name}"), String::new()));
            }
            _ if bare.starts_with("diagnostics-")
                || bare.starts_with("max-errors=")
                || bare.starts_with("tabstop=")
                || bare == "show-column" =>
            {
                self.diagnostics.push(name.to_string());
            }
            _ if bare.starts_with("max-include-depth=")
                || bare.starts_with("macro-prefix-map=")
                || bare.starts_with("exec-charset=")
                || bare.starts_with("input-charset=") =>
            {
                self.preprocessor.push((format!("-f{name}"), String::new()));
            }
            _ if bare.starts_with("fp-contract=") && on => {
                self.fp_contract(&bare["fp-contract=".len()..])
            }
            _ if on && self.choice(bare) => {}
            "freestanding" | "hosted" => {
                let hosted = (bare == "hosted") == on;
                self.options.set_by_name("hosted", hosted);
                self.options.set_by_name("freestanding", !hosted);
                self.options.set_by_name("builtin", hosted);
            }
            _ => {
                self.options.set_by_name(bare, on);
            }
        }
    }

    /// The options that choose how SSA form is built and left, and what is done before; `false` if this is none of them.
    fn choice(&mut self, option: &str) -> bool {
        let Some((name, word)) = option.split_once('=') else { return false };
        let options = &mut self.options;
        let mut order = BlockOrder::Simple;
        let problem = match name {
            "body-from" | "start-pass" | "stop-pass" => {
                let place = match name {
                    "body-from" => &mut self.body_from,
                    "start-pass" => &mut self.start_pass,
                    _ => &mut self.stop_pass,
                };
                *place = Some(word.to_string());
                return true;
            }
            "ssa-form" => choose(&mut options.ssa_form, word),
            "out-of-ssa" => choose(&mut options.out_of_ssa, word),
            "tree-lexical-pre" => choose(&mut options.lexical_pre, word),
            "dataflow" => choose_all(&mut options.analyses, word),
            "dataflow-order" => choose(&mut options.dataflow_order, word),
            "tls-model" => choose(&mut options.tls_model, word),
            "reorder-blocks-algorithm" => {
                choose(&mut order, word).map(|()| options.block_order = Some(order))
            }
            "ssa-construction" => choose(&mut options.ssa_construction, word),
            _ => return false,
        };
        if let Err(words) = problem {
            self.errors.push(format!("unrecognized argument in option ‘-f{option}’"));
            self.errors.push(format!("valid arguments to ‘-f{name}=’ are: {words}"));
        }
        true
    }

    /// A warning's option; unknown ones are named, but for `-Wno-…`, which GCC takes whatever follows.
    fn warning(&mut self, name: &str) {
        let known = Warnings::default().set_option(name) || name.starts_with("no-");
        let named = name.strip_prefix("error=").unwrap_or(name);
        let listed = judge(option_table::WARNINGS, "-W", named) != Verdict::Unknown;
        if known || listed || name == "fatal-errors" {
            self.warnings.push(name.to_string());
            let mut warnings = Warnings::default();
            for word in &self.warnings {
                warnings.set_option(word);
            }
            self.options.warn_uninitialized =
                warnings.enabled("uninitialized") || warnings.enabled("maybe-uninitialized");
            self.options.warn_printf =
                warnings.enabled("format-overflow") || warnings.enabled("format-truncation");
        } else {
            self.unrecognized(&format!("-W{name}"));
        }
    }

    /// `on` is ISO C's contraction within an expression, which GCC does not know: it is off.
    fn fp_contract(&mut self, style: &str) {
        match style {
            "fast" => self.options.fp_contract = Some(true),
            "on" | "off" => self.options.fp_contract = Some(false),
            _ => self
                .errors
                .push(format!("unknown floating point expression contraction style ‘{style}’")),
        }
    }

    fn machine(&mut self, name: &str) {
        let verdict = rtl_backend::judge_word(name);
        if verdict == Verdict::Unknown {
            return self.unrecognized(&format!("-m{name}"));
        }
        if self.judged(verdict, &format!("-m{name}")) {
            self.options.machine.push(name.to_string());
        }
    }

    fn debug(&mut self, name: &str) {
        let known = name.strip_prefix("dwarf-").map_or(name, |_| "dwarf-");
        let verdict = match judge(option_table::DEBUG, "-g", known) {
            // Levels, right ones and wrong ones: `-g7`, `-ggdb2`.
            Verdict::Unknown if known.ends_with(|c: char| c.is_ascii_digit()) => Verdict::Take,
            Verdict::Unknown if name.is_empty() => Verdict::Take,
            Verdict::Unknown => {
                let text = format!("unrecognized debug output level ‘{name}’");
                Verdict::Errors(vec![text])
            }
            verdict => verdict,
        };
        if self.judged(verdict, &format!("-g{name}")) {
            option_words::debug(&mut self.options, name, &mut self.errors);
        }
    }

    /// What can be said only when all words are read: which machine they make.
    fn settle(&mut self, words: &str) {
        let (_, mut problems) = rtl_backend::MachineOptions::read(&self.options.machine);
        self.errors.append(&mut problems.errors);
        self.sorries.append(&mut problems.sorries);
        option_words::live_patching(&mut self.options, words, &mut self.errors);
        option_words::sanitizers(&mut self.options, words, &mut self.sorries);
        let debug = &mut self.options.code.debug;
        if std::mem::take(&mut debug.toggled) {
            debug.level = if debug.level == 0 { 2 } else { 0 };
        }
        let directory = std::env::current_dir().unwrap_or_default();
        self.options.code.directory = directory.to_string_lossy().into_owned();
        self.options.code.command_line = format!("GNU C {words}");
    }

    fn standard(&mut self, name: &str) {
        let (year, gnu) = match name {
            "c89" | "c90" | "iso9899:1990" => (1990, false),
            "iso9899:199409" => (1994, false),
            "gnu89" | "gnu90" => (1990, true),
            "c99" | "c9x" | "iso9899:1999" | "iso9899:199x" => (1999, false),
            "gnu99" | "gnu9x" => (1999, true),
            "c11" | "c1x" | "iso9899:2011" => (2011, false),
            "gnu11" | "gnu1x" => (2011, true),
            "c17" | "c18" | "iso9899:2017" | "iso9899:2018" => (2017, false),
            "gnu17" | "gnu18" => (2017, true),
            "c2x" => (2023, false),
            "gnu2x" => (2023, true),
            "c++98" | "c++03" | "c++0x" | "c++11" | "c++1y" | "c++14" | "c++1z" | "c++17"
            | "c++2a" | "c++20" | "c++2b" | "c++23" | "gnu++98" | "gnu++03" | "gnu++0x"
            | "gnu++11" | "gnu++1y" | "gnu++14" | "gnu++1z" | "gnu++17" | "gnu++2a" | "gnu++20"
            | "gnu++2b" | "gnu++23" => {
                let option = format!("command-line option ‘-std={name}’");
                return self.notes.push(format!("{option} is valid for C++/ObjC++ but not for C"));
            }
            _ => return self.unrecognized(&format!("-std={name}")),
        };
        self.options.standard = Standard { year, gnu };
        // Old C spells inline its own way.
        self.options.set_by_name("gnu89-inline", year < 1999);
        self.options.set(Flag::Asm, gnu);
    }

    fn pedantic(&mut self, level: u8) {
        self.options.pedantic = level;
        self.warnings.push(if level == 2 { "pedantic-errors" } else { "pedantic" }.to_string());
    }

    fn unrecognized(&mut self, word: &str) {
        self.errors.push(format!("unrecognized command-line option ‘{word}’"));
    }
}

impl Stage {
    fn min_with(self, other: Stage) -> Stage {
        if (self as u8) < (other as u8) { self } else { other }
    }
}

/// The options of the last `-O` on the line: flags must be set on top of the level they modify, wherever it stands.
fn optimisation(words: &[String]) -> Options {
    let mut options = Options::default();
    for word in words {
        let Some(level) = word.strip_prefix("-O") else { continue };
        options = match level {
            "" => Options::new(1, false, false),
            "s" | "z" => Options::new(2, true, false),
            "g" => Options::new(1, false, true),
            "fast" => Options::fast(),
            _ => match level.parse::<u32>() {
                Ok(n) => Options::new(n.min(3) as u8, false, false),
                Err(_) => options,
            },
        };
    }
    options
}

/// Sets a choice by its word; the words there are, if it is none of them.
fn choose<C: Choice>(choice: &mut C, word: &str) -> Result<(), String> {
    *choice = C::from_word(word).ok_or_else(words_of::<C>)?;
    Ok(())
}

/// Adds the choices of a list of words between commas; `all` is every one.
fn choose_all<C: Choice>(choices: &mut Vec<C>, words: &str) -> Result<(), String> {
    for word in words.split(',') {
        match C::from_word(word) {
            Some(chosen) => choices.push(chosen),
            None if word == "all" => choices.extend(C::WORDS.iter().map(|entry| entry.1)),
            None => return Err(format!("all {}", words_of::<C>())),
        }
    }
    Ok(())
}

fn words_of<C: Choice>() -> String {
    C::WORDS.iter().map(|entry| entry.0).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;

    fn parse(words: &str) -> CommandLine {
        CommandLine::parse(words.split_whitespace().map(OsString::from))
    }

    #[test]
    fn gcc_spellings_are_whole_words() {
        let line =
            parse("-O2 -S -std=gnu99 -fdump-tree-all -fno-strict-aliasing -DX=1 -I inc a.c -o a.s");
        assert_eq!(line.errors, Vec::<String>::new());
        assert_eq!(line.stage, Stage::Assembly);
        assert_eq!(line.options.optimize, 2);
        assert!(!line.options.on(gimple::options::Flag::StrictAliasing));
        assert_eq!(line.options.standard, Standard { year: 1999, gnu: true });
        assert_eq!(line.dump_options, ["-fdump-tree-all"]);
        assert_eq!(line.preprocessor[0], ("-D".to_string(), "X=1".to_string()));
        assert_eq!(line.preprocessor[1], ("-I".to_string(), "inc".to_string()));
        assert_eq!(line.output.as_deref(), Some("a.s"));
        assert_eq!(line.inputs.len(), 1);
    }

    #[test]
    fn flags_stand_whatever_the_order_of_the_level() {
        let line = parse("-fno-tree-pre -O2 x.c");
        assert!(!line.options.on(gimple::options::Flag::TreePre));
        assert!(line.options.on(gimple::options::Flag::TreeFre));
    }

    #[test]
    fn unknown_options_are_named() {
        let line = parse("-fooo -mfoo --foo -fno-foo -fanalyzer x.c");
        let names: Vec<&str> = line.errors.iter().map(|e| e.rsplit(' ').next().unwrap()).collect();
        assert_eq!(names, ["‘-fooo’", "‘-mfoo’", "‘--foo’", "‘-fno-foo’"]);
    }
}
