//! The general evaluator: operations on 128-bit integers, binary128, complex numbers and vectors, whose values are
//! kept as their bytes; and conversions between all of these and the narrow types.

use super::ErrorKind;
use super::shape::Shape;
use crate::code::TreeCode;
use crate::constant::{ConstId, ConstValue, RealBits};
use crate::types::{RealFormat, TypeId, TypeKind, Types};
use crate::unit::Unit;
use rustc_apfloat::ieee::{Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round};
use std::cmp::Ordering;

/// A scalar out of its storage. Reals are computed with in their own format.
#[derive(Clone, Copy, Debug)]
pub(super) enum Num {
    /// Extended to 128 bits by its type's sign (unsigned 128-bit as the bit pattern).
    Int(i128),
    Half(Half),
    Single(f32),
    Double(f64),
    Quad(Quad),
}

type Result<T> = std::result::Result<T, ErrorKind>;

fn unsupported<T>(what: &str) -> Result<T> {
    Err(ErrorKind::Unsupported(what.to_string()))
}

/// A constant as it lies in slots.
pub(super) fn constant_slots(unit: &Unit, id: ConstId) -> Vec<u64> {
    let constant = &unit.consts[id];
    let shape = Shape::of(&unit.types, constant.ty);
    match (&constant.value, shape) {
        (ConstValue::Int(value), Shape::Int { norm, .. }) => vec![norm.apply(*value as u64)],
        (ConstValue::Real(value), Shape::Single) => vec![value.single_bits().into()],
        (ConstValue::Real(value), Shape::Double) => vec![value.double_bits()],
        _ => {
            let mut bytes = vec![0; shape.bytes() as usize];
            constant_bytes(unit, id, &mut bytes);
            to_slots(&bytes)
        }
    }
}

/// Writes a constant as it lies in memory.
pub(super) fn constant_bytes(unit: &Unit, id: ConstId, out: &mut [u8]) {
    let constant = &unit.consts[id];
    match &constant.value {
        ConstValue::Int(value) => write_prefix(out, &value.to_le_bytes(), *value < 0),
        ConstValue::Real(value) => real_bytes(&unit.types, constant.ty, *value, out),
        ConstValue::Complex(re, im) => {
            let half = out.len() / 2;
            let (low, high) = out.split_at_mut(half);
            constant_bytes(unit, *re, low);
            constant_bytes(unit, *im, high);
        }
        ConstValue::Vector(elements) => {
            let size = out.len() / elements.len().max(1);
            for (&element, place) in elements.iter().zip(out.chunks_mut(size.max(1))) {
                constant_bytes(unit, element, place);
            }
        }
        ConstValue::String(text) => {
            let length = text.len().min(out.len());
            out[..length].copy_from_slice(&text[..length]);
        }
    }
}

fn write_prefix(out: &mut [u8], bytes: &[u8], negative: bool) {
    let length = out.len().min(bytes.len());
    out[..length].copy_from_slice(&bytes[..length]);
    out[length..].fill(if negative { 0xff } else { 0 });
}

fn real_bytes(types: &Types, ty: TypeId, value: RealBits, out: &mut [u8]) {
    match types.kind(ty) {
        TypeKind::Real(RealFormat::Half) => {
            write_prefix(out, &value.half_bits().to_le_bytes(), false)
        }
        TypeKind::Real(RealFormat::Single) => {
            write_prefix(out, &value.single_bits().to_le_bytes(), false);
        }
        TypeKind::Real(RealFormat::Double) => {
            write_prefix(out, &value.double_bits().to_le_bytes(), false);
        }
        _ => write_prefix(out, &value.0.to_le_bytes(), false),
    }
}

/// Bytes as slots.
pub(super) fn to_slots(bytes: &[u8]) -> Vec<u64> {
    bytes
        .chunks(8)
        .map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        })
        .collect()
}

/// The value in slots as bytes of memory.
pub(super) fn slot_bytes(slots: &[u64], bytes: usize) -> Vec<u8> {
    slots.iter().flat_map(|slot| slot.to_le_bytes()).take(bytes).collect()
}

/// The scalar in bytes of memory.
fn read(types: &Types, ty: TypeId, bytes: &[u8]) -> Result<Num> {
    let mut word = [0; 16];
    let length = bytes.len().min(16);
    word[..length].copy_from_slice(&bytes[..length]);
    let raw = u128::from_le_bytes(word);
    Ok(match types.kind(ty) {
        TypeKind::Real(RealFormat::Half) => Num::Half(Half::from_bits(raw & 0xffff)),
        TypeKind::Real(RealFormat::Single) => Num::Single(f32::from_bits(raw as u32)),
        TypeKind::Real(RealFormat::Double) => Num::Double(f64::from_bits(raw as u64)),
        TypeKind::Real(RealFormat::Quad) => Num::Quad(Quad::from_bits(raw)),
        _ if types.precision(ty).is_some() => Num::Int(types.wrap(ty, raw as i128)),
        _ => return unsupported("value that is no scalar"),
    })
}

/// Writes a scalar, converted to `ty`, as bytes of memory.
fn write(types: &Types, ty: TypeId, value: Num, out: &mut [u8]) -> Result<()> {
    match convert(types, ty, value)? {
        Num::Int(value) => write_prefix(out, &value.to_le_bytes(), value < 0),
        Num::Half(value) => write_prefix(out, &value.to_bits().to_le_bytes()[..2], false),
        Num::Single(value) => write_prefix(out, &value.to_bits().to_le_bytes(), false),
        Num::Double(value) => write_prefix(out, &value.to_bits().to_le_bytes(), false),
        Num::Quad(value) => write_prefix(out, &value.to_bits().to_le_bytes(), false),
    }
    Ok(())
}

/// A real as a quad, which holds it exactly.
pub(super) fn to_quad(value: Num) -> Quad {
    let mut inexact = false;
    match value {
        Num::Int(value) => Quad::from_i128(value).value,
        Num::Half(value) => value.convert(&mut inexact).value,
        Num::Single(value) => Single::from_bits(value.to_bits().into()).convert(&mut inexact).value,
        Num::Double(value) => quad_from_f64(value),
        Num::Quad(value) => value,
    }
}

/// A double as a quad.
pub(super) fn quad_from_f64(value: f64) -> Quad {
    let mut inexact = false;
    Double::from_bits(value.to_bits().into()).convert(&mut inexact).value
}

/// A quad rounded to a double.
pub(super) fn quad_to_f64(value: Quad) -> f64 {
    RealBits::from_quad(value).to_f64()
}

/// A value converted to a scalar type. Reals out of an integer's range give its nearest value.
fn convert(types: &Types, ty: TypeId, value: Num) -> Result<Num> {
    let TypeKind::Real(format) = *types.kind(ty) else {
        let bits = types.precision(ty).unwrap_or(64);
        let unsigned = types.is_unsigned(ty);
        return Ok(Num::Int(match value {
            Num::Int(value) => types.wrap(ty, value),
            real => {
                let quad = to_quad(real);
                let mut exact = false;
                // Small types are cut from a word, as the machine converts.
                let width = if bits < 32 { 32 } else { bits as usize };
                let wide = if unsigned && bits >= 32 {
                    quad.to_u128_r(width, Round::TowardZero, &mut exact).value as i128
                } else {
                    quad.to_i128_r(width, Round::TowardZero, &mut exact).value
                };
                types.wrap(ty, wide)
            }
        }));
    };
    Ok(real_of(format, value))
}

fn real_of(format: RealFormat, value: Num) -> Num {
    let mut inexact = false;
    match (format, value) {
        (RealFormat::Single, Num::Int(value)) => Num::Single(value as f32),
        (RealFormat::Double, Num::Int(value)) => Num::Double(value as f64),
        (RealFormat::Single, Num::Single(_))
        | (RealFormat::Double, Num::Double(_))
        | (RealFormat::Quad, Num::Quad(_))
        | (RealFormat::Half, Num::Half(_)) => value,
        (RealFormat::Single, Num::Double(value)) => Num::Single(value as f32),
        (RealFormat::Double, Num::Single(value)) => Num::Double(value.into()),
        (RealFormat::Half, _) => Num::Half(to_quad(value).convert(&mut inexact).value),
        (RealFormat::Single, _) => {
            let single: Single = to_quad(value).convert(&mut inexact).value;
            Num::Single(f32::from_bits(single.to_bits() as u32))
        }
        (RealFormat::Double, _) => Num::Double(quad_to_f64(to_quad(value))),
        (RealFormat::Quad, _) => Num::Quad(to_quad(value)),
    }
}

/// An unsigned 128-bit integer becomes a real.
fn unsigned_to_real(format: RealFormat, value: u128) -> Num {
    match format {
        RealFormat::Single => Num::Single(value as f32),
        RealFormat::Double => Num::Double(value as f64),
        _ => real_of(format, Num::Quad(Quad::from_u128(value).value)),
    }
}

/// One scalar operation in type `ty`.
fn arithmetic(types: &Types, ty: TypeId, code: TreeCode, a: Num, b: Num) -> Result<Num> {
    use TreeCode::*;
    if let (Num::Int(a), Num::Int(b)) = (a, b) {
        return Ok(Num::Int(types.wrap(ty, integer(types, ty, code, a, b)?)));
    }
    Ok(match (a, b) {
        (Num::Single(a), Num::Single(b)) => Num::Single(match code {
            Plus => a + b,
            Minus => a - b,
            Mult => a * b,
            Rdiv => a / b,
            Min => a.min(b),
            Max => a.max(b),
            _ => return unsupported(code.name()),
        }),
        (Num::Double(a), Num::Double(b)) => Num::Double(match code {
            Plus => a + b,
            Minus => a - b,
            Mult => a * b,
            Rdiv => a / b,
            Min => a.min(b),
            Max => a.max(b),
            _ => return unsupported(code.name()),
        }),
        _ => {
            let (a, b) = (to_quad(a), to_quad(b));
            let value = match code {
                Plus => (a + b).value,
                Minus => (a - b).value,
                Mult => (a * b).value,
                Rdiv => (a / b).value,
                Min => a.min(b),
                Max => a.max(b),
                _ => return unsupported(code.name()),
            };
            return convert(types, ty, Num::Quad(value));
        }
    })
}

fn integer(types: &Types, ty: TypeId, code: TreeCode, a: i128, b: i128) -> Result<i128> {
    use TreeCode::*;
    let bits = types.precision(ty).unwrap_or(64);
    let unsigned = types.is_unsigned(ty) && bits == 128;
    let count = (b as u32)
        & if bits > 64 {
            127
        } else if bits > 32 {
            63
        } else {
            31
        };
    let rotate = |left: u32| {
        let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
        let value = a as u128 & mask;
        let left = left % bits;
        if left == 0 { value } else { value << left | value >> (bits - left) }
    };
    Ok(match code {
        Plus | PointerPlus => a.wrapping_add(b),
        Minus | PointerDiff => a.wrapping_sub(b),
        Mult => a.wrapping_mul(b),
        TruncDiv | ExactDiv if b == 0 => -1,
        TruncDiv | ExactDiv if unsigned => (a as u128 / b as u128) as i128,
        TruncDiv | ExactDiv => a.wrapping_div(b),
        TruncMod if b == 0 => a,
        TruncMod if unsigned => (a as u128 % b as u128) as i128,
        TruncMod => a.wrapping_rem(b),
        Min | Max if unsigned => {
            let (a, b) = (a as u128, b as u128);
            (if code == Min { a.min(b) } else { a.max(b) }) as i128
        }
        Min => a.min(b),
        Max => a.max(b),
        Lshift => a.wrapping_shl(count),
        Rshift if unsigned => (a as u128).wrapping_shr(count) as i128,
        Rshift => a.wrapping_shr(count),
        Lrotate => rotate(b as u32 % bits) as i128,
        Rrotate => rotate(bits - b as u32 % bits) as i128,
        BitIor | TruthOr => a | b,
        BitXor | TruthXor => a ^ b,
        BitAnd | TruthAnd => a & b,
        _ => return unsupported(code.name()),
    })
}

/// How two scalars of a type compare; `None` where they do not.
fn compare(types: &Types, ty: TypeId, a: Num, b: Num) -> Option<Ordering> {
    match (a, b) {
        (Num::Int(a), Num::Int(b)) if types.is_unsigned(ty) => Some((a as u128).cmp(&(b as u128))),
        (Num::Int(a), Num::Int(b)) => Some(a.cmp(&b)),
        (Num::Double(a), Num::Double(b)) => a.partial_cmp(&b),
        (Num::Single(a), Num::Single(b)) => a.partial_cmp(&b),
        _ => to_quad(a).partial_cmp(&to_quad(b)),
    }
}

/// Whether a comparison holds for what was found.
pub(super) fn holds(code: TreeCode, ordering: Option<Ordering>) -> bool {
    use TreeCode::*;
    match ordering {
        None => matches!(code, Ne | Unordered | Unlt | Unle | Ungt | Unge | Uneq),
        Some(Ordering::Less) => matches!(code, Lt | Le | Ne | Ordered | Unlt | Unle | Ltgt),
        Some(Ordering::Equal) => matches!(code, Le | Ge | Eq | Ordered | Unle | Unge | Uneq),
        Some(Ordering::Greater) => matches!(code, Gt | Ge | Ne | Ordered | Ungt | Unge | Ltgt),
    }
}

/// An operand of the general evaluator: its type and the bytes of its value.
pub(super) struct Operand {
    pub ty: TypeId,
    pub bytes: Vec<u8>,
}

/// Evaluates an operation; the value as bytes of memory.
pub(super) fn evaluate(
    types: &Types,
    code: TreeCode,
    ty: TypeId,
    args: &[Operand],
) -> Result<Vec<u8>> {
    let size = Shape::of(types, ty).bytes() as usize;
    let mut out = vec![0; size];
    let first = &args[0];
    match (types.kind(ty), types.kind(first.ty)) {
        _ if code == TreeCode::ViewConvert => {
            let length = size.min(first.bytes.len());
            out[..length].copy_from_slice(&first.bytes[..length]);
        }
        _ if code == TreeCode::BitInsert => bit_insert(types, args, &mut out)?,
        (_, TypeKind::Complex(part)) if matches!(code, TreeCode::Realpart | TreeCode::Imagpart) => {
            let half = first.bytes.len() / 2;
            let at = if code == TreeCode::Realpart { 0 } else { half };
            let value = read(types, *part, &first.bytes[at..at + half])?;
            write(types, ty, value, &mut out)?;
        }
        (_, TypeKind::Complex(part)) if code.is_comparison() => {
            let half = first.bytes.len() / 2;
            let equal = [0, half].into_iter().try_fold(true, |equal, at| {
                let a = read(types, *part, &first.bytes[at..at + half])?;
                let b = read(types, *part, &args[1].bytes[at..at + half])?;
                Ok(equal && compare(types, *part, a, b) == Some(Ordering::Equal))
            })?;
            out[0] = u8::from(equal == (code == TreeCode::Eq));
        }
        (TypeKind::Complex(part), _) => complex(types, code, *part, args, &mut out)?,
        (TypeKind::Vector { element, lanes }, _) => {
            vector(types, code, *element, *lanes as usize, args, &mut out)?;
        }
        (_, TypeKind::Vector { .. }) if code.is_comparison() => {
            let equal = first.bytes == args[1].bytes;
            out[0] = u8::from(equal == (code == TreeCode::Eq));
        }
        _ => {
            let value = scalar(types, code, ty, args)?;
            write(types, ty, value, &mut out)?;
        }
    }
    Ok(out)
}

fn scalar(types: &Types, code: TreeCode, ty: TypeId, args: &[Operand]) -> Result<Num> {
    use TreeCode::*;
    let at = |index: usize| read(types, args[index].ty, &args[index].bytes);
    let a = at(0)?;
    Ok(match code {
        Single | Paren => a,
        Nop | Float | FixTrunc => match (a, types.kind(ty)) {
            (Num::Int(value), &TypeKind::Real(format))
                if value < 0 && types.is_unsigned(args[0].ty) =>
            {
                unsigned_to_real(format, value as u128)
            }
            _ => convert(types, ty, a)?,
        },
        Negate => match a {
            Num::Int(value) => Num::Int(value.wrapping_neg()),
            Num::Single(value) => Num::Single(-value),
            Num::Double(value) => Num::Double(-value),
            Num::Half(value) => Num::Half(-value),
            Num::Quad(value) => Num::Quad(-value),
        },
        Abs | Absu => match a {
            Num::Int(value) => Num::Int(value.wrapping_abs()),
            Num::Single(value) => Num::Single(value.abs()),
            Num::Double(value) => Num::Double(value.abs()),
            Num::Half(value) => Num::Half(value.abs()),
            Num::Quad(value) => Num::Quad(value.abs()),
        },
        BitNot => match a {
            Num::Int(value) => Num::Int(!value),
            _ => return unsupported(code.name()),
        },
        TruthNot => Num::Int(i128::from(is_zero(a))),
        Cond | VecCond => {
            if is_zero(a) {
                at(2)?
            } else {
                at(1)?
            }
        }
        _ if code.is_comparison() => {
            Num::Int(i128::from(holds(code, compare(types, args[0].ty, a, at(1)?))))
        }
        WidenMult => arithmetic(types, ty, Mult, a, at(1)?)?,
        MultHighpart => match (a, at(1)?, types.precision(ty)) {
            (Num::Int(a), Num::Int(b), Some(bits)) if bits <= 64 => {
                Num::Int(a.wrapping_mul(b) >> bits)
            }
            _ => return unsupported(code.name()),
        },
        WidenMultPlus => {
            let product = arithmetic(types, ty, Mult, a, at(1)?)?;
            arithmetic(types, ty, Plus, product, at(2)?)?
        }
        _ if args.len() == 2 => arithmetic(types, ty, code, a, at(1)?)?,
        _ => return unsupported(code.name()),
    })
}

fn is_zero(value: Num) -> bool {
    match value {
        Num::Int(value) => value == 0,
        other => to_quad(other).is_zero(),
    }
}

fn complex(
    types: &Types,
    code: TreeCode,
    part: TypeId,
    args: &[Operand],
    out: &mut [u8],
) -> Result<()> {
    use TreeCode::*;
    let split = |arg: &Operand| -> Result<(Num, Num)> {
        match *types.kind(arg.ty) {
            TypeKind::Complex(part) => {
                let half = arg.bytes.len() / 2;
                Ok((read(types, part, &arg.bytes[..half])?, read(types, part, &arg.bytes[half..])?))
            }
            _ => Ok((read(types, arg.ty, &arg.bytes)?, Num::Int(0))),
        }
    };
    let op = |code, a, b| arithmetic(types, part, code, a, b);
    let negate = |value: Num| match value {
        Num::Int(value) => Num::Int(value.wrapping_neg()),
        Num::Single(value) => Num::Single(-value),
        Num::Double(value) => Num::Double(-value),
        Num::Half(value) => Num::Half(-value),
        Num::Quad(value) => Num::Quad(-value),
    };
    let (a, b) = split(&args[0])?;
    let (re, im) = match code {
        Complex => (a, read(types, args[1].ty, &args[1].bytes)?),
        Single | Nop | Float | FixTrunc | Paren => {
            (convert(types, part, a)?, convert(types, part, b)?)
        }
        Negate => (negate(a), negate(b)),
        Conj | BitNot => (a, negate(b)),
        Cond => {
            let pick = if is_zero(a) { &args[2] } else { &args[1] };
            split(pick)?
        }
        Plus | Minus => {
            let (c, d) = split(&args[1])?;
            (op(code, a, c)?, op(code, b, d)?)
        }
        Mult | Rdiv | TruncDiv | ExactDiv => {
            let other = split(&args[1])?;
            match by_annex_g(code, (a, b), other) {
                Some(parts) => parts,
                None => plainly(types, code, part, (a, b), other)?,
            }
        }
        _ => return unsupported(code.name()),
    };
    let half = out.len() / 2;
    write(types, part, re, &mut out[..half])?;
    write(types, part, im, &mut out[half..])
}

/// A product or quotient as one learns it at school.
fn plainly(
    types: &Types,
    code: TreeCode,
    part: TypeId,
    (a, b): (Num, Num),
    (c, d): (Num, Num),
) -> Result<(Num, Num)> {
    use TreeCode::{Minus, Mult, Plus};
    let op = |code, a, b| arithmetic(types, part, code, a, b);
    if code == Mult {
        let re = op(Minus, op(Mult, a, c)?, op(Mult, b, d)?)?;
        return Ok((re, op(Plus, op(Mult, a, d)?, op(Mult, b, c)?)?));
    }
    if let (Num::Int(real), Num::Int(imag)) = (c, d) {
        // What GCC makes of whole numbers: both are divided by the larger part of the divisor first.
        let swap = real.unsigned_abs() < imag.unsigned_abs();
        let (less, more) = if swap { (c, d) } else { (d, c) };
        let (near, far) = if swap { (b, a) } else { (a, b) };
        let ratio = op(code, less, more)?;
        let divisor = op(Plus, op(Mult, less, ratio)?, more)?;
        let re = op(Plus, op(Mult, far, ratio)?, near)?;
        let (near, far) = if swap { (op(Mult, b, ratio)?, a) } else { (b, op(Mult, a, ratio)?) };
        return Ok((op(code, re, divisor)?, op(code, op(Minus, near, far)?, divisor)?));
    }
    let size = op(Plus, op(Mult, c, c)?, op(Mult, d, d)?)?;
    let re = op(Plus, op(Mult, a, c)?, op(Mult, b, d)?)?;
    let im = op(Minus, op(Mult, b, c)?, op(Mult, a, d)?)?;
    Ok((op(code, re, size)?, op(code, im, size)?))
}

/// A product or quotient of numbers with infinities, as C's Annex G has it.
fn by_annex_g(code: TreeCode, x: (Num, Num), y: (Num, Num)) -> Option<(Num, Num)> {
    use super::libc::complex::{product, quotient, to_double, to_single};
    let operation = if code == TreeCode::Mult { product } else { quotient };
    match (x, y) {
        ((Num::Single(a), Num::Single(b)), (Num::Single(c), Num::Single(d))) => {
            let [a, b, c, d] = [a, b, c, d].map(f64::from);
            let (re, im) = operation((a, b), (c, d), to_single);
            Some((Num::Single(re as f32), Num::Single(im as f32)))
        }
        ((Num::Double(a), Num::Double(b)), (Num::Double(c), Num::Double(d))) => {
            let (re, im) = operation((a, b), (c, d), to_double);
            Some((Num::Double(re), Num::Double(im)))
        }
        _ => None,
    }
}

fn vector(
    types: &Types,
    code: TreeCode,
    element: TypeId,
    lanes: usize,
    args: &[Operand],
    out: &mut [u8],
) -> Result<()> {
    let lane = |arg: &Operand, index: usize| -> Operand {
        match *types.kind(arg.ty) {
            TypeKind::Vector { element, lanes } => {
                let size = arg.bytes.len() / (lanes as usize).max(1);
                let at = index % (lanes as usize).max(1) * size;
                Operand { ty: element, bytes: arg.bytes[at..at + size].to_vec() }
            }
            _ => Operand { ty: arg.ty, bytes: arg.bytes.clone() },
        }
    };
    let size = out.len() / lanes.max(1);
    for index in 0..lanes {
        let place = &mut out[index * size..(index + 1) * size];
        let value = match code {
            TreeCode::VecPerm => {
                let selector = lane(&args[2], index);
                let Num::Int(pick) = read(types, selector.ty, &selector.bytes)? else {
                    return unsupported("permutation by what is no integer");
                };
                let pick = pick as usize & (2 * lanes - 1);
                let from = lane(&args[pick / lanes], pick % lanes);
                read(types, from.ty, &from.bytes)?
            }
            _ => {
                let lanes: Vec<Operand> = args.iter().map(|arg| lane(arg, index)).collect();
                match scalar(types, code, element, &lanes)? {
                    // A true lane is all ones.
                    Num::Int(value) if code.is_comparison() => Num::Int(-value),
                    value => value,
                }
            }
        };
        write(types, element, value, place)?;
    }
    Ok(())
}

fn bit_insert(types: &Types, args: &[Operand], out: &mut [u8]) -> Result<()> {
    let Num::Int(position) = read(types, args[2].ty, &args[2].bytes)? else {
        return unsupported("bit position that is no integer");
    };
    out.copy_from_slice(&args[0].bytes);
    let position = position as usize;
    let bits = match types.precision(args[1].ty) {
        Some(bits) if types.is_integral(args[1].ty) => bits as usize,
        _ => args[1].bytes.len() * 8,
    };
    for bit in 0..bits {
        let set = args[1].bytes[bit / 8] >> (bit % 8) & 1;
        let at = position + bit;
        if let Some(byte) = out.get_mut(at / 8) {
            *byte = *byte & !(1 << (at % 8)) | set << (at % 8);
        }
    }
    Ok(())
}
