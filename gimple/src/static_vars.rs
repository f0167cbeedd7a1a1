//! Which static variables of the unit functions read and write: what pass `static-var` finds out, kept with the unit for the
//! callers' sake.

use crate::decl::DeclId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A set of variables, by their numbers, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Statics {
    #[default]
    All,
    These(Rc<[u32]>),
}

impl Statics {
    /// The variables, if not all.
    pub fn listed(&self) -> Option<&[u32]> {
        match self {
            Statics::All => None,
            Statics::These(list) => Some(list),
        }
    }

    fn has(&self, var: u32) -> bool {
        self.listed().is_none_or(|list| list.binary_search(&var).is_ok())
    }
}

/// What is known of all functions.
#[derive(Default)]
pub struct StaticVars {
    /// The numbers of variables that are named wherever something is done to them.
    pub index: FxHashMap<DeclId, u32>,
    /// What a call of a function reads and writes, what it calls included.
    pub by_function: FxHashMap<DeclId, (Statics, Statics)>,
}

impl StaticVars {
    /// Whether a call of a function leaves a variable alone: it does not write it, or not even read it.
    pub fn is_left_alone(&self, function: DeclId, var: DeclId, by_writes: bool) -> bool {
        let Some(&var) = self.index.get(&var) else { return false };
        self.by_function.get(&function).is_some_and(|(reads, writes)| match by_writes {
            true => !writes.has(var),
            false => !reads.has(var),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_listed_is_left_alone() {
        let (var, other, f, g) = (DeclId(3), DeclId(4), DeclId(1), DeclId(2));
        let of = |list: &[u32]| Statics::These(list.into());
        let known = StaticVars {
            index: [(var, 0), (other, 1)].into_iter().collect(),
            by_function: [(f, (of(&[0]), of(&[]))), (g, (Statics::All, of(&[0, 1])))]
                .into_iter()
                .collect(),
        };
        assert!(known.is_left_alone(f, var, true) && !known.is_left_alone(f, var, false));
        assert!(known.is_left_alone(f, other, false) && !known.is_left_alone(g, other, false));
        // Of other variables, and other functions, nothing is known.
        assert!(
            !known.is_left_alone(f, DeclId(9), true) && !known.is_left_alone(DeclId(9), var, true)
        );
    }
}
