//! `cse1`: what has been computed in this extended block is not computed again.
//!
//! ```text
//! (set (reg:DI 80) (symbol_ref:DI ("arr")))
//! (set (reg:DI 91) (symbol_ref:DI ("arr")))      ⇒   (set (reg:DI 91) (reg:DI 80))
//! ```
//! Value numbering over one path of blocks at a time (a block goes on with its predecessor's table where that is its
//! only one and stands right before it). An expression is hashed with the version each register has at the time, so
//! that nothing needs to be thrown away when a register is set; loads carry the version of memory. `combine` puts the
//! copies into their readers.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::PassContext;
use super::combine::writes_memory;
use crate::code::Code;
use crate::df::{RefKind, visit_refs};
use crate::function::{FIRST_PSEUDO, InsnId, InsnKind, RegNote, RtlFunction};
use crate::recog::recog_insn;
use crate::rtx::{RtxId, flag};

/// Most expressions a table holds; beyond, it is started anew.
const MAX_ENTRIES: usize = 4096;

/// Runs the pass.
pub fn run(f: &mut RtlFunction, _cx: &mut PassContext) {
    let regs = f.num_regs() as usize;
    let mut c = Cse { f, table: FxHashMap::default(), version: vec![0; regs], memory: 0 };
    for block in c.f.cfg.block_ids() {
        if !c.continues(block) {
            // A new table: clearing takes time in the size of the largest block so far, for every block.
            c.table = FxHashMap::default();
        }
        let (mut at, end) = (c.f.cfg.block(block).head, c.f.cfg.block(block).end);
        loop {
            if c.f.is_real(at) {
                c.insn(at);
            }
            if at == end {
                break;
            }
            at = c.f.next(at);
        }
    }
}

struct Entry {
    /// The expression, its registers having the versions below.
    src: RtxId,
    /// The register that holds it.
    reg: u32,
    version: u32,
    /// Hash-time versions of the registers in `src`, in the order of the walk, and of memory.
    inputs: Vec<u32>,
}

struct Cse<'a> {
    f: &'a mut RtlFunction,
    table: FxHashMap<u64, Entry>,
    /// How often each register has been set so far.
    version: Vec<u32>,
    memory: u32,
}

impl Cse<'_> {
    /// Whether the block goes on where the one before it ended.
    fn continues(&self, block: u32) -> bool {
        if block == 2 || self.table.len() > MAX_ENTRIES {
            return false;
        }
        let mut preds = self.f.cfg.preds(block);
        preds.next() == Some(block - 1) && preds.next().is_none()
    }

    fn insn(&mut self, at: InsnId) {
        let candidate = self.candidate(at);
        let mut found = None;
        let mut key = 0;
        let mut inputs = Vec::new();
        if let Some((_, src)) = candidate {
            inputs = self.inputs(src);
            key = self.hash(src, &inputs);
            found = self.table.get(&key).filter(|e| self.holds(e, src, &inputs)).map(|e| e.reg);
        }
        if let (Some(reg), Some((dst, src))) = (found, candidate)
            && self.f.rtx.as_reg(dst) != Some(reg)
        {
            self.replace(at, dst, src, reg);
        }
        let version = &mut self.version;
        visit_refs(self.f, at, &mut |kind, reg, count, _| {
            if kind != RefKind::Use {
                for reg in reg..reg + count {
                    version[reg as usize] += 1;
                }
            }
        });
        if writes_memory(self.f, at) {
            self.memory += 1;
        }
        if let Some((dst, src)) = candidate
            && found.is_none()
        {
            let reg = self.f.rtx.regno(dst);
            // A register that takes part in its own new value no longer is what the expression says.
            let own = self.mentions(src, reg);
            if !own {
                let entry = Entry { src, reg, version: self.version[reg as usize], inputs };
                self.table.insert(key, entry);
            }
        }
    }

    fn mentions(&self, x: RtxId, reg: u32) -> bool {
        let mut found = false;
        self.f.rtx.walk(x, &mut |x| {
            found |= self.f.rtx.as_reg(x) == Some(reg);
            true
        });
        found
    }

    /// Destination and source of an insn whose value is worth remembering.
    fn candidate(&self, at: InsnId) -> Option<(RtxId, RtxId)> {
        if self.f.insn(at).kind != InsnKind::Insn || self.f.insn(at).icode < 0 {
            return None;
        }
        let pattern = self.f.insn(at).pattern;
        if self.f.rtx.code(pattern) != Code::Set {
            return None;
        }
        let (dst, mut src) = (self.f.rtx.op(pattern, 0), self.f.rtx.op(pattern, 1));
        let reg = self.f.rtx.as_reg(dst).filter(|r| *r >= FIRST_PSEUDO)?;
        if self.f.rtx.mode(dst) != self.f.regs[reg as usize].mode {
            return None;
        }
        match self.f.rtx.code(src) {
            Code::Reg | Code::Subreg => return None,
            // The end of a constant's construction: the constant itself.
            Code::Plus | Code::Ashift | Code::Lshiftrt | Code::Xor => {
                if let Some(value) = self.equal_constant(at) {
                    src = value;
                }
            }
            _ => {}
        }
        let mut fine = true;
        self.f.rtx.walk(src, &mut |x| {
            match self.f.rtx.code(x) {
                Code::Reg => {
                    fine &= self.f.rtx.regno(x) >= FIRST_PSEUDO
                        || matches!(self.f.rtx.regno(x), 64 | 65)
                }
                Code::Mem => fine &= self.f.rtx.flags(x) & flag::V == 0,
                Code::Unspec | Code::UnspecVolatile | Code::Call | Code::AsmOperands => {
                    fine = false
                }
                _ => {}
            }
            fine
        });
        fine.then_some((dst, src))
    }

    fn equal_constant(&self, at: InsnId) -> Option<RtxId> {
        self.f.notes(at).find_map(|n| match n {
            RegNote::Equal(x) if self.f.rtx.code(x) == Code::ConstInt => Some(x),
            _ => None,
        })
    }

    /// Versions of what `src` reads, in the order of a walk.
    fn inputs(&self, src: RtxId) -> Vec<u32> {
        let mut inputs = Vec::new();
        self.f.rtx.walk(src, &mut |x| {
            match self.f.rtx.code(x) {
                Code::Reg => inputs.push(self.version[self.f.rtx.regno(x) as usize]),
                Code::Mem if self.f.rtx.flags(x) & flag::U == 0 => inputs.push(self.memory),
                _ => {}
            }
            true
        });
        inputs
    }

    fn hash(&self, src: RtxId, inputs: &[u32]) -> u64 {
        let mut h = FxHasher::default();
        let r = &self.f.rtx;
        r.walk(src, &mut |x| {
            (r.code(x), r.mode(x)).hash(&mut h);
            match r.code(x) {
                Code::Reg => r.regno(x).hash(&mut h),
                Code::ConstInt => r.int_value(x).hash(&mut h),
                Code::ConstDouble => r.double_bits(x).hash(&mut h),
                Code::SymbolRef => r.symbol_of(x).hash(&mut h),
                Code::LabelRef => r.label_of(x).hash(&mut h),
                Code::Subreg => r.subreg_byte(x).hash(&mut h),
                _ => {}
            }
            true
        });
        inputs.hash(&mut h);
        h.finish()
    }

    fn holds(&self, e: &Entry, src: RtxId, inputs: &[u32]) -> bool {
        self.version[e.reg as usize] == e.version
            && e.inputs == inputs
            && self.f.rtx.equal(e.src, src)
    }

    /// Makes the insn a copy of `reg`.
    fn replace(&mut self, at: InsnId, dst: RtxId, src: RtxId, reg: u32) {
        if self.f.regs[reg as usize].mode != self.f.rtx.mode(dst) {
            return;
        }
        // What one plain instruction makes is not worth a longer life of another register.
        if self.f.rtx.as_int(src).is_some_and(|v| crate::riscv::constants::integer_cost(v) == 1) {
            return;
        }
        let copy = self.f.pseudo(reg);
        let pattern = self.f.rtx.gen_set(dst, copy);
        self.f.insn_mut(at).pattern = pattern;
        recog_insn(self.f, at);
    }
}
