//! Accesses to an object and the trees they form.

use super::scan::{Raw, Scan};
use super::{comes_initialized, is_constant, report};
use dumps::putln;
use gimple::decl::{Decl, DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::operand_equal::operand_equal;
use gimple::pass::PassContext;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use tree_ssa::edit::reference;

/// An access, by its number in the forest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AccessId(pub u32);

/// What is known of an access; united when accesses are.
#[derive(Clone, Copy, Default, Debug)]
pub struct Flags {
    pub read: bool,
    pub write: bool,
    /// In an assignment, of whatever type.
    pub assignment_read: bool,
    pub assignment_write: bool,
    /// As a register.
    pub scalar_read: bool,
    pub scalar_write: bool,
    pub total_scalarization: bool,
    /// It is worth a register though nothing may write it here.
    pub hint: bool,
    /// All of it is in registers.
    pub covered: bool,
    /// What lies there cannot be split: the place varies, or a value does not fill it.
    pub unscalarizable: bool,
    /// Part of it that is written is in memory only.
    pub unscalarized_data: bool,
    /// The members named on the way to it are the same in all accesses.
    pub same_path: bool,
}

/// All accesses to one region of an object.
pub struct Access {
    pub base: DeclId,
    /// In bits.
    pub offset: i64,
    pub size: i64,
    pub expr: Operand,
    pub ty: TypeId,
    pub flags: Flags,
    /// What lies within, in order.
    pub children: Vec<AccessId>,
    pub parent: Option<AccessId>,
    /// Assignments that read it, and that write it.
    pub read_by: Vec<u32>,
    pub written_by: Vec<u32>,
    pub replacement: Option<DeclId>,
}

impl Access {
    pub fn end(&self) -> i64 {
        self.offset + self.size
    }
}

/// The trees of accesses of all candidates.
#[derive(Default)]
pub struct Forest {
    accesses: Vec<Access>,
    /// Outermost accesses in order. A candidate that stays whole has none.
    roots: FxHashMap<DeclId, Vec<AccessId>>,
    /// Assignments of one candidate (or part) to another: what is written, what is read.
    pub links: Vec<(AccessId, AccessId)>,
    /// How many more accesses assignments may make of an object.
    budget: FxHashMap<DeclId, u32>,
    chosen: Vec<DeclId>,
}

/// Accesses that assignments may add to an object (`sra-max-propagations`).
const MAX_PROPAGATIONS: u32 = 32;

impl std::ops::Index<AccessId> for Forest {
    type Output = Access;
    fn index(&self, id: AccessId) -> &Access {
        &self.accesses[id.0 as usize]
    }
}

impl std::ops::IndexMut<AccessId> for Forest {
    fn index_mut(&mut self, id: AccessId) -> &mut Access {
        &mut self.accesses[id.0 as usize]
    }
}

impl Forest {
    /// Sorts what was found and puts it into trees.
    pub fn build(
        cx: &mut PassContext<'_>,
        f: &Function,
        candidates: &[DeclId],
        scan: &Scan,
    ) -> Forest {
        let mut forest = Forest::default();
        // Of each access found, the access of its region.
        let mut group = vec![None; scan.raws.len()];
        let mut of: FxHashMap<DeclId, Vec<u32>> = FxHashMap::default();
        for (index, raw) in scan.raws.iter().enumerate() {
            of.entry(raw.base).or_default().push(index as u32);
        }
        for &var in candidates {
            let Some(mut list) = of.remove(&var) else { continue };
            if scan.disqualified.contains(&var) {
                continue;
            }
            list.sort_by_key(|&index| order(cx.unit, &scan.raws[index as usize]));
            match forest.splice(cx.unit, &list, &scan.raws, &mut group) {
                Some(roots) => {
                    forest.roots.insert(var, roots);
                }
                None => {
                    report::disqualified(cx, f, var, "No or inhibitingly overlapping accesses.")
                }
            }
        }
        for &(written, read) in &scan.links {
            // Accesses to an object that stays whole have no trees.
            let tree = |access: Option<AccessId>| access.filter(|&id| forest.has(forest[id].base));
            let (to, from) = (tree(group[written as usize]), tree(group[read as usize]));
            match (to, from) {
                (Some(to), Some(from)) => {
                    let link = forest.links.len() as u32;
                    forest.links.push((to, from));
                    forest[to].written_by.push(link);
                    forest[from].read_by.push(link);
                }
                (Some(to), None) => {
                    forest.mark_written(to);
                }
                _ => {}
            }
        }
        forest
    }

    /// Makes one access of those to the same region, and a tree of those within one another; the outermost. None if two
    /// overlap in part.
    fn splice(
        &mut self,
        unit: &Unit,
        list: &[u32],
        raws: &[Raw],
        group: &mut [Option<AccessId>],
    ) -> Option<Vec<AccessId>> {
        let mut roots = Vec::new();
        let mut open: Vec<AccessId> = Vec::new();
        let mut at = 0;
        while at < list.len() {
            let first = &raws[list[at] as usize];
            let same = |&index: &u32| {
                (raws[index as usize].offset, raws[index as usize].size)
                    == (first.offset, first.size)
            };
            let count = list[at..].iter().take_while(|index| same(index)).count();
            let members = &list[at..at + count];
            at += count;
            while open.last().is_some_and(|&top| self[top].end() <= first.offset) {
                open.pop();
            }
            if open.last().is_some_and(|&top| self[top].end() < first.offset + first.size) {
                return None;
            }
            let mut access = united(unit, members, raws);
            if let Some(&around) = open.last() {
                // What all of it is written by writes this part, too.
                access.flags.read |= self[around].flags.read;
                access.flags.write |= self[around].flags.write;
            }
            let id = self.add(access, open.last().copied());
            for &member in members {
                group[member as usize] = Some(id);
            }
            if open.is_empty() {
                roots.push(id);
            }
            open.push(id);
        }
        Some(roots)
    }

    /// Adds an access after its parent's other children.
    fn add(&mut self, mut access: Access, parent: Option<AccessId>) -> AccessId {
        let id = AccessId(self.accesses.len() as u32);
        access.parent = parent;
        self.accesses.push(access);
        if let Some(parent) = parent {
            self[parent].children.push(id);
        }
        id
    }

    /// Adds an access among the children of another, none of which it overlaps.
    pub fn add_child(&mut self, parent: AccessId, access: Access) -> AccessId {
        let place =
            self[parent].children.partition_point(|&child| self[child].offset < access.offset);
        let id = self.add(access, Some(parent));
        let children = &mut self[parent].children;
        children.pop();
        children.insert(place, id);
        id
    }

    /// Whether an object has trees.
    pub fn has(&self, var: DeclId) -> bool {
        self.roots.contains_key(&var)
    }

    /// The outermost accesses of an object.
    pub fn roots(&self, var: DeclId) -> &[AccessId] {
        self.roots.get(&var).map_or(&[], Vec::as_slice)
    }

    /// The access to just this region.
    pub fn find(&self, var: DeclId, offset: i64, size: i64) -> Option<AccessId> {
        self.find_among(self.roots(var), offset, size)
    }

    /// The access to just this region, at or under a given one.
    pub fn find_under(&self, top: AccessId, offset: i64, size: i64) -> Option<AccessId> {
        if (self[top].offset, self[top].size) == (offset, size) {
            return Some(top);
        }
        self.find_among(&self[top].children, offset, size)
    }

    fn find_among<'a>(
        &'a self,
        mut list: &'a [AccessId],
        offset: i64,
        size: i64,
    ) -> Option<AccessId> {
        loop {
            let place = list.partition_point(|&id| self[id].end() <= offset);
            let id = *list.get(place)?;
            let access = &self[id];
            if (access.offset, access.size) == (offset, size) {
                return Some(id);
            }
            if access.offset > offset || access.end() < offset + size {
                return None;
            }
            list = &access.children;
        }
    }

    /// The first child of an access that ends after an offset.
    fn child_at(&self, top: AccessId, offset: i64) -> Option<AccessId> {
        let list = &self[top].children;
        list.get(list.partition_point(|&id| self[id].end() <= offset)).copied()
    }

    /// Whether something under an access, itself left out, overlaps a region; with the access to just that region.
    pub fn conflict(&self, top: AccessId, offset: i64, size: i64) -> (bool, Option<AccessId>) {
        let Some(id) = self.child_at(top, offset) else { return (false, None) };
        let access = &self[id];
        let exact = (access.offset, access.size) == (offset, size);
        (access.offset < offset + size, exact.then_some(id))
    }

    /// Marks an access and all in it as written; whether one was not.
    pub fn mark_written(&mut self, id: AccessId) -> bool {
        let mut changed = !self[id].flags.write;
        self[id].flags.write = true;
        for child in self[id].children.clone() {
            changed |= self.mark_written(child);
        }
        changed
    }

    /// Whether something within an access is written.
    pub fn is_written_within(&self, id: AccessId) -> bool {
        let written = |&child: &AccessId| self[child].flags.write || self.is_written_within(child);
        self[id].children.iter().any(written)
    }

    /// Counts an access that an assignment is to add to an object; whether it may.
    pub fn spend(&mut self, var: DeclId) -> bool {
        let left = self.budget.entry(var).or_insert(MAX_PROPAGATIONS);
        *left = left.saturating_sub(1);
        *left > 0
    }

    /// Whether a part of an access is in a register, itself included.
    pub fn has_replacement(&self, id: AccessId) -> bool {
        self[id].replacement.is_some()
            || self[id].children.iter().any(|&child| self.has_replacement(child))
    }

    /// The variables made.
    pub fn replacements(&self) -> &[DeclId] {
        &self.chosen
    }

    // All members of small objects.

    /// Gives every member that an outermost access of an object has one of its own, if that can be.
    pub fn scalarize_totally(&mut self, unit: &mut Unit, f: &Function, var: DeclId) {
        let roots = self.roots(var).to_vec();
        let constant = is_constant(unit, var);
        if roots.iter().any(|&root| !is_total(unit, self[root].ty, constant)) {
            return;
        }
        for root in roots {
            if unit.types.is_register_type(self[root].ty) {
                continue;
            }
            let mut leaves = Vec::new();
            reference::members(unit, f, self[root].expr, self[root].offset, &mut leaves);
            if leaves.iter().all(|leaf| self.is_free(unit, root, leaf.offset, leaf.size)) {
                for leaf in leaves {
                    self.add_member(root, leaf);
                }
                self.mark_total(root);
            }
        }
    }

    /// Whether a member is accessed as itself or not at all: within a scalar, or an aggregate of its size, it would have no
    /// variable.
    fn is_free(&self, unit: &Unit, top: AccessId, offset: i64, size: i64) -> bool {
        let Some(id) = self.child_at(top, offset) else { return true };
        let access = &self[id];
        if access.offset >= offset + size {
            return true;
        }
        let scalar = unit.types.is_register_type(access.ty);
        if (access.offset, access.size) == (offset, size) {
            return scalar && access.children.is_empty() && !access.flags.unscalarizable;
        }
        let around = access.offset <= offset && access.end() >= offset + size;
        around
            && !scalar
            && !access.flags.unscalarizable
            && !access.children.is_empty()
            && self.is_free(unit, id, offset, size)
    }

    fn add_member(&mut self, top: AccessId, leaf: reference::Member) {
        let inside = self.child_at(top, leaf.offset).filter(|&id| self[id].offset <= leaf.offset);
        match inside {
            Some(id) if (self[id].offset, self[id].size) == (leaf.offset, leaf.size) => {}
            Some(id) => self.add_member(id, leaf),
            None => {
                let flags = Flags { same_path: true, ..Flags::default() };
                let base = self[top].base;
                let access = Access::new(base, leaf.offset, leaf.size, leaf.expr, leaf.ty, flags);
                self.add_child(top, access);
            }
        }
    }

    fn mark_total(&mut self, top: AccessId) {
        self[top].flags.total_scalarization = true;
        for child in self[top].children.clone() {
            self.mark_total(child);
        }
    }

    // What becomes a register.

    /// Decides which parts of an object become variables; whether any does.
    pub fn choose(&mut self, cx: &mut PassContext<'_>, f: &mut Function, var: DeclId) -> bool {
        if !self.has(var) {
            return false;
        }
        let roots = self.roots(var).to_vec();
        let mut any = false;
        for &root in &roots {
            let total = self[root].flags.total_scalarization;
            any |= self.analyze(cx, f, root, None, true, total);
        }
        if any {
            report::trees(cx, f, self, var);
        } else {
            report::disqualified(cx, f, var, "No scalar replacements to be created.");
            self.roots.remove(&var);
        }
        any
    }

    fn analyze(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        id: AccessId,
        parent: Option<AccessId>,
        allowed: bool,
        total: bool,
    ) -> bool {
        if let Some(parent) = parent {
            let above = self[parent].flags;
            let flags = &mut self[id].flags;
            flags.read |= above.read;
            flags.write |= above.write;
            flags.assignment_read |= above.assignment_read;
            flags.assignment_write |= above.assignment_write;
            flags.total_scalarization |= above.total_scalarization;
        }
        let scalar = cx.unit.types.is_register_type(self[id].ty);
        let allowed = allowed && !self[id].flags.unscalarizable;
        let (mut any, mut hole, mut covered_to) = (false, false, self[id].offset);
        // Whether there is data in it that is in no variable, and not only padding.
        let mut kept = false;
        for child in self[id].children.clone() {
            hole |= covered_to < self[child].offset;
            any |= self.analyze(cx, f, child, Some(id), allowed && !scalar, total);
            let below = self[child].flags;
            self[id].flags.unscalarized_data |= below.unscalarized_data;
            if below.covered {
                covered_to = self[child].end();
            } else {
                (hole, kept) = (true, true);
            }
        }
        let flags = self[id].flags;
        let moved = (flags.scalar_read || flags.assignment_read)
            && (flags.scalar_write || flags.assignment_write);
        let leaf = scalar && self[id].children.is_empty();
        if allowed
            && leaf
            && (total || !flags.total_scalarization)
            && (total || flags.hint || moved)
        {
            self.make_integer(cx, f, id);
            let name = self.create_replacement(cx.unit, f, id);
            self[id].replacement = Some(name);
            self.chosen.push(name);
            if cx.dump.enabled() {
                let base = tree_ssa::dump_text::decl(cx.unit, f, self[id].base);
                let (offset, size) = (self[id].offset, self[id].size);
                let new = tree_ssa::dump_text::decl(cx.unit, f, name);
                putln!(
                    cx.dump,
                    "Created a replacement for {base} offset: {offset}, size: {size}: {new}D.{}",
                    name.0
                );
            }
            any = true;
            hole = false;
        } else {
            hole |= covered_to < self[id].end();
            kept |= scalar || self[id].children.is_empty();
            if scalar || !allowed {
                self[id].flags.total_scalarization = false;
            }
        }
        // A parameter has a value though nothing here writes it.
        let initialized = comes_initialized(cx.unit, self[id].base);
        if !hole || total && !kept {
            self[id].flags.covered = true;
        } else if self[id].flags.write || initialized {
            self[id].flags.unscalarized_data = true;
        }
        any
    }

    /// Lets a truth value or a number of an enumeration be a plain integer: what else is kept in its place may not be one of
    /// its values.
    fn make_integer(&mut self, cx: &mut PassContext<'_>, f: &Function, id: AccessId) {
        let Access { base, offset, size, expr, ty, .. } = self[id];
        let plain = matches!(*cx.unit.types.kind(ty),
            TypeKind::Integer { precision, .. } if i64::from(precision) == size);
        if !cx.unit.types.is_integral(ty)
            || plain
            || reference::bit_field(cx.unit, expr).is_some()
            || cx.unit.types.bits(cx.unit.types.main_variant(ty)) != Some(size)
            || !matches!(size, 8 | 16 | 32 | 64)
        {
            return;
        }
        if cx.dump.details() {
            let base = tree_ssa::dump_text::decl(cx.unit, f, base);
            let text = format!("replacement for {base} offset: {offset}, size: {size} ");
            putln!(cx.dump, "Changing the type of a {text} to an integer.");
        }
        let unsigned = cx.unit.types.is_unsigned(ty);
        let integer = cx.unit.types.nonstandard_integer(size as u16, unsigned);
        let place = reference::in_memory(cx.unit, f, Operand::Decl(base), offset, integer);
        (self[id].ty, self[id].expr) = (integer, place);
    }

    /// The variable for a part, `x$a` for `x.a`.
    fn create_replacement(&self, unit: &mut Unit, f: &mut Function, id: AccessId) -> DeclId {
        let access = &self[id];
        let quals = unit.types[access.ty].quals;
        let main = unit.types.main_variant(access.ty);
        let ty = unit.types.qualified(main, quals);
        // Each uses up a number, whether its name shows it or not.
        let number = unit.next_tmp;
        unit.next_tmp += 1;
        let base = &unit.decls[access.base];
        let name = if base.name.is_some() && !base.has(flag::IGNORED) {
            let name = reference::fancy_name(unit, access.expr);
            unit.symbols.intern(&name)
        } else {
            unit.symbols.intern(&format!("SR.{number}"))
        };
        let base = &unit.decls[access.base];
        let mut decl = Decl::new(DeclKind::Var, Some(name), ty, base.loc);
        decl.flags = flag::ARTIFICIAL | base.flags & flag::IGNORED;
        decl.context = f.decl;
        let decl = unit.decls.push(decl);
        f.locals.push(decl);
        decl
    }
}

impl Access {
    /// An access to a region of an object.
    pub fn new(
        base: DeclId,
        offset: i64,
        size: i64,
        expr: Operand,
        ty: TypeId,
        flags: Flags,
    ) -> Access {
        Access {
            base,
            offset,
            size,
            expr,
            ty,
            flags,
            children: Vec::new(),
            parent: None,
            read_by: Vec::new(),
            written_by: Vec::new(),
            replacement: None,
        }
    }
}

/// Whether two references lead the same way. Of members only their places matter: those of a union are at the same one.
fn is_same_way(unit: &Unit, mut a: Operand, mut b: Operand) -> bool {
    let member = |op: Operand| match *unit.trees.kind(op.tree()?) {
        TreeKind::ComponentRef { base, field } => Some((base, unit.types.field(field).bit_offset)),
        _ => None,
    };
    while let (Some((of_a, at_a)), Some((of_b, at_b))) = (member(a), member(b)) {
        if at_a != at_b {
            return false;
        }
        (a, b) = (of_a, of_b);
    }
    operand_equal(unit, a, b)
}

/// One access of several to the same region. What comes first gives it its type.
fn united(unit: &Unit, members: &[u32], raws: &[Raw]) -> Access {
    let first = &raws[members[0] as usize];
    let mut flags = Flags { same_path: true, ..Flags::default() };
    let mut scalar_reads = 0;
    for &member in members {
        let raw = &raws[member as usize];
        let scalar = unit.types.is_register_type(raw.ty);
        // What is written later is, until then, only there.
        flags.read |= !raw.write || raw.write_later;
        flags.write |= raw.write && !raw.write_later;
        flags.assignment_read |= raw.in_assignment && !raw.write;
        flags.assignment_write |= raw.in_assignment && raw.write;
        flags.scalar_read |= scalar && !raw.write;
        flags.scalar_write |= scalar && raw.write;
        flags.unscalarizable |= raw.unscalarizable;
        // An aggregate that has one member only lies where that does.
        flags.same_path &= !scalar || is_same_way(unit, raw.expr, first.expr);
        scalar_reads += usize::from(scalar && !raw.write);
    }
    flags.hint = scalar_reads > 1;
    // A bit-field that its type does not fill cannot stand for other bits than those of integers.
    let narrow = unit.types.precision(first.ty).is_some_and(|bits| i64::from(bits) != first.size);
    let integer = |&index: &u32| unit.types.is_integral(raws[index as usize].ty);
    flags.unscalarizable |=
        narrow && reference::bit_field(unit, first.expr).is_some() && !members.iter().all(integer);
    Access::new(first.base, first.offset, first.size, first.expr, first.ty, flags)
}

/// By place, the larger before what is in it; of the same region first what is the best type for it.
fn order(unit: &Unit, raw: &Raw) -> (i64, i64, bool, bool, bool, i64, TypeId) {
    let kind = unit.types.kind(raw.ty);
    let register = unit.types.is_register_type(raw.ty);
    let parts = matches!(kind, TypeKind::Complex(_) | TypeKind::Vector { .. });
    let integral = unit.types.is_integral(raw.ty);
    let precision = unit.types.precision(raw.ty).unwrap_or(0);
    (raw.offset, -raw.size, !register, !parts, !integral, -i64::from(precision), raw.ty)
}

/// Whether all members of a type can have registers: no bit-fields, no arrays of bytes but in constants, nothing that shares
/// its place.
fn is_total(unit: &Unit, ty: TypeId, constant: bool) -> bool {
    if unit.types.is_register_type(ty) {
        return true;
    }
    match unit.types.kind(ty) {
        TypeKind::Record { fields, .. } => fields.iter().all(|&id| {
            let field = unit.types.field(id);
            !field.is_bitfield && is_total(unit, field.ty, constant)
        }),
        TypeKind::Array { element, domain: gimple::types::ArrayDomain::Count(_) } => {
            let least = if constant { 0 } else { 8 };
            unit.types.bits(*element).is_some_and(|bits| bits > least)
                && is_total(unit, *element, constant)
        }
        _ => false,
    }
}
