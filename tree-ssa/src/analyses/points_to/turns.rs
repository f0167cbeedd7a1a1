//! The order in which the solver takes nodes: in rounds, in each by their place in the graph, and only those that have to be
//! looked at. What has to be because of a node earlier in the round has its turn in the same one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

const NOWHERE: u32 = u32::MAX;

/// The nodes to be looked at.
pub struct Turns {
    /// Whether the set of a node has grown.
    grown: Vec<bool>,
    /// The place of each node in a round.
    place: Vec<u32>,
    /// The place reached.
    reached: u32,
    /// The places that come in this round.
    now: BinaryHeap<Reverse<u32>>,
    /// The nodes that have grown and come in the next round.
    later: Vec<u32>,
    /// Nodes that have not grown and are to be looked at if there is another round.
    besides: Vec<u32>,
}

impl Turns {
    /// None for as many nodes.
    pub fn new(count: u32) -> Turns {
        Turns {
            grown: vec![false; count as usize],
            place: vec![NOWHERE; count as usize],
            reached: NOWHERE,
            now: BinaryHeap::new(),
            later: Vec::new(),
            besides: Vec::new(),
        }
    }

    /// Says that the set of a node has grown.
    pub fn changed(&mut self, node: u32) {
        if !std::mem::replace(&mut self.grown[node as usize], true) && !self.comes(node) {
            self.later.push(node);
        }
    }

    /// Asks for a node to be looked at, though it has not grown.
    pub fn look_at(&mut self, node: u32) {
        if !self.comes(node) {
            self.besides.push(node);
        }
    }

    /// Whether a node comes in this round still; then it will.
    fn comes(&mut self, node: u32) -> bool {
        let place = self.place[node as usize];
        let comes = place != NOWHERE && self.reached != NOWHERE && place > self.reached;
        if comes {
            self.now.push(Reverse(place));
        }
        comes
    }

    /// Whether a node has grown; from now on it has not.
    pub fn take(&mut self, node: u32) -> bool {
        std::mem::take(&mut self.grown[node as usize])
    }

    /// Ends a round. Whether there is another one: a node has grown and is not idle.
    pub fn another_round(&mut self, is_idle: impl Fn(u32) -> bool) -> bool {
        self.reached = NOWHERE;
        let grown = &mut self.grown;
        self.later.retain(|&node| {
            let waits = grown[node as usize];
            grown[node as usize] &= !is_idle(node);
            waits && grown[node as usize]
        });
        !self.later.is_empty()
    }

    /// Begins a round with the nodes in an order, backwards, which is a new one or that of the round before.
    pub fn begin(&mut self, order: &[u32], is_new: bool) {
        if is_new {
            self.place.fill(NOWHERE);
            for (place, &node) in order.iter().rev().enumerate() {
                self.place[node as usize] = place as u32;
            }
        }
        let places = &self.place;
        let waiting = self.later.iter().chain(&self.besides).map(|&node| places[node as usize]);
        self.now.extend(waiting.filter(|&place| place != NOWHERE).map(Reverse));
        self.later.retain(|&node| places[node as usize] == NOWHERE);
        self.besides.clear();
    }

    /// The next node of the round; `order` is that with which it began.
    pub fn next(&mut self, order: &[u32]) -> Option<u32> {
        loop {
            let Reverse(place) = self.now.pop()?;
            if self.reached == NOWHERE || place > self.reached {
                self.reached = place;
                return Some(order[order.len() - 1 - place as usize]);
            }
        }
    }
}
