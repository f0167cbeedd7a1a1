//! Pass `nrv`: a variable that the function returns the value of, in memory, lives in the result's place from the start.
//!
//! ```text
//!   b.a[i_1] = _2;                 <retval>.a[i_1] = _2;
//!   ...                      =>    ...
//!   <retval> = b;
//!   return <retval>;               return <retval>;
//! ```
//!
//! All that is written to the result must be that variable, as a whole, and nobody may know of the variable but the function:
//! its caller does not read the result before it has it.

use dumps::putln;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo, optimizing};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeId, TreeKind, Trees};
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use std::fmt::Write;

/// `nrv` for the pass table.
pub const PASS: Pass = Pass::tree("nrv", execute).gate(optimizing).requires(Prop::CFG_SSA);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if f.result.is_none() || !cx.unit.returns_in_memory(cx.unit.decls[f.result].ty) {
        return Todo::NONE;
    }
    let Some((variable, copies)) = returned_variable(cx.unit, f) else { return Todo::NONE };
    if cx.dump.details() {
        let name = tree_ssa::dump_text::decl(cx.unit, f, variable);
        putln!(cx.dump, "NRV Replaced: {name}  with: <retval>");
    }
    for copy in copies {
        tree_ssa::ssa::update_ssa::unlink_stmt_vdef(cx.unit, f, copy);
        f.remove_stmt(copy);
    }
    replace(cx.unit, f, variable);
    let decl = &mut cx.unit.decls[variable];
    decl.flags |= flag::HAS_VALUE_EXPR;
    cx.unit.initializers.insert(variable, Operand::Decl(f.result));
    Todo::NONE
}

/// The only variable that is returned, and the statements that copy it to the result, if there is such.
fn returned_variable(unit: &Unit, f: &Function) -> Option<(DeclId, Vec<StmtId>)> {
    let mut found: Option<DeclId> = None;
    let mut copies = Vec::new();
    for block in f.block_order() {
        for stmt in f.block_stmts(block) {
            let mut writes = Operand::None;
            f.for_each_write(stmt, &mut |op| writes = op);
            if unit.trees.base_address(writes) != Operand::Decl(f.result) {
                continue;
            }
            let variable = copied(unit, f, stmt)?;
            if found.is_some_and(|before| before != variable) {
                return None;
            }
            found = Some(variable);
            copies.push(stmt);
        }
    }
    let variable = found.filter(|&variable| may_replace(unit, f, variable))?;
    Some((variable, copies))
}

/// The variable that a statement copies to the result.
fn copied(unit: &Unit, f: &Function, stmt: StmtId) -> Option<DeclId> {
    let StmtKind::Assign { lhs, code: TreeCode::Single, rhs } = f.stmts[stmt].kind else {
        return None;
    };
    let whole = lhs == Operand::Decl(f.result);
    rhs[0].decl().filter(|&decl| whole && unit.decls[decl].kind == DeclKind::Var)
}

fn may_replace(unit: &Unit, f: &Function, variable: DeclId) -> bool {
    const SEEN: u64 =
        flag::VOLATILE | flag::ADDRESSABLE | flag::HAS_VALUE_EXPR | flag::HARD_REGISTER;
    let (decl, result) = (&unit.decls[variable], &unit.decls[f.result]);
    let aligned = |decl: &gimple::decl::Decl| decl.align.max(unit.types.align(decl.ty));
    decl.context == f.decl
        && !decl.is_global()
        && decl.flags & SEEN == 0
        && aligned(decl) <= aligned(result)
        && useless_type_conversion(unit, result.ty, decl.ty)
}

/// Lets statements refer to the result where they refer to the variable.
fn replace(unit: &mut Unit, f: &mut Function, variable: DeclId) {
    let result = Operand::Decl(f.result);
    for block in f.block_order() {
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            let mut changed = false;
            f.map_operands(stmt, &mut |op, _| {
                let new = replaced(&mut unit.trees, op, variable, result);
                changed |= new != op;
                new
            });
            if changed {
                f.update_stmt(unit, stmt);
            }
            stmt = f.stmts[stmt].next;
        }
    }
}

fn replaced(trees: &mut Trees, op: Operand, variable: DeclId, by: Operand) -> Operand {
    match op {
        Operand::Decl(decl) if decl == variable => by,
        Operand::Tree(id) => Operand::Tree(in_tree(trees, id, variable, by)),
        _ => op,
    }
}

/// The recursion goes as deep as one reference is nested.
fn in_tree(trees: &mut Trees, id: TreeId, variable: DeclId, by: Operand) -> TreeId {
    match trees.kind(id) {
        TreeKind::Constructor(_) | TreeKind::Clobber(_) => id,
        _ => trees.map_operands(id, |trees, inner| replaced(trees, inner, variable, by)),
    }
}
