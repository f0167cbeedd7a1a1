//! The C front end: C text in, GIMPLE out.
//!
//! The way of a translation unit: [`pp`] turns bytes into tokens, [`parse`] builds typed and folded GENERIC
//! ([`generic`]) with the help of [`typeck`] and [`fold`], [`gimplify`] turns each function into GIMPLE.

pub mod context;
pub mod generic;
pub mod headers;
pub mod layout;
pub mod lex;
pub mod parse;
pub mod pp;
pub mod scope;
pub mod source;

use context::Context;
use parse::{Consume, Parser, TokenSource};

/// Parses a translation unit: each function is handed to `consume` as soon as its body has been parsed.
pub fn compile(source: &mut dyn TokenSource, cx: Context, consume: &mut Consume<'_>) -> Context {
    let mut parser = Parser::new(source, cx);
    parser.declare_builtin_types();
    parser.translation_unit(consume);
    parser.cx
}
