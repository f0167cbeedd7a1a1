//! Pass `*reference_offsets`: numbers that are added to what is added to a pointer go into the references through the sum,
//! as they do when GCC expands addresses.
//!
//! ```text
//!   _4 = p_10(D) + _3;                         _4 = p_10(D) + _3;
//!   _5 = *_4;                                  _5 = *_4;
//!   _6 = _3 + 18446744073709551612;      =>    _7 = p_10(D) + _3;
//!   _7 = p_10(D) + _6;                         _8 = MEM[(float *)_7 + -4B];
//!   _8 = *_7;
//! ```
//!
//! An instruction adds a small offset for nothing, and the sum without it is often there already: `p[i]` beside
//! `p[i - 1]`. The names are there still: what lives longer now, `outofssa` finds places for.

use crate::machine::target::constants::simm12;
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeId, TreeKind, TreeNode};
use gimple::unit::Unit;
use tree_ssa::edit;
use tree_ssa::ssa::address_taken::replace_base;

/// `*reference_offsets` for the pass table.
pub const PASS: Pass = Pass::tree("*reference_offsets", execute)
    .gate(|options, _| options.optimize >= 1)
    .requires(Prop::CFG_SSA);

/// The pass. Linear in the statements and the uses of sums.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    for block in f.block_order() {
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            if let Some(sum) = sum_of(cx.unit, f, stmt)
                && let Some(references) = references_through(cx.unit, f, &sum)
            {
                move_offset(cx.unit, f, stmt, &sum, &references);
            }
            stmt = f.stmts[stmt].next;
        }
    }
    Todo::NONE
}

/// `name = pointer + (rest + number)`.
struct Sum {
    name: SsaName,
    pointer: Operand,
    rest: Operand,
    number: i64,
    /// What computes `rest + number`, for this alone.
    inner: StmtId,
}

fn sum_of(unit: &Unit, f: &Function, stmt: StmtId) -> Option<Sum> {
    let StmtKind::Assign { lhs: Operand::Ssa(name), code: TreeCode::PointerPlus, rhs } =
        f.stmts[stmt].kind
    else {
        return None;
    };
    let [pointer, Operand::Ssa(added), _] = rhs else { return None };
    let inner = f.names[added].def.expand()?;
    let StmtKind::Assign { code: TreeCode::Plus, rhs: [Operand::Ssa(rest), number, _], .. } =
        f.stmts[inner].kind
    else {
        return None;
    };
    let number = unit.as_distance(number)?;
    // What stays in its place where control arrives from nowhere lives no longer than it does.
    let tied = [name, added, rest].into_iter().chain(pointer.ssa());
    let free = tied.into_iter().all(|name| !f.names[name].has(NameFlags::ABNORMAL));
    let whole = unit.types.size(f.names[rest].ty) == unit.types.size(f.names[name].ty);
    let rest = Operand::Ssa(rest);
    (free && whole && f.has_single_use(added)).then_some(Sum { name, pointer, rest, number, inner })
}

/// The statements that use a sum, if none does anything but refer to what it points to, at offsets that stay small.
fn references_through(unit: &Unit, f: &Function, sum: &Sum) -> Option<Vec<StmtId>> {
    let stmts = f.use_stmts(sum.name);
    let mut found = 0;
    for &stmt in &stmts {
        let StmtKind::Assign { lhs, code: TreeCode::Single, rhs } = f.stmts[stmt].kind else {
            return None;
        };
        for op in [lhs, rhs[0]] {
            let Operand::Tree(id) = unit.trees.base_address(op) else { continue };
            let (TreeKind::MemRef { base, offset, .. }
            | TreeKind::TargetMemRef {
                base,
                index: Operand::None,
                index2: Operand::None,
                offset,
                ..
            }) = *unit.trees.kind(id)
            else {
                continue;
            };
            if base == Operand::Ssa(sum.name) && unit.is_memory_operand(op) {
                let size = unit.types.size(unit.type_of(f, op))?;
                let first = offset.checked_add(sum.number)?;
                let last = first.checked_add(i64::try_from(size).ok()?)?;
                if !simm12(first) || !simm12(last) {
                    return None;
                }
                found += 1;
            }
        }
    }
    (found == f.imm_uses(sum.name).count()).then_some(stmts)
}

fn move_offset(unit: &mut Unit, f: &mut Function, stmt: StmtId, sum: &Sum, references: &[StmtId]) {
    for &reference in references {
        let StmtKind::Assign { lhs, code, mut rhs } = f.stmts[reference].kind else { continue };
        let lhs = further(unit, lhs, sum);
        rhs[0] = further(unit, rhs[0], sum);
        edit::replace(unit, f, reference, StmtKind::assign(lhs, code, rhs));
    }
    edit::set_rhs(unit, f, stmt, TreeCode::PointerPlus, [sum.pointer, sum.rest]);
    f.remove_stmt(sum.inner);
}

/// A reference through the sum, so many bytes further on.
fn further(unit: &mut Unit, op: Operand, sum: &Sum) -> Operand {
    match op {
        Operand::Tree(id) if unit.is_memory_operand(op) => Operand::Tree(moved(unit, id, sum)),
        _ => op,
    }
}

fn moved(unit: &mut Unit, id: TreeId, sum: &Sum) -> TreeId {
    if let TreeKind::MemRef { base, offset, alias_ptr }
    | TreeKind::TargetMemRef {
        base,
        index: Operand::None,
        index2: Operand::None,
        offset,
        alias_ptr,
        ..
    } = *unit.trees.kind(id)
    {
        if base != Operand::Ssa(sum.name) {
            return id;
        }
        let (ty, volatile) = (unit.trees[id].ty, unit.trees[id].volatile);
        let kind = TreeKind::MemRef { base, offset: offset + sum.number, alias_ptr };
        return unit.trees.add_node(TreeNode { kind, ty, volatile });
    }
    let Some(part @ Operand::Tree(inner)) = unit.trees.part_of(id) else { return id };
    let new = moved(unit, inner, sum);
    if new == inner { id } else { replace_base(unit, id, part, Operand::Tree(new)) }
}
