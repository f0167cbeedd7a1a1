//! The text of GIMPLE: functions, blocks, statements, expressions and types as GCC 12's `-fdump-tree-*` prints them.
//!
//! ```text
//! ;; Function fact (fact, funcdef_no=0, decl_uid=1491, cgraph_uid=1, symbol_order=1)
//!
//! int fact (int n)
//! {
//!   int _1;
//!   …
//!   <bb 2> :
//!   if (n_5(D) <= 1)
//!     goto <bb 3>; [INV]
//!   else
//!     goto <bb 4>; [INV]
//! ```
//!
//! Everything is written straight into one `String`; a [`Printer`] holds nothing but references, the modifiers and the
//! nesting depth. Nesting that a program controls (types of types, references of references) is cut off with `...`
//! beyond [`MAX_DEPTH`]; sequences are walked with a stack of their own. Identifiers of GCC's own choosing that mean
//! nothing outside one run (the `<T5a>` of function types) are this unit's indices.
//!
//! The form is the one described by the dump examples of the GCC internals manual ("GIMPLE", "Tree SSA passes").

mod block_args;
mod constant;
mod decimal;
mod expr;
mod function;
mod gimple_syntax;
mod graph;
mod module;
mod partitions;
mod raw;
mod stmt;
mod types;

pub use decimal::{decimal_expansion, write as write_real};
pub use expr::priority;
pub use function::{dump_block, dump_function, dump_function_header, dump_function_with};
pub use graph::dump_graph;
pub use module::{print_module, print_module_with};
pub use partitions::dump_out_of_ssa;

use crate::cfg::BlockId;
use crate::decl::{DeclId, DeclKind};
use crate::function::Function;
use crate::location::Location;
use crate::ssa::{NameFlags, SsaName};
use crate::stmt::StmtId;
use crate::symbol::Symbol;
use crate::tree::Operand;
use crate::types::TypeId;
use crate::unit::Unit;
use dumps::DumpFlags;
use module::ModuleNames;
use std::fmt::Write as _;

/// The modifiers of a dump option.
pub type Flags = DumpFlags;

/// Nesting of types and expressions that is still printed.
pub const MAX_DEPTH: u32 = 1000;

/// Writes GIMPLE into a string.
pub struct Printer<'a> {
    unit: &'a Unit,
    /// The function whose names, labels and statements are printed; types and globals need none.
    function: Option<&'a Function>,
    flags: Flags,
    out: &'a mut String,
    depth: u32,
    /// Column of the braces of an unnamed record's body.
    spaces: usize,
    /// Printing a module that is to be read again: the names of its types. Types are spelled by these, constants and
    /// references say their types, declarations their uids.
    names: Option<&'a ModuleNames>,
    /// SSA names print as their partitions.
    partitions: bool,
    /// What is noted of names where they are defined and of calls, under `-alias`.
    notes: Option<&'a dyn Notes>,
}

/// What is to be said of names where they are defined, and of calls, each a line (`-alias`).
pub trait Notes {
    /// What is known of what a name holds.
    fn of_name(&self, name: SsaName) -> Vec<String>;
    /// What is known of the memory that a call touches.
    fn of_call(&self, stmt: StmtId) -> Vec<String>;
}

impl<'a> Printer<'a> {
    /// A printer that appends to `out`.
    pub fn new(
        out: &'a mut String,
        unit: &'a Unit,
        function: Option<&'a Function>,
        flags: Flags,
    ) -> Printer<'a> {
        let (names, notes, partitions) = (None, None, false);
        Printer { unit, function, flags, out, depth: 0, spaces: 0, names, partitions, notes }
    }

    fn has(&self, flag: Flags) -> bool {
        self.flags.intersects(flag)
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn number(&mut self, number: impl std::fmt::Display) {
        write!(self.out, "{number}").expect("writing to a string succeeds");
    }

    fn symbol(&mut self, symbol: Symbol) {
        self.out.push_str(self.unit.symbols.text(symbol));
    }

    fn indent(&mut self, columns: usize) {
        self.out.extend(std::iter::repeat_n(' ', columns));
    }

    /// Runs `print` one level deeper, or prints `...` where that is too deep.
    fn nested(&mut self, print: impl FnOnce(&mut Self)) {
        if self.depth >= MAX_DEPTH {
            self.text("...");
            return;
        }
        self.depth += 1;
        print(self);
        self.depth -= 1;
    }

    /// A declaration's name: the identifier, or `D.uid`; labels of the compiler's are `<L3>` or `<D.uid>`.
    pub fn decl(&mut self, decl: DeclId) {
        let d = &self.unit.decls[decl];
        if d.kind == DeclKind::Label {
            return self.label(decl);
        }
        let assembler = d.extra.as_ref().and_then(|extra| extra.assembler_name);
        match (d.name, assembler) {
            (Some(name), _)
                if self.names.is_some() && !module::is_word(self.unit.symbols.text(name)) => {}
            (Some(_), Some(name)) if self.has(DumpFlags::ASMNAME) => self.symbol(name),
            (Some(name), _) => self.symbol(name),
            (None, _) if d.kind == DeclKind::Result && self.names.is_none() => {
                return self.text("<retval>");
            }
            (None, _) => return self.uid(decl),
        }
        if self.has(DumpFlags::UID) {
            self.uid(decl);
        }
    }

    fn uid(&mut self, decl: DeclId) {
        if self.has(DumpFlags::NOUID) {
            self.text("D.xxxx");
        } else {
            self.text("D.");
            self.number(decl.0);
        }
    }

    fn label(&mut self, label: DeclId) {
        let number = match self.names {
            Some(_) => None,
            None => self.function.and_then(|f| f.labels.number(label)),
        };
        match (self.unit.decls[label].name, number) {
            (Some(name), _) => {
                self.symbol(name);
                if self.has(DumpFlags::UID) {
                    match number {
                        Some(number) => {
                            self.text("L.");
                            self.number(number);
                        }
                        None => self.uid(label),
                    }
                }
            }
            (None, Some(number)) => {
                let (open, close) = if self.writes_gimple() { ("L", "") } else { ("<L", ">") };
                self.text(open);
                self.number(number);
                self.text(close);
            }
            (None, None) => {
                self.text("<");
                self.uid(label);
                self.text(">");
            }
        }
    }

    /// An SSA name: `i_6`, `_7`, `n_5(D)`, `x_3(ab)`.
    pub fn ssa_name(&mut self, name: SsaName) {
        if let Some(id) = self.partition(name) {
            return self.partition_name(id);
        }
        let Some(data) = self.function.and_then(|f| f.names.get(name)) else {
            self.text("_");
            return self.number(name.0);
        };
        match data.var.expand() {
            Some(var) => {
                if let Some(symbol) = self.unit.decls[var].name {
                    self.symbol(symbol);
                }
            }
            None if data.ident.is_some() && !self.writes_gimple() => self.symbol(data.ident),
            None => {}
        }
        let (default, abnormal) = (data.has(NameFlags::DEFAULT_DEF), data.has(NameFlags::ABNORMAL));
        self.text("_");
        self.number(name.0);
        if default {
            self.text("(D)");
        }
        if abnormal {
            self.text("(ab)");
        }
    }

    fn block_name(&mut self, block: BlockId) {
        self.text("<bb ");
        self.number(block.0);
        self.text(">");
    }

    /// `[file:line:col] ` under `-lineno`, where the location is known.
    fn location(&mut self, loc: Location) {
        if !self.has(DumpFlags::LINENO) || loc.is_unknown() {
            return;
        }
        let unit = self.unit;
        let position = unit.diagnostics.sources.position(loc);
        write!(self.out, "[{}:{}:{}] ", position.file, position.line, position.column)
            .expect("writing to a string succeeds");
    }
}

fn collect(
    unit: &Unit,
    function: Option<&Function>,
    flags: Flags,
    print: impl FnOnce(&mut Printer<'_>),
) -> String {
    let mut out = String::new();
    print(&mut Printer::new(&mut out, unit, function, flags));
    out
}

/// The text of a statement without its virtual operands and edges, as passes print it under `-details`
/// (`print_gimple_stmt` without the newline).
pub fn stmt_text(unit: &Unit, function: &Function, stmt: StmtId, flags: Flags) -> String {
    collect(unit, Some(function), flags, |p| p.stmt(stmt, 0))
}

/// The text of an operand (`print_generic_expr`).
pub fn operand_text(unit: &Unit, function: &Function, op: Operand, flags: Flags) -> String {
    collect(unit, Some(function), flags, |p| p.operand(op))
}

/// The text of a type.
pub fn type_text(unit: &Unit, ty: TypeId, flags: Flags) -> String {
    collect(unit, None, flags, |p| p.type_name(ty))
}

/// The text of an SSA name.
pub fn ssa_name_text(unit: &Unit, function: &Function, name: SsaName) -> String {
    collect(unit, Some(function), DumpFlags::NONE, |p| p.ssa_name(name))
}

/// A declaration as blocks show it, with its type and initial value (`print_generic_decl`).
pub fn declaration_text(unit: &Unit, function: &Function, decl: DeclId, flags: Flags) -> String {
    collect(unit, Some(function), flags, |p| p.declaration(decl, 2))
}

/// The name a declaration prints by.
pub fn decl_text(unit: &Unit, function: Option<&Function>, decl: DeclId, flags: Flags) -> String {
    collect(unit, function, flags, |p| p.decl(decl))
}
