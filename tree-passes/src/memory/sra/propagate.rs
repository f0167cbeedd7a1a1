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
    let mut all = Propagation { unit, f, forest };
    let mut forward: VecDeque<AccessId> = all.forest.links.iter().map(|link| link.1).collect();
    while let Some(from) = forward.pop_front() {
        for link in all.forest[from].read_by.clone() {
            let to = all.forest.links[link as usize].0;
            if all.propagate_from_rhs(to, from) {
                // What was learnt of the target goes on to what it is assigned to, from wherever within it.
                enqueue(all.forest, to, |access| !access.read_by.is_empty(), &mut forward);
            }
        }
    }
    let mut backward: VecDeque<AccessId> = all.forest.links.iter().map(|link| link.0).collect();
    while let Some(to) = backward.pop_front() {
        for link in all.forest[to].written_by.clone() {
            let from = all.forest.links[link as usize].1;
            if all.propagate_from_lhs(to, from) {
                enqueue(all.forest, from, |access| !access.written_by.is_empty(), &mut backward);
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

/// The accesses while what is known of some goes on to others.
struct Propagation<'a> {
    unit: &'a mut Unit,
    f: &'a Function,
    forest: &'a mut Forest,
}

impl Propagation<'_> {
    /// Whether both sides of an assignment may have parts.
    fn both_split(&self, to: AccessId, from: AccessId) -> bool {
        [to, from].iter().all(|&id| {
            !self.forest[id].flags.unscalarizable
                && !self.unit.types.is_register_type(self.forest[id].ty)
        })
    }

    /// Gives the target of an assignment the parts of what is assigned; whether anything changed.
    fn propagate_from_rhs(&mut self, to: AccessId, from: AccessId) -> bool {
        let splits = self.both_split(to, from);
        // Where parts cannot be told apart, some part of the source may be written.
        let mut changed =
            (!splits || self.forest[from].flags.write) && self.forest.mark_written(to);
        if !splits {
            return changed;
        }
        for child in self.forest[from].children.clone() {
            let there = counterpart(self.forest, from, child, to);
            let written = self.forest[child].flags.write;
            if let Some(there) = there.exact {
                changed |= written && self.forest.mark_written(there);
                changed |= !self.forest[child].flags.hint;
                self.forest[child].flags.hint = true;
                let read = self.forest[there].flags.read;
                self.forest[there].flags.hint |= read;
                changed |= self.propagate_from_rhs(there, child);
            } else if there.conflict
                || self.forest[child].flags.unscalarizable
                || !self.forest.spend(self.forest[to].base)
            {
                changed |= (written || self.forest.is_written_within(child))
                    && self.forest.mark_written(to);
            } else {
                self.forest[child].flags.hint = true;
                let write = self.forest[to].flags.write || written;
                let flags = Flags { write, ..Flags::default() };
                let new = self.artificial(to, child, there.offset, flags);
                self.propagate_from_rhs(new, child);
                changed = true;
            }
        }
        changed
    }

    /// Gives what is assigned the parts of the target; whether anything changed.
    fn propagate_from_lhs(&mut self, to: AccessId, from: AccessId) -> bool {
        if !self.both_split(to, from) {
            return false;
        }
        let mut changed = false;
        for child in self.forest[to].children.clone() {
            let there = counterpart(self.forest, to, child, from);
            if let Some(there) = there.exact {
                changed |= self.propagate_from_lhs(child, there);
            } else if !there.conflict
                && !self.forest[child].flags.unscalarizable
                && self.forest.spend(self.forest[from].base)
            {
                let write = self.forest[from].flags.write;
                let flags = Flags { read: true, write, ..Flags::default() };
                let new = self.artificial(from, child, there.offset, flags);
                self.propagate_from_lhs(child, new);
                changed = true;
            }
        }
        changed
    }

    /// An access that no statement has, made like another's.
    fn artificial(
        &mut self,
        parent: AccessId,
        model: AccessId,
        offset: i64,
        flags: Flags,
    ) -> AccessId {
        let (base, size, ty) =
            (self.forest[parent].base, self.forest[model].size, self.forest[model].ty);
        let object = Operand::Decl(base);
        let expr = match reference::bit_field(self.unit, self.forest[model].expr) {
            Some(bits) => bits.of_object(self.unit, self.f, object, offset),
            None => reference::named(self.unit, self.f, object, offset, ty)
                .unwrap_or_else(|| reference::in_memory(self.unit, self.f, object, offset, ty)),
        };
        self.forest.add_child(parent, Access::new(base, offset, size, expr, ty, flags))
    }
}
