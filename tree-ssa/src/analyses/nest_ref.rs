//! References to memory in a nest of loops: by how much each of the loops moves them, and in which order two of them touch the
//! same place.
//!
//! ```text
//!   for (i = 0; i < 8; i++)              a[i][j]   base &a, step 4 for j, 80 for i
//!     for (j = 0; j < 20; j++)
//!       a[i][j] = a[i][j + 1];           an iteration of j later the store is where the load is now
//! ```
//!
//! How far apart two references are that move alike is a constant `d`; they meet where `d` plus steps times differences of
//! iterations is about zero. Beginning with the largest step, what the smaller ones can make up for bounds the difference; where
//! more than one is possible, no single distance is known.

use crate::analyses::alias::Oracle;
use crate::analyses::alias::reference::Access;
use crate::analyses::data_ref::DataRef;
use crate::analyses::scev::Scev;
use gimple::loops::LoopId;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use std::cmp::Ordering;

/// A reference that moves by constants in the loops of a nest.
#[derive(Clone)]
pub struct NestRef {
    /// The reference as it is in the first iterations of the loops inside; it moves with the outermost loop.
    pub whole: DataRef,
    /// Loops and by how much they move it, the innermost first.
    pub steps: Vec<(LoopId, i64)>,
}

/// What two references have to do with each other, of which the first comes first in an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// They never touch the same memory.
    Apart,
    /// Where they do, the second is executed in a later iteration than the first, in the same one, or in an earlier one.
    Second(Ordering),
    /// They touch the same object in more than one way.
    Mixed,
    /// They may be about the same object.
    Unknown,
}

/// How many iterations later, of each loop around both, the second of two references is where the first is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Distance {
    /// They never touch the same memory.
    Apart,
    /// Of each loop, the outermost first: none for one that moves neither, as they meet in all of its iterations.
    Iterations(Vec<Option<i128>>),
    Unknown,
}

/// One loop around both references.
struct Level {
    step: i128,
    /// The loop goes round at most so often; not known otherwise.
    most: Option<i128>,
    /// Its place among the common loops, the outermost being the last, and whether the step is one back.
    place: usize,
    back: bool,
}

impl Scev<'_, '_> {
    /// A reference of a statement in a nest of loops, if each of them moves it by a constant.
    pub fn nest_ref(&mut self, nest: LoopId, stmt: StmtId, place: Operand) -> Option<NestRef> {
        let mut at = self.f.loop_of(self.f.stmts[stmt].block);
        let mut whole = self.data_ref(at, stmt, place)?;
        let mut steps = vec![(at, whole.step)];
        while at != nest {
            at = self.f.loop_data(at).map(|entry| entry.outer).filter(|outer| outer.is_some())?;
            let found = self.simple_iv(at, at, whole.base, false)?;
            let base = self.expand(found.base);
            let step = self.folder().as_int(found.step)?;
            whole = whole.outside(&mut self.folder(), base, step as i64)?;
            steps.push((at, whole.step));
        }
        Some(NestRef { whole, steps })
    }

    /// Whether two references in a nest touch the same memory, and in which order.
    pub fn nest_order(
        &mut self,
        oracle: &Oracle,
        (a, place_a): (Option<&NestRef>, Operand),
        (b, place_b): (Option<&NestRef>, Operand),
    ) -> Order {
        let [x, y] = [place_a, place_b].map(|place| Access::anywhere(self.unit, self.f, place));
        if !oracle.may_alias(self.unit, self.f, &x, &y, false) {
            return Order::Apart;
        }
        let (Some(a), Some(b)) = (a, b) else { return Order::Unknown };
        if !a.whole.same_terms(&b.whole) {
            return match self.may_be_one_object(oracle, a, b) {
                true => Order::Unknown,
                false => Order::Apart,
            };
        }
        match self.meeting(a, b) {
            Distance::Apart => Order::Apart,
            Distance::Unknown => Order::Mixed,
            Distance::Iterations(later) if later.contains(&None) => Order::Mixed,
            Distance::Iterations(later) => {
                let first = later.into_iter().flatten().find(|&later| later != 0);
                Order::Second(first.map_or(Ordering::Equal, |later| later.cmp(&0)))
            }
        }
    }

    /// How far apart in iterations of a nest two references are that are in its innermost loop.
    pub fn nest_distance(
        &mut self,
        oracle: &Oracle,
        (a, place_a): (Option<&NestRef>, Operand),
        (b, place_b): (Option<&NestRef>, Operand),
    ) -> Distance {
        let [x, y] = [place_a, place_b].map(|place| Access::anywhere(self.unit, self.f, place));
        if !oracle.may_alias(self.unit, self.f, &x, &y, false) {
            return Distance::Apart;
        }
        let (Some(a), Some(b)) = (a, b) else { return Distance::Unknown };
        let alike = a.whole.same_terms(&b.whole) && a.whole.size == b.whole.size;
        match alike && a.steps.len() == b.steps.len() {
            true => self.meeting(a, b),
            false if a.whole.same_terms(&b.whole) || self.may_be_one_object(oracle, a, b) => {
                Distance::Unknown
            }
            false => Distance::Apart,
        }
    }

    fn may_be_one_object(&mut self, oracle: &Oracle, a: &NestRef, b: &NestRef) -> bool {
        let (Some(x), Some(y)) = (a.whole.object(), b.whole.object()) else { return true };
        let [x, y] = [x, y].map(|pointer| Access::around(self.unit, self.f, pointer));
        oracle.may_alias(self.unit, self.f, &x, &y, false)
    }

    /// How often a loop goes round at most.
    fn most(&mut self, of: LoopId) -> Option<i128> {
        self.max_iterations(of).filter(|&most| most < 1 << 40)
    }

    /// In which iterations two references meet that are a constant apart when the nest is entered.
    fn meeting(&mut self, a: &NestRef, b: &NestRef) -> Distance {
        let common = a.steps.iter().rev().zip(b.steps.iter().rev());
        let count = common.clone().take_while(|((x, _), (y, _))| x == y).count();
        let mut levels = Vec::new();
        let (skip_a, skip_b) = (a.steps.len() - count, b.steps.len() - count);
        for place in 0..count {
            let (of, step) = a.steps[skip_a + place];
            if b.steps[skip_b + place].1 != step {
                return Distance::Unknown;
            }
            let (back, step) = (step < 0, i128::from(step.unsigned_abs()));
            levels.push(Level { step, most: self.most(of), place, back });
        }
        let (Some(x), Some(y)) = (self.extent(a, skip_a), self.extent(b, skip_b)) else {
            return Distance::Unknown;
        };
        levels.sort_by_key(|level| std::cmp::Reverse(level.step));
        meet(&levels, a.whole.apart(&b.whole), x, y)
    }

    /// The bytes around where a reference begins that the loops inside, which are not common to both, move it over.
    fn extent(&mut self, of: &NestRef, loops: usize) -> Option<(i128, i128)> {
        let (mut low, mut high) = (0, i128::from(of.whole.size));
        for &(inside, step) in &of.steps[..loops] {
            if step != 0 {
                let moved = i128::from(step) * self.most(inside)?;
                low += moved.min(0);
                high += moved.max(0);
            }
        }
        Some((low, high))
    }
}

/// Finds the only differences of iterations for which bytes `b` from a distance on overlap bytes `a`.
fn meet(levels: &[Level], apart: i128, a: (i128, i128), b: (i128, i128)) -> Distance {
    let mut apart = apart;
    let mut later = vec![Some(0i128); levels.len()];
    for (index, level) in levels.iter().enumerate() {
        let mut reach = 0;
        for inner in &levels[index + 1..] {
            reach += match (inner.step, inner.most) {
                (0, _) => 0,
                (step, Some(most)) => step * most,
                _ => return Distance::Unknown,
            };
        }
        // a.0 - b.1 < apart + step * n < a.1 - b.0, give or take what the rest can make up for.
        let (low, high) = (a.0 - b.1 - reach - apart, a.1 - b.0 + reach - apart);
        if level.step == 0 {
            if low >= 0 || high <= 0 {
                return Distance::Apart;
            }
            if level.most != Some(0) {
                later[level.place] = None;
            }
            continue;
        }
        let mut least = low.div_euclid(level.step) + 1;
        let mut greatest = -(-high).div_euclid(level.step) - 1;
        if let Some(most) = level.most {
            (least, greatest) = (least.max(-most), greatest.min(most));
        }
        match least.cmp(&greatest) {
            Ordering::Greater => return Distance::Apart,
            Ordering::Less => return Distance::Unknown,
            Ordering::Equal => {}
        }
        apart += level.step * least;
        later[level.place] = Some(if level.back { -least } else { least });
    }
    if apart <= a.0 - b.1 || apart >= a.1 - b.0 {
        return Distance::Apart;
    }
    later.reverse();
    Distance::Iterations(later)
}

#[cfg(test)]
mod tests {
    use super::{Distance, Level, meet};

    fn level(step: i128, most: Option<i128>, place: usize) -> Level {
        Level { step, most, place, back: false }
    }

    fn later(iterations: &[i128]) -> Distance {
        Distance::Iterations(iterations.iter().map(|&later| Some(later)).collect())
    }

    #[test]
    fn one_loop() {
        let of = |apart| meet(&[level(4, None, 0)], apart, (0, 4), (0, 4));
        assert_eq!(of(0), later(&[0]));
        assert_eq!(of(-4), later(&[1]));
        assert_eq!(of(8), later(&[-2]));
        assert_eq!(of(2), Distance::Unknown);
        let short = meet(&[level(4, Some(7), 0)], 32, (0, 4), (0, 4));
        assert_eq!(short, Distance::Apart);
    }

    #[test]
    fn parts_of_elements_are_apart() {
        assert_eq!(meet(&[level(16, None, 0)], 8, (0, 8), (0, 8)), Distance::Apart);
        assert_eq!(meet(&[level(0, None, 0)], 8, (0, 8), (0, 8)), Distance::Apart);
        let any = Distance::Iterations(vec![None]);
        assert_eq!(meet(&[level(0, None, 0)], 4, (0, 8), (0, 8)), any);
    }

    #[test]
    fn two_loops() {
        let levels = [level(80, None, 1), level(4, Some(19), 0)];
        assert_eq!(meet(&levels, 80, (0, 4), (0, 4)), later(&[-1, 0]));
        assert_eq!(meet(&levels, -4, (0, 4), (0, 4)), Distance::Unknown);
        let levels = [level(80, None, 1), level(4, Some(9), 0)];
        assert_eq!(meet(&levels, 40, (0, 4), (0, 4)), Distance::Apart);
        assert_eq!(meet(&levels, -4, (0, 4), (0, 4)), later(&[0, 1]));
    }
}
