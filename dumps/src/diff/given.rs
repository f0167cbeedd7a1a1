//! One pass at a time on another compiler's input: `gimlet diff --reference=COMMAND --given=PASS… FILE… [-- OPTION…]`.
//!
//! ```text
//! pass           functions  identical        %  renamed  missing    alike
//! lim2 → pre             1          1   100.00        1        0   100.00
//! ```
//! The reference dumps all passes. The next one after PASS that our compiler has is run on what the reference gave its own:
//! the bodies in its dump before that. What comes of it is held against the reference's dump. So a difference is that pass's,
//! and none of those before it. `--given=all` and `rtl:all` do it for every pass, one after the other.

use super::reference::{Comparison, Count, comparable, functions_of, kind_of_pass, run};
use super::render::Style;
use super::script::Step;
use super::sets::{self, Key};
use super::{Body, cut, rename};
use crate::check::ScratchDir;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What is compared, and how differences are shown.
pub(super) struct Given<'a> {
    pub comparison: Comparison,
    /// The passes whose dumps are given.
    pub passes: &'a [String],
    /// The passes there are, in order, and those of them that our compiler lacks.
    pub known: &'a [String],
    pub missing: &'a [String],
    pub style: &'a Style,
    pub function: Option<&'a str>,
    /// Differences are shown, not counted alone.
    pub shown: bool,
}

/// A dump that is given, and the one that the next pass should make of it.
struct Pair {
    from: Key,
    given: PathBuf,
    to: Key,
    expected: PathBuf,
}

/// What came of a pair: its counts, and what is to be shown.
type Outcome = (Count, String);

impl Given<'_> {
    /// Runs the passes on all files: the counts by pair, and the differences.
    pub(super) fn compare(&self) -> io::Result<(Vec<(String, Count)>, String)> {
        let mut totals: BTreeMap<Key, (String, Count)> = BTreeMap::new();
        let mut shown = String::new();
        for file in &self.comparison.files {
            let dir = ScratchDir::new()?;
            let pairs = self.pairs(file, dir.path())?;
            let outcomes = self.outcomes(file, &pairs)?;
            for (pair, (count, text)) in pairs.iter().zip(outcomes) {
                let name = format!("{} → {}", pair.from.pass, pair.to.pass);
                let key = Key { base: String::new(), ..pair.from.clone() };
                totals.entry(key).or_insert_with(|| (name, Count::default())).1.add(count);
                shown.push_str(&text);
            }
        }
        let mut counts: Vec<_> = totals.into_values().collect();
        if counts.len() > 1 {
            let mut all = Count::default();
            counts.iter().for_each(|(_, count)| all.add(*count));
            counts.push(("all".to_string(), all));
        }
        Ok((counts, shown))
    }

    /// Has the reference dump everything, and finds what is asked for. A file that the reference refuses has no pairs.
    fn pairs(&self, file: &Path, dir: &Path) -> io::Result<Vec<Pair>> {
        let wanted = |rtl: bool| self.passes.iter().any(|pass| pass.starts_with("rtl:") == rtl);
        let mut words = Vec::new();
        words.extend(wanted(false).then(|| "-fdump-tree-all".to_string()));
        words.extend(wanted(true).then(|| "-fdump-rtl-all".to_string()));
        let finished = run(&self.comparison, &self.comparison.reference, file, &words, dir)
            .map_err(io::Error::other)?;
        if !finished.succeeded() {
            return Ok(Vec::new());
        }
        let mut dumps: BTreeMap<Key, PathBuf> = BTreeMap::new();
        for entry in std::fs::read_dir(dir)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let key = sets::key_of(&name).filter(|key| key.pass != "asm" && key.pass != "gimple");
            if let Some(key) = key
                && has_bodies(&path, &key.pass)?
            {
                dumps.insert(key, path);
            }
        }
        let mut pairs = Vec::new();
        // Whether one of the passes since the last that our compiler has was asked for.
        let mut named = false;
        for ((from, given), (to, expected)) in dumps.iter().zip(dumps.iter().skip(1)) {
            let rtl = from.pass.starts_with("rtl:");
            let all = if rtl { "rtl:all" } else { "all" };
            let every = self.passes.iter().any(|pass| pass == all);
            named |= self.passes.contains(&from.pass);
            if self.missing.contains(&to.pass) {
                continue;
            }
            let alike = to.pass.starts_with("rtl:") == rtl;
            if alike && (named || every && !self.parted(&from.pass, &to.pass)) {
                let (from, to) = (from.clone(), to.clone());
                pairs.push(Pair { from, given: given.clone(), to, expected: expected.clone() });
            }
            named = false;
        }
        Ok(pairs)
    }

    /// Whether functions are inlined in one another between two passes: one body does not show what comes of it.
    fn parted(&self, from: &str, to: &str) -> bool {
        let place = |name: &str| self.known.iter().position(|known| known == name);
        let (from, inline, to) = (place(from), place("ipa:inline"), place(to));
        from < inline && inline < to
    }

    fn outcomes(&self, file: &Path, pairs: &[Pair]) -> io::Result<Vec<Outcome>> {
        let next = AtomicUsize::new(0);
        let found: Mutex<BTreeMap<usize, io::Result<Outcome>>> = Mutex::default();
        thread::scope(|scope| {
            for _ in 0..self.comparison.jobs.min(pairs.len()) {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(pair) = pairs.get(index) else { return };
                        let outcome = self.one(file, pair);
                        if let Ok(mut found) = found.lock() {
                            found.insert(index, outcome);
                        }
                    }
                });
            }
        });
        found.into_inner().unwrap_or_default().into_values().collect()
    }

    /// Runs our compiler on what is given.
    fn one(&self, file: &Path, pair: &Pair) -> io::Result<Outcome> {
        let dir = ScratchDir::new()?;
        let mut words = vec![format!("-fbody-from={}", pair.given.display())];
        match pair.to.pass.strip_prefix("rtl:") {
            Some(pass) => words.push(format!("-fdump-rtl-{pass}")),
            None => {
                words.push(format!("-fdump-tree-{}", pair.to.pass));
                words.push(format!("-fstop-pass={}", pair.to.pass));
            }
        }
        let finished = run(&self.comparison, &self.comparison.other, file, &words, dir.path())
            .map_err(io::Error::other)?;
        let mut ours = Vec::new();
        for entry in std::fs::read_dir(dir.path())? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if sets::key_of(&name).is_some_and(|key| key.pass == pair.to.pass) {
                ours = bodies(&path, &pair.to.pass)?;
            }
        }
        let (count, mut text) = self.held(&bodies(&pair.expected, &pair.to.pass)?, &ours, pair);
        if count.missing > 0 && self.shown {
            let said = finished.output.lines().next().unwrap_or("there is no dump of it");
            text += &self.style.note(&format!("{} → {}: {said}", pair.from.pass, pair.to.pass));
        }
        Ok((count, text))
    }

    /// Holds the functions of two dumps against each other.
    fn held(&self, theirs: &[Body], ours: &[Body], pair: &Pair) -> Outcome {
        let kind = kind_of_pass(&pair.to.pass);
        let (mut count, mut text) = (Count::default(), String::new());
        let wanted = |body: &&Body| self.function.is_none_or(|name| body.name == name);
        for body in theirs.iter().filter(wanted) {
            let other = ours.iter().rfind(|other| other.name == body.name);
            let (same, renamed) = count.hold(body, other, kind);
            if let (true, false, Some(other)) = (self.shown, same && renamed, other) {
                let (a, b) = (comparable(body, kind), comparable(other, kind));
                let (way, b) = rename::renamed(&a, &b, kind);
                if way.iter().any(|step| !matches!(step, Step::Both(..))) {
                    let what = format!("{} → {}: {}", pair.from.pass, pair.to.pass, body.name);
                    text += &self.style.show(&what, &a, &b, &way);
                }
            }
        }
        (count, text)
    }
}

fn bodies(path: &Path, pass: &str) -> io::Result<Vec<Body>> {
    let text = std::fs::read(path)?;
    Ok(functions_of(&String::from_utf8_lossy(&text), kind_of_pass(pass)))
}

/// Whether a dump shows what functions are made of.
fn has_bodies(path: &Path, pass: &str) -> io::Result<bool> {
    let text = std::fs::read(path)?;
    let text = String::from_utf8_lossy(&text);
    let mut bodies = cut::functions(&text, kind_of_pass(pass)).into_iter();
    let begins = |line: &String| {
        let line = line.trim_start();
        line.starts_with("<bb ") || line.starts_with("(note ") || line.starts_with("(insn ")
    };
    Ok(bodies.any(|body| !body.name.is_empty() && body.lines.iter().any(begins)))
}
