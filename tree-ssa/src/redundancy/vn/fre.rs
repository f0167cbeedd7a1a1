//! Pass `fre`: full redundancy elimination.
//!
//! ```text
//!   p_1(D)->x = a_2(D);                   p_1(D)->x = a_2(D);
//!   _3 = p_1(D)->x;                 =>    t_4 = a_2(D) + b_5(D);
//!   t_4 = _3 + b_5(D);                    return t_4;
//!   u_6 = a_2(D) + b_5(D);
//!   return u_6;
//! ```

use super::Numbering;
use super::eliminate::eliminate;
use crate::memory::alias::Oracle;
use gimple::function::{Function, prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};

/// `fre` for the pass table.
pub const PASS: Pass = Pass::tree("fre", execute)
    .gate(|options, _| options.on(Flag::TreeFre))
    .requires(prop::CFG | prop::SSA);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let oracle = Oracle::new(cx.options);
    let numbering = Numbering::compute(cx.unit, f, cx.options, &oracle, &mut cx.dump);
    let (eliminated, decided) = eliminate(cx, f, &numbering);
    cx.statistics.count("Eliminated", eliminated as u64);
    if eliminated > 0 || decided { Todo::CLEANUP_CFG } else { Todo::NONE }
}
