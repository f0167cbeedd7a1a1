//! Keys of memory references: two references with equal keys are of the same place, as the same type of value.

use super::Numbering;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::stmt::StmtKind;
use gimple::tree::{CtorIndex, Operand, TreeKind};
use gimple::types::{TypeId, TypeKind};
use gimple::unit::Unit;
use smallvec::{SmallVec, smallvec};
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Base;
use tree_ssa::analyses::alias::Oracle;

/// A reference as words.
pub type RefKey = SmallVec<[u64; 8]>;

/// Follows a pointer through its value and constant offsets; the bytes passed over are added to `bits`.
pub fn resolve(
    numbering: &Numbering,
    unit: &Unit,
    f: &Function,
    pointer: Operand,
    bits: &mut i64,
) -> (Base, bool) {
    let mut op = numbering.value_of(pointer);
    for _ in 0..8 {
        if unit.addressed(op).is_some() {
            let (base, offset) = tree_ssa::analyses::alias::reference::pointed_to(unit, f, op);
            return match offset {
                Some(more) => {
                    *bits = bits.saturating_add(more);
                    match base {
                        Base::Pointer(inner) if inner != op => {
                            op = numbering.value_of(inner);
                            continue;
                        }
                        base => (base, true),
                    }
                }
                None => (base, false),
            };
        }
        let Operand::Ssa(name) = op else { break };
        let Some(def) = f.names[name].def.expand() else { break };
        let StmtKind::Assign { code: TreeCode::PointerPlus, rhs, .. } = f.stmts[def].kind else {
            break;
        };
        let Some(step) = unit.as_int(numbering.value_of(rhs[1])) else { break };
        let step = unit.types.wrap(unit.common.ssizetype, step) as i64;
        *bits = bits.saturating_add(step.saturating_mul(8));
        op = numbering.value_of(rhs[0]);
    }
    (Base::Pointer(op), true)
}

/// The access a reference makes, its base pointer replaced by its value.
pub fn access(
    numbering: &Numbering,
    oracle: &Oracle,
    unit: &Unit,
    f: &Function,
    op: Operand,
) -> Access {
    let mut access = oracle.access(unit, f, op);
    if let Base::Pointer(pointer) = access.base {
        let mut bits = access.offset;
        let (base, exact) = resolve(numbering, unit, f, pointer, &mut bits);
        if exact {
            access.base = base;
            access.offset = bits;
        }
    }
    access
}

/// Words that tell apart the types values of which may not stand for each other.
fn type_words(unit: &Unit, ty: TypeId) -> u64 {
    let types = &unit.types;
    match types.kind(ty) {
        TypeKind::Pointer(_) => 1,
        TypeKind::Bool => 2,
        TypeKind::Integer { precision, unsigned } | TypeKind::Enum { precision, unsigned, .. } => {
            4 | u64::from(*unsigned) << 3 | u64::from(*precision) << 8
        }
        _ => 5 | u64::from(types.main_variant(ty).0) << 8,
    }
}

/// One type for all those whose values may stand for each other (`types_compatible_p`).
pub fn canonical_type(unit: &Unit, ty: TypeId) -> TypeId {
    let common = &unit.common;
    match *unit.types.kind(ty) {
        TypeKind::Integer { precision, unsigned } | TypeKind::Enum { precision, unsigned, .. } => {
            match (precision, unsigned) {
                (8, false) => common.schar,
                (8, true) => common.uchar,
                (16, false) => common.short,
                (16, true) => common.ushort,
                (32, false) => common.int,
                (32, true) => common.uint,
                (64, false) => unit.int64(false),
                (64, true) => unit.int64(true),
                _ => unit.types.main_variant(ty),
            }
        }
        TypeKind::Pointer(_) => common.void_ptr,
        _ => unit.types.main_variant(ty),
    }
}

/// One constant for all integers that are equal, whatever names their types have.
pub fn plain_constant(unit: &mut Unit, op: Operand) -> Operand {
    let (Some(id), Some(value)) = (op.constant(), unit.as_int(op)) else { return op };
    let ty = unit.consts[id].ty;
    match canonical_type(unit, ty) {
        plain if plain == ty => op,
        plain => unit.int(plain, value),
    }
}

/// A number that is the operand's alone.
pub fn operand_words(op: Operand) -> u64 {
    match op {
        Operand::None => 0,
        Operand::Ssa(name) => 1 | u64::from(name.0) << 3,
        Operand::Const(id) => 2 | u64::from(id.0) << 3,
        Operand::Decl(id) => 3 | u64::from(id.0) << 3,
        Operand::Tree(id) => 4 | u64::from(id.0) << 3,
    }
}

/// The key of an access, as this type, all bits of which are known.
pub fn exact_key(unit: &Unit, access: &Access, ty: TypeId) -> Option<[u64; 5]> {
    let (kind, base) = match access.base {
        Base::Decl(decl) => (1, u64::from(decl.0)),
        Base::Pointer(pointer) => (2, operand_words(pointer)),
        Base::Unknown => return None,
    };
    let size = access.size.filter(|_| access.is_exact())? as u64;
    Some([kind, base, access.offset as u64, size, type_words(unit, ty)])
}

/// The key of a load or store, which makes this access.
pub fn key(numbering: &Numbering, unit: &Unit, ty: TypeId, op: Operand, access: &Access) -> RefKey {
    if let Some(key) = exact_key(unit, access, ty) {
        return SmallVec::from_slice(&key);
    }
    let mut words: RefKey = smallvec![3, type_words(unit, ty)];
    serialize(&|op| numbering.value_of(op), unit, op, &mut words);
    words
}

/// The key of an address or of a part of a register: its whole structure over the values of its names.
pub fn structural(numbering: &Numbering, unit: &Unit, op: Operand) -> RefKey {
    let mut words: RefKey = smallvec![4];
    let value = |op| numbering.value_of(op);
    let place = unit.addressed(op).filter(|&place| {
        let mut variable = false;
        unit.for_each_ssa(place, &mut |_| variable = true);
        variable
    });
    match place {
        Some(place) => {
            words.push(10);
            serialize_place(&value, unit, place, numbering.after_sizes, &mut words);
        }
        None => serialize(&value, unit, op, &mut words),
    }
    words
}

/// Adds where a place is to a key: parts at constant offsets count by these, whatever their names. Where sizes of objects
/// may still be asked, first parts do not: they are smaller than what they begin.
fn serialize_place<V: Fn(Operand) -> Operand>(
    value: &V,
    unit: &Unit,
    op: Operand,
    first_too: bool,
    words: &mut RefKey,
) {
    let (mut op, mut bytes) = (op, 0i64);
    while let Operand::Tree(id) = op {
        let node = &unit.trees[id];
        let size = || i64::try_from(unit.types.size(node.ty)?).ok();
        let number = |index| i64::try_from(unit.as_int(value(index))?).ok();
        let (inside, further) = match node.kind {
            TreeKind::ComponentRef { base, field } => {
                let field = unit.types.field(field);
                let whole = !field.is_bitfield && field.bit_offset.is_multiple_of(8);
                (base, whole.then_some(field.byte_offset() as i64))
            }
            TreeKind::ArrayRef { base, index } => {
                (base, number(index).zip(size()).and_then(|(index, size)| index.checked_mul(size)))
            }
            TreeKind::MemRef { base, offset, .. } => {
                words.extend([11, offset.wrapping_add(bytes) as u64]);
                return serialize(value, unit, base, words);
            }
            _ => (Operand::None, None),
        };
        let further = further.filter(|&further| first_too || further != 0);
        match further.and_then(|further| bytes.checked_add(further)) {
            Some(sum) => (op, bytes) = (inside, sum),
            None => break,
        }
    }
    words.extend([25, bytes as u64]);
    serialize(value, unit, op, words);
}

/// Adds the whole structure of an operand to a key, each of its leaves as `value` has it.
pub fn serialize<V: Fn(Operand) -> Operand>(
    value: &V,
    unit: &Unit,
    op: Operand,
    words: &mut RefKey,
) {
    let Operand::Tree(id) = op else {
        let op = value(op);
        match (op.constant(), unit.as_int(op)) {
            (Some(id), Some(value)) => {
                let ty = canonical_type(unit, unit.consts[id].ty);
                words.extend([24, u64::from(ty.0), value as u64, (value >> 64) as u64]);
            }
            _ => words.push(operand_words(op)),
        }
        return;
    };
    let node = &unit.trees[id];
    let main = u64::from(unit.types.main_variant(node.ty).0);
    match node.kind {
        TreeKind::Addr(inner) => {
            // The address does not depend on the type it points to.
            words.push(10);
            serialize(value, unit, inner, words);
        }
        TreeKind::MemRef { base, offset, .. } => {
            words.extend([11, offset as u64]);
            serialize(value, unit, base, words);
        }
        TreeKind::ComponentRef { base, field } => {
            words.extend([12, u64::from(field.0)]);
            serialize(value, unit, base, words);
        }
        TreeKind::ArrayRef { base, index } => {
            words.extend([13, main]);
            serialize(value, unit, index, words);
            serialize(value, unit, base, words);
        }
        TreeKind::PlacedComponentRef { base, field, offset, unit: step } => {
            words.extend([20, u64::from(field.0), u64::from(step)]);
            serialize(value, unit, offset, words);
            serialize(value, unit, base, words);
        }
        TreeKind::SizedArrayRef { base, index, size, unit: step } => {
            words.extend([21, main, u64::from(step)]);
            serialize(value, unit, index, words);
            serialize(value, unit, size, words);
            serialize(value, unit, base, words);
        }
        TreeKind::BitFieldRef { base, size, pos } => {
            words.extend([14, u64::from(size), pos, main]);
            serialize(value, unit, base, words);
        }
        TreeKind::ViewConvert(base) => {
            words.extend([15, main]);
            serialize(value, unit, base, words);
        }
        TreeKind::Realpart(base) => {
            words.extend([16, main]);
            serialize(value, unit, base, words);
        }
        TreeKind::Imagpart(base) => {
            words.extend([17, main]);
            serialize(value, unit, base, words);
        }
        TreeKind::TargetMemRef { base, index, step, index2, offset, .. } => {
            words.extend([18, step, offset as u64]);
            for part in [base, index, index2] {
                serialize(value, unit, part, words);
            }
        }
        TreeKind::Constructor(ref elements) => {
            words.extend([23, main, elements.len() as u64]);
            for (index, part) in elements {
                match *index {
                    CtorIndex::None => words.push(0),
                    CtorIndex::Index(index) => words.extend([1, index]),
                    CtorIndex::Field(field) => words.extend([2, u64::from(field.0)]),
                    CtorIndex::Range(first, last) => words.extend([3, first, last]),
                }
                serialize(value, unit, *part, words);
            }
        }
        // Whatever else it is, it equals only itself.
        _ => words.extend([19, u64::from(id.0)]),
    }
}
