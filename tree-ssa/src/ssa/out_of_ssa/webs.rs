//! φ-webs, and whether SSA form is conventional.
//!
//! ```text
//!   # i_2 = PHI <i_1(2), i_3(3)>        web: i_1 i_2 i_3
//!   i_3 = i_2 + 1;                      i_2 and i_3 interfere, if i_2 is read after this statement: transformed SSA
//! ```
//!
//! The names that φs connect, directly or through other φs, form a web. Where no two names of a web are live at once the
//! form is *conventional*: the web's names can be one variable and its φs go. Optimisation, copy propagation above all,
//! makes it *transformed*: some web interferes with itself (Sreedhar et al. 1999).

use super::disjoint::Disjoint;
use super::is_undefined;
use super::liveness::Liveness;
use gimple::function::Function;
use gimple::ssa::{NameFlags, SsaName};
use gimple::unit::Unit;

/// The φ-webs of a function, those of one name left out.
pub struct Webs {
    /// Each in order of versions.
    pub webs: Vec<Vec<SsaName>>,
}

/// Two names of a web that are live at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interference {
    /// Which web.
    pub web: usize,
    pub a: SsaName,
    pub b: SsaName,
}

impl Webs {
    /// Finds the webs of real names; undefined values belong to none. Near-linear.
    pub fn find(unit: &Unit, f: &Function) -> Webs {
        let mut connected = Disjoint::new(f.names.len());
        for block in f.block_iter() {
            for phi in f.phis(block) {
                let result = f.phi(phi).result;
                if f.names[result].has(NameFlags::VIRTUAL) {
                    continue;
                }
                for name in f.phi(phi).args.iter().filter_map(|arg| arg.value.ssa()) {
                    if !is_undefined(unit, f, name) {
                        let (a, b) = (connected.find(result), connected.find(name));
                        // The oldest name comes first.
                        connected.join(a.min(b), a.max(b));
                    }
                }
            }
        }
        let mut of_root = vec![u32::MAX; f.names.len()];
        let mut webs: Vec<Vec<SsaName>> = Vec::new();
        for name in f.names.keys() {
            let root = connected.find(name);
            if root != name {
                let slot = &mut of_root[root.0 as usize];
                if *slot == u32::MAX {
                    *slot = webs.len() as u32;
                    webs.push(vec![root]);
                }
                webs[*slot as usize].push(name);
            }
        }
        Webs { webs }
    }

    /// For each web that interferes with itself, a pair of names that do. Form is conventional if there is none.
    pub fn interferences(&self, f: &Function, live: &mut Liveness<'_>) -> Vec<Interference> {
        let mut found = Vec::new();
        for (web, names) in self.webs.iter().enumerate() {
            let mut ordered = names.clone();
            ordered.sort_unstable_by_key(|&name| live.order_key(name));
            // The members whose definitions dominate the one looked at, innermost last: if any is live there, the
            // innermost is, or has been found to interfere with one above.
            let mut above: Vec<SsaName> = Vec::new();
            for name in ordered {
                while above.last().is_some_and(|&last| !live.dominates(last, name)) {
                    above.pop();
                }
                if let Some(&last) = above.last()
                    && live.interfere(f, last, name)
                {
                    found.push(Interference { web, a: last, b: name });
                    break;
                }
                above.push(name);
            }
        }
        found
    }
}
