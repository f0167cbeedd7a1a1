//! Pass `crited`: a block of its own on each edge from a block with several successors to one with several predecessors.
//!
//! ```text
//!   <bb 2>:                                  <bb 2>:
//!   if (a_1(D) > 0)                          if (a_1(D) > 0)
//!     goto <bb 3>;                             goto <bb 3>;
//!   else                                     else
//!     goto <bb 4>;                             goto <bb 5>;
//!                                      =>    <bb 5>:
//!   <bb 3>:                                  goto <bb 4>;
//!   ...                                      <bb 3>:
//!   <bb 4>:                                  ...
//!   # x_2 = PHI <a_1(D)(2), b_3(3)>          <bb 4>:
//!                                            # x_2 = PHI <a_1(D)(5), b_3(3)>
//! ```
//!
//! So each path into a φ is a place where control has been told apart, which `uncprop` looks for. Blocks that stay empty go
//! when `optimized` cleans up.

use crate::edit::cfg_edit;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo};

/// `crited` for the pass table.
pub const PASS: Pass =
    Pass::tree("crited", execute).requires(Prop::CFG).provides(Prop::NO_CRIT_EDGES);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    cfg_edit::split_critical_edges(cx.unit, f);
    Todo::NONE
}
