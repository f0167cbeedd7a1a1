//! Layout of structs and unions: offsets, sizes, alignments.
//!
//! The rules are those of the psABI as GCC applies them (`PCC_BITFIELD_TYPE_MATTERS`): a bit-field of declared type `T`
//! may not straddle more units of `T`'s alignment than `T` itself takes, a named one aligns its record as `T` would,
//! and a zero-width one ends the unit of `T` begun before it. `packed` switches all of that off, `#pragma pack` bounds
//! alignments, those that were asked for included.

pub mod bit_units;
pub mod variable;

use gimple::decl::WrittenAttribute;
use gimple::location::Location;
use gimple::symbol::Symbol;
use gimple::types::{Field, FieldId, TypeId, TypeSize, Types};

/// A member as declared, before it has a place.
#[derive(Clone, Debug)]
pub struct Member {
    pub name: Option<Symbol>,
    /// The type its value has: for bit-fields, that of the width.
    pub ty: TypeId,
    /// The type it is declared with.
    pub declared: TypeId,
    /// Width of a bit-field.
    pub width: Option<u32>,
    /// `aligned` or `_Alignas` on the member, in bytes; 0 for none.
    pub align: u32,
    pub packed: bool,
    /// Number of an unnamed member, for dumps.
    pub uid: u32,
    /// Where it is declared.
    pub loc: Location,
    /// Its attributes as written.
    pub written: Vec<WrittenAttribute>,
}

/// What applies to the whole record.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordOptions {
    pub is_union: bool,
    pub packed: bool,
    /// `aligned` on the record, in bytes; 0 for none.
    pub align: u32,
    /// `#pragma pack`, in bytes; 0 for none.
    pub pack: u32,
}

/// The finished layout.
#[derive(Clone, Debug)]
pub struct Layout {
    pub fields: Vec<FieldId>,
    pub size: TypeSize,
    pub align: u32,
    /// The last member is an array of unknown bound.
    pub flexible: bool,
    /// The record is larger than can be addressed.
    pub too_large: bool,
}

struct Placer<'a> {
    types: &'a mut Types,
    options: RecordOptions,
    /// First free bit.
    position: u64,
    /// Greatest extent, for unions.
    extent: u64,
    /// Alignment so far, in bits.
    align: u64,
}

/// What `-fpack-struct` without a number leaves as `pack_struct`: every record is packed.
pub const ALL_PACKED: u32 = u32::MAX;

/// The alignment no member exceeds where no pragma says so, 0 for none: what `-fpack-struct=N` gives.
pub fn default_pack(pack_struct: u32) -> u32 {
    if pack_struct == ALL_PACKED { 0 } else { pack_struct }
}

/// Lays out a record whose members have constant sizes; see [`variable`] for others.
pub fn layout_record(
    types: &mut Types,
    container: TypeId,
    members: &[Member],
    options: RecordOptions,
) -> Layout {
    let mut placer = Placer { types, options, position: 0, extent: 0, align: 8 };
    let mut fields = Vec::with_capacity(members.len());
    let (mut flexible, mut too_large) = (false, false);
    for (index, member) in members.iter().enumerate() {
        if placer.position > 1 << 62 {
            too_large = true;
            break;
        }
        let (bit_offset, bit_size, align) = match member.width {
            Some(width) => placer.place_bitfield(member, width),
            None => match placer.types[member.ty].size {
                TypeSize::Const(size) => placer.place(member, size.saturating_mul(8)),
                TypeSize::Incomplete | TypeSize::Variable => {
                    flexible |= index + 1 == members.len();
                    placer.place(member, 0)
                }
            },
        };
        // Unnamed bit-fields are padding.
        if member.width.is_some() && member.name.is_none() {
            continue;
        }
        fields.push(placer.types.add_field(Field {
            name: member.name,
            ty: member.ty,
            uid: member.uid,
            bit_offset,
            bit_size,
            is_bitfield: member.width.is_some(),
            declared_type: member.declared,
            container,
            align: (align / 8).max(1) as u32,
        }));
    }
    let align = placer.align.max(u64::from(options.align) * 8);
    let extent = placer.position.max(placer.extent);
    let size = TypeSize::Const(round_up(extent, align) / 8);
    Layout { fields, size, align: (align / 8) as u32, flexible, too_large }
}

fn round_up(value: u64, align: u64) -> u64 {
    value.checked_next_multiple_of(align).unwrap_or(value)
}

impl Placer<'_> {
    fn packed(&self, member: &Member) -> bool {
        self.options.packed || member.packed
    }

    fn limited(&self, align: u64) -> u64 {
        if self.options.pack == 0 { align } else { align.min(u64::from(self.options.pack) * 8) }
    }

    fn advance(&mut self, start: u64, bits: u64) {
        let end = start.saturating_add(bits);
        if self.options.is_union {
            self.extent = self.extent.max(end);
            self.position = 0;
        } else {
            self.position = end;
        }
    }

    fn place(&mut self, member: &Member, bits: u64) -> (u64, u64, u64) {
        let natural = u64::from(self.types.align(member.ty)) * 8;
        let user = u64::from(member.align) * 8;
        let align = self.limited(if self.packed(member) { 8 } else { natural }.max(user));
        self.align = self.align.max(align);
        let start = round_up(self.position, align);
        self.advance(start, bits);
        (start, bits, align)
    }

    fn place_bitfield(&mut self, member: &Member, width: u32) -> (u64, u64, u64) {
        let type_align = u64::from(self.types.align(member.declared)) * 8;
        let type_size = self.types.size(member.declared).unwrap_or(4) * 8;
        let user = self.limited(u64::from(member.align) * 8);
        let bits = u64::from(width);
        if width == 0 {
            let align = type_align.max(user);
            self.position = round_up(self.position, align);
            self.extent = self.extent.max(self.position);
            return (self.position, 0, align);
        }
        let packed = self.packed(member);
        let mut start = if user > 0 { round_up(self.position, user) } else { self.position };
        if !packed && self.options.pack == 0 {
            // How many units of the type's alignment the field would touch.
            let units = (start % type_align + bits).div_ceil(type_align);
            if units > type_size / type_align {
                start = round_up(start, type_align);
            }
        }
        if member.name.is_some() {
            // Under `#pragma pack` it does not matter whether the field is packed.
            let plain = packed && self.options.pack == 0;
            let align = if plain { 8 } else { self.limited(type_align) };
            self.align = self.align.max(align).max(user);
        }
        self.advance(start, bits);
        (start, bits, user.max(8))
    }
}
