//! Translation of what passes claim: where it is checked, and what is kept for that.
//!
//! * A name's value is checked after its definition; that of φs where their block begins. Two names are compared after
//!   the definition that the other dominates: then the other's value is the one it had when control last passed there.
//! * The time of a memory state is noted where it is defined.
//! * Names that depend on undefined values have a slot more, their doubt, which is not zero where they do in fact. What is
//!   loaded may be undefined as soon as something undefined has been stored.

use super::code::*;
use super::compile::Compiler;
use super::compile_memory::Location;
use super::shape::Shape;
use crate::builtins::Builtin;
use crate::cfg::{BlockId, ENTRY, Edge, EdgeFlags, EdgeId};
use crate::claims::{Claim, Claimed};
use crate::decl::DeclKind;
use crate::function::Function;
use crate::ssa::{NameFlags, SsaName};
use crate::stmt::{Callee, StmtId, StmtKind};
use crate::tree::Operand;
use crate::unit::Unit;
use crate::verify::dominance::Dominance;
use rustc_hash::{FxHashMap, FxHashSet};

/// What is to be checked in a function, and where.
pub(super) struct Plan<'a> {
    claimed: &'a Claimed,
    /// Claims by the statement in front of or after which they are checked; those of `NONE` where the function is entered.
    at: FxHashMap<StmtId, Vec<u32>>,
    at_edge: FxHashMap<EdgeId, Vec<u32>>,
    /// The slots that tell when a memory state was reached.
    times: FxHashMap<SsaName, u32>,
    /// The slots of doubts, and that of what is stored.
    doubts: FxHashMap<SsaName, u32>,
    stored_doubt: u32,
    /// For each claim that a name is invariant: whether it has a value yet, and that value.
    earlier: FxHashMap<u32, (u32, u32)>,
}

/// Where a name is defined: the block, and the place in it.
struct Places {
    dominance: Dominance,
    of: Vec<Option<(BlockId, u32)>>,
}

impl Places {
    fn new(f: &Function) -> Places {
        let mut of = vec![None; f.names.len()];
        for &name in f.default_defs.values() {
            of[name.0 as usize] = Some((ENTRY, 0));
        }
        let dominance = Dominance::new(f);
        for block in f.block_iter() {
            let mut place = |stmt, number| {
                f.for_each_write(stmt, &mut |op| {
                    if let Operand::Ssa(name) = op {
                        of[name.0 as usize] = Some((block, number));
                    }
                });
            };
            f.phis(block).for_each(|phi| place(phi, 0));
            f.block_stmts(block).zip(1..).for_each(|(stmt, number)| place(stmt, number));
        }
        Places { dominance, of }
    }

    /// Whether every path to the definition of `b` passes that of `a`, later or at the same time.
    fn dominates(&self, a: SsaName, b: SsaName) -> bool {
        let (Some(a), Some(b)) = (self.of[a.0 as usize], self.of[b.0 as usize]) else {
            return false;
        };
        if a.0 == b.0 { a.1 <= b.1 } else { self.dominance.dominates(a.0, b.0) }
    }
}

/// Whether a name never has a value: that of a variable before anything was assigned.
fn is_undefined(unit: &Unit, f: &Function, name: SsaName) -> bool {
    let data = &f.names[name];
    data.has(NameFlags::DEFAULT_DEF)
        && !data.has(NameFlags::VIRTUAL)
        && data.var != f.static_chain
        && (data.var.is_none() || unit.decls[data.var].kind == DeclKind::Var)
}

/// Where a value may be undefined.
#[derive(Default)]
struct Undefined {
    names: FxHashSet<SsaName>,
    memory: bool,
}

impl Undefined {
    fn find(unit: &Unit, f: &Function) -> Undefined {
        let mut found = Undefined::default();
        let given = f.default_defs.values().filter(|&&name| is_undefined(unit, f, name));
        let mut work: Vec<SsaName> = given.copied().collect();
        while let Some(name) = work.pop() {
            if !found.names.insert(name) {
                continue;
            }
            for node in f.imm_uses(name) {
                let results = |op: Operand| work.extend(real_name(f, op));
                f.for_each_write(node.stmt, &mut { results });
                if f.stmts[node.stmt].vdef.is_some() && !std::mem::replace(&mut found.memory, true)
                {
                    let loads = f.block_order().into_iter().flat_map(|block| f.block_stmts(block));
                    for load in loads.filter(|&stmt| f.stmts[stmt].vuse.is_some()) {
                        f.for_each_write(load, &mut |op| work.extend(real_name(f, op)));
                    }
                }
            }
        }
        found
    }
}

fn real_name(f: &Function, op: Operand) -> Option<SsaName> {
    op.ssa().filter(|&name| !f.names[name].has(NameFlags::VIRTUAL))
}

impl<'a> Compiler<'_, 'a> {
    /// Finds out where what is to be checked. Nothing is where nothing is claimed of the function.
    pub fn plan_checks(&mut self) {
        let Some(claimed) = self.machine.bodies.list[self.code.index].1 else { return };
        let f = self.f;
        if !f.has_cfg() {
            return;
        }
        self.in_memory.extend(&claimed.in_memory);
        let undefined = Undefined::find(self.unit, f);
        let mut plan = Plan {
            claimed,
            at: FxHashMap::default(),
            at_edge: FxHashMap::default(),
            times: FxHashMap::default(),
            doubts: FxHashMap::default(),
            stored_doubt: self.constant(0),
            earlier: FxHashMap::default(),
        };
        for name in undefined.names {
            plan.doubts.insert(name, self.temp(1));
        }
        if undefined.memory {
            plan.stored_doubt = self.temp(1);
        }
        let places = Places::new(f);
        for (index, claim) in (0..).zip(&claimed.claims.list) {
            self.plan_claim(&mut plan, &places, index, *claim);
        }
        self.checks = Some(Box::new(plan));
        for &var in &claimed.claims.objects {
            if let Some(Place::Frame(off)) = self.place(var) {
                let bytes = self.shape(self.unit.decls[var].ty).bytes();
                self.code.objects.push(Object { off, bytes, var });
            }
        }
    }

    fn plan_claim(&mut self, plan: &mut Plan<'_>, places: &Places, index: u32, claim: Claim) {
        let f = self.f;
        let plain = |name: SsaName| {
            !f.names[name].flags.intersects(NameFlags::VIRTUAL | NameFlags::ABNORMAL)
        };
        let stmt = match claim {
            Claim::Value(name, Operand::Ssa(other)) => {
                if !plain(name) || !plain(other) {
                    return;
                }
                if places.dominates(other, name) {
                    f.names[name].def
                } else if places.dominates(name, other) {
                    f.names[other].def
                } else {
                    return;
                }
            }
            Claim::Value(name, _)
            | Claim::Bits { name, .. }
            | Claim::Within { name, .. }
            | Claim::PointsTo(name, _) => {
                if !plain(name) || places.of[name.0 as usize].is_none() {
                    return;
                }
                f.names[name].def
            }
            Claim::NotTaken(edge) => {
                plan.at_edge.entry(edge).or_default().push(index);
                return;
            }
            Claim::Unwritten { load, since } => {
                let slot = self.temp(1);
                plan.times.entry(since).or_insert(slot);
                load
            }
            Claim::Redundant(stmt) | Claim::Dead(stmt) | Claim::Unused(stmt) => stmt,
            Claim::Invariant(name, header) => {
                let n = self.shape(f.names[name].ty).slots();
                let known = self.temp(1);
                plan.earlier.insert(index, (known, self.temp(n)));
                for &edge in &f.blocks[header].preds {
                    if !places.dominance.dominates(header, f.edges[edge].src) {
                        plan.at_edge.entry(edge).or_default().push(index);
                    }
                }
                f.names[name].def
            }
        };
        plan.at.entry(stmt).or_default().push(index);
    }

    fn plan(&self) -> Option<&Plan<'a>> {
        self.checks.as_deref()
    }

    fn claims_at(&self, stmt: StmtId) -> Vec<(u32, Claim)> {
        let plan = self.plan();
        let list = plan.and_then(|plan| plan.at.get(&stmt)).map_or(&[][..], Vec::as_slice);
        list.iter()
            .filter_map(|&index| Some((index, plan?.claimed.claims.list[index as usize])))
            .collect()
    }

    /// The slot that is not zero where a value is undefined.
    fn doubt(&mut self, op: Operand) -> Src {
        let known = op.ssa().and_then(|name| self.plan()?.doubts.get(&name).copied());
        known.unwrap_or_else(|| self.constant(0))
    }

    /// The copy of a φ argument's doubt that goes with that of the argument.
    pub fn doubt_copy(&mut self, result: SsaName, arg: Operand) -> Option<(u32, Src, u32)> {
        let slot = *self.plan()?.doubts.get(&result)?;
        Some((slot, self.doubt(arg), 1))
    }

    fn emit_check(&mut self, claim: Option<u32>, what: Checked, doubts: [Src; 2]) {
        let index = self.code.checks.len() as u32;
        self.code.checks.push(Check { claim, what, doubts });
        self.emit(Op::Check { index });
    }

    /// Where the function begins.
    pub fn check_entry(&mut self) {
        if self.plan().is_none() {
            return;
        }
        let f = self.f;
        let mut given: Vec<SsaName> = f.default_defs.values().copied().collect();
        given.sort_unstable();
        let one = self.constant(1);
        for name in given {
            let doubt = self.plan().and_then(|plan| plan.doubts.get(&name).copied());
            if let Some(d) = doubt {
                self.emit(Op::Mov { d, s: one });
            }
            self.note_time(name);
        }
        self.check_claims(StmtId::NONE);
    }

    fn note_time(&mut self, state: SsaName) {
        if let Some(&d) = self.plan().and_then(|plan| plan.times.get(&state)) {
            self.emit(Op::Tick { d });
        }
    }

    /// Where a block begins.
    pub fn check_block(&mut self, block: BlockId) {
        if self.plan().is_none() {
            return;
        }
        let f = self.f;
        // A jump from elsewhere has not come by the dispatcher, which stands for such jumps.
        for &edge in &f.blocks[block].preds {
            let Edge { src, flags, .. } = f.edges[edge];
            if flags.intersects(EdgeFlags::ABNORMAL) {
                f.phis(src).chain(f.block_stmts(src)).for_each(|stmt| self.note_state(stmt));
            }
        }
        f.phis(block).for_each(|phi| self.check_after(phi));
    }

    /// Notes the time of the memory state that a statement or φ defines.
    fn note_state(&mut self, stmt: StmtId) {
        match &self.f.stmts[stmt].kind {
            StmtKind::Phi(phi) => self.note_time(phi.result),
            _ => self.note_time(self.f.stmts[stmt].vdef),
        }
    }

    /// In front of a statement.
    pub fn check_before(&mut self, stmt: StmtId) {
        if self.plan().is_none() {
            return;
        }
        let f = self.f;
        self.stmt = stmt;
        let kind = &f.stmts[stmt].kind;
        if matches!(kind, StmtKind::Cond { .. } | StmtKind::Switch(_) | StmtKind::Goto(_)) {
            for doubt in self.doubts_of(stmt) {
                let none = self.constant(0);
                self.emit_check(None, Checked::NotReached, [doubt, none]);
            }
        }
        for (index, claim) in self.claims_at(stmt) {
            let StmtKind::Assign { lhs, rhs, .. } = *kind else { continue };
            match claim {
                Claim::Unwritten { since, .. } => self.check_unwritten(index, rhs[0], since),
                Claim::Redundant(_) => {
                    self.check_redundant(index, lhs, rhs[0]);
                    self.emit(Op::Quiet { on: true });
                }
                _ => {}
            }
        }
    }

    fn check_unwritten(&mut self, index: u32, reference: Operand, since: SsaName) {
        let bytes = self.shape(self.type_of(reference)).bytes();
        let time = self.plan().and_then(|plan| plan.times.get(&since).copied());
        let Some(since) = time else { return };
        let Location { base, off, bits } = self.locate(reference);
        // The bytes of a bit-field are not all its own.
        if bits.is_none() && bytes != 0 {
            let none = self.constant(0);
            self.emit_check(Some(index), Checked::Unwritten { base, off, bytes, since }, [none; 2]);
        }
    }

    fn check_redundant(&mut self, index: u32, lhs: Operand, value: Operand) {
        let ty = self.type_of(lhs);
        let shape = self.shape(ty);
        if matches!(shape, Shape::Aggregate { .. } | Shape::None) {
            return;
        }
        let location = self.locate(lhs);
        let (a, b) = (self.temp(shape.slots()), self.value(value));
        // A store that is claimed to be dead has been left out: what it would have changed is still there.
        self.emit(Op::Quiet { on: true });
        self.load(a, location, ty);
        self.emit(Op::Quiet { on: false });
        let unknown = match location.bits {
            Some((_, bits)) if bits < 128 => -1 << bits,
            _ => 0,
        };
        let doubts = [self.doubt(value), self.plan().map_or(CONST, |plan| plan.stored_doubt)];
        self.emit_check(Some(index), Checked::Equal { a, b, shape, unknown }, doubts);
    }

    /// Whether a statement is not executed, as nothing needs it. Where it would store, nothing may read then.
    pub fn is_left_out(&mut self, stmt: StmtId) -> bool {
        self.claims_at(stmt).into_iter().any(|(index, claim)| match claim {
            Claim::Unused(_) => true,
            Claim::Dead(_) => self.bury(index, stmt),
            _ => false,
        })
    }

    /// Leaves a dead store out; not one of a bit-field, the bytes of which are not all its own.
    fn bury(&mut self, index: u32, stmt: StmtId) -> bool {
        let f = self.f;
        let (base, off, bytes) = match &f.stmts[stmt].kind {
            StmtKind::Call(call) if call.lhs.is_none() => {
                let args = &call.args;
                let bytes = args.get(2).and_then(|&size| self.unit.as_int(size));
                let (Some(bytes), Some(&to)) = (bytes, args.first()) else { return false };
                (self.value(to), 0, bytes as u64)
            }
            // A call whose result is dead is, if it does nothing but compute that, left out with all that it would read.
            kind if kind.lhs().is_some() => {
                let lhs = kind.lhs();
                let Location { base, off, bits } = self.locate(lhs);
                if bits.is_some() {
                    return false;
                }
                (base, off, self.shape(self.type_of(lhs)).bytes())
            }
            _ => return false,
        };
        let none = self.constant(0);
        self.emit_check(Some(index), Checked::Dead { base, off, bytes }, [none; 2]);
        true
    }

    /// After a statement, or for a φ where its block begins.
    pub fn check_after(&mut self, stmt: StmtId) {
        if self.plan().is_none() {
            return;
        }
        let f = self.f;
        self.stmt = stmt;
        if !f.is_phi(stmt) {
            self.note_doubts(stmt);
        }
        self.check_claims(stmt);
        self.note_state(stmt);
    }

    fn check_claims(&mut self, stmt: StmtId) {
        for (index, claim) in self.claims_at(stmt) {
            match claim {
                Claim::Value(name, value) if self.is_decided_in_compiling(stmt) => {
                    let (d, s) = (self.name_slot(name), self.value(value));
                    self.copy_slots(d, s, 1);
                }
                Claim::Value(name, value) => {
                    let n = self.shape(self.f.names[name].ty).slots();
                    if self.shape(self.type_of(value)).slots() == n {
                        let (b, doubt) = (self.value(value), self.doubt(value));
                        self.check_equal(index, name, b, 0, doubt);
                    }
                }
                Claim::Bits { name, value, unknown } => {
                    let words = [value as u64, (value >> 64) as u64];
                    let n = self.shape(self.f.names[name].ty).slots().min(2);
                    let (b, none) = (self.constants(&words[..n as usize]), self.constant(0));
                    self.check_equal(index, name, b, unknown, none);
                }
                Claim::Within { name, low, high } => {
                    let shape = self.shape(self.f.names[name].ty);
                    let (s, none) = (self.name_slot(name), self.constant(0));
                    let doubts = [self.doubt(Operand::Ssa(name)), none];
                    self.emit_check(Some(index), Checked::Within { s, shape, low, high }, doubts);
                }
                Claim::PointsTo(name, pointees) => {
                    let (s, none) = (self.name_slot(name), self.constant(0));
                    let doubts = [self.doubt(Operand::Ssa(name)), none];
                    self.emit_check(Some(index), Checked::PointsTo { s, pointees }, doubts);
                }
                Claim::Invariant(name, _) => self.check_invariant(index, name),
                Claim::Redundant(_) => self.emit(Op::Quiet { on: false }),
                Claim::NotTaken(_)
                | Claim::Unwritten { .. }
                | Claim::Dead(_)
                | Claim::Unused(_) => {}
            }
        }
    }

    /// Whether a statement asks the compiler what it knows: then what it says is so.
    fn is_decided_in_compiling(&self, stmt: StmtId) -> bool {
        let call = stmt.expand().map(|stmt| &self.f.stmts[stmt].kind);
        let Some(StmtKind::Call(call)) = call else { return false };
        let Callee::Decl(callee) = call.callee else { return false };
        let builtin = self.unit.decls[callee].builtin;
        matches!(
            builtin,
            Some(Builtin::ConstantP | Builtin::ObjectSize | Builtin::DynamicObjectSize)
        )
    }

    /// Compares a name with a value that may be in doubt itself.
    fn check_equal(&mut self, index: u32, name: SsaName, b: Src, unknown: i128, doubt: Src) {
        let shape = self.shape(self.f.names[name].ty);
        let a = self.name_slot(name);
        let doubts = [self.doubt(Operand::Ssa(name)), doubt];
        self.emit_check(Some(index), Checked::Equal { a, b, shape, unknown }, doubts);
    }

    /// Compares a name with what it was earlier, if it was, and keeps what it is.
    fn check_invariant(&mut self, index: u32, name: SsaName) {
        let Some(&(known, value)) = self.plan().and_then(|plan| plan.earlier.get(&index)) else {
            return;
        };
        let shape = self.shape(self.f.names[name].ty);
        let (s, n, one) = (self.name_slot(name), shape.slots(), self.constant(1));
        let b = self.temp(n);
        self.emit(Op::Select { d: b, c: known, a: value, b: s, n });
        let none = self.constant(0);
        self.check_equal(index, name, b, 0, none);
        self.copy_slots(value, s, n);
        self.emit(Op::Mov { d: known, s: one });
    }

    /// The doubts about what a statement reads.
    fn doubts_of(&mut self, stmt: StmtId) -> Vec<Src> {
        let f = self.f;
        let mut doubts = Vec::new();
        let Some(plan) = self.plan() else { return doubts };
        f.for_each_used_name(self.unit, stmt, &mut |name| {
            doubts.extend(plan.doubts.get(&name).copied());
        });
        let loads = f.stmts[stmt].vuse.is_some() && plan.stored_doubt & CONST == 0;
        doubts.extend(loads.then_some(plan.stored_doubt));
        doubts
    }

    /// Doubts about what a statement reads are doubts about what it computes or stores.
    fn note_doubts(&mut self, stmt: StmtId) {
        let f = self.f;
        let mut results = Vec::new();
        f.for_each_write(stmt, &mut |op| results.extend(op.ssa()));
        let Some(plan) = self.plan() else { return };
        let mut slots: Vec<u32> =
            results.iter().filter_map(|name| plan.doubts.get(name).copied()).collect();
        let stores = f.stmts[stmt].vdef.is_some() && plan.stored_doubt & CONST == 0;
        let stored = stores.then_some(plan.stored_doubt);
        if slots.is_empty() && stored.is_none() {
            return;
        }
        let doubts = self.doubts_of(stmt);
        let none = self.constant(0);
        for &slot in &slots {
            self.emit(Op::Mov { d: slot, s: none });
        }
        slots.extend(stored);
        for slot in slots {
            for &doubt in &doubts {
                self.emit(Op::Or { d: slot, a: slot, b: doubt });
            }
        }
    }

    /// Whether something is checked or noted on an edge.
    pub fn is_checked(&self, edge: EdgeId) -> bool {
        self.plan().is_some_and(|plan| plan.at_edge.contains_key(&edge))
    }

    /// Where an edge is taken.
    pub fn check_edge(&mut self, edge: EdgeId) {
        let Some(list) = self.plan().and_then(|plan| plan.at_edge.get(&edge)).cloned() else {
            return;
        };
        let none = self.constant(0);
        for index in list {
            match self.plan().and_then(|plan| plan.earlier.get(&index)).copied() {
                Some((known, _)) => self.emit(Op::Mov { d: known, s: none }),
                None => self.emit_check(Some(index), Checked::NotReached, [none; 2]),
            }
        }
    }
}
