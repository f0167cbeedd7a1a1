//! Mathematical builtins the machine has instructions for.

use super::{Expander, Result};
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use gimple::builtins::{Builtin, Family};
use gimple::options::Flag;
use gimple::stmt::{Call, InternalFn};

impl Expander<'_> {
    /// Expands a call of a function that is an instruction. `false`: it is left to the library.
    pub(super) fn math_builtin(&mut self, builtin: Builtin, call: &Call) -> Result<bool> {
        let family = builtin.family();
        if !matches!(family, Family::Fma | Family::Fmin | Family::Fmax | Family::Sqrt) {
            return Ok(false);
        }
        let Some(&first) = call.args.first() else { return Ok(false) };
        let ty = self.unit.type_of(self.f, first);
        let mode = self.mode_of_type(ty);
        if !matches!(mode, Mode::SF | Mode::DF) || self.em.is_by_library(mode) {
            return Ok(false);
        }
        // GCC calls the library where NaNs count, as its pattern is for numbers only.
        let numbers = !self.options.honor_nans();
        match (family, &call.args[..]) {
            (Family::Fma, &[a, b, c]) => {
                let [(a, _), (b, _), (c, _)] = [self.scalar(a)?, self.scalar(b)?, self.scalar(c)?];
                let value = self.em.fma(mode, a, b, c, false, false);
                self.finish_builtin(call, value, mode)?;
            }
            (Family::Fmin | Family::Fmax, &[a, b]) if numbers => {
                let [(a, _), (b, _)] = [self.scalar(a)?, self.scalar(b)?];
                let value = self.em.float_min_max(family == Family::Fmax, mode, a, b);
                self.finish_builtin(call, value, mode)?;
            }
            // Where `errno` counts, the pass `cdce` has left calls for what is less than zero.
            (Family::Sqrt, &[_]) if !self.options.on(Flag::MathErrno) => self.square_root(call)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `.SQRT (a)`.
    pub(super) fn square_root(&mut self, call: &Call) -> Result<()> {
        let (value, mode) = self.scalar(call.args[0])?;
        let root = self.em.unop(Code::Sqrt, mode, value);
        self.finish_builtin(call, root, mode)
    }

    /// `.FMA (a, b, c)` and its kin.
    pub(super) fn fused_operation(&mut self, function: InternalFn, call: &Call) -> Result<()> {
        let (&[a, b, c], Some((product, addend))) = (&call.args[..], function.fused()) else {
            return self.sorry("a fused operation of this form");
        };
        let [(a, mode), (b, _), (c, _)] = [self.scalar(a)?, self.scalar(b)?, self.scalar(c)?];
        let value = self.em.fma(mode, a, b, c, product, addend);
        self.finish_builtin(call, value, mode)
    }
}
