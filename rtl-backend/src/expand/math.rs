//! Mathematical builtins the machine has instructions for.

use super::{Expander, Result};
use crate::rtl::code::Code;
use crate::rtl::mode::Mode;
use crate::rtl::rtx::RtxId;
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
        if !matches!(mode, Mode::SF | Mode::DF) {
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
            ("sqrt", &[a]) => return self.square_root(name, a, mode, call),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `sqrt`: an instruction, and where `errno` counts a call besides for what is less than zero.
    fn square_root(
        &mut self,
        name: &str,
        arg: gimple::tree::Operand,
        mode: Mode,
        call: &Call,
    ) -> Result<bool> {
        let errno = self.options.on(Flag::MathErrno);
        if errno && self.options.optimize == 0 {
            return Ok(false);
        }
        let (value, _) = self.scalar(arg)?;
        if !errno {
            let root = self.em.unop(Code::Sqrt, mode, value);
            self.finish_builtin(call, root, mode)?;
            return Ok(true);
        }
        let value = self.em.force_reg(mode, value);
        let result = self.em.new_reg(mode);
        let root = self.em.unop(Code::Sqrt, mode, value);
        self.em.emit_move(result, root);
        let done = self.em.new_label();
        let zero = self.zero_of(mode);
        self.em.branch(Code::Unge, mode, value, zero, done, None);
        let slow = self.em.libcall(name, mode, &[(value, mode)]);
        self.em.emit_move(result, slow);
        self.em.emit_label(done);
        self.finish_builtin(call, result, mode)?;
        Ok(true)
    }

    /// 0.0 in a register.
    fn zero_of(&mut self, mode: Mode) -> RtxId {
        let word = if mode == Mode::SF { Mode::SI } else { Mode::DI };
        let zero = self.em.int(0);
        self.em.convert(zero, word, mode, false)
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
