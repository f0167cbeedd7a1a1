//! Which complex numbers have only one part, found by propagation.

use dumps::Dump;
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::function::Function;
use gimple::options::{Flag, Options};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use tree_ssa::edit::cfg_edit::ends_block;
use tree_ssa::fold::propagate::Outcome;
use tree_ssa::fold::propagate::Propagator;

/// What is known of a complex number: its bits are the parts that may not be zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parts(u8);

impl Parts {
    /// Nothing is known yet, or the number has no value.
    pub const UNKNOWN: Parts = Parts(0);
    pub const ONLY_REAL: Parts = Parts(1);
    pub const ONLY_IMAG: Parts = Parts(2);
    pub const VARYING: Parts = Parts(3);

    /// The parts of a sum.
    fn or(self, other: Parts) -> Parts {
        Parts(self.0 | other.0)
    }

    /// The parts of a product or quotient: opposite parts make an imaginary number, equal ones a real number.
    fn times(self, other: Parts) -> Parts {
        match (self, other) {
            (Parts::VARYING, _) | (_, Parts::VARYING) => Parts::VARYING,
            (Parts::UNKNOWN, one) | (one, Parts::UNKNOWN) => one,
            (a, b) if a == b => Parts::ONLY_REAL,
            _ => Parts::ONLY_IMAG,
        }
    }
}

/// The values of the propagation.
pub(super) struct Lattice {
    values: Vec<Parts>,
    signed_zeros: bool,
}

/// Whether a type is complex.
pub(super) fn is_complex(unit: &Unit, ty: TypeId) -> bool {
    matches!(unit.types.kind(ty), TypeKind::Complex(_))
}

/// Whether an operand is a name of a complex type.
pub(super) fn complex_name(unit: &Unit, f: &Function, op: Operand) -> Option<SsaName> {
    op.ssa().filter(|&name| is_complex(unit, f.names[name].ty))
}

impl Lattice {
    /// Before the propagation: parameters have both parts.
    pub fn new(unit: &Unit, f: &Function, options: &Options) -> Lattice {
        let mut values = vec![Parts::UNKNOWN; f.names.len()];
        for param in &f.params {
            if let Some(&name) = f.default_defs.get(param)
                && is_complex(unit, f.names[name].ty)
            {
                values[name.0 as usize] = Parts::VARYING;
            }
        }
        Lattice { values, signed_zeros: options.on(Flag::SignedZeros) }
    }

    /// What is known of a name; nothing of those made since.
    pub fn of_name(&self, name: SsaName) -> Parts {
        self.values.get(name.0 as usize).copied().unwrap_or(Parts::UNKNOWN)
    }

    /// What is known of an operand.
    pub fn of(&self, unit: &Unit, op: Operand) -> Parts {
        match op {
            Operand::Ssa(name) => self.of_name(name),
            Operand::Const(id) => match unit.consts[id].value {
                ConstValue::Complex(re, im) => {
                    self.of_parts(unit, Operand::Const(re), Operand::Const(im))
                }
                _ => Parts::VARYING,
            },
            _ => Parts::VARYING,
        }
    }

    /// What is known of a number put together of two; zero is a real number.
    fn of_parts(&self, unit: &Unit, re: Operand, im: Operand) -> Parts {
        match (self.is_zero(unit, re), self.is_zero(unit, im)) {
            (_, true) => Parts::ONLY_REAL,
            (true, false) => Parts::ONLY_IMAG,
            (false, false) => Parts::VARYING,
        }
    }

    /// Whether a part does nothing in sums and products. A zero of floating point has a sign that it passes on.
    fn is_zero(&self, unit: &Unit, part: Operand) -> bool {
        let Operand::Const(id) = part else { return false };
        match unit.consts[id].value {
            ConstValue::Int(value) => value == 0,
            ConstValue::Real(bits) => !self.signed_zeros && bits.0 == 0,
            _ => false,
        }
    }

    /// What a statement that computes a complex number makes of what is known of its operands.
    fn evaluate(&self, unit: &Unit, f: &Function, stmt: StmtId, old: Parts) -> Parts {
        let StmtKind::Assign { code, rhs, .. } = f.stmts[stmt].kind else { return Parts::VARYING };
        match code {
            TreeCode::Single | TreeCode::Negate | TreeCode::Conj => self.of(unit, rhs[0]),
            TreeCode::Complex => self.of_parts(unit, rhs[0], rhs[1]),
            TreeCode::Plus | TreeCode::Minus => self.of(unit, rhs[0]).or(self.of(unit, rhs[1])),
            TreeCode::Mult | TreeCode::Rdiv | TreeCode::TruncDiv => {
                self.of(unit, rhs[0]).times(self.of(unit, rhs[1])).or(old)
            }
            _ => Parts::VARYING,
        }
    }

    fn set(&mut self, name: SsaName, new: Parts) -> Outcome {
        let slot = &mut self.values[name.0 as usize];
        if *slot == new {
            return Outcome::NotInteresting;
        }
        *slot = new;
        match new {
            Parts::VARYING => Outcome::Varying(Some(name)),
            _ => Outcome::Interesting(Some(name), None),
        }
    }
}

/// The complex name a statement defines.
fn defined(unit: &Unit, f: &Function, stmt: StmtId) -> Option<SsaName> {
    match &f.stmts[stmt].kind {
        StmtKind::Assign { lhs, .. } => complex_name(unit, f, *lhs),
        StmtKind::Call(call) => complex_name(unit, f, call.lhs),
        StmtKind::Phi(phi) => complex_name(unit, f, Operand::Ssa(phi.result)),
        _ => None,
    }
}

impl Propagator for Lattice {
    fn worth_simulating(&self, unit: &Unit, f: &Function, stmt: StmtId) -> bool {
        match &f.stmts[stmt].kind {
            StmtKind::Phi(phi) if f.names[phi.result].has(NameFlags::VIRTUAL) => false,
            StmtKind::Assign { .. } | StmtKind::Phi(_) => defined(unit, f, stmt).is_some(),
            StmtKind::Call(call) if call.lhs.is_some() => defined(unit, f, stmt).is_some(),
            _ => ends_block(unit, f, stmt),
        }
    }

    fn begin_name(&mut self, _: SsaName) {}

    fn visit_stmt(
        &mut self,
        unit: &mut Unit,
        f: &Function,
        stmt: StmtId,
        _: &mut Dump<'_>,
    ) -> Outcome {
        let Some(name) = defined(unit, f, stmt) else { return Outcome::Varying(None) };
        let new = self.evaluate(unit, f, stmt, self.of_name(name));
        self.set(name, new)
    }

    fn visit_phi(
        &mut self,
        unit: &mut Unit,
        f: &Function,
        phi: StmtId,
        _: &mut Dump<'_>,
    ) -> Outcome {
        let data = f.phi(phi);
        let joined =
            data.args.iter().fold(Parts::UNKNOWN, |all, arg| all.or(self.of(unit, arg.value)));
        self.set(data.result, joined)
    }
}
