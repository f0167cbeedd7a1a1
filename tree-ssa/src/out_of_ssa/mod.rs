//! Out of SSA form: SSA names become partitions (variables), φs become parallel copies on edges.
//!
//! ```text
//! # x_1 = PHI <x_2(3), 5(4)>        x.0 <- x_2, x_1       (one partition)
//!                              =>   on edge 4->: x.0 = 5
//! ```
//!
//! Names that a φ or a copy connects are coalesced into one partition when their live ranges do not meet
//! ([`coalesce`]), the most frequently executed copies first; what stays apart costs a copy. The copies of an edge happen at
//! once, so they are put into an order, with a temporary for each cycle ([`parallel_copy`]): neither the lost-copy nor
//! the swap problem can arise. Interference is decided on SSA form itself, as in Boissinot et al., "Revisiting
//! Out-of-SSA Translation" (CGO 2009), without an interference graph and without live sets over all names ([`liveness`]).
//!
//! The function stays in SSA form; `expand` reads it through the [`Partitions`]. Critical edges that need copies are
//! split.

mod coalesce;
mod liveness;
mod parallel_copy;

pub use parallel_copy::{Move, Place, sequentialize};

use crate::cfg_edit;
use gimple::cfg::{BlockId, EdgeId, edge_flag};
use gimple::decl::{DeclId, DeclKind};
use gimple::entity::EntityVec;
use gimple::function::Function;
use gimple::ssa::{SsaName, name_flag};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;

gimple::entity! {
    /// A set of SSA names that share one place.
    PartitionId;
}

/// A partition.
#[derive(Clone, Debug)]
pub struct Partition {
    /// Its names, in order of version.
    pub names: Vec<SsaName>,
    /// The variable the names are versions of, if they agree on one.
    pub var: DeclId,
    pub ty: TypeId,
}

/// The result of leaving SSA form.
pub struct Partitions {
    pub table: EntityVec<PartitionId, Partition>,
    of: Vec<PartitionId>,
    /// What is to be copied at the end of a block, before it goes to its only successor.
    pub copies: FxHashMap<BlockId, Vec<Move>>,
    /// Number of copies that φs asked for, and of those that coalescing left.
    pub copies_before: usize,
    pub copies_after: usize,
    /// Some edge that admits no copy would need one.
    pub uncopied: bool,
}

impl Partitions {
    /// The partition of a name; `NONE` for virtual names and those that are never used.
    pub fn of(&self, name: SsaName) -> PartitionId {
        self.of[name.0 as usize]
    }
}

/// Whether a name has no defined value: a default definition of a variable that is no parameter.
pub fn is_undefined(unit: &Unit, f: &Function, name: SsaName) -> bool {
    let data = &f.names[name];
    data.has(name_flag::DEFAULT_DEF)
        && (data.var.is_none()
            || (unit.decls[data.var].kind == DeclKind::Var && data.var != f.static_chain))
}

/// Assigns every real SSA name to a partition and finds the copies; splits the critical edges that need some.
/// Near-linear in names, φ arguments and blocks.
pub fn rewrite_out_of_ssa(unit: &mut Unit, f: &mut Function) -> Partitions {
    let mut classes = coalesce::coalesce(unit, f);
    let mut partitions = number_partitions(f, &mut classes);
    let edges = edges_with_copies(unit, f, &partitions);
    let mut cases = cfg_edit::SwitchCases::default();
    for (edge, moves) in edges {
        // Nothing can be put on an abnormal edge: what coalescing had to leave apart there cannot be compiled.
        if f.edges[edge].flags & edge_flag::ABNORMAL != 0 {
            partitions.uncopied = true;
            continue;
        }
        partitions.copies_after += moves.len();
        let ordered = sequentialize(&moves);
        let src = f.edges[edge].src;
        let block = if f.blocks[src].succs.len() > 1 {
            cfg_edit::split_edge(unit, f, edge, &mut cases)
        } else {
            src
        };
        partitions.copies.insert(block, ordered);
    }
    partitions
}

fn number_partitions(f: &Function, classes: &mut coalesce::Classes) -> Partitions {
    let mut partitions = Partitions {
        table: EntityVec::new(),
        of: vec![PartitionId::NONE; f.names.len()],
        copies: FxHashMap::default(),
        copies_before: 0,
        copies_after: 0,
        uncopied: false,
    };
    let mut of_class = vec![PartitionId::NONE; f.names.len()];
    for (name, data) in f.names.iter() {
        if data.flags & (name_flag::RELEASED | name_flag::VIRTUAL) != 0 {
            continue;
        }
        let root = classes.find(name);
        let slot = &mut of_class[root.0 as usize];
        if slot.is_none() {
            let first = Partition { names: Vec::new(), var: data.var, ty: data.ty };
            *slot = partitions.table.push(first);
        }
        let partition = &mut partitions.table[*slot];
        partition.names.push(name);
        if partition.var != data.var {
            // A user's variable gives its name to temporaries that share its place.
            let keep = if partition.var.is_none() { data.var } else { partition.var };
            partition.var = keep;
        }
        partitions.of[name.0 as usize] = *slot;
    }
    partitions
}

/// For each edge that needs copies: destination partition and source, φs in order.
fn edges_with_copies(
    unit: &Unit,
    f: &Function,
    partitions: &Partitions,
) -> Vec<(EdgeId, Vec<(PartitionId, Place)>)> {
    let mut result = Vec::new();
    for block in f.block_order() {
        if f.blocks[block].phis.is_empty() {
            continue;
        }
        for &edge in &f.blocks[block].preds {
            let mut moves = Vec::new();
            for phi in f.phis(block) {
                let target = partitions.of(f.phi(phi).result);
                if target.is_none() {
                    continue;
                }
                match f.phi_arg(phi, edge) {
                    Operand::Ssa(name) if is_undefined(unit, f, name) => {}
                    Operand::Ssa(name) => {
                        let source = partitions.of(name);
                        if source != target {
                            moves.push((target, Place::Partition(source)));
                        }
                    }
                    value => moves.push((target, Place::Value(value))),
                }
            }
            if !moves.is_empty() {
                result.push((edge, moves));
            }
        }
    }
    result
}
