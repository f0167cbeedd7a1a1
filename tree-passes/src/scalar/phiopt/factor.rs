//! A conversion that is done on both paths, or on one with a number on the other, is done after the φ
//! (`factor_out_conditional_conversion`).
//!
//! ```text
//! <bb 3> :                              <bb 3> :
//! r_4 = (int) a_3;                      <bb 4> :
//! <bb 4> :                        =>    # _5 = PHI <a_3(3), 7(2)>
//! # r_1 = PHI <r_4(3), 7(2)>            r_1 = (int) _5;
//! ```

use super::{Triangle, is_plain};
use dumps::putln;
use gimple::cfg::{BlockId, EdgeId};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::location::Location;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::edit::Cursor;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;

/// Moves a conversion after the φ; the φ there is then, of what is converted.
pub fn factor_conversion(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    t: &Triangle,
    phi: StmtId,
) -> Option<StmtId> {
    f.single_pred(t.arm)?;
    if f.phi(phi).args.len() != 2 {
        return None;
    }
    let (mut first, mut second) = (t.from_arm, t.direct);
    if f.phi_arg(phi, first).ssa().is_none() {
        std::mem::swap(&mut first, &mut second);
    }
    let (def, from) = conversion(cx.unit, f, f.phi_arg(phi, first))?;
    let ty = f.names[from].ty;
    let other = f.phi_arg(phi, second);
    let (mut removed, other_from) = (
        vec![def],
        match other {
            Operand::Const(_) => {
                if on_all_ways(f, t.join, &[def]) || !may_move(cx.unit, f, t, def, from, first) {
                    return None;
                }
                number_of_type(cx.unit, other, ty)?
            }
            _ => {
                let (second_def, second_from) = conversion(cx.unit, f, other)?;
                if on_all_ways(f, t.join, &[def, second_def])
                    || !cx.unit.types.same_main(f.names[second_from].ty, ty)
                {
                    return None;
                }
                Operand::Ssa(second_from)
            }
        },
    );
    removed.extend(other.ssa().and_then(|name| f.names[name].def.expand()));
    let result = f.phi(phi).result;
    let unconverted = f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
    let new = f.create_phi(unconverted, t.join);
    f.add_phi_arg(new, first, Operand::Ssa(from), Location::default());
    f.add_phi_arg(new, second, other_from, Location::default());
    if cx.dump.details() {
        let text = |name| tree_ssa::dump_text::operand(cx.unit, f, Operand::Ssa(name));
        let (new, old) = (text(unconverted), text(result));
        putln!(
            cx.dump,
            "PHI {new} changed to factor conversion out from COND_EXPR.\n\
             New stmt with CAST that defines {old}."
        );
    }
    // Its result is defined by another statement from here on.
    f.detach_stmt(phi);
    Cursor::start(t.join).assign(
        cx.unit,
        f,
        Operand::Ssa(result),
        TreeCode::Nop,
        [Operand::Ssa(unconverted)],
    );
    for stmt in removed {
        f.remove_stmt(stmt);
    }
    cx.statistics.count("factored out cast", 1);
    Some(new)
}

/// The conversion of another name that an argument is the result of, with no other use.
fn conversion(unit: &Unit, f: &Function, op: Operand) -> Option<(StmtId, SsaName)> {
    let name = op.ssa()?;
    let def = f.names[name].def.expand()?;
    let StmtKind::Assign { code: TreeCode::Nop, rhs: [Operand::Ssa(from), ..], .. } =
        f.stmts[def].kind
    else {
        return None;
    };
    let scalar =
        unit.types.is_integral(f.names[from].ty) || unit.types.is_pointer(f.names[from].ty);
    (scalar && is_plain(f, from) && f.has_single_use(name)).then_some((def, from))
}

/// Whether all statements are done whichever way control came to a block.
fn on_all_ways(f: &mut Function, join: BlockId, stmts: &[StmtId]) -> bool {
    let tree = analyses::analysis::<Dominators>(f);
    stmts.iter().all(|&stmt| tree.dominated_by(join, f.stmts[stmt].block))
}

/// Whether a conversion opposite to a number gains by moving away from what it converts: where that is compared, or the
/// arm has nothing else but a minimum or maximum, more may follow.
fn may_move(
    unit: &Unit,
    f: &Function,
    t: &Triangle,
    def: StmtId,
    from: SsaName,
    edge: EdgeId,
) -> bool {
    debug_assert!(!unit.types.is_real(f.names[from].ty), "floats are not looked at");
    let from = Operand::Ssa(from);
    if from == t.lhs || from == t.rhs || f.stmts[def].block != f.edges[edge].src {
        return true;
    }
    if f.stmts[def].next.is_some() {
        return false;
    }
    match f.stmts[def].prev.expand() {
        None => true,
        Some(before) => {
            f.stmts[before].prev.is_none()
                && matches!(f.stmts[before].kind, StmtKind::Assign { lhs, code: TreeCode::Min | TreeCode::Max, .. } if lhs == from)
        }
    }
}

/// A number as one of another type, if that has it.
fn number_of_type(unit: &mut Unit, number: Operand, ty: TypeId) -> Option<Operand> {
    let value = unit.as_int(number)?;
    let fits = unit.types.is_integral(ty) && unit.types.wrap(ty, value) == value;
    fits.then(|| unit.int(ty, value))
}
