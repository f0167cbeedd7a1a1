//! The functions of a unit, the calls between them, and what is known of the parameters.
//!
//! Copies are nodes of their own, with calls of their own, before there are bodies for them: a call of a copy is made at
//! the statement its original is made at.

use super::jump::{self, Passed, Wanted};
use super::lattice::{Bits, Lattice, RangeLattice, Value, ValueId};
use crate::inline::{self, HOT_FRACTION, binds_to_current_def};
use crate::summary::FnSummary;
use crate::{fn_summary, local_functions, split};
use gimple::builtins::Builtin;
use gimple::call_graph::CallGraph;
use gimple::cfg::{ENTRY, NO_COUNT};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::entity::EntityVec;
use gimple::function::{Function, Prop};
use gimple::options::{Flag, Options};
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::{Frequency, Unit};
use std::sync::Arc;
use tree_ssa::analyses::ranges::Kind;
use tree_ssa::effects::call_effects::callee_builtin;
use tree_ssa::graph::components::components;
use tree_ssa::graph::natural_loops::ensure_loops;
use tree_ssa::profile::sreal::Sreal;

gimple::entity! {
    /// A function, or a copy of one.
    NodeId;
    /// A call of a function of the unit.
    EdgeId;
    /// A statement that calls one, in the function as it was.
    SiteId;
}

/// What is known of a parameter.
pub struct Param {
    pub ty: TypeId,
    pub is_used: bool,
    pub lattice: Lattice,
    pub bits: Bits,
    pub range: RangeLattice,
}

impl Param {
    /// Notes that anything may be passed. Returns whether that is new.
    pub fn set_variable(&mut self) -> bool {
        let lattice = self.lattice.set_variable();
        let bits = std::mem::replace(&mut self.bits, Bits::Bottom) != Bits::Bottom;
        lattice | bits | self.range.set_bottom()
    }
}

/// A function, or a copy of one.
pub struct Node {
    /// The place of the function, or of that it is a copy of, among the functions of the unit.
    pub function: u32,
    pub decl: DeclId,
    pub order: u32,
    /// What it is a copy of.
    pub original: Option<NodeId>,
    /// What a copy has for its parameters, where it does not get it.
    pub known: Vec<Operand>,
    /// Of a copy, the parameters it has no more.
    pub dropped: Vec<bool>,
    /// Nothing where nothing is to be found out.
    pub params: Vec<Param>,
    /// The calls in it, last first as in GCC, and those of it; these may have been redirected since.
    pub callees: Vec<EdgeId>,
    pub callers: Vec<EdgeId>,
    pub cycle: u32,
    pub is_in_cycle: bool,
    pub calls_only_itself: bool,
    pub calls_single: bool,
    pub is_local: bool,
    pub is_versionable: bool,
    /// It is optimised, and what it passes is looked at.
    pub is_optimized: bool,
    pub may_be_cloned: bool,
    pub frequency: Frequency,
    pub count: u64,
    pub is_dead: bool,
    /// A copy in place of it for all its calls, to be made; or it is such a copy.
    pub wants_copy: bool,
    pub is_for_all: bool,
    /// The calls it makes through its parameters.
    pub indirect: Vec<Indirect>,
}

/// A call through a parameter, or through what is loaded where one points to.
#[derive(Clone, Copy)]
pub struct Indirect {
    pub stmt: StmtId,
    pub param: u32,
    /// What is loaded, and the name of the parameter in there.
    pub loaded: Option<(Operand, SsaName)>,
}

/// A call.
pub struct Edge {
    pub caller: NodeId,
    pub callee: NodeId,
    pub site: SiteId,
    /// The same call in a copy of the caller.
    pub next_copy: Option<EdgeId>,
}

/// What is known of a statement that calls.
pub struct Site {
    pub stmt: StmtId,
    pub callee: NodeId,
    /// Nothing where what is passed has not been looked at.
    pub args: Option<Vec<Passed>>,
    pub frequency: Sreal,
    pub count: u64,
}

/// All of it.
pub struct Graph {
    pub nodes: EntityVec<NodeId, Node>,
    pub edges: EntityVec<EdgeId, Edge>,
    pub sites: EntityVec<SiteId, Site>,
    pub values: EntityVec<ValueId, Value>,
    /// The cycles of calls, and functions by themselves, callers first.
    pub order: Vec<Vec<NodeId>>,
    /// The functions, last first, as GCC goes through them.
    pub functions: Vec<NodeId>,
    summaries: Vec<Option<Arc<FnSummary>>>,
    /// The size of the unit, as it was and with copies.
    pub original_size: i64,
    pub size: i64,
}

impl Graph {
    /// The graph of the functions as they are.
    pub fn new(cx: &mut PassContext<'_>, functions: &[Function]) -> Graph {
        let by_name = CallGraph::with_names(functions, &cx.unit.folded);
        let keep_static = !cx.options.on(Flag::ToplevelReorder);
        let local = local_functions::find(cx.unit, functions, &by_name, keep_static);
        let mut graph = Graph {
            nodes: EntityVec::new(),
            edges: EntityVec::new(),
            sites: EntityVec::new(),
            values: EntityVec::new(),
            order: Vec::new(),
            functions: Vec::new(),
            summaries: functions.iter().map(|f| inline::summary(cx.unit, f.decl)).collect(),
            original_size: 0,
            size: 0,
        };
        for (index, f) in functions.iter().enumerate() {
            graph.nodes.push(node(cx, f, index as u32, local[index]));
        }
        for (index, f) in functions.iter().enumerate() {
            graph.add_calls(f, NodeId(index as u32), &by_name);
        }
        graph.functions = graph.nodes.keys().collect();
        graph.functions.sort_by_key(|&node| std::cmp::Reverse(graph.nodes[node].order));
        graph.find_cycles();
        graph
    }

    fn add_calls(&mut self, f: &Function, caller: NodeId, by_name: &CallGraph) {
        let entered = f.block_info[ENTRY].count;
        for call in by_name.calls(caller.0 as usize).iter().rev() {
            let Some(callee) = by_name.position(call.callee).map(|index| NodeId(index as u32))
            else {
                continue;
            };
            let count = f.block_info[f.stmts[call.stmt].block].count;
            let frequency = fn_summary::frequency(count, entered);
            let site = Site { stmt: call.stmt, callee, args: None, frequency, count };
            let site = self.sites.push(site);
            let edge = self.edges.push(Edge { caller, callee, site, next_copy: None });
            self.nodes[caller].callees.push(edge);
            self.nodes[callee].callers.push(edge);
        }
    }

    fn find_cycles(&mut self) {
        let leads_to = |node: u32| {
            let callees = self.nodes[NodeId(node)].callees.iter();
            callees.map(|&edge| self.edges[edge].callee.0).collect()
        };
        let order = self.functions.iter().map(|node| node.0);
        let mut found = components(self.nodes.len(), order, leads_to);
        found.reverse();
        for (number, members) in found.iter().enumerate() {
            for &member in members {
                self.nodes[NodeId(member)].cycle = number as u32;
            }
        }
        let nodes = |members: Vec<u32>| members.into_iter().map(NodeId).collect();
        self.order = found.into_iter().map(nodes).collect();
    }

    /// Looks at what is passed in the calls of functions of whose parameters something may be found out.
    pub fn look_at_arguments(&mut self, cx: &mut PassContext<'_>, functions: &mut [Function]) {
        for (index, f) in functions.iter_mut().enumerate() {
            let node = &self.nodes[NodeId(index as u32)];
            if !node.is_optimized {
                continue;
            }
            let mut sites = Vec::new();
            let mut wanted = Vec::new();
            for &edge in &node.callees {
                let site = self.edges[edge].site;
                let callee = &self.nodes[self.edges[edge].callee];
                if callee.params.is_empty() {
                    continue;
                }
                sites.push(site);
                wanted.push(Wanted { stmt: self.sites[site].stmt, facts: callee.is_local });
            }
            if wanted.is_empty() {
                continue;
            }
            // How often loops go round bounds what they pass.
            let had_loops = f.loops.is_some();
            if wanted.iter().any(|it| it.facts) {
                ensure_loops(f);
            }
            let own = f.options.clone();
            let options = own.as_deref().unwrap_or(cx.options);
            for (site, args) in sites.into_iter().zip(jump::arguments(cx.unit, f, options, &wanted))
            {
                self.sites[site].args = Some(args);
            }
            if !had_loops {
                f.loops = None;
            }
        }
    }

    /// What a function takes; found out now if nobody has.
    pub fn summary(
        &mut self,
        unit: &mut Unit,
        options: &Options,
        functions: &[Function],
        node: NodeId,
    ) -> Arc<FnSummary> {
        let index = self.nodes[node].function as usize;
        let summary = self.summaries[index].get_or_insert_with(|| {
            let f = &functions[index];
            Arc::new(match f.properties.intersection(Prop::SSA) {
                Prop::NONE => FnSummary::default(),
                _ => fn_summary::analyze(unit, f, f.options.as_deref().unwrap_or(options)),
            })
        });
        Arc::clone(summary)
    }

    /// Whether a call is one of a cycle.
    pub fn is_within_cycle(&self, edge: EdgeId) -> bool {
        let edge = &self.edges[edge];
        let (caller, callee) = (&self.nodes[edge.caller], &self.nodes[edge.callee]);
        caller.original.is_none() && callee.original.is_none() && caller.cycle == callee.cycle
    }

    pub fn frequency(&self, edge: EdgeId) -> Sreal {
        self.sites[self.edges[edge].site].frequency
    }

    /// Whether a call is made often enough to matter (`maybe_hot_p`).
    pub fn is_hot(&self, edge: EdgeId) -> bool {
        let edge = &self.edges[edge];
        let (caller, callee) = (&self.nodes[edge.caller], &self.nodes[edge.callee]);
        let count = self.sites[edge.site].count;
        let seldom = caller.frequency == Frequency::Unlikely
            || matches!(callee.frequency, Frequency::Unlikely | Frequency::Once);
        if count == 0 || seldom {
            return false;
        }
        if caller.frequency == Frequency::Hot || count == NO_COUNT || caller.count == NO_COUNT {
            return true;
        }
        match caller.frequency {
            Frequency::Once => count.saturating_mul(2) >= caller.count.saturating_mul(3),
            _ => count.saturating_mul(HOT_FRACTION) >= caller.count,
        }
    }

    /// The calls of a function that have not been redirected.
    pub fn callers(&mut self, node: NodeId) -> Vec<EdgeId> {
        let edges = &self.edges;
        self.nodes[node].callers.retain(|&edge| edges[edge].callee == node);
        self.nodes[node].callers.clone()
    }

    /// Lets a call be one of a copy.
    pub fn redirect(&mut self, edge: EdgeId, callee: NodeId) {
        self.edges[edge].callee = callee;
        self.nodes[callee].callers.push(edge);
    }

    /// The only constant that a parameter of a function, or of a copy, is.
    pub fn constant_of(&self, node: NodeId, param: u32) -> Option<Operand> {
        let node = &self.nodes[node];
        if node.original.is_some() {
            return node.known.get(param as usize).copied().filter(|known| known.is_some());
        }
        let single = node.params.get(param as usize)?.lattice.single()?;
        Some(self.values[single].constant)
    }

    pub fn name(&self, unit: &Unit, node: NodeId) -> String {
        inline::node_name(unit, self.nodes[node].decl)
    }
}

fn node(cx: &PassContext<'_>, f: &Function, index: u32, is_local: bool) -> Node {
    let unit = &*cx.unit;
    let options = f.options.as_deref().unwrap_or(cx.options);
    let data = &unit.decls[f.decl];
    let is_optimized =
        f.properties.intersects(Prop::SSA) && options.optimize > 0 && options.on(Flag::IpaCp);
    let is_available =
        binds_to_current_def(cx, f.decl) && data.flags & (flag::NOIPA | flag::NAKED) == 0;
    let is_local = is_local && is_available && !data.has(flag::EXTERNAL);
    let asked = is_local || options.on(Flag::IpaCpClone);
    let is_versionable = is_optimized && is_available && asked && is_versionable(unit, f);
    let small = options.optimize_size || data.has(flag::COLD);
    let may_be_cloned = is_versionable && options.on(Flag::IpaCpClone) && !small;
    let looked_at = is_optimized && (is_local || may_be_cloned);
    let params = if looked_at {
        f.params.iter().map(|&it| param(unit, f, it)).collect()
    } else {
        Vec::new()
    };
    Node {
        function: index,
        decl: f.decl,
        order: unit.symtab_node(f.decl).map_or(0, |node| node.order),
        original: None,
        known: Vec::new(),
        dropped: Vec::new(),
        params,
        callees: Vec::new(),
        callers: Vec::new(),
        cycle: 0,
        is_in_cycle: false,
        calls_only_itself: true,
        calls_single: false,
        is_local,
        is_versionable,
        is_optimized,
        may_be_cloned,
        frequency: unit.frequency(f.decl),
        count: f.block_info[ENTRY].count,
        is_dead: false,
        wants_copy: false,
        is_for_all: false,
        indirect: if is_versionable { indirect_calls(unit, f) } else { Vec::new() },
    }
}

fn param(unit: &Unit, f: &Function, decl: DeclId) -> Param {
    let ty = unit.decls[decl].ty;
    let register = unit.is_gimple_reg(decl);
    let name = f.default_defs.get(&decl).copied();
    let is_used = !register || name.is_some_and(|name| !f.has_zero_uses(name));
    // What is in memory, or must keep its name, is not replaced.
    let fixed = !register || name.is_some_and(|name| f.names[name].has(NameFlags::ABNORMAL));
    Param {
        ty,
        is_used,
        lattice: Lattice { bottom: fixed, ..Lattice::default() },
        bits: if fixed { Bits::Bottom } else { Bits::Top },
        range: RangeLattice::top(Kind::of(unit, ty).filter(|_| !fixed)),
    }
}

/// The calls that a function makes through its parameters.
fn indirect_calls(unit: &Unit, f: &Function) -> Vec<Indirect> {
    let mut found = Vec::new();
    for block in f.block_iter() {
        for stmt in f.block_stmts(block) {
            if let StmtKind::Call(call) = &f.stmts[stmt].kind
                && let Callee::Pointer(Operand::Ssa(name)) = call.callee
            {
                found.extend(indirect_call(unit, f, stmt, name));
            }
        }
    }
    found
}

fn indirect_call(unit: &Unit, f: &Function, stmt: StmtId, name: SsaName) -> Option<Indirect> {
    let param = |name: SsaName| {
        let data = &f.names[name];
        let place = f.params.iter().position(|&it| it == data.var);
        place.filter(|_| data.has(NameFlags::DEFAULT_DEF)).map(|it| it as u32)
    };
    if let Some(param) = param(name) {
        return Some(Indirect { stmt, param, loaded: None });
    }
    let StmtKind::Assign { code: TreeCode::Single, rhs, .. } = f.stmts.get(f.names[name].def)?.kind
    else {
        return None;
    };
    let base = unit.trees.base_address(rhs[0]).tree()?;
    let TreeKind::MemRef { base: Operand::Ssa(through), .. } = *unit.trees.kind(base) else {
        return None;
    };
    Some(Indirect { stmt, param: param(through)?, loaded: Some((rhs[0], through)) })
}

/// Whether copies of a function may be made, with other parameters.
pub fn is_versionable(unit: &Unit, f: &Function) -> bool {
    const KEPT: u64 = flag::NOCLONE | flag::NESTED | flag::EXTERNAL | flag::ALWAYS_INLINE;
    let data = &unit.decls[f.decl];
    let entered_first =
        f.single_succ(ENTRY).is_some_and(|entry| f.edges[entry].dst == f.next_block(ENTRY));
    data.flags & KEPT == 0
        && entered_first
        && f.static_chain.is_none()
        && !f.calls_setjmp
        && !f.has_nonlocal_label
        && !f.has_forced_label
        && !unit.types.is_variadic(data.ty)
        && split::may_be_copied(unit, f)
        && f.block_iter().all(|block| {
            let all = |stmt| !looks_at_its_frame(unit, f, stmt);
            f.block_stmts(block).all(all)
        })
}

/// Whether a statement is one that a copy of the function cannot do.
fn looks_at_its_frame(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    const FRAME: [Builtin; 10] = [
        Builtin::VaStart,
        Builtin::NextArg,
        Builtin::ApplyArgs,
        Builtin::Apply,
        Builtin::Return,
        Builtin::FrameAddress,
        Builtin::ReturnAddress,
        Builtin::NonlocalGoto,
        Builtin::VaArgPack,
        Builtin::VaArgPackLen,
    ];
    match &f.stmts[stmt].kind {
        StmtKind::Goto(_) => true,
        StmtKind::Label(label) => unit.decls[*label].flags & flag::NONLOCAL != 0,
        StmtKind::Call(call) => {
            callee_builtin(unit, call).is_some_and(|builtin| FRAME.contains(&builtin))
        }
        _ => false,
    }
}
