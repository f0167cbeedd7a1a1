//! Disjoint sets of SSA names (union-find).
//!
//! Finding halves the path it takes, so that a sequence of operations is near-linear whichever of two sets is joined to
//! the other; who joins them says which name stands for both.

use gimple::ssa::SsaName;

/// The sets; at first each name is one of its own.
pub struct Disjoint {
    parent: Vec<SsaName>,
}

impl Disjoint {
    /// Each of the names below `count` in a set of its own.
    pub fn new(count: usize) -> Disjoint {
        let mut sets = Disjoint { parent: Vec::new() };
        sets.grow(count);
        sets
    }

    /// Makes sets of the names below `count` that are not in any.
    pub fn grow(&mut self, count: usize) {
        self.parent.extend((self.parent.len()..count).map(|index| SsaName(index as u32)));
    }

    /// The name that stands for the set of a name.
    pub fn find(&mut self, mut name: SsaName) -> SsaName {
        loop {
            let above = self.parent[name.0 as usize];
            if above == name {
                return name;
            }
            let further = self.parent[above.0 as usize];
            self.parent[name.0 as usize] = further;
            name = further;
        }
    }

    /// Joins the set of `other` to that of `name`: what stands for `name` stands for both.
    pub fn join(&mut self, name: SsaName, other: SsaName) {
        let (root, other) = (self.find(name), self.find(other));
        self.parent[other.0 as usize] = root;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_is_found_together() {
        let mut sets = Disjoint::new(4);
        sets.join(SsaName(2), SsaName(0));
        sets.grow(6);
        sets.join(SsaName(5), SsaName(3));
        sets.join(SsaName(2), SsaName(3));
        let found: Vec<u32> = (0..6).map(|index| sets.find(SsaName(index)).0).collect();
        assert_eq!(found, [2, 1, 2, 2, 4, 2]);
    }

    #[test]
    fn joining_twice_changes_nothing() {
        let mut sets = Disjoint::new(2);
        sets.join(SsaName(1), SsaName(0));
        sets.join(SsaName(0), SsaName(1));
        assert_eq!((sets.find(SsaName(0)), sets.find(SsaName(1))), (SsaName(1), SsaName(1)));
    }
}
