//! What passes that walk statements in order do to debug binds on their way: values found for names go into them as well.
//!
//! ```text
//!   x_2 = 3;                      x_2 = 3;
//!   # DEBUG x => x_2        =>    # DEBUG x => 3
//! ```

use gimple::debug_stmts::DebugPlace;
use gimple::fold_const;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtFlags, StmtId};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

/// Puts values in place of names in the binds before a statement. `value` says what stands for a name, if anything does.
pub fn replace_before(
    unit: &mut Unit,
    f: &mut Function,
    stmt: StmtId,
    value: &mut dyn FnMut(&mut Unit, &Function, SsaName) -> Option<Operand>,
) {
    if f.stmts[stmt].has(StmtFlags::DEBUG_BEFORE) {
        replace_at(unit, f, DebugPlace::Before(stmt), value);
    }
}

/// Puts values in place of names in the binds at a place.
pub fn replace_at(
    unit: &mut Unit,
    f: &mut Function,
    place: DebugPlace,
    value: &mut dyn FnMut(&mut Unit, &Function, SsaName) -> Option<Operand>,
) {
    for id in f.debug_at(place) {
        let old = f.bound_value(id);
        let mut names: Vec<SsaName> = Vec::new();
        unit.for_each_ssa(old, &mut |name| names.push(name));
        let mut map: Vec<(SsaName, Operand)> = Vec::new();
        for name in names {
            map.extend(value(unit, f, name).map(|value| (name, value)));
        }
        if map.is_empty() {
            continue;
        }
        let new = unit.replace_ssa(old, &mut |name| {
            map.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
        });
        let new = folded(unit, new);
        f.set_bound_value(unit, id, new);
    }
}

/// An operand of a copied debug statement with temporaries of the copy's own; `known` says which stand for which.
pub fn with_own_temporaries(
    unit: &mut Unit,
    op: Operand,
    known: &mut FxHashMap<u32, Operand>,
) -> Operand {
    let Operand::Tree(id) = op else { return op };
    if let TreeKind::DebugTemp(number) = *unit.trees.kind(id) {
        let ty = unit.trees[id].ty;
        return *known.entry(number).or_insert_with(|| {
            unit.next_debug_temp += 1;
            Operand::Tree(unit.trees.add(TreeKind::DebugTemp(unit.next_debug_temp), ty))
        });
    }
    let mut inner = Vec::new();
    unit.trees.for_each_operand(id, |op| inner.push(op));
    for op in &mut inner {
        *op = with_own_temporaries(unit, *op, known);
    }
    let mut inner = inner.into_iter();
    Operand::Tree(unit.trees.map_operands(id, |_, op| inner.next().unwrap_or(op)))
}

/// An expression of constants is a constant.
fn folded(unit: &mut Unit, value: Operand) -> Operand {
    let Operand::Tree(id) = value else { return value };
    let node = &unit.trees[id];
    let (TreeKind::Expr { code, args }, ty) = (node.kind.clone(), node.ty) else { return value };
    let known = match args.map(Operand::constant) {
        [Some(only), None] if code.arity() == 1 => fold_const::const_unop(unit, code, ty, only),
        [Some(a), Some(b)] => fold_const::const_binop(unit, code, ty, a, b),
        _ => None,
    };
    known.map_or(value, Operand::Const)
}
