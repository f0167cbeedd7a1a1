//! Dominators, post-dominators, frontiers and loops of random CFGs against their definitions.

use gimlet_tree_ssa::graph::dominance::{Direction, Dominators};
use gimlet_tree_ssa::graph::frontiers::Frontiers;
use gimlet_tree_ssa::graph::natural_loops::{exits, find_loops, loop_body, record_exits};
use gimlet_tree_ssa::ssa::live_region::LiveRegion;
use gimlet_tree_ssa::ssa::phi_placement::Placement;
use gimple::cfg::{BlockId, ENTRY, EXIT, EdgeFlags};
use gimple::decl::DeclId;
use gimple::function::Function;
use proptest::prelude::*;

/// A function of `n` blocks; edges between them by position, block 2 entered first, `exits` leave for the exit block.
fn function(n: usize, edges: &[(usize, usize)], exits: &[usize]) -> Function {
    let mut f = Function::new(DeclId(0), 0);
    f.init_cfg();
    let mut last = ENTRY;
    let blocks: Vec<BlockId> = (0..n)
        .map(|_| {
            last = f.create_block(last);
            last
        })
        .collect();
    f.make_edge(ENTRY, blocks[0], EdgeFlags::NONE);
    for &(from, to) in edges {
        f.make_edge(blocks[from % n], blocks[to % n], EdgeFlags::NONE);
    }
    for &from in exits {
        f.make_edge(blocks[from % n], EXIT, EdgeFlags::NONE);
    }
    f
}

/// A random graph, as proptest shows it.
#[derive(Clone, Debug)]
struct Graph {
    blocks: usize,
    edges: Vec<(usize, usize)>,
    exits: Vec<usize>,
}

impl Graph {
    fn function(&self) -> Function {
        function(self.blocks, &self.edges, &self.exits)
    }
}

fn graph() -> impl Strategy<Value = Graph> {
    (1usize..14).prop_flat_map(|n| {
        let edges = prop::collection::vec((0..n, 0..n), 0..3 * n);
        let exits = prop::collection::vec(0..n, 0..3);
        (edges, exits).prop_map(move |(edges, exits)| Graph { blocks: n, edges, exits })
    })
}

/// What is reachable from the entry when `without` is taken out.
fn reachable(f: &Function, without: BlockId) -> Vec<bool> {
    let mut seen = vec![false; f.blocks.len()];
    let mut work = vec![ENTRY];
    while let Some(block) = work.pop() {
        if block == without || std::mem::replace(&mut seen[block.0 as usize], true) {
            continue;
        }
        work.extend(f.blocks[block].succs.iter().map(|&e| f.edges[e].dst));
    }
    seen
}

/// Whether `b` dominates `a`, by definition.
fn dominates(f: &Function, b: BlockId, a: BlockId) -> bool {
    reachable(f, BlockId::NONE)[a.0 as usize] && (a == b || !reachable(f, b)[a.0 as usize])
}

/// What reaches the exit when `without` is taken out.
fn reaches_exit(f: &Function, without: BlockId) -> Vec<bool> {
    let mut seen = vec![false; f.blocks.len()];
    let mut work = vec![EXIT];
    while let Some(block) = work.pop() {
        if block == without || std::mem::replace(&mut seen[block.0 as usize], true) {
            continue;
        }
        work.extend(f.blocks[block].preds.iter().map(|&e| f.edges[e].src));
    }
    seen
}

proptest! {
    #[test]
    fn dominators_are_what_cannot_be_avoided(graph in graph()) {
        let f = graph.function();
        let tree = Dominators::compute(&f, Direction::Dominators);
        let live = reachable(&f, BlockId::NONE);
        for a in f.block_order() {
            prop_assert_eq!(tree.contains(a), live[a.0 as usize]);
            for b in f.block_order() {
                if live[a.0 as usize] && live[b.0 as usize] {
                    prop_assert_eq!(tree.dominated_by(a, b), dominates(&f, b, a), "{:?} {:?}", a, b);
                }
            }
        }
    }

    #[test]
    fn post_dominators_of_blocks_that_reach_the_exit(graph in graph()) {
        let f = graph.function();
        let tree = Dominators::compute(&f, Direction::PostDominators);
        let all = reaches_exit(&f, BlockId::NONE);
        if f.block_order().iter().all(|b| all[b.0 as usize]) {
            for b in f.block_order() {
                let without = reaches_exit(&f, b);
                for a in f.block_order() {
                    let expected = a == b || !without[a.0 as usize];
                    prop_assert_eq!(tree.dominated_by(a, b), expected, "{:?} {:?}", a, b);
                }
            }
        } else {
            prop_assert!(f.block_order().iter().all(|&b| tree.contains(b)));
        }
    }

    #[test]
    fn frontiers_by_definition(graph in graph(), seeds in prop::collection::vec(0usize..14, 1..4)) {
        let f = graph.function();
        let tree = Dominators::compute(&f, Direction::Dominators);
        let mut frontiers = Frontiers::new(&f, &tree);
        let live: Vec<BlockId> = f.block_order().into_iter().filter(|&b| tree.contains(b)).collect();
        let by_definition = |x: BlockId| -> Vec<BlockId> {
            let mut found: Vec<BlockId> = live.iter().copied().filter(|&y| {
                let entered = f.blocks[y].preds.iter().map(|&e| f.edges[e].src);
                let joins = f.blocks[y].preds.len() > 1;
                let above = entered.filter(|&p| tree.contains(p)).any(|p| tree.dominated_by(p, x));
                joins && above && (x == y || !tree.dominated_by(y, x))
            }).collect();
            found.sort();
            found
        };
        for &x in &live {
            prop_assert_eq!(frontiers.of(&tree, x), by_definition(x));
        }
        let defs: Vec<BlockId> = seeds.iter().map(|&s| live[s % live.len()]).collect();
        let mut expected: Vec<BlockId> = Vec::new();
        let mut work = defs.clone();
        while let Some(x) = work.pop() {
            for y in by_definition(x) {
                if !expected.contains(&y) {
                    expected.push(y);
                    work.push(y);
                }
            }
        }
        expected.sort();
        for _ in 0..2 {
            prop_assert_eq!(&frontiers.iterated(&tree, &defs), &expected);
        }
    }

    #[test]
    fn phis_stand_where_definitions_meet_and_are_read(
        graph in graph(),
        defs in prop::collection::vec(0usize..14, 1..5),
        uses in prop::collection::vec(0usize..14, 0..4),
    ) {
        let f = graph.function();
        let tree = Dominators::compute(&f, Direction::Dominators);
        let among: Vec<BlockId> = f.block_order().into_iter().filter(|&b| tree.contains(b)).collect();
        let pick = |from: &[usize]| -> Vec<BlockId> {
            from.iter().map(|&at| among[at % among.len()]).collect()
        };
        let (defs, uses) = (pick(&defs), pick(&uses));
        let mut live = uses.clone();
        let mut done = 0;
        while let Some(&block) = live.get(done) {
            done += 1;
            for &edge in &f.blocks[block].preds {
                let pred = f.edges[edge].src;
                if !defs.contains(&pred) && !live.contains(&pred) {
                    live.push(pred);
                }
            }
        }
        let mut frontiers = Frontiers::new(&f, &tree);
        let mut expected = frontiers.iterated(&tree, &defs);
        expected.retain(|block| live.contains(block));
        prop_assert_eq!(&Placement::new(&f, &tree).phi_blocks(&tree, &defs, &uses), &expected);
        let mut region = LiveRegion::default();
        for _ in 0..2 {
            let early = region.phi_blocks(&tree, &frontiers, &defs, &uses, 0);
            prop_assert_eq!(early.is_some(), uses.is_empty());
            prop_assert_eq!(region.phi_blocks(&tree, &frontiers, &defs, &uses, 1000), Some(expected.clone()));
        }
    }

    #[test]
    fn loops_hold_what_reaches_a_latch(graph in graph()) {
        let mut f = graph.function();
        find_loops(&mut f);
        let tree = Dominators::compute(&f, Direction::Dominators);
        record_exits(&mut f);
        let loops = f.loops.clone().unwrap();
        for (id, entry) in loops.iter() {
            let header = entry.header;
            let mut body = vec![header];
            let mut work: Vec<BlockId> = f.blocks[header].preds.iter().map(|&e| f.edges[e].src)
                .filter(|&p| tree.contains(p) && tree.dominated_by(p, header)).collect();
            while let Some(block) = work.pop() {
                if !body.contains(&block) {
                    body.push(block);
                    work.extend(f.blocks[block].preds.iter().map(|&e| f.edges[e].src)
                        .filter(|&p| tree.contains(p)));
                }
            }
            for block in f.block_order() {
                let inside = body.contains(&block);
                prop_assert_eq!(f.in_loop(block, id), inside, "{:?} in {}", block, id);
            }
            let mut listed = loop_body(&f, id);
            listed.sort();
            body.sort();
            prop_assert_eq!(listed, body);
            let (mut recorded, mut found) = (entry.exits.clone(), exits(&f, id));
            recorded.sort();
            found.sort();
            prop_assert_eq!(recorded, found);
        }
    }
}
