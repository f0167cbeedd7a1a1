//! The text of a function that must be the same for two dumps to agree exactly.
//!
//! Numbers that the compiler chose for itself are replaced by the order in which they appear: `D.1234` becomes `D.#0`.
//! SSA versions, block numbers and names of temporaries are part of the text. Of RTL, uids, addresses in the compiler's
//! memory, labels and folders of sources are left out and pseudo registers are renumbered; of assembly, labels are.

use super::{Body, Kind};
use rustc_hash::FxHashMap;

/// The lines that are compared.
pub(super) fn normal(body: &Body, kind: Kind) -> Vec<String> {
    let mut numbers = Numbers::default();
    match kind {
        Kind::Tree | Kind::Gimple => {
            let text = body.lines.join("\n");
            let lines = text.trim().lines().map(str::trim_end).filter(|l| !l.is_empty());
            lines.map(|line| numbers.of_declarations(line)).collect()
        }
        Kind::Rtl => {
            let lines: Vec<String> = body.lines.iter().map(|insn| plain_insn(insn)).collect();
            lines.iter().map(|line| without_labels(&numbers.of_registers(line))).collect()
        }
        Kind::Assembly => body.lines.iter().map(|line| numbers.of_labels(line)).collect(),
    }
}

/// The share of lines that two functions have in common, as multisets.
pub(super) fn alike(a: &[String], b: &[String]) -> f64 {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for line in a {
        *counts.entry(line).or_default() += 1;
    }
    let mut common = 0;
    for line in b {
        if let Some(n) = counts.get_mut(line.as_str()).filter(|n| **n > 0) {
            *n -= 1;
            common += 1;
        }
    }
    common as f64 / a.len().max(b.len()).max(1) as f64
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn leading_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Numbers in order of appearance.
#[derive(Default)]
struct Numbers {
    seen: FxHashMap<String, usize>,
}

impl Numbers {
    fn put(&mut self, number: &str, out: &mut String) {
        let next = self.seen.len();
        let n = *self.seen.entry(number.to_string()).or_insert(next);
        out.push('#');
        out.push_str(&n.to_string());
    }

    /// `D.1234` as a word of its own.
    fn of_declarations(&mut self, line: &str) -> String {
        let mut out = String::with_capacity(line.len());
        let mut rest = line;
        while let Some(at) = rest.find("D.") {
            let before = rest[..at].chars().next_back().or_else(|| out.chars().next_back());
            out.push_str(&rest[..at + 2]);
            rest = &rest[at + 2..];
            let digits = leading_digits(rest);
            let ends = !rest[digits..].starts_with(is_word);
            if digits > 0 && ends && !before.is_some_and(is_word) {
                self.put(&rest[..digits], &mut out);
                rest = &rest[digits..];
            }
        }
        out + rest
    }

    /// Pseudo registers: the numbers from 64. Of those with three digits and more that begin like a pseudo of two
    /// digits, the two are what is renumbered, and the others stay.
    fn of_registers(&mut self, line: &str) -> String {
        let mut out = String::with_capacity(line.len());
        let mut rest = line;
        while let Some(at) = rest.find("(reg") {
            let (before, after) = rest.split_at(at + 4);
            out.push_str(before);
            rest = after;
            let Some(head) = register_head(rest) else { continue };
            out.push_str(&rest[..head]);
            rest = &rest[head..];
            let digits = leading_digits(rest);
            let two = rest.get(..2).filter(|_| digits >= 2).and_then(|d| d.parse::<u32>().ok());
            let taken = match two {
                Some(64..=99) => 2,
                Some(_) if digits >= 3 => digits,
                _ => 0,
            };
            if taken > 0 {
                self.put(&rest[..taken], &mut out);
                rest = &rest[taken..];
            }
        }
        out + rest
    }

    /// `.L12`, `.LC3`.
    fn of_labels(&mut self, line: &str) -> String {
        let mut out = String::with_capacity(line.len());
        let mut rest = line;
        while let Some(at) = rest.find(".L") {
            let tail = &rest[at + 2..];
            let letters = tail.bytes().take_while(u8::is_ascii_uppercase).count();
            let digits = leading_digits(&tail[letters..]);
            let head = at + 2 + letters;
            out.push_str(&rest[..head]);
            if digits > 0 {
                self.put(&rest[head..head + digits], &mut out);
            }
            rest = &rest[head + digits..];
        }
        out + rest
    }
}

/// How much of `/v:DI 72)`, which follows `(reg`, stands before the number.
pub(super) fn register_head(text: &str) -> Option<usize> {
    let mut at = 0;
    while text[at..].starts_with('/') && text[at + 1..].starts_with(is_word) {
        at += 1 + text[at + 1..].chars().next()?.len_utf8();
    }
    let mode = text[at..].strip_prefix(':')?;
    let length = mode.find(|c| !is_word(c)).filter(|n| *n > 0)?;
    mode[length..].starts_with(' ').then_some(at + 1 + length + 1)
}

/// An insn without its uid and its neighbours', without addresses and folders.
pub(super) fn plain_insn(insn: &str) -> String {
    let mut text = without_uids(insn);
    if let Some(at) = text.rfind(" -> ")
        && !text[at + 4..].is_empty()
        && text[at + 4..].bytes().all(|b| b.is_ascii_digit())
    {
        text.truncate(at);
    }
    without_folders(&without_addresses(&text))
}

/// `(insn/f 5 2 6 2 (set …` as `(insn/f 2 (set …`.
fn without_uids(insn: &str) -> String {
    let Some(rest) = insn.strip_prefix('(') else { return insn.to_string() };
    let mut head = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    while rest[head..].starts_with('/') && rest[head + 1..].starts_with(is_word) {
        head += 2;
    }
    let mut tail = &rest[head..];
    for _ in 0..3 {
        let digits = tail.strip_prefix(' ').map_or(0, leading_digits);
        if digits == 0 {
            return insn.to_string();
        }
        tail = &tail[1 + digits..];
    }
    match tail.strip_prefix(' ') {
        Some(tail) => format!("({} {tail}", &rest[..head]),
        None => insn.to_string(),
    }
}

/// `<var_decl 0x7f12 x>` as `< x>`.
fn without_addresses(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..=at]);
        rest = &rest[at + 1..];
        let name = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let Some(address) = rest[name..].strip_prefix(" 0x").filter(|_| name > 0) else { continue };
        let digits = address.bytes().take_while(|b| b.is_ascii_hexdigit()).count();
        let after = &address[digits..];
        let closed = after.starts_with('>') || after.starts_with(' ') && after.contains('>');
        if digits > 0 && closed {
            rest = after;
        }
    }
    out + rest
}

/// `"a/b.c"` as `"b.c"`.
fn without_folders(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('"') {
        out.push_str(&rest[..=at]);
        rest = &rest[at + 1..];
        let quoted = rest.split('"').next().unwrap_or_default();
        if let Some(slash) = quoted.rfind('/') {
            rest = &rest[slash + 1..];
        }
    }
    out + rest
}

/// Labels without their numbers.
fn without_labels(insn: &str) -> String {
    let mut out = String::with_capacity(insn.len());
    let mut rest = insn;
    while let Some(at) = rest.find("label_ref") {
        let head = at + "label_ref".len();
        out.push_str(&rest[..head]);
        rest = &rest[head..];
        let mode = match rest.strip_prefix(':') {
            Some(mode) => 1 + mode.find(|c| !is_word(c)).unwrap_or(mode.len()),
            None => 0,
        };
        let digits = rest[mode..].strip_prefix(' ').map_or(0, leading_digits);
        if digits > 0 {
            rest = &rest[mode + 1 + digits..];
        }
    }
    out.push_str(rest);
    match out.find("(code_label ") {
        Some(at) => format!("{}label", &out[..at]),
        None => out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(
        "(insn/f 5 2 6 2 (set (reg:DI 72) (reg/v:DI 134)) \"d/x.c\":3:1 -1 (nil))",
        "(insn/f 2 (set (reg:DI #0) (reg/v:DI #1)) \"x.c\":3:1 -1 (nil))"
    )]
    #[case("(barrier 6 5 7)", "(barrier 6 5 7)")]
    #[case("(code_label 20 19 21 4 3 (nil) [1 uses])", "label")]
    #[case("(jump_insn 7 6 8 2 (label_ref:DI 20) -> 20", "(jump_insn 2 (label_ref)")]
    #[case("(insn 5 2 6 (mem <var_decl 0x7f00 x> 0))", "(insn (mem < x> 0))")]
    fn insns_are_made_plain(#[case] insn: &str, #[case] expected: &str) {
        let body = Body { name: "f".into(), lines: vec![insn.into()] };
        assert_eq!(normal(&body, Kind::Rtl), [expected]);
    }

    #[rstest]
    #[case("D.12 = ID.7 + D.12_3;", "D.#0 = ID.7 + D.12_3;")]
    #[case("  <D.5>:  ", "<D.#0>:")]
    fn declarations_are_renumbered(#[case] line: &str, #[case] expected: &str) {
        let body = Body { name: "f".into(), lines: vec![String::new(), line.into()] };
        assert_eq!(normal(&body, Kind::Tree), [expected]);
    }

    #[test]
    fn labels_are_renumbered() {
        let body = Body { name: "f".into(), lines: vec![".L9:".into(), "j\t.L9,.LC4".into()] };
        assert_eq!(normal(&body, Kind::Assembly), [".L#0:", "j\t.L#0,.LC#1"]);
    }

    #[test]
    fn what_is_alike_is_counted() {
        let text = |s: &str| s.chars().map(|c| c.to_string()).collect::<Vec<_>>();
        assert!((alike(&text("aab"), &text("aabb")) - 0.75).abs() < 1e-9);
        assert!((alike(&[], &[]) - 0.0).abs() < 1e-9);
    }
}
