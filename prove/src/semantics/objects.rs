//! The objects both bodies know: which of them nothing else can reach, and at what addresses the others are.
//!
//! An address is the number of an object, 24 bits, and an offset, 40 bits. Objects of the function itself have the highest
//! bit set. An object whose address is never a value has an array of its own.

use super::escape::given_away;
use super::memory::MAX_TABLE;
use crate::terms::LOCAL;
use gimple::builtins::Builtin;
use gimple::constant::{ConstId, ConstValue};
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeFlags, TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Records that are told apart at most.
const MOST_RECORDS: usize = 40;

/// Bytes of local variables that calls leave alone, at most.
const MOST_HIDDEN: u64 = 256;

/// Bits of an offset within an object.
pub const OFFSET_BITS: u32 = 40;

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Entity {
    Decl(DeclId),
    Text(ConstId),
}

/// The objects of a pair of bodies.
#[derive(Default)]
pub struct Objects<'a> {
    ids: FxHashMap<Entity, u64>,
    /// Sizes by number.
    pub sizes: FxHashMap<u64, u64>,
    by_id: FxHashMap<u64, Entity>,
    escaped: FxHashSet<DeclId>,
    /// Objects with arrays of their own, in order.
    pub own: BTreeSet<DeclId>,
    /// Whether one of the bodies has `restrict` pointers, and whether some of these are no parameters of it.
    pub has_restrict: bool,
    pub has_inner_restrict: bool,
    /// Local variables that are pointed to and not given away, by address and size.
    pub hidden: Vec<(u64, u64)>,
    /// Whether some are given away, or are too large to be told apart.
    pub has_given_local: bool,
    /// Calls that make objects, by body, in order; nothing where the bodies do not have as many.
    pub makers: [FxHashMap<StmtId, u32>; 2],
    /// Records through which memory is accessed.
    pub records: Vec<TypeId>,
    /// Whether `__builtin_constant_p` is asked, and the results of it in the first body that are not asked for in the second.
    pub asks_constant: bool,
    pub settled_constant: Vec<SsaName>,
    /// Bodies that stand in the place of calls.
    expanded: Bodies<'a>,
}

/// Bodies by function.
pub type Bodies<'a> = FxHashMap<DeclId, &'a Function>;

/// Whether an object lives as long as the function.
pub fn is_local(unit: &Unit, decl: DeclId) -> bool {
    let decl = &unit.decls[decl];
    matches!(decl.kind, DeclKind::Var | DeclKind::Parm | DeclKind::Result) && !decl.is_global()
}

impl<'a> Objects<'a> {
    pub fn of(unit: &Unit, bodies: [&Function; 2], expanded: Bodies<'a>) -> Objects<'a> {
        let mut objects = Objects::default();
        let mut seen = BTreeSet::new();
        for f in bodies.into_iter().chain(expanded.values().copied()) {
            for &param in f.params.iter().chain(&f.locals) {
                let ty = unit.decls[param].ty;
                if unit.types[ty].quals.contains(gimple::types::Quals::RESTRICT) {
                    objects.has_restrict = true;
                    let own = bodies.iter().any(|body| body.params.contains(&param));
                    objects.has_inner_restrict |= !own;
                }
            }
            for block in f.block_order() {
                for stmt in f.phis(block).chain(f.block_stmts(block)) {
                    if let StmtKind::Phi(phi) = &f.stmts[stmt].kind {
                        for arg in &phi.args {
                            objects.walk(unit, arg.value, &mut seen);
                        }
                    }
                    f.for_each_read(stmt, &mut |op| objects.walk(unit, op, &mut seen));
                    f.for_each_write(stmt, &mut |op| objects.walk(unit, op, &mut seen));
                }
            }
        }
        objects.walk_tables(unit, &mut seen);
        objects.makers = bodies.map(|f| makers(unit, f));
        if objects.makers[0].len() != objects.makers[1].len() {
            objects.makers = Default::default();
        }
        let asked = bodies.map(|f| constant_questions(unit, f));
        objects.asks_constant = !asked[0].is_empty()
            || expanded.values().any(|f| !constant_questions(unit, f).is_empty());
        objects.settled_constant =
            asked[0].iter().filter(|name| !asked[1].contains(name)).copied().collect();
        let mut given = FxHashSet::default();
        for f in bodies.into_iter().chain(expanded.values().copied()) {
            given.extend(given_away(unit, f));
        }
        for entity in seen {
            objects.place(unit, entity);
        }
        objects.hide(unit, &given);
        objects.expanded = expanded;
        objects
    }

    /// Finds the local variables that calls neither read nor write.
    fn hide(&mut self, unit: &Unit, given: &FxHashSet<DeclId>) {
        let mut room = MOST_HIDDEN;
        let mut locals: Vec<DeclId> =
            self.escaped.iter().copied().filter(|&decl| is_local(unit, decl)).collect();
        locals.sort_unstable();
        for decl in locals {
            let size = unit.types.size(unit.decls[decl].ty).filter(|&size| size <= room);
            match (size, self.address(Entity::Decl(decl))) {
                (Some(size), Some(address)) if !given.contains(&decl) => {
                    room -= size;
                    self.hidden.push((address, size));
                }
                _ => self.has_given_local = true,
            }
        }
    }

    /// The body that stands in the place of calls of a function.
    pub fn expanded(&self, callee: DeclId) -> Option<&'a Function> {
        self.expanded.get(&callee).copied()
    }

    /// All bodies that stand in the place of calls.
    pub fn all_expanded(&self) -> impl Iterator<Item = &'a Function> {
        self.expanded.values().copied()
    }

    /// Whether the address of a variable is a value.
    pub fn has_escaped(&self, decl: DeclId) -> bool {
        self.escaped.contains(&decl)
    }

    /// What constant tables point to is there, too.
    fn walk_tables(&mut self, unit: &Unit, seen: &mut BTreeSet<Entity>) {
        let mut done = BTreeSet::new();
        while let Some(&entity) = seen.iter().find(|entity| !done.contains(*entity)) {
            done.insert(entity);
            let Entity::Decl(decl) = entity else { continue };
            let small = unit.types.size(unit.decls[decl].ty).is_some_and(|size| size <= MAX_TABLE);
            if small && is_known(unit, decl) {
                let value = unit.initializers.get(&decl).copied().unwrap_or_default();
                self.walk(unit, value, seen);
            }
        }
    }

    fn walk(&mut self, unit: &Unit, op: Operand, seen: &mut BTreeSet<Entity>) {
        if let Some(record) = accessed_record(unit, op)
            && !self.records.contains(&record)
            && self.records.len() < MOST_RECORDS
        {
            self.records.push(record);
        }
        match op {
            Operand::Decl(decl) => {
                if unit.decls[decl].kind == DeclKind::Function {
                    self.escaped.insert(decl);
                }
                seen.insert(Entity::Decl(decl));
            }
            Operand::Const(id) if matches!(unit.consts[id].value, ConstValue::String(_)) => {
                seen.insert(Entity::Text(id));
            }
            Operand::Tree(id) => match *unit.trees.kind(id) {
                TreeKind::Addr(inner) => {
                    if let Operand::Decl(decl) = unit.trees.base_address(inner) {
                        self.escaped.insert(decl);
                    }
                    self.walk(unit, inner, seen);
                }
                TreeKind::MemRef { base: Operand::Tree(inner), .. } => {
                    match *unit.trees.kind(inner) {
                        TreeKind::Addr(object) => self.walk(unit, object, seen),
                        _ => self.walk(unit, Operand::Tree(inner), seen),
                    }
                }
                _ => unit.trees.for_each_operand(id, |part| self.walk(unit, part, seen)),
            },
            _ => {}
        }
    }

    fn place(&mut self, unit: &Unit, entity: Entity) {
        let number = self.ids.len() as u64 + 1;
        let (local, size) = match entity {
            Entity::Decl(decl) => {
                let data = &unit.decls[decl];
                let private = data.is_global()
                    && data.kind == DeclKind::Var
                    && data.flags & (flag::PUBLIC | flag::EXTERNAL | flag::ADDRESSABLE) == 0;
                let local = is_local(unit, decl);
                if !self.escaped.contains(&decl) && (local || private || is_known(unit, decl)) {
                    self.own.insert(decl);
                }
                (local, unit.types.size(data.ty))
            }
            Entity::Text(id) => (false, unit.types.size(unit.consts[id].ty)),
        };
        let id = if local { number | (LOCAL >> OFFSET_BITS) as u64 } else { number };
        self.ids.insert(entity, id);
        self.by_id.insert(id, entity);
        if let Some(size) = size {
            self.sizes.insert(id, size);
        }
    }

    /// The address of an object.
    pub fn address(&self, entity: Entity) -> Option<u64> {
        self.ids.get(&entity).map(|&id| id << OFFSET_BITS)
    }

    /// Objects of the program by number: variables, and constants, which are none.
    pub fn named(&self) -> Vec<(u64, Option<DeclId>)> {
        let variable = |(&id, &entity): (&u64, &Entity)| match entity {
            Entity::Decl(decl) => (id, Some(decl)),
            Entity::Text(_) => (id, None),
        };
        let mut all: Vec<(u64, Option<DeclId>)> = self.by_id.iter().map(variable).collect();
        all.sort_unstable();
        all
    }

    /// The object at an address.
    pub fn at(&self, address: u64) -> Option<Entity> {
        self.by_id.get(&(address >> OFFSET_BITS)).copied()
    }
}

/// The record through which a reference to a part of it accesses memory.
pub fn accessed_record(unit: &Unit, op: Operand) -> Option<TypeId> {
    let mut at = op;
    while let Operand::Tree(id) = at
        && let Some(base) = unit.trees.part_of(id)
    {
        at = base;
    }
    if at == op {
        return None;
    }
    let ty = match at {
        Operand::Decl(decl) => unit.decls[decl].ty,
        Operand::Tree(id) => match *unit.trees.kind(id) {
            TreeKind::MemRef { alias_ptr, .. } => {
                let to = unit.types.pointee(alias_ptr)?;
                let same =
                    unit.types.main_variant(to) == unit.types.main_variant(unit.trees[id].ty);
                let may_alias = unit.types[alias_ptr].flags.0 & TypeFlags::MAY_ALIAS != 0
                    || unit.types[to].flags.0 & TypeFlags::MAY_ALIAS != 0;
                if !same || may_alias {
                    return None;
                }
                to
            }
            _ => return None,
        },
        _ => return None,
    };
    let ty = unit.types.main_variant(ty);
    matches!(unit.types.kind(ty), TypeKind::Record { .. } | TypeKind::Union { .. }).then_some(ty)
}

/// Whether an object of a type may be a part of one of another, or the same.
pub fn contains(unit: &Unit, whole: TypeId, part: TypeId, depth: u32) -> bool {
    let whole = unit.types.main_variant(whole);
    if whole == part || depth == 0 {
        return true;
    }
    match unit.types.kind(whole) {
        TypeKind::Array { element, .. } => contains(unit, *element, part, depth - 1),
        TypeKind::Record { .. } | TypeKind::Union { .. } => {
            let mut fields = unit.types.fields(whole).iter();
            fields.any(|&field| contains(unit, unit.types.field(field).ty, part, depth - 1))
        }
        _ => false,
    }
}

/// The calls that make objects, with their numbers.
fn makers(unit: &Unit, f: &Function) -> FxHashMap<StmtId, u32> {
    let mut all = FxHashMap::default();
    for stmt in f.block_order().into_iter().flat_map(|block| f.block_stmts(block)) {
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { continue };
        let Callee::Decl(callee) = call.callee else { continue };
        let makes = |builtin: Builtin| {
            builtin.is_alloca()
                || matches!(builtin, Builtin::Malloc | Builtin::Calloc | Builtin::AlignedAlloc)
        };
        if unit.decls[callee].builtin.is_some_and(makes) {
            all.insert(stmt, all.len() as u32);
        }
    }
    all
}

/// The results of calls of `__builtin_constant_p`.
fn constant_questions(unit: &Unit, f: &Function) -> Vec<SsaName> {
    let result = |stmt: StmtId| {
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
        let Callee::Decl(callee) = call.callee else { return None };
        call.lhs.ssa().filter(|_| unit.decls[callee].builtin == Some(Builtin::ConstantP))
    };
    let blocks = f.block_order().into_iter();
    blocks.flat_map(|block| f.block_stmts(block)).filter_map(result).collect()
}

/// Whether a variable holds what it is initialised with for ever.
pub fn is_known(unit: &Unit, decl: DeclId) -> bool {
    let data = &unit.decls[decl];
    data.kind == DeclKind::Var
        && data.is_global()
        && data.has(flag::READONLY)
        && data.flags & (flag::VOLATILE | flag::EXTERNAL | flag::WEAK | flag::INTERPOSABLE) == 0
}
