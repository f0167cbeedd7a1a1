//! The propagation engine: sparse conditional propagation over SSA edges and CFG edges (Wegman and Zadeck, "Constant
//! propagation with conditional branches", 1991), in GCC's order of visits.
//!
//! Blocks and statements are taken in reverse post-order; what lies behind, across a back edge, waits until the
//! work ahead is done. A pass says what a statement or φ evaluates to ([`Propagator`]); values may only go down the
//! lattice, so that the work ends.

use crate::cfg_edit::ends_block;
use crate::order::reverse_post_order;
use dumps::Dump;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeId, edge_flag};
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use std::collections::BTreeSet;
use std::fmt::Write;

/// What the simulation of a statement brought.
pub enum Outcome {
    /// Nothing new.
    NotInteresting,
    /// A new value of this name, or this edge known to be taken.
    Interesting(Option<SsaName>, Option<EdgeId>),
    /// No further visit will bring anything: the name has reached the bottom of the lattice.
    Varying(Option<SsaName>),
}

/// A pass as the engine sees it.
pub trait Propagator {
    /// Evaluates a statement.
    fn visit_stmt(
        &mut self,
        unit: &mut Unit,
        f: &Function,
        stmt: StmtId,
        dump: &mut Dump<'_>,
    ) -> Outcome;
    /// Evaluates a φ over its executable edges.
    fn visit_phi(
        &mut self,
        unit: &mut Unit,
        f: &Function,
        phi: StmtId,
        dump: &mut Dump<'_>,
    ) -> Outcome;
}

/// The engine's state.
struct Engine<'a, 'd> {
    unit: &'a mut Unit,
    f: &'a mut Function,
    dump: &'a mut Dump<'d>,
    /// Blocks in order, and each block's place; statements by number.
    order: Vec<BlockId>,
    place: Vec<u32>,
    by_uid: Vec<StmtId>,
    /// Statements that are still worth visiting, by number.
    again: Vec<bool>,
    visited: Vec<bool>,
    blocks: BTreeSet<u32>,
    blocks_back: BTreeSet<u32>,
    stmts: BTreeSet<u32>,
    stmts_back: BTreeSet<u32>,
    current: u32,
    details: bool,
}

/// Runs a propagation. `again` says which statements are worth simulating at all. Edges that turn out to be executable
/// have the flag `EXECUTABLE` afterwards.
pub fn propagate(
    unit: &mut Unit,
    f: &mut Function,
    dump: &mut Dump<'_>,
    again: &dyn Fn(&Unit, &Function, StmtId) -> bool,
    pass: &mut dyn Propagator,
) {
    let order = reverse_post_order(f);
    let mut place = vec![u32::MAX; f.blocks.len()];
    let mut by_uid: Vec<StmtId> = Vec::new();
    let mut worth = Vec::new();
    for (index, &block) in order.iter().enumerate() {
        place[block.0 as usize] = index as u32;
        let all: Vec<StmtId> = f.phis(block).chain(f.block_stmts(block)).collect();
        for stmt in all {
            f.stmts[stmt].uid = by_uid.len() as u32;
            by_uid.push(stmt);
            worth.push(again(unit, f, stmt));
        }
    }
    f.edges.values_mut().for_each(|edge| edge.flags &= !edge_flag::EXECUTABLE);
    let details = dump.details();
    let visited = vec![false; f.blocks.len()];
    let mut engine = Engine {
        unit,
        f,
        dump,
        order,
        place,
        by_uid,
        again: worth,
        visited,
        blocks: BTreeSet::new(),
        blocks_back: BTreeSet::new(),
        stmts: BTreeSet::new(),
        stmts_back: BTreeSet::new(),
        current: 0,
        details,
    };
    for edge in engine.f.blocks[ENTRY].succs.clone() {
        engine.add_control_edge(edge);
    }
    engine.run(pass);
}

impl Engine<'_, '_> {
    fn run(&mut self, pass: &mut dyn Propagator) {
        loop {
            let (block, stmt) = (self.blocks.first().copied(), self.stmts.first().copied());
            let stmt_place = stmt.map(|uid| {
                let id = self.by_uid[uid as usize];
                self.place[self.f.stmts[id].block.0 as usize]
            });
            match (block, stmt_place) {
                (None, None) => {
                    if self.blocks_back.is_empty() && self.stmts_back.is_empty() {
                        return;
                    }
                    if self.details {
                        let _ = writeln!(
                            self.dump,
                            "Regular worklists empty, now processing backedge destinations"
                        );
                    }
                    std::mem::swap(&mut self.blocks, &mut self.blocks_back);
                    std::mem::swap(&mut self.stmts, &mut self.stmts_back);
                }
                (Some(block), at) if at.is_none_or(|at| block <= at) => {
                    self.current = block;
                    self.blocks.remove(&block);
                    self.simulate_block(pass, self.order[block as usize]);
                }
                (_, Some(at)) => {
                    self.current = at;
                    let uid = stmt.unwrap_or_default();
                    let id = self.by_uid[uid as usize];
                    if self.details {
                        let text = crate::dump_text::stmt(self.unit, self.f, id);
                        let _ = writeln!(self.dump, "\nSimulating statement: {text}");
                    }
                    self.simulate_stmt(pass, id);
                }
                (Some(_), None) => return,
            }
        }
    }

    fn simulate_block(&mut self, pass: &mut dyn Propagator, block: BlockId) {
        if block == EXIT {
            return;
        }
        if self.details {
            let _ = writeln!(self.dump, "\nSimulating block {}", block.0);
        }
        let mut phi = self.f.blocks[block].phis.first;
        while phi.is_some() {
            self.simulate_stmt(pass, phi);
            phi = self.f.stmts[phi].next;
        }
        if std::mem::replace(&mut self.visited[block.0 as usize], true) {
            return;
        }
        let mut stmt = self.f.blocks[block].stmts.first;
        while stmt.is_some() {
            self.simulate_stmt(pass, stmt);
            stmt = self.f.stmts[stmt].next;
        }
        let mut normal = Vec::new();
        for edge in self.f.blocks[block].succs.clone() {
            if self.f.edges[edge].flags & (edge_flag::ABNORMAL | edge_flag::EH) != 0 {
                self.add_control_edge(edge);
            } else {
                normal.push(edge);
            }
        }
        if let [edge] = normal[..] {
            self.add_control_edge(edge);
        }
    }

    fn simulate_stmt(&mut self, pass: &mut dyn Propagator, stmt: StmtId) {
        let uid = self.f.stmts[stmt].uid;
        self.stmts.remove(&uid);
        if !self.again[uid as usize] {
            return;
        }
        let phi = self.f.is_phi(stmt);
        let outcome = if phi {
            pass.visit_phi(self.unit, self.f, stmt, self.dump)
        } else {
            pass.visit_stmt(self.unit, self.f, stmt, self.dump)
        };
        match outcome {
            Outcome::Varying(name) => {
                self.again[uid as usize] = false;
                if let Some(name) = name {
                    self.add_ssa_edge(name);
                }
                if !phi && ends_block(self.unit, self.f, stmt) {
                    let block = self.f.stmts[stmt].block;
                    for edge in self.f.blocks[block].succs.clone() {
                        self.add_control_edge(edge);
                    }
                }
                return;
            }
            Outcome::Interesting(name, edge) => {
                if let Some(name) = name {
                    self.add_ssa_edge(name);
                }
                if let Some(edge) = edge {
                    self.add_control_edge(edge);
                }
            }
            Outcome::NotInteresting => {}
        }
        if !self.may_change(stmt) {
            if self.details {
                let _ = writeln!(self.dump, "marking stmt to be not simulated again");
            }
            self.again[uid as usize] = false;
        }
    }

    /// Whether anything a statement uses may still get another value.
    fn may_change(&self, stmt: StmtId) -> bool {
        let changes = |name: SsaName| {
            self.f.names[name].def.expand().is_some_and(|def| {
                let uid = self.f.stmts[def].uid as usize;
                self.by_uid.get(uid) == Some(&def) && self.again[uid]
            })
        };
        if let gimple::stmt::StmtKind::Phi(phi) = &self.f.stmts[stmt].kind {
            let preds = &self.f.blocks[self.f.stmts[stmt].block].preds;
            return phi.args.iter().zip(preds).any(|(arg, &edge)| {
                self.f.edges[edge].flags & edge_flag::EXECUTABLE == 0
                    || arg.value.ssa().is_some_and(changes)
            });
        }
        let mut id = self.f.stmts[stmt].uses;
        while id.is_some() {
            let node = &self.f.uses[id];
            if node.slot != gimple::ssa::UseNode::VIRTUAL && changes(node.name) {
                return true;
            }
            id = node.next_in_stmt;
        }
        false
    }

    fn add_ssa_edge(&mut self, name: SsaName) {
        let uses: Vec<(StmtId, u32)> =
            self.f.imm_uses(name).map(|node| (node.stmt, node.slot)).collect();
        for (stmt, slot) in uses {
            let (uid, block) = (self.f.stmts[stmt].uid, self.f.stmts[stmt].block);
            if self.by_uid.get(uid as usize) != Some(&stmt)
                || !self.again[uid as usize]
                || !self.visited[block.0 as usize]
            {
                continue;
            }
            if self.f.is_phi(stmt) {
                let edge = self.f.blocks[block].preds[slot as usize];
                if self.f.edges[edge].flags & edge_flag::EXECUTABLE == 0 {
                    continue;
                }
            }
            let behind = self.place[block.0 as usize] < self.current;
            let list = if behind { &mut self.stmts_back } else { &mut self.stmts };
            if list.insert(uid) && self.details {
                let text = crate::dump_text::stmt(self.unit, self.f, stmt);
                let _ = writeln!(self.dump, "ssa_edge_worklist: adding SSA use in {text}");
            }
        }
    }

    fn add_control_edge(&mut self, edge: EdgeId) {
        let data = &mut self.f.edges[edge];
        if data.flags & edge_flag::EXECUTABLE != 0 {
            return;
        }
        data.flags |= edge_flag::EXECUTABLE;
        let (src, dst) = (data.src, data.dst);
        if dst == EXIT {
            return;
        }
        let place = self.place[dst.0 as usize];
        if place < self.current {
            self.blocks_back.insert(place);
        } else {
            self.blocks.insert(place);
        }
        if self.details {
            let _ = writeln!(
                self.dump,
                "Adding destination of edge ({} -> {}) to worklist",
                src.0, dst.0
            );
        }
    }
}

/// The edge a condition or switch takes when the value it decides by is known (`find_taken_edge`).
pub fn taken_edge(unit: &Unit, f: &Function, block: BlockId, value: Operand) -> Option<EdgeId> {
    use gimple::stmt::StmtKind;
    let last = f.last_stmt(block)?;
    let value = unit.as_int(value)?;
    match &f.stmts[last].kind {
        StmtKind::Cond { .. } => {
            let (yes, no) = f.true_false_edges(block)?;
            Some(if value != 0 { yes } else { no })
        }
        StmtKind::Switch(switch) => {
            let case = switch.cases[1..].iter().find(|case| {
                let low = unit.consts.as_int(case.low).unwrap_or(i128::MAX);
                let high = case.high.expand().and_then(|id| unit.consts.as_int(id)).unwrap_or(low);
                (low..=high).contains(&value)
            });
            let label = case.unwrap_or(switch.cases.first()?).label;
            f.find_edge(block, *f.label_block.get(&label)?)
        }
        _ => None,
    }
}
