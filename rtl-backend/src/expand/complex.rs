//! Complex arithmetic, part by part. Multiplication and division go through the library, which knows what C's Annex G
//! wants of infinities.

use super::{Expander, Result, Value};
use crate::emit::{CallArg, CallSpec};
use crate::machine::riscv::abi::AbiType;
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxId, symbol_flag};
use gimple::code::TreeCode;
use gimple::options::Flag;
use gimple::tree::Operand;
use gimple::types::{TypeId, TypeKind};

/// The parts of a complex operand.
type Parts = (RtxId, RtxId, Mode);

impl Expander<'_> {
    pub(super) fn complex_expression(
        &mut self,
        code: TreeCode,
        ty: TypeId,
        a: Operand,
        b: Operand,
    ) -> Result<Value> {
        match code {
            TreeCode::Complex => {
                let (re, mode) = self.scalar(a)?;
                let (im, _) = self.scalar(b)?;
                return Ok(Value::Complex(re, im, mode));
            }
            TreeCode::Realpart | TreeCode::Imagpart => {
                let (re, im, mode) = self.complex_operand(a)?;
                let part = if code == TreeCode::Realpart { re } else { im };
                return Ok(Value::Scalar(part, mode));
            }
            TreeCode::Eq | TreeCode::Ne => return self.complex_comparison(code, ty, a, b),
            TreeCode::Nop | TreeCode::Float | TreeCode::FixTrunc | TreeCode::ViewConvert => {
                return self.complex_conversion(ty, a);
            }
            _ => {}
        }
        let x = self.complex_operand(a)?;
        let mode = x.2;
        let part = self.unit.types.element(ty).unwrap_or(ty);
        let unsigned = self.unit.types.is_unsigned(part);
        Ok(match code {
            TreeCode::Negate => Value::Complex(
                self.em.unop(Code::Neg, mode, x.0),
                self.em.unop(Code::Neg, mode, x.1),
                mode,
            ),
            TreeCode::Conj | TreeCode::BitNot => {
                Value::Complex(x.0, self.em.unop(Code::Neg, mode, x.1), mode)
            }
            TreeCode::Paren => Value::Complex(x.0, x.1, mode),
            TreeCode::Plus | TreeCode::Minus => {
                let y = self.complex_operand(b)?;
                let op = if code == TreeCode::Plus { Code::Plus } else { Code::Minus };
                Value::Complex(
                    self.em.binop(op, mode, x.0, y.0),
                    self.em.binop(op, mode, x.1, y.1),
                    mode,
                )
            }
            TreeCode::Mult => {
                let y = self.complex_operand(b)?;
                if mode.is_float() && !self.options.on(Flag::FiniteMathOnly) {
                    return self.complex_library("__mul", x, y);
                }
                self.multiply(x, y)
            }
            TreeCode::Rdiv | TreeCode::TruncDiv => {
                let y = self.complex_operand(b)?;
                if mode.is_float() {
                    return self.complex_library("__div", x, y);
                }
                self.divide(x, y, unsigned)
            }
            _ => return self.sorry(code.name()),
        })
    }

    fn complex_operand(&mut self, op: Operand) -> Result<Parts> {
        match self.operand(op)? {
            Value::Complex(re, im, mode) => {
                // Registers: a value in memory may be overwritten part by part.
                Ok((self.em.force_reg(mode, re), self.em.force_reg(mode, im), mode))
            }
            Value::Scalar(re, mode) => {
                let zero = self.zero(mode);
                Ok((re, zero, mode))
            }
            Value::Memory(_) => self.sorry("this complex operand"),
        }
    }

    fn complex_comparison(
        &mut self,
        code: TreeCode,
        ty: TypeId,
        a: Operand,
        b: Operand,
    ) -> Result<Value> {
        let out = self.mode_of_type(ty);
        let flag = self.complex_flag(code, a, b, out)?;
        Ok(Value::Scalar(flag, out))
    }

    /// Whether complex numbers are (un)equal, as 0 or 1.
    pub(super) fn complex_flag(
        &mut self,
        code: TreeCode,
        a: Operand,
        b: Operand,
        out: Mode,
    ) -> Result<RtxId> {
        let x = self.complex_operand(a)?;
        let y = self.complex_operand(b)?;
        let (rtl, join) =
            if code == TreeCode::Eq { (Code::Eq, Code::And) } else { (Code::Ne, Code::Ior) };
        let re = self.em.store_flag(rtl, x.2, x.0, y.0, out);
        let im = self.em.store_flag(rtl, x.2, x.1, y.1, out);
        Ok(self.em.binop(join, out, re, im))
    }

    fn complex_conversion(&mut self, ty: TypeId, a: Operand) -> Result<Value> {
        let from = self.unit.type_of(self.f, a);
        let from_part = self.unit.types.element(from).unwrap_or(from);
        let unsigned_from = self.unit.types.is_unsigned(from_part);
        let x = self.complex_operand(a)?;
        let TypeKind::Complex(part) = *self.unit.types.kind(ty) else {
            let mode = self.mode_of_type(ty);
            return Ok(Value::Scalar(self.em.convert(x.0, x.2, mode, unsigned_from), mode));
        };
        let mode = self.mode_of_type(part);
        let unsigned =
            if x.2.is_float() { self.unit.types.is_unsigned(part) } else { unsigned_from };
        Ok(Value::Complex(
            self.em.convert(x.0, x.2, mode, unsigned),
            self.em.convert(x.1, x.2, mode, unsigned),
            mode,
        ))
    }

    fn multiply(&mut self, x: Parts, y: Parts) -> Value {
        let mode = x.2;
        let rr = self.em.binop(Code::Mult, mode, x.0, y.0);
        let ii = self.em.binop(Code::Mult, mode, x.1, y.1);
        let ri = self.em.binop(Code::Mult, mode, x.0, y.1);
        let ir = self.em.binop(Code::Mult, mode, x.1, y.0);
        let re = self.em.binop(Code::Minus, mode, rr, ii);
        let im = self.em.binop(Code::Plus, mode, ri, ir);
        Value::Complex(re, im, mode)
    }

    /// Integer division: `x * conj (y) / |y|²`.
    fn divide(&mut self, x: Parts, y: Parts, unsigned: bool) -> Value {
        let mode = x.2;
        let minus = self.em.unop(Code::Neg, mode, y.1);
        let Value::Complex(re, im, _) = self.multiply(x, (y.0, minus, mode)) else {
            return Value::Complex(x.0, x.1, mode);
        };
        let a = self.em.binop(Code::Mult, mode, y.0, y.0);
        let b = self.em.binop(Code::Mult, mode, y.1, y.1);
        let norm = self.em.binop(Code::Plus, mode, a, b);
        let div = if unsigned { Code::Udiv } else { Code::Div };
        Value::Complex(self.em.binop(div, mode, re, norm), self.em.binop(div, mode, im, norm), mode)
    }

    /// Calls `__mulsc3` and its like.
    fn complex_library(&mut self, stem: &str, x: Parts, y: Parts) -> Result<Value> {
        let mode = x.2;
        let suffix = match mode {
            Mode::SF => "sc3",
            Mode::DF => "dc3",
            _ => "tc3",
        };
        let size = mode.size();
        let float = AbiType::Float { size };
        let ret = AbiType::Aggregate {
            size: 2 * u64::from(size),
            align: size,
            fields: Some(vec![
                crate::machine::riscv::abi::AbiField { offset: 0, size, float: true },
                crate::machine::riscv::abi::AbiField { offset: size.into(), size, float: true },
            ]),
        };
        let args = [x.0, x.1, y.0, y.1].map(|value| CallArg { value, ty: &float });
        let flags = symbol_flag::FUNCTION | symbol_flag::EXTERNAL;
        let callee = self.em.symbol(&format!("{stem}{suffix}"), flags, "function_decl", false);
        let spec = CallSpec { is_const: true, ..CallSpec::new(callee, &args, 4, &ret) };
        let Some(mem) = self.em.call(&spec) else { return self.sorry("complex arithmetic") };
        let low = self.em.adjust_address(mem, mode, 0);
        let high = self.em.adjust_address(mem, mode, i64::from(size));
        Ok(Value::Complex(self.em.copy_to_reg(mode, low), self.em.copy_to_reg(mode, high), mode))
    }
}
