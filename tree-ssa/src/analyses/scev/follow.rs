//! The way from a φ at the head of a loop back to it, and what is added on the way (Wolfe, "Beyond induction variables", 1992).
//!
//! ```text
//!   # i_1 = PHI <0(2), i_4(3)>
//!   i_2 = i_1 + 2;                  from i_4 to i_3 to i_2 to i_1: what is added is 1 and 2
//!   i_3 = (int) (...)
//!   i_4 = i_2 + 1;
//! ```

use super::Scev;
use super::expr::{ExprId, Node};
use gimple::code::TreeCode;
use gimple::loops::LoopId;
use gimple::simplify::Subject;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;

/// Ways that are tried, one within the other (`--param scev-max-expr-complexity`).
const MAX_COMPLEXITY: u32 = 10;
/// Ways that are tried for one φ.
const MAX_STEPS: u32 = 2000;

/// Whether a way leads back to the φ.
#[derive(Clone, Copy, PartialEq)]
enum Led {
    Back,
    Elsewhere,
    /// It is too long.
    Nowhere,
}

/// What a value in the loop is computed by.
enum Made {
    Copy(ExprId),
    Converted(TypeId, ExprId),
    Sum(TypeId, TreeCode, ExprId, ExprId),
    Phi(StmtId),
    Otherwise,
}

/// A search for the way from a φ back to it.
struct Search {
    around: LoopId,
    phi: StmtId,
    steps: u32,
}

impl Scev<'_, '_> {
    /// What a φ becomes that begins with a value (`analyze_evolution_in_loop`).
    pub(super) fn evolution_in_loop(
        &mut self,
        around: LoopId,
        phi: StmtId,
        first: ExprId,
    ) -> ExprId {
        self.say(|s| {
            let phi = s.statement_text(phi);
            let phi = phi.trim_start_matches("# ");
            format!("(analyze_evolution_in_loop \n  (loop_phi_node = {phi}\n)\n")
        });
        let mut all = ExprId::NONE;
        for (value, edge) in self.arguments(phi) {
            if !self.f.in_loop(self.f.edges[edge].src, around) {
                continue;
            }
            let found = match value.ssa() {
                Some(_) => self.carried(around, phi, first, value),
                None => ExprId::UNKNOWN,
            };
            all = if all.is_none() || all == found { found } else { ExprId::UNKNOWN };
            if all == ExprId::UNKNOWN {
                break;
            }
        }
        let all = all.expand().unwrap_or(ExprId::UNKNOWN);
        self.say(|s| format!("  (evolution_function = {}))\n", s.text(all)));
        all
    }

    /// What a φ becomes by a value from the latch.
    fn carried(&mut self, around: LoopId, phi: StmtId, first: ExprId, value: Operand) -> ExprId {
        let next = self.leaf(value);
        let mut found = first;
        let mut search = Search { around, phi, steps: 0 };
        if self.follow(&mut search, next, &mut found, 0) != Led::Back {
            return self.peeled(around, next, first);
        }
        // Where nothing is added, the value may not have changed.
        if self.does_not_evolve(found, around) && found != first { ExprId::UNKNOWN } else { found }
    }

    /// A value that is one thing first and then what another was an iteration before: if that is the step before the
    /// other's first, it is the other's evolution (`simplify_peeled_chrec`).
    fn peeled(&mut self, around: LoopId, next: ExprId, first: ExprId) -> ExprId {
        if self.state.peeling || first == ExprId::UNKNOWN {
            return ExprId::UNKNOWN;
        }
        self.state.peeling = true;
        let evolution = self.evolution(around, next);
        let evolution = self.instantiate_parameters(around, evolution);
        self.state.peeling = false;
        let Some((own, base, step)) = self.state.exprs.chrec(evolution) else {
            return ExprId::UNKNOWN;
        };
        let ty = self.state.exprs.ty(base);
        let code = if self.folder().pointer(ty) { TreeCode::PointerPlus } else { TreeCode::Plus };
        if own != around || self.chrec_plus(code, ty, first, step) != base {
            return ExprId::UNKNOWN;
        }
        self.say(|_| "Simplify PEELED_CHREC into POLYNOMIAL_CHREC.\n".to_owned());
        self.recurrence(around, first, step)
    }

    /// `follow_ssa_edge_expr`.
    fn follow(
        &mut self,
        search: &mut Search,
        from: ExprId,
        found: &mut ExprId,
        complexity: u32,
    ) -> Led {
        let mut from = from;
        let mut conversions: Vec<TypeId> = Vec::new();
        let led = loop {
            search.steps += 1;
            if complexity > MAX_COMPLEXITY || search.steps > MAX_STEPS {
                *found = ExprId::UNKNOWN;
                break Led::Nowhere;
            }
            match self.made(from) {
                Made::Copy(of) => from = of,
                Made::Converted(ty, of) => {
                    conversions.push(ty);
                    from = of;
                }
                Made::Sum(ty, code, a, b) => {
                    match self.follow_sum(search, (ty, code), [a, b], found, complexity) {
                        Ok(on) => from = on,
                        Err(led) => break led,
                    }
                }
                Made::Phi(phi) if phi == search.phi => break Led::Back,
                Made::Phi(phi) => break self.follow_phi(search, phi, found, complexity),
                Made::Otherwise => break Led::Elsewhere,
            }
        };
        while let Some(ty) = conversions.pop() {
            *found = self.chrec_convert(ty, *found, StmtId::NONE, None);
        }
        led
    }

    /// Takes the way through a sum: where it goes on, or where it has led.
    fn follow_sum(
        &mut self,
        search: &mut Search,
        (ty, code): (TypeId, TreeCode),
        [a, b]: [ExprId; 2],
        found: &mut ExprId,
        complexity: u32,
    ) -> Result<ExprId, Led> {
        let exprs = &self.state.exprs;
        let leads = |id| exprs.name(id).is_some() || exprs.operation(id).is_some();
        let (by_a, both) = (leads(a), leads(a) && leads(b));
        if both && code == TreeCode::Plus {
            let mut first = *found;
            self.add(search.around, (ty, code), &mut first, b);
            return match self.follow(search, a, &mut first, complexity + 1) {
                Led::Back => {
                    *found = first;
                    Err(Led::Back)
                }
                Led::Elsewhere => {
                    self.add(search.around, (ty, code), found, a);
                    Err(self.follow(search, b, found, complexity + 1))
                }
                led => Err(led),
            };
        }
        let (on, added) = if by_a || code != TreeCode::Plus { (a, b) } else { (b, a) };
        if !leads(on) {
            return Err(Led::Elsewhere);
        }
        self.add(search.around, (ty, code), found, added);
        if both {
            return Err(self.follow(search, on, found, complexity + 1));
        }
        Ok(on)
    }

    /// `add_to_evolution`.
    fn add(
        &mut self,
        around: LoopId,
        (ty, code): (TypeId, TreeCode),
        to: &mut ExprId,
        what: ExprId,
    ) {
        let before = self.chrec_convert(ty, *to, StmtId::NONE, None);
        let shown = what;
        let what = if code == TreeCode::Minus { self.chrec_negate(what) } else { what };
        let sum = self.add_to(around, before, what);
        self.say(|s| {
            let [before, what, sum] = [before, shown, sum].map(|id| s.text(id));
            format!(
                "(add_to_evolution \n  (loop_nb = {around})\n  (chrec_before = {before})\n  \
                 (to_add = {what})\n  (res = {sum}))\n"
            )
        });
        *to = sum;
    }

    fn add_to(&mut self, around: LoopId, before: ExprId, what: ExprId) -> ExprId {
        if before == ExprId::UNKNOWN {
            return before;
        }
        let ty = self.state.exprs.ty(before);
        match self.state.exprs.chrec(before) {
            Some((own, base, step)) if own == around => {
                let step_type = self.state.exprs.ty(step);
                let step_type = self.folder().step_type(step_type);
                let what = self.chrec_convert(step_type, what, StmtId::NONE, None);
                let step = self.chrec_plus(TreeCode::Plus, step_type, step, what);
                self.recurrence(around, base, step)
            }
            Some((own, base, step)) if !self.is_within(own, around) => {
                let base = self.add_to(around, base, what);
                if base == ExprId::UNKNOWN {
                    return base;
                }
                self.recurrence(own, base, step)
            }
            _ => {
                let step = self.chrec_convert_step(ty, what);
                self.recurrence(around, before, step)
            }
        }
    }

    /// Takes the paths through a φ that is not the one looked for.
    fn follow_phi(
        &mut self,
        search: &mut Search,
        phi: StmtId,
        found: &mut ExprId,
        complexity: u32,
    ) -> Led {
        if !self.is_loop_phi(phi) {
            return self.follow_condition(search, phi, found, complexity);
        }
        let own = self.f.loop_of(self.f.stmts[phi].block);
        if own == search.around || !self.is_within(own, search.around) {
            return Led::Elsewhere;
        }
        let name = self.leaf(Operand::Ssa(self.f.phi(phi).result));
        let inner = self.evolution(own, name);
        if inner != name {
            let effect = self.overall_effect(own, inner);
            return match effect.known() {
                Some(effect) => self.follow(search, effect, found, complexity + 1),
                None => Led::Elsewhere,
            };
        }
        let mut led = Led::Elsewhere;
        for (value, edge) in self.arguments(phi) {
            if !self.f.in_loop(self.f.edges[edge].src, own) {
                let value = self.leaf(value);
                led = self.follow(search, value, found, complexity + 1);
            }
            if led == Led::Back {
                *found = ExprId::UNKNOWN;
                break;
            }
        }
        led
    }

    /// All paths through a φ after a branch must lead back, and add the same (`follow_ssa_edge_in_condition_phi`).
    fn follow_condition(
        &mut self,
        search: &mut Search,
        phi: StmtId,
        found: &mut ExprId,
        complexity: u32,
    ) -> Led {
        let before = *found;
        let mut all = ExprId::NONE;
        for (index, (value, edge)) in self.arguments(phi).into_iter().enumerate() {
            if all == ExprId::UNKNOWN {
                break;
            }
            if self.goes_back(phi, edge) || value.ssa().is_none() {
                return Led::Elsewhere;
            }
            let mut own = before;
            let value = self.leaf(value);
            let led = self.follow(search, value, &mut own, complexity + 1 + index as u32);
            if led != Led::Back {
                return led;
            }
            all = if all.is_none() || all == own { own } else { ExprId::UNKNOWN };
        }
        *found = all.expand().unwrap_or(ExprId::UNKNOWN);
        Led::Back
    }

    /// What computes a value.
    fn made(&mut self, id: ExprId) -> Made {
        let name = match self.state.exprs.node(id) {
            Node::Operation { code, ty, ops: [a, b, _] } => return made_by(code, ty, a, b),
            Node::Leaf(Operand::Ssa(name)) => name,
            _ => return Made::Otherwise,
        };
        let Some(def) = self.f.names[name].def.expand() else { return Made::Otherwise };
        match self.f.stmts[def].kind {
            StmtKind::Phi(_) => Made::Phi(def),
            StmtKind::Assign { code: TreeCode::Single, rhs: [Operand::Tree(tree), ..], .. } => {
                self.made_address(name, tree)
            }
            StmtKind::Assign { code, rhs: [a, b, _], .. } if self.f.stmts[def].vuse.is_none() => {
                let mut leaf = |op: Operand| match op {
                    Operand::Ssa(_) | Operand::Const(_) => self.leaf(op),
                    _ => ExprId::NONE,
                };
                let (a, b) = (leaf(a), leaf(b));
                if a.is_none() {
                    Made::Otherwise
                } else {
                    made_by(code, self.f.names[name].ty, a, b)
                }
            }
            _ => Made::Otherwise,
        }
    }

    /// `&MEM[p + 8]` is `p p+ 8`.
    fn made_address(&mut self, name: gimple::ssa::SsaName, tree: gimple::tree::TreeId) -> Made {
        let TreeKind::Addr(Operand::Tree(place)) = *self.unit.trees.kind(tree) else {
            return Made::Otherwise;
        };
        match *self.unit.trees.kind(place) {
            TreeKind::MemRef { base: base @ Operand::Ssa(_), offset, .. } => {
                let sizetype = self.unit.common.sizetype;
                let offset = self.folder().number(sizetype, offset.into());
                let base = self.leaf(base);
                Made::Sum(self.f.names[name].ty, TreeCode::PointerPlus, base, offset)
            }
            _ => Made::Otherwise,
        }
    }
}

fn made_by(code: TreeCode, ty: TypeId, a: ExprId, b: ExprId) -> Made {
    match code {
        TreeCode::Single => Made::Copy(a),
        TreeCode::Nop => Made::Converted(ty, a),
        TreeCode::Plus | TreeCode::Minus | TreeCode::PointerPlus if b.is_some() => {
            Made::Sum(ty, code, a, b)
        }
        _ => Made::Otherwise,
    }
}
