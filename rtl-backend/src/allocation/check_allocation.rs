//! A checker of register allocation: does every operand hold the value it held before?
//!
//! Code after `reload` is run symbolically. Each register and spill slot holds a set of pseudos whose current value it
//! has; register nodes remember which pseudo they stood for, so that a read of `(reg:DI 15 a5 [78])` demands 78 in a5.
//! Sets meet by intersection where control joins. After regalloc2's checker (Fallin, "Cranelift's new register
//! allocator: correctness by fuzzing", 2021). What may be read before it was written has no value to be held, and is
//! not looked at.

use crate::machine::target::{HARD_FRAME_POINTER_REGNUM, STACK_POINTER_REGNUM};
use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::rtl::cfg::{self, ENTRY};
use crate::rtl::code::Code;
use crate::rtl::df::{RefKind, visit_refs};
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, RtlFunction};
use crate::rtl::rtx::{RtxId, VARIABLE};

/// A register or a spill slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Location {
    Hard(u32),
    /// Base register and offset.
    Slot(u32, i64),
}

/// What is known at a place of the function.
#[derive(Clone, Default)]
struct State {
    /// The pseudos whose value a location holds.
    held: FxHashMap<Location, BTreeSet<u32>>,
    /// Pseudos that have been written on every path here.
    written: FixedBitSet,
}

impl State {
    /// Whether a pseudo's value, if it has one, is at a location.
    fn holds(&self, location: Location, pseudo: u32) -> bool {
        !self.written.contains(pseudo as usize)
            || self.held.get(&location).is_some_and(|held| held.contains(&pseudo))
    }

    /// The pseudo gets a new value: nothing holds it any more.
    fn write(&mut self, pseudo: Option<u32>) {
        if let Some(p) = pseudo {
            self.written.grow((p as usize + 1).max(self.written.len()));
            self.written.insert(p as usize);
            for held in self.held.values_mut() {
                held.remove(&p);
            }
        }
    }

    /// Keeps only what also holds in another state; says whether that was less.
    fn meet(&mut self, other: &State) -> bool {
        let size = |state: &State| {
            state.held.values().map(BTreeSet::len).sum::<usize>() + state.written.count_ones(..)
        };
        let before = size(self);
        for (location, pseudos) in &mut self.held {
            match other.held.get(location) {
                Some(held) => pseudos.retain(|p| held.contains(p)),
                None => pseudos.clear(),
            }
        }
        self.written.intersect_with(&other.written);
        size(self) != before
    }
}

/// Blocks times registers up to which a function is checked: what is known is kept for each block.
const MOST: usize = 1 << 24;

/// Checks a function, unless it is a huge one, between `reload` and the deletion of no-op moves.
///
/// # Errors
/// The first operand that does not hold its pseudo's value.
pub fn check(f: &RtlFunction) -> Result<(), String> {
    if f.cfg.blocks.len() * f.num_regs() as usize > MOST {
        return Ok(());
    }
    let order: Vec<u32> = cfg::postorder(&f.cfg).into_iter().rev().collect();
    let mut at_start: Vec<Option<State>> = vec![None; f.cfg.blocks.len()];
    at_start[ENTRY as usize] = Some(State::default());
    loop {
        let mut changed = false;
        for &block in &order {
            let Some(mut state) = at_start[block as usize].clone() else { continue };
            run_block(f, block, &mut state, false)?;
            for succ in f.cfg.succs(block) {
                changed |= meet(&mut at_start[succ as usize], &state);
            }
        }
        if !changed {
            break;
        }
    }
    for &block in &order {
        if let Some(mut state) = at_start[block as usize].clone() {
            run_block(f, block, &mut state, true)?;
        }
    }
    Ok(())
}

/// What holds where control joins.
fn meet(into: &mut Option<State>, from: &State) -> bool {
    match into {
        Some(old) => old.meet(from),
        None => {
            *into = Some(from.clone());
            true
        }
    }
}

fn run_block(f: &RtlFunction, block: u32, state: &mut State, report: bool) -> Result<(), String> {
    if block < 2 {
        return Ok(());
    }
    let mut at = f.cfg.block(block).head;
    // Spill code may have been put after the block's last insn.
    while at.exists() && (f.insn(at).block == block || !f.is_real(at)) {
        if f.is_real(at) {
            step(f, at, state, report)?;
        } else if f.insn(at).block > block {
            break;
        }
        at = f.next(at);
    }
    Ok(())
}

/// The location of an operand and the pseudo it stands for.
fn operand(f: &RtlFunction, x: RtxId) -> Option<(Location, Option<u32>)> {
    let r = &f.rtx;
    match r.code(x) {
        Code::Reg => {
            let pseudo = r.original_regno(x).filter(|p| *p >= FIRST_PSEUDO);
            Some((Location::Hard(r.regno(x)), pseudo))
        }
        Code::Mem if (FIRST_PSEUDO..VARIABLE).contains(&r.mem_attrs(x).base) => {
            let address = r.op(x, 0);
            let slot = match r.code(address) {
                Code::Plus => {
                    Location::Slot(r.regno(r.op(address, 0)), r.int_value(r.op(address, 1)))
                }
                _ => Location::Slot(r.regno(address), 0),
            };
            // A far slot's address is computed: the pseudo names it as well.
            let base = r.mem_attrs(x).base;
            Some((if near(slot) { slot } else { Location::Slot(0, base as i64) }, Some(base)))
        }
        _ => None,
    }
}

fn near(slot: Location) -> bool {
    matches!(slot, Location::Slot(STACK_POINTER_REGNUM | HARD_FRAME_POINTER_REGNUM, _))
}

fn step(f: &RtlFunction, at: InsnId, state: &mut State, report: bool) -> Result<(), String> {
    if report {
        check_reads(f, at, state)?;
    }
    let pattern = f.insn(at).pattern;
    if f.insn(at).kind == InsnKind::Call {
        let convention = f.convention;
        state.held.retain(|l, _| !matches!(l, Location::Hard(r) if convention.call_used(*r)));
    }
    if f.rtx.code(pattern) == Code::Set {
        let (dst, src) = (f.rtx.op(pattern, 0), f.rtx.op(pattern, 1));
        if let (Some((to, p)), Some((from, q))) = (operand(f, dst), operand(f, src)) {
            let moved = state.held.get(&from).cloned().unwrap_or_default();
            if p != q {
                state.write(p);
            }
            let held = state.held.entry(to).or_default();
            *held = moved;
            held.extend(p);
            return Ok(());
        }
        if let Some((to @ Location::Slot(..), p)) = operand(f, dst) {
            state.write(p);
            state.held.insert(to, p.into_iter().collect());
            return Ok(());
        }
    }
    let mut written = Vec::new();
    visit_refs(f, at, &mut |kind, reg, count, x| {
        if kind != RefKind::Use {
            let pseudo =
                f.rtx.original_regno(x).filter(|p| *p >= FIRST_PSEUDO && kind != RefKind::Clobber);
            written.extend((reg..reg + count).map(|reg| (reg, pseudo)));
        }
    });
    for (reg, pseudo) in written {
        state.write(pseudo);
        state.held.insert(Location::Hard(reg), pseudo.into_iter().collect());
    }
    Ok(())
}

fn check_reads(f: &RtlFunction, at: InsnId, state: &State) -> Result<(), String> {
    let mut wrong = None;
    let mut early = Vec::new();
    visit_refs(f, at, &mut |kind, reg, _, x| {
        let pseudo = f.rtx.original_regno(x).filter(|p| *p >= FIRST_PSEUDO);
        match (kind, pseudo) {
            (RefKind::Use, Some(p)) => {
                if !state.holds(Location::Hard(reg), p) {
                    wrong = Some((Location::Hard(reg), p));
                }
                early.push((reg, p));
            }
            (RefKind::EarlyDef | RefKind::Clobber, _)
                if early.iter().any(|(r, q)| *r == reg && Some(*q) != pseudo) =>
            {
                wrong = Some((Location::Hard(reg), pseudo.unwrap_or(0)));
            }
            _ => {}
        }
    });
    let set = f.single_set(at);
    let src = set.map(|s| f.rtx.op(s, 1)).map(|x| match f.rtx.code(x) {
        Code::SignExtend | Code::ZeroExtend => f.rtx.op(x, 0),
        _ => x,
    });
    if let Some((slot @ Location::Slot(..), Some(p))) = src.and_then(|x| operand(f, x))
        && !state.holds(slot, p)
    {
        wrong = Some((slot, p));
    }
    match wrong {
        None => Ok(()),
        Some((location, pseudo)) => {
            let mut text = String::new();
            crate::rtl::print::print_insn(f, at, &mut text);
            Err(format!("{location:?} does not hold register {pseudo} in {}: {text}", f.name))
        }
    }
}
