//! Store motion: a place that a loop reads and writes is kept in a register while the loop runs.
//!
//! ```text
//! <bb 3> :                                <bb 5> :   (preheader)
//! # i_1 = PHI <0(2), i_4(3)>              g_lsm.1_6 = g;
//! g.0_2 = g;                              <bb 3> :
//! _3 = g.0_2 + i_1;                       # g_lsm.1_7 = PHI <g_lsm.1_6(5), _3(3)>
//! g = _3;                            =>   _3 = g_lsm.1_7 + i_1;
//! if (i_4 < n_5(D)) goto <bb 3>;          if (i_4 < n_5(D)) goto <bb 3>;
//! else goto <bb 4>;                       else goto <bb 6>;
//!                                         <bb 6> :
//!                                         g = _3;
//! ```
//!
//! The place must be independent of everything else the loop reads, and must not trap where it was not accessed before.
//! Its stores move after other stores of the loop, for which types do not count: storing changes the type of what is
//! there. Two kinds are told apart. What each exit is reached after a store to (`Order`) is stored there in the order of
//! the loop's last stores. Everything else must be independent of all stores of the loop; where it is not certain to be
//! stored, a flag says whether it was, for another thread may own the place on that path (`-fallow-store-data-races`).

use super::executed;
use super::exit_stores::{self, ExitStore};
use super::movement::{Facts, Motion};
use super::references::{Dependence, Location, UNANALYZABLE};
use dumps::putln;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::debug_counter::Counter;
use gimple::decl::{DeclId, flag};
use gimple::function::Function;
use gimple::loops::LoopId;
use gimple::options::Flag;
use gimple::pass::PassContext;
use gimple::ssa::SsaName;
use gimple::stmt::StmtKind;
use gimple::tree::{Operand, TreeKind};
use gimple::types::{Quals, TypeId};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use tree_ssa::analyses::trap::reference_may_trap;
use tree_ssa::dump_text;
use tree_ssa::edit::Cursor;
use tree_ssa::edit::locals::new_local;
use tree_ssa::graph::natural_loops::exits;
use tree_ssa::ssa::update_ssa;

/// Stores that all the walks back from the exits of a function's loops may pass.
const MAX_STEPS: usize = 50_000;
/// Other stores that one store is moved after.
const MAX_PASSED: usize = 32;
/// Stores made after one loop, on all its exits.
const MAX_STORES: usize = 4096;

/// In what order places are stored after a loop.
struct Order {
    /// For each exit, the places last stored to before it, the last first.
    ordered: Vec<(EdgeId, Vec<u32>)>,
    /// Places that some exit is reached without a store to, or not certainly.
    unordered: BTreeSet<u32>,
}

/// Moves stores out of loops, outer ones first (`do_store_motion`). Whether any was moved.
pub fn execute(motion: &mut Motion<'_>, cx: &mut PassContext<'_>, f: &mut Function) -> bool {
    // Whoever catches what a load throws sees what was stored until then.
    if cx.options.on(Flag::NonCallExceptions) {
        return false;
    }
    let mut done: FxHashSet<(u32, LoopId)> = FxHashSet::default();
    let mut steps = MAX_STEPS;
    for number in motion.table.preorder().into_iter().skip(1) {
        let leaving = exits(f, number);
        let bound = |&edge: &EdgeId| f.edges[edge].flags.intersects(EdgeFlags::COMPLEX);
        if leaving.iter().any(bound) {
            continue;
        }
        let mut moving = candidates(motion, cx, f, number, &done);
        while moving.len() * leaving.len() > MAX_STORES {
            moving.pop_last();
        }
        let order = loop {
            if moving.is_empty() {
                break None;
            }
            let order = order(motion, cx, f, &leaving, &moving, &mut steps);
            let dependent: Vec<u32> = order
                .unordered
                .iter()
                .copied()
                .filter(|&id| {
                    let kind = Dependence::WriteAfterWrite;
                    let query = (id, number);
                    !motion.references.independent_of_loop(cx, f, motion.table, query, kind)
                })
                .collect();
            if dependent.is_empty() {
                break Some(order);
            }
            // What stays is in the way of what was to pass it.
            moving.retain(|id| !dependent.contains(id));
        };
        if let Some(order) = order {
            done.extend(moving.iter().map(|&id| (id, number)));
            move_stores(motion, cx, f, number, &moving, &order);
        }
    }
    !done.is_empty()
}

/// The places whose accesses in a loop may be replaced (`find_refs_for_sm`).
fn candidates(
    motion: &mut Motion<'_>,
    cx: &mut PassContext<'_>,
    f: &Function,
    number: LoopId,
    done: &FxHashSet<(u32, LoopId)>,
) -> BTreeSet<u32> {
    let stored: Vec<u32> =
        motion.references.stored_within[number.0 as usize].iter().copied().collect();
    let mut found = BTreeSet::new();
    for id in stored {
        let mut outer = motion.table[number].outer;
        while outer != LoopId::ROOT && !done.contains(&(id, outer)) {
            outer = motion.table[outer].outer;
        }
        if outer == LoopId::ROOT && may_move(motion, cx, f, id, number) && cx.dbg_cnt(Counter::Lim)
        {
            found.insert(id);
        }
    }
    found
}

/// Whether the accesses of a place may be replaced, but for the order of stores (`can_sm_ref_p`).
fn may_move(
    motion: &mut Motion<'_>,
    cx: &mut PassContext<'_>,
    f: &Function,
    id: u32,
    number: LoopId,
) -> bool {
    let Some(access) = motion.references.list[id as usize].access else { return false };
    let place = access.reference;
    let locations = locations(motion, f, id, number);
    if id == UNANALYZABLE
        || access.volatile
        || !cx.unit.types.is_register_type(cx.unit.type_of(f, place))
        || is_bound(cx.unit, place)
        || !names_in(cx.unit, place)
            .into_iter()
            .all(|name| motion.invariant_level(f, number, name).is_some())
        || locations.iter().any(|location| f.stmt_info[location.stmt].pad.is_some())
    {
        return false;
    }
    if (reference_may_trap(cx.unit, f, place) || is_readonly(cx.unit, place))
        && !is_always_stored(motion, &locations, number)
    {
        return false;
    }
    let loaded = motion.references.is_loaded(id, number);
    let mut independent =
        |kind| motion.references.independent_of_loop(cx, f, motion.table, (id, number), kind);
    (!loaded || independent(Dependence::ReadAfterWrite))
        && independent(Dependence::WriteAfterRead)
        && locations.iter().any(|location| {
            let block = f.stmts[location.stmt].block;
            let inner = f.loop_of(block);
            motion.heat.best_to_leave(f, motion.table, number, inner, block).is_some()
        })
}

/// Where a place is accessed in a loop.
fn locations(motion: &Motion<'_>, f: &Function, id: u32, number: LoopId) -> Vec<Location> {
    let inside = |location: &&Location| {
        let block = f.stmts[location.stmt].block;
        motion.table.is_within(f.loop_of(block), number)
    };
    motion.references.list[id as usize].locations.iter().filter(inside).copied().collect()
}

/// Whether a place is a register of the machine, or one that its name says to be.
fn is_bound(unit: &Unit, place: Operand) -> bool {
    let base = unit.trees.base_address(place);
    matches!(base, Operand::Decl(var) if unit.decls[var].has(flag::HARD_REGISTER))
}

fn is_readonly(unit: &Unit, place: Operand) -> bool {
    let base = unit.trees.base_address(place);
    matches!(base, Operand::Decl(var) if unit.decls[var].has(flag::READONLY))
}

fn names_in(unit: &Unit, place: Operand) -> Vec<SsaName> {
    let mut names = Vec::new();
    unit.for_each_ssa(place, &mut |name| names.push(name));
    names
}

/// Whether each entry into a loop stores to a place (`ref_always_accessed_p`).
fn is_always_stored(motion: &Motion<'_>, locations: &[Location], number: LoopId) -> bool {
    locations.iter().filter(|location| location.is_store).any(|location| {
        motion.facts.get(&location.stmt).is_some_and(|facts| {
            facts.executed_in != executed::NONE && motion.table.is_within(number, facts.executed_in)
        })
    })
}

/// Finds the order of the last stores before each exit, and what is not always stored there.
fn order(
    motion: &mut Motion<'_>,
    cx: &mut PassContext<'_>,
    f: &Function,
    leaving: &[EdgeId],
    moving: &BTreeSet<u32>,
    steps: &mut usize,
) -> Order {
    let mut order = Order { ordered: Vec::new(), unordered: BTreeSet::new() };
    for &exit in leaving {
        let found = last_stores(motion, cx, f, exit, moving, steps);
        let stored: BTreeSet<u32> = found.iter().copied().collect();
        order.unordered.extend(moving - &stored);
        order.ordered.push((exit, found));
    }
    for (_, found) in &mut order.ordered {
        found.retain(|id| !order.unordered.contains(id));
    }
    order
}

/// The places last stored to on the only path to an exit, back to where paths meet; the last first. A store that may not
/// move after those after it is not among them.
fn last_stores(
    motion: &mut Motion<'_>,
    cx: &mut PassContext<'_>,
    f: &Function,
    exit: EdgeId,
    moving: &BTreeSet<u32>,
    steps: &mut usize,
) -> Vec<u32> {
    let (mut found, mut passed) = (Vec::new(), Vec::new());
    let mut seen = FxHashSet::default();
    let mut state = state_at_end(f, f.edges[exit].src);
    while let Some(def) = state.and_then(|name| f.names[name].def.expand()) {
        if *steps == 0 || passed.len() > MAX_PASSED {
            break;
        }
        *steps -= 1;
        if f.is_phi(def) {
            let arguments = &f.phi(def).args;
            // Where ways meet, what was stored last depends on the way; so it does where the next iteration begins.
            state = if arguments.len() == 1 { arguments[0].value.ssa() } else { None };
            continue;
        }
        let Some(id) = motion.references.of(def) else { break };
        if seen.insert(id) {
            let passes = moving.contains(&id)
                && passed
                    .iter()
                    .all(|&other| motion.references.independent(cx, f, (id, other), false));
            // What may not pass is stored where it was, unless it turns out to be independent of all.
            if passes { found.push(id) } else { passed.push(id) }
        }
        state = f.stmts[def].vuse.expand();
    }
    found
}

/// The state of memory where a block ends; `None` if neither it nor a block before it on the only path there says.
fn state_at_end(f: &Function, block: BlockId) -> Option<SsaName> {
    let mut at = block;
    loop {
        let stored = f.block_stmts(at).filter_map(|stmt| f.stmts[stmt].vdef.expand()).last();
        let state = stored
            .or_else(|| f.phis(at).find(|&phi| f.is_virtual_phi(phi)).map(|phi| f.phi(phi).result));
        if state.is_some() {
            return state;
        }
        at = f.edges[f.single_pred(at)?].src;
    }
}

/// Puts places into registers and stores these after the loop (`hoist_memory_references`).
fn move_stores(
    motion: &mut Motion<'_>,
    cx: &mut PassContext<'_>,
    f: &mut Function,
    number: LoopId,
    moving: &BTreeSet<u32>,
    order: &Order,
) {
    let mut stores: BTreeMap<u32, ExitStore> = BTreeMap::new();
    let mut flags = FxHashMap::default();
    for &id in moving {
        let flags = order.unordered.contains(&id).then_some(&mut flags);
        stores.insert(id, keep_in_register(motion, cx, f, (id, number), flags));
    }
    let of = |id: u32| stores.get(&id);
    for (exit, found) in &order.ordered {
        // The last first was asked for; here they are done in their order.
        let ordered = found.iter().rev().filter_map(|&id| of(id));
        let rest = order.unordered.iter().rev().filter_map(|&id| of(id));
        let all: Vec<&ExitStore> = ordered.chain(rest).collect();
        exit_stores::insert(cx, f, motion.tree, number, *exit, &all);
    }
    update_ssa::mark_virtuals(f);
}

/// The flags of a loop, by the blocks that set them: places that are stored to in the same blocks share one.
type Flags = FxHashMap<Vec<BlockId>, DeclId>;

/// Replaces the accesses of a place in a loop by a register, which is set before the loop (`execute_sm`). `flags` is given
/// where the place may be stored after the loop only if it was stored in it.
fn keep_in_register(
    motion: &mut Motion<'_>,
    cx: &mut PassContext<'_>,
    f: &mut Function,
    (id, number): (u32, LoopId),
    flags: Option<&mut Flags>,
) -> ExitStore {
    let place = motion.references.list[id as usize].access.map_or(Operand::None, |a| a.reference);
    if cx.dump.details() {
        let text = dump_text::operand(cx.unit, f, place);
        putln!(cx.dump, "Executing store motion of {text} from loop {}", number.0);
    }
    for name in names_in(cx.unit, place) {
        if let Some(def) = f.names[name].def.expand() {
            motion.leave(f, def, number, number);
        }
    }
    let ty = cx.unit.type_of(f, place);
    let ty = cx.unit.types.qualified(ty, Quals::NONE);
    let ident = register_name(cx.unit, f, place);
    let register = new_register(cx.unit, f, ty, Some(&ident));
    let locations = locations(motion, f, id, number);
    let always = is_always_stored(motion, &locations, number);
    let flags = flags.filter(|_| !always && !cx.options.on(Flag::AllowStoreDataRaces));
    for location in &locations {
        replace_access(cx.unit, f, *location, register);
    }
    let mut store = ExitStore { place, register, flag: None, set_in: Vec::new() };
    let mut set_before = Vec::new();
    if let Some(flags) = flags {
        let stored = locations.iter().filter(|location| location.is_store);
        store.set_in = stored.clone().map(|location| f.stmts[location.stmt].block).collect();
        store.set_in.sort_unstable();
        store.set_in.dedup();
        let boolean = cx.unit.common.bool_;
        let [zero, one] = [0, 1].map(|value| cx.unit.int(boolean, value));
        let flag = *flags.entry(store.set_in.clone()).or_insert_with(|| {
            let flag = new_register(cx.unit, f, boolean, Some(&format!("{ident}_flag")));
            for location in stored {
                Cursor::after(location.stmt).copy(cx.unit, f, Operand::Decl(flag), one);
            }
            set_before.push((flag, zero));
            flag
        });
        store.flag = Some(flag);
    }
    let Some(first) = locations.first().map(|location| location.stmt) else { return store };
    let loaded = motion.references.is_loaded(id, number);
    let value = if loaded || !always && store.flag.is_none() {
        place
    } else {
        // Nothing is read before it is stored: any value will do.
        Operand::Decl(new_register(cx.unit, f, ty, None))
    };
    set_before.insert(0, (register, value));
    // They stand before the first access until, with what they need, they leave the loop.
    for (register, value) in set_before {
        let stmt = Cursor::before(first).copy(cx.unit, f, Operand::Decl(register), value);
        let facts = Facts { invariant_in: Some(number), leaves: Some(number), ..Facts::default() };
        motion.facts.insert(stmt, facts);
    }
    store
}

fn replace_access(unit: &mut Unit, f: &mut Function, location: Location, register: DeclId) {
    if let StmtKind::Assign { lhs, rhs, .. } = &mut f.stmts[location.stmt].kind {
        let op = if location.is_store { lhs } else { &mut rhs[0] };
        *op = Operand::Decl(register);
    }
    update_ssa::update_stmt_without_vdef(unit, f, location.stmt);
}

fn new_register(unit: &mut Unit, f: &mut Function, ty: TypeId, prefix: Option<&str>) -> DeclId {
    let var = new_local(unit, f, ty, prefix);
    update_ssa::mark_symbol(f, var);
    var
}

/// What a register that stands for a place is called (`get_lsm_tmp_name`).
pub(crate) fn register_name(unit: &Unit, f: &Function, place: Operand) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut at = place;
    while let Operand::Tree(id) = at {
        at = match unit.trees.kind(id) {
            TreeKind::ComponentRef { base, field } => {
                let name = unit.types.field(*field).name.map(|name| unit.symbols.text(name));
                parts.push(format!("_{}", name.unwrap_or("F")));
                *base
            }
            TreeKind::Realpart(base) => {
                parts.push("_RE".to_owned());
                *base
            }
            TreeKind::Imagpart(base) => {
                parts.push("_IM".to_owned());
                *base
            }
            TreeKind::MemRef { base, .. } => {
                parts.push("_".to_owned());
                *base
            }
            TreeKind::Addr(object) => *object,
            other => {
                parts.push("_I".to_owned());
                match other {
                    TreeKind::ArrayRef { base, .. } => *base,
                    _ => Operand::None,
                }
            }
        };
    }
    let base = match at {
        Operand::Decl(var) => unit.decl_name(var).unwrap_or("D").to_owned(),
        Operand::Ssa(name) => {
            let var = f.names[name].var;
            let named = var.is_some().then(|| unit.decl_name(var)).flatten();
            named.unwrap_or("D").to_owned()
        }
        _ => String::new(),
    };
    let tail: String = parts.iter().rev().map(String::as_str).collect();
    format!("{base}{tail}_lsm")
}
