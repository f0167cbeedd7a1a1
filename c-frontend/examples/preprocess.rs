//! Preprocesses a file as `-E` does, or times the making of its tokens: for trying things out.
//!
//! `preprocess [-time] [-P] [-C] [-dM] [-dD] [-M] [-std=…] [-Idir] [-isystem dir] [-Dmacro] [-macros file] file`

use c_frontend::pp::{self, DumpMacros, MacroOption, PpOptions, SearchDir};
use gimlet_c_frontend as c_frontend;
use gimple::diagnostic::{DiagnosticOptions, Diagnostics, Warnings};
use gimple::location::HeaderKind;
use gimple::options::Standard;
use gimple::symbol::Interner;
use std::io::Write;

fn main() {
    let mut options = PpOptions::at_present();
    let mut warnings = Warnings::default();
    let (mut time, mut rule, mut file) = (false, false, String::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-time" => time = true,
            "-M" => rule = true,
            "-P" => options.no_line_markers = true,
            "-C" => options.keep_comments = true,
            "-dM" => options.dump_macros = DumpMacros::Only,
            "-dD" => options.dump_macros = DumpMacros::Definitions,
            "-fpreprocessed" => options.preprocessed = true,
            "-isystem" => {
                let dir = args.next().unwrap_or_default();
                options.dirs.push(SearchDir::new(dir, HeaderKind::System));
            }
            "-builtin" => options.dirs.push(SearchDir::builtin(args.next().unwrap_or_default())),
            "-macros" => {
                let text = std::fs::read_to_string(args.next().unwrap_or_default());
                options.extra_macros.extend(text.unwrap_or_default().lines().filter_map(|line| {
                    let (name, value) = line.strip_prefix("#define ")?.split_once(' ')?;
                    Some((name.to_string(), Some(value.to_string())))
                }));
            }
            arg => {
                if let Some(name) = arg.strip_prefix("-std=") {
                    let digits: u16 = name
                        .trim_start_matches(|c: char| !c.is_ascii_digit())
                        .parse()
                        .unwrap_or(20);
                    let year = if digits > 80 { 1900 + digits } else { 2000 + digits };
                    let year = if year == 1989 { 1990 } else { year };
                    options.standard = Standard { year, gnu: name.starts_with("gnu") };
                } else if let Some(dir) = arg.strip_prefix("-I") {
                    options.dirs.push(SearchDir::new(dir, HeaderKind::User));
                } else if let Some(definition) = arg.strip_prefix("-D") {
                    options.macros.push(MacroOption::Define(definition.into()));
                } else if let Some(option) = arg.strip_prefix("-W") {
                    warnings.set_option(option);
                } else if arg == "-pedantic" {
                    warnings.set_option("pedantic");
                } else {
                    file = arg.to_string();
                }
            }
        }
    }
    let mut diag = Box::new(Diagnostics::new(DiagnosticOptions::from_environment(), warnings));
    let mut symbols = Interner::new();
    if time {
        let start = std::time::Instant::now();
        let mut pp = pp::Preprocessor::new(&mut diag, &mut symbols, options, &file);
        let mut count = 0u64;
        while pp.next_token().kind != c_frontend::lex::TokenKind::Eof {
            count += 1;
        }
        println!("{count} tokens in {:?}", start.elapsed());
        return;
    }
    let (text, make) = pp::preprocess_to(&mut diag, &mut symbols, options, &file);
    let text = if rule { make.into_bytes() } else { text };
    if std::io::stdout().lock().write_all(&text).is_err() {
        std::process::exit(1);
    }
    diag.finish();
    std::process::exit(i32::from(diag.error_count() > 0));
}
