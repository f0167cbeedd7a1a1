//! Which conversions change nothing; the gimplifier needs to know too, so that the predicates live with the IR.

pub use gimple::types_compatible::{nop_conversion, types_compatible, useless_type_conversion};
