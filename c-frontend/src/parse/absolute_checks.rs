//! `-Wabsolute-value`: functions for the absolute value of a number of another type.
//!
//! ```text
//! abs (u)        taking the absolute value of unsigned type ‘unsigned int’ has no effect
//! abs (d)        using integer absolute value function ‘abs’ when argument is of floating-point type ‘double’
//! fabsf (d)      absolute value function ‘fabsf’ given an argument of type ‘double’ but has parameter of type ‘float’ …
//! ```

use super::Parser;
use crate::fold::util;
use crate::generic::{ExprId, ExprKind};
use gimple::builtins::Builtin;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

const OPTION: &str = "absolute-value";

/// What a function or an argument is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Integer,
    Real,
    Complex,
}

impl Class {
    fn of_function(builtin: Builtin) -> Option<Class> {
        use Builtin::{Abs, Cabs, Cabsf, Cabsl, Fabs, Fabsf, Fabsl, Imaxabs, Labs, Llabs};
        match builtin {
            Abs | Labs | Llabs | Imaxabs => Some(Class::Integer),
            Fabs | Fabsf | Fabsl => Some(Class::Real),
            Cabs | Cabsf | Cabsl => Some(Class::Complex),
            _ => None,
        }
    }

    /// Of functions.
    fn text(self) -> &'static str {
        match self {
            Class::Integer => "integer",
            Class::Real => "floating-point",
            Class::Complex => "complex",
        }
    }
}

impl Parser<'_> {
    /// Warns of a call that gives a function for absolute values something else than it takes.
    pub(super) fn warn_of_absolute_value(
        &mut self,
        callee: ExprId,
        args: &[ExprId],
        loc: Location,
    ) {
        let (ExprKind::Decl(decl), &[arg]) = (&self.cx.exprs[callee].kind, args) else { return };
        let decl = *decl;
        let Some(builtin) = self.cx.unit.decls[decl].builtin else { return };
        let Some(class) = Class::of_function(builtin) else { return };
        if self.cx.folding.inhibit_warnings > 0
            || !self.cx.unit.diagnostics.warnings.enabled(OPTION)
        {
            return;
        }
        let ty = self.cx.type_of(arg);
        let Some(given) = self.class_of(ty) else { return };
        let name = self.cx.unit.decl_name(decl).unwrap_or_default().to_string();
        let shown = self.quoted_type(ty);
        if given != class {
            let text = format!(
                "using {} absolute value function ‘{name}’ when argument is of {} type {shown}",
                class.text(),
                given.text()
            );
            self.warning(OPTION, loc, text);
            return;
        }
        if class == Class::Integer && util::unsigned(&self.cx, ty) {
            let text = format!("taking the absolute value of unsigned type {shown} has no effect");
            self.warning(OPTION, loc, text);
        }
        let TypeKind::Function { params, .. } =
            self.cx.unit.types.kind(self.cx.unit.decls[decl].ty)
        else {
            return;
        };
        let Some(&param) = params.first() else { return };
        if self.width(param) < self.width(ty) {
            let (arg, param) = (self.part(ty), self.part(param));
            let (arg, param) = (self.quoted_type(arg), self.quoted_type(param));
            let text = format!(
                "absolute value function ‘{name}’ given an argument of type {arg} but has parameter of type {param} which may cause truncation of value"
            );
            self.warning(OPTION, loc, text);
        }
    }

    fn class_of(&self, ty: TypeId) -> Option<Class> {
        match self.cx.unit.types.kind(ty) {
            TypeKind::Real(_) => Some(Class::Real),
            TypeKind::Complex(_) => Some(Class::Complex),
            _ if util::integral(&self.cx, ty) => Some(Class::Integer),
            _ => None,
        }
    }

    /// The type itself, or that of the parts of a complex one.
    fn part(&self, ty: TypeId) -> TypeId {
        match *self.cx.unit.types.kind(ty) {
            TypeKind::Complex(part) => part,
            _ => ty,
        }
    }

    fn width(&self, ty: TypeId) -> u32 {
        let part = self.part(ty);
        match self.cx.unit.types.kind(part) {
            TypeKind::Real(_) => util::mode_bits(&self.cx, part),
            _ => util::precision(&self.cx, part),
        }
    }
}
