//! Small graphs with one expression, the judge of placements, and brute force over all placements there are.

use gimlet_tree_passes::redundancy::motion::expressions::Local;
use gimlet_tree_passes::redundancy::motion::graph::FlowGraph;
use gimlet_tree_passes::redundancy::motion::lcm::{self, Node, Skeleton};
use gimlet_tree_passes::redundancy::motion::placement::Decision;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId};
use gimple::decl::DeclId;
use gimple::function::Function;

/// Numbers without a pattern, the same in every run.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Compute,
    Alter,
}

/// A graph: the entry is 0, the exit 1.
#[derive(Clone, Debug)]
pub struct Graph {
    pub edges: Vec<(u32, u32)>,
    pub events: Vec<Vec<Event>>,
}

impl Graph {
    pub fn new(blocks: usize, edges: &[(u32, u32)]) -> Graph {
        Graph { edges: edges.to_vec(), events: vec![Vec::new(); blocks] }
    }

    pub fn compute(&mut self, block: usize) {
        self.events[block] = vec![Event::Compute];
    }

    pub fn alter(&mut self, block: usize) {
        self.events[block] = vec![Event::Alter];
    }

    pub fn alter_and_compute(&mut self, block: usize) {
        self.events[block] = vec![Event::Alter, Event::Compute];
    }

    pub fn compute_and_alter(&mut self, block: usize) {
        self.events[block] = vec![Event::Compute, Event::Alter];
    }

    pub fn ends(&self, edge: EdgeId) -> (u32, u32) {
        self.edges[edge.0 as usize]
    }

    /// Up to five blocks with one or two paths on, or none; loops that nothing leaves among them.
    pub fn random(random: &mut Random) -> Graph {
        let count = 2 + random.below(4) as u32;
        let mut edges = vec![(0, 2)];
        for block in 2..2 + count {
            let mut targets: Vec<u32> = (0..1 + random.below(2))
                .map(|_| 1 + random.below(u64::from(count) + 1) as u32)
                .collect();
            targets.dedup();
            if random.below(20) == 0 {
                targets.clear();
            }
            edges.extend(targets.into_iter().map(|target| (block, target)));
        }
        let mut reached = vec![false; 2 + count as usize];
        reached[0] = true;
        for _ in 0..count + 1 {
            for &(from, to) in &edges {
                reached[to as usize] |= reached[from as usize];
            }
        }
        edges.retain(|&(from, _)| reached[from as usize]);
        let mut graph = Graph::new(2 + count as usize, &edges);
        for block in 2..2 + count as usize {
            let length = [0, 0, 1, 1, 1, 2, 3][random.below(7) as usize];
            let event = |number| if number == 0 { Event::Alter } else { Event::Compute };
            graph.events[block] = (0..length).map(|_| event(random.below(3))).collect();
        }
        graph
    }

    fn antloc(&self, block: usize) -> bool {
        self.events[block].first() == Some(&Event::Compute)
    }

    fn avloc(&self, block: usize) -> bool {
        self.events[block].last() == Some(&Event::Compute)
    }

    fn altered(&self, block: usize) -> bool {
        self.events[block].contains(&Event::Alter)
    }
}

/// The graph for the algorithms.
pub fn local_of(graph: &Graph) -> (FlowGraph, Local) {
    let mut f = Function::new(DeclId(0), 0);
    f.init_cfg();
    let mut last = ENTRY;
    for _ in 2..graph.events.len() {
        last = f.create_block(last);
    }
    for &(from, to) in &graph.edges {
        f.make_edge_unchecked(BlockId(from), BlockId(to), EdgeFlags::NONE);
    }
    let mut local = Local::new(f.blocks.len(), 1);
    for block in 2..graph.events.len() {
        let at = BlockId(block as u32);
        for (set, is) in [
            (&mut local.antloc, graph.antloc(block)),
            (&mut local.avloc, graph.avloc(block)),
            (&mut local.altered, graph.altered(block)),
            (&mut local.stopped, graph.altered(block)),
        ] {
            if is {
                set.insert(at, 0);
            }
        }
    }
    (FlowGraph::of(&f), local)
}

/// A decision about one expression.
#[derive(Clone, Default, Debug)]
pub struct Placed {
    pub ends: Vec<usize>,
    /// Numbers of edges.
    pub edges: Vec<usize>,
    pub deleted: Vec<bool>,
}

pub fn placed(graph: &Graph, decision: &Decision) -> Placed {
    let blocks = 0..graph.events.len() as u32;
    Placed {
        ends: decision.at_end.iter().map(|&(block, _)| block.0 as usize).collect(),
        edges: decision.on_edge.iter().map(|&(edge, _)| edge.0 as usize).collect(),
        deleted: blocks.map(|block| decision.deleted.contains(BlockId(block), 0)).collect(),
    }
}

/// What a block computes more (or less) than before, and the least sum on the way through it.
fn weight(graph: &Graph, placed: &Placed, block: usize) -> (i32, i32) {
    // Computations that repeat one in their block are not the algorithms' doing: they count neither before nor after.
    let (mut holds, mut held) = (placed.deleted.get(block).copied().unwrap_or(false), false);
    let (mut sum, mut least) = (0, 0);
    for event in &graph.events[block] {
        match event {
            Event::Alter => (holds, held) = (false, false),
            Event::Compute => {
                sum += i32::from(!holds) - i32::from(!held);
                (holds, held) = (true, true);
            }
        }
        least = least.min(sum);
    }
    (sum + i32::from(placed.ends.contains(&block)), least)
}

/// Whether every value is there where it is used, and no path computes more than before: none to the exit, and none without end.
pub fn verdict(graph: &Graph, placed: &Placed) -> Result<(), String> {
    values_are_there(graph, placed)?;
    let count = graph.events.len();
    let mut most: Vec<Option<i32>> = vec![None; count];
    most[0] = Some(weight(graph, placed, 0).0);
    let step = |number: usize| {
        let (from, to) = graph.edges[number];
        let on_edge = i32::from(placed.edges.contains(&number));
        (from as usize, to as usize, on_edge)
    };
    for round in 0..=count {
        for number in 0..graph.edges.len() {
            let (from, to, on_edge) = step(number);
            let Some(before) = most[from] else { continue };
            let after = before + on_edge + weight(graph, placed, to).0;
            if most[to].is_none_or(|old| old < after) {
                if round == count {
                    return Err("a cycle computes more often".to_string());
                }
                most[to] = Some(after);
            }
        }
    }
    if most[1].is_some_and(|most| most > 0) {
        return Err("a path to the exit computes more often".to_string());
    }
    for block in 0..count {
        let stays = !graph.edges.iter().any(|edge| edge.0 as usize == block) && block != 1;
        if stays && most[block].is_some_and(|most| most > 0) {
            return Err("a path that stops computes what it did not".to_string());
        }
    }
    // Where a path stays for good, and there is always more. A way out that is there again and again is taken at last.
    let mut kept: Vec<usize> = (0..graph.edges.len())
        .filter(|&number| {
            let (from, to, on_edge) = step(number);
            let (sum, least) = weight(graph, placed, to);
            let Some((before, after)) = most[from].zip(most[to]) else { return false };
            before > 0 && after == before + on_edge + sum && before + on_edge + least > 0
        })
        .collect();
    kept.retain(|&number| stays_for_good(graph, graph.edges[number].0));
    let edges_of_good: Vec<usize> = (0..graph.edges.len())
        .filter(|&number| stays_for_good(graph, graph.edges[number].0))
        .collect();
    let always_more = kept.iter().any(|&number| {
        let reached = reached_from(graph, graph.edges[number].0);
        edges_of_good
            .iter()
            .filter(|&&other| reached[graph.edges[other].0 as usize])
            .all(|other| kept.contains(other))
    });
    if always_more { Err("an endless path computes what it did not".to_string()) } else { Ok(()) }
}

/// The blocks a block leads to.
fn reached_from(graph: &Graph, block: u32) -> Vec<bool> {
    let mut reached = vec![false; graph.events.len()];
    for _ in 0..=graph.events.len() {
        for &(from, to) in &graph.edges {
            reached[to as usize] |= from == block || reached[from as usize];
        }
    }
    reached
}

/// Whether all blocks a block leads to lead back to it.
fn stays_for_good(graph: &Graph, block: u32) -> bool {
    let reached = reached_from(graph, block);
    (0..graph.events.len())
        .filter(|&other| reached[other])
        .all(|other| reached_from(graph, other as u32)[block as usize])
}

fn values_are_there(graph: &Graph, placed: &Placed) -> Result<(), String> {
    let count = graph.events.len();
    let mut holds = vec![true; count];
    holds[0] = placed.ends.contains(&0);
    let into = |holds: &[bool], block: usize| {
        graph.edges.iter().enumerate().all(|(number, &(from, to))| {
            to as usize != block || placed.edges.contains(&number) || holds[from as usize]
        })
    };
    for _ in 0..=count {
        for block in 1..count {
            holds[block] = placed.ends.contains(&block)
                || graph.avloc(block)
                || (!graph.altered(block) && into(&holds, block));
        }
    }
    let reached = |block: usize| graph.edges.iter().any(|edge| edge.1 as usize == block);
    for block in 2..count {
        if placed.deleted[block] && reached(block) && !into(&holds, block) {
            return Err(format!("block {block} uses a value that is not there"));
        }
    }
    Ok(())
}

/// Whether some path computes less often than before.
pub fn fewest(graph: &Graph, placed: &Placed) -> bool {
    let count = graph.events.len();
    let mut least: Vec<Option<i32>> = vec![None; count];
    least[0] = Some(0);
    for round in 0..=count {
        for (number, &(from, to)) in graph.edges.iter().enumerate() {
            let Some(before) = least[from as usize] else { continue };
            let on_edge = i32::from(placed.edges.contains(&number));
            let after = before + on_edge + weight(graph, placed, to as usize).0;
            if least[to as usize].is_none_or(|old| old > after) {
                if round == count {
                    return true;
                }
                least[to as usize] = Some(after);
            }
        }
    }
    least[1].is_some_and(|least| least < 0)
}

/// Steps (1) to (4) of Chen and Chen as they are printed; step (3) looks at the blocks in an order.
pub fn as_printed(graph: &Graph, order: &[usize]) -> Placed {
    let count = graph.events.len();
    let preds = |block: usize| {
        graph.edges.iter().filter(move |edge| edge.1 as usize == block).map(|edge| edge.0 as usize)
    };
    let succs = |block: usize| {
        graph.edges.iter().filter(move |edge| edge.0 as usize == block).map(|edge| edge.1 as usize)
    };
    let (mut avout, mut pavin, mut pavout) =
        (vec![true; count], vec![false; count], vec![false; count]);
    let (mut ppin, mut ppout) = (vec![true; count], vec![true; count]);
    (avout[0], ppin[0], ppout[1]) = (false, false, false);
    for _ in 0..=2 * count {
        for block in 1..count {
            let avin = preds(block).all(|before| avout[before]);
            avout[block] = graph.avloc(block) || (!graph.altered(block) && avin);
            pavin[block] = preds(block).any(|before| pavout[before]);
            pavout[block] = graph.avloc(block) || (!graph.altered(block) && pavin[block]);
        }
    }
    for _ in 0..=2 * count {
        for block in (0..count).rev() {
            ppout[block] = succs(block).next().is_some() && succs(block).all(|next| ppin[next]);
            ppin[block] =
                pavin[block] && (graph.antloc(block) || (!graph.altered(block) && ppout[block]));
        }
    }
    for &block in order {
        ppin[block] &= preds(block).any(|before| ppin[before] || avout[before]);
        if !ppin[block] {
            preds(block).for_each(|before| ppout[before] = false);
        }
    }
    let insert =
        |block: &usize| ppout[*block] && !avout[*block] && (!ppin[*block] || graph.altered(*block));
    let on_edge = |number: &usize| {
        let (from, to) = graph.edges[*number];
        !ppout[from as usize] && ppin[to as usize] && !avout[from as usize]
    };
    Placed {
        ends: (0..count).filter(insert).collect(),
        edges: (0..graph.edges.len()).filter(on_edge).collect(),
        deleted: (0..count).map(|block| graph.antloc(block) && ppin[block]).collect(),
    }
}

/// The nodes of a skeleton with the ways between them, for brute force.
struct Nodes {
    preds: Vec<Vec<usize>>,
    succs: Vec<Vec<usize>>,
    uses: Vec<bool>,
    kills: Vec<bool>,
    reached: Vec<bool>,
}

/// Compares lazy code motion with every safe placement there is. `None` if there are too many, else whether anything moved.
pub fn optimal(graph: &Graph) -> Option<bool> {
    let (flow, local) = local_of(graph);
    let skeleton = Skeleton::new(&flow, &local);
    let nodes = Nodes::new(&skeleton);
    let count = nodes.uses.len();
    let safe = nodes.safe();
    let candidates: Vec<usize> = (2..count)
        .filter(|&node| safe[node] && nodes.reached[node] && skeleton.nodes[node] != Node::End)
        .collect();
    if candidates.len() > 10 {
        return None;
    }
    let found = lcm::solve(&skeleton, 1);
    let lazy: Vec<bool> = (0..count)
        .map(|node| nodes.reached[node] && found.latest.contains(BlockId(node as u32), 0))
        .collect();
    assert!(nodes.is_right(&lazy), "{graph:?} {lazy:?}");
    let lives = nodes.lives(&lazy);
    for subset in 0u32..1 << candidates.len() {
        let mut other = vec![false; count];
        for (bit, &node) in candidates.iter().enumerate() {
            other[node] = subset >> bit & 1 != 0;
        }
        if !nodes.is_right(&other) {
            continue;
        }
        assert!(nodes.never_more(&lazy, &other), "{graph:?} lazy {lazy:?} other {other:?}");
        if nodes.never_more(&other, &lazy) {
            let longer = nodes.lives(&other);
            let within = lives.iter().zip(&longer).all(|(mine, its)| !mine || *its);
            assert!(within, "{graph:?} lazy {lazy:?} lives longer than {other:?}");
        }
    }
    Some((0..count).any(|node| lazy[node] != (nodes.uses[node] && nodes.reached[node])))
}

impl Nodes {
    fn new(skeleton: &Skeleton) -> Nodes {
        let f = &skeleton.graph;
        let count = f.blocks.len();
        let blocks = || (0..count as u32).map(BlockId);
        let mut nodes = Nodes {
            preds: vec![Vec::new(); count],
            succs: vec![Vec::new(); count],
            uses: blocks().map(|node| skeleton.uses.contains(node, 0)).collect(),
            kills: blocks().map(|node| skeleton.kills.contains(node, 0)).collect(),
            reached: vec![false; count],
        };
        nodes.reached[ENTRY.0 as usize] = true;
        let mut work = vec![ENTRY];
        while let Some(node) = work.pop() {
            for &edge in &f.blocks[node].succs {
                let to = f.edges[edge].dst;
                nodes.succs[node.0 as usize].push(to.0 as usize);
                nodes.preds[to.0 as usize].push(node.0 as usize);
                if !std::mem::replace(&mut nodes.reached[to.0 as usize], true) {
                    work.push(to);
                }
            }
        }
        nodes
    }

    /// Where the expression is computed on all paths on, with the operands it has there.
    fn safe(&self) -> Vec<bool> {
        let exit = EXIT.0 as usize;
        let mut safe = vec![true; self.uses.len()];
        safe[exit] = false;
        let mut changed = true;
        while changed {
            changed = false;
            for node in 0..safe.len() {
                let on = self.uses[node]
                    || (!self.kills[node] && self.succs[node].iter().all(|&next| safe[next]));
                if safe[node] && node != exit && !on {
                    safe[node] = false;
                    changed = true;
                }
            }
        }
        safe
    }

    /// Whether all uses find the value that was put into the temporary where a placement says.
    fn is_right(&self, placed: &[bool]) -> bool {
        let mut after = vec![true; placed.len()];
        after[0] = false;
        let into =
            |after: &[bool], node: usize| self.preds[node].iter().all(|&before| after[before]);
        let mut changed = true;
        while changed {
            changed = false;
            for node in 1..placed.len() {
                let holds = (placed[node] || into(&after, node)) && !self.kills[node];
                if after[node] && !holds {
                    after[node] = false;
                    changed = true;
                }
            }
        }
        let right = |node: usize| placed[node] || into(&after, node);
        (0..placed.len()).all(|node| !self.uses[node] || !self.reached[node] || right(node))
    }

    /// Whether on no path to the exit the first placement computes more often than the second.
    fn never_more(&self, first: &[bool], second: &[bool]) -> bool {
        let mut most: Vec<Option<i32>> = vec![None; first.len()];
        most[0] = Some(0);
        let mut rounds = 0;
        let mut changed = true;
        while changed {
            changed = false;
            rounds += 1;
            for node in 1..first.len() {
                let before = self.preds[node].iter().filter_map(|&before| most[before]).max();
                let Some(before) = before else { continue };
                let after = before + i32::from(first[node]) - i32::from(second[node]);
                if most[node].is_none_or(|old| old < after) {
                    most[node] = Some(after);
                    changed = true;
                }
            }
            if rounds > first.len() + 1 {
                return false;
            }
        }
        most[EXIT.0 as usize].is_none_or(|most| most <= 0)
    }

    /// At the entry of which nodes the temporary is live.
    fn lives(&self, placed: &[bool]) -> Vec<bool> {
        let mut live = vec![false; placed.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for node in 0..placed.len() {
                let wanted = self.uses[node]
                    || (!self.kills[node] && self.succs[node].iter().any(|&next| live[next]));
                if !placed[node] && wanted && !live[node] {
                    live[node] = true;
                    changed = true;
                }
            }
        }
        live
    }
}
