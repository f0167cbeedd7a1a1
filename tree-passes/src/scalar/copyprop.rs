//! Pass `copyprop`: names that are copies of others, or φs of copies of one, are replaced by what they copy.
//!
//! ```text
//!   y_2 = x_1;                                     goto <bb 4>;
//!   <bb 3> : # z_3 = PHI <y_2(2), x_1(4)>     =>   return x_1;
//!   return z_3;
//! ```
//!
//! The value of a name is the name or constant it is a copy of; of a φ, what all arguments over executable edges are
//! copies of. Copies of what has more than one value on the way down the lattice become their own value.

use dumps::Dump;
use dumps::putln;
use gimple::cfg::{EdgeFlags, EdgeId};
use gimple::claims::{self, Claim};
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::fold_const;
use gimple::function::{Function, Prop};
use gimple::operand_equal::operand_equal;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::edit::cfg_edit::may_propagate_copy;
use tree_ssa::edit::cfg_edit::taken_edge;
use tree_ssa::fold::propagate::Outcome;
use tree_ssa::fold::propagate::Propagator;
use tree_ssa::fold::propagate::propagate;
use tree_ssa::fold::substitute::Point;
use tree_ssa::fold::substitute::Values;
use tree_ssa::fold::substitute::substitute_and_fold;
use tree_ssa::graph::natural_loops::ensure_loops;

/// `copyprop` for the pass table.
pub const PASS: Pass = Pass::tree("copyprop", execute)
    .gate(|options, _| options.on(Flag::TreeCopyProp))
    .requires(Prop::CFG_SSA);

/// The pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if f.loops.as_ref().is_some_and(|loops| loops.closed_form) {
        ensure_loops(f);
    }
    let copy_of = (0..f.names.len() as u32).map(|index| Operand::Ssa(SsaName(index))).collect();
    let changes_left = vec![MOST_CHANGES; f.names.len()];
    let mut pass = CopyProp { copy_of, changes_left };
    propagate(cx.unit, f, &mut cx.dump, &mut pass);
    pass.resolve();
    cx.claim(f, |_, f| pass.claims(f));
    if substitute_and_fold(cx, f, &mut pass, Counter::Copyprop) {
        Todo::CLEANUP_CFG
    } else {
        Todo::NONE
    }
}

fn is_copy(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match f.stmts[stmt].kind {
        StmtKind::Assign { lhs: Operand::Ssa(_), code: TreeCode::Single, rhs } => {
            matches!(rhs[0], Operand::Ssa(_)) || tree_ssa::fold::is_invariant(unit, rhs[0])
        }
        _ => false,
    }
}

struct CopyProp {
    /// What each name is a copy of; `None` as long as nothing is known.
    copy_of: Vec<Operand>,
    /// How often a name may still become a copy of something else before it is its own value, so that long chains of
    /// φs cost no more than short ones.
    changes_left: Vec<u8>,
}

/// As many changes as loops are deep: the value of what leaves them goes from the outermost loop's to the innermost one's.
const MOST_CHANGES: u8 = 16;

impl CopyProp {
    fn value(&self, op: Operand) -> Operand {
        match op {
            Operand::Ssa(name) => self.copy_of.get(name.0 as usize).copied().unwrap_or(op),
            op => op,
        }
    }

    /// What names are copies of, and the edges that are not taken.
    fn claims(&self, f: &Function) -> Vec<Claim> {
        let mut claims = claims::untaken(f);
        claims.extend(
            claims::computed_names(f)
                .filter_map(|name| Some(Claim::Value(name, self.copied(name)?))),
        );
        claims
    }

    /// Where nothing was found out, a name is itself.
    fn resolve(&mut self) {
        for (index, value) in self.copy_of.iter_mut().enumerate() {
            if value.is_none() {
                *value = Operand::Ssa(SsaName(index as u32));
            }
        }
    }

    fn set(&mut self, unit: &Unit, name: SsaName, value: Operand) -> Outcome {
        let slot = &mut self.copy_of[name.0 as usize];
        let own = Operand::Ssa(name);
        if *slot == value || (slot.is_some() && operand_equal(unit, *slot, value)) {
            return Outcome::NotInteresting;
        }
        // What is a copy of a φ's copy follows it down, level by level, though not for ever.
        let left = &mut self.changes_left[name.0 as usize];
        *slot = if *left == 0 { own } else { value };
        *left = left.saturating_sub(1);
        if *slot == own {
            Outcome::Varying(Some(name))
        } else {
            Outcome::Interesting(Some(name), None)
        }
    }
}

impl Propagator for CopyProp {
    fn worth_simulating(&self, unit: &Unit, f: &Function, stmt: StmtId) -> bool {
        match &f.stmts[stmt].kind {
            // A φ where a loop is left lets values leave it, where loops are in closed form.
            StmtKind::Phi(phi) => {
                let block = f.stmts[stmt].block;
                let closed = f.loops.as_ref().is_some_and(|loops| loops.closed_form);
                let leaves = |&edge: &EdgeId| f.leaves_loop(edge, f.loop_of(f.edges[edge].src));
                let closes = closed && f.blocks[block].preds.iter().any(leaves);
                !closes && !f.names[phi.result].has(NameFlags::VIRTUAL)
            }
            StmtKind::Cond { .. } => true,
            _ => is_copy(unit, f, stmt) || tree_ssa::edit::cfg_edit::ends_block(unit, f, stmt),
        }
    }

    fn begin_name(&mut self, name: SsaName) {
        self.copy_of[name.0 as usize] = Operand::None;
    }

    fn visit_stmt(
        &mut self,
        unit: &mut Unit,
        f: &Function,
        stmt: StmtId,
        dump: &mut Dump<'_>,
    ) -> Outcome {
        if dump.details() {
            let text = tree_ssa::dump_text::stmt(unit, f, stmt);
            putln!(dump, "\nVisiting statement:\n{text}");
        }
        match f.stmts[stmt].kind {
            StmtKind::Assign { lhs: Operand::Ssa(name), rhs, .. } if is_copy(unit, f, stmt) => {
                let value = self.value(rhs[0]);
                if value.is_none() {
                    return Outcome::NotInteresting;
                }
                let fits = may_propagate_copy(unit, f, Operand::Ssa(name), value);
                self.set(unit, name, if fits { value } else { Operand::Ssa(name) })
            }
            StmtKind::Cond { code, lhs, rhs, .. } => {
                let (a, b) = (self.value(lhs), self.value(rhs));
                let decided = match (a.constant(), b.constant()) {
                    (Some(a), Some(b)) => {
                        let bool_ = unit.common.bool_;
                        fold_const::const_compare(unit, code, bool_, a, b)
                    }
                    _ => None,
                };
                let block = f.stmts[stmt].block;
                match decided.and_then(|id| taken_edge(unit, f, block, Operand::Const(id))) {
                    Some(edge) => Outcome::Interesting(None, Some(edge)),
                    None => Outcome::Varying(None),
                }
            }
            _ => {
                // What ends a block is visited for its edges; what it defines is no copy.
                let vdef = f.stmts[stmt].vdef.expand();
                let mut defined: Vec<SsaName> = vdef.into_iter().collect();
                f.for_each_write(stmt, &mut |op| defined.extend(op.ssa()));
                for name in defined {
                    self.copy_of[name.0 as usize] = Operand::Ssa(name);
                }
                Outcome::Varying(None)
            }
        }
    }

    fn visit_phi(
        &mut self,
        unit: &mut Unit,
        f: &Function,
        phi: StmtId,
        dump: &mut Dump<'_>,
    ) -> Outcome {
        let details = dump.details();
        if details {
            let text = tree_ssa::dump_text::stmt(unit, f, phi);
            putln!(dump, "\nVisiting PHI node: {text}");
        }
        let result = f.phi(phi).result;
        let block = f.stmts[phi].block;
        let mut value = Operand::None;
        for (arg, &edge) in f.phi(phi).args.iter().zip(&f.blocks[block].preds) {
            let data = &f.edges[edge];
            if !data.flags.intersects(EdgeFlags::EXECUTABLE) {
                continue;
            }
            if details {
                putln!(
                    dump,
                    "\tArgument #{} ({} -> {} executable)",
                    data.dst_idx,
                    data.src.0,
                    data.dst.0
                );
            }
            let incoming = self.value(arg.value);
            if incoming.is_none() || incoming == Operand::Ssa(result) {
                continue;
            }
            if value.is_none() {
                value = incoming;
            } else if value != incoming && !operand_equal(unit, value, incoming) {
                value = Operand::Ssa(result);
                break;
            }
        }
        if value.is_none() {
            return Outcome::NotInteresting;
        }
        if !may_propagate_copy(unit, f, Operand::Ssa(result), value) {
            value = Operand::Ssa(result);
        }
        if details {
            let name = tree_ssa::dump_text::name(unit, f, result);
            let text = tree_ssa::dump_text::operand(unit, f, value);
            putln!(dump, "PHI node value: copy-of chain: {name} -> {text}\n");
        }
        self.set(unit, result, value)
    }
}

impl CopyProp {
    /// What a name is a copy of, if it is one.
    fn copied(&self, name: SsaName) -> Option<Operand> {
        self.copy_of
            .get(name.0 as usize)
            .copied()
            .filter(|&value| value.is_some() && value != Operand::Ssa(name))
    }
}

impl Values for CopyProp {
    fn value_at(
        &mut self,
        _cx: &mut PassContext<'_>,
        _f: &Function,
        name: SsaName,
        _point: Point,
    ) -> Option<Operand> {
        self.copied(name)
    }

    fn folds_more(&self) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        let names = (0..self.copy_of.len() as u32).map(SsaName);
        self.copy_of.iter().zip(names).all(|(&value, name)| value == Operand::Ssa(name))
    }
}
