//! Work that is done in rounds over an order, only where it has to be: what comes up because of something earlier in the order has
//! its turn in the same round, all else in the next one.

use fixedbitset::FixedBitSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Places in an order that wait for their turn.
pub struct Rounds {
    waiting: FixedBitSet,
    now: BinaryHeap<Reverse<usize>>,
    later: Vec<usize>,
    /// The place that had its turn last in this round.
    reached: Option<usize>,
}

impl Rounds {
    /// All of as many places.
    pub fn all(count: usize) -> Rounds {
        let mut waiting = FixedBitSet::with_capacity(count);
        waiting.insert_range(..);
        let now = (0..count).map(Reverse).collect();
        Rounds { waiting, now, later: Vec::new(), reached: None }
    }

    /// Lets a place have a turn.
    pub fn put(&mut self, place: usize) {
        if self.waiting.put(place) {
            return;
        }
        if self.reached.is_none_or(|reached| place > reached) {
            self.now.push(Reverse(place));
        } else {
            self.later.push(place);
        }
    }

    /// The next place.
    pub fn take(&mut self) -> Option<usize> {
        if self.now.is_empty() {
            self.now.extend(self.later.drain(..).map(Reverse));
        }
        let Reverse(place) = self.now.pop()?;
        self.waiting.set(place, false);
        self.reached = Some(place);
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::Rounds;

    #[test]
    fn what_comes_up_before_waits_for_the_next_round() {
        let mut rounds = Rounds::all(3);
        assert_eq!(rounds.take(), Some(0));
        assert_eq!(rounds.take(), Some(1));
        rounds.put(0);
        rounds.put(2);
        rounds.put(1);
        let rest: Vec<usize> = std::iter::from_fn(|| rounds.take()).collect();
        assert_eq!(rest, [2, 0, 1]);
    }
}
