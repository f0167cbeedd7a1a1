//! What `vrp1` finds of each name, as its dump shows it.
//!
//! ```text
//!   _2: int [0, 255]
//!   i_10: int [-INF, n_4(D) + -1]  EQUIVALENCES: { i_7 } (1 elements)
//! ```
//!
//! An assertion against a name that nothing is known of is shown with that name; so is what only copies another one. A
//! name is equivalent to what it asserts something of, and to what that is equivalent to.

use super::super::type_of_least;
use super::{Assertion, Inserted, Value};
use dumps::{put, putln};
use gimple::cfg::{BlockId, EdgeFlags};
use gimple::code::TreeCode;
use gimple::function::Function;
use gimple::pass::PassContext;
use gimple::print::{Flags, type_text};
use gimple::ssa::{NameFlags, SsaName};
use gimple::stmt::{StmtId, StmtKind};
use gimple::tree::Operand;
use gimple::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use tree_ssa::analyses::ranges::counted::CountedPhis;
use tree_ssa::analyses::ranges::edges::decided;
use tree_ssa::analyses::ranges::noted::as_interval;
use tree_ssa::analyses::ranges::ranger::Ranger;
use tree_ssa::analyses::ranges::{Range, View};
use tree_ssa::graph::analyses;
use tree_ssa::graph::dominance::Dominators;

/// Writes the table.
pub fn dump(cx: &mut PassContext<'_>, f: &mut Function, inserted: &Inserted, counted: CountedPhis) {
    let tree = analyses::analysis::<Dominators>(f);
    tree_ssa::graph::order::mark_dfs_back_edges(f);
    let view = View { unit: cx.unit, f, options: cx.options };
    let by_loops: FxHashSet<SsaName> = counted.keys().copied().collect();
    let ranger = Ranger::new(view, &tree).with_counted(counted).without_recomputing();
    let ranger = ranger.with_asserted(&inserted.ranges);
    let mut table = Table {
        view,
        tree: &tree,
        inserted,
        ranger,
        values: BTreeMap::new(),
        shown: FxHashMap::default(),
        same: FxHashMap::default(),
        against_names: FxHashSet::default(),
        newest: FxHashMap::default(),
        bounds: FxHashMap::default(),
    };
    for &block in tree.preorder() {
        table.block(block);
    }
    let mut text = String::from("\nValue ranges after VRP:\n\n");
    for (&name, value) in &table.values {
        let ty = f.names[name].ty;
        let kind = view.kind(ty);
        let types = &cx.unit.types;
        // The type of the least value.
        let ty = match table.bounds.get(&name) {
            Some(&bound) if value.is_some() => f.names[bound].ty,
            _ if value.is_none() || by_loops.contains(&name) || is_converted(cx.unit, f, name) => {
                type_of_least(cx.unit, ty)
            }
            _ if types[ty].quals.is_empty() => ty,
            _ => types.main_variant(ty),
        };
        put!(text, "{}: ", tree_ssa::dump_text::name(cx.unit, f, name));
        match kind {
            Some(_) => put!(text, "{} ", type_text(cx.unit, ty, Flags::NONE)),
            None => put!(text, "<<< error >>> "),
        }
        put!(text, "{}", value.as_deref().unwrap_or("VARYING"));
        if let (Some(_), Some(same)) = (value, table.same.get(&name)) {
            let names: Vec<String> =
                same.iter().map(|&name| tree_ssa::dump_text::name(cx.unit, f, name)).collect();
            put!(text, "  EQUIVALENCES: {{ {} }} ({} elements)", names.join(" "), names.len());
        }
        putln!(text);
    }
    putln!(cx.dump, "{text}\n");
}

/// Whether a name is a number that has been converted.
fn is_converted(unit: &Unit, f: &Function, name: SsaName) -> bool {
    let def = f.names[name].def.expand().map(|def| &f.stmts[def].kind);
    match def {
        Some(StmtKind::Assign { code: TreeCode::Nop, rhs, .. }) => {
            unit.types.is_integral(unit.type_of(f, rhs[0]))
        }
        _ => false,
    }
}

/// What a copy copies.
fn source(view: View<'_>, name: SsaName) -> Option<SsaName> {
    let def = view.f.names[name].def.expand()?;
    match view.f.stmts[def].kind {
        StmtKind::Assign { code: TreeCode::Single, rhs, .. } => rhs[0].ssa(),
        _ => None,
    }
}

struct Table<'a> {
    view: View<'a>,
    tree: &'a Dominators,
    inserted: &'a Inserted,
    ranger: Ranger<'a>,
    /// By name: what it is shown as, unless it can be anything.
    values: BTreeMap<SsaName, Option<String>>,
    /// The intervals of names that have such.
    shown: FxHashMap<SsaName, Range>,
    /// The names that asserted ones are equivalent to.
    same: FxHashMap<SsaName, BTreeSet<SsaName>>,
    /// The names whose value is shown by that of another.
    against_names: FxHashSet<SsaName>,
    /// The assertions seen on each name, and where they are.
    newest: FxHashMap<SsaName, Vec<(SsaName, BlockId)>>,
    /// The names that values are shown by.
    bounds: FxHashMap<SsaName, SsaName>,
}

impl Table<'_> {
    /// Looks at a block after those that dominate it.
    fn block(&mut self, block: BlockId) {
        let view = self.view;
        if self.ranger.is_unreachable(view, block) {
            return;
        }
        for phi in view.f.phis(block) {
            let result = view.f.phi(phi).result;
            let value = self.value(result).or_else(|| self.copied_by(phi));
            if value.is_some()
                && let Some(common) = self.common_equivalences(phi)
            {
                self.same.insert(result, common);
            }
            self.values.insert(result, value);
            let args: Vec<Operand> = view.f.phi(phi).args.iter().map(|arg| arg.value).collect();
            args.into_iter().for_each(|arg| self.note_default(arg));
        }
        for stmt in view.f.block_stmts(block) {
            self.stmt(stmt);
        }
        if let Some(holds) = decided(view, &mut self.ranger, block) {
            let wrong = if holds { EdgeFlags::FALSE_VALUE } else { EdgeFlags::TRUE_VALUE };
            let succs = view.f.blocks[block].succs.iter().copied();
            for edge in succs.filter(|&edge| view.f.edges[edge].flags.intersects(wrong)) {
                self.ranger.kill_edge(view, edge);
            }
        }
    }

    fn stmt(&mut self, stmt: StmtId) {
        let View { unit, f, .. } = self.view;
        let mut results = Vec::new();
        f.for_each_write(stmt, &mut |op| results.extend(op.ssa()));
        for &name in &results {
            let value = match self.inserted.asserted.get(&name) {
                Some(asserted) => self.asserted(name, stmt, *asserted),
                None => self.value(name),
            };
            self.values.insert(name, value);
        }
        let computes = match &f.stmts[stmt].kind {
            StmtKind::Cond { .. } | StmtKind::Switch(_) => true,
            StmtKind::Assign { lhs, .. } => {
                self.view.kind_of(*lhs).is_some() && f.stmts[stmt].vuse.is_none()
            }
            _ => false,
        };
        if computes {
            let mut used = Vec::new();
            f.for_each_used_name(unit, stmt, &mut |name| used.push(name));
            used.into_iter().for_each(|name| self.note_default(Operand::Ssa(name)));
        }
    }

    /// A name that the function begins with is in the table if it has been asked for.
    fn note_default(&mut self, op: Operand) {
        let Some(name) = op.ssa() else { return };
        let data = &self.view.f.names[name];
        let asked = data.has(NameFlags::DEFAULT_DEF) && !data.has(NameFlags::VIRTUAL);
        if asked && !self.values.contains_key(&name) {
            let value = self.value(name);
            self.values.insert(name, value);
        }
    }

    fn range(&mut self, name: SsaName) -> Option<Range> {
        let kind = self.view.kind_of(Operand::Ssa(name))?;
        let range = self.ranger.at_definition(self.view, name, kind);
        (!range.is_empty()).then_some(range)
    }

    /// A name's range as one interval, or all but one.
    fn value(&mut self, name: SsaName) -> Option<String> {
        let range = as_interval(&self.range(name)?);
        let text = known_text(&range);
        self.shown.insert(name, range);
        text
    }

    /// The names that all arguments of a φ are equivalent to, if the first has such; what comes around a loop has none.
    fn common_equivalences(&self, phi: StmtId) -> Option<BTreeSet<SsaName>> {
        let View { f, .. } = self.view;
        let preds = &f.blocks[f.stmts[phi].block].preds;
        let args = f.phi(phi).args.iter().zip(preds);
        let mut sets = args.filter(|&(_, &edge)| !self.ranger.is_dead(edge)).map(|(arg, &edge)| {
            let around = f.edges[edge].flags.intersects(EdgeFlags::DFS_BACK);
            arg.value.ssa().filter(|_| !around).and_then(|name| self.same.get(&name))
        });
        let mut common = sets.next()??.clone();
        for set in sets {
            match set {
                Some(set) => common.retain(|name| set.contains(name)),
                None => common.clear(),
            }
        }
        Some(common)
    }

    /// What a φ copies that nothing is known of, unless that comes around a loop.
    fn copied_by(&mut self, phi: StmtId) -> Option<String> {
        let View { unit, f, .. } = self.view;
        self.view.kind_of(Operand::Ssa(f.phi(phi).result))?;
        let preds = &f.blocks[f.stmts[phi].block].preds;
        let first = f.phi(phi).args.first()?.value;
        let copies = f.phi(phi).args.iter().zip(preds).all(|(arg, &edge)| {
            arg.value == first && !f.edges[edge].flags.intersects(EdgeFlags::DFS_BACK)
        });
        let first = first.ssa().filter(|_| copies)?;
        self.bounds.insert(f.phi(phi).result, first);
        let name = tree_ssa::dump_text::name(unit, f, first);
        Some(format!("[{name}, {name}]"))
    }

    /// An assertion against a name of which nothing is known shows that name.
    fn asserted(&mut self, name: SsaName, stmt: StmtId, asserted: Assertion) -> Option<String> {
        let block = self.view.f.stmts[stmt].block;
        let mut same = BTreeSet::new();
        if let Some(of) = source(self.view, name) {
            same.extend(self.same.get(&of).into_iter().flatten());
            same.insert(of);
        }
        let bound = match asserted.value {
            Value::Other(Operand::Ssa(bound)) => Some(self.newest_of(bound, block)),
            _ => None,
        };
        if let Some(bound) = bound.filter(|_| asserted.code == TreeCode::Eq) {
            same.extend(self.same.get(&bound).into_iter().flatten());
            same.insert(bound);
        }
        self.newest.entry(asserted.name).or_default().push((name, block));
        let numbers = match self.numbers(name) {
            Some(range) => known_text(&range),
            None => self.value(name),
        };
        let by_name = bound.and_then(|bound| self.against(bound, asserted.code));
        if let Some(bound) = bound.filter(|_| by_name.is_some()) {
            self.against_names.insert(name);
            self.bounds.insert(name, bound);
        }
        let of_pointers =
            bound.is_some() && self.view.unit.types.is_pointer(self.view.f.names[name].ty);
        let numbers = numbers.filter(|_| !of_pointers);
        let value = by_name.or(numbers);
        if value.is_some() {
            self.same.insert(name, same);
        }
        value
    }

    /// What an assertion in numbers says, with what is shown of the name it is of: what both say if that is one interval
    /// or all but one, else the assertion.
    fn numbers(&mut self, name: SsaName) -> Option<Range> {
        let asserted = self.inserted.ranges.get(&name)?;
        let range = match source(self.view, name).and_then(|of| self.shown.get(&of)) {
            Some(known) => asserted.intersect(known),
            None => asserted.clone(),
        };
        let simple = !range.is_empty() && as_interval(&range) == range;
        let range = if simple { range } else { asserted.clone() };
        self.shown.insert(name, range.clone());
        Some(range)
    }

    /// What stands for a name in a block: an assertion on it that dominates the block.
    fn newest_of(&self, name: SsaName, block: BlockId) -> SsaName {
        let seen = self.newest.get(&name).into_iter().flatten().rev();
        let mut valid = seen.filter(|&&(_, at)| self.tree.dominated_by(block, at));
        valid.next().map_or(name, |&(newest, _)| newest)
    }

    /// The text of a comparison with a name, unless numbers are known for that.
    fn against(&mut self, bound: SsaName, code: TreeCode) -> Option<String> {
        let kind = self.view.kind_of(Operand::Ssa(bound))?;
        let range = self.range(bound).map(|range| as_interval(&range));
        let known = range.is_some_and(|range| !range.is_full() && range.parts().len() == 1);
        if known && code != TreeCode::Ne && !self.against_names.contains(&bound) {
            return None;
        }
        let text = tree_ssa::dump_text::name(self.view.unit, self.view.f, bound);
        let min = if kind.signed { "-INF".to_string() } else { kind.min().to_string() };
        let before = if kind.signed { -1 } else { kind.max() };
        Some(match code {
            TreeCode::Eq => format!("[{text}, {text}]"),
            TreeCode::Ne => format!("~[{text}, {text}]"),
            _ if kind.pointer => return None,
            TreeCode::Lt => format!("[{min}, {text} + {before}]"),
            TreeCode::Le => format!("[{min}, {text}]"),
            TreeCode::Gt => format!("[{text} + 1, +INF]"),
            _ => format!("[{text}, +INF]"),
        })
    }
}

/// The text of an interval, unless it is everything.
fn known_text(range: &Range) -> Option<String> {
    (!range.is_full()).then(|| interval_text(range))
}

/// The text of an interval, or of all but one.
pub fn interval_text(range: &Range) -> String {
    match range.parts() {
        [_, _] => format!("~{}", range.complement().text()),
        _ => range.text().to_string(),
    }
}
