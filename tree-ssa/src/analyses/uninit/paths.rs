//! Which uses an undefined value reaches, by ways that the branches on them allow.
//!
//! Ways are followed from each edge by which such a value comes to a φ, no block twice on one path, with the names that
//! hold it. Blocks from which none of its uses is reached are left out.

use super::facts::Facts;
use crate::graph::analyses::analysis;
use crate::graph::dominance::Dominators;
use gimple::cfg::{BlockId, EXIT, EdgeFlags, EdgeId};
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};

/// Steps along paths from one edge, and in a function.
const STEPS_FROM_EDGE: u32 = 2_000;
const STEPS_IN_FUNCTION: u32 = 40_000;
/// How far up the dominator tree branches are asked what holds at the edge.
const DOMINATING_BRANCHES: u32 = 64;

struct Search<'a> {
    unit: &'a Unit,
    f: &'a Function,
    /// Where the names that may hold an undefined value are used, φs aside.
    uses: FxHashMap<BlockId, Vec<(SsaName, StmtId)>>,
    /// Blocks from which a use is reached.
    useful: FxHashSet<BlockId>,
    found: FxHashSet<(SsaName, StmtId)>,
    on_way: FxHashSet<BlockId>,
    steps: u32,
}

/// The uses that the undefined values reach which come by `origins`.
pub(super) fn feasible_uses(
    unit: &Unit,
    f: &mut Function,
    origins: &[(StmtId, EdgeId)],
) -> FxHashSet<(SsaName, StmtId)> {
    let tree = analysis::<Dominators>(f);
    let mut search = Search {
        unit,
        f,
        uses: FxHashMap::default(),
        useful: FxHashSet::default(),
        found: FxHashSet::default(),
        on_way: FxHashSet::default(),
        steps: 0,
    };
    search.gather(origins);
    let mut left = STEPS_IN_FUNCTION;
    for &(phi, edge) in origins {
        if left == 0 {
            break;
        }
        search.steps = STEPS_FROM_EDGE.min(left);
        left -= search.steps;
        let mut facts = search.facts_at(&tree, edge);
        let result = f.phi(phi).result;
        search.follow(edge, &mut vec![result], &mut facts);
        left += search.steps;
    }
    std::mem::take(&mut search.found)
}

impl Search<'_> {
    /// Finds the uses of all names that the φs hand the values on to, and from where they are reached.
    fn gather(&mut self, origins: &[(StmtId, EdgeId)]) {
        let f = self.f;
        let mut names: Vec<SsaName> = origins.iter().map(|&(phi, _)| f.phi(phi).result).collect();
        let mut seen: FxHashSet<SsaName> = names.iter().copied().collect();
        let mut work = Vec::new();
        while let Some(name) = names.pop() {
            for node in f.imm_uses(name) {
                if f.is_phi(node.stmt) {
                    let result = f.phi(node.stmt).result;
                    if seen.insert(result) {
                        names.push(result);
                    }
                    continue;
                }
                let block = f.stmts[node.stmt].block;
                self.uses.entry(block).or_default().push((name, node.stmt));
                work.push(block);
            }
        }
        while let Some(block) = work.pop() {
            if self.useful.insert(block) {
                work.extend(f.blocks[block].preds.iter().map(|&edge| f.edges[edge].src));
            }
        }
    }

    /// What the branches say that control has passed when it comes to an edge.
    fn facts_at(&self, tree: &Dominators, edge: EdgeId) -> Facts {
        let mut facts = Facts::default();
        let mut along = vec![edge];
        let mut block = self.f.edges[edge].src;
        for _ in 0..DOMINATING_BRANCHES {
            along.extend(self.f.single_pred(block));
            if block == tree.root() || !tree.contains(block) {
                break;
            }
            block = tree.idom(block);
        }
        for edge in along.into_iter().rev() {
            facts.take_edge(self.unit, self.f, edge);
        }
        facts
    }

    /// Follows an edge with the names that hold the value; what the edge says is among the facts.
    fn follow(&mut self, edge: EdgeId, holders: &mut Vec<SsaName>, facts: &mut Facts) {
        let f = self.f;
        let block = f.edges[edge].dst;
        if self.steps == 0 || !self.useful.contains(&block) || !self.on_way.insert(block) {
            return;
        }
        self.steps -= 1;
        let (held, known) = (holders.len(), facts.mark());
        for phi in f.phis(block) {
            let (result, value) = (f.phi(phi).result, f.phi_arg(phi, edge));
            if matches!(value, Operand::Ssa(name) if holders.contains(&name)) {
                holders.push(result);
            }
            facts.set(result, value);
        }
        if let Some(uses) = self.uses.get(&block) {
            let reached = uses.iter().filter(|(name, _)| holders.contains(name));
            self.found.extend(reached.copied());
        }
        let succs: Vec<EdgeId> = f.blocks[block].succs.iter().copied().collect();
        let decided = self.decided(block, facts);
        for next in succs {
            let data = &f.edges[next];
            if data.flags.intersects(EdgeFlags::COMPLEX)
                || data.dst == EXIT
                || decided.is_some_and(|only| only != next)
            {
                continue;
            }
            let before = facts.mark();
            facts.take_edge(self.unit, f, next);
            self.follow(next, holders, facts);
            facts.forget(before);
        }
        holders.truncate(held);
        facts.forget(known);
        self.on_way.remove(&block);
    }

    /// The edge control must take out of a block, if what is known decides that.
    fn decided(&self, block: BlockId, facts: &Facts) -> Option<EdgeId> {
        let last = self.f.last_stmt(block)?;
        let StmtKind::Cond { code, lhs, rhs, .. } = self.f.stmts[last].kind else { return None };
        let (yes, no) = self.f.true_false_edges(block)?;
        let truth = facts.decide(self.unit, self.f, (code, lhs, rhs), 0)?;
        Some(if truth { yes } else { no })
    }
}
