//! Pass `linterchange`: two loops, one in the other, change places where memory is gone through in smaller steps then.
//!
//! ```text
//!   for (j = 0; j < m; j++)                      for (i = 0; i < n; i++)
//!     for (i = 0; i < n; i++)             =>       for (j = 0; j < m; j++)
//!       a[i][j] += b[j];                             a[i][j] += b[j];
//! ```
//!
//! Allen and Kennedy, "Automatic loop interchange" (1984). A nest of loops with nothing between them is looked for around each
//! innermost loop. By how much each loop moves each reference says whether it pays (`profit`), the distances between references
//! whether it is right. A sum that is kept in a name in the inner loop is kept in memory again (`vars`). The blocks stay where
//! they are: what is counted in either loop is counted in the other, and each ends when the other did (`rewrite`). A number of
//! nests of a function is taken at most, as what is known of loops is asked anew after each.

mod profit;
mod rewrite;
mod vars;

use dumps::putln;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::loops::LoopId;
use gimple::operand_equal::operand_equal;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::remark::RemarkKind;
use gimple::stmt::{StmtFlags, StmtKind};
use gimple::tree::Operand;
use std::fmt::Write;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::nest_ref::{Distance, NestRef};
use tree_ssa::analyses::scev::{Evolutions, Scev};
use tree_ssa::cleanup::closed_form::close_again;
use tree_ssa::cleanup::preheader::has_loops_in_closed_form;
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::loop_body;
use tree_ssa::ssa::update_ssa;

/// `linterchange` for the pass table.
pub const PASS: Pass = Pass::tree("linterchange", execute)
    .gate(|options, _| options.on(Flag::LoopInterchange))
    .requires(Prop::CFG_SSA)
    .follows(&[("loopinit", "loops have one latch, and values leave them through φs")]);

/// Loops of a nest, references that are compared with each other, and nests of a function that are changed.
const MOST_LOOPS: usize = 10;
const MOST_REFERENCES: usize = 100;
const MOST_NESTS: usize = 50;

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !has_loops_in_closed_form(cx.unit, f) {
        return Todo::NONE;
    }
    let ids: Vec<LoopId> = f.loops.as_ref().map(|loops| loops.ids().collect()).unwrap_or_default();
    let mut tree = analyses::analysis::<Dominators>(f);
    let mut evolutions = Evolutions::default();
    let mut left = MOST_NESTS;
    for of in ids {
        let innermost = f.loop_data(of).is_some_and(|entry| entry.live && entry.inner.is_none());
        if of == LoopId::ROOT || !innermost || left == 0 {
            continue;
        }
        let mut scev = Scev::new(cx, f, &tree, &mut evolutions);
        let Some(mut nest) = Nest::find(&mut scev, of) else { continue };
        if interchange(cx, f, (&tree, &mut evolutions), &mut nest) {
            left -= 1;
            update_ssa::mark_virtuals(f);
            update_ssa::update(cx.unit, f, &mut cx.dump);
            close_again(cx, f);
            tree = analyses::analysis::<Dominators>(f);
            evolutions = Evolutions::default();
        }
    }
    Todo::NONE
}

/// A reference to memory in a nest.
struct Reference {
    place: Operand,
    writes: bool,
    /// It is in the innermost loop.
    inside: bool,
    size: i128,
    at: NestRef,
    /// By how much each loop moves it, the outermost first.
    strides: Vec<i128>,
}

/// How many iterations apart two references are, of each loop.
type Vector = Vec<Option<i128>>;

/// Loops with nothing between them, the outermost first.
struct Nest {
    loops: Vec<LoopId>,
    references: Vec<Reference>,
    distances: Vec<Vector>,
}

impl Nest {
    /// The nest around an innermost loop, if changing it may pay (`prepare_perfect_loop_nest`).
    fn find(scev: &mut Scev<'_, '_>, innermost: LoopId) -> Option<Nest> {
        let mut loops: Vec<LoopId> = Vec::new();
        let mut at = innermost;
        while at != LoopId::ROOT
            && loops.len() < MOST_LOOPS
            && has_proper_form(scev, at, loops.last().copied())
        {
            loops.push(at);
            let entry = scev.f.loop_data(at)?;
            if entry.next.is_some() {
                break;
            }
            let outer = scev.f.loop_data(entry.outer)?;
            if outer.inner != at {
                break;
            }
            at = entry.outer;
        }
        loops.reverse();
        // Each loop goes round as often in all iterations of those around it.
        while loops.len() > 1 {
            let outermost = loops[0];
            let invariant = loops[1..].iter().all(|&of| {
                let rounds = scev.latch_executions(of);
                scev.is_invariant(rounds, outermost)
            });
            let rounds = scev.latch_executions(outermost);
            if invariant
                && rounds.known().is_some()
                && let Some(nest) = Nest::with_references(scev, &loops)
            {
                return Some(nest);
            }
            loops.remove(0);
        }
        None
    }

    fn with_references(scev: &mut Scev<'_, '_>, loops: &[LoopId]) -> Option<Nest> {
        let references = references(scev, loops)?;
        let pays = (1..loops.len()).rev().any(|inner| {
            profit::pays(scev, &references, (inner, inner + 1 == loops.len()), (0, 0), false)
        });
        if !pays {
            return None;
        }
        let distances = distances(scev, &references, loops.len())?;
        if scev.dump.details() {
            let (first, last) = (loops[0], loops[loops.len() - 1]);
            putln!(scev.dump, "\nConsider loop interchange for loop_nest<{first} - {last}>");
            profit::show_strides(scev, &references);
        }
        Some(Nest { loops: loops.to_vec(), references, distances })
    }

    /// Whether two loops next to each other may change places (`valid_data_dependences`).
    fn may_interchange(&self, inner: usize) -> bool {
        self.distances.iter().all(|vector| {
            let carried_around = vector[..inner - 1].iter().any(|it| it.is_some_and(|it| it != 0));
            let harmless = match (vector[inner - 1], vector[inner]) {
                (Some(0), _) | (_, Some(0)) => true,
                (Some(a), Some(b)) => (a > 0) == (b > 0),
                _ => false,
            };
            carried_around || harmless
        })
    }
}

/// Whether a loop has header, exit and latch only, beside the loop inside (`proper_loop_form_for_interchange`).
fn has_proper_form(scev: &mut Scev<'_, '_>, of: LoopId, inside: Option<LoopId>) -> bool {
    let f = scev.f;
    let Some(entry) = f.loop_data(of).cloned() else { return false };
    let Some(exit) = scev.single_exit(of) else { return false };
    let src = f.edges[exit].src;
    if entry.latch.is_none() || !scev.dominates_latch(src, of) || f.loop_of(src) != of {
        return false;
    }
    let body = loop_body(f, of);
    if let Some(inside) = inside
        && body.len() != loop_body(f, inside).len() + 3
    {
        return false;
    }
    let complex = |&edge: &EdgeId| f.edges[edge].flags.intersects(EdgeFlags::COMPLEX);
    let (header, last) = (&f.blocks[entry.header], &f.blocks[src]);
    let fits = match entry.header == src {
        true => header.preds.len() == 2 && header.succs.len() == 2,
        false => {
            header.preds.len() == 2
                && header.succs.len() == 1
                && last.succs.len() == 2
                && last.preds.len() == 1
                && !header.succs.iter().chain(&last.preds).any(complex)
        }
    };
    let to_latch = last.succs.iter().any(|&edge| f.edges[edge].dst == entry.latch);
    if !fits || !to_latch || header.preds.iter().chain(&last.succs).any(complex) {
        return false;
    }
    let elsewhere = |block: BlockId| {
        f.loop_of(block) == of
            && block != entry.header
            && block != src
            && !scev.tree.dominated_by(src, block)
            && f.block_stmts(block).any(|stmt| f.stmts[stmt].has(StmtFlags::VUSE))
    };
    if body.into_iter().any(elsewhere) {
        return false;
    }
    let Some(niter) = scev.niter_of_exit(of, exit, true) else { return false };
    scev.folder().as_int(niter.may_be_zero) == Some(0)
        && scev.latch_executions(of).known().is_some()
}

/// The references of a nest; nothing where it does more to memory, or loops move them by what is no number.
fn references(scev: &mut Scev<'_, '_>, loops: &[LoopId]) -> Option<Vec<Reference>> {
    let mut found = Vec::new();
    let innermost = *loops.last()?;
    for block in loop_body(scev.f, loops[0]) {
        for stmt in scev.f.block_stmts(block) {
            let data = &scev.f.stmts[stmt];
            if !data.has(StmtFlags::VUSE) && data.vdef.is_none() {
                if has_side_effects(scev.unit, scev.f, stmt) {
                    return None;
                }
                continue;
            }
            let StmtKind::Assign { lhs, code: TreeCode::Single, rhs: [rhs, ..] } = data.kind else {
                return None;
            };
            for (place, writes) in [(lhs, true), (rhs, false)] {
                if !scev.unit.is_memory_operand(place) {
                    continue;
                }
                let at = scev.nest_ref(loops[0], stmt, place)?;
                let stride = |of: &LoopId| {
                    let known = at.steps.iter().find(|step| step.0 == *of);
                    known.map_or(0, |step| i128::from(step.1))
                };
                let strides = loops.iter().map(stride).collect();
                let size = i128::from(at.whole.size);
                let inside = scev.f.loop_of(block) == innermost;
                found.push(Reference { place, writes, inside, size, at, strides });
            }
        }
    }
    (!found.is_empty() && found.len() <= MOST_REFERENCES).then_some(found)
}

/// The distances between all references one of which writes; nothing where one is not known, or is of what is moved into the
/// inner loop (`tree_loop_interchange_compute_ddrs`).
fn distances(
    scev: &mut Scev<'_, '_>,
    references: &[Reference],
    loops: usize,
) -> Option<Vec<Vector>> {
    let oracle = Oracle::new(scev.unit, scev.options);
    let mut found = Vec::new();
    for (index, a) in references.iter().enumerate() {
        // What writes touches itself again in other iterations.
        let others = references[index..].iter();
        for b in others.filter(|b| a.writes || b.writes) {
            let itself = std::ptr::eq(a, b);
            if !a.inside && !b.inside && a.writes && b.writes && !itself {
                return None;
            }
            // What is moved into the inner loop must be alone there, but for the sum that it is about.
            let one = operand_equal(scev.unit, a.place, b.place);
            let fits = a.inside && b.inside || !a.inside && !b.inside && one;
            match scev.nest_distance(&oracle, (Some(&a.at), a.place), (Some(&b.at), b.place)) {
                Distance::Apart => {}
                Distance::Iterations(mut later) if fits => {
                    later.resize(loops, None);
                    found.push(later);
                }
                _ => return None,
            }
        }
    }
    Some(found)
}

/// Lets inner loops and those around them change places, from the inside out; whether any did.
fn interchange(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (tree, evolutions): (&Dominators, &mut Evolutions),
    nest: &mut Nest,
) -> bool {
    let loc = natural_loops::location(f, nest.loops[0]);
    let mut changed = false;
    let mut seeds = Vec::new();
    let mut counter = gimple::ssa::SsaName::NONE;
    for inner in (1..nest.loops.len()).rev() {
        if !nest.may_interchange(inner) {
            break;
        }
        let (outer_loop, inner_loop) = (nest.loops[inner - 1], nest.loops[inner]);
        let mut scev = Scev::new(cx, f, tree, evolutions);
        let pair = [outer_loop, inner_loop];
        let Some(found) = vars::analyze(&mut scev, nest.loops[0], pair) else { break };
        let cost = (found.inner_stmts, found.outer_cost());
        let innermost = scev.f.loop_data(inner_loop).is_some_and(|entry| entry.inner.is_none());
        let pays = profit::pays(&mut scev, &nest.references, (inner, innermost), cost, true);
        if cx.dump.details() {
            let what = if pays { "is interchanged" } else { "is not interchanged" };
            putln!(cx.dump, "Loop_pair<outer:{outer_loop}, inner:{inner_loop}> {what}\n");
        }
        if !pays {
            continue;
        }
        if !rewrite::carry_out(
            cx,
            f,
            evolutions,
            (nest.loops[0], &found),
            (&mut counter, &mut seeds),
        ) {
            break;
        }
        changed = true;
        *evolutions = Evolutions::default();
        for reference in &mut nest.references {
            reference.strides.swap(inner, inner - 1);
        }
        for vector in &mut nest.distances {
            vector.swap(inner, inner - 1);
        }
    }
    rewrite::remove_unused(cx, f, seeds);
    if changed {
        let text = "loops interchanged in loop nest".to_owned();
        cx.remark(RemarkKind::Optimized, "loop", (f.decl, loc), text);
    }
    changed
}
