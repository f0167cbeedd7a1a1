//! The C front end: C text in, GIMPLE out.
//!
//! The way of a translation unit: [`pp`] turns bytes into tokens, [`parse`] builds typed and folded GENERIC
//! ([`generic`]) with the help of typeck and fold, gimplify turns each function into GIMPLE.

pub mod analyze;
pub mod context;
pub mod fold;
pub mod generic;
pub mod gimplify;
pub mod headers;
pub mod layout;
pub mod lex;
pub mod limits;
pub mod parse;
pub mod pp;
pub mod print;
pub mod scope;
pub mod source;
pub mod suggest;
pub mod typeck;
pub mod visibility;
