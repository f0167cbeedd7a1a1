//! Loops by induction: both bodies are cut at the headers of loops that they share, and run from each cut to the next.
//!
//! At a cut both are taken to have the same memory, to have done the same, and to hold the same in names that both have.
//! Whenever a run from there, or from the beginning, comes to a cut again, all that must hold anew; names that do not hold
//! the same are given up. What is shown so holds for any number of iterations:
//!
//! ```text
//! # i_4 = PHI <0(2), i_9(3)>      # i_4 = PHI <0(2), i_9(3)>
//! _1 = a + i_4 * 4;               _1 = a + i_4 * 4;
//! x_5 = n_2(D) * 3;               *_1 = x_7;               where x_7 = n_2(D) * 3 before the loop
//! *_1 = x_5;
//! ```

use crate::compare::{Config, Doubt, Pair};
use crate::invariant::At;
use crate::loops::{Dominators, Plan};
use crate::query::Verdict;
use crate::semantics::cut::{AtCut, Cuts, Label, Start, home};
use crate::semantics::invariant::{Bound, Relation};
use crate::semantics::{Limits, Meaning, Obj, Role, Run};
use crate::terms::{Term, Terms};
use gimple::cfg::BlockId;
use gimple::function::Function;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::StmtKind;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::{Duration, Instant};

/// How often assumptions are given up before the attempt is.
const ATTEMPTS: u32 = 12;
/// Loops around one whose variables are looked at in it, and itself.
const MOST_AROUND: usize = 4;
/// The share of the time for a question that induction may take, in percent.
const SHARE: u32 = 60;

/// A body with its blocks in order, and its cuts.
struct Side<'a> {
    f: &'a Function,
    role: Role,
    plan: Plan,
    dominators: Dominators,
    cuts: Cuts,
    /// Headers by number.
    headers: Vec<BlockId>,
    /// What is assumed at each cut.
    starts: Vec<Start>,
}

impl<'a> Side<'a> {
    fn of(f: &'a Function, role: Role) -> Side<'a> {
        let plan = Plan::of(f);
        let dominators = Dominators::of(f, &plan);
        let (cuts, headers, starts) = (Cuts::default(), Vec::new(), Vec::new());
        Side { f, role, plan, dominators, cuts, headers, starts }
    }

    fn at(&self, unit: &'a Unit, cut: usize) -> At<'_> {
        let Side { f, plan, dominators, .. } = self;
        At { unit, f, plan, dominators, header: self.headers[cut] }
    }

    fn cut_at(&mut self, header: BlockId) {
        self.cuts.headers.insert(header, self.headers.len());
        self.headers.push(header);
    }

    /// The blocks of the loop of a header.
    fn inside(&self, header: BlockId) -> FxHashSet<BlockId> {
        let f = self.f;
        let from = |block: BlockId| f.blocks[block].preds.iter().map(|&edge| f.edges[edge].src);
        let mut stack: Vec<BlockId> = from(header).collect();
        stack.retain(|&end| self.dominators.dominates(header, end));
        let mut inside = FxHashSet::from_iter([header]);
        while let Some(block) = stack.pop() {
            if inside.insert(block) {
                stack.extend(from(block));
            }
        }
        inside
    }

    /// Where a header's test leads to if the loop is not left there; else the header.
    fn after_test(&self, header: BlockId) -> BlockId {
        let inside = self.inside(header);
        let to = self.f.blocks[header].succs.iter().map(|&edge| self.f.edges[edge].dst);
        let (within, without): (Vec<_>, Vec<_>) = to.partition(|block| inside.contains(block));
        match within[..] {
            [next] if without.len() == 1 => next,
            _ => header,
        }
    }

    /// Whether a name holds its value whenever a cut is reached.
    fn has(&self, name: SsaName, cut: usize) -> bool {
        let here = |block| self.dominators.dominates(block, self.headers[cut]);
        home(self.f, name).is_some_and(here)
    }
}

/// What a step of an attempt came to.
enum Step {
    Done,
    /// Something that was assumed does not hold: once more, without it.
    Again,
    Failed,
}

/// What is assumed at a cut and can be given up.
#[derive(Clone, Copy)]
enum Assumed {
    Same(Label),
    Bound(Bound),
    Related(Role, SsaName),
    Defined(Label),
}

/// A doubt, with the cut and the assumption it is about.
type Tagged = (Doubt, Option<(usize, Assumed)>);

impl<'a> Pair<'a> {
    /// Whether the second body does what the first does, however often loops go round.
    pub fn holds_by_induction(&mut self, config: &Config) -> bool {
        let deadline = Instant::now() + config.solver.timeout * SHARE / 100;
        let deadline = config.solver.until.map_or(deadline, |until| until.min(deadline));
        let limits = Limits { until: Some(deadline), ..config.limits };
        let config = &Config { limits, ..config.clone() };
        let mut tried: Vec<[Vec<BlockId>; 2]> = Vec::new();
        let cuts =
            [match_headers, cut_after_tests, cut_where_loops_are_after, cut_where_loops_are_before];
        for cut in cuts {
            let mut sides =
                [Side::of(self.bodies[0], Role::Before), Side::of(self.bodies[1], Role::After)];
            cut(&mut sides);
            let headers = sides.each_ref().map(|side| side.headers.clone());
            if headers[0].is_empty() || tried.contains(&headers) {
                continue;
            }
            tried.push(headers);
            assume(&mut sides);
            if self.holds_between(&mut sides, config, deadline) {
                return true;
            }
            assume(&mut sides);
            if self.assume_more(&mut sides) && self.holds_between(&mut sides, config, deadline) {
                return true;
            }
        }
        false
    }

    fn holds_between(
        &mut self,
        sides: &mut [Side<'a>; 2],
        config: &Config,
        deadline: Instant,
    ) -> bool {
        for _ in 0..ATTEMPTS {
            match self.attempt(sides, config, deadline) {
                Ok(Step::Done) => return true,
                Ok(Step::Again) if Instant::now() < deadline => {}
                _ => return false,
            }
        }
        false
    }

    fn attempt(
        &mut self,
        sides: &mut [Side<'a>; 2],
        config: &Config,
        deadline: Instant,
    ) -> Result<Step, String> {
        let mut runs = Vec::new();
        let mut changed = false;
        let count = sides[0].starts.len();
        for from in std::iter::once(None).chain((0..count).map(Some)) {
            let old = self.segment(&sides[0], from, (config.limits, FxHashSet::default()))?;
            let given = old.undefined.iter().map(|&(term, _)| term).collect();
            let new = self.segment(&sides[1], from, (config.limits, given))?;
            if old.exceeded != Terms::FALSE || new.exceeded != Terms::FALSE {
                return Ok(Step::Failed);
            }
            if let Some(cut) = from {
                let needed: Vec<Label> = old.needed.union(&new.needed).copied().collect();
                for side in &mut *sides {
                    let wanted = side.cuts.wanted.entry(cut).or_default();
                    for (&name, &label) in &side.starts[cut].same {
                        changed |= needed.binary_search(&label).is_ok()
                            && wanted.insert(name, label).is_none();
                    }
                }
            }
            runs.push((old, new));
        }
        for (old, new) in &runs {
            for meaning in [old, new] {
                for (&cut, arrival) in &meaning.at_cuts {
                    for side in &mut *sides {
                        changed |= self.weaken(&mut side.starts[cut], arrival);
                    }
                }
            }
        }
        if changed {
            return Ok(Step::Again);
        }
        for (old, new) in &runs {
            match self.settle((old, new), sides, config, deadline) {
                Step::Done => {}
                other => return Ok(other),
            }
        }
        Ok(Step::Done)
    }

    fn segment(
        &mut self,
        side: &Side<'_>,
        from: Option<usize>,
        (limits, given): (Limits, FxHashSet<Term>),
    ) -> Result<Meaning, String> {
        let mut run = Run::new(self.unit, side.f, &mut self.terms, &self.objects, side.role);
        run.limits = limits;
        run.given = given;
        match from {
            None => run.up_to(&side.plan, &side.cuts),
            Some(cut) => {
                let (header, start) = (side.headers[cut], &side.starts[cut]);
                run.from_cut((&side.plan, &side.dominators), header, start, &side.cuts)
            }
        }
    }

    /// Gives up that what arrives somewhere is defined, where it may not be; whether anything was given up.
    fn weaken(&mut self, start: &mut Start, arrival: &AtCut) -> bool {
        let mut changed = false;
        for (&label, &value) in &arrival.values {
            if start.defined.contains(&label) {
                continue;
            }
            changed |= !self.terms.is_zero(value.undef) && start.undefined_names.insert(label);
        }
        let none = self.terms.fill(0);
        for (&object, bytes) in &arrival.state.memory {
            changed |= bytes.undef != none && start.undefined_objects.insert(object);
        }
        let state = &arrival.state;
        let kinds = (state.kinds != none || state.records != none) && !start.kinds;
        start.kinds |= kinds;
        changed || kinds
    }

    /// Asks all that a run from one place leaves open.
    fn settle(
        &mut self,
        (old, new): (&Meaning, &Meaning),
        sides: &mut [Side<'a>; 2],
        config: &Config,
        deadline: Instant,
    ) -> Step {
        let mut doubts: Vec<Tagged> =
            self.doubts(old, new, old.ends).into_iter().map(|doubt| (doubt, None)).collect();
        let same = self.terms.eq(old.ends, new.ends);
        let other = self.terms.not(same);
        doubts.push((doubt(other), None));
        for cut in 0..sides[0].starts.len() {
            let Some(mut more) = self.doubts_at(cut, old, new) else { return Step::Failed };
            doubts.append(&mut more);
            if let (Some(a), Some(b)) = (old.at_cuts.get(&cut), new.at_cuts.get(&cut)) {
                let starts = sides.each_ref().map(|side| &side.starts[cut]);
                doubts.append(&mut self.doubts_of_more((cut, starts), a, b));
            }
        }
        doubts.retain(|(doubt, _)| doubt.condition != Terms::FALSE);
        if doubts.is_empty() {
            return Step::Done;
        }
        let mut premises = self.premises(old, new);
        if premises.contains(&Terms::FALSE) {
            return Step::Done;
        }
        // All at once first: most often nothing of it is so.
        let mut any = Terms::FALSE;
        for (doubt, _) in &doubts {
            any = self.terms.or(any, doubt.condition);
        }
        if doubts.len() > 1
            && let Verdict::Never = self.asked(any, &premises, config, deadline)
        {
            return Step::Done;
        }
        premises.append(&mut self.seldom_premises(old));
        let mut given_up = false;
        for (doubt, about) in doubts {
            match (self.asked(doubt.condition, &premises, config, deadline), about) {
                (Verdict::Never, _) => {}
                (Verdict::Possible(_), Some((cut, assumed))) => {
                    for side in &mut *sides {
                        side.give_up(cut, assumed);
                    }
                    given_up = true;
                    // Others may hold no more, either: those that are most often wrong are all looked at.
                    if !matches!(assumed, Assumed::Bound(_) | Assumed::Defined(_)) {
                        break;
                    }
                }
                _ if given_up => break,
                _ => return Step::Failed,
            }
        }
        if given_up { Step::Again } else { Step::Done }
    }

    /// Whether something can be so, as far as that is found before a time.
    fn asked(
        &self,
        condition: Term,
        premises: &[Term],
        config: &Config,
        deadline: Instant,
    ) -> Verdict {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Verdict::Timeout;
        }
        let mut solver = config.solver.clone();
        solver.timeout = left.max(Duration::from_millis(50));
        let mut conditions = vec![condition];
        conditions.extend(premises);
        solver.ask(&self.terms, &conditions, &[])
    }

    /// What has to hold where a cut is reached; nothing where that cannot be said.
    fn doubts_at(&mut self, cut: usize, old: &Meaning, new: &Meaning) -> Option<Vec<Tagged>> {
        let (a, b) = match (old.at_cuts.get(&cut), new.at_cuts.get(&cut)) {
            (None, None) => return Some(Vec::new()),
            (Some(a), Some(b)) => (a, b),
            (Some(one), None) | (None, Some(one)) => {
                return Some(vec![(doubt(one.condition), None)]);
            }
        };
        let mut doubts = Vec::new();
        let same = self.terms.eq(a.condition, b.condition);
        doubts.push((doubt(self.terms.not(same)), None));
        for (&label, x) in &a.values {
            let Some(y) = b.values.get(&label) else { continue };
            let differ = if x == y {
                Terms::FALSE
            } else {
                self.differ((x.bits, x.undef), (y.bits, y.undef), None)
            };
            let differ = self.terms.and(differ, a.condition);
            doubts.push((doubt(differ), Some((cut, Assumed::Same(label)))));
        }
        let objects: Vec<Obj> = a.state.memory.keys().copied().collect();
        for object in objects {
            let (x, y) = (a.state.memory[&object], b.state.memory[&object]);
            let differ = self.arrays_differ(x, y, None);
            doubts.push((doubt(self.terms.and(differ, a.condition)), None));
        }
        let same = self.same_effects(a.state.effects, b.state.effects);
        let other = self.terms.not(same);
        doubts.push((doubt(self.terms.and(other, a.condition)), None));
        Some(doubts)
    }
}

impl Pair<'_> {
    /// Assumes more of the variables of loops than that they are the same; whether there is anything.
    fn assume_more(&mut self, sides: &mut [Side<'_>; 2]) -> bool {
        let mut some = false;
        let loops = sides
            .each_ref()
            .map(|side| side.headers.iter().map(|&header| side.inside(header)).collect::<Vec<_>>());
        for cut in 0..sides[0].starts.len() {
            let is_around = |&outer: &usize| {
                let mut both = sides.iter().zip(&loops);
                outer == cut || both.any(|(side, all)| all[outer].contains(&side.headers[cut]))
            };
            let around = (0..loops[0].len()).filter(is_around).take(MOST_AROUND);
            let (bounds, own, relations) = self.more_at(around, sides);
            some |= !bounds.is_empty() || !relations.is_empty();
            let of = own.iter().chain(&relations).map(|relation| Operand::Ssa(relation.of));
            let own_operands = own.iter().flat_map(Relation::operands);
            let mut tracked: [Vec<Operand>; 2] = [
                bounds.iter().flat_map(Bound::operands).chain(of).chain(own_operands).collect(),
                relations.iter().flat_map(Relation::operands).collect(),
            ];
            for (side, tracked) in sides.iter_mut().zip(&mut tracked) {
                side.cuts.tracked.insert(cut, std::mem::take(tracked));
            }
            let names = bounds.iter().map(|bound| bound.name);
            let related = own.iter().chain(&relations).map(|relation| relation.of);
            let names = names.chain(related).collect();
            sides[1].starts[cut].defined.clone_from(&names);
            sides[0].starts[cut].defined = names;
            sides[0].starts[cut].bounds = bounds;
            sides[0].starts[cut].relations = own;
            sides[1].starts[cut].relations = relations;
        }
        some
    }

    /// What bounds the variables of loops, and which are functions of others, in both bodies.
    fn more_at(
        &self,
        cuts: impl Iterator<Item = usize>,
        sides: &[Side<'_>; 2],
    ) -> (Vec<Bound>, Vec<Relation>, Vec<Relation>) {
        let mut all = (Vec::new(), Vec::new(), Vec::new());
        for cut in cuts {
            let [old, new] = sides.each_ref().map(|side| side.at(self.unit, cut));
            all.0.extend(old.bounds());
            all.1.extend(old.relations(old));
            all.2.extend(new.relations(old));
        }
        all
    }

    /// What has to hold where a cut is reached of what was assumed beyond names that are the same.
    fn doubts_of_more(
        &mut self,
        (cut, [old, new]): (usize, [&Start; 2]),
        a: &AtCut,
        b: &AtCut,
    ) -> Vec<Tagged> {
        let mut doubts = Vec::new();
        for (arrival, (&label, value)) in
            [a, b].into_iter().flat_map(|at| at.values.iter().map(move |entry| (at, entry)))
        {
            if old.defined.contains(&label) && !self.terms.is_zero(value.undef) {
                let undefined = self.terms.is_nonzero(value.undef);
                let fails = self.terms.and(undefined, arrival.condition);
                doubts.push((doubt(fails), Some((cut, Assumed::Defined(label)))));
            }
        }
        for bound in &old.bounds {
            let value = |name| a.tracked(Operand::Ssa(name)).map(|value| value.bits);
            let holds = bound.term(&mut self.terms, value).unwrap_or(Terms::FALSE);
            let not = self.terms.not(holds);
            let fails = self.terms.and(not, a.condition);
            doubts.push((doubt(fails), Some((cut, Assumed::Bound(*bound)))));
        }
        let own = old.relations.iter().map(|relation| (relation, Role::Before, a));
        let others = new.relations.iter().filter(|known| !new.same.contains_key(&known.name));
        for (relation, role, at) in own.chain(others.map(|known| (known, Role::After, b))) {
            let holds = self.is_related(relation, a, at).unwrap_or(Terms::FALSE);
            let not = self.terms.not(holds);
            let fails = self.terms.and(not, a.condition);
            doubts.push((doubt(fails), Some((cut, Assumed::Related(role, relation.name)))));
        }
        doubts
    }

    fn is_related(&mut self, relation: &Relation, a: &AtCut, b: &AtCut) -> Option<Term> {
        let of = a.tracked(Operand::Ssa(relation.of))?;
        let [value, base] = relation.operands().map(|op| b.tracked(op));
        let (value, base) = (value?, base?);
        let t = &mut self.terms;
        let known = t.is_zero(of.undef);
        let width = t.width(value.bits);
        let start = t.resize(width, base.bits, true);
        let unsigned = self.unit.types.is_unsigned(relation.of_type);
        let is = relation.term(t, (of.bits, unsigned), start);
        let same = t.eq(value.bits, is);
        // It is undefined where the value it begins with is, an address of what is not there.
        let undef = t.resize(width, base.undef, true);
        let as_much = t.eq(value.undef, undef);
        let same = t.and(same, as_much);
        known.then_some(same)
    }
}

impl Side<'_> {
    /// No longer assumes something at a cut.
    fn give_up(&mut self, cut: usize, assumed: Assumed) {
        let start = &mut self.starts[cut];
        match assumed {
            Assumed::Same(label) => {
                start.same.retain(|_, known| *known != label);
                let wanted = self.cuts.wanted.entry(cut).or_default();
                wanted.retain(|_, known| *known != label);
            }
            Assumed::Defined(label) => {
                start.defined.remove(&label);
                start.undefined_names.insert(label);
            }
            Assumed::Bound(bound) => start.bounds.retain(|known| *known != bound),
            Assumed::Related(role, name) if role == self.role => {
                start.relations.retain(|known| known.name != name);
            }
            Assumed::Related(..) => {}
        }
    }
}

fn doubt(condition: Term) -> Doubt {
    Doubt { condition, what: String::new(), parts: Vec::new() }
}

/// What is assumed at cuts at first: that names which are each other's hold the same.
fn assume(sides: &mut [Side<'_>; 2]) {
    let [old, new] = &*sides;
    let by_place = by_place(old, new);
    let mut all: [Vec<Start>; 2] = [Vec::new(), Vec::new()];
    let mut found: Vec<(usize, SsaName, Label)> = Vec::new();
    for cut in 0..old.headers.len() {
        let mut starts = [0, 1].map(|_| Start { number: cut, ..Start::default() });
        for (name, data) in new.f.names.iter() {
            let label = match by_place.is_empty() {
                true => name,
                false => by_place.get(&name).copied().unwrap_or(SsaName::NONE),
            };
            let Some(other) = old.f.names.get(label) else { continue };
            if other.ty == data.ty && old.has(label, cut) && new.has(name, cut) {
                starts[0].same.insert(label, label);
                starts[1].same.insert(name, label);
            }
        }
        for (name, label) in by_variable(old, new, cut, &starts) {
            starts[0].same.insert(label, label);
            starts[1].same.insert(name, label);
            found.push((cut, name, label));
        }
        all.iter_mut().zip(starts).for_each(|(all, start)| all.push(start));
    }
    let [mut a, mut b] = all;
    for (from, name, label) in found {
        // What is each other's there is so in the loops within.
        for (cut, (a, b)) in a.iter_mut().zip(&mut b).enumerate() {
            let within = new.dominators.dominates(new.headers[from], new.headers[cut]);
            let both = old.has(label, cut) && new.has(name, cut);
            let free = !a.same.contains_key(&label) && !b.same.contains_key(&name);
            if within && both && free {
                a.same.insert(label, label);
                b.same.insert(name, label);
            }
        }
    }
    sides[0].starts = a;
    sides[1].starts = b;
}

/// Results of φs at a cut that the first body has no name for, with the name in which it has the same variable there, or
/// else the result of a φ that it has in the same place.
fn by_variable(
    old: &Side<'_>,
    new: &Side<'_>,
    cut: usize,
    starts: &[Start; 2],
) -> Vec<(SsaName, Label)> {
    let mut taken: Vec<Label> = starts[0].same.keys().copied().collect();
    let mut pairs = Vec::new();
    let plain = |f: &Function, name: SsaName| !f.names[name].has(NameFlags::VIRTUAL);
    let mut others = results(old.f, old.headers[cut]);
    others.retain(|&name| plain(old.f, name) && !taken.contains(&name));
    for name in results(new.f, new.headers[cut]) {
        if starts[1].same.contains_key(&name) || !plain(new.f, name) {
            continue;
        }
        let data = &new.f.names[name];
        let mut best: Option<Label> = None;
        if data.var.is_some() {
            for (label, other) in old.f.names.iter() {
                let fits = other.var == data.var && other.ty == data.ty && old.has(label, cut);
                if !fits || taken.contains(&label) {
                    continue;
                }
                // The one that is defined last before the cut.
                let later = |known: Label| match (home(old.f, known), home(old.f, label)) {
                    (Some(a), Some(b)) => old.dominators.dominates(a, b),
                    _ => false,
                };
                if best.is_none_or(later) {
                    best = Some(label);
                }
            }
        }
        let placed = || others.iter().copied().find(|&label| old.f.names[label].ty == data.ty);
        if let Some(label) = best.or_else(placed) {
            others.retain(|&other| other != label);
            taken.push(label);
            pairs.push((name, label));
        }
    }
    pairs
}

/// Names of the second body by those of the first, where both have as many statements in as many blocks: what is defined
/// at the same place.
fn by_place(old: &Side<'_>, new: &Side<'_>) -> FxHashMap<SsaName, Label> {
    let mut pairs = FxHashMap::default();
    let (left, right) = (old.plan.order(), new.plan.order());
    if left.len() != right.len() {
        return pairs;
    }
    let defined = |side: &Side<'_>, block| {
        let f = side.f;
        let mut all = results(f, block);
        for stmt in f.block_stmts(block) {
            let lhs = match &f.stmts[stmt].kind {
                StmtKind::Assign { lhs, .. } => *lhs,
                StmtKind::Call(call) => call.lhs,
                _ => Operand::None,
            };
            if let Operand::Ssa(name) = lhs {
                all.push(name);
            }
        }
        all
    };
    for (&a, &b) in left.iter().zip(right) {
        let (a, b) = (defined(old, a), defined(new, b));
        if a.len() != b.len() {
            return FxHashMap::default();
        }
        pairs.extend(b.into_iter().zip(a));
    }
    pairs
}

/// The results of a block's φs.
fn results(f: &Function, block: BlockId) -> Vec<SsaName> {
    f.phis(block).map(|stmt| f.phi(stmt).result).collect()
}

/// Cuts the first body where tests in headers lead to the rest of their loops, and the second at its headers: those were copied
/// (`ch`), and tests come last now.
fn cut_after_tests(sides: &mut [Side<'_>; 2]) {
    let [old, new] = sides;
    let starts: Vec<BlockId> =
        old.plan.headers(old.f).into_iter().map(|header| old.after_test(header)).collect();
    let headers = new.plan.headers(new.f);
    if starts.len() != headers.len() {
        return;
    }
    for (start, header) in starts.into_iter().zip(headers) {
        old.cut_at(start);
        new.cut_at(header);
    }
}

/// Cuts both bodies at the blocks that are headers after the pass: of a loop whose header was copied that is the block which
/// the header led to.
fn cut_where_loops_are_after(sides: &mut [Side<'_>; 2]) {
    let headers = sides[1].plan.headers(sides[1].f);
    cut_at_all(sides, &headers);
}

/// Cuts both bodies at the blocks that were headers before the pass.
fn cut_where_loops_are_before(sides: &mut [Side<'_>; 2]) {
    let headers = sides[0].plan.headers(sides[0].f);
    cut_at_all(sides, &headers);
}

fn cut_at_all(sides: &mut [Side<'_>; 2], headers: &[BlockId]) {
    let known = |block| sides.iter().all(|side| side.plan.order().contains(block));
    if headers.iter().all(known) {
        for side in sides {
            headers.iter().for_each(|&header| side.cut_at(header));
        }
    }
}

/// Cuts both bodies at headers that are each other's: those with φs of the same names, and, where there are as many on both
/// sides, the others in order.
fn match_headers(sides: &mut [Side<'_>; 2]) {
    let [old, new] = sides;
    let (mut left, mut right) = (old.plan.headers(old.f), new.plan.headers(new.f));
    let all = left.len() == right.len();
    let mut pairs: Vec<(BlockId, BlockId)> = Vec::new();
    let mut by_name: FxHashMap<SsaName, BlockId> = FxHashMap::default();
    for &header in &right {
        by_name.extend(results(new.f, header).into_iter().map(|name| (name, header)));
    }
    left.retain(|&header| {
        let mut names = results(old.f, header).into_iter();
        let found = names.find_map(|name| by_name.get(&name).copied());
        let found = found.filter(|to| right.contains(to));
        if let Some(to) = found {
            right.retain(|other| *other != to);
            pairs.push((header, to));
        }
        found.is_none()
    });
    if all {
        pairs.extend(left.into_iter().zip(right));
    }
    for (a, b) in pairs {
        old.cut_at(a);
        new.cut_at(b);
    }
}
