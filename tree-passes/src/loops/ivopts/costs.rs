//! What it costs to have a candidate, and to express a use by one. Quarters of an instruction are counted, as GCC does.

use super::{Candidate, Kind, Needs, Position, Price, Use, Way, Work};
use gimple::cfg::{BlockId, NO_COUNT};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::ssa::NameFlags;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use tree_ssa::analyses::int_cost;
use tree_ssa::analyses::scev::Scev;
use tree_ssa::analyses::scev::expr::{ExprId, Node};
use tree_ssa::analyses::sums::{Sum, bits_of, expression, sum_of, unsigned};
use tree_ssa::graph::dominance::Dominators;

/// What an addition costs.
const ADD: i64 = int_cost::SIMPLE as i64;
/// What the address of a variable costs.
const SYMBOL: i64 = ADD + 1;
/// What a load or store through a register costs beyond itself.
const ADDRESS: i64 = 1;
/// Frequencies of blocks are counted in this many parts.
const FREQUENCIES: u128 = 10_000;
/// No block counts more often than so many times the header.
const MOST_SCALED: i64 = 500;

/// A use by a candidate: `rest + ratio * candidate`, modulo what the use's type holds.
pub(super) struct Relation {
    pub rest: Sum,
    pub ratio: i64,
}

impl Work {
    pub(super) fn find_costs(&mut self, s: &mut Scev<'_, '_>) {
        let average = s.options.param("avg-loop-niter").unwrap_or(10);
        self.rounds = match s.estimated_iterations(self.of) {
            Some(rounds) => i64::try_from(rounds + 1).unwrap_or(i64::MAX),
            None => match s.likely_max_iterations(self.of).map(|rounds| rounds + 1) {
                Some(rounds) if rounds <= average.into() => rounds as i64,
                _ => average,
            },
        }
        .max(1);
        let frequencies = self.body.iter().map(|&block| self.frequency(s.f, block));
        self.greatest_frequency = frequencies.max().unwrap_or(0);
        for index in 0..self.candidates.len() {
            self.candidates[index].cost = self.candidate_cost(s, &self.candidates[index]);
        }
        for group in 0..self.groups.len() {
            let considered: Vec<usize> = match self.consider_all {
                true => (0..self.candidates.len()).collect(),
                false => self.groups[group].related.iter().copied().collect(),
            };
            let mut ways = Vec::new();
            for candidate in considered {
                let way = match self.groups[group].kind {
                    Kind::Generic => self.generic_way(s, group, candidate),
                    Kind::Address => self.address_way(s, group, candidate),
                    Kind::Compare => self.compare_way(s, group, candidate),
                };
                ways.extend(way.map(|way| (candidate, way)));
            }
            self.ways.push(ways);
        }
    }

    /// What having a candidate costs: a step in each iteration, and its first value.
    fn candidate_cost(&self, s: &mut Scev<'_, '_>, candidate: &Candidate) -> i64 {
        let base = force_cost(s, candidate.iv.base);
        let base = if base == 0 { ADD } else { base };
        let mut cost = ADD + self.once(base, false);
        let of_program = candidate.names.is_some_and(|(before, _)| {
            let var = s.f.names[before].var;
            var.is_some() && !s.unit.decls[var].has(gimple::decl::flag::ARTIFICIAL)
        });
        if !of_program {
            cost += 1;
        }
        if let Position::End(latch) = candidate.position
            && s.f.block_stmts(latch).next().is_none()
        {
            cost += 1;
        }
        cost
    }

    /// What is computed before the loop costs in each iteration.
    pub(super) fn once(&self, cost: i64, up: bool) -> i64 {
        if self.for_speed {
            (cost + if up { self.rounds - 1 } else { 0 }) / self.rounds
        } else {
            cost
        }
    }

    /// The invariant names in an expression that would not take registers otherwise.
    pub(super) fn needs_of(&mut self, s: &Scev<'_, '_>, id: ExprId) -> Needs {
        let mut names = Vec::new();
        s.state.exprs.any_name(s.unit, id, &mut |name| {
            names.push(name);
            false
        });
        let mut needs = Needs::default();
        for name in names {
            self.note_invariant(s.f, name, false);
            if let Some(&(number, false)) = self.invariants.names.get(&name) {
                needs.variables.insert(number);
            }
        }
        needs
    }

    /// The number of an expression that takes a register of its own: not one of a constant or a name.
    pub(super) fn number_of(&mut self, s: &mut Scev<'_, '_>, id: ExprId) -> Option<u32> {
        let id = bare(s, id);
        if !matches!(s.state.exprs.node(id), Node::Operation { .. })
            && s.unit.addressed(s.state.exprs.operand(id)).is_none()
        {
            return None;
        }
        let next = self.expressions.len() as u32 + 1;
        Some(*self.expressions.entry(id).or_insert(next))
    }

    /// How a use is computed from a candidate.
    pub(super) fn relation(
        &self,
        s: &mut Scev<'_, '_>,
        single: &Use,
        candidate: &Candidate,
    ) -> Option<Relation> {
        let bits = bits_of(s.unit, single.iv.ty)?;
        if bits > bits_of(s.unit, candidate.iv.ty)? {
            return None;
        }
        let mut folder = s.folder();
        let base = sum_of(&mut folder, candidate.iv.base, bits)?;
        let step = sum_of(&mut folder, candidate.iv.step, bits)?;
        let ratio = if candidate.position == Position::Original(single.stmt) {
            1
        } else {
            sum_of(&mut folder, single.iv.step, bits)?.over(&step)?
        };
        let mut rest = sum_of(&mut folder, single.iv.base, bits)?;
        let factor = (ratio as u64).wrapping_neg();
        rest.add(&base, factor);
        if self.is_after(s.f, s.tree, candidate, single.stmt) {
            rest.add(&step, factor);
        }
        Some(Relation { rest, ratio })
    }

    /// Whether a statement is executed after a candidate has been increased.
    pub(super) fn is_after(
        &self,
        f: &Function,
        tree: &Dominators,
        candidate: &Candidate,
        stmt: StmtId,
    ) -> bool {
        let block = f.stmts[stmt].block;
        match candidate.position {
            Position::End(_) => false,
            Position::BeforeTest(test) => {
                block == f.edges[self.latch].src || block == test && f.last_stmt(test) == Some(stmt)
            }
            Position::Original(at) => {
                let own = f.stmts[at].block;
                if block == own {
                    let place = |stmt: StmtId| self.places.get(&stmt).copied().unwrap_or(0);
                    place(stmt) > place(at)
                } else {
                    tree.dominated_by(block, own)
                }
            }
        }
    }

    fn other_objects(&self, single: &Use, candidate: &Candidate) -> bool {
        let objects = single.iv.object.zip(candidate.iv.object);
        objects.is_some_and(|(own, other)| own != other)
    }

    fn generic_way(&mut self, s: &mut Scev<'_, '_>, group: usize, candidate: usize) -> Option<Way> {
        let single = self.groups[group].uses[0];
        if self.candidates[candidate].position == Position::Original(single.stmt) {
            return Some(Way { price: Price::default(), needs: Needs::default(), test: None });
        }
        let (price, needs) = self.computed(s, &single, candidate)?;
        Some(Way { price, needs, test: None })
    }

    /// What it costs to compute the value of a use.
    pub(super) fn computed(
        &mut self,
        s: &mut Scev<'_, '_>,
        single: &Use,
        candidate: usize,
    ) -> Option<(Price, Needs)> {
        if self.other_objects(single, &self.candidates[candidate]) {
            return None;
        }
        let Relation { rest, ratio } = self.relation(s, single, &self.candidates[candidate])?;
        let (mut cost, mut needs) = (0, Needs::default());
        let mut setup = 0;
        if !rest.is_zero() && !rest.is_constant() {
            let mut folder = s.folder();
            let ty = folder.unit.types.nonstandard_integer(rest.bits as u16, false);
            let id = expression(&mut folder, &rest, ty);
            needs = self.needs_of(s, id);
            let force = force_cost(s, id);
            if rest.is_simple() {
                cost += force;
            } else {
                setup = self.once(force, false);
                if let Some(number) = self.number_of(s, id) {
                    needs.variables.clear();
                    needs.expressions.insert(number);
                }
            }
        }
        if ratio != 1 {
            let by = if ratio < 0 && !rest.is_zero() { ratio.wrapping_neg() } else { ratio };
            cost += i64::from(int_cost::multiplication_by(&s.unit.target, by));
        }
        if !rest.is_zero() {
            cost += ADD;
        }
        let cost = setup + self.scaled(s.f, single.stmt, cost);
        Some((Price { cost, complexity: 0 }, needs))
    }

    fn address_way(&mut self, s: &mut Scev<'_, '_>, group: usize, candidate: usize) -> Option<Way> {
        let mut all = Way { price: Price::default(), needs: Needs::default(), test: None };
        for index in 0..self.groups[group].uses.len() {
            let single = self.groups[group].uses[index];
            if self.other_objects(&single, &self.candidates[candidate]) {
                return None;
            }
            let (price, needs) = self.addressed(s, &single, candidate)?;
            all.price.cost += price.cost;
            all.price.complexity += price.complexity;
            if index == 0 {
                all.needs.variables = needs.variables;
            }
            all.needs.expressions.extend(needs.expressions);
        }
        Some(all)
    }

    /// What it costs to have an address in the form the machine has: a register and a small constant.
    fn addressed(
        &mut self,
        s: &mut Scev<'_, '_>,
        single: &Use,
        candidate: usize,
    ) -> Option<(Price, Needs)> {
        let Relation { rest, ratio } = self.relation(s, single, &self.candidates[candidate])?;
        let (mut setup, mut cost, mut needs) = (0, ADDRESS, Needs::default());
        let mut complexity = 0;
        if ratio != 1 {
            cost += i64::from(int_cost::multiplication_by(&s.unit.target, ratio));
        }
        let offset = rest.signed(rest.constant);
        if rest.is_constant() && (s.unit.target.is_address_offset)(offset) {
            complexity = i64::from(offset != 0);
        } else {
            let mut folder = s.folder();
            let ty = unsigned(&mut folder, rest.bits);
            let id = expression(&mut folder, &rest, ty);
            needs = self.needs_of(s, id);
            let force = force_cost(s, id);
            cost += ADD;
            if rest.is_simple() {
                cost += force;
            } else {
                setup = self.once(force, true);
                if let Some(number) = self.number_of(s, id) {
                    needs.variables.clear();
                    needs.expressions.insert(number);
                }
            }
        }
        let cost = setup + self.scaled(s.f, single.stmt, cost);
        Some((Price { cost, complexity }, needs))
    }

    fn compare_way(&mut self, s: &mut Scev<'_, '_>, group: usize, candidate: usize) -> Option<Way> {
        let single = self.groups[group].uses[0];
        let bound = self.bound(s, single.stmt);
        let eliminated = bound.and_then(|_| self.eliminated_way(s, &single, candidate));
        let expressed = self.computed(s, &single, candidate).map(|(mut price, mut needs)| {
            let bound = bound.map(|bound| s.leaf(bound)).unwrap_or(ExprId::NONE);
            if bound.is_some() {
                needs.variables.extend(self.needs_of(s, bound).variables);
                price.cost += match force_cost(s, bound) {
                    0 => self.parameter_cost(s, bound),
                    cost => cost,
                };
            }
            Way { price, needs, test: None }
        });
        match (eliminated, expressed) {
            (Some(a), Some(b)) => Some(if a.price <= b.price { a } else { b }),
            (a, b) => a.or(b),
        }
    }

    /// A parameter is in a register that calls change.
    pub(super) fn parameter_cost(&self, s: &mut Scev<'_, '_>, id: ExprId) -> i64 {
        let id = bare(s, id);
        let name = s.state.exprs.name(id);
        let parameter = name.is_some_and(|name| s.f.names[name].has(NameFlags::DEFAULT_DEF));
        if parameter && self.calls { ADD } else { 0 }
    }

    /// A cost by how many times as often as the loop's header its block is executed; blocks that are executed less often
    /// count as the header does (`determine_scaling_factor`).
    fn scaled(&self, f: &Function, at: StmtId, cost: i64) -> i64 {
        let header = i64::from(self.frequency(f, self.header(f)));
        let own = i64::from(self.frequency(f, f.stmts[at].block));
        if !self.for_speed || header == 0 || own <= header {
            return cost;
        }
        let most = i64::from(self.greatest_frequency);
        match most / header > MOST_SCALED {
            true => cost * (MOST_SCALED * own / most),
            false => cost * (own / header),
        }
    }

    /// How often a block is executed, relative to the one of the function that is executed most.
    fn frequency(&self, f: &Function, block: BlockId) -> u32 {
        let count = f.block_info[block].count;
        if count == NO_COUNT || self.greatest_count == 0 {
            return FREQUENCIES as u32;
        }
        let greatest = u128::from(self.greatest_count);
        ((u128::from(count) * FREQUENCIES + greatest / 2) / greatest) as u32
    }
}

/// An expression without conversions that change no bits.
fn bare(s: &mut Scev<'_, '_>, id: ExprId) -> ExprId {
    let mut id = id;
    while let Some(inner) = s.state.exprs.converted(id) {
        let (to, from) = (s.state.exprs.ty(id), s.state.exprs.ty(inner));
        if s.unit.types.precision(to) != s.unit.types.precision(from) {
            break;
        }
        id = inner;
    }
    id
}

/// What it costs to have an expression in a register (`force_expr_to_var_cost`).
pub(super) fn force_cost(s: &mut Scev<'_, '_>, id: ExprId) -> i64 {
    take_name_of_measure(s);
    let id = bare(s, id);
    let spill = s.unit.target.registers.spill_cost;
    let (code, ty, [a, b, _]) = match s.state.exprs.node(id) {
        Node::Leaf(Operand::Ssa(_) | Operand::Const(_)) => return 0,
        Node::Leaf(_) => return SYMBOL,
        Node::Operation { code, ty, ops } => (code, ty, ops),
        _ => return spill,
    };
    let own = match code {
        TreeCode::Plus
        | TreeCode::Minus
        | TreeCode::PointerPlus
        | TreeCode::Negate
        | TreeCode::BitNot
        | TreeCode::BitAnd
        | TreeCode::BitIor
        | TreeCode::BitXor
        | TreeCode::Lshift
        | TreeCode::Rshift => ADD,
        TreeCode::Nop => conversion_cost(s, ty, a),
        TreeCode::Mult => match s.folder().as_int(b).and_then(|by| i64::try_from(by).ok()) {
            Some(by) => int_cost::multiplication_by(&s.unit.target, by).into(),
            None => return spill,
        },
        TreeCode::TruncDiv
            if s.folder().as_int(b).is_some_and(|by| by > 0 && by & (by - 1) == 0) =>
        {
            ADD
        }
        _ => return spill,
    };
    let rest: i64 = [a, b].into_iter().filter(|op| op.is_some()).map(|op| force_cost(s, op)).sum();
    own + rest
}

/// GCC finds these costs out by code for a variable made for that, once in a unit: its number is taken.
fn take_name_of_measure(s: &mut Scev<'_, '_>) {
    #[derive(Default)]
    struct Measured(bool);
    if !std::mem::replace(&mut s.unit.pass_state.of::<Measured>().0, true) {
        s.unit.next_tmp += 1;
    }
}

/// What a conversion costs, as far as bits are to be cleared.
fn conversion_cost(s: &Scev<'_, '_>, to: gimple::types::TypeId, from: ExprId) -> i64 {
    let from = s.state.exprs.ty(from);
    match (s.unit.types.precision(from), s.unit.types.precision(to)) {
        (Some(from), Some(to)) if from < to => {
            if from <= 8 {
                ADD
            } else {
                2 * ADD
            }
        }
        _ => 0,
    }
}
