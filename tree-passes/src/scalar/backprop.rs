//! Pass `backprop`: what is said of a value by its uses goes back to where it is computed: that its sign does not matter.
//!
//! ```text
//! a_3 = -x_2(D);
//! _1 = a_3 * y_4(D);             =>   _1 = x_2(D) * y_4(D);
//! _5 = __builtin_cos (_1);            _5 = __builtin_cos (_1);
//! ```
//!
//! Blocks are visited backward, so that uses come before what they use; φs at the heads of loops are believed to ask for
//! nothing until they are seen, and what was believed is looked at again then. Each value's facts change twice at most:
//! linear in uses.

use dumps::{put, putln};
use gimple::builtins::{Builtin, Family};
use gimple::cfg::EdgeFlags;
use gimple::code::TreeCode;
use gimple::function::{Function, Prop};
use gimple::options::{Flag, Options};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types::TypeId;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use tree_ssa::dump_text;
use tree_ssa::edit;
use tree_ssa::effects::call_effects::builtin_at;
use tree_ssa::graph::analyses;

/// Operations on the sign that are stripped one after the other.
const STEPS: usize = 16;

/// `backprop` for the pass table.
pub const PASS: Pass = Pass::tree("backprop", execute)
    .gate(|options, _| options.on(Flag::SsaBackprop))
    .requires(Prop::CFG_SSA);

/// What uses say of a value, which is nothing for most.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Usage {
    /// No use has been seen: all may be true.
    Unseen,
    /// The sign does not matter.
    Unsigned,
}

struct Backprop<'a, 'b, 'c> {
    cx: &'a mut PassContext<'b>,
    f: &'c mut Function,
    usages: FxHashMap<SsaName, Usage>,
    /// The names something was recorded of, in order.
    recorded: Vec<SsaName>,
    /// Blocks that have been seen, φs included.
    visited: Vec<bool>,
    /// The φs of the block at hand that have been looked at.
    visited_phis: FxHashSet<StmtId>,
    /// Names to be looked at again, last first.
    work: Vec<SsaName>,
    waiting: FxHashSet<SsaName>,
}

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let order = analyses::reverse_post_order(f);
    let visited = vec![false; f.blocks.len()];
    let mut pass = Backprop {
        cx,
        f,
        usages: FxHashMap::default(),
        recorded: Vec::new(),
        visited,
        visited_phis: FxHashSet::default(),
        work: Vec::new(),
        waiting: FxHashSet::default(),
    };
    for &block in order.iter().rev() {
        let mut stmt = pass.f.last_stmt(block);
        while let Some(at) = stmt {
            if let Some(name) = tree_ssa::fold::substitute::result_name(pass.f, at) {
                pass.look_at(name);
            }
            stmt = pass.f.stmts[at].prev.expand();
        }
        let mut phi = pass.f.blocks[block].phis.first.expand();
        while let Some(at) = phi {
            let name = pass.f.phi(at).result;
            if !pass.f.names[name].has(NameFlags::VIRTUAL) {
                pass.look_at(name);
                pass.visited_phis.insert(at);
            }
            phi = pass.f.stmts[at].next.expand();
        }
        pass.visited[block.0 as usize] = true;
        pass.visited_phis.clear();
    }
    while let Some(name) = pass.work.pop() {
        pass.waiting.remove(&name);
        pass.say_name("[WORKLIST] Popping ", name);
        pass.look_at(name);
    }
    pass.say_line();
    let recorded = std::mem::take(&mut pass.recorded);
    for &name in &recorded {
        if pass.usages.contains_key(&name) {
            pass.f.nonzero_bits.forget(name);
            pass.strip_inputs(name);
        }
    }
    for &name in &recorded {
        pass.remove_unused(name);
    }
    pass.say_line();
    Todo::NONE
}

impl Backprop<'_, '_, '_> {
    /// Finds out what the uses of a name say of it.
    fn look_at(&mut self, name: SsaName) {
        if self.f.has_zero_uses(name) {
            return;
        }
        let Some(def) = self.f.names[name].def.expand() else { return };
        let (old, new) = (self.usages.get(&name).copied(), self.said_by_uses(name));
        match (old, new) {
            (None, None) if !self.f.is_phi(def) => return,
            (None, None) => {}
            (old, Some(new)) if old != Some(new) => {
                let first = old.is_none();
                if first {
                    self.recorded.push(name);
                }
                self.usages.insert(name, new);
                let what = if first {
                    "[DEF] Recording new information for "
                } else {
                    "[DEF] Updating information for "
                };
                self.say_stmt(what, def);
                self.say_usage(name);
            }
            (Some(_), None) => {
                self.usages.remove(&name);
                self.say_stmt("[DEF] Deleting information for ", def);
            }
            _ => return,
        }
        self.look_again_at_inputs(def);
    }

    /// Lets what a statement uses be looked at again, if something is recorded of it.
    fn look_again_at_inputs(&mut self, stmt: StmtId) {
        let mut inputs = Vec::new();
        self.for_each_input(stmt, &mut |name| inputs.push(name));
        for name in inputs {
            if self.usages.contains_key(&name) && self.waiting.insert(name) {
                self.say_name("[WORKLIST] Pushing ", name);
                self.work.push(name);
            }
        }
    }

    fn for_each_input(&self, stmt: StmtId, seen: &mut dyn FnMut(SsaName)) {
        match &self.f.stmts[stmt].kind {
            StmtKind::Phi(phi) => phi.args.iter().filter_map(|arg| arg.value.ssa()).for_each(seen),
            StmtKind::Assign { rhs, .. } => {
                rhs.iter().for_each(|&op| self.cx.unit.for_each_ssa(op, seen));
            }
            StmtKind::Call(call) => {
                call.args.iter().for_each(|&op| self.cx.unit.for_each_ssa(op, seen));
            }
            _ => {}
        }
    }

    /// What all uses of a name say together.
    fn said_by_uses(&mut self, name: SsaName) -> Option<Usage> {
        let mut all = Usage::Unseen;
        let details = self.cx.dump.details();
        let mut said = String::new();
        let mut agreed = true;
        for node in self.f.imm_uses(name) {
            let stmt = node.stmt;
            let ahead = self.f.is_phi(stmt)
                && !self.visited[self.f.stmts[stmt].block.0 as usize]
                && !self.visited_phis.contains(&stmt);
            let usage = if ahead { Some(Usage::Unseen) } else { self.said_by(stmt, name) };
            if details {
                let what = if ahead { "BACKEDGE" } else { "USE" };
                let shown = dump_text::name(self.cx.unit, self.f, name);
                let text = dump_text::stmt(self.cx.unit, self.f, stmt);
                putln!(said, "[{what}] {shown} in {text}");
                if usage.is_some() && !ahead {
                    putln!(said, "  {shown}: sign bit not important");
                }
            }
            match usage {
                Some(Usage::Unseen) => {}
                Some(Usage::Unsigned) => all = Usage::Unsigned,
                None => {
                    agreed = false;
                    break;
                }
            }
        }
        put!(self.cx.dump, "{said}");
        agreed.then_some(all)
    }

    /// What a statement says of a name that it uses.
    fn said_by(&self, stmt: StmtId, name: SsaName) -> Option<Usage> {
        let of_result = |lhs: Operand| self.usages.get(&lhs.ssa()?).copied();
        match &self.f.stmts[stmt].kind {
            StmtKind::Phi(phi) => self.usages.get(&phi.result).copied(),
            StmtKind::Call(call) => {
                let builtin = builtin_at(self.cx.unit, self.f, stmt)?;
                let uses = |index: usize| call.args.get(index) == Some(&Operand::Ssa(name));
                match builtin.standard_family()? {
                    Family::Cos | Family::Cosh | Family::Ccos | Family::Ccosh | Family::Hypot => {
                        Some(Usage::Unsigned)
                    }
                    Family::Copysign => (!uses(1)).then_some(Usage::Unsigned),
                    Family::Fma => (uses(0) && uses(1) && !uses(2)).then_some(Usage::Unsigned),
                    plain if is_odd(plain, self.cx.unit) => {
                        of_result(call.lhs).map(|_| Usage::Unsigned)
                    }
                    _ => None,
                }
            }
            &StmtKind::Assign { lhs, code, rhs } => {
                let ty = self.cx.unit.type_of(self.f, lhs);
                if self.cx.unit.overflow_traps(ty) {
                    return None;
                }
                match code {
                    TreeCode::Abs => Some(Usage::Unsigned),
                    TreeCode::Mult if rhs[0] == rhs[1] => Some(Usage::Unsigned),
                    TreeCode::Mult | TreeCode::Rdiv
                        if keeps_size(self.cx.options, self.cx.unit, ty) =>
                    {
                        of_result(lhs).map(|_| Usage::Unsigned)
                    }
                    TreeCode::Negate => of_result(lhs).map(|_| Usage::Unsigned),
                    TreeCode::Cond => {
                        let mut asked = false;
                        self.cx.unit.for_each_ssa(rhs[0], &mut |used| asked |= used == name);
                        if asked { None } else { of_result(lhs) }
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Lets a statement whose result's sign does not matter use values before operations on their sign.
    fn strip_inputs(&mut self, name: SsaName) {
        let Some(def) = self.f.names[name].def.expand() else { return };
        match &self.f.stmts[def].kind {
            StmtKind::Phi(_) => self.strip_arguments(def),
            StmtKind::Call(call) => {
                let argument = call.args.first().copied().unwrap_or(Operand::None);
                let odd = builtin_at(self.cx.unit, self.f, def)
                    .and_then(Builtin::standard_family)
                    .is_some_and(|family| is_odd(family, self.cx.unit));
                if odd && let Some(new) = self.without_sign(argument) {
                    if let StmtKind::Call(call) = &mut self.f.stmts[def].kind {
                        call.args[0] = new;
                    }
                    self.f.update_stmt(self.cx.unit, def);
                }
            }
            &StmtKind::Assign { code, rhs, .. } => {
                let from = match code {
                    TreeCode::Mult | TreeCode::Rdiv => 0,
                    TreeCode::Cond => 1,
                    _ => return,
                };
                let mut new = rhs;
                for op in &mut new[from..] {
                    *op = self.without_sign(*op).unwrap_or(*op);
                }
                if new != rhs {
                    edit::set_rhs(self.cx.unit, self.f, def, code, new);
                }
            }
            _ => {}
        }
    }

    fn strip_arguments(&mut self, phi: StmtId) {
        let block = self.f.stmts[phi].block;
        for index in 0..self.f.phi(phi).args.len() {
            let edge = self.f.blocks[block].preds[index];
            if self.f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL) {
                continue;
            }
            let arg = self.f.phi(phi).args[index].value;
            let Some(new) = self.without_sign(arg) else { continue };
            if self.cx.dump.details() {
                let (unit, f) = (&*self.cx.unit, &*self.f);
                let [old, by] = [arg, new].map(|op| dump_text::operand(unit, f, op));
                let text = dump_text::stmt(unit, f, phi);
                putln!(self.cx.dump, "Replacing use of {old} with {by} in {text}");
            }
            self.f.set_phi_arg(phi, index, new);
        }
    }

    /// The value before its sign was changed, if it was (`strip_sign_op`).
    fn without_sign(&self, op: Operand) -> Option<Operand> {
        let mut found = op;
        for _ in 0..STEPS {
            let Some(def) = found.ssa().and_then(|name| self.f.names[name].def.expand()) else {
                break;
            };
            let before = match &self.f.stmts[def].kind {
                StmtKind::Assign { code: TreeCode::Negate | TreeCode::Abs, rhs, .. } => rhs[0],
                StmtKind::Call(call)
                    if builtin_at(self.cx.unit, self.f, def).and_then(Builtin::standard_family)
                        == Some(Family::Copysign) =>
                {
                    call.args[0]
                }
                _ => break,
            };
            let bound =
                before.ssa().is_some_and(|name| self.f.names[name].has(NameFlags::ABNORMAL));
            let same = |op| self.cx.unit.types.main_variant(self.cx.unit.type_of(self.f, op));
            if bound || same(before) != same(found) {
                break;
            }
            found = before;
        }
        (found != op).then_some(found)
    }

    /// Removes the definition of a name that nobody uses any more.
    fn remove_unused(&mut self, name: SsaName) {
        let data = &self.f.names[name];
        let Some(def) = data.def.expand().filter(|_| !data.has(NameFlags::RELEASED)) else {
            return;
        };
        let plain = self.f.stmts[def].vdef.is_none()
            && !tree_ssa::effects::call_effects::has_side_effects(self.cx.unit, self.f, def);
        if plain && self.f.has_zero_uses(name) {
            self.say_stmt("Deleting ", def);
            self.f.remove_stmt(def);
        }
    }

    fn say_line(&mut self) {
        if self.cx.dump.details() {
            putln!(self.cx.dump);
        }
    }

    fn say_name(&mut self, what: &str, name: SsaName) {
        if self.cx.dump.details() {
            let name = dump_text::name(self.cx.unit, self.f, name);
            putln!(self.cx.dump, "{what}{name}");
        }
    }

    fn say_stmt(&mut self, what: &str, stmt: StmtId) {
        if self.cx.dump.details() {
            let text = dump_text::stmt(self.cx.unit, self.f, stmt);
            putln!(self.cx.dump, "{what}{text}");
        }
    }

    fn say_usage(&mut self, name: SsaName) {
        if self.cx.dump.details() {
            let name = dump_text::name(self.cx.unit, self.f, name);
            putln!(self.cx.dump, "  {name}: sign bit not important");
        }
    }
}

/// Whether a product may be negated for one of its factors: it must be rounded the same, and not overflow where the other
/// sign did not.
fn keeps_size(options: &Options, unit: &Unit, ty: TypeId) -> bool {
    match unit.types.is_integral(ty) {
        true => unit.types.is_unsigned(ty) || options.on(Flag::Wrapv),
        false => !unit.folding.rounding_math,
    }
}

/// Whether a function of a negated argument is the negated function (`negate_mathfn_p`).
fn is_odd(family: Family, unit: &Unit) -> bool {
    match family {
        Family::Asin
        | Family::Asinh
        | Family::Atan
        | Family::Atanh
        | Family::Cbrt
        | Family::Erf
        | Family::Round
        | Family::Roundeven
        | Family::Sin
        | Family::Sinh
        | Family::Tan
        | Family::Tanh
        | Family::Trunc => true,
        Family::Nearbyint | Family::Rint => !unit.folding.rounding_math,
        _ => false,
    }
}
