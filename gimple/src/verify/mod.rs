//! Verifiers: what must hold of a function between any two passes (`verify_gimple_in_cfg`, `verify_flow_info`,
//! `verify_ssa`, `verify_loop_structure`). They share nothing with the passes they check: dominators are computed anew
//! by the simple iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm", 2001).
//!
//! Every verifier goes over everything and reports what it finds, at most [`MAX_ERRORS`] times; none panics on a
//! function however broken. All are linear in the size of the function, dominators aside.
//!
//! **GIMPLE** ([`verify_gimple`]): a statement has the operands its code wants and no others; operands of operations
//! are registers, constants or addresses, and only a plain copy of an aggregate has memory on both sides; the left-hand
//! side can be written; types agree as GCC's `verify_gimple_assign` asks; what a reference goes through has the type
//! that reference needs; switch cases are sorted, disjoint and begin with the default.
//!
//! **CFG** ([`verify_cfg`]): the layout chain holds each live block once, from entry to exit; edges know their positions
//! at both ends, and no two join the same blocks; labels come first in a block and are registered for it; statements
//! are linked both ways and know their block; what ends a block fits the edges that leave it.
//!
//! **SSA** ([`verify_ssa`]): each name has one definition, which knows it, and which dominates its uses; default
//! definitions are registered and have no statement; the immediate uses of a name are exactly its uses; a φ has one
//! argument of a fitting type for each predecessor; released names are not used; virtual operands are present where a
//! statement's flags say so and each is the memory state that reaches the statement.
//!
//! **Loops** ([`verify_loops`]): see the module.

mod cfg;
pub(crate) mod dominance;
mod gimple;
mod loops;
mod rhs;
mod ssa;
#[cfg(test)]
mod tests;
mod types;

pub use cfg::verify_cfg;
pub use gimple::verify_gimple;
pub use loops::verify_loops;
pub use ssa::verify_ssa;

use crate::cfg::{BlockId, EdgeId};
use crate::function::{Function, Prop};
use crate::loops::LoopId;
use crate::print::{self, Flags};
use crate::ssa::SsaName;
use crate::stmt::{StmtId, StmtKind};
use crate::unit::Unit;
use std::fmt;

/// Errors reported of one function by one verifier.
pub const MAX_ERRORS: usize = 20;

/// What an error is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entity {
    Function,
    Block(BlockId),
    Edge(EdgeId),
    Stmt(StmtId),
    Name(SsaName),
    Loop(LoopId),
}

/// A broken invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    pub entity: Entity,
    /// What is wrong, in GCC's style: `invalid operand in binary operation`.
    pub text: String,
    /// The entity as dumps print it.
    pub shown: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.text, self.shown)
    }
}

/// The outcome of a verifier.
pub type Verdict = Result<(), Vec<VerifyError>>;

/// Runs the verifiers that apply to the form the function is in; the errors as text, one a line.
pub fn verify_function(unit: &Unit, function: &Function) -> Result<(), String> {
    let mut errors = Vec::new();
    let mut take = |verdict: Verdict| errors.extend(verdict.err().unwrap_or_default());
    if function.has_cfg() {
        take(verify_cfg(unit, function));
    }
    take(verify_gimple(unit, function));
    if function.has_cfg() && function.properties.intersects(Prop::SSA) {
        take(verify_ssa(unit, function));
        take(verify_loops(unit, function));
    }
    if errors.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    Err(lines.join("\n"))
}

/// Collects errors.
struct Report<'a> {
    unit: &'a Unit,
    f: &'a Function,
    errors: Vec<VerifyError>,
}

impl<'a> Report<'a> {
    fn new(unit: &'a Unit, f: &'a Function) -> Report<'a> {
        Report { unit, f, errors: Vec::new() }
    }

    fn is_full(&self) -> bool {
        self.errors.len() >= MAX_ERRORS
    }

    fn add(&mut self, entity: Entity, text: impl Into<String>) {
        if self.is_full() {
            return;
        }
        let (unit, f) = (self.unit, self.f);
        let shown = match entity {
            Entity::Function => print::decl_text(unit, Some(f), f.decl, Flags::NONE),
            Entity::Block(block) => format!("<bb {}>", block.0),
            Entity::Edge(edge) => match f.edges.get(edge) {
                Some(e) => format!("edge {} -> {}", e.src.0, e.dst.0),
                None => format!("{edge:?}"),
            },
            Entity::Stmt(stmt) => self.stmt_text(stmt),
            Entity::Name(name) => print::ssa_name_text(unit, f, name),
            Entity::Loop(id) => format!("loop {}", id.0),
        };
        self.errors.push(VerifyError { entity, text: text.into(), shown });
    }

    fn stmt_text(&self, stmt: StmtId) -> String {
        match &self.f.stmts[stmt].kind {
            StmtKind::Bind { .. } => "{ ... }".to_string(),
            StmtKind::Try { .. } => "try".to_string(),
            _ => print::stmt_text(self.unit, self.f, stmt, Flags::VOPS),
        }
    }

    fn stmt(&mut self, stmt: StmtId, text: impl Into<String>) {
        self.add(Entity::Stmt(stmt), text);
    }

    fn finish(self) -> Verdict {
        if self.errors.is_empty() { Ok(()) } else { Err(self.errors) }
    }
}
