//! Edits of the CFG that keep statements, labels, φs and edge flags consistent: splitting blocks and edges, redirecting
//! branches, merging and removing blocks. They mirror what GCC's CFG hooks for GIMPLE do, orders included: where a new
//! block goes in the layout, which predecessor takes a removed one's place, which SSA name is released first.
//!
//! Each edit costs no more than the part of the graph it touches. A switch of many cases stays cheap to edit through
//! [`SwitchCases`], which remembers the cases that lead to each block.

use super::Cursor;
use crate::effects::call_effects;
use gimple::builtins::Builtin;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId};
use gimple::debug_stmts::{DebugKind, DebugPlace};
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::location::Location;
use gimple::ssa::NameFlags;
use gimple::stmt::{Case, PhiArg, ScopeId, Seq, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};

/// The cases of switches by the block they lead to, found when a switch is asked about again: of many switches only one
/// edge moves, the default's.
///
/// Valid as long as switches are edited through this module with the same value (GCC: `start_recording_case_labels`).
#[derive(Default)]
pub struct SwitchCases {
    edited: FxHashSet<StmtId>,
    by_target: FxHashMap<StmtId, FxHashMap<BlockId, Vec<u32>>>,
    /// The edges of switches by the block they lead to. One that is gone may be in it still.
    edges: FxHashMap<StmtId, FxHashMap<BlockId, EdgeId>>,
}

/// Blocks with more edges out, or in, are not searched for an edge.
const MANY_EDGES: usize = 16;

impl SwitchCases {
    fn of(&mut self, f: &Function, stmt: StmtId) -> &mut FxHashMap<BlockId, Vec<u32>> {
        self.by_target.entry(stmt).or_insert_with(|| {
            let mut map: FxHashMap<BlockId, Vec<u32>> = FxHashMap::default();
            if let StmtKind::Switch(switch) = &f.stmts[stmt].kind {
                for (index, case) in switch.cases.iter().enumerate() {
                    if let Some(block) = f.labels.block(case.label) {
                        map.entry(block).or_default().push(index as u32);
                    }
                }
            }
            map
        })
    }

    /// Forgets a switch whose cases were merged or dropped: those that stay have other numbers.
    pub fn forget(&mut self, stmt: StmtId) {
        self.by_target.remove(&stmt);
        self.edges.remove(&stmt);
    }

    /// The edge from `src` to `dst`, if there is one.
    pub fn find_edge(&mut self, f: &Function, src: BlockId, dst: BlockId) -> Option<EdgeId> {
        let few = f.blocks[src].succs.len().min(f.blocks[dst].preds.len()) <= MANY_EDGES;
        let switch = |&last: &StmtId| matches!(f.stmts[last].kind, StmtKind::Switch(_));
        let Some(stmt) = f.last_stmt(src).filter(switch).filter(|_| !few) else {
            return f.find_edge(src, dst);
        };
        let edges = self.edges.entry(stmt).or_insert_with(|| {
            f.blocks[src].succs.iter().map(|&edge| (f.edges[edge].dst, edge)).collect()
        });
        let edge = *edges.get(&dst)?;
        let data = &f.edges[edge];
        let lives = f.blocks[src].succs.get(data.src_idx as usize) == Some(&edge);
        (lives && data.dst == dst).then_some(edge)
    }

    /// Notes that an edge of a switch leads to another block.
    fn moved(&mut self, stmt: StmtId, dst: BlockId, edge: EdgeId) {
        if let Some(edges) = self.edges.get_mut(&stmt) {
            edges.insert(dst, edge);
        }
    }

    fn retarget(
        &mut self,
        f: &mut Function,
        stmt: StmtId,
        old: BlockId,
        new: BlockId,
        label: DeclId,
    ) {
        if self.edited.insert(stmt) {
            let Function { labels, stmts, .. } = f;
            if let StmtKind::Switch(switch) = &mut stmts[stmt].kind {
                let led = |case: &&mut Case| labels.block(case.label) == Some(old);
                switch.cases.iter_mut().filter(led).for_each(|case| case.label = label);
            }
            return;
        }
        let map = self.of(f, stmt);
        let moved = map.remove(&old).unwrap_or_default();
        if let StmtKind::Switch(switch) = &mut f.stmts[stmt].kind {
            for &index in &moved {
                switch.cases[index as usize].label = label;
            }
        }
        map.entry(new).or_default().extend(moved);
    }
}

/// The label of a block that jumps name, made and put first if it has none (`gimple_block_label`).
pub fn block_label(unit: &mut Unit, f: &mut Function, block: BlockId) -> DeclId {
    let first = f.blocks[block].stmts.first;
    let mut stmt = first;
    while stmt.is_some() {
        let StmtKind::Label(label) = f.stmts[stmt].kind else { break };
        if !unit.decls[label].has(flag::NONLOCAL) {
            if stmt != first {
                f.unlink_stmt(stmt);
                f.prepend_to_block(block, stmt);
            }
            return label;
        }
        stmt = f.stmts[stmt].next;
    }
    let mut decl = Decl::new(DeclKind::Label, None, unit.common.void, Default::default());
    decl.flags = flag::ARTIFICIAL | flag::IGNORED;
    decl.context = f.decl;
    let label = unit.decls.push(decl);
    let stmt = f.new_stmt(StmtKind::Label(label), Default::default());
    f.prepend_to_block(block, stmt);
    f.update_stmt(unit, stmt);
    f.labels.place(label, block);
    label
}

/// Splits a block after `after`, or after its labels where `after` is `NONE` or a label: the rest moves to a new block
/// next in the layout, which takes over the successors. Returns the edge between the two (`split_block`).
pub fn split_block(f: &mut Function, block: BlockId, after: StmtId) -> EdgeId {
    let mut last_kept = after;
    if after.is_none() || matches!(f.stmts[after].kind, StmtKind::Label(_)) {
        last_kept = match f.first_after_labels(block) {
            Some(first) => f.stmts[first].prev,
            None => f.blocks[block].stmts.last,
        };
    }
    let new = f.create_block(block);
    move_succs(f, block, new);
    f.move_stmts_after(block, last_kept, new);
    f.block_info[new].count = f.block_info[block].count;
    f.block_info[new].loop_father = f.loop_of(block);
    let father = f.loop_of(block);
    if let Some(entry) = f.loop_data_mut(father)
        && entry.latch == block
    {
        entry.latch = new;
    }
    make_single_succ(f, block, new)
}

fn make_single_succ(f: &mut Function, src: BlockId, dst: BlockId) -> EdgeId {
    let edge = f.make_edge_unchecked(src, dst, EdgeFlags::FALLTHRU);
    f.edges[edge].probability = gimple::cfg::Probability::ALWAYS;
    edge
}

/// Gives all successor edges of `from` to `to`, which has none.
fn move_succs(f: &mut Function, from: BlockId, to: BlockId) {
    let succs = std::mem::take(&mut f.blocks[from].succs);
    for &edge in &succs {
        f.edges[edge].src = to;
    }
    f.blocks[to].succs = succs;
    f.cfg_version += 1;
}

/// Puts a new, empty block on an edge and returns it (`split_edge`). The φs of the destination keep their arguments,
/// and their order.
pub fn split_edge(
    unit: &mut Unit,
    f: &mut Function,
    edge: EdgeId,
    cases: &mut SwitchCases,
) -> BlockId {
    let (src, dst) = (f.edges[edge].src, f.edges[edge].dst);
    let new = f.create_block(split_location(f, edge));
    f.block_info[new].count = edge_count(f, edge);
    f.block_info[new].loop_father = f.common_loop(src, dst);
    let father = f.loop_of(dst);
    if let Some(entry) = f.loop_data_mut(father)
        && entry.header == dst
        && entry.latch == src
    {
        entry.latch = new;
    }
    // The new edge takes the old one's place among the predecessors, so the φs need not know.
    let phis = std::mem::replace(&mut f.blocks[dst].phis, Seq::EMPTY);
    make_single_succ(f, new, dst);
    let redirected = redirect_edge_and_branch(unit, f, edge, new, cases);
    debug_assert_eq!(redirected, Some(edge));
    f.blocks[dst].phis = phis;
    new
}

/// The block a new block on `edge` is placed after (`split_edge_bb_loc`).
pub fn split_location(f: &Function, edge: EdgeId) -> BlockId {
    let dst = f.edges[edge].dst;
    let before = f.prev_block(dst);
    match f.find_edge(before, dst) {
        Some(fall) if !f.edges[fall].flags.intersects(EdgeFlags::COMPLEX) => f.edges[edge].src,
        _ => before,
    }
}

/// How often an edge is taken, relative to the function's entry.
pub fn edge_count(f: &Function, edge: EdgeId) -> u64 {
    let count = f.block_info[f.edges[edge].src].count;
    let probability = f.edges[edge].probability;
    if count == gimple::cfg::NO_COUNT || !probability.is_known() {
        return gimple::cfg::NO_COUNT;
    }
    scaled(count, u64::from(probability.0), u64::from(gimple::cfg::PROB_BASE))
}

/// `value * times / by`, rounded.
pub fn scaled(value: u64, times: u64, by: u64) -> u64 {
    let product = u128::from(value) * u128::from(times);
    u64::try_from((product + u128::from(by) / 2) / u128::from(by)).unwrap_or(u64::MAX)
}

/// A count of a body in terms of a copy of it that is entered `to` times, where the body is entered `from` times
/// (`profile_count::apply_scale`).
pub fn count_in_copy(count: u64, to: u64, from: u64) -> u64 {
    use gimple::cfg::NO_COUNT;
    if count == 0 || to == from {
        return count;
    }
    if to == 0 || from == 0 {
        return to;
    }
    if count == NO_COUNT || to == NO_COUNT || from == NO_COUNT {
        return NO_COUNT;
    }
    scaled(count, to, from).min(NO_COUNT - 1)
}

/// Lets an edge end in `dst`; where there is such an edge already, the two become one, and that one is returned
/// (`redirect_edge_succ_nodup`).
pub fn redirect_edge_nodup(f: &mut Function, edge: EdgeId, dst: BlockId) -> EdgeId {
    let existing = f.find_edge(f.edges[edge].src, dst);
    redirect_or_join(f, edge, dst, existing)
}

/// Lets an edge end in `dst`, or become one with the edge of the same source that does so already.
fn redirect_or_join(
    f: &mut Function,
    edge: EdgeId,
    dst: BlockId,
    existing: Option<EdgeId>,
) -> EdgeId {
    match existing {
        Some(other) if other != edge => {
            let (flags, probability) = (f.edges[edge].flags, f.edges[edge].probability);
            let target = &mut f.edges[other];
            target.flags |= flags;
            if target.probability.is_known() && probability.is_known() {
                target.probability.0 =
                    (target.probability.0 + probability.0).min(gimple::cfg::PROB_BASE);
            } else {
                target.probability = gimple::cfg::Probability::UNKNOWN;
            }
            f.remove_edge(edge);
            other
        }
        _ => {
            f.redirect_edge_succ(edge, dst);
            edge
        }
    }
}

/// Lets an edge end in `dst` and changes the jump that ends its source accordingly (`redirect_edge_and_branch`).
/// Arguments for the φs of `dst` are the caller's to fill in. `None` if the jump cannot be changed.
pub fn redirect_edge_and_branch(
    unit: &mut Unit,
    f: &mut Function,
    edge: EdgeId,
    dst: BlockId,
    cases: &mut SwitchCases,
) -> Option<EdgeId> {
    let (src, old) = (f.edges[edge].src, f.edges[edge].dst);
    if f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL | EdgeFlags::EH) {
        return None;
    }
    if old == dst {
        return Some(edge);
    }
    let last = f.last_stmt(src);
    if let Some(last) = last
        && f.blocks[src].succs.len() == 2
        && matches!(f.stmts[last].kind, StmtKind::Cond { .. } | StmtKind::Switch(_))
    {
        let other = f.blocks[src].succs[usize::from(f.blocks[src].succs[0] == edge)];
        if f.edges[other].dst == dst {
            f.remove_stmt(last);
            let edge = redirect_edge_nodup(f, edge, dst);
            f.edges[edge].flags = EdgeFlags::FALLTHRU;
            return Some(edge);
        }
    }
    match last.map(|stmt| (stmt, &f.stmts[stmt].kind)) {
        Some((stmt, StmtKind::Switch(_))) => {
            let label = block_label(unit, f, dst);
            cases.retarget(f, stmt, old, dst, label);
            let existing = cases.find_edge(f, src, dst);
            let edge = redirect_or_join(f, edge, dst, existing);
            cases.moved(stmt, dst, edge);
            return Some(edge);
        }
        Some((stmt, StmtKind::Asm(asm))) if !asm.labels.is_empty() => {
            retarget_asm(unit, f, stmt, edge, dst);
        }
        Some((stmt, StmtKind::Return(_))) => {
            f.remove_stmt(stmt);
            f.edges[edge].flags |= EdgeFlags::FALLTHRU;
        }
        Some((_, StmtKind::Goto(_))) => return None,
        _ => {}
    }
    Some(redirect_edge_nodup(f, edge, dst))
}

fn retarget_asm(unit: &mut Unit, f: &mut Function, stmt: StmtId, edge: EdgeId, dst: BlockId) {
    let old = f.edges[edge].dst;
    let label = block_label(unit, f, dst);
    let labels = &f.labels;
    if let StmtKind::Asm(asm) = &mut f.stmts[stmt].kind {
        for target in &mut asm.labels {
            if labels.block(*target) == Some(old) {
                *target = label;
            }
        }
    }
}

/// The φ arguments an edge brings, to be put back after the edge has been redirected.
pub fn saved_phi_args(f: &Function, edge: EdgeId) -> Vec<PhiArg> {
    let (dst, index) = (f.edges[edge].dst, f.edges[edge].dst_idx as usize);
    f.phis(dst).map(|phi| f.phi(phi).args[index]).collect()
}

/// Copies the φ arguments of `from` to `to`, an edge into the same block.
pub fn copy_phi_args(f: &mut Function, from: EdgeId, to: EdgeId) {
    let phis: Vec<StmtId> = f.phis(f.edges[from].dst).collect();
    let index = f.edges[from].dst_idx as usize;
    for phi in phis {
        let arg = f.phi(phi).args[index];
        f.add_phi_arg(phi, to, arg.value, arg.loc);
    }
}

/// Takes a block out of the function with its statements, φs and edges; the names they define are released, last
/// statement first. Labels whose address is taken move to the block before (`delete_basic_block`).
pub fn remove_block(unit: &Unit, f: &mut Function, block: BlockId) {
    while let Some(stmt) = f.last_stmt(block) {
        if let StmtKind::Label(label) = f.stmts[stmt].kind {
            if unit.decls[label].flags & (flag::FORCED_LABEL | flag::NONLOCAL) != 0 {
                let mut home = f.prev_block(block);
                if home == ENTRY {
                    home = f.single_succ(ENTRY).map_or(EXIT, |edge| f.edges[edge].dst);
                }
                f.unlink_stmt(stmt);
                f.prepend_to_block(home, stmt);
                f.labels.place(label, home);
                continue;
            }
            f.labels.remove(label);
        }
        f.remove_stmt(stmt);
    }
    while let Some(&edge) = f.blocks[block].preds.first() {
        f.remove_edge(edge);
    }
    while let Some(phi) = f.blocks[block].phis.first.expand() {
        f.remove_stmt(phi);
    }
    while let Some(&edge) = f.blocks[block].succs.first() {
        f.remove_edge(edge);
    }
    f.expunge_block(block);
}

/// Marks the blocks that can be reached from the entry, by number.
pub fn reachable_blocks(f: &Function) -> Vec<bool> {
    let mut reached = vec![false; f.blocks.len()];
    let mut work = vec![ENTRY];
    reached[ENTRY.0 as usize] = true;
    while let Some(block) = work.pop() {
        for &edge in &f.blocks[block].succs {
            let dst = f.edges[edge].dst;
            if !std::mem::replace(&mut reached[dst.0 as usize], true) {
                work.push(dst);
            }
        }
    }
    reached
}

/// Whether a statement must be the last of its block: control may leave it for somewhere else than the next one.
pub fn ends_block(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match &f.stmts[stmt].kind {
        StmtKind::Cond { .. } | StmtKind::Switch(_) | StmtKind::Goto(_) | StmtKind::Return(_) => {
            true
        }
        StmtKind::Asm(asm) => !asm.labels.is_empty(),
        StmtKind::Call(_) => {
            crate::effects::call_effects::call_flags(unit, f, stmt)
                .intersects(gimple::builtins::Ecf::NORETURN)
                || call_can_make_abnormal_goto(unit, f, stmt)
        }
        _ => false,
    }
}

/// Whether a call may end in a label of this function, or return a second time (`stmt_can_make_abnormal_goto`).
pub fn call_can_make_abnormal_goto(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    use gimple::builtins::Ecf;
    if !f.has_nonlocal_label && !f.calls_setjmp {
        return false;
    }
    let flags = crate::effects::call_effects::call_flags(unit, f, stmt);
    // What does not jump may throw all the same.
    let throws = f.stmt_info[stmt].pad.is_some() && !flags.intersects(Ecf::NOTHROW);
    flags.intersects(Ecf::RETURNS_TWICE)
        || ((throws || !flags.intersects(Ecf::LEAF))
            && !crate::effects::call_effects::has_no_side_effects(unit, f, stmt))
}

/// Whether `b` may be appended to `a` (`can_merge_blocks_p`).
pub fn can_merge_blocks(unit: &Unit, f: &Function, optimize: bool, a: BlockId, b: BlockId) -> bool {
    let Some(edge) = f.single_succ(a) else { return false };
    if f.edges[edge].flags.intersects(EdgeFlags::COMPLEX)
        || f.edges[edge].dst != b
        || f.blocks[b].preds.len() != 1
        || a == ENTRY
        || b == EXIT
        || a == b
    {
        return false;
    }
    if let Some(last) = f.last_stmt(a) {
        if ends_block(unit, f, last) {
            return false;
        }
        if let StmtKind::Label(label) = f.stmts[last].kind
            && unit.decls[label].has(flag::NONLOCAL)
        {
            return false;
        }
    }
    for stmt in f.block_stmts(b) {
        let StmtKind::Label(label) = f.stmts[stmt].kind else { break };
        let decl = &unit.decls[label];
        if decl.has(flag::NONLOCAL)
            || (!decl.has(flag::ARTIFICIAL) && (decl.has(flag::FORCED_LABEL) || !optimize))
        {
            return false;
        }
    }
    !protects_latch(f, a, b) && (optimize || !gimple_has_other_locus(f, edge))
}

/// Without optimisation an edge's own location must not get lost. A lexical block without a place in it counts as one:
/// where a branch is decided, what it leads to stays a block of its own.
fn gimple_has_other_locus(f: &Function, edge: EdgeId) -> bool {
    let goto = (f.edges[edge].loc, f.edges[edge].scope);
    if goto == (Location::UNKNOWN, ScopeId::NONE) {
        return false;
    }
    let place = |stmt| (f.stmt_info[stmt].loc, f.stmt_info[stmt].scope);
    let last = f.last_stmt(f.edges[edge].src).map(place);
    let first = f.first_after_labels(f.edges[edge].dst).map(place);
    last != Some(goto) && first != Some(goto)
}

/// A latch is not merged into its header, nor into a block of another loop.
fn protects_latch(f: &Function, a: BlockId, b: BlockId) -> bool {
    let Some(loops) = &f.loops else { return false };
    if !loops.simple_latches {
        return false;
    }
    let (of_a, of_b) = (f.loop_of(a), f.loop_of(b));
    loops
        .get(of_b)
        .is_some_and(|entry| entry.live && entry.latch == b && (entry.header == a || of_a != of_b))
}

/// Appends block `b` to `a`, its only predecessor, and removes it (`merge_blocks`). Returns the statements that use what
/// φs of `b` stood for, which may fold now.
pub fn merge_blocks(unit: &mut Unit, f: &mut Function, a: BlockId, b: BlockId) -> Vec<StmtId> {
    let mut changed = Vec::new();
    while let Some(phi) = f.blocks[b].phis.first.expand() {
        changed.append(&mut replace_single_phi(unit, f, phi));
    }
    f.move_block_after(b, a);
    remove_labels(unit, f, a, b);
    f.move_stmts_after(b, StmtId::NONE, a);
    let (count_a, count_b) = (f.block_info[a].count, f.block_info[b].count);
    f.block_info[a].count = match (count_a, count_b) {
        (gimple::cfg::NO_COUNT, other) | (other, gimple::cfg::NO_COUNT) => other,
        // What never runs is certain.
        (0, _) | (_, 0) => 0,
        (x, y) => x.max(y),
    };
    merge_loop_entries(f, a, b);
    while let Some(&edge) = f.blocks[a].succs.first() {
        f.remove_edge(edge);
    }
    move_succs(f, b, a);
    f.expunge_block(b);
    changed
}

/// Replaces the result of a φ with one argument by that argument, or turns the φ into a copy where the names must not be
/// exchanged. Returns the statements in which a register's name was replaced.
fn replace_single_phi(unit: &mut Unit, f: &mut Function, phi: StmtId) -> Vec<StmtId> {
    let (result, value) = (f.phi(phi).result, f.phi(phi).args[0].value);
    let block = f.stmts[phi].block;
    let virtual_ = f.names[result].has(NameFlags::VIRTUAL);
    let fits = may_propagate_copy(unit, f, Operand::Ssa(result), value);
    if !virtual_ && (!fits || closes_loop(f, block, value)) {
        let loc = f.phi(phi).args[0].loc;
        f.detach_stmt(phi);
        Cursor::start(block).at(loc).copy(unit, f, Operand::Ssa(result), value);
        return Vec::new();
    }
    if let (true, Operand::Ssa(name)) = (f.names[result].has(NameFlags::ABNORMAL), value) {
        f.names[name].flags |= NameFlags::ABNORMAL;
    }
    let changed = f.replace_uses_by(unit, result, value);
    f.remove_stmt(phi);
    if virtual_ { Vec::new() } else { changed }
}

/// Whether a φ with one argument is what lets a value leave its loop, in loop-closed form.
fn closes_loop(f: &Function, block: BlockId, value: Operand) -> bool {
    let closed = f.loops.as_ref().is_some_and(|loops| loops.closed_form);
    let from = f.single_pred(block).map(|edge| f.edges[edge].src);
    closed && value.ssa().is_some() && from.is_some_and(|from| f.loop_of(from) != f.loop_of(block))
}

/// Whether uses of `dest` may become uses of `orig` (`may_propagate_copy`).
pub fn may_propagate_copy(unit: &Unit, f: &Function, dest: Operand, orig: Operand) -> bool {
    let abnormal =
        |op: Operand| op.ssa().is_some_and(|name| f.names[name].has(NameFlags::ABNORMAL));
    if let (Operand::Ssa(_), Operand::Ssa(name)) = (dest, orig)
        && abnormal(orig)
    {
        // A default definition of an otherwise unwritten variable may be propagated into where it comes from.
        let same_var = dest.ssa().is_some_and(|d| f.names[d].var == f.names[name].var);
        return same_var && f.names[name].has(NameFlags::DEFAULT_DEF) && abnormal(dest);
    }
    if abnormal(dest) {
        return false;
    }
    gimple::types_compatible::useless_type_conversion(
        unit,
        unit.type_of(f, dest),
        unit.type_of(f, orig),
    )
}

/// Drops the labels at the start of `b`; those whose address is taken go to the start of `a`.
fn remove_labels(unit: &Unit, f: &mut Function, a: BlockId, b: BlockId) {
    let mut stmt = f.blocks[b].stmts.first;
    while stmt.is_some() {
        let next = f.stmts[stmt].next;
        let StmtKind::Label(label) = f.stmts[stmt].kind else { break };
        if unit.decls[label].has(flag::FORCED_LABEL) {
            f.unlink_stmt(stmt);
            f.prepend_to_block(a, stmt);
            f.labels.place(label, a);
        } else {
            if f.debug.binds && !unit.decls[label].has(flag::ARTIFICIAL) {
                // Debuggers know that it has been there.
                let gone = DebugKind::Bind { var: Operand::Decl(label), value: Operand::None };
                let at = (f.stmt_info[stmt].loc, f.stmt_info[stmt].scope);
                f.add_debug(unit, DebugPlace::Before(stmt), gone, at);
            }
            f.labels.remove(label);
            f.remove_stmt(stmt);
        }
        stmt = next;
    }
}

fn merge_loop_entries(f: &mut Function, a: BlockId, b: BlockId) {
    let father_b = f.loop_of(b);
    let Some(entry) = f.loop_data_mut(father_b) else { return };
    if entry.header == b {
        // A loop that lost its preheader's jump keeps its header under the new number.
        entry.header = a;
        f.block_info[a].loop_father = father_b;
    } else if entry.latch == b {
        entry.latch = a;
    }
}

/// Splits every critical edge that can be split (`split_critical_edges`). Returns the new blocks.
pub fn split_critical_edges(unit: &mut Unit, f: &mut Function) -> Vec<BlockId> {
    split_edges(unit, f, |_, f, edge| f.is_critical(edge))
}

/// Splits the edges on which nothing can be inserted without making a block (`split_edges_for_insertion`): critical ones,
/// and those from a block whose last statement ends it to one with φs.
pub fn split_edges_for_insertion(unit: &mut Unit, f: &mut Function) -> Vec<BlockId> {
    split_edges(unit, f, |unit, f, edge| {
        let (src, dst) = (f.edges[edge].src, f.edges[edge].dst);
        let joins = f.blocks[dst].preds.len() != 1 || !f.blocks[dst].phis.is_empty() || dst == EXIT;
        let ends = |stmt| {
            !matches!(f.stmts[stmt].kind, StmtKind::Return { .. }) && ends_block(unit, f, stmt)
        };
        f.is_critical(edge) || joins && src != ENTRY && f.last_stmt(src).is_some_and(ends)
    })
}

/// Splits the edges that are to be split, but for abnormal ones. Returns the new blocks.
fn split_edges(
    unit: &mut Unit,
    f: &mut Function,
    is_wanted: impl Fn(&Unit, &Function, EdgeId) -> bool,
) -> Vec<BlockId> {
    let mut cases = SwitchCases::default();
    let mut new = Vec::new();
    for block in [ENTRY].into_iter().chain(f.block_order()) {
        for edge in f.blocks[block].succs.clone() {
            if !f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL) && is_wanted(unit, f, edge) {
                new.push(split_edge(unit, f, edge, &mut cases));
            }
        }
    }
    new
}

/// Inserts statements on an edge: in the source or destination where the edge is the only one there, else in a new
/// block (`gsi_insert_on_edge_immediate`). `stmts` belong to no block yet. Returns the block they went to.
pub fn insert_on_edge(
    unit: &mut Unit,
    f: &mut Function,
    edge: EdgeId,
    stmts: &[StmtId],
    cases: &mut SwitchCases,
) -> BlockId {
    let (src, dst) = (f.edges[edge].src, f.edges[edge].dst);
    if f.blocks[dst].preds.len() == 1 && f.blocks[dst].phis.is_empty() && dst != EXIT {
        for &stmt in stmts.iter().rev() {
            f.insert_after_labels(dst, stmt);
        }
        return dst;
    }
    let simple = !f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL)
        && f.blocks[src].succs.len() == 1
        && src != ENTRY;
    let block = if simple { src } else { split_edge(unit, f, edge, cases) };
    match f.last_stmt(block) {
        Some(last) if ends_block(unit, f, last) => {
            stmts.iter().for_each(|&stmt| f.insert_before(last, stmt));
        }
        _ => stmts.iter().for_each(|&stmt| f.append_to_block(block, stmt)),
    }
    block
}

/// Puts the statements that wait for each edge there, blocks in order (`gsi_commit_edge_inserts`).
pub fn commit_edge_insertions(
    unit: &mut Unit,
    f: &mut Function,
    mut pending: FxHashMap<EdgeId, Vec<StmtId>>,
) {
    let mut cases = SwitchCases::default();
    for block in [ENTRY].into_iter().chain(f.block_order()) {
        for edge in f.blocks[block].succs.clone() {
            if let Some(stmts) = pending.remove(&edge) {
                insert_on_edge(unit, f, edge, &stmts, &mut cases);
            }
        }
    }
}

/// Splits a block after its labels and φs so that the edges for which `keep` is false end in the second part, the others in
/// the first, which only forwards (`make_forwarder_block`). Returns the edge between the two.
pub fn make_forwarder_block(
    unit: &mut Unit,
    f: &mut Function,
    block: BlockId,
    cases: &mut SwitchCases,
    keep: &dyn Fn(&Function, EdgeId) -> bool,
) -> EdgeId {
    let between = split_block(f, block, StmtId::NONE);
    let target = f.edges[between].dst;
    let mut moved: Vec<(EdgeId, Vec<PhiArg>)> = Vec::new();
    let mut index = 0;
    while let Some(&edge) = f.blocks[block].preds.get(index) {
        if keep(f, edge) {
            index += 1;
            continue;
        }
        let args = saved_phi_args(f, edge);
        match redirect_edge_and_branch(unit, f, edge, target, cases) {
            Some(edge) => moved.push((edge, args)),
            None => index += 1,
        }
    }
    f.block_info[block].count = count_of_preds(f, block);
    if moved.is_empty() {
        return between;
    }
    let phis: Vec<StmtId> = f.phis(block).collect();
    for (position, phi) in phis.into_iter().enumerate() {
        let result = f.phi(phi).result;
        let copy = crate::edit::locals::duplicate_name(unit, f, result);
        let joined = f.create_phi(result, target);
        if let StmtKind::Phi(data) = &mut f.stmts[phi].kind {
            data.result = copy;
        }
        f.names[copy].def = phi;
        f.add_phi_arg(joined, between, Operand::Ssa(copy), Default::default());
        for (edge, args) in &moved {
            f.add_phi_arg(joined, *edge, args[position].value, args[position].loc);
        }
    }
    between
}

/// How often a block is entered.
pub fn count_of_preds(f: &Function, block: BlockId) -> u64 {
    let mut sum = 0u64;
    for &edge in &f.blocks[block].preds {
        match edge_count(f, edge) {
            gimple::cfg::NO_COUNT => return gimple::cfg::NO_COUNT,
            count => sum = sum.saturating_add(count),
        }
    }
    sum
}

/// Gives each loop whose header is entered by several edges a block of its own for these, so that no entry can become a
/// latch while the CFG is cleaned up.
pub fn separate_loop_entries(unit: &mut Unit, f: &mut Function, cases: &mut SwitchCases) {
    let Some(loops) = &f.loops else { return };
    let headers: Vec<BlockId> =
        loops.preorder().iter().skip(1).map(|&id| loops[id].header).collect();
    crate::graph::order::mark_dfs_back_edges(f);
    let is_latch = |f: &Function, edge: EdgeId| f.edges[edge].flags.intersects(EdgeFlags::DFS_BACK);
    for header in headers {
        let preds = &f.blocks[header].preds;
        let abnormal =
            preds.iter().any(|&edge| f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL));
        let latches = preds.iter().filter(|&&edge| is_latch(f, edge)).count();
        if !abnormal && latches > 0 && preds.len() - latches > 1 {
            let between =
                make_forwarder_block(unit, f, header, cases, &|f, edge| !is_latch(f, edge));
            let id = f.loop_of(header);
            let inner = f.edges[between].dst;
            if let Some(entry) = f.loop_data_mut(id) {
                entry.header = inner;
                f.block_info[header].loop_father = entry.outer;
            }
        }
    }
}

/// The edge a condition or switch takes when the value it decides by is known (`find_taken_edge`).
pub fn taken_edge(unit: &Unit, f: &Function, block: BlockId, value: Operand) -> Option<EdgeId> {
    use gimple::stmt::StmtKind;
    let last = f.last_stmt(block)?;
    match &f.stmts[last].kind {
        StmtKind::Cond { .. } => {
            let (yes, no) = f.true_false_edges(block)?;
            Some(if unit.as_int(value)? != 0 { yes } else { no })
        }
        StmtKind::Switch(switch) => {
            let label = unit.case_of(switch, value.constant()?)?.label;
            f.find_edge(block, f.labels.block(label)?)
        }
        _ => None,
    }
}

/// Whether a block does nothing but say that it is never reached.
pub fn is_unreachable_block(unit: &Unit, f: &Function, block: BlockId) -> bool {
    if !f.blocks[block].succs.is_empty() {
        return false;
    }
    let Some(last) = f.last_stmt(block) else { return false };
    if call_effects::builtin_at(unit, f, last) != Some(Builtin::Unreachable) {
        return false;
    }
    f.block_stmts(block)
        .all(|stmt| stmt == last || matches!(f.stmts[stmt].kind, StmtKind::Label(_)))
}

/// Merges neighbouring cases that lead to one block, and drops those that do what the default does
/// (`group_case_labels_stmt`). Returns whether a case was dropped or merged.
pub fn group_case_labels(unit: &mut Unit, f: &mut Function, block: BlockId) -> bool {
    let Some(last) = f.last_stmt(block) else { return false };
    if !matches!(f.stmts[last].kind, StmtKind::Switch(_)) {
        return false;
    }
    let mut kind = std::mem::replace(&mut f.stmts[last].kind, StmtKind::Nop);
    let mut changed = false;
    if let StmtKind::Switch(switch) = &mut kind {
        let target = |label: DeclId| f.labels.block(label).unwrap_or(BlockId::NONE);
        let default = switch.cases.first().map_or(BlockId::NONE, |case| target(case.label));
        let mut kept = Vec::with_capacity(switch.cases.len());
        let mut cases = std::mem::take(&mut switch.cases).into_iter();
        kept.extend(cases.next());
        let before = cases.len() + 1;
        let mut previous = BlockId::NONE;
        for case in cases {
            let to = target(case.label);
            if to == default || to.is_none() || is_unreachable_block(unit, f, to) {
                previous = BlockId::NONE;
                continue;
            }
            let follows = |base: &Case| {
                let (Some((_, end)), Some((low, _))) =
                    (unit.case_range(base), unit.case_range(&case))
                else {
                    return false;
                };
                end.checked_add(1) == Some(low)
            };
            if to == previous
                && let Some(base) = kept.last_mut()
                && follows(base)
            {
                base.high = case.high.expand().unwrap_or(case.low);
                continue;
            }
            previous = to;
            kept.push(case);
        }
        changed = kept.len() != before;
        switch.cases = kept;
    }
    f.stmts[last].kind = kind;
    changed
}
