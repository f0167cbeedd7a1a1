//! The parser: recursive descent over the preprocessor's tokens, building typed GENERIC as it goes.
//!
//! [`Parser`] holds the tokens ahead, the scopes and the function at hand; its methods are spread over the files of this
//! module by what they parse. There is no syntax tree: declarations go to the unit's tables, expressions and statements
//! become GENERIC at once.
//!
//! Syntax errors follow GCC's discipline: after one is reported, further ones are suppressed until the parser has
//! skipped to a place where it knows what to expect ([`Parser::recovered`]). Nesting is counted in [`Parser::enter`];
//! nothing else recurses over program-controlled depth.

pub mod function;
pub mod keyword;
mod tokens;

use crate::context::Context;
use crate::lex::{Literals, Token};
use crate::scope::Scopes;
use gimple::diagnostic::Diagnostics;
use gimple::symbol::Interner;
use keyword::Keywords;
use std::collections::VecDeque;

/// How deep declarators, initialisers, statements and expressions may nest together.
pub const MAX_NESTING: u32 = 12_000;

/// Where tokens come from: the preprocessor.
pub trait TokenSource {
    /// The next token; `Eof` again and again at the end.
    fn next_token(&mut self, symbols: &mut Interner, diagnostics: &mut Diagnostics) -> Token;
    /// The spellings of literals.
    fn literals(&self) -> &Literals;
}

/// The parser of one translation unit.
pub struct Parser<'a> {
    /// The unit being built and its expressions.
    pub cx: Context,
    /// The preprocessor.
    pub pp: &'a mut dyn TokenSource,
    /// What names mean.
    pub scopes: Scopes,
    /// The statements of the function at hand.
    pub function: Option<Box<function::FunctionState>>,
    /// Positive within `sizeof`, `typeof`, `_Alignof` and the arms that are not evaluated.
    pub unevaluated: u32,
    /// Positive within `__extension__`: pedantic warnings are off.
    pub extension: u32,
    /// What pragmas and earlier declarations have set up.
    pub unit: UnitState,
    keywords: Keywords,
    ahead: VecDeque<Token>,
    previous: Token,
    depth: u32,
    /// A syntax error was reported and the parser has not yet found its way again.
    in_error: bool,
    /// Everything up to the end of the file is skipped.
    gave_up: bool,
}

/// State of the whole unit that no table of the IR has a place for.
#[derive(Default)]
pub struct UnitState {
    /// `#pragma pack`: the limit in force, and those pushed.
    pub pack: u32,
    pub pack_stack: Vec<(Option<gimple::symbol::Symbol>, u32)>,
}

impl UnitState {
    fn new(_cx: &mut Context) -> UnitState {
        UnitState::default()
    }
}
