//! Complex numbers that are only passing through: of a load whose parts are wanted, each part is loaded, and what is put
//! together only to be stored is stored part by part.
//!
//! ```text
//! _1 = *p_2(D);                          _3 = REALPART_EXPR <*p_2(D)>;
//! _3 = REALPART_EXPR <_1>;       =>
//! _4 = COMPLEX_EXPR <_3, 0.0>;           REALPART_EXPR <*q_5(D)> = _3;
//! *q_5(D) = _4;                          IMAGPART_EXPR <*q_5(D)> = 0.0;
//! ```

use gimple::code::TreeCode;
use gimple::decl::flag;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeKind;
use gimple::unit::Unit;
use tree_ssa::ssa::update_ssa;

/// Takes a load or a number that is put together apart, if it is only a way to its parts. Returns the statement after it.
pub fn split(unit: &mut Unit, f: &mut Function, stmt: StmtId) -> Option<StmtId> {
    let StmtKind::Assign { lhs: Operand::Ssa(name), code, rhs } = f.stmts[stmt].kind else {
        return None;
    };
    if !matches!(unit.types.kind(f.names[name].ty), TypeKind::Complex(_)) {
        return None;
    }
    match code {
        TreeCode::Single if f.stmts[stmt].flags.intersects(StmtFlags::VUSE) => {
            split_load(unit, f, stmt, name, rhs[0])
        }
        TreeCode::Complex => split_store(unit, f, stmt, name, [rhs[0], rhs[1]]),
        _ => None,
    }
}

fn split_load(
    unit: &mut Unit,
    f: &mut Function,
    load: StmtId,
    name: SsaName,
    memory: Operand,
) -> Option<StmtId> {
    if f.stmts[load].flags.intersects(StmtFlags::VOLATILE) || f.has_zero_uses(name) {
        return None;
    }
    let users = f.use_stmts(name);
    let parts: Option<Vec<(Operand, bool)>> =
        users.iter().map(|&user| part_taken(unit, f, user, name)).collect();
    for (user, (lhs, real)) in users.into_iter().zip(parts?) {
        let ty = unit.type_of(f, lhs);
        let kind = if real { TreeKind::Realpart(memory) } else { TreeKind::Imagpart(memory) };
        let part = Operand::Tree(unit.trees.add(kind, ty));
        f.unlink_stmt(user);
        let rhs = [part, Operand::None, Operand::None];
        f.stmts[user].kind = StmtKind::Assign { lhs, code: TreeCode::Single, rhs };
        f.insert_before(load, user);
        f.update_stmt(unit, user);
    }
    update_ssa::mark_virtuals(f);
    let next = f.stmts[load].next;
    f.remove_stmt(load);
    Some(next)
}

/// What a statement takes a part of a number to, and whether that is the real part.
fn part_taken(unit: &Unit, f: &Function, stmt: StmtId, name: SsaName) -> Option<(Operand, bool)> {
    let StmtKind::Assign { lhs: lhs @ Operand::Ssa(_), code: TreeCode::Single, rhs } =
        f.stmts[stmt].kind
    else {
        return None;
    };
    match *unit.trees.kind(rhs[0].tree()?) {
        TreeKind::Realpart(whole) if whole == Operand::Ssa(name) => Some((lhs, true)),
        TreeKind::Imagpart(whole) if whole == Operand::Ssa(name) => Some((lhs, false)),
        _ => None,
    }
}

fn split_store(
    unit: &mut Unit,
    f: &mut Function,
    stmt: StmtId,
    name: SsaName,
    parts: [Operand; 2],
) -> Option<StmtId> {
    if !f.has_single_use(name) {
        return None;
    }
    let &[store] = &f.use_stmts(name)[..] else { return None };
    let StmtKind::Assign { lhs, code: TreeCode::Single, rhs } = f.stmts[store].kind else {
        return None;
    };
    let stored =
        f.stmts[store].flags.intersection(StmtFlags::VDEF | StmtFlags::VOLATILE) == StmtFlags::VDEF;
    // A variable that may yet become a register is stored as a whole.
    let settled = match lhs {
        Operand::Decl(decl) => {
            unit.decls[decl].is_global() || unit.decls[decl].has(flag::ADDRESSABLE)
        }
        lhs => lhs.tree().is_some(),
    };
    if !stored || !settled || rhs[0] != Operand::Ssa(name) {
        return None;
    }
    let ty = unit.types.element(f.names[name].ty)?;
    for (part, value) in parts.into_iter().enumerate() {
        let kind = [TreeKind::Realpart(lhs), TreeKind::Imagpart(lhs)][part].clone();
        let lhs = Operand::Tree(unit.trees.add(kind, ty));
        let rhs = [value, Operand::None, Operand::None];
        let kind = StmtKind::Assign { lhs, code: TreeCode::Single, rhs };
        if part == 0 {
            let real = f.new_stmt_at(store, kind);
            f.insert_before(store, real);
            f.update_stmt(unit, real);
            // The second store is of what memory is after the first.
            let memory = f.make_ssa_name(unit, f.vop, real);
            f.set_vuse(real, f.stmts[store].vuse);
            f.set_vdef(real, memory);
            f.set_vuse(store, memory);
        } else {
            f.stmts[store].kind = kind;
            f.update_stmt(unit, store);
        }
    }
    let next = f.stmts[stmt].next;
    f.remove_stmt(stmt);
    Some(next)
}
