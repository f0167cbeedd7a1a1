//! Under which condition a block of an iteration is executed.
//!
//! ```text
//!   <bb 3> : if (a_1 > k_2(D)) goto <bb 4>; else goto <bb 6>;      <bb 4> : a_1 > k_2(D)
//!   <bb 4> : if (b_3 != 0) goto <bb 5>; else goto <bb 6>;     =>   <bb 5> : _9, where _7 = a_1 > k_2(D); _8 = b_3 != 0;
//!                                                                           _9 = _7 & _8;
//! ```
//!
//! A block that comes after all branches of another is executed when that one is. A condition of several parts gets a name,
//! which is computed in its block, so that what is known of a block stays small.

use gimple::cfg::BlockId;
use gimple::code::{MergedComparison, TreeCode};
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::options::Flag;
use gimple::pass::PassContext;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use tree_ssa::analyses::scev::emit;
use tree_ssa::graph::dominance::Dominators;

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Predicate {
    True,
    False,
    Compare(TreeCode, Operand, Operand),
    /// A name of truth.
    Name(Operand),
    Not(Box<Predicate>),
    And(Box<Predicate>, Box<Predicate>),
    Or(Box<Predicate>, Box<Predicate>),
}

impl Predicate {
    /// The condition without a negation around it, and whether there is one.
    pub fn without_not(&self) -> (&Predicate, bool) {
        match self {
            Predicate::Not(inner) => (inner, true),
            other => (other, false),
        }
    }

    /// Whether it can be asked where one value of two is chosen (`is_gimple_condexpr`).
    fn is_simple(&self) -> bool {
        matches!(self, Predicate::Compare(..) | Predicate::Name(_))
    }

    /// As a comparison (`parse_predicate`).
    fn comparison(
        &self,
        unit: &Unit,
        f: &Function,
        nans: bool,
    ) -> Option<(TreeCode, [Operand; 2])> {
        match self {
            Predicate::Compare(code, a, b) => Some((*code, [*a, *b])),
            Predicate::Not(inner) => {
                let (code, [a, b]) = inner.comparison(unit, f, nans)?;
                let real = unit.types.is_real(unit.type_of(f, a));
                Some((code.invert_comparison(real && nans)?, [a, b]))
            }
            _ => None,
        }
    }

    fn both(self, other: Predicate) -> Predicate {
        match (self, other) {
            (Predicate::True, other) | (other, Predicate::True) => other,
            (Predicate::False, _) | (_, Predicate::False) => Predicate::False,
            (a, b) => Predicate::And(Box::new(a), Box::new(b)),
        }
    }
}

/// The condition under which one of two holds (`fold_or_predicates`).
pub(super) fn either(cx: &PassContext<'_>, f: &Function, a: Predicate, b: Predicate) -> Predicate {
    let nans = cx.options.honor_nans();
    let compared = [&a, &b].map(|it| it.comparison(cx.unit, f, nans));
    if let [Some((x, ops)), Some((y, others))] = compared
        && ops == others
    {
        let real = cx.unit.types.is_real(cx.unit.type_of(f, ops[0]));
        let traps = cx.options.on(Flag::TrappingMath);
        match x.merged_comparison(y, false, real && nans, traps) {
            Some(MergedComparison::Decided(true)) => return Predicate::True,
            Some(MergedComparison::One(code)) => {
                return Predicate::Compare(code, ops[0], ops[1]);
            }
            _ => {}
        }
    }
    match (a, b) {
        (Predicate::True, _) | (_, Predicate::True) => Predicate::True,
        (Predicate::False, other) | (other, Predicate::False) => other,
        (a, b) if a == b => a,
        (a, b) if a.without_not().0 == b.without_not().0 => Predicate::True,
        (a, b) => Predicate::Or(Box::new(a), Box::new(b)),
    }
}

/// Makes the statements that compute a condition, in no block yet; its value.
pub(super) fn compute(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    predicate: &Predicate,
    stmts: &mut Vec<StmtId>,
) -> Operand {
    let truth = cx.unit.common.bool_;
    let (code, rhs) = match predicate {
        Predicate::True | Predicate::False => {
            return cx.unit.int(truth, i128::from(*predicate == Predicate::True));
        }
        Predicate::Name(op) => return *op,
        Predicate::Compare(code, a, b) => (*code, [*a, *b, Operand::None]),
        Predicate::Not(inner) => {
            let value = compute(cx, f, inner, stmts);
            (TreeCode::BitNot, [value, Operand::None, Operand::None])
        }
        Predicate::And(a, b) | Predicate::Or(a, b) => {
            let [a, b] = [a, b].map(|part| compute(cx, f, part, stmts));
            let both = matches!(predicate, Predicate::And(..));
            let code = if both { TreeCode::BitAnd } else { TreeCode::BitIor };
            (code, [a, b, Operand::None])
        }
    };
    emit::assign(f, truth, code, rhs, stmts)
}

/// What is known of the blocks of a loop.
pub(super) struct Predicates {
    of_block: FxHashMap<BlockId, Predicate>,
    /// Statements that compute the condition of a block, in no block yet.
    pub stmts: FxHashMap<BlockId, Vec<StmtId>>,
}

/// The loop that is looked at.
pub(super) struct Shape<'a> {
    pub of: LoopId,
    pub tree: &'a Dominators,
    /// Its blocks, each after those that lead to it.
    pub body: &'a [BlockId],
    pub header: BlockId,
    pub latch: BlockId,
    /// The block by which it is left.
    pub last: BlockId,
}

impl Shape<'_> {
    /// Whether a block is executed in each iteration.
    pub fn is_always_executed(&self, block: BlockId) -> bool {
        self.tree.dominated_by(self.latch, block)
    }

    /// Of each block before the last one the block that all paths from it lead through first.
    fn ways_meet_in(&self, f: &Function) -> FxHashMap<BlockId, BlockId> {
        let place: FxHashMap<BlockId, usize> =
            self.body.iter().enumerate().map(|(place, &block)| (block, place)).collect();
        let mut meet: FxHashMap<BlockId, BlockId> = FxHashMap::default();
        for &block in self.body.iter().rev() {
            if block == self.last || block == self.latch {
                continue;
            }
            let mut common = BlockId::NONE;
            for &edge in &f.blocks[block].succs {
                let mut next = f.edges[edge].dst;
                while common.is_some() && common != next {
                    if place.get(&next) < place.get(&common) {
                        next = meet.get(&next).copied().unwrap_or(self.last);
                    } else {
                        common = meet.get(&common).copied().unwrap_or(self.last);
                    }
                }
                common = next;
            }
            meet.insert(block, common);
        }
        meet
    }
}

impl Predicates {
    /// Finds the conditions of all blocks (`predicate_bbs`).
    pub fn find(cx: &mut PassContext<'_>, f: &mut Function, shape: &Shape<'_>) -> Predicates {
        let mut found = Predicates { of_block: FxHashMap::default(), stmts: FxHashMap::default() };
        let meet = shape.ways_meet_in(f);
        for &block in shape.body {
            if block == shape.latch || block == shape.last {
                found.of_block.insert(block, Predicate::True);
                continue;
            }
            let own = found.of(block).clone();
            let last = f.last_stmt(block).map(|last| f.stmts[last].kind.clone());
            match (last, f.single_succ(block)) {
                (Some(StmtKind::Cond { code, lhs, rhs, .. }), only) => {
                    let asked = Predicate::Compare(code, lhs, rhs);
                    if let Some((yes, no)) = f.true_false_edges(block) {
                        let refused = Predicate::Not(Box::new(asked.clone()));
                        for (edge, truth) in [(yes, asked), (no, refused)] {
                            let dst = f.edges[edge].dst;
                            found.lead_to(cx, f, (shape, &meet), dst, own.clone().both(truth));
                        }
                    }
                    if let Some(only) = only {
                        let dst = f.edges[only].dst;
                        found.lead_to(cx, f, (shape, &meet), dst, Predicate::True);
                    }
                }
                (_, Some(only)) => {
                    let dst = f.edges[only].dst;
                    found.lead_to(cx, f, (shape, &meet), dst, own);
                }
                _ => {}
            }
        }
        found.of_block.insert(shape.header, Predicate::True);
        found
    }

    /// The condition under which a block is executed.
    pub fn of(&self, block: BlockId) -> &Predicate {
        self.of_block.get(&block).unwrap_or(&Predicate::True)
    }

    /// Notes that control comes to a block under a condition (`add_to_predicate_list`).
    fn lead_to(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        (shape, meet): (&Shape<'_>, &FxHashMap<BlockId, BlockId>),
        block: BlockId,
        condition: Predicate,
    ) {
        let outside = !f.in_loop(block, shape.of);
        if outside || condition == Predicate::True || shape.is_always_executed(block) {
            return;
        }
        let above = shape.tree.idom(block);
        if above != shape.header && meet.get(&above) == Some(&block) {
            let same = self.of(above).clone();
            self.of_block.insert(block, same);
            if cx.dump.details() {
                super::say(cx, format!("Use predicate of bb#{} for bb#{}", above.0, block.0));
            }
            return;
        }
        let before = self.of_block.get(&block).cloned();
        let whole = match before {
            None | Some(Predicate::True) => condition,
            Some(before) => either(cx, f, condition, before),
        };
        let whole = self.with_name(cx, f, block, whole);
        self.of_block.insert(block, whole);
    }

    /// Gives a condition of several parts a name.
    fn with_name(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        block: BlockId,
        whole: Predicate,
    ) -> Predicate {
        let (inner, negated) = whole.without_not();
        let constant = matches!(inner, Predicate::True | Predicate::False);
        if inner.is_simple() || constant {
            return whole;
        }
        let name = compute(cx, f, inner, self.stmts.entry(block).or_default());
        match negated {
            true => Predicate::Not(Box::new(Predicate::Name(name))),
            false => Predicate::Name(name),
        }
    }

    /// Lets go of the names of conditions that nothing asks for.
    pub fn discard(mut self, f: &mut Function, body: &[BlockId]) {
        for stmt in body.iter().filter_map(|block| self.stmts.remove(block)).flatten() {
            if let Some(name) = f.stmts[stmt].kind.lhs().ssa() {
                f.release_ssa_name(name);
            }
        }
    }
}
