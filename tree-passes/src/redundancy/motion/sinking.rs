//! Pass `sinkassign`, which GCC does not have: assignments sink to where they are needed, and redundant ones go. The mirror
//! image of Chow's form as Chen and Chen give it (§4), under `-ftree-sink-assignments`.
//!
//! ```text
//!   <bb 3>: a = i + 9;                        <bb 3>: s = s + i;
//!           s = s + i;                  =>            if (s < n) goto <bb 3>; else goto <bb 4>;
//!           if (s < n) goto <bb 3>; …         <bb 4>: a = i + 9;
//!   <bb 4>: return a;                                 return a;
//! ```
//!
//! Nothing in the loop reads `a`, so all assignments but the last are redundant (Figure 3). A fact is an assignment as written, of
//! an operation, a copy or a constant to a register variable that is no operand of it.
//!
//! ```text
//!   ANTLOC   could be the first of its block       AVLOC   could be the last of its block
//!   ALTERED  an operand or a is written, or a is read, by something else in the block
//!   PAVLOC   a has the value at the end            ABSALTERED   an operand or a is written
//!
//!   PPIN(i)  = ∏ PPOUT(p), FALSE at the entry and where several edges meet
//!   PPOUT(i) = PANTOUT(i) · (AVLOC(i) + ~ALTERED(i) · PPIN(i)) · SUP(i), FALSE at the exit
//!   INSERTIN(i) = PPIN(i) · ~ANTIN(i) · (~PPOUT(i) + ALTERED(i))             DELETE(i) = AVLOC(i) · PPOUT(i)
//!   EDGE_INSERT(i,s) = PPOUT(i) · ~PPIN(s) · ~ANTIN(s)
//! ```
//!
//! First assignments go that assign what the variable has already on all paths (PAVLOC and ABSALTERED ask that: readers do not
//! matter). Then the others sink. **The meeting-point rule**: where paths meet the variable may have been given different
//! values, and nothing moves past; it goes to the edges.
//!
//! What is printed otherwise: EDGE_INSERT(j,i) there is `~PPIN(j) · PPOUT(j) · ~ANTOUT(j)`, of one block only, which says
//! nothing of an edge and is FALSE for what sinks through j; mirrored rightly it is that of the edge. SUP is `Σ (PPOUT(s) + ANTIN(s))`
//! there; PPOUT(s) is TRUE for a successor that only passes the assignment on, or gets its own from elsewhere, so it is
//! asked for a later assignment that makes this one redundant on some path: the least solution of
//! `SUP(i) = Σ (ANTIN(s) + PPOUT(s) · ~ALTERED(s) · SUP(s))`, as in [`super::chen`].
//!
//! On no path is an assignment done more often than before: what is inserted has been deleted above it on every path.

use super::graph::FlowGraph;
use super::{left_alone, report};
use dumps::{put, putln};
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeId};
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::{Function, Prop};
use gimple::options::{DataflowOrder, Flag};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use tree_ssa::analyses::dataflow::bits::{self, GenKill, Meet, Sets};
use tree_ssa::analyses::dataflow::{Direction, Rounds};
use tree_ssa::dump_text;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::insert_on_edge;
use tree_ssa::ssa::into_ssa::{for_each_register_def, for_each_register_use};

/// An assignment as written.
type Key = (DeclId, TreeCode, [Operand; 3]);

/// The assignments of a function in order of first appearance.
#[derive(Default)]
struct Assignments {
    /// A statement of each.
    stmts: Vec<StmtId>,
    keys: Vec<Key>,
    numbers: FxHashMap<Key, usize>,
    /// Those that assign to a variable, and those that read it.
    to: FxHashMap<DeclId, Vec<usize>>,
    of: FxHashMap<DeclId, Vec<usize>>,
}

/// What blocks do to assignments.
pub struct Local {
    pub facts: usize,
    pub antloc: Sets,
    pub avloc: Sets,
    pub altered: Sets,
    pub kept: Sets,
    pub overwritten: Sets,
}

impl Local {
    /// Blocks that do nothing.
    pub fn new(blocks: usize, facts: usize) -> Local {
        let none = Sets::new(blocks, facts);
        Local {
            facts,
            antloc: none.clone(),
            avloc: none.clone(),
            altered: none.clone(),
            kept: none.clone(),
            overwritten: none,
        }
    }
}

/// Where assignments go, and which go away.
pub struct Sinking {
    pub properties: Vec<(&'static str, Sets)>,
    pub insert: Vec<(BlockId, usize)>,
    /// Edges of the function.
    pub on_edge: Vec<(EdgeId, usize)>,
    pub deleted: Sets,
}

/// `sinkassign` for the pass table.
pub const PASS: Pass = Pass::tree("sinkassign", execute)
    .gate(|options, _| options.on(Flag::TreeSinkAssignments))
    .requires(Prop::CFG);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let found = Assignments::find(cx.unit, f);
    if found.keys.is_empty() {
        return Todo::NONE;
    }
    if let Some(why) = left_alone(f, found.keys.len()) {
        if cx.dump.enabled() {
            putln!(cx.dump, ";; left alone: {why}\n");
        }
        return Todo::NONE;
    }
    let graph = FlowGraph::of(f);
    let redundant = found.remove_redundant(cx, f, &graph);
    let local = found.local(cx.unit, f);
    let sinking = decide(&graph, &local);
    if cx.dump.details() {
        let rows = report::blocks(f);
        for (fact, &stmt) in found.stmts.iter().enumerate() {
            let mut text = format!(";; sink: {}\n", dump_text::stmt(cx.unit, f, stmt).trim());
            text.push_str(&report::table(&sinking.properties, &rows, fact));
            let edges = sinking.on_edge.iter().filter(|&&(_, on)| on == fact);
            text.push_str(&report::edge_list(f, "EDGE_INSERT", edges.map(|&(edge, _)| edge)));
            text.push('\n');
            put!(cx.dump, "{text}");
        }
    }
    let blocks = f.blocks.len();
    let (deleted, inserted) = apply(cx.unit, f, &found, &sinking);
    cx.statistics.count("Assignments", found.keys.len() as u64);
    cx.statistics.count("Redundant", redundant);
    cx.statistics.count("Insertions", inserted);
    cx.statistics.count("Deletions", deleted);
    cx.statistics.count("Blocks made", (f.blocks.len() - blocks) as u64);
    Todo::NONE
}

impl Assignments {
    fn find(unit: &Unit, f: &Function) -> Assignments {
        let mut found = Assignments::default();
        for block in f.block_iter() {
            for stmt in f.block_stmts(block) {
                let Some(key) = key_of(unit, f, stmt) else { continue };
                let next = found.keys.len();
                if *found.numbers.entry(key).or_insert(next) != next {
                    continue;
                }
                found.keys.push(key);
                found.stmts.push(stmt);
                found.to.entry(key.0).or_default().push(next);
                for op in key.2 {
                    if let Operand::Decl(var) = op {
                        let list = found.of.entry(var).or_default();
                        if list.last() != Some(&next) {
                            list.push(next);
                        }
                    }
                }
            }
        }
        found
    }

    fn number(&self, unit: &Unit, f: &Function, stmt: StmtId) -> Option<usize> {
        self.numbers.get(&key_of(unit, f, stmt)?).copied()
    }

    /// Calls `found` with the assignments a statement spoils, and whether for good: not just by reading the variable.
    fn for_each_spoiled(
        &self,
        unit: &Unit,
        f: &Function,
        stmt: StmtId,
        found: &mut dyn FnMut(usize, bool),
    ) {
        let own = self.number(unit, f, stmt);
        let mut each = |list: Option<&Vec<usize>>, for_good| {
            list.into_iter().flatten().filter(|&&fact| Some(fact) != own).for_each(|&fact| {
                found(fact, for_good);
            });
        };
        for_each_register_use(unit, f, stmt, &mut |var| each(self.to.get(&var), false));
        for_each_register_def(unit, f, stmt, &mut |var| {
            each(self.to.get(&var), true);
            each(self.of.get(&var), true);
        });
    }

    fn local(&self, unit: &Unit, f: &Function) -> Local {
        let mut local = Local::new(f.blocks.len(), self.keys.len());
        for block in f.block_iter() {
            for stmt in f.block_stmts(block) {
                let own = self.number(unit, f, stmt);
                if let Some(fact) = own
                    && !local.altered.contains(block, fact)
                {
                    local.antloc.insert(block, fact);
                }
                self.for_each_spoiled(unit, f, stmt, &mut |fact, for_good| {
                    local.avloc.remove(block, fact);
                    local.altered.insert(block, fact);
                    if for_good {
                        local.kept.remove(block, fact);
                        local.overwritten.insert(block, fact);
                    }
                });
                if let Some(fact) = own {
                    local.avloc.insert(block, fact);
                    local.kept.insert(block, fact);
                }
            }
        }
        local
    }

    /// Removes assignments of what the variable has already. Returns how many.
    fn remove_redundant(
        &self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        graph: &FlowGraph,
    ) -> u64 {
        let local = self.local(cx.unit, f);
        let way = (Direction::Forward, Meet::Intersection);
        let have = solve(graph, local.facts, way, &local.kept, &local.overwritten).at_start;
        let mut removed = 0;
        for block in f.block_order() {
            let mut holds = have.row(block).to_vec();
            let stmts: Vec<StmtId> = f.block_stmts(block).collect();
            for stmt in stmts {
                let own = self.number(cx.unit, f, stmt);
                if let Some(fact) = own {
                    if holds[fact / 64] >> (fact % 64) & 1 != 0 {
                        if cx.dump.details() {
                            let text = dump_text::stmt(cx.unit, f, stmt);
                            putln!(cx.dump, ";; redundant in <bb {}>: {}", block.0, text.trim());
                        }
                        f.unlink_stmt(stmt);
                        removed += 1;
                        continue;
                    }
                    holds[fact / 64] |= 1 << (fact % 64);
                }
                self.for_each_spoiled(cx.unit, f, stmt, &mut |fact, for_good| {
                    if for_good {
                        holds[fact / 64] &= !(1 << (fact % 64));
                    }
                });
            }
        }
        removed
    }
}

fn key_of(unit: &Unit, f: &Function, stmt: StmtId) -> Option<Key> {
    let StmtKind::Assign { lhs: Operand::Decl(var), code, rhs } = f.stmts[stmt].kind else {
        return None;
    };
    let plain = |op: &Operand| match *op {
        Operand::Decl(read) => read != var && unit.is_gimple_reg(read),
        Operand::Const(_) | Operand::None => true,
        _ => false,
    };
    (unit.is_gimple_reg(var) && rhs.iter().all(plain)).then_some((var, code, rhs))
}

fn solve(
    graph: &FlowGraph,
    facts: usize,
    way: (Direction, Meet),
    generated: &Sets,
    killed: &Sets,
) -> bits::Facts {
    let mut problem = GenKill::new("assignments", &graph.graph, facts, way.0, way.1);
    problem.generated = generated.clone();
    problem.killed = killed.clone();
    bits::solve(&graph.graph, &problem, DataflowOrder::default())
}

/// Decides.
pub fn decide(graph: &FlowGraph, local: &Local) -> Sinking {
    let f = &graph.graph;
    let backward = |meet| {
        solve(graph, local.facts, (Direction::Backward, meet), &local.antloc, &local.altered)
    };
    let anticipated = backward(Meet::Intersection);
    let partially = backward(Meet::Union);
    let mut allowed = partially.at_end.clone();
    let (at_start, at_end, supported) = loop {
        let (at_start, at_end) = possible(graph, local, &allowed);
        // A later assignment makes this one redundant on some path.
        let through = at_end.minus(&local.altered);
        let killed = through.zip(&local.altered, |through, _| !through);
        let way = (Direction::Backward, Meet::Union);
        let supported = solve(graph, local.facts, way, &anticipated.at_start, &killed).at_end;
        if at_end.minus(&supported).count() == 0 {
            break (at_start, at_end, supported);
        }
        allowed = allowed.and(&at_end).and(&supported);
    };
    let passes = at_end.minus(&local.altered);
    let insert = at_start.minus(&anticipated.at_start).minus(&passes);
    let deleted = local.avloc.and(&at_end);
    let mut on_edge = Vec::new();
    for (edge, origin) in graph.real_edges() {
        let (from, to) = (f.edges[edge].src, f.edges[edge].dst);
        let missing = at_end.facts(from).into_iter().filter(|&fact| {
            !at_start.contains(to, fact) && !anticipated.at_start.contains(to, fact)
        });
        on_edge.extend(missing.map(|fact| (origin, fact)));
    }
    let blocks = (0..f.blocks.len() as u32).map(BlockId);
    let places = blocks.flat_map(|block| {
        insert.facts(block).into_iter().map(move |fact| (block, fact)).collect::<Vec<_>>()
    });
    let insert_at = places.collect();
    let properties = vec![
        ("ANTLOC", local.antloc.clone()),
        ("AVLOC", local.avloc.clone()),
        ("ALTERED", local.altered.clone()),
        ("ANTIN", anticipated.at_start),
        ("PANTOUT", partially.at_end),
        ("SUP", supported),
        ("PPIN", at_start),
        ("PPOUT", at_end),
        ("INSERTIN", insert),
        ("DELETE", deleted.clone()),
    ];
    Sinking { properties, insert: insert_at, on_edge, deleted }
}

/// PPIN and PPOUT: the greatest solution.
fn possible(graph: &FlowGraph, local: &Local, allowed: &Sets) -> (Sets, Sets) {
    let f = &graph.graph;
    let mut at_start = Sets::new(f.blocks.len(), local.facts);
    let mut at_end = allowed.clone();
    at_end.clear(ENTRY);
    at_end.clear(EXIT);
    let mut rounds = Rounds::new(f, Direction::Forward, DataflowOrder::default());
    rounds.run(f, &mut |f, block, changed| {
        let mut into = vec![0; allowed.row(block).len()];
        // The meeting-point rule.
        if let Some(edge) = f.single_pred(block)
            && !graph.landing[block.0 as usize]
        {
            into.copy_from_slice(at_end.row(f.edges[edge].src));
        }
        at_start.row_mut(block).copy_from_slice(&into);
        let stuck = f.blocks[block].succs.iter().any(|&edge| {
            let to = f.edges[edge].dst;
            graph.origin[edge.0 as usize].is_none() || graph.landing[to.0 as usize]
        });
        let mut new = false;
        let rows =
            local.avloc.row(block).iter().zip(local.altered.row(block)).zip(allowed.row(block));
        let made: Vec<u64> = rows
            .zip(&into)
            .map(
                |(((avloc, altered), allowed), into)| {
                    if stuck { 0 } else { allowed & (avloc | (into & !altered)) }
                },
            )
            .collect();
        for (old, made) in at_end.row_mut(block).iter_mut().zip(made) {
            new |= *old != made;
            *old = made;
        }
        if new {
            changed.extend(f.blocks[block].succs.iter().map(|&edge| f.edges[edge].dst));
        }
    });
    (at_start, at_end)
}

/// Does what was decided. Returns how many assignments went away, and how many were made.
fn apply(unit: &mut Unit, f: &mut Function, found: &Assignments, sinking: &Sinking) -> (u64, u64) {
    let mut deleted = 0;
    for block in f.block_order() {
        let mut gone = sinking.deleted.row(block).to_vec();
        let mut stmt = f.blocks[block].stmts.last;
        while stmt.is_some() {
            let previous = f.stmts[stmt].prev;
            // The last one of the block is what could be moved to its end.
            if let Some(fact) = found.number(unit, f, stmt)
                && gone[fact / 64] >> (fact % 64) & 1 != 0
            {
                gone[fact / 64] &= !(1 << (fact % 64));
                f.unlink_stmt(stmt);
                deleted += 1;
            }
            stmt = previous;
        }
    }
    let make = |unit: &mut Unit, f: &mut Function, fact: usize| {
        let (var, code, rhs) = found.keys[fact];
        let mut at = Cursor::nowhere().like(f, found.stmts[fact]);
        at.assign(unit, f, Operand::Decl(var), code, rhs)
    };
    for &(block, fact) in &sinking.insert {
        let stmt = make(unit, f, fact);
        f.insert_after_labels(block, stmt);
    }
    let mut cases = SwitchCases::default();
    for list in sinking.on_edge.chunk_by(|a, b| a.0 == b.0) {
        let stmts: Vec<StmtId> = list.iter().map(|&(_, fact)| make(unit, f, fact)).collect();
        insert_on_edge(unit, f, list[0].0, &stmts, &mut cases);
    }
    (deleted, (sinking.insert.len() + sinking.on_edge.len()) as u64)
}
