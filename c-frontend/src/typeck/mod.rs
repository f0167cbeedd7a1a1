//! The semantic actions: what the parser calls when it has seen an operator and its operands.
//!
//! Each action checks types, converts operands by C's rules, complains in GCC's words, and returns a typed expression
//! in the form GCC's C front end builds before folding. An operand that is the error expression gives the error
//! expression, silently: what is wrong has been said. Constants are folded at once; everything else when the full
//! expression is complete ([`crate::fold::fully_fold`]).

pub mod assign;
pub mod atomic;
pub mod binary;
mod boolean;
pub mod call;
mod casts;
mod check_call;
pub mod cond;
mod conversion;
pub mod convert;
pub mod format;
pub mod narrow;
pub mod pointer;
pub mod refs;
mod restrict;
pub mod rvalue;
pub mod sanitize;
mod sequence;
pub mod shorten;
pub mod size;
pub mod spell;
pub mod storage_order;
pub mod truth;
pub mod types;
pub mod unary;
pub mod unused_value;
pub mod vector;

pub use crate::fold::{fully_fold, fully_fold_lvalue, save_expr};
pub use assign::{Assigning, build_modify, convert_for_assignment};
pub use binary::build_binary;
pub use call::build_call;
pub use cond::{build_cast, build_compound, build_conditional, warn_sign_of_arms};
pub use convert::{convert, convert_and_check};
pub use refs::{build_address, build_array_ref, build_component_ref, build_indirect};
pub use rvalue::{
    default_conversion, default_function_array_conversion, lvalue_p, mark_addressable,
    perform_integral_promotions,
};
pub use sequence::verify_sequence_points;
pub use size::{align_of, size_of, size_of_expr};
pub use truth::truthvalue_conversion;
pub use types::{common_type, compatible, composite_type};
pub use unary::{UnaryOp, build_increment, build_unary};

use crate::context::Context;
use gimple::diagnostic::RichLocation;
use gimple::location::Location;
use gimple::types::TypeId;

impl Context {
    pub(crate) fn error(&mut self, at: impl Into<RichLocation>, text: impl AsRef<str>) {
        self.unit.diagnostics.error(at, text);
    }

    pub(crate) fn warning(
        &mut self,
        name: &str,
        at: impl Into<RichLocation>,
        text: impl AsRef<str>,
    ) -> bool {
        self.unit.diagnostics.warning(name, at, text)
    }

    pub(crate) fn pedwarn(
        &mut self,
        name: &str,
        at: impl Into<RichLocation>,
        text: impl AsRef<str>,
    ) -> bool {
        self.unit.diagnostics.pedwarn(name, at, text)
    }

    /// Warns of a value of the enumeration `from` that is assigned to one of another, at `loc`.
    pub(crate) fn warn_of_enum(&mut self, loc: Location, ty: TypeId, from: TypeId) {
        conversion::warn_of_enum(self, loc, ty, from);
    }

    pub(crate) fn note(&mut self, at: impl Into<RichLocation>, text: impl AsRef<str>) {
        self.unit.diagnostics.note(at, text);
    }

    /// Reports an error and returns the error expression.
    pub(crate) fn error_at(
        &mut self,
        at: Location,
        text: impl AsRef<str>,
    ) -> crate::generic::ExprId {
        self.unit.diagnostics.error(at, text);
        self.error_expr(at)
    }
}
