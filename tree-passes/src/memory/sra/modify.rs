//! Statements are rewritten to use the variables that parts have become.

use super::access::{Access, AccessId, Forest};
use super::comes_initialized;
use dumps::Dump;
use dumps::putln;
use gimple::cfg::ENTRY;
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::fold_const::const_unop;
use gimple::function::Function;
use gimple::options::Options;
use gimple::stmt::{StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use std::fmt::Write;
use std::ops::Range;
use tree_ssa::analyses::alias::Access as Reference;
use tree_ssa::analyses::alias::Base;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::reference;
use tree_ssa::effects::call_effects::is_clobber;
use tree_ssa::fold::gimple_fold::fold_stmt_inplace;
use tree_ssa::ssa::address_taken::replace_base;
use tree_ssa::ssa::update_ssa;

/// Rewrites all statements that access parts which have become variables; whether new ones access memory.
pub fn run(
    unit: &mut Unit,
    options: &Options,
    f: &mut Function,
    forest: &Forest,
    candidates: &[DeclId],
    dump: &mut Dump<'_>,
) -> bool {
    let initialized: Vec<DeclId> =
        candidates.iter().copied().filter(|&var| comes_initialized(unit, var)).collect();
    let mut modifier = Modifier { unit, options, f, forest, dump, in_memory: false };
    for block in modifier.f.block_order() {
        let stmts: Vec<StmtId> = modifier.f.block_stmts(block).collect();
        for stmt in stmts {
            modifier.stmt(stmt);
        }
    }
    modifier.load_initialized(&initialized);
    modifier.in_memory
}

/// Which way values go between an aggregate in memory and the variables of its parts.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// Before a statement, into memory.
    Store,
    /// After a statement, out of memory.
    Load,
}

struct Modifier<'a, 'd> {
    unit: &'a mut Unit,
    options: &'a Options,
    f: &'a mut Function,
    forest: &'a Forest,
    dump: &'a mut Dump<'d>,
    /// Whether a statement was added that accesses memory.
    in_memory: bool,
}

impl Modifier<'_, '_> {
    fn stmt(&mut self, stmt: StmtId) {
        match self.f.stmts[stmt].kind {
            StmtKind::Assign { lhs, code: TreeCode::Single, rhs: [rhs, ..] } => {
                let set = is_clobber(self.unit, self.f, stmt) || self.is_empty_constructor(rhs);
                match self.access_of(lhs) {
                    Some(to) if set => self.set_all(stmt, to, rhs),
                    _ if set => {}
                    _ => self.assignment(stmt, lhs, rhs),
                }
            }
            StmtKind::Call(_) => self.call(stmt),
            StmtKind::Return(value) => {
                let new = self.read(stmt, value);
                if new != value {
                    self.f.stmts[stmt].kind = StmtKind::Return(new);
                    self.changed(stmt);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, stmt: StmtId) {
        let StmtKind::Call(call) = &self.f.stmts[stmt].kind else { return };
        let (old, old_lhs) = (call.args.clone(), call.lhs);
        let args: Vec<Operand> = old.iter().map(|&arg| self.read(stmt, arg)).collect();
        let lhs = self.written(stmt, old_lhs);
        if args == old && lhs == old_lhs {
            return;
        }
        if let StmtKind::Call(call) = &mut self.f.stmts[stmt].kind {
            (call.args, call.lhs) = (args, lhs);
        }
        self.changed(stmt);
    }

    fn changed(&mut self, stmt: StmtId) {
        update_ssa::update_stmt_without_vdef(self.unit, self.f, stmt);
    }

    fn remove(&mut self, stmt: StmtId) {
        update_ssa::unlink_stmt_vdef(self.unit, self.f, stmt);
        self.f.remove_stmt(stmt);
    }

    /// The access that a reference has.
    fn access_of(&self, op: Operand) -> Option<AccessId> {
        if !self.unit.is_memory_operand(op) {
            return None;
        }
        let reference = Reference::of(self.unit, self.f, reference::unviewed(self.unit, op));
        let Base::Decl(base) = reference.base else { return None };
        if !self.forest.has(base) {
            return None;
        }
        self.forest.find(base, reference.offset, reference.max_size?)
    }

    fn replacement(&self, access: Option<AccessId>) -> Option<DeclId> {
        access.and_then(|id| self.forest[id].replacement)
    }

    fn has_parts(&self, access: Option<AccessId>) -> bool {
        access.is_some_and(|id| {
            let children = &self.forest[id].children;
            children.iter().any(|&child| self.forest.has_replacement(child))
        })
    }

    fn is_empty_constructor(&self, op: Operand) -> bool {
        let Operand::Tree(id) = op else { return false };
        matches!(self.unit.trees.kind(id), TreeKind::Constructor(elements) if elements.is_empty())
    }

    // Operands of calls and returns.

    /// What a statement reads instead of an operand.
    fn read(&mut self, stmt: StmtId, op: Operand) -> Operand {
        let Some(id) = self.access_of(op) else { return op };
        if let Some(var) = self.forest[id].replacement {
            let ty = self.unit.type_of(self.f, op);
            let var = Operand::Decl(var);
            if useless_type_conversion(self.unit, ty, self.forest[id].ty) {
                return var;
            }
            // The statement wants memory of its type: the value goes there.
            let mut place = self.before(stmt);
            let memory = self.reference_to(op, 0, id, &mut place);
            self.assign(&mut place, memory, var);
            return op;
        }
        if self.has_parts(Some(id)) {
            self.copy_parts(id, op, Way::Store, &mut self.before(stmt));
        }
        op
    }

    /// What a statement reads instead of a part of something that has become a variable, or that has parts which have.
    fn read_part(&mut self, stmt: StmtId, part: Operand) -> Operand {
        let inner = reference::without_part(self.unit, part);
        let Operand::Tree(id) = part else { return part };
        if let TreeKind::BitFieldRef { size, pos, .. } = *self.unit.trees.kind(id)
            && let Some(access) = self.access_of(inner)
            && self.forest[access].replacement.is_none()
        {
            let start = pos as i64;
            let wanted = start..start + i64::from(size);
            self.copy_some(access, inner, Way::Store, &mut self.before(stmt), &wanted);
            return part;
        }
        let new = self.read(stmt, inner);
        if new == inner {
            return part;
        }
        Operand::Tree(replace_base(self.unit, id, inner, new))
    }

    /// What a call writes instead of an operand.
    fn written(&mut self, stmt: StmtId, op: Operand) -> Operand {
        let Some(id) = self.access_of(op) else { return op };
        if let Some(var) = self.forest[id].replacement {
            let ty = self.unit.type_of(self.f, op);
            if useless_type_conversion(self.unit, self.forest[id].ty, ty) {
                return Operand::Decl(var);
            }
            self.load_replacement(id, op, &mut self.after(stmt));
        } else if self.has_parts(Some(id)) {
            self.copy_parts(id, op, Way::Load, &mut self.after(stmt));
        }
        op
    }

    // Assignments.

    /// `x = {}`, or the end of an object's life, which is that of its parts.
    fn set_all(&mut self, stmt: StmtId, id: AccessId, value: Operand) {
        let clear = self.is_empty_constructor(value);
        let mut place = self.after(stmt);
        for part in self.parts(id) {
            let Some(var) = self.forest[part].replacement else { continue };
            let ty = self.unit.decls[var].ty;
            let zero = |unit: &mut Unit| Operand::Const(gimple::fold_const::zero(unit, ty));
            let value = if clear { zero(self.unit) } else { value };
            self.assign(&mut place, Operand::Decl(var), value);
        }
        if self.forest[id].flags.covered {
            self.remove(stmt);
        }
    }

    fn assignment(&mut self, stmt: StmtId, lhs: Operand, rhs: Operand) {
        if reference::without_part(self.unit, rhs) != rhs {
            let part = self.read_part(stmt, rhs);
            if part != rhs {
                self.set_operands(stmt, lhs, part);
                self.changed(stmt);
            }
            return;
        }
        let (to, from) = (self.access_of(lhs), self.access_of(rhs));
        let (new_lhs, new_rhs) = (self.replacement(to), self.replacement(from));
        if new_lhs.is_some() || new_rhs.is_some() {
            let left = new_lhs.map_or(lhs, Operand::Decl);
            let right = new_rhs.map_or(rhs, Operand::Decl);
            self.replace(stmt, (left, to), (right, from));
            return;
        }
        let (left, right) = (self.has_parts(to), self.has_parts(from));
        if !left && !right {
            return;
        }
        let viewed = |op: Operand| reference::names_bits(self.unit, op, true);
        if viewed(lhs) || viewed(rhs) || cfg_edit::ends_block(self.unit, self.f, stmt) {
            if let (Some(from), true) = (from, right) {
                self.copy_parts(from, rhs, Way::Store, &mut self.before(stmt));
            }
            if let (Some(to), true) = (to, left) {
                self.copy_parts(to, lhs, Way::Load, &mut self.after(stmt));
            }
            return;
        }
        let splits = |id: AccessId| !self.forest[id].flags.unscalarizable;
        match (to, from) {
            (Some(to), Some(from)) if left && right && splits(to) && splits(from) => {
                self.between(stmt, (lhs, to), (rhs, from));
            }
            _ => self.with_memory(stmt, (lhs, to), (rhs, from)),
        }
    }

    fn set_operands(&mut self, stmt: StmtId, lhs: Operand, rhs: Operand) {
        self.f.stmts[stmt].kind = StmtKind::copy(lhs, rhs);
    }

    /// An assignment of which one side at least is a variable now.
    fn replace(
        &mut self,
        stmt: StmtId,
        (mut lhs, to): (Operand, Option<AccessId>),
        (mut rhs, from): (Operand, Option<AccessId>),
    ) {
        // The side that is in memory may have parts that are not.
        if let Some(from) = from.filter(|_| self.has_parts(from)) {
            self.copy_parts(from, rhs, Way::Store, &mut self.before(stmt));
        }
        if let Some(to) = to.filter(|_| self.has_parts(to)) {
            self.copy_parts(to, lhs, Way::Load, &mut self.after(stmt));
        }
        let (mut left, mut right) =
            (self.unit.type_of(self.f, lhs), self.unit.type_of(self.f, rhs));
        if !useless_type_conversion(self.unit, left, right) {
            let aggregate = |ty: TypeId| self.unit.types.is_aggregate(ty);
            if aggregate(left)
                && let Some(from) = from
            {
                // The same bytes as what the variable is.
                (lhs, left) = self.as_access(stmt, lhs, from);
            } else if aggregate(right)
                && let Some(to) = to
            {
                (rhs, right) = self.as_access(stmt, rhs, to);
            }
            if !useless_type_conversion(self.unit, left, right) {
                if self.viewed_as_number(stmt, lhs, left, (rhs, right)) {
                    return;
                }
                let view = TreeKind::ViewConvert(rhs);
                rhs = Operand::Tree(self.unit.trees.add(view, left));
                if !matches!(lhs, Operand::Ssa(_)) {
                    rhs = self.value_at(&mut self.before(stmt), rhs, left);
                }
            }
        }
        self.set_operands(stmt, lhs, rhs);
        if matches!(rhs, Operand::Tree(_)) && matches!(lhs, Operand::Ssa(_)) {
            fold_stmt_inplace(self.unit, self.f, self.options, stmt);
        }
        self.changed(stmt);
    }

    /// Where the same bits as another type are a constant, or a number of as many bits, the statement becomes that.
    fn viewed_as_number(
        &mut self,
        stmt: StmtId,
        lhs: Operand,
        ty: TypeId,
        (rhs, of): (Operand, TypeId),
    ) -> bool {
        let types = &self.unit.types;
        if let Some(constant) = rhs.constant() {
            let viewed = const_unop(self.unit, TreeCode::ViewConvert, ty, constant);
            let Some(viewed) = viewed else { return false };
            self.set_operands(stmt, lhs, Operand::Const(viewed));
        } else if types.is_integral(ty)
            && types.is_integral(of)
            && types.precision(ty) == types.precision(of)
            && matches!(lhs, Operand::Ssa(_))
        {
            self.f.stmts[stmt].kind = StmtKind::assign(lhs, TreeCode::Nop, [rhs]);
        } else {
            return false;
        }
        self.changed(stmt);
        true
    }

    /// The bytes of an aggregate as the type of an access.
    fn as_access(&mut self, stmt: StmtId, object: Operand, access: AccessId) -> (Operand, TypeId) {
        let ty = self.forest[access].ty;
        (self.reference_to(object, 0, access, &mut self.before(stmt)), ty)
    }

    /// An assignment between an aggregate with parts and one without, or one in memory.
    fn with_memory(
        &mut self,
        stmt: StmtId,
        (lhs, to): (Operand, Option<AccessId>),
        (rhs, from): (Operand, Option<AccessId>),
    ) {
        if let Some(from) = from.filter(|_| self.has_parts(from)) {
            let flags = self.forest[from].flags;
            let all = !flags.unscalarized_data && !flags.unscalarizable;
            if all && !self.has_parts(to) && self.unit.is_memory_operand(lhs) {
                if self.dump.enabled() {
                    let text = tree_ssa::dump_text::stmt(self.unit, self.f, stmt);
                    putln!(self.dump, "Removing load: {text}");
                }
                self.copy_parts(from, lhs, Way::Store, &mut self.before(stmt));
                self.remove(stmt);
                return;
            }
            self.copy_parts(from, rhs, Way::Store, &mut self.before(stmt));
        }
        if let Some(to) = to.filter(|_| self.has_parts(to)) {
            // What is assigned is read, not what it was assigned to: that shows more.
            let source = if self.unit.is_memory_operand(rhs) { rhs } else { lhs };
            self.copy_parts(to, source, Way::Load, &mut self.after(stmt));
        }
    }

    /// An assignment between two aggregates with parts: from variable to variable, with what is in memory only.
    fn between(
        &mut self,
        stmt: StmtId,
        (lhs, to): (Operand, AccessId),
        (rhs, from): (Operand, AccessId),
    ) {
        let flags = self.forest[to].flags;
        let parts = self.parts(to);
        let offset_of = |forest: &Forest, part: AccessId| {
            forest[part].offset - forest[to].offset + forest[from].offset
        };
        let source = |forest: &Forest, part: AccessId| {
            let access = &forest[part];
            let found = forest.find_under(from, offset_of(forest, part), access.size)?;
            forest[found].replacement
        };
        let by_memory = parts.iter().any(|&part| {
            let access = &self.forest[part];
            if access.replacement.is_some() {
                source(self.forest, part).is_none()
            } else {
                access.flags.read && !access.flags.covered
            }
        });
        let in_memory = flags.read && !flags.covered || by_memory;
        // Where the source has bytes in no variable, the copy stays, of a source that is whole again.
        let keep = in_memory && self.forest[from].flags.unscalarized_data;
        let mut before = self.before(stmt);
        if in_memory {
            let target = if keep { rhs } else { lhs };
            self.copy_parts(from, target, Way::Store, &mut before);
        }
        let mut place = if keep { self.after(stmt) } else { before };
        for part in parts {
            let Some(var) = self.forest[part].replacement else { continue };
            let ty = self.unit.decls[var].ty;
            let value = match source(self.forest, part) {
                Some(other) => {
                    let own = self.unit.decls[other].ty;
                    let mut value = Operand::Decl(other);
                    if !useless_type_conversion(self.unit, ty, own) {
                        let view = TreeKind::ViewConvert(value);
                        value = Operand::Tree(self.unit.trees.add(view, ty));
                        value = self.value_at(&mut place, value, ty);
                    }
                    value
                }
                None => {
                    let (object, top) = if keep { (rhs, from) } else { (lhs, to) };
                    let start =
                        if keep { offset_of(self.forest, part) } else { self.forest[part].offset };
                    let offset = start - self.forest[top].offset;
                    self.reference_to(object, offset, part, &mut place)
                }
            };
            self.assign(&mut place, Operand::Decl(var), value);
        }
        if !keep {
            self.remove(stmt);
        }
    }

    /// A new register that holds a value at a place.
    fn value_at(&mut self, place: &mut Cursor, value: Operand, ty: TypeId) -> Operand {
        let name = self.f.make_temp_ssa_name(ty, Symbol::NONE, StmtId::NONE);
        self.assign(place, Operand::Ssa(name), value);
        Operand::Ssa(name)
    }

    // Copies.

    /// An access and all within it, each before its children.
    fn parts(&self, id: AccessId) -> Vec<AccessId> {
        let mut list = Vec::new();
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            list.push(id);
            stack.extend(self.forest[id].children.iter().rev());
        }
        list
    }

    /// Copies the variables of all parts within an access to where they lie in an object, or back.
    fn copy_parts(&mut self, top: AccessId, object: Operand, way: Way, place: &mut Cursor) {
        self.copy_some(top, object, way, place, &(0..i64::MAX));
    }

    /// The same for the parts that have some of the bits wanted, counted from the start of the access.
    fn copy_some(
        &mut self,
        top: AccessId,
        object: Operand,
        way: Way,
        place: &mut Cursor,
        wanted: &Range<i64>,
    ) {
        for part in self.parts(top) {
            if part == top {
                continue;
            }
            let Some(var) = self.forest[part].replacement else { continue };
            let offset = self.forest[part].offset - self.forest[top].offset;
            if offset >= wanted.end || offset + self.forest[part].size <= wanted.start {
                continue;
            }
            let memory = self.reference_to(object, offset, part, place);
            match way {
                Way::Store => self.assign(place, memory, Operand::Decl(var)),
                Way::Load => self.assign(place, Operand::Decl(var), memory),
            }
        }
    }

    /// Loads the variable of an access from where a statement has written.
    fn load_replacement(&mut self, id: AccessId, object: Operand, place: &mut Cursor) {
        let Some(var) = self.forest[id].replacement else { return };
        let memory = self.reference_to(object, 0, id, place);
        self.assign(place, Operand::Decl(var), memory);
    }

    /// The bytes of a part in an object, `offset` bits into it.
    fn reference_to(
        &mut self,
        object: Operand,
        offset: i64,
        part: AccessId,
        place: &mut Cursor,
    ) -> Operand {
        if reference::has_fixed_place(self.unit, object) {
            return self.in_object(object, offset, part);
        }
        let own = self.unit.type_of(self.f, object);
        let address = self.unit.take_address(object, own);
        if let Some(bits) = reference::bit_field(self.unit, self.forest[part].expr) {
            let pointer = self.unit.types.pointer_to(own);
            let base = self.value_at(place, address, pointer);
            let kind = TreeKind::MemRef { base, offset: 0, alias_ptr: pointer };
            let object = Operand::Tree(self.unit.trees.add(kind, own));
            return bits.of_object(self.unit, self.f, object, offset);
        }
        let ty = self.forest[part].ty;
        if let Some(renamed) = self.renamed(object, offset, part) {
            return renamed;
        }
        let pointer = self.unit.types.pointer_to(own);
        let base = self.value_at(place, address, pointer);
        let kind = TreeKind::MemRef { base, offset: offset / 8, alias_ptr: pointer };
        Operand::Tree(self.unit.trees.add(kind, ty))
    }

    /// The same in an object whose place is fixed.
    fn in_object(&mut self, object: Operand, offset: i64, part: AccessId) -> Operand {
        let Access { ty, expr, .. } = self.forest[part];
        if let Some(bits) = reference::bit_field(self.unit, expr) {
            return bits.of_object(self.unit, self.f, object, offset);
        }
        let renamed = self.renamed(object, offset, part);
        renamed.unwrap_or_else(|| reference::in_memory(self.unit, self.f, object, offset, ty))
    }

    /// The part of an object by the names it has in all accesses, if it lies in both at the same place.
    fn renamed(&mut self, object: Operand, offset: i64, part: AccessId) -> Option<Operand> {
        let Access { offset: own, ref flags, expr, .. } = self.forest[part];
        let named = flags.same_path && offset == own;
        named.then(|| reference::renamed(self.unit, self.f, expr, object, offset)).flatten()
    }

    /// Puts `lhs = rhs` at a place.
    fn assign(&mut self, place: &mut Cursor, lhs: Operand, rhs: Operand) {
        self.in_memory |= self.unit.is_memory_operand(lhs) || self.unit.is_memory_operand(rhs);
        place.copy(self.unit, self.f, lhs, rhs);
    }

    /// Before a statement, at its line.
    fn before(&self, stmt: StmtId) -> Cursor {
        Cursor::before(stmt).at(self.f.stmt_info[stmt].loc)
    }

    /// After a statement, at its line.
    fn after(&self, stmt: StmtId) -> Cursor {
        Cursor::after(stmt).at(self.f.stmt_info[stmt].loc)
    }

    /// Loads the parts of parameters and constants at the function's start.
    fn load_initialized(&mut self, objects: &[DeclId]) {
        let mut loads = Vec::new();
        for &var in objects {
            for &root in self.forest.roots(var) {
                for part in self.parts(root) {
                    let Some(replacement) = self.forest[part].replacement else { continue };
                    let offset = self.forest[part].offset;
                    let memory = self.in_object(Operand::Decl(var), offset, part);
                    let mut at = Cursor::nowhere().at(self.unit.decls[var].loc);
                    let replacement = Operand::Decl(replacement);
                    loads.push(at.copy(self.unit, self.f, replacement, memory));
                    self.in_memory = true;
                }
            }
        }
        if let (Some(&edge), false) = (self.f.blocks[ENTRY].succs.first(), loads.is_empty()) {
            let cases = &mut SwitchCases::default();
            cfg_edit::insert_on_edge(self.unit, self.f, edge, &loads, cases);
        }
    }
}
