//! The manual page and the completions, which are made of the option tables.

use crate::support::{ScratchDir, shell};
use std::path::Path;

#[test]
fn the_manual_page_is_one() {
    let page = shell("gimlet --man", Path::new("."));
    for text in [".SH COMMANDS", ".B explore", "\\-fdbg\\-cnt=", ".SH WARNINGS"] {
        assert!(page.contains(text), "{text}: {page}");
    }
    let dir = ScratchDir::new().expect("a scratch directory");
    let complete = "COMP_WORDS=(gimlet -fdump-tree-fre); COMP_CWORD=1; compopt() { :; }; _gimlet; echo \"${COMPREPLY[@]}\"";
    let words =
        shell(&format!("gimlet --completions=bash > c && bash -c '. ./c; {complete}'"), dir.path());
    assert!(words.starts_with("-fdump-tree-fre1 "), "{words}");
    let fish = shell("gimlet --completions=fish", dir.path());
    assert!(fish.contains("complete -c gimlet -o 'fdump-tree-fre1'\n"), "{fish}");
}
