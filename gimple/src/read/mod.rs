//! The reader: takes back what the printer prints.
//!
//! [`read_module`] reads what [`print_module`](crate::print::print_module) writes (the form is described there), and
//! functions in the plain syntax of dumps among it: `int fact (int n)` with its `{ … }`, structured, with a CFG, or in
//! SSA form, given that the types and variables it uses are declared before. What a plain dump leaves open is inferred:
//! the types of constants from their neighbours, edges from what ends a block, functions that are called without a
//! declaration from the builtin table.
//!
//! Any text gives a module or an error with its place; nothing panics. Nesting is limited.

mod block_args;
mod body;
mod classes;
mod constant;
mod declared;
mod decls;
mod expr;
mod function;
mod graph;
mod lexer;
mod made;
mod stmt;
#[cfg(test)]
pub(crate) mod tests;
mod types;
mod variables;

use crate::decl::DeclId;
use crate::diagnostic::Diagnostics;
use crate::function::Function;
use crate::symbol::Interner;
use crate::target::TargetDesc;
use crate::types::{FieldId, TypeId};
use crate::unit::{Module, Unit};
pub use body::read_bodies;
use lexer::{Lexer, Tok};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::fmt;

/// Nesting of types and expressions that is read.
const MAX_DEPTH: u32 = 500;
/// The greatest uid, version or block number.
const MAX_NUMBER: u32 = 1 << 24;

/// What is wrong with a text, and where; lines and columns count from one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    pub line: u32,
    pub column: u32,
    pub text: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: error: {}", self.line, self.column, self.text)
    }
}

impl std::error::Error for ReadError {}

type Result<T> = std::result::Result<T, ReadError>;

/// Reads a module for a target.
pub fn read_module(text: &str, target: TargetDesc) -> std::result::Result<Module, ReadError> {
    let unit = Unit::new(target, Interner::new(), Diagnostics::captured());
    let mut reader = Reader::new(text, unit);
    reader.advance()?;
    reader.common_names();
    reader.items()?;
    Ok(Module { unit: reader.unit, functions: reader.functions })
}

struct Reader<'t> {
    lexer: Lexer<'t>,
    tok: Tok<'t>,
    /// Where the token before begins.
    previous: (u32, u32),
    unit: Unit,
    functions: Vec<Function>,
    /// The function that is being read.
    f: Function,
    scope: Scope<'t>,
    type_names: FxHashMap<String, TypeId>,
    fields: FxHashMap<(TypeId, String), FieldId>,
    /// Variable array domains, by their bound.
    domains: FxHashMap<DeclId, crate::types::ArrayDomain>,
    globals: FxHashMap<String, DeclId>,
    /// Names that several nested functions have: out of their outer functions they mean none.
    ambiguous: FxHashSet<String>,
    /// Static variables of all functions.
    statics: FxHashMap<String, Vec<DeclId>>,
    /// Other variables of all functions that are no parameters.
    automatic: FxHashMap<String, Vec<DeclId>>,
    /// Another name of each type that has one.
    variants: Option<FxHashMap<TypeId, TypeId>>,
    /// Types of the C file that dumps show by number.
    numbered: Option<FxHashMap<u32, TypeId>>,
    /// Numbers that no declaration has yet, though greater ones are taken.
    spare: FxHashSet<DeclId>,
    /// Functions that passes made of others, `f.part.0`, and of which.
    made: FxHashMap<String, DeclId>,
    origins: FxHashMap<DeclId, DeclId>,
    /// Names of variables of the C file that could be those of versions, `x_1`; `None` if there is no C file.
    like_versions: Option<FxHashSet<String>>,
    depth: u32,
}

/// What is known of names in the function that is being read.
struct Scope<'t> {
    /// The body, where it is read out of a dump.
    text: &'t str,
    /// The names of which the body has versions, once it has been asked.
    versioned: OnceCell<FxHashSet<&'t str>>,
    /// What is written to, where versions are defined, and lines by what they say; once that has been asked.
    uses: OnceCell<variables::Uses<'t>>,
    in_ssa_form: OnceCell<bool>,
    mentions: OnceCell<FxHashMap<&'t str, Vec<&'t str>>>,
    /// The types of versions that have been asked for, as far as what they are joined with says them.
    classes: FxHashMap<String, Option<TypeId>>,
    /// How many blocks of a structured body are around, and what names meant that they declare anew.
    binds: u32,
    shadowed: Vec<(String, Option<DeclId>, Option<Vec<DeclId>>)>,
    definitions: OnceCell<FxHashMap<&'t str, usize>>,
    lines: OnceCell<FxHashMap<String, Vec<usize>>>,
    /// What the C file says of the function's variables.
    declared: declared::Declared,
    /// The type of what an address is to be of.
    address_of: Option<TypeId>,
    /// A plain dump: there are no tables of names and edges.
    plain: bool,
    locals: FxHashMap<String, DeclId>,
    /// Those that share a name.
    twins: FxHashMap<String, Vec<DeclId>>,
    /// The types of the temporaries that the gimplifier made of the C file, by version: where a dump leaves a type open.
    temporaries: Vec<TypeId>,
    /// Variables that the C file declares, until the dump does.
    old_locals: Vec<DeclId>,
    labels: FxHashMap<String, DeclId>,
    /// Static variables that the C file declares in the function, and in those around it.
    statics: FxHashMap<String, DeclId>,
    /// An argument of a φ is being read.
    phi_argument: bool,
    /// The function of the C file that has them: a function that a pass made of another shares its own.
    origin: DeclId,
    /// The type of the last conversion.
    cast: TypeId,
    /// The block whose statements are being read.
    block: crate::cfg::BlockId,
    /// Edges in the order in which they are shown, with their flags.
    edges: Vec<graph::Shown>,
    /// How probable the cases of switches are, by block and label.
    cases: Vec<(crate::cfg::BlockId, DeclId, crate::cfg::Probability)>,
    /// The order of predecessors that blocks show.
    preds: Vec<(crate::cfg::BlockId, Vec<crate::cfg::BlockId>)>,
    /// Parameters of blocks, and what edges that no jump shows bring for them.
    parameters: Vec<(crate::cfg::BlockId, Vec<crate::ssa::SsaName>)>,
    arguments: FxHashMap<(crate::cfg::BlockId, crate::cfg::BlockId), Vec<crate::tree::Operand>>,
}

impl Scope<'_> {
    fn new(plain: bool) -> Self {
        Scope {
            text: "",
            versioned: OnceCell::new(),
            uses: OnceCell::new(),
            in_ssa_form: OnceCell::new(),
            mentions: OnceCell::new(),
            classes: FxHashMap::default(),
            binds: 0,
            shadowed: Vec::new(),
            definitions: OnceCell::new(),
            lines: OnceCell::new(),
            declared: declared::Declared::default(),
            address_of: None,
            plain,
            locals: FxHashMap::default(),
            temporaries: Vec::new(),
            twins: FxHashMap::default(),
            old_locals: Vec::new(),
            labels: FxHashMap::default(),
            statics: FxHashMap::default(),
            phi_argument: false,
            origin: DeclId::NONE,
            cast: TypeId::NONE,
            block: crate::cfg::BlockId::NONE,
            edges: Vec::new(),
            cases: Vec::new(),
            preds: Vec::new(),
            parameters: Vec::new(),
            arguments: FxHashMap::default(),
        }
    }
}

impl<'t> Reader<'t> {
    /// A reader of a text into a unit.
    fn new(text: &'t str, unit: Unit) -> Reader<'t> {
        Reader {
            lexer: Lexer::new(text),
            tok: Tok::Eof,
            previous: (1, 1),
            type_names: FxHashMap::default(),
            fields: FxHashMap::default(),
            domains: FxHashMap::default(),
            globals: FxHashMap::default(),
            ambiguous: FxHashSet::default(),
            statics: FxHashMap::default(),
            automatic: FxHashMap::default(),
            variants: None,
            numbered: None,
            spare: FxHashSet::default(),
            made: FxHashMap::default(),
            origins: FxHashMap::default(),
            like_versions: None,
            functions: Vec::new(),
            depth: 0,
            unit,
            f: Function::new(DeclId::NONE, 0),
            scope: Scope::new(false),
        }
    }

    /// What is called so and lives as long as the program.
    fn global(&self, name: &str) -> Option<DeclId> {
        self.scope.statics.get(name).or_else(|| self.globals.get(name)).copied()
    }

    fn error_at<T>(&self, (line, column): (u32, u32), text: impl Into<String>) -> Result<T> {
        Err(ReadError { line, column, text: text.into() })
    }

    /// Something is wrong with what has just been read.
    fn error<T>(&self, text: impl Into<String>) -> Result<T> {
        self.error_at(self.previous, text)
    }

    /// Something else should stand here.
    fn unexpected<T>(&self, wanted: &str) -> Result<T> {
        self.error_at(self.lexer.place(), format!("expected {wanted} before {}", self.tok))
    }

    fn advance(&mut self) -> Result<()> {
        self.previous = self.lexer.place();
        match self.lexer.next() {
            Ok(tok) => {
                self.tok = tok;
                Ok(())
            }
            Err(text) => self.error_at(self.lexer.place(), text),
        }
    }

    fn is(&self, punct: &str) -> bool {
        matches!(self.tok, Tok::Punct(p) if p == punct)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.tok, Tok::Ident(w) if w == word)
    }

    fn eat(&mut self, punct: &str) -> Result<bool> {
        if punct == ">" && self.is(">>") {
            // Two brackets close at once.
            self.tok = Tok::Punct(">");
            return Ok(true);
        }
        if punct == "<" && self.is("<<") && self.lexer.names_something() {
            // `REALPART_EXPR <<retval>>`, `MEM <<unnamed-signed:24>>`: one bracket of an operator, one of a name.
            self.tok = Tok::Punct("<");
            return Ok(true);
        }
        if self.is(punct) {
            self.advance()?;
            return Ok(true);
        }
        Ok(false)
    }

    fn eat_word(&mut self, word: &str) -> Result<bool> {
        if self.is_word(word) {
            self.advance()?;
            return Ok(true);
        }
        Ok(false)
    }

    fn expect(&mut self, punct: &str) -> Result<()> {
        if self.eat(punct)? { Ok(()) } else { self.unexpected(&format!("'{punct}'")) }
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word)? { Ok(()) } else { self.unexpected(word) }
    }

    fn ident(&mut self) -> Result<&'t str> {
        match self.tok {
            Tok::Ident(name) => {
                self.advance()?;
                Ok(name)
            }
            _ => self.unexpected("a name"),
        }
    }

    /// A string literal as text.
    fn string(&mut self) -> Result<String> {
        match std::mem::replace(&mut self.tok, Tok::Eof) {
            Tok::Str(bytes) => {
                self.advance()?;
                Ok(String::from_utf8_lossy(&bytes).into_owned())
            }
            tok => {
                self.tok = tok;
                self.unexpected("a string")
            }
        }
    }

    /// A number without sign, decimal or hexadecimal.
    fn number(&mut self) -> Result<u64> {
        if let Tok::Num(text) = self.tok
            && let Some(value) = lexer::unsigned(text)
            && let Ok(value) = u64::try_from(value)
        {
            self.advance()?;
            return Ok(value);
        }
        self.unexpected("a number")
    }

    /// A number small enough to size a table by.
    fn index(&mut self) -> Result<u32> {
        match self.number()? {
            number if number < u64::from(MAX_NUMBER) => Ok(number as u32),
            _ => self.error("number is too large"),
        }
    }

    fn small<T: TryFrom<u64>>(&mut self) -> Result<T> {
        let number = self.number()?;
        match T::try_from(number) {
            Ok(number) => Ok(number),
            Err(_) => self.error("number is too large"),
        }
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return self.error("nested too deeply");
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// What a file holds, one after the other.
    fn items(&mut self) -> Result<()> {
        loop {
            match &self.tok {
                Tok::Eof => return Ok(()),
                Tok::Punct(";;") => self.skip_line()?,
                Tok::Ident(word) => match *word {
                    "unit" => {
                        self.advance()?;
                        self.expect_word("next_tmp")?;
                        self.unit.next_tmp = self.index()?;
                        self.expect(";")?;
                    }
                    "basic" => self.basic_type()?,
                    "typedef" => self.typedef()?,
                    "decl" => self.declaration()?,
                    "init" => self.initializer()?,
                    "sym" => self.symbol_node()?,
                    "asm" => self.toplevel_asm()?,
                    "function" => self.whole_function()?,
                    "Removing" | "No" | "Now" => self.skip_line()?,
                    "struct" | "union" | "enum" => self.tagged_item()?,
                    _ => self.dump_function()?,
                },
                _ => self.dump_function()?,
            }
        }
    }

    fn skip_line(&mut self) -> Result<()> {
        self.lexer.rest_of_line();
        self.advance()
    }
}
