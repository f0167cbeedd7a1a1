//! Ranges along a path of blocks.

use gimple::cfg::{BlockId, EdgeId};
use gimple::ssa::SsaName;
use gimple::stmt::StmtId;
use gimple::tree::Operand;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::rc::Rc;
use tree_ssa::analyses::ranges::edges::{self, Exports, defining_block};
use tree_ssa::analyses::ranges::ranger::Ranger;
use tree_ssa::analyses::ranges::{Kind, Query, Range, View, fold};

/// Definitions in one block that a question goes through.
const DEPTH: u32 = 40;

/// Uses of a pointer that are looked at for one that goes through it.
const USES: usize = 50;

/// What is known of names when control has come along a path: from the arguments of φs, from the branches taken, and
/// from what is computed on it. Of names that come from elsewhere only the ranger knows something, if there is one.
#[derive(Default)]
pub struct PathRanges<'t> {
    ranger: Option<Ranger<'t>>,
    /// The path, last block first.
    pub path: Vec<BlockId>,
    /// Where on the path we are: 0 is its end.
    position: usize,
    known: FxHashMap<SsaName, Range>,
    /// Something that is used has no value: control does not come this way.
    pub unreachable: bool,
    exports: FxHashMap<BlockId, Rc<Exports>>,
    depth: u32,
    /// Names found to be computed on the path, for dumps.
    pub computed: Vec<SsaName>,
}

impl<'t> PathRanges<'t> {
    /// Nothing is known yet but what a ranger may say.
    pub fn new(ranger: Option<Ranger<'t>>) -> PathRanges<'t> {
        PathRanges { ranger, ..PathRanges::default() }
    }

    /// What a block's branch determines.
    pub fn exports(&mut self, view: View<'_>, block: BlockId) -> Rc<Exports> {
        self.exports.entry(block).or_insert_with(|| Rc::new(edges::exports(view, block))).clone()
    }

    /// Finds the ranges of some names along a path.
    pub fn compute(&mut self, view: View<'_>, path: &[BlockId], imports: &BTreeSet<SsaName>) {
        self.path.clear();
        self.path.extend_from_slice(path);
        self.known.clear();
        self.computed.clear();
        self.unreachable = false;
        // They are gone through for every block.
        let imports: SmallVec<[SsaName; 8]> = imports.iter().copied().collect();
        let kinds = imports.iter().map(|&name| (name, view.kind_of(Operand::Ssa(name))));
        let pointers = kinds.filter_map(|(name, kind)| Some((name, kind.filter(|k| k.pointer)?)));
        let pointers: SmallVec<[(SsaName, Kind); 8]> = pointers.collect();
        for position in (0..path.len()).rev() {
            self.position = position;
            self.pass_block(view, path[position], &imports);
            self.pass_dereferences(view, path[position], &pointers);
        }
    }

    fn pass_block(&mut self, view: View<'_>, block: BlockId, imports: &[SsaName]) {
        let here = |name: &&SsaName| defining_block(view, **name) == Some(block);
        for name in imports.iter().filter(here) {
            self.known.remove(name);
        }
        // φs take their arguments all at once.
        let mut results: Vec<(SsaName, Range)> = Vec::new();
        for phi in view.f.phis(block) {
            let name = view.f.phi(phi).result;
            if imports.binary_search(&name).is_ok()
                && let Some(kind) = view.kind_of(Operand::Ssa(name))
            {
                results.push((name, self.of_phi(view, phi, name, kind)));
            }
        }
        self.known.extend(results);
        for &name in imports.iter().filter(here) {
            let def = view.f.names[name].def;
            if !view.f.is_phi(def)
                && let Some(kind) = view.kind_of(Operand::Ssa(name))
            {
                let range = self.of_definition(view, name, kind, def);
                self.known.insert(name, range);
            }
        }
        if self.position > 0 {
            self.take_edge(view, block, self.path[self.position - 1], imports);
        }
    }

    /// What the branch says that the path takes.
    fn take_edge(&mut self, view: View<'_>, block: BlockId, next: BlockId, imports: &[SsaName]) {
        let Some(edge) = view.f.find_edge(block, next) else { return };
        let exports = self.exports(view, block);
        for &name in imports.iter().filter(|name| exports.names.contains(name)) {
            if let Some(mut range) = edges::outgoing(view, self, edge, name) {
                if let Some(before) = self.known.get(&name) {
                    range = range.intersect(before);
                }
                self.known.insert(name, range);
            }
        }
    }

    /// Pointers that a block goes through are not null after it.
    fn pass_dereferences(&mut self, view: View<'_>, block: BlockId, pointers: &[(SsaName, Kind)]) {
        for &(name, kind) in pointers {
            if is_dereferenced(view, name, block) {
                let nonnull = Range::nonzero(kind);
                let range =
                    self.known.get(&name).map_or(nonnull.clone(), |r| r.intersect(&nonnull));
                self.known.insert(name, range);
            }
        }
    }

    fn of_phi(&mut self, view: View<'_>, phi: StmtId, name: SsaName, kind: Kind) -> Range {
        let block = view.f.stmts[phi].block;
        let Some(&before) = self.path.get(self.position + 1) else {
            if let Some(ranger) = &mut self.ranger {
                return ranger.at_definition(view, name, kind);
            }
            let mut all = Range::empty(kind);
            for argument in &view.f.phi(phi).args {
                let range = match argument.value {
                    Operand::Ssa(name) => self.without_place(view, name, kind),
                    other => fold::range_of_invariant(view, other, kind),
                };
                self.unreachable |= range.is_empty();
                all = all.union(&range);
            }
            return all;
        };
        let Some(edge) = view.f.find_edge(before, block) else { return Range::full(kind) };
        let range = match view.f.phi_arg(phi, edge) {
            Operand::Ssa(argument) => {
                let here = defining_block(view, argument) == Some(block);
                let known = self.known.get(&argument).filter(|_| !here).cloned();
                known.or_else(|| self.by_ranger(view, edge, argument, kind))
            }
            other => Some(fold::range_of_invariant(view, other, kind)),
        };
        let range = range.unwrap_or_else(|| Range::full(kind));
        if is_dereferenced(view, name, block) && kind.pointer {
            return range.intersect(&Range::nonzero(kind));
        }
        range
    }

    /// What the ranger knows of a φ's argument where the path comes in.
    fn by_ranger(
        &mut self,
        view: View<'_>,
        edge: EdgeId,
        name: SsaName,
        kind: Kind,
    ) -> Option<Range> {
        let outside = self.is_outside(view, name);
        let entry = *self.path.last()?;
        let ranger = self.ranger.as_mut()?;
        let on_edge = ranger.on_edge(view, edge, name, kind);
        Some(match outside {
            true => ranger.on_entry(view, name, kind, entry).intersect(&on_edge),
            false => on_edge,
        })
    }

    /// Whether a name comes from before the path.
    fn is_outside(&self, view: View<'_>, name: SsaName) -> bool {
        defining_block(view, name).is_none_or(|block| !self.path.contains(&block))
    }

    fn without_place(&self, view: View<'_>, name: SsaName, kind: Kind) -> Range {
        self.known.get(&name).cloned().unwrap_or_else(|| everywhere(view, name, kind))
    }

    /// The range of what a statement on the path computes.
    fn of_definition(&mut self, view: View<'_>, name: SsaName, kind: Kind, def: StmtId) -> Range {
        if self.depth == DEPTH {
            return Range::full(kind);
        }
        self.computed.push(name);
        self.depth += 1;
        let range = fold::range_of_stmt(view, self, def);
        self.depth -= 1;
        range.filter(|range| range.kind() == kind).unwrap_or_else(|| Range::full(kind))
    }
}

impl Query for PathRanges<'_> {
    fn range_of_name(&mut self, view: View<'_>, name: SsaName, kind: Kind, at: StmtId) -> Range {
        let range = match self.known.get(&name) {
            Some(range) => range.clone(),
            None if self.ranger.is_some() && self.is_outside(view, name) => {
                let entry = self.path.last().copied().unwrap_or(view.f.stmts[at].block);
                let range = match &mut self.ranger {
                    Some(ranger) => ranger.on_entry(view, name, kind, entry),
                    None => Range::full(kind),
                };
                self.known.insert(name, range.clone());
                range
            }
            None if defining_block(view, name) == Some(view.f.stmts[at].block) => {
                let def = view.f.names[name].def;
                let range = if view.f.is_phi(def) {
                    self.of_phi(view, def, name, kind)
                } else {
                    self.of_definition(view, name, kind, def)
                };
                self.known.insert(name, range.clone());
                range
            }
            None => everywhere(view, name, kind),
        };
        self.unreachable |= range.is_empty();
        range
    }
}

/// What a name is wherever it is looked at.
fn everywhere(view: View<'_>, name: SsaName, kind: Kind) -> Range {
    match view.f.names[name].def.is_none() {
        true => fold::range_on_function_entry(view, name, kind),
        false => Range::full(kind),
    }
}

/// Whether a block reads or writes what a pointer points to.
fn is_dereferenced(view: View<'_>, pointer: SsaName, block: BlockId) -> bool {
    view.f
        .imm_uses(pointer)
        .take(USES)
        .filter(|node| view.f.stmts[node.stmt].block == block && !view.f.is_phi(node.stmt))
        .any(|node| fold::proves_nonnull(view, node.stmt, Operand::Ssa(pointer)))
}
