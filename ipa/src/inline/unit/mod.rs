//! Pass `inline`: which calls of the unit are inlined, and doing it.
//!
//! ```text
//! static int f (int a) { ... }     /* 12 instructions */         int g (int n)
//! int g (int n) { return f (n); }                        =>      { ... }          /* f is gone: nothing else calls it */
//! ```
//!
//! Calls of small functions are taken from a queue, those first for which there is least ([`estimates`]: the code that
//! is added, over the time that is saved). What a function takes for some arguments its summary knows; where a call is
//! inlined, the summary of the function becomes part of the caller's, and keys that have become less are brought up to
//! date. Keys that have become more are found out when their turn comes. Then come functions all of whose calls can be
//! inlined without the unit growing, which those called once are. Nothing is copied before all is decided
//! ([`materialize`]).

mod clone;
mod decide;
mod estimates;
mod graph;
mod limits;
mod materialize;
mod order;
mod recursive;
mod summaries;

use crate::remove_symbols::{self, InlineDefinitions};
use crate::symbol_text;
use clone::How;
use dumps::{Dump, put};
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::options::Flag;
use gimple::options::Options;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::remark::RemarkKind;
use gimple::unit::{Frequency, Unit};
use graph::{CallId, Failed, Graph, NodeId};
pub use limits::{HOT_FRACTION, size_limit};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};
use std::fmt::Write;
use tree_ssa::analyses::symbol_references;
use tree_ssa::profile::sreal::Sreal;

/// So many calls are looked at again after each that is inlined.
const MANY: u32 = 256;

/// `inline` for the pass table.
pub const PASS: Pass = Pass::ipa("inline", execute)
    .follows(&[("local-fnsummary", "sizes and times of the functions")])
    .transforms();

/// The pass, over the whole unit.
pub fn execute(cx: &mut PassContext<'_>, functions: &mut Vec<Function>) -> Todo {
    let bodies = std::mem::take(super::bodies(cx.unit));
    let (mut summaries, before) = (bodies.summaries, bodies.tally);
    if functions
        .iter()
        .all(|f| !super::may_inline_early(f.options.as_deref().unwrap_or(cx.options)))
    {
        remove_inline_definitions(cx, functions);
        symbol_text::say(cx, functions);
        say_bodies(cx, functions);
        return Todo::NONE;
    }
    let graph = Graph::new(cx, functions, &mut summaries);
    let mut inliner = Inliner {
        graph,
        functions,
        options: cx.options,
        queue: BinaryHeap::new(),
        made_direct: Vec::new(),
        next: 0,
        overall: 0,
        inlined: 0,
        eliminated: 0,
    };
    inliner.propagate_frequencies(cx.unit);
    inliner.say_summaries(cx);
    inliner.say(cx, |_, _| "\nFlattening functions:\n".to_owned());
    inliner.say_times(cx);
    inliner.inline_small(cx);
    inliner.remove_unreachable(cx);
    inliner.inline_all_calls(cx);
    let (inlined, eliminated) = (inliner.inlined, inliner.eliminated);
    let (calls, gone) = (before.inlined + inlined, before.eliminated + eliminated);
    let text = format!("\nInlined {calls} calls, eliminated {gone} functions\n");
    cx.plain_note("inline", DeclId::NONE, text);
    inliner.say_times(cx);
    inliner.say_failures(cx);
    inliner.say_summaries(cx);
    inliner.say_symbols(cx);
    let graph = inliner.graph;
    let keep_static = !cx.options.on(Flag::ToplevelReorder);
    cx.unit.expansion_order = order::callees_first(cx.unit, &graph, keep_static);
    materialize::execute(cx, &graph, functions, inlined > 0);
    // What goes has been shown.
    let dump = std::mem::replace(&mut cx.dump, Dump::off());
    if inlined > 0 {
        remove_symbols::remove(cx, functions, InlineDefinitions::Go);
        assert!(!functions.iter().any(materialize::is_empty), "a function that is needed is gone");
    } else {
        remove_inline_definitions(cx, functions);
    }
    cx.dump = dump;
    say_bodies(cx, functions);
    Todo::NONE
}

/// Shows the functions with what has been copied into them.
fn say_bodies(cx: &mut PassContext<'_>, functions: &[Function]) {
    if cx.dump.enabled() {
        for f in functions.iter().filter(|f| f.has_cfg()) {
            (cx.services.dump_header)(cx, f);
            (cx.services.dump_tree)(cx, f);
        }
    }
}

/// Drops the definitions for inlining only, and what they alone refer to.
fn remove_inline_definitions(cx: &mut PassContext<'_>, functions: &mut Vec<Function>) {
    if functions.iter().any(|f| symbol_references::is_elsewhere(cx.unit, f.decl)) {
        remove_symbols::remove(cx, functions, InlineDefinitions::Go);
    }
}

/// Whether the keys of many calls are brought up to date another time: looking at all of them after each that is inlined would
/// be quadratic. With few it never is, as in GCC.
fn put_off(calls: u32, waited: &mut u32) -> bool {
    *waited += 1;
    let late = *waited >= calls / MANY;
    if late {
        *waited = 0;
    }
    !late
}

/// A call in the queue.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Queued {
    key: Sreal,
    /// Of equals, the first comes first.
    number: u32,
    call: CallId,
    /// The entry counts as long as the call says so.
    entry: u32,
}

impl Ord for Queued {
    fn cmp(&self, other: &Queued) -> Ordering {
        // The least is on top.
        (other.key, other.number).cmp(&(self.key, self.number))
    }
}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Queued) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What the inliner of the whole unit knows.
struct Inliner<'a> {
    graph: Graph,
    functions: &'a [Function],
    /// Those of the unit.
    options: &'a Options,
    queue: BinaryHeap<Queued>,
    /// Calls that have become calls of functions and are not in the queue yet.
    made_direct: Vec<CallId>,
    next: u32,
    /// The size of the unit.
    overall: i64,
    inlined: u32,
    eliminated: u32,
}

impl Inliner<'_> {
    /// Writes to the dump, if there is one.
    fn say(&self, cx: &mut PassContext<'_>, text: impl FnOnce(&Graph, &Unit) -> String) {
        if cx.dump.enabled() {
            let _ = cx.dump.write_str(&text(&self.graph, cx.unit));
        }
    }

    /// Tells the user about a call, and the dump.
    fn tell(&self, cx: &mut PassContext<'_>, kind: RemarkKind, call: CallId, text: String) {
        let edge = &self.graph.calls[call];
        let f = &self.functions[self.graph.nodes[edge.caller].function as usize];
        cx.remark_of(kind, "inline", (f, edge.stmt), text);
    }

    /// What only functions call that are executed once is executed once, outside loops (pass `profile_estimate` of units).
    fn propagate_frequencies(&mut self, unit: &mut Unit) {
        let mut work: VecDeque<NodeId> = self.graph.functions.iter().copied().collect();
        let mut waiting: FxHashSet<NodeId> = work.iter().copied().collect();
        while let Some(node) = work.pop_front() {
            waiting.remove(&node);
            let data = &self.graph.nodes[node];
            if !data.is_local || matches!(data.frequency, Frequency::Hot | Frequency::Unlikely) {
                continue;
            }
            let most = self.most_frequent_caller(node);
            if most >= data.frequency {
                continue;
            }
            self.graph.nodes[node].frequency = most;
            let decl = self.functions[self.graph.nodes[node].function as usize].decl;
            unit.set_frequency(decl, most);
            for &call in &self.graph.nodes[node].callees {
                let callee = self.graph.calls[call].callee;
                if callee.is_some() && waiting.insert(callee) {
                    work.push_back(callee);
                }
            }
        }
    }

    fn most_frequent_caller(&self, node: NodeId) -> Frequency {
        let of_call = |call: CallId| {
            let edge = &self.graph.calls[call];
            match self.graph.nodes[edge.caller].frequency {
                _ if edge.caller == node => Frequency::Unlikely,
                Frequency::Once if edge.loop_depth > 0 => Frequency::Normal,
                frequency => frequency,
            }
        };
        self.graph.callers(node).map(of_call).max().unwrap_or(Frequency::Unlikely)
    }

    fn say_times(&self, cx: &mut PassContext<'_>) {
        let there = |node: &&NodeId| self.graph.is_there(**node);
        let times = self.graph.functions.iter().filter(there).map(|&n| self.graph.summary(n).time);
        let sum = times.fold(Sreal::ZERO, |sum, time| sum + time).to_f64();
        self.say(cx, |_, _| {
            format!("Overall time estimate: {sum:.6} weighted by profile: 0.000000\n")
        });
    }

    /// Inlines calls of small functions (`inline_small_functions`).
    fn inline_small(&mut self, cx: &mut PassContext<'_>) {
        self.number_cycles();
        let initial = self.prepare(cx.unit);
        self.overall = initial;
        let mut least = initial;
        self.say(cx, |_, _| {
            format!("\nDeciding on inlining of small functions.  Starting with size {initial}.\n")
        });
        for node in self.graph.functions.clone() {
            self.say(cx, |graph, unit| {
                format!("Enqueueing calls in {}.\n", graph.name(unit, node))
            });
            for call in self.graph.nodes[node].callees.clone() {
                if self.is_candidate(cx, call, true) {
                    self.update_key(cx, call);
                }
            }
        }
        while let Some((call, badness)) = self.pop() {
            let current = self.badness(cx.unit, call, None);
            if current != badness && self.least_key().is_some_and(|key| current > key) {
                self.push(call, current);
                continue;
            }
            self.small_call(cx, call, current, &mut least);
        }
        let (after, percent) =
            (self.overall, if initial != 0 { self.overall * 100 / initial - 100 } else { 0 });
        let text =
            format!("Unit growth for small function inlining: {initial}->{after} ({percent}%)");
        cx.plain_note("inline", DeclId::NONE, text);
    }

    /// What is known of the functions to begin with; returns the size of the unit.
    fn prepare(&mut self, unit: &Unit) -> i64 {
        let mut size = 0;
        for node in self.graph.functions.clone() {
            if self.counts(node) {
                size += self.graph.nodes[node].size;
            }
            self.graph.nodes[node].growth = self.overall_growth(unit, node);
            self.graph.nodes[node].has_single_caller =
                self.graph.callers(node).take(2).count() == 1;
        }
        size
    }

    /// Inlines a call whose turn it is, if it is still to be, and sees what that means to other calls.
    fn small_call(
        &mut self,
        cx: &mut PassContext<'_>,
        call: CallId,
        badness: Sreal,
        least: &mut i64,
    ) {
        if !self.may_inline(cx.unit, call) || !self.fits(cx.unit, call) {
            self.say_failed(cx, call);
            return;
        }
        self.say_considered(cx, call, badness);
        let growth = self.growth(cx.unit, call);
        let callee = self.graph.calls[call].callee;
        if self.overall + growth > limits::unit_limit(*least)
            && !self.graph.nodes[callee].always_inline
        {
            self.graph.calls[call].failed = Failed::UnitGrowth;
            self.say_failed(cx, call);
            return;
        }
        if !self.wants(cx.unit, call) {
            self.say_failed(cx, call);
            return;
        }
        let before = self.overall;
        let root = self.graph.root(call);
        if self.graph.is_recursive(call) {
            if !self.inline_recursively(cx, call) {
                self.graph.calls[call].failed = Failed::Recursive;
                return;
            }
            self.update_callee_keys(cx, root);
        } else if !self.inline_other(cx, call) {
            return;
        }
        for call in std::mem::take(&mut self.made_direct) {
            if self.graph.calls[call].callee.is_some() && self.is_candidate(cx, call, true) {
                self.update_key(cx, call);
            }
        }
        self.update_caller_keys(cx, root);
        self.say_inlined(cx, call, self.overall - before);
        if self.overall < *least {
            *least = self.overall;
            self.say(cx, |_, _| format!("New minimal size reached: {}\n", self.overall));
        }
    }

    /// Inlines a call of another function. Returns whether it has been.
    fn inline_other(&mut self, cx: &mut PassContext<'_>, call: CallId) -> bool {
        let (callee, root) = (self.graph.calls[call].callee, self.graph.root(call));
        let decl = self.graph.nodes[callee].decl;
        let (mut at, mut outer, mut depth) = (self.graph.calls[call].caller, None, 0);
        while self.graph.nodes[at].root != at {
            if self.graph.nodes[at].decl == decl {
                (outer, depth) = (Some(at), depth + 1);
            }
            at = self.graph.calls[self.graph.nodes[at].inlined_for].caller;
        }
        if let Some(outer) = outer {
            if let Some(reason) = self.reason_against_recursion(call, outer, true, depth) {
                self.say_not_recursive(cx, call, reason);
                self.graph.calls[call].failed = Failed::Unspecified;
                return false;
            }
            self.say(cx, |_, _| format!(" Peeling recursion with depth {depth}\n"));
        }
        let (size, time) = (self.graph.nodes[root].size, self.graph.summary(root).time);
        let how = How { may_take_over: true, updates: true, counts: true };
        self.inline_call(cx, call, how);
        let grown = size <= self.graph.nodes[root].size && time <= self.graph.summary(root).time;
        let copy = self.graph.calls[call].callee;
        let all = !grown || self.may_be_wrapper(root, size);
        self.update_callee_keys(cx, if all { root } else { copy });
        true
    }

    fn say_considered(&mut self, cx: &mut PassContext<'_>, call: CallId, badness: Sreal) {
        if !cx.dump.enabled() {
            return;
        }
        let edge = &self.graph.calls[call];
        let callee = self.graph.callee_name(cx.unit, call);
        let caller = self.graph.name(cx.unit, edge.caller);
        let size = self.graph.nodes[edge.callee].size;
        let edge = &self.graph.calls[call];
        let position = self.graph.nodes[edge.caller].function as usize;
        let loc = self.functions[position].stmt_info[edge.stmt].loc;
        let at = (!loc.is_unknown()).then(|| cx.unit.diagnostics.sources.position(loc));
        let (file, line) = at.map_or(("unknown".into(), 0), |at| (at.file.to_string(), at.line));
        let frequency = self.graph.frequency(call).to_f64();
        let mut text = format!(
            "\nConsidering {callee} with {size} size\n to be inlined into {caller} in {file}:{line}\n \
             Estimated badness is {:.6}, frequency {frequency:.2}.\n",
            badness.to_f64()
        );
        if cx.dump.details() {
            self.badness(cx.unit, call, Some(&mut text));
        }
        put!(cx.dump, "{text}");
    }

    fn say_inlined(&self, cx: &mut PassContext<'_>, call: CallId, change: i64) {
        if !cx.wants_remarks() {
            return;
        }
        let edge = &self.graph.calls[call];
        let (callee, caller) =
            (self.graph.callee_name(cx.unit, call), self.graph.name(cx.unit, edge.caller));
        let summary = self.graph.summary(self.graph.root(call));
        let size = self.graph.nodes[edge.caller].size;
        let text = format!(
            " Inlined {callee} into {caller} which now has time {:.6} and size {size}, net change of {change:+}.",
            summary.time.to_f64()
        );
        self.tell(cx, RemarkKind::Optimized, call, text);
    }

    /// Enters a call into the queue.
    fn push(&mut self, call: CallId, key: Sreal) {
        let edge = &mut self.graph.calls[call];
        edge.entry += 1;
        edge.key = Some(key);
        let entry = edge.entry;
        self.queue.push(Queued { key, number: self.next, call, entry });
        self.next += 1;
    }

    /// Drops entries from the top of the queue that count no more.
    fn least_key(&mut self) -> Option<Sreal> {
        while let Some(top) = self.queue.peek() {
            let edge = &self.graph.calls[top.call];
            if edge.entry == top.entry && edge.key.is_some() {
                return Some(top.key);
            }
            self.queue.pop();
        }
        None
    }

    fn pop(&mut self) -> Option<(CallId, Sreal)> {
        self.least_key()?;
        let top = self.queue.pop()?;
        self.graph.calls[top.call].key = None;
        Some((top.call, top.key))
    }

    /// Enters a call into the queue, or brings its key up to date if that has become less.
    fn update_key(&mut self, cx: &mut PassContext<'_>, call: CallId) {
        let badness = self.badness(cx.unit, call, None);
        let known = self.graph.calls[call].key;
        if known.is_some_and(|key| badness >= key) {
            return;
        }
        if cx.dump.details() {
            let caller = self.graph.name(cx.unit, self.graph.calls[call].caller);
            let names = format!("{caller} -> {}", self.graph.callee_name(cx.unit, call));
            let badness = badness.to_f64();
            let _ = match known {
                Some(key) => {
                    let key = key.to_f64();
                    writeln!(cx.dump, "  decreasing badness {names}, {key:.6} to {badness:.6}")
                }
                None => writeln!(cx.dump, "  enqueuing call {names}, badness {badness:.6}"),
            };
        }
        self.push(call, badness);
    }

    /// Looks at a call again.
    fn look_again(&mut self, cx: &mut PassContext<'_>, call: CallId) {
        if self.is_candidate(cx, call, false) {
            self.update_key(cx, call);
        } else if self.graph.calls[call].key.take().is_some() {
            self.say_failed(cx, call);
        }
    }

    /// Calls of a function have changed what they cost.
    fn update_caller_keys(&mut self, cx: &mut PassContext<'_>, node: NodeId) {
        if !self.graph.nodes[node].is_inlinable || !self.graph.is_there(node) {
            return;
        }
        let (last, waited) = &mut self.graph.nodes[node].around;
        if put_off(*last, waited) {
            return;
        }
        let calls: Vec<CallId> = self.graph.callers(node).collect();
        self.graph.nodes[node].around.0 = calls.len() as u32;
        for call in calls {
            self.look_again(cx, call);
        }
    }

    /// Calls in a function have changed what they gain.
    fn update_callee_keys(&mut self, cx: &mut PassContext<'_>, node: NodeId) {
        let (last, waited) = &mut self.graph.nodes[node].within;
        if put_off(*last, waited) {
            return;
        }
        let calls = self.graph.calls_within(node);
        self.graph.nodes[node].within.0 = calls.len() as u32;
        for call in calls {
            let callee = self.graph.calls[call].callee;
            if callee.is_some() && self.graph.nodes[callee].is_inlinable {
                self.look_again(cx, call);
            }
        }
    }

    /// A function is not there any more, nor are the calls in it.
    fn forget(&mut self, node: NodeId) {
        self.graph.nodes[node].is_gone = true;
        for call in self.graph.calls_within(node) {
            self.graph.unlink(call);
            let edge = &mut self.graph.calls[call];
            (edge.callee, edge.failed, edge.key) = (NodeId::NONE, Failed::NoBody, None);
        }
    }

    /// Forgets what nothing calls any more, and code that is in another unit: calls of that are inlined now or never.
    fn remove_unreachable(&mut self, cx: &mut PassContext<'_>) {
        let kept = |node: &NodeId| !self.graph.nodes[*node].is_local && self.graph.is_there(*node);
        let mut work: Vec<NodeId> = self.graph.functions.iter().copied().filter(kept).collect();
        let mut reached: FxHashSet<NodeId> = work.iter().copied().collect();
        while let Some(node) = work.pop() {
            for call in self.graph.calls_within(node) {
                let callee = self.graph.calls[call].callee;
                if callee.is_some() && reached.insert(callee) {
                    work.push(callee);
                }
            }
        }
        let mut forgotten = Vec::new();
        for node in self.graph.functions.clone() {
            let gone = !reached.contains(&node) || self.graph.nodes[node].is_elsewhere;
            if self.graph.is_there(node) && gone {
                forgotten.push(self.graph.nodes[node].decl);
                self.forget(node);
                for call in self.graph.callers(node).collect::<Vec<_>>() {
                    self.graph.calls[call].failed = Failed::NoBody;
                }
            }
        }
        remove_symbols::say_gone(cx, &forgotten, &[]);
    }

    /// Inlines all calls of functions where that does not make the unit larger, those that matter first.
    fn inline_all_calls(&mut self, cx: &mut PassContext<'_>) {
        self.say(cx, |_, _| {
            "\nDeciding on functions to be inlined into all callers and removing useless speculations:\n"
                .to_owned()
        });
        for cold in [false, true] {
            for node in self.graph.functions.clone() {
                if self.wants_all(cx.unit, node, cold) {
                    self.inline_to_all_callers(cx, node);
                }
            }
        }
    }

    fn inline_to_all_callers(&mut self, cx: &mut PassContext<'_>, node: NodeId) {
        let mut left = self.graph.callers(node).count();
        let mut changed = Vec::new();
        while let Some(call) = self.graph.first_caller(node) {
            let possible = self.may_inline(cx.unit, call)
                && self.fits(cx.unit, call)
                && !self.graph.is_recursive(call);
            if !possible || left == 0 {
                let why = if possible { "New calls" } else { "Uninlinable call" };
                self.say(cx, |_, _| format!("{why} found; giving up.\n"));
                break;
            }
            left -= 1;
            let (caller, root) = (self.graph.calls[call].caller, self.graph.root(call));
            self.say(cx, |graph, unit| {
                let (callee, size) = (graph.name(unit, node), graph.nodes[node].size);
                let (into, insns) = (graph.name(unit, caller), graph.nodes[caller].size);
                format!(
                    "\nInlining {callee} size {size}.\n Called once from {into} {insns} insns.\n"
                )
            });
            self.inline_call(cx, call, How { may_take_over: true, updates: false, counts: false });
            changed.push(root);
            self.say(cx, |graph, unit| {
                let (into, insns) = (graph.name(unit, caller), graph.nodes[caller].size);
                format!(" Inlined into {into} which now has {insns} size\n")
            });
        }
        changed.sort_unstable();
        changed.dedup();
        for root in changed {
            self.update(root);
        }
    }

    /// Numbers the cycles of calls that more than one function is in, from 1 on (Tarjan's algorithm, with a stack of its own).
    fn number_cycles(&mut self) {
        let count = self.graph.nodes.len();
        let (mut index, mut low) = (vec![u32::MAX; count], vec![0u32; count]);
        let (mut open, mut is_open, mut next, mut cycles) = (Vec::new(), vec![false; count], 0, 0);
        for start in self.graph.nodes.keys().collect::<Vec<_>>() {
            if index[start.0 as usize] != u32::MAX {
                continue;
            }
            let mut stack = vec![(start, 0usize)];
            while let Some((node, at)) = stack.last_mut() {
                let (node, here) = (*node, node.0 as usize);
                if *at == 0 {
                    (index[here], low[here]) = (next, next);
                    next += 1;
                    open.push(node);
                    is_open[here] = true;
                }
                let Some(&call) = self.graph.nodes[node].callees.get(*at) else {
                    stack.pop();
                    if let Some((caller, _)) = stack.last() {
                        let caller = caller.0 as usize;
                        low[caller] = low[caller].min(low[here]);
                    }
                    if low[here] == index[here] {
                        let from = open.iter().rposition(|&it| it == node).unwrap_or(0);
                        let cycle: Vec<NodeId> = open.drain(from..).collect();
                        cycles += u32::from(cycle.len() > 1);
                        for &member in &cycle {
                            is_open[member.0 as usize] = false;
                            self.graph.nodes[member].cycle =
                                if cycle.len() > 1 { cycles } else { 0 };
                        }
                    }
                    continue;
                };
                *at += 1;
                let callee = self.graph.calls[call].callee;
                if callee.is_none() || !self.graph.nodes[callee].binds_to_current_def {
                    continue;
                }
                let there = callee.0 as usize;
                if index[there] == u32::MAX {
                    stack.push((callee, 0));
                } else if is_open[there] {
                    low[here] = low[here].min(index[there]);
                }
            }
        }
    }
}
