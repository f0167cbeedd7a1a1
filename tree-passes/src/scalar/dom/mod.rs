//! Pass `dom`: what a walk over the dominator tree finds redundant.
//!
//! ```text
//!   <bb 2> :                                       <bb 2> :
//!   _1 = *p_4(D);                                  _1 = *p_4(D);
//!   if (a_2(D) == 5) goto <bb 3>;                  if (a_2(D) == 5) goto <bb 3>;
//!   <bb 3> :                                =>     <bb 3> :
//!   _5 = *p_4(D);                                  _5 = _1;
//!   _6 = _5 + a_2(D);                              _6 = _1 + 5;
//!   if (a_2(D) <= 7) ...                           if (1 != 0) ...
//! ```
//!
//! On the way down, expressions that have been computed are kept (`known`), loads with the memory they read, and what
//! the branches taken say of names and comparisons (`edges`). What a statement uses is replaced by what it is equal to,
//! the statement is folded, and what is available already is not computed again (`statement`). Conditions that ranges
//! decide are decided. After all it dominates, it is seen whether jumps from a block's end can go further (`jump`); when
//! the walk is over they are made to (`threads`). What was learnt below a block is forgotten when the walk leaves it.

mod counts;
pub(crate) mod edges;
mod jump;
mod known;
mod statement;
mod threads;

use dumps::putln;
use edges::{Facts, Switches, has_signed_zeros};
use gimple::cfg::{BlockId, ENTRY, EdgeFlags, EdgeId};
use gimple::debug_stmts::DebugPlace;
use gimple::fold_const;
use gimple::function::{Function, Prop};
use gimple::operand_equal::operand_equal;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use known::{Available, Known, Mark, Place};
use std::fmt::Write;
use threads::Path;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::ranges::View;
use tree_ssa::analyses::ranges::ranger::Ranger;
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::edit::cfg_edit::may_propagate_copy;
use tree_ssa::effects::size::statement_size;
use tree_ssa::fold::gimple_fold::should_swap_operands;
use tree_ssa::fold::gimple_fold::simplify_stmt_with;
use tree_ssa::fold::is_invariant;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dom_walk::{DomWalker, Reach, Step, walk};
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::order::mark_dfs_back_edges;

/// `dom` for the pass table.
pub const PASS: Pass = Pass::tree("dom", execute)
    .gate(|options, _| options.on(Flag::TreeDominatorOpts))
    .requires(Prop::CFG_SSA)
    .todo(Todo::CLEANUP_CFG.union(Todo::UPDATE_SSA));

/// Runs the pass.
fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let loops_done = cx.pass.instance > 2;
    simplify_loops(cx.unit, f, &mut cx.dump);
    mark_dfs_back_edges(f);
    let tree = analyses::analysis::<Dominators>(f);
    let oracle = Oracle::new(cx.unit, cx.options);
    let known = Known::default();
    let mut dom = Dom {
        cx,
        tree: &tree,
        oracle,
        ranger: None,
        known,
        entered: Vec::new(),
        threads: Vec::new(),
        budget: BUDGET * f.edges.len(),
        switches: Switches::default(),
        // After the passes over loops their form does not matter any more.
        loops_done,
        counts: Counts::default(),
    };
    walk(f, &tree, ENTRY, Reach::Executable, &mut dom);
    let (counts, threads) = (dom.counts, std::mem::take(&mut dom.threads));
    let threaded = if threads.is_empty() { 0 } else { threads::thread_all(cx, f, threads) };
    for (event, count) in [
        ("Redundant expressions eliminated", counts.redundant),
        ("Constants propagated", counts.constants),
        ("Copies propagated", counts.copies),
        ("Jumps threaded", threaded),
    ] {
        if count > 0 {
            cx.statistics.count(event, count);
        }
    }
    Todo::NONE
}

/// What has been done.
#[derive(Clone, Copy, Default)]
struct Counts {
    redundant: u64,
    constants: u64,
    copies: u64,
}

/// The walk.
struct Dom<'a, 'c, 't> {
    cx: &'a mut PassContext<'c>,
    tree: &'t Dominators,
    oracle: Oracle,
    /// Made where it is first asked.
    ranger: Option<Ranger<'t>>,
    known: Known,
    /// The blocks the walk is in, and what was known before each.
    entered: Vec<(BlockId, Mark)>,
    /// Jumps that can go further.
    threads: Vec<Path>,
    /// Blocks that may still be looked at for them.
    budget: usize,
    switches: Switches,
    loops_done: bool,
    counts: Counts,
}

impl Dom<'_, '_, '_> {
    fn place<'p>(&'p self, f: &'p Function) -> Place<'p> {
        Place { unit: self.cx.unit, f, tree: self.tree, oracle: &self.oracle }
    }

    fn equate(&mut self, f: &Function, name: SsaName, value: Operand) {
        self.known.equate((self.cx.unit, f), &mut self.cx.dump, name, value);
    }

    fn facts(&mut self, f: &Function, edge: EdgeId) -> Facts {
        edges::facts(self.cx.unit, self.cx.options, f, edge, &mut self.switches)
    }

    /// Notes what holds where a block can be entered by one edge only, those back to it aside.
    fn learn_from_entry(&mut self, f: &Function, block: BlockId) {
        let tree = self.tree;
        let mut entries = f.blocks[block].preds.iter().copied().filter(|&edge| {
            f.edges[edge].flags.intersects(EdgeFlags::EXECUTABLE)
                && !tree.dominated_by(f.edges[edge].src, block)
        });
        if let (Some(edge), None) = (entries.next(), entries.next())
            && f.edges[edge].src == tree.idom(block)
        {
            self.learn_from_edge(f, edge);
        }
    }

    /// Notes what holds where control takes an edge (`record_temporary_equivalences`).
    fn learn_from_edge(&mut self, f: &Function, edge: EdgeId) {
        let Facts { equal, conditions } = self.facts(f, edge);
        let bool_ = self.cx.unit.common.bool_;
        for (comparison, holds) in conditions {
            let truth = self.cx.unit.int(bool_, holds.into());
            let (unit, dump) = (&*self.cx.unit, &mut self.cx.dump);
            self.known.record_condition((unit, f), dump, comparison, truth);
        }
        for (name, value) in equal {
            match value {
                Operand::Ssa(other) => {
                    // What is cheaper to compute stands for the other.
                    let (one, two) = (self.cost(f, name), self.cost(f, other));
                    if two > one {
                        self.record_equality(f, value, Operand::Ssa(name));
                    } else if two < one {
                        self.record_equality(f, Operand::Ssa(name), value);
                    }
                }
                _ => self.record_equality(f, Operand::Ssa(name), value),
            }
            self.learn_from_uses(f, name, edge);
        }
    }

    fn cost(&self, f: &Function, name: SsaName) -> i64 {
        let def = f.names[name].def.expand();
        def.map_or(0, |def| statement_size(self.cx.unit, f, def))
    }

    /// Notes that two values are equal: the one that is better put in the other's place stands for both.
    fn record_equality(&mut self, f: &Function, x: Operand, y: Operand) {
        let (mut x, mut y) = (x, y);
        if should_swap_operands(self.cx.unit, x, y) {
            std::mem::swap(&mut x, &mut y);
        }
        if let (Operand::Ssa(one), Operand::Ssa(other)) = (x, y)
            && f.has_single_use(other)
            && !f.has_single_use(one)
        {
            std::mem::swap(&mut x, &mut y);
        }
        let before = |this: &Self, op: Operand| op.ssa().and_then(|name| this.known.value(name));
        let (value_x, value_y) = (before(self, x), before(self, y));
        let constant = |this: &Self, op| is_invariant(this.cx.unit, op);
        if constant(self, y) {
        } else if constant(self, x) {
            std::mem::swap(&mut x, &mut y);
        } else if let Some(value) = value_x.filter(|&value| constant(self, value)) {
            (x, y) = (y, value);
        } else if let Some(value) = value_y {
            y = value;
        }
        let Operand::Ssa(name) = x else { return };
        let ty = f.names[name].ty;
        let nonzero = y.constant().is_some_and(|id| !fold_const::is_zero(self.cx.unit, id));
        if has_signed_zeros(self.cx.unit, self.cx.options, ty) && !nonzero {
            return;
        }
        self.equate(f, name, y);
    }

    /// A name that has become known makes known what has been computed from it before the edge's destination.
    fn learn_from_uses(&mut self, f: &Function, name: SsaName, edge: EdgeId) {
        let dst = f.edges[edge].dst;
        for node in f.imm_uses(name).take(MAX_USES) {
            let stmt = node.stmt;
            let block = f.stmts[stmt].block;
            let StmtKind::Assign { lhs: lhs @ Operand::Ssa(_), .. } = f.stmts[stmt].kind else {
                continue;
            };
            if block == dst || !self.tree.dominated_by(dst, block) {
                continue;
            }
            if let Some(value) = self.simplified(f, stmt) {
                self.record_equality(f, lhs, value);
            }
        }
    }

    /// The name or constant that a statement computes, with what is known of its operands.
    fn simplified(&mut self, f: &Function, stmt: StmtId) -> Option<Operand> {
        let known = &self.known;
        let operands = |name| known.value(name);
        let (unit, options) = (&mut *self.cx.unit, self.cx.options);
        let value = simplify_stmt_with(unit, f, options, &operands, &|_| None, stmt)?.as_value()?;
        (value.ssa().is_some() || is_invariant(self.cx.unit, value)).then_some(value)
    }

    /// φs all of whose arguments are the same are copies.
    fn learn_from_phis(&mut self, f: &mut Function, block: BlockId) {
        let mut phi = f.blocks[block].phis.first;
        while phi.is_some() {
            let next = f.stmts[phi].next;
            let result = f.phi(phi).result;
            if let Some(value) = self.only_argument(f, block, phi) {
                if f.names[result].has(NameFlags::VIRTUAL) {
                    self.replace_state(f, phi, value);
                } else if may_propagate_copy(self.cx.unit, f, Operand::Ssa(result), value) {
                    self.known.set_value(result, value);
                }
            }
            phi = next;
        }
    }

    /// Puts one state of memory in the place of another, which a φ without need defines.
    fn replace_state(&mut self, f: &mut Function, phi: StmtId, value: Operand) {
        let result = f.phi(phi).result;
        let (Operand::Ssa(state), true) = (value, value != Operand::Ssa(result)) else { return };
        if f.names[result].has(NameFlags::ABNORMAL) {
            f.names[state].flags |= NameFlags::ABNORMAL;
        }
        f.replace_uses_by(self.cx.unit, result, value);
        f.remove_stmt(phi);
    }

    /// The value that all arguments of a φ have.
    fn only_argument(&self, f: &Function, block: BlockId, phi: StmtId) -> Option<Operand> {
        let result = Operand::Ssa(f.phi(phi).result);
        let mut only = None;
        for (arg, &edge) in f.phi(phi).args.iter().zip(&f.blocks[block].preds) {
            let flags = f.edges[edge].flags;
            if arg.value == result || !flags.intersects(EdgeFlags::EXECUTABLE) {
                continue;
            }
            let value = self.known.value_of(arg.value);
            if value.ssa().is_some() && flags.intersects(EdgeFlags::DFS_BACK) {
                return None;
            }
            match only {
                None => only = Some(value),
                Some(before) if operand_equal(self.cx.unit, before, value) => {}
                Some(_) => return None,
            }
        }
        Some(only.unwrap_or(result))
    }

    /// Of two φs that are the same in one block one will do.
    fn compare_phis(&mut self, f: &Function, block: BlockId) {
        if f.phis(block).nth(1).is_none() {
            return;
        }
        let mark = self.known.mark();
        for phi in f.phis(block) {
            let result = f.phi(phi).result;
            if f.names[result].flags.intersects(NameFlags::VIRTUAL | NameFlags::ABNORMAL) {
                continue;
            }
            let Some(wanted) = known::wanted(self.place(f), phi, &|op| op) else { continue };
            match self.known.find(self.place(f), &wanted) {
                Some(Available { value, .. }) => self.known.set_value(result, value),
                None => {
                    let new = Available {
                        value: Operand::Ssa(result),
                        state: SsaName::NONE,
                        reference: Operand::None,
                    };
                    let text = self.say_insertion(f, phi);
                    self.known.insert(&wanted.key, new, text);
                }
            }
        }
        self.known.undo(mark, &mut self.cx.dump);
    }

    /// Puts what is known into the arguments that a block's edges bring (`cprop_into_successor_phis`).
    fn propagate_into_phis(&mut self, f: &mut Function, block: BlockId) {
        for position in 0..f.blocks[block].succs.len() {
            let edge = f.blocks[block].succs[position];
            let first = f.blocks[f.edges[edge].dst].phis.first;
            if first.is_none() || f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL) {
                continue;
            }
            let mark = self.known.mark();
            for (name, value) in self.facts(f, edge).equal {
                self.equate(f, name, value);
            }
            let index = f.edges[edge].dst_idx as usize;
            let mut phi = first;
            while phi.is_some() {
                let old = f.phi(phi).args[index].value;
                if let Operand::Ssa(name) = old
                    && let Some(new) = self.known.value(name)
                    && new != old
                    && !f.names[name].has(NameFlags::VIRTUAL)
                    && may_propagate_copy(self.cx.unit, f, old, new)
                {
                    f.set_phi_arg(phi, index, new);
                }
                phi = f.stmts[phi].next;
            }
            self.known.undo(mark, &mut self.cx.dump);
        }
    }

    /// Goes through the statements of a block; those that folding puts before one are looked at after it.
    fn statements(&mut self, f: &mut Function, block: BlockId) -> Step {
        let mut step = Step::Continue;
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            let (before, next) = (f.stmts[stmt].prev, f.stmts[stmt].next);
            step = self.statement(f, stmt);
            let mut new = match before.expand() {
                Some(before) => f.stmts[before].next,
                None => f.blocks[block].stmts.first,
            };
            while new.is_some() && new != stmt && new != next {
                let following = f.stmts[new].next;
                self.statement(f, new);
                new = following;
            }
            stmt = next;
        }
        step
    }
}

/// Blocks that are looked at for threads, for each edge of the function on average.
const BUDGET: usize = 20;

/// Uses of a name that are looked at when it becomes known.
const MAX_USES: usize = 1000;

impl DomWalker for Dom<'_, '_, '_> {
    fn before_dom_children(&mut self, f: &mut Function, block: BlockId) -> Step {
        if self.cx.dump.details() {
            putln!(self.cx.dump, "\n\nOptimizing block #{}\n", block.0);
        }
        self.entered.push((block, self.known.mark()));
        self.learn_from_entry(f, block);
        self.learn_from_phis(f, block);
        self.compare_phis(f, block);
        let step = self.statements(f, block);
        if !f.debug.is_empty() {
            self.replace_in_binds(f, DebugPlace::AtEnd(block));
        }
        self.propagate_into_phis(f, block);
        if let Step::Taken(taken) = step {
            let view = View { unit: self.cx.unit, f, options: self.cx.options };
            let ranger = self.ranger.get_or_insert_with(|| Ranger::new(view, self.tree));
            for &edge in f.blocks[block].succs.iter().filter(|&&edge| edge != taken) {
                ranger.kill_edge(view, edge);
            }
        }
        step
    }

    fn after_dom_children(&mut self, f: &mut Function, block: BlockId) {
        if let Some(&(entered, mark)) = self.entered.last()
            && entered == block
        {
            self.entered.pop();
            if self.cx.options.on(Flag::ThreadJumps) {
                self.thread_from(f, block);
            }
            self.known.undo(mark, &mut self.cx.dump);
        }
    }
}
