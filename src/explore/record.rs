//! What each pass leaves of each function, kept as lines and the steps between them.

use super::blocks::{Graph, graph};
use dumps::diff::{Kind, Step, functions, steps};
use dumps::{DumpFlags, DumpKind};
use gimple::decl::DeclKind;
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::pass::PassEntry;
use gimple::unit::{Module, Unit};
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// All that is known of a compilation.
pub struct Recording {
    /// The source file as it was named.
    pub file: String,
    /// The file whose lines are shown, as places name it: another one where linemarkers say so.
    pub source: String,
    /// Functions that are recorded; all if none are named.
    wanted: Vec<String>,
    /// What dump files of passes are called; passes of several kinds may have one name.
    labels: HashMap<(DumpKind, String), String>,
    /// Those that were seen, in order of their numbers.
    pub passes: Vec<String>,
    pub functions: Vec<Recorded>,
    pub remarks: Vec<Said>,
    pub reports: Vec<Report>,
    /// What the compilations are called that are in it; the first has no name.
    pub variants: Vec<String>,
    by_name: HashMap<(usize, String), usize>,
}

/// What a pass has counted in a function.
pub struct Report {
    pub function: String,
    pub variant: usize,
    pub pass: String,
    pub text: String,
}

/// A remark of a pass.
pub struct Said {
    pub function: String,
    pub variant: usize,
    pub pass: String,
    pub kind: &'static str,
    pub line: u32,
    pub text: String,
}

/// What is known of a function.
#[derive(Default)]
pub struct Recorded {
    pub name: String,
    /// Of which compilation it is.
    pub variant: usize,
    /// Where it begins.
    pub file: String,
    pub line: u32,
    /// Whether it was compiled; what is only parsed has its body as parsed.
    pub compiled: bool,
    /// Each line once: the line of the source it is for, a bar, the text.
    pub text: Pool,
    /// Each block once: which it is, its number, its successors.
    pub blocks: Pool,
    pub versions: Vec<Version>,
    graph: Graph,
    /// The dump after the last pass: many passes change nothing.
    dump: String,
}

/// What a pass left: the steps from what was there before.
pub struct Version {
    /// What its dump file is called.
    pub pass: String,
    /// Lines kept, lines dropped, lines that follow by number; again and again.
    pub text: Vec<i64>,
    pub blocks: Vec<i64>,
}

/// What the dump file of a pass is called.
fn label(row: &PassEntry) -> String {
    format!("{:03}{}.{}", row.number, row.pass.kind.letter(), row.full_name())
}

/// How many passes GCC counts before the first that has a dump file; its statistics name them by that.
const STATIC_NUMBERS: u32 = 5;

/// Lines by number, and the numbers of those that are current.
#[derive(Default)]
pub struct Pool {
    pub lines: Vec<String>,
    numbers: FxHashMap<String, u32>,
    current: Vec<u32>,
}

impl Pool {
    /// The lines that are current.
    fn lines(&self) -> impl Iterator<Item = &String> {
        self.current.iter().map(|&number| &self.lines[number as usize])
    }

    /// Makes `lines` current between so many lines at the beginning and the end that stay; the steps that lead there,
    /// none if nothing has changed.
    fn advance(&mut self, lines: Vec<String>, (before, after): (usize, usize)) -> Vec<i64> {
        let mut next = Vec::with_capacity(before + lines.len() + after);
        next.extend_from_slice(&self.current[..before]);
        for line in lines {
            let number = *self.numbers.entry(line).or_insert_with_key(|line| {
                self.lines.push(line.clone());
                self.lines.len() as u32 - 1
            });
            next.push(number);
        }
        next.extend_from_slice(&self.current[self.current.len() - after..]);
        let found = encode(&steps(&self.current, &next), &next);
        self.current = next;
        found
    }
}

/// Steps as numbers: lines kept, lines dropped, how many follow, those; each of these as what is to be added to the
/// one before and one, so that new lines, which are numbered as they come, are zeros.
fn encode(way: &[Step], next: &[u32]) -> Vec<i64> {
    let mut out = Vec::new();
    let mut last = -1;
    let mut at = 0;
    while at < way.len() {
        let kept = way[at..].iter().take_while(|step| matches!(step, Step::Both(..))).count();
        at += kept;
        let changed = way[at..].iter().take_while(|step| !matches!(step, Step::Both(..))).count();
        let added = way[at..at + changed].iter().filter_map(|step| match step {
            Step::OnlyB(line) => Some(next[*line]),
            _ => None,
        });
        let added: Vec<u32> = added.collect();
        if changed > 0 {
            let dropped = changed - added.len();
            out.extend([kept as i64, dropped as i64, added.len() as i64]);
            for number in added {
                out.push(i64::from(number) - last - 1);
                last = i64::from(number);
            }
        }
        at += changed;
    }
    out
}

impl Recording {
    pub fn new(file: &str, wanted: Vec<String>) -> Recording {
        Recording {
            file: file.to_string(),
            source: file.to_string(),
            wanted,
            labels: HashMap::new(),
            passes: Vec::new(),
            functions: Vec::new(),
            remarks: Vec::new(),
            reports: Vec::new(),
            variants: Vec::new(),
            by_name: HashMap::new(),
        }
    }

    /// A compilation begins.
    pub fn begin(&mut self, variant: &str, table: &[PassEntry]) {
        self.variants.push(variant.to_string());
        for row in table {
            let name = row.full_name();
            self.labels.insert((row.pass.kind, name), label(row));
        }
    }

    /// Chooses the file whose lines are shown: the one that was named if any function is in it, otherwise the one most
    /// of them are in.
    pub fn choose_source(&mut self, module: &Module) {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for function in &module.functions {
            let start = module.unit.decls[function.decl].loc;
            *counts.entry(module.unit.diagnostics.sources.position(start).file).or_default() += 1;
        }
        let most = counts.iter().max_by_key(|&(&file, &count)| (file == self.file, count, file));
        if let Some((&file, _)) = most {
            self.source = file.to_string();
        }
    }

    /// Notes where functions begin.
    pub fn places(&mut self, unit: &Unit) {
        for (_, data) in unit.decls.iter().filter(|(_, data)| data.kind == DeclKind::Function) {
            let Some(name) = data.name.map(|name| unit.symbols.text(name).to_string()) else {
                continue;
            };
            let key = (self.variant(), name);
            let Some(&index) = self.by_name.get(&key) else { continue };
            if data.loc != Location::UNKNOWN {
                let start = unit.diagnostics.sources.position(data.loc);
                let recorded = &mut self.functions[index];
                (recorded.file, recorded.line) = (start.file.to_string(), start.line);
            }
        }
    }

    /// Of a long file of which only some functions are wanted, leaves what is near to lines that these are for.
    pub fn keep_what_is_near(&self, lines: &mut [String]) {
        const LONG: usize = 3000;
        const NEAR: usize = 60;
        if self.wanted.is_empty() || lines.len() < LONG {
            return;
        }
        let mut named = vec![false; lines.len() + 1];
        for function in &self.functions {
            let own = (function.file == self.source).then_some(function.line as usize);
            let texts = function.text.lines.iter();
            let places = texts.filter_map(|line| line.split('|').next()?.parse().ok());
            for line in places.chain(own).filter(|&line| line <= lines.len()) {
                named[line] = true;
            }
        }
        let mut last = None;
        let mut next: Vec<usize> = vec![usize::MAX; lines.len() + 1];
        for line in (1..=lines.len()).rev() {
            if named[line] {
                last = Some(line);
            }
            next[line] = last.unwrap_or(usize::MAX);
        }
        let mut before = None;
        for line in 1..=lines.len() {
            if named[line] {
                before = Some(line);
            }
            let after = next[line].saturating_sub(line) <= NEAR;
            if !after && before.is_none_or(|before| line - before > NEAR) {
                lines[line - 1].clear();
            }
        }
    }

    /// What the parser built of all functions.
    pub fn original(&mut self, dump: &str) {
        for body in functions(dump, Kind::Tree) {
            if self.skips(&body.name) {
                continue;
            }
            let lines = body
                .lines
                .into_iter()
                .skip_while(|line| line.is_empty() || line.starts_with(";; enabled by"));
            self.add(&body.name, "005t.original", lines.map(|line| format!("|{line}")).collect());
        }
    }

    /// What a pass left of the function at a position, or of all.
    pub fn module(&mut self, module: &Module, position: Option<usize>, pass: &str) {
        if pass.starts_with('*') {
            return;
        }
        let seen = match position {
            Some(position) => &module.functions[position..=position],
            None => &module.functions,
        };
        for function in seen {
            let name = module.unit.decl_name(function.decl).unwrap_or("").to_string();
            if self.skips(&name) {
                continue;
            }
            let rtl = function.properties.intersects(Prop::RTL);
            let of_unit = position.is_none().then_some(DumpKind::Ipa);
            let own = if rtl { DumpKind::Rtl } else { DumpKind::Tree };
            let mut kinds = of_unit.into_iter().chain([own]);
            let label = kinds.find_map(|kind| self.labels.get(&(kind, pass.to_string())).cloned());
            let label = label.unwrap_or_else(|| pass.to_string());
            let dump = dump_of(module, function, rtl);
            let text = if rtl { dump.trim_end() } else { dump.trim() };
            let recorded = self.function(&name);
            if recorded.dump == text {
                let (text, blocks) = (Vec::new(), Vec::new());
                recorded.versions.push(Version { pass: label.clone(), text, blocks });
                self.note_pass(&label);
                continue;
            }
            let same = Unchanged::of(&recorded.dump, text, rtl);
            let changed = &text[same.bytes.0..text.len() - same.bytes.1];
            let lines = match rtl {
                true => rtl_lines(changed, &self.source),
                false => changed.lines().map(|line| tree_line(line, &self.source)).collect(),
            };
            let recorded = self.add_between(&name, &label, lines, same.lines);
            (recorded.compiled, recorded.dump) = (true, text.to_string());
        }
    }

    /// Which compilation is recorded.
    fn variant(&self) -> usize {
        self.variants.len().saturating_sub(1)
    }

    /// Takes what passes have counted, a line for each event and function: `39 ccp "Copies propagated" "f" 2`.
    pub fn statistics(&mut self, text: &str, table: &[PassEntry]) {
        let variant = self.variant();
        // Where the report of a pass over a function is.
        let mut known: HashMap<(String, &str), usize> = HashMap::new();
        for line in text.lines() {
            let mut parts = line.split('"');
            let (head, event) = (parts.next().unwrap_or_default(), parts.nth(0));
            let (function, count) = (parts.nth(1), parts.next().map(str::trim));
            let (Some(event), Some(function), Some(count)) = (event, function, count) else {
                continue;
            };
            let Some((number, name)) = head.trim().split_once(' ') else { continue };
            let number = number.parse::<u32>().unwrap_or_default().saturating_sub(STATIC_NUMBERS);
            let is_it = |row: &&PassEntry| row.number == number && row.pass.name == name;
            let Some(row) = table.iter().find(is_it).filter(|_| !self.skips(function)) else {
                continue;
            };
            let pass = label(row);
            let text = format!("{event}: {count}");
            match known.entry((pass.clone(), function)) {
                Entry::Occupied(at) => self.reports[*at.get()].text += &format!(", {text}"),
                Entry::Vacant(at) => {
                    at.insert(self.reports.len());
                    let function = function.to_string();
                    self.reports.push(Report { function, variant, pass, text });
                }
            }
        }
    }

    /// Takes the dump of a pass as it was written.
    pub fn dump(&mut self, row: &PassEntry, text: &str) {
        let kind = if row.pass.kind == DumpKind::Rtl { Kind::Rtl } else { Kind::Tree };
        for body in functions(text, kind) {
            if body.name.is_empty() || self.skips(&body.name) {
                continue;
            }
            let lines = if kind == Kind::Rtl {
                rtl_lines(body.lines.join("\n").trim_end(), &self.source)
            } else {
                let lines = body.lines.iter().skip_while(|line| line.trim().is_empty());
                lines.map(|line| tree_line(line, &self.source)).collect()
            };
            self.add(&body.name, &label(row), lines).compiled = true;
        }
    }

    /// Takes the remarks of a unit's passes.
    pub fn remarks(&mut self, unit: &Unit) {
        let variant = self.variant();
        let of_function =
            |remark: &gimple::remark::Remark| remark.function_name(unit).unwrap_or("").to_string();
        // Plain lines are about loops and blocks by their numbers: for dumps.
        let wanted =
            unit.remarks.iter().filter(|remark| !remark.plain && !self.skips(&of_function(remark)));
        let said: Vec<Said> = wanted
            .map(|remark| {
                let at = unit.diagnostics.sources.position(remark.loc);
                Said {
                    function: of_function(remark),
                    variant,
                    pass: remark.pass.clone(),
                    kind: remark.kind.word(),
                    line: if at.file == self.source { at.line } else { 0 },
                    text: remark.text.trim().to_string(),
                }
            })
            .collect();
        self.remarks.extend(said);
    }

    fn skips(&self, name: &str) -> bool {
        !self.wanted.is_empty() && !self.wanted.iter().any(|wanted| wanted == name)
    }

    /// What is known of a function of the compilation that is recorded.
    fn function(&mut self, name: &str) -> &mut Recorded {
        let key = (self.variant(), name.to_string());
        let functions = &mut self.functions;
        let index = *self.by_name.entry(key).or_insert_with_key(|(variant, name)| {
            let (name, variant) = (name.clone(), *variant);
            functions.push(Recorded { name, variant, ..Recorded::default() });
            functions.len() - 1
        });
        &mut functions[index]
    }

    fn note_pass(&mut self, pass: &str) {
        if !self.passes.iter().any(|known| known == pass) {
            self.passes.push(pass.to_string());
        }
    }

    /// Adds what a pass left of a function.
    pub fn add(&mut self, name: &str, pass: &str, lines: Vec<String>) -> &mut Recorded {
        self.add_between(name, pass, lines, (0, 0))
    }

    /// Adds what a pass left between so many lines that it left as they were.
    fn add_between(
        &mut self,
        name: &str,
        pass: &str,
        lines: Vec<String>,
        same: (usize, usize),
    ) -> &mut Recorded {
        self.note_pass(pass);
        let recorded = self.function(name);
        let text = recorded.text.advance(lines, same);
        let next = graph(recorded.text.lines(), &recorded.graph);
        let blocks = recorded.blocks.advance(next.lines(), (0, 0));
        let version = Version { pass: pass.to_string(), blocks, text };
        recorded.graph = next;
        recorded.versions.push(version);
        recorded.dump.clear();
        recorded
    }
}

/// Whole lines that two dumps have in common at their beginnings and ends: their numbers, and those of the bytes in the
/// second.
struct Unchanged {
    lines: (usize, usize),
    bytes: (usize, usize),
}

impl Unchanged {
    /// Most passes change a few lines. Insns, which may take several lines, are not cut.
    fn of(old: &str, new: &str, rtl: bool) -> Unchanged {
        let starts = |line: Option<&str>| !rtl || line.is_some_and(|line| line.starts_with('('));
        let (mut before, mut bytes_before) = (0, 0);
        let (mut count, mut bytes) = (0, 0);
        let (mut olds, mut news) = (old.lines(), new.lines());
        loop {
            let (a, b) = (olds.next(), news.next());
            if starts(a) && starts(b) {
                (before, bytes_before) = (count, bytes);
            }
            match (a, b) {
                (Some(a), Some(b)) if a == b => (count, bytes) = (count + 1, bytes + b.len() + 1),
                _ => break,
            }
        }
        let bytes_before = bytes_before.min(new.len());
        let left = |text: &str| text.lines().count() - before;
        let most = left(old).min(left(new));
        let (mut after, mut bytes_after) = (0, 0);
        let mut bytes = 0;
        let ends = old.rsplit('\n').zip(new.rsplit('\n')).take(most);
        for (index, (_, line)) in ends.take_while(|(a, b)| a == b).enumerate() {
            bytes += line.len() + usize::from(index > 0);
            if starts(Some(line)) {
                (after, bytes_after) = (index + 1, bytes);
            }
        }
        Unchanged { lines: (before, after), bytes: (bytes_before, bytes_after) }
    }
}

/// A function as it is.
fn dump_of(module: &Module, function: &Function, rtl: bool) -> String {
    let mut text = String::new();
    if rtl {
        rtl_backend::state::print(function, &mut text);
    } else {
        gimple::print::dump_function(&mut text, &module.unit, function, DumpFlags::LINENO);
    }
    text
}

/// The lines of a file as far as preprocessed text has them.
pub fn marked_lines(text: &str, file: &str) -> Vec<String> {
    /// A line further down is not shown: linemarkers may name any number.
    const LAST: usize = 1 << 22;
    let mut lines: Vec<String> = Vec::new();
    let (mut here, mut number) = (false, 0);
    for line in text.lines() {
        if let Some((next, name)) = linemarker(line) {
            here = name.map_or(here, |name| name == file);
            number = next;
            continue;
        }
        if here && (1..=LAST).contains(&number) {
            if lines.len() < number {
                lines.resize(number, String::new());
            }
            lines[number - 1] = line.to_string();
        }
        number += 1;
    }
    lines
}

/// The number and file of `# 7 "x.c" 2` or `#line 7`.
fn linemarker(line: &str) -> Option<(usize, Option<&str>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..digits].parse().ok()?;
    let name =
        rest[digits..].trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next());
    Some((number, name))
}

/// A line of a tree dump without its places, after the line of the file that the first of them names and a bar.
fn tree_line(line: &str, file: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut number = None;
    let mut rest = line;
    let mut quoted = false;
    // What is neither of these is taken over in one piece.
    while let Some(at) = rest.find(['"', '\\', '[']) {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        let found = if quoted { None } else { place(from) };
        if let Some((name, line, length)) = found {
            if name == file {
                number.get_or_insert(line);
            }
            rest = &from[length..];
            continue;
        }
        let escaped = quoted && from.starts_with('\\');
        quoted ^= from.starts_with('"');
        let length = from.chars().take(1 + usize::from(escaped)).map(char::len_utf8).sum();
        text.push_str(&from[..length]);
        rest = &from[length..];
    }
    text.push_str(rest);
    let number = number.map(|line| line.to_string()).unwrap_or_default();
    format!("{number}|{text}")
}

/// `[FILE:LINE:COLUMN] ` at the beginning of a text: the file, the line, and how long it is. What has no place says `[0:0] `.
fn place(text: &str) -> Option<(&str, u32, usize)> {
    const NOWHERE: &str = "[0:0] ";
    if text.starts_with(NOWHERE) {
        return Some(("", 0, NOWHERE.len()));
    }
    let end = text.strip_prefix('[')?.find("] ")? + 1;
    let mut parts = text[1..end].rsplitn(3, ':');
    let (column, line, name) = (parts.next()?, parts.next()?, parts.next()?);
    column.parse::<u32>().ok()?;
    Some((name, line.parse().ok()?, end + 2))
}

/// The lines of an RTL dump; all of an insn are for the line that it names.
fn rtl_lines(text: &str, file: &str) -> Vec<String> {
    let mut out = Vec::new();
    let place = format!("\"{file}\":");
    let mut insn: Vec<&str> = Vec::new();
    let mut flush = |insn: &mut Vec<&str>| {
        let number = insn.iter().find_map(|line| {
            let after = &line[line.find(&place)? + place.len()..];
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            Some(after[..digits].to_string())
        });
        let number = number.unwrap_or_default();
        out.extend(insn.drain(..).map(|line| format!("{number}|{}", without_place(line, &place))));
    };
    for line in text.lines() {
        if line.starts_with('(') {
            flush(&mut insn);
        }
        insn.push(line);
    }
    flush(&mut insn);
    out
}

/// A line of RTL without ` "x.c":LINE:COLUMN`.
fn without_place(line: &str, place: &str) -> String {
    let Some(at) = line.find(place) else { return line.to_string() };
    let after = &line[at + place.len()..];
    let end = after.find(|c: char| c != ':' && !c.is_ascii_digit()).unwrap_or(after.len());
    format!("{}{}", line[..at].trim_end(), &after[end..])
}

#[cfg(test)]
mod tests {
    use super::{Pool, Recording, Unchanged, marked_lines, rtl_lines, tree_line};
    use proptest::prelude::*;

    #[test]
    fn places_become_numbers() {
        assert_eq!(tree_line("  [d/x.c:7:9] a_5 = 1;", "d/x.c"), "7|  a_5 = 1;");
        assert_eq!(tree_line("  [0:0] goto <bb 7>;", "x.c"), "|  goto <bb 7>;");
        assert_eq!(tree_line("  [y.h:7:9] a_5 = 1;", "x.c"), "|  a_5 = 1;");
        let text = "  # a_1 = PHI <a_2([x.c:3:1] 3), \"\\\"[x.c:4:1] \"(4)>";
        assert_eq!(tree_line(text, "x.c"), "3|  # a_1 = PHI <a_2(3), \"\\\"[x.c:4:1] \"(4)>");
    }

    #[test]
    fn preprocessed_text_has_the_lines_of_its_file() {
        let text = "# 1 \"x.c\"\n# 1 \"y.h\" 1\nint y;\n# 3 \"x.c\" 2\nint a;\n\n#line 7\nint b;\n# 99999999999 \"x.c\"\nint c;";
        assert_eq!(marked_lines(text, "x.c"), ["", "", "int a;", "", "", "", "int b;"]);
    }

    #[test]
    fn all_lines_of_an_insn_are_for_its_place() {
        let text = "(insn 5 2 6 2 (set (reg:DI 72)\n        (const_int 1)) \"x.c\":3:40 -1\n     (nil))\n(barrier 6 5 7)\n";
        assert_eq!(
            rtl_lines(text, "x.c"),
            [
                "3|(insn 5 2 6 2 (set (reg:DI 72)",
                "3|        (const_int 1)) -1",
                "3|     (nil))",
                "|(barrier 6 5 7)"
            ]
        );
    }

    #[test]
    fn of_a_long_file_what_is_near_is_left() {
        let mut recording = Recording::new("x.c", vec!["f".to_string()]);
        recording.begin("", &[]);
        recording.add("f", "021t.ssa", vec!["2000|  a_1 = 1;".to_string()]);
        let mut lines = vec!["x".to_string(); 4000];
        recording.keep_what_is_near(&mut lines);
        let left: Vec<usize> = (1..=4000).filter(|&line| !lines[line - 1].is_empty()).collect();
        assert_eq!((left.first(), left.last(), left.len()), (Some(&1940), Some(&2060), 121));
        let mut short = vec!["x".to_string(); 40];
        recording.keep_what_is_near(&mut short);
        assert!(short.iter().all(|line| line == "x"));
    }

    #[test]
    fn insns_are_not_cut() {
        let old = "(a 1\n  x)\n(b 2\n  y)\n(c 3\n  z)";
        let same = Unchanged::of(old, &old.replace("y)", "w)"), true);
        assert_eq!((same.lines, same.bytes), ((2, 2), (10, 9)));
        let same = Unchanged::of(old, &old.replace("y)", "w)"), false);
        assert_eq!(same.lines, (3, 2));
    }

    proptest! {
        #[test]
        fn what_is_unchanged_is_at_both_ends(
            old in prop::collection::vec("[ab]{0,1}|\\(", 0..8),
            new in prop::collection::vec("[ab]{0,1}|\\(", 0..8),
            rtl in any::<bool>(),
        ) {
            let (old, new) = (old.join("\n"), new.join("\n"));
            let (old, new) = (old.trim_end(), new.trim_end());
            let Unchanged { lines: (before, after), bytes } = Unchanged::of(old, new, rtl);
            let (olds, news): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
            let changed: Vec<_> = new[bytes.0..new.len() - bytes.1].lines().collect();
            prop_assert!(before + after <= olds.len().min(news.len()));
            prop_assert_eq!(&olds[..before], &news[..before]);
            prop_assert_eq!(&olds[olds.len() - after..], &news[news.len() - after..]);
            prop_assert_eq!(changed, &news[before..news.len() - after]);
        }

        #[test]
        fn steps_lead_from_one_version_to_the_next(
            versions in prop::collection::vec(prop::collection::vec(0u8..6, 0..20), 1..6)
        ) {
            let mut pool = Pool::default();
            let mut current: Vec<u32> = Vec::new();
            for version in versions {
                let lines: Vec<String> = version.iter().map(u8::to_string).collect();
                let way = pool.advance(lines.clone(), (0, 0));
                let (mut next, mut from, mut at, mut last) = (Vec::new(), 0, 0, -1);
                while at < way.len() {
                    let (kept, dropped, added) = (way[at] as usize, way[at + 1] as usize, way[at + 2] as usize);
                    next.extend(&current[from..from + kept]);
                    for more in &way[at + 3..at + 3 + added] {
                        last += more + 1;
                        next.push(last as u32);
                    }
                    from += kept + dropped;
                    at += 3 + added;
                }
                next.extend(&current[from..]);
                let texts: Vec<String> = next.iter().map(|&n| pool.lines[n as usize].clone()).collect();
                prop_assert_eq!(texts, lines);
                current = next;
            }
        }
    }
}
