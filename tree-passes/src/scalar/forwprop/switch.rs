//! A switch on a converted value switches on the value itself, if that can have all the values of the cases.
//!
//! ```text
//! _1 = (int) c_3(D);                                   switch (c_3(D)) <default: <L2>, case 97: <L1>>
//! switch (_1) <default: <L2>, case 97: <L1>>   =>
//! ```

use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::ssa::NameFlags;
use gimple::stmt::{Case, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;

/// Looks at the definition of a switch's index (`simplify_gimple_switch`). Returns whether the switch changed.
pub fn without_conversion(unit: &mut Unit, f: &mut Function, stmt: StmtId) -> bool {
    let StmtKind::Switch(switch) = &f.stmts[stmt].kind else { return false };
    let Operand::Ssa(index) = switch.index else { return false };
    let Some((source, ty)) = converted_from(unit, f, index) else { return false };
    // The upper half of the unsigned numbers of 128 bits is kept as negative numbers.
    let alike = unit.types.is_unsigned(f.names[index].ty) == unit.types.is_unsigned(ty);
    let same = |value| unit.types.wrap(ty, value) == value && (value >= 0 || alike);
    let fits = |id| unit.consts.as_int(id).is_some_and(same);
    let [first, .., last] = switch.cases[1..] else { return false };
    if !fits(first.low) || !fits(last.high.expand().unwrap_or(last.low)) {
        return false;
    }
    let mut cases = switch.cases.clone();
    for Case { low, high, .. } in &mut cases[1..] {
        for id in [low, high].into_iter().filter(|id| id.is_some()) {
            let value = unit.consts.as_int(*id).unwrap_or_default();
            *id = unit.int_id(ty, value);
        }
    }
    if let StmtKind::Switch(switch) = &mut f.stmts[stmt].kind {
        switch.index = Operand::Ssa(source);
        switch.cases = cases;
    }
    f.update_stmt(unit, stmt);
    true
}

/// The name that a name is a conversion of, where no value is lost by it, and its type.
fn converted_from(
    unit: &Unit,
    f: &Function,
    name: gimple::ssa::SsaName,
) -> Option<(gimple::ssa::SsaName, TypeId)> {
    let def = f.names[name].def.expand()?;
    let StmtKind::Assign { code: TreeCode::Nop, rhs: [Operand::Ssa(source), ..], .. } =
        f.stmts[def].kind
    else {
        return None;
    };
    let (ty, to) = (f.names[source].ty, f.names[name].ty);
    let widens = unit.types.is_integral(ty) && unit.types.precision(ty) <= unit.types.precision(to);
    (widens && !f.names[source].has(NameFlags::ABNORMAL)).then_some((source, ty))
}
