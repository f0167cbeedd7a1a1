//! By how much candidates are more than what they are made of, and whether it pays to add that to it.
//!
//! Where the stride is a name, an increment is a product of its own unless it is 0, 1 or -1, or a candidate has computed it
//! anyway. It pays if what dies on some path down the tree of candidates is worth more than the product.

use super::Slsr;
use super::candidates::{Kind, Number, Stride, consumed_by, result};
use dumps::putln;
use gimple::cfg::BlockId;
use gimple::code::TreeCode;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use rustc_hash::FxHashSet;
use std::fmt::Write;
use tree_ssa::analyses::int_cost;
use tree_ssa::edit::Cursor;
use tree_ssa::profile::is_hot;

/// Increments of one tree of candidates.
const MAX_INCREMENTS: usize = 15;

/// What is not done however much it saves; what costs no more than this pays.
const INFINITE: i32 = 1000;
const NEUTRAL: i32 = 0;

/// An increment.
pub struct Increment {
    pub value: i128,
    /// Candidates that differ so from their basis.
    pub count: u32,
    pub cost: i32,
    /// What the stride times the increment is, and where that is known.
    pub initializer: Option<SsaName>,
    block: BlockId,
}

/// The increments of a tree of candidates.
pub struct Increments {
    pub all: Vec<Increment>,
    /// Pointers are added to: no increment is subtracted.
    pub of_pointers: bool,
}

impl Increments {
    /// An increment without the sign that does not matter.
    pub fn absolute(&self, value: i128) -> i128 {
        if self.of_pointers { value } else { value.abs() }
    }

    /// The place of an increment, if it pays.
    pub fn paying(&self, value: i128) -> Option<usize> {
        let index = self.all.iter().position(|increment| increment.value == value)?;
        (self.all[index].cost <= NEUTRAL).then_some(index)
    }
}

impl Slsr<'_, '_> {
    /// The candidates of a tree, in the order in which GCC walks it: what is made of one before its siblings if `deep`.
    pub fn tree_of(&self, root: Number, deep: bool) -> Vec<Number> {
        let mut work = vec![root];
        let mut found = Vec::new();
        while let Some(number) = work.pop() {
            found.push(number);
            let own = self.table.get(number);
            let ways =
                if deep { [own.sibling, own.dependent] } else { [own.dependent, own.sibling] };
            work.extend(ways.into_iter().filter(|&next| next != 0));
        }
        found
    }

    pub fn increments(&mut self, root: Number) -> Increments {
        let own = self.table.get(root);
        let of_pointers = own.kind == Kind::Add && self.cx.unit.types.is_pointer(own.ty);
        let mut increments = Increments { all: Vec::new(), of_pointers };
        for number in self.tree_of(root, false) {
            if self.table.depends_on_phi(number) {
                let (index, phi) = (self.table.get(number).index, self.table.get(number).phi);
                self.record(&mut increments, number, index, false);
                self.record_of_phi(&mut increments, number, phi);
            } else {
                let increment = self.table.increment(number);
                self.record(&mut increments, number, increment, false);
            }
        }
        let first = self.table.get(root).dependent;
        for index in 0..increments.all.len() {
            increments.all[index].cost = self.cost(&increments, index, first);
        }
        increments
    }

    fn record(&mut self, all: &mut Increments, number: Number, value: i128, of_phi: bool) {
        let value = all.absolute(value);
        let own = self.table.get(number);
        let block = self.f.stmts[own.stmt].block;
        if let Some(known) = all.all.iter_mut().find(|known| known.value == value) {
            known.count += 1;
            if known.initializer.is_some() && !self.tree.dominated_by(block, known.block) {
                known.initializer = None;
            }
            return;
        }
        if all.all.len() >= MAX_INCREMENTS {
            return;
        }
        let count = u32::from(own.basis != 0 || of_phi);
        let useful =
            own.kind == Kind::Add && !of_phi && own.index == value && !matches!(value, 0 | 1);
        let initializer = if useful { self.computed_by(own.stmt, own.base) } else { None };
        let block =
            initializer.map_or(BlockId::NONE, |name| self.f.stmts[self.f.names[name].def].block);
        all.all.push(Increment { value, count, cost: INFINITE, initializer, block });
    }

    /// What a sum adds to a base.
    fn computed_by(&self, stmt: StmtId, base: Operand) -> Option<SsaName> {
        let StmtKind::Assign { code: TreeCode::Plus | TreeCode::PointerPlus, rhs, .. } =
            self.f.stmts[stmt].kind
        else {
            return None;
        };
        let added = match base {
            _ if base == rhs[0] => rhs[1],
            _ if base == rhs[1] => rhs[0],
            _ => return None,
        };
        added.ssa().filter(|&name| self.f.names[name].def.is_some())
    }

    /// The increments of the sums that a φ joins, φs among them likewise; nothing of a φ is asked twice.
    fn record_of_phi(&mut self, all: &mut Increments, number: Number, phi: Number) {
        let basis = self.table.get(self.table.get(number).basis).index;
        for (index, _) in self.arguments_of_phi(phi) {
            self.record(all, number, index - basis, true);
        }
    }

    /// The indices of the sums that a φ joins, with the edges they come by; φs that φs join are looked through.
    pub fn arguments_of_phi(&self, phi: Number) -> Vec<(i128, BlockId)> {
        let base = self.table.get(phi).base;
        let (mut found, mut seen, mut work) = (Vec::new(), FxHashSet::default(), vec![phi]);
        while let Some(phi) = work.pop() {
            if !seen.insert(phi) {
                continue;
            }
            let stmt = self.table.get(phi).stmt;
            let block = self.f.stmts[stmt].block;
            for (arg, &edge) in self.f.phi(stmt).args.iter().zip(self.f.blocks[block].preds.iter())
            {
                let from = self.f.edges[edge].src;
                match self.sum_of(arg.value) {
                    _ if arg.value == base => found.push((0, from)),
                    Some(inner) if self.table.get(inner).kind == Kind::Phi => work.push(inner),
                    Some(sum) => found.push((self.table.get(sum).index, from)),
                    None => {}
                }
            }
        }
        found
    }

    /// The interpretation of a name as a sum with a number, or a φ of such.
    pub fn sum_of(&self, op: Operand) -> Option<Number> {
        let mut number = self.table.defining(self.f, op)?;
        while !matches!(self.table.get(number).kind, Kind::Add | Kind::Phi) {
            number = self.table.get(number).next;
            if number == 0 {
                return None;
            }
        }
        Some(number)
    }

    fn is_for_speed(&self, number: Number) -> bool {
        is_hot(
            self.cx.unit,
            self.cx.options,
            self.f,
            self.f.stmts[self.table.get(number).stmt].block,
        )
    }

    /// What it costs to add an increment instead of multiplying (`analyze_increments`).
    fn cost(&self, all: &Increments, index: usize, first: Number) -> i32 {
        let increment = &all.all[index];
        let own = self.table.get(first);
        let value = increment.value;
        let Some(short) = i64::try_from(value).ok().filter(|_| increment.count > 0) else {
            return INFINITE;
        };
        let pointer = |ty: TypeId| self.cx.unit.types.is_pointer(ty);
        if matches!(value, 0 | 1) || value == -1 && !pointer(own.ty) {
            return NEUTRAL;
        }
        let made = increment.initializer.is_none();
        let of_result = result(self.f, own.stmt).map_or(own.ty, |name| self.f.names[name].ty);
        let named = !matches!(own.stride, Stride::Number(_));
        if made
            && named
            && (!self.keeps_values(own.stride_type, of_result) || pointer(own.stride_type))
        {
            return INFINITE;
        }
        let target = &self.cx.unit.target;
        let product = int_cost::multiplication_by(target, short);
        let (cost, replaced, phis) = match own.kind {
            Kind::Mult => (product, int_cost::multiplication(target) - int_cost::SIMPLE, true),
            _ => (if made { product } else { 0 }, 0, false),
        };
        if self.is_for_speed(first) {
            self.cheapest_path(all, first, value, (cost, replaced, phis))
        } else {
            cost - self.total_savings(all, first, value, (replaced, phis))
        }
    }

    /// What is saved at one candidate if an increment is added.
    fn saved_at(
        &self,
        all: &Increments,
        number: Number,
        value: i128,
        (replaced, phis): (i32, bool),
    ) -> i32 {
        let own = self.table.get(number);
        let same = all.absolute(self.table.increment(number)) == value;
        let saved = own.savings + if same { replaced } else { 0 };
        saved
            - if phis && self.table.depends_on_phi(number) {
                self.added_for_phi(all, number, value)
            } else {
                0
            }
    }

    /// What the sums cost that a φ of increments needs, less what dies if the φ does.
    fn added_for_phi(&self, all: &Increments, number: Number, value: i128) -> i32 {
        let own = self.table.get(number);
        let (phi, basis) = (self.table.get(own.phi), self.table.get(own.basis).index);
        let with = |&(index, _): &(i128, BlockId)| all.absolute(index - basis) == value;
        let sums = self.arguments_of_phi(own.phi).iter().filter(|arg| with(arg)).count() as i32;
        let dies = consumed_by(self.f, self.f.phi(phi.stmt).result, own.stmt);
        (sums * int_cost::SIMPLE) - if dies { sums * int_cost::SIMPLE } else { 0 }
    }

    /// The least that is left of a cost on any path down the tree (`lowest_cost_path`).
    fn cheapest_path(
        &self,
        all: &Increments,
        first: Number,
        value: i128,
        (cost, replaced, phis): (i32, i32, bool),
    ) -> i32 {
        let mut least = i32::MAX;
        let mut work = vec![(first, cost)];
        while let Some((number, before)) = work.pop() {
            let own = self.table.get(number);
            let here = before - self.saved_at(all, number, value, (replaced, phis));
            if own.dependent != 0 {
                work.push((own.dependent, here));
            } else {
                least = least.min(here);
            }
            if own.sibling != 0 {
                work.push((own.sibling, before));
            }
        }
        least
    }

    fn total_savings(&self, all: &Increments, first: Number, value: i128, how: (i32, bool)) -> i32 {
        self.tree_of(first, true)
            .into_iter()
            .map(|number| self.saved_at(all, number, value, how))
            .sum()
    }

    // Products that are made.

    /// Makes the products that are added (`insert_initializers`).
    pub fn insert_initializers(&mut self, all: &mut Increments, first: Number) {
        for index in 0..all.all.len() {
            let value = all.all[index].value;
            let pointer = self.cx.unit.types.is_pointer(self.table.get(first).ty);
            if all.all[index].cost > NEUTRAL || matches!(value, 0 | 1) || value == -1 && !pointer {
                continue;
            }
            if let Some(name) = all.all[index].initializer {
                let def = self.f.names[name].def;
                self.say_stmt("Using existing initializer: ", def);
                continue;
            }
            match self.make_initializer(all, first, value) {
                Some(name) => all.all[index].initializer = Some(name),
                None => {
                    if self.cx.dump.details() {
                        putln!(self.cx.dump, "Initializer #{index} cannot be legally placed");
                    }
                    all.all[index].cost = INFINITE;
                }
            }
        }
    }

    fn make_initializer(
        &mut self,
        all: &Increments,
        first: Number,
        value: i128,
    ) -> Option<SsaName> {
        let (block, candidate) = self.common_place(all, first, value)?;
        let own = self.table.get(first).clone();
        let Stride::Name(stride) = own.stride else { return None };
        let def = self.f.names[stride].def;
        if def.is_some() && !self.tree.dominated_by(block, self.f.stmts[def].block) {
            return None;
        }
        let at = candidate.map(|number| self.table.get(number).stmt);
        let of_stride = own.stride_type;
        let mut at = match at {
            Some(at) => Cursor::before(at),
            None => Cursor::before_end(self.cx.unit, self.f, block),
        };
        let stride = self.converted(Operand::Ssa(stride), of_stride, &mut at);
        let by = self.cx.unit.int(of_stride, value);
        let name = self.new_name(of_stride);
        at = at.like(self.f, own.stmt);
        let product = Operand::Ssa(name);
        let stmt = at.assign(self.cx.unit, self.f, product, TreeCode::Mult, [stride, by]);
        self.say_stmt("Inserting initializer: ", stmt);
        Some(name)
    }

    /// The block that dominates all candidates with an increment, and the first of them if it is there.
    fn common_place(
        &self,
        all: &Increments,
        first: Number,
        value: i128,
    ) -> Option<(BlockId, Option<Number>)> {
        let mut place: Option<(BlockId, Option<Number>)> = None;
        for number in self.tree_of(first, true) {
            let own = self.table.get(number);
            if all.absolute(self.table.increment(number)) == value {
                place = Some(self.common(place, (self.f.stmts[own.stmt].block, Some(number))));
            }
            if self.table.depends_on_phi(number) {
                let basis = self.table.get(own.basis).index;
                for (index, from) in self.arguments_of_phi(own.phi) {
                    if all.absolute(index - basis) == value {
                        place = Some(self.common(place, (from, None)));
                    }
                }
            }
        }
        place
    }

    fn common(
        &self,
        a: Option<(BlockId, Option<Number>)>,
        b: (BlockId, Option<Number>),
    ) -> (BlockId, Option<Number>) {
        let Some(a) = a else { return b };
        let block = self.tree.common_dominator(a.0, b.0);
        let candidate = match (a.0 == block, b.0 == block) {
            (true, true) => match (a.1, b.1) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
            (true, false) => a.1,
            (false, true) => b.1,
            (false, false) => None,
        };
        (block, candidate)
    }
}
