//! What the order of blocks is decided by: edges with what they are taken, blocks with what they run and take to copy.

use super::frequencies;
use crate::machine::recog;
use crate::passes::shorten;
use crate::rtl::cfg::{self, ENTRY, EXIT, PROB_MAX};
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, RtlFunction};
use smallvec::SmallVec;

/// How often the function's first block runs, in what blocks' counts are in.
pub(super) const ENTRY_COUNT: u64 = 1 << 30;

/// No block is counted more often, so that counts can be added.
const MOST_COUNT: u64 = 1 << 60;

/// Blocks with more edges out of them are not copied.
pub(super) const MAX_SUCCS: usize = 8;

/// Bytes of a jump.
const JUMP_BYTES: u32 = 4;

/// Most jumps that a copied block may take, where it is worth it.
const MAX_GROWTH: u32 = 8;

/// What of the entry's count is worth more code, one to this many.
const HOT_FRACTION: u64 = 1000;

/// An edge, to a block other than the exit.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub src: usize,
    pub dst: usize,
    /// In units of [`PROB_MAX`].
    pub probability: u64,
    /// Control can be made to fall along it.
    pub can_fall: bool,
    /// It does fall along it.
    pub falls: bool,
    /// It goes back to a block on the way to it.
    pub back: bool,
    /// Where it stands among those to `dst`.
    pred: usize,
}

/// A block. Those that are copies stand after the others.
#[derive(Clone, Default)]
pub(super) struct Block {
    /// Edges out of it and into it, as numbers.
    pub succs: SmallVec<[usize; 2]>,
    pub preds: SmallVec<[usize; 2]>,
    pub count: u64,
    /// Bytes of a copy; none of what cannot be copied.
    pub bytes: Option<u32>,
    /// Nothing comes after a call in it.
    pub ends_in_call: bool,
    /// It may leave the function.
    pub exits: bool,
    /// It ends in a conditional jump.
    pub branches: bool,
    /// It is where the function begins.
    pub entry: bool,
}

/// A block that was copied, where an edge leads to it.
pub(crate) struct Copied {
    pub of: usize,
    pub src: usize,
}

/// The graph.
pub(super) struct Graph {
    pub blocks: Vec<Block>,
    pub edges: Vec<Edge>,
    pub copies: Vec<Copied>,
    pub for_size: bool,
    /// The greatest count.
    pub most: u64,
}

impl Graph {
    /// The graph of a function whose blocks have been built.
    pub fn new(f: &RtlFunction) -> Graph {
        let count = f.cfg.blocks.len();
        let frequencies = frequencies::of(&f.cfg);
        let back = cfg::back_edges(ENTRY as usize, count, |block| {
            let succs = f.cfg.succs(block as u32).map(|dst| dst as usize);
            succs.collect::<SmallVec<[usize; 4]>>()
        });
        let mut graph = Graph {
            blocks: (0..count).map(|_| Block::default()).collect(),
            edges: Vec::with_capacity(f.cfg.edges.len()),
            copies: Vec::new(),
            for_size: f.optimize_size,
            most: 1,
        };
        for id in f.cfg.block_ids() {
            let src = id as usize;
            let count = (frequencies[src] * ENTRY_COUNT as f64) as u64;
            graph.blocks[src].count = count.min(MOST_COUNT);
            graph.most = graph.most.max(graph.blocks[src].count);
            graph.look_at(f, src);
            for edge in f.cfg.succ_edges(id) {
                if edge.dst == EXIT {
                    graph.blocks[src].exits = true;
                    continue;
                }
                let dst = edge.dst as usize;
                let can_fall = edge.fallthru || graph.can_fall(f, src);
                let (probability, back) = (edge.probability.into(), back.contains(&(src, dst)));
                let falls = edge.fallthru;
                graph.add_edge(Edge { src, dst, probability, can_fall, falls, back, pred: 0 });
            }
        }
        graph.blocks.get_mut(2).into_iter().for_each(|block| block.entry = true);
        graph
    }

    /// Notes what insns a block has.
    fn look_at(&mut self, f: &RtlFunction, index: usize) {
        let (head, end) = (f.cfg.blocks[index].head, f.cfg.blocks[index].end);
        let block = &mut self.blocks[index];
        let mut bytes = Some(0u32);
        let mut at = head;
        loop {
            if f.is_real(at) {
                let length = copied_length(f, at);
                bytes = bytes.zip(length).map(|(sum, length)| sum.saturating_add(length));
                block.ends_in_call = f.insn(at).kind == InsnKind::Call;
            }
            if at == end {
                break;
            }
            at = f.next(at);
        }
        block.bytes = bytes;
        block.branches = f.insn(end).kind == InsnKind::Jump && f.is_cond_jump(end);
    }

    /// Whether a jump out of a block can be left out where its target comes next.
    fn can_fall(&self, f: &RtlFunction, block: usize) -> bool {
        let end = f.cfg.blocks[block].end;
        f.insn(end).kind == InsnKind::Jump && (f.is_simple_jump(end) || f.is_cond_jump(end))
    }

    fn add_edge(&mut self, mut edge: Edge) {
        let number = self.edges.len();
        let preds = &mut self.blocks[edge.dst].preds;
        edge.pred = preds.len();
        preds.push(number);
        self.blocks[edge.src].succs.push(number);
        self.edges.push(edge);
    }

    /// How often an edge is taken.
    pub fn edge_count(&self, edge: usize) -> u64 {
        let edge = &self.edges[edge];
        let count = u128::from(self.blocks[edge.src].count) * u128::from(edge.probability);
        (count / u128::from(PROB_MAX)) as u64
    }

    /// A count on the scale that keys of blocks are on.
    pub fn scaled(&self, count: u64) -> i64 {
        (u128::from(count) * super::KEY_SCALE as u128 / u128::from(self.most)) as i64
    }

    /// The only edge out of a block that does not leave the function.
    pub fn only_succ(&self, block: usize) -> Option<usize> {
        let block = &self.blocks[block];
        match block.succs[..] {
            [edge] if !block.exits => Some(edge),
            _ => None,
        }
    }

    /// Whether what runs so often is worth more code.
    pub fn is_hot(&self, count: u64) -> bool {
        !self.for_size && count >= ENTRY_COUNT / HOT_FRACTION
    }

    /// Whether a block may be copied, and the bytes of one that takes too much for it.
    pub fn may_copy(&self, index: usize, may_grow: bool) -> Result<(), Option<u32>> {
        let block = &self.blocks[index];
        let most = if may_grow && self.is_hot(block.count) { MAX_GROWTH } else { 1 } * JUMP_BYTES;
        match block.bytes {
            Some(bytes) if block.preds.len() >= 2 && block.succs.len() <= MAX_SUCCS => {
                if bytes <= most { Ok(()) } else { Err(Some(bytes)) }
            }
            _ => Err(None),
        }
    }

    /// Copies the block that an edge leads to, for the edge.
    pub fn copy_for(&mut self, edge: usize) -> usize {
        let Edge { src, dst: of, pred, .. } = self.edges[edge];
        let count = self.edge_count(edge).min(self.blocks[of].count);
        self.blocks[of].preds.swap_remove(pred);
        if let Some(&moved) = self.blocks[of].preds.get(pred) {
            self.edges[moved].pred = pred;
        }
        self.blocks[of].count -= count;
        let new = self.blocks.len();
        let old = &self.blocks[of];
        let succs = old.succs.clone();
        self.blocks.push(Block {
            succs: SmallVec::new(),
            preds: SmallVec::from_slice(&[edge]),
            count,
            entry: false,
            ..*old
        });
        (self.edges[edge].dst, self.edges[edge].pred) = (new, 0);
        for succ in succs {
            self.add_edge(Edge { src: new, ..self.edges[succ] });
        }
        self.copies.push(Copied { of, src });
        new
    }
}

/// Bytes of an insn, if it can be copied.
fn copied_length(f: &RtlFunction, id: InsnId) -> Option<u32> {
    let insn = f.insn(id);
    if insn.kind == InsnKind::Jump {
        let target = f.jump_target(id);
        if target.exists() && f.jump_tables.contains_key(&target) {
            return None;
        }
        let plain = f.is_simple_jump(id) || f.is_cond_jump(id) || super::is_return(f, id);
        return plain.then_some(JUMP_BYTES);
    }
    if insn.icode < 0 {
        // What is no insn of the machine's: an `asm`, which may name itself, or nothing.
        let asm = recog::asm_operands(&f.rtx, insn.pattern).is_some();
        let nothing = matches!(f.rtx.code(insn.pattern), Code::Use | Code::Clobber);
        return (!asm && nothing).then_some(0);
    }
    u32::try_from(shorten::length(f, id)).ok()
}
