//! `restrict`: what is accessed through a pointer based on a `restrict` parameter, and changed, is not accessed through one
//! that is not.
//!
//! ```text
//! void f (int *restrict p, int *q)
//!   *p_2(D) = 1;        based on p
//!   _1 = *q_3(D);       undefined where q is p: the load may be put before the store
//! ```
//!
//! What a pointer is based on is seen from how it is computed: sums and copies of one pointer are based on what that is
//! based on, and so are φs of such. Of what comes out of memory, or out of calls, nothing is known, and nothing is taken to
//! be undefined. Where it matters, the answer says that it is not known.

use super::{Role, Run};
use crate::terms::{Term, Terms};
use gimple::code::TreeCode;
use gimple::decl::{DeclId, DeclKind};
use gimple::function::Function;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::StmtKind;
use gimple::tree::{Operand, TreeKind};
use gimple::types::Quals;
use gimple::unit::Unit;

/// Accesses of a function that are held against each other at most.
const MOST: usize = 48;
/// How many definitions are followed from a pointer.
const DEPTH: u32 = 16;

/// What a pointer is based on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Root {
    #[default]
    Unknown,
    /// On no `restrict` parameter.
    Other,
    Param(DeclId),
}

/// The pointer that a pointer is made of by adding to it; nothing where it is made of an integer.
pub fn origin(unit: &Unit, f: &Function, base: Operand) -> Option<Operand> {
    let mut at = base;
    for _ in 0..DEPTH {
        let Operand::Ssa(name) = at else { return None };
        let Some(def) = f.names[name].def.expand() else { return Some(at) };
        let StmtKind::Assign { code, rhs, .. } = &f.stmts[def].kind else { return Some(at) };
        match code {
            TreeCode::PointerPlus => at = rhs[0],
            TreeCode::Single if matches!(rhs[0], Operand::Ssa(_)) => at = rhs[0],
            TreeCode::Nop if unit.types.is_pointer(unit.type_of(f, rhs[0])) => at = rhs[0],
            TreeCode::Nop => return None,
            _ => return Some(at),
        }
    }
    None
}

/// An access that was made.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    reach: Term,
    address: Term,
    size: u64,
    root: Root,
    writes: bool,
}

impl Run<'_> {
    /// What the pointer of an access is based on.
    pub fn root(&self, base: Operand) -> Root {
        if !self.objects.has_restrict || self.role != Role::Before || self.nesting > 0 {
            return Root::Unknown;
        }
        self.root_within(base, DEPTH)
    }

    fn root_within(&self, base: Operand, depth: u32) -> Root {
        if depth == 0 {
            return Root::Unknown;
        }
        match base {
            Operand::Ssa(name) => self.root_of_name(name, depth),
            Operand::Tree(id) => match *self.unit.trees.kind(id) {
                TreeKind::Addr(object) => match self.unit.trees.base_address(object) {
                    Operand::Decl(_) => Root::Other,
                    pointer @ Operand::Ssa(_) => self.root_within(pointer, depth - 1),
                    _ => Root::Unknown,
                },
                _ => Root::Unknown,
            },
            _ => Root::Unknown,
        }
    }

    fn root_of_name(&self, name: SsaName, depth: u32) -> Root {
        let f = self.f;
        let data = &f.names[name];
        if data.has(NameFlags::DEFAULT_DEF) {
            let decl = &self.unit.decls[data.var];
            return match decl.kind {
                DeclKind::Parm if self.unit.types[decl.ty].quals.contains(Quals::RESTRICT) => {
                    Root::Param(data.var)
                }
                DeclKind::Parm => Root::Other,
                _ => Root::Unknown,
            };
        }
        let Some(def) = data.def.expand() else { return Root::Unknown };
        match &f.stmts[def].kind {
            StmtKind::Assign { code: TreeCode::PointerPlus, rhs, .. } => {
                self.root_within(rhs[0], depth - 1)
            }
            StmtKind::Assign { code: TreeCode::Single | TreeCode::Nop, rhs, .. }
                if self.unit.types.is_pointer(self.unit.type_of(f, rhs[0])) =>
            {
                self.root_within(rhs[0], depth - 1)
            }
            StmtKind::Phi(phi) => {
                let others = phi.args.iter().filter(|arg| arg.value != Operand::Ssa(name));
                // A pointer that goes round is based on what it was based on before.
                let entering = others.filter(|arg| !self.goes_round(arg.value, name));
                let mut roots = entering.map(|arg| self.root_within(arg.value, depth / 2));
                let first = roots.next().unwrap_or_default();
                if roots.all(|root| root == first) { first } else { Root::Unknown }
            }
            _ => Root::Unknown,
        }
    }

    /// Whether a pointer is a name that was moved on.
    fn goes_round(&self, op: Operand, start: SsaName) -> bool {
        let mut at = op;
        for _ in 0..DEPTH {
            let Operand::Ssa(name) = at else { return false };
            if name == start {
                return true;
            }
            let Some(def) = self.f.names[name].def.expand() else { return false };
            let StmtKind::Assign { code: TreeCode::PointerPlus, rhs, .. } = self.f.stmts[def].kind
            else {
                return false;
            };
            at = rhs[0];
        }
        false
    }

    /// An access is made: it is undefined where it should not be of the same bytes as one before it.
    pub fn check_restrict(&mut self, (root, address): (Root, Term), size: u64, writes: bool) {
        if root == Root::Unknown || size == 0 {
            self.restrict_unknown |= size > 0;
            return;
        }
        let before = std::mem::take(&mut self.accesses);
        for access in &before {
            if access.root == root || !(access.writes || writes) {
                continue;
            }
            let overlap = self.overlap((access.address, access.size), (address, size));
            let both = self.terms.and(access.reach, overlap);
            self.undefined_if(both);
        }
        self.accesses = before;
        if self.accesses.len() == MOST {
            self.restrict_unknown = true;
            return;
        }
        let reach = self.reach;
        self.accesses.push(Access { reach, address, size, root, writes });
    }

    /// Where two stretches of bytes have one in common.
    fn overlap(&mut self, a: (Term, u64), b: (Term, u64)) -> Term {
        let mut both = Terms::TRUE;
        for ((start, _), (other, size)) in [(a, b), (b, a)] {
            // The start of one is within the other, or before it.
            let size = self.terms.constant(64, size.into());
            let end = self.terms.add(other, size);
            let before = self.terms.ult(start, end);
            both = self.terms.and(both, before);
        }
        both
    }
}
