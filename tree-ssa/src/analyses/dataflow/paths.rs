//! The meet over all paths: facts meet only where a path ends.
//!
//! It is what a static analysis could know at best; it is not computable in general, as loops have endlessly many paths, and
//! takes exponential time without them. Here it serves to show what the fixed point loses.

use super::{Direction, Problem, edges_of, target};
use gimple::cfg::{BlockId, ENTRY, EXIT};
use gimple::function::Function;

/// What flows into each block, met over all paths to it (`None` where none leads), if the paths through the CFG are at most
/// `limit`; loops have more than any limit.
pub fn meet_over_paths<P: Problem>(
    f: &Function,
    problem: &mut P,
    limit: usize,
) -> Option<Vec<Option<P::Value>>> {
    let direction = problem.direction();
    let root = if direction == Direction::Forward { ENTRY } else { EXIT };
    let mut met: Vec<Option<P::Value>> = vec![None; f.blocks.len()];
    let mut work: Vec<(BlockId, P::Value)> = vec![(root, problem.boundary())];
    let mut steps = 0;
    while let Some((block, value)) = work.pop() {
        steps += 1;
        if steps > limit {
            return None;
        }
        match &mut met[block.0 as usize] {
            Some(before) => problem.meet(before, &value),
            none => *none = Some(value.clone()),
        }
        let made = if block == root { value } else { problem.transfer(f, block, &value) };
        for &edge in edges_of(f, block, direction).1 {
            if let Some(flowing) = problem.along(f, edge, &made) {
                work.push((target(f, edge, direction), flowing));
            }
        }
    }
    Some(met)
}
