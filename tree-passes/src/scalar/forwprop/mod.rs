//! Pass `forwprop`: forward propagation of definitions into the statements that use them.
//!
//! ```text
//! _1 = &s.b;                          *_1 = 3  becomes  MEM[(int *)&s + 4B] = 3;
//! *_1 = 3;
//! _2 = a_3(D) < b_4(D);          =>
//! c_5 = (int) _2;
//! if (c_5 != 0)                       if (a_3(D) < b_4(D))
//! ```
//!
//! Blocks are visited in reverse post-order, twice each: addresses go into the memory references that use them
//! (`address`), then each statement is folded with what defines its operands, the copies seen so far put in. Copies that
//! have been propagated everywhere are removed at the end. Linear, but for folding a statement again after it changed,
//! which is bounded.

pub(crate) mod address;
mod combine;
mod complex;
mod narrow_math;
mod narrow_sum;
mod switch;

use dumps::putln;
use gimple::cfg::{BlockId, EdgeFlags};
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::debug_stmts::DebugPlace;
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::simplify;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtFlags, StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use std::fmt::Write;
use tree_ssa::dump_text;
use tree_ssa::edit::cfg_edit::may_propagate_copy;
use tree_ssa::fold::gimple_fold;
use tree_ssa::fold::gimple_fold::say_folded;
use tree_ssa::fold::is_invariant;
use tree_ssa::graph::analyses;
use tree_ssa::ssa::binds;
use tree_ssa::ssa::update_ssa;

/// How often one statement is folded again.
const MAX_ROUNDS: u32 = 16;

/// `forwprop` for the pass table.
pub const PASS: Pass = Pass::tree("forwprop", execute)
    .gate(|options, _| options.on(Flag::TreeForwprop))
    .requires(Prop::CFG_SSA)
    .follows(&[("ccp", "conditions that are constant lead nowhere any more")]);

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let mut pass = Forwprop {
        values: vec![Operand::None; f.names.len()],
        dead: Vec::new(),
        cfg_changed: false,
    };
    for &block in analyses::reverse_post_order(f).iter() {
        pass.record_degenerate_phis(cx, f, block);
        address::propagate_addresses(cx, f, block);
        let mut stmt = f.blocks[block].stmts.first;
        while stmt.is_some() {
            if matches!(f.stmts[stmt].kind, StmtKind::Nop) {
                let next = f.stmts[stmt].next;
                f.remove_stmt(stmt);
                stmt = next;
                continue;
            }
            if f.stmts[stmt].has(StmtFlags::DEBUG_BEFORE) {
                pass.replace_in_binds(cx.unit, f, DebugPlace::Before(stmt));
            }
            pass.statement(cx, f, stmt);
            stmt = f.stmts[stmt].next;
        }
        if !f.debug.is_empty() {
            pass.replace_in_binds(cx.unit, f, DebugPlace::AtEnd(block));
        }
        pass.substitute_phi_arguments(cx, f, block);
    }
    pass.remove_dead(cx, f);
    if pass.cfg_changed { Todo::UPDATE_SSA | Todo::CLEANUP_CFG } else { Todo::UPDATE_SSA }
}

/// The lattice: what each name is a copy of.
struct Forwprop {
    values: Vec<Operand>,
    /// Copies and φs whose results have been replaced.
    dead: Vec<StmtId>,
    cfg_changed: bool,
}

impl Forwprop {
    /// The value of a name: itself if it is no copy.
    fn value(&self, name: SsaName) -> Operand {
        match self.values.get(name.0 as usize) {
            Some(&value) if value.is_some() => value,
            _ => Operand::Ssa(name),
        }
    }

    fn set_value(&mut self, name: SsaName, value: Operand) {
        if let Some(slot) = self.values.get_mut(name.0 as usize) {
            *slot = value;
        }
    }

    fn record_degenerate_phis(&mut self, cx: &PassContext<'_>, f: &Function, block: BlockId) {
        for phi in f.phis(block) {
            let data = f.phi(phi);
            let first = data.args[0].value;
            let virtual_ = f.names[data.result].has(NameFlags::VIRTUAL);
            let valid = matches!(first, Operand::Ssa(_)) || is_invariant(cx.unit, first);
            if virtual_ || !valid || data.args.iter().any(|arg| arg.value != first) {
                continue;
            }
            if first != Operand::Ssa(data.result)
                && may_propagate_copy(cx.unit, f, Operand::Ssa(data.result), first)
            {
                self.dead.push(phi);
                let value = first.ssa().map_or(first, |name| self.value(name));
                self.set_value(data.result, value);
            }
        }
    }

    /// Puts known values into a statement and folds it until nothing changes.
    fn statement(&mut self, cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
        if !cx.dbg_cnt(Counter::Forwprop) {
            return;
        }
        let mut changed = self.substitute(cx, f, stmt);
        changed |= narrow_math::narrow_call(cx.unit, f, stmt);
        for _ in 0..MAX_ROUNDS {
            let before = cx.dump.details().then(|| f.stmts[stmt].kind.clone());
            let folded = {
                let values = &self.values;
                let valueize = |name: SsaName| match values.get(name.0 as usize) {
                    Some(&value) if value.is_some() => Some(value),
                    _ => Some(Operand::Ssa(name)),
                };
                gimple_fold::fold_stmt(cx.unit, f, cx.options, &valueize, stmt)
            };
            simplify::say_rules(cx.unit, &mut cx.dump);
            if folded && let Some(before) = before {
                say_folded(cx, f, stmt, &before);
            }
            let tested = self.combine_comparison(cx, f, stmt)
                || self.combine_choice(cx, f, stmt)
                || self.combine_addresses(cx, f, stmt)
                || self.condition(cx, f, stmt)
                || narrow_sum::narrow_sum(cx.unit, f, stmt)
                || switch::without_conversion(cx.unit, f, stmt);
            changed |= folded | tested;
            if !folded && !tested {
                break;
            }
        }
        if changed {
            f.call_directly(cx.unit, stmt);
            update_ssa::update_stmt_without_vdef(cx.unit, f, stmt);
        }
        self.record_copy(cx.unit, f, stmt);
    }

    fn replace_in_binds(&self, unit: &mut Unit, f: &mut Function, place: DebugPlace) {
        binds::replace_at(unit, f, place, &mut |unit, f, name| {
            let (own, value) = (Operand::Ssa(name), self.value(name));
            (value != own && may_propagate_copy(unit, f, own, value)).then_some(value)
        });
    }

    fn substitute(&self, cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) -> bool {
        let mut names = Vec::new();
        let mut id = f.stmts[stmt].uses;
        while id.is_some() {
            let node = &f.uses[id];
            let value = self.value(node.name);
            if !f.names[node.name].has(NameFlags::VIRTUAL)
                && value != Operand::Ssa(node.name)
                && may_propagate_copy(cx.unit, f, Operand::Ssa(node.name), value)
            {
                names.push((node.name, value));
            }
            id = node.next_in_stmt;
        }
        !names.is_empty()
            && f.replace_in_stmt(cx.unit, stmt, &mut |name| {
                names.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
            })
    }

    /// What is special to conditions: decided ones, and tests of a truth value for being false.
    fn condition(&mut self, cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) -> bool {
        let StmtKind::Cond { code, lhs, rhs, .. } = f.stmts[stmt].kind else { return false };
        if matches!(lhs, Operand::Const(_)) && matches!(rhs, Operand::Const(_)) {
            self.cfg_changed = true;
            return false;
        }
        let ty = cx.unit.type_of(f, lhs);
        let negative = match code {
            TreeCode::Eq => cx.unit.as_int(rhs) == Some(0),
            TreeCode::Ne => cx.unit.as_int(rhs).is_some_and(|value| value == 1 || value == -1),
            _ => false,
        };
        let truth = cx.unit.types.is_integral(ty) && cx.unit.types.precision(ty) == Some(1);
        if !negative || !truth {
            return false;
        }
        let zero = cx.unit.int(ty, 0);
        if let StmtKind::Cond { code, rhs, .. } = &mut f.stmts[stmt].kind {
            (*code, *rhs) = (TreeCode::Ne, zero);
        }
        for edge in f.blocks[f.stmts[stmt].block].succs.clone() {
            f.edges[edge].flags.toggle(EdgeFlags::TRUE_VALUE | EdgeFlags::FALSE_VALUE);
        }
        f.update_stmt(cx.unit, stmt);
        true
    }

    /// Removes the definition of a name nothing uses any more, and what only that needed
    /// (`remove_prop_source_from_use`).
    fn remove_unused_source(&mut self, f: &mut Function, name: SsaName) {
        let mut next = Some(name);
        while let Some(name) = next.take() {
            if f.names[name].flags.intersects(NameFlags::RELEASED | NameFlags::DEFAULT_DEF)
                || !f.has_zero_uses(name)
            {
                return;
            }
            let Some(def) = f.names[name].def.expand() else { return };
            let StmtKind::Assign { rhs, .. } = f.stmts[def].kind else { return };
            if f.stmts[def].flags.intersects(StmtFlags::VOLATILE | StmtFlags::VDEF) {
                return;
            }
            self.set_value(name, Operand::None);
            f.remove_stmt(def);
            next = rhs[0].ssa();
        }
    }

    /// Fills the lattice: the statement may be a copy.
    fn record_copy(&mut self, unit: &Unit, f: &Function, stmt: StmtId) {
        let StmtKind::Assign { lhs: Operand::Ssa(name), code: TreeCode::Single, rhs } =
            f.stmts[stmt].kind
        else {
            return;
        };
        let value = match rhs[0] {
            Operand::Ssa(source) => self.value(source),
            op if is_invariant(unit, op) => op,
            _ => return,
        };
        if value != Operand::Ssa(name)
            && may_propagate_copy(unit, f, Operand::Ssa(name), value)
            && (rhs[0] == value || may_propagate_copy(unit, f, Operand::Ssa(name), rhs[0]))
        {
            self.set_value(name, value);
            self.dead.push(stmt);
        }
    }

    fn substitute_phi_arguments(&self, cx: &mut PassContext<'_>, f: &mut Function, block: BlockId) {
        for position in 0..f.blocks[block].succs.len() {
            let edge = f.blocks[block].succs[position];
            let (dst, index) = (f.edges[edge].dst, f.edges[edge].dst_idx as usize);
            let mut phi = f.blocks[dst].phis.first;
            while phi.is_some() {
                if let Operand::Ssa(name) = f.phi(phi).args[index].value {
                    let value = self.value(name);
                    if value != Operand::Ssa(name)
                        && may_propagate_copy(cx.unit, f, Operand::Ssa(name), value)
                    {
                        f.set_phi_arg(phi, index, value);
                    }
                }
                phi = f.stmts[phi].next;
            }
        }
    }

    fn remove_dead(&mut self, cx: &mut PassContext<'_>, f: &mut Function) {
        while let Some(stmt) = self.dead.pop() {
            let name = match &f.stmts[stmt].kind {
                StmtKind::Phi(phi) => phi.result,
                StmtKind::Assign { lhs: Operand::Ssa(name), .. } => *name,
                _ => continue,
            };
            let block = f.stmts[stmt].block;
            if block.is_none() || !f.has_zero_uses(name) {
                continue;
            }
            if cx.dump.details() {
                let text = dump_text::stmt(cx.unit, f, stmt);
                putln!(cx.dump, "Removing dead stmt {text}\n");
            }
            update_ssa::unlink_stmt_vdef(cx.unit, f, stmt);
            f.remove_stmt(stmt);
        }
    }
}
