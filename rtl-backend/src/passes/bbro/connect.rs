//! Traces are put one after the other: each is led on to what it ends in an edge to, or to a copy of a block between.

use super::graph::{ENTRY_COUNT, MAX_SUCCS};
use super::traces::Traces;

/// How often what is copied to join two traces has to run, in thousandths of the entry.
const WORTH_COPYING: u64 = 100;

/// A block of no trace's.
const NONE: usize = usize::MAX;

/// What joins a trace to the next: a copy of the block an edge leads to, and the trace after that.
struct Bridge {
    edge: usize,
    /// `None` where nothing comes after it; the exit perhaps.
    next: Option<Option<usize>>,
}

/// Puts traces together.
pub(super) struct Connection<'t, 'g, 'c, 'u> {
    traces: &'t mut Traces<'g, 'c, 'u>,
    /// The trace that begins, and that ends, with each block.
    starts: Vec<usize>,
    ends: Vec<usize>,
    done: Vec<bool>,
}

/// The order of all blocks.
pub(super) fn order(traces: &mut Traces<'_, '_, '_>) -> Vec<usize> {
    let count = traces.graph.blocks.len();
    let (mut starts, mut ends) = (vec![NONE; count], vec![NONE; count]);
    for (index, trace) in traces.found.iter().enumerate() {
        starts[trace.blocks[0]] = index;
        ends[trace.blocks[trace.blocks.len() - 1]] = index;
    }
    let done = vec![false; traces.found.len()];
    let mut connection = Connection { traces, starts, ends, done };
    let mut order = Vec::with_capacity(count);
    for trace in 0..connection.done.len() {
        if !connection.done[trace] {
            connection.done[trace] = true;
            connection.lead_up_to(trace, &mut order);
            connection.lead_on(trace, &mut order);
        }
    }
    let traces = connection.traces;
    traces.say(format_args!("Final order:\n"));
    for &block in &order {
        traces.say(format_args!("{block} "));
    }
    traces.say(format_args!("\n"));
    order
}

impl Connection<'_, '_, '_, '_> {
    /// Puts the traces before one that lead to it, and the trace itself.
    fn lead_up_to(&mut self, trace: usize, order: &mut Vec<usize>) {
        let mut way = vec![trace];
        let mut at = trace;
        while at > 0 {
            let Some(edge) = self.best_before(self.traces.found[at].blocks[0]) else { break };
            let (from, to) = (self.traces.graph.edges[edge].src, self.traces.graph.edges[edge].dst);
            self.traces.say(format_args!("Connection: {from} {to}\n"));
            at = self.ends[from];
            self.done[at] = true;
            way.push(at);
        }
        for &trace in way.iter().rev() {
            order.extend(&self.traces.found[trace].blocks);
        }
    }

    /// The edge to a block from the end of a trace, the one that is taken most often.
    fn best_before(&self, block: usize) -> Option<usize> {
        let graph = &*self.traces.graph;
        let mut best: Option<usize> = None;
        for &number in &graph.blocks[block].preds {
            let edge = &graph.edges[number];
            let trace = self.ends.get(edge.src).copied().unwrap_or(NONE);
            if !edge.can_fall || trace == NONE || self.done[trace] {
                continue;
            }
            let better = best.is_none_or(|best| {
                let old = &graph.edges[best];
                if graph.for_size {
                    return edge.src < old.src;
                }
                let length = |src: usize| self.traces.found[self.ends[src]].blocks.len();
                let new = (graph.edge_count(number), edge.probability, length(edge.src));
                new > (graph.edge_count(best), old.probability, length(old.src))
            });
            if better {
                best = Some(number);
            }
        }
        best
    }

    /// Puts the traces after one that it leads to.
    fn lead_on(&mut self, trace: usize, order: &mut Vec<usize>) {
        let mut last = *order.last().unwrap_or(&NONE);
        let mut at = trace;
        while last != NONE {
            if let Some(edge) = self.best_after(last) {
                let to = self.traces.graph.edges[edge].dst;
                let next = self.starts[to];
                if self.traces.graph.for_size && next != at + 1 {
                    return;
                }
                self.traces.say(format_args!("Connection: {last} {to}\n"));
                at = next;
            } else {
                let Some(bridge) = self.bridge(last).filter(|_| !self.traces.graph.for_size) else {
                    return;
                };
                let Some(next) = self.cross(last, at, &bridge, order) else { return };
                at = next;
            }
            self.done[at] = true;
            order.extend(&self.traces.found[at].blocks);
            last = *order.last().unwrap_or(&NONE);
        }
    }

    /// The edge from a block to the beginning of a trace, the likeliest one.
    fn best_after(&self, block: usize) -> Option<usize> {
        let graph = &*self.traces.graph;
        let mut best: Option<usize> = None;
        for &number in &graph.blocks[block].succs {
            let edge = &graph.edges[number];
            if !edge.can_fall || !self.is_free(edge.dst) {
                continue;
            }
            let better = best.is_none_or(|best| {
                let old = &graph.edges[best];
                if graph.for_size {
                    return edge.dst < old.dst;
                }
                let length = |dst: usize| self.traces.found[self.starts[dst]].blocks.len();
                (edge.probability, length(edge.dst)) > (old.probability, length(old.dst))
            });
            if better {
                best = Some(number);
            }
        }
        best
    }

    /// Whether a block begins a trace that has not been put yet.
    fn is_free(&self, block: usize) -> bool {
        self.starts.get(block).is_some_and(|&trace| trace != NONE && !self.done[trace])
    }

    /// What could be copied to lead a trace on.
    fn bridge(&self, last: usize) -> Option<Bridge> {
        let graph = &*self.traces.graph;
        let mut best: Option<Bridge> = None;
        for &number in &graph.blocks[last].succs {
            let edge = &graph.edges[number];
            let likelier = best
                .as_ref()
                .is_none_or(|best: &Bridge| edge.probability > graph.edges[best.edge].probability);
            let between = &graph.blocks[edge.dst];
            if !edge.can_fall || !likelier || between.succs.len() > MAX_SUCCS {
                continue;
            }
            // A block that is a trace of its own needs nothing after it.
            let trace = self.starts.get(edge.dst).copied().unwrap_or(NONE);
            if trace != NONE && self.traces.found[trace].blocks.len() == 1 {
                let next = best.and_then(|best| best.next);
                best = Some(Bridge { edge: number, next });
                continue;
            }
            if let Some(next) = self.beyond(edge.dst) {
                best = Some(Bridge { edge: number, next: Some(next) });
            }
        }
        best
    }

    /// The beginning of the trace that is the likeliest after a block, or the exit.
    fn beyond(&self, block: usize) -> Option<Option<usize>> {
        let graph = &*self.traces.graph;
        if graph.blocks[block].exits {
            return Some(None);
        }
        let mut best: Option<usize> = None;
        for &number in &graph.blocks[block].succs {
            let edge = &graph.edges[number];
            let length = |dst: usize| self.traces.found[self.starts[dst]].blocks.len();
            let worth = graph.edge_count(number) >= ENTRY_COUNT * WORTH_COPYING / 1000;
            if edge.can_fall
                && worth
                && self.is_free(edge.dst)
                && best.is_none_or(|best| {
                    let old = &graph.edges[best];
                    (edge.probability, length(edge.dst)) > (old.probability, length(old.dst))
                })
            {
                best = Some(number);
            }
        }
        best.map(|number| Some(graph.edges[number].dst))
    }

    /// Copies what is between two traces; the answer is the next one.
    fn cross(
        &mut self,
        last: usize,
        trace: usize,
        bridge: &Bridge,
        order: &mut Vec<usize>,
    ) -> Option<usize> {
        let count = self.traces.graph.edge_count(bridge.edge);
        let worth = count >= ENTRY_COUNT * WORTH_COPYING / 1000 && self.traces.graph.is_hot(count);
        let between = self.traces.graph.edges[bridge.edge].dst;
        if !self.traces.may_copy(between, worth) {
            return None;
        }
        let next = bridge.next.flatten();
        match (bridge.next, next) {
            (_, Some(next)) => {
                self.traces.say(format_args!("Connection: {last} {between} {next}\n"))
            }
            (Some(_), None) => self.traces.say(format_args!("Connection: {last} {between} exit\n")),
            (None, None) => self.traces.say(format_args!("Connection: {last} {between} \n")),
        }
        let copy = self.traces.copy(bridge.edge, trace + 1);
        order.push(copy);
        next.map(|next| self.starts[next])
    }
}
