//! The functions of a unit and their copies as GCC's symbol table has them after IPA passes, without what it says of
//! variables and of who may see what.
//!
//! ```text
//! g/3 (g) @0x3
//!   Type: function definition analyzed
//!   Function g/3 is inline copy in f/1
//!   Clone of g/0
//!   Called by: f/1 (inlined) (1073741824 (estimated locally),1.00 per call)
//!   Calls:
//! ```

use dumps::{put, putln};
use gimple::decl::DeclId;
use gimple::unit::Unit;
use std::fmt::Write;

/// What the table begins with.
pub const TITLE: &str = "Symbol table:\n\n";

/// A function, or a copy of one.
pub struct Symbol {
    pub decl: DeclId,
    pub order: u32,
    /// The function it has been inlined into, and the one it is a copy of.
    pub inline_copy_in: Option<String>,
    pub clone_of: Option<String>,
    pub called_by: String,
    pub calls: String,
}

/// A call: of whom or by whom.
pub struct CallEntry {
    pub other: String,
    pub inlined: bool,
    /// It went through a pointer before.
    pub was_indirect: bool,
    pub count: u64,
    /// For each call of the function it is in.
    pub frequency: f64,
}

/// The text of a call.
pub fn of_call(call: &CallEntry) -> String {
    let CallEntry { other, count, frequency, .. } = call;
    let inlined = if call.inlined { "(inlined) " } else { "" };
    let indirect = if call.was_indirect { "(indirect_inlining) " } else { "" };
    let quality = if *count == 0 { "precise" } else { "estimated locally" };
    format!("{other} {inlined}{indirect}({count} ({quality}),{frequency:.2} per call) ")
}

/// The text of a symbol.
pub fn of_symbol(unit: &Unit, symbol: &Symbol) -> String {
    let decl = &unit.decls[symbol.decl];
    let name = unit.decl_name(symbol.decl).unwrap_or("");
    let outside = decl.extra.as_ref().and_then(|extra| extra.assembler_name);
    let outside = outside.map_or(name, |name| unit.symbols.text(name));
    let mut text = format!("{outside}/{0} ({name}) @{0:#x}\n", symbol.order);
    text += "  Type: function definition analyzed\n";
    if let Some(root) = &symbol.inline_copy_in {
        putln!(text, "  Function {name}/{} is inline copy in {root}", symbol.order);
    }
    if let Some(original) = &symbol.clone_of {
        putln!(text, "  Clone of {original}");
    }
    put!(text, "  Called by: {}\n  Calls: {}\n", symbol.called_by, symbol.calls);
    text
}
