//! Pass `sanopt`: the checks that `ubsan` and the front end have asked for become conditions and traps, but for those that a
//! check before them has made already.
//!
//! ```text
//! .UBSAN_BOUNDS (0B, i_1(D), 9);    =>    _2 = (sizetype) i_1(D);
//! _4 = arr[i_1(D)];                       if (_2 > 9)
//!                                           goto <bb 4>; [0.05%]    __builtin_trap ();
//!                                         else
//!                                           goto <bb 3>; [99.95%]   _4 = arr[i_1(D)];
//! ```

use super::trap_if;
use gimple::cfg::{BlockId, ENTRY};
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::sanitize::Sanitize;
use gimple::stmt::{Callee, InternalFn, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use tree_ssa::edit::Cursor;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dom_walk::{self, DomWalker, Reach, Step};
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::ssa::update_ssa;

/// `sanopt` for the pass table.
pub const PASS: Pass = Pass::tree("sanopt", execute)
    .gate(|options, _| options.code.sanitize.intersects(Sanitize::EVERYTHING))
    .requires(Prop::CFG_SSA)
    .todo(Todo::UPDATE_SSA);

/// The pass. Linear in the statements.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !has_check(f) {
        return Todo::NONE;
    }
    if cx.options.optimize > 0 {
        drop_repeated(cx.unit, f);
    }
    for block in f.block_order() {
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts {
            expand(cx, f, stmt);
        }
    }
    update_ssa::mark_virtuals(f);
    Todo::NONE
}

/// The check that a statement is.
fn check_of(f: &Function, stmt: StmtId) -> Option<(InternalFn, &[Operand])> {
    match &f.stmts[stmt].kind {
        StmtKind::Call(call) => match call.callee {
            Callee::Internal(function) if function.is_check() => Some((function, &call.args)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a body has a check, which may have been inlined with what it guards.
fn has_check(f: &Function) -> bool {
    f.block_order()
        .into_iter()
        .any(|block| f.block_stmts(block).any(|stmt| check_of(f, stmt).is_some()))
}

/// What two checks have in common of which one makes the other needless.
type Subject = (InternalFn, Operand, Operand);

/// The checks made on the way to a block.
#[derive(Default)]
struct Repeated {
    /// The strictest check of a subject so far: of pointers, the alignment.
    made: FxHashMap<Subject, i128>,
    /// What to put back when the walk leaves a block: the subjects and what was known of them.
    undo: Vec<(Subject, Option<i128>)>,
    /// Where the changes of each block on the way begin in `undo`.
    marks: Vec<usize>,
    found: Vec<StmtId>,
    /// The alignments in `.UBSAN_NULL`, by statement.
    strictness: FxHashMap<StmtId, i128>,
}

impl DomWalker for Repeated {
    fn before_dom_children(&mut self, f: &mut Function, block: BlockId) -> Step {
        self.marks.push(self.undo.len());
        for stmt in f.block_stmts(block) {
            let Some((function, args)) = check_of(f, stmt) else { continue };
            let (subject, strictness) = match (function, args) {
                (InternalFn::UbsanNull, &[pointer, ..]) => {
                    ((function, pointer, Operand::None), self.strictness[&stmt])
                }
                (InternalFn::UbsanBounds, &[_, index, last]) => ((function, index, last), 0),
                (InternalFn::UbsanPtr, &[pointer, offset]) => ((function, pointer, offset), 0),
                _ => continue,
            };
            let known = self.made.get(&subject).copied();
            if known.is_some_and(|known| known >= strictness) {
                self.found.push(stmt);
            } else {
                self.undo.push((subject, known));
                self.made.insert(subject, strictness);
            }
        }
        Step::Continue
    }

    fn after_dom_children(&mut self, _f: &mut Function, _block: BlockId) {
        let mark = self.marks.pop().unwrap_or_default();
        for (subject, known) in self.undo.drain(mark..).rev() {
            match known {
                Some(known) => self.made.insert(subject, known),
                None => self.made.remove(&subject),
            };
        }
    }
}

/// Removes checks that one before them has made.
fn drop_repeated(unit: &mut Unit, f: &mut Function) {
    let mut walker = Repeated::default();
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            if let Some((InternalFn::UbsanNull, args)) = check_of(f, stmt) {
                walker.strictness.insert(stmt, unit.as_int(args[2]).unwrap_or_default());
            }
        }
    }
    let tree = analyses::analysis::<Dominators>(f);
    dom_walk::walk(f, &tree, ENTRY, Reach::All, &mut walker);
    for stmt in walker.found {
        remove(unit, f, stmt);
    }
}

fn remove(unit: &mut Unit, f: &mut Function, stmt: StmtId) {
    update_ssa::unlink_stmt_vdef(unit, f, stmt);
    f.remove_stmt(stmt);
}

/// Makes conditions and a trap of a check.
fn expand(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    let Some((function, args)) = check_of(f, stmt) else { return };
    let args = args.to_vec();
    match function {
        InternalFn::UbsanNull => expand_null(cx, f, stmt, &args),
        InternalFn::UbsanBounds => expand_bounds(cx, f, stmt, &args),
        InternalFn::UbsanPtr => expand_sum(cx, f, stmt, &args),
        _ => expand_object_size(cx, f, stmt, &args),
    }
    remove(cx.unit, f, stmt);
}

fn expand_null(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId, args: &[Operand]) {
    let pointer = args[0];
    let ty = cx.unit.type_of(f, pointer);
    let null = cx.unit.int(ty, 0);
    trap_if(cx, f, stmt, TreeCode::Eq, [pointer, null]);
    let align = cx.unit.as_int(args[2]).unwrap_or_default();
    if align > 1 {
        let word = cx.unit.common.ulong;
        let mut at = Cursor::before(stmt).like(f, stmt);
        let [mask, zero] = [align - 1, 0].map(|value| cx.unit.int(word, value));
        let bits = at.temporary(cx.unit, f, word, TreeCode::Nop, [pointer]);
        let low = at.temporary(cx.unit, f, word, TreeCode::BitAnd, [bits, mask]);
        trap_if(cx, f, stmt, TreeCode::Ne, [low, zero]);
    }
}

fn expand_bounds(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId, args: &[Operand]) {
    let (index, last) = (args[1], args[2]);
    let ty = cx.unit.type_of(f, last);
    let mut at = Cursor::before(stmt).like(f, stmt);
    let index = at.fold((cx.unit, cx.options), f, ty, TreeCode::Nop, [index]);
    if let (Some(index), Some(last)) = (cx.unit.as_int(index), cx.unit.as_int(last))
        && (0..=last).contains(&index)
    {
        return;
    }
    trap_if(cx, f, stmt, TreeCode::Gt, [index, last]);
}

/// A pointer has wrapped if it is below what it was, although something positive was added, or not below it otherwise.
fn expand_sum(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId, args: &[Operand]) {
    let (pointer, offset) = (args[0], args[1]);
    let (word, signed) = (cx.unit.common.ulong, cx.unit.common.long);
    let bool_ = cx.unit.common.bool_;
    let mut at = Cursor::before(stmt).like(f, stmt);
    let start = at.temporary(cx.unit, f, word, TreeCode::Nop, [pointer]);
    let amount = at.fold((cx.unit, cx.options), f, word, TreeCode::Nop, [offset]);
    let sum = at.temporary(cx.unit, f, word, TreeCode::Plus, [start, amount]);
    if let Some(offset) = cx.unit.as_int(offset) {
        let wrapped = if (offset as i64) < 0 { TreeCode::Gt } else { TreeCode::Lt };
        return trap_if(cx, f, stmt, wrapped, [sum, start]);
    }
    let amount = at.temporary(cx.unit, f, signed, TreeCode::Nop, [offset]);
    let zero = cx.unit.int(signed, 0);
    let down = at.temporary(cx.unit, f, bool_, TreeCode::Lt, [amount, zero]);
    let below = at.temporary(cx.unit, f, bool_, TreeCode::Lt, [sum, start]);
    trap_if(cx, f, stmt, TreeCode::Ne, [down, below]);
}

/// What is accessed ends after the object does. Before a pointer there may be more of the object.
fn expand_object_size(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId, args: &[Operand]) {
    let (end, size) = (args[1], args[2]);
    let unknown = i128::from(u64::MAX);
    let within = match (cx.unit.as_int(end), cx.unit.as_int(size)) {
        (_, Some(size)) if size == unknown || size == -1 => true,
        (Some(end), Some(size)) => end <= size,
        _ => false,
    };
    if within {
        return;
    }
    let (word, signed) = (cx.unit.common.sizetype, cx.unit.common.long);
    let bool_ = cx.unit.common.bool_;
    let mut at = Cursor::before(stmt).like(f, stmt);
    let size = at.fold((cx.unit, cx.options), f, word, TreeCode::Nop, [size]);
    let past = at.temporary(cx.unit, f, bool_, TreeCode::Gt, [end, size]);
    let distance = at.fold((cx.unit, cx.options), f, signed, TreeCode::Nop, [end]);
    let [zero, no] = [(signed, 0), (bool_, 0)].map(|(ty, value)| cx.unit.int(ty, value));
    let up = at.temporary(cx.unit, f, bool_, TreeCode::Ge, [distance, zero]);
    let wrong = at.temporary(cx.unit, f, bool_, TreeCode::BitAnd, [past, up]);
    trap_if(cx, f, stmt, TreeCode::Ne, [wrong, no]);
}
