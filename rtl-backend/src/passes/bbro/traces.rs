//! Traces: runs of blocks that follow each other most of the time.
//!
//! They are looked for in rounds, from what begins the function in the first, and from what was left over before in the
//! others. A trace is led on to the likeliest block after it that is likely and frequent enough for the round; a block that
//! is not is a start of the next one. A trace that has come back to a block of its own is a loop, which is turned so that
//! it ends where control leaves it.

use super::graph::{ENTRY_COUNT, Graph};
use crate::rtl::cfg::PROB_MAX;
use crate::state::RtlContext;
use dumps::put;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Least probability of an edge within a trace, and least count of its edges relative to the entry, by round, in thousandths.
const ROUNDS: [(u64, u64); 4] = [(400, 500), (200, 200), (100, 50), (0, 0)];

/// What keys of blocks are, at most, that are nobody's continuation.
pub(super) const KEY_SCALE: i64 = 10_000;

/// A trace.
pub(super) struct Trace {
    pub blocks: Vec<usize>,
    round: usize,
}

/// What is known of a block while traces are made.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The trace it is in, counted from 1.
    pub visited: usize,
    /// It is the last of a trace.
    ends: bool,
    /// It is the first of a trace.
    starts: bool,
    /// How often control comes to it from ends of traces and backwards; not asked yet if none.
    priority: Option<i64>,
    /// The place in the queue it waits in, and whether that is the next round's.
    waits: Option<(i64, u32, bool)>,
}

/// What a round is content with.
#[derive(Clone, Copy)]
struct Round {
    number: usize,
    probability: u64,
    count: u64,
    last: bool,
}

/// Makes traces.
pub(super) struct Traces<'g, 'c, 'u> {
    pub graph: &'g mut Graph,
    pub cx: &'c mut RtlContext<'u>,
    pub found: Vec<Trace>,
    known: Vec<Known>,
    /// Where traces are to begin: the lowest key first, and of those the one that has waited longest.
    queue: BTreeSet<(i64, u32, usize)>,
    next: BTreeSet<(i64, u32, usize)>,
    stamp: u32,
}

impl<'g, 'c, 'u> Traces<'g, 'c, 'u> {
    /// Finds the traces of a function: every block is in one.
    pub fn find(graph: &'g mut Graph, cx: &'c mut RtlContext<'u>) -> Self {
        let known = vec![Known::default(); graph.blocks.len()];
        let (queue, next) = (BTreeSet::new(), BTreeSet::new());
        let mut traces = Traces { graph, cx, found: Vec::new(), known, queue, next, stamp: 0 };
        traces.wait(2, false);
        for (index, (probability, count)) in ROUNDS.into_iter().enumerate() {
            let number = index + 1;
            traces.say(format_args!("STC - round {number}\n"));
            let round = Round {
                number,
                probability: PROB_MAX as u64 * probability / 1000,
                count: ENTRY_COUNT * count / 1000,
                last: number == ROUNDS.len(),
            };
            traces.round(round);
            if round.last {
                traces.leftovers(round);
            }
            traces.queue = std::mem::take(&mut traces.next);
            traces.queue.iter().for_each(|&(_, _, block)| {
                if let Some((_, _, next)) = &mut traces.known[block].waits {
                    *next = false;
                }
            });
        }
        traces.say_traces();
        traces
    }

    /// Adds a line to the dump.
    pub fn say(&mut self, what: std::fmt::Arguments) {
        if let Some(out) = self.cx.dump.as_deref_mut() {
            put!(out, "{what}");
        }
    }

    fn say_traces(&mut self) {
        let Some(out) = self.cx.details() else { return };
        for (index, trace) in self.found.iter().enumerate() {
            put!(out, "Trace {} (round {}): ", index + 1, trace.round);
            for &block in &trace.blocks {
                let count = self.graph.blocks[block].count;
                put!(out, " {block} [{count} (estimated locally)]");
            }
            out.push('\n');
        }
    }

    /// Blocks that only labels whose address is taken lead to.
    fn leftovers(&mut self, round: Round) {
        for block in 2..self.known.len() {
            if self.known[block].visited == 0 {
                self.wait(block, false);
                self.round(round);
            }
        }
    }

    /// One round.
    fn round(&mut self, round: Round) {
        while let Some((_, _, block)) = self.queue.pop_first() {
            self.known[block].waits = None;
            if self.known[block].visited != 0 {
                continue;
            }
            self.say(format_args!("Getting bb {block}\n"));
            if self.comes_later(block, round) {
                let key = self.wait(block, true);
                self.say(format_args!(
                    "  Possible start point of next round: {block} (key: {key})\n"
                ));
                continue;
            }
            self.trace(block, round);
        }
    }

    /// Whether a block is too rare for the round.
    fn comes_later(&self, block: usize, round: Round) -> bool {
        let count = self.graph.blocks[block].count;
        !self.graph.for_size && !round.last && (count < round.count || count == 0)
    }

    /// Makes the trace that begins with a block.
    fn trace(&mut self, first: usize, round: Round) {
        let number = self.found.len() + 1;
        let mut blocks = Vec::new();
        let mut block = first;
        loop {
            blocks.push(block);
            self.known[block].visited = number;
            self.say(format_args!("Basic block {block} was visited in trace {number}\n"));
            let best = self.continuation(block, number, round);
            self.queue_others(block, best, round);
            let Some(edge) = best else { break };
            let to = self.graph.edges[edge].dst;
            if self.known[to].visited == number {
                if to != block {
                    self.close_loop(&mut blocks, edge, number);
                }
                break;
            }
            block = self.around(block, edge);
        }
        let last = *blocks.last().unwrap_or(&first);
        self.known[blocks[0]].starts = true;
        self.note_end(last);
        self.found.push(Trace { blocks, round: round.number });
        for index in 0..self.graph.blocks[last].succs.len() {
            let to = self.graph.edges[self.graph.blocks[last].succs[index]].dst;
            if self.known[to].visited == 0 && self.known[to].waits.is_some() {
                self.change_key(to);
            }
        }
    }

    /// The edge along which a trace goes on.
    fn continuation(&mut self, block: usize, trace: usize, round: Round) -> Option<usize> {
        let mut best: Option<usize> = None;
        let from = &self.graph.blocks[block];
        for &number in &from.succs {
            let edge = &self.graph.edges[number];
            if ![0, trace].contains(&self.known[edge.dst].visited) {
                continue;
            }
            if from.ends_in_call {
                if edge.can_fall {
                    best = Some(number);
                }
                continue;
            }
            let likely = edge.probability >= round.probability
                && self.graph.edge_count(number) >= round.count;
            if edge.can_fall && (likely || self.graph.for_size) && self.is_better(number, best) {
                best = Some(number);
            }
        }
        // What takes no more than a jump is copied later.
        let to = self.graph.edges[best?].dst;
        if self.graph.blocks[to].preds.len() >= 2 && self.may_copy(to, false) {
            return None;
        }
        let target = &self.graph.blocks[to];
        let alone = target.succs.len() <= 1 && target.preds.len() <= 1;
        best.filter(|_| !self.graph.for_size || alone)
    }

    /// Whether an edge is better than the best before it. What is within a tenth counts as the same.
    fn is_better(&self, edge: usize, best: Option<usize>) -> bool {
        let new = &self.graph.edges[edge];
        let Some(best) = best else { return self.graph.for_size || new.probability > 0 };
        let old = &self.graph.edges[best];
        if self.graph.for_size {
            return new.dst < old.dst;
        }
        let near = old.probability / 10;
        if new.probability > old.probability + near {
            return true;
        }
        if new.probability < old.probability - near {
            return false;
        }
        // As likely, a block that nothing else leads to is better.
        let count = |edge: usize| self.graph.blocks[self.graph.edges[edge].dst].count;
        let (new_count, old_count) = (count(edge), count(best));
        let near = old_count / 10;
        if new_count < old_count - near {
            return true;
        }
        new_count <= old_count + near && new.dst == new.src + 1
    }

    /// Lets all that may follow a block and does not wait to begin traces.
    fn queue_others(&mut self, block: usize, best: Option<usize>, round: Round) {
        for index in 0..self.graph.blocks[block].succs.len() {
            let number = self.graph.blocks[block].succs[index];
            let edge = self.graph.edges[number];
            if Some(number) == best || self.known[edge.dst].visited != 0 {
                continue;
            }
            if self.known[edge.dst].waits.is_some() {
                self.change_key(edge.dst);
                continue;
            }
            let unlikely = !edge.can_fall
                || edge.probability < round.probability
                || self.graph.edge_count(number) < round.count;
            let later = unlikely && self.comes_later(edge.dst, round);
            let key = self.wait(edge.dst, later);
            let when = if later { "next" } else { "this" };
            let to = edge.dst;
            self.say(format_args!("  Possible start of {when} round: {to} (key: {key})\n"));
        }
    }

    /// With `if (a) b; c;` what is between comes first where it runs half the time: `a b c`.
    fn around(&mut self, block: usize, best: usize) -> usize {
        let after = self.graph.edges[best].dst;
        for &number in &self.graph.blocks[block].succs {
            let edge = &self.graph.edges[number];
            let between = &self.graph.blocks[edge.dst];
            let leads_on = self.graph.only_succ(edge.dst).is_some_and(|next| {
                self.graph.edges[next].can_fall && self.graph.edges[next].dst == after
            });
            if number != best
                && edge.can_fall
                && self.known[edge.dst].visited == 0
                && between.preds.len() == 1
                && leads_on
                && (between.count * 2 >= self.graph.edge_count(best) || self.graph.for_size)
            {
                let to = edge.dst;
                self.say(format_args!("Selecting BB {to}\n"));
                return to;
            }
        }
        after
    }

    /// A trace has come back to a block of its own: one that goes round often is turned, of another the head is copied.
    fn close_loop(&mut self, blocks: &mut Vec<usize>, back: usize, trace: usize) {
        let edge = self.graph.edges[back];
        let count = self.graph.edge_count(back);
        if count > self.graph.blocks[edge.dst].count / 5 * 4 {
            if !self.graph.blocks[edge.dst].entry {
                let (head, end) = (edge.dst, edge.src);
                self.say(format_args!("Rotating loop {head} - {end}\n"));
                self.rotate(blocks, edge.dst, trace);
            }
        } else if self.graph.only_succ(edge.src).is_some() {
            let hot = self.graph.is_hot(count);
            if self.may_copy(edge.dst, hot) {
                let copy = self.copy(back, trace);
                blocks.push(copy);
            }
        }
    }

    /// Turns the loop at the end of a trace so that it ends in the block it is left from most often.
    fn rotate(&mut self, blocks: &mut Vec<usize>, head: usize, trace: usize) {
        let Some(start) = blocks.iter().position(|&block| block == head) else { return };
        // The place, whether the way out can be led on, and how often it is taken.
        let mut best: Option<(usize, bool, u64)> = None;
        for (index, &block) in blocks.iter().enumerate().skip(start) {
            for &number in &self.graph.blocks[block].succs {
                let edge = &self.graph.edges[number];
                let to = &self.known[edge.dst];
                if to.visited == trace || !edge.can_fall {
                    continue;
                }
                let free = to.visited == 0 || to.starts;
                let count = self.graph.edge_count(number);
                let better = match best {
                    None => true,
                    Some((_, true, most)) => free && count > most,
                    Some((_, false, most)) => free || count > most,
                };
                if better {
                    best = Some((index, free, count));
                }
            }
        }
        let Some((index, ..)) = best else { return };
        blocks[start..].rotate_left(index + 1 - start);
        let Some(before) = start.checked_sub(1).map(|index| blocks[index]) else { return };
        // A jump into the loop would lead to its test: a copy of that is no longer.
        if let Some(edge) = self.graph.only_succ(before) {
            let test = self.graph.edges[edge].dst;
            if self.graph.blocks[test].branches && self.may_copy(test, false) {
                let copy = self.copy(edge, trace);
                blocks.insert(start, copy);
            }
        }
    }

    /// Whether a block may be copied; the dump says which take too much.
    pub fn may_copy(&mut self, block: usize, may_grow: bool) -> bool {
        let answer = self.graph.may_copy(block, may_grow);
        if let Err(Some(bytes)) = answer {
            self.say(format_args!("Block {block} can't be copied because its size = {bytes}.\n"));
        }
        answer.is_ok()
    }

    /// Copies the block an edge leads to into a trace.
    pub fn copy(&mut self, edge: usize, trace: usize) -> usize {
        let old = self.graph.edges[edge].dst;
        let copy = self.graph.copy_for(edge);
        self.known.push(Known { visited: trace, ..Known::default() });
        self.say(format_args!("Duplicated bb {old} (created bb {copy})\n"));
        copy
    }

    /// Puts a block into this round's queue or the next one's.
    fn wait(&mut self, block: usize, later: bool) -> i64 {
        let key = self.key(block);
        self.stamp += 1;
        let queue = if later { &mut self.next } else { &mut self.queue };
        queue.insert((key, self.stamp, block));
        self.known[block].waits = Some((key, self.stamp, later));
        key
    }

    /// Finds a waiting block's key again.
    fn change_key(&mut self, block: usize) {
        let Some((old, stamp, later)) = self.known[block].waits else { return };
        let key = self.key(block);
        if key == old {
            return;
        }
        self.say(format_args!("Changing key for bb {block} from {old} to {key}.\n"));
        let queue = if later { &mut self.next } else { &mut self.queue };
        queue.remove(&(old, stamp, block));
        queue.insert((key, stamp, block));
        self.known[block].waits = Some((key, stamp, later));
    }

    /// What blocks are taken by from the queue: continuations of traces and heads of loops first, then by how often they run.
    fn key(&mut self, block: usize) -> i64 {
        if self.graph.for_size {
            return block as i64;
        }
        if self.graph.blocks[block].count == 0 {
            return KEY_SCALE;
        }
        let priority = match self.known[block].priority {
            Some(priority) => priority,
            None => {
                let preds = self.graph.blocks[block].preds.iter();
                let leading = preds.filter(|&&number| {
                    let edge = &self.graph.edges[number];
                    edge.back || self.known[edge.src].ends
                });
                let scaled = |&number| self.graph.scaled(self.graph.edge_count(number));
                leading.map(scaled).max().unwrap_or(0)
            }
        };
        self.known[block].priority = Some(priority);
        let frequency = self.graph.scaled(self.graph.blocks[block].count);
        match priority {
            0 => -frequency,
            _ => -(100 * KEY_SCALE + 100 * priority + frequency),
        }
    }

    /// A trace ends with a block: what may follow it is preferred.
    fn note_end(&mut self, last: usize) {
        self.known[last].ends = true;
        for &number in &self.graph.blocks[last].succs {
            let count = self.graph.scaled(self.graph.edge_count(number));
            let to = &mut self.known[self.graph.edges[number].dst];
            to.priority = to.priority.map(|known| known.max(count)).or(Some(count));
        }
    }
}
