//! Where assertions are to stand.
//!
//! Blocks are seen from the last to the first. At the end of one its condition or `switch` says something on each edge; in
//! it, whoever reads through a pointer says that it is not null. What an assertion at a dominating place says already is
//! not repeated, and one that a new place dominates moves up there.

use super::conditions::{Comparison, Conditions};
use super::liveness::{Liveness, is_abnormal, used_pointers};
use super::{Assertion, Value};
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::code::TreeCode;
use gimple::constant::ConstId;
use gimple::function::Function;
use gimple::options::Options;
use gimple::ssa::SsaName;
use gimple::stmt::{Case, StmtId, StmtKind, Switch};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use tree_ssa::analyses::ranges::{View, fold};
use tree_ssa::edit::cfg_edit::ends_block;
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;
use tree_ssa::sets::mark_set::MarkSet;

/// Assertions on the default edge of a `switch` (`--param max-vrp-switch-assertions`).
const SWITCH_ASSERTIONS: usize = 10;

/// Places of one assertion that are looked at, the newest ones.
const PLACES: usize = 64;

/// Where an assertion stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Edge(EdgeId),
    After(StmtId),
    /// At the head of its block.
    Start,
}

/// An assertion and where it stands; for one on an edge the block is where that leads.
#[derive(Clone, Copy, Debug)]
pub struct Location {
    pub assertion: Assertion,
    pub place: Place,
    pub block: BlockId,
}

/// The assertions of a function whose loops are known, by name.
pub fn find(unit: &Unit, f: &mut Function, options: &Options) -> BTreeMap<SsaName, Vec<Location>> {
    tree_ssa::graph::order::mark_dfs_back_edges(f);
    let order = analyses::reverse_post_order(f);
    let tree = analyses::analysis::<Dominators>(f);
    let f = &*f;
    let mut finder = Finder {
        view: View { unit, f, options },
        tree: &tree,
        live: Liveness::new(f),
        used: MarkSet::with_bound(f.names.len()),
        found: BTreeMap::new(),
        same: FxHashMap::default(),
    };
    for &block in order.iter().rev() {
        finder.block(block);
    }
    finder.found
}

struct Finder<'a> {
    view: View<'a>,
    tree: &'a Dominators,
    live: Liveness<'a>,
    /// The pointers used by what has been seen of a block.
    used: MarkSet,
    found: BTreeMap<SsaName, Vec<Location>>,
    /// The places in the list of its name of each assertion.
    same: FxHashMap<Assertion, Vec<usize>>,
}

impl Finder<'_> {
    fn block(&mut self, block: BlockId) {
        let (unit, f) = (self.view.unit, self.view.f);
        if let Some(last) = f.last_stmt(block) {
            match &f.stmts[last].kind {
                &StmtKind::Cond { code, lhs, rhs, .. } => {
                    self.condition(block, Comparison { code, left: lhs, right: rhs });
                }
                StmtKind::Switch(switch) => self.switch(block, switch),
                _ => {}
            }
        }
        self.used.clear();
        let mut next = f.blocks[block].stmts.last;
        while let Some(stmt) = next.expand() {
            next = f.stmts[stmt].prev;
            let pointers = used_pointers(unit, f, stmt);
            for &name in &pointers {
                if self.is_not_null_after(name, stmt) && self.is_used_later(name, block) {
                    self.not_null(name, block, stmt);
                }
            }
            for name in pointers {
                self.used.insert(name.0);
            }
        }
    }

    /// Whether a pointer is used in a block by what has been seen of it, or after it.
    fn is_used_later(&mut self, name: SsaName, block: BlockId) -> bool {
        self.used.contains(name.0) || self.live.at_end(name, block)
    }

    /// Whether a statement ends with a pointer that is not null, and control goes on after it.
    fn is_not_null_after(&self, name: SsaName, stmt: StmtId) -> bool {
        let View { unit, f, .. } = self.view;
        let pointer = Operand::Ssa(name);
        if is_abnormal(f, pointer) {
            return false;
        }
        let goes_on = || {
            let succs = &f.blocks[f.stmts[stmt].block].succs;
            succs.iter().any(|&edge| !f.edges[edge].flags.intersects(EdgeFlags::ABNORMAL))
        };
        fold::proves_nonnull(self.view, stmt, pointer) && (!ends_block(unit, f, stmt) || goes_on())
    }

    /// Asserts that a pointer is not null, and those it was converted from.
    fn not_null(&mut self, name: SsaName, block: BlockId, stmt: StmtId) {
        let View { unit, f, .. } = self.view;
        let source = |name: SsaName| {
            let def = f.names[name].def.expand()?;
            let StmtKind::Assign { code: TreeCode::Nop, rhs, .. } = f.stmts[def].kind else {
                return None;
            };
            rhs[0].ssa().filter(|&from| unit.types.is_pointer(f.names[from].ty))
        };
        let mut from = name;
        while let Some(next) = source(from) {
            from = next;
            if self.is_used_later(from, block) {
                self.add(self.nonnull(from), Place::After(stmt), block);
            }
        }
        self.add(self.nonnull(name), Place::After(stmt), block);
    }

    fn nonnull(&self, name: SsaName) -> Assertion {
        let value = Value::Number(0);
        Assertion { name, unsigned: false, plus: 0, code: TreeCode::Ne, value }
    }

    /// What a condition says where it holds, and where it does not.
    fn condition(&mut self, block: BlockId, comparison: Comparison) {
        let mut names: Vec<SsaName> = Vec::new();
        for name in [comparison.left, comparison.right].into_iter().filter_map(Operand::ssa) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        for &edge in &self.view.f.blocks[block].succs {
            let branch = &self.view.f.edges[edge];
            if branch.dst == block {
                continue;
            }
            let fails = branch.flags.intersects(EdgeFlags::FALSE_VALUE);
            let mut conditions = Conditions::new(self.view, self.tree, block);
            for &name in &names {
                conditions.on_edge(name, comparison, fails);
            }
            self.add_on_edge(conditions.found, edge);
        }
    }

    fn add_on_edge(&mut self, found: Vec<Assertion>, edge: EdgeId) {
        for assertion in found {
            if self.live.on_edge(assertion.name, edge) {
                self.add(assertion, Place::Edge(edge), self.view.f.edges[edge].dst);
            }
        }
    }

    /// What a `switch` says of its index: on the edge of some cases their bounds, on the default one what is left out.
    fn switch(&mut self, block: BlockId, switch: &Switch) {
        let f = self.view.f;
        let Some(index) = switch.index.ssa() else { return };
        if is_abnormal(f, switch.index) {
            return;
        }
        let target = |case: &Case| f.labels.block(case.label);
        let edges: FxHashMap<BlockId, EdgeId> =
            f.blocks[block].succs.iter().map(|&edge| (f.edges[edge].dst, edge)).collect();
        let edge_of = |block: Option<BlockId>| edges.get(&block?).copied();
        let Some(default) = edge_of(switch.cases.first().and_then(target)) else { return };
        let mut cases: Vec<(BlockId, usize)> = switch
            .cases
            .iter()
            .enumerate()
            .filter_map(|(number, case)| Some((target(case)?, number)))
            .collect();
        cases.sort_unstable_by_key(|&(block, number)| (block.0, number));
        for group in cases.chunk_by(|a, b| a.0 == b.0) {
            let (first, last) = (group[0].1, group[group.len() - 1].1);
            if let Some(edge) = edge_of(Some(group[0].0)).filter(|_| first != 0) {
                self.on_cases(block, index, edge, (&switch.cases[first], &switch.cases[last]));
            }
        }
        if self.live.on_edge(index, default) {
            self.beside_cases(block, index, default, switch);
        }
    }

    fn on_cases(
        &mut self,
        block: BlockId,
        index: SsaName,
        edge: EdgeId,
        (first, last): (&Case, &Case),
    ) {
        let single = std::ptr::eq(first, last) && first.high.is_none();
        let high = if last.high.is_some() { last.high } else { last.low };
        let mut conditions = Conditions::new(self.view, self.tree, block);
        let compared = |code, value: ConstId| Comparison {
            code,
            left: Operand::Ssa(index),
            right: Operand::Const(value),
        };
        if single {
            conditions.on_edge(index, compared(TreeCode::Eq, first.low), false);
        } else {
            conditions.on_edge(index, compared(TreeCode::Ge, first.low), false);
            conditions.on_edge(index, compared(TreeCode::Le, high), false);
        }
        self.add_on_edge(conditions.found, edge);
    }

    /// On the default edge the index is none of the cases; those in a row are left out at once.
    fn beside_cases(&mut self, block: BlockId, index: SsaName, edge: EdgeId, switch: &Switch) {
        let View { unit, f, .. } = self.view;
        let Some(kind) = self.view.kind_of(switch.index) else { return };
        let default = switch.cases[0].label;
        let number = |id: ConstId| unit.consts.as_int(id);
        let bounds = |case: &Case| {
            let low = number(case.low)?;
            Some((low, if case.high.is_some() { number(case.high)? } else { low }))
        };
        let mut left = SWITCH_ASSERTIONS;
        let mut cases = switch.cases[1..].iter().peekable();
        while let Some(case) = cases.next() {
            let Some((low, mut high)) = bounds(case) else { return };
            if case.label == default {
                continue;
            }
            let mut single = case.high.is_none();
            let follows = |next: &&Case, high: i128| {
                bounds(next).filter(|bounds| next.label != default && bounds.0 == high + 1)
            };
            while let Some((_, next_high)) = cases.peek().and_then(|next| follows(next, high)) {
                high = next_high;
                single = false;
                cases.next();
            }
            if single {
                let comparison = Comparison {
                    code: TreeCode::Ne,
                    left: Operand::Ssa(index),
                    right: Operand::Const(case.low),
                };
                let mut conditions = Conditions::new(self.view, self.tree, block);
                conditions.on_edge(index, comparison, false);
                self.add_on_edge(conditions.found, edge);
            } else {
                let assertion = Assertion {
                    name: index,
                    unsigned: kind.signed,
                    plus: kind.unsigned().wrap(-low),
                    code: TreeCode::Gt,
                    value: Value::Number(high - low),
                };
                self.add(assertion, Place::Edge(edge), f.edges[edge].dst);
            }
            left -= 1;
            if left == 0 {
                return;
            }
        }
    }

    /// Notes an assertion. What is seen is seen from the end: one that is there already moves up.
    fn add(&mut self, assertion: Assertion, place: Place, block: BlockId) {
        let f = self.view.f;
        let list = self.found.entry(assertion.name).or_default();
        let same = self.same.entry(assertion).or_default();
        let critical = matches!(place, Place::Edge(edge) if f.is_critical(edge));
        for &at in same[same.len().saturating_sub(PLACES)..].iter() {
            let other = &mut list[at];
            if !critical && self.tree.dominated_by(other.block, block) {
                *other = Location { assertion, place, block };
                return;
            }
        }
        same.push(list.len());
        list.push(Location { assertion, place, block });
    }
}
