//! Heuristics about loops: how often they go round, and what guards them.

use super::compared;
use super::frequencies::{DEEPEST, MOST_ITERATIONS, calls};
use super::paths::Paths;
use super::predictions::{CERTAIN, Heuristic, is_unlikely_edge};
use crate::analyses::niter::evaluate;
use crate::analyses::scev::{Evolutions, Scev};
use crate::graph::natural_loops::exits;
use crate::graph::natural_loops::loop_body;
use gimple::cfg::{BlockId, EXIT, EdgeFlags, EdgeId};
use gimple::loops::LoopId;
use gimple::pass::PassContext;
use gimple::stmt::StmtKind;
use gimple::unit::Unit;

/// What is known better of a path out of a loop than that paths out are rarely taken.
const KNOWN: &[Heuristic] = &[
    Heuristic::LoopIterations,
    Heuristic::LoopIterationsGuessed,
    Heuristic::LoopIterationsMax,
    Heuristic::LoopExit,
    Heuristic::LoopExitWithRecursion,
    Heuristic::LoopExtraExit,
];

/// Predicts the branches of all loops, from the innermost to the outermost.
pub fn predict(cx: &mut PassContext<'_>, paths: &mut Paths<'_>) {
    let Some(loops) = &paths.f.loops else { return };
    let mut ids: Vec<LoopId> = loops.ids().skip(1).collect();
    ids.retain(|&id| loops[id].depth <= DEEPEST);
    ids.sort_by_key(|&id| std::cmp::Reverse((loops[id].depth, id)));
    let mut evolutions = Evolutions::default();
    let (f, tree) = (paths.f, paths.dominators);
    for id in ids {
        one(&mut Scev::new(cx, f, tree, &mut evolutions), paths, id);
    }
}

fn one(scev: &mut Scev<'_, '_>, paths: &mut Paths<'_>, number: LoopId) {
    let f = paths.f;
    let ways_out: Vec<EdgeId> =
        exits(f, number).into_iter().filter(|&edge| !is_unlikely_edge(f, edge)).collect();
    if ways_out.is_empty() {
        return;
    }
    let body = loop_body(f, number);
    let recursive = body.iter().any(|&block| calls(f, block, f.decl));
    let usual = if recursive { Heuristic::LoopExitWithRecursion } else { Heuristic::LoopExit };
    let mut limit = None;
    for &exit in &ways_out {
        if paths.predictions.has(f.edges[exit].src, KNOWN) {
            continue;
        }
        extra_exits(scev.unit, paths, number, exit);
        if let Some((rounds, heuristic)) = rounds(scev, number, exit, ways_out.len(), usual) {
            // Past the greatest number there are none: that is as often as can be.
            let most = i128::from(MOST_ITERATIONS);
            let rounds = if rounds < 1 { most } else { rounds.min(most) } as i64;
            let probability = (CERTAIN + rounds / 2) / rounds;
            paths.predictions.edge(f, exit, heuristic, probability);
        }
        limit = compared::test_of(scev, number, f.edges[exit].src).or(limit);
    }
    let header = f.loops.as_ref().map(|loops| loops[number].header);
    let limit = limit.or_else(|| header.and_then(|header| compared::test_of(scev, number, header)));
    let heuristic = usual;
    // Where there are many ways out, each is the rarer, but none rarer than one in fifty.
    let rarely = ((CERTAIN - heuristic.hit_rate()) / ways_out.len() as i64).max(CERTAIN / 50);
    for &block in &body {
        if paths.predictions.has(block, &[Heuristic::Continue])
            || paths.predictions.has(block, KNOWN)
        {
            continue;
        }
        let mut leaves = false;
        for &edge in &f.blocks[block].succs {
            let dst = f.edges[edge].dst;
            if dst == EXIT || !f.in_loop(dst, number) {
                paths.predictions.edge(f, edge, heuristic, rarely);
                leaves = true;
            }
        }
        if let Some(limit) = &limit
            && !leaves
        {
            compared::predict(scev, paths, number, block, limit);
        }
    }
    guard(paths, number, recursive);
}

/// How often the test of an exit is made until it is taken, and by which heuristic.
fn rounds(
    scev: &mut Scev<'_, '_>,
    number: LoopId,
    exit: EdgeId,
    ways_out: usize,
    usual: Heuristic,
) -> Option<(i128, Heuristic)> {
    let niter = scev.niter_of_exit(number, exit, false);
    let exact = niter.and_then(|niter| scev.folder().as_int(niter.count));
    let exact =
        exact.or_else(|| evaluate::iterations(scev.unit, scev.f, number, exit).map(i128::from));
    if let Some(count) = exact {
        return Some((count + 1, Heuristic::LoopIterations));
    }
    if ways_out != 1 {
        return None;
    }
    if let Some(count) = scev.estimated_iterations(number) {
        return Some((count + 1, Heuristic::LoopIterationsGuessed));
    }
    // Of loops that are known to be short, exits are not as rare as of others.
    let rarely = CERTAIN - usual.hit_rate();
    let few = (CERTAIN + rarely / 2) / rarely;
    let count = scev.likely_max_iterations(number)? + 1;
    (count < few.into()).then_some((count, Heuristic::LoopIterationsMax))
}

/// A loop within another that is not in all of its iterations is guarded by a condition that rarely holds.
fn guard(paths: &mut Paths<'_>, number: LoopId, recursive: bool) {
    let f = paths.f;
    let Some(loops) = &f.loops else { return };
    let (header, outer) = (loops[number].header, loops[number].outer);
    if outer == LoopId::ROOT {
        return;
    }
    let latch = loops[outer].latch;
    if latch.is_some() && paths.dominators.dominated_by(latch, header) {
        return;
    }
    let heuristic =
        if recursive { Heuristic::LoopGuardWithRecursion } else { Heuristic::LoopGuard };
    let entries: Vec<EdgeId> = f.blocks[header]
        .preds
        .iter()
        .copied()
        .filter(|&edge| !f.in_loop(f.edges[edge].src, number))
        .collect();
    for edge in entries {
        paths.leading_to_edge(edge, heuristic, false, Some(outer));
    }
}

/// `for (…; !done && …;)`: what sets `done` leaves the loop as well.
fn extra_exits(unit: &Unit, paths: &mut Paths<'_>, number: LoopId, exit: EdgeId) {
    let f = paths.f;
    let Some(last) = f.last_stmt(f.edges[exit].src) else { return };
    let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[last].kind else { return };
    let one_or_zero = |op| unit.as_int(op).filter(|value| matches!(value, 0 | 1));
    let Some(compared) = one_or_zero(rhs) else { return };
    let Some(def) = lhs.ssa().and_then(|name| f.names[name].def.expand()) else { return };
    let StmtKind::Phi(phi) = &f.stmts[def].kind else { return };
    let on_true = f.edges[exit].flags.intersects(EdgeFlags::TRUE_VALUE);
    let equal = code == gimple::code::TreeCode::Eq;
    let leaves_on_one = (compared == 1) ^ equal ^ on_true;
    let block: BlockId = f.stmts[def].block;
    for (position, arg) in phi.args.iter().enumerate() {
        if one_or_zero(arg.value).is_none_or(|value| (value == 1) != leaves_on_one) {
            continue;
        }
        let edge = f.blocks[block].preds[position];
        let src = f.edges[edge].src;
        let ways = if f.blocks[src].succs.len() == 1 {
            f.blocks[src].preds.iter().copied().collect()
        } else {
            vec![edge]
        };
        for way in ways {
            paths.leading_to_edge(way, Heuristic::LoopExtraExit, false, Some(number));
        }
    }
}
