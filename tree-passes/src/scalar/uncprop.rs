//! Pass `uncprop`: an argument of a φ that a branch has compared with a name becomes that name, if it may share the
//! result's place: what is there already need not be put there.
//!
//! ```text
//!   if (a_1(D) == 7)                         if (a_1(D) == 7)
//!     goto <bb 4>;                             goto <bb 4>;
//!   else                                     else
//!     goto <bb 3>;                   =>        goto <bb 3>;
//!   ...                                      ...
//!   <bb 5>:                                  <bb 5>:
//!   # b_2 = PHI <7(4), b_3(3)>               # b_2 = PHI <a_1(D)(4), b_3(3)>
//! ```
//!
//! The walk of the dominator tree carries what the edges passed say: `==` on the true edge, `!=` on the false one, a truth
//! value on both, a switch's index after the only case that leads to a place. Linear, but for values known under many names.

use crate::scalar::dom::edges::{self, Switches};
use gimple::cfg::{BlockId, ENTRY, EdgeId};
use gimple::code::TreeCode;
use gimple::constant::{ConstId, ConstValue};
use gimple::function::{Function, Prop};
use gimple::options::{Flag, Options};
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::types_compatible::types_compatible;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dom_walk::{self, DomWalker, Reach, Step};
use tree_ssa::graph::dominance::Dominators;

/// `uncprop` for the pass table.
pub const PASS: Pass = Pass::tree("uncprop", execute)
    .gate(|options, _| options.on(Flag::TreeDominatorOpts))
    .requires(Prop::CFG_SSA)
    .follows(&[("crited", "what a branch says of a φ's argument it says at an edge of its own")]);

/// The names that are known to have a value, the last last.
type Known = FxHashMap<Value, SmallVec<[SsaName; 4]>>;

/// What names are compared with: equal integers are one, whatever their types.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Value {
    Int(i128),
    Other(ConstId),
    Name(SsaName),
}

impl Value {
    fn of(unit: &Unit, op: Operand) -> Option<Value> {
        match op {
            Operand::Ssa(name) => Some(Value::Name(name)),
            Operand::Const(id) => match unit.consts[id].value {
                ConstValue::Int(value) => Some(Value::Int(value)),
                _ => Some(Value::Other(id)),
            },
            _ => None,
        }
    }
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    let phis = f.block_order().iter().any(|&block| registers(f, block).next().is_some());
    if !phis {
        return Todo::NONE;
    }
    let tree = analyses::analysis::<Dominators>(f);
    let mut walker = Walker {
        unit: cx.unit,
        options: cx.options,
        tree: &tree,
        switches: Switches::default(),
        known: Known::default(),
        entered: Vec::new(),
    };
    dom_walk::walk(f, &tree, ENTRY, Reach::All, &mut walker);
    Todo::NONE
}

/// The φs of a block that are not of memory.
fn registers(f: &Function, block: BlockId) -> impl Iterator<Item = StmtId> + '_ {
    f.phis(block).filter(|&phi| !f.is_virtual_phi(phi))
}

struct Walker<'a> {
    unit: &'a mut Unit,
    options: &'a Options,
    tree: &'a Dominators,
    switches: Switches,
    known: Known,
    /// For each block on the way down from the entry, what its entry has told.
    entered: Vec<Option<Value>>,
}

impl DomWalker for Walker<'_> {
    fn before_dom_children(&mut self, f: &mut Function, block: BlockId) -> Step {
        let told = self.entry(f, block).and_then(|edge| self.record(f, edge));
        self.entered.push(told);
        for index in 0..f.blocks[block].succs.len() {
            let edge = f.blocks[block].succs[index];
            if registers(f, f.edges[edge].dst).next().is_some() {
                let told = self.record(f, edge);
                self.arguments(f, edge);
                self.forget(told);
            }
        }
        Step::Continue
    }

    fn after_dom_children(&mut self, _: &mut Function, _: BlockId) {
        let told = self.entered.pop().flatten();
        self.forget(told);
    }
}

impl Walker<'_> {
    /// The only edge that enters a block, but for those that come back to it.
    fn entry(&self, f: &Function, block: BlockId) -> Option<EdgeId> {
        let mut from_outside = f.blocks[block]
            .preds
            .iter()
            .filter(|&&e| !self.tree.dominated_by(f.edges[e].src, block));
        let only = from_outside.next()?;
        from_outside.next().is_none().then_some(*only)
    }

    /// Notes what an edge tells; gives back the value that has one more name.
    fn record(&mut self, f: &Function, edge: EdgeId) -> Option<Value> {
        let (name, value) = self.told(f, edge)?;
        self.known.entry(value).or_default().push(name);
        Some(value)
    }

    fn forget(&mut self, told: Option<Value>) {
        if let Some(names) = told.and_then(|value| self.known.get_mut(&value)) {
            names.pop();
        }
    }

    /// A name and the value it has where control takes an edge.
    fn told(&mut self, f: &Function, edge: EdgeId) -> Option<(SsaName, Value)> {
        let last = f.last_stmt(f.edges[edge].src)?;
        match f.stmts[last].kind {
            StmtKind::Cond { code: TreeCode::Eq | TreeCode::Ne, .. } | StmtKind::Switch(_) => {}
            _ => return None,
        }
        let facts = edges::facts(self.unit, self.options, f, edge, &mut self.switches);
        // What follows from an equality stands after it.
        let &(name, value) = facts.equal.first()?;
        let fixed = |name: &SsaName| f.names[*name].has(NameFlags::ABNORMAL);
        if fixed(&name) || value.ssa().is_some_and(|name| fixed(&name)) {
            return None;
        }
        Some((name, Value::of(self.unit, value)?))
    }

    /// Replaces the arguments that an edge brings.
    fn arguments(&self, f: &mut Function, edge: EdgeId) {
        let (dst, index) = (f.edges[edge].dst, f.edges[edge].dst_idx as usize);
        let mut phi = f.blocks[dst].phis.first;
        while phi.is_some() {
            if !f.is_virtual_phi(phi)
                && let Some(name) = self.better(f, phi, index)
            {
                f.set_phi_arg(phi, index, Operand::Ssa(name));
            }
            phi = f.stmts[phi].next;
        }
    }

    /// A name that shares the place of a φ's result, where an argument does not.
    fn better(&self, f: &Function, phi: StmtId, index: usize) -> Option<SsaName> {
        let (result, value) = (f.phi(phi).result, f.phi(phi).args[index].value);
        if value.ssa().is_some_and(|name| self.share(f, name, result)) {
            return None;
        }
        let names = self.known.get(&Value::of(self.unit, value)?)?;
        names.iter().rev().copied().find(|&name| self.share(f, name, result))
    }

    /// Whether names may share a place (`gimple_can_coalesce_p`).
    fn share(&self, f: &Function, a: SsaName, b: SsaName) -> bool {
        let (a, b) = (&f.names[a], &f.names[b]);
        let same = a.var.is_some() && a.var == b.var;
        same || self.options.on(Flag::TreeCoalesceVars) && types_compatible(self.unit, a.ty, b.ty)
    }
}
