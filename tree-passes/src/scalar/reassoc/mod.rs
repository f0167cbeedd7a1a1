//! Pass `reassoc`: sums, products and the like of many operands are computed in another order, of fewer operations.
//!
//! ```text
//!   _1 = a_5(D) + 3;                      _1 = a_5(D) * 2;
//!   _2 = b_6(D) - _1;                =>   _7 = b_6(D) + 4294967290;
//!   _3 = a_5(D) + 3;                      ...
//!   _4 = _2 - _3;                         _4 = _7 - _1;
//! ```
//!
//! Where an operation is associative and commutative in its type (unsigned arithmetic, bit operations, minimum and maximum,
//! floating point under `-fassociative-math`) the operands of a tree of it are gathered in a list (`chains`) and sorted
//! by rank (`ranks`): constants last, what is computed latest first. Neighbours then cancel, merge and fold
//! (`operands`), common factors are taken out (`undistribute`), repeated ones become powers (`powers`), constant ones go
//! into numbers that have another's sign (`copysign`), and tests of the same value become one, across blocks as well
//! (`range_tests`). What is left is put back into the statements of the tree (`rewrite`). Differences become sums of
//! negated values before, and those that are left become differences again afterwards. After Muchnick and GCC's
//! `tree-ssa-reassoc.cc`. Linear but for sorting; how far operands are compared with one another is limited.

mod chains;
mod copysign;
mod operands;
mod place;
mod powers;
mod range_tests;
mod ranks;
mod rewrite;
mod undistribute;

use dumps::putln;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::TypeId;
use operands::Entry;
use place::Places;
use ranks::Ranks;
use rustc_hash::FxHashSet;
use std::fmt::Write;
use tree_ssa::analyses::scev::expr::Exprs;
use tree_ssa::dump_text;
use tree_ssa::edit::Cursor;
use tree_ssa::graph::analyses;
use tree_ssa::graph::analyses::PostDominators;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops::dump_loops;
use tree_ssa::graph::natural_loops::ensure_loops;

/// `reassoc` for the pass table.
pub const PASS: Pass = Pass::tree("reassoc", execute)
    .gate(|options, _| options.on(Flag::TreeReassoc))
    .requires(Prop::CFG_SSA)
    .follows(&[("dom", "values known to be equal are operands of one name")]);

/// The instance that makes powers of repeated factors; the later one prefers what loops carry to be added last.
const EARLY: u32 = 1;

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    ensure_loops(f);
    dump_loops(f, &mut cx.dump);
    let early = cx.pass.instance == EARLY;
    let tree = analyses::analysis::<Dominators>(f);
    let after = analyses::analysis::<PostDominators>(f);
    let places = Places::of(f, &tree);
    let mut pass = Reassoc {
        early,
        ranks: Ranks::default(),
        places,
        visited: FxHashSet::default(),
        negated: Vec::new(),
        entries: 0,
        exprs: Exprs::default(),
        branches: Vec::new(),
        cleanup: false,
        cx,
        f,
    };
    for &block in tree.preorder() {
        pass.break_up_differences(block);
    }
    pass.ranks = Ranks::of(pass.cx, pass.f, early);
    for &block in after.preorder() {
        pass.look_at_block(block);
    }
    // Loops that are never left lead to no end.
    for &block in tree.preorder().iter().filter(|&&block| !after.contains(block)) {
        pass.look_at_block(block);
    }
    pass.restore_differences();
    pass.make_branches();
    let cleanup = pass.cleanup;
    if cleanup { Todo::CLEANUP_CFG } else { Todo::NONE }
}

struct Reassoc<'a, 'c> {
    cx: &'a mut PassContext<'c>,
    f: &'a mut Function,
    early: bool,
    ranks: Ranks,
    places: Places<'a>,
    /// Statements that are part of a tree that has been looked at.
    visited: FxHashSet<StmtId>,
    /// Negated values that differences may be made of.
    negated: Vec<SsaName>,
    /// Entries made so far.
    entries: u32,
    /// What range tests ask for, before it is statements.
    exprs: Exprs,
    /// Truth values that say that a word may not be shifted: branches are to be made of them.
    branches: Vec<SsaName>,
    /// Whether a condition has become constant.
    cleanup: bool,
}

/// Whether operations of a code may be done in any order (`associative_tree_code`).
fn is_associative(code: TreeCode) -> bool {
    use TreeCode::*;
    matches!(code, BitIor | BitAnd | BitXor | Plus | Mult | Min | Max)
}

/// What an operation of two operands computes.
#[derive(Clone, Copy)]
struct Binary {
    lhs: SsaName,
    code: TreeCode,
    args: [Operand; 2],
}

impl Reassoc<'_, '_> {
    /// The operation of two operands that a statement is.
    fn binary(&self, stmt: StmtId) -> Option<Binary> {
        match self.f.stmts[stmt].kind {
            StmtKind::Assign { lhs: Operand::Ssa(lhs), code, rhs }
                if rhs[1].is_some() && rhs[2].is_none() =>
            {
                Some(Binary { lhs, code, args: [rhs[0], rhs[1]] })
            }
            _ => None,
        }
    }

    fn definition(&self, op: Operand) -> Option<StmtId> {
        self.f.names[op.ssa()?].def.expand()
    }

    /// Whether sums and products of a type may be computed in any order (`can_reassociate_type_p`).
    fn wraps(&self, ty: TypeId) -> bool {
        let types = &self.cx.unit.types;
        let element = types.element(ty).unwrap_or(ty);
        if types.is_integral(element) {
            return types.is_unsigned(element) || self.cx.options.on(Flag::Wrapv);
        }
        let options = self.cx.options;
        types.is_real(element)
            && options.on(Flag::AssociativeMath)
            && !options.on(Flag::TrappingMath)
            && !options.on(Flag::SignedZeros)
    }

    /// Whether an operand may move (`can_reassociate_op_p`): what must stay where it is may not, nor what is defined where
    /// nothing can stand after it.
    fn may_move(&self, op: Operand) -> bool {
        let Operand::Ssa(name) = op else { return true };
        let ends = |stmt| tree_ssa::edit::cfg_edit::ends_block(self.cx.unit, self.f, stmt);
        !self.f.names[name].has(NameFlags::ABNORMAL)
            && !self
                .definition(op)
                .is_some_and(|def| ends(def) || self.f.stmt_info[def].pad.is_some())
    }

    /// Looks at a block's statements, the last first (`reassociate_bb`).
    fn look_at_block(&mut self, block: BlockId) {
        self.join_blocks(block);
        let mut at = self.f.last_stmt(block);
        while let Some(stmt) = at {
            self.look_at(stmt);
            at = self.f.stmts[stmt].prev.expand();
            // What was part of a tree, or of a test, may have become superfluous.
            if let StmtKind::Assign { lhs: Operand::Ssa(name), .. } = self.f.stmts[stmt].kind
                && self.f.has_zero_uses(name)
                && self.visited.contains(&stmt)
            {
                self.f.remove_stmt(stmt);
            }
        }
    }

    fn look_at(&mut self, stmt: StmtId) {
        let Some(root) = self.binary(stmt) else { return };
        let ty = self.f.names[root.lhs].ty;
        use TreeCode::*;
        let always = matches!(root.code, BitIor | BitAnd | BitXor | Min | Max);
        if self.visited.contains(&stmt)
            || self.f.stmt_info[stmt].pad.is_some()
            || !is_associative(root.code)
            || !always && !self.wraps(ty)
            || !root.args.iter().all(|&op| self.may_move(op))
            || self.f.has_zero_uses(root.lhs)
        {
            return;
        }
        let mut list = self.linearize(stmt, true, true);
        self.sort(&mut list);
        let length = list.len();
        self.simplify(root.code, &mut list);
        if self.undistribute(root.code, &mut list, stmt) {
            self.sort(&mut list);
            self.simplify(root.code, &mut list);
        }
        if root.code == Plus && self.add_to_multiply(stmt, &mut list) {
            self.sort(&mut list);
        }
        let scalar = self.cx.unit.types.is_integral(ty);
        if scalar && list.len() > 1 {
            self.join_operands(root.code, &mut list);
        }
        if root.code == Mult && list.len() > 1 {
            self.multiply_copysign(&mut list);
        }
        let power = match root.code {
            Mult if self.early && (scalar || self.power_function(ty).is_some()) => {
                self.repeated_factors(stmt, &mut list)
            }
            _ => None,
        };
        let negative = root.code == Mult && list.len() > 1 && self.ends_in_minus_one(&list);
        if negative {
            list.pop();
        }
        self.put_back(stmt, list, length, power, negative);
    }

    fn ends_in_minus_one(&self, list: &[Entry]) -> bool {
        let Some(last) = list.last().and_then(|entry| entry.op.constant()) else { return false };
        let ty = self.cx.unit.consts[last].ty;
        if self.cx.unit.types.is_real(ty) {
            let minus_one = gimple::constant::RealBits::from_f64(-1.0);
            return self.cx.unit.consts.as_real(last) == Some(minus_one);
        }
        gimple::fold_const::is_all_ones(self.cx.unit, last)
    }

    /// The tree at `stmt` now computes what the list says, times `power` and negated (`reassociate_bb`).
    fn put_back(
        &mut self,
        stmt: StmtId,
        mut list: Vec<Entry>,
        length: usize,
        power: Option<SsaName>,
        negative: bool,
    ) {
        let Some(root) = self.binary(stmt) else { return };
        let ty = self.f.names[root.lhs].ty;
        let apart = power.is_some() || negative;
        use TreeCode::*;
        let rest = match list.len() {
            0 => None,
            1 => {
                if let Some(needed) = list[0].to_insert {
                    self.insert_before_use(stmt, needed);
                }
                Some(list[0].op)
            }
            count => {
                let bits = matches!(root.code, BitAnd | BitIor | BitXor);
                if count > 2 && bits && list[count - 1].op.constant().is_some() {
                    // `(x & y) & c` is more likely to be a test of bits than `(x & c) & y`.
                    list.swap(0, count - 1);
                }
                if count >= 3 {
                    self.pair_last(&mut list, stmt);
                }
                let lhs = self.rewrite(stmt, &list, apart, count != length);
                if !apart {
                    return;
                }
                Some(Operand::Ssa(lhs))
            }
        };
        let (code, args) = match (rest, power) {
            (Some(rest), Some(power)) if negative => {
                let name = self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
                let args = [Operand::Ssa(power), rest];
                let product = self.make(stmt, name, Mult, args);
                self.insert_before(stmt, product);
                (Negate, [Operand::Ssa(name), Operand::None])
            }
            (Some(rest), Some(power)) if list.len() == 1 => (Mult, [rest, Operand::Ssa(power)]),
            (Some(rest), Some(power)) => (Mult, [Operand::Ssa(power), rest]),
            (Some(rest), None) if negative => (Negate, [rest, Operand::None]),
            (None, Some(power)) if negative => (Negate, [Operand::Ssa(power), Operand::None]),
            (Some(only), None) => (Single, [only, Operand::None]),
            (None, Some(power)) => (Single, [Operand::Ssa(power), Operand::None]),
            (None, None) => return,
        };
        self.transform(stmt, code, args);
    }

    /// Makes a statement another operation of the same result; what only it used goes.
    fn transform(&mut self, stmt: StmtId, code: TreeCode, args: [Operand; 2]) {
        self.say_stmt("Transforming ", stmt);
        let before = self.binary(stmt).map(|it| it.args[0]);
        if let StmtKind::Assign { code: old, rhs, .. } = &mut self.f.stmts[stmt].kind {
            (*old, *rhs) = (code, [args[0], args[1], Operand::None]);
        }
        self.f.update_stmt(self.cx.unit, stmt);
        if let Some(before) = before {
            self.remove_unused_chain(before);
        }
        self.say_stmt(" into ", stmt);
    }

    /// Removes statements of trees nobody uses, along their first operands (`remove_visited_stmt_chain`).
    fn remove_unused_chain(&mut self, op: Operand) {
        let mut at = op;
        while let Some(def) = self.definition(at)
            && at.ssa().is_some_and(|name| self.f.has_zero_uses(name))
            && self.visited.contains(&def)
            && self.f.stmts[def].block.is_some()
        {
            let StmtKind::Assign { rhs, .. } = self.f.stmts[def].kind else { return };
            at = rhs[0];
            self.f.remove_stmt(def);
        }
    }

    /// A new statement, in no block yet, of a tree that has been looked at.
    fn make(&mut self, like: StmtId, lhs: SsaName, code: TreeCode, args: [Operand; 2]) -> StmtId {
        let mut at = Cursor::nowhere().like(self.f, like);
        let stmt = at.assign(self.cx.unit, self.f, Operand::Ssa(lhs), code, args);
        self.visited.insert(stmt);
        stmt
    }

    /// Writes a statement after a text, where details are asked for.
    fn say_stmt(&mut self, what: &str, stmt: StmtId) {
        if self.cx.dump.details() {
            let text = dump_text::stmt(self.cx.unit, self.f, stmt);
            putln!(self.cx.dump, "{what}{text}");
        }
    }

    /// Writes a line, where details are asked for; each `%` stands for the next operand.
    fn say(&mut self, line: &str, ops: &[Operand]) {
        if !self.cx.dump.details() {
            return;
        }
        let mut ops = ops.iter();
        let mut text = String::new();
        for part in line.split_inclusive('%') {
            text.push_str(part.trim_end_matches('%'));
            if let (true, Some(&op)) = (part.ends_with('%'), ops.next()) {
                text.push_str(&dump_text::operand(self.cx.unit, self.f, op));
            }
        }
        putln!(self.cx.dump, "{text}");
    }
}
