//! From structured GIMPLE to a CFG of simple statements.

pub(crate) mod builtin_setjmp;
pub mod cfg_build;
pub mod cplxlower;
pub mod gimple_low;
pub mod lower_eh;
pub mod nested;
pub mod stdarg;
pub mod switchlower;
pub mod veclower;
pub mod warn_function_return;
pub mod warn_unused_result;
