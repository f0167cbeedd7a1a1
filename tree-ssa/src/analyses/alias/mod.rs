//! Alias analysis: which memory a pointer, a statement or a call may touch.
//!
//! Three sources are combined: what a reference is based on and which bits it covers ([`mod@reference`]), what pointers may
//! point to and which variables have escaped ([`crate::analyses::points_to`]), and C's rules for the types of accesses ([`types`]). A
//! question asked without a points-to solution is answered by the other two. Answers are "no" or "maybe".

mod calls;
mod facts;
mod known;
pub mod paths;
pub mod reference;
pub mod types;
pub mod walk;

use crate::analyses::points_to::PointsTo;
use crate::analyses::points_to::Solution;
use crate::graph::analyses;
use crate::sets::mark_set::MarkSet;
pub use calls::touched_by_call;
pub use facts::Facts;
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::{Function, Prop};
use gimple::option_data::Flag;
use gimple::options::Options;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::SsaName;
use gimple::stmt::{Phi, StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use known::Known;
pub use reference::{Access, Base};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// `ealias` for the pass table.
pub const EALIAS: Pass = Pass::tree("ealias", compute)
    .gate(|options, _| options.on(Flag::TreePta))
    .requires(Prop::CFG_SSA);

/// `alias` for the pass table.
pub const ALIAS: Pass = Pass::tree("alias", compute)
    .gate(|options, _| options.on(Flag::TreePta))
    .requires(Prop::CFG_SSA);

/// Computes the points-to solution of a function (`compute_may_aliases`); what the pass manager runs on demand.
pub fn compute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if let Some(known) = solution(f).filter(|known| known.is_of_unit()) {
        known.say_again(&mut cx.dump, cx.unit, f);
        return Todo::NONE;
    }
    Known::share(cx.unit);
    let solution = PointsTo::compute(cx.unit, cx.options, &mut cx.dump, f);
    cx.claim(f, |unit, f| solution.claims(unit, f));
    keep(f, Some(Box::new(solution)));
    Todo::NONE
}

/// Answers questions about aliasing in one function.
pub struct Oracle {
    strict_aliasing: bool,
    math_errno: bool,
    /// What has been found out about types and references.
    known: Rc<Known>,
    /// What statements store.
    stores: RefCell<Stores>,
    /// What a walk needs, for the next one to use again.
    scratch: RefCell<Scratch>,
    /// The store that the last walk back from a φ ended at: most likely the next one will, too.
    barriers: RefCell<FxHashMap<StmtId, StmtId>>,
}

/// The states of memory that a walk has come by, and those that it is still to go on from.
#[derive(Default)]
struct Scratch {
    seen: MarkSet,
    stack: Vec<SsaName>,
}

impl Scratch {
    /// Begins a walk.
    fn clear(&mut self) {
        self.seen.clear();
        self.stack.clear();
    }

    /// Goes on from the arguments of a φ that have not been come by, the last first.
    fn push_args(&mut self, phi: &Phi) {
        for arg in &phi.args {
            if let Operand::Ssa(name) = arg.value
                && !self.seen.contains(name.0)
            {
                self.stack.push(name);
            }
        }
    }
}

/// The accesses by which statements store. Walks over stores come by the same ones again and again.
#[derive(Default)]
struct Stores {
    /// The place in the list of what a statement stores, by statement; 0: it is not there.
    places: Vec<u32>,
    list: Vec<Access>,
}

impl Stores {
    /// The access by which a statement stores into an operand; `None` if that is not in memory.
    fn written(
        &mut self,
        known: &Known,
        unit: &Unit,
        f: &Function,
        stmt: StmtId,
        op: Operand,
    ) -> Option<&Access> {
        let index = stmt.0 as usize;
        let place = self.places.get(index).map_or(0, |&place| place as usize);
        // The statement may have been changed since.
        if place > 0 && self.list[place - 1].reference == op {
            return Some(&self.list[place - 1]);
        }
        if op.is_none() || !unit.is_memory_operand(op) {
            return None;
        }
        if index >= self.places.len() {
            self.places.resize(f.stmts.len().max(index + 1), 0);
        }
        self.list.push(known.access(unit, f, op));
        self.places[index] = self.list.len() as u32;
        self.list.last()
    }
}

impl Oracle {
    /// An oracle for functions of a unit, under these options.
    pub fn new(unit: &Unit, options: &Options) -> Oracle {
        Oracle {
            strict_aliasing: options.on(Flag::StrictAliasing),
            math_errno: options.on(Flag::MathErrno),
            known: Known::of(unit),
            stores: RefCell::default(),
            scratch: RefCell::default(),
            barriers: RefCell::default(),
        }
    }

    /// The access that a reference makes. Walks over stores ask about the same ones again and again.
    pub fn access(&self, unit: &Unit, f: &Function, reference: Operand) -> Access {
        self.known.access(unit, f, reference)
    }

    /// Whether two accesses may touch the same memory (`refs_may_alias_p`). With `tbaa`, types count.
    pub fn may_alias(&self, unit: &Unit, f: &Function, a: &Access, b: &Access, tbaa: bool) -> bool {
        let related = match (a.base, b.base) {
            (Base::Decl(x), Base::Decl(y)) => {
                if x != y {
                    return may_be_same_symbol(unit, x, y);
                }
                return a.overlaps(b) && !parted(unit, f, a, b);
            }
            (Base::Pointer(p), Base::Decl(var)) => {
                self.pointer_and_variable(unit, f, p, var)
                    && fits(unit, var, a)
                    && !is_beyond(unit, a, b)
            }
            (Base::Decl(var), Base::Pointer(p)) => {
                self.pointer_and_variable(unit, f, p, var)
                    && fits(unit, var, b)
                    && !is_beyond(unit, b, a)
            }
            (Base::Pointer(p), Base::Pointer(q)) if p == q => {
                return a.overlaps(b) && !parted(unit, f, a, b);
            }
            (Base::Pointer(p), Base::Pointer(q)) => {
                let (p, x) = base_pointer(unit, f, p);
                let (q, y) = base_pointer(unit, f, q);
                match (x, y) {
                    (Some(x), Some(y)) if p == q => return shifted(a, x).overlaps(&shifted(b, y)),
                    _ => pointers_may_alias(unit, f, p, q),
                }
            }
            (Base::Unknown, _) | (_, Base::Unknown) => true,
        };
        related && (!tbaa || !self.strict_aliasing || self.types_conflict(unit, f, a, b))
    }

    /// Whether a store of the same value after another, to a part of the same place, lets nothing more be read than that
    /// did (see [`types::AliasSets::keeps_type`]).
    pub fn keeps_type(&self, unit: &Unit, earlier: &Access, later: &Access) -> bool {
        let mut sets = self.known.sets.borrow_mut();
        !self.strict_aliasing
            || sets.keeps_type(unit, earlier.ty, later.ty)
                && sets.keeps_type(unit, earlier.base_ty, later.base_ty)
    }

    fn types_conflict(&self, unit: &Unit, f: &Function, a: &Access, b: &Access) -> bool {
        let sets = &mut *self.known.sets.borrow_mut();
        sets.conflict(unit, a.ty, b.ty) && paths::may_touch(sets, unit, f, a, b)
    }

    /// Whether what `pointer` points to may be (part of) `var`.
    fn pointer_and_variable(
        &self,
        unit: &Unit,
        f: &Function,
        pointer: Operand,
        var: DeclId,
    ) -> bool {
        if !may_be_aliased(unit, var) {
            return false;
        }
        let (pointer, _) = base_pointer(unit, f, pointer);
        let Operand::Ssa(name) = pointer else { return !unit.is_zero(pointer) };
        if is_incoming(unit, f, name) && !unit.decls[var].is_global() {
            return false;
        }
        let Some((all, solution)) = solved(f, name) else { return true };
        solution.includes(unit, &all.escaped, var)
    }

    /// Whether a statement may read what an access touches (`ref_maybe_used_by_stmt_p`).
    pub fn stmt_may_use(&self, unit: &Unit, f: &Function, stmt: StmtId, access: &Access) -> bool {
        match &f.stmts[stmt].kind {
            StmtKind::Assign { rhs, .. } => {
                rhs.iter().any(|&op| self.operand_may_read(unit, f, op, access))
            }
            StmtKind::Call(call) => self.call_may_use(unit, f, (stmt, call), access),
            StmtKind::Return(op) => {
                self.operand_may_read(unit, f, *op, access) || is_visible_outside(unit, f, access)
            }
            StmtKind::Asm(_) => f.stmts[stmt].has(StmtFlags::VUSE),
            _ => false,
        }
    }

    fn operand_may_read(&self, unit: &Unit, f: &Function, op: Operand, access: &Access) -> bool {
        unit.is_memory_operand(op)
            && self.may_alias(unit, f, &self.access(unit, f, op), access, true)
    }

    /// Whether a statement may write what an access touches (`stmt_may_clobber_ref_p`).
    pub fn stmt_may_clobber(
        &self,
        unit: &Unit,
        f: &Function,
        stmt: StmtId,
        access: &Access,
        tbaa: bool,
    ) -> bool {
        match &f.stmts[stmt].kind {
            StmtKind::Assign { lhs, .. } => {
                self.operand_may_write(unit, f, (stmt, *lhs), access, tbaa)
            }
            StmtKind::Call(call) => {
                self.operand_may_write(unit, f, (stmt, call.lhs), access, tbaa)
                    || self.call_may_clobber(unit, f, (stmt, call), access, tbaa)
            }
            StmtKind::Asm(_) => f.stmts[stmt].has(StmtFlags::VDEF),
            _ => false,
        }
    }

    fn operand_may_write(
        &self,
        unit: &Unit,
        f: &Function,
        (stmt, op): (StmtId, Operand),
        access: &Access,
        tbaa: bool,
    ) -> bool {
        let stores = &mut *self.stores.borrow_mut();
        let written = stores.written(&self.known, unit, f, stmt, op);
        written.is_some_and(|written| self.may_alias(unit, f, written, access, tbaa))
    }

    /// Whether what a statement calls may read or write what an access touches: storing the result is not meant.
    pub fn call_may_touch(&self, unit: &Unit, f: &Function, stmt: StmtId, access: &Access) -> bool {
        match &f.stmts[stmt].kind {
            StmtKind::Call(call) => {
                self.call_may_use(unit, f, (stmt, call), access)
                    || self.call_may_clobber(unit, f, (stmt, call), access, false)
            }
            _ => false,
        }
    }

    /// Whether the definition of a virtual name may write what an access touches; a φ and the value on entry do not.
    pub fn vdef_may_clobber(
        &self,
        unit: &Unit,
        f: &Function,
        vdef: SsaName,
        access: &Access,
    ) -> bool {
        f.names[vdef]
            .def
            .expand()
            .is_some_and(|def| !f.is_phi(def) && self.stmt_may_clobber(unit, f, def, access, true))
    }
}

fn shifted(access: &Access, bits: i64) -> Access {
    Access { offset: access.offset.saturating_add(bits), ..*access }
}

/// Whether an access through a pointer, as large as it is, can be within a variable. What a function accesses may be less
/// than the size it is given.
fn fits(unit: &Unit, var: DeclId, access: &Access) -> bool {
    if access.reference.is_none() {
        return true;
    }
    match (unit.types.bits(unit.decls[var].ty), access.size) {
        (Some(all), Some(bits)) => bits <= all,
        _ => true,
    }
}

/// Whether an access through a pointer is beyond all that another touches of a variable: a pointer does not lead to what is
/// before the variable. Those that `ivopts` makes may.
fn is_beyond(unit: &Unit, through: &Access, of_variable: &Access) -> bool {
    let beyond = of_variable
        .max_size
        .is_some_and(|size| through.offset >= of_variable.offset.saturating_add(size));
    beyond && !reference::is_target_access(unit, through.reference)
}

/// Whether two references to one object, at places that are not all known, lead to different parts.
fn parted(unit: &Unit, f: &Function, a: &Access, b: &Access) -> bool {
    if a.is_exact() && b.is_exact() || a.reference.is_none() || b.reference.is_none() {
        return false;
    }
    match (paths::Path::of(unit, f, a.reference), paths::Path::of(unit, f, b.reference)) {
        (Some(p), Some(q)) => paths::part(unit, &p, &q),
        _ => false,
    }
}

/// Whether two different declarations may name one object.
fn may_be_same_symbol(unit: &Unit, a: DeclId, b: DeclId) -> bool {
    let loose = |var: DeclId| {
        let decl = &unit.decls[var];
        decl.is_global()
            && (decl.has(flag::WEAK) || decl.extra.as_ref().is_some_and(|e| e.alias.is_some()))
    };
    let global = |var: DeclId| unit.decls[var].is_global();
    (loose(a) && global(b)) || (loose(b) && global(a))
}

/// Whether pointers may point to a variable at all (`may_be_aliased`).
pub fn may_be_aliased(unit: &Unit, var: DeclId) -> bool {
    let decl = &unit.decls[var];
    decl.flags & (flag::ADDRESSABLE | flag::PUBLIC | flag::EXTERNAL) != 0
}

/// Follows a pointer through copies and constant offsets to the name it is computed from. The offset (in bits) is
/// `None` where it is not constant.
pub fn base_pointer(unit: &Unit, f: &Function, pointer: Operand) -> (Operand, Option<i64>) {
    let (mut op, mut offset) = (pointer, Some(0i64));
    for _ in 0..8 {
        let Operand::Ssa(name) = op else { break };
        let Some(def) = f.names[name].def.expand() else { break };
        let StmtKind::Assign { code, rhs, .. } = f.stmts[def].kind else { break };
        match (code, rhs[0]) {
            (TreeCode::Single, Operand::Ssa(_)) => op = rhs[0],
            (TreeCode::Nop, Operand::Ssa(inner)) if unit.types.is_pointer(f.names[inner].ty) => {
                op = rhs[0];
            }
            (TreeCode::PointerPlus, Operand::Ssa(_)) => {
                op = rhs[0];
                let step = unit.as_distance(rhs[1]);
                offset = offset.and_then(|bits| bits.checked_add(step?.checked_mul(8)?));
            }
            _ => break,
        }
    }
    (op, offset)
}

/// Whether a name is the value a pointer parameter has on entry, which points to no variable of the function.
fn is_incoming(unit: &Unit, f: &Function, name: SsaName) -> bool {
    let data = &f.names[name];
    data.def.is_none() && data.var.is_some() && unit.decls[data.var].kind == DeclKind::Parm
}

fn solution(f: &Function) -> Option<&PointsTo> {
    analyses::get(f)?.kept.get::<Kept>()?.0.as_deref()
}

fn solved(f: &Function, name: SsaName) -> Option<(&PointsTo, &Solution)> {
    let all = solution(f)?;
    Some((all, all.of(f, name)?))
}

fn pointers_may_alias(unit: &Unit, f: &Function, p: Operand, q: Operand) -> bool {
    match (p, q) {
        (Operand::Ssa(p), Operand::Ssa(q)) => solution(f).is_none_or(|all| {
            let both = all.of(f, p).zip(all.of(f, q));
            both.is_none_or(|(a, b)| a.meets(b))
        }),
        _ => !unit.is_zero(p) && !unit.is_zero(q),
    }
}

/// Whether an access is of a local variable that nothing points to.
fn is_own(unit: &Unit, access: &Access) -> bool {
    matches!(access.base, Base::Decl(var)
        if !unit.decls[var].is_global() && !may_be_aliased(unit, var))
}

/// Whether what an access touches outlives the function (`ref_may_alias_global_p`).
pub fn is_visible_outside(unit: &Unit, f: &Function, access: &Access) -> bool {
    match access.base {
        Base::Decl(var) => {
            unit.decls[var].is_global()
                || (unit.decls[var].kind == DeclKind::Result)
                || unit.decls[var].has(flag::BY_REFERENCE)
        }
        Base::Pointer(pointer) => match base_pointer(unit, f, pointer).0 {
            Operand::Ssa(name) => {
                solved(f, name).is_none_or(|(all, pointed)| pointed.includes_global(&all.escaped))
            }
            _ => true,
        },
        Base::Unknown => true,
    }
}

/// The points-to sets kept with a function, as long as no pass has asked for new ones.
#[derive(Default)]
struct Kept(Option<Box<PointsTo>>);

/// Keeps points-to sets with the function.
pub fn keep(f: &mut Function, solution: Option<Box<PointsTo>>) {
    analyses::of(f).kept.of::<Kept>().0 = solution;
}

/// Takes the points-to sets, which are to be put back by [`keep`].
pub fn take(f: &mut Function) -> Option<Box<PointsTo>> {
    analyses::of(f).kept.of::<Kept>().0.take()
}

/// Forgets the points-to sets: the function is not what they were computed for.
pub fn forget(f: &mut Function) {
    take(f);
}
