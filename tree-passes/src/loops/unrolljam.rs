//! Pass `unrolljam`: several iterations of a loop are done at once, in one go through the loop inside, where they use the same
//! memory.
//!
//! ```text
//!   for (i = 0; i < n; i++)                         for (i = 0; i + 1 < n; i += 2)
//!     for (j = 0; j < m; j++)                         for (j = 0; j < m; j++)
//!       y[j] += a[i][j] * x[i];            =>           { y[j] += a[i][j] * x[i];  y[j] += a[i + 1][j] * x[i + 1]; }
//!                                                   for (; i < n; i++) …
//! ```
//!
//! Allen and Cocke, "A catalogue of optimizing transformations" (1971); Carr and Kennedy, "Improving the ratio of memory
//! operations to floating-point operations in loops" (1994). The loop is unrolled ([`by_factor`]), and
//! the copies of the loop inside become one. That is right where no iteration needs what comes out of a later one of the loop
//! inside, as the distances between all references tell. A number of nests of a function is taken at most, as SSA form is
//! updated for each.

use crate::loops::pcom::chains::can_be_computed;
use crate::loops::unroll::by_factor::{self, Factor};
use crate::loops::unroll::unloop::remove_exits;
use crate::redundancy::vn::regions::{EnteredRegion, eliminate_in_regions};
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, Probability};
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::loops::LoopId;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::remark::RemarkKind;
use gimple::stmt::{PhiArg, StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::nest_ref::{Distance, NestRef};
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::cleanup::closed_form::close_again;
use tree_ssa::cleanup::preheader::has_loops_in_closed_form;
use tree_ssa::edit::cfg_edit::{
    SwitchCases, redirect_edge_and_branch, remove_block, saved_phi_args,
};
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::{loop_body, preheader_edge};
use tree_ssa::profile::is_hot;
use tree_ssa::ssa::copy_blocks::can_copy;
use tree_ssa::ssa::update_ssa;

/// `unrolljam` for the pass table.
pub const PASS: Pass = Pass::tree("unrolljam", execute)
    .gate(|options, _| options.on(Flag::LoopUnrollAndJam))
    .requires(Prop::CFG_SSA)
    .follows(&[("loopinit", "loops have one latch, and values leave them through φs")]);

/// At least so many of a hundred references must go (`--param unroll-jam-min-percent`), and the outer loop is unrolled so often
/// at most (`unroll-jam-max-unroll`).
const LEAST_PERCENT: i64 = 1;
const MOST_TIMES: i64 = 4;
/// References of a nest that are compared with each other, and nests of a function that are changed.
const MOST_REFERENCES: usize = 100;
const MOST_NESTS: usize = 50;

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !has_loops_in_closed_form(cx.unit, f) {
        return Todo::NONE;
    }
    let mut left = MOST_NESTS;
    let ids: Vec<LoopId> = f.loops.as_ref().map(|loops| loops.ids().collect()).unwrap_or_default();
    let mut regions = Vec::new();
    let mut tree = analyses::analysis::<Dominators>(f);
    let mut evolutions = Evolutions::default();
    for of in ids {
        let data = f.loop_data(of).filter(|entry| entry.live && entry.inner.is_none());
        let Some(outer) = data.map(|entry| entry.outer) else { continue };
        if of == LoopId::ROOT || outer == LoopId::ROOT || left == 0 {
            continue;
        }
        let mut scev = Scev::new(cx, f, &tree, &mut evolutions);
        let Some(plan) = look_at(&mut scev, outer, of) else { continue };
        left -= 1;
        let loc = natural_loops::location(f, outer);
        let text = format!("applying unroll and jam with factor {}", plan.times);
        cx.remark(RemarkKind::Optimized, "loop", (f.decl, loc), text);
        let rounds = cx.unit.as_int(evolutions.exprs.operand(plan.rounds));
        let evenly = rounds.is_some_and(|rounds| (rounds + 1) % plan.times as i128 == 0);
        let unused = match evenly {
            true => by_factor::unroll_evenly(cx, f, &tree, &plan),
            false => {
                let facts = (&*tree, &evolutions);
                by_factor::unroll(cx, f, facts, &plan, &mut |_, _, _, _| {})
            }
        };
        remove_exits(cx, f, &unused);
        natural_loops::find_loops(f);
        update_ssa::update(cx.unit, f, &mut cx.dump);
        fuse(cx, f, outer);
        natural_loops::find_loops(f);
        close_again(cx, f);
        regions.push(outer);
        tree = analyses::analysis::<Dominators>(f);
        evolutions = Evolutions::default();
    }
    if regions.is_empty() {
        return Todo::NONE;
    }
    let region = |&id: &LoopId| {
        Some(EnteredRegion { entry: preheader_edge(f, id)?, blocks: loop_body(f, id) })
    };
    let regions = regions.iter().filter_map(region).collect();
    eliminate_in_regions(cx, f, regions);
    Todo::CLEANUP_CFG
}

/// Whether a nest of two loops is to be changed, and how.
fn look_at(scev: &mut Scev<'_, '_>, outer: LoopId, of: LoopId) -> Option<Factor> {
    let f = scev.f;
    let hot = [outer, of].iter().all(|&of| {
        f.header_of(of).is_some_and(|header| is_hot(scev.unit, scev.options, f, header))
    });
    if !hot || !is_possible(scev, outer, of) {
        return None;
    }
    let Some(references) = references(scev, outer) else {
        say(scev, "Cannot analyze data dependencies");
        return None;
    };
    let times = factor(scev, of, &references)?;
    let exit = scev.single_exit(outer)?;
    let rounds = scev.latch_executions(outer);
    let body = loop_body(f, outer);
    let few = scev.folder().as_int(rounds).is_some_and(|rounds| rounds < times as i128);
    let src = f.edges[exit].src;
    let possible = !few
        && can_copy(f, &body)
        && can_be_computed(scev, outer, rounds)
        && scev.dominates_latch(src, outer)
        && f.loop_of(src) == outer;
    possible.then_some(Factor { of: outer, times, rounds, exit })
}

fn say(scev: &mut Scev<'_, '_>, text: &str) {
    use std::fmt::Write;
    if scev.dump.details() {
        dumps::putln!(scev.dump, "{text}");
    }
}

/// Whether copies of the inner of two loops can become one (`unroll_jam_possible_p`).
fn is_possible(scev: &mut Scev<'_, '_>, outer: LoopId, of: LoopId) -> bool {
    let f = scev.f;
    let (Some(inner), Some(around)) = (f.loop_data(of).cloned(), f.loop_data(outer).cloned())
    else {
        return false;
    };
    let Some(exit) = scev.single_exit(of) else { return false };
    let alone = around.inner == of && inner.next.is_none();
    let empty = inner.latch.is_some() && f.block_stmts(inner.latch).next().is_none();
    if !alone || !empty || around.latch.is_none() || !scev.dominates_latch(inner.header, outer) {
        return false;
    }
    let Some(niter) = scev.niter_of_exit(of, exit, true) else { return false };
    let certain = scev.folder().as_int(niter.may_be_zero) == Some(0);
    if !certain || !scev.is_invariant(niter.count, outer) {
        return false;
    }
    // What comes out of the loop inside may not flow into it again.
    let flows_on = f.phis(f.edges[exit].dst).any(|phi| {
        let result = f.phi(phi).result;
        !f.is_virtual_phi(phi)
            && f.imm_uses(result).any(|node| f.in_loop(f.stmts[node.stmt].block, outer))
    });
    let src = f.edges[exit].src;
    let plain =
        loop_body(f, outer).into_iter().filter(|&block| f.loop_of(block) == outer).all(|block| {
            let leaves = f.blocks[block].succs.iter().any(|&edge| f.leaves_loop(edge, outer));
            let effects =
                |stmt: StmtId| f.stmts[stmt].vdef.is_some() || has_side_effects(scev.unit, f, stmt);
            !f.block_stmts(block).any(effects) && (!leaves || scev.tree.dominated_by(block, src))
        });
    let counted: Vec<StmtId> = f.phis(inner.header).filter(|&phi| !f.is_virtual_phi(phi)).collect();
    !flows_on
        && plain
        && counted.into_iter().all(|phi| {
            let leaf = scev.leaf(Operand::Ssa(f.phi(phi).result));
            let found = scev.simple_iv(of, of, leaf, true);
            found.is_some_and(|iv| {
                scev.is_invariant(iv.step, outer) && scev.is_invariant(iv.base, outer)
            })
        })
}

/// A reference to memory in a nest.
struct Reference {
    place: Operand,
    writes: bool,
    at: Option<NestRef>,
}

/// The references to memory in a nest; nothing where it does more to memory than that.
fn references(scev: &mut Scev<'_, '_>, outer: LoopId) -> Option<Vec<Reference>> {
    let mut found = Vec::new();
    for block in loop_body(scev.f, outer) {
        for stmt in scev.f.block_stmts(block) {
            let data = &scev.f.stmts[stmt];
            if !data.has(StmtFlags::VUSE) && data.vdef.is_none() {
                if has_side_effects(scev.unit, scev.f, stmt) {
                    return None;
                }
                continue;
            }
            let StmtKind::Assign { lhs, code: TreeCode::Single, rhs: [rhs, ..] } = data.kind else {
                return None;
            };
            for (place, writes) in [(lhs, true), (rhs, false)] {
                if scev.unit.is_memory_operand(place) {
                    let at = scev.nest_ref(outer, stmt, place);
                    found.push(Reference { place, writes, at });
                }
            }
        }
    }
    (!found.is_empty() && found.len() <= MOST_REFERENCES).then_some(found)
}

/// How many iterations of the outer loop are done at once: as many as are right, and as pay (`adjust_unroll_factor`).
fn factor(scev: &mut Scev<'_, '_>, inner: LoopId, references: &[Reference]) -> Option<usize> {
    let oracle = Oracle::new(scev.unit, scev.options);
    let (mut most, mut pays, mut gone) = (i128::MAX, 1, 0);
    for (index, a) in references.iter().enumerate() {
        for b in &references[index + 1..] {
            let distance =
                scev.nest_distance(&oracle, (a.at.as_ref(), a.place), (b.at.as_ref(), b.place));
            let later = match distance {
                Distance::Apart => continue,
                Distance::Unknown if a.writes || b.writes => return None,
                Distance::Unknown => continue,
                Distance::Iterations(later) => later,
            };
            let [around, inside] = later[..] else { return None };
            let varies = [a, b].iter().all(|it| moves(it, inner));
            for (outer, inside) in vectors(around, inside) {
                if outer >= most {
                } else if inside == 0 {
                    if (a.writes || b.writes) && !varies {
                        most = outer;
                    }
                } else if inside < 0 {
                    most = outer;
                }
                if inside == 0 {
                    pays = pays.max(outer + 1);
                    gone += 1;
                }
            }
        }
    }
    let percent = scev.options.param("unroll-jam-min-percent").unwrap_or(LEAST_PERCENT);
    if percent == 0 {
        pays = pays.max(2);
    } else if i64::from(gone) * 100 / (references.len() as i64) < percent {
        pays = 1;
    }
    let limit = scev.options.param("unroll-jam-max-unroll").unwrap_or(MOST_TIMES);
    let times = most.min(pays).min(limit.into());
    (times > 1).then_some(times as usize)
}

/// Whether a reference moves with a loop.
fn moves(it: &Reference, of: LoopId) -> bool {
    it.at.as_ref().is_some_and(|at| at.steps.iter().any(|&(by, step)| by == of && step != 0))
}

/// The distances between two references, in iterations of the outer loop and then of the inner one, the first of which is not
/// later: what moves neither is met again in the next iteration.
fn vectors(around: Option<i128>, inside: Option<i128>) -> Vec<(i128, i128)> {
    let (outer, inner) = (around.unwrap_or(0), inside.unwrap_or(0));
    let mut found = vec![if (outer, inner) < (0, 0) { (-outer, -inner) } else { (outer, inner) }];
    if around.is_none() {
        found.push((1, inner));
        if inner != 0 {
            found.push((1, -inner));
        }
    }
    if inside.is_none() {
        let outer = outer.abs();
        found.extend([(outer, 1), (outer, -1)].into_iter().filter(|&it| it > (0, 0)));
    }
    found
}

/// Makes one loop of those in a loop, which follow each other (`fuse_loops`).
fn fuse(cx: &mut PassContext<'_>, f: &mut Function, outer: LoopId) {
    let tree = analyses::analysis::<Dominators>(f);
    let mut inside: Vec<LoopId> = Vec::new();
    let mut at = f.loop_data(outer).map_or(LoopId::NONE, |entry| entry.inner);
    while let Some(entry) = f.loop_data(at) {
        inside.push(at);
        at = entry.next;
    }
    inside.sort_by_key(|&of| f.header_of(of).map_or(0, |header| tree.depth(header)));
    let ends: Vec<(BlockId, BlockId)> =
        inside.iter().filter_map(|&of| natural_loops::ends(f, of)).collect();
    let Some((&(header, first_latch), rest)) = ends.split_first() else { return };
    let mut latch = first_latch;
    for &(next, next_latch) in rest {
        if join(cx, f, (header, latch), (next, next_latch)).is_none() {
            return;
        }
        latch = next_latch;
    }
}

/// Lets a loop go on in the one after it, and that come back to it.
fn join(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (header, latch): (BlockId, BlockId),
    (next, next_latch): (BlockId, BlockId),
) -> Option<()> {
    let around = f.single_pred(latch)?;
    let src = f.edges[around].src;
    let test = f.last_stmt(src)?;
    let back = f.find_edge(next_latch, next)?;
    let arguments = saved_phi_args(f, back);
    let entry = *f.blocks[next].preds.iter().find(|&&edge| edge != back)?;
    f.remove_stmt(test);
    remove_block(cx.unit, f, latch);
    let out: EdgeId = f.single_succ(src)?;
    f.edges[out].flags = f.edges[out].flags.without(EdgeFlags::TRUE_VALUE | EdgeFlags::FALSE_VALUE)
        | EdgeFlags::FALLTHRU;
    f.edges[out].probability = Probability::ALWAYS;
    let mut cases = SwitchCases::default();
    let back = redirect_edge_and_branch(cx.unit, f, back, header, &mut cases)?;
    // What is counted is the same in both; memory goes round as it leaves the last.
    let is_virtual = |f: &Function, phi: &StmtId| f.is_virtual_phi(*phi);
    let split = |f: &Function, block: BlockId| -> (Vec<StmtId>, Vec<StmtId>) {
        f.phis(block).partition(|phi| is_virtual(f, phi))
    };
    let order: Vec<StmtId> = f.phis(next).collect();
    let argument = |phi: &StmtId| -> PhiArg {
        let place = order.iter().position(|other| other == phi).unwrap_or(0);
        arguments[place]
    };
    let (memory, counted) = split(f, header);
    let (next_memory, next_counted) = split(f, next);
    for (one, two) in memory.iter().zip(&next_memory).chain(counted.iter().zip(&next_counted)) {
        let value = argument(two);
        f.add_phi_arg(*one, back, value.value, value.loc);
    }
    for (one, two) in counted.iter().zip(&next_counted) {
        let result = Operand::Ssa(f.phi(*one).result);
        f.add_phi_arg(*two, entry, result, Location::UNKNOWN);
    }
    Some(())
}
