//! Preprocessing a file alone, and what the command line and the environment tell the preprocessor.

use crate::cli::{CommandLine, Input, Language, Stage};
use crate::code_macros;
use crate::compile::{Outcome, diagnostics};
use crate::dependencies;
use crate::driver::output;
use crate::search_path;
use c_frontend::pp::{DependencyTarget, DumpMacros, MacroOption, PpOptions, preprocess_to};
use gimple::options::Flag;
use gimple::symbol::Interner;
use gimple::target::TargetDesc;

/// What `-E` makes of an input, or `-M`.
pub fn preprocess(line: &CommandLine, input: &Input) -> Outcome {
    let target = code_macros::target(&line.options);
    let options = match preprocessor_options(line, input, &target) {
        Ok(options) => options,
        Err(status) => return Outcome::Failed(status),
    };
    let mut diagnostics = Box::new(diagnostics(line));
    let mut symbols = Interner::new();
    let (text, rule) = preprocess_to(&mut diagnostics, &mut symbols, options, &input.name);
    diagnostics.finish();
    if diagnostics.error_count() > 0 {
        // What goes to the standard output has been seen by then.
        let to_stdout = line.output.as_deref().is_none_or(|output| output == "-");
        if line.stage == Stage::Preprocess
            && to_stdout
            && dependencies::instead_of_text(line).is_none()
        {
            output::write("-", &text);
        }
        return Outcome::Failed(1);
    }
    if let Err(status) = dependencies::write(line, input, &rule) {
        return Outcome::Failed(status);
    }
    match dependencies::instead_of_text(line) {
        Some(dependencies::Instead::Output) => Outcome::Text(rule.into_bytes()),
        Some(dependencies::Instead::File) => Outcome::Done,
        None => Outcome::Text(text),
    }
}

/// The preprocessor's options for an input; an exit status if they are wrong, which has been said.
pub fn preprocessor_options(
    line: &CommandLine,
    input: &Input,
    target: &TargetDesc,
) -> Result<PpOptions, u8> {
    let options = &line.options;
    dependencies::check(line)?;
    let mut pp = PpOptions {
        standard: options.standard,
        preprocessed: input.language == Language::PreprocessedC,
        assembler: input.language == Language::AssemblerWithCpp,
        target_macros: target.predefined_macros,
        extra_macros: code_macros::macros(options),
        keep_macros: options.code.debug.level > 2,
        file_prefixes: options.code.macro_prefixes.clone(),
        input_charset: options.code.input_charset,
        exec_charset: options.code.exec_charset,
        hosted: options.on(Flag::Hosted),
        optimize: options.optimize > 0,
        gnu_inline: options.on(Flag::GnuInline),
        dollars: options.on(Flag::DollarsInIdentifiers),
        ..PpOptions::at_present()
    };
    for (option, argument) in &line.preprocessor {
        option_of_preprocessor(&mut pp, option, argument);
    }
    if pp.dependencies.targets.is_empty()
        && let Some(target) = dependencies::target_of_driver(line)
    {
        pp.dependencies.targets.push(DependencyTarget { name: target, quoted: true });
    }
    // GCC's driver hands these on in this order.
    pp.dependencies.targets.sort_by_key(|target| target.quoted);
    if let Some(environment) = dependencies::environment_alone(line) {
        pp.dependencies.user_only = environment.user_only;
        pp.dependencies.without_main = !environment.user_only;
    }
    let path = search_path::search_path(line, target.triplet);
    if line.verbose {
        dumps::put::to_stderr(&path.described());
    }
    (pp.quote_dirs, pp.dirs) = (path.quoted, path.angled);
    Ok(pp)
}

fn option_of_preprocessor(pp: &mut PpOptions, option: &str, argument: &str) {
    match option {
        "-D" => pp.macros.push(MacroOption::Define(argument.to_string())),
        "-U" => pp.macros.push(MacroOption::Undefine(argument.to_string())),
        "-A" => pp.macros.push(MacroOption::Assert(argument.to_string())),
        "-include" => pp.includes.push(argument.to_string()),
        "-imacros" => pp.imacros.push(argument.to_string()),
        "-undef" => pp.undef = true,
        "-trigraphs" => pp.trigraphs = Some(true),
        "-P" => pp.no_line_markers = true,
        "-H" => pp.show_includes = true,
        "-C" | "-CC" => pp.keep_comments = true,
        "-d" if argument.contains('M') => pp.dump_macros = DumpMacros::Only,
        "-d" if argument.contains('D') => pp.dump_macros = DumpMacros::Definitions,
        "-d" if argument.contains('N') => pp.dump_macros = DumpMacros::Names,
        "-MM" | "-MMD" | "cc1-MMD" => pp.dependencies.user_only = true,
        "-MP" => pp.dependencies.phony = true,
        "-MG" => pp.dependencies.missing_generated = true,
        "-MT" | "-MQ" => {
            let target = DependencyTarget { name: argument.to_string(), quoted: option == "-MQ" };
            pp.dependencies.targets.push(target);
        }
        "-fpreprocessed" => pp.preprocessed = true,
        _ => {
            if let Some(depth) = option.strip_prefix("-fmax-include-depth=") {
                pp.max_include_depth = depth.parse().unwrap_or(pp.max_include_depth);
            }
        }
    }
}
