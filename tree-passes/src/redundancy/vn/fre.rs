//! Pass `fre`: full redundancy elimination.
//!
//! ```text
//!   p_1(D)->x = a_2(D);                   p_1(D)->x = a_2(D);
//!   _3 = p_1(D)->x;                 =>    t_4 = a_2(D) + b_5(D);
//!   t_4 = _3 + b_5(D);                    return t_4;
//!   u_6 = a_2(D) + b_5(D);
//!   return u_6;
//! ```

use super::eliminate::eliminate;
use super::{Manner, Numbering};
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use tree_ssa::analyses::alias::{Access, Oracle};
use tree_ssa::graph::analyses::reverse_post_order;
use tree_ssa::graph::natural_loops;

/// `fre` for the pass table.
pub const PASS: Pass =
    Pass::tree("fre", execute).gate(|options, _| options.on(Flag::TreeFre)).requires(Prop::CFG_SSA);

/// The first instance that does not iterate.
const LATE: u32 = 4;

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    // Below -O2, and late, loops are not worth a second look.
    let iterate = cx.options.optimize > 1 && cx.pass.instance < LATE;
    if iterate && cx.dump.enabled() {
        natural_loops::ensure_loops(f);
        natural_loops::dump_loops(f, &mut cx.dump);
    }
    if cx.pass.instance == 1 {
        ask_for_alias_sets(cx.unit, f);
    }
    let oracle = Oracle::new(cx.unit, cx.options);
    let manner = Manner { iterate, after_sizes: cx.pass.instance > 1 };
    let mut numbering = Numbering::compute(cx.unit, f, cx.options, &oracle, &mut cx.dump, manner);
    cx.claim(f, |unit, f| numbering.claims(unit, f));
    let done = eliminate(cx, f, &numbering, &Default::default());
    numbering.held_names().into_iter().for_each(|name| f.release_ssa_name(name));
    cx.statistics.count("Insertions", done.inserted as u64);
    cx.statistics.count("Eliminated", done.eliminated as u64);
    // As in GCC also where a condition was known on the first visit of a loop only.
    let changed = done.changed || numbering.decided;
    if changed { Todo::CLEANUP_CFG } else { Todo::NONE }
}

/// Notes the types of what a function accesses, and of the objects it does that in, in the order in which GCC's numbering
/// of values first asks for their alias sets: what dumps of RTL show goes by that.
fn ask_for_alias_sets(unit: &mut Unit, f: &mut Function) {
    let order = reverse_post_order(f);
    let (mut asked, mut seen) = (Vec::new(), FxHashSet::default());
    for &block in order.iter() {
        for stmt in f.block_stmts(block) {
            let mut ask = |op| {
                if unit.is_memory_operand(op) {
                    let access = Access::of(unit, f, op);
                    let types = [access.ty, access.base_ty].into_iter();
                    asked.extend(types.filter(|&ty| ty != TypeId::NONE && seen.insert(ty)));
                }
            };
            f.for_each_read(stmt, &mut ask);
            f.for_each_write(stmt, &mut ask);
        }
    }
    unit.early_alias_sets.extend(asked);
}
