//! What passes that walk statements in order do to debug binds on their way: values found for names go into them as well.
//!
//! ```text
//!   x_2 = 3;                      x_2 = 3;
//!   # DEBUG x => x_2        =>    # DEBUG x => 3
//! ```

use gimple::cfg::BlockId;
use gimple::debug_stmts::{DebugId, DebugKind, DebugPlace};
use gimple::fold_const;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtFlags, StmtId};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashSet;

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

/// Copies the binds of the blocks that lead to one in a straight line, up to `from`, to its start: other ways will lead
/// there, on which what they say does not hold. Of each variable only the last one counts
/// (`propagate_threaded_block_debug_into`).
pub fn carry_into(unit: &mut Unit, f: &mut Function, to: BlockId, from: BlockId) {
    if !f.debug.binds || f.debug.is_empty() || f.single_pred(to).is_none() {
        return;
    }
    f.settle_debug(unit);
    let mut said: FxHashSet<Operand> = FxHashSet::default();
    said.extend(f.debug_after_labels(to).into_iter().filter_map(|id| bound_variable(f, id)));
    let mut block = to;
    while block != from
        && let Some(edge) = f.single_pred(block)
    {
        block = f.edges[edge].src;
        let ids: Vec<DebugId> =
            f.debug_places(block).into_iter().flat_map(|place| f.debug_at(place)).collect();
        for id in ids.into_iter().rev() {
            if bound_variable(f, id).is_some_and(|var| said.insert(var)) {
                let bind = f.debug[id];
                f.add_debug_at_start(unit, to, bind.kind, (bind.loc, bind.scope));
            }
        }
    }
}

/// Moves the debug statements of a block that is to go to the start of the one it leads to. If that has other
/// predecessors, what they say does not hold there: variables lose their values, markers go
/// (`move_debug_stmts_from_forwarder`).
pub fn forward(unit: &mut Unit, f: &mut Function, block: BlockId, (to, sole): (BlockId, bool)) {
    if !sole {
        for id in f.debug_at_end(block) {
            match f.debug[id].kind {
                DebugKind::Bind { .. } => f.set_bound_value(unit, id, Operand::None),
                _ => f.remove_debug(id),
            }
        }
    }
    f.move_debug_to_start(block, to);
}

/// Of several binds of a variable with no statement between them the last one counts; temporaries without a value are of
/// no use. `stays` says which statements do.
pub fn keep_last(f: &mut Function, unit: &Unit, stays: &dyn Fn(&Function, StmtId) -> bool) {
    if f.debug.is_empty() {
        return;
    }
    let mut said: FxHashSet<Operand> = FxHashSet::default();
    for block in f.block_order() {
        said.clear();
        keep_last_at(f, unit, DebugPlace::AtEnd(block), &mut said);
        let mut next = f.blocks[block].stmts.last;
        while let Some(stmt) = next.expand() {
            next = f.stmts[stmt].prev;
            if stays(f, stmt) {
                said.clear();
            }
            if f.stmts[stmt].has(StmtFlags::DEBUG_BEFORE) {
                keep_last_at(f, unit, DebugPlace::Before(stmt), &mut said);
            }
        }
    }
}

fn keep_last_at(f: &mut Function, unit: &Unit, place: DebugPlace, said: &mut FxHashSet<Operand>) {
    for id in f.debug_at(place).into_iter().rev() {
        let DebugKind::Bind { var, value } = f.debug[id].kind else {
            said.clear();
            continue;
        };
        let is_temp =
            var.tree().is_some_and(|id| matches!(unit.trees.kind(id), TreeKind::DebugTemp(_)));
        let useless = if is_temp { value.is_none() } else { !said.insert(var) };
        if useless {
            f.remove_debug(id);
        }
    }
}

/// The variable that a bind is of.
fn bound_variable(f: &Function, id: DebugId) -> Option<Operand> {
    match f.debug[id].kind {
        DebugKind::Bind { var, .. } | DebugKind::SourceBind { var, .. } => Some(var),
        _ => None,
    }
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
