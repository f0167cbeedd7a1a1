//! Whether a name is live at a point, asked of SSA form directly.
//!
//! Most questions are answered from the name's uses alone: where the definition dominates the point, a use further down
//! the dominator tree means live, and no use further on in reverse post-order means dead unless the point is on a
//! cycle. Only what remains is searched, backwards from the uses, and remembered for the name. The search is bounded for
//! the whole function; past the bound a name counts as live, which costs a copy and never an error.

use crate::dominance::Dominators;
use gimple::cfg::{BlockId, ENTRY};
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use rustc_hash::FxHashMap;

/// Position of φ results in their block, and of uses by φs in the blocks their edges come from.
pub const PHI_POSITION: u32 = 0;
const END_POSITION: u32 = u32::MAX;
/// Positions of the copies that happen at once behind the φs, of those at the end of a block, and of the statement behind
/// them that decides where to go.
pub const TOP_COPIES: u32 = 1;
pub const END_COPIES: u32 = u32::MAX - 2;
const CONTROL: u32 = u32::MAX - 1;
/// Blocks visited by searches, per block and name of the function, and at least.
const SEARCH_FACTOR: usize = 64;
const SEARCH_MINIMUM: usize = 1 << 20;

/// The uses of a name: for each block with one, its number in the dominator tree and the last position.
struct Uses {
    by_preorder: Vec<(u32, u32)>,
    /// The furthest use in reverse post-order.
    last_rpo: u32,
}

/// Answers questions of liveness for one function. Its CFG must not change meanwhile; of statements that are inserted
/// and names whose uses change it must be told.
pub struct Liveness<'a> {
    dom: &'a Dominators,
    /// Position of each statement in its block.
    position: Vec<u32>,
    rpo: Vec<u32>,
    /// For each block on a cycle, the smallest reverse post-order number on its cycles; its own for others.
    cycle_start: Vec<u32>,
    on_cycle: Vec<bool>,
    uses: FxHashMap<SsaName, Uses>,
    /// The blocks at whose ends a name is live, in order.
    live_out: FxHashMap<SsaName, Vec<BlockId>>,
    /// The last search that has found a name live at the end of a block, and at its beginning.
    seen_out: Vec<u32>,
    seen_in: Vec<u32>,
    epoch: u32,
    budget: usize,
}

impl<'a> Liveness<'a> {
    /// Numbers statements and blocks. Linear.
    pub fn new(f: &Function, dom: &'a Dominators) -> Liveness<'a> {
        let mut position = vec![PHI_POSITION; f.stmts.len()];
        for block in f.block_order() {
            for (index, stmt) in f.block_stmts(block).enumerate() {
                position[stmt.0 as usize] = index as u32 + 1 + TOP_COPIES;
            }
            if let Some(stmt) = control_stmt(f, block) {
                position[stmt.0 as usize] = CONTROL;
            }
        }
        let order = reverse_postorder(f);
        let mut rpo = vec![u32::MAX; f.blocks.len()];
        for (index, block) in order.iter().enumerate() {
            rpo[block.0 as usize] = index as u32;
        }
        let (cycle_start, on_cycle) = cycles(f, &order, &rpo);
        let budget = SEARCH_MINIMUM + SEARCH_FACTOR * (f.blocks.len() + f.names.len());
        Liveness {
            dom,
            position,
            rpo,
            cycle_start,
            on_cycle,
            uses: FxHashMap::default(),
            live_out: FxHashMap::default(),
            seen_out: vec![0; f.blocks.len()],
            seen_in: vec![0; f.blocks.len()],
            epoch: 0,
            budget,
        }
    }

    /// Where a name is defined: block and position. Default definitions are defined at the entry.
    pub fn definition(&self, f: &Function, name: SsaName) -> (BlockId, u32) {
        let def = f.names[name].def;
        if def.is_none() || f.stmts[def].block.is_none() {
            return (ENTRY, PHI_POSITION);
        }
        (f.stmts[def].block, self.position_of(def))
    }

    fn position_of(&self, stmt: StmtId) -> u32 {
        self.position[stmt.0 as usize]
    }

    /// Gives a statement that has been inserted its position.
    pub fn place(&mut self, stmt: StmtId, position: u32) {
        let index = stmt.0 as usize;
        if self.position.len() <= index {
            self.position.resize(index + 1, PHI_POSITION);
        }
        self.position[index] = position;
    }

    /// Forgets what is known of a name, whose uses have changed.
    pub fn forget(&mut self, name: SsaName) {
        self.uses.remove(&name);
        self.live_out.remove(&name);
    }

    /// Whether every answer has been exact.
    pub fn is_exact(&self) -> bool {
        self.budget > 0
    }

    /// Order of definitions in the dominator tree: ancestors come first.
    pub fn order_key(&self, f: &Function, name: SsaName) -> (u32, u32, u32) {
        let (block, position) = self.definition(f, name);
        (self.dom.dfs_range(block).0, position, name.0)
    }

    /// Whether `a`'s definition dominates `b`'s (a name dominates itself; φs of one block dominate each other).
    pub fn dominates(&self, f: &Function, a: SsaName, b: SsaName) -> bool {
        let ((block_a, position_a), (block_b, position_b)) =
            (self.definition(f, a), self.definition(f, b));
        if block_a == block_b {
            position_a <= position_b
        } else {
            self.dom.dominated_by(block_b, block_a)
        }
    }

    /// Whether `name` is live just behind the definition of `at`, which `name`'s definition dominates.
    pub fn live_at_definition(&mut self, f: &Function, name: SsaName, at: SsaName) -> bool {
        let (block, position) = self.definition(f, at);
        self.live_behind(f, name, block, position)
    }

    /// Whether `name` is live just behind a position.
    pub fn live_at(&mut self, f: &Function, name: SsaName, block: BlockId, position: u32) -> bool {
        let (home, defined) = self.definition(f, name);
        let reached = if home == block {
            defined <= position
        } else {
            self.dom.contains(block) && self.dom.dominated_by(block, home)
        };
        reached && self.live_behind(f, name, block, position)
    }

    /// Whether two names are live at once.
    pub fn interfere(&mut self, f: &Function, a: SsaName, b: SsaName) -> bool {
        if self.definition(f, a) == self.definition(f, b) {
            true
        } else if self.dominates(f, a, b) {
            self.live_at_definition(f, a, b)
        } else {
            self.dominates(f, b, a) && self.live_at_definition(f, b, a)
        }
    }

    /// As [`Self::live_at`], where `name`'s definition dominates the position.
    fn live_behind(&mut self, f: &Function, name: SsaName, block: BlockId, position: u32) -> bool {
        self.note_uses(f, name);
        let uses = &self.uses[&name];
        let pre = self.dom.dfs_range(block).0;
        let start = uses.by_preorder.partition_point(|&(p, _)| p < pre);
        if let Some(&(p, last)) = uses.by_preorder.get(start) {
            let below = if p == pre {
                last > position
                    || uses
                        .by_preorder
                        .get(start + 1)
                        .is_some_and(|&(q, _)| q <= self.dom.dfs_range(block).1)
            } else {
                p <= self.dom.dfs_range(block).1
            };
            if below {
                return true;
            }
        }
        if uses.last_rpo < self.cycle_start[block.0 as usize] {
            return false;
        }
        if !self.on_cycle[block.0 as usize] && uses.last_rpo <= self.rpo[block.0 as usize] {
            return false;
        }
        self.live_out(f, name, block)
    }

    fn note_uses(&mut self, f: &Function, name: SsaName) {
        if self.uses.contains_key(&name) {
            return;
        }
        let mut by_preorder = Vec::new();
        let mut last_rpo = 0;
        for node in f.imm_uses(name) {
            let home = f.stmts[node.stmt].block;
            if home.is_none() {
                continue;
            }
            let (block, position) = if f.is_phi(node.stmt) {
                let edge = f.blocks[home].preds[node.slot as usize];
                (f.edges[edge].src, END_POSITION)
            } else {
                (home, self.position_of(node.stmt))
            };
            if self.rpo[block.0 as usize] == u32::MAX {
                continue;
            }
            by_preorder.push((self.dom.dfs_range(block).0, position));
            last_rpo = last_rpo.max(self.rpo[block.0 as usize]);
        }
        by_preorder.sort_unstable();
        by_preorder.reverse();
        by_preorder.dedup_by_key(|entry| entry.0);
        by_preorder.reverse();
        self.uses.insert(name, Uses { by_preorder, last_rpo });
    }

    /// Whether `name` is live at the end of `block`.
    fn live_out(&mut self, f: &Function, name: SsaName, block: BlockId) -> bool {
        if let Some(blocks) = self.live_out.get(&name) {
            return blocks.binary_search(&block).is_ok();
        }
        let home = self.definition(f, name).0;
        self.epoch += 1;
        let mut live = Vec::new();
        let mut work = Vec::new();
        for node in f.imm_uses(name) {
            let stmt = node.stmt;
            let user = f.stmts[stmt].block;
            if user.is_none() {
                continue;
            }
            if f.is_phi(stmt) {
                let edge = f.blocks[user].preds[node.slot as usize];
                self.found_live(f.edges[edge].src, home, &mut live, &mut work);
            } else if user != home {
                work.push(user);
            }
        }
        while let Some(b) = work.pop() {
            if std::mem::replace(&mut self.seen_in[b.0 as usize], self.epoch) == self.epoch {
                continue;
            }
            self.budget = self.budget.saturating_sub(1);
            if self.budget == 0 {
                return true;
            }
            for &edge in &f.blocks[b].preds {
                self.found_live(f.edges[edge].src, home, &mut live, &mut work);
            }
        }
        live.sort_unstable();
        let answer = live.binary_search(&block).is_ok();
        self.live_out.insert(name, live);
        answer
    }

    /// The name searched for is live at the end of `block`; above `home`, where it is defined, it is not.
    fn found_live(
        &mut self,
        block: BlockId,
        home: BlockId,
        live: &mut Vec<BlockId>,
        work: &mut Vec<BlockId>,
    ) {
        let seen = &mut self.seen_out[block.0 as usize];
        if std::mem::replace(seen, self.epoch) != self.epoch {
            live.push(block);
            if block != home {
                work.push(block);
            }
        }
    }
}

/// The statement at the end of a block that decides where to go, and defines nothing.
pub fn control_stmt(f: &Function, block: BlockId) -> Option<StmtId> {
    f.last_stmt(block).filter(|&stmt| f.is_control(stmt))
}

fn reverse_postorder(f: &Function) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(f.blocks.len());
    let mut seen = vec![false; f.blocks.len()];
    let mut stack = vec![(ENTRY, 0usize)];
    seen[ENTRY.0 as usize] = true;
    while let Some((block, next)) = stack.last_mut() {
        if let Some(&edge) = f.blocks[*block].succs.get(*next) {
            *next += 1;
            let dst = f.edges[edge].dst;
            if !std::mem::replace(&mut seen[dst.0 as usize], true) {
                stack.push((dst, 0));
            }
        } else {
            order.push(*block);
            stack.pop();
        }
    }
    order.reverse();
    order
}

/// The stretches of the reverse post-order that retreating edges span: a block within one may be on a cycle, whose
/// blocks are all in the stretch; a block outside is on none.
fn cycles(f: &Function, order: &[BlockId], rpo: &[u32]) -> (Vec<u32>, Vec<bool>) {
    let mut start: Vec<u32> = rpo.to_vec();
    let mut on_cycle = vec![false; f.blocks.len()];
    let mut open_until = 0;
    // Walk backwards: a retreating edge src -> dst makes everything between part of one stretch.
    let mut stretch_low = u32::MAX;
    let mut stretches: Vec<(u32, u32)> = Vec::new();
    for &block in order {
        for &edge in &f.blocks[block].succs {
            let (from, to) = (rpo[block.0 as usize], rpo[f.edges[edge].dst.0 as usize]);
            if to <= from {
                stretches.push((to, from));
            }
        }
    }
    stretches.sort_unstable();
    let mut next = 0;
    for (index, &block) in order.iter().enumerate() {
        let index = index as u32;
        while next < stretches.len() && stretches[next].0 <= index {
            if stretch_low == u32::MAX || stretches[next].0 > open_until {
                stretch_low = stretches[next].0;
            }
            open_until = open_until.max(stretches[next].1);
            next += 1;
        }
        if stretch_low != u32::MAX && index <= open_until && index >= stretch_low {
            start[block.0 as usize] = stretch_low;
            on_cycle[block.0 as usize] = true;
        }
    }
    (start, on_cycle)
}
