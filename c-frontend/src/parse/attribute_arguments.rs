//! Arguments of attributes: strings, integer constants, positions of parameters.

use super::Parser;
use super::attributes::{Arg, AttrSet};
use gimple::decl::DeclId;
use gimple::location::Location;
use gimple::symbol::Symbol;
use gimple::types::TypeKind;

impl Parser<'_> {
    /// An argument that is a string.
    pub(super) fn string_argument(
        &mut self,
        args: &[Arg],
        name: &str,
        loc: Location,
    ) -> Option<Symbol> {
        let text = match args.first() {
            Some(&Arg::Expr(e)) => self.string_text(e),
            _ => None,
        };
        match text {
            Some(text) => Some(self.cx.unit.symbols.intern(&text)),
            None => {
                self.error(loc, format!("attribute ‘{name}’ argument not a string"));
                None
            }
        }
    }

    /// An argument that is a symbol's name with a version: `name@version`, or `name@@version` for the one that is taken
    /// where none is asked for.
    pub(super) fn check_version(&mut self, args: &[Arg], loc: Location) {
        let text = match args.first() {
            Some(&Arg::Expr(e)) => self.string_text(e),
            _ => None,
        };
        let Some(text) = text else {
            return self.error(loc, "‘symver’ attribute argument not a string constant");
        };
        if !(1..=2).contains(&text.matches('@').count()) {
            self.error(loc, "symver attribute argument must have format ‘name@nodename’");
            let text = format!("‘symver’ attribute argument ‘{text}’ must contain one or two ‘@’");
            self.error(loc, text);
        }
    }

    /// An argument that is a mode of the processor that interrupts are handled in. With another the attribute says nothing.
    pub(super) fn check_interrupt(&mut self, set: &mut AttrSet, args: &[Arg], loc: Location) {
        let text = match args.first() {
            None => return,
            Some(&Arg::Expr(e)) => self.string_text(e),
            Some(Arg::Name(_)) => None,
        };
        let what = match text.as_deref() {
            Some("user" | "supervisor" | "machine") => return,
            Some(_) => {
                "argument to ‘interrupt’ attribute is not ‘\"user\"’, ‘\"supervisor\"’, or ‘\"machine\"’"
            }
            None => "‘interrupt’ attribute requires a string argument",
        };
        set.written.pop();
        self.warning("attributes", loc, what);
    }

    /// Who handles an interrupt is called by nobody, and keeps all registers.
    pub(super) fn check_handler(&mut self, function: DeclId) {
        let unit = &self.cx.unit;
        let decl = &unit.decls[function];
        let Some(interrupt) = unit.symbols.get("interrupt") else { return };
        let extra = decl.extra.as_ref();
        if !extra.is_some_and(|extra| extra.written.iter().any(|said| said.name == interrupt)) {
            return;
        }
        let TypeKind::Function { result, ref params, .. } = *unit.types.kind(decl.ty) else {
            return;
        };
        let (returns, takes) =
            (!matches!(unit.types.kind(result), TypeKind::Void), !params.is_empty());
        let loc = self.cx.input_location();
        if takes {
            self.error(loc, "‘interrupt’ function cannot have arguments");
        }
        if returns {
            self.error(loc, "‘interrupt’ function cannot return a value");
        }
    }

    /// An argument that is an integer constant.
    pub(super) fn integer_argument(
        &mut self,
        arg: Option<&Arg>,
        name: &str,
        loc: Location,
    ) -> Option<i128> {
        let value = match arg {
            Some(&Arg::Expr(e)) => self.folded_int(e),
            _ => None,
        };
        if value.is_none() {
            self.error(loc, format!("‘{name}’ attribute argument is not an integer constant"));
        }
        value
    }

    /// Arguments that are positions of parameters.
    pub(super) fn position_arguments(
        &mut self,
        args: &[Arg],
        name: &str,
        loc: Location,
    ) -> Vec<u32> {
        let position = |(at, arg)| self.position_argument(arg, at, args.len(), name, loc);
        let positions = args.iter().enumerate().filter_map(position);
        positions.map(|index| index.clamp(0, 65535) as u32).collect()
    }

    /// An argument that is the position of a parameter. One of another type is warned about, and says nothing.
    fn position_argument(
        &mut self,
        arg: &Arg,
        at: usize,
        count: usize,
        name: &str,
        loc: Location,
    ) -> Option<i128> {
        let which = if count > 1 { format!(" {}", at + 1) } else { String::new() };
        let what = match *arg {
            Arg::Expr(e) => {
                let ty = self.cx.type_of(e);
                let integral = self.cx.unit.types.is_integral(ty);
                match self.folded_int(e) {
                    Some(value) if integral => return Some(value),
                    _ if integral => "is invalid".to_string(),
                    _ => format!("has type {}", self.quoted_type(ty)),
                }
            }
            Arg::Name(_) => "is invalid".to_string(),
        };
        self.warning("attributes", loc, format!("‘{name}’ attribute argument{which} {what}"));
        None
    }
}
