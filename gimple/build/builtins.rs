//! Reads the table of builtin functions (`src/builtins/*.builtins`) and writes it as Rust: the enums `Builtin` and
//! `Family` with their rows. What the columns mean stands in `src/builtins/mod.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::{fs, path::Path};

/// A row, as read.
#[derive(Clone)]
struct Row {
    name: String,
    /// The family it belongs to: its own name, or the last name that was not indented.
    family: String,
    signature: String,
    /// Words that name flags of `Ecf`, and `library`.
    attributes: Vec<String>,
    /// `key=value`, or `refused` alone.
    facts: BTreeMap<String, String>,
    /// Where it stands, for complaints.
    place: String,
}

/// The keys a row may have.
const KEYS: [&str; 8] = ["id", "checks", "null", "spec", "points-to", "cost", "test", "kind"];

/// The tables in a folder, as Rust.
pub fn generate(folder: &Path) -> String {
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder of the tables")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "builtins"))
        .collect();
    files.sort();
    let mut rows = BTreeMap::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a table to read");
        read(&path.display().to_string(), &text, &mut rows);
    }
    let families: BTreeSet<String> = rows.values().map(|row: &Row| row.family.clone()).collect();
    let mut out = String::new();
    write_enums(&mut out, &rows, &families);
    write_rows(&mut out, &rows);
    write_families(&mut out, &rows, &families);
    out
}

fn read(path: &str, text: &str, rows: &mut BTreeMap<String, Row>) {
    let mut family = String::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let place = format!("{path}:{}", number + 1);
        let (attributes, facts) = columns(line, &place);
        let mut words = attributes.split_whitespace().map(str::to_string);
        let (Some(name), Some(signature)) = (words.next(), words.next()) else {
            panic!("{place}: a row is a name, a signature, attributes and facts");
        };
        if !line.starts_with(' ') {
            family.clone_from(&name);
        }
        assert!(!family.is_empty(), "{place}: the first row of a table is a family's");
        let attributes = words.filter(|word| word != "-").collect();
        let row =
            Row { name: name.clone(), family: family.clone(), signature, attributes, facts, place };
        if let Some(other) = rows.insert(name, row) {
            panic!("{} and another row have one name", other.place);
        }
    }
}

/// The columns up to the attributes, and the facts after them.
fn columns(line: &str, place: &str) -> (String, BTreeMap<String, String>) {
    let mut facts = BTreeMap::new();
    let (mut front, mut rest) = (String::new(), line.trim());
    while !rest.is_empty() {
        let quote = rest.find('"').filter(|quote| rest[..*quote].find(' ').is_none());
        let end = match quote {
            Some(open) => {
                open + 2 + rest[open + 1..].find('"').unwrap_or_else(|| panic!("{place}: \""))
            }
            None => rest.find(' ').unwrap_or(rest.len()),
        };
        let word = &rest[..end];
        match word.split_once('=') {
            Some((key, value)) if KEYS.contains(&key) => {
                facts.insert(key.to_string(), value.trim_matches('"').to_string());
            }
            None if word == "refused" => {
                facts.insert(word.to_string(), String::new());
            }
            None if facts.is_empty() => front = front + word + " ",
            _ => panic!("{place}: what is `{word}`?"),
        }
        rest = rest[end..].trim_start();
    }
    (front, facts)
}

/// The name of a variant: `__memcpy_chk` is `MemcpyChk`.
fn variant(rows: &BTreeMap<String, Row>, name: &str) -> String {
    let row = rows.get(name).unwrap_or_else(|| panic!("there is no builtin `{name}`"));
    row.facts.get("id").cloned().unwrap_or_else(|| camel(name))
}

/// `alloca-with_align` is `AllocaWithAlign`.
fn camel(name: &str) -> String {
    let parts = name.split(['_', '-']).filter(|part| !part.is_empty());
    parts.map(|part| part[..1].to_uppercase() + &part[1..]).collect()
}

fn write_enums(out: &mut String, rows: &BTreeMap<String, Row>, families: &BTreeSet<String>) {
    let derive = "#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]";
    let _ = writeln!(out, "/// A builtin function.\n{derive}\n#[repr(u16)]\npub enum Builtin {{");
    for name in rows.keys() {
        let _ = writeln!(out, "    /// `{name}`\n    {},", variant(rows, name));
    }
    let _ = writeln!(
        out,
        "}}\n/// Builtin functions that differ in the type or size of what they take only."
    );
    let _ = writeln!(out, "{derive}\n#[repr(u16)]\npub enum Family {{");
    for name in families {
        let members = rows.values().filter(|row| row.family == *name);
        let members: Vec<String> = members.map(|row| format!("`{}`", row.name)).collect();
        let _ = writeln!(out, "    /// {}\n    {},", members.join(", "), variant(rows, name));
    }
    out.push_str("}\n");
}

fn write_rows(out: &mut String, rows: &BTreeMap<String, Row>) {
    let _ = writeln!(
        out,
        "/// All builtins, sorted by name.\npub static BUILTINS: [BuiltinInfo; {}] = [",
        rows.len()
    );
    for row in rows.values() {
        // The functions that check sizes do to memory what those without checks do.
        let checks = row.facts.get("checks");
        let plain = &rows[checks.unwrap_or(&row.name)];
        let head = &rows[&plain.family];
        let spec = head.facts.get("spec").map_or("", String::as_str);
        let points_to = head.facts.get("points-to").map_or("", String::as_str);
        let (effect, least) = points_to.split_once(':').unwrap_or((points_to, "0"));
        let effect = if effect.is_empty() { "Unknown".to_string() } else { camel(effect) };
        let null = match row.facts.get("null").map(String::as_str) {
            None => "0",
            Some("all") => "u8::MAX",
            Some(count) => count,
        };
        let mut flags = String::from("Ecf::NONE");
        for word in row.attributes.iter().filter(|word| *word != "library") {
            let implied = matches!(&word[..], "const" | "pure" | "errno" | "malloc");
            let _ = write!(flags, ".union(Ecf::{})", flag(word, &row.place));
            if implied {
                flags += ".union(Ecf::NOTHROW).union(Ecf::LEAF)";
            }
        }
        let id = variant(rows, &row.name);
        let _ = writeln!(
            out,
            "    BuiltinInfo {{ id: Builtin::{id}, name: {:?}, signature: {:?}, flags: {flags}, library: {}, family: Family::{}, \
             checks: {}, may_be_null: {null}, spec: {spec:?}, points_to: PointsTo::{effect}, least_arguments: {least} }},",
            row.name,
            row.signature,
            row.attributes.iter().any(|word| word == "library"),
            variant(rows, &row.family),
            checks.map_or("None".to_string(), |plain| format!(
                "Some(Builtin::{})",
                variant(rows, plain)
            )),
        );
    }
    out.push_str("];\n");
}

/// The flag of `Ecf` that a word of the attributes stands for.
fn flag(word: &str, place: &str) -> &'static str {
    match word {
        "nothrow" => "NOTHROW",
        "leaf" => "LEAF",
        "const" => "CONST",
        "pure" => "PURE",
        "errno" => "MATH_ERRNO",
        "malloc" => "MALLOC",
        "noreturn" => "NORETURN",
        "cold" => "COLD",
        "twice" => "RETURNS_TWICE",
        "typed" => "TYPE_ATTRIBUTES",
        _ => panic!("{place}: what is `{word}`?"),
    }
}

fn write_families(out: &mut String, rows: &BTreeMap<String, Row>, families: &BTreeSet<String>) {
    let _ = writeln!(
        out,
        "/// All families, sorted by name.\nstatic FAMILIES: [FamilyInfo; {}] = [",
        families.len()
    );
    for name in families {
        let head = &rows[name];
        let cost = match head.facts.get("cost").map_or("call", String::as_str) {
            word @ ("free" | "cheap" | "call") => camel(word),
            word => panic!("{}: what is `cost={word}`?", head.place),
        };
        let support = match head.facts.get("test") {
            _ if head.facts.contains_key("refused") => "Support::Refused".to_string(),
            Some(test) => format!("Support::Implemented({test:?})"),
            None => "Support::Library".to_string(),
        };
        let kind = head.facts.get("kind").map_or("", String::as_str);
        let kinds: Vec<String> = kind
            .split(',')
            .filter(|word| !word.is_empty())
            .map(|word| format!("kind::{}", word.to_uppercase().replace('-', "_")))
            .collect();
        let kinds = if kinds.is_empty() { "0".to_string() } else { kinds.join(" | ") };
        let id = variant(rows, name);
        let _ = writeln!(
            out,
            "    FamilyInfo {{ head: Builtin::{id}, cost: Cost::{cost}, support: {support}, kind: {kinds} }},"
        );
    }
    out.push_str("];\n");
}
