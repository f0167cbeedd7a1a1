//! Whether a call may be inlined, and whether it is worth it (`can_inline_edge_p`, `want_inline_small_function_p`,
//! `want_inline_function_to_all_callers_p`).

use super::Inliner;
use super::estimates::hint;
use super::graph::{CallId, Failed, NodeId};
use super::limits::{FRAME_GROWTH, LARGE_FRAME, LARGE_FUNCTION, ONCE_INSNS, ONCE_LOOP_DEPTH};
use crate::inline::copy::{Signature, call_fits};
use crate::inline::options_fit;
use gimple::pass::PassContext;
use gimple::remark::RemarkKind;
use gimple::stmt::{StmtFlags, StmtKind};
use gimple::unit::Unit;

impl Inliner<'_> {
    /// Whether a call may be, and is worth being, inlined among the small functions. With `say`, the user hears why not.
    pub fn is_candidate(&mut self, cx: &mut PassContext<'_>, call: CallId, say: bool) -> bool {
        let unit = &*cx.unit;
        let wanted = self.may_inline(unit, call) && self.wants(unit, call) && self.fits(unit, call);
        if !wanted && say {
            self.say_failed(cx, call);
        }
        wanted
    }

    /// Says why a call is not inlined.
    pub fn say_failed(&self, cx: &mut PassContext<'_>, call: CallId) {
        let edge = &self.graph.calls[call];
        if edge.decl.is_none() || edge.is_unreachable || !cx.wants_remarks() {
            return;
        }
        let caller = self.graph.name(cx.unit, edge.caller);
        let callee = self.graph.callee_name(cx.unit, call);
        let text = format!("  not inlinable: {caller} -> {callee}, {}", edge.failed.text());
        self.tell(cx, RemarkKind::Missed, call, text);
    }

    /// Whether a call can be inlined at all.
    pub fn may_inline(&mut self, unit: &Unit, call: CallId) -> bool {
        let edge = &self.graph.calls[call];
        if edge.failed.is_final() {
            return false;
        }
        if !edge.is_checked {
            self.graph.calls[call].is_checked = true;
            if let Some(failed) = self.reason_against(unit, call) {
                self.graph.calls[call].failed = failed;
                return false;
            }
        }
        true
    }

    fn reason_against(&self, unit: &Unit, call: CallId) -> Option<Failed> {
        let edge = &self.graph.calls[call];
        let callee = &self.graph.nodes[edge.callee];
        let caller = &self.graph.nodes[edge.caller];
        let root = &self.graph.nodes[caller.root];
        let f = &self.functions[caller.function as usize];
        let body = &self.functions[callee.function as usize];
        let StmtKind::Call(stmt) = &f.stmts[edge.stmt].kind else { return Some(Failed::Mismatch) };
        let params = &body.params;
        let signature = Signature { decl: callee.decl, params, static_chain: body.static_chain };
        let reasons = [
            (!callee.binds_to_current_def, Failed::Overwritable),
            (f.stmts[edge.stmt].has(StmtFlags::CANNOT_INLINE), Failed::Mismatch),
            (!callee.is_inlinable, Failed::NotInlinable),
            (root.limits.is_fixed, Failed::CallerFixed),
            (!root.limits.inlines && !callee.always_inline, Failed::NotOptimized),
            (
                !options_fit(
                    self.options,
                    unit,
                    &self.functions[root.function as usize],
                    callee.decl,
                    &body.options,
                ),
                Failed::OtherOptions,
            ),
        ];
        let reason = reasons.iter().find(|it| it.0).map(|it| it.1);
        reason.or_else(|| (!call_fits(unit, f, stmt, &signature)).then_some(Failed::Mismatch))
    }

    /// Whether the function a call is in does not become too large (`caller_growth_limits`).
    pub fn fits(&mut self, unit: &Unit, call: CallId) -> bool {
        let edge = &self.graph.calls[call];
        let (callee, mut at) = (edge.callee, edge.caller);
        if self.graph.nodes[callee].always_inline {
            return true;
        }
        let (mut size, mut stack, mut offset) = (0, 0, 0u64);
        loop {
            let node = &self.graph.nodes[at];
            size = size.max(node.self_size);
            stack = stack.max(node.self_stack);
            offset = offset.saturating_add(node.self_stack);
            if node.root == at {
                break;
            }
            at = self.graph.calls[node.inlined_for].caller;
        }
        let new_size = self.size_with(unit, at, call);
        let callee = &self.graph.nodes[callee];
        let limit = 2 * size.max(callee.self_size);
        if new_size >= callee.size && new_size > LARGE_FUNCTION && new_size > limit {
            self.graph.calls[call].failed = Failed::FunctionGrowth;
            return false;
        }
        let new_stack = offset.saturating_add(callee.stack);
        if callee.stack != 0
            && new_stack > stack.saturating_mul(1 + FRAME_GROWTH)
            && new_stack > self.graph.nodes[at].stack
            && new_stack > LARGE_FRAME
        {
            self.graph.calls[call].failed = Failed::StackGrowth;
            return false;
        }
        true
    }

    /// Whether inlining a call is worth it for itself.
    pub fn wants(&mut self, unit: &Unit, call: CallId) -> bool {
        match self.reason_against_small(unit, call) {
            Some(failed) => {
                self.graph.calls[call].failed = failed;
                false
            }
            None => true,
        }
    }

    fn reason_against_small(&mut self, unit: &Unit, call: CallId) -> Option<Failed> {
        let edge = &self.graph.calls[call];
        let (id, size) = (edge.callee, edge.size);
        let callee = &self.graph.nodes[id];
        let limits = self.graph.nodes[self.graph.nodes[edge.caller].root].limits;
        if edge.failed.is_final() {
            return Some(edge.failed);
        }
        if callee.always_inline {
            return None;
        }
        let declared = callee.declared_inline;
        if !declared && !limits.is_small_inlined {
            return Some(Failed::NoCandidate);
        }
        // A quick look first.
        let (least, failed) = if declared {
            (limits.single(true, true), Failed::SingleLimit)
        } else {
            (limits.auto(true, true), Failed::AutoLimit)
        };
        if self.graph.summary(id).least - size > least {
            return Some(failed);
        }
        let (_, hints) = self.estimate(unit, call);
        let growth = self.growth(unit, call);
        if growth <= 0 {
            return None;
        }
        let helps = hints & hint::HELPS != 0;
        let too_much = |inliner: &mut Self, limit: &dyn Fn(bool) -> i64| {
            growth >= limit(helps)
                && (helps || growth >= limit(true) || !inliner.is_much_faster(unit, call))
        };
        let plain = limits.single(false, false);
        if declared {
            if too_much(self, &|helps| limits.single(helps, false)) {
                return Some(Failed::SingleLimit);
            }
        } else if !limits.is_auto_inlined {
            if growth >= plain || self.would_grow(unit, id) {
                return Some(Failed::NotDeclared);
            }
            return None;
        } else if too_much(self, &|helps| limits.auto(helps, false)) {
            if growth >= plain || self.would_grow(unit, id) {
                return Some(Failed::AutoLimit);
            }
            return None;
        }
        let cold = !self.is_hot(call) && (growth >= plain || self.would_grow(unit, id));
        cold.then_some(Failed::Unlikely)
    }

    /// Whether all calls of a function are inlined, so that it goes away; only if none of them matters, with `cold`.
    pub fn wants_all(&mut self, unit: &Unit, node: NodeId, cold: bool) -> bool {
        let data = &self.graph.nodes[node];
        if data.root != node || data.is_gone || data.first_caller.is_none() {
            return false;
        }
        if !data.limits.is_once_inlined || self.would_grow(unit, node) {
            return false;
        }
        let mut hot = false;
        let mut next = self.graph.first_caller(node);
        while let Some(call) = next {
            let root = self.graph.root(call);
            if !self.graph.nodes[root].limits.is_once_inlined
                || !self.may_inline(unit, call)
                || self.graph.is_recursive(call)
                || !self.fits(unit, call)
                || self.graph.calls[call].loop_depth > ONCE_LOOP_DEPTH
                || self.size_with(unit, root, call) > ONCE_INSNS
            {
                return false;
            }
            hot = hot || self.is_hot(call);
            next = self.graph.next_caller(call);
        }
        cold || hot
    }
}
