//! The propagation engine: sparse conditional propagation over SSA edges and CFG edges (Wegman and Zadeck, "Constant
//! propagation with conditional branches", 1991), in GCC's order of visits.
//!
//! Blocks and statements are taken in reverse post-order; what lies after, across a back edge, waits until the
//! work ahead is done. A pass says what a statement or φ evaluates to ([`Propagator`]); values may only go down the
//! lattice, so that the work ends.

use crate::edit::cfg_edit::ends_block;
use crate::graph::analyses;
use crate::sets::ordered_set::OrderedSet;
use dumps::Dump;
use dumps::putln;
use fixedbitset::FixedBitSet;
use gimple::cfg::{BlockId, ENTRY, EXIT, Edge, EdgeFlags, EdgeId};
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use std::fmt::Write;
use std::rc::Rc;

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
    /// Whether the evaluation of a statement can tell anything. Asked once of each that can be reached, before any is
    /// evaluated.
    fn worth_simulating(&self, unit: &Unit, f: &Function, stmt: StmtId) -> bool;
    /// Gives a name that a statement worth simulating defines the value it has before that.
    fn begin_name(&mut self, name: SsaName);
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

/// A statement as the engine sees it, in a table small enough to stay in the cache while the values wander about.
#[derive(Clone, Copy)]
struct Visit {
    stmt: StmtId,
    /// Place of its block in the order.
    place: u32,
    phi: bool,
    /// Whether it is still worth visiting.
    again: bool,
}

/// The engine's state.
struct Engine<'a, 'd> {
    unit: &'a mut Unit,
    f: &'a mut Function,
    dump: &'a mut Dump<'d>,
    /// Blocks in order, each block's place, and by place whether its statements have been visited.
    order: Rc<[BlockId]>,
    place: Vec<u32>,
    visited: Vec<bool>,
    /// Statements in order, and each statement's number there (`u32::MAX` if it has none).
    visits: Vec<Visit>,
    number: Vec<u32>,
    /// What to visit: places of blocks, numbers of statements.
    blocks: OrderedSet,
    blocks_back: OrderedSet,
    stmts: OrderedSet,
    stmts_back: OrderedSet,
    current: u32,
    details: bool,
}

/// Runs a propagation. Edges that turn out to be executable have the flag `EXECUTABLE` afterwards.
pub fn propagate(
    unit: &mut Unit,
    f: &mut Function,
    dump: &mut Dump<'_>,
    pass: &mut dyn Propagator,
) {
    let order = analyses::reverse_post_order(f);
    if !dump.details() && !analyses::is_cyclic(f) {
        propagate_forward(unit, f, dump, pass, &order);
        return;
    }
    let mut place = vec![u32::MAX; f.blocks.len()];
    let mut visits: Vec<Visit> = Vec::with_capacity(f.stmts.len());
    let mut number = vec![u32::MAX; f.stmts.len()];
    for (index, &block) in order.iter().enumerate() {
        let index = index as u32;
        place[block.0 as usize] = index;
        let all = f.phis(block).map(|stmt| (stmt, true));
        for (stmt, phi) in all.chain(f.block_stmts(block).map(|stmt| (stmt, false))) {
            number[stmt.0 as usize] = visits.len() as u32;
            let again = pass.worth_simulating(unit, f, stmt);
            visits.push(Visit { stmt, place: index, phi, again });
            if again {
                // Here, in the order of the statements: names have another, in which each would be far from the last.
                begin_names(f, stmt, pass);
            }
        }
    }
    f.edges.values_mut().for_each(|edge| edge.flags.remove(EdgeFlags::EXECUTABLE));
    let details = dump.details();
    let mut engine = Engine {
        unit,
        f,
        dump,
        visited: vec![false; order.len()],
        blocks: OrderedSet::with_bound(order.len()),
        blocks_back: OrderedSet::with_bound(order.len()),
        stmts: OrderedSet::with_bound(visits.len()),
        stmts_back: OrderedSet::with_bound(visits.len()),
        order,
        place,
        visits,
        number,
        current: 0,
        details,
    };
    for edge in engine.f.blocks[ENTRY].succs.clone() {
        engine.add_control_edge(edge);
    }
    engine.run(pass);
}

fn begin_names(f: &Function, stmt: StmtId, pass: &mut dyn Propagator) {
    f.for_each_write(stmt, &mut |op| {
        if let Operand::Ssa(name) = op {
            pass.begin_name(name);
        }
    });
}

/// Runs a propagation over a graph without cycles. In reverse post-order everything that a statement depends on has got
/// its value before it, so that one visit of each does, and nothing has to wait in lists.
fn propagate_forward(
    unit: &mut Unit,
    f: &mut Function,
    dump: &mut Dump<'_>,
    pass: &mut dyn Propagator,
    order: &[BlockId],
) {
    f.edges.values_mut().for_each(|edge| edge.flags.remove(EdgeFlags::EXECUTABLE));
    let mut reached = FixedBitSet::with_capacity(f.blocks.len());
    mark_taken(f, ENTRY, Taken::All, &mut reached);
    for &block in order {
        let is_reached = reached.contains(block.0 as usize);
        let mut phi = f.blocks[block].phis.first;
        while phi.is_some() {
            if pass.worth_simulating(unit, f, phi) {
                begin_names(f, phi, pass);
                if is_reached {
                    pass.visit_phi(unit, f, phi, dump);
                }
            }
            phi = f.stmts[phi].next;
        }
        let mut taken = Taken::IfOnlyOne;
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            taken = Taken::IfOnlyOne;
            if pass.worth_simulating(unit, f, stmt) {
                begin_names(f, stmt, pass);
                if is_reached {
                    taken = match pass.visit_stmt(unit, f, stmt, dump) {
                        Outcome::Interesting(_, Some(edge)) => Taken::Edge(edge),
                        Outcome::Varying(_) => Taken::All,
                        _ => Taken::IfOnlyOne,
                    };
                }
            }
            stmt = f.stmts[stmt].next;
        }
        if is_reached {
            mark_taken(f, block, taken, &mut reached);
        }
    }
}

/// The successors a block goes on to, of those that are no exceptions; exceptions may always be.
enum Taken {
    /// Nothing is known: the one there is, but not one of several.
    IfOnlyOne,
    Edge(EdgeId),
    All,
}

/// Whether an edge may be taken whatever the statements in front of it evaluate to.
fn is_exceptional(edge: &Edge) -> bool {
    edge.flags.intersects(EdgeFlags::ABNORMAL | EdgeFlags::EH)
}

/// Marks the edges that a block goes on by as `EXECUTABLE`, and the blocks they lead to.
fn mark_taken(f: &mut Function, block: BlockId, taken: Taken, reached: &mut FixedBitSet) {
    let succs = &f.blocks[block].succs;
    let all = match taken {
        Taken::All => true,
        _ => succs.iter().filter(|&&edge| !is_exceptional(&f.edges[edge])).count() == 1,
    };
    for position in 0..succs.len() {
        let id = f.blocks[block].succs[position];
        let edge = &mut f.edges[id];
        if all || is_exceptional(edge) || matches!(taken, Taken::Edge(found) if found == id) {
            edge.flags |= EdgeFlags::EXECUTABLE;
            reached.insert(edge.dst.0 as usize);
        }
    }
}

impl Engine<'_, '_> {
    fn run(&mut self, pass: &mut dyn Propagator) {
        loop {
            let (block, stmt) = (self.blocks.first(), self.stmts.first());
            let stmt_place = stmt.map(|number| self.visits[number as usize].place);
            match (block, stmt_place) {
                (None, None) => {
                    if self.blocks_back.is_empty() && self.stmts_back.is_empty() {
                        return;
                    }
                    if self.details {
                        putln!(
                            self.dump,
                            "Regular worklists empty, now processing backedge destinations"
                        );
                    }
                    std::mem::swap(&mut self.blocks, &mut self.blocks_back);
                    std::mem::swap(&mut self.stmts, &mut self.stmts_back);
                }
                (Some(block), at) if at.is_none_or(|at| block <= at) => {
                    self.current = block;
                    self.blocks.remove(block);
                    self.simulate_block(pass, self.order[block as usize]);
                }
                (_, Some(at)) => {
                    self.current = at;
                    let id = self.visits[stmt.unwrap_or_default() as usize].stmt;
                    if self.details {
                        let text = crate::dump_text::stmt(self.unit, self.f, id);
                        putln!(self.dump, "\nSimulating statement: {text}");
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
            putln!(self.dump, "\nSimulating block {}", block.0);
        }
        let mut phi = self.f.blocks[block].phis.first;
        while phi.is_some() {
            self.simulate_stmt(pass, phi);
            phi = self.f.stmts[phi].next;
        }
        let place = self.place[block.0 as usize] as usize;
        if self.visited[place] {
            return;
        }
        let mut stmt = self.f.blocks[block].stmts.first;
        while stmt.is_some() {
            self.simulate_stmt(pass, stmt);
            stmt = self.f.stmts[stmt].next;
        }
        // What it computes for itself has been looked at in order.
        self.visited[place] = true;
        let succs = self.f.blocks[block].succs.clone();
        for &edge in &succs {
            if is_exceptional(&self.f.edges[edge]) {
                self.add_control_edge(edge);
            }
        }
        let mut normal = succs.iter().filter(|&&edge| !is_exceptional(&self.f.edges[edge]));
        if let (Some(&edge), None) = (normal.next(), normal.next()) {
            self.add_control_edge(edge);
        }
    }

    fn simulate_stmt(&mut self, pass: &mut dyn Propagator, stmt: StmtId) {
        let number = self.number[stmt.0 as usize];
        self.stmts.remove(number);
        let Visit { place, phi, again, .. } = self.visits[number as usize];
        if !again {
            return;
        }
        let outcome = if phi {
            pass.visit_phi(self.unit, self.f, stmt, self.dump)
        } else {
            pass.visit_stmt(self.unit, self.f, stmt, self.dump)
        };
        match outcome {
            Outcome::Varying(name) => {
                self.visits[number as usize].again = false;
                if let Some(name) = name {
                    self.add_ssa_edge(name);
                }
                if !phi && ends_block(self.unit, self.f, stmt) {
                    let block = self.order[place as usize];
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
                putln!(self.dump, "marking stmt to be not simulated again");
            }
            self.visits[number as usize].again = false;
        }
    }

    /// What the engine knows of a statement; nothing of one that cannot be reached.
    fn visit(&self, stmt: StmtId) -> Option<Visit> {
        self.visits.get(self.number[stmt.0 as usize] as usize).copied()
    }

    /// Whether anything a statement uses may still get another value.
    fn may_change(&self, stmt: StmtId) -> bool {
        let changes = |name: SsaName| {
            let def = self.f.names[name].def.expand();
            def.and_then(|def| self.visit(def)).is_some_and(|visit| visit.again)
        };
        if let gimple::stmt::StmtKind::Phi(phi) = &self.f.stmts[stmt].kind {
            let preds = &self.f.blocks[self.f.stmts[stmt].block].preds;
            return phi.args.iter().zip(preds).any(|(arg, &edge)| {
                !self.f.edges[edge].flags.intersects(EdgeFlags::EXECUTABLE)
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
        let mut next = self.f.names[name].uses;
        while let Some(id) = next.expand() {
            let node = &self.f.uses[id];
            next = node.next;
            let Some(visit) = self.visit(node.stmt) else { continue };
            if !visit.again || !self.visited[visit.place as usize] {
                continue;
            }
            if visit.phi {
                let block = self.order[visit.place as usize];
                let edge = self.f.blocks[block].preds[node.slot as usize];
                if !self.f.edges[edge].flags.intersects(EdgeFlags::EXECUTABLE) {
                    continue;
                }
            }
            let number = self.number[node.stmt.0 as usize];
            let passed = visit.place < self.current;
            let list = if passed { &mut self.stmts_back } else { &mut self.stmts };
            if list.insert(number) && self.details {
                let text = crate::dump_text::stmt(self.unit, self.f, visit.stmt);
                putln!(self.dump, "ssa_edge_worklist: adding SSA use in {text}");
            }
        }
    }

    fn add_control_edge(&mut self, edge: EdgeId) {
        let data = &mut self.f.edges[edge];
        if data.flags.intersects(EdgeFlags::EXECUTABLE) {
            return;
        }
        data.flags |= EdgeFlags::EXECUTABLE;
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
            putln!(self.dump, "Adding destination of edge ({} -> {}) to worklist", src.0, dst.0);
        }
    }
}
