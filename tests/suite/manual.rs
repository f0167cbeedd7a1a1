//! The manual page and the completions, which are made of the option tables.

use crate::support::ScratchDir;
use std::path::Path;
use std::process::Command;

/// Runs a command in a shell; what it prints.
fn run(command: &str, dir: &Path) -> String {
    let own = Path::new(env!("CARGO_BIN_EXE_gimlet")).parent().expect("a folder").to_path_buf();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .env("PATH", format!("{}:{path}", own.display()))
        .current_dir(dir)
        .output()
        .expect("a shell");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_manual_page_is_one() {
    let page = run("gimlet --man", Path::new("."));
    for text in [".SH COMMANDS", ".B explore", "\\-fdbg\\-cnt=", ".SH WARNINGS"] {
        assert!(page.contains(text), "{text}: {page}");
    }
    let dir = ScratchDir::new().expect("a scratch directory");
    let complete = "COMP_WORDS=(gimlet -fdump-tree-fre); COMP_CWORD=1; compopt() { :; }; _gimlet; echo \"${COMPREPLY[@]}\"";
    let words =
        run(&format!("gimlet --completions=bash > c && bash -c '. ./c; {complete}'"), dir.path());
    assert!(words.starts_with("-fdump-tree-fre1 "), "{words}");
    let fish = run("gimlet --completions=fish", dir.path());
    assert!(fish.contains("complete -c gimlet -o 'fdump-tree-fre1'\n"), "{fish}");
}
