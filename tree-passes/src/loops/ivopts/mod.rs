//! Pass `ivopts`: chooses the induction variables of each loop.
//!
//! ```text
//!   <bb 3> : # i_1 = PHI <0(2), i_2(4)>              _9 = (unsigned long) a_5(D);   _8 = _9 + _7;    (preheader)
//!   _3 = (sizetype) i_1;                             <bb 3> : # ivtmp_10 = PHI <_9(2), ivtmp_11(4)>
//!   _4 = _3 * 4;                                     _12 = (void *) ivtmp_10;
//!   _6 = a_5(D) + _4;                         =>     MEM[(int *)_12] = 0;
//!   *_6 = 0;                                         ivtmp_11 = ivtmp_10 + 4;
//!   i_2 = i_1 + 1;                                   if (ivtmp_11 != _8) goto <bb 4>;
//!   if (i_2 < n_7(D)) goto <bb 4>;
//! ```
//!
//! Each loop, inner ones first: what changes by the same in each iteration is found, and where such values are used: as
//! addresses, in exit tests, and otherwise (`find`). Variables that these might be expressed by are candidates (`candidates`).
//! What each use costs with each candidate (`costs`, with exit tests turned into comparisons with a last value in
//! `eliminate`) decides which set of them is chosen, greedily (`choose`). New variables count in types without sign, in which
//! nothing overflows; then the uses are rewritten and what is not needed any more goes (`rewrite`).
//!
//! Loops with more uses than `iv-max-considered-uses` are left alone; so is what is left once the loops looked at took a
//! multiple of the function's blocks, which only very deep nests do.

mod candidates;
mod choose;
mod costs;
mod eliminate;
mod find;
mod report;
mod rewrite;
mod uses;

use dumps::Dump;
use gimple::cfg::{BlockId, EdgeId};
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::loops::{LoopId, Loops};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::types::TypeId;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use tree_ssa::analyses::niter::Niter;
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::cleanup::preheader::simplify_loops;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::loop_body;
use tree_ssa::graph::natural_loops::preheader_edge;

/// `ivopts` for the pass table.
pub const PASS: Pass = Pass::tree("ivopts", execute)
    .gate(|options, _| options.on(Flag::Ivopts))
    .requires(Prop::CFG_SSA)
    .follows(&[("loopinit", "new variables begin in preheaders")]);

/// How many times as many blocks as the function has are looked at: what is deeper in a nest is looked at for each loop
/// around it.
const DEPTH_BUDGET: usize = 24;

/// What grows by the same in each iteration.
#[derive(Clone, Copy)]
struct Iv {
    base: ExprId,
    step: ExprId,
    ty: TypeId,
    /// The pointer it is computed from.
    object: Option<ExprId>,
    /// It is carried around by a φ of the header.
    biv: bool,
    no_overflow: bool,
    /// It is an index into memory, or an address.
    addresses: bool,
}

/// What a use is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The value of a name, however it is used; the statement is the one that defines it.
    Generic,
    /// The address of a reference to memory.
    Address,
    /// One side of a comparison with what does not change.
    Compare,
}

#[derive(Clone, Copy)]
struct Use {
    stmt: StmtId,
    /// The name, or the reference.
    what: Operand,
    iv: Iv,
    /// Of an address, the constant part.
    offset: i64,
}

/// Uses that are expressed by one candidate: addresses that differ by constants, or one use.
struct Group {
    kind: Kind,
    uses: Vec<Use>,
    /// The candidates made for it, and those that are considered for all.
    related: BTreeSet<usize>,
}

/// Where a candidate is increased.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Position {
    /// Before the exit test at the end of the loop.
    BeforeTest(BlockId),
    /// In the latch.
    End(BlockId),
    /// Where it is in the program.
    Original(StmtId),
}

struct Candidate {
    iv: Iv,
    position: Position,
    /// It is considered for all groups.
    important: bool,
    /// The names of an original variable before and after it is increased.
    names: Option<(SsaName, SsaName)>,
    /// The number in a new variable's name.
    number: u32,
    cost: i64,
    needs: Needs,
}

/// Values that do not change in the loop and take registers.
#[derive(Clone, Default, PartialEq, Eq)]
struct Needs {
    /// Numbers of [`Invariants`].
    variables: BTreeSet<u32>,
    /// Numbers of expressions.
    expressions: BTreeSet<u32>,
}

/// What is compared first by instructions, then by how complicated addresses are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct Price {
    cost: i64,
    complexity: i64,
}

/// How a group is expressed by a candidate.
#[derive(Clone)]
struct Way {
    price: Price,
    needs: Needs,
    /// Of an exit test: the comparison with the last value, if that is how it is done.
    test: Option<(TreeCode, ExprId)>,
}

/// Names that do not change in the loop and are used in it.
#[derive(Default)]
struct Invariants {
    /// Their number, from 1 on, and whether they are needed in a register anyway.
    names: BTreeMap<SsaName, (u32, bool)>,
}

/// A loop that is worked on.
struct Work {
    of: LoopId,
    body: Vec<BlockId>,
    entry: EdgeId,
    latch: EdgeId,
    /// Places of statements in their blocks.
    places: FxHashMap<StmtId, u32>,
    ivs: BTreeMap<SsaName, Iv>,
    /// What is computed in the loop and does not change, as it can be computed before the loop.
    invariant_values: FxHashMap<SsaName, ExprId>,
    groups: Vec<Group>,
    candidates: Vec<Candidate>,
    /// For each group, the candidates that can express it, in their order.
    ways: Vec<Vec<(usize, Way)>>,
    invariants: Invariants,
    /// How often the loop is gone round until an exit is taken, for those somebody has asked for.
    niters: FxHashMap<EdgeId, Option<Niter>>,
    /// Expressions that do not change, numbered from 1 on.
    expressions: FxHashMap<ExprId, u32>,
    /// All candidates are considered for all groups.
    consider_all: bool,
    /// Registers taken besides, and whether there is a call.
    registers: u32,
    calls: bool,
    /// How often the loop is gone round on average.
    rounds: i64,
    for_speed: bool,
    /// The count of the block of the function that is executed most often.
    greatest_count: u64,
    /// How often the block of the loop that is executed most is executed, in parts of that.
    greatest_frequency: u32,
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    simplify_loops(cx.unit, f, &mut Dump::off());
    natural_loops::record_exits(f);
    let Some(order) = f.loops.as_ref().filter(|loops| loops.any()).map(Loops::postorder) else {
        return Todo::NONE;
    };
    let tree = analyses::analysis::<Dominators>(f);
    let mut evolutions = Evolutions::default();
    let mut budget = DEPTH_BUDGET * f.blocks.len();
    for of in order.into_iter().filter(|&of| of != LoopId::ROOT) {
        let body = loop_body(f, of);
        if body.len() > budget {
            break;
        }
        budget -= body.len();
        if one_loop(cx, f, &tree, &mut evolutions, (of, body)) {
            // What was known names variables that are gone.
            evolutions = Evolutions::default();
        }
    }
    Todo::NONE
}

/// Finds what bounds the iterations of a loop, without a word.
fn estimate(
    cx: &mut PassContext<'_>,
    f: &Function,
    tree: &Dominators,
    state: &mut Evolutions,
    of: LoopId,
) {
    let mut silent = Dump::off();
    let dump = &mut silent;
    Scev { unit: cx.unit, f, options: cx.options, dump, tree, state }.estimate(of);
}

/// Chooses the variables of a loop; whether anything was rewritten.
fn one_loop(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    evolutions: &mut Evolutions,
    (of, body): (LoopId, Vec<BlockId>),
) -> bool {
    let Some(entry) = preheader_edge(f, of) else { return false };
    let Some(data) = f.loop_data(of).filter(|data| data.latch.is_some()) else { return false };
    let Some(latch) = f.find_edge(data.latch, data.header) else { return false };
    if f.block_info[f.edges[entry].dst].loop_father != of {
        return false;
    }
    estimate(cx, f, tree, evolutions, of);
    let mut work = Work::new(cx, f, of, body, (entry, latch));
    let chosen = {
        let mut scev = Scev::new(cx, f, tree, evolutions);
        work.say_loop(&mut scev);
        work.find_ivs(&mut scev);
        if !work.find_uses(&mut scev) {
            return false;
        }
        work.say_uses(&mut scev);
        work.find_candidates(&mut scev);
        work.say_candidates(&mut scev);
        work.find_costs(&mut scev);
        work.say_costs(&mut scev);
        work.choose(&mut scev)
    };
    let Some(chosen) = chosen else { return false };
    rewrite::rewrite(cx, f, (tree, evolutions), &work, &chosen);
    true
}
