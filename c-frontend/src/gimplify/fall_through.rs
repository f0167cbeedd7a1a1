//! `-Wimplicit-fallthrough`: statements of a `switch` from which control runs into the next `case`.
//!
//! ```text
//! case 1: f ();      this statement may fall through
//! case 2: …          here
//! ```
//!
//! GIMPLE is looked at, where a condition's branches are jumps: what follows a condition may be reached from either.
//! A `switch` in another is looked at by itself first. To the outer one it is a single statement where a `break` or a
//! value without a case leads after it; else only its last statement could.

use super::Gimplifier;
use gimple::decl::{DeclId, flag};
use gimple::location::Location;
use gimple::stmt::{Seq, StmtId, StmtKind};
use gimple::tree::Operand;
use rustc_hash::FxHashSet;

/// Where control that reaches the end of a stretch of statements comes from.
#[derive(Clone, Copy)]
struct Last {
    stmt: StmtId,
    loc: Location,
}

/// The labels that a `switch` and those in it jump to, and the ends of the inner ones.
#[derive(Default)]
pub(super) struct Falling {
    cases: FxHashSet<DeclId>,
    /// The statement of an inner `switch` that is left at its end, and the label there.
    inner: Vec<(StmtId, StmtId)>,
}

impl Falling {
    /// Notes what a `switch` jumps to.
    pub(super) fn add_cases(&mut self, labels: impl Iterator<Item = DeclId>) {
        self.cases.extend(labels);
    }

    /// Notes the label that an inner `switch` ends in.
    pub(super) fn add_switch(&mut self, switch: StmtId, last: StmtId) {
        self.inner.push((switch, last));
    }
}

impl Gimplifier<'_> {
    /// Warns of what falls through in the body of a `switch`.
    pub(super) fn warn_of_fall_through(&mut self, body: Seq, falling: &Falling) {
        let mut work = vec![body];
        while let Some(seq) = work.pop() {
            let is_marker = |stmt: &StmtId| matches!(self.f.stmts[*stmt].kind, StmtKind::BeginStmt);
            let stmts: Vec<StmtId> = self.f.seq_iter(seq).filter(|stmt| !is_marker(stmt)).collect();
            let mut at = 0;
            while at < stmts.len() {
                match self.f.stmts[stmts[at]].kind {
                    StmtKind::Bind { body, .. } => work.push(body),
                    StmtKind::Try { body, cleanup, .. } => work.extend([cleanup, body]),
                    StmtKind::Label(_) if self.is_written_label(stmts[at], falling) => {
                        at = self.stretch_after_label(&stmts, at, falling, &mut work);
                        continue;
                    }
                    _ => {}
                }
                at += 1;
            }
        }
    }

    /// Looks at what stands between a label and the next one a program can name; returns where the next stretch begins.
    fn stretch_after_label(
        &mut self,
        stmts: &[StmtId],
        mut at: usize,
        falling: &Falling,
        work: &mut Vec<Seq>,
    ) -> usize {
        while at < stmts.len() && matches!(self.f.stmts[stmts[at]].kind, StmtKind::Label(_)) {
            at += 1;
        }
        let start = at;
        let mut joined: Vec<(DeclId, Location)> = Vec::new();
        let mut last: Option<Last> = None;
        while at < stmts.len() && (at == start || !self.is_written_label(stmts[at], falling)) {
            at = self.take_statement(stmts, at, falling, &mut joined, &mut last);
        }
        for &stmt in &stmts[start..at.min(stmts.len())] {
            match self.f.stmts[stmt].kind {
                StmtKind::Bind { body, .. } => work.push(body),
                StmtKind::Try { body, cleanup, .. } => work.extend([cleanup, body]),
                _ => {}
            }
        }
        if at < stmts.len()
            && let (Some(last), StmtKind::Label(label)) = (last, &self.f.stmts[stmts[at]].kind)
        {
            let label = *label;
            self.warn_of_label(&stmts[at..], label, last, &joined, falling);
        }
        at
    }

    fn is_written_label(&self, stmt: StmtId, falling: &Falling) -> bool {
        match self.f.stmts[stmt].kind {
            StmtKind::Label(label) => {
                falling.cases.contains(&label) || !self.cx.unit.decls[label].has(flag::ARTIFICIAL)
            }
            _ => false,
        }
    }

    /// Takes one statement into account; returns the place after it.
    fn take_statement(
        &self,
        stmts: &[StmtId],
        mut at: usize,
        falling: &Falling,
        joined: &mut Vec<(DeclId, Location)>,
        last: &mut Option<Last>,
    ) -> usize {
        let loc = |stmt: StmtId| self.f.stmt_info[stmt].loc;
        let stmt = stmts[at];
        match &self.f.stmts[stmt].kind {
            StmtKind::Switch(_) => {
                let end = falling.inner.iter().find(|inner| inner.0 == stmt).map(|inner| inner.1);
                let end = end.and_then(|end| stmts.iter().rposition(|&other| other == end));
                // The `switch` itself only jumps.
                *last = None;
                if let Some(end) = end {
                    *last = Some(Last { stmt, loc: loc(stmt) });
                    return end + 1;
                }
            }
            StmtKind::Bind { .. } | StmtKind::Try { .. } => {
                if let Some(inner) = self.last_in_scope(stmt) {
                    let at = loc(inner);
                    let at = if at.is_unknown() { loc(stmt) } else { at };
                    *last = Some(Last { stmt: inner, loc: at });
                }
            }
            StmtKind::Cond { false_label, .. } => {
                let otherwise = *false_label;
                let artificial = self.cx.unit.decls[otherwise].has(flag::ARTIFICIAL);
                let found = stmts[at..].iter().position(|&other| {
                    matches!(self.f.stmts[other].kind, StmtKind::Label(label) if label == otherwise)
                });
                let Some(distance) = found.filter(|_| artificial) else {
                    *last = Some(Last { stmt, loc: loc(stmt) });
                    return at + 1;
                };
                joined.push((otherwise, loc(stmt)));
                let end = at + distance;
                // The jump over the other branch: control comes out after that.
                if let StmtKind::Goto(Operand::Decl(target)) = self.f.stmts[stmts[end - 1]].kind
                    && loc(stmts[end - 1]).is_unknown()
                {
                    joined.push((target, loc(stmt)));
                }
                at = end;
                *last = Some(Last { stmt: stmts[at], loc: loc(stmt) });
            }
            StmtKind::Label(label) => {
                if let Some(entry) = joined.iter().find(|entry| entry.0 == *label) {
                    *last = Some(Last { stmt, loc: entry.1 });
                }
            }
            StmtKind::Predict { .. } => {}
            _ => *last = Some(Last { stmt, loc: loc(stmt) }),
        }
        at + 1
    }

    /// The last statement of the innermost block that ends where a block does.
    fn last_in_scope(&self, mut stmt: StmtId) -> Option<StmtId> {
        loop {
            let seq = match self.f.stmts[stmt].kind {
                StmtKind::Bind { body, .. } | StmtKind::Try { body, .. } => body,
                _ => return Some(stmt),
            };
            if seq.is_empty() {
                return None;
            }
            stmt = self
                .f
                .seq_iter(seq)
                .filter(|&inner| {
                    let kind = &self.f.stmts[inner].kind;
                    !matches!(kind, StmtKind::Predict { .. } | StmtKind::BeginStmt)
                })
                .last()?;
        }
    }

    fn warn_of_label(
        &mut self,
        rest: &[StmtId],
        label: DeclId,
        last: Last,
        joined: &[(DeclId, Location)],
        falling: &Falling,
    ) {
        if !self.is_doubtful(rest, label, falling) {
            return;
        }
        let place = match &self.f.stmts[last.stmt].kind {
            StmtKind::Label(own) => {
                let joined = joined.iter().find(|entry| entry.0 == *own).map(|entry| entry.1);
                // The end of a block that something else in it jumps to.
                joined.or(Some(last.loc).filter(|loc| !loc.is_unknown()))
            }
            StmtKind::Switch(_) => Some(last.loc),
            _ if last.loc.is_unknown() => None,
            _ => {
                let alone = Seq { first: last.stmt, last: last.stmt };
                self.seq_may_fallthru(alone).then_some(last.loc)
            }
        };
        let Some(place) = place else { return };
        let here = self.f.stmt_info[rest[0]].loc;
        let here = if here.is_unknown() { self.cx.unit.decls[label].loc } else { here };
        let text = "this statement may fall through";
        if self.cx.warning("implicit-fallthrough=", place, text) {
            self.cx.note(here, "here");
        }
        // Said once, though an outer `switch` comes past here as well.
        self.cx.unit.decls[label].set(flag::FALLEN_INTO, true);
    }

    /// Whether falling into a label is worth a word: it is not said to be meant, and what follows does something.
    fn is_doubtful(&self, rest: &[StmtId], label: DeclId, falling: &Falling) -> bool {
        if self.cx.unit.decls[label].has(flag::FALLEN_INTO) {
            return false;
        }
        let kind = |&stmt: &StmtId| &self.f.stmts[stmt].kind;
        let is_label = |stmt: &StmtId| matches!(kind(stmt), StmtKind::Label(_));
        let labels = rest.iter().take_while(|stmt| is_label(stmt));
        let mut cases = labels.filter(
            |stmt| matches!(kind(stmt), StmtKind::Label(label) if falling.cases.contains(label)),
        );
        if cases.next().is_none() {
            return false;
        }
        let next = rest
            .iter()
            .find(|stmt| !is_label(stmt) && !matches!(kind(stmt), StmtKind::Predict { .. }));
        next.is_some_and(|stmt| !matches!(kind(stmt), StmtKind::Goto(_) | StmtKind::Return(_)))
    }
}
