//! The order in which numbering visits blocks, and when it visits them again.
//!
//! Blocks are visited in reverse post-order, those of a loop together. Where the last edge that closes a cycle at some block
//! leaves, that block's φs are looked at again: have their arguments another value by now than the one the cycle was
//! numbered with, what has been learnt since that block is forgotten, and the cycle is visited once more. So an inner loop
//! has settled before what follows it is visited, and what is in no loop is visited once.
//!
//! ```text
//!   2 → 3 → 4 → 5 → 6      4 → 3 is the last edge to 3, 5 → 2 the last to 2:
//!       ↑___│   │          2 3 4 (3 has changed) 3 4 (it has not) 5 (2 has changed) 2 3 4 5 (nothing has) 6
//!   ↑___________│
//! ```
//!
//! An inner loop that is most of the loop around it is left to that one's rounds: it would only be visited more often. In
//! deep nests each round of a loop may start all those in it anew. When blocks have been visited [`LOCAL_VISITS`] times on
//! average, only the end of the function is left as a place to go back from: then rounds are as many as loops are deep. A
//! function that has not settled after [`MAX_ROUNDS`] such rounds gets one more in which φs with unknown arguments are
//! values of their own: that needs no iteration.

use super::phis::Joined;
use super::{Key, Manner, Numbering, Reader, near_table};
use dumps::Dump;
use dumps::putln;
use gimple::cfg::{BlockId, ENTRY, EdgeFlags, EdgeId};
use gimple::function::Function;
use gimple::options::Options;
use gimple::ssa::{NameFlags, SsaName};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt::Write;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::graph::analyses;
use tree_ssa::graph::contiguous::loops_together;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::order::mark_dfs_back_edges;

/// Visits of a block, on average, up to which loops are iterated on their own.
const LOCAL_VISITS: usize = 8;
/// Rounds over whole functions before the last, pessimistic one.
const MAX_ROUNDS: u32 = 16;

/// How much was known at some point.
#[derive(Clone, Copy, Default)]
pub(super) struct Mark {
    table: near_table::Mark,
    long: usize,
    facts: (usize, near_table::Mark),
    redundant: usize,
}

/// The blocks in order, and the cycles among them.
pub(super) struct Path<'o> {
    order: &'o [BlockId],
    /// The places of blocks at which cycles close, each after the place from which to go back there, sorted.
    cycles: Vec<(u32, u32)>,
    /// What was known before each block at which cycles close.
    marks: Vec<Mark>,
}

/// The places of the first block of a cycle and of the last from which an edge leads back there, and the place after
/// which the first is looked at again.
struct Cycle {
    first: u32,
    last: u32,
    check: u32,
}

impl Numbering {
    /// Numbers the values of `f`; the edges found executable are marked.
    pub fn compute(
        unit: &mut Unit,
        f: &mut Function,
        options: &Options,
        oracle: &Oracle,
        dump: &mut Dump<'_>,
        manner: Manner,
    ) -> Numbering {
        // GCC makes a variable that stands for unknown values, by the counter that numbers names.
        unit.next_tmp += 1;
        let cyclic = mark_dfs_back_edges(f);
        let tree = analyses::analysis::<Dominators>(f);
        let mut order = analyses::reverse_post_order(f);
        if cyclic && manner.iterate {
            order = loops_together(f, &order).into();
        }
        let mut numbering = Numbering::new(f, !manner.iterate);
        numbering.after_sizes = manner.after_sizes;
        numbering.initialize(f);
        order.iter().enumerate().for_each(|(at, b)| numbering.place[b.0 as usize] = at as u32);
        let details = dump.details();
        let mut reader = Reader { unit, f, options, oracle, tree: &tree, dump, details };
        let mut path = numbering.path(reader.f, &order, cyclic);
        numbering.iterate(&mut reader, &mut path, &f.blocks[ENTRY].succs);
        if details || reader.dump.stats() {
            numbering.report(&mut reader, &order);
        }
        for (index, edge) in f.edges.values_mut().enumerate() {
            let reached = numbering.executable[index];
            edge.flags.remove(EdgeFlags::EXECUTABLE);
            edge.flags |= if reached { EdgeFlags::EXECUTABLE } else { EdgeFlags::NONE };
        }
        numbering.hold_names(f);
        numbering
    }

    pub(super) fn path<'o>(&self, f: &Function, order: &'o [BlockId], cyclic: bool) -> Path<'o> {
        let mut cycles = Vec::new();
        if cyclic {
            let mut around: Vec<Cycle> = Vec::new();
            for (at, &block) in order.iter().enumerate() {
                let closing = f.blocks[block].preds.iter().filter(|&&edge| self.closes(f, edge));
                let last = closing.map(|&edge| self.place[f.edges[edge].src.0 as usize]).max();
                let Some(last) = last else { continue };
                let first = at as u32;
                while around.last().is_some_and(|outer| outer.last < last) {
                    around.pop();
                }
                let check = match around.last() {
                    Some(outer) if 2 * (last - first) > outer.last - outer.first => outer.check,
                    _ => last,
                };
                cycles.push((check, first));
                around.push(Cycle { first, last, check });
            }
            cycles.sort_unstable();
        }
        let marks = if cyclic { vec![Mark::default(); order.len()] } else { Vec::new() };
        Path { order, cycles, marks }
    }

    /// Whether an edge goes back in the order of visits.
    pub(super) fn closes(&self, f: &Function, edge: EdgeId) -> bool {
        let place = |block: BlockId| self.place[block.0 as usize];
        let edge = &f.edges[edge];
        place(edge.dst) <= place(edge.src) && place(edge.src) != u32::MAX
    }

    fn initialize(&mut self, f: &Function) {
        for (name, data) in f.names.iter() {
            let given = data.def.is_none() || data.has(NameFlags::RELEASED);
            self.values[name.0 as usize] = if given { Operand::Ssa(name) } else { Operand::None };
        }
    }

    /// Visits the blocks, which are entered by some edges, until nothing changes any more.
    pub(super) fn iterate(
        &mut self,
        r: &mut Reader<'_, '_>,
        path: &mut Path<'_>,
        entries: &[EdgeId],
    ) {
        for &edge in entries {
            self.executable[edge.0 as usize] = true;
        }
        let mut at = 0;
        let mut rounds = 0;
        while at < path.order.len() {
            if !path.marks.is_empty() {
                path.marks[at] = self.mark();
            }
            self.pass(r, path.order[at], at);
            let Some(earlier) = self.unsettled_after(r, path, at) else {
                at += 1;
                continue;
            };
            at = earlier;
            if self.visits >= LOCAL_VISITS * path.order.len() {
                rounds += 1;
            }
            if rounds >= MAX_ROUNDS && !self.pessimistic {
                self.initialize(r.f);
                self.pessimistic = true;
                at = 0;
            }
            if r.details {
                putln!(r.dump, "Iterating to {at} BB{}", path.order[at].0);
            }
            self.go_back(path.marks[at]);
        }
    }

    fn mark(&self) -> Mark {
        Mark {
            table: self.table.mark(),
            long: self.long.len(),
            facts: self.facts.mark(),
            redundant: self.redundant_stores.len(),
        }
    }

    /// Forgets what has been learnt since.
    pub(super) fn go_back(&mut self, mark: Mark) {
        self.table.go_back(mark.table, Key::home);
        self.long.truncate(mark.long);
        self.long_values.truncate(mark.long);
        self.facts.go_back(mark.facts);
        self.redundant_stores.truncate(mark.redundant);
    }

    /// Visits a block that is reached.
    fn pass(&mut self, r: &mut Reader<'_, '_>, block: BlockId, at: usize) {
        let reached = r.f.blocks[block].preds.iter().any(|edge| self.executable[edge.0 as usize]);
        self.passed[block.0 as usize] = !reached;
        if !reached {
            return;
        }
        self.visits += 1;
        self.visits_of[block.0 as usize] += 1;
        if r.details {
            putln!(r.dump, "Processing block {at}: BB{}", block.0);
        }
        self.visit_block(r, block);
    }

    /// The first block to visit again, once the block at some place has been visited.
    fn unsettled_after(&self, r: &Reader<'_, '_>, path: &Path<'_>, at: usize) -> Option<usize> {
        let end = path.order.len() - 1;
        let closed = if self.visits < LOCAL_VISITS * path.order.len() {
            let first = path.cycles.partition_point(|cycle| (cycle.0 as usize) < at);
            &path.cycles[first..]
        } else if at == end {
            // The places to go back to are in no order here.
            let first = path.cycles.iter().map(|cycle| cycle.1 as usize);
            return first.filter(|&place| self.wants_visit(r, path.order[place])).min();
        } else {
            return None;
        };
        let closed = closed.iter().take_while(|cycle| cycle.0 as usize == at);
        closed.map(|cycle| cycle.1 as usize).find(|&place| self.wants_visit(r, path.order[place]))
    }

    /// Whether a block at which cycles close has been passed before it was reached, or has φs whose values have changed.
    fn wants_visit(&self, r: &Reader<'_, '_>, block: BlockId) -> bool {
        let reached = |edge: &EdgeId| self.executable[edge.0 as usize];
        if self.passed[block.0 as usize] {
            return r.f.blocks[block].preds.iter().any(reached);
        }
        let back = |edge: &EdgeId| self.closes(r.f, *edge) && reached(edge);
        if self.pessimistic || !r.f.blocks[block].preds.iter().any(back) {
            return false;
        }
        // What the table says of φs is of the arguments that they had when the cycle was visited: two φs that were one may
        // be no more.
        let mut first: FxHashMap<SmallVec<[Operand; 2]>, Operand> = FxHashMap::default();
        r.f.phis(block).any(|phi| {
            let result = r.f.phi(phi).result;
            let value = match self.joined(r, block, phi) {
                Joined::Value(value) => value,
                Joined::Args(args) => *first.entry(args).or_insert(Operand::Ssa(result)),
            };
            self.values[result.0 as usize] != value
        })
    }

    /// Marks an edge as one that may be taken; `known` says for the dump that it is the only one.
    pub(super) fn reach(&mut self, r: &mut Reader<'_, '_>, edge: EdgeId, known: &str) {
        if std::mem::replace(&mut self.executable[edge.0 as usize], true) {
            return;
        }
        if r.details {
            let (src, dst) = (r.f.edges[edge].src.0, r.f.edges[edge].dst.0);
            putln!(r.dump, "marking {known}outgoing edge {src} -> {dst} executable");
        }
    }

    pub(super) fn report(&self, r: &mut Reader<'_, '_>, order: &[BlockId]) {
        let reached = order
            .iter()
            .filter(|&&block| r.f.blocks[block].preds.iter().any(|e| self.executable[e.0 as usize]))
            .count();
        putln!(
            r.dump,
            "RPO iteration over {} blocks visited {} blocks in total discovering {reached} \
             executable blocks iterating {:.1} times, a block was visited max. {} times",
            order.len(),
            self.visits,
            self.visits as f64 / order.len().max(1) as f64,
            self.visits_of.iter().max().unwrap_or(&0)
        );
        let elements =
            r.f.names
                .iter()
                .skip(1)
                .filter(|(_, name): &(SsaName, _)| !name.has(NameFlags::RELEASED))
                .count();
        putln!(
            r.dump,
            "RPO tracked {elements} values available at {} locations and {elements} lattice elements",
            self.table.len() + self.long.len()
        );
    }
}
