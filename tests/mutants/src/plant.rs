//! Draws a sample of the sites of all crates and writes both versions of each into the copy.

use crate::sites::{Change, Site, sites};
use crate::{LIST, RECORD, VARIABLE};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

/// The crates whose sources are changed; the root's is the empty one. `rules` is left out: it runs while the others are
/// built, when no mutant is switched on.
const CRATES: [&str; 9] =
    ["dumps", "gimple", "c-frontend", "tree-ssa", "tree-passes", "ipa", "rtl-backend", "prove", ""];

/// What stands in a crate of its own in the copy: whether a mutant is switched on. A run that records writes the number of
/// each mutant that it reaches to a file.
const SWITCH: &str = "\
//! Which mutant is switched on, and which are reached.
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
static NUMBER: OnceLock<usize> = OnceLock::new();
static RECORD: OnceLock<Option<String>> = OnceLock::new();
static REACHED: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];
#[inline(never)]
pub fn on(number: usize) -> bool {
    if !REACHED[number].swap(true, Ordering::Relaxed) {
        if let Some(path) = RECORD.get_or_init(|| std::env::var(\"RECORD\").ok()) {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.and_then(|mut file| writeln!(file, \"{number}\")).expect(\"a record\");
        }
    }
    let chosen = || std::env::var(\"VARIABLE\").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    *NUMBER.get_or_init(chosen) == number
}
";

/// A sequence of numbers that a seed determines (splitmix64).
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// A mutant: its place in a file.
struct Mutant {
    number: usize,
    site: Site,
}

/// Plants `count` mutants in a copy of the project.
pub fn plant(copy: &Path, seed: u64, count: usize) -> Result<(), String> {
    let originals = read_sources(copy)?;
    let mut all = Vec::new();
    for (path, text) in &originals {
        all.extend(sites(text).unwrap_or_default().into_iter().map(|site| (path.clone(), site)));
    }
    let mut draw = Draw(seed);
    let mut drawn: BTreeMap<PathBuf, Vec<Mutant>> = BTreeMap::new();
    let mut number = 0;
    while number < count && !all.is_empty() {
        let (path, site) = all.swap_remove(draw.below(all.len()));
        let there = drawn.entry(path).or_default();
        // One change must not stand within another.
        if there.iter().all(|other| site.end <= other.site.start || other.site.end <= site.start) {
            number += 1;
            there.push(Mutant { number, site });
        }
    }
    add_switch(copy)?;
    loop {
        write_sources(copy, &originals, &drawn)?;
        let refused = refused(copy)?;
        if refused.is_empty() {
            break;
        }
        for mutants in drawn.values_mut() {
            mutants.retain(|mutant| !refused.contains(&mutant.number));
        }
    }
    write_list(copy, &drawn)
}

fn read_sources(copy: &Path) -> Result<BTreeMap<PathBuf, String>, String> {
    let mut found = BTreeMap::new();
    for name in CRATES {
        let mut folders = vec![copy.join(name).join("src")];
        while let Some(folder) = folders.pop() {
            let entries = fs::read_dir(&folder).map_err(|error| describe(&folder, &error))?;
            for entry in entries.flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text =
                        fs::read_to_string(&path).map_err(|error| describe(&path, &error))?;
                    found.insert(path, text);
                }
            }
        }
    }
    let tests: Vec<PathBuf> =
        found.iter().flat_map(|(path, text)| files_of_tests(path, text)).collect();
    found.retain(|path, _| !tests.contains(path));
    Ok(found)
}

/// The files that a file has for its tests: `#[cfg(test)] mod tests;`.
fn files_of_tests(path: &Path, text: &str) -> Vec<PathBuf> {
    let is_root = ["mod.rs", "lib.rs", "main.rs"].iter().any(|name| path.ends_with(name));
    let folder = if is_root { path.with_file_name("") } else { path.with_extension("") };
    let lines: Vec<&str> = text.lines().collect();
    let after = lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]").map(|pair| pair[1]);
    let names = after.filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    names.map(|name| folder.join(name).with_extension("rs")).collect()
}

fn describe(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| describe(path, &error))
}

/// Adds the crate with the switch, and lets all others depend on it.
fn add_switch(copy: &Path) -> Result<(), String> {
    let folder = copy.join("mutant-switch");
    fs::create_dir_all(folder.join("src")).map_err(|error| describe(&folder, &error))?;
    write(
        &folder.join("src/lib.rs"),
        &SWITCH.replace("VARIABLE", VARIABLE).replace("\"RECORD\"", &format!("\"{RECORD}\"")),
    )?;
    let manifest = "[package]\nname = \"mutant-switch\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    write(&folder.join("Cargo.toml"), manifest)?;
    for name in CRATES {
        let path = copy.join(name).join("Cargo.toml");
        let text = fs::read_to_string(&path).map_err(|error| describe(&path, &error))?;
        if !text.contains("mutant-switch") {
            let up = if name.is_empty() { "mutant-switch" } else { "../mutant-switch" };
            let with = format!("\n[dependencies]\nmutant-switch = {{ path = \"{up}\" }}\n");
            let text = match text.contains("\n[dependencies]\n") {
                true => text.replacen("\n[dependencies]\n", &with, 1),
                false => text + &with,
            };
            write(&path, &text.replacen("members = [", "members = [\"mutant-switch\", ", 1))?;
        }
    }
    Ok(())
}

/// Writes the sources with both versions of each site.
fn write_sources(
    copy: &Path,
    originals: &BTreeMap<PathBuf, String>,
    drawn: &BTreeMap<PathBuf, Vec<Mutant>>,
) -> Result<(), String> {
    debug_assert!(originals.keys().all(|path| path.starts_with(copy)));
    for (path, mutants) in drawn {
        let mut text = originals[path].clone();
        let mut mutants: Vec<&Mutant> = mutants.iter().collect();
        mutants.sort_by_key(|mutant| std::cmp::Reverse(mutant.site.start));
        for mutant in mutants {
            let (site, number) = (&mutant.site, mutant.number);
            let old = &text[site.start..site.end];
            let new = match &site.change {
                Change::Dropped => format!("if !mutant_switch::on({number}) {{ {old} }}"),
                Change::Expression { mutant, .. } => {
                    format!("(if mutant_switch::on({number}) {{ {mutant} }} else {{ {old} }})")
                }
            };
            text.replace_range(site.start..site.end, &new);
        }
        write(path, &text)?;
    }
    Ok(())
}

/// The numbers of mutants that the compiler refuses.
fn refused(copy: &Path) -> Result<BTreeSet<usize>, String> {
    let output = Command::new("cargo")
        .args(["check", "--workspace", "--keep-going", "--message-format=short"])
        .current_dir(copy)
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if output.status.success() {
        return Ok(BTreeSet::new());
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    let mut found = BTreeSet::new();
    for line in messages.lines().filter(|line| line.contains(": error")) {
        let mut parts = line.splitn(4, ':');
        let (Some(file), Some(line)) = (parts.next(), parts.next()) else { continue };
        let (Ok(text), Ok(line)) = (fs::read_to_string(copy.join(file)), line.parse::<usize>())
        else {
            continue;
        };
        found.extend(nearest(&text, line));
    }
    match found.is_empty() {
        true => Err(format!("the copy does not compile:\n{messages}")),
        false => Ok(found),
    }
}

/// The mutant that stands at a line, or last before it.
fn nearest(text: &str, line: usize) -> Option<usize> {
    let before: Vec<&str> = text.lines().take(line).collect();
    let last = before.iter().rev().find_map(|line| line.rsplit_once("mutant_switch::on("))?;
    last.1.split(')').next()?.parse().ok()
}

fn write_list(copy: &Path, drawn: &BTreeMap<PathBuf, Vec<Mutant>>) -> Result<(), String> {
    let mut lines = BTreeMap::new();
    for (path, mutants) in drawn {
        let path = path.strip_prefix(copy).unwrap_or(path).display();
        for Mutant { number, site } in mutants {
            lines.insert(
                number,
                format!("{number} {path}:{} {}\n", site.line, site.change.describe()),
            );
        }
    }
    println!("{} mutants", lines.len());
    write(&copy.join(LIST), &lines.into_values().collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::{Draw, files_of_tests, nearest};
    use std::path::Path;

    #[test]
    fn a_seed_determines_the_sample() {
        let numbers = |seed| {
            let mut draw = Draw(seed);
            [(); 4].map(|()| draw.below(1000))
        };
        assert_eq!(numbers(7), numbers(7));
        assert_ne!(numbers(7), numbers(8));
    }

    #[test]
    fn files_of_tests_are_no_sources() {
        let text = "mod a;\n#[cfg(test)]\nmod tests;\nmod bit_tests;\n";
        for (file, tests) in [("b/mod.rs", "b/tests.rs"), ("b/c.rs", "b/c/tests.rs")] {
            assert_eq!(files_of_tests(Path::new(file), text), [Path::new(tests)]);
        }
    }

    #[test]
    fn an_error_belongs_to_the_mutant_before_it() {
        let text =
            "a\n(if mutant_switch::on(3) { x } else { y })\nb\nif !mutant_switch::on(12) { c }\n";
        assert_eq!(
            [1, 2, 3, 4].map(|line| nearest(text, line)),
            [None, Some(3), Some(3), Some(12)]
        );
    }
}
