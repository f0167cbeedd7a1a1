//! Folding of GIMPLE: given a code and operands, a simpler code and operands that compute the same (`gimple_simplify`),
//! and whole statements folded in place (`fold_stmt`).
//!
//! ```text
//!   _2 = _1 + 3;   _3 = _2 - 3;        =>   _3 = _1;
//!   _4 = a_1 < b_2;  if (_4 != 0)      =>   if (a_1 < b_2)
//! ```
//!
//! A pass says through a [`Valueize`] what it knows of each SSA name: its value, and whether its definition may be looked
//! at. A result is always one operation on operands that exist: folding makes no statements.

mod arith;
mod bits;
mod compare;
mod convert;
mod stmt;

use gimple::code::TreeCode;
use gimple::fold_const;
use gimple::function::Function;
use gimple::options::Options;
use gimple::ssa::SsaName;
use gimple::stmt::StmtKind;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
pub use stmt::{
    fold_stmt, fold_stmt_inplace, memory_constant, replace_with, simplify_stmt, simplify_stmt_with,
};

/// An operation, or with code [`TreeCode::Single`] a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expr {
    pub code: TreeCode,
    pub ty: TypeId,
    pub ops: [Operand; 3],
}

impl Expr {
    /// A value as it is.
    pub fn value(ty: TypeId, op: Operand) -> Expr {
        Expr { code: TreeCode::Single, ty, ops: [op, Operand::None, Operand::None] }
    }

    /// The value, if no operation is left.
    pub fn as_value(&self) -> Option<Operand> {
        (self.code == TreeCode::Single).then_some(self.ops[0])
    }
}

/// What a pass knows of an SSA name: the value it has now, itself if nothing better, or `None` if its definition is
/// not to be looked at.
pub type Valueize<'a> = dyn Fn(SsaName) -> Option<Operand> + 'a;

/// Looks through every name to its definition as it stands.
pub fn follow_all(name: SsaName) -> Option<Operand> {
    Some(Operand::Ssa(name))
}

/// What simplification reads.
pub struct Simplifier<'a> {
    pub unit: &'a mut Unit,
    pub f: &'a Function,
    pub options: &'a Options,
    pub valueize: &'a Valueize<'a>,
}

/// Simplifications of simplifications that are tried.
const MAX_ROUNDS: u32 = 12;

impl Simplifier<'_> {
    /// A simpler form of `code` on `ops`, or `None`. Operands are valueized first; that alone counts as a result only
    /// where it makes the operation fold.
    pub fn simplify(&mut self, code: TreeCode, ty: TypeId, ops: [Operand; 3]) -> Option<Expr> {
        let mut expr = Expr { code, ty, ops: ops.map(|op| self.value_of(op)) };
        let mut changed = self.canonicalize(&mut expr);
        for _ in 0..MAX_ROUNDS {
            let Some(simpler) = self.step(&expr) else { break };
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

    /// Constants second, older names first. Returns whether operands changed places.
    fn canonicalize(&self, expr: &mut Expr) -> bool {
        let swapped = expr.code.is_comparison() || expr.code.is_commutative();
        if !swapped || !self.should_swap(expr.ops[0], expr.ops[1]) {
            return false;
        }
        expr.ops.swap(0, 1);
        if expr.code.is_comparison() {
            expr.code = expr.code.swap_comparison();
        }
        true
    }

    /// Whether `b` should come before `a` (`tree_swap_operands_p`).
    fn should_swap(&self, a: Operand, b: Operand) -> bool {
        should_swap_operands(self.unit, a, b)
    }

    fn step(&mut self, expr: &Expr) -> Option<Expr> {
        if let Some(constant) = self.fold_constants(expr) {
            return Some(Expr::value(expr.ty, constant));
        }
        use TreeCode::*;
        match expr.code {
            Nop | Float | FixTrunc | ViewConvert => self.convert(expr),
            Negate | Abs | Absu | BitNot | TruthNot | Conj | Realpart | Imagpart | Paren => {
                self.unary(expr)
            }
            Plus | Minus | Mult | PointerPlus | PointerDiff | TruncDiv | ExactDiv | TruncMod
            | Rdiv | Min | Max => self.arithmetic(expr),
            BitAnd | BitIor | BitXor | Lshift | Rshift | Lrotate | Rrotate => self.bitwise(expr),
            Cond => self.conditional(expr),
            code if code.is_comparison() => self.comparison(expr),
            _ => None,
        }
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
            Operand::Ssa(name) => (self.valueize)(name).unwrap_or(op),
            _ => op,
        }
    }

    /// The operation that defines an operand, its own operands valueized.
    pub fn def(&self, op: Operand) -> Option<Expr> {
        let Operand::Ssa(name) = op else { return None };
        (self.valueize)(name)?;
        let def = self.f.names[name].def.expand()?;
        let StmtKind::Assign { code, rhs, .. } = self.f.stmts[def].kind else { return None };
        Some(Expr { code, ty: self.f.names[name].ty, ops: rhs.map(|op| self.value_of(op)) })
    }

    /// The definition, if it has this code.
    pub fn def_as(&self, op: Operand, code: TreeCode) -> Option<Expr> {
        self.def(op).filter(|expr| expr.code == code)
    }

    /// Whether an operand is used nowhere else.
    pub fn single_use(&self, op: Operand) -> bool {
        op.ssa().is_none_or(|name| self.f.has_single_use(name))
    }

    /// The value of an integer constant.
    pub fn int(&self, op: Operand) -> Option<i128> {
        self.unit.as_int(op)
    }

    /// The type of an operand.
    pub fn type_of(&self, op: Operand) -> TypeId {
        self.unit.type_of(self.f, op)
    }

    fn constant(&mut self, ty: TypeId, value: i128) -> Expr {
        Expr::value(ty, Operand::Const(fold_const::splat(self.unit, ty, value)))
    }

    fn zero(&mut self, ty: TypeId) -> Expr {
        Expr::value(ty, Operand::Const(fold_const::zero(self.unit, ty)))
    }

    fn binary(&self, code: TreeCode, ty: TypeId, a: Operand, b: Operand) -> Option<Expr> {
        Some(Expr { code, ty, ops: [a, b, Operand::None] })
    }

    fn unary_expr(&self, code: TreeCode, ty: TypeId, a: Operand) -> Option<Expr> {
        Some(Expr { code, ty, ops: [a, Operand::None, Operand::None] })
    }

    fn is_zero(&self, op: Operand) -> bool {
        op.constant().is_some_and(|id| fold_const::is_zero(self.unit, id))
    }

    fn is_one(&self, op: Operand) -> bool {
        op.constant().is_some_and(|id| fold_const::is_one(self.unit, id))
    }

    fn is_all_ones(&self, op: Operand) -> bool {
        op.constant().is_some_and(|id| fold_const::is_all_ones(self.unit, id))
    }

    fn is_integral(&self, ty: TypeId) -> bool {
        self.unit.types.is_integral(ty)
    }

    fn is_unsigned(&self, ty: TypeId) -> bool {
        self.unit.types.is_unsigned(ty)
    }

    /// Whether the type has floating-point values, complex and vectors included.
    fn is_float(&self, ty: TypeId) -> bool {
        let mut ty = ty;
        while let Some(element) = self.unit.types.element(ty) {
            ty = element;
        }
        self.unit.types.is_real(ty)
    }

    /// Whether overflow wraps around.
    fn wraps(&self, ty: TypeId) -> bool {
        use gimple::option_data::Flag;
        self.unit.types.is_unsigned(ty) || self.options.on(Flag::Wrapv)
    }

    /// Whether overflow has no defined result.
    fn overflow_undefined(&self, ty: TypeId) -> bool {
        use gimple::option_data::Flag;
        self.is_integral(ty) && !self.wraps(ty) && !self.options.on(Flag::Trapv)
    }

    fn same_type(&self, a: TypeId, b: TypeId) -> bool {
        crate::scalar::types_compatible::useless_type_conversion(self.unit, a, b)
    }

    /// `code` of two integer constants in `ty`, without overflow.
    fn exact(&mut self, code: TreeCode, ty: TypeId, a: Operand, b: Operand) -> Option<Operand> {
        let id = fold_const::const_binop(self.unit, code, ty, a.constant()?, b.constant()?)?;
        (!self.unit.consts[id].overflow).then_some(Operand::Const(id))
    }

    /// As [`Self::exact`], wrapped around where it overflows.
    fn wrapped(&mut self, code: TreeCode, ty: TypeId, a: Operand, b: Operand) -> Option<Operand> {
        let id = fold_const::const_binop(self.unit, code, ty, a.constant()?, b.constant()?)?;
        Some(Operand::Const(fold_const::drop_overflow(self.unit, id)))
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
    let invariant = |op: Operand| unit.addressed(op).is_some();
    match (a, b) {
        (Operand::Ssa(x), Operand::Ssa(y)) => x > y,
        (Operand::Ssa(_), _) if invariant(b) => false,
        (_, Operand::Ssa(_)) if invariant(a) => true,
        (_, Operand::Ssa(_)) => false,
        (Operand::Ssa(_), _) => true,
        _ => false,
    }
}
