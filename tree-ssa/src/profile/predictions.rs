//! What speaks for and against the edges out of blocks, and how it is combined.
//!
//! A heuristic says of an edge how probable it is that it is taken. Of two ways, the most reliable heuristic that claims to
//! know decides alone ("first match"); where there is none, all are combined as independent evidence (Dempster and
//! Shafer; Wu and Larus, "Static branch frequency and program profile analysis", 1994). With more ways than two, they
//! share alike, but for those that hardly anything takes.

use dumps::Dump;
use dumps::putln;
use gimple::cfg::{BlockId, ENTRY, EdgeFlags, EdgeId, PROB_BASE, Probability};
use gimple::function::Function;
use std::fmt::Write;

/// Certainty, as heuristics count it.
pub const CERTAIN: i64 = 10_000;
const EVEN: i64 = CERTAIN / 2;
const VERY_UNLIKELY: i64 = CERTAIN / 2000 - 1;
const VERY_LIKELY: i64 = CERTAIN - VERY_UNLIKELY;

/// A heuristic; the more reliable come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Heuristic {
    Unconditional,
    MallocNonnull,
    LoopIterations,
    LoopIterationsGuessed,
    LoopIterationsMax,
    CompareAndSwap,
    BuiltinExpect,
    BuiltinExpectWithProbability,
    HotLabel,
    ColdLabel,
    Continue,
    Noreturn,
    ColdFunction,
    LoopExit,
    LoopExitWithRecursion,
    LoopExtraExit,
    TreePointer,
    TreeOpcodePositive,
    TreeOpcodeNonequal,
    TreeFpopcode,
    Call,
    IndirectCall,
    RecursiveCall,
    TreeEarlyReturn,
    Goto,
    ConstReturn,
    NegativeReturn,
    NullReturn,
    LoopIvCompareGuess,
    LoopIvCompare,
    LoopGuard,
    LoopGuardWithRecursion,
}

impl Heuristic {
    /// Its name in dumps, how often it is right (of [`CERTAIN`]), and whether it decides alone.
    fn row(self) -> (&'static str, i64, bool) {
        match self {
            Heuristic::Unconditional => ("unconditional jump", CERTAIN, true),
            Heuristic::MallocNonnull => ("malloc returned non-NULL", VERY_LIKELY, true),
            Heuristic::LoopIterations => ("loop iterations", EVEN, true),
            Heuristic::LoopIterationsGuessed => ("guessed loop iterations", EVEN, true),
            Heuristic::LoopIterationsMax => ("guessed loop iterations", EVEN, true),
            Heuristic::CompareAndSwap => ("compare and swap", VERY_LIKELY, true),
            Heuristic::BuiltinExpect => ("__builtin_expect", 9000, true),
            Heuristic::BuiltinExpectWithProbability => {
                ("__builtin_expect_with_probability", EVEN, true)
            }
            Heuristic::HotLabel => ("hot label", 9000, true),
            Heuristic::ColdLabel => ("cold label", 9000, true),
            Heuristic::Continue => ("continue", 6700, false),
            Heuristic::Noreturn => ("noreturn call", VERY_LIKELY, true),
            Heuristic::ColdFunction => ("cold function call", VERY_LIKELY, true),
            Heuristic::LoopExit => ("loop exit", 8900, true),
            Heuristic::LoopExitWithRecursion => ("loop exit with recursion", 7800, true),
            Heuristic::LoopExtraExit => ("extra loop exit", 6700, true),
            Heuristic::TreePointer => ("pointer (on trees)", 7000, false),
            Heuristic::TreeOpcodePositive => ("opcode values positive (on trees)", 5900, false),
            Heuristic::TreeOpcodeNonequal => ("opcode values nonequal (on trees)", 6600, false),
            Heuristic::TreeFpopcode => ("fp_opcode (on trees)", 9000, false),
            Heuristic::Call => ("call", 6700, false),
            Heuristic::IndirectCall => ("indirect call", EVEN, false),
            Heuristic::RecursiveCall => ("recursive call", EVEN, false),
            Heuristic::TreeEarlyReturn => ("early return (on trees)", 6600, false),
            Heuristic::Goto => ("goto", 6600, false),
            Heuristic::ConstReturn => ("const return", 6500, false),
            Heuristic::NegativeReturn => ("negative return", 9800, false),
            Heuristic::NullReturn => ("null return", 7100, false),
            Heuristic::LoopIvCompareGuess => ("guess loop iv compare", 6400, false),
            Heuristic::LoopIvCompare => ("loop iv compare", EVEN, true),
            Heuristic::LoopGuard => ("loop guard", 7300, false),
            Heuristic::LoopGuardWithRecursion => ("loop guard with recursion", 8500, false),
        }
    }

    /// How often it is right, of [`CERTAIN`].
    pub fn hit_rate(self) -> i64 {
        self.row().1
    }
}

/// What a heuristic says of an edge: how probable it is, of [`CERTAIN`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Prediction {
    edge: EdgeId,
    heuristic: Heuristic,
    probability: i64,
}

/// The predictions of a function, by the block the edges leave.
pub struct Predictions {
    of: Vec<Vec<Prediction>>,
}

impl Predictions {
    /// None yet.
    pub fn new(f: &Function) -> Predictions {
        Predictions { of: vec![Vec::new(); f.blocks.len()] }
    }

    /// An edge is taken with this probability, of [`CERTAIN`].
    pub fn edge(&mut self, f: &Function, edge: EdgeId, heuristic: Heuristic, probability: i64) {
        let src = f.edges[edge].src;
        if src != ENTRY && f.blocks[src].succs.len() > 1 {
            self.of[src.0 as usize].push(Prediction { edge, heuristic, probability });
        }
    }

    /// An edge is taken, or not, as often as the heuristic is right.
    pub fn edge_as_usual(&mut self, f: &Function, edge: EdgeId, heuristic: Heuristic, taken: bool) {
        let rate = heuristic.hit_rate();
        self.edge(f, edge, heuristic, if taken { rate } else { CERTAIN - rate });
    }

    /// As [`Self::edge_as_usual`], unless the heuristic has said so already.
    pub fn edge_once(&mut self, f: &Function, edge: EdgeId, heuristic: Heuristic, taken: bool) {
        let probability = if taken { heuristic.hit_rate() } else { CERTAIN - heuristic.hit_rate() };
        let said = |kind: Heuristic| Prediction { edge, heuristic: kind, probability };
        let of_block = &mut self.of[f.edges[edge].src.0 as usize];
        if of_block.contains(&said(heuristic)) {
            return;
        }
        // A guard of a loop that recurses says more than one of any loop.
        match heuristic {
            Heuristic::LoopGuard => {
                let more = Heuristic::LoopGuardWithRecursion;
                if of_block.iter().any(|p| p.edge == edge && p.heuristic == more) {
                    return;
                }
            }
            Heuristic::LoopGuardWithRecursion => {
                of_block.retain(|p| p.edge != edge || p.heuristic != Heuristic::LoopGuard);
            }
            _ => {}
        }
        self.edge(f, edge, heuristic, probability);
    }

    /// Whether one of these heuristics has said something of a block's ways out.
    pub fn has(&self, block: BlockId, heuristics: &[Heuristic]) -> bool {
        self.of[block.0 as usize].iter().any(|p| heuristics.contains(&p.heuristic))
    }

    /// Gives the edges out of a block their probabilities.
    pub fn combine(&mut self, f: &mut Function, block: BlockId, dump: &mut Dump<'_>) {
        // The latest comes first, as GCC lists them.
        let mut said = std::mem::take(&mut self.of[block.0 as usize]);
        said.reverse();
        let succs: Vec<EdgeId> = f.blocks[block].succs.iter().copied().collect();
        let likely: Vec<EdgeId> =
            succs.iter().copied().filter(|&edge| !is_unlikely_edge(f, edge)).collect();
        for &edge in &succs {
            if is_unlikely_edge(f, edge) && !f.edges[edge].probability.is_known() {
                f.edges[edge].probability = Probability::NEVER;
            }
        }
        putln!(dump, "Predictions for bb {}", block.0);
        let [first, second] = likely[..] else {
            share(f, &succs, &said);
            let number = likely.len();
            putln!(dump, "{number} edges in bb {} predicted to even probabilities", block.0);
            return;
        };
        prune(f, &mut said, dump);
        let best = first_match(&said, first);
        let evidence = combined(&said, first);
        match (said.is_empty(), best) {
            (true, _) => report(f, dump, "no prediction", evidence, None, false),
            (_, None) => report(f, dump, "DS theory", evidence, None, false),
            (_, Some((_, probability))) => {
                report(f, dump, "first match", probability, None, false);
            }
        }
        let decided = best.map_or(evidence, |(_, probability)| probability);
        report(f, dump, "combined", decided, None, false);
        for p in &said {
            let ignored = best.is_some_and(|(heuristic, _)| heuristic != p.heuristic);
            report(f, dump, p.heuristic.row().0, p.probability, Some(p.edge), ignored);
        }
        let known = |edge: EdgeId| f.edges[edge].probability.is_known();
        if succs.iter().all(|&edge| known(edge)) {
            return;
        }
        f.edges[first].probability = of_certain(decided);
        f.edges[second].probability = Probability(PROB_BASE - of_certain(decided).0);
    }
}

/// A probability counted in [`CERTAIN`] parts.
pub fn of_certain(parts: i64) -> Probability {
    Probability(((parts * i64::from(PROB_BASE) + CERTAIN / 2) / CERTAIN) as u32)
}

/// Whether an edge is known not to be taken in a run worth caring for (`unlikely_executed_edge_p`).
pub fn is_unlikely_edge(f: &Function, edge: EdgeId) -> bool {
    let data = &f.edges[edge];
    f.block_info[data.src].count == 0
        || data.probability == Probability::NEVER
        || data.flags.intersects(EdgeFlags::EH)
}

fn report(
    f: &Function,
    dump: &mut Dump<'_>,
    name: &str,
    probability: i64,
    edge: Option<EdgeId>,
    ignored: bool,
) {
    if !dump.enabled() {
        return;
    }
    let of_edge = edge.map_or(String::new(), |edge| {
        format!(" of edge {}->{}", f.edges[edge].src.0, f.edges[edge].dst.0)
    });
    let ignored = if ignored { " (ignored)" } else { "" };
    let percent = probability as f64 * 100.0 / CERTAIN as f64;
    putln!(dump, "  {name} heuristics{of_edge}{ignored}: {percent:.2}%");
}

/// Removes what is said twice, and pairs that say the same of both edges.
fn prune(f: &Function, said: &mut Vec<Prediction>, dump: &mut Dump<'_>) {
    let mut kept: Vec<Prediction> = Vec::with_capacity(said.len());
    let mut removed = vec![false; said.len()];
    for (index, p) in said.iter().enumerate() {
        let same = |q: &&Prediction| q.heuristic == p.heuristic && q.probability == p.probability;
        let earlier = kept.iter().rev().find(same).copied();
        if let Some(earlier) = earlier {
            let one_edge = earlier.edge == p.edge;
            if one_edge || p.probability != EVEN {
                removed[index] = true;
                let why = if one_edge { "single edge duplicate" } else { "edge pair duplicate" };
                if !one_edge {
                    let pair = said.iter().position(|q| *q == earlier).unwrap_or(index);
                    removed[pair] = true;
                }
                let percent = p.probability as f64 * 100.0 / CERTAIN as f64;
                let name = p.heuristic.row().0;
                for edge in [earlier.edge, p.edge].iter().skip(usize::from(one_edge)) {
                    let (src, dst) = (f.edges[*edge].src.0, f.edges[*edge].dst.0);
                    putln!(dump, "  {name} heuristics of edge {src}->{dst} ({why}): {percent:.2}%");
                }
            }
        }
        kept.push(*p);
    }
    let mut index = 0;
    said.retain(|_| {
        index += 1;
        !removed[index - 1]
    });
}

/// In terms of the first of two edges.
fn towards(p: &Prediction, first: EdgeId) -> i64 {
    if p.edge == first { p.probability } else { CERTAIN - p.probability }
}

/// The most reliable heuristic that decides alone, with what it says of the first edge. One that contradicts itself
/// decides nothing; one that says the same twice means the stronger.
fn first_match(said: &[Prediction], first: EdgeId) -> Option<(Heuristic, i64)> {
    let mut best: Option<(Heuristic, i64)> = None;
    for p in said {
        let earlier = best.is_some_and(|(heuristic, _)| heuristic <= p.heuristic);
        if earlier || !p.heuristic.row().2 {
            continue;
        }
        let own = towards(p, first);
        let others = said.iter().filter(|q| !std::ptr::eq(*q, p) && q.heuristic == p.heuristic);
        let others: Vec<i64> = others.map(|q| towards(q, first)).collect();
        if others.iter().any(|&other| (own < EVEN) != (other < EVEN)) {
            continue;
        }
        let stronger = others.iter().copied().fold(own, |best, other| {
            let better = (own >= EVEN && other > own) || (own <= EVEN && other < own);
            if better { other } else { best }
        });
        best = Some((p.heuristic, stronger));
    }
    best
}

/// All heuristics as independent evidence.
fn combined(said: &[Prediction], first: EdgeId) -> i64 {
    said.iter().fold(EVEN, |so_far, p| {
        let next = towards(p, first);
        let both = so_far * next + (CERTAIN - so_far) * (CERTAIN - next);
        if both == 0 {
            return EVEN;
        }
        (so_far as f64 * next as f64 * CERTAIN as f64 / both as f64 + 0.5) as i64
    })
}

/// More ways than two, or fewer, share alike; a single way that is very likely takes its part first, and unlikely ones get
/// hardly anything.
fn share(f: &mut Function, succs: &[EdgeId], said: &[Prediction]) {
    let is_cold =
        |p: &&Prediction| p.probability <= VERY_UNLIKELY || p.heuristic == Heuristic::ColdLabel;
    let is_hot = |p: &&Prediction| {
        p.probability >= VERY_LIKELY
            || matches!(p.heuristic, Heuristic::BuiltinExpect | Heuristic::HotLabel)
    };
    let mut cold: Vec<EdgeId> = said.iter().filter(is_cold).map(|p| p.edge).collect();
    let mut hot: Vec<&Prediction> = said.iter().filter(|p| !is_cold(p) && is_hot(p)).collect();
    if hot.iter().any(|p| cold.contains(&p.edge)) {
        (cold, hot) = (Vec::new(), Vec::new());
    }
    let open: Vec<EdgeId> =
        succs.iter().copied().filter(|&edge| !f.edges[edge].probability.is_known()).collect();
    let known: u32 = succs
        .iter()
        .filter(|&&edge| f.edges[edge].probability.is_known())
        .map(|&edge| f.edges[edge].probability.0)
        .sum();
    cold.retain(|edge| open.contains(edge));
    if cold.len() == open.len() {
        cold.clear();
    }
    let hardly = Probability::HARDLY.0;
    let all = PROB_BASE.saturating_sub(known).saturating_sub(hardly * cold.len() as u32);
    let (taken, rest) = match hot[..] {
        [p] if open.contains(&p.edge) => (Some((p.edge, of_certain(p.probability))), 1),
        _ => (None, 0),
    };
    let left = all.saturating_sub(taken.map_or(0, |(_, probability)| probability.0));
    let sharing = (open.len() - cold.len() - rest).max(1) as u32;
    let even = (left + sharing / 2) / sharing;
    for edge in open {
        f.edges[edge].probability = match taken {
            Some((hot, probability)) if hot == edge => probability,
            _ if cold.contains(&edge) => Probability(hardly),
            _ => Probability(even),
        };
    }
}
