//! The arguments of builtins whose declaration does not say what they take (`check_builtin_function_arguments`):
//! classification and comparison of floating-point values, `__builtin_constant_p`, `va_start`.

use super::Parser;
use crate::generic::ExprId;
use gimple::builtins::Builtin;
use gimple::location::Location;

impl Parser<'_> {
    /// Whether the arguments of a call of a generic builtin are what it takes; says so if not.
    pub(super) fn check_generic_call(
        &mut self,
        builtin: Builtin,
        args: &[ExprId],
        loc: Location,
    ) -> bool {
        match builtin {
            Builtin::ConstantP => self.count_fits(builtin, args, 1, loc),
            Builtin::Isfinite
            | Builtin::Isinf
            | Builtin::IsinfSign
            | Builtin::Isnan
            | Builtin::Isnormal
            | Builtin::Signbit => {
                self.count_fits(builtin, args, 1, loc) && self.is_floating(builtin, args[0])
            }
            Builtin::Isgreater
            | Builtin::Isgreaterequal
            | Builtin::Isless
            | Builtin::Islessequal
            | Builtin::Islessgreater
            | Builtin::Isunordered => {
                self.count_fits(builtin, args, 2, loc) && self.comparable(builtin, args, loc)
            }
            Builtin::Fpclassify => {
                self.count_fits(builtin, args, 6, loc)
                    && self.classes_are_constant(builtin, args)
                    && self.is_floating(builtin, args[5])
            }
            _ => true,
        }
    }

    /// Whether the alignment that is asked of `__builtin_alloca_with_align` is one; says so if not.
    pub(super) fn check_alloca(&mut self, builtin: Builtin, args: &[ExprId]) -> bool {
        const MOST: i128 = 1 << 31;
        if !matches!(builtin, Builtin::AllocaWithAlign | Builtin::AllocaWithAlignAndMax) {
            return true;
        }
        let Some(&align) = args.get(1) else { return true };
        let bits = self.folded_int(align).filter(|bits| (8..=MOST).contains(bits));
        if bits.is_some_and(|bits| bits & (bits - 1) == 0) || self.cx.is_error(align) {
            return true;
        }
        let at = self.cx.get(align).loc;
        let name = builtin.name();
        let text = format!(
            "second argument to function ‘__builtin_{name}’ must be a constant integer power of 2 between ‘8’ and ‘{MOST}’ bits"
        );
        self.error(at, text);
        false
    }

    fn count_fits(
        &mut self,
        builtin: Builtin,
        args: &[ExprId],
        count: usize,
        loc: Location,
    ) -> bool {
        if args.len() == count {
            return true;
        }
        let what = if args.len() < count { "few" } else { "many" };
        let name = builtin.name();
        self.error(loc, format!("too {what} arguments to function ‘__builtin_{name}’"));
        false
    }

    fn is_real(&self, e: ExprId) -> bool {
        self.cx.unit.types.is_real(self.cx.type_of(e))
    }

    fn is_floating(&mut self, builtin: Builtin, arg: ExprId) -> bool {
        if self.cx.is_error(arg) || self.is_real(arg) {
            return true;
        }
        let at = self.cx.get(arg).loc;
        let name = builtin.name();
        let text = format!("non-floating-point argument in call to function ‘__builtin_{name}’");
        self.error(at, text);
        false
    }

    /// Of two values to be compared one at least is real, and the other a number.
    fn comparable(&mut self, builtin: Builtin, args: &[ExprId], loc: Location) -> bool {
        let number = |e: &ExprId| {
            let types = &self.cx.unit.types;
            self.is_real(*e) || types.is_integral(self.cx.type_of(*e)) || self.cx.is_error(*e)
        };
        if args.iter().all(number) && args.iter().any(|&e| self.is_real(e) || self.cx.is_error(e)) {
            return true;
        }
        let name = builtin.name();
        let text = format!("non-floating-point arguments in call to function ‘__builtin_{name}’");
        self.error(loc, text);
        false
    }

    fn classes_are_constant(&mut self, builtin: Builtin, args: &[ExprId]) -> bool {
        for (index, &arg) in args[..5].iter().enumerate() {
            if self.folded_int(arg).is_none() && !self.cx.is_error(arg) {
                let at = self.cx.get(arg).loc;
                let name = builtin.name();
                let text = format!(
                    "non-const integer argument {} in call to function ‘__builtin_{name}’",
                    index + 1
                );
                self.error(at, text);
                return false;
            }
        }
        true
    }

    /// `va_start` needs a function of variable arguments, and the last parameter that has a name.
    pub(super) fn check_va_start(&mut self, args: &[ExprId], loc: Location) -> bool {
        let Some(function) = self.function.as_deref() else { return true };
        let ty = self.cx.unit.decls[function.decl].ty;
        if !self.cx.unit.types.is_variadic(ty) {
            self.error(loc, "‘va_start’ used in function with fixed arguments");
            return false;
        }
        let last = function.params.last().copied();
        let Some(&second) = args.get(1) else { return true };
        let named = crate::fold::util::strip_nops(&self.cx, second);
        let is_last = match self.cx.exprs[named].kind {
            crate::generic::ExprKind::Decl(decl) => last == Some(decl),
            _ => self.folded_int(second) == Some(0),
        };
        if !is_last && !self.cx.is_error(second) {
            self.warning("varargs", loc, "second parameter of ‘va_start’ not last named argument");
        }
        true
    }
}
