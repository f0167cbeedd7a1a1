//! Cross jumping: where blocks that lead to the same place end in the same insns, one of them keeps these, and the others jump
//! there (what GCC's `jump2` does besides cleaning up).
//!
//! ```text
//!     li   a0,0                                  j    .L5
//!     sw   a0,8(s1)                              …
//!     j    .L4                     ⇒         .L5:
//!     …                                          li   a0,0
//!     li   a0,0                                  sw   a0,8(s1)
//!     sw   a0,8(s1)                              j    .L4
//!     j    .L4
//! ```
//! It is worth it where a whole block goes, or enough insns: [`ENOUGH`], and a single one where size matters. What memory
//! references say of types and objects holds for the paths they stood on: where they differ, nothing is said any more.
//! Each target's blocks are compared with each other, as many as [`MOST_EDGES`], those whose last insns are the same.

use super::jump;
use crate::asm::AsmUnit;
use crate::rtl::cfg::EXIT;
use crate::rtl::code::Code;
use crate::rtl::function::{InsnId, InsnKind, LocId, NoteKind, RegNote, RtlFunction};
use crate::rtl::jumps;
use crate::rtl::rtx::{MemAttrs, RtxId, StrId, flag};

use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::Hasher;

/// Most edges to a block that are looked at (`max-crossjump-edges`).
const MOST_EDGES: usize = 100;

/// Insns that are worth a jump (`min-crossjump-insns`).
const ENOUGH: usize = 5;

/// Most rounds: what one has joined may be the end of other blocks.
const MOST_ROUNDS: usize = 6;

/// Does so all over a function. Says whether anything has changed. The graph must be up to date, and is afterwards.
pub fn run(f: &mut RtlFunction, unit: &mut AsmUnit) -> bool {
    let mut changed = false;
    for _ in 0..MOST_ROUNDS {
        let mut round = false;
        for target in f.cfg.block_ids().chain([EXIT]) {
            round |= join_ends(f, unit, target);
        }
        if !round {
            break;
        }
        changed = true;
        jump::clean_up(f);
    }
    changed
}

/// A block that leads to one place only.
struct End {
    block: u32,
    /// Its insns but for the jump, the last first; of those alone whose last insn another one has, too.
    insns: Vec<InsnId>,
    /// The jump it ends with.
    jump: Option<InsnId>,
    last: InsnId,
    /// What its last insn is.
    hash: u64,
    /// It has become part of another one.
    gone: bool,
}

fn join_ends(f: &mut RtlFunction, unit: &mut AsmUnit, target: u32) -> bool {
    let edges = f.cfg.pred_edges(target).count();
    if !(2..=MOST_EDGES).contains(&edges) {
        return false;
    }
    let sources: SmallVec<[(u32, bool); 8]> =
        f.cfg.pred_edges(target).map(|edge| (edge.src, edge.fallthru)).collect();
    let mut ends: Vec<End> = Vec::new();
    // Who falls through keeps what it has, and is tried first.
    for falls in [true, false] {
        let some = sources.iter().filter(|source| source.1 == falls);
        ends.extend(some.filter_map(|&(block, _)| end_of(f, block, target)));
    }
    let mut hashes: SmallVec<[u64; 8]> = ends.iter().map(|end| end.hash).collect();
    hashes.sort_unstable();
    if !hashes.windows(2).any(|pair| pair[0] == pair[1]) {
        return false;
    }
    let mut by_hash: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for (index, end) in ends.iter().enumerate() {
        by_hash.entry(end.hash).or_default().push(index);
    }
    let mut groups: Vec<Vec<usize>> = by_hash.into_values().filter(|g| g.len() > 1).collect();
    groups.sort_unstable();
    for &index in groups.iter().flatten() {
        let End { block, jump, .. } = ends[index];
        let insns = f.block_elements(block).filter(|&id| f.is_real(id) && Some(id) != jump);
        ends[index].insns = insns.collect();
        ends[index].insns.reverse();
    }
    let mut changed = false;
    for group in groups {
        for (place, &kept) in group.iter().enumerate() {
            for &other in &group[place + 1..] {
                if !ends[kept].gone && !ends[other].gone {
                    changed |= join(f, unit, &mut ends, (kept, other));
                }
            }
        }
    }
    changed
}

/// A block, if it leads to the target alone and ends in something that may be joined.
fn end_of(f: &RtlFunction, block: u32, target: u32) -> Option<End> {
    if block < 2 || f.cfg.single_succ(block) != Some(target) {
        return None;
    }
    let mut last = last_insn(f, block, f.cfg.block(block).end)?;
    let jump = Some(last).filter(|&id| f.insn(id).kind == InsnKind::Jump);
    if let Some(jump) = jump {
        let returns = target == EXIT && returns(f, jump);
        if !returns && !f.is_simple_jump(jump) {
            return None;
        }
        last = last_insn(f, block, f.prev(jump))?;
    } else if target == EXIT {
        return None;
    }
    let mut hasher = FxHasher::default();
    f.rtx.walk(f.insn(last).pattern, &mut |x| {
        f.rtx.hash_node(x, &mut hasher);
        if f.rtx.code(x) == Code::Reg {
            hasher.write_u32(f.rtx.regno(x));
        }
        true
    });
    let last = f.cfg.block(block).end;
    Some(End { block, insns: Vec::new(), jump, last, hash: hasher.finish(), gone: false })
}

/// The last insn of a block that does not stand after an element.
fn last_insn(f: &RtlFunction, block: u32, mut at: InsnId) -> Option<InsnId> {
    while at.exists() && f.insn(at).block == block {
        if f.is_real(at) {
            return Some(at);
        }
        at = f.prev(at);
    }
    None
}

/// Whether a jump does nothing but return.
fn returns(f: &RtlFunction, jump: InsnId) -> bool {
    let pattern = f.insn(jump).pattern;
    match f.rtx.code(pattern) {
        Code::SimpleReturn | Code::Return => true,
        Code::Parallel => f.rtx.code(f.rtx.any_op(pattern, 0)) == Code::SimpleReturn,
        _ => false,
    }
}

/// Joins two ends, if that is worth it. Who is all the same goes.
fn join(
    f: &mut RtlFunction,
    unit: &mut AsmUnit,
    ends: &mut [End],
    (kept, other): (usize, usize),
) -> bool {
    let (a, b) = (&ends[kept], &ends[other]);
    let same = a.insns.iter().zip(&b.insns).take_while(|&(&x, &y)| match_insns(f, x, y)).count();
    let same_jump = match (a.jump, b.jump) {
        (Some(x), Some(y)) if !f.is_simple_jump(x) || !f.is_simple_jump(y) => {
            f.rtx.equal(f.insn(x).pattern, f.insn(y).pattern)
        }
        _ => true,
    };
    let counted = a.insns[..same].iter().filter(|&&id| counts(f, id)).count();
    let whole = [a, b].map(|end| end.insns.len() == same);
    let enough = counted >= if f.optimize_size { 1 } else { ENOUGH };
    let (stays, goes) =
        if whole[0] && !whole[1] && a.jump.is_some() { (other, kept) } else { (kept, other) };
    let all = ends[goes].insns.len() == same;
    if same == 0 || counted == 0 || !same_jump || !enough && !all {
        return false;
    }
    let first = ends[goes].insns[same - 1];
    if !may_go(f, first, ends[goes].last) {
        return false;
    }
    for at in 0..same {
        let (x, y) = (ends[stays].insns[at], ends[goes].insns[at]);
        forget_differences(f, f.insn(x).pattern, f.insn(y).pattern);
    }
    let start = ends[stays].insns[same - 1];
    forget_binds(f, start, ends[stays].last);
    let label = label_before(f, unit, start);
    lead_to(f, &ends[goes], first, label);
    ends[goes].gone = true;
    true
}

/// Whether an insn is one when it comes to what is saved.
fn counts(f: &RtlFunction, id: InsnId) -> bool {
    !matches!(f.rtx.code(f.insn(id).pattern), Code::Use | Code::Clobber)
}

/// Whether two insns do the same (`old_insns_match_p`).
fn match_insns(f: &RtlFunction, x: InsnId, y: InsnId) -> bool {
    let (a, b) = (f.insn(x), f.insn(y));
    let in_frame = (a.flags | b.flags) & flag::F as u8 != 0;
    if x == y || a.kind != b.kind || a.kind == InsnKind::Jump || in_frame || a.flags != b.flags {
        return false;
    }
    if !f.rtx.equal(a.pattern, b.pattern) {
        return false;
    }
    if a.kind != InsnKind::Call {
        return true;
    }
    let (used, other) = (f.call_usage(x), f.call_usage(y));
    let is_of_call = |note: &RegNote| {
        matches!(note, RegNote::NoReturn | RegNote::NoThrow | RegNote::OfLibrary)
            || matches!(note, RegNote::EhRegion(_))
    };
    used.len() == other.len()
        && used.iter().zip(other).all(|(&x, &y)| f.rtx.equal(x, y))
        && f.usage_modes(x) == f.usage_modes(y)
        && f.notes(x).filter(is_of_call).eq(f.notes(y).filter(is_of_call))
        && f.landing_pad(x) == f.landing_pad(y)
}

/// The elements from one to another.
fn between(f: &RtlFunction, first: InsnId, last: InsnId) -> Vec<InsnId> {
    let mut list = vec![first];
    let mut at = first;
    while at != last && at.exists() {
        at = f.next(at);
        list.push(at);
    }
    list
}

/// Whether nothing stands between the insns that has to stay.
fn may_go(f: &RtlFunction, first: InsnId, last: InsnId) -> bool {
    between(f, first, last).into_iter().all(|id| {
        let kind = f.insn(id).kind;
        let stays = [NoteKind::FunctionBeg, NoteKind::PrologueEnd, NoteKind::EpilogueBeg];
        !stays.iter().any(|&note| kind == InsnKind::Note(note)) && kind != InsnKind::Label
    })
}

/// Lets memory references say no more than those that become one with them.
fn forget_differences(f: &mut RtlFunction, x: RtxId, y: RtxId) {
    let mut pairs = vec![(x, y)];
    while let Some((x, y)) = pairs.pop() {
        if f.rtx.code(x) == Code::Mem {
            let (a, b) = (*f.rtx.mem_attrs(x), *f.rtx.mem_attrs(y));
            if a != b {
                let alias = if a.alias == b.alias { a.alias } else { 0 };
                let same = a.expr == b.expr && a.offset == b.offset && a.base == b.base;
                let (expr, offset, base) =
                    if same { (a.expr, a.offset, a.base) } else { (StrId::NONE, None, 0) };
                let size = a.size.filter(|_| a.size == b.size);
                let align = a.align.min(b.align);
                let attrs = MemAttrs { expr, alias, offset, size, align, base };
                f.rtx.set_mem_attrs(x, attrs);
            }
        }
        for index in 0..f.rtx.num_ops(x).min(f.rtx.num_ops(y)) {
            pairs.push((f.rtx.any_op(x, index), f.rtx.any_op(y, index)));
        }
    }
}

/// What variables are bound to on one path they need not be on another.
fn forget_binds(f: &mut RtlFunction, first: InsnId, last: InsnId) {
    for id in between(f, first, last) {
        match f.insn(id).kind {
            InsnKind::Note(NoteKind::Bind) => f.insn_mut(id).pattern = RtxId::NONE,
            InsnKind::Note(NoteKind::Moved) => f.unlink(id),
            _ => {}
        }
    }
}

/// A label right before an insn.
fn label_before(f: &mut RtlFunction, unit: &mut AsmUnit, insn: InsnId) -> InsnId {
    let before = f.prev(insn);
    if before.exists() && f.insn(before).kind == InsnKind::Label {
        return before;
    }
    let label = f.make_insn(InsnKind::Label, RtxId::NONE, LocId::UNKNOWN);
    f.insn_mut(label).label = unit.new_label();
    f.link_before(label, insn);
    label
}

/// Takes the end of a block away from one insn on, and leads to a label instead.
fn lead_to(f: &mut RtlFunction, end: &End, first: InsnId, label: InsnId) {
    let before = f.prev(first);
    for id in between(f, first, end.last) {
        if Some(id) != end.jump {
            f.unlink(id);
        }
    }
    match end.jump {
        Some(jump) if f.is_simple_jump(jump) => jumps::redirect_jump(f, jump, label),
        Some(jump) => {
            let new = jumps::make_jump(f, label, f.insn(jump).loc);
            f.link_after(new, before);
            f.unlink(jump);
        }
        None => {
            let new = jumps::make_jump(f, label, LocId::UNKNOWN);
            f.link_after(new, before);
            let barrier = f.make_insn(InsnKind::Barrier, RtxId::NONE, LocId::UNKNOWN);
            f.link_after(barrier, new);
        }
    }
}
