//! Pass `ccp`: conditional constant propagation, of whole values and of single bits.
//!
//! ```text
//!   x_1 = 3;                              goto <bb 3>;
//!   if (x_1 > 2) goto <bb 3>;      =>
//!   else goto <bb 4>;                     <bb 3> :
//!   <bb 3> : y_2 = x_1 + 1;               return 4;
//!   <bb 4> : # y_3 = PHI <y_2(3), 9(2)>
//!   return y_3;
//! ```
//!
//! The lattice is undefined above constant above varying; a constant may have unknown bits (its mask), so that
//! `(x & 1) & 2` is known to be 0. Names that only depend on a φ of equal copies are replaced by what they copy. Values
//! come from the engine of [`tree_ssa::fold::propagate`]; a statement is evaluated by [`tree_ssa::fold::gimple_fold`] on the values of its
//! operands.

use dumps::Dump;
use dumps::putln;
use gimple::builtins::Builtin;
use gimple::cfg::EdgeFlags;
use gimple::claims::{self, Claim};
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::decl::DeclKind;
use gimple::function::{Function, Prop};
use gimple::known_bits::{self, KnownBits};
use gimple::nonzero_bits::NonzeroBits;
use gimple::operand_equal::operand_equal;
use gimple::option_data::Flag;
use gimple::options::Options;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::TypeId;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::analyses::address_bits;
use tree_ssa::edit::cfg_edit::taken_edge;
use tree_ssa::effects::call_effects;
use tree_ssa::fold::gimple_fold::address::moved_address;
use tree_ssa::fold::gimple_fold::simplify_stmt_with;
use tree_ssa::fold::known_call::value_of_call;
use tree_ssa::fold::propagate::Outcome;
use tree_ssa::fold::propagate::Propagator;
use tree_ssa::fold::propagate::propagate;
use tree_ssa::fold::substitute::Point;
use tree_ssa::fold::substitute::Values;
use tree_ssa::fold::substitute::fold_predicate;
use tree_ssa::fold::substitute::keep_to_edges;
use tree_ssa::fold::substitute::result_name;
use tree_ssa::fold::substitute::substitute_and_fold;

/// A place in the lattice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Undefined,
    /// A constant or address, or a name it is a copy of; the bits of the mask are not known (integers only).
    Constant(Operand, i128),
    Varying,
}

/// A place in the lattice as the table of all names keeps it: half the size of a [`Value`], whose mask wants an address
/// that sixteen divides.
#[derive(Clone, Copy)]
struct Kept {
    /// `None` where there is no constant: then the mask says which end of the lattice it is.
    constant: Operand,
    mask: [u64; 2],
}

impl Kept {
    const UNDEFINED: Kept = Kept { constant: Operand::None, mask: [0; 2] };
    const VARYING: Kept = Kept { constant: Operand::None, mask: [u64::MAX; 2] };
}

impl From<Value> for Kept {
    fn from(value: Value) -> Kept {
        match value {
            Value::Undefined => Kept::UNDEFINED,
            Value::Varying => Kept::VARYING,
            Value::Constant(constant, mask) => {
                Kept { constant, mask: [mask as u64, (mask >> 64) as u64] }
            }
        }
    }
}

impl From<Kept> for Value {
    fn from(Kept { constant, mask: [low, high] }: Kept) -> Value {
        match (constant, low) {
            (Operand::None, 0) => Value::Undefined,
            (Operand::None, _) => Value::Varying,
            _ => Value::Constant(constant, i128::from(high as i64) << 64 | i128::from(low)),
        }
    }
}

/// What is likely to come out of a statement (`likely_value`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Likely {
    Undefined,
    Constant,
    Varying,
}

/// `ccp` for the pass table.
pub const PASS: Pass =
    Pass::tree("ccp", execute).gate(|options, _| options.on(Flag::TreeCcp)).requires(Prop::CFG_SSA);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut ccp = Ccp {
        values: Vec::new(),
        settled: Vec::new(),
        found: false,
        options: cx.options.clone(),
        bits: cx.options.on(Flag::TreeBitCcp),
    };
    ccp.initialize(cx.unit, f);
    propagate(cx.unit, f, &mut cx.dump, &mut ccp);
    cx.claim(f, |unit, f| ccp.claims(unit, f));
    ccp.note_bits(cx.unit, f);
    let changed = substitute_and_fold(cx, f, &mut ccp, Counter::Ccp);
    if changed {
        Todo::CLEANUP_CFG | Todo::UPDATE_ADDRESS_TAKEN
    } else {
        Todo::UPDATE_ADDRESS_TAKEN
    }
}

struct Ccp {
    values: Vec<Kept>,
    /// Names whose value will not change any more, so that their definitions may be looked at.
    settled: Vec<bool>,
    /// Some name has been a constant or a copy, all bits known.
    found: bool,
    options: Options,
    bits: bool,
}

impl Ccp {
    /// Before anything is simulated (`ccp_initialize`, `get_default_value`): what is not defined in the function.
    fn initialize(&mut self, unit: &mut Unit, f: &Function) {
        self.values = vec![Kept::VARYING; f.names.len()];
        self.settled = vec![true; f.names.len()];
        for (name, data) in f.names.iter() {
            let given = data.def.is_none()
                && !data.flags.intersects(NameFlags::RELEASED | NameFlags::VIRTUAL);
            if given && data.var.is_some() && unit.decls[data.var].kind == DeclKind::Var {
                self.values[name.0 as usize] = Kept::UNDEFINED;
            }
        }
        if self.bits {
            self.parameters(unit, f);
        }
    }

    /// Which bits of parameters may be set, whoever calls the function.
    fn parameters(&mut self, unit: &mut Unit, f: &Function) {
        for param in &f.params {
            let Some(&name) = f.default_defs.get(param) else { continue };
            let (ty, possible) = (f.names[name].ty, f.nonzero_bits.get(name));
            if possible != NonzeroBits::ALL && unit.types.is_integral(ty) {
                // The sign stands for all bits above.
                let unknown = unit.types.wrap(ty, i128::from(possible));
                let value = Value::Constant(unit.int(ty, 0), unknown);
                self.values[name.0 as usize] = value.into();
            }
        }
    }

    fn get(&self, name: SsaName) -> Value {
        self.values.get(name.0 as usize).map_or(Value::Varying, |&kept| kept.into())
    }

    /// What the lattice says of the names that are computed, and of edges.
    fn claims(&self, unit: &Unit, f: &Function) -> Vec<Claim> {
        let mut claims = claims::untaken(f);
        claims.extend(claims::computed_names(f).filter_map(|name| match self.get(name) {
            Value::Constant(op, unknown) => Some(match (constant_in(self.get(name)), op) {
                (Some(value), _) => Claim::Value(name, value),
                (None, op) => Claim::Bits { name, value: unit.as_int(op)?, unknown },
            }),
            Value::Undefined | Value::Varying => None,
        }));
        claims
    }

    /// Tells the passes after this one which bits of names may be set (`ccp_finalize`).
    fn note_bits(&self, unit: &Unit, f: &mut Function) {
        for (index, &kept) in self.values.iter().enumerate().skip(1) {
            let name = SsaName(index as u32);
            let Value::Constant(op, unknown) = kept.into() else { continue };
            let ty = f.names[name].ty;
            let pointer = unit.types.is_pointer(ty);
            let Some(value) = unit.as_int(op).filter(|_| pointer || unit.types.is_integral(ty))
            else {
                continue;
            };
            let Some(precision) = unit.types.precision(ty).filter(|&bits| bits <= 64) else {
                continue;
            };
            let all = u64::MAX >> (64 - precision);
            let mut possible = (value | unknown) as u64 & all;
            if pointer {
                // Of a pointer only how it is aligned is of use.
                possible |= all << possible.trailing_zeros().min(63);
            }
            if possible != all {
                f.nonzero_bits.set(name, possible);
            }
        }
    }

    /// The constant a name has, all its bits known (`get_constant_value`).
    fn constant_of(&self, name: SsaName) -> Option<Operand> {
        constant_in(self.get(name))
    }

    fn value_of_operand(&self, unit: &Unit, f: &Function, op: Operand) -> Value {
        match op {
            Operand::Ssa(name) => match self.get(name) {
                Value::Varying if !f.names[name].has(NameFlags::ABNORMAL) => {
                    Value::Constant(op, -1)
                }
                value => value,
            },
            Operand::Const(_) => Value::Constant(op, 0),
            _ if unit.addressed(op).is_some() => Value::Constant(op, 0),
            _ => Value::Varying,
        }
    }

    /// Lowers a value; returns whether it changed (`set_lattice_value`).
    fn set(
        &mut self,
        unit: &mut Unit,
        f: &Function,
        name: SsaName,
        new: Value,
        dump: &mut Dump<'_>,
    ) -> bool {
        let old = self.get(name);
        // Values only go down: what has been lost is not found again.
        let new = match (old, new) {
            (Value::Constant(..), Value::Undefined) => old,
            (Value::Constant(..), Value::Constant(..)) if old != new => meet(unit, f, old, new),
            _ => new,
        };
        if old == new || old == Value::Varying {
            return false;
        }
        self.found |= constant_in(new).is_some();
        self.values[name.0 as usize] = new.into();
        if dump.details() {
            let text = self.text(unit, f, new);
            putln!(dump, "Lattice value changed to {text}.  Adding SSA edges to worklist.");
        }
        true
    }

    fn text(&self, unit: &Unit, f: &Function, value: Value) -> String {
        match value {
            Value::Undefined => "UNDEFINED".to_string(),
            Value::Varying => "VARYING".to_string(),
            Value::Constant(op, mask) => match unit.as_int(op) {
                Some(number) if mask != 0 => {
                    let known = number & !mask;
                    format!("CONSTANT {} ({})", hexadecimal(known), hexadecimal(mask))
                }
                _ => format!("CONSTANT {}", tree_ssa::dump_text::operand(unit, f, op)),
            },
        }
    }

    fn likely(&self, unit: &Unit, f: &Function, stmt: StmtId) -> Likely {
        let data = &f.stmts[stmt];
        if data.has(StmtFlags::VOLATILE) {
            return Likely::Varying;
        }
        let (mut undefined, mut all_undefined) = (false, true);
        let (mut constant, mut fixed) = (false, false);
        let mut reads_name = false;
        let mut read = |name: SsaName| {
            reads_name = true;
            match self.get(name) {
                Value::Undefined => undefined = true,
                Value::Constant(..) => {
                    constant = true;
                    all_undefined = false;
                }
                Value::Varying => all_undefined = false,
            }
            fixed |= self.settled.get(name.0 as usize).copied().unwrap_or(true);
        };
        f.for_each_used_name(unit, stmt, &mut read);
        f.for_each_read(stmt, &mut |op| {
            constant |= op.constant().is_some() || unit.addressed(op).is_some();
        });
        if let StmtKind::Assign { code: TreeCode::Single, rhs, .. } = data.kind
            && (rhs[0].constant().is_some() || !reads_name && unit.addressed(rhs[0]).is_some())
        {
            return Likely::Constant;
        }
        all_undefined &= !constant;
        if undefined && all_undefined {
            return Likely::Undefined;
        }
        if undefined && let StmtKind::Assign { code, rhs, .. } = data.kind {
            use TreeCode::*;
            if matches!(code, Plus | Minus | PointerPlus | BitXor)
                || unit.addressed(rhs[0]).is_some()
            {
                return Likely::Undefined;
            }
        }
        if undefined || constant || fixed || data.flags.intersects(StmtFlags::VUSE) {
            return Likely::Constant;
        }
        Likely::Varying
    }

    fn evaluate(
        &mut self,
        unit: &mut Unit,
        f: &Function,
        stmt: StmtId,
        dump: &mut Dump<'_>,
    ) -> Value {
        let likely = self.likely(unit, f, stmt);
        if dump.details() {
            let word = match likely {
                Likely::Undefined => "UNDEFINED",
                Likely::Constant => "CONSTANT",
                Likely::Varying => "VARYING",
            };
            putln!(dump, "which is likely {word}");
        }
        if likely == Likely::Undefined {
            return Value::Undefined;
        }
        if likely == Likely::Varying {
            // Only how a place is aligned may still be known.
            let place = matches!(f.stmts[stmt].kind, StmtKind::Call(_))
                || matches!(f.stmts[stmt].kind, StmtKind::Assign { code: TreeCode::Single, rhs, .. }
                    if unit.addressed(rhs[0]).is_some());
            let bits = (self.bits && place).then(|| self.evaluate_bits(unit, f, stmt)).flatten();
            return bits.unwrap_or(Value::Varying);
        }
        let mut copied = Value::Varying;
        match self.fold_to_value(unit, f, stmt, dump) {
            // A copy of what may still change would go stale: the statement need not be visited again when it does.
            Some(Operand::Ssa(name)) if self.settled[name.0 as usize] => {
                let value = self.get(name);
                if value != Value::Varying {
                    return value;
                }
                if !f.names[name].has(NameFlags::ABNORMAL) {
                    copied = Value::Constant(Operand::Ssa(name), -1);
                }
            }
            Some(Operand::Ssa(_)) | None => {}
            Some(op) => return Value::Constant(op, 0),
        }
        match self.bits.then(|| self.evaluate_bits(unit, f, stmt)).flatten() {
            Some(value) if value != Value::Varying => value,
            _ => copied,
        }
    }

    /// The value a statement computes from the constants its operands have (`ccp_fold`).
    fn fold_to_value(
        &self,
        unit: &mut Unit,
        f: &Function,
        stmt: StmtId,
        dump: &mut Dump<'_>,
    ) -> Option<Operand> {
        // The statement is visited again when an operand's value falls, but not when something after an operand's
        // definition does: further off only what will not change any more may be used (`valueize_op_1`).
        let settled = |name: SsaName| self.settled.get(name.0 as usize).copied().unwrap_or(true);
        let known = |name: SsaName| self.constant_of(name).unwrap_or(Operand::Ssa(name));
        let operands = |name: SsaName| Some(known(name));
        let valueize = |name: SsaName| settled(name).then(|| known(name));
        let value = match &f.stmts[stmt].kind {
            StmtKind::Switch(switch) => match switch.index {
                Operand::Ssa(name) => self.constant_of(name)?,
                index => index,
            },
            StmtKind::Call(_) => return self.fold_call(unit, f, stmt),
            StmtKind::Assign { code: TreeCode::Single, rhs, .. } => match rhs[0] {
                Operand::Const(_) => rhs[0],
                Operand::Ssa(name) => known(name),
                op if unit.addressed(op).is_some() => self.constant_address(unit, f, op)?,
                op => {
                    let known = self.with_constants(unit, op);
                    match tree_ssa::fold::gimple_fold::memory_constant(unit, f, known) {
                        Some(value) => value,
                        None => {
                            simplify_stmt_with(unit, f, &self.options, &operands, &valueize, stmt)?
                                .as_value()?
                        }
                    }
                }
            },
            StmtKind::Assign { code: TreeCode::PointerPlus, rhs, .. }
                if let Some(moved) = self.moved_address(unit, f, [rhs[0], rhs[1]]) =>
            {
                return Some(moved);
            }
            _ => simplify_stmt_with(unit, f, &self.options, &operands, &valueize, stmt)?
                .as_value()?,
        };
        let constant = value.constant().is_some() || unit.addressed(value).is_some();
        let operation = matches!(
            f.stmts[stmt].kind,
            StmtKind::Assign { code, .. } if code != TreeCode::Single
        );
        if dump.details() && constant && operation {
            let text = tree_ssa::dump_text::stmt(unit, f, stmt);
            let right = text.split_once(" = ").map_or(text.as_str(), |parts| parts.1);
            let value = tree_ssa::dump_text::operand(unit, f, value);
            putln!(dump, "Match-and-simplified {} to {value}", right.trim_end_matches(';'));
        }
        Some(value)
    }

    /// An address that is a constant, a constant number of bytes further on.
    fn moved_address(&self, unit: &mut Unit, f: &Function, sum: [Operand; 2]) -> Option<Operand> {
        let [address, by] = sum.map(|op| match op {
            Operand::Ssa(name) => self.constant_of(name).unwrap_or(op),
            op => op,
        });
        let object = unit.addressed(address)?;
        let ty = unit.type_of(f, address);
        if unit.is_zero(by) {
            return Some(address);
        }
        let place = moved_address(unit, f, object, ty, by)?;
        Some(Operand::Tree(unit.trees.add(TreeKind::Addr(place), ty)))
    }

    /// A reference or address with the names in it that are constants replaced.
    fn with_constants(&self, unit: &mut Unit, op: Operand) -> Operand {
        unit.replace_ssa(op, &mut |name| self.constant_of(name))
    }

    /// An address that is a constant once known values are put in: then it is reckoned from its object.
    fn constant_address(&self, unit: &mut Unit, f: &Function, op: Operand) -> Option<Operand> {
        let known = self.with_constants(unit, op);
        let mut open = false;
        unit.for_each_ssa(known, &mut |_| open = true);
        if open || known == op {
            return (!open).then_some(known);
        }
        let (object, ty) = (unit.addressed(known)?, unit.type_of(f, known));
        let sizetype = unit.common.sizetype;
        let nothing = unit.int(sizetype, 0);
        let place = moved_address(unit, f, object, ty, nothing)?;
        Some(Operand::Tree(unit.trees.add(TreeKind::Addr(place), ty)))
    }

    /// Calls whose result is an argument or known.
    fn fold_call(&self, unit: &mut Unit, f: &Function, stmt: StmtId) -> Option<Operand> {
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { return None };
        let builtin = call_effects::callee_builtin(unit, call)?;
        let known = |op: Operand| match op {
            Operand::Ssa(name) => self.constant_of(name),
            op => Some(op),
        };
        match builtin {
            Builtin::Expect => known(*call.args.first()?).filter(|op| op.constant().is_some()),
            _ => value_of_call(unit, f, &self.options, &|name| self.constant_of(name), stmt),
        }
    }

    fn evaluate_bits(&self, unit: &mut Unit, f: &Function, stmt: StmtId) -> Option<Value> {
        let (code, ty, ops) = match f.stmts[stmt].kind {
            StmtKind::Assign { lhs, code, rhs } => (code, unit.type_of(f, lhs), rhs),
            StmtKind::Cond { code, lhs, rhs, .. } => {
                (code, unit.common.bool_, [lhs, rhs, Operand::None])
            }
            StmtKind::Call(ref call) => {
                let ty = unit.type_of(f, call.lhs);
                return Some(bits_value(unit, ty, address_bits::of_result(unit, call)?));
            }
            _ => return None,
        };
        // Wider ones, and what is no integer, are not looked at.
        unit.types.precision(ty).filter(|&bits| bits <= 64)?;
        let a = self.bits_of(unit, f, ops[0])?;
        let b = if ops[1].is_some() { self.bits_of(unit, f, ops[1]) } else { None };
        let result = known_bits::evaluate(unit, code, ty, a, b, unit.type_of(f, ops[0]))?;
        Some(bits_value(unit, ty, result))
    }

    fn bits_of(&self, unit: &Unit, f: &Function, op: Operand) -> Option<KnownBits> {
        let ty = unit.type_of(f, op);
        unit.types.precision(ty)?;
        let unknown = || KnownBits::unknown(unit, ty);
        Some(match op {
            Operand::Const(_) => KnownBits::constant(unit.as_int(op)?),
            Operand::Ssa(name) => match self.get(name) {
                Value::Constant(op, mask) => match unit.as_int(op) {
                    Some(value) => KnownBits { value, mask },
                    None => address_bits::of_address(unit, op).unwrap_or_else(unknown),
                },
                _ => unknown(),
            },
            _ => address_bits::of_address(unit, op).unwrap_or_else(unknown),
        })
    }
}

/// The constant or copy a value is, if all its bits are known.
fn constant_in(value: Value) -> Option<Operand> {
    match value {
        Value::Constant(op, mask) if mask == 0 || op.constant().is_none() => Some(op),
        _ => None,
    }
}

fn hexadecimal(value: i128) -> String {
    if value < 0 && value >= i128::from(i64::MIN) {
        format!("{:#x}", value as i64)
    } else {
        format!("{value:#x}")
    }
}

fn bits_value(unit: &mut Unit, ty: TypeId, bits: KnownBits) -> Value {
    if bits.mask == unit.types.wrap(ty, -1) {
        return Value::Varying;
    }
    Value::Constant(unit.int(ty, bits.value & !bits.mask), bits.mask)
}

/// The greatest value below both (`ccp_lattice_meet`).
fn meet(unit: &mut Unit, f: &Function, a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Undefined, other) | (other, Value::Undefined) => match other {
            // The definition of a copied name need not dominate the φ.
            Value::Constant(Operand::Ssa(_), _) => Value::Varying,
            other => other,
        },
        (Value::Varying, _) | (_, Value::Varying) => Value::Varying,
        (Value::Constant(x, m), Value::Constant(y, n)) => {
            if let (Some(v), Some(w)) = (unit.as_int(x), unit.as_int(y)) {
                let ty = unit.type_of(f, x);
                let both = KnownBits { value: v, mask: m }.joined(KnownBits { value: w, mask: n });
                let mask = unit.types.wrap(ty, both.mask);
                if mask == 0 {
                    return a;
                }
                return bits_value(unit, ty, KnownBits { mask, ..both });
            }
            if x == y || operand_equal(unit, x, y) {
                return a;
            }
            // Of different addresses it is known how they are aligned.
            let bits = |unit: &Unit, op: Operand, mask| match unit.as_int(op) {
                Some(value) => Some(KnownBits { value, mask }),
                None => address_bits::of_address(unit, op),
            };
            match (bits(unit, x, m), bits(unit, y, n)) {
                (Some(v), Some(w)) => {
                    let ty = unit.type_of(f, x);
                    let both = v.joined(w);
                    let mask = unit.types.wrap(ty, both.mask);
                    bits_value(unit, ty, KnownBits { mask, ..both })
                }
                _ => Value::Varying,
            }
        }
    }
}

impl Propagator for Ccp {
    /// Whether simulating a statement can tell anything (`surely_varying_stmt_p` negated).
    fn worth_simulating(&self, unit: &Unit, f: &Function, stmt: StmtId) -> bool {
        match &f.stmts[stmt].kind {
            StmtKind::Phi(phi) => !f.names[phi.result].has(NameFlags::VIRTUAL),
            StmtKind::Assign { lhs, .. } => {
                lhs.ssa().is_some() && !f.stmts[stmt].has(StmtFlags::VOLATILE)
            }
            StmtKind::Call(call) => {
                call.lhs.ssa().is_some() && call_effects::callee_builtin(unit, call).is_some()
            }
            StmtKind::Cond { .. } | StmtKind::Switch(_) => true,
            _ => tree_ssa::edit::cfg_edit::ends_block(unit, f, stmt),
        }
    }

    fn begin_name(&mut self, name: SsaName) {
        self.values[name.0 as usize] = Kept::UNDEFINED;
        self.settled[name.0 as usize] = false;
    }

    fn visit_stmt(
        &mut self,
        unit: &mut Unit,
        f: &Function,
        stmt: StmtId,
        dump: &mut Dump<'_>,
    ) -> Outcome {
        if dump.details() {
            let text = tree_ssa::dump_text::stmt(unit, f, stmt);
            putln!(dump, "\nVisiting statement:\n{text}");
        }
        match f.stmts[stmt].kind {
            StmtKind::Cond { .. } | StmtKind::Switch(_) => {
                let value = self.evaluate(unit, f, stmt, dump);
                let Value::Constant(op, 0) = value else { return Outcome::Varying(None) };
                match taken_edge(unit, f, f.stmts[stmt].block, op) {
                    Some(edge) => Outcome::Interesting(None, Some(edge)),
                    None => Outcome::Varying(None),
                }
            }
            StmtKind::Assign { .. } | StmtKind::Call(_) if result_name(f, stmt).is_some() => {
                let value = self.evaluate(unit, f, stmt, dump);
                let name = result_name(f, stmt).unwrap_or(SsaName::NONE);
                let outcome = self.record(unit, f, name, value, dump);
                // The statement is visited again only if something it uses may still change.
                let mut settled = true;
                f.for_each_used_name(unit, stmt, &mut |used| {
                    settled &= self.settled.get(used.0 as usize).copied().unwrap_or(true);
                });
                self.settled[name.0 as usize] |= settled;
                outcome
            }
            _ => {
                if dump.details() {
                    putln!(dump, "No interesting values produced.  Marked VARYING.");
                }
                // What ends a block may define names as well: `asm goto` with outputs.
                f.for_each_write(stmt, &mut |op| {
                    if let Operand::Ssa(name) = op {
                        self.values[name.0 as usize] = Kept::VARYING;
                        self.settled[name.0 as usize] = true;
                    }
                });
                Outcome::Varying(None)
            }
        }
    }

    fn visit_phi(
        &mut self,
        unit: &mut Unit,
        f: &Function,
        phi: StmtId,
        dump: &mut Dump<'_>,
    ) -> Outcome {
        let details = dump.details();
        if details {
            let text = tree_ssa::dump_text::stmt(unit, f, phi);
            putln!(dump, "\nVisiting PHI node: {text}");
        }
        let result = f.phi(phi).result;
        let block = f.stmts[phi].block;
        let mut value = None;
        for index in 0..f.phi(phi).args.len() {
            let (arg, edge) = (f.phi(phi).args[index].value, f.blocks[block].preds[index]);
            let data = &f.edges[edge];
            let executable = data.flags.intersects(EdgeFlags::EXECUTABLE);
            if details {
                let not = if executable { "" } else { "not " };
                putln!(
                    dump,
                    "\tArgument #{index} ({} -> {} {not}executable)",
                    data.src.0,
                    data.dst.0
                );
            }
            if !executable {
                continue;
            }
            let incoming = self.value_of_operand(unit, f, arg);
            value = Some(match value {
                None => incoming,
                Some(known) => meet(unit, f, known, incoming),
            });
            if details {
                let (name, text) =
                    (tree_ssa::dump_text::operand(unit, f, arg), self.text(unit, f, incoming));
                putln!(dump, "\t{name}\tValue: {text}");
            }
            if value == Some(Value::Varying) {
                break;
            }
        }
        let value = value.unwrap_or(Value::Undefined);
        if details {
            let text = self.text(unit, f, value);
            putln!(dump, "\n    PHI node value: {text}\n");
        }
        self.record(unit, f, result, value, dump)
    }
}

impl Ccp {
    fn record(
        &mut self,
        unit: &mut Unit,
        f: &Function,
        name: SsaName,
        value: Value,
        dump: &mut Dump<'_>,
    ) -> Outcome {
        if !self.set(unit, f, name, value, dump) {
            return if self.get(name) == Value::Varying {
                Outcome::Varying(None)
            } else {
                Outcome::NotInteresting
            };
        }
        if self.get(name) == Value::Varying {
            self.settled[name.0 as usize] = true;
            return Outcome::Varying(Some(name));
        }
        Outcome::Interesting(Some(name), None)
    }
}

impl Ccp {
    /// Decides a condition whose bits are all known.
    fn fold_condition(&mut self, cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) -> bool {
        let StmtKind::Cond { .. } = f.stmts[stmt].kind else { return false };
        let Value::Constant(op, 0) = self.evaluate(cx.unit, f, stmt, &mut cx.dump) else {
            return false;
        };
        let Some(truth) = cx.unit.as_int(op) else { return false };
        fold_predicate(cx, f, stmt, truth != 0);
        true
    }
}

impl Values for Ccp {
    fn value_at(
        &mut self,
        _cx: &mut PassContext<'_>,
        _f: &Function,
        name: SsaName,
        _point: Point,
    ) -> Option<Operand> {
        self.constant_of(name)
    }

    fn fold(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        stmt: StmtId,
        _changed: bool,
    ) -> bool {
        self.fold_condition(cx, f, stmt) || keep_to_edges(cx.unit, f, stmt)
    }

    fn is_empty(&self) -> bool {
        !self.found
    }
}
