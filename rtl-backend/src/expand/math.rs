//! Mathematical builtins the machine has instructions for.

use super::{Expander, Result};
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use gimple::options::Flag;
use gimple::stmt::{Call, InternalFn};

/// The names by which a function is known for `float` and for `double`.
const STEMS: [&str; 4] = ["fma", "fmin", "fmax", "sqrt"];

/// What a mathematical function's name says, without the type: `fminf`, `fminf32` and `fmin` are all `fmin`.
fn stem(name: &str) -> Option<&'static str> {
    let suffix = |name: &str, stem: &str| {
        matches!(name.strip_prefix(stem), Some("" | "f" | "f32" | "f64" | "f32x"))
    };
    STEMS.into_iter().find(|stem| suffix(name, stem))
}

impl Expander<'_> {
    /// Expands a call of a function that is an instruction. `false`: it is left to the library.
    pub(super) fn math_builtin(&mut self, name: &str, call: &Call) -> Result<bool> {
        let Some(stem) = stem(name) else { return Ok(false) };
        let Some(&first) = call.args.first() else { return Ok(false) };
        let ty = self.unit.type_of(self.f, first);
        let mode = self.mode_of_type(ty);
        if !matches!(mode, Mode::SF | Mode::DF) || self.em.is_by_library(mode) {
            return Ok(false);
        }
        // GCC calls the library where NaNs count, as its pattern is for numbers only.
        let numbers = !self.options.honor_nans();
        match (stem, &call.args[..]) {
            ("fma", &[a, b, c]) => {
                let [(a, _), (b, _), (c, _)] = [self.scalar(a)?, self.scalar(b)?, self.scalar(c)?];
                let value = self.em.fma(mode, a, b, c, false, false);
                self.finish_builtin(call, value, mode)?;
            }
            ("fmin" | "fmax", &[a, b]) if numbers => {
                let [(a, _), (b, _)] = [self.scalar(a)?, self.scalar(b)?];
                let value = self.em.float_min_max(stem == "fmax", mode, a, b);
                self.finish_builtin(call, value, mode)?;
            }
            // Where `errno` counts, the pass `cdce` has left calls for what is less than zero.
            ("sqrt", &[_]) if !self.options.on(Flag::MathErrno) => self.square_root(call)?,
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
