//! Passes `early_objsz` and `objsz`: what `__builtin_object_size` knows of the object a pointer points into, and what the
//! checks for it come to.
//!
//! ```text
//!   p_2 = &buf + 4;                                         (char buf[10])
//!   _3 = __builtin_object_size (p_2, 0);              =>    uses of _3 become uses of 6
//!   __builtin___memcpy_chk (p_2, q_4(D), 5, _3);      =>    __builtin_memcpy (p_2, q_4(D), 5);
//! ```
//!
//! A size is known of declared objects, strings, and memory that was allocated here with a known size. The even modes
//! ask for the object, the odd ones for the innermost array or member; up to 1 the answer may be too large, from 2 on
//! too small. Sizes known only when the program runs (`dynamic`) are calculated there.
//!
//! Which member an address means is best seen before anything is propagated into addresses. So the early pass looks at the
//! odd modes, and notes what it finds as a bound of what the late one will:
//!
//! ```text
//!   _3 = __builtin_object_size (p_2, 1);              =>    _4 = __builtin_object_size (p_2, 1);   _3 = MIN_EXPR <_4, 10>;
//! ```

mod dynamic;
mod fixed;
mod part;
mod source;

use crate::dump_text;
use crate::edit;
use crate::edit::Cursor;
use crate::edit::cfg_edit::may_propagate_copy;
use crate::effects::call_effects;
use crate::fold::fold_builtins;
use crate::fold::gimple_fold;
use crate::fold::gimple_fold::say_folded;
use dumps::{put, putln};
use fixed::{Mode, Sizes};
use gimple::builtins::{Builtin, kind};
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::unit::Unit;
use std::fmt::Write;

/// `early_objsz` for the pass table.
pub const EARLY: Pass = Pass::tree("early_objsz", early).requires(Prop::CFG_SSA);

/// `objsz` for the pass table.
pub const PASS: Pass = Pass::tree("objsz", execute).requires(Prop::CFG_SSA);

fn early(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut sizes = sizes_for(cx);
    for_each_question(cx, f, |cx, f, stmt, question| bound(cx, f, stmt, question, &mut sizes));
    Todo::NONE
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut sizes = sizes_for(cx);
    for_each_question(cx, f, |cx, f, stmt, question| answer(cx, f, stmt, question, &mut sizes));
    Todo::NONE
}

/// The bytes from where a pointer points to the end of its object, if anything is known of them.
pub fn size_of(unit: &Unit, f: &Function, pointer: Operand, mode: u8) -> Option<u64> {
    Sizes::default().of(unit, f, pointer, Mode(mode & 3))
}

fn sizes_for(cx: &PassContext<'_>) -> Sizes {
    Sizes::new(cx.dump.details())
}

/// What a call asks.
#[derive(Clone, Copy)]
struct Question {
    pointer: Operand,
    mode: Mode,
    dynamic: bool,
    result: Operand,
}

fn for_each_question(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    mut settle: impl FnMut(&mut PassContext<'_>, &mut Function, StmtId, Question),
) {
    if f.call_kinds & kind::OBJECT_SIZE == 0 {
        return;
    }
    for block in f.block_order() {
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            if let Some(question) = question(cx.unit, f, stmt) {
                settle(cx, f, stmt, question);
            }
            stmt = f.stmts[stmt].next;
        }
    }
}

fn question(unit: &Unit, f: &Function, stmt: StmtId) -> Option<Question> {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
    let dynamic = match call_effects::callee_builtin(unit, call)? {
        Builtin::ObjectSize => false,
        Builtin::DynamicObjectSize => true,
        _ => return None,
    };
    let [pointer, mode] = call.args[..] else { return None };
    let mode = unit.as_int(mode).filter(|mode| (0..4).contains(mode))?;
    Some(Question { pointer, mode: Mode(mode as u8), dynamic, result: call.lhs })
}

/// What is known as a number, with what is to be said about it.
fn known_size(
    cx: &mut PassContext<'_>,
    f: &Function,
    q: Question,
    sizes: &mut Sizes,
) -> Option<u64> {
    let size = sizes.of(cx.unit, f, q.pointer, q.mode);
    if let Some(log) = &mut sizes.log {
        put!(cx.dump, "{log}");
        log.clear();
    }
    size
}

/// Bounds the answer that is to come.
fn bound(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId, q: Question, sizes: &mut Sizes) {
    let Operand::Ssa(result) = q.result else { return };
    if !q.mode.of_part() {
        return;
    }
    let Some(size) = known_size(cx, f, q, sizes) else { return };
    let answer = f.make_temp_ssa_name(cx.unit.common.size_t, Symbol::NONE, StmtId::NONE);
    f.map_operands(stmt, &mut |op, written| if written { Operand::Ssa(answer) } else { op });
    f.update_stmt(cx.unit, stmt);
    let code = if q.mode.smallest() { TreeCode::Max } else { TreeCode::Min };
    let size = cx.unit.int(f.names[result].ty, i128::from(size));
    let (answer, result) = (Operand::Ssa(answer), Operand::Ssa(result));
    Cursor::after(stmt).assign(cx.unit, f, result, code, [answer, size]);
}

/// Puts the answer where it is used.
fn answer(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    stmt: StmtId,
    q: Question,
    sizes: &mut Sizes,
) {
    let Operand::Ssa(result) = q.result else { return };
    if q.dynamic {
        if let Some(size) = dynamic::size_of(cx, f, q.pointer, q.mode) {
            return replace_call(cx, f, stmt, size);
        }
        ask_for_number(cx.unit, f, stmt);
    }
    let size = known_size(cx, f, q, sizes).unwrap_or(q.mode.unknown());
    let size = cx.unit.int(f.names[result].ty, i128::from(size));
    say_simplified(cx, f, stmt, "", size);
    if !may_propagate_copy(cx.unit, f, q.result, size) {
        return edit::set_value(cx.unit, f, stmt, size);
    }
    for user in f.replace_uses_by(cx.unit, result, size) {
        fold_user(cx, f, user);
    }
}

/// Folds a statement that uses an answer.
fn fold_user(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    if f.is_phi(stmt) {
        return;
    }
    if matches!(f.stmts[stmt].kind, StmtKind::Call(_)) {
        fold_builtins::fold_call(cx.unit, f, cx.options, stmt);
        f.update_stmt(cx.unit, stmt);
        return;
    }
    let before = f.stmts[stmt].kind.clone();
    if gimple_fold::fold_stmt_inplace(cx.unit, f, cx.options, stmt) {
        say_folded(cx, f, stmt, &before);
    }
}

fn say_simplified(cx: &mut PassContext<'_>, f: &Function, stmt: StmtId, how: &str, size: Operand) {
    if cx.dump.details() {
        let call = dump_text::stmt(cx.unit, f, stmt);
        let size = dump_text::operand(cx.unit, f, size);
        putln!(cx.dump, "Simplified{how}\n  {call}\n to {size}");
    }
}

fn replace_call(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId, size: Operand) {
    say_simplified(cx, f, stmt, " (dynamic)", size);
    edit::set_value(cx.unit, f, stmt, size);
}

/// Puts an assignment in the place of a call.
/// Makes a question for a size at run time one for a number.
fn ask_for_number(unit: &mut Unit, f: &mut Function, stmt: StmtId) {
    let common = &unit.common;
    let (result, params) = (common.size_t, [common.const_void_ptr, common.int]);
    let plain = unit.implicit_builtin(Builtin::ObjectSize, result, &params, false);
    let fntype = unit.decls[plain].ty;
    if let StmtKind::Call(call) = &mut f.stmts[stmt].kind {
        (call.callee, call.fntype) = (Callee::Decl(plain), fntype);
    }
    f.update_stmt(unit, stmt);
}
