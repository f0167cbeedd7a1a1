//! Addresses into the memory references that use them (`forward_propagate_addr_expr`).
//!
//! ```text
//! _1 = &s.b;    *_1 = 3;                 =>   MEM[(int *)&s + 4B] = 3;
//! _2 = p_3(D) + 8;  x_4 = *_2;           =>   x_4 = MEM[(int *)p_3(D) + 8B];
//! _5 = &a[i_6];   *_5 = 0;               =>   MEM <int[10]> [(int *)&a][i_6] = 0;
//! ```

use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::decl::DeclKind;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind, TreeNode};
use gimple::types::TypeId;
use gimple::types_compatible::types_compatible;
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use tree_ssa::edit;
use tree_ssa::fold::gimple_fold;
use tree_ssa::fold::gimple_fold::address::base_and_offset;
use tree_ssa::fold::is_invariant;

/// Copies, conversions and additions of constants an address is followed through.
const MAX_DEPTH: u32 = 32;

/// An address: of what, and its type.
#[derive(Clone, Copy)]
struct Address {
    object: Operand,
    ty: TypeId,
}

/// A name with the address it has.
#[derive(Clone, Copy)]
struct Pointer {
    name: SsaName,
    address: Address,
    /// Each name on the way to this one has no other use.
    single: bool,
    /// How many statements are between this name and the one that the address is taken for.
    depth: u32,
}

/// Propagates the addresses that the statements of a block compute, and takes complex numbers apart that only pass
/// through; statements all of whose uses are gone go.
pub fn propagate_addresses(cx: &mut PassContext<'_>, f: &mut Function, block: BlockId) {
    let mut stmt = f.blocks[block].stmts.first;
    while stmt.is_some() {
        if let Some((name, address)) = computed_address(cx.unit, f, stmt)
            && !f.has_zero_uses(name)
            && propagate(cx, f, Pointer { name, address, single: true, depth: 0 })
        {
            let next = f.stmts[stmt].next;
            f.remove_stmt(stmt);
            stmt = next;
            continue;
        }
        let after = super::complex::split(cx.unit, f, stmt);
        stmt = after.unwrap_or(f.stmts[stmt].next);
    }
}

/// The name a statement gives an address, and the address.
fn computed_address(unit: &mut Unit, f: &Function, stmt: StmtId) -> Option<(SsaName, Address)> {
    let StmtKind::Assign { lhs: Operand::Ssa(name), code, rhs } = f.stmts[stmt].kind else {
        return None;
    };
    let mut abnormal = f.names[name].has(NameFlags::ABNORMAL);
    unit.for_each_ssa(rhs[0], &mut |used| abnormal |= f.names[used].has(NameFlags::ABNORMAL));
    if abnormal {
        return None;
    }
    match code {
        TreeCode::Single | TreeCode::Nop => {
            let object = unit.addressed(rhs[0])?;
            if code == TreeCode::Nop && !unit.types.is_pointer(f.names[name].ty) {
                return None;
            }
            if !is_data(unit, object) {
                return None;
            }
            Some((name, Address { object, ty: unit.type_of(f, rhs[0]) }))
        }
        TreeCode::PointerPlus => {
            let offset = signed_offset(unit, rhs[1])?;
            let Operand::Ssa(base) = rhs[0] else { return None };
            if is_increment(f, name, base) {
                return None;
            }
            let ty = f.names[base].ty;
            let pointee = unit.types.pointee(ty)?;
            let kind = TreeKind::MemRef { base: rhs[0], offset, alias_ptr: unit.common.void_ptr };
            let object = Operand::Tree(unit.trees.add(kind, pointee));
            Some((name, Address { object, ty }))
        }
        _ => None,
    }
}

/// Whether an object is a variable or memory, not a function, label or literal.
fn is_data(unit: &Unit, object: Operand) -> bool {
    match unit.trees.base_address(object) {
        Operand::Decl(decl) => {
            !matches!(unit.decls[decl].kind, DeclKind::Function | DeclKind::Label)
        }
        Operand::Tree(id) => matches!(unit.trees.kind(id), TreeKind::MemRef { .. }),
        Operand::Const(_) => true,
        _ => false,
    }
}

fn signed_offset(unit: &Unit, op: Operand) -> Option<i64> {
    unit.as_distance(op)
}

/// Whether `next = base + c` steps a value through a loop (`simple_iv_increment_p`).
pub fn is_increment(f: &Function, next: SsaName, base: SsaName) -> bool {
    let Some(def) = f.names[base].def.expand() else { return false };
    match &f.stmts[def].kind {
        StmtKind::Phi(phi) => phi.args.iter().any(|arg| arg.value == Operand::Ssa(next)),
        _ => false,
    }
}

/// Propagates an address into the uses of `name`. Returns whether no use of the name is left.
fn propagate(cx: &mut PassContext<'_>, f: &mut Function, pointer: Pointer) -> bool {
    let name = pointer.name;
    if pointer.depth > MAX_DEPTH {
        return false;
    }
    let pointer = Pointer { single: pointer.single && f.has_single_use(name), ..pointer };
    let mut all = true;
    for stmt in f.use_stmts(name) {
        let StmtKind::Assign { .. } = f.stmts[stmt].kind else {
            all = false;
            continue;
        };
        if f.stmts[stmt].block.is_none() {
            continue;
        }
        let done = into_statement(cx, f, pointer, stmt);
        all &= done;
        // Copies and conversions on the way that nothing uses any more.
        if done
            && let StmtKind::Assign { lhs: Operand::Ssa(lhs), rhs: [Operand::Ssa(_), ..], .. } =
                f.stmts[stmt].kind
            && f.stmts[stmt].block.is_some()
            && f.has_zero_uses(lhs)
        {
            f.remove_stmt(stmt);
        }
    }
    all && f.has_zero_uses(name)
}

/// Propagates an address into one use of `name` (`forward_propagate_addr_expr_1`).
fn into_statement(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    pointer: Pointer,
    stmt: StmtId,
) -> bool {
    let Pointer { name, address, single, depth } = pointer;
    let further = |name, address| Pointer { name, address, single, depth: depth + 1 };
    let StmtKind::Assign { lhs, code, rhs } = f.stmts[stmt].kind else { return false };
    if let (Operand::Ssa(copy), TreeCode::Single, Operand::Ssa(_)) = (lhs, code, rhs[0]) {
        return propagate(cx, f, further(copy, address));
    }
    if let (Operand::Ssa(converted), TreeCode::Nop) = (lhs, code) {
        let ty = f.names[converted].ty;
        if single && useless_type_conversion(cx.unit, ty, address.ty) {
            let value = address_operand(cx.unit, address);
            set_rhs(cx.unit, f, stmt, TreeCode::Single, value);
            return true;
        }
        let types = &cx.unit.types;
        let keeps = (types.is_integral(ty) || types.is_pointer(ty))
            && types.precision(ty) >= types.precision(address.ty);
        return keeps && propagate(cx, f, further(converted, address));
    }
    if !types_compatible(cx.unit, f.names[name].ty, address.ty) {
        return false;
    }
    if let (Operand::Ssa(sum), TreeCode::PointerPlus) = (lhs, code) {
        if rhs[0] != Operand::Ssa(name) {
            return false;
        }
        let Some(moved) = moved_address(cx.unit, f, address, rhs[1]) else { return false };
        if propagate(cx, f, further(sum, moved)) {
            return true;
        }
        let value = address_operand(cx.unit, moved);
        let useless = useless_type_conversion(cx.unit, f.names[sum].ty, moved.ty);
        if !useless && !is_invariant(cx.unit, value) {
            return false;
        }
        set_rhs(cx.unit, f, stmt, if useless { TreeCode::Single } else { TreeCode::Nop }, value);
        return true;
    }
    into_references(cx, f, pointer, stmt)
}

/// Propagates an address into the dereferences of `name` on both sides of an assignment. Returns whether the statement
/// does not use the name any more; as in GCC, a store through it counts as a use if there are others.
fn into_references(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    Pointer { name, address, single, .. }: Pointer,
    stmt: StmtId,
) -> bool {
    let StmtKind::Assign { lhs, code, mut rhs } = f.stmts[stmt].kind else { return false };
    if code != TreeCode::Single {
        return false;
    }
    let uses_name = |unit: &Unit, op: Operand| {
        let mut found = false;
        unit.for_each_ssa(op, &mut |used| found |= used == name);
        found
    };
    let mut new_lhs = lhs;
    if !matches!(lhs, Operand::Ssa(_)) && uses_name(cx.unit, lhs) {
        new_lhs = dereferenced(cx.unit, f, lhs, name, address);
    }
    if uses_name(cx.unit, rhs[0]) {
        rhs[0] = match cx.unit.addressed(rhs[0]) {
            Some(object) => {
                let new = dereferenced(cx.unit, f, object, name, address);
                let ty = cx.unit.type_of(f, rhs[0]);
                if new == object {
                    rhs[0]
                } else {
                    Operand::Tree(cx.unit.trees.add(TreeKind::Addr(new), ty))
                }
            }
            None => dereferenced(cx.unit, f, rhs[0], name, address),
        };
    }
    let StmtKind::Assign { rhs: old, .. } = f.stmts[stmt].kind else { return false };
    if new_lhs == lhs && rhs == old {
        return false;
    }
    edit::replace(cx.unit, f, stmt, StmtKind::assign(new_lhs, code, rhs));
    gimple_fold::fold_stmt_inplace(cx.unit, f, cx.options, stmt);
    f.update_stmt(cx.unit, stmt);
    let loaded = rhs != old || single;
    loaded && !uses_name(cx.unit, new_lhs) && !uses_name(cx.unit, rhs[0])
}

fn set_rhs(unit: &Unit, f: &mut Function, stmt: StmtId, code: TreeCode, value: Operand) {
    if let StmtKind::Assign { code: old, rhs, .. } = &mut f.stmts[stmt].kind {
        (*old, *rhs) = (code, [value, Operand::None, Operand::None]);
    }
    f.update_stmt(unit, stmt);
}

fn address_operand(unit: &mut Unit, address: Address) -> Operand {
    Operand::Tree(unit.trees.add(TreeKind::Addr(address.object), address.ty))
}

/// The address a constant number of bytes further on, as `&MEM[base + offset]`, where the base is simple.
fn moved_address(unit: &mut Unit, f: &Function, address: Address, by: Operand) -> Option<Address> {
    let object = gimple_fold::address::moved_address(unit, f, address.object, address.ty, by)?;
    Some(Address { object, ..address })
}

/// A reference whose innermost part dereferences `name`, with the address in place of the name; the reference itself
/// where that is not possible.
fn dereferenced(
    unit: &mut Unit,
    f: &Function,
    reference: Operand,
    name: SsaName,
    address: Address,
) -> Operand {
    let Operand::Tree(id) = reference else { return reference };
    match *unit.trees.kind(id) {
        TreeKind::MemRef { base, offset, alias_ptr } if base == Operand::Ssa(name) => {
            let (ty, volatile) = (unit.trees[id].ty, unit.trees[id].volatile);
            if let Some((base, more)) = base_and_offset(unit, f, address.object)
                && let Some(offset) = offset.checked_add(more)
            {
                let kind = TreeKind::MemRef { base, offset, alias_ptr };
                let (new, place) =
                    (unit.trees.add_node(TreeNode { kind, ty, volatile }), unit.trees.place(id));
                unit.trees.set_place(new, place);
                return Operand::Tree(new);
            }
            let object_type = unit.type_of(f, address.object);
            if offset == 0 && !volatile && types_compatible(unit, ty, object_type) {
                return with_alias_type(unit, f, address.object, alias_ptr);
            }
            reference
        }
        _ => {
            let Some(base) = unit.trees.part_of(id) else { return reference };
            let new = dereferenced(unit, f, base, name, address);
            if new == base { reference } else { rebased(unit, id, new) }
        }
    }
}

/// A reference over another base.
fn rebased(unit: &mut Unit, id: gimple::tree::TreeId, new: Operand) -> Operand {
    let mut first = true;
    Operand::Tree(unit.trees.map_operands(
        id,
        |_, op| {
            if std::mem::take(&mut first) { new } else { op }
        },
    ))
}

/// The object, its innermost part accessed through a pointer of type `alias_ptr`.
pub(crate) fn with_alias_type(
    unit: &mut Unit,
    f: &Function,
    object: Operand,
    alias_ptr: TypeId,
) -> Operand {
    let plain = |unit: &mut Unit, base: Operand, offset: i64, ty: TypeId| {
        Operand::Tree(unit.trees.add(TreeKind::MemRef { base, offset, alias_ptr }, ty))
    };
    match object {
        Operand::Tree(id) => match *unit.trees.kind(id) {
            TreeKind::MemRef { base, offset, .. } => {
                let ty = unit.trees[id].ty;
                plain(unit, base, offset, ty)
            }
            _ => {
                let Some(base) = unit.trees.part_of(id) else { return object };
                let new = with_alias_type(unit, f, base, alias_ptr);
                rebased(unit, id, new)
            }
        },
        _ => {
            let ty = unit.type_of(f, object);
            let base = unit.address_of(object, ty);
            plain(unit, base, 0, ty)
        }
    }
}
