//! Loop-closed form: what a loop computes and others use leaves it through a φ (`rewrite_into_loop_closed_ssa`).
//!
//! ```text
//!   <bb 3> : i_1 = PHI <0(2), i_2(3)>           <bb 3> : i_1 = PHI <0(2), i_2(3)>
//!   i_2 = i_1 + 1;                              i_2 = i_1 + 1;
//!   if (i_2 < n_3(D)) ...              =>       if (i_2 < n_3(D)) ...
//!   <bb 4> : return i_2;                        <bb 4> : i_4 = PHI <i_2(3)>
//!                                               return i_4;
//! ```
//!
//! From each use outside the loop the blocks are followed back to the loop's exits; the update of SSA form does the
//! rest. The walks have a budget: names beyond it keep their form, on which nothing relies.

use crate::cleanup::cfg_cleanup;
use crate::edit::locals;
use crate::graph::natural_loops;
use crate::graph::natural_loops::record_exits;
use crate::ssa::update_ssa;
use dumps::Dump;
use dumps::putln;
use gimple::cfg::{BlockId, ENTRY, EdgeFlags};
use gimple::function::Function;
use gimple::location::Location;
use gimple::loops::{LoopId, Loops};
use gimple::pass::{PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Blocks that walks may go through, for each block and name of the function.
const BUDGET: usize = 20;

/// Brings a function whose loops are known into loop-closed form; whether that is so for all names then.
pub fn close_loops(unit: &mut Unit, f: &mut Function, dump: &mut Dump<'_>) -> bool {
    if !f.loops.as_ref().is_some_and(Loops::any) {
        return true;
    }
    record_exits(f);
    let mut budget = BUDGET * (f.blocks.len() + f.names.len());
    for number in 1..f.names.len() as u32 {
        let name = SsaName(number);
        let uses = uses_outside(f, name);
        if uses.is_empty() {
            continue;
        }
        for exit in live_exits(f, name, uses, &mut budget) {
            let phi = add_phi(unit, f, name, exit);
            if dump.details() {
                let text = crate::dump_text::stmt(unit, f, phi);
                let text = text.trim_start_matches("# ");
                putln!(dump, ";; Created LCSSA PHI: {text}");
            }
        }
    }
    update_ssa::update(unit, f, dump);
    budget > 0
}

/// Cleans the CFG. Where loops are to be in closed form they are again afterwards: of a loop that goes, what it computes
/// becomes a matter of the loops around it (`repair_loop_structures`).
pub fn clean_up_cfg(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let version = f.cfg_version;
    let more = cfg_cleanup::execute(cx, f);
    if f.cfg_version != version {
        close_again(cx, f);
    }
    more
}

/// Brings loops back into closed form after the CFG was changed, if they are to be in that.
pub fn close_again(cx: &mut PassContext<'_>, f: &mut Function) {
    if !f.loops.as_ref().is_some_and(|loops| loops.closed_form) {
        return;
    }
    update_ssa::update(cx.unit, f, &mut cx.dump);
    natural_loops::ensure_loops(f);
    close_loops(cx.unit, f, &mut cx.dump);
    let closed = is_closed(f);
    if let Some(loops) = &mut f.loops {
        loops.closed_form = closed;
    }
}

/// Whether all that loops compute leaves them through φs. Where control leaves a loop by an edge that cannot be split, or the
/// budget was used up, it does not.
pub fn is_closed(f: &Function) -> bool {
    (1..f.names.len() as u32).all(|number| uses_outside(f, SsaName(number)).is_empty())
}

/// The loop a name is computed in, unless that is the function.
fn home(f: &Function, name: SsaName) -> Option<LoopId> {
    let data = &f.names[name];
    if data.flags.intersects(NameFlags::RELEASED | NameFlags::VIRTUAL | NameFlags::ABNORMAL) {
        return None;
    }
    let block = data.def.expand().and_then(|def| f.stmts[def].block.expand())?;
    f.loop_of(block).expand().filter(|&id| id != LoopId::ROOT)
}

/// The blocks outside its loop in which a name is used: for a φ the one its argument comes from.
fn uses_outside(f: &Function, name: SsaName) -> Vec<BlockId> {
    let Some(home) = home(f, name) else { return Vec::new() };
    f.imm_uses(name).map(|node| f.block_of_use(node)).filter(|&b| !f.in_loop(b, home)).collect()
}

/// The exits of its loop, and of those around it, by which a name comes to its uses; in order of their numbers.
///
/// Of a loop on the way, which the name's own loop is not in, only the header is looked at: what is live in it is live
/// there.
fn live_exits(
    f: &Function,
    name: SsaName,
    uses: Vec<BlockId>,
    budget: &mut usize,
) -> BTreeSet<BlockId> {
    let mut live = BTreeSet::new();
    let (Some(home), Some(loops)) = (home(f, name), &f.loops) else { return live };
    let mut visited: FxHashSet<BlockId> = uses.iter().copied().collect();
    let mut work: Vec<BlockId> = visited.iter().copied().collect();
    while let Some(block) = work.pop() {
        if *budget == 0 {
            return BTreeSet::new();
        }
        *budget -= 1;
        for &edge in &f.blocks[block].preds {
            let src = f.edges[edge].src;
            let father = f.loop_of(src);
            if src == ENTRY || loops.is_within(father, home) {
                continue;
            }
            let around = loops.is_within(home, father);
            let at = if around { src } else { loops[father].header };
            if visited.insert(at) {
                work.push(at);
            }
        }
    }
    let plain = |block: BlockId| {
        f.blocks[block].preds.iter().all(|&e| !f.edges[e].flags.intersects(EdgeFlags::COMPLEX))
    };
    let mut at = home;
    while at != LoopId::ROOT {
        let targets = loops[at].exits.iter().map(|&edge| f.edges[edge].dst);
        live.extend(targets.filter(|&block| visited.contains(&block) && plain(block)));
        at = loops[at].outer;
    }
    live
}

fn add_phi(unit: &Unit, f: &mut Function, name: SsaName, block: BlockId) -> StmtId {
    let new = locals::duplicate_name(unit, f, name);
    let phi = f.create_phi(new, block);
    update_ssa::register_new_name(f, new, name);
    for edge in f.blocks[block].preds.clone() {
        f.add_phi_arg(phi, edge, Operand::Ssa(name), Location::UNKNOWN);
    }
    phi
}
