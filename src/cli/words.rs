//! Words into options: which of GCC's options take an argument, attached or as the next word, what their long
//! spellings stand for, and to which part of the compiler each is handed.

use super::params;
use super::response_files;
use super::{CommandLine, Input, Language, LinkItem, Request, SaveTemps, Stage, optimisation};
use crate::option_table::FLAGS;
use dumps::DumpOptions;
use gimple::option_row::{Verdict, judge};
use gimple::options::Flag;
use std::ffi::OsString;

/// Where an option's argument may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Argument {
    Next,
    AttachedOrNext,
}
use Argument::{AttachedOrNext, Next};

/// Options with an argument.
const WITH_ARGUMENT: &[(&str, Argument)] = &[
    ("-A", AttachedOrNext),
    ("-B", AttachedOrNext),
    ("-D", AttachedOrNext),
    ("-I", AttachedOrNext),
    ("-L", AttachedOrNext),
    ("-MF", AttachedOrNext),
    ("-MQ", AttachedOrNext),
    ("-MT", AttachedOrNext),
    ("-T", AttachedOrNext),
    ("-Tbss", Next),
    ("-Tdata", Next),
    ("-Ttext", Next),
    ("-U", AttachedOrNext),
    ("-Xassembler", Next),
    ("-Xlinker", Next),
    ("-Xpreprocessor", Next),
    ("-aux-info", Next),
    ("-dumpbase", Next),
    ("-dumpbase-ext", Next),
    ("-dumpdir", Next),
    ("-e", AttachedOrNext),
    ("-h", AttachedOrNext),
    ("-idirafter", AttachedOrNext),
    ("-imacros", AttachedOrNext),
    ("-imultiarch", Next),
    ("-imultilib", AttachedOrNext),
    ("-include", AttachedOrNext),
    ("-iprefix", AttachedOrNext),
    ("-iquote", AttachedOrNext),
    ("-isysroot", AttachedOrNext),
    ("-isystem", AttachedOrNext),
    ("-iwithprefix", AttachedOrNext),
    ("-iwithprefixbefore", AttachedOrNext),
    ("-l", AttachedOrNext),
    ("-o", AttachedOrNext),
    ("-specs", Next),
    ("-u", AttachedOrNext),
    ("-x", AttachedOrNext),
    ("-z", AttachedOrNext),
];

/// Options that are whole words, though an option with an argument begins like them.
const WHOLE_WORDS: &[&str] = &["-undef"];

/// Options for the linker.
const LINK_OPTIONS: &[&str] = &[
    "-N",
    "-Z",
    "-n",
    "-no-pie",
    "-nodefaultlibs",
    "-nolibc",
    "-nopie",
    "-nostartfiles",
    "-nostdlib",
    "-pie",
    "-r",
    "-rdynamic",
    "-s",
    "-shared",
    "-shared-libgcc",
    "-static",
    "-static-libgcc",
    "-static-pie",
    "-symbolic",
    "-t",
];

/// Long spellings and what they stand for. A `=` at the end of both: the argument follows, after a `=` or as the
/// next word.
const SYNONYMS: &[(&str, &str)] = &[
    ("--all-warnings", "-Wall"),
    ("--ansi", "-ansi"),
    ("--assemble", "-S"),
    ("--assert=", "-A"),
    ("--comments", "-C"),
    ("--comments-in-macros", "-CC"),
    ("--compile", "-c"),
    ("--debug", "-g"),
    ("--define-macro=", "-D"),
    ("--dependencies", "-M"),
    ("--dumpbase=", "-dumpbase"),
    ("--dumpbase-ext=", "-dumpbase-ext"),
    ("--dumpdir=", "-dumpdir"),
    ("--entry=", "-e"),
    ("--extra-warnings", "-Wextra"),
    ("--for-assembler=", "-Xassembler"),
    ("--for-linker=", "-Xlinker"),
    ("--force-link=", "-u"),
    ("--imacros=", "-imacros"),
    ("--include=", "-include"),
    ("--include-directory=", "-I"),
    ("--include-directory-after=", "-idirafter"),
    ("--include-prefix=", "-iprefix"),
    ("--include-with-prefix=", "-iwithprefix"),
    ("--include-with-prefix-after=", "-iwithprefix"),
    ("--include-with-prefix-before=", "-iwithprefixbefore"),
    ("--language=", "-x"),
    ("--library-directory=", "-L"),
    ("--no-line-commands", "-P"),
    ("--no-standard-includes", "-nostdinc"),
    ("--no-standard-libraries", "-nostdlib"),
    ("--no-sysroot-suffix", ""),
    ("--no-warnings", "-w"),
    ("--optimize", "-O"),
    ("--output=", "-o"),
    ("--pedantic", "-pedantic"),
    ("--pedantic-errors", "-pedantic-errors"),
    ("--pie", "-pie"),
    ("--pipe", "-pipe"),
    ("--prefix=", "-B"),
    ("--preprocess", "-E"),
    ("--print-file-name=", "-print-file-name="),
    ("--print-libgcc-file-name", "-print-libgcc-file-name"),
    ("--print-multi-directory", "-print-multi-directory"),
    ("--print-multi-lib", "-print-multi-lib"),
    ("--print-multi-os-directory", "-print-multi-os-directory"),
    ("--print-multiarch", "-print-multiarch"),
    ("--print-prog-name=", "-print-prog-name="),
    ("--print-search-dirs", "-print-search-dirs"),
    ("--print-sysroot", "-print-sysroot"),
    ("--save-temps", "-save-temps"),
    ("--shared", "-shared"),
    ("--specs=", "-specs"),
    ("--static", "-static"),
    ("--static-pie", "-static-pie"),
    ("--symbolic", "-symbolic"),
    ("--time", "-time"),
    ("--trace-includes", "-H"),
    ("--trigraphs", "-trigraphs"),
    ("--undefine-macro=", "-U"),
    ("--user-dependencies", "-MM"),
    ("--verbose", "-v"),
    ("--write-dependencies", "-MD"),
    ("--write-user-dependencies", "-MMD"),
];

impl CommandLine {
    /// Reads the words after the program's name.
    pub fn parse(words: impl IntoIterator<Item = OsString>) -> CommandLine {
        let words = words.into_iter().map(|word| word.to_string_lossy().into_owned());
        let (words, problem) = match response_files::expand(words) {
            Ok(words) => (words, None),
            Err(problem) => (Vec::new(), Some(problem)),
        };
        let mut line = CommandLine::empty(optimisation(&words));
        let all_words = words.join(" ");
        line.errors.extend(problem);
        line.words.clone_from(&words);
        let mut language = None;
        let mut words = words.into_iter();
        let mut only_values = false;
        while let Some(word) = words.next() {
            if word == "--" {
                only_values = true;
            } else if word.len() < 2 || !word.starts_with('-') || only_values {
                if word == "-" || !line.in_program_args() {
                    line.add_input(word, language);
                } else {
                    line.program_args.push(word);
                }
            } else if word.starts_with("--") {
                line.long(&word, &mut words, &mut language);
            } else {
                line.option(&word, &mut words, &mut language);
            }
        }
        for words in std::mem::take(&mut line.for_preprocessor) {
            line.preprocessor_words(words);
        }
        line.settle(&all_words);
        line
    }

    /// With `--interpret`, what follows the first input is the program's.
    fn in_program_args(&self) -> bool {
        self.interpret.is_some() && !self.inputs.is_empty()
    }

    fn add_input(&mut self, name: String, language: Option<Language>) {
        let language =
            language.unwrap_or_else(|| match name.rsplit_once('.').map(|(_, ext)| ext) {
                _ if name == "-" => Language::StandardInput,
                Some("c") => Language::C,
                Some("h") => Language::Header,
                Some("i") => Language::PreprocessedC,
                Some("gimple") => Language::Gimple,
                Some("s") => Language::Assembler,
                Some("S" | "sx") => Language::AssemblerWithCpp,
                Some("C" | "cc" | "cp" | "cpp" | "cxx" | "c++" | "CPP" | "ii") => {
                    Language::Cplusplus
                }
                _ => Language::Linker,
            });
        self.link.push(LinkItem::Input(self.inputs.len()));
        self.inputs.push(Input { name, language, text: None });
    }

    /// An option of one dash.
    fn option(
        &mut self,
        word: &str,
        words: &mut impl Iterator<Item = String>,
        language: &mut Option<Language>,
    ) {
        let Some(option) = needs_argument(word) else { return self.word(word) };
        let attached = &word[option.len()..];
        let argument = if attached.is_empty() { words.next() } else { Some(attached.to_string()) };
        match argument {
            Some(argument) if option == "-o" && argument.is_empty() => self.missing(option),
            Some(argument) => self.with_argument(option, argument, !attached.is_empty(), language),
            None => self.missing(option),
        }
    }

    fn missing(&mut self, option: &str) {
        self.errors.push(match option {
            "-o" => format!("missing filename after ‘{option}’"),
            "-D" | "-U" => format!("macro name missing after ‘{option}’"),
            "-I" | "-L" | "-B" | "-isystem" | "-iquote" | "-idirafter" | "-include"
            | "-imacros" | "-isysroot" | "-iprefix" | "-iwithprefix" | "-iwithprefixbefore" => {
                format!("missing path after ‘{option}’")
            }
            _ => format!("missing argument to ‘{option}’"),
        });
    }

    /// An option of two dashes.
    fn long(
        &mut self,
        word: &str,
        words: &mut impl Iterator<Item = String>,
        language: &mut Option<Language>,
    ) {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (word, None),
        };
        match (name, value) {
            ("--version", None) => self.request = Some(Request::Version),
            ("--help", None) => self.request = Some(Request::Help),
            ("--help", Some(classes)) => self.request = Some(Request::OptionHelp(classes)),
            ("--target-help", None) => self.request = Some(Request::OptionHelp("target".into())),
            ("--coverage", None) => self.coverage(),
            ("--ledger", None) => self.request = Some(Request::Ledger),
            ("--man", None) => self.request = Some(Request::Manual),
            ("--completions", Some(shell)) => self.request = Some(Request::Completions(shell)),
            ("--interpret", pass) => self.interpret = Some(pass),
            ("--emit-gimple", pass) => self.emit_gimple = Some(pass),
            // GCC 12 still takes the old form, the parameter after a space.
            ("--param", value) => match value.or_else(|| words.next()) {
                Some(value) => self.param(&value),
                None => self.missing("--param"),
            },
            ("--completion", Some(prefix)) => self.request = Some(Request::Completion(prefix)),
            ("--dump", Some(value)) => self.word(&format!("-d{value}")),
            ("--std", Some(value)) => self.word(&format!("-std={value}")),
            ("--sysroot", value) => match value.or_else(|| words.next()) {
                Some(directory) => {
                    self.link.push(LinkItem::Word(format!("--sysroot={directory}")));
                    self.sysroot = Some(directory);
                }
                None => self.missing("--sysroot"),
            },
            (name, value) => self.synonym(name, value, words, language),
        }
    }

    fn synonym(
        &mut self,
        name: &str,
        value: Option<String>,
        words: &mut impl Iterator<Item = String>,
        language: &mut Option<Language>,
    ) {
        let bare = SYNONYMS.iter().find(|(long, _)| value.is_none() && *long == name);
        let with_value = SYNONYMS.iter().find(|(long, _)| long.strip_suffix('=') == Some(name));
        match (bare, with_value) {
            (Some((_, "")), _) => {}
            (Some((_, short)), _) => self.word(short),
            (None, Some((_, short))) => match value.or_else(|| words.next()) {
                Some(value) if short.ends_with('=') => self.word(&format!("{short}{value}")),
                Some(value) => self.with_argument(short, value, false, language),
                None => self.missing(name),
            },
            _ => {
                let value = value.map(|v| format!("={v}")).unwrap_or_default();
                match (name.strip_prefix("--warn-"), name.strip_prefix("--optimize")) {
                    (Some(warning), _) => self.word(&format!("-W{warning}{value}")),
                    (_, Some("")) => self.word(&format!("-O{}", &value[1..])),
                    _ => self.long_flag(name, &value),
                }
            }
        }
    }

    /// What has no spelling of its own is an option of `-f`: `--unroll-loops`.
    fn long_flag(&mut self, name: &str, value: &str) {
        let flag = format!("{}{value}", &name[2..]);
        let word = format!("-f{flag}");
        if DumpOptions::is_dump_option(&word) || judge(FLAGS, "-f", &flag) != Verdict::Unknown {
            self.word(&word);
        } else {
            self.unrecognized(&format!("{name}{value}"));
        }
    }

    fn param(&mut self, text: &str) {
        match params::read(text) {
            Ok(param) => self.options.params.extend(param),
            Err(problems) => self.errors.extend(problems),
        }
    }

    fn with_argument(
        &mut self,
        option: &str,
        argument: String,
        attached: bool,
        language: &mut Option<Language>,
    ) {
        match option {
            "-o" => self.output = Some(argument),
            "-dumpdir" => self.dumpdir = Some(argument),
            "-dumpbase" => self.dumpbase = Some(argument),
            "-dumpbase-ext" => self.dumpbase_ext = Some(argument),
            "-x" => *language = self.language(&argument),
            "-Xassembler" => self.assembler.push(argument),
            "-Xpreprocessor" => self.for_preprocessor.push(vec![argument]),
            "-B" => {
                self.link_words(option, &argument, attached);
                self.prefixes.push(argument);
            }
            "-L" | "-T" | "-Tbss" | "-Tdata" | "-Ttext" | "-e" | "-h" | "-u" | "-z" => {
                self.link_words(option, &argument, attached);
            }
            "-Xlinker" | "-l" => {
                self.links_something = true;
                self.link_words(option, &argument, attached);
            }
            "-specs" => self.link.push(LinkItem::Word(format!("-specs={argument}"))),
            "-imultilib" | "-imultiarch" => {}
            "-aux-info" => self.errors.push(format!("sorry, unimplemented: ‘{option}’")),
            _ => self.preprocessor.push((option.to_string(), argument)),
        }
    }

    /// An option for the linker, as it was spelled.
    fn link_words(&mut self, option: &str, argument: &str, attached: bool) {
        if attached {
            self.link.push(LinkItem::Word(format!("{option}{argument}")));
        } else {
            self.link.push(LinkItem::Word(option.to_string()));
            self.link.push(LinkItem::Word(argument.to_string()));
        }
    }

    fn language(&mut self, name: &str) -> Option<Language> {
        Some(match name {
            "none" => return None,
            "c" => Language::C,
            "c-header" => Language::Header,
            "cpp-output" => Language::PreprocessedC,
            "gimple" => Language::Gimple,
            "assembler" => Language::Assembler,
            "assembler-with-cpp" => Language::AssemblerWithCpp,
            "c++" | "c++-header" | "c++-cpp-output" => Language::Cplusplus,
            _ => {
                self.errors.push(format!("language {name} not recognized"));
                return None;
            }
        })
    }

    /// An option that is a word by itself.
    fn word(&mut self, word: &str) {
        self.stage_given |= matches!(word, "-S" | "-c" | "-E");
        if word.starts_with("-g") {
            self.debugs_assembly = word != "-g0";
        }
        match word {
            "-S" => self.stage = self.stage.min_with(Stage::Assembly),
            "-c" => self.stage = self.stage.min_with(Stage::Object),
            "-E" => self.stage = Stage::Preprocess,
            "-v" => self.verbose = true,
            "-###" => {
                self.verbose = true;
                self.dry_run = true;
            }
            "-time" => self.time_stages = true,
            "-Q" => {
                self.states = true;
                self.time_report = true;
            }
            "-w" => self.diagnostics.push("w".to_string()),
            "-ansi" => self.standard("c90"),
            "-pedantic" => self.pedantic(1),
            "-pedantic-errors" => self.pedantic(2),
            "-pipe" | "-nostdinc++" | "-no-integrated-cpp" => {}
            "-save-temps=cwd" => self.save_temps = Some(SaveTemps::Here),
            "-save-temps" | "-save-temps=obj" => self.save_temps = Some(SaveTemps::BesideOutput),
            "-p" | "-pg" => {
                self.options.set(Flag::Profile, true);
                self.link.push(LinkItem::Word(word.to_string()));
            }
            "-Qn" => self.options.set(Flag::Ident, false),
            "-Qy" => self.options.set(Flag::Ident, true),
            "-coverage" => self.coverage(),
            "-pthread" => {
                self.preprocessor.push(("-D".to_string(), "_REENTRANT".to_string()));
                self.link.push(LinkItem::Word(word.to_string()));
            }
            "-dumpmachine" => self.ask(Request::DumpMachine),
            "-dumpversion" => self.ask(Request::DumpVersion),
            "-dumpfullversion" => self.ask(Request::DumpFullVersion),
            "-dumpspecs" => self.ask(Request::Print(word.to_string())),
            "-remap" => self.errors.push("sorry, unimplemented: ‘-remap’".to_string()),
            "-I-" => {
                self.errors.push("‘-I-’ is obsolete and not supported, use ‘-iquote’".to_string())
            }
            "-P" | "-C" | "-CC" | "-undef" | "-nostdinc" | "-trigraphs" | "-H" | "-MD" | "-MMD"
            | "-MG" | "-MP" => {
                self.preprocessor.push((word.to_string(), String::new()));
            }
            "-M" | "-MM" => {
                self.stage = Stage::Preprocess;
                self.preprocessor.push((word.to_string(), String::new()));
            }
            _ if LINK_OPTIONS.contains(&word) => self.link.push(LinkItem::Word(word.to_string())),
            _ if word.starts_with("-print-") => self.ask(Request::Print(word.to_string())),
            _ => self.split_word(word),
        }
    }

    /// A question; of several, the first is answered.
    fn ask(&mut self, request: Request) {
        self.request.get_or_insert(request);
    }

    /// Options whose argument is attached, for the tools: `-Wl,`, `-specs=`; the others are flags.
    fn split_word(&mut self, word: &str) {
        if let Some(words) = word.strip_prefix("-Wa,") {
            self.assembler.extend(words.split(',').map(str::to_string));
        } else if let Some(words) = word.strip_prefix("-Wp,") {
            self.for_preprocessor.push(words.split(',').map(str::to_string).collect());
        } else if word.starts_with("-Wl,") {
            self.links_something = true;
            self.link.push(LinkItem::Word(word.to_string()));
        } else if word.starts_with("-specs=") || word.starts_with("-fuse-ld=") {
            self.link.push(LinkItem::Word(word.to_string()));
        } else {
            self.prefixed(word);
        }
    }

    /// The words of `-Wp,` and `-Xpreprocessor`, which go past the driver: `-MD` and `-MMD` name their file there.
    fn preprocessor_words(&mut self, words: Vec<String>) {
        let mut words = std::mem::take(&mut self.open_preprocessor).into_iter().chain(words);
        while let Some(word) = words.next() {
            match word.as_str() {
                "-MD" | "-MMD" => match words.next() {
                    Some(file) => {
                        self.preprocessor.push((format!("cc1{word}"), String::new()));
                        self.preprocessor.push(("-MF".to_string(), file));
                    }
                    None => self.open_preprocessor.push(word),
                },
                _ if needs_argument(&word) == Some(word.as_str()) => match words.next() {
                    Some(argument) => self.with_argument(&word, argument, false, &mut None),
                    None => self.open_preprocessor.extend([word]),
                },
                _ => self.option(&word, &mut std::iter::empty(), &mut None),
            }
        }
    }
}

/// The longest option with an argument that a word begins with.
fn needs_argument(word: &str) -> Option<&'static str> {
    let begins = |option: &str, place| {
        word == option || (place == AttachedOrNext && word.starts_with(option))
    };
    if WHOLE_WORDS.contains(&word) || word == "-I-" {
        return None;
    }
    let options = WITH_ARGUMENT.iter().filter(|&&(option, place)| begins(option, place));
    options.map(|&(option, _)| option).max_by_key(|option| option.len())
}
