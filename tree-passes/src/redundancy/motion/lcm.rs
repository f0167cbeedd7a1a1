//! `lcm`: lazy code motion (Knoop, Rüthing and Steffen, PLDI 1992), in the six steps of its usual form.
//!
//! ```text
//!   <bb 3>: x = a * b;                     <bb 3>: lcmtmp.1 = a * b; x = lcmtmp.1;
//!   <bb 4>: ;                        =>    <bb 4>: lcmtmp.1 = a * b;
//!   <bb 5>: y = a * b;                     <bb 5>: y = lcmtmp.1;
//! ```
//!
//! ```text
//!   anticipated        in  = use ∪ (out − kill)                       out = ∩ in(s)
//!   will-be-available  out = (anticipated.in ∪ in) − kill             in  = ∩ out(p)
//!   earliest               = anticipated.in − available.in
//!   postponable        out = (earliest ∪ in) − use                    in  = ∩ out(p)
//!   latest                 = (earliest ∪ postponable.in) ∩ (use ∪ ~∩ (earliest ∪ postponable.in)(s))
//!   used               in  = (use ∪ out) − latest                     out = ∪ in(s)
//! ```
//!
//! Earliest placement computes least often; postponing it to the latest places that compute as seldom makes the temporary live
//! as short as can be; and what is used only where it is computed gets no temporary.
//!
//! The equations want blocks that compute before they kill and are entered by no critical edge. So they are solved on a
//! *skeleton*: a block is two nodes, up to its first kill of each expression and after it; and each edge to a block that
//! several lead to is a node, the synthetic block. Nodes that nothing is put in were never more than numbers: a
//! block is made where a computation goes on a critical edge, and nowhere else. After edges that cannot be split stands a
//! node that kills everything, so that nothing is moved to them.

use super::expressions::Local;
use super::graph::FlowGraph;
use super::placement::Decision;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags, EdgeId};
use gimple::function::Function;
use gimple::options::DataflowOrder;
use tree_ssa::analyses::dataflow::Direction;
use tree_ssa::analyses::dataflow::bits::{self, GenKill, Meet, Sets};

/// What a node of the skeleton is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// The entry or the exit.
    End,
    /// A block up to the first kill, and from there.
    Upper(BlockId),
    Lower(BlockId),
    /// A synthetic block on an edge of the graph.
    Edge(EdgeId),
    /// The barrier before a block.
    Landing(BlockId),
}

/// The graph the equations are solved on.
pub struct Skeleton {
    pub graph: Function,
    /// By node.
    pub nodes: Vec<Node>,
    pub uses: Sets,
    /// What nothing is anticipated across, and whose value is lost.
    pub stops: Sets,
    pub kills: Sets,
}

impl Skeleton {
    /// Makes the skeleton of a graph.
    pub fn new(flow: &FlowGraph, local: &Local) -> Skeleton {
        let f = &flow.graph;
        let mut graph = Function::new(f.decl, f.funcdef_no);
        graph.init_cfg();
        let mut nodes = vec![Node::End, Node::End];
        let mut heads = vec![ENTRY; f.blocks.len()];
        let mut tails = vec![ENTRY; f.blocks.len()];
        heads[EXIT.0 as usize] = EXIT;
        for index in 2..f.blocks.len() {
            let block = BlockId(index as u32);
            let mut make = |node| {
                nodes.push(node);
                graph.add_block()
            };
            let landing = flow.landing[index].then(|| make(Node::Landing(block)));
            let (upper, lower) = (make(Node::Upper(block)), make(Node::Lower(block)));
            heads[index] = landing.unwrap_or(upper);
            tails[index] = lower;
            if let Some(landing) = landing {
                graph.make_edge_unchecked(landing, upper, EdgeFlags::NONE);
            }
            graph.make_edge_unchecked(upper, lower, EdgeFlags::NONE);
        }
        for (index, tail) in tails.iter().enumerate() {
            for &edge in &f.blocks[BlockId(index as u32)].succs {
                let to = f.edges[edge].dst;
                let head = heads[to.0 as usize];
                let synthetic =
                    f.blocks[to].preds.len() > 1 && to != EXIT && !flow.landing[to.0 as usize];
                let mut from = *tail;
                if synthetic {
                    nodes.push(Node::Edge(edge));
                    let node = graph.add_block();
                    graph.make_edge_unchecked(from, node, EdgeFlags::NONE);
                    from = node;
                }
                graph.make_edge_unchecked(from, head, EdgeFlags::NONE);
            }
        }
        let none = Sets::new(graph.blocks.len(), local.facts);
        let (uses, stops, kills) = (none.clone(), none.clone(), none);
        let mut skeleton = Skeleton { graph, nodes, uses, stops, kills };
        skeleton.fill(local);
        skeleton
    }

    fn fill(&mut self, local: &Local) {
        for (index, &node) in self.nodes.iter().enumerate() {
            let at = BlockId(index as u32);
            match node {
                Node::Upper(block) => {
                    self.uses.row_mut(at).copy_from_slice(local.antloc.row(block));
                    self.stops.row_mut(at).copy_from_slice(local.stopped.row(block));
                    self.kills.row_mut(at).copy_from_slice(local.altered.row(block));
                }
                Node::Lower(block) => {
                    // What is computed after what stops it; without that, it is the upper node's.
                    let after = local.avloc.row(block).iter().zip(local.stopped.row(block));
                    let row = self.uses.row_mut(at);
                    row.iter_mut().zip(after).for_each(|(word, (a, b))| *word = a & b);
                }
                Node::Landing(_) => {
                    self.stops.fill(at, local.facts);
                    self.kills.fill(at, local.facts);
                }
                Node::End | Node::Edge(_) => {}
            }
        }
    }

    fn solve(
        &self,
        name: &'static str,
        way: (Direction, Meet),
        generated: Sets,
        killed: Sets,
        facts: usize,
    ) -> bits::Facts {
        let mut problem = GenKill::new(name, &self.graph, facts, way.0, way.1);
        problem.generated = generated;
        problem.killed = killed;
        bits::solve(&self.graph, &problem, DataflowOrder::default())
    }
}

/// What the steps find, by node of the skeleton.
pub struct Lazy {
    pub anticipated: Sets,
    pub available: Sets,
    pub earliest: Sets,
    pub postponable: Sets,
    pub latest: Sets,
    /// At the end of the node.
    pub used: Sets,
}

/// The six steps.
pub fn solve(skeleton: &Skeleton, facts: usize) -> Lazy {
    let Skeleton { graph, uses, stops, kills, .. } = skeleton;
    let all_before = (Direction::Forward, Meet::Intersection);
    let all_after = (Direction::Backward, Meet::Intersection);
    let anticipated =
        skeleton.solve("anticipated", all_after, uses.clone(), stops.clone(), facts).at_start;
    let available = skeleton
        .solve("will-be-available", all_before, anticipated.minus(kills), kills.clone(), facts)
        .at_start;
    let mut earliest = anticipated.minus(&available);
    earliest.clear(ENTRY);
    earliest.clear(EXIT);
    let postponable = skeleton
        .solve("postponable", all_before, earliest.minus(uses), uses.clone(), facts)
        .at_start;
    let placed = earliest.or(&postponable);
    let mut latest = placed.clone();
    for index in 0..graph.blocks.len() {
        let node = BlockId(index as u32);
        let mut row = vec![u64::MAX; latest.row(node).len()];
        for &edge in &graph.blocks[node].succs {
            let next = placed.row(graph.edges[edge].dst);
            row.iter_mut().zip(next).for_each(|(word, next)| *word &= next);
        }
        let used_here = uses.row(node);
        let mine = latest.row_mut(node);
        for (index, word) in mine.iter_mut().enumerate() {
            *word &= used_here[index] | !row[index];
        }
    }
    latest.clear(ENTRY);
    latest.clear(EXIT);
    let some_after = (Direction::Backward, Meet::Union);
    let used =
        skeleton.solve("used", some_after, uses.minus(&latest), latest.clone(), facts).at_end;
    Lazy { anticipated, available, earliest, postponable, latest, used }
}

/// Decides.
pub fn decide(flow: &FlowGraph, local: &Local) -> Decision {
    let skeleton = Skeleton::new(flow, local);
    let found = solve(&skeleton, local.facts);
    let mut on_edge = Vec::new();
    let mut deleted = Sets::new(flow.graph.blocks.len(), local.facts);
    let insert = found.latest.and(&found.used);
    for (index, &node) in skeleton.nodes.iter().enumerate() {
        let at = BlockId(index as u32);
        match node {
            Node::Edge(edge) => {
                let origin = flow.origin[edge.0 as usize];
                on_edge.extend(insert.facts(at).into_iter().map(|fact| (origin, fact)));
            }
            Node::Upper(block) | Node::Lower(block) => {
                // Where it is latest and used it is computed where it was.
                for fact in skeleton.uses.facts(at) {
                    let first =
                        matches!(node, Node::Upper(_)) || !local.antloc.contains(block, fact);
                    if first && !found.latest.contains(at, fact) {
                        deleted.insert(block, fact);
                    }
                }
            }
            Node::End | Node::Landing(_) => {}
        }
    }
    let places = skeleton.nodes.iter().map(|&node| place(flow, node)).collect();
    let properties = vec![
        ("USE", skeleton.uses),
        ("KILL", skeleton.kills),
        ("ANTICIPATED", found.anticipated),
        ("AVAILABLE", found.available),
        ("EARLIEST", found.earliest),
        ("POSTPONABLE", found.postponable),
        ("LATEST", found.latest),
        ("USED", found.used),
        ("INSERT", insert),
    ];
    Decision { properties, at_end: Vec::new(), on_edge, deleted, places: Some(places) }
}

/// What a row of the dump's table is called.
fn place(flow: &FlowGraph, node: Node) -> String {
    match node {
        Node::End => String::new(),
        Node::Upper(block) => format!("<bb {}> upper", block.0),
        Node::Lower(block) => format!("<bb {}> lower", block.0),
        Node::Landing(block) => format!("<bb {}> landing", block.0),
        Node::Edge(edge) => {
            let edge = &flow.graph.edges[edge];
            format!("edge {}->{}", edge.src.0, edge.dst.0)
        }
    }
}
