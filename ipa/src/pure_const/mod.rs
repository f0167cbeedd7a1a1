//! Pass `local-pure-const`: functions that do nothing but compute a value.
//!
//! ```text
//! static int twice (int x)        nothing is read or written: `const`
//! { return x + x; }
//!
//! int next (void)                 a global variable is read: `pure`
//! { if (n < 0) abort (); return n + 1; }    ... and may not return
//! ```
//!
//! What is found goes into the flags of the declaration, where the passes over callers see it: they come later, and
//! `fixup_cfg` first of all brings the virtual operands of their calls up to date. A function that is called by one whose
//! early passes are over already, in a cycle of calls, keeps the flags it has. What may run forever (`LOOPING`) is computed
//! once where twice is enough, but never removed. Linear.

mod report;
pub mod whole_unit;

use super::malloc_like;
use dumps::putln;
use gimple::builtins::{Builtin, Ecf};
use gimple::cfg::EXIT;
use gimple::cfg::EdgeFlags;
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Prop};
use gimple::loops::Loops;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{Call, Callee, StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::unit::{Frequency, Unit};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Base;
use tree_ssa::analyses::alias::is_visible_outside;
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::cleanup::fixup_cfg;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::is_clobber;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::order;

/// `local-pure-const` for the pass table.
pub const PASS: Pass = Pass::tree("local-pure-const", execute)
    // What counts the arcs taken writes, in every function.
    .gate(|options, _| options.on(Flag::IpaPureConst) && !options.code.coverage.arcs)
    .requires(Prop::CFG_SSA)
    .follows(&[(
        "ealias",
        "memory no other function has a pointer to is known by the points-to solution",
    )]);

/// How much a function depends on memory, better before worse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum State {
    /// Neither reads nor writes any.
    Const,
    /// Reads only.
    Pure,
    Neither,
}

/// What a function does besides computing its result.
#[derive(Clone, Copy)]
struct Effects {
    state: State,
    looping: bool,
}

impl Effects {
    fn join(&mut self, state: State, looping: bool) {
        self.state = self.state.max(state);
        self.looping |= looping;
    }

    /// Takes what is known besides (`better_state`).
    fn improve(&mut self, state: State, looping: bool) {
        self.looping = match self.state {
            State::Neither => looping,
            _ => self.looping && looping,
        };
        self.state = self.state.min(state);
    }
}

/// The pass. Where something was found out, the function is brought up to date with it, as it may call itself.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !may_be_told(cx, f.decl) {
        return match cx.pass.instance > 1 && is_settled_looping(cx, f.decl) {
            true => find_end(cx, f),
            false => {
                report::untold(cx, f);
                Todo::NONE
            }
        };
    }
    let effects = effects_of(cx, f);
    let mut found = false;
    if f.blocks[EXIT].preds.is_empty() && !cx.unit.decls[f.decl].has(flag::NORETURN) {
        found = true;
        cx.unit.decls[f.decl].set(flag::NORETURN, true);
        let once = cx.unit.frequency(f.decl).min(Frequency::Once);
        cx.unit.set_frequency(f.decl, once);
        if cx.dump.enabled() {
            let name = cx.unit.decl_name(f.decl).unwrap_or_default();
            putln!(cx.dump, "Function found to be noreturn: {name}");
        }
    }
    if !cx.unit.decls[f.decl].has(flag::MALLOC) && malloc_like::is_malloc_like(cx, f) {
        cx.unit.decls[f.decl].set(flag::MALLOC, true);
        found = true;
        if cx.dump.enabled() {
            let name = super::inline::node_name(cx.unit, f.decl);
            putln!(cx.dump, "Function found to be malloc: {name}");
        }
    }
    if effects.state != State::Neither {
        found |= tell(cx, f, &effects);
    }
    if found { fixup_cfg::execute(cx, f) } else { Todo::NONE }
}

/// Whether callers know that a function only computes or reads, but not that it comes back.
fn is_settled_looping(cx: &PassContext<'_>, decl: DeclId) -> bool {
    let flags = cx.unit.decls[decl].flags;
    flags & flag::SETTLED != 0
        && flags & (flag::NOIPA | flag::NAKED) == 0
        && flags & flag::LOOPING != 0
        && flags & (flag::CONST | flag::PURE) != 0
        && super::inline::binds_to_current_def(cx, decl)
}

/// Tells of a function whose other flags stay as they are that it comes back: no statement is built otherwise for that.
fn find_end(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let effects = effects_of(cx, f);
    let is_const = cx.unit.decls[f.decl].has(flag::CONST);
    let state = if is_const { State::Const } else { State::Pure };
    match effects.state != State::Neither && !effects.looping {
        true if tell(cx, f, &Effects { state, looping: false }) => fixup_cfg::execute(cx, f),
        _ => Todo::NONE,
    }
}

/// What a function does, said in the dump.
fn effects_of(cx: &mut PassContext<'_>, f: &mut Function) -> Effects {
    let mut effects = Effects { state: State::Const, looping: false };
    report::scan(cx, f, &mut effects);
    if effects.state != State::Neither {
        // What traps throws then, and does not come back.
        let throws = cx.options.on(Flag::NonCallExceptions);
        effects.looping = effects.looping || throws || may_loop_forever(cx, f);
    }
    if let Some((state, looping)) = known_before(cx, f.decl) {
        effects.improve(state, looping);
    }
    report::sum_up(cx, f, &effects);
    effects
}

/// What the declaration says of a function, and whether it may not come back. What one that never returns does, nothing after
/// the call sees: it is taken to be pure.
fn known_before(cx: &PassContext<'_>, decl: DeclId) -> Option<(State, bool)> {
    let data = &cx.unit.decls[decl];
    let quiet = data.has(flag::NOTHROW) || !cx.options.on(Flag::Exceptions);
    match () {
        () if data.has(flag::CONST) => Some((State::Const, data.has(flag::LOOPING))),
        () if data.has(flag::PURE) => Some((State::Pure, data.has(flag::LOOPING))),
        () if data.has(flag::NORETURN) && quiet => Some((State::Pure, true)),
        () => None,
    }
}

/// Notes that a function only computes, or only reads memory as well, and brings it up to date with that.
pub(super) fn note(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    reads_nothing: bool,
    looping: bool,
) -> Todo {
    let state = if reads_nothing { State::Const } else { State::Pure };
    match tell(cx, f, &Effects { state, looping }) {
        true => fixup_cfg::execute(cx, f),
        false => Todo::NONE,
    }
}

/// Notes in a function's declaration what it does not do; whether that is news.
fn tell(cx: &mut PassContext<'_>, f: &Function, effects: &Effects) -> bool {
    let wanted = match effects.state {
        State::Const => flag::CONST,
        _ => flag::PURE,
    };
    let declared = cx.unit.decls[f.decl].flags;
    if declared & (flag::CONST | wanted) == 0 {
        cx.unit.decls[f.decl].set(flag::PURE, false);
        cx.unit.decls[f.decl].set(wanted, true);
        cx.unit.decls[f.decl].set(flag::LOOPING, effects.looping);
    } else if declared & flag::LOOPING != 0 && !effects.looping {
        // It is known by now that its loops end.
        cx.unit.decls[f.decl].set(flag::LOOPING, false);
    } else {
        // What is declared is as good or better.
        return false;
    }
    if !effects.looping {
        // Nobody would see whether it was called.
        cx.unit.decls[f.decl].set(flag::CONSTRUCTOR, false);
        cx.unit.decls[f.decl].set(flag::DESTRUCTOR, false);
    }
    for name in other_names(cx.unit, f.decl) {
        for known in [flag::CONST, flag::PURE, flag::LOOPING] {
            let holds = cx.unit.decls[f.decl].has(known);
            cx.unit.decls[name].set(known, holds);
        }
    }
    if cx.dump.enabled() {
        let looping = if effects.looping { "looping " } else { "" };
        let word = if effects.state == State::Const { "const" } else { "pure" };
        let name = super::inline::node_name(cx.unit, f.decl);
        putln!(cx.dump, "Function found to be {looping}{word}: {name}");
        putln!(cx.dump, "Declaration updated to be {looping}{word}: {name}");
    }
    true
}

/// The names of functions that are one with others, by these; and how many there are.
#[derive(Default)]
struct OtherNames {
    of: FxHashMap<DeclId, Vec<DeclId>>,
    count: usize,
}

/// What else a function is called by, since others are the same.
fn other_names(unit: &mut Unit, decl: DeclId) -> Vec<DeclId> {
    if unit.folded.is_empty() {
        return Vec::new();
    }
    if unit.pass_state.of::<OtherNames>().count != unit.folded.len() {
        let mut all: Vec<(DeclId, DeclId)> =
            unit.folded.iter().map(|(&name, &home)| (home, name)).collect();
        all.sort_unstable();
        let names = unit.pass_state.of::<OtherNames>();
        (names.of, names.count) = (FxHashMap::default(), all.len());
        for (home, name) in all {
            names.of.entry(home).or_default().push(name);
        }
    }
    unit.pass_state.of::<OtherNames>().of.get(&decl).cloned().unwrap_or_default()
}

/// Says that the functions one calls keep the flags they have: its statements have been built with them.
pub fn settle_callees(unit: &mut Unit, f: &Function) {
    let mut block = f.next_block(gimple::cfg::ENTRY);
    while block.is_some() {
        for stmt in f.block_stmts(block) {
            if let StmtKind::Call(call) = &f.stmts[stmt].kind
                && let Callee::Decl(callee) = call.callee
                && callee != f.decl
                && !unit.decls[callee].has(flag::SETTLED)
            {
                unit.decls[callee].set(flag::SETTLED, true);
            }
        }
        block = f.next_block(block);
    }
}

/// Whether callers may be told what the body at hand does (`skip_function_for_local_pure_const`).
pub(super) fn may_be_told(cx: &PassContext<'_>, decl: DeclId) -> bool {
    let data = &cx.unit.decls[decl];
    data.flags & (flag::SETTLED | flag::NOIPA | flag::NAKED) == 0
        && super::inline::binds_to_current_def(cx, decl)
}

/// What a statement does is added to `effects`; why it is not nothing, is said.
fn of_statement(
    cx: &PassContext<'_>,
    f: &Function,
    stmt: StmtId,
    effects: &mut Effects,
    say: &mut dyn FnMut(&'static str),
) {
    let unit = &*cx.unit;
    let data = &f.stmts[stmt];
    if is_clobber(unit, f, stmt) {
        return;
    }
    if data.has(StmtFlags::VOLATILE) && !matches!(data.kind, StmtKind::Asm(_)) {
        effects.join(State::Neither, false);
        say("Volatile stmt is not const/pure");
    }
    of_operands(unit, f, stmt, effects, say);
    match &data.kind {
        StmtKind::Call(call) => of_call(cx, f, call, effects, say),
        StmtKind::Asm(asm) => {
            let text = |symbol: Symbol| unit.symbols.text(symbol);
            if asm.clobbers.iter().any(|&clobber| text(clobber) == "memory") {
                effects.join(State::Neither, false);
                say("memory asm clobber is not const/pure");
            }
            if asm.volatile {
                effects.join(State::Neither, true);
                say("volatile is not const/pure");
            }
        }
        StmtKind::Label(label) if unit.decls[*label].has(flag::NONLOCAL) => {
            effects.join(State::Neither, false);
            say("nonlocal label is not const/pure");
        }
        _ => {}
    }
}

/// What a statement does by reading and writing its operands.
fn of_operands(
    unit: &Unit,
    f: &Function,
    stmt: StmtId,
    effects: &mut Effects,
    say: &mut dyn FnMut(&'static str),
) {
    f.for_each_write(stmt, &mut |op| of_access(unit, f, op, true, effects, say));
    f.for_each_read(stmt, &mut |op| of_access(unit, f, op, false, effects, say));
}

fn of_access(
    unit: &Unit,
    f: &Function,
    op: Operand,
    write: bool,
    effects: &mut Effects,
    say: &mut dyn FnMut(&'static str),
) {
    if let Operand::Decl(var) = op
        && unit.decls[var].has(flag::HARD_REGISTER)
    {
        return effects.join(State::Neither, false);
    }
    if !unit.is_memory_operand(op) {
        return;
    }
    let access = Access::of(unit, f, op);
    let (state, why) = match access.base {
        Base::Decl(var) => match of_variable(unit, f, var, &access, write) {
            Some(found) => found,
            None => return,
        },
        _ if unit.is_volatile_operand(unit.trees.base_address(op)) => {
            (State::Neither, "Volatile indirect ref is not const/pure")
        }
        _ if !is_visible_outside(unit, f, &access) => {
            (State::Const, "Indirect ref to local or readonly memory is OK")
        }
        _ if write => (State::Neither, "Indirect ref write is not const/pure"),
        _ => (State::Pure, "Indirect ref read is not const"),
    };
    effects.join(state, false);
    say(why);
}

/// What it is to access a variable, if that is anything.
fn of_variable(
    unit: &Unit,
    f: &Function,
    var: DeclId,
    access: &Access,
    write: bool,
) -> Option<(State, &'static str)> {
    let data = &unit.decls[var];
    if access.volatile || data.has(flag::VOLATILE) {
        return Some((State::Neither, "Volatile operand is not const/pure"));
    }
    // The function's own copy, and where its result goes.
    if !is_visible_outside(unit, f, access) || !data.is_global() {
        return None;
    }
    let shared = data.flags & (flag::EXTERNAL | flag::PUBLIC) != 0;
    match write {
        _ if data.has(flag::PRESERVED) => {
            Some((State::Neither, "Used static/global variable is not const/pure"))
        }
        true => Some((State::Neither, "static/global memory write is not const/pure")),
        false if data.has(flag::READONLY) => None,
        false if shared => Some((State::Pure, "global memory read is not const")),
        false => Some((State::Pure, "static memory read is not const")),
    }
}

fn of_call(
    cx: &PassContext<'_>,
    f: &Function,
    call: &Call,
    effects: &mut Effects,
    say: &mut dyn FnMut(&'static str),
) {
    if call.callee == Callee::Decl(f.decl) {
        // What it does is being found out; but it may do so without end.
        say("Recursive call can loop.");
        return effects.join(State::Const, true);
    }
    match call_effects::callee_builtin(cx.unit, call) {
        Some(builtin) if is_safe_for_const(builtin) => return,
        Some(Builtin::Prefetch) => return effects.join(State::Const, true),
        Some(Builtin::Longjmp | Builtin::NonlocalGoto) => {
            say("longjmp and nonlocal goto is not const/pure");
            return effects.join(State::Neither, true);
        }
        _ => {}
    }
    let flags = call_effects::flags_of(cx.unit, call);
    let quiet = flags.intersects(Ecf::NOTHROW) || !cx.options.on(Flag::Exceptions);
    let looping = flags.intersects(Ecf::LOOPING);
    if flags.intersects(Ecf::RETURNS_TWICE) {
        say("setjmp is not const/pure");
        effects.join(State::Neither, true);
    } else if flags.intersects(Ecf::CONST) {
        effects.join(State::Const, looping);
    } else if flags.intersects(Ecf::PURE) {
        effects.join(State::Pure, looping);
    } else if flags.intersects(Ecf::NORETURN) && quiet {
        // Whatever it does, nothing comes after it that could see.
        effects.join(State::Pure, true);
    } else {
        effects.join(State::Neither, true);
    }
}

/// Whether a builtin is about the function's own frame only, and may stand in one that just computes
/// (`builtin_safe_for_const_function_p`).
pub fn is_safe_for_const(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Alloca
            | Builtin::AllocaWithAlign
            | Builtin::StackSave
            | Builtin::StackRestore
            | Builtin::Unreachable
            | Builtin::ReturnAddress
            | Builtin::FrameAddress
    )
}

/// Whether there is a cycle that is not known to end.
pub(super) fn may_loop_forever(cx: &mut PassContext<'_>, f: &mut Function) -> bool {
    if !order::mark_dfs_back_edges(f) {
        return false;
    }
    if f.loops.is_none() {
        return true;
    }
    simplify_loops(cx.unit, f, &mut cx.dump);
    natural_loops::record_exits(f);
    let tree = analyses::analysis::<Dominators>(f);
    let natural = f.edges.values().all(|edge| {
        !edge.flags.intersects(EdgeFlags::DFS_BACK)
            || edge.src.is_none()
            || tree.dominated_by(edge.src, edge.dst)
    });
    let numbers = f.loops.as_ref().map(Loops::preorder).unwrap_or_default();
    let mut evolutions = Evolutions::default();
    let endless = numbers
        .into_iter()
        .skip(1)
        .filter(|_| natural)
        .find(|&number| !Scev::new(cx, f, &tree, &mut evolutions).is_finite(number));
    if cx.dump.enabled() {
        let _ = match endless {
            _ if !natural => writeln!(cx.dump, "    has irreducible loops"),
            Some(number) => writeln!(cx.dump, "    cannot prove finiteness of loop {number}"),
            None => Ok(()),
        };
    }
    let finite = natural && endless.is_none();
    !finite
}
