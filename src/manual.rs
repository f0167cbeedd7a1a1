//! `gimlet --man` and `gimlet --completions=SHELL`: made of the option tables, so that they say what is there.

use crate::option_help::described;
use crate::option_table::{DEBUG, FLAGS, WARNINGS};
use crate::pass_table;
use dumps::putln;
use std::fmt::Write;

/// The classes of options, with the headings of their parts of the page.
const CLASSES: [(&str, &str); 6] = [
    ("optimizers", "OPTIMISATIONS"),
    ("common", "CODE, DUMPS AND DEBUGGING"),
    ("c", "THE LANGUAGE"),
    ("target", "MACHINE"),
    ("warnings", "WARNINGS"),
    ("params", "PARAMETERS"),
];

/// Subcommands: the word, what follows it, and what it does.
pub const COMMANDS: [(&str, &str, &str); 6] = [
    (
        "bisect",
        "[OPTION]... FILE... [-- TEST]",
        "find the pass, function and change that make a program wrong",
    ),
    ("check", "[OPTION]... FILE|FOLDER...", "judge tests by their DejaGnu directives"),
    ("diff", "[OPTION]... A B", "hold sets of dumps against each other, function by function"),
    (
        "explore",
        "[OPTION]... FILE.c [-o PAGE.html]",
        "write a page on which to follow a program through all passes",
    ),
    ("motion", "[OPTION]... FILE...", "what each way of moving code makes of programs"),
    (
        "prove",
        "[OPTION]... FILE...",
        "prove that what passes make of a program refines what they were given",
    ),
];

/// The options that ask for the dumps of the passes there are.
fn dumps() -> Vec<String> {
    let rows = pass_table::table();
    let there = rows.iter().filter(|row| !row.pass.is_missing() && !row.pass.name.starts_with('*'));
    there.map(|row| format!("-fdump-{}-{}", row.pass.kind.word(), row.full_name())).collect()
}

/// Text for troff.
fn troff(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    // A dot or a quote at the beginning of a line is a request.
    let lines = text.lines().map(|line| match line.trim_start() {
        start if start.starts_with(['.', '\'']) => format!("\\&{line}"),
        _ => line.to_string(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The manual page.
pub fn man(help: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut out = format!(
        ".TH GIMLET 1 \"\" \"gimlet {version}\"\n.SH NAME\ngimlet \\- C to RISC\\-V with a dump after every pass\n\
         .SH SYNOPSIS\n.B gimlet\n[\\fIoption\\fR]... \\fIfile\\fR...\n"
    );
    for (word, rest, _) in COMMANDS {
        putln!(out, ".br\n.B gimlet {word}\n{}", troff(rest));
    }
    out.push_str(".SH COMMANDS\n");
    for (word, _, what) in COMMANDS {
        putln!(out, ".TP\n.B {word}\n{}; see \\fBgimlet {word} \\-\\-help\\fR", troff(what));
    }
    putln!(out, ".SH OPTIONS\n.nf\n{}\n.fi", troff(help));
    for (class, heading) in CLASSES {
        putln!(out, ".SH {heading}");
        for option in described().filter(|option| option.class == class) {
            putln!(out, ".TP\n.B {}\n{}", troff(option.name), troff(option.text));
        }
    }
    out.push_str(".SH SEE ALSO\nThe ledger (\\fBgimlet \\-\\-ledger\\fR) says of every option GCC documents what is done with it.\n");
    out
}

/// The values that the tables have words for, each with its option: `-fvisibility=hidden`.
fn values() -> Vec<String> {
    let tables = [(FLAGS, "-f"), (rtl_backend::MACHINE, "-m"), (DEBUG, "-g"), (WARNINGS, "-W")];
    let mut all = Vec::new();
    for (table, letter) in tables {
        for name in table.iter().flat_map(|group| group.names.split_ascii_whitespace()) {
            let Some((stem, values)) = name.split_once('=') else { continue };
            let words = values.strip_prefix('[').and_then(|values| values.strip_suffix(']'));
            let known = described().any(|option| option.name == format!("{letter}{stem}="));
            let words = words.filter(|_| known).into_iter().flat_map(|words| words.split('|'));
            all.extend(words.map(|word| format!("{letter}{stem}={word}")));
        }
    }
    all
}

/// An option as shells complete it, with what it does.
struct Completion {
    word: String,
    text: String,
}

/// All that can be completed: options, their values, dumps with their modifiers, and what the command has of its own.
fn all_completions() -> Vec<Completion> {
    let options = described().map(|o| Completion { word: o.name.into(), text: o.text.into() });
    let values = values().into_iter().map(|word| Completion { word, text: String::new() });
    let dump = |word: String| Completion { text: "Dump after this pass.".into(), word };
    let own = OWN.iter().map(|&(word, text)| Completion { word: word.into(), text: text.into() });
    own.chain(options).chain(values).chain(dumps().into_iter().map(dump)).collect()
}

/// Options that are in no table.
const OWN: [(&str, &str); 20] = [
    ("--help", "What the command does."),
    ("--help=optimizers", "The options for optimising, or those of another class."),
    ("--version", "The version."),
    ("--interpret", "Run the program in the interpreter."),
    ("--interpret=", "Run what this pass leaves of the program, or all in turn."),
    ("--emit-gimple", "Print the module as GIMPLE."),
    ("--emit-gimple=", "Print the module as this pass leaves it."),
    ("--coverage", "Count how often lines are executed."),
    ("--ledger", "What is done with each attribute, builtin, pragma and option."),
    ("--man", "A manual page."),
    ("--completions=", "Completions for bash, zsh or fish."),
    ("-O0", "Do not optimise."),
    ("-O1", "Optimise."),
    ("-O2", "Optimise more."),
    ("-O3", "Optimise most."),
    ("-Og", "Optimise as far as debugging allows."),
    ("-Os", "Optimise for size."),
    ("-fdump-tree-all", "A dump after every tree pass."),
    ("-fdump-rtl-all", "A dump after every RTL pass."),
    ("-fdump-ipa-all", "A dump after every IPA pass."),
];

/// Completions for a shell: `bash`, `zsh` or `fish`. `None` for another.
pub fn completions(shell: &str) -> Option<String> {
    let all = all_completions();
    let words: Vec<&str> = all.iter().map(|completion| completion.word.as_str()).collect();
    let options = words.join(" ");
    let commands: Vec<&str> = COMMANDS.iter().map(|command| command.0).collect();
    let commands = commands.join(" ");
    let modifiers = MODIFIERS.join(" ");
    match shell {
        "bash" => Some(format!(
            "_gimlet() {{\n  local word=${{COMP_WORDS[COMP_CWORD]}}\n  compopt -o default\n  \
             if [[ $word == -fdump-*-*-* ]]; then\n    \
             COMPREPLY=($(compgen -P \"${{word%-*}}-\" -W \"{modifiers}\" -- \"${{word##*-}}\"))\n  \
             elif [[ $word == -* ]]; then\n    COMPREPLY=($(compgen -W \"{options}\" -- \"$word\"))\n    \
             [[ ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace\n  \
             elif [[ $COMP_CWORD == 1 ]]; then\n    COMPREPLY=($(compgen -W \"{commands}\" -- \"$word\") $(compgen -f -- \"$word\"))\n  fi\n}}\n\
             complete -F _gimlet gimlet\n"
        )),
        "zsh" => {
            let mut out = String::from("#compdef gimlet\nlocal -a commands options\ncommands=(\n");
            for (word, _, what) in COMMANDS {
                putln!(out, "  '{word}:{}'", quoted(what));
            }
            out.push_str(")\noptions=(\n");
            for completion in &all {
                let text = quoted(&completion.text).replace(':', "\\:");
                putln!(out, "  '{}:{text}'", completion.word.replace(':', "\\:"));
            }
            putln!(
                out,
                ")\nif [[ $words[CURRENT] == -fdump-*-*-* ]]; then\n  compset -P '*-'\n  compadd -- {modifiers}\n\
                 elif [[ $words[CURRENT] == -* ]]; then\n  _describe option options\nelse\n  \
                 (( CURRENT == 2 )) && _describe command commands\n  _files\nfi"
            );
            Some(out)
        }
        "fish" => {
            let mut out = String::new();
            for (word, _, what) in COMMANDS {
                putln!(
                    out,
                    "complete -c gimlet -n __fish_use_subcommand -a {word} -d '{}'",
                    quoted(what)
                );
            }
            for Completion { word, text } in &all {
                let (kind, name) = match word.strip_prefix("--") {
                    Some(name) => ('l', name),
                    None => ('o', &word[1..]),
                };
                putln!(out, "complete -c gimlet -{kind} '{name}' -d '{}'", quoted(text));
            }
            Some(out)
        }
        _ => None,
    }
}

/// What may follow the name of a dump.
const MODIFIERS: [&str; 12] = [
    "details",
    "stats",
    "vops",
    "uid",
    "lineno",
    "blocks",
    "raw",
    "graph",
    "slim",
    "all",
    "blockargs",
    "compact",
];

/// Text between single quotes.
fn quoted(text: &str) -> String {
    text.replace('\'', "’")
}
