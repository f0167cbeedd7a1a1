//! Folding of GIMPLE: given a code and operands, a simpler code and operands that compute the same (`gimple_simplify`),
//! and whole statements folded in place (`fold_stmt`). What is simpler stands in the table of rules (`rules/table`); what
//! concerns addresses, which are no algebra, in `address`.
//!
//! ```text
//!   _2 = _1 + 3;   _3 = _2 - 3;        =>   _3 = _1;
//!   _4 = a_1 < b_2;  if (_4 != 0)      =>   if (a_1 < b_2)
//! ```
//!
//! A pass says through a [`Valueize`] what it knows of each SSA name: its value, and whether its definition may be looked
//! at. A result is one operation; its operands exist already, unless the caller takes those that are made ([`Simplifier::making`]).

pub mod address;
mod bit_calls;
mod initializer;
mod stmt;
mod subject;

use crate::dump_text;
use dumps::putln;
use gimple::code::TreeCode;
use gimple::fold_const;
use gimple::function::Function;
use gimple::options::Options;
use gimple::pass::PassContext;
use gimple::simplify::simplify_gimple;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::stmt::StmtKind;
use gimple::tree::{Operand, TreeKind};
use gimple::typed_subject::TypedSubject;
use gimple::types::TypeId;
use gimple::unit::Unit;
pub use initializer::{
    constant_of_bits, may_be_constant, memory_constant, scalar_in, variable_constant,
};
use std::fmt::Write;
pub use stmt::{
    Simplified, build_before, fold_stmt, fold_stmt_inplace, fold_stmt_with_sources, replace_with,
    simplify_choice, simplify_stmt, simplify_stmt_with,
};

/// An operation, or with code [`TreeCode::Single`] a value.
pub type Expr = gimple::simplify::Expr<Operand, TypeId>;

/// What a pass knows of an SSA name: the value it has now, itself if nothing better, or `None` if its definition is
/// not to be looked at.
pub type Valueize<'a> = dyn Fn(SsaName) -> Option<Operand> + 'a;

/// Looks through every name to its definition as it stands.
pub fn follow_all(name: SsaName) -> Option<Operand> {
    Some(Operand::Ssa(name))
}

/// What simplification reads, and the operations it makes.
pub struct Simplifier<'a> {
    pub unit: &'a mut Unit,
    pub f: &'a Function,
    pub options: &'a Options,
    pub valueize: &'a Valueize<'a>,
    /// Operations of which the result is made, in order. Number `n` has the name after all names of the function by `n`.
    made: Vec<Expr>,
    /// Whether operations may be made.
    making: bool,
    /// Operations of operations that are being simplified.
    depth: u32,
}

/// Simplifications of simplifications that are tried.
const MAX_ROUNDS: u32 = 12;

/// Nesting of operations that rules make.
const MAX_DEPTH: u32 = 6;

impl<'a> Simplifier<'a> {
    /// A simplifier that finds what can be said with values there are.
    pub fn new(
        unit: &'a mut Unit,
        f: &'a Function,
        options: &'a Options,
        valueize: &'a Valueize<'a>,
    ) -> Simplifier<'a> {
        Simplifier { unit, f, options, valueize, made: Vec::new(), making: false, depth: 0 }
    }

    /// The same, allowed to make operations.
    pub fn making(self) -> Simplifier<'a> {
        Simplifier { making: true, ..self }
    }

    /// The operations that were made.
    fn into_made(self) -> Vec<Expr> {
        self.made
    }

    /// A simpler form of `code` on `ops`, or `None`. Operands are valueized first; that alone counts as a result only
    /// where it makes the operation fold.
    pub fn simplify(&mut self, code: TreeCode, ty: TypeId, ops: [Operand; 3]) -> Option<Expr> {
        let mut expr = Expr { code, ty, ops: self.values_of(ops) };
        let mut changed = self.canonicalize(&mut expr);
        for _ in 0..MAX_ROUNDS {
            let before = self.made.len();
            let Some(simpler) = self.step(&expr) else {
                self.made.truncate(before);
                break;
            };
            if simpler == expr {
                break;
            }
            expr = simpler;
            changed = true;
            if expr.code == TreeCode::Single {
                break;
            }
            self.canonicalize(&mut expr);
        }
        changed.then_some(expr)
    }

    /// One comparison of what there is already, or a constant, for that two comparisons hold, as the table of rules has it.
    pub fn both_hold(
        &mut self,
        ty: TypeId,
        (first, a): (TreeCode, [Operand; 3]),
        (second, b): (TreeCode, [Operand; 3]),
    ) -> Option<Expr> {
        let before = self.f.names.len();
        let first = self.build(first, ty, a)?;
        let second = self.build(second, ty, b)?;
        let merged = self.simplify(TreeCode::BitAnd, ty, [first, second, Operand::None])?;
        let merged = match merged.as_value() {
            Some(Operand::Const(_)) => return Some(merged),
            Some(Operand::Ssa(name)) => *self.made(name)?,
            Some(_) => return None,
            None => merged,
        };
        let is_there = |op: Operand| op.ssa().is_none_or(|name| (name.0 as usize) < before);
        (merged.code.is_comparison() && merged.ops.iter().all(|&op| is_there(op))).then_some(merged)
    }

    /// Constants second, older names first. Returns whether operands changed places.
    fn canonicalize(&self, expr: &mut Expr) -> bool {
        let swapped = expr.code.is_comparison() || expr.code.is_commutative();
        if !swapped || !should_swap_operands(self.unit, expr.ops[0], expr.ops[1]) {
            return false;
        }
        expr.ops.swap(0, 1);
        if expr.code.is_comparison() {
            expr.code = expr.code.swap_comparison();
        }
        true
    }

    /// A choice by a comparison inside the operand, which is a value of its own in what it becomes.
    fn choice_by_tree(&mut self, expr: &Expr) -> Option<Expr> {
        let [condition, yes, no] = expr.ops;
        let TreeKind::Expr { code, args } = *self.unit.trees.kind(condition.tree()?) else {
            return None;
        };
        let (boolean, ops) = (self.unit.common.bool_, [args[0], args[1], Operand::None]);
        let compared = self.build(code, boolean, ops)?;
        if let Some(known) = self.int(compared) {
            return Some(Expr::value(expr.ty, if known != 0 { yes } else { no }));
        }
        let simpler = simplify_gimple(self, &Expr { ops: [compared, yes, no], ..*expr })?;
        (simpler.code != TreeCode::Cond).then_some(simpler)
    }

    fn step(&mut self, expr: &Expr) -> Option<Expr> {
        if let Some(constant) = self.fold_constants(expr) {
            return Some(Expr::value(expr.ty, constant));
        }
        if expr.code == TreeCode::Cond && expr.ops[0].tree().is_some() {
            return self.choice_by_tree(expr);
        }
        if self.needs_quotient(expr) {
            return None;
        }
        simplify_gimple(self, expr)
            .or_else(|| self.address_rules(expr))
            .or_else(|| self.bit_call_rules(expr))
    }

    /// Whether a quotient is divided by a number by which its rest is wanted as well: both take one division, as long as they
    /// are of one number (`optimize_successive_divisions_p`).
    fn needs_quotient(&self, expr: &Expr) -> bool {
        let (TreeCode::TruncDiv, Operand::Ssa(name)) = (expr.code, expr.ops[0]) else {
            return false;
        };
        let by = expr.ops[1];
        by.constant().is_some()
            && self.def(expr.ops[0]).is_some_and(|inner| inner.code == TreeCode::TruncDiv)
            && self.f.imm_uses(name).any(|node| match self.f.stmts[node.stmt].kind {
                StmtKind::Assign { code, rhs, .. } => {
                    code == TreeCode::TruncMod && rhs[0] == expr.ops[0] && rhs[1] == by
                }
                _ => false,
            })
    }

    fn fold_constants(&mut self, expr: &Expr) -> Option<Operand> {
        let id = match expr.code.arity() {
            1 if expr.code != TreeCode::Single => {
                let a = expr.ops[0].constant()?;
                fold_const::const_unop(self.unit, expr.code, expr.ty, a)?
            }
            2 => {
                let (a, b) = (expr.ops[0].constant()?, expr.ops[1].constant()?);
                if expr.code.is_comparison() {
                    fold_const::const_compare(self.unit, expr.code, expr.ty, a, b)?
                } else {
                    fold_const::const_binop(self.unit, expr.code, expr.ty, a, b)?
                }
            }
            _ => return None,
        };
        Some(Operand::Const(fold_const::drop_overflow(self.unit, id)))
    }

    // What the rules ask.

    /// What an operand is known to be.
    pub fn value_of(&self, op: Operand) -> Operand {
        match op {
            Operand::Ssa(name) if self.made(name).is_none() => (self.valueize)(name).unwrap_or(op),
            _ => op,
        }
    }

    fn values_of(&self, ops: [Operand; 3]) -> [Operand; 3] {
        let [a, b, c] = ops;
        [self.value_of(a), self.value_of(b), self.value_of(c)]
    }

    /// The operation after a name that has been made here.
    fn made(&self, name: SsaName) -> Option<&Expr> {
        self.made.get((name.0 as usize).checked_sub(self.f.names.len())?)
    }

    /// The operation that defines an operand, its own operands valueized.
    pub fn def(&self, op: Operand) -> Option<Expr> {
        let Operand::Ssa(name) = op else { return None };
        if let Some(made) = self.made(name) {
            return Some(*made);
        }
        (self.valueize)(name)?;
        let def = self.f.names[name].def.expand()?;
        let StmtKind::Assign { code, rhs, .. } = self.f.stmts[def].kind else { return None };
        if code == TreeCode::Single {
            return self.part_of_complex(rhs[0], self.f.names[name].ty);
        }
        Some(Expr { code, ty: self.f.names[name].ty, ops: self.values_of(rhs) })
    }

    /// A part of a complex number in a register, which is written as a reference is.
    fn part_of_complex(&self, op: Operand, ty: TypeId) -> Option<Expr> {
        let (code, whole) = match *self.unit.trees.kind(op.tree()?) {
            TreeKind::Realpart(whole @ Operand::Ssa(_)) => (TreeCode::Realpart, whole),
            TreeKind::Imagpart(whole @ Operand::Ssa(_)) => (TreeCode::Imagpart, whole),
            _ => return None,
        };
        Some(Expr { code, ty, ops: [self.value_of(whole), Operand::None, Operand::None] })
    }

    /// The value of an integer constant.
    fn int(&self, op: Operand) -> Option<i128> {
        self.unit.as_int(op)
    }

    fn is_zero(&self, op: Operand) -> bool {
        op.constant().is_some_and(|id| fold_const::is_zero(self.unit, id))
    }

    fn constant(&mut self, ty: TypeId, value: i128) -> Operand {
        Operand::Const(fold_const::splat(self.unit, ty, value))
    }
}

/// Whether `b` should come before `a` in a commutative operation or comparison (`tree_swap_operands_p`).
pub fn should_swap_operands(unit: &Unit, a: Operand, b: Operand) -> bool {
    let constant = |op: Operand| op.constant().is_some();
    if constant(b) {
        return false;
    }
    if constant(a) {
        return true;
    }
    match (a, b) {
        (Operand::Ssa(x), Operand::Ssa(y)) => x > y,
        _ if is_fixed_address(unit, b) => false,
        _ if is_fixed_address(unit, a) => true,
        // Names come last, after addresses that depend on the frame too.
        (_, Operand::Ssa(_)) => false,
        (Operand::Ssa(_), _) => true,
        _ => false,
    }
}

/// Whether an operand is an address that is the same in the whole run of the program.
fn is_fixed_address(unit: &Unit, op: Operand) -> bool {
    let Some(object) = unit.addressed(op) else { return false };
    let mut names = false;
    unit.for_each_ssa(object, &mut |_| names = true);
    !names
        && match unit.trees.base_address(object) {
            Operand::Decl(decl) => unit.decls[decl].is_global(),
            Operand::Const(_) => true,
            _ => false,
        }
}

/// Says under `-details` what folding made of a statement.
pub fn say_folded(cx: &mut PassContext<'_>, f: &Function, stmt: StmtId, before: &StmtKind) {
    if !cx.dump.details() || same_but_swapped(before, &f.stmts[stmt].kind) {
        return;
    }
    let text = match f.stmts[stmt].kind {
        StmtKind::Cond { code, lhs, rhs, .. } => {
            let (a, b) = (dump_text::operand(cx.unit, f, lhs), dump_text::operand(cx.unit, f, rhs));
            format!("if ({a} {} {b})", code.symbol().unwrap_or("?"))
        }
        _ => dump_text::stmt(cx.unit, f, stmt),
    };
    putln!(cx.dump, "gimple_simplified to {text}");
}

/// Whether only the order of operands changed, of which nothing is said.
pub fn same_but_swapped(before: &StmtKind, after: &StmtKind) -> bool {
    match (before, after) {
        (
            StmtKind::Assign { code: a, rhs: [p, q, _], .. },
            StmtKind::Assign { code: b, rhs: [r, s, _], .. },
        ) => {
            let same = if a.is_comparison() { a.swap_comparison() == *b } else { a == b };
            same && p == s && q == r
        }
        (
            StmtKind::Cond { code: a, lhs: p, rhs: q, .. },
            StmtKind::Cond { code: b, lhs: r, rhs: s, .. },
        ) => a.swap_comparison() == *b && p == s && q == r,
        _ => true,
    }
}
