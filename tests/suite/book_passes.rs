//! The book's chapter about passes is made of what the passes' own files say at their top, in the order in which they run.
//!
//! `GIMLET_BLESS=1` writes the chapter.

use crate::support::{project_dir, test_files};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A file with passes: where it is, and the text at its top.
struct PassFile {
    path: String,
    head: String,
}

/// How files write down a pass of each kind; an instance of another name is a tree pass.
const FORMS: [(&str, &str); 4] = [
    ("tree", "Pass::tree("),
    ("tree", "Pass { name: "),
    ("ipa", "Pass::ipa("),
    ("rtl", "Pass::rtl("),
];

/// The passes of a source file as `kind-name`: the names in `Pass::tree("ccp", …)` and the like.
fn pass_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (kind, form) in FORMS {
        for call in text.split(form).skip(1) {
            if let Some(name) = call.trim_start().strip_prefix('"')
                && let Some((name, _)) = name.split_once('"')
            {
                // Of a name of several words dumps have the last one.
                let name = name.rsplit(' ').next().unwrap_or(name);
                names.push(format!("{kind}-{name}"));
            }
        }
    }
    names
}

/// The `//!` text of a file, without the comment marks.
fn head(text: &str) -> String {
    text.lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect()
}

/// Text for a book: links to Rust items are their names.
fn without_links(text: &str) -> String {
    text.replace("[`", "`").replace("`]", "`")
}

/// Which file has the pass, by kind and name.
fn files_by_pass() -> BTreeMap<String, PassFile> {
    let root = project_dir("");
    let mut files = BTreeMap::new();
    let folders = ["tree-ssa/src", "tree-passes/src", "ipa/src", "rtl-backend/src"]
        .map(|folder| root.join(folder));
    let sources: Vec<PathBuf> = folders.iter().flat_map(|f| test_files(f, &["rs"])).collect();
    for path in sources {
        let text = fs::read_to_string(&path).expect("a source file");
        for name in pass_names(&text) {
            let relative = path.strip_prefix(&root).expect("a file of the project");
            let file = PassFile { path: relative.display().to_string(), head: head(&text) };
            files.entry(name).or_insert(file);
        }
    }
    files
}

/// The passes Gimlet has, in order, as `kind-name` with the number of the instance, by `-fdump-passes`.
fn passes_in_order() -> Vec<String> {
    let run = Command::new(env!("CARGO_BIN_EXE_gimlet"))
        .args(["-O2", "-fdump-passes", "-S", "-o", "/dev/null"])
        .arg(project_dir("tests/reference/listing-2-4.c"))
        .output()
        .expect("gimlet runs");
    String::from_utf8_lossy(&run.stderr)
        .lines()
        .filter(|line| !line.ends_with("MISSING"))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| !name.starts_with('*'))
        .map(str::to_string)
        .collect()
}

fn chapter() -> String {
    let mut out = String::from(
        "# The passes\n\nWhat each pass does, in the order in which they run at `-O2`: this chapter is made of what stands \
         at the top of the\npasses' files. A pass that runs several times stands where it runs first.\n",
    );
    let files = files_by_pass();
    let mut instances: Vec<(&PassFile, Vec<String>)> = Vec::new();
    for pass in passes_in_order() {
        let name = pass.trim_end_matches(|c: char| c.is_ascii_digit());
        let Some(file) = files.get(&pass).or_else(|| files.get(name)) else { continue };
        match instances.iter_mut().find(|(known, _)| known.path == file.path) {
            Some((_, names)) => names.push(pass),
            None => instances.push((file, vec![pass])),
        }
    }
    for (file, names) in instances {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let text = without_links(file.head.trim_end());
        let _ = write!(out, "\n## {}\n\n{text}\n\nSource: `{}`\n", names.join(", "), file.path);
    }
    out
}

#[test]
fn the_chapter_of_passes_is_what_their_files_say() {
    let now = chapter();
    assert!(now.matches("\n## ").count() > 80, "the passes were not found:\n{now}");
    let path = project_dir("docs/book/src/passes.md");
    if std::env::var_os("GIMLET_BLESS").is_some() {
        fs::write(&path, &now).expect("a chapter can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == now, "docs/book/src/passes.md is old: GIMLET_BLESS=1 writes it anew");
}

#[test]
fn names_of_passes_are_found_in_a_file() {
    let text = "const A: Pass = Pass::ipa(\"cp\", execute);\nconst B: Pass =\n    Pass::tree(\n  \"dce\", x);\n\
                const C: Pass = Pass { name: \"cddce\", ..B };";
    assert_eq!(pass_names(text), ["tree-dce", "tree-cddce", "ipa-cp"]);
}
