//! What found no register takes one from others, where having these in memory costs less in all (`improve_allocation`).
//!
//! ```text
//!   r80 (158 references) in memory,      =>      r80 in s8,
//!   r95 (2) and r97 (3) in s8                    r95 in s9, r97 in memory
//! ```
//! Who is dear by the point comes first when registers are handed out, so that what is live all over a function, and is
//! referred to often, finds something short in each of them.

use super::{Allocator, Place, Scratch};
use crate::allocation::live::Segment;
use crate::machine::target::{self, HARD_FRAME_POINTER_REGNUM, NUM_HARD, RegClass};
use crate::rtl::function::FIRST_PSEUDO;

/// Most pseudos that take others' registers: looking for one takes time in all segments.
const MOST: usize = 32;

impl Allocator<'_> {
    /// Lets the dearest of the pseudos that are in memory try.
    pub(super) fn improve(&mut self, order: &[u32], scratch: Scratch) {
        let in_memory = |&reg: &u32| self.places[reg as usize] == Place::Memory;
        let mut waiting: Vec<u32> = order.iter().copied().filter(in_memory).collect();
        waiting.retain(|&reg| self.is_one_word(reg));
        waiting.sort_by(|&a, &b| {
            self.cost[b as usize].total_cmp(&self.cost[a as usize]).then(a.cmp(&b))
        });
        waiting.truncate(MOST);
        if waiting.is_empty() {
            return;
        }
        let mut owners = vec![Vec::new(); NUM_HARD];
        for &reg in order {
            if let Place::Hard(hard) = self.places[reg as usize] {
                owners[hard as usize].push(reg);
            }
        }
        for reg in waiting {
            self.find_place(reg, scratch, &mut owners);
        }
    }

    /// Lets those be in `s0` and `s1` that are referred to most of what calls leave alone: short forms of loads and stores know
    /// no others.
    pub(super) fn shorten(&mut self, order: &[u32], scratch: Scratch) {
        let mut references = [0.0; NUM_HARD];
        for &reg in order {
            if let Place::Hard(hard) = self.places[reg as usize] {
                references[hard as usize] += self.cost[reg as usize];
            }
        }
        let is_free_to_move = |hard: &u32| {
            self.live.of(*hard).is_empty()
                && self.f.convention.call_saved(*hard)
                && self.f.kept >> hard & 1 == 0
                && !scratch.contains(*hard)
                && (*hard != HARD_FRAME_POINTER_REGNUM || !self.f.frame.frame_pointer_needed)
        };
        let saved = target::order(RegClass::Gr).iter().copied();
        let saved: Vec<u32> = saved.filter(is_free_to_move).collect();
        let mut to: Vec<u32> = (0..NUM_HARD as u32).collect();
        for short in [HARD_FRAME_POINTER_REGNUM, HARD_FRAME_POINTER_REGNUM + 1]
            .into_iter()
            .filter(|short| saved.contains(short))
        {
            let dearest = saved.iter().copied().filter(|&hard| hard >= short);
            let dearest = dearest.max_by(|&a, &b| {
                references[a as usize].total_cmp(&references[b as usize]).then(b.cmp(&a))
            });
            let Some(dearest) = dearest.filter(|&hard| hard != short) else { continue };
            references.swap(short as usize, dearest as usize);
            // Who is in the one of them is in the other now.
            for place in to.iter_mut() {
                if *place == short {
                    *place = dearest;
                } else if *place == dearest {
                    *place = short;
                }
            }
        }
        for &reg in order {
            if let Place::Hard(hard) = &mut self.places[reg as usize] {
                *hard = to[*hard as usize] as u8;
            }
        }
    }

    fn is_one_word(&self, reg: u32) -> bool {
        self.wide(reg).is_none() && !self.f.rtx.is_multiword(self.f.reg_mode(reg))
    }

    fn find_place(&mut self, reg: u32, scratch: Scratch, owners: &mut [Vec<u32>]) {
        if self.settle(reg, scratch, owners) {
            return;
        }
        let class = RegClass::of_mode(self.f.reg_mode(reg));
        let hards = target::order(class).iter().copied();
        let costs = hards.filter_map(|hard| {
            let cost = self.cost_of_taking(reg, hard, scratch, &owners[hard as usize])?;
            (cost < self.cost[reg as usize]).then_some((cost, hard))
        });
        let Some((_, hard)) = costs.min_by(|a, b| a.0.total_cmp(&b.0)) else { return };
        let segments = self.live.of(reg).to_vec();
        let list = std::mem::take(&mut owners[hard as usize]);
        let (mut evicted, kept): (Vec<u32>, Vec<u32>) =
            list.into_iter().partition(|&owner| meet(self.live.of(owner), &segments));
        self.busy[hard as usize] = Default::default();
        self.add_busy(hard, hard);
        kept.iter().for_each(|&owner| self.add_busy(owner, hard));
        owners[hard as usize] = kept;
        evicted.iter().for_each(|&owner| self.places[owner as usize] = Place::Memory);
        self.put(reg, hard, owners);
        evicted.sort_by(|&a, &b| {
            self.cost[b as usize].total_cmp(&self.cost[a as usize]).then(a.cmp(&b))
        });
        for owner in evicted {
            self.settle(owner, scratch, owners);
        }
    }

    /// Gives a pseudo a register that is free, if there is one.
    fn settle(&mut self, reg: u32, scratch: Scratch, owners: &mut [Vec<u32>]) -> bool {
        let found = self.pick(reg, scratch);
        if let Some(hard) = found {
            self.put(reg, hard, owners);
        }
        found.is_some()
    }

    fn put(&mut self, reg: u32, hard: u32, owners: &mut [Vec<u32>]) {
        self.occupy(reg, hard);
        self.places[reg as usize] = Place::Hard(hard as u8);
        owners[hard as usize].push(reg);
    }

    /// What it costs to have those in memory that are in the way of a pseudo in a register; nothing where it cannot be there.
    fn cost_of_taking(&self, reg: u32, hard: u32, scratch: Scratch, owners: &[u32]) -> Option<f32> {
        let segments = self.live.of(reg);
        if !self.is_allowed(reg, hard, scratch) || meet(self.live.of(hard), segments) {
            return None;
        }
        let mut cost = 0.0;
        for &owner in owners {
            if cost < self.cost[reg as usize] && meet(self.live.of(owner), segments) {
                let stays =
                    self.in_asm[owner as usize] || owner < FIRST_PSEUDO || !self.is_one_word(owner);
                if stays {
                    return None;
                }
                cost += self.cost[owner as usize];
            }
        }
        Some(cost)
    }
}

/// Whether two lists of segments have a point in common.
fn meet(a: &[Segment], b: &[Segment]) -> bool {
    let (mut i, mut j) = (0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        if x.start < y.end && y.start < x.end {
            return true;
        }
        if x.end <= y.end {
            i += 1;
        } else {
            j += 1;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_meet_where_both_have_a_point() {
        let list = |pairs: &[(u32, u32)]| -> Vec<Segment> {
            pairs.iter().map(|&(start, end)| Segment { start, end }).collect()
        };
        let a = list(&[(0, 4), (10, 12)]);
        assert!(!meet(&a, &list(&[(4, 10), (12, 20)])));
        assert!(meet(&a, &list(&[(4, 11)])));
        assert!(meet(&list(&[(0, 20)]), &a));
        assert!(!meet(&a, &[]));
    }
}
