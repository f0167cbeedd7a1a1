//! How many bytes one conversion prints.
//!
//! ```text
//!   %s of "ab" or "abcd"      2 to 4
//!   %.3s of any string        0 to 3
//!   %lc                       0 to 6, likely 2
//! ```

use super::super::Strlen;
use super::count::{Bounds, Count, INT_MAX, LONGEST_CHARACTER, Printed, UNBOUNDED, UNKNOWN};
use super::directive::{Conversion, Modifier};
use super::float::Float;
use super::integer::{IntType, Integer};
use super::{LARGEST, Site};
use gimple::code::TreeCode;
use gimple::constant::ConstValue;
use gimple::ssa::SsaName;
use gimple::stmt::StmtKind;
use gimple::tree::Operand;
use gimple::types::TypeId;

/// A conversion and what it converts; nothing where the argument is in a list.
pub struct Argument<'p> {
    pub conversion: &'p Conversion,
    pub width: Bounds,
    pub precision: Bounds,
    pub operand: Option<Operand>,
}

impl Strlen<'_, '_, '_> {
    /// What a conversion prints.
    pub(super) fn converted(&mut self, site: &Site, argument: &Argument) -> Printed {
        match argument.conversion.letter {
            b'%' => Printed::exactly(1),
            b'n' => Printed::exactly(0),
            b'c' | b'C' => self.printed_character(site, argument),
            b's' | b'S' => self.printed_string(site, argument),
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' => self.integer(site, argument),
            _ => self.float(site, argument),
        }
    }

    fn float(&mut self, site: &Site, argument: &Argument) -> Printed {
        let &Argument { conversion, width, precision, operand } = argument;
        let modifiers = [Modifier::None, Modifier::Long, Modifier::LongLong, Modifier::LongDouble];
        if !modifiers.contains(&conversion.modifier) {
            return Printed::unknown();
        }
        let float = Float { conversion, width, precision, level: site.level };
        let unit = &*self.cx.unit;
        let ty = if float.is_long() { unit.common.long_double } else { unit.common.double };
        let value = operand.and_then(Operand::constant).and_then(|id| {
            let constant = &unit.consts[id];
            let ConstValue::Real(bits) = constant.value else { return None };
            let double = bits.to_f64();
            // A `long double` with more digits counts as not known.
            let exact = gimple::constant::RealBits::from_f64(double) == bits;
            (exact && unit.types.main_variant(constant.ty) == ty).then_some(double)
        });
        value.map_or_else(|| float.any(), |value| float.constant(value))
    }

    /// The type of integers that a conversion says its argument has.
    fn integer_type(&self, conversion: &Conversion) -> IntType {
        let common = &self.cx.unit.common;
        let bits_of = |ty| self.cx.unit.types.precision(ty).unwrap_or(64);
        let bits = match conversion.modifier {
            Modifier::None => bits_of(common.int),
            Modifier::Char => bits_of(common.schar),
            Modifier::Short => bits_of(common.short),
            Modifier::Long => bits_of(common.long),
            Modifier::Size | Modifier::Ptrdiff => bits_of(common.size_t),
            Modifier::LongLong | Modifier::LongDouble | Modifier::Intmax => 64,
        };
        IntType { bits, signed: conversion.is_signed() }
    }

    fn integer(&mut self, site: &Site, argument: &Argument) -> Printed {
        let &Argument { conversion, width, precision, operand } = argument;
        let ty = self.integer_type(conversion);
        let integer = Integer { conversion, ty, width, precision, level: site.level };
        let Some(operand) = operand else { return integer.of_range(ty, ty.range(), false) };
        if let Some(value) = self.cx.unit.as_int(operand) {
            return integer.constant(value);
        }
        let Some(own) = self.type_of_argument(self.cx.unit.type_of(site.f, operand)) else {
            return Printed::unknown();
        };
        let Operand::Ssa(name) = operand else { return integer.of_range(own, own.range(), false) };
        let range = self.bounds(site.f, operand, site.stmt);
        if let Some(range) = range.filter(|&range| range != own.range()) {
            return integer.of_range(own, range, true);
        }
        let own = self.before_promotion(site, name).unwrap_or(own);
        integer.of_range(own, own.range(), false)
    }

    /// The type of integers that an argument is of: a pointer is one without a sign.
    pub(super) fn type_of_argument(&self, ty: TypeId) -> Option<IntType> {
        let types = &self.cx.unit.types;
        if types.is_pointer(ty) {
            return Some(IntType { bits: types.precision(ty)?, signed: false });
        }
        let bits = types.precision(ty).filter(|&bits| types.is_integral(ty) && bits <= 64)?;
        Some(IntType { bits, signed: !types.is_unsigned(ty) })
    }

    /// The type that a name is converted from.
    fn before_promotion(&self, site: &Site, name: SsaName) -> Option<IntType> {
        let def = site.f.names[name].def.expand()?;
        let StmtKind::Assign { code: TreeCode::Nop, rhs, .. } = site.f.stmts[def].kind else {
            return None;
        };
        self.type_of_argument(self.cx.unit.type_of(site.f, rhs[0]))
    }

    fn printed_character(&mut self, site: &Site, argument: &Argument) -> Printed {
        let &Argument { conversion, width, operand, .. } = argument;
        if !conversion.is_wide() {
            return Printed::exactly(1).widened(width, site.level, None);
        }
        let value = operand.and_then(|operand| self.int_range(site, operand));
        let (max, likely, fails) = match value {
            Some((0, 0)) => (0, 0, false),
            // What is negative counts as 0.
            Some((..128, _)) => (1, 1, false),
            _ => (LONGEST_CHARACTER, 2, true),
        };
        let unlikely = if max == 1 { LONGEST_CHARACTER } else { max };
        let mut printed = Printed::of(Count { min: 0, likely, max, unlikely }, true);
        printed.fails = fails;
        printed.widened(width, site.level, None)
    }

    fn printed_string(&mut self, site: &Site, argument: &Argument) -> Printed {
        let &Argument { conversion, width, precision, operand } = argument;
        let wide = conversion.is_wide();
        let length = match operand {
            Some(operand) if !wide => self.length_of_printed(site, operand),
            _ => Printed::unknown(),
        };
        let Bounds { low, high } = precision;
        let mut printed = if length.count.min == length.count.max && length.count.min < UNKNOWN {
            let mut printed = Printed::of(length.count, true);
            let count = &mut printed.count;
            if low < 0 && high > -1 {
                count.min = 0;
            } else if low >= 0 {
                count.min = count.min.min(low as u64);
            }
            if high >= 0 && (high as u64) < count.max {
                (count.max, count.likely, count.unlikely) = (high as u64, high as u64, high as u64);
            }
            printed
        } else if operand.is_some_and(|operand| self.cx.unit.is_zero(operand)) {
            return Printed { null: true, ..Printed::exactly(0) };
        } else {
            cut(length, precision, site.level, wide)
        };
        if wide && length.count.max > 0 {
            printed.fails = true;
        }
        printed.widened(width, site.level, None)
    }

    /// How long a string is (`get_string_length`).
    fn length_of_printed(&mut self, site: &Site, pointer: Operand) -> Printed {
        if !self.cx.unit.types.is_pointer(self.cx.unit.type_of(site.f, pointer)) {
            return Printed::unknown();
        }
        let lengths = self.lengths(site.f, site.stmt, pointer);
        let Some(longest) = lengths.max() else { return Printed::unknown() };
        let (mut min, bound) = (lengths.min(), lengths.bound());
        if min == 0 && bound >= LARGEST - 2 && longest >= LARGEST - 2 {
            return Printed::unknown();
        }
        let unbounded = longest == UNBOUNDED || bound < longest;
        let max = if min > 0 && unbounded { UNBOUNDED } else { bound };
        let known = max < INT_MAX;
        let likely = match (known, min) {
            (true, _) => max,
            (false, 0) => u64::from(site.level > 1),
            (false, min) => min,
        };
        if !known && bound != UNBOUNDED {
            min = 0;
        }
        let unlikely = if unbounded { UNKNOWN } else { max };
        Printed::of(Count { min, likely, max, unlikely }, known)
    }
}

/// What is printed of a string of no one length, with a precision.
fn cut(mut length: Printed, precision: Bounds, level: u32, wide: bool) -> Printed {
    if wide {
        // How many bytes wide characters take is not known.
        length.count.min = 0;
    }
    let mut printed = Printed::of(length.count, false);
    let (count, from) = (&mut printed.count, length.count);
    let some = u64::from(level > 1);
    let Bounds { low, high } = precision;
    if low >= 0 {
        let (low, high) = (low as u64, high as u64);
        count.min = if from.min >= INT_MAX { 0 } else { from.min.min(low) };
        if high < from.max || from.max >= INT_MAX {
            (count.max, count.unlikely) = (high, high);
        }
        count.likely = if low == high {
            low.min(from.max)
        } else if low > 0 {
            count.min
        } else {
            some
        };
    } else if high >= 0 {
        let high = high as u64;
        count.min = 0;
        count.max = count.max.min(high);
        count.likely = if high > 0 { some } else { 0 };
        count.unlikely = count.unlikely.min(high);
    } else if from.min >= INT_MAX {
        *count = Count { min: 0, likely: some, max: UNKNOWN, unlikely: UNKNOWN };
    } else if count.likely >= INT_MAX {
        count.likely = some;
    }
    printed
}
