//! What holds where control takes an edge: names that are equal to something, comparisons that are true or false.
//!
//! ```text
//!   _1 = (int) c_2(D);   _3 = _1 + 4;
//!   if (_3 == 9) goto <bb 3>;         on the way to <bb 3>: _3 is 9, _1 is 5, c_2(D) is 5, _3 == 9 and _3 <= 9 hold
//! ```

use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::constant::ConstId;
use gimple::fold_const;
use gimple::function::Function;
use gimple::options::{Flag, Options};
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind, Switch};
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tree_ssa::fold::is_invariant;

/// Definitions that a name's value is followed through.
const DEPTH: u32 = 4;

/// A comparison.
pub type Comparison = (TreeCode, Operand, Operand);

/// What holds on an edge.
#[derive(Default)]
pub struct Facts {
    /// Names and what they are equal to.
    pub equal: SmallVec<[(SsaName, Operand); 4]>,
    /// Comparisons and whether they are true.
    pub conditions: SmallVec<[(Comparison, bool); 6]>,
}

/// By switch, the places that one value each leads to, and the value.
#[derive(Default)]
pub struct Switches {
    values: FxHashMap<StmtId, FxHashMap<BlockId, ConstId>>,
}

impl Switches {
    /// The only value with which a switch goes to a place.
    fn value(&mut self, f: &Function, stmt: StmtId, switch: &Switch, to: BlockId) -> ConstId {
        let values = self.values.entry(stmt).or_insert_with(|| {
            let mut values = FxHashMap::default();
            for case in &switch.cases {
                let Some(block) = f.labels.block(case.label) else { continue };
                let only = case.low.is_some() && case.high.is_none();
                let value = if only { case.low } else { ConstId::NONE };
                values.entry(block).and_modify(|value| *value = ConstId::NONE).or_insert(value);
            }
            values
        });
        values.get(&to).copied().unwrap_or(ConstId::NONE)
    }
}

/// What the end of an edge's source says of it.
pub fn facts(
    unit: &mut Unit,
    options: &Options,
    f: &Function,
    edge: EdgeId,
    switches: &mut Switches,
) -> Facts {
    let mut finder = Finder { unit, options, f, facts: Facts::default() };
    let Some(last) = f.last_stmt(f.edges[edge].src) else { return finder.facts };
    match &f.stmts[last].kind {
        StmtKind::Switch(switch) => {
            let value = switches.value(f, last, switch, f.edges[edge].dst);
            if let (Operand::Ssa(index), Some(value)) = (switch.index, value.expand())
                && let Some(value) = finder.unit.consts.as_int(value)
            {
                let value = finder.unit.int(f.names[index].ty, value);
                finder.equal(switch.index, value);
            }
        }
        &StmtKind::Cond { code, lhs, rhs, .. } => {
            let holds = f.edges[edge].flags.intersects(EdgeFlags::TRUE_VALUE);
            finder.of_condition((code, lhs, rhs), holds);
        }
        _ => {}
    }
    finder.facts
}

/// Whether a type's values are 0 and 1.
pub fn is_boolean(unit: &Unit, ty: TypeId) -> bool {
    match *unit.types.kind(ty) {
        TypeKind::Bool => true,
        _ => {
            unit.types.is_integral(ty)
                && unit.types.is_unsigned(ty)
                && unit.types.precision(ty) == Some(1)
        }
    }
}

/// Whether 0 and -0 are told apart in a type.
pub fn has_signed_zeros(unit: &Unit, options: &Options, ty: TypeId) -> bool {
    options.on(Flag::SignedZeros) && is_float(unit, ty)
}

fn is_float(unit: &Unit, mut ty: TypeId) -> bool {
    while let Some(element) = unit.types.element(ty) {
        ty = element;
    }
    unit.types.is_real(ty)
}

struct Finder<'a> {
    unit: &'a mut Unit,
    options: &'a Options,
    f: &'a Function,
    facts: Facts,
}

impl Finder<'_> {
    fn type_of(&self, op: Operand) -> TypeId {
        self.unit.type_of(self.f, op)
    }

    fn of_condition(&mut self, (code, a, b): Comparison, holds: bool) {
        let constant = |op| is_invariant(self.unit, op);
        let truth = self.unit.as_int(b).filter(|value| matches!(value, 0 | 1));
        if let (TreeCode::Eq | TreeCode::Ne, Operand::Ssa(name), Some(value)) = (code, a, truth)
            && is_boolean(self.unit, self.f.names[name].ty)
        {
            // What is not one of two values is the other.
            let value = if holds == (code == TreeCode::Eq) { value } else { 1 - value };
            let value = self.unit.int(self.f.names[name].ty, value);
            return self.equal(a, value);
        }
        let (subject, other) = match (a, b) {
            (Operand::Ssa(_), Operand::Ssa(_)) => (a, b),
            (Operand::Ssa(_), _) if constant(b) => (a, b),
            (_, Operand::Ssa(_)) if constant(a) => (b, a),
            _ => return,
        };
        let inverse = self.inverse(code, a);
        self.comparison(code, inverse, (a, b), holds);
        let taken = if holds { Some(code) } else { inverse };
        // 0 and -0 are equal and not the same; what is equal to another number is that number.
        let vague = has_signed_zeros(self.unit, self.options, self.type_of(subject))
            && (other.ssa().is_some()
                || other.constant().is_some_and(|id| fold_const::is_zero(self.unit, id)));
        if taken == Some(TreeCode::Eq) && !vague {
            self.equal(subject, other);
        }
    }

    /// The comparison that holds where this one does not, if there is one.
    fn inverse(&self, code: TreeCode, operand: Operand) -> Option<TreeCode> {
        let nans = is_float(self.unit, self.type_of(operand)) && self.options.honor_nans();
        code.inverse_comparison(nans, self.options.on(Flag::TrappingMath))
    }

    /// Notes that a comparison holds, or not, and what follows from that (`record_conditions`).
    fn comparison(
        &mut self,
        code: TreeCode,
        inverse: Option<TreeCode>,
        (a, b): (Operand, Operand),
        holds: bool,
    ) {
        let (truth, opposite) = if holds { (Some(code), inverse) } else { (inverse, Some(code)) };
        if let Some(code) = truth {
            for &(implied, value) in implications(code, is_float(self.unit, self.type_of(a))) {
                self.facts.conditions.push(((implied, a, b), value));
            }
            self.facts.conditions.push(((code, a, b), true));
        }
        if let Some(code) = opposite {
            self.facts.conditions.push(((code, a, b), false));
        }
    }

    /// Notes that a name is equal to a value and, where that is a constant, what follows for what the name is computed from.
    fn equal(&mut self, op: Operand, value: Operand) {
        match value {
            Operand::Const(_) => self.derive(op, value, DEPTH),
            _ => self.facts.equal.extend(op.ssa().map(|name| (name, value))),
        }
    }

    /// The recursion is bounded by `depth`.
    fn derive(&mut self, op: Operand, value: Operand, depth: u32) {
        use TreeCode::*;
        let Operand::Ssa(name) = op else { return };
        self.facts.equal.push((name, value));
        let Some(def) = self.f.names[name].def.expand().filter(|_| depth > 0) else { return };
        let StmtKind::Assign { code, rhs, .. } = self.f.stmts[def].kind else { return };
        let Some(value) = self.unit.as_int(value) else { return };
        let ty = self.f.names[name].ty;
        let depth = depth - 1;
        match code {
            BitIor if value == 0 => {
                for op in [rhs[0], rhs[1]] {
                    self.derive_int(op, 0, depth);
                }
            }
            BitAnd if value != 0 => {
                for op in [rhs[0], rhs[1]] {
                    if op.ssa().is_some() && is_boolean(self.unit, self.type_of(op)) {
                        self.derive_int(op, 1, depth);
                    }
                }
            }
            Nop => self.through_conversion(ty, rhs[0], value, depth),
            Plus | PointerPlus => {
                let [a, b] = [rhs[0], rhs[1]].map(|op| self.unit.as_int(op));
                match (a, b) {
                    (Some(a), None) => self.derive_int(rhs[1], value.wrapping_sub(a), depth),
                    (None, Some(b)) => self.derive_int(rhs[0], value.wrapping_sub(b), depth),
                    _ => {}
                }
            }
            Minus => match [rhs[0], rhs[1]].map(|op| self.unit.as_int(op)) {
                [Some(a), None] => self.derive_int(rhs[1], a.wrapping_sub(value), depth),
                [None, Some(b)] => self.derive_int(rhs[0], value.wrapping_add(b), depth),
                [None, None] if value == 0 => self.comparison(Eq, Some(Ne), (rhs[0], rhs[1]), true),
                _ => {}
            },
            Negate => self.derive_int(rhs[0], value.wrapping_neg(), depth),
            BitNot if is_boolean(self.unit, self.type_of(rhs[0])) => {
                self.derive_int(rhs[0], i128::from(value & 1 == 0), depth);
            }
            BitNot => self.derive_int(rhs[0], !value, depth),
            _ if code.is_comparison() => self.through_comparison(code, rhs, value, depth),
            _ => {}
        }
    }

    /// A value that the type of an operand does not have came out of an overflow: nothing follows from it.
    fn derive_int(&mut self, op: Operand, value: i128, depth: u32) {
        let ty = self.type_of(op);
        let wrapped = self.unit.types.wrap(ty, value);
        let wraps = self.unit.types.is_unsigned(ty) || self.unit.types.is_pointer(ty);
        if op.ssa().is_some() && (wrapped == value || wraps) {
            let value = self.unit.int(ty, wrapped);
            self.derive(op, value, depth);
        }
    }

    /// What a value that was widened to another has been.
    fn through_conversion(&mut self, to: TypeId, op: Operand, value: i128, depth: u32) {
        let from = self.type_of(op);
        let widens = self.unit.types.precision(to) >= self.unit.types.precision(from);
        let fits = self.unit.types.wrap(from, value) == value;
        if self.unit.types.is_integral(from) && self.unit.types.is_integral(to) && widens && fits {
            self.derive_int(op, value, depth);
        }
    }

    fn through_comparison(&mut self, code: TreeCode, rhs: [Operand; 3], value: i128, depth: u32) {
        let equal = matches!((code, value), (TreeCode::Eq, 1) | (TreeCode::Ne, 0));
        if equal {
            let integer = |op: Operand| self.unit.as_int(op).is_some();
            if integer(rhs[0]) {
                return self.derive(rhs[1], rhs[0], depth);
            }
            if integer(rhs[1]) {
                return self.derive(rhs[0], rhs[1], depth);
            }
        }
        let inverse = self.inverse(code, rhs[0]);
        self.comparison(code, inverse, (rhs[0], rhs[1]), value != 0);
    }
}

/// What else holds, or does not, of two operands that compare like this.
fn implications(code: TreeCode, float: bool) -> &'static [(TreeCode, bool)] {
    use TreeCode::*;
    match (code, float) {
        (Lt, false) => &[(Le, true), (Ne, true), (Eq, false)],
        (Gt, false) => &[(Ge, true), (Ne, true), (Eq, false)],
        (Eq, false) => &[(Le, true), (Ge, true)],
        (Lt, true) => &[(Ordered, true), (Ltgt, true), (Le, true)],
        (Gt, true) => &[(Ordered, true), (Ltgt, true), (Ge, true)],
        (Le | Ge, true) => &[(Ordered, true)],
        (Eq, true) => &[(Ordered, true), (Le, true), (Ge, true)],
        (Unordered, _) => {
            &[(Ne, true), (Unle, true), (Unge, true), (Uneq, true), (Unlt, true), (Ungt, true)]
        }
        (Unlt, _) => &[(Unle, true), (Ne, true)],
        (Ungt, _) => &[(Unge, true), (Ne, true)],
        (Uneq, _) => &[(Unle, true), (Unge, true)],
        (Ltgt, _) => &[(Ne, true), (Ordered, true)],
        _ => &[],
    }
}
