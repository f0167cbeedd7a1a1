//! What chooses by the way control came is computed by conditions, and what was done under conditions is done always.
//!
//! ```text
//!   <bb 3> : if (_4 > k_5(D)) goto <bb 4>; ...
//!   <bb 4> : s_6 = s_1 + _4;                          _ifc__8 = _4 > k_5(D) ? _4 : 0;
//!   <bb 5> : # s_7 = PHI <s_1(3), s_6(4)>        =>   s_7 = s_1 + _ifc__8;
//!   # m_2 = PHI <m_3(3), _4(4)>                       m_2 = _4 > k_5(D) ? _4 : m_3;
//! ```
//!
//! A sum that grows under a condition grows by nothing where that does not hold. What may not overflow where it was computed
//! is computed in an unsigned type now.

use super::check::Convertible;
use super::predicate::{Predicate, compute, either};
use super::say;
use crate::loops::lim::rewrite::{may_overflow, to_defined_overflow};
use gimple::cfg::{BlockId, EdgeId};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::operand_equal::operand_equal;
use gimple::options::Flag;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::edit::Cursor;
use tree_ssa::edit::set_value;
use tree_ssa::fold::gimple_fold;
use tree_ssa::fold::gimple_fold::simplify_choice;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::ssa::update_ssa::unlink_stmt_vdef;

/// The right-hand side of an assignment.
type Value = (TreeCode, [Operand; 3]);

/// The work on a loop.
pub(super) struct Converting<'a, 'd> {
    pub cx: &'a mut PassContext<'d>,
    pub f: &'a mut Function,
    pub tree: &'a Dominators,
    pub of: LoopId,
    pub header: BlockId,
    pub latch: BlockId,
    pub plan: &'a Convertible,
    pub evolutions: &'a mut Evolutions,
    /// Names that are copies of others now.
    pub copies: Vec<(SsaName, Operand)>,
}

/// A sum that grows under a condition.
struct Reduction {
    stmt: StmtId,
    /// What is before and after it, where it is computed in another type.
    conversion: Option<StmtId>,
    before: Operand,
    by: Operand,
}

impl Converting<'_, '_> {
    fn predicate(&self, block: BlockId) -> &Predicate {
        self.plan.predicates.of(block)
    }

    /// Replaces the φs of all blocks but the header (`predicate_all_scalar_phis`).
    pub fn replace_phis(&mut self) {
        for &block in self.plan.body.iter().skip(1) {
            let phis: Vec<StmtId> =
                self.f.phis(block).filter(|&phi| !self.f.is_virtual_phi(phi)).collect();
            let at = match self.f.first_after_labels(block) {
                Some(first) => Cursor::before(first),
                None => Cursor::end(block),
            };
            for phi in phis {
                self.replace_phi(phi, at);
            }
        }
    }

    /// Replaces a φ by a choice (`predicate_scalar_phi`).
    fn replace_phi(&mut self, phi: StmtId, at: Cursor) {
        let result = self.f.phi(phi).result;
        let args: Vec<Operand> = self.f.phi(phi).args.iter().map(|arg| arg.value).collect();
        let only = args.iter().all(|&arg| arg == args[0]);
        if only || self.is_counted(result) {
            self.show(phi, "Degenerate phi!");
            self.define(phi, (TreeCode::Single, [args[0], Operand::None, Operand::None]), at);
            return;
        }
        let made = match args.len() {
            2 => self.choose_of_two(phi, at),
            _ => self.choose_of_many(phi, &args, at),
        };
        let what = if args.len() == 2 { "" } else { "extended " };
        self.show(made, &format!("new {what}phi replacement stmt"));
    }

    /// Says something of a statement.
    fn show(&mut self, stmt: StmtId, what: &str) {
        if self.cx.dump.details() {
            let text = tree_ssa::dump_text::stmt(self.cx.unit, self.f, stmt);
            say(self.cx, format!("{what}\n{}", text.trim_start_matches("# ")));
        }
    }

    /// Whether a name is a function of the number of the iteration, so that all values of its φ are one.
    fn is_counted(&mut self, name: SsaName) -> bool {
        let mut scev = Scev::new(self.cx, self.f, self.tree, self.evolutions);
        let evolution = scev.evolution_of(self.of, name);
        evolution.known().is_some() && scev.state.exprs.operand(evolution) != Operand::Ssa(name)
    }

    /// Lets an assignment define what a φ did.
    fn define(&mut self, phi: StmtId, (code, rhs): Value, mut at: Cursor) -> StmtId {
        let result = self.f.phi(phi).result;
        self.f.detach_stmt(phi);
        at.assign(self.cx.unit, self.f, Operand::Ssa(result), code, rhs)
    }

    fn temporary(&mut self, ty: TypeId) -> Operand {
        let ident = self.cx.unit.symbols.intern("_ifc_");
        Operand::Ssa(self.f.make_temp_ssa_name(ty, ident, StmtId::NONE))
    }

    /// What asks for a condition, statements for its parts included.
    fn asked(&mut self, predicate: &Predicate, at: &mut Cursor) -> Operand {
        let truth = self.cx.unit.common.bool_;
        match predicate {
            Predicate::Compare(TreeCode::Ne, a @ Operand::Ssa(_), b)
                if self.cx.unit.as_int(*b) == Some(0)
                    && self.cx.unit.types.precision(self.cx.unit.type_of(self.f, *a))
                        == Some(1) =>
            {
                *a
            }
            Predicate::Compare(code, a, b) => {
                let test = TreeKind::Expr { code: *code, args: [*a, *b] };
                Operand::Tree(self.cx.unit.trees.add(test, truth))
            }
            other => {
                let mut stmts = Vec::new();
                let value = compute(self.cx, self.f, other, &mut stmts);
                stmts.into_iter().for_each(|stmt| at.put(self.cx.unit, self.f, stmt));
                value
            }
        }
    }

    /// `condition ? yes : no`, or what is simpler (`fold_build_cond_expr`).
    fn choice(&mut self, condition: &Predicate, [yes, no]: [Operand; 2], at: &mut Cursor) -> Value {
        let single = |value| (TreeCode::Single, [value, Operand::None, Operand::None]);
        match condition {
            Predicate::True => return single(yes),
            Predicate::False => return single(no),
            _ if operand_equal(self.cx.unit, yes, no) => return single(yes),
            Predicate::Compare(code, a, b) => {
                if let Some(value) = self.least_or_greatest(*code, [*a, *b], [yes, no]) {
                    return value;
                }
            }
            _ => {}
        }
        (TreeCode::Cond, [self.asked(condition, at), yes, no])
    }

    /// The same; what is computed first comes first.
    fn ordered_choice(
        &mut self,
        condition: &Predicate,
        [yes, no]: [Operand; 2],
        at: &mut Cursor,
    ) -> Value {
        let Predicate::Compare(code, a, b) = *condition else {
            return self.choice(condition, [yes, no], at);
        };
        let real = self.cx.unit.types.is_real(self.cx.unit.type_of(self.f, a));
        let nans = real && self.cx.options.honor_nans();
        let traps = self.cx.options.on(Flag::TrappingMath);
        match code.inverse_comparison(nans, traps) {
            Some(code) if gimple_fold::should_swap_operands(self.cx.unit, yes, no) => {
                self.choice(&Predicate::Compare(code, a, b), [no, yes], at)
            }
            _ => self.choice(condition, [yes, no], at),
        }
    }

    /// The smaller or the greater of two numbers that are compared, if that is what is chosen.
    fn least_or_greatest(
        &self,
        code: TreeCode,
        [a, b]: [Operand; 2],
        [yes, no]: [Operand; 2],
    ) -> Option<Value> {
        let ty = self.cx.unit.type_of(self.f, a);
        if !self.cx.unit.types.is_integral(ty) {
            return None;
        }
        let code = match () {
            () if a == yes && b == no => code,
            () if a == no && b == yes => code.invert_comparison(false)?,
            () => return None,
        };
        let code = match code {
            TreeCode::Le | TreeCode::Lt => TreeCode::Min,
            TreeCode::Ge | TreeCode::Gt => TreeCode::Max,
            _ => return None,
        };
        let swap = gimple_fold::should_swap_operands(self.cx.unit, a, b);
        let [a, b] = if swap { [b, a] } else { [a, b] };
        Some((code, [a, b, Operand::None]))
    }

    fn choose_of_two(&mut self, phi: StmtId, mut at: Cursor) -> StmtId {
        let block = self.f.stmts[phi].block;
        let preds: Vec<EdgeId> = self.f.blocks[block].preds.to_vec();
        let src = |it: &Self, which: usize| it.f.edges[preds[which]].src;
        let mut first = usize::from(self.predicate(src(self, 0)).without_not().1);
        let splits = self.f.blocks[src(self, first)].succs.len() > 1;
        let condition = if splits {
            let (condition, negated) = self.predicate(src(self, 1 - first)).without_not();
            let condition = condition.clone();
            first = if negated { first } else { 1 - first };
            condition
        } else {
            self.predicate(src(self, first)).clone()
        };
        let args = [first, 1 - first].map(|which| self.f.phi(phi).args[which].value);
        let place = src(self, first);
        let value = match self.reduction(phi, args, false) {
            Some(reduction) => {
                let swap = place != self.f.stmts[reduction.stmt].block;
                self.grow(phi, &reduction, &condition, swap, &mut at)
            }
            None => self.ordered_choice(&condition, args, &mut at),
        };
        let made = self.define(phi, value, at);
        let (unit, options) = (&mut *self.cx.unit, self.cx.options);
        let ty = unit.type_of(self.f, self.f.stmts[made].kind.lhs());
        if let (TreeCode::Cond, [Operand::Tree(test), yes, no]) = value
            && let TreeKind::Expr { code, args: [a, b] } = *unit.trees.kind(test)
        {
            let asked = (code, a, b);
            if let Some(found) = simplify_choice(unit, self.f, options, asked, ty, [yes, no]) {
                let simpler = found.put_before(unit, self.f, made);
                set_value(unit, self.f, made, simpler);
                return made;
            }
        }
        gimple_fold::fold_stmt(unit, self.f, options, &gimple_fold::follow_all, made);
        made
    }

    fn choose_of_many(&mut self, phi: StmtId, args: &[Operand], mut at: Cursor) -> StmtId {
        let mut values: Vec<(Operand, Vec<usize>)> = Vec::new();
        for (place, &arg) in args.iter().enumerate() {
            match values.iter_mut().find(|entry| operand_equal(self.cx.unit, entry.0, arg)) {
                Some(known) => known.1.push(place),
                None => values.push((arg, vec![place])),
            }
        }
        // The value that comes most often is chosen where no condition holds.
        let mut most = None;
        let mut times = 1;
        for (index, entry) in values.iter().enumerate() {
            if entry.1.len() > times {
                (most, times) = (Some(index), entry.1.len());
            }
        }
        let end = values.len() - 1;
        if let Some(most) = most {
            values.swap(most, end);
        }
        if values.len() == 2 && values[0].1.len() == 1 {
            let edge = self.f.blocks[self.f.stmts[phi].block].preds[values[0].1[0]];
            let (condition, swap) = self.predicate(self.f.edges[edge].src).without_not();
            let condition = condition.clone();
            let pair = [values[0].0, values[1].0];
            let value = match self.reduction(phi, pair, true) {
                Some(reduction) => self.grow(phi, &reduction, &condition, swap, &mut at),
                None if swap => self.choice(&condition, [pair[1], pair[0]], &mut at),
                None => self.choice(&condition, pair, &mut at),
            };
            return self.define(phi, value, at);
        }
        self.chain(phi, &values, at)
    }

    /// Chooses among values, each but the last where one of its conditions holds.
    fn chain(&mut self, phi: StmtId, values: &[(Operand, Vec<usize>)], mut at: Cursor) -> StmtId {
        let ty = self.f.names[self.f.phi(phi).result].ty;
        let mut other = values[1].0;
        for (index, (value, places)) in values.iter().enumerate() {
            let condition = self.condition_of(phi, places, &mut at);
            let chosen = self.choice(&condition, [*value, other], &mut at);
            if index + 1 == values.len() {
                return self.define(phi, chosen, at);
            }
            other = self.temporary(ty);
            at.assign(self.cx.unit, self.f, other, chosen.0, chosen.1);
        }
        phi
    }

    /// The condition under which control comes by one of some edges (`gen_phi_arg_condition`).
    fn condition_of(&mut self, phi: StmtId, places: &[usize], at: &mut Cursor) -> Predicate {
        let block = self.f.stmts[phi].block;
        let mut whole = Predicate::False;
        for &place in places {
            let edge = self.f.blocks[block].preds[place];
            let one = self.predicate(self.f.edges[edge].src).clone();
            if one == Predicate::True {
                return one;
            }
            whole = self.simple(one_or(self.cx, self.f, one, whole), at);
        }
        whole
    }

    /// A condition that can be asked, statements for its parts included.
    fn simple(&mut self, predicate: Predicate, at: &mut Cursor) -> Predicate {
        match predicate {
            Predicate::Compare(..) | Predicate::Name(_) | Predicate::True | Predicate::False => {
                predicate
            }
            other => Predicate::Name(self.asked(&other, at)),
        }
    }

    /// The sum a φ stands for, if it is one that grows under a condition (`is_cond_scalar_reduction`): the first value is
    /// that after it, the second that before it, or the other way round.
    fn reduction(&self, phi: StmtId, [a, b]: [Operand; 2], extended: bool) -> Option<Reduction> {
        let f = &*self.f;
        let result = f.phi(phi).result;
        let def = |op: Operand| op.ssa().and_then(|name| f.names[name].def.expand());
        let (in_a, in_b) = (def(a)?, def(b)?);
        let (grown, before, header_phi) = match () {
            () if !extended && f.is_phi(in_a) => (b, a, in_a),
            () if f.is_phi(in_b) => (a, b, in_b),
            () => return None,
        };
        if f.stmts[header_phi].block != self.header {
            return None;
        }
        let back = f.find_edge(self.latch, self.header)?;
        let mut stmt = def(grown)?;
        let home = f.stmts[stmt].block;
        let leads_here =
            f.blocks[home].succs.iter().any(|&edge| f.edges[edge].dst == f.stmts[phi].block);
        if f.phi_arg(header_phi, back) != Operand::Ssa(result)
            || !f.in_loop(home, self.of)
            || *self.predicate(home) == Predicate::True
            || !leads_here
            || !f.has_single_use(grown.ssa()?)
        {
            return None;
        }
        let mut conversion = None;
        if let StmtKind::Assign { code: TreeCode::Nop, rhs, .. } = f.stmts[stmt].kind {
            let inner = def(rhs[0])?;
            if !f.has_single_use(rhs[0].ssa()?) || f.stmts[inner].block != home {
                return None;
            }
            conversion = Some(stmt);
            stmt = inner;
        }
        let StmtKind::Assign { code, rhs: [mut x, mut y, _], .. } = f.stmts[stmt].kind else {
            return None;
        };
        let fits = matches!(
            code,
            TreeCode::Plus
                | TreeCode::Minus
                | TreeCode::BitIor
                | TreeCode::BitXor
                | TreeCode::BitAnd
        );
        if !fits || !self.cx.unit.types.is_integral(self.cx.unit.type_of(f, x)) {
            return None;
        }
        let plain = |op: Operand| match conversion {
            None => Some(op),
            Some(_) => self.without_conversion(op),
        };
        if plain(y) == Some(before) && code.is_commutative() {
            std::mem::swap(&mut x, &mut y);
        } else if plain(x) != Some(before) {
            return None;
        }
        let name = x.ssa()?;
        let only_here = f.imm_uses(name).all(|node| node.stmt == stmt || f.is_phi(node.stmt));
        let start = before.ssa()?;
        let first = def(x)?;
        let converted_here = conversion.is_none()
            || f.imm_uses(start).all(|node| node.stmt == first || node.stmt == phi);
        (only_here && converted_here).then_some(Reduction { stmt, conversion, before: x, by: y })
    }

    /// What is converted to a number, where the bits stay the same.
    fn without_conversion(&self, op: Operand) -> Option<Operand> {
        let def = self.f.names[op.ssa()?].def.expand()?;
        let StmtKind::Assign { code: TreeCode::Nop, rhs, .. } = self.f.stmts[def].kind else {
            return None;
        };
        let bits = |op| self.cx.unit.types.precision(self.cx.unit.type_of(self.f, op));
        (bits(op).is_some() && bits(op) == bits(rhs[0])).then_some(rhs[0])
    }

    /// Lets a sum grow always, by nothing where a condition does not hold (`convert_scalar_cond_reduction`).
    fn grow(
        &mut self,
        phi: StmtId,
        reduction: &Reduction,
        condition: &Predicate,
        swap: bool,
        at: &mut Cursor,
    ) -> Value {
        let result = self.f.phi(phi).result;
        let StmtKind::Assign { code, .. } = self.f.stmts[reduction.stmt].kind else {
            return (TreeCode::Single, [reduction.before, Operand::None, Operand::None]);
        };
        let ty = self.cx.unit.type_of(self.f, reduction.before);
        let by = self.temporary(ty);
        self.show(reduction.stmt, "Found cond scalar reduction.");
        let nothing = self.cx.unit.int(ty, if code == TreeCode::BitAnd { -1 } else { 0 });
        let pair = match swap {
            true => [nothing, reduction.by],
            false => [reduction.by, nothing],
        };
        let (chosen, rhs) = self.choice(condition, pair, at);
        at.assign(self.cx.unit, self.f, by, chosen, rhs);
        let mut sum = at.temporary(self.cx.unit, self.f, ty, code, [reduction.before, by]);
        if let Some(conversion) = reduction.conversion {
            let to = self.cx.unit.type_of(self.f, self.f.stmts[conversion].kind.lhs());
            sum = at.temporary(self.cx.unit, self.f, to, TreeCode::Nop, [sum]);
        }
        // What the sum was is used by the φ, which goes as well.
        for stmt in reduction.conversion.into_iter().chain([reduction.stmt]) {
            self.f.remove_stmt(stmt);
        }
        self.copies.push((result, sum));
        (TreeCode::Single, [sum, Operand::None, Operand::None])
    }

    /// What was done under conditions is done always (`predicate_statements`).
    pub fn do_always(&mut self) {
        for &block in self.plan.body.iter().skip(1) {
            let predicate = self.predicate(block).clone();
            if predicate == Predicate::True {
                continue;
            }
            let (condition, negated) = predicate.without_not();
            let stmts: Vec<StmtId> = self.f.block_stmts(block).collect();
            for stmt in stmts {
                if !matches!(self.f.stmts[stmt].kind, StmtKind::Assign { .. }) {
                    continue;
                }
                let stores = self.f.stmts[stmt].vdef.is_some();
                if *condition == Predicate::False && stores {
                    unlink_stmt_vdef(self.cx.unit, self.f, stmt);
                    self.f.remove_stmt(stmt);
                } else if may_overflow(self.cx, self.f, stmt) {
                    self.compute_unsigned(stmt);
                } else if stores {
                    self.store_always(stmt, condition, negated);
                }
            }
        }
    }

    fn compute_unsigned(&mut self, stmt: StmtId) {
        let block = self.f.stmts[stmt].block;
        let next = self.f.stmts[stmt].next;
        self.f.unlink_stmt(stmt);
        let mut at = if next.is_some() { Cursor::before(next) } else { Cursor::end(block) };
        for made in to_defined_overflow(self.cx, self.f, stmt) {
            at.put(self.cx.unit, self.f, made);
        }
    }

    /// Stores what was there already where a condition does not hold.
    fn store_always(&mut self, stmt: StmtId, condition: &Predicate, negated: bool) {
        let StmtKind::Assign { lhs, rhs, .. } = self.f.stmts[stmt].kind else { return };
        let ty = self.cx.unit.type_of(self.f, lhs);
        let ty = self.cx.unit.types.main_variant(ty);
        let state = self.f.stmts[stmt].vuse;
        let mut at = Cursor::before(stmt).like(self.f, stmt).reading(state);
        let [old, new] = [lhs, rhs[0]].map(|value| {
            let name = self.temporary(ty);
            at.copy(self.cx.unit, self.f, name, value);
            name
        });
        let pair = if negated { [old, new] } else { [new, old] };
        let (code, rhs) = self.choice(condition, pair, &mut at);
        let name = self.temporary(ty);
        at.assign(self.cx.unit, self.f, name, code, rhs);
        self.f.stmts[stmt].kind = StmtKind::copy(lhs, name);
        self.f.update_stmt(self.cx.unit, stmt);
        debug_assert!(self.f.stmts[stmt].has(StmtFlags::VDEF));
    }

    /// Puts the statements of conditions into their blocks (`insert_gimplified_predicates`): where stores ask for them, before
    /// all others.
    pub fn put_conditions(&mut self) {
        for &block in &self.plan.body {
            let Some(stmts) = self.plan.predicates.stmts.get(&block) else { continue };
            let mut at = match self.f.first_after_labels(block) {
                Some(first) if self.plan.has_conditional_stores => Cursor::before(first),
                _ => Cursor::before_end(self.cx.unit, self.f, block),
            };
            for &stmt in stmts {
                at.put(self.cx.unit, self.f, stmt);
            }
        }
    }
}

fn one_or(cx: &PassContext<'_>, f: &Function, one: Predicate, whole: Predicate) -> Predicate {
    match whole {
        Predicate::False => one,
        whole => either(cx, f, one, whole),
    }
}
