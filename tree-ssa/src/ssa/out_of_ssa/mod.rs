//! Out of SSA form: SSA names become partitions (variables), φs become parallel copies on edges.
//!
//! ```text
//! # x_1 = PHI <x_2(3), 5(4)>        x.0 <- x_2, x_1       (one partition)
//!                              =>   on edge 4->: x.0 = 5
//! ```
//!
//! Names that a φ or a copy connects are coalesced into one partition when their live ranges do not meet
//! (`coalesce`), the most frequently executed copies first; what stays apart costs a copy. The copies of an edge happen at
//! once, so they are put into an order, with a temporary for each cycle (`parallel_copy`): neither the lost-copy nor
//! the swap problem can arise. Interference is decided on SSA form itself, as in Boissinot et al., "Revisiting
//! Out-of-SSA Translation" (CGO 2009), without an interference graph and without live sets over all names (`liveness`).
//! Critical edges that need copies are split.
//!
//! That is `-fout-of-ssa=coalesce`. The other ways insert copies into SSA form until it is conventional (`methods`), join
//! every φ's names, and coalesce what copies join:
//!
//! | | copied are | |
//! |---|---|---|
//! | `naive` | all arguments, one after the other, at the ends of their blocks | wrong: lost copies, swaps |
//! | `split` | all arguments, at once, on edges of their own | |
//! | `briggs` | all arguments, at once; results that are live too far | |
//! | `sreedhar1` | all arguments and results | |
//! | `sreedhar2` | arguments and results that interfere | |
//! | `sreedhar3` | one of two that interfere, by liveness | |
//!
//! The function stays in SSA form; `expand` and the interpreter read it through the [`Partitions`].

mod classes;
mod coalesce;
mod copies;
mod disjoint;
mod liveness;
mod methods;
mod parallel_copy;
mod phi_table;
mod report;
mod webs;

pub use gimple::partitions::{Move, Partition, PartitionId, Partitions, Place};
pub use parallel_copy::sequentialize;
pub use report::{PASS, conventional, execute};

use crate::edit::cfg_edit;
use crate::graph::analyses;
use crate::graph::dominance::Dominators;
use classes::Classes;
use copies::{Copies, real_phis};
use gimple::cfg::{BlockId, ENTRY, EdgeFlags, EdgeId};
use gimple::decl::DeclKind;
use gimple::entity::EntityVec;
use gimple::function::Function;
use gimple::options::OutOfSsa;
use gimple::ssa::{NameFlags, SsaName};
use gimple::tree::Operand;
use gimple::unit::Unit;
use liveness::Liveness;
use methods::Inserter;
use phi_table::PhiTable;
use webs::{Interference, Webs};

/// Whether a name has no defined value: a default definition of a variable that is no parameter.
pub fn is_undefined(unit: &Unit, f: &Function, name: SsaName) -> bool {
    let data = &f.names[name];
    data.has(NameFlags::DEFAULT_DEF)
        && (data.var.is_none()
            || (unit.decls[data.var].kind == DeclKind::Var && data.var != f.static_chain))
}

/// What was done on the way, for dumps and statistics.
#[derive(Default)]
pub struct Journal {
    /// Whether webs are to be looked at.
    pub wanted: bool,
    /// Whether names of different variables stay apart (`-fno-tree-coalesce-vars`).
    pub apart: bool,
    /// Before copies were inserted, and after: the webs, and those that interfere with themselves.
    webs: Option<(Vec<Vec<SsaName>>, Vec<Interference>)>,
    /// The interferences that the copies have left.
    left: Vec<Interference>,
    inserted: usize,
    coalesced: usize,
    temporaries: usize,
    split: usize,
}

/// Assigns every real SSA name to a partition and finds the copies; splits the critical edges that need some.
/// Near-linear in names, φ arguments and blocks. With `apart`, names of different variables of the program stay apart, and
/// from temporaries.
pub fn rewrite_out_of_ssa(
    unit: &mut Unit,
    f: &mut Function,
    method: OutOfSsa,
    apart: bool,
) -> Partitions {
    rewrite_with_journal(unit, f, method, &mut Journal { apart, ..Journal::default() })
}

/// As [`rewrite_out_of_ssa`], and says what it did.
pub fn rewrite_with_journal(
    unit: &mut Unit,
    f: &mut Function,
    method: OutOfSsa,
    journal: &mut Journal,
) -> Partitions {
    let blocks = f.blocks.len();
    if method != OutOfSsa::Coalesce {
        split_edges(unit, f, method);
    }
    let dom = analyses::analysis::<Dominators>(f);
    let order = analyses::reverse_post_order(f);
    let cyclic = analyses::is_cyclic(f);
    let mut live = Liveness::new(f, &dom, &order, cyclic);
    let mut classes = Classes::new(f.names.len());
    let mut phis = PhiTable::of(unit, f);
    join_on_abnormal_edges(&phis, &mut classes, &live);
    let asked = phis.all_arguments().iter().filter(|arg| arg.is_copyable()).count();
    if journal.wanted {
        let webs = Webs::find(unit, f);
        let meet = webs.interferences(f, &mut live);
        journal.webs = Some((webs.webs, meet));
    }
    let mut inserter =
        Inserter { unit, f, classes: &mut classes, live: &mut live, copies: Copies::default() };
    inserter.insert(method);
    let mut copies = inserter.copies;
    journal.inserted = copies.count();
    if journal.inserted > 0 {
        phis = PhiTable::of(unit, f);
    }
    if journal.wanted && method != OutOfSsa::Coalesce {
        let left = Webs::find(unit, f).interferences(f, &mut live);
        journal.left = if live.is_exact() { left } else { Vec::new() };
    }
    if method != OutOfSsa::Naive {
        coalesce::coalesce((unit, journal.apart), f, &phis, &mut classes, &mut live);
    }
    journal.coalesced = copies.remove_coalesced(f, &mut classes);
    if journal.coalesced > 0 {
        phis = PhiTable::of(unit, f);
    }
    let mut partitions = number_partitions(f, &mut classes);
    if method != OutOfSsa::Naive {
        journal.temporaries = copies.put_in_order(unit, f, &mut partitions);
    }
    copy_on_edges(unit, f, &phis, &mut partitions, journal);
    partitions.first_split = blocks as u32;
    partitions.copies_before = asked;
    partitions.copies_after += copies.count();
    if method == OutOfSsa::Coalesce {
        journal.inserted = asked;
        journal.coalesced = asked - partitions.copies_after.min(asked);
    }
    journal.split = f.blocks.len() - blocks;
    partitions
}

/// Joins the names that abnormal edges bring to φs, as nothing can be copied there.
fn join_on_abnormal_edges(phis: &PhiTable, classes: &mut Classes, live: &Liveness<'_>) {
    for row in phis.rows() {
        for arg in phis.arguments(row).iter().filter(|arg| arg.abnormal) {
            if let Operand::Ssa(name) = arg.value {
                classes.force(row.result, name, live);
            }
        }
    }
}

/// Splits the edges that copies cannot do without: where the block they come from ends in a statement that defines
/// something and goes several ways, and at the entry; with `split`, all critical ones.
fn split_edges(unit: &mut Unit, f: &mut Function, method: OutOfSsa) {
    let mut edges: Vec<EdgeId> = Vec::new();
    for phi in real_phis(f) {
        let block = f.stmts[phi].block;
        edges.extend(f.blocks[block].preds.iter().copied().filter(|&edge| {
            let src = f.edges[edge].src;
            let several = f.blocks[src].succs.len() > 1;
            let stuck = several && liveness::control_stmt(f, src).is_none();
            let critical = several && method == OutOfSsa::Split;
            !f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL)
                && (src == ENTRY || stuck || critical)
        }));
    }
    edges.sort_unstable();
    edges.dedup();
    let mut cases = cfg_edit::SwitchCases::default();
    for edge in edges {
        cfg_edit::split_edge(unit, f, edge, &mut cases);
    }
}

/// What the φs still ask for becomes copies on edges.
fn copy_on_edges(
    unit: &mut Unit,
    f: &mut Function,
    phis: &PhiTable,
    partitions: &mut Partitions,
    journal: &mut Journal,
) {
    let mut edges = edges_with_copies(f, phis, partitions);
    order_by_source(f, &mut edges);
    let mut cases = cfg_edit::SwitchCases::default();
    for (edge, moves) in edges {
        // Nothing can be put on an abnormal edge: what coalescing had to leave apart there cannot be compiled.
        if f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL) {
            partitions.uncopied = true;
            continue;
        }
        partitions.copies_after += moves.len();
        let ordered = sequentialize(&moves);
        journal.temporaries += ordered.len().saturating_sub(moves.len());
        let src = f.edges[edge].src;
        let block = if f.blocks[src].succs.len() > 1 || src == ENTRY {
            split_before_target(unit, f, edge, &mut cases)
        } else {
            src
        };
        partitions.copies.insert(block, ordered);
    }
}

/// Puts edges in the order of the blocks they leave.
fn order_by_source(f: &Function, edges: &mut [(EdgeId, Vec<(PartitionId, Place)>)]) {
    let mut rank = vec![0u32; f.blocks.len()];
    for (index, block) in f.block_iter().enumerate() {
        rank[block.0 as usize] = index as u32 + 1;
    }
    edges.sort_by_key(|&(edge, _)| {
        let src = f.edges[edge].src;
        let index = f.blocks[src].succs.iter().position(|&succ| succ == edge);
        (rank[src.0 as usize], index)
    });
}

/// Splits an edge. The new block stands before the one the edge leads to, unless control falls in there more often: that
/// would have to jump over it.
fn split_before_target(
    unit: &mut Unit,
    f: &mut Function,
    edge: EdgeId,
    cases: &mut cfg_edit::SwitchCases,
) -> BlockId {
    let target = f.edges[edge].dst;
    let own = cfg_edit::edge_count(f, edge);
    let before = f.prev_block(target);
    let falls = f.find_edge(before, target).map_or(0, |fall| cfg_edit::edge_count(f, fall));
    let block = cfg_edit::split_edge(unit, f, edge, cases);
    let before = f.prev_block(target);
    if before != block && own >= falls {
        f.move_block_after(block, before);
    }
    block
}

fn number_partitions(f: &Function, classes: &mut Classes) -> Partitions {
    let mut partitions = Partitions {
        table: EntityVec::new(),
        of: vec![PartitionId::NONE; f.names.len()],
        ..Partitions::default()
    };
    let mut of_class = vec![PartitionId::NONE; f.names.len()];
    for (name, data) in f.names.iter() {
        if data.flags.intersects(NameFlags::RELEASED | NameFlags::VIRTUAL) {
            continue;
        }
        let root = classes.find(name);
        let slot = &mut of_class[root.0 as usize];
        if slot.is_none() {
            let first = Partition { count: 0, var: data.var, ty: data.ty };
            *slot = partitions.table.push(first);
        }
        let partition = &mut partitions.table[*slot];
        partition.count += 1;
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
    f: &Function,
    phis: &PhiTable,
    partitions: &Partitions,
) -> Vec<(EdgeId, Vec<(PartitionId, Place)>)> {
    let mut result = Vec::new();
    for rows in phis.rows().chunk_by(|a, b| a.block == b.block) {
        for index in 0..phis.arguments(&rows[0]).len() {
            let mut moves = Vec::new();
            for row in rows {
                let target = partitions.of(row.result);
                let argument = phis.arguments(row)[index];
                let source = match argument.value {
                    _ if target.is_none() || argument.undefined => continue,
                    Operand::Ssa(name) => Place::Partition(partitions.of(name)),
                    value => Place::Value(value),
                };
                if source != Place::Partition(target) {
                    moves.push((target, source));
                }
            }
            if !moves.is_empty() {
                result.push((f.blocks[rows[0].block].preds[index], moves));
            }
        }
    }
    result
}
