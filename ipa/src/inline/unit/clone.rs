//! Taking the decision to inline a call: the function becomes a copy within the caller (`inline_call`), and what is known of
//! it becomes known of the caller (`ipa_merge_fn_summary_after_inlining`).
//!
//! ```text
//! h: f (3);   f: if (op0 > 0) g (op0);      =>    h: f' ;   f': g (3), which is as far as h's summary goes
//! ```

use super::Inliner;
use super::graph::{Call, CallId, Failed, Node, NodeId};
use crate::passed_parts::{self, PassedParts};
use crate::predicate::Predicate;
use crate::summary::{ALWAYS, Argument, Mapping, Passed};
use dumps::putln;
use gimple::decl::DeclId;
use gimple::pass::PassContext;
use gimple::remark::RemarkKind;
use gimple::unit::Frequency;
use smallvec::SmallVec;
use std::fmt::Write;
use tree_ssa::edit::cfg_edit::count_in_copy;
use tree_ssa::profile::sreal::Sreal;

/// How a call is inlined.
#[derive(Clone, Copy)]
pub struct How {
    /// The function itself may become the copy if nothing else calls it.
    pub may_take_over: bool,
    /// The caller's size and time are computed anew at once.
    pub updates: bool,
    /// The size of the unit is kept.
    pub counts: bool,
}

impl Inliner<'_> {
    /// Whether a function counts to the size of the unit.
    pub fn counts(&self, node: NodeId) -> bool {
        let node = &self.graph.nodes[node];
        !node.is_elsewhere && !node.limits.optimize_size && node.frequency != Frequency::Unlikely
    }

    /// Inlines a call. Takes a time linear in the copies made and the calls in them.
    pub fn inline_call(&mut self, cx: &mut PassContext<'_>, call: CallId, how: How) {
        let (root, callee) = (self.graph.root(call), self.graph.calls[call].callee);
        let before = self.graph.nodes[root].size;
        let growth = self.growth(cx.unit, call);
        self.graph.unlink(call);
        let summary = self.graph.nodes[callee].summary.take();
        let data = &self.graph.nodes[callee];
        let last = data.first_caller.is_none() && data.is_local && how.may_take_over;
        let stack = data.stack;
        let copy = if last {
            if self.counts(callee) {
                if how.counts {
                    self.overall -= self.graph.nodes[callee].size;
                }
                self.eliminated += 1;
            }
            let count = self.graph.calls[call].count;
            self.take_over(callee, root, count);
            callee
        } else {
            self.copy(callee, call, root)
        };
        let edge = &mut self.graph.calls[call];
        (edge.callee, edge.is_inlined, edge.key) = (copy, true, None);
        self.graph.nodes[copy].inlined_for = call;
        let Some(summary) = summary else { return };
        self.merge(cx, call, &summary);
        if !last {
            self.graph.nodes[callee].summary = Some(summary);
        }
        let offset = self.stack_around(copy);
        let node = &mut self.graph.nodes[root];
        node.stack = node.stack.max(offset.saturating_add(stack));
        node.version += 1;
        if how.updates {
            self.update(root);
        } else {
            node.size += growth;
        }
        if how.counts && self.counts(root) {
            self.overall += self.graph.nodes[root].size - before;
        }
        self.inlined += 1;
    }

    /// Computes size and time of a function anew.
    pub fn update(&mut self, root: NodeId) {
        let node = &mut self.graph.nodes[root];
        if let Some(summary) = node.summary.as_deref_mut() {
            summary.update();
            node.size = summary.size;
        }
        node.version += 1;
    }

    /// Where the frame of a copy begins, and how large it is.
    pub fn frame_of(&self, copy: NodeId) -> (u64, u64) {
        (self.stack_around(copy), self.graph.nodes[copy].self_stack)
    }

    fn stack_around(&self, copy: NodeId) -> u64 {
        let (mut at, mut stack) = (copy, 0u64);
        while self.graph.nodes[at].root != at {
            at = self.graph.calls[self.graph.nodes[at].inlined_for].caller;
            stack = stack.saturating_add(self.graph.nodes[at].self_stack);
        }
        stack
    }

    /// The function itself becomes the copy, with the copies in it.
    fn take_over(&mut self, node: NodeId, root: NodeId, count: u64) {
        let from = self.graph.nodes[node].count;
        let mut work = vec![node];
        while let Some(node) = work.pop() {
            let data = &mut self.graph.nodes[node];
            data.root = root;
            data.count = count_in_copy(data.count, count, from);
            for &call in &data.callees {
                let edge = &mut self.graph.calls[call];
                edge.count = count_in_copy(edge.count, count, from);
                if edge.is_inlined {
                    work.push(edge.callee);
                }
            }
        }
    }

    /// Makes a copy of a function, with the copies in it. Calls come out in the opposite order, as in GCC.
    pub fn copy(&mut self, original: NodeId, call: CallId, root: NodeId) -> NodeId {
        let count =
            self.graph.calls.get(call).map_or(self.graph.nodes[original].count, |c| c.count);
        let from = self.graph.nodes[original].count;
        let top = self.copy_node(original, root, call);
        self.graph.nodes[top].count = count;
        let mut work = vec![(original, top)];
        while let Some((old, new)) = work.pop() {
            for index in 0..self.graph.nodes[old].callees.len() {
                let id = self.graph.nodes[old].callees[index];
                let mut edge: Call = self.graph.calls[id].clone();
                (edge.caller, edge.key, edge.entry, edge.estimate) = (new, None, 0, None);
                edge.count = count_in_copy(edge.count, count, from);
                let (inlined, callee, edge_count) = (edge.is_inlined, edge.callee, edge.count);
                let copied = self.graph.calls.push(edge);
                self.graph.nodes[new].callees.push(copied);
                if inlined {
                    let within = self.copy_node(callee, root, copied);
                    self.graph.nodes[within].count = edge_count;
                    self.graph.calls[copied].callee = within;
                    work.push((callee, within));
                } else {
                    self.graph.link(copied);
                }
            }
            self.graph.nodes[new].callees.reverse();
        }
        top
    }

    fn copy_node(&mut self, original: NodeId, root: NodeId, inlined_for: CallId) -> NodeId {
        let order = self.graph.next_order;
        self.graph.next_order += 1;
        let data = &self.graph.nodes[original];
        let node = Node {
            order,
            root,
            inlined_for,
            callees: Vec::with_capacity(data.callees.len()),
            indirect: Vec::new(),
            first_caller: CallId::NONE,
            within: (0, 0),
            around: (0, 0),
            summary: None,
            version: 0,
            ..*data
        };
        self.graph.nodes.push(node)
    }

    /// Adds to the caller's summary what is inlined for a call.
    fn merge(
        &mut self,
        cx: &mut PassContext<'_>,
        call: CallId,
        callee: &crate::summary::FnSummary,
    ) {
        let root = self.graph.root(call);
        let frequency = self.graph.frequency(call);
        let edge = &self.graph.calls[call];
        let (executed, args, depth) = (edge.executed, edge.args.clone(), edge.loop_depth);
        let (parts, ranges) = (edge.parts.clone(), edge.ranges.clone());
        let cost = (edge.size, edge.time);
        let possible = callee.possible_for(cx.unit, &args, (&parts, &ranges)).changed;
        let mapping = Mapping { callee: &callee.conditions, args: &args, possible, executed };
        let Some(mut summary) = self.graph.nodes[root].summary.take() else { return };
        let dump = &mut cx.dump;
        summary.merge(callee, &mapping, frequency, &mut |often, (size, time)| {
            if dump.details() {
                if often != ALWAYS {
                    let share = f64::from(often) / f64::from(ALWAYS);
                    putln!(dump, "\t\tScaling time by probability:{share:.6}");
                }
                let size = size as f64 / 2.0;
                putln!(dump, "\t\tAccounting size:{size:.2}, time:{:.2}", time.to_f64());
            }
        });
        let time = Sreal::from(cost.1) * frequency;
        summary.account_call((-2 * cost.0, Sreal::ZERO - time), executed);
        self.update_frequencies(self.graph.calls[call].callee);
        let mut made_direct = Vec::new();
        for within in self.graph.calls_within(self.graph.calls[call].callee) {
            let edge = &mut self.graph.calls[within];
            edge.loop_depth += depth;
            edge.estimate = None;
            edge.executed = mapping.predicate(&mut summary.conditions, &edge.executed);
            let own: SmallVec<[Passed; 4]> = edge.args.iter().map(|arg| arg.passed).collect();
            let outer =
                |index: u32| args.get(index as usize).map_or(Passed::Unknown, |it| it.passed);
            edge.parts = passed_parts::passed_on(&edge.parts, &own, &outer, &parts);
            edge.args.iter_mut().for_each(|arg| pass_on(arg, &args));
            if self.resolve(cx, within, root, (&args, &parts)) {
                made_direct.push(within);
            }
            let edge = &self.graph.calls[within];
            if edge.executed.is_false() {
                self.make_unreachable(within);
                continue;
            }
            let edge = &self.graph.calls[within];
            if edge.size != 0 {
                let (size, executed) = (2 * edge.size, edge.executed);
                let time = Sreal::from(edge.time) * self.graph.frequency(within);
                summary.account_call((size, time), executed);
            }
        }
        self.graph.nodes[root].summary = Some(summary);
        self.graph.put_first(&made_direct);
        self.made_direct.extend(made_direct);
    }

    /// Finds out where a call goes that goes through a pointer, within a copy whose function is passed these arguments.
    /// Returns whether it is a call of a known function now.
    fn resolve(
        &mut self,
        cx: &mut PassContext<'_>,
        call: CallId,
        root: NodeId,
        (args, parts): (&[Argument], &PassedParts),
    ) -> bool {
        if self.graph.calls[call].decl.is_some() || !self.graph.nodes[root].limits.converts {
            return false;
        }
        let Some(target) = self.graph.target(cx.unit, call, (args, parts)) else {
            let pointer = &mut self.graph.calls[call].pointer;
            *pointer = passed_on(*pointer, args, parts);
            self.graph.note_indirect(root, call);
            return false;
        };
        self.say_direct(cx, call, target);
        self.graph.make_direct(call, target);
        true
    }

    fn say_direct(&self, cx: &mut PassContext<'_>, call: CallId, target: DeclId) {
        if !cx.wants_remarks() {
            return;
        }
        let edge = &self.graph.calls[call];
        let caller = self.graph.name(cx.unit, edge.caller);
        let target = crate::inline::node_name(cx.unit, target);
        if cx.dump.details() {
            let f = &self.functions[self.graph.nodes[edge.caller].function as usize];
            let stmt = tree_ssa::dump_text::stmt(cx.unit, f, edge.stmt);
            let what = "ipa-prop: Discovered an indirect call to a known target";
            putln!(cx.dump, "{what} ({caller} -> {target}), for stmt {stmt}");
        }
        let text = format!("converting indirect call in {caller} to direct call to {target}");
        self.tell(cx, RemarkKind::Optimized, call, text);
    }

    /// Copies are executed no more often than what they are in (`ipa_propagate_frequency`).
    fn update_frequencies(&mut self, copy: NodeId) {
        let mut work = vec![copy];
        while let Some(node) = work.pop() {
            let data = &self.graph.nodes[node];
            let edge = &self.graph.calls[data.inlined_for];
            let around = self.graph.nodes[edge.caller].frequency;
            let settled = matches!(data.frequency, Frequency::Hot | Frequency::Unlikely);
            if !settled {
                let new = match around {
                    Frequency::Unlikely => Frequency::Unlikely,
                    Frequency::Once if edge.loop_depth == 0 => Frequency::Once,
                    _ => data.frequency,
                };
                self.graph.nodes[node].frequency = new;
            }
            let data = &self.graph.nodes[node];
            let inlined = data.callees.iter().map(|&call| &self.graph.calls[call]);
            work.extend(inlined.filter(|edge| edge.is_inlined).map(|edge| edge.callee));
        }
    }

    /// Notes that a call is never made.
    fn make_unreachable(&mut self, call: CallId) {
        self.graph.unlink(call);
        let edge = &mut self.graph.calls[call];
        (edge.size, edge.time, edge.count) = (0, 0, 0);
        (edge.callee, edge.decl) = (NodeId::NONE, None);
        (edge.failed, edge.is_unreachable, edge.key) = (Failed::NoBody, true, None);
        edge.executed = Predicate::never();
    }
}

/// An argument in terms of what the function it is passed in was passed itself.
fn pass_on(arg: &mut Argument, outer: &[Argument]) {
    let (Passed::Parameter { index, .. } | Passed::Ancestor { index, .. }) = arg.passed else {
        return;
    };
    arg.passed = passed_on(arg.passed, outer, &None);
    let Some(passed) = outer.get(index as usize) else { return };
    let both = (u64::from(arg.change) * u64::from(passed.change) + u64::from(ALWAYS) / 2)
        / u64::from(ALWAYS);
    let never = arg.change == 0 || passed.change == 0;
    arg.change = if never { 0 } else { both.max(1) as u32 };
}

/// What is passed in terms of what the function with the call was passed (`update_jump_functions_after_inlining`).
fn passed_on(passed: Passed, outer: &[Argument], parts: &PassedParts) -> Passed {
    let of_outer = |index: u32| outer.get(index as usize).map_or(Passed::Unknown, |it| it.passed);
    match passed {
        Passed::Parameter { index, preserved } => of_outer(index).at(0, preserved),
        Passed::Ancestor { index, offset, preserved } => of_outer(index).at(offset, preserved),
        Passed::Loaded { index, part } => {
            let mut known = parts.iter().flat_map(|parts| parts.iter());
            match known.find(|it| it.param == index && it.part == part) {
                Some(it) => it.value,
                None => passed_parts::loaded(of_outer(index), part),
            }
        }
        _ => passed,
    }
}
