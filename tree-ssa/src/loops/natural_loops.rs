//! Natural loops: discovery and the listing of dumps.
//!
//! Loops are numbered as GCC numbers them, headers in reverse post-order, outer loops before inner ones; a loop whose
//! header is still one keeps its number, and the numbers of loops that are gone are not used again. Which loop a
//! block belongs to is found innermost loops first, with a union-find that steps over loops already found, so that deep
//! nests cost no more than flat ones (Havlak, "Nesting of reducible and irreducible loops", 1997, restricted to natural
//! loops).

use crate::analyses;
use crate::graph::dominance::{Direction, Dominators};
use dumps::Dump;
use fixedbitset::FixedBitSet;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeId, edge_flag};
use gimple::function::Function;
use gimple::loops::{Loop, Loops};
use smallvec::{SmallVec, smallvec};
use std::fmt::Write;

const NO_LOOP: u32 = u32::MAX;

/// Finds the loops of a function and its blocks' places in them, unless they are known for the CFG as it is.
pub fn ensure_loops(f: &mut Function) {
    if f.loops.as_ref().is_none_or(|loops| loops.version != f.cfg_version) {
        find_loops(f);
    }
}

/// Finds the loops of a function (`flow_loops_find`) and records them in it, those known before by their numbers.
pub fn find_loops(f: &mut Function) {
    let (known, simple_latches) =
        f.loops.take().map_or((Vec::new(), false), |loops| (loops.table, loops.simple_latches));
    let mut table = vec![new_loop(ENTRY, EXIT)];
    table.extend(
        known
            .iter()
            .skip(1)
            .map(|_| Loop { live: false, ..new_loop(BlockId::NONE, BlockId::NONE) }),
    );
    if analyses::is_cyclic(f) {
        find_in_cycles(f, &known, &mut table);
    } else {
        // Where nothing goes round, nobody has to know what dominates what.
        f.blocks.keys().for_each(|block| f.block_info[block].loop_father = NO_LOOP);
        let order = analyses::reverse_post_order(f);
        for &block in [ENTRY, EXIT].iter().chain(order.iter()) {
            f.block_info[block].loop_father = 0;
        }
    }
    f.loops = Some(Loops { table, version: f.cfg_version, simple_latches });
}

/// The loops of a function that has cycles, in a table that has the places of those known.
fn find_in_cycles(f: &mut Function, known: &[Loop], table: &mut Vec<Loop>) {
    let tree = analyses::take_dominators(f, Direction::Dominators);
    let order = analyses::reverse_post_order(f);
    let headers: Vec<BlockId> =
        order.iter().copied().filter(|&block| is_header(f, &tree, block)).collect();
    let mut numbers = Vec::with_capacity(headers.len());
    for &header in &headers {
        let father = f.block_info[header].loop_father;
        let kept =
            known.get(father as usize).is_some_and(|l| father != 0 && l.live && l.header == header);
        let number = if kept { father as usize } else { table.len() };
        table.resize_with(table.len().max(number + 1), || new_loop(BlockId::NONE, BlockId::NONE));
        table[number] = new_loop(header, BlockId::NONE);
        numbers.push(number as u32);
    }

    let father = assign_blocks(f, &tree, &headers, &numbers, &order);
    for block in f.blocks.keys() {
        f.block_info[block].loop_father = father.innermost[block.0 as usize];
    }
    for (index, &number) in numbers.iter().enumerate() {
        let number = number as usize;
        let outer = father.outer[index] as usize;
        table[number].outer = outer as u32;
        table[number].depth = table[outer].depth + 1;
        table[number].next = table[outer].inner;
        table[outer].inner = number as u32;
        let mut latches = latch_edges(f, &tree, table[number].header);
        if let (Some(edge), None) = (latches.next(), latches.next()) {
            table[number].latch = f.edges[edge].src;
        }
    }
    analyses::keep_dominators(f, tree);
}

fn new_loop(header: BlockId, latch: BlockId) -> Loop {
    Loop {
        header,
        latch,
        outer: NO_LOOP,
        inner: NO_LOOP,
        next: NO_LOOP,
        depth: 0,
        exits: Vec::new(),
        live: true,
    }
}

/// Whether a block heads a natural loop: it dominates a predecessor, and no abnormal edge enters it (`bb_loop_header_p`).
fn is_header(f: &Function, tree: &Dominators, block: BlockId) -> bool {
    let preds = &f.blocks[block].preds;
    // It is entered from somewhere, too.
    preds.len() > 1
        && preds.iter().all(|&edge| f.edges[edge].flags & edge_flag::ABNORMAL == 0)
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
    innermost: Vec<u32>,
    /// The loop around that of each header.
    outer: Vec<u32>,
}

fn assign_blocks(
    f: &Function,
    tree: &Dominators,
    headers: &[BlockId],
    numbers: &[u32],
    order: &[BlockId],
) -> Fathers {
    let n = f.blocks.len();
    let mut fathers = Fathers { innermost: vec![NO_LOOP; n], outer: vec![0; headers.len()] };
    // `up[b]`: a block further out in the loop that has swallowed `b`; its root is the header of the outermost such loop.
    let mut up: Vec<u32> = (0..n as u32).collect();
    // The header of each loop that is known, by number.
    let mut place: Vec<u32> = Vec::new();
    for (index, &number) in numbers.iter().enumerate() {
        place.resize(place.len().max(number as usize + 1), NO_LOOP);
        place[number as usize] = index as u32;
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
                NO_LOOP => fathers.innermost[root as usize] = number,
                inner => fathers.outer[place[inner as usize] as usize] = number,
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
        if *place == NO_LOOP {
            *place = 0;
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
pub fn loop_body(f: &Function, number: u32) -> Vec<BlockId> {
    let Some(loops) = &f.loops else { return Vec::new() };
    if number == 0 {
        return [ENTRY, EXIT].into_iter().chain(f.block_order()).collect();
    }
    let Loop { header, live, .. } = loops.table[number as usize];
    if !live {
        return Vec::new();
    }
    let mut visited = FixedBitSet::with_capacity(f.blocks.len());
    visited.insert(header.0 as usize);
    let mut body = vec![header];
    let mut stack = vec![header];
    while let Some(block) = stack.pop() {
        for &edge in &f.blocks[block].preds {
            let src = f.edges[edge].src;
            if in_loop(f, src, number) && !visited.put(src.0 as usize) {
                body.push(src);
                stack.push(src);
            }
        }
    }
    body
}

/// Whether a block is in a loop or one inside it (`flow_bb_inside_loop_p`).
pub fn in_loop(f: &Function, block: BlockId, number: u32) -> bool {
    f.loops.as_ref().is_some_and(|loops| nested_in(loops, f.block_info[block].loop_father, number))
}

/// Whether loop `inner` is `outer` or inside it.
pub fn nested_in(loops: &Loops, inner: u32, outer: u32) -> bool {
    let Some(target) = loops.table.get(outer as usize) else { return false };
    let mut at = inner;
    while let Some(entry) = loops.table.get(at as usize) {
        if entry.depth <= target.depth {
            return at == outer;
        }
        at = entry.outer;
    }
    false
}

/// The loops that are left, each before those inside it, newest sibling first; the root comes first.
pub fn preorder(loops: &Loops) -> Vec<u32> {
    let mut result = Vec::with_capacity(loops.table.len());
    let mut stack: SmallVec<[u32; 16]> = smallvec![0];
    while let Some(number) = stack.pop() {
        let Some(entry) = loops.table.get(number as usize) else { continue };
        if entry.live {
            result.push(number);
        }
        stack.push(entry.next);
        stack.push(entry.inner);
    }
    result
}

/// The loops that are left, each behind those inside it, newest sibling first; the root comes last (`LI_FROM_INNERMOST`).
pub fn postorder(loops: &Loops) -> Vec<u32> {
    // Backward, that is: each before those inside it, oldest sibling first.
    let mut result = Vec::with_capacity(loops.table.len());
    let mut stack = vec![0];
    while let Some(number) = stack.pop() {
        let Some(entry) = loops.table.get(number as usize) else { continue };
        if entry.live {
            result.push(number);
        }
        let mut inner = entry.inner;
        while let Some(next) = loops.table.get(inner as usize) {
            stack.push(inner);
            inner = next.next;
        }
    }
    result.reverse();
    result
}

/// Writes the listing of all loops and of the successors of all blocks (`flow_loops_dump`).
pub fn dump_loops(f: &Function, dump: &mut Dump<'_>) {
    let Some(loops) = &f.loops else { return };
    if !dump.enabled() {
        return;
    }
    let _ = writeln!(dump, ";; {} loops found", loops.table.len());
    for number in preorder(loops) {
        dump_loop(f, loops, number, dump);
    }
    for block in f.block_iter() {
        let _ = write!(dump, ";; {} succs {{", block.0);
        for &edge in &f.blocks[block].succs {
            let _ = write!(dump, " {}", f.edges[edge].dst.0);
        }
        let _ = writeln!(dump, " }}");
    }
}

fn dump_loop(f: &Function, loops: &Loops, number: u32, dump: &mut Dump<'_>) {
    let entry = &loops.table[number as usize];
    let _ = write!(dump, ";;\n;; Loop {number}\n;;  header {}, ", entry.header.0);
    if entry.latch.is_some() {
        let _ = writeln!(dump, "latch {}", entry.latch.0);
    } else {
        let _ = write!(dump, "multiple latches:");
        for &edge in &f.blocks[entry.header].preds {
            let src = f.edges[edge].src;
            if in_loop(f, src, number) {
                let _ = write!(dump, " {}", src.0);
            }
        }
        let _ = writeln!(dump);
    }
    let outer = if entry.outer == NO_LOOP { -1 } else { i64::from(entry.outer) };
    let _ = write!(dump, ";;  depth {}, outer {outer}\n;;  nodes:", entry.depth);
    for block in loop_body(f, number) {
        let _ = write!(dump, " {}", block.0);
    }
    let _ = writeln!(dump);
}
