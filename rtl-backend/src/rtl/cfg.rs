//! The control flow graph, built from the insn chain in one linear walk.
//!
//! Blocks stand in the order of the chain; block 0 is the entry and block 1 the exit, neither with insns. Loop
//! depths come from Havlak's algorithm ("Nesting of reducible and irreducible loops", TOPLAS 1997) with union-find,
//! so they are near-linear even for nests thousands deep. Block frequencies are estimates in the spirit of Wu and
//! Larus: branch probabilities within a loop, times eight a nesting level.

use crate::rtl::code::Code;
use crate::rtl::function::{Insn, InsnId, InsnKind, LocId, NoteKind, RtlFunction};
use crate::rtl::rtx::RtxId;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// Entry block's number.
pub const ENTRY: u32 = 0;
/// Exit block's number.
pub const EXIT: u32 = 1;

/// Scale of a branch probability: [`crate::rtl::function::RegNote::BrProb`] holds `value * 8 + quality`.
pub const PROB_MAX: u32 = gimple::cfg::PROB_BASE;

/// A basic block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// First element: label or block note.
    pub head: InsnId,
    /// Last element.
    pub end: InsnId,
    /// Edges out of the block: this many from this one on.
    first_succ: u32,
    num_succs: u32,
    /// Edges into the block: a stretch of the list of [`Cfg::pred_edges`].
    first_pred: u32,
    num_preds: u32,
    /// Number of loops around.
    pub loop_depth: u16,
    /// Innermost loop's header, 0 if none.
    pub loop_header: u32,
    /// In a loop's header: whether control may also enter the loop elsewhere.
    pub irreducible: bool,
    /// In a loop's header: the header of the loop around, 0 if none.
    pub outer_header: u32,
    /// Estimated executions a call of the function.
    pub frequency: f32,
}

impl Default for InsnId {
    fn default() -> Self {
        InsnId::NIL
    }
}

/// An edge.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub src: u32,
    pub dst: u32,
    pub fallthru: bool,
    /// In units of [`PROB_MAX`].
    pub probability: u32,
}

/// The graph. Blocks are in layout order from number 2 on.
#[derive(Clone, Debug, Default)]
pub struct Cfg {
    pub blocks: Vec<Block>,
    /// In the order of their sources.
    pub edges: Vec<Edge>,
    /// The edges in the order of their destinations.
    incoming: Vec<Incoming>,
    /// Whether an edge goes back in layout: there is no loop without one.
    pub goes_back: bool,
    /// Whether blocks say what loops they are in and how often they run.
    is_complete: bool,
}

/// An edge as its destination sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Incoming {
    edge: u32,
    src: u32,
}

impl Cfg {
    /// Makes room for so many blocks, and two edges out of each.
    pub fn reserve(&mut self, blocks: usize) {
        self.blocks.reserve(blocks);
        self.edges.reserve(2 * blocks);
        self.incoming.reserve(2 * blocks);
    }

    /// Numbers of all blocks that hold insns, in layout order.
    pub fn block_ids(&self) -> std::ops::Range<u32> {
        2..(self.blocks.len() as u32).max(2)
    }

    /// The block `id`.
    pub fn block(&self, id: u32) -> &Block {
        &self.blocks[id as usize]
    }

    /// The number of an edge out of a block.
    pub fn succ_number(&self, id: u32, index: usize) -> Option<u32> {
        let b = &self.blocks[id as usize];
        (index < b.num_succs as usize).then_some(b.first_succ + index as u32)
    }

    /// Edges out of a block.
    pub fn succ_edges(&self, id: u32) -> &[Edge] {
        let b = &self.blocks[id as usize];
        &self.edges[b.first_succ as usize..(b.first_succ + b.num_succs) as usize]
    }

    /// Edges into a block.
    pub fn pred_edges(&self, id: u32) -> impl Iterator<Item = &Edge> + '_ {
        self.incoming(id).iter().map(|incoming| &self.edges[incoming.edge as usize])
    }

    fn incoming(&self, id: u32) -> &[Incoming] {
        let b = &self.blocks[id as usize];
        &self.incoming[b.first_pred as usize..(b.first_pred + b.num_preds) as usize]
    }

    /// Successor blocks.
    pub fn succs(&self, id: u32) -> impl Iterator<Item = u32> + '_ {
        self.succ_edges(id).iter().map(|e| e.dst)
    }

    /// Predecessor blocks.
    pub fn preds(&self, id: u32) -> impl Iterator<Item = u32> + '_ {
        self.incoming(id).iter().map(|incoming| incoming.src)
    }

    /// The only block that comes before one.
    pub fn single_pred(&self, id: u32) -> Option<u32> {
        let mut preds = self.preds(id);
        preds.next().filter(|_| preds.next().is_none())
    }

    /// The only block that comes after one.
    pub fn single_succ(&self, id: u32) -> Option<u32> {
        let mut succs = self.succs(id);
        succs.next().filter(|_| succs.next().is_none())
    }

    /// A graph of these blocks and edges, those of one source together.
    #[cfg(test)]
    pub(crate) fn from_edges(blocks: Vec<Block>, edges: &[(u32, u32)]) -> Cfg {
        let mut cfg = Cfg { blocks, ..Cfg::default() };
        for &(src, dst) in edges {
            cfg.add_edge(src, dst, false, PROB_MAX);
        }
        cfg.index_incoming();
        cfg
    }

    /// Adds an edge; those of one source must come together.
    fn add_edge(&mut self, src: u32, dst: u32, fallthru: bool, probability: u32) {
        let index = self.edges.len() as u32;
        self.edges.push(Edge { src, dst, fallthru, probability });
        self.goes_back |= dst != EXIT && dst <= src;
        let from = &mut self.blocks[src as usize];
        if from.num_succs == 0 {
            from.first_succ = index;
        }
        from.num_succs += 1;
        self.blocks[dst as usize].num_preds += 1;
    }

    /// Sorts the edges by destination, once all are there.
    fn index_incoming(&mut self) {
        let mut at = 0;
        for block in &mut self.blocks {
            block.first_pred = at;
            at += std::mem::take(&mut block.num_preds);
        }
        self.incoming.clear();
        self.incoming.resize(self.edges.len(), Incoming::default());
        for (index, edge) in self.edges.iter().enumerate() {
            let to = &mut self.blocks[edge.dst as usize];
            let place = (to.first_pred + to.num_preds) as usize;
            self.incoming[place] = Incoming { edge: index as u32, src: edge.src };
            to.num_preds += 1;
        }
    }
}

/// Loops and frequencies of a graph that [`build_graph`] has built. Who wants to know them calls this first.
pub fn complete(f: &mut RtlFunction) {
    if std::mem::replace(&mut f.cfg.is_complete, true) {
        return;
    }
    if f.cfg.goes_back {
        find_loops(&mut f.cfg);
        let order = postorder(&f.cfg);
        estimate_frequencies(&mut f.cfg, order.into_iter().rev());
    } else {
        let order = f.cfg.block_ids().chain([EXIT]);
        estimate_frequencies(&mut f.cfg, order);
    }
    // No one can go before a block that calls end in.
    for receiver in f.receivers.iter().chain(&f.landing_pads) {
        let block = f.insn(*receiver).block;
        f.cfg.blocks[block as usize].irreducible = true;
    }
}

/// Builds blocks and edges from the chain, making and renumbering block notes. There is nothing to do where the chain has not
/// changed since.
pub fn build_graph(f: &mut RtlFunction) {
    f.block_numbers.clear();
    if f.graph_is_current {
        return;
    }
    split_blocks(f);
    make_edges(f);
    f.graph_is_current = true;
}

/// Cuts the chain into blocks and puts a block note after each block's labels.
fn split_blocks(f: &mut RtlFunction) {
    f.cfg.blocks.clear();
    f.cfg.edges.clear();
    (f.cfg.goes_back, f.cfg.is_complete) = (false, false);
    f.cfg.blocks.push(Block::default());
    f.cfg.blocks.push(Block::default());
    let mut current = 0u32;
    let mut has_note = false;
    // Notes of a former graph, or of `expand`, to be used again: the first one first, which is the one most nearby.
    let mut spare = VecDeque::new();
    // Binds of blocks that have no insn.
    let mut loose = Vec::new();
    let mut at = f.first;
    while at.exists() {
        let &Insn { kind, next, block, .. } = f.insn(at);
        let alone = !has_note || current == 0;
        match kind {
            // What most elements are.
            InsnKind::Insn if !alone => {
                if block != current {
                    f.insn_mut(at).block = current;
                }
                f.cfg.blocks[current as usize].end = at;
            }
            _ if alone && f.is_for_debuggers(at) && !begins_with_insn(f, at) => {
                at = loosen(f, at, &mut loose);
                continue;
            }
            InsnKind::Barrier | InsnKind::JumpTable => {
                current = 0;
                loose.clear();
                f.insn_mut(at).block = 0;
            }
            // A note that stands where it will be wanted stays.
            InsnKind::Note(NoteKind::BasicBlock)
                if (current == 0 || !has_note)
                    && (f.optimize == 0 || begins_with_insn(f, next)) =>
            {
                if current == 0 {
                    current = start_block(f, at);
                }
                if f.insn(at).label != current {
                    f.insn_mut(at).label = current;
                }
                extend_block(f, current, at);
                forget_values(f, &mut loose, at);
                has_note = true;
            }
            // Without optimisation blocks are those that there are notes for.
            InsnKind::Note(NoteKind::BasicBlock) if f.optimize == 0 => {
                current = start_block(f, at);
                f.insn_mut(at).label = current;
                extend_block(f, current, at);
                has_note = true;
            }
            InsnKind::Note(NoteKind::BasicBlock) => {
                f.unlink(at);
                spare.push_back(at);
            }
            InsnKind::Note(NoteKind::Deleted) if f.optimize == 0 && current == 0 => {
                f.insn_mut(at).block = 0;
            }
            InsnKind::Label if f.jump_tables.contains_key(&at) => f.insn_mut(at).block = 0,
            InsnKind::Label => {
                if current == 0 || has_note {
                    current = start_block(f, at);
                    has_note = false;
                }
                extend_block(f, current, at);
            }
            kind => {
                if current == 0 {
                    if matches!(kind, InsnKind::Note(_)) && !starts_code(f, at) {
                        f.insn_mut(at).block = 0;
                        at = next;
                        continue;
                    }
                    current = start_block(f, at);
                    has_note = false;
                }
                if !has_note {
                    let note = note_before(f, at, current, &mut spare);
                    forget_values(f, &mut loose, note);
                    has_note = true;
                }
                extend_block(f, current, at);
                if kind == InsnKind::Jump || ends_in_receiver(f, at) {
                    current = 0;
                }
            }
        }
        at = next;
    }
    note_bare_labels(f, &mut spare);
}

/// A block of labels alone still wants its note.
fn note_bare_labels(f: &mut RtlFunction, spare: &mut VecDeque<InsnId>) {
    for b in f.cfg.block_ids() {
        let end = f.cfg.block(b).end;
        if f.insn(end).kind == InsnKind::Label {
            let note = block_note(f, spare);
            f.insn_mut(note).label = b;
            f.link_after(note, end);
            extend_block(f, b, note);
        }
    }
}

/// Whether an insn comes next, after binds, the note at the beginning of the function's body and what has been deleted.
fn begins_with_insn(f: &RtlFunction, mut at: InsnId) -> bool {
    let is_passed = |id: InsnId| {
        let kind = f.insn(id).kind;
        matches!(kind, InsnKind::Note(NoteKind::FunctionBeg | NoteKind::Deleted))
    };
    while at.exists() && (f.is_for_debuggers(at) || is_passed(at)) {
        at = f.next(at);
    }
    at.exists() && f.is_real(at)
}

/// Takes out what stands for debuggers where no insn comes; the binds of it, and what is next.
fn loosen(f: &mut RtlFunction, mut at: InsnId, loose: &mut Vec<InsnId>) -> InsnId {
    while at.exists() && f.is_for_debuggers(at) {
        let next = f.next(at);
        f.unlink(at);
        loose.extend((f.insn(at).kind == InsnKind::Note(NoteKind::Bind)).then_some(at));
        at = next;
    }
    at
}

/// Where control joins after a block that has gone, nobody knows the values of the variables that were bound there.
fn forget_values(f: &mut RtlFunction, loose: &mut Vec<InsnId>, note: InsnId) {
    let block = f.insn(note).block;
    let mut last = note;
    for bind in loose.drain(..) {
        f.insn_mut(bind).pattern = RtxId::NONE;
        f.link_after(bind, last);
        extend_block(f, block, bind);
        last = bind;
    }
}

/// Puts a block's note before an element of it.
fn note_before(
    f: &mut RtlFunction,
    at: InsnId,
    block: u32,
    spare: &mut VecDeque<InsnId>,
) -> InsnId {
    let note = block_note(f, spare);
    f.insn_mut(note).label = block;
    let prev = f.prev(at);
    f.link_after(note, prev);
    if f.cfg.blocks[block as usize].head == at {
        f.cfg.blocks[block as usize].head = note;
    }
    extend_block(f, block, note);
    note
}

/// A block note, an old one if there is one left.
fn block_note(f: &mut RtlFunction, spare: &mut VecDeque<InsnId>) -> InsnId {
    spare.pop_front().unwrap_or_else(|| {
        f.make_insn(InsnKind::Note(NoteKind::BasicBlock), RtxId::NONE, LocId::UNKNOWN)
    })
}

fn start_block(f: &mut RtlFunction, head: InsnId) -> u32 {
    let id = f.cfg.blocks.len() as u32;
    f.cfg.blocks.push(Block { head, end: head, ..Block::default() });
    id
}

fn extend_block(f: &mut RtlFunction, block: u32, insn: InsnId) {
    // Mostly it is so already, and memory that is not written need not be written back.
    if f.insn(insn).block != block {
        f.insn_mut(insn).block = block;
    }
    f.cfg.blocks[block as usize].end = insn;
}

/// Whether a note between a barrier and the next label belongs to code that follows it.
fn starts_code(f: &RtlFunction, note: InsnId) -> bool {
    let mut at = f.next(note);
    while at.exists() {
        match f.insn(at).kind {
            InsnKind::Note(NoteKind::Deleted) | InsnKind::Note(NoteKind::BasicBlock) => {
                at = f.next(at)
            }
            InsnKind::Label | InsnKind::Barrier | InsnKind::JumpTable => return false,
            _ => return true,
        }
    }
    false
}

fn make_edges(f: &mut RtlFunction) {
    let mut cfg = std::mem::take(&mut f.cfg);
    find_edges(f, &mut cfg);
    f.cfg = cfg;
}

/// The graph of the blocks that the chain says its insns are in, with loops; `None` if they do not stand in order.
pub fn of_chain(f: &RtlFunction) -> Option<Cfg> {
    let mut cfg = Cfg { blocks: vec![Block::default(); 2], ..Cfg::default() };
    for id in f.chain() {
        let block = f.insn(id).block;
        let last = cfg.blocks.len() as u32 - 1;
        if block == last + 1 {
            cfg.blocks.push(Block { head: id, ..Block::default() });
        } else if block != 0 && block != last {
            return None;
        }
        if block != 0 {
            cfg.blocks[block as usize].end = id;
        }
    }
    find_edges(f, &mut cfg);
    find_loops(&mut cfg);
    Some(cfg)
}

fn find_edges(f: &RtlFunction, cfg: &mut Cfg) {
    let count = cfg.blocks.len() as u32;
    cfg.add_edge(ENTRY, if count > 2 { 2 } else { EXIT }, true, PROB_MAX);
    for b in 2..count {
        let end = cfg.block(b).end;
        let falls_to = if falls_through(f, end) {
            Some(if b + 1 < count { b + 1 } else { EXIT })
        } else {
            None
        };
        if f.insn(end).kind == InsnKind::Jump {
            add_jump_edges(f, cfg, b, end, falls_to);
        } else {
            if let Some(dst) = falls_to {
                cfg.add_edge(b, dst, true, PROB_MAX);
            }
            if ends_in_receiver(f, end) {
                add_distinct_edges(f, cfg, b, &f.receivers);
                if let Some(pad) = f.landing_pad(end) {
                    add_distinct_edges(f, cfg, b, &[pad]);
                }
            }
        }
    }
    cfg.index_incoming();
}

/// Whether an insn is a call that may end in a non-local label of the function or in a landing pad.
fn ends_in_receiver(f: &RtlFunction, insn: InsnId) -> bool {
    f.insn(insn).kind == InsnKind::Call
        && (!f.receivers.is_empty() || f.landing_pad(insn).is_some())
}

/// Whether control can run off the end of the block whose last element is `end`.
fn falls_through(f: &RtlFunction, end: InsnId) -> bool {
    if f.insn(end).kind == InsnKind::Jump {
        let insn = f.insn(end);
        // `asm goto` may go on after it.
        return f.is_cond_jump(end)
            || insn.icode < 0
                && crate::machine::recog::asm_operands(&f.rtx, insn.pattern).is_some();
    }
    let mut at = f.next(end);
    while at.exists() {
        match f.insn(at).kind {
            InsnKind::Note(NoteKind::Deleted) => at = f.next(at),
            InsnKind::Barrier => return false,
            _ => return true,
        }
    }
    true
}

fn add_jump_edges(f: &RtlFunction, cfg: &mut Cfg, b: u32, jump: InsnId, falls_to: Option<u32>) {
    let target = f.jump_target(jump);
    if target.exists()
        && let Some(table) = f.jump_tables.get(&target)
    {
        add_distinct_edges(f, cfg, b, &table.targets);
        return;
    }
    if target.exists() {
        let taken = match (falls_to, f.br_prob(jump)) {
            (None, _) => PROB_MAX,
            (_, Some(note)) => (note >> 3).min(PROB_MAX),
            _ => PROB_MAX / 2,
        };
        if let Some(dst) = falls_to {
            cfg.add_edge(b, dst, true, PROB_MAX - taken);
        }
        cfg.add_edge(b, f.insn(target).block, false, taken);
        return;
    }
    if let Some(dst) = falls_to {
        cfg.add_edge(b, dst, true, PROB_MAX / 2);
    }
    let pattern = f.insn(jump).pattern;
    let mut labels = Vec::new();
    let mut returns = false;
    let mut indirect = false;
    f.rtx.walk(pattern, &mut |x| {
        match f.rtx.code(x) {
            Code::LabelRef => labels.push(InsnId(f.rtx.label_of(x))),
            Code::Return | Code::SimpleReturn => returns = true,
            Code::Call => returns = true,
            Code::Set if f.rtx.code(f.rtx.op(x, 1)) == Code::Reg => indirect = true,
            _ => {}
        }
        true
    });
    if returns {
        cfg.add_edge(b, EXIT, false, PROB_MAX);
    } else if indirect {
        add_distinct_edges(f, cfg, b, &f.forced_labels);
    } else {
        add_distinct_edges(f, cfg, b, &labels);
    }
}

fn add_distinct_edges(f: &RtlFunction, cfg: &mut Cfg, b: u32, targets: &[InsnId]) {
    let mut blocks: Vec<u32> =
        targets.iter().map(|t| f.insn(*t).block).filter(|b| *b != 0).collect();
    blocks.sort_unstable();
    blocks.dedup();
    let share = PROB_MAX / (blocks.len().max(1) as u32);
    for dst in blocks {
        cfg.add_edge(b, dst, false, share);
    }
}

/// Blocks in postorder of a depth-first walk from the entry; unreachable blocks are left out.
pub fn postorder(cfg: &Cfg) -> Vec<u32> {
    let mut order = Vec::with_capacity(cfg.blocks.len());
    let mut seen = vec![false; cfg.blocks.len()];
    let mut stack = vec![(ENTRY, 0usize)];
    seen[ENTRY as usize] = true;
    while let Some((b, next)) = stack.last_mut() {
        let Some(edge) = cfg.succ_edges(*b).get(*next) else {
            order.push(*b);
            stack.pop();
            continue;
        };
        *next += 1;
        if !std::mem::replace(&mut seen[edge.dst as usize], true) {
            stack.push((edge.dst, 0));
        }
    }
    order
}

/// The edges, by source and destination, that lead back to a block on the way from `entry`.
pub(crate) fn back_edges<L: AsRef<[usize]>>(
    entry: usize,
    blocks: usize,
    mut succs: impl FnMut(usize) -> L,
) -> FxHashSet<(usize, usize)> {
    let mut back = FxHashSet::default();
    let mut seen = vec![false; blocks];
    let mut on_way = vec![false; blocks];
    let mut stack = vec![(entry, succs(entry), 0usize)];
    seen[entry] = true;
    on_way[entry] = true;
    while let Some((block, next, index)) = stack.last_mut() {
        let Some(&to) = next.as_ref().get(*index) else {
            on_way[*block] = false;
            stack.pop();
            continue;
        };
        *index += 1;
        if on_way[to] {
            back.insert((*block, to));
        }
        if !std::mem::replace(&mut seen[to], true) {
            on_way[to] = true;
            stack.push((to, succs(to), 0));
        }
    }
    back
}

/// Whether each block can be reached from the entry.
pub fn reachable(cfg: &Cfg) -> Vec<bool> {
    let mut reached = vec![false; cfg.blocks.len()];
    reached[ENTRY as usize] = true;
    if cfg.goes_back {
        let mut work = vec![ENTRY];
        while let Some(b) = work.pop() {
            for s in cfg.succs(b) {
                if !std::mem::replace(&mut reached[s as usize], true) {
                    work.push(s);
                }
            }
        }
    } else {
        // All predecessors of a block stand before it.
        for b in 0..cfg.blocks.len() {
            if reached[b] {
                cfg.succs(b as u32).for_each(|s| reached[s as usize] = true);
            }
        }
    }
    reached
}

/// Union-find with path halving.
fn find(parent: &mut [u32], mut x: u32) -> u32 {
    while parent[x as usize] != x {
        parent[x as usize] = parent[parent[x as usize] as usize];
        x = parent[x as usize];
    }
    x
}

/// A depth-first walk's numbering.
struct Preorder {
    /// Number of each block, `u32::MAX` if unreachable.
    number: Vec<u32>,
    /// Greatest number among the descendants of each block.
    last: Vec<u32>,
    /// Block of each number.
    vertex: Vec<u32>,
}

impl Preorder {
    fn new(cfg: &Cfg) -> Preorder {
        let n = cfg.blocks.len();
        let mut p =
            Preorder { number: vec![u32::MAX; n], last: vec![0; n], vertex: Vec::with_capacity(n) };
        p.number[ENTRY as usize] = 0;
        p.vertex.push(ENTRY);
        let mut stack = vec![(ENTRY, 0usize)];
        while let Some((b, next)) = stack.last_mut() {
            let Some(edge) = cfg.succ_edges(*b).get(*next) else {
                p.last[*b as usize] = p.vertex.len() as u32 - 1;
                stack.pop();
                continue;
            };
            *next += 1;
            let number = &mut p.number[edge.dst as usize];
            if *number == u32::MAX {
                *number = p.vertex.len() as u32;
                p.vertex.push(edge.dst);
                stack.push((edge.dst, 0));
            }
        }
        p
    }

    /// Whether number `v` is below number `w` in the tree.
    fn is_below(&self, v: u32, w: u32) -> bool {
        v >= w && v <= self.last[self.vertex[w as usize] as usize]
    }
}

/// Havlak's loop nesting forest over preorder numbers; sets header and depth of every block.
fn find_loops(cfg: &mut Cfg) {
    let order = Preorder::new(cfg);
    let count = order.vertex.len();
    let mut parent: Vec<u32> = (0..count as u32).collect();
    let mut header = vec![u32::MAX; count];
    let mut seen = vec![u32::MAX; count];
    // Entries into irreducible loops, to be looked at again by the loops around.
    let mut entries: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut pool = Vec::new();
    for w in (0..count as u32).rev() {
        let block = order.vertex[w as usize];
        pool.clear();
        let mut is_loop = false;
        for pred in cfg.preds(block) {
            let v = order.number[pred as usize];
            if v == u32::MAX || !order.is_below(v, w) {
                continue;
            }
            is_loop = true;
            let y = find(&mut parent, v);
            if y != w && seen[y as usize] != w {
                seen[y as usize] = w;
                pool.push(y);
            }
        }
        if !is_loop {
            continue;
        }
        let mut i = 0;
        while let Some(&x) = pool.get(i) {
            i += 1;
            let inherited = std::mem::take(&mut entries[x as usize]);
            let own = cfg.preds(order.vertex[x as usize]).map(|p| order.number[p as usize]);
            for v in own.chain(inherited) {
                if v == u32::MAX || order.is_below(v, x) {
                    continue;
                }
                let y = find(&mut parent, v);
                if !order.is_below(y, w) {
                    note_entry(&mut entries[w as usize], y);
                } else if y != w && seen[y as usize] != w {
                    seen[y as usize] = w;
                    pool.push(y);
                }
            }
        }
        for &x in &pool {
            header[x as usize] = w;
            parent[x as usize] = w;
        }
        let irreducible = !entries[w as usize].is_empty();
        let b = &mut cfg.blocks[block as usize];
        b.loop_header = block;
        b.irreducible = irreducible;
    }
    set_depths(cfg, &order, &header);
}

/// Notes an entry of an irreducible loop once.
fn note_entry(entries: &mut Vec<u32>, v: u32) {
    if entries.last() != Some(&v) {
        entries.push(v);
    }
}

/// Depths and headers from the innermost header of each number.
fn set_depths(cfg: &mut Cfg, order: &Preorder, header: &[u32]) {
    for (w, &h) in header.iter().enumerate() {
        let block = order.vertex[w] as usize;
        let own = cfg.blocks[block].loop_header == block as u32 && block != 0;
        let (depth, outer) = match h {
            u32::MAX => (0, 0),
            h => {
                let around = &cfg.blocks[order.vertex[h as usize] as usize];
                (around.loop_depth, around.loop_header)
            }
        };
        let b = &mut cfg.blocks[block];
        b.loop_depth = depth.saturating_add(own as u16);
        if own {
            b.outer_header = outer;
        } else {
            b.loop_header = outer;
        }
    }
}

/// Executions of each block a call, from those of its predecessors. In `order`, blocks stand after their predecessors
/// but for those that edges go back from; blocks that cannot be reached are left out or have no predecessor before them.
fn estimate_frequencies(cfg: &mut Cfg, order: impl Iterator<Item = u32>) {
    // A loop runs eight times, as far as that is told apart; most blocks are of their predecessors' depth.
    let depth = |cfg: &Cfg, b: u32| cfg.block(b).loop_depth.min(6) as i32;
    let runs = |levels: i32| if levels == 0 { 1.0 } else { 8f32.powi(levels) };
    let mut done = vec![false; cfg.blocks.len()];
    let mut leaves_loop = FixedBitSet::with_capacity(cfg.blocks.len());
    if cfg.goes_back {
        leaves_loop.extend((0..cfg.blocks.len()).filter(|&b| {
            let depth = cfg.blocks[b].loop_depth;
            depth > 0 && cfg.succs(b as u32).any(|s| cfg.block(s).loop_depth < depth)
        }));
    }
    done[ENTRY as usize] = true;
    cfg.blocks[ENTRY as usize].frequency = 1.0;
    for b in order.filter(|&b| b != ENTRY) {
        let own_depth = depth(cfg, b);
        let mut sum = 0.0f32;
        for edge in cfg.pred_edges(b) {
            if done[edge.src as usize] {
                // A loop's exit costs the loop nothing, and what is after it runs once an entry.
                let share = if leaves_loop.contains(edge.src as usize) {
                    1.0
                } else {
                    edge.probability as f32 / PROB_MAX as f32
                };
                let up = own_depth - depth(cfg, edge.src);
                sum += cfg.block(edge.src).frequency * share * runs(up);
                done[b as usize] = true;
            }
        }
        if done[b as usize] {
            let cap = runs(own_depth);
            cfg.blocks[b as usize].frequency = sum.clamp(1e-6 * cap, cap);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// What the blocks' order tells is what the walk over the graph finds.
        #[test]
        fn reachable_is_what_a_walk_reaches(
            blocks in 1usize..12,
            picked in prop::collection::vec((0u32..12, 0u32..12), 0..24),
            forward in any::<bool>(),
        ) {
            let bound = blocks as u32 + 1;
            let mut edges: Vec<(u32, u32)> = picked
                .into_iter()
                .map(|(a, b)| (a % bound, b % bound))
                .filter(|&(src, dst)| src != EXIT && (!forward || dst == EXIT || src < dst))
                .collect();
            edges.sort_unstable();
            let cfg = Cfg::from_edges(vec![Block::default(); bound as usize], &edges);
            prop_assert_eq!(cfg.goes_back, edges.iter().any(|&(src, dst)| dst != EXIT && dst <= src));
            let mut reached = vec![false; bound as usize];
            postorder(&cfg).into_iter().for_each(|b| reached[b as usize] = true);
            prop_assert_eq!(reachable(&cfg), reached);
        }
    }
}
