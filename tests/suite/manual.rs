//! The manual page and the completions, which are made of the option tables.

use crate::support::{CROSS_GCC, ScratchDir, require_tools, shell};
use std::collections::BTreeMap;
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

/// Options with their states, as GCC shows them.
fn states(text: &str) -> BTreeMap<String, String> {
    let rows = text.lines().filter_map(|line| line.trim_start().split_once('\t'));
    let on_or_off = rows.filter(|(_, state)| matches!(state.trim(), "[enabled]" | "[disabled]"));
    on_or_off.map(|(name, state)| (name.trim().to_string(), state.trim().to_string())).collect()
}

/// Every option that has a state has that which GCC says.
#[test]
fn states_of_options_are_gccs() {
    require_tools();
    let dir = Path::new(".");
    let mut wrong = Vec::new();
    for level in ["-O0", "-O1", "-O2", "-O3", "-Os", "-Og", "-Ofast", "-O2 -Wall", "-Wall -Wextra"]
    {
        let question = format!("-Q {level} --help=optimizers,common,c,warnings");
        let ours = states(&shell(&format!("gimlet {question}"), dir));
        let theirs = states(&shell(&format!("{CROSS_GCC} {question} 2>&1"), dir));
        assert!(ours.len() > 150, "{}: {ours:?}", ours.len());
        for (name, state) in &ours {
            if let Some(other) = theirs.get(name).filter(|other| *other != state) {
                wrong.push(format!("{level}: {name} is {state}, and {other} with GCC"));
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
