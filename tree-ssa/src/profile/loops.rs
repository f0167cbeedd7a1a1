//! Heuristics about loops: how often they go round, and what guards them.

use super::compared;
use super::frequencies::{DEEPEST, MOST_ITERATIONS, calls};
use super::paths::Paths;
use super::predictions::{CERTAIN, Heuristic, is_unlikely_edge};
use crate::loops::evaluation;
use crate::loops::loop_iterations::{constant_iterations, exits};
use crate::loops::natural_loops::{in_loop, loop_body};
use gimple::cfg::{BlockId, EXIT, EdgeId, edge_flag};
use gimple::stmt::StmtKind;
use gimple::unit::Unit;

/// What is known better of a way out of a loop than that ways out are rarely taken.
const KNOWN: &[Heuristic] = &[
    Heuristic::LoopIterations,
    Heuristic::LoopIterationsMax,
    Heuristic::LoopExit,
    Heuristic::LoopExitWithRecursion,
    Heuristic::LoopExtraExit,
];

/// Predicts the branches of all loops, from the innermost to the outermost.
pub fn predict(unit: &mut Unit, paths: &mut Paths<'_>) {
    let Some(loops) = &paths.f.loops else { return };
    let mut numbers: Vec<u32> = (1..loops.table.len() as u32).collect();
    numbers.retain(|&n| loops.table[n as usize].live && loops.table[n as usize].depth <= DEEPEST);
    numbers.sort_by_key(|&n| std::cmp::Reverse((loops.table[n as usize].depth, n)));
    for number in numbers {
        one(unit, paths, number);
    }
}

fn one(unit: &mut Unit, paths: &mut Paths<'_>, number: u32) {
    let f = paths.f;
    let ways_out: Vec<EdgeId> =
        exits(f, number).into_iter().filter(|&edge| !is_unlikely_edge(f, edge)).collect();
    if ways_out.is_empty() {
        return;
    }
    let body = loop_body(f, number);
    let recursive = body.iter().any(|&block| calls(f, block, f.decl));
    let heuristic = if recursive { Heuristic::LoopExitWithRecursion } else { Heuristic::LoopExit };
    let mut limit = None;
    for &exit in &ways_out {
        if paths.predictions.has(f.edges[exit].src, KNOWN) {
            continue;
        }
        extra_exits(unit, paths, number, exit);
        let rounds = constant_iterations(unit, f, paths.dominators, number, exit)
            .or_else(|| evaluation::iterations(unit, f, number, exit));
        if let Some(rounds) = rounds {
            let most = MOST_ITERATIONS as u64;
            let rounds = if rounds < most - 1 { rounds + 1 } else { most } as i64;
            let probability = (CERTAIN + rounds / 2) / rounds;
            paths.predictions.edge(f, exit, Heuristic::LoopIterations, probability);
        } else if ways_out.len() == 1
            && let Some(rounds) = compared::rounds_by_arrays(unit, paths, number, exit)
        {
            // Few only are more telling than that ways out are rarely taken.
            let rounds = rounds.saturating_add(1);
            let rarely = CERTAIN - heuristic.hit_rate();
            if rounds < ((CERTAIN + rarely / 2) / rarely) as u64 {
                let probability = (CERTAIN + rounds as i64 / 2) / rounds as i64;
                paths.predictions.edge(f, exit, Heuristic::LoopIterationsMax, probability);
            }
        }
        limit = compared::test_of(unit, paths, number, f.edges[exit].src).or(limit);
    }
    let header = f.loops.as_ref().map(|loops| loops.table[number as usize].header);
    let limit =
        limit.or_else(|| header.and_then(|header| compared::test_of(unit, paths, number, header)));
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
            if dst == EXIT || !in_loop(f, dst, number) {
                paths.predictions.edge(f, edge, heuristic, rarely);
                leaves = true;
            }
        }
        if let Some(limit) = &limit
            && !leaves
        {
            compared::predict(unit, paths, number, block, limit);
        }
    }
    guard(paths, number, recursive);
}

/// A loop within another that is not in all of its iterations is guarded by a condition that rarely holds.
fn guard(paths: &mut Paths<'_>, number: u32, recursive: bool) {
    let f = paths.f;
    let Some(loops) = &f.loops else { return };
    let (header, outer) = (loops.table[number as usize].header, loops.table[number as usize].outer);
    if outer == 0 {
        return;
    }
    let latch = loops.table[outer as usize].latch;
    if latch.is_some() && paths.dominators.dominated_by(latch, header) {
        return;
    }
    let heuristic =
        if recursive { Heuristic::LoopGuardWithRecursion } else { Heuristic::LoopGuard };
    let entries: Vec<EdgeId> = f.blocks[header]
        .preds
        .iter()
        .copied()
        .filter(|&edge| !in_loop(f, f.edges[edge].src, number))
        .collect();
    for edge in entries {
        paths.leading_to_edge(edge, heuristic, false, Some(outer));
    }
}

/// `for (…; !done && …;)`: what sets `done` leaves the loop as well.
fn extra_exits(unit: &Unit, paths: &mut Paths<'_>, number: u32, exit: EdgeId) {
    let f = paths.f;
    let Some(last) = f.last_stmt(f.edges[exit].src) else { return };
    let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[last].kind else { return };
    let one_or_zero = |op| unit.as_int(op).filter(|value| matches!(value, 0 | 1));
    let Some(compared) = one_or_zero(rhs) else { return };
    let Some(def) = lhs.ssa().and_then(|name| f.names[name].def.expand()) else { return };
    let StmtKind::Phi(phi) = &f.stmts[def].kind else { return };
    let on_true = f.edges[exit].flags & edge_flag::TRUE_VALUE != 0;
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
