//! Ways on which all φs of a block have the same arguments get a block of their own
//! (`make_forwarders_with_degenerate_phis`).
//!
//! ```text
//!   <bb 5> : x_1 = PHI <1(2), 0(3), 1(4)>      =>      <bb 6> : (from 2 and 4)
//!                                                      <bb 5> : x_1 = PHI <1(6), 0(3)>
//! ```
//!
//! What decides between bb 2 and bb 4 then decides nothing that matters here.

use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::function::Function;
use gimple::location::Location;
use gimple::operand_equal::operand_equal;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use tree_ssa::edit::cfg_edit::SwitchCases;
use tree_ssa::edit::cfg_edit::redirect_edge_and_branch;
use tree_ssa::edit::cfg_edit::split_edge;
use tree_ssa::edit::locals;

/// Makes such blocks; whether there is any.
pub fn gather(unit: &mut Unit, f: &mut Function) -> bool {
    let mut cases = SwitchCases::default();
    let mut any = false;
    for block in f.block_order() {
        if f.blocks[block].preds.len() < 3 || !may_change(f, block) {
            continue;
        }
        let (virtual_phis, phis): (Vec<StmtId>, Vec<StmtId>) =
            f.phis(block).partition(|&phi| f.is_virtual_phi(phi));
        let Some((&first, others)) = phis.split_first() else { continue };
        let total = f.blocks[block].preds.len();
        for group in groups(unit, f, first) {
            let mut start = 0;
            while start + 1 < group.len() {
                let end = end_of_equal(unit, f, others, &group, start);
                // Where all arguments are the same, there is nothing to tell apart.
                if end > start + 1 && end - start < total {
                    forward(unit, f, &group[start..end], virtual_phis.first().copied(), &mut cases);
                    any = true;
                }
                start = end;
            }
        }
    }
    any
}

/// Headers of loops stay what they are, and abnormal edges where they are.
fn may_change(f: &Function, block: BlockId) -> bool {
    f.header_of(f.loop_of(block)) != Some(block)
        && f.blocks[block].preds.iter().all(|&e| !f.edges[e].flags.intersects(EdgeFlags::COMPLEX))
}

/// Addresses of places in one object that another is compared with.
const COMPARED: usize = 16;

/// The edges into a φ's block, those with the same argument together; only where there are several.
/// In loop-closed form ways out of a loop stay: their new block would be outside, without a φ of its own.
fn groups(unit: &Unit, f: &Function, phi: StmtId) -> Vec<Vec<EdgeId>> {
    let mut groups: Vec<Vec<EdgeId>> = Vec::new();
    let mut place: FxHashMap<Operand, usize> = FxHashMap::default();
    // Addresses may be written twice: those of places in one object are compared.
    let mut addresses: FxHashMap<Operand, Vec<(Operand, usize)>> = FxHashMap::default();
    let closed = f.loops.as_ref().is_some_and(|loops| loops.closed_form);
    for (arg, &edge) in f.phi(phi).args.iter().zip(&f.blocks[f.stmts[phi].block].preds) {
        if closed && f.leaves_loop(edge, f.loop_of(f.edges[edge].src)) {
            continue;
        }
        let index = match place.get(&arg.value) {
            Some(&index) => index,
            None => {
                let mut index = groups.len();
                if let Some(place) = unit.addressed(arg.value) {
                    let object = unit.trees.base_address(place);
                    let alike = addresses.entry(object).or_default();
                    let met = alike.iter().take(COMPARED);
                    match met.copied().find(|it| operand_equal(unit, it.0, arg.value)) {
                        Some((_, earlier)) => index = earlier,
                        None => alike.push((arg.value, index)),
                    }
                }
                if index == groups.len() {
                    groups.push(Vec::new());
                }
                place.insert(arg.value, index);
                index
            }
        };
        groups[index].push(edge);
    }
    groups.into_iter().filter(|group| group.len() > 1).collect()
}

/// How far the paths from `start` on bring the same to the other φs, too.
fn end_of_equal(
    unit: &Unit,
    f: &Function,
    others: &[StmtId],
    group: &[EdgeId],
    start: usize,
) -> usize {
    let mut end = group.len();
    for &phi in others {
        let value = f.phi_arg(phi, group[start]);
        let same = |&edge: &EdgeId| operand_equal(unit, f.phi_arg(phi, edge), value);
        end = start + group[start..end].iter().take_while(|edge| same(edge)).count();
    }
    end
}

/// Lets some edges into a block meet before it. The new block's count is that of the first of them only, as in GCC 12.
fn forward(
    unit: &mut Unit,
    f: &mut Function,
    edges: &[EdgeId],
    virtual_phi: Option<StmtId>,
    cases: &mut SwitchCases,
) {
    let stores: Vec<Operand> =
        edges.iter().filter_map(|&edge| virtual_phi.map(|phi| f.phi_arg(phi, edge))).collect();
    let block = split_edge(unit, f, edges[0], cases);
    let mut moved = vec![edges[0]];
    for &edge in &edges[1..] {
        let redirected = redirect_edge_and_branch(unit, f, edge, block, cases);
        if redirected == Some(edge) {
            moved.push(edge);
        }
    }
    let (Some(phi), Some(out)) = (virtual_phi, f.single_succ(block)) else { return };
    let Some(Operand::Ssa(first)) = stores.first().copied() else { return };
    let name = locals::duplicate_name(unit, f, first);
    let joined = f.create_phi(name, block);
    for (edge, &store) in edges.iter().zip(&stores) {
        if moved.contains(edge) {
            f.add_phi_arg(joined, *edge, store, Location::UNKNOWN);
        }
    }
    f.add_phi_arg(phi, out, Operand::Ssa(name), Location::UNKNOWN);
}
