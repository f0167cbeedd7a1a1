//! Tail merging: blocks that do the same and go on to the same places become one (`tail_merge_optimize`).
//!
//! ```text
//!   <bb 3> : g = a_1(D); goto <bb 5>;          <bb 3> : g = a_1(D); goto <bb 5>;
//!   <bb 4> : g = a_1(D); goto <bb 5>;     =>   (what went to <bb 4> goes to <bb 3>)
//! ```
//!
//! It is no pass of its own: `pre` does it last, while the value numbers that tell what is the same still stand, and in its
//! dump it shows. Blocks are gathered by where they go and what kinds of statement they have; within such a group two are
//! compared from their ends, over what their names are worth. Statements that only compute a name for their own block
//! need no counterpart: their results are compared where they are used.
//!
//! One block can take the other's place if what it reads is there on the paths to the other, too. The memory states are
//! named anew afterwards.

use super::vn::Numbering;
use super::vn::reference::{RefKey, operand_words, serialize};
use dumps::putln;
use gimple::cfg::{BlockId, ENTRY, EdgeFlags, NO_COUNT, PROB_BASE, Probability};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::operand_equal::operand_equal;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Call, Callee, StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::fmt::Write;
use tree_ssa::analyses::trap::may_trap;
use tree_ssa::edit::cfg_edit;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::scaled;
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::fold::substitute::result_name;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::ssa::update_ssa;

/// Blocks of a group each is compared with (`--param max-tail-merge-comparisons`).
const MAX_COMPARISONS: u32 = 10;

/// Rounds: a merge may make the blocks before it alike (`--param max-tail-merge-iterations`).
const MAX_ROUNDS: u32 = 2;

const TRUE_OR_FALSE: EdgeFlags = EdgeFlags::TRUE_VALUE.union(EdgeFlags::FALSE_VALUE);

/// No group, or no cluster.
const NONE: u32 = u32::MAX;

/// Edges out of a block: where to, and what they are taken for; by destination.
type Ways = SmallVec<[(BlockId, EdgeFlags); 2]>;

/// Blocks that go to the same places and have the same kinds of statement.
struct Group {
    blocks: BTreeSet<BlockId>,
    /// The ways the first one goes, and the blocks that go them on the opposite truth.
    ways: Ways,
    inverse: BTreeSet<BlockId>,
    queued: bool,
}

/// Blocks that can be one.
struct Cluster {
    blocks: BTreeSet<BlockId>,
    /// The one that stays.
    stays: BlockId,
}

/// What is known of a block.
#[derive(Clone)]
struct Known {
    group: u32,
    cluster: u32,
    /// The last block, going down the dominator tree, that defines what this one reads.
    depends_on: BlockId,
}

struct TailMerge<'a> {
    numbering: &'a Numbering,
    groups: Vec<Group>,
    /// The first block met that goes somewhere: it is looked at when another one goes there, too.
    waiting: FxHashMap<Ways, BlockId>,
    /// The group of blocks that have this in common.
    by_shape: FxHashMap<RefKey, u32>,
    known: Vec<Known>,
    clusters: Vec<Cluster>,
    work: Vec<u32>,
}

/// Merges what can be merged.
pub fn merge_tails(cx: &mut PassContext<'_>, f: &mut Function, numbering: &Numbering) {
    let nothing = Known { group: NONE, cluster: NONE, depends_on: BlockId::NONE };
    let mut cases = SwitchCases::default();
    let mut merge = TailMerge {
        numbering,
        groups: Vec::new(),
        waiting: FxHashMap::default(),
        by_shape: FxHashMap::default(),
        known: vec![nothing; f.blocks.len()],
        clusters: Vec::new(),
        work: Vec::new(),
    };
    let mut again = f.block_order();
    for _ in 0..MAX_ROUNDS {
        let tree = analyses::analysis::<Dominators>(f);
        for block in again.drain(..) {
            merge.leave_group(block);
            merge.meet(cx.unit, f, &tree, block);
        }
        while let Some(group) = merge.work.pop() {
            merge.groups[group as usize].queued = false;
            merge.find_duplicates(cx, f, &tree, group);
        }
        for (block, by) in merge.take_replacements() {
            merge.leave_group(block);
            let before = f.blocks[block].preds.iter().map(|&edge| f.edges[edge].src);
            again.extend(before);
            if cx.dump.enabled() {
                putln!(cx.dump, "Removing basic block {}", block.0);
            }
            replace_block(cx.unit, f, block, by, &mut cases);
            update_ssa::mark_virtuals(f);
        }
        again.retain(|&block| block != ENTRY && f.is_live(block));
        again.sort_unstable();
        again.dedup();
    }
}

impl TailMerge<'_> {
    fn known(&mut self, block: BlockId) -> &mut Known {
        &mut self.known[block.0 as usize]
    }

    fn leave_group(&mut self, block: BlockId) {
        let group = std::mem::replace(&mut self.known(block).group, NONE);
        if let Some(group) = self.groups.get_mut(group as usize) {
            group.blocks.remove(&block);
        }
    }

    /// Puts a block that is not the only one to go where it does with those like it.
    fn meet(&mut self, unit: &Unit, f: &Function, tree: &Dominators, block: BlockId) {
        let ways = plain_ways(f, block);
        let first = *self.waiting.entry(ways.clone()).or_insert(block);
        if first == block {
            return;
        }
        // The first may have gone, or have changed its ways, since.
        let alone = f.is_live(first) && self.known(first).group == NONE;
        if alone && plain_ways(f, first) == ways {
            self.join_group(unit, f, tree, first);
        }
        self.join_group(unit, f, tree, block);
    }

    /// Puts a block with those like it, and the group on the list of work once it has two.
    fn join_group(&mut self, unit: &Unit, f: &Function, tree: &Dominators, block: BlockId) {
        let (ways, shape) = (ways(f, block), self.shape(unit, f, block));
        self.known(block).depends_on = depends_on(unit, f, tree, block);
        let next = self.groups.len() as u32;
        let number = *self.by_shape.entry(shape).or_insert(next);
        self.known(block).group = number;
        if number == next {
            let blocks = BTreeSet::from([block]);
            self.groups.push(Group { blocks, ways, inverse: BTreeSet::new(), queued: false });
            return;
        }
        let group = &mut self.groups[number as usize];
        if group.ways == ways {
            group.inverse.remove(&block);
        } else {
            group.inverse.insert(block);
        }
        group.blocks.insert(block);
        if group.blocks.len() > 1 && !group.queued {
            group.queued = true;
            self.work.push(number);
        }
    }

    /// What blocks must have in common to be compared.
    fn shape(&self, unit: &Unit, f: &Function, block: BlockId) -> RefKey {
        let ways = ways(f, block);
        let mut words = RefKey::from_slice(&[u64::from(f.loop_of(block).0), ways.len() as u64]);
        for (to, flags) in ways {
            words.extend([u64::from(to.0), u64::from(flags.without(TRUE_OR_FALSE).bits())]);
        }
        let value = |op| self.numbering.value_of(op);
        for stmt in f.block_stmts(block).filter(|&stmt| !only_defines(unit, f, stmt)) {
            match &f.stmts[stmt].kind {
                StmtKind::Assign { code, rhs, .. } => {
                    words.extend([1, *code as u64, kind_of_copied(*code, rhs[0])]);
                }
                StmtKind::Call(call) => {
                    words.extend([2, call.args.len() as u64]);
                    match call.callee {
                        Callee::Decl(decl) => words.push(operand_words(Operand::Decl(decl))),
                        Callee::Pointer(op) => serialize(&value, unit, op, &mut words),
                        Callee::Internal(function) => words.push(function as u64),
                    }
                    call.args.iter().for_each(|&arg| serialize(&value, unit, arg, &mut words));
                }
                StmtKind::Label(_) => words.push(3),
                StmtKind::Cond { .. } => words.push(4),
                // No other statement is like another.
                _ => words.extend([5, u64::from(stmt.0)]),
            }
        }
        words
    }

    /// Compares the blocks of a group with each other (`find_clusters_1`).
    fn find_duplicates(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        tree: &Dominators,
        group: u32,
    ) {
        let group = &self.groups[group as usize];
        let inverse = group.inverse.clone();
        let unit = &*cx.unit;
        let suitable = |&block: &BlockId| may_be_removed(unit, f, block);
        let blocks: Vec<BlockId> = group.blocks.iter().copied().filter(suitable).collect();
        for (position, &a) in blocks.iter().enumerate() {
            let mut comparisons = 0;
            for &b in &blocks[position + 1..] {
                let (x, y) = (self.known(a).cluster, self.known(b).cluster);
                if x != NONE && x == y {
                    continue;
                }
                comparisons += 1;
                if comparisons > MAX_COMPARISONS {
                    break;
                }
                let inverted = inverse.contains(&a) != inverse.contains(&b);
                if self.either_can_stay(f, tree, a, b)
                    && self.same_phi_arguments(cx.unit, f, a, b)
                    && self.same_statements(cx, f, (a, b), inverted)
                {
                    if cx.dump.enabled() {
                        let (a, b) = (a.0, b.0);
                        putln!(cx.dump, "find_duplicates: <bb {a}> duplicate of <bb {b}>");
                    }
                    self.cluster(tree, a, b);
                }
            }
        }
    }

    /// Whether each of two blocks, or what stays of the clusters they are in, can take the other's place: what it depends
    /// on must be there. GCC wants it to be just before the other.
    fn either_can_stay(&self, f: &Function, tree: &Dominators, a: BlockId, b: BlockId) -> bool {
        let stays = |block: BlockId| {
            let number = self.known[block.0 as usize].cluster;
            self.clusters.get(number as usize).map_or(block, |cluster| cluster.stays)
        };
        let (a, b) = (stays(a), stays(b));
        let fits = |at: BlockId, takes: BlockId| {
            let needed = self.known[takes.0 as usize].depends_on;
            let before = f.blocks[at].preds.iter().map(|&edge| f.edges[edge].src);
            needed.is_none() || before.reduce(|x, y| tree.common_dominator(x, y)) == Some(needed)
        };
        fits(a, b) && fits(b, a)
    }

    /// Whether two names or constants are worth the same. A name that stands for a constant does so where it stands,
    /// and has been replaced there if it could be.
    fn same_value(&self, a: Operand, b: Operand) -> bool {
        let (Operand::Ssa(x), Operand::Ssa(y)) = (a, b) else { return a == b };
        let (v, w) = (self.numbering.value(x), self.numbering.value(y));
        x == y || v == w && v.ssa().is_some()
    }

    fn same_operand(&self, unit: &Unit, a: Operand, b: Operand) -> bool {
        operand_equal(unit, a, b) || self.same_value(a, b)
    }

    fn same_phi_arguments(&self, unit: &Unit, f: &Function, a: BlockId, b: BlockId) -> bool {
        f.blocks[a].succs.iter().all(|&edge| {
            let to = f.edges[edge].dst;
            let Some(other) = f.find_edge(b, to) else { return false };
            let complex =
                (f.edges[edge].flags | f.edges[other].flags).intersects(EdgeFlags::COMPLEX);
            let same = |phi: StmtId| {
                f.is_virtual_phi(phi)
                    || self.same_operand(unit, f.phi_arg(phi, edge), f.phi_arg(phi, other))
            };
            !complex && f.phis(to).all(same)
        })
    }

    /// Whether two blocks do the same (`find_duplicate`).
    fn same_statements(
        &self,
        cx: &PassContext<'_>,
        f: &Function,
        (a, b): (BlockId, BlockId),
        inverted: bool,
    ) -> bool {
        let (mut x, mut y) = (Backwards::new(f, a), Backwards::new(f, b));
        loop {
            match (x.next(cx.unit, f), y.next(cx.unit, f)) {
                (Some(s), Some(t)) if self.same_statement(cx, f, s, t, inverted) => {}
                (None, None) => break,
                _ => return false,
            }
        }
        // What is read at the start of both is the same if the memory is.
        !(x.reads || y.reads) || x.state == y.state
    }

    fn same_statement(
        &self,
        cx: &PassContext<'_>,
        f: &Function,
        s: StmtId,
        t: StmtId,
        inverted: bool,
    ) -> bool {
        let unit: &Unit = cx.unit;
        let same_result = |x: Operand, y: Operand| match (x, y) {
            (Operand::Ssa(own), Operand::Ssa(other)) => {
                stays_inside(f, own)
                    && stays_inside(f, other)
                    && unit.type_of(f, x) == unit.type_of(f, y)
            }
            (Operand::Ssa(_), _) | (_, Operand::Ssa(_)) => false,
            (x, y) => operand_equal(unit, x, y),
        };
        match (&f.stmts[s].kind, &f.stmts[t].kind) {
            (StmtKind::Call(c), StmtKind::Call(d)) => {
                let worth = |x: Operand, y: Operand| x.ssa().is_none() || self.same_value(x, y);
                same_target(unit, c, d)
                    && self.same_operand(unit, c.chain, d.chain)
                    && c.args.len() == d.args.len()
                    && c.args.iter().zip(&d.args).all(|(&x, &y)| self.same_operand(unit, x, y))
                    && same_result(c.lhs, d.lhs)
                    && worth(c.lhs, d.lhs)
            }
            (
                StmtKind::Assign { lhs: k, code: c, rhs: p },
                StmtKind::Assign { lhs: l, code: d, rhs: q },
            ) => {
                c == d
                    && same_result(*k, *l)
                    && p.iter().zip(q).all(|(&x, &y)| self.same_operand(unit, x, y))
            }
            (
                StmtKind::Cond { code: c, lhs: p, rhs: x, .. },
                StmtKind::Cond { code: d, lhs: q, rhs: y, .. },
            ) => {
                let nans = cx.options.honor_nans() && unit.types.is_real(unit.type_of(f, *p));
                let code = if inverted { d.invert_comparison(nans) } else { Some(*d) };
                Some(*c) == code
                    && self.same_operand(unit, *p, *q)
                    && self.same_operand(unit, *x, *y)
            }
            _ => false,
        }
    }

    /// Notes that two blocks can be one (`set_cluster`).
    fn cluster(&mut self, tree: &Dominators, a: BlockId, b: BlockId) {
        let (x, y) = (self.known(a).cluster, self.known(b).cluster);
        let (into, blocks, first) = match (x, y) {
            (NONE, NONE) => {
                self.clusters.push(Cluster { blocks: BTreeSet::from([a]), stays: a });
                self.known(a).cluster = self.clusters.len() as u32 - 1;
                (self.known(a).cluster, BTreeSet::from([b]), b)
            }
            (x, NONE) => (x, BTreeSet::from([b]), b),
            (NONE, y) => (y, BTreeSet::from([a]), a),
            (x, y) => {
                let old = &mut self.clusters[y as usize];
                (x, std::mem::take(&mut old.blocks), old.stays)
            }
        };
        for &block in &blocks {
            self.known(block).cluster = into;
        }
        let stays = self.clusters[into as usize].stays;
        let (mine, its) = (self.known(stays).depends_on, self.known(first).depends_on);
        let cluster = &mut self.clusters[into as usize];
        cluster.blocks.extend(blocks);
        // The one that needs what is there earlier can stand in for more of them.
        if mine.is_some() && (its.is_none() || tree.dominated_by(mine, its)) {
            cluster.stays = first;
        }
    }

    /// The blocks to be replaced, each with the one that takes its place; clusters are forgotten.
    fn take_replacements(&mut self) -> Vec<(BlockId, BlockId)> {
        let mut all = Vec::new();
        for Cluster { blocks, stays } in std::mem::take(&mut self.clusters) {
            for block in blocks {
                self.known(block).cluster = NONE;
                if block != stays {
                    all.push((block, stays));
                }
            }
        }
        all
    }
}

/// A walk over a block's statements from its end that leaves out those that only define a name for the block.
struct Backwards {
    at: StmtId,
    /// The earliest memory state seen, and whether anything took a value out of memory.
    state: SsaName,
    reads: bool,
}

impl Backwards {
    fn new(f: &Function, block: BlockId) -> Backwards {
        Backwards { at: f.blocks[block].stmts.last, state: SsaName::NONE, reads: false }
    }

    /// The next statement; `None` where only labels are left.
    fn next(&mut self, unit: &Unit, f: &Function) -> Option<StmtId> {
        while let Some(stmt) = self.at.expand() {
            let data = &f.stmts[stmt];
            self.at = data.prev;
            if data.vuse.is_some() {
                self.state = data.vuse;
                self.reads |= result_name(f, stmt).is_some();
            }
            if !matches!(data.kind, StmtKind::Label(_)) && !only_defines(unit, f, stmt) {
                return Some(stmt);
            }
        }
        None
    }
}

/// Whether a block may go: no φ but that of memory, only plain edges into it, no label that is needed.
fn may_be_removed(unit: &Unit, f: &Function, block: BlockId) -> bool {
    let complex = |&edge: &_| f.edges[edge].flags.intersects(EdgeFlags::EH | EdgeFlags::ABNORMAL);
    let needed = |stmt: StmtId| match f.stmts[stmt].kind {
        StmtKind::Label(label) => {
            unit.decls[label].flags & (flag::FORCED_LABEL | flag::NONLOCAL) != 0
        }
        _ => false,
    };
    f.phis(block).all(|phi| f.is_virtual_phi(phi))
        && !f.blocks[block].preds.iter().any(complex)
        && !f.block_stmts(block).any(needed)
}

/// The edges out of a block, by destination.
fn ways(f: &Function, block: BlockId) -> Ways {
    let meant = EdgeFlags::FALLTHRU | EdgeFlags::COMPLEX | TRUE_OR_FALSE;
    let edges = f.blocks[block].succs.iter().map(|&edge| &f.edges[edge]);
    let mut ways: Ways = edges.map(|edge| (edge.dst, edge.flags.intersection(meant))).collect();
    ways.sort_unstable();
    ways
}

/// The edges out of a block, whatever they are taken for.
fn plain_ways(f: &Function, block: BlockId) -> Ways {
    ways(f, block).into_iter().map(|(to, flags)| (to, flags.without(TRUE_OR_FALSE))).collect()
}

/// What kind of thing is copied.
fn kind_of_copied(code: TreeCode, op: Operand) -> u64 {
    match (code, op) {
        (TreeCode::Single, Operand::Ssa(_)) => 1,
        (TreeCode::Single, Operand::Const(_)) => 2,
        (TreeCode::Single, Operand::Decl(_)) => 3,
        (TreeCode::Single, Operand::Tree(_)) => 4,
        _ => 0,
    }
}

/// Whether a name is used in its own block only, or on the paths out of it.
fn stays_inside(f: &Function, name: SsaName) -> bool {
    let home = f.stmts[f.names[name].def].block;
    f.imm_uses(name).all(|node| {
        let at = f.stmts[node.stmt].block;
        let on_edge = || f.edges[f.blocks[at].preds[node.slot as usize]].src == home;
        at == home || f.is_phi(node.stmt) && on_edge()
    })
}

/// Whether all that a statement does is to define a name for its own block (`stmt_local_def`).
fn only_defines(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    let data = &f.stmts[stmt];
    let StmtKind::Assign { lhs: Operand::Ssa(name), code, rhs } = data.kind else { return false };
    !data.flags.intersects(StmtFlags::VDEF | StmtFlags::VUSE)
        && !has_side_effects(unit, f, stmt)
        && !may_trap(unit, f, code, rhs)
        && stays_inside(f, name)
}

fn same_target(unit: &Unit, a: &Call, b: &Call) -> bool {
    match (&a.callee, &b.callee) {
        (Callee::Decl(x), Callee::Decl(y)) => x == y && a.fntype == b.fntype,
        (Callee::Pointer(x), Callee::Pointer(y)) => {
            operand_equal(unit, *x, *y) && a.fntype == b.fntype
        }
        (Callee::Internal(x), Callee::Internal(y)) => x == y,
        _ => false,
    }
}

/// The last block, going down the dominator tree, that defines what a block reads: `NONE` if it depends on nothing but
/// parameters and itself.
fn depends_on(unit: &Unit, f: &Function, tree: &Dominators, block: BlockId) -> BlockId {
    let mut last = BlockId::NONE;
    let mut note = |name: SsaName| {
        let data = &f.names[name];
        if data.flags.intersects(NameFlags::DEFAULT_DEF | NameFlags::VIRTUAL) {
            return;
        }
        let home = f.stmts[data.def].block;
        if home != block && (last.is_none() || tree.dominated_by(home, last)) {
            last = home;
        }
    };
    for stmt in f.block_stmts(block) {
        f.for_each_used_name(unit, stmt, &mut note);
    }
    for &edge in &f.blocks[block].succs {
        for phi in f.phis(f.edges[edge].dst) {
            f.phi_arg(phi, edge).ssa().into_iter().for_each(&mut note);
        }
    }
    last
}

/// Lets `by` take the place of a block, which goes; how often it is executed is added (`replace_block_by`).
fn replace_block(
    unit: &mut Unit,
    f: &mut Function,
    block: BlockId,
    by: BlockId,
    cases: &mut SwitchCases,
) {
    while let Some(&edge) = f.blocks[block].preds.last() {
        let redirected = redirect_edge_and_branch(unit, f, edge, by, cases);
        assert!(redirected.is_some(), "edges into a block that goes are plain");
    }
    let (mine, its) = (f.block_info[by].count, f.block_info[block].count);
    if mine != NO_COUNT {
        for position in 0..f.blocks[block].succs.len() {
            let edge = f.blocks[block].succs[position];
            let Some(own) = f.find_edge(by, f.edges[edge].dst) else { continue };
            let (p, q) = (f.edges[own].probability, f.edges[edge].probability);
            f.edges[own].probability = combined((p, mine), (q, its));
        }
        f.block_info[by].count = if its == NO_COUNT { NO_COUNT } else { mine + its };
    }
    move_labels(unit, f, block, by);
    cfg_edit::remove_block(unit, f, block);
}

/// The user's labels move after those of the block that stays.
fn move_labels(unit: &Unit, f: &mut Function, block: BlockId, to: BlockId) {
    let labels: Vec<(StmtId, DeclId)> = f
        .block_stmts(block)
        .map_while(|stmt| match f.stmts[stmt].kind {
            StmtKind::Label(label) => Some((stmt, label)),
            _ => None,
        })
        .filter(|&(_, label)| !unit.decls[label].has(flag::ARTIFICIAL))
        .collect();
    for (stmt, label) in labels {
        f.unlink_stmt(stmt);
        match f.first_after_labels(to) {
            Some(first) => f.insert_before(first, stmt),
            None => f.append_to_block(to, stmt),
        }
        f.labels.place(label, to);
    }
}

/// The probability of an edge out of two blocks that become one (`combine_with_count`).
fn combined((p, times): (Probability, u64), (q, more): (Probability, u64)) -> Probability {
    if p == q || !q.is_known() || times == more || more == 0 {
        return p;
    }
    if !p.is_known() || times == 0 {
        return q;
    }
    let base = u64::from(PROB_BASE);
    let part = |p: Probability, share| scaled(p.0.into(), share, base) as u32;
    let share = |count| match [times, more].contains(&NO_COUNT) {
        true => base / 2,
        false => scaled(count, base, times + more),
    };
    Probability((part(p, share(times)) + part(q, share(more))).min(PROB_BASE))
}
