//! The low bits of addresses that follow from how objects are aligned (`get_value_from_alignment`).
//!
//! ```text
//!   int a[4];   p_1 = &a[i_2];        the two low bits of p_1 are 0
//! ```

use crate::effects::call_effects;
use gimple::builtins::Builtin;
use gimple::decl::{DeclId, DeclKind, flag};
use gimple::known_bits::KnownBits;
use gimple::stmt::Call;
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;

/// What the library aligns memory to, and the stack pointer is aligned to, in bytes.
const MALLOC: i128 = 8;
const STACK: i128 = 16;

/// What is known of the bits of an address.
pub fn of_address(unit: &Unit, address: Operand) -> Option<KnownBits> {
    low_bits(unit, address, &|decl| alignment_of(unit, decl, true))
}

/// How a variable is aligned: those that this unit defines as the target likes it, which is settled of static ones when
/// functions are lowered.
pub fn alignment_of(unit: &Unit, decl: DeclId, lowered: bool) -> u32 {
    const REPLACEABLE: u64 = flag::WEAK | flag::COMMON | flag::INTERPOSABLE;
    let data = &unit.decls[decl];
    let own = unit.types.align(data.ty);
    if data.align != 0 {
        return data.align;
    }
    let defined = data.has(flag::STATIC)
        && !data.has(flag::EXTERNAL)
        && data.flags & REPLACEABLE == 0
        && (lowered || data.has(flag::PUBLIC));
    if defined && unit.types.is_aggregate(data.ty) {
        own.max(unit.target.constant_alignment)
    } else {
        own
    }
}

/// What is known of the bits of an address where variables are aligned as `align_of` says.
pub fn low_bits(
    unit: &Unit,
    address: Operand,
    align_of: &dyn Fn(DeclId) -> u32,
) -> Option<KnownBits> {
    let mut op = unit.addressed(address)?;
    let (mut offset, mut step) = (0i128, i128::MAX);
    loop {
        match op {
            Operand::Decl(decl) if unit.decls[decl].kind == DeclKind::Var => {
                let multiple = i128::from(align_of(decl)).min(step);
                return known(offset, multiple);
            }
            Operand::Const(_) => {
                return known(offset, i128::from(unit.target.constant_alignment).min(step));
            }
            Operand::Tree(id) => match *unit.trees.kind(id) {
                TreeKind::MemRef { base, offset: more, .. } => {
                    offset += i128::from(more);
                    op = unit.addressed(base)?;
                }
                TreeKind::ComponentRef { base, field } => {
                    offset += (unit.types.field(field).bit_offset / 8) as i128;
                    op = base;
                }
                TreeKind::ArrayRef { base, index } => {
                    let size = i128::from(unit.types.size(unit.trees[id].ty)?);
                    match unit.as_int(index) {
                        Some(index) => offset += index.checked_mul(size)?,
                        None if size == 0 => {}
                        None => step = step.min(size & -size),
                    }
                    op = base;
                }
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// What is known of the bits of an address that a call returns: of memory it allocates, or of which it is said.
pub fn of_result(unit: &Unit, call: &Call) -> Option<KnownBits> {
    let number = |index: usize| unit.as_int(*call.args.get(index)?);
    match call_effects::callee_builtin(unit, call)? {
        Builtin::Malloc
        | Builtin::Calloc
        | Builtin::Realloc
        | Builtin::Strdup
        | Builtin::Strndup => known(0, MALLOC),
        Builtin::Alloca => known(0, STACK),
        Builtin::AllocaWithAlign => known(0, number(1)? / 8),
        Builtin::AlignedAlloc => known(0, number(0)?),
        Builtin::AssumeAligned if call.args.len() == 2 => known(0, number(1)?),
        Builtin::AssumeAligned => known(number(2)?, number(1)?),
        _ => None,
    }
}

/// A number that lies `offset` after a multiple of a power of two.
fn known(offset: i128, multiple: i128) -> Option<KnownBits> {
    let low = multiple - 1;
    (multiple > 1 && multiple & low == 0)
        .then_some(KnownBits { value: offset & low, mask: !low & i128::from(u64::MAX) })
}
