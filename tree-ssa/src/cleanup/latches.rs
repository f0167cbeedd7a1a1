//! Loops with several latches get one (`disambiguate_loops_with_multiple_latches`).
//!
//! ```text
//!   <bb 3> : i_1 = PHI <0(2), i_2(4), i_3(5)>        <bb 3> : i_4 = PHI <i_2(4), i_3(5)>
//!   ...                                       =>     <bb 6> : i_1 = PHI <0(2), i_4(3)>
//!   <bb 4> : goto <bb 3>;                            ...
//!   <bb 5> : goto <bb 3>;                            <bb 4> : goto <bb 3>;   <bb 5> : goto <bb 3>;
//! ```
//!
//! A latch that dominates the others may be that of a loop inside: then the φs say so, as what that loop changes comes
//! by no other latch. It gets a header of its own. All other latches meet in a block that becomes the only one.
//!
//! Dominance is asked of the tree found before: a block split off a header stands where the header stood.

use crate::edit::cfg_edit::SwitchCases;
use crate::edit::cfg_edit::make_forwarder_block;
use crate::edit::cfg_edit::split_edge;
use crate::graph::dominance::Dominators;
use dumps::Dump;
use dumps::putln;
use gimple::cfg::{BlockId, ENTRY, EdgeId};
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::stmt::StmtId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::fmt::Write;

struct Latches<'a, 'd> {
    unit: &'a mut Unit,
    f: &'a mut Function,
    tree: &'a Dominators,
    dump: &'a mut Dump<'d>,
    cases: SwitchCases,
    /// Where blocks made since stand in the tree.
    place: FxHashMap<BlockId, BlockId>,
}

/// Gives every loop a single latch; whether anything was changed. Loops made on the way are not in the table yet.
pub fn disambiguate(
    unit: &mut Unit,
    f: &mut Function,
    tree: &Dominators,
    dump: &mut Dump<'_>,
) -> bool {
    let Some(loops) = &f.loops else { return false };
    let mut ids = loops.preorder();
    ids.retain(|&id| id != LoopId::ROOT && loops[id].latch.is_none());
    let mut work =
        Latches { unit, f, tree, dump, cases: SwitchCases::default(), place: FxHashMap::default() };
    for &id in &ids {
        work.one(id);
    }
    !ids.is_empty()
}

impl Latches<'_, '_> {
    fn one(&mut self, id: LoopId) {
        if self.dump.enabled() {
            putln!(self.dump, "Disambiguating loop {} with multiple latches", id.0);
        }
        let mut header = self.header(id);
        if let Some(entry) = self.f.find_edge(ENTRY, header) {
            split_edge(self.unit, self.f, entry, &mut self.cases);
        }
        let mut latches = self.latch_edges(id);
        while let Some(latch) = self.of_inner_loop(id, header, &latches) {
            let between = self.split_header(header, &|edge| edge != latch);
            header = self.f.edges[between].src;
            self.set_header(id, header);
            latches.retain(|&edge| edge != latch);
        }
        if let [only] = latches[..] {
            self.set_latch(id, self.f.edges[only].src);
            return;
        }
        if self.dump.enabled() {
            putln!(self.dump, "Merged latch edges of loop {}", id.0);
        }
        let between = self.split_header(header, &|edge| latches.contains(&edge));
        let (latch, header) = (self.f.edges[between].src, self.f.edges[between].dst);
        self.set_header(id, header);
        self.set_latch(id, latch);
    }

    fn header(&self, id: LoopId) -> BlockId {
        self.f.header_of(id).unwrap_or(ENTRY)
    }

    fn set_header(&mut self, id: LoopId, header: BlockId) {
        if let Some(entry) = self.f.loop_data_mut(id) {
            entry.header = header;
        }
        self.f.block_info[header].loop_father = id;
    }

    fn set_latch(&mut self, id: LoopId, latch: BlockId) {
        if let Some(entry) = self.f.loop_data_mut(id) {
            entry.latch = latch;
        }
    }

    /// Splits a header; the edges to be kept end in the first part.
    fn split_header(&mut self, header: BlockId, keep: &dyn Fn(EdgeId) -> bool) -> EdgeId {
        let between =
            make_forwarder_block(self.unit, self.f, header, &mut self.cases, &|_, e| keep(e));
        let new = self.f.edges[between].dst;
        self.place.insert(new, self.place(header));
        between
    }

    fn place(&self, block: BlockId) -> BlockId {
        self.place.get(&block).copied().unwrap_or(block)
    }

    fn dominated_by(&self, a: BlockId, b: BlockId) -> bool {
        let (a, b) = (self.place(a), self.place(b));
        self.tree.contains(a) && self.tree.contains(b) && self.tree.dominated_by(a, b)
    }

    fn latch_edges(&self, id: LoopId) -> Vec<EdgeId> {
        let preds = &self.f.blocks[self.header(id)].preds;
        preds.iter().copied().filter(|&e| self.f.in_loop(self.f.edges[e].src, id)).collect()
    }

    /// The latch that closes a loop inside, if one does (`find_subloop_latch_edge_by_ivs`).
    fn of_inner_loop(&mut self, id: LoopId, header: BlockId, latches: &[EdgeId]) -> Option<EdgeId> {
        if latches.len() < 2 {
            return None;
        }
        let src = |edge: EdgeId| self.f.edges[edge].src;
        let mut latch = latches[0];
        for &edge in &latches[1..] {
            if self.dominated_by(src(latch), src(edge)) {
                latch = edge;
            }
        }
        if !latches.iter().all(|&edge| self.dominated_by(src(edge), src(latch))) {
            return None;
        }
        let phis: Vec<StmtId> = self.f.phis(header).collect();
        for phi in phis {
            let value = self.f.phi_arg(phi, latch);
            let Some(def) = value.ssa().and_then(|name| self.f.names[name].def.expand()) else {
                continue;
            };
            if def == phi || !self.f.in_loop(self.f.stmts[def].block, id) {
                continue;
            }
            // What the inner loop would change comes by another latch as well.
            if latches.iter().any(|&edge| edge != latch && self.f.phi_arg(phi, edge) == value) {
                return None;
            }
        }
        if self.dump.enabled() {
            let (from, to) = (src(latch).0, header.0);
            putln!(self.dump, "Found latch edge {from} -> {to} using iv structure.");
        }
        Some(latch)
    }
}
