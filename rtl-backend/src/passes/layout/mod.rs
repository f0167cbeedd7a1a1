//! `into_cfglayout`, `jump` and `outof_cfglayout`, without optimisation: blocks whose order is free, cleaned up and put in order again.
//!
//! ```text
//! (jump_insn -> 8) (barrier) … (code_label 8) (insn 9)      =>  (insn 9) …                    where nothing else leads to 8
//! (jump_insn "return 1" -> L)   (code_label L) (jump -> M)  =>  (jump_insn -> N)  …  (code_label N) (nop "return 1")
//! ```
//! GCC takes the blocks out of the chain (`into_cfglayout`), where a block that has one successor needs no jump, cleans them
//! up there (`jump`) and puts them back. An edge that has a place of its own in the source, which neither the insns before
//! nor those after it have, gets a `nop` there, so that a debugger can stop at it. All three are done here: what they hand
//! on to each other is no chain. After registers have been allocated the same cleanup works on the chain (`jump2`).

mod arrange;
mod cleanup;
mod parked;
mod reorder;

use crate::machine::recog::recog_insn;
use crate::rtl::cfg;
use crate::rtl::code::Code;
use crate::rtl::edge_places::EdgePlaces;
use crate::rtl::function::{InsnId, InsnKind, Loc, LocId, NoteKind, RegNote, RtlFunction};
use crate::rtl::jumps::{delete_jump, make_jump, redirect_jump};
use crate::rtl::parked::{Block, Edge};
use crate::rtl::rtx::RtxId;
use crate::state::{self, RtlContext};
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo, not_optimizing};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

pub(crate) use arrange::arrange;

/// `into_cfglayout` for the pass table.
pub const ENTER: Pass = Pass::rtl("into_cfglayout", into_cfglayout)
    .gate(not_optimizing)
    .requires(Prop::RTL)
    .follows(&[("vregs", "what jumps is recognised")]);

/// `outof_cfglayout` for the pass table.
pub const PASS: Pass = Pass::rtl("outof_cfglayout", outof_cfglayout)
    .gate(not_optimizing)
    .requires(Prop::RTL)
    .follows(&[("jump", "blocks that are out of the chain are cleaned up")]);

/// `jump2` for the pass table.
pub const AFTER_RELOAD: Pass = Pass::rtl("jump2", jump2)
    .gate(not_optimizing)
    .requires(Prop::RTL)
    .follows(&[("pro_and_epilogue", "moves that were none have gone")]);

const ENTRY: usize = cfg::ENTRY as usize;
const EXIT: usize = cfg::EXIT as usize;

/// What most blocks have no more insns than.
const FEW_INSNS: usize = 16;

/// The blocks of a function, out of the chain.
struct Layout<'f, 'c, 'u> {
    f: &'f mut RtlFunction,
    cx: &'c mut RtlContext<'u>,
    blocks: Vec<Block>,
    /// What stands before the first block.
    header: Vec<InsnId>,
    /// Labels that others than jumps name.
    forced: FxHashSet<InsnId>,
    /// The block of each label.
    of_label: FxHashMap<InsnId, usize>,
    /// Where in each jump table labels are, of tables that something has been changed in.
    in_tables: FxHashMap<InsnId, FxHashMap<InsnId, Vec<u32>>>,
    /// Whether blocks stand in the chain's order, and a jump is needed for any other.
    chained: bool,
    /// The last number of a block.
    last_number: u32,
}

fn into_cfglayout(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| enter(&mut state.rtl, rtl))
}

fn outof_cfglayout(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| leave(&mut state.rtl, rtl))
}

fn jump2(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| after_reload(&mut state.rtl, rtl))
}

/// Runs `into_cfglayout`: takes the blocks out of the chain and cleans them up.
pub fn enter(f: &mut RtlFunction, cx: &mut RtlContext) {
    let mut layout = Layout::read(f, cx, false);
    layout.clean_up();
    layout.renumber();
    layout.park();
}

/// Takes the blocks of a function that a dump shows out of the chain; where control does not fall into the next of them the
/// dump says.
pub fn read_back(f: &mut RtlFunction, text: &str, cx: &mut RtlContext) {
    let falls = parked::falls(text);
    let mut layout = Layout::read(f, cx, false);
    let known: FxHashMap<u32, usize> =
        layout.in_order().into_iter().map(|block| (layout.blocks[block].number, block)).collect();
    for block in layout.in_order() {
        let last = layout.blocks[block].insns.last().copied().unwrap_or(InsnId::NIL);
        if let Some(&dst) = falls.get(&last).and_then(|number| known.get(number))
            && let Some(index) = layout.blocks[block].succs.iter().position(|edge| edge.fall)
        {
            layout.move_edge(block, index, dst);
        }
    }
    layout.last_number = layout.blocks.iter().map(|block| block.number).max().unwrap_or(1);
    layout.park();
}

/// Runs `jump`, on blocks out of the chain.
pub fn jump(f: &mut RtlFunction, cx: &mut RtlContext) {
    let Some(mut layout) = Layout::resume(f, cx) else { return };
    let dead = layout.delete_dead_insns();
    let Some(mut layout) = layout.say_graph(dead) else { return };
    layout.clean_up();
    layout.renumber();
    layout.park();
}

/// Runs `outof_cfglayout`: puts the blocks back into the chain.
pub fn leave(f: &mut RtlFunction, cx: &mut RtlContext) {
    let Some(mut layout) = Layout::resume(f, cx) else { return };
    layout.f.shown.raw_from = InsnId(layout.f.max_uid());
    layout.add_jumps();
    layout.say_sequence();
    layout.add_nops();
    layout.write();
}

/// What `pro_and_epilogue` ends with: the same as [`after_reload`], but blocks keep the numbers they had.
pub fn after_prologue(f: &mut RtlFunction, cx: &mut RtlContext) {
    f.block_numbers.clear();
    let mut layout = Layout::read(f, cx, true);
    layout.clean_up();
    layout.write();
}

/// Runs `jump2`.
pub fn after_reload(f: &mut RtlFunction, cx: &mut RtlContext) {
    let mut layout = Layout::read(f, cx, true);
    layout.clean_up();
    layout.renumber();
    layout.write();
}

impl<'f, 'c, 'u> Layout<'f, 'c, 'u> {
    /// Takes the blocks out of the chain.
    fn read(
        f: &'f mut RtlFunction,
        cx: &'c mut RtlContext<'u>,
        chained: bool,
    ) -> Layout<'f, 'c, 'u> {
        let numbers = shown_numbers(f);
        cfg::build_graph(f);
        let places = f.edge_places.take().unwrap_or_default();
        let count = f.cfg.blocks.len();
        let mut blocks: Vec<Block> = Vec::new();
        blocks.resize_with(count, Block::default);
        let (mut header, mut of_label) = (Vec::new(), FxHashMap::default());
        let mut last = ENTRY;
        for id in f.chain() {
            let block = f.insn(id).block as usize;
            if block >= 2 {
                last = block;
                let insns = &mut blocks[block].insns;
                if insns.is_empty() {
                    insns.reserve(FEW_INSNS);
                }
                insns.push(id);
                if f.insn(id).kind == InsnKind::Label {
                    of_label.insert(id, block);
                }
            } else if last == ENTRY {
                header.push(id);
            } else {
                blocks[last].footer.push(id);
            }
        }
        let lists = [&f.forced_labels, &f.receivers, &f.landing_pads];
        let forced = lists.into_iter().flatten().copied().collect();
        for (index, block) in blocks.iter_mut().enumerate() {
            block.next = if index + 1 < count { index + 1 } else { usize::MAX };
            block.number = index as u32;
        }
        for (note, number) in numbers.into_iter().filter(|&(note, _)| f.is_linked(note)) {
            blocks[f.insn(note).block as usize].number = number;
        }
        let mut layout = Layout {
            f,
            cx,
            blocks,
            header,
            forced,
            of_label,
            in_tables: FxHashMap::default(),
            chained,
            last_number: 1,
        };
        layout.blocks[ENTRY].next = if count > 2 { 2 } else { usize::MAX };
        for block in (0..count).filter(|&block| block != EXIT) {
            layout.read_edges(block, &places);
        }
        layout.mark_back_edges();
        layout
    }

    fn read_edges(&mut self, block: usize, places: &EdgePlaces) {
        let end = self.blocks[block].insns.last().copied().unwrap_or(InsnId::NIL);
        let jump = self.jump(block);
        let fixed = match jump {
            Some(jump) => !self.can_change(jump),
            None => true,
        };
        for index in 0..self.f.cfg.succ_edges(block as u32).len() {
            let edge = self.f.cfg.succ_edges(block as u32)[index];
            let map = if edge.fallthru { &places.falls } else { &places.jumps };
            let last = self.f.before_debuggers(end);
            let place = map.get(&last).copied().unwrap_or_default();
            let (dst, fall) = (edge.dst as usize, edge.fallthru);
            self.blocks[block].succs.push(Edge {
                dst,
                fall,
                complex: !fall && fixed,
                back: false,
                place,
            });
            self.blocks[dst].preds += 1;
            self.blocks[dst].sources += block;
        }
    }

    fn mark_back_edges(&mut self) {
        let blocks = &mut self.blocks;
        let back = cfg::back_edges(ENTRY, blocks.len(), |block| {
            let succs = blocks[block].succs.iter().map(|edge| edge.dst);
            succs.collect::<SmallVec<[usize; 4]>>()
        });
        for (src, block) in blocks.iter_mut().enumerate() {
            block.succs.iter_mut().for_each(|edge| edge.back = back.contains(&(src, edge.dst)));
        }
    }

    /// Whether a jump's targets are known and can be changed.
    fn can_change(&self, jump: InsnId) -> bool {
        self.f.is_simple_jump(jump) || self.f.is_cond_jump(jump) || self.table(jump).is_some()
    }

    /// The label of a jump's table.
    fn table(&self, jump: InsnId) -> Option<InsnId> {
        let target = self.f.jump_target(jump);
        self.f.jump_tables.contains_key(&target).then_some(target)
    }

    /// The jump a block ends in.
    fn jump(&self, block: usize) -> Option<InsnId> {
        let last = *self.blocks[block].insns.last()?;
        (self.f.insn(last).kind == InsnKind::Jump).then_some(last)
    }

    /// The block after one, the exit where there is none.
    fn next(&mut self, block: usize) -> usize {
        let mut next = self.blocks[block].next;
        while self.blocks.get(next).is_some_and(|block| block.gone) {
            next = self.blocks[next].next;
        }
        self.blocks[block].next = next;
        if next < self.blocks.len() { next } else { EXIT }
    }

    /// The blocks in order.
    fn in_order(&mut self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.blocks.len());
        let mut block = self.next(ENTRY);
        while block != EXIT {
            order.push(block);
            block = self.next(block);
        }
        order
    }

    /// The only edge out of a block.
    fn only_succ(&self, block: usize) -> Option<Edge> {
        match self.blocks[block].succs[..] {
            [edge] => Some(edge),
            _ => None,
        }
    }

    fn fall(&self, block: usize) -> Option<Edge> {
        self.blocks[block].succs.iter().find(|edge| edge.fall).copied()
    }

    fn label(&self, block: usize) -> Option<InsnId> {
        let labels = self.blocks[block].insns.iter().copied();
        labels.take_while(|&id| self.f.insn(id).kind == InsnKind::Label).last()
    }

    /// The label of a block, made if it has none.
    fn label_of(&mut self, block: usize) -> InsnId {
        if let Some(label) = self.label(block) {
            return label;
        }
        let label = self.f.make_insn(InsnKind::Label, RtxId::NONE, LocId::UNKNOWN);
        self.f.insn_mut(label).label = self.cx.unit.new_label();
        self.blocks[block].insns.insert(0, label);
        self.of_label.insert(label, block);
        label
    }

    fn add_edge(&mut self, src: usize, edge: Edge) {
        self.blocks[src].succs.push(edge);
        self.blocks[edge.dst].preds += 1;
        self.blocks[edge.dst].sources += src;
    }

    fn remove_edge(&mut self, src: usize, index: usize) {
        let edge = self.blocks[src].succs.remove(index);
        self.blocks[edge.dst].preds -= 1;
        self.blocks[edge.dst].sources -= src;
    }

    /// Points an edge at another block; two edges that are one then, are one.
    fn move_edge(&mut self, src: usize, index: usize, dst: usize) {
        let fall = self.blocks[src].succs[index].fall;
        match self.blocks[src].succs.iter().position(|e| e.dst == dst) {
            Some(same) if same != index => {
                self.blocks[src].succs[same].fall |= fall;
                self.remove_edge(src, index);
            }
            _ => self.point_edge(src, index, dst),
        }
    }

    /// Points an edge at a block that no other edge of its source leads to.
    fn point_edge(&mut self, src: usize, index: usize, dst: usize) {
        let old = std::mem::replace(&mut self.blocks[src].succs[index].dst, dst);
        self.blocks[old].preds -= 1;
        self.blocks[old].sources -= src;
        self.blocks[dst].preds += 1;
        self.blocks[dst].sources += src;
    }

    /// Takes the jump at the end of a block away, and its barrier.
    fn drop_jump(&mut self, block: usize) {
        if let Some(jump) = self.jump(block) {
            delete_jump(self.f, jump);
            self.blocks[block].insns.pop();
            self.blocks[block].footer.clear();
        }
    }

    /// A jump at the end of a block, with a barrier after it.
    fn emit_jump(&mut self, block: usize, dst: usize, place: Loc) {
        let label = self.label_of(dst);
        let loc = if place.line == 0 { LocId::UNKNOWN } else { self.f.loc_id(place) };
        let jump = make_jump(self.f, label, loc);
        let barrier = self.f.make_insn(InsnKind::Barrier, RtxId::NONE, LocId::UNKNOWN);
        self.blocks[block].insns.push(jump);
        self.blocks[block].footer.insert(0, barrier);
    }

    /// A block with a note alone, right after another.
    fn new_block(&mut self, after: usize) -> usize {
        let kind = InsnKind::Note(NoteKind::BasicBlock);
        let note = self.f.make_insn(kind, RtxId::NONE, LocId::UNKNOWN);
        self.last_number += 1;
        let (next, number) = (self.next(after), self.last_number);
        let new = self.blocks.len();
        self.blocks[next].prev = new;
        let next = if next == EXIT { usize::MAX } else { next };
        let block = Block { insns: vec![note], next, prev: after, number, ..Block::default() };
        self.blocks.push(block);
        self.blocks[after].next = new;
        new
    }

    /// Numbers the blocks as they stand, and notes what stands before each.
    fn renumber(&mut self) {
        let mut prev = ENTRY;
        self.last_number = 1;
        for block in self.in_order() {
            self.last_number += 1;
            self.blocks[block].number = self.last_number;
            self.blocks[block].prev = prev;
            prev = block;
        }
        self.blocks[EXIT].prev = prev;
    }

    /// Turns a conditional jump round, which goes to `dst` then.
    fn invert(&mut self, jump: InsnId, dst: usize) {
        let label = self.label_of(dst);
        let condition = self.f.rtx.op(self.f.rtx.op(self.f.insn(jump).pattern, 1), 0);
        let reversed = self.f.rtx.code(condition).reverse_condition();
        self.f.rtx.node_mut(condition).code = reversed;
        redirect_jump(self.f, jump, label);
        if let Some(p) = self.f.br_prob(jump) {
            let flipped = (cfg::PROB_MAX - (p >> 3).min(cfg::PROB_MAX)) << 3 | p & 7;
            self.f.retain_notes(jump, |note| !matches!(note, RegNote::BrProb(_)));
            self.f.add_note(jump, RegNote::BrProb(flipped));
        }
        recog_insn(self.f, jump);
    }

    /// Puts the blocks into the chain.
    fn write(mut self) {
        let order = self.in_order();
        let mut elements = std::mem::take(&mut self.header);
        for &block in &order {
            elements.append(&mut self.blocks[block].insns);
            elements.append(&mut self.blocks[block].footer);
        }
        self.f.relink(&elements);
        let notes = elements
            .iter()
            .copied()
            .filter(|&id| self.f.insn(id).kind == InsnKind::Note(NoteKind::BasicBlock));
        let numbers = order.iter().map(|&block| self.blocks[block].number);
        let numbers: Vec<(InsnId, u32)> = notes.zip(numbers).collect();
        cfg::build_graph(self.f);
        self.f.number_blocks(&numbers);
    }
}

/// The numbers of blocks in dumps, by their notes.
fn shown_numbers(f: &RtlFunction) -> Vec<(InsnId, u32)> {
    let is_start = |id: &InsnId| f.insn(*id).kind == InsnKind::Note(NoteKind::BasicBlock);
    f.chain().filter(is_start).map(|id| (id, f.shown_block(f.insn(id).block))).collect()
}

/// Whether an element does something: an insn that is no `use` or `clobber`.
fn is_active(f: &RtlFunction, id: InsnId) -> bool {
    f.is_real(id) && !matches!(f.rtx.code(f.insn(id).pattern), Code::Use | Code::Clobber)
}
