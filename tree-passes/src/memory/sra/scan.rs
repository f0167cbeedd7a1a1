//! What statements access.

use super::{comes_initialized, is_constant, rejected, report};
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};
use gimple::types_compatible::useless_type_conversion;
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use tree_ssa::analyses::alias::Access as Reference;
use tree_ssa::analyses::alias::Base;
use tree_ssa::edit::cfg_edit;
use tree_ssa::edit::reference;
use tree_ssa::effects::call_effects::is_clobber;
use tree_ssa::ssa::address_taken::taken_addresses;

/// One access of one statement.
pub struct Raw {
    pub base: DeclId,
    /// In bits.
    pub offset: i64,
    pub size: i64,
    pub expr: Operand,
    pub ty: TypeId,
    pub write: bool,
    /// What it writes comes from another candidate: it counts as written once that is known to be.
    pub write_later: bool,
    pub in_assignment: bool,
    pub unscalarizable: bool,
}

/// What was found in a function.
#[derive(Default)]
pub struct Scan {
    pub raws: Vec<Raw>,
    /// Assignments of one aggregate to another: the accesses written and read.
    pub links: Vec<(u32, u32)>,
    pub disqualified: FxHashSet<DeclId>,
    /// Objects that are read as aggregates in assignments, and those that are used whole in another way.
    pub copied_from: FxHashSet<DeclId>,
    pub used_whole: FxHashSet<DeclId>,
}

/// Collects the accesses to the candidates; the constants accessed are candidates, too.
pub fn scan(cx: &mut PassContext<'_>, f: &Function, candidates: &[DeclId]) -> (Scan, Vec<DeclId>) {
    let mut scanner =
        Scanner { candidates: candidates.iter().copied().collect(), scan: Scan::default(), cx, f };
    for block in f.block_iter() {
        for stmt in f.phis(block).chain(f.block_stmts(block)) {
            scanner.stmt(stmt);
        }
    }
    let mut all: Vec<DeclId> = scanner.candidates.into_iter().collect();
    all.sort_unstable();
    (scanner.scan, all)
}

struct Scanner<'a, 'd> {
    cx: &'a mut PassContext<'d>,
    f: &'a Function,
    candidates: FxHashSet<DeclId>,
    scan: Scan,
}

impl Scanner<'_, '_> {
    fn stmt(&mut self, stmt: StmtId) {
        let f = self.f;
        match &f.stmts[stmt].kind {
            StmtKind::Assign { lhs, code: TreeCode::Single, rhs } => {
                if is_clobber(self.cx.unit, f, stmt) {
                    return;
                }
                self.assignment(stmt, *lhs, rhs[0]);
            }
            StmtKind::Call(call) => {
                let volatile = f.stmts[stmt].has(StmtFlags::VOLATILE);
                if volatile || cfg_edit::ends_block(self.cx.unit, f, stmt) {
                    self.refuse_all(stmt);
                    return;
                }
                for &arg in &call.args {
                    self.whole(arg, false);
                }
                self.whole(call.lhs, true);
            }
            StmtKind::Return(value) => self.whole(*value, false),
            _ => self.refuse_all(stmt),
        }
    }

    /// `lhs = rhs`, where each may be a register, a value or memory.
    fn assignment(&mut self, stmt: StmtId, lhs: Operand, rhs: Operand) {
        if self.f.stmts[stmt].has(StmtFlags::VOLATILE) {
            self.refuse_all(stmt);
            return;
        }
        if self.is_built(rhs) || !self.is_aligned(lhs, rhs) || !self.is_aligned(rhs, lhs) {
            self.refuse_all(stmt);
            return;
        }
        let written = self.access(lhs, true);
        let read = self.access(rhs, false);
        for access in [written, read].into_iter().flatten() {
            self.scan.raws[access as usize].in_assignment = true;
        }
        let types = &self.cx.unit.types;
        if let Some(read) = read {
            let raw = &self.scan.raws[read as usize];
            if !types.is_register_type(raw.ty) {
                let changed = matches!(rhs, Operand::Tree(id)
                    if matches!(self.cx.unit.trees.kind(id), TreeKind::ViewConvert(_)));
                let set =
                    if changed { &mut self.scan.used_whole } else { &mut self.scan.copied_from };
                set.insert(raw.base);
            }
        }
        let (Some(written), Some(read)) = (written, read) else { return };
        let (to, from) = (&self.scan.raws[written as usize], &self.scan.raws[read as usize]);
        if !to.unscalarizable
            && !from.unscalarizable
            && types.is_aggregate(to.ty)
            && to.size == from.size
            && useless_type_conversion(self.cx.unit, to.ty, from.ty)
        {
            let initialized = comes_initialized(self.cx.unit, from.base);
            self.scan.raws[written as usize].write_later = !initialized;
            self.scan.links.push((written, read));
        }
    }

    /// Whether an operand is an aggregate of parts that it lists.
    fn is_built(&self, op: Operand) -> bool {
        let Operand::Tree(id) = op else { return false };
        let unit = &*self.cx.unit;
        matches!(unit.trees.kind(id), TreeKind::Constructor(elements) if !elements.is_empty())
            && unit.types.is_aggregate(unit.trees[id].ty)
    }

    /// Whether an aggregate, if it is one, is aligned as the variable is to which or from which it is copied: its parts
    /// will be accessed one by one.
    fn is_aligned(&self, op: Operand, other: Operand) -> bool {
        let unit = &*self.cx.unit;
        let Operand::Decl(var) = unit.trees.base_address(other) else { return true };
        let ty = unit.type_of(self.f, op);
        let aggregate = self.candidates.contains(&var) && unit.types.is_aggregate(ty);
        !aggregate || unit.types.align(ty) >= unit.types.align(unit.type_of(self.f, other))
    }

    /// An access by a statement that takes or gives the whole of it.
    fn whole(&mut self, op: Operand, write: bool) {
        if let Some(access) = self.access(op, write) {
            self.scan.used_whole.insert(self.scan.raws[access as usize].base);
        }
    }

    /// Notes an access, if the operand is one to a candidate.
    fn access(&mut self, op: Operand, write: bool) -> Option<u32> {
        let part = reference::without_part(self.cx.unit, op);
        self.refuse_addresses(part);
        let whole_type = part == op;
        let inner = reference::unviewed(self.cx.unit, part);
        let unit = &*self.cx.unit;
        if !unit.is_memory_operand(inner) {
            return None;
        }
        let reference = Reference::of(unit, self.f, inner);
        let Base::Decl(base) = reference.base else { return None };
        if is_constant(unit, base) && rejected(unit, base).is_none() {
            self.candidates.insert(base);
        }
        if !self.candidates.contains(&base) || self.scan.disqualified.contains(&base) {
            return None;
        }
        if reference::has_view(unit, inner) {
            self.refuse(base, "V_C_E under a different handled component.");
            return None;
        }
        let object = unit.types.bits(unit.decls[base].ty).unwrap_or(0);
        let (Some(size), Some(max)) = (reference.size, reference.max_size) else {
            self.refuse(base, "Encountered an unconstrained access.");
            return None;
        };
        if reference.offset < 0 || max <= 0 || reference.offset.saturating_add(max) > object {
            self.refuse(base, "Encountered an access beyond the aggregate.");
            return None;
        }
        if reference.volatile {
            self.refuse(base, "Encountered a volatile access.");
            return None;
        }
        let ty = unit.type_of(self.f, inner);
        let unscalarizable = size != max
            || write && !whole_type
            || match reference::bit_field(unit, inner) {
                Some(bits) => reference::names_bits(unit, bits.base, false),
                None => {
                    !is_whole(unit, ty, reference.offset, size)
                        || reference::names_bits(unit, inner, false)
                }
            };
        self.scan.raws.push(Raw {
            base,
            offset: reference.offset,
            size: max,
            expr: inner,
            ty,
            write,
            write_later: false,
            in_assignment: false,
            unscalarizable,
        });
        Some(self.scan.raws.len() as u32 - 1)
    }

    fn refuse(&mut self, var: DeclId, why: &str) {
        if self.candidates.contains(&var) && self.scan.disqualified.insert(var) {
            report::disqualified(self.cx, self.f, var, why);
        }
    }

    /// Keeps whole what a statement names.
    fn refuse_all(&mut self, stmt: StmtId) {
        let mut named = Vec::new();
        let unit = &*self.cx.unit;
        let mut look = |op: Operand| collect(unit, op, &mut named);
        if let StmtKind::Phi(phi) = &self.f.stmts[stmt].kind {
            phi.args.iter().for_each(|arg| look(arg.value));
        } else {
            self.f.for_each_read(stmt, &mut look);
            self.f.for_each_write(stmt, &mut look);
        }
        for var in named {
            self.refuse(var, "Encountered a use that is no plain access.");
        }
    }

    /// Keeps whole what the operand has the address of, other than to access it.
    fn refuse_addresses(&mut self, op: Operand) {
        let mut named = Vec::new();
        taken_addresses(self.cx.unit, op, false, &mut |var| named.push(var));
        for var in named {
            self.refuse(var, "Its address is taken.");
        }
    }
}

/// Whether a value of a register type fills its bytes, so that it can be a variable.
fn is_whole(unit: &Unit, ty: TypeId, offset: i64, size: i64) -> bool {
    if !unit.types.is_register_type(ty) {
        return true;
    }
    let full = match unit.types.kind(ty) {
        TypeKind::Bool => size == 8,
        TypeKind::Integer { precision, .. } | TypeKind::Enum { precision, .. } => {
            i64::from(*precision) == size
        }
        _ => true,
    };
    full && offset % 8 == 0 && size % 8 == 0 && unit.types.bits(ty) == Some(size)
}

/// All variables in an operand.
fn collect(unit: &Unit, op: Operand, into: &mut Vec<DeclId>) {
    match op {
        Operand::Decl(var) => into.push(var),
        Operand::Tree(id) => unit.trees.for_each_operand(id, |inner| collect(unit, inner, into)),
        _ => {}
    }
}
