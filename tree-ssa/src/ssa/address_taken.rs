//! Variables whose address is not taken any more become registers (`execute_update_addresses_taken`).
//!
//! ```text
//!   int x;  // addressable                   x_4 = 3;
//!   x = 3;                            =>     _2 = x_4 + 1;
//!   x.0_1 = MEM[(int *)&x];
//!   _2 = x.0_1 + 1;
//! ```
//!
//! In SSA form, accesses through `MEM[&x]` are rewritten to the variable itself (with a view conversion where the types
//! differ) and the variable is handed to the SSA updater.

use crate::edit::Cursor;
use crate::ssa::update_ssa;
use dumps::putln;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::{Function, Prop};
use gimple::pass::{PassContext, Todo};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeId, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::fmt::Write;

/// The pass: finds such variables among the function's own, and renames them if the function is in SSA form.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let variables = f.params.iter().chain(&f.locals).copied();
    let candidates: Vec<DeclId> =
        variables.filter(|&var| may_become_register(cx.unit, f, var)).collect();
    if candidates.is_empty() {
        return Todo::NONE;
    }
    let mut uses = Uses::default();
    for block in f.block_iter() {
        for stmt in f.phis(block).chain(f.block_stmts(block)) {
            uses.scan(cx.unit, f, stmt);
        }
    }
    let mut renamed: FxHashSet<DeclId> = FxHashSet::default();
    for var in candidates {
        if becomes_register(cx, f, var, &uses) {
            renamed.insert(var);
        }
    }
    if !renamed.is_empty() {
        for block in f.block_order() {
            let stmts: Vec<StmtId> = f.block_stmts(block).collect();
            for stmt in stmts {
                rewrite(cx.unit, f, stmt, &renamed);
            }
        }
        if !f.properties.intersects(Prop::SSA) {
            return Todo::NONE;
        }
        for &var in &renamed {
            update_ssa::mark_symbol(f, var);
        }
        update_ssa::update(cx.unit, f, &mut cx.dump);
    }
    Todo::NONE
}

/// How variables occur.
#[derive(Default)]
struct Uses {
    address_taken: FxHashSet<DeclId>,
    /// Accessed in a way that a register cannot be.
    in_memory: FxHashSet<DeclId>,
}

impl Uses {
    fn scan(&mut self, unit: &Unit, f: &Function, stmt: StmtId) {
        if let StmtKind::Phi(phi) = &f.stmts[stmt].kind {
            phi.args.iter().for_each(|arg| self.addresses(unit, arg.value));
            return;
        }
        f.for_each_read(stmt, &mut |op| {
            self.addresses(unit, op);
            if let Some(var) = wrapped_base(unit, op) {
                self.in_memory.insert(var);
            }
        });
        f.for_each_write(stmt, &mut |op| {
            self.addresses(unit, op);
            if !writable_as_register(unit, op)
                && let Operand::Decl(var) = unit.trees.base_address(op)
            {
                self.in_memory.insert(var);
            }
        });
        if let StmtKind::Asm(asm) = &f.stmts[stmt].kind {
            for operand in asm.outputs.iter().chain(&asm.inputs) {
                if is_memory_constraint(unit.symbols.text(operand.constraint))
                    && let Operand::Decl(var) = unit.trees.base_address(operand.value)
                {
                    self.address_taken.insert(var);
                }
            }
        }
    }

    fn addresses(&mut self, unit: &Unit, op: Operand) {
        taken_addresses(unit, op, false, &mut |var| {
            self.address_taken.insert(var);
        });
    }
}

/// The variables whose addresses occur in `op` other than as the base of an access.
pub fn taken_addresses(unit: &Unit, op: Operand, is_base: bool, note: &mut dyn FnMut(DeclId)) {
    let Operand::Tree(id) = op else { return };
    match *unit.trees.kind(id) {
        TreeKind::Addr(object) => {
            if !is_base && let Operand::Decl(var) = unit.trees.base_address(object) {
                note(var);
            }
            taken_addresses(unit, object, true, note);
        }
        TreeKind::MemRef { base, .. } | TreeKind::TargetMemRef { base, .. } => {
            taken_addresses(unit, base, true, note);
        }
        _ => unit.trees.for_each_operand(id, |inner| taken_addresses(unit, inner, false, note)),
    }
}

/// Whether a constraint allows memory and no register.
fn is_memory_constraint(constraint: &str) -> bool {
    let letters = |set: &str| constraint.chars().any(|c| set.contains(c));
    letters("moVA") && !letters("rgXfi0123456789")
}

/// The variable whose address a reference dereferences, unless the access could be of the variable as a whole
/// (`non_rewritable_mem_ref_base`).
fn wrapped_base(unit: &Unit, op: Operand) -> Option<DeclId> {
    if let Some(var) = indexed_vector(unit, op) {
        return Some(var);
    }
    let (var, access, offset) = innermost_access(unit, op)?;
    let decl = &unit.decls[var];
    let whole = offset == 0
        && unit.types.size(access).is_some()
        && unit.types.size(access) == unit.types.size(decl.ty)
        && unit.types.is_register_type(access)
        && full_precision(unit, access);
    if whole || complex_part(unit, decl.ty, access, offset).is_some() { None } else { Some(var) }
}

/// The vector a reference picks a lane of by an index that varies.
fn indexed_vector(unit: &Unit, op: Operand) -> Option<DeclId> {
    let TreeKind::ArrayRef { base: Operand::Tree(view), index } = *unit.trees.kind(op.tree()?)
    else {
        return None;
    };
    match *unit.trees.kind(view) {
        TreeKind::ViewConvert(Operand::Decl(var)) if index.constant().is_none() => Some(var),
        _ => None,
    }
}

/// A lane of a vector variable that `BIT_FIELD_REF` names: the variable and the lane's first bit. Vectors of more than
/// two words have no machine mode and stay in memory.
fn vector_lane(unit: &Unit, id: TreeId) -> Option<(DeclId, u64)> {
    let TreeKind::BitFieldRef { base: Operand::Decl(var), size, pos } = *unit.trees.kind(id) else {
        return None;
    };
    let (element, _) = unit.types.lanes(unit.decls[var].ty)?;
    let bits = 8 * unit.types.size(element)?;
    let has_mode = unit.types.size(unit.decls[var].ty)? <= u64::from(unit.target.word_bits / 4);
    (has_mode && u64::from(size) == bits && pos % bits == 0).then_some((var, pos))
}

/// The variable, type and offset of a `MEM[&var + offset]` at the bottom of a reference.
fn innermost_access(unit: &Unit, mut op: Operand) -> Option<(DeclId, TypeId, i64)> {
    loop {
        let Operand::Tree(id) = op else { return None };
        match *unit.trees.kind(id) {
            TreeKind::MemRef { base, offset, .. } => {
                let Some(Operand::Decl(var)) = unit.addressed(base) else { return None };
                return Some((var, unit.trees[id].ty, offset));
            }
            _ => op = unit.trees.part_of(id)?,
        }
    }
}

/// Whether values of a type use all bits of its size.
fn full_precision(unit: &Unit, ty: TypeId) -> bool {
    match (unit.types.precision(ty), unit.types.size(ty)) {
        (Some(bits), Some(bytes)) => u64::from(bits) == 8 * bytes,
        _ => true,
    }
}

/// Whether an access at an offset is the real (0) or imaginary (1) part of a complex variable.
fn complex_part(unit: &Unit, ty: TypeId, access: TypeId, offset: i64) -> Option<usize> {
    let gimple::types::TypeKind::Complex(part) = *unit.types.kind(ty) else { return None };
    let size = unit.types.size(part)? as i64;
    if !unit.types.same_main(part, access) {
        return None;
    }
    match offset {
        0 => Some(0),
        _ if offset == size => Some(1),
        _ => None,
    }
}

/// Whether a store can be expressed as a definition of a register (`!non_rewritable_lvalue_p`).
fn writable_as_register(unit: &Unit, op: Operand) -> bool {
    let Operand::Tree(id) = op else { return true };
    match *unit.trees.kind(id) {
        TreeKind::Realpart(Operand::Decl(_)) | TreeKind::Imagpart(Operand::Decl(_)) => true,
        TreeKind::MemRef { base, offset, .. } => match unit.addressed(base) {
            Some(Operand::Decl(var)) => {
                let (ty, access) = (unit.decls[var].ty, unit.trees[id].ty);
                offset == 0
                    && unit.types.size(ty) == unit.types.size(access)
                    && unit.types.is_register_type(access)
                    && full_precision(unit, ty)
            }
            _ => true,
        },
        _ => vector_lane(unit, id).is_some(),
    }
}

/// Whether something may keep a variable in memory that is no reason any more.
fn may_become_register(unit: &Unit, f: &Function, var: DeclId) -> bool {
    let decl = &unit.decls[var];
    if decl.is_global() || decl.kind == DeclKind::Result || decl.has(flag::VIRTUAL) {
        return false;
    }
    // A register of a function in SSA form is named by no statement.
    decl.has(flag::ADDRESSABLE)
        || unit.types.is_register_type(decl.ty)
            && !(f.properties.intersects(Prop::SSA) && unit.is_gimple_reg(var))
}

/// Drops the marks that keep a variable in memory if its uses allow (`maybe_optimize_var`). Returns whether it has
/// become a register by that.
fn becomes_register(cx: &mut PassContext<'_>, f: &Function, var: DeclId, uses: &Uses) -> bool {
    let decl = &cx.unit.decls[var];
    if uses.address_taken.contains(&var) {
        return false;
    }
    let mut maybe = false;
    if decl.has(flag::ADDRESSABLE) {
        cx.unit.decls[var].set(flag::ADDRESSABLE, false);
        maybe = true;
        say(cx, f, "No longer having address taken: ", var);
    }
    if !cx.unit.types.is_register_type(cx.unit.decls[var].ty) {
        return false;
    }
    if uses.in_memory.contains(&var) {
        cx.unit.decls[var].set(flag::NOT_GIMPLE_REG, true);
        say(cx, f, "Has partial defs: ", var);
        return false;
    }
    if cx.unit.decls[var].has(flag::NOT_GIMPLE_REG) {
        cx.unit.decls[var].set(flag::NOT_GIMPLE_REG, false);
        maybe = true;
    }
    // A variable of a frame record's field stands for memory, though its type would do.
    let of_frame = cx.unit.decls[var].has(flag::HAS_VALUE_EXPR);
    let now = maybe && (of_frame || cx.unit.is_gimple_reg(var));
    if now {
        say(cx, f, "Now a gimple register: ", var);
    }
    now && !of_frame
}

fn say(cx: &mut PassContext<'_>, f: &Function, what: &str, var: DeclId) {
    if cx.dump.enabled() {
        let name = crate::dump_text::decl(cx.unit, f, var);
        putln!(cx.dump, "{what}{name}");
    }
}

/// Rewrites the accesses of a statement to variables that have become registers, so that they name the variable.
fn rewrite(unit: &mut Unit, f: &mut Function, stmt: StmtId, renamed: &FxHashSet<DeclId>) {
    rewrite_store(unit, f, stmt, renamed);
    let mut changed = false;
    let mut operands: SmallVec<[(Operand, Operand); 4]> = SmallVec::new();
    f.for_each_read(stmt, &mut |op| operands.push((op, op)));
    for (_, new) in &mut operands {
        *new = rewrite_operand(unit, *new, renamed);
    }
    f.map_operands(stmt, &mut |op, written| {
        if written {
            return op;
        }
        match operands.iter().find(|entry| entry.0 == op) {
            Some(&(old, new)) if old != new => {
                changed = true;
                new
            }
            _ => op,
        }
    });
    let mentions = changed || mentions_any(unit, f, stmt, renamed);
    if mentions {
        update_ssa::update_stmt_without_vdef(unit, f, stmt);
    }
}

fn mentions_any(unit: &Unit, f: &Function, stmt: StmtId, vars: &FxHashSet<DeclId>) -> bool {
    fn go(unit: &Unit, op: Operand, vars: &FxHashSet<DeclId>) -> bool {
        match op {
            Operand::Decl(var) => vars.contains(&var),
            Operand::Tree(id) => {
                let mut any = false;
                unit.trees.for_each_operand(id, |inner| any |= go(unit, inner, vars));
                any
            }
            _ => false,
        }
    }
    let mut any = false;
    f.for_each_read(stmt, &mut |op| any |= go(unit, op, vars));
    f.for_each_write(stmt, &mut |op| any |= go(unit, op, vars));
    any
}

/// `op` with `MEM[&x]` replaced by `x`, a view of it or a part of it.
fn rewrite_operand(unit: &mut Unit, op: Operand, renamed: &FxHashSet<DeclId>) -> Operand {
    let Operand::Tree(id) = op else { return op };
    let node = unit.trees[id].clone();
    match node.kind {
        TreeKind::MemRef { base, offset, .. } => {
            let Some(Operand::Decl(var)) = unit.addressed(base) else { return op };
            if !renamed.contains(&var) {
                return op;
            }
            let ty = unit.decls[var].ty;
            let part = complex_part(unit, ty, node.ty, offset);
            let kind = match part {
                Some(0) => TreeKind::Realpart(Operand::Decl(var)),
                Some(_) => TreeKind::Imagpart(Operand::Decl(var)),
                None if gimple::types_compatible::useless_type_conversion(unit, node.ty, ty) => {
                    return Operand::Decl(var);
                }
                None => TreeKind::ViewConvert(Operand::Decl(var)),
            };
            Operand::Tree(unit.trees.add(kind, node.ty))
        }
        TreeKind::ComponentRef { .. }
        | TreeKind::PlacedComponentRef { .. }
        | TreeKind::SizedArrayRef { .. }
        | TreeKind::ArrayRef { .. }
        | TreeKind::BitFieldRef { .. }
        | TreeKind::ViewConvert(_)
        | TreeKind::Realpart(_)
        | TreeKind::Imagpart(_) => {
            let base = unit.trees.base(id);
            let new = rewrite_operand(unit, base, renamed);
            if new == base { op } else { Operand::Tree(replace_base(unit, id, base, new)) }
        }
        _ => op,
    }
}

/// A reference with another base, if it has the old one.
pub fn replace_base(unit: &mut Unit, id: TreeId, old: Operand, new: Operand) -> TreeId {
    let mut first = true;
    unit.trees.map_operands(
        id,
        |_, op| {
            if std::mem::take(&mut first) && op == old { new } else { op }
        },
    )
}

/// Turns stores to (parts of) variables that have become registers into definitions of them.
fn rewrite_store(unit: &mut Unit, f: &mut Function, stmt: StmtId, renamed: &FxHashSet<DeclId>) {
    let StmtKind::Assign { lhs: Operand::Tree(id), code, rhs } = f.stmts[stmt].kind else { return };
    let access = unit.trees[id].ty;
    match *unit.trees.kind(id) {
        TreeKind::MemRef { base, .. } => {
            let Some(Operand::Decl(var)) = unit.addressed(base) else { return };
            if !renamed.contains(&var) {
                return;
            }
            let ty = unit.decls[var].ty;
            let mut value = rhs;
            if !gimple::types_compatible::useless_type_conversion(unit, ty, access)
                && !crate::effects::call_effects::is_clobber(unit, f, stmt)
            {
                value[0] = Operand::Tree(unit.trees.add(TreeKind::ViewConvert(rhs[0]), ty));
            }
            f.stmts[stmt].kind = StmtKind::assign(Operand::Decl(var), code, value);
        }
        TreeKind::BitFieldRef { .. } => {
            let Some((var, pos)) = vector_lane(unit, id).filter(|(var, _)| renamed.contains(var))
            else {
                return;
            };
            let sizetype = unit.common.sizetype;
            let position = unit.int(sizetype, pos.into());
            let (var, code) = (Operand::Decl(var), TreeCode::BitInsert);
            f.stmts[stmt].kind = StmtKind::assign(var, code, [var, rhs[0], position]);
        }
        TreeKind::Realpart(Operand::Decl(var)) | TreeKind::Imagpart(Operand::Decl(var))
            if renamed.contains(&var) =>
        {
            let real = matches!(unit.trees.kind(id), TreeKind::Realpart(_));
            let kind = if real {
                TreeKind::Imagpart(Operand::Decl(var))
            } else {
                TreeKind::Realpart(Operand::Decl(var))
            };
            let other = Operand::Tree(unit.trees.add(kind, access));
            let mut at = Cursor::before(stmt).at(f.stmt_info[stmt].loc);
            let kept = at.temporary(unit, f, access, TreeCode::Single, [other]);
            let parts = if real { [rhs[0], kept] } else { [kept, rhs[0]] };
            f.stmts[stmt].kind = StmtKind::assign(Operand::Decl(var), TreeCode::Complex, parts);
        }
        _ => {}
    }
}
