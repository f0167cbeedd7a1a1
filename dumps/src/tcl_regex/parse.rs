//! From the text of an ARE to a matching program.
//!
//! Recursive descent over alternation, concatenation, quantified atoms. Code is emitted while parsing;
//! a quantifier copies the code of its atom, so that the program has no counters. Next to the code each
//! level returns its *preference* (longest, shortest, none), by `re_syntax`'s rules: a branch has the
//! preference of its first quantified atom that has one; two or more branches prefer the longest.

use super::{CharSet, Inst, Place, RegexError};

/// More instructions than any sensible expression needs.
const MAX_PROGRAM: usize = 20_000;
/// Parentheses deeper than this are refused.
const MAX_DEPTH: u32 = 100;
/// The largest repeat count, Tcl's.
const MAX_REPEAT: u32 = 255;

pub(super) struct Parsed {
    pub program: Vec<Inst>,
    pub groups: usize,
    pub shortest: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Preference {
    None,
    Longest,
    Shortest,
}

/// A piece of program whose jumps are relative to its own start, and its preference.
struct Piece {
    code: Vec<Inst>,
    prefer: Preference,
}

struct Parser<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    ignore_case: bool,
    /// `.` and `[^…]` do not match a newline.
    newline_stops: bool,
    /// `^` and `$` match at lines.
    newline_anchors: bool,
    expanded: bool,
    depth: u32,
    groups: usize,
    closed_groups: Vec<usize>,
}

fn err<T>(message: impl Into<String>) -> Result<T, RegexError> {
    Err(RegexError(message.into()))
}

pub(super) fn parse(pattern: &str) -> Result<Parsed, RegexError> {
    let mut parser = Parser {
        rest: "".chars().peekable(),
        ignore_case: false,
        newline_stops: false,
        newline_anchors: false,
        expanded: false,
        depth: 0,
        groups: 0,
        closed_groups: Vec::new(),
    };
    let (body, literal) = parser.director(pattern)?;
    let piece = if literal {
        Piece { code: body.chars().map(|c| parser.literal(c)).collect(), prefer: Preference::None }
    } else {
        parser.rest = body.chars().peekable();
        let piece = parser.alternatives()?;
        if parser.rest.peek().is_some() {
            return err("unmatched ( or )");
        }
        piece
    };
    let mut program = piece.code;
    program.push(Inst::Match);
    Ok(Parsed { program, groups: parser.groups, shortest: piece.prefer == Preference::Shortest })
}

impl Parser<'_> {
    /// Takes `***:`, `***=` and `(?letters)` off the front. True if the rest is literal.
    fn director<'p>(&mut self, pattern: &'p str) -> Result<(&'p str, bool), RegexError> {
        if let Some(rest) = pattern.strip_prefix("***=") {
            return Ok((rest, true));
        }
        let rest = pattern.strip_prefix("***:").unwrap_or(pattern);
        let Some(inner) = rest.strip_prefix("(?") else { return Ok((rest, false)) };
        let Some(end) = inner.find(|c: char| !c.is_ascii_alphabetic()) else {
            return Ok((rest, false));
        };
        if end == 0 || !inner[end..].starts_with(')') {
            return Ok((rest, false));
        }
        let mut literal = false;
        for letter in inner[..end].chars() {
            match letter {
                'c' => self.ignore_case = false,
                'i' => self.ignore_case = true,
                'n' | 'm' => (self.newline_stops, self.newline_anchors) = (true, true),
                'p' => (self.newline_stops, self.newline_anchors) = (true, false),
                'w' => (self.newline_stops, self.newline_anchors) = (false, true),
                's' => (self.newline_stops, self.newline_anchors) = (false, false),
                'q' => literal = true,
                'x' => self.expanded = true,
                't' => self.expanded = false,
                _ => return err(format!("invalid embedded option ‘{letter}’")),
            }
        }
        Ok((&inner[end + 1..], literal))
    }

    fn literal(&self, c: char) -> Inst {
        if self.ignore_case && c.is_alphabetic() { Inst::CharNoCase(c) } else { Inst::Char(c) }
    }

    fn skip_expanded(&mut self) {
        while self.expanded {
            match self.rest.peek() {
                Some(c) if c.is_whitespace() => {
                    self.rest.next();
                }
                Some('#') => while self.rest.next_if(|c| *c != '\n').is_some() {},
                _ => return,
            }
        }
    }

    fn alternatives(&mut self) -> Result<Piece, RegexError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return err("parentheses nested too deeply");
        }
        let mut branches = vec![self.branch()?];
        while self.rest.next_if_eq(&'|').is_some() {
            branches.push(self.branch()?);
        }
        self.depth -= 1;
        if branches.len() == 1 {
            return Ok(branches.remove(0));
        }
        // Split(b1, Split(b2, b3)): each branch but the last jumps to the end.
        let total: usize = branches.iter().map(|b| b.code.len() + 2).sum::<usize>() - 2;
        let mut code = Vec::with_capacity(total);
        let last = branches.len() - 1;
        for (i, branch) in branches.into_iter().enumerate() {
            if i < last {
                let next = code.len() + branch.code.len() + 2;
                code.push(Inst::Split(code.len() + 1, next));
            }
            append(&mut code, &branch.code);
            if i < last {
                code.push(Inst::Jump(total));
            }
        }
        Ok(Piece { code, prefer: Preference::Longest })
    }

    fn branch(&mut self) -> Result<Piece, RegexError> {
        let mut whole = Piece { code: Vec::new(), prefer: Preference::None };
        loop {
            self.skip_expanded();
            if matches!(self.rest.peek(), None | Some('|' | ')')) {
                break;
            }
            let piece = self.quantified()?;
            append(&mut whole.code, &piece.code);
            if whole.code.len() > MAX_PROGRAM {
                return err("regular expression is too complex");
            }
            if whole.prefer == Preference::None {
                whole.prefer = piece.prefer;
            }
        }
        Ok(whole)
    }

    fn quantified(&mut self) -> Result<Piece, RegexError> {
        let atom = self.atom()?;
        self.skip_expanded();
        let Some((min, max)) = self.repeat_counts()? else { return Ok(atom) };
        let lazy = self.rest.next_if_eq(&'?').is_some();
        if matches!(self.rest.peek(), Some('*' | '+' | '?')) {
            return err("quantifier operand invalid");
        }
        let prefer = if max == Some(min) && min != 1 || max == Some(1) && min == 1 {
            atom.prefer
        } else if lazy {
            Preference::Shortest
        } else {
            Preference::Longest
        };
        Ok(Piece { code: repeat(&atom.code, min, max, lazy)?, prefer })
    }

    /// `*`, `+`, `?`, `{m}`, `{m,}`, `{m,n}`.
    fn repeat_counts(&mut self) -> Result<Option<(u32, Option<u32>)>, RegexError> {
        let counts = match self.rest.peek().copied() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') if self.brace_is_bound() => {
                self.rest.next();
                return self.bound().map(Some);
            }
            _ => return Ok(None),
        };
        self.rest.next();
        Ok(Some(counts))
    }

    /// A `{` is a bound only before a digit.
    fn brace_is_bound(&self) -> bool {
        let mut ahead = self.rest.clone();
        ahead.next();
        ahead.next().is_some_and(|c| c.is_ascii_digit())
    }

    fn bound(&mut self) -> Result<(u32, Option<u32>), RegexError> {
        let min = self.number()?;
        let max = match self.rest.next() {
            Some('}') => return Ok((min, Some(min))),
            Some(',') if self.rest.next_if_eq(&'}').is_some() => return Ok((min, None)),
            Some(',') => self.number()?,
            _ => return err("invalid repetition count(s)"),
        };
        if self.rest.next() != Some('}') || max < min {
            return err("invalid repetition count(s)");
        }
        Ok((min, Some(max)))
    }

    fn number(&mut self) -> Result<u32, RegexError> {
        let mut value = None;
        while let Some(d) = self.rest.peek().and_then(|c| c.to_digit(10)) {
            self.rest.next();
            value = Some(value.unwrap_or(0) * 10 + d);
            if value > Some(MAX_REPEAT) {
                return err("invalid repetition count(s)");
            }
        }
        value.ok_or_else(|| RegexError("invalid repetition count(s)".into()))
    }

    fn atom(&mut self) -> Result<Piece, RegexError> {
        let Some(c) = self.rest.next() else { return err("empty atom") };
        let inst = match c {
            '(' => return self.group(),
            '[' => self.bracket()?,
            '.' if self.newline_stops => Inst::AnyButNewline,
            '.' => Inst::Any,
            '^' if self.newline_anchors => Inst::At(Place::LineStart),
            '^' => Inst::At(Place::TextStart),
            '$' if self.newline_anchors => Inst::At(Place::LineEnd),
            '$' => Inst::At(Place::TextEnd),
            '\\' => self.escape()?,
            '*' | '+' | '?' => return err("quantifier operand invalid"),
            _ => self.literal(c),
        };
        Ok(Piece { code: vec![inst], prefer: Preference::None })
    }

    fn group(&mut self) -> Result<Piece, RegexError> {
        if self.rest.next_if_eq(&'?').is_none() {
            self.groups += 1;
            let group = self.groups;
            let inner = self.closed()?;
            self.closed_groups.push(group);
            let mut code = vec![Inst::Save(2 * group)];
            append(&mut code, &inner.code);
            code.push(Inst::Save(2 * group + 1));
            return Ok(Piece { code, prefer: inner.prefer });
        }
        match self.rest.next() {
            Some(':') => self.closed(),
            Some(c @ ('=' | '!')) => {
                let inner = self.closed()?;
                let mut code = vec![Inst::Look { ahead: c == '=', next: inner.code.len() + 2 }];
                append(&mut code, &inner.code);
                code.push(Inst::Match);
                Ok(Piece { code, prefer: Preference::None })
            }
            Some('#') => {
                while self.rest.next_if(|c| *c != ')').is_some() {}
                self.rest.next();
                Ok(Piece { code: Vec::new(), prefer: Preference::None })
            }
            _ => err("quantifier operand invalid"),
        }
    }

    fn closed(&mut self) -> Result<Piece, RegexError> {
        let inner = self.alternatives()?;
        if self.rest.next() != Some(')') { err("parentheses () not balanced") } else { Ok(inner) }
    }

    /// After a backslash outside brackets.
    fn escape(&mut self) -> Result<Inst, RegexError> {
        let Some(&c) = self.rest.peek() else { return err("invalid escape \\ sequence") };
        let place = match c {
            'A' => Some(Place::TextStart),
            'Z' => Some(Place::TextEnd),
            'm' => Some(Place::WordStart),
            'M' => Some(Place::WordEnd),
            'y' => Some(Place::WordEdge),
            'Y' => Some(Place::NotWordEdge),
            _ => None,
        };
        if let Some(place) = place {
            self.rest.next();
            return Ok(Inst::At(place));
        }
        if let Some(set) = class_escape(c) {
            self.rest.next();
            return Ok(Inst::Set(Box::new(set)));
        }
        if matches!(c, '1'..='9') {
            let mut n = 0;
            while let Some(d) = self.rest.peek().and_then(|c| c.to_digit(10)) {
                let longer = n * 10 + d as usize;
                if n > 0 && longer > self.groups {
                    break;
                }
                n = longer;
                self.rest.next();
            }
            if !self.closed_groups.contains(&n) {
                return err("invalid backreference number");
            }
            return Ok(Inst::BackRef(n));
        }
        let c = self.character_escape()?;
        Ok(self.literal(c))
    }

    /// The character that an escape stands for.
    fn character_escape(&mut self) -> Result<char, RegexError> {
        let Some(c) = self.rest.next() else { return err("invalid escape \\ sequence") };
        Ok(match c {
            'a' => '\x07',
            'b' => '\x08',
            'B' => '\\',
            'e' => '\x1b',
            'f' => '\x0c',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\x0b',
            'c' => match self.rest.next() {
                Some(x) => char::from_u32(u32::from(x) & 0x1f).unwrap_or('\0'),
                None => return err("invalid escape \\ sequence"),
            },
            'x' => self.coded(16, 255)?,
            'u' => self.coded(16, 4)?,
            'U' => self.coded(16, 8)?,
            '0' => self.coded(8, 2).unwrap_or('\0'),
            c if c.is_ascii_alphabetic() => return err("invalid escape \\ sequence"),
            c => c,
        })
    }

    fn coded(&mut self, radix: u32, most: u32) -> Result<char, RegexError> {
        let (mut value, mut digits) = (0u32, 0);
        while digits < most {
            let Some(d) = self.rest.peek().and_then(|c| c.to_digit(radix)) else { break };
            self.rest.next();
            value = (value.wrapping_mul(radix) + d) & 0x1f_ffff;
            digits += 1;
        }
        match char::from_u32(value) {
            Some(c) if digits > 0 => Ok(c),
            _ => err("invalid escape \\ sequence"),
        }
    }

    /// After `[`.
    fn bracket(&mut self) -> Result<Inst, RegexError> {
        let mut set = CharSet { ranges: Vec::new(), negated: self.rest.next_if_eq(&'^').is_some() };
        let mut first = true;
        loop {
            let Some(c) = self.rest.next() else { return err("brackets [] not balanced") };
            if c == ']' && !first {
                break;
            }
            first = false;
            let Some(lo) = self.bracket_item(c, &mut set)? else { continue };
            let mut ahead = self.rest.clone();
            let range = ahead.next() == Some('-') && ahead.next().is_some_and(|c| c != ']');
            let hi = if range {
                self.rest.next();
                let c = self.rest.next().unwrap_or('-');
                match self.bracket_item(c, &mut set)? {
                    Some(hi) if hi >= lo => hi,
                    _ => return err("invalid character range"),
                }
            } else {
                lo
            };
            set.ranges.push((lo, hi));
        }
        if self.ignore_case {
            add_other_case(&mut set);
        }
        if set.negated && self.newline_stops {
            set.ranges.push(('\n', '\n'));
        }
        Ok(Inst::Set(Box::new(set)))
    }

    /// One character of a bracket expression; `None` if it was a class, which is now in `set`.
    fn bracket_item(&mut self, c: char, set: &mut CharSet) -> Result<Option<char>, RegexError> {
        if c == '\\' {
            let Some(&e) = self.rest.peek() else { return err("brackets [] not balanced") };
            if matches!(e, 'd' | 's' | 'w') {
                self.rest.next();
                set.ranges.extend(class_escape(e).unwrap_or_default().ranges);
                return Ok(None);
            }
            return self.character_escape().map(Some);
        }
        let kind = match self.rest.peek() {
            Some(&k @ (':' | '.' | '=')) if c == '[' => k,
            _ => return Ok(Some(c)),
        };
        self.rest.next();
        let mut name = String::new();
        loop {
            match self.rest.next() {
                Some(k) if k == kind && self.rest.peek() == Some(&']') => break,
                Some(c) => name.push(c),
                None => return err("brackets [] not balanced"),
            }
        }
        self.rest.next();
        if kind != ':' {
            let mut chars = name.chars();
            return match (chars.next(), chars.next()) {
                (Some(c), None) => Ok(Some(c)),
                _ => err("invalid collating element"),
            };
        }
        match named_class(&name) {
            Some(ranges) => set.ranges.extend_from_slice(ranges),
            None => return err("invalid character class"),
        }
        Ok(None)
    }
}

/// Appends `piece` to `code`, moving its jumps.
fn append(code: &mut Vec<Inst>, piece: &[Inst]) {
    let base = code.len();
    code.extend(piece.iter().cloned().map(|inst| match inst {
        Inst::Split(a, b) => Inst::Split(a + base, b + base),
        Inst::Jump(a) => Inst::Jump(a + base),
        Inst::Look { ahead, next } => Inst::Look { ahead, next: next + base },
        other => other,
    }));
}

fn split(preferred: usize, other: usize, lazy: bool) -> Inst {
    if lazy { Inst::Split(other, preferred) } else { Inst::Split(preferred, other) }
}

/// `min` copies of the atom, then a loop or the optional rest.
fn repeat(atom: &[Inst], min: u32, max: Option<u32>, lazy: bool) -> Result<Vec<Inst>, RegexError> {
    let copies = max.unwrap_or(min + 1).max(1) as usize;
    if copies * (atom.len() + 2) > MAX_PROGRAM {
        return err("regular expression is too complex");
    }
    let mut code = Vec::new();
    for _ in 0..min {
        append(&mut code, atom);
    }
    match max {
        None => {
            let start = code.len();
            let end = start + atom.len() + 2;
            code.push(split(start + 1, end, lazy));
            append(&mut code, atom);
            code.push(Inst::Jump(start));
        }
        Some(max) => {
            let end = code.len() + (max - min) as usize * (atom.len() + 1);
            for _ in min..max {
                code.push(split(code.len() + 1, end, lazy));
                append(&mut code, atom);
            }
        }
    }
    Ok(code)
}

const DIGIT: &[(char, char)] = &[('0', '9')];
const SPACE: &[(char, char)] = &[('\t', '\r'), (' ', ' ')];
const WORD: &[(char, char)] = &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];

fn class_escape(c: char) -> Option<CharSet> {
    let ranges = match c.to_ascii_lowercase() {
        'd' => DIGIT,
        's' => SPACE,
        'w' => WORD,
        _ => return None,
    };
    Some(CharSet { ranges: ranges.to_vec(), negated: c.is_ascii_uppercase() })
}

fn named_class(name: &str) -> Option<&'static [(char, char)]> {
    Some(match name {
        "alpha" => &[('A', 'Z'), ('a', 'z')],
        "upper" => &[('A', 'Z')],
        "lower" => &[('a', 'z')],
        "digit" => DIGIT,
        "xdigit" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        "alnum" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        "print" => &[(' ', '~')],
        "blank" => &[(' ', ' '), ('\t', '\t')],
        "space" => SPACE,
        "punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        "graph" => &[('!', '~')],
        "cntrl" => &[('\0', '\x1f'), ('\x7f', '\x7f')],
        _ => return None,
    })
}

/// Adds the counterparts of the ASCII letters of a set.
fn add_other_case(set: &mut CharSet) {
    let positive = CharSet { ranges: set.ranges.clone(), negated: false };
    for c in ('a'..='z').chain('A'..='Z').filter(|c| positive.contains(*c)) {
        let other =
            if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        set.ranges.push((other, other));
    }
}

/// The ASCII characters a match can begin with; `None` if that cannot be told.
pub(super) fn first_characters(program: &[Inst]) -> Option<Box<[bool; 128]>> {
    let mut first = Box::new([false; 128]);
    let mut seen = vec![false; program.len()];
    let mut work = vec![0];
    while let Some(at) = work.pop() {
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        let mut mark = |test: &dyn Fn(char) -> bool| {
            for (slot, c) in first.iter_mut().zip('\0'..='\x7f') {
                *slot |= test(c);
            }
        };
        match &program[at] {
            Inst::Char(c) => mark(&|x| x == *c),
            Inst::CharNoCase(c) => mark(&|x| x.eq_ignore_ascii_case(c)),
            Inst::Any => mark(&|_| true),
            Inst::AnyButNewline => mark(&|x| x != '\n'),
            Inst::Set(set) => mark(&|x| set.contains(x)),
            Inst::Split(a, b) => work.extend([*a, *b]),
            Inst::Jump(a) => work.push(*a),
            Inst::Save(_) => work.push(at + 1),
            Inst::At(Place::TextEnd | Place::LineEnd | Place::WordEnd) => return None,
            Inst::At(_) => work.push(at + 1),
            Inst::Look { next, .. } => work.push(*next),
            Inst::BackRef(_) | Inst::Match => return None,
        }
    }
    Some(first)
}
