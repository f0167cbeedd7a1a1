//! Does what was decided: computes expressions at ends of blocks and on edges, and lets other computations go.
//!
//! ```text
//!   x = a * b;                 lcmtmp.1 = a * b;         a computation whose value is needed again is kept
//!                        =>    x = lcmtmp.1;
//!   y = a * b;                 y = lcmtmp.1;             and this one is not needed
//! ```
//!
//! An expression has one temporary. Which computations have to keep their value there is asked of liveness: the temporary is live
//! up from the computations that go, to those that stay, and not across an edge on which it is written. Within a block a
//! computation of what the temporary or an earlier computation holds goes as well, whatever was decided.

use super::expressions::{Local, Universe};
use super::graph::FlowGraph;
use super::placement::Decision;
use gimple::cfg::{BlockId, ENTRY, EdgeId};
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::options::DataflowOrder;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use tree_ssa::analyses::dataflow::bits::Sets;
use tree_ssa::analyses::dataflow::{Direction, Problem, solve};
use tree_ssa::edit;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::insert_on_edge;
use tree_ssa::edit::locals::new_local;

/// What was done.
#[derive(Default)]
pub struct Done {
    pub insertions: u64,
    pub deletions: u64,
    /// Computations whose value went to a temporary.
    pub kept: u64,
    pub blocks_made: u64,
    /// The temporary of each expression, if it has one.
    pub temporaries: Vec<Option<DeclId>>,
}

/// Where the temporaries are live.
struct Needed<'a> {
    facts: usize,
    deleted: &'a Sets,
    ends: Sets,
    at_end: &'a Sets,
    on_edge: &'a FxHashMap<EdgeId, Vec<usize>>,
}

impl Problem for Needed<'_> {
    type Value = Vec<u64>;
    fn direction(&self) -> Direction {
        Direction::Backward
    }
    fn boundary(&self) -> Vec<u64> {
        vec![0; self.facts.div_ceil(64).max(1)]
    }
    fn top(&self) -> Vec<u64> {
        self.boundary()
    }
    fn meet(&self, value: &mut Vec<u64>, other: &Vec<u64>) {
        value.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
    }
    fn transfer(&mut self, _f: &Function, block: BlockId, value: &Vec<u64>) -> Vec<u64> {
        let rows = self.deleted.row(block).iter().zip(self.ends.row(block));
        rows.zip(value).map(|((deleted, ends), after)| deleted | (after & !ends)).collect()
    }
    fn along(&mut self, f: &Function, edge: EdgeId, value: &Vec<u64>) -> Option<Vec<u64>> {
        let at_end = self.at_end.row(f.edges[edge].src);
        let mut row: Vec<u64> = value.iter().zip(at_end).map(|(a, b)| a & !b).collect();
        for &fact in self.on_edge.get(&edge).into_iter().flatten() {
            row[fact / 64] &= !(1 << (fact % 64));
        }
        Some(row)
    }
}

/// Transforms the function.
pub fn apply(
    unit: &mut Unit,
    f: &mut Function,
    universe: &Universe,
    flow: &FlowGraph,
    local: &Local,
    decision: &Decision,
) -> Done {
    let done = Done { temporaries: vec![None; universe.keys.len()], ..Done::default() };
    let needed = needed_at_end(flow, local, decision);
    let blocks = f.block_order();
    let mut insertion = Insertion { unit, f, universe, decision, done };
    for &block in &blocks {
        insertion.rewrite(block, &needed[block.0 as usize]);
    }
    insertion.insert();
    insertion.done
}

/// The temporaries that are live at the end of each block.
fn needed_at_end(flow: &FlowGraph, local: &Local, decision: &Decision) -> Vec<Vec<u64>> {
    let mut at_end = Sets::new(flow.graph.blocks.len(), local.facts);
    for &(block, fact) in &decision.at_end {
        at_end.insert(block, fact);
    }
    let mut of_graph = FxHashMap::default();
    for (edge, origin) in flow.real_edges() {
        of_graph.insert(origin, edge);
    }
    let mut on_edge: FxHashMap<EdgeId, Vec<usize>> = FxHashMap::default();
    for (edge, fact) in &decision.on_edge {
        on_edge.entry(of_graph[edge]).or_default().push(*fact);
    }
    let ends = local.altered.or(&local.antloc).or(&local.avloc);
    let mut problem = Needed {
        facts: local.facts,
        deleted: &decision.deleted,
        ends,
        at_end: &at_end,
        on_edge: &on_edge,
    };
    solve(&flow.graph, &mut problem, DataflowOrder::default()).into
}

/// What is known of an expression while its block is walked through.
#[derive(Clone, Copy)]
enum Holder {
    /// Its temporary has the value.
    Temporary,
    /// A statement has computed it, and has not written it to the temporary yet.
    Statement(StmtId),
}

/// The function while it is transformed.
struct Insertion<'a> {
    unit: &'a mut Unit,
    f: &'a mut Function,
    universe: &'a Universe,
    decision: &'a Decision,
    done: Done,
}

impl Insertion<'_> {
    /// Replaces the computations of a block that are not needed, and keeps those that others are to find.
    fn rewrite(&mut self, block: BlockId, needed: &[u64]) {
        let mut holders: FxHashMap<usize, Holder> = FxHashMap::default();
        for fact in self.decision.deleted.facts(block) {
            holders.insert(fact, Holder::Temporary);
        }
        let stmts: Vec<StmtId> = self.f.block_stmts(block).collect();
        for stmt in stmts {
            let computed = self.universe.number(self.unit, self.f, stmt);
            let mut killed = Vec::new();
            self.universe.for_each_killed(self.unit, self.f, stmt, &mut |fact| killed.push(fact));
            if let Some(fact) = computed {
                match holders.get(&fact) {
                    None => {
                        holders.insert(fact, Holder::Statement(stmt));
                    }
                    Some(&holder) => {
                        if let Holder::Statement(first) = holder {
                            self.keep(fact, first);
                            holders.insert(fact, Holder::Temporary);
                        }
                        let temporary = self.temporary_of(fact);
                        edit::set_value(self.unit, self.f, stmt, temporary);
                        self.done.deletions += 1;
                    }
                }
            }
            for fact in killed {
                holders.remove(&fact);
            }
        }
        let mut left: Vec<(usize, StmtId)> = holders
            .into_iter()
            .filter_map(|(fact, holder)| match holder {
                Holder::Statement(stmt) if needed[fact / 64] >> (fact % 64) & 1 != 0 => {
                    Some((fact, stmt))
                }
                _ => None,
            })
            .collect();
        left.sort_unstable();
        for (fact, stmt) in left {
            self.keep(fact, stmt);
        }
    }

    /// The temporary of an expression.
    fn temporary_of(&mut self, fact: usize) -> Operand {
        let (_, ty, _) = self.universe.keys[fact];
        let temporary = match self.done.temporaries[fact] {
            Some(temporary) => temporary,
            None => {
                let ty = self.unit.types.main_variant(ty);
                *self.done.temporaries[fact].insert(new_local(
                    self.unit,
                    self.f,
                    ty,
                    Some("lcmtmp"),
                ))
            }
        };
        Operand::Decl(temporary)
    }

    /// Lets a computation write the temporary, from which its own result is copied.
    fn keep(&mut self, fact: usize, stmt: StmtId) {
        let temporary = self.temporary_of(fact);
        let (code, _, rhs) = self.universe.keys[fact];
        Cursor::before(stmt).like(self.f, stmt).assign(self.unit, self.f, temporary, code, rhs);
        edit::set_value(self.unit, self.f, stmt, temporary);
        self.done.kept += 1;
    }

    /// Puts the new computations where they belong.
    fn insert(&mut self) {
        let decision = self.decision;
        let mut cases = SwitchCases::default();
        let blocks = self.f.blocks.len();
        for &(block, fact) in &decision.at_end {
            let stmt = self.computation(fact);
            match self.f.last_stmt(block) {
                _ if block == ENTRY => {
                    let edge = self.f.blocks[ENTRY].succs[0];
                    insert_on_edge(self.unit, self.f, edge, &[stmt], &mut cases);
                }
                Some(last) if tree_ssa::edit::cfg_edit::ends_block(self.unit, self.f, last) => {
                    self.f.insert_before(last, stmt)
                }
                _ => self.f.append_to_block(block, stmt),
            }
        }
        // All that goes on one edge goes there at once: an edge that was split is not the same any more.
        let mut position = 0;
        while position < decision.on_edge.len() {
            let edge = decision.on_edge[position].0;
            let mut stmts = Vec::new();
            while let Some(&(next, fact)) = decision.on_edge.get(position)
                && next == edge
            {
                stmts.push(self.computation(fact));
                position += 1;
            }
            insert_on_edge(self.unit, self.f, edge, &stmts, &mut cases);
        }
        self.done.blocks_made = (self.f.blocks.len() - blocks) as u64;
    }

    /// A new statement that computes an expression into its temporary.
    fn computation(&mut self, fact: usize) -> StmtId {
        let lhs = self.temporary_of(fact);
        let (code, _, rhs) = self.universe.keys[fact];
        self.done.insertions += 1;
        Cursor::nowhere().assign(self.unit, self.f, lhs, code, rhs)
    }
}
