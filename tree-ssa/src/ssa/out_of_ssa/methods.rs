//! Which copies make SSA form conventional: by Briggs, and by Sreedhar's three methods.
//!
//! ```text
//!   the lost-copy problem     all arguments, results        Sreedhar III: i_2 and i_3 interfere, and i_2 is live
//!                             that are live too far         where i_3's block ends; so the result is copied
//!   # i_2 = PHI <0, i_3>      # i_4 = PHI <i_5, i_6>        # i_4 = PHI <0…, i_3>
//!                             i_2 = i_4;                    i_2 = i_4;
//!   i_3 = i_2 + 1;            i_3 = i_2 + 1; i_6 = i_3;     i_3 = i_2 + 1;
//! ```
//!
//! * **Briggs** (Briggs, Cooper, Harvey, Simpson, "Practical Improvements to the Construction and Destruction of Static
//!   Single Assignment Form", 1998): every argument is copied; a result that is live where the block of one of its
//!   arguments ends would be overwritten there by the copy for another way out, so it is copied too.
//! * **Sreedhar I** (Sreedhar, Ju, Gillies, Santhanam, "Translating Out of Static Single Assignment Form", SAS 1999): every
//!   argument and every result is copied; nothing needs to be known.
//! * **Sreedhar II**: what interferes within a φ is copied, both sides of it.
//! * **Sreedhar III**: of two that interfere, the one is copied that is live where the copy of the other would stand;
//!   where neither is, those that interfere with most others.
//!
//! Interference is that of classes: of all the names that earlier φs have joined to a φ's result and arguments. Looking
//! at all pairs is quadratic in a φ's arguments, so a φ with more than [`PAIRS_LIMIT`] different ones is treated as by
//! the first method.

use super::classes::Classes;
use super::copies::{Copies, real_phis};
use super::liveness::{END_COPIES, Liveness, PHI_POSITION};
use super::phi_table::Argument;
use gimple::cfg::BlockId;
use gimple::function::Function;
use gimple::options::OutOfSsa;
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use gimple::unit::Unit;

/// Results and arguments of one φ that are compared with each other.
const PAIRS_LIMIT: usize = 64;

/// What the methods work on.
pub struct Inserter<'a, 'l> {
    pub unit: &'a Unit,
    pub f: &'a mut Function,
    pub classes: &'a mut Classes,
    pub live: &'a mut Liveness<'l>,
    pub copies: Copies,
}

/// The result of a φ (no position) or one of its arguments.
#[derive(Clone, Copy)]
struct Resource {
    name: SsaName,
    index: Option<usize>,
    /// Where a copy of it stands.
    block: BlockId,
    copied: bool,
    /// Nothing can be copied where it is.
    fixed: bool,
}

impl Inserter<'_, '_> {
    /// Inserts the copies of a method for all φs, and joins each φ's names.
    pub fn insert(&mut self, method: OutOfSsa) {
        if method == OutOfSsa::Coalesce {
            return;
        }
        let phis = real_phis(self.f);
        for &phi in &phis {
            match method {
                OutOfSsa::Naive | OutOfSsa::Split => self.copy_arguments(phi),
                OutOfSsa::Briggs => {
                    self.copy_arguments(phi);
                    if self.is_live_after_copies(phi) {
                        self.copy_result(phi);
                    }
                }
                OutOfSsa::Sreedhar1 => self.isolate(phi),
                OutOfSsa::Sreedhar2 | OutOfSsa::Sreedhar3 => self.separate(phi, method),
                OutOfSsa::Coalesce => {}
            }
        }
        // Only now are all names' live ranges what they will be.
        for &phi in &phis {
            self.join(phi);
        }
    }

    fn copy_arguments(&mut self, phi: StmtId) {
        for index in 0..self.f.phi(phi).args.len() {
            let edge = self.f.blocks[self.f.stmts[phi].block].preds[index];
            let value = self.f.phi(phi).args[index].value;
            if Argument::new(self.unit, self.f, value, edge).is_copyable() {
                self.copy_argument(phi, index);
            }
        }
    }

    fn copy_argument(&mut self, phi: StmtId, index: usize) -> SsaName {
        let name = self.copies.copy_argument(self.unit, self.f, phi, index, self.live);
        self.classes.grow(self.f);
        name
    }

    fn copy_result(&mut self, phi: StmtId) -> SsaName {
        let name = self.copies.copy_result(self.unit, self.f, phi, self.classes, self.live);
        self.classes.grow(self.f);
        name
    }

    /// The first method, for one φ.
    fn isolate(&mut self, phi: StmtId) {
        self.copy_arguments(phi);
        self.copy_result(phi);
    }

    /// Whether a φ's result is live where a copy of one of its arguments has been made.
    fn is_live_after_copies(&mut self, phi: StmtId) -> bool {
        let (result, block) = (self.f.phi(phi).result, self.f.stmts[phi].block);
        for index in 0..self.f.blocks[block].preds.len() {
            let src = self.f.edges[self.f.blocks[block].preds[index]].src;
            if self.live.live_at(self.f, result, src, END_COPIES) {
                return true;
            }
        }
        false
    }

    /// Joins the result and arguments of a φ. Undefined arguments stay away.
    fn join(&mut self, phi: StmtId) {
        for resource in self.resources(phi) {
            self.classes.force(self.f.phi(phi).result, resource.name, self.live);
        }
    }

    fn resources(&self, phi: StmtId) -> Vec<Resource> {
        let (f, block) = (&*self.f, self.f.stmts[phi].block);
        let name = f.phi(phi).result;
        let result = Resource { name, index: None, block, copied: false, fixed: false };
        let args = f.phi(phi).args.iter().zip(&f.blocks[block].preds).enumerate();
        std::iter::once(result)
            .chain(args.filter_map(|(index, (arg, &edge))| {
                let name = arg.value.ssa()?;
                let copyable = Argument::new(self.unit, f, arg.value, edge).is_copyable();
                let undefined = super::is_undefined(self.unit, f, name);
                (!undefined).then_some(Resource {
                    name,
                    index: Some(index),
                    block: f.edges[edge].src,
                    copied: false,
                    fixed: !copyable,
                })
            }))
            .collect()
    }

    /// The second and third method: copies what has to be for a φ's names to be one class, which they become.
    fn separate(&mut self, phi: StmtId, method: OutOfSsa) {
        // A constant has no place of its own.
        let block = self.f.stmts[phi].block;
        let mut constants = Vec::new();
        for index in 0..self.f.phi(phi).args.len() {
            let edge = self.f.blocks[block].preds[index];
            let value = self.f.phi(phi).args[index].value;
            let constant = !matches!(value, Operand::Ssa(_))
                && Argument::new(self.unit, self.f, value, edge).is_copyable();
            if constant {
                self.copy_argument(phi, index);
            }
            constants.push(constant);
        }
        let mut resources = self.resources(phi);
        for resource in &mut resources {
            resource.copied = resource.index.is_some_and(|index| constants[index]);
        }
        if resources.len() > PAIRS_LIMIT {
            self.isolate_uncopied(phi, &mut resources);
            return self.join(phi);
        }
        let chosen = match method {
            OutOfSsa::Sreedhar2 => self.both_sides(&resources),
            _ => self.live_sides(&resources),
        };
        for (resource, chosen) in resources.iter_mut().zip(chosen) {
            if chosen && !resource.fixed && !resource.copied {
                self.copy(phi, resource);
            }
        }
        if self.any_pair(&resources) {
            self.isolate_uncopied(phi, &mut resources);
        }
        self.join(phi);
    }

    fn copy(&mut self, phi: StmtId, resource: &mut Resource) {
        resource.name = match resource.index {
            Some(index) => self.copy_argument(phi, index),
            None => self.copy_result(phi),
        };
        resource.copied = true;
    }

    fn isolate_uncopied(&mut self, phi: StmtId, resources: &mut [Resource]) {
        for resource in resources {
            if !resource.copied && !resource.fixed {
                self.copy(phi, resource);
            }
        }
    }

    fn interfere(&mut self, a: &Resource, b: &Resource) -> bool {
        self.classes.interfere(self.f, a.name, b.name, self.live)
    }

    fn any_pair(&mut self, resources: &[Resource]) -> bool {
        (0..resources.len()).any(|i| (0..i).any(|j| self.interfere(&resources[i], &resources[j])))
    }

    /// Both of all that interfere.
    fn both_sides(&mut self, resources: &[Resource]) -> Vec<bool> {
        let mut chosen = vec![false; resources.len()];
        for i in 0..resources.len() {
            for j in 0..i {
                if self.interfere(&resources[i], &resources[j]) {
                    (chosen[i], chosen[j]) = (true, true);
                }
            }
        }
        chosen
    }

    /// Of two that interfere, the one that is live where the other's copy would stand.
    fn live_sides(&mut self, resources: &[Resource]) -> Vec<bool> {
        let count = resources.len();
        let mut chosen = vec![false; count];
        let mut unresolved: Vec<Vec<usize>> = vec![Vec::new(); count];
        for i in 0..count {
            for j in 0..i {
                if !self.interfere(&resources[i], &resources[j]) {
                    continue;
                }
                let i_live = self.is_live_at_copy(&resources[i], &resources[j]);
                let j_live = self.is_live_at_copy(&resources[j], &resources[i]);
                chosen[i] |= i_live;
                chosen[j] |= j_live;
                if !i_live && !j_live {
                    unresolved[i].push(j);
                    unresolved[j].push(i);
                }
            }
        }
        loop {
            let open = |i: usize| match chosen[i] {
                true => 0,
                false => unresolved[i].iter().filter(|&&j| !chosen[j]).count(),
            };
            match (0..count).max_by_key(|&i| (open(i), std::cmp::Reverse(i))) {
                Some(most) if open(most) > 0 => chosen[most] = true,
                _ => return chosen,
            }
        }
    }

    /// Whether a name of one resource's class is live where a copy of the other would stand.
    fn is_live_at_copy(&mut self, resource: &Resource, other: &Resource) -> bool {
        let position = if other.index.is_some() { END_COPIES } else { PHI_POSITION };
        let members = self.classes.members(resource.name);
        members.into_iter().any(|name| self.live.live_at(self.f, name, other.block, position))
    }
}
