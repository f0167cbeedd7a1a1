//! The summaries of all functions, as the dump shows them before anything is decided and when all is.

use super::Inliner;
use super::graph::{CallId, NodeId};
use crate::ipa::summary_text::{CallText, Head, of_call, of_function};
use gimple::pass::PassContext;
use gimple::unit::Unit;

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
            inlinable: data.is_inlinable,
            sizes: (data.self_size, data.size),
            stack: (data.self_stack, data.stack),
        };
        let mut text = of_function(unit, summary, &head);
        for call in self.graph.calls_within(node) {
            text += &self.call_text(unit, node, call);
        }
        text + "\n"
    }

    fn call_text(&self, unit: &Unit, node: NodeId, call: CallId) -> String {
        let edge = &self.graph.calls[call];
        let callee = edge.callee.expand().map(|callee| &self.graph.nodes[callee]);
        of_call(
            unit,
            &self.graph.summary(node).conditions,
            &CallText {
                callee: self.graph.callee_name(unit, call),
                state: edge.failed.text(),
                frequency: self.graph.frequency(call).to_f64(),
                depth: edge.loop_depth,
                size: edge.size,
                time: edge.time,
                of_callee: callee.map(|callee| (callee.size, callee.stack)),
                executed: &edge.executed,
                args: &edge.args,
            },
        )
    }
}
