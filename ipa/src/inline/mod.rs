//! Inlining: passes `einline` and `inline`.
//!
//! ```text
//! static int twice (int x)
//! { return x + x; }               _5 = n_2(D) + n_2(D);
//! ...                        =>   _6 = _5;
//! _1 = twice (n_2(D));            _1 = _6;
//! ```
//!
//! `einline` runs for each function before its early optimisations, callees before callers: `always_inline` functions are
//! inlined at every level, and functions so small that the caller does not grow by more than a few instructions. What it
//! copies are bodies that `local-fnsummary` sets aside when the callee's early optimisations are done. `inline` (`unit`) runs
//! over the whole unit.

mod body;
pub(super) mod copy;
mod debug;
mod early;
mod required;
mod unit;

use crate::pure_const;
use crate::{fn_summary, summary::FnSummary, summary_text};
use body::Body;
pub use body::{is_copyable, is_local};
use dumps::{put, putln};
use gimple::debug_counter::Counter;
use gimple::decl::{DeclId, flag};
use gimple::function::{Function, Prop};
use gimple::options::{Flag, Options};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::remark::RemarkKind;
use gimple::stmt::{Callee, StmtFlags, StmtId, StmtKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::sync::Arc;
use tree_ssa::edit::cfg_edit;
use tree_ssa::effects::call_effects;
pub(super) use unit::HOT_FRACTION;
pub use unit::{PASS as INLINE, size_limit};
/// Bodies larger than this are not set aside for the early inliner.
const SET_ASIDE: i64 = 70;

/// What is kept of functions until all have been inlined that are to be.
#[derive(Default)]
struct Bodies {
    /// The bodies set aside.
    by_decl: FxHashMap<DeclId, Body>,
    /// The functions that must be inlined and have been looked at, whether they can be or not.
    required: FxHashSet<DeclId>,
    /// What functions take.
    summaries: FxHashMap<DeclId, Arc<FnSummary>>,
    /// The sizes and stacks of functions as they were last measured, for dumps.
    shown: FxHashMap<DeclId, (i64, u64)>,
    /// What has been inlined so far.
    tally: Tally,
}

/// What is told of inlining in all.
#[derive(Clone, Copy, Default)]
struct Tally {
    /// Calls inlined.
    inlined: u32,
    /// Functions that went with their last call.
    eliminated: u32,
}

fn bodies(unit: &mut Unit) -> &mut Bodies {
    unit.pass_state.of()
}

/// Loads that were put before calls because a parameter of the called function was split. GCC puts them into each copy of a
/// body once all else is copied, and numbers them then.
#[derive(Default)]
pub(super) struct LateLoads(FxHashSet<(DeclId, StmtId)>);

impl LateLoads {
    pub(super) fn add(&mut self, function: DeclId, load: StmtId) {
        self.0.insert((function, load));
    }

    pub(super) fn contains(&self, function: DeclId, stmt: StmtId) -> bool {
        self.0.contains(&(function, stmt))
    }
}

/// `local-fnsummary` for the pass table.
pub const LOCAL_FNSUMMARY: Pass = Pass::tree("local-fnsummary", summarize)
    .requires(Prop::CFG_SSA)
    .follows(&[("einline", "what is measured is the body as callers will get it")]);

/// The first `local-fnsummary` for the pass table. What it finds is for its dump: the early inliner looks at callees, which
/// are through with the second one by then.
pub const LOCAL_FNSUMMARY_EARLY: Pass =
    Pass::tree("local-fnsummary", show_summary).requires(Prop::CFG_SSA);

fn show_summary(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if cx.dump.enabled() {
        if f.loops.is_some() {
            tree_ssa::graph::natural_loops::ensure_loops(f);
        }
        let summary = fn_summary::analyze(cx.unit, f, cx.options);
        say_summary(cx, f, &summary);
    }
    Todo::NONE
}

/// Finds out what a function takes that has been split off, for a dump only. GCC copies the edges of its calls, which puts
/// them into the order of the statements.
pub(super) fn say_size(cx: &mut PassContext<'_>, f: &Function) {
    let mut summary = fn_summary::analyze(cx.unit, f, cx.options);
    summary.calls.reverse();
    say_summary(cx, f, &summary);
}

/// Writes what a function takes. Its size with what is inlined is what it was when last shown, as in GCC, and so is that of
/// a function that calls itself.
fn say_summary(cx: &mut PassContext<'_>, f: &Function, summary: &FnSummary) {
    let mut shown = std::mem::take(&mut bodies(cx.unit).shown);
    let before = shown.get(&f.decl).map_or(0, |(size, _)| *size);
    shown.insert(f.decl, (before, summary.stack));
    let sizes = (summary.size, before);
    let stacks = (summary.stack, summary.stack);
    let known = |callee: DeclId| shown.get(&callee).copied();
    let text = summary_text::of_local(cx.unit, f, summary, (sizes, stacks), &known);
    shown.insert(f.decl, (summary.size, summary.stack));
    bodies(cx.unit).shown = shown;
    let name = node_name(cx.unit, f.decl);
    let analysis = summary_text::of_analysis(cx.unit, f, summary);
    put!(cx.dump, "\nAnalyzing function body size: {name}\n{analysis}\n{text}\n");
}

/// Pass `local-fnsummary`, the second: looks what a function takes, and sets its body aside if the early inliner may want it.
pub fn summarize(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    pure_const::settle_callees(cx.unit, f);
    if required::check_function(cx, f) {
        bodies(cx.unit).required.insert(f.decl);
    }
    let inlines = may_inline_early(cx.options);
    let always = cx.unit.disregards_inline_limits(f.decl);
    if !always && !inlines && !cx.dump.enabled() {
        return Todo::NONE;
    }
    if f.loops.is_some() {
        tree_ssa::graph::natural_loops::ensure_loops(f);
    }
    let summary = Arc::new(fn_summary::analyze(cx.unit, f, cx.options));
    if cx.dump.enabled() {
        say_summary(cx, f, &summary);
    } else {
        bodies(cx.unit).shown.insert(f.decl, (summary.size, summary.stack));
    }
    let small = inlines && summary.size <= SET_ASIDE;
    let wanted = always || small && binds_to_current_def(cx, f.decl);
    if wanted && let Some(mut body) = Body::of(cx.unit, f) {
        body.summary = Some(Arc::clone(&summary));
        bodies(cx.unit).by_decl.insert(f.decl, body);
    }
    if inlines {
        bodies(cx.unit).summaries.insert(f.decl, summary);
    }
    Todo::NONE
}

/// Finds out anew what a function takes, which has changed since all bodies were set aside that are to be.
pub(super) fn renew_summary(cx: &mut PassContext<'_>, f: &mut Function) {
    let options = f.options.clone();
    let options = options.as_deref().unwrap_or(cx.options);
    if may_inline_early(options) {
        if f.loops.is_some() {
            tree_ssa::graph::natural_loops::ensure_loops(f);
        }
        let summary = Arc::new(fn_summary::analyze(cx.unit, f, options));
        bodies(cx.unit).summaries.insert(f.decl, summary);
    }
}

fn may_inline_early(options: &Options) -> bool {
    options.optimize >= 1 && options.on(Flag::Inline) && !options.optimize_debug
}

/// Whether the definition at hand is the one a call of the function runs: no other can take its place when programs are
/// linked or loaded (`decl_binds_to_current_def_p`).
pub(super) fn binds_to_current_def(cx: &PassContext<'_>, decl: DeclId) -> bool {
    call_effects::binds_to_current_def(cx.unit, cx.options, decl)
}

/// Forgets a function whose body is another's.
pub(super) fn forget(unit: &mut Unit, decl: DeclId) {
    let bodies = bodies(unit);
    bodies.by_decl.remove(&decl);
    bodies.summaries.remove(&decl);
}

/// What a function takes, where that is known.
pub(super) fn summary(unit: &mut Unit, decl: DeclId) -> Option<Arc<FnSummary>> {
    bodies(unit).summaries.get(&decl).cloned()
}

/// Notes that a call calls another function now, which takes only the arguments at some places.
pub(super) fn redirect_with(
    unit: &mut Unit,
    caller: DeclId,
    stmt: StmtId,
    (callee, dropped): (DeclId, &[bool]),
) {
    let Some(summary) = bodies(unit).summaries.get_mut(&caller) else { return };
    let calls = &mut Arc::make_mut(summary).calls;
    for call in calls.iter_mut().filter(|call| call.stmt == stmt) {
        call.callee = Some(callee);
        let mut index = 0;
        call.args.retain(|_| {
            index += 1;
            !dropped.get(index - 1).is_some_and(|&dropped| dropped)
        });
    }
}

/// Notes that a call calls another function now.
pub(super) fn redirect(unit: &mut Unit, caller: DeclId, stmt: StmtId, callee: DeclId) {
    if let Some(summary) = bodies(unit).summaries.get_mut(&caller) {
        let calls = &mut Arc::make_mut(summary).calls;
        calls
            .iter_mut()
            .filter(|call| call.stmt == stmt)
            .for_each(|call| call.callee = Some(callee));
    }
}

/// `einline` for the pass table.
pub const EINLINE: Pass = Pass::tree("einline", execute_early).requires(Prop::CFG_SSA);

/// Pass `einline`.
pub fn execute_early(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let all = may_inline_early(cx.options) && cx.options.on(Flag::EarlyInlining);
    if f.calls_setjmp || f.has_nonlocal_label {
        if all && cx.dump.enabled() {
            putln!(cx.dump, "Iterations: 0");
        }
        return Todo::NONE;
    }
    let mut bodies = std::mem::take(bodies(cx.unit));
    let mut work = Caller::default();
    work.inline_where(cx, f, &mut bodies.by_decl, &|_, unit, _, body, _| {
        if unit.disregards_inline_limits(body.decl) { Ok(()) } else { Err(None) }
    });
    required::check_calls(cx, f, &bodies.required, &all_calls(f));
    if work.count > 0 {
        finish(cx, f);
    }
    let always = cx.unit.decls[f.decl].has(flag::ALWAYS_INLINE);
    if all && !always {
        let before = work.count;
        early::say_recursive(cx, f, &all_calls(f));
        work.inline_where(cx, f, &mut bodies.by_decl, &early::wants);
        let inlined = work.count > before;
        if inlined {
            finish(cx, f);
        }
        if cx.dump.enabled() {
            putln!(cx.dump, "Iterations: {}", u32::from(inlined));
        }
    }
    bodies.tally.inlined += work.count;
    bodies.tally.eliminated += work.eliminated;
    *self::bodies(cx.unit) = bodies;
    if work.count == 0 {
        return Todo::NONE;
    }
    Todo::CLEANUP_CFG | Todo::UPDATE_SSA | Todo::UPDATE_ADDRESS_TAKEN | Todo::REMOVE_UNUSED_LOCALS
}

/// Drops what has been found out of a caller before, and what nothing reaches any more. SSA form is brought up to date
/// when the CFG is cleaned up.
pub(super) fn finish(cx: &mut PassContext<'_>, f: &mut Function) {
    let reached = cfg_edit::reachable_blocks(f);
    for block in f.block_order().into_iter().filter(|block| !reached[block.0 as usize]) {
        if cx.dump.enabled() {
            putln!(cx.dump, "Removing basic block {}", block.0);
        }
        cfg_edit::remove_block(cx.unit, f, block);
    }
    tree_ssa::analyses::alias::forget(f);
    if f.loops.is_some() {
        tree_ssa::graph::natural_loops::find_loops(f);
    }
}

/// The calls of a function in the order in which they are inlined: block by block, from the last in each to the first,
/// so that what is still to be inlined stays in the block it was in.
fn all_calls(f: &Function) -> Vec<StmtId> {
    let is_call = |stmt: &StmtId| matches!(f.stmts[*stmt].kind, StmtKind::Call(_));
    let mut calls = Vec::new();
    for block in f.block_iter() {
        let before = calls.len();
        calls.extend(f.block_stmts(block).filter(is_call));
        calls[before..].reverse();
    }
    calls
}

/// Whether a call is to be inlined; if not, why.
type Wants<'a> = dyn Fn(&Options, &Unit, &Function, &Body, StmtId) -> Result<(), Reason> + 'a;

/// What users are told of a call that is not inlined; nothing where it is no candidate.
type Reason = Option<String>;

/// A function that calls are inlined in.
#[derive(Default)]
struct Caller {
    /// Calls inlined.
    count: u32,
    /// Functions that went with their last call and counted to the size of the unit.
    eliminated: u32,
}

impl Caller {
    /// Inlines the calls that `wants` takes, `always_inline` functions in what was copied included.
    fn inline_where(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        bodies: &mut FxHashMap<DeclId, Body>,
        wants: &Wants<'_>,
    ) {
        if bodies.is_empty() {
            return;
        }
        for stmt in all_calls(f) {
            let StmtKind::Call(call) = &f.stmts[stmt].kind else { continue };
            let Callee::Decl(decl) = call.callee else { continue };
            let Some(body) = bodies.get(&decl) else {
                continue;
            };
            let fits = decl != f.decl
                && f.stmts[stmt].block.is_some()
                && !f.stmts[stmt].has(StmtFlags::CANNOT_INLINE)
                && options_fit(cx.options, cx.unit, f, decl, &body.options)
                && copy::call_fits(cx.unit, f, call, &body.signature());
            let must = cx.unit.decls[decl].has(flag::ALWAYS_INLINE);
            if !fits {
                continue;
            }
            let verdict = wants(cx.options, cx.unit, f, body, stmt);
            if !must && verdict != Err(None) {
                early::say_considered(cx, f, stmt, decl);
            }
            if let Err(reason) = verdict {
                early::say_refused(cx, f, stmt, decl, reason);
                continue;
            }
            if must || cx.dbg_cnt(Counter::Einline) {
                let goes = cx.unit.count_inlined(f.decl, decl);
                let small = body.options.as_deref().unwrap_or(cx.options).optimize_size;
                let counts = cx.unit.decls[decl].flags & (flag::EXTERNAL | flag::COLD) == 0;
                self.eliminated += u32::from(goes && counts && !small);
                self.inline_one(cx, f, stmt, body);
            }
        }
    }

    fn inline_one(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        stmt: StmtId,
        body: &Body,
    ) {
        if cx.wants_remarks() {
            let (callee, caller) = (node_name(cx.unit, body.decl), node_name(cx.unit, f.decl));
            let text = match cx.unit.decls[body.decl].has(flag::ALWAYS_INLINE) {
                true => format!("  Inlining {callee} into {caller} (always_inline)."),
                false => format!(" Inlining {callee} into {caller}."),
            };
            cx.remark_of(RemarkKind::Optimized, "inline", (f, stmt), text);
        }
        let never_made = match (&body.summary, &f.stmts[stmt].kind) {
            (Some(summary), StmtKind::Call(call)) => {
                summary.never_made(summary.possible(cx.unit, &call.args))
            }
            _ => Vec::new(),
        };
        copy::inline_call(cx, f, stmt, body, &never_made);
        take_over_options(cx.options, f, body);
        self.count += 1;
    }
}

/// Whether options of their own, or those of the unit, keep a function out of another (`can_inline_edge_by_limits_p`): what
/// must be inlined is in spite of them. A function that asks for options of its own goes only where the same ones hold; one
/// that does not, also into what is optimised more, as long as arithmetic means the same there.
fn options_fit(
    options: &Options,
    unit: &Unit,
    f: &Function,
    callee: DeclId,
    own: &Option<Arc<Options>>,
) -> bool {
    let (caller, inner) =
        (f.options.as_deref().unwrap_or(options), own.as_deref().unwrap_or(options));
    let asks = unit.decls[callee].extra.as_ref().is_some_and(|it| !it.optimize.is_empty());
    let same = match (&f.options, own) {
        (Some(caller), Some(callee)) => Arc::ptr_eq(caller, callee),
        (None, None) => true,
        _ => false,
    };
    same || unit.decls[callee].has(flag::ALWAYS_INLINE)
        || !asks
            && inner.optimize >= 1
            && inner.optimize <= caller.optimize
            && inner.optimize_size <= caller.optimize_size
            && SEMANTIC.iter().all(|&flag| inner.on(flag) == caller.on(flag))
            && inner.fp_contract == caller.fp_contract
}

/// Flags that change what statements mean, and not only how well they are optimised.
const SEMANTIC: &[Flag] = &[
    Flag::Wrapv,
    Flag::WrapvPointer,
    Flag::Trapv,
    Flag::NonCallExceptions,
    Flag::DeleteNullPointerChecks,
    Flag::UnsafeMath,
    Flag::FiniteMathOnly,
    Flag::AssociativeMath,
    Flag::ReciprocalMath,
    Flag::SignedZeros,
    Flag::TrappingMath,
    Flag::MathErrno,
    Flag::RoundingMath,
    Flag::SignalingNans,
];

/// What a copied body may not be subjected to, its new function is not subjected to either.
fn take_over_options(options: &Options, f: &mut Function, body: &Body) {
    let callee = body.options.as_deref().unwrap_or(options);
    let caller = f.options.as_deref().unwrap_or(options);
    if caller.on(Flag::StrictAliasing) && !callee.on(Flag::StrictAliasing) {
        let mut changed = caller.clone();
        changed.set(Flag::StrictAliasing, false);
        f.options = Some(Arc::new(changed));
    }
}

/// A function as the call graph prints it (`name/order`).
pub(super) fn node_name(unit: &Unit, decl: DeclId) -> String {
    numbered_name(unit, decl, unit.symtab_node(decl).map_or(0, |node| node.order))
}

/// A function, or a copy of it with another number, as the call graph prints it.
fn numbered_name(unit: &Unit, decl: DeclId, order: u32) -> String {
    format!("{}/{order}", unit.decl_name(decl).unwrap_or(""))
}
