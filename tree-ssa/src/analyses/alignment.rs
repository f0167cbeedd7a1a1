//! What references are known to be aligned to (`get_object_alignment`).
//!
//! ```text
//!   char a[16];        a[5] is 5 bytes after a multiple of 8
//!   struct S *p_1;     p_1->m is where `m` is in a multiple of what `struct S` is aligned to
//! ```

use gimple::decl::{DeclId, DeclKind, flag};
use gimple::function::Function;
use gimple::options::{Flag, Options};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;

/// A place in memory: so many bits after a multiple of a power of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alignment {
    pub multiple: u64,
    pub misalign: u64,
}

impl Alignment {
    /// What a place so many bits further on is aligned to, in bits.
    pub fn at(self, distance: i64) -> u64 {
        let off = self.misalign.wrapping_add(distance as u64) & (self.multiple - 1);
        if off == 0 { self.multiple } else { off & off.wrapping_neg() }
    }
}

/// What the first bit of a reference is aligned to.
pub fn of(unit: &Unit, f: &Function, options: &Options, reference: Operand) -> Alignment {
    let (mut op, mut offset, mut step) = (reference, 0u64, 1 << 31);
    let base = loop {
        let Operand::Tree(id) = op else {
            let known = op.decl().map_or(8, |decl| 8 * of_variable(unit, options, decl));
            break Alignment { multiple: known, misalign: 0 };
        };
        op = match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, field } => {
                offset = offset.wrapping_add(unit.types.field(field).bit_offset);
                base
            }
            TreeKind::ArrayRef { base, index } => {
                let size = 8 * unit.types.size(unit.trees[id].ty).unwrap_or(1);
                match unit.as_int(index) {
                    Some(index) => offset = offset.wrapping_add((index as u64).wrapping_mul(size)),
                    None if size == 0 => {}
                    None => step = step.min(size & size.wrapping_neg()),
                }
                base
            }
            TreeKind::BitFieldRef { base, pos, .. } => {
                offset = offset.wrapping_add(pos);
                base
            }
            TreeKind::Imagpart(base) => {
                let part = unit.types.size(unit.trees[id].ty).unwrap_or(1);
                offset = offset.wrapping_add(8 * part);
                base
            }
            TreeKind::ViewConvert(base) | TreeKind::Realpart(base) => base,
            TreeKind::MemRef { base, offset: more, .. }
            | TreeKind::TargetMemRef {
                base,
                index: Operand::None,
                index2: Operand::None,
                offset: more,
                ..
            } => {
                offset = offset.wrapping_add((more as u64).wrapping_mul(8));
                match unit.addressed(base) {
                    Some(object) => object,
                    None => break of_pointer(unit, f, base, id),
                }
            }
            _ => break Alignment { multiple: 8, misalign: 0 },
        };
    };
    let multiple = base.multiple.min(step);
    Alignment { multiple, misalign: base.misalign.wrapping_add(offset) & (multiple - 1) }
}

/// Where a pointer points to: what its low bits are known to be, or else what the type of what it points to says. The
/// latter is of the place that is accessed, so that its offset does not count.
fn of_pointer(
    unit: &Unit,
    f: &Function,
    pointer: Operand,
    reference: gimple::tree::TreeId,
) -> Alignment {
    let zeros = pointer.ssa().map_or(0, |name| f.nonzero_bits.get(name).trailing_zeros().min(28));
    if zeros > 0 {
        return Alignment { multiple: 8 << zeros, misalign: 0 };
    }
    let (TreeKind::MemRef { offset, .. } | TreeKind::TargetMemRef { offset, .. }) =
        *unit.trees.kind(reference)
    else {
        return Alignment { multiple: 8, misalign: 0 };
    };
    let multiple = 8 * u64::from(unit.types.align(unit.trees[reference].ty));
    let misalign = (offset as u64).wrapping_mul(8).wrapping_neg() & (multiple - 1);
    Alignment { multiple, misalign }
}

/// What a variable is aligned to, in bytes. Aggregates begin at a word where it is this unit that lays them out
/// (`LOCAL_ALIGNMENT`, `DATA_ALIGNMENT`).
fn of_variable(unit: &Unit, options: &Options, decl: DeclId) -> u64 {
    let data = &unit.decls[decl];
    let own = data.align.max(unit.types.align(data.ty));
    let ours = data.kind == DeclKind::Var
        && (!data.is_global()
            || unit.symtab_node(decl).is_some_and(|node| node.definition)
                && !data.has(flag::WEAK)
                && (!data.has(flag::PUBLIC) || !unit.interposable && !is_common(options, data)));
    let aggregate = unit.types.is_aggregate(data.ty) && unit.types.size(data.ty) != Some(0);
    u64::from(if ours && aggregate { own.max(unit.target.constant_alignment) } else { own })
}

/// Whether a variable may be that of another unit.
fn is_common(options: &Options, data: &gimple::decl::Decl) -> bool {
    data.extra.as_ref().and_then(|extra| extra.common).unwrap_or(options.on(Flag::Common))
}
