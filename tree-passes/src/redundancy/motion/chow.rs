//! `chow`: Morel and Renvoise's equations in Chow's form (*A Portable Machine-Independent Global Optimizer*, 1983).
//!
//! ```text
//!   <bb 3>: x = a * b;                     <bb 3>: lcmtmp.1 = a * b; x = lcmtmp.1;
//!   <bb 4>: ;                        =>    <bb 4>: lcmtmp.1 = a * b;
//!   <bb 5>: y = a * b;                     <bb 5>: y = lcmtmp.1;
//! ```
//!
//! ```text
//!   PPIN(i)  = ANTIN(i) · PAVIN(i) · ∏ (PPOUT(p) + AVOUT(p)) · (ANTLOC(i) + ~ALTERED(i) · PPOUT(i))
//!   PPOUT(i) = ∏ PPIN(s)
//! ```
//!
//! INSERT and DELETE are those of [`super::morel_renvoise`]. A computation goes up only as long as its value comes from somewhere
//! on some path, so fewer do: a value that is computed first at the top of one arm stays where it is.

use super::expressions::Local;
use super::graph::FlowGraph;
use super::morel_renvoise::decide_with;
use super::placement::{Decision, availability};

/// Decides.
pub fn decide(graph: &FlowGraph, local: &Local) -> Decision {
    let known = availability(graph, local);
    let wanted = known.anticipated.at_start.and(&known.partially.at_start);
    decide_with(graph, local, &known, &wanted, "WANTED")
}
