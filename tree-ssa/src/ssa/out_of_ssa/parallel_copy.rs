//! Parallel copies put into an order.
//!
//! A copy may run once nobody still reads its destination. When only cycles are left, one destination's old value is
//! saved in a temporary, and the cycle opens: one temporary for each cycle.

use gimple::partitions::{Move, PartitionId, Place};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Orders copies that happen at once. Destinations are distinct. Linear.
pub fn sequentialize(copies: &[(PartitionId, Place)]) -> Vec<Move> {
    let mut ordered = Vec::with_capacity(copies.len());
    // For each partition that is read: by how many copies still to come.
    let mut readers: FxHashMap<PartitionId, u32> = FxHashMap::default();
    let mut copy_to: FxHashMap<PartitionId, usize> = FxHashMap::default();
    let mut pending: Vec<Option<(PartitionId, Place)>> = Vec::with_capacity(copies.len());
    for &(dst, src) in copies {
        if src == Place::Partition(dst) {
            continue;
        }
        if let Place::Partition(source) = src {
            *readers.entry(source).or_default() += 1;
        }
        copy_to.insert(dst, pending.len());
        pending.push(Some((dst, src)));
    }
    let is_free =
        |readers: &FxHashMap<PartitionId, u32>, dst| readers.get(&dst).is_none_or(|&n| n == 0);
    let mut ready: VecDeque<usize> = (0..pending.len())
        .filter(|&i| pending[i].is_some_and(|(dst, _)| is_free(&readers, dst)))
        .collect();
    let mut next_cycle = 0;
    loop {
        while let Some(index) = ready.pop_front() {
            let Some((dst, src)) = pending[index].take() else { continue };
            ordered.push(Move { dst: Place::Partition(dst), src });
            release(src, &mut readers, &copy_to, &pending, &mut ready);
        }
        while next_cycle < pending.len() && pending[next_cycle].is_none() {
            next_cycle += 1;
        }
        let Some(&Some((dst, _))) = pending.get(next_cycle) else { return ordered };
        // Everything left is on a cycle: save what this copy overwrites, and let its readers take it from there.
        let saved = Place::SavedOf(dst);
        ordered.push(Move { dst: saved, src: Place::Partition(dst) });
        for (_, src) in pending.iter_mut().flatten() {
            if *src == Place::Partition(dst) {
                *src = saved;
            }
        }
        readers.insert(dst, 0);
        ready.push_back(next_cycle);
    }
}

/// Takes note that a copy has read its source; what waited for that becomes ready.
fn release(
    src: Place,
    readers: &mut FxHashMap<PartitionId, u32>,
    copy_to: &FxHashMap<PartitionId, usize>,
    pending: &[Option<(PartitionId, Place)>],
    ready: &mut VecDeque<usize>,
) {
    let Place::Partition(source) = src else { return };
    let Some(count) = readers.get_mut(&source) else { return };
    *count -= 1;
    if *count == 0
        && let Some(&index) = copy_to.get(&source)
        && pending[index].is_some()
    {
        ready.push_back(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    fn p(n: u32) -> PartitionId {
        PartitionId(n)
    }

    /// What each partition holds after the copies, as the number of the partition it came from.
    fn run(moves: &[Move], count: u32) -> Vec<u32> {
        let mut values: Vec<u32> = (0..count).collect();
        let mut saved = FxHashMap::default();
        for m in moves {
            let value = match m.src {
                Place::Partition(q) => values[q.0 as usize],
                Place::SavedOf(q) => saved[&q],
                Place::Value(_) => unreachable!(),
            };
            match m.dst {
                Place::Partition(q) => values[q.0 as usize] = value,
                Place::SavedOf(q) => {
                    saved.insert(q, value);
                }
                Place::Value(_) => unreachable!(),
            }
        }
        values
    }

    #[rstest]
    #[case(&[(0, 1), (1, 0)], 3)]
    #[case(&[(0, 1), (1, 2)], 2)]
    #[case(&[(0, 1), (1, 2), (2, 0), (3, 0)], 5)]
    #[case(&[(0, 0)], 0)]
    fn uses_one_temporary_a_cycle(#[case] copies: &[(u32, u32)], #[case] moves: usize) {
        let list: Vec<_> = copies.iter().map(|&(d, s)| (p(d), Place::Partition(p(s)))).collect();
        let ordered = sequentialize(&list);
        // A fan out of a cycle breaks it without a temporary.
        assert!(ordered.len() <= moves, "{ordered:?}");
        let values = run(&ordered, 4);
        for &(d, s) in copies {
            assert_eq!(values[d as usize], s);
        }
    }

    proptest! {
        #[test]
        fn is_the_parallel_copy(sources in prop::collection::vec(0u32..12, 12)) {
            let list: Vec<_> =
                sources.iter().enumerate().map(|(d, &s)| (p(d as u32), Place::Partition(p(s)))).collect();
            prop_assert_eq!(run(&sequentialize(&list), 12), sources);
        }
    }
}
