//! Running a matching program over a text.
//!
//! `Threads` simulates all paths through the program at once. A thread is an instruction and the place
//! where its match began; of two threads at one instruction the one that began further left stays, so
//! one pass over the text finds the leftmost match and, among those, the longest or the shortest.
//! Back references depend on how a thread got where it is: for them `backtrack` tries one way after
//! the other, within a budget of steps.

use super::{Inst, Place, Regex, RegexError};

/// Steps a backtracking search may take.
const STEP_BUDGET: usize = 20_000_000;

pub(super) fn find(
    regex: &Regex,
    text: &str,
    start: usize,
) -> Result<Option<(usize, usize)>, RegexError> {
    if regex.has_backref {
        return backtrack(regex, text, start);
    }
    let input = Input { text, start };
    Ok(Threads::new(regex, &input).run())
}

/// The text, and where the search began: a later search does not see what was matched before.
struct Input<'t> {
    text: &'t str,
    start: usize,
}

impl Input<'_> {
    fn at(&self, pos: usize) -> Option<char> {
        let byte = *self.text.as_bytes().get(pos)?;
        if byte < 128 { Some(byte as char) } else { self.text[pos..].chars().next() }
    }

    fn before(&self, pos: usize) -> Option<char> {
        self.text[..pos].chars().next_back()
    }

    /// As `before`, blind to what stands before the place where the search began, as Tcl is.
    fn word_before(&self, pos: usize) -> bool {
        pos > self.start && self.before(pos).is_some_and(is_word)
    }

    fn holds(&self, place: Place, pos: usize) -> bool {
        let before = || self.word_before(pos);
        let after = || self.at(pos).is_some_and(is_word);
        match place {
            Place::TextStart => pos == 0 || pos == self.start && self.before(pos) == Some('\n'),
            Place::LineStart => pos == 0 || self.before(pos) == Some('\n'),
            Place::TextEnd => pos == self.text.len(),
            Place::LineEnd => matches!(self.at(pos), None | Some('\n')),
            Place::WordStart => !before() && after(),
            Place::WordEnd => before() && !after(),
            Place::WordEdge => before() != after(),
            Place::NotWordEdge => before() == after(),
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Does a character instruction take `c`?
fn takes(inst: &Inst, c: char) -> bool {
    match inst {
        Inst::Char(x) => *x == c,
        Inst::CharNoCase(x) => *x == c || x.to_lowercase().eq(c.to_lowercase()),
        Inst::Any => true,
        Inst::AnyButNewline => c != '\n',
        Inst::Set(set) => set.contains(c),
        _ => false,
    }
}

/// The live threads: for each instruction where the leftmost of them began.
struct ThreadList {
    order: Vec<(usize, usize)>,
    /// Index into `order`, for each instruction; valid if that entry names the instruction.
    slot: Vec<usize>,
}

impl ThreadList {
    fn new(n: usize) -> ThreadList {
        ThreadList { order: Vec::new(), slot: vec![0; n] }
    }

    /// True if the thread is new, or began further left than the one that was there.
    fn add(&mut self, pc: usize, began: usize) -> bool {
        match self.order.get_mut(self.slot[pc]) {
            Some((p, b)) if *p == pc => {
                let better = began < *b;
                if better {
                    *b = began;
                }
                better
            }
            _ => {
                self.slot[pc] = self.order.len();
                self.order.push((pc, began));
                true
            }
        }
    }
}

struct Threads<'a> {
    regex: &'a Regex,
    input: &'a Input<'a>,
    stack: Vec<usize>,
    best: Option<(usize, usize)>,
}

impl<'a> Threads<'a> {
    fn new(regex: &'a Regex, input: &'a Input<'a>) -> Threads<'a> {
        Threads { regex, input, stack: Vec::new(), best: None }
    }

    fn run(mut self) -> Option<(usize, usize)> {
        let n = self.regex.program.len();
        let (mut now, mut next) = (ThreadList::new(n), ThreadList::new(n));
        let mut pos = self.input.start;
        loop {
            if self.best.is_none() {
                if now.order.is_empty() {
                    pos = self.skip_to_first(pos)?;
                }
                self.follow(&mut now, 0, pos, pos);
            }
            self.take_matches(&now, pos);
            let Some(c) = self.input.at(pos) else { return self.best };
            let after = pos + c.len_utf8();
            next.order.clear();
            for &(pc, began) in &now.order {
                let useful = self
                    .best
                    .is_none_or(|(lo, _)| began < lo || began == lo && !self.regex.shortest);
                if useful && takes(&self.regex.program[pc], c) {
                    self.follow(&mut next, pc + 1, began, after);
                }
            }
            std::mem::swap(&mut now, &mut next);
            if now.order.is_empty() && self.best.is_some() {
                return self.best;
            }
            pos = after;
        }
    }

    /// The next place where a match could begin; `None` if there is none.
    fn skip_to_first(&self, pos: usize) -> Option<usize> {
        let Some(first) = &self.regex.first else { return Some(pos) };
        let bytes = &self.input.text.as_bytes()[pos..];
        let may_begin = |b: &u8| first.get(*b as usize).copied().unwrap_or(*b >= 0xc0);
        bytes.iter().position(may_begin).map(|i| pos + i)
    }

    fn take_matches(&mut self, now: &ThreadList, pos: usize) {
        for &(pc, began) in &now.order {
            if !matches!(self.regex.program[pc], Inst::Match) {
                continue;
            }
            let better =
                self.best.is_none_or(|(lo, _)| began < lo || began == lo && !self.regex.shortest);
            if better {
                self.best = Some((began, pos));
            }
        }
    }

    /// Adds the thread at `pc`, and whatever it reaches without taking a character.
    fn follow(&mut self, list: &mut ThreadList, pc: usize, began: usize, pos: usize) {
        self.stack.push(pc);
        while let Some(pc) = self.stack.pop() {
            if !list.add(pc, began) {
                continue;
            }
            match &self.regex.program[pc] {
                Inst::Split(a, b) => self.stack.extend([*b, *a]),
                Inst::Jump(a) => self.stack.push(*a),
                Inst::Save(_) => self.stack.push(pc + 1),
                Inst::At(place) if self.input.holds(*place, pos) => self.stack.push(pc + 1),
                Inst::Look { ahead, next } if self.looks(pc + 1, pos) == *ahead => {
                    self.stack.push(*next);
                }
                _ => {}
            }
        }
    }

    /// Does the part of the program at `pc` match at `pos`, with any length?
    fn looks(&self, pc: usize, pos: usize) -> bool {
        let mut inner = Threads::new(self.regex, self.input);
        let n = self.regex.program.len();
        let (mut now, mut next) = (ThreadList::new(n), ThreadList::new(n));
        let mut at = pos;
        inner.follow(&mut now, pc, pos, at);
        loop {
            inner.take_matches(&now, at);
            if inner.best.is_some() {
                return true;
            }
            let Some(c) = self.input.at(at) else { return false };
            at += c.len_utf8();
            next.order.clear();
            for &(pc, began) in &now.order {
                if takes(&self.regex.program[pc], c) {
                    inner.follow(&mut next, pc + 1, began, at);
                }
            }
            std::mem::swap(&mut now, &mut next);
            if now.order.is_empty() {
                return false;
            }
        }
    }
}

/// A choice to come back to, or a capture to restore.
enum Trail {
    Try { pc: usize, pos: usize },
    Restore { slot: usize, old: Option<usize> },
}

/// Tries the paths through the program in order of preference, from each starting place.
fn backtrack(
    regex: &Regex,
    text: &str,
    start: usize,
) -> Result<Option<(usize, usize)>, RegexError> {
    let input = Input { text, start };
    let mut steps = 0;
    let starts = text[start..].char_indices().map(|(i, _)| start + i).chain([text.len()]);
    for began in starts {
        if let Some(end) = backtrack_from(regex, &input, 0, began, &mut steps)? {
            return Ok(Some((began, end)));
        }
    }
    Ok(None)
}

fn backtrack_from(
    regex: &Regex,
    input: &Input<'_>,
    first_pc: usize,
    began: usize,
    steps: &mut usize,
) -> Result<Option<usize>, RegexError> {
    let mut saved = vec![None; 2 * regex.groups + 2];
    let mut trail = vec![Trail::Try { pc: first_pc, pos: began }];
    while let Some(entry) = trail.pop() {
        let (mut pc, mut pos) = match entry {
            Trail::Try { pc, pos } => (pc, pos),
            Trail::Restore { slot, old } => {
                saved[slot] = old;
                continue;
            }
        };
        loop {
            *steps += 1;
            if *steps > STEP_BUDGET || trail.len() > STEP_BUDGET / 8 {
                return Err(RegexError("matching with back references takes too long".into()));
            }
            match &regex.program[pc] {
                Inst::Match => return Ok(Some(pos)),
                Inst::Split(a, b) => {
                    trail.push(Trail::Try { pc: *b, pos });
                    pc = *a;
                }
                Inst::Jump(a) => pc = *a,
                Inst::Save(slot) => {
                    trail.push(Trail::Restore { slot: *slot, old: saved[*slot] });
                    saved[*slot] = Some(pos);
                    pc += 1;
                }
                Inst::At(place) if input.holds(*place, pos) => pc += 1,
                Inst::Look { ahead, next } => {
                    if backtrack_from(regex, input, pc + 1, pos, steps)?.is_some() != *ahead {
                        break;
                    }
                    pc = *next;
                }
                Inst::BackRef(group) => {
                    let (Some(lo), Some(hi)) = (saved[2 * group], saved[2 * group + 1]) else {
                        break;
                    };
                    if !input.text[pos..].starts_with(&input.text[lo..hi]) {
                        break;
                    }
                    pos += hi - lo;
                    pc += 1;
                }
                inst => match input.at(pos) {
                    Some(c) if takes(inst, c) => {
                        pos += c.len_utf8();
                        pc += 1;
                    }
                    _ => break,
                },
            }
        }
    }
    Ok(None)
}
