//! Walks along virtual operands: from a load back to the statements that may have stored what it reads.

use super::{Access, Oracle};
use crate::graph::dominance::Dominators;
use gimple::function::Function;
use gimple::ssa::SsaName;
use gimple::stmt::{StmtId, StmtKind};
use gimple::unit::Unit;

/// A φ with more arguments ends a walk.
const MAX_PHI_ARGS: usize = 64;

/// What a walker says of a virtual name it is shown.
pub enum Visit<T> {
    /// Go on backward.
    Continue,
    /// This is the answer.
    Found(T),
    /// There is none.
    Stop,
}

/// A walk back from a state of memory to what may have written a reference.
pub struct Walk<'w> {
    pub oracle: &'w Oracle,
    pub unit: &'w Unit,
    pub f: &'w Function,
    pub tree: &'w Dominators,
    /// The reference.
    pub access: &'w Access,
    /// At most so many more stores are looked at.
    pub budget: &'w mut u32,
}

impl Walk<'_> {
    /// Walks from `vuse` back over all stores that do not touch the reference, and over φs all of whose arguments come
    /// from the same earlier state without touching it (`walk_non_aliased_vuses`). `look` is shown every state; `clobber`
    /// the store that ends the walk, and may let it go on after it.
    pub fn non_aliased<T>(
        &mut self,
        vuse: SsaName,
        look: &mut dyn FnMut(SsaName) -> Visit<T>,
        clobber: &mut dyn FnMut(StmtId, SsaName) -> Visit<T>,
    ) -> Option<T> {
        let mut state = vuse;
        loop {
            match look(state) {
                Visit::Continue => {}
                Visit::Found(answer) => return Some(answer),
                Visit::Stop => return None,
            }
            let def = self.f.names[state].def.expand()?;
            if self.f.is_phi(def) {
                state = self.through_phi(def)?;
                continue;
            }
            if self.may_clobber(def)? {
                match clobber(def, state) {
                    Visit::Continue => {}
                    Visit::Found(answer) => return Some(answer),
                    Visit::Stop => return None,
                }
            }
            state = self.f.stmts[def].vuse.expand()?;
        }
    }

    /// Whether a store may write the reference. `None` where no more stores are to be looked at.
    fn may_clobber(&mut self, store: StmtId) -> Option<bool> {
        *self.budget = self.budget.checked_sub(1)?;
        Some(self.oracle.stmt_may_clobber(self.unit, self.f, store, self.access, true))
    }

    /// The state before a φ that all its arguments lead back to without touching the reference
    /// (`get_continuation_for_phi`).
    pub fn through_phi(&mut self, phi: StmtId) -> Option<SsaName> {
        let (f, tree) = (self.f, self.tree);
        let StmtKind::Phi(data) = &f.stmts[phi].kind else { return None };
        if self.meets_last_barrier(phi) {
            return None;
        }
        if data.args.len() > MAX_PHI_ARGS || data.args.iter().any(|arg| arg.value.ssa().is_none()) {
            return None;
        }
        let home = f.stmts[phi].block;
        // The state to arrive at is an argument whose definition dominates the φ, or else the first state that is met
        // in a block above.
        let defined_in = |name: SsaName| f.names[name].def.expand().map(|def| f.stmts[def].block);
        let args = data.args.iter().filter_map(|arg| arg.value.ssa());
        let mut target = args.clone().find(|&name| match defined_in(name) {
            None => true,
            Some(block) => block != home && tree.dominated_by(home, block),
        });
        let above = tree.idom(home);
        let scratch = &mut *self.oracle.scratch.borrow_mut();
        scratch.clear();
        scratch.stack.extend(args.rev());
        while let Some(state) = scratch.stack.pop() {
            if target == Some(state) || state == data.result || !scratch.seen.insert(state.0) {
                continue;
            }
            let is_above = match defined_in(state) {
                None => true,
                Some(block) => tree.dominated_by(above, block),
            };
            if is_above && target.is_none() {
                target = Some(state);
                continue;
            }
            let def = f.names[state].def.expand()?;
            if let StmtKind::Phi(inner) = &f.stmts[def].kind {
                if is_above {
                    // Above the φ without having met the target: another way in.
                    return None;
                }
                scratch.push_args(inner);
                continue;
            }
            if self.may_clobber(def)? {
                self.oracle.barriers.borrow_mut().insert(phi, def);
                return None;
            }
            scratch.stack.push(f.stmts[def].vuse.expand()?);
        }
        target
    }

    /// Whether the store that ended the last walk back from a φ ends this one, too.
    fn meets_last_barrier(&self, phi: StmtId) -> bool {
        let barrier = self.oracle.barriers.borrow().get(&phi).copied();
        barrier.is_some_and(|store| {
            self.f.stmts[store].vdef.is_some()
                && self.oracle.stmt_may_clobber(self.unit, self.f, store, self.access, true)
        })
    }
}

/// Calls `found` on each store that may have written what `access` reads, looking backward from `vuse` through φs
/// (`walk_aliased_vdefs`). `found` says whether to go on after that store. Returns how many stores were looked at.
pub fn walk_aliased_vdefs(
    oracle: &Oracle,
    unit: &Unit,
    f: &Function,
    access: &Access,
    vuse: SsaName,
    found: &mut dyn FnMut(StmtId) -> bool,
) -> usize {
    let mut count = 0;
    let scratch = &mut *oracle.scratch.borrow_mut();
    scratch.clear();
    scratch.stack.push(vuse);
    while let Some(state) = scratch.stack.pop() {
        if !scratch.seen.insert(state.0) {
            continue;
        }
        let Some(def) = f.names[state].def.expand() else { continue };
        if let StmtKind::Phi(phi) = &f.stmts[def].kind {
            scratch.push_args(phi);
            continue;
        }
        count += 1;
        let stop = oracle.stmt_may_clobber(unit, f, def, access, true) && !found(def);
        if !stop {
            scratch.stack.extend(f.stmts[def].vuse.expand());
        }
    }
    count
}
