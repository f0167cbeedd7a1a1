//! The manual page and the completions, which are made of the option tables.

use crate::support::{CROSS_GCC, ScratchDir, require_tools, shell};
use std::path::Path;

#[test]
fn the_manual_page_is_one() {
    let page = shell("gimlet --man", Path::new("."));
    let described = ".TP\n.B \\-ftree\\-ch\nCopy loops' tests before them.\n";
    for text in [".SH COMMANDS", ".B explore", "\\-fdbg\\-cnt=", ".SH WARNINGS", described] {
        assert!(page.contains(text), "{text}: {page}");
    }
}

/// What bash makes of the beginning of a word.
fn completed(dir: &ScratchDir, word: &str) -> String {
    let complete = format!(
        "COMP_WORDS=(gimlet {word}); COMP_CWORD=1; compopt() {{ :; }}; _gimlet; echo \"${{COMPREPLY[@]}}\""
    );
    shell(&format!("gimlet --completions=bash > c && bash -c '. ./c; {complete}'"), dir.path())
}

#[test]
fn options_passes_modifiers_and_values_are_completed() {
    let dir = ScratchDir::new().expect("a scratch directory");
    let words = completed(&dir, "-fdump-tree-fre");
    assert!(words.starts_with("-fdump-tree-fre1 "), "{words}");
    assert_eq!(completed(&dir, "-fdump-tree-fre1-de"), "-fdump-tree-fre1-details\n");
    assert_eq!(completed(&dir, "-fdump-tree-fre1-vops-sta"), "-fdump-tree-fre1-vops-stats\n");
    assert_eq!(completed(&dir, "-fvisibility=h"), "-fvisibility=hidden\n");
    assert_eq!(completed(&dir, "--interp"), "--interpret --interpret=\n");
    assert_eq!(completed(&dir, "expl"), "explore\n");
    let fish = shell("gimlet --completions=fish", dir.path());
    let row = "complete -c gimlet -o 'fdump-tree-fre1' -d 'Dump after this pass.'\n";
    assert!(fish.contains(row), "{fish}");
    let zsh = shell("gimlet --completions=zsh", dir.path());
    assert!(zsh.contains("  '-ftree-ch:Copy loops’ tests before them.'\n"), "{zsh}");
}

/// Every row is GCC's: which options there are, and the state of each. Where assembly goes until it is assembled is not.
#[test]
fn states_of_options_are_gccs() {
    require_tools();
    let dir = Path::new(".");
    let page = |command: &str| {
        let page = shell(command, dir);
        let rows = page.lines().filter(|line| !line.starts_with("  -o <file>"));
        rows.map(str::to_string).collect::<Vec<_>>()
    };
    let mut wrong = Vec::new();
    for options in [
        "",
        "-O1",
        "-O2",
        "-O3",
        "-Os",
        "-Og",
        "-Ofast",
        "-O2 -Wall",
        "-Wall -Wextra -Wno-unused -Wformat=2",
        "-Wpedantic -Wno-all",
        "-O2 -g -fno-tree-pre -ffast-math -funroll-loops",
        "-O3 -march=rv64imac -mabi=lp64 -mtune=size -mcmodel=medany",
        "-O2 --param max-unroll-times=3 --param=inline-min-speedup=7",
    ] {
        for class in ["optimizers", "common", "c", "target", "warnings", "params"] {
            let question = format!("-Q {options} --help={class}");
            let ours = page(&format!("gimlet {question}"));
            let theirs = page(&format!("{CROSS_GCC} {question}"));
            assert!(theirs.len() > 30, "{theirs:?}");
            let rows = ours.iter().zip(&theirs).filter(|(ours, theirs)| ours != theirs);
            wrong.extend(rows.map(|(ours, theirs)| format!("{question}:\n{ours}\n{theirs}")));
            if ours.len() != theirs.len() {
                wrong.push(format!("{question}: {} rows for {}", ours.len(), theirs.len()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn options_are_described_by_class() {
    let dir = Path::new(".");
    let page = shell("gimlet --help=optimizers", dir);
    assert!(page.starts_with("The following options control optimizations:\n  -f"), "{page}");
    let row = "\n  -ftree-ch                   Copy loops' tests before them.\n";
    assert!(page.contains(row), "{page}");
    let joined = shell("gimlet --help=target,joined", dir);
    assert!(joined.contains("  -march=  ") && !joined.contains("-mrelax"), "{joined}");
    let said = shell("gimlet --help=optimzers,params 2>&1", dir);
    assert!(said.contains("unrecognized argument to ‘--help=’ option: ‘optimzers’"), "{said}");
    assert!(said.contains("The following options control parameters:\n"), "{said}");
}
