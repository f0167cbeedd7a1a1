//! Products of two words whose factors are one word each, extended (`convert_mult_to_widen`).
//!
//! The machine multiplies words to the lower or the upper word of the product, by the signs of the factors. A factor that
//! is narrower than a word is extended to one. The extensions to two words stay for whoever else needs them.

use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use tree_ssa::edit;
use tree_ssa::edit::Cursor;

/// A factor before it was extended, of some type; none of a constant, which takes the other's.
type Factor = (Operand, Option<TypeId>);

/// Makes a product a widening one, if it can be.
pub fn convert(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) -> bool {
    let StmtKind::Assign { lhs, code: TreeCode::Mult, rhs } = f.stmts[stmt].kind else {
        return false;
    };
    let unit = &mut *cx.unit;
    let ty = unit.type_of(f, lhs);
    let word = unit.target.word_bits;
    let doubled = unit.types.is_integral(ty) && unit.types.precision(ty) == Some(2 * word);
    if !doubled || unit.overflow_traps(ty) {
        return false;
    }
    let (Some(first), Some(second)) = (factor(unit, f, rhs[0]), factor(unit, f, rhs[1])) else {
        return false;
    };
    let Some(mut factors) = typed(unit, first, second) else { return false };
    let bits = |unit: &Unit, ty| unit.types.precision(ty).unwrap_or(0);
    if bits(unit, factors[0].1) < bits(unit, factors[1].1) {
        factors.swap(0, 1);
    }
    let made = factors.map(|(op, ty)| {
        if bits(unit, ty) == word {
            return op;
        }
        let wide = unit.types.nonstandard_integer(word as u16, unit.types.is_unsigned(ty));
        match unit.as_int(op) {
            Some(value) => unit.int(wide, value),
            None => Cursor::before(stmt).temporary(unit, f, wide, TreeCode::Nop, [op]),
        }
    });
    edit::set_rhs(unit, f, stmt, TreeCode::WidenMult, made);
    true
}

/// What a factor is extended from, if that has no more than a word (`is_widening_mult_rhs_p`).
fn factor(unit: &Unit, f: &Function, op: Operand) -> Option<Factor> {
    let Operand::Ssa(name) = op else { return unit.as_int(op).map(|_| (op, None)) };
    let StmtKind::Assign { code: TreeCode::Nop, rhs, .. } =
        f.stmts[f.names[name].def.expand()?].kind
    else {
        return None;
    };
    let ty = unit.type_of(f, rhs[0]);
    let TypeKind::Integer { precision, .. } = *unit.types.kind(ty) else { return None };
    let kept =
        rhs[0].ssa().is_some_and(|name| !f.names[name].has(gimple::ssa::NameFlags::ABNORMAL));
    (kept && u32::from(precision) <= unit.target.word_bits).then_some((rhs[0], Some(ty)))
}

/// The two with the types they are multiplied in: a constant has to fit that of the other.
fn typed(unit: &mut Unit, first: Factor, second: Factor) -> Option<[(Operand, TypeId); 2]> {
    let mut constant = |op: Operand, ty: TypeId| {
        let value = unit.as_int(op)?;
        (unit.types.wrap(ty, value) == value).then(|| (unit.int(ty, value), ty))
    };
    match (first.1, second.1) {
        (Some(a), Some(b)) => Some([(first.0, a), (second.0, b)]),
        (Some(a), None) => Some([(first.0, a), constant(second.0, a)?]),
        (None, Some(b)) => Some([constant(first.0, b)?, (second.0, b)]),
        (None, None) => None,
    }
}
