//! Arguments of attributes: strings, integer constants, positions of parameters.

use super::Parser;
use super::attributes::Arg;
use gimple::location::Location;
use gimple::symbol::Symbol;

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

    /// An argument that is the position of a parameter. One of another type is warned about, and says nothing.
    pub(super) fn position_argument(
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
