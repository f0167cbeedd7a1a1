//! `gimlet --man` and `gimlet --completions=SHELL`: made of the option tables, so that they say what is there.

use crate::option_table::{DEBUG, FLAGS, WARNINGS};
use crate::pass_table;
use dumps::putln;
use gimple::option_row::{Action, OptionGroup};
use std::fmt::Write;

/// The tables, with the letters before their names and a heading.
fn tables() -> [(&'static [OptionGroup], &'static str, &'static str); 4] {
    [
        (FLAGS, "-f", "CODE GENERATION AND DUMPS"),
        (rtl_backend::MACHINE, "-m", "MACHINE"),
        (DEBUG, "-g", "DEBUGGING"),
        (WARNINGS, "-W", "WARNINGS"),
    ]
}

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

/// The names of a table that do something, with the letters before them: `-fdump-`, `-fpic`.
fn names(table: &[OptionGroup], letter: &str) -> Vec<String> {
    let done =
        table.iter().filter(|group| matches!(group.action, Action::Does(_) | Action::Partly(..)));
    let words = done.flat_map(|group| group.names.split_ascii_whitespace());
    let mut all: Vec<String> = words.map(|word| format!("{letter}{word}")).collect();
    all.sort_unstable();
    all.dedup();
    all
}

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
    for (table, letter, heading) in tables() {
        let list = names(table, letter).join(" ");
        putln!(out, ".SH {heading}\n{}", troff(&list));
    }
    out.push_str(".SH SEE ALSO\nThe ledger (\\fBgimlet \\-\\-ledger\\fR) says of every option GCC documents what is done with it.\n");
    out
}

/// Completions for a shell: `bash`, `zsh` or `fish`. `None` for another.
pub fn completions(shell: &str) -> Option<String> {
    let options: Vec<String> = tables()
        .into_iter()
        .flat_map(|(table, letter, _)| names(table, letter))
        .map(|name| name[..name.find('=').map_or(name.len(), |at| at + 1)].to_string())
        .chain(dumps())
        .collect();
    let commands: Vec<&str> = COMMANDS.iter().map(|command| command.0).collect();
    let (options, commands) = (options.join(" "), commands.join(" "));
    match shell {
        "bash" => Some(format!(
            "_gimlet() {{\n  local word=${{COMP_WORDS[COMP_CWORD]}}\n  compopt -o default\n  \
             if [[ $word == -* ]]; then\n    COMPREPLY=($(compgen -W \"{options}\" -- \"$word\"))\n    \
             [[ ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace\n  \
             elif [[ $COMP_CWORD == 1 ]]; then\n    COMPREPLY=($(compgen -W \"{commands}\" -- \"$word\") $(compgen -f -- \"$word\"))\n  fi\n}}\n\
             complete -F _gimlet gimlet\n"
        )),
        "zsh" => Some(format!(
            "#compdef gimlet\nif [[ $words[CURRENT] == -* ]]; then\n  compadd -- {options}\nelse\n  \
             (( CURRENT == 2 )) && compadd -- {commands}\n  _files\nfi\n"
        )),
        "fish" => {
            let mut out = String::new();
            for (word, _, what) in COMMANDS {
                putln!(out, "complete -c gimlet -n __fish_use_subcommand -a {word} -d '{what}'");
            }
            for option in options.split(' ') {
                putln!(out, "complete -c gimlet -o '{}'", &option[1..]);
            }
            Some(out)
        }
        _ => None,
    }
}
