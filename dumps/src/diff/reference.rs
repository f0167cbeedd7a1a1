//! Two compilers held against each other: `gimlet diff --reference=COMMAND FILE… [-- OPTION…]`.
//!
//! Both compile each file with the dumps asked for. Counted is, for each pass, in how many of the reference's functions
//! the other's dump is the same: exactly, and up to renaming; how many have no dump at all; and for RTL and assembly the
//! mean share of lines that both have. A file that the reference refuses does not count.

use super::script::Step;
use super::{Body, Kind, cut, exact, rename, sets};
use crate::check::{Finished, ScratchDir, run_with_timeout};
use crate::putln;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// What to run on what.
#[derive(Debug, Clone)]
pub(super) struct Comparison {
    pub reference: Vec<String>,
    pub other: Vec<String>,
    /// `ccp1`, `rtl:expand`, `asm`.
    pub passes: Vec<String>,
    pub options: Vec<String>,
    pub files: Vec<PathBuf>,
    pub jobs: usize,
}

/// How often two compilers agree on a pass.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Count {
    pub functions: usize,
    pub identical: usize,
    /// The same up to renaming; those that are identical included.
    pub renamed: usize,
    pub missing: usize,
    /// The shares of common lines, summed up.
    pub alike: f64,
}

/// Each function by pass and name; the last of a name counts.
type Functions = FxHashMap<String, FxHashMap<String, Body>>;

const TIME_LIMIT: Duration = Duration::from_secs(120);

/// Runs both compilers on all files. The counts are in the order of the passes.
pub(super) fn compare(comparison: &Comparison) -> Result<Vec<(String, Count)>, String> {
    let next = AtomicUsize::new(0);
    let totals: Mutex<BTreeMap<usize, Count>> = Mutex::default();
    let failure: Mutex<Option<String>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..comparison.jobs.min(comparison.files.len()) {
            scope.spawn(|| {
                while let Some(file) = comparison.files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let counts = match one(comparison, file) {
                        Ok(counts) => counts,
                        Err(error) => {
                            if let Ok(mut failure) = failure.lock() {
                                failure.get_or_insert(error);
                            }
                            return;
                        }
                    };
                    if let Ok(mut totals) = totals.lock() {
                        for (i, count) in counts.into_iter().enumerate() {
                            totals.entry(i).or_default().add(count);
                        }
                    }
                }
            });
        }
    });
    if let Some(error) = failure.into_inner().unwrap_or_default() {
        return Err(error);
    }
    let totals = totals.into_inner().unwrap_or_default();
    let of = |i: usize| totals.get(&i).copied().unwrap_or_default();
    Ok(comparison.passes.iter().cloned().enumerate().map(|(i, pass)| (pass, of(i))).collect())
}

impl Count {
    /// Counts a function of the reference and the other's, if there is one. Whether they are the same, and up to renaming.
    pub(super) fn hold(&mut self, body: &Body, other: Option<&Body>, kind: Kind) -> (bool, bool) {
        self.functions += 1;
        let text = exact::normal(body, kind);
        let Some(other) = other else {
            self.missing += 1;
            self.alike += exact::alike(&text, &[]);
            return (false, false);
        };
        let other_text = exact::normal(other, kind);
        self.alike += exact::alike(&text, &other_text);
        let same = text == other_text;
        let renamed = same || {
            let (a, b) = (comparable(body, kind), comparable(other, kind));
            let steps = rename::matching_steps(&a, &b, kind);
            steps.iter().all(|step| matches!(step, Step::Both(..)))
        };
        self.identical += usize::from(same);
        self.renamed += usize::from(renamed);
        (same, renamed)
    }

    pub(super) fn add(&mut self, other: Count) {
        self.functions += other.functions;
        self.identical += other.identical;
        self.renamed += other.renamed;
        self.missing += other.missing;
        self.alike += other.alike;
    }
}

/// The counts for one file, pass by pass.
fn one(comparison: &Comparison, file: &Path) -> Result<Vec<Count>, String> {
    let Some(reference) = dumps(comparison, &comparison.reference, file, true)? else {
        return Ok(vec![Count::default(); comparison.passes.len()]);
    };
    let other = dumps(comparison, &comparison.other, file, false)?.unwrap_or_default();
    let nothing = FxHashMap::default();
    let count = |pass: &String| {
        let theirs = other.get(pass).unwrap_or(&nothing);
        let mut count = Count::default();
        for (name, body) in reference.get(pass).unwrap_or(&nothing) {
            count.hold(body, theirs.get(name), kind_of_pass(pass));
        }
        count
    };
    Ok(comparison.passes.iter().map(count).collect())
}

pub(super) fn kind_of_pass(pass: &str) -> Kind {
    match pass {
        "asm" => Kind::Assembly,
        "gimple" => Kind::Gimple,
        _ if pass.starts_with("rtl:") => Kind::Rtl,
        _ => Kind::Tree,
    }
}

/// The lines of a function that are compared up to renaming: without blank ones, and RTL without uids and addresses.
pub(super) fn comparable(body: &Body, kind: Kind) -> Vec<String> {
    let lines = body.lines.iter().map(|line| line.trim_end()).filter(|line| !line.is_empty());
    match kind {
        Kind::Rtl => lines.map(exact::plain_insn).collect(),
        _ => lines.map(str::to_string).collect(),
    }
}

/// The functions of a dump, without what stands in front of them.
pub(super) fn functions_of(text: &str, kind: Kind) -> Vec<Body> {
    let mut bodies = cut::functions(text, kind);
    bodies.retain(|body| !body.name.is_empty());
    bodies
}

/// Compiles a file to assembly in a folder, where dumps go as well.
pub(super) fn run(
    comparison: &Comparison,
    compiler: &[String],
    file: &Path,
    words: &[String],
    dir: &Path,
) -> Result<Finished, String> {
    let source = std::path::absolute(file).map_err(|e| e.to_string())?;
    let (program, leading) = compiler.split_first().ok_or("no compiler given")?;
    let mut command = Command::new(program);
    command.args(leading).args(&comparison.options).arg("-w").args(words);
    let folder = format!("{}/", dir.display());
    command.arg("-S").arg(source).args(["-o", "x.s", "-dumpdir", &folder]);
    command.current_dir(dir).env("LC_ALL", "C");
    run_with_timeout(&mut command, TIME_LIMIT, dir)
        .map_err(|e| format!("cannot run {program}: {e}"))
}

/// Compiles a file and reads its dumps. `None` if `must_succeed` and it does not, or if it takes too long.
fn dumps(
    comparison: &Comparison,
    compiler: &[String],
    file: &Path,
    must_succeed: bool,
) -> Result<Option<Functions>, String> {
    let dir = ScratchDir::new().map_err(|e| e.to_string())?;
    let dumped = |pass: &String| match (pass.strip_prefix("rtl:"), pass.as_str()) {
        (_, "asm") => None,
        (Some(pass), _) => Some(format!("-fdump-rtl-{pass}")),
        (None, pass) => Some(format!("-fdump-tree-{pass}")),
    };
    let words: Vec<String> = comparison.passes.iter().filter_map(dumped).collect();
    let finished = run(comparison, compiler, file, &words, dir.path())?;
    if must_succeed && !finished.succeeded() {
        return Ok(None);
    }
    let mut found = Functions::default();
    for entry in std::fs::read_dir(dir.path()).map_err(|e| e.to_string())? {
        let path = entry.map_err(|e| e.to_string())?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some(key) = sets::key_of(&name).filter(|key| comparison.passes.contains(&key.pass))
        else {
            continue;
        };
        let text = std::fs::read(&path).map_err(|e| e.to_string())?;
        let kind = kind_of_pass(&key.pass);
        let functions = functions_of(&String::from_utf8_lossy(&text), kind).into_iter();
        let functions = functions.map(|body| (body.name.clone(), body));
        found.insert(key.pass, functions.collect());
    }
    Ok(Some(found))
}

/// The counts as a table.
pub(super) fn table(counts: &[(String, Count)]) -> String {
    let percent = |n: f64, of: usize| 100.0 * n / of.max(1) as f64;
    let widest =
        counts.iter().map(|(pass, _)| pass.chars().count()).max().unwrap_or(0).max("pass".len());
    let mut out = format!(
        "{:widest$}  {:>9}  {:>9}  {:>7}  {:>7}  {:>7}  {:>7}\n",
        "pass", "functions", "identical", "%", "renamed", "missing", "alike"
    );
    for (pass, count) in counts {
        putln!(
            out,
            "{pass:widest$}  {:>9}  {:>9}  {:>7.2}  {:>7}  {:>7}  {:>7.2}",
            count.functions,
            count.identical,
            percent(count.identical as f64, count.functions),
            count.renamed,
            count.missing,
            percent(count.alike, count.functions)
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn a_table_of_counts() {
        let count = Count { functions: 4, identical: 2, renamed: 3, missing: 1, alike: 2.5 };
        expect![[r"
            pass        functions  identical        %  renamed  missing    alike
            rtl:expand          4          2    50.00        3        1    62.50
            ssa                 0          0     0.00        0        0     0.00
        "]]
        .assert_eq(&table(&[("rtl:expand".into(), count), ("ssa".into(), Count::default())]));
    }
}
