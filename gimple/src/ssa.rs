//! SSA names and their immediate uses.
//!
//! A name's uses form a doubly linked list of [`UseNode`]s, newest first, as GCC links them; a statement's uses are
//! linked too, so that re-scanning a statement costs what the statement costs. Names that have been released are
//! reused, last released first, once they have been flushed (`flush_ssaname_freelist`), so that versions match GCC's.

use crate::decl::DeclId;
use crate::flag_set::flag_set;
use crate::stmt::StmtId;
use crate::symbol::Symbol;
use crate::types::TypeId;

crate::entity! {
    /// An SSA name; the number is its version. Version 0 is never used.
    SsaName;
    /// A use of an SSA name by a statement.
    UseId;
}

flag_set! {
    /// Facts about an SSA name.
    pub struct NameFlags: u8 {
        /// The value the variable has on entry (`x_1(D)`).
        DEFAULT_DEF = 1;
        /// On the free list, or about to be.
        RELEASED = 2;
        /// Occurs in a φ with an abnormal edge: must not be propagated.
        ABNORMAL = 4;
        /// A virtual operand.
        VIRTUAL = 8;
        /// Points to something non-null, as recorded by a pass.
        NONNULL = 16;
        /// Concerned by the next update of SSA form: not to be released before.
        UPDATING = 32;
    }
}

/// An SSA name's data.
#[derive(Clone, Debug)]
pub struct SsaData {
    /// The variable it is a version of, or `NONE` for an anonymous name.
    pub var: DeclId,
    pub ty: TypeId,
    /// The defining statement; `NONE` for default definitions and released names.
    pub def: StmtId,
    /// Most recently linked use.
    pub uses: UseId,
    /// For an anonymous name, the name it prints by (`iftmp.0`), if any (`SSA_NAME_IDENTIFIER`).
    pub ident: Symbol,
    pub flags: NameFlags,
}

impl SsaData {
    /// Whether all bits of `flag` are set.
    pub fn has(&self, flag: NameFlags) -> bool {
        self.flags.contains(flag)
    }
}

/// One use.
#[derive(Clone, Debug)]
pub struct UseNode {
    pub stmt: StmtId,
    pub name: SsaName,
    /// Neighbours in the list of the name's uses.
    pub prev: UseId,
    pub next: UseId,
    /// The next use of the same statement (φs: unused).
    pub next_in_stmt: UseId,
    /// For a φ, the argument's position; for others, [`UseNode::VIRTUAL`] or 0.
    pub slot: u32,
}

impl UseNode {
    /// The slot of a virtual use.
    pub const VIRTUAL: u32 = u32::MAX;
}
