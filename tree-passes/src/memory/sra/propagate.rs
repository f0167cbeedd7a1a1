//! Parts that aggregates get from those they are assigned to or from.
//!
//! In `y = x`, a part of `x` is one of `y` too, so that it can go from variable to variable; and a part that is read of
//! `y` is worth having of `x`.

use super::access::{Access, AccessId, Flags, Forest};
use gimple::function::Function;
use gimple::tree::Operand;
use gimple::unit::Unit;
use std::collections::VecDeque;
use tree_ssa::edit::reference;

/// Lets parts travel along assignments until nothing changes. Each object takes a limited number of them.
pub fn run(unit: &mut Unit, f: &Function, forest: &mut Forest) {
    let mut forward: VecDeque<AccessId> = forest.links.iter().map(|link| link.1).collect();
    while let Some(from) = forward.pop_front() {
        for link in forest[from].read_by.clone() {
            let to = forest.links[link as usize].0;
            if from_rhs(unit, f, forest, to, from) {
                // What was learnt of the target goes on to what it is assigned to, from wherever within it.
                enqueue(forest, to, |access| !access.read_by.is_empty(), &mut forward);
            }
        }
    }
    let mut backward: VecDeque<AccessId> = forest.links.iter().map(|link| link.0).collect();
    while let Some(to) = backward.pop_front() {
        for link in forest[to].written_by.clone() {
            let from = forest.links[link as usize].1;
            if from_lhs(unit, f, forest, to, from) {
                enqueue(forest, from, |access| !access.written_by.is_empty(), &mut backward);
            }
        }
    }
}

/// Queues an access, what is around it and what is in it, where it is wanted.
fn enqueue(
    forest: &Forest,
    id: AccessId,
    wanted: fn(&Access) -> bool,
    queue: &mut VecDeque<AccessId>,
) {
    let mut around = Some(id);
    while let Some(access) = around {
        if wanted(&forest[access]) {
            queue.push_back(access);
        }
        around = forest[access].parent;
    }
    let mut inside = forest[id].children.clone();
    while let Some(access) = inside.pop() {
        if wanted(&forest[access]) {
            queue.push_back(access);
        }
        inside.extend(&forest[access].children);
    }
}

/// What an assignment says of a part of one side: where it lies on the other.
struct Counterpart {
    offset: i64,
    /// Something of the other side overlaps it, and it is this access if that is just the same region.
    conflict: bool,
    exact: Option<AccessId>,
}

fn counterpart(forest: &Forest, top: AccessId, child: AccessId, other: AccessId) -> Counterpart {
    let offset = forest[child].offset + forest[other].offset - forest[top].offset;
    let (conflict, exact) = forest.conflict(other, offset, forest[child].size);
    Counterpart { offset, conflict, exact }
}

/// Whether both sides of an assignment may have parts.
fn both_split(unit: &Unit, forest: &Forest, to: AccessId, from: AccessId) -> bool {
    [to, from]
        .iter()
        .all(|&id| !forest[id].flags.unscalarizable && !unit.types.is_register_type(forest[id].ty))
}

/// Gives the target of an assignment the parts of what is assigned; whether anything changed.
fn from_rhs(
    unit: &mut Unit,
    f: &Function,
    forest: &mut Forest,
    to: AccessId,
    from: AccessId,
) -> bool {
    let splits = both_split(unit, forest, to, from);
    // Where parts cannot be told apart, some part of the source may be written.
    let mut changed = (!splits || forest[from].flags.write) && forest.mark_written(to);
    if !splits {
        return changed;
    }
    for child in forest[from].children.clone() {
        let there = counterpart(forest, from, child, to);
        let written = forest[child].flags.write;
        if let Some(there) = there.exact {
            changed |= written && forest.mark_written(there);
            changed |= !forest[child].flags.hint;
            forest[child].flags.hint = true;
            let read = forest[there].flags.read;
            forest[there].flags.hint |= read;
            changed |= from_rhs(unit, f, forest, there, child);
        } else if there.conflict
            || forest[child].flags.unscalarizable
            || !forest.spend(forest[to].base)
        {
            changed |= (written || forest.is_written_within(child)) && forest.mark_written(to);
        } else {
            forest[child].flags.hint = true;
            let write = forest[to].flags.write || written;
            let flags = Flags { write, ..Flags::default() };
            let new = artificial(unit, f, forest, to, child, there.offset, flags);
            from_rhs(unit, f, forest, new, child);
            changed = true;
        }
    }
    changed
}

/// Gives what is assigned the parts of the target; whether anything changed.
fn from_lhs(
    unit: &mut Unit,
    f: &Function,
    forest: &mut Forest,
    to: AccessId,
    from: AccessId,
) -> bool {
    if !both_split(unit, forest, to, from) {
        return false;
    }
    let mut changed = false;
    for child in forest[to].children.clone() {
        let there = counterpart(forest, to, child, from);
        if let Some(there) = there.exact {
            changed |= from_lhs(unit, f, forest, child, there);
        } else if !there.conflict
            && !forest[child].flags.unscalarizable
            && forest.spend(forest[from].base)
        {
            let write = forest[from].flags.write;
            let flags = Flags { read: true, write, ..Flags::default() };
            let new = artificial(unit, f, forest, from, child, there.offset, flags);
            from_lhs(unit, f, forest, child, new);
            changed = true;
        }
    }
    changed
}

/// An access that no statement has, made like another's.
fn artificial(
    unit: &mut Unit,
    f: &Function,
    forest: &mut Forest,
    parent: AccessId,
    model: AccessId,
    offset: i64,
    flags: Flags,
) -> AccessId {
    let (base, size, ty) = (forest[parent].base, forest[model].size, forest[model].ty);
    let object = Operand::Decl(base);
    let expr = match reference::bit_field(unit, forest[model].expr) {
        Some(bits) => bits.of_object(unit, f, object, offset),
        None => reference::named(unit, f, object, offset, ty)
            .unwrap_or_else(|| reference::in_memory(unit, f, object, offset, ty)),
    };
    forest.add_child(parent, Access::new(base, offset, size, expr, ty, flags))
}
