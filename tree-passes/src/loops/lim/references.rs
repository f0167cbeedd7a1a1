//! The memory that loops access: each place once, with where it is read and written, and what depends on what.

use dumps::putln;
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::loops::{LoopId, Loops};
use gimple::operand_equal::operand_equal;
use gimple::pass::PassContext;
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::{Operand, TreeId};
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::hash::{Hash, Hasher};
use tree_ssa::analyses::alias::Access;
use tree_ssa::analyses::alias::Oracle;
use tree_ssa::dump_text;

/// What stands for all accesses that cannot be taken apart: those of calls and asm statements.
pub const UNANALYZABLE: u32 = 0;
/// Pairs of accesses of one function that are compared; all further ones count as dependent.
const MAX_QUERIES: u32 = 20_000;
/// The deepest loop whose inner loops are asked.
const MAX_DEPTH: u32 = 100;

/// What kind of dependence is asked for (`dep_kind`).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dependence {
    /// Whether a load may move before the stores of a loop.
    ReadAfterWrite,
    /// Whether a store may move after the loads of a loop.
    WriteAfterRead,
    /// Whether a store may move after the other stores of a loop.
    WriteAfterWrite,
}

/// Where a place is accessed.
#[derive(Clone, Copy)]
pub struct Location {
    pub stmt: StmtId,
    pub is_store: bool,
}

/// A place in memory that loops access.
pub struct Reference {
    /// `None` for aggregate copies and the like, which are asked statement by statement.
    pub access: Option<Access>,
    /// By loops in postorder.
    pub locations: Vec<Location>,
}

/// All places that loops access.
pub struct References {
    oracle: Oracle,
    pub list: Vec<Reference>,
    of_stmt: FxHashMap<StmtId, u32>,
    /// Places by the hash of their access, while they are gathered.
    by_hash: FxHashMap<u64, Vec<u32>>,
    /// By loop, inner loops not included.
    stored: Vec<BTreeSet<u32>>,
    loaded: Vec<BTreeSet<u32>>,
    /// Stored in a loop or inside it, by loop.
    pub stored_within: Vec<BTreeSet<u32>>,
    /// Pairs of reference and loop, inner loops included.
    stored_in: FxHashSet<(u32, LoopId)>,
    loaded_in: FxHashSet<(u32, LoopId)>,
    known: FxHashMap<(u32, LoopId, Dependence), bool>,
    queries: u32,
}

impl References {
    /// Gathers the accesses of all loops (`analyze_memory_references`).
    pub fn gather(cx: &mut PassContext<'_>, f: &Function, table: &Loops) -> References {
        let count = table.count();
        let mut all = References {
            oracle: Oracle::new(cx.unit, cx.options),
            list: vec![Reference { access: None, locations: Vec::new() }],
            of_stmt: FxHashMap::default(),
            by_hash: FxHashMap::default(),
            stored: vec![BTreeSet::new(); count],
            loaded: vec![BTreeSet::new(); count],
            stored_within: vec![BTreeSet::new(); count],
            stored_in: FxHashSet::default(),
            loaded_in: FxHashSet::default(),
            known: FxHashMap::default(),
            queries: 0,
        };
        let mut blocks = vec![Vec::new(); count];
        for block in f.block_iter() {
            if let Some(own) = blocks.get_mut(f.loop_of(block).0 as usize) {
                own.push(block);
            }
        }
        for number in table.postorder() {
            if number == LoopId::ROOT {
                continue;
            }
            blocks[number.0 as usize].sort_unstable();
            for &block in &blocks[number.0 as usize] {
                for stmt in f.block_stmts(block).filter(|&stmt| f.stmts[stmt].vuse.is_some()) {
                    all.gather_stmt(cx, f, table, number, stmt);
                }
            }
            let own = std::mem::take(&mut all.stored_within[number.0 as usize]);
            let own: BTreeSet<u32> = &own | &all.stored[number.0 as usize];
            let outer = table[number].outer;
            if outer != LoopId::ROOT {
                all.stored_within[outer.0 as usize].extend(&own);
            }
            all.stored_within[number.0 as usize] = own;
        }
        all.by_hash = FxHashMap::default();
        all
    }

    fn gather_stmt(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        table: &Loops,
        number: LoopId,
        stmt: StmtId,
    ) {
        let place = simple_access(cx.unit, f, stmt);
        let is_store = place.map_or(f.stmts[stmt].vdef.is_some(), |place| place.1);
        let id = match place {
            Some((place, _)) => self.place(cx, f, place),
            None => {
                let id = match f.stmts[stmt].kind {
                    StmtKind::Assign { .. } => self.list.len() as u32,
                    _ => UNANALYZABLE,
                };
                if cx.dump.details() {
                    let how = if id == UNANALYZABLE { "Unanalyzed" } else { "Unhandled" };
                    let text = dump_text::stmt(cx.unit, f, stmt);
                    putln!(cx.dump, "{how} memory reference {id}: {text}");
                }
                if id != UNANALYZABLE {
                    self.list.push(Reference { access: None, locations: Vec::new() });
                }
                id
            }
        };
        if id != UNANALYZABLE {
            self.list[id as usize].locations.push(Location { stmt, is_store });
        }
        if is_store {
            self.stored[number.0 as usize].insert(id);
            mark_around(&mut self.stored_in, table, id, number);
        }
        // What is no simple store reads as well.
        if !is_store || place.is_none() {
            self.loaded[number.0 as usize].insert(id);
            mark_around(&mut self.loaded_in, table, id, number);
        }
        self.of_stmt.insert(stmt, id);
    }

    /// The number of a place, a new one where it is met for the first time.
    fn place(&mut self, cx: &mut PassContext<'_>, f: &Function, place: Operand) -> u32 {
        let access = self.oracle.access(cx.unit, f, place);
        let alike = self.by_hash.entry(hash(cx.unit, &access)).or_default();
        let same = |&&id: &&u32| {
            self.list[id as usize].access.is_some_and(|other| {
                other.volatile == access.volatile
                    && operand_equal(cx.unit, other.reference, access.reference)
            })
        };
        if let Some(&id) = alike.iter().find(same) {
            return id;
        }
        let id = self.list.len() as u32;
        alike.push(id);
        self.list.push(Reference { access: Some(access), locations: Vec::new() });
        if cx.dump.details() {
            let text = dump_text::operand(cx.unit, f, place);
            putln!(cx.dump, "Memory reference {id}: {text}");
        }
        id
    }

    /// The place a statement accesses, if it accesses memory in a loop.
    pub fn of(&self, stmt: StmtId) -> Option<u32> {
        self.of_stmt.get(&stmt).copied()
    }

    /// Whether a place is stored to in a loop or inside it.
    pub fn is_stored(&self, id: u32, number: LoopId) -> bool {
        self.stored_in.contains(&(id, number))
    }

    /// Whether a place is read in a loop or inside it.
    pub fn is_loaded(&self, id: u32, number: LoopId) -> bool {
        self.loaded_in.contains(&(id, number))
    }

    /// Whether two places are never the same memory (`refs_independent_p`). Without `tbaa` types do not count.
    pub fn independent(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        (a, b): (u32, u32),
        tbaa: bool,
    ) -> bool {
        if a == b {
            return true;
        }
        self.queries += 1;
        let accesses = (self.list[a as usize].access, self.list[b as usize].access);
        let independent = self.queries < MAX_QUERIES
            && matches!(accesses, (Some(x), Some(y)) if !self.oracle.may_alias(cx.unit, f, &x, &y, tbaa));
        if cx.dump.details() {
            let verdict = if independent { "independent" } else { "dependent" };
            putln!(cx.dump, "Querying dependency of refs {a} and {b}: {verdict}.");
        }
        independent
    }

    /// Whether a place is independent of what a loop and those inside it do (`ref_indep_loop_p`).
    pub fn independent_of_loop(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        table: &Loops,
        (id, number): (u32, LoopId),
        kind: Dependence,
    ) -> bool {
        let others = match kind {
            Dependence::WriteAfterRead => &self.loaded,
            _ => &self.stored,
        };
        let others = &others[number.0 as usize];
        let access = self.list[id as usize].access;
        let independent = match access {
            Some(access) if !others.contains(&UNANALYZABLE) => {
                if let Some(&known) = self.known.get(&(id, number, kind)) {
                    return known;
                }
                let others: Vec<u32> = others.iter().copied().collect();
                self.inner_independent(cx, f, table, (id, number), kind)
                    && others
                        .into_iter()
                        .all(|other| self.may_pass(cx, f, (id, &access), other, kind))
            }
            _ => false,
        };
        if cx.dump.details() {
            let what = match kind {
                Dependence::ReadAfterWrite => "RAW",
                Dependence::WriteAfterRead => "SM WAR",
                Dependence::WriteAfterWrite => "SM WAW",
            };
            let verdict = if independent { "independent" } else { "dependent" };
            putln!(
                cx.dump,
                "Querying {what} dependencies of ref {id} in loop {}: {verdict}",
                number.0
            );
        }
        self.known.insert((id, number, kind), independent);
        independent
    }

    fn inner_independent(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        table: &Loops,
        (id, number): (u32, LoopId),
        kind: Dependence,
    ) -> bool {
        let entry = &table[number];
        let mut inner = entry.inner;
        while let Some(next) = table.get(inner) {
            if entry.depth > MAX_DEPTH
                || next.live && !self.independent_of_loop(cx, f, table, (id, inner), kind)
            {
                return false;
            }
            inner = next.next;
        }
        true
    }

    /// Whether an access may pass those of another place.
    fn may_pass(
        &mut self,
        cx: &mut PassContext<'_>,
        f: &Function,
        (id, access): (u32, &Access),
        other: u32,
        kind: Dependence,
    ) -> bool {
        let tbaa = kind != Dependence::WriteAfterWrite;
        if self.list[other as usize].access.is_some() {
            return self.independent(cx, f, (id, other), tbaa);
        }
        self.queries += 1;
        let stmt = self.list[other as usize].locations[0].stmt;
        self.queries < MAX_QUERIES
            && !(kind == Dependence::WriteAfterRead
                && self.oracle.stmt_may_use(cx.unit, f, stmt, access))
            && !self.oracle.stmt_may_clobber(cx.unit, f, stmt, access, tbaa)
    }
}

/// Notes a loop and those around it, up to one that is noted.
fn mark_around(set: &mut FxHashSet<(u32, LoopId)>, table: &Loops, id: u32, number: LoopId) {
    let mut at = number;
    while at != LoopId::ROOT && set.insert((id, at)) {
        at = table[at].outer;
    }
}

/// The place of a plain load or store, and whether it is a store (`simple_mem_ref_in_stmt`).
fn simple_access(unit: &Unit, f: &Function, stmt: StmtId) -> Option<(Operand, bool)> {
    let StmtKind::Assign { lhs, code: TreeCode::Single, rhs } = f.stmts[stmt].kind else {
        return None;
    };
    let is_value = |op: Operand| op.ssa().is_some() || is_invariant(unit, op);
    if lhs.ssa().is_some() {
        return Some((rhs[0], false));
    }
    (f.stmts[stmt].vdef.is_some() && is_value(rhs[0])).then_some((lhs, true))
}

/// Whether an operand is a constant or the address of something that does not move (`is_gimple_min_invariant`).
fn is_invariant(unit: &Unit, op: Operand) -> bool {
    op.constant().is_some() || unit.addressed(op).is_some()
}

/// Equal references have equal hashes: what they are based on, where in it, and the names in them.
fn hash(unit: &Unit, access: &Access) -> u64 {
    let mut hasher = FxHasher::default();
    (access.offset, access.size).hash(&mut hasher);
    let mut work = vec![access.reference];
    while let Some(op) = work.pop() {
        match op {
            Operand::Tree(id) => push_operands(unit, id, &mut work),
            leaf => leaf.hash(&mut hasher),
        }
    }
    hasher.finish()
}

fn push_operands(unit: &Unit, id: TreeId, work: &mut Vec<Operand>) {
    unit.trees.for_each_operand(id, |op| work.push(op));
}
