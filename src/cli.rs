//! The command line, in GCC's spelling.
//!
//! `lexopt` splits the words; GCC's options are one dash and a word, so a "short option" with its attached value is put
//! together again and looked up as a whole. What is wrong is said with GCC's words, `gimlet: error: …`.

use crate::known_flags::KNOWN_FLAGS;
use dumps::DumpOptions;
use gimple::diagnostic::Warnings;
use gimple::options::{Choice, Options, Standard};
use lexopt::{Arg, Parser};
use std::ffi::OsString;

/// How far a compilation goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// `.s`, `.S`, `.o`, `.a`: for the linker driver.
    Other,
}

/// An input file.
#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    pub language: Language,
}

/// A request that needs no input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    Version,
    Help,
    DumpMachine,
    DumpVersion,
    Ledger,
}

/// Everything the command line says.
pub struct CommandLine {
    pub request: Option<Request>,
    pub verbose: bool,
    pub stage: Stage,
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
    /// For the linker driver, as given.
    pub link: Vec<String>,
    pub time_report: bool,
    /// `--interpret[=PASS]`: run the program from the result of a pass.
    pub interpret: Option<Option<String>>,
    /// `--emit-gimple[=PASS]`: print the whole module after a pass, as a `.gimple` file.
    pub emit_gimple: Option<Option<String>>,
    /// What follows `--` after `--interpret`: the program's own arguments.
    pub program_args: Vec<String>,
    pub errors: Vec<String>,
}

/// Options of one letter or more whose argument may be the next word.
const WITH_ARGUMENT: &[&str] = &[
    "-D",
    "-I",
    "-L",
    "-MF",
    "-MQ",
    "-MT",
    "-T",
    "-U",
    "-Xassembler",
    "-Xlinker",
    "-Xpreprocessor",
    "-aux-info",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-idirafter",
    "-imacros",
    "-imultilib",
    "-include",
    "-iprefix",
    "-iquote",
    "-isysroot",
    "-isystem",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-l",
    "-o",
    "-u",
    "-x",
    "-z",
];

/// Options for the linker driver.
const LINK_OPTIONS: &[&str] = &[
    "-static",
    "-shared",
    "-pie",
    "-no-pie",
    "-static-pie",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-rdynamic",
    "-s",
    "-pthread",
    "-static-libgcc",
    "-shared-libgcc",
];

/// Machine options the target knows, by prefix where they take a value.
const MACHINE_OPTIONS: &[&str] = &[
    "abi=",
    "align-data=",
    "arch=",
    "branch-cost=",
    "cmodel=",
    "cpu=",
    "div",
    "explicit-relocs",
    "fdiv",
    "isa-spec=",
    "plt",
    "preferred-stack-boundary=",
    "relax",
    "riscv-attribute",
    "save-restore",
    "shorten-memrefs",
    "small-data-limit=",
    "strict-align",
    "tune=",
    "little-endian",
];

impl CommandLine {
    /// Reads the words behind the program's name.
    pub fn parse(words: impl IntoIterator<Item = OsString>) -> CommandLine {
        let words: Vec<OsString> = words.into_iter().collect();
        let mut line = CommandLine::empty(optimisation(&words));
        let mut language = None;
        let mut parser = Parser::from_args(words);
        loop {
            match parser.next() {
                Ok(None) => break,
                Ok(Some(Arg::Value(value))) => {
                    let name = value.to_string_lossy().into_owned();
                    if name == "-" || !line.in_program_args() {
                        line.add_input(name, language);
                    } else {
                        line.program_args.push(name);
                    }
                }
                Ok(Some(Arg::Long(name))) => {
                    let name = name.to_string();
                    let value = parser.optional_value().map(|v| v.to_string_lossy().into_owned());
                    let value = match (name.as_str(), value) {
                        // GCC 12 still takes the old form, the parameter behind a space.
                        ("param", None) => {
                            parser.value().ok().map(|v| v.to_string_lossy().into_owned())
                        }
                        (_, value) => value,
                    };
                    line.long(&name, value);
                }
                Ok(Some(Arg::Short(letter))) => {
                    let rest = attached(&mut parser);
                    let word = format!("-{letter}{rest}");
                    if let Some(option) = needs_argument(&word) {
                        let (option, attached) = (option.to_string(), &word[option.len()..]);
                        let argument = if attached.is_empty() {
                            parser.value().ok().map(|v| v.to_string_lossy().into_owned())
                        } else {
                            Some(attached.to_string())
                        };
                        match argument {
                            Some(argument) => line.with_argument(&option, argument, &mut language),
                            None => line.errors.push(format!("missing argument to ‘{option}’")),
                        }
                    } else {
                        line.word(&word);
                    }
                }
                Err(error) => line.errors.push(error.to_string()),
            }
        }
        line
    }

    fn empty(options: Options) -> CommandLine {
        CommandLine {
            request: None,
            verbose: false,
            stage: Stage::Link,
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
            time_report: false,
            interpret: None,
            emit_gimple: None,
            program_args: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// With `--interpret`, what follows the first input is the program's.
    fn in_program_args(&self) -> bool {
        self.interpret.is_some() && !self.inputs.is_empty()
    }

    /// Whether the run ends with a pass's result: in the interpreter, or as text.
    pub fn ends_at_pass(&self) -> bool {
        self.interpret.is_some() || self.emit_gimple.is_some()
    }

    fn add_input(&mut self, name: String, language: Option<Language>) {
        let language =
            language.unwrap_or_else(|| match name.rsplit_once('.').map(|(_, ext)| ext) {
                Some("c" | "h") => Language::C,
                Some("i") => Language::PreprocessedC,
                Some("gimple") => Language::Gimple,
                _ => Language::Other,
            });
        self.inputs.push(Input { name, language });
    }

    fn long(&mut self, name: &str, value: Option<String>) {
        match (name, value) {
            ("version", None) => self.request = Some(Request::Version),
            ("help", _) => self.request = Some(Request::Help),
            ("ledger", None) => self.request = Some(Request::Ledger),
            ("interpret", pass) => self.interpret = Some(pass),
            ("emit-gimple", pass) => self.emit_gimple = Some(pass),
            ("param", Some(value)) => self.param(&value),
            ("verbose", None) => self.verbose = true,
            ("std", Some(value)) => self.word(&format!("-std={value}")),
            (name, value) => {
                let value = value.map(|v| format!("={v}")).unwrap_or_default();
                self.unrecognized(&format!("--{name}{value}"));
            }
        }
    }

    fn param(&mut self, text: &str) {
        match text.split_once('=').and_then(|(name, value)| Some((name, value.parse().ok()?))) {
            Some((name, value)) => self.options.params.push((name.to_string(), value)),
            None => self.errors.push(format!("invalid ‘--param’ argument ‘{text}’")),
        }
    }

    fn with_argument(&mut self, option: &str, argument: String, language: &mut Option<Language>) {
        match option {
            "-o" => self.output = Some(argument),
            "-dumpdir" => self.dumpdir = Some(argument),
            "-dumpbase" => self.dumpbase = Some(argument),
            "-dumpbase-ext" => self.dumpbase_ext = Some(argument),
            "-x" => {
                *language = match argument.as_str() {
                    "none" => None,
                    "c" | "c-header" => Some(Language::C),
                    "cpp-output" => Some(Language::PreprocessedC),
                    "gimple" => Some(Language::Gimple),
                    "assembler" | "assembler-with-cpp" => Some(Language::Other),
                    _ => {
                        self.errors.push(format!("language {argument} not recognized"));
                        None
                    }
                };
            }
            "-l" | "-L" | "-T" | "-u" | "-z" | "-Xlinker" | "-Xassembler" => {
                self.link.push(option.to_string());
                self.link.push(argument);
            }
            "-aux-info" => {}
            _ => self.preprocessor.push((option.to_string(), argument)),
        }
    }

    /// An option that is a word by itself.
    fn word(&mut self, word: &str) {
        match word {
            "-S" => self.stage = self.stage.min_with(Stage::Assembly),
            "-c" => self.stage = self.stage.min_with(Stage::Object),
            "-E" => self.stage = Stage::Preprocess,
            "-v" => self.verbose = true,
            "-w" => self.diagnostics.push("w".to_string()),
            "-ansi" => self.standard("c90"),
            "-pedantic" => self.pedantic(1),
            "-pedantic-errors" => self.pedantic(2),
            "-pipe" | "-save-temps" | "-nostdinc++" => {}
            "-dumpmachine" => self.request = Some(Request::DumpMachine),
            "-dumpversion" | "-dumpfullversion" => self.request = Some(Request::DumpVersion),
            "-P" | "-C" | "-CC" | "-undef" | "-nostdinc" | "-trigraphs" | "-H" | "-MD" | "-MMD"
            | "-MG" | "-MP" | "-remap" => {
                self.preprocessor.push((word.to_string(), String::new()));
            }
            "-M" | "-MM" => {
                self.stage = Stage::Preprocess;
                self.preprocessor.push((word.to_string(), String::new()));
            }
            _ if LINK_OPTIONS.contains(&word) => self.link.push(word.to_string()),
            _ => self.prefixed(word),
        }
    }

    fn prefixed(&mut self, word: &str) {
        if DumpOptions::is_dump_option(word) {
            self.options.dumping = true;
            self.dump_options.push(word.to_string());
        } else if let Some(name) = word.strip_prefix("-f") {
            self.flag(name);
        } else if let Some(name) = word.strip_prefix("-W") {
            match name {
                _ if name.starts_with("l,") => self.link.push(word.to_string()),
                _ if name.starts_with("a,") || name.starts_with("p,") => {
                    self.link.push(word.to_string());
                }
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
            // -dM, -dD, -dN, -dI, -dU belong to the preprocessor; -da, -dp … are dumps of old.
            self.preprocessor.push(("-d".to_string(), letters.to_string()));
        } else if !word.starts_with("-g") {
            self.unrecognized(word);
        }
    }

    fn flag(&mut self, name: &str) {
        let (bare, on) = name.strip_prefix("no-").map_or((name, true), |bare| (bare, false));
        match bare {
            "pic" | "PIC" => self.options.pic = if on { 1 + i8::from(bare == "PIC") } else { 0 },
            "pie" | "PIE" => self.options.pic = if on { -1 - i8::from(bare == "PIE") } else { 0 },
            "unsigned-char" => self.options.unsigned_char = Some(on),
            "signed-char" => self.options.unsigned_char = Some(!on),
            "checking" => self.options.checking = on,
            "time-report" => self.time_report = on,
            "syntax-only" => self.stage = Stage::SyntaxOnly,
            "fast-math" => self.fast_math(on),
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
            _ if on && self.ssa_choice(bare) => {}
            _ if self.options.set_by_name(bare, on) => {
                if bare == "freestanding" || bare == "hosted" {
                    let hosted = (bare == "hosted") == on;
                    self.options.set_by_name("hosted", hosted);
                    self.options.set_by_name("freestanding", !hosted);
                    self.options.set_by_name("builtin", hosted);
                }
            }
            _ => {
                let known = match bare.split_once('=') {
                    Some((stem, _)) => is_known(&format!("{stem}=")),
                    None => is_known(bare) || bare.starts_with("builtin-"),
                };
                if !known {
                    self.unrecognized(&format!("-f{name}"));
                }
            }
        }
    }

    /// The options that choose how SSA form is built and left; `false` if this is none of them.
    fn ssa_choice(&mut self, option: &str) -> bool {
        let Some((name, word)) = option.split_once('=') else { return false };
        let options = &mut self.options;
        let problem = match name {
            "ssa-form" => choose(&mut options.ssa_form, word),
            "out-of-ssa" => choose(&mut options.out_of_ssa, word),
            "dataflow" => choose_all(&mut options.analyses, word),
            "dataflow-order" => choose(&mut options.dataflow_order, word),
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
        if known || name == "fatal-errors" {
            self.warnings.push(name.to_string());
        } else {
            self.unrecognized(&format!("-W{name}"));
        }
    }

    fn fast_math(&mut self, on: bool) {
        for (name, value) in [
            ("unsafe-math-optimizations", on),
            ("finite-math-only", on),
            ("associative-math", on),
            ("reciprocal-math", on),
            ("signed-zeros", !on),
            ("trapping-math", !on),
            ("math-errno", !on),
        ] {
            self.options.set_by_name(name, value);
        }
    }

    fn machine(&mut self, name: &str) {
        let bare = name.strip_prefix("no-").unwrap_or(name);
        let known = match bare.split_once('=') {
            Some((stem, _)) => MACHINE_OPTIONS.contains(&format!("{stem}=").as_str()),
            None => MACHINE_OPTIONS.contains(&bare),
        };
        if known {
            self.options.machine.push(name.to_string());
        } else {
            self.unrecognized(&format!("-m{name}"));
        }
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
            _ => return self.unrecognized(&format!("-std={name}")),
        };
        self.options.standard = Standard { year, gnu };
        // Old C spells inline its own way.
        self.options.set_by_name("gnu89-inline", year < 1999);
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

fn is_known(name: &str) -> bool {
    KNOWN_FLAGS.binary_search(&name).is_ok()
}

/// What is attached to a short option, an `=` that `lexopt` takes for a separator included.
fn attached(parser: &mut Parser) -> String {
    // `optional_value` drops a leading `=`, which no GCC option has behind its first letter.
    parser.optional_value().map(|v| v.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The longest option with an argument that a word begins with.
fn needs_argument(word: &str) -> Option<&'static str> {
    let exact = WITH_ARGUMENT.iter().copied().find(|&option| option == word);
    exact.or_else(|| {
        ["-D", "-I", "-L", "-U", "-l", "-o", "-x", "-T"].into_iter().find(|&o| word.starts_with(o))
    })
}

/// The options of the last `-O` on the line: flags must be set on top of the level they modify, wherever it stands.
fn optimisation(words: &[OsString]) -> Options {
    let mut options = Options::default();
    for word in words {
        let Some(level) = word.to_str().and_then(|w| w.strip_prefix("-O")) else { continue };
        options = match level {
            "" => Options::new(1, false, false),
            "s" | "z" => Options::new(2, true, false),
            "g" => Options::new(1, false, true),
            "fast" => Options::new(3, false, false),
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
