//! Pass `phiopt`: φs that join the two arms of a conditional with little in them become straight-line code.
//!
//! ```text
//! <bb 2> :                              <bb 2> :
//! if (a_1 != b_2)                       _4 = a_1 != b_2;
//!   goto <bb 3>; else goto <bb 4>;  =>  x_3 = (int) _4;
//! <bb 3> :
//! <bb 4> :
//! # x_3 = PHI <0(2), 1(3)>
//! ```
//!
//! One way goes straight to the φ, the other through an arm that is empty, or has the one statement that a transformation
//! takes along. Tried are, in GCC's order (`tree-ssa-phiopt.cc`): values that make no difference (`value`), a conversion
//! done on both paths (`factor`), two numbers chosen by a value that has two (`two_values`), what the rules of the table make
//! of a choice (`choice`), calls that are made for zero as well (`zero_call`), minima and maxima (`minmax`). The early instance makes minima, maxima and absolute values only:
//! from branches inlining and `ifcombine` learn more. Linear.

mod choice;
mod factor;
mod minmax;
mod two_values;
mod value;
mod zero_call;

use dumps::putln;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use std::fmt::Write;
use tree_ssa::edit::cfg_edit;
use tree_ssa::graph::analyses;

/// `phiopt` for the pass table.
pub const PASS: Pass = Pass::tree("phiopt", execute)
    .gate(|options, _| options.on(Flag::SsaPhiopt))
    .requires(Prop::CFG_SSA)
    .follows(&[(
        "mergephi",
        "what one condition decides is one φ only where blocks have been merged",
    )]);

/// The instance among the early optimizations.
const EARLY: u32 = 1;

/// A conditional with an arm on one of its paths.
#[derive(Clone, Copy)]
struct Triangle {
    /// The block with the condition, the arm, the block with the φs.
    head: BlockId,
    arm: BlockId,
    join: BlockId,
    cond: StmtId,
    /// The edges into the join: straight from the head, and from the arm.
    direct: EdgeId,
    from_arm: EdgeId,
    /// Whether the arm is taken when the condition is true.
    arm_on_true: bool,
    code: TreeCode,
    lhs: Operand,
    rhs: Operand,
}

/// The φ that a conditional decides.
struct Decided {
    phi: StmtId,
    ty: TypeId,
    /// Its arguments by the way straight from the head, and by the arm.
    straight: Operand,
    around: Operand,
}

impl Triangle {
    fn decided(&self, f: &Function, phi: StmtId) -> Decided {
        let (straight, around) = (f.phi_arg(phi, self.direct), f.phi_arg(phi, self.from_arm));
        Decided { phi, ty: f.names[f.phi(phi).result].ty, straight, around }
    }

    /// Values on the two ways as what holds when the condition is true, and what holds else.
    fn by_truth(&self, straight: Operand, around: Operand) -> [Operand; 2] {
        if self.arm_on_true { [around, straight] } else { [straight, around] }
    }

    /// The only φ that tells the two ways apart (`single_non_singleton_phi_for_edges`).
    fn only_phi(&self, f: &Function) -> Option<StmtId> {
        let differs = |&phi: &StmtId| f.phi_arg(phi, self.direct) != f.phi_arg(phi, self.from_arm);
        let mut differing = f.phis(self.join).filter(differs);
        let phi = differing.next()?;
        (differing.next().is_none() && is_plain(f, f.phi(phi).result)).then_some(phi)
    }

    /// Whether nothing stands in the arm but predictions and nops. Others may come to it, too.
    fn arm_is_empty(&self, f: &Function) -> bool {
        f.block_stmts(self.arm).all(|stmt| does_nothing(f, stmt))
    }

    /// The only real statement of the arm, if there is exactly one.
    fn only_stmt(&self, f: &Function) -> Option<StmtId> {
        let mut found = None;
        for stmt in f.block_stmts(self.arm).filter(|&stmt| !does_nothing(f, stmt)) {
            if found.is_some() || matches!(f.stmts[stmt].kind, StmtKind::Label(_)) {
                return None;
            }
            found = Some(stmt);
        }
        found
    }
}

fn does_nothing(f: &Function, stmt: StmtId) -> bool {
    matches!(f.stmts[stmt].kind, StmtKind::Nop | StmtKind::Predict { .. })
}

/// Whether a name is no state of memory, and may be put where another is.
fn is_plain(f: &Function, name: SsaName) -> bool {
    !f.names[name].flags.intersects(NameFlags::VIRTUAL | NameFlags::ABNORMAL)
}

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut changed = false;
    for &head in analyses::reverse_post_order(f).iter().rev() {
        if let Some(triangle) = find_triangle(f, head)
            && cx.dbg_cnt(Counter::Phiopt)
        {
            changed |= transform(cx, f, &triangle);
        }
    }
    if changed { Todo::CLEANUP_CFG } else { Todo::NONE }
}

/// Takes the conditional out, if something can stand for it.
fn transform(cx: &mut PassContext<'_>, f: &mut Function, t: &Triangle) -> bool {
    let early = cx.pass.instance == EARLY;
    let mut changed = false;
    if !early {
        let phis: Vec<StmtId> = f.phis(t.join).collect();
        for phi in phis {
            match value::replace_value(cx, f, t, phi) {
                value::Outcome::Nothing => {}
                value::Outcome::Reduced => changed = true,
                value::Outcome::Gone => return true,
            }
        }
    }
    let Some(mut phi) = t.only_phi(f) else { return changed };
    if let Some(factored) = factor::factor_conversion(cx, f, t, phi) {
        phi = factored;
        changed = true;
    }
    let decided = t.decided(f, phi);
    !early && two_values::replace(cx, f, t, &decided)
        || choice::replace(cx, f, t, &decided, early)
        || !early && zero_call::replace(cx, f, t, &decided)
        || minmax::replace(cx, f, t, &decided)
        || changed
}

/// The shape this pass works on, headed by `head`.
fn find_triangle(f: &Function, head: BlockId) -> Option<Triangle> {
    if !f.is_live(head) {
        return None;
    }
    // Few branches have the shape: the graph is looked at before statements are.
    let (yes, no) = f.true_false_edges(head)?;
    let is_arm = |arm_edge: EdgeId, other: EdgeId| {
        let arm = f.edges[arm_edge].dst;
        let out = f.single_succ(arm)?;
        let fits = f.edges[out].dst == f.edges[other].dst
            && !f.edges[out].flags.intersects(EdgeFlags::COMPLEX)
            && f.blocks[arm].phis.is_empty()
            && f.edges[out].dst != arm;
        fits.then_some((arm, out))
    };
    let (arm, from_arm, direct, arm_on_true) = match (is_arm(yes, no), is_arm(no, yes)) {
        (Some((arm, out)), _) => (arm, out, no, true),
        (_, Some((arm, out))) => (arm, out, yes, false),
        _ => return None,
    };
    let cond = f.last_stmt(head)?;
    let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[cond].kind else { return None };
    let join = f.edges[direct].dst;
    Some(Triangle { head, arm, join, cond, direct, from_arm, arm_on_true, code, lhs, rhs })
}

/// Moves a statement to before the condition, where less is known of its value.
fn move_up(f: &mut Function, t: &Triangle, stmt: StmtId) {
    f.unlink_stmt(stmt);
    f.insert_before(t.cond, stmt);
    f.reset_flow_sensitive_info(stmt);
}

/// Gives the φ the new value for both ways and takes the condition out (`replace_phi_edge_with_variable`).
fn replace_phi(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    t: &Triangle,
    phi: StmtId,
    value: Operand,
    what: &'static str,
) {
    let index = f.edges[t.direct].dst_idx as usize;
    f.set_phi_arg(phi, index, value);
    if let StmtKind::Phi(phi) = &mut f.stmts[phi].kind {
        phi.args[index].loc = Location::default();
    }
    f.remove_stmt(t.cond);
    if let Some(edge) = f.find_edge(t.head, t.arm) {
        f.remove_edge(edge);
    }
    let direct = &mut f.edges[t.direct];
    direct.flags.remove(EdgeFlags::TRUE_VALUE | EdgeFlags::FALSE_VALUE);
    direct.flags |= EdgeFlags::FALLTHRU;
    direct.probability = gimple::cfg::Probability::ALWAYS;
    debug_assert_eq!(f.edges[t.from_arm].src, t.arm);
    if f.blocks[t.arm].preds.is_empty() {
        if cx.dump.enabled() {
            putln!(cx.dump, "Removing basic block {}", t.arm.0);
        }
        cfg_edit::remove_block(cx.unit, f, t.arm);
    }
    cx.statistics.count(what, 1);
    if cx.dump.details() {
        putln!(
            cx.dump,
            "COND_EXPR in block {} and PHI in block {} converted to straightline code.",
            t.head.0,
            t.join.0
        );
    }
}
