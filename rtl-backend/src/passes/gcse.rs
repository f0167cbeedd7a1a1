//! `rtl pre`: an address that is known already on every path to where it is made again is not made again.
//!
//! ```text
//! 2: (set (reg/f:DI 76) (symbol_ref:DI ("*.LANCHOR0")))
//! …
//! 5: (set (reg/f:DI 80) (symbol_ref:DI ("*.LANCHOR0")))
//!    (set (reg:SI 83) (mem:SI (reg/f:DI 80)))                  ⇒   (set (reg:SI 83) (mem:SI (reg/f:DI 76)))
//! ```
//! Within one path of blocks `cse1` has done so. Here the blocks are gone through down the tree of dominators, each with what
//! those above it have made. Registers are taken that are set once, so they hold it ever after. What only some paths have made
//! is not made on the others.

use crate::state::{self, RtlContext};
use rustc_hash::FxHashMap;

use super::loop_invariant::put_everywhere;
use crate::rtl::code::Code;
use crate::rtl::df::visit_defs;
use crate::rtl::dominance::{Tree, dominators};
use crate::rtl::function::{FIRST_PSEUDO, InsnId, InsnKind, RtlFunction};
use crate::rtl::rtx::{SymId, flag};
use gimple::function::{Function, Prop};
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};

/// `rtl pre` for the pass table.
pub const PASS: Pass = Pass::rtl("rtl pre", execute)
    .gate(|options, _| options.on(Flag::Gcse) && options.optimize >= 2 && !options.optimize_size)
    .requires(Prop::RTL);

/// An insn that makes an address.
struct Address {
    insn: InsnId,
    block: u32,
    reg: u32,
    symbol: SymId,
}

fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    state::run(cx, f, |state, rtl| run(&mut state.rtl, rtl))
}

/// Runs the pass.
pub fn run(f: &mut RtlFunction, _cx: &mut RtlContext) {
    let addresses = addresses(f);
    if !has_equals(&addresses) {
        return;
    }
    let Some(tree) = dominators(f) else { return };
    let known = known_before(addresses, &tree);
    if known.is_empty() {
        return;
    }
    let others = known.iter().map(|(address, other)| (address.reg, *other)).collect();
    for (address, _) in known {
        f.delete_insn(address.insn);
    }
    put_everywhere(f, &others);
}

/// The insns that make addresses of symbols, in registers of which nothing else is known.
fn addresses(f: &RtlFunction) -> Vec<Address> {
    let mut found = Vec::new();
    for block in f.cfg.block_ids() {
        let (mut at, end) = (f.cfg.block(block).head, f.cfg.block(block).end);
        loop {
            if f.is_real(at) {
                found.extend(address(f, at, block));
            }
            if at == end {
                break;
            }
            at = f.next(at);
        }
    }
    if !has_equals(&found) {
        return Vec::new();
    }
    let mut sets = vec![0u32; f.num_regs() as usize];
    for id in f.chain().filter(|&id| f.is_real(id)) {
        visit_defs(f, id, &mut |_, reg, _, _| sets[reg as usize] += 1);
    }
    found.retain(|address| sets[address.reg as usize] == 1);
    found
}

/// The address that an insn makes, if that is all it does. Variables of the user are left as they are.
fn address(f: &RtlFunction, insn: InsnId, block: u32) -> Option<Address> {
    let pattern = f.insn(insn).pattern;
    if f.insn(insn).kind != InsnKind::Insn || f.rtx.code(pattern) != Code::Set {
        return None;
    }
    let (dst, src) = (f.rtx.op(pattern, 0), f.rtx.op(pattern, 1));
    let reg = f.rtx.as_reg(dst).filter(|&reg| reg >= FIRST_PSEUDO)?;
    let fits = f.rtx.code(src) == Code::SymbolRef && f.rtx.flags(dst) & flag::V == 0;
    fits.then(|| Address { insn, block, reg, symbol: f.rtx.symbol_of(src) })
}

/// Whether an address is made more than once.
fn has_equals(addresses: &[Address]) -> bool {
    let mut symbols: Vec<SymId> = addresses.iter().map(|address| address.symbol).collect();
    symbols.sort_unstable();
    symbols.windows(2).any(|pair| pair[0] == pair[1])
}

/// The addresses that are in another register whenever they are made, each with that register.
fn known_before(addresses: Vec<Address>, tree: &Tree) -> Vec<(Address, u32)> {
    let mut by_block: FxHashMap<u32, Vec<Address>> = FxHashMap::default();
    for address in addresses {
        by_block.entry(address.block).or_default().push(address);
    }
    // The registers that have each address, with the blocks where they get it: the last ones are those furthest down.
    let mut made: FxHashMap<SymId, Vec<(u32, u32)>> = FxHashMap::default();
    let mut known = Vec::new();
    for block in tree.preorder() {
        for address in by_block.remove(&block).into_iter().flatten() {
            let holders = made.entry(address.symbol).or_default();
            while holders.last().is_some_and(|&(above, _)| !tree.dominates(above, block)) {
                holders.pop();
            }
            match holders.last() {
                Some(&(_, reg)) => known.push((address, reg)),
                None => holders.push((block, address.reg)),
            }
        }
    }
    known
}
