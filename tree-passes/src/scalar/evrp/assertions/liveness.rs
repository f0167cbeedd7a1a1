//! Whether a name is still used where an assertion on it would stand.
//!
//! Blocks are seen once, from the last to the first, so that edges back to loop headers say nothing; but that what φs of a
//! header take from the latch is used in the latch. Of a φ's arguments each counts as used in the φ's own block. The
//! blocks a name is live in are found when it is first asked for, going up from its uses.

use gimple::cfg::{BlockId, ENTRY, EdgeFlags, EdgeId};
use gimple::function::Function;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tree_ssa::sets::mark_set::MarkSet;

/// Steps that all walks together may take, for each block and name of the function; afterwards nothing is live.
const BUDGET: usize = 64;

/// The blocks on entry to which names are used later.
pub struct Liveness<'a> {
    f: &'a Function,
    /// By name, in order.
    live_in: FxHashMap<SsaName, Vec<BlockId>>,
    /// The blocks that a walk has come to.
    seen: MarkSet,
    /// The names that φs take from each latch.
    carried: FxHashSet<(BlockId, SsaName)>,
    /// The latches of these names.
    latches: FxHashMap<SsaName, Vec<BlockId>>,
    budget: usize,
}

impl<'a> Liveness<'a> {
    /// Of a function whose loops are known and whose edges back are marked.
    pub fn new(f: &'a Function) -> Liveness<'a> {
        let budget = BUDGET * (f.blocks.len() + f.names.len());
        let mut live = Liveness {
            f,
            live_in: FxHashMap::default(),
            seen: MarkSet::with_bound(f.blocks.len()),
            carried: FxHashSet::default(),
            latches: FxHashMap::default(),
            budget,
        };
        let Some(loops) = &f.loops else { return live };
        for id in loops.preorder().iter().skip(1) {
            let (header, latch) = (loops[*id].header, loops[*id].latch);
            let Some(position) =
                f.blocks[header].preds.iter().position(|&edge| f.edges[edge].src == latch)
            else {
                continue;
            };
            for phi in f.phis(header) {
                let argument = f.phi(phi).args[position].value;
                let real = |name: &SsaName| !f.names[*name].has(NameFlags::VIRTUAL);
                if let Some(name) = argument.ssa().filter(real)
                    && live.carried.insert((latch, name))
                {
                    live.latches.entry(name).or_default().push(latch);
                }
            }
        }
        live
    }

    /// Whether a name is used where an edge leads to, or later.
    pub fn on_edge(&mut self, name: SsaName, edge: EdgeId) -> bool {
        !self.f.edges[edge].flags.intersects(EdgeFlags::DFS_BACK)
            && self.on_entry(name, self.f.edges[edge].dst)
    }

    /// Whether a name is used after the last statement of a block.
    pub fn at_end(&mut self, name: SsaName, block: BlockId) -> bool {
        if self.carried.contains(&(block, name)) {
            return true;
        }
        let succs = &self.f.blocks[block].succs;
        self.budget = self.budget.saturating_sub(succs.len());
        self.budget > 0 && succs.iter().any(|&edge| self.on_edge(name, edge))
    }

    fn on_entry(&mut self, name: SsaName, block: BlockId) -> bool {
        if !self.live_in.contains_key(&name) {
            let found = self.find(name);
            self.live_in.insert(name, found);
        }
        self.live_in.get(&name).is_some_and(|found| found.binary_search(&block).is_ok())
    }

    /// Goes up from the uses of a name.
    fn find(&mut self, name: SsaName) -> Vec<BlockId> {
        let f = self.f;
        let home = f.names[name].def.expand().and_then(|def| f.stmts[def].block.expand());
        let mut found: Vec<BlockId> = Vec::new();
        self.seen.clear();
        for node in f.imm_uses(name) {
            let block = f.stmts[node.stmt].block;
            if (Some(block) != home || f.is_phi(node.stmt)) && self.seen.insert(block.0) {
                found.push(block);
            }
        }
        for &latch in self.latches.get(&name).into_iter().flatten() {
            if Some(latch) != home && self.seen.insert(latch.0) {
                found.push(latch);
            }
        }
        let mut next = 0;
        while let Some(&block) = found.get(next) {
            next += 1;
            for &edge in &f.blocks[block].preds {
                let edge = &f.edges[edge];
                let above = edge.src != ENTRY && Some(edge.src) != home;
                if !above || edge.flags.intersects(EdgeFlags::DFS_BACK) {
                    continue;
                }
                if self.budget == 0 {
                    return Vec::new();
                }
                self.budget -= 1;
                if self.seen.insert(edge.src.0) {
                    found.push(edge.src);
                }
            }
        }
        found.sort_unstable();
        found
    }
}

/// The pointers a statement uses, each once.
pub fn used_pointers(unit: &Unit, f: &Function, stmt: StmtId) -> SmallVec<[SsaName; 4]> {
    let mut names: SmallVec<[SsaName; 4]> = SmallVec::new();
    f.for_each_used_name(unit, stmt, &mut |name| {
        if unit.types.is_pointer(f.names[name].ty) && !names.contains(&name) {
            names.push(name);
        }
    });
    names
}

/// Whether an operand is a name whose values cannot be followed, since an abnormal edge has to find it where it is.
pub fn is_abnormal(f: &Function, op: Operand) -> bool {
    op.ssa().is_some_and(|name| f.names[name].has(NameFlags::ABNORMAL))
}
