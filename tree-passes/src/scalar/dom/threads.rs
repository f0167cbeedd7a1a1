//! The threads that were found, and how they are made: a block gets a copy for the edges that go on from it to the same
//! place.
//!
//! ```text
//!   5->6->7, 8->6->7, 9->6->(3)->4:   copies 6' of 6 for 5 and 8, with the way to 7 only;
//!                                     6'' for 9 with both ways, that to 3 leading to 4 (6 is a joiner)
//! ```
//!
//! Blocks are taken in post-order, so that a thread into a block finds those out of it made. What ran through the
//! originals by a thread is taken from their counts (`counts`).

use super::counts;
use dumps::Dump;
use dumps::{put, putln};
use gimple::cfg::{BlockId, EXIT, EdgeFlags, EdgeId, Probability};
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::operand_equal::operand_equal;
use gimple::pass::PassContext;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::saved_phi_args;
use tree_ssa::fold::is_invariant;
use tree_ssa::graph::analyses;
use tree_ssa::ssa::copy_blocks::copy_block;

/// What is done to the block that an edge on a path leaves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The edge is the first and will be redirected.
    Start,
    /// The block is copied with all its ways out.
    Joiner,
    /// The block is copied with one edge out.
    Copied,
    /// The block does nothing: it is passed by.
    Passed,
}

/// Edges that follow each other.
pub type Path = Vec<(EdgeId, Kind)>;

/// Makes threads.
pub(super) struct Threader<'a, 'c> {
    cx: &'a mut PassContext<'c>,
    paths: Vec<Path>,
    /// By the edge it begins with, the path to be made.
    by_start: FxHashMap<EdgeId, usize>,
    cases: SwitchCases,
    /// How many edges have been redirected.
    pub threaded: u64,
}

/// Threads through one block that go to the same place in the same way.
pub(super) struct Group {
    /// The edges to be redirected.
    pub entries: Vec<EdgeId>,
    pub path: usize,
    /// The copies made, in the order of the path.
    pub copies: Vec<BlockId>,
}

/// Makes all threads, and leaves out those that lead over edges that are not taken. Returns how many edges were redirected.
pub(super) fn thread_all(cx: &mut PassContext<'_>, f: &mut Function, paths: Vec<Path>) -> u64 {
    let (by_start, cases) = (FxHashMap::default(), SwitchCases::default());
    let mut threader = Threader { cx, paths, by_start, cases, threaded: 0 };
    threader.drop_untaken(f);
    let marked = threader.choose(f);
    let order = analyses::reverse_post_order(f);
    for &block in order.iter().rev().filter(|block| marked.contains(block)) {
        threader.thread_block(f, block, false);
        threader.thread_block(f, block, true);
    }
    threader.threaded
}

impl Threader<'_, '_> {
    fn is_joining(path: &Path) -> bool {
        path.get(1).is_some_and(|step| step.1 == Kind::Joiner)
    }

    /// Where a path ends.
    fn last(path: &Path) -> EdgeId {
        path[path.len() - 1].0
    }

    /// Leaves out paths out of blocks one of whose ways has turned out not to be taken.
    fn drop_untaken(&mut self, f: &mut Function) {
        let order = analyses::reverse_post_order(f);
        let untaken = |&edge: &EdgeId| !f.edges[edge].flags.intersects(EdgeFlags::EXECUTABLE);
        let mut affected = FxHashSet::default();
        for &block in order.iter() {
            if f.blocks[block].succs.iter().any(untaken) {
                affected.insert(block);
            }
        }
        let mut number = 0;
        while let Some(path) = self.paths.get(number) {
            if path.iter().any(|step| affected.contains(&f.edges[step.0].src)) {
                self.paths.swap_remove(number);
            } else {
                number += 1;
            }
        }
    }

    /// Chooses the paths to be made, one for an edge at most; the blocks they begin to copy (`mark_threaded_blocks`).
    fn choose(&mut self, f: &Function) -> FxHashSet<BlockId> {
        let mut marked = FxHashSet::default();
        for (number, path) in self.paths.iter().enumerate() {
            if path.len() > 1 && !Self::is_joining(path) {
                self.by_start.insert(path[0].0, number);
                marked.insert(f.edges[path[0].0].dst);
            }
        }
        // What begins with a joiner is not needed where a part of it is threaded anyway.
        for (number, path) in self.paths.iter().enumerate() {
            let free = |step: &(EdgeId, Kind)| !self.by_start.contains_key(&step.0);
            if Self::is_joining(path) && path.iter().all(free) {
                self.by_start.insert(path[0].0, number);
                marked.insert(f.edges[path[0].0].dst);
            }
        }
        if self.cx.options.optimize_size {
            marked.retain(|&block| {
                let kept = f.blocks[block].preds.len() <= 1 || only_branches(f, block);
                for edge in f.blocks[block].preds.iter().filter(|_| !kept) {
                    self.by_start.remove(edge);
                }
                kept
            });
        }
        // A joiner's copy has one edge to a block; two with different φ arguments cannot both be it.
        let mut differing: Vec<usize> = self.by_start.values().copied().collect();
        differing.retain(|&number| self.differs_from_joiner(f, &self.paths[number]));
        differing.sort_unstable();
        for number in differing {
            if self.cx.dump.details() {
                put!(self.cx.dump, "  Cancelling jump thread: ");
                write_path(&mut self.cx.dump, f, &self.paths[number]);
                putln!(self.cx.dump);
            }
            self.by_start.remove(&self.paths[number][0].0);
        }
        marked
    }

    /// Whether a path leads from a joiner to a block to which the joiner itself brings something else.
    fn differs_from_joiner(&self, f: &Function, path: &Path) -> bool {
        let last = Self::last(path);
        let direct = f.find_edge(f.edges[path[0].0].dst, f.edges[last].dst);
        Self::is_joining(path)
            && direct.is_some_and(|edge| !same_phi_arguments(self.cx.unit, f, edge, last))
    }

    /// Makes the threads through a block: those that begin with a joiner, or the others.
    fn thread_block(&mut self, f: &mut Function, block: BlockId, joiners: bool) {
        let mut groups: Vec<Group> = Vec::new();
        let mut group_of: FxHashMap<Path, usize> = FxHashMap::default();
        let mut slots = Slots::new(f.blocks[block].succs.len());
        let (mut first_last, mut correct) = (None, false);
        for edge in f.blocks[block].preds.clone() {
            let Some(&number) = self.by_start.get(&edge) else { continue };
            if Self::is_joining(&self.paths[number]) != joiners {
                continue;
            }
            if let Some(reason) = self.harm_at_header(f, block, &self.paths[number]) {
                say_cancelled(&mut self.cx.dump, f, &self.paths[number], reason);
                self.by_start.remove(&edge);
                continue;
            }
            match group_of.get(&self.paths[number][1..]) {
                Some(&at) => groups[at].entries.push(edge),
                None => {
                    group_of.insert(self.paths[number][1..].to_vec(), groups.len());
                    let target = f.edges[Self::last(&self.paths[number])].dst;
                    slots.insert(target.0, groups.len());
                    groups.push(Group { entries: vec![edge], path: number, copies: Vec::new() });
                }
            }
            if joiners {
                let last = Self::last(&self.paths[number]);
                correct |= *first_last.get_or_insert(last) != last;
            }
        }
        if !groups.is_empty() {
            self.make_copies(f, block, groups, &slots.in_order(), correct);
        }
    }

    /// Why a path must not be threaded through the head of a loop: unless it leaves the loop there, the loop would get
    /// another entry.
    fn harm_at_header(&self, f: &Function, block: BlockId, path: &Path) -> Option<&'static str> {
        let loops = f.loops.as_ref()?;
        let father = |block: BlockId| f.loop_of(block);
        let nested = |inner: LoopId, outer: LoopId| inner != outer && loops.is_within(inner, outer);
        let (own, last) = (father(block), &f.edges[Self::last(path)]);
        let leaves = |number: LoopId| !loops.is_within(father(last.dst), number);
        let crosses = own != father(last.src);
        if crosses && (!leaves(father(last.src)) || nested(own, father(last.dst))) {
            return Some("Threading through unhandled loop header");
        }
        let header = loops.get(own)?.header;
        let at_header = path[1..].iter().any(|step| f.edges[step.0].src == header);
        let stays = own != LoopId::ROOT && at_header && (!leaves(own) || Self::is_joining(path));
        stays.then_some("Failure in thread_through_loop_header")
    }

    /// Copies a block for each group of threads through it, and redirects their edges to the copies.
    fn make_copies(
        &mut self,
        f: &mut Function,
        block: BlockId,
        mut groups: Vec<Group>,
        order: &[usize],
        correct: bool,
    ) {
        let mut copied: FxHashSet<BlockId> = FxHashSet::default();
        let header_of = f.loop_of(block);
        let outer = f.loop_data(header_of);
        let outer = outer
            .filter(|entry| entry.header == block && header_of != LoopId::ROOT)
            .map(|e| e.outer);
        for (position, &number) in order.iter().enumerate() {
            let path = &self.paths[groups[number].path];
            let second = path[2..]
                .iter()
                .find(|step| matches!(step.1, Kind::Copied | Kind::Joiner))
                .map(|step| f.edges[step.0].src);
            let second = second.map(|second| {
                let after = last_block(f);
                copy_block(self.cx.unit, f, second, after)
            });
            let after = last_block(f);
            // All but the first are copies of the first.
            let original = groups[order[0]].copies.first().copied().unwrap_or(block);
            let first = copy_block(self.cx.unit, f, original, after);
            // Leaving the loop by its header, the copy is outside.
            if let Some(outer) = outer {
                f.block_info[first].loop_father = outer;
            }
            groups[number].copies.push(first);
            groups[number].copies.extend(second);
            copied.extend(&groups[number].copies);
            if position > 0 {
                self.lead_on(f, &groups[number], correct, &copied);
            }
        }
        self.lead_on(f, &groups[order[0]], correct, &copied);
        for &number in order {
            for &edge in redirected(&groups[number].entries) {
                self.redirect(f, edge, groups[number].copies[0]);
                self.by_start.remove(&edge);
            }
        }
    }

    /// Lets an edge lead to the copy of the block it leads to.
    fn redirect(&mut self, f: &mut Function, edge: EdgeId, copy: BlockId) {
        self.threaded += 1;
        if self.cx.dump.details() {
            let (src, dst) = (f.edges[edge].src.0, f.edges[edge].dst.0);
            putln!(self.cx.dump, "  Threaded jump {src} --> {dst} to {}", copy.0);
        }
        let arguments = saved_phi_args(f, edge);
        let moved = redirect_edge_and_branch(self.cx.unit, f, edge, copy, &mut self.cases);
        let Some(moved) = moved else { return };
        let phis: Vec<StmtId> = f.phis(copy).collect();
        for (phi, argument) in phis.into_iter().zip(arguments) {
            f.add_phi_arg(phi, moved, argument.value, argument.loc);
        }
    }

    /// Gives the copies of a group their paths on (`ssa_fix_duplicate_block_edges`).
    fn lead_on(
        &mut self,
        f: &mut Function,
        group: &Group,
        correct: bool,
        copied: &FxHashSet<BlockId>,
    ) {
        let path = self.paths[group.path].clone();
        let last = Self::last(&path);
        let part = counts::part_of(f, group, &path, &self.by_start, correct, copied);
        let mut number = 0;
        for (index, &(edge, kind)) in path.iter().enumerate().skip(1) {
            // With several entries the arguments of φs are not those of one of them.
            let known = if group.entries.len() > 1 { 0 } else { index };
            match kind {
                Kind::Joiner => {
                    let copy = group.copies[number];
                    let way = self.lead_on_from_joiner(f, group, &path, index, known, copy);
                    counts::move_to_copy(f, edge, Some((copy, way)), part.enters, part.leaves);
                    number += 1;
                }
                Kind::Copied => {
                    let copy = group.copies[number];
                    let target = f.edges[last].dst;
                    let way = keep_one_way(f, copy, target);
                    copy_arguments(self.cx.unit, f, last, way, &path, known);
                    if let Some(&more) = self.by_start.get(&last) {
                        self.by_start.insert(way, more);
                    }
                    counts::move_to_copy(f, edge, Some((copy, way)), part.leaves, part.leaves);
                    number += 1;
                }
                Kind::Passed | Kind::Start => {
                    counts::move_to_copy(f, edge, None, part.leaves, part.leaves);
                }
            }
        }
    }

    /// Lets the way of a joiner's copy that is threaded lead on: to the next copy, or to the end of the path.
    fn lead_on_from_joiner(
        &mut self,
        f: &mut Function,
        group: &Group,
        path: &Path,
        index: usize,
        known: usize,
        copy: BlockId,
    ) -> EdgeId {
        let (edge, last) = (path[index].0, Self::last(path));
        let block = f.edges[edge].src;
        for own in f.blocks[copy].succs.clone() {
            if let Some(original) = f.find_edge(block, f.edges[own].dst) {
                copy_arguments(self.cx.unit, f, original, own, path, known);
            }
        }
        let Some(victim) = f.find_edge(copy, f.edges[edge].dst) else { return edge };
        let next = path[index + 1..].iter().position(|step| step.1 == Kind::Copied);
        let Some(further) = next.filter(|_| group.copies.len() > 1) else {
            let target = f.edges[last].dst;
            if f.edges[victim].dst == target {
                return victim;
            }
            let moved = redirect_edge_and_branch(self.cx.unit, f, victim, target, &mut self.cases);
            if moved == Some(victim) {
                copy_arguments(self.cx.unit, f, last, victim, path, known);
            }
            return moved.unwrap_or(victim);
        };
        let before = path[index + further].0;
        let arguments = saved_phi_args(f, before);
        let next = group.copies[1];
        let moved = redirect_edge_and_branch(self.cx.unit, f, victim, next, &mut self.cases);
        let moved = moved.unwrap_or(victim);
        let phis: Vec<StmtId> = f.phis(next).collect();
        for (phi, argument) in phis.into_iter().zip(arguments) {
            f.add_phi_arg(phi, moved, argument.value, argument.loc);
        }
        moved
    }
}

/// The edges of a group in the order in which they are redirected: the latest first.
fn redirected(entries: &[EdgeId]) -> impl Iterator<Item = &EdgeId> {
    entries.iter().rev()
}

/// Takes the branch off the end of a copy: what is left is one way, to the target.
fn keep_one_way(f: &mut Function, copy: BlockId, target: BlockId) -> EdgeId {
    if let Some(last) = f.last_stmt(copy).filter(|&last| is_branch(f, last)) {
        f.remove_stmt(last);
    }
    while let Some(&edge) = f.blocks[copy].succs.first() {
        f.remove_edge(edge);
    }
    let way = f.make_edge_unchecked(copy, target, EdgeFlags::FALLTHRU);
    f.edges[way].probability = Probability::ALWAYS;
    way
}

/// Whether a statement decides between ways out of its block.
pub fn is_branch(f: &Function, stmt: StmtId) -> bool {
    matches!(f.stmts[stmt].kind, StmtKind::Cond { .. } | StmtKind::Goto(_) | StmtKind::Switch(_))
}

/// The last block of the layout.
fn last_block(f: &Function) -> BlockId {
    f.prev_block(EXIT)
}

/// Whether a block does nothing but branch (`redirection_block_p`).
fn only_branches(f: &Function, block: BlockId) -> bool {
    f.first_after_labels(block).is_none_or(|stmt| is_branch(f, stmt))
}

/// Whether two edges bring the same to the block they lead to.
fn same_phi_arguments(unit: &Unit, f: &Function, a: EdgeId, b: EdgeId) -> bool {
    f.phis(f.edges[a].dst).all(|phi| operand_equal(unit, f.phi_arg(phi, a), f.phi_arg(phi, b)))
}

/// Gives φs the arguments for an edge that another brings. What is a constant where the path has come along, up to its
/// edge `known`, is that constant.
fn copy_arguments(
    unit: &Unit,
    f: &mut Function,
    from: EdgeId,
    to: EdgeId,
    path: &Path,
    known: usize,
) {
    let block = f.edges[from].dst;
    let index = f.edges[from].dst_idx as usize;
    let phis: Vec<StmtId> = f.phis(block).collect();
    for phi in phis {
        let argument = f.phi(phi).args[index];
        let value = on_path(unit, f, argument.value, path, block, known);
        f.add_phi_arg(phi, to, value, argument.loc);
    }
}

/// The constant that a φ on the path has been, if the operand is that φ (`get_value_locus_in_path`).
fn on_path(
    unit: &Unit,
    f: &Function,
    op: Operand,
    path: &Path,
    block: BlockId,
    known: usize,
) -> Operand {
    let Some(phi) = op.ssa().and_then(|name| f.names[name].def.expand()) else { return op };
    if known == 0 || !f.is_phi(phi) {
        return op;
    }
    let home = f.stmts[phi].block;
    let depth = |block: BlockId| f.loop_depth(block);
    // What does not change in a loop stays outside of it.
    if depth(home) < depth(block) {
        return op;
    }
    let entry = path[..known].iter().rev().find(|step| f.edges[step.0].dst == home);
    match entry.map(|step| f.phi_arg(phi, step.0)) {
        Some(value) if is_invariant(unit, value) => value,
        _ => op,
    }
}

/// Places of keys as a hash table has them that begins small, is searched in steps of a second hash and grows when three
/// quarters of it are taken: in this order copies are made and numbered.
struct Slots {
    slots: Vec<Option<(u32, usize)>>,
    taken: usize,
}

/// The sizes such a table has.
const SIZES: [usize; 10] = [7, 13, 31, 61, 127, 251, 509, 1021, 2039, 4093];

impl Slots {
    fn new(expected: usize) -> Slots {
        Slots { slots: vec![None; Slots::size(expected)], taken: 0 }
    }

    fn size(at_least: usize) -> usize {
        SIZES.into_iter().find(|&size| size >= at_least).unwrap_or(at_least | 1)
    }

    fn insert(&mut self, key: u32, value: usize) {
        if self.slots.len() * 3 <= self.taken * 4 {
            let larger = vec![None; Slots::size(self.taken * 2)];
            let old = std::mem::replace(&mut self.slots, larger);
            self.taken = 0;
            for (key, value) in old.into_iter().flatten() {
                self.insert(key, value);
            }
        }
        let (size, hash) = (self.slots.len(), key as usize);
        let (mut at, step) = (hash % size, 1 + hash % (size - 2));
        while self.slots[at].is_some() {
            at = (at + step) % size;
        }
        self.slots[at] = Some((key, value));
        self.taken += 1;
    }

    fn in_order(&self) -> Vec<usize> {
        self.slots.iter().flatten().map(|entry| entry.1).collect()
    }
}

/// Says that a path is not threaded.
pub fn say_cancelled(dump: &mut Dump<'_>, f: &Function, path: &Path, reason: &str) {
    if dump.details() {
        put!(dump, "{reason}:   Cancelling jump thread: ");
        write_path(dump, f, path);
        putln!(dump);
    }
}

/// Writes a path.
pub fn write_path(dump: &mut Dump<'_>, f: &Function, path: &Path) {
    for (position, &(edge, kind)) in path.iter().enumerate() {
        let (src, dst) = (f.edges[edge].src.0, f.edges[edge].dst.0);
        let what = match kind {
            _ if position == 0 => {
                put!(dump, "({src}, {dst}) incoming edge; ");
                continue;
            }
            Kind::Joiner => "joiner",
            Kind::Copied | Kind::Start => "normal",
            Kind::Passed => "nocopy",
        };
        let back = f.edges[edge].flags.intersects(EdgeFlags::DFS_BACK);
        put!(dump, " ({src}, {dst}) {what}{}", if back { " (back)" } else { "" });
    }
    putln!(dump, "; ");
}
