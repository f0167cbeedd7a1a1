//! The paths found, and how they are threaded: copied block by block, with one path out of the copy.

use crate::scalar::thread::profile;
use dumps::Dump;
use dumps::{put, putln};
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, Probability};
use gimple::debug_counter::Counter;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::stmt::StmtKind;
use rustc_hash::FxHashSet;
use std::fmt::Write;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::saved_phi_args;
use tree_ssa::edit::cfg_edit::split_location;
use tree_ssa::ssa::copy_blocks::Copies;
use tree_ssa::ssa::copy_blocks::add_phi_arguments;
use tree_ssa::ssa::copy_blocks::can_copy;
use tree_ssa::ssa::copy_blocks::copy_blocks;

/// A path: the edge that will be redirected, those between the blocks to be copied, and the one that is taken at the end.
pub type Path = Vec<EdgeId>;

/// Paths to be threaded, in order of their discovery.
#[derive(Default)]
pub struct Registry {
    paths: Vec<Path>,
    /// Edges that have been redirected.
    started: FxHashSet<EdgeId>,
    cases: SwitchCases,
    /// How many paths have been threaded.
    pub threaded: u32,
}

impl Registry {
    /// Notes a path, unless it would harm a loop.
    pub fn register(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        loops_done: bool,
        path: Path,
    ) {
        if !cx.dbg_cnt(Counter::RegisteredJumpThread) {
            return;
        }
        let reason = if loops_done { None } else { harm(f, &path) };
        if let Some(reason) = reason {
            return cancel(&mut cx.dump, f, &path, reason);
        }
        if cx.dump.details() {
            let count = cx.unit.counters.counts()[Counter::RegisteredJumpThread as usize];
            put!(cx.dump, "  [{count}] Registering jump thread: ");
            write_path(&mut cx.dump, f, &path);
        }
        self.paths.push(path);
    }

    /// Threads all paths, the first first; the last takes the place of one that is done. Returns whether there was any.
    pub fn thread_all(&mut self, cx: &mut PassContext<'_>, f: &mut Function) -> bool {
        while let Some(path) = self.paths.first().cloned() {
            if self.started.contains(&path[0]) || !is_connected(f, &path) {
                let reason = "Avoiding threading twice from same edge";
                cancel(&mut cx.dump, f, &path, reason);
                self.paths.swap_remove(0);
                continue;
            }
            if self.thread(cx, f, &path) {
                self.started.insert(path[0]);
                self.threaded += 1;
            }
            self.paths.swap_remove(0);
        }
        self.threaded > 0
    }

    fn thread(&mut self, cx: &mut PassContext<'_>, f: &mut Function, path: &[EdgeId]) -> bool {
        let (entry, exit) = (path[0], path[path.len() - 1]);
        let region: Vec<BlockId> = path[..path.len() - 1].iter().map(|&e| f.edges[e].dst).collect();
        let father = f.loop_of(region[0]);
        let of_one_loop = region.iter().all(|&block| f.loop_of(block) == father);
        if !can_copy(f, &region)
            || f.edges[entry].flags.intersects(EdgeFlags::COMPLEX)
            || !of_one_loop
        {
            return false;
        }
        let target = f.edges[exit].dst;
        let after = split_location(f, entry);
        let made = copy_blocks(cx.unit, f, &region, after, &mut self.cases);
        profile::divide(f, &region, &made, entry, exit, &mut cx.dump);
        self.lead_back(cx, f, &made);
        let Some(&last) = made.blocks.last() else { return false };
        keep_one_way(f, last, target);
        let arguments = saved_phi_args(f, entry);
        let first = made.blocks[0];
        let Some(moved) = redirect_edge_and_branch(cx.unit, f, entry, first, &mut self.cases)
        else {
            return false;
        };
        let phis: Vec<_> = f.phis(first).collect();
        for (phi, argument) in phis.into_iter().zip(arguments) {
            f.add_phi_arg(phi, moved, argument.value, argument.loc);
        }
        add_phi_arguments(f, &made);
        self.adjust_others(cx, f, path, &made);
        true
    }

    /// Lets ways off the path end in the original blocks.
    fn lead_back(&mut self, cx: &mut PassContext<'_>, f: &mut Function, made: &Copies) {
        for (position, &copy) in made.blocks.iter().enumerate() {
            if f.blocks[copy].succs.len() == 1 {
                continue;
            }
            let next = made.blocks.get(position + 1).copied();
            for edge in f.blocks[copy].succs.clone() {
                let dst = f.edges[edge].dst;
                if Some(dst) != next
                    && let Some(original) = made.original_of(dst)
                {
                    redirect_edge_and_branch(cx.unit, f, edge, original, &mut self.cases);
                }
            }
        }
    }

    /// Paths that begin as the one just threaded go on from its copy (`adjust_paths_after_duplication`).
    fn adjust_others(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        done: &[EdgeId],
        made: &Copies,
    ) {
        let mut number = 1;
        while number < self.paths.len() {
            if self.paths[number][0] != done[0] {
                number += 1;
                continue;
            }
            say_candidate(&mut cx.dump, f, "adjusting", &self.paths[number]);
            if adjust(&mut cx.dump, f, &mut self.paths[number], done, made) {
                say_candidate(&mut cx.dump, f, "adjusted", &self.paths[number]);
                number += 1;
            } else {
                cancel(&mut cx.dump, f, &self.paths[number], "Adjusted candidate is EMPTY");
                self.paths.swap_remove(number);
            }
        }
    }
}

/// Cuts off what a path shares with one that has been threaded. Whether something is left.
fn adjust(
    dump: &mut Dump<'_>,
    f: &Function,
    path: &mut Path,
    done: &[EdgeId],
    made: &Copies,
) -> bool {
    let details = dump.details();
    let shared = path.iter().zip(done).take_while(|(a, b)| a == b).count();
    if shared < path.len() {
        let edge = path[shared];
        let (src, dst) = (f.edges[edge].src, f.edges[edge].dst);
        if details {
            putln!(dump, "rewiring edge candidate: {} -> {}", src.0, dst.0);
        }
        let Some(copy) = made.copy_of(src) else {
            if details {
                putln!(dump, "ignoring candidate: there is no src COPY");
            }
            return false;
        };
        let Some(new) = f.find_edge(copy, dst) else {
            if details {
                putln!(dump, "ignoring candidate: we lost our way");
            }
            return false;
        };
        path[shared] = new;
    } else if details {
        putln!(dump, "adjusting first edge after MINLENGTH.");
    }
    if shared == path.len() {
        return false;
    }
    if path.len() - shared > 1 {
        path.drain(..shared);
    } else if details {
        putln!(dump, "Dropping illformed candidate.");
    }
    true
}

/// Takes the branch off the end of a copied path: only the way to the target is left.
fn keep_one_way(f: &mut Function, last: BlockId, target: BlockId) {
    if let Some(stmt) = f.last_stmt(last)
        && matches!(
            f.stmts[stmt].kind,
            StmtKind::Cond { .. } | StmtKind::Goto(_) | StmtKind::Switch(_)
        )
    {
        f.remove_stmt(stmt);
    }
    let mut index = 0;
    while let Some(&edge) = f.blocks[last].succs.get(index) {
        if f.edges[edge].dst == target {
            f.edges[edge].probability = Probability::ALWAYS;
            f.edges[edge].flags.remove(EdgeFlags::TRUE_VALUE | EdgeFlags::FALSE_VALUE);
            f.edges[edge].flags |= EdgeFlags::FALLTHRU;
            index += 1;
        } else {
            f.remove_edge(edge);
        }
    }
}

/// Whether the edges of a path are there still and follow each other.
fn is_connected(f: &Function, path: &[EdgeId]) -> bool {
    let lives = |&edge: &EdgeId| {
        let data = &f.edges[edge];
        f.blocks[data.src].succs.get(data.src_idx as usize) == Some(&edge)
    };
    path.len() > 1
        && path.iter().all(lives)
        && path.windows(2).all(|two| f.edges[two[0]].dst == f.edges[two[1]].src)
}

/// Why a path must not be threaded as long as loops are still to be worked on (`cancel_invalid_paths`).
pub fn harm(f: &Function, path: &[EdgeId]) -> Option<&'static str> {
    let loops = f.loops.as_ref()?;
    let father = |block: BlockId| f.loop_of(block);
    let nested = |inner: LoopId, outer: LoopId| inner != outer && loops.is_within(inner, outer);
    let (entry, exit) = (&f.edges[path[0]], &f.edges[path[path.len() - 1]]);
    let of = father(entry.dst);
    let latch = loops.get(of).map_or(BlockId::NONE, |entry| entry.latch);
    let (mut seen_latch, mut crossed_latch, mut crossed_header) = (false, false, false);
    let (mut current, mut crossed) = (of, 0);
    for &edge in path {
        let edge = &f.edges[edge];
        if latch.is_some() && (edge.src == latch || edge.dst == latch) {
            seen_latch = true;
            crossed_latch |= edge.src != entry.src;
        }
        if father(edge.dst) != current {
            current = father(edge.dst);
            crossed += 1;
        }
        let header = loops.get(father(edge.dst)).map(|entry| entry.header);
        // What leads out of the inner loop of a header may pass it.
        crossed_header |= header == Some(edge.dst) && !nested(father(edge.dst), father(exit.dst));
    }
    if crossed == 1 && !crossed_latch && nested(father(exit.src), father(exit.dst)) {
        return None;
    }
    if seen_latch && is_empty_block(f, latch) {
        Some("Threading through latch before loop opts would create non-empty latch")
    } else if crossed > 0 {
        Some("Path crosses loops")
    } else if father(entry.src) != father(exit.dst) && !nested(father(entry.dst), father(exit.src))
    {
        Some("Path rotates loop")
    } else if crossed_header {
        Some("Path crosses loop header but does not exit it")
    } else {
        None
    }
}

/// Whether nothing is done in a block (`empty_block_p`).
pub fn is_empty_block(f: &Function, block: BlockId) -> bool {
    block.is_some() && f.first_after_labels(block).is_none()
}

fn cancel(dump: &mut Dump<'_>, f: &Function, path: &[EdgeId], reason: &str) {
    if dump.details() {
        put!(dump, "{reason}:   Cancelling jump thread: ");
        write_path(dump, f, path);
        putln!(dump);
    }
}

fn write_path(dump: &mut Dump<'_>, f: &Function, path: &[EdgeId]) {
    let ends = |edge: EdgeId| (f.edges[edge].src.0, f.edges[edge].dst.0);
    let (src, dst) = ends(path[0]);
    put!(dump, "({src}, {dst}) incoming edge; ");
    for (position, &edge) in path.iter().enumerate().skip(1) {
        let (src, dst) = ends(edge);
        let what = if position + 1 == path.len() { "nocopy" } else { "normal" };
        let back = f.edges[edge].flags.intersects(EdgeFlags::DFS_BACK);
        put!(dump, " ({src}, {dst}) {what}{}", if back { " (back)" } else { "" });
    }
    putln!(dump, "; ");
}

fn say_candidate(dump: &mut Dump<'_>, f: &Function, what: &str, path: &[EdgeId]) {
    if dump.details() {
        put!(dump, "{what} candidate: path: ");
        for &edge in path {
            put!(dump, "{} -> {}, ", f.edges[edge].src.0, f.edges[edge].dst.0);
        }
        putln!(dump);
    }
}
