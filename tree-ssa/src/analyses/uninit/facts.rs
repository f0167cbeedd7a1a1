//! What is known on the way: the comparisons that hold, and what φs have been given.

use gimple::cfg::{EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::StmtKind;
use gimple::tree::Operand;
use gimple::unit::Unit;

/// A comparison; where the right operand is missing, with 0.
pub(super) type Comparison = (TreeCode, Operand, Operand);

/// How deep definitions are looked into.
const DEPTH: u32 = 6;

/// What holds on a way, the latest last.
#[derive(Default)]
pub(super) struct Facts {
    comparisons: Vec<Comparison>,
    values: Vec<(SsaName, Operand)>,
}

impl Facts {
    /// How much is known; what comes after it can be forgotten again.
    pub(super) fn mark(&self) -> (usize, usize) {
        (self.comparisons.len(), self.values.len())
    }

    pub(super) fn forget(&mut self, (comparisons, values): (usize, usize)) {
        self.comparisons.truncate(comparisons);
        self.values.truncate(values);
    }

    /// A φ has taken a value.
    pub(super) fn set(&mut self, name: SsaName, value: Operand) {
        let value = self.resolve(value);
        self.values.push((name, value));
    }

    /// What an operand is known to be.
    fn resolve(&self, op: Operand) -> Operand {
        match op {
            Operand::Ssa(name) => {
                let found = self.values.iter().rev().find(|value| value.0 == name);
                found.map_or(op, |value| value.1)
            }
            _ => op,
        }
    }

    /// Takes account of what an edge says about the branch it leaves.
    pub(super) fn take_edge(&mut self, unit: &Unit, f: &Function, edge: EdgeId) {
        let data = &f.edges[edge];
        let Some(last) = f.last_stmt(data.src) else { return };
        if let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[last].kind {
            let truth = data.flags.intersects(EdgeFlags::TRUE_VALUE);
            self.add(unit, f, (code, lhs, rhs), truth, 0);
        }
    }

    /// A comparison holds, or does not.
    fn add(&mut self, unit: &Unit, f: &Function, what: Comparison, truth: bool, depth: u32) {
        let (code, a, b) = (what.0, self.resolve(what.1), self.resolve(what.2));
        let ty = unit.type_of(f, a);
        let code = match truth {
            true => Some(code),
            false => code.invert_comparison(unit.types.is_real(ty)),
        };
        let Some(code) = code else { return };
        self.comparisons.push((code, a, b));
        if depth >= DEPTH {
            return;
        }
        // What makes a truth value holds or not with it.
        let Some(set) = truth_test(unit, (code, a, b)) else { return };
        let Some((op, [x, y])) = definition(f, a) else { return };
        match op {
            _ if op.is_comparison() => self.add(unit, f, (op, x, y), set, depth + 1),
            TreeCode::BitAnd if set && unit.types.precision(ty) == Some(1) => {
                self.add_truth(unit, f, x, true, depth);
                self.add_truth(unit, f, y, true, depth);
            }
            TreeCode::BitIor if !set => {
                self.add_truth(unit, f, x, false, depth);
                self.add_truth(unit, f, y, false, depth);
            }
            TreeCode::Nop => self.add_truth(unit, f, x, set, depth),
            _ => {}
        }
    }

    fn add_truth(&mut self, unit: &Unit, f: &Function, op: Operand, truth: bool, depth: u32) {
        self.add(unit, f, (TreeCode::Ne, op, Operand::None), truth, depth + 1);
    }

    /// Whether a comparison holds, if that is known.
    pub(super) fn decide(
        &self,
        unit: &Unit,
        f: &Function,
        (code, a, b): Comparison,
        depth: u32,
    ) -> Option<bool> {
        let (a, b) = (self.resolve(a), self.resolve(b));
        if let (Some(x), Some(y)) = (integer(unit, a), integer(unit, b)) {
            return compare(code, x, y);
        }
        if let Some(truth) = self.implied(unit, (code, a, b)) {
            return Some(truth);
        }
        if depth >= DEPTH {
            return None;
        }
        let wanted = truth_test(unit, (code, a, b))?;
        let (op, [x, y]) = definition(f, a)?;
        let truth = match op {
            _ if op.is_comparison() => self.decide(unit, f, (op, x, y), depth + 1)?,
            TreeCode::BitAnd | TreeCode::BitIor => {
                let deciding = op == TreeCode::BitIor;
                let known = [x, y].map(|op| self.decide_truth(unit, f, op, depth));
                match known {
                    [Some(p), _] | [_, Some(p)] if p == deciding => deciding,
                    [Some(_), Some(_)] if unit.types.precision(unit.type_of(f, a)) == Some(1) => {
                        !deciding
                    }
                    _ => return None,
                }
            }
            TreeCode::Nop => self.decide_truth(unit, f, x, depth)?,
            _ => return None,
        };
        // A set bit in one operand alone says nothing about the conjunction.
        Some(truth == wanted)
    }

    fn decide_truth(&self, unit: &Unit, f: &Function, op: Operand, depth: u32) -> Option<bool> {
        if let Some(value) = integer(unit, self.resolve(op)) {
            return Some(value != 0);
        }
        self.decide(unit, f, (TreeCode::Ne, op, Operand::None), depth + 1)
    }

    /// What the comparisons known say of another one.
    fn implied(&self, unit: &Unit, (code, a, b): Comparison) -> Option<bool> {
        if let Some(value) = integer(unit, b) {
            return self.implied_by_range(unit, code, a, value);
        }
        for &(known, x, y) in &self.comparisons {
            let known = match (x, y) {
                _ if (x, y) == (a, b) => known,
                _ if (x, y) == (b, a) => known.swap_comparison(),
                _ => continue,
            };
            if let Some(truth) = implication(known, code) {
                return Some(truth);
            }
        }
        None
    }

    /// The same where the right operand is a number: what is known of the left one are bounds, and values it has not.
    fn implied_by_range(
        &self,
        unit: &Unit,
        code: TreeCode,
        a: Operand,
        value: i128,
    ) -> Option<bool> {
        use TreeCode::{Eq, Ge, Gt, Le, Lt, Ne};
        let (mut low, mut high) = (i128::MIN, i128::MAX);
        let mut excluded = false;
        for &(known, x, y) in &self.comparisons {
            let (known, bound) = match (integer(unit, x), integer(unit, y)) {
                (None, Some(bound)) if x == a => (known, bound),
                (Some(bound), None) if y == a => (known.swap_comparison(), bound),
                _ => continue,
            };
            match known {
                Eq => (low, high) = (low.max(bound), high.min(bound)),
                Lt => high = high.min(bound - 1),
                Le => high = high.min(bound),
                Gt => low = low.max(bound + 1),
                Ge => low = low.max(bound),
                Ne => excluded |= bound == value,
                _ => {}
            }
        }
        let equal = if low == value && high == value {
            Some(true)
        } else if excluded || value < low || value > high {
            Some(false)
        } else {
            None
        };
        match code {
            Eq => equal,
            Ne => equal.map(|equal| !equal),
            Lt if high < value => Some(true),
            Lt if low >= value => Some(false),
            Le if high <= value => Some(true),
            Le if low > value => Some(false),
            Gt if low > value => Some(true),
            Gt if high <= value => Some(false),
            Ge if low >= value => Some(true),
            Ge if high < value => Some(false),
            _ => None,
        }
    }
}

/// Whether a comparison asks that a value be other than 0, or be 0: `Some(true)`, `Some(false)`.
fn truth_test(unit: &Unit, (code, _, b): Comparison) -> Option<bool> {
    match (code, integer(unit, b)?) {
        (TreeCode::Ne, 0) => Some(true),
        (TreeCode::Eq, 0) => Some(false),
        _ => None,
    }
}

fn integer(unit: &Unit, op: Operand) -> Option<i128> {
    match op {
        Operand::Const(id) => unit.consts.as_int(id),
        Operand::None => Some(0),
        _ => None,
    }
}

/// The operation that computes a name.
fn definition(f: &Function, op: Operand) -> Option<(TreeCode, [Operand; 2])> {
    let Operand::Ssa(name) = op else { return None };
    match f.stmts[f.names[name].def.expand()?].kind {
        StmtKind::Assign { code, rhs, .. } => Some((code, [rhs[0], rhs[1]])),
        _ => None,
    }
}

fn compare(code: TreeCode, x: i128, y: i128) -> Option<bool> {
    Some(match code {
        TreeCode::Eq => x == y,
        TreeCode::Ne => x != y,
        TreeCode::Lt => x < y,
        TreeCode::Le => x <= y,
        TreeCode::Gt => x > y,
        TreeCode::Ge => x >= y,
        _ => return None,
    })
}

/// What one comparison of two operands says of another one of the same.
fn implication(known: TreeCode, asked: TreeCode) -> Option<bool> {
    use TreeCode::{Eq, Ge, Gt, Le, Lt, Ne};
    match (known, asked) {
        _ if known == asked => Some(true),
        (Lt | Gt, Ne) | (Lt | Eq, Le) | (Gt | Eq, Ge) => Some(true),
        (Eq, Ne | Lt | Gt) | (Ne, Eq) => Some(false),
        (Lt, Gt | Ge | Eq) | (Gt, Lt | Le | Eq) | (Le, Gt) | (Ge, Lt) => Some(false),
        _ => None,
    }
}
