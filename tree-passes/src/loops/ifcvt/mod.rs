//! Pass `ifcvt`: a loop that has branches inside gets a version without, for the vectorizer.
//!
//! ```text
//!                                                        <bb 7> : _8 = .LOOP_VECTORIZED (1, 2);
//!                                                        if (_8 != 0) goto <bb 8>; else goto <bb 9>;
//!   <bb 3> : # s_1 = PHI <0(2), s_7(6)>                  <bb 8> : # s_1 = PHI <0(7), s_7(6)>
//!   _4 = *_3;                                            _4 = *_3;
//!   if (_4 > k_5(D)) goto <bb 4>; else goto <bb 5>; =>   _ifc__8 = _4 > k_5(D) ? _4 : 0;
//!   <bb 4> : s_6 = s_1 + _4;                             s_7 = s_1 + _ifc__8;
//!   <bb 5> : # s_7 = PHI <s_1(3), s_6(4)>                if (n_9(D) > i_2) ...
//!   if (n_9(D) > i_2) ...                                <bb 9> : a copy of the loop as it was
//! ```
//!
//! Allen, Kennedy, Porterfield, Warren, "Conversion of control dependence to data dependence" (1983). Which of the two is
//! entered `vect` decides. With `-ftree-loop-if-convert` loops that store nothing under conditions have one version only. Of
//! the loop around, if that does nothing else, a version is made as well, and again of the loop in the copy.
//!
//! Where edges have to be split in a loop, or the loop around is copied, dominators are found anew, in so many loops of a
//! function at most.

mod check;
mod combine;
mod convert;
mod predicate;

use crate::loops::version::{Choice, loop_version};
use crate::redundancy::vn::regions::{EnteredRegion, eliminate_in_regions};
use check::Convertible;
use convert::Converting;
use dumps::putln;
use gimple::aside::Aside;
use gimple::cfg::{BlockId, EdgeId, Probability};
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::loops::{Loop, LoopId, Loops};
use gimple::options::{Flag, Options};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::SsaName;
use gimple::stmt::{Call, Callee, InternalFn, StmtId, StmtKind};
use gimple::symbol::Symbol;
use gimple::tree::Operand;
use rustc_hash::FxHashSet;
use std::fmt::Write;
use std::rc::Rc;
use tree_ssa::analyses::scev::Evolutions;
use tree_ssa::cleanup::preheader::has_loops_in_closed_form;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::cfg_edit::{SwitchCases, split_edge};
use tree_ssa::edit::locals::duplicate_name;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::graph::natural_loops::{exits, loop_body, preheader_edge};
use tree_ssa::ssa::copy_blocks::Copies;
use tree_ssa::ssa::rename_copies::rename_in_copies;

/// `ifcvt` for the pass table.
pub const PASS: Pass = Pass::tree("ifcvt", execute)
    .gate(|options, _| wanted(options))
    .requires(Prop::CFG_SSA)
    .follows(&[("loopinit", "tests are put into preheaders, and values leave loops through φs")]);

/// A φ has at most so many arguments (`MAX_PHI_ARG_NUM`).
const MOST_ARGUMENTS: usize = 4;
/// Loops in which edges are split, or around which others are copied.
const MOST_SPLIT: usize = 200;

fn wanted(options: &Options) -> bool {
    let given = options.given(Flag::TreeLoopIfConvert);
    let asked = options.on(Flag::TreeLoopIfConvert);
    asked || options.on(Flag::TreeLoopVectorize) && !given
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if !has_loops_in_closed_form(cx.unit, f) {
        return Todo::NONE;
    }
    let tree = analyses::analysis::<Dominators>(f);
    let mut work = Work {
        tree,
        left: MOST_SPLIT,
        done: Vec::new(),
        copies: FxHashSet::default(),
        evolutions: Evolutions::default(),
    };
    let loops = f.loops.as_ref().map(Loops::preorder).unwrap_or_default();
    for of in loops.into_iter().filter(|&of| of != LoopId::ROOT) {
        let mut next = Some(of);
        while let Some(of) = next {
            next = work.convert(cx, f, of);
        }
    }
    if work.done.is_empty() {
        return Todo::NONE;
    }
    work.finish(cx, f);
    Todo::CLEANUP_CFG
}

/// Says something.
fn say(cx: &mut PassContext<'_>, text: String) {
    putln!(cx.dump, "{}", text.trim_end_matches('\n'));
}

/// A loop without branches.
struct Done {
    of: LoopId,
    header: BlockId,
    /// Where what does not vary goes.
    before: EdgeId,
    copies: Vec<(SsaName, Operand)>,
}

/// The work on a function.
struct Work {
    tree: Rc<Dominators>,
    evolutions: Evolutions,
    left: usize,
    done: Vec<Done>,
    /// Loops that stay as they are (`dont_vectorize`).
    copies: FxHashSet<LoopId>,
}

impl Work {
    /// Takes the branches out of a loop; the next one that is to be looked at, if there is one (`tree_if_conversion`).
    fn convert(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        of: LoopId,
    ) -> Option<LoopId> {
        if !self.split_edges(cx, f, of) {
            return None;
        }
        let tree = Rc::clone(&self.tree);
        let plan = check::check(cx, f, (&tree, &mut self.evolutions), of)?;
        let wants = cx.options.on(Flag::TreeLoopVectorize) || !plan.needs_version;
        if !wants {
            plan.predicates.discard(f, &plan.body);
            return None;
        }
        let (header, latch) = (f.header_of(of)?, f.loop_data(of)?.latch);
        let mut before = preheader_edge(f, of)?;
        let mut next = None;
        if plan.needs_version || !cx.options.on(Flag::TreeLoopIfConvert) {
            let outer = f.loop_data(of)?.outer;
            let around = self.is_versionable(cx, f, outer);
            let (test, copy) = self.version(cx, f, if around { outer } else { of })?;
            if around {
                self.tree = analyses::analysis::<Dominators>(f);
                next = Some(f.loop_data(copy)?.inner);
                before = preheader_edge(f, of)?;
            } else {
                before = f.single_pred(test)?;
            }
        }
        let copies = carry_out(cx, f, (&tree, &mut self.evolutions), (of, header, latch), &plan);
        self.done.push(Done { of, header, before, copies });
        next
    }

    /// Splits critical edges in a loop; whether it is one that may be converted (`ifcvt_split_critical_edges`).
    fn split_edges(&mut self, cx: &mut PassContext<'_>, f: &mut Function, of: LoopId) -> bool {
        let Some(entry) = f.loop_data(of) else { return false };
        let (inner, latch) = (entry.inner, entry.latch);
        let body = if inner.is_none() { loop_body(f, of) } else { Vec::new() };
        if body.len() <= 2 || exits(f, of).len() != 1 {
            return false;
        }
        let mut critical: Vec<EdgeId> = Vec::new();
        for &block in &body {
            if !f.blocks[block].phis.is_empty() && f.blocks[block].preds.len() > MOST_ARGUMENTS {
                if cx.dump.details() {
                    let text = format!(
                        "BB {} has complicated PHI with more than {MOST_ARGUMENTS} args.",
                        block.0
                    );
                    say(cx, text);
                }
                return false;
            }
            let leaves = f.blocks[block].succs.iter().any(|&edge| f.leaves_loop(edge, of));
            let last = f.last_stmt(block).map(|last| &f.stmts[last].kind);
            if block == latch || leaves || !matches!(last, Some(StmtKind::Cond { .. })) {
                continue;
            }
            let splits = |&edge: &EdgeId| f.is_critical(edge) && f.loop_of(f.edges[edge].dst) == of;
            critical.extend(f.blocks[block].succs.iter().copied().filter(splits));
        }
        let mut split = false;
        let mut cases = SwitchCases::default();
        while let Some(edge) = critical.pop() {
            let preds = &f.blocks[f.edges[edge].dst].preds;
            let all_critical =
                preds.iter().all(|&pred| f.blocks[f.edges[pred].src].succs.len() != 1);
            if preds.len() > 2 || all_critical {
                if self.left == 0 {
                    return false;
                }
                let block = split_edge(cx.unit, f, edge, &mut cases);
                f.block_info[block].loop_father = of;
                split = true;
            }
        }
        if split {
            self.left -= 1;
            self.tree = analyses::analysis::<Dominators>(f);
        }
        true
    }

    /// Whether the loop around one does nothing but to go through that (`versionable_outer_loop_p`).
    fn is_versionable(&mut self, cx: &mut PassContext<'_>, f: &Function, outer: LoopId) -> bool {
        let fits = || -> Option<bool> {
            let around = f.loop_data(outer).filter(|_| outer != LoopId::ROOT)?;
            let inner = f.loop_data(around.inner)?;
            let enters = f.single_succ(around.header)?;
            let last = f.edges[f.single_pred(around.latch)?].src;
            let inner_last = f.edges[f.single_pred(inner.latch)?].src;
            let before_last = f.edges[f.single_pred(last)?].src;
            Some(
                inner.next.is_none()
                    && exits(f, outer).len() == 1
                    && f.edges[enters].dst == inner.header
                    && before_last == inner_last
                    && !self.copies.contains(&outer),
            )
        };
        let found = self.left > 0 && fits() == Some(true);
        if found {
            self.left -= 1;
            if cx.dump.enabled() {
                say(cx, "Found vectorizable outer loop for versioning".to_owned());
            }
        }
        found
    }

    /// Copies a loop and lets the vectorizer decide between the two; the block of the test, and the copy
    /// (`version_loop_for_if_conversion`).
    fn version(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        of: LoopId,
    ) -> Option<(BlockId, LoopId)> {
        let truth = cx.unit.common.bool_;
        let name = Operand::Ssa(f.make_temp_ssa_name(truth, Symbol::NONE, StmtId::NONE));
        let always = [Probability::ALWAYS; 2];
        let choice = Choice {
            stmts: Vec::new(),
            code: TreeCode::Ne,
            operands: [name, cx.unit.int(truth, 0)],
            entered: always,
            scale: always,
        };
        let inside = f.loop_data(of)?.inner;
        let tree = Rc::clone(&self.tree);
        let made = loop_version(cx, f, &tree, of, choice)?;
        // The loop inside is numbered first.
        let first = f.loops.as_ref()?.next_id();
        let copy = LoopId(first.0 + u32::from(inside.is_some()));
        add_loop(f, of, (copy, f.loop_data(of)?.outer), &made.copies)?;
        if inside.is_some() {
            add_loop(f, inside, (first, copy), &made.copies)?;
        }
        self.copies.insert(copy);
        let int = cx.unit.common.int;
        let args = [of, copy].map(|id| cx.unit.int(int, id.0.into())).to_vec();
        let call = Call {
            lhs: name,
            callee: Callee::Internal(InternalFn::LoopVectorized),
            fntype: cx.unit.types.function_of(truth, vec![int; 2], false, true),
            args,
            chain: Operand::None,
        };
        let test = f.last_stmt(made.test)?;
        Cursor::before(test).make(cx.unit, f, StmtKind::Call(Aside::new(call)));
        join_memory(cx, f, &tree, (of, &made.copies));
        let after = exits(f, of).first().map_or(made.test, |&edge| f.edges[edge].dst);
        let from_elsewhere = f.blocks[after].preds.iter().any(|&edge| {
            let from = f.edges[edge].src;
            !f.in_loop(from, of) && made.copies.original_of(from).is_none()
        });
        let start = if from_elsewhere { tree.idom(after) } else { made.test };
        let mut affected = loop_body(f, of);
        affected.extend(&made.copies.blocks);
        affected.extend(f.blocks[made.test].succs.iter().map(|&edge| f.edges[edge].dst));
        affected.push(after);
        let shown = (start, &affected[..]);
        rename_in_copies((cx.unit, &mut cx.dump), f, &made.copies.blocks, shown);
        Some((made.test, copy))
    }

    /// Makes what is left of the loops simpler.
    fn finish(self, cx: &mut PassContext<'_>, f: &mut Function) {
        let mut regions = Vec::new();
        for done in &self.done {
            for &(name, value) in &done.copies {
                f.replace_uses_by(cx.unit, name, value);
            }
            let Some(entry) = preheader_edge(f, done.of) else { continue };
            let Some(latch) = f.loop_data(done.of).map(|entry| entry.latch) else { continue };
            regions.push(EnteredRegion { entry, blocks: vec![done.header, latch] });
        }
        eliminate_in_regions(cx, f, regions);
        for done in &self.done {
            combine::remove_dead(cx, f, done.header);
            combine::hoist(cx, f, (done.of, done.header), done.before);
        }
    }
}

/// Gives a copied loop a number.
fn add_loop(
    f: &mut Function,
    of: LoopId,
    (id, outer): (LoopId, LoopId),
    copies: &Copies,
) -> Option<()> {
    let entry = f.loop_data(of)?.clone();
    let made = Loop::new(copies.copy_of(entry.header)?, copies.copy_of(entry.latch)?);
    let body = loop_body(f, of);
    f.loops.as_mut()?.insert(id, made, outer);
    for block in body {
        if let Some(copy) = copies.copy_of(block) {
            f.block_info[copy].loop_father = id;
        }
    }
    Some(())
}

/// Takes the branches out of a loop; names that are copies of others then.
fn carry_out(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (tree, evolutions): (&Dominators, &mut Evolutions),
    (of, header, latch): (LoopId, BlockId, BlockId),
    plan: &Convertible,
) -> Vec<(SsaName, Operand)> {
    combine::remove_tests(f, plan, latch);
    let copies = Vec::new();
    let mut work = Converting { cx, f, tree, of, header, latch, plan, evolutions, copies };
    work.put_conditions();
    work.replace_phis();
    if plan.has_conditional_stores || plan.may_overflow {
        work.do_always();
    }
    let copies = work.copies;
    combine::combine(cx, f, plan, (header, latch));
    copies
}

/// Lets what comes after a loop that changes memory, and was copied, read the memory that either leaves.
fn join_memory(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    tree: &Dominators,
    (of, copies): (LoopId, &Copies),
) {
    let [exit] = exits(f, of)[..] else { return };
    let after = f.edges[exit].dst;
    let header = f.header_of(of).unwrap_or(after);
    let changes = f.phis(header).any(|phi| f.is_virtual_phi(phi));
    if !changes || f.phis(after).any(|phi| f.is_virtual_phi(phi)) {
        return;
    }
    let Some(state) = state_after(f, tree, f.edges[exit].src) else { return };
    let is_after =
        |f: &Function, block| !f.in_loop(block, of) && copies.original_of(block).is_none();
    let outside: Vec<StmtId> = f
        .imm_uses(state)
        .filter(|node| is_after(f, f.block_of_use(node)))
        .map(|node| node.stmt)
        .collect();
    let joined = duplicate_name(cx.unit, f, state);
    let phi = f.create_phi(joined, after);
    for index in 0..f.blocks[after].preds.len() {
        f.set_phi_arg(phi, index, Operand::Ssa(state));
    }
    for stmt in outside {
        if !f.is_phi(stmt) {
            f.set_vuse(stmt, joined);
            continue;
        }
        let places = 0..f.phi(stmt).args.len();
        for index in places {
            let edge = f.blocks[f.stmts[stmt].block].preds[index];
            let from = f.edges[edge].src;
            if f.phi(stmt).args[index].value == Operand::Ssa(state) && is_after(f, from) {
                f.set_phi_arg(stmt, index, Operand::Ssa(joined));
            }
        }
    }
}

/// The state of memory after a block.
fn state_after(f: &Function, tree: &Dominators, block: BlockId) -> Option<SsaName> {
    let mut at = block;
    while at.is_some() {
        if let Some(changed) = f.block_stmts(at).filter_map(|it| f.stmts[it].vdef.expand()).last() {
            return Some(changed);
        }
        if let Some(phi) = f.phis(at).find(|&phi| f.is_virtual_phi(phi)) {
            return Some(f.phi(phi).result);
        }
        at = tree.idom(at);
    }
    None
}
