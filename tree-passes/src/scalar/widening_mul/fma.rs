//! Products of floating-point numbers that are added to something: the two operations become one with one rounding
//! (`convert_mult_to_fma`).
//!
//! ```text
//! _1 = a_2(D) * b_3(D);
//! _5 = _1 + c_4(D);          =>     _5 = .FMA (a_2(D), b_3(D), c_4(D));
//! ```
//!
//! That is done if all uses of the product are sums in its block, so that the multiplication goes. A negation between
//! the two is taken in. Linear in uses.

use dumps::putln;
use gimple::aside::Aside;
use gimple::code::TreeCode;
use gimple::fold_const;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::stmt::{Call, Callee, InternalFn, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::{RealFormat, TypeId, TypeKind};
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::dump_text;

/// Fuses a product with the sums it is in, if it is one; returns how many there are. The product, and the negations
/// between, are `dead` then.
pub fn convert(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    stmt: StmtId,
    dead: &mut Vec<StmtId>,
) -> u64 {
    let sums = product(cx.unit, f, stmt).and_then(|result| sums_of(f, stmt, result));
    let Some(sums) = sums else { return 0 };
    fuse(cx, f, stmt, &sums);
    dead.push(stmt);
    dead.extend(sums.iter().filter_map(|sum| sum.negation));
    sums.len() as u64
}

/// The result of a multiplication of a type that is fused.
fn product(unit: &Unit, f: &Function, stmt: StmtId) -> Option<SsaName> {
    let StmtKind::Assign { lhs: Operand::Ssa(name), code: TreeCode::Mult, .. } = f.stmts[stmt].kind
    else {
        return None;
    };
    let fused = matches!(
        unit.types.kind(f.names[name].ty),
        TypeKind::Real(RealFormat::Single | RealFormat::Double)
    );
    (fused && !f.has_zero_uses(name)).then_some(name)
}

/// A sum one of whose operands is a product.
struct Sum {
    stmt: StmtId,
    /// A negation the product goes through.
    negation: Option<StmtId>,
    addend: Operand,
    function: InternalFn,
}

/// All uses of a product, if they are sums in its block.
fn sums_of(f: &Function, product: StmtId, result: SsaName) -> Option<Vec<Sum>> {
    let home = f.stmts[product].block;
    let mut sums = Vec::new();
    for user in f.use_stmts(result) {
        let (stmt, name, negation) = match f.stmts[user].kind {
            StmtKind::Assign { lhs: Operand::Ssa(negative), code: TreeCode::Negate, .. }
                if f.has_single_use(negative) =>
            {
                (f.use_stmts(negative).first().copied()?, negative, Some(user))
            }
            _ => (user, result, None),
        };
        let in_block = f.stmts[user].block == home && f.stmts[stmt].block == home;
        let StmtKind::Assign { lhs: Operand::Ssa(_), code, rhs } = f.stmts[stmt].kind else {
            return None;
        };
        let own = Operand::Ssa(name);
        if !in_block || !matches!(code, TreeCode::Plus | TreeCode::Minus) || rhs[0] == rhs[1] {
            return None;
        }
        let first = rhs[0] == own;
        let minus = code == TreeCode::Minus;
        let negated = negation.is_some() != (minus && !first);
        let function = match (negated, minus && first) {
            (false, false) => InternalFn::Fma,
            (false, true) => InternalFn::Fms,
            (true, false) => InternalFn::Fnma,
            (true, true) => InternalFn::Fnms,
        };
        let addend = if first { rhs[1] } else { rhs[0] };
        if is_product_or_negative(f, result, addend) {
            return None;
        }
        sums.push(Sum { stmt, negation, addend, function });
    }
    Some(sums)
}

/// Whether what is to be added to a product is itself the product, or that negated: one of the two would have to stay.
fn is_product_or_negative(f: &Function, result: SsaName, addend: Operand) -> bool {
    let Operand::Ssa(name) = addend else { return false };
    let Some(stmt) = f.names[name].def.expand() else { return false };
    name == result
        || matches!(f.stmts[stmt].kind, StmtKind::Assign { code: TreeCode::Negate, rhs, .. }
            if rhs[0] == Operand::Ssa(result))
}

/// Puts the fused operations in the place of the sums.
fn fuse(cx: &mut PassContext<'_>, f: &mut Function, product: StmtId, sums: &[Sum]) {
    let StmtKind::Assign { rhs: [a, b, _], .. } = f.stmts[product].kind else { return };
    for sum in sums {
        let StmtKind::Assign { lhs, .. } = f.stmts[sum.stmt].kind else { continue };
        let ty = cx.unit.type_of(f, lhs);
        let fntype = cx.unit.types.function_of(ty, vec![ty; 3], false, true);
        let (function, addend) = with_constant(cx.unit, ty, sum);
        f.stmts[sum.stmt].kind = StmtKind::Call(Aside::new(Call {
            lhs,
            callee: Callee::Internal(function),
            fntype,
            args: vec![a, b, addend],
            chain: Operand::None,
        }));
        f.update_stmt(cx.unit, sum.stmt);
        if cx.dump.details() {
            let text = dump_text::stmt(cx.unit, f, sum.stmt);
            putln!(cx.dump, "Generated FMA {text}\n");
        }
    }
}

/// A constant that is subtracted is added as its negative.
fn with_constant(unit: &mut Unit, ty: TypeId, sum: &Sum) -> (InternalFn, Operand) {
    let function = match sum.function {
        InternalFn::Fms => InternalFn::Fma,
        InternalFn::Fnms => InternalFn::Fnma,
        function => return (function, sum.addend),
    };
    let constant = sum.addend.constant();
    match constant.and_then(|id| fold_const::const_unop(unit, TreeCode::Negate, ty, id)) {
        Some(negative) => (function, Operand::Const(negative)),
        None => (sum.function, sum.addend),
    }
}
