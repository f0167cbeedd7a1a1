//! Where induction variables are used.

use super::find::make;
use super::{Group, Iv, Kind, Use, Work};
use gimple::cfg::EdgeId;
use gimple::code::TreeCode;
use gimple::decl::flag;
use gimple::function::Function;
use gimple::simplify::Subject;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::mem::take;
use tree_ssa::analyses::alignment;
use tree_ssa::analyses::scev::Scev;
use tree_ssa::analyses::scev::expr::{ExprId, is_defined_in};
use tree_ssa::analyses::sums::{Sum, expression, sum_of};

/// The names that φs get by an edge.
fn carried_by(f: &Function, edge: EdgeId) -> Vec<SsaName> {
    let named = f.phis(f.edges[edge].dst).filter(|&phi| !f.is_virtual_phi(phi));
    named.filter_map(|phi| f.phi_arg(phi, edge).ssa()).collect()
}

/// How a comparison uses induction variables.
enum Sides {
    /// One side changes, the other does not.
    One,
    /// One side changes, the other is no induction variable.
    Other,
    /// Both change.
    Two,
    Neither,
}

impl Work {
    /// Finds the uses; whether there are any, and not too many.
    pub(super) fn find_uses(&mut self, s: &mut Scev<'_, '_>) -> bool {
        let most = s.options.param("iv-max-considered-uses").unwrap_or(250) as usize;
        for index in 0..self.body.len() {
            for stmt in s.f.block_stmts(self.body[index]) {
                let mut names = Vec::new();
                s.f.for_each_used_name(s.unit, stmt, &mut |name| names.push(name));
                for name in names {
                    self.note_invariant(s.f, name, false);
                }
            }
        }
        let mut seen = FxHashSet::default();
        let closed = s.f.loops.as_ref().is_some_and(|loops| loops.closed_form);
        let mut outside = if closed { Vec::new() } else { self.used_outside(s) };
        for index in 0..self.body.len() {
            let block = self.body[index];
            for &edge in &s.f.blocks[block].succs {
                if s.f.leaves_loop(edge, self.of) {
                    let carried = if closed { carried_by(s.f, edge) } else { take(&mut outside) };
                    carried.into_iter().for_each(|name| self.use_of(s.f, name, &mut seen));
                }
            }
            for stmt in s.f.phis(block).chain(s.f.block_stmts(block)) {
                self.find_uses_in(s, stmt, &mut seen);
                if self.groups.len() > most {
                    return false;
                }
            }
        }
        self.split_address_groups(s, most);
        self.registers = self.registers_taken(s);
        !self.groups.is_empty() && self.groups.len() <= most
    }

    /// Names of the loop that are used after it, where it is not in closed form.
    fn used_outside(&self, s: &Scev<'_, '_>) -> Vec<SsaName> {
        let outside = |name: &SsaName| {
            s.f.imm_uses(*name).any(|node| !s.f.in_loop(s.f.stmts[node.stmt].block, self.of))
        };
        self.ivs.keys().copied().filter(outside).collect()
    }

    fn find_uses_in(&mut self, s: &mut Scev<'_, '_>, stmt: StmtId, seen: &mut FxHashSet<SsaName>) {
        let f = s.f;
        match &f.stmts[stmt].kind {
            StmtKind::Phi(phi) => {
                if f.names[phi.result].has(NameFlags::VIRTUAL) || self.ivs.contains_key(&phi.result)
                {
                    return;
                }
                for arg in &phi.args {
                    if let Some(name) = arg.value.ssa() {
                        self.use_of(f, name, seen);
                    }
                }
            }
            &StmtKind::Cond { lhs, rhs, .. } => self.find_comparison(s, stmt, [lhs, rhs], seen),
            &StmtKind::Assign { lhs, code, rhs } => {
                if lhs.ssa().is_some_and(|name| self.ivs.contains_key(&name)) {
                    return;
                }
                match code {
                    TreeCode::Single => {
                        self.find_in_copy(s, stmt, rhs[0], seen);
                        if lhs.ssa().is_none() {
                            self.find_in_copy(s, stmt, lhs, seen);
                        }
                    }
                    code if code.is_comparison() => {
                        self.find_comparison(s, stmt, [rhs[0], rhs[1]], seen);
                    }
                    _ => self.find_names(s, stmt, seen),
                }
            }
            _ => self.find_names(s, stmt, seen),
        }
    }

    fn find_names(&mut self, s: &Scev<'_, '_>, stmt: StmtId, seen: &mut FxHashSet<SsaName>) {
        let mut names = Vec::new();
        s.f.for_each_used_name(s.unit, stmt, &mut |name| names.push(name));
        for name in names {
            self.use_of(s.f, name, seen);
        }
    }

    /// Uses in one side of a copy, a load or a store.
    fn find_in_copy(
        &mut self,
        s: &mut Scev<'_, '_>,
        stmt: StmtId,
        side: Operand,
        seen: &mut FxHashSet<SsaName>,
    ) {
        if self.find_address(s, stmt, side) {
            return;
        }
        let mut names = Vec::new();
        s.unit.for_each_ssa(side, &mut |name| names.push(name));
        for name in names {
            self.use_of(s.f, name, seen);
        }
    }

    /// Notes that the value of a name is used.
    fn use_of(&mut self, f: &Function, name: SsaName, seen: &mut FxHashSet<SsaName>) {
        match self.ivs.get(&name) {
            Some(&iv) => {
                if seen.insert(name) {
                    self.record(Kind::Generic, (f.names[name].def, Operand::Ssa(name)), iv);
                }
            }
            None => self.note_invariant(f, name, true),
        }
    }

    fn record(&mut self, kind: Kind, (stmt, what): (StmtId, Operand), iv: Iv) {
        let new = Use { stmt, what, iv, offset: 0 };
        self.groups.push(Group { kind, uses: vec![new], related: BTreeSet::new() });
    }

    /// What the sides of a comparison are, that which changes first.
    fn sides(&self, s: &Scev<'_, '_>, ops: [Operand; 2]) -> (Sides, [Operand; 2]) {
        let iv = |op: Operand| op.ssa().is_some_and(|name| self.ivs.contains_key(&name));
        let invariant = |op: Operand| match op {
            Operand::Ssa(name) => !is_defined_in(s.f, name, self.of),
            op => {
                let mut names = false;
                s.unit.for_each_ssa(op, &mut |_| names = true);
                !names
            }
        };
        match ops.map(iv) {
            [true, true] => (Sides::Two, ops),
            [true, false] if invariant(ops[1]) => (Sides::One, ops),
            [false, true] if invariant(ops[0]) => (Sides::One, [ops[1], ops[0]]),
            [true, false] => (Sides::Other, ops),
            [false, true] => (Sides::Other, [ops[1], ops[0]]),
            _ => (Sides::Neither, ops),
        }
    }

    /// Of a comparison that is a use, what it compares with.
    pub(super) fn bound(&self, s: &Scev<'_, '_>, stmt: StmtId) -> Option<Operand> {
        let ops = match s.f.stmts[stmt].kind {
            StmtKind::Cond { lhs, rhs, .. } => [lhs, rhs],
            StmtKind::Assign { rhs: [a, b, _], .. } => [a, b],
            _ => return None,
        };
        match self.sides(s, ops) {
            (Sides::One, [_, bound]) => Some(bound),
            _ => None,
        }
    }

    fn find_comparison(
        &mut self,
        s: &Scev<'_, '_>,
        stmt: StmtId,
        ops: [Operand; 2],
        seen: &mut FxHashSet<SsaName>,
    ) {
        let (sides, ops) = self.sides(s, ops);
        let varying = match sides {
            Sides::One | Sides::Other => 1,
            Sides::Two => 2,
            Sides::Neither => {
                for name in ops.into_iter().filter_map(Operand::ssa) {
                    self.use_of(s.f, name, seen);
                }
                return;
            }
        };
        for op in ops.into_iter().take(varying) {
            if let Some(&iv) = op.ssa().and_then(|name| self.ivs.get(&name)) {
                self.record(Kind::Compare, (stmt, op), iv);
            }
        }
        if let (Sides::One, Some(bound)) = (sides, ops[1].ssa()) {
            self.note_invariant(s.f, bound, false);
        }
    }

    /// A reference to memory whose address grows in the loop.
    fn find_address(&mut self, s: &mut Scev<'_, '_>, stmt: StmtId, reference: Operand) -> bool {
        let Operand::Tree(tree) = reference else { return false };
        if s.unit.addressed(reference).is_some()
            || !s.unit.is_memory_operand(reference)
            || !s.unit.trees.has_names(tree)
            || s.unit.is_volatile_operand(reference)
        {
            return false;
        }
        let Some((base, step, indices)) = self.address_of(s, stmt, reference) else { return false };
        let ty = s.unit.type_of(s.f, reference);
        let pointer = s.unit.types.pointer_to(ty);
        let Some(mut iv) = make(s, base, step, pointer).filter(|iv| iv.object.is_some()) else {
            return false;
        };
        if !is_aligned(s, reference, step) {
            return false;
        }
        iv.addresses = true;
        for name in indices {
            self.mark_index(s, name);
        }
        self.put_address(s, (stmt, reference), iv);
        true
    }

    /// The address of whole bytes as base and step, with the names of induction variables in it.
    fn address_of(
        &self,
        s: &mut Scev<'_, '_>,
        stmt: StmtId,
        reference: Operand,
    ) -> Option<(ExprId, ExprId, Vec<SsaName>)> {
        let sizetype = s.unit.common.sizetype;
        let mut rest = Sum::zero(64);
        let (mut step, mut names) = (s.folder().number(sizetype, 0), Vec::new());
        let mut op = reference;
        let base = loop {
            let id = match op {
                Operand::Decl(decl) => {
                    let data = &s.unit.decls[decl];
                    if data.has(flag::HARD_REGISTER) || s.unit.is_gimple_reg(decl) {
                        return None;
                    }
                    let address = s.unit.address_of(op, data.ty);
                    break s.leaf(address);
                }
                Operand::Tree(id) => id,
                _ => return None,
            };
            if s.unit.types.is_reversed(s.unit.trees[id].ty) {
                return None;
            }
            op = match *s.unit.trees.kind(id) {
                TreeKind::ComponentRef { base, field } => {
                    let data = s.unit.types.field(field);
                    if data.is_bitfield || !data.bit_offset.is_multiple_of(8) {
                        return None;
                    }
                    rest.add_constant(data.bit_offset / 8);
                    base
                }
                TreeKind::ArrayRef { base, index } => {
                    let size = s.unit.types.size(s.unit.trees[id].ty)?;
                    let (first, by) = self.index(s, stmt, index, &mut names)?;
                    let mut folder = s.folder();
                    let first = sum_of(&mut folder, first, 64)?;
                    rest.add(&first, size);
                    let size = folder.number(sizetype, size.into());
                    let by = folder.binary(TreeCode::Mult, sizetype, by, size);
                    step = folder.binary(TreeCode::Plus, sizetype, step, by);
                    base
                }
                TreeKind::Realpart(base) => base,
                TreeKind::TargetMemRef {
                    index: Operand::None,
                    index2: Operand::None,
                    base,
                    offset,
                    ..
                }
                | TreeKind::MemRef { base, offset, .. } => {
                    rest.add_constant(offset as u64);
                    match s.unit.addressed(base) {
                        Some(object) => object,
                        None => {
                            let name = base.ssa()?;
                            let leaf = s.leaf(base);
                            break match self.ivs.get(&name) {
                                Some(iv) => {
                                    names.push(name);
                                    let mut folder = s.folder();
                                    step = folder.binary(TreeCode::Plus, sizetype, step, iv.step);
                                    iv.base
                                }
                                None if is_defined_in(s.f, name, self.of) => {
                                    *self.invariant_values.get(&name)?
                                }
                                None => leaf,
                            };
                        }
                    }
                }
                _ => return None,
            };
        };
        let ty = s.state.exprs.ty(base);
        let mut folder = s.folder();
        if !folder.pointer(ty) {
            return None;
        }
        let mut address = base;
        if !rest.is_zero() {
            let by = expression(&mut folder, &rest, sizetype);
            address = folder.plus(ty, address, by);
        }
        Some((address, step, names))
    }

    /// Base and step of an index, as sizes.
    fn index(
        &self,
        s: &mut Scev<'_, '_>,
        stmt: StmtId,
        index: Operand,
        names: &mut Vec<SsaName>,
    ) -> Option<(ExprId, ExprId)> {
        let sizetype = s.unit.common.sizetype;
        let leaf = s.leaf(index);
        let iv = index.ssa().and_then(|name| self.ivs.get(&name).copied());
        let Some(iv) = iv else {
            let inside = index.ssa().filter(|&name| is_defined_in(s.f, name, self.of));
            let value = match inside {
                Some(name) => *self.invariant_values.get(&name)?,
                None => leaf,
            };
            let mut folder = s.folder();
            return Some((folder.convert(sizetype, value), folder.number(sizetype, 0)));
        };
        names.extend(index.ssa());
        if s.folder().same(iv.ty, sizetype) {
            return Some((iv.base, iv.step));
        }
        let by_type = iv.no_overflow && s.never_wraps(iv.ty);
        s.convert_affine((self.of, iv.base, iv.step), sizetype, stmt, None, by_type)
    }

    /// Marks a variable as an index into memory, and the one it is carried around with.
    fn mark_index(&mut self, s: &Scev<'_, '_>, name: SsaName) {
        for phi in s.f.phis(self.header(s.f)) {
            let result = s.f.phi(phi).result;
            let next = s.f.phi_arg(phi, self.latch).ssa();
            let derived = |iv: SsaName| iv == name || self.derives_from(s, name, iv);
            if !self.ivs.get(&result).is_some_and(|iv| iv.biv) {
                continue;
            }
            if derived(result) || next.is_some_and(derived) {
                for part in [Some(result), next].into_iter().flatten() {
                    if let Some(iv) = self.ivs.get_mut(&part) {
                        iv.addresses = true;
                    }
                }
                return;
            }
        }
    }

    /// Whether a name is computed from a variable by a few statements of which each has one operand that changes.
    fn derives_from(&self, s: &Scev<'_, '_>, name: SsaName, from: SsaName) -> bool {
        let mut at = name;
        for _ in 0..8 {
            if at == from {
                return true;
            }
            let Some(def) = s.f.names[at].def.expand() else { return false };
            let StmtKind::Assign { rhs, .. } = s.f.stmts[def].kind else { return false };
            let mut varying =
                rhs.into_iter().filter_map(Operand::ssa).filter(|name| self.ivs.contains_key(name));
            let Some(next) = varying.next() else { return false };
            at = next;
        }
        false
    }

    /// Puts an address to others that are a constant apart, if there are such.
    fn put_address(&mut self, s: &mut Scev<'_, '_>, (stmt, what): (StmtId, Operand), iv: Iv) {
        let mut folder = s.folder();
        let Some(own) = sum_of(&mut folder, iv.base, 64) else { return };
        let new = Use { stmt, what, iv, offset: own.constant as i64 };
        for group in self.groups.iter_mut().filter(|group| group.kind == Kind::Address) {
            let first = group.uses[0].iv;
            if first.step != iv.step || first.object != iv.object {
                continue;
            }
            let same = sum_of(&mut folder, first.base, 64).is_some_and(|sum| sum.same_terms(&own));
            if same {
                group.uses.push(new);
                return;
            }
        }
        self.groups.push(Group { kind: Kind::Address, uses: vec![new], related: BTreeSet::new() });
    }

    /// Splits groups of addresses that are too far apart for an offset, and all where there are at most two places in the last
    /// of them.
    fn split_address_groups(&mut self, s: &Scev<'_, '_>, most: usize) {
        let mut places = 1;
        for group in self.groups.iter_mut().filter(|group| group.uses.len() > 1) {
            group.uses.sort_by_key(|single| single.offset);
            if places <= 2 {
                let mut offsets: Vec<i64> = group.uses.iter().map(|single| single.offset).collect();
                offsets.dedup();
                places = offsets.len();
            }
        }
        let all = places <= 2;
        let mut index = 0;
        while index < self.groups.len() && self.groups.len() <= most {
            let group = &mut self.groups[index];
            let first = group.uses[0].offset;
            let near = |single: &Use| {
                let apart = single.offset.wrapping_sub(first);
                apart == 0 || !all && (s.unit.target.is_address_offset)(apart)
            };
            let (kept, apart): (Vec<Use>, Vec<Use>) = group.uses.iter().partition(|it| near(it));
            group.uses = kept;
            if !apart.is_empty() {
                let kind = group.kind;
                self.groups.push(Group { kind, uses: apart, related: BTreeSet::new() });
            }
            index += 1;
        }
    }

    /// Registers that hold what the loop works with besides: φs that are no induction variables, and invariants.
    fn registers_taken(&self, s: &Scev<'_, '_>) -> u32 {
        let types = &s.unit.types;
        let carried = s.f.phis(self.header(s.f)).filter(|&phi| {
            let result = s.f.phi(phi).result;
            let ty = s.f.names[result].ty;
            !s.f.is_virtual_phi(phi)
                && !self.ivs.contains_key(&result)
                && (types.is_integral(ty) || types.is_pointer(ty))
        });
        let needed = self.invariants.names.values().filter(|entry| entry.1);
        (carried.count() + needed.count()) as u32
    }
}

/// Whether a reference that moves by a step is always aligned as the type of what is there is.
fn is_aligned(s: &Scev<'_, '_>, reference: Operand, step: ExprId) -> bool {
    let ty = s.unit.type_of(s.f, reference);
    let wanted = 8 * u64::from(s.unit.types.align(ty));
    let known = alignment::of(s.unit, s.f, s.options, reference).at(0);
    let step = s.unit.as_int(s.state.exprs.operand(step));
    let regular = step.is_none_or(|step| (step as u64).wrapping_mul(8) & (wanted - 1) == 0);
    known >= wanted && regular
}
