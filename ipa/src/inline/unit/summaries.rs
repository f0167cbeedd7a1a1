//! The summaries of all functions, as the dump shows them before anything is decided and when all is.

use super::Inliner;
use super::graph::{CallId, Failed, NodeId};
use crate::summary::Passed;
use crate::summary_text::{CallText, Head, of_call, of_function, of_inlined};
use crate::symbol_text::{self, CallEntry, Known, Table};
use dumps::put;
use gimple::pass::PassContext;
use gimple::unit::Unit;
use std::collections::BTreeMap;
use std::fmt::Write;
use tree_ssa::profile::sreal::Sreal;

impl Inliner<'_> {
    /// Shows the summaries of functions that are there, the last of the symbol table first.
    pub fn say_summaries(&self, cx: &mut PassContext<'_>) {
        if !cx.dump.enabled() {
            return;
        }
        for &node in &self.graph.functions {
            if self.graph.is_there(node) {
                let text = self.summary_text(cx.unit, node);
                self.say(cx, |_, _| text);
            }
        }
    }

    fn summary_text(&self, unit: &Unit, node: NodeId) -> String {
        let data = &self.graph.nodes[node];
        let summary = self.graph.summary(node);
        let head = Head {
            name: self.graph.name(unit, node),
            required: unit.disregards_inline_limits(data.decl),
            inlinable: data.is_inlinable,
            floating: false,
            least: summary.least,
            sizes: (data.self_size, data.size),
            stack: (data.self_stack, data.stack),
        };
        let mut text = of_function(unit, summary, &head);
        let mut work = vec![self.listed(node).into_iter()];
        while let Some(calls) = work.last_mut() {
            let Some(call) = calls.next() else {
                work.pop();
                continue;
            };
            let indent = 2 + 2 * work.len();
            let edge = &self.graph.calls[call];
            if edge.is_inlined {
                let frequency = self.graph.frequency(call).to_f64();
                let frame = self.frame_of(edge.callee);
                text += &of_inlined(indent, &self.graph.callee_name(unit, call), frequency, frame);
                work.push(self.listed(edge.callee).into_iter());
            } else {
                text += &self.call_text(unit, node, call, indent);
            }
        }
        text + "\n"
    }

    /// The calls in a function or a copy as dumps list them: those of functions first.
    fn listed(&self, node: NodeId) -> Vec<CallId> {
        let calls = self.graph.nodes[node].callees.iter().copied();
        let there = calls.filter(|&call| !self.graph.calls[call].is_unreachable);
        let (direct, indirect): (Vec<_>, Vec<_>) =
            there.partition(|&call| self.graph.calls[call].decl.is_some());
        [direct, indirect].concat()
    }

    fn call_text(&self, unit: &Unit, node: NodeId, call: CallId, indent: usize) -> String {
        let edge = &self.graph.calls[call];
        let callee = edge.callee.expand().map(|callee| &self.graph.nodes[callee]);
        of_call(
            unit,
            &self.graph.summary(node).conditions,
            &CallText {
                indent,
                callee: edge.decl.map(|_| self.graph.callee_name(unit, call)),
                state: edge.failed.text(),
                frequency: self.graph.frequency(call).to_f64(),
                depth: edge.loop_depth,
                size: edge.size,
                time: edge.time,
                of_callee: callee.map(|callee| (callee.size, callee.stack)),
                executed: &edge.executed,
                args: &edge.args,
                harmless: &[],
            },
        )
    }

    /// Shows how many calls are not inlined for each reason, and how often they are made in all.
    pub fn say_failures(&self, cx: &mut PassContext<'_>) {
        let graph = &self.graph;
        let there = graph.nodes.keys().filter(|&id| graph.is_there(graph.nodes[id].root));
        let calls = there.flat_map(|id| self.listed(id));
        let mut by_reason: BTreeMap<Failed, (u32, Sreal)> = BTreeMap::new();
        for call in calls.filter(|&call| graph.calls[call].decl.is_some()) {
            if !graph.calls[call].is_inlined {
                let sum = by_reason.entry(graph.calls[call].failed).or_default();
                *sum = (sum.0 + 1, sum.1 + graph.frequency(call));
            }
        }
        self.say(cx, |_, _| {
            let line = |(reason, (calls, times)): (&Failed, &(u32, Sreal))| {
                let times = times.to_f64();
                format!("{:<50}: {calls:8} calls, {times:8.6} freq, 0 count\n", reason.text())
            };
            let lines: String = by_reason.iter().map(line).collect();
            format!("\nWhy inlining failed?\n{lines}")
        });
    }

    /// Shows the functions and the copies of them, what was made last first.
    pub fn say_symbols(&self, cx: &mut PassContext<'_>) {
        if !cx.dump.enabled() {
            return;
        }
        let graph = &self.graph;
        let is_there = |&id: &NodeId| graph.is_there(graph.nodes[id].root);
        let mut all: Vec<NodeId> = graph.nodes.keys().filter(is_there).collect();
        all.sort_by_key(|&id| std::cmp::Reverse(graph.nodes[id].order));
        let symbols: Vec<Known> = all.iter().map(|&id| self.symbol(cx.unit, id)).collect();
        let text = Table::of(cx.unit, cx.options, self.functions).text(&symbols, &[]);
        put!(cx.dump, "{text}");
    }

    fn symbol(&self, unit: &Unit, id: NodeId) -> Known {
        let graph = &self.graph;
        let node = &graph.nodes[id];
        let entry = |call: CallId, other: String| {
            let edge = &graph.calls[call];
            symbol_text::of_call(&CallEntry {
                other,
                inlined: edge.is_inlined,
                was_indirect: edge.decl.is_some() && edge.pointer != Passed::Unknown,
                count: edge.count,
                frequency: graph.frequency(call).to_f64(),
            })
        };
        let by = |call: CallId| entry(call, graph.name(unit, graph.calls[call].caller));
        let original = graph.by_decl.get(&node.decl).filter(|&&original| original != id);
        let calls = self.listed(id).into_iter().filter(|&call| graph.calls[call].decl.is_some());
        Known {
            decl: node.decl,
            order: node.order,
            inline_copy_in: (node.root != id).then(|| graph.name(unit, node.root)),
            clone_of: original.map(|&original| graph.name(unit, original)),
            called_by: match node.inlined_for.expand() {
                Some(call) => by(call),
                None => graph.callers(id).map(by).collect(),
            },
            calls: calls.map(|call| entry(call, graph.callee_name(unit, call))).collect(),
        }
    }
}
