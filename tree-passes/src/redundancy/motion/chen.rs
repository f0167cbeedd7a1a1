//! `chen`: Chen and Chen's improvement of Chow's form, which puts computations on edges too.
//!
//! ```text
//!   <bb 3>: if (p) goto <bb 6>; …          <bb 3>: if (p) goto <bb 8>; …
//!                                          <bb 8>: lcmtmp.1 = a * b;          on the edge 3 -> 6
//!   <bb 6>: ;                        =>    <bb 6>: ;
//!   <bb 7>: x = a * b;                     <bb 7>: x = lcmtmp.1;
//!           if (q) goto <bb 6>; …                  if (q) goto <bb 6>; …
//! ```
//!
//! Chow's equations insert nothing here: the computation would have to go to the end of block 3, which also leads elsewhere. The
//! paper drops the factor that all predecessors must have the value or be a place for it, asks for one (3), and
//! gives the edges from the others the computation:
//!
//! ```text
//!   (2)  PPOUT(i) = ∏ PPIN(s)          PPIN(i) = PAVIN(i) · (ANTLOC(i) + ~ALTERED(i) · PPOUT(i))
//!   (3)  PPIN(i) = PPIN(i) · Σ (PPIN(p) + AVOUT(p)); where it has become FALSE, so has PPOUT of all predecessors
//!   (4)  INSERT(i) = PPOUT(i) · ~AVOUT(i) · (~PPIN(i) + ALTERED(i))
//!        EDGE_INSERT(j,i) = ~PPOUT(j) · PPIN(i) · ~AVOUT(j)               DELETE(i) = ANTLOC(i) · PPIN(i)
//! ```
//!
//! The steps as printed are wrong in these places; what is done here instead keeps to what they are for.
//!
//! * **Endless loops.** Step (2) has lost ANTIN, and its greatest solution is TRUE all around a cycle that nothing leaves and
//!   nothing is computed in. The computation then goes before a loop that never does it. (Chow's ANTIN, the greatest
//!   solution as well, is no better there.) ANTIN is a factor again, on a graph in which each cycle has a way to the exit
//!   ([`super::graph`]).
//! * **INSERT is at the end.** The text after Chow's equations says that INSERT(i) computes "at the entry of block i". The
//!   factor ALTERED(i) makes that wrong, the value would be the old one; §4 says that the mirror image inserts at the
//!   entry "and not at the exit". It is the exit.
//! * **One round.** Step (3) as printed looks at each block once; in an order in which a block is looked at before the predecessor it
//!   relies on loses PPIN, both INSERT and DELETE remain where nothing is won. Here (2) and (3) are iterated until both hold.
//! * **One predecessor is not enough of a reason.** PPIN(p) in the sum of (3) is TRUE for a predecessor that takes the value in and
//!   then alters it, and around a cycle whose blocks only rely on one another. Then *every* edge into
//!   the block gets the computation: nothing is computed less often, and the temporary lives longer. What counts is a
//!   value that comes from somewhere: `SUP(i) = Σ (AVOUT(p) + PPIN(p) · ~ALTERED(p) · SUP(p))`, the *least* solution.
//! * **Edges that cannot be split**, of computed gotos, take no computation: PPIN is FALSE where they lead.
//! * Figure 2 says that AVOUT is FALSE at all blocks. Were it so PAVIN would be, too; AVOUT(7) is TRUE for `a * b`.
//!
//! The figures' graph is not in the text. Of graphs for which every other value it lists is right, in those where 6 leads to 7
//! alone Chow's equations move `a * b` from 7 to the end of 6; the tests' graph has an edge from 6 to itself.
//!
//! The tests run the steps as printed on random graphs and find these.

use super::expressions::Local;
use super::graph::FlowGraph;
use super::placement::{Decision, Possible, availability, members, possible};
use gimple::cfg::EdgeId;
use gimple::options::DataflowOrder;
use tree_ssa::analyses::dataflow::Direction;
use tree_ssa::analyses::dataflow::bits::{self, GenKill, Meet, Sets};

/// Decides.
pub fn decide(graph: &FlowGraph, local: &Local) -> Decision {
    let known = availability(graph, local);
    let available = &known.available.at_end;
    let mut allowed = known.anticipated.at_start.and(&known.partially.at_start);
    let (places, supported) = loop {
        let places = possible(graph, local, &allowed, None);
        let supported = supported(graph, local, &places, available);
        if places.at_start.minus(&supported).count() == 0 {
            break (places, supported);
        }
        allowed = allowed.and(&places.at_start).and(&supported);
    };
    let insert = places.insert(local, available);
    let on_edge = edge_insert(graph, &places, available);
    let deleted = local.antloc.and(&places.at_start);
    let properties = vec![
        ("ANTLOC", local.antloc.clone()),
        ("AVLOC", local.avloc.clone()),
        ("ALTERED", local.altered.clone()),
        ("AVIN", known.available.at_start.clone()),
        ("AVOUT", available.clone()),
        ("PAVIN", known.partially.at_start.clone()),
        ("PAVOUT", known.partially.at_end.clone()),
        ("ANTIN", known.anticipated.at_start.clone()),
        ("SUP", supported),
        ("PPIN", places.at_start),
        ("PPOUT", places.at_end),
        ("INSERT", insert.clone()),
        ("DELETE", deleted.clone()),
    ];
    Decision { properties, at_end: members(&insert, graph), on_edge, deleted, places: None }
}

/// Where a value comes in from some predecessor: the least solution.
fn supported(graph: &FlowGraph, local: &Local, places: &Possible, available: &Sets) -> Sets {
    let mut problem =
        GenKill::new("supported", &graph.graph, local.facts, Direction::Forward, Meet::Union);
    problem.generated = available.clone();
    // What is in no PPIN, or altered, does not come through.
    let through = places.at_start.minus(&local.altered);
    problem.killed = through.zip(&local.altered, |through, _| !through);
    bits::solve(&graph.graph, &problem, DataflowOrder::default()).at_start
}

/// EDGE_INSERT: the value is wanted at the start of a block, and a predecessor neither has it nor is a place for it.
fn edge_insert(graph: &FlowGraph, places: &Possible, available: &Sets) -> Vec<(EdgeId, usize)> {
    let f = &graph.graph;
    let mut found = Vec::new();
    for (edge, origin) in graph.real_edges() {
        let (from, to) = (f.edges[edge].src, f.edges[edge].dst);
        let missing =
            places.at_start.facts(to).into_iter().filter(|&fact| {
                !places.at_end.contains(from, fact) && !available.contains(from, fact)
            });
        found.extend(missing.map(|fact| (origin, fact)));
    }
    found
}
