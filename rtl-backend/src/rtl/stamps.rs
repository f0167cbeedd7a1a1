//! Uids in the order in which insns come into the chain, as GCC numbers them.
//!
//! ```text
//! (jump_insn 5 … -> 4)   (code_label 4)   =>   (jump_insn 4 … -> 7)   (code_label 7)
//! ```
//! A label has to be named before it is placed; GCC numbers it when it is placed. What GCC makes and throws away takes
//! numbers, too. So every element gets a stamp when it is linked, and when the function is whole the stamps become the
//! uids.

use crate::rtl::code::Code;
use crate::rtl::function::{Insn, InsnId, InsnKind, JumpTable, RtlFunction};
use crate::rtl::rtx::RtxId;

/// The stamps of a function that is being expanded.
#[derive(Default)]
pub struct Stamps {
    of: Vec<u32>,
    last: u32,
    /// What is linked now and gets its stamp later.
    late: Option<Vec<InsnId>>,
}

/// In place of a stamp that is still to come.
const LATE: u32 = u32::MAX;

impl Stamps {
    /// Stamps an element that has no stamp yet.
    pub(super) fn stamp(&mut self, id: InsnId) {
        let index = id.0 as usize;
        if self.of.len() <= index {
            self.of.resize(index + 1, 0);
        }
        match &mut self.late {
            Some(late) if self.of[index] == 0 => {
                self.of[index] = LATE;
                late.push(id);
            }
            None if self.of[index] == 0 => {
                self.last += 1;
                self.of[index] = self.last;
            }
            _ => {}
        }
    }

    /// What is linked from here on gets its stamp later.
    pub(crate) fn begin_late(&mut self) {
        self.late = Some(Vec::new());
    }

    /// What is linked from here on gets its stamp at once; what did not since [`Self::begin_late`].
    pub(crate) fn end_late(&mut self) -> Vec<InsnId> {
        self.late.take().unwrap_or_default()
    }

    /// Stamps what has waited for it.
    pub(crate) fn stamp_late(&mut self, ids: &[InsnId]) {
        for id in ids {
            self.last += 1;
            self.of[id.0 as usize] = self.last;
        }
    }

    /// Leaves out this many numbers.
    pub(crate) fn skip(&mut self, count: u32) {
        self.last += count;
    }

    fn get(&self, id: InsnId) -> u32 {
        self.of.get(id.0 as usize).copied().unwrap_or(0)
    }
}

impl RtlFunction {
    /// The stamp of an element: the uid it is going to have.
    pub(crate) fn stamp_of(&self, id: InsnId) -> u32 {
        self.stamps.as_ref().map_or(id.0, |stamps| stamps.get(id))
    }

    /// Makes the stamps the uids. The answer gives the new one of each.
    pub(crate) fn renumber_by_stamps(&mut self) -> Vec<InsnId> {
        let Some(mut stamps) = self.stamps.take() else {
            return (0..self.max_uid()).map(InsnId).collect();
        };
        let count = self.max_uid();
        let mut new_of = vec![InsnId::NIL; count as usize];
        for id in (1..count).map(InsnId) {
            stamps.stamp(id);
            new_of[id.0 as usize] = InsnId(stamps.get(id));
        }
        let mut placed: Vec<Option<Insn>> = vec![None; stamps.last as usize + 1];
        for (old, insn) in self.take_insns().into_iter().enumerate() {
            let new = if old == 0 { 0 } else { new_of[old].0 as usize };
            placed[new] = Some(insn);
        }
        let gap = Insn::deleted();
        let mut insns: Vec<Insn> =
            placed.into_iter().map(|insn| insn.unwrap_or_else(|| gap.clone())).collect();
        let new = |id: InsnId| new_of[id.0 as usize];
        for insn in &mut insns {
            (insn.prev, insn.next) = (new(insn.prev), new(insn.next));
            if insn.kind == InsnKind::Jump {
                insn.label = new(InsnId(insn.label)).0;
            }
        }
        self.put_insns(insns);
        (self.first, self.last) = (new(self.first), new(self.last));
        for list in [&mut self.forced_labels, &mut self.receivers, &mut self.landing_pads] {
            list.iter_mut().for_each(|id| *id = new(*id));
        }
        let numbers = std::mem::take(&mut self.discriminators);
        self.discriminators =
            numbers.into_iter().map(|(note, number)| (new(note), number)).collect();
        let tables = std::mem::take(&mut self.jump_tables);
        self.jump_tables = tables
            .into_iter()
            .map(|(label, table)| {
                let targets = table.targets.into_iter().map(new).collect();
                (new(label), JumpTable { targets })
            })
            .collect();
        self.rtx.for_each_node(|rtx, index| {
            let x = RtxId(index);
            if rtx.code(x) == Code::LabelRef {
                let label = new(InsnId(rtx.label_of(x)));
                rtx.set_label(x, label.0);
            }
        });
        new_of
    }
}
