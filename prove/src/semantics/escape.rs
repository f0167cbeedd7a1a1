//! Local variables whose addresses a function keeps to itself: what is called neither reads nor writes them.
//!
//! ```text
//! int x = 1, y = 2;
//! int *p = c ? &x : &y;     copies, sums and φs of an address are the function's own
//! g ();                     so nothing here reads or writes x
//! h (&y);                   y is given away, for good
//! ```
//!
//! An address is given away where it is stored, passed, returned, made a number, or given to an asm.

use super::objects::is_local;
use gimple::builtins::Builtin;
use gimple::code::TreeCode;
use gimple::decl::DeclId;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{Callee, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// How often statements are looked at, until nothing changes.
const ROUNDS: u32 = 8;

type Holders = FxHashMap<SsaName, BTreeSet<DeclId>>;

/// The local variables that a function gives away.
pub fn given_away(unit: &Unit, f: &Function) -> FxHashSet<DeclId> {
    let mut escape = Escape { unit, f, names: Holders::default(), given: FxHashSet::default() };
    let blocks = f.block_order();
    for round in 0..=ROUNDS {
        let before = escape.size();
        for &block in &blocks {
            for stmt in f.phis(block).chain(f.block_stmts(block)) {
                escape.statement(stmt);
            }
        }
        if escape.size() == before {
            break;
        }
        if round == ROUNDS {
            // Too long a way from name to name: all that is held anywhere may go anywhere.
            let held: Vec<DeclId> = escape.names.values().flatten().copied().collect();
            escape.given.extend(held);
        }
    }
    escape.given
}

struct Escape<'a> {
    unit: &'a Unit,
    f: &'a Function,
    /// The variables whose addresses names may hold.
    names: Holders,
    given: FxHashSet<DeclId>,
}

impl Escape<'_> {
    fn size(&self) -> usize {
        self.given.len() + self.names.values().map(BTreeSet::len).sum::<usize>()
    }

    /// The variables whose address an operand may be.
    fn held(&self, op: Operand) -> BTreeSet<DeclId> {
        match op {
            Operand::Ssa(name) => self.names.get(&name).cloned().unwrap_or_default(),
            Operand::Tree(id) => match *self.unit.trees.kind(id) {
                TreeKind::Addr(object) => match self.unit.trees.base_address(object) {
                    Operand::Decl(decl) if is_local(self.unit, decl) => BTreeSet::from([decl]),
                    name @ Operand::Ssa(_) => self.held(name),
                    _ => BTreeSet::new(),
                },
                TreeKind::Constructor(ref elements) => {
                    elements.iter().flat_map(|&(_, element)| self.held(element)).collect()
                }
                TreeKind::Expr { args, .. } => {
                    args.iter().flat_map(|&arg| self.held(arg)).collect()
                }
                _ => BTreeSet::new(),
            },
            _ => BTreeSet::new(),
        }
    }

    fn give(&mut self, ops: &[Operand]) {
        for &op in ops {
            let held = self.held(op);
            self.given.extend(held);
        }
    }

    fn hold(&mut self, name: SsaName, ops: &[Operand]) {
        let held: BTreeSet<DeclId> = ops.iter().flat_map(|&op| self.held(op)).collect();
        if !held.is_empty() {
            self.names.entry(name).or_default().extend(held);
        }
    }

    fn statement(&mut self, stmt: StmtId) {
        let f = self.f;
        match &f.stmts[stmt].kind {
            StmtKind::Assign { lhs, code, rhs } => self.assign(*lhs, *code, rhs),
            StmtKind::Phi(phi) => {
                let args: Vec<Operand> = phi.args.iter().map(|arg| arg.value).collect();
                self.hold(phi.result, &args);
            }
            StmtKind::Call(call) => {
                let own = match call.callee {
                    Callee::Decl(callee) => self.unit.decls[callee].builtin,
                    _ => None,
                };
                use Builtin::{Memcpy, Memmove, Mempcpy, Memset};
                if !matches!(own, Some(Memcpy | Memmove | Mempcpy | Memset)) {
                    self.give(&call.args);
                    self.give(&[call.chain]);
                } else if let (Operand::Ssa(name), Some(&to)) = (call.lhs, call.args.first()) {
                    self.hold(name, &[to]);
                }
            }
            StmtKind::Asm(asm) => {
                let inputs: Vec<Operand> = asm.inputs.iter().map(|input| input.value).collect();
                self.give(&inputs);
            }
            StmtKind::Return(value) => self.give(&[*value]),
            _ => {}
        }
    }

    fn assign(&mut self, lhs: Operand, code: TreeCode, rhs: &[Operand; 3]) {
        let ty = self.unit.type_of(self.f, lhs);
        match (lhs, code) {
            (Operand::Ssa(name), TreeCode::Single | TreeCode::PointerPlus | TreeCode::Nop)
                if self.unit.types.is_pointer(ty) =>
            {
                self.hold(name, rhs);
            }
            // A comparison, or a distance, is no address.
            (Operand::Ssa(_), TreeCode::PointerDiff) => {}
            (Operand::Ssa(_), code) if code.is_comparison() => {}
            _ => self.give(rhs),
        }
    }
}
