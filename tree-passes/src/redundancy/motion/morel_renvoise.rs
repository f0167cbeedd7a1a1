//! `mr`: suppression of partial redundancies, as Morel and Renvoise gave it (CACM 22, 1979).
//!
//! ```text
//!   <bb 3>: x = a * b;                     <bb 3>: lcmtmp.1 = a * b; x = lcmtmp.1;
//!   <bb 4>: ;                        =>    <bb 4>: lcmtmp.1 = a * b;
//!   <bb 5>: y = a * b;                     <bb 5>: y = lcmtmp.1;
//! ```
//!
//! ```text
//!   CONST(i) = ANTIN(i) · (PAVIN(i) + ~ANTLOC(i) · ~ALTERED(i))
//!   PPIN(i)  = CONST(i) · ∏ (PPOUT(p) + AVOUT(p)) · (ANTLOC(i) + ~ALTERED(i) · PPOUT(i))       FALSE at the entry
//!   PPOUT(i) = ∏ PPIN(s)                                                                       FALSE at the exit
//!   INSERT(i) = PPOUT(i) · ~AVOUT(i) · (~PPIN(i) + ALTERED(i))                                 DELETE(i) = ANTLOC(i) · PPIN(i)
//! ```
//!
//! What is inserted goes to the end of a block, so nothing is where only an edge would do; and CONST lets a computation go up
//! through blocks at which it is not partially available, further than it has to (its value lives longer).

use super::expressions::Local;
use super::graph::FlowGraph;
use super::placement::{Availability, Decision, availability, members, possible};
use tree_ssa::analyses::dataflow::bits::Sets;

/// Decides.
pub fn decide(graph: &FlowGraph, local: &Local) -> Decision {
    let known = availability(graph, local);
    let through = {
        // What a block neither computes first nor stops; all facts are in the union of a table and its complement.
        let touched = local.antloc.or(&local.stopped);
        known.anticipated.at_start.minus(&touched)
    };
    let constant = known.anticipated.at_start.and(&known.partially.at_start).or(&through);
    decide_with(graph, local, &known, &constant, "CONST")
}

/// What both equations that insert at the ends of blocks make of the factor that does not depend on the solution.
pub fn decide_with(
    graph: &FlowGraph,
    local: &Local,
    known: &Availability,
    allowed: &Sets,
    name: &'static str,
) -> Decision {
    let available = &known.available.at_end;
    let places = possible(graph, local, allowed, Some(available));
    let insert = places.insert(local, available);
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
        ("ANTOUT", known.anticipated.at_end.clone()),
        (name, allowed.clone()),
        ("PPIN", places.at_start),
        ("PPOUT", places.at_end),
        ("INSERT", insert.clone()),
        ("DELETE", deleted.clone()),
    ];
    let at_end = members(&insert, graph);
    Decision { properties, at_end, on_edge: Vec::new(), deleted, places: None }
}
