//! Ranks: how late a value is known.

use dumps::putln;
use gimple::cfg::BlockId;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::fmt::Write;
use tree_ssa::graph::analyses;

/// What a value that an inner loop carries ranks above everything of the loop (`PHI_LOOP_BIAS`).
const CARRIED: i64 = 1 << 15;

/// The ranks of a function's names: parameters in order, then blocks in reverse post-order, and in them what is computed
/// from others one above the highest of these. Constants have rank 0.
#[derive(Default)]
pub struct Ranks {
    of: Vec<i64>,
    blocks: Vec<i64>,
    /// Names that rank high for being carried by a loop, and what is computed of them alone.
    biased: FxHashSet<SsaName>,
    said: FxHashSet<SsaName>,
}

impl Ranks {
    /// Ranks all names. `early`: what loops carry is not preferred.
    pub fn of(cx: &mut PassContext<'_>, f: &mut Function, early: bool) -> Ranks {
        let mut ranks = Ranks {
            of: vec![-1; f.names.len()],
            blocks: vec![0; f.blocks.len()],
            ..Ranks::default()
        };
        let mut rank = 2;
        for index in (1..f.names.len()).rev() {
            let data = &f.names[SsaName(index as u32)];
            if data.has(NameFlags::DEFAULT_DEF) && !data.has(NameFlags::RELEASED) {
                rank += 1;
                ranks.of[index] = rank;
            }
        }
        let order = analyses::reverse_post_order(f);
        let blocks: Vec<BlockId> =
            order.iter().copied().filter(|block| !f.blocks[*block].preds.is_empty()).collect();
        for &block in &blocks {
            rank += 1;
            ranks.blocks[block.0 as usize] = rank << 16;
        }
        for &block in &blocks {
            for phi in f.phis(block) {
                let result = f.phi(phi).result;
                let own = ranks.blocks[block.0 as usize];
                let rank = if early { own } else { ranks.of_phi(f, phi, own) };
                if rank != own {
                    ranks.biased.insert(result);
                }
                ranks.set(result, rank);
            }
            for stmt in f.block_stmts(block) {
                let mut defined: SmallVec<[SsaName; 2]> = SmallVec::new();
                f.for_each_write(stmt, &mut |op| defined.extend(op.ssa()));
                for name in defined {
                    ranks.rank_definition(cx, f, name, stmt);
                }
            }
        }
        ranks
    }

    fn set(&mut self, name: SsaName, rank: i64) {
        let index = name.0 as usize;
        if index >= self.of.len() {
            self.of.resize(index + 1, -1);
        }
        self.of[index] = rank;
    }

    /// The rank of a block; -1 of none.
    pub fn of_block(&self, block: BlockId) -> i64 {
        if block.is_none() {
            return -1;
        }
        self.blocks.get(block.0 as usize).copied().unwrap_or(0)
    }

    /// The rank of an operand (`get_rank`); those of what it is computed from are found, and said, before.
    pub fn of_operand(&mut self, cx: &mut PassContext<'_>, f: &Function, op: Operand) -> i64 {
        let Operand::Ssa(name) = op else { return 0 };
        let details = cx.dump.details();
        if self.needs_look(details, name) {
            self.look_below(cx, f, name, details);
        }
        self.known(name)
    }

    fn known(&self, name: SsaName) -> i64 {
        self.of.get(name.0 as usize).copied().unwrap_or(0)
    }

    /// Whether a name's rank is not known, or was not said where it is to be.
    fn needs_look(&self, details: bool, name: SsaName) -> bool {
        self.of.get(name.0 as usize).is_none_or(|&rank| rank < 0)
            || details && !self.said.contains(&name)
    }

    fn look_below(&mut self, cx: &mut PassContext<'_>, f: &Function, name: SsaName, details: bool) {
        // A name is met a second time when what it is computed from has been met.
        let mut work = vec![(name, false)];
        while let Some((name, below_done)) = work.pop() {
            let Some(def) = f.names[name].def.expand() else { continue };
            if !self.needs_look(details, name) {
                continue;
            }
            let computed = matches!(f.stmts[def].kind, StmtKind::Assign { .. });
            if computed && !below_done {
                work.push((name, true));
                let top = work.len();
                f.for_each_read(def, &mut |op| {
                    cx.unit.for_each_ssa(op, &mut |name| work.push((name, false)));
                });
                work[top..].reverse();
                continue;
            }
            if self.of.get(name.0 as usize).is_none_or(|&rank| rank < 0) {
                self.rank_definition(cx, f, name, def);
            }
            if details {
                // What is not computed is looked at, and said, each time.
                if computed {
                    self.said.insert(name);
                }
                let (rank, text) = (self.known(name), tree_ssa::dump_text::name(cx.unit, f, name));
                putln!(cx.dump, "Rank for {text} is {rank}");
            }
        }
    }

    /// Says that a name has a new definition.
    pub fn forget(&mut self, name: SsaName) {
        if let Some(rank) = self.of.get_mut(name.0 as usize) {
            *rank = -1;
        }
    }

    fn rank_definition(&mut self, cx: &PassContext<'_>, f: &Function, name: SsaName, def: StmtId) {
        let StmtKind::Assign { .. } = f.stmts[def].kind else {
            return self.set(name, self.of_block(f.stmts[def].block).max(0));
        };
        let keeps_bias = !self.biased.is_empty() && has_one_user(f, name, def);
        let mut used: SmallVec<[SsaName; 4]> = SmallVec::new();
        f.for_each_read(def, &mut |op| cx.unit.for_each_ssa(op, &mut |name| used.push(name)));
        let mut rank = 0;
        for name in &used {
            let biased = self.biased.contains(name);
            if !biased || keeps_bias {
                rank = rank.max(self.of.get(name.0 as usize).copied().unwrap_or(0));
            }
        }
        if keeps_bias && used.iter().any(|name| self.biased.contains(name)) {
            self.biased.insert(name);
        }
        self.set(name, rank + 1);
    }

    /// The rank of a φ: high where it carries a value from iteration to iteration of an innermost loop, in which it is
    /// used once (`phi_rank`).
    fn of_phi(&self, f: &Function, phi: StmtId, own: i64) -> i64 {
        let block = f.stmts[phi].block;
        let father = f.loop_of(block);
        let Some(entry) = f.loop_data(father) else {
            return own;
        };
        let result = f.phi(phi).result;
        let inside = |stmt: StmtId| f.loop_of(f.stmts[stmt].block) == father;
        if father == LoopId::ROOT
            || entry.latch.is_none()
            || entry.header != block
            || entry.inner.is_some()
            || f.names[result].has(NameFlags::VIRTUAL)
            || !f.has_single_use(result)
            || !f.imm_uses(result).all(|node| inside(node.stmt))
        {
            return own;
        }
        let carried = f.phi(phi).args.iter().any(|argument| {
            let name = argument.value.ssa();
            name.and_then(|name| f.names[name].def.expand()).is_some_and(inside)
        });
        if carried { self.of_block(entry.latch) + CARRIED } else { own }
    }
}

/// Whether one assignment alone, in the same loop, uses a name (`propagate_bias_p`).
fn has_one_user(f: &Function, name: SsaName, def: StmtId) -> bool {
    let mut user = None;
    for node in f.imm_uses(name) {
        if let StmtKind::Assign { lhs: Operand::Ssa(_), .. } = f.stmts[node.stmt].kind {
            if user.is_some_and(|other| other != node.stmt) {
                return false;
            }
            user = Some(node.stmt);
        }
    }
    let father = |stmt: StmtId| f.loop_of(f.stmts[stmt].block);
    f.stmts[def].vuse.is_none() && user.is_some_and(|user| father(user) == father(def))
}
