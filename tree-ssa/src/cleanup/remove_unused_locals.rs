//! Drops local variables nothing refers to any more (`remove_unused_locals`).
//!
//! ```text
//! int x;  int D.1510;                  int D.1510;
//! <bb 2> :                        =>   <bb 2> :
//! D.1510 = n_5(D) + 1;                 D.1510 = n_5(D) + 1;
//! ```
//!
//! A variable stays that a statement names, or that an SSA name still in use is a version of. The end of a variable's
//! life is no use; such clobbers go with their variables. Without optimisation all variables stay, so that the layout
//! of the stack is that of the source. Linear.

use crate::cleanup::lexical_blocks;
use crate::effects::call_effects::is_clobber;
use crate::ssa::update_ssa::unlink_stmt_vdef;
use fixedbitset::FixedBitSet;
use gimple::debug_stmts::DebugKind;
use gimple::decl::{DeclId, DeclKind};
use gimple::function::Function;
use gimple::pass::{PassContext, Todo};
use gimple::ssa::NameFlags;
use gimple::stmt::{ScopeId, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// What the statements of a function refer to.
struct Found {
    used: FxHashSet<DeclId>,
    /// The lexical blocks that have a statement of their own, or the jump an edge stands for.
    scopes: FixedBitSet,
    /// The statements that end lives of local variables, which count only once it is known what is used.
    clobbers: Vec<(StmtId, DeclId)>,
}

/// Runs it.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if cx.options.optimize == 0 {
        return Todo::NONE;
    }
    let Found { used, mut scopes, clobbers } = find(cx.unit, f);
    for (stmt, var) in clobbers {
        if used.contains(&var) {
            mark(&mut scopes, f.stmt_info[stmt].scope);
        } else if cx.unit.decls[var].kind == DeclKind::Var {
            unlink_stmt_vdef(cx.unit, f, stmt);
            f.remove_stmt(stmt);
        }
    }
    remove_locals(f, &used);
    let described = cx.options.code.debug.level > 1;
    let scopes = lexical_blocks::prune(cx.unit, f, &used, scopes, described);
    if !f.debug.is_empty() {
        remove_markers(f, &scopes);
        remove_binds(cx.unit, f, &used);
    }
    if cx.dump.details() {
        let flags = cx.dump.flags();
        let _ = cx.dump.write_str(&lexical_blocks::text(cx.unit, f, flags));
    }
    Todo::NONE
}

/// A marker of an unused block of an inlined function belongs to the whole copy, and goes if that is unused, too. One of
/// an unused block of the function itself belongs to none (`clear_unused_block_pointer`).
fn remove_markers(f: &mut Function, used: &FixedBitSet) {
    // The copy of a function that a block is of; blocks come after those around them.
    let mut copies: Vec<Option<ScopeId>> = vec![None; f.scopes.len()];
    for (id, scope) in f.scopes.iter() {
        let around = scope.parent.expand().and_then(|parent| copies[parent.0 as usize]);
        let copy = if scope.inlined.is_some() { Some(id) } else { around };
        copies[id.0 as usize] = copy;
    }
    let in_use = |scope: ScopeId| used.contains(scope.0 as usize);
    f.retain_debug(|stmt| {
        let Some(scope) = stmt.scope.expand().filter(|&scope| !in_use(scope)) else { return true };
        if !matches!(stmt.kind, DebugKind::BeginStmt | DebugKind::InlineEntry(_)) {
            return true;
        }
        let copy = copies[scope.0 as usize];
        stmt.scope = copy.unwrap_or(ScopeId::NONE);
        copy.is_none_or(in_use)
    });
}

/// Drops the binds of unused variables that have a value nowhere.
fn remove_binds(unit: &mut Unit, f: &mut Function, used: &FxHashSet<DeclId>) {
    f.settle_debug(unit);
    let mut valued: FxHashSet<Operand> = FxHashSet::default();
    f.retain_debug(|stmt| {
        match stmt.kind {
            DebugKind::Bind { var, value } if value.is_some() => valued.insert(var),
            DebugKind::SourceBind { var, .. } => valued.insert(var),
            _ => false,
        };
        true
    });
    f.retain_debug(|stmt| match stmt.kind {
        DebugKind::Bind { var: Operand::Decl(var), value: Operand::None } => {
            let decl = &unit.decls[var];
            let local = decl.kind == DeclKind::Var && !decl.is_global();
            !local || used.contains(&var) || valued.contains(&Operand::Decl(var))
        }
        _ => true,
    });
}

/// Drops the unused variables, and the names of the values they would have on entry.
fn remove_locals(f: &mut Function, used: &FxHashSet<DeclId>) {
    let (kept, unused) =
        std::mem::take(&mut f.locals).into_iter().partition(|local| used.contains(local));
    f.locals = kept;
    let unused: Vec<DeclId> = unused;
    for local in unused {
        if let Some(&name) = f.default_defs.get(&local) {
            f.release_ssa_name(name);
        }
    }
}

/// One walk over the names, and one over the function, which may be larger than the cache.
fn find(unit: &Unit, f: &Function) -> Found {
    let mut found = Found {
        used: variables_of_names(f),
        scopes: FixedBitSet::with_capacity(f.scopes.len()),
        clobbers: Vec::new(),
    };
    for block in f.block_iter() {
        for stmt in f.block_stmts(block) {
            if let Some(var) = clobbered_variable(unit, f, stmt) {
                found.clobbers.push((stmt, var));
                continue;
            }
            mark(&mut found.scopes, f.stmt_info[stmt].scope);
            let used = &mut found.used;
            if let StmtKind::Label(label) = f.stmts[stmt].kind {
                used.insert(label);
            }
            f.for_each_read(stmt, &mut |op| note(unit, op, used));
            f.for_each_write(stmt, &mut |op| note(unit, op, used));
        }
        for phi in f.phis(block) {
            f.phi(phi).args.iter().for_each(|arg| note(unit, arg.value, &mut found.used));
        }
        for &edge in &f.blocks[block].succs {
            mark(&mut found.scopes, f.edges[edge].scope);
        }
    }
    found
}

fn mark(scopes: &mut FixedBitSet, scope: ScopeId) {
    if scope.is_some() {
        scopes.insert(scope.0 as usize);
    }
}

/// The local variable whose life a statement ends.
fn clobbered_variable(unit: &Unit, f: &Function, stmt: StmtId) -> Option<DeclId> {
    let StmtKind::Assign { lhs, .. } = f.stmts[stmt].kind else { return None };
    if !is_clobber(unit, f, stmt) {
        return None;
    }
    match unit.trees.base_address(lhs) {
        Operand::Decl(var) if !unit.decls[var].is_global() => Some(var),
        _ => None,
    }
}

/// The variables that names in use are versions of: names that a statement defines, or that are used.
fn variables_of_names(f: &Function) -> FxHashSet<DeclId> {
    let mut used = FxHashSet::default();
    let mut last = DeclId::NONE;
    for data in f.names.values() {
        let in_use = data.def.is_some() || data.uses.is_some();
        if in_use
            && data.var != last
            && !data.flags.intersects(NameFlags::RELEASED | NameFlags::VIRTUAL)
            && data.var.is_some()
        {
            used.insert(data.var);
            last = data.var;
        }
    }
    used
}

fn note(unit: &Unit, op: Operand, used: &mut FxHashSet<DeclId>) {
    match op {
        Operand::Decl(decl) => {
            used.insert(decl);
        }
        Operand::Tree(id) => unit.trees.for_each_operand(id, |inner| note(unit, inner, used)),
        _ => {}
    }
}
