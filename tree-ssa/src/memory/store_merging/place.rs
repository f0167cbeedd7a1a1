//! Where stores and loads are: which bits, counted from what.
//!
//! ```text
//!   p_1->s.b        bits 32 to 63 from p_1
//!   a[i_2].c        bits 0 to 7 from &a + (sizetype) i_2 * 4
//! ```

use crate::dump_text;
use crate::memory::alias::may_be_aliased;
use gimple::function::Function;
use gimple::operand_equal::operand_equal;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{FieldId, TypeId};
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

    /// The address as an expression, for a dump.
    pub fn text(&self, unit: &Unit, f: &Function) -> String {
        let mut text = dump_text::operand(unit, f, self.pointer);
        for &(index, size) in &self.terms {
            let is_offset = unit.type_of(f, index) == unit.common.sizetype;
            let cast = if is_offset { "" } else { "(sizetype) " };
            // Writing to a string can't fail.
            let _ = write!(text, " + {cast}{}", dump_text::operand(unit, f, index));
            if size != 1 {
                let _ = write!(text, " * {size}");
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
            Some((before, behind)) => (pos - before, pos + behind),
            None => (pos.div_euclid(8) * 8, (end + 7).div_euclid(8) * 8),
        };
        Some(Place { base: Address { pointer, terms }, pos, size, region })
    }
}

/// How many bits before the start of a reference, and behind it, the bit-fields reach that may be written along with one.
/// `pos` is how far within the bit-field the reference starts.
fn region_of(unit: &Unit, record: TypeId, field: FieldId, pos: i64) -> (i64, i64) {
    let (first, last) = unit.types.bit_field_run(record, field);
    let own = unit.types.field(field).bit_offset as i64 + pos;
    (own - first as i64, last as i64 - own)
}
