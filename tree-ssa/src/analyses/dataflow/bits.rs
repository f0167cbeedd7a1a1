//! Problems over sets of facts: what a block generates, what it kills, and union or intersection where paths meet.
//!
//! ```text
//!   result = gen ∪ (into − kill)
//! ```
//!
//! Sets are rows of machine words in one table, and a visit works on them in place.

use super::{Direction, Order, Rounds, edges_of, source, target};
use gimple::cfg::{BlockId, ENTRY, EXIT};
use gimple::function::Function;

/// How sets meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meet {
    /// A fact holds if it does on some path.
    Union,
    /// A fact holds if it does on all paths.
    Intersection,
}

/// For each block, a set of facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sets {
    words: Vec<u64>,
    width: usize,
}

impl Sets {
    /// Empty sets of `facts` facts for `blocks` blocks.
    pub fn new(blocks: usize, facts: usize) -> Sets {
        let width = facts.div_ceil(64).max(1);
        Sets { words: vec![0; blocks * width], width }
    }

    /// A block's set, as machine words.
    pub fn row(&self, block: BlockId) -> &[u64] {
        let start = block.0 as usize * self.width;
        &self.words[start..start + self.width]
    }

    /// A block's set, to be written.
    pub fn row_mut(&mut self, block: BlockId) -> &mut [u64] {
        let start = block.0 as usize * self.width;
        &mut self.words[start..start + self.width]
    }

    /// Adds a fact.
    pub fn insert(&mut self, block: BlockId, fact: usize) {
        self.row_mut(block)[fact / 64] |= 1 << (fact % 64);
    }

    /// Takes a fact away.
    pub fn remove(&mut self, block: BlockId, fact: usize) {
        self.row_mut(block)[fact / 64] &= !(1 << (fact % 64));
    }

    /// Whether a fact is in a block's set.
    pub fn contains(&self, block: BlockId, fact: usize) -> bool {
        self.row(block)[fact / 64] >> (fact % 64) & 1 != 0
    }

    /// The facts of a block in order.
    pub fn facts(&self, block: BlockId) -> Vec<usize> {
        let row = self.row(block);
        (0..row.len() * 64).filter(|&fact| row[fact / 64] >> (fact % 64) & 1 != 0).collect()
    }
}

impl Sets {
    /// What is made of two tables of the same shape, word by word.
    pub fn zip(&self, other: &Sets, make: impl Fn(u64, u64) -> u64) -> Sets {
        let words = self.words.iter().zip(&other.words).map(|(&a, &b)| make(a, b)).collect();
        Sets { words, width: self.width }
    }

    /// What is in this table or the other.
    pub fn or(&self, other: &Sets) -> Sets {
        self.zip(other, |a, b| a | b)
    }

    /// What is in both tables.
    pub fn and(&self, other: &Sets) -> Sets {
        self.zip(other, |a, b| a & b)
    }

    /// What is in this table and not in the other.
    pub fn minus(&self, other: &Sets) -> Sets {
        self.zip(other, |a, b| a & !b)
    }

    /// Fills a block's set with so many facts.
    pub fn fill(&mut self, block: BlockId, facts: usize) {
        let width = self.width;
        self.row_mut(block).copy_from_slice(&full_row(facts, width));
    }

    /// Empties a block's set.
    pub fn clear(&mut self, block: BlockId) {
        self.row_mut(block).fill(0);
    }

    /// How many facts there are in all sets together.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// A problem over sets.
#[derive(Clone, Debug)]
pub struct GenKill {
    pub name: &'static str,
    pub direction: Direction,
    pub meet: Meet,
    /// How many facts there are.
    pub facts: usize,
    pub generated: Sets,
    pub killed: Sets,
    /// Whether everything holds at the boundary; nothing does otherwise.
    pub full_boundary: bool,
}

impl GenKill {
    /// A problem in which no block does anything yet, and nothing holds at the boundary.
    pub fn new(
        name: &'static str,
        f: &Function,
        facts: usize,
        direction: Direction,
        meet: Meet,
    ) -> GenKill {
        let sets = Sets::new(f.blocks.len(), facts);
        GenKill {
            name,
            direction,
            meet,
            facts,
            generated: sets.clone(),
            killed: sets,
            full_boundary: false,
        }
    }
}

/// The fixed point of a problem over sets.
pub struct Facts {
    /// At the beginning of each block, and at its end.
    pub at_start: Sets,
    pub at_end: Sets,
    pub iterations: usize,
    pub visits: usize,
}

/// Iterates a problem over sets to its fixed point.
pub fn solve(f: &Function, problem: &GenKill, order: Order) -> Facts {
    let direction = problem.direction;
    let blocks = f.blocks.len();
    let mut into = Sets::new(blocks, problem.facts);
    let mut result = Sets::new(blocks, problem.facts);
    let width = result.width;
    let all = full_row(problem.facts, width);
    if problem.meet == Meet::Intersection {
        result.words.chunks_exact_mut(width).for_each(|row| row.copy_from_slice(&all));
        into.words.copy_from_slice(&result.words);
    }
    let root = if direction == Direction::Forward { ENTRY } else { EXIT };
    for sets in [&mut into, &mut result] {
        let boundary = if problem.full_boundary { &all[..] } else { &vec![0; width][..] };
        sets.row_mut(root).copy_from_slice(boundary);
    }
    let mut value = vec![0u64; width];
    let mut rounds = Rounds::new(f, direction, order);
    rounds.run(f, &mut |f, block, changed| {
        let (incoming, outgoing) = edges_of(f, block, direction);
        match problem.meet {
            Meet::Union => value.fill(0),
            Meet::Intersection => value.copy_from_slice(&all),
        }
        for &edge in incoming {
            let from = result.row(source(f, edge, direction));
            match problem.meet {
                Meet::Union => value.iter_mut().zip(from).for_each(|(a, b)| *a |= b),
                Meet::Intersection => value.iter_mut().zip(from).for_each(|(a, b)| *a &= b),
            }
        }
        into.row_mut(block).copy_from_slice(&value);
        let (generated, killed) = (problem.generated.row(block), problem.killed.row(block));
        let mut new = false;
        for (index, word) in result.row_mut(block).iter_mut().enumerate() {
            let made = generated[index] | (value[index] & !killed[index]);
            new |= *word != made;
            *word = made;
        }
        if new {
            changed.extend(outgoing.iter().map(|&edge| target(f, edge, direction)));
        }
    });
    let Rounds { iterations, visits, .. } = rounds;
    let (at_start, at_end) = match direction {
        Direction::Forward => (into, result),
        Direction::Backward => (result, into),
    };
    Facts { at_start, at_end, iterations, visits }
}

fn full_row(facts: usize, width: usize) -> Vec<u64> {
    let mut row = vec![u64::MAX; width];
    for (index, word) in row.iter_mut().enumerate() {
        let left = facts.saturating_sub(index * 64);
        if left < 64 {
            *word = (1u64 << left) - 1;
        }
    }
    row
}

/// The same problem for the general solver, for comparison: sets are values of their own.
pub struct AsLattice<'a>(pub &'a GenKill);

impl super::Problem for AsLattice<'_> {
    type Value = Vec<u64>;
    fn direction(&self) -> Direction {
        self.0.direction
    }
    fn boundary(&self) -> Vec<u64> {
        let width = self.0.generated.width;
        if self.0.full_boundary { full_row(self.0.facts, width) } else { vec![0; width] }
    }
    fn top(&self) -> Vec<u64> {
        let width = self.0.generated.width;
        match self.0.meet {
            Meet::Union => vec![0; width],
            Meet::Intersection => full_row(self.0.facts, width),
        }
    }
    fn meet(&self, value: &mut Vec<u64>, other: &Vec<u64>) {
        for (a, b) in value.iter_mut().zip(other) {
            match self.0.meet {
                Meet::Union => *a |= b,
                Meet::Intersection => *a &= b,
            }
        }
    }
    fn transfer(&mut self, _f: &Function, block: BlockId, value: &Vec<u64>) -> Vec<u64> {
        let (generated, killed) = (self.0.generated.row(block), self.0.killed.row(block));
        (0..value.len()).map(|i| generated[i] | (value[i] & !killed[i])).collect()
    }
}
