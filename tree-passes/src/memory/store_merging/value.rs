//! What is stored: constants, what is loaded, and what is easily made of that.

use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::fold_const::constant_bytes;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use tree_ssa::fold::place::Place;

/// How a value is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A constant, or nothing but zeros.
    Constant,
    /// What a load loads.
    Copy,
    /// An operation on bits of what a load loads and another load or a constant.
    Bits(TreeCode),
    /// Any number, put into a bit-field.
    Insert,
    /// The end of a life.
    Clobber,
}

/// A load.
#[derive(Clone, Debug)]
pub struct Load {
    pub stmt: StmtId,
    pub reference: Operand,
    pub place: Place,
    /// All bits are the opposite of what is loaded.
    pub inverted: bool,
}

/// An operand of what is stored.
#[derive(Clone, Debug, Default)]
pub enum Source {
    #[default]
    None,
    Value(Operand),
    Load(Load),
}

impl Source {
    pub fn load(&self) -> Option<&Load> {
        if let Source::Load(load) = self { Some(load) } else { None }
    }

    /// The operand, where it is not loaded.
    pub fn value(&self) -> Option<Operand> {
        if let Source::Value(op) = self { Some(*op) } else { None }
    }
}

/// What is stored.
#[derive(Clone, Debug)]
pub struct Value {
    pub form: Form,
    pub sources: [Source; 2],
    /// All bits are the opposite of what the form says.
    pub inverted: bool,
}

/// The widest bit-field that a number is put into.
const WIDEST: i64 = 64;

/// What is stored to a place, if stores of it are merged.
pub fn stored(unit: &mut Unit, f: &Function, place: &Place, rhs: Operand) -> Option<Value> {
    let simple =
        |form, source| Some(Value { form, sources: [source, Source::None], inverted: false });
    if let Operand::Tree(id) = rhs {
        match unit.trees.kind(id) {
            TreeKind::Clobber(_) => return simple(Form::Clobber, Source::None),
            TreeKind::Constructor(elements) if elements.is_empty() => {
                return simple(Form::Constant, Source::Value(rhs));
            }
            _ => return None,
        }
    }
    if place.size > WIDEST {
        let scalar = rhs.constant().is_some_and(|id| is_number(unit, id));
        return scalar.then(|| simple(Form::Constant, Source::Value(rhs))).flatten();
    }
    let Operand::Ssa(name) = rhs else {
        let number = rhs.constant().filter(|&id| is_number(unit, id))?;
        return simple(Form::Constant, Source::Value(Operand::Const(number)));
    };
    let mut def = f.names[name].def.expand()?;
    let StmtKind::Assign { .. } = f.stmts[def].kind else { return None };
    if let Some(load) = loaded(unit, f, place, def) {
        return simple(Form::Copy, Source::Load(load));
    }
    let mut inverted = false;
    if let Some((TreeCode::BitNot, [Operand::Ssa(inner), ..])) = operation(f, def)
        && let Some(deeper) = f.names[inner].def.expand()
        && operation(f, deeper).is_some()
    {
        (inverted, def) = (true, deeper);
    }
    if let Some((code, [a, b, _])) = operation(f, def)
        && matches!(code, TreeCode::BitAnd | TreeCode::BitIor | TreeCode::BitXor)
        && let Some(a) = loaded_name(unit, f, place, a)
        && let Some(b) = loaded_or_constant(unit, f, place, b)
    {
        return Some(Value { form: Form::Bits(code), sources: [Source::Load(a), b], inverted });
    }
    if place.is_bytes() {
        return None;
    }
    let whole = match operation(f, def) {
        // What is made a number of the bit-field's type is put there without.
        Some((TreeCode::Nop, [inner @ Operand::Ssa(_), ..]))
            if !inverted && unit.types.is_integral(unit.type_of(f, inner)) =>
        {
            inner
        }
        _ => rhs,
    };
    simple(Form::Insert, Source::Value(whole))
}

/// Whether a constant can be written as bytes.
fn is_number(unit: &Unit, id: gimple::constant::ConstId) -> bool {
    !matches!(unit.consts[id].value, ConstValue::String(_)) && constant_bytes(unit, id).is_some()
}

/// The operation that a statement does.
pub fn operation(f: &Function, stmt: StmtId) -> Option<(TreeCode, [Operand; 3])> {
    match f.stmts[stmt].kind {
        StmtKind::Assign { lhs: Operand::Ssa(_), code, rhs } => Some((code, rhs)),
        _ => None,
    }
}

fn loaded_name(unit: &mut Unit, f: &Function, place: &Place, op: Operand) -> Option<Load> {
    let def = f.names[op.ssa()?].def.expand()?;
    loaded(unit, f, place, def)
}

fn loaded_or_constant(unit: &mut Unit, f: &Function, place: &Place, op: Operand) -> Option<Source> {
    match op {
        Operand::Const(id) => is_number(unit, id).then_some(Source::Value(op)),
        _ => Some(Source::Load(loaded_name(unit, f, place, op)?)),
    }
}

/// The load that a statement is, or that it inverts: of as many bits as the place has, as far from whole bytes, and with as much
/// around them that may be touched (`handled_load`).
fn loaded(unit: &mut Unit, f: &Function, place: &Place, stmt: StmtId) -> Option<Load> {
    let (code, rhs) = operation(f, stmt)?;
    if code == TreeCode::BitNot {
        let load = loaded_name(unit, f, place, rhs[0])?;
        return (!load.inverted).then_some(Load { inverted: true, ..load });
    }
    let reads = f.stmts[stmt].vuse.is_some() && !f.stmts[stmt].has(StmtFlags::VOLATILE);
    if code != TreeCode::Single || !reads || !unit.is_memory_operand(rhs[0]) {
        return None;
    }
    let from = Place::of(unit, f, rhs[0])?;
    let fits = from.size == place.size
        && (from.pos - place.pos) % 8 == 0
        && from.pos - from.region.0 >= place.pos - place.region.0
        && from.region.1 - from.pos >= place.region.1 - place.pos;
    fits.then_some(Load { stmt, reference: rhs[0], place: from, inverted: false })
}

/// How many of the statements that make a value stay when the store is merged, since others use what they compute
/// (`count_multiple_uses`).
pub fn kept(f: &Function, value: &Value, rhs: Operand) -> usize {
    match (value.form, rhs) {
        (Form::Copy | Form::Bits(_), Operand::Ssa(name)) => kept_below(f, name, false),
        (Form::Insert, Operand::Ssa(name)) => usize::from(!f.has_single_use(name)),
        _ => 0,
    }
}

/// Statements that define a name and what it is made of, down to loads, and that stay. `used` if the user of the name stays.
fn kept_below(f: &Function, name: SsaName, used: bool) -> usize {
    let used = used || !f.has_single_use(name);
    let Some((code, rhs)) = f.names[name].def.expand().and_then(|def| operation(f, def)) else {
        return 0;
    };
    let below: usize = match code {
        TreeCode::BitNot | TreeCode::BitAnd | TreeCode::BitIor | TreeCode::BitXor => {
            rhs.iter().filter_map(|op| op.ssa()).map(|inner| kept_below(f, inner, used)).sum()
        }
        _ => 0,
    };
    below + usize::from(used)
}
