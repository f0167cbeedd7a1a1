//! Pass `lower`: flattens bind statements and gathers the returns at the end.
//!
//! ```text
//! {                                   D.1 = 1;
//!   int i;                            goto <D.3>;
//!   if (n != 0) goto …                <D.2>:
//!   D.1 = 1;                          D.1 = i;
//!   return D.1;                       goto <D.3>;
//!   <D.2>:                            <D.3>:
//!   D.1 = i;                          return D.1;
//!   return D.1;
//! }
//! ```
//!
//! Each value returned gets one return statement; the functions' variables are recorded in the order of the blocks that
//! declare them. Try statements stay for the pass `eh`. Calls of builtin functions are folded here, not while the front
//! end still has things to say of them.

use crate::lowering::builtin_setjmp;
use gimple::builtins::Ecf;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::options::Options;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{Callee, ScopeId, Seq, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use tree_ssa::effects::call_effects;
use tree_ssa::fold::fold_builtins;

/// A return statement at the end of the function, and the label before it.
struct Representative {
    label: DeclId,
    stmt: StmtId,
    value: Operand,
}

/// What is known while lowering.
struct Lowering<'a> {
    unit: &'a mut Unit,
    f: &'a mut Function,
    returns: Vec<Representative>,
    cannot_fallthru: bool,
    /// The lexical block of what is being lowered.
    scope: ScopeId,
    options: &'a Options,
}

/// What is left to lower, innermost last.
enum Frame {
    /// The rest of a sequence.
    Seq(StmtId),
    /// The body of a try statement is done: its sequence so far is on the stack of outputs.
    TryBody(StmtId, Seq),
    /// The cleanup is done; whether the body could not fall through.
    TryCleanup(StmtId, Seq, bool),
    /// What exceptions run instead is done; whether the statement could not fall through.
    TryElse(StmtId, bool),
    /// A lexical block ends, and the one around it goes on.
    Scope(ScopeId),
}

/// `lower` for the pass table.
pub const PASS: Pass =
    Pass::tree("lower", execute).requires(Prop::GIMPLE_ANY).provides(Prop::GIMPLE_LCF);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let body = f.body;
    let scope = f.outermost_scope();
    let options = cx.options;
    let mut lowering =
        Lowering { unit: cx.unit, f, returns: Vec::new(), cannot_fallthru: false, scope, options };
    let mut out = lowering.lower(body);
    lowering.finish(&mut out);
    f.scopes[scope].blocks.reverse();
    f.body = out;
    Todo::NONE
}

impl Lowering<'_> {
    /// Lowers a sequence and all that is nested in it.
    fn lower(&mut self, body: Seq) -> Seq {
        let mut work = vec![Frame::Seq(body.first)];
        let mut outputs = vec![Seq::EMPTY];
        while let Some(frame) = work.pop() {
            match frame {
                Frame::Seq(stmt) if stmt.is_some() => {
                    work.push(Frame::Seq(self.f.stmts[stmt].next));
                    let out = outputs.len() - 1;
                    self.stmt(stmt, &mut work, &mut outputs, out);
                }
                Frame::Seq(_) => {}
                Frame::Scope(outer) => {
                    self.f.scopes[self.scope].blocks.reverse();
                    self.scope = outer;
                }
                Frame::TryBody(stmt, cleanup) => {
                    let body = outputs.pop().unwrap_or_default();
                    work.push(Frame::TryCleanup(stmt, body, self.cannot_fallthru));
                    work.push(Frame::Seq(cleanup.first));
                    outputs.push(Seq::EMPTY);
                    self.cannot_fallthru = false;
                }
                Frame::TryCleanup(stmt, body, body_stops) => {
                    let done = outputs.pop().unwrap_or_default();
                    if let StmtKind::Try { body: slot, cleanup, .. } = &mut self.f.stmts[stmt].kind
                    {
                        (*slot, *cleanup) = (body, done);
                    }
                    self.cannot_fallthru |= body_stops;
                    let out = outputs.len() - 1;
                    self.f.seq_push(&mut outputs[out], stmt);
                    if let StmtKind::Try { kind, .. } = self.f.stmts[stmt].kind
                        && !kind.otherwise().is_empty()
                    {
                        work.push(Frame::TryElse(stmt, self.cannot_fallthru));
                        work.push(Frame::Seq(kind.otherwise().first));
                        outputs.push(Seq::EMPTY);
                        self.cannot_fallthru = false;
                    }
                }
                Frame::TryElse(stmt, stops) => {
                    let done = outputs.pop().unwrap_or_default();
                    if let StmtKind::Try { kind, .. } = &mut self.f.stmts[stmt].kind {
                        kind.replace_otherwise(done);
                    }
                    self.cannot_fallthru = stops;
                }
            }
        }
        outputs.pop().unwrap_or_default()
    }

    fn stmt(&mut self, stmt: StmtId, work: &mut Vec<Frame>, outputs: &mut Vec<Seq>, out: usize) {
        self.f.stmt_info[stmt].scope = self.scope;
        match &self.f.stmts[stmt].kind {
            StmtKind::Bind { vars, body, scope } => {
                let (vars, body, scope) = (vars.clone(), *body, *scope);
                record_vars(self.unit, self.f, &vars);
                if scope.is_some() && scope != self.scope {
                    self.f.scopes[self.scope].blocks.push(scope);
                    self.f.scopes[scope].parent = self.scope;
                    work.push(Frame::Scope(std::mem::replace(&mut self.scope, scope)));
                }
                work.push(Frame::Seq(body.first));
                return;
            }
            StmtKind::Try { body, cleanup, .. } => {
                let (body, cleanup) = (*body, *cleanup);
                work.push(Frame::TryBody(stmt, cleanup));
                work.push(Frame::Seq(body.first));
                outputs.push(Seq::EMPTY);
                return;
            }
            StmtKind::BeginStmt => return self.f.seq_push(&mut outputs[out], stmt),
            StmtKind::Return(_) => {
                if !self.cannot_fallthru {
                    self.return_stmt(stmt, &mut outputs[out]);
                }
                self.cannot_fallthru = true;
                return;
            }
            StmtKind::Cond { .. } | StmtKind::Goto(_) | StmtKind::Switch(_) => {
                self.cannot_fallthru = true;
            }
            StmtKind::Call(call) if builtin_setjmp::is_setjmp(self.unit, call) => {
                for stmt in builtin_setjmp::lower(self.unit, self.f, stmt) {
                    self.f.stmt_info[stmt].scope = self.scope;
                    self.f.seq_push(&mut outputs[out], stmt);
                }
                self.cannot_fallthru = false;
                return;
            }
            StmtKind::Call(call) => {
                let stops = matches!(call.callee, Callee::Decl(_))
                    && call_effects::flags_of(self.unit, call).intersects(Ecf::NORETURN);
                self.cannot_fallthru = stops;
            }
            _ => self.cannot_fallthru = false,
        }
        if matches!(self.f.stmts[stmt].kind, StmtKind::Call(_)) {
            for folded in fold_builtins::fold_call(self.unit, self.f, self.options, stmt) {
                self.f.stmt_info[folded].scope = self.scope;
                self.f.seq_push(&mut outputs[out], folded);
            }
        } else {
            self.f.seq_push(&mut outputs[out], stmt);
        }
    }

    /// Turns a return into a jump to the one return statement there is for its value.
    fn return_stmt(&mut self, stmt: StmtId, out: &mut Seq) {
        let StmtKind::Return(value) = self.f.stmts[stmt].kind else { return };
        let known = self.returns.iter().rposition(|entry| entry.value == value);
        let index = known.unwrap_or(self.returns.len());
        match known {
            // It stands for several returns now: no line is right.
            Some(index) => self.f.forget_place(self.returns[index].stmt),
            None => {
                let label = artificial_label(self.unit, self.f, self.f.end);
                self.returns.push(Representative { label, stmt, value });
            }
        }
        let loc = self.f.stmt_info[stmt].loc;
        if self.options.optimize == 0 && loc != Location::default() {
            // What the user wrote stays a place of its own, as a label of the user's would.
            self.unit.decls[self.returns[index].label].flags &= !flag::ARTIFICIAL;
        }
        let target = Operand::Decl(self.returns[index].label);
        let goto = self.f.new_stmt(StmtKind::Goto(target), loc);
        self.f.stmt_info[goto].scope = self.scope;
        self.f.seq_push(out, goto);
    }

    /// The returns, after everything else; one without a value where control reaches the end.
    fn finish(&mut self, out: &mut Seq) {
        let mut falls = may_fallthru(self.unit, self.f, *out);
        let last_is_bare = self.returns.last().is_some_and(|entry| entry.value.is_none());
        if falls && !last_is_bare {
            let end = self.f.end;
            let bare = self.f.new_stmt(StmtKind::Return(Operand::None), end);
            self.f.seq_push(out, bare);
            falls = false;
        }
        while let Some(entry) = self.returns.pop() {
            let label = self.f.new_stmt(StmtKind::Label(entry.label), Location::default());
            self.f.seq_push(out, label);
            self.f.seq_push(out, entry.stmt);
            if std::mem::take(&mut falls) {
                self.f.forget_place(entry.stmt);
            }
        }
    }
}

/// Records variables of a block among the function's.
fn record_vars(unit: &Unit, f: &mut Function, vars: &[DeclId]) {
    for &var in vars {
        let d = &unit.decls[var];
        if d.kind == DeclKind::Var && !d.has(flag::EXTERNAL) {
            f.locals.push(var);
        }
    }
}

/// A label of the compiler's own.
pub(crate) fn artificial_label(unit: &mut Unit, f: &Function, loc: Location) -> DeclId {
    let mut decl = Decl::new(DeclKind::Label, None, unit.common.void, loc);
    decl.flags = flag::ARTIFICIAL | flag::IGNORED;
    decl.context = f.decl;
    unit.decls.push(decl)
}

/// Whether control may reach the end of a sequence (`gimple_seq_may_fallthru`).
pub(crate) fn may_fallthru(unit: &Unit, f: &Function, seq: Seq) -> bool {
    let mut work = vec![seq];
    while let Some(seq) = work.pop() {
        let Some(last) = f.last_but_markers(seq) else { continue };
        match &f.stmts[last].kind {
            StmtKind::Goto(_)
            | StmtKind::Return(_)
            | StmtKind::Switch(_)
            | StmtKind::Cond { .. } => {
                return false;
            }
            StmtKind::Bind { body, .. } => work.push(*body),
            StmtKind::Try { body, cleanup, .. } => work.extend([*body, *cleanup]),
            StmtKind::Call(call)
                if call_effects::flags_of(unit, call).intersects(Ecf::NORETURN) =>
            {
                return false;
            }
            _ => {}
        }
    }
    true
}
