//! What passes have to say to the user about the program: `-fopt-info`.
//!
//! ```text
//! x.c:15:5: optimized:  Inlining factor/0 into main/1.
//! ```

use crate::decl::DeclId;
use crate::function::Inlined;
use crate::location::Location;
use crate::unit::Unit;
use dumps::DumpFlags;

/// What a remark says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemarkKind {
    /// Something was made better.
    Optimized,
    /// Something could not be.
    Missed,
    /// Anything else.
    Note,
}

impl RemarkKind {
    /// The flag of dumps that show such remarks.
    pub fn dump_flag(self) -> DumpFlags {
        match self {
            RemarkKind::Optimized => DumpFlags::OPTIMIZED,
            RemarkKind::Missed => DumpFlags::MISSED,
            RemarkKind::Note => DumpFlags::NOTE,
        }
    }

    /// The word in options and before remarks.
    pub fn word(self) -> &'static str {
        match self {
            RemarkKind::Optimized => "optimized",
            RemarkKind::Missed => "missed",
            RemarkKind::Note => "note",
        }
    }
}

/// A remark.
#[derive(Clone, Debug)]
pub struct Remark {
    pub kind: RemarkKind,
    /// The kind of optimisation, as options name it: `inline`.
    pub group: &'static str,
    pub pass: String,
    /// The function it is about, or none.
    pub function: DeclId,
    pub loc: Location,
    pub text: String,
    /// Whether the text stands for itself, without a place and the kind.
    pub plain: bool,
    /// The calls the place was inlined by, innermost first: what was called, and where.
    pub chain: Vec<Inlined>,
}

impl Remark {
    /// The function it is about, if it is about one.
    pub fn function_name<'a>(&self, unit: &'a Unit) -> Option<&'a str> {
        unit.decl_name(self.function.expand()?)
    }

    /// The remark as `-fopt-info` prints it.
    pub fn line(&self, unit: &Unit) -> String {
        if self.plain {
            return format!("{}\n", self.text);
        }
        let word = self.kind.word();
        if self.loc.is_unknown() {
            return format!("{word}: {}\n", self.text);
        }
        let at = unit.diagnostics.sources.position(self.loc);
        format!("{}:{}:{}: {word}: {}\n", at.file, at.line, at.column, self.text)
    }
}
