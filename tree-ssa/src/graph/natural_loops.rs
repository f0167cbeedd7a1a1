//! Natural loops: discovery and the listing of dumps.
//!
//! Loops are numbered as GCC numbers them, headers in reverse post-order, outer loops before inner ones; a loop whose
//! header is still one keeps its number, and the numbers of loops that are gone are not used again. Which loop a
//! block belongs to is found innermost loops first, with a union-find that steps over loops already found, so that deep
//! nests cost no more than flat ones (Havlak, "Nesting of reducible and irreducible loops", 1997, restricted to natural
//! loops).

use crate::graph::analyses;
use crate::graph::dominance::Dominators;
use dumps::Dump;
use dumps::{put, putln};
use fixedbitset::FixedBitSet;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId};
use gimple::function::Function;
use gimple::location::Location;
use gimple::loops::{Loop, LoopId, Loops};
use gimple::stmt::StmtKind;
use std::fmt::Write;

/// Finds the loops of a function and its blocks' places in them, unless they are known for the CFG as it is.
pub fn ensure_loops(f: &mut Function) {
    if f.loops.as_ref().is_none_or(|loops| loops.version != f.cfg_version) {
        find_loops(f);
    }
}

/// Finds the loops of a function (`flow_loops_find`) and records them in it, those known before by their numbers.
pub fn find_loops(f: &mut Function) {
    let known = f.loops.take().unwrap_or_default();
    let mut loops = Loops::with_places(known.count());
    if analyses::is_cyclic(f) {
        find_in_cycles(f, &known, &mut loops);
    } else {
        // Where nothing goes round, nobody has to know what dominates what.
        f.blocks.keys().for_each(|block| f.block_info[block].loop_father = LoopId::NONE);
        let order = analyses::reverse_post_order(f);
        for &block in [ENTRY, EXIT].iter().chain(order.iter()) {
            f.block_info[block].loop_father = LoopId::ROOT;
        }
    }
    loops.number();
    loops.version = f.cfg_version;
    (loops.simple_latches, loops.closed_form) = (known.simple_latches, known.closed_form);
    f.loops = Some(loops);
}

/// The loops of a function that has cycles, in a table that has the places of those known.
fn find_in_cycles(f: &mut Function, known: &Loops, loops: &mut Loops) {
    let tree = analyses::analysis::<Dominators>(f);
    let order = analyses::reverse_post_order(f);
    let headers: Vec<BlockId> =
        order.iter().copied().filter(|&block| is_header(f, &tree, block)).collect();
    let mut next = known.count() as u32;
    let numbers: Vec<LoopId> = headers
        .iter()
        .map(|&header| {
            let father = f.loop_of(header);
            let kept = known
                .get(father)
                .is_some_and(|l| father != LoopId::ROOT && l.live && l.header == header);
            if kept {
                return father;
            }
            next += 1;
            LoopId(next - 1)
        })
        .collect();
    let father = assign_blocks(f, &tree, &headers, &numbers, &order);
    for block in f.blocks.keys() {
        f.block_info[block].loop_father = father.innermost[block.0 as usize];
    }
    for ((&id, &header), &outer) in numbers.iter().zip(&headers).zip(&father.outer) {
        let mut latches = latch_edges(f, &tree, header);
        let latch = match (latches.next(), latches.next()) {
            (Some(edge), None) => f.edges[edge].src,
            _ => BlockId::NONE,
        };
        loops.insert(id, Loop::new(header, latch), outer);
    }
}

/// Whether a block heads a natural loop: it dominates a predecessor, and no abnormal edge enters it (`bb_loop_header_p`).
fn is_header(f: &Function, tree: &Dominators, block: BlockId) -> bool {
    let preds = &f.blocks[block].preds;
    // It is entered from somewhere, too.
    preds.len() > 1
        && preds.iter().all(|&edge| !f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL))
        && latch_edges(f, tree, block).next().is_some()
}

/// The edges back to a loop's header, in order of predecessors.
fn latch_edges<'a>(
    f: &'a Function,
    tree: &'a Dominators,
    header: BlockId,
) -> impl Iterator<Item = EdgeId> + 'a {
    f.blocks[header].preds.iter().copied().filter(move |&edge| {
        let src = f.edges[edge].src;
        src != ENTRY && tree.contains(src) && tree.dominated_by(src, header)
    })
}

struct Fathers {
    /// The innermost loop of each block.
    innermost: Vec<LoopId>,
    /// The loop around that of each header.
    outer: Vec<LoopId>,
}

fn assign_blocks(
    f: &Function,
    tree: &Dominators,
    headers: &[BlockId],
    numbers: &[LoopId],
    order: &[BlockId],
) -> Fathers {
    let n = f.blocks.len();
    let mut fathers =
        Fathers { innermost: vec![LoopId::NONE; n], outer: vec![LoopId::ROOT; headers.len()] };
    // `up[b]`: a block further out in the loop that has swallowed `b`; its root is the header of the outermost such loop.
    let mut up: Vec<u32> = (0..n as u32).collect();
    // The header of each loop that is known, by number.
    let mut place: Vec<u32> = Vec::new();
    for (index, &number) in numbers.iter().enumerate() {
        place.resize(place.len().max(number.0 as usize + 1), u32::MAX);
        place[number.0 as usize] = index as u32;
    }
    let mut work: Vec<u32> = Vec::new();
    for (index, &header) in headers.iter().enumerate().rev() {
        let number = numbers[index];
        fathers.innermost[header.0 as usize] = number;
        work.extend(latch_edges(f, tree, header).map(|edge| f.edges[edge].src.0));
        while let Some(block) = work.pop() {
            let root = find(&mut up, block);
            if root == header.0 {
                continue;
            }
            up[root as usize] = header.0;
            match fathers.innermost[root as usize] {
                LoopId::NONE => fathers.innermost[root as usize] = number,
                inner => fathers.outer[place[inner.0 as usize] as usize] = number,
            }
            let preds = &f.blocks[BlockId(root)].preds;
            work.extend(
                preds
                    .iter()
                    .map(|&edge| f.edges[edge].src)
                    .filter(|&p| tree.contains(p))
                    .map(|p| p.0),
            );
        }
    }
    for &block in [ENTRY, EXIT].iter().chain(order) {
        let place = &mut fathers.innermost[block.0 as usize];
        if place.is_none() {
            *place = LoopId::ROOT;
        }
    }
    fathers
}

pub(super) fn find(up: &mut [u32], block: u32) -> u32 {
    let mut root = block;
    while up[root as usize] != root {
        root = up[root as usize];
    }
    let mut node = block;
    while up[node as usize] != root {
        node = std::mem::replace(&mut up[node as usize], root);
    }
    root
}

/// The blocks of a loop, inner loops included, in GCC's order: backward from the header (`get_loop_body`).
pub fn loop_body(f: &Function, id: LoopId) -> Vec<BlockId> {
    if id == LoopId::ROOT {
        return [ENTRY, EXIT].into_iter().chain(f.block_order()).collect();
    }
    let Some(&Loop { header, live: true, .. }) = f.loop_data(id) else { return Vec::new() };
    let mut visited = Visited::default();
    let mut body = vec![header];
    let mut stack = vec![header];
    while let Some(block) = stack.pop() {
        for &edge in &f.blocks[block].preds {
            let src = f.edges[edge].src;
            if f.in_loop(src, id) && visited.is_new(&body, src, f.blocks.len()) {
                body.push(src);
                stack.push(src);
            }
        }
    }
    body
}

/// Which blocks are in a list that grows: a small one is searched, so that small loops of a large function cost little.
#[derive(Default)]
struct Visited {
    large: Option<FixedBitSet>,
}

impl Visited {
    /// Lists that are searched are no longer than this.
    const SEARCHED: usize = 16;

    /// Whether a block is not in the list, to which it is added then.
    fn is_new(&mut self, list: &[BlockId], block: BlockId, blocks: usize) -> bool {
        if list.len() < Visited::SEARCHED {
            return !list.contains(&block);
        }
        let large = self.large.get_or_insert_with(|| {
            let mut set = FixedBitSet::with_capacity(blocks);
            set.extend(list.iter().map(|block| block.0 as usize));
            set
        });
        !large.put(block.0 as usize)
    }
}

/// The edges out of a loop, in order of its blocks (`get_loop_exit_edges`).
pub fn exits(f: &Function, id: LoopId) -> Vec<EdgeId> {
    let body = loop_body(f, id);
    let succs = body.iter().flat_map(|&block| f.blocks[block].succs.iter().copied());
    succs.filter(|&edge| !f.in_loop(f.edges[edge].dst, id)).collect()
}

/// Records the exits of all loops with them (`record_loop_exits`).
pub fn record_exits(f: &mut Function) {
    ensure_loops(f);
    let version = f.cfg_version;
    if f.loops.as_ref().is_some_and(|loops| loops.exits_version == Some(version)) {
        return;
    }
    let mut loops = f.loops.take().unwrap_or_default();
    loops.iter_mut().for_each(|entry| entry.exits.clear());
    let blocks = if loops.any() { f.block_order() } else { Vec::new() };
    for block in blocks.into_iter().rev() {
        let from = f.loop_of(block);
        if from == LoopId::ROOT {
            continue;
        }
        for &edge in f.blocks[block].succs.iter().rev() {
            let common = loops.common(from, f.loop_of(f.edges[edge].dst));
            let mut left = from;
            while left != common {
                loops[left].exits.push(edge);
                left = loops[left].outer;
            }
        }
    }
    loops.exits_version = Some(version);
    f.loops = Some(loops);
}

/// Where a loop is in the source: its only test, or the first statement of its header that is somewhere
/// (`find_loop_location`).
pub fn location(f: &Function, of: LoopId) -> Location {
    let known = |stmt| Some(f.stmt_info[stmt].loc).filter(|loc| !loc.is_unknown());
    let test = match exits(f, of)[..] {
        [exit] => f.last_stmt(f.edges[exit].src),
        _ => None,
    };
    let test = test.filter(|&stmt| matches!(f.stmts[stmt].kind, StmtKind::Cond { .. }));
    let header = f.header_of(of);
    test.and_then(known)
        .or_else(|| header.and_then(|header| f.block_stmts(header).find_map(known)))
        .unwrap_or(Location::UNKNOWN)
}

/// Writes the listing of all loops and of the successors of all blocks (`flow_loops_dump`).
pub fn dump_loops(f: &Function, dump: &mut Dump<'_>) {
    let Some(loops) = &f.loops else { return };
    if !dump.enabled() {
        return;
    }
    putln!(dump, ";; {} loops found", loops.count());
    for id in loops.preorder() {
        dump_loop(f, loops, id, dump);
    }
    for block in f.block_iter() {
        put!(dump, ";; {} succs {{", block.0);
        for &edge in &f.blocks[block].succs {
            put!(dump, " {}", f.edges[edge].dst.0);
        }
        putln!(dump, " }}");
    }
}

/// Writes what a loop consists of (`flow_loop_dump`).
pub fn dump_loop(f: &Function, loops: &Loops, id: LoopId, dump: &mut Dump<'_>) {
    let entry = &loops[id];
    put!(dump, ";;\n;; Loop {}\n;;  header {}, ", id.0, entry.header.0);
    if entry.latch.is_some() {
        putln!(dump, "latch {}", entry.latch.0);
    } else {
        put!(dump, "multiple latches:");
        for &edge in &f.blocks[entry.header].preds {
            let src = f.edges[edge].src;
            if f.in_loop(src, id) {
                put!(dump, " {}", src.0);
            }
        }
        putln!(dump);
    }
    let outer = entry.outer.expand().map_or(-1, |outer| i64::from(outer.0));
    put!(dump, ";;  depth {}, outer {outer}\n;;  nodes:", entry.depth);
    for block in loop_body(f, id) {
        put!(dump, " {}", block.0);
    }
    putln!(dump);
}

/// The edge that enters a loop whose latch and preheader are its own (`simplify_loops`).
pub fn preheader_edge(f: &Function, id: LoopId) -> Option<EdgeId> {
    let (header, latch) = ends(f, id)?;
    let mut entries = f.blocks[header].preds.iter().copied().filter(|&e| f.edges[e].src != latch);
    let only = entries.next()?;
    let alone = entries.next().is_none() && !f.edges[only].flags.intersects(EdgeFlags::COMPLEX);
    alone.then_some(only)
}

/// Header and latch of a loop with one latch.
pub fn ends(f: &Function, id: LoopId) -> Option<(BlockId, BlockId)> {
    let entry = f.loop_data(id)?;
    entry.latch.is_some().then_some((entry.header, entry.latch))
}
