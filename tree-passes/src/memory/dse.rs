//! Pass `dse`: dead store elimination.
//!
//! ```text
//! *p_1(D) = 4;                    *p_1(D) = 5;
//! *p_1(D) = 5;               =>   return;
//! s.a = 3;    (s is local)
//! return;
//! ```
//!
//! From each store the uses of its virtual definition are followed, through stores that leave the memory alone and
//! through φs, until on every path a store has overwritten all of it, or the function ends and nobody can see the memory.
//! A way that reads some of it, or forks among surviving definitions, keeps the store; of which only what is read needs to be
//! stored (`trim`). Blocks are visited in post-order,
//! statements backward, so that stores that are dead once others have gone are found. Uses looked at are limited for
//! each store, so that the pass is linear.

use crate::memory::redundant_stores;
use crate::memory::trim::{self, LiveBytes};
use dumps::putln;
use gimple::builtins::{Builtin, Ecf};
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::claims::Claim;
use gimple::code::TreeCode;
use gimple::debug_counter::Counter;
use gimple::function::{Function, Prop};
use gimple::operand_equal::operand_equal;
use gimple::options::Flag;
use gimple::pass::{Pass, PassContext, Todo};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Call, StmtFlags, StmtId, StmtKind};
use gimple::tree::{Operand, TreeKind};
use gimple::types::{ArrayDomain, TypeId, TypeKind};
use gimple::unit::Unit;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::fmt::Write;
use std::rc::Rc;
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Base;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::analyses::alias::base_pointer;
use tree_ssa::analyses::alias::is_visible_outside;
use tree_ssa::analyses::alias::touched_by_call;
use tree_ssa::dump_text;
use tree_ssa::edit;
use tree_ssa::effects::arg_flags;
use tree_ssa::effects::call_effects;
use tree_ssa::effects::call_effects::is_clobber;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::ssa::update_ssa;

/// Uses looked at for one store (`--param dse-max-alias-queries-per-store`).
const MAX_QUERIES: u32 = 256;

/// `dse` for the pass table.
pub const PASS: Pass = Pass::tree("dse", execute)
    .gate(|options, _| options.on(Flag::TreeDse))
    .requires(Prop::CFG_SSA)
    .follows(&[("fre", "loads that a store before answers keep no store alive")]);

/// Runs the pass.
pub fn execute(cx: &mut PassContext<'_>, f: &mut Function) -> Todo {
    if nothing_to_do(f) {
        return Todo::NONE;
    }
    let tree = analyses::analysis::<Dominators>(f);
    let before = cx.begin_claims(f);
    let mut dse = Dse { oracle: Oracle::new(cx.unit, cx.options), tree, claims: Vec::new() };
    for &block in analyses::reverse_post_order(f).iter().rev() {
        let mut stmt = f.blocks[block].stmts.last;
        while stmt.is_some() {
            let previous = f.stmts[stmt].prev;
            dse.statement(cx, f, stmt);
            stmt = previous;
        }
        remove_dead_phis(cx, f, block);
    }
    cx.end_claims(before, dse.claims);
    Todo::NONE
}

/// Whether a function stores nothing and computes nothing that is not used, which its names tell.
fn nothing_to_do(f: &Function) -> bool {
    f.names.values().all(|data| {
        data.flags.intersects(NameFlags::RELEASED)
            || data.def.is_none()
            || data.uses.is_some() && !data.flags.intersects(NameFlags::VIRTUAL)
    })
}

struct Dse {
    oracle: Oracle,
    tree: Rc<Dominators>,
    claims: Vec<Claim>,
}

/// What is known of a store's death.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Live,
    /// A statement reads of what it stores.
    Read,
    /// Every path on from it ends in a store or in the function's end.
    Dead {
        /// Nothing but the ends of lives ends the ways.
        by_clobber: bool,
    },
}

impl Dse {
    fn statement(&mut self, cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
        if f.stmts[stmt].vdef.is_some() {
            self.store(cx, f, stmt);
            return;
        }
        if is_trivially_dead(cx.unit, f, stmt) && cx.dbg_cnt(Counter::Dse) {
            say(cx, f, "Deleted trivially dead stmt: ", stmt);
            self.claims.push(Claim::Unused(stmt));
            f.remove_stmt(stmt);
        }
    }

    fn store(&mut self, cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
        let clobber = is_clobber(cx.unit, f, stmt);
        if f.stmts[stmt].has(StmtFlags::VOLATILE) && !clobber {
            return;
        }
        for redundant in redundant_stores::after(&self.oracle, cx.unit, f, stmt) {
            if cx.dbg_cnt(Counter::Dse) {
                self.delete(cx, f, redundant, "redundant", Claim::Redundant(redundant));
            }
        }
        let Some(access) = written(cx.unit, f, stmt) else { return self.call(cx, f, stmt) };
        // A call that returns as much as is known at run time only needs a place for that.
        let needs_place = is_result(f, stmt) && access.size.is_none();
        if needs_place || clobber && matches!(access.base, Base::Decl(_)) {
            return;
        }
        let mut claim = Claim::Unused(stmt);
        if !is_self_assignment(cx.unit, f, stmt) {
            claim = Claim::Dead(stmt);
            let whole = clobber || is_result(f, stmt) || access.base == Base::Unknown;
            let mut live = LiveBytes::of(&access).filter(|_| !whole);
            match self.classify(cx.unit, f, stmt, &access, &mut live) {
                Fate::Live => return,
                Fate::Read => {
                    let Some(live) = live else { return };
                    return trim_store(cx, f, stmt, &access, &live);
                }
                Fate::Dead { by_clobber } if clobber && !by_clobber => return,
                Fate::Dead { .. } => {}
            }
        }
        if !cx.dbg_cnt(Counter::Dse) {
            return;
        }
        if is_result(f, stmt) && !only_computes(cx.unit, f, stmt) {
            return drop_result(cx, f, stmt);
        }
        self.delete(cx, f, stmt, "dead", claim);
    }

    /// Removes a store that is dead, or redundant.
    fn delete(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &mut Function,
        stmt: StmtId,
        why: &str,
        claim: Claim,
    ) {
        let writes_by_address =
            matches!(f.stmts[stmt].kind, StmtKind::Call(_)) && !is_result(f, stmt);
        let what = if writes_by_address { "call" } else { "store" };
        say(cx, f, &format!("  Deleted {why} {what}: "), stmt);
        self.claims.push(claim);
        delete_store(cx.unit, f, stmt);
    }

    /// Removes a call that does nothing but write what nobody reads (`dse_optimize_call`).
    fn call(&mut self, cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
        let StmtKind::Call(call) = &f.stmts[stmt].kind else { return };
        let used = match call.lhs {
            Operand::None => false,
            Operand::Ssa(name) => !f.has_zero_uses(name),
            _ => true,
        };
        let computes = call_effects::only_computes(call_effects::flags_of(cx.unit, call));
        if used || computes {
            return;
        }
        let Some(known) = arg_flags::summary(cx.unit, call).filter(|it| it.try_dse) else { return };
        let bases = known.effects.stores.bases.these();
        let all_dead = bases.iter().all(|base| {
            base.refs.these().iter().all(|node| {
                node.accesses.these().iter().all(|one| {
                    touched_by_call(cx.unit, f, call, one, (base.ty, node.ty)).is_some_and(|it| {
                        it.offset > i64::MIN / 4 && self.is_dead(cx.unit, f, stmt, &it)
                    })
                })
            })
        });
        if all_dead && cx.dbg_cnt(Counter::Dse) {
            say(cx, f, "  Deleted dead store: ", stmt);
            self.claims.push(Claim::Unused(stmt));
            update_ssa::unlink_stmt_vdef(cx.unit, f, stmt);
            f.remove_stmt(stmt);
        }
    }

    /// Whether nobody reads what a statement may store.
    fn is_dead(&self, unit: &Unit, f: &Function, stmt: StmtId, access: &Access) -> bool {
        let all = Access { size: access.max_size, ..*access };
        let mut live = LiveBytes::of(&all).filter(|_| access.base != Base::Unknown);
        matches!(self.classify(unit, f, stmt, access, &mut live), Fate::Dead { .. })
    }

    /// Follows a store's virtual definition (`dse_classify_store`). Of a store that is read, `live` are the bytes that have
    /// not been overwritten before, if that is known.
    fn classify(
        &self,
        unit: &Unit,
        f: &Function,
        stmt: StmtId,
        access: &Access,
        live: &mut Option<LiveBytes>,
    ) -> Fate {
        let mut by_clobber = true;
        let mut queries = 0;
        let mut visited: FxHashSet<SsaName> = FxHashSet::default();
        let mut at = stmt;
        loop {
            let state = match &f.stmts[at].kind {
                StmtKind::Phi(phi) => {
                    // Around a loop the reference must mean the same memory.
                    let home = f.stmts[at].block;
                    if self.tree.dominated_by(f.stmts[stmt].block, home)
                        && !self.is_invariant(unit, f, access, home)
                    {
                        return Fate::Live;
                    }
                    visited.insert(phi.result);
                    phi.result
                }
                _ => f.stmts[at].vdef,
            };
            let mut defs: SmallVec<[StmtId; 4]> = SmallVec::new();
            for node in f.imm_uses(state) {
                queries += 1;
                let user = node.stmt;
                if queries > MAX_QUERIES {
                    return Fate::Live;
                }
                if let StmtKind::Phi(phi) = &f.stmts[user].kind {
                    if !visited.contains(&phi.result) && !defs.contains(&user) {
                        defs.push(user);
                    }
                } else if self.oracle.stmt_may_use(unit, f, user, access)
                    && !live.is_some_and(|live| reads_others(unit, f, user, access, &live))
                {
                    return Fate::Read;
                } else if user != stmt && f.stmts[user].vdef.is_some() {
                    defs.push(user);
                }
            }
            if defs.is_empty() {
                let visible = is_visible_outside(unit, f, access);
                return if visible { Fate::Live } else { Fate::Dead { by_clobber: false } };
            }
            let mut survivors: SmallVec<[StmtId; 4]> = SmallVec::new();
            for &def in &defs {
                if kills(&self.oracle, unit, f, def, access) {
                    by_clobber &= is_clobber(unit, f, def);
                    continue;
                }
                let state = match &f.stmts[def].kind {
                    StmtKind::Phi(phi) => phi.result,
                    _ => f.stmts[def].vdef,
                };
                if f.has_zero_uses(state) {
                    if is_visible_outside(unit, f, access) {
                        return Fate::Live;
                    }
                    continue;
                }
                // A definition whose only use is another one found is on that one's way; one whose only use is a φ that
                // has been looked at leads nowhere else.
                let only_user = f.imm_uses(state).next().map(|node| node.stmt);
                let is_on_the_way = |user: StmtId| match &f.stmts[user].kind {
                    StmtKind::Phi(phi) => {
                        user != def && (defs.contains(&user) || visited.contains(&phi.result))
                    }
                    _ => false,
                };
                if f.has_single_use(state) && only_user.is_some_and(is_on_the_way) {
                    if !f.is_phi(def) && self.oracle.stmt_may_use(unit, f, def, access) {
                        return Fate::Live;
                    }
                    continue;
                }
                survivors.push(def);
            }
            match survivors[..] {
                [] => return Fate::Dead { by_clobber },
                [only] => at = only,
                _ => return Fate::Live,
            }
            if let Some(live) = live
                && overwrites_rest(&self.oracle, unit, f, at, access, live)
            {
                by_clobber &= is_clobber(unit, f, at);
                return Fate::Dead { by_clobber };
            }
        }
    }

    /// Whether no name of a reference is defined below `block`, so that it has one meaning around the loop.
    fn is_invariant(&self, unit: &Unit, f: &Function, access: &Access, block: BlockId) -> bool {
        let mut invariant = true;
        let mut check = |name: SsaName| {
            if let Some(def) = f.names[name].def.expand() {
                invariant &= !self.tree.dominated_by(f.stmts[def].block, block);
            }
        };
        if let Base::Pointer(pointer) = access.base {
            unit.for_each_ssa(pointer, &mut check);
        }
        unit.for_each_ssa(access.reference, &mut check);
        invariant && access.base != Base::Unknown
    }
}

/// Takes from the live bytes of a store what a statement overwrites; whether none is left
/// (`clear_bytes_written_by`).
fn overwrites_rest(
    oracle: &Oracle,
    unit: &Unit,
    f: &Function,
    stmt: StmtId,
    access: &Access,
    live: &mut LiveBytes,
) -> bool {
    let mut none_left = false;
    if let Some(written) = written_surely(oracle, unit, f, stmt) {
        return written.base == access.base && live.overwrite(&written);
    }
    for_each_kill(unit, f, stmt, &mut |killer| {
        if let Some(mut killer) = based_as(unit, f, killer, access)
            && let StmtKind::Call(call) = &f.stmts[stmt].kind
            && !oracle.call_may_use(unit, f, (stmt, call), access)
        {
            let skipped = from_origin(unit, f, access).offset.saturating_sub(access.offset);
            killer.offset = killer.offset.saturating_sub(skipped);
            none_left |= live.overwrite(&killer);
        }
    });
    none_left
}

/// Whether a statement that may read what a store writes reads none of its bytes that are live.
fn reads_others(
    unit: &Unit,
    f: &Function,
    stmt: StmtId,
    access: &Access,
    live: &LiveBytes,
) -> bool {
    let StmtKind::Assign { code: TreeCode::Single, rhs, .. } = f.stmts[stmt].kind else {
        return false;
    };
    let read = Access::of(unit, f, rhs[0]);
    read.base == access.base && read.base != Base::Unknown && !live.may_be_read(&read)
}

/// Makes a store smaller of which not all is read.
fn trim_store(
    cx: &mut PassContext<'_>,
    f: &mut Function,
    stmt: StmtId,
    access: &Access,
    live: &LiveBytes,
) {
    let (head, tail) = trim::trims(cx.unit, f, stmt, access, live);
    if (head, tail) == (0, 0) || !cx.dbg_cnt(Counter::Dse) {
        return;
    }
    let text = cx.dump.details().then(|| dump_text::stmt(cx.unit, f, stmt));
    // Of a string that may end before, the end is not copied from where it is.
    let string = head > 0 && is_strncpy(cx.unit, f, stmt);
    let kept = if string { 0 } else { head };
    let trimmed = (kept, tail) == (0, 0) || trim::trim(cx.unit, f, stmt, (kept, tail));
    if trimmed && let Some(text) = text {
        putln!(cx.dump, "  Trimming statement (head = {head}, tail = {tail}): {text}\n");
        if string {
            putln!(cx.dump, "  Adjusting strncpy trimming to (head = {kept}, tail = {tail})");
        }
    }
}

/// What a statement stores, if that can be told (`initialize_ao_ref_for_dse`).
pub(super) fn written(unit: &Unit, f: &Function, stmt: StmtId) -> Option<Access> {
    match &f.stmts[stmt].kind {
        StmtKind::Assign { lhs, .. } => Some(Access::of(unit, f, *lhs)),
        StmtKind::Call(call) if is_result(f, stmt) => Some(Access::of(unit, f, call.lhs)),
        StmtKind::Call(call) => written_by_call(unit, f, call),
        _ => None,
    }
}

/// The same, where that is stored whenever the statement is reached: if it throws, the old value is seen.
fn written_surely(oracle: &Oracle, unit: &Unit, f: &Function, stmt: StmtId) -> Option<Access> {
    let home = f.stmts[stmt].block;
    let throws = |edge: &EdgeId| f.edges[*edge].flags.intersects(EdgeFlags::EH);
    let may_throw = f.blocks[home].stmts.last == stmt && f.blocks[home].succs.iter().any(throws);
    if may_throw {
        return None;
    }
    match &f.stmts[stmt].kind {
        StmtKind::Assign { lhs, .. } => Some(oracle.access(unit, f, *lhs)),
        _ => written(unit, f, stmt),
    }
}

/// Whether a statement is a call whose result goes to memory.
fn is_result(f: &Function, stmt: StmtId) -> bool {
    match &f.stmts[stmt].kind {
        StmtKind::Call(call) => !matches!(call.lhs, Operand::None | Operand::Ssa(_)),
        _ => false,
    }
}

fn is_strncpy(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match &f.stmts[stmt].kind {
        StmtKind::Call(call) => call_effects::callee_builtin(unit, call) == Some(Builtin::Strncpy),
        _ => false,
    }
}

/// Whether a call does nothing but compute its result.
fn only_computes(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match &f.stmts[stmt].kind {
        StmtKind::Call(call) => call_effects::only_computes(call_effects::flags_of(unit, call)),
        _ => false,
    }
}

/// What a library function stores.
fn written_by_call(unit: &Unit, f: &Function, call: &Call) -> Option<Access> {
    let builtin = call_effects::callee_builtin(unit, call)?;
    if !matches!(builtin, Builtin::Memset | Builtin::Memcpy | Builtin::Memmove | Builtin::Strncpy)
        || call.args.len() != 3
    {
        return None;
    }
    let size = i64::try_from(unit.as_int(call.args[2])?).ok()?;
    Some(Access::from_pointer(unit, f, call.args[0], Some(size)))
}

/// Whether a statement overwrites all of an access (`stmt_kills_ref_p`).
pub fn kills(oracle: &Oracle, unit: &Unit, f: &Function, stmt: StmtId, access: &Access) -> bool {
    if f.is_phi(stmt) || access.base == Base::Unknown {
        return false;
    }
    let Some(killer) = written_surely(oracle, unit, f, stmt) else {
        return call_kills(oracle, unit, f, stmt, access);
    };
    if killer.base == access.base && killer.covers(access) {
        return true;
    }
    // The same element, whichever it is, or a part of it.
    let (whole, mut part) = (killer.reference, access.reference);
    while whole.is_some() && part.is_some() && killer.size.is_some() {
        if operand_equal(unit, whole, part) {
            return killer.size == unit.types.bits(unit.type_of(f, part))
                || part == access.reference && killer.size == access.size;
        }
        part = part_of(unit, f, part).unwrap_or(Operand::None);
    }
    false
}

/// The object that a reference is surely a part of: an index may be out of bounds.
fn part_of(unit: &Unit, f: &Function, reference: Operand) -> Option<Operand> {
    match *unit.trees.kind(reference.tree()?) {
        TreeKind::ComponentRef { base, .. }
        | TreeKind::Realpart(base)
        | TreeKind::Imagpart(base) => Some(base),
        TreeKind::ArrayRef { base, index } => {
            let (first, end) = match *unit.types.kind(unit.type_of(f, base)) {
                TypeKind::Array { domain: ArrayDomain::Count(count), .. } => (0, count.into()),
                _ => return None,
            };
            (first..end).contains(&unit.as_int(index)?).then_some(base)
        }
        _ => None,
    }
}

/// Whether a function called surely overwrites all of an access, and reads none of it before.
fn call_kills(oracle: &Oracle, unit: &Unit, f: &Function, stmt: StmtId, access: &Access) -> bool {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return false };
    if call_effects::callee_builtin(unit, call) == Some(Builtin::VaEnd)
        && let Base::Decl(list) = access.base
        && unit.addressed(call.args[0]) == Some(Operand::Decl(list))
    {
        return true;
    }
    let mut found = false;
    for_each_kill(unit, f, stmt, &mut |killer| {
        found |= based_as(unit, f, killer, access)
            .is_some_and(|killer| killer.covers(&from_origin(unit, f, access)));
    });
    found && !oracle.call_may_use(unit, f, (stmt, call), access)
}

/// Calls `visit` with what a function called surely overwrites.
fn for_each_kill(unit: &Unit, f: &Function, stmt: StmtId, visit: &mut dyn FnMut(&Access)) {
    let StmtKind::Call(call) = &f.stmts[stmt].kind else { return };
    let Some(known) = arg_flags::summary(unit, call) else { return };
    let any = (TypeId::NONE, TypeId::NONE);
    let kills = known.kills.iter();
    kills.filter_map(|kill| touched_by_call(unit, f, call, kill, any)).for_each(|it| visit(&it));
}

/// An access by way of the pointer that its own is so far past.
fn from_origin(unit: &Unit, f: &Function, access: &Access) -> Access {
    let Base::Pointer(pointer) = access.base else { return *access };
    match base_pointer(unit, f, pointer) {
        (origin, Some(bits)) => {
            let offset = access.offset.saturating_add(bits);
            Access { base: Base::Pointer(origin), offset, ..*access }
        }
        _ => *access,
    }
}

/// An access by way of the same pointer as another, if the two have one.
fn based_as(unit: &Unit, f: &Function, access: &Access, other: &Access) -> Option<Access> {
    let (mine, others) = (from_origin(unit, f, access), from_origin(unit, f, other));
    (mine.base == others.base).then_some(mine)
}

fn is_self_assignment(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    match f.stmts[stmt].kind {
        StmtKind::Assign { lhs, code: TreeCode::Single, rhs } => operand_equal(unit, lhs, rhs[0]),
        _ => false,
    }
}

/// Lets a call whose result nobody reads have none.
fn drop_result(cx: &mut PassContext<'_>, f: &mut Function, stmt: StmtId) {
    say(cx, f, "  Deleted dead store in call LHS: ", stmt);
    let StmtKind::Call(call) = &mut f.stmts[stmt].kind else { return };
    call.lhs = Operand::None;
    let flags = call_effects::flags_of(cx.unit, call);
    // A function that may not come back but writes nothing leaves memory as it finds it now.
    if flags.intersects(Ecf::CONST | Ecf::PURE) {
        update_ssa::unlink_stmt_vdef(cx.unit, f, stmt);
    }
    f.update_stmt(cx.unit, stmt);
}

/// Removes a store; a call's result, its first argument, stays if it is used.
fn delete_store(unit: &mut Unit, f: &mut Function, stmt: StmtId) {
    update_ssa::unlink_stmt_vdef(unit, f, stmt);
    let kept = match &f.stmts[stmt].kind {
        StmtKind::Call(call) => match call.lhs {
            Operand::Ssa(name) if !f.has_zero_uses(name) => Some((call.lhs, call.args[0])),
            _ => None,
        },
        _ => None,
    };
    let Some((lhs, value)) = kept else { return f.remove_stmt(stmt) };
    let vdef = f.stmts[stmt].vdef;
    f.set_vuse(stmt, SsaName::NONE);
    f.stmts[stmt].vdef = SsaName::NONE;
    edit::replace(unit, f, stmt, StmtKind::copy(lhs, value));
    if vdef.is_some() {
        f.release_ssa_name(vdef);
    }
}

/// Whether a statement defines a name nothing uses, and does nothing else.
fn is_trivially_dead(unit: &Unit, f: &Function, stmt: StmtId) -> bool {
    let lhs = match &f.stmts[stmt].kind {
        StmtKind::Assign { lhs, .. } => *lhs,
        StmtKind::Call(call) => {
            let flags = call_effects::flags_of(unit, call);
            if !flags.intersects(Ecf::CONST | Ecf::PURE)
                || flags.intersects(Ecf::NORETURN | Ecf::RETURNS_TWICE)
            {
                return false;
            }
            call.lhs
        }
        _ => return false,
    };
    matches!(lhs, Operand::Ssa(name) if f.has_zero_uses(name))
        && !f.stmts[stmt].has(StmtFlags::VOLATILE)
}

fn remove_dead_phis(cx: &mut PassContext<'_>, f: &mut Function, block: BlockId) {
    let mut phi = f.blocks[block].phis.first;
    while phi.is_some() {
        let next = f.stmts[phi].next;
        if f.has_zero_uses(f.phi(phi).result) {
            say(cx, f, "Deleted trivially dead PHI: ", phi);
            f.remove_stmt(phi);
        }
        phi = next;
    }
}

fn say(cx: &mut PassContext<'_>, f: &Function, what: &str, stmt: StmtId) {
    if cx.dump.details() {
        let text = dump_text::stmt(cx.unit, f, stmt);
        putln!(cx.dump, "{what}{text}\n");
    }
}
