//! Pass `ch`: copies loop headers, so that loops test at their end.
//!
//! ```text
//! <bb 4> :                                      if (n_3(D) > 0)
//! # i_1 = PHI <0(2), i_2(3)>                      ...
//! if (i_1 < n_3(D))                             <bb 3> :
//!   goto <bb 3>; (body)                   =>    # i_4 = PHI <0(2), i_2(3)>
//! else                                          body
//!   goto <bb 5>;                                if (i_2 < n_3(D))
//!                                                 goto <bb 3>; else goto <bb 5>;
//! ```
//!
//! The conditions at the head of a loop are copied before it, as long as they are cheap and each has one path into the
//! loop and one out of it. Which loops is decided first, then all are changed; SSA form is updated once. The cost
//! is linear in the function, since no block is copied more than once for a loop and few instructions in all.
//!
//! Pass `ch_vect` does the same before loops would be vectorized, for those with one exit only: passes in between may have
//! moved the test away from the end. Loops stay in closed form then.

use crate::redundancy::vn::regions::{EnteredRegion, eliminate_in_regions};
use crate::scalar::thread::path_ranges::PathRanges;
use dumps::putln;
use gimple::builtins::Ecf;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, NO_COUNT};
use gimple::debug_counter::Counter;
use gimple::function::{Function, Prop};
use gimple::loops::LoopId;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Call, StmtFlags, StmtId, StmtKind};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::fmt::Write;
use tree_ssa::analyses::ranges::ranger::Ranger;
use tree_ssa::analyses::ranges::{View, fold};
use tree_ssa::cleanup::closed_form::close_again;
use tree_ssa::cleanup::preheader::has_loops_in_closed_form;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::edge_count;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::saved_phi_args;
use tree_ssa::edit::cfg_edit::scaled;
use tree_ssa::edit::cfg_edit::split_edge;
use tree_ssa::edit::cfg_edit::split_location;
use tree_ssa::effects::call_effects;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::loop_body;
use tree_ssa::graph::natural_loops::preheader_edge;
use tree_ssa::profile::is_hot;
use tree_ssa::ssa::copy_blocks::add_phi_arguments;
use tree_ssa::ssa::copy_blocks::copy_blocks;
use tree_ssa::ssa::{binds, update_ssa};

/// Instructions copied for one loop (`--param max-loop-header-insns`).
const MAX_INSNS: i64 = 20;

/// `ch` for the pass table.
pub const PASS: Pass =
    Pass::tree("ch", execute).gate(|options, _| options.on(Flag::TreeCh)).requires(Prop::CFG_SSA);

/// `ch_vect` for the pass table.
pub const VECT: Pass = Pass::tree("ch_vect", execute_vect)
    .gate(|options, _| options.on(Flag::TreeCh) && options.on(Flag::TreeLoopVectorize))
    .requires(Prop::CFG_SSA)
    .follows(&[(
        "loopinit",
        "headers are copied into preheaders, and values leave loops through φs",
    )]);

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    simplify_loops(cx.unit, f, &mut cx.dump);
    copy_headers(cx, f, Which::All)
}

fn execute_vect(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !has_loops_in_closed_form(cx.unit, f) {
        return Todo::NONE;
    }
    copy_headers(cx, f, Which::OneExit)
}

/// Which loops' headers are copied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    All,
    /// Those of loops that the vectorizer would look at.
    OneExit,
}

fn copy_headers(cx: &mut PassContext<'_>, f: &mut Function, which: Which) -> Todo {
    let Some(loops) = &f.loops else { return Todo::NONE };
    let numbers: Vec<LoopId> = loops.preorder().into_iter().skip(1).collect();
    let tree = analyses::analysis::<Dominators>(f);
    let mut entered = Entered { tree: &tree, ranges: None };
    let mut candidates = Vec::new();
    for number in numbers {
        candidates.extend(is_candidate(cx, f, &mut entered, (number, which)).then_some(number));
    }
    let before = f.blocks.len();
    let mut pass = HeaderCopies { cases: SwitchCases::default(), made: Vec::new() };
    for number in candidates {
        pass.copy_header(cx, f, number);
    }
    if pass.made.is_empty() {
        return Todo::NONE;
    }
    if which == Which::OneExit {
        natural_loops::find_loops(f);
    }
    update_ssa::update(cx.unit, f, &mut cx.dump);
    let regions = pass.made.iter().map(|copies| region_of(f, copies, before)).collect();
    eliminate_in_regions(cx, f, regions);
    if which == Which::OneExit {
        close_again(cx, f);
    }
    Todo::CLEANUP_CFG
}

/// The copies of a loop's header with the blocks between them and the loop: of those made since there were `before` blocks,
/// the ones that can be reached by way of neither the loop nor what comes after it.
fn region_of(f: &Function, copies: &Copies, before: usize) -> EnteredRegion {
    let header = f.loops.as_ref().map_or(BlockId::NONE, |loops| loops[copies.number].header);
    let leaving = |block: BlockId| f.blocks[block].succs.iter().map(|&edge| f.edges[edge].dst);
    let originals = copies.originals.iter().copied().flat_map(leaving);
    let mut seen: FxHashSet<BlockId> =
        originals.filter(|&block| !f.in_loop(block, copies.number)).collect();
    seen.insert(header);
    let mut blocks = Vec::new();
    let mut work = vec![f.edges[copies.entry].dst];
    while let Some(block) = work.pop() {
        if block.0 as usize >= before && seen.insert(block) {
            blocks.push(block);
            work.extend(leaving(block));
        }
    }
    EnteredRegion { entry: copies.entry, blocks }
}

/// Writes a line for `-details`.
fn say(cx: &mut PassContext<'_>, text: impl FnOnce() -> String) {
    if cx.dump.details() {
        putln!(cx.dump, "{}", text());
    }
}

/// Whether a loop is none that tests at its end, and one whose header may be copied.
fn is_candidate(
    cx: &mut PassContext<'_>,
    f: &Function,
    entered: &mut Entered<'_>,
    (number, which): (LoopId, Which),
) -> bool {
    let Some(entry) = f.loops.as_ref().map(|loops| &loops[number]) else {
        return false;
    };
    let (header, latch) = (entry.header, entry.latch);
    if header.is_none() {
        return false;
    }
    say(cx, || format!("Analyzing loop {number}"));
    // Of a loop that nothing leaves there is nothing to say; nor does its header end it.
    let leaves = |block: &BlockId| leaves_loop(f, *block, number);
    if cx.dump.details() && !loop_body(f, number).iter().any(leaves)
        || which == Which::OneExit && natural_loops::exits(f, number).len() != 1
        || tests_at_end(cx, f, latch, number)
    {
        return false;
    }
    if !is_hot(cx.unit, cx.options, f, header) && !entered.surely(cx, f, number) {
        say(cx, || format!("  Not duplicating bb {}: optimizing for size.", header.0));
        return false;
    }
    let mut region = Region::of(f, number);
    match region.refusal(cx, f, header) {
        Some(why) => {
            say(cx, || why);
            false
        }
        None => true,
    }
}

/// Which loops are gone round at least once, so that a copy of the header goes away again
/// (`entry_loop_condition_is_static`).
struct Entered<'t> {
    tree: &'t Dominators,
    ranges: Option<PathRanges<'t>>,
}

impl Entered<'_> {
    /// Whether the condition in the header holds when the loop is entered.
    fn surely(&mut self, cx: &PassContext<'_>, f: &Function, number: LoopId) -> bool {
        let Some(entry) = preheader_edge(f, number) else { return false };
        let (before, header) = (f.edges[entry].src, f.edges[entry].dst);
        let test = f.last_stmt(header);
        let Some(test) = test.filter(|&it| matches!(f.stmts[it].kind, StmtKind::Cond { .. }))
        else {
            return false;
        };
        let leaves = |edge: &&EdgeId| f.leaves_loop(**edge, number);
        let Some(&exit) = f.blocks[header].succs.iter().find(leaves) else { return false };
        let view = View { unit: cx.unit, f, options: cx.options };
        let tree = self.tree;
        let ranges =
            self.ranges.get_or_insert_with(|| PathRanges::new(Some(Ranger::new(view, tree))));
        let mut names: BTreeSet<SsaName> = BTreeSet::new();
        let exports = ranges.exports(view, header);
        names.extend(exports.names.iter().chain(&exports.imports));
        f.for_each_read(test, &mut |op| names.extend(op.ssa()));
        ranges.compute(view, &[header, before], &names);
        let holds = fold::range_of_stmt(view, ranges, test).and_then(|range| range.singleton());
        let leaves_if_true = f.edges[exit].flags.intersects(EdgeFlags::TRUE_VALUE);
        !ranges.unreachable && holds == Some(i128::from(!leaves_if_true))
    }
}

struct HeaderCopies {
    cases: SwitchCases,
    made: Vec<Copies>,
}

/// What was copied of a loop, and the edge that enters the copies.
struct Copies {
    number: LoopId,
    originals: Vec<BlockId>,
    entry: EdgeId,
}

impl HeaderCopies {
    fn copy_header(&mut self, cx: &mut PassContext<'_>, f: &mut Function, number: LoopId) {
        if !cx.dbg_cnt(Counter::Ch) {
            return;
        }
        say(cx, || format!("Copying headers of loop {number}"));
        let mut region = Region::of(f, number);
        let Some(mut out) = region.grow(cx, f) else { return };
        let Some(before) = preheader_edge(f, number) else { return };
        let ends = (f.edges[out].src.0, f.edges[out].dst.0, MAX_INSNS - region.left);
        say(cx, || {
            let (from, to, insns) = ends;
            let edge = format!("up to edge {from}->{to}, {insns} insns");
            format!("Duplicating header of the loop {number} {edge}.")
        });
        if f.blocks[f.edges[out].dst].preds.len() > 1 {
            let middle = split_edge(cx.unit, f, out, &mut self.cases);
            f.block_info[middle].loop_father = number;
            let Some(edge) = f.single_succ(middle) else { return };
            // The new block is the body's first; the region still ends before it.
            out = f.single_pred(middle).unwrap_or(edge);
        }
        binds::carry_into(cx.unit, f, f.edges[out].dst, f.edges[before].dst);
        let entry = self.copy_region(cx, f, &region.blocks, before);
        self.made.push(Copies { number, originals: region.blocks, entry });
        let (latch, header) = (f.edges[out].src, f.edges[out].dst);
        if let Some(loops) = &mut f.loops {
            let entry = &mut loops[number];
            (entry.header, entry.latch) = (header, latch);
        }
        // Both lead out of the loop now, too; a preheader and a latch of their own are wanted.
        let entries = f.blocks[header].preds.iter().copied();
        if let Some(entry) = entries.clone().find(|&edge| f.edges[edge].src != latch) {
            split_edge(cx.unit, f, entry, &mut self.cases);
        }
        let mut new_latch = latch;
        if let Some(back) = f.find_edge(latch, header) {
            new_latch = split_edge(cx.unit, f, back, &mut self.cases);
        }
        let at_end = tests_at_end(cx, f, new_latch, number);
        let now = if at_end { "now" } else { "still not" };
        say(cx, || format!("Loop {number} is {now} do-while loop."));
    }

    /// Copies a chain of blocks, entered by `before`, before the loop (`gimple_duplicate_sese_region`). Returns the edge
    /// that enters the copies.
    fn copy_region(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        region: &[BlockId],
        before: EdgeId,
    ) -> EdgeId {
        let whole = f.block_info[region[0]].count;
        let count = edge_count(f, before).min(whole);
        let after = split_location(f, before);
        let made = copy_blocks(cx.unit, f, region, after, &mut self.cases);
        if whole != NO_COUNT && count != NO_COUNT && whole > 0 {
            for (&block, &copy) in region.iter().zip(&made.blocks) {
                let own = f.block_info[block].count;
                if own != NO_COUNT {
                    f.block_info[block].count = scaled(own, whole - count, whole);
                    f.block_info[copy].count = scaled(own, count, whole);
                }
            }
        }
        let father = f.loop_of(f.edges[before].src);
        for &copy in &made.blocks {
            f.block_info[copy].loop_father = father;
        }
        let arguments = saved_phi_args(f, before);
        let first = made.blocks[0];
        let moved = redirect_edge_and_branch(cx.unit, f, before, first, &mut self.cases);
        if let Some(moved) = moved {
            let phis: Vec<StmtId> = f.phis(first).collect();
            for (phi, argument) in phis.into_iter().zip(arguments) {
                f.add_phi_arg(phi, moved, argument.value, argument.loc);
            }
        }
        add_phi_arguments(f, &made);
        moved.unwrap_or(before)
    }
}

/// Whether control may leave a loop from a block of it.
fn leaves_loop(f: &Function, block: BlockId, number: LoopId) -> bool {
    let mut targets = f.blocks[block].succs.iter().map(|&edge| f.edges[edge].dst);
    targets.any(|target| !f.in_loop(target, number))
}

/// Whether a loop's latch is empty and comes from a block that may leave the loop (`do_while_loop_p`).
fn tests_at_end(cx: &mut PassContext<'_>, f: &Function, latch: BlockId, number: LoopId) -> bool {
    if latch.is_some() && leaves_loop(f, latch, number) {
        say(cx, || format!("Loop {number} is do-while loop"));
        return true;
    }
    let is_nothing = |s: StmtId| matches!(f.stmts[s].kind, StmtKind::Label(_));
    let why = if latch.is_none() || !f.block_stmts(latch).all(is_nothing) {
        "latch is not empty"
    } else {
        match f.single_pred(latch) {
            None => "latch has multiple predecessors",
            Some(edge) if leaves_loop(f, f.edges[edge].src, number) => {
                say(cx, || format!("Loop {number} is do-while loop"));
                return true;
            }
            Some(_) => "latch predecessor does not exit loop",
        }
    };
    say(cx, || format!("Loop {number} is not do-while loop: {why}."));
    false
}

/// The blocks at the head of a loop that are to be copied.
struct Region {
    number: LoopId,
    header: BlockId,
    blocks: Vec<BlockId>,
    /// Instructions that may still be copied.
    left: i64,
    /// What is computed in the blocks from what is loaded there.
    loaded: Vec<SsaName>,
}

impl Region {
    fn of(f: &Function, number: LoopId) -> Region {
        let header = f.loops.as_ref().map_or(BlockId::NONE, |loops| loops[number].header);
        Region { number, header, blocks: Vec::new(), left: MAX_INSNS, loaded: Vec::new() }
    }

    /// Takes blocks as long as they are worth copying; the edge after the last one.
    fn grow(&mut self, cx: &mut PassContext<'_>, f: &Function) -> Option<EdgeId> {
        let (mut block, mut out) = (self.header, None);
        loop {
            if self.blocks.contains(&block) {
                return out;
            }
            if let Some(why) = self.refusal(cx, f, block) {
                say(cx, || why);
                return out;
            }
            say(cx, || format!("    Will duplicate bb {}", block.0));
            let succs = &f.blocks[block].succs;
            let inside = f.in_loop(f.edges[succs[0]].dst, self.number);
            let edge = succs[usize::from(!inside)];
            self.blocks.push(block);
            out = Some(edge);
            block = f.edges[edge].dst;
        }
    }

    /// Why a block that the region leads to is not to be copied (`should_duplicate_loop_header_p`).
    fn refusal(&mut self, cx: &PassContext<'_>, f: &Function, block: BlockId) -> Option<String> {
        let why = |what: &str| Some(format!("  Not duplicating bb {}: {what}.", block.0));
        let succs = &f.blocks[block].succs;
        let inside = |edge: EdgeId| f.in_loop(f.edges[edge].dst, self.number);
        match succs[..] {
            [] | [_] => return why("it is single succ"),
            [first, second, ..] if inside(first) && inside(second) => {
                return why("both successors are in loop");
            }
            _ => {}
        }
        let entered_once = f.blocks[block].preds.len() == 1 && f.blocks[block].phis.is_empty();
        if block != self.header && !entered_once {
            return why("it has mutiple predecestors");
        }
        let condition = f.last_stmt(block).filter(|&last| {
            let odd = |edge: &EdgeId| f.edges[*edge].flags.intersects(EdgeFlags::COMPLEX);
            let around = succs.iter().chain(&f.blocks[block].preds);
            // A condition whose block belongs to an inner loop would be taken out of that.
            matches!(f.stmts[last].kind, StmtKind::Cond { .. })
                && !around.into_iter().any(odd)
                && inside(succs[0]) != inside(succs[1])
                && f.loop_of(block) == self.number
                && !has_abnormal_names(f, block)
        });
        let Some(condition) = condition else { return why("it does not end by conditional") };
        for stmt in f.block_stmts(block) {
            match &f.stmts[stmt].kind {
                StmtKind::Label(_) | StmtKind::Predict { .. } | StmtKind::Nop => continue,
                StmtKind::Call(call) if !is_inexpensive(cx, call) => {
                    return why("it contains call");
                }
                StmtKind::Call(_) | StmtKind::Assign { .. } | StmtKind::Cond { .. } => {}
                _ => return why("it does not end by conditional"),
            }
            self.note_loads(f, stmt);
            self.left -= tree_ssa::effects::size::statement_size(cx.unit, f, stmt);
            if self.left < 0 {
                return Some(format!("  Not duplicating bb {} contains too many insns.", block.0));
            }
        }
        // What a further condition asks of memory may change in each round.
        if block != self.header && self.reads_loaded(f, condition) {
            return why("condition based on non-IV loop variant");
        }
        None
    }

    /// Whether an operand of a statement is loaded in the blocks, or computed from that.
    fn reads_loaded(&self, f: &Function, stmt: StmtId) -> bool {
        let mut found = false;
        f.for_each_read(stmt, &mut |op| {
            found |= op.ssa().is_some_and(|name| self.loaded.contains(&name));
        });
        found
    }

    fn note_loads(&mut self, f: &Function, stmt: StmtId) {
        if f.stmts[stmt].has(StmtFlags::VUSE) || self.reads_loaded(f, stmt) {
            f.for_each_write(stmt, &mut |op| self.loaded.extend(op.ssa()));
        }
    }
}

/// Whether names in a block may not be copied because of abnormal edges.
fn has_abnormal_names(f: &Function, block: BlockId) -> bool {
    let abnormal = |name: SsaName| f.names[name].has(NameFlags::ABNORMAL);
    let mut found = f.phis(block).any(|phi| abnormal(f.phi(phi).result));
    for stmt in f.block_stmts(block) {
        f.for_each_write(stmt, &mut |op| found |= op.ssa().is_some_and(abnormal));
    }
    found
}

/// Whether a call is one of a function that depends on its arguments alone, and comes back once.
fn is_inexpensive(cx: &PassContext<'_>, call: &Call) -> bool {
    let flags = call_effects::flags_of(cx.unit, call);
    flags.intersects(Ecf::CONST)
        && !flags.intersects(Ecf::NORETURN | Ecf::RETURNS_TWICE | Ecf::LOOPING)
}
