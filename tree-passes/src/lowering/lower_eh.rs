//! Pass `eh`: try statements become plain code. Without exceptions, a cleanup runs on each path out of the body.
//!
//! ```text
//! try                                 f (&x);
//!   {                                 if (n != 0) goto <D.3>; else goto <D.2>;
//!     f (&x);                         <D.2>:
//!     if (n != 0) goto <D.1>; …       g (&x);
//!     <D.2>:                          x = {CLOBBER(eol)};
//!     g (&x);                         goto <D.4>;
//!   }                                 <D.3>:
//! finally                             x = {CLOBBER(eol)};
//!   {                                 goto <D.1>;
//!     x = {CLOBBER(eol)};             <D.4>:
//!   }
//! ```
//!
//! Where there is one path out, the cleanup just follows. Where there are several, each gets its copy.
//!
//! With `-fexceptions` a call in the body may also end in an exception. What the cleanup calls then runs at a *landing pad*,
//! from where the exception goes on, through the pads of the statements around this one:
//!
//! ```text
//! <L0>:                               (f may end here)
//! exception = __builtin_eh_pointer ();
//! <D.5>:
//! g (&x);
//! __builtin_unwind_resume (exception);
//! ```
//!
//! With `else` (in `__GIMPLE` functions) that runs at the pad instead of what stands in `finally`; `catch` runs there only.
//! With `-fnon-call-exceptions` what traps may end in an exception as well: it would need a pad, too, and is refused.
//!
//! To the control flow graph the pad's label is one that other functions jump to ([`flag::NONLOCAL`]).

use crate::lowering::gimple_low::{artificial_label, may_fallthru};
use gimple::aside::Aside;
use gimple::builtins::{Builtin, Ecf};
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{Call, Callee, Seq, StmtId, StmtKind, TryKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use tree_ssa::analyses::trap::reference_may_trap;
use tree_ssa::edit::locals::new_local;
use tree_ssa::effects::call_effects::callee_builtin;
use tree_ssa::effects::call_effects::flags_of;

/// A try statement being lowered.
struct Try {
    /// Its number; numbers of enclosed statements are larger.
    number: u32,
    /// What runs on each path out; nothing where only exceptions have something to do.
    cleanup: Option<Seq>,
    /// What runs where an exception passes through.
    unwinding: Seq,
    /// Labels outside that the body jumps to, in order of the first jump.
    destinations: Vec<DeclId>,
    index: FxHashMap<DeclId, usize>,
    /// The jumps: statement and which of a condition's labels.
    jumps: Vec<Jump>,
    /// Where exceptions thrown in the body go: the statement in the stack that has something to do then.
    handler: Option<usize>,
    /// The labels of its landing pad, if it is one that is needed.
    pad: Option<Pad>,
}

/// The labels of a landing pad: where exceptions arrive, and where those go on that come from pads inside.
#[derive(Clone, Copy)]
struct Pad {
    landing: DeclId,
    after: DeclId,
}

/// A jump out of a try statement's body.
#[derive(Clone, Copy)]
struct Jump {
    stmt: StmtId,
    slot: JumpSlot,
    destination: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum JumpSlot {
    Goto,
    True,
    False,
}

/// Where labels and try statements stand.
#[derive(Default)]
struct Nesting {
    /// The try statement each label stands in; 0 is none.
    of_label: FxHashMap<DeclId, u32>,
    /// The try statement around each one.
    parent: Vec<u32>,
    /// The last number given to something inside each one.
    last: Vec<u32>,
}

impl Nesting {
    /// Whether a label stands outside a try statement.
    fn is_outside(&self, label: DeclId, number: u32) -> bool {
        let at = self.of_label.get(&label).copied().unwrap_or(0);
        !(number..=self.last[number as usize]).contains(&at)
    }
}

struct Lowering<'a> {
    unit: &'a mut Unit,
    f: &'a mut Function,
    nesting: Nesting,
    /// Try statements around the statement at hand.
    stack: Vec<Try>,
    /// Whether exceptions pass through (`-fexceptions`).
    exceptions: bool,
    /// Whether what traps is an exception, too (`-fnon-call-exceptions`).
    traps_throw: bool,
    /// The code of landing pads, which goes to the function's end.
    pads: Seq,
    /// The variable for the exception that is under way.
    exception: DeclId,
}

/// What is left to do, innermost last.
enum Frame {
    Seq(StmtId),
    /// The body of the innermost try statement is done.
    Leave,
}

/// `eh` for the pass table.
pub const PASS: Pass =
    Pass::tree("eh", execute).requires(Prop::GIMPLE_LCF).provides(Prop::GIMPLE_LEH);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if f.has_try {
        let (body, nesting) = (f.body, find_nesting(f));
        let exceptions = cx.options.on(Flag::Exceptions);
        let mut lowering = Lowering {
            unit: cx.unit,
            f,
            nesting,
            stack: Vec::new(),
            exceptions,
            traps_throw: cx.options.on(Flag::NonCallExceptions),
            pads: Seq::EMPTY,
            exception: DeclId::NONE,
        };
        let mut out = lowering.lower(body);
        let pads = lowering.pads;
        f.seq_append(&mut out, pads);
        f.body = out;
        f.has_try = false;
    }
    Todo::NONE
}

/// Whether a builtin function is of those on strings and memory: it reads or writes what its arguments point to.
fn touches_memory(builtin: Builtin) -> bool {
    let name = builtin.unchecked().name();
    matches!(builtin, Builtin::Bzero | Builtin::Index | Builtin::Rindex)
        || ["mem", "str", "stp", "bc"].iter().any(|start| name.starts_with(start))
}

/// Numbers the try statements in order and finds where each label stands.
fn find_nesting(f: &Function) -> Nesting {
    let mut nesting = Nesting { parent: vec![0], last: vec![0], ..Nesting::default() };
    let mut work = vec![(f.body.first, 0u32, false)];
    while let Some((stmt, inside, leave)) = work.pop() {
        if leave {
            nesting.last[inside as usize] = nesting.parent.len() as u32 - 1;
            continue;
        }
        if stmt.is_none() {
            continue;
        }
        work.push((f.stmts[stmt].next, inside, false));
        match &f.stmts[stmt].kind {
            StmtKind::Label(label) if inside != 0 => {
                nesting.of_label.insert(*label, inside);
            }
            StmtKind::Try { body, .. } => {
                let number = nesting.parent.len() as u32;
                nesting.parent.push(inside);
                nesting.last.push(number);
                work.push((stmt, number, true));
                work.push((body.first, number, false));
            }
            _ => {}
        }
    }
    nesting
}

impl Lowering<'_> {
    fn lower(&mut self, body: Seq) -> Seq {
        let mut work = vec![Frame::Seq(body.first)];
        let mut outputs = vec![Seq::EMPTY];
        let mut next_number = 1;
        while let Some(frame) = work.pop() {
            match frame {
                Frame::Seq(stmt) if stmt.is_some() => {
                    work.push(Frame::Seq(self.f.stmts[stmt].next));
                    if let StmtKind::Try { body, cleanup, kind } = self.f.stmts[stmt].kind {
                        work.push(Frame::Leave);
                        work.push(Frame::Seq(body.first));
                        let unwinding = match kind {
                            TryKind::FinallyElse(otherwise) => otherwise,
                            TryKind::Finally | TryKind::Catch => cleanup,
                        };
                        let runs = self.exceptions && self.runs_when_unwinding(unwinding);
                        let around = self.stack.last().and_then(|entry| entry.handler);
                        self.stack.push(Try {
                            number: next_number,
                            cleanup: (kind != TryKind::Catch).then_some(cleanup),
                            unwinding,
                            destinations: Vec::new(),
                            index: FxHashMap::default(),
                            jumps: Vec::new(),
                            handler: if runs { Some(self.stack.len()) } else { around },
                            pad: None,
                        });
                        next_number += 1;
                        outputs.push(Seq::EMPTY);
                    } else {
                        self.record_jumps(stmt);
                        self.find_pad(stmt);
                        let out = outputs.len() - 1;
                        self.f.seq_push(&mut outputs[out], stmt);
                    }
                }
                Frame::Seq(_) => {}
                Frame::Leave => {
                    let (Some(entry), Some(body)) = (self.stack.pop(), outputs.pop()) else {
                        continue;
                    };
                    let lowered = self.leave(entry, body);
                    let out = outputs.len() - 1;
                    self.f.seq_append(&mut outputs[out], lowered);
                }
            }
        }
        outputs.pop().unwrap_or_default()
    }

    /// Remembers the jumps of a statement that leave the innermost try statement.
    fn record_jumps(&mut self, stmt: StmtId) {
        match self.f.stmts[stmt].kind {
            StmtKind::Goto(Operand::Decl(label)) => self.record(stmt, JumpSlot::Goto, label),
            StmtKind::Cond { true_label, false_label, .. } => {
                self.record(stmt, JumpSlot::True, true_label);
                self.record(stmt, JumpSlot::False, false_label);
            }
            _ => {}
        }
    }

    fn record(&mut self, stmt: StmtId, slot: JumpSlot, label: DeclId) {
        let Some(entry) = self.stack.last_mut() else { return };
        if !self.nesting.is_outside(label, entry.number) {
            return;
        }
        let next = entry.destinations.len();
        let destination = *entry.index.entry(label).or_insert(next);
        if destination == next {
            entry.destinations.push(label);
        }
        entry.jumps.push(Jump { stmt, slot, destination });
    }

    /// Lets a try statement's cleanup run on each path out of its body.
    fn leave(&mut self, entry: Try, body: Seq) -> Seq {
        self.land(&entry);
        let Some(cleanup) = entry.cleanup else {
            for jump in &entry.jumps {
                self.record(jump.stmt, jump.slot, entry.destinations[jump.destination]);
            }
            return body;
        };
        let falls = may_fallthru(self.unit, self.f, body);
        let ways = entry.destinations.len() + usize::from(falls);
        let mut out = body;
        if ways == 0 {
            return out;
        }
        if ways == 1 {
            self.single_way(&entry, cleanup, falls, &mut out);
        } else {
            self.copies(&entry, cleanup, falls, &mut out);
        }
        out
    }

    fn single_way(&mut self, entry: &Try, cleanup: Seq, falls: bool, out: &mut Seq) {
        self.find_pads(cleanup);
        if falls {
            return self.f.seq_append(out, cleanup);
        }
        let label = artificial_label(self.unit, self.f, Location::UNKNOWN);
        self.push(out, StmtKind::Label(label));
        self.f.seq_append(out, cleanup);
        self.redirect(entry, &[label]);
        self.push_goto(out, entry.destinations[0]);
    }

    fn copies(&mut self, entry: &Try, cleanup: Seq, falls: bool, out: &mut Seq) {
        let mut end = DeclId::NONE;
        if falls {
            let copy = self.copy(cleanup);
            self.f.seq_append(out, copy);
            end = artificial_label(self.unit, self.f, Location::UNKNOWN);
            self.nesting_of(end);
            self.push_goto(out, end);
        }
        let mut labels = Vec::with_capacity(entry.destinations.len());
        for &destination in &entry.destinations {
            let label = artificial_label(self.unit, self.f, Location::UNKNOWN);
            labels.push(label);
            self.push(out, StmtKind::Label(label));
            let copy = self.copy(cleanup);
            self.f.seq_append(out, copy);
            self.push_goto(out, destination);
        }
        self.redirect(entry, &labels);
        if end.is_some() {
            self.push(out, StmtKind::Label(end));
        }
    }

    /// A label made here stands where the try statement stood.
    fn nesting_of(&mut self, label: DeclId) {
        if let Some(entry) = self.stack.last() {
            self.nesting.of_label.insert(label, entry.number);
        }
    }

    fn push(&mut self, out: &mut Seq, kind: StmtKind) -> StmtId {
        let stmt = self.f.new_stmt(kind, Location::UNKNOWN);
        self.f.seq_push(out, stmt);
        stmt
    }

    /// A jump onwards, which may leave the next try statement.
    fn push_goto(&mut self, out: &mut Seq, label: DeclId) {
        let stmt = self.push(out, StmtKind::Goto(Operand::Decl(label)));
        self.record_jumps(stmt);
    }

    /// Lets the body's jumps go to their destinations' copies of the cleanup.
    fn redirect(&mut self, entry: &Try, labels: &[DeclId]) {
        labels.iter().for_each(|&label| self.nesting_of(label));
        for jump in &entry.jumps {
            let label = labels[jump.destination];
            match (&mut self.f.stmts[jump.stmt].kind, jump.slot) {
                (StmtKind::Goto(target), _) => *target = Operand::Decl(label),
                (StmtKind::Cond { true_label, .. }, JumpSlot::True) => *true_label = label,
                (StmtKind::Cond { false_label, .. }, JumpSlot::False) => *false_label = label,
                _ => {}
            }
        }
    }

    /// A copy of a cleanup, which is straight-line code but for its own labels.
    fn copy(&mut self, seq: Seq) -> Seq {
        let stmts: Vec<StmtId> = self.f.seq_iter(seq).collect();
        let mut labels: FxHashMap<DeclId, DeclId> = FxHashMap::default();
        for &stmt in &stmts {
            if let StmtKind::Label(label) = self.f.stmts[stmt].kind {
                let copy = artificial_label(self.unit, self.f, Location::UNKNOWN);
                labels.insert(label, copy);
            }
        }
        let mut out = Seq::EMPTY;
        for stmt in stmts {
            let mut kind = self.f.stmts[stmt].kind.clone();
            let renamed = |label: DeclId| labels.get(&label).copied().unwrap_or(label);
            match &mut kind {
                StmtKind::Label(label) => *label = renamed(*label),
                StmtKind::Goto(Operand::Decl(label)) => *label = renamed(*label),
                StmtKind::Cond { true_label, false_label, .. } => {
                    (*true_label, *false_label) = (renamed(*true_label), renamed(*false_label));
                }
                _ => {}
            }
            let copy = self.f.new_stmt_at(stmt, kind);
            self.f.seq_push(&mut out, copy);
        }
        self.find_pads(out);
        out
    }

    /// Whether a cleanup does anything for an exception: the end of variables alone is nothing.
    fn runs_when_unwinding(&self, cleanup: Seq) -> bool {
        self.f.seq_iter(cleanup).any(|stmt| match &self.f.stmts[stmt].kind {
            StmtKind::Call(call) => callee_builtin(self.unit, call)
                .is_none_or(|builtin| builtin != Builtin::StackRestore),
            StmtKind::Asm(_) => true,
            _ => false,
        })
    }

    /// Where the exceptions of what stands here go.
    fn pad_here(&mut self) -> Option<Pad> {
        let handler = self.stack.last()?.handler?;
        if let Some(pad) = self.stack[handler].pad {
            return Some(pad);
        }
        let [landing, after] =
            [(); 2].map(|()| artificial_label(self.unit, self.f, Location::UNKNOWN));
        self.unit.decls[landing].flags |= flag::NONLOCAL | flag::FORCED_LABEL | flag::LANDING_PAD;
        self.f.has_nonlocal_label = true;
        let pad = Pad { landing, after };
        self.stack[handler].pad = Some(pad);
        Some(pad)
    }

    fn find_pad(&mut self, stmt: StmtId) {
        if self.traps_throw && self.stack.last().is_some_and(|entry| entry.handler.is_some()) {
            self.refuse_trap(stmt);
        }
        let StmtKind::Call(call) = &self.f.stmts[stmt].kind else { return };
        if !flags_of(self.unit, call).intersects(Ecf::NOTHROW)
            && let Some(pad) = self.pad_here()
        {
            self.f.stmt_info[stmt].pad = pad.landing;
        }
    }

    /// What may trap has no landing pad: it is refused where one would be needed.
    fn refuse_trap(&mut self, stmt: StmtId) {
        let traps = |op: Operand| {
            self.unit.is_memory_operand(op) && reference_may_trap(self.unit, self.f, op)
        };
        let throws = match &self.f.stmts[stmt].kind {
            StmtKind::Assign { lhs, rhs, .. } => traps(*lhs) || rhs.iter().any(|&op| traps(op)),
            StmtKind::Asm(asm) => asm.volatile && !asm.basic,
            // The library's functions that touch memory for the program are said not to throw, which holds no more.
            StmtKind::Call(call) => {
                traps(call.lhs)
                    || call.args.iter().any(|&op| traps(op))
                    || flags_of(self.unit, call).intersects(Ecf::NOTHROW)
                        && callee_builtin(self.unit, call).is_some_and(touches_memory)
            }
            _ => false,
        };
        if throws {
            let loc = self.f.stmt_info[stmt].loc;
            let text = "what may trap within the reach of attribute ‘cleanup’, with \
                        ‘-fnon-call-exceptions’";
            self.unit.diagnostics.sorry(loc, text);
        }
    }

    fn find_pads(&mut self, seq: Seq) {
        let stmts: Vec<StmtId> = self.f.seq_iter(seq).collect();
        stmts.into_iter().for_each(|stmt| self.find_pad(stmt));
    }

    /// Makes the landing pad of a try statement whose body has been lowered.
    fn land(&mut self, entry: &Try) {
        let Some(pad) = entry.pad else { return };
        let mut out = std::mem::take(&mut self.pads);
        if self.exception.is_none() {
            let pointer = self.unit.common.void_ptr;
            self.exception = new_local(self.unit, self.f, pointer, None);
        }
        let exception = Operand::Decl(self.exception);
        self.push(&mut out, StmtKind::Label(pad.landing));
        self.push_call(&mut out, Builtin::EhPointer, exception, Vec::new());
        self.push(&mut out, StmtKind::Label(pad.after));
        let copy = self.copy(entry.unwinding);
        self.f.seq_append(&mut out, copy);
        match self.pad_here() {
            Some(around) => {
                self.push(&mut out, StmtKind::Goto(Operand::Decl(around.after)));
            }
            None => self.push_call(&mut out, Builtin::UnwindResume, Operand::None, vec![exception]),
        }
        self.pads = out;
    }

    fn push_call(&mut self, out: &mut Seq, builtin: Builtin, lhs: Operand, args: Vec<Operand>) {
        let (void, pointer) = (self.unit.common.void, self.unit.common.void_ptr);
        let result = if lhs.is_some() { pointer } else { void };
        let types = vec![pointer; args.len()];
        let decl = self.unit.implicit_builtin(builtin, result, &types, false);
        let fntype = self.unit.decls[decl].ty;
        let callee = Callee::Decl(decl);
        let call = Call { lhs, callee, fntype, args, chain: Operand::None };
        self.push(out, StmtKind::Call(Aside::new(call)));
    }
}
