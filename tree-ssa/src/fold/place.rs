//! Where stores and loads are: which bits, counted from what. `store-merging` and `bswap` look for those side by side.
//!
//! ```text
//!   p_1->s.b        bits 32 to 63 from p_1
//!   a[i_2].c        bits 0 to 7 from &a + (sizetype) i_2 * 4
//! ```

use crate::analyses::alias::may_be_aliased;
use crate::dump_text;
use crate::edit::Cursor;
use crate::graph::analyses;
use crate::graph::dominance::Dominators;
use dumps::put;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::operand_equal::operand_equal;
use gimple::stmt::StmtId;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{FieldId, TypeId, TypeKind};
use gimple::unit::Unit;
use smallvec::SmallVec;
use std::fmt::Write;

/// Members of a record whose bit-fields are looked at: which lie beside one another is asked of all of them for each store.
const MAX_MEMBERS: usize = 256;

/// What bits are counted from: where a pointer leads, or the start of a variable, and variable indices times sizes of elements.
#[derive(Clone, Debug)]
pub struct Address {
    pub pointer: Operand,
    pub terms: SmallVec<[(Operand, u64); 1]>,
}

impl Address {
    pub fn same(&self, unit: &Unit, other: &Address) -> bool {
        operand_equal(unit, self.pointer, other.pointer) && self.terms == other.terms
    }

    /// The address as an operand, computed where the cursor is.
    pub fn compute(&self, at: &mut Cursor, unit: &mut Unit, f: &mut Function) -> Operand {
        let sizetype = unit.common.sizetype;
        let mut sum = Operand::None;
        for &(index, size) in &self.terms {
            let mut term = index;
            if unit.type_of(f, index) != sizetype {
                term = at.temporary(unit, f, sizetype, TreeCode::Nop, [index]);
            }
            if size != 1 {
                let size = unit.int(sizetype, size.into());
                term = at.temporary(unit, f, sizetype, TreeCode::Mult, [term, size]);
            }
            sum = match sum {
                Operand::None => term,
                _ => at.temporary(unit, f, sizetype, TreeCode::Plus, [sum, term]),
            };
        }
        if sum.is_none() {
            return self.pointer;
        }
        let ty = unit.type_of(f, self.pointer);
        at.temporary(unit, f, ty, TreeCode::PointerPlus, [self.pointer, sum])
    }

    /// The address as an expression, for a dump.
    pub fn text(&self, unit: &Unit, f: &Function) -> String {
        let mut text = dump_text::operand(unit, f, self.pointer);
        for &(index, size) in &self.terms {
            let is_offset = unit.type_of(f, index) == unit.common.sizetype;
            let cast = if is_offset { "" } else { "(sizetype) " };
            put!(text, " + {cast}{}", dump_text::operand(unit, f, index));
            if size != 1 {
                put!(text, " * {size}");
            }
        }
        text
    }
}

/// Bits of an object. Those of the region may be written along with them: they are other bit-fields beside a bit-field, or the
/// rest of the bytes.
#[derive(Clone, Debug)]
pub struct Place {
    pub base: Address,
    pub pos: i64,
    pub size: i64,
    pub region: (i64, i64),
}

impl Place {
    pub fn end(&self) -> i64 {
        self.pos + self.size
    }

    /// Whether there are whole bytes.
    pub fn is_bytes(&self) -> bool {
        self.pos % 8 == 0 && self.size % 8 == 0
    }

    /// Where a reference is, if that can be said and written about (`mem_valid_for_store_merging`).
    pub fn of(unit: &mut Unit, f: &Function, reference: Operand) -> Option<Place> {
        let ty = unit.type_of(f, reference);
        let mut size = unit.types.bits(ty);
        let (mut pos, mut bits, mut terms) = (0i64, None, SmallVec::new());
        let mut op = reference;
        let pointer = loop {
            let id = match op {
                Operand::Decl(decl) => {
                    if !terms.is_empty() && !may_be_aliased(unit, decl) {
                        return None;
                    }
                    let ty = unit.decls[decl].ty;
                    break unit.address_of(op, ty);
                }
                Operand::Tree(id) => id,
                _ => return None,
            };
            op = match *unit.trees.kind(id) {
                TreeKind::ComponentRef { base, field } => {
                    let data = unit.types.field(field);
                    if data.is_bitfield {
                        let record = unit.type_of(f, base);
                        if unit.types.fields(record).len() > MAX_MEMBERS {
                            return None;
                        }
                        size = Some(data.bit_size as i64);
                        bits = Some(region_of(unit, record, field, pos));
                    }
                    pos = pos.checked_add(data.bit_offset as i64)?;
                    base
                }
                TreeKind::ArrayRef { base, index } => {
                    let element = unit.types.size(unit.trees[id].ty)?;
                    match unit.as_int(index) {
                        Some(index) => {
                            let by = i64::try_from(index.checked_mul(8 * i128::from(element))?);
                            pos = pos.checked_add(by.ok()?)?;
                        }
                        None => terms.push((index, element)),
                    }
                    base
                }
                TreeKind::BitFieldRef { base, size: wide, pos: by } => {
                    size = Some(if op == reference { i64::from(wide) } else { size? });
                    pos = pos.checked_add(i64::try_from(by).ok()?)?;
                    base
                }
                TreeKind::ViewConvert(base) => base,
                TreeKind::MemRef { base, offset, .. } => {
                    pos = pos.checked_add(offset.checked_mul(8)?)?;
                    match unit.addressed(base) {
                        Some(object @ Operand::Decl(_)) => object,
                        Some(_) => return None,
                        None => break base,
                    }
                }
                _ => return None,
            };
            if unit.types.is_reversed(unit.type_of(f, op)) {
                return None;
            }
        };
        let size = size.filter(|&size| size > 0)?;
        let end = pos.checked_add(size)?;
        let region = match bits {
            Some((before, after)) => (pos - before, pos + after),
            None => (pos.div_euclid(8) * 8, (end + 7).div_euclid(8) * 8),
        };
        Some(Place { base: Address { pointer, terms }, pos, size, region })
    }
}

/// The last of some statements that is in the innermost block; their blocks dominate one another, and there are some.
pub fn innermost(f: &mut Function, stmts: &[StmtId]) -> StmtId {
    let tree = analyses::analysis::<Dominators>(f);
    let mut found = stmts[0];
    for &stmt in &stmts[1..] {
        if tree.dominated_by(f.stmts[stmt].block, f.stmts[found].block) {
            found = stmt;
        }
    }
    found
}

/// How many bits before the start of a reference, and after it, the bit-fields reach that may be written along with one.
/// `pos` is how far within the bit-field the reference starts.
fn region_of(unit: &Unit, record: TypeId, field: FieldId, pos: i64) -> (i64, i64) {
    let (first, last) = unit.types.bit_field_run(record, field);
    let own = unit.types.field(field).bit_offset as i64 + pos;
    (own - first as i64, last as i64 - own)
}

/// The type of pointers through which an access may alias what a reference may (`reference_alias_ptr_type`).
pub fn alias_pointer(unit: &mut Unit, f: &Function, reference: Operand) -> TypeId {
    let mut op = reference;
    let mut within = reference;
    // Bit-fields, and what is seen as another type, have no type of their own for that.
    while let Operand::Tree(id) = op {
        match *unit.trees.kind(id) {
            TreeKind::ComponentRef { base, field } => {
                let ty = unit.type_of(f, base);
                let union = matches!(unit.types.kind(ty), TypeKind::Union { .. });
                if union || unit.types.field(field).is_bitfield {
                    within = base;
                }
                op = base;
            }
            TreeKind::BitFieldRef { base, .. } | TreeKind::ViewConvert(base) => {
                within = base;
                op = base;
            }
            TreeKind::ArrayRef { base, .. }
            | TreeKind::Realpart(base)
            | TreeKind::Imagpart(base) => op = base,
            TreeKind::MemRef { alias_ptr, .. } => {
                let pointee = unit.types.pointee(alias_ptr).unwrap_or(TypeId::NONE);
                let own = unit.type_of(f, within);
                if within == op || !unit.types.same_main(pointee, unit.trees[id].ty) {
                    return alias_ptr;
                }
                let own = unit.types.main_variant(own);
                return unit.types.pointer_to(own);
            }
            _ => break,
        }
    }
    let ty = unit.type_of(f, within);
    let ty = unit.types.main_variant(ty);
    unit.types.pointer_to(ty)
}
