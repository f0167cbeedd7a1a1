//! The range of any name at any place, on demand.
//!
//! A name has a range where it is defined, found from those of what it is computed from. Where it is used, branches taken
//! since say more: what is known on entry to a block is what is known at the end of its immediate dominator, narrowed
//! by what all edges in say. Edges in from blocks that the block dominates need not be asked: the name still has the value
//! it came with. Only blocks between a name's definition and its use whose branches determine it are looked at; what was
//! found is kept, as far as a budget goes that is linear in the function.
//!
//! What a φ at the head of a loop is, its own value in the loop is asked for; that is then taken to be anything. If the
//! loop adds a constant in each iteration, the value it begins with bounds it, and the number of iterations where that
//! is known.

use super::by_name::{ByName, List};
use super::counted::{Counted, CountedPhis};
use super::edges::{self, Exports, defining_block};
use super::fold;
use super::noted;
use super::range::{Kind, Range};
use super::{Query, View};
use crate::graph::dominance::Dominators;
use gimple::cfg::{BlockId, ENTRY, EdgeId};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// Definitions and joins that one question may go through.
const DEPTH: u32 = 48;

/// Places at which ranges are kept, for each name and block of the function.
const BUDGET: usize = 24;

/// Ways into joins that are asked on behalf of other questions, for each name and edge of the function. Where joins depend on
/// each other, what they are is found again for each question about one of them.
const JOINS: usize = 32;

/// Dominators that one question goes up.
const CHAIN: usize = 200;

/// Answers for a function. Statements may be changed meanwhile as long as names keep their values; the graph may not.
pub struct Ranger<'t> {
    tree: &'t Dominators,
    exports: Vec<Rc<Exports>>,
    /// By name, the numbers in the dominator tree of the blocks whose branches determine it, in order.
    exporters: ByName,
    /// By pointer, the numbers of the blocks that go through it.
    dereferences: ByName,
    definitions: Vec<Option<Range>>,
    /// Of each name, whether something between its definition and its uses may say more; `None` as long as nobody asked.
    narrowed: Vec<Option<bool>>,
    on_entry: FxHashMap<(SsaName, BlockId), Range>,
    /// What was found while something it depends on was taken to be anything.
    scratch: FxHashMap<SsaName, Range>,
    scratch_entry: FxHashMap<(SsaName, BlockId), Range>,
    active: Vec<bool>,
    /// Something has been taken to be anything.
    provisional: bool,
    depth: u32,
    budget: usize,
    /// Ways into joins that may still be asked for other questions.
    joins: usize,
    /// Edges that are not taken.
    dead: FxHashSet<EdgeId>,
    /// φs to which their loops add a constant in each iteration.
    counted: CountedPhis,
    /// What names are known to be where they are defined, beside what they are computed from.
    asserted: Option<&'t FxHashMap<SsaName, Range>>,
    /// Whether what passes before have noted of names holds as well.
    noted: bool,
    /// Whether what a branch says of a name holds for what is computed from it before as well.
    recomputes: bool,
}

impl<'t> Ranger<'t> {
    /// The same that knows of φs to which loops add.
    pub fn with_counted(self, counted: CountedPhis) -> Ranger<'t> {
        Ranger { counted, ..self }
    }

    /// The same with what is asserted of some names.
    pub fn with_asserted(self, asserted: &'t FxHashMap<SsaName, Range>) -> Ranger<'t> {
        Ranger { asserted: Some(asserted), ..self }
    }

    /// The same with what passes before have noted of names (`SSA_NAME_RANGE_INFO`) or without, as `noted` says. GCC's ranger
    /// has it after inlining.
    pub fn with_noted(self, noted: bool) -> Ranger<'t> {
        Ranger { noted, ..self }
    }

    /// The same to which a branch says something of the names it compares only, as assertions do.
    pub fn without_recomputing(self) -> Ranger<'t> {
        Ranger { recomputes: false, ..self }
    }

    /// Looks through the branches and dereferences of a function.
    pub fn new(view: View<'_>, tree: &'t Dominators) -> Ranger<'t> {
        let nothing = Rc::new(Exports::default());
        let (mut exporters, mut dereferences) = (Vec::new(), Vec::new());
        let mut ranger = Ranger {
            tree,
            exports: vec![nothing; view.f.blocks.len()],
            exporters: ByName::default(),
            dereferences: ByName::default(),
            definitions: vec![None; view.f.names.len()],
            narrowed: vec![None; view.f.names.len()],
            on_entry: FxHashMap::default(),
            scratch: FxHashMap::default(),
            scratch_entry: FxHashMap::default(),
            active: vec![false; view.f.names.len()],
            provisional: false,
            depth: 0,
            budget: BUDGET * (view.f.names.len() + view.f.blocks.len()),
            joins: JOINS * (view.f.names.len() + view.f.edges.len()),
            dead: FxHashSet::default(),
            counted: CountedPhis::default(),
            asserted: None,
            noted: false,
            recomputes: true,
        };
        for &block in tree.preorder() {
            let exports = edges::exports(view, block);
            let number = tree.dfs_range(block).0;
            if !exports.names.is_empty() {
                exporters.extend(exports.names.iter().map(|&name| (name, number)));
                ranger.exports[block.0 as usize] = Rc::new(exports);
            }
            note_dereferences(view, block, number, &mut dereferences);
        }
        ranger.exporters = ByName::new(view.f.names.len(), &exporters);
        ranger.dereferences = ByName::new(view.f.names.len(), &dereferences);
        ranger
    }

    /// Says that an edge is not taken. Blocks that nothing else leads to are not left either.
    pub fn kill_edge(&mut self, view: View<'_>, edge: EdgeId) {
        let mut work = vec![edge];
        while let Some(edge) = work.pop() {
            let dst = view.f.edges[edge].dst;
            if self.dead.insert(edge) && self.is_unreachable(view, dst) {
                work.extend_from_slice(&view.f.blocks[dst].succs);
            }
        }
    }

    /// Whether all edges into a block are closed.
    pub fn is_unreachable(&self, view: View<'_>, block: BlockId) -> bool {
        let preds = &view.f.blocks[block].preds;
        block != ENTRY && preds.iter().all(|edge| self.dead.contains(edge))
    }

    /// Whether an edge has been said not to be taken.
    pub fn is_dead(&self, edge: EdgeId) -> bool {
        self.dead.contains(&edge)
    }

    /// What has been found of a name at its definition.
    pub fn known(&self, name: SsaName) -> Option<&Range> {
        self.definitions.get(name.0 as usize)?.as_ref()
    }

    /// The range of a name where it is defined.
    pub fn at_definition(&mut self, view: View<'_>, name: SsaName, kind: Kind) -> Range {
        if name.0 as usize >= self.definitions.len() {
            // Statements that were put in meanwhile have names of their own.
            self.definitions.resize(view.f.names.len(), None);
            self.narrowed.resize(view.f.names.len(), None);
            self.active.resize(view.f.names.len(), false);
        }
        if let Some(Some(range)) = self.definitions.get(name.0 as usize) {
            return range.clone();
        }
        if let Some(range) = self.scratch.get(&name) {
            self.provisional = true;
            return range.clone();
        }
        if self.depth >= DEPTH || self.is_active(name, true) {
            self.provisional = true;
            return self.noted(view, name, kind).unwrap_or_else(|| Range::full(kind));
        }
        let before = std::mem::replace(&mut self.provisional, false);
        self.depth += 1;
        let range = self.compute(view, name, kind);
        let range = match self.noted(view, name, kind) {
            Some(noted) => range.intersect(&noted),
            None => range,
        };
        self.depth -= 1;
        self.is_active(name, false);
        if self.depth == 0 {
            self.scratch.clear();
            self.scratch_entry.clear();
            self.provisional = false;
        }
        if self.provisional {
            self.scratch.insert(name, range.clone());
        } else if let Some(slot) = self.definitions.get_mut(name.0 as usize) {
            *slot = Some(range.clone());
        }
        self.provisional |= before;
        range
    }

    /// What passes before have noted of a name, where that is asked for.
    fn noted(&self, view: View<'_>, name: SsaName, kind: Kind) -> Option<Range> {
        if self.noted { noted::noted(view.f, name, kind) } else { None }
    }

    /// Whether a name's range is being found; from now on this is so, or not any more.
    fn is_active(&mut self, name: SsaName, from_now_on: bool) -> bool {
        let slot = self.active.get_mut(name.0 as usize);
        slot.is_some_and(|slot| std::mem::replace(slot, from_now_on))
    }

    fn compute(&mut self, view: View<'_>, name: SsaName, kind: Kind) -> Range {
        let Some(def) = view.f.names[name].def.expand() else {
            return fold::range_on_function_entry(view, name, kind);
        };
        if view.f.is_phi(def) {
            return self.of_phi(view, def, name, kind);
        }
        let range = fold::range_of_stmt(view, self, def);
        let range = range.filter(|range| range.kind() == kind).unwrap_or_else(|| Range::full(kind));
        let range = match self.asserted.and_then(|asserted| asserted.get(&name)) {
            Some(asserted) if asserted.kind() == kind => range.intersect(asserted),
            _ => range,
        };
        if kind.pointer && view.f.names[name].has(NameFlags::NONNULL) {
            return range.intersect(&Range::nonzero(kind));
        }
        match view.f.value_ranges.get(&name) {
            Some(parts) => range.intersect(&Range::of_parts(kind, parts.iter().copied())),
            None => range,
        }
    }

    fn of_phi(&mut self, view: View<'_>, phi: StmtId, name: SsaName, kind: Kind) -> Range {
        if view.f.names[name].has(NameFlags::ABNORMAL) {
            return Range::full(kind);
        }
        let block = view.f.stmts[phi].block;
        if !self.may_ask(1) {
            return Range::full(kind);
        }
        let mut all = Range::empty(kind);
        for position in 0..view.f.blocks[block].preds.len() {
            self.joins = self.joins.saturating_sub(1);
            let edge = view.f.blocks[block].preds[position];
            let range = match view.f.phi(phi).args[position].value {
                _ if self.dead.contains(&edge) => continue,
                Operand::Ssa(argument) if argument == name => continue,
                Operand::Ssa(argument) => self.on_edge(view, edge, argument, kind),
                other => fold::range_of_invariant(view, other, kind),
            };
            all = all.union(&range);
            if all.is_full() {
                break;
            }
        }
        match self.counted(view, block, name, kind) {
            Some(range) if !all.is_empty() => all.intersect(&range),
            _ => all,
        }
    }

    /// Whether all edges into a join may be asked, by a question that `own` levels are of.
    fn may_ask(&self, own: u32) -> bool {
        self.depth <= own || self.joins > 0
    }

    /// What bounds a φ to which its loop adds a constant in each iteration (`bounds_of_var_in_loop`).
    fn counted(
        &mut self,
        view: View<'_>,
        header: BlockId,
        name: SsaName,
        kind: Kind,
    ) -> Option<Range> {
        let Counted { first, step, most } = *self.counted.get(&name)?;
        let base = match first {
            Operand::Ssa(base) => {
                let entry = view.f.blocks[header]
                    .preds
                    .iter()
                    .copied()
                    .find(|&edge| !self.tree.dominated_by(view.f.edges[edge].src, header))?;
                self.on_edge(view, entry, base, kind)
            }
            other => fold::range_of_invariant(view, other, kind),
        };
        if base.is_empty() || kind.pointer {
            return None;
        }
        let (low, high) = base.bounds();
        let last = most.map(|most| step.saturating_mul(most.min(kind.count())));
        let exact = last.filter(|last| low + last >= kind.min() && high + last <= kind.max());
        if let Some(last) = exact {
            return Some(Range::between(kind, low.min(low + last), high.max(high + last)));
        }
        Some(if step >= 0 {
            Range::between(kind, low, kind.max())
        } else {
            Range::between(kind, kind.min(), high)
        })
    }

    /// The range of a name where control takes an edge.
    pub fn on_edge(&mut self, view: View<'_>, edge: EdgeId, name: SsaName, kind: Kind) -> Range {
        if self.dead.contains(&edge) {
            return Range::empty(kind);
        }
        let src = view.f.edges[edge].src;
        let at_end = self.at_end(view, src, name, kind);
        match self.said_by(view, edge, name, kind) {
            Some(range) => at_end.intersect(&range),
            None => at_end,
        }
    }

    /// The range of a name after the last statement of a block.
    fn at_end(&mut self, view: View<'_>, block: BlockId, name: SsaName, kind: Kind) -> Range {
        let range = if defining_block(view, name) == Some(block) {
            self.at_definition(view, name, kind)
        } else {
            self.on_entry(view, name, kind, block)
        };
        self.without_null(block, name, range)
    }

    fn without_null(&self, block: BlockId, name: SsaName, range: Range) -> Range {
        let kind = range.kind();
        let through = |list| {
            self.tree.contains(block) && {
                let number = self.tree.dfs_range(block).0;
                self.dereferences.any_within(list, (number, number))
            }
        };
        let found = kind.pointer && self.dereferences.list(name).is_some_and(through);
        if found { range.intersect(&Range::nonzero(kind)) } else { range }
    }

    /// What the branch before an edge says of a name: by itself, or by what the name is computed from.
    fn said_by(
        &mut self,
        view: View<'_>,
        edge: EdgeId,
        name: SsaName,
        kind: Kind,
    ) -> Option<Range> {
        let exports = self.exports[view.f.edges[edge].src.0 as usize].clone();
        if exports.names.is_empty() || self.depth >= DEPTH {
            return None;
        }
        self.depth += 1;
        let range = if exports.names.contains(&name) {
            edges::outgoing(view, self, edge, name)
        } else if let Some(def) = self.computed_from(view, name, &exports.names) {
            fold::range_of_stmt(view, &mut OnEdge { ranger: self, edge }, def)
        } else {
            None
        };
        self.depth -= 1;
        range.filter(|range| range.kind() == kind)
    }

    /// The range of a name on entry to a block that its definition dominates.
    pub fn on_entry(&mut self, view: View<'_>, name: SsaName, kind: Kind, block: BlockId) -> Range {
        let narrowed = self.is_narrowed(view, name);
        if narrowed && let Some(range) = self.kept(name, block) {
            return range;
        }
        let base = self.at_definition(view, name, kind);
        if !narrowed || !self.tree.contains(block) {
            return base;
        }
        let numbers = self.determining(view, name);
        let home = defining_block(view, name);
        let mut chain: SmallVec<[BlockId; 16]> = SmallVec::new();
        let (mut at, mut range) = (block, None);
        while chain.len() < CHAIN && range.is_none() {
            if Some(at) == home || at == ENTRY {
                break;
            }
            range = self.kept(name, at);
            if range.is_none() {
                chain.push(at);
                at = self.tree.idom(at);
                if at.is_none() {
                    break;
                }
            }
        }
        let mut range = range.unwrap_or(base);
        for at in chain.into_iter().rev() {
            let before = self.tree.idom(at);
            if before.is_some() {
                range = self.without_null(before, name, range);
            }
            range = self.through_entries(view, name, kind, at, range, &numbers);
        }
        range
    }

    /// Whether a name may be known better where it is used than where it is defined.
    fn is_narrowed(&mut self, view: View<'_>, name: SsaName) -> bool {
        let index = name.0 as usize;
        if let Some(&Some(known)) = self.narrowed.get(index) {
            return known;
        }
        let mut names = std::iter::once(name).chain(self.operands_of(view, name));
        let narrowed = names.any(|name| self.exporters.list(name).is_some())
            || self.dereferences.list(name).is_some()
            || !self.dead.is_empty();
        if let Some(slot) = self.narrowed.get_mut(index) {
            *slot = Some(narrowed);
        }
        narrowed
    }

    /// The only value a name can have where it is defined.
    pub fn defined_value(&mut self, view: View<'_>, name: SsaName, kind: Kind) -> Option<i128> {
        if self.known(name).is_none() {
            return self.at_definition(view, name, kind).singleton();
        }
        self.known(name)?.singleton()
    }

    /// The only value a name can have where a statement uses it; of code that is not reached, the one it has elsewhere.
    pub fn value_at(
        &mut self,
        view: View<'_>,
        name: SsaName,
        kind: Kind,
        at: StmtId,
    ) -> Option<i128> {
        self.value_where(view, name, |ranger| ranger.range_of_name(view, name, kind, at))
    }

    /// The only value a name can have where control takes an edge; of one that is not taken, the one it has elsewhere.
    pub fn value_on_edge(
        &mut self,
        view: View<'_>,
        edge: EdgeId,
        name: SsaName,
        kind: Kind,
    ) -> Option<i128> {
        self.value_where(view, name, |ranger| ranger.on_edge(view, edge, name, kind))
    }

    /// The only value of a name at a place whose range is only asked for where it may say more than the definition.
    fn value_where(
        &mut self,
        view: View<'_>,
        name: SsaName,
        range: impl FnOnce(&mut Self) -> Range,
    ) -> Option<i128> {
        if self.known(name).is_none() || self.is_narrowed(view, name) {
            let range = range(self);
            if !range.is_empty() {
                return range.singleton();
            }
        }
        self.known(name)?.singleton()
    }

    fn kept(&mut self, name: SsaName, block: BlockId) -> Option<Range> {
        if let Some(range) = self.on_entry.get(&(name, block)) {
            return Some(range.clone());
        }
        let range = self.scratch_entry.get(&(name, block))?.clone();
        self.provisional = true;
        Some(range)
    }

    fn keep(&mut self, name: SsaName, block: BlockId, range: &Range, provisional: bool) {
        if self.budget == 0 {
            return;
        }
        if provisional {
            self.scratch_entry.insert((name, block), range.clone());
        } else {
            self.budget -= 1;
            self.on_entry.insert((name, block), range.clone());
        }
    }

    /// Narrows what is known at the end of a block's immediate dominator by what the edges into the block say.
    fn through_entries(
        &mut self,
        view: View<'_>,
        name: SsaName,
        kind: Kind,
        block: BlockId,
        above: Range,
        numbers: &Numbers,
    ) -> Range {
        let before = self.tree.idom(block);
        let (own, last) =
            if before.is_some() { self.tree.dfs_range(before) } else { (u32::MAX, 0) };
        let preds = &view.f.blocks[block].preds;
        let single = preds.len() == 1;
        let relevant = if single {
            self.any_within(numbers, (own, own)) || self.dead.contains(&preds[0])
        } else {
            self.any_within(numbers, (own, last)) && self.depth < DEPTH
        };
        if !relevant || self.budget == 0 || !self.may_ask(0) {
            if self.depth == 0 {
                self.keep(name, block, &above, false);
            }
            return above;
        }
        // What comes back here meanwhile finds what holds in any case.
        self.keep(name, block, &above, true);
        let outer = std::mem::replace(&mut self.provisional, false);
        self.depth += 1;
        let mut all = Range::empty(kind);
        for &edge in preds {
            self.joins = self.joins.saturating_sub(1);
            let src = view.f.edges[edge].src;
            if !self.tree.contains(src) || self.tree.dominated_by(src, block) {
                continue;
            }
            let range = if Some(src) == before.expand() {
                self.by_dominator(view, edge, name, kind, &above)
            } else {
                self.on_edge(view, edge, name, kind)
            };
            all = all.union(&range);
        }
        self.depth -= 1;
        let range = all.intersect(&above);
        let provisional = std::mem::replace(&mut self.provisional, outer);
        self.provisional |= provisional;
        if self.depth == 0 {
            self.scratch_entry.clear();
            self.scratch.clear();
            self.provisional = false;
        }
        self.keep(name, block, &range, (provisional || outer) && self.depth > 0);
        range
    }

    fn by_dominator(
        &mut self,
        view: View<'_>,
        edge: EdgeId,
        name: SsaName,
        kind: Kind,
        above: &Range,
    ) -> Range {
        if self.dead.contains(&edge) {
            return Range::empty(kind);
        }
        match self.said_by(view, edge, name, kind) {
            Some(range) => above.intersect(&range),
            None => above.clone(),
        }
    }

    /// The numbers of the blocks whose branches say something of a name, or of what it is computed from.
    fn determining(&self, view: View<'_>, name: SsaName) -> Numbers {
        let names = std::iter::once(name).chain(self.operands_of(view, name));
        names.filter_map(|name| self.exporters.list(name)).collect()
    }

    /// Whether one of some blocks has a number within bounds.
    fn any_within(&self, numbers: &Numbers, bounds: (u32, u32)) -> bool {
        numbers.iter().any(|&list| self.exporters.any_within(list, bounds))
    }

    /// The names a name is computed from by one operation on registers, where branches on them say something of it.
    fn operands_of(&self, view: View<'_>, name: SsaName) -> impl Iterator<Item = SsaName> + use<> {
        let def = view.f.names[name].def.expand().filter(|_| self.recomputes);
        let rhs = match def.map(|def| &view.f.stmts[def].kind) {
            Some(&StmtKind::Assign { rhs, .. }) => [rhs[0], rhs[1]],
            _ => [Operand::None; 2],
        };
        rhs.into_iter().filter_map(Operand::ssa)
    }

    /// The definition of a name that is computed from one of some others.
    fn computed_from(&self, view: View<'_>, name: SsaName, others: &[SsaName]) -> Option<StmtId> {
        let related = self.operands_of(view, name).any(|operand| others.contains(&operand));
        related.then(|| view.f.names[name].def)
    }
}

/// Notes which pointers a block, of this number, goes through.
fn note_dereferences(view: View<'_>, block: BlockId, number: u32, found: &mut Vec<(SsaName, u32)>) {
    for stmt in view.f.block_stmts(block) {
        if view.f.stmts[stmt].vuse.is_none() {
            continue;
        }
        let mut id = view.f.stmts[stmt].uses;
        while id.is_some() {
            let node = &view.f.uses[id];
            let pointer = Operand::Ssa(node.name);
            if !view.f.names[node.name].flags.intersects(NameFlags::VIRTUAL)
                && view.kind_of(pointer).is_some_and(|kind| kind.pointer)
                && fold::proves_nonnull(view, stmt, pointer)
            {
                found.push((node.name, number));
            }
            id = node.next_in_stmt;
        }
    }
}

/// Places of lists in the table of exporters.
type Numbers = SmallVec<[List; 3]>;

impl Query for Ranger<'_> {
    fn range_of_name(&mut self, view: View<'_>, name: SsaName, kind: Kind, at: StmtId) -> Range {
        let block = view.f.stmts[at].block;
        let range = if defining_block(view, name) == Some(block) {
            self.at_definition(view, name, kind)
        } else {
            self.on_entry(view, name, kind, block)
        };
        // A branch is after all else in its block.
        if kind.pointer && view.f.is_control(at) && view.f.last_stmt(block) == Some(at) {
            return self.without_null(block, name, range);
        }
        range
    }
}

/// What is known where control takes an edge.
struct OnEdge<'a, 't> {
    ranger: &'a mut Ranger<'t>,
    edge: EdgeId,
}

impl Query for OnEdge<'_, '_> {
    /// What the branch says, and what is known of the block before it without looking further, as in GCC.
    fn range_of_name(&mut self, view: View<'_>, name: SsaName, kind: Kind, _: StmtId) -> Range {
        let src = view.f.edges[self.edge].src;
        let known = self.ranger.kept(name, src);
        let known = known.unwrap_or_else(|| self.ranger.at_definition(view, name, kind));
        if !self.ranger.exports[src.0 as usize].names.contains(&name) {
            return known;
        }
        match edges::outgoing(view, self.ranger, self.edge, name) {
            Some(range) if range.kind() == kind => known.intersect(&range),
            _ => known,
        }
    }
}
