//! Cuts dumps into functions.

use super::{Body, Kind};

/// The kind of a dump, by its file's name or else by what it looks like.
pub(super) fn kind_of(file_name: &str, text: &str) -> Kind {
    if let Some((_, letter, pass)) = dump_name(file_name) {
        return match (letter, pass) {
            ('r', _) => Kind::Rtl,
            (_, "gimple") => Kind::Gimple,
            _ => Kind::Tree,
        };
    }
    if file_name.ends_with(".s") || text.contains("\t.type\t") && text.contains(", @function") {
        Kind::Assembly
    } else if text.contains("\n(insn ") || text.contains("\n(note ") {
        Kind::Rtl
    } else if text.contains(";; Function ") || !text.contains("\n{\n") {
        Kind::Tree
    } else {
        Kind::Gimple
    }
}

/// `x.c.034t.ccp1` as `x.c`, the letter, and the pass.
pub(super) fn dump_name(file_name: &str) -> Option<(&str, char, &str)> {
    let (rest, pass) = file_name.rsplit_once('.')?;
    let (base, number) = rest.rsplit_once('.')?;
    let letter = number.chars().last().filter(|c| "tri".contains(*c))?;
    let digits = &number[..number.len() - 1];
    let is_number = digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then_some((base, letter, pass))
}

/// The functions of a dump, in order, after what stands in front of them, if that is anything.
pub fn functions(text: &str, kind: Kind) -> Vec<Body> {
    match kind {
        Kind::Tree => by_headers(text),
        Kind::Rtl => by_headers(text).into_iter().map(insns).collect(),
        Kind::Gimple => by_bodies(text),
        Kind::Assembly => assembly(text),
    }
}

fn by_headers(text: &str) -> Vec<Body> {
    let mut found = vec![Body { name: String::new(), lines: Vec::new() }];
    for line in text.lines() {
        let header = line.strip_prefix(";; Function ").and_then(|rest| rest.split_once(" ("));
        match (header, found.last_mut()) {
            (Some((name, _)), _) if !name.contains(char::is_whitespace) => {
                found.push(Body { name: name.to_string(), lines: Vec::new() });
            }
            (_, Some(body)) => body.lines.push(line.to_string()),
            _ => {}
        }
    }
    if found[0].lines.iter().all(|line| line.trim().is_empty()) {
        found.remove(0);
    }
    found
}

fn by_bodies(text: &str) -> Vec<Body> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if lines[at] == "{" && at > 0 {
            let end = (at..lines.len()).find(|&i| lines[i] == "}").unwrap_or(lines.len() - 1);
            let name = declared_name(lines[at - 1]).to_string();
            let body = lines[at - 1..=end].iter().map(|l| (*l).to_string()).collect();
            found.push(Body { name, lines: body });
            at = end;
        }
        at += 1;
    }
    found
}

/// The first word of a declarator that a blank and a parenthesis follow. Of a function that returns a pointer to
/// a function it is a type's name: as good a name as any while there is one such function.
fn declared_name(declarator: &str) -> &str {
    let in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    for (at, _) in declarator.match_indices(" (") {
        let before = &declarator[..at];
        let start = before.rfind(|c| !in_name(c)).map_or(0, |i| i + 1);
        let word = &before[start..];
        let begins = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$');
        if let Some(first) = word.find(begins) {
            return &word[first..];
        }
    }
    declarator
}

/// The insns, jumps, calls, labels and barriers of an RTL function, one a line.
fn insns(body: Body) -> Body {
    let mut lines: Vec<String> = Vec::new();
    let mut inside = false;
    for line in &body.lines {
        if line.starts_with('(') || line.starts_with(";;") {
            inside =
                ["insn", "jump_insn", "call_insn", "code_label", "barrier"].iter().any(|name| {
                    let rest = line.strip_prefix('(').and_then(|l| l.strip_prefix(name));
                    rest.is_some_and(|rest| rest.starts_with([' ', '/']))
                });
            if inside {
                lines.push(String::new());
            }
        }
        if let (true, Some(insn)) = (inside, lines.last_mut()) {
            for word in line.split_whitespace() {
                if !insn.is_empty() {
                    insn.push(' ');
                }
                insn.push_str(word);
            }
        }
    }
    Body { name: body.name, lines }
}

/// The instructions and labels of each function, without comments and directives but those that make data.
fn assembly(text: &str) -> Vec<Body> {
    let mut found = Vec::new();
    let mut open: Option<Body> = None;
    for line in text.lines() {
        let begins = line
            .strip_prefix("\t.type\t")
            .and_then(|rest| rest.strip_suffix(", @function"))
            .filter(|name| !name.contains(char::is_whitespace));
        if let Some(name) = begins {
            open = Some(Body { name: name.to_string(), lines: Vec::new() });
            continue;
        }
        let Some(body) = &mut open else { continue };
        let size = line.strip_prefix("\t.size\t").and_then(|rest| rest.strip_prefix(&body.name));
        if size.is_some_and(|rest| rest.starts_with(',')) {
            found.extend(open.take());
            continue;
        }
        let data = [".word", ".dword", ".half", ".byte"];
        let directive = line.strip_prefix('\t').filter(|rest| rest.starts_with('.'));
        if directive.is_none_or(|rest| data.iter().any(|d| rest.starts_with(d))) {
            let code = line.split('#').next().unwrap_or_default();
            body.lines.push(code.trim().to_string());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("int * f (int a)", "f")]
    #[case("void (*g (int a)) (void)", "void")]
    #[case("struct s h.part.0 ()", "h.part.0")]
    fn names_of_functions(#[case] declarator: &str, #[case] expected: &str) {
        assert_eq!(declared_name(declarator), expected);
    }

    #[rstest]
    #[case("x.c.034t.ccp1", Some(("x.c", 't', "ccp1")))]
    #[case("a.b.c.253r.expand", Some(("a.b.c", 'r', "expand")))]
    #[case("x.s", None)]
    #[case("x.c.34t.ccp1", None)]
    fn names_of_dumps(#[case] name: &str, #[case] expected: Option<(&str, char, &str)>) {
        assert_eq!(dump_name(name), expected);
    }

    #[test]
    fn rtl_is_cut_at_insns() {
        let text = ";; Function f (f, funcdef_no=0)\n\n(note 1 0 2 NOTE)\n(insn 5 2 6 2 (set (reg:DI 72)\n        (const_int 1)) -1\n     (nil))\n;; x\n(barrier 6 5 7)\n";
        let found = functions(text, Kind::Rtl);
        assert_eq!(found[0].name, "f");
        assert_eq!(
            found[0].lines,
            ["(insn 5 2 6 2 (set (reg:DI 72) (const_int 1)) -1 (nil))", "(barrier 6 5 7)"]
        );
    }

    #[test]
    fn assembly_is_cut_at_types_and_sizes() {
        let text = "\t.file\t\"x.c\"\n\t.type\tf, @function\nf:\n\tli\ta0,1 # one\n\t.cfi_x\n\t.word\t3\n\tret\n\t.size\tf, .-f\n";
        let found = functions(text, Kind::Assembly);
        assert_eq!(found[0].lines, ["f:", "li\ta0,1", ".word\t3", "ret"]);
    }
}
