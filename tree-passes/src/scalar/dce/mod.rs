//! Passes `dce` and `cddce`: dead code elimination.
//!
//! ```text
//! t_3 = a_1(D) * 2;                       if (c_2(D) != 0)
//! if (c_2(D) != 0)                    =>    g = 1;
//!   g = 1;                                return a_1(D);
//! return a_1(D);
//! ```
//!
//! Statements that do something by themselves are marked, then what they need, along SSA definitions and from loads
//! back to the stores that may have written what they read; the rest goes. `cddce` takes branches for unnecessary, too,
//! until something necessary turns out to depend on them (Cytron, Ferrante, Rosen, Wegman, Zadeck, "Efficiently computing
//! static single assignment form and the control dependence graph", 1991, section 7.1). Loops are taken for necessary
//! unless they are known to end.
//!
//! The cost is near-linear: each branch is found at most once by [`Frontiers::take`], loads of memory that may be aliased
//! share one set of visited stores, and the walks of other loads fall back to that when they have cost too much.

mod eliminate;
mod propagate;
mod same_arguments;

use dumps::putln;
use fixedbitset::FixedBitSet;
use gimple::builtins::{Builtin, Ecf};
use gimple::cfg::{BlockId, ENTRY, EdgeFlags};
use gimple::debug_counter::Counter;
use gimple::function::{Function, Prop};
use gimple::loops::{LoopId, Loops};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::SsaName;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use propagate::Chains;
use rustc_hash::FxHashSet;
use std::fmt::Write;
use std::rc::Rc;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::dump_text;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::is_clobber;
use tree_ssa::graph::analyses;
use tree_ssa::graph::analyses::PostDominators;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::frontiers::Frontiers;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::order::mark_dfs_back_edges;

/// `dce` for the pass table.
pub const DCE: Pass =
    Pass::tree("dce", execute).gate(|options, _| options.on(Flag::TreeDce)).requires(Prop::CFG_SSA);

/// Pass `dce`: branches stay.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, false)
}

/// `cddce` for the pass table.
pub const CDDCE: Pass = Pass::tree("cddce", execute_control_dependent)
    .gate(|options, _| options.on(Flag::TreeDce))
    .requires(Prop::CFG_SSA);

/// Pass `cddce`: branches that nothing necessary depends on go, and loops that are known to end.
pub fn execute_control_dependent(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    run(cx, f, true)
}

fn run(cx: &mut PassContext<'_>, f: &mut Function, aggressive: bool) -> Todo {
    let had_loops = f.loops.is_some();
    let gathered = aggressive && {
        simplify_loops(cx.unit, f, &mut cx.dump);
        natural_loops::record_exits(f);
        same_arguments::gather(cx.unit, f)
    };
    if gathered {
        natural_loops::record_exits(f);
    }
    if aggressive {
        mark_dfs_back_edges(f);
    }
    // Where control never branches, nothing depends on where it goes.
    let branches = aggressive && f.blocks.values().any(|block| block.succs.len() > 1);
    let control = branches.then(|| Control::new(f));
    let mut dce = Dce {
        oracle: Oracle::new(cx.unit, cx.options),
        necessary: FixedBitSet::with_capacity(f.stmts.len()),
        processed: FixedBitSet::with_capacity(f.names.len()),
        worklist: Vec::new(),
        live_blocks: FixedBitSet::with_capacity(f.blocks.len()),
        control,
        chains: Chains::default(),
    };
    dce.find_obviously_necessary(cx, f);
    dce.propagate(cx, f);
    if dce.control.is_some() && !cx.dump.enabled() {
        // Most loops stay for what is done in them: then it need not be found out whether they end.
        dce.mark_endless_loops(cx, f);
        dce.propagate(cx, f);
    }
    dce.keep_counted(cx, f);
    let outcome = dce.eliminate(cx, f);
    if aggressive && !had_loops {
        f.loops = None;
    }
    cx.statistics.count("Statements deleted", outcome.removed);
    cx.statistics.count("PHI nodes deleted", outcome.removed_phis);
    if cx.dump.stats() || cx.dump.details() {
        outcome.print(&mut cx.dump);
    }
    match (outcome.changed, gathered) {
        (true, _) => Todo::UPDATE_SSA | Todo::CLEANUP_CFG,
        (false, true) => Todo::CLEANUP_CFG,
        (false, false) => Todo::NONE,
    }
}

/// The marks of one run.
struct Dce {
    oracle: Oracle,
    /// Statements that stay.
    necessary: FixedBitSet,
    /// Names something necessary uses.
    processed: FixedBitSet,
    worklist: Vec<StmtId>,
    /// Blocks with necessary statements other than labels.
    live_blocks: FixedBitSet,
    /// Control dependences, in the aggressive version.
    control: Option<Control>,
    chains: Chains,
}

/// What the aggressive version knows of branches.
struct Control {
    tree: Rc<PostDominators>,
    frontiers: Frontiers,
    /// Blocks whose controlling branches are marked.
    visited: FixedBitSet,
    /// Position of each block in the layout.
    position: Vec<u32>,
}

impl Control {
    fn new(f: &mut Function) -> Control {
        let tree = analyses::analysis::<PostDominators>(f);
        let frontiers = Frontiers::new(f, &tree);
        let mut position = vec![0; f.blocks.len()];
        for (index, block) in f.block_iter().enumerate() {
            position[block.0 as usize] = index as u32;
        }
        Control { tree, frontiers, visited: FixedBitSet::with_capacity(f.blocks.len()), position }
    }
}

impl Dce {
    fn is_necessary(&self, stmt: StmtId) -> bool {
        self.necessary.contains(stmt.0 as usize)
    }

    /// Marks a statement; `work` says whether what it needs is to be marked, too, and whether its block has to be there:
    /// labels stay where they are, but keep no block.
    fn mark(&mut self, cx: &mut PassContext<'_>, f: &Function, stmt: StmtId, work: bool) {
        if self.necessary.put(stmt.0 as usize) {
            return;
        }
        if cx.dump.details() {
            let text = dump_text::stmt(cx.unit, f, stmt);
            putln!(cx.dump, "Marking useful stmt: {text}\n");
        }
        if work {
            self.worklist.push(stmt);
        }
    }

    /// Marks the definition of a name.
    fn mark_operand(&mut self, cx: &mut PassContext<'_>, f: &Function, name: SsaName) {
        if self.processed.put(name.0 as usize) {
            return;
        }
        let Some(def) = f.names[name].def.expand() else { return };
        if self.necessary.put(def.0 as usize) {
            return;
        }
        if cx.dump.details() {
            let (name, text) =
                (dump_text::name(cx.unit, f, name), dump_text::stmt(cx.unit, f, def));
            putln!(cx.dump, "marking necessary through {name} stmt {text}");
        }
        self.worklist.push(def);
    }

    fn find_obviously_necessary(&mut self, cx: &mut PassContext<'_>, f: &mut Function) {
        for block in f.block_iter() {
            for stmt in f.block_stmts(block) {
                // What a debugger may look at stays (`keep_all_vdefs_p`).
                let stores = cx.options.optimize_debug && f.stmts[stmt].has(StmtFlags::VDEF);
                match obvious(cx.unit, f, stmt, self.control.is_some()) {
                    Obvious::No
                        if stores
                            && !is_clobber(cx.unit, f, stmt)
                            && !allocates(cx.unit, f, stmt) =>
                    {
                        self.mark(cx, f, stmt, true);
                    }
                    Obvious::No => {}
                    Obvious::Itself => self.mark(cx, f, stmt, false),
                    Obvious::Yes => self.mark(cx, f, stmt, true),
                }
            }
        }
        if self.control.is_some() && cx.dump.enabled() {
            self.mark_endless_loops(cx, f);
        }
    }

    /// Counts what is to go; what debug counters keep, and what that needs, is marked.
    fn keep_counted(&mut self, cx: &mut PassContext<'_>, f: &Function) {
        for block in f.block_iter() {
            for stmt in f.phis(block).chain(f.block_stmts(block)) {
                if !self.is_necessary(stmt) && !cx.dbg_cnt(Counter::Dce) {
                    self.mark(cx, f, stmt, true);
                    self.propagate(cx, f);
                }
            }
        }
    }

    /// Marks the branches of loops that may not end: they must not turn into straight code, nor go.
    fn mark_endless_loops(&mut self, cx: &mut PassContext<'_>, f: &mut Function) {
        const FINITE: u64 = gimple::decl::flag::CONST | gimple::decl::flag::PURE;
        let flags = cx.unit.decls[f.decl].flags;
        if flags & FINITE != 0 && flags & gimple::decl::flag::LOOPING == 0 {
            return;
        }
        let tree = analyses::analysis::<Dominators>(f);
        let ids = f.loops.as_ref().map(Loops::preorder).unwrap_or_default();
        let table: Vec<(LoopId, BlockId)> =
            ids.into_iter().skip(1).filter_map(|id| Some((id, f.header_of(id)?))).collect();
        let headers: FxHashSet<BlockId> = table.iter().map(|entry| entry.1).collect();
        for block in f.block_order() {
            for index in 0..f.blocks[block].succs.len() {
                let edge = &f.edges[f.blocks[block].succs[index]];
                let natural = tree.dominated_by(edge.src, edge.dst) && headers.contains(&edge.dst);
                if !edge.flags.intersects(EdgeFlags::DFS_BACK) || natural {
                    continue;
                }
                let (src, dst) = (edge.src, edge.dst);
                if cx.dump.enabled() {
                    let (src, dst) = (src.0, dst.0);
                    putln!(cx.dump, "Marking back edge of irreducible loop {src}->{dst}");
                }
                self.mark_control_dependences(cx, f, dst, false);
            }
        }
        let mut evolutions = Evolutions::default();
        for (number, header) in table {
            let latches: Vec<BlockId> = f.blocks[header]
                .preds
                .iter()
                .map(|&edge| f.edges[edge].src)
                .filter(|&src| tree.contains(src) && tree.dominated_by(src, header))
                .collect();
            if latches.iter().all(|&latch| self.is_controlled(latch)) && !cx.dump.enabled()
                || natural_loops::exits(f, number).is_empty()
                || Scev::new(cx, f, &tree, &mut evolutions).is_finite(number)
            {
                continue;
            }
            if cx.dump.enabled() {
                putln!(cx.dump, "cannot prove finiteness of loop {number}");
            }
            for latch in latches {
                self.mark_control_dependences(cx, f, latch, false);
            }
        }
    }

    /// Whether the branches that a block is control dependent on are marked.
    fn is_controlled(&self, block: BlockId) -> bool {
        self.control.as_ref().is_some_and(|control| control.visited.contains(block.0 as usize))
    }

    /// Marks the branches that `block` is control dependent on (`mark_control_dependent_edges_necessary`); its own last
    /// one only where `ignore_self` is not set.
    fn mark_control_dependences(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        block: BlockId,
        ignore_self: bool,
    ) {
        if block == ENTRY {
            return;
        }
        let Some(control) = &mut self.control else { return };
        if control.visited.contains(block.0 as usize) {
            return;
        }
        let kept = if ignore_self { block } else { BlockId::NONE };
        let mut branches = control.frontiers.take(&control.tree, block, kept);
        let skipped = branches.contains(&kept);
        branches.retain(|&branch| branch != kept);
        branches.sort_unstable_by_key(|branch| control.position[branch.0 as usize]);
        if !skipped {
            control.visited.insert(block.0 as usize);
        }
        for branch in branches {
            self.mark_last_stmt(cx, f, branch);
        }
    }

    fn mark_last_stmt(&mut self, cx: &mut PassContext<'_>, f: &Function, block: BlockId) {
        self.live_blocks.insert(block.0 as usize);
        if let Some(last) = f.last_stmt(block).filter(|&last| is_control(f, last)) {
            self.mark(cx, f, last, true);
        }
    }
}

/// Whether a statement chooses where control goes on (`is_ctrl_stmt`).
fn is_control(f: &Function, stmt: StmtId) -> bool {
    matches!(
        f.stmts[stmt].kind,
        StmtKind::Cond { .. } | StmtKind::Switch(_) | StmtKind::Goto(_) | StmtKind::Return(_)
    )
}

enum Obvious {
    No,
    /// Stays, and makes nothing else necessary.
    Itself,
    Yes,
}

/// Whether a statement does something that matters whoever uses its result (`mark_stmt_if_obviously_necessary`).
fn obvious(unit: &Unit, f: &Function, stmt: StmtId, aggressive: bool) -> Obvious {
    let yes = |condition: bool| if condition { Obvious::Yes } else { Obvious::No };
    let data = &f.stmts[stmt];
    match &data.kind {
        StmtKind::Label(_) | StmtKind::Predict { .. } => Obvious::Itself,
        StmtKind::Nop => Obvious::No,
        StmtKind::Asm(_) | StmtKind::Return(_) | StmtKind::Goto(_) => Obvious::Yes,
        StmtKind::Cond { .. } | StmtKind::Switch(_) => yes(!aggressive),
        StmtKind::Call(call) => {
            let flags = call_effects::flags_of(unit, call);
            let pure = call_effects::only_computes(flags) && !flags.intersects(Ecf::NORETURN);
            let volatile = data.has(StmtFlags::VOLATILE);
            if !volatile && call_effects::callee_builtin(unit, call).is_some_and(only_allocates) {
                return Obvious::No;
            }
            yes(volatile || !pure || stores_outside(unit, f, call.lhs))
        }
        StmtKind::Assign { lhs, .. } => {
            if is_clobber(unit, f, stmt) {
                let mut names = false;
                unit.for_each_ssa(*lhs, &mut |_| names = true);
                return yes(!names);
            }
            yes(data.has(StmtFlags::VOLATILE) || stores_outside(unit, f, *lhs))
        }
        _ => Obvious::Yes,
    }
}

/// Whether a left-hand side is memory that others may see.
fn stores_outside(unit: &Unit, f: &Function, lhs: Operand) -> bool {
    use tree_ssa::analyses::alias::Access;
    use tree_ssa::analyses::alias::is_visible_outside;
    lhs.is_some()
        && !matches!(lhs, Operand::Ssa(_))
        && is_visible_outside(unit, f, &Access::of(unit, f, lhs))
}

/// Whether a statement calls such a function.
fn allocates(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    call_effects::callee_builtin(unit, call).is_some_and(only_allocates)
}

/// Library functions of which nothing is left if nobody wants the memory they return.
fn only_allocates(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Malloc
            | Builtin::Calloc
            | Builtin::AlignedAlloc
            | Builtin::Alloca
            | Builtin::AllocaWithAlign
            | Builtin::Strdup
            | Builtin::Strndup
    )
}
