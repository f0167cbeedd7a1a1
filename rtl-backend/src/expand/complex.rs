//! Complex numbers: put together and taken apart. Their arithmetic is that of their parts by now.

use super::{Expander, Result, Value};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
use gimple::code::TreeCode;
use gimple::tree::Operand;

/// The parts of a complex operand.
type Parts = (RtxId, RtxId, Mode);

impl Expander<'_> {
    pub(super) fn complex_expression(
        &mut self,
        code: TreeCode,
        a: Operand,
        b: Operand,
    ) -> Result<Value> {
        match code {
            TreeCode::Complex => {
                let (re, mode) = self.scalar(a)?;
                let (im, _) = self.scalar(b)?;
                Ok(Value::Complex(re, im, mode))
            }
            TreeCode::Realpart | TreeCode::Imagpart => {
                let (re, im, mode) = self.complex_operand(a)?;
                let part = if code == TreeCode::Realpart { re } else { im };
                Ok(Value::Scalar(part, mode))
            }
            TreeCode::Paren | TreeCode::ViewConvert => {
                let (re, im, mode) = self.complex_operand(a)?;
                Ok(Value::Complex(re, im, mode))
            }
            _ => self.sorry(code.name()),
        }
    }

    fn complex_operand(&mut self, op: Operand) -> Result<Parts> {
        match self.operand(op)? {
            Value::Complex(re, im, mode) => {
                // Registers: a value in memory may be overwritten part by part.
                Ok((self.em.force_reg(mode, re), self.em.force_reg(mode, im), mode))
            }
            _ => self.sorry("this complex operand"),
        }
    }
}
