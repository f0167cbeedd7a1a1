//! A checker of register allocation: does every operand hold the value it held before?
//!
//! Code after `reload` is run symbolically. Each register and spill slot holds a set of pseudos whose current value it
//! has; register nodes remember which pseudo they stood for, so that a read of `(reg:DI 15 a5 [78])` demands 78 in a5.
//! Sets meet by intersection where control joins. After regalloc2's checker (Fallin, "Cranelift's new register
//! allocator: correctness by fuzzing", 2021). Reading what was never written is an error, so this is for functions that
//! do not.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::cfg::{self, ENTRY};
use crate::code::Code;
use crate::df::{RefKind, clobbered_by_call, visit_refs};
use crate::function::{FIRST_PSEUDO, InsnId, InsnKind, RtlFunction};
use crate::rtx::RtxId;

/// A register or a spill slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Location {
    Hard(u32),
    /// Base register and offset.
    Slot(u32, i64),
}

type State = FxHashMap<Location, BTreeSet<u32>>;

/// Checks a function between `reload` and the deletion of no-op moves.
///
/// # Errors
/// The first operand that does not hold its pseudo's value.
pub fn check(f: &RtlFunction) -> Result<(), String> {
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

/// Keeps in `into` only what also holds in `from`; says whether that was less.
fn meet(into: &mut Option<State>, from: &State) -> bool {
    let Some(old) = into else {
        *into = Some(from.clone());
        return true;
    };
    let before: usize = old.values().map(BTreeSet::len).sum();
    for (location, pseudos) in old.iter_mut() {
        match from.get(location) {
            Some(other) => pseudos.retain(|p| other.contains(p)),
            None => pseudos.clear(),
        }
    }
    old.values().map(BTreeSet::len).sum::<usize>() != before
}

fn run_block(f: &RtlFunction, block: u32, state: &mut State, report: bool) -> Result<(), String> {
    if block < 2 {
        return Ok(());
    }
    let mut at = f.cfg.block(block).head;
    // Spill code may have been put behind the block's last insn.
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
        Code::Mem if r.mem_attrs(x).base >= FIRST_PSEUDO => {
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
    matches!(slot, Location::Slot(2 | 8, _))
}

fn step(f: &RtlFunction, at: InsnId, state: &mut State, report: bool) -> Result<(), String> {
    if report {
        check_reads(f, at, state)?;
    }
    let pattern = f.insn(at).pattern;
    if f.insn(at).kind == InsnKind::Call {
        state.retain(|l, _| !matches!(l, Location::Hard(r) if clobbered_by_call(*r)));
    }
    if f.rtx.code(pattern) == Code::Set {
        let (dst, src) = (f.rtx.op(pattern, 0), f.rtx.op(pattern, 1));
        if let (Some((to, p)), Some((from, q))) = (operand(f, dst), operand(f, src)) {
            let moved = state.get(&from).cloned().unwrap_or_default();
            if p != q {
                kill(state, p);
            }
            let held = state.entry(to).or_default();
            *held = moved;
            held.extend(p);
            return Ok(());
        }
        if let Some((to @ Location::Slot(..), p)) = operand(f, dst) {
            kill(state, p);
            state.insert(to, p.into_iter().collect());
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
        kill(state, pseudo);
        state.insert(Location::Hard(reg), pseudo.into_iter().collect());
    }
    Ok(())
}

/// The pseudo gets a new value: nothing holds it any more.
fn kill(state: &mut State, pseudo: Option<u32>) {
    if let Some(p) = pseudo {
        for held in state.values_mut() {
            held.remove(&p);
        }
    }
}

fn check_reads(f: &RtlFunction, at: InsnId, state: &State) -> Result<(), String> {
    let mut wrong = None;
    let mut early = Vec::new();
    visit_refs(f, at, &mut |kind, reg, _, x| {
        let pseudo = f.rtx.original_regno(x).filter(|p| *p >= FIRST_PSEUDO);
        match (kind, pseudo) {
            (RefKind::Use, Some(p)) => {
                let held = state.get(&Location::Hard(reg)).is_some_and(|s| s.contains(&p));
                if !held {
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
        && !state.get(&slot).is_some_and(|s| s.contains(&p))
    {
        wrong = Some((slot, p));
    }
    match wrong {
        None => Ok(()),
        Some((location, pseudo)) => {
            let mut text = String::new();
            crate::print::print_insn(f, at, &mut text);
            Err(format!("{location:?} does not hold register {pseudo} in {}: {text}", f.name))
        }
    }
}
