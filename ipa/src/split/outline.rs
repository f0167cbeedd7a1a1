//! Puts a call in the place of what is split off (`split_function`).

use super::Blocks;
use super::points::SplitPoint;
use crate::inline;
use crate::version::{self, NewParam, Shape, has_fixed_signature};
use dumps::{put, putln};
use gimple::cfg::{BlockId, EXIT, EdgeFlags, Probability};
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::location::Location;
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::edge_count;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::split_block;
use tree_ssa::edit::locals;
use tree_ssa::edit::locals::new_local;
use tree_ssa::ssa::update_ssa;

/// Splits a function.
pub fn split(cx: &mut PassContext<'_>, f: &mut Function, blocks: &Blocks, point: &SplitPoint) {
    if cx.dump.enabled() {
        put!(cx.dump, "\n\nSplitting function at:\n{}", point.text());
    }
    let fixed = has_fixed_signature(cx.unit, f.decl);
    let passed = |f: &Function, param: &DeclId| {
        f.default_defs.get(param).is_some_and(|name| point.names.contains(name))
    };
    let params: Vec<DeclId> =
        f.params.iter().copied().filter(|param| fixed || passed(f, param)).collect();
    let mut args = Vec::new();
    for &param in &params {
        let register = cx.unit.is_gimple_reg(param);
        args.push(match register {
            true => Operand::Ssa(f.default_def(cx.unit, param)),
            false => Operand::Decl(param),
        });
    }
    let mut region = point.blocks.clone();
    let returns = comes_back(f, blocks, point);
    match blocks.returning {
        Some(block) if returns && blocks.result.is_some() && !point.sets_result => {
            region.insert(return_apart(cx.unit, f, block, point));
        }
        Some(block) if returns => {
            region.insert(block);
        }
        _ => {}
    }
    if let Some(block) = blocks.returning {
        forget_memory(cx, f, block);
    }
    let value = cx.unit.returned_type(f.decl).filter(|_| returns && point.sets_result);
    let kept: Vec<NewParam> = params.iter().map(|&param| NewParam::Kept(param)).collect();
    let shape = Shape {
        entry: point.entry,
        blocks: &region,
        params: &kept,
        constant: &[],
        returns_value: value.is_some(),
        returns,
    };
    cx.unit.calls.rebuild(f);
    let made = version::make(cx, f, &shape);
    cx.unit.calls.remove(f.decl);
    if cx.dump.enabled() {
        (cx.services.dump_tree)(cx, &made);
        inline::say_size(cx, &made);
    }
    let callee = made.decl;
    cx.unit.made.push(made);
    // Names for parameters that are not passed, as GCC has them for debuggers.
    let mut passed = params.iter().copied().peekable();
    for param in f.params.clone() {
        if passed.next_if_eq(&param).is_none() && cx.unit.is_gimple_reg(param) {
            f.default_def(cx.unit, param);
        }
    }
    call(cx.unit, f, blocks, point, (callee, args, value, returns));
    update_ssa::mark_virtuals(f);
}

/// Whether what is split off ever returns.
fn comes_back(f: &Function, blocks: &Blocks, point: &SplitPoint) -> bool {
    let block = blocks.returning.unwrap_or(EXIT);
    f.blocks[block].preds.iter().any(|&edge| point.blocks.contains(&f.edges[edge].src))
}

/// A block of its own for what is split off, which returns nothing.
fn return_apart(
    unit: &mut Unit,
    f: &mut Function,
    returning: BlockId,
    point: &SplitPoint,
) -> BlockId {
    let block = f.create_block(returning);
    Cursor::end(block).make(unit, f, StmtKind::Return(Operand::None));
    let mut count = 0u64;
    let mut cases = SwitchCases::default();
    loop {
        let mut preds = f.blocks[returning].preds.iter().copied();
        let Some(edge) = preds.find(|&edge| point.blocks.contains(&f.edges[edge].src)) else {
            break;
        };
        count = count.saturating_add(edge_count(f, edge));
        redirect_edge_and_branch(unit, f, edge, block, &mut cases);
    }
    f.block_info[block].count = count;
    f.block_info[block].loop_father = LoopId::ROOT;
    let edge = f.make_edge_unchecked(block, EXIT, EdgeFlags::NONE);
    f.edges[edge].probability = Probability::ALWAYS;
    block
}

/// Lets the update of SSA form find out what memory is like where the function returns.
fn forget_memory(cx: &mut PassContext<'_>, f: &mut Function, block: BlockId) {
    let phis: Vec<StmtId> = f.phis(block).filter(|&phi| f.is_virtual_phi(phi)).collect();
    for &phi in &phis {
        if cx.dump.details() {
            let text = tree_ssa::dump_text::stmt(cx.unit, f, phi);
            putln!(cx.dump, "Marking result for renaming : {text}\n");
        }
        let result = f.phi(phi).result;
        for user in f.use_stmts(result) {
            f.set_vuse(user, SsaName::NONE);
        }
        f.remove_stmt(phi);
    }
    if phis.is_empty() {
        let stmts: Vec<StmtId> = f.block_stmts(block).collect();
        for stmt in stmts {
            if f.stmts[stmt].vuse.is_some() {
                f.set_vuse(stmt, SsaName::NONE);
            }
            if f.stmts[stmt].vdef.is_some() {
                break;
            }
        }
    }
}

/// Calls what was split off in its place: its function, arguments, the type of the result if it has one, and whether it
/// returns.
fn call(
    unit: &mut Unit,
    f: &mut Function,
    blocks: &Blocks,
    point: &SplitPoint,
    (callee, args, value, returns): (DeclId, Vec<Operand>, Option<TypeId>, bool),
) {
    let block = point.entry;
    f.block_info[block].count = point.count;
    let edge = split_block(f, block, StmtId::NONE);
    f.remove_edge(edge);
    let args = args.into_iter().map(|arg| as_value(unit, f, block, arg)).collect();
    let call = StmtKind::call(unit, Operand::None, callee, args);
    let stmt = append(unit, f, block, call);
    if !returns {
        return;
    }
    let edge = f.make_edge_unchecked(block, blocks.returning.unwrap_or(EXIT), EdgeFlags::NONE);
    f.edges[edge].probability = Probability::ALWAYS;
    if blocks.returning.is_some() {
        f.edges[edge].flags |= EdgeFlags::FALLTHRU;
    }
    let Some(ty) = value else {
        if blocks.returning.is_none() {
            append(unit, f, block, StmtKind::Return(Operand::None));
        }
        return;
    };
    let in_memory = unit.returns_in_memory(ty);
    if in_memory && !unit.types.is_register_type(ty) {
        f.stmts[stmt].flags |= StmtFlags::RETURN_SLOT;
    }
    let Some(returning) = blocks.returning else {
        let result = match in_memory {
            true => Operand::Decl(f.result),
            false => temporary(unit, f, ty),
        };
        set_result(unit, f, stmt, result);
        append(unit, f, block, StmtKind::Return(result));
        return;
    };
    let mut result = blocks.result;
    if result.is_none() {
        // The program itself returns no value from a function that has one.
        return;
    }
    if let Operand::Ssa(name) = result {
        let copy = locals::duplicate_name(unit, f, name);
        result = Operand::Ssa(copy);
        match f.phis(returning).find(|&phi| !f.is_virtual_phi(phi)) {
            Some(phi) => f.add_phi_arg(phi, edge, result, Location::UNKNOWN),
            None => return_instead(unit, f, returning, Operand::Ssa(name), result),
        }
    }
    if useless_type_conversion(unit, unit.type_of(f, result), ty) {
        set_result(unit, f, stmt, result);
        return;
    }
    let other = temporary(unit, f, ty);
    set_result(unit, f, stmt, other);
    append(unit, f, block, StmtKind::assign(result, TreeCode::Nop, [other]));
}

pub fn append(unit: &Unit, f: &mut Function, block: BlockId, kind: StmtKind) -> StmtId {
    let scope = f.outermost_scope();
    Cursor::end(block).within(scope).make(unit, f, kind)
}

/// An argument as a call takes it: what is in memory is loaded if it fits into a register.
fn as_value(unit: &mut Unit, f: &mut Function, block: BlockId, arg: Operand) -> Operand {
    let ty = unit.type_of(f, arg);
    if arg.ssa().is_some() || !unit.types.is_register_type(ty) {
        return arg;
    }
    let scope = f.outermost_scope();
    Cursor::end(block).within(scope).temporary(unit, f, ty, TreeCode::Single, [arg])
}

/// Something of a type to hold a result: a name, or a variable where there are no names of the type.
pub fn temporary(unit: &mut Unit, f: &mut Function, ty: TypeId) -> Operand {
    let var = new_local(unit, f, ty, None);
    match unit.is_gimple_reg(var) {
        true => Operand::Ssa(f.make_ssa_name(unit, var, StmtId::NONE)),
        false => Operand::Decl(var),
    }
}

fn set_result(unit: &Unit, f: &mut Function, stmt: StmtId, result: Operand) {
    if let StmtKind::Call(call) = &mut f.stmts[stmt].kind {
        call.lhs = result;
    }
    f.update_stmt(unit, stmt);
}

/// Lets a block return another value, or copy it to what it returns.
fn return_instead(unit: &Unit, f: &mut Function, block: BlockId, old: Operand, new: Operand) {
    let stmts: Vec<StmtId> = f.block_stmts(block).collect();
    for stmt in stmts {
        f.map_operands(stmt, &mut |op, write| if !write && op == old { new } else { op });
        f.update_stmt(unit, stmt);
    }
}
