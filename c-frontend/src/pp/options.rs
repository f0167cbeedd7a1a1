//! What the command line says to the preprocessor.

use super::{DependencyOptions, SearchDir};
use gimple::charset::Charset;
use gimple::options::Standard;

/// `-D`, `-U`, in the order given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MacroOption {
    /// `-Dname`, `-Dname=value`, `-Dname(params)=value`
    Define(String),
    /// `-Uname`
    Undefine(String),
    /// `-Apredicate=answer`, `-A-predicate=answer`
    Assert(String),
}

/// The `-d` options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DumpMacros {
    /// None given.
    #[default]
    None,
    /// `-dM`: the macros at the end instead of the text.
    Only,
    /// `-dD`: definitions besides the text.
    Definitions,
    /// `-dN`: their names.
    Names,
}

/// The options of preprocessing.
#[derive(Clone, Debug)]
pub struct PpOptions {
    /// `-std=`
    pub standard: Standard,
    /// `-E`: the output is text.
    pub preprocess_only: bool,
    /// `-fpreprocessed`, and files called `.i`: no predefined macros, no `-include`.
    pub preprocessed: bool,
    /// The macros of the target and of the language, in order of definition: name (with parameters)
    /// and value.
    pub target_macros: &'static [(&'static str, &'static str)],
    /// Macros that options of code generation define or, without value, undefine.
    pub extra_macros: Vec<(String, Option<String>)>,
    /// `-D`, `-U`
    pub macros: Vec<MacroOption>,
    /// `-include`
    pub includes: Vec<String>,
    /// `-imacros`
    pub imacros: Vec<String>,
    /// Where `#include "…"` is looked for only: `-iquote`.
    pub quote_dirs: Vec<SearchDir>,
    /// Where headers are looked for: `-I`, `-isystem`, the system's, `-idirafter`.
    pub dirs: Vec<SearchDir>,
    /// The character sets of source files and of character constants.
    pub input_charset: Charset,
    pub exec_charset: Charset,
    /// `-undef`
    pub undef: bool,
    /// `-ffreestanding` turns it off.
    pub hosted: bool,
    /// `-O` level is at least one.
    pub optimize: bool,
    /// `-fgnu89-inline`, and the default before C99.
    pub gnu_inline: bool,
    /// `-trigraphs`
    pub trigraphs: Option<bool>,
    /// The text is assembly: what is no directive, no whole literal and no token after `##` goes through as it is.
    pub assembler: bool,
    /// `-fdollars-in-identifiers`
    pub dollars: bool,
    /// `-C`
    pub keep_comments: bool,
    /// `-H`: names of headers go to the standard error as they are entered.
    pub show_includes: bool,
    /// `-P`
    pub no_line_markers: bool,
    /// `-dM`, `-dD`, `-dN`
    pub dump_macros: DumpMacros,
    /// What is done with macros is kept for debuggers (`-g3`).
    pub keep_macros: bool,
    /// `-fmax-include-depth=`
    pub max_include_depth: u32,
    /// `-M…`
    pub dependencies: DependencyOptions,
    /// `-fmacro-prefix-map=`: old and new, the last given first.
    pub file_prefixes: Vec<(String, String)>,
    /// The date and time of `__DATE__` and `__TIME__`, in seconds since 1970.
    pub now: u64,
}

impl Default for PpOptions {
    fn default() -> PpOptions {
        PpOptions {
            standard: Standard::default(),
            preprocess_only: false,
            preprocessed: false,
            target_macros: &[],
            extra_macros: Vec::new(),
            macros: Vec::new(),
            includes: Vec::new(),
            imacros: Vec::new(),
            quote_dirs: Vec::new(),
            dirs: Vec::new(),
            input_charset: Charset::default(),
            exec_charset: Charset::default(),
            undef: false,
            hosted: true,
            optimize: false,
            gnu_inline: false,
            trigraphs: None,
            assembler: false,
            dollars: true,
            keep_comments: false,
            show_includes: false,
            no_line_markers: false,
            dump_macros: DumpMacros::None,
            keep_macros: false,
            max_include_depth: 200,
            dependencies: DependencyOptions::default(),
            file_prefixes: Vec::new(),
            now: 0,
        }
    }
}

impl PpOptions {
    /// The options with the present time, or that of `SOURCE_DATE_EPOCH`.
    pub fn at_present() -> PpOptions {
        let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let now = fixed.unwrap_or_else(|| since.map_or(0, |time| time.as_secs()));
        PpOptions { now, ..PpOptions::default() }
    }

    /// The directives that `-D` and `-U` stand for.
    pub(super) fn command_line_text(&self) -> String {
        let mut text = String::new();
        if self.preprocessed {
            return text;
        }
        for option in &self.macros {
            match option {
                MacroOption::Undefine(name) => text.push_str(&format!("#undef {name}\n")),
                MacroOption::Assert(assertion) => {
                    let (word, assertion) = match assertion.strip_prefix('-') {
                        Some(assertion) => ("unassert", assertion),
                        None => ("assert", assertion.as_str()),
                    };
                    let assertion = match assertion.split_once('=') {
                        Some((predicate, answer)) => format!("{predicate} ({answer})"),
                        None => assertion.to_string(),
                    };
                    text.push_str(&format!("#{word} {assertion}\n"));
                }
                MacroOption::Define(definition) => {
                    let (name, value) = definition.split_once('=').unwrap_or((definition, "1"));
                    // A line break would end the directive.
                    let value = value.lines().next().unwrap_or_default();
                    text.push_str(&format!("#define {name} {value}\n"));
                }
            }
        }
        text
    }
}
