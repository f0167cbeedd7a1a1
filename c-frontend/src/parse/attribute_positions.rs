//! Attributes that speak of parameters by their positions, held against the parameters there are.
//!
//! ```text
//! int f (int a) __attribute__ ((nonnull (1)));
//!     warning: ‘nonnull’ attribute argument value ‘1’ refers to parameter type ‘int’
//! int g (const char *, ...) __attribute__ ((format (printf, 2, 3)));
//!     warning: ‘format’ attribute argument 2 value ‘2’ exceeds the number of function parameters 1
//! ```

use super::Parser;
use crate::typeck::format;
use gimple::decl::AttributeArgument;
use gimple::location::Location;
use gimple::types::{TypeId, TypeKind};

/// The parameters of a function.
struct Parameters {
    types: Vec<TypeId>,
    variadic: bool,
}

impl Parser<'_> {
    /// Checks what the attributes of a function of a type say of its parameters.
    pub(super) fn check_positions(&mut self, ty: TypeId, attributes: &super::attributes::AttrSet) {
        let TypeKind::Function { params, variadic, prototyped: true, .. } =
            self.cx.unit.types.kind(ty)
        else {
            return;
        };
        let parameters = Parameters { types: params.clone(), variadic: *variadic };
        let at = self.cx.input_location();
        for attribute in &attributes.written {
            let name = self.text(attribute.name);
            match (name.as_str(), &attribute.args[..]) {
                ("nonnull", args) => self.check_nonnull(&parameters, args, at),
                ("format", [AttributeArgument::Text(text)]) => {
                    self.check_format(&parameters, text, at);
                }
                ("sentinel", _) if !parameters.variadic => {
                    let text = "‘sentinel’ attribute only applies to variadic functions";
                    self.warning("attributes", at, text);
                }
                _ => {}
            }
        }
    }

    fn check_nonnull(&mut self, parameters: &Parameters, args: &[AttributeArgument], at: Location) {
        for (index, arg) in args.iter().enumerate() {
            let &AttributeArgument::Int(value) = arg else { continue };
            let which = if args.len() > 1 { format!(" {}", index + 1) } else { String::new() };
            let what = format!("‘nonnull’ attribute argument{which} value ‘{value}’");
            match self.parameter_at(parameters, &what, value, at) {
                Some(ty) if !self.cx.unit.types.is_pointer(ty) => {
                    let text = format!("{what} refers to parameter type {}", self.quoted_type(ty));
                    self.warning("attributes", at, text);
                }
                _ => {}
            }
        }
    }

    /// The type of the parameter at a position. One that there is not is warned about.
    fn parameter_at(
        &mut self,
        parameters: &Parameters,
        what: &str,
        value: i128,
        at: Location,
    ) -> Option<TypeId> {
        let index = usize::try_from(value).ok().and_then(|value| value.checked_sub(1));
        let Some(index) = index else {
            let text = format!("{what} does not refer to a function parameter");
            self.warning("attributes", at, text);
            return None;
        };
        if let Some(&ty) = parameters.types.get(index) {
            return Some(ty);
        }
        let count = parameters.types.len();
        let text = format!("{what} exceeds the number of function parameters {count}");
        self.warning("attributes", at, text);
        None
    }

    fn check_format(&mut self, parameters: &Parameters, text: &str, at: Location) {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let &[family, position, first] = &parts[..] else {
            self.error(at, "wrong number of arguments specified for ‘format’ attribute");
            self.note(at, format!("expected between 3 and 3, found {}", parts.len()));
            return;
        };
        if !format::is_family(family) {
            let text = format!("‘{family}’ is an unrecognized format function type");
            self.warning("format=", at, text);
            return;
        }
        let (Ok(position), Ok(first)) = (position.parse::<i128>(), first.parse::<i128>()) else {
            return;
        };
        let what = format!("‘format’ attribute argument 2 value ‘{position}’");
        let Some(ty) = self.parameter_at(parameters, &what, position, at) else { return };
        let types = &self.cx.unit.types;
        let pointee = types.pointee(ty).map(|to| types.main_variant(to));
        if pointee != Some(self.cx.unit.common.char_) {
            let text = format!("{what} refers to parameter type {}", self.quoted_type(ty));
            self.error(at, text);
        } else if first == 0 {
            // The arguments come as a list.
        } else if parameters.variadic && first == parameters.types.len() as i128 + 1 {
            // All there are.
        } else if first > parameters.types.len() as i128 + 1 {
            self.error(at, "argument to be formatted is not ‘...’");
        } else {
            let text = format!(
                "‘format’ attribute argument 3 value ‘{first}’ does not refer to a variable argument list"
            );
            self.error(at, text);
        }
    }
}
