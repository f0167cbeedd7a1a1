//! Pass `sink`: moves computations and stores to where their results are used.
//!
//! ```text
//! t_1 = a_2(D) * b_3(D);              if (c_4(D) != 0)
//! if (c_4(D) != 0)               =>     t_1 = a_2(D) * b_3(D);
//!   g = t_1;                            g = t_1;
//!
//! if (c_4(D) != 0) g = a_2(D);        if (c_4(D) != 0) ; else ;
//! else g = b_3(D);               =>   # _5 = PHI <a_2(D), b_3(D)>
//!                                     g = _5;
//! ```
//!
//! A computation goes to the block that dominates all its uses, if that is executed less often: not in a deeper loop, and
//! not whenever its own block is. A load does not pass stores. A store that only a φ of memory sees goes towards the edge
//! that brings it there; stores to the same place on all edges into a block become one after it. Critical edges are
//! split first, so that there is a place on each. Blocks are visited down the tree of post-dominators, statements backward,
//! so that what feeds a computation that sank may follow it.

use crate::memory::dse;
use dumps::DumpFlags;
use dumps::putln;
use gimple::cfg::{BlockId, EXIT, EdgeFlags, NO_COUNT};
use gimple::debug_counter::Counter;
use gimple::decl::flag;
use gimple::function::{Function, Prop};
use gimple::operand_equal::operand_equal;
use gimple::option_data::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::print;
use gimple::remark::RemarkKind;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit;
use tree_ssa::edit::locals::duplicate_name;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::fold::substitute::result_name;
use tree_ssa::graph::analyses;
use tree_ssa::graph::analyses::PostDominators;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::ssa::update_ssa::unlink_stmt_vdef;

/// Uses a computation, or the memory it reads, may have to be looked at.
const MAX_USES: usize = 64;
/// Of a hundred times a block is executed, how many a better one may be at most (`sink-frequency-threshold`), and how many
/// more for what touches memory.
const THRESHOLD: u64 = 75;
const MEMORY_BONUS: u64 = 7;

/// Where a statement goes.
#[derive(Clone, Copy)]
enum Place {
    Before(StmtId),
    AfterLabels(BlockId),
}

struct Sinker<'a> {
    oracle: Oracle,
    dominators: &'a Dominators,
    post: &'a Dominators,
    /// Cycles are entered by their headers only.
    reducible: bool,
    sunk: u64,
    commoned: u64,
}

/// `sink` for the pass table.
pub const PASS: Pass = Pass::tree("sink", execute)
    .gate(|options, _| options.on(Flag::TreeSink))
    .requires(Prop::CFG_SSA)
    .follows(&[("pre", "what PRE leaves partly dead goes down to where it is wanted")]);

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    simplify_loops(cx.unit, f, &mut cx.dump);
    cfg_edit::split_edges_for_insertion(cx.unit, f);
    tree_ssa::graph::natural_loops::ensure_loops(f);
    tree_ssa::graph::order::mark_dfs_back_edges(f);
    let dominators = analyses::analysis::<Dominators>(f);
    let post = analyses::analysis::<PostDominators>(f);
    let closes_loop = |edge: &gimple::cfg::Edge| {
        !dominators.contains(edge.src) || dominators.dominated_by(edge.src, edge.dst)
    };
    let mut sinker = Sinker {
        oracle: Oracle::new(cx.unit, cx.options),
        dominators: &dominators,
        post: &post,
        reducible: f
            .edges
            .values()
            .all(|edge| !edge.flags.intersects(EdgeFlags::DFS_BACK) || closes_loop(edge)),
        sunk: 0,
        commoned: 0,
    };
    for &block in post.preorder().iter().filter(|&&block| block != EXIT) {
        sinker.common_stores(cx, f, block);
        let abnormal = |&edge: &_| f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL);
        if dominators.children(block).next().is_some()
            && !f.blocks[block].succs.iter().any(abnormal)
        {
            sinker.sink_from(cx, f, block);
        }
    }
    cx.statistics.count("Sunk statements", sinker.sunk);
    cx.statistics.count("Commoned stores", sinker.commoned);
    let again = sinker.commoned > 0 || cx.pass.instance > 1;
    if again { Todo::CLEANUP_CFG } else { Todo::NONE }
}

impl Sinker<'_> {
    fn sink_from(&mut self, cx: &mut PassContext<'_>, f: &mut Function, block: BlockId) {
        let mut stmt = f.blocks[block].stmts.last;
        while stmt.is_some() {
            let previous = f.stmts[stmt].prev;
            if let Some(place) = self.destination(cx.unit, f, stmt) {
                if cx.dbg_cnt(Counter::Sink) {
                    self.sink(cx, f, stmt, place);
                }
            } else if is_dead(cx.unit, f, stmt) {
                // It would keep what it uses where it is.
                f.remove_stmt(stmt);
            }
            stmt = previous;
        }
    }

    fn sink(&mut self, cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId, place: Place) {
        let target = match place {
            Place::Before(at) => f.stmts[at].block,
            Place::AfterLabels(block) => block,
        };
        if cx.dump.enabled() {
            let text = print::stmt_text(cx.unit, f, stmt, DumpFlags::VOPS);
            putln!(
                cx.dump,
                "Sinking {text}\n from bb {} to bb {}",
                f.stmts[stmt].block.0,
                target.0
            );
        }
        if let Some(vdef) = f.stmts[stmt].vdef.expand() {
            // What comes after it on other paths sees memory as it was before.
            let before = f.stmts[stmt].vuse;
            for user in f.use_stmts(vdef) {
                if !f.is_phi(user) {
                    f.set_vuse(user, before);
                }
            }
        }
        f.unlink_stmt(stmt);
        match place {
            Place::Before(at) => f.insert_before(at, stmt),
            Place::AfterLabels(block) => f.insert_after_labels(block, stmt),
        }
        self.sunk += 1;
    }

    /// The place a statement is better off at, if there is one (`statement_sink_location`).
    fn destination(&self, unit: &Unit, f: &Function, stmt: StmtId) -> Option<Place> {
        let name = movable_definition(unit, f, stmt)?;
        let from = f.stmts[stmt].block;
        if f.has_zero_uses(name) {
            return None;
        }
        if f.stmts[stmt].vdef.is_some() {
            let phi = self.only_phi(unit, f, stmt, name)?;
            return self.before_phi(f, stmt, phi, name);
        }
        let mut users = f.imm_uses(name).map(|node| node.stmt);
        let first = users.next()?;
        if f.stmts[stmt].vuse.is_none() && users.all(|user| user == first) {
            if f.is_phi(first) {
                return self.before_phi(f, stmt, first, name);
            }
            let home = f.stmts[first].block;
            let best = self.best_block(f, from, home, false)?;
            return Some(match best == home {
                true => Place::Before(first),
                false => Place::AfterLabels(best),
            });
        }
        let mut common = self.above_uses(f, name)?;
        let reads = f.stmts[stmt].vuse.expand();
        if let Some(state) = reads {
            common = self.above_stores(f, from, common, state)?;
        }
        if common == from || !self.dominators.dominated_by(common, from) {
            return None;
        }
        let best = self.best_block(f, from, common, reads.is_some())?;
        Some(Place::AfterLabels(best))
    }

    /// The φ that alone sees the memory a store leaves, besides stores that overwrite it without reading it.
    fn only_phi(&self, unit: &Unit, f: &Function, stmt: StmtId, vdef: SsaName) -> Option<StmtId> {
        let StmtKind::Assign { lhs, .. } = f.stmts[stmt].kind else { return None };
        let access = Access::of(unit, f, lhs);
        let mut phi = None;
        for (count, node) in f.imm_uses(vdef).enumerate() {
            if count >= MAX_USES {
                return None;
            }
            let user = node.stmt;
            let same = matches!(f.stmts[user].kind,
                StmtKind::Assign { lhs: other, .. } if operand_equal(unit, lhs, other));
            if !f.is_phi(user) && (same || dse::kills(&self.oracle, unit, f, user, &access)) {
                if self.oracle.stmt_may_use(unit, f, user, &access) {
                    return None;
                }
                continue;
            }
            if !f.is_phi(user) || phi.is_some_and(|phi| phi != user) {
                return None;
            }
            phi = Some(user);
        }
        phi
    }

    /// A place before the edge by which a φ gets a name, if it gets it by one edge.
    fn before_phi(&self, f: &Function, stmt: StmtId, phi: StmtId, name: SsaName) -> Option<Place> {
        let from = f.stmts[stmt].block;
        let home = f.stmts[phi].block;
        let mut edges =
            f.blocks[home].preds.iter().filter(|&&edge| f.phi_arg(phi, edge) == Operand::Ssa(name));
        let (&edge, None) = (edges.next()?, edges.next()) else { return None };
        let src = f.edges[edge].src;
        if !self.dominators.contains(src) || !self.dominators.dominated_by(src, from) {
            return None;
        }
        let memory = f.stmts[stmt].flags.intersects(StmtFlags::VUSE | StmtFlags::VDEF);
        let best = self.best_block(f, from, src, memory)?;
        // A latch that is empty stays so.
        let father = f.loop_of(from);
        let latch = f.loop_data(father).map(|l| l.latch);
        if latch == Some(best) && f.blocks[best].stmts.first.is_none() {
            return None;
        }
        Some(Place::AfterLabels(best))
    }

    /// The block right above all uses of a name.
    fn above_uses(&self, f: &Function, name: SsaName) -> Option<BlockId> {
        let mut common: Option<BlockId> = None;
        for (count, node) in f.imm_uses(name).enumerate() {
            if count >= MAX_USES {
                return None;
            }
            let used_in = used_in(f, node.stmt, node.slot);
            if !self.dominators.contains(used_in) {
                return None;
            }
            common = Some(match common {
                Some(block) => self.dominators.common_dominator(block, used_in),
                None => used_in,
            });
        }
        common
    }

    /// The block right above `common` and all stores on the way there from `from` that change the state a load reads.
    fn above_stores(
        &self,
        f: &Function,
        from: BlockId,
        mut common: BlockId,
        state: SsaName,
    ) -> Option<BlockId> {
        for (count, node) in f.imm_uses(state).enumerate() {
            if count >= MAX_USES {
                return None;
            }
            let home = f.stmts[node.stmt].block;
            let mut block = home;
            if let StmtKind::Phi(phi) = &f.stmts[node.stmt].kind {
                if phi.result == state {
                    continue;
                }
                // One after the place the load goes to does not matter.
                let above = self.dominators.dominated_by(common, home);
                if self.reducible
                    && common != home
                    && !above
                    && self.post.contains(common)
                    && self.post.dominated_by(common, home)
                {
                    continue;
                }
                block = f.edges[f.blocks[home].preds[node.slot as usize]].src;
            } else if f.stmts[node.stmt].vdef.is_none() {
                continue;
            }
            if !self.dominators.contains(block) || !self.dominators.dominated_by(block, from) {
                continue;
            }
            common = self.dominators.common_dominator(block, common);
            if common == from {
                return None;
            }
        }
        Some(common)
    }

    /// The best block on the way up from `late` to `early` (`select_best_block`); `None` if that is `early`.
    fn best_block(
        &self,
        f: &Function,
        early: BlockId,
        late: BlockId,
        memory: bool,
    ) -> Option<BlockId> {
        if late == early
            || !self.dominators.contains(late)
            || !self.dominators.dominated_by(late, early)
        {
            return None;
        }
        let depth = |block: BlockId| f.loop_depth(block);
        let (mut best, mut at) = (late, late);
        while at != early {
            if depth(at) < depth(best) {
                best = at;
            }
            at = self.dominators.idom(at);
        }
        let edges = &f.blocks[best].preds;
        if edges.iter().any(|&edge| f.edges[edge].flags.intersects(EdgeFlags::COMPLEX)) {
            return None;
        }
        if depth(best) < depth(early) {
            return Some(best);
        }
        let threshold = THRESHOLD + if memory { MEMORY_BONUS } else { 0 };
        let (often, limit) = (f.block_info[best].count, f.block_info[early].count);
        let seldom = match (often, limit) {
            (NO_COUNT, _) | (_, NO_COUNT) => {
                !(self.post.contains(early) && self.post.dominated_by(early, best))
            }
            (often, limit) => often.saturating_mul(100) < limit.saturating_mul(threshold),
        };
        (depth(best) == depth(early) && seldom).then_some(best)
    }

    /// Makes one store of those on all edges into a block, if they are to the same place.
    fn common_stores(&mut self, cx: &mut PassContext<'_>, f: &mut Function, block: BlockId) {
        while let Some((phi, stores)) = common_stores_into(cx.unit, f, block) {
            let values: Vec<Operand> = stores.iter().map(|&store| stored(f, store)).collect();
            let same = values.iter().all(|&value| operand_equal(cx.unit, value, values[0]));
            let StmtKind::Assign { lhs, .. } = f.stmts[stores[0]].kind else { return };
            let ty = cx.unit.type_of(f, lhs);
            if !same && !cx.unit.types.is_register_type(ty) {
                return;
            }
            if cx.wants_remarks() {
                let how = if same { "with same value " } else { "" };
                let place = tree_ssa::dump_text::operand(cx.unit, f, lhs);
                let text = format!("sinking common stores {how}to {place}");
                cx.remark_of(RemarkKind::Optimized, "optall", (f, stores[0]), text);
            }
            let mut value = values[0];
            if !same {
                let name = f.make_temp_ssa_name(
                    cx.unit.types.main_variant(ty),
                    Symbol::NONE,
                    StmtId::NONE,
                );
                let joined = f.create_phi(name, block);
                for (index, &value) in values.iter().enumerate() {
                    let edge = f.blocks[block].preds[index];
                    f.add_phi_arg(joined, edge, value, Default::default());
                }
                value = Operand::Ssa(name);
            }
            let kind = match &f.stmts[stores[0]].kind {
                &StmtKind::Assign { lhs, code, .. } => StmtKind::assign(lhs, code, [value]),
                _ => return,
            };
            let new = f.new_stmt_at(stores[0], kind);
            let mut gone = stores;
            gone.sort_unstable_by_key(|store| store.0);
            gone.dedup();
            for store in gone {
                unlink_stmt_vdef(cx.unit, f, store);
                f.remove_stmt(store);
            }
            self.store_after(cx.unit, f, phi, new);
            self.commoned += 1;
        }
    }

    /// Puts a store right after the φ of memory, in place of whose result comes that of the store.
    fn store_after(&self, unit: &Unit, f: &mut Function, phi: StmtId, store: StmtId) {
        let after = f.phi(phi).result;
        let before = duplicate_name(unit, f, after);
        f.names[before].flags |= NameFlags::VIRTUAL;
        if let StmtKind::Phi(data) = &mut f.stmts[phi].kind {
            data.result = before;
        }
        f.names[before].def = phi;
        Cursor::start(f.stmts[phi].block).reading(before).put(unit, f, store);
        f.set_vdef(store, after);
    }
}

/// The block a use is in: for a φ the one the edge comes from.
fn used_in(f: &Function, user: StmtId, slot: u32) -> BlockId {
    let home = f.stmts[user].block;
    match f.is_phi(user) {
        true => f.edges[f.blocks[home].preds[slot as usize]].src,
        false => home,
    }
}

/// The only name a statement defines, if it may be moved.
fn movable_definition(unit: &Unit, f: &Function, stmt: StmtId) -> Option<SsaName> {
    let data = &f.stmts[stmt];
    let name = match &data.kind {
        StmtKind::Assign { lhs: Operand::Ssa(name), rhs, .. } => {
            let hard = |op: &Operand| {
                op.decl().is_some_and(|decl| unit.decls[decl].has(flag::HARD_REGISTER))
            };
            if data.vdef.is_some() || rhs.iter().any(hard) {
                return None;
            }
            *name
        }
        StmtKind::Assign { lhs, .. } => {
            let clobber = |op: Operand| {
                op.tree().is_some_and(|id| matches!(unit.trees.kind(id), TreeKind::Clobber(_)))
            };
            if !unit.is_memory_operand(*lhs) || clobber(stored(f, stmt)) {
                return None;
            }
            data.vdef.expand()?
        }
        StmtKind::Call(call) => {
            if !call_effects::only_computes(call_effects::flags_of(unit, call)) {
                return None;
            }
            call.lhs.ssa().filter(|_| data.vdef.is_none())?
        }
        _ => return None,
    };
    let abnormal = |name: SsaName| f.names[name].has(NameFlags::ABNORMAL);
    let mut bound = abnormal(name) || has_side_effects(unit, f, stmt);
    f.for_each_used_name(unit, stmt, &mut |used| bound |= abnormal(used));
    (!bound && !cfg_edit::ends_block(unit, f, stmt)).then_some(name)
}

/// Whether nothing uses what a statement computes, and that is all it does.
fn is_dead(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    movable_definition(unit, f, stmt).is_some()
        && result_name(f, stmt).is_some_and(|name| f.has_zero_uses(name))
}

/// What an assignment assigns.
fn stored(f: &Function, stmt: StmtId) -> Operand {
    match f.stmts[stmt].kind {
        StmtKind::Assign { rhs, .. } => rhs[0],
        _ => Operand::None,
    }
}

/// The φ of memory of a block, and the stores that bring it its arguments, if they are to the same place and nothing else
/// sees what they leave.
fn common_stores_into(unit: &Unit, f: &Function, block: BlockId) -> Option<(StmtId, Vec<StmtId>)> {
    if f.blocks[block].preds.len() < 2 {
        return None;
    }
    let virtual_ = |&phi: &StmtId| f.is_virtual_phi(phi);
    let phi = f.phis(block).find(virtual_)?;
    let mut stores: Vec<StmtId> = Vec::new();
    for &edge in &f.blocks[block].preds {
        let arg = f.phi_arg(phi, edge).ssa()?;
        let store = f.names[arg].def.expand()?;
        let StmtKind::Assign { lhs, code: gimple::code::TreeCode::Single, .. } =
            f.stmts[store].kind
        else {
            return None;
        };
        if f.edges[edge].flags.intersects(EdgeFlags::COMPLEX)
            || f.stmts[store].has(StmtFlags::VOLATILE)
            || !f.imm_uses(arg).all(|node| node.stmt == phi)
        {
            return None;
        }
        if let Some(&first) = stores.first() {
            let StmtKind::Assign { lhs: other, .. } = f.stmts[first].kind else { return None };
            if !operand_equal(unit, lhs, other) {
                return None;
            }
        }
        stores.push(store);
    }
    Some((phi, stores))
}
