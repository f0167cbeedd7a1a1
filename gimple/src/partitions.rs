//! What out-of-SSA makes of a function: SSA names share places, and φs are copies at the ends of blocks.
//!
//! While a function has partitions ([`Function::partitions`](crate::function::Function::partitions)) its φs mean nothing:
//! `expand` and the interpreter read every name as its partition, and make the copies of a block where it ends, before the
//! statement that decides where to go.

use crate::cfg::BlockId;
use crate::decl::DeclId;
use crate::entity::EntityVec;
use crate::ssa::SsaName;
use crate::tree::Operand;
use crate::types::TypeId;
use rustc_hash::FxHashMap;

crate::entity! {
    /// A set of SSA names that share one place.
    PartitionId;
}

/// A partition.
#[derive(Clone, Debug)]
pub struct Partition {
    /// How many names share it; [`Partitions::of`] tells which.
    pub count: u32,
    /// The variable the names are versions of, if they agree on one.
    pub var: DeclId,
    pub ty: TypeId,
}

/// Where a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Partition(PartitionId),
    /// The temporary that holds the old value of a partition.
    SavedOf(PartitionId),
    /// A constant or address.
    Value(Operand),
}

/// One copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub dst: Place,
    pub src: Place,
}

/// The result of leaving SSA form.
#[derive(Clone, Debug, Default)]
pub struct Partitions {
    pub table: EntityVec<PartitionId, Partition>,
    /// The partition of each name.
    pub of: Vec<PartitionId>,
    /// What is to be copied at the end of a block, in order.
    pub copies: FxHashMap<BlockId, Vec<Move>>,
    /// Number of copies that φs asked for, and of those that coalescing left.
    pub copies_before: usize,
    pub copies_after: usize,
    /// Blocks from this one on are edges that were split for copies.
    pub first_split: u32,
    /// Some edge that admits no copy would need one.
    pub uncopied: bool,
}

impl Partitions {
    /// The partition of a name; `NONE` for virtual names and those that are never used.
    pub fn of(&self, name: SsaName) -> PartitionId {
        self.of.get(name.0 as usize).copied().unwrap_or(PartitionId::NONE)
    }
}
