//! The search for paths, backwards from a branch.

use super::Flavour;
use super::path_ranges::PathRanges;
use super::profit::{BlockSizes, PathLoop, control_stmt};
use super::registry::{Registry, is_empty_block};
use super::relations;
use dumps::putln;
use gimple::cfg::{BlockId, EdgeFlags, EdgeId};
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{Case, StmtId, StmtKind, Switch};
use gimple::tree::Operand;
use std::collections::BTreeSet;
use std::fmt::Write;
use tree_ssa::analyses::ranges::edges::defining_block;
use tree_ssa::analyses::ranges::ranger::Ranger;
use tree_ssa::analyses::ranges::{Query, Range, View, fold};
use tree_ssa::graph::dominance::Dominators;

/// Paths that may be looked at for each edge of the function, on average.
const BUDGET: usize = 40;

/// What is known of the way out of a path.
#[derive(Clone, Copy)]
enum Taken {
    Edge(EdgeId),
    /// Control does not come this way, or would go in a circle.
    Unreachable,
    Unknown,
}

/// A search in a function that does not change meanwhile.
pub struct Search<'a, 'c, 't> {
    pub(super) cx: &'a mut PassContext<'c>,
    pub(super) f: &'a Function,
    tree: &'t Dominators,
    pub(super) flavour: Flavour,
    registry: &'a mut Registry,
    solver: PathRanges<'t>,
    pub(super) sizes: BlockSizes,
    /// The blocks from the branch back.
    pub(super) path: Vec<BlockId>,
    /// Names that may decide the branch.
    imports: BTreeSet<SsaName>,
    /// What the branch tests, in words of the first operand.
    pub(super) name: Option<SsaName>,
    last: StmtId,
    budget: usize,
}

impl<'a, 'c, 't> Search<'a, 'c, 't> {
    /// A search whose paths go to a registry.
    pub fn new(
        cx: &'a mut PassContext<'c>,
        f: &'a Function,
        tree: &'t Dominators,
        flavour: Flavour,
        ranger: Option<Ranger<'t>>,
        registry: &'a mut Registry,
    ) -> Search<'a, 'c, 't> {
        Search {
            cx,
            f,
            tree,
            flavour,
            registry,
            solver: PathRanges::new(ranger),
            sizes: BlockSizes::new(f),
            path: Vec::new(),
            imports: BTreeSet::new(),
            name: None,
            last: StmtId::NONE,
            budget: BUDGET * f.edges.len(),
        }
    }

    /// Looks from each of some blocks that branch.
    pub fn all(mut self, branches: Vec<BlockId>) {
        for block in branches {
            self.from(block);
        }
    }

    fn view(&self) -> View<'_> {
        View { unit: self.cx.unit, f: self.f, options: self.cx.options }
    }

    fn from(&mut self, block: BlockId) {
        let Some(last) = control_stmt(self.f, block) else { return };
        let tested = match &self.f.stmts[last].kind {
            StmtKind::Cond { lhs, .. } => *lhs,
            StmtKind::Switch(switch) => switch.index,
            _ => return,
        };
        self.last = last;
        self.name = tested.ssa();
        self.path.clear();
        self.compute_imports(block);
        let mut interesting = self.imports.clone();
        self.follow(block, &mut interesting);
    }

    /// What a branch depends on: what its block imports, and what that is computed from.
    fn compute_imports(&mut self, block: BlockId) {
        let view = View { unit: self.cx.unit, f: self.f, options: self.cx.options };
        let exports = self.solver.exports(view, block);
        let mut imports: BTreeSet<SsaName> = exports.imports.iter().copied().collect();
        let mut work: Vec<SsaName> = imports.iter().copied().collect();
        let ranged = |op: Operand| op.ssa().filter(|_| view.kind_of(op).is_some());
        while let Some(name) = work.pop() {
            let Some(def) = view.f.names[name].def.expand() else { continue };
            match &view.f.stmts[def].kind {
                StmtKind::Assign { rhs, .. } => {
                    // What the first operand is computed from is not asked.
                    imports.extend(ranged(rhs[0]));
                    for operand in rhs[1..].iter().filter_map(|&op| ranged(op)) {
                        if imports.insert(operand) {
                            work.push(operand);
                        }
                    }
                }
                StmtKind::Phi(phi) => {
                    let block = view.f.stmts[def].block;
                    for (argument, &edge) in phi.args.iter().zip(&view.f.blocks[block].preds) {
                        if let Some(name) = argument.value.ssa()
                            && self.solver.path.contains(&view.f.edges[edge].src)
                            && imports.insert(name)
                        {
                            work.push(name);
                        }
                    }
                }
                _ => {}
            }
        }
        self.imports = imports;
    }

    /// Follows a path back through a block, looking for the definitions of what is interesting. The recursion is as deep
    /// as paths are long.
    fn follow(&mut self, block: BlockId, interesting: &mut BTreeSet<SsaName>) {
        if self.path.contains(&block) || self.budget == 0 {
            return;
        }
        self.budget -= 1;
        self.path.push(block);
        if self.path.len() > 1 && (!self.is_profitable(None) || self.register_path()) {
            self.path.pop();
            return;
        }
        let mut processed: Vec<SsaName> = Vec::new();
        let mut by_phi = None;
        for &name in interesting.iter().rev() {
            if defining_block(self.view(), name) == Some(block) {
                processed.push(name);
                if self.f.is_phi(self.f.names[name].def) {
                    by_phi = Some(self.f.names[name].def);
                    break;
                }
            }
        }
        if let Some(phi) = by_phi {
            self.follow_phi(phi, interesting);
        } else {
            processed.iter().for_each(|name| {
                interesting.remove(name);
            });
            if !interesting.is_empty() {
                for position in 0..self.f.blocks[block].preds.len() {
                    let edge = &self.f.edges[self.f.blocks[block].preds[position]];
                    if !edge.flags.intersects(EdgeFlags::ABNORMAL) {
                        self.follow(edge.src, interesting);
                    }
                }
            }
        }
        interesting.extend(processed);
        self.path.pop();
    }

    /// Follows the path by each argument of a φ, but not out of the branch's loop: that would peel off an iteration.
    fn follow_phi(&mut self, phi: StmtId, interesting: &mut BTreeSet<SsaName>) {
        if self.f.names[self.f.phi(phi).result].has(NameFlags::ABNORMAL) {
            return;
        }
        let block = self.f.stmts[phi].block;
        let father = |block: BlockId| self.f.loop_of(block);
        for position in 0..self.f.blocks[block].preds.len() {
            let src = self.f.edges[self.f.blocks[block].preds[position]].src;
            if father(self.path[0]) != father(src) {
                if self.cx.dump.details() {
                    let path = self.path_text();
                    putln!(
                        self.cx.dump,
                        "  FAIL: path through PHI in bb{} (incoming bb:{}) crosses loop\n\
                         path: {}->{path}->xx REJECTED",
                        block.0,
                        src.0,
                        src.0
                    );
                }
                continue;
            }
            let argument = self.f.phi(phi).args[position].value.ssa();
            let new = argument.filter(|&name| interesting.insert(name));
            self.imports.extend(new);
            self.follow(src, interesting);
            if let Some(name) = new {
                interesting.remove(&name);
            }
        }
    }

    fn path_text(&self) -> String {
        let blocks: Vec<String> = self.path.iter().rev().map(|block| block.0.to_string()).collect();
        blocks.join("->")
    }

    fn is_profitable(&mut self, taken: Option<EdgeId>) -> bool {
        let number = self.f.loop_of(self.path[0]);
        let latch = self.f.loop_data(number).map_or(BlockId::NONE, |entry| entry.latch);
        let side_entry = taken.is_some_and(|edge| {
            let dst = self.f.edges[edge].dst;
            self.f.loop_of(dst) == number && latch.is_some() && !self.tree.dominated_by(latch, dst)
        });
        let of = PathLoop {
            latch,
            latch_is_empty: !self.flavour.loops_done && is_empty_block(self.f, latch),
            side_entry,
        };
        self.is_worth_threading(taken, &of)
    }

    /// Notes the path if the way out of it is known. Whether there is nothing more to be found in this direction.
    fn register_path(&mut self) -> bool {
        let mut taken = self.find_taken_edge();
        if let Taken::Edge(edge) = taken {
            if self.path.contains(&self.f.edges[edge].dst) {
                taken = Taken::Unreachable;
            } else if self.is_profitable(Some(edge)) {
                let mut path: Vec<EdgeId> = self
                    .path
                    .windows(2)
                    .rev()
                    .filter_map(|two| self.f.find_edge(two[1], two[0]))
                    .collect();
                path.push(edge);
                self.registry.register(self.cx, self.f, self.flavour.loops_done, path);
            } else {
                taken = Taken::Unknown;
            }
        }
        if self.cx.dump.details() {
            let path = self.path_text();
            let _ = match taken {
                Taken::Edge(edge) => {
                    writeln!(self.cx.dump, "path: {path}->{} SUCCESS", self.f.edges[edge].dst.0)
                }
                Taken::Unreachable => {
                    writeln!(self.cx.dump, "path: {path}->xx REJECTED (unreachable)")
                }
                Taken::Unknown => writeln!(self.cx.dump, "path: {path}->xx REJECTED"),
            };
        }
        !matches!(taken, Taken::Unknown)
    }

    fn find_taken_edge(&mut self) -> Taken {
        let view = View { unit: self.cx.unit, f: self.f, options: self.cx.options };
        self.solver.compute(view, &self.path, &self.imports);
        let taken = match &view.f.stmts[self.last].kind {
            StmtKind::Cond { .. } => {
                let holds = fold::range_of_stmt(view, &mut self.solver, self.last)
                    .and_then(|range| range.as_truth());
                let holds = holds.or_else(|| match self.flavour.full {
                    true => relations::holds(view, &self.path, self.last),
                    false => None,
                });
                match (self.solver.unreachable, holds) {
                    (true, _) => Taken::Unreachable,
                    (_, Some(holds)) => {
                        view.f.true_false_edges(self.path[0]).map_or(Taken::Unknown, |(yes, no)| {
                            Taken::Edge(if holds { yes } else { no })
                        })
                    }
                    _ => Taken::Unknown,
                }
            }
            StmtKind::Switch(switch) => match self.solver.range_of(view, switch.index, self.last) {
                Some(range) if range.is_empty() => Taken::Unreachable,
                Some(range) => case_of(view, switch, &range)
                    .and_then(|block| view.f.find_edge(self.path[0], block))
                    .map_or(Taken::Unknown, Taken::Edge),
                None => Taken::Unknown,
            },
            _ => Taken::Unknown,
        };
        if self.cx.dump.details() {
            for &name in &self.solver.computed {
                let text = tree_ssa::dump_text::name(self.cx.unit, self.f, name);
                putln!(self.cx.dump, " Registering killing_def (path_oracle) {text}");
            }
        }
        taken
    }
}

/// Where a switch goes for all values of a range, if to one place (`find_case_label_range`).
fn case_of(view: View<'_>, switch: &Switch, range: &Range) -> Option<BlockId> {
    if range.is_full() {
        return None;
    }
    let (low, high) = range.bounds();
    let bounds = |case: &Case| {
        let from = view.unit.consts.as_int(case.low).unwrap_or(i128::MIN);
        let to = case.high.expand().and_then(|high| view.unit.consts.as_int(high)).unwrap_or(from);
        (from, to)
    };
    let cases = switch.cases.get(1..).unwrap_or_default();
    let first = cases.partition_point(|case| bounds(case).1 < low);
    let mut meets = cases[first..]
        .iter()
        .map(|case| (case.label, bounds(case).0, bounds(case).1))
        .take_while(|&(_, from, _)| from <= high);
    match (meets.next(), meets.next()) {
        (None, _) => view.f.labels.block(switch.cases.first()?.label),
        (Some((label, from, to)), None) if from <= low && high <= to => view.f.labels.block(label),
        _ => None,
    }
}
