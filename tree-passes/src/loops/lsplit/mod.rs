//! Pass `lsplit`: a loop in which a condition holds in the first iterations and not in the rest becomes two loops, one after the
//! other.
//!
//! ```text
//!                                                     if (0 < m_3(D)) goto <bb 8>; else goto <bb 9>;
//!                                                     <bb 8> : _7 = MIN_EXPR <m_3(D), n_4(D)>;
//!   <bb 3> : # i_1 = PHI <0(2), i_2(6)>               <bb 3> : # i_1 = PHI <0(8), i_2(6)>
//!   if (i_1 < m_3(D)) goto <bb 4>; else ...           a;
//!   <bb 4> : a;                                  =>   i_2 = i_1 + 1;
//!   <bb 5> : b;                                       if (i_2 < _7) goto <bb 6>; else goto <bb 7>;
//!   i_2 = i_1 + 1;                                    <bb 7> : if (i_2 < n_4(D)) goto <bb 9>; ...
//!   if (i_2 < n_4(D)) goto <bb 6>; ...                <bb 9> : # i_5 = PHI <0(2), i_2(7)>
//!                                                     <bb 10> : the loop once more, from i_5 on, with b only
//! ```
//!
//! Banerjee, "Loop transformations for restructuring compilers" (1993), index set splitting. The copy is made by
//! `loops::version`; it is then entered from the end of the first loop as well. What the first loop counts up to is
//! computed so that it cannot overflow, as far as what is counted does not (`bound`). SSA form is updated once for all loops.

mod bound;

use crate::loops::unroll::unloop::settle;
use crate::loops::version::{Choice, Versioned, loop_version};
use bound::{Limit, Sides};
use dumps::putln;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId, NO_COUNT, PROB_BASE, Probability};
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::location::Location;
use gimple::loops::{LoopId, Loops};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::remark::RemarkKind;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use rustc_hash::FxHashSet;
use std::fmt::Write;
use tree_ssa::analyses::scev::expr::ExprId;
use tree_ssa::analyses::scev::{Affine, Evolutions, Scev, emit};
use tree_ssa::cleanup::closed_form::close_again;
use tree_ssa::cleanup::preheader::has_loops_in_closed_form;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::{SwitchCases, scaled, split_edge};
use tree_ssa::edit::locals::duplicate_name;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops;
use tree_ssa::graph::natural_loops::{exits, loop_body, preheader_edge};
use tree_ssa::profile::is_hot;
use tree_ssa::ssa::update_ssa;

/// `lsplit` for the pass table.
pub const PASS: Pass = Pass::tree("lsplit", execute)
    .gate(|options, _| options.on(Flag::SplitLoops))
    .requires(Prop::CFG_SSA)
    .follows(&[("loopinit", "tests are put into preheaders, and values leave loops through φs")]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !has_loops_in_closed_form(cx.unit, f) {
        return Todo::NONE;
    }
    let tree = analyses::analysis::<Dominators>(f);
    let mut evolutions = Evolutions::default();
    let mut plans: Vec<Plan> = Vec::new();
    // Loops around one that is split.
    let mut around: FxHashSet<LoopId> = FxHashSet::default();
    for of in f.loops.as_ref().map(Loops::postorder).unwrap_or_default() {
        let outer = f.loop_data(of).map_or(LoopId::NONE, |entry| entry.outer);
        let hot = f.header_of(of).is_some_and(|header| is_hot(cx.unit, cx.options, f, header));
        let inner_split = around.contains(&of);
        if of == LoopId::ROOT || !hot && !inner_split {
            continue;
        }
        let plan = match inner_split {
            true => None,
            false => Planning::of(cx, f, &tree, &mut evolutions, of).and_then(Planning::plan),
        };
        if inner_split || plan.is_some() {
            around.insert(outer);
        }
        plans.extend(plan);
    }
    let mut split = false;
    for plan in plans {
        split |= plan.carry_out(cx, f, &tree, &evolutions);
    }
    if !split {
        return Todo::NONE;
    }
    natural_loops::find_loops(f);
    update_ssa::update(cx.unit, f, &mut cx.dump);
    close_again(cx, f);
    Todo::CLEANUP_CFG
}

/// How a loop is split.
struct Plan {
    of: LoopId,
    exit: EdgeId,
    /// The condition, what it compares, and whether it holds in the first loop.
    guard: StmtId,
    code: TreeCode,
    holds: bool,
    /// The φ of what is compared, and what it is compared with.
    phi: StmtId,
    border: ExprId,
    limit: Limit,
}

/// Looks for a condition by which a loop can be split.
struct Planning<'a, 'd> {
    scev: Scev<'a, 'd>,
    of: LoopId,
    exit: EdgeId,
    header: BlockId,
    latch: BlockId,
}

impl<'a, 'd> Planning<'a, 'd> {
    fn of(
        cx: &'a mut PassContext<'d>,
        f: &'a Function,
        tree: &'a Dominators,
        evolutions: &'a mut Evolutions,
        of: LoopId,
    ) -> Option<Planning<'a, 'd>> {
        let entry = f.loop_data(of)?;
        let (header, latch) = (entry.header, entry.latch.expand()?);
        let mut scev = Scev::new(cx, f, tree, evolutions);
        let exit = scev.single_exit(of)?;
        let empty = f.block_stmts(latch).next().is_none();
        let easy = empty
            && f.single_pred(latch).is_some_and(|edge| f.edges[edge].src == f.edges[exit].src);
        easy.then_some(Planning { scev, of, exit, header, latch })
    }

    /// The loop is split by the first condition that can be (`split_loop`).
    fn plan(mut self) -> Option<Plan> {
        if !self.leaves_as_it_goes_on() {
            return None;
        }
        let niter = self.scev.niter_of_exit(self.of, self.exit, true)?;
        let (going_on, end) = niter.while_is?;
        let control = niter.control?;
        if self.scev.folder().as_int(niter.may_be_zero) != Some(0) {
            return None;
        }
        for block in loop_body(self.scev.f, self.of) {
            let found = self.split_point(block);
            let Some((guard, code, name, iv, border)) = found else { continue };
            let step = self.scev.signed_number(iv.step);
            if step == 0 || self.scev.signed_number(control.step) != step {
                continue;
            }
            let Some(phi) = self.phi_of(name) else { continue };
            let rises = step > 0;
            let holds = matches!(code, TreeCode::Lt | TreeCode::Le) == rises;
            let sides = Sides { control, going_on, end, guard: iv, code, border };
            if rises != (going_on == TreeCode::Lt) {
                continue;
            }
            let Some(limit) = sides.limit(&mut self.scev) else { continue };
            let (of, exit) = (self.of, self.exit);
            return Some(Plan { of, exit, guard, code, holds, phi, border, limit });
        }
        None
    }

    /// Whether what leaves the loop is what goes into the next iteration (`easy_exit_values`).
    fn leaves_as_it_goes_on(&self) -> bool {
        let (f, tree) = (self.scev.f, self.scev.tree);
        let Some(back) = f.find_edge(self.latch, self.header) else { return false };
        let src = f.edges[self.exit].src;
        f.phis(self.header).all(|phi| {
            let next = f.phi_arg(phi, back).ssa();
            let def = next.and_then(|name| f.names[name].def.expand());
            let home = def.and_then(|def| f.stmts[def].block.expand());
            home.is_none_or(|home| tree.dominated_by(src, home))
        })
    }

    /// The condition at the end of a block, if it compares something that is counted with something that stays the same
    /// (`split_at_bb_p`).
    fn split_point(
        &mut self,
        block: BlockId,
    ) -> Option<(StmtId, TreeCode, SsaName, Affine, ExprId)> {
        let f = self.scev.f;
        let guard = f.last_stmt(block)?;
        let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[guard].kind else { return None };
        let leaves = f.blocks[block].succs.iter().any(|&edge| f.leaves_loop(edge, self.of));
        if leaves || !matches!(code, TreeCode::Lt | TreeCode::Le | TreeCode::Gt | TreeCode::Ge) {
            return None;
        }
        let used = f.loop_of(block);
        let [left, right] = [lhs, rhs].map(|op| {
            let id = self.scev.leaf(op);
            self.scev.simple_iv(self.of, used, id, false)
        });
        let (left, right) = (left?, right?);
        let moves = |it: &mut Self, iv: &Affine| it.scev.signed_number(iv.step) != 0;
        let (name, iv, fixed, code) = match (moves(self, &left), moves(self, &right)) {
            (true, false) => (lhs, left, right, code),
            (false, true) => (rhs, right, left, code.swap_comparison()),
            _ => return None,
        };
        if !iv.no_overflow {
            return None;
        }
        if self.scev.dump.details() {
            let fixed_side = if name == lhs { rhs } else { lhs };
            let [a, b] =
                [name, fixed_side].map(|op| tree_ssa::dump_text::operand(self.scev.unit, f, op));
            let text = format!("if ({a} {} {b})", code.symbol().unwrap_or("?"));
            let [base, step, border] = [iv.base, iv.step, fixed.base].map(|id| self.scev.text(id));
            let word = match code {
                TreeCode::Lt => "lt_expr",
                TreeCode::Le => "le_expr",
                TreeCode::Gt => "gt_expr",
                _ => "ge_expr",
            };
            putln!(
                self.scev.dump,
                "Found potential split point: {text}\n {{ {base} + I*{step} }} {word} {border}"
            );
        }
        Some((guard, code, name.ssa()?, iv, fixed.base))
    }

    /// The φ in the header that is what is compared (`find_or_create_guard_phi`).
    fn phi_of(&self, name: SsaName) -> Option<StmtId> {
        let f = self.scev.f;
        let def = f.names[name].def.expand()?;
        (f.is_phi(def) && f.stmts[def].block == self.header).then_some(def)
    }
}

impl Plan {
    /// Splits the loop; whether that was possible.
    fn carry_out(
        self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        tree: &Dominators,
        evolutions: &Evolutions,
    ) -> bool {
        self.try_to_carry_out(cx, f, tree, evolutions).is_some()
    }

    fn try_to_carry_out(
        &self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        tree: &Dominators,
        evolutions: &Evolutions,
    ) -> Option<()> {
        let entry = preheader_edge(f, self.of)?;
        let body = loop_body(f, self.of);
        let guard_block = f.stmts[self.guard].block;
        let (yes, no) = f.true_false_edges(guard_block)?;
        let likely = match f.edges[yes].probability {
            known if known.is_known() => known,
            _ => Probability(PROB_BASE / 2),
        };
        let first = f.phi_arg(self.phi, entry);
        let border = put_on(cx, f, evolutions, entry, self.border)?;
        let code = match self.holds {
            true => self.code,
            false => self.code.invert_comparison(false)?,
        };
        let choice = Choice {
            stmts: Vec::new(),
            code,
            operands: [first, border],
            entered: [likely, likely.inverse()],
            scale: [Probability::ALWAYS; 2],
        };
        let made = loop_version(cx, f, tree, self.of, choice)?;
        let onwards = self.connect(cx, f, &made)?;
        self.connect_phis(cx, f, &made, onwards)?;
        let entry = preheader_edge(f, self.of)?;
        let limit = self.limit.put(cx, f, evolutions, entry, border)?;
        let latch = f.loop_data(self.of)?.latch;
        let back = f.find_edge(latch, f.header_of(self.of)?)?;
        let next = f.phi_arg(self.phi, back);
        self.patch_exit(cx, f, next, limit);
        self.settle_profile(f, tree, (&body, &made), [yes, no], likely);
        let copied_guard = f.last_stmt(made.copies.copy_of(guard_block)?)?;
        settle(cx.unit, f, self.guard, self.holds);
        settle(cx.unit, f, copied_guard, !self.holds);
        if cx.dump.details() {
            putln!(cx.dump, ";; Loop split.");
        }
        cx.remark_of(RemarkKind::Optimized, "loop", (f, self.guard), "loop split".to_owned());
        Some(())
    }

    /// Lets the end of the first loop lead to the second, where the loop as a whole is not at its end (`connect_loops`); the
    /// edge by which it does.
    fn connect(
        &self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        made: &Versioned,
    ) -> Option<EdgeId> {
        let test = f.last_stmt(f.edges[self.exit].src)?;
        let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[test].kind else { return None };
        let if_true = f.edges[self.exit].flags.intersects(EdgeFlags::TRUE_VALUE);
        let outer = f.loop_data(self.of)?.outer;
        let skip = split_edge(cx.unit, f, self.exit, &mut SwitchCases::default());
        f.block_info[skip].loop_father = outer;
        Cursor::end(skip).cond(cx.unit, f, code, [lhs, rhs]);
        let leaves = f.single_succ(skip)?;
        let before = f.blocks[made.header]
            .preds
            .iter()
            .find(|&&edge| made.copies.original_of(f.edges[edge].src).is_none());
        let rest = f.edges[*before?].src;
        let [out, on] = match if_true {
            true => [EdgeFlags::TRUE_VALUE, EdgeFlags::FALSE_VALUE],
            false => [EdgeFlags::FALSE_VALUE, EdgeFlags::TRUE_VALUE],
        };
        f.edges[leaves].flags = out;
        let onwards = f.make_edge_unchecked(skip, rest, on);
        f.edges[onwards].probability = Probability::UNLIKELY.inverse();
        f.edges[leaves].probability = Probability::UNLIKELY;
        Some(onwards)
    }

    /// Lets the second loop begin with what the first has left (`connect_loop_phis`).
    fn connect_phis(
        &self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        made: &Versioned,
        onwards: EdgeId,
    ) -> Option<()> {
        let rest = f.edges[onwards].dst;
        let skips = *f.blocks[rest].preds.iter().find(|&&edge| edge != onwards)?;
        let (header, latch) = (f.header_of(self.of)?, f.loop_data(self.of)?.latch);
        let entry = preheader_edge(f, self.of)?;
        let back = f.find_edge(latch, header)?;
        let second = f.find_edge(rest, made.header)?;
        let pairs: Vec<(StmtId, StmtId)> = f.phis(header).zip(f.phis(made.header)).collect();
        for (one, two) in pairs {
            let [init, next] = [entry, back].map(|edge| f.phi_arg(one, edge));
            let name = match (next, init) {
                (Operand::Ssa(name), _) | (_, Operand::Ssa(name)) => {
                    duplicate_name(cx.unit, f, name)
                }
                _ => {
                    let ident = cx.unit.symbols.intern("unrinittmp");
                    let ty = f.names[f.phi(one).result].ty;
                    f.make_temp_ssa_name(ty, ident, StmtId::NONE)
                }
            };
            // What is known of the value copied is not known of either.
            f.nonzero_bits.forget(name);
            let phi = f.create_phi(name, rest);
            f.add_phi_arg(phi, skips, init, Location::UNKNOWN);
            f.add_phi_arg(phi, onwards, next, Location::UNKNOWN);
            let index = f.edges[second].dst_idx as usize;
            f.set_phi_arg(two, index, Operand::Ssa(name));
        }
        Some(())
    }

    /// Lets the first loop end where the condition changes (`patch_loop_exit`).
    fn patch_exit(
        &self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        next: Operand,
        limit: Operand,
    ) {
        let Some(exit) = exits(f, self.of).first().copied() else { return };
        let src = f.edges[exit].src;
        let Some(test) = f.last_stmt(src) else { return };
        if let StmtKind::Cond { code, lhs, rhs, .. } = &mut f.stmts[test].kind {
            (*code, *lhs, *rhs) = (self.code, next, limit);
        }
        f.update_stmt(cx.unit, test);
        let both = EdgeFlags::TRUE_VALUE | EdgeFlags::FALSE_VALUE;
        for edge in f.blocks[src].succs.clone() {
            let flags = &mut f.edges[edge].flags;
            *flags = flags.without(both);
            *flags |= match (edge == exit) == self.holds {
                true => EdgeFlags::FALSE_VALUE,
                false => EdgeFlags::TRUE_VALUE,
            };
        }
    }

    /// Says how often what is in either loop is executed (`fix_loop_bb_probability`).
    fn settle_profile(
        &self,
        f: &mut Function,
        tree: &Dominators,
        (body, made): (&[BlockId], &Versioned),
        [yes, no]: [EdgeId; 2],
        likely: Probability,
    ) {
        let latch = f.loop_data(self.of).map_or(BlockId::NONE, |entry| entry.latch);
        let [yes_block, no_block] = [yes, no].map(|edge| f.edges[edge].dst);
        for &block in body {
            let mut apply = |block: BlockId, by: Probability| {
                let count = &mut f.block_info[block].count;
                if *count != NO_COUNT {
                    *count = scaled(*count, by.0.into(), PROB_BASE.into());
                }
            };
            if block == latch || !tree.dominated_by(block, yes_block) {
                apply(block, likely);
            }
            let copy = made.copies.copy_of(block).unwrap_or(block);
            if block == latch || !tree.dominated_by(block, no_block) {
                apply(copy, likely.inverse());
            }
        }
        let Some(stay) = f.single_pred(latch) else { return };
        let old = f.edges[stay].probability;
        if old.is_known() {
            let new = scaled(old.0.into(), likely.0.into(), PROB_BASE.into()) as u32;
            f.edges[stay].probability = Probability(new);
            if let Some(&exit) = exits(f, self.of).first() {
                f.edges[exit].probability = Probability(new).inverse();
            }
        }
    }
}

/// Computes an expression on an edge.
fn put_on(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    evolutions: &Evolutions,
    edge: EdgeId,
    id: ExprId,
) -> Option<Operand> {
    let mut stmts = Vec::new();
    let value = emit::emit(cx.unit, f, &evolutions.exprs, id, &mut stmts)?;
    let mut at = Cursor::before_end(cx.unit, f, f.edges[edge].src);
    stmts.into_iter().for_each(|stmt| at.put(cx.unit, f, stmt));
    Some(value)
}
