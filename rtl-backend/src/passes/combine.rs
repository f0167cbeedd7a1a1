//! `combine`: an insn and the one that computes its operand become one.
//!
//! ```text
//! (set (reg:DI 80) (plus:DI (reg:DI 74) (const_int 8)))
//! (set (reg:DI 81) (mem:DI (reg:DI 80)))
//! ⇒
//! (set (reg:DI 81) (mem:DI (plus:DI (reg:DI 74) (const_int 8))))
//! ```
//! The definition must be in the same block with nothing in between that changes what it reads, and the operand must
//! have no other reader; the machine description decides whether the result is an insn. Copies, constants and
//! addresses are also put into their readers when there are several, since that costs nothing, into blocks that nothing
//! else leads to, and anywhere where they are made of what never changes. Each success is tried further, so that chains
//! collapse.

mod masks;

use super::extensions;
use crate::machine::insn::Output;
use crate::machine::recog::{self, asm_operands};
use crate::machine::target::constants::is_loadable;
use crate::machine::target::predicates::{is_local_symbolic, is_low_part};
use crate::machine::target::{STACK_POINTER_REGNUM, is_eliminable};
use crate::rtl::cfg;
use crate::rtl::code::Code;
use crate::rtl::df::{Ref, RefKind, visit_refs};
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, RtlFunction};
use crate::rtl::insn_table::{InsnTable, traits};
use crate::rtl::mode::Mode;
use crate::rtl::rtx::{RtxId, flag};
use crate::rtl::simplify::{Facts, FactsBuilder, folds_with_numbers_only, lowpart_keeps, rebuild};
use crate::state::{self, RtlContext};
use dumps::putln;
use fixedbitset::FixedBitSet;
use gimple::function::{Function, Prop};
use gimple::pass::{Pass, PassContext, Todo, optimizing};
use smallvec::SmallVec;
use std::fmt::Write;

/// `combine` for the pass table.
pub const PASS: Pass =
    Pass::rtl("combine", execute).gate(optimizing).requires(Prop::RTL).follows(&[
        ("vregs", "only insns that are recognised are put together"),
        ("loop2_invariant", "what is put together cannot leave a loop alone any more"),
    ]);

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| run(&mut state.rtl, rtl))
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, cx: &mut RtlContext) {
    extensions::drop_unread(f);
    cfg::complete(f);
    f.rules_applied = cx.details().map(|_| Vec::new());
    let mut c = Combiner::new(f);
    (0..c.table.len()).for_each(|index| c.insn(index));
    if let Some(out) = cx.details() {
        for rule in c.f.rules_applied.take().unwrap_or_default() {
            putln!(out, "Applying pattern {rule}");
        }
        putln!(out, ";; Combiner successes: {}", c.combined);
    }
    let reads = c.regs.iter().map(|state| state.reads).collect();
    super::dce::sweep(c.f, &mut c.table, reads);
}

struct Combiner<'a> {
    f: &'a mut RtlFunction,
    facts: Facts,
    /// The insns of the function as they came. An insn is changed only when its turn has come.
    table: InsnTable,
    /// The references of the insn being looked at.
    refs: Vec<Ref>,
    /// By register.
    regs: Vec<RegState>,
    /// The registers that are set once only, outside all loops.
    fixed: FixedBitSet,
    /// The number of insns looked at, the present one included: its place in the list, counted from one.
    position: u32,
    /// The position of the last insn before this block, so that tables need no clearing.
    block_start: u32,
    /// The position of the last insn before the blocks that are only come to through each other and this one.
    path_start: u32,
    last_memory_write: u32,
    combined: u32,
}

/// What is known of a register, together since it is asked for together.
#[derive(Clone, Copy, Default)]
struct RegState {
    reads: u32,
    writes: u32,
    /// The position of the insn that last set it, 0 if there is none.
    position: u32,
    /// The only insn that sets it, where its value never changes afterwards and may be put into readers anywhere.
    invariant: InsnId,
}

impl RegState {
    /// The counter for references of a kind.
    fn counter(&mut self, kind: RefKind) -> &mut u32 {
        if kind == RefKind::Use { &mut self.reads } else { &mut self.writes }
    }
}

/// A definition to be put into a reader.
struct Source {
    src: RtxId,
    /// The number of the definition's insn where it goes away with its only reader.
    goes: Option<u32>,
}

impl<'a> Combiner<'a> {
    fn new(f: &'a mut RtlFunction) -> Combiner<'a> {
        let count = f.num_regs() as usize;
        let mut facts = FactsBuilder::new(count);
        let mut regs = vec![RegState::default(); count];
        let mut fixed = FixedBitSet::with_capacity(count);
        let mut table = InsnTable::with_room_for(f);
        // The only walk over all expressions.
        for id in f.chain() {
            let Some(index) = table.see(f, id) else { continue };
            for entry in table.refs(index) {
                for reg in entry.regs() {
                    let state = &mut regs[reg as usize];
                    *state.counter(entry.kind()) += 1;
                    if state.writes > 1 {
                        state.invariant = InsnId::NIL;
                        fixed.remove(reg as usize);
                    }
                }
            }
            let set = f.single_set(id).filter(|_| f.insn(id).kind == InsnKind::Insn);
            let reg = set.and_then(|set| f.rtx.as_reg(f.rtx.op(set, 0)));
            if let (Some(set), Some(reg)) = (set, reg.filter(|r| *r >= FIRST_PSEUDO)) {
                let src = f.rtx.op(set, 1);
                facts.define(&f.rtx, reg, f.equal_constant(id).unwrap_or(src));
                // Set once and never again: outside all loops, or to what is the same each time.
                let outside = f.cfg.block(f.insn(id).block).loop_depth == 0;
                let state = &mut regs[reg as usize];
                if state.writes == 1 {
                    fixed.set(reg as usize, outside);
                    if is_free(f, src) && (outside || is_unchanging(f, src)) {
                        state.invariant = id;
                    }
                }
            } else {
                let written = table.refs(index).iter().filter(|r| r.kind() != RefKind::Use);
                written.for_each(|entry| facts.set_unknown(entry.reg()));
            }
        }
        Combiner {
            facts: facts.finish(f),
            table,
            refs: Vec::new(),
            regs,
            fixed,
            position: 0,
            block_start: 0,
            path_start: 0,
            last_memory_write: 0,
            combined: 0,
            f,
        }
    }

    /// Improves the insn of this number.
    fn insn(&mut self, index: u32) {
        if self.table.has(index, traits::STARTS_BLOCK) {
            self.block_start = index;
            if self.table.has(index, traits::BEHIND_LABEL) {
                self.path_start = index;
            }
        }
        self.refs.clear();
        self.refs.extend_from_slice(self.table.refs(index));
        self.position = index + 1;
        let before = self.combined;
        let at = self.table.insn(index);
        if self.table.has(index, traits::RECOGNIZED) && self.drop_extension(at) {
            self.combined += 1;
        }
        if self.take_over(index) {
            self.combined += 1;
        } else if self.table.has(index, traits::RECOGNIZED) {
            while self.improve(at) || self.mask_by_shifts(at) {
                self.combined += 1;
            }
        }
        if self.combined != before {
            self.note_invariant(at);
            self.refine(at);
        }
        self.record(index);
    }

    /// What is known to be extended already is not extended again.
    fn drop_extension(&mut self, at: InsnId) -> bool {
        let (r, pattern) = (&self.f.rtx, self.f.insn(at).pattern);
        if r.code(pattern) != Code::Set {
            return false;
        }
        let (dst, src) = (r.op(pattern, 0), r.op(pattern, 1));
        let value = match r.code(src) {
            code @ (Code::SignExtend | Code::ZeroExtend) => {
                self.facts.extended_already(r, code, r.op(src, 0))
            }
            Code::And | Code::Ior if r.as_int(r.op(src, 1)).is_some() => self.masked(src),
            _ => None,
        };
        let Some(value) = value else { return false };
        let copy = self.f.rtx.gen_set(dst, value);
        let Some((found, _)) = recog::recog(&self.f.rtx, copy) else { return false };
        let insn = self.f.insn_mut(at);
        (insn.pattern, insn.icode) = (copy, found.icode);
        true
    }

    /// What a mask leaves of a value, where that is all of it or a number.
    fn masked(&mut self, x: RtxId) -> Option<RtxId> {
        let (mark, rules) = (self.f.rtx.mark(), self.f.rules_applied.as_ref().map_or(0, Vec::len));
        let ops = [self.f.rtx.op(x, 0), self.f.rtx.op(x, 1)];
        let value = rebuild(self.f, &self.facts, x, &ops);
        if matches!(self.f.rtx.code(value), Code::Reg | Code::ConstInt) {
            return Some(value);
        }
        self.f.rtx.forget(&mark);
        if let Some(applied) = &mut self.f.rules_applied {
            applied.truncate(rules);
        }
        None
    }

    /// A copy of what the insn before computes, for it alone, computes it itself. That is what [`Self::improve`] would come
    /// to, but the expression has been tried with all its operands already, and is known to be an insn.
    fn take_over(&mut self, index: u32) -> bool {
        let &[read, written] = &self.refs[..] else { return false };
        let (from, to) = (read.reg(), written.reg());
        let recognized = |index| self.table.has(index, traits::RECOGNIZED);
        if !self.table.has(index, traits::COPY) || !recognized(index) || to < FIRST_PSEUDO {
            return false;
        }
        let at = self.table.insn(index);
        let Some(Source { src, goes: Some(before) }) = self.source(at, from) else { return false };
        let copy = self.f.insn(at).pattern;
        let (dst, value) = (self.f.rtx.op(copy, 0), self.f.rtx.op(copy, 1));
        let whole = dst == self.f.reg(to) && value == self.f.reg(from);
        let tried = before + 1 == index && recognized(before);
        if !whole || !tried || self.f.rtx.code(src) == Code::Reg {
            return false;
        }
        self.count(-1);
        self.f.insn_mut(at).icode = self.f.insn(self.table.insn(before)).icode;
        self.f.rtx.set_op(copy, 1, src);
        self.delete_definition(before);
        // It refers to what the definition has referred to, but for what is written.
        for entry in self.refs.iter_mut().filter(|r| r.kind() != RefKind::Use) {
            *entry = entry.of(to);
        }
        self.count(1);
        true
    }

    /// An insn that has changed may have become one whose value may be put into readers anywhere.
    fn note_invariant(&mut self, at: InsnId) {
        if let Some(set) = self.f.single_set(at)
            && let Some(reg) = self.f.rtx.as_reg(self.f.rtx.op(set, 0))
            && self.fixed.contains(reg as usize)
            && is_free(self.f, self.f.rtx.op(set, 1))
        {
            self.regs[reg as usize].invariant = at;
        }
    }

    /// What an insn that has changed says of its register, if nothing else sets that.
    fn refine(&mut self, at: InsnId) {
        if let Some(set) = self.f.single_set(at)
            && let Some(reg) = self.f.rtx.as_reg(self.f.rtx.op(set, 0))
            && reg >= FIRST_PSEUDO
            && self.regs[reg as usize].writes == 1
        {
            self.facts.refine(&self.f.rtx, reg, self.f.rtx.op(set, 1));
        }
    }

    fn gather_refs(&mut self, at: InsnId) {
        let refs = &mut self.refs;
        refs.clear();
        visit_refs(self.f, at, &mut |kind, reg, count, _| refs.push(Ref::new(kind, reg, count)));
    }

    /// Notes what the insn changes.
    fn record(&mut self, index: u32) {
        let position = self.position;
        for entry in self.refs.iter().filter(|r| r.kind() != RefKind::Use) {
            for reg in entry.regs() {
                if let Some(state) = self.regs.get_mut(reg as usize) {
                    state.position = position;
                }
            }
        }
        // No store comes of what was none.
        if self.table.has(index, traits::STORE) && writes_memory(self.f, self.table.insn(index)) {
            self.last_memory_write = position;
        }
        if self.table.has(index, traits::CALL) {
            let mut changed = self.f.convention.used;
            while changed != 0 {
                self.regs[changed.trailing_zeros() as usize].position = position;
                changed &= changed - 1;
            }
        }
    }

    /// Tries each operand once; `true` if one has been replaced.
    fn improve(&mut self, at: InsnId) -> bool {
        (0..self.refs.len()).any(|i| {
            let is_read = |r: &Ref, reg: u32| r.kind() == RefKind::Use && r.reg() == reg;
            let (earlier, reg) = (&self.refs[..i], self.refs[i].reg());
            let first = is_read(&self.refs[i], reg) && !earlier.iter().any(|r| is_read(r, reg));
            if !first || reg < FIRST_PSEUDO {
                return false;
            }
            self.source(at, reg).is_some_and(|source| self.replace(at, reg, &source))
        })
    }

    /// The definition of `reg`, if it may be put into `at`.
    fn source(&self, at: InsnId, reg: u32) -> Option<Source> {
        let state = self.regs.get(reg as usize)?;
        let local = state.position > self.path_start;
        let insn = if local { self.table.insn(state.position - 1) } else { state.invariant };
        if !insn.exists() || insn == at || self.f.insn(insn).kind != InsnKind::Insn {
            return None;
        }
        let set = self.f.single_set(insn)?;
        let (dst, src) = (self.f.rtx.op(set, 0), self.f.rtx.op(set, 1));
        if self.f.rtx.as_reg(dst) != Some(reg) || self.f.rtx.mode(dst) != self.f.reg_mode(reg) {
            return None;
        }
        let is_unknown = self.f.insn(insn).icode < 0;
        if is_unknown && asm_operands(&self.f.rtx, self.f.insn(insn).pattern).is_some() {
            return None;
        }
        let plain = self.f.rtx.code(self.f.insn(insn).pattern) == Code::Set;
        let only_reader = local && state.reads == 1 && state.writes == 1 && plain;
        if local && state.position <= self.block_start && !is_free(self.f, src) {
            return None;
        }
        if local {
            if !self.still_valid(src, state.position) {
                return None;
            }
        } else if !self.is_invariant_source(src) {
            return None;
        }
        let goes = only_reader.then(|| state.position - 1);
        (only_reader || is_free(self.f, src)).then_some(Source { src, goes })
    }

    /// Whether what `src` reads is unchanged since `position` of this block.
    fn still_valid(&self, src: RtxId, position: u32) -> bool {
        let mut valid = true;
        self.f.rtx.walk(src, &mut |x| {
            match self.f.rtx.code(x) {
                Code::Reg => {
                    let reg = self.f.rtx.regno(x);
                    let hard =
                        reg < FIRST_PSEUDO && reg != STACK_POINTER_REGNUM && !is_eliminable(reg);
                    valid &= !hard && self.regs[reg as usize].position < position;
                }
                Code::Mem => {
                    let flags = self.f.rtx.flags(x);
                    valid &= flags & flag::V == 0;
                    valid &= flags & flag::U != 0 || self.last_memory_write <= position;
                }
                Code::UnspecVolatile | Code::Call => valid = false,
                _ => {}
            }
            valid
        });
        valid
    }

    /// Whether `src` has the same value at any time after its definition.
    fn is_invariant_source(&self, src: RtxId) -> bool {
        let r = &self.f.rtx;
        match r.code(src) {
            Code::Reg => self.is_invariant_reg(src),
            Code::Subreg => is_low_part(r, src) && self.is_invariant_reg(r.op(src, 0)),
            Code::ConstInt => true,
            Code::Plus => self.is_invariant_reg(r.op(src, 0)) && r.as_int(r.op(src, 1)).is_some(),
            _ => false,
        }
    }

    fn is_invariant_reg(&self, x: RtxId) -> bool {
        match self.f.rtx.as_reg(x) {
            Some(reg) if is_eliminable(reg) => true,
            Some(reg) => self.fixed.contains(reg as usize),
            None => false,
        }
    }

    /// Puts `source` into `at` if that gives an insn.
    fn replace(&mut self, at: InsnId, reg: u32, source: &Source) -> bool {
        let pattern = self.f.insn(at).pattern;
        if source.goes.is_none() && !self.wants(pattern, reg, source.src) {
            return false;
        }
        let code = self.f.rtx.code(source.src);
        if self.f.insn(at).kind == InsnKind::Call && code != Code::Reg {
            return false;
        }
        let inner = if is_low_part(&self.f.rtx, source.src) { Code::Reg } else { code };
        if !self.may_nest(pattern, reg, inner) || self.joins_steps(pattern, reg, source.src) {
            return false;
        }
        let mark = self.f.rtx.mark();
        let rules = self.f.rules_applied.as_ref().map_or(0, Vec::len);
        let Some((new, icode, number)) = self.replacement(at, reg, source) else {
            self.f.rtx.forget(&mark);
            if let Some(applied) = &mut self.f.rules_applied {
                applied.truncate(rules);
            }
            return false;
        };
        self.put(at, new, icode, source.goes);
        if let Some(index) = number {
            self.delete_definition(index);
            self.gather_refs(at);
        }
        true
    }

    /// Gives the insn looked at another pattern; the definition of this number goes.
    fn put(&mut self, at: InsnId, pattern: RtxId, icode: i16, goes: Option<u32>) {
        self.count(-1);
        let insn = self.f.insn_mut(at);
        (insn.pattern, insn.icode) = (pattern, icode);
        if let Some(index) = goes {
            self.delete_definition(index);
        }
        self.gather_refs(at);
        self.count(1);
    }

    /// Deletes the insn of this number. [`Self::refs`] are its references then.
    fn delete_definition(&mut self, index: u32) {
        let definition = self.table.insn(index);
        self.gather_refs(definition);
        self.count(-1);
        self.f.delete_insn(definition);
        self.table.note(index, traits::DELETED);
    }

    /// Whether there may be an insn with an operation of code `inner` in the place of `reg`. There is none where it would
    /// become an operand of an operation that has no such operand in any pattern, and that cannot be folded with it since
    /// neither of its operands is a number. To know that needs no new expression.
    fn may_nest(&self, pattern: RtxId, reg: u32, inner: Code) -> bool {
        let r = &self.f.rtx;
        if r.code(pattern) != Code::Set {
            return true;
        }
        let value = match r.op(pattern, 1) {
            x if matches!(r.code(x), Code::SignExtend | Code::ZeroExtend) => r.op(x, 0),
            x => x,
        };
        let outer = r.code(value);
        let stays = folds_with_numbers_only(outer) && r.mode(value).is_int();
        if !stays || recog::nests(outer, inner) {
            return true;
        }
        let ops = [r.op(value, 0), r.op(value, 1)];
        let becomes_operand = |x: RtxId| match r.code(x) {
            Code::Subreg => r.as_reg(r.op(x, 0)) == Some(reg) && lowpart_keeps(inner),
            _ => r.as_reg(x) == Some(reg),
        };
        ops.into_iter().any(|x| r.as_int(x).is_some()) || !ops.into_iter().any(becomes_operand)
    }

    /// Whether the two are steps by which a number is built, which no insn loads whole.
    fn joins_steps(&self, pattern: RtxId, reg: u32, src: RtxId) -> bool {
        let r = &self.f.rtx;
        let Some(high) = r.as_int(src).filter(|_| r.code(pattern) == Code::Set) else {
            return false;
        };
        let value = r.op(pattern, 1);
        r.code(value) == Code::Plus
            && r.mode(value) == r.word()
            && r.as_reg(r.op(value, 0)) == Some(reg)
            && r.as_int(r.op(value, 1))
                .is_some_and(|low| !is_loadable(high.wrapping_add(low), r.extensions))
    }

    /// The pattern of `at` with the source in the place of `reg`, the insn that is, and the definition of a number that has
    /// to go with it.
    fn replacement(
        &mut self,
        at: InsnId,
        reg: u32,
        source: &Source,
    ) -> Option<(RtxId, i16, Option<u32>)> {
        // A definition that goes away leaves its expression to the reader; registers and numbers are shared anyway.
        let shared = matches!(self.f.rtx.code(source.src), Code::Reg | Code::ConstInt);
        let src = if source.goes.is_some() || shared {
            source.src
        } else {
            self.f.rtx.deep_copy(source.src)
        };
        let new = self.substitute(self.f.insn(at).pattern, reg, src)?;
        let new = self.with_scratch(new);
        let (new, icode, number) = match recog::recog(&self.f.rtx, new) {
            Some((found, _)) => (new, found.icode, None),
            None => self.replacement_with_number(at, new, source.src)?,
        };
        (!self.is_noop(new)).then_some((new, icode, number))
    }

    /// What is no insn may be one with the number that the second operand of what was put into it is.
    fn replacement_with_number(
        &mut self,
        at: InsnId,
        new: RtxId,
        src: RtxId,
    ) -> Option<(RtxId, i16, Option<u32>)> {
        if !self.f.rtx.code(src).is_comparison() {
            return None;
        }
        let reg = self.f.rtx.as_reg(self.f.rtx.op(src, 1)).filter(|&reg| reg >= FIRST_PSEUDO)?;
        let number = self.source(at, reg)?;
        self.f.rtx.as_int(number.src)?;
        let new = self.substitute(new, reg, number.src)?;
        let (found, _) = recog::recog(&self.f.rtx, new)?;
        Some((new, found.icode, number.goes))
    }

    fn is_noop(&self, pattern: RtxId) -> bool {
        let r = &self.f.rtx;
        r.code(pattern) == Code::Set && r.equal(r.op(pattern, 0), r.op(pattern, 1))
    }

    /// A definition that stays is put into a reader only where it disappears in it: copies anywhere, constants as
    /// immediates, sums in addresses and other sums.
    fn wants(&self, pattern: RtxId, reg: u32, src: RtxId) -> bool {
        let r = &self.f.rtx;
        if r.code(src) == Code::Reg || is_low_part(r, src) {
            return true;
        }
        if r.code(pattern) != Code::Set {
            return r.as_int(src).is_some();
        }
        let (dst, value) = (r.op(pattern, 0), r.op(pattern, 1));
        let in_address = |x: RtxId| {
            let x = match r.code(x) {
                Code::SignExtend | Code::ZeroExtend => r.op(x, 0),
                _ => x,
            };
            if r.code(x) != Code::Mem {
                return false;
            }
            let address = r.op(x, 0);
            r.as_reg(address) == Some(reg)
                || r.code(address) == Code::Plus && r.as_reg(r.op(address, 0)) == Some(reg)
        };
        if r.as_int(src).is_some() {
            // Not where it would only make one `li` of another.
            return r.as_reg(value) != Some(reg) || r.code(dst) == Code::Mem && r.is_int(src, 0);
        }
        in_address(dst) || in_address(value)
    }

    /// Counts the references of [`Self::refs`] once more, or less.
    fn count(&mut self, by: i32) {
        for entry in &self.refs {
            for reg in entry.regs() {
                if let Some(state) = self.regs.get_mut(reg as usize) {
                    let counter = state.counter(entry.kind());
                    *counter = counter.wrapping_add_signed(by);
                }
            }
        }
    }

    /// A copy of `x` with `reg` replaced by `src`; `None` where it is not read there.
    fn substitute(&mut self, x: RtxId, reg: u32, src: RtxId) -> Option<RtxId> {
        match self.f.rtx.code(x) {
            Code::Reg => {
                return (self.f.rtx.regno(x) == reg && self.f.rtx.mode(x) == self.f.reg_mode(reg))
                    .then_some(src);
            }
            Code::Set => {
                let (dst, value) = (self.f.rtx.op(x, 0), self.f.rtx.op(x, 1));
                let new_value = self.substitute(value, reg, src);
                let new_dst = if self.f.rtx.code(dst) == Code::Mem {
                    self.substitute(dst, reg, src)
                } else {
                    None
                };
                if new_value.is_none() && new_dst.is_none() {
                    return None;
                }
                return Some(
                    self.f.rtx.gen_set(new_dst.unwrap_or(dst), new_value.unwrap_or(value)),
                );
            }
            Code::Clobber | Code::AsmOperands | Code::Unspec | Code::UnspecVolatile => return None,
            _ => {}
        }
        let mut ops: SmallVec<[RtxId; 4]> = SmallVec::new();
        let mut changed = false;
        for i in 0..self.f.rtx.num_ops(x) {
            let op = self.f.rtx.any_op(x, i);
            match self.substitute(op, reg, src) {
                Some(new) => {
                    changed = true;
                    ops.push(new);
                }
                None => ops.push(op),
            }
        }
        changed.then(|| rebuild(self.f, &self.facts, x, &ops))
    }

    /// Stores to, and floating-point loads from, a local symbol need a scratch register.
    fn with_scratch(&mut self, pattern: RtxId) -> RtxId {
        if self.f.rtx.code(pattern) != Code::Set {
            return pattern;
        }
        let (dst, src) = (self.f.rtx.op(pattern, 0), self.f.rtx.op(pattern, 1));
        let symbolic = |f: &RtlFunction, x: RtxId| {
            f.rtx.code(x) == Code::Mem && is_local_symbolic(&f.rtx, f.rtx.op(x, 0))
        };
        let store = symbolic(self.f, dst);
        let float_load = symbolic(self.f, src) && self.f.rtx.mode(dst).is_float();
        if !store && !float_load {
            return pattern;
        }
        let scratch = self.f.new_reg(self.f.rtx.word());
        let clobber = self.f.rtx.gen_unary(Code::Clobber, Mode::VOID, scratch);
        self.f.rtx.gen_parallel(&[pattern, clobber])
    }
}

/// Whether putting `src` into a reader costs nothing even if the definition stays.
fn is_free(f: &RtlFunction, src: RtxId) -> bool {
    let r = &f.rtx;
    match r.code(src) {
        Code::Reg | Code::ConstInt => true,
        Code::Subreg => is_low_part(r, src),
        Code::Plus => r.code(r.op(src, 0)) == Code::Reg && r.as_int(r.op(src, 1)).is_some(),
        _ => false,
    }
}

/// Whether `x` is a constant, or the frame's address plus one.
fn is_unchanging(f: &RtlFunction, x: RtxId) -> bool {
    match f.rtx.code(x) {
        Code::Reg => is_eliminable(f.rtx.regno(x)),
        Code::Plus => is_unchanging(f, f.rtx.op(x, 0)) && f.rtx.as_int(f.rtx.op(x, 1)).is_some(),
        code => code.is_constant(),
    }
}

/// Whether the insn may change memory.
pub fn writes_memory(f: &RtlFunction, id: InsnId) -> bool {
    let insn = f.insn(id);
    if insn.kind == InsnKind::Call {
        return true;
    }
    if insn.icode >= 0 {
        let found = recog::insn(insn.icode);
        if !found.may_write_memory {
            return false;
        }
        if matches!(found.output, Output::Move) && f.rtx.code(insn.pattern) == Code::Set {
            return f.rtx.code(f.rtx.op(insn.pattern, 0)) == Code::Mem;
        }
    }
    let mut writes = false;
    f.rtx.walk(insn.pattern, &mut |x| {
        match f.rtx.code(x) {
            Code::Set | Code::Clobber => writes |= f.rtx.code(f.rtx.op(x, 0)) == Code::Mem,
            Code::AsmOperands | Code::UnspecVolatile => writes = true,
            _ => {}
        }
        !writes
    });
    writes
}
