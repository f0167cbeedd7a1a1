//! The calls of a unit as the inliner sees them: functions, copies of functions within others, and the calls in them.
//!
//! ```text
//! f calls g twice, g calls h:     f --> g --> h        one call of g inlined:     f --> g --> h
//!                                   -->                                             ==> g' --> h
//! ```
//!
//! A function is a node; so is each copy of one that is to be made within another, its root. Calls of a copy are those of its
//! function, to be decided about by themselves.

use super::limits::Limits;
use crate::fn_summary;
use crate::inline;
use crate::inline::binds_to_current_def;
use crate::inline::body::is_copyable;
use crate::local_functions;
use crate::passed_parts::{self, PassedParts};
use crate::predicate::Predicate;
use crate::summary::{Argument, Arguments, Estimate, FnSummary, Passed, Ranges};
use gimple::call_graph::CallGraph;
use gimple::cfg::ENTRY;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::entity::EntityVec;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::PassContext;
use gimple::stmt::StmtId;
use gimple::unit::{Frequency, Unit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use tree_ssa::effects::size;

/// So many calls through parameters are known of a function.
const MAX_INDIRECT: usize = 32;

gimple::entity! {
    /// A function, or a copy of one within another.
    NodeId;
    /// A call.
    CallId;
}

/// Why a call is not inlined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Failed {
    NotConsidered,
    NoBody,
    NotInlinable,
    NotOptimized,
    CallerFixed,
    Mismatch,
    Overwritable,
    OtherOptions,
    NoCandidate,
    AutoLimit,
    SingleLimit,
    NotDeclared,
    Unlikely,
    UnitGrowth,
    FunctionGrowth,
    StackGrowth,
    Recursive,
    Unspecified,
}

impl Failed {
    /// In GCC's words.
    pub fn text(self) -> &'static str {
        match self {
            Failed::NotConsidered => "function not considered for inlining",
            Failed::NoBody => "function body not available",
            Failed::NotInlinable => "function not inlinable",
            Failed::NotOptimized => "caller is not optimized",
            Failed::CallerFixed => "caller looks at its own frame",
            Failed::Mismatch => "mismatched arguments",
            Failed::Overwritable => "function body can be overwritten at link time",
            Failed::OtherOptions => "optimization level attribute mismatch",
            Failed::NoCandidate => "function not inline candidate",
            Failed::AutoLimit => "--param max-inline-insns-auto limit reached",
            Failed::SingleLimit => "--param max-inline-insns-single limit reached",
            Failed::NotDeclared => "function not declared inline and code size would grow",
            Failed::Unlikely => "call is unlikely and code size would grow",
            Failed::UnitGrowth => "--param inline-unit-growth limit reached",
            Failed::FunctionGrowth => "--param large-function-growth limit reached",
            Failed::StackGrowth => "--param large-stack-frame-growth limit reached",
            Failed::Recursive => "recursive inlining",
            Failed::Unspecified => "",
        }
    }

    /// Whether nothing will change that.
    pub fn is_final(self) -> bool {
        matches!(
            self,
            Failed::NoBody
                | Failed::NotInlinable
                | Failed::NotOptimized
                | Failed::CallerFixed
                | Failed::Mismatch
                | Failed::Overwritable
                | Failed::OtherOptions
        )
    }
}

/// A function, or a copy of one within another.
pub struct Node {
    /// Its place among the functions of the unit.
    pub function: u32,
    pub decl: DeclId,
    /// Its number in dumps.
    pub order: u32,
    /// The function it is a copy in, or itself.
    pub root: NodeId,
    /// The call it stands for, of a copy.
    pub inlined_for: CallId,
    /// The calls in it, in GCC's order.
    pub callees: Vec<CallId>,
    /// Calls in it and in its copies that go through its parameters, the first of them.
    pub indirect: Vec<CallId>,
    /// The first call of it that is not inlined; calls are linked.
    pub first_caller: CallId,
    /// How many calls there were in it, with its copies, when their keys were last computed, and how many times that
    /// has been put off; the same for the calls of it.
    pub within: (u32, u32),
    pub around: (u32, u32),
    pub count: u64,
    pub frequency: Frequency,
    /// Of functions that are no copies.
    pub summary: Option<Box<FnSummary>>,
    /// Changes with the summary.
    pub version: u32,
    /// As it was written.
    pub self_size: i64,
    pub self_stack: u64,
    pub size: i64,
    /// With what is inlined.
    pub stack: u64,
    /// What inlining all calls of it would add, before anything was inlined.
    pub growth: i64,
    pub has_single_caller: bool,
    /// The number of the cycle of calls it is in, or 0.
    pub cycle: u32,
    pub is_inlinable: bool,
    pub binds_to_current_def: bool,
    /// Nothing but calls by name refers to it.
    pub is_local: bool,
    pub declared_inline: bool,
    /// Split off another function.
    pub is_split_off: bool,
    pub always_inline: bool,
    /// The code is in another unit.
    pub is_elsewhere: bool,
    pub limits: Limits,
    /// Nothing calls it any more.
    pub is_gone: bool,
}

/// A call.
#[derive(Clone)]
pub struct Call {
    pub caller: NodeId,
    /// `NONE` where the unit does not define the function.
    pub callee: NodeId,
    /// The function, by name.
    pub decl: Option<DeclId>,
    /// What a call goes through that names no function.
    pub pointer: Passed,
    pub stmt: StmtId,
    pub size: i64,
    pub time: i64,
    pub executed: Predicate,
    pub count: u64,
    pub loop_depth: u32,
    pub args: Arguments,
    /// What is known of what the arguments point to, and of parts of them.
    pub parts: PassedParts,
    pub ranges: Ranges,
    pub is_inlined: bool,
    /// It is never made.
    pub is_unreachable: bool,
    pub failed: Failed,
    /// Whether arguments and options have been looked at.
    pub is_checked: bool,
    /// Its key in the queue, and which of its entries is the valid one.
    pub key: Option<tree_ssa::profile::sreal::Sreal>,
    pub entry: u32,
    next: CallId,
    prev: CallId,
    pub estimate: Option<(u32, Estimate, u32)>,
}

/// The nodes and calls.
pub struct Graph {
    pub nodes: EntityVec<NodeId, Node>,
    pub calls: EntityVec<CallId, Call>,
    /// The functions, by name.
    pub by_decl: FxHashMap<DeclId, NodeId>,
    /// The functions, last first, as GCC goes through them.
    pub functions: Vec<NodeId>,
    /// Their places in the unit, callees before callers, as the unit was before anything was inlined.
    pub callees_first: Vec<usize>,
    pub next_order: u32,
}

impl Graph {
    /// The graph of the functions as they are.
    pub fn new(
        cx: &mut PassContext<'_>,
        functions: &[Function],
        summaries: &mut FxHashMap<DeclId, Arc<FnSummary>>,
    ) -> Graph {
        let by_name = CallGraph::with_names(functions, &cx.unit.folded);
        let mut graph = Graph {
            nodes: EntityVec::new(),
            calls: EntityVec::new(),
            by_decl: FxHashMap::default(),
            functions: Vec::new(),
            callees_first: Vec::new(),
            next_order: cx.unit.next_order(),
        };
        for (index, f) in functions.iter().enumerate() {
            let summary = summaries.remove(&f.decl).map(Arc::unwrap_or_clone);
            let summary = summary.or_else(|| {
                let analyzable = f.properties.intersects(Prop::SSA);
                analyzable.then(|| fn_summary::analyze(cx.unit, f, cx.options))
            });
            let node = node(cx, f, index as u32, summary.unwrap_or_default());
            graph.nodes.push(node);
        }
        let keep_static = !cx.options.on(Flag::ToplevelReorder);
        let local = local_functions::find(cx.unit, functions, &by_name, keep_static);
        for (node, is_local) in graph.nodes.values_mut().zip(local) {
            node.is_local = is_local;
        }
        graph.by_decl = graph.nodes.iter().map(|(id, node)| (node.decl, id)).collect();
        graph.callees_first = by_name.callees_first(cx.unit, keep_static);
        for index in graph.callees_first.clone() {
            graph.add_calls(NodeId(index as u32), &by_name);
        }
        graph.functions = graph.nodes.keys().collect();
        graph.functions.sort_by_key(|&node| std::cmp::Reverse(graph.nodes[node].order));
        graph
    }

    fn add_calls(&mut self, caller: NodeId, by_name: &CallGraph) {
        let Some(summary) = self.nodes[caller].summary.as_deref_mut() else { return };
        for call in std::mem::take(&mut summary.calls) {
            let callee = call.callee.and_then(|decl| by_name.position(decl));
            let callee = callee.map_or(NodeId::NONE, |index| NodeId(index as u32));
            let id = self.calls.push(Call {
                caller,
                callee,
                decl: call.callee,
                pointer: call.pointer,
                stmt: call.stmt,
                size: call.size,
                time: call.time,
                executed: call.executed,
                count: call.count,
                loop_depth: call.loop_depth,
                args: call.args,
                parts: call.parts,
                ranges: call.ranges,
                is_inlined: false,
                is_unreachable: false,
                failed: if callee.is_none() { Failed::NoBody } else { Failed::NotConsidered },
                is_checked: false,
                key: None,
                entry: 0,
                next: CallId::NONE,
                prev: CallId::NONE,
                estimate: None,
            });
            self.nodes[caller].callees.push(id);
            self.link(id);
            self.note_indirect(caller, id);
        }
        self.nodes[caller].callees.reverse();
    }

    /// Notes a call that goes through what a function is passed.
    pub fn note_indirect(&mut self, root: NodeId, call: CallId) {
        let Call { decl, pointer, .. } = self.calls[call];
        let node = &mut self.nodes[root];
        let counts = decl.is_none() && node.limits.converts && node.indirect.len() < MAX_INDIRECT;
        if counts && matches!(pointer, Passed::Parameter { .. } | Passed::Loaded { .. }) {
            node.indirect.push(call);
        }
    }

    /// The function that a call goes to which goes through what its function is passed, if these are the arguments and what is
    /// known of them.
    pub fn target(
        &self,
        unit: &Unit,
        call: CallId,
        (args, parts): (&[Argument], &PassedParts),
    ) -> Option<DeclId> {
        let pointer = match self.calls[call].pointer {
            Passed::Parameter { index, .. } => match args.get(index as usize)?.passed {
                Passed::Constant(pointer) => pointer,
                _ => return None,
            },
            Passed::Loaded { index, part } => {
                let passed = args.get(index as usize)?.passed;
                passed_parts::constant_in(unit, parts, passed, (index, part))?
            }
            _ => return None,
        };
        let decl = unit.addressed(pointer)?.decl()?;
        (unit.decls[decl].kind == DeclKind::Function).then_some(decl)
    }

    /// A call through a pointer becomes one of a function.
    pub fn make_direct(&mut self, call: CallId, target: DeclId) {
        let callee = self.by_decl.get(&target).copied().filter(|&callee| self.is_there(callee));
        let edge = &mut self.calls[call];
        (edge.decl, edge.callee) = (Some(target), callee.unwrap_or(NodeId::NONE));
        edge.size -= size::INDIRECT_SIZE;
        edge.time -= size::INDIRECT_TIME;
        edge.failed = if callee.is_some() { Failed::NotConsidered } else { Failed::NoBody };
        edge.is_checked = false;
        self.link(call);
    }

    /// Calls that have become direct come before all others of the functions they are in, the last one first.
    pub fn put_first(&mut self, calls: &[CallId]) {
        let mut by_caller: FxHashMap<NodeId, Vec<CallId>> = FxHashMap::default();
        for &call in calls.iter().rev() {
            by_caller.entry(self.calls[call].caller).or_default().push(call);
        }
        for (caller, mut first) in by_caller {
            let callees = std::mem::take(&mut self.nodes[caller].callees);
            let moved: FxHashSet<CallId> = first.iter().copied().collect();
            first.extend(callees.into_iter().filter(|call| !moved.contains(call)));
            self.nodes[caller].callees = first;
        }
    }

    /// Enters a call among those of its callee, first.
    pub fn link(&mut self, call: CallId) {
        let callee = self.calls[call].callee;
        if callee.is_none() {
            return;
        }
        let next = std::mem::replace(&mut self.nodes[callee].first_caller, call);
        (self.calls[call].next, self.calls[call].prev) = (next, CallId::NONE);
        if next.is_some() {
            self.calls[next].prev = call;
        }
    }

    /// Takes a call out of those of its callee.
    pub fn unlink(&mut self, call: CallId) {
        let Call { callee, next, prev, .. } = self.calls[call];
        if callee.is_none() {
            return;
        }
        match prev.expand() {
            Some(prev) => self.calls[prev].next = next,
            None => self.nodes[callee].first_caller = next,
        }
        if next.is_some() {
            self.calls[next].prev = prev;
        }
        (self.calls[call].next, self.calls[call].prev) = (CallId::NONE, CallId::NONE);
    }

    /// The calls of a function that are not inlined.
    pub fn callers(&self, callee: NodeId) -> impl Iterator<Item = CallId> + '_ {
        std::iter::successors(self.first_caller(callee), |&call| self.next_caller(call))
    }

    /// The first call of a function that is not inlined.
    pub fn first_caller(&self, callee: NodeId) -> Option<CallId> {
        self.nodes[callee].first_caller.expand()
    }

    /// The call of the same function after one.
    pub fn next_caller(&self, call: CallId) -> Option<CallId> {
        self.calls[call].next.expand()
    }

    /// The function that a call is in, in the end.
    pub fn root(&self, call: CallId) -> NodeId {
        self.nodes[self.calls[call].caller].root
    }

    /// Whether a node is a function that stays: neither a copy nor gone.
    pub fn is_there(&self, node: NodeId) -> bool {
        let data = &self.nodes[node];
        data.root == node && !data.is_gone
    }

    /// The summary of a function.
    pub fn summary(&self, node: NodeId) -> &FnSummary {
        self.nodes[node].summary.as_deref().expect("only copies have no summary")
    }

    /// Whether the function that a call is in, in the end, is the one it calls (`recursive_p`).
    pub fn is_recursive(&self, call: CallId) -> bool {
        let callee = self.calls[call].callee;
        callee.is_some() && self.nodes[callee].decl == self.nodes[self.root(call)].decl
    }

    /// How often a call is made for each call of the function it is in.
    pub fn frequency(&self, call: CallId) -> tree_ssa::profile::sreal::Sreal {
        fn_summary::frequency(self.calls[call].count, self.nodes[self.root(call)].count)
    }

    /// The calls in a function, those in copies within it included, that are not inlined, in order.
    pub fn calls_within(&self, node: NodeId) -> Vec<CallId> {
        let (mut found, mut work) = (Vec::new(), vec![self.nodes[node].callees.iter()]);
        while let Some(calls) = work.last_mut() {
            match calls.next() {
                Some(&call) if self.calls[call].is_inlined => {
                    work.push(self.nodes[self.calls[call].callee].callees.iter());
                }
                Some(&call) => found.push(call),
                None => {
                    work.pop();
                }
            }
        }
        found
    }

    /// The node's name in dumps.
    pub fn name(&self, unit: &Unit, node: NodeId) -> String {
        inline::numbered_name(unit, self.nodes[node].decl, self.nodes[node].order)
    }

    /// The name of what a call calls.
    pub fn callee_name(&self, unit: &Unit, call: CallId) -> String {
        let call = &self.calls[call];
        match (call.callee.expand(), call.decl) {
            (Some(node), _) => self.name(unit, node),
            (None, Some(decl)) => inline::node_name(unit, decl),
            (None, None) => String::new(),
        }
    }
}

fn node(cx: &PassContext<'_>, f: &Function, index: u32, summary: FnSummary) -> Node {
    let unit = &*cx.unit;
    let data = &unit.decls[f.decl];
    let options = f.options.as_deref().unwrap_or(cx.options);
    Node {
        function: index,
        decl: f.decl,
        order: unit.symtab_node(f.decl).map_or(0, |node| node.order),
        root: NodeId(index),
        inlined_for: CallId::NONE,
        callees: Vec::new(),
        indirect: Vec::new(),
        first_caller: CallId::NONE,
        within: (0, 0),
        around: (0, 0),
        count: f.block_info[ENTRY].count,
        frequency: unit.frequency(f.decl),
        version: 0,
        self_size: summary.size,
        self_stack: summary.stack,
        size: summary.size,
        stack: summary.stack,
        summary: Some(Box::new(summary)),
        growth: 0,
        has_single_caller: false,
        cycle: 0,
        is_inlinable: is_copyable(unit, f),
        binds_to_current_def: binds_to_current_def(cx, f.decl),
        is_local: false,
        declared_inline: data.has(flag::INLINE),
        is_split_off: data.has(flag::SPLIT_OFF),
        always_inline: data.has(flag::ALWAYS_INLINE),
        is_elsewhere: data.has(flag::EXTERNAL),
        limits: Limits::of(options, f),
        is_gone: false,
    }
}
