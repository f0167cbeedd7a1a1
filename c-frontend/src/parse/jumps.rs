//! Jumps into the scope of something that must be passed on the way: declarations of variably modified types and statement
//! expressions, which is an error, and initialisers, for which there is `-Wjump-misses-init`.
//!
//! ```text
//!   goto l;              jump into scope of identifier with variably modified type
//!   int a[n];
//! l: …
//! ```
//!
//! What a jump must not pass is a mark; the marks in scope are a chain, innermost first. What is in scope at a label and
//! not at a jump to it was passed: for a jump forward the marks that are younger than it, for a jump backward those that
//! are out of scope by then. So a jump costs no more than what is said of it.

use super::Parser;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::location::Location;
use rustc_hash::FxHashMap;

const OPTION: &str = "jump-misses-init";

/// What a jump must not pass.
#[derive(Clone, Copy)]
enum What {
    /// A declaration of a variably modified type.
    Variable(DeclId),
    /// A variable with an initialiser.
    Initialized(DeclId),
    StatementExpression,
}

struct Mark {
    what: What,
    outer: Option<usize>,
    /// The block it is in.
    block: u32,
    /// Its scope has been left.
    closed: bool,
}

/// A place in a function: which marks there were before it, and its block.
#[derive(Clone, Copy)]
struct Spot {
    marks: usize,
    block: u32,
}

#[derive(Default)]
struct LabelJumps {
    /// The innermost mark in scope at the label, once that is defined.
    at: Option<Option<usize>>,
    /// The jumps before its definition.
    waiting: Vec<(Location, Spot)>,
}

/// The marks of a function, and the jumps to its labels.
#[derive(Default)]
pub struct Jumps {
    marks: Vec<Mark>,
    innermost: Option<usize>,
    block: u32,
    blocks: u32,
    labels: FxHashMap<DeclId, LabelJumps>,
    /// The `switch` statements at hand.
    switches: Vec<(Location, usize)>,
}

/// What was in scope where a block began.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenMarks {
    innermost: Option<usize>,
    block: u32,
}

impl Jumps {
    fn mark(&mut self, what: What) {
        let mark = Mark { what, outer: self.innermost, block: self.block, closed: false };
        self.innermost = Some(self.marks.len());
        self.marks.push(mark);
    }

    fn here(&self) -> Spot {
        Spot { marks: self.marks.len(), block: self.block }
    }

    /// A block begins.
    pub fn open(&mut self) -> OpenMarks {
        let open = OpenMarks { innermost: self.innermost, block: self.block };
        self.blocks += 1;
        self.block = self.blocks;
        open
    }

    /// A block ends.
    pub fn close(&mut self, open: OpenMarks) {
        while let Some(index) = self.innermost.filter(|_| self.innermost != open.innermost) {
            self.marks[index].closed = true;
            self.innermost = self.marks[index].outer;
        }
        self.block = open.block;
    }

    /// The marks from one outwards, as long as `passed` holds.
    fn chain(&self, from: Option<usize>, passed: impl Fn(usize, &Mark) -> bool) -> Vec<&Mark> {
        let mut found = Vec::new();
        let mut next = from;
        while let Some(index) = next
            && passed(index, &self.marks[index])
        {
            found.push(&self.marks[index]);
            next = self.marks[index].outer;
        }
        found
    }
}

impl Parser<'_> {
    /// A statement expression begins, within a block of its own.
    pub(super) fn mark_statement_expression(&mut self) {
        if let Some(function) = self.function_state() {
            function.scope_marks.mark(What::StatementExpression);
        }
    }

    /// Something was declared that a jump may have to heed.
    pub(super) fn mark_declaration(&mut self, decl: DeclId, initialized: bool) {
        let d = &self.cx.unit.decls[decl];
        if self.function.is_none() || !matches!(d.kind, DeclKind::Var | DeclKind::Type) {
            return;
        }
        let what = if self.is_variably_modified(d.ty) {
            What::Variable(decl)
        } else if initialized
            && d.kind == DeclKind::Var
            && !d.has(flag::STATIC)
            && self.cx.unit.diagnostics.warnings.enabled(OPTION)
        {
            What::Initialized(decl)
        } else {
            return;
        };
        if let Some(function) = self.function_state() {
            function.scope_marks.mark(what);
        }
    }

    /// A jump to a label.
    pub(super) fn note_goto(&mut self, label: DeclId, loc: Location) {
        if self.cx.unit.decls[label].context != self.cx.current_function {
            return;
        }
        let Some(function) = self.function_state() else { return };
        let jumps = &mut function.scope_marks;
        let here = jumps.here();
        let known = jumps.labels.entry(label).or_default();
        let Some(at) = known.at else {
            known.waiting.push((loc, here));
            return;
        };
        let passed: Vec<What> =
            jumps.chain(at, |_, mark| mark.closed).into_iter().map(|mark| mark.what).collect();
        self.warn_of_goto(loc, label, &passed);
    }

    /// A label is defined: what is said of the jumps to it before.
    pub(super) fn note_label(&mut self, label: DeclId) {
        let Some(function) = self.function_state() else { return };
        let jumps = &mut function.scope_marks;
        let innermost = jumps.innermost;
        let known = jumps.labels.entry(label).or_default();
        known.at = Some(innermost);
        let waiting = std::mem::take(&mut known.waiting);
        for (loc, from) in waiting {
            let Some(function) = self.function_state() else { return };
            let mut passed = function.scope_marks.chain(innermost, |index, _| index >= from.marks);
            // What the jump's own block declares after it comes first.
            passed.sort_by_key(|mark| mark.block != from.block);
            let passed: Vec<What> = passed.into_iter().map(|mark| mark.what).collect();
            self.warn_of_goto(loc, label, &passed);
        }
    }

    fn warn_of_goto(&mut self, loc: Location, label: DeclId, passed: &[What]) {
        let name = self.cx.unit.decl_name(label).unwrap_or_default().to_string();
        let at = self.cx.unit.decls[label].loc;
        let defined = format!("label ‘{name}’ defined here");
        for &what in passed {
            let said = match what {
                What::StatementExpression => continue,
                What::Variable(_) => {
                    self.error(loc, "jump into scope of identifier with variably modified type");
                    true
                }
                What::Initialized(_) => {
                    self.warning(OPTION, loc, "jump skips variable initialization")
                }
            };
            if said {
                self.note(at, &defined);
                self.note_declared(what);
            }
        }
        if passed.iter().any(|what| matches!(what, What::StatementExpression)) {
            self.error(loc, "jump into statement expression");
            self.note(at, &defined);
        }
    }

    fn note_declared(&mut self, what: What) {
        if let What::Variable(decl) | What::Initialized(decl) = what {
            let name = self.cx.unit.decl_name(decl).unwrap_or("({anonymous})");
            let text = format!("‘{name}’ declared here");
            let at = self.cx.unit.decls[decl].loc;
            self.note(at, text);
        }
    }

    /// A `switch` begins.
    pub(super) fn open_switch(&mut self, loc: Location) {
        if let Some(function) = self.function_state() {
            let marks = function.scope_marks.marks.len();
            function.scope_marks.switches.push((loc, marks));
        }
    }

    /// A `switch` ends.
    pub(super) fn close_switch(&mut self) {
        if let Some(function) = self.function_state() {
            function.scope_marks.switches.pop();
        }
    }

    /// A `case` or `default` that the innermost `switch` jumps to.
    pub(super) fn note_case(&mut self, loc: Location) {
        let Some(function) = self.function_state() else { return };
        let jumps = &function.scope_marks;
        let Some(&(switch, before)) = jumps.switches.last() else { return };
        let passed = jumps.chain(jumps.innermost, |index, _| index >= before);
        let passed: Vec<What> = passed.into_iter().map(|mark| mark.what).collect();
        for &what in &passed {
            let said = match what {
                What::StatementExpression => continue,
                What::Variable(_) => {
                    let text = "switch jumps into scope of identifier with variably modified type";
                    self.error(loc, text);
                    true
                }
                What::Initialized(_) => {
                    self.warning(OPTION, loc, "switch jumps over variable initialization")
                }
            };
            if said {
                self.note(switch, "switch starts here");
                self.note_declared(what);
            }
        }
        if passed.iter().any(|what| matches!(what, What::StatementExpression)) {
            self.error(loc, "switch jumps into statement expression");
            self.note(switch, "switch starts here");
        }
    }
}
