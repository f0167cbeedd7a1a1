//! How values change in loops (scalar evolution).
//!
//! ```text
//!   # i_1 = PHI <0(2), i_3(4)>            i_1 is {0, +, 1}_1
//!   # p_2 = PHI <p_5(D)(2), p_4(4)>       p_2 is {p_5(D), +, 4}_1
//!   p_4 = p_2 + 4;
//!   i_3 = i_1 + 1;                        i_3 is {1, +, 1}_1
//!   _6 = i_1 * 8 + 2;                     _6 is {2, +, 8}_1
//! ```
//!
//! A name is analyzed when somebody asks, with regard to the loop it is computed in, and what comes out is kept by name. What
//! is asked of a loop around that one ([`Scev::in_loop`]) is made of it by the number of iterations of the inner loop, and
//! names computed in the loops concerned are put in (`instantiate`). The numbers of iterations themselves, and bounds on
//! them, are [`crate::analyses::niter`]'s business, which asks here in turn.
//!
//! What is found holds where the program's behaviour is defined: signed values and addresses are taken not to overflow.
//!
//! The longest chains of statements are gone through from their ends (`analyze`), so that neither depth nor length of what a
//! program does takes stack. The cost is linear in the names asked for and what they are computed from.

mod affine;
mod analyze;
mod chrec;
pub mod emit;
mod expand;
pub mod expr;
pub mod fold;
mod follow;
mod instantiate;
mod interpret;
mod text;

use crate::analyses::niter::LoopFacts;
use crate::graph::dominance::Dominators;
use crate::graph::natural_loops;
pub use affine::Affine;
use dumps::put;
use dumps::{Dump, DumpFlags};
use expr::{ExprId, Exprs};
use fold::Folder;
use gimple::cfg::{BlockId, EdgeId};
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::options::Options;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::fmt::Write;
pub use text::Show;

/// What has been found out of a function's loops: it holds as long as nothing in them changes.
#[derive(Default)]
pub struct Evolutions {
    pub exprs: Exprs,
    /// What names are in the loops they are computed in; [`ExprId::NONE`] where nobody has asked yet.
    of_name: Vec<ExprId>,
    /// What is known of each loop's iterations.
    pub loops: FxHashMap<LoopId, LoopFacts>,
    /// Names put into expressions just now, for which loop.
    instantiated: FxHashMap<(ExprId, LoopId), ExprId>,
    /// Questions that wait for an answer.
    depth: u32,
    /// Instantiations that wait for one: while one is under way, what it has found is kept.
    instantiating: u32,
    /// A φ is being looked at that gets another value in the first iteration only.
    peeling: bool,
}

/// What answers for a function.
pub struct Scev<'a, 'd> {
    pub unit: &'a mut Unit,
    pub f: &'a Function,
    pub options: &'a Options,
    pub dump: &'a mut Dump<'d>,
    pub tree: &'a Dominators,
    pub state: &'a mut Evolutions,
}

impl<'a, 'd> Scev<'a, 'd> {
    /// What answers in a pass.
    pub fn new(
        cx: &'a mut PassContext<'d>,
        f: &'a Function,
        tree: &'a Dominators,
        state: &'a mut Evolutions,
    ) -> Scev<'a, 'd> {
        Scev { unit: cx.unit, f, options: cx.options, dump: &mut cx.dump, tree, state }
    }
}

impl Scev<'_, '_> {
    /// What makes expressions.
    pub fn folder(&mut self) -> Folder<'_> {
        Folder::new(self.unit, self.f, self.options, &mut self.state.exprs)
    }

    /// An operand as an expression.
    pub fn leaf(&mut self, op: Operand) -> ExprId {
        self.state.exprs.leaf(self.unit, self.f, op)
    }

    /// An expression as dumps write it.
    pub fn text(&self, id: ExprId) -> String {
        Show { unit: self.unit, f: self.f, exprs: &self.state.exprs }.text(id)
    }

    /// Whether a loop is another or inside it.
    pub fn is_within(&self, inner: LoopId, outer: LoopId) -> bool {
        self.f.loops.as_ref().is_some_and(|loops| loops.is_within(inner, outer))
    }

    /// The block a name is computed in.
    pub fn defining_block(&self, name: SsaName) -> Option<BlockId> {
        self.f.names[name].def.expand().and_then(|def| self.f.stmts[def].block.expand())
    }

    /// The latch of a loop.
    pub fn latch(&self, around: LoopId) -> Option<BlockId> {
        self.f.loop_data(around)?.latch.expand()
    }

    /// Whether a block is executed in each iteration of a loop that is not the last.
    pub fn dominates_latch(&self, block: BlockId, around: LoopId) -> bool {
        self.latch(around).is_some_and(|latch| self.tree.dominated_by(latch, block))
    }

    /// The edges by which a loop is left.
    pub fn exits(&mut self, around: LoopId) -> &[EdgeId] {
        let f = self.f;
        let recorded = f.loops.as_ref().filter(|it| it.exits_version == Some(f.cfg_version));
        if let Some(loops) = recorded {
            return loops.get(around).map_or(&[], |entry| &entry.exits);
        }
        let found = || natural_loops::exits(f, around);
        self.facts(around).exits.get_or_insert_with(found)
    }

    /// The only edge by which a loop is left (`single_exit`).
    pub fn single_exit(&mut self, around: LoopId) -> Option<EdgeId> {
        match *self.exits(around) {
            [exit] => Some(exit),
            _ => None,
        }
    }

    /// Writes how something was found, where that is asked for (`-scev`).
    fn say(&mut self, text: impl FnOnce(&Self) -> String) {
        if self.dump.flags().intersects(DumpFlags::SCEV) {
            let text = text(self);
            put!(self.dump, "{text}");
        }
    }

    fn statement_text(&self, stmt: StmtId) -> String {
        crate::dump_text::stmt(self.unit, self.f, stmt)
    }
}
