//! Pass `slp`: statements that do the same beside each other, as one on vectors (superword-level parallelism).
//!
//! ```text
//!   _1 = q_4(D)->a;                        vectp.3_9 = &q_4(D)->a;
//!   p_5(D)->a = _1;                        vect__1.4_8 = MEM <vector(2) int> [(int *)vectp.3_9];
//!   _2 = q_4(D)->b;                 =>     vectp.6_10 = &p_5(D)->a;
//!   p_5(D)->b = _2;                        MEM <vector(2) int> [(int *)vectp.6_10] = vect__1.4_8;
//! ```
//!
//! The machine has no vectors, but its words may be seen as some: `veclower2` makes operations on words of those on lanes. The
//! stores of a block that lie side by side (`refs`) are followed to what they store (`graph`), as long as all lanes do the
//! same; else a vector is put together of scalars. Vectors must be aligned, and accesses to memory may only change places with
//! those of other memory (`check`). What costs no more than the scalars did (`cost`) is made (`emit`).
//!
//! What the loop passes need is done as well: loops have preheaders and one latch, and are listed unless the loop passes have
//! them so.
//!
//! Linear in the statements; within a segment of a block without calls, accesses are compared in pairs up to a limit.

mod check;
mod cost;
mod emit;
mod graph;
mod refs;

use dumps::{put, putln};
use emit::Spot;
use gimple::cfg::BlockId;
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::remark::RemarkKind;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use graph::{Node, NodeId};
use refs::Refs;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::dump_text;

/// Stores that are looked at together.
const MOST_LANES: usize = 256;

/// Pairs of accesses that are compared in a block, and more for each access there is.
const FEW_PAIRS: usize = 1 << 16;
const MOST_PAIRS: usize = 1 << 10;

/// `slp` for the pass table.
pub const PASS: Pass = Pass::tree("slp", execute)
    .gate(|options, _| options.on(Flag::TreeSlpVectorize))
    .requires(Prop::CFG_SSA);

/// The pass.
fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if f.loops.as_ref().is_none_or(|loops| !loops.simple_latches) {
        simplify_loops(cx.unit, f, &mut cx.dump);
    }
    for block in f.block_order() {
        if stores(f, block) > 1 {
            Slp::new(cx, f, block).block();
        }
    }
    Todo::NONE
}

/// How many assignments to memory there are in a block.
fn stores(f: &Function, block: BlockId) -> usize {
    let is_store = |stmt: &StmtId| {
        f.stmts[*stmt].vdef.is_some() && matches!(f.stmts[*stmt].kind, StmtKind::Assign { .. })
    };
    f.block_stmts(block).filter(is_store).count()
}

/// The work on a block.
struct Slp<'a, 'c> {
    cx: &'a mut PassContext<'c>,
    f: &'a mut Function,
    block: BlockId,
    oracle: Oracle,
    refs: Refs,
    nodes: Vec<Node>,
    /// The nodes of lanes that have been seen.
    built: FxHashMap<Box<[Operand]>, NodeId>,
    /// Nodes that may still be tried for a group of stores.
    budget: u32,
    /// Pairs of accesses that may still be compared, and how far any has moved.
    pairs: usize,
    reach: u32,
    /// The graphs of groups of stores.
    roots: Vec<NodeId>,
    /// Where stores have been looked at last: GCC says of all that it is done there.
    place: Location,
    /// The last statements made after others.
    tails: FxHashMap<Spot, StmtId>,
}

impl<'a, 'c> Slp<'a, 'c> {
    fn new(cx: &'a mut PassContext<'c>, f: &'a mut Function, block: BlockId) -> Self {
        let refs = Refs::of_block(cx.unit, f, block);
        let oracle = Oracle::new(cx.unit, cx.options);
        let pairs = FEW_PAIRS + MOST_PAIRS * refs.all.len();
        Slp {
            cx,
            f,
            block,
            oracle,
            refs,
            nodes: Vec::new(),
            built: FxHashMap::default(),
            budget: 0,
            pairs,
            reach: 0,
            roots: Vec::new(),
            place: Location::UNKNOWN,
            tails: FxHashMap::default(),
        }
    }

    fn block(&mut self) {
        for group in self.refs.store_groups(self.cx.unit, self.f) {
            for group in group.chunks(MOST_LANES) {
                self.group(group);
            }
        }
        for part in self.parts() {
            self.part(&part);
        }
    }

    /// Builds graphs for stores side by side. They are parted where one is not like those before.
    fn group(&mut self, group: &[usize]) {
        let mut left = vec![group];
        while let Some(group) = left.pop() {
            self.place = self.f.stmt_info[self.refs.all[group[0]].stmt].loc;
            match self.build_stores(group) {
                Ok(root) => {
                    if self.is_possible(root) {
                        self.roots.push(root);
                    }
                }
                Err(other) if other > 1 && other < group.len() => {
                    let ty = self.cx.unit.type_of(self.f, self.refs.all[group[0]].reference);
                    let whole = other - other % self.units(ty, other).max(1);
                    // From the first vectors on, what is left of those that are alike, and the others.
                    let (alike, mut rest) = group.split_at(whole);
                    let (between, after) = group[whole..].split_at(other - whole);
                    if !between.is_empty() && (other + 1 < group.len() || between.len() > 1) {
                        rest = after;
                    }
                    if other + 1 < group.len() {
                        left.push(rest);
                    }
                    if rest.len() == after.len() && between.len() > 1 {
                        left.push(between);
                    }
                    left.push(alike);
                }
                Err(_) => {}
            }
        }
    }

    /// Graphs that share nodes, together; of each the nodes, children first.
    fn parts(&mut self) -> Vec<Vec<NodeId>> {
        let mut parts: Vec<Vec<NodeId>> = Vec::new();
        for root in self.roots.clone() {
            let nodes = self.postorder(root);
            let own = parts.len();
            let mut joined: Vec<usize> =
                nodes.iter().map(|&node| self.nodes[node].part).filter(|&it| it < own).collect();
            joined.sort_unstable();
            let to = joined.first().copied().unwrap_or(own);
            parts.push(Vec::new());
            for other in joined.into_iter().filter(|&other| other != to) {
                let moved = std::mem::take(&mut parts[other]);
                parts[to].extend(moved);
            }
            for &node in &nodes {
                if self.nodes[node].part == usize::MAX {
                    parts[to].push(node);
                }
            }
            for &node in &parts[to] {
                self.nodes[node].part = to;
            }
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// Makes vectors of a part of the graph, if they cost no more than scalars.
    fn part(&mut self, nodes: &[NodeId]) {
        for &node in nodes {
            self.place(node);
        }
        let costs = self.costs(nodes);
        let Some(like) = nodes.iter().rev().find_map(|&node| self.nodes[node].stmts.first()) else {
            return;
        };
        let like = *like;
        if self.cx.dump.details() {
            self.say("note: Cost model analysis: ");
            put!(self.cx.dump, "{}", costs.text);
            self.say("note: Cost model analysis for part in loop 0:");
            let (vector, scalar) = (costs.vector, costs.scalar);
            putln!(self.cx.dump, "  Vector cost: {vector}\n  Scalar cost: {scalar}");
        }
        if costs.vector > costs.scalar {
            self.say("missed: not vectorized: vectorization is not profitable.");
            return;
        }
        self.say("note: Basic block will be vectorized using SLP");
        let made: FxHashSet<StmtId> =
            nodes.iter().flat_map(|&node| &self.nodes[node].stmts).copied().collect();
        for &node in nodes {
            self.emit(node, like);
            for &(_, lane) in costs.live.iter().filter(|(live, _)| *live == node) {
                self.take_out(node, lane, &made);
            }
        }
        let bytes = self.cx.unit.target.word_bits / 8;
        let text = format!("basic block part vectorized using {bytes} byte vectors");
        self.cx.remark(RemarkKind::Optimized, "vec", (self.f.decl, self.place), text);
    }

    /// Says something in GCC's words.
    fn say(&mut self, text: &str) {
        if self.cx.dump.details() {
            let place = self.cx.unit.diagnostics.sources.position(self.place);
            let place = format!("{}:{}:{}", place.file, place.line, place.column);
            putln!(self.cx.dump, "{place}: {text}");
        }
    }

    fn text(&self, op: Operand) -> String {
        dump_text::operand(self.cx.unit, self.f, op)
    }

    /// What a statement computes.
    fn value_text(&self, stmt: StmtId) -> String {
        let text = dump_text::stmt(self.cx.unit, self.f, stmt);
        let value = text.split_once(" = ").map_or(text.as_str(), |(_, value)| value);
        value.trim_end_matches(';').to_string()
    }
}
