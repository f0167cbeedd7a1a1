//! Code motion: the figures of the papers, and every algorithm against brute force on random small graphs.
//!
//! One expression is enough, as sets of facts do not influence one another. `MOTION_GRAPHS=1000000` for the long run.

mod motion_support;

use gimlet_tree_passes::redundancy::motion::placement::Decision;
use gimlet_tree_passes::redundancy::motion::{chen, chow, decide, lcm, morel_renvoise};
use gimple::options::LexicalPre;
use motion_support::{Graph, Random, as_printed, fewest, local_of, placed, verdict};

const WAYS: [LexicalPre; 4] =
    [LexicalPre::MorelRenvoise, LexicalPre::Chow, LexicalPre::Chen, LexicalPre::Lcm];

/// Figures 1 and 2 of Chen and Chen, as far as the text says how they look: node 3 leads out of a loop of 3, 4 and 5 to the loop
/// of 6 and 7, in which `a * b` is computed; 3 alters `c`, and 5 does before it computes `c + d`. Node 6 leads to itself, too:
/// with 7 after it alone, Chow's equations would move `a * b` to its end, which is no use but is not nothing.
fn figure(fact: &str) -> Graph {
    let edges =
        [(0, 2), (2, 3), (3, 4), (3, 6), (4, 5), (5, 4), (5, 3), (6, 6), (6, 7), (7, 6), (7, 1)];
    let mut graph = Graph::new(8, &edges);
    match fact {
        "a * b" => graph.compute(7),
        _ => {
            graph.alter(3);
            graph.alter_and_compute(5);
        }
    }
    graph
}

fn property(decision: &Decision, name: &str) -> Vec<u32> {
    let sets = &decision.properties.iter().find(|property| property.0 == name).expect(name).1;
    (2..8).filter(|&block| sets.contains(gimple::cfg::BlockId(block), 0)).collect()
}

#[test]
fn figure_1_chow_moves_nothing() {
    for fact in ["a * b", "c + d"] {
        let graph = figure(fact);
        let (flow, local) = local_of(&graph);
        let decision = chow::decide(&flow, &local);
        assert!(decision.at_end.is_empty(), "{fact}: {:?}", decision.at_end);
        assert!(property(&decision, "DELETE").is_empty(), "{fact}");
    }
}

/// All paths to the exit lead through 7, so Morel and Renvoise, who do not ask for a value from somewhere, find a place: the entry.
#[test]
fn figure_1_morel_and_renvoise_go_to_the_entry() {
    let (flow, local) = local_of(&figure("a * b"));
    let decision = morel_renvoise::decide(&flow, &local);
    assert_eq!(decision.at_end, [(gimple::cfg::ENTRY, 0)]);
    assert_eq!(property(&decision, "DELETE"), [7]);
}

#[test]
fn figure_2_chen_moves_a_b_to_the_edge() {
    let graph = figure("a * b");
    let (flow, local) = local_of(&graph);
    let decision = chen::decide(&flow, &local);
    for name in ["PAVIN", "PPIN"] {
        assert_eq!(property(&decision, name), [6, 7], "{name}");
    }
    assert_eq!(property(&decision, "PPOUT"), [6]);
    // The paper has AVOUT FALSE everywhere, which would make PAVIN so.
    assert_eq!(property(&decision, "AVOUT"), [7]);
    assert!(property(&decision, "INSERT").is_empty());
    assert_eq!(property(&decision, "DELETE"), [7]);
    let edges: Vec<_> = decision.on_edge.iter().map(|&(edge, _)| graph.ends(edge)).collect();
    assert_eq!(edges, [(3, 6)]);
}

#[test]
fn figure_2_chen_leaves_c_d_alone() {
    let (flow, local) = local_of(&figure("c + d"));
    let decision = chen::decide(&flow, &local);
    assert_eq!(property(&decision, "PAVIN"), [3, 4, 5]);
    for name in ["PPIN", "PPOUT", "INSERT", "DELETE"] {
        assert!(property(&decision, name).is_empty(), "{name}");
    }
    assert!(decision.on_edge.is_empty());
}

#[test]
fn lcm_of_figure_2_is_chens() {
    let graph = figure("a * b");
    let (flow, local) = local_of(&graph);
    let decision = lcm::decide(&flow, &local);
    let edges: Vec<_> = decision.on_edge.iter().map(|&(edge, _)| graph.ends(edge)).collect();
    assert_eq!(edges, [(3, 6)]);
    assert!(decision.deleted.contains(gimple::cfg::BlockId(7), 0));
}

/// The steps as printed put a computation before an endless loop that never does it.
#[test]
fn chen_as_printed_computes_before_an_endless_loop() {
    // After 7, 2 computes or 3 does not; 4 goes to the endless loop 5 or to 6, which computes.
    let mut graph =
        Graph::new(8, &[(0, 7), (7, 2), (7, 3), (2, 4), (3, 4), (4, 5), (4, 6), (5, 5), (6, 1)]);
    graph.compute(2);
    graph.compute(6);
    let printed = as_printed(&graph, &[2, 3, 4, 5, 6, 7]);
    let said = verdict(&graph, &printed).expect_err("the printed steps are unsafe here");
    assert!(said.contains("did not"), "{said}");
    let (flow, local) = local_of(&graph);
    let repaired = placed(&graph, &chen::decide(&flow, &local));
    assert_eq!(verdict(&graph, &repaired), Ok(()));
    assert!(repaired.edges.is_empty() && repaired.ends.is_empty());
}

/// One predecessor that takes a value in and alters it makes step (3) put the computation on all edges: nothing is won.
#[test]
fn chen_as_printed_relies_on_a_predecessor_that_alters() {
    // 2 computes or 3 does not, 4 has it partially and may leave; 5 is a loop that computes and then alters.
    let mut graph =
        Graph::new(9, &[(0, 8), (8, 2), (8, 3), (2, 4), (3, 4), (4, 1), (4, 5), (5, 5), (5, 1)]);
    graph.compute(2);
    graph.compute_and_alter(5);
    let printed = as_printed(&graph, &[2, 3, 4, 5, 8]);
    assert_eq!(printed.edges.len(), 2, "{printed:?}");
    assert_eq!(verdict(&graph, &printed), Ok(()));
    assert!(!fewest(&graph, &printed), "nothing is computed less often");
    let (flow, local) = local_of(&graph);
    let repaired = placed(&graph, &chen::decide(&flow, &local));
    assert!(repaired.edges.is_empty() && repaired.ends.is_empty(), "{repaired:?}");
}

fn graphs() -> u64 {
    std::env::var("MOTION_GRAPHS").ok().and_then(|text| text.parse().ok()).unwrap_or(12_000)
}

#[test]
fn no_path_computes_more_and_every_value_is_there() {
    let mut random = Random::new(1);
    for number in 0..graphs() {
        let graph = Graph::random(&mut random);
        let (flow, local) = local_of(&graph);
        for way in WAYS {
            let found = placed(&graph, &decide(way, &flow, &local));
            assert_eq!(verdict(&graph, &found), Ok(()), "{number} {way:?} {graph:?} {found:?}");
        }
    }
}

#[test]
fn lcm_computes_least_often_and_lives_shortest() {
    let mut random = Random::new(2);
    let (mut tried, mut moved) = (0, 0);
    while tried < graphs() {
        let graph = Graph::random(&mut random);
        let Some(found) = motion_support::optimal(&graph) else { continue };
        tried += 1;
        moved += u64::from(found);
    }
    assert!(moved * 20 > tried, "only {moved} of {tried} graphs have something to move");
}

/// What the steps as printed do wrong is always the same: they compute before what never ends.
#[test]
fn chen_as_printed_is_unsafe_before_endless_loops_only() {
    let mut random = Random::new(3);
    let mut unsafe_ones = 0;
    for number in 0..graphs() {
        let graph = Graph::random(&mut random);
        let mut order: Vec<usize> = (2..graph.events.len()).collect();
        if number % 2 == 1 {
            order.reverse();
        }
        if let Err(said) = verdict(&graph, &as_printed(&graph, &order)) {
            assert!(said.contains("did not"), "{said} {graph:?}");
            unsafe_ones += 1;
        }
    }
    assert!(unsafe_ones > 0);
}
