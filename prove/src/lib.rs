//! Translation validation: whether a function does after a pass what it did before, for every input.
//!
//! [`prove`] takes two bodies of one function, in SSA form, and asks whether the second *refines* the first: the same
//! result, memory, calls and volatile accesses for every input for which the first is defined. [`semantics`] says what a
//! body does, as [`terms`]; what is not the same term in both is asked of a solver ([`query`]).

pub mod answer;
mod calls;
mod compare;
mod facts;
mod induct;
mod invariant;
mod loops;
pub mod query;
mod same;
pub mod semantics;
pub mod terms;

pub use answer::{Answer, Counterexample};
pub use compare::{Config, prove, prove_with_callees};
pub use facts::{Fact, check, facts};
pub use query::Solver;
pub use semantics::Limits;
pub use semantics::objects::Bodies;

/// Whether control goes back anywhere in a function.
pub fn has_loops(f: &gimple::function::Function) -> bool {
    loops::Plan::of(f).has_loops()
}
