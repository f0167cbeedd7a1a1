//! Options of code generation that carry a value or change several things: from words to [`Options`].

use gimple::charset::Charset;
use gimple::decl::Visibility;
use gimple::options::{
    AutoInit, Flag, Options, RegisterUse, StackLimit, StackProtector, ZeroedRegisters,
};
use gimple::sanitize::Sanitize;

/// What is said against words of the command line.
#[derive(Default)]
pub struct Problems {
    pub errors: Vec<String>,
    /// What is not implemented.
    pub sorries: Vec<String>,
}

/// Acts on what follows `-f`; whether it was one of these options.
pub fn flag(options: &mut Options, word: &str, problems: &mut Problems) -> bool {
    let Problems { errors, sorries } = problems;
    let (bare, on) = word.strip_prefix("no-").map_or((word, true), |bare| (bare, false));
    let (stem, value) = bare.split_once('=').unwrap_or((bare, ""));
    match stem {
        "visibility" => options.code.visibility = visibility(value),
        "pack-struct" => pack_struct(options, on, bare.contains('='), value, errors),
        "sso-struct" => {
            options.code.big_endian_records = match value {
                "big-endian" => Some(true),
                "little-endian" => Some(false),
                _ => None,
            }
        }
        "stack-protector" => protect(options, on, StackProtector::Buffers),
        "stack-protector-strong" => protect(options, on, StackProtector::Strong),
        "stack-protector-all" => protect(options, on, StackProtector::All),
        "stack-protector-explicit" => protect(options, on, StackProtector::Explicit),
        "trivial-auto-var-init" => {
            options.code.auto_init = match value {
                "pattern" => AutoInit::Pattern,
                "zero" => AutoInit::Zero,
                _ => AutoInit::Off,
            }
        }
        "instrument-functions-exclude-function-list" => {
            options.code.not_instrumented.0.extend(listed(value));
        }
        "instrument-functions-exclude-file-list" => {
            options.code.not_instrumented.1.extend(listed(value));
        }
        "profile-use" | "branch-probabilities" => {
            options.code.profile = on.then(|| value.to_string());
        }
        "zero-call-used-regs" => match ZeroedRegisters::from_word(value) {
            Some(zeroed) => options.code.zeroed = zeroed,
            None => {
                errors.push(format!("unrecognized argument to ‘-fzero-call-used-regs=’: ‘{value}’"))
            }
        },
        "input-charset" | "exec-charset" => match Charset::find(value) {
            Some(set) if stem == "input-charset" => options.code.input_charset = set,
            Some(set) => options.code.exec_charset = set,
            None => sorries.push(format!("-f{stem}={value}")),
        },
        "sanitize" => sanitize(options, on, value, problems),
        "sanitize-coverage" => coverage(options, on, value, problems),
        "stack-limit-register" => {
            options.code.stack_limit = Some(StackLimit::Register(value.into()))
        }
        "stack-limit-symbol" => options.code.stack_limit = Some(StackLimit::Symbol(value.into())),
        "stack-limit" if !on => options.code.stack_limit = None,
        "stack-check" => options.set(Flag::StackCheck, on && value != "no"),
        "profile-arcs" => options.code.coverage.arcs = on,
        "test-coverage" => options.code.coverage.notes = on,
        "profile-generate" => {
            options.code.coverage.arcs = on;
            if !value.is_empty() {
                options.code.coverage.directory = Some(value.to_string());
            }
        }
        "profile-dir" => options.code.coverage.directory = Some(value.to_string()),
        "profile-note" => options.code.coverage.notes_file = Some(value.to_string()),
        "profile-filter-files" => {
            options.code.coverage.only_files = expressions(stem, value, errors);
        }
        "profile-exclude-files" => {
            options.code.coverage.not_files = expressions(stem, value, errors);
        }
        "profile-update" => options.code.coverage.atomic = value != "single",
        "profile-abs-path" => options.code.coverage.absolute = on,
        "unsigned-bitfields" => options.set(Flag::SignedBitfields, !on),
        "align-functions" => align_functions(options, on, value, errors),
        "patchable-function-entry" => patchable(options, value, errors),
        "file-prefix-map" | "debug-prefix-map" | "macro-prefix-map" => {
            prefix(options, stem, value, errors);
        }
        _ => {
            let register = |prefix: &str, how| Some((bare.strip_prefix(prefix)?.to_string(), how));
            let register = register("fixed-", RegisterUse::Fixed)
                .or_else(|| register("call-used-", RegisterUse::CallUsed))
                .or_else(|| register("call-saved-", RegisterUse::CallSaved));
            match (register, bare.strip_prefix("builtin-")) {
                (Some(register), _) => options.code.registers.push(register),
                (None, Some(name)) if !on => options.code.not_builtin.push(name.to_string()),
                (None, Some(name)) => options.code.not_builtin.retain(|other| other != name),
                (None, None) => return false,
            }
        }
    }
    true
}

/// `-flive-patching`: a function may be replaced when those it was inlined into and copied into are. So nobody relies on what
/// another function does beyond its interface, which switches off the passes that do.
pub fn live_patching(options: &mut Options, words: &str, errors: &mut Vec<String>) {
    const RELYING: &[&str] = &[
        "ipa-icf-functions",
        "ipa-icf-variables",
        "ipa-icf",
        "ipa-bit-cp",
        "ipa-vrp",
        "ipa-pure-const",
        "ipa-reference",
        "ipa-reference-addressable",
        "ipa-modref",
    ];
    const COPYING: &[&str] = &["ipa-cp-clone", "ipa-sra", "partial-inlining", "ipa-cp"];
    let asked = words.split(' ').rev().find_map(|word| word.strip_prefix("-flive-patching"));
    let Some(level) = asked else { return };
    let copying = if level == "=inline-only-static" { COPYING } else { &[] };
    for name in RELYING.iter().chain(copying) {
        if words.split(' ').any(|word| word.strip_prefix("-f") == Some(name)) {
            let level = "-flive-patching=inline-only-static|inline-clone";
            errors.push(format!("‘-f{name}’ is incompatible with ‘{level}’"));
        }
        options.set_by_name(name, false);
    }
}

/// The kinds of undefined behaviour that `-fsanitize=` names are looked for, those of `-fno-sanitize=` are not.
fn sanitize(options: &mut Options, on: bool, value: &str, problems: &mut Problems) {
    let Problems { errors, sorries } = problems;
    let option = if on { "-fsanitize=" } else { "-fno-sanitize=" };
    let asked = &mut options.code.sanitize;
    for word in value.split(',') {
        match (Sanitize::from_word(word), on) {
            (Some(kinds), true) => *asked |= kinds,
            (Some(kinds), false) => *asked = asked.without(kinds),
            (None, false) if word == "all" => *asked = asked.without(Sanitize::EVERYTHING),
            (None, true) if word == "all" => {
                errors.push("‘-fsanitize=all’ option is not valid".to_string());
            }
            (None, false) if Sanitize::is_other(word) => {}
            (None, true) if Sanitize::is_other(word) => {
                sorries.push(format!("-fsanitize={word}"));
            }
            (None, _) => {
                errors.push(format!("unrecognized argument to ‘{option}’ option: ‘{word}’"));
            }
        }
    }
}

/// What of a program's way is traced.
fn coverage(options: &mut Options, on: bool, value: &str, problems: &mut Problems) {
    let Problems { errors, sorries } = problems;
    const OPTION: &str = "-fsanitize-coverage=";
    let asked = &mut options.code.sanitize;
    for word in value.split(',') {
        match word {
            "trace-pc" if on => *asked |= Sanitize::COVERAGE,
            "trace-pc" => *asked = asked.without(Sanitize::COVERAGE),
            "trace-cmp" if on => sorries.push(format!("{OPTION}{word}")),
            "trace-cmp" => {}
            _ => {
                errors.push(format!("unrecognized argument in option ‘{OPTION}{value}’"));
                errors.push(format!("valid arguments to ‘{OPTION}’ are: trace-cmp trace-pc"));
            }
        }
    }
}

/// What follows from `-fsanitize=` for other options, once all words are known: null pointers and the ends of arrays prove
/// nothing any more. The library that tells of what is found is not there, so the program has to end.
pub fn sanitizers(options: &mut Options, words: &str, sorries: &mut Vec<String>) {
    const TRAPS: &str = "sanitize-undefined-trap-on-error";
    let asked = options.code.sanitize.without(Sanitize::COVERAGE);
    if asked == Sanitize::NONE {
        return;
    }
    let word = |word: &str| Some(word.strip_prefix("-f")? == TRAPS);
    let said = words.split(' ').rev().find(|word| word.ends_with(TRAPS));
    if said.and_then(word) != Some(true) {
        sorries.push(format!("-fsanitize= without -f{TRAPS}"));
    }
    if asked.without(Sanitize::UNREACHABLE) != Sanitize::NONE {
        options.set(Flag::AggressiveLoopOptimizations, false);
    }
    if asked.intersects(Sanitize::KEEPS_NULL_CHECKS) {
        options.set(Flag::DeleteNullPointerChecks, false);
    }
}

/// The regular expressions of a list between semicolons.
fn expressions(option: &str, text: &str, errors: &mut Vec<String>) -> Vec<String> {
    let parts: Vec<String> =
        text.split(';').filter(|part| !part.is_empty()).map(str::to_string).collect();
    for part in &parts {
        if dumps::tcl_regex::Regex::new(part).is_err() {
            errors.push(format!("invalid regular expression ‘{part}’ in ‘-f{option}=’"));
        }
    }
    parts
}

/// The parts of a list between commas; `\,` is a comma in one.
fn listed(text: &str) -> impl Iterator<Item = String> {
    let text = text.replace("\\,", "\0");
    let parts: Vec<String> = text.split(',').map(|part| part.replace('\0', ",")).collect();
    parts.into_iter().filter(|part| !part.is_empty())
}

/// Acts on what follows `-g`.
pub fn debug(options: &mut Options, word: &str, errors: &mut Vec<String>) {
    let debug = &mut options.code.debug;
    let enough = |level: u8| level.max(2);
    match word {
        "" => debug.level = enough(debug.level),
        "toggle" => debug.toggled = true,
        "statement-frontiers" | "no-statement-frontiers" => {
            debug.markers = Some(word == "statement-frontiers");
        }
        "inline-points" | "no-inline-points" => debug.inline_points = word == "inline-points",
        "column-info" | "no-column-info" => debug.columns = word == "column-info",
        _ => {
            let (stem, digits) =
                word.split_at(word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len()));
            match (stem, digits.parse::<u8>()) {
                ("" | "gdb", Ok(level)) if level <= 3 => debug.level = level,
                ("" | "gdb", Ok(_)) => {
                    errors.push(format!("unrecognized debug output level ‘{digits}’"));
                }
                ("gdb" | "dwarf", Err(_)) => debug.level = enough(debug.level),
                ("dwarf-", Ok(version)) if (2..=5).contains(&version) => {
                    debug.version = version;
                    debug.level = enough(debug.level);
                }
                ("dwarf-", _) => errors.push(format!("dwarf version {digits} is not supported")),
                _ => {}
            }
        }
    }
}

fn visibility(value: &str) -> Visibility {
    match value {
        "hidden" => Visibility::Hidden,
        "protected" => Visibility::Protected,
        "internal" => Visibility::Internal,
        _ => Visibility::Default,
    }
}

fn pack_struct(
    options: &mut Options,
    on: bool,
    given: bool,
    value: &str,
    errors: &mut Vec<String>,
) {
    options.code.pack_struct = match value.parse::<u32>() {
        _ if !on => 0,
        Ok(value) if value.is_power_of_two() && value <= 16 => value,
        _ if given => {
            let text = "structure alignment must be a small power of two, not ";
            errors.push(format!("{text}{value}"));
            0
        }
        _ => c_frontend::layout::ALL_PACKED,
    };
}

fn protect(options: &mut Options, on: bool, how: StackProtector) {
    options.code.stack_protector = if on { how } else { StackProtector::Off };
}

/// Of `N:M:…` the first is the alignment, rounded up to a power of two.
fn align_functions(options: &mut Options, on: bool, value: &str, errors: &mut Vec<String>) {
    let mut words = value.split(':');
    let first = words.next().unwrap_or_default();
    let numbers = words.all(|word| word.parse::<u32>().is_ok());
    options.code.align_functions = match first.parse::<u32>() {
        _ if !on || value.is_empty() => 0,
        Ok(bytes) if bytes <= 65536 && numbers => bytes.next_power_of_two(),
        Ok(bytes) if bytes > 65536 => {
            errors.push("‘-falign-functions’ is not between 0 and 65536".to_string());
            0
        }
        _ => {
            let text = "invalid arguments for ‘-falign-functions’ option: ";
            errors.push(format!("{text}‘{value}’"));
            0
        }
    };
}

fn patchable(options: &mut Options, value: &str, errors: &mut Vec<String>) {
    let (size, start) = value.split_once(',').unwrap_or((value, "0"));
    match (size.parse::<u16>(), start.parse::<u16>()) {
        (Ok(size), Ok(start)) if start <= size => options.code.patchable = (size, start),
        _ => errors.push("invalid arguments for ‘-fpatchable-function-entry’".to_string()),
    }
}

fn prefix(options: &mut Options, stem: &str, value: &str, errors: &mut Vec<String>) {
    let Some((old, new)) = value.split_once('=') else {
        errors.push(format!("invalid argument ‘{value}’ to ‘-f{stem}’"));
        return;
    };
    let pair = (old.to_string(), new.to_string());
    if stem != "macro-prefix-map" {
        options.code.debug_prefixes.insert(0, pair.clone());
    }
    if stem != "debug-prefix-map" {
        options.code.macro_prefixes.insert(0, pair);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_reach_the_options() {
        let (mut options, mut problems) = (Options::default(), Problems::default());
        for word in [
            "pack-struct=4",
            "align-functions=24",
            "patchable-function-entry=3,1",
            "no-builtin-abs",
        ] {
            assert!(flag(&mut options, word, &mut problems));
        }
        assert!(!flag(&mut options, "web", &mut problems) && problems.errors.is_empty());
        let code = &options.code;
        assert_eq!((code.pack_struct, code.align_functions, code.patchable), (4, 32, (3, 1)));
        assert_eq!(code.not_builtin, ["abs"]);
        flag(&mut options, "pack-struct=3", &mut problems);
        debug(&mut options, "dwarf-9", &mut problems.errors);
        assert_eq!(problems.errors.len(), 2);
        debug(&mut options, "gdb3", &mut problems.errors);
        debug(&mut options, "", &mut problems.errors);
        assert_eq!(options.code.debug.level, 3);
    }

    #[test]
    fn what_is_looked_for_is_asked_and_taken_back() {
        let (mut options, mut problems) = (Options::default(), Problems::default());
        flag(&mut options, "sanitize=undefined,address", &mut problems);
        assert_eq!(problems.sorries, ["-fsanitize=address"]);
        flag(&mut options, "no-sanitize=shift", &mut problems);
        let asked = options.code.sanitize;
        assert!(asked.contains(Sanitize::BOUNDS) && !asked.intersects(Sanitize::SHIFT_BASE));
        sanitizers(&mut options, "-fsanitize-undefined-trap-on-error", &mut problems.sorries);
        assert_eq!(problems.sorries.len(), 1);
        let said = "-fsanitize-undefined-trap-on-error -fno-sanitize-undefined-trap-on-error";
        sanitizers(&mut options, said, &mut problems.sorries);
        assert_eq!(problems.sorries.len(), 2);
        assert!(!options.on(Flag::DeleteNullPointerChecks));
    }
}
