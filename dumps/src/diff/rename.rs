//! Functions that are the same up to renaming.
//!
//! A line is split into its text and the names in it that a compiler numbers: SSA versions, temporaries, blocks,
//! labels, uids, pseudo registers. Lines are aligned by the text alone. Then, from top to bottom, the names of aligned
//! lines are matched: a name of A stands for one of B everywhere or nowhere. A line whose names cannot be matched
//! differs.

use super::script::{Step, steps};
use super::{Kind, exact};
use rustc_hash::FxHashMap;

/// A line: its text with `#` for each name, and the names.
#[derive(Debug, PartialEq, Eq)]
struct Line<'a> {
    text: String,
    names: Vec<Name<'a>>,
    /// Where in the line each name begins.
    places: Vec<usize>,
}

/// A name, with a letter for what it names: a block, a label, a register, a word.
type Name<'a> = (char, &'a str);

/// The steps from `a` to `b`, in which a pair of lines is the same up to renaming.
pub(super) fn matching_steps(a: &[String], b: &[String], kind: Kind) -> Vec<Step> {
    matched(&lines(a, kind), &lines(b, kind)).0
}

/// The steps from `a` to `b`, and `b` in the names of `a`. A name that nothing of `a` stands for keeps its number, with
/// a stroke if that of `a` stands for something else:
///
/// ```text
/// A: _1 = a_2; _3 = _1;      B: _1 = b_5; _7 = a_2; _8 = _7;      shown: _1' = b_5; _1 = a_2; _3 = _1;
/// ```
pub(super) fn renamed(a: &[String], b: &[String], kind: Kind) -> (Vec<Step>, Vec<String>) {
    let (left, right) = (lines(a, kind), lines(b, kind));
    let (found, names) = matched(&left, &right);
    let shown = right.iter().zip(b).map(|(line, text)| {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for (name, &place) in line.names.iter().zip(&line.places) {
            out.push_str(&text[at..place]);
            out.push_str(names.back.get(name).map_or(name.1, |own| own.1));
            if !names.back.contains_key(name) && names.forth.contains_key(name) {
                out.push('\'');
            }
            at = place + name.1.len();
        }
        out + &text[at..]
    });
    let shown = shown.collect();
    (found, shown)
}

/// The steps, and the names that correspond.
fn matched<'a>(left: &[Line<'a>], right: &[Line<'a>]) -> (Vec<Step>, Bijection<'a>) {
    let texts = |lines: &[Line<'_>]| lines.iter().map(|l| l.text.clone()).collect::<Vec<_>>();
    let mut names = Bijection::default();
    let mut found = Vec::new();
    for step in steps(&texts(left), &texts(right)) {
        match step {
            Step::Both(i, j) if !names.unify(&left[i].names, &right[j].names) => {
                found.extend([Step::OnlyA(i), Step::OnlyB(j)]);
            }
            step => found.push(step),
        }
    }
    (found, names)
}

/// Names that correspond one to one.
#[derive(Default)]
struct Bijection<'a> {
    forth: FxHashMap<Name<'a>, Name<'a>>,
    back: FxHashMap<Name<'a>, Name<'a>>,
}

impl<'a> Bijection<'a> {
    /// Matches the names of two lines, all or none of them.
    fn unify(&mut self, a: &[Name<'a>], b: &[Name<'a>]) -> bool {
        let mut added = Vec::new();
        for (x, y) in a.iter().zip(b) {
            match (self.forth.get(x), self.back.get(y)) {
                (None, None) => {
                    self.forth.insert(*x, *y);
                    self.back.insert(*y, *x);
                    added.push((*x, *y));
                }
                (Some(known), _) if known == y => {}
                _ => {
                    for (x, y) in added {
                        self.forth.remove(&x);
                        self.back.remove(&y);
                    }
                    return false;
                }
            }
        }
        true
    }
}

fn lines(text: &[String], kind: Kind) -> Vec<Line<'_>> {
    text.iter().map(|line| split(line, kind)).collect()
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.')
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Separates the names from the text.
fn split(line: &str, kind: Kind) -> Line<'_> {
    let text = String::with_capacity(line.len());
    let mut out = Line { text, names: Vec::new(), places: Vec::new() };
    let mut at = 0;
    let mut before = ' ';
    while let Some(c) = line[at..].chars().next() {
        let rest = &line[at..];
        let number = if is_word(before) { None } else { numbered(&out.text, rest, kind) };
        let length = if let Some((what, length)) = number {
            out.text.push('#');
            out.names.push((what, &rest[..length]));
            length
        } else if !is_word(before) && (is_word(c) && !c.is_ascii_digit()) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            word(&rest[..length], &mut out);
            length
        } else {
            out.text.push(c);
            c.len_utf8()
        };
        // At most one name begins here.
        out.places.resize(out.names.len(), at);
        before = line[..at + length].chars().next_back().unwrap_or(' ');
        at += length;
    }
    out
}

/// What a number names because of what stands before it, and its length.
fn numbered(before: &str, rest: &str, kind: Kind) -> Option<(char, usize)> {
    let length = digits(rest);
    if length == 0 {
        return None;
    }
    // An argument of a φ comes from a block.
    let of_argument =
        before.ends_with('(') && rest[length..].starts_with(')') && before.contains(" PHI <");
    if before.ends_with("<bb ") || before.ends_with(" block ") || of_argument {
        return Some(('b', length));
    }
    if kind != Kind::Rtl {
        return None;
    }
    let register = before.rfind("(reg").filter(|at| {
        let tail = &before[at + 4..];
        exact::register_head(&format!("{tail}0")).is_some_and(|head| head == tail.len())
    });
    if register.is_some() && rest[..length].parse::<u32>().is_ok_and(|n| n >= 64) {
        return Some(('r', length));
    }
    let reference = before.rsplit_once("label_ref").is_some_and(|(_, tail)| {
        tail.ends_with(' ') && tail.trim().trim_start_matches(':').chars().all(is_word)
    });
    if reference || before.ends_with("(code_label ") {
        return Some(('l', length));
    }
    // The block of an insn is the number after its name.
    let insn = before.strip_prefix('(').and_then(|b| b.strip_suffix(' '))?;
    let is_insn = ["insn", "jump_insn", "call_insn"].iter().any(|name| insn.starts_with(name));
    (is_insn && !insn.contains(' ')).then_some(('b', length))
}

/// A word whose numbers are names: `x_12`, `_7`, `D.1234`, `iftmp.0_5`, `.L12`, `bb_3`.
fn word<'a>(word: &'a str, out: &mut Line<'a>) {
    let local = word
        .strip_prefix(".L")
        .map(|rest| 2 + rest.bytes().take_while(u8::is_ascii_uppercase).count());
    if let Some(head) =
        local.filter(|&head| head < word.len() && digits(&word[head..]) == word.len() - head)
    {
        out.text.push_str(&word[..head]);
        out.text.push('#');
        out.names.push(('w', word));
        return;
    }
    let numbered = |text: &'a str, mark: char| {
        let (head, number) = text.rsplit_once(mark)?;
        (!number.is_empty() && digits(number) == number.len()).then_some(head)
    };
    // A version, and in front of it the number of a declaration or a clone.
    let versionless = numbered(word, '_').unwrap_or(word);
    let stem = match numbered(versionless, '.').filter(|head| !head.is_empty()) {
        Some(head) => &word[..=head.len()],
        None => versionless,
    };
    if stem.len() == word.len() {
        out.text.push_str(word);
        return;
    }
    out.text.push_str(stem);
    out.text.push('#');
    out.names.push(('w', word));
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("  x_12 = _7 + 3;", "  x# = # + 3;", &["x_12", "_7"])]
    #[case("  <bb 4> [local count: 9]:", "  <bb #> [local count: 9]:", &["4"])]
    #[case("  D.1234 = iftmp.0_5 * 0x1f;", "  D.# = iftmp.# * 0x1f;", &["D.1234", "iftmp.0_5"])]
    #[case("  # i_1 = PHI <i_3(2), 0(5)>", "  # i# = PHI <i#(#), 0(#)>", &["i_1", "i_3", "2", "5"])]
    fn names_are_told_from_text(#[case] line: &str, #[case] text: &str, #[case] names: &[&str]) {
        let line = split(line, Kind::Tree);
        let found: Vec<&str> = line.names.iter().map(|(_, name)| *name).collect();
        assert_eq!((line.text.as_str(), found.as_slice()), (text, names));
    }

    #[test]
    fn registers_and_labels_of_insns_are_names() {
        let line = split("(insn 2 (set (reg/v:DI 72) (reg:DI 10 a0)) (label_ref 20))", Kind::Rtl);
        assert_eq!(line.text, "(insn # (set (reg/v:DI #) (reg:DI 10 a0)) (label_ref #))");
        assert_eq!(line.names, [('b', "2"), ('r', "72"), ('l', "20")]);
        assert_eq!(split("\tj\t.L12", Kind::Assembly).names, [('w', ".L12")]);
    }

    fn same(a: &str, b: &str) -> bool {
        let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
        let steps = matching_steps(&lines(a), &lines(b), Kind::Tree);
        steps.iter().all(|step| matches!(step, Step::Both(..)))
    }

    #[test]
    fn b_is_shown_in_the_names_of_a() {
        let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
        let a = lines("_1 = a_2(D) + 1;\n_3 = _1;\ngoto <bb 4>;");
        let b = lines("_1 = b_5;\n_7 = a_2(D) + 1;\n_8 = _7;\ngoto <bb 9>;");
        let (_, shown) = renamed(&a, &b, Kind::Tree);
        assert_eq!(shown, ["_1' = b_5;", "_1 = a_2(D) + 1;", "_3 = _1;", "goto <bb 4>;"]);
    }

    #[rstest]
    #[case("a_1 = b_2;\nc_3 = a_1;", "a_7 = b_9;\nc_1 = a_7;", true)]
    #[case("a_1 = b_2;\nc_3 = a_1;", "a_7 = b_9;\nc_1 = a_8;", false)]
    #[case("a_1 = a_2;", "a_1 = a_1;", false)]
    #[case("a_1 = 3;", "a_1 = 4;", false)]
    #[case("x = f_1;", "x = g_1;", false)]
    fn renaming_is_one_to_one(#[case] a: &str, #[case] b: &str, #[case] expected: bool) {
        assert_eq!(same(a, b), expected);
    }
}
