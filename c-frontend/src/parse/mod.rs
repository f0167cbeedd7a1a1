//! The parser: recursive descent over the preprocessor's tokens, building typed GENERIC as it goes.
//!
//! [`Parser`] holds the tokens ahead, the scopes and the function at hand; its methods are spread over the files of this
//! module by what they parse. There is no syntax tree: declarations go to the unit's tables, expressions and statements
//! become GENERIC at once.
//!
//! Syntax errors follow GCC's discipline: after one is reported, further ones are suppressed until the parser has
//! skipped to a place where it knows what to expect ([`Parser::recovered`]). Nesting is counted in [`Parser::enter`];
//! nothing else recurses over program-controlled depth.

mod absolute_checks;
mod access;
mod actions;
mod asm;
mod atomic;
mod attribute_arguments;
mod attribute_positions;
pub mod attribute_table;
pub mod attributes;
mod availability;
mod block;
mod braced_strings;
pub mod builtin;
mod builtin_check;
pub mod declaration;
pub mod declarator;
mod declare;
mod definition_checks;
mod expr;
mod fall_comment;
mod finish;
mod flexible;
pub mod function;
mod generic;
pub mod gimple_body;
mod guarded;
mod has_attribute;
mod initializer;
mod jumps;
pub mod keyword;
mod loops;
mod merge;
mod old_style;
pub(crate) mod padding;
mod parentheses;
pub mod pragma;
mod primary;
mod qualifier_checks;
mod record;
mod rtl_body;
mod shadow;
mod sizeof_checks;
mod special;
pub mod specs;
mod statement;
mod static_init;
mod storage_order;
mod suggestion;
mod switch;
mod switch_checks;
mod tgmath;
mod tokens;
mod type_attributes;
mod unused;
mod vector;
mod written;

use crate::context::{Context, FunctionDef};
use crate::lex::{Literals, Token};
use crate::scope::Scopes;
use gimple::decl::{DeclId, Visibility, WrittenAttribute};
use gimple::diagnostic::Diagnostics;
use gimple::location::Location;
use gimple::symbol::{Interner, Symbol};
use gimple::types::{FieldId, TypeId};
use keyword::Keywords;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// How deep declarators, initialisers, statements and expressions may nest together.
pub const MAX_NESTING: u32 = 12_000;

/// Where tokens come from: the preprocessor.
pub trait TokenSource {
    /// The next token; `Eof` again and again at the end.
    fn next_token(&mut self, symbols: &mut Interner, diagnostics: &mut Box<Diagnostics>) -> Token;
    /// From here on, what is no token of C is handed on as well, or reported and left out again.
    fn keep_strays(&mut self, keep: bool);
    /// Gives macros other values from here on, or takes them away. Where macros have been expanded already, nothing
    /// comes of it.
    fn redefine(
        &mut self,
        _symbols: &mut Interner,
        _diagnostics: &mut Box<Diagnostics>,
        _macros: &[(&str, Option<&str>)],
    ) {
    }
    /// The names that are macros now.
    fn macros(&self) -> Vec<Symbol> {
        Vec::new()
    }
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
    /// The functions around the one at hand, outermost first.
    enclosing: Vec<function::FunctionState>,
    /// Positive within `__extension__`: pedantic warnings are off.
    pub extension: u32,
    /// What pragmas and earlier declarations have set up.
    pub unit: UnitState,
    /// What has to be evaluated for the type of the declarator at hand: bounds of arrays, operands of `typeof`.
    pending_effects: Vec<crate::generic::ExprId>,
    /// Unnamed types that got a declaration so that their sizes are evaluated.
    sized_types: FxHashSet<gimple::types::TypeId>,
    /// Structures and unions with members of variably modified types.
    modified_records: FxHashSet<gimple::types::TypeId>,
    /// Attributes read before it was known that a declaration follows.
    pending_attrs: Option<attributes::AttrSet>,
    /// `__GIMPLE` that stood within the declarator.
    pending_gimple: Option<gimple_body::GimpleSpecs>,
    /// Parameters declared ahead (`int n; int a[n]`).
    forward_params: Vec<gimple::decl::DeclId>,
    /// Types whose definitions are open.
    defining: Vec<gimple::types::TypeId>,
    keywords: Keywords,
    ahead: VecDeque<Token>,
    previous: Token,
    /// A comment or attribute says that falling into the label at hand is meant.
    falls_into: bool,
    /// The statement parsed last was `__attribute__ ((fallthrough));`.
    marked_fall_through: bool,
    /// The braces of the initialiser at hand.
    braces: initializer::Braces,
    /// How the expression parsed last was written.
    written: written::Written,
    /// The `sizeof` that was parsed last, until it is known to be all of an expression.
    last_sizeof: Option<sizeof_checks::SizeofOperand>,
    /// The enumeration of the constant that was parsed last, likewise.
    last_enumerator: Option<TypeId>,
    /// How the arguments of the call parsed last were written.
    written_arguments: sizeof_checks::WrittenArguments,
    /// Number of tokens taken so far.
    taken: u64,
    depth: u32,
    /// A syntax error was reported and the parser has not yet found its way again.
    in_error: bool,
    /// Everything up to the end of the file is skipped.
    gave_up: bool,
}

/// Who takes over each function once it is parsed.
pub type Consume<'a> = dyn FnMut(&mut Context, FunctionDef) + 'a;

/// State of the whole unit that no table of the IR has a place for.
#[derive(Default)]
pub struct UnitState {
    /// `#pragma pack`: the limit in force, and those pushed.
    pub pack: u32,
    pub pack_stack: Vec<(Option<Symbol>, u32)>,
    /// The attributes of typedefs, as written.
    pub type_attributes: FxHashMap<TypeId, Vec<WrittenAttribute>>,
    /// Those of members.
    pub field_attributes: FxHashMap<FieldId, Vec<WrittenAttribute>>,
    /// `#pragma scalar_storage_order`: structures are stored in the order that is not the target's.
    pub reversed: bool,
    /// `#pragma GCC visibility push (…)`: those in force, the innermost last.
    pub visibilities: Vec<Visibility>,
    /// `#pragma GCC optimize`: the words in force, and those pushed.
    pub optimize: Vec<Symbol>,
    pub optimize_stack: Vec<Vec<Symbol>>,
    /// Typedefs whose definitions say `signed`: bit-fields of them are signed whatever the options say.
    pub explicitly_signed: FxHashSet<TypeId>,
    /// `#pragma weak name` and `#pragma weak name = alias`.
    pub weak: Vec<(Symbol, Option<Symbol>)>,
    /// `#pragma redefine_extname`.
    pub renamed: FxHashMap<Symbol, Symbol>,
    /// The next number of the symbol table (`symbol_order`), and the functions in it.
    pub next_order: u32,
    pub functions_in_symtab: u32,
    /// Functions with bodies and variables with initialisers.
    pub defined: FxHashSet<DeclId>,
    /// Functions declared by being called.
    pub implicit: FxHashSet<DeclId>,
    /// Builtins the program has declared itself.
    pub declared_builtins: FxHashSet<DeclId>,
    /// What calls that do not fit builtins declared without a prototype call.
    pub plain_functions: FxHashMap<DeclId, DeclId>,
    /// Builtins named `__builtin_…`, by that name.
    pub builtins: FxHashMap<Symbol, DeclId>,
    /// Tentative definitions of incomplete type.
    pub tentative: Vec<DeclId>,
    /// Static variables of functions.
    pub static_locals: Vec<DeclId>,
    /// Unnamed static objects made so far, for their names.
    pub compound_literals: u32,
    /// Excess elements are being skipped: they are reported already.
    pub quiet_initializers: bool,
    /// The function definition being declared has no type specifiers.
    pub result_defaults_to_int: bool,
    /// Parameters of the old-style definition at hand that have no declaration.
    pub implicit_parameters: Vec<Symbol>,
    /// The enumerations of enumeration constants, by where those are defined.
    pub enumerators: FxHashMap<Location, TypeId>,
    /// Parameters that were declared as arrays.
    pub array_parameters: FxHashSet<DeclId>,
    /// The names of the old-style definition whose parameters are being declared.
    pub old_parameters: Vec<Symbol>,
    /// The `for` statement whose first part is being parsed.
    pub for_statement: gimple::location::Location,
    /// It was said that undeclared identifiers are reported once only.
    pub undeclared_noted: bool,
    /// What expressions have named.
    pub mentioned: FxHashSet<DeclId>,
    /// What is to be said of uses of typedef names.
    pub type_notices: FxHashMap<TypeId, Box<gimple::decl::Notices>>,
    /// The typedef names declarations have used.
    pub mentioned_types: FxHashSet<gimple::types::TypeId>,
    /// Whether the `if` statement parsed last had an `else`.
    pub last_if_had_else: bool,
}
