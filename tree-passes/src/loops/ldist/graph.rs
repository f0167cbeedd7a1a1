//! The reduced dependence graph of a loop nest: what each statement needs, by names and by the branches that control it, and the
//! references to memory.
//!
//! ```text
//!   for (i = 0; i < n; i++)          0: i_1 = PHI <0, i_5>      needs 3 and the test
//!     a[i] = 0;                      1: _2 = &a + …             needs 0
//!                                    2: *_2 = 0                 needs 1
//! ```
//!
//! Kuck et al., "Dependence graphs and compiler optimizations" (1981). Order among references to memory is no part of the
//! graph: it is asked for in pairs ([`Graph::order`]), of no more references than
//! `--param loop-max-datarefs-for-datadeps` allows.

use fixedbitset::FixedBitSet;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::nest_ref::{NestRef, Order};
use tree_ssa::analyses::scev::Scev;
use tree_ssa::graph::analyses::PostDominators;
use tree_ssa::graph::frontiers::Frontiers;

/// References of one loop nest that are compared (`--param loop-max-datarefs-for-datadeps`).
const MOST_REFERENCES: i64 = 1000;

/// On which branches blocks are control dependent, and in which order they come.
pub struct Control {
    pub tree: Rc<PostDominators>,
    pub frontiers: Frontiers,
    pub positions: Vec<u32>,
}

/// A reference to memory.
pub struct Reference {
    pub stmt: StmtId,
    /// The number of its statement.
    pub vertex: usize,
    pub place: Operand,
    pub writes: bool,
    /// How it moves, if that is known.
    pub at: Option<NestRef>,
}

/// What the statements of a loop nest need.
pub struct Graph {
    /// φs and statements, in the order in which an iteration executes them.
    pub stmts: Vec<StmtId>,
    pub numbers: FxHashMap<StmtId, usize>,
    needs: Vec<Vec<usize>>,
    pub references: Vec<Reference>,
    references_of: FxHashMap<usize, Vec<usize>>,
    orders: FxHashMap<(usize, usize), Order>,
    /// Statements of which something is used after the loop.
    pub used_later: FixedBitSet,
}

/// Why there is no graph.
pub enum Failure {
    /// Memory is touched in ways that are not known.
    Unknown,
    TooMany,
}

impl Graph {
    /// The graph of a nest.
    pub fn build(
        scev: &mut Scev<'_, '_>,
        control: &mut Control,
        of: LoopId,
        mut body: Vec<BlockId>,
    ) -> Result<Graph, Failure> {
        let f = scev.f;
        body.sort_by_key(|block| control.positions[block.0 as usize]);
        let mut graph = Graph {
            stmts: Vec::new(),
            numbers: FxHashMap::default(),
            needs: Vec::new(),
            references: Vec::new(),
            references_of: FxHashMap::default(),
            orders: FxHashMap::default(),
            used_later: FixedBitSet::new(),
        };
        for &block in &body {
            let phis = f.phis(block).filter(|&phi| !f.is_virtual_phi(phi));
            let stmts = f.block_stmts(block).filter(|&stmt| !is_label(f, stmt));
            graph.stmts.extend(phis.chain(stmts));
        }
        let stmts = graph.stmts.iter().enumerate();
        graph.numbers = stmts.map(|(number, &stmt)| (stmt, number)).collect();
        graph.used_later.grow(graph.stmts.len());
        let most = scev.options.param("loop-max-datarefs-for-datadeps").unwrap_or(MOST_REFERENCES);
        for vertex in 0..graph.stmts.len() {
            graph.note_references(scev, of, vertex).ok_or(Failure::Unknown)?;
            if graph.references.len() as i64 > most {
                return Err(Failure::TooMany);
            }
            let later = is_used_outside(f, of, graph.stmts[vertex]);
            graph.used_later.set(vertex, later);
        }
        graph.note_needs(scev, control, of);
        Ok(graph)
    }

    /// Notes what a statement reads and writes in memory; `None` where that is not known.
    fn note_references(
        &mut self,
        scev: &mut Scev<'_, '_>,
        of: LoopId,
        vertex: usize,
    ) -> Option<()> {
        let stmt = self.stmts[vertex];
        let data = &scev.f.stmts[stmt];
        if scev.f.is_phi(stmt) || !data.has(StmtFlags::VUSE) && data.vdef.is_none() {
            return Some(());
        }
        let StmtKind::Assign { lhs, code: TreeCode::Single, rhs: [rhs, ..] } = data.kind else {
            return None;
        };
        for (place, writes) in [(lhs, true), (rhs, false)] {
            if !scev.unit.is_memory_operand(place) {
                continue;
            }
            let at = scev.nest_ref(of, stmt, place);
            self.references_of.entry(vertex).or_default().push(self.references.len());
            self.references.push(Reference { stmt, vertex, place, writes, at });
        }
        Some(())
    }

    /// Notes for each statement which it needs: those that define the names it uses, and the branches it is executed by.
    fn note_needs(&mut self, scev: &Scev<'_, '_>, control: &mut Control, of: LoopId) {
        let f = scev.f;
        let mut controls: FxHashMap<BlockId, Vec<usize>> = FxHashMap::default();
        for vertex in 0..self.stmts.len() {
            let stmt = self.stmts[vertex];
            let mut needs = Vec::new();
            let mut name = |name| {
                let def = f.names[name].def.expand();
                needs.extend(def.and_then(|def| self.numbers.get(&def)));
            };
            let mut blocks = vec![f.stmts[stmt].block];
            if f.is_phi(stmt) {
                f.phi(stmt)
                    .args
                    .iter()
                    .for_each(|arg| scev.unit.for_each_ssa(arg.value, &mut name));
                let preds = f.blocks[blocks[0]].preds.iter().map(|&edge| f.edges[edge].src);
                blocks = preds.filter(|&block| f.in_loop(block, of)).collect();
                needs.extend(blocks.iter().filter_map(|&block| self.branch(f, block)));
            } else {
                f.for_each_used_name(scev.unit, stmt, &mut name);
            }
            for block in blocks {
                let found = controls.entry(block).or_insert_with(|| {
                    let branches = control.frontiers.of(&control.tree, block);
                    branches.into_iter().filter_map(|block| self.branch(f, block)).collect()
                });
                needs.extend(found.iter());
            }
            needs.sort_unstable();
            needs.dedup();
            self.needs.push(needs);
        }
    }

    /// The statement by which control branches at the end of a block of the nest.
    fn branch(&self, f: &Function, block: BlockId) -> Option<usize> {
        let last = f.last_stmt(block).filter(|_| f.blocks[block].succs.len() > 1)?;
        self.numbers.get(&last).copied()
    }

    /// Everything a statement needs, itself included.
    pub fn all_needed(&self, vertex: usize) -> FixedBitSet {
        let mut found = FixedBitSet::with_capacity(self.stmts.len());
        let mut work = vec![vertex];
        while let Some(vertex) = work.pop() {
            if !found.put(vertex) {
                work.extend(&self.needs[vertex]);
            }
        }
        found
    }

    /// The references of a statement.
    pub fn references_of(&self, vertex: usize) -> &[usize] {
        self.references_of.get(&vertex).map_or(&[], Vec::as_slice)
    }

    /// In which order two references meet, the first of which comes first in an iteration.
    pub fn order(
        &mut self,
        scev: &mut Scev<'_, '_>,
        oracle: &Oracle,
        first: usize,
        second: usize,
    ) -> Order {
        if let Some(&known) = self.orders.get(&(first, second)) {
            return known;
        }
        let [a, b] = [first, second].map(|index| &self.references[index]);
        let found = scev.nest_order(oracle, (a.at.as_ref(), a.place), (b.at.as_ref(), b.place));
        self.orders.insert((first, second), found);
        found
    }

    /// Two references, the one first that comes first in an iteration, and whether that changed places.
    pub fn in_order(&self, a: usize, b: usize) -> (usize, usize, bool) {
        match self.references[a].vertex > self.references[b].vertex {
            true => (b, a, true),
            false => (a, b, false),
        }
    }
}

fn is_label(f: &Function, stmt: StmtId) -> bool {
    matches!(f.stmts[stmt].kind, StmtKind::Label(_))
}

/// Whether something that a statement computes is used outside a loop.
pub fn is_used_outside(f: &Function, of: LoopId, stmt: StmtId) -> bool {
    let mut outside = false;
    let mut look = |op: Operand| {
        let Some(name) = op.ssa() else { return };
        let mut uses = f.use_stmts(name).into_iter();
        outside |= uses.any(|user| !f.in_loop(f.stmts[user].block, of));
    };
    match f.is_phi(stmt) {
        true => look(Operand::Ssa(f.phi(stmt).result)),
        false => f.for_each_write(stmt, &mut look),
    }
    outside
}
