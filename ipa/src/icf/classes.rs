//! Classes of items that may be equal, and their refinement (`sem_item_optimizer`).
//!
//! A class is split where what its items refer to, at one place, is not in one class. Classes that have still to split others
//! wait in a list; of two halves the smaller one is enough (Hopcroft). So each reference is looked at O(log n) times.

use super::items::Items;
use rustc_hash::FxHashMap;

/// A class.
pub struct Class {
    /// The hash its items have.
    pub group: u32,
    pub members: Vec<u32>,
    waits: bool,
}

/// All classes.
pub struct Classes {
    pub all: Vec<Class>,
    /// The classes of items with one hash, and that hash.
    pub groups: Vec<(u64, Vec<u32>)>,
    class_of: Vec<u32>,
    /// Who refers to each item, and with which of its references.
    users: Vec<Vec<(u32, u32)>>,
}

impl Classes {
    /// The classes by hash, in the order of their first items.
    pub fn by_hash(items: &Items) -> Classes {
        let mut classes = Classes {
            all: Vec::new(),
            groups: Vec::new(),
            class_of: Vec::with_capacity(items.all.len()),
            users: vec![Vec::new(); items.all.len()],
        };
        let mut known: FxHashMap<u64, u32> = FxHashMap::default();
        for (index, item) in (0u32..).zip(&items.all) {
            let class = *known.entry(item.hash).or_insert_with(|| {
                let id = classes.all.len() as u32;
                classes.groups.push((item.hash, vec![id]));
                classes.all.push(Class { group: id, members: Vec::new(), waits: false });
                id
            });
            classes.all[class as usize].members.push(index);
            classes.class_of.push(class);
            for (at, reference) in (0u32..).zip(&item.references) {
                if let Some(&target) = items.by_decl.get(&reference.to) {
                    classes.users[target as usize].push((at, index));
                }
            }
        }
        classes
    }

    /// The class of an item.
    pub fn class_of(&self, item: u32) -> u32 {
        self.class_of[item as usize]
    }

    /// Puts the items of a class into as many classes as there are parts; the first is what is left of the class.
    pub fn split(&mut self, class: u32, parts: Vec<Vec<u32>>) -> Vec<u32> {
        let mut ids = Vec::new();
        let group = self.all[class as usize].group;
        for (number, members) in parts.into_iter().enumerate() {
            if number == 0 {
                self.all[class as usize].members = members;
                continue;
            }
            let id = self.all.len() as u32;
            for &item in &members {
                self.class_of[item as usize] = id;
            }
            self.groups[group as usize].1.push(id);
            self.all.push(Class { group, members, waits: false });
            ids.push(id);
        }
        ids
    }

    /// The classes that somebody refers to: they may split others.
    pub fn referred_to(&self) -> Vec<u32> {
        let used = |class: &u32| {
            let members = &self.all[*class as usize].members;
            members.iter().any(|&item| !self.users[item as usize].is_empty())
        };
        (0..self.all.len() as u32).filter(used).collect()
    }

    /// Splits classes until nothing changes, beginning with what some classes say. `step` is told of each step: the class,
    /// how many references to it there are, and which of the references it is about.
    pub fn refine(&mut self, from: Vec<u32>, mut step: impl FnMut(&Classes, u32, usize, u32)) {
        let mut work = from;
        for &class in &work {
            self.all[class as usize].waits = true;
        }
        while let Some(class) = work.pop() {
            self.all[class as usize].waits = false;
            let members = &self.all[class as usize].members;
            let mut users: Vec<(u32, u32)> = members
                .iter()
                .flat_map(|&item| self.users[item as usize].iter().copied())
                .collect();
            users.sort_unstable();
            for same_place in users.chunk_by(|a, b| a.0 == b.0) {
                step(self, class, users.len(), same_place[0].0);
                self.split_by(same_place.iter().map(|user| user.1), &mut work);
            }
        }
    }

    /// Sets some items apart from the others of their classes.
    fn split_by(&mut self, marked: impl Iterator<Item = u32>, work: &mut Vec<u32>) {
        let mut by_class: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for item in marked {
            by_class.entry(self.class_of(item)).or_default().push(item);
        }
        let mut touched: Vec<(u32, Vec<u32>)> = by_class.into_iter().collect();
        touched.sort_unstable_by_key(|entry| entry.0);
        for (class, marked) in touched {
            if marked.len() == self.all[class as usize].members.len() {
                continue;
            }
            let apart: rustc_hash::FxHashSet<u32> = marked.into_iter().collect();
            let members = std::mem::take(&mut self.all[class as usize].members);
            let (inside, outside): (Vec<u32>, Vec<u32>) =
                members.into_iter().partition(|item| apart.contains(item));
            let smaller_is_new = inside.len() <= outside.len();
            let parts = if smaller_is_new { [outside, inside] } else { [inside, outside] };
            for new in self.split(class, parts.into()) {
                self.all[new as usize].waits = true;
                work.push(new);
            }
        }
    }

    /// Splits classes whose items use the addresses of different things. Returns the new classes.
    pub fn split_by_addresses(&mut self, items: &Items) -> Vec<u32> {
        let mut new = Vec::new();
        for class in 0..self.all.len() as u32 {
            if self.all[class as usize].members.len() < 2 {
                continue;
            }
            let mut parts: Vec<Vec<u32>> = Vec::new();
            let mut known: FxHashMap<Vec<(u32, u32)>, usize> = FxHashMap::default();
            for &item in &self.all[class as usize].members {
                let references = (0u32..).zip(&items.all[item as usize].references);
                let used: Vec<(u32, u32)> = references
                    .filter(|(_, reference)| reference.address)
                    .map(|(at, reference)| (at, reference.to.0))
                    .collect();
                let part = *known.entry(used).or_insert_with(|| {
                    parts.push(Vec::new());
                    parts.len() - 1
                });
                parts[part].push(item);
            }
            if parts.len() > 1 {
                new.extend(self.split(class, parts));
            }
        }
        new
    }

    /// Splits classes by comparing each item with the first of those it may be equal to.
    pub fn split_by_equality(&mut self, mut equal: impl FnMut(&Classes, u32, u32) -> bool) {
        for class in 0..self.all.len() as u32 {
            if self.all[class as usize].members.len() < 2 {
                continue;
            }
            let mut parts = Vec::new();
            let mut left = self.all[class as usize].members.clone();
            while let Some(&first) = left.first() {
                let (is, other): (Vec<u32>, Vec<u32>) =
                    left.into_iter().partition(|&item| item == first || equal(self, first, item));
                parts.push(is);
                left = other;
            }
            if parts.len() > 1 {
                self.split(class, parts);
            }
        }
    }

    /// The sizes of the classes: how many have so many members.
    pub fn histogram(&self) -> std::collections::BTreeMap<usize, usize> {
        let mut sizes = std::collections::BTreeMap::new();
        for class in &self.all {
            *sizes.entry(class.members.len()).or_default() += 1;
        }
        sizes
    }

    /// How many items are in classes with others.
    pub fn in_company(&self) -> usize {
        self.all.iter().map(|class| class.members.len()).filter(|&size| size > 1).sum()
    }
}
