//! What the φs of two loops stand for: what is counted, and a sum that is kept in a name in the inner loop
//! (`loop_cand::analyze_carried_vars`).
//!
//! ```text
//!   for (j = 0; j < m; j++)                          for (j = 0; j < m; j++)
//!     {                                                for (i = 0; i < n; i++)
//!       s = a[j];                             =>         a[j] = a[j] + b[i][j];
//!       for (i = 0; i < n; i++) s += b[i][j];
//!       a[j] = s;
//!     }
//! ```

use gimple::cfg::{BlockId, EdgeId};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::operand_equal::operand_equal;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::analyses::scev::{Scev, emit};
use tree_ssa::effects::call_effects::has_side_effects;
use tree_ssa::graph::natural_loops::preheader_edge;

/// Statements of a loop (`--param loop-interchange-max-num-stmts`).
const MOST_STMTS: i64 = 64;

/// What is counted by a φ.
pub(super) struct Induction {
    pub phi: StmtId,
    pub base: ExprId,
    pub step: ExprId,
    /// What it begins with.
    pub first: Operand,
}

/// A sum that is kept in a name in the inner loop.
pub(super) struct Reduction {
    pub phi: StmtId,
    pub next: SsaName,
    pub closing: StmtId,
    /// What it begins with is loaded, or a constant.
    pub producer: Option<StmtId>,
    pub init: Operand,
    pub consumer: StmtId,
    /// Where it is stored.
    pub place: Operand,
}

/// A loop that is to change places.
pub(super) struct Side {
    pub of: LoopId,
    pub header: BlockId,
    pub latch: BlockId,
    pub exit: EdgeId,
    pub rounds: ExprId,
    pub inductions: Vec<Induction>,
}

/// Two loops, and what is known of them.
pub(super) struct Found {
    pub outer: Side,
    pub inner: Side,
    pub reduction: Option<Reduction>,
    pub inner_stmts: usize,
    outer_stmts: usize,
}

impl Found {
    /// How much comes into the inner loop: not what counts, nor the test.
    pub fn outer_cost(&self) -> usize {
        let constant = self.reduction.as_ref().is_some_and(|it| it.producer.is_none());
        let own = self.outer_stmts.saturating_sub(1 + self.outer.inductions.len());
        own + if constant { 2 } else { 0 }
    }
}

/// Looks at two loops of a nest.
pub(super) fn analyze(
    scev: &mut Scev<'_, '_>,
    nest: LoopId,
    [outer, inner]: [LoopId; 2],
) -> Option<Found> {
    let innermost = scev.f.loop_data(inner)?.inner.is_none();
    let mut reductions = Vec::new();
    let inside = side(scev, nest, inner, outer, Some((innermost, &mut reductions)))?;
    let around = side(scev, nest, outer, outer, None)?;
    let f = scev.f;
    let reduction = reductions.pop();
    for (it, own) in [(&inside, reduction.as_ref()), (&around, None)] {
        let known = |phi: StmtId| own.is_some_and(|it| it.closing == phi);
        let after = f.edges[it.exit].dst;
        if f.phis(after).any(|phi| !f.is_virtual_phi(phi) && !known(phi)) {
            return None;
        }
    }
    // Whether an iteration is the first one is told by what is counted.
    let counts = inside.inductions.iter().any(|it| scev.signed_number(it.step) != 0);
    if !counts && reduction.as_ref().is_some_and(|it| it.producer.is_none()) {
        return None;
    }
    let inner_stmts = statements(scev, inner, None, &inside)?;
    let outer_stmts = statements(scev, outer, Some((&inside, reduction.as_ref())), &around)?;
    Some(Found { outer: around, inner: inside, reduction, inner_stmts, outer_stmts })
}

/// What the φs of a loop stand for.
fn side(
    scev: &mut Scev<'_, '_>,
    nest: LoopId,
    of: LoopId,
    outer: LoopId,
    mut sums: Option<(bool, &mut Vec<Reduction>)>,
) -> Option<Side> {
    let entry = scev.f.loop_data(of)?;
    let (header, latch) = (entry.header, entry.latch);
    let exit = scev.single_exit(of)?;
    let rounds = scev.latch_executions(of);
    let invariant = of == nest || scev.is_invariant(rounds, nest);
    if !invariant || !emit::is_computable(&scev.state.exprs, rounds) {
        return None;
    }
    let start = preheader_edge(scev.f, of)?;
    let mut inductions = Vec::new();
    let phis: Vec<StmtId> = scev.f.phis(header).collect();
    for phi in phis.into_iter().filter(|&phi| !scev.f.is_virtual_phi(phi)) {
        let result = scev.f.phi(phi).result;
        let leaf = scev.leaf(Operand::Ssa(result));
        let counted = scev.simple_iv(of, of, leaf, false).filter(|iv| {
            let step = scev.state.exprs.operand(iv.step);
            step.constant().is_some()
                && scev.is_invariant(iv.base, outer)
                && emit::is_computable(&scev.state.exprs, iv.base)
        });
        match (counted, &mut sums) {
            (Some(iv), _) => {
                let first = scev.f.phi_arg(phi, start);
                inductions.push(Induction { phi, base: iv.base, step: iv.step, first });
            }
            (None, Some((true, found))) if found.is_empty() => {
                found.push(reduction(scev, (of, outer), phi, exit)?);
            }
            _ => return None,
        }
    }
    Some(Side { of, header, latch, exit, rounds, inductions })
}

/// The only statement in a loop that uses a name.
fn only_use_in(f: &Function, name: SsaName, of: LoopId) -> Option<StmtId> {
    let mut uses = f.imm_uses(name).filter(|node| f.in_loop(f.stmts[node.stmt].block, of));
    let first = uses.next()?.stmt;
    uses.next().is_none().then_some(first)
}

/// The sum a φ stands for (`analyze_iloop_reduction_var`): it is used in one place only, and what it has become goes to memory
/// after the loop, where it was loaded from before.
fn reduction(
    scev: &mut Scev<'_, '_>,
    (of, outer): (LoopId, LoopId),
    phi: StmtId,
    exit: EdgeId,
) -> Option<Reduction> {
    let f = scev.f;
    let result = f.phi(phi).result;
    let entry = preheader_edge(f, of)?;
    let back = f.find_edge(scev.latch(of)?, f.header_of(of)?)?;
    let (init, next) = (f.phi_arg(phi, entry), f.phi_arg(phi, back).ssa()?);
    let grows = f.names[next].def.expand()?;
    let StmtKind::Assign { code, rhs, .. } = f.stmts[grows].kind else { return None };
    let ty = f.names[result].ty;
    // Sums of floats depend on the order.
    let fits = scev.unit.types.is_integral(ty)
        && f.has_single_use(result)
        && only_use_in(f, result, of) == Some(grows)
        && match code {
            TreeCode::Minus => rhs[0] == Operand::Ssa(result),
            _ => code.is_commutative() && code != TreeCode::Eq && code != TreeCode::Ne,
        };
    if !fits || f.names[result].has(NameFlags::ABNORMAL) {
        return None;
    }
    let mut closing = None;
    for node in f.imm_uses(next) {
        let closes = f.is_phi(node.stmt) && f.stmts[node.stmt].block == f.edges[exit].dst;
        match node.stmt {
            stmt if stmt == phi => {}
            stmt if closes && closing.is_none() => closing = Some(stmt),
            _ => return None,
        }
    }
    let closing = closing?;
    let consumer = only_use_in(f, f.phi(closing).result, outer)?;
    let alone = f.has_single_use(f.phi(closing).result);
    let StmtKind::Assign { lhs: place, code: TreeCode::Single, rhs } = f.stmts[consumer].kind
    else {
        return None;
    };
    let stored = f.stmts[consumer].vdef.is_some()
        && rhs[0] == Operand::Ssa(f.phi(closing).result)
        && f.loop_of(f.stmts[consumer].block) == outer;
    if !stored || !alone {
        return None;
    }
    let producer = match init {
        Operand::Ssa(name) => {
            let load = f.names[name].def.expand()?;
            let StmtKind::Assign { code: TreeCode::Single, rhs, .. } = f.stmts[load].kind else {
                return None;
            };
            let same = scev.unit.is_memory_operand(rhs[0])
                && operand_equal(scev.unit, rhs[0], place)
                && f.loop_of(f.stmts[load].block) == outer
                && f.has_single_use(name);
            if !same {
                return None;
            }
            Some(load)
        }
        constant if constant.constant().is_some() => None,
        _ => return None,
    };
    Some(Reduction { phi, next, closing, producer, init, consumer, place })
}

/// How many statements a loop has of its own, if they can be where they will be (`can_interchange_p`).
fn statements(
    scev: &Scev<'_, '_>,
    of: LoopId,
    inside: Option<(&Side, Option<&Reduction>)>,
    side: &Side,
) -> Option<usize> {
    let (unit, f) = (scev.unit as &gimple::unit::Unit, scev.f);
    let most = scev.options.param("loop-interchange-max-num-stmts").unwrap_or(MOST_STMTS);
    let mut count = 0;
    for block in tree_ssa::graph::natural_loops::loop_body(f, of) {
        if f.loop_of(block) != of {
            continue;
        }
        for stmt in f.block_stmts(block) {
            count += 1;
            if has_side_effects(unit, f, stmt) || matches!(f.stmts[stmt].kind, StmtKind::Label(_)) {
                return None;
            }
            let Some((inner, sum)) = inside else { continue };
            if matches!(f.stmts[stmt].kind, StmtKind::Call(_)) {
                return None;
            }
            let own = sum.is_some_and(|it| it.producer == Some(stmt) || it.consumer == stmt);
            let loaded_once = || match f.stmts[stmt].kind {
                StmtKind::Assign { lhs: Operand::Ssa(name), code: TreeCode::Single, .. } => {
                    only_use_in(f, name, inner.of).is_some()
                }
                _ => false,
            };
            if f.stmts[stmt].has(StmtFlags::VUSE) && !own && !loaded_once() {
                return None;
            }
        }
        let Some((inner, _)) = inside else { continue };
        let plain = block == side.header || block == f.edges[inner.exit].dst;
        if !plain && f.phis(block).any(|phi| !f.is_virtual_phi(phi)) {
            return None;
        }
    }
    (count as i64 <= most).then_some(count)
}
