//! Pass `fnsplit`: what a function seldom does becomes a function of its own, so that the rest can be inlined.
//!
//! ```text
//! int f (int *p)                      int f (int *p)                     int f.part.0 (int *p)
//! {                                   {                                  {
//!   if (p == 0) return 0;               if (p == 0)                        … a lot with p …
//!   … a lot with p …            =>        return 0;                        return _5;
//!   return _5;                          return f.part.0 (p);             }
//! }                                   }
//! ```
//!
//! `points` finds the blocks that everything after them is entered by, and says which is worth it: it is entered in
//! less than 70 of 100 calls, or starts with a loop, takes more than a call, and leaves something small. All it needs of
//! the function must be parameters. `outline` puts the call there, `ipa/version` copies the blocks into the new function. The
//! block that returns stays in both where the result is computed in the new one. The new function takes part from the next
//! pass over the unit on.
//!
//! Not split are functions in which exceptions have landing pads, nor those without a prototype whose arguments are
//! promoted.

mod outline;
mod points;

pub(super) use outline::{append, temporary};

use crate::fn_summary;
use crate::inline;
use crate::inline::is_local;
use dumps::putln;
use gimple::builtins::Builtin;
use gimple::cfg::{BlockId, ENTRY, EXIT};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeKind;
use gimple::unit::Unit;
pub use points::ENTERED;
use points::Part;
use std::fmt::Write;
use tree_ssa::effects::call_effects::callee_builtin;
use tree_ssa::effects::call_effects::is_clobber;
use tree_ssa::effects::size;
use tree_ssa::fold::is_invariant;
use tree_ssa::profile::sreal::Sreal;

/// `fnsplit` for the pass table.
pub const PASS: Pass = Pass::tree("fnsplit", execute)
    .gate(|options, _| options.on(Flag::PartialInlining) && !options.code.coverage.arcs)
    .requires(Prop::CFG_SSA)
    .follows(&[("profile_estimate", "how often the blocks are entered decides")]);

/// What there is to know of the blocks of a function.
struct Blocks {
    /// The only block that returns, if it does nothing else, and what it returns.
    returning: Option<BlockId>,
    result: Operand,
    /// What the blocks take, by number, and all of them together.
    parts: Vec<Part>,
    all: Part,
    /// Blocks that are only entered where something is known to be constant.
    forbidden: Vec<BlockId>,
}

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if let Some(why) = reason_against(cx, f) {
        if cx.dump.enabled() {
            putln!(cx.dump, "Not splitting: {why}");
        }
        return Todo::NONE;
    }
    if !may_be_copied(cx.unit, f) {
        return Todo::NONE;
    }
    let declared = cx.unit.decls[f.decl].has(flag::INLINE);
    let limit = inline::size_limit(cx.options, declared);
    let blocks = look_at_blocks(cx, f);
    let Some(point) = points::find(cx, f, &blocks, limit) else { return Todo::NONE };
    outline::split(cx, f, &blocks, &point);
    Todo::CLEANUP_CFG | Todo::UPDATE_SSA
}

/// What speaks against splitting a function at all.
fn reason_against(cx: &PassContext<'_>, f: &Function) -> Option<&'static str> {
    let decl = &cx.unit.decls[f.decl];
    let called = is_worth_splitting(cx.unit, f.decl);
    if !called && !cx.dump.enabled() {
        return Some("");
    }
    if decl.flags & (flag::NORETURN | flag::MALLOC) != 0 {
        return Some("noreturn/malloc function.");
    }
    if cx.unit.decl_name(f.decl) == Some("main") {
        return Some("main function.");
    }
    if decl.has(flag::COLD) || f.block_info[ENTRY].count == 0 {
        return Some("function is unlikely executed.");
    }
    if !cx.options.on(Flag::Inline) || !inline::is_copyable(cx.unit, f) {
        return Some("not inlinable.");
    }
    if cx.unit.disregards_inline_limits(f.decl) {
        return Some("disregarding inline limits.");
    }
    if decl.has(flag::NOCLONE) {
        return Some("not versionable.");
    }
    if f.static_chain.is_some() {
        return Some("nested function.");
    }
    if !called {
        return Some("not called directly or called once.");
    }
    if !cx.options.on(Flag::InlineSmallFunctions) && !decl.has(flag::INLINE) {
        return Some("not autoinlining and function is not inline.");
    }
    if decl.extra.as_ref().is_some_and(|extra| extra.section.is_some()) {
        return Some("function is in user defined section.");
    }
    None
}

/// Whether a function is called so that what is left of it may be inlined: if it is called once and cannot be seen from
/// outside it is inlined as a whole.
fn is_worth_splitting(unit: &Unit, decl: DeclId) -> bool {
    let calls = unit.calls.callers(decl);
    let unseen = unit.calls.is_address_taken(decl);
    let local = unit.decls[decl].flags & (flag::PUBLIC | flag::PRESERVED) == 0 && !unseen;
    calls > usize::from(local) as u32 || unseen
}

/// Whether the copy of a part of a function can be called like the function.
pub(super) fn may_be_copied(unit: &Unit, f: &Function) -> bool {
    let TypeKind::Function { prototyped, .. } = *unit.types.kind(unit.decls[f.decl].ty) else {
        return false;
    };
    let by_reference = |&decl: &DeclId| unit.decls[decl].has(flag::BY_REFERENCE);
    let promoted = |&param: &DeclId| {
        let ty = unit.decls[param].ty;
        let narrow = unit.types.size(ty) < unit.types.size(unit.common.int);
        unit.types.is_integral(ty) && narrow || ty == unit.common.float
    };
    let in_pads = || f.stmt_info.values().any(|info| info.pad.is_some());
    (prototyped || !f.params.iter().any(promoted))
        && !f.params.iter().any(by_reference)
        && (f.result.is_none() || !by_reference(&f.result))
        && !in_pads()
}

/// What the blocks of a function take.
fn look_at_blocks(cx: &mut PassContext<'_>, f: &Function) -> Blocks {
    let nothing = Part { time: Sreal::ZERO, size: 0 };
    let returning = returning_block(cx.unit, f);
    let mut blocks = Blocks {
        returning,
        result: returning.map_or(Operand::None, |block| returned(cx.unit, f, block)),
        parts: vec![nothing; f.blocks.len()],
        all: nothing,
        forbidden: Vec::new(),
    };
    let entry = f.block_info[ENTRY].count;
    for block in f.block_iter() {
        let times = fn_summary::frequency(f.block_info[block].count, entry);
        if cx.dump.details() {
            putln!(cx.dump, "Basic block {}", block.0);
        }
        let mut part = nothing;
        for stmt in f.block_stmts(block) {
            let size = size::statement_size(cx.unit, f, stmt);
            let time = Sreal::from(size::time(cx.unit, f, stmt)) * times;
            part.size += size;
            part.time = part.time + time;
            note_tests_of_constants(cx.unit, f, stmt, &mut blocks.forbidden);
            if cx.dump.details() {
                let (often, time) = (times.to_f64(), time.to_f64());
                let text = tree_ssa::dump_text::stmt(cx.unit, f, stmt);
                putln!(cx.dump, "  freq:{often:4.2} size:{size:3} time:{time:4.2} {text}");
            }
        }
        blocks.parts[block.0 as usize] = part;
        blocks.all.time = blocks.all.time + part.time;
        blocks.all.size += part.size;
    }
    blocks
}

/// Where a statement asks whether something is constant, notes the blocks that are entered if it is: what is inlined must
/// not be without them (`check_forbidden_calls`).
fn note_tests_of_constants(unit: &Unit, f: &Function, stmt: StmtId, blocks: &mut Vec<BlockId>) {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return };
    if callee_builtin(unit, call) != Some(Builtin::ConstantP) {
        return;
    }
    let Some(name) = call.lhs.ssa() else { return };
    for user in f.imm_uses(name) {
        let StmtKind::Cond { code, rhs, .. } = f.stmts[user.stmt].kind else { continue };
        let Some((taken, not_taken)) = f.true_false_edges(f.stmts[user.stmt].block) else {
            continue;
        };
        if !unit.is_zero(rhs) || matches!(code, TreeCode::Le | TreeCode::Ge) {
            continue;
        }
        let edge = if code == TreeCode::Eq { not_taken } else { taken };
        blocks.push(f.edges[edge].dst);
    }
}

/// The block that returns, if there is one and it does no more than that (`find_return_bb`).
fn returning_block(unit: &Unit, f: &Function) -> Option<BlockId> {
    let block = f.edges[f.single_pred(EXIT)?].src;
    let mut value = None;
    let mut stmt = f.blocks[block].stmts.last;
    while stmt.is_some() {
        match f.stmts[stmt].kind {
            StmtKind::Label(_) => {}
            _ if is_clobber(unit, f, stmt) => {}
            StmtKind::Return(op) => value = Some(op),
            StmtKind::Assign { lhs, code: TreeCode::Single, rhs }
                if value == Some(lhs)
                    && (rhs[0].decl().is_some_and(|decl| is_local(unit, decl))
                        || is_invariant(unit, rhs[0])) => {}
            _ => return None,
        }
        stmt = f.stmts[stmt].prev;
    }
    value.map(|_| block)
}

/// What a block that returns really returns (`find_retval`).
fn returned(unit: &Unit, f: &Function, block: BlockId) -> Operand {
    let mut values = f.block_stmts(block).filter_map(|stmt| match f.stmts[stmt].kind {
        StmtKind::Return(op) => Some(op),
        StmtKind::Assign { rhs, .. } if !is_clobber(unit, f, stmt) => Some(rhs[0]),
        _ => None,
    });
    values.next().unwrap_or(Operand::None)
}
