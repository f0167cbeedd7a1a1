//! Functions that call themselves: copies of the function within itself (`recursive_inlining`).
//!
//! ```text
//! int f (int n) { return n < 2 ? n : f (n - 1) + f (n - 2); }     the first call becomes a copy of f, and the
//!                                                                 first call in that another
//! ```

use super::clone::How;
use super::graph::{CallId, NodeId};
use super::limits::{RECURSIVE_DEPTH, RECURSIVE_INSNS, RECURSIVE_PROBABILITY};
use super::{Inliner, Queued};
use gimple::pass::PassContext;
use gimple::remark::RemarkKind;
use gimple::unit::Unit;
use std::collections::BinaryHeap;
use tree_ssa::profile::sreal::Sreal;

impl Inliner<'_> {
    /// Why another copy of a function within itself, the `depth`th, is not worth it. `peels` where the outermost is within
    /// another function.
    pub fn reason_against_recursion(
        &self,
        call: CallId,
        outer: NodeId,
        peels: bool,
        depth: u32,
    ) -> Option<&'static str> {
        let outer = &self.graph.nodes[outer];
        let frequency = self.graph.frequency(call);
        let of_outer = outer.inlined_for.expand().map(|call| self.graph.frequency(call));
        let around = of_outer.unwrap_or(Sreal::ONE);
        if !self.is_hot(call) {
            return Some("recursive call is cold");
        }
        if depth > RECURSIVE_DEPTH {
            return Some("--param max-inline-recursive-depth exceeded.");
        }
        if around == Sreal::ZERO {
            return Some("caller frequency is 0");
        }
        if peels {
            let one = Sreal::ONE;
            let mut most = one - one / Sreal::from(i64::from(RECURSIVE_DEPTH));
            for _ in 1..depth {
                most = most * most;
            }
            return (frequency >= most * around)
                .then_some("frequency of recursive call is too large");
        }
        let seldom = frequency * Sreal::from(100) <= around * Sreal::from(RECURSIVE_PROBABILITY);
        seldom.then_some("frequency of recursive call is too small")
    }

    /// Says why a function is not inlined into itself.
    pub fn say_not_recursive(&self, cx: &mut PassContext<'_>, call: CallId, reason: &str) {
        let text = format!("   not inlining recursively: {reason}");
        self.tell(cx, RemarkKind::Missed, call, text);
    }

    /// The calls of a function in some copy of it, entered into a queue, those made most often first.
    fn recursive_calls(
        &self,
        function: NodeId,
        within: NodeId,
        queue: &mut BinaryHeap<Queued>,
        next: &mut u32,
    ) {
        let decl = self.graph.nodes[function].decl;
        for call in self.graph.calls_within(within) {
            let callee = self.graph.calls[call].callee;
            if callee.is_some() && self.graph.nodes[callee].decl == decl {
                let key = Sreal::ZERO - self.graph.frequency(call);
                queue.push(Queued { key, number: *next, call, entry: 0 });
                *next += 1;
            }
        }
    }

    /// Makes a call be one of another copy of the same function.
    fn redirect(&mut self, call: CallId, to: NodeId) {
        self.graph.unlink(call);
        self.graph.calls[call].callee = to;
        self.graph.calls[call].estimate = None;
        self.graph.link(call);
    }

    /// Inlines a function into itself, as long as that is worth it. Returns whether anything has been.
    pub fn inline_recursively(&mut self, cx: &mut PassContext<'_>, call: CallId) -> bool {
        let node = self.graph.root(call);
        if self.size_with(cx.unit, node, call) >= RECURSIVE_INSNS {
            return false;
        }
        let (mut queue, mut next) = (BinaryHeap::new(), 0);
        self.recursive_calls(node, node, &mut queue, &mut next);
        if queue.is_empty() {
            return false;
        }
        self.say(cx, |graph, unit| {
            format!("  Performing recursive inlining on {}\n", graph.name(unit, node))
        });
        let (mut master, mut count) = (NodeId::NONE, 0);
        while let Some(Queued { call: current, .. }) = queue.pop() {
            if !self.may_inline(cx.unit, current) || !self.fits(cx.unit, current) {
                continue;
            }
            let original = self.graph.calls[current].callee;
            if master.is_some() {
                self.redirect(current, master);
            }
            if self.size_with(cx.unit, node, current) > RECURSIVE_INSNS {
                self.redirect(current, original);
                queue.push(Queued { key: Sreal::ZERO, number: 0, call: current, entry: 0 });
                break;
            }
            let depth = self.depth_of(cx.unit, current);
            if let Some(reason) = self.reason_against_recursion(current, node, false, depth) {
                self.say_not_recursive(cx, current, reason);
                self.redirect(current, original);
                continue;
            }
            self.say(cx, |graph, _| {
                let often = graph.frequency(current).to_f64();
                format!(
                    "   Inlining call of depth {depth} called approx. {often:.2} times per call\n"
                )
            });
            if master.is_none() {
                master = self.master_copy(node);
                self.redirect(current, master);
            }
            let how = How { may_take_over: false, updates: true, counts: true };
            self.inline_call(cx, current, how);
            let copy = self.graph.calls[current].callee;
            self.recursive_calls(node, copy, &mut queue, &mut next);
            count += 1;
        }
        if !queue.is_empty() {
            self.say(cx, |_, _| "    Recursive inlining growth limit met.\n".to_owned());
        }
        if master.is_none() {
            return false;
        }
        self.end_recursion(cx, call, (node, master), count);
        true
    }

    fn depth_of(&self, unit: &Unit, call: CallId) -> u32 {
        debug_assert!(self.graph.is_recursive(call), "{}", self.graph.callee_name(unit, call));
        let (mut at, mut depth) = (self.graph.calls[call].caller, 1);
        while self.graph.nodes[at].root != at {
            at = self.graph.calls[self.graph.nodes[at].inlined_for].caller;
            depth += 1;
        }
        depth
    }

    /// The function as it is now, to make copies of.
    fn master_copy(&mut self, node: NodeId) -> NodeId {
        let master = NodeId(self.graph.nodes.len() as u32);
        let copied = self.copy(node, CallId::NONE, master);
        let summary = self.graph.nodes[node].summary.clone();
        self.graph.nodes[copied].summary = summary;
        copied
    }

    /// Tells what has been done, and lets the calls of the master copy be.
    fn end_recursion(
        &mut self,
        cx: &mut PassContext<'_>,
        call: CallId,
        (node, master): (NodeId, NodeId),
        count: u32,
    ) {
        let graph = &self.graph;
        let (before, after) = (graph.summary(master), graph.summary(node));
        let text = format!(
            "\n   Inlined {count} times, body grown from size {} to {}, time {:.6} to {:.6}",
            before.size,
            after.size,
            before.time.to_f64(),
            after.time.to_f64()
        );
        self.tell(cx, RemarkKind::Note, call, text);
        self.forget(master);
        let left: Vec<CallId> = self.graph.callers(master).collect();
        for call in left {
            self.redirect(call, node);
        }
    }
}
