//! Constants.

use super::lexer::{self, Tok};
use super::{Reader, Result};
use crate::constant::{Const, ConstId, ConstValue, RealBits};
use crate::types::{ArrayDomain, RealFormat, TypeId, TypeKind};
use rustc_apfloat::ieee::{Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

impl Reader<'_> {
    /// Whether the current token can begin a constant.
    pub(super) fn at_constant(&self) -> bool {
        match self.tok {
            Tok::Num(_) | Tok::Str(_) => true,
            Tok::Ident(word) => matches!(word, "Inf" | "Nan" | "__complex__" | "overflow"),
            Tok::Punct("-") => true,
            _ => false,
        }
    }

    /// A constant; `hint` is the type its surroundings want.
    pub(super) fn constant(&mut self, hint: Option<TypeId>) -> Result<ConstId> {
        self.nested(|r| r.constant_inner(hint))
    }

    fn constant_inner(&mut self, hint: Option<TypeId>) -> Result<ConstId> {
        let common = &self.unit.common;
        let (int, long, double) = (common.int, common.long, common.double);
        if let Tok::Str(_) = self.tok {
            return self.string_constant(hint);
        }
        if self.eat_word("__complex__")? {
            return self.complex_constant(hint);
        }
        if self.is("{") {
            return self.vector_constant(hint);
        }
        let negative = self.eat("-")?;
        match self.tok {
            Tok::Ident(name @ ("Inf" | "Nan")) => {
                self.advance()?;
                let ty = hint.filter(|&ty| self.unit.types.is_real(ty)).unwrap_or(double);
                if name == "Nan" && self.eat("(")? {
                    let bits = match self.tok {
                        Tok::Num(text) => lexer::unsigned(text).map(RealBits),
                        _ => None,
                    };
                    let Some(bits) = bits.filter(|bits| bits.quad().is_nan()) else {
                        return self.error("no NaN");
                    };
                    self.advance()?;
                    self.expect(")")?;
                    return Ok(self.unit.consts.real(ty, bits));
                }
                let value = if name == "Nan" { Quad::NAN } else { Quad::INFINITY };
                let value = if negative { -value } else { value };
                Ok(self.unit.consts.real(ty, RealBits::from_quad(value)))
            }
            Tok::Num(text) => {
                self.advance()?;
                let pointer = text.ends_with('B') && !text.starts_with("0x");
                let digits = if pointer { &text[..text.len() - 1] } else { text };
                if digits.contains(['.', 'e']) && !digits.starts_with("0x") {
                    let ty = hint.filter(|&ty| self.unit.types.is_real(ty)).unwrap_or(double);
                    return self.real_constant(ty, digits, negative);
                }
                let Some(value) = lexer::unsigned(digits) else {
                    return self.error(format!("malformed number {text}"));
                };
                let value = if negative { (value as i128).wrapping_neg() } else { value as i128 };
                let wanted = |ty: &TypeId| {
                    self.unit.types.precision(*ty).is_some()
                        && (!pointer || self.unit.types.is_pointer(*ty))
                };
                let ty = match hint.filter(wanted) {
                    Some(ty) => ty,
                    None if pointer => self.unit.common.void_ptr,
                    None if i32::try_from(value).is_ok() => int,
                    None => long,
                };
                let overflow = self.is("(") && self.lexer.follows('O');
                if overflow {
                    for _ in 0..3 {
                        self.advance()?;
                    }
                }
                let value = self.unit.types.wrap(ty, value);
                let value = ConstValue::Int(value);
                Ok(self.unit.consts.intern(Const { ty, value, overflow }))
            }
            _ => self.unexpected("a constant"),
        }
    }

    fn real_constant(&mut self, ty: TypeId, digits: &str, negative: bool) -> Result<ConstId> {
        let mut inexact = false;
        let mode = Round::NearestTiesToEven;
        let quad = match self.real_format(ty) {
            Some(RealFormat::Half) => Half::from_str_r(digits, mode)
                .map(|value| -> Quad { value.value.convert(&mut inexact).value }),
            Some(RealFormat::Single) => Single::from_str_r(digits, mode)
                .map(|value| -> Quad { value.value.convert(&mut inexact).value }),
            Some(RealFormat::Double) => Double::from_str_r(digits, mode)
                .map(|value| -> Quad { value.value.convert(&mut inexact).value }),
            _ => Quad::from_str_r(digits, mode).map(|value| value.value),
        };
        let Ok(value) = quad else { return self.error(format!("malformed number {digits}")) };
        let value = if negative { -value } else { value };
        Ok(self.unit.consts.real(ty, RealBits::from_quad(value)))
    }

    fn string_constant(&mut self, hint: Option<TypeId>) -> Result<ConstId> {
        let Tok::Str(mut bytes) = std::mem::replace(&mut self.tok, Tok::Eof) else {
            return self.unexpected("a string");
        };
        self.advance()?;
        let (char_, array) = (self.unit.common.char_, hint.filter(|&ty| self.is_array(ty)));
        let size = array.and_then(|ty| self.unit.types.size(ty));
        // The terminator is not printed.
        if size.is_none_or(|size| size > bytes.len() as u64) {
            bytes.push(0);
        }
        let ty = match array {
            Some(ty) => ty,
            None => {
                let domain = ArrayDomain::Count(bytes.len() as u64);
                self.unit.types.array_of(char_, domain)
            }
        };
        let value = ConstValue::String(bytes.into());
        Ok(self.unit.consts.intern(Const { ty, value, overflow: false }))
    }

    fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.unit.types.kind(ty), TypeKind::Array { .. })
    }

    fn complex_constant(&mut self, hint: Option<TypeId>) -> Result<ConstId> {
        let ty = hint
            .filter(|&ty| matches!(self.unit.types.kind(ty), TypeKind::Complex(_)))
            .unwrap_or(self.unit.common.complex_double);
        let part = self.unit.types.element(ty);
        self.expect("(")?;
        let re = self.constant(part)?;
        self.expect(",")?;
        let im = self.constant(part)?;
        self.expect(")")?;
        let value = ConstValue::Complex(re, im);
        Ok(self.unit.consts.intern(Const { ty, value, overflow: false }))
    }

    fn vector_constant(&mut self, hint: Option<TypeId>) -> Result<ConstId> {
        let vector = hint.filter(|&ty| matches!(self.unit.types.kind(ty), TypeKind::Vector { .. }));
        let Some(ty) = vector else { return self.error("vector constant without a vector type") };
        let element = self.unit.types.element(ty);
        self.expect("{")?;
        let mut elements = Vec::new();
        while !self.is("}") {
            elements.push(self.constant(element)?);
            if !self.eat(",")? {
                break;
            }
        }
        self.expect("}")?;
        let value = ConstValue::Vector(elements.into());
        Ok(self.unit.consts.intern(Const { ty, value, overflow: false }))
    }
}
