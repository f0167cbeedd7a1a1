//! Arrays in the frame: the constant part of an element's address goes to the base, which all elements share.
//!
//! ```text
//! (set (reg:DI 81) (plus:DI (reg:DI frame) (reg:DI 80)))            (set (reg:DI 90) (plus:DI (reg:DI frame) (const_int -1040)))
//! (set (reg:SI 82) (mem:SI (plus:DI (reg:DI 81) (const_int -1040))))   ⇒   (set (reg:DI 81) (plus:DI (reg:DI 90) (reg:DI 80)))
//!                                                                   (set (reg:SI 82) (mem:SI (reg:DI 81)))
//! ```
//! `expand` adds the index to the frame's address and leaves the array's place to the reference. The frame's address is an
//! addition itself, so that each element would take two; the array's address is found once, and leaves loops.

use crate::machine::recog::recog_insn;
use crate::machine::target::FRAME_POINTER_REGNUM;
use crate::machine::target::constants::simm12;
use crate::rtl::code::Code;
use crate::rtl::df::{RefKind, visit_refs};
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, RtlFunction};
use crate::rtl::rtx::{RtxArena, RtxId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A register that is the frame's address and an index, or that and a number.
#[derive(Clone, Copy)]
struct Sum {
    /// The sum without the number, which may be this one itself, and the number.
    root: u32,
    more: i64,
    /// The insn that sets it.
    insn: InsnId,
    /// How often it is set; how often it is read, and how often as the address of memory or to add a number.
    sets: u32,
    reads: i64,
    /// Of a root: the least and the greatest of all offsets.
    range: Option<(i64, i64)>,
}

/// Does it.
pub(super) fn run(f: &mut RtlFunction) {
    if f.frame.locals == 0 {
        return;
    }
    let mut sums = Sums::find(f);
    if sums.of.is_empty() {
        return;
    }
    sums.count(f);
    let bases = sums.bases();
    if bases.is_empty() {
        return;
    }
    sums.rewrite(f, &bases);
}

#[derive(Default)]
struct Sums {
    of: FxHashMap<u32, Sum>,
}

impl Sums {
    /// The sums of the frame's address and a register, and those with a number.
    fn find(f: &RtlFunction) -> Sums {
        let mut sums = Sums::default();
        let mut numbers: FxHashMap<u32, Option<i64>> = FxHashMap::default();
        for id in f.chain().filter(|&id| f.insn(id).kind == InsnKind::Insn && f.insn(id).icode >= 0)
        {
            let (r, pattern) = (&f.rtx, f.insn(id).pattern);
            if r.code(pattern) != Code::Set {
                continue;
            }
            let (dst, src) = (r.op(pattern, 0), r.op(pattern, 1));
            let Some(reg) = r.as_reg(dst).filter(|&reg| reg >= FIRST_PSEUDO) else { continue };
            if r.mode(dst) != r.word() {
                continue;
            }
            if let Some(number) = f.equal_constant(id).and_then(|x| r.as_int(x)).or(r.as_int(src)) {
                let known = numbers.entry(reg).or_insert(Some(number));
                *known = known.filter(|&known| known == number);
                continue;
            }
            let Some((root, more)) = sums.parts(r, reg, src, &numbers) else { continue };
            let new = Sum { root, more, insn: id, sets: 0, reads: 0, range: None };
            sums.of.entry(reg).or_insert(new);
        }
        sums
    }

    /// The root of a sum and the number that is added to it.
    fn parts(
        &self,
        r: &RtxArena,
        reg: u32,
        src: RtxId,
        numbers: &FxHashMap<u32, Option<i64>>,
    ) -> Option<(u32, i64)> {
        if r.code(src) != Code::Plus {
            return None;
        }
        let (a, b) = (r.op(src, 0), r.op(src, 1));
        let from = r.as_reg(a)?;
        if from == FRAME_POINTER_REGNUM {
            let index = r.as_reg(b).filter(|&index| index >= FIRST_PSEUDO)?;
            return (!numbers.contains_key(&index)).then_some((reg, 0));
        }
        let sum = self.of.get(&from)?;
        let more = match r.as_reg(b) {
            Some(number) => (*numbers.get(&number)?)?,
            None => r.as_int(b)?,
        };
        Some((sum.root, sum.more.wrapping_add(more)))
    }

    /// Counts what each sum is read for.
    fn count(&mut self, f: &RtlFunction) {
        for id in f.chain().filter(|&id| f.is_real(id)) {
            visit_refs(f, id, &mut |kind, reg, count, _| {
                for reg in reg..reg + count {
                    if let Some(sum) = self.of.get_mut(&reg) {
                        match kind {
                            RefKind::Use => sum.reads += 1,
                            _ => sum.sets += 1,
                        }
                    }
                }
            });
            let pattern = f.insn(id).pattern;
            if let Some(sum) = self.set_by(f, id)
                && self.of[&sum].root != sum
                && let Some(from) = f.rtx.as_reg(f.rtx.op(f.rtx.op(pattern, 1), 0))
            {
                self.of.entry(from).and_modify(|sum| sum.reads -= 1);
            }
            f.rtx.walk(pattern, &mut |x| {
                if f.rtx.code(x) == Code::Mem
                    && let Some((reg, offset)) = address(&f.rtx, x)
                    && let Some(sum) = self.of.get_mut(&reg)
                {
                    sum.reads -= 1;
                    let (root, total) = (sum.root, sum.more.wrapping_add(offset));
                    self.of.entry(root).and_modify(|root| {
                        let (low, high) = root.range.unwrap_or((total, total));
                        root.range = Some((low.min(total), high.max(total)));
                    });
                }
                true
            });
        }
    }

    /// The sum that an insn sets.
    fn set_by(&self, f: &RtlFunction, id: InsnId) -> Option<u32> {
        let pattern = f.insn(id).pattern;
        if f.rtx.code(pattern) != Code::Set {
            return None;
        }
        let reg = f.rtx.as_reg(f.rtx.op(pattern, 0))?;
        self.of.get(&reg).filter(|sum| sum.insn == id).map(|_| reg)
    }

    /// The roots whose offsets can go to a base, and the offset that does.
    fn bases(&self) -> FxHashMap<u32, i64> {
        let mut bases: FxHashMap<u32, i64> = FxHashMap::default();
        for (&reg, sum) in &self.of {
            if sum.root == reg
                && let Some((low, high)) = sum.range
                && low != 0
                && high.checked_sub(low).is_some_and(simm12)
            {
                bases.insert(reg, low);
            }
        }
        for sum in self.of.values().filter(|sum| sum.sets != 1 || sum.reads != 0) {
            bases.remove(&sum.root);
        }
        bases
    }

    fn rewrite(&self, f: &mut RtlFunction, bases: &FxHashMap<u32, i64>) {
        let mut done = FxHashSet::default();
        let mut at = f.first;
        while at.exists() {
            if f.is_real(at) {
                self.move_offsets(f, at, bases, &mut done);
                if let Some(reg) = self.set_by(f, at)
                    && let Some(&low) = bases.get(&self.of[&reg].root)
                {
                    self.settle(f, at, reg, low);
                }
            }
            at = f.next(at);
        }
    }

    /// Makes a root of its base and the index, and what is a root and a number the root.
    fn settle(&self, f: &mut RtlFunction, at: InsnId, reg: u32, low: i64) {
        let pattern = f.insn(at).pattern;
        let sum = f.rtx.op(pattern, 1);
        let first = if self.of[&reg].root == reg {
            let base = f.new_reg(f.rtx.word());
            let (frame, low) = (f.rtx.op(sum, 0), f.rtx.const_int(low));
            let place = f.rtx.gen_binary(Code::Plus, f.rtx.word(), frame, low);
            let place = f.rtx.gen_set(base, place);
            let place = f.emit_insn_before(place, at);
            recog_insn(f, place);
            let index = f.rtx.op(sum, 1);
            f.rtx.gen_binary(Code::Plus, f.rtx.word(), base, index)
        } else {
            f.rtx.op(sum, 0)
        };
        let new = f.rtx.gen_set(f.rtx.op(pattern, 0), first);
        f.set_pattern(at, new);
        recog_insn(f, at);
    }

    /// Takes the base's part from the offsets of what an insn refers to.
    fn move_offsets(
        &self,
        f: &mut RtlFunction,
        at: InsnId,
        bases: &FxHashMap<u32, i64>,
        done: &mut FxHashSet<RtxId>,
    ) {
        let mut mems: Vec<(RtxId, u32, i64)> = Vec::new();
        f.rtx.walk(f.insn(at).pattern, &mut |x| {
            if f.rtx.code(x) == Code::Mem
                && let Some((reg, offset)) = address(&f.rtx, x)
                && let Some(sum) = self.of.get(&reg)
                && let Some(low) = bases.get(&sum.root)
            {
                mems.push((x, reg, sum.more.wrapping_add(offset).wrapping_sub(*low)));
            }
            true
        });
        let any = !mems.is_empty();
        for (mem, reg, rest) in mems {
            if !done.insert(mem) {
                continue;
            }
            let base = f.reg(reg);
            let address = if rest == 0 {
                base
            } else {
                let rest = f.rtx.const_int(rest);
                f.rtx.gen_binary(Code::Plus, f.rtx.word(), base, rest)
            };
            f.rtx.set_op(mem, 0, address);
        }
        if any {
            recog_insn(f, at);
        }
    }
}

/// The register and the offset of an address.
fn address(r: &RtxArena, mem: RtxId) -> Option<(u32, i64)> {
    let address = r.op(mem, 0);
    match r.code(address) {
        Code::Reg => Some((r.regno(address), 0)),
        Code::Plus => Some((r.as_reg(r.op(address, 0))?, r.as_int(r.op(address, 1))?)),
        _ => None,
    }
}
